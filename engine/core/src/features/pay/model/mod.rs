//! Payments (1.8, 2.25, docs/spec/services.md A12): the page's payment, the ways to pay it, and the progress. Parsing is in [`wanted`],
//! rendering in [`draw`], the flows in [`crate::features::pay`].

pub mod draw;
pub mod session;
pub mod wanted;

pub(crate) use draw::slice;
pub use session::Session;
pub use wanted::{Asset, Limits, PaymentRequest};

use crate::error::Error;
use crate::features::money::model::send::LoadPhase;
use crate::features::shell::model::view::View;
use crate::services::Exchange;
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;

/// Payments without a final status, which any page of this origin asks after: a line for each ([`session`]).
pub const PAYMENTS: &str = "wallet-modal:payments";

/// An exchange says that it has paid, and the network does not show that.
pub const UNSHOWN: &str = "The network doesn't show the payment that the exchange reports";

/// Whether the network's node confirms the page's token data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Checked {
    /// Requested.
    #[default]
    Loading,
    /// Confirmed, or the native coin, which needs no query.
    Ready,
    /// The query failed: nothing is paid before it succeeds.
    Failed(Error),
    /// It is something else: this payment is over.
    Refused(Error),
}

/// The exchanges one may pay with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchanges {
    /// From the list.
    pub phase: LoadPhase,
    /// As many as are shown.
    pub list: Vec<Exchange>,
    /// The reason for a missing list.
    pub error: Option<Error>,
}

/// How far a payment is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// How it is paid is to be chosen.
    #[default]
    Choosing,
    /// The user chose the wallet: switches its network and prepares the request.
    Preparing,
    /// The user chose an exchange. Its page is being requested.
    Opening(Exchange),
    /// Its page is known, and maybe open.
    AtExchange {
        /// The payment there.
        session: Session,
        /// The exchange's page.
        url: String,
        /// The user has opened it.
        is_opened: bool,
    },
    /// The wallet has the request: an entry of `transactions`.
    InWallet {
        /// Of the entry.
        id: String,
    },
    /// Paid.
    Done(Paid),
    /// Not paid; it can be tried once more.
    Failed(Paid, Error),
    /// The end is unknown, with the reason if known.
    Unknown(Paid, Option<Error>),
}

/// The data to look a payment up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paid {
    /// The transaction.
    pub hash: Option<String>,
    /// The exchange's id of it.
    pub session: Option<String>,
    /// By which exchange.
    pub exchange: Option<String>,
}

/// The payment, if one exists.
#[derive(Default)]
pub struct Pay {
    /// Counts payments: data of an earlier one is dropped.
    pub number: u32,
    /// The payment's asset, amount and recipient.
    pub wanted: Option<PaymentRequest>,
    /// The token.
    pub checked: Checked,
    /// The exchanges.
    pub exchanges: Exchanges,
    /// Its progress.
    pub stage: Stage,
    /// Why the last way did not go on; said where another can be chosen.
    pub error: Option<Error>,
    /// The last attempt, which didn't pay.
    pub failed: Option<Paid>,
    /// The attempts with an unknown end.
    pub doubt: Option<Paid>,
    /// Payments of this one at exchanges that have not ended.
    pub open: Vec<Session>,
    /// Others have not: of before a reload, or of another tab.
    pub is_before: bool,
}

impl Pay {
    /// An attempt can still succeed: no other one starts meanwhile.
    #[must_use]
    pub fn is_out(&self) -> bool {
        !self.is_paid() && (matches!(self.stage, Stage::InWallet { .. }) || !self.open.is_empty())
    }

    /// It is paid.
    #[must_use]
    pub fn is_paid(&self) -> bool {
        matches!(self.stage, Stage::Done(_))
    }

    /// The user can continue with it.
    #[must_use]
    pub fn stays_connected(&self) -> bool {
        self.wanted.is_some() && !self.is_paid() && !matches!(self.checked, Checked::Refused(_))
    }
}

/// The view that shows how far it is.
#[must_use]
pub fn view(pay: &Pay) -> View {
    match pay.stage {
        Stage::Choosing | Stage::Preparing => View::Pay,
        _ => View::PayLoading,
    }
}

/// The user has left it: the modal was closed, or shows another view.
#[must_use]
pub fn is_left(state: &State) -> bool {
    let is_of_it = |view: &View| matches!(view, View::Pay | View::PayLoading);
    !state.router.open || !state.router.stack.iter().any(is_of_it)
}

/// Commands of paying.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum PayCommand {
    /// Opens a payment; resolves when it is over (`handle.pay`).
    #[ts(rename = "pay.start")]
    Start {
        #[ts(type = "unknown")]
        options: (),
    },
    /// Pays from the wallet; shows the preview.
    #[ts(rename = "pay.wallet")]
    Wallet {},
    /// Pays with an exchange: asks for its page.
    #[ts(rename = "pay.exchange")]
    Exchange { id: String },
    /// Asks again for what could not be read.
    #[ts(rename = "pay.reload")]
    Reload {},
    /// The user opens the exchange's page.
    #[ts(rename = "pay.opened")]
    Opened {},
    /// Back to the ways to pay.
    #[ts(rename = "pay.again")]
    Again {},
}
