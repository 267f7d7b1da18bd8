//! Limits how many bytes are written for items without a limit of their own.

use serde_json::Value;

/// The bytes that are left.
pub(super) struct Room(usize);

impl Room {
    pub(super) fn of(bytes: usize) -> Self {
        Self(bytes)
    }

    /// Reserves the bytes of a value and its comma. Returns false if they don't fit.
    pub(super) fn takes(&mut self, value: &Value) -> bool {
        let left = self.0.checked_sub(crate::message::json(value).len() + 1);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }

    /// The list of the values that fit.
    pub(super) fn list(&mut self, values: impl Iterator<Item = Value>) -> Value {
        values.filter(|value| self.takes(value)).collect()
    }
}
