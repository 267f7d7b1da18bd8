//! The flows of a swap: [`form`] opens and edits it, [`load`] reads what can be swapped and what it is checked against, [`quote`] asks for an
//! offer, [`review`] prepares the steps, [`confirm`] asks the wallet for them one by one ([`super::attempt`]). What a service has built is
//! read and bounded before it is shown ([`crate::namespaces::eip155::swap`]); the state is in [`crate::features::money::model::swap`].

mod confirm;
mod form;
mod load;
mod quote;
mod review;
mod steps;

use crate::command::{needed, unknown_action};
use crate::error::Error;
use crate::event::Event;
use crate::features::money::model::send::typed;
use crate::features::money::model::swap::{self, Stage, Swap, SwapSide};
use crate::features::money::{attempt, transactions};
use crate::features::shell::router::{self, View};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

/// Runs a command of the swap form.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        transactions::draw(&cx);
        cx.draw(|drawers| &mut drawers.swap, |state| crate::snapshot::text(&swap::draw::slice(state)));
        let flow_cx = cx.clone();
        match action.as_str() {
            "open" => form::open(&cx, &command).await?,
            "amount" => {
                let value = typed(needed(&command, "value")?);
                form::edit(&cx, |swap| swap.form.amount = value);
                quote::ask(&cx);
            }
            "select" => {
                let side = match needed(&command, "side")? {
                    "toToken" => SwapSide::ToToken,
                    _ => SwapSide::SourceToken,
                };
                cx.update(|s| {
                    (s.swap.form.side, s.swap.form.search) = (side, String::new());
                    router::push(s, View::SwapSelectToken);
                    s.emit(Event::track("CLICK_SELECT_TOKEN_TO_SWAP", &[]));
                });
            }
            "network" => cx.update(|s| {
                router::push(s, View::Networks);
                s.emit(Event::track("CLICK_SELECT_NETWORK_TO_SWAP", &[]));
            }),
            "token" => form::choose(&cx, needed(&command, "id")?)?,
            "search" => {
                let text = typed(needed(&command, "text")?);
                cx.update(|s| s.swap.form.search = text);
            }
            "turn" => form::turn(&cx),
            "max" => {
                form::edit(&cx, |swap| {
                    if let Some(max) = swap.max() {
                        swap.form.amount = max.to_decimal();
                    }
                });
                quote::ask(&cx);
            }
            "reload" | "renew" => {
                load::tokens(&cx).await;
                load::balances(&cx);
                quote::ask(&cx);
            }
            "enter" => form::enter(&cx).await,
            "looked" => cx.update(|s| s.swap.is_paused = command.flag("at") == Some(false)),
            "fee" => {
                let again = async move { review::estimate_again(&flow_cx).await };
                return cx.single(ScopeId::Swap, "swap fee", again).await;
            }
            "review" => {
                let review = async move { review::review(&flow_cx).await };
                return cx.single(ScopeId::Swap, "swap review", review).await;
            }
            "confirm" => {
                // what was on the screen when it was pressed
                let seen = (command.whole("step"), command.whole("revision"));
                let confirm = async move { confirm::confirm(&flow_cx, seen).await };
                return cx.single(ScopeId::App, "swap confirm", confirm).await;
            }
            "answered" => return attempt::late::<confirm::Swapping>(&cx, needed(&command, "token")?).await,
            "cancel" => {
                if cx.read(|s| s.router.view()) == Some(View::SwapPreview) {
                    router::back(&cx);
                }
            }
            _ => return Err(unknown_action("swap", &action)),
        }
        Ok(Reply::Done)
    })
}

/// The form says why it cannot go on.
fn say(swap: &mut Swap, error: &Error) {
    swap.stage = Stage::editing(Some(error.data()));
}
