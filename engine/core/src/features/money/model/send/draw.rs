//! Validates and renders the form of a send: the first failing check, and what is under its fields. The preview is in [`super::preview`].

use super::preview::{SendPreview, preview};
use super::receiver::{Receiver, receiver};
use super::recipient::{SendRecipient, recipient};
use super::{AmountUnit, LoadPhase, Send, SendPhase, TokenError, is_busy, phase};
use crate::amount::{Amount, AmountFault};
use crate::constants::TOKENS_MAX;
use crate::entities::Network;
use crate::features::account::model::balances::BalancePhase;
use crate::features::account::model::tokens;
use crate::features::account::model::tokens::{Token, TokenItem};
use crate::features::money::model::ending::Ending;
use crate::features::money::model::preview::{Progress, unanswered};
use crate::format;
use crate::namespaces;
use crate::namespaces::terms::{self, TokenDoubt, TokenRule};
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
    /// What is known of the recipient.
    #[serde(flatten)]
    pub recipient: SendRecipient,
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
    /// The unit of the typed amount.
    pub unit: AmountUnit,
    /// The unit after a click on the unit button. `None` if there is only one.
    pub next_unit: Option<AmountUnit>,
    /// The amount as typed, in the selected unit.
    pub typed: String,
    /// The amount to send, "0.5 ETH", if the amount is typed in another unit.
    pub sends: Option<String>,
    /// The progress.
    #[serde(flatten)]
    pub progress: Progress,
    pub preview: Option<SendPreview>,
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
        receiver_address: form.receiver.clone(),
        recipient: recipient(state),
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
        progress: Progress::of(state, &send.stage),
        preview: send
            .stage
            .prepared()
            .zip(network)
            .map(|(prepared, network)| preview(state, prepared, network)),
        unanswered: unanswered(state, send.stage.id()),
    }
}

/// The value of an amount. If the user typed dollars, that amount, because rounding can lose up to a cent.
pub(super) fn worth(send: &Send, amount: &Amount) -> Option<String> {
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

pub(super) fn token(state: &State, network: &Network) -> SendToken {
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
