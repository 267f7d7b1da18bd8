//! The effects of a request from the node's simulation (10.45): the signers' accounts before and after it, in one slot.
//! Balance changes are summed. Authorities of accounts are compared, because a program can change them without a
//! visible instruction. The real execution can still differ.

use super::effects::{key, resolved, transactions};
use super::instructions::{Facts, SYSTEM, how_much, written};
use super::signed::written_keys;
use crate::api::rpc;
use crate::entities::Network;
use crate::flow::{self, Cx};
use crate::json::Read;
use crate::json::json;
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Asset, Effect, EffectKind, Fails, Power, Risk, Tried};
use crate::namespaces::request_readers::HostRequest;
use crate::namespaces::solana::codec::wire::{Key, Transaction};
use crate::namespaces::solana::codec::written::signed;
use crate::namespaces::solana::holdings::mint::{is_confidential, is_guarded};
use crate::namespaces::solana::holdings::node::{
    self, ACCOUNTS_MAX, Account, account, accounts_at, holding, staked,
};
use crate::namespaces::terms::TokenRule;
use crate::namespaces::transfer::Change;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use core::pin::Pin;
use futures_util::future::join;
use serde_json::Value;
use walletconnect::base64;

/// The maximum number of simulated transactions per request.
const TRANSACTIONS_MAX: usize = 5;
/// The maximum number of attempts to get both states from the same slot.
const TRIES: usize = 3;

/// The result of simulating one transaction.
enum Trial {
    /// Each account before and after it.
    Done(Vec<(Key, Option<Account>, Option<Account>)>),
    /// The reason, and the accounts that it writes.
    Fails(Fails, Vec<Option<Account>>),
}

/// Effects without an instruction, and balance changes. With several transactions, each is simulated separately, so
/// their combined result is unknown.
pub(crate) async fn tried(
    cx: &Cx,
    network: &Network,
    asked: &HostRequest,
) -> Option<(Vec<Effect>, Option<Tried>)> {
    let all = transactions(&asked.method, &asked.params)?;
    let from = key(&asked.from)?;
    let facts = match all.iter().any(|of| !of.message.lookups.is_empty()) {
        true => node::facts(cx, network, &asked.method, &asked.params).await,
        false => Facts::default(),
    };
    let some = all.iter().take(TRANSACTIONS_MAX);
    let each: Vec<Trying<'_>> = some.map(|of| Box::pin(trial(cx, network, of, &from, &facts)) as _).collect();
    let trials = flow::all(each).await;
    let mut effects = Vec::new();
    for (place, trial) in trials.iter().enumerate() {
        if let Some(Trial::Done(accounts)) = trial {
            for mut effect in accounts.iter().flat_map(|of| changed(of, &from)) {
                effect.place = place;
                effects.push(effect);
            }
        }
    }
    let tried = match trials.as_slice() {
        [Some(Trial::Done(accounts))] if all.len() == 1 => {
            let rules = rules(accounts.iter().map(|(_, before, _)| before.as_ref()), &from);
            Some(Tried { changes: moved(accounts, &from), fails: None, rules })
        }
        [Some(Trial::Fails(fails, accounts))] if all.len() == 1 => {
            let rules = rules(accounts.iter().map(Option::as_ref), &from);
            Some(Tried { changes: Vec::new(), fails: Some(*fails), rules })
        }
        _ => None,
    };
    Some((effects, tried))
}

type Trying<'a> = Pin<Box<dyn Future<Output = Option<Trial>> + 'a>>;

async fn trial(
    cx: &Cx,
    network: &Network,
    transaction: &Transaction,
    from: &Key,
    facts: &Facts,
) -> Option<Trial> {
    let message = &transaction.message;
    let (keys, _) = resolved(message, facts);
    let count: usize = message.lookups.iter().map(|of| of.written.len()).sum();
    if written_keys(message).count() + count > ACCOUNTS_MAX {
        return None; // a part of the transactions doesn't prove that nothing else moves
    }
    let of_tables = keys.into_iter().skip(message.keys.len()).take(count).flatten();
    let writes = node::once(written_keys(message).copied().chain(of_tables));
    let found = node::accounts(cx, network, &writes).await?;
    // a missing account can become the user's
    let is_theirs = |(key, account): &(&Key, &Option<Account>)| {
        let is_staked = |of: &Account| staked(of).is_some_and(|keys| keys.contains(from));
        *key == from || account.as_ref().is_none_or(|of| is_held_by(of, from) || is_staked(of))
    };
    let theirs = writes.iter().zip(&found).filter(is_theirs).map(|(key, _)| *key);
    let theirs: Vec<Key> = theirs.collect();
    let bytes = base64::encode(&signed(message, &transaction.signatures));
    for _ in 0..TRIES {
        let (before, behind) =
            join(accounts_at(cx, network, &theirs), simulated(cx, network, &bytes, &theirs)).await;
        let ((before, slot), (behind, at)) = (before?, behind?);
        match behind {
            Err(fails) => return Some(Trial::Fails(fails, found)),
            Ok(_) if slot != at => {}
            Ok(behind) => {
                let both = theirs.iter().copied().zip(before).zip(behind);
                return Some(Trial::Done(
                    both.map(|((key, before), behind)| (key, before, behind)).collect(),
                ));
            }
        }
    }
    None
}

