//! The flows of a send: [`form`] opens and edits it, [`load`] reads what it is checked against, [`review`] prepares the preview,
//! [`confirm`] asks the wallet. What is previewed is read back from the request that is submitted. What a family does differently is in
//! [`crate::namespaces::money`]; the state is in [`crate::features::money::model::send`].

mod confirm;
mod form;
mod load;
mod review;
mod stand;

use crate::caip::Namespace;
use crate::command::{needed, unknown_action};
use crate::entities::{Network, Status, WalletHandle};
use crate::error::{Error, Result};
use crate::features::money::model::send::{self, Send, Stage};
use crate::features::money::transactions;
use crate::features::shell::router::{self, View};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::namespaces::{self, Can};
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
            "open" => form::open(&cx, &command)?,
            "amount" => {
                let value = send::typed(needed(&command, "value")?);
                form::edit(&cx, |send| send.form.amount = value);
            }
            "receiver" => {
                let value = send::typed(needed(&command, "value")?);
                form::edit(&cx, |send| send.form.receiver = value);
                form::look_up(&cx);
            }
            "token" => form::choose(&cx, needed(&command, "id")?)?,
            "search" => {
                let text = send::typed(needed(&command, "text")?);
                cx.update(|s| s.send.form.search = text);
            }
            "max" => form::edit(&cx, |send| {
                if let Some(max) = send.max() {
                    send.form.amount = max.to_decimal();
                }
            }),
            "reload" | "renew" => load::load(&cx),
            // back at the form after the account or network changed behind a preview
            "enter" if cx.read(|s| s.send.known.load == send::LoadPhase::Loading) => load::load(&cx),
            "enter" => {}
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
            "answered" => return confirm::late(&cx, needed(&command, "token")?).await,
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

/// Who sends: the connected account of a family that can, and its wallet.
#[derive(Clone, PartialEq)]
struct Sender {
    network: Network,
    namespace: Namespace,
    address: String,
    wallet: WalletHandle,
}

/// The sender of now.
fn ready(cx: &Cx) -> Result<Sender> {
    cx.read(|s| {
        let network = s.networks.active_network().ok_or(Error::TokenRequired)?;
        let namespace = network.chain_namespace;
        if !namespaces::of(namespace).can(Can::Send) {
            return Err(Error::UnsupportedChain);
        }
        let account = s.accounts.by.get(&namespace).ok_or(Error::NoNetworkOrAccount)?;
        let wallet = account.handle.filter(|_| account.status == Status::Connected);
        let address = send::sender(s).ok_or(Error::NoNetworkOrAccount)?;
        Ok(Sender {
            network: network.clone(),
            namespace,
            address,
            wallet: wallet.ok_or(Error::Unauthorized)?,
        })
    })
}

/// Of the account and network that the page shows: what was read for another generation is stale.
fn generation(cx: &Cx) -> u32 {
    cx.read(|s| s.networks.active_namespace().map_or(0, |namespace| s.moves.generation(namespace)))
}

/// The form says why it cannot go on.
fn say(send: &mut Send, error: &Error) {
    send.stage = Stage::editing(Some(error.data()));
}
