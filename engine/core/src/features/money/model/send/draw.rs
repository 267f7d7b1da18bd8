//! Validates and renders a send: the first failing check, notices, the preview.

use super::receiver::{self, Receiver, ReceiverError, SendAlike, SendFirst, SendNotice, receiver};
use super::{AmountUnit, Fee, LoadPhase, Prepared, Send, SendPhase, TokenError, is_busy, phase, sender};
use crate::amount::{Amount, AmountFault};
use crate::constants::TOKENS_MAX;
use crate::entities::Network;
use crate::error::{BUSY, Code, ErrorData, names_open_request};
use crate::features::account::model::balances::BalancePhase;
use crate::features::account::model::tokens::{Token, TokenItem};
use crate::features::account::model::{identity, tokens};
use crate::features::money::model::ending::Ending;
use crate::features::money::model::transactions;
use crate::features::networks::model as networks;
use crate::format;
use crate::namespaces;
use crate::namespaces::terms::{self, TokenDoubt, TokenRule};
use crate::namespaces::transfer::{Added, Change, RecipientKind};
use crate::store::State;
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// The first failing check, in the order of docs/spec/views.md section 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SendCheck {
    /// No token is selected.
    SelectToken,
    /// The token can't be sent.
    TokenRefused,
    /// The amount is empty.
    EnterAmount,
    /// The amount isn't valid.
    InvalidAmount,
    /// The amount exceeds the balance.
    InsufficientFunds,
    /// The recipient is empty.
    EnterAddress,
    /// The name of the recipient is being resolved.
    LookingUp,
    /// The recipient isn't valid.
    InvalidAddress,
    /// All checks pass.
    Ready,
}

/// The error under the amount field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AmountError {
    /// The text isn't a number.
    Invalid,
    /// The amount has more decimals than the token.
    TooManyDecimals,
    /// Amount and fee exceed the balance.
    Insufficient,
    /// The token balance is sufficient, but not the balance for the fee.
    InsufficientFee,
    /// The account would keep less than the network's minimum, without being emptied.
    LeavesTooLittle,
}

/// The token of the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendToken {
    /// The value for `send.token`.
    pub id: String,
    /// "ETH".
    pub symbol: String,
    /// "Ether".
    pub name: String,
    /// The decimals, 18.
    pub decimals: u8,
    /// The token's contract. `None` for the native coin.
    pub address: Option<String>,
    /// The balance, floored to three decimals. `None` while it isn't known.
    pub balance: Option<String>,
    /// The icon as a `blob:` URL, once it has loaded.
    pub image: Option<String>,
}

/// Why a network or wallet rejected a transaction, if its message is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SendCause {
    /// The balance is too low for amount and fee.
    Funds,
    /// The account's next nonce differs.
    Nonce,
    /// The fee was too low.
    Underpriced,
    /// A contract rejected it.
    Reverted,
    /// Another transaction of the sender replaced it.
    Replaced,
    /// The wallet has another request.
    Busy,
}

/// The known cause of a failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendFault {
    /// The cause.
    pub cause: SendCause,
    /// The contract's own message, which is untrusted text.
    pub reason: Option<String>,
}

/// The sender or recipient of a transfer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendParty {
    /// The address, checksummed.
    pub address: String,
    /// "0x70…dc79C8"
    pub short: String,
    /// The name, as in the form.
    pub name: Option<String>,
    /// The avatar as a `blob:` URL, once it has loaded.
    pub image: Option<String>,
}

/// A balance change from the node's simulation (10.14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendChange {
    /// "-1.5 ETH". `None` for a token in no list, because its amount is unknown.
    pub text: Option<String>,
    /// The token's contract, checksummed, if `text` is `None`.
    pub token: Option<String>,
    /// Incoming. If false, outgoing.
    pub incoming: bool,
}

