//! The networks with swaps (6.11, 9.37): twelve, plus the page's own. Each has a router that is pinned here or in the
//! page's options, never chosen by a service.

use crate::caip::{ChainId, Namespace};
use crate::json::Read;
use crate::namespaces::eip155;
use crate::namespaces::eip155::codec::swap;
use crate::store::State;
use alloc::string::ToString;
use alloc::vec::Vec;
use alloy_primitives::Address;
use serde_json::Value;

/// The time zones with restricted offers (9.37).
const RESTRICTED: [&str; 9] =
    ["SHANGHAI", "URUMQI", "CHONGQING", "HARBIN", "KASHGAR", "MACAU", "HONG_KONG", "MACAO", "BEIJING"];

/// Whether restricted offers are hidden here.
#[must_use]
pub fn is_restricted(state: &State) -> bool {
    let zone = state.options.timezone.split_once('/');
    let is_listed = zone.is_some_and(|(region, city)| {
        region.eq_ignore_ascii_case("ASIA") && RESTRICTED.iter().any(|known| city.eq_ignore_ascii_case(known))
    });
    is_listed && state.options.is_set("restrictByTimezone")
}

/// Whether a network supports swaps.
#[must_use]
pub fn is_served(state: &State, chain: &ChainId) -> bool {
    let option = |name: &str| state.options.rest.get(name);
    let id = chain.to_string();
    let is_pinned = swap::router(chain).is_some();
    let is_added = || {
        let named = option("experimentalSwapNetworks").and_then(Value::as_array);
        named.is_some_and(|list| list.iter().any(|named| named.as_str() == Some(id.as_str())))
    };
    let is_named = || option("swapRouters").is_some_and(|all| !all.list(&id).is_empty());
    chain.namespace == Namespace::Eip155 && (is_pinned || (is_added() && is_named()))
}

/// The contracts that a swap can call and approve on a network. The option contains only addresses (`options/rest.rs`).
#[must_use]
pub fn routers(state: &State, chain: &ChainId) -> Vec<Address> {
    let named = state.options.rest.get("swapRouters").map(|all| all.list(&chain.to_string()));
    let mut all: Vec<Address> = swap::router(chain).into_iter().collect();
    for address in named.unwrap_or_default() {
        all.extend(address.as_str().and_then(|text| eip155::parse(text).ok()));
    }
    all
}

/// Whether Account shows the swap button.
#[must_use]
pub fn is_offered(state: &State) -> bool {
    let is_on = state.options.feature("swaps") && state.options.project_id.is_some() && !is_restricted(state);
    let is_here = state.networks.is_supported();
    is_on && is_here && state.networks.shown_chain().is_some_and(|chain| is_served(state, &chain))
}
