//! `GET /v1/identity/{address}`: name and avatar of an account.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, RawQuery, State},
};
use serde_json::{Value, json};

use crate::{
    admission::{Common, admit},
    ids::Address,
    params::Key,
    reply::Refusal,
    world::World,
};

/// `sender` is the active account; a page without one leaves it out.
const KEYS: [Key; 1] =
    [Key { name: "sender", required: false, valid: |text| Address::parse(text).is_some() }];

/// Both fields null when nobody registered a name.
pub async fn identity(
    State(world): State<Arc<World>>,
    Path(address): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    admit(query.as_deref(), Common::Whole, &KEYS)?;
    let address = Address::parse(&address)
        .ok_or_else(|| Refusal::bad("address", "is no address of this chain family"))?;
    let found = world.store.identity(&address).map_err(|error| Refusal::store(&error))?;
    Ok(Json(json!({ "avatar": found.avatar, "name": found.name })))
}
