//! Send (2.21, 4.43, 4.44, 5.26-5.28, 6.8): "Loading goes true, then an EVM send runs, by active chain. On success the balance updates
//! and the send state resets." This module has its state: the typed values, the loaded data, and the stage with exactly the data of that
//! stage. Validation and rendering are in [`draw`]. The flows are in [`crate::features::money::send`], which loads on first use.

pub mod draw;
pub mod receiver;

pub use super::stage::{SendPhase, Stage};
pub(crate) use draw::{
    AmountError, SendChange, SendCheck, SendFault, SendParty, change, check, ending, fault, find_token,
    party, pictures, slice,
};
pub(crate) use receiver::{
    Receiver, ReceiverError, Resolution, ResolvedName, alike, is_lettered, lead, receiver, refused,
    typed_name,
};

use super::ending::Ending;
use crate::amount::{Amount, AmountFault};
use crate::constants::{MEMO_CHARS_MAX, NAME_BYTES_MAX};
use crate::entities::Network;
use crate::features::account::model::context::{ChangeReason, Move};
use crate::features::shell::model::router;
use crate::features::shell::model::view::View;
use crate::namespaces;
use crate::namespaces::names::Lead;
use crate::namespaces::terms::{self, Terms, TokenDoubt};
use crate::namespaces::transfer::{Change, RecipientKind, Transfer};
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// Loading state of a value read from the node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LoadPhase {
    /// Pending.
    #[default]
    Loading,
    /// Loaded.
    Ready,
    /// It couldn't be read.
    Failed,
}

/// The token that is sent; without one it is the native coin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The contract, checksummed.
    pub address: String,
    /// "USDC"
    pub symbol: String,
    /// "USD Coin"
    pub name: String,
    /// From the list. The send requires that the contract confirms it ([`Known::refused`]).
    pub decimals: u8,
}

/// Why a token cannot be sent at all (T7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TokenError {
    /// Its contract has other decimals than the list.
    Decimals,
    /// Only the service that listed the token can be queried.
    Witness,
}

/// A payment is more than there is, the fee included.
pub const LACKS: &str = "This wallet doesn't have enough for the payment and its fee";
/// A payment has to wait for another request.
pub const BUSY: &str = "Your wallet has another pending request";

/// The unit of a typed amount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AmountUnit {
    /// As the token counts.
    #[default]
    Token,
    /// The smallest unit of Bitcoin.
    Sats,
    /// US dollars.
    Dollars,
}

/// The typed and selected values.
#[derive(Clone, Default)]
pub struct Form {
    /// The token. `None` for the native coin.
    pub token: Option<Chosen>,
    /// The host named a token that the account's list doesn't have (yet): until one is chosen, nothing else is sent in its place.
    pub awaits_token: bool,
    /// As typed in the list of tokens.
    pub search: String,
    /// As typed.
    pub amount: String,
    /// As typed.
    pub receiver: String,
    /// For the recipient. `None` without a requested memo.
    pub memo: Option<String>,
    /// Keys that a payment names.
    pub references: Vec<String>,
    /// The payment that the page requests (docs/spec/services.md A12). It can't be edited.
    pub is_payment: bool,
    /// The unit of the typed amount.
    pub unit: AmountUnit,
    /// The full-precision amount behind a dollar amount (from Max, or from switching to dollars): dollars have only two decimals.
    pub exact: Option<Amount>,
}

/// The data for the form, for the current account and network.
#[derive(Default)]
pub struct FormData {
    /// Of balance and reserve.
    pub load: LoadPhase,
    /// The problem with the token.
    pub refused: Option<TokenError>,
    /// The token's decimals, from its contract.
    pub decimals: Option<u8>,
    /// Exact, from the node: of what is sent.
    pub balance: Option<Amount>,
    /// Of the native coin, which pays the fee of a token.
    pub native_balance: Option<Amount>,
    /// The amount of the native coin that Max reserves for the fee.
    pub reserve: Option<Amount>,
    /// The minimum balance of the native coin, unless the account is emptied.
    pub least: Option<Amount>,
    /// The token's rules: its issuer's powers, and how amounts are counted.
    pub terms: Terms,
    /// Of one token, in US dollars.
    pub price: Option<Amount>,
    /// Of the native coin, in US dollars.
    pub native_price: Option<Amount>,
}

