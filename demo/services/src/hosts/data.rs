//! The blockchain-data API (services.md A7). Balances come from the local chains, prices, names and history from the
//! database, and the pictures that the answers name are drawn here too.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{RawQuery, State},
    routing::{get, post},
};
use serde_json::{Value, json};

use crate::{
    admission::{Common, admit},
    reply::Refusal,
    world::World,
};

mod balance;
mod history;
mod identity;
mod images;
mod price;
mod rpc;

pub use images::is_symbol;

/// The routes of this host.
pub fn routes() -> Router<Arc<World>> {
    Router::new()
        .route("/v1/supported-chains", get(supported_chains))
        .route("/v1/account/{address}/balance", get(balance::balance))
        .route("/v1/account/{account}/history", get(history::history))
        .route("/v1/identity/{address}", get(identity::identity))
        .route("/v1/fungible/price", post(price::price))
        .route("/images/token/{symbol}", get(images::token))
        .route("/images/network/{id}", get(images::network))
        .route("/images/nft/{piece}", get(images::nft))
        .route("/images/avatar/{address}", get(images::avatar))
        .route("/v1", post(rpc::rpc))
        // The address of the embedded wallet's RPC ends with a slash.
        .route("/v1/", post(rpc::rpc))
}

async fn supported_chains(
    State(world): State<Arc<World>>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    admit(query.as_deref(), Common::Whole, &[])?;
    let http: Vec<String> = world.chains.iter().map(|chain| chain.caip2()).collect();
    Ok(Json(json!({ "http": http, "ws": [] })))
}
