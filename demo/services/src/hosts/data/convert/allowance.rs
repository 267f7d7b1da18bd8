//! `GET /v1/convert/allowance`: how much of a token the router may take from an account.

use std::sync::Arc;

use axum::{
    Json,
    extract::{RawQuery, State},
};
use serde_json::{Value, json};

use super::{Convert, way::token};
use crate::{
    abi,
    admission::{Common, admit},
    assets::Asset,
    ids::{Address, is_caip10},
    params::Key,
    reply::Refusal,
    swaps, units,
};

const KEYS: [Key; 2] = [
    Key { name: "tokenAddress", required: true, valid: is_caip10 },
    Key { name: "userAddress", required: true, valid: |text| Address::parse(text).is_some() },
];

/// Zero where there is nothing to ask: no router, or no token. The native currency needs no allowance; its answer is the highest number.
pub async fn allowance(
    State(convert): State<Arc<Convert>>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    let call = admit(query.as_deref(), Common::Whole, &KEYS)?;
    let text = |name: &str| call.params.get(name).unwrap_or_default();
    let (chain_id, place) = token("tokenAddress", text("tokenAddress"))?;
    let (chain, owner) = (convert.world.chain(chain_id), Address::parse(text("userAddress")));
    let (Some(chain), Some(owner), Some(router)) = (chain, owner, swaps::router()) else {
        return Ok(Json(json!({ "allowance": "0" })));
    };
    let word = if place == Asset::native(chain).place() {
        json!(format!("0x{}", "f".repeat(64)))
    } else {
        let request = json!({ "to": place.lower(), "data": abi::allowance(&owner, &router) });
        chain.call("eth_call", json!([request, "latest"])).await.map_err(|error| Refusal::chain(&error))?
    };
    let allowance = word.as_str().and_then(units::decimal_of_word).unwrap_or_else(|| "0".to_owned());
    Ok(Json(json!({ "allowance": allowance })))
}
