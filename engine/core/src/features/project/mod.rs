//! What the project behind the page's id decides: which features a visitor sees, and whether this page may offer logins
//! (docs/spec/services.md A4, A5). [`flow`] asks once an opening, [`remote`] reads the configuration, [`origins`] the allowed pages. An answer
//! that comes while the modal is open counts from the next opening on, unless nothing else was shown yet: nothing moves under the finger.
//!
//! # Departures from the specification
//!
//! - A pattern of an allowed page beyond ASCII is compared in punycode as it is written, in small composed letters: no table of letters ships
//!   that would make them so.

mod flow;
pub mod model;
mod origins;
mod remote;

use crate::flow::{Cx, Flow};
use serde_json::Value;

pub(crate) use flow::renew_nonce;
pub use flow::run;
/// Which ways to log in a project offers.
pub(crate) use model::{Logins, PROVIDERS};

/// Asks what the project allows: the modal is shown.
pub(crate) fn enter(cx: &Cx) -> Flow {
    cx.run("project", "enter", Value::Null)
}
