//! What moves money: sending, swapping, taking an allowance back, and what became of it. A journey is a folder ([`send`], [`swap`],
//! [`revoke`]); what all of them keep to is [`attempt`] (the confirmation), [`chain_check`] (the wallet's chain) and [`record`] (what was
//! sent, as it is stored). Who follows what was sent ([`transactions`], [`watch`](mod@watch)) is a part of the binary of its own, fetched
//! while a wallet is asked. What a chain family does differently (prepare, read back, try out, estimate, submit, follow) is
//! [`crate::namespaces::money`]: a trait, and capabilities that a family might have. It carries transfers. Steps of a swap or a payment
//! (allowance, approval, what a service built) have separate functions in the family, are read back in the same way, and go through a stage
//! of the same shape.
//!
//! # The click
//!
//! The wallet is asked in the task of the click, because a browser lets it open its window in that task only (WebKit forgets a click within
//! 16 ms). Between the click and the wallet there are only microtasks: the part of the binary is loaded, and the wallet was asked for its chain
//! when the preview was shown and every 3 s since ([`chain_check`]). The wallet's answer holds for one request and one sender and for 10 s, so a
//! changed account, chain, receiver or amount has none; the request itself names its chain too.
//!
//! The attempt is stored before the wallet is asked (docs/spec/security.md R8), by a **mark**: the whole entry, written to localStorage,
//! which is synchronous (`transactions::mark`, key `wallet-modal:asked`). The record in IndexedDB is begun before the wallet is asked and
//! not waited for. An answer removes the mark; a start that finds one says "might have been sent". So a preview that is only looked at
//! stores nothing, a crash before the click isn't a send, and a crash right after it is not lost. One loss remains: a mark that the browser
//! had not written out when the whole machine stopped within those milliseconds (IndexedDB gives no more by default). Where localStorage
//! takes nothing, or the wallet's answer about its chain is old or missing, the click must wait, and a wallet's window can be blocked. With
//! `storage: 'memory'` there is nothing to wait for.
//!
//! On its way out the request passes nothing that the page could replace: `element/src/primordials.ts` captures what is needed before any other
//! code of ours runs, and the adapter calls the `request` that the wallet announced itself with. It passes an object frozen to its last level,
//! which reads again as the very text that the engine wrote (`element/src/wallets/eip1193.ts`); else no request is made.
//!
//! # After the click
//!
//! Once a wallet might have a request, only its own word means "not sent", and not each of its words: which do is one rule ([`outcome`]).
//! Time, a relay's error, the end of the session, a disconnect, a reload, another tab, a closed port, and whatever else a wallet throws
//! leave it `unknown`: the entry stays for a day, the next preview says that one can be out, and what the sender makes next is looked
//! through for a transaction that carries the request ([`transactions`]), from where the sender stood when the preview was shown. A late
//! answer is recorded by the attempt's id (`connectors::send`, the protocol crate keeps the request and, after the session, its key;
//! [`late`]). A request of the host that moves money is followed in the same way ([`hosts`]); a late hash is told as `wallet-transaction`.
//!
//! When there is a hash, receiver, value and data are compared with what the network's node has under it (`namespaces::money::carries`).
//! `differs` is shown as an error and ends the attempt: a receipt alone is no success. Links to explorers are made again from the
//! configured network, never taken from the record.
//!
//! Several tabs write the record `transactions`: the port's `change` reads and writes it in one transaction, and the entries are merged one by
//! one against the last state that this tab and the disk had in common (`transactions::merge`). No tab undoes what another one added, learnt or
//! removed (docs/spec/security.md T15).
//!
//! # Departures from the specification
//!
//! - A send is checked against the node alone, also if the shown balance is the data service's.

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
/// What a form is filled in with, who sends, and how far its loading is.
pub(crate) use model::send::{Chosen, Form, LoadPhase, sender as sender_address, typed};
/// How a receiver and what a request would move are said.
pub(crate) use model::send::{SendChange, SendParty, change, party};
/// How far an attempt is, and what became of its transaction.
pub(crate) use model::stage::Stage;
pub(crate) use model::swap::offered::is_restricted;
pub(crate) use model::transactions::{
    ASKED, TransactionItem, TransactionKind, TransactionStatus, is_open as is_transaction_open,
};
/// The state of each journey: whether it goes on, what of it is left behind. [`send`], [`swap`] and [`revoke`] are their flows.
pub(crate) use model::{
    revoke as revoke_model, send as send_model, swap as swap_model, transactions as transactions_model,
};

