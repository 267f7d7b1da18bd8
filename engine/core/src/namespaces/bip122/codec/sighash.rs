//! The scope of a signature: the complete transaction, or a part that others can complete (BIP-143, BIP-341).

use super::psbt::{Map, all, field, of};
use super::wire;
use crate::json::Read;
use alloc::vec::Vec;
use serde_json::Value;

/// The maximum number of signature types for one input.
const KINDS_MAX: usize = 8;
/// Only this input is signed, so others can add theirs.
const ALONE: u32 = 0x80;
/// Only the output at the input's index is signed.
const SINGLE: u32 = 3;
/// The length of a taproot signature without a byte for its type.
const SHORT: usize = 64;

/// The parts that a signature leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leaves {
    /// The signature covers everything.
    Nothing,
    /// More inputs.
    Inputs,
    /// All outputs except the one at its own index.
    OtherOutputs,
    /// All outputs except the one at its own index, and more inputs.
    OtherOutputsAndInputs,
    /// Every output.
    Outputs,
}

/// The signature types that an input can get. `ALL` and taproot's default are the same.
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
    /// Reads the types from the document's field and from the request, because wallets differ in the one they use.
    /// `None` for an invalid type.
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

    /// The largest part that any of these types leaves open.
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

    /// Whether one of these types only covers the output at the input's own index.
    pub fn are_of_own_place(&self) -> bool {
        self.0.iter().any(|kind| kind & !ALONE == SINGLE)
    }

    /// Whether one of these is the type of this signature. The type is the last byte, or missing for taproot.
    pub fn has(&self, signature: &[u8], is_taproot: bool) -> bool {
        let kind = match signature.last() {
            _ if is_taproot && signature.len() == SHORT => Some(1),
            Some(0) => None,
            Some(kind) => known(u32::from(*kind)),
            None => None,
        };
        kind.is_some_and(|kind| self.0.contains(&kind))
    }

    /// Whether all signatures of an input have one of these types.
    pub fn have(&self, map: &Map<'_>) -> bool {
        let is = |kind, is_taproot| all(map, kind).all(|signature| self.has(signature, is_taproot));
        is(field::PARTIAL, false) && is(field::TAP_KEY, true) && is(field::TAP_SCRIPT, true)
    }
}

/// The part of the request about an input, besides its index.
pub fn asked(entry: &Value) -> Option<&Value> {
    entry.field("sighashTypes")
}
