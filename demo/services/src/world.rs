//! What all hosts share: where everything is, the chains, the database.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::{
    chain::{Chain, Currency},
    hosts::{Origins, analytics::Received},
    registry::Registry,
    relay::Relay,
    store::Store,
};

/// How many of the chains the demo wallet knows from the start.
const WALLET_KNOWS: usize = 2;
/// Chain id of the network that only the demo wallet knows.
const ELSEWHERE: u64 = 31_337;

/// The shared state of the process. Read only, but for the database.
pub struct World {
    /// Origins of all hosts.
    pub origins: Origins,
    /// The local chains; the first is the one the demo wallet starts on.
    pub chains: Vec<Chain>,
    /// Prices, names, history.
    pub store: Store,
    /// Held while the history is filled: two readers of one block would both write it.
    pub indexing: tokio::sync::Mutex<()>,
    /// The wallets that can be listed.
    pub registry: Registry,
    /// The pairing relay.
    pub relay: Relay,
    /// What the analytics host was sent.
    pub received: Received,
    /// Folders that are served.
    pub folders: Folders,
}

impl World {
    /// The state at the start.
    pub fn new(origins: Origins, chains: Vec<Chain>, store: Store, folders: Folders) -> Self {
        let (registry, relay, received) = (Registry::new(&origins), Relay::default(), Received::default());
        let indexing = tokio::sync::Mutex::default();
        Self { origins, chains, store, indexing, registry, relay, received, folders }
    }
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

    /// The networks the demo wallet comes with: the first two chains. A third has to be added to it first. The last one it knows and
    /// no page configures, so that "unsupported network" can be seen; its reads are the first chain's, and what it signs no chain takes.
    pub fn wallet_networks(&self) -> Value {
        let mut networks: Vec<Value> =
            self.chains.iter().take(WALLET_KNOWS).map(|chain| self.network(chain)).collect();
        if let Some(first) = self.chains.first() {
            networks.push(self.network_of(ELSEWHERE, "Elsewhere", first));
        }
        Value::from(networks)
    }

    fn network(&self, chain: &Chain) -> Value {
        self.network_of(chain.id(), chain.name(), chain)
    }

    fn network_of(&self, id: u64, name: &str, chain: &Chain) -> Value {
        let Currency { name: currency, symbol } = chain.currency();
        json!({
            "id": id,
            "chainNamespace": "eip155",
            "caipNetworkId": format!("eip155:{id}"),
            "name": name,
            "nativeCurrency": { "name": currency, "symbol": symbol, "decimals": 18 },
            "rpcUrls": { "default": { "http": [chain.origin()] } },
            "blockExplorers": { "default": { "name": "Demo Explorer", "url": self.origins.explorer } },
            "testnet": false,
        })
    }
}
