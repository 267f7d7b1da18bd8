//! What is checked and rendered of a send: the first failing check, notices, the preview.

use super::{Fee, LoadPhase, Prepared, Send, SendPhase, TokenError, is_busy, phase, sender};
use crate::amount::{Amount, AmountFault};
use crate::caip::Namespace;
use crate::entities::Network;
use crate::error::ErrorData;
use crate::features::account::model::balances::BalancePhase;
use crate::features::account::model::identity;
use crate::features::account::model::tokens::{self, TokenItem};
use crate::features::networks::model as networks;
use crate::format;
use crate::namespaces::{self, AddressFault};
use crate::store::State;
use crate::text;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

/// The first failing check, in the order of docs/spec/views.md section 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SendCheck {
    /// No token.
    SelectToken,
    /// A token that cannot be sent.
    TokenRefused,
    /// No amount.
    EnterAmount,
    /// Not an amount.
    InvalidAmount,
    /// More than there is.
    InsufficientFunds,
    /// No receiver.
    EnterAddress,
    /// Not a receiver.
    InvalidAddress,
    /// Nothing fails.
    Ready,
}

/// Under the amount field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AmountError {
    /// Not a number.
    Invalid,
    /// More decimals than the token has.
    TooManyDecimals,
    /// More than there is, the fee included.
    Insufficient,
    /// There is enough of the token, and not of the coin that pays the fee.
    InsufficientFee,
}

/// Under the address field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ReceiverError {
    /// Not an address.
    Invalid,
    /// Mixed case that is not the checksum.
    Checksum,
    /// A name: they are not looked up yet.
    Name,
}

/// A second look is due (docs/spec/services.md B7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SendNotice {
    /// The sender itself.
    OwnAddress,
    /// It has no key: what is sent to it is lost.
    ZeroAddress,
    /// Nothing guards it against a typing mistake.
    ChecksumAbsent,
    /// A contract that keeps tokens: what is sent to it is lost.
    TokenContract,
}

/// The token of the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendToken {
    /// What `send.token` takes.
    pub id: String,
    /// "ETH".
    pub symbol: String,
    /// "Ether".
    pub name: String,
    /// 18.
    pub decimals: u8,
    /// Of the contract; nothing for the native coin.
    pub address: Option<String>,
    /// Floored to three decimals; nothing while it is not known.
    pub balance: Option<String>,
    /// Its picture as a `blob:` url, once it is there.
    pub image: Option<String>,
}

/// Why a network or wallet did not take it, where its words are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SendCause {
    /// Not enough of the native coin for amount and fee.
    Funds,
    /// The account's next number is another.
    Nonce,
    /// The fee was too low.
    Underpriced,
    /// A contract said no.
    Reverted,
}

/// What is known of a failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendFault {
    /// Why.
    pub cause: SendCause,
    /// The contract's own words; foreign text.
    pub reason: Option<String>,
}

/// A party of a transfer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendParty {
    /// Checksummed.
    pub address: String,
    /// "0x70…dc79C8"
    pub short: String,
    /// As the form has shown it.
    pub name: Option<String>,
    /// Its picture as a `blob:` url, once it is there.
    pub image: Option<String>,
}

/// The preview, read back from the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendPreview {
    /// Exact.
    pub amount: String,
    /// "ETH".
    pub symbol: String,
    /// The receiver.
    pub to: SendParty,
    /// The sender.
    pub from: SendParty,
    /// "Ethereum".
    pub network_name: String,
    /// Its picture as a `blob:` url, once it is there.
    pub network_icon: Option<String>,
    /// "0.000022 ETH, $0.07", without the worth where no price is known; nothing while it is unknown.
    pub fee: Option<String>,
    /// Of the fee.
    pub fee_phase: LoadPhase,
    /// Amount and fee together, with their worth; nothing for a token, whose fee is paid in another coin.
    pub total: Option<String>,
    /// "$12.50"
    pub worth: Option<String>,
    /// The token's contract, checksummed.
    pub token: Option<String>,
    /// The token's picture as a `blob:` url, once it is there.
    pub image: Option<String>,
}

