//! The pictures of wallets, networks, connectors, currencies and tokens.

use std::sync::Arc;

use axum::{
    extract::{Path, RawQuery, State},
    http::StatusCode,
};

use super::project::project;
use crate::{
    ids::is_symbol,
    images::{self, Svg},
    registry::{self, Registry},
    reply::Refusal,
};

/// `GET /getWalletImage/{image_id}`.
pub async fn wallet(
    State(registry): State<Arc<Registry>>,
    Path(image_id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Svg, Refusal> {
    project(query.as_deref()).await?;
    registry.picture(&image_id).ok_or_else(missing)
}

/// `GET /public/getAssetImage/{image_id}`: networks and connectors.
pub async fn asset(Path(image_id): Path<String>, RawQuery(query): RawQuery) -> Result<Svg, Refusal> {
    project(query.as_deref()).await?;
    registry::asset(&image_id).ok_or_else(missing)
}

/// `GET /public/getCurrencyImage/{code}`.
pub async fn currency(Path(code): Path<String>, RawQuery(query): RawQuery) -> Result<Svg, Refusal> {
    project(query.as_deref()).await?;
    images::currency(&code.to_ascii_lowercase()).ok_or_else(missing)
}

/// `GET /public/getTokenImage/{symbol}`.
pub async fn token(Path(symbol): Path<String>, RawQuery(query): RawQuery) -> Result<Svg, Refusal> {
    project(query.as_deref()).await?;
    is_symbol(&symbol).then(|| images::token(&symbol)).ok_or_else(missing)
}

fn missing() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "image", "There is no such image")
}
