//! The developer alerts that were raised, once each (8.10).

use crate::alert::Alert;
use crate::event::Event;
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// An alert, as it is displayed and emitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlertItem {
    /// The key, which is raised once.
    pub key: String,
    /// A short title.
    pub title: &'static str,
    /// What the developer should do.
    pub detail: String,
    /// `error` or `warning`.
    #[cfg_attr(test, ts(type = "\"error\" | \"warning\""))]
    pub kind: &'static str,
}

/// The keys of all raised alerts, and the alerts that aren't dismissed.
#[derive(Default)]
pub struct Alerts {
    pub(crate) raised: Vec<String>,
    pub(crate) visible: Vec<AlertItem>,
}

/// Slice `alerts`: the alert bar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlertsSlice {
    /// The alerts that aren't dismissed, oldest first. Empty without option `debug`.
    pub visible: Vec<AlertItem>,
}

impl Alerts {
    /// Builds the slice `alerts`.
    #[must_use]
    pub fn slice(&self, debug: bool) -> AlertsSlice {
        AlertsSlice { visible: if debug { self.visible.clone() } else { Vec::new() } }
    }
}

/// Raises an alert inside an update. Returns whether it is new.
pub fn raise_in(state: &mut State, alert: &Alert) -> bool {
    let key = alert.key();
    if state.alerts.raised.contains(&key) {
        return false;
    }
    let item =
        AlertItem { key: key.clone(), title: alert.title(), detail: alert.detail(), kind: alert.kind() };
    state.alerts.raised.push(key);
    state.alerts.visible.push(item.clone());
    state.emit(Event::Alert(item));
    true
}
