//! Reads the effects of a page's request from its bytes (10.44): messages, and transactions instruction by instruction
//! ([`super::instructions`]). A request that nodes would reject, or that needs another signer, is rejected. Unreadable
//! parts are displayed as such.

use super::instructions::{self, Call, ComputeBudget, Facts, Holding, written};
use crate::caip::ChainId;
use crate::constants::LAMPORTS_RISKY;
use crate::json::Read;
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{
    Asset, Effect, EffectKind, EffectText, HowMuch, Reading, Risk, many_receivers,
};
use crate::namespaces::solana::codec::wire::{Instruction, Key, Message, Transaction};
use crate::namespaces::solana::is_for;
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;
use walletconnect::base64;

/// The fee per signature in lamports.
const SIGNATURE_LAMPORTS: u64 = 5_000;
/// The maximum length of a base58 message. A longer one is displayed as unread.
const MESSAGE_CHARS_MAX: usize = 8_192;
/// The maximum length of a field name.
const NAME_CHARS: usize = 64;
/// Request fields outside the bytes that don't change the signed data.
const FIELDS: [&str; 6] = ["options", "sendOptions", "pubkey", "account", "chain", "chainId"];

/// Decodes a key from base58.
#[must_use]
pub fn key(text: &str) -> Option<Key> {
    let mut key = [0; 32];
    let length = bs58::decode(text).onto(&mut key).ok()?;
    (length == 32).then_some(key)
}

/// The effects of a request.
#[must_use]
pub fn read(method: &str, params: &Value, from: &str, chain: &ChainId, facts: &Facts) -> Reading {
    reading(method, params, from, chain, facts)
        .unwrap_or_else(|| one(Effect::of(EffectKind::Unread, Risk::Blocked)))
}

fn one(effect: Effect) -> Reading {
    Reading { effects: [effect].into(), is_batch: false }
}

/// The effects of a request. `None` rejects it.
fn reading(method: &str, params: &Value, from: &str, chain: &ChainId, facts: &Facts) -> Option<Reading> {
    let signer = key(from)?;
    is_for(params, from, chain).then_some(())?;
    let is_batch = method == "solana_signAllTransactions";
    let (own, mut effects) = if method == "solana_signMessage" {
        ("message", [message(params.text("message")?)?].into())
    } else {
        let transactions = transactions(method, params)?;
        let each =
            transactions.iter().map(|transaction| of_transaction(&transaction.message, &signer, facts));
        let each: Vec<Vec<Effect>> = each.collect::<Option<_>>()?;
        (if is_batch { "transactions" } else { "transaction" }, highest_risk_first(each, is_batch))
    };
    let fields = params.as_object().into_iter().flat_map(|of| of.keys());
    // a wallet might use a field outside the bytes
    let others = fields.filter(|name| *name != own && !FIELDS.contains(&name.as_str()));
    for name in others {
        let name = text::label(name, NAME_CHARS).unwrap_or_default();
        effects.push_mut(Effect::of(EffectKind::Unread, Risk::Warning)).words = Some(EffectText::Name(name));
    }
    Some(Reading { effects, is_batch })
}

/// The transactions of a request. `None` if one is invalid.
#[must_use]
pub fn transactions(method: &str, params: &Value) -> Option<Vec<Transaction>> {
    let read = |given: &Value| Transaction::read(&base64::decode(given.as_str()?)?);
    if method != "solana_signAllTransactions" {
        return Some([read(params.field("transaction")?)?].into());
    }
    let all: Vec<Transaction> = params.list("transactions").iter().map(read).collect::<Option<_>>()?;
    (!all.is_empty()).then_some(all)
}

