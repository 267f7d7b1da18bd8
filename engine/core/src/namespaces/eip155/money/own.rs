//! Whether a transaction is the account's own, newer than its preview, and does all and only what was shown (docs/spec/decisions.md 184).
//!
//! An account without code is the only sender of its transactions. For a contract or a delegated account (EIP-7702) others may send, so
//! the receipt has to show the effect: the account's token transfer, or an event of the account beside call data with exactly this call.

use super::{address, calls, is_same, transfer, whole, wraps};
use crate::amount;
use crate::api::rpc;
use crate::entities::Network;
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::eip155::{changes, parse};
use crate::namespaces::money::{Added, OnChain, Since};
use alloy_primitives::{Address, U256, address};
use serde_json::Value;

/// The entry points of ERC-4337, versions 0.6 to 0.9: any other contract could write the event of an account that did nothing.
const ENTRY_POINTS: [Address; 4] = [
    address!("5FF137D4b0FDCD49DcA30c7CF57E578a026d2789"),
    address!("0000000071727De22E5E9d8BAf0edAc6f37da032"),
    address!("4337084D9E255Ff0702461CF8895CE9E3b5Ff108"),
    address!("433709009B8330FDa32311DF1C2AFA402eD8D009"),
];
/// `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)`: the account is the third topic.
const OPERATION: &str = "0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f";
/// `ExecutionSuccess(bytes32,uint256)` of a Safe.
const EXECUTED: &str = "0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e";
/// `Approval(address,address,uint256)`: the owner is the second topic.
const APPROVAL: &str = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";

fn found(is_same: bool, place: Option<u64>) -> Option<OnChain> {
    Some(OnChain { is_same, is_read: true, place, added: Added::default() })
}

/// It is in a block, and its effect can't be read.
fn unread() -> Option<OnChain> {
    Some(OnChain { is_same: false, is_read: false, place: None, added: Added::default() })
}

pub(super) async fn carries(
    cx: &Cx,
    network: &Network,
    id: &str,
    request: &Value,
    since: Since,
) -> Option<OnChain> {
    let sent = match rpc::of_money(cx, network, "eth_getTransactionByHash", &json!([id])).await {
        // A node without the method can't tell (SECURITY.md, "What it cannot promise").
        Err(crate::error::Error::Rpc { code: -32601, .. }) => return found(true, None),
        sent => sent.ok().filter(Value::is_object)?,
    };
    // A node that responds with another transaction hasn't responded.
    if !sent.text("hash")?.eq_ignore_ascii_case(id) {
        return None;
    }
    let asked = request.get(0)?;
    let (from, account) = (address(&sent, "from")?, address(asked, "from"));
    if calls(request).is_none() && account.is_none_or(|account| account == from) {
        if !is_same(&sent, asked) || hands_on(&sent, asked) {
            return found(false, None);
        }
        let place = whole(sent.field("nonce"));
        return found(is_newer(cx, network, &sent, since).await?, place);
    }
    by_others(cx, network, &sent, request, account?, since).await
}

/// Hands an account to a contract (EIP-7702) that the request didn't name.
fn hands_on(sent: &Value, asked: &Value) -> bool {
    let of = |value: &Value| !value.list("authorizationList").is_empty();
    of(sent) && !of(asked)
}

/// Whether it was made after the preview, by the account's count and the network's blocks. Nothing while that can't be told.
async fn is_newer(cx: &Cx, network: &Network, sent: &Value, since: Since) -> Option<bool> {
    let nonce = whole(sent.field("nonce"));
    if let Some(stood) = since.stood {
        // A wallet may take the nonce of a pending transaction: then its block tells.
        let block = whole(sent.field("blockNumber"));
        return match nonce {
            Some(nonce) if nonce >= stood.count => Some(block.is_none_or(|block| block >= stood.block)),
            _ => block.map(|block| block > stood.block),
        };
    }
    let Some(block) = sent.filled("blockHash") else { return Some(true) };
    let block = rpc::of_money(cx, network, "eth_getBlockByHash", &json!([block, false])).await.ok()?;
    Some(whole(block.field("timestamp"))?.saturating_mul(1_000) >= since.at_ms)
}

/// The receipt of this transaction; nothing while it is in no block.
async fn receipt(cx: &Cx, network: &Network, id: &str) -> Option<Value> {
    let receipt = rpc::of_money(cx, network, "eth_getTransactionReceipt", &json!([id])).await.ok()?;
    receipt.filled("blockHash")?;
    receipt.text("transactionHash")?.eq_ignore_ascii_case(id).then_some(receipt)
}

