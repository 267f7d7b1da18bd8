//! Signing in during the connection (10.34, 10.35): signed objects of a WalletConnect session, the message of an
//! embedded wallet's login, and a browser wallet that connects and signs in with one prompt ([`one_click_auth`]). It is
//! a separate part, because most wallets sign in after connecting. Only verified signatures are stored (T4).

use crate::caip::{AccountId, ChainId, Namespace};
use crate::command::unknown_action;
use crate::error::{Error, Result};
use crate::features::sign_in;
use crate::features::sign_in::flow::{ask, give};
use crate::features::sign_in::message::{fault, host, is_of_account};
use crate::features::sign_in::one_click_auth;
use crate::features::sign_in::wallet::session;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::json::json;
use crate::namespaces;
use crate::signing::verify;
use crate::time;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::{Map, Value};
use walletconnect::cacao::{AuthRequest, Cacao, read_cacao};
use walletconnect::client::Auth;

crate::command::commands! {
    AtOnceAction
    own {
        "ready" Ready,
        "loginMessage" LoginMessage,
        "take" Take,
        "signed" Signed,
        "connect" Connect,
        "ofAccount" OfAccount,
        "ofCacao" OfCacao,
    }
}

/// The page's message for an EVM account that isn't known yet.
pub(crate) async fn login_message(cx: &Cx) -> Result<Reply> {
    let chains: Vec<ChainId> = cx.read(|s| {
        let active = s.networks.active.clone();
        let others = s.networks.list.iter().filter_map(crate::entities::Network::chain);
        let all = active.iter().cloned().chain(others.filter(|chain| Some(chain) != active.as_ref()));
        all.filter(|chain| chain.evm_number().is_some()).collect()
    });
    verify::prefetch(cx, Namespace::Eip155);
    Ok(Reply::Json(crate::json::text(&unsigned(cx, &chains).await?)))
}

/// The message for these chains. It names the first one.
pub(super) async fn unsigned(cx: &Cx, chains: &[ChainId]) -> Result<Value> {
    let first = chains.first().ok_or(Error::NoNetwork)?.to_string();
    let mut message = ask(cx, "createMessage", &json!({ "accountAddress": "", "chainId": first })).await?;
    if message.text("domain") != Some(&host(cx)) {
        return Err(Error::Aborted); // the sign-in was requested after the connection, and the user declined it there
    }
    let issued = time::iso(cx.ports().clock.now_ms());
    if let Some(fields) = message.as_object_mut() {
        crate::json::take(fields, "text");
        fields.entry("issuedAt").or_insert_with(|| issued.into());
        fields.insert("chains".into(), chains.iter().map(ToString::to_string).collect());
    }
    Ok(message)
}

/// The message in its WalletConnect form. `None` if no wallet would accept it.
#[must_use]
pub fn read_auth_request(message: &Value) -> Option<Auth> {
    let text = |name: &str| message.filled(name).map(String::from);
    let texts = |name: &str| -> Vec<String> {
        message.list(name).iter().filter_map(|item| item.as_str().map(String::from)).collect()
    };
    let request = AuthRequest {
        domain: text("domain")?,
        aud: text("uri")?,
        nonce: text("nonce")?,
        chains: texts("chains"),
        statement: text("statement"),
        iat: text("issuedAt")?,
        exp: text("expirationTime"),
        nbf: text("notBefore"),
        request_id: text("requestId"),
        resources: texts("resources"),
        methods: Vec::new(),
    };
    let one_click = request.check(true).is_ok();
    request.check(false).ok()?;
    Some(Auth { request, one_click })
}

/// Verifies and stores the signed objects of a session.
pub(crate) async fn take(cx: &Cx, command: &Value) -> Result<Reply> {
    let lie = |details: &str| Error::SignFailed { details: Some(details.into()) };
    let mut sessions = Vec::new();
    let mut accounts: Vec<AccountId> = Vec::new();
    for raw in command.list("cacaos") {
        let cacao = read_cacao(raw).ok_or_else(|| lie("The signature is malformed"))?;
        let chain = ChainId::parse(&cacao.chain).ok_or_else(|| lie("Unknown network"))?;
        let rules = namespaces::of(chain.namespace);
        let address = rules.address(&cacao.address).map_err(|_| lie("The address is invalid"))?;
        match verify::signed(cx, &chain, &address, &cacao.message, &cacao.signature).await {
            Ok(true) => {}
            Ok(false) => return Err(lie("The signature is from another account")),
            // a contract that can't be called now: the user signs in after connecting
            Err(_) => return Ok(Reply::Done),
        }
        sessions.push(of_cacao(&cacao, &address));
        let account = AccountId { chain, address };
        if !accounts.contains(&account) {
            accounts.push(account);
        }
    }
    keep(cx, "setSessions", Value::Array(sessions), accounts).await;
    Ok(Reply::Done)
}

