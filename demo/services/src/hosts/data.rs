//! The blockchain-data API (docs/spec/services.md A7). Balances come from the local chains, prices, names and history from the
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
    csp,
    history::History,
    host::Host,
    ports,
    reply::Refusal,
    world::World,
};

mod balance;
mod history;
mod identity;
mod images;
mod price;
mod rpc;

/// Opens this host. Its own state is the history, which follows the chains also while nobody asks.
pub fn open(world: &Arc<World>) -> rusqlite::Result<Vec<Host>> {
    let history = Arc::new(History::new(Arc::clone(world))?);
    let past = Router::new()
        .route("/v1/account/{account}/history", get(history::history))
        .with_state(Arc::clone(&history));
    let routes = Router::new()
        .route("/v1/supported-chains", get(supported_chains))
        .route("/v1/account/{address}/balance", get(balance::balance))
        .route("/v1/identity/{address}", get(identity::identity))
        .route("/v1/fungible/price", post(price::price))
        .route("/images/token/{symbol}", get(images::token))
        .route("/images/network/{id}", get(images::network))
        .route("/images/nft/{piece}", get(images::nft))
        .route("/images/avatar/{address}", get(images::avatar))
        .route("/v1", post(rpc::rpc))
        // The address of the embedded wallet's RPC ends with a slash.
        .route("/v1/", post(rpc::rpc))
        .with_state(Arc::clone(world))
        .merge(past);
    let follow = async move { history.follow().await };
    Ok(vec![Host::new(ports::DATA, csp::api(), routes).with_background(follow)])
}

async fn supported_chains(
    State(world): State<Arc<World>>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    admit(query.as_deref(), Common::Whole, &[])?;
    let http: Vec<String> = world.chains.iter().map(|chain| chain.caip2()).collect();
    Ok(Json(json!({ "http": http, "ws": [] })))
}