/// Slice `send`: what the form and the preview render.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "fields of Send, ready to draw")]
pub struct SendSlice {
    pub token: Option<SendToken>,
    pub send_token_amount: String,
    pub receiver_address: String,
    pub receiver_profile_name: Option<String>,
    pub receiver_profile_image_url: Option<String>,
    #[serde(rename = "networkBalanceInUSD")]
    pub network_balance_in_usd: Option<String>,
    pub token_balances: Vec<TokenItem>,
    pub loading: bool,
    pub worth: Option<String>,
    pub max: Option<String>,
    pub max_phase: LoadPhase,
    pub check: SendCheck,
    pub token_error: Option<TokenError>,
    pub amount_error: Option<AmountError>,
    pub receiver_error: Option<ReceiverError>,
    pub notice: Option<SendNotice>,
    pub phase: SendPhase,
    pub preview: Option<SendPreview>,
    pub hash: Option<String>,
    pub explorer_url: Option<String>,
    pub error: Option<ErrorData>,
    /// What is known of `error`.
    pub fault: Option<SendFault>,
    /// An earlier send that may still happen, "1.5 ETH": said before the next one is confirmed (docs/spec/security.md R8).
    pub unanswered: Option<String>,
    pub search: String,
    pub tokens: Vec<TokenItem>,
    pub tokens_phase: BalancePhase,
}

impl Send {
    /// Whether amount and fee are more than there is; unknown is not more.
    fn exceeds(&self, amount: &Amount) -> Option<AmountError> {
        let more = |spent: Option<Amount>, balance: Option<Amount>| {
            balance.is_some_and(|balance| spent.is_none_or(|spent| spent.units > balance.units))
        };
        let (known, fee) = (&self.known, self.fee());
        if self.form.token.is_some() {
            return if more(Some(*amount), known.balance) {
                Some(AmountError::Insufficient)
            } else if fee.is_some() && more(fee, known.native_balance) {
                Some(AmountError::InsufficientFee)
            } else {
                None
            };
        }
        let spent = match fee {
            Some(fee) => amount.checked_add(&fee),
            None => Some(*amount),
        };
        more(spent, known.balance).then_some(AmountError::Insufficient)
    }
}

fn amount_error(send: &Send, network: &Network) -> Option<AmountError> {
    if send.form.amount.trim().is_empty() {
        return None;
    }
    match send.parsed(network) {
        Err(AmountFault::TooManyDecimals) => Some(AmountError::TooManyDecimals),
        Err(_) => Some(AmountError::Invalid),
        Ok(amount) => send.exceeds(&amount),
    }
}

fn receiver_error(send: &Send, namespace: Namespace) -> Option<ReceiverError> {
    let typed = send.form.receiver.trim();
    if typed.is_empty() {
        return None;
    }
    match namespaces::of(namespace).address(typed) {
        Ok(_) => None,
        Err(AddressFault::Checksum) => Some(ReceiverError::Checksum),
        Err(AddressFault::Form) if is_name(typed) => Some(ReceiverError::Name),
        Err(AddressFault::Form) => Some(ReceiverError::Invalid),
    }
}

/// Words with points between them, or letters that are in no address of eip155. What is not ASCII counts as a letter.
fn is_name(typed: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || (!c.is_ascii() && !text::hidden(c));
    let is_of_word = |c: char| is_letter(c) || c.is_ascii_digit() || matches!(c, '-' | '_' | '@');
    let is_word = |word: &str| !word.is_empty() && word.chars().all(is_of_word);
    let is_hex = |c: char| c.is_ascii_hexdigit() || matches!(c, 'x' | 'X');
    typed.split('.').all(is_word)
        && typed.contains(is_letter)
        && (typed.contains('.') || !typed.starts_with("0x") && !typed.chars().all(is_hex))
}

