//! The flows of a send: [`form`] opens and edits it, [`load`] reads what it is checked against, [`review`] prepares the preview,
//! [`confirm`] asks the wallet ([`super::attempt`]). What is previewed is read back from the request that is submitted. What a family does
//! differently is in [`crate::namespaces::money`]; the state is in [`crate::features::money::model::send`].
//!
//! ```text
//! editing -> preparing -> review -> waiting -> confirming -> (success: form empty, view Account)
//!               |fee does not fit     |rejected: review |25 s: unknown, still watched
//!               v                     |fault: failed    |reverted: failed, reviewed again
//!            editing                  |no or unreadable answer: unknown, never sent again
//! failed -> waiting (nothing was sent: the same preview) ; unknown -> editing (a new form)
//! ```
//!
//! Each stage carries its data and nothing else (`money/model/stage.rs`, `Stage`): a preview without a request, or a hash without an entry,
//! does not compile. The preview is the request read back (`namespaces::money::read`), not the intent; both must be equal.
//!
//! A token is sent only when its contract has the decimals of the list, and at least one node that is not of the service that listed it was
//! asked (`rpc::witnesses`); else the form says why. A token transfer is tried on the node (`eth_call`) before it is previewed: one that
//! reverts or answers false never reaches the wallet. Contracts of the USDT kind answer nothing (9.30).
//!
//! A typed name (`names.rs`) is small ASCII letters, digits and hyphens in labels. Every other text is refused: a name that is hashed from
//! another text leads to another owner (`namespaces/eip155/names.rs`; the vectors are ENSIP-15's). The profile service answers for the
//! registry's own suffixes, the registry on Ethereum for all others: over the page's own node for it, else over the data service's. The
//! view shows the whole address next to the name, and the request is made of that address. Between preview and wallet the name is not asked
//! again.
//!
//! A receiver that looks like a known address is confirmed only after the user says that both were compared; the engine enforces that,
//! whatever a view does (`model/send/receiver.rs`). On eip155 two addresses look alike when the first and last four characters are equal,
//! or what our short labels leave: two and six (`Family::alike`). Known are own accounts, receivers of earlier sends, the loaded history,
//! and what names have led to. An address that this person has paid is not questioned for a similar one that only appeared in the history:
//! address poisoning puts such entries into every history.
//!
//! At review the network's node carries the request out without keeping it (`namespaces::money::changes`, `eth_simulateV1`), and the view shows
//! what leaves and what comes. A request that moves more than is shown, or something else, is never asked of a wallet; a node that does not
//! know the method answers nothing, and the review goes on. Dollars become an amount by whole numbers (`Amount::for_worth`); an amount that Max
//! or a change of the unit has filled in keeps all its decimals.
//!
//! A memo is a capability of a family (`namespaces::money::Memo`). The form has a field for it where the host hands one along. One that transfers of
//! the network do not carry, or not whole, keeps the form from its preview and is never left out: an exchange cannot credit a deposit without it.

mod confirm;
mod form;
mod load;
mod names;
mod review;

use crate::api::wallet_services;
use crate::command::{needed, unknown_action};
use crate::error::Error;
use crate::features::money::journey::Journey as _;
use crate::features::money::model::kind::Journey;
use crate::features::money::model::send::{self, Send, Stage};
use crate::features::money::{attempt, record};
use crate::features::shell::{View, images, router};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

/// Runs a command of the send form.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        record::recall(&cx);
        cx.draw("send", |state| crate::snapshot::text(&send::slice(state)));
        let flow_cx = cx.clone();
        match action.as_str() {
            "open" => form::open(&cx, &command).await?,
            "pay" => form::pay(&cx).await?,
            "amount" => {
                let value = send::typed(needed(&command, "value")?);
                form::edit(&cx, |send| (send.form.amount, send.form.exact) = (value, None));
            }
            "receiver" => {
                let value = send::typed_receiver(needed(&command, "value")?);
                form::edit(&cx, |send| send.form.receiver = value);
                names::look_up(&cx, false);
            }
            "memo" => {
                let value = send::memo(needed(&command, "value")?);
                form::edit(&cx, |send| send.form.memo = Some(value));
            }
            "token" => form::choose(&cx, needed(&command, "id")?)?,
            "search" => {
                let text = send::typed(needed(&command, "text")?);
                cx.update(|s| s.send.form.search = text);
                let urls = cx.read(|s| {
                    let urls = send::pictures(s).into_iter();
                    urls.filter(|url| wallet_services::is_ours(s, url)).collect()
                });
                images::load(&cx, urls);
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
                record::take_marks(&cx);
                let kind = cx.read(|s| s.transactions.get(token).map(|item| item.kind));
                return match kind.map_or(Journey::Send, |kind| kind.row().heard_by) {
                    Journey::Send => attempt::late(&cx, confirm::Sending::WAY, token).await,
                    Journey::Swap => super::swap_answered(&cx, token).await,
                    Journey::Revoke => super::revoke_answered(&cx, token).await,
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