/// The preview, decoded from the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendPreview {
    /// The page requested it as a payment.
    pub is_payment: bool,
    /// The exact amount.
    pub amount: String,
    /// "ETH".
    pub symbol: String,
    /// The recipient.
    pub to: SendParty,
    /// The sender.
    pub from: SendParty,
    /// "Ethereum".
    pub network_name: String,
    /// The network's icon as a `blob:` URL, once it has loaded.
    pub network_icon: Option<String>,
    /// A block takes ten minutes or more.
    pub rare_blocks: bool,
    /// "0.000022 ETH, $0.07". Without the dollar value if the price is unknown. `None` while the fee is unknown.
    pub fee: Option<String>,
    /// Loading state of the fee.
    pub fee_phase: LoadPhase,
    /// Amount plus fee, with their value. `None` for a token, because its fee is paid in another coin.
    pub total: Option<String>,
    /// The value, "$12.50".
    pub worth: Option<String>,
    /// The token's contract, checksummed.
    pub token: Option<String>,
    /// The memo for the recipient.
    pub memo: Option<String>,
    /// The reference keys of a payment, in full.
    pub references: Vec<String>,
    /// The token's icon as a `blob:` URL, once it has loaded.
    pub image: Option<String>,
    /// A known address that the recipient resembles. The user has to compare them before the send (10.13).
    pub alike: Option<SendAlike>,
    /// The user has compared them.
    pub compared: bool,
    /// The user hasn't sent anything to the recipient before.
    pub first_time: Option<SendFirst>,
    /// The typed name has no address on this network. This is its address on Ethereum.
    pub of_ethereum: bool,
    /// The domains of the gateways that resolved the typed name.
    pub through: Vec<String>,
    /// The type of address, if it isn't a normal account.
    pub place: Option<RecipientKind>,
    /// The deposit for an account that is created for the recipient: "0.00203928 SOL, $0.31".
    pub opens: Option<String>,
    /// The token's transfer fee: "0.5 DEMO".
    pub withheld: Option<String>,
    /// The transfer fee after a scheduled change: "1 DEMO".
    pub withheld_later: Option<String>,
    /// Notes about the token.
    pub rules: Vec<TokenRule>,
    /// The list and the network report different data about the token, so the amount is in base units.
    pub doubt: Option<TokenDoubt>,
    /// The amount on the network, if the token displays amounts with a factor: "12.5 DEMO".
    pub uncounted: Option<String>,
    /// The parts that the wallet added when it signed, with a formatted fee: "0.0004 SOL, $0.06".
    pub added: Option<Added>,
    /// The simulated balance changes, if they differ from the amount. Empty if no node supports that.
    pub changes: Vec<SendChange>,
    /// The simulation shows more or other outgoing amounts than the preview, so the user can't confirm.
    pub exceeded: bool,
}

/// Slice `send`: the form and the preview.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "fields of Send, ready to draw")]
pub struct SendSlice {
    pub token: Option<SendToken>,
    pub send_token_amount: String,
    pub receiver_address: String,
    /// The memo for the recipient. `None` if no memo is requested.
    pub memo: Option<String>,
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
    /// Notes about the token.
    pub rules: Vec<TokenRule>,
    /// The list and the network report different data about the token.
    pub doubt: Option<TokenDoubt>,
    pub amount_error: Option<AmountError>,
    pub receiver_error: Option<ReceiverError>,
    /// The character that isn't allowed in a name: "/", or "U+200D".
    pub name_character: Option<String>,
    /// A name is being resolved.
    pub looking_up: bool,
    /// The address of the typed name, checksummed.
    pub resolved: Option<String>,
    /// The typed name has no address on this network: `resolved` is its address on Ethereum.
    pub of_ethereum: bool,
    /// A known address that the recipient resembles.
    pub alike: Option<SendAlike>,
    /// The user hasn't sent anything to the recipient before.
    pub first_time: Option<SendFirst>,
    /// The unit of the typed amount.
    pub unit: AmountUnit,
    /// The unit after a click on the unit button. `None` if there is only one.
    pub next_unit: Option<AmountUnit>,
    /// The amount as typed, in the selected unit.
    pub typed: String,
    /// The amount to send, "0.5 ETH", if the amount is typed in another unit.
    pub sends: Option<String>,
    pub notice: Option<SendNotice>,
    pub phase: SendPhase,
    pub preview: Option<SendPreview>,
    pub hash: Option<String>,
    /// The owners of the account, a Safe, haven't approved it yet.
    pub proposed: bool,
    pub explorer_url: Option<String>,
    pub error: Option<ErrorData>,
    /// The known cause of `error`.
    pub fault: Option<SendFault>,
    /// An earlier send that might still happen, "1.5 ETH". The view warns before the next confirmation
    /// (docs/spec/security.md R8).
    pub unanswered: Option<String>,
    /// The result, after success.
    pub ended: Option<Ending>,
    pub search: String,
    /// The first [`TOKENS_MAX`] tokens that match the search.
    pub tokens: Vec<TokenItem>,
    /// How many more tokens match, "1,234".
    pub more: Option<String>,
    pub tokens_phase: BalancePhase,
}

