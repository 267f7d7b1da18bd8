//! Signing in, as it goes: "after connecting, if sign-in is enabled and no session exists for the address, open SIWXSignMessage;
//! on signature, store the session, close the modal and track success; on failure, reopen the view; on cancel when required,
//! switch back to the last signed-in network or disconnect; otherwise just close" (4.37-4.42, 8.18-8.20, 8.29).

use crate::caip::{AccountId, Namespace};
use crate::command::unknown_action;
use crate::connectors;
use crate::constants::{HTTP_TIMEOUT_MS, SIGN_IN_AGAIN_MS, SIGN_IN_FRESH_MS, SIGN_OUT_WAIT_MS};
use crate::entities::WalletHandle;
use crate::entities::{AccountType, Status};
use crate::error::{Error, Result, foreign_text};
use crate::event::Event;
use crate::features::account::{Why, connection as account_flow};
use crate::features::networks;
use crate::features::shell::{CloseReason, View, images, router, toasts};
use crate::features::sign_in;
use crate::features::sign_in::SignIn;
use crate::features::sign_in::SignInPhase;
use crate::features::sign_in::ask as sign_in_ask;
use crate::features::sign_in::message;
use crate::features::sign_in::wallet as sign_in_wallet;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::json::json;
use crate::namespaces;
use crate::signing::verify;
use crate::store::State;
use crate::time;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use futures_util::future::{Either, select};
use serde_json::Value;

/// The account and network to sign in.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Subject {
    pub account: AccountId,
    pub handle: WalletHandle,
    pub kind: AccountType,
    round: u32,
}

impl Subject {
    pub(crate) fn namespace(&self) -> Namespace {
        self.account.chain.namespace
    }
}

/// The family that signs in now: that of the active network, where its accounts can.
fn active(state: &State) -> Option<Namespace> {
    let active = state.networks.active.as_ref()?.namespace;
    namespaces::signs_in(active).then_some(active)
}

pub(crate) fn subject(state: &State) -> Option<Subject> {
    let account = state.accounts.by.get(&active(state)?)?;
    let entry = account.entries.first().filter(|_| account.status == Status::Connected || account.held)?;
    let chain = state.networks.active.clone()?;
    state.networks.is_supported().then_some(Subject {
        account: AccountId { chain, address: entry.address.clone() },
        handle: account.handle?,
        kind: entry.kind,
        round: state.sign_in.round,
    })
}

/// The error of a sign-in without account or network (8.29, 5.31).
pub(crate) fn missing(state: &State) -> Error {
    let account = active(state).or(Some(Namespace::Eip155)).and_then(|of| state.accounts.by.get(&of));
    match account {
        _ if !state.options.siwx => Error::SiwxDisabled,
        Some(account) if account.current().is_none() => Error::NoActiveAccount,
        None => Error::NoActiveAccount,
        Some(account) if account.handle.is_none() => Error::NoConnectionClient,
        Some(_) => Error::NoActiveNetworkOrClient,
    }
}

/// Calls the host's SIWX object; no answer in time counts as a failure.
pub(crate) async fn ask(cx: &Cx, method: &'static str, arguments: &Value) -> Result<Value> {
    let answer = cx.ports().siwx.call(method, arguments);
    match cx.within(HTTP_TIMEOUT_MS, answer).await {
        Some(Ok(answer)) => Ok(answer),
        Some(Err(fault)) => Err(Error::Internal { details: Some(foreign_text(&fault.0)) }),
        None => Err(Error::Internal { details: Some(alloc::format!("{method} did not answer")) }),
    }
}

/// The sessions that the host has for the account; one that names another account does not count.
async fn sessions(cx: &Cx, account: &AccountId) -> Result<Vec<Value>> {
    let wanted = json!({ "chainId": account.chain.to_string(), "address": account.address });
    let mut answer = ask(cx, "getSessions", &wanted).await?;
    let (chain, now_ms) = (account.chain.to_string(), cx.ports().clock.now_ms());
    let fits = |session: &Value| {
        let data = session.field("data").unwrap_or(&Value::Null);
        let is_ours = |address| message::is_of_account(account, address);
        session.is_object()
            && data.text("chainId").is_none_or(|of| of == chain)
            && data.text("accountAddress").is_none_or(is_ours)
            && message::holds(data, now_ms)
    };
    let mut all = answer.as_array_mut().map(core::mem::take).unwrap_or_default();
    all.retain(fits);
    Ok(all)
}

