//! `POST /rpc/{chain id}`: the frame's way to the local chains and to the node of solana, reads and signed bytes only.

use std::sync::Arc;

use axum::{
    Json,
    body::Bytes,
    extract::{Path, State},
    http::HeaderMap,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Site;
use crate::{chain::ChainError, deploy, forms::own_page, ids::Address, reads::READ_METHODS, reply::Refusal};

/// What the sponsor always has for fees: 100 Ether.
const SPONSOR_WEI: &str = "0x56bc75e2d63100000";
/// `create(address)` of the factory.
const CREATE: &str = "0x9ed93318";
/// `execute(bytes32,bytes)` of an account.
const EXECUTE: &str = "0xe9ae5c53";
/// `handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)` of the entry point.
const HANDLE_OPS: &str = "0x765e827f";

/// Who pays.
pub(super) fn sponsor_address() -> Address {
    Address::of_word("who pays for the smart accounts")
}

/// In the place of a chain id: the one node of solana, for whichever of its networks. It is given signed bytes and nothing is read of it here.
const SOLANA: &str = "solana";
const SEND: &str = "sendTransaction";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    id: Value,
    #[serde(rename = "jsonrpc")]
    _version: String,
    method: String,
    #[serde(default)]
    params: Value,
}

/// One call.
pub async fn rpc(
    State(site): State<Arc<Site>>,
    Path(chain): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    own_page(&headers)?;
    let call: Call =
        serde_json::from_slice(&body).map_err(|error| Refusal::bad("body", error.to_string()))?;
    let unsupported = || Refusal::bad("chain", "This chain is not supported");
    let params = if call.params.is_null() { json!([]) } else { call.params };
    let not_served =
        || Err(ChainError::Refused(json!({ "code": -32601, "message": "This method is not served here" })));
    let answer = if chain == SOLANA {
        let node = site.world.node_of(SOLANA).zip(site.world.chains.first());
        let (origin, any) = node.ok_or_else(unsupported)?;
        match call.method.as_str() {
            SEND => any.call_at(origin, SEND, params).await,
            _ => not_served(),
        }
    } else {
        let chain = site.world.chain(&format!("eip155:{chain}")).ok_or_else(unsupported)?;
        match READ_METHODS.contains(&call.method.as_str()) {
            true => chain.call(&call.method, params).await,
            false => not_served(),
        }
    };
    match answer {
        Ok(result) => Ok(Json(json!({ "id": call.id, "jsonrpc": "2.0", "result": result }))),
        Err(ChainError::Refused(error)) => {
            Ok(Json(json!({ "id": call.id, "jsonrpc": "2.0", "error": error })))
        }
        Err(error) => Err(Refusal::chain(&error)),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sponsored {
    data: String,
    /// The account, of its own calls.
    to: Option<String>,
}

/// `POST /sponsor/{chain id}`: brings what the owner of a smart account has signed to the chain and pays for it: the account by the factory,
/// calls to the account, user operations by the entry point. The account itself checks the signature. The hash, or why the chain would not do it.
pub async fn sponsor(
    State(site): State<Arc<Site>>,
    Path(chain): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    own_page(&headers)?;
    let Sponsored { data, to } =
        serde_json::from_slice(&body).map_err(|error| Refusal::bad("body", error.to_string()))?;
    let chain = site
        .world
        .chain(&format!("eip155:{chain}"))
        .ok_or_else(|| Refusal::bad("chain", "This chain is not supported"))?;
    let accounts = deploy::smart_accounts().ok_or_else(|| Refusal::bad("accounts", "There are none"))?;
    let account = to.and_then(|to| Address::parse(&to));
    let to = match (data.get(..CREATE.len()), account) {
        (Some(CREATE), None) => accounts.factory,
        (Some(HANDLE_OPS), None) => accounts.entry_point,
        (Some(EXECUTE), Some(account)) => account,
        _ => return Err(Refusal::bad("data", "Only calls of smart accounts are paid for")),
    };
    let from = sponsor_address().lower();
    let request = json!({ "from": from, "to": to.lower(), "data": data });
    let sent = async {
        chain.call("anvil_setBalance", json!([from, SPONSOR_WEI])).await?;
        chain.call("anvil_impersonateAccount", json!([from])).await?;
        // Asked first: what would fail is not sent, also where it is what waits for the next block that makes it fail.
        let gas = chain.call("eth_estimateGas", json!([request, "pending"])).await?;
        let mut request = request.clone();
        if let Some(fields) = request.as_object_mut() {
            fields.insert("gas".to_owned(), gas);
        }
        chain.call("eth_sendTransaction", json!([request])).await
    };
    match sent.await {
        Ok(hash) => Ok(Json(json!({ "hash": hash }))),
        Err(ChainError::Refused(error)) => Ok(Json(json!({ "error": error }))),
        Err(error) => Err(Refusal::chain(&error)),
    }
}
