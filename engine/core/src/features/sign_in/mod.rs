//! Signing in with the wallet (4.37-4.42, R20): the functions for the rest of the engine. [`flow`] has the flows, in a
//! part that loads later. Signing in during the connection is another part ([`connect_and_sign`]); so is the
//! verification (decision 180, "The parts of a sign-in").
//!
//! ```text
//! connected --> checking --session--> signed in
//!                  |none                  ^
//!                  +--> ready --> signing -+ verified, stored by the host
//!                         ^  |rejected, wrong, not stored: shown, ready again
//!                         |  +--cancel--> optional: closed; required: canceling --> back where a session holds, or disconnected
//!                         +-- asked again by the host
//! another account or network: checking anew; getSessions or createMessage fails: 8.18, disconnected, Connect
//! ```
//!
//! Each namespace defines whether it can sign in, and has its wallet methods and its verification in a module `sign_in`. A
//! browser wallet that can connect and sign in with one prompt does that (`one_click_auth.rs`). The active network's account signs in.
//!
//! The sign-in object stays in the page. The engine calls its methods through `ports/siwx.rs`, and missing methods are built in
//! (`element/src/siwx`). While a required sign-in is missing, the account *awaits sign-in*: it is `connecting` for pages and views, and
//! `wallet-connect` and `eth_accounts` wait for the session. A change of account or network sets this in the same update. Each namespace's
//! events wait separately. The view that waits for the wallet shows "Approved", and "Connected" only if a session is found.
//!
//! Only verified signatures are stored. For a contract account the node is queried, and an account without code is deployed in the query
//! itself (`signing/contract_account.rs`, a few instructions of our own). Over WalletConnect the page's message is part of the proposal
//! (10.35), in one step (`wc_sessionAuthenticate`) if the page has only EVM chains. Signatures in a session are verified before it is
//! accepted. A wrong one rejects the session. If one can't be verified or stored now, the user signs in after connecting. If the modal was
//! closed meanwhile, stored sessions are revoked.
//!
//! The modal requests an optional sign-in on connecting, and if a move to another network loses the session, but never on a reload or
//! again after Cancel. It always requests a required one, unless the page's option `promptAfterReload` defers it: then a restored
//! connection is disconnected and listed as recent. A session ends with its account (`sign_out.rs`, 10.61). The header of SIWXSignMessage
//! has no Back: Cancel is always available, and the effect of Back would depend on whether the sign-in is required.

pub mod ask;
pub mod connect_and_sign;
pub mod flow;
mod message;
pub mod model;
mod one_click_auth;
mod sign_out;
pub mod signatures;
pub mod wallet;

use crate::caip::{AccountId, Namespace};
use crate::connectors::{self, WalletAnswer};
use crate::entities::{Status, WalletHandle};
use crate::error::{Error, Result};
use crate::features::account::connection as account_flow;
use crate::features::shell::{CloseReason, router};
use crate::features::sign_in::connect_and_sign::AtOnceAction;
use crate::features::sign_in::signatures::SignaturesAction;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::json;
use crate::namespaces;
use crate::ports::provider::PageWallet;
use crate::signing::sign_in as signing;
use alloc::vec::Vec;
pub(crate) use model::{
    SignIn, SignInPhase, connected, expect_stored, has_left, hold, is_gone, leaves_any, slice, take_left,
};
use serde_json::Value;
use walletconnect::cacao::Cacao;
use walletconnect::client::Auth;

/// Whether an account awaits a session after it connects. Only in namespaces with sign-in.
pub(crate) fn holds(cx: &Cx, namespace: Namespace) -> bool {
    serves(cx, namespace) && cx.ports().siwx.settings().required
}

/// Shows "Connected" in the waiting view after the wallet's approval, unless a sign-in is required first. Returns
/// whether it did.
pub(crate) fn celebrate(cx: &Cx, namespace: Namespace) -> bool {
    let is_all = !holds(cx, namespace);
    if is_all {
        router::celebrate_connected(cx);
    }
    is_all
}

fn serves(cx: &Cx, namespace: Namespace) -> bool {
    namespaces::signs_in(namespace) && cx.read(|s| s.options.siwx)
}

/// Prefetches the code for the response of a wallet that has a request.
pub(crate) fn prefetch(cx: &Cx, namespace: Namespace) {
    if serves(cx, namespace) {
        let ready = cx.run("signIn", SignInAction::Ready, Value::Null);
        cx.background(ScopeId::App, ready);
    }
}

/// Like [`prefetch`], for a wallet that can sign during the connection.
pub(crate) fn ahead_at_once(cx: &Cx) {
    if serves(cx, Namespace::Eip155) {
        let ready = cx.run("atOnce", AtOnceAction::Ready, Value::Null);
        cx.background(ScopeId::App, ready);
        prefetch(cx, Namespace::Eip155);
    }
}