/// What is there without time passing, between a click and a wallet.
pub(crate) use chain_check::ready_now;
pub(crate) use ids::take as take_id;
/// What an error says of a request of the host that moves money, and where its sender stood before.
pub(crate) use outcome::{Outcome, SentRequest, StandOfHost, of as outcome_of};

/// Answers of wallets that no flow awaits any more, by the token of their request. Not in a command: a page could make one up.
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
/// What was sent is not of this page; [`Error::PartNotLoaded`]: the answer cannot be read now.
pub(crate) fn late(cx: &Cx, token: &str, answer: Result<Value>) -> Flow {
    let all = cx.extension_or(LateAnswers::NAME, LateAnswers::default);
    all.0.borrow_mut().push((token.to_string(), answer));
    cx.run("send", "answered", json!({ "token": token }))
}

/// The token of a request of the host: where it was sent is in it, since nothing else of it is stored.
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

/// Fetches it while a wallet is asked: it is needed once that has answered.
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

/// What a wallet was asked for and the hash it gave, of a request of the host.
#[derive(Default)]
pub(crate) struct Compare {
    /// Of its request.
    pub(crate) token: String,
    pub(crate) chain: String,
    pub(crate) hash: Option<String>,
    pub(crate) request: Value,
    /// Where its sender stood before the wallet was asked.
    pub(crate) stood: Option<Stand>,
    /// Whether the user has read it first, and is told there.
    pub(crate) is_reviewed: bool,
    /// It was proposed to the account's owners, and the hash is that of the proposal.
    pub(crate) is_proposed: bool,
}

/// Follows what a wallet has sent for the host to its end, and compares what the network has under its hash with the request (10.27).
pub(crate) fn follow(cx: &Cx, of: Compare) {
    hosts::mark(cx, &of);
    find(cx, of);
}

/// What is signed is about to be sent: whatever becomes of this page, it is remembered that it might have been.
pub(crate) fn kept(cx: &Cx, token: &str, chain: &str) -> Flow {
    cx.run("transactions", "kept", json!({ "token": token, "chain": chain, "request": null }))
}

/// A wallet signed something else than the host asked for: listed, said, and followed where its id is known.
pub(crate) fn altered(cx: &Cx, of: Compare) {
    let Compare { token, chain, hash, request, .. } = of;
    let command = json!({ "token": token, "chain": chain, "hash": hash, "request": request });
    cx.background(ScopeId::App, following(cx, "altered", command));
}

/// A document that was sent: followed by its ID, and compared with the network's transaction.
pub(crate) fn followed(cx: &Cx, token: &str, chain: &str, id: &str, request: &Value) {
    let command = json!({ "token": token, "chain": chain, "hash": id, "request": request });
    cx.background(ScopeId::App, following(cx, "follow", command));
}

/// The wallet says, when no one waits for it any more, that it has sent nothing of a request.
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

/// A late answer is of an allowance that was taken back.
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

/// What was stored of what was sent from here is in the list.
pub(crate) fn recall(cx: &Cx) -> Flow {
    cx.run("transactions", "recall", Value::Null)
}

/// Follows again what was sent before a reload.
pub(crate) fn resume(cx: &Cx) -> Flow {
    following(cx, "resume", Value::Null)
}
