//! Declaring and parsing commands: the actions of each feature, required fields and unknown actions for every feature.

mod contract;

use crate::error::{Error, Result};
use crate::json::Read;
use serde_json::Value;

/// Declares the commands of a feature once, from `"action" Variant { fields }`:
///
/// - The enum is the contract: `element/src/contract.ts` and `command/contract.rs` come from it. The feature's row in the table of features
///   names it, and so adds the feature and its part of the binary.
/// - The second type has a constant for each action. A reader matches these constants, so an action without a declaration doesn't compile.
///   Two rules in `layers.rs` complete this: each declared action is read, and no feature spells an action as text. The constants are the
///   literals that a reader would match, so they add no byte.
///
/// `own` lists the actions that only the engine runs.
macro_rules! commands {
    (
        $(#[$meta:meta])*
        pub enum $contract:ident, $actions:ident {
            $($(#[$attr:meta])* $name:literal $variant:ident { $($fields:tt)* }),* $(,)?
        }
        $($own:tt)*
    ) => {
        #[cfg(test)]
        #[derive(ts_rs::TS)]
        #[ts(tag = "type")]
        #[allow(dead_code)]
        $(#[$meta])*
        pub enum $contract {
            $($(#[$attr])* #[ts(rename = $name)] $variant { $($fields)* },)*
        }

        $crate::command::commands! { $actions { $($name $variant,)* } $($own)* }
    };
    ($actions:ident $({ $($name:literal $variant:ident,)* })? $(own { $($own_name:literal $own:ident,)* })?) => {
        /// The actions, as readers match them.
        pub(crate) enum $actions {}

        #[allow(non_upper_case_globals, dead_code, reason = "they read like variants; layers.rs checks their use")]
        impl $actions {
            $($(pub(crate) const $variant: &'static str = $name;)*)?
            $($(pub(crate) const $own: &'static str = $own_name;)*)?
        }
    };
}
pub(crate) use commands;

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