/// Repeats a sign-out that an earlier page couldn't finish before it was closed.
pub(crate) fn come_back(cx: &Cx) {
    cx.background(ScopeId::App, cx.run("signIn", SignInAction::ComeBack, Value::Null));
}

const FOLLOWS: &str = "sign_in follow";

/// Subscribes to changes of account and network for the life of the engine.
pub(crate) fn follow(cx: &Cx) {
    if !cx.read(|s| s.options.siwx) || cx.runs(FOLLOWS) {
        return;
    }
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::App, FOLLOWS, async move {
        let cx = flow_cx;
        let followed = cx.run("signIn", SignInAction::Follow, Value::Null).await;
        // its part of the binary failed to load: a half-connected account is disconnected
        cx.update(|s| s.sign_in.phase = SignInPhase::None);
        for namespace in Namespace::ALL {
            if cx.read(|s| s.accounts.by.get(&namespace).is_some_and(|account| account.awaits_sign_in)) {
                account_flow::reset(&cx, namespace, "error").await;
            }
        }
        followed
    }));
}

/// Finishes a connection. Without a sign-in, the modal closes. An optional sign-in stays open, and a required one is
/// waited for.
///
/// # Errors
/// [`Error::ConnectionRejected`] if the user canceled a required sign-in. [`Error::SignInNotStarted`].
pub(crate) async fn after_connect(cx: &Cx, namespace: Namespace, opening: u32) -> Result<()> {
    let close = move |cx: &Cx| router::close_opening(cx, opening, CloseReason::Success);
    if !serves(cx, namespace) {
        router::after_moment(cx, close);
        return Ok(());
    }
    let asked = cx
        .until(|s| {
            let account = s.accounts.by.get(&namespace);
            let status = account.map_or(Status::Disconnected, |account| account.status);
            let held = account.is_some_and(|account| account.awaits_sign_in);
            match s.sign_in.phase {
                _ if status == Status::Disconnected => Some(Err(match s.sign_in.failed {
                    true => Error::SignInNotStarted,
                    false => Error::ConnectionRejected,
                })),
                SignInPhase::Checking => None,
                _ if held => None,
                _ => Some(Ok(s.sign_in.is_asked())),
            }
        })
        .await?;
    if !asked {
        // an account that awaited its sign-in is connected now
        if cx.read(|s| s.router.openings) == opening {
            router::celebrate_connected(cx);
        }
        router::after_moment(cx, close);
    }
    Ok(())
}

/// Connects a browser wallet and signs in with one prompt, if the wallet and the page support that. Returns the
/// wallet's accounts, or `None` to connect normally.
///
/// # Errors
/// The wallet's error. [`Error::SignFailed`] if it signed something else.
pub(crate) async fn connect_at_once(
    cx: &Cx,
    wallet: WalletHandle,
    namespace: Namespace,
) -> Result<Option<WalletAnswer>> {
    let WalletHandle::Page(PageWallet(number)) = wallet else { return Ok(None) };
    if signing::connect_and_sign_method(namespace).is_none() || !serves(cx, namespace) {
        return Ok(None);
    }
    let command = json!({ "wallet": number, "namespace": namespace.as_str() });
    let Reply::Json(text) = cx.run("atOnce", AtOnceAction::Connect, command).await? else { return Ok(None) };
    let answer = crate::json::parse(&text, crate::constants::RPC_BYTES_MAX).unwrap_or_default();
    let entries = connectors::entries(namespace, &answer);
    Ok((!entries.is_empty()).then(|| WalletAnswer { entries, ..WalletAnswer::default() }))
}

/// The message that a wallet signs during the connection (10.35), for an unknown account on the configured EVM chains,
/// the active one first. `None` without sign-in, or if the page can't create the message; then the user signs in after
/// connecting. The caller adds the permissions (`request.methods`).
pub(crate) async fn wanted(cx: &Cx) -> Option<Auth> {
    if !serves(cx, Namespace::Eip155) {
        return None;
    }
    let Ok(Reply::Json(text)) = cx.run("atOnce", AtOnceAction::LoginMessage, Value::Null).await else {
        return None;
    };
    connect_and_sign::read_auth_request(&crate::json::parse(&text, crate::constants::RPC_BYTES_MAX).ok()?)
}

