//! `GET /ccip/{sender}/{data}.json`: the gateway of names that the network does not know itself (EIP-3668). It stands here to have no port of
//! its own; a real one belongs to the name's resolver.

use axum::{Json, extract::Path, http::StatusCode};
use serde_json::{Value, json};

use crate::{ens, ids::Address};

/// The answer to a resolver's question.
pub async fn answer(Path((sender, data)): Path<(String, String)>) -> Result<Json<Value>, StatusCode> {
    let answer = Address::parse(&sender).and_then(|_| ens::gateway(data.strip_suffix(".json")?));
    answer.map(|data| Json(json!({ "data": data }))).ok_or(StatusCode::BAD_REQUEST)
}
