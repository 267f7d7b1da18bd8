//! The rules of a request's tokens, from the network's node (10.46): transfer fees, rights of issuers, and requirements
//! of recipients. Such a token raises an effect to a review. It never lowers a risk.

use super::effects::key;
use crate::api::rpc;
use crate::constants::SIMULATION_MS;
use crate::entities::Network;
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Effect, EffectKind, HowMuch, OfToken, Risk};
use crate::namespaces::request_readers::Named;
use crate::namespaces::solana::codec::wire::Key;
use crate::namespaces::solana::holdings::labels;
use crate::namespaces::solana::holdings::mint::{Mint, wants_memo};
use crate::namespaces::solana::holdings::node::{self, seconds};
use crate::namespaces::terms::TokenRule;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A token's own data.
pub(crate) async fn token(cx: &Cx, network: &Network, token: &str) -> Option<Named> {
    let at = key(token)?;
    let keys: Vec<Key> = [at].into_iter().chain(labels::place(&at)).collect();
    let mut found = node::accounts(cx, network, &keys).await?.into_iter();
    let mint = found.next().flatten().and_then(Mint::read)?;
    let mut terms = mint.terms(seconds(cx));
    terms.symbol = labels::symbol(&mint, &at, found.next().flatten().as_ref());
    Some(Named { decimals: mint.decimals, symbol: None, terms })
}

/// Adds transfer fees and notes to effects.
pub(crate) async fn weighed(cx: &Cx, network: &Network, mut effects: Vec<Effect>) -> Vec<Effect> {
    let tokens = effects.iter().filter_map(|effect| key(effect.token()?));
    let holdings = effects.iter().filter_map(|effect| key(effect.token().and(effect.on.as_deref())?));
    let keys = node::once(tokens.chain(holdings));
    if keys.is_empty() {
        return effects;
    }
    let read = async {
        let found = node::accounts(cx, network, &keys).await?;
        let (mut mints, mut wanting): (Vec<(Key, Mint)>, Vec<Key>) = Default::default();
        for (key, account) in keys.iter().zip(found) {
            let Some(account) = account else { continue };
            if wants_memo(&account) {
                wanting.push(*key);
            }
            mints.extend(Mint::read(account).map(|mint| (*key, mint)));
        }
        let epoch = match mints.iter().any(|(_, mint)| mint.has_fee()) {
            true => rpc::of_money(cx, network, "getEpochInfo", &json!([]))
                .await
                .ok()
                .and_then(|of| of.whole("epoch")),
            false => None,
        };
        Some((mints, wanting, epoch))
    };
    let Some((mints, wanting, epoch)) = cx.within(SIMULATION_MS, read).await.flatten() else {
        return effects;
    };
    let notes: Vec<usize> =
        effects.iter().filter(|effect| effect.is(Clause::Note)).map(|effect| effect.place).collect();
    let now = seconds(cx);
    for effect in &mut effects {
        let of = effect.token().and_then(|token| key(token));
        let mint = mints.iter().find(|(key, _)| Some(*key) == of).map(|(_, mint)| mint);
        let is_moved = matches!(effect.kind, EffectKind::Send | EffectKind::Receive | EffectKind::Move);
        let Some(mint) = mint.filter(|_| is_moved) else { continue };
        let units = match effect.amount {
            Some(HowMuch::Units(units)) => u64::try_from(units).ok(),
            _ => None,
        };
        let mut of_token = OfToken::default();
        if let Some((units, epoch)) = units.zip(epoch) {
            of_token.kept = mint.fee(units, epoch).filter(|kept| *kept > 0).map(alloy_primitives::U256::from);
            if mint.later_fee(units, epoch).is_some() {
                of_token.rules.push(TokenRule::FeeChanges);
            }
        }
        let to = effect.on.as_deref().and_then(key);
        let has_note = notes.iter().any(|place| *place < effect.place);
        if to.is_some_and(|to| wanting.contains(&to)) && !has_note {
            of_token.rules.push(TokenRule::MemoWanted);
        }
        let terms = mint.terms(now);
        let is_ruled = mint.has_fee() || !terms.rules.is_empty() || terms.count.is_some();
        if is_ruled || !of_token.rules.is_empty() {
            effect.risk = effect.risk.max(Risk::Review);
        }
        effect.of_token = Some(of_token).filter(|of| *of != OfToken::default()).map(Box::new);
    }
    effects
}
