//! Moving money: sends, swaps, revocations, and following their transactions. Each journey is a folder ([`send`],
//! [`swap`], [`revoke`]). They share [`attempt`] (the confirmation), [`chain_check`] (the wallet's chain) and
//! [`record`] (the stored transactions). The code that follows transactions ([`transactions`], [`watch`](mod@watch)) is
//! a separate part of the binary, which loads during the request to the wallet. The trait in
//! [`crate::namespaces::money`] has the differences between namespaces (prepare, decode, simulate, estimate, submit,
//! follow), with optional capabilities. It covers transfers. The steps of a swap or payment (approval, prebuilt
//! transactions) have functions in their namespace. They are decoded the same way, and use the same stages.
//!
//! # The click
//!
//! The wallet gets the request within the task of the click, because a browser lets it open a window only then (WebKit
//! forgets a click within 16 ms). Only microtasks run between the click and the request. The part of the binary is
//! loaded before, and the wallet's chain is queried when the preview opens and every 3 s after that ([`chain_check`]).
//! A response about the chain is valid for one request and sender and for 10 s. So it doesn't apply after a change of
//! account, chain, recipient or amount. The request itself also names its chain.
//!
//! The attempt is stored before the wallet gets the request (docs/spec/security.md R8). Its **mark** is the whole
//! entry, written synchronously to localStorage (`transactions::mark`, key `wallet-modal:asked`). The record is written
//! to IndexedDB at the same time, without a wait. A response removes the mark. A start that finds a mark reports "might
//! have been sent". So an abandoned preview stores nothing, a crash before the click isn't a send, and a crash right
//! after it isn't lost. One gap remains: the browser might lose a mark if the whole machine stops within those
//! milliseconds (IndexedDB guarantees no more by default). If localStorage fails, or the response about the chain is
//! old or missing, the click has to wait, and the browser can block the wallet's window. With `storage: 'memory'`, no
//! wait is necessary.
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
//! Once a wallet might have a request, only certain responses of that wallet mean "not sent". [`outcome`] contains that
//! rule. A timeout, a relay error, the end of the session, a disconnect, a reload, another tab, a closed port and any
//! other error leave it `unknown`. The entry then stays for a day, and the next preview warns that a transaction can be
//! pending. The engine searches the sender's next transactions for one that matches the request ([`transactions`]),
//! starting at the sender's state during the preview. A late response is recorded under the attempt's ID ([`late`]);
//! for this, the protocol crate keeps the request, and the session's key after its end. A page's request that moves
//! money is followed the same way ([`hosts`]), and a late hash is reported as `wallet-transaction`.
//!
//! Several tabs write the record `transactions`. The port's `change` reads and writes it in one transaction, and merges entry by entry
//! against the last state that this tab and the storage shared (`transactions::merge`). No tab undoes an addition, an update or a removal
//! of another one (docs/spec/security.md T15).
//!
//! # Departures from the specification
//!
//! - Only the node's balance decides whether a send is possible, even if the displayed balance comes from the data
//!   service.

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
use crate::features::money::model::revoke::ApprovalsAction;
use crate::features::money::model::send::SendAction;
use crate::features::money::transactions::TransactionsAction;
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

/// Reads a value that is available without a wait, between a click and a request.
pub(crate) use chain_check::ready_now;
pub(crate) use ids::take as take_id;
/// Derives the outcome of a page's money request from its error and its sender's earlier state.
pub(crate) use outcome::{Outcome, SentRequest, StandOfHost, of as outcome_of};

/// Responses of wallets that no flow awaits, with the tokens of their requests. They don't arrive as a command, because
/// a page could forge one.
#[derive(Default)]
pub(crate) struct LateAnswers(RefCell<Vec<(String, Result<Value>)>>);

impl LateAnswers {
    const NAME: &'static str = "late answers";

    /// Takes the response to a request.
    pub(crate) fn take(cx: &Cx, token: &str) -> Option<Result<Value>> {
        let all = cx.extension::<Self>(Self::NAME)?;
        let found = all.0.borrow_mut().extract_if(.., |(of, _)| of == token).next();
        found.map(|(_, answer)| answer)
    }
}

/// Records a wallet's response that no flow awaits: after a reload, a disconnect, or the time limit.
///
/// # Errors
/// The transaction isn't from this page. [`Error::PartNotLoaded`]: the response can't be read now.
pub(crate) fn late(cx: &Cx, token: &str, answer: Result<Value>) -> Flow {
    let all = cx.extension_or(LateAnswers::NAME, LateAnswers::default);
    all.0.borrow_mut().push((token.to_string(), answer));
    cx.run("send", SendAction::Answered, json!({ "token": token }))
}

/// The prefix of the token of a page's request. The token contains the network, because nothing else of the request is
/// stored.
pub(crate) const OF_HOST: &str = "request:";

