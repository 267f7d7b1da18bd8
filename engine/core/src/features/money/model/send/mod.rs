//! Send (2.21, 4.43, 4.44, 5.26-5.28, 6.8): "Loading goes true, then an EVM send runs, by active chain. On success the
//! balance updates and the send state resets." This module has its state: the typed values, the loaded data, and the
//! stage with exactly the data of that stage. Validation and rendering are in [`draw`]. The flows are in
//! [`crate::features::money::send`], which loads on first use.

pub mod draw;
pub mod preview;
pub mod receiver;
pub mod recipient;

pub use super::stage::{SendPhase, Stage};
pub(crate) use draw::{AmountError, SendCheck, check, find_token, pictures, slice};
pub(crate) use preview::{SendChange, change, ending};
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

/// Loading state of a value from the node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LoadPhase {
    /// Loading.
    #[default]
    Loading,
    /// Loaded.
    Ready,
    /// The request failed.
    Failed,
}

/// The token to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The contract, checksummed.
    pub address: String,
    /// "USDC"
    pub symbol: String,
    /// "USD Coin"
    pub name: String,
    /// The decimals from the list. The contract must confirm them before a send ([`FormData::refused`]).
    pub decimals: u8,
}

/// Why a token cannot be sent at all (T7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TokenError {
    /// The contract reports other decimals than the list.
    Decimals,
    /// No node confirms the decimals, except that of the service that listed the token.
    Witness,
}

/// The message for a payment that exceeds the balance, including its fee.
pub const LACKS: &str = "This wallet doesn't have enough for the payment and its fee";
/// The message for a payment that must wait for another request.
pub const BUSY: &str = "Your wallet has another pending request";

/// The unit in which the amount is typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AmountUnit {
    /// The token's own unit.
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
    /// The page named a token that the account's list doesn't have yet. Until the user selects one, no other token can
    /// be sent.
    pub awaits_token: bool,
    /// The search text of the list of tokens.
    pub search: String,
    /// The typed amount.
    pub amount: String,
    /// The typed recipient.
    pub receiver: String,
    /// The memo for the recipient. `None` if no memo is requested.
    pub memo: Option<String>,
    /// The reference keys of a payment.
    pub references: Vec<String>,
    /// The form is a payment that the page requests (docs/spec/services.md A12), so it can't be edited.
    pub is_payment: bool,
    /// The unit of the typed amount.
    pub unit: AmountUnit,
    /// The full-precision amount behind a dollar amount (from Max, or from switching to dollars): dollars have only two decimals.
    pub exact: Option<Amount>,
}

/// The loaded data of the form, for the current account and network.
#[derive(Default)]
pub struct FormData {
    /// Loading state of the balance and the reserve.
    pub load: LoadPhase,
    /// Why the token can't be sent.
    pub refused: Option<TokenError>,
    /// The token's decimals, from its contract.
    pub decimals: Option<u8>,
    /// The exact balance of the token, from the node.
    pub balance: Option<Amount>,
    /// The exact balance of the native coin, which pays the fee.
    pub native_balance: Option<Amount>,
    /// The amount of the native coin that Max reserves for the fee.
    pub reserve: Option<Amount>,
    /// The minimum balance of the native coin, unless the account is emptied.
    pub least: Option<Amount>,
    /// The token's rules: the rights of its issuer, and how amounts are displayed.
    pub terms: Terms,
    /// The price of one token in US dollars.
    pub price: Option<Amount>,
    /// The price of one native coin in US dollars.
    pub native_price: Option<Amount>,
}

/// The fee of a preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fee {
    /// Loading.
    Loading,
    /// Estimated, in the native coin.
    Known(Amount),
    /// The estimate failed.
    Unknown,
    /// The wallet sets the fee, and only the wallet knows it.
    OfWallet,
}

