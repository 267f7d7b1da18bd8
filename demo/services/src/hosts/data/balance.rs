//! `GET /v1/account/{address}/balance`: what an account holds, with prices.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, RawQuery, State},
    http::StatusCode,
};
use serde_json::{Value, json};

use crate::{
    admission::{Common, admit},
    chain::Chain,
    ids::{Address, is_caip2, is_caip10},
    params::Key,
    reply::Refusal,
    units,
    world::World,
};

const KEYS: [Key; 3] = [
    Key { name: "currency", required: true, valid: |text| text == "usd" },
    Key { name: "chainId", required: false, valid: is_caip2 },
    Key { name: "forceUpdate", required: false, valid: |text| text.split(',').all(is_caip10) },
];

/// All balances of an account, or those of one chain. A chain that does not run here has none.
pub async fn balance(
    State(world): State<Arc<World>>,
    Path(address): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    let call = admit(query.as_deref(), Common::Whole, &KEYS)?;
    let address = Address::parse(&address)
        .ok_or_else(|| Refusal::bad("address", "is no address of this chain family"))?;
    let wanted = call.params.get("chainId");
    let mut balances = Vec::new();
    for chain in world.chains.iter().filter(|chain| wanted.is_none_or(|id| id == chain.caip2())) {
        balances.push(native(&world, chain, &address).await?);
    }
    Ok(Json(json!({ "balances": balances })))
}

/// The native currency has no address of its own.
async fn native(world: &World, chain: &Chain, address: &Address) -> Result<Value, Refusal> {
    let wei = chain
        .quantity("eth_getBalance", json!([address.lower(), "latest"]))
        .await
        .map_err(|error| Refusal::chain(&error))?;
    let price = world
        .store
        .price_usd("ETH")
        .map_err(|error| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "store", error.to_string()))?
        .and_then(|text| text.parse::<f64>().ok())
        .unwrap_or_default();
    let numeric = units::decimal_text(wei, 18);
    // `value` is documented as a JSON number for display; the exact amount is `quantity.numeric`.
    let value =
        numeric.parse::<f64>().map(|amount| (amount * price * 100.0).floor() / 100.0).unwrap_or_default();
    Ok(json!({
        "name": "Ether",
        "symbol": "ETH",
        "chainId": chain.caip2(),
        "value": value,
        "price": price,
        "quantity": { "decimals": "18", "numeric": numeric },
        "iconUrl": "",
    }))
}