/// The fee of a preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fee {
    /// Requested.
    Loading,
    /// Estimated, in the native coin.
    Known(Amount),
    /// Could not be estimated.
    Unknown,
    /// The wallet sets it, and no one else knows it.
    OfWallet,
}

/// A prepared transfer. The previewed data was read back from the exact request.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The previewed data.
    pub shown: Transfer,
    /// The notes about the token, and how its amounts were counted during the review.
    pub terms: Terms,
    /// That request.
    pub request: Value,
    /// Its fee.
    pub fee: Fee,
    /// The name that was typed, which has led to the recipient.
    pub name: Option<String>,
    /// How it has led there.
    pub lead: Option<Lead>,
    /// What the recipient's address is, if it isn't a normal account.
    pub place: Option<RecipientKind>,
    /// The deposit for an account that is opened for the recipient. It is a cost, but not a fee.
    pub opens: Option<Amount>,
    /// The token's transfer fee.
    pub withheld: Option<Amount>,
    /// The transfer fee after a scheduled change.
    pub withheld_later: Option<Amount>,
    /// The balance changes that the node simulated. Empty if unsupported.
    pub changes: Vec<Change>,
    /// The address that the recipient looks like, once the user has compared them.
    pub compared: Option<String>,
}

impl Prepared {
    /// As people know the amount.
    pub(crate) fn counted(&self, amount: &Amount) -> Amount {
        terms::shown(self.terms.count.as_ref(), amount)
    }

    /// The list's data about the token, if the network's differs.
    pub(crate) fn doubt(&self, token: Option<&Chosen>) -> Option<TokenDoubt> {
        let (token, units) = (token?, self.shown.amount.units);
        let doubt = terms::doubt(
            (&token.symbol, token.decimals),
            &self.terms.symbol,
            Some(self.shown.amount.decimals),
        )?;
        Some(TokenDoubt { units: Some(terms::base_units(units)), ..doubt })
    }

    /// A token amount in a text: "2.5 USDC", or "2,500,000 units" if the token is in doubt.
    pub(crate) fn text(&self, amount: &Amount, token: Option<&Chosen>, symbol: &str) -> (String, String) {
        match self.doubt(token) {
            Some(_) => (Amount::new(amount.units, 0).to_decimal(), "units".into()),
            None => (self.counted(amount).to_decimal(), symbol.into()),
        }
    }
}

/// The form, its data (3.13), and its progress.
#[derive(Default)]
pub struct Send {
    /// The typed values.
    pub form: Form,
    /// The loaded data.
    pub known: FormData,
    /// Its progress.
    pub stage: Stage<Prepared>,
    /// The address that the typed name resolves to.
    pub named: Option<ResolvedName>,
    /// Counts the looks for a name: an answer to an earlier one is stale.
    pub lookups: u32,
    /// Addresses that names have led to since the page was loaded.
    pub contacts: Vec<String>,
    /// The last transaction, until a new send starts.
    pub ended: Option<Ending>,
}

impl Send {
    /// Starts again with this form. Cached data about recipients stays.
    pub(crate) fn begin(&mut self, form: Form) {
        let contacts = core::mem::take(&mut self.contacts);
        *self = Self { form, contacts, lookups: self.lookups, ..Self::default() };
    }

    /// Of what is sent.
    pub(crate) fn decimals(&self, network: &Network) -> u8 {
        self.form.token.as_ref().map_or(network.native_currency.decimals, |token| token.decimals)
    }

    /// As people know an amount of what is sent.
    pub(crate) fn counted(&self, amount: &Amount) -> Amount {
        terms::shown(self.known.terms.count.as_ref(), amount)
    }

    /// The amount to send, from the typed amount: in base units, in any way of counting.
    pub(crate) fn parsed(&self, network: &Network) -> Result<Amount, AmountFault> {
        let (typed, decimals) = (self.form.amount.trim(), self.decimals(network));
        let exact = self.form.exact.filter(|exact| exact.decimals == decimals);
        let named = match (self.form.unit, exact) {
            (AmountUnit::Token, _) => Amount::parse(typed, decimals)?,
            (AmountUnit::Sats, _) => Amount::new(Amount::parse(typed, 0)?.units, decimals),
            (AmountUnit::Dollars, Some(exact)) => return Ok(exact),
            (AmountUnit::Dollars, None) => {
                let price = self.known.price.ok_or(AmountFault::NotANumber)?;
                Amount::for_worth(typed, &price, decimals)?
            }
        };
        terms::meant(self.known.terms.count.as_ref(), &named).ok_or(AmountFault::TooLarge)
    }

