//! The flows of approvals (10.37): [`find`] finds them and queries the node for each, [`review`] prepares a revocation, [`confirm`] sends
//! it to the wallet ([`super::attempt`]). The state is in [`crate::features::money::model::revoke`].
//!
//! ```text
//! spenders to ask about (history, logs, pinned routers, Permit2) -> the node says how much -> preview -> wallet -> in a block -> the node is
//!     asked again
//! ```
//!
//! Services and histories only suggest spenders to check. The amount comes from the node (`namespaces/eip155/codec/approvals.rs`), and a
//! missing amount isn't zero. Logs are requested in ten ranges of 10,000 blocks. If a node rejects that, the view shows it. Revoking is a
//! journey of [`super::attempt`] like sending: the request is read back, and its only permitted effect is to set that approval to zero. If
//! the simulation moves anything, the request is rejected.
//!
//! # Departures from the specification
//!
//! - Revoking has its own view (`RevokePreview`), which docs/spec/views.md lacks. The preview works like that of a
//!   send.

mod confirm;
mod find;
mod review;

use crate::command::{needed, unknown_action};
use crate::features::money::journey::Journey as _;
use crate::features::money::model::revoke::ApprovalsAction;
use crate::features::money::model::revoke::draw::slice;
use crate::features::money::{attempt, record};
use crate::features::shell::{View, router};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use serde_json::Value;

/// Runs a command. `enter`, `renew` and `answered` come from the engine.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        record::recall(&cx);
        cx.draw("approvals", |state| crate::snapshot::text(&slice(state)));
        let flow_cx = cx.clone();
        match action.as_str() {
            ApprovalsAction::Enter | ApprovalsAction::Renew | ApprovalsAction::Retry => find::load(&cx),
            ApprovalsAction::Review => {
                let id = needed(&command, "id")?.to_string();
                let review = async move { review::review(&flow_cx, &id).await };
                return cx.single(ScopeId::Modal, "revoke review", review).await;
            }
            ApprovalsAction::Fee => {
                let again = async move { review::estimate_again(&flow_cx).await };
                return cx.single(ScopeId::Modal, "revoke fee", again).await;
            }
            ApprovalsAction::Confirm => {
                let confirm = async move { confirm::confirm(&flow_cx).await };
                return cx.single(ScopeId::App, "revoke confirm", confirm).await;
            }
            ApprovalsAction::Answered => {
                return attempt::late(&cx, confirm::Revoking::WAY, needed(&command, "token")?).await;
            }
            ApprovalsAction::Cancel => {
                if cx.read(|s| s.router.view()) == Some(View::RevokePreview) {
                    router::back(&cx);
                }
            }
            _ => return Err(unknown_action("approvals", &action)),
        }
        Ok(Reply::Done)
    })
}
