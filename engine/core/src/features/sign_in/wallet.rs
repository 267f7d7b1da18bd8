//! What wallets are asked for a sign-in, and what is made of their answer: a signature over the message of a connected account, or
//! signed objects that came together with a session (10.34, 10.35). Nothing is stored that was not verified (T4).

use crate::caip::{AccountId, ChainId};
use crate::connectors;
use crate::constants::WALLET_PROMPT_MS;
use crate::entities::WalletHandle;
use crate::error::{Error, Result};
use crate::features::sign_in::flow::Subject;
use crate::features::sign_in::flow::ask;
use crate::features::sign_in::message::{fault, holds, host, is_of_account};
use crate::features::sign_in::one_prompt::of_account;
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::Read;
use crate::json::json;
use crate::namespaces;
use crate::signing::{self, sign_in, verify};
use crate::time;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::{Map, Value};
use walletconnect::cacao::{AuthRequest, Cacao, read_cacao};
use walletconnect::client::Auth;

/// A session as the host stores it: `{data, message, signature, cacao?}`.
pub(crate) struct Session(pub Value);

/// Asks the wallet of an account for its signature, and verifies it.
pub(crate) async fn signature(cx: &Cx, subject: &Subject, message: Value) -> Result<Session> {
    let account = &subject.account;
    let text = message.text("text").unwrap_or_default().to_string();
    let namespace = subject.namespace();
    let is_in_page = matches!(subject.handle, WalletHandle::Page(_));
    let (method, params) =
        sign_in::request(namespace, &text, &account.address, is_in_page).ok_or(Error::AdapterNotFound)?;
    let params = match is_in_page {
        // as a request of the host is asked there
        true => namespaces::in_page(namespace, method, params, &account.chain, &account.address)
            .ok_or(Error::AdapterNotFound)?,
        false => params,
    };
    let asked = connectors::request(cx, subject.handle, method, &params);
    let answer = cx.within(WALLET_PROMPT_MS, asked).await.unwrap_or(Err(Error::WalletSilent));
    let answer = match answer {
        Err(Error::Rpc { code: 4200, .. }) => {
            let none = || Error::SignFailed { details: Some("This wallet does not sign messages".into()) };
            return of_account(cx, subject, message).await?.ok_or_else(none);
        }
        answer => answer?,
    };
    signing::check_answer(method, &answer)?;
    let other = || Error::SignFailed { details: Some("The wallet signed another text".into()) };
    let signature = sign_in::signature(namespace, &answer).ok_or_else(other)?;
    let signed = verify::signed(cx, &account.chain, &account.address, &text, &signature).await;
    if !signed? {
        return Err(Error::SignFailed { details: Some("The signature is of another account".into()) });
    }
    let mut data = message.as_object().cloned().unwrap_or_default();
    data.remove("text");
    Ok(Session(session(data, &text, &signature)))
}

fn session(data: Map<String, Value>, message: &str, signature: &str) -> Value {
    json!({ "data": data, "message": message, "signature": signature })
}

/// The host's message for an account of eip155 that is not known yet.
pub(crate) async fn login_message(cx: &Cx) -> Result<Reply> {
    let chains: Vec<ChainId> = cx.read(|s| {
        let active = s.networks.active.clone();
        let others = s.networks.list.iter().filter_map(crate::entities::Network::chain);
        let all = active.iter().cloned().chain(others.filter(|chain| Some(chain) != active.as_ref()));
        all.filter(|chain| chain.evm_number().is_some()).collect()
    });
    Ok(Reply::Json(crate::json::text(&unsigned(cx, &chains).await?)))
}

/// The same on these chains, the first of which is the message's.
pub(super) async fn unsigned(cx: &Cx, chains: &[ChainId]) -> Result<Value> {
    let first = chains.first().ok_or(Error::NoNetwork)?.to_string();
    let mut message = ask(cx, "createMessage", &json!({ "accountAddress": "", "chainId": first })).await?;
    if message.text("domain") != Some(&host(cx)) {
        return Err(Error::Aborted); // asked for after connecting, and refused there
    }
    let issued = time::iso(cx.ports().clock.now_ms());
    if let Some(fields) = message.as_object_mut() {
        fields.remove("text");
        fields.entry("issuedAt").or_insert_with(|| issued.into());
        fields.insert("chains".into(), chains.iter().map(ToString::to_string).collect());
    }
    Ok(message)
}

/// The message as a wallet is asked for it over WalletConnect; nothing when no wallet would take it.
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

