//! Renders approvals: amounts with the token's own decimals, practically unlimited ones as unlimited, and full
//! addresses.

use super::{Approval, LogsPhase, Prepared};
use crate::amount::Amount;
use crate::entities::Network;
use crate::features::account::model::{activity, tokens};
use crate::features::money::model::preview::{PreviewBase, Progress};
use crate::features::money::model::send::LoadPhase;
use crate::features::shell::model::router;
use crate::format;
use crate::namespaces::eip155::codec::approvals::{Book, PERMIT2, Pair, is_endless};
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

/// Loading state of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ApprovalsPhase {
    /// This network has no approvals.
    Off,
    /// Loading.
    #[default]
    Loading,
    /// Loaded.
    Ready,
    /// The request failed.
    Failed,
}

/// One approval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ApprovalRow {
    /// The ID of an approval, as the value for `approvals.review`.
    pub id: String,
    /// The full address of the token's contract.
    pub token: String,
    /// "USDC". `None` for a token outside the account's lists, or if the network's symbol differs.
    pub symbol: Option<String>,
    /// The spender. Full address.
    pub spender: String,
    /// The spender is Permit2, so Permit2's spenders can take its amount.
    pub is_permit2: bool,
    /// The approval is stored in Permit2.
    pub through_permit2: bool,
    /// For a collection: all of its NFTs, including future ones.
    pub is_collection: bool,
    /// The approved amount, "12.5". `None` if it is unlimited.
    pub amount: Option<String>,
    /// `amount` is in the token's smallest units.
    pub units: bool,
    /// When it expires: "02 Jan 2026, 14:05".
    pub until: Option<String>,
    /// A revocation is in progress.
    pub busy: bool,
}

/// The request for the wallet, decoded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RevokePreview {
    /// The approval to revoke.
    pub approval: ApprovalRow,
    /// The sender, the network and the fee.
    #[serde(flatten)]
    pub base: PreviewBase,
}

/// Slice `approvals`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ApprovalsSlice {
    /// Loading state of the list.
    pub list_phase: ApprovalsPhase,
    /// The approvals.
    pub rows: Vec<ApprovalRow>,
    /// How far back the node's logs were searched.
    pub logs: LogsPhase,
    /// The history request failed.
    pub is_history_missing: bool,
    /// How many approvals have an unknown amount.
    pub unread: usize,
    /// More exist than the list shows.
    pub is_cut: bool,
    /// The progress of the revocation.
    #[serde(flatten)]
    pub progress: Progress,
    /// The preview.
    pub preview: Option<RevokePreview>,
    /// The symbol of the native coin, "ETH".
    pub native: String,
}

/// The ID of an approval, as the value for `approvals.review`.
pub(crate) fn id(pair: &Pair) -> String {
    let book = match pair.book {
        Book::Token => "t",
        Book::Permit2 => "p",
        Book::Collection => "c",
    };
    alloc::format!("{book}:{}:{}", pair.token, pair.spender)
}

/// The symbol, "USDC", if a list of the account has it and the network reports the same.
pub(crate) fn symbol(state: &State, chain: &str, approval: &Approval) -> Option<String> {
    let id = alloc::format!("{chain}:{}", approval.pair.token.to_checksum(None));
    tokens::symbol_of(state, &id, &approval.token)
}

fn row(state: &State, chain: &str, approval: &Approval) -> ApprovalRow {
    let pair = &approval.pair;
    let is_all = is_endless(&approval.allowed.units);
    let busy = super::is_busy(state)
        && state.approvals.stage.prepared().is_some_and(|out| out.shown.approval.pair == *pair);
    let amount = Amount::new(approval.allowed.units, approval.token.decimals.unwrap_or_default());
    ApprovalRow {
        id: id(pair),
        token: pair.token.to_checksum(None),
        symbol: symbol(state, chain, approval),
        spender: pair.spender.to_checksum(None),
        is_permit2: pair.spender == PERMIT2,
        through_permit2: pair.book == Book::Permit2,
        is_collection: pair.book == Book::Collection,
        amount: (!is_all).then(|| format::separated(&amount.to_decimal())),
        units: !is_all && approval.token.decimals.is_none(),
        until: approval.until.clone(),
        busy,
    }
}

fn preview(state: &State, prepared: &Prepared) -> RevokePreview {
    let shown = &prepared.shown;
    let network = state.networks.find(&shown.chain);
    RevokePreview {
        approval: row(state, &shown.chain.to_string(), &shown.approval),
        base: PreviewBase::of(state, network, &shown.from, &prepared.fee, None),
    }
}

/// Builds the slice `approvals`.
#[must_use]
pub fn slice(state: &State) -> ApprovalsSlice {
    let approvals = &*state.approvals;
    let chain = approvals.of.as_ref().map(|of| of.chain.to_string()).unwrap_or_default();
    let is_off = activity::account(state).is_none() && router::is_connected(state);
    let network = state.networks.active_network();
    ApprovalsSlice {
        list_phase: match approvals.phase {
            _ if is_off => ApprovalsPhase::Off,
            LoadPhase::Loading => ApprovalsPhase::Loading,
            LoadPhase::Ready => ApprovalsPhase::Ready,
            LoadPhase::Failed => ApprovalsPhase::Failed,
        },
        rows: approvals.list.iter().map(|approval| row(state, &chain, approval)).collect(),
        logs: approvals.logs,
        is_history_missing: approvals.is_history_missing,
        unread: approvals.unread,
        is_cut: approvals.is_cut,
        progress: Progress::of(state, &approvals.stage),
        preview: approvals.stage.prepared().map(|prepared| preview(state, prepared)),
        native: network.map(|network: &Network| network.native_currency.symbol.clone()).unwrap_or_default(),
    }
}