    /// The price, where dollars can be turned into what is sent: not the coin's while a token is awaited.
    pub(crate) fn price(&self) -> Option<Amount> {
        self.known.price.filter(|price| !price.is_zero() && !self.form.awaits_token)
    }

    /// The next unit for the amount. `None` if only one exists.
    pub(crate) fn next_unit(&self, network: &Network) -> Option<AmountUnit> {
        let has_sats = self.form.token.is_none() && namespaces::of(network.chain_namespace).counts_smallest();
        let has = |unit| match unit {
            AmountUnit::Token => true,
            AmountUnit::Sats => has_sats,
            AmountUnit::Dollars => self.price().is_some(),
        };
        let following = match self.form.unit {
            AmountUnit::Token => [AmountUnit::Sats, AmountUnit::Dollars],
            AmountUnit::Sats => [AmountUnit::Dollars, AmountUnit::Token],
            AmountUnit::Dollars => [AmountUnit::Token, AmountUnit::Sats],
        };
        following.into_iter().find(|unit| has(*unit))
    }

    /// Switches the amount to the next unit. The value stays the same in full precision.
    pub(crate) fn turn_unit(&mut self, network: &Network) {
        let amount = self.parsed(network).ok();
        if let Some(unit) = self.next_unit(network) {
            self.form.unit = unit;
            self.fill(amount);
        }
    }

    /// Fills in an amount, in the unit in which it is typed.
    pub(crate) fn fill(&mut self, amount: Option<Amount>) {
        let is_dollars = self.form.unit == AmountUnit::Dollars;
        let shown = |amount: Amount| match self.form.unit {
            AmountUnit::Token => Some(self.counted(&amount).to_decimal()),
            AmountUnit::Sats => Some(amount.units.to_string()),
            AmountUnit::Dollars => Some(self.counted(&amount).at_price(&self.price()?)?.to_floored(2)),
        };
        let text = amount.and_then(shown);
        self.form.exact = amount.filter(|_| is_dollars && text.is_some());
        self.form.amount = text.unwrap_or_default();
    }

    /// The amount for Max: the whole token balance, or the coin balance minus the fee reserve.
    pub(crate) fn max(&self) -> Option<Amount> {
        let known = &self.known;
        match self.form.token {
            _ if self.form.awaits_token => None,
            Some(_) => known.balance,
            None => Some(known.balance?.saturating_sub(&known.reserve?)),
        }
    }

    /// The fee, if one was estimated for what the form says.
    pub(crate) fn fee(&self) -> Option<Amount> {
        match (&self.stage, self.stage.prepared()) {
            (Stage::Editing { fee, .. }, _) => *fee,
            (_, Some(Prepared { fee: Fee::Known(fee), .. })) => Some(*fee),
            _ => None,
        }
    }
}

/// The sender: the account of the namespace that the page shows.
pub(crate) fn sender(state: &State) -> Option<String> {
    let account = state.accounts.by.get(&state.networks.active_namespace()?)?;
    account.current().map(|entry| entry.address.clone())
}

/// How far the send is, as it is rendered.
#[must_use]
pub fn phase(state: &State) -> SendPhase {
    state.send.stage.phase(&state.transactions)
}

/// A send without a response of the wallet, or with a pending hash.
#[must_use]
pub fn is_busy(state: &State) -> bool {
    state.send.stage.is_busy(&state.transactions)
}

/// The wallet hasn't responded, or the transaction isn't in a block: leaving the preview also leaves the form.
#[must_use]
pub fn is_followed(state: &State) -> bool {
    is_busy(state) && state.send.stage.is_out()
}

