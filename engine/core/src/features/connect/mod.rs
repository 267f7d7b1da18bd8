//! Wallets of this page: connecting, restoring, what is kept.

pub mod attempt;
pub mod connections;
pub mod model;
pub mod page_wallets;
pub mod restore;

use crate::caip::Namespace;
use crate::flow::{Cx, Flow};
pub use attempt::*;
pub use model::attempt::*;
pub use model::page_wallets::*;
pub use page_wallets::*;
use serde_json::json;

/// Brings the stored connection of a family back.
pub(crate) fn restore(cx: &Cx, namespace: Namespace, connector_id: &str) -> Flow {
    cx.run("connect", "restore", json!({ "namespace": namespace, "connectorId": connector_id }))
}
