//! Connects a browser wallet (1.1, 2.4, 2.8, 2.29, 8.21): runs the attempt, and handles its end.

use super::model::attempt::{ConnectPhase, choose, key, key_for, leave_connecting};
use super::model::page_wallets::{host_id, identity, is_of_host};
use crate::caip::Namespace;
use crate::command::needed;
use crate::command::unknown_action;
use crate::connectors::{self, WalletAnswer, WalletUpdate};
use crate::constants::{
    WALLET_LOCKED_MS, WALLET_NO_WINDOW_MS, WALLET_OPENING_MS, WALLET_PROMPT_MS, WALLET_SILENT_MS,
    WALLET_SLOW_MS,
};
use crate::entities::Status;
use crate::entities::WalletHandle;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::account::{Came, Connected, connection as account_flow};
use crate::features::connect::restore;
use crate::features::networks;
use crate::features::shell::{View, router};
use crate::features::sign_in;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::namespaces;
use crate::ports::provider::Announced;
use crate::store::State;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use core::cell::RefCell;
use serde_json::Value;

/// Sends the request to the wallet and keeps the phase up to date. Runs in the scope of the connecting view: leaving the view cancels it.
async fn ask(
    cx: Cx,
    handle: WalletHandle,
    namespace: Namespace,
    answer: Rc<RefCell<Option<WalletAnswer>>>,
) -> Result<Reply> {
    let attempt = cx.phase(move |state| {
        state.connect.phase = ConnectPhase::Idle;
        leave_connecting(state, namespace);
    });
    cx.update(|state| {
        state.connect.phase = ConnectPhase::Opening;
        state.connect.error = None;
        let account = state.accounts.by.of(namespace);
        if account.status != Status::Connected {
            account.status = Status::Connecting;
        }
    });
    let waits: &[_] = match namespaces::of(namespace).is_silent_when_locked() {
        // these wallets send no event when the user closes their window (decision 251, "Windows without a signal")
        true => &[(WALLET_NO_WINDOW_MS, ConnectPhase::NoWindow), (WALLET_LOCKED_MS, ConnectPhase::Locked)],
        false if namespace == Namespace::Eip155 => &[(WALLET_SLOW_MS, ConnectPhase::Slow)],
        false => &[(WALLET_LOCKED_MS, ConnectPhase::Locked)],
    };
    let timer_cx = cx.clone();
    cx.background(ScopeId::Connecting, async move {
        let (mut waited_ms, mut from) = (0, ConnectPhase::Opening);
        for (after_ms, to) in [(WALLET_OPENING_MS, ConnectPhase::Confirm)].iter().chain(waits) {
            timer_cx.ports().clock.sleep(after_ms - waited_ms).await;
            if timer_cx.read(|s| s.connect.phase == from) {
                timer_cx.update(|s| s.connect.phase = *to);
            }
            (waited_ms, from) = (*after_ms, *to);
        }
        Ok(Reply::Done)
    });
    let asked = cx.within(WALLET_PROMPT_MS, prompt(&cx, handle, namespace)).await;
    let mut shares_none = false;
    let result = asked.unwrap_or(Err(Error::WalletSilent)).and_then(|given| {
        // in these wallets' window the user selects accounts one by one, and none is selected at first
        shares_none = given.shares_none && namespaces::of(namespace).is_silent_when_locked();
        match given.entries.is_empty() {
            true => Err(Error::Unreadable { from: "the wallet".into() }),
            false => Ok(given),
        }
    });
    match result {
        Ok(given) => {
            attempt.done();
            cx.answered();
            *answer.borrow_mut() = Some(given);
            Ok(Reply::Done)
        }
        Err(error) => {
            attempt.done();
            // uses the error's text if the namespace's wallets have a known one, because the code is ambiguous
            let keeps_out = namespaces::of(namespace).is_silent_when_locked();
            let is_blocked = keeps_out && error == Error::Unauthorized;
            let shown = shown_error(error);
            cx.update(|state| {
                let refused = shown.is_refusal();
                state.connect.phase = match refused {
                    true => ConnectPhase::Rejected,
                    false if shares_none => ConnectPhase::NoAccount,
                    false if is_blocked => ConnectPhase::Blocked,
                    false => ConnectPhase::Failed,
                };
                state.connect.error = Some(shown.data());
                leave_connecting(state, namespace);
                let event = if refused { "USER_REJECTED" } else { "CONNECT_ERROR" };
                state.emit(Event::track(event, &[("message", &alloc::format!("{shown}"))]));
            });
            Err(shown)
        }
    }
}