/// A prepared transfer, decoded from the exact request.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The displayed data.
    pub shown: Transfer,
    /// The notes about the token, and how its amounts were displayed during the review.
    pub terms: Terms,
    /// The request for the wallet.
    pub request: Value,
    /// The network fee.
    pub fee: Fee,
    /// The typed name that resolved to the recipient.
    pub name: Option<String>,
    /// How the name was resolved.
    pub lead: Option<Lead>,
    /// The type of the recipient's address, if it isn't a normal account.
    pub place: Option<RecipientKind>,
    /// The deposit for an account that is created for the recipient. It is a cost, but not a fee.
    pub opens: Option<Amount>,
    /// The token's transfer fee.
    pub withheld: Option<Amount>,
    /// The transfer fee after a scheduled change.
    pub withheld_later: Option<Amount>,
    /// The balance changes from the node's simulation. Empty if the node doesn't support it.
    pub changes: Vec<Change>,
    /// The known address that the recipient resembles, after the user has compared them.
    pub compared: Option<String>,
}

impl Prepared {
    /// Converts an amount to its displayed form, if the token uses a factor.
    pub(crate) fn counted(&self, amount: &Amount) -> Amount {
        terms::shown(self.terms.count.as_ref(), amount)
    }

    /// The list's data about the token, if the network's data differs.
    pub(crate) fn doubt(&self, token: Option<&Chosen>) -> Option<TokenDoubt> {
        let (token, units) = (token?, self.shown.amount.units);
        let doubt = terms::doubt(
            (&token.symbol, token.decimals),
            &self.terms.symbol,
            Some(self.shown.amount.decimals),
        )?;
        Some(TokenDoubt { units: Some(terms::base_units(units)), ..doubt })
    }

    /// A token amount as text: "2.5 USDC", or "2,500,000 units" if list and network differ.
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
    /// The stage.
    pub stage: Stage<Prepared>,
    /// The address that the typed name resolves to.
    pub named: Option<ResolvedName>,
    /// A number that grows with each lookup of a name. A response with an older number is stale.
    pub lookups: u32,
    /// The addresses that names have resolved to on this page.
    pub contacts: Vec<String>,
    /// The result of the last send, until a new one starts.
    pub ended: Option<Ending>,
}

impl Send {
    /// Starts again with this form. Cached data about recipients stays.
    pub(crate) fn begin(&mut self, form: Form) {
        let contacts = core::mem::take(&mut self.contacts);
        *self = Self { form, contacts, lookups: self.lookups, ..Self::default() };
    }

    /// The decimals of the token or coin.
    pub(crate) fn decimals(&self, network: &Network) -> u8 {
        self.form.token.as_ref().map_or(network.native_currency.decimals, |token| token.decimals)
    }

    /// Converts an amount of the form to its displayed form.
    pub(crate) fn counted(&self, amount: &Amount) -> Amount {
        terms::shown(self.known.terms.count.as_ref(), amount)
    }

    /// The amount to send, in base units, from the typed text in its unit.
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

    /// The price for converting dollars. `None` while a named token isn't loaded, because the coin's price would be
    /// wrong.
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

    /// Fills in an amount, in the selected unit.
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

    /// The fee, if it was estimated for the current values.
    pub(crate) fn fee(&self) -> Option<Amount> {
        match (&self.stage, self.stage.prepared()) {
            (Stage::Editing { fee, .. }, _) => *fee,
            (_, Some(Prepared { fee: Fee::Known(fee), .. })) => Some(*fee),
            _ => None,
        }
    }
}

/// The address of the sender: the account of the displayed namespace.
pub(crate) fn sender(state: &State) -> Option<String> {
    let account = state.accounts.by.get(&state.networks.active_namespace()?)?;
    account.current().map(|entry| entry.address.clone())
}

/// The phase of the send for the views.
#[must_use]
pub fn phase(state: &State) -> SendPhase {
    state.send.stage.phase(&state.transactions)
}