/// Whether the host has a session for the account.
pub(crate) async fn has_session(cx: &Cx, account: &AccountId) -> Result<bool> {
    let is_in_page = cx.ports().siwx.settings().is_in_page;
    for session in sessions(cx, account).await? {
        // whoever can write into the page's storage could else have signed in for everybody
        if !is_in_page || sign_in_wallet::is_signed(cx, &session, account).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The message for an account, as the host makes it; refused when it is for another page or its text is another than it says (B18).
pub(crate) async fn make(cx: &Cx, account: &AccountId) -> Result<Value> {
    verify::ahead(cx, account.chain.namespace);
    let input = json!({ "accountAddress": account.address, "chainId": account.chain.to_string() });
    let message: Value = ask(cx, "createMessage", &input).await?;
    let of_another =
        message.text("accountAddress").is_some_and(|address| !message::is_of_account(account, address));
    let elsewhere = message.text("chainId").is_some_and(|chain| chain != account.chain.to_string());
    if message.filled("text").is_none() || of_another || elsewhere {
        return Err(Error::Unreadable { from: "createMessage".into() });
    }
    if let Some(fault) = message::fault(&message, account, &message::host(cx)) {
        return Err(Error::Internal { details: Some(fault.into()) });
    }
    Ok(message)
}

/// Subscribes to account and network changes and checks for a session at each. Ends with the engine.
async fn follow(cx: Cx) -> Result<Reply> {
    let mut last: Option<Subject> = None;
    let mut looked: Vec<(Subject, bool)> = Vec::new();
    loop {
        let (now, gone, other) = cx
            .until(|s| {
                let (now, gone) = (subject(s), gone(s));
                let other = elsewhere(s).find(|other| !looked.contains(other));
                (now != last || gone.is_some() || other.is_some()).then_some((now, gone, other))
            })
            .await;
        if now.is_none() {
            cx.update(|s| forget(&mut s.sign_in));
        }
        if let Some(namespace) = gone {
            sign_out(&cx, namespace);
        }
        if let Some((other, is_held)) = other {
            looked.retain(|(known, _)| known.namespace() != other.namespace());
            looked.push((other.clone(), is_held));
            cx.update(|s| s.sign_in.begin(&other.account));
            if is_held {
                check_elsewhere(&cx, other);
            }
        }
        // a question that is open stays when another family is gone
        if now == last {
            continue;
        }
        last.clone_from(&now);
        let Some(subject) = now else { continue };
        let changed = cx.until(|s| (self::subject(s).as_ref() != Some(&subject)).then_some(()));
        let (checked, changed) = (core::pin::pin!(check(&cx, &subject)), core::pin::pin!(changed));
        if let Either::Right(_) = select(checked, changed).await {
            last = None; // not checked to its end: the same one may be back
        }
    }
}

/// Accounts of the families that the page does not show, and whether they are held. Their question waits until it does.
fn elsewhere(state: &State) -> impl Iterator<Item = (Subject, bool)> + '_ {
    let shown = state.networks.active_namespace();
    let others = Namespace::ALL.into_iter().filter(move |of| Some(*of) != shown);
    others.filter_map(|namespace| {
        let account = state.accounts.by.get(&namespace)?;
        let entry = account.entries.first()?;
        // a wallet on a chain that is not configured is asked for nothing, as where the page shows it
        let chain = account.native.chain.clone().or_else(|| networks::home_of(state, namespace))?;
        state.networks.find(&chain)?;
        let subject = Subject {
            account: AccountId { chain, address: entry.address.clone() },
            handle: account.handle?,
            kind: entry.kind,
            round: state.sign_in.round,
        };
        Some((subject, account.held))
    })
}

/// A session makes a held account connected also while the page shows another family, as after a reload.
fn check_elsewhere(cx: &Cx, held: Subject) {
    let flow_cx = cx.clone();
    cx.background(ScopeId::Connection(held.namespace()), async move {
        if has_session(&flow_cx, &held.account).await? {
            let admit = |s: &mut State| {
                let is_it = |now: Subject| now.account == held.account && now.handle == held.handle;
                if elsewhere(s).any(|(now, is_held)| is_held && is_it(now)) {
                    s.sign_in.unread.retain(|unread| *unread != held.account);
                    s.sign_in.known.retain(|known| *known != held.account);
                    s.sign_in.known.push(held.account.clone());
                    release(s, held.namespace());
                }
            };
            flow_cx.commit(admit).await;
        }
        Ok(Reply::Done)
    });
}

/// A family of which there are sessions, or may be, and no wallet is connected any more.
fn gone(state: &State) -> Option<Namespace> {
    let sign_in = &state.sign_in;
    let all = sign_in.known.iter().chain(&sign_in.current).chain(&sign_in.unread);
    let mut known = all.map(|account| account.chain.namespace);
    known.find(|of| sign_in::is_gone(state, *of))
}

/// Drops the pending question.
pub(crate) fn forget(sign_in: &mut SignIn) {
    (sign_in.phase, sign_in.message, sign_in.error, sign_in.account) = (SignInPhase::None, None, None, None);
}

/// Checks whether a session exists for one account on one network. Cancelled when either changes.
async fn check(cx: &Cx, subject: &Subject) {
    let settings = cx.ports().siwx.settings();
    let required = settings.required;
    let account = &subject.account;
    let before = cx.update(|s| {
        forget(&mut s.sign_in);
        s.sign_in.phase = SignInPhase::Checking;
        s.sign_in.required = required;
        s.sign_in.account = Some(account.clone());
        s.sign_in.begin(account);
        let SignIn { known, arrived, .. } = &mut *s.sign_in;
        known.retain(|known| !arrived.contains(known));
        known.extend(arrived.iter().cloned());
        s.sign_in.current.take()
    });
    let found = has_session(cx, account).await;
    cx.update(|s| s.sign_in.unread.retain(|unread| unread != account));
    match found {
        Err(error) => fail_start(cx, subject, &error),
        Ok(true) => accept(cx, subject, false).await,
        Ok(false) => {
            let (asks, is_brought_back) = cx.update(|s| {
                if required {
                    sign_in::hold(s, subject.namespace());
                }
                let by_user = core::mem::take(&mut s.sign_in.by_user);
                let is_brought_back = s.sign_in.brought_back.contains(&subject.namespace());
                (required || by_user || before.is_some(), is_brought_back)
            });
            if required && is_brought_back && !settings.asks_after_reload {
                leave(cx, subject.namespace());
            } else if !asks {
                cx.update(|s| s.sign_in.phase = SignInPhase::None);
            } else if let Err(error) = prompt(cx, subject).await {
                fail_start(cx, subject, &error);
            }
        }
    }
}

/// An account that is owed a session and asks for none by itself: nobody is connected until the person connects it again.
fn leave(cx: &Cx, namespace: Namespace) {
    let flow_cx = cx.clone();
    // ends the flow that runs this
    cx.background(ScopeId::App, async move {
        account_flow::reset(&flow_cx, namespace, "sign-in").await;
        Ok(Reply::Done)
    });
}

/// Opens the question.
async fn prompt(cx: &Cx, subject: &Subject) -> Result<()> {
    let message = make(cx, &subject.account).await?;
    let icon = cx.update(|s| {
        s.sign_in.message = Some(message);
        s.sign_in.account = Some(subject.account.clone());
        s.sign_in.phase = SignInPhase::Ready;
        s.options.metadata.icons.first().cloned()
    });
    images::load(cx, icon.into_iter().collect());
    keep_fresh(cx, subject.namespace());
    // "Connected" is read first; flows that wait for the account or the phase do not wait for that
    let was_shown = cx.read(|s| s.router.done);
    router::moment(cx).await;
    cx.update(|s| {
        // who has closed it meanwhile is not followed by a question that may be left open
        let is_closed = was_shown && !s.router.open && !s.sign_in.required;
        if s.sign_in.is_asked() && !is_closed {
            show(s);
        }
    });
    Ok(())
}

/// When a message is over, by its own word.
pub(crate) fn over_ms(message: &Value) -> Option<u64> {
    message.text("expirationTime").and_then(time::parse)
}

/// A message is made anew before it is over: at the click the wallet is asked at once (a window of it needs the click's own task). Ends
/// with the question; a host that gives none is asked again at the click.
fn keep_fresh(cx: &Cx, namespace: Namespace) {
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::Connection(namespace), "sign_in fresh", async move {
        let cx = flow_cx;
        while let Some((account, message)) =
            cx.read(|s| s.sign_in.account.clone().zip(s.sign_in.message.clone()))
        {
            let now = cx.ports().clock.now_ms();
            let left = over_ms(&message).map_or(u64::MAX, |over| over.saturating_sub(now));
            let wait = left.saturating_sub(SIGN_IN_FRESH_MS).max(left / 2).max(SIGN_IN_AGAIN_MS);
            let other = cx.until(|s| (s.sign_in.message.as_ref() != Some(&message)).then_some(()));
            if over_ms(&message).is_none() {
                other.await;
                continue;
            }
            if cx.within(wait, other).await.is_some() {
                continue;
            }
            let made = make(&cx, &account).await?;
            cx.update(|s| {
                if s.sign_in.phase == SignInPhase::Ready && s.sign_in.message.as_ref() == Some(&message) {
                    s.sign_in.message = Some(made);
                }
            });
            // while the wallet is asked, its message stays
            cx.until(|s| (s.sign_in.phase != SignInPhase::Signing).then_some(())).await;
        }
        Ok(Reply::Done)
    }));
}

