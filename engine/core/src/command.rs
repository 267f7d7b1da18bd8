//! Parsing commands: the handling of required fields and unknown actions for every feature.

mod contract;

use crate::error::{Error, Result};
use crate::json::Read;
use serde_json::Value;

/// The error for a command that its feature doesn't know.
pub(crate) fn unknown_action(feature: &str, action: &str) -> Error {
    let name = crate::text::label(&alloc::format!("{feature}.{action}"), 64).unwrap_or_default();
    Error::UnknownName { what: "command", name }
}

/// Whether a command is in the contract. All others are internal, and run through [`crate::flow::Cx::run`].
pub(crate) fn is_of_contract(feature: &str, action: &str) -> bool {
    contract::COMMANDS.lines().any(|line| {
        let mut words = line.split(' ');
        words.next() == Some(feature) && words.any(|word| word == action)
    })
}

/// Reads a required string of a command.
pub(crate) fn needed<'a>(command: &'a Value, field: &str) -> Result<&'a str> {
    command.text(field).ok_or_else(|| Error::BadParams { field: field.into() })
}
