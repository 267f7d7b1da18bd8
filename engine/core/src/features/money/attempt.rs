//! The confirmation: sends one request to the wallet. Each confirmation makes at most one request (docs/spec/security.md R8). Once the
//! wallet might have the request, only the wallet's own response proves that nothing was broadcast. A [`Journey`] supplies the request and
//! the texts.

use super::journey::{Journey, Way};
use super::outcome::{self, Outcome, SentRequest};
use super::record::{self, Progress};
use super::sender::{Sender, ready};
use super::{
    LateAnswers, OF_HOST, TOO_LATE, answered_of_host, chain_check, dropped_of_host, fetch_following,
    followed_to_its_end, ids,
};
use crate::caip::ChainId;
use crate::constants::WALLET_PROMPT_MS;
use crate::error::{Error, ErrorData, Result};
use crate::event::Event;
use crate::features::money::model::stage::{Next, Stage};
use crate::features::money::model::transactions::{
    self as list, TransactionItem, TransactionKind, TransactionStatus,
};
use crate::features::shell::{ToastVariant, router, toasts};
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::json;
use crate::namespaces::money::{self, Submitted};
use crate::ports::Local;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloy_primitives::hex;
use serde_json::Value;

/// Emits a tracked event for telemetry. A kind without one has an empty name.
fn emit_tracked(state: &mut State, event: &'static str, properties: &[(&'static str, &str)]) {
    if !event.is_empty() {
        state.emit(Event::track(event, properties));
    }
}

/// The kind of an entry.
fn kind(state: &State, id: &str) -> TransactionKind {
    state.transactions.get(id).map_or(TransactionKind::Request, |item| item.kind)
}

/// A confirmed request, ready for the wallet.
struct Confirmed {
    sender: Sender,
    item: TransactionItem,
    request: Value,
    is_shown: bool,
}

/// Sets the stage `Confirmed`, within the task of the click.
fn begin<J: Journey>(cx: &Cx, prepared: J::Prepared) -> Result<Confirmed> {
    let sender = ready(cx)?;
    let mut bytes = [0u8; 16];
    cx.ports().random.fill(&mut bytes);
    let id = hex::encode(bytes);
    let item = J::item(cx, &sender, &prepared, &id);
    cx.update(|state| {
        *J::stage_mut(state) = Stage::Confirmed { prepared: prepared.clone(), id };
        emit_tracked(state, item.kind.row().tracked.initiated, &[]);
    });
    let request = J::request(&prepared).clone();
    let is_shown = J::is_shown(cx, &sender, &prepared);
    Ok(Confirmed { sender, item, request, is_shown })
}

/// Sends the request to the wallet within the task of the click, because only then can a wallet open a window. So
/// nothing external is awaited here, except in a namespace whose requests expire within a minute ([`money::of_now`]).
/// The wallet's chain was queried during the preview ([`chain_check`]). The mark of the attempt ([`list::mark`]) is
/// written synchronously, while its record is still being written. The flow ends with the wallet's response. Another
/// flow follows the hash, so a pending transaction never blocks the next one.
pub(super) async fn confirm<J: Journey>(cx: &Cx, prepared: J::Prepared) -> Result<Reply> {
    ask(cx, J::WAY, begin::<J>(cx, prepared)?).await
}

