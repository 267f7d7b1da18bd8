//! Registers the slice of Receive. It is in a separate part, so a user who only views the account doesn't download it.

use crate::command::unknown_action;
use crate::features::account::model::receive;
use crate::features::networks::pictures as network_pictures;
use crate::flow::{Cx, Flow, Reply};
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

crate::command::commands! {
    ReceiveAction
    own {
        "enter" Enter,
    }
}

/// Runs a command. `enter` comes from the engine.
pub fn run(cx: Cx, action: String, _: Value) -> Flow {
    Box::pin(async move {
        if action != ReceiveAction::Enter {
            return Err(unknown_action("receive", &action));
        }
        cx.draw("receive", |state| crate::snapshot::text(&receive::slice(state)));
        network_pictures::load(&cx);
        Ok(Reply::Done)
    })
}
