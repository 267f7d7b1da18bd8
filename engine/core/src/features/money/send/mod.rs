//! The flows of a send: [`form`] opens and edits it, [`load`] loads the data for its checks, [`review`] prepares the
//! preview, [`confirm`] sends the request to the wallet ([`super::attempt`]). The preview is decoded from the exact
//! request. Differences between namespaces are in [`crate::namespaces::money`], the state in
//! [`crate::features::money::model::send`].
//!
//! ```text
//! editing -> preparing -> review -> waiting -> confirming -> (success: form empty, view Account)
//!               |fee does not fit     |rejected: review |25 s: unknown, still watched
//!               v                     |fault: failed    |reverted: failed, reviewed again
//!            editing                  |no or unreadable answer: unknown, never sent again
//! failed -> waiting (nothing was sent: the same preview) ; unknown -> editing (a new form)
//! ```
//!
//! Each stage has exactly its data (`money/model/stage.rs`, `Stage`): a preview without a request, or a hash without an
//! entry, doesn't compile. The preview is the decoded request (`namespaces::money::read`), not the form, and both must
//! match.
//!
//! A token can be sent only if its contract confirms the decimals of the list, through at least one node from another operator than the
//! service that listed it (`rpc::witnesses`). Otherwise the form shows the reason. The node simulates a token transfer (`eth_call`) before
//! the preview: one that reverts or returns false never reaches the wallet. Contracts like USDT return no value (9.30).
//!
//! A typed name (`names.rs`) consists of labels of lower-case ASCII letters, digits and hyphens. Any other text is rejected, because a
//! name hashed from another text belongs to another owner (`namespaces/eip155/rules/names.rs`, with the vectors of ENSIP-15). The profile service
//! resolves the registry's own suffixes. All others are resolved in the registry on Ethereum, through the page's own node for it, otherwise
//! through the data service's. The view shows the full address next to the name, and the request contains that address. The name isn't
//! resolved again between preview and wallet.
//!
//! If a recipient looks like a known address, the user has to confirm that both were compared. The engine enforces that for every view
//! (`model/send/receiver.rs`). Two EVM addresses look alike if their first and last four characters match, or the shortened form (two and
//! six) does (`Family::lookalike`). Known addresses are own accounts, recipients of earlier sends, the loaded history, and resolved names. An
//! address that the user has paid gets no warning for a similar one that only appeared in the history, because address poisoning puts such
//! entries into every history.
//!
//! During the review the node simulates the request (`namespaces::money::changes`, `eth_simulateV1`), and the view shows the outgoing and
//! incoming amounts. A request that moves more than shown, or something else, never reaches the wallet. If the node doesn't support
//! simulation, the review continues without it. Dollars become an amount with integer arithmetic (`Amount::for_worth`). An amount from Max
//! or from a change of the unit keeps full precision.
//!
//! A memo is a capability of a namespace (`namespaces::money::Memo`). The form has a field for it if the page passes one. If the
//! network's transfers can't carry the memo completely, the form doesn't reach its preview. A memo is never dropped, because an exchange
//! can't credit a deposit without it.

mod confirm;
mod form;
mod load;
mod names;
mod review;

use crate::api::wallet_services;
use crate::command::{needed, unknown_action};
use crate::error::Error;
use crate::features::money::journey::Journey as _;
use crate::features::money::model::send::SendAction;
use crate::features::money::model::send::{self, Send, Stage};
use crate::features::money::{attempt, record};
use crate::features::shell::{View, images, router};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

/// Runs a command of the send form.
#[allow(clippy::too_many_lines, reason = "a table: one arm for each action")]
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        record::recall(&cx);
        cx.draw("send", |state| crate::snapshot::text(&send::slice(state)));
        let flow_cx = cx.clone();
        match action.as_str() {
            SendAction::Open => form::open(&cx, &command).await?,
            SendAction::Pay => form::pay(&cx).await?,
            SendAction::Amount => {
                let value = send::typed(needed(&command, "value")?);
                form::edit(&cx, |send| (send.form.amount, send.form.exact) = (value, None));
            }
            SendAction::Receiver => {
                let value = send::typed_receiver(needed(&command, "value")?);
                form::edit(&cx, |send| send.form.receiver = value);
                names::look_up(&cx, false);
            }
            SendAction::Memo => {
                let value = send::memo(needed(&command, "value")?);
                form::edit(&cx, |send| send.form.memo = Some(value));
            }
            SendAction::Token => form::choose(&cx, needed(&command, "id")?)?,
            SendAction::Search => {
                let text = send::typed(needed(&command, "text")?);
                cx.update(|s| s.send.form.search = text);
                let urls = cx.read(|s| {
                    let urls = send::pictures(s).into_iter();
                    urls.filter(|url| wallet_services::is_ours(s, url)).collect()
                });
                images::load(&cx, urls);
            }
            SendAction::Lookup => names::look_up(&cx, true),
            SendAction::Unit => form::turn_unit(&cx),
            SendAction::Max => form::edit(&cx, |send| {
                if let Some(max) = send.max() {
                    send.fill(Some(max));
                }
            }),
            SendAction::Reload => load::load(&cx),
            SendAction::Renew => {
                load::load(&cx);
                names::look_up(&cx, false);
            }
            // back at the form, after the account or network changed behind a preview, or after the modal was closed
            SendAction::Enter => {
                if cx.read(|s| s.send.known.load == send::LoadPhase::Loading) {
                    load::load(&cx);
                }
                names::look_up(&cx, false);
            }
            SendAction::Compared => {
                let value = command.flag("value").ok_or(Error::BadParams { field: "value".into() })?;
                review::compared(&cx, value);
            }
            SendAction::Fee => {
                let again = async move { review::estimate_again(&flow_cx).await };
                return cx.single(ScopeId::Send, "send fee", again).await;
            }
            SendAction::Review => {
                let review = async move { review::review(&flow_cx).await };
                return cx.single(ScopeId::Send, "send review", review).await;
            }
            SendAction::Confirm => {
                let confirm = async move { confirm::confirm(&flow_cx).await };
                return cx.single(ScopeId::App, "send confirm", confirm).await;
            }
            SendAction::Answered => {
                let token = needed(&command, "token")?;
                // a late response belongs to the journey that sent the request
                record::take_marks(&cx);
                let kind = cx.read(|s| s.transactions.get(token).map(|item| item.kind));
                return match kind.map_or("send", |kind| kind.row().heard_by) {
                    "send" => attempt::late(&cx, confirm::Sending::WAY, token).await,
                    other => super::answered_elsewhere(&cx, other, token).await,
                };
            }
            SendAction::Cancel => {
                if cx.read(|s| s.router.view()) == Some(View::SendPreview) {
                    router::back(&cx);
                }
            }
            _ => return Err(unknown_action("send", &action)),
        }
        Ok(Reply::Done)
    })
}

/// Shows in the form why it can't continue.
fn say(send: &mut Send, error: &Error) {
    send.stage = Stage::editing(Some(error.data()));
}
