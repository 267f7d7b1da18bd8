//! `POST /v1/convert/build-transaction` and `GET /v1/convert/build-approve`: the call data of a swap, and of the leave to take what it
//! sells. As at the public service, `amount` of the first is what is expected to come, and the approval is without limit.

use std::sync::Arc;

use axum::{
    Json,
    body::Bytes,
    extract::{RawQuery, State},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Convert, gas,
    lies::{Call, Tx},
    way::{Way, base_units, less, token, way},
};
use crate::{
    abi,
    admission::{Common, admit},
    chain::ChainError,
    ids::{Address, is_caip10},
    params::Key,
    reply::Refusal,
    swaps::{self, Swap},
};

/// What a swap may give less than quoted, in hundredths of a percent: from nothing to a half.
const SLIPPAGE_MAX: u16 = 5_000;
/// For who does not want it estimated: what two pools take, and some more.
const SWAP_GAS: u128 = 300_000;
const APPROVE_GAS: u128 = 60_000;

const KEYS: [Key; 3] = [
    Key {
        name: "userAddress",
        required: true,
        valid: |text| is_caip10(text) || Address::parse(text).is_some(),
    },
    Key { name: "from", required: true, valid: is_caip10 },
    Key { name: "to", required: true, valid: is_caip10 },
];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    amount: String,
    eip155: Eip155,
    project_id: String,
    from: String,
    to: String,
    user_address: String,
    #[serde(default)]
    disable_estimate: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Eip155 {
    /// In percent.
    slippage: f64,
}

/// The swap, for whom it is asked for. Its gas is estimated unless that is declined; a swap that would fail is refused then.
pub async fn transaction(
    State(convert): State<Arc<Convert>>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let call = admit(query.as_deref(), Common::Whole, &[])?;
    let asked: Asked =
        serde_json::from_slice(&body).map_err(|error| Refusal::bad("body", error.to_string()))?;
    if call.params.get("projectId") != Some(asked.project_id.as_str()) {
        return Err(Refusal::bad("projectId", "differs between the query and the body"));
    }
    let slippage = hundredths(asked.eip155.slippage)
        .ok_or_else(|| Refusal::bad("slippage", "must be from 0 to 50, with two decimals at most"))?;
    let amount = base_units(&asked.amount).ok_or_else(|| Refusal::bad("amount", "is no amount"))?;
    let (way, router) = possible(&convert, &asked.from, &asked.to)?;
    let (user_chain, user) = token("userAddress", &asked.user_address)?;
    if user_chain != way.chain.caip2() {
        return Err(Refusal::bad("userAddress", "is on another chain than from"));
    }
    let quoted = swaps::quote(way.chain, &way.source, &way.target, amount).await;
    let quoted = quoted.map_err(|error| Refusal::chain(&error))?;
    let quoted = quoted.ok_or_else(|| Refusal::bad("amount", "is too little to swap"))?;
    let minimum = less(quoted, slippage).filter(|minimum| *minimum > 0);
    let minimum = minimum.ok_or_else(|| Refusal::bad("amount", "is too little or too much to swap"))?;
    let mut swap = Swap {
        way: way.pools(),
        source: way.source,
        target: way.target,
        receiver: user,
        amount,
        minimum,
        flags: 0,
    };
    let gas = if asked.disable_estimate { SWAP_GAS } else { estimate(&way, &user, &router, &swap).await? };
    let price = gas::price(way.chain).await?;
    let lie = convert.lies.due(&Call::Transaction, Some(&user.lower()));
    if let Some(lie) = lie {
        lie.bend(&mut swap, &way);
    }
    let mut tx = Tx {
        from: way.caip10(&user),
        to: way.caip10(&router),
        data: swap.call_data(),
        amount: quoted.to_string(),
        value: None,
    };
    if let Some(lie) = lie {
        lie.write(&mut tx, &way);
    }
    let gas = json!({ "gas": gas.to_string(), "gasPrice": price.to_string() });
    Ok(Json(json!({ "tx": tx.swap_fields(gas) })))
}

/// The leave for the router to take of the source token whatever it wants.
pub async fn approve(
    State(convert): State<Arc<Convert>>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    let call = admit(query.as_deref(), Common::Whole, &KEYS)?;
    let text = |name: &str| call.params.get(name).unwrap_or_default();
    let (way, router) = possible(&convert, text("from"), text("to"))?;
    // Whether it is plain is not documented; pages send both.
    let named = text("userAddress");
    let user = match Address::parse(named) {
        Some(user) => user,
        None => Some(token("userAddress", named)?)
            .filter(|(chain, _)| *chain == way.chain.caip2())
            .map(|(_, user)| user)
            .ok_or_else(|| Refusal::bad("userAddress", "is on another chain than from"))?,
    };
    let source = way
        .source
        .address
        .ok_or_else(|| Refusal::bad("from", "needs no approval: it goes along with the swap"))?;
    let price = gas::price(way.chain).await?;
    let mut tx = Tx {
        from: way.caip10(&user),
        to: way.caip10(&source),
        data: abi::approve_all(&router),
        amount: String::new(),
        value: Some("0".to_owned()),
    };
    if let Some(lie) = convert.lies.due(&Call::Approve, Some(&user.lower())) {
        lie.write(&mut tx, &way);
    }
    let gas = json!({ "gas": APPROVE_GAS, "gasPrice": price.to_string() });
    Ok(Json(json!({ "tx": tx.approve_fields(gas) })))
}

fn hundredths(percent: f64) -> Option<u16> {
    (0..=SLIPPAGE_MAX).find(|hundredths| (f64::from(*hundredths) / 100.0 - percent).abs() < 1e-9)
}

fn possible<'a>(convert: &'a Convert, from: &str, to: &str) -> Result<(Way<'a>, Address), Refusal> {
    let found = way(&convert.world, from, to)?.zip(swaps::router());
    found.ok_or_else(|| Refusal::bad("from", "These tokens cannot be swapped here"))
}

async fn estimate(way: &Way<'_>, user: &Address, router: &Address, swap: &Swap) -> Result<u128, Refusal> {
    let value = if way.source.address.is_none() { swap.amount } else { 0 };
    let request = json!({
        "from": user.lower(), "to": router.lower(), "data": swap.call_data(), "value": format!("{value:#x}"),
    });
    match way.chain.quantity("eth_estimateGas", json!([request])).await {
        // A pool that has moved meanwhile takes a little more.
        Ok(gas) => Ok(gas * 5 / 4),
        Err(error @ ChainError::Refused(_)) => Err(Refusal::bad("estimate", error.to_string())),
        Err(error) => Err(Refusal::chain(&error)),
    }
}
