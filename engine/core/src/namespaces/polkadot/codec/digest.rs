//! The hash of a network's metadata (RFC-78), which a signature covers with `mode` 1. The hash includes every type that
//! a transaction can contain, so metadata with the same hash gives a call the same meaning. It doesn't include the list
//! of pallets, which is compared with the types here.

use super::metadata::{Extrinsic, Field, Metadata, Shape, variant};
use super::scale::Input;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The names of types without an entry.
const VOID: u8 = 21;
const BY_ID: u8 = 22;
/// The offset of compact numbers after the primitives.
const COMPACT: u8 = 12;

/// The maximum length of a type's path, which is hashed with each of its variants.
const PATH_BYTES_MAX: usize = 1_024;
/// The maximum number of pallets, and of variants of the type of all calls. One byte identifies each.
const PALLETS_MAX: usize = 256;

type Hash = [u8; 32];

/// How other types refer to a type.
#[derive(Clone, Copy)]
enum Name {
    /// Without any reference.
    Unused,
    /// As a primitive, a compact number or an empty type.
    Own(u8),
    /// By its index among the types with an entry.
    Entry(u32),
}

/// The data of the runtime in the hash, except for the coin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    types: Hash,
    extrinsic: Hash,
    version: u32,
    name: String,
    prefix: u16,
}

fn push_number(to: &mut Vec<u8>, number: u32) {
    match number {
        0..0x40 => to.push((number as u8) << 2),
        0x40..0x4000 => to.extend_from_slice(&((number as u16) << 2 | 1).to_le_bytes()),
        0x4000..0x4000_0000 => to.extend_from_slice(&(number << 2 | 2).to_le_bytes()),
        _ => {
            to.push(3);
            to.extend_from_slice(&number.to_le_bytes());
        }
    }
}

fn push_count(to: &mut Vec<u8>, count: usize) -> Option<()> {
    push_number(to, u32::try_from(count).ok()?);
    Some(())
}

fn push_text(to: &mut Vec<u8>, text: &str) -> Option<()> {
    push_count(to, text.len())?;
    to.extend_from_slice(text.as_bytes());
    Some(())
}

fn push_option(to: &mut Vec<u8>, text: Option<&str>) -> Option<()> {
    to.push(u8::from(text.is_some()));
    text.map_or(Some(()), |text| push_text(to, text))
}

/// The types that a transaction can contain.
struct Types<'a> {
    metadata: &'a Metadata,
    names: Vec<Name>,
}

