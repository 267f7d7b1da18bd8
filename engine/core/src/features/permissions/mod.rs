//! What others may do with an account without asking again: smart sessions (docs/spec/services.md A10; 1.24, 1.25) in [`sessions`], what the
//! wallet has granted in [`permits`] (10.37), each in a later part of the binary; here is where the rest of the engine meets them. Allowances
//! of tokens are money: [`crate::features::money::revoke`].
//!
//! ```text
//! smart session: the service lists it -> revoke -> the account signs its id -> the service is told -> listed again: the row goes once the list
//!     says so
//! ```
//!
//! A session's id must be one plain word, because a user signs it; one with another id is listed, and said to be taken back at the site
//! that made it. A session whose other fields cannot be read is listed as unreadable, so that it cannot hide. `namespaces/eip155/grants.rs`
//! reads grants and compares them: the embedded wallet may grant no more than was asked. A kind of grant that is not known is listed as
//! that and never left out. The wallet is asked what it has granted when Permissions is opened and never else; over a relay quietly: no one
//! is woken, no app is opened, and what the page asks of the wallet does not wait for it.
//!
//! # Departures from the specification
//!
//! - Both `wm-revoke-{pci}` and `wm-session-revoke` are there (docs/spec/decisions.md 13 and docs/spec/views.md name one each): the first asks,
//!   the second confirms.
//! - The parts are heavier than planned (18 kB planned and 3 of views; some 67 reached with allowances): most of it is a third journey of
//!   confirmation and some thirty flows. The smart sessions are a separate part, so a user who looks at those alone downloads no more.

pub mod model;
pub mod permits;
pub mod sessions;

use crate::error::{Error, Result};
use crate::features::shell::{View, router};
use crate::flow::{Cx, ScopeId};
use crate::json::json;
use crate::store::State;
use serde_json::Value;

/// The method that grants, if the frame is asked for it.
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

/// What was just granted is shown instead of where it was decided; false where there is nothing to show.
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
