//! `GET /assets.json`: what the wallet knows to look for on each chain, and what one of it costs now. How much somebody has of it the frame
//! reads from the chain.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde_json::{Map, Value, json};

use super::Site;
use crate::{assets::Asset, reply::Refusal, tokens::TOKENS, world::World};

/// By chain id in hex, as the wallet answers with it.
pub async fn assets(State(site): State<Arc<Site>>) -> Result<Json<Value>, Refusal> {
    let mut all = Map::new();
    for chain in &site.world.chains {
        let own = std::iter::once(Asset::native(chain)).chain(TOKENS.iter().map(Asset::token));
        let listed: Result<Vec<Value>, Refusal> = own.map(|asset| entry(&site.world, &asset)).collect();
        all.insert(format!("{:#x}", chain.id()), Value::from(listed?));
    }
    Ok(Json(Value::Object(all)))
}

fn entry(world: &World, asset: &Asset) -> Result<Value, Refusal> {
    let mut metadata = json!({
        "name": asset.name,
        "symbol": asset.symbol,
        "decimals": asset.decimals,
        "iconUrl": asset.icon_url(world),
    });
    let price = asset.price_usd(world)?.parse::<f64>().unwrap_or_default();
    if let (true, Some(fields)) = (price > 0.0, metadata.as_object_mut()) {
        fields.insert("price".to_owned(), json!(price));
    }
    let address = asset.address.map(|address| address.checksummed());
    Ok(json!({ "address": address.as_deref().unwrap_or("native"), "metadata": metadata }))
}