/// What an account with code does, sent by another one, or as a batch.
async fn by_others(
    cx: &Cx,
    network: &Network,
    sent: &Value,
    request: &Value,
    account: Address,
    since: Since,
) -> Option<OnChain> {
    let receipt = receipt(cx, network, sent.text("hash")?).await?;
    let asked = account.to_checksum(None);
    let code = rpc::of_money(cx, network, "eth_getCode", &json!([asked, "latest"])).await.ok()?;
    // Only an account without code has to send for itself, and there is no batch that it could send.
    let has_code = code.as_str()?.len() > 2;
    if !has_code && address(sent, "from") != Some(account) {
        return found(false, None);
    }
    let mut block = sent.clone();
    if let Some(fields) = block.as_object_mut() {
        // the sender's count is not the account's
        fields.insert("nonce".into(), Value::Null);
        for name in ["blockHash", "blockNumber"] {
            fields.insert(name.into(), receipt.field(name).cloned().unwrap_or_default());
        }
    }
    if !is_newer(cx, network, &block, since).await? {
        return found(false, None);
    }
    let single = [request.get(0)?.clone()];
    let all = calls(request).unwrap_or(&single);
    if receipt.text("status") == Some("0x0") {
        // A reverted transaction logs nothing. Only the account's own is known to be what the wallet sent: another one that reverts, with
        // whatever call data, says nothing about it, and "failed" would invite the user to send again.
        let is_own = address(sent, "from") == Some(account) && all.iter().all(|call| wraps(sent, call));
        return if is_own { found(true, None) } else { unread() };
    }
    let mut is_shown = !all.is_empty();
    for call in all {
        is_shown = is_shown && is_effect(sent, &receipt, call, account, has_code);
    }
    // A wallet's batch is in the transaction that the wallet names, or it did something else.
    let is_batch = calls(request).is_some() && !all.iter().all(|call| wraps(sent, call));
    match (is_shown, is_batch) {
        (false, false) => unread(),
        (is_shown, _) => found(is_shown, None),
    }
}

/// Whether the receipt shows this call of the account.
fn is_effect(sent: &Value, receipt: &Value, call: &Value, account: Address, has_code: bool) -> bool {
    if let Some((to, units)) = transfer::arguments(call.text("data").unwrap_or_default()) {
        return address(call, "to").is_some_and(|token| changes::has(receipt, token, account, to, units));
    }
    // The account's own transaction to itself carries its calls to its code (EIP-7702), and it was carried out. Without code nothing was.
    let is_own = address(sent, "from") == Some(account) && address(sent, "to") == Some(account);
    wraps(sent, call)
        && (is_own && has_code || is_executed(receipt, call, account) || is_paid(receipt, call, account))
}

/// An entry point, the Safe or the called token says that the account did something.
fn is_executed(receipt: &Value, call: &Value, account: Address) -> bool {
    let topic = |log: &Value, at: usize| -> Option<Address> {
        let word = log.list("topics").get(at)?.as_str()?.strip_prefix("0x")?;
        parse(&["0x", word.get(24..)?].concat()).ok()
    };
    receipt.list("logs").iter().any(|log| {
        let Some(emitter) = address(log, "address") else { return false };
        match log.list("topics").first().and_then(Value::as_str) {
            Some(OPERATION) => {
                let is_success = log.text("data").and_then(|data| data.get(66..130)).is_some_and(|word| {
                    word.ends_with('1') && word.bytes().rev().skip(1).all(|digit| digit == b'0')
                });
                is_success && ENTRY_POINTS.contains(&emitter) && topic(log, 2) == Some(account)
            }
            Some(EXECUTED) => emitter == account,
            Some(APPROVAL) => address(call, "to") == Some(emitter) && topic(log, 1) == Some(account),
            _ => false,
        }
    })
}

/// A token of the account left by this transaction, where the call carries no coin: coins leave no trace in a receipt, and what left in the
/// same block may be of another transaction.
fn is_paid(receipt: &Value, call: &Value, account: Address) -> bool {
    let value = call.text("value").and_then(amount::quantity).unwrap_or_default();
    let left = changes::of_receipt(receipt, account).unwrap_or_default();
    value == U256::ZERO && left.iter().any(|change| !change.is_in && change.units > U256::ZERO)
}
