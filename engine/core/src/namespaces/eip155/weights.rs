//! What only the network knows of an allowance: what it is to what the account has, and whether a contract gets it (10.12). From the balance
//! upwards an allowance is all there is, whatever its number; somebody who is no contract has no use for one but to take it.

use super::node;
use crate::constants::SIMULATION_MS;
use crate::entities::Network;
use crate::flow::Cx;
use crate::namespaces::deeds::{Deed, DeedKind, HowMuch, Weight};
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use futures_util::future::{join, join_all};

/// Allowances of one request that a node is asked about; more of them are as risky as those it says nothing of.
const ASKED_MAX: usize = 16;

/// What a node says of an allowance.
#[derive(Clone, Copy, Default)]
struct Standing {
    /// What the account has of the token.
    holding: Option<U256>,
    /// Whether the spender is a contract.
    is_contract: Option<bool>,
}

/// As [`crate::namespaces::request_readers::Reads::weighed`].
pub async fn weighed(cx: &Cx, network: &Network, from: &str, mut deeds: Vec<Deed>) -> Vec<Deed> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for pair in deeds.iter().filter(|deed| gives(deed)).filter_map(pair) {
        if pairs.len() < ASKED_MAX && !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    if pairs.is_empty() {
        return deeds;
    }
    let asking = pairs.iter().map(|(token, spender)| async {
        let (holding, is_contract) =
            join(node::holding(cx, network, token, from), node::is_contract(cx, network, spender)).await;
        Standing { holding, is_contract }
    });
    let standings = cx.within(SIMULATION_MS, join_all(asking)).await.unwrap_or_default();
    for deed in deeds.iter_mut().filter(|deed| gives(deed)) {
        let at = pair(deed).and_then(|pair| pairs.iter().position(|of| *of == pair));
        let standing = at.and_then(|at| standings.get(at)).copied().unwrap_or_default();
        deed.weight = deed.weight.max(weight(deed, standing));
    }
    deeds
}

/// Whether it lets somebody take something at all.
fn gives(deed: &Deed) -> bool {
    let is_nothing = matches!(deed.amount, Some(HowMuch::Units(units)) if units.is_zero());
    matches!(deed.kind, DeedKind::Allow | DeedKind::Raise) && !is_nothing
}

fn pair(deed: &Deed) -> Option<(String, String)> {
    Some((deed.token()?.clone(), deed.party.clone()?))
}

fn weight(deed: &Deed, standing: Standing) -> Weight {
    let is_all = match (deed.amount, standing.holding) {
        (Some(HowMuch::Units(units)), Some(holding)) => units >= holding,
        _ => true,
    };
    // who has nothing yet gives away nothing by a number, but by an allowance without an end
    let is_worth = deed.amount == Some(HowMuch::Any) || standing.holding.is_some_and(|of| !of.is_zero());
    match standing.is_contract {
        Some(false) if is_all && is_worth => Weight::Grave,
        _ if is_all => Weight::Risky,
        _ => Weight::Plain,
    }
}

/// The weight of an allowance by what the network says of it, for the table that others read.
#[cfg(test)]
pub(crate) fn weight_of(deed: &Deed, holding: Option<U256>, is_contract: Option<bool>) -> Weight {
    weight(deed, Standing { holding, is_contract })
}
