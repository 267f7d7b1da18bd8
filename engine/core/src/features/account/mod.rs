//! The connected account: its connection, balance, tokens, history, name.
//!
//! # Balance and tokens (7.13, 8.15, 8.16)
//!
//! ```text
//! cache of 30 s -> the page wallet's own list (if it says that it has one) -> data service -> native balance from the node
//! failed: 'Token Balance Unavailable', last known values marked old, no new try for 30 s (also after a reload)
//! another account or network: everything of the old one is dropped at once, a late answer is stale
//! ```
//!
//! The engine queries the data service first. If the service fails or doesn't support the network, it queries the
//! network's node. This departs from docs/spec/security.md T7: a page without a project ID still shows a balance.
//! Before a send, only the node is queried.
//!
//! # Activity (2.39, 3.11, docs/spec/services.md A7)
//!
//! ```text
//! first page -> next ones as the end of the list comes near -> no next, 20,000 kept (and the list says so), or by hand: failed, brought nothing
//! read again when the view is shown after 30 s, and after a transaction: new entries on top, pending ones settled; no known entry: anew
//! ```
//!
//! The state keeps facts: sorted by time, with unique IDs, about 600 bytes each, at most 16 MiB. Rows are rendered on
//! demand. If a list has more than 150 rows, the slice has every month with its count, and 75 rows near the first
//! visible one (`activity.look`). So a list of ten thousand entries costs as much as one of a thousand. Every row has
//! the same height, and every month reserves the height of all its rows. Nothing moves when the view adds or removes
//! rows (`element/src/views/account/activity-rows.tsx`), fifteen per frame. A library for long lists would add at least
//! 4 kB and position every row itself, and the slice would still need all rows.

pub mod activity;
pub mod assets;
pub mod balances;
mod confirm;
pub mod connection;
pub mod history;
pub mod identity;
pub mod model;
pub mod receive;

use crate::caip::{AccountId, Namespace};
use crate::features::account::activity::ActivityAction;
use crate::features::account::connection::AccountsAction;
use crate::features::account::history::HistoryAction;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::json;
use crate::store::State;
use alloc::string::ToString;
use model::accounts;
use serde_json::Value;

/// The connected accounts: the wallets' responses and their status.
pub(crate) use connection::{Connected, set_status};
pub(crate) use model::accounts::{Account, Came};
/// The history: [`activity`] reads it.
pub(crate) use model::activity as activity_model;
/// The account's tokens and their value.
pub(crate) use model::balances::BalancePhase;
/// Why an account or network changed (`State::context_changed`).
pub(crate) use model::context::ChangeReason;
pub(crate) use model::tokens::{PRICE_DECIMALS, Token};

/// Disconnects a namespace: here first, then its wallet.
pub(crate) fn disconnect(cx: &Cx, namespace: Namespace) -> Flow {
    cx.run("accounts", AccountsAction::Disconnect, json!({ "namespace": namespace }))
}

/// Loads the newest page of the history for its tab, unless it was read a moment ago.
fn show_history(cx: &Cx) -> Flow {
    cx.run("activity", ActivityAction::Renew, Value::Null)
}

/// Loads the images of the visible history.
fn show_pictures(cx: &Cx) -> Flow {
    cx.run("activity", ActivityAction::Pictures, Value::Null)
}

/// Reads the newest page of the history again.
pub(crate) fn read_history_again(cx: &Cx) -> Flow {
    cx.run("activity", ActivityAction::Retry, Value::Null)
}

/// Reads the balance again after the account's balances changed, and the history if it was loaded.
pub(crate) fn changed(cx: &Cx, namespace: Namespace, tokens: &[String]) {
    balances::renew(cx, namespace, tokens);
    if cx.read(|s| s.activity.is_loaded() || s.activity.own.is_some()) {
        cx.background(ScopeId::App, read_history_again(cx));
    }
}

/// Fetches the newest page of the history, if a service has one. It contains earlier recipients.
pub(crate) fn read_history(cx: &Cx) {
    let is_told = |s: &State| s.options.project_id.is_some() || s.options.answers("history");
    if cx.read(|s| is_told(s) && activity_model::account(s).is_some()) {
        cx.background(ScopeId::App, cx.run("history", HistoryAction::Known, Value::Null));
    }
}

/// Shows the new name of an address immediately, and requests it again.
pub(crate) fn named(cx: &Cx, account: &AccountId, name: &str) -> Flow {
    cx.run("accounts", AccountsAction::Named, json!({ "account": account.to_string(), "name": name }))
}

/// The account of a namespace, as the reply to `connect`.
#[must_use]
pub(crate) fn account_reply(state: &State, namespace: Namespace) -> Reply {
    let account = accounts::public(state).find(|account| account.namespace == namespace);
    Reply::Json(crate::snapshot::text(&account))
}
