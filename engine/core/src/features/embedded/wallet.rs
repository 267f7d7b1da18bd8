//! Calls to the embedded wallet's connector after a login: reading its user, switching the network, requests, logging
//! out.

use super::frame::Frame;
use super::login::{LoggedIn, Signed};
use super::model::stored;
use super::protocol::{GetChainId, GetUser, IsConnected, RpcRequest, SignOut, SwitchNetwork, User};
use super::whitelist::{Class, class};
use super::{approval, kept, model, smart};
use crate::caip::{ChainId, Namespace};
use crate::constants::{EMBEDDED_ID, FRAME_READ_MS, REFUSED_SHOWN_MS};
use crate::entities::{AccountEntry, AccountType, WalletHandle};
use crate::error::{Error, Result};
use crate::features::account::{Account, Connected, balances, connection as account_flow};
use crate::features::shell::{router, toasts};
use crate::features::sign_in;
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::json;
use crate::namespaces;
use crate::store::State;
use crate::text;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use serde_json::Value;

/// The wallet's name, from the login method. It never contains the email address, because stored connections aren't
/// encrypted.
fn name_of(provider: &str) -> &'static str {
    match provider {
        "google" => "Google",
        "github" => "GitHub",
        "apple" => "Apple",
        "facebook" => "Facebook",
        "x" => "X",
        "discord" => "Discord",
        "farcaster" => "Farcaster",
        _ => "Email wallet",
    }
}

/// The request for the user: for the page's chain and the preferred account, with the message to sign in the same step.
pub(super) async fn who(cx: &Cx, namespace: Namespace) -> GetUser {
    let chain = cx.read(|s| model::chain_of(s, namespace));
    let preferred = cx.read(|s| smart::preferred(s, namespace));
    GetUser { chain, preferred: Some(preferred), ..GetUser::default() }
}

/// The request for the user during a login. It includes a sign-in if the page has one and no account is connected (EVM
/// only).
pub(super) async fn who_signs(cx: &Cx, namespace: Namespace) -> GetUser {
    let wanted = match namespace {
        Namespace::Eip155 => sign_in::login_message(cx).await,
        _ => None,
    };
    let message = wanted.clone().map(|mut message| {
        if let Some(fields) = message.as_object_mut() {
            crate::json::take(fields, "chains");
            fields.insert("accountAddress".into(), json!("<<AccountAddress>>"));
        }
        message
    });
    *cx.extension_or("embedded wish", Wish::default).0.borrow_mut() = wanted;
    GetUser { message, ..who(cx, namespace).await }
}

/// The frame's account as a connection.
pub(super) fn taken(cx: &Cx, namespace: Namespace, found: User, provider: &str) -> Result<LoggedIn> {
    let entries = entries(namespace, &found);
    if entries.is_empty() || found.chain.namespace != namespace {
        return Err(Error::Unreadable { from: "the wallet".into() });
    }
    let connected = Connected {
        namespace,
        entries,
        chain: Some(found.chain.clone()),
        connector_id: EMBEDDED_ID.into(),
        wallet_name: name_of(provider).into(),
        icon: None,
        handle: WalletHandle::Embedded(namespace),
        is_remembered: false,
        unread: Vec::new(),
        wanted: None,
    };
    let user = model::User {
        email: found.email,
        provider: Some(provider.into()),
        username: found.name,
        is_deployed: found.is_deployed,
    };
    let wanted = cx.extension_or("embedded wish", Wish::default).0.borrow_mut().take();
    let signed = wanted.zip(found.signed).map(|(wanted, (text, signature))| Signed {
        wanted,
        chain: found.chain,
        text,
        signature,
    });
    Ok(LoggedIn { connected, user, signed })
}

/// The message to sign with the login.
#[derive(Default)]
pub(super) struct Wish(RefCell<Option<Value>>);

async fn user(cx: &Cx, namespace: Namespace) -> Result<(Vec<AccountEntry>, User)> {
    let asked = who(cx, namespace).await;
    let found = Frame::of(cx).call(asked).await?;
    let entries = entries(namespace, &found);
    if entries.is_empty() || found.chain.namespace != namespace {
        return Err(Error::Unreadable { from: "the wallet".into() });
    }
    Ok((entries, found))
}

/// The user's accounts, one of each type, the active one first.
pub(super) fn entries(namespace: Namespace, user: &User) -> Vec<AccountEntry> {
    let first = user.preferred.unwrap_or(AccountType::Eoa);
    let in_use = (user.address.clone(), first);
    let all = core::iter::once(&in_use).chain(&user.accounts);
    let mut found: Vec<AccountEntry> = Vec::new();
    for (address, kind) in all {
        let entry = namespaces::entry(namespace, address, Some(kind.as_str()), None);
        if let Some(entry) = entry.filter(|entry| found.iter().all(|known| known.address != entry.address)) {
            found.push(entry);
        }
    }
    found
}

