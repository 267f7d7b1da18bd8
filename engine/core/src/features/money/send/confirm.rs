//! The confirmation: the wallet is asked, once. One confirmation is at most one send (docs/spec/security.md R8): from the moment the
//! wallet is asked, only its own word means that nothing was sent.

use super::load::load;
use super::{ready, review, stand};
use crate::caip::ChainId;
use crate::constants::WALLET_PROMPT_MS;
use crate::entities::Network;
use crate::error::{Error, ErrorData, Result};
use crate::event::Event;
use crate::features::money::model::send::{self, Prepared, Send, Stage};
use crate::features::money::model::transactions::{self as list, TransactionItem, TransactionStatus};
use crate::features::money::transactions;
use crate::features::money::{LateAnswers, OF_HOST};
use crate::features::shell::router::{self, View};
use crate::features::shell::toasts::{self, ToastVariant};
use crate::flow::{Cx, Reply, ScopeId};
use crate::namespaces::money;
use crate::namespaces::transfer::Transfer;
use crate::ports::Local;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloy_primitives::hex;
use serde_json::{Value, json};

/// What a confirmation finds.
enum Found {
    Prepared(Box<Prepared>),
    /// Reverted: a fresh fee and a fresh look before it is tried again.
    Reviewed,
    /// Nobody knows whether the last one was sent.
    Unknown,
    Nothing,
}

fn find(state: &State) -> Found {
    match &state.send.stage {
        Stage::Review(prepared) | Stage::NotSent { prepared, .. } => {
            Found::Prepared(Box::new(prepared.clone()))
        }
        Stage::Reverted { .. } => Found::Reviewed,
        _ if send::phase(state) == send::SendPhase::Unknown => Found::Unknown,
        _ => Found::Nothing,
    }
}

/// Asks the wallet, in the task of the click: a wallet that opens a window may do so in that task only. So nothing outside is waited for
/// here: where the wallet stands was asked while the preview was shown ([`stand`]), and the attempt is marked at once
/// ([`list::mark`]) while its record is being written. Ends with the wallet's answer: what follows a hash runs on its own, so that a transaction that
/// is still pending never blocks the next one.
pub(super) async fn confirm(cx: &Cx) -> Result<Reply> {
    let sender = ready(cx)?;
    let prepared = match cx.read(find) {
        Found::Prepared(prepared) => *prepared,
        Found::Reviewed => return review::review(cx).await,
        Found::Unknown => return Err(Error::WalletSilent),
        Found::Nothing => return Err(Error::AmountAndReceiverRequired),
    };
    let mut bytes = [0u8; 16];
    cx.ports().random.fill(&mut bytes);
    let id = hex::encode(bytes);
    let Prepared { shown, request, .. } = prepared.clone();
    cx.update(|state| {
        state.send.stage = Stage::Confirmed { prepared, id: id.clone() };
        state.emit(Event::track("SEND_INITIATED", &[]));
    });
    let read = money::read(sender.namespace, &request, shown.amount.decimals, shown.token.as_deref());
    let is_shown = read.as_ref() == Ok(&shown);
    if !is_shown || shown.from != sender.address || Some(&shown.chain) != sender.network.chain().as_ref() {
        return Err(not_sent(cx, &id, Error::NotWhatWasShown).await);
    }
    if let Err(error) = stand::check(cx, &sender, &request).await {
        return Err(not_sent(cx, &id, error).await);
    }
    store_attempt(cx, &id, &shown, &request, &sender.network).await;
    // the last look before it is out of our hands: nobody cancelled, disconnected or changed the account meanwhile
    let is_same = ready(cx).is_ok_and(|now| now == sender);
    let wanted = cx.update(|state| match core::mem::take(&mut state.send.stage) {
        Stage::Confirmed { prepared, id: of } if is_same && of == id => {
            state.send.stage = Stage::Waiting { prepared, id: of };
            true
        }
        stage => {
            state.send.stage = stage;
            false
        }
    });
    if !wanted {
        return Err(not_sent(cx, &id, Error::Aborted).await);
    }
    let mut answer = money::submit(cx, sender.namespace, sender.wallet, &request, &id);
    match cx.within(WALLET_PROMPT_MS, &mut answer).await {
        Some(answered) => handle_answer(cx, &id, answered).await,
        None => {
            unknown(cx, &id, &Error::WalletSilent).await;
            // a late hash is still recorded; nothing is sent twice
            let late_cx = cx.clone();
            cx.background(ScopeId::App, async move { handle_answer(&late_cx, &id, answer.await).await });
            Err(Error::WalletSilent)
        }
    }
}

