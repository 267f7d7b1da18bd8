//! The scope of a signature: the complete transaction, or a part that others can complete (BIP-143, BIP-341).

use super::psbt::{Map, all, field, of};
use super::wire;
use crate::json::Read;
use alloc::vec::Vec;
use serde_json::Value;

/// The signature kinds for one input.
const KINDS_MAX: usize = 8;
/// Only this input: others may add theirs.
const ALONE: u32 = 0x80;
/// Only the output at the place of the input.
const SINGLE: u32 = 3;
/// A signature of taproot without a byte for its kind.
const SHORT: usize = 64;

/// The parts that a signature leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leaves {
    /// Empty.
    Nothing,
    /// More inputs.
    Inputs,
    /// All outputs but the one at its own place.
    OtherOutputs,
    /// The same, and more inputs.
    OtherOutputsAndInputs,
    /// Every output.
    Outputs,
}

/// Kinds of signature that an input may get. `ALL` and taproot's default are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed(Vec<u32>);

fn known(kind: u32) -> Option<u32> {
    match kind {
        0 => Some(1),
        1..=3 | 0x81..=0x83 => Some(kind),
        _ => None,
    }
}

impl Allowed {
    /// From the document's field and from the request: both matter, because wallets differ in which they use. `None` for an invalid kind.
    pub fn read(map: &Map<'_>, asked: Option<&Value>) -> Option<Self> {
        let mut kinds = Vec::new();
        if let Some(asked) = asked {
            let asked = asked.as_array().filter(|kinds| kinds.len() <= KINDS_MAX)?;
            for kind in asked {
                kinds.push(known(u32::try_from(kind.as_u64()?).ok()?)?);
            }
        }
        if let Some(kind) = of(map, field::SIGHASH) {
            kinds.push(known(wire::word(kind)?)?);
        }
        if kinds.is_empty() {
            kinds.push(1);
        }
        Some(Self(kinds))
    }

    /// The largest part that any of them leaves open.
    pub fn leaves(&self) -> Leaves {
        let of = |kind: &u32| match (kind & !ALONE, kind & ALONE != 0) {
            (2, _) => Leaves::Outputs,
            (SINGLE, true) => Leaves::OtherOutputsAndInputs,
            (SINGLE, false) => Leaves::OtherOutputs,
            (_, true) => Leaves::Inputs,
            (_, false) => Leaves::Nothing,
        };
        self.0.iter().map(of).max().unwrap_or(Leaves::Nothing)
    }

    /// Whether one of them covers only the output at the input's own index.
    pub fn are_of_own_place(&self) -> bool {
        self.0.iter().any(|kind| kind & !ALONE == SINGLE)
    }

    /// Whether one of them is this signature's kind: its last byte, or missing for taproot.
    pub fn has(&self, signature: &[u8], is_taproot: bool) -> bool {
        let kind = match signature.last() {
            _ if is_taproot && signature.len() == SHORT => Some(1),
            Some(0) => None,
            Some(kind) => known(u32::from(*kind)),
            None => None,
        };
        kind.is_some_and(|kind| self.0.contains(&kind))
    }

    /// Whether the signatures that an input has are all of these kinds.
    pub fn have(&self, map: &Map<'_>) -> bool {
        let is = |kind, is_taproot| all(map, kind).all(|signature| self.has(signature, is_taproot));
        is(field::PARTIAL, false) && is(field::TAP_KEY, true) && is(field::TAP_SCRIPT, true)
    }
}

/// The request's data about an input, except its index.
pub fn asked(entry: &Value) -> Option<&Value> {
    entry.field("sighashTypes")
}
