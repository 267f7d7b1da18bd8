//! On-chain approvals (10.37): spenders and amounts as the network's node reports them, and revoking one. Rendering is in [`draw`], the
//! flows are in [`crate::features::money::revoke`].

pub mod draw;

use super::send::LoadPhase;
pub use super::stage::{SendPhase, Stage};
use crate::caip::{AccountId, ChainId};
use crate::entities::Network;
use crate::features::account::model::context::Move;
use crate::features::money::model::send::{Fee, sender};
use crate::features::shell::model::router;
use crate::features::shell::model::view::View;
use crate::namespaces::eip155::codec::approvals::{Allowed, Pair};
use crate::namespaces::terms::TokenWords;
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// One that is there.
#[derive(Clone, Debug, PartialEq)]
pub struct Approval {
    /// A spender and a token.
    pub pair: Pair,
    /// The amount.
    pub allowed: Allowed,
    /// The token's own decimals.
    pub token: TokenWords,
    /// When it ends, as the user's calendar has it; of Permit2 only.
    pub until: Option<String>,
}

/// How far back a node's logs were looked through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LogsPhase {
    /// Not yet.
    #[default]
    Waiting,
    /// To the first block.
    All,
    /// Some way back.
    #[serde(rename = "part")]
    Partial,
    /// The node does not let pages look.
    Refused,
}

/// A revocation request, read back.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// Whose allowance.
    pub from: String,
    /// Where.
    pub chain: ChainId,
    /// Which.
    pub approval: Approval,
}

/// The prepared request.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The previewed data.
    pub shown: Preview,
    /// The wallet's request.
    pub request: Value,
    /// In the native coin.
    pub fee: Fee,
}

/// The approvals, and the one in revocation.
#[derive(Default)]
pub struct Approvals {
    /// Their owner.
    pub of: Option<AccountId>,
    /// From the list.
    pub phase: LoadPhase,
    /// The current approvals, without zero amounts.
    pub list: Vec<Approval>,
    /// Pairs whose allowance the node did not say.
    pub unread: usize,
    /// The history request failed.
    pub is_history_missing: bool,
    /// Of the node's logs.
    pub logs: LogsPhase,
    /// More exist than the limit allows.
    pub is_cut: bool,
    /// The progress of the revocation.
    pub stage: Stage<Prepared>,
}

/// Another account or network: nothing of the one before can be shown or revoked (R22); a request that is out stays.
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

/// Its rendered progress.
#[must_use]
pub fn phase(state: &State) -> SendPhase {
    state.approvals.stage.phase(&state.transactions)
}

/// A wallet has the request, or its transaction isn't in a block so far.
#[must_use]
pub fn is_busy(state: &State) -> bool {
    state.approvals.stage.is_busy(&state.transactions)
}

/// Whether what was prepared belongs to the current account and network.
pub(crate) fn is_of_now(state: &State) -> bool {
    let Some(Prepared { shown, .. }) = state.approvals.stage.prepared() else { return true };
    let network = state.networks.active_network().and_then(Network::chain);
    network.as_ref() == Some(&shown.chain) && sender(state).as_ref() == Some(&shown.from)
}

/// Returns from the preview.
pub fn leave_preview(state: &mut State) {
    state.approvals.stage.leave();
}

/// Commands about allowances.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum ApprovalsCommand {
    /// Reads them again.
    #[ts(rename = "approvals.retry")]
    Retry {},
    /// Shows the preview of revoking one.
    #[ts(rename = "approvals.review")]
    Review { id: String },
    /// Estimates its fee once more.
    #[ts(rename = "approvals.fee")]
    Fee {},
    /// Sends the request to the wallet.
    #[ts(rename = "approvals.confirm")]
    Confirm {},
    /// Back to the list.
    #[ts(rename = "approvals.cancel")]
    Cancel {},
}