/// The effect of signing a message. `None` for the bytes of a transaction's message, because a wallet would sign the
/// transaction.
fn message(given: &str) -> Option<Effect> {
    let unread = Effect::of(EffectKind::Unread, Risk::Warning);
    if given.len() > MESSAGE_CHARS_MAX {
        return Some(unread);
    }
    let bytes = bs58::decode(given).into_vec().ok()?;
    let is_known = Message::read(&bytes).is_some() || Transaction::read(&bytes).is_some();
    if is_known || Message::is_of_version_1(&bytes) {
        return None;
    }
    Some(match String::from_utf8(bytes) {
        Ok(words) => {
            let words = Some(EffectText::Text(text::in_boxes(&words)));
            Effect { words, ..Effect::of(EffectKind::Sign, Risk::Normal) }
        }
        Err(_) => unread,
    })
}

/// The effects of several transactions, with the one of the highest risk first.
fn highest_risk_first(mut each: Vec<Vec<Effect>>, is_batch: bool) -> Vec<Effect> {
    let risk = |effects: &[Effect]| effects.iter().map(|effect| effect.risk).max().unwrap_or(Risk::Normal);
    let mut all = Vec::new();
    for of in [Risk::Critical, Risk::Warning, Risk::Review, Risk::Normal] {
        for (place, effects) in each.iter_mut().enumerate().filter(|(_, effects)| risk(effects) == of) {
            if is_batch {
                effects.iter_mut().for_each(|effect| effect.place = place);
            }
            all.append(effects);
        }
    }
    all
}

/// All accounts of a message in order, and the tables whose content is incomplete.
#[must_use]
pub fn resolved(message: &Message, facts: &Facts) -> (Vec<Option<Key>>, Vec<Key>) {
    let mut keys: Vec<Option<Key>> = message.keys.iter().copied().map(Some).collect();
    let mut missing = Vec::new();
    for is_written in [true, false] {
        for lookup in &message.lookups {
            let table = facts.table(&lookup.table);
            for place in if is_written { &lookup.written } else { &lookup.read } {
                let key = table.and_then(|table| table.keys.get(usize::from(*place)).copied());
                // nodes reject a repeated account, so a table that repeats one isn't trusted
                let key = key.filter(|key| !keys.contains(&Some(*key)));
                let is_sound = key.is_some() && table.is_some_and(|table| !table.is_closing);
                if !is_sound && !missing.contains(&lookup.table) {
                    missing.push(lookup.table);
                }
                keys.push(key);
            }
        }
    }
    (keys, missing)
}

/// The effects of one transaction. `None` if the account isn't a signer.
pub(crate) fn of_transaction(message: &Message, from: &Key, facts: &Facts) -> Option<Vec<Effect>> {
    message.keys.iter().take(message.signers).find(|key| *key == from)?;
    let (keys, missing) = resolved(message, facts);
    let program = |of: &Instruction| message.keys.get(usize::from(of.program)).map(written);
    let programs: Vec<String> = message.instructions.iter().filter_map(program).collect();
    let known = Facts { tables: Vec::new(), holdings: holdings(message, &programs, &keys, facts) };
    let mut effects: Vec<Effect> = missing.iter().map(lookup).collect();
    let (mut budget, mut begun) = (ComputeBudget::default(), Vec::new());
    for (place, (instruction, program)) in message.instructions.iter().zip(&programs).enumerate() {
        budget.take(program, &instruction.data);
        if place == 0 && is_of_nonce(program, &instruction.data) {
            effects.push(Clause::Durable.effect());
        }
        let call = Call {
            from,
            keys: &keys,
            signers: message.signers,
            accounts: &instruction.accounts,
            facts: &known,
        };
        begun.extend(instructions::begun(program, &call, &instruction.data).map(written));
        let mut done = instructions::read(program, &call, &instruction.data);
        done.iter_mut().for_each(|effect| effect.place = place);
        effects.append(&mut done);
    }
    given_away(&mut effects, &written(from));
    left_open(&mut effects, &begun);
    many_receivers(&mut effects);
    effects.push(fee(message, from, &budget));
    Some(effects)
}

