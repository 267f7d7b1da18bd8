//! The flows of a swap (docs/spec/services.md A7, docs/spec/security.md T8): [`form`] opens and edits it, [`load`] loads tokens and data
//! for the checks, [`quote`] requests an offer, [`review`] prepares the steps, [`confirm`] sends them to the wallet one after another
//! ([`super::attempt`]). A transaction from the service is parsed and limited before it is shown ([`crate::namespaces::eip155::codec::swap`]). The
//! state is in [`crate::features::money::model::swap`].
//!
//! ```text
//! typed -> 200 ms -> quote (again every 10 s while the page is seen) -> Review: the service builds the call, the engine reads and bounds it
//!     -> [reset] -> [approve, exactly] -> swap: each by its own click, asked as a send is   (or one wallet_sendCalls, where the wallet batches)
//! while the preview waits: built anew every 10 s; one that gives less than was shown is said and confirmed again
//! ```
//!
//! `namespaces/eip155/codec/swap.rs` parses the complete call data of `swap` of the aggregation router v6. `unoswap.rs` does that for
//! `unoswap*`, which names pools instead of tokens: each pool has to come from a pinned factory (`pools.rs`), verified again for each built
//! call. Sender, network, router (pinned there or in the option `swapRouters`), both tokens, amount, recipient, flags and minimum have to
//! match the selection, and the minimum is at least the quote minus the selected slippage. The engine computes the paid value and encodes
//! the approval itself. For a batch, the wallet reports its transaction, and the node the effects of that transaction.
//!
//! # Departures from the specification
//!
//! - Of the router's calls `clipperSwap*` is not taken, nor is a pool of Curve or of a factory that is not pinned (decision 1, "Swap routers",
//!   says why): a service that builds one is answered with "This swap can't be checked".
//! - A WalletConnect wallet isn't asked for its capabilities before a swap (decision 26, "Capabilities"), so its steps
//!   are separate requests.
//! - The part is larger than planned (25 kB planned, 39 reached), because the compiler generates the confirmation
//!   journey once for sends and once for swaps.

mod confirm;
mod form;
mod load;
mod quote;
mod review;
mod steps;

use crate::command::{needed, unknown_action};
use crate::error::Error;
use crate::event::Event;
use crate::features::money::journey::Journey as _;
use crate::features::money::model::send::typed;
use crate::features::money::model::swap::SwapAction;
use crate::features::money::model::swap::{self, Stage, Swap, SwapSide};
use crate::features::money::{attempt, record};
use crate::features::shell::{View, router};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

/// Runs a command of the swap form.
#[allow(clippy::too_many_lines, reason = "a table: one arm for each action")]
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        record::recall(&cx);
        cx.draw("swap", |state| crate::snapshot::text(&swap::draw::slice(state)));
        let flow_cx = cx.clone();
        match action.as_str() {
            SwapAction::Open => form::open(&cx, &command).await?,
            SwapAction::Amount => {
                let value = typed(needed(&command, "value")?);
                form::edit(&cx, |swap| swap.form.amount = value);
                quote::ask(&cx);
            }
            SwapAction::Select => {
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
            SwapAction::Network => cx.update(|s| {
                router::push(s, View::Networks);
                s.emit(Event::track("CLICK_SELECT_NETWORK_TO_SWAP", &[]));
            }),
            SwapAction::Token => form::choose(&cx, needed(&command, "id")?)?,
            SwapAction::Search => {
                let text = typed(needed(&command, "text")?);
                cx.update(|s| s.swap.form.search = text);
            }
            SwapAction::Turn => form::turn(&cx),
            SwapAction::Slippage => form::slippage(&cx, &command).await?,
            SwapAction::Max => {
                form::edit(&cx, |swap| {
                    if let Some(max) = swap.max() {
                        swap.form.amount = max.to_decimal();
                    }
                });
                quote::ask(&cx);
            }
            SwapAction::Reload | SwapAction::Renew => {
                load::tokens(&cx).await;
                load::balances(&cx);
                quote::ask(&cx);
            }
            SwapAction::Enter => form::enter(&cx).await,
            SwapAction::Looked => cx.update(|s| s.swap.is_paused = command.flag("at") == Some(false)),
            SwapAction::Fee => {
                let again = async move { review::estimate_again(&flow_cx).await };
                return cx.single(ScopeId::Swap, "swap fee", again).await;
            }
            SwapAction::Review => {
                let review = async move { review::review(&flow_cx).await };
                return cx.single(ScopeId::Swap, "swap review", review).await;
            }
            SwapAction::Accept => confirm::accept(&cx, &command),
            SwapAction::Confirm => {
                // the quote that was displayed at the click
                let seen = (command.whole("step"), command.whole("revision"));
                let confirm = async move { confirm::confirm(&flow_cx, seen).await };
                return cx.single(ScopeId::App, "swap confirm", confirm).await;
            }
            SwapAction::Answered => {
                return attempt::late(&cx, confirm::Swapping::WAY, needed(&command, "token")?).await;
            }
            SwapAction::Cancel => {
                if cx.read(|s| s.router.view()) == Some(View::SwapPreview) {
                    router::back(&cx);
                }
            }
            _ => return Err(unknown_action("swap", &action)),
        }
        Ok(Reply::Done)
    })
}

/// Shows in the form why it can't continue.
fn say(swap: &mut Swap, error: &Error) {
    swap.stage = Stage::editing(Some(error.data()));
}
