//! Connecting and signing in by one prompt (docs/spec/decisions.md 60): a wallet of the page that has this is told the fields of the host's
//! message and writes the text itself, for an account that the person chooses there. The text has to say these fields and no other, and the
//! account has to have signed it: else nobody is connected. What such a wallet answers is stored before the account is connected, so that
//! nobody is asked again.

use crate::caip::{AccountId, Namespace};
use crate::connectors;
use crate::entities::WalletHandle;
use crate::error::{Error, Result};
use crate::features::networks;
use crate::features::sign_in::wallet::{keep, session_of, unsigned};
use crate::flow::{Cx, Reply};
use crate::json::Read;
use crate::ports::provider::PageWallet;
use crate::signing::sign_in as signing;
use serde_json::{Value, json};

/// Asks the wallet; answers its accounts, the one that has signed first, or null where it is to be connected without.
pub(crate) async fn connect(cx: &Cx, command: &Value) -> Result<Reply> {
    let without = || Ok(Reply::Json("null".into()));
    let namespace = command.text("namespace").and_then(Namespace::parse).ok_or(Error::AdapterNotFound)?;
    let wallet = command.whole("wallet").and_then(|number| u32::try_from(number).ok());
    let wallet = WalletHandle::Page(PageWallet(wallet.ok_or(Error::AdapterNotFound)?));
    let Some(method) = signing::at_once(namespace) else { return without() };
    // who has refused to sign in, where that is no must, may still want to connect
    if cx.update(|s| core::mem::take(&mut s.sign_in.declined)) {
        return without();
    }
    if connectors::request(cx, wallet, "wm_signsIn", &json!({})).await != Ok(Value::Bool(true)) {
        return without();
    }
    let chain = cx.read(|s| {
        let active = s.networks.active.clone().filter(|chain| chain.namespace == namespace);
        active.or_else(|| networks::home_of(s, namespace))
    });
    let Some(chain) = chain else { return without() };
    // a host that cannot write for an account that is not known yet is asked after connecting
    let Ok(message) = unsigned(cx, core::slice::from_ref(&chain)).await else { return without() };
    if message.filled("nonce").is_none() {
        return without();
    }
    let answer = match connectors::request(cx, wallet, method, &signing::fields(&message, &chain)).await {
        Err(Error::Rpc { code: 4200, .. }) => return without(),
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
    let text = answer.text("signedMessage").and_then(signing::text).ok_or_else(unreadable)?;
    let account = AccountId { chain, address };
    let signature = answer.text("signature").unwrap_or_default();
    let session = session_of(cx, &account, message, &text, signature).await?;
    keep(cx, "addSession", session, alloc::vec![account]).await;
    Ok(Reply::Json(crate::json::text(&answer)))
}
