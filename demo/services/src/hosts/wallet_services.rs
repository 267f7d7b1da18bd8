//! The wallet-services API (docs/spec/services.md A3-A5): remote configuration, allowed origins, the analytics switch; the registry and the
//! pictures are in files of their own.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{RawQuery, State},
    routing::get,
};
use serde_json::{Value, json};

use crate::{csp, host::Host, ports, projects::Behaviour, registry::Registry, reply::Refusal, world::World};

mod pictures;
mod project;
mod wallets;

use project::project;

/// Opens this host. Its own state is the registry of wallets.
pub fn open(world: &Arc<World>) -> rusqlite::Result<Vec<Host>> {
    let registry = Router::new()
        .route("/getWallets", get(wallets::wallets))
        .route("/getWalletImage/{image_id}", get(pictures::wallet))
        .with_state(Arc::new(Registry::new(&world.origins)));
    let routes = Router::new()
        .route("/appkit/v1/config", get(remote_config))
        .route("/projects/v1/origins", get(allowed_origins))
        .route("/getAnalyticsConfig", get(analytics_config))
        .route("/public/getAssetImage/{image_id}", get(pictures::asset))
        .route("/public/getCurrencyImage/{code}", get(pictures::currency))
        .route("/public/getTokenImage/{symbol}", get(pictures::token))
        .with_state(Arc::clone(world))
        .merge(registry);
    Ok(vec![Host::new(ports::WALLETS, csp::api(), routes)])
}

async fn remote_config(RawQuery(query): RawQuery) -> Result<Json<Value>, Refusal> {
    let behaviour = project(query.as_deref()).await?;
    let everything = [
        (
            "social_login",
            json!(["email", "google", "x", "farcaster", "discord", "apple", "github", "facebook"]),
        ),
        ("swap", json!(["1inch"])),
        ("onramp", json!(["meld", "coinbase"])),
        ("activity", json!([])),
        ("reown_branding", json!([])),
    ];
    let features: Vec<Value> = everything
        .into_iter()
        .map(|(id, config)| match behaviour {
            Behaviour::AllOff => json!({ "id": id, "isEnabled": false, "config": [] }),
            Behaviour::Unmanaged => json!({ "id": id, "isEnabled": true, "config": null }),
            _ => json!({ "id": id, "isEnabled": true, "config": config }),
        })
        .collect();
    Ok(Json(json!({ "features": features })))
}

async fn allowed_origins(
    State(world): State<Arc<World>>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    project(query.as_deref()).await?;
    Ok(Json(json!({ "allowedOrigins": [world.origins.of(ports::PAGE)] })))
}

async fn analytics_config(RawQuery(query): RawQuery) -> Result<Json<Value>, Refusal> {
    let behaviour = project(query.as_deref()).await?;
    Ok(Json(json!({ "isAnalyticsEnabled": behaviour != Behaviour::AllOff })))
}
