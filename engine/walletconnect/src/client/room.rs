//! How much is written of what has no bound of its own.

use serde_json::Value;

/// What is left of the bytes for what is written next.
pub(super) struct Room(usize);

impl Room {
    pub(super) fn of(bytes: usize) -> Self {
        Self(bytes)
    }

    /// Takes the room of a value and its comma, if it is left.
    pub(super) fn takes(&mut self, value: &Value) -> bool {
        let left = self.0.checked_sub(crate::message::json(value).len() + 1);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }

    /// The list of those that have room.
    pub(super) fn list(&mut self, values: impl Iterator<Item = Value>) -> Value {
        values.filter(|value| self.takes(value)).collect()
    }
}
