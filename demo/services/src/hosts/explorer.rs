//! The block explorer that the modal's links lead to: small pages made on the server from what the chain says.

use std::sync::Arc;

use axum::{
    Router,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};
use serde_json::json;

use crate::{csp, host::Host, ports, world::World};

mod address;
mod html;
mod problem;
mod tx;

use html::{Html, page, row};

/// Opens this host. It keeps nothing of its own.
pub fn open(world: &Arc<World>) -> rusqlite::Result<Vec<Host>> {
    let routes = Router::new()
        .route("/", get(chains))
        .route("/tx/{hash}", get(tx::tx))
        .route("/address/{address}", get(address::address))
        .route("/style.css", get(style))
        .with_state(Arc::clone(world));
    Ok(vec![Host::new(ports::EXPLORER, csp::explorer(), routes)])
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