impl Send {
    /// Whether amount and fee exceed the balance. An unknown balance isn't exceeded.
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
        if more(spent, known.balance) {
            return Some(AmountError::Insufficient);
        }
        let spent = match fee {
            Some(_) => spent,
            None => known.reserve.and_then(|reserve| amount.checked_add(&reserve)),
        };
        let left = known.balance.zip(spent).map(|(balance, spent)| balance.saturating_sub(&spent));
        let is_too_little =
            |left: Amount| !left.is_zero() && known.least.is_some_and(|least| left.units < least.units);
        left.is_some_and(is_too_little).then_some(AmountError::LeavesTooLittle)
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

/// An address in the form of the displayed namespace.
fn written(state: &State, typed: &str) -> Option<String> {
    namespaces::of(state.networks.active_namespace()?).address(typed.trim()).ok()
}

/// The first failing check.
pub(crate) fn check(state: &State) -> SendCheck {
    let send = &state.send;
    let network = state.networks.active_network().filter(|_| !send.form.awaits_token);
    let Some(network) = network else { return SendCheck::SelectToken };
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
    match receiver(send, network) {
        Receiver::Absent => SendCheck::EnterAddress,
        Receiver::LookingUp => SendCheck::LookingUp,
        Receiver::Wrong(_) => SendCheck::InvalidAddress,
        Receiver::Address(_) => SendCheck::Ready,
    }
}

/// The network of the form, or of the pending request.
fn network(state: &State) -> Option<&Network> {
    let out = is_busy(state)
        || matches!(
            phase(state),
            SendPhase::Unknown | SendPhase::Differs | SendPhase::Altered | SendPhase::Unread
        );
    let prepared = state.send.stage.prepared().filter(|_| out);
    let asked = prepared.and_then(|prepared| state.networks.find(&prepared.shown.chain));
    asked.or_else(|| state.networks.active_network())
}

/// Finds a token of the account by its ID, its CAIP-10 or its address.
pub(crate) fn find_token<'a>(state: &'a State, id: &str) -> Option<&'a Token> {
    let plain = written(state, id);
    let is_of = |item: &&Token| {
        item.id == id || item.address().zip(plain.as_deref()).is_some_and(|(of, plain)| of.ends_with(plain))
    };
    state.tokens.list.iter().find(is_of)
}

/// The tokens to send: those with a balance that match the search.
fn sendable<'a>(state: &'a State, wanted: &'a str) -> impl Iterator<Item = &'a Token> {
    let is_here = state.tokens.of.as_ref().map(|of| &of.chain) == state.networks.active.as_ref();
    state.tokens.list.iter().filter(move |item| {
        let in_text = |of_token: &str| text::lower(of_token).contains(wanted);
        is_here
            && !item.amount.units.is_zero()
            && (wanted.is_empty() || in_text(&item.symbol) || in_text(&item.name) || in_text(&item.id))
    })
}

/// The tokens of the list that are rendered.
fn drawn(state: &State, wanted: &str) -> Vec<TokenItem> {
    let mut list = tokens::shown(state, sendable(state, wanted));
    for item in &mut list {
        item.test_id = alloc::format!("wm-send-token-{}", item.symbol);
    }
    list
}

/// The icon URLs of the rendered tokens.
pub(crate) fn pictures(state: &State) -> Vec<String> {
    let wanted = text::lower(state.send.form.search.trim());
    sendable(state, &wanted).take(TOKENS_MAX).filter_map(|item| item.icon_url.clone()).collect()
}

