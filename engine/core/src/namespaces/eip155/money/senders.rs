//! A sender's state from the network's node, on EVM chains: its nonce, its next transaction in a block, and the
//! messages with which nodes reject a transaction before acceptance (decision 39, "Not sent, unknown and sent").

use super::{address, calls, is_same, whole};
use crate::api::rpc;
use crate::caip::ChainId;
use crate::entities::Network;
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::money::{Next, Stand};
use crate::text;
use futures_util::future::join3;
use serde_json::Value;

/// The rejection messages of all node types: geth, erigon, reth, nethermind, besu, hardhat and anvil. Messages about a
/// known transaction aren't included, because "already known", "nonce too low" and "replacement transaction
/// underpriced" mean that something was sent.
const REFUSED: [&str; 17] = [
    // about the balance
    "insufficient funds",
    "insufficientfunds",
    "insufficient balance for transfer",
    "upfront cost exceeds account balance",
    "doesn't have enough funds",
    // about gas
    "intrinsic gas too low",
    "intrinsic gas exceeds gas limit",
    "exceeds block gas limit",
    // about the fee
    "less than block base fee",
    "less than the block base fee",
    "less than the current basefee",
    "too low for the next block",
    "max priority fee per gas higher than max fee per gas",
    // simulated: a transaction in a block can revert too, but then it has a nonce
    "execution reverted",
    "cannot estimate gas",
    "gas required exceeds allowance",
    "vm exception while processing transaction: revert",
];

/// Additional messages on some networks: zkSync, Polygon and Arbitrum.
const OF_NETWORK: [(u64, &str); 6] = [
    (324, "not enough balance to cover the fee"),
    (300, "not enough balance to cover the fee"),
    (137, "transaction underpriced: gas tip cap"),
    (80002, "transaction underpriced: gas tip cap"),
    (42161, "gas price too low"),
    (421_614, "gas price too low"),
];

/// Messages about a known transaction. Together with any other text, they mean that something was sent.
const SENT: [&str; 5] =
    ["already known", "already imported", "known transaction", "already exists", "replacement transaction"];

/// Whether nodes of this chain use this message before acceptance.
pub(super) fn is_refused(chain: &ChainId, words: &str) -> bool {
    let words = text::lower(words);
    let number = chain.evm_number();
    let is_said = REFUSED.iter().any(|part| words.contains(part))
        || OF_NETWORK.iter().any(|(of, part)| Some(*of) == number && words.contains(part));
    is_said && !SENT.iter().any(|part| words.contains(part))
}

async fn count(cx: &Cx, network: &Network, from: &str, block: &Value) -> Option<u64> {
    let answer = rpc::of_money(cx, network, "eth_getTransactionCount", &json!([from, block])).await;
    whole(answer.ok().as_ref())
}

/// The wallet chooses who broadcasts a batch or a contract's action, so the sender's own transaction count says nothing
/// about them.
pub(super) async fn stand(cx: &Cx, network: &Network, request: &Value) -> Option<Stand> {
    if calls(request).is_some() {
        return None;
    }
    let from = request.get(0)?.text("from")?;
    let (block, pending) = (json!([]), json!("pending"));
    let asked = json!([from, "latest"]);
    let block = rpc::of_money(cx, network, "eth_blockNumber", &block);
    let code = rpc::of_money(cx, network, "eth_getCode", &asked);
    let (count, block, code) = join3(count(cx, network, from, &pending), block, code).await;
    let is_plain = code.ok()?.as_str() == Some("0x");
    Some(Stand { count: count?, block: whole(block.ok().as_ref())? }).filter(|_| is_plain)
}

/// The sender's transaction at the next nonce, once it is in a block. Nodes don't list transactions by sender, so a
/// search over the transaction counts at earlier blocks finds it.
pub(super) async fn next(cx: &Cx, network: &Network, request: &Value, since: Stand) -> Option<Next> {
    let asked = request.get(0)?;
    let from = asked.text("from")?;
    let head = rpc::of_money(cx, network, "eth_blockNumber", &json!([])).await;
    let head = whole(head.ok().as_ref())?;
    let at = |block: u64| json!(alloc::format!("{block:#x}"));
    if count(cx, network, from, &at(head)).await? <= since.count {
        return None;
    }
    let (mut before, mut block) = (since.block, head);
    while block.saturating_sub(before) > 1 {
        let middle = before + (block - before) / 2;
        match count(cx, network, from, &at(middle)).await? > since.count {
            true => block = middle,
            false => before = middle,
        }
    }
    let answer = rpc::of_money(cx, network, "eth_getBlockByNumber", &json!([at(block), true])).await.ok()?;
    // several nodes share a URL, and one that is behind doesn't have the block yet, so a missing transaction there
    // proves nothing
    let is_complete = whole(answer.field("number")) == Some(block)
        && answer.get("transactions").and_then(Value::as_array)?.iter().all(Value::is_object);
    if !is_complete {
        return None;
    }
    let is_it = |sent: &&Value| {
        address(sent, "from") == address(asked, "from") && whole(sent.field("nonce")) == Some(since.count)
    };
    let sent = answer.list("transactions").iter().find(is_it);
    let hash = |sent: &Value| crate::namespaces::eip155::transaction_hash(sent.text("hash")?);
    let id = sent.filter(|sent| is_same(sent, asked)).and_then(hash);
    let stand = Stand { count: since.count + 1, block: block.saturating_sub(1).max(since.block) };
    Some(Next { id, stand })
}
