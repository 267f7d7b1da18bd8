//! Networks and switching them.

pub mod model;
pub mod pictures;
pub mod switching;

use crate::caip::ChainId;
use crate::flow::{Cx, Flow};
use alloc::string::ToString;
pub use model::*;
use serde_json::json;

/// Switches to a configured network; a connected wallet is asked.
pub(crate) fn switch_to(cx: &Cx, chain: &ChainId) -> Flow {
    cx.run("networks", "switch", json!({ "network": chain.to_string() }))
}

/// The same by the person's choice: its view says how that goes, and leads back.
pub(crate) fn choose(cx: &Cx, chain: &ChainId) -> Flow {
    cx.run("networks", "choose", json!({ "network": chain.to_string() }))
}