/// Builds the slice `send`.
#[must_use]
pub fn slice(state: &State) -> SendSlice {
    let send = &*state.send;
    let (form, known) = (&send.form, &send.known);
    let network = network(state).filter(|_| !form.awaits_token);
    let own = sender(state);
    let item = send.stage.id().and_then(|id| state.transactions.get(id));
    let namespace = state.networks.active_namespace();
    let by_form = state.networks.active_network().map_or(Receiver::Absent, |network| receiver(send, network));
    let receiver = match &by_form {
        Receiver::Address(address) => Some(address.clone()),
        _ => None,
    };
    let of_receiver = namespace.zip(receiver.as_deref());
    let notice = of_receiver
        .and_then(|(namespace, address)| receiver::notice(state, namespace, address, own.as_deref()));
    let is_named = namespace.is_some_and(|namespace| receiver::typed_name(send, namespace).is_some());
    let typed = network.and_then(|network| send.parsed(network).ok()).filter(|amount| !amount.is_zero());
    let wanted = text::lower(form.search.trim());
    let native_worth = known.native_balance.or(known.balance.filter(|_| form.token.is_none()));
    SendSlice {
        token: network.map(|network| token(state, network)),
        send_token_amount: match form.unit {
            AmountUnit::Token => form.amount.clone(),
            AmountUnit::Sats | AmountUnit::Dollars => {
                typed.map(|amount| send.counted(&amount).to_decimal()).unwrap_or_default()
            }
        },
        unit: form.unit,
        next_unit: network.and_then(|network| send.next_unit(network)),
        typed: form.amount.clone(),
        sends: typed.zip(network).filter(|_| form.unit != AmountUnit::Token).map(|(amount, network)| {
            [&format::separated(&send.counted(&amount).to_decimal()), " ", &token(state, network).symbol]
                .concat()
        }),
        receiver_profile_name: receiver.as_ref().and_then(|address| state.identities.name(address)),
        receiver_profile_image_url: receiver.as_ref().and_then(|address| identity::image(state, address)),
        receiver_address: form.receiver.clone(),
        memo: form.memo.clone(),
        network_balance_in_usd: native_worth
            .and_then(|balance| balance.at_price(&known.native_price?))
            .map(|worth| format::dollars(&worth)),
        tokens: drawn(state, &wanted),
        more: tokens::beyond(sendable(state, &wanted).count()),
        token_balances: drawn(state, ""),
        loading: phase(state) == SendPhase::Waiting,
        worth: typed
            .filter(|_| form.unit != AmountUnit::Dollars)
            .and_then(|amount| worth(send, &send.counted(&amount))),
        ended: send.ended.clone(),
        search: form.search.clone(),
        tokens_phase: state.tokens.phase,
        max: send.max().map(|max| send.counted(&max).to_decimal()),
        max_phase: known.load,
        check: check(state),
        token_error: known.refused,
        rules: known.terms.rules.clone(),
        doubt: form.token.as_ref().filter(|_| known.load == LoadPhase::Ready).and_then(|token| {
            terms::doubt((&token.symbol, token.decimals), &known.terms.symbol, known.decimals)
        }),
        amount_error: network.and_then(|network| amount_error(send, network)),
        receiver_error: match by_form {
            Receiver::Wrong(error) => Some(error),
            _ => None,
        },
        name_character: namespace.and_then(|namespace| receiver::refused_character(send, namespace)),
        looking_up: by_form == Receiver::LookingUp,
        resolved: receiver.clone().filter(|_| is_named),
        of_ethereum: namespace
            .and_then(|namespace| receiver::lead(send, namespace))
            .is_some_and(|(_, lead)| lead.is_of_ethereum),
        alike: of_receiver.and_then(|(namespace, address)| receiver::alike(state, namespace, address)),
        first_time: of_receiver.and_then(|(namespace, address)| receiver::first(state, namespace, address)),
        notice,
        phase: phase(state),
        preview: send
            .stage
            .prepared()
            .zip(network)
            .map(|(prepared, network)| preview(state, prepared, network)),
        hash: item.and_then(|item| item.hash.clone()),
        proposed: item.is_some_and(|item| transactions::is_proposed(state, item)),
        explorer_url: item.and_then(|item| item.explorer_url.clone()),
        error: send.stage.error().cloned(),
        fault: send.stage.error().and_then(fault),
        unanswered: state
            .transactions
            .list
            .iter()
            .find(|item| item.is_doubtful() && Some(item.id.as_str()) != send.stage.id())
            .map(|item| [&*item.amount, " ", &item.symbol].concat()),
    }
}

