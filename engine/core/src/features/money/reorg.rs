//! A block can be replaced (a reorganization). The engine checks a confirmed transaction until its block is deep enough, also after a
//! reload. If its receipt has gone, the page gets an event, and the transaction is followed again (decision 271, "Removed receipts, and other tabs").

use super::model::transactions::{self as list, TransactionItem, TransactionStatus};
use super::record::{Progress, commit, toast};
use super::watch::{has_changed, settle, watch};
use crate::caip::ChainId;
use crate::constants::{RECEIPT_SLOW_POLL_MS, REORG_BLOCKS, REORG_LOOKS, REPLACED_LOOKS};
use crate::entities::Network;
use crate::flow::{Cx, Reply, ScopeId};
use crate::namespaces::money::{self, Receipt};
use crate::store::State;
use alloc::string::{String, ToString};

/// The result of checking a settled transaction again.
enum Found {
    /// Enough blocks follow, so the result is final.
    Deep,
    /// In a block, with the same result.
    Same,
    /// In another block, with another result.
    Other(TransactionStatus),
    /// Not in a block.
    Gone,
    /// No node responded.
    Unknown,
}

/// Whether a transaction with this status can lose its block.
pub(super) fn may_lose(cx: &Cx, id: &str, status: TransactionStatus) -> bool {
    let is_in_block = matches!(status, TransactionStatus::Confirmed | TransactionStatus::Failed);
    let namespace = cx.read(|s| {
        let item = s.transactions.get(id).filter(|item| item.hash.is_some())?;
        Some(ChainId::parse(&item.chain)?.namespace)
    });
    is_in_block && namespace.is_some_and(|namespace| money::is_reorganized(cx, namespace))
}

/// Checks a settled transaction until its block is deep enough, at most [`REORG_LOOKS`] times.
pub(super) fn guard(cx: &Cx, id: &str) {
    let (flow_cx, id) = (cx.clone(), id.to_string());
    drop(cx.single(ScopeId::App, &alloc::format!("reorg {id}"), async move {
        let cx = flow_cx;
        let mut gone = 0;
        for _ in 0..REORG_LOOKS {
            cx.ports().clock.sleep(RECEIPT_SLOW_POLL_MS).await;
            match look(&cx, &id).await {
                None | Some(Found::Deep) => break,
                Some(Found::Same) => gone = 0,
                Some(Found::Unknown) => {}
                Some(Found::Other(status)) => {
                    settle(&cx, &id, status).await;
                    gone = 0;
                }
                Some(Found::Gone) => gone += 1,
            }
            // nodes behind one URL can have different states
            if gone >= REPLACED_LOOKS {
                commit(&cx, |s| list::drop_block(s, &id)).await;
                toast(&cx, &id, Progress::Dropped);
                has_changed(&cx, &id);
                drop(watch(&cx, &id));
                return Ok(Reply::Done);
            }
        }
        commit(&cx, |s| {
            if let Some(item) = s.transactions.get_mut(&id) {
                item.shallow = None;
            }
        })
        .await;
        Ok(Reply::Done)
    }));
}

/// Checks a transaction once. `None` if its entry is gone, or it is followed for another reason.
async fn look(cx: &Cx, id: &str) -> Option<Found> {
    let (network, hash, status) = cx.read(|s| of(s, id))?;
    if !money::load(cx, network.chain_namespace).await {
        return Some(Found::Unknown);
    }
    let now = match money::receipt(cx, &network, &hash).await {
        Some(Receipt::Confirmed) => TransactionStatus::Confirmed,
        Some(Receipt::Reverted) => TransactionStatus::Failed,
        None => {
            return Some(match money::depth(cx, &network, &hash).await {
                Some(0) => Found::Gone,
                _ => Found::Unknown,
            });
        }
    };
    if now != status {
        return Some(Found::Other(now));
    }
    let depth = money::depth(cx, &network, &hash).await;
    Some(if depth.is_some_and(|depth| depth >= REORG_BLOCKS) { Found::Deep } else { Found::Same })
}

fn of(state: &State, id: &str) -> Option<(Network, String, TransactionStatus)> {
    let is_settled = |item: &&TransactionItem| item.shallow == Some(true);
    let item = state.transactions.get(id).filter(is_settled)?;
    let network = state.networks.find(&ChainId::parse(&item.chain)?)?.clone();
    Some((network, item.hash.clone()?, item.status))
}