async fn ask(cx: &Cx, way: &'static dyn Way, confirmed: Confirmed) -> Result<Reply> {
    let Confirmed { sender, item, request, is_shown } = confirmed;
    let (id, kind) = (item.id.clone(), item.kind);
    if !is_shown {
        return Err(not_sent(cx, way, &id, kind, Error::NotWhatWasShown).await);
    }
    let place = |state: &State| (state.router.open, state.router.openings, state.router.view());
    let at = cx.read(place);
    if let Err(error) = chain_check::check(cx, &sender, &request).await {
        return Err(not_sent(cx, way, &id, kind, error).await);
    }
    let of_now = match money::of_now(cx, &sender.network, &request).await {
        Ok(of_now) => of_now,
        Err(error) => return Err(not_sent(cx, way, &id, kind, error).await),
    };
    let before = outcome::before(cx, &sender, &request);
    store_attempt(cx, TransactionItem { stood: before, request: of_now.clone(), ..item }).await;
    // the last check before the request: no cancel, close, disconnect or change of account since the click
    let is_same = ready(cx).is_ok_and(|now| now == sender) && cx.read(place) == at;
    if !(is_same && cx.update(|state| way.ask(state, &id))) {
        return Err(not_sent(cx, way, &id, kind, Error::Aborted).await);
    }
    let mut answer = money::submit(cx, sender.namespace, sender.wallet, &of_now, &id);
    fetch_following(cx);
    match cx.within(WALLET_PROMPT_MS, &mut answer).await {
        Some(answered) => handle_answer(cx, way, &id, answered).await,
        None => {
            unknown(cx, way, &id, &Error::WalletSilent).await;
            // a late hash is also recorded, and nothing is sent twice
            let late_cx = cx.clone();
            cx.background(ScopeId::App, async move {
                let answered = answer.await;
                handle_answer(&late_cx, way, &id, answered).await
            });
            Err(Error::WalletSilent)
        }
    }
}

/// Records a response that no flow awaits, under the token of its request: the ID of an attempt, or of a page's
/// request.
///
/// # Errors
/// The transaction isn't from this page. [`Error::PartNotLoaded`]: the response can't be read now.
pub(super) async fn late(cx: &Cx, way: &'static dyn Way, token: &str) -> Result<Reply> {
    let nothing =
        || Error::Internal { details: Some("No request of this page matches this response".into()) };
    let answer = LateAnswers::take(cx, token).ok_or_else(nothing)?;
    if let Some((chain, _)) = token.strip_prefix(OF_HOST).and_then(|rest| rest.rsplit_once('#')) {
        match answer {
            Ok(answer) => {
                cx.update(|s| s.emit(list::of_host(chain, &answer)));
                answered_of_host(cx, token, list::id_of(chain, &answer)).await?;
            }
            Err(error) if error.is_refusal() => {
                dropped_of_host(cx, token).await?;
            }
            Err(_) => {}
        }
        return Ok(Reply::Done);
    }
    let found = cx.read(|s| {
        let item = s.transactions.get(token)?;
        Some((ChainId::parse(&item.chain)?.namespace, item.request.clone(), item.is_answered()))
    });
    let (namespace, request, is_known) = found.ok_or_else(nothing)?;
    if !is_known {
        // a positive response can't be read without the namespace's code: the relay keeps it for the next start, and
        // the entry stays unknown
        if !money::load(cx, namespace).await && answer.is_ok() {
            return Err(Error::PartNotLoaded);
        }
        let answer = answer.and_then(|answer| money::submitted(cx, namespace, &request, &answer));
        drop(handle_answer(cx, way, token, answer).await);
    }
    Ok(Reply::Done)
}

/// Handles the wallet's response to one attempt, including a late one.
async fn handle_answer(
    cx: &Cx,
    way: &'static dyn Way,
    id: &str,
    answered: Result<Submitted>,
) -> Result<Reply> {
    match answered {
        Ok(submitted) => {
            let reply = match &submitted {
                Submitted::Hash(hash) | Submitted::Signed { id: hash, .. } => json!({ "hash": hash }),
                Submitted::Calls(calls) => json!({ "calls": calls }),
            };
            sent(cx, way, id, &submitted).await;
            Ok(Reply::Json(crate::json::text(&reply)))
        }
        Err(error) => {
            let asked = cx.read(|s| {
                let item = s.transactions.get(id)?;
                Some(SentRequest {
                    chain: item.chain.clone(),
                    request: item.request.clone(),
                    before: item.stood,
                })
            });
            match outcome::of(cx, error, &asked.unwrap_or_default()).await {
                Outcome::Unknown(error) => {
                    unknown(cx, way, id, &error).await;
                    Err(error)
                }
                Outcome::Altered(error, hash) => {
                    altered(cx, way, id, &error, hash).await;
                    Err(error)
                }
                Outcome::NotSent(error) => {
                    let kind = cx.read(|s| kind(s, id));
                    Err(not_sent(cx, way, id, kind, error).await)
                }
            }
        }
    }
}

