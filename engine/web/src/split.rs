//! What is loaded later: one part of the binary for each time of need. A split function is plain, returns the boxed
//! flow of core, and fails when its part cannot be fetched; the next call fetches again.

use serde_json::Value;
use wallet_engine::error::Error;
use wallet_engine::features::{Later, send_flow};
use wallet_engine::flow::{Cx, Flow};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The rows whose code is not in the first part.
pub fn later() -> Later {
    Later { send }
}

/// A part could not be fetched.
struct PartMissing;

impl From<SplitLoaderError> for PartMissing {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

#[wasm_split(money, fallible)]
fn money_send(cx: Cx, action: String, command: Value) -> Result<Flow, PartMissing> {
    Ok(send_flow::run(cx, action, command))
}

fn send(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        match money_send(cx, action, command).await {
            Ok(flow) => flow.await,
            Err(PartMissing) => Err(Error::PartNotLoaded),
        }
    })
}