/// Sends the request. If the wallet already has a pending request, it gets no second one: its accounts event reports
/// when the user has responded.
async fn prompt(cx: &Cx, handle: WalletHandle, namespace: Namespace) -> Result<WalletAnswer> {
    let mut changes = connectors::listen(cx, handle);
    sign_in::prefetch(cx, namespace);
    let asked = match sign_in::connect_at_once(cx, handle, namespace).await {
        Ok(None) => connectors::connect(cx, handle, namespace, false).await,
        Ok(Some(given)) => Ok(given),
        Err(error) => Err(error),
    };
    match asked {
        Err(error) if error.is_busy() => {}
        answered => return answered,
    }
    cx.update(|s| s.connect.phase = ConnectPhase::AlreadyOpen);
    loop {
        match changes.next().await {
            Some(WalletUpdate { accounts: Some(list), .. })
                if !connectors::entries(namespace, &list).is_empty() =>
            {
                let silent = connectors::connect(cx, handle, namespace, true);
                return cx.within(WALLET_SILENT_MS, silent).await.unwrap_or(Err(Error::WalletSilent));
            }
            Some(_) => {}
            None => return Err(Error::WalletSilent),
        }
    }
}

/// The error that the user and the page see after a failed attempt (8.21).
fn shown_error(error: Error) -> Error {
    match error {
        Error::UserRejected => Error::ConnectionRejected,
        Error::Rpc { .. } => Error::ConnectFailed { details: error.data().details },
        other => Error::ConnectFailed { details: Some(alloc::format!("{other}")) },
    }
}

/// Fails if a newer attempt has replaced this one.
pub(crate) fn go_on(cx: &Cx, round: u32) -> Result<()> {
    match cx.read(|s| s.connect.round) == round {
        true => Ok(()),
        false => Err(Error::Aborted),
    }
}

/// Connects a browser wallet in a namespace. Without `family`, the page's namespace is used. A second call for the same
/// wallet joins the first one; a call for another wallet replaces it.
pub(crate) async fn connect(cx: &Cx, id: String, family: Option<Namespace>) -> Result<Reply> {
    let id = cx.read(|s| here(s, id));
    if let Some(key) = cx.read(|s| key_for(s, &id, family)).filter(|key| cx.runs(key)) {
        return cx.single(ScopeId::App, &key, async { Ok(Reply::Done) }).await;
    }
    let round = cx.update(|state| choose(state, &id, family));
    let target = cx.read(|s| way(s, &id, family));
    if target.is_none() && family.is_some() && cx.read(|s| s.wallets.is_here(&id)) {
        return Err(Error::NoConnectorForConnection); // the wallet is on this page, but doesn't support that namespace
    }
    let Some((namespace, handle)) = target else {
        // the wallet isn't on this page (2.30)
        return crate::features::relay::start(cx, &id, round).await;
    };
    cx.close_scope(ScopeId::Connecting, &Error::Aborted);
    // keeps listening to an awaited wallet until another one is connected, because this attempt can be canceled
    if !cx.read(|s| s.accounts.by.get(&namespace).is_some_and(|account| account.awaited)) {
        cx.close_scope(ScopeId::Restore(namespace), &Error::Aborted);
    }
    cx.update(|state| {
        if state.router.open {
            router::push(state, View::ConnectingExternal);
        }
    });
    let opening = cx.read(|s| s.router.openings);
    let flow_cx = cx.clone();
    cx.single(ScopeId::Asked, &key(round), async move {
        let cx = flow_cx;
        go_on(&cx, round)?; // another call might have replaced this one before its flow began
        let answer = Rc::new(RefCell::new(None));
        let asked = ask(cx.clone(), handle, namespace, answer.clone());
        cx.inside(&key(round), ScopeId::Connecting, asked).await?;
        let given = answer.borrow_mut().take();
        let identity = cx.read(|s| identity(s, handle));
        let (Some(given), Some((connector_id, wallet_name, icon))) = (given, identity) else {
            return Err(Error::Internal { details: None });
        };
        let connected = Connected::of(given, namespace, (connector_id, wallet_name, icon), handle);
        let leave = cx.phase(|s| {
            if s.connect.phase == ConnectPhase::Approved {
                s.connect.phase = ConnectPhase::Idle;
            }
        });
        let after = match sign_in::celebrate(&cx, namespace) {
            true => ConnectPhase::Idle,
            false => ConnectPhase::Approved,
        };
        cx.update(|s| s.connect.phase = after);
        account_flow::settle(&cx, connected, "browser", Came::New).await;
        go_on(&cx, round)?; // the account might belong to the next wallet by now
        sign_in::after_connect(&cx, namespace, opening).await?;
        drop(leave);
        Ok(cx.read(|s| crate::features::account::account_reply(s, namespace)))
    })
    .await
}

