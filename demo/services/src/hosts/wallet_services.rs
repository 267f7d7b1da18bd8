//! The wallet-services API (services.md A3-A5): remote configuration, allowed origins, the analytics switch; the registry and the
//! pictures are in files of their own.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{RawQuery, State},
    http::StatusCode,
    routing::get,
};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::{
    admission::{Admitted, Common, admit},
    params::Key,
    projects::Behaviour,
    reply::Refusal,
    world::World,
};

mod pictures;
mod wallets;

/// The routes of this host.
pub fn routes() -> Router<Arc<World>> {
    Router::new()
        .route("/appkit/v1/config", get(remote_config))
        .route("/projects/v1/origins", get(allowed_origins))
        .route("/getAnalyticsConfig", get(analytics_config))
        .route("/getWallets", get(wallets::wallets))
        .route("/getWalletImage/{image_id}", get(pictures::wallet))
        .route("/public/getAssetImage/{image_id}", get(pictures::asset))
        .route("/public/getCurrencyImage/{code}", get(pictures::currency))
        .route("/public/getTokenImage/{symbol}", get(pictures::token))
}

/// Checks a call and lets its project behave as it does: refuse, wait, or go on.
async fn admitted(query: Option<&str>, own: &[Key]) -> Result<Admitted, Refusal> {
    let mut admitted = admit(query, Common::Whole, own)?;
    match admitted.behaviour {
        Behaviour::Status(status) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            Err(Refusal::new(status, "projectId", "This project always fails"))
        }
        Behaviour::Slow(time) => {
            sleep(time).await;
            admitted.behaviour = Behaviour::AllOn;
            Ok(admitted)
        }
        _ => Ok(admitted),
    }
}

/// A call without keys of its own.
async fn project(query: Option<&str>) -> Result<Behaviour, Refusal> {
    Ok(admitted(query, &[]).await?.behaviour)
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
    Ok(Json(json!({ "allowedOrigins": [world.origins.page] })))
}

async fn analytics_config(RawQuery(query): RawQuery) -> Result<Json<Value>, Refusal> {
    let behaviour = project(query.as_deref()).await?;
    Ok(Json(json!({ "isAnalyticsEnabled": behaviour != Behaviour::AllOff })))
}
