//! Partially signed transactions: BIP-174 (version 0) and BIP-370 (version 2), with the fields of BIP-371. Every byte
//! is parsed, otherwise the document is rejected, because an ambiguous document must not reach a wallet.

use super::transaction::{Output, Transaction, is_money};
use super::wire::{self, Bytes};
use alloc::vec::Vec;

/// The entries of a map in order. The first byte of a key is its type. Keys are unique.
pub type Map<'a> = Vec<(&'a [u8], &'a [u8])>;

/// The maximum number of fields in one map, more than any wallet uses.
const FIELDS_MAX: usize = 256;

/// The numbers of the fields (BIP-174, BIP-370, BIP-371).
pub mod field {
    #![allow(missing_docs, reason = "the names of the standards")]
    pub const WHOLE: u8 = 0x00;
    pub const BARE: u8 = 0x01;
    pub const PARTIAL: u8 = 0x02;
    pub const SIGHASH: u8 = 0x03;
    pub const REDEEM: u8 = 0x04;
    pub const WITNESS: u8 = 0x05;
    pub const FINAL_SCRIPT: u8 = 0x07;
    pub const FINAL_WITNESS: u8 = 0x08;
    pub const TAP_KEY: u8 = 0x13;
    pub const TAP_SCRIPT: u8 = 0x14;
    pub const TAP_LEAF: u8 = 0x15;
}

/// The magic bytes before the document.
const MAGIC: &[u8] = b"psbt\xff";
/// Lock times below this are block heights, those above are seconds since 1970.
const LOCK_TIMES: u32 = 500_000_000;

/// A partially signed transaction.
#[derive(Debug)]
pub struct Psbt<'a> {
    /// The unsigned transaction, without input scripts.
    pub transaction: Transaction,
    /// The data of each input.
    pub inputs: Vec<Map<'a>>,
}

/// Reads a complete map. A repeated key is invalid.
fn map<'a>(bytes: &mut Bytes<'a>) -> Option<Map<'a>> {
    let mut map = Map::new();
    loop {
        let key = bytes.counted()?;
        if key.is_empty() {
            return Some(map);
        }
        let value = bytes.counted()?;
        let is_new = map.len() < FIELDS_MAX && map.iter().all(|(known, _)| *known != key);
        is_new.then_some(())?;
        map.push((key, value));
    }
}

/// The field of a type whose key has no further bytes.
pub fn of<'a>(map: &Map<'a>, field: u8) -> Option<&'a [u8]> {
    map.iter().find(|(key, _)| *key == [field]).map(|(_, value)| *value)
}

/// All fields of a type.
pub fn all<'a>(map: &Map<'a>, field: u8) -> impl Iterator<Item = &'a [u8]> {
    map.iter().filter(move |(key, _)| key.first() == Some(&field)).map(|(_, value)| *value)
}

fn is_key(key: &[u8]) -> bool {
    matches!((key.len(), key.first()), (33, Some(2 | 3)) | (65, Some(4)))
}

fn is_path(value: &[u8]) -> bool {
    value.len() >= 4 && value.len().is_multiple_of(4)
}

/// Whether a global field has the form of the standards.
fn is_global(kind: u8, key: &[u8], value: &[u8]) -> bool {
    match kind {
        0x01 => key.len() == 78 && is_path(value),
        0x00 => key.is_empty(),
        0x02 | 0x03 | 0xfb => key.is_empty() && value.len() == 4,
        0x04 | 0x05 => key.is_empty() && wire::length(value).is_some(),
        0x06 => key.is_empty() && value.len() == 1,
        _ => true,
    }
}

fn is_signature(value: &[u8]) -> bool {
    matches!(value.len(), 64 | 65)
}

/// Whether a field of an input has the form of the standards.
fn is_of_input(kind: u8, key: &[u8], value: &[u8]) -> bool {
    let is_alone = key.is_empty();
    match kind {
        0x00 | 0x01 | 0x04 | 0x05 | 0x07 | 0x08 | 0x09 => is_alone,
        0x02 => is_key(key) && (9..=73).contains(&value.len()),
        0x03 | 0x0f | 0x10 => is_alone && value.len() == 4,
        0x06 => is_key(key) && is_path(value),
        0x0a | 0x0c => key.len() == 20,
        0x0b | 0x0d => key.len() == 32,
        0x0e | 0x17 | 0x18 => is_alone && value.len() == 32,
        0x11 => is_alone && wire::word(value).is_some_and(|time| time >= LOCK_TIMES),
        0x12 => is_alone && wire::word(value).is_some_and(|height| (1..LOCK_TIMES).contains(&height)),
        0x13 => is_alone && is_signature(value),
        0x14 => key.len() == 64 && is_signature(value),
        0x15 => key.len() >= 33 && (key.len() - 33).is_multiple_of(32) && !value.is_empty(),
        0x16 => key.len() == 32,
        _ => true,
    }
}

