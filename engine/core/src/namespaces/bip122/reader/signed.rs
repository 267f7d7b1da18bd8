//! Compares a wallet's signed document with the request (docs/spec/page-wallets.md section 3.6): the same transaction,
//! with signatures only on the requested inputs, each of a requested type.

use super::effects::PSBT_CHARS_MAX;
use crate::json::Read;
use crate::namespaces::bip122::codec::psbt::{Map, Psbt, field, of};
use crate::namespaces::bip122::codec::sighash::{self, Allowed};
use crate::namespaces::bip122::codec::transaction;
use crate::namespaces::bip122::codec::wire::Bytes;
use crate::namespaces::bip122::transaction_id;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;
use walletconnect::base64;

/// Whether a response contains nothing beyond the request.
pub fn is_answer(params: &Value, answer: &Value) -> bool {
    params.field("psbt").is_none() || is_signed(params, answer).unwrap_or_default()
}

fn bytes(of: &Value) -> Option<Vec<u8>> {
    of.text("psbt").filter(|text| text.len() <= PSBT_CHARS_MAX).and_then(base64::decode)
}

fn is_signed(params: &Value, answer: &Value) -> Option<bool> {
    let given = bytes(params)?;
    let given = Psbt::read(&given)?;
    let is_sent = params.flag("broadcast") == Some(true) && answer.text("txid").is_some();
    if answer.field("psbt").is_none() {
        // if the document is complete, the ID is known; otherwise the network's transaction is compared (`sent.rs`)
        let is_it = id(&given).is_none_or(|id| is_named(answer, &id));
        return Some(is_sent && is_it);
    }
    let signed = bytes(answer)?;
    let signed = Psbt::read(&signed)?;
    if given.transaction != signed.transaction {
        return Some(false);
    }
    // a document for a later broadcast call must be complete, because no one completes it afterwards
    if answer.flag("unsent") == Some(true) && !signed.inputs.iter().all(is_final) {
        return Some(false);
    }
    if is_sent && id(&signed).is_some_and(|id| !is_named(answer, &id)) {
        return Some(false);
    }
    let entries = params.list("signInputs");
    let both = given.inputs.iter().zip(&signed.inputs).enumerate();
    let mut all = both.map(|(index, (given, signed))| {
        let entry = entries.iter().find(|entry| entry.whole("index") == u64::try_from(index).ok());
        match entry {
            Some(entry) => is_of_kind(given, signed, entry),
            None => Some(is_same(given, signed)),
        }
    });
    Some(all.all(|is_right| is_right == Some(true)))
}

/// Whether a response names this ID, in any case.
fn is_named(answer: &Value, id: &str) -> bool {
    answer.text("txid").and_then(transaction_id).is_some_and(|named| named == id)
}

fn is_final(input: &Map<'_>) -> bool {
    of(input, field::FINAL_SCRIPT).or(of(input, field::FINAL_WITNESS)).is_some()
}

/// Whether an input's signature is outside its script, according to the spent output in the document.
fn is_beside(input: &Map<'_>) -> bool {
    let script = of(input, field::BARE).and_then(|output| output.get(9..)).unwrap_or_default();
    matches!(script, [0 | 0x51..=0x60, length, program @ ..] if program.len() == usize::from(*length))
}

/// The ID of the signed transaction, if known. It includes signatures in scripts.
fn id(signed: &Psbt<'_>) -> Option<String> {
    let mut transaction = signed.transaction.clone();
    for (input, known) in transaction.inputs.iter_mut().zip(&signed.inputs) {
        match of(known, field::FINAL_SCRIPT) {
            Some(script) => input.script = script.into(),
            None if is_final(known) || is_beside(known) => {}
            None => return None,
        }
    }
    Some(transaction::name(&transaction.txid()))
}

/// The signatures of an input.
fn signatures<'a>(map: &'a Map<'_>) -> impl Iterator<Item = (&'a [u8], &'a [u8])> {
    const KINDS: [u8; 5] =
        [field::PARTIAL, field::FINAL_SCRIPT, field::FINAL_WITNESS, field::TAP_KEY, field::TAP_SCRIPT];
    let of_signatures = |key: &&[u8]| key.first().is_some_and(|kind| KINDS.contains(kind));
    map.iter().filter(move |(key, _)| of_signatures(key)).map(|(key, value)| (*key, *value))
}

/// Whether two inputs have the same signatures, in any order.
fn is_same(given: &Map<'_>, signed: &Map<'_>) -> bool {
    let has = |field| signatures(given).any(|of| of == field);
    signatures(given).count() == signatures(signed).count() && signatures(signed).all(has)
}

fn is_of_kind(given: &Map<'_>, signed: &Map<'_>, entry: &Value) -> Option<bool> {
    let allowed = Allowed::read(given, sighash::asked(entry))?;
    // a push that isn't a signature is a key or a script, which has no effect here
    let is_ecdsa = |item: &[u8]| item.first() == Some(&0x30) && (9..=73).contains(&item.len());
    let is_one = |item: &[u8], is_first: bool| match item.len() {
        64 | 65 if is_first => allowed.has(item, true),
        _ => !is_ecdsa(item) || allowed.has(item, false),
    };
    let mut is_right = allowed.have(signed);
    if let Some(witness) = of(signed, field::FINAL_WITNESS) {
        let mut bytes = Bytes(witness);
        for at in 0..bytes.length()? {
            let item = bytes.counted()?;
            is_right &= is_one(item, at == 0);
        }
    }
    if let Some(script) = of(signed, field::FINAL_SCRIPT) {
        let mut bytes = Bytes(script);
        while bytes.ends().is_none() {
            let Some([length @ 1..=0x4b]) = bytes.array() else { break };
            is_right &= is_one(bytes.take(usize::from(length))?, false);
        }
    }
    Some(is_right)
}