impl<'a> Types<'a> {
    fn shape(&self, kind: u32) -> Option<Shape<'a>> {
        Some(self.metadata.shape(kind)?.1)
    }

    /// Marks a type with all types that it contains.
    fn mark(&mut self, first: u32) -> Option<()> {
        let mut open = vec![first];
        while let Some(kind) = open.pop() {
            let name = self.names.get_mut(usize::try_from(kind).ok()?)?;
            if !matches!(name, Name::Unused) {
                continue;
            }
            // gets its number after all types are known
            *name = Name::Entry(0);
            match self.shape(kind)? {
                Shape::Fields(fields) => open.extend(fields.iter().map(|field| field.kind)),
                Shape::Variants(mut variants) => variants.each(|input| {
                    open.extend(variant(input)?.1.iter().map(|field| field.kind));
                    Some(())
                })?,
                Shape::Sequence(of) | Shape::Array(_, of) => open.push(of),
                Shape::Tuple(of) => open.extend(of),
                Shape::Primitive(_) | Shape::Compact(_) | Shape::Bits(..) => {}
            }
        }
        Some(())
    }

    /// Numbers the marked types, in the order of the metadata.
    fn name(&mut self) -> Option<()> {
        let mut next = 0;
        for kind in 0..u32::try_from(self.names.len()).ok()? {
            let at = usize::try_from(kind).ok()?;
            if matches!(self.names.get(at)?, Name::Unused) {
                continue;
            }
            let name = match self.shape(kind)? {
                Shape::Primitive(number @ 0..=14) => Name::Own(number),
                Shape::Primitive(_) => return None,
                Shape::Compact(of) => {
                    Name::Own(self.metadata.compact(of)?.map_or(VOID, |number| number + COMPACT))
                }
                Shape::Fields(fields) if fields.is_empty() => Name::Own(VOID),
                Shape::Tuple(of) if of.is_empty() => Name::Own(VOID),
                Shape::Variants(variants) if is_empty(variants)? => Name::Own(VOID),
                _ => {
                    next += 1;
                    Name::Entry(next - 1)
                }
            };
            *self.names.get_mut(at)? = name;
        }
        Some(())
    }

    fn push(&self, to: &mut Vec<u8>, kind: u32) -> Option<()> {
        match *self.names.get(usize::try_from(kind).ok()?)? {
            Name::Unused => return None,
            Name::Own(name) => to.push(name),
            Name::Entry(number) => {
                to.push(BY_ID);
                push_number(to, number);
            }
        }
        Some(())
    }

    fn push_fields(&self, to: &mut Vec<u8>, fields: &[Field<'_>]) -> Option<()> {
        push_count(to, fields.len())?;
        for field in fields {
            push_option(to, field.name)?;
            self.push(to, field.kind)?;
            push_option(to, field.type_name)?;
        }
        Some(())
    }

    fn push_bits(&self, to: &mut Vec<u8>, store: u32, order: u32) -> Option<()> {
        let Shape::Primitive(number @ 3..=6) = self.shape(store)? else { return None };
        let is_lowest_first = match self.metadata.shape(order)?.0 {
            "Lsb0" => true,
            "Msb0" => false,
            _ => return None,
        };
        to.extend_from_slice(&[1 << (number - 3), u8::from(is_lowest_first)]);
        Some(())
    }

    /// The entries of a type: one, or one for each variant in the order of indexes.
    fn leaves(&self, kind: u32, number: u32, all: &mut VecDeque<Hash>) -> Option<()> {
        let path = self.metadata.path(kind).filter(|path| path.len() <= PATH_BYTES_MAX)?;
        let mut leaf = |tag: u8, rest: &dyn Fn(&mut Vec<u8>) -> Option<()>| {
            let mut bytes = path.to_vec();
            bytes.push(tag);
            rest(&mut bytes)?;
            push_number(&mut bytes, number);
            all.push_back(hash(&bytes));
            Some(())
        };
        match self.shape(kind)? {
            Shape::Fields(fields) => leaf(0, &|to| self.push_fields(to, &fields)),
            Shape::Variants(mut variants) => {
                let mut sorted = Vec::new();
                variants.each(|input| {
                    sorted.push(variant(input)?);
                    Some(())
                })?;
                sorted.sort_by_key(|(_, _, index)| *index);
                sorted.iter().try_for_each(|(name, fields, index)| {
                    leaf(1, &|to| {
                        push_text(to, name)?;
                        self.push_fields(to, fields)?;
                        push_number(to, (*index).into());
                        Some(())
                    })
                })
            }
            Shape::Sequence(of) => leaf(2, &|to| self.push(to, of)),
            Shape::Array(count, of) => leaf(3, &|to| {
                to.extend_from_slice(&count.to_le_bytes());
                self.push(to, of)
            }),
            Shape::Tuple(of) => leaf(4, &|to| {
                push_count(to, of.len())?;
                of.iter().try_for_each(|kind| self.push(to, *kind))
            }),
            Shape::Bits(store, order) => leaf(5, &|to| self.push_bits(to, store, order)),
            Shape::Primitive(_) | Shape::Compact(_) => None,
        }
    }

    fn root(&self) -> Option<Hash> {
        let mut all = VecDeque::new();
        for (kind, name) in self.names.iter().enumerate() {
            if let Name::Entry(number) = name {
                self.leaves(u32::try_from(kind).ok()?, *number, &mut all)?;
            }
        }
        while all.len() > 1 {
            let (right, left) = (all.pop_back()?, all.pop_back()?);
            all.push_front(hash(&[left, right].concat()));
        }
        all.pop_back()
    }

    fn extrinsic(&self, of: &Extrinsic) -> Option<Hash> {
        let mut to = vec![of.version];
        for kind in [of.address, of.call, of.signature] {
            self.push(&mut to, kind)?;
        }
        push_count(&mut to, of.extensions.len())?;
        for (name, included, signed) in &of.extensions {
            push_text(&mut to, name)?;
            self.push(&mut to, *included)?;
            self.push(&mut to, *signed)?;
        }
        Some(hash(&to))
    }
}

fn is_empty(mut variants: Input<'_>) -> Option<bool> {
    Some(variants.count()? == 0)
}

fn hash(bytes: &[u8]) -> Hash {
    blake3::hash(bytes).into()
}

/// Whether the pallets that decode calls match the type of all calls, which the hash covers.
fn has_own_pallets(metadata: &Metadata, call: u32) -> Option<bool> {
    let (_, Shape::Variants(mut variants)) = metadata.shape(call)? else { return None };
    let mut all = Vec::new();
    variants.each(|input| {
        let (name, fields, index) = variant(input)?;
        if let [only] = fields.as_slice() {
            all.push((name, index, only.kind));
        }
        (all.len() <= PALLETS_MAX).then_some(())
    })?;
    (metadata.pallets.len() <= PALLETS_MAX).then_some(())?;
    let has = |name: &str, index: u8, calls: u32| all.contains(&(name, index, calls));
    Some(metadata.pallets.iter().all(|of| of.calls.is_none_or(|calls| has(&of.name, of.index, calls))))
}

