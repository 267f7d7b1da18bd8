//! What moves money: the send form, transactions that were sent.

pub mod model;
pub mod send;
pub mod transactions;

use crate::flow::{Cx, Flow};
use serde_json::Value;

/// Follows again what was sent before a reload.
pub(crate) fn resume(cx: &Cx) -> Flow {
    cx.run("transactions", "resume", Value::Null)
}
