//! The session proposal to a WalletConnect wallet (docs/spec/rpc.md section 2, 1.9-1.13): all configured namespaces, none required.

use crate::caip::{ChainId, Namespace};
use crate::constants::NETWORKS_MAX;
use crate::error::{Error, Result};
use crate::json::Read;
use crate::json::json;
use crate::namespaces;
use crate::store::State;
use crate::urls::is_web_url;
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;
use walletconnect::client::{Ask, Session};
use walletconnect::map::SortedMap;
use walletconnect::namespaces::{ProposalNamespace, Proposed};

fn owned(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

/// Reads a list of strings from the page's option, with a limit.
fn texts(given: &Value, name: &str) -> Option<Vec<String>> {
    let list = given.field(name)?.as_array()?;
    Some(list.iter().take(NETWORKS_MAX).filter_map(|item| item.as_str().map(ToOwned::to_owned)).collect())
}

/// The first RPC URL of each network, by its chain reference, and those of the page's option.
fn nodes(state: &State, namespace: Namespace, own: Option<&Value>) -> SortedMap<String, String> {
    let of = state.networks.list.iter().filter(|network| network.chain_namespace == namespace);
    let known = of.filter_map(|network| {
        let custom = state.options.custom_rpc_urls.get(&network.caip_network_id);
        let url = custom.and_then(|urls| urls.first()).or(network.http_urls().first())?;
        Some((network.chain()?.reference, url.clone()))
    });
    let named = own.and_then(|own| own.field("rpcMap")).and_then(Value::as_object).into_iter().flatten();
    let named = named.take(NETWORKS_MAX).filter_map(|(reference, url)| {
        let url = url.as_str().filter(|url| is_web_url(url))?;
        Some((reference.clone(), url.to_owned()))
    });
    known.chain(named).collect()
}

/// Proposes one optional namespace for each configured one. The page's option `pairing` replaces methods, events and
/// chains, and adds RPC URLs.
///
/// # Errors
/// [`Error::NoNetwork`] without a network to request.
pub(crate) fn ask(state: &State) -> Result<Ask> {
    let own = state.options.rest.get("pairing");
    let mut optional = Proposed::new();
    for namespace in Namespace::ALL.into_iter().filter(|namespace| state.options.has_adapter(*namespace)) {
        let of = state.networks.list.iter().filter(|network| network.chain_namespace == namespace);
        let mut chains: Vec<String> = Vec::new();
        for network in of {
            chains.push(network.caip_network_id.clone());
            // older wallets only know the network's deprecated ID
            chains.extend(network.older_id().map(ToOwned::to_owned));
        }
        let given = own.and_then(|own| own.field(namespace.as_str()));
        let list = |name: &str| given.and_then(|given| texts(given, name));
        let chains = match list("chains") {
            Some(given) => given
                .into_iter()
                .filter(|chain| ChainId::parse(chain).is_some_and(|c| c.namespace == namespace))
                .collect(),
            None => chains,
        };
        if chains.is_empty() {
            continue;
        }
        optional.insert(
            namespace.to_string(),
            ProposalNamespace {
                chains,
                methods: list("methods").unwrap_or_else(|| owned(namespaces::session_methods(namespace))),
                events: list("events").unwrap_or_else(|| owned(namespaces::session_events(namespace))),
                rpc_map: nodes(state, namespace, given),
            },
        );
    }
    match optional.is_empty() {
        true => Err(Error::NoNetwork),
        false => Ok(Ask { optional, ..Ask::default() }),
    }
}

const CAPABILITIES: &[&str] =
    &["atomic", "flow-control", "paymasterService", "sessionKeys", "auxiliaryFunds"];

/// Responds to `wallet_getCapabilities [address, [chain]?]` from the settled session's data. `None` if it contains none, so that the wallet
/// gets the request. Data of one address takes precedence over data of its chain, which takes precedence over general data
/// (docs/spec/walletconnect.md section 6).
pub(crate) fn capabilities(session: &Session, params: &Value) -> Option<Value> {
    let address = params.get(0)?.as_str()?;
    let wanted: Option<Vec<String>> = params.get(1).and_then(Value::as_array).map(|list| {
        list.iter().filter_map(ChainId::of_wallet_value).map(|chain| chain.to_string()).collect()
    });
    let read = |value: &Value| match value {
        Value::String(text) => crate::json::parse(text, 16 * 1024).ok().filter(Value::is_object),
        Value::Object(_) => Some(value.clone()),
        _ => None,
    };
    let of = |source: &Value| -> serde_json::Map<String, Value> {
        let mut found = serde_json::Map::new();
        for name in CAPABILITIES {
            if let Some(value) = source.get(name).and_then(read) {
                found.insert((*name).to_owned(), value);
            }
        }
        found
    };
    let global = of(&json!(session.session_properties));
    let scoped = &session.scoped_properties;
    let mut answer = serde_json::Map::new();
    for chain in walletconnect::namespaces::chains(&session.namespaces) {
        let Some(number) = ChainId::parse(&chain).and_then(|chain| chain.evm_number()) else { continue };
        if wanted.as_ref().is_some_and(|wanted| !wanted.contains(&chain)) {
            continue;
        }
        let mut known = global.clone();
        let of_chain = scoped.get(&chain).and_then(read).unwrap_or_else(|| json!({}));
        known.extend(of(&of_chain));
        let account = alloc::format!("{chain}:{address}");
        let own = of_chain.as_object().into_iter().flatten();
        let own =
            own.filter(|(key, _)| key.eq_ignore_ascii_case(&account)).find_map(|(_, value)| read(value));
        known.extend(own.map(|own| of(&own)).unwrap_or_default());
        if !known.is_empty() {
            answer.insert(alloc::format!("{number:#x}"), Value::Object(known));
        }
    }
    (!answer.is_empty()).then_some(Value::Object(answer))
}
