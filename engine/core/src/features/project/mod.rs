//! The settings of the project id: the enabled features, and whether this page can offer logins (docs/spec/services.md A4, A5). [`flow`]
//! sends the requests once per opening, [`remote`] parses the configuration, [`origins`] the allowed pages. A response while the modal is
//! open takes effect on the next opening, unless the view isn't visible yet, so that nothing moves during a click.
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
/// Takes the project's configuration from a response.
pub(crate) use model::take;

/// Before a view with logins opens: requests the project's login settings and waits briefly for them, while `is_wanted`. Otherwise the view
/// would change during a click, or stay wrong. `meanwhile` starts its other requests.
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
