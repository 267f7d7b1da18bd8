//! The wallet-services API (services.md A3-A5): remote configuration, allowed origins, the analytics switch.

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
    admission::{Common, admit},
    projects::Behaviour,
    reply::Refusal,
    world::World,
};

/// The routes of this host.
pub fn routes() -> Router<Arc<World>> {
    Router::new()
        .route("/appkit/v1/config", get(remote_config))
        .route("/projects/v1/origins", get(allowed_origins))
        .route("/getAnalyticsConfig", get(analytics_config))
}

/// Checks a call without keys of its own and lets its project behave as it does: refuse, wait, or go on.
async fn project(query: Option<&str>) -> Result<Behaviour, Refusal> {
    let admitted = admit(query, Common::Whole, &[])?;
    match admitted.behaviour {
        Behaviour::Status(status) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            Err(Refusal::new(status, "projectId", "This project always fails"))
        }
        Behaviour::Slow(time) => {
            sleep(time).await;
            Ok(Behaviour::AllOn)
        }
        other => Ok(other),
    }
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