/// Verifies all signed objects of a new session, and stores them. They were already compared with the proposal. If
/// there are none, storing fails or a contract can't be queried now, nothing is stored and the user signs in after
/// connecting.
///
/// # Errors
/// [`Error::SignFailed`] if a signature is wrong. The session must then be rejected.
pub(crate) async fn take(cx: &Cx, cacaos: &[Cacao]) -> Result<()> {
    if cacaos.is_empty() || !serves(cx, Namespace::Eip155) {
        return Ok(());
    }
    let raw: Vec<Value> = cacaos.iter().map(|cacao| cacao.raw.clone()).collect();
    cx.run("atOnce", AtOnceAction::Take, json!({ "cacaos": raw })).await.map(|_| ())
}

/// The page's message to sign during a login to the embedded wallet, for an unknown account. `None` without sign-in.
pub(crate) async fn login_message(cx: &Cx) -> Option<Value> {
    if !serves(cx, Namespace::Eip155) {
        return None;
    }
    let Ok(Reply::Json(text)) = cx.run("atOnce", AtOnceAction::LoginMessage, Value::Null).await else {
        return None;
    };
    crate::json::parse(&text, crate::constants::RPC_BYTES_MAX).ok()
}

/// Verifies and stores the sign-in of a login. If it is invalid, the user signs in after connecting.
pub(crate) async fn take_signed(cx: &Cx, account: &AccountId, wanted: Value, text: &str, signature: &str) {
    let command = json!({
        "wanted": wanted, "chain": account.chain.to_string(), "address": account.address, "text": text, "signature": signature,
    });
    let _ = cx.run("atOnce", AtOnceAction::Signed, command).await;
}

/// The result for a signature that wasn't made by a sign-in request. Null if there is none.
///
/// # Errors
/// The errors of the part. [`Error::PartNotLoaded`] if it failed to load, so the signature can't be checked.
async fn of_at_once(cx: &Cx, action: &str, command: Value) -> Result<Value> {
    let Reply::Json(text) = cx.run("atOnce", action, command).await? else {
        return Err(Error::PartNotLoaded);
    };
    Ok(crate::json::parse(&text, crate::constants::RPC_BYTES_MAX).unwrap_or_default())
}

/// Checks that `address` signed the bytes in `params` on this chain. A contract account is left to the page.
///
/// # Errors
/// [`Error::SignFailed`] if another account signed.
pub(crate) fn check_personal(cx: &Cx, chain: &str, params: &Value, signature: &Value, address: &str) -> Flow {
    let command = json!({ "chain": chain, "params": params, "signature": signature, "address": address });
    cx.run("signatures", SignaturesAction::Personal, command)
}

crate::command::commands! {
    /// The commands of signing in.
    pub enum SignInCommand, SignInAction {
        /// Sends the request to the wallet. A second click has no effect.
        "sign" Sign {},
        /// Declines the sign-in.
        "cancel" Cancel {},
        /// Opens the sign-in view again.
        "open" Open {},
    }
    own {
        "ready" Ready,
        "follow" Follow,
        "comeBack" ComeBack,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::{Later, rows};
    use crate::ports::{Ports, siwx, spawn};
    use alloc::rc::Rc;
    use alloc::string::String;
    use core::cell::RefCell;
    use walletconnect::cacao::SignatureKind;

    // req: 10.35
    #[test]
    fn stores_sessions_only_if_valid_and_wanted_by_the_page() {
        let (tasks, host_side) = (spawn::Tasks::default(), siwx::MemorySiwx::default());
        let ports =
            Ports { siwx: Rc::new(host_side.clone()), spawn: Rc::new(tasks.clone()), ..Ports::in_memory() };
        let cx = Cx::new(ports, rows(Later::native()));
        let malformed = Cacao {
            iss: String::new(),
            chain: "eip155:1".into(),
            address: String::new(),
            message: String::new(),
            kind: SignatureKind::Eip191,
            signature: String::new(),
            resources: Vec::new(),
            raw: Value::Null,
        };
        let taken = |is_wanted: bool, cacaos: &[Cacao]| {
            let (flow_cx, cacaos, end) = (cx.clone(), cacaos.to_vec(), Rc::new(RefCell::new(None)));
            let told = end.clone();
            cx.update(|s| s.options.siwx = is_wanted);
            cx.background(ScopeId::App, async move {
                *told.borrow_mut() = Some(take(&flow_cx, &cacaos).await.is_ok());
                Ok(Reply::Done)
            });
            tasks.run_until_idle();
            (end.take(), host_side.count("setSessions"))
        };
        assert_eq!(taken(true, &[]), (Some(true), 0), "nothing to store, so nothing of before is replaced");
        assert_eq!(taken(false, core::slice::from_ref(&malformed)), (Some(true), 0), "without sign-in");
        assert_eq!(taken(true, &[malformed]), (Some(false), 0), "a signature that cannot be read");
    }
}
