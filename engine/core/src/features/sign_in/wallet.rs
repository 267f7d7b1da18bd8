//! A sign-in through the wallet: the request for a signature over the message of a connected account (10.34), and its response.
//! [`super::connect_and_sign`] handles a signature made during the connection. Only verified signatures are stored (T4).

use crate::caip::AccountId;
use crate::connectors;
use crate::constants::WALLET_PROMPT_MS;
use crate::entities::WalletHandle;
use crate::error::{Error, Result};
use crate::features::sign_in;
use crate::features::sign_in::SignInPhase;
use crate::features::sign_in::flow::Subject;
use crate::features::sign_in::message::{fault, holds, host};
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces;
use crate::signing::{self, sign_in as methods, verify};
use alloc::string::{String, ToString};
use serde_json::{Map, Value};

/// A session in the page's form: `{data, message, signature, cacao?}`.
pub(crate) struct Session(pub Value);

/// Requests the signature from the account's wallet, and verifies it.
pub(crate) async fn signature(cx: &Cx, subject: &Subject, message: Value) -> Result<Session> {
    let account = &subject.account;
    let text = message.text("text").unwrap_or_default().to_string();
    let namespace = subject.namespace();
    let is_in_page = matches!(subject.handle, WalletHandle::Page(_));
    let (method, params) =
        methods::request(namespace, &text, &account.address, is_in_page).ok_or(Error::AdapterNotFound)?;
    let params = match is_in_page {
        // in the form of a page's request
        true => namespaces::in_page(namespace, method, params, &account.chain, &account.address)
            .ok_or(Error::AdapterNotFound)?,
        false => params,
    };
    let asked = connectors::request(cx, subject.handle, method, &params);
    let answer = cx.within(WALLET_PROMPT_MS, asked).await.unwrap_or(Err(Error::WalletSilent));
    let answer = match answer {
        Err(Error::Rpc { code: 4200 | -32601, .. }) => {
            let none = || Error::SignFailed { details: Some("This wallet can't sign messages".into()) };
            let WalletHandle::Page(wallet) = subject.handle else { return Err(none()) };
            let chain = account.chain.to_string();
            let command =
                json!({ "wallet": wallet.0, "chain": chain, "address": account.address, "message": message });
            let session = sign_in::of_at_once(cx, "ofAccount", command).await?;
            return (!session.is_null()).then_some(Session(session)).ok_or_else(none);
        }
        answer => answer?,
    };
    // The next steps can take long at a node or at the page's server, and the wallet isn't involved.
    cx.update(|s| {
        if s.sign_in.phase == SignInPhase::Signing {
            s.sign_in.phase = SignInPhase::Verifying;
        }
    });
    signing::check_answer(method, &answer)?;
    let other = || Error::SignFailed { details: Some("The wallet signed a different message".into()) };
    let signature = methods::signature(namespace, &answer).ok_or_else(other)?;
    let signed = verify::signed(cx, &account.chain, &account.address, &text, &signature).await;
    if !signed? {
        return Err(Error::SignFailed { details: Some("The signature is from another account".into()) });
    }
    let mut data = message.as_object().cloned().unwrap_or_default();
    crate::json::take(&mut data, "text");
    Ok(Session(session(data, &text, &signature)))
}

pub(super) fn session(data: Map<String, Value>, message: &str, signature: &str) -> Value {
    json!({ "data": data, "message": message, "signature": signature })
}

/// Whether a stored session matches the account's signature: its text is for this page and equals its fields.
///
/// # Errors
/// A contract account can't be queried now.
pub(crate) async fn is_signed(cx: &Cx, session: &Value, account: &AccountId) -> Result<bool> {
    let (data, text, signature) = match session.field("cacao") {
        Some(cacao) => {
            let command =
                json!({ "cacao": cacao, "chain": account.chain.to_string(), "address": account.address });
            let session = sign_in::of_at_once(cx, "ofCacao", command).await?;
            let text = |name: &str| session.text(name).map(String::from);
            let Some((text, signature)) = text("message").zip(text("signature")) else { return Ok(false) };
            (session.field("data").cloned().unwrap_or_default(), text, signature)
        }
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
