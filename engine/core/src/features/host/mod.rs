//! The host's own calls: options, EIP-1193 requests; reports with consent.

mod calls;
mod chain;
mod local;
pub mod model;
pub mod options;
pub mod requests;
pub mod telemetry;

use crate::flow::{Cx, Flow};
use crate::json::object;
use serde_json::Value;

pub(crate) use telemetry::failed;

/// Answers a request of the host to the provider of a namespace (EIP-1193).
pub(crate) fn request(cx: &Cx, namespace: &str, method: &str, params: Value) -> Flow {
    cx.run("requests", namespace, object([("method", method.into()), ("params", params)]))
}

/// Collects what waits to be reported.
fn collect(cx: &Cx) -> Flow {
    cx.run("telemetry", "collect", Value::Null)
}