pub(crate) fn show(state: &mut State) {
    if !state.router.open {
        router::open(state, Some(View::SiwxSignMessage));
    } else if router::origin(state).is_some() {
        router::push(state, View::SiwxSignMessage); // the payment is gone on with
    } else if state.router.view() != Some(View::SiwxSignMessage) {
        router::reset(state, View::SiwxSignMessage);
    }
}

/// 8.18: without an answer of the host there is nothing to sign; the account is disconnected.
fn fail_start(cx: &Cx, subject: &Subject, error: &Error) {
    let namespace = subject.namespace();
    cx.log(&alloc::format!("sign-in could not start: {}", error.data().details.unwrap_or_default()));
    let handle = cx.update(|s| {
        s.sign_in.failed = true;
        s.accounts.by.get(&namespace)?.handle
    });
    toasts::show_error(cx, &Error::SignInNotStarted);
    let flow_cx = cx.clone();
    cx.background(ScopeId::App, async move {
        account_flow::reset(&flow_cx, namespace, "error").await;
        if let Some(handle) = handle {
            drop(flow_cx.within(SIGN_OUT_WAIT_MS, connectors::disconnect(&flow_cx, handle)).await);
        }
        Ok(Reply::Done)
    });
}

/// A session exists: a held account is reported as connected, and the question closes.
pub(crate) async fn accept(cx: &Cx, subject: &Subject, stored: bool) {
    let asked = cx
        .commit(|s| {
            let sign_in = &mut *s.sign_in;
            forget(sign_in);
            sign_in.current = Some(subject.account.clone());
            sign_in.known.retain(|known| *known != subject.account);
            sign_in.known.push(subject.account.clone());
            let mut new = core::mem::take(&mut sign_in.arrived);
            if stored && !new.contains(&subject.account) {
                new.push(subject.account.clone());
            }
            let required = sign_in.required;
            release(s, subject.namespace());
            new.iter().for_each(|account| tell_stored(s, account, required));
            s.router.open && s.router.view() == Some(View::SiwxSignMessage)
        })
        .await;
    if asked {
        router::finish(cx, CloseReason::Success);
    }
}

