//! Draws the code of Receive, in a separate part: a user who only looks at an account does not download it.

use crate::command::unknown_action;
use crate::features::account::model::receive;
use crate::features::networks::pictures as network_pictures;
use crate::flow::{Cx, Flow, Reply};
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

/// Runs a command; `enter` is the engine's own.
pub fn run(cx: Cx, action: String, _: Value) -> Flow {
    Box::pin(async move {
        if action != "enter" {
            return Err(unknown_action("receive", &action));
        }
        cx.draw("receive", |state| crate::snapshot::text(&receive::slice(state)));
        network_pictures::load(&cx);
        Ok(Reply::Done)
    })
}
