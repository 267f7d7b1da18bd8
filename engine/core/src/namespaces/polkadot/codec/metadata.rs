//! A network's metadata about its calls (`state_getMetadata`, versions 14 and 15): the positions of its types, and the
//! calls of its pallets. One pass finds the types, and each is parsed on demand.

use super::scale::Input;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// "meta", with the lowest byte first.
const MAGIC: [u8; 4] = *b"meta";
/// The prefix for a network that doesn't state its own.
const GENERIC_PREFIX: u16 = 42;
/// The maximum nesting of types around a compact number.
const WRAPPERS_MAX: usize = 8;

/// A pallet of the network.
#[derive(Clone, Debug)]
pub struct Pallet {
    /// "Balances"
    pub name: String,
    /// The first byte of its calls.
    pub index: u8,
    /// The type of its calls, if it has calls.
    pub calls: Option<u32>,
}

/// The structure of a signed transaction (version 15).
#[derive(Debug)]
pub struct Extrinsic {
    /// The version of its format.
    pub version: u8,
    /// The type of the signer's address.
    pub address: u32,
    /// The type of all calls.
    pub call: u32,
    /// The type of its signature.
    pub signature: u32,
    /// The signed extensions: name, the type of the part in the transaction, and the type of the part that is only
    /// signed.
    pub extensions: Vec<(String, u32, u32)>,
}

/// The metadata of one version of a network.
#[derive(Debug)]
pub struct Metadata {
    bytes: Vec<u8>,
    /// The position of each type, by its number.
    types: Vec<usize>,
    /// The pallets of the network.
    pub pallets: Vec<Pallet>,
    /// The address prefix.
    pub prefix: u16,
    /// The signed extensions in order. `None` if they are unreadable.
    pub extensions: Option<Vec<String>>,
    /// The structure of its transactions. `None` before version 15.
    pub extrinsic: Option<Extrinsic>,
    /// The runtime's own name and version (`System.Version`).
    pub runtime: Option<(String, u32)>,
    /// The valid hashes of this metadata ([`super::digest`]). Empty if they are unknown.
    pub hashes: Vec<[u8; 32]>,
}

/// A field of a type.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// The name. `None` in a tuple.
    pub name: Option<&'a str>,
    /// The number of its type.
    pub kind: u32,
    /// The name of its type in the source code.
    pub type_name: Option<&'a str>,
}

/// How a value of a type is encoded.
#[derive(Clone, Debug)]
pub enum Shape<'a> {
    /// One field after another.
    Fields(Vec<Field<'a>>),
    /// One byte for the variant, then its fields.
    Variants(Input<'a>),
    /// The count, then each item of this type.
    Sequence(u32),
    /// A fixed number of items: type and count.
    Array(u32, u32),
    /// One value after another, of these types.
    Tuple(Vec<u32>),
    /// A primitive with this number.
    Primitive(u8),
    /// A compact number of this type.
    Compact(u32),
    /// Bits in numbers of this type. The second type is the order of bits.
    Bits(u32, u32),
}

fn skip_texts(input: &mut Input<'_>) -> Option<()> {
    input.each(Input::skip_bytes)
}

fn field<'a>(input: &mut Input<'a>) -> Option<Field<'a>> {
    let name = input.option(Input::text)?;
    let kind = input.number()?;
    let type_name = input.option(Input::text)?;
    skip_texts(input)?;
    Some(Field { name, kind, type_name })
}

fn fields<'a>(input: &mut Input<'a>) -> Option<Vec<Field<'a>>> {
    let mut all = Vec::new();
    input.each(|input| {
        all.push(field(input)?);
        Some(())
    })?;
    Some(all)
}

/// A variant of a type: its name, its fields, and its byte.
pub fn variant<'a>(input: &mut Input<'a>) -> Option<(&'a str, Vec<Field<'a>>, u8)> {
    let (name, fields) = (input.text()?, fields(input)?);
    let index = input.byte()?;
    skip_texts(input)?;
    Some((name, fields, index))
}

/// The last name in a type's path, and how its values are encoded.
fn shape<'a>(input: &mut Input<'a>) -> Option<(&'a str, Shape<'a>)> {
    let mut name = "";
    input.each(|input| {
        name = input.text()?;
        Some(())
    })?;
    input.each(|input| {
        input.skip_bytes()?;
        input.option(Input::number).map(|_| ())
    })?;
    let shape = match input.byte()? {
        0 => Shape::Fields(fields(input)?),
        1 => {
            let variants = *input;
            input.each(|input| variant(input).map(|_| ()))?;
            Shape::Variants(variants)
        }
        2 => Shape::Sequence(input.number()?),
        3 => {
            let count = u32::from_le_bytes(*input.take(4)?.first_chunk()?);
            Shape::Array(count, input.number()?)
        }
        4 => {
            let mut all = Vec::new();
            input.each(|input| {
                all.push(input.number()?);
                Some(())
            })?;
            Shape::Tuple(all)
        }
        5 => Shape::Primitive(input.byte()?),
        6 => Shape::Compact(input.number()?),
        7 => Shape::Bits(input.number()?, input.number()?),
        _ => return None,
    };
    skip_texts(input)?;
    Some((name, shape))
}

