//! Where buying is offered (9.37), and by whom (docs/spec/services.md A8). In the first part of the binary: Account says it.

use crate::caip::{ChainId, Namespace};
use crate::features::money::model::swap::offered::is_restricted;
use crate::json::Read;
use crate::options::FeatureValue;
use crate::store::State;
use alloc::vec::Vec;
use serde::Serialize;

/// Who sells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Provider {
    /// Meld.io.
    Meld,
    /// Coinbase.
    Coinbase,
}

impl Provider {
    /// Its short name: in options, commands and calls.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Meld => "meld",
            Self::Coinbase => "coinbase",
        }
    }
}

/// The host's key at Meld.io, without which it sells nothing.
#[must_use]
pub fn meld_key(state: &State) -> Option<&str> {
    state.options.rest.get("onrampKeys")?.filled("meld").filter(|key| key.len() <= 128)
}

/// Who sells to accounts of a family, in the order of the host.
#[must_use]
pub fn providers(state: &State, namespace: Namespace) -> Vec<Provider> {
    let all = [Provider::Meld, Provider::Coinbase];
    let sells = |provider: &Provider| match provider {
        Provider::Meld => {
            matches!(namespace, Namespace::Eip155 | Namespace::Solana) && meld_key(state).is_some()
        }
        Provider::Coinbase => namespace == Namespace::Eip155,
    };
    let named: Vec<Provider> = match state.options.value_of("onramp") {
        Some(FeatureValue::Flag(true)) => all.into(),
        Some(FeatureValue::List(list)) => {
            list.iter().filter_map(|name| all.into_iter().find(|provider| provider.id() == name)).collect()
        }
        _ => Vec::new(),
    };
    let mut found: Vec<Provider> = Vec::new();
    for provider in named.into_iter().filter(sells) {
        if !found.contains(&provider) {
            found.push(provider);
        }
    }
    found
}

/// Whether something can be bought for the account that the page shows. Coins of a test network are not sold.
#[must_use]
pub fn is_offered(state: &State) -> bool {
    let network = state.networks.active_network().filter(|network| !network.testnet);
    state.options.project_id.is_some()
        && !is_restricted(state)
        && network.is_some_and(|network| !providers(state, network.chain_namespace).is_empty())
}

/// What Coinbase's page calls a network that it is known to serve.
#[must_use]
pub fn coinbase_network(chain: &ChainId) -> Option<&'static str> {
    let known = [
        ("1", "ethereum"),
        ("42161", "arbitrum"),
        ("137", "polygon"),
        ("80094", "berachain"),
        ("43114", "avalanche-c-chain"),
        ("10", "optimism"),
        ("42220", "celo"),
        ("8453", "base"),
    ];
    let of_chain = known.iter().find(|(number, _)| chain.reference == *number);
    of_chain.filter(|_| chain.namespace == Namespace::Eip155).map(|(_, name)| *name)
}