/// Whether the wallet hasn't responded, or the transaction isn't in a block yet.
#[must_use]
pub fn is_busy(state: &State) -> bool {
    state.send.stage.is_busy(&state.transactions)
}

/// Like [`is_busy`]. If true, leaving the preview also leaves the form.
#[must_use]
pub fn is_followed(state: &State) -> bool {
    is_busy(state) && state.send.stage.is_out()
}

/// Handles another account or network: nothing of the previous one can be displayed or sent (R22).
pub fn forget(state: &mut State, moved: &Move) {
    match moved.is_page {
        // the entry follows the transaction; the form belonged to this account
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
        *send = Send::default(); // the user of the new account starts a new form
        return router::forget_form(state, View::Send);
    }
    send.stage = Stage::default();
    send.named = None; // a name can have another address on another network
    if send.form.token.take().is_some() || send.form.unit != AmountUnit::Token {
        // the token might not exist on the new network, or have another price or other decimals
        send.form.amount.clear();
        (send.form.unit, send.form.exact) = (AmountUnit::Token, None);
    }
    router::forget_form(state, View::Send);
}

/// Whether the prepared send belongs to the current account and network.
pub(crate) fn is_of_now(state: &State) -> bool {
    let prepared = state.send.stage.prepared();
    prepared.is_none_or(|Prepared { shown, .. }| super::preview::is_of_now(state, &shown.chain, &shown.from))
}

/// Returns from the preview.
pub fn leave_preview(state: &mut State) {
    state.send.stage.leave();
}

crate::command::commands! {
    /// The commands of the send form.
    pub enum SendCommand, SendAction {
        /// Opens the form.
        "open" Open {
            #[ts(optional)]
            token: Option<String>,
            #[ts(optional)]
            to: Option<String>,
            #[ts(optional)]
            amount: Option<String>,
            #[ts(optional)]
            memo: Option<String>,
        },
        /// Sets the amount.
        "amount" Amount { value: String },
        /// Selects a token, and goes back to the form.
        "token" Token { id: String },
        /// Searches the list of tokens.
        "search" Search { text: String },
        /// Sets the recipient.
        "receiver" Receiver { value: String },
        /// Sets the memo.
        "memo" Memo { value: String },
        /// Switches the amount to the next unit: the token's, sats, US dollars.
        "unit" Unit {},
        /// Resolves the typed name again.
        "lookup" Lookup {},
        /// Reports whether the user has compared the recipient with the address that it resembles.
        "compared" Compared { value: bool },
        /// Fills in the maximum amount.
        "max" Max {},
        /// Loads the balance and the gas price again.
        "reload" Reload {},
        /// Estimates the fee of the preview again.
        "fee" Fee {},
        /// Opens the preview.
        "review" Review {},
        /// Sends the request to the wallet.
        "confirm" Confirm {},
        /// Goes back to the form.
        "cancel" Cancel {},
    }
    own {
        "pay" Pay,
        "renew" Renew,
        "enter" Enter,
        "answered" Answered,
    }
}

/// The memo. The review rejects one that is too long for the network. It is only cut here if no namespace supports its
/// length.
pub(crate) fn memo(value: &str) -> String {
    value.chars().take(MEMO_CHARS_MAX).collect()
}

/// The typed recipient. A name (a text with a dot) keeps all its characters, because a hidden character must be
/// rejected with a reason, or joins an emoji. It is cut one character above the limit. An address loses the invisible
/// characters of a paste.
pub(crate) fn typed_receiver(value: &str) -> String {
    match value.contains('.') {
        true => value.trim().chars().take(NAME_BYTES_MAX + 1).collect(),
        false => typed(value),
    }
}

/// A text of the form without the invisible characters of a paste.
pub(crate) fn typed(value: &str) -> String {
    value.chars().filter(|c| !crate::text::hidden(*c)).take(120).collect::<String>().trim_start().to_string()
}
