//! The life of the engine: whether it has started, and what it knows about services.

use crate::map::Map;
use crate::services::{Rest, SupportedChains};
use alloc::string::String;

/// The life of the engine.
#[derive(Default)]
pub struct Life {
    /// The options and the stored records have loaded.
    pub initialized: bool,
    /// The ID of the relay client, once created (7.32).
    pub client_id: Option<String>,
    /// Hosts that get no requests for a while after a 429, with the class of requests.
    pub resting: Map<String, Rest>,
    /// The number of background retries at the wallet services. No flow waits for them.
    pub failures: u32,
    /// The networks that the data service supports.
    pub supported_chains: SupportedChains,
}
