//! A sender's transactions from the network's node, and the status of a signature, on Solana.

use super::compared;
use crate::api::rpc;
use crate::constants::{BLOCKHASH_BLOCKS, SENDER_SIGNATURES_MAX, SIGNATURES_KEPT_BLOCKS};
use crate::entities::Network;
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::NamespaceRules;
use crate::namespaces::money::{Next, Stand};
use crate::namespaces::solana::Solana;
use crate::namespaces::solana::codec::wire::{Key, Transaction};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;
use walletconnect::base64;

/// The maximum number of signatures in one slot that get a position of their own.
const PLACES: u64 = 4_096;

/// A confirmed transaction with the node's metadata. `None` while it isn't in a block, or if the node returns a
/// transaction with another first signature.
pub(super) async fn found(cx: &Cx, network: &Network, id: &str) -> Option<(Transaction, Value)> {
    let how = json!({ "encoding": "base64", "commitment": "confirmed", "maxSupportedTransactionVersion": 0 });
    let answer = rpc::of_money(cx, network, "getTransaction", &json!([id, how])).await.ok()?;
    let found = Transaction::read(&base64::decode(answer.list("transaction").first()?.as_str()?)?)?;
    let is_it = bs58::encode(found.signatures.first()?).into_string() == id;
    is_it.then_some((found, answer))
}

/// A node's status of a signature, and the node's slot. The inner `None` means an unknown signature.
async fn looked_up(cx: &Cx, network: &Network, id: &str) -> Option<(Option<Value>, u64)> {
    let params = json!([[id], { "searchTransactionHistory": true }]);
    let answer = rpc::of_money(cx, network, "getSignatureStatuses", &params).await.ok()?;
    let status = answer.list("value").first()?;
    let slot = answer.field("context")?.whole("slot")?;
    Some((status.is_object().then(|| status.clone()), slot))
}

/// A node's status of a signature.
pub(super) async fn status(cx: &Cx, network: &Network, id: &str) -> Option<Value> {
    looked_up(cx, network, id).await?.0
}

/// The last block that can contain a transaction that is signed now.
pub(super) async fn until(cx: &Cx, network: &Network) -> Option<u64> {
    let params = json!([{ "commitment": "processed" }]);
    let height = rpc::of_money(cx, network, "getBlockHeight", &params).await.ok()?.as_u64()?;
    Some(height.saturating_add(BLOCKHASH_BLOCKS))
}

/// Whether a transaction has certainly expired: none of its possible blocks contains it, and those are final. The block
/// height is queried first, so the second node knows at least those blocks, unless it is behind (several share a URL)
/// or has pruned them.
pub(super) async fn is_over(cx: &Cx, network: &Network, id: &str, until: u64) -> bool {
    let ask = async || {
        let params = json!([{ "commitment": "finalized" }]);
        let epoch = rpc::of_money(cx, network, "getEpochInfo", &params).await.ok()?;
        let (slot, height) = (epoch.whole("absoluteSlot")?, epoch.whole("blockHeight")?);
        let is_past = height > until && remembers(cx, network, until, height).await;
        Some(is_past && matches!(looked_up(cx, network, id).await?, (None, seen) if seen >= slot))
    };
    ask().await == Some(true)
}

/// Whether a node still has the blocks up to this one: every node has recent ones, archive nodes older ones. Its first
/// block is a slot number, which is never lower than the block height.
async fn remembers(cx: &Cx, network: &Network, until: u64, height: u64) -> bool {
    if height <= until.saturating_add(SIGNATURES_KEPT_BLOCKS) {
        return true;
    }
    let first = rpc::of_money(cx, network, "getFirstAvailableBlock", &json!([])).await;
    first
        .ok()
        .and_then(|first| first.as_u64())
        .is_some_and(|first| first <= until.saturating_sub(BLOCKHASH_BLOCKS))
}

/// The transactions that involve a sender, oldest first, each with its position: its slot, and its index within the
/// slot.
async fn signatures(cx: &Cx, network: &Network, from: &str, limit: usize) -> Option<Vec<(u64, String)>> {
    let params = json!([from, { "limit": limit, "commitment": "confirmed" }]);
    let answer = rpc::of_money(cx, network, "getSignaturesForAddress", &params).await.ok()?;
    let (mut all, mut last, mut place) = (Vec::new(), 0, 0);
    for of in answer.as_array()?.iter().take(limit).rev() {
        let slot = of.whole("slot")?;
        place = if slot == last { place + 1 } else { 1 };
        last = slot;
        let id = of.text("signature").and_then(|id| Solana.transaction_id(id))?;
        all.push((slot.saturating_mul(PLACES).saturating_add(place), id));
    }
    Some(all)
}

fn sender(request: &Value) -> Option<&str> {
    request.text("from").or_else(|| request.text("pubkey"))
}

/// The newest transaction of a sender, because nodes don't report their number. An account with funds has received
/// something before, so a node with an empty list has pruned it, or is behind.
pub(super) async fn stand(cx: &Cx, network: &Network, request: &Value) -> Option<Stand> {
    let all = signatures(cx, network, sender(request)?, SENDER_SIGNATURES_MAX).await?;
    Some(Stand { count: all.last()?.0, block: 0 })
}

pub(super) async fn next(cx: &Cx, network: &Network, request: &Value, since: Stand) -> Option<Next> {
    let all = signatures(cx, network, sender(request)?, SENDER_SIGNATURES_MAX).await?;
    // a transaction that is signed now is in a later slot than its blockhash
    let before = request.whole("slot").map_or(0, |slot| slot.saturating_add(1).saturating_mul(PLACES));
    let (place, id) = all.into_iter().find(|(place, _)| *place > since.count.max(before))?;
    let (given, _) = found(cx, network, &id).await?;
    let is_same = matches!(compared(request, &given.message), Some(Some(_)));
    Some(Next { id: is_same.then_some(id), stand: Stand { count: place, block: 0 } })
}

/// All accounts of a transaction in a block, including those from tables.
pub(super) fn accounts(message: &super::Message, found: &Value) -> Vec<Key> {
    let loaded = found.field("meta").and_then(|meta| meta.field("loadedAddresses"));
    let of_tables = ["writable", "readonly"].into_iter().flat_map(|name| {
        loaded.map_or(&[][..], |of| of.list(name)).iter().map(|key| key.as_str().and_then(super::key))
    });
    message.keys.iter().copied().chain(of_tables.map(Option::unwrap_or_default)).collect()
}
