//! Whether a transaction is the account's own, newer than its preview, and does exactly what was displayed (decision
//! 184, "Recognizing the account's own transaction").
//!
//! Only an account without code sends all of its transactions itself. For a contract or a delegated account (EIP-7702),
//! others can send, so the receipt has to prove the effect: the account's transfer or approval of a token, or its
//! executed calls (`operations.rs`).

use super::{address, calls, is_same, kept, transfer, whole, wraps};
use crate::api::rpc;
use crate::entities::Network;
use crate::flow::{Cx, Reply};
use crate::json::Read;
use crate::json::json;
use crate::namespaces::eip155::codec::changes;
use crate::namespaces::money::{Added, Age, OnChain, Since};
use alloc::vec::Vec;
use alloy_primitives::{Address, U256};
use serde_json::Value;

fn found(is_same: bool, place: Option<u64>) -> Option<OnChain> {
    Some(OnChain { is_same, is_read: true, place, added: Added::default() })
}

pub(super) async fn carries(
    cx: &Cx,
    network: &Network,
    id: &str,
    request: &Value,
    since: Since,
) -> Option<OnChain> {
    let sent = match rpc::of_money(cx, network, "eth_getTransactionByHash", &json!([id])).await {
        // a node without the method can't report it (SECURITY.md, "What it cannot promise")
        Err(crate::error::Error::Rpc { code: -32601, .. }) => return found(true, None),
        sent => sent.ok().filter(Value::is_object)?,
    };
    // another transaction in the response counts as no response
    if !sent.text("hash")?.eq_ignore_ascii_case(id) {
        return None;
    }
    let asked = request.get(0)?;
    let (from, account) = (address(&sent, "from")?, address(asked, "from"));
    // an account with code can execute its call through a call to itself (EIP-7702)
    let has_data = sent.text("input").or_else(|| sent.text("data")).is_some_and(|data| data.len() > 2);
    let is_to_itself = has_data && address(&sent, "to") == Some(from) && address(asked, "to") != Some(from);
    if calls(request).is_none() && account.is_none_or(|account| account == from) && !is_to_itself {
        if !is_same(&sent, asked) || hands_on(&sent, asked) {
            return found(false, None);
        }
        let place = whole(sent.field("nonce"));
        return match age(cx, network, &sent, since).await? {
            Age::Unclear => Some(OnChain::unread()),
            age => found(age == Age::New, place),
        };
    }
    by_others(cx, network, &sent, request, account?, since).await
}

/// Whether the transaction delegates an account to a contract (EIP-7702) that the request didn't name, or on a chain
/// that it didn't name.
fn hands_on(sent: &Value, asked: &Value) -> bool {
    let of = |one: &Value| Some((address(one, "address")?, whole(one.field("chainId"))?));
    let named: Vec<_> = asked.list("authorizationList").iter().filter_map(of).collect();
    sent.list("authorizationList").iter().any(|one| of(one).is_none_or(|of| !named.contains(&of)))
}

/// Whether the transaction is newer than the preview, from the account's nonce and the network's blocks. `None` while
/// unknown.
async fn age(cx: &Cx, network: &Network, sent: &Value, since: Since) -> Option<Age> {
    let is_new = |is_new| Some(if is_new { Age::New } else { Age::Old });
    let nonce = whole(sent.field("nonce"));
    if let Some(stood) = since.stood {
        // a wallet can replace a pending transaction at the same nonce, so its block decides
        let block = whole(sent.field("blockNumber"));
        return match nonce {
            Some(nonce) if nonce >= stood.count => is_new(block.is_none_or(|block| block >= stood.block)),
            _ => is_new(block? > stood.block),
        };
    }
    let Some(block) = sent.filled("blockHash") else { return Some(Age::New) };
    let block = rpc::of_money(cx, network, "eth_getBlockByHash", &json!([block, false])).await.ok()?;
    Some(since.age(whole(block.field("timestamp"))?.saturating_mul(1_000)))
}

/// The receipt of this transaction. `None` while it isn't in a block.
pub(super) async fn receipt(cx: &Cx, network: &Network, id: &str) -> Option<Value> {
    let receipt = rpc::of_money(cx, network, "eth_getTransactionReceipt", &json!([id])).await.ok()?;
    receipt.filled("blockHash")?;
    receipt.text("transactionHash")?.eq_ignore_ascii_case(id).then_some(receipt)
}

