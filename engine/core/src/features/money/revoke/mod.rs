//! The flows of allowances: [`find`] looks for them and asks the node for each, [`review`] prepares taking one back, [`confirm`] asks the wallet
//! for it ([`super::attempt`]); the state is in [`crate::features::money::model::revoke`].

mod confirm;
mod find;
mod review;

use crate::command::{needed, unknown_action};
use crate::features::money::model::revoke::draw::slice;
use crate::features::money::{attempt, transactions};
use crate::features::shell::router::{self, View};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use serde_json::Value;

/// Runs a command; `enter`, `renew` and `answered` are the engine's own.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        transactions::draw(&cx);
        cx.draw(|drawers| &mut drawers.approvals, |state| crate::snapshot::text(&slice(state)));
        let flow_cx = cx.clone();
        match action.as_str() {
            "enter" | "renew" | "retry" => find::load(&cx),
            "review" => {
                let id = needed(&command, "id")?.to_string();
                let review = async move { review::review(&flow_cx, &id).await };
                return cx.single(ScopeId::Modal, "revoke review", review).await;
            }
            "fee" => {
                let again = async move { review::estimate_again(&flow_cx).await };
                return cx.single(ScopeId::Modal, "revoke fee", again).await;
            }
            "confirm" => {
                let confirm = async move { confirm::confirm(&flow_cx).await };
                return cx.single(ScopeId::App, "revoke confirm", confirm).await;
            }
            "answered" => return attempt::late::<confirm::Revoking>(&cx, needed(&command, "token")?).await,
            "cancel" => {
                if cx.read(|s| s.router.view()) == Some(View::RevokePreview) {
                    router::back(&cx);
                }
            }
            _ => return Err(unknown_action("approvals", &action)),
        }
        Ok(Reply::Done)
    })
}
