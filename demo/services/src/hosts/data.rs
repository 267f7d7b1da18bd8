//! The blockchain-data API (docs/spec/services.md A7). Balances and quotes come from the local chains, prices, names and history from the
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
    clock::{self, Clock},
    csp,
    history::{History, PAGE},
    host::Host,
    names as registry, onramp as sold, orders, ports,
    reply::Refusal,
    world::World,
};

mod balance;
mod ccip;
mod convert;
mod exchanges;
mod history;
mod identity;
mod images;
mod names;
mod onramp;
mod price;
mod rpc;
mod sessions;

/// Opens this host. Its own state is the history, which follows the chains also while nobody asks, its clock, and what tests have its
/// calls say.
pub fn open(world: &Arc<World>) -> rusqlite::Result<Vec<Host>> {
    orders::open(world)?;
    sold::open(world)?;
    registry::open(world)?;
    let clock = Arc::new(Clock::default());
    let (swap_lies, onramp_lies) = (Arc::new(convert::none()), Arc::new(onramp::none()));
    let (name_lies, session_lies) = (Arc::new(names::none()), Arc::new(sessions::none()));
    let exchange_lies = Arc::new(exchanges::none());
    let history = Arc::new(History::new(Arc::clone(world))?);
    let past = history::Past { history: Arc::clone(&history), lies: Arc::clone(&onramp_lies) };
    let past = Router::new()
        .route("/v1/account/{account}/history", get(history::history))
        .route("/__history", post(history::pages))
        .with_state(Arc::new(past));
    let hands = Router::new().route("/__clock", post(clock::set)).with_state(Arc::clone(&clock));
    let routes = Router::new()
        .route("/v1/supported-chains", get(supported_chains))
        .route("/v1/account/{address}/balance", get(balance::balance))
        .route("/v1/identity/{address}", get(identity::identity))
        .route("/v1/fungible/price", post(price::price))
        .route("/ccip/{sender}/{data}", get(ccip::answer))
        .route("/images/token/{symbol}", get(images::token))
        .route("/images/network/{id}", get(images::network))
        .route("/images/seller/{id}", get(images::seller))
        .route("/images/nft/{piece}", get(images::nft))
        .route("/images/avatar/{address}", get(images::avatar))
        .route("/v1", post(rpc::rpc))
        // The address of the embedded wallet's RPC ends with a slash.
        .route("/v1/", post(rpc::rpc))
        .with_state(Arc::clone(world))
        .merge(convert::routes(world, &swap_lies))
        .merge(onramp::routes(world, &clock, &onramp_lies))
        .merge(names::routes(world, &clock, &name_lies))
        .merge(sessions::routes(world, &clock, &session_lies))
        .merge(exchanges::routes(world, &exchange_lies))
        .merge(past)
        .merge(hands);
    let followed = Arc::clone(&history);
    let follow = async move { followed.follow().await };
    Ok(vec![
        Host::new(ports::DATA, csp::api(), routes)
            .with_reset(move || {
                swap_lies.end();
                onramp_lies.end();
                name_lies.end();
                session_lies.end();
                exchange_lies.end();
                clock.set_ahead_ms(0);
                history.set_ledger_page(PAGE);
            })
            .with_background(follow),
    ])
}

async fn supported_chains(
    State(world): State<Arc<World>>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    admit(query.as_deref(), Common::Whole, &[])?;
    let http: Vec<String> = world.chains.iter().map(|chain| chain.caip2()).collect();
    Ok(Json(json!({ "http": http, "ws": [] })))
}