/// Verifies and stores what came with a session.
pub(crate) async fn take(cx: &Cx, command: &Value) -> Result<Reply> {
    let lie = |details: &str| Error::SignFailed { details: Some(details.into()) };
    let mut sessions = Vec::new();
    let mut accounts: Vec<AccountId> = Vec::new();
    for raw in command.list("cacaos") {
        let cacao = read_cacao(raw).ok_or_else(|| lie("malformed signature"))?;
        let chain = ChainId::parse(&cacao.chain).ok_or_else(|| lie("unknown chain"))?;
        let rules = namespaces::of(chain.namespace);
        let address = rules.address(&cacao.address).map_err(|_| lie("no address"))?;
        match verify::signed(cx, &chain, &address, &cacao.message, &cacao.signature).await {
            Ok(true) => {}
            Ok(false) => return Err(lie("The signature is of another account")),
            // a contract that cannot be called now: the user is asked once connected
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

/// Gives the host what was signed for accounts that are about to be connected; what it does not store is asked for after connecting.
pub(super) async fn keep(cx: &Cx, method: &'static str, sessions: Value, accounts: Vec<AccountId>) {
    let attempt = Rc::new(());
    let (flow_cx, waits) = (cx.clone(), Rc::downgrade(&attempt));
    let stored = cx.start(ScopeId::App, async move {
        let cx = flow_cx;
        ask(&cx, method, &sessions).await?;
        if waits.strong_count() > 0 {
            cx.update(|s| s.sign_in.arrived = accounts);
            return Ok(Reply::Done);
        }
        // the modal was closed meanwhile and no account is connected: the stored sessions are revoked
        for account in accounts {
            let of = json!({ "chainId": account.chain.to_string(), "address": account.address });
            ask(&cx, "revokeSession", &of).await?;
        }
        Ok(Reply::Done)
    });
    drop(stored.await);
}

/// Verifies and stores what came with a login to the embedded wallet: the very message that was asked for, for this account.
pub(crate) async fn signed(cx: &Cx, command: &Value) -> Result<Reply> {
    let unknown = || Error::SignFailed { details: Some("unknown chain".into()) };
    let chain = command.text("chain").and_then(ChainId::parse).ok_or_else(unknown)?;
    let account = AccountId { chain, address: command.text("address").unwrap_or_default().to_string() };
    let (text, signature) =
        (command.text("text").unwrap_or_default(), command.text("signature").unwrap_or_default());
    let wanted = command.field("wanted").cloned().unwrap_or_default();
    let session = session_of(cx, &account, wanted, text, signature).await?;
    ask(cx, "setSessions", &Value::Array(alloc::vec![session])).await?;
    cx.update(|s| s.sign_in.arrived.push(account));
    Ok(Reply::Done)
}

/// A session of a text that says the fields of `wanted` for this account, which has signed it.
///
/// # Errors
/// [`Error::SignFailed`]: it says something else, or another account has signed it; what kept it from being verified.
pub(super) async fn session_of(
    cx: &Cx,
    account: &AccountId,
    wanted: Value,
    text: &str,
    signature: &str,
) -> Result<Value> {
    let lie = |details: &str| Error::SignFailed { details: Some(details.into()) };
    let mut data = wanted.as_object().cloned().unwrap_or_default();
    data.remove("chains");
    data.insert("accountAddress".into(), account.address.as_str().into());
    data.insert("chainId".into(), account.chain.to_string().into());
    data.insert("text".into(), text.into());
    let message = Value::Object(data.clone());
    if let Some(fault) = fault(&message, account, &host(cx)) {
        return Err(lie(fault));
    }
    if !verify::signed(cx, &account.chain, &account.address, text, signature).await? {
        return Err(lie("The signature is of another account"));
    }
    data.remove("text");
    Ok(session(data, text, signature))
}

/// Whether a stored session is what the account has signed: its text is of this page and says what its fields say.
///
/// # Errors
/// A contract account cannot be asked now.
pub(crate) async fn is_signed(cx: &Cx, session: &Value, account: &AccountId) -> Result<bool> {
    let (data, text, signature) = match session.field("cacao").map(read_cacao) {
        Some(Some(cacao))
            if cacao.chain == account.chain.to_string() && is_of_account(account, &cacao.address) =>
        {
            let data = of_cacao(&cacao, &account.address);
            (data.field("data").cloned().unwrap_or_default(), cacao.message, cacao.signature)
        }
        Some(_) => return Ok(false),
        None => {
            let mut data = session.field("data").cloned().unwrap_or_default();
            let text = session.text("message").unwrap_or_default();
            if let Some(fields) = data.as_object_mut() {
                fields.insert("text".into(), text.into());
            }
            if fault(&data, account, &host(cx)).is_some() {
                return Ok(false);
            }
            (data, text.into(), session.text("signature").unwrap_or_default().into())
        }
    };
    let is_here = data.text("domain") == Some(&host(cx)) && holds(&data, cx.ports().clock.now_ms());
    if !is_here {
        return Ok(false);
    }
    verify::signed(cx, &account.chain, &account.address, &text, &signature).await
}

/// In the words of a session (3.19): `aud` is its uri, `iat`, `exp`, `nbf` its times.
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
