//! The engine's own life: started or not, and what it learned of its services.

use crate::api::blockchain::SupportedChains;
use crate::map::Map;
use alloc::string::String;

/// The engine's own life.
#[derive(Default)]
pub struct Life {
    /// Options and stored records are in.
    pub initialized: bool,
    /// Relay identity, once there is one (7.32).
    pub client_id: Option<String>,
    /// Hosts that said 429, and until when they are left alone.
    pub resting: Map<String, u64>,
    /// Answer of the data service.
    pub supported_chains: SupportedChains,
}
