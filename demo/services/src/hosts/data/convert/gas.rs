//! `GET /v1/convert/gas-price`: what a unit of gas costs on a chain, in wei.

use std::sync::Arc;

use axum::{
    Json,
    extract::{RawQuery, State},
};
use serde_json::{Value, json};

use super::Convert;
use crate::{
    admission::{Common, admit},
    chain::Chain,
    ids::is_caip2,
    params::Key,
    reply::Refusal,
};

const KEYS: [Key; 1] = [Key { name: "chainId", required: true, valid: is_caip2 }];

/// Three speeds. Here each is as fast; they differ so that a client which takes the wrong one is found out.
pub async fn gas_price(
    State(convert): State<Arc<Convert>>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    let call = admit(query.as_deref(), Common::Whole, &KEYS)?;
    let chain = call
        .params
        .get("chainId")
        .and_then(|id| convert.world.chain(id))
        .ok_or_else(|| Refusal::bad("chainId", "This chain is not supported"))?;
    let wei = price(chain).await?;
    Ok(Json(json!({
        "standard": wei.to_string(),
        "fast": (wei * 11 / 10).to_string(),
        "instant": (wei * 5 / 4).to_string(),
    })))
}

/// What the chain itself asks.
pub async fn price(chain: &Chain) -> Result<u128, Refusal> {
    let wei = chain.quantity("eth_gasPrice", json!([])).await.map_err(|error| Refusal::chain(&error))?;
    Ok(wei)
}
