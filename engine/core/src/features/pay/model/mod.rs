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

/// The stored key of payments without a final status, one per line ([`session`]). Any page of this origin polls them.
pub const PAYMENTS: &str = "wallet-modal:payments";

/// The message for a payment that an exchange reports, but the network doesn't show.
pub const UNSHOWN: &str = "The network doesn't show the payment that the exchange reports";

/// Whether the network's node confirms the page's data about the token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Checked {
    /// Loading.
    #[default]
    Loading,
    /// Confirmed, or the native coin, which needs no query.
    Ready,
    /// The query failed. Nothing is paid until it succeeds.
    Failed(Error),
    /// The token differs, so the payment has ended.
    Refused(Error),
}

/// The exchanges that support the payment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchanges {
    /// Loading state of the list.
    pub phase: LoadPhase,
    /// The displayed exchanges.
    pub list: Vec<Exchange>,
    /// The reason for a missing list.
    pub error: Option<Error>,
}

/// The progress of a payment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// The user chooses how to pay.
    #[default]
    Choosing,
    /// The user chose the wallet: switches its network and prepares the request.
    Preparing,
    /// The user chose an exchange, and its page is being requested.
    Opening(Exchange),
    /// The exchange's page is known, and might be open.
    AtExchange {
        /// The stored payment at the exchange.
        session: Session,
        /// The exchange's page.
        url: String,
        /// The user has opened the page.
        is_opened: bool,
    },
    /// The wallet has the request: an entry of `transactions`.
    InWallet {
        /// The ID of the entry.
        id: String,
    },
    /// Paid.
    Done(Paid),
    /// Not paid. The user can retry.
    Failed(Paid, Error),
    /// The result is unknown, with the reason if known.
    Unknown(Paid, Option<Error>),
}

/// The data to look up a payment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paid {
    /// The hash of the transaction.
    pub hash: Option<String>,
    /// The exchange's ID of the payment.
    pub session: Option<String>,
    /// The ID of the exchange.
    pub exchange: Option<String>,
}

/// The current payment, if any.
#[derive(Default)]
pub struct Pay {
    /// A number that grows with each payment. Data of an earlier one is dropped.
    pub number: u32,
    /// The payment's asset, amount and recipient.
    pub wanted: Option<PaymentRequest>,
    /// Whether the token is confirmed.
    pub checked: Checked,
    /// The exchanges.
    pub exchanges: Exchanges,
    /// The progress.
    pub stage: Stage,
    /// Why the last attempt failed. Displayed where the user can choose another way.
    pub error: Option<Error>,
    /// The last attempt that didn't pay.
    pub failed: Option<Paid>,
    /// The attempts with an unknown result.
    pub doubt: Option<Paid>,
    /// The pending attempts of this payment at exchanges.
    pub open: Vec<Session>,
    /// Other payments are pending, from before a reload or from another tab.
    pub is_before: bool,
}

impl Pay {
    /// Whether an attempt can still succeed. No other attempt starts meanwhile.
    #[must_use]
    pub fn is_out(&self) -> bool {
        !self.is_paid() && (matches!(self.stage, Stage::InWallet { .. }) || !self.open.is_empty())
    }

    /// Whether the payment is paid.
    #[must_use]
    pub fn is_paid(&self) -> bool {
        matches!(self.stage, Stage::Done(_))
    }

    /// Whether the user can continue with the payment.
    #[must_use]
    pub fn stays_connected(&self) -> bool {
        self.wanted.is_some() && !self.is_paid() && !matches!(self.checked, Checked::Refused(_))
    }
}

/// The view for the payment's progress.
#[must_use]
pub fn view(pay: &Pay) -> View {
    match pay.stage {
        Stage::Choosing | Stage::Preparing => View::Pay,
        _ => View::PayLoading,
    }
}

/// Whether the user has left the payment: the modal is closed, or shows another view.
#[must_use]
pub fn is_left(state: &State) -> bool {
    let is_of_it = |view: &View| matches!(view, View::Pay | View::PayLoading);
    !state.router.open || !state.router.stack.iter().any(is_of_it)
}

crate::command::commands! {
    /// The commands of paying.
    pub enum PayCommand, PayAction {
        /// Opens a payment. Resolves when it has ended (`handle.pay`).
        "start" Start {
            #[ts(type = "unknown")]
            options: (),
        },
        /// Pays with the wallet: opens the preview.
        "wallet" Wallet {},
        /// Pays with an exchange: requests its page.
        "exchange" Exchange { id: String },
        /// Retries the failed requests.
        "reload" Reload {},
        /// Reports that the user opened the exchange's page.
        "opened" Opened {},
        /// Goes back to the ways to pay.
        "again" Again {},
    }
    own {
        "open" Open,
        "resume" Resume,
    }
}