/// An address as the family that the page shows writes it.
fn written(state: &State, typed: &str) -> Option<String> {
    namespaces::of(state.networks.active_namespace()?).address(typed.trim()).ok()
}

fn notice(state: &State, own: Option<&str>) -> Option<SendNotice> {
    let typed = state.send.form.receiver.trim();
    let text = written(state, typed)?;
    let namespace = state.networks.active_namespace()?;
    let is_token = |item: &TokenItem| item.address.as_ref().is_some_and(|id| id.ends_with(&text));
    let is_chosen = state.send.form.token.as_ref().is_some_and(|token| token.address == text);
    if namespaces::is_nobodys(namespace, &text) {
        Some(SendNotice::ZeroAddress)
    } else if Some(text.as_str()) == own {
        Some(SendNotice::OwnAddress)
    } else if is_chosen || state.tokens.list.iter().any(is_token) {
        Some(SendNotice::TokenContract)
    } else {
        namespaces::lacks_checksum(namespace, typed).then_some(SendNotice::ChecksumAbsent)
    }
}

/// The first failing check.
pub(crate) fn check(state: &State) -> SendCheck {
    let send = &state.send;
    let Some(network) = state.networks.active_network() else { return SendCheck::SelectToken };
    if send.known.refused.is_some() {
        return SendCheck::TokenRefused;
    }
    if send.form.amount.trim().is_empty() {
        return SendCheck::EnterAmount;
    }
    match amount_error(send, network) {
        Some(AmountError::Insufficient | AmountError::InsufficientFee) => {
            return SendCheck::InsufficientFunds;
        }
        Some(_) => return SendCheck::InvalidAmount,
        None if send.parsed(network).is_ok_and(|amount| amount.is_zero()) => return SendCheck::InvalidAmount,
        None => {}
    }
    if send.form.receiver.trim().is_empty() {
        return SendCheck::EnterAddress;
    }
    match receiver_error(send, network.chain_namespace) {
        Some(_) => SendCheck::InvalidAddress,
        None => SendCheck::Ready,
    }
}

/// The network of the form; of the request itself once it is out.
fn network(state: &State) -> Option<&Network> {
    let out = is_busy(state) || matches!(phase(state), SendPhase::Unknown | SendPhase::Differs);
    let prepared = state.send.stage.prepared().filter(|_| out);
    let asked = prepared.and_then(|prepared| state.networks.find(&prepared.shown.chain));
    asked.or_else(|| state.networks.active_network())
}

/// A token of the account by its id, its CAIP-10 or its plain address.
pub(crate) fn find_token<'a>(state: &'a State, id: &str) -> Option<&'a TokenItem> {
    let plain = written(state, id);
    let is_of = |item: &&TokenItem| {
        let is_plain = |of: &String, plain: &String| of.ends_with(plain.as_str());
        item.id == id
            || item.address.as_ref().zip(plain.as_ref()).is_some_and(|(of, plain)| is_plain(of, plain))
    };
    state.tokens.list.iter().find(is_of)
}

/// What is drawn of the tokens that can be sent: those there is something of.
fn sendable(state: &State) -> Vec<TokenItem> {
    let here = state.networks.active.as_ref().map(|chain| chain.to_string());
    let mut list = tokens::list(state);
    list.retain(|item| Some(&item.chain_id) == here.as_ref() && item.quantity.numeric != "0");
    for item in &mut list {
        item.test_id = alloc::format!("wm-send-token-{}", item.symbol);
    }
    list
}