/// Passes signed objects for new accounts to the page. If the page doesn't store one, the user signs in after
/// connecting.
pub(super) async fn keep(cx: &Cx, method: &'static str, sessions: Value, accounts: Vec<AccountId>) {
    let attempt = Rc::new(());
    let (flow_cx, waits) = (cx.clone(), Rc::downgrade(&attempt));
    let stored = cx.start(ScopeId::App, async move {
        let cx = flow_cx;
        cx.commit(|s| s.sign_in.given.clone_from(&accounts)).await;
        let answer = give(&cx, method, &sessions, accounts.clone()).await;
        let is_waited_for = waits.strong_count() > 0;
        cx.update(|s| {
            s.sign_in.given.clear();
            if is_waited_for && answer.is_ok() {
                s.sign_in.arrived = accounts;
            } else {
                accounts.iter().for_each(|account| s.sign_in.unsure(account));
            }
        });
        if !is_waited_for {
            // the modal was closed meanwhile and no account is connected: the sessions are revoked
            sign_in::follow(&cx);
        }
        answer.map(|_| Reply::Done)
    });
    drop(stored.await);
}

/// Verifies and stores the sign-in of an embedded wallet's login: exactly the requested message, for this account.
pub(crate) async fn signed(cx: &Cx, command: &Value) -> Result<Reply> {
    let unknown = || Error::SignFailed { details: Some("Unknown network".into()) };
    let account = account(command).ok_or_else(unknown)?;
    let (text, signature) =
        (command.text("text").unwrap_or_default(), command.text("signature").unwrap_or_default());
    let wanted = command.field("wanted").cloned().unwrap_or_default();
    let session = session_of(cx, &account, wanted, text, signature).await?;
    cx.commit(|s| s.sign_in.given = alloc::vec![account.clone()]).await;
    let answer =
        give(cx, "setSessions", &Value::Array(alloc::vec![session]), alloc::vec![account.clone()]).await;
    cx.update(|s| {
        s.sign_in.given.clear();
        match answer {
            Ok(_) => s.sign_in.arrived.push(account),
            Err(_) => s.sign_in.unsure(&account),
        }
    });
    answer?;
    Ok(Reply::Done)
}

/// The session for a text that has the fields of `wanted` and a signature of this account.
///
/// # Errors
/// [`Error::SignFailed`] if the text has other fields or another account signed it. The errors of the verification.
pub(super) async fn session_of(
    cx: &Cx,
    account: &AccountId,
    wanted: Value,
    text: &str,
    signature: &str,
) -> Result<Value> {
    let lie = |details: &str| Error::SignFailed { details: Some(details.into()) };
    let mut data = wanted.as_object().cloned().unwrap_or_default();
    crate::json::take(&mut data, "chains");
    data.insert("accountAddress".into(), account.address.as_str().into());
    data.insert("chainId".into(), account.chain.to_string().into());
    data.insert("text".into(), text.into());
    let message = Value::Object(data.clone());
    if let Some(fault) = fault(&message, account, &host(cx)) {
        return Err(lie(fault));
    }
    if !verify::signed(cx, &account.chain, &account.address, text, signature).await? {
        return Err(lie("The signature is from another account"));
    }
    crate::json::take(&mut data, "text");
    Ok(session(data, text, signature))
}

/// Renames the fields of a CACAO to those of a session (3.19): `aud` is the URI; `iat`, `exp` and `nbf` are the times.
fn of_cacao(cacao: &Cacao, address: &str) -> Value {
    let payload = cacao.raw.field("p").unwrap_or(&Value::Null);
    let mut data = Map::new();
    data.insert("accountAddress".into(), address.into());
    data.insert("chainId".into(), cacao.chain.as_str().into());
    for (name, of) in [
        ("domain", "domain"),
        ("uri", "aud"),
        ("version", "version"),
        ("nonce", "nonce"),
        ("issuedAt", "iat"),
        ("expirationTime", "exp"),
        ("notBefore", "nbf"),
        ("statement", "statement"),
        ("requestId", "requestId"),
        ("resources", "resources"),
    ] {
        if let Some(value) = payload.field(of) {
            data.insert(name.into(), value.clone());
        }
    }
    let mut session = session(data, &cacao.message, &cacao.signature);
    if let Some(fields) = session.as_object_mut() {
        fields.insert("cacao".into(), cacao.raw.clone());
    }
    session
}

/// The session in a signed object of this account, not yet verified. `None` if it is invalid.
fn of_stored(command: &Value) -> Option<Value> {
    let account = account(command)?;
    let cacao = read_cacao(command.field("cacao")?)?;
    let is_its = cacao.chain == account.chain.to_string() && is_of_account(&account, &cacao.address);
    is_its.then(|| of_cacao(&cacao, &account.address))
}

/// The account that a command names.
pub(super) fn account(command: &Value) -> Option<AccountId> {
    let chain = command.text("chain").and_then(ChainId::parse)?;
    Some(AccountId { chain, address: command.text("address").unwrap_or_default().to_string() })
}

/// Runs an internal command.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        match action.as_str() {
            AtOnceAction::Ready => Ok(Reply::Done),
            AtOnceAction::LoginMessage => login_message(&cx).await,
            AtOnceAction::Take => take(&cx, &command).await,
            AtOnceAction::Signed => signed(&cx, &command).await,
            AtOnceAction::Connect => one_click_auth::connect(&cx, &command).await,
            AtOnceAction::OfAccount => one_click_auth::of_account(&cx, &command).await,
            AtOnceAction::OfCacao => {
                Ok(Reply::Json(crate::json::text(&of_stored(&command).unwrap_or_default())))
            }
            _ => Err(unknown_action("atOnce", &action)),
        }
    })
}
