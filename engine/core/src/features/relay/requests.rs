//! Requests to a session's connector: accounts once the session is proven, wallet requests, another chain. The engine
//! responds if it knows the result, a node responds to reads, and the wallet handles the rest.

use super::pairing::remember;
use crate::caip::{ChainId, Namespace};
use crate::constants::WALLET_CONNECT_ID as ID;
use crate::constants::{SWITCH_LATE_MS, WALLET_SILENT_MS};
use crate::entities::AccountEntry;
use crate::error::{Error, Result};
use crate::features::networks;
use crate::features::relay::ask as pairing_ask;
use crate::features::relay::sessions;
use crate::flow::{Cx, Reply};
use crate::json::Read;
use crate::json::json;
use crate::namespaces;
use crate::namespaces::{Answered, MethodClass};
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use futures_util::StreamExt;
use serde_json::Value;
use walletconnect::client::Session;

/// Sets the chain that a namespace's requests are sent to.
pub(super) fn stand(state: &mut State, chain: Option<&ChainId>) {
    if let Some(chain) = chain {
        state.session.chains.insert(chain.namespace, chain.clone());
    }
}

/// The accounts of a namespace, and the chain for the page: the selected one, or the active one if the session has it.
pub(super) fn accounts(
    state: &State,
    session: &Session,
    namespace: Namespace,
) -> (Vec<AccountEntry>, Option<ChainId>) {
    if !state.options.has_adapter(namespace) {
        return (Vec::new(), None);
    }
    let chains = walletconnect::namespaces::chains(&session.namespaces);
    let chains = chains.iter().filter_map(|chain| ChainId::parse(chain)).filter(|c| c.namespace == namespace);
    let chains: Vec<ChainId> = chains.collect();
    let own = state.options.rest.get("pairing").and_then(|own| own.field(namespace.as_str()));
    let own = own.and_then(|own| own.text("defaultChain")).and_then(ChainId::parse);
    let wished = [
        networks::wanted(state).cloned(),
        state.session.chains.get(&namespace).cloned(),
        state.networks.active.clone(),
        own,
    ];
    let active = wished.into_iter().flatten().find(|chain| chains.contains(chain));
    let stands = active.or_else(|| chains.first().cloned());
    if namespaces::of(namespace).is_of_one_chain() {
        return (sessions::everywhere(state, session, namespace), stands);
    }
    let entries = sessions::accounts(state, session, namespace, stands.as_ref());
    let entries =
        entries.iter().filter_map(|address| namespaces::entry(namespace, address, None, None)).collect();
    (sessions::with_purposes(state, stands.as_ref(), entries), stands)
}

/// The accounts of the stored session once it is proven: a connector's response to a request for its accounts.
pub(super) async fn proven(cx: &Cx, namespace: Namespace) -> Result<Reply> {
    let sessions = sessions::of(cx).await?;
    let session = sessions.proven().await;
    let Some(session) = session else {
        return match sessions.session() {
            None => Ok(Reply::Json(crate::json::text(&json!({ "accounts": [] })))), // the session was deleted, because the wallet has disconnected
            Some(_) => Err(Error::WalletSilent), // not proven yet, because the relay hasn't responded
        };
    };
    if cx.read(|s| s.session.peer.is_none()) {
        let id = cx.read(|s| s.wallets.recent.first().map(|recent| recent.id.clone()).filter(|id| id != ID));
        let named = cx.read(|s| s.wallets.recent.first().map(|recent| recent.name.clone()));
        remember(cx, &session, id.filter(|_| named.as_deref() == Some(session.peer.name.as_str())));
    }
    let (listed, chain) = cx.read(|s| accounts(s, &session, namespace));
    let of_bitcoin = chain.as_ref().filter(|_| namespaces::has_purposes(namespace));
    if let Some(chain) = of_bitcoin {
        cx.update(|s| sessions::remember_addresses(s, chain, &listed));
    }
    let mut entries = cx.read(|s| sessions::with_purposes(s, chain.as_ref(), listed));
    let first = sessions.chosen(namespace);
    let at =
        first.and_then(|first| entries.iter().position(|entry| entry.address.eq_ignore_ascii_case(&first)));
    if let Some(before) = at.and_then(|at| entries.get_mut(..=at)) {
        before.rotate_right(1);
    }
    cx.update(|s| stand(s, chain.as_ref()));
    let list = match &chain {
        Some(chain) if namespaces::has_purposes(namespace) => {
            sessions.learn_addresses(Some(chain));
            sessions::written_addresses(Some(chain), &entries)
        }
        _ if namespaces::of(namespace).is_of_one_chain() => sessions::written_addresses(None, &entries),
        _ => entries.iter().map(|entry| entry.address.as_str()).collect(),
    };
    let chain = chain.map(|chain| chain.to_string());
    Ok(Reply::Json(crate::json::text(&json!({ "accounts": list, "chain": chain }))))
}