/// Builds the slice `send`.
#[must_use]
pub fn slice(state: &State) -> SendSlice {
    let send = &*state.send;
    let (form, known) = (&send.form, &send.known);
    let network = network(state);
    let own = sender(state);
    let item = send.stage.id().and_then(|id| state.transactions.get(id));
    let receiver = written(state, &form.receiver);
    let typed = network.and_then(|network| send.parsed(network).ok()).filter(|amount| !amount.is_zero());
    let token_balances = sendable(state);
    let wanted = text::lower(form.search.trim());
    let fits = |item: &&TokenItem| {
        let in_text = |of_token: &str| text::lower(of_token).contains(&wanted);
        wanted.is_empty() || in_text(&item.symbol) || in_text(&item.name) || in_text(&item.id)
    };
    let native_worth = known.native_balance.or(known.balance.filter(|_| form.token.is_none()));
    SendSlice {
        token: network.map(|network| token(state, network)),
        send_token_amount: form.amount.clone(),
        receiver_profile_name: receiver.as_ref().and_then(|address| state.identities.name(address)),
        receiver_profile_image_url: receiver.as_ref().and_then(|address| identity::image(state, address)),
        receiver_address: form.receiver.clone(),
        network_balance_in_usd: native_worth
            .and_then(|balance| balance.at_price(&known.native_price?))
            .map(|worth| format::dollars(&worth)),
        tokens: token_balances.iter().filter(fits).cloned().collect(),
        token_balances,
        loading: phase(state) == SendPhase::Waiting,
        worth: typed.and_then(|amount| worth(send, &amount)),
        search: form.search.clone(),
        tokens_phase: state.tokens.phase,
        max: send.max().map(|max| max.to_decimal()),
        max_phase: known.load,
        check: check(state),
        token_error: known.refused,
        amount_error: network.and_then(|network| amount_error(send, network)),
        receiver_error: network.and_then(|network| receiver_error(send, network.chain_namespace)),
        notice: notice(state, own.as_deref()),
        phase: phase(state),
        preview: send
            .stage
            .prepared()
            .zip(network)
            .map(|(prepared, network)| preview(state, prepared, network)),
        hash: item.and_then(|item| item.hash.clone()),
        explorer_url: item.and_then(|item| item.explorer_url.clone()),
        error: send.stage.error().cloned(),
        fault: send.stage.error().and_then(fault),
        unanswered: state
            .transactions
            .list
            .iter()
            .find(|item| item.is_unanswered() && Some(item.id.as_str()) != send.stage.id())
            .map(|item| [&*item.amount, " ", &item.symbol].concat()),
    }
}

fn worth(send: &Send, amount: &Amount) -> Option<String> {
    amount.at_price(send.known.price.as_ref()?).map(|worth| format::dollars(&worth))
}

fn token(state: &State, network: &Network) -> SendToken {
    let send = &state.send;
    let chosen = send.form.token.as_ref();
    let id = match chosen {
        Some(token) => alloc::format!("{}:{}", network.caip_network_id, token.address),
        None => "native".into(),
    };
    let known = state.tokens.list.iter().find(|item| item.id == id);
    let balance = send.known.balance.as_ref().map(format::balance);
    let image = known.and_then(|item| state.images.get(item.icon_url.as_deref()?));
    match chosen {
        Some(token) => SendToken {
            id,
            symbol: token.symbol.clone(),
            name: token.name.clone(),
            decimals: token.decimals,
            address: Some(token.address.clone()),
            balance,
            image,
        },
        None => SendToken {
            id,
            symbol: network.native_currency.symbol.clone(),
            name: network.native_currency.name.clone(),
            decimals: network.native_currency.decimals,
            address: None,
            balance,
            image,
        },
    }
}

