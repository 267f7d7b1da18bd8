//! What a request of a host would do, read from its very bytes (10.44): messages, and transactions instruction by instruction
//! ([`super::instructions`]). What no node takes, and what somebody else is to sign, is refused; what cannot be read is said to be so.

use super::instructions::{self, Call, ComputeBudget, Facts, Holding, written};
use super::is_for;
use super::wire::{Instruction, Key, Message, Transaction};
use crate::caip::ChainId;
use crate::constants::LAMPORTS_RISKY;
use crate::json::Read;
use crate::namespaces::deeds::{Asset, Deed, DeedKind, HowMuch, Reading, Weight, Words, many_receivers};
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;
use walletconnect::base64;

/// Lamports for each signature.
const SIGNATURE_LAMPORTS: u64 = 5_000;
/// Characters of base58 that are read of a message; longer ones are said to be unread.
const MESSAGE_CHARS_MAX: usize = 8_192;
/// Characters of the name of a field.
const NAME_CHARS: usize = 64;
/// Fields of a request beside its bytes that change nothing of what is signed.
const FIELDS: [&str; 6] = ["options", "sendOptions", "pubkey", "account", "chain", "chainId"];

/// A key, of base58.
#[must_use]
pub fn key(text: &str) -> Option<Key> {
    let mut key = [0; 32];
    let length = bs58::decode(text).onto(&mut key).ok()?;
    (length == 32).then_some(key)
}

/// What a request would do.
#[must_use]
pub fn read(method: &str, params: &Value, from: &str, chain: &ChainId, facts: &Facts) -> Reading {
    reading(method, params, from, chain, facts)
        .unwrap_or_else(|| one(Deed::of(DeedKind::Unread, Weight::Refused)))
}

fn one(deed: Deed) -> Reading {
    Reading { deeds: [deed].into(), is_batch: false }
}

/// Nothing: no wallet is asked for this.
fn reading(method: &str, params: &Value, from: &str, chain: &ChainId, facts: &Facts) -> Option<Reading> {
    let signer = key(from)?;
    is_for(params, from, chain).then_some(())?;
    let is_batch = method == "solana_signAllTransactions";
    let (own, mut deeds) = if method == "solana_signMessage" {
        ("message", [message(params.text("message")?)?].into())
    } else {
        let transactions = transactions(method, params)?;
        let each =
            transactions.iter().map(|transaction| of_transaction(&transaction.message, &signer, facts));
        let each: Vec<Vec<Deed>> = each.collect::<Option<_>>()?;
        (if is_batch { "transactions" } else { "transaction" }, heaviest_first(each, is_batch))
    };
    let fields = params.as_object().into_iter().flat_map(|of| of.keys());
    // a wallet may go by a field that stands beside the bytes
    let others = fields.filter(|name| *name != own && !FIELDS.contains(&name.as_str()));
    for name in others {
        let name = text::label(name, NAME_CHARS).unwrap_or_default();
        deeds.push_mut(Deed::of(DeedKind::Unread, Weight::Risky)).words = Some(Words::Name(name));
    }
    Some(Reading { deeds, is_batch })
}

/// The transactions of a request; nothing where one of them is none.
#[must_use]
pub fn transactions(method: &str, params: &Value) -> Option<Vec<Transaction>> {
    let read = |given: &Value| Transaction::read(&base64::decode(given.as_str()?)?);
    if method != "solana_signAllTransactions" {
        return Some([read(params.field("transaction")?)?].into());
    }
    let all: Vec<Transaction> = params.list("transactions").iter().map(read).collect::<Option<_>>()?;
    (!all.is_empty()).then_some(all)
}

/// Words that are signed. What a wallet signs of a transaction are the bytes of its message, so none may be passed on as words.
fn message(given: &str) -> Option<Deed> {
    let unread = Deed::of(DeedKind::Unread, Weight::Risky);
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
            let words = Some(Words::Text(text::in_boxes(&words)));
            Deed { words, ..Deed::of(DeedKind::Sign, Weight::Plain) }
        }
        Err(_) => unread,
    })
}

/// The deeds of several transactions: those of the one that does the gravest first.
fn heaviest_first(mut each: Vec<Vec<Deed>>, is_batch: bool) -> Vec<Deed> {
    let weight = |deeds: &[Deed]| deeds.iter().map(|deed| deed.weight).max().unwrap_or(Weight::Plain);
    let mut all = Vec::new();
    for of in [Weight::Grave, Weight::Risky, Weight::Look, Weight::Plain] {
        for (place, deeds) in each.iter_mut().enumerate().filter(|(_, deeds)| weight(deeds) == of) {
            if is_batch {
                deeds.iter_mut().for_each(|deed| deed.place = place);
            }
            all.append(deeds);
        }
    }
    all
}

