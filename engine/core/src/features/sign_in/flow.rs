//! Signing in, step by step: "after connecting, if sign-in is enabled and no session exists for the address, open
//! SIWXSignMessage; on signature, store the session, close the modal and track success; on failure, reopen the view; on
//! cancel when required, switch back to the last signed-in network or disconnect; otherwise just close" (4.37-4.42,
//! 8.18-8.20, 8.29).

use crate::caip::{AccountId, ChainId, Namespace};
use crate::command::unknown_action;
use crate::connectors;
use crate::constants::{
    HTTP_TIMEOUT_MS, SIGN_IN_AGAIN_MS, SIGN_IN_FRESH_MS, SIGN_OUT_ASKED_MAX, SIGN_OUT_WAIT_MS,
};
use crate::entities::WalletHandle;
use crate::entities::{AccountType, Status};
use crate::error::{Error, Result, foreign_text};
use crate::event::Event;
use crate::features::account::{ChangeReason, connection as account_flow};
use crate::features::networks;
use crate::features::shell::{CloseReason, View, images, router, toasts};
use crate::features::sign_in;
use crate::features::sign_in::SignIn;
use crate::features::sign_in::SignInAction;
use crate::features::sign_in::SignInPhase;
use crate::features::sign_in::ask as sign_in_ask;
use crate::features::sign_in::message;
use crate::features::sign_in::sign_out;
use crate::features::sign_in::wallet as sign_in_wallet;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::json::json;
use crate::namespaces;
use crate::ports::siwx::SiwxFault;
use crate::signing::verify;
use crate::store::State;
use crate::time;
use alloc::boxed::Box;
use alloc::rc::Rc;
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

/// The namespace of the current sign-in: that of the active network, if its accounts can sign in.
fn active(state: &State) -> Option<Namespace> {
    let active = state.networks.active.as_ref()?.namespace;
    namespaces::signs_in(active).then_some(active)
}

pub(crate) fn subject(state: &State) -> Option<Subject> {
    let account = state.accounts.by.get(&active(state)?)?;
    let entry =
        account.entries.first().filter(|_| account.status == Status::Connected || account.awaits_sign_in)?;
    let chain = state.networks.active.clone()?;
    state.networks.is_supported().then_some(Subject {
        account: AccountId { chain, address: entry.address.clone() },
        handle: account.handle?,
        kind: entry.kind,
        round: state.sign_in.round,
    })
}

/// The error of a sign-in without an account or network (8.29, 5.31).
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

/// Calls the page's SIWX object after pending sign-outs. If the page keeps one session for each user, a sign-out would
/// end the new one.
pub(crate) async fn ask(cx: &Cx, method: &'static str, arguments: &Value) -> Result<Value> {
    cx.until(|s| (s.sign_in.revoking == 0).then_some(())).await;
    ask_now(cx, method, arguments).await
}

/// Calls the page's SIWX object. No response in time is an error.
pub(super) async fn ask_now(cx: &Cx, method: &'static str, arguments: &Value) -> Result<Value> {
    let answer = cx.ports().siwx.call(method, arguments);
    let answer = cx.within(HTTP_TIMEOUT_MS, answer).await.ok_or_else(|| silent(method))?;
    answer.map_err(failed)
}

fn silent(method: &str) -> Error {
    Error::Internal { details: Some(alloc::format!("{method} didn't respond")) }
}

fn failed(fault: SiwxFault) -> Error {
    Error::Internal { details: Some(foreign_text(&fault.0)) }
}

/// Passes sessions of these accounts to the page. A slow page can store them after the deadline, and after a sign-out.
/// When it then responds, the accounts are treated as signed in until they sign out again (10.61), and the connected
/// account is checked again. Until the response, the accounts stay stored, so that the next page can do the last
/// sign-out.
pub(super) async fn give(
    cx: &Cx,
    method: &'static str,
    sessions: &Value,
    accounts: Vec<AccountId>,
) -> Result<()> {
    cx.until(|s| (s.sign_in.revoking == 0).then_some(())).await;
    cx.commit(|s| s.sign_in.unanswered.extend(accounts.iter().cloned())).await;
    let waits = Rc::new(());
    let (flow_cx, in_time) = (cx.clone(), Rc::downgrade(&waits));
    let answer = cx.ports().siwx.call(method, sessions);
    let given = cx.start(ScopeId::App, async move {
        let answer = answer.await;
        let is_late = in_time.strong_count() == 0;
        flow_cx.update(|s| {
            for account in &accounts {
                if let Some(at) = s.sign_in.unanswered.iter().position(|of| of == account) {
                    s.sign_in.unanswered.remove(at);
                }
            }
            if is_late {
                accounts.iter().for_each(|account| s.sign_in.unsure(account));
                s.sign_in.round += 1;
                // a page with one session for each user has this session now
                let other = subject(s).filter(|now| s.sign_in.required && !accounts.contains(&now.account));
                if let Some(other) = other {
                    sign_in::hold(s, other.namespace());
                }
            }
        });
        sign_out::store(&flow_cx);
        if is_late {
            sign_in::follow(&flow_cx);
        }
        answer.map(|_| Reply::Done).map_err(failed)
    });
    cx.within(HTTP_TIMEOUT_MS, given).await.ok_or_else(|| silent(method))?.map(|_| ())
}

