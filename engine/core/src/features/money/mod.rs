//! Moving money: sends, swaps, revocations, and following their transactions. Each journey is a folder ([`send`], [`swap`], [`revoke`]).
//! They share [`attempt`] (the confirmation), [`chain_check`] (the wallet's chain) and [`record`] (the stored transactions). Following
//! transactions ([`transactions`], [`watch`](mod@watch)) is a separate part of the binary, fetched during the request to the wallet.
//! [`crate::namespaces::money`] is a trait for the differences between namespaces (prepare, read back, simulate, estimate, submit, follow),
//! with optional capabilities. It covers transfers. The steps of a swap or payment (approval, prebuilt transactions) have functions in
//! their namespace, are read back the same way, and use the same kind of stages.
//!
//! # The click
//!
//! The wallet gets the request in the task of the click, because a browser lets it open a window only then (WebKit forgets a click within
//! 16 ms). Between the click and the request only microtasks run: the part of the binary is already loaded, and the wallet's chain was
//! queried when the preview opened and every 3 s since ([`chain_check`]). A chain response is valid for one request and sender and for 10
//! s, so it doesn't apply after a change of account, chain, recipient or amount. The request itself also names its chain.
//!
//! The attempt is stored before the wallet gets the request (docs/spec/security.md R8). A **mark** does that: the whole entry, written
//! synchronously to localStorage (`transactions::mark`, key `wallet-modal:asked`). Writing the record to IndexedDB starts before the
//! request and isn't awaited. A response removes the mark. A start that finds one reports "might have been sent". So an abandoned preview
//! stores nothing, a crash before the click isn't a send, and a crash right after it isn't lost. One gap remains: the browser might lose a
//! mark if the whole machine stops within those milliseconds (IndexedDB guarantees no more by default). If localStorage fails, or the
//! response about the chain is old or missing, the click has to wait, and the browser can block the wallet's window. With `storage:
//! 'memory'` no wait is necessary.
//!
//! The page can't intercept the outgoing request. `element/src/primordials.ts` captures the needed functions before any other code of the
//! package runs, and the adapter calls the `request` function that the wallet announced. It passes a deeply frozen object, which serializes
//! to exactly the engine's text (`element/src/wallets/eip1193.ts`). Otherwise no request is made.
//!
//! # After the click
//!
//! Once a wallet might have a request, only certain responses of that wallet mean "not sent". [`outcome`] contains that rule. A timeout,
//! a relay error, the end of the session, a disconnect, a reload, another tab, a closed port and any other error leave it `unknown`. The
//! entry then stays for a day, and the next preview warns that a transaction can be pending. The engine searches the sender's next
//! transactions for one that matches the request ([`transactions`]), starting at the sender's state during the preview. A late response is
//! recorded under the attempt's id (`connectors::send`; the protocol crate keeps the request and, after the session, its key; [`late`]). A
//! page's request that moves money is followed the same way ([`hosts`]), and a late hash is reported as `wallet-transaction`.
//!
//! With a hash, the engine compares recipient, value and data with the node's transaction (`namespaces::money::carries`). `differs` is
//! shown as an error and ends the attempt: a receipt alone isn't a success. Explorer links are built from the configured network, never
//! taken from the record.
//!
//! Several tabs write the record `transactions`. The port's `change` reads and writes it in one transaction, and merges entry by entry
//! against the last state that this tab and the storage shared (`transactions::merge`). No tab undoes an addition, an update or a removal
//! of another one (docs/spec/security.md T15).
//!
//! # Departures from the specification
//!
//! - A send is only checked with the node, even if the shown balance is the data service's.

mod attempt;
mod chain_check;
mod hosts;
mod ids;
mod journey;
pub mod model;
mod outcome;
mod pending;
mod record;
mod reorg;
pub mod revoke;
pub mod send;
mod sender;
pub mod swap;
pub mod transactions;
mod watch;

use crate::caip::Namespace;
use crate::constants::{PENDING_TRANSACTIONS_MAX, RECEIPT_POLL_MS, RECEIPT_SLOW_POLL_MS};
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow, ScopeId};
use crate::json::json;
use crate::namespaces::money::Stand;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use serde_json::Value;

