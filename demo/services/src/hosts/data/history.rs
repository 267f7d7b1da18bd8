//! `GET /v1/account/{account}/history`: what an account did, newest first, in pages.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, RawQuery, State},
};
use serde_json::{Value, json};

use crate::{
    admission::{Common, admit},
    history::{Cursor, History, Wanted},
    ids::{Address, is_caip2},
    params::Key,
    reply::Refusal,
};

const KEYS: [Key; 3] = [
    Key { name: "cursor", required: false, valid: |text| Cursor::parse(text).is_some() },
    Key { name: "onramp", required: false, valid: |text| text == "coinbase" },
    Key { name: "chainId", required: false, valid: is_caip2 },
];

/// One page. `next` goes back as `cursor`; null ends.
pub async fn history(
    State(history): State<Arc<History>>,
    Path(account): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    let call = admit(query.as_deref(), Common::Whole, &KEYS)?;
    let account = Address::parse(&account)
        .ok_or_else(|| Refusal::bad("account", "is no address of this chain family"))?;
    let chain_id = call.params.get("chainId");
    history.catch_up(chain_id).await?;
    let wanted = Wanted {
        account: &account,
        chain: chain_id,
        onramp: call.params.get("onramp"),
        below: call.params.get("cursor").and_then(Cursor::parse),
    };
    let (data, next) = history.page(&wanted).map_err(|error| Refusal::store(&error))?;
    Ok(Json(json!({ "data": data, "next": next })))
}
