//! The demo page's host: the page and its files, the built package at `/dist/`, the test kit's wallets at `/wallets/`,
//! what the page of effects asks at `/effects/`, and `/demo-config.json`, which tells the page where everything else is.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Path, RawQuery, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde_json::{Value, json};

use crate::{
    csp, files,
    host::Host,
    networks,
    ports::{self, Port},
    reply::Refusal,
    swaps,
    tokens::TOKENS,
    world::World,
};

/// Opens this host. It keeps nothing of its own.
pub fn open(world: &Arc<World>) -> rusqlite::Result<Vec<Host>> {
    let routes = Router::new()
        .route("/", get(index))
        .route("/safe", get(safe))
        .route("/{file}", get(page_file))
        .route("/dist/{*path}", get(dist_file))
        .route("/wallets/{file}", get(wallet_file))
        .route("/effects/{file}", get(effects_file))
        .route("/demo-config.json", get(config))
        .with_state(Arc::clone(world));
    Ok(vec![Host::new(ports::PAGE, csp::page(world), routes)])
}

/// The demo; as an app of Safe (`safe`) the demo's own Safe may frame it, which is on the same machine by its other name.
async fn index(State(world): State<Arc<World>>, RawQuery(query): RawQuery, headers: HeaderMap) -> Response {
    let response = files::serve(&world.folders.demo, "index.html", &headers).await;
    let is_app = query.unwrap_or_default().split('&').any(|part| part.starts_with("safe="));
    if is_app { under(csp::safe_app(&world), response) } else { response }
}

/// A Safe around the demo.
async fn safe(State(world): State<Arc<World>>, headers: HeaderMap) -> Response {
    under(csp::safe(&world), files::serve(&world.folders.demo, "safe.html", &headers).await)
}

/// An answer with a policy of its own.
fn under(policy: String, mut response: Response) -> Response {
    if let Ok(policy) = HeaderValue::try_from(policy) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
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

/// The tables of the page of effects are bundled (`scripts/lib/steps.mjs`).
async fn effects_file(
    State(world): State<Arc<World>>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Response {
    in_folder(&world.folders.wallet_bundle.join("effects"), &file, &headers).await
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

/// The routers of each chain that has swaps, as the option of this name takes them.
fn swap_routers(world: &World) -> Value {
    let swapping = world.chains.iter().filter(|chain| !swaps::traded(chain).is_empty());
    let routers = || swaps::router().map(|router| router.checksummed()).into_iter().collect::<Value>();
    Value::Object(swapping.map(|chain| (chain.caip2(), routers())).collect())
}

async fn config(State(world): State<Arc<World>>) -> Json<Value> {
    let at = |port: Port| world.origins.of(port);
    Json(json!({
        "services": {
            "wallet": at(ports::WALLETS),
            "data": at(ports::DATA),
            "analytics": at(ports::ANALYTICS),
            "secure": at(ports::SECURE),
            "relay": [at(ports::RELAY), at(ports::SECOND_RELAY)],
            "onramp": at(ports::ONRAMP),
        },
        "explorer": at(ports::EXPLORER),
        "demoWallet": at(ports::DEMO_WALLET),
        "pocketWallet": at(ports::POCKET_WALLET),
        "demoWalletNetworks": networks::of_demo_wallet(&world),
        "networks": networks::all(&world),
        "solanaNetworks": networks::of_family(&world, "solana"),
        "polkadotNetworks": networks::of_family(&world, "polkadot"),
        "bitcoinNetworks": networks::of_family(&world, "bip122"),
        "cosmosNetworks": networks::of_family(&world, "cosmos"),
        "tokens": tokens(),
        "swapRouters": swap_routers(&world),
    }))
}