/// For a listing whose wallet is installed, the browser wallet's ID. If several wallets claim that ID, none is used,
/// and the listing's own connection applies (10.33).
fn here(state: &State, id: String) -> String {
    if state.wallets.is_here(&id) {
        return id;
    }
    // a page names its own connector without the prefix (decision 194, "Connectors of the page")
    let own = |wallet: &&Announced| is_of_host(wallet) && wallet.id == host_id(id.clone());
    if let Some(wallet) = state.wallets.found.iter().find(own).filter(|wallet| !state.wallets.shared(wallet))
    {
        return state.wallets.connector_id(wallet);
    }
    let listed = state.directory.listing(&id).and_then(|listing| listing.rdns.as_ref());
    let is_it = |rdns: &String| {
        let of =
            |wallet: &&Announced| state.wallets.rdns(wallet).is_some_and(|of| of.eq_ignore_ascii_case(rdns));
        let wallet = state.wallets.found.iter().find(of).filter(|wallet| !state.wallets.shared(wallet))?;
        Some(state.wallets.row_id(wallet))
    };
    listed.and_then(is_it).unwrap_or(id)
}

/// The namespace and wallet object that get the request: of the given namespace, otherwise of the page's, otherwise the
/// first one.
fn way(state: &State, id: &str, family: Option<Namespace>) -> Option<(Namespace, WalletHandle)> {
    let ways = state.wallets.ways(id, state);
    let of =
        |wanted: Option<Namespace>| ways.iter().copied().find(|(namespace, _)| Some(*namespace) == wanted);
    match family {
        Some(_) => of(family),
        None => of(state.networks.active_namespace()).or(ways.first().copied()),
    }
}

/// The user chose a row whose wallet supports several of the page's namespaces: the next view lets the user choose one (4.47).
fn asks_family(cx: &Cx, id: &str) -> bool {
    let several = cx.read(|s| s.router.open && s.wallets.ways(id, s).len() > 1);
    if several {
        cx.close_scope(ScopeId::Connecting, &Error::Aborted);
        cx.update(|state| {
            choose(state, id, None);
            router::push(state, View::ConnectingMultiChain);
        });
    }
    several
}

crate::command::commands! {
    /// The commands of the feature `connect`.
    #[ts(rename_all_fields = "camelCase")]
    pub enum ConnectCommand, ConnectAction {
        /// Connects the wallet of a row.
        "select" Select {
            id: String,
            /// The selected network type, for a wallet that supports several.
            #[ts(optional)]
            namespace: Option<Namespace>,
        },
        /// Sends the request to the same wallet again.
        "retry" Retry {},
        /// Moves a connector that an earlier page stored to the announced wallet with the same object. `to` is its reverse
        /// DNS name.
        "renamed" Renamed { from: String, to: String },
        /// Connects for the page. Resolves with the account.
        "start" Start {
            connector_id: String,
            #[ts(optional)]
            namespace: Option<String>,
        },
    }
    own {
        "restore" Restore,
        "await" Await,
    }
}

/// Runs a command of this feature.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        account_flow::draw(&cx);
        if action == ConnectAction::Restore {
            let namespace = Namespace::parse(needed(&command, "namespace")?).ok_or(Error::AdapterNotFound)?;
            restore::restore(&cx, namespace, needed(&command, "connectorId")?).await;
            return Ok(Reply::Done);
        }
        if action == ConnectAction::Await {
            let namespace = Namespace::parse(needed(&command, "namespace")?).ok_or(Error::AdapterNotFound)?;
            restore::await_unlock(&cx, namespace, needed(&command, "connectorId")?).await;
            return Ok(Reply::Done);
        }
        if action == ConnectAction::Renamed {
            restore::renamed(&cx, needed(&command, "from")?, needed(&command, "to")?).await;
            return Ok(Reply::Done);
        }
        let mut family = match command.filled("namespace") {
            Some(name) => Some(Namespace::parse(name).ok_or(Error::BadParams { field: "namespace".into() })?),
            None => None,
        };
        let id = match action.as_str() {
            ConnectAction::Select => needed(&command, "id")?.to_owned(),
            ConnectAction::Start => needed(&command, "connectorId")?.to_owned(),
            ConnectAction::Retry => {
                family = cx.read(|s| s.connect.family);
                cx.read(|s| s.connect.wallet_id.clone()).ok_or(Error::NoConnectorForConnection)?
            }
            _ => return Err(unknown_action("connect", &action)),
        };
        if action == ConnectAction::Select && family.is_none() {
            // the user is looking for a wallet of this namespace, so it is used
            let wanted = cx.read(|s| networks::wanted(s).map(|to| to.namespace));
            family = wanted
                .filter(|wanted| cx.read(|s| s.wallets.ways(&id, s).iter().any(|(of, _)| of == wanted)));
        }
        if action == ConnectAction::Select && family.is_none() && asks_family(&cx, &id) {
            return Ok(Reply::Done);
        }
        if action == ConnectAction::Select
            && let Some(name) = cx.read(|s| s.wallets.row_of(&id, s).map(|row| row.name))
        {
            cx.update(|s| s.emit(Event::track("SELECT_WALLET", &[("name", &name), ("platform", "browser")])));
        }
        connect(&cx, id, family).await
    })
}
