//! The status of a batch of calls (EIP-5792, `wallet_getCallsStatus`). Some wallets only report the transaction hash, and some report
//! nothing. The engine then reads the rest from the network's node, and the calls stay pending until the node has it (rpc.md section 3).

use super::requests::chain_of;
use crate::api::rpc;
use crate::caip::{ChainId, Namespace};
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::flow::{Cx, Reply};
use crate::json::{self, Read, json};
use crate::namespaces;
use alloc::vec::Vec;
use serde_json::Value;

/// The method that returns the status of a batch of calls.
pub(super) const STATUS: &str = "wallet_getCallsStatus";
/// Maximum number of transactions of one response to look up at a node.
const RECEIPTS_MAX: usize = 100;
/// The fields of an EIP-5792 receipt, except its transaction and status.
const WHOLE: [&str; 4] = ["logs", "blockHash", "blockNumber", "gasUsed"];
const PENDING: u64 = 100;

/// Completes the receipts of the wallet's response. For a wallet that doesn't respond, uses the node's data.
///
/// # Errors
/// The wallet's error.
pub(super) async fn whole(cx: &Cx, params: &Value, answer: Result<Reply>) -> Result<Reply> {
    let shown = || cx.read(|s| s.networks.readable(&chain_of(s, Namespace::Eip155)?).cloned());
    let mut said = match &answer {
        Ok(Reply::Json(text)) => match json::parse(text, usize::MAX) {
            Ok(said) => said,
            Err(_) => return answer,
        },
        Err(Error::MethodNotAllowed | Error::Rpc { code: 4200 | -32601, .. }) => {
            let id = params.get(0).and_then(Value::as_str);
            let id = id.and_then(|id| namespaces::of(Namespace::Eip155).transaction_id(id));
            let (Some(id), Some(network)) = (id, shown()) else { return answer };
            return of_node(cx, &network, &id).await.map(|said| Reply::Json(json::text(&said)));
        }
        _ => return answer,
    };
    let is_thin = |receipt: &Value| WHOLE.iter().any(|name| receipt.field(name).is_none());
    let list = said.list("receipts");
    if list.len() > RECEIPTS_MAX || !list.iter().any(is_thin) {
        return answer;
    }
    let chain = said.field("chainId").and_then(ChainId::of_wallet_value);
    let of_chain = chain.and_then(|chain| cx.read(|s| s.networks.readable(&chain).cloned()));
    let Some(network) = of_chain.or_else(shown) else { return answer };
    let mut receipts = Vec::new();
    for receipt in said.list("receipts").to_vec() {
        let found = match is_thin(&receipt) {
            true => completed(cx, &network, receipt).await,
            false => Some(receipt),
        };
        // without one of the receipts, the calls are still pending
        let Some(found) = found else { break };
        receipts.push(found);
    }
    let is_complete = receipts.len() == said.list("receipts").len();
    if let Some(fields) = said.as_object_mut() {
        match is_complete {
            true => drop(fields.insert("receipts".into(), receipts.into())),
            // the wallet reports the calls as done, but the node doesn't have them yet
            false => {
                json::take(fields, "receipts");
                if fields.get("status").is_some_and(Value::is_number) {
                    fields.insert("status".into(), PENDING.into());
                }
            }
        }
    }
    Ok(Reply::Json(json::text(&said)))
}

/// Adds the network's data to a receipt. Fields from the wallet stay.
async fn completed(cx: &Cx, network: &Network, mut receipt: Value) -> Option<Value> {
    let hash = namespaces::of(Namespace::Eip155).transaction_id(receipt.text("transactionHash")?)?;
    let known = rpc::call(cx, network, "eth_getTransactionReceipt", &json!([hash])).await.ok()?;
    let fields = receipt.as_object_mut()?;
    for name in WHOLE.iter().chain(&["status"]) {
        if fields.get(*name).is_none_or(Value::is_null) {
            fields.insert((*name).into(), known.field(name)?.clone());
        }
    }
    Some(receipt)
}

/// The status for a wallet that doesn't report one. The batch ID must be the hash of a transaction or a user operation, otherwise nothing
/// is known.
async fn of_node(cx: &Cx, network: &Network, id: &str) -> Result<Value> {
    let params = json!([id]);
    let operation = rpc::call(cx, network, "eth_getUserOperationReceipt", &params).await.ok();
    let found = match operation.as_ref().and_then(|of| of.field("receipt")) {
        Some(receipt) => Some(receipt.clone()),
        None => rpc::call(cx, network, "eth_getTransactionReceipt", &params).await.ok(),
    };
    let receipt = found.filter(|receipt| WHOLE.iter().all(|name| receipt.field(name).is_some()));
    let is_done = operation.as_ref().and_then(|of| of.flag("success"));
    let is_done = is_done.or_else(|| receipt.as_ref().map(|of| of.text("status") == Some("0x1")));
    let status =
        is_done.filter(|_| receipt.is_some()).map_or(PENDING, |is_done| if is_done { 200 } else { 500 });
    let number = network.chain().and_then(|chain| chain.evm_number()).unwrap_or_default();
    let mut said = json!({
        "version": "2.0.0", "id": id, "chainId": alloc::format!("{number:#x}"), "atomic": true, "status": status,
    });
    if let (Some(receipt), Some(fields)) = (receipt, said.as_object_mut()) {
        fields.insert("receipts".into(), json!([receipt]));
    }
    Ok(said)
}
