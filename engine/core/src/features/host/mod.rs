//! Calls of the page: changed options, EIP-1193 requests, and telemetry with consent.
//!
//! The class of a method decides who responds to a request (docs/spec/rpc.md section 1):
//!
//! ```text
//! provider.request({ method, params })
//!   -> requests.rs        the class of the method
//!        local.rs         the engine answers: no wallet is connected, or the embedded wallet leaves it to the engine
//!        requests.rs      the engine answers from its state (accounts, network), or the network's node answers
//!        wallet_request/  the wallet gets it: validate -> chain -> review -> ask -> answer -> follow
//!        calls.rs         the same for the status of a batch, with receipts from the node
//! ```
//!
//! `wallet_request/mod.rs` describes the six phases, and what each one checks again after a wait.

mod calls;
mod local;
pub mod model;
pub mod options;
pub mod requests;
pub mod telemetry;
mod wallet_request;

use crate::features::host::telemetry::TelemetryAction;
use crate::flow::{Cx, Flow};
use crate::json::object;
use serde_json::Value;

pub(crate) use telemetry::failed;

/// Responds to a request of the page to the provider of a namespace (EIP-1193).
pub(crate) fn request(cx: &Cx, namespace: &str, method: &str, params: Value) -> Flow {
    cx.run("requests", namespace, object([("method", method.into()), ("params", params)]))
}

/// Processes the events that wait to be reported.
fn collect(cx: &Cx) -> Flow {
    cx.run("telemetry", TelemetryAction::Collect, Value::Null)
}
