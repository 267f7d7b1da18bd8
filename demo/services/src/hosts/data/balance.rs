//! `GET /v1/account/{address}/balance`: what an account holds, with prices.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, RawQuery, State},
};
use serde_json::{Value, json};

use crate::{
    admission::{Common, admit},
    assets::{self, Asset},
    chain::Chain,
    ids::{Address, is_caip2, is_caip10},
    params::Key,
    reply::Refusal,
    units,
    world::World,
};

/// `forceUpdate` names tokens that are to be read anew. Every balance here is read from the chain at each call, so it is checked, and
/// then there is nothing left to do for it.
const KEYS: [Key; 3] = [
    Key { name: "currency", required: true, valid: |text| text == "usd" },
    Key { name: "chainId", required: false, valid: is_caip2 },
    Key { name: "forceUpdate", required: false, valid: |text| text.split(',').all(is_caip10) },
];

/// All balances of an account, or those of one chain: the native currency always, tokens it has some of. A chain that does not run
/// here has none.
pub async fn balance(
    State(world): State<Arc<World>>,
    Path(address): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    let call = admit(query.as_deref(), Common::Whole, &KEYS)?;
    let owner = Address::parse(&address)
        .ok_or_else(|| Refusal::bad("address", "is no address of this chain family"))?;
    let wanted = call.params.get("chainId");
    let mut balances = Vec::new();
    for chain in world.chains.iter().filter(|chain| wanted.is_none_or(|id| id == chain.caip2())) {
        let held = assets::holdings(chain, &owner).await.map_err(|error| Refusal::chain(&error))?;
        for (asset, amount) in held {
            balances.push(entry(&world, chain, asset, amount)?);
        }
    }
    Ok(Json(json!({ "balances": balances })))
}

fn entry(world: &World, chain: &Chain, asset: Asset, amount: u128) -> Result<Value, Refusal> {
    let price = asset.price_usd(world)?;
    let numeric = units::decimal_text(amount, asset.decimals.into());
    let mut entry = json!({
        "name": asset.name,
        "symbol": asset.symbol,
        "chainId": chain.caip2(),
        // Documented as JSON numbers, for display; the exact amount is `quantity.numeric`.
        "value": units::worth(amount, asset.decimals.into(), &price),
        "price": price.parse::<f64>().unwrap_or_default(),
        "quantity": { "decimals": asset.decimals.to_string(), "numeric": numeric },
        "iconUrl": asset.icon_url(world),
    });
    // The native currency has no address of its own.
    if let (Some(address), Some(fields)) = (asset.address, entry.as_object_mut()) {
        fields.insert("address".to_owned(), json!(format!("{}:{}", chain.caip2(), address.checksummed())));
    }
    Ok(entry)
}
