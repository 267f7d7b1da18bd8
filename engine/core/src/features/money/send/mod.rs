//! The flows of a send: [`form`] opens and edits it, [`load`] reads what it is checked against, [`review`] prepares the preview,
//! [`confirm`] asks the wallet ([`super::attempt`]). What is previewed is read back from the request that is submitted. What a family does differently is in
//! [`crate::namespaces::money`]; the state is in [`crate::features::money::model::send`].

mod confirm;
mod form;
mod load;
mod names;
mod review;

use crate::command::{needed, unknown_action};
use crate::error::Error;
use crate::features::money::model::kind::Journey;
use crate::features::money::model::send::{self, Send, Stage};
use crate::features::money::{attempt, transactions};
use crate::features::shell::router::{self, View};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

/// Runs a command of the send form.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        transactions::draw(&cx);
        cx.draw(|drawers| &mut drawers.send, |state| crate::snapshot::text(&send::slice(state)));
        let flow_cx = cx.clone();
        match action.as_str() {
            "open" => form::open(&cx, &command).await?,
            "pay" => form::pay(&cx).await?,
            "amount" => {
                let value = send::typed(needed(&command, "value")?);
                form::edit(&cx, |send| (send.form.amount, send.form.exact) = (value, None));
            }
            "receiver" => {
                let value = send::typed(needed(&command, "value")?);
                form::edit(&cx, |send| send.form.receiver = value);
                names::look_up(&cx, false);
            }
            "token" => form::choose(&cx, needed(&command, "id")?)?,
            "search" => {
                let text = send::typed(needed(&command, "text")?);
                cx.update(|s| s.send.form.search = text);
            }
            "lookup" => names::look_up(&cx, true),
            "unit" => form::turn_unit(&cx),
            "max" => form::edit(&cx, |send| {
                if let Some(max) = send.max() {
                    send.fill(Some(max));
                }
            }),
            "reload" => load::load(&cx),
            "renew" => {
                load::load(&cx);
                names::look_up(&cx, false);
            }
            // back at the form after the account or network changed behind a preview, or the modal was closed meanwhile
            "enter" => {
                if cx.read(|s| s.send.known.load == send::LoadPhase::Loading) {
                    load::load(&cx);
                }
                names::look_up(&cx, false);
            }
            "compared" => {
                let value = command.flag("value").ok_or(Error::BadParams { field: "value".into() })?;
                review::compared(&cx, value);
            }
            "fee" => {
                let again = async move { review::estimate_again(&flow_cx).await };
                return cx.single(ScopeId::Send, "send fee", again).await;
            }
            "review" => {
                let review = async move { review::review(&flow_cx).await };
                return cx.single(ScopeId::Send, "send review", review).await;
            }
            "confirm" => {
                let confirm = async move { confirm::confirm(&flow_cx).await };
                return cx.single(ScopeId::App, "send confirm", confirm).await;
            }
            "answered" => {
                let token = needed(&command, "token")?;
                // an answer belongs to the journey that asked
                transactions::take_marks(&cx);
                let kind = cx.read(|s| s.transactions.get(token).map(|item| item.kind));
                return match kind.map_or(Journey::Send, |kind| kind.row().heard_by) {
                    Journey::Send => attempt::late::<confirm::Sending>(&cx, token).await,
                    Journey::Swap => cx.run("swap", "answered", command).await,
                    Journey::Revoke => cx.run("approvals", "answered", command).await,
                };
            }
            "cancel" => {
                if cx.read(|s| s.router.view()) == Some(View::SendPreview) {
                    router::back(&cx);
                }
            }
            _ => return Err(unknown_action("send", &action)),
        }
        Ok(Reply::Done)
    })
}

/// The form says why it cannot go on.
fn say(send: &mut Send, error: &Error) {
    send.stage = Stage::editing(Some(error.data()));
}