/// Whether a field of an output has the form of the standards.
fn is_of_output(kind: u8, key: &[u8], value: &[u8]) -> bool {
    match kind {
        0x00 | 0x01 | 0x04 | 0x06 => key.is_empty(),
        0x02 => is_key(key) && is_path(value),
        0x03 => key.is_empty() && value.len() == 8,
        0x05 => key.is_empty() && value.len() == 32,
        0x07 => key.len() == 32,
        _ => true,
    }
}

fn checked<'a>(map: Map<'a>, is_one: impl Fn(u8, &[u8], &[u8]) -> bool) -> Option<Map<'a>> {
    let is_right = |(key, value): &(&[u8], &[u8])| {
        key.split_first().is_some_and(|(kind, key)| is_one(*kind, key, value))
    };
    map.iter().all(is_right).then_some(map)
}

/// Whether a map has a field of these types.
fn has(map: &Map<'_>, kinds: core::ops::RangeInclusive<u8>) -> bool {
    map.iter().any(|(key, _)| key.first().is_some_and(|kind| kinds.contains(kind)))
}

/// The lock time of a version 2 transaction: what the inputs require, otherwise its own field (BIP-370).
fn lock_time(global: &Map<'_>, inputs: &[Map<'_>]) -> Option<u32> {
    let wanted: Vec<(Option<u32>, Option<u32>)> = inputs
        .iter()
        .map(|map| (of(map, 0x12).and_then(wire::word), of(map, 0x11).and_then(wire::word)))
        .filter(|wanted| *wanted != (None, None))
        .collect();
    if wanted.is_empty() {
        return Some(of(global, 0x03).and_then(wire::word).unwrap_or_default());
    }
    let heights: Option<Vec<u32>> = wanted.iter().map(|(height, _)| *height).collect();
    let times = || wanted.iter().map(|(_, time)| *time).collect::<Option<Vec<u32>>>();
    heights.or_else(times)?.into_iter().max()
}

impl<'a> Psbt<'a> {
    /// Parses all bytes. `None` if any byte is invalid.
    #[must_use]
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        let mut bytes = Bytes(bytes.strip_prefix(MAGIC)?);
        let global = checked(map(&mut bytes)?, is_global)?;
        let version = of(&global, 0xfb).map_or(Some(0), wire::word)?;
        match (version, of(&global, 0x00)) {
            (0, Some(unsigned)) if !has(&global, 0x02..=0x06) => Self::first(&mut bytes, unsigned),
            (2, None) => Self::second(&mut bytes, &global),
            _ => None,
        }
    }

    /// Version 0: the transaction precedes the maps.
    fn first(bytes: &mut Bytes<'a>, unsigned: &[u8]) -> Option<Self> {
        let transaction = Transaction::read(unsigned, true)?;
        transaction.inputs.iter().all(|input| input.script.is_empty()).then_some(())?;
        let mut inputs = Vec::new();
        for _ in &transaction.inputs {
            inputs.push(checked(map(bytes)?, |kind, key, value| {
                !(0x0e..=0x12).contains(&kind) && is_of_input(kind, key, value)
            })?);
        }
        for _ in &transaction.outputs {
            checked(map(bytes)?, |kind, key, value| {
                !(0x03..=0x04).contains(&kind) && is_of_output(kind, key, value)
            })?;
        }
        bytes.ends()?;
        Some(Self { transaction, inputs })
    }

    /// Version 2: each map has its part of the transaction.
    fn second(bytes: &mut Bytes<'a>, global: &Map<'a>) -> Option<Self> {
        let count = |kind| of(global, kind).and_then(wire::length);
        let (ins, outs) = (count(0x04)?, count(0x05)?);
        let version = of(global, 0x02).and_then(wire::word)?;
        let (mut inputs, mut spent, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ins {
            let map = checked(map(bytes)?, is_of_input)?;
            spent.push(super::transaction::Input {
                txid: of(&map, 0x0e)?.try_into().ok()?,
                index: of(&map, 0x0f).and_then(wire::word)?,
                script: Vec::new(),
                sequence: of(&map, 0x10).map_or(Some(u32::MAX), wire::word)?,
            });
            inputs.push(map);
        }
        for _ in 0..outs {
            let map = checked(map(bytes)?, is_of_output)?;
            let value = of(&map, 0x03)?.try_into().ok().map(u64::from_le_bytes);
            let value = value.filter(|value| is_money(*value))?;
            outputs.push(Output { value, script: of(&map, 0x04)?.into() });
        }
        bytes.ends()?;
        let lock_time = lock_time(global, &inputs)?;
        Some(Self { transaction: Transaction { version, inputs: spent, outputs, lock_time }, inputs })
    }
}
