//! The connected account: its connection, balance, tokens, history, name.

pub mod activity;
pub mod assets;
pub mod balances;
pub mod connection;
pub mod identity;
pub mod model;
pub mod receive;

use crate::caip::{AccountId, Namespace};
use crate::features::account::model::accounts;
use crate::flow::{Cx, Flow, Reply};
use crate::store::State;
use alloc::string::ToString;
use serde_json::{Value, json};

/// Disconnects a family: here first, then its wallet.
pub(crate) fn disconnect(cx: &Cx, namespace: Namespace) -> Flow {
    cx.run("accounts", "disconnect", json!({ "namespace": namespace }))
}

/// Reads the newest page of the history once more.
pub(crate) fn read_history_again(cx: &Cx) -> Flow {
    cx.run("activity", "retry", Value::Null)
}

/// An address has been given a name: it is shown at once, and read again.
pub(crate) fn named(cx: &Cx, account: &AccountId, name: &str) -> Flow {
    cx.run("accounts", "named", json!({ "account": account.to_string(), "name": name }))
}

/// The account of a namespace as the answer to `connect`.
#[must_use]
pub(crate) fn account_reply(state: &State, namespace: Namespace) -> Reply {
    let account = accounts::public(state).find(|account| account.namespace == namespace);
    Reply::Json(serde_json::to_string(&account).unwrap_or_else(|_| "null".into()))
}
