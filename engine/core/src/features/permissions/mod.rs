//! Permissions to use an account without confirmation: smart sessions (docs/spec/services.md A10; 1.24, 1.25) in
//! [`sessions`], the wallet's own permissions in [`permits`] (10.37), each in a part that loads later. Token approvals
//! belong to money: [`crate::features::money::revoke`].
//!
//! ```text
//! smart session: the service lists it -> revoke -> the account signs its id -> the service is told -> listed again: the row goes once the list
//!     says so
//! ```
//!
//! A session's id has to be one plain word, because a user signs it. A session with another id is listed with a note to revoke it at its
//! site. A session with unreadable fields is listed as unreadable, so that it can't hide. `namespaces/eip155/codec/grants.rs` parses and compares
//! permissions: the embedded wallet can't grant more than requested. An unknown kind of permission is listed as unknown and never omitted.
//! The wallet is queried for its permissions only when the view Permissions opens. Over WalletConnect that query is silent: it wakes no
//! phone, opens no app, and doesn't delay the page's requests.
//!
//! # Departures from the specification
//!
//! - Both `wm-revoke-{pci}` and `wm-session-revoke` are there (decision 13, "Test ids", and docs/spec/views.md name one each): the first asks,
//!   the second confirms.
//! - The parts are larger than planned (18 kB planned and 3 of views; some 67 reached with approvals): mostly a third confirmation
//!   journey and about thirty flows. Smart sessions are a separate part, so a user who only opens those downloads no more.

pub mod model;
pub mod permits;
pub mod sessions;

use crate::error::{Error, Result};
use crate::features::permissions::model::sessions::SessionsAction;
use crate::features::shell::{View, router};
use crate::flow::{Cx, ScopeId};
use crate::json::json;
use crate::store::State;
use serde_json::Value;

/// The method that grants permissions, if the request is for the frame.
pub(crate) const GRANT: &str = "wallet_grantPermissions";
/// The method that revokes permissions.
pub(crate) const REVOKE: &str = "wallet_revokePermissions";

/// The embedded wallet has granted a permission: compares it with the request and shows it (7.39). If the part for that fails to load, the
/// page still gets the permission that the user approved.
///
/// # Errors
/// [`Error::GrantDiffers`].
pub(crate) async fn granted(cx: &Cx, asked: &Value, answer: Value) -> Result<Value> {
    match cx.run("sessions", SessionsAction::Granted, json!({ "asked": asked, "answer": answer })).await {
        Err(error @ Error::GrantDiffers) => Err(error),
        _ => Ok(answer),
    }
}

/// Displays the new permission instead of the approval view. Returns false without one.
pub(crate) fn show_granted(state: &mut State) -> bool {
    let is_new = state.sessions.created.as_ref().is_some_and(|created| !created.is_shown);
    if is_new {
        if let Some(created) = state.sessions.created.as_mut() {
            created.is_shown = true;
        }
        router::replace(state, View::SmartSessionCreated);
    }
    is_new
}

/// Reads the list again after the page's wallet granted or revoked permissions.
pub(crate) fn changed(cx: &Cx, method: &str) {
    if (method == GRANT || method == REVOKE) && cx.read(|s| s.sessions.of.is_some()) {
        cx.background(ScopeId::App, cx.run("sessions", SessionsAction::Changed, Value::Null));
    }
}