/// Requests the user without a prompt, after a reload.
pub(super) async fn accounts(cx: &Cx, namespace: Namespace) -> Result<Reply> {
    let token = kept::token(cx).await;
    if !Frame::of(cx).call(IsConnected(token)).await? {
        kept::clear(cx).await;
        return Ok(Reply::Json(crate::json::text(&json!({ "accounts": [] }))));
    }
    let (entries, found) = user(cx, namespace).await?;
    let (email, username) = kept::user(cx).await;
    let chain = found.chain;
    cx.update(|s| {
        let provider = stored::provider(s);
        let user = s.embedded.user.get_or_insert_default();
        user.provider = user.provider.take().or(provider);
        user.email = found.email.or(email);
        user.username = found.name.or(username);
        user.is_deployed = found.is_deployed;
    });
    let list: Vec<Value> = entries
        .iter()
        .map(|entry| json!({ "address": entry.address, "type": entry.kind.as_str() }))
        .collect();
    Ok(Reply::Json(crate::json::text(&json!({ "accounts": list, "chain": chain.to_string() }))))
}

/// Ends the login. The page has already dropped it, so the wait is short (4.9).
pub(super) async fn disconnect(cx: &Cx) -> Result<Reply> {
    let flow_cx = cx.clone();
    // one login contains the accounts of both namespaces: they disconnect together, and the site gets one call
    cx.single(ScopeId::App, "embedded sign out", async move {
        let cx = flow_cx;
        kept::clear(&cx).await;
        let left = |s: &State| {
            let is_of_login = |account: &Account| account.connector_id.as_deref() == Some(EMBEDDED_ID);
            let of = s.accounts.by.iter().filter(|(_, account)| is_of_login(account));
            of.map(|(namespace, _)| *namespace).collect::<Vec<_>>()
        };
        for namespace in cx.read(left) {
            // the other namespace might be in the middle of a restore
            cx.close_scope(ScopeId::Restore(namespace), &Error::Aborted);
            account_flow::reset(&cx, namespace, "user").await;
        }
        let frame = Frame::of(&cx);
        let ended = frame.call(SignOut).await;
        frame.close();
        ended.map(|()| Reply::Done)
    })
    .await
}

/// Switches the network. The frame's response names the actual one.
pub(super) async fn switch(cx: &Cx, chain: ChainId) -> Result<Reply> {
    let rpc_url =
        cx.read(|s| s.networks.find(&chain).and_then(|network| network.http_urls().first().cloned()));
    let stands = Frame::of(cx).call(SwitchNetwork { chain: chain.clone(), rpc_url }).await?;
    if stands != chain {
        return Err(Error::ChainNotSupported);
    }
    let flow_cx = cx.clone();
    cx.background(ScopeId::App, async move {
        // waits until the page is on that network, too
        flow_cx.until(|s| (s.networks.active.as_ref() == Some(&chain)).then_some(())).await;
        smart::follow_chain(&flow_cx).await.map(|()| Reply::Done)
    });
    Ok(Reply::Done)
}

/// Displays that the page made a rejected request (4.32, 6.7). The log names the method for developers (6.13).
fn refuse(cx: &Cx, method: &str) {
    cx.log(&alloc::format!("Method not allowed: {}", text::label(method, 64).unwrap_or_default()));
    cx.update(|state| {
        if !state.router.open {
            router::open(state, None);
        }
    });
    let flow_cx = cx.clone();
    cx.background(ScopeId::Modal, async move {
        flow_cx.ports().clock.sleep(REFUSED_SHOWN_MS).await;
        toasts::show_error(&flow_cx, &Error::ActionNotAllowed);
        Ok(Reply::Done)
    });
}

/// Sends a request, if its method is in the namespace's list (6.3). Requests that move money have a `token`.
pub(super) async fn request(
    cx: &Cx,
    namespace: Namespace,
    method: &str,
    params: Value,
    token: Option<String>,
) -> Result<Reply> {
    let Some(class) = class(namespace, method) else {
        refuse(cx, method);
        return Err(Error::MethodNotAllowed);
    };
    let chain = cx.read(|s| model::chain_of(s, namespace)).ok_or(Error::Unauthorized)?;
    let rpc_url =
        cx.read(|s| s.networks.find(&chain).and_then(|network| network.http_urls().first().cloned()));
    if method == "eth_chainId" {
        // the chain that the frame itself reports; a request would use the chain that we name in it
        let stands = Frame::of(cx).call(GetChainId).await?;
        let number = stands.evm_number().ok_or(Error::Unauthorized)?;
        return Ok(Reply::Json(crate::json::text(&json!(alloc::format!("{number:#x}")))));
    }
    let call = RpcRequest { method: method.into(), params, chain, rpc_url };
    let answer = match class {
        Class::Read => {
            let frame = Frame::of(cx);
            cx.within(FRAME_READ_MS, frame.call(call)).await.unwrap_or(Err(Error::FrameFailed))?
        }
        Class::Approval => {
            let answer = approval::ask(cx, call, token).await?;
            balances::renew(cx, namespace, &[]); // sends renew the balance (4.34)
            answer
        }
    };
    Ok(Reply::Json(crate::json::text(&answer)))
}
