//! Send (2.21, 4.43, 4.44, 5.26-5.28, 6.8): "Loading goes true, then an EVM send runs, by active chain. On success the
//! balance updates and the send state resets." Here is its state: what is typed, what is known for it, and the stage, which carries
//! what is there in that stage and nothing else. What is checked and rendered of it is in [`draw`]; the flows are in
//! [`crate::features::money::send`], which the browser loads at the first use.

pub mod draw;

pub use draw::*;

use crate::amount::{Amount, AmountFault};
use crate::entities::Network;
use crate::error::ErrorData;
use crate::features::account::model::moved::{Move, Why};
use crate::features::money::model::transactions::TransactionStatus;
use crate::features::shell::model::router;
use crate::namespaces::transfer::Transfer;
use crate::store::State;
use alloc::string::{String, ToString};
use serde::Serialize;
use serde_json::Value;

/// Phase of a send, which the form and the preview render.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SendPhase {
    /// The form is edited.
    #[default]
    Editing,
    /// The fee is being estimated.
    Preparing,
    /// The preview waits for the person.
    Review,
    /// The request to the wallet is pending.
    Waiting,
    /// The wallet gave a hash.
    Confirming,
    /// Not known whether it was sent, or not mined after 25 s.
    Unknown,
    /// Nothing was sent, or it was reverted.
    Failed,
    /// The network has something else than what was confirmed.
    Differs,
}

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
    /// Could not be read.
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
    /// As the list says. It is sent only when the contract says the same ([`Known::refused`]).
    pub decimals: u8,
}

/// Why a token cannot be sent at all (T7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TokenError {
    /// Its contract has other decimals than the list.
    Decimals,
    /// Nobody can be asked but the service that listed it.
    Witness,
}

/// What is typed and chosen.
#[derive(Default)]
pub struct Form {
    /// The token; nothing for the native coin.
    pub token: Option<Chosen>,
    /// As typed in the list of tokens.
    pub search: String,
    /// As typed.
    pub amount: String,
    /// As typed.
    pub receiver: String,
}

/// What is known for the form, of the account and network of now.
#[derive(Default)]
pub struct Known {
    /// Of balance and reserve.
    pub load: LoadPhase,
    /// What is wrong with the token.
    pub refused: Option<TokenError>,
    /// Exact, from the node: of what is sent.
    pub balance: Option<Amount>,
    /// Of the native coin, which pays the fee of a token.
    pub native_balance: Option<Amount>,
    /// What Max keeps back of the native coin for the fee.
    pub reserve: Option<Amount>,
    /// Of one token, in US dollars.
    pub price: Option<Amount>,
    /// Of the native coin, in US dollars.
    pub native_price: Option<Amount>,
}

/// The fee of a preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fee {
    /// Asked for.
    Loading,
    /// Estimated, in the native coin.
    Known(Amount),
    /// Could not be estimated.
    Unknown,
}

/// A transfer that was prepared: what is previewed was read back from the request that will be submitted.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// What is previewed.
    pub shown: Transfer,
    /// That request.
    pub request: Value,
    /// Its fee.
    pub fee: Fee,
}

/// How far a send is. `id` is the entry of `transactions`.
pub enum Stage {
    /// The form is edited.
    Editing {
        /// Of what is typed, when it was just estimated.
        fee: Option<Amount>,
        /// Why it cannot be reviewed.
        error: Option<ErrorData>,
    },
    /// The fee is being estimated.
    Preparing,
    /// The preview waits for the person.
    Review(Prepared),
    /// The person has confirmed; the wallet is not asked yet, so it can be taken back.
    Confirmed {
        /// What will be asked.
        prepared: Prepared,
        /// Its entry, once it is stored.
        id: String,
    },
    /// The wallet is asked: nothing can be taken back here.
    Waiting {
        /// What it is asked.
        prepared: Prepared,
        /// Its entry.
        id: String,
    },
    /// The wallet gave a hash.
    Confirming {
        /// What was sent.
        prepared: Prepared,
        /// Its entry.
        id: String,
    },
    /// It is not known whether it was sent.
    Unknown {
        /// What may have been sent.
        prepared: Prepared,
        /// Its entry.
        id: String,
        /// Why nobody knows.
        error: ErrorData,
    },
    /// Nothing was sent: the same can be asked again.
    NotSent {
        /// What was not sent.
        prepared: Prepared,
        /// Why.
        error: ErrorData,
    },
    /// In a block, and reverted: the fee is paid and its place is taken, so it is reviewed again.
    Reverted {
        /// What was tried.
        prepared: Prepared,
        /// Its entry.
        id: String,
        /// What is said of it.
        error: ErrorData,
    },
}

impl Default for Stage {
    fn default() -> Self {
        Self::Editing { fee: None, error: None }
    }
}

impl Stage {
    /// What was prepared, from the preview on.
    #[must_use]
    pub fn prepared(&self) -> Option<&Prepared> {
        match self {
            Self::Editing { .. } | Self::Preparing => None,
            Self::Review(prepared)
            | Self::Confirmed { prepared, .. }
            | Self::Waiting { prepared, .. }
            | Self::Confirming { prepared, .. }
            | Self::Unknown { prepared, .. }
            | Self::NotSent { prepared, .. }
            | Self::Reverted { prepared, .. } => Some(prepared),
        }
    }

