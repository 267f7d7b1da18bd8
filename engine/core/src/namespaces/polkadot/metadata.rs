//! What a network says of its calls (`state_getMetadata`, versions 14 and 15): where each of its types stands, and the calls of its pallets.
//! The types are passed over once; one is looked at when a call needs it.

use super::scale::Input;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// "meta", the lowest byte first.
const MAGIC: [u8; 4] = *b"meta";
/// Of a network that does not say its own.
const GENERIC_PREFIX: u16 = 42;

/// A pallet of the network.
#[derive(Clone, Debug)]
pub struct Pallet {
    /// "Balances"
    pub name: String,
    /// The first byte of its calls.
    pub index: u8,
    /// The type of its calls; nothing for one without.
    pub calls: Option<u32>,
}

/// The metadata of one version of a network.
#[derive(Debug)]
pub struct Metadata {
    bytes: Vec<u8>,
    /// Where the type of each number stands.
    types: Vec<usize>,
    /// All of them.
    pub pallets: Vec<Pallet>,
    /// What its addresses begin with.
    pub prefix: u16,
    /// What is signed beside a call, in its order; nothing where that cannot be read.
    pub extensions: Option<Vec<String>>,
}

/// A field of a type.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// Without a name in tuples.
    pub name: Option<&'a str>,
    /// Its type.
    pub kind: u32,
}

/// How a value of a type is written.
#[derive(Clone, Debug)]
pub enum Shape<'a> {
    /// One field after the other.
    Fields(Vec<Field<'a>>),
    /// A byte says which: the variants, to be looked through.
    Variants(Input<'a>),
    /// Their number, then each.
    Sequence(u32),
    /// So many.
    Array(u32, u32),
    /// One after the other.
    Tuple(Vec<u32>),
    /// The number of the primitive.
    Primitive(u8),
    /// A number of the compact form.
    Compact,
    /// Bits, kept in numbers of this type.
    Bits(u32),
}

fn skip_texts(input: &mut Input<'_>) -> Option<()> {
    input.each(Input::skip_bytes)
}

fn field<'a>(input: &mut Input<'a>) -> Option<Field<'a>> {
    let name = input.option(Input::text)?;
    let kind = input.number()?;
    input.option(Input::skip_bytes)?;
    skip_texts(input)?;
    Some(Field { name, kind })
}

fn fields<'a>(input: &mut Input<'a>) -> Option<Vec<Field<'a>>> {
    let mut all = Vec::new();
    input.each(|input| {
        all.push(field(input)?);
        Some(())
    })?;
    Some(all)
}

/// A variant of a type: its name, its fields, the byte that says it.
pub fn variant<'a>(input: &mut Input<'a>) -> Option<(&'a str, Vec<Field<'a>>, u8)> {
    let (name, fields) = (input.text()?, fields(input)?);
    let index = input.byte()?;
    skip_texts(input)?;
    Some((name, fields, index))
}

/// The last name of a type's path, and how its values are written.
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
        6 => {
            input.number()?;
            Shape::Compact
        }
        7 => {
            let store = input.number()?;
            input.number()?;
            Shape::Bits(store)
        }
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

/// The names of what is signed beside a call, behind the pallets.
fn extensions(input: &mut Input<'_>, version: u8) -> Option<Vec<String>> {
    if version == 14 {
        input.number()?;
        input.byte()?;
    } else {
        input.byte()?;
        for _ in 0..4 {
            input.number()?;
        }
    }
    let mut all = Vec::new();
    input.each(|input| {
        all.push(input.text()?.to_owned());
        input.number()?;
        input.number().map(|_| ())
    })?;
    Some(all)
}

impl Metadata {
    /// Nothing for what is none, or of a version that is not known.
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
            // they are numbered in their order
            (usize::try_from(input.number()?).ok()? == types.len()).then_some(())?;
            types.push(length - input.0.len());
            shape(input).map(|_| ())
        })?;
        let (mut pallets, mut prefix) = (Vec::new(), GENERIC_PREFIX);
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
        let extensions = extensions(&mut input, version);
        Some(Self { bytes, types, pallets, prefix, extensions })
    }

    /// The type of a number.
    #[must_use]
    pub fn shape(&self, kind: u32) -> Option<(&str, Shape<'_>)> {
        let at = *self.types.get(usize::try_from(kind).ok()?)?;
        shape(&mut Input(self.bytes.get(at..)?))
    }

    /// A pallet by the first byte of its calls.
    #[must_use]
    pub fn pallet(&self, index: u8) -> Option<&Pallet> {
        self.pallets.iter().find(|pallet| pallet.index == index)
    }
}
