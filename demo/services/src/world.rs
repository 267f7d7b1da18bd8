//! What all hosts share: where everything is, the chains, the database. It knows no host; what only one host needs is that host's own.

use std::path::PathBuf;

use crate::{chain::Chain, ports::Origins, store::Store};

/// The shared part of the process. Read only, but for the database.
pub struct World {
    /// Origins of all hosts.
    pub origins: Origins,
    /// The local chains; the first is the one the demo wallet starts on.
    pub chains: Vec<Chain>,
    /// The chain that stands for Ethereum, for its names. It is no network of the demo: only the data host's RPC leads to it.
    pub mainnet: Option<Chain>,
    /// The origins of the nodes of other chain families, by the family's name or the network's own.
    pub nodes: Vec<(String, String)>,
    /// Prices, names, and the tables that hosts bring along.
    pub store: Store,
    /// Folders that are served.
    pub folders: Folders,
}

/// The folders that are served.
#[derive(Debug, Clone, Default)]
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

    /// The origin of a node of another chain family, where there is one.
    pub fn node_of(&self, name: &str) -> Option<&str> {
        self.nodes.iter().find(|(of, _)| of == name).map(|(_, origin)| origin.as_str())
    }

    /// What answers JSON-RPC for this CAIP-2 id: a local chain, or the one with the names.
    pub fn node(&self, caip2: &str) -> Option<&Chain> {
        self.chain(caip2).or_else(|| self.mainnet.as_ref().filter(|chain| chain.caip2() == caip2))
    }
}
