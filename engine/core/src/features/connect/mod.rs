//! Browser wallets: connecting, restoring, and stored connections (4.1, 4.2).
//!
//! ```text
//! disconnected --choose--> connecting --wallet accepts--> connected --disconnect, locked--> disconnected
//!      ^                       |rejected, closed, deadline
//!      +-----------------------+
//! start with a stored connection: connecting --wallet there, alone after one round--> reconnecting --silent yes, same account--> connected
//!                                     (until it was alone for 600 ms: no other account, no end, and nothing to sign or to send: 278)
//!                                     |5 s without it: disconnected, remembered, taken back when it comes
//!                                     |two claim its name: disconnected, remembered; until 5 s after also from connected
//!                                     |locked, silent for 5 s: disconnected, awaited --its accounts--> connected
//!                                     |one other account: connected with it; several others: disconnected, awaited
//!                                     access taken back: forgotten
//! connected --locked--> disconnected, awaited
//! ```
//!
//! An *awaited* connection keeps its record, and the engine listens to its wallet. Only revoked access or a disconnect
//! removes a connection. A namespace without a silent method (Polkadot) shows a prompt on restore; there, a rejection
//! or an empty response means revoked access.

pub mod attempt;
pub mod connections;
pub mod model;
pub mod page_wallets;
pub mod restore;

use crate::caip::Namespace;
use crate::features::connect::attempt::ConnectAction;
use crate::features::connect::connections::ConnectionsAction;
use crate::flow::{Cx, Flow, ScopeId};
use crate::json::object;
pub(crate) use attempt::{connect, go_on};
pub(crate) use model::attempt::{begin, choose, key, key_for, leave};
pub(crate) use model::merged::leaving;
pub(crate) use model::page_wallets::identity;
pub(crate) use page_wallets::{of_its_own, wait_for};
use serde_json::Value;

fn wallet(namespace: Namespace, connector_id: &str) -> Value {
    object([("namespace", namespace.as_str().into()), ("connectorId", connector_id.into())])
}

/// Restores the stored connection of a namespace.
pub(crate) fn restore(cx: &Cx, namespace: Namespace, connector_id: &str) -> Flow {
    cx.run("connect", ConnectAction::Restore, wallet(namespace, connector_id))
}

/// Listens to a locked browser wallet, and restores its connection when it is unlocked.
pub(crate) fn await_unlock(cx: &Cx, namespace: Namespace, connector_id: &str) {
    let waits = cx.run("connect", ConnectAction::Await, wallet(namespace, connector_id));
    cx.background(ScopeId::Restore(namespace), waits);
}

/// Connects a browser wallet without a click.
pub(crate) fn start(cx: &Cx, namespace: Namespace, connector_id: &str) -> Flow {
    cx.run("connect", ConnectAction::Start, wallet(namespace, connector_id))
}

/// Switches to a stored connection. The address only has an effect in a namespace where a request names one.
pub(crate) fn switch_to(cx: &Cx, namespace: Namespace, id: &str, status: &str, address: &str) -> Flow {
    let connection = object([
        ("namespace", namespace.as_str().into()),
        ("connectorId", id.into()),
        ("status", status.into()),
        ("address", address.into()),
    ]);
    cx.run("connections", ConnectionsAction::Switch, object([("connection", connection)]))
}

/// Deletes a stored connection.
pub(crate) fn forget(cx: &Cx, namespace: Namespace, id: &str) -> Flow {
    cx.run("connections", ConnectionsAction::Delete, wallet(namespace, id))
}
