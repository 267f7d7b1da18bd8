//! Events that wait to be reported.

use crate::constants::ERROR_REPORTS_PER_MINUTE;
use crate::event::Event;
use crate::store::State;
use alloc::vec::Vec;
use serde_json::{Value, json};

/// Events emitted within one turn of the page; a limit against a host that emits them in a loop.
pub(crate) const PENDING_MAX: usize = 1_000;

/// Events that wait to be reported.
#[derive(Default)]
pub struct Telemetry {
    /// Emitted, not processed yet.
    pub(crate) pending: Vec<Event>,
    /// Items of the next batch.
    pub(crate) queue: Vec<Value>,
    /// How long they are as text.
    pub(crate) bytes: usize,
    /// When the next batch is sent.
    pub(crate) due_ms: u64,
    /// What the service says about tracked events; asked once, after the first open.
    pub(crate) enabled: Option<bool>,
    /// When errors were reported lately; shared with other tabs and reloads by storage (7.35).
    pub(crate) window: Vec<u64>,
}

impl Telemetry {
    /// What is stored.
    #[must_use]
    pub fn save_window(&self) -> Option<Value> {
        (!self.window.is_empty()).then(|| json!(self.window))
    }

    /// Takes what was stored.
    pub fn restore_window(&mut self, value: &Value) {
        let times = value.as_array().into_iter().flatten().filter_map(Value::as_u64);
        self.window = times.take(ERROR_REPORTS_PER_MINUTE).collect();
    }
}

/// Drops the queue: there was no consent, or it was withdrawn.
pub fn forget(state: &mut State) {
    state.telemetry.pending.clear();
    state.telemetry.queue.clear();
    state.telemetry.bytes = 0;
}
