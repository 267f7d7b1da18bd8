//! The page changes the theme while the engine runs.

pub(crate) use super::model::theme::ThemeMode;
use super::model::theme::variable;
use crate::alert::Alert;
use crate::command::needed;
use crate::command::unknown_action;
use crate::error::Error;
use crate::features::shell::alerts;
use crate::flow::{Cx, Flow, Reply};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

crate::command::commands! {
    /// The commands of the theme.
    #[ts(rename_all_fields = "camelCase")]
    pub enum ThemeCommand, ThemeAction {
        /// Sets the mode: light, dark or system.
        "mode" Mode { theme_mode: String },
        /// Merges theme variables.
        "variables" Variables {
            #[ts(type = "unknown")]
            theme_variables: (),
        },
    }
}

/// Runs a command of this feature.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        match action.as_str() {
            ThemeAction::Mode => {
                let mode = ThemeMode::parse(needed(&command, "themeMode")?);
                let mode = mode.ok_or(Error::BadParams { field: "themeMode".into() })?;
                cx.update(|s| s.theme.mode = mode);
                Ok(Reply::Done)
            }
            ThemeAction::Variables => {
                for (name, value) in
                    command.field("themeVariables").and_then(Value::as_object).into_iter().flatten()
                {
                    match variable(name, value) {
                        Some((name, value)) => {
                            cx.update(|s| s.theme.variables.insert(name, value));
                        }
                        None => {
                            let name = crate::text::label(name, 40).unwrap_or_default();
                            let detail = alloc::format!(
                                "Ignoring themeVariables[{name}]: unknown name or unsafe value"
                            );
                            alerts::raise(&cx, Alert::InvalidOption { detail });
                        }
                    }
                }
                Ok(Reply::Done)
            }
            _ => Err(unknown_action("theme", &action)),
        }
    })
}