fn skip_storage(input: &mut Input<'_>) -> Option<()> {
    input.skip_bytes()?;
    input.each(|input| {
        input.skip_bytes()?;
        input.byte()?;
        match input.byte()? {
            0 => input.number().map(|_| ())?,
            1 => {
                input.skip_bytes()?;
                input.number()?;
                input.number()?;
            }
            _ => return None,
        }
        input.skip_bytes()?;
        skip_texts(input)
    })
}

/// The signed extensions, each with its two types.
fn extensions(input: &mut Input<'_>) -> Option<Vec<(String, u32, u32)>> {
    let mut all = Vec::new();
    input.each(|input| {
        all.push((input.text()?.to_owned(), input.number()?, input.number()?));
        Some(())
    })?;
    Some(all)
}

/// The format of transactions after the pallets: the names of the signed extensions, and more depending on the version.
fn extrinsic(input: &mut Input<'_>, version: u8) -> Option<(Vec<String>, Option<Extrinsic>)> {
    let names = |all: &[(String, u32, u32)]| all.iter().map(|(name, ..)| name.clone()).collect();
    if version == 14 {
        input.number()?;
        input.byte()?;
        return Some((names(&extensions(input)?), None));
    }
    let version = input.byte()?;
    let (address, call, signature) = (input.number()?, input.number()?, input.number()?);
    input.number()?;
    let extensions = extensions(input)?;
    Some((names(&extensions), Some(Extrinsic { version, address, call, signature, extensions })))
}

/// The name and version of a runtime.
fn runtime(value: &[u8]) -> Option<(String, u32)> {
    let mut input = Input(value);
    let name = input.text()?.to_owned();
    input.skip_bytes()?;
    input.take(4)?;
    Some((name, u32::from_le_bytes(*input.take(4)?.first_chunk()?)))
}

impl Metadata {
    /// Parses metadata. `None` if it is invalid, or has an unknown version.
    #[must_use]
    pub fn read(bytes: Vec<u8>) -> Option<Self> {
        let mut input = Input(&bytes);
        let magic = input.take(4)?;
        let version = input.byte()?;
        if magic != MAGIC || !(14..=15).contains(&version) {
            return None;
        }
        let mut types = Vec::new();
        let length = bytes.len();
        input.each(|input| {
            // types are numbered in their order
            (usize::try_from(input.number()?).ok()? == types.len()).then_some(())?;
            types.push(length - input.0.len());
            shape(input).map(|_| ())
        })?;
        let (mut pallets, mut prefix, mut runs) = (Vec::new(), GENERIC_PREFIX, None);
        input.each(|input| {
            let name = input.text()?.to_owned();
            input.option(skip_storage)?;
            let calls = input.option(Input::number)?;
            input.option(Input::number)?;
            input.each(|input| {
                let constant = input.text()?;
                input.number()?;
                let count = input.count()?;
                let value = input.take(count)?;
                if name == "System" && constant == "SS58Prefix" {
                    prefix = match *value {
                        [low] => low.into(),
                        [low, high, ..] => u16::from_le_bytes([low, high]),
                        [] => return None,
                    };
                }
                if name == "System" && constant == "Version" {
                    runs = runtime(value);
                }
                skip_texts(input)
            })?;
            input.option(Input::number)?;
            let index = input.byte()?;
            if version == 15 {
                skip_texts(input)?;
            }
            pallets.push(Pallet { name, index, calls });
            Some(())
        })?;
        let (extensions, extrinsic) = extrinsic(&mut input, version).unzip();
        let extrinsic = extrinsic.flatten();
        Some(Self { bytes, types, pallets, prefix, extensions, extrinsic, runtime: runs, hashes: Vec::new() })
    }

    /// The number of types.
    #[must_use]
    pub fn count(&self) -> usize {
        self.types.len()
    }

    /// The complete path of a type, as bytes.
    #[must_use]
    pub fn path(&self, kind: u32) -> Option<&[u8]> {
        let of = self.bytes.get(*self.types.get(usize::try_from(kind).ok()?)?..)?;
        let mut input = Input(of);
        skip_texts(&mut input)?;
        of.get(..of.len() - input.0.len())
    }

    /// The name and encoding of a type.
    #[must_use]
    pub fn shape(&self, kind: u32) -> Option<(&str, Shape<'_>)> {
        let at = *self.types.get(usize::try_from(kind).ok()?)?;
        shape(&mut Input(self.bytes.get(at..)?))
    }

    /// The primitive of a compact type, through any wrappers. `Some(None)` for an empty type, which takes no bytes.
    /// `None` for any other type.
    #[must_use]
    pub fn compact(&self, mut kind: u32) -> Option<Option<u8>> {
        for _ in 0..WRAPPERS_MAX {
            let fields: Vec<u32> = match self.shape(kind)?.1 {
                Shape::Primitive(number @ 3..=8) => return Some(Some(number)),
                Shape::Fields(fields) => fields.iter().map(|field| field.kind).collect(),
                Shape::Tuple(fields) => fields,
                _ => return None,
            };
            kind = match *fields.as_slice() {
                [] => return Some(None),
                [only] => only,
                _ => return None,
            };
        }
        None
    }

    /// Finds a pallet by the first byte of a call.
    #[must_use]
    pub fn pallet(&self, index: u8) -> Option<&Pallet> {
        self.pallets.iter().find(|pallet| pallet.index == index)
    }
}