/// All accounts of a message in their order, and the tables that do not say all of them.
#[must_use]
pub fn resolved(message: &Message, facts: &Facts) -> (Vec<Option<Key>>, Vec<Key>) {
    let mut keys: Vec<Option<Key>> = message.keys.iter().copied().map(Some).collect();
    let mut missing = Vec::new();
    for is_written in [true, false] {
        for lookup in &message.lookups {
            let table = facts.table(&lookup.table);
            for place in if is_written { &lookup.written } else { &lookup.read } {
                let key = table.and_then(|table| table.keys.get(usize::from(*place)).copied());
                // no node takes an account twice: who says that one of ours stands there too is no witness
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

/// What one transaction would do; nothing where the account has no place to sign.
pub(super) fn of_transaction(message: &Message, from: &Key, facts: &Facts) -> Option<Vec<Deed>> {
    message.keys.iter().take(message.signers).find(|key| *key == from)?;
    let (keys, missing) = resolved(message, facts);
    let program = |of: &Instruction| message.keys.get(usize::from(of.program)).map(written);
    let programs: Vec<String> = message.instructions.iter().filter_map(program).collect();
    let known = Facts { tables: Vec::new(), holdings: holdings(message, &programs, &keys, facts) };
    let mut deeds: Vec<Deed> = missing.iter().map(lookup).collect();
    let (mut budget, mut begun) = (ComputeBudget::default(), Vec::new());
    for (place, (instruction, program)) in message.instructions.iter().zip(&programs).enumerate() {
        budget.take(program, &instruction.data);
        if place == 0 && is_of_nonce(program, &instruction.data) {
            deeds.push(Deed::of(DeedKind::Durable, Weight::Risky));
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
        done.iter_mut().for_each(|deed| deed.place = place);
        deeds.append(&mut done);
    }
    given_away(&mut deeds, &written(from));
    left_open(&mut deeds, &begun);
    many_receivers(&mut deeds);
    deeds.push(fee(message, from, &budget));
    Some(deeds)
}

/// Warns of coins that go into a new account if another account gets it in the same transaction: that account has the coins then. Naming its
/// owner needs no signature of the account that pays.
fn given_away(deeds: &mut [Deed], from: &str) {
    let is_others = |deed: &Deed| {
        deed.kind == DeedKind::Control && deed.party.as_deref().is_some_and(|party| party != from)
    };
    let paid = |deed: &Deed| {
        let is_paid = matches!(deed.kind, DeedKind::Open | DeedKind::Send) && deed.asset == Some(Asset::Coin);
        deed.party.clone().filter(|_| is_paid && deed.owner.is_none())
    };
    let given: Vec<String> =
        deeds.iter().filter(|deed| is_others(deed)).filter_map(|of| of.on.clone()).collect();
    let opened: Vec<String> =
        deeds.iter().filter_map(paid).filter(|account| given.contains(account)).collect();
    for deed in deeds.iter_mut() {
        let is_it = match paid(deed) {
            Some(account) => opened.contains(&account),
            None => is_others(deed) && deed.on.as_ref().is_some_and(|on| opened.contains(on)),
        };
        if is_it {
            deed.weight = deed.weight.max(Weight::Risky);
        }
    }
}

/// Warns of coins that go into a new account if the same transaction doesn't name its owner: anyone can name themselves later.
fn left_open(deeds: &mut [Deed], begun: &[String]) {
    let is_left = |deed: &&mut Deed| {
        let is_new = deed.kind == DeedKind::Open && deed.asset == Some(Asset::Coin) && deed.owner.is_none();
        is_new && deed.party.as_ref().is_some_and(|account| !begun.contains(account))
    };
    deeds.iter_mut().filter(is_left).for_each(|deed| deed.weight = deed.weight.max(Weight::Risky));
}

/// Of a table it is not known what stands at its places, or soon nothing does.
fn lookup(table: &Key) -> Deed {
    Deed { on: Some(written(table)), ..Deed::of(DeedKind::Lookup, Weight::Risky) }
}

/// A transaction whose first instruction moves a nonce on has no end: the System program's instruction 4.
fn is_of_nonce(program: &str, data: &[u8]) -> bool {
    program == instructions::SYSTEM && data.starts_with(&[4, 0, 0, 0])
}

/// What is known of token accounts: by the network, and by the transaction itself where it opens them.
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

/// Lamports that are paid for a transaction with this budget.
fn paid(message: &Message, budget: &ComputeBudget) -> u64 {
    let signatures = SIGNATURE_LAMPORTS * (message.signers as u64 + budget.signatures);
    signatures.saturating_add(budget.priority(message.instructions.len()))
}

/// Lamports that are paid for a transaction.
pub(super) fn lamports_of(message: &Message) -> u64 {
    let mut budget = ComputeBudget::default();
    for instruction in &message.instructions {
        let program = message.keys.get(usize::from(instruction.program)).map(written);
        budget.take(&program.unwrap_or_default(), &instruction.data);
    }
    paid(message, &budget)
}

/// What is paid for the transaction itself; or that somebody else pays it.
fn fee(message: &Message, from: &Key, budget: &ComputeBudget) -> Deed {
    let payer = message.keys.first().filter(|payer| *payer != from);
    if let Some(payer) = payer {
        return Deed { owner: Some(written(payer)), ..Deed::of(DeedKind::Fee, Weight::Look) };
    }
    let units = paid(message, budget);
    let weight = if units > LAMPORTS_RISKY { Weight::Risky } else { Weight::Plain };
    let amount = Some(HowMuch::Units(U256::from(units)));
    Deed { asset: Some(Asset::Coin), amount, ..Deed::of(DeedKind::Fee, weight) }
}