/// The accounts after the simulated transaction, or its error, and the slot. `None` if the node doesn't support it.
async fn simulated(
    cx: &Cx,
    network: &Network,
    bytes: &str,
    accounts: &[Key],
) -> Option<(Result<Vec<Option<Account>>, Fails>, u64)> {
    let addresses: Vec<String> = accounts.iter().map(written).collect();
    let how = json!({
        "encoding": "base64", "sigVerify": false, "replaceRecentBlockhash": true, "commitment": "confirmed",
        "accounts": { "encoding": "base64", "addresses": addresses },
    });
    let answer = rpc::of_money(cx, network, "simulateTransaction", &json!([bytes, how])).await.ok()?;
    let slot = answer.field("context")?.whole("slot")?;
    let value = answer.field("value")?;
    if let Some(err) = value.field("err") {
        return Some((Err(fails(err)), slot));
    }
    let all: Vec<Option<Account>> = value.list("accounts").iter().map(account).collect::<Option<_>>()?;
    (all.len() == accounts.len()).then_some((Ok(all), slot))
}

/// Recognizes a node's error. Token programs have a number for insufficient funds.
fn fails(err: &Value) -> Fails {
    let text = crate::json::text(err);
    match ["InsufficientFundsForFee", "AccountNotFound", "\"Custom\":1}"]
        .iter()
        .any(|word| text.contains(word))
    {
        true => Fails::Funds,
        false if text.contains("Rent") => Fails::Rent,
        false => Fails::Other,
    }
}

fn is_held_by(account: &Account, owner: &Key) -> bool {
    holding(account).is_some_and(|holding| holding.owner == *owner)
}

/// The notes about tokens that follow from the user's token accounts.
fn rules<'a>(accounts: impl Iterator<Item = Option<&'a Account>>, from: &Key) -> Vec<(String, TokenRule)> {
    let mut all = Vec::new();
    for account in accounts.flatten().filter(|account| is_held_by(account, from)) {
        let Some(of) = holding(account) else { continue };
        let found =
            [(is_guarded(account), TokenRule::Guarded), (is_confidential(account), TokenRule::Confidential)];
        all.extend(found.into_iter().filter(|(is, _)| *is).map(|(_, rule)| (written(&of.mint), rule)));
    }
    all
}

/// The base units in a token account.
fn units(account: &Account) -> Option<u64> {
    account.data.get(64..).and_then(|of| of.first_chunk::<8>()).map(|of| u64::from_le_bytes(*of))
}

/// An optional key after its marker.
fn option(account: Option<&Account>, at: usize) -> Option<Key> {
    let data = &account?.data;
    let is_there = data.get(at..at + 4)? == [1, 0, 0, 0];
    data.get(at + 4..).and_then(|of| of.first_chunk::<32>()).copied().filter(|_| is_there)
}