pub(crate) use model::ending::Ending;
/// The state of a send: whether it is active, and what remains of it. [`send`] is the flow.
pub(crate) use model::send as send_model;
/// The form's values and the loading state.
pub(crate) use model::send::{Chosen, Form, LoadPhase, typed};
/// The progress of an attempt, and the status of its transaction.
pub(crate) use model::stage::Stage;
pub(crate) use model::transactions::{TransactionKind, TransactionStatus};

/// Values that are available without waiting, between a click and a request.
pub(crate) use chain_check::ready_now;
pub(crate) use ids::take as take_id;
/// Derives the outcome of a page's money request from its error and its sender's earlier state.
pub(crate) use outcome::{Outcome, SentRequest, StandOfHost, of as outcome_of};

/// Responses of wallets that no flow awaits, with their request tokens. They aren't a command, because a page could forge one.
#[derive(Default)]
pub(crate) struct LateAnswers(RefCell<Vec<(String, Result<Value>)>>);

impl LateAnswers {
    const NAME: &'static str = "late answers";

    /// The answer to a request.
    pub(crate) fn take(cx: &Cx, token: &str) -> Option<Result<Value>> {
        let all = cx.extension::<Self>(Self::NAME)?;
        let found = all.0.borrow_mut().extract_if(.., |(of, _)| of == token).next();
        found.map(|(_, answer)| answer)
    }
}

/// Records a wallet's answer that came when no flow awaited it: after a reload, a disconnect, or its time.
///
/// # Errors
/// The transaction isn't from this page. [`Error::PartNotLoaded`]: the response can't be read now.
pub(crate) fn late(cx: &Cx, token: &str, answer: Result<Value>) -> Flow {
    let all = cx.extension_or(LateAnswers::NAME, LateAnswers::default);
    all.0.borrow_mut().push((token.to_string(), answer));
    cx.run("send", "answered", json!({ "token": token }))
}

/// The token of a page's request. It contains the network, because nothing else of the request is stored.
pub(crate) const OF_HOST: &str = "request:";

/// Fills in the send form with a payment and opens its preview. Confirming there sends it.
///
/// # Errors
/// If another send is in progress, or the form can't be previewed.
pub(crate) fn preview(cx: &Cx, form: model::send::Form) -> Flow {
    let is_free = cx.update(|state| {
        let is_free = !model::send::is_busy(state);
        if is_free {
            state.send.begin(form);
        }
        is_free
    });
    match is_free {
        true => cx.run("send", "pay", Value::Null),
        false => Box::pin(async {
            let message = model::send::BUSY.into();
            Err(Error::Payment { code: "UNABLE_TO_INITIATE_PAYMENT", message })
        }),
    }
}

/// The result of following a signed transaction that expired before it was in a block.
const TOO_LATE: &str = "\"late\"";

/// How often to retry at one-second intervals, before the interval grows.
const QUICK_TRIES: usize = 10;

/// Runs a command of the part that follows transactions, and retries until that part has loaded, because a transaction is waiting for it. The
/// first retries are quick: a transaction that is signed but not broadcast can expire within a minute.
fn following(cx: &Cx, action: &'static str, command: Value) -> Flow {
    let cx = cx.clone();
    Box::pin(async move {
        for tries in 0..PENDING_TRANSACTIONS_MAX {
            match cx.run("transactions", action, command.clone()).await {
                Err(Error::PartNotLoaded) => {}
                followed => return followed,
            }
            let wait_ms = if tries < QUICK_TRIES { RECEIPT_POLL_MS } else { RECEIPT_SLOW_POLL_MS };
            cx.ports().clock.sleep(wait_ms).await;
        }
        Err(Error::PartNotLoaded)
    })
}

/// Prefetches the part during a request, because the response needs it.
fn fetch_following(cx: &Cx) {
    cx.background(ScopeId::App, following(cx, "fetch", Value::Null));
}

/// Follows a transaction until it is settled; resolves by [`TOO_LATE`] where nothing was sent.
fn followed_to_its_end(cx: &Cx, id: &str) -> Flow {
    following(cx, "watch", id.into())
}

