//! The engine's own life: whether it has started, and its knowledge about services.

use crate::map::Map;
use crate::services::{Rest, SupportedChains};
use alloc::string::String;

/// The engine's own life.
#[derive(Default)]
pub struct Life {
    /// Options and stored records are in.
    pub initialized: bool,
    /// The relay identity, if created (7.32).
    pub client_id: Option<String>,
    /// Hosts in a pause after a 429, with the pausing class.
    pub resting: Map<String, Rest>,
    /// Counts background retries of wallet service requests. No flow waits for them.
    pub failures: u32,
    /// Answer of the data service.
    pub supported_chains: SupportedChains,
}
