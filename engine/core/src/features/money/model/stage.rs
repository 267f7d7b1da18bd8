//! The stage of a money request: typed, reviewed, requested, followed. Each stage carries exactly its data. A send and a swap only differ
//! in their prepared data.

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
    /// The form is edited.
    #[default]
    Editing,
    /// The fee is being estimated.
    Preparing,
    /// The preview waits for the user.
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
    /// The wallet signed something else than what was confirmed; it might have been sent.
    Altered,
    /// It is in a block, and the network doesn't show its effect.
    Unread,
}

/// How far it is. `id` is the entry of `transactions`.
pub enum Stage<Prepared> {
    /// The form is edited.
    Editing {
        /// Of what is typed, when it was just estimated.
        fee: Option<Amount>,
        /// Why it cannot be reviewed.
        error: Option<ErrorData>,
    },
    /// The fee is being estimated.
    Preparing,
    /// The preview waits for the user.
    Review(Prepared),
    /// The user has confirmed, and the wallet doesn't have the request yet, so it can be cancelled.
    Confirmed {
        /// The request for the wallet.
        prepared: Prepared,
        /// Its entry, once it is stored.
        id: String,
    },
    /// The wallet has the request: it can't be cancelled here.
    Waiting {
        /// The wallet's request.
        prepared: Prepared,
        /// Its entry.
        id: String,
    },
    /// The wallet gave a hash.
    Confirming {
        /// The transaction.
        prepared: Prepared,
        /// Its entry.
        id: String,
    },
    /// It's unknown whether it was broadcast.
    Unknown {
        /// The possible transaction.
        prepared: Prepared,
        /// Its entry.
        id: String,
        /// Why it is unknown.
        error: ErrorData,
    },
    /// Nothing was broadcast: the same request can be made again.
    NotSent {
        /// The failed request.
        prepared: Prepared,
        /// The reason.
        error: ErrorData,
    },
    /// Reverted in a block: the fee is paid and the nonce is used, so the review starts again. Or another transaction replaced it.
    Reverted {
        /// The failed attempt.
        prepared: Prepared,
        /// Its entry.
        id: String,
        /// The error.
        error: ErrorData,
    },
}

/// The next stage of an attempt after new information.
pub enum Next {
    /// The user has refused: the preview waits again.
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
    /// The prepared data, from the preview on.
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

    /// The same, to change what is shown next to it.
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

    /// Why it can't continue.
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

    /// A request is with the wallet, or can be: it stays, whatever happens to the form.
    pub(crate) fn is_out(&self) -> bool {
        matches!(self, Self::Waiting { .. } | Self::Confirming { .. } | Self::Unknown { .. })
    }

    /// The rendered progress. A transaction that isn't in a block after 25 s is shown as unknown (9.10).
    #[must_use]
    pub fn phase(&self, transactions: &Transactions) -> SendPhase {
        let status = self.id().and_then(|id| transactions.get(id)).map(|item| item.status);
        match self {
            Self::Unknown { .. } if status == Some(TransactionStatus::Altered) => SendPhase::Altered,
            Self::Editing { .. } => SendPhase::Editing,
            Self::Preparing => SendPhase::Preparing,
            Self::Review(_) => SendPhase::Review,
            Self::Confirmed { .. } | Self::Waiting { .. } => SendPhase::Waiting,
            // found by what the sender has done next, it is followed as any other
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

    /// One whose wallet has not answered, or that is in no block yet, is rendered again; it is never requested a second time (R9).
    #[must_use]
    pub fn is_busy(&self, transactions: &Transactions) -> bool {
        matches!(self.phase(transactions), SendPhase::Waiting | SendPhase::Confirming)
    }

    /// The data that waits for a click.
    #[must_use]
    pub fn waiting(&self) -> Option<&Prepared> {
        match self {
            Self::Review(prepared) | Self::NotSent { prepared, .. } => Some(prepared),
            _ => None,
        }
    }

    /// Sets the stage of this attempt. A form that was filled in since then stays unchanged.
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

    /// The same, by what is learnt of it.
    pub(crate) fn go_on(&mut self, id: &str, next: Next) {
        self.advance(id, |prepared, id| match next {
            Next::Review => Self::Review(prepared),
            Next::Confirming => Self::Confirming { prepared, id },
            Next::Unknown(error) => Self::Unknown { prepared, id, error },
            Next::NotSent(error) => Self::NotSent { prepared, error },
            Next::Reverted(error) => Self::Reverted { prepared, id, error },
        });
    }

    /// Marks the wallet as having the request, unless it was cancelled meanwhile. Returns whether that succeeded.
    pub(crate) fn ask(&mut self, id: &str) -> bool {
        let is_it = matches!(self, Self::Confirmed { id: of, .. } if of == id);
        if is_it {
            self.advance(id, |prepared, id| Self::Waiting { prepared, id });
        }
        is_it
    }

    /// Back from the preview: the form can be edited again, unless a wallet is being asked.
    pub(crate) fn leave(&mut self) {
        if !self.is_out() && self.prepared().is_some() {
            *self = Self::default();
        }
    }
}