/// The outgoing and incoming amounts, outgoing first: coins, and tokens with their mints.
fn moved(accounts: &[(Key, Option<Account>, Option<Account>)], from: &Key) -> Vec<Change> {
    let mut sums: Vec<(Option<Key>, u128, u128)> = Vec::new();
    let mut add = |token: Option<Key>, gone: u64, come: u64| match sums.iter_mut().find(|of| of.0 == token) {
        Some(sum) => (sum.1, sum.2) = (sum.1 + u128::from(gone), sum.2 + u128::from(come)),
        None => sums.push((token, gone.into(), come.into())),
    };
    for (key, before, behind) in accounts {
        // including staked coins that the user can withdraw
        let is_own =
            |of: &&Account| key == from || staked(of).is_some_and(|[_, withdrawer]| withdrawer == *from);
        let lamports = |of: &Option<Account>| of.as_ref().filter(is_own).map_or(0, |of| of.lamports);
        add(None, lamports(before), lamports(behind));
        for (of, is_before) in [(before, true), (behind, false)] {
            let Some(of) = of.as_ref().filter(|of| is_held_by(of, from)) else { continue };
            let (mint, units) = (holding(of).map(|of| of.mint), units(of).unwrap_or_default());
            if is_before { add(mint, units, 0) } else { add(mint, 0, units) }
        }
    }
    let change = |(token, gone, come): &(Option<Key>, u128, u128)| Change {
        token: token.as_ref().map(written),
        units: U256::from(gone.abs_diff(*come)),
        is_in: come > gone,
        is_item: false,
    };
    let (mut all, come): (Vec<Change>, Vec<Change>) =
        sums.iter().filter(|(_, gone, come)| gone != come).map(change).partition(|change| !change.is_in);
    all.extend(come);
    all
}

/// The changed authorities of an account.
fn changed((at, before, behind): &(Key, Option<Account>, Option<Account>), from: &Key) -> Vec<Effect> {
    let (before, behind) = (before.as_ref(), behind.as_ref());
    let mut all: Vec<Effect> = Vec::new();
    if let Some(behind) = behind.filter(|_| at == from) {
        // an account without data was only controlled by its key
        if behind.owner != before.map_or(SYSTEM, |before| before.owner.as_str()) {
            adds(&mut all, at, EffectKind::Control, Some(Power::Account)).with_party(Some(&behind.owner));
        }
        // an account with data can't send coins
        if behind.has_data && !before.is_some_and(|before| before.has_data) {
            adds(&mut all, at, EffectKind::Unread, None).with_name("Allocate");
        }
    }
    let (stood, stands) = (before.and_then(staked), behind.and_then(staked));
    for (stood, stands) in stood.iter().flatten().zip(stands.iter().flatten()) {
        if stood == from && stands != from {
            adds(&mut all, at, EffectKind::Control, Some(Power::Staker)).party = Some(written(stands));
        }
    }
    let held = before.and_then(holding).filter(|of| of.owner == *from);
    let now = behind.and_then(holding);
    let Some(mint) = held.or(now).map(|of| written(&of.mint)) else { return all };
    if held.is_none() && now.is_none_or(|of| of.owner != *from) {
        return all; // it had no owner before, and doesn't belong to the user
    }
    let mut adds = |kind: EffectKind, risk: Risk, power: Option<Power>, key: Option<&Key>| {
        let effect = adds(&mut all, at, kind, power);
        (effect.asset, effect.risk, effect.party) =
            (Some(Asset::Token(mint.clone())), risk, key.map(written));
    };
    let Some(now) = now else {
        // the balance changes include its content
        adds(EffectKind::Close, Risk::Review, None, None);
        return all;
    };
    if now.owner != *from {
        adds(EffectKind::Control, Risk::Critical, Some(Power::Holding), Some(&now.owner));
    }
    let key = |at: usize| {
        let is_new = |key: &Key| key != from && option(before, at) != Some(*key);
        option(behind, at).filter(is_new)
    };
    let mut amount = None;
    if let Some(delegate) = key(72) {
        let units = behind.and_then(|of| of.data.get(121..)?.first_chunk::<8>().copied());
        adds(EffectKind::Allow, Risk::Warning, None, Some(&delegate));
        amount = units.map(|of| how_much(u64::from_le_bytes(of)));
    }
    if let Some(closing) = key(129) {
        adds(EffectKind::Control, Risk::Critical, Some(Power::Closing), Some(&closing));
    }
    let is_frozen = |of: Option<&Account>| of.is_some_and(|of| of.data.get(108) == Some(&2));
    if is_frozen(behind) && !is_frozen(before) {
        adds(Clause::Freeze.into(), Clause::Freeze.risk(), None, None);
    }
    all.iter_mut()
        .filter(|effect| effect.kind == EffectKind::Allow)
        .for_each(|effect| effect.amount = amount);
    all
}

/// Adds a critical effect about an account.
fn adds<'d>(
    effects: &'d mut Vec<Effect>,
    at: &Key,
    kind: EffectKind,
    power: Option<Power>,
) -> &'d mut Effect {
    let effect = effects.push_mut(Effect::of(kind, Risk::Critical));
    (effect.power, effect.on) = (power, Some(written(at)));
    effect
}
