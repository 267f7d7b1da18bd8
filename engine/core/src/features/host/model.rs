//! The telemetry queue.

use crate::constants::ERROR_REPORTS_PER_MINUTE;
use crate::error::ErrorData;
use crate::event::Event;
use crate::json::json;
use crate::store::State;
use alloc::vec::Vec;
use serde_json::Value;

/// The storage record of [`Telemetry::window`].
pub(crate) const WINDOW: &str = "telemetry_window";

/// The maximum number of events in one turn. It protects against a page that emits events in a loop.
pub(crate) const PENDING_MAX: usize = 1_000;

/// One event in the queue.
pub(crate) enum Waiting {
    /// An event of docs/spec/public-api.md section 6.
    Tracked(Event),
    /// An error and its category (docs/spec/services.md A6).
    Fault(&'static str, ErrorData),
}

/// The telemetry queue and its limits.
#[derive(Default)]
pub struct Telemetry {
    /// Emitted events that aren't processed yet.
    pub(crate) pending: Vec<Waiting>,
    /// The items of the next batch.
    pub(crate) queue: Vec<Value>,
    /// The length of the items as text.
    pub(crate) bytes: usize,
    /// When the next batch is sent.
    pub(crate) due_ms: u64,
    /// The service's settings for tracked events, fetched once after the first opening.
    pub(crate) enabled: Option<bool>,
    /// The times of the latest error reports, shared through storage with other tabs and reloads (7.35).
    pub(crate) window: Vec<u64>,
}

impl Telemetry {
    /// The stored form of `window`.
    #[must_use]
    pub fn save_window(&self) -> Option<Value> {
        (!self.window.is_empty()).then(|| json!(self.window))
    }

    /// Restores `window` from storage.
    pub fn restore_window(&mut self, value: &Value) {
        self.window = times(value);
    }

    /// Merges the report times that other tabs have stored. A time in both lists is kept once.
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

/// Reads a stored `window`.
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
