//! The demo wallet's own origin: the confirmation window, under two addresses, and nothing else. Its key is in the window's script,
//! so that, as with a real extension, the page never holds it.

use std::sync::Arc;

use axum::{Json, Router, extract::State, http::HeaderMap, response::Response, routing::get};
use serde_json::{Value, json};

use crate::{csp, files, host::Host, networks, ports, world::World};

/// Opens this host. It keeps nothing of its own.
pub fn open(world: &Arc<World>) -> rusqlite::Result<Vec<Host>> {
    let routes = Router::new()
        .route("/confirm.html", get(window))
        .route("/connect", get(window))
        .route("/confirm.css", get(style))
        .route("/confirm.js", get(script))
        .route("/wallet-config.json", get(config))
        .with_state(Arc::clone(world));
    Ok(vec![Host::new(ports::DEMO_WALLET, csp::demo_wallet(world), routes)])
}

async fn window(State(world): State<Arc<World>>, headers: HeaderMap) -> Response {
    files::serve(&world.folders.demo.join("wallets/confirm"), "confirm.html", &headers).await
}

async fn style(State(world): State<Arc<World>>, headers: HeaderMap) -> Response {
    files::serve(&world.folders.demo.join("wallets/confirm"), "confirm.css", &headers).await
}

async fn script(State(world): State<Arc<World>>, headers: HeaderMap) -> Response {
    files::serve(&world.folders.wallet_bundle, "confirm.js", &headers).await
}

/// Where the window sends what it signed: never told by the page that asks.
async fn config(State(world): State<Arc<World>>) -> Json<Value> {
    Json(json!({ "networks": networks::of_demo_wallet(&world) }))
}
