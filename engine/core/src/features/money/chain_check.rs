//! Queries the wallet's chain during a preview instead of at the click. A wallet that opens a window must get its request in the task of
//! the click, which leaves no time for another query (docs/spec/security.md B7).

use super::journey::Way;
use super::outcome;
use super::sender::{Sender, ready};
use crate::constants::{CHAIN_AGAIN_MS, CHAIN_FRESH_MS, WALLET_SILENT_MS};
use crate::entities::WalletHandle;
use crate::error::{Error, Result};
use crate::flow::{Cx, Reply};
use crate::namespaces::wallet_chain;
use crate::ports::Local;
use alloc::rc::Rc;
use core::cell::RefCell;
use core::task::Poll;
use serde_json::Value;

/// How many microtask turns to wait. That is enough for a browser wallet that responds without a prompt, and no time
/// passes.
const TURNS: u8 = 16;

/// The last successful check: the wallet was on the right chain for this sender and this request, at that time.
#[derive(Default)]
struct ChainAnswer(RefCell<Option<(Sender, Value, u64)>>);

fn last_answer(cx: &Cx) -> Rc<ChainAnswer> {
    cx.extension_or("wallet chain", ChainAnswer::default)
}

/// Queries the wallet now and periodically, until the user leaves or confirms the preview.
pub(super) fn watch(cx: &Cx, way: &'static dyn Way) {
    let flow_cx = cx.clone();
    let waiting = move |cx: &Cx| cx.read(|s| way.waiting(s).cloned());
    drop(cx.single(way.scope(), &[way.name(), " chain"].concat(), async move {
        let cx = flow_cx;
        let mut counted = None;
        while let Some(request) = waiting(&cx) {
            let sender = ready(&cx)?;
            if counted.as_ref() != Some(&request) {
                outcome::ask(&cx, way.scope(), sender.clone(), request.clone());
                counted = Some(request.clone());
            }
            let answer = asked(&cx, &sender);
            take(&cx, &sender, &request, answer.await).ok();
            let left = cx.until(|s| (way.waiting(s) != Some(&request)).then_some(()));
            match sender.wallet {
                WalletHandle::Page(_) => drop(cx.within(CHAIN_AGAIN_MS, left).await),
                // the chain of these wallets is known, and a query would take the lead of the relay from other tabs
                WalletHandle::Relay(_) | WalletHandle::Embedded(_) => left.await,
            }
        }
        Ok(Reply::Done)
    }));
}

/// Queries the wallet's chain. The state isn't enough, because the wallet can switch without an event.
fn asked(cx: &Cx, sender: &Sender) -> Local<Result<bool>> {
    // wallets of this namespace have no current chain: the request names it
    let Some(asked) = wallet_chain::of(cx, sender.namespace, sender.wallet) else {
        return alloc::boxed::Box::pin(async { Ok(true) });
    };
    let (cx, wanted) = (cx.clone(), sender.network.chain());
    alloc::boxed::Box::pin(async move {
        let answer = cx.within(WALLET_SILENT_MS, asked).await.unwrap_or(Err(Error::WalletSilent))?;
        Ok(answer.is_some() && answer == wanted)
    })
}

/// Stores the wallet's response.
fn take(cx: &Cx, sender: &Sender, request: &Value, answer: Result<bool>) -> Result<()> {
    let is_there = answer.and_then(|is_there| if is_there { Ok(()) } else { Err(Error::WrongChain) });
    let now = cx.ports().clock.now_ms();
    *last_answer(cx).0.borrow_mut() = is_there.is_ok().then(|| (sender.clone(), request.clone(), now));
    is_there
}

/// Checks that the wallet is on the request's chain. Queries it again and uses an immediate response, otherwise a
/// recent earlier one. Without either, the user has to wait.
pub(super) async fn check(cx: &Cx, sender: &Sender, request: &Value) -> Result<()> {
    let mut answer = asked(cx, sender);
    if let Some(answer) = ready_now(&mut answer).await {
        return take(cx, sender, request, answer);
    }
    let now = cx.ports().clock.now_ms();
    let is_fresh = last_answer(cx).0.borrow().as_ref().is_some_and(|(of, asked_for, at)| {
        let is_relay = matches!(sender.wallet, WalletHandle::Relay(_));
        of == sender && asked_for == request && (is_relay || now.abs_diff(*at) <= CHAIN_FRESH_MS)
    });
    match is_fresh {
        true => Ok(()),
        false => take(cx, sender, request, answer.await),
    }
}

/// Returns a value that is available without waiting.
pub(crate) async fn ready_now<T>(work: &mut Local<T>) -> Option<T> {
    let mut turns = TURNS;
    core::future::poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(done) => Poll::Ready(Some(done)),
        Poll::Pending if turns == 0 => Poll::Ready(None),
        Poll::Pending => {
            turns -= 1;
            context.waker().wake_by_ref();
            Poll::Pending
        }
    })
    .await
}