/// Adds a warning for coins in a new account if the same transaction makes another account its owner, which then has
/// the coins. That doesn't need a signature of the paying account.
fn given_away(effects: &mut [Effect], from: &str) {
    let is_others = |effect: &Effect| {
        effect.kind == EffectKind::Control && effect.party.as_deref().is_some_and(|party| party != from)
    };
    let paid = |effect: &Effect| {
        let is_paid = matches!(effect.kind, EffectKind::Clause(Clause::Open) | EffectKind::Send)
            && effect.asset == Some(Asset::Coin);
        effect.party.clone().filter(|_| is_paid && effect.owner.is_none())
    };
    let given: Vec<String> =
        effects.iter().filter(|effect| is_others(effect)).filter_map(|of| of.on.clone()).collect();
    let opened: Vec<String> =
        effects.iter().filter_map(paid).filter(|account| given.contains(account)).collect();
    for effect in effects.iter_mut() {
        let is_it = match paid(effect) {
            Some(account) => opened.contains(&account),
            None => is_others(effect) && effect.on.as_ref().is_some_and(|on| opened.contains(on)),
        };
        if is_it {
            effect.risk = effect.risk.max(Risk::Warning);
        }
    }
}

/// Adds a warning for coins in a new account if the transaction doesn't set its owner, because anyone can become the
/// owner later.
fn left_open(effects: &mut [Effect], begun: &[String]) {
    let is_left = |effect: &&mut Effect| {
        let is_new = effect.is(Clause::Open) && effect.asset == Some(Asset::Coin) && effect.owner.is_none();
        is_new && effect.party.as_ref().is_some_and(|account| !begun.contains(account))
    };
    effects.iter_mut().filter(is_left).for_each(|effect| effect.risk = effect.risk.max(Risk::Warning));
}

/// The effect of a table whose content is unknown, or which closes soon.
fn lookup(table: &Key) -> Effect {
    Effect { on: Some(written(table)), ..Clause::AddressTable.effect() }
}

/// Whether a transaction starts with advancing a nonce (instruction 4 of the System program), so it doesn't expire.
fn is_of_nonce(program: &str, data: &[u8]) -> bool {
    program == instructions::SYSTEM && data.starts_with(&[4, 0, 0, 0])
}

/// The known token accounts: from the network, and from instructions that create them.
fn holdings(
    message: &Message,
    programs: &[String],
    keys: &[Option<Key>],
    facts: &Facts,
) -> Vec<(Key, Holding)> {
    let mut all = facts.holdings.clone();
    for (instruction, program) in message.instructions.iter().zip(programs) {
        let key = |at: usize| *keys.get(usize::from(*instruction.accounts.get(at)?))?;
        let is_opened =
            program == instructions::ASSOCIATED && matches!(instruction.data.as_slice(), [] | [0 | 1]);
        if let (true, Some(account), Some(owner), Some(mint)) = (is_opened, key(1), key(2), key(3)) {
            all.push((account, Holding { mint, owner }));
        }
    }
    all
}

/// The fee of a transaction with this budget in lamports.
fn paid(message: &Message, budget: &ComputeBudget) -> u64 {
    let signatures = SIGNATURE_LAMPORTS * (message.signers as u64 + budget.signatures);
    signatures.saturating_add(budget.priority(message.instructions.len()))
}

/// The fee of a transaction in lamports.
pub(crate) fn lamports_of(message: &Message) -> u64 {
    let mut budget = ComputeBudget::default();
    for instruction in &message.instructions {
        let program = message.keys.get(usize::from(instruction.program)).map(written);
        budget.take(&program.unwrap_or_default(), &instruction.data);
    }
    paid(message, &budget)
}

/// The effect of the network fee, with its payer if it is another account.
fn fee(message: &Message, from: &Key, budget: &ComputeBudget) -> Effect {
    let payer = message.keys.first().filter(|payer| *payer != from);
    if let Some(payer) = payer {
        return Effect { owner: Some(written(payer)), ..Effect::of(EffectKind::Fee, Risk::Review) };
    }
    let units = paid(message, budget);
    let risk = if units > LAMPORTS_RISKY { Risk::Warning } else { Risk::Normal };
    let amount = Some(HowMuch::Units(U256::from(units)));
    Effect { asset: Some(Asset::Coin), amount, ..Effect::of(EffectKind::Fee, risk) }
}
