//! `updateOptions`: the page changes options while the engine runs (docs/spec/public-api.md section 3, "settings").

use crate::caip::Namespace;
use crate::command::unknown_action;
use crate::error::Error;
use crate::features::account::{ChangeReason, balances};
use crate::features::host::telemetry;
use crate::features::money;
use crate::features::networks;
use crate::features::review;
use crate::features::shell::alerts;
use crate::features::shell::router;
use crate::features::sign_in;
use crate::flow::{Cx, Flow, Reply};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

crate::command::commands! {
    /// The commands of the options.
    pub enum OptionsCommand, OptionsAction {
        /// Applies every valid field of the update.
        "update" Update {
            #[ts(type = "unknown")]
            options: (),
        },
        /// Resolves with all effective options ([`crate::options::Settings`]).
        "read" Read {},
        /// Applies the valid features of the update. The others stay.
        "features" Features {
            #[ts(type = "unknown")]
            features: (),
        },
    }
}

/// Runs a command of this feature.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        if action == OptionsAction::Read {
            return Ok(Reply::Json(cx.read(|s| crate::snapshot::text(&s.options.settings()))));
        }
        // `{features}` is an option like any other, so both commands do the same
        let only = |features: &Value| crate::json::json!({ "features": features });
        let features = command.field("features").filter(|given| given.is_object()).map(only);
        let given = match action.as_str() {
            OptionsAction::Update => {
                command.field("options").ok_or(Error::BadParams { field: "options".into() })?
            }
            OptionsAction::Features => {
                features.as_ref().ok_or(Error::BadParams { field: "features".into() })?
            }
            _ => return Err(unknown_action("options", &action)),
        };
        let mut raised = Vec::new();
        cx.commit(|state| {
            let mut options = state.options.clone();
            options.merge(given, &mut raised);
            // only if this update sets it; otherwise the values of setThemeMode and setThemeVariables stay
            if given.field("themeMode").is_some() {
                state.theme.mode = options.theme_mode;
            }
            if given.field("themeVariables").is_some() {
                state.theme.variables.clone_from(&options.theme_variables);
            }
            if options.analytics_consent == Some(false) {
                telemetry::forget(state);
            }
            *state.options = options;
            networks::configure(state);
            for namespace in Namespace::ALL {
                state.context_changed(namespace, ChangeReason::Options);
            }
            router::follow_support(state);
        })
        .await;
        if given.field("clearSigning").is_some() {
            review::check_host_descriptors(&cx);
        }
        if let Some(namespace) = cx.read(|s| s.networks.active_namespace()) {
            balances::refresh(&cx, namespace);
            money::watch(&cx, namespace);
        }
        sign_in::follow(&cx);
        for alert in raised {
            alerts::raise(&cx, alert);
        }
        Ok(Reply::Done)
    })
}
