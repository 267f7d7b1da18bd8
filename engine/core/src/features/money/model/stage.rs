//! The stage of a money request: edited, reviewed, requested, followed. Each stage has exactly its data. A send and a
//! swap only differ in their prepared data.

use crate::amount::Amount;
use crate::error::ErrorData;
use crate::features::money::model::transactions::{TransactionStatus, Transactions};
use alloc::string::String;
use serde::Serialize;

/// Phase of a send, which the form and the preview render.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SendPhase {
    /// The user edits the form.
    #[default]
    Editing,
    /// The fee is being estimated.
    Preparing,
    /// The preview waits for the user.
    Review,
    /// The wallet has the request.
    Waiting,
    /// The wallet returned a hash.
    Confirming,
    /// Unknown whether it was sent, or not in a block after 25 s.
    Unknown,
    /// Nothing was sent, or the transaction reverted.
    Failed,
    /// The network has another transaction than the confirmed one.
    Differs,
    /// The wallet signed something else than the user confirmed. It might have been sent.
    Altered,
    /// The transaction is in a block, but its effect can't be read.
    Unread,
}

/// The stage of a journey. `id` is the entry in `transactions`.
pub enum Stage<Prepared> {
    /// The user edits the form.
    Editing {
        /// The fee for the current values, if it was estimated.
        fee: Option<Amount>,
        /// Why the form can't be reviewed.
        error: Option<ErrorData>,
    },
    /// The fee is being estimated.
    Preparing,
    /// The preview waits for the user.
    Review(Prepared),
    /// The user has confirmed, but the wallet doesn't have the request yet, so it can be canceled.
    Confirmed {
        /// The request for the wallet.
        prepared: Prepared,
        /// The ID of its entry, once stored.
        id: String,
    },
    /// The wallet has the request, so it can't be canceled here.
    Waiting {
        /// The request for the wallet.
        prepared: Prepared,
        /// The ID of its entry.
        id: String,
    },
    /// The wallet returned a hash.
    Confirming {
        /// The data of the transaction.
        prepared: Prepared,
        /// The ID of its entry.
        id: String,
    },
    /// It is unknown whether the transaction was broadcast.
    Unknown {
        /// The data of the possible transaction.
        prepared: Prepared,
        /// The ID of its entry.
        id: String,
        /// Why the result is unknown.
        error: ErrorData,
    },
    /// Nothing was broadcast, so the same request can be made again.
    NotSent {
        /// The data of the failed request.
        prepared: Prepared,
        /// The reason.
        error: ErrorData,
    },
    /// The transaction reverted in a block: the fee is paid and the nonce is used, so the review starts again. Or
    /// another transaction replaced it.
    Reverted {
        /// The data of the failed attempt.
        prepared: Prepared,
        /// The ID of its entry.
        id: String,
        /// The reason.
        error: ErrorData,
    },
}

/// The next stage of an attempt after new information.
pub enum Next {
    /// The user rejected it, so the preview waits again.
    Review,
    /// [`Stage::Confirming`]
    Confirming,
    /// [`Stage::Unknown`]
    Unknown(ErrorData),
    /// [`Stage::NotSent`]
    NotSent(ErrorData),
    /// [`Stage::Reverted`]
    Reverted(ErrorData),
}

impl<Prepared> Default for Stage<Prepared> {
    fn default() -> Self {
        Self::Editing { fee: None, error: None }
    }
}

impl<Prepared> Stage<Prepared> {
    /// The prepared data, if any.
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