/// Records an answer that nobody waited for, by the token of its request: the id of an attempt, or of a request of the host.
///
/// # Errors
/// What was sent is not of this page.
pub(super) async fn late(cx: &Cx, token: &str) -> Result<Reply> {
    let nothing = || Error::Internal { details: Some("nothing of this page was answered".into()) };
    let answer = LateAnswers::take(cx, token).ok_or_else(nothing)?;
    if let Some((chain, _)) = token.strip_prefix(OF_HOST).and_then(|rest| rest.rsplit_once('#')) {
        if let Ok(answer) = answer {
            cx.update(|s| s.emit(transactions::of_host(chain, &answer)));
        }
        return Ok(Reply::Done);
    }
    transactions::take_marks(cx);
    let found = cx.read(|s| {
        let item = s.transactions.get(token)?;
        Some((ChainId::parse(&item.chain)?.namespace, item.hash.is_some()))
    });
    let (namespace, is_known) = found.ok_or_else(nothing)?;
    if !is_known {
        let answer = answer.and_then(|answer| money::sent(namespace, &answer));
        drop(handle_answer(cx, token, answer).await);
    }
    Ok(Reply::Done)
}

/// Handles the wallet's answer to one attempt, also a late one.
async fn handle_answer(cx: &Cx, id: &str, answered: Result<String>) -> Result<Reply> {
    match answered {
        Ok(hash) => {
            sent(cx, id, &hash).await;
            Ok(Reply::Json(json!({ "hash": hash }).to_string()))
        }
        // nobody has said that it was not sent: no answer, or one that cannot be parsed
        Err(error @ (Error::Unreadable { .. } | Error::WalletSilent)) => {
            unknown(cx, id, &error).await;
            Err(error)
        }
        Err(error) => Err(not_sent(cx, id, error).await),
    }
}

