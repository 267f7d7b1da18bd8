//! `GET /v1/account/{account}/history`: what an account did, newest first, in pages.

use std::sync::Arc;

use axum::{
    Json,
    body::Bytes,
    extract::{Path, RawQuery, State},
    http::StatusCode,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::onramp;
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

/// What the call needs.
pub struct Past {
    /// What happened.
    pub history: Arc<History>,
    /// What it is to say of purchases.
    pub lies: Arc<onramp::Lies>,
}

/// One page. `next` goes back as `cursor`; null ends.
pub async fn history(
    State(past): State<Arc<Past>>,
    Path(account): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    let call = admit(query.as_deref(), Common::Whole, &KEYS)?;
    let account = Address::parse(&account)
        .ok_or_else(|| Refusal::bad("account", "is no address of this chain family"))?;
    let chain_id = call.params.get("chainId");
    past.history.catch_up(chain_id).await?;
    let wanted = Wanted {
        account: &account,
        chain: chain_id,
        onramp: call.params.get("onramp"),
        below: call.params.get("cursor").and_then(Cursor::parse),
    };
    let (mut data, next) = past.history.page(&wanted).map_err(|error| Refusal::store(&error))?;
    if wanted.onramp.is_some()
        && let Some(lie) = past.lies.due(&onramp::Call::History, Some(&account.lower()))
    {
        lie.tell(&mut data);
    }
    Ok(Json(json!({ "data": data, "next": next })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pages {
    entries: usize,
}

/// As many as one answer may have and be read.
const ENTRIES_MAX: usize = 1_000;

/// `POST /__history {"entries": 500}`: pages of the long past have so many.
pub async fn pages(State(past): State<Arc<Past>>, body: Bytes) -> Result<StatusCode, Refusal> {
    let asked: Pages =
        serde_json::from_slice(&body).map_err(|error| Refusal::bad("body", error.to_string()))?;
    if !(1..=ENTRIES_MAX).contains(&asked.entries) {
        return Err(Refusal::bad("entries", "must be 1 to 1,000"));
    }
    past.history.set_ledger_page(asked.entries);
    Ok(StatusCode::NO_CONTENT)
}
