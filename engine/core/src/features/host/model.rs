//! Events that wait to be reported.

use crate::constants::ERROR_REPORTS_PER_MINUTE;
use crate::error::ErrorData;
use crate::event::Event;
use crate::json::json;
use crate::store::State;
use alloc::vec::Vec;
use serde_json::Value;

/// The record of [`Telemetry::window`].
pub(crate) const WINDOW: &str = "telemetry_window";

/// Events emitted within one turn of the page; a limit against a host that emits them in a loop.
pub(crate) const PENDING_MAX: usize = 1_000;

/// Events waiting to be reported.
pub(crate) enum Waiting {
    /// An event of docs/spec/public-api.md section 6.
    Tracked(Event),
    /// An error and its category (docs/spec/services.md A6).
    Fault(&'static str, ErrorData),
}

/// Events that wait to be reported.
#[derive(Default)]
pub struct Telemetry {
    /// Emitted, not processed yet.
    pub(crate) pending: Vec<Waiting>,
    /// Items of the next batch.
    pub(crate) queue: Vec<Value>,
    /// How long they are as text.
    pub(crate) bytes: usize,
    /// When the next batch is sent.
    pub(crate) due_ms: u64,
    /// The service's settings for tracked events, fetched once after the first opening.
    pub(crate) enabled: Option<bool>,
    /// When errors were reported lately; shared with other tabs and reloads by storage (7.35).
    pub(crate) window: Vec<u64>,
}

impl Telemetry {
    /// The stored form of the queue.
    #[must_use]
    pub fn save_window(&self) -> Option<Value> {
        (!self.window.is_empty()).then(|| json!(self.window))
    }

    /// Takes what was stored.
    pub fn restore_window(&mut self, value: &Value) {
        self.window = times(value);
    }

    /// Merges the events that other tabs have stored. An event in both lists is kept once.
    pub(crate) fn learn(&mut self, mut others: Vec<u64>) {
        let mut known = others.clone();
        for at in self.window.drain(..) {
            match known.iter().position(|other| *other == at) {
                Some(place) => drop(known.swap_remove(place)),
                None => others.push(at),
            }
        }
        self.window = others;
    }
}

/// A stored window.
pub(crate) fn times(value: &Value) -> Vec<u64> {
    let times = value.as_array().into_iter().flatten().filter_map(Value::as_u64);
    times.take(ERROR_REPORTS_PER_MINUTE).collect()
}

/// Drops the queue, because the page has no consent or has withdrawn it.
pub fn forget(state: &mut State) {
    state.telemetry.pending.clear();
    state.telemetry.queue.clear();
    state.telemetry.bytes = 0;
}