/// Fills the send form with a payment, and opens its preview. If the user confirms there, the payment is sent.
///
/// # Errors
/// Another send is in progress, or the form can't be previewed.
pub(crate) fn preview(cx: &Cx, form: model::send::Form) -> Flow {
    let is_free = cx.update(|state| {
        let is_free = !model::send::is_busy(state);
        if is_free {
            state.send.begin(form);
        }
        is_free
    });
    match is_free {
        true => cx.run("send", SendAction::Pay, Value::Null),
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

/// Runs a command of the part that follows transactions. Retries until that part has loaded, because a transaction is
/// waiting for it. The first retries are quick: a transaction that is signed but not broadcast can expire within a
/// minute.
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

/// Prefetches the part during a request, because its response needs it.
fn fetch_following(cx: &Cx) {
    cx.background(ScopeId::App, following(cx, TransactionsAction::Fetch, Value::Null));
}

/// Follows a transaction until it is settled. Resolves with [`TOO_LATE`] if nothing was sent.
fn followed_to_its_end(cx: &Cx, id: &str) -> Flow {
    following(cx, TransactionsAction::Watch, id.into())
}

/// Handles a late hash for a page's request. Resolves when it is recorded.
fn answered_of_host(cx: &Cx, token: &str, hash: Option<String>) -> Flow {
    following(cx, TransactionsAction::Answered, json!({ "token": token, "hash": hash }))
}

/// Handles a wallet's late rejection of a page's request.
fn dropped_of_host(cx: &Cx, token: &str) -> Flow {
    following(cx, TransactionsAction::Dropped, json!({ "token": token }))
}

/// A page's request and the hash from the wallet's response.
#[derive(Default)]
pub(crate) struct Compare {
    /// The token of the request.
    pub(crate) token: String,
    pub(crate) chain: String,
    pub(crate) hash: Option<String>,
    pub(crate) request: Value,
    /// The sender's state before the request.
    pub(crate) stood: Option<Stand>,
    /// Whether the user reviewed the request. If so, the review displays the result.
    pub(crate) is_reviewed: bool,
    /// The request was proposed to the account's owners, and the hash belongs to the proposal.
    pub(crate) is_proposed: bool,
}

/// Follows a transaction that a wallet sent for the page. Compares the network's transaction with the request (10.27).
pub(crate) fn follow(cx: &Cx, of: Compare) {
    hosts::mark(cx, &of);
    find(cx, of);
}

/// Stores a signed transaction before it is broadcast, in case the page is closed.
pub(crate) fn kept(cx: &Cx, token: &str, chain: &str) -> Flow {
    cx.run(
        "transactions",
        TransactionsAction::Kept,
        json!({ "token": token, "chain": chain, "request": null }),
    )
}

/// Handles a wallet that signed something else than the page requested: lists and reports it, and follows it if its ID
/// is known.
pub(crate) fn altered(cx: &Cx, of: Compare) {
    let Compare { token, chain, hash, request, .. } = of;
    let command = json!({ "token": token, "chain": chain, "hash": hash, "request": request });
    cx.background(ScopeId::App, following(cx, TransactionsAction::Altered, command));
}

/// Follows a broadcast PSBT by its ID, and compares it with the network's transaction.
pub(crate) fn followed(cx: &Cx, token: &str, chain: &str, id: &str, request: &Value) {
    let command = json!({ "token": token, "chain": chain, "hash": id, "request": request });
    cx.background(ScopeId::App, following(cx, TransactionsAction::Follow, command));
}

/// Handles a wallet's late response: nothing of the request was broadcast.
pub(crate) fn dropped(cx: &Cx, token: &str) {
    cx.background(ScopeId::App, dropped_of_host(cx, token));
}

/// Searches the sender's next transactions for one that a wallet might have sent for the page.
fn find(cx: &Cx, of: Compare) {
    let Compare { token, chain, hash, request, stood, is_reviewed, is_proposed } = of;
    let command = json!({
        "token": token, "chain": chain, "hash": hash, "request": request, "stood": stood, "reviewed": is_reviewed,
        "proposed": is_proposed
    });
    cx.background(ScopeId::App, following(cx, TransactionsAction::Follow, command));
}

/// Loads the approvals of the account for the view that opens.
pub(crate) fn enter_approvals(cx: &Cx) -> Flow {
    cx.run("approvals", ApprovalsAction::Enter, Value::Null)
}

/// A late response belongs to another journey (`KindRow::heard_by`), whose action has the same name.
fn answered_elsewhere(cx: &Cx, feature: &'static str, token: &str) -> Flow {
    cx.run(feature, SendAction::Answered, json!({ "token": token }))
}

/// Polls pending transactions, if the page enables that.
pub(crate) fn watch(cx: &Cx, namespace: Namespace) {
    if cx.read(model::watched::is_on) {
        let flow = following(cx, TransactionsAction::Renew, namespace.as_str().into());
        cx.background(ScopeId::Connection(namespace), flow);
    }
}

/// Loads the stored transactions into the list.
pub(crate) fn recall(cx: &Cx) -> Flow {
    cx.run("transactions", TransactionsAction::Recall, Value::Null)
}

/// Follows transactions from before a reload again.
pub(crate) fn resume(cx: &Cx) -> Flow {
    following(cx, TransactionsAction::Resume, Value::Null)
}
