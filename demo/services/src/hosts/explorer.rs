//! The block explorer that the modal's links lead to: small pages made on the server from what the chain says.

use std::sync::Arc;

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde_json::{Value, json};

use crate::{chain::ChainError, world::World};

mod address;
mod html;
mod tx;

use html::{Html, page, row};

/// The routes of this host.
pub fn routes() -> Router<Arc<World>> {
    Router::new()
        .route("/", get(chains))
        .route("/tx/{hash}", get(tx::tx))
        .route("/address/{address}", get(address::address))
        .route("/style.css", get(style))
}

async fn style() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("explorer/style.css"))
}

/// The front page: how far each chain is.
async fn chains(State(world): State<Arc<World>>) -> Response {
    let mut rows = Vec::new();
    for chain in &world.chains {
        let height = match chain.quantity("eth_blockNumber", json!([])).await {
            Ok(height) => format!("block {height}"),
            Err(error) => error.to_string(),
        };
        rows.push(row(chain.name(), Html::text(&format!("{} · {height}", chain.caip2()))));
    }
    page("Demo Explorer", Html::text("The local chains of the wallet-modal demo"), &rows).into_response()
}

/// A page that says in one sentence why there is nothing to show.
fn nothing(status: StatusCode, title: &str, sentence: &str) -> Response {
    (status, page(title, Html::text(sentence), &[])).into_response()
}

fn chain_failed(error: &ChainError) -> Response {
    nothing(StatusCode::BAD_GATEWAY, "No answer", &format!("Sorry, {error}. Try again in a moment."))
}

fn text_of<'a>(object: &'a Value, field: &str) -> &'a str {
    object.get(field).and_then(Value::as_str).unwrap_or_default()
}

fn number_of(object: &Value, field: &str) -> u128 {
    object.get(field).and_then(crate::units::quantity).unwrap_or_default()
}
