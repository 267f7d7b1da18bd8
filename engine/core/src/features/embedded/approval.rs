//! Approvals in the embedded wallet's frame. The user can only decide there (docs/spec/embedded-frame.md section 10).
//! The view ApproveTransaction displays one request after another. Closing it rejects all of them.

use super::frame::Frame;
use super::protocol::{RpcAbort, RpcRequest};
use crate::caip::{ChainId, Namespace};
use crate::constants::{FRAME_READ_MS, RECEIPT_POLL_MS};
use crate::error::{Error, Result};
use crate::features::money;
use crate::features::permissions;
use crate::features::shell::{CloseReason, View, router};
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::Read;
use crate::json::json;
use crate::store::State;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use futures_util::future::{Either, select};
use serde_json::Value;

/// Shows the request in the frame. If a money request (`token`) is closed before the frame has responded, its outcome is unknown, and the
/// frame's late response is recorded.
///
/// # Errors
/// The errors of the frame. [`Error::Aborted`]. [`Error::WalletSilent`].
pub(super) async fn ask(cx: &Cx, call: RpcRequest, token: Option<String>) -> Result<Value> {
    let _counted = Counted::new(cx);
    let turn = Turn::wait(cx).await?;
    let frame = Frame::of(cx);
    // the view that the first request of a queue has opened closes with the last one
    let before = turn.turns.opened.take();
    let opened = cx.update(|state| {
        let opens = !state.router.open;
        match opens {
            true => router::open(state, Some(View::ApproveTransaction)),
            false => router::push(state, View::ApproveTransaction),
        }
        opens.then_some(state.router.openings)
    });
    let opened = opened.or(before);
    let posted = Rc::new(Cell::new(false));
    let grant = (call.method == permissions::GRANT).then(|| call.params.clone());
    let has_steps =
        call.method == "wallet_sendCalls" && call.params.get(0).is_some_and(|b| b.list("calls").len() > 1);
    let place = (call.chain.clone(), call.rpc_url.clone());
    let asked = Box::pin(frame.call_once(call, posted.clone()));
    let shown =
        ShownApproval { cx: cx.clone(), frame, opened, posted: posted.clone(), is_decided: Cell::new(false) };
    shown.frame.show(true);
    let answered = select(asked, Box::pin(cx.until(|s| (!is_shown(s)).then_some(())))).await;
    let moves = token.is_some();
    match answered {
        Either::Left((answer, _)) => {
            let answer = match (answer, grant) {
                (Ok(answer), Some(asked)) => permissions::granted(cx, &asked, answer).await,
                (answer, _) => answer,
            };
            shown.decided(&turn);
            if let (true, Ok(answer)) = (has_steps, &answer) {
                watch_steps(cx, answer, place);
            }
            // unless the frame rejected it, the request might have been sent
            answer.map_err(|error| if moves && posted.get() { of_frame(error) } else { error })
        }
        Either::Right(((), asked)) => {
            turn.close();
            drop(shown);
            // a request that the frame hasn't received can't be confirmed, and is no longer sent to it
            let Some(token) = token.filter(|_| posted.get()) else { return Err(Error::Aborted) };
            // the user might have confirmed it at the moment of closing
            let late_cx = cx.clone();
            cx.background(ScopeId::App, async move {
                let answer = asked.await.map_err(of_frame);
                money::late(&late_cx, &token, answer).await
            });
            Err(Error::WalletSilent)
        }
    }
}

/// A plain account's batch responds after its first transaction, and the others follow in the frame. If the user closes the modal or logs
/// out in between, the remaining ones are cancelled. Nothing is left to cancel once the frame reports the end of the batch, or doesn't
/// support this call.
fn watch_steps(cx: &Cx, answer: &Value, (chain, rpc_url): (ChainId, Option<String>)) {
    // in the first version of EIP-5792, the response is only the ID
    let Some(id) = answer.text("id").or_else(|| answer.as_str()).map(String::from) else { return };
    let (opened, generation) =
        cx.read(|s| (s.router.open.then_some(s.router.openings), s.moves.generation(Namespace::Eip155)));
    let is_left = move |s: &State| {
        let is_closed = opened.is_some_and(|opening| !s.router.open || s.router.openings != opening);
        (is_closed || s.moves.generation(Namespace::Eip155) != generation).then_some(())
    };
    let (flow_cx, key) = (cx.clone(), ["embedded steps ", &id].concat());
    drop(cx.single(ScopeId::App, &key, async move {
        let frame = Frame::of(&flow_cx);
        let is_over = async {
            loop {
                flow_cx.ports().clock.sleep(RECEIPT_POLL_MS).await;
                let asked = RpcRequest {
                    method: "wallet_getCallsStatus".into(),
                    params: json!([id]),
                    chain: chain.clone(),
                    rpc_url: rpc_url.clone(),
                };
                match flow_cx.within(FRAME_READ_MS, frame.call(asked)).await {
                    None => {} // no response: the batch might still run
                    Some(Ok(said)) if is_pending(&said) => {}
                    Some(_) => break,
                }
            }
        };
        let left = select(Box::pin(flow_cx.until(is_left)), Box::pin(is_over)).await;
        if let Either::Left(_) = left {
            let _ = frame.call(RpcAbort).await;
        }
        Ok(Reply::Done)
    }));
}

