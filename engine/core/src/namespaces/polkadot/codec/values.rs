//! A call with its arguments, decoded with the types of the network's metadata.

use super::metadata::{Field, Metadata, Shape, variant};
use super::scale::Input;
use super::ss58;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use walletconnect::crypto::hex;

/// The maximum number of values in one call. A call with more is unreadable.
const VALUES_MAX: usize = 20_000;
/// The maximum nesting of values.
const DEPTH_MAX: usize = 96;

/// A value of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer.
    Number(U256),
    /// A string, a boolean, or a negative number as text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// The key of an account.
    Account([u8; 32]),
    /// A list of values.
    List(Vec<Value>),
    /// Values with or without names.
    Fields(Vec<(String, Value)>),
    /// A variant with its fields.
    Kind(String, Vec<(String, Value)>),
    /// A nested call.
    Call(Box<Call>),
    /// A missing optional value.
    Nothing,
}

/// A call of a pallet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// "Balances"
    pub pallet: String,
    /// "transfer_keep_alive"
    pub name: String,
    /// The arguments in order.
    pub arguments: Vec<(String, Value)>,
}

/// Decodes values, with a limit on their number.
struct Values<'a> {
    metadata: &'a Metadata,
    left: usize,
}

impl<'a> Values<'a> {
    fn fields(
        &mut self,
        fields: &[Field<'a>],
        input: &mut Input<'_>,
        depth: usize,
    ) -> Option<Vec<(String, Value)>> {
        let mut all = Vec::new();
        for of in fields {
            all.push((of.name.unwrap_or_default().to_owned(), self.value(of.kind, input, depth)?));
        }
        Some(all)
    }

    fn list(&mut self, count: usize, kind: u32, input: &mut Input<'_>, depth: usize) -> Option<Value> {
        if let Some((_, Shape::Primitive(3))) = self.metadata.shape(kind) {
            return Some(Value::Bytes(input.take(count)?.to_vec()));
        }
        let mut all = Vec::new();
        for _ in 0..count {
            all.push(self.value(kind, input, depth)?);
        }
        Some(Value::List(all))
    }

    fn primitive(kind: u8, input: &mut Input<'_>) -> Option<Value> {
        Some(match kind {
            0 => match input.byte()? {
                0 => Value::Text("false".into()),
                1 => Value::Text("true".into()),
                _ => return None,
            },
            1 => Value::Text(char::from_u32(u32::try_from(input.whole(4)?).ok()?)?.to_string()),
            2 => Value::Text(input.text()?.to_owned()),
            // u8 to u256
            3..=8 => Value::Number(input.whole(1 << (kind - 3))?),
            // i8 to i256: as bytes, because no code calculates with them
            9..=14 => Value::Bytes(input.take(1 << (kind - 9))?.to_vec()),
            _ => return None,
        })
    }

    fn bits(&self, store: u32, input: &mut Input<'_>) -> Option<Value> {
        let width = match self.metadata.shape(store)?.1 {
            Shape::Primitive(kind @ 3..=6) => 8usize << (kind - 3),
            _ => return None,
        };
        let count = input.count()?;
        Some(Value::Bytes(input.take(count.div_ceil(width) * (width / 8))?.to_vec()))
    }

    fn value(&mut self, kind: u32, input: &mut Input<'_>, depth: usize) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        let depth = depth.checked_sub(1)?;
        let (name, shape) = self.metadata.shape(kind)?;
        Some(match shape {
            // a struct without fields takes no bytes
            Shape::Fields(fields) if name == "AccountId32" && fields.len() == 1 => {
                Value::Account(*input.take(32)?.first_chunk()?)
            }
            Shape::Fields(fields) => {
                let mut all = self.fields(&fields, input, depth)?;
                match (all.pop(), all.is_empty()) {
                    (Some((_, one)), true) => one,
                    (Some(last), false) => {
                        all.push(last);
                        Value::Fields(all)
                    }
                    (None, _) => Value::Nothing,
                }
            }
            Shape::Variants(variants) => self.variants(name, variants, input, depth)?,
            Shape::Sequence(of) => {
                let count = input.count()?;
                self.list(count, of, input, depth)?
            }
            Shape::Array(count, of) => self.list(usize::try_from(count).ok()?, of, input, depth)?,
            Shape::Tuple(of) => {
                let mut all = Vec::new();
                for kind in of {
                    all.push((String::new(), self.value(kind, input, depth)?));
                }
                if all.is_empty() { Value::Nothing } else { Value::Fields(all) }
            }
            Shape::Primitive(kind) => Self::primitive(kind, input)?,
            Shape::Compact(of) => match self.metadata.compact(of)? {
                Some(_) => Value::Number(input.compact()?),
                None => Value::Nothing,
            },
            Shape::Bits(store, _) => self.bits(store, input)?,
        })
    }

    fn variants(
        &mut self,
        name: &str,
        mut variants: Input<'a>,
        input: &mut Input<'_>,
        depth: usize,
    ) -> Option<Value> {
        let byte = input.byte()?;
        let mut found = None;
        variants.each(|input| {
            let (name, fields, index) = variant(input)?;
            if index == byte && found.is_none() {
                found = Some((name, fields));
            }
            Some(())
        })?;
        let (of, fields) = found?;
        // a call of the network at any position: its only field has the type of a pallet's calls
        if let [only] = fields.as_slice()
            && self.metadata.pallet(byte).is_some_and(|pallet| pallet.calls == Some(only.kind))
        {
            return Some(Value::Call(Box::new(self.call(byte, input, depth)?)));
        }
        let mut all = self.fields(&fields, input, depth)?;
        if name == "Option" {
            return Some(all.pop().map_or(Value::Nothing, |(_, some)| some));
        }
        Some(Value::Kind(of.to_owned(), all))
    }

    fn call(&mut self, pallet: u8, input: &mut Input<'_>, depth: usize) -> Option<Call> {
        let pallet = self.metadata.pallet(pallet)?;
        let (_, Shape::Variants(variants)) = self.metadata.shape(pallet.calls?)? else { return None };
        match self.variants("", variants, input, depth)? {
            Value::Kind(name, arguments) => Some(Call { pallet: pallet.name.clone(), name, arguments }),
            _ => None,
        }
    }
}

/// Decodes a call that uses all bytes.
#[must_use]
pub fn call(metadata: &Metadata, bytes: &[u8]) -> Option<Call> {
    let mut input = Input(bytes);
    let pallet = input.byte()?;
    let read = Values { metadata, left: VALUES_MAX }.call(pallet, &mut input, DEPTH_MAX)?;
    // the network would read the rest as something else
    input.0.is_empty().then_some(read)
}

/// How many zeros can replace the missing end of a call.
const MISSING_MAX: usize = 65_536;

/// Whether bytes aren't exactly one call: empty, too short, or too long. The network reads the following bytes as part
/// of a short call, and the rest of a long one as something else.
#[must_use]
pub fn is_torn(metadata: &Metadata, bytes: &[u8]) -> bool {
    let padded = [bytes, &[0; MISSING_MAX]].concat();
    let mut input = Input(&padded);
    let pallet = input.byte();
    let call = pallet.and_then(|of| Values { metadata, left: VALUES_MAX }.call(of, &mut input, DEPTH_MAX));
    let taken = padded.len() - input.0.len();
    match call {
        Some(_) => taken != bytes.len(),
        None => taken > bytes.len(),
    }
}

impl Value {
    /// A number, through any wrappers.
    #[must_use]
    pub fn number(&self) -> Option<U256> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The account in the value: itself, or an address of any type that is a key.
    #[must_use]
    pub fn account(&self) -> Option<[u8; 32]> {
        match self {
            Self::Account(key) => Some(*key),
            Self::Kind(name, fields) if matches!(name.as_str(), "Id" | "Address32") => {
                match fields.as_slice() {
                    [(_, Self::Account(key))] => Some(*key),
                    [(_, Self::Bytes(key))] => key.as_slice().try_into().ok(),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Writes the value as text for users.
    pub fn write(&self, prefix: u16, to: &mut String, chars_max: usize) {
        if to.len() > chars_max {
            return;
        }
        let fields = |all: &[(String, Self)], to: &mut String| {
            for (at, (name, value)) in all.iter().enumerate() {
                if at > 0 {
                    to.push_str(", ");
                }
                if !name.is_empty() {
                    to.push_str(name);
                    to.push_str(": ");
                }
                value.write(prefix, to, chars_max);
            }
        };
        match self {
            Self::Number(number) => to.push_str(&crate::amount::Amount::new(*number, 0).to_decimal()),
            // in one line, because the next line is another argument
            Self::Text(text) => to.push_str(&crate::text::in_boxes(text).replace(['\n', '\t'], " ")),
            Self::Bytes(bytes) => match core::str::from_utf8(bytes) {
                // a quotation mark inside would end the text
                Ok(text) if !text.is_empty() && !text.chars().any(|c| c == '"' || crate::text::hidden(c)) => {
                    to.push('"');
                    to.push_str(text);
                    to.push('"');
                }
                _ => {
                    to.push_str("0x");
                    to.push_str(&hex(bytes));
                }
            },
            Self::Account(key) => to.push_str(&ss58::written(prefix, key)),
            Self::List(all) => {
                to.push('[');
                for (at, value) in all.iter().enumerate() {
                    if at > 0 {
                        to.push_str(", ");
                    }
                    value.write(prefix, to, chars_max);
                }
                to.push(']');
            }
            Self::Fields(all) => {
                to.push('(');
                fields(all, to);
                to.push(')');
            }
            Self::Kind(name, all) if all.is_empty() => to.push_str(name),
            Self::Kind(name, all) => {
                to.push_str(name);
                to.push('(');
                fields(all, to);
                to.push(')');
            }
            Self::Call(call) => call.write(prefix, to, chars_max),
            Self::Nothing => to.push_str("none"),
        }
    }
}

impl Call {
    /// Finds an argument by its name.
    #[must_use]
    pub fn argument(&self, name: &str) -> Option<&Value> {
        self.arguments.iter().find(|(of, _)| of == name).map(|(_, value)| value)
    }

    /// The first of these arguments that exists.
    #[must_use]
    pub fn one_of(&self, names: &[&str]) -> Option<&Value> {
        names.iter().find_map(|name| self.argument(name))
    }

    /// The pallet and the name, such as "Balances.burn".
    #[must_use]
    pub fn path(&self) -> String {
        [&self.pallet, ".", &self.name].concat()
    }

    /// Writes the call as text, with each argument on its own line.
    pub fn write(&self, prefix: u16, to: &mut String, chars_max: usize) {
        to.push_str(&self.path());
        for (name, value) in &self.arguments {
            to.push('\n');
            to.push_str(name);
            to.push_str(": ");
            value.write(prefix, to, chars_max);
        }
    }
}
