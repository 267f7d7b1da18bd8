//! What all hosts share: where everything is, the chains, the database.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::{chain::Chain, hosts::Origins, store::Store};

/// The shared state of the process. Read only, but for the database.
pub struct World {
    /// Origins of all hosts.
    pub origins: Origins,
    /// The local chains; the first is the one the demo wallet starts on.
    pub chains: Vec<Chain>,
    /// Prices, names.
    pub store: Store,
    /// Folders that are served.
    pub folders: Folders,
}

/// The folders that are served.
#[derive(Debug, Clone)]
pub struct Folders {
    /// The built package.
    pub dist: PathBuf,
    /// The demo's sources.
    pub demo: PathBuf,
    /// The bundled script of the demo wallet's window.
    pub wallet_bundle: PathBuf,
}

impl World {
    /// The local chain of this CAIP-2 id.
    pub fn chain(&self, caip2: &str) -> Option<&Chain> {
        self.chains.iter().find(|chain| chain.caip2() == caip2)
    }

    /// The chains in the shape of the public `Network` type.
    pub fn networks(&self) -> Value {
        self.chains.iter().map(|chain| self.network(chain)).collect()
    }

    fn network(&self, chain: &Chain) -> Value {
        json!({
            "id": chain.id(),
            "chainNamespace": "eip155",
            "caipNetworkId": chain.caip2(),
            "name": chain.name(),
            "nativeCurrency": { "name": "Ether", "symbol": "ETH", "decimals": 18 },
            "rpcUrls": { "default": { "http": [chain.origin()] } },
            "blockExplorers": { "default": { "name": "Demo Explorer", "url": self.origins.explorer } },
            "testnet": false,
        })
    }
}
