//! The settings of the project id: the enabled features, and whether this page can offer logins (docs/spec/services.md A4, A5). [`flow`]
//! sends the requests once per opening, [`remote`] parses the configuration, [`origins`] the allowed pages. A response while the modal is
//! open takes effect on the next opening, unless the view isn't visible yet, so that nothing moves during a click.
//!
//! # Departures from the specification
//!
//! - A pattern with non-ASCII letters is converted to punycode as it is. The engine has no table to lowercase or
//!   compose such letters.

mod flow;
pub mod model;
mod origins;
mod remote;

use crate::constants::PROJECT_WORD_MS;
use crate::features::project::flow::ProjectAction;
use crate::flow::{Cx, Flow};
use crate::store::State;
use serde_json::Value;

pub(crate) use flow::renew_nonce;
pub use flow::run;
/// Takes the project's configuration from a response.
pub(crate) use model::take;

/// Waits briefly for the project's login settings before a view with logins opens, while `is_wanted` returns true.
/// Without the wait, the view would change during a click, or stay wrong. `meanwhile` starts the view's other requests.
pub(crate) async fn hear(cx: &Cx, is_wanted: impl Fn(&State) -> bool, meanwhile: impl FnOnce()) {
    if !cx.read(|s| is_wanted(s) && model::is_awaited(s)) {
        return;
    }
    if enter(cx).await.is_err() {
        return; // its part of the binary failed to load
    }
    meanwhile();
    let said = cx.until(|s| (!is_wanted(s) || !model::is_coming(s)).then_some(()));
    cx.within(PROJECT_WORD_MS, said).await;
    cx.update(|s| s.project.is_late = true);
}

/// Requests the project's settings, because the modal opens.
pub(crate) fn enter(cx: &Cx) -> Flow {
    cx.run("project", ProjectAction::Enter, Value::Null)
}