/// There is a session: a held account is connected, and its events are emitted.
fn release(state: &mut State, namespace: Namespace) {
    state.sign_in.brought_back.retain(|of| *of != namespace);
    let held = state.sign_in.held.remove(&namespace);
    if let Some(account) = state.accounts.by.get_mut(&namespace).filter(|account| account.held) {
        account.held = false;
        account.status = Status::Connected;
        held.into_iter().flatten().for_each(|event| state.emit(event));
        state.moved(namespace, Why::SignedIn);
    }
}

pub(crate) fn tell_stored(state: &mut State, account: &AccountId, required: bool) {
    let (address, chain_id) = (account.address.clone(), account.chain.to_string());
    state.emit(Event::SignIn { address, chain_id, required });
    state.emit(Event::track("SIWX_AUTH_SUCCESS", &[]));
}

/// The wallet of a family was disconnected: revokes its sessions, unless the host keeps them.
fn sign_out(cx: &Cx, namespace: Namespace) {
    let settings = cx.ports().siwx.settings();
    let (known, unread): (Vec<AccountId>, Vec<AccountId>) = cx.update(|s| {
        let sign_in = &mut *s.sign_in;
        let is_of_it = |account: &mut AccountId| account.chain.namespace == namespace;
        sign_in.current.take_if(is_of_it);
        let known: Vec<_> = sign_in.known.extract_if(.., is_of_it).collect();
        let unread = sign_in.unread.extract_if(.., is_of_it);
        let unread: Vec<_> = unread.filter(|unread| !known.contains(unread)).collect();
        if settings.sign_out_on_disconnect {
            sign_in.leaving.extend(known.iter().chain(&unread).cloned());
        }
        (known, unread)
    });
    if !settings.sign_out_on_disconnect {
        return store(cx); // they were stored with the disconnect
    }
    let all = known.into_iter().map(|account| (account, true));
    for (account, is_known) in all.chain(unread.into_iter().map(|account| (account, false))) {
        let flow_cx = cx.clone();
        cx.background(ScopeId::App, async move {
            let answer = revoke(&flow_cx, &account, is_known).await;
            flow_cx.update(|s| {
                let Ok(was_signed_in) = answer else {
                    // no answer is no "done": the next start asks again, and no page starts for it alone
                    s.sign_in.waits = true;
                    return;
                };
                s.sign_in.leaving.retain(|leaving| *leaving != account);
                if was_signed_in {
                    let (address, chain_id) = (account.address.clone(), account.chain.to_string());
                    s.emit(Event::SignOut { address, chain_id, required: settings.required });
                }
            });
            store(&flow_cx);
            // the caller reports a failure
            answer.map(|_| Reply::Done)
        });
    }
}

