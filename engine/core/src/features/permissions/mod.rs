//! What others may do with an account without asking again: smart sessions (docs/spec/services.md A10; 1.24, 1.25) in [`sessions`], what the
//! wallet has granted in [`permits`] (10.37), each in a later part of the binary; here is where the rest of the engine meets them. Allowances
//! of tokens are money: [`crate::features::money::revoke`].

pub mod model;
pub mod permits;
pub mod sessions;

use crate::error::{Error, Result};
use crate::features::shell::router::{self, View};
use crate::flow::{Cx, ScopeId};
use crate::store::State;
use serde_json::{Value, json};

/// The method that grants, where the frame is asked for it.
pub(crate) const GRANT: &str = "wallet_grantPermissions";
/// The method that takes back.
pub(crate) const REVOKE: &str = "wallet_revokePermissions";

/// The embedded wallet has granted something: it is compared with what was asked, and shown next (7.39). Where the part that reads it
/// cannot be fetched the page gets what its person has allowed all the same.
///
/// # Errors
/// [`Error::GrantDiffers`].
pub(crate) async fn granted(cx: &Cx, asked: &Value, answer: Value) -> Result<Value> {
    match cx.run("sessions", "granted", json!({ "asked": asked, "answer": answer })).await {
        Err(error @ Error::GrantDiffers) => Err(error),
        _ => Ok(answer),
    }
}

/// What was just granted is shown in place of where it was decided; false where there is nothing to show.
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

/// The page has had a wallet grant or take back something: a list that was read is read again.
pub(crate) fn changed(cx: &Cx, method: &str) {
    if (method == GRANT || method == REVOKE) && cx.read(|s| s.sessions.of.is_some()) {
        cx.background(ScopeId::App, cx.run("sessions", "changed", Value::Null));
    }
}
