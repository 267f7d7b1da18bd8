//! The connected account: its connection, balance, tokens, history, name.

pub mod activity;
pub mod assets;
pub mod balances;
pub mod connection;
pub mod identity;
pub mod model;

use crate::caip::Namespace;
use crate::flow::{Cx, Flow};
use serde_json::{Value, json};

/// Disconnects a family: here first, then its wallet.
pub(crate) fn disconnect(cx: &Cx, namespace: Namespace) -> Flow {
    cx.run("accounts", "disconnect", json!({ "namespace": namespace }))
}

/// Reads the newest page of the history once more.
pub(crate) fn read_history_again(cx: &Cx) -> Flow {
    cx.run("activity", "retry", Value::Null)
}
