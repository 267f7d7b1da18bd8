//! On-chain approvals (10.37): spenders and amounts as the network's node reports them, and revoking one. Rendering is
//! in [`draw`]; the flows are in [`crate::features::money::revoke`].

pub mod draw;

use super::send::LoadPhase;
pub use super::stage::{SendPhase, Stage};
use crate::caip::{AccountId, ChainId};
use crate::features::account::model::context::Move;
use crate::features::money::model::preview;
use crate::features::money::model::send::Fee;
use crate::features::shell::model::router;
use crate::features::shell::model::view::View;
use crate::namespaces::eip155::codec::approvals::{Allowed, Pair};
use crate::namespaces::terms::TokenWords;
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// An existing approval.
#[derive(Clone, Debug, PartialEq)]
pub struct Approval {
    /// The token and the spender.
    pub pair: Pair,
    /// The approved amount.
    pub allowed: Allowed,
    /// The token's own symbol and decimals.
    pub token: TokenWords,
    /// When it expires, in the user's time zone. Only Permit2's approvals expire.
    pub until: Option<String>,
}

/// How far back the node's logs were searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LogsPhase {
    /// Not searched yet.
    #[default]
    Waiting,
    /// Back to the first block.
    All,
    /// Only part of the chain.
    #[serde(rename = "part")]
    Partial,
    /// The node rejects such requests.
    Refused,
}

/// A revocation request, decoded.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// The account of the approval.
    pub from: String,
    /// The network.
    pub chain: ChainId,
    /// The approval.
    pub approval: Approval,
}

/// The prepared request.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The displayed data.
    pub shown: Preview,
    /// The wallet's request.
    pub request: Value,
    /// The network fee.
    pub fee: Fee,
}

/// The approvals, and the revocation in progress.
#[derive(Default)]
pub struct Approvals {
    /// Their owner.
    pub of: Option<AccountId>,
    /// Loading state of the list.
    pub phase: LoadPhase,
    /// The current approvals, without zero amounts.
    pub list: Vec<Approval>,
    /// How many approvals the node didn't report.
    pub unread: usize,
    /// The history request failed.
    pub is_history_missing: bool,
    /// How far back the node's logs were searched.
    pub logs: LogsPhase,
    /// More exist than the limit allows.
    pub is_cut: bool,
    /// The progress of the revocation.
    pub stage: Stage<Prepared>,
}

/// Handles another account or network: nothing of the previous one can be displayed or revoked (R22). A pending request
/// stays.
pub fn forget(state: &mut State, moved: &Move) {
    if moved.is_page {
        forget_prepared(state);
    }
}

/// Drops the data of the previous account and network. A pending request stays.
pub(crate) fn forget_prepared(state: &mut State) {
    let stage = core::mem::take(&mut state.approvals.stage);
    let is_out = stage.is_out();
    *state.approvals = Approvals { stage, ..Approvals::default() };
    if !is_out {
        state.approvals.stage = Stage::default();
        router::forget_form(state, View::Permissions);
    }
}

/// The phase for the views.
#[must_use]
pub fn phase(state: &State) -> SendPhase {
    state.approvals.stage.phase(&state.transactions)
}

/// A wallet has the request, or its transaction isn't in a block so far.
#[must_use]
pub fn is_busy(state: &State) -> bool {
    state.approvals.stage.is_busy(&state.transactions)
}

/// Whether the prepared data belongs to the current account and network.
pub(crate) fn is_of_now(state: &State) -> bool {
    let prepared = state.approvals.stage.prepared();
    prepared.is_none_or(|Prepared { shown, .. }| preview::is_of_now(state, &shown.chain, &shown.from))
}

/// Returns from the preview.
pub fn leave_preview(state: &mut State) {
    state.approvals.stage.leave();
}

crate::command::commands! {
    /// The commands of approvals.
    pub enum ApprovalsCommand, ApprovalsAction {
        /// Loads the approvals again.
        "retry" Retry {},
        /// Opens the preview of a revocation.
        "review" Review { id: String },
        /// Estimates the fee again.
        "fee" Fee {},
        /// Sends the request to the wallet.
        "confirm" Confirm {},
        /// Goes back to the list.
        "cancel" Cancel {},
    }
    own {
        "enter" Enter,
        "renew" Renew,
        "answered" Answered,
    }
}
