//! Developer alerts that were raised: each once (8.10).

use crate::alert::Alert;
use crate::event::Event;
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// One alert as it is shown and sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlertItem {
    /// Shown once by this.
    pub key: String,
    /// Short.
    pub title: &'static str,
    /// What to do.
    pub detail: String,
    /// `error` or `warning`.
    #[cfg_attr(test, ts(type = "\"error\" | \"warning\""))]
    pub kind: &'static str,
}

/// Keys of the alerts raised so far, and the alerts that are not dismissed.
#[derive(Default)]
pub struct Alerts {
    pub(crate) raised: Vec<String>,
    pub(crate) visible: Vec<AlertItem>,
}

/// Slice `alerts`: the alert bar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AlertsSlice {
    /// Not dismissed, oldest first; empty without option `debug`.
    pub visible: Vec<AlertItem>,
}

impl Alerts {
    /// Builds the slice `alerts`.
    #[must_use]
    pub fn slice(&self, debug: bool) -> AlertsSlice {
        AlertsSlice { visible: if debug { self.visible.clone() } else { Vec::new() } }
    }
}

/// The same inside an update; says whether the alert is new.
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