impl Digest {
    /// Computes the digest. `None` if the metadata is incomplete (before version 15), or has other pallets.
    #[must_use]
    pub fn of(metadata: &Metadata) -> Option<Self> {
        let extrinsic = metadata.extrinsic.as_ref()?;
        let (name, version) = metadata.runtime.clone()?;
        has_own_pallets(metadata, extrinsic.call)?.then_some(())?;
        let mut types = Types { metadata, names: vec![Name::Unused; metadata.count()] };
        for kind in [extrinsic.call, extrinsic.address, extrinsic.signature] {
            types.mark(kind)?;
        }
        for (_, included, signed) in &extrinsic.extensions {
            types.mark(*included)?;
            types.mark(*signed)?;
        }
        types.name()?;
        let prefix = metadata.prefix;
        Some(Self { types: types.root()?, extrinsic: types.extrinsic(extrinsic)?, version, name, prefix })
    }

    /// The hash for a runtime with this coin.
    #[must_use]
    pub fn hash(&self, decimals: u8, symbol: &str) -> Option<Hash> {
        let mut to = vec![1];
        to.extend_from_slice(&self.types);
        to.extend_from_slice(&self.extrinsic);
        to.extend_from_slice(&self.version.to_le_bytes());
        push_text(&mut to, &self.name)?;
        to.extend_from_slice(&self.prefix.to_le_bytes());
        to.push(decimals);
        push_text(&mut to, symbol)?;
        Some(hash(&to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::namespaces::polkadot::codec::values::{self, Call};
    use alloc::string::ToString;
    use alloy_primitives::hex;
    use serde_json::Value;

    fn vectors() -> Value {
        serde_json::from_str(include_str!("../../../../tests/vectors/polkadot-hash.json")).unwrap()
    }

    fn bytes(of: &Value) -> Vec<u8> {
        hex::decode(of.as_str().unwrap()).unwrap()
    }

    fn hashed(metadata: &Metadata) -> Option<Vec<u8>> {
        Some(Digest::of(metadata)?.hash(10, "DOT")?.to_vec())
    }

    /// Two decoded calls: adding a proxy, and a payment in a batch.
    fn calls(metadata: &Metadata) -> [Option<Call>; 2] {
        let to = [&[0][..], &[0x8e; 32]].concat();
        let proxy = [&[29, 1][..], &to, &[0, 0, 0, 0, 0]].concat();
        let batch = [&[26, 2, 4, 5, 3][..], &to, &[0xe5, 0xc0]].concat();
        [values::call(metadata, &proxy), values::call(metadata, &batch)]
    }

    // req: 10.44
    #[test]
    fn computes_the_same_hash_as_another_implementation() {
        let all = vectors();
        for of in [&all, &all["lies"]["renamed"]] {
            let metadata = Metadata::read(bytes(&of["metadata"])).unwrap();
            assert_eq!(hashed(&metadata), Some(bytes(&of["hash"])));
            let digest = Digest::of(&metadata).unwrap();
            for (decimals, symbol) in [(12, "DOT"), (10, "KSM"), (10, "dot"), (10, "")] {
                assert_ne!(digest.hash(decimals, symbol).unwrap().to_vec(), bytes(&of["hash"]));
            }
        }
        let given = Metadata::read(bytes(&all["metadata"])).unwrap();
        assert_eq!(given.runtime.map(|(name, _)| name), Some("polkadot".to_string()));
    }

    // req: 10.44
    #[test]
    fn computes_no_hash_if_pallets_and_types_disagree() {
        let lie = &vectors()["lies"]["pallets"];
        // another implementation accepts it as the network's own
        assert_eq!(lie["hash"], vectors()["hash"]);
        let metadata = Metadata::read(bytes(&lie["metadata"])).unwrap();
        assert_eq!(calls(&metadata)[0].as_ref().map(Call::path), Some("System.add_proxy".into()));
        assert_eq!(hashed(&metadata), None);
    }

    // req: 10.44
    #[test]
    fn reads_calls_alike_with_metadata_of_the_same_hash() {
        let all = vectors();
        let (given, hash) = (bytes(&all["metadata"]), bytes(&all["hash"]));
        let known = calls(&Metadata::read(given.clone()).unwrap());
        assert!(known.iter().all(Option::is_some));
        for at in (0..given.len()).step_by(41) {
            for with in [0x01, 0x04, 0xff] {
                let mut other = given.clone();
                *other.get_mut(at).unwrap() ^= with;
                let Some(metadata) = Metadata::read(other) else { continue };
                if hashed(&metadata) == Some(hash.clone()) {
                    assert_eq!(calls(&metadata), known, "byte {at} with {with}");
                }
            }
        }
    }

    // req: 10.44
    #[test]
    fn computes_no_hash_of_truncated_or_older_metadata() {
        let all = vectors();
        let given = bytes(&all["metadata"]);
        for length in (0..given.len() - 40).step_by(97) {
            let short = Metadata::read(given.get(..length).unwrap().to_vec());
            assert_eq!(short.and_then(|of| Digest::of(&of)), None, "{length}");
        }
        let older = include_str!("../../../../tests/vectors/polkadot.json");
        let older: Value = serde_json::from_str(older).unwrap();
        for network in ["polkadot", "substrate"] {
            let metadata = Metadata::read(bytes(&older["metadata"][network])).unwrap();
            assert_eq!(Digest::of(&metadata), None, "{network}");
        }
    }
}