/// Stores that the wallet is about to get the request. After a crash, the user sees the entry, and nothing is sent
/// again (R8). The mark is written when the call returns. Only without a mark does the call wait for the record.
async fn store_attempt(cx: &Cx, item: TransactionItem) {
    let is_marked = list::mark(cx.ports(), &item);
    let flow_cx = cx.clone();
    let mut storing: Local<()> =
        Box::pin(async move { record::commit(&flow_cx, |state| list::add(state, item)).await });
    if chain_check::ready_now(&mut storing).await.is_some() {
        return;
    }
    if !is_marked {
        return storing.await;
    }
    cx.background(ScopeId::App, async move {
        storing.await;
        Ok(Reply::Done)
    });
}

/// Nothing was broadcast: removes the entry, and the preview shows the error. A rejection shows no toast.
async fn not_sent(cx: &Cx, way: &'static dyn Way, id: &str, kind: TransactionKind, error: Error) -> Error {
    let refused = error.is_refusal();
    let is_stale = record::commit(cx, |state| {
        // the wallet has changed its network or account, so the prepared request is stale
        let is_stale = way.id(state) == Some(id) && !way.is_of_now(state);
        let next = if refused { Next::Review } else { Next::NotSent(error.data()) };
        way.advance(state, id, next);
        if is_stale {
            way.forget_prepared(state);
        }
        if state.transactions.get(id).is_some_and(|item| item.told) {
            list::set_status(state, id, TransactionStatus::Failed); // the page was notified that the result is unknown
        }
        list::remove(state, id);
        router::follow_support(state); // the network might have changed meanwhile
        let events = &kind.row().tracked;
        let event = if refused { events.rejected } else { events.error };
        emit_tracked(state, event, &[("message", &error.to_string())]);
        is_stale
    })
    .await;
    list::unmark(cx.ports(), id);
    chain_check::watch(cx, way);
    if is_stale {
        way.load(cx);
    }
    if refused {
        toasts::dismiss_loading(cx);
    } else {
        let key = record::failed_toast(kind);
        toasts::show(cx, toasts::text(key, &[], ToastVariant::Error, None));
    }
    error
}

/// Handles an unknown result. The request can still be broadcast, and the sender's next transactions can show it.
async fn unknown(cx: &Cx, way: &'static dyn Way, id: &str, error: &Error) {
    cx.update(|state| {
        way.advance(state, id, Next::Unknown(error.data()));
        if state.transactions.get(id).is_some_and(|item| !item.told) {
            list::tell(state, id);
        }
    });
    record::unanswered(cx, id).await;
    if cx.read(|s| s.transactions.get(id).is_some_and(|item| item.stood.is_some())) {
        follow(cx, way, id);
    }
}

/// Handles a wallet that signed something else: the entry stays in the list, and the engine follows it if its ID is
/// known.
async fn altered(cx: &Cx, way: &'static dyn Way, id: &str, error: &Error, hash: Option<String>) {
    let is_followed = hash.is_some();
    record::commit(cx, |state| {
        list::altered(state, id, hash);
        way.advance(state, id, Next::Unknown(error.data()));
        emit_tracked(state, kind(state, id).row().tracked.error, &[("message", &error.to_string())]);
    })
    .await;
    list::unmark(cx.ports(), id);
    record::toast_altered(cx, id);
    if is_followed {
        follow(cx, way, id);
    }
}