/// Another account or network: nothing of the one before can be shown or sent (R22).
pub fn forget(state: &mut State, moved: &Move) {
    match moved.is_page {
        // the transaction is followed through its entry; the form belonged to this account
        true if !moved.stays_connected && moved.why == ChangeReason::Disconnected => {
            *state.send = Send::default()
        }
        true => forget_prepared(state),
        false => {}
    }
}

/// Drops the data of the previous account and network. A pending request stays.
pub(crate) fn forget_prepared(state: &mut State) {
    let send = &mut *state.send;
    (send.known, send.ended) = (FormData::default(), None);
    if send.stage.is_out() {
        return;
    }
    if send.form.is_payment {
        *send = Send::default(); // the account of now begins a new one by hand
        return router::forget_form(state, View::Send);
    }
    send.stage = Stage::default();
    send.named = None; // a name may have another address on another network
    if send.form.token.take().is_some() || send.form.unit != AmountUnit::Token {
        // an amount of a token that might not exist on the new network, with an old price or other decimals
        send.form.amount.clear();
        (send.form.unit, send.form.exact) = (AmountUnit::Token, None);
    }
    router::forget_form(state, View::Send);
}

/// Whether the prepared send belongs to the current account and network.
pub(crate) fn is_of_now(state: &State) -> bool {
    let Some(Prepared { shown, .. }) = state.send.stage.prepared() else { return true };
    let network = state.networks.active_network().and_then(Network::chain);
    network.as_ref() == Some(&shown.chain) && sender(state).as_ref() == Some(&shown.from)
}

/// Returns from the preview.
pub fn leave_preview(state: &mut State) {
    state.send.stage.leave();
}

/// Commands of the send form.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum SendCommand {
    /// Opens the form.
    #[ts(rename = "send.open")]
    Open {
        #[ts(optional)]
        token: Option<String>,
        #[ts(optional)]
        to: Option<String>,
        #[ts(optional)]
        amount: Option<String>,
        #[ts(optional)]
        memo: Option<String>,
    },
    /// The amount was edited.
    #[ts(rename = "send.amount")]
    Amount { value: String },
    /// Another token was chosen; leads back to the form.
    #[ts(rename = "send.token")]
    Token { id: String },
    /// Something was typed in the list of tokens.
    #[ts(rename = "send.search")]
    Search { text: String },
    /// The recipient was edited.
    #[ts(rename = "send.receiver")]
    Receiver { value: String },
    /// The memo was edited.
    #[ts(rename = "send.memo")]
    Memo { value: String },
    /// The amount is typed in the next unit: the token's, sats, US dollars.
    #[ts(rename = "send.unit")]
    Unit {},
    /// Looks for the typed name again.
    #[ts(rename = "send.lookup")]
    Lookup {},
    /// The recipient of the preview was compared with the address that it looks like, or was not after all.
    #[ts(rename = "send.compared")]
    Compared { value: bool },
    /// Fills in what can be sent at most.
    #[ts(rename = "send.max")]
    Max {},
    /// Asks again for balance and gas price.
    #[ts(rename = "send.reload")]
    Reload {},
    /// Asks again for the fee of the preview.
    #[ts(rename = "send.fee")]
    Fee {},
    /// Shows the preview.
    #[ts(rename = "send.review")]
    Review {},
    /// Sends the request to the wallet.
    #[ts(rename = "send.confirm")]
    Confirm {},
    /// Back to the form.
    #[ts(rename = "send.cancel")]
    Cancel {},
}

/// A memo as given. A memo that is too long is rejected in the review, and cut here if no namespace supports that length.
pub(crate) fn memo(value: &str) -> String {
    value.chars().take(MEMO_CHARS_MAX).collect()
}

/// A recipient as it was typed. A name (it has a dot) keeps all its characters, one more than is looked up: a hidden one is refused with
/// its reason, or joins an emoji. An address that was pasted with invisible ones is cut to those that make sense.
pub(crate) fn typed_receiver(value: &str) -> String {
    match value.contains('.') {
        true => value.trim().chars().take(NAME_BYTES_MAX + 1).collect(),
        false => typed(value),
    }
}

/// A text of the form, cut to the characters that make sense: a paste may bring invisible ones.
pub(crate) fn typed(value: &str) -> String {
    value.chars().filter(|c| !crate::text::hidden(*c)).take(120).collect::<String>().trim_start().to_string()
}