/// The data of the result view.
pub(crate) fn ending(state: &State) -> Option<Ending> {
    let SendSlice { preview, explorer_url, .. } = slice(state);
    let SendPreview { amount, symbol, to, added, .. } = preview?;
    Some(Ending {
        gave: Some([&amount, " ", &*symbol].concat()),
        to: Some(to),
        added,
        explorer_url,
        ..Ending::default()
    })
}

/// The value of an amount. If the user typed dollars, that amount, because rounding can lose up to a cent.
fn worth(send: &Send, amount: &Amount) -> Option<String> {
    let worth = amount.at_price(send.known.price.as_ref()?)?;
    let typed = || Amount::parse(send.form.amount.trim(), worth.decimals).ok();
    let is_typed = send.form.unit == AmountUnit::Dollars && send.form.exact.is_none();
    let cent = Amount::parse("0.01", worth.decimals).ok();
    let sum = typed().filter(|sum| {
        let rest = sum.saturating_sub(&worth);
        is_typed && sum.units >= worth.units && cent.is_some_and(|cent| rest.units < cent.units)
    });
    Some(format::dollars(&sum.unwrap_or(worth)))
}

fn token(state: &State, network: &Network) -> SendToken {
    let send = &state.send;
    let chosen = send.form.token.as_ref();
    let id = match chosen {
        Some(token) => alloc::format!("{}:{}", network.caip_network_id, token.address),
        None => "native".into(),
    };
    let known = state.tokens.list.iter().find(|item| item.id == id);
    let balance = send
        .known
        .balance
        .map(|balance| namespaces::of(network.chain_namespace).balance(&send.counted(&balance)));
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
        // nothing to display, and nothing is missing
        Fee::OfWallet => (None, LoadPhase::Ready),
    };
    let with_worth = |amount: &Amount| {
        let coins = alloc::format!("{} {coin}", format::short_up(amount, 6));
        match state.send.known.native_price.and_then(|price| amount.at_price(&price)) {
            // rounded up, so the displayed value isn't lower than the spent one
            Some(worth) => [&coins, ", ", &format::dollars(&worth.rounded_up(2))].concat(),
            None => coins,
        }
    };
    let of_token = |amount: &Amount| [&format::separated(&amount.to_decimal()), " ", &of.symbol].concat();
    let chosen = state.send.form.token.as_ref();
    let doubt = prepared.doubt(chosen);
    let (amount, symbol) = prepared.text(&shown.amount, chosen, &of.symbol);
    let item = state.send.stage.id().and_then(|id| state.transactions.get(id));
    let namespace = shown.chain.namespace;
    let alike = receiver::alike(state, namespace, &shown.to);
    SendPreview {
        is_payment: state.send.form.is_payment,
        amount: format::separated(&amount),
        rules: prepared.terms.rules.clone(),
        uncounted: prepared.terms.count.map(|_| of_token(&shown.amount)),
        withheld: prepared.withheld.map(|kept| of_token(&prepared.counted(&kept))),
        withheld_later: prepared.withheld_later.map(|kept| of_token(&prepared.counted(&kept))),
        symbol,
        to: SendParty {
            name: prepared.name.clone().or_else(|| state.identities.name(&shown.to)),
            ..party(state, &shown.to)
        },
        from: party(state, &shown.from),
        network_name: network.name.clone(),
        network_icon: networks::icon(state, &network.caip_network_id),
        rare_blocks: namespaces::of(namespace).has_rare_blocks(),
        fee: fee.map(with_worth),
        fee_phase,
        total: fee
            .filter(|_| shown.token.is_none())
            .and_then(|fee| shown.amount.checked_add(fee))
            .map(|sum| with_worth(&sum)),
        worth: worth(&state.send, &prepared.counted(&shown.amount)).filter(|_| doubt.is_none()),
        token: shown.token.clone(),
        memo: shown.memo.clone(),
        references: shown.references.clone(),
        image: of.image,
        compared: alike.as_ref().is_some_and(|alike| prepared.compared.as_ref() == Some(&alike.known)),
        alike,
        first_time: receiver::first(state, namespace, &shown.to),
        of_ethereum: prepared.lead.as_ref().is_some_and(|lead| lead.is_of_ethereum),
        through: prepared.lead.as_ref().map(|lead| lead.through.clone()).unwrap_or_default(),
        place: prepared.place,
        opens: prepared.opens.as_ref().map(with_worth),
        added: item.and_then(|item| item.added.as_ref()).map(|added| {
            added.in_words(&|amount| {
                Some(with_worth(&Amount::parse(amount, network.native_currency.decimals).ok()?))
            })
        }),
        changes: match prepared.changes.as_slice() {
            [only] if shown.is(only) => Vec::new(), // the preview's amount already shows this change
            all => all.iter().map(|of| change(state, network, of)).collect(),
        },
        exceeded: shown.is_exceeded(&prepared.changes),
        doubt,
    }
}