/// The wallet has responded: stores the result and follows it from here.
async fn sent(cx: &Cx, way: &'static dyn Way, id: &str, submitted: &Submitted) {
    if let Submitted::Hash(hash) | Submitted::Signed { id: hash, .. } = submitted {
        // claimed before the wait for the record, because another tab might search for its own transaction now
        let chain = cx.read(|s| s.transactions.get(id).map(|item| item.chain.clone()));
        ids::take(cx, &chain.unwrap_or_default(), hash, id);
    }
    record::commit(cx, |state| {
        list::sent(state, id, submitted);
        way.advance(state, id, Next::Confirming);
        let (name, value) = match submitted {
            Submitted::Hash(hash) | Submitted::Signed { id: hash, .. } => ("hash", hash),
            Submitted::Calls(calls) => ("calls", calls),
        };
        let event = kind(state, id).row().tracked.success;
        emit_tracked(state, event, &[(name, value)]);
    })
    .await;
    list::unmark(cx.ports(), id);
    record::toast(cx, id, Progress::Sent);
    follow(cx, way, id);
}

/// Follows a transaction to its end, once. Reports the end to the journey if it is still displayed.
pub(super) fn follow(cx: &Cx, way: &'static dyn Way, id: &str) {
    let (follow_cx, key, id) = (cx.clone(), ["follow ", id].concat(), id.to_string());
    drop(cx.single(ScopeId::App, &key, async move {
        let end = followed_to_its_end(&follow_cx, &id).await?;
        let status = follow_cx.read(|s| {
            let is_of_it = way.id(s) == Some(id.as_str());
            s.transactions.get(&id).filter(|_| is_of_it).map(|item| item.status)
        });
        match status {
            // according to our own clock and the network, it can't get into a block any more
            _ if end == Reply::Json(TOO_LATE.into()) => too_late(&follow_cx, way, &id),
            Some(TransactionStatus::Confirmed) => way.confirmed(&follow_cx, &id),
            Some(TransactionStatus::Failed) => {
                failed(&follow_cx, way, &id, &Error::Reverted);
                if let Some(why) = why_reverted(&follow_cx, way, &id).await {
                    let error = ErrorData { details: Some(why), ..Error::Reverted.data() };
                    follow_cx.update(|state| reverted(way, state, &id, error));
                }
            }
            Some(TransactionStatus::Replaced) => failed(&follow_cx, way, &id, &Error::Replaced),
            _ => {}
        }
        follow_cx.update(router::follow_support); // the network might have changed meanwhile
        Ok(Reply::Done)
    }));
}

/// Handles a signed transaction that was never broadcast: the same request can be made again.
fn too_late(cx: &Cx, way: &'static dyn Way, id: &str) {
    let is_stale = cx.update(|state| {
        let is_stale = way.id(state) == Some(id) && !way.is_of_now(state);
        way.advance(state, id, Next::NotSent(Error::TooLate.data()));
        if is_stale {
            way.forget_prepared(state);
        }
        is_stale
    });
    chain_check::watch(cx, way);
    if is_stale {
        way.load(cx);
    }
}

/// Handles a transaction that reverted, or that can't get into a block any more.
fn failed(cx: &Cx, way: &'static dyn Way, id: &str, error: &Error) {
    cx.update(|state| {
        let is_of_now = way.is_of_now(state);
        reverted(way, state, id, error.data());
        if !is_of_now {
            way.forget_prepared(state); // the toast has reported it, and another account or network is displayed now
        }
    });
}

/// The revert reason, from simulating the request again, because a receipt doesn't contain it.
async fn why_reverted(cx: &Cx, way: &'static dyn Way, id: &str) -> Option<String> {
    let (network, request) = cx.read(|s| {
        let item = s.transactions.get(id)?;
        let request = way.request(s).filter(|_| way.id(s) == Some(&item.id))?;
        let chain = ChainId::parse(&item.chain)?;
        Some((s.networks.find(&chain)?.clone(), request.clone()))
    })?;
    money::estimate(cx, &network, &request).await.err()?.data().details
}

/// Handles a reverted transaction: its nonce is used. `error` is the reason, if known.
fn reverted(way: &dyn Way, state: &mut State, id: &str, error: ErrorData) {
    way.advance(state, id, Next::Reverted(error));
}