/// The hash a wallet gave, late, to a request of the host. It is recorded when this resolves.
fn answered_of_host(cx: &Cx, token: &str, hash: Option<String>) -> Flow {
    following(cx, "answered", json!({ "token": token, "hash": hash }))
}

/// A wallet's no, late, to a request of the host.
fn dropped_of_host(cx: &Cx, token: &str) -> Flow {
    following(cx, "dropped", json!({ "token": token }))
}

/// A page's request and the hash from the wallet's response.
#[derive(Default)]
pub(crate) struct Compare {
    /// Of its request.
    pub(crate) token: String,
    pub(crate) chain: String,
    pub(crate) hash: Option<String>,
    pub(crate) request: Value,
    /// The sender's state before the request.
    pub(crate) stood: Option<Stand>,
    /// Whether the user reviewed it, so that the review shows the result.
    pub(crate) is_reviewed: bool,
    /// It was proposed to the account's owners, and the hash is that of the proposal.
    pub(crate) is_proposed: bool,
}

/// Follows what a wallet has sent for the host to its end, and compares what the network has under its hash with the request (10.27).
pub(crate) fn follow(cx: &Cx, of: Compare) {
    hosts::mark(cx, &of);
    find(cx, of);
}

/// A signed transaction is about to be broadcast: stores that first, in case the page goes away.
pub(crate) fn kept(cx: &Cx, token: &str, chain: &str) -> Flow {
    cx.run("transactions", "kept", json!({ "token": token, "chain": chain, "request": null }))
}

/// A wallet signed something else than the page requested: lists and reports it, and follows it if its id is known.
pub(crate) fn altered(cx: &Cx, of: Compare) {
    let Compare { token, chain, hash, request, .. } = of;
    let command = json!({ "token": token, "chain": chain, "hash": hash, "request": request });
    cx.background(ScopeId::App, following(cx, "altered", command));
}

/// A broadcast PSBT: follows its ID, and compares it with the network's transaction.
pub(crate) fn followed(cx: &Cx, token: &str, chain: &str, id: &str, request: &Value) {
    let command = json!({ "token": token, "chain": chain, "hash": id, "request": request });
    cx.background(ScopeId::App, following(cx, "follow", command));
}

/// A late response of the wallet: nothing of the request was broadcast.
pub(crate) fn dropped(cx: &Cx, token: &str) {
    cx.background(ScopeId::App, dropped_of_host(cx, token));
}

/// Looks for what a wallet might have sent for the host among what the sender does next.
fn find(cx: &Cx, of: Compare) {
    let Compare { token, chain, hash, request, stood, is_reviewed, is_proposed } = of;
    let command = json!({
        "token": token, "chain": chain, "hash": hash, "request": request, "stood": stood, "reviewed": is_reviewed,
        "proposed": is_proposed
    });
    cx.background(ScopeId::App, following(cx, "follow", command));
}

/// Reads the allowances of the account, which a view begins to show.
pub(crate) fn enter_approvals(cx: &Cx) -> Flow {
    cx.run("approvals", "enter", Value::Null)
}

/// A late answer is of a swap, or of the approval before it.
fn swap_answered(cx: &Cx, token: &str) -> Flow {
    cx.run("swap", "answered", json!({ "token": token }))
}

/// A late response belongs to a revoked approval.
fn revoke_answered(cx: &Cx, token: &str) -> Flow {
    cx.run("approvals", "answered", json!({ "token": token }))
}

/// Looks after what is pending, if the host wants that.
pub(crate) fn watch(cx: &Cx, namespace: Namespace) {
    if cx.read(model::watched::is_on) {
        let flow = following(cx, "renew", namespace.as_str().into());
        cx.background(ScopeId::Connection(namespace), flow);
    }
}

/// The stored transactions have been loaded into the list.
pub(crate) fn recall(cx: &Cx) -> Flow {
    cx.run("transactions", "recall", Value::Null)
}

/// Follows again what was sent before a reload.
pub(crate) fn resume(cx: &Cx) -> Flow {
    following(cx, "resume", Value::Null)
}
