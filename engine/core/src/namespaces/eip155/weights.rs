//! What only the network knows of an allowance: whether it is of an amount or of an NFT, what it is to what the account has, and whether a
//! contract gets it (10.12). From the balance upwards an allowance is all there is, whatever its number; somebody who is no contract has no
//! use for one but to take it. `approve(spender, number)` is the same call of an ERC-20 and of an ERC-721: until a node says which it is, the
//! number is called neither an amount nor an NFT, and an allowance of zero takes nothing back.

use super::node::{self, Keeps};
use crate::constants::SIMULATION_MS;
use crate::entities::Network;
use crate::flow::Cx;
use crate::namespaces::deeds::{Deed, DeedKind, HowMuch, Weight};
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{Address, U256};
use futures_util::future::{join_all, join3};

/// Allowances of one request that a node is asked about; more of them are as risky as those it says nothing of.
const ASKED_MAX: usize = 16;

/// What a node says of an allowance.
#[derive(Clone, Copy, Default)]
struct Standing {
    /// What the contract keeps.
    keeps: Option<Keeps>,
    /// What the account has of the token.
    holding: Option<U256>,
    /// Whether the spender is a contract.
    is_contract: Option<bool>,
}

/// An allowance, as a node is asked about it: the token, the spender, the number.
type Key = (String, String, U256);

/// As [`crate::namespaces::request_readers::Reads::weighed`].
pub async fn weighed(cx: &Cx, network: &Network, from: &str, mut deeds: Vec<Deed>) -> Vec<Deed> {
    let mut keys: Vec<Key> = Vec::new();
    for key in deeds.iter().filter(|deed| is_asked(deed)).filter_map(key) {
        if keys.len() < ASKED_MAX && !keys.contains(&key) {
            keys.push(key);
        }
    }
    let asking = keys.iter().map(|(token, spender, number)| async {
        let (keeps, holding, is_contract) = join3(
            node::keeps(cx, network, token, *number),
            node::holding(cx, network, token, from),
            node::is_contract(cx, network, spender),
        )
        .await;
        Standing { keeps, holding, is_contract }
    });
    let standings = match keys.is_empty() {
        true => Vec::new(),
        false => cx.within(SIMULATION_MS, join_all(asking)).await.unwrap_or_default(),
    };
    for deed in deeds.iter_mut().filter(|deed| is_asked(deed)) {
        let at = key(deed).and_then(|key| keys.iter().position(|of| *of == key));
        settle(deed, at.and_then(|at| standings.get(at)).copied().unwrap_or_default());
    }
    deeds
}

/// Whether a node is asked about it: it lets somebody take something, or may do so where its zero is the number of an NFT; or it moves what may
/// be an amount or an NFT.
fn is_asked(deed: &Deed) -> bool {
    let is_nothing = matches!(deed.amount, Some(HowMuch::Units(units)) if units.is_zero());
    match deed.kind {
        DeedKind::Allow => !is_nothing || deed.number.is_some(),
        DeedKind::Move => deed.number.is_some(),
        DeedKind::Raise => !is_nothing,
        _ => false,
    }
}

fn key(deed: &Deed) -> Option<Key> {
    Some((deed.token()?.clone(), deed.party.clone()?, deed.number.unwrap_or_default()))
}

/// Gives an allowance its amount and its weight.
fn settle(deed: &mut Deed, standing: Standing) {
    if deed.kind == DeedKind::Move {
        // as risky as before: whose it is isn't known by the call
        deed.amount = deed.number.map(|number| match standing.keeps {
            Some(Keeps::Amounts) => HowMuch::Units(number),
            Some(Keeps::Pieces) => HowMuch::Piece(number, U256::from(1u8)),
            None => HowMuch::Number(number),
        });
        return;
    }
    let number = deed.number.filter(|_| deed.kind == DeedKind::Allow);
    deed.weight = deed.weight.max(match (number, standing.keeps) {
        (Some(number), Some(Keeps::Pieces)) => {
            deed.amount = Some(HowMuch::Piece(number, U256::from(1u8)));
            // to the zero address: an approval that was given before ends
            let is_none = deed.party.as_deref() == Some(&*Address::ZERO.to_checksum(None));
            match standing.is_contract {
                Some(false) if !is_none => Weight::Grave,
                _ => Weight::Risky,
            }
        }
        (Some(number), None) => {
            if matches!(deed.amount, Some(HowMuch::Units(_))) {
                deed.amount = Some(HowMuch::Number(number));
            }
            weight(deed, standing).max(Weight::Risky)
        }
        (Some(number), Some(Keeps::Amounts)) if number.is_zero() => Weight::Plain,
        _ => weight(deed, standing),
    });
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
        // whoever is no contract has no use for an allowance of any amount but to take it
        Some(false) => Weight::Risky,
        _ if is_all => Weight::Risky,
        _ => Weight::Plain,
    }
}

/// An allowance by what the network says of it, for the table that others read.
#[cfg(test)]
pub(crate) fn settled(
    mut deed: Deed,
    keeps: Option<Keeps>,
    holding: Option<U256>,
    is_contract: Option<bool>,
) -> Deed {
    settle(&mut deed, Standing { keeps, holding, is_contract });
    deed
}
