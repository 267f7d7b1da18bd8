//! `updateOptions`: the host changes its mind while the engine runs (public-api.md section 3, "settings").

use super::unknown_action;
use crate::error::Error;
use crate::features::{alerts, networks};
use crate::flow::{Cx, Flow, Reply};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// Commands of the options.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum OptionsCommand {
    /// Takes every field that is given and right.
    #[ts(rename = "options.update")]
    Update {
        #[ts(type = "unknown")]
        options: (),
    },
}

/// Runs a command.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        if action != "update" {
            return Err(unknown_action("options", &action));
        }
        let given = command.field("options").ok_or(Error::BadParams { field: "options".into() })?;
        let mut raised = Vec::new();
        cx.commit(|state| {
            let mut options = state.options.clone();
            options.merge(given, &mut raised);
            state.theme.mode = options.theme_mode;
            state.theme.variables.clone_from(&options.theme_variables);
            *state.options = options;
            networks::configure(state);
        })
        .await;
        for alert in raised {
            alerts::raise(&cx, alert);
        }
        Ok(Reply::Done)
    })
}
