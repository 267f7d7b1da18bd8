//! `/v1/convert/…`: what can be swapped, for how much, and the transactions for it (docs/spec/services.md A7). Quotes are the pools'
//! own, read from the chain at each call. A chain without pools has nothing to swap; who wants a transaction there is refused.
//!
//! - `way`: what of the two tokens of a call; `tokens`, `quotes`, `allowance`, `gas`: what is only read;
//! - `build`: the transactions; `lies`: what a test has them say instead.

use std::sync::Arc;

use axum::{
    Router,
    routing::{get, post},
};

use crate::{lies::tell, world::World};

mod allowance;
mod build;
mod gas;
mod lies;
mod quotes;
mod tokens;
mod way;

pub use lies::{Lies, none};

/// What these calls need.
pub struct Convert {
    world: Arc<World>,
    lies: Arc<Lies>,
}

/// The calls, and the control path of their lies.
pub fn routes(world: &Arc<World>, lies: &Arc<Lies>) -> Router {
    let convert = Arc::new(Convert { world: Arc::clone(world), lies: Arc::clone(lies) });
    Router::new()
        .route("/v1/convert/tokens", get(tokens::tokens))
        .route("/v1/convert/quotes", get(quotes::quotes))
        .route("/v1/convert/allowance", get(allowance::allowance))
        .route("/v1/convert/gas-price", get(gas::gas_price))
        .route("/v1/convert/build-approve", get(build::approve))
        .route("/v1/convert/build-transaction", post(build::transaction))
        .with_state(convert)
        .merge(Router::new().route("/__swap", post(tell)).with_state(Arc::clone(lies)))
}