/// Finds an action of an account with code, sent by another account or as a batch.
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
    // only an account without code sends everything itself, and it can't send a batch
    let has_code = code.as_str()?.len() > 2;
    if !has_code && (address(sent, "from") != Some(account) || calls(request).is_none()) {
        return found(false, None);
    }
    let mut block = sent.clone();
    if let Some(fields) = block.as_object_mut() {
        // the sender's nonce isn't the account's
        fields.insert("nonce".into(), Value::Null);
        for name in ["blockHash", "blockNumber"] {
            fields.insert(name.into(), receipt.field(name).cloned().unwrap_or_default());
        }
    }
    match age(cx, network, &block, since).await? {
        Age::New => {}
        Age::Old => return found(false, None),
        Age::Unclear => return Some(OnChain::unread()),
    }
    // in a bundle, it can delegate anyone's account
    if hands_on(sent, request.get(0)?) {
        return Some(OnChain::unread());
    }
    let single = [request.get(0)?.clone()];
    let all = calls(request).unwrap_or(&single);
    // the account's instruction can't be compared with a hash
    if all.iter().any(kept::is_hashed) {
        return Some(OnChain::unread());
    }
    if receipt.text("status") == Some("0x0") {
        // a reverted transaction emits no logs; only the account's own transaction certainly comes from the wallet;
        // another reverted one proves nothing, and "failed" would invite the user to send again
        let is_own = address(sent, "from") == Some(account) && all.iter().all(|call| wraps(sent, call));
        return if is_own { found(true, None) } else { Some(OnChain::unread()) };
    }
    let is_shown = !all.is_empty()
        && (is_logged_alone(&receipt, all, account)
            || is_carried_out(cx, sent, &receipt, all, account, has_code, since).await?);
    // a wallet's batch is in the transaction that the wallet names, or it did something else
    let is_batch = calls(request).is_some() && !all.iter().all(|call| wraps(sent, call));
    match (is_shown, is_batch) {
        (false, false) => Some(OnChain::unread()),
        (is_shown, _) => found(is_shown, None),
    }
}

/// Whether the account was instructed to make exactly these calls (`operations.rs`, a separate part, because few
/// accounts have code). `None` while that part can't be loaded.
async fn is_carried_out(
    cx: &Cx,
    sent: &Value,
    receipt: &Value,
    all: &[Value],
    account: Address,
    has_code: bool,
    since: Since,
) -> Option<bool> {
    let command = json!({
        "sent": sent, "receipt": receipt, "calls": all, "account": account.to_checksum(None), "hasCode": has_code,
        "named": since.named.map(|named| named.to_string())
    });
    match cx.run("eip155Told", "isCarriedOut", command).await.ok()? {
        Reply::Json(answer) => Some(answer == "true"),
        Reply::Done => None,
    }
}

/// Whether token logs prove that the account executed exactly these calls, each with its own log, and nothing else.
fn is_logged_alone(receipt: &Value, all: &[Value], account: Address) -> bool {
    let acts: Option<Vec<Act>> = all.iter().map(act).collect();
    acts.is_some_and(|acts| {
        let is_logged = |of: &Act| {
            let same = acts.iter().filter(|other| *other == of).count();
            logs(receipt, of, account) >= same
        };
        acts.iter().all(is_logged)
            && changes::acts(receipt, account).is_some_and(|logged| logged <= all.len())
    })
}

/// A call of a token with a log: a transfer or an approval.
#[derive(PartialEq, Eq)]
struct Act {
    token: Address,
    to: Address,
    units: U256,
    is_moved: bool,
}

fn act(call: &Value) -> Option<Act> {
    let token = address(call, "to")?;
    let data = call.text("data").unwrap_or_default();
    let moved = transfer::arguments(data).map(|(to, units)| (to, units, true));
    let (to, units, is_moved) =
        moved.or_else(|| transfer::allowance(data).map(|(to, units)| (to, units, false)))?;
    Some(Act { token, to, units, is_moved })
}

/// How often a token logs that the account did exactly this.
fn logs(receipt: &Value, of: &Act, account: Address) -> usize {
    let count = if of.is_moved { changes::moves } else { changes::allowed };
    count(receipt, of.token, account, of.to, of.units)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::namespaces::eip155::parse;
    use alloc::string::String;

    const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
    const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

    fn word(digits: &str) -> String {
        alloc::format!("{:0>64}", digits.trim_start_matches("0x").to_ascii_lowercase())
    }

    /// A token's call and its log.
    fn both(selector: &str, kind: &str) -> (Value, Value) {
        let data = ["0x", selector, &word(BOB), &word("7b")].concat();
        let topics = [kind.into(), ["0x", &word(ALICE)].concat(), ["0x", &word(BOB)].concat()];
        let log = json!({ "address": USDC, "topics": topics, "data": ["0x", &word("7b")].concat() });
        (json!({ "from": ALICE, "to": USDC, "data": data }), log)
    }

    // req: 10.59
    #[test]
    fn requires_a_separate_log_for_each_call_of_a_batch() {
        let account = parse(ALICE).unwrap();
        let moved = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
        let allowed = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";
        let (pays, paid) = both("a9059cbb", moved);
        let (lets, may) = both("095ea7b3", allowed);
        for (what, calls, logs, is_shown) in [
            ("one", alloc::vec![&pays], json!([paid]), true),
            ("two", alloc::vec![&pays, &pays], json!([paid, paid]), true),
            ("the same once", alloc::vec![&pays, &pays], json!([paid]), false),
            ("the same once, and an approval", alloc::vec![&pays, &pays], json!([paid, may]), false),
            ("two approvals", alloc::vec![&lets, &lets], json!([may, may]), true),
            ("an approval once", alloc::vec![&lets, &lets], json!([may]), false),
            ("both", alloc::vec![&lets, &pays], json!([may, paid]), true),
            ("both, of which one once", alloc::vec![&lets, &pays, &pays], json!([may, paid]), false),
            ("once more than shown", alloc::vec![&pays], json!([paid, paid]), false),
            ("none", alloc::vec![&pays], json!([]), false),
        ] {
            let calls: Vec<Value> = calls.into_iter().cloned().collect();
            assert_eq!(is_logged_alone(&json!({ "logs": logs }), &calls, account), is_shown, "{what}");
        }
    }
}
