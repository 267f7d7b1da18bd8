//! `GET /getWallets`: the registry, filtered and in pages.

use std::sync::Arc;

use axum::{
    Json,
    extract::{RawQuery, State},
};
use serde_json::{Value, json};

use super::project::admitted;
use crate::{
    ids::is_caip2,
    params::{Key, Params},
    registry::{Filter, Registry},
    reply::Refusal,
};

const ENTRIES_MAX: usize = 100;
/// A page of the list.
const ENTRIES: usize = 40;

const KEYS: [Key; 7] = [
    Key { name: "page", required: false, valid: |text| number(text).is_some_and(|page| page >= 1) },
    Key {
        name: "entries",
        required: false,
        valid: |text| number(text).is_some_and(|count| (1..=ENTRIES_MAX).contains(&count)),
    },
    Key { name: "search", required: false, valid: |text| text.len() <= 200 },
    Key { name: "include", required: false, valid: are_ids },
    Key { name: "exclude", required: false, valid: are_ids },
    Key { name: "chains", required: false, valid: |text| text.split(',').all(is_caip2) },
    Key { name: "badge_type", required: false, valid: |text| text == "certified" },
];

/// One page; `count` is how many there are before paging.
pub async fn wallets(
    State(registry): State<Arc<Registry>>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    let params = admitted(query.as_deref(), &KEYS).await?.params;
    let found = registry.find(&Filter {
        search: params.get("search").map(str::trim),
        include: list(&params, "include"),
        exclude: list(&params, "exclude"),
        chains: list(&params, "chains"),
        badge_type: params.get("badge_type"),
    });
    let page = params.get("page").and_then(number).unwrap_or(1);
    let entries = params.get("entries").and_then(number).unwrap_or(ENTRIES);
    let data: Vec<_> = found.iter().skip((page - 1).saturating_mul(entries)).take(entries).collect();
    Ok(Json(json!({ "data": data, "count": found.len() })))
}

fn list<'a>(params: &'a Params, name: &str) -> Vec<&'a str> {
    params.get(name).map(|text| text.split(',').collect()).unwrap_or_default()
}

fn number(text: &str) -> Option<usize> {
    (text.len() <= 6 && text.bytes().all(|digit| digit.is_ascii_digit())).then(|| text.parse().ok())?
}

/// A host may name wallets of its own beside the listed ones: their ids are of any form, and are not found.
fn are_ids(text: &str) -> bool {
    text.split(',').all(|id| {
        (1..=128).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte))
    })
}