/// The page's sessions of an account.
pub(super) struct Found {
    /// Sessions of this account on this network.
    pub own: Vec<Value>,
    /// The accounts of the same namespace that have a session.
    others: Vec<AccountId>,
    /// A session names no readable account, and this account hasn't signed in here, or others have, too.
    pub is_nameless: bool,
}

/// Sorts the page's response to `getSessions`. A session belongs to the account that signed it (10.61).
pub(super) fn sort(cx: &Cx, account: &AccountId, mut answer: Value) -> Found {
    let (chain, now_ms) = (account.chain.to_string(), cx.ports().clock.now_ms());
    let has_signed = cx.read(|s| s.sign_in.has_signed(account));
    let mut found = Found { own: Vec::new(), others: Vec::new(), is_nameless: false };
    for session in answer.as_array_mut().map(core::mem::take).unwrap_or_default() {
        let data = session.field("data").unwrap_or(&Value::Null);
        if !session.is_object() || !message::holds(data, now_ms) {
            continue;
        }
        let of = data.text("chainId");
        if data.text("accountAddress").is_none() {
            cx.update(|s| s.sign_in.is_one_for_all = true);
        }
        match data.text("accountAddress") {
            None if !has_signed => found.is_nameless = true,
            Some(address)
                if !message::is_of_account(account, address) || of.is_some_and(|of| of != chain) =>
            {
                let of = of.map_or(Some(account.chain.clone()), ChainId::parse);
                let of = of.filter(|of| of.namespace == account.chain.namespace);
                let read = |of: ChainId| {
                    let address = namespaces::of(of.namespace).address(address).ok()?;
                    Some(AccountId { chain: of, address })
                };
                let Some(of) = of else { continue };
                match read(of) {
                    Some(other) => found.others.push(other),
                    None => found.is_nameless |= !has_signed,
                }
            }
            None if of.is_some_and(|of| of != chain) => {}
            _ => found.own.push(session),
        }
    }
    found.others.truncate(SIGN_OUT_ASKED_MAX);
    found
}

async fn sessions(cx: &Cx, account: &AccountId) -> Result<Found> {
    let wanted = json!({ "chainId": account.chain.to_string(), "address": account.address });
    let answer = ask(cx, "getSessions", &wanted).await?;
    Ok(sort(cx, account, answer))
}

