//! Reading commands: what every feature does with the fields it needs and the actions it does not know.

use crate::error::{Error, Result};
use crate::json::Read;
use serde_json::Value;

/// A command that its feature does not know.
pub(crate) fn unknown_action(feature: &str, action: &str) -> Error {
    let name = crate::text::label(&alloc::format!("{feature}.{action}"), 64).unwrap_or_default();
    Error::UnknownName { what: "command", name }
}

/// Whether a command was dispatched from outside: that one has a name in it, the engine's own have none. Views send few of them, and a script
/// of the page that finds its way to the views could make up any other.
pub(crate) fn is_from_outside(command: &Value) -> bool {
    command.field("type").is_some()
}

/// A text a command needs.
pub(crate) fn needed<'a>(command: &'a Value, field: &str) -> Result<&'a str> {
    command.text(field).ok_or_else(|| Error::BadParams { field: field.into() })
}
