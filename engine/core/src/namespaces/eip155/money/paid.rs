//! Verifies another sender's transaction as a payment with the network's own node, because an exchange's claim isn't
//! proof.

use super::{address, whole};
use crate::amount;
use crate::api::rpc;
use crate::entities::Network;
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::eip155::codec::changes;
use crate::namespaces::eip155::parse;
use crate::namespaces::transfer::Transfer;
use serde_json::Value;

/// Whether the transaction succeeded in a block that is new enough, and paid at least this amount of this asset to this
/// recipient. A token proves it with its own logs. A payment in the coin must go directly to the recipient, because an
/// internal transfer leaves no trace in a block.
pub(super) async fn pays(
    cx: &Cx,
    network: &Network,
    id: &str,
    wanted: &Transfer,
    since_ms: u64,
) -> Option<bool> {
    let receipt = rpc::of_money(cx, network, "eth_getTransactionReceipt", &json!([id])).await.ok()?;
    // another transaction in the response counts as no response
    let is_it = |of: &Value, name: &str| of.text(name).is_some_and(|hash| hash.eq_ignore_ascii_case(id));
    let block = receipt.filled("blockHash").filter(|_| is_it(&receipt, "transactionHash"))?;
    match receipt.text("status") {
        Some("0x1") => {}
        Some("0x0") => return Some(false),
        _ => return None,
    }
    // the transaction of an earlier payment of the same amount isn't this payment
    let block = rpc::of_money(cx, network, "eth_getBlockByHash", &json!([block, false])).await.ok()?;
    if whole(block.field("timestamp"))?.saturating_mul(1_000) < since_ms {
        return Some(false);
    }
    let to = parse(&wanted.to).ok()?;
    let units = wanted.amount.units;
    if let Some(token) = &wanted.token {
        let token = parse(token).ok()?.to_checksum(None);
        let come = changes::of_receipt(&receipt, to)?;
        let is_it = |token_of: &Option<String>| token_of.as_ref() == Some(&token);
        return Some(come.iter().any(|of| of.is_in && !of.is_item && is_it(&of.token) && of.units >= units));
    }
    let sent = rpc::of_money(cx, network, "eth_getTransactionByHash", &json!([id])).await.ok()?;
    let value = is_it(&sent, "hash").then(|| sent.text("value").and_then(amount::quantity)).flatten()?;
    Some(address(&sent, "to") == Some(to) && value >= units)
}
