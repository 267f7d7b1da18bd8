//! The availability of buying (9.37), and its providers (docs/spec/services.md A8). It is in the first part of the binary, because Account
//! shows it.

use crate::caip::{ChainId, Namespace};
use crate::features::money::model::swap::offered::is_restricted;
use crate::json::Read;
use crate::options::FeatureValue;
use crate::store::State;
use alloc::vec::Vec;
use serde::Serialize;

/// The providers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Provider {
    /// Meld.io.
    Meld,
    /// Coinbase.
    Coinbase,
}

const ALL: [Provider; 2] = [Provider::Meld, Provider::Coinbase];

impl Provider {
    /// The ID in options, commands and calls.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Meld => "meld",
            Self::Coinbase => "coinbase",
        }
    }
}

/// The page's key at Meld.io. Without it, Meld.io isn't available.
#[must_use]
pub fn meld_key(state: &State) -> Option<&str> {
    state.options.rest.get("onrampKeys")?.filled("meld").filter(|key| key.len() <= 128)
}

/// Whether a provider sells to accounts of a namespace, according to the page's and the project's options.
fn sells(state: &State, provider: Provider, namespace: Namespace) -> bool {
    let is_named = match state.options.value_of("onramp") {
        Some(FeatureValue::Flag(on)) => *on,
        Some(FeatureValue::List(list)) => list.iter().any(|name| name == provider.id()),
        None => false,
    };
    let is_served = match provider {
        Provider::Meld => namespace == Namespace::Solana || namespace == Namespace::Eip155,
        Provider::Coinbase => namespace == Namespace::Eip155,
    };
    is_named && is_served && (provider == Provider::Coinbase || meld_key(state).is_some())
}

/// The providers for accounts of a namespace, in the page's order.
#[must_use]
pub fn providers(state: &State, namespace: Namespace) -> Vec<Provider> {
    let mut all = ALL.to_vec();
    let place =
        |provider: &Provider| state.options.listed("onramp").iter().position(|name| name == provider.id());
    if place(&Provider::Coinbase) < place(&Provider::Meld) {
        all.reverse();
    }
    all.retain(|provider| sells(state, *provider, namespace));
    all
}

/// Whether the displayed account can buy something. Coins of a test network aren't sold.
#[must_use]
pub fn is_offered(state: &State) -> bool {
    let network = state.networks.active_network().filter(|network| !network.testnet);
    state.options.project_id.is_some()
        && !is_restricted(state)
        && network.is_some_and(|network| ALL.iter().any(|one| sells(state, *one, network.chain_namespace)))
}

/// Coinbase's name of a network that it supports.
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
