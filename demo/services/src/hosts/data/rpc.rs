//! `POST /v1?chainId=`: JSON-RPC to the chain, read methods only (docs/spec/rpc.md list R without the wallet's own methods).

use std::sync::Arc;

use axum::{
    Json,
    body::Bytes,
    extract::{RawQuery, State},
    http::{HeaderMap, header},
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    admission::{Common, admit},
    chain::{Chain, ChainError},
    ids::{Address, is_caip2},
    params::Key,
    reads::READ_METHODS,
    reply::Refusal,
    world::World,
};

const KEYS: [Key; 1] = [Key { name: "chainId", required: true, valid: is_caip2 }];

/// A request is at most 256 KiB (docs/spec/rpc.md section 3).
const BODY_MAX_BYTES: usize = 256 * 1024;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RpcRequest {
    id: Value,
    jsonrpc: String,
    method: String,
    #[serde(default)]
    params: Value,
}

/// One call; batches are not part of the documented shape.
pub async fn rpc(
    State(world): State<Arc<World>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let call = admit(query.as_deref(), Common::ProjectOnly, &KEYS)?;
    let request = read(&headers, &body)?;
    let chain = call
        .params
        .get("chainId")
        .and_then(|id| world.node(id))
        .ok_or_else(|| Refusal::bad("chainId", "This chain is not supported"))?;
    match answer(chain, &request).await {
        Ok(result) => Ok(Json(json!({ "id": request.id, "jsonrpc": "2.0", "result": result }))),
        Err(ChainError::Refused(error)) => {
            Ok(Json(json!({ "id": request.id, "jsonrpc": "2.0", "error": error })))
        }
        Err(error) => Err(Refusal::chain(&error)),
    }
}

fn read(headers: &HeaderMap, body: &Bytes) -> Result<RpcRequest, Refusal> {
    // Plain text is a request without a preflight (docs/spec/services.md A2).
    let media_type =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media_type = media_type.split(';').next().unwrap_or_default().trim();
    if !matches!(media_type, "application/json" | "text/plain") {
        return Err(Refusal::bad("content-type", "must be application/json or text/plain"));
    }
    if body.len() > BODY_MAX_BYTES {
        return Err(Refusal::bad("body", "is larger than 256 KiB"));
    }
    let request: RpcRequest =
        serde_json::from_slice(body).map_err(|error| Refusal::bad("body", error.to_string()))?;
    if request.jsonrpc != "2.0" {
        return Err(Refusal::bad("jsonrpc", "must be \"2.0\""));
    }
    if !(request.id.is_string() || request.id.is_u64()) {
        return Err(Refusal::bad("id", "must be a text or a number"));
    }
    Ok(request)
}

async fn answer(chain: &Chain, request: &RpcRequest) -> Result<Value, ChainError> {
    let refused = |code: i32, message: &str| ChainError::Refused(json!({ "code": code, "message": message }));
    if request.method == "getAddressBalance" {
        let address = request.params.get("address").and_then(Value::as_str).and_then(Address::parse);
        let address = address.ok_or_else(|| refused(-32602, "address is missing or wrong"))?;
        // Base units as decimal text, as everywhere in this API.
        return Ok(json!(
            chain.quantity("eth_getBalance", json!([address.lower(), "latest"])).await?.to_string()
        ));
    }
    if request.method == "eth_accounts" {
        // A node for everybody holds no keys; the local chain's unlocked accounts must not look like a connection.
        return Ok(json!([]));
    }
    if !READ_METHODS.contains(&request.method.as_str()) {
        return Err(refused(-32601, "This method is not served here"));
    }
    let params = match &request.params {
        Value::Null => json!([]),
        Value::Array(_) => request.params.clone(),
        _ => return Err(refused(-32602, "params must be a list")),
    };
    chain.call(&request.method, params).await
}
