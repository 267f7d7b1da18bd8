//! Developer alerts: logged, and emitted as `wallet-alert`, once each (8.10). With option `debug`, the alert bar
//! displays them.

use super::model::alerts::raise_in;
use crate::alert::Alert;
use crate::command::{needed, unknown_action};
use crate::constants::ERRORS_URL;
use crate::error::{Error, Result};
use crate::features::host;
use crate::flow::{Cx, Flow, Reply};
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

/// Raises an alert once. The console shows a link to its documentation. Some pages have no project ID on purpose, so
/// that alert only goes to the developer's console (option `debug`, on by default on loopback).
pub fn raise(cx: &Cx, mut alert: Alert) {
    if let Alert::InvalidAppConfiguration { origin } = &mut alert {
        *origin = cx.ports().host.page().origin;
    }
    let is_told = cx.update(|state| {
        raise_in(state, &alert) && (state.options.debug || alert != Alert::ProjectIdNotConfigured)
    });
    if is_told {
        let detail = alert.detail();
        let stop = if detail.ends_with(['.', '?']) { " See " } else { ". See " };
        let line = [alert.title(), ": ", &detail, stop, ERRORS_URL, &alert.code()].concat();
        cx.ports().host.warn(&line, alert.kind() == "error");
    }
}

/// Warns about a call without the expected effect, because the caller might ignore the returned promise.
pub fn wrong_call(cx: &Cx, fails: bool, detail: &[&str]) {
    raise(cx, Alert::InvalidCall { detail: detail.concat(), fails });
}

/// Warns about unknown fields in an argument of a call.
pub fn unknown_fields(cx: &Cx, call: &str, given: &Value, known: &[&str]) {
    for (name, _) in given.as_object().into_iter().flatten().take(16) {
        if name != "type" && !known.contains(&name.as_str()) {
            let name = crate::text::label(name, 40).unwrap_or_default();
            wrong_call(cx, false, &[call, ": unknown field ", &name, ". Supported: ", &known.join(", ")]);
        }
    }
}

/// Passes a service's response through. Reports a failure as [`of_origin`] does, if the page wants that.
///
/// # Errors
/// The unchanged error.
pub(crate) fn of_service<T>(cx: &Cx, answer: Result<T>) -> Result<T> {
    if let Err(error) = &answer {
        host::failed(cx, error);
    }
    of_origin(cx, &answer);
    answer
}

/// Raises an alert for a 403, which means that the service doesn't allow the page's origin (8.5).
pub(crate) fn of_origin<T>(cx: &Cx, answer: &Result<T>) {
    if let Err(Error::Http { status: 403, .. }) = answer {
        raise(cx, Alert::InvalidAppConfiguration { origin: String::new() });
    }
}

crate::command::commands! {
    /// The commands of the alert bar.
    pub enum AlertsCommand, AlertsAction {
        /// Closes an alert.
        "dismiss" Dismiss { key: String },
    }
}

/// Runs a command of this feature.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        match action.as_str() {
            AlertsAction::Dismiss => {
                let key = needed(&command, "key")?;
                cx.update(|s| s.alerts.visible.retain(|item| item.key != key));
                Ok(Reply::Done)
            }
            _ => Err(unknown_action("alerts", &action)),
        }
    })
}