/// Stores that the wallet is about to be asked: after a crash the person is told, and nothing is sent again (R8). The mark is there
/// when the call returns, so the record is not waited for; where no mark can be left, it is.
async fn store_attempt(cx: &Cx, id: &str, shown: &Transfer, request: &Value, network: &Network) {
    let item = TransactionItem {
        id: id.to_string(),
        hash: None,
        chain: shown.chain.to_string(),
        kind: "send",
        status: TransactionStatus::Unknown,
        amount: shown.amount.to_decimal(),
        symbol: cx.read(|s| {
            let token = s.send.form.token.as_ref().map(|token| token.symbol.clone());
            token.unwrap_or_else(|| network.native_currency.symbol.clone())
        }),
        token: shown.token.as_ref().map(|token| alloc::format!("{}:{token}", shown.chain)),
        to: shown.to.clone(),
        request: request.clone(),
        explorer_url: None,
        created_at: cx.ports().clock.now_ms(),
        told: false,
    };
    let is_marked = list::mark(cx.ports(), &item);
    let flow_cx = cx.clone();
    let mut storing: Local<()> =
        Box::pin(async move { transactions::commit(&flow_cx, |state| list::add(state, item)).await });
    if stand::at_once(&mut storing).await.is_some() {
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

/// The stage of this attempt becomes another one; a form that was filled in since is left alone.
fn advance(state: &mut State, id: &str, next: impl FnOnce(Prepared, String) -> Stage) {
    if state.send.stage.id() != Some(id) {
        return;
    }
    state.send.stage = match core::mem::take(&mut state.send.stage) {
        Stage::Confirmed { prepared, id }
        | Stage::Waiting { prepared, id }
        | Stage::Confirming { prepared, id }
        | Stage::Unknown { prepared, id, .. }
        | Stage::Reverted { prepared, id, .. } => next(prepared, id),
        stage => stage,
    };
}

/// Nothing was sent: removes the entry, the preview renders the error. A rejection by the user is quiet.
async fn not_sent(cx: &Cx, id: &str, error: Error) -> Error {
    let refused = error.is_refusal();
    let is_stale = transactions::commit(cx, |state| {
        let is_of_now = send::is_of_now(state);
        let is_shown = state.send.stage.id() == Some(id);
        advance(state, id, |prepared, _| match refused {
            true => Stage::Review(prepared),
            false => Stage::NotSent { prepared, error: error.data() },
        });
        if is_shown && !is_of_now {
            // the wallet is on another chain or account now: the prepared send is stale
            send::forget_prepared(state);
        }
        if state.transactions.get(id).is_some_and(|item| item.told) {
            list::set_status(state, id, TransactionStatus::Failed); // the host was told that nobody knows
        }
        list::remove(state, id);
        router::follow_support(state); // the network may have changed meanwhile
        let event = if refused { "SEND_REJECTED" } else { "SEND_ERROR" };
        state.emit(Event::track(event, &[("message", &error.to_string())]));
        is_shown && !is_of_now
    })
    .await;
    list::unmark(cx.ports(), id);
    stand::watch(cx);
    if is_stale && cx.read(|s| s.router.view() == Some(View::Send)) {
        load(cx);
    }
    if refused {
        toasts::dismiss_loading(cx);
    } else {
        toasts::show(cx, toasts::text("toast.send_failed", &[], ToastVariant::Error, None));
    }
    error
}

/// It is not known whether it was sent: it may still be.
async fn unknown(cx: &Cx, id: &str, error: &Error) {
    cx.update(|state| {
        advance(state, id, |prepared, id| Stage::Unknown { prepared, id, error: error.data() });
        if state.transactions.get(id).is_some_and(|item| !item.told) {
            list::tell(state, id);
        }
    });
    transactions::unanswered(cx, id).await;
}

/// The wallet gave a hash: it is stored, and followed from here on by itself.
async fn sent(cx: &Cx, id: &str, hash: &str) {
    transactions::commit(cx, |state| {
        list::sent(state, id, hash);
        advance(state, id, |prepared, id| Stage::Confirming { prepared, id });
        state.emit(Event::track("SEND_SUCCESS", &[("hash", hash)]));
    })
    .await;
    list::unmark(cx.ports(), id);
    transactions::toast(cx, id, "toast.send_sent");
    let (follow_cx, id) = (cx.clone(), id.to_string());
    cx.background(ScopeId::App, async move {
        transactions::watch(&follow_cx, &id).await?;
        if follow_cx.update(|state| settled(state, &id)) {
            router::celebrate(&follow_cx, &[View::SendPreview]);
            follow_cx.update(|state| {
                if state.router.done {
                    router::leave_form(state);
                }
            });
            router::after_moment(&follow_cx, show_account);
        } else if let Some(why) = why_reverted(&follow_cx, &id).await {
            follow_cx.update(|state| reverted(state, &id, Some(why)));
        }
        Ok(Reply::Done)
    });
}

/// What the network says of a transfer that was reverted, asked for it once more: a receipt has no words.
async fn why_reverted(cx: &Cx, id: &str) -> Option<String> {
    let (network, request) = cx.read(|s| {
        let item = s.transactions.get(id).filter(|item| item.status == TransactionStatus::Failed)?;
        let prepared = s.send.stage.prepared().filter(|_| s.send.stage.id() == Some(&item.id))?;
        Some((s.networks.find(&prepared.shown.chain)?.clone(), prepared.request.clone()))
    })?;
    money::estimate(cx, &network, &request).await.err()?.data().details
}

/// It is in a block and did nothing; `details`: why, once the network has said so.
fn reverted(state: &mut State, id: &str, details: Option<String>) {
    let error = ErrorData { details, ..Error::Reverted.data() };
    advance(state, id, |prepared, id| Stage::Reverted { prepared, id, error });
}

/// After a send (2.31).
fn show_account(cx: &Cx) {
    cx.update(|state| {
        if matches!(state.router.view(), Some(View::Send | View::SendPreview)) {
            router::reset(state, View::Account);
        }
    });
}

/// Mined: on success the form is cleared, and Account is shown next (2.31, 4.44): true.
fn settled(state: &mut State, id: &str) -> bool {
    if state.send.stage.id() != Some(id) {
        return false;
    }
    let is_sent = state.transactions.get(id).is_some_and(|item| item.status == TransactionStatus::Confirmed);
    match state.transactions.get(id).map(|item| item.status) {
        Some(TransactionStatus::Confirmed) => *state.send = Send::default(),
        Some(TransactionStatus::Failed) => {
            let is_of_now = send::is_of_now(state);
            reverted(state, id, None);
            if !is_of_now {
                send::forget_prepared(state); // the toast has said it; another account or network is shown by now
            }
        }
        _ => {}
    }
    router::follow_support(state); // the network may have changed meanwhile
    is_sent
}
