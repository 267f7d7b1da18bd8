//! The demo page's host: the page and its files, the built package at `/dist/`, the test kit's wallets at `/wallets/`,
//! and `/demo-config.json`, which tells the page where everything else is.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::get,
};
use serde_json::{Value, json};

use crate::{files, reply::Refusal, tokens::TOKENS, world::World};

/// The routes of this host.
pub fn routes() -> Router<Arc<World>> {
    Router::new()
        .route("/", get(index))
        .route("/{file}", get(page_file))
        .route("/dist/{*path}", get(dist_file))
        .route("/wallets/{file}", get(wallet_file))
        .route("/demo-config.json", get(config))
}

async fn index(State(world): State<Arc<World>>, headers: HeaderMap) -> Response {
    files::serve(&world.folders.demo, "index.html", &headers).await
}

async fn page_file(
    State(world): State<Arc<World>>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Response {
    in_folder(&world.folders.demo, &file, &headers).await
}

async fn wallet_file(
    State(world): State<Arc<World>>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Response {
    in_folder(&world.folders.demo.join("wallets"), &file, &headers).await
}

async fn dist_file(
    State(world): State<Arc<World>>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Response {
    files::serve(&world.folders.dist, &path, &headers).await
}

/// One segment only: an encoded slash must not open the folders beside the page's files.
async fn in_folder(folder: &std::path::Path, file: &str, headers: &HeaderMap) -> Response {
    if file.contains('/') {
        return Refusal::new(StatusCode::NOT_FOUND, "path", "There is no such file").into_response();
    }
    files::serve(folder, file, headers).await
}

/// The demo's tokens, for the page's own use; each lies at the same address on every chain.
fn tokens() -> Value {
    TOKENS
        .iter()
        .map(|token| {
            json!({
                "name": token.name,
                "symbol": token.symbol,
                "decimals": token.decimals,
                "address": token.address().checksummed(),
            })
        })
        .collect()
}

async fn config(State(world): State<Arc<World>>) -> Json<Value> {
    let origins = &world.origins;
    Json(json!({
        "services": {
            "wallet": origins.wallet,
            "data": origins.data,
            "analytics": origins.analytics,
            "secure": origins.secure,
            "relay": [origins.relay, origins.second_relay],
            "onramp": origins.onramp,
        },
        "explorer": origins.explorer,
        "demoWallet": origins.demo_wallet,
        "demoWalletNetworks": world.wallet_networks(),
        "networks": world.networks(),
        "tokens": tokens(),
    }))
}
