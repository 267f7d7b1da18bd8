//! The wallet that connects by a pairing (WalletConnect): a page on its own origin, made of the official wallet SDK, so that it is
//! another's code that our engine talks to. Its listing in the registry leads here.

use std::sync::Arc;

use axum::{Json, Router, extract::State, http::HeaderMap, response::Response, routing::get};
use serde_json::{Value, json};

use crate::{csp, files, host::Host, networks, ports, world::World};

/// Opens this host. It keeps nothing of its own. `/wc?uri=` is where links of a listing lead.
pub fn open(world: &Arc<World>) -> rusqlite::Result<Vec<Host>> {
    let routes = Router::new()
        .route("/", get(page))
        .route("/wc", get(page))
        .route("/pocket.css", get(style))
        .route("/pocket.js", get(script))
        .route("/wallet-config.json", get(config))
        .with_state(Arc::clone(world));
    Ok(vec![Host::new(ports::POCKET_WALLET, csp::pocket_wallet(world), routes)])
}

async fn page(State(world): State<Arc<World>>, headers: HeaderMap) -> Response {
    files::serve(&world.folders.demo.join("wallets/pocket"), "pocket.html", &headers).await
}

async fn style(State(world): State<Arc<World>>, headers: HeaderMap) -> Response {
    files::serve(&world.folders.demo.join("wallets/pocket"), "pocket.css", &headers).await
}

async fn script(State(world): State<Arc<World>>, headers: HeaderMap) -> Response {
    files::serve(&world.folders.wallet_bundle, "pocket.js", &headers).await
}

/// Where it finds the relay, and the networks it sends to. All three: it is asked for whichever the page proposes.
async fn config(State(world): State<Arc<World>>) -> Json<Value> {
    Json(json!({ "relay": world.origins.of(ports::RELAY), "networks": networks::all(&world) }))
}
