//! What the project behind the page's id decides: which features a user sees, and whether this page may offer logins (docs/spec/services.md
//! A4, A5). [`flow`] asks once an opening, [`remote`] reads the configuration, [`origins`] the allowed pages. An answer that comes while
//! the modal is open counts from the next opening on, unless nothing else was shown yet: nothing moves under the finger.
//!
//! # Departures from the specification
//!
//! - A pattern of an allowed page beyond ASCII is compared in punycode as it is written, in small composed letters: no table of letters ships
//!   that would make them so.

mod flow;
pub mod model;
mod origins;
mod remote;

use crate::constants::PROJECT_WORD_MS;
use crate::flow::{Cx, Flow};
use crate::store::State;
use serde_json::Value;

pub(crate) use flow::renew_nonce;
pub use flow::run;
/// Which ways to log in a project offers.
pub(crate) use model::{Logins, PROVIDERS, take};

/// Before a view with logins is shown: asks the project which of them count, and waits a moment for its word, while `is_wanted`. A view that
/// was drawn by the host's options would change under the finger, or be wrong for as long as it is open. `meanwhile` begins what else it needs.
pub(crate) async fn hear(cx: &Cx, is_wanted: impl Fn(&State) -> bool, meanwhile: impl FnOnce()) {
    if !cx.read(|s| is_wanted(s) && model::is_awaited(s)) {
        return;
    }
    if enter(cx).await.is_err() {
        return; // its part of the binary did not come
    }
    meanwhile();
    let said = cx.until(|s| (!is_wanted(s) || !model::is_coming(s)).then_some(()));
    cx.within(PROJECT_WORD_MS, said).await;
    cx.update(|s| s.project.is_late = true);
}

/// Asks what the project allows: the modal is shown.
pub(crate) fn enter(cx: &Cx) -> Flow {
    cx.run("project", "enter", Value::Null)
}
