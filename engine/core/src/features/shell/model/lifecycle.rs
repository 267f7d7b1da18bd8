//! The engine's own life: started or not, and what it learned of its services.

use crate::map::Map;
use crate::services::{Rest, SupportedChains};
use alloc::string::String;

/// The engine's own life.
#[derive(Default)]
pub struct Life {
    /// Options and stored records are in.
    pub initialized: bool,
    /// Relay identity, once there is one (7.32).
    pub client_id: Option<String>,
    /// Hosts that answered 429, by what of them rests.
    pub resting: Map<String, Rest>,
    /// Counts questions that the wallet services did not answer and are asked again: no one waits for that.
    pub failures: u32,
    /// Answer of the data service.
    pub supported_chains: SupportedChains,
}
