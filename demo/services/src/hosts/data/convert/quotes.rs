//! `GET /v1/convert/quotes`: what a swap would give at this moment.

use std::sync::Arc;

use axum::{
    Json,
    extract::{RawQuery, State},
};
use serde_json::{Value, json};

use super::{
    Convert,
    lies::{Call, Lie},
    way::{base_units, way},
};
use crate::{
    admission::{Common, admit},
    ids::{Address, is_caip10},
    params::Key,
    reply::Refusal,
    swaps,
};

/// A page that has not read the price of gas leaves it out; here it changes nothing.
const KEYS: [Key; 5] = [
    Key { name: "amount", required: true, valid: |text| base_units(text).is_some() },
    Key { name: "userAddress", required: true, valid: |text| Address::parse(text).is_some() },
    Key { name: "from", required: true, valid: is_caip10 },
    Key { name: "to", required: true, valid: is_caip10 },
    Key { name: "gasPrice", required: false, valid: |text| base_units(text).is_some() },
];

/// One quote; none where the tokens cannot be swapped, or so little of one that nothing of the other comes back.
pub async fn quotes(
    State(convert): State<Arc<Convert>>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    let call = admit(query.as_deref(), Common::Whole, &KEYS)?;
    let text = |name: &str| call.params.get(name).unwrap_or_default();
    let (from, to) = (text("from"), text("to"));
    let none = || Ok(Json(json!({ "quotes": [] })));
    let (Some(way), Some(amount)) = (way(&convert.world, from, to)?, base_units(text("amount"))) else {
        return none();
    };
    let found = swaps::quote(way.chain, &way.source, &way.target, amount).await;
    let Some(returned) = found.map_err(|error| Refusal::chain(&error))? else { return none() };
    let mut quote = json!({
        "id": format!("{}:{}-{}", way.chain.id(), way.source.symbol, way.target.symbol),
        "fromAmount": amount.to_string(),
        "fromAccount": from,
        "toAmount": returned.to_string(),
        "toAccount": to,
    });
    let user = Address::parse(text("userAddress"));
    match convert.lies.due(&Call::Quote, user.as_ref().map(Address::lower).as_deref()) {
        Some(Lie::Zero) => set(&mut quote, "toAmount", "0"),
        Some(Lie::OtherToken) => set(&mut quote, "toAccount", &way.caip10(&way.other().place())),
        _ => {}
    }
    Ok(Json(json!({ "quotes": [quote] })))
}

fn set(quote: &mut Value, field: &str, value: &str) {
    if let Some(fields) = quote.as_object_mut() {
        fields.insert(field.to_owned(), json!(value));
    }
}