/// Whether one of these sessions is valid. Otherwise anyone with access to the page's storage could sign in for every user.
async fn is_any_valid(cx: &Cx, account: &AccountId, own: &[Value]) -> Result<bool> {
    let is_in_page = cx.ports().siwx.settings().is_in_page;
    for session in own {
        if !is_in_page || sign_in_wallet::is_signed(cx, session, account).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the page has a session for the account.
pub(crate) async fn has_session(cx: &Cx, account: &AccountId) -> Result<bool> {
    let found = sessions(cx, account).await?;
    is_any_valid(cx, account, &found.own).await
}

/// Like [`has_session`], but first ends sessions of accounts that aren't connected.
async fn has_session_alone(cx: &Cx, account: &AccountId) -> Result<bool> {
    let found = sessions(cx, account).await?;
    cx.update(|s| {
        for other in found.others {
            if sign_in::has_left(s, &other) && !s.sign_in.known.contains(&other) {
                s.sign_in.known.push(other);
            }
        }
    });
    sign_out::left(cx);
    if is_any_valid(cx, account, &found.own).await? {
        return Ok(true);
    }
    if found.is_nameless && cx.read(|s| s.sign_in.ends.account) {
        sign_out::nameless(cx, account).await;
    }
    Ok(false)
}

/// The page's message for an account. Rejected if it is for another page, or if its text differs from its fields (B18).
pub(crate) async fn make(cx: &Cx, account: &AccountId) -> Result<Value> {
    verify::prefetch(cx, account.chain.namespace);
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

/// Checks for a session at each change of account or network. Runs until the engine ends.
async fn follow(cx: Cx) -> Result<Reply> {
    let mut last: Option<Subject> = None;
    let mut looked: Vec<(Subject, bool)> = Vec::new();
    sign_out::read_ends(&cx);
    loop {
        let (now, other) = cx
            .until(|s| {
                let now = subject(s);
                let other = elsewhere(s).find(|other| !looked.contains(other));
                (now != last || other.is_some() || sign_in::leaves_any(s)).then_some((now, other))
            })
            .await;
        if now.is_none() {
            cx.update(|s| forget(&mut s.sign_in));
        } else if now != last {
            sign_out::again(&cx);
        }
        sign_out::left(&cx);
        if let Some((other, is_held)) = other {
            looked.retain(|(known, _)| known.namespace() != other.namespace());
            looked.push((other.clone(), is_held));
            cx.update(|s| s.sign_in.begin(&other.account));
            if is_held {
                check_elsewhere(&cx, other);
            }
        }
        // a displayed sign-in stays when another namespace disconnects
        if now == last {
            continue;
        }
        last.clone_from(&now);
        let Some(subject) = now else { continue };
        let changed = cx.until(|s| (self::subject(s).as_ref() != Some(&subject)).then_some(()));
        let (checked, changed) = (core::pin::pin!(check(&cx, &subject)), core::pin::pin!(changed));
        if let Either::Right(_) = select(checked, changed).await {
            last = None; // the check was canceled, and the same account might return
        }
    }
}

/// The accounts of the namespaces that the page doesn't show, and whether each awaits its sign-in. Their sign-in waits
/// until the page shows them.
fn elsewhere(state: &State) -> impl Iterator<Item = (Subject, bool)> + '_ {
    let shown = state.networks.active_namespace();
    let others = Namespace::ALL.into_iter().filter(move |of| Some(*of) != shown);
    others.filter_map(|namespace| {
        let account = state.accounts.by.get(&namespace)?;
        let entry = account.entries.first()?;
        // a wallet on an unconfigured chain gets no request, like one on a visible network
        let chain = account.native.chain.clone().or_else(|| networks::home_of(state, namespace))?;
        state.networks.find(&chain)?;
        let subject = Subject {
            account: AccountId { chain, address: entry.address.clone() },
            handle: account.handle?,
            kind: entry.kind,
            round: state.sign_in.round,
        };
        Some((subject, account.awaits_sign_in))
    })
}

/// Connects an account that awaits its sign-in when a session exists, even while the page shows another namespace, as
/// after a reload.
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

/// Drops the pending sign-in.
pub(crate) fn forget(sign_in: &mut SignIn) {
    (sign_in.phase, sign_in.message, sign_in.error, sign_in.account) = (SignInPhase::None, None, None, None);
}

/// Checks whether a session exists for one account on one network. Cancelled when either changes.
async fn check(cx: &Cx, subject: &Subject) {
    let settings = cx.ports().siwx.settings();
    let required = settings.required;
    let account = &subject.account;
    let (before, was_known) = cx.update(|s| {
        forget(&mut s.sign_in);
        s.sign_in.phase = SignInPhase::Checking;
        s.sign_in.required = required;
        s.sign_in.account = Some(account.clone());
        s.sign_in.begin(account);
        let was_known = s.sign_in.known.contains(account);
        let SignIn { known, arrived, .. } = &mut *s.sign_in;
        known.retain(|known| !arrived.contains(known));
        known.extend(arrived.iter().cloned());
        (s.sign_in.current.take(), was_known)
    });
    let found = has_session_alone(cx, account).await;
    // an error doesn't mean "no session": one at a server ends when the account disconnects; one in the page is only
    // valid for its signer
    if found.is_ok() || settings.is_in_page {
        cx.update(|s| s.sign_in.unread.retain(|unread| unread != account));
    }
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
                s.sign_in.stored.retain(|of| of != account);
                if was_known && !s.sign_in.arrived.contains(account) {
                    s.sign_in.known.retain(|of| of != account);
                    sign_out::tell(s, account, required);
                }
                (required || by_user || before.is_some(), is_brought_back)
            });
            if required && is_brought_back && !settings.prompt_after_reload {
                leave(cx, subject.namespace());
            } else if !asks {
                cx.update(|s| s.sign_in.phase = SignInPhase::None);
            } else if let Err(error) = prompt(cx, subject).await {
                fail_start(cx, subject, &error);
            }
        }
    }
}

