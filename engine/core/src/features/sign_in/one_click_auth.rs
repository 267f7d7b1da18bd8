//! Connecting and signing in with one prompt (decision 60, "Sign-in on solana"): a browser wallet with this feature gets the fields of the page's
//! message and writes the text itself, for an account that the user selects there. The text has to contain exactly these fields, and the
//! account has to have signed it. Otherwise nothing is connected. The signed message is stored before the account is connected, so the user
//! isn't prompted twice. A wallet without message signing uses this for a connected account.

use crate::caip::{AccountId, Namespace};
use crate::connectors;
use crate::constants::WALLET_PROMPT_MS;
use crate::entities::WalletHandle;
use crate::error::{Error, Result};
use crate::features::networks;
use crate::features::sign_in::connect_and_sign::{account, keep, session_of, unsigned};
use crate::flow::{Cx, Reply};
use crate::json::Read;
use crate::json::json;
use crate::ports::provider::PageWallet;
use crate::signing::{sign_in as signing, verify};
use serde_json::Value;

/// Sends the request to the wallet. Returns its accounts, with the one that signed first. Returns null if the wallet
/// should connect without a sign-in.
pub(crate) async fn connect(cx: &Cx, command: &Value) -> Result<Reply> {
    let without = || Ok(Reply::Json("null".into()));
    let namespace = command.text("namespace").and_then(Namespace::parse).ok_or(Error::AdapterNotFound)?;
    let wallet = wallet_of(command).ok_or(Error::AdapterNotFound)?;
    let Some(method) = signing::connect_and_sign_method(namespace) else { return without() };
    // a user who declined an optional sign-in might still want to connect
    if cx.update(|s| core::mem::take(&mut s.sign_in.declined)) {
        return without();
    }
    if !signs_in(cx, wallet).await {
        return without();
    }
    verify::prefetch(cx, namespace);
    let chain = cx.read(|s| {
        let active = s.networks.active.clone().filter(|chain| chain.namespace == namespace);
        active.or_else(|| networks::home_of(s, namespace))
    });
    let Some(chain) = chain else { return without() };
    // a page that can't create a message for an unknown account is asked after connecting
    let Ok(message) = unsigned(cx, core::slice::from_ref(&chain)).await else { return without() };
    if message.filled("nonce").is_none() {
        return without();
    }
    let answer = match connectors::request(cx, wallet, method, &signing::fields(&message, &chain)).await {
        Err(Error::Rpc { code: 4200 | -32601, .. }) => return without(),
        Err(error) => {
            let is_optional = !cx.ports().siwx.settings().required;
            cx.update(|s| s.sign_in.declined = is_optional && error.is_refusal());
            return Err(error);
        }
        Ok(answer) => answer,
    };
    let unreadable = || Error::Unreadable { from: "the wallet".into() };
    let entries = connectors::entries(namespace, &answer);
    let address = entries.first().ok_or_else(unreadable)?.address.clone();
    let account = AccountId { chain, address };
    let session = read(cx, &account, message, &answer).await?;
    keep(cx, "addSession", session, alloc::vec![account]).await;
    Ok(Reply::Json(crate::json::text(&answer)))
}

/// The browser wallet in a command.
fn wallet_of(command: &Value) -> Option<WalletHandle> {
    let number = u32::try_from(command.whole("wallet")?).ok()?;
    Some(WalletHandle::Page(PageWallet(number)))
}

/// Whether a browser wallet supports one-click auth.
async fn signs_in(cx: &Cx, wallet: WalletHandle) -> bool {
    connectors::request(cx, wallet, "wm_signsIn", &json!({})).await == Ok(Value::Bool(true))
}

/// The session in a wallet's response, with the text that the wallet wrote.
async fn read(cx: &Cx, account: &AccountId, message: Value, answer: &Value) -> Result<Value> {
    let unreadable = || Error::Unreadable { from: "the wallet".into() };
    let text = answer.text("signedMessage").and_then(signing::text).ok_or_else(unreadable)?;
    let signature = answer.text("signature").unwrap_or_default();
    session_of(cx, account, message, &text, signature).await
}

/// Signs in a connected account with the fields of its message. Returns the session, or null if the wallet doesn't
/// support this. A signature of another account is rejected.
pub(super) async fn of_account(cx: &Cx, command: &Value) -> Result<Reply> {
    let without = || Ok(Reply::Json("null".into()));
    let (Some(wallet), Some(account)) = (wallet_of(command), account(command)) else { return without() };
    let Some(method) = signing::connect_and_sign_method(account.chain.namespace) else { return without() };
    if !signs_in(cx, wallet).await {
        return without();
    }
    let message = command.field("message").cloned().unwrap_or_default();
    let mut fields = signing::fields(&message, &account.chain);
    if let Some(fields) = fields.as_object_mut() {
        fields.insert("pubkey".into(), account.address.as_str().into());
    }
    let asked = connectors::request(cx, wallet, method, &fields);
    match cx.within(WALLET_PROMPT_MS, asked).await.unwrap_or(Err(Error::WalletSilent)) {
        Err(Error::Rpc { code: 4200 | -32601, .. }) => without(),
        answer => Ok(Reply::Json(crate::json::text(&read(cx, &account, message, &answer?).await?))),
    }
}
