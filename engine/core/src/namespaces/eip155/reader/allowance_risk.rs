//! The network's data about an approval: whether it is for an amount or an NFT, how it compares with the balance, and
//! whether the spender is a contract (10.12). An approval of at least the balance covers everything. A spender without
//! code has only one use for an approval: taking the tokens. `approve(spender, number)` is the same call for ERC-20 and
//! ERC-721. Until a node identifies the contract, the number is displayed neither as an amount nor as an NFT, and zero
//! isn't treated as a revocation.

use crate::constants::SIMULATION_MS;
use crate::entities::Network;
use crate::flow::Cx;
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Effect, EffectKind, HowMuch, Risk};
use crate::namespaces::eip155::holdings::{self, Keeps};
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{Address, U256};
use futures_util::future::{join_all, join3};

/// The maximum number of approvals to query per request. Further ones keep the risk of a query without a response.
const ASKED_MAX: usize = 16;

/// The node's data about an approval.
#[derive(Clone, Copy, Default)]
struct Standing {
    /// What the contract manages.
    keeps: Option<Keeps>,
    /// The account's balance of the token.
    holding: Option<U256>,
    /// Whether the spender is a contract.
    is_contract: Option<bool>,
}

/// The key of a query: the token, the spender, the number.
type Key = (String, String, U256);

/// Implements [`crate::namespaces::request_readers::Reads::weighed`].
pub async fn weighed(cx: &Cx, network: &Network, from: &str, mut effects: Vec<Effect>) -> Vec<Effect> {
    let mut keys: Vec<Key> = Vec::new();
    for key in effects.iter().filter(|effect| is_asked(effect)).filter_map(key) {
        if keys.len() < ASKED_MAX && !keys.contains(&key) {
            keys.push(key);
        }
    }
    let asking = keys.iter().map(|(token, spender, number)| async {
        let (keeps, holding, is_contract) = join3(
            holdings::keeps(cx, network, token, *number),
            holdings::holding(cx, network, token, from),
            holdings::is_contract(cx, network, spender),
        )
        .await;
        Standing { keeps, holding, is_contract }
    });
    let standings = match keys.is_empty() {
        true => Vec::new(),
        false => cx.within(SIMULATION_MS, join_all(asking)).await.unwrap_or_default(),
    };
    for effect in effects.iter_mut().filter(|effect| is_asked(effect)) {
        let at = key(effect).and_then(|key| keys.iter().position(|of| *of == key));
        settle(effect, at.and_then(|at| standings.get(at)).copied().unwrap_or_default());
    }
    effects
}

/// Whether a node is queried: the effect is an approval, or its zero can be the number of an NFT, or its number can be
/// an amount or an NFT.
fn is_asked(effect: &Effect) -> bool {
    let is_nothing = matches!(effect.amount, Some(HowMuch::Units(units)) if units.is_zero());
    match effect.kind {
        EffectKind::Allow => !is_nothing || effect.number.is_some(),
        EffectKind::Move => effect.number.is_some(),
        EffectKind::Clause(Clause::Raise) => !is_nothing,
        _ => false,
    }
}

fn key(effect: &Effect) -> Option<Key> {
    Some((effect.token()?.clone(), effect.party.clone()?, effect.number.unwrap_or_default()))
}

/// Sets the amount and the risk of an approval.
fn settle(effect: &mut Effect, standing: Standing) {
    if effect.kind == EffectKind::Move {
        // the risk stays, because the call doesn't identify the owner
        effect.amount = effect.number.map(|number| match standing.keeps {
            Some(Keeps::Amounts) => HowMuch::Units(number),
            Some(Keeps::Pieces) => HowMuch::Piece(number, U256::from(1u8)),
            None => HowMuch::Number(number),
        });
        return;
    }
    let number = effect.number.filter(|_| effect.kind == EffectKind::Allow);
    effect.risk = effect.risk.max(match (number, standing.keeps) {
        (Some(number), Some(Keeps::Pieces)) => {
            effect.amount = Some(HowMuch::Piece(number, U256::from(1u8)));
            // for the zero address: an earlier approval ends
            let is_none = effect.party.as_deref() == Some(&*Address::ZERO.to_checksum(None));
            match standing.is_contract {
                Some(false) if !is_none => Risk::Critical,
                _ => Risk::Warning,
            }
        }
        (Some(number), None) => {
            if matches!(effect.amount, Some(HowMuch::Units(_))) {
                effect.amount = Some(HowMuch::Number(number));
            }
            risk(effect, standing).max(Risk::Warning)
        }
        (Some(number), Some(Keeps::Amounts)) if number.is_zero() => Risk::Normal,
        _ => risk(effect, standing),
    });
}

fn risk(effect: &Effect, standing: Standing) -> Risk {
    let is_all = match (effect.amount, standing.holding) {
        (Some(HowMuch::Units(units)), Some(holding)) => units >= holding,
        _ => true,
    };
    // with a zero balance, an approved amount gives nothing away, but an unlimited approval does
    let is_worth = effect.amount == Some(HowMuch::Any) || standing.holding.is_some_and(|of| !of.is_zero());
    match standing.is_contract {
        Some(false) if is_all && is_worth => Risk::Critical,
        // a spender without code has only one use for an approval: taking the tokens
        Some(false) => Risk::Warning,
        _ if is_all => Risk::Warning,
        _ => Risk::Normal,
    }
}

/// An approval with the network's data, for the table of other implementations.
#[cfg(test)]
pub(crate) fn settled(
    mut effect: Effect,
    keeps: Option<Keeps>,
    holding: Option<U256>,
    is_contract: Option<bool>,
) -> Effect {
    settle(&mut effect, Standing { keeps, holding, is_contract });
    effect
}