/// Disconnects an account without its required session if the page doesn't prompt automatically. The user has to
/// connect it again.
fn leave(cx: &Cx, namespace: Namespace) {
    let flow_cx = cx.clone();
    // cancels the flow that runs this code
    cx.background(ScopeId::App, async move {
        account_flow::reset(&flow_cx, namespace, "sign-in").await;
        Ok(Reply::Done)
    });
}

/// Opens the sign-in view.
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
    // first lets the user read "Connected"; flows that wait for the account or the phase don't wait for that
    let was_shown = cx.read(|s| s.router.done);
    router::moment(cx).await;
    cx.update(|s| {
        // a user who closed the modal meanwhile gets no optional sign-in
        let is_closed = was_shown && !s.router.open && !s.sign_in.required;
        if s.sign_in.is_asked() && !is_closed {
            show(s);
        }
    });
    Ok(())
}

/// When a message expires, according to its own field.
pub(crate) fn over_ms(message: &Value) -> Option<u64> {
    message.text("expirationTime").and_then(time::parse)
}

/// Prepares the next message before the current one expires. The wallet needs it immediately at the click, because its
/// window must open in the same task. Ends with the view. If the page returns no message, the click requests one again.
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
            // the message stays while the wallet has it
            let is_signing =
                |s: &State| matches!(s.sign_in.phase, SignInPhase::Signing | SignInPhase::Verifying);
            cx.until(|s| (!is_signing(s)).then_some(())).await;
        }
        Ok(Reply::Done)
    }));
}

pub(crate) fn show(state: &mut State) {
    if !state.router.open {
        router::open(state, Some(View::SiwxSignMessage));
    } else if router::origin(state).is_some() {
        router::push(state, View::SiwxSignMessage); // the payment continues
    } else if state.router.view() != Some(View::SiwxSignMessage) {
        router::reset(state, View::SiwxSignMessage);
    }
}

/// Handles a page that doesn't respond (8.18): without its message the user can't sign, so the account is disconnected.
fn fail_start(cx: &Cx, subject: &Subject, error: &Error) {
    let namespace = subject.namespace();
    cx.log(&alloc::format!("Couldn't start sign-in: {}", error.data().details.unwrap_or_default()));
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

/// Handles an existing session: reports the waiting account as connected, and closes the sign-in view.
pub(crate) async fn accept(cx: &Cx, subject: &Subject, stored: bool) {
    let asked = cx
        .commit(|s| {
            let sign_in = &mut *s.sign_in;
            forget(sign_in);
            sign_in.current = Some(subject.account.clone());
            sign_in.ended(&subject.account);
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

/// Connects an account that awaited its session, and emits its events.
fn release(state: &mut State, namespace: Namespace) {
    state.sign_in.brought_back.retain(|of| *of != namespace);
    let held = state.sign_in.held.remove(&namespace);
    if let Some(account) = state.accounts.by.get_mut(&namespace).filter(|account| account.awaits_sign_in) {
        account.awaits_sign_in = false;
        account.status = Status::Connected;
        held.into_iter().flatten().for_each(|event| state.emit(event));
        state.context_changed(namespace, ChangeReason::SignedIn);
    }
}

pub(crate) fn tell_stored(state: &mut State, account: &AccountId, required: bool) {
    let (address, chain_id) = (account.address.clone(), account.chain.to_string());
    state.emit(Event::SignIn { address, chain_id, required });
    state.emit(Event::track("SIWX_AUTH_SUCCESS", &[]));
}

/// Opens the sign-in view again, for the page or the user.
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

/// Runs a command. `follow`, `comeBack` and `ready` (the part has loaded) come from the engine.
pub fn run(cx: Cx, action: String, _: Value) -> Flow {
    Box::pin(async move {
        cx.draw("signIn", |state| crate::snapshot::text(&sign_in::slice(state)));
        match action.as_str() {
            SignInAction::Ready => Ok(Reply::Done),
            SignInAction::Follow => follow(cx).await,
            SignInAction::ComeBack => Ok(sign_out::come_back(&cx)),
            SignInAction::Sign => sign_in_ask::sign(&cx).await,
            SignInAction::Cancel => sign_in_ask::cancel(&cx).await,
            SignInAction::Open => open(&cx).await,
            _ => Err(unknown_action("signIn", &action)),
        }
    })
}