/// One line of the simulated changes, with names from the list of tokens.
pub(crate) fn change(state: &State, network: &Network, change: &Change) -> SendChange {
    let chosen = state.send.form.token.as_ref();
    let of = match &change.token {
        None => Some((network.native_currency.symbol.clone(), network.native_currency.decimals)),
        Some(address) => chosen
            .filter(|token| token.address == *address)
            .filter(|_| state.send.stage.prepared().is_none_or(|prepared| prepared.doubt(chosen).is_none()))
            .map(|token| (token.symbol.clone(), token.decimals))
            .or_else(|| {
                let item = find_token(state, address).filter(|item| item.is_known_by_name())?;
                Some((item.symbol.clone(), item.amount.decimals))
            }),
    };
    let sign = if change.is_in { "+" } else { "-" };
    let text = of.filter(|_| !change.is_item).map(|(symbol, decimals)| {
        let amount = Amount::new(change.units, decimals).to_decimal();
        [sign, &format::separated(&amount), " ", &symbol].concat()
    });
    let token = change.token.clone().filter(|_| text.is_none());
    SendChange { text, token, incoming: change.is_in }
}

/// The user's own account in its displayed form.
pub(crate) fn party(state: &State, address: &str) -> SendParty {
    SendParty {
        short: format::truncated(address),
        name: state.identities.name(address),
        image: identity::image(state, address),
        address: address.into(),
    }
}

/// Maps the messages of nodes and wallets to causes that users can act on, and quotes a contract's reason. `None` for
/// unknown messages, which stay under "Details".
pub(crate) fn fault(error: &ErrorData) -> Option<SendFault> {
    if error.code == Code::Number(BUSY) && names_open_request(&error.message) {
        return Some(SendFault { cause: SendCause::Busy, reason: None });
    }
    let said = error.details.as_deref().unwrap_or(&error.message);
    let lower = text::lower(said);
    let causes = [
        ("revert", SendCause::Reverted),
        ("insufficient funds", SendCause::Funds),
        ("nonce", SendCause::Nonce),
        ("underpriced", SendCause::Underpriced),
        ("fee too low", SendCause::Underpriced),
        ("block base fee", SendCause::Underpriced),
        ("replaced by another", SendCause::Replaced),
    ];
    let (_, cause) = causes.into_iter().find(|(words, _)| lower.contains(words))?;
    // "execution reverted: why (3)": the number comes from us or the node
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
        let error = Error::rpc(-32000, message).data();
        fault(&error).map(|fault| (fault.cause, fault.reason))
    }

    #[test]
    fn derives_the_cause_from_node_and_wallet_errors() {
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
        assert_eq!(fault(&Error::Replaced.data()).map(|fault| fault.cause), Some(SendCause::Replaced));
        let busy = Error::rpc(-32002, "Request of type 'nonce' is pending").data();
        assert_eq!(fault(&busy).map(|fault| fault.cause), Some(SendCause::Busy));
        assert_eq!(of("internal error"), None, "unknown words stay under Details");
    }

    #[test]
    fn quotes_a_contracts_reason_without_its_wrapping() {
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