fn preview(state: &State, prepared: &Prepared, network: &Network) -> SendPreview {
    let (shown, coin) = (&prepared.shown, &network.native_currency.symbol);
    let of = token(state, network);
    let (fee, fee_phase) = match &prepared.fee {
        Fee::Known(fee) => (Some(fee), LoadPhase::Ready),
        Fee::Loading => (None, LoadPhase::Loading),
        Fee::Unknown => (None, LoadPhase::Failed),
    };
    let with_worth = |amount: &Amount| {
        let coins = alloc::format!("{} {coin}", format::short_up(amount, 6));
        match state.send.known.native_price.and_then(|price| amount.at_price(&price)) {
            // what will be spent is never more than is shown
            Some(worth) => [&coins, ", ", &format::dollars(&worth.rounded_up(2))].concat(),
            None => coins,
        }
    };
    SendPreview {
        amount: format::separated(&shown.amount.to_decimal()),
        symbol: of.symbol,
        to: party(state, &shown.to),
        from: party(state, &shown.from),
        network_name: network.name.clone(),
        network_icon: networks::icon(state, &network.caip_network_id),
        fee: fee.map(with_worth),
        fee_phase,
        total: fee
            .filter(|_| shown.token.is_none())
            .and_then(|fee| shown.amount.checked_add(fee))
            .map(|sum| with_worth(&sum)),
        worth: worth(&state.send, &shown.amount),
        token: shown.token.clone(),
        image: of.image,
    }
}

fn party(state: &State, address: &str) -> SendParty {
    SendParty {
        short: format::truncated(address),
        name: state.identities.name(address),
        image: identity::image(state, address),
        address: address.into(),
    }
}

/// What nodes and wallets say, each in its own way, as one of the causes that people can do something about; a contract is quoted.
/// Nothing for words that nobody knows: they stay under "Details".
fn fault(error: &ErrorData) -> Option<SendFault> {
    let said = error.details.as_deref().unwrap_or(&error.message);
    let lower = text::lower(said);
    let causes = [
        ("revert", SendCause::Reverted),
        ("insufficient funds", SendCause::Funds),
        ("nonce", SendCause::Nonce),
        ("underpriced", SendCause::Underpriced),
        ("fee too low", SendCause::Underpriced),
        ("block base fee", SendCause::Underpriced),
    ];
    let (_, cause) = causes.into_iter().find(|(words, _)| lower.contains(words))?;
    // "execution reverted: why (3)": the number is ours, or the node's
    let reason = said.split_once(':').filter(|_| cause == SendCause::Reverted).and_then(|(_, why)| {
        let words = why.strip_suffix(')').and_then(|why| why.rsplit_once('('));
        text::label(words.map_or(why, |(words, _)| words), 120)
    });
    Some(SendFault { cause, reason })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    fn of(message: &str) -> Option<(SendCause, Option<String>)> {
        let error = Error::Rpc { code: -32000, message: message.into() }.data();
        fault(&error).map(|fault| (fault.cause, fault.reason))
    }

    #[test]
    fn what_nodes_and_wallets_say_becomes_a_cause() {
        for (said, cause) in [
            ("insufficient funds for gas * price + value: have 1 want 2", SendCause::Funds),
            ("err: Insufficient Funds for intrinsic transaction cost", SendCause::Funds),
            ("nonce too low: next nonce 4, tx nonce 3", SendCause::Nonce),
            ("Nonce has already been used", SendCause::Nonce),
            ("replacement transaction underpriced", SendCause::Underpriced),
            ("max fee per gas less than block base fee: address 0x", SendCause::Underpriced),
        ] {
            assert_eq!(of(said), Some((cause, None)), "{said}");
        }
        assert_eq!(of("internal error"), None, "unknown words stay under Details");
    }

    #[test]
    fn a_contract_is_quoted_without_what_others_put_around_its_words() {
        let why = |said| of(said).map(|(cause, reason)| (cause, reason.unwrap_or_default()));
        for (said, reason) in [
            (
                "execution reverted: ERC20: transfer amount exceeds balance",
                "ERC20: transfer amount exceeds balance",
            ),
            ("VM Exception: reverted with reason string 'Paused'", "reverted with reason string 'Paused'"),
            ("execution reverted", ""),
            ("execution reverted: \u{202e}<b>no</b>", "<b>no</b>"),
        ] {
            assert_eq!(why(said), Some((SendCause::Reverted, reason.into())), "{said}");
        }
        assert_eq!(fault(&Error::Reverted.data()).map(|fault| fault.reason), Some(None));
    }
}