/// Has the host revoke the session of an account, which it may not have: whether it did.
async fn revoke(cx: &Cx, account: &AccountId, is_known: bool) -> Result<bool> {
    // a new connection of the same wallet has its own check
    if !is_known && (sessions(cx, account).await?.is_empty() || is_back(cx, account.chain.namespace)) {
        return Ok(false);
    }
    let of = json!({ "chainId": account.chain.to_string(), "address": account.address });
    ask(cx, "revokeSession", &of).await?;
    Ok(true)
}

/// Those whom a page before this one has left behind are signed out by following, where the host wants that.
fn come_back(cx: &Cx) -> Reply {
    if cx.read(|s| s.options.siwx) && cx.ports().siwx.settings().sign_out_on_disconnect {
        sign_in::follow(cx);
    } else {
        cx.update(|s| s.sign_in.unread.clear());
        store(cx);
    }
    Reply::Done
}

fn store(cx: &Cx) {
    let flow_cx = cx.clone();
    cx.background(ScopeId::App, async move {
        flow_cx.save().await;
        Ok(Reply::Done)
    });
}

fn is_back(cx: &Cx, namespace: Namespace) -> bool {
    cx.read(|s| !sign_in::is_gone(s, namespace))
}

/// The host or the user reopens the question.
async fn open(cx: &Cx) -> Result<Reply> {
    let subject = cx.read(|s| subject(s).filter(|_| s.options.siwx).ok_or_else(|| missing(s)))?;
    cx.until(|s| (s.sign_in.phase != SignInPhase::Checking).then_some(())).await;
    let (asked, signed) = cx.read(|s| (s.sign_in.is_asked(), s.sign_in.current.is_some()));
    if asked {
        cx.update(show);
    } else if signed {
        cx.update(|s| router::open(s, Some(View::Account)));
    } else {
        prompt(cx, &subject).await?;
    }
    Ok(Reply::Done)
}

/// Runs a command; `follow` and `comeBack` are the engine's own, and `ready`: the part is there.
pub fn run(cx: Cx, action: String, _: Value) -> Flow {
    Box::pin(async move {
        cx.draw("signIn", |state| crate::snapshot::text(&sign_in::slice(state)));
        match action.as_str() {
            "ready" => Ok(Reply::Done),
            "follow" => follow(cx).await,
            "comeBack" => Ok(come_back(&cx)),
            "sign" => sign_in_ask::sign(&cx).await,
            "cancel" => sign_in_ask::cancel(&cx).await,
            "open" => open(&cx).await,
            _ => Err(unknown_action("signIn", &action)),
        }
    })
}