/// Codes 1xx mean pending (EIP-5792). The first version of the standard used words.
fn is_pending(said: &Value) -> bool {
    matches!((said.whole("status"), said.text("status")), (Some(100..200), _) | (None, Some("PENDING")))
}

/// Converts an error of the frame. A problem with the frame doesn't reveal whether its request succeeded
/// (docs/spec/security.md R8).
fn of_frame(error: Error) -> Error {
    match error {
        Error::FrameFailed | Error::FrameNotLoaded => Error::WalletSilent,
        said => said,
    }
}

/// The visible frame, above the card, during a request.
struct ShownApproval {
    cx: Cx,
    frame: Rc<Frame>,
    opened: Option<u32>,
    posted: Rc<Cell<bool>>,
    is_decided: Cell<bool>,
}

impl ShownApproval {
    fn decided(self, turn: &Turn) {
        self.is_decided.set(true);
        self.frame.show(false);
        if self.cx.read(is_shown) && self.cx.update(permissions::show_granted) {
            return; // the modal stays until the user has read the result, even if the page opened it
        }
        match self.cx.read(|s| s.embedded.approvals) {
            0 | 1 => leave(&self.cx, self.opened),
            // the next request takes its place
            _ => turn.turns.opened.set(self.opened),
        }
    }
}

impl Drop for ShownApproval {
    /// After a close, or if the account is gone, hides the view and the frame.
    fn drop(&mut self) {
        if self.is_decided.get() {
            return;
        }
        self.frame.show(false);
        let (cx, opened, posted) = (self.cx.clone(), self.opened, self.posted.get());
        let stays = self.cx.read(is_shown);
        self.cx.background(ScopeId::App, async move {
            match opened {
                // the user didn't open this modal: it closes, without falling back to another view
                Some(opening) => router::close_opening(&cx, opening, CloseReason::Error),
                None if stays => router::back(&cx),
                None => {}
            }
            if posted {
                let _ = Frame::of(&cx).call(RpcAbort).await;
            }
            Ok(Reply::Done)
        });
    }
}

/// Counts the requests that are waiting or displayed, for the view.
struct Counted(Cx);

impl Counted {
    fn new(cx: &Cx) -> Self {
        cx.update(|s| s.embedded.approvals += 1);
        Self(cx.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.update(|s| s.embedded.approvals -= 1);
    }
}

/// The turn of a request. The user decides on one at a time; the others wait in order of arrival.
struct Turn {
    cx: Cx,
    turns: Rc<Turns>,
    ticket: u32,
}

#[derive(Default)]
struct Turns {
    /// The waiting requests in order of arrival. The first one is being decided.
    queue: RefCell<Vec<u32>>,
    /// The last assigned number.
    last: Cell<u32>,
    /// The opening of the modal for the queue's first request. The last request closes it.
    opened: Cell<Option<u32>>,
    /// A counter of closes. A close also rejects the waiting requests (4.36).
    closes: Cell<u32>,
}

impl Turn {
    /// Waits until the earlier requests have ended. Fails if the user closes the view.
    async fn wait(cx: &Cx) -> Result<Self> {
        let turns = cx.extension_or("embedded approvals", Turns::default);
        let (came, ticket) = (turns.closes.get(), turns.last.get() + 1);
        turns.last.set(ticket);
        turns.queue.borrow_mut().push(ticket);
        let turn = Self { cx: cx.clone(), turns, ticket };
        cx.until(|_| match turn.turns.closes.get() == came {
            false => Some(Err(Error::Aborted)),
            true => (turn.turns.queue.borrow().first() == Some(&ticket)).then_some(Ok(())),
        })
        .await?;
        Ok(turn)
    }

    /// The user has closed it: the waiting requests never reach the frame.
    fn close(&self) {
        self.turns.closes.set(self.turns.closes.get() + 1);
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.queue.borrow_mut().retain(|ticket| *ticket != self.ticket);
        self.cx.wake(); // wakes the next request
    }
}

fn is_shown(state: &State) -> bool {
    state.router.open && state.router.view() == Some(View::ApproveTransaction)
}

/// Ends the view after the decision: goes back to the previous one, or closes the modal if it was opened for the
/// request.
fn leave(cx: &Cx, opened: Option<u32>) {
    if !cx.read(is_shown) {
        return;
    }
    match opened {
        Some(opening) => router::close_opening(cx, opening, CloseReason::Success),
        None => router::back(cx),
    }
}