    /// The entry of `transactions`, from the confirmation on.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Confirmed { id, .. }
            | Self::Waiting { id, .. }
            | Self::Confirming { id, .. }
            | Self::Unknown { id, .. }
            | Self::Reverted { id, .. } => Some(id),
            _ => None,
        }
    }

    /// Why it does not go on.
    #[must_use]
    pub fn error(&self) -> Option<&ErrorData> {
        match self {
            Self::Editing { error, .. } => error.as_ref(),
            Self::Unknown { error, .. } | Self::NotSent { error, .. } | Self::Reverted { error, .. } => {
                Some(error)
            }
            _ => None,
        }
    }

    /// The form with something to say.
    #[must_use]
    pub fn editing(error: Option<ErrorData>) -> Self {
        Self::Editing { fee: None, error }
    }

    /// A request is with the wallet, or may be: it stays, whatever happens to the form.
    fn is_out(&self) -> bool {
        matches!(self, Self::Waiting { .. } | Self::Confirming { .. } | Self::Unknown { .. })
    }
}

/// The form, what is known for it (3.13), and how far it is.
#[derive(Default)]
pub struct Send {
    /// What is typed.
    pub form: Form,
    /// What is known for it.
    pub known: Known,
    /// How far it is.
    pub stage: Stage,
}

impl Send {
    /// Of what is sent.
    pub(crate) fn decimals(&self, network: &Network) -> u8 {
        self.form.token.as_ref().map_or(network.native_currency.decimals, |token| token.decimals)
    }

    /// The typed amount.
    pub(crate) fn parsed(&self, network: &Network) -> Result<Amount, AmountFault> {
        Amount::parse(self.form.amount.trim(), self.decimals(network))
    }

    /// What Max fills in: all of a token; of the native coin the balance less the reserve for the fee.
    pub(crate) fn max(&self) -> Option<Amount> {
        let known = &self.known;
        match self.form.token {
            Some(_) => known.balance,
            None => Some(known.balance?.saturating_sub(&known.reserve?)),
        }
    }

    /// The fee, where one was estimated for what the form says.
    pub(crate) fn fee(&self) -> Option<Amount> {
        match (&self.stage, self.stage.prepared()) {
            (Stage::Editing { fee, .. }, _) => *fee,
            (_, Some(Prepared { fee: Fee::Known(fee), .. })) => Some(*fee),
            _ => None,
        }
    }
}

/// The sender: the account of the family that the page shows.
pub(crate) fn sender(state: &State) -> Option<String> {
    let account = state.accounts.by.get(&state.networks.active_namespace()?)?;
    account.current().map(|entry| entry.address.clone())
}

/// How far the send is, as it is rendered: one that was not seen in a block for 25 s is unknown (9.10).
#[must_use]
pub fn phase(state: &State) -> SendPhase {
    match &state.send.stage {
        Stage::Editing { .. } => SendPhase::Editing,
        Stage::Preparing => SendPhase::Preparing,
        Stage::Review(_) => SendPhase::Review,
        Stage::Confirmed { .. } | Stage::Waiting { .. } => SendPhase::Waiting,
        Stage::Confirming { id, .. } => {
            let item = state.transactions.get(id).filter(|item| item.hash.is_some());
            match item.map(|item| item.status) {
                Some(TransactionStatus::Unknown) => SendPhase::Unknown,
                Some(TransactionStatus::Differs) => SendPhase::Differs,
                _ => SendPhase::Confirming,
            }
        }
        Stage::Unknown { .. } => SendPhase::Unknown,
        Stage::NotSent { .. } | Stage::Reverted { .. } => SendPhase::Failed,
    }
}

/// A send whose wallet has not answered, or whose hash is not mined yet, is rendered again; it is never requested a
/// second time (R9).
#[must_use]
pub fn is_busy(state: &State) -> bool {
    matches!(phase(state), SendPhase::Waiting | SendPhase::Confirming)
}

/// The wallet was asked and has not answered, or what it sent is in no block: the form is left with its preview.
#[must_use]
pub fn is_followed(state: &State) -> bool {
    is_busy(state) && state.send.stage.is_out()
}

/// Another account or network: nothing of the one before may be shown or sent (R22).
pub fn forget(state: &mut State, moved: &Move) {
    match moved.is_page {
        // what was sent is followed by its entry; the form was of this account
        true if !moved.goes_on && moved.why == Why::Disconnected => *state.send = Send::default(),
        true => forget_prepared(state),
        false => {}
    }
}

/// What was read and prepared for the account and network before is gone; a request that is out stays as it is.
pub(crate) fn forget_prepared(state: &mut State) {
    let send = &mut *state.send;
    send.known = Known::default();
    if send.stage.is_out() {
        return;
    }
    send.stage = Stage::default();
    if send.form.token.take().is_some() {
        send.form.amount.clear(); // an amount of a token that may not exist on the new network
    }
    router::forget_preview(state);
}

/// Whether the prepared send belongs to the current account and network.
pub(crate) fn is_of_now(state: &State) -> bool {
    let Some(Prepared { shown, .. }) = state.send.stage.prepared() else { return true };
    let network = state.networks.active_network().and_then(Network::chain);
    network.as_ref() == Some(&shown.chain) && sender(state).as_ref() == Some(&shown.from)
}

/// Back from the preview: the form can be edited again, unless a wallet is being asked.
pub fn leave_preview(state: &mut State) {
    let stage = &mut state.send.stage;
    if !stage.is_out() && stage.prepared().is_some() {
        *stage = Stage::default();
    }
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
    /// The receiver was edited.
    #[ts(rename = "send.receiver")]
    Receiver { value: String },
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
    /// Asks the wallet.
    #[ts(rename = "send.confirm")]
    Confirm {},
    /// Back to the form.
    #[ts(rename = "send.cancel")]
    Cancel {},
}

/// A text of the form, cut to what makes sense: what is pasted may bring characters nobody sees.
pub(crate) fn typed(value: &str) -> String {
    value.chars().filter(|c| !crate::text::hidden(*c)).take(120).collect::<String>().trim_start().to_string()
}
