//! `GET /v1/convert/tokens`: what can be swapped on a chain, the native currency first.

use std::sync::Arc;

use axum::{
    Json,
    extract::{RawQuery, State},
};
use serde_json::{Value, json};

use super::Convert;
use crate::{
    admission::{Common, admit},
    ids::is_caip2,
    params::Key,
    reply::Refusal,
    swaps,
};

const KEYS: [Key; 1] = [Key { name: "chainId", required: true, valid: is_caip2 }];

/// Empty for a chain without pools.
pub async fn tokens(
    State(convert): State<Arc<Convert>>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    let call = admit(query.as_deref(), Common::Whole, &KEYS)?;
    let chain = call.params.get("chainId").and_then(|id| convert.world.chain(id));
    let mut tokens = Vec::new();
    if let Some(chain) = chain {
        for asset in swaps::traded(chain) {
            // The native currency's stand-in is written in small letters (docs/spec/services.md B1).
            let place = asset.address.map_or_else(|| asset.place().lower(), |token| token.checksummed());
            tokens.push(json!({
                "name": asset.name,
                "symbol": asset.symbol,
                "address": format!("{}:{place}", chain.caip2()),
                "decimals": asset.decimals,
                "logoUri": asset.icon_url(&convert.world),
                "eip2612": false,
            }));
        }
    }
    Ok(Json(json!({ "tokens": tokens })))
}