/// Responds to a connector's request: locally if possible, otherwise through the wallet.
pub(super) async fn request(
    cx: &Cx,
    namespace: Namespace,
    method: &str,
    params: Value,
    token: Option<String>,
) -> Result<Reply> {
    let params = namespaces::over_relay(namespace, params);
    // the error for "might have been sent" is only for requests that reached the relay
    let sessions = sessions::soon(cx).await.map_err(|error| match error {
        Error::WalletSilent => sessions::away(),
        error => error,
    })?;
    let session = sessions.session().ok_or(Error::Unauthorized)?;
    let chain = cx.read(|s| s.session.chains.get(&namespace).cloned());
    let chain = match chain {
        Some(chain) => chain,
        None => cx.read(|s| accounts(s, &session, namespace)).1.ok_or(Error::Unauthorized)?,
    };
    let class = namespaces::method_class(namespace, method);
    let is_of_chain = class == Ok(MethodClass::Answered(Answered::Chain));
    let is_of_accounts = namespace == Namespace::Eip155
        && matches!(class, Ok(MethodClass::Answered(Answered::Accounts | Answered::RequestAccounts)));
    let answer = match method {
        _ if is_of_chain => namespaces::written_chain(&chain, Answered::Chain).unwrap_or_default(),
        _ if is_of_accounts => json!(cx.read(|s| sessions::accounts(s, &session, namespace, Some(&chain)))),
        "wallet_getCapabilities" => match pairing_ask::capabilities(&session, &params) {
            Some(known) => known,
            None => {
                // as a request without a prompt, so that an open prompt never blocks it
                let asked = async { sessions.request(&chain.to_string(), method, params, None).await };
                cx.within(WALLET_SILENT_MS, asked).await.ok_or(Error::WalletSilent)??
            }
        },
        _ => {
            // the active chain, if the wallet has approved it
            let shown = cx.read(|s| s.networks.shown_chain()).filter(|shown| shown.namespace == namespace);
            let shown = shown.unwrap_or(chain).to_string();
            sessions.request(&shown, method, params, token).await?
        }
    };
    Ok(Reply::Json(crate::json::text(&answer)))
}

/// Whether the session includes a method. Missing methods are rejected before the user reviews them.
pub(super) async fn grants(cx: &Cx, namespace: Namespace, method: &str) -> Result<Reply> {
    let session = sessions::soon(cx).await?.session().ok_or(Error::Unauthorized)?;
    let is_granted = walletconnect::namespaces::chains(&session.namespaces).iter().any(|chain| {
        let methods = walletconnect::namespaces::methods_for(&session.namespaces, chain);
        chain.starts_with(namespace.as_str()) && methods.contains(&method)
    });
    Ok(Reply::Json(crate::json::text(&json!(is_granted))))
}

/// The lists that the wallet returns without a prompt, for the displayed network.
pub(super) async fn list(cx: &Cx, namespace: Namespace, method: &str) -> Result<Reply> {
    let sessions = sessions::soon(cx).await?;
    let session = sessions.session().ok_or(Error::Unauthorized)?;
    let shown = cx.read(|s| s.networks.shown_chain()).filter(|shown| shown.namespace == namespace);
    let chain =
        shown.or_else(|| cx.read(|s| accounts(s, &session, namespace)).1).ok_or(Error::Unauthorized)?;
    let answer = sessions.low_priority(&chain.to_string(), method, json!([])).await?;
    Ok(Reply::Json(crate::json::text(&answer)))
}

/// Switches a namespace's chain: locally if the session has it, otherwise with a request to the wallet.
pub(super) async fn switch(cx: &Cx, namespace: Namespace, chain: ChainId) -> Result<Reply> {
    let sessions = sessions::soon(cx).await?;
    let has = |session: &Session| {
        !walletconnect::namespaces::accounts_on(&session.namespaces, &chain.to_string()).is_empty()
    };
    let session = sessions.session().ok_or(Error::Unauthorized)?;
    if !has(&session) {
        let failed = cx.read(|s| networks::switch_failed(s, &chain)).unwrap_or(Error::ChainNotSupported);
        let first = walletconnect::namespaces::chains(&session.namespaces)
            .into_iter()
            .find(|known| known.starts_with(namespace.as_str()));
        let (Some(number), Some(first)) = (chain.evm_number(), first) else {
            return Err(failed);
        };
        let mut events = sessions.events();
        let params = json!([{ "chainId": alloc::format!("{number:#x}") }]);
        match sessions.request(&first, "wallet_switchEthereumChain", params, None).await {
            Err(Error::Unauthorized | Error::Rpc { code: 4100, .. }) => return Err(failed),
            answered => drop(answered?),
        }
        // the wallet has accepted, and updates its session shortly
        let follows = async {
            while !sessions.session().is_some_and(|session| has(&session)) {
                if events.next().await.is_none() {
                    break;
                }
            }
        };
        if cx.within(SWITCH_LATE_MS, follows).await.is_none() {
            return Err(failed);
        }
    }
    cx.update(|s| stand(s, Some(&chain)));
    sessions.learn_addresses(Some(&chain));
    sessions.emit_accounts(); // the wallet might have approved other accounts on that chain
    Ok(Reply::Done)
}