    /// The prepared data, to change what is displayed next to it.
    pub(crate) fn prepared_mut(&mut self) -> Option<&mut Prepared> {
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

    /// The entry in `transactions`, after the confirmation.
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

    /// Why the journey can't continue.
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

    /// The form, with an error if any.
    #[must_use]
    pub fn editing(error: Option<ErrorData>) -> Self {
        Self::Editing { fee: None, error }
    }

    /// Whether the wallet has the request, or might get it. It stays then, even if the form changes.
    pub(crate) fn is_out(&self) -> bool {
        matches!(self, Self::Waiting { .. } | Self::Confirming { .. } | Self::Unknown { .. })
    }

    /// The phase for the views. A transaction that isn't in a block after 25 s is displayed as unknown (9.10).
    #[must_use]
    pub fn phase(&self, transactions: &Transactions) -> SendPhase {
        let status = self.id().and_then(|id| transactions.get(id)).map(|item| item.status);
        match self {
            Self::Unknown { .. } if status == Some(TransactionStatus::Altered) => SendPhase::Altered,
            Self::Editing { .. } => SendPhase::Editing,
            Self::Preparing => SendPhase::Preparing,
            Self::Review(_) => SendPhase::Review,
            Self::Confirmed { .. } | Self::Waiting { .. } => SendPhase::Waiting,
            // if it was found among the sender's newer transactions, it is followed like any other
            Self::Unknown { id, .. } if transactions.get(id).is_none_or(|item| !item.is_answered()) => {
                SendPhase::Unknown
            }
            Self::Confirming { id, .. } | Self::Unknown { id, .. } => {
                let item = transactions.get(id).filter(|item| item.is_answered());
                match item.map(|item| item.status) {
                    Some(TransactionStatus::Unknown) => SendPhase::Unknown,
                    Some(TransactionStatus::Differs) => SendPhase::Differs,
                    Some(TransactionStatus::Unread) => SendPhase::Unread,
                    _ => SendPhase::Confirming,
                }
            }
            Self::NotSent { .. } | Self::Reverted { .. } => SendPhase::Failed,
        }
    }

    /// Whether the wallet hasn't responded, or the transaction isn't in a block yet. The view displays it again; the
    /// engine never requests it a second time (R9).
    #[must_use]
    pub fn is_busy(&self, transactions: &Transactions) -> bool {
        matches!(self.phase(transactions), SendPhase::Waiting | SendPhase::Confirming)
    }

    /// The data of the preview that waits for a click.
    #[must_use]
    pub fn waiting(&self) -> Option<&Prepared> {
        match self {
            Self::Review(prepared) | Self::NotSent { prepared, .. } => Some(prepared),
            _ => None,
        }
    }

    /// Changes the stage of this attempt. If the user has started a new form since, nothing changes.
    pub(crate) fn advance(&mut self, id: &str, next: impl FnOnce(Prepared, String) -> Self) {
        if self.id() != Some(id) {
            return;
        }
        *self = match core::mem::take(self) {
            Self::Confirmed { prepared, id }
            | Self::Waiting { prepared, id }
            | Self::Confirming { prepared, id }
            | Self::Unknown { prepared, id, .. }
            | Self::Reverted { prepared, id, .. } => next(prepared, id),
            stage => stage,
        };
    }

    /// Changes the stage of this attempt according to new information.
    pub(crate) fn go_on(&mut self, id: &str, next: Next) {
        self.advance(id, |prepared, id| match next {
            Next::Review => Self::Review(prepared),
            Next::Confirming => Self::Confirming { prepared, id },
            Next::Unknown(error) => Self::Unknown { prepared, id, error },
            Next::NotSent(error) => Self::NotSent { prepared, error },
            Next::Reverted(error) => Self::Reverted { prepared, id, error },
        });
    }

    /// Marks that the wallet has the request, unless it was canceled meanwhile. Returns whether that succeeded.
    pub(crate) fn ask(&mut self, id: &str) -> bool {
        let is_it = matches!(self, Self::Confirmed { id: of, .. } if of == id);
        if is_it {
            self.advance(id, |prepared, id| Self::Waiting { prepared, id });
        }
        is_it
    }

    /// Returns from the preview to the form, unless the wallet has the request.
    pub(crate) fn leave(&mut self) {
        if !self.is_out() && self.prepared().is_some() {
            *self = Self::default();
        }
    }
}
