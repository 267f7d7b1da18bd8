//! Responses of the engine for a wallet that has no response to a method: the embedded wallet, or no wallet (docs/spec/rpc.md section 1).
//! They only use the page's networks and accounts.

use super::requests::{addresses, is_embedded, request_accounts};
use crate::caip::{ChainId, Namespace};
use crate::error::{Error, Result};
use crate::features::networks;
use crate::flow::{Cx, Reply};
use crate::json::{Read, json};
use crate::namespaces;
use crate::signing;
use alloc::string::String;
use serde_json::Value;

/// The engine's response to a method, or `None` if it has none.
pub(super) async fn answer(
    cx: &Cx,
    namespace: Namespace,
    method: &str,
    params: &Value,
) -> Result<Option<Reply>> {
    if namespace != Namespace::Eip155 {
        return Ok(None);
    }
    let is_connected = addresses(cx, namespace).is_some();
    let is_embedded = cx.read(|s| is_embedded(s, namespace));
    match method {
        "wallet_getPermissions" if is_embedded || !is_connected => {
            Ok(Some(permissions(cx, addresses(cx, namespace))))
        }
        "wallet_requestPermissions" if is_embedded || !is_connected => {
            let asked = params.get(0).and_then(Value::as_object);
            if !asked.is_some_and(|asked| asked.len() == 1 && asked.contains_key("eth_accounts")) {
                return Err(Error::BadParams { field: "eth_accounts".into() });
            }
            Ok(Some(permissions(cx, Some(request_accounts(cx, namespace).await?))))
        }
        "wallet_switchEthereumChain" | "wallet_addEthereumChain" if is_embedded && is_connected => {
            signing::check_request(method, params, "", None, 0)?;
            let chain =
                params.get(0).and_then(|call| call.field("chainId")).and_then(ChainId::of_wallet_value);
            let chain = chain.ok_or_else(|| Error::BadParams { field: "chainId".into() })?;
            let is_configured = cx.read(|s| s.networks.find(&chain).is_some());
            if method == "wallet_switchEthereumChain" {
                // returns the wallet's own error also for a network that isn't configured (8.1)
                networks::switch_to(cx, &chain).await?;
            } else if !is_configured {
                return Err(Error::ChainNotSupported);
            }
            Ok(Some(Reply::Json("null".into())))
        }
        _ => Ok(None),
    }
}

/// The permissions of the page (EIP-2255): only the accounts.
fn permissions(cx: &Cx, addresses: Option<alloc::vec::Vec<String>>) -> Reply {
    let given = addresses.map(|addresses| {
        json!({
            "parentCapability": "eth_accounts",
            "invoker": cx.ports().host.page().origin,
            "date": cx.ports().clock.now_ms(),
            "caveats": [{
                "type": "restrictReturnedAccounts",
                "value": namespaces::accounts(Namespace::Eip155, &addresses),
            }],
        })
    });
    let list: alloc::vec::Vec<Value> = given.into_iter().collect();
    Reply::Json(crate::json::text(&Value::from(list)))
}
