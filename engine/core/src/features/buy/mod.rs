//! Buying for money (docs/spec/services.md A8): [`form`] opens and edits the form and reads what is sold, [`quote`] asks for prices,
//! [`purchase`] leads to a provider's page and watches for what comes of it. The state is in [`model`].

mod form;
pub mod model;
mod purchase;
mod quote;

use crate::command::{needed, unknown_action};
use crate::features::money::model::send::typed;
use crate::features::shell::router::{self, View};
use crate::flow::{Cx, Flow, Reply};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

/// Runs a command of the views of buying.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        cx.draw(|drawers| &mut drawers.onramp, |state| crate::snapshot::text(&model::draw::slice(state)));
        match action.as_str() {
            "open" => form::open(&cx, command.text("view") == Some("OnRampProviders")).await?,
            "enter" | "renew" | "reload" => form::load(&cx).await,
            "amount" => {
                let amount = typed(needed(&command, "value")?);
                cx.update(|s| s.buy.form.amount = amount);
                quote::ask(&cx);
            }
            "fiats" => cx.update(|s| router::push(s, View::OnRampFiatSelect)),
            "tokens" => cx.update(|s| router::push(s, View::OnRampTokenSelect)),
            "network" => cx.update(|s| router::push(s, View::Networks)),
            "payment" => form::choose(&cx, &command, |buy| &mut buy.form.payment)?,
            "purchase" => form::choose(&cx, &command, |buy| &mut buy.form.purchase)?,
            "looked" => cx.update(|s| s.buy.is_paused = command.flag("at") == Some(false)),
            "choose" => form::to_providers(&cx)?,
            "provider" => return purchase::begin(&cx, needed(&command, "provider")?),
            "window" => cx.update(|s| s.buy.attempt.windows += 1),
            _ => return Err(unknown_action("buy", &action)),
        }
        Ok(Reply::Done)
    })
}
