//! `POST /v1/fungible/price`: what tokens cost.

use std::sync::Arc;

use axum::{
    Json,
    body::Bytes,
    extract::{RawQuery, State},
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    admission::{Common, admit},
    assets::Asset,
    ids::{Address, is_caip10},
    reply::Refusal,
    world::World,
};

const ADDRESSES_MAX: usize = 100;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    currency: String,
    addresses: Vec<String>,
    project_id: String,
}

/// The price of each token that is known, in the order asked for; others are left out.
pub async fn price(
    State(world): State<Arc<World>>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let call = admit(query.as_deref(), Common::Whole, &[])?;
    let asked: Asked =
        serde_json::from_slice(&body).map_err(|error| Refusal::bad("body", error.to_string()))?;
    if asked.currency != "usd" {
        return Err(Refusal::bad("currency", "must be usd"));
    }
    if call.params.get("projectId") != Some(asked.project_id.as_str()) {
        return Err(Refusal::bad("projectId", "differs between the query and the body"));
    }
    if asked.addresses.is_empty() || asked.addresses.len() > ADDRESSES_MAX {
        return Err(Refusal::bad("addresses", "must be 1 to 100 tokens"));
    }
    if let Some(wrong) = asked.addresses.iter().find(|address| !is_caip10(address)) {
        return Err(Refusal::bad("addresses", format!("{wrong:.80} is no token of a chain")));
    }
    let mut fungibles = Vec::new();
    for id in &asked.addresses {
        if let Some(asset) = known(&world, id) {
            fungibles.push(json!({
                "address": id,
                "name": asset.name,
                "symbol": asset.symbol,
                "iconUrl": asset.icon_url(&world),
                "price": asset.price_usd(&world)?.parse::<f64>().unwrap_or_default(),
            }));
        }
    }
    Ok(Json(json!({ "fungibles": fungibles })))
}

fn known(world: &World, caip10: &str) -> Option<Asset> {
    let (chain, address) = caip10.rsplit_once(':')?;
    Asset::at(world.chain(chain)?, &Address::parse(address)?)
}
