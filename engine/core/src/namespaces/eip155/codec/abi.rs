//! Parses Solidity types and values: complete call data (the contract ABI), and the message of EIP-712 data. Parsing is
//! strict: data that doesn't match its type completely is rejected.

use crate::amount::{self, Amount};
use crate::json::Read;
use crate::namespaces::eip155;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{Address, U256, hex};
use core::cell::Cell;
use serde_json::Value as Json;

/// The size of a word in bytes.
const WORD: usize = 32;
/// The maximum length of a signature. The next constants limit its parameters at all depths, and their nesting.
const SIGNATURE_BYTES_MAX: usize = 4_096;
const PARAMS_MAX: usize = 128;
const DEPTH_MAX: usize = 8;
/// The maximum number of bytes for a type without a length of its own.
const STATIC_BYTES_MAX: usize = 64 * 1024;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `uint8` to `uint256`, in bits.
    Uint(usize),
    /// `int8` to `int256`, in bits.
    Int(usize),
    /// `address`
    Address,
    /// `bool`
    Bool,
    /// `bytes1` to `bytes32`; `bytes` without a length.
    Bytes(Option<usize>),
    /// `string`
    Text,
    /// Values of the same type: a fixed number, or any number.
    List(Box<Self>, Option<usize>),
    /// Values with names.
    Tuple(Vec<Param>),
}

/// A type with its name, which can be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "names of the fields say it")]
pub struct Param {
    pub name: String,
    pub kind: Kind,
}

/// Whether a value is displayed to the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seen {
    /// Not decided yet.
    #[default]
    No,
    /// Omitted on purpose.
    LeftOut,
    /// Displayed.
    Shown,
}

/// A parsed value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "as the types are called")]
pub enum Value {
    Number(U256),
    /// A negative number, by its absolute value.
    Negative(U256),
    Address(Address),
    Flag(bool),
    Bytes(Vec<u8>),
    Text(String),
    List(Vec<Node>),
    Tuple(Vec<(String, Node)>),
}

/// A value, and whether it is displayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The value.
    pub value: Value,
    seen: Cell<Seen>,
}

impl Node {
    /// A value without a decision whether it is displayed.
    #[must_use]
    pub fn new(value: Value) -> Self {
        Self { value, seen: Cell::default() }
    }

    fn inner(&self) -> Vec<&Self> {
        match &self.value {
            Value::List(list) => list.iter().collect(),
            Value::Tuple(fields) => fields.iter().map(|(_, node)| node).collect(),
            _ => Vec::new(),
        }
    }

    /// Marks the value and everything inside. A displayed value keeps its mark.
    pub fn mark(&self, seen: Seen) {
        if self.seen.get() != Seen::Shown {
            self.seen.set(seen);
        }
        self.inner().into_iter().for_each(|node| node.mark(seen));
    }

    /// The number of values inside with this mark, without lists and tuples themselves.
    pub fn count(&self, seen: Seen) -> usize {
        match &self.value {
            Value::List(_) | Value::Tuple(_) => self.inner().into_iter().map(|node| node.count(seen)).sum(),
            _ => usize::from(self.seen.get() == seen),
        }
    }
}

/// The function of a signature: `swap((address from, uint256 amount)[] orders, bytes)`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "names of the fields say it")]
pub struct Function {
    pub name: String,
    pub params: Vec<Param>,
}

impl Function {
    /// Parses a human-readable signature, with or without names of parameters.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut reader = Reader { rest: text.trim(), params: 0 };
        if text.len() > SIGNATURE_BYTES_MAX {
            return None;
        }
        let name = match reader.word()? {
            "function" => reader.word()?,
            name => name,
        };
        let params = reader.params(0)?;
        let is_complete = reader.rest.is_empty() && !name.is_empty();
        is_complete.then(|| Self { name: name.to_string(), params })
    }

    /// Parses an entry of a JSON ABI.
    #[must_use]
    pub fn of_abi(entry: &Json) -> Option<Self> {
        let is_function = entry.text("type").is_none_or(|kind| kind == "function");
        let name = entry.filled("name").filter(|_| is_function)?.to_string();
        let mut count = 0;
        let params = of_components(entry.list("inputs"), 0, &mut count)?;
        Some(Self { name, params })
    }

    /// The canonical signature, such as `transfer(address,uint256)`. Its hash gives the selector.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut text = self.name.clone();
        write_tuple(&self.params, &mut text);
        text
    }

    /// The first four bytes of call data.
    #[must_use]
    pub fn selector(&self) -> [u8; 4] {
        let hash = alloy_primitives::keccak256(self.canonical().as_bytes());
        let [a, b, c, d, ..] = hash.0;
        [a, b, c, d]
    }
}

fn of_components(list: &[Json], depth: usize, count: &mut usize) -> Option<Vec<Param>> {
    let of = |item: &Json| {
        *count += 1;
        let kind = item.text("type")?;
        let kind = match kind.strip_prefix("tuple") {
            Some(suffix) => {
                let inner = of_components(item.list("components"), depth + 1, count)?;
                suffixed(tuple(inner, depth)?, suffix)?
            }
            None => {
                let (name, suffix) = kind.split_at(kind.find('[').unwrap_or(kind.len()));
                suffixed(elementary(name)?, suffix)?
            }
        };
        let name = item.text("name").unwrap_or_default().to_string();
        (*count <= PARAMS_MAX).then_some(Param { name, kind })
    };
    list.iter().map(of).collect()
}

fn tuple(params: Vec<Param>, depth: usize) -> Option<Kind> {
    (depth < DEPTH_MAX && !params.is_empty()).then_some(Kind::Tuple(params))
}

/// A type without parts.
fn elementary(name: &str) -> Option<Kind> {
    let bits = |digits: &str| {
        let bits: usize = if digits.is_empty() { 256 } else { digits.parse().ok()? };
        (bits.is_multiple_of(8) && (8..=256).contains(&bits) && !digits.starts_with('0')).then_some(bits)
    };
    Some(match name {
        "address" => Kind::Address,
        "bool" => Kind::Bool,
        "string" => Kind::Text,
        "bytes" => Kind::Bytes(None),
        _ if name.starts_with("uint") => Kind::Uint(bits(name.strip_prefix("uint")?)?),
        _ if name.starts_with("int") => Kind::Int(bits(name.strip_prefix("int")?)?),
        _ => {
            let digits = name.strip_prefix("bytes")?;
            let length =
                digits.parse().ok().filter(|n| (1..=WORD).contains(n) && !digits.starts_with('0'))?;
            Kind::Bytes(Some(length))
        }
    })
}

/// Applies `[]` and `[3]` after a type, at most [`DEPTH_MAX`] of them.
fn suffixed(kind: Kind, suffix: &str) -> Option<Kind> {
    let (mut kind, mut rest) = (kind, suffix);
    for _ in 0..DEPTH_MAX {
        let Some(inner) = rest.strip_prefix('[') else { break };
        let (length, after) = inner.split_once(']')?;
        let length = match length {
            "" => None,
            // a list of length zero takes no bytes, so any number of them would fit anywhere
            digits => Some(digits.parse().ok().filter(|n| *n > 0)?),
        };
        kind = Kind::List(Box::new(kind), length);
        rest = after;
    }
    (rest.is_empty() && kind.size().is_some()).then_some(kind)
}

/// Parses a signature.
struct Reader<'a> {
    rest: &'a str,
    params: usize,
}

impl<'a> Reader<'a> {
    /// The next name or type, which can be empty. Skips spaces around it.
    fn word(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let end =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
        let (word, after) = rest.split_at_checked(end)?;
        self.rest = after.trim_start();
        Some(word)
    }

    fn eat(&mut self, c: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(c)?.trim_start();
        Some(())
    }

    fn params(&mut self, depth: usize) -> Option<Vec<Param>> {
        self.eat('(')?;
        let mut params = Vec::new();
        if self.eat(')').is_some() {
            return Some(params);
        }
        loop {
            params.push(self.param(depth)?);
            self.params += 1;
            if self.params > PARAMS_MAX {
                return None;
            }
            if self.eat(')').is_some() {
                return Some(params);
            }
            self.eat(',')?;
        }
    }

    fn param(&mut self, depth: usize) -> Option<Param> {
        let word = self.word()?;
        let kind = match self.rest.starts_with('(') && (word.is_empty() || word == "tuple") {
            true if depth >= DEPTH_MAX => return None,
            true => tuple(self.params(depth + 1)?, depth)?,
            false => elementary(word)?,
        };
        let end = match self.rest.starts_with('[') {
            true => self
                .rest
                .find(|c: char| !c.is_ascii_digit() && c != '[' && c != ']')
                .unwrap_or(self.rest.len()),
            false => 0,
        };
        let (suffix, after) = self.rest.split_at_checked(end)?;
        let kind = suffixed(kind, suffix)?;
        self.rest = after.trim_start();
        let mut name = self.word()?;
        if matches!(name, "memory" | "calldata" | "payable") {
            name = self.word()?;
        }
        Some(Param { name: name.to_string(), kind })
    }
}

fn write_tuple(params: &[Param], into: &mut String) {
    into.push('(');
    for (at, param) in params.iter().enumerate() {
        if at > 0 {
            into.push(',');
        }
        param.kind.write(into);
    }
    into.push(')');
}

impl Kind {
    fn write(&self, into: &mut String) {
        let numbered = |into: &mut String, name: &str, number: usize| {
            into.push_str(name);
            into.push_str(&number.to_string());
        };
        match self {
            Self::Uint(bits) => numbered(into, "uint", *bits),
            Self::Int(bits) => numbered(into, "int", *bits),
            Self::Address => into.push_str("address"),
            Self::Bool => into.push_str("bool"),
            Self::Bytes(None) => into.push_str("bytes"),
            Self::Bytes(Some(length)) => numbered(into, "bytes", *length),
            Self::Text => into.push_str("string"),
            Self::List(item, length) => {
                item.write(into);
                into.push('[');
                if let Some(length) = length {
                    numbered(into, "", *length);
                }
                into.push(']');
            }
            Self::Tuple(params) => write_tuple(params, into),
        }
    }

    fn is_dynamic(&self) -> bool {
        match self {
            Self::Bytes(None) | Self::Text | Self::List(_, None) => true,
            Self::List(item, Some(_)) => item.is_dynamic(),
            Self::Tuple(params) => params.iter().any(|param| param.kind.is_dynamic()),
            _ => false,
        }
    }

    /// The head size in bytes: an offset word, or the complete value. `None` for a type that is too large.
    fn size(&self) -> Option<usize> {
        let size = match self {
            _ if self.is_dynamic() => WORD,
            Self::List(item, Some(length)) => item.size()?.checked_mul(*length)?,
            Self::Tuple(params) => {
                params.iter().try_fold(0usize, |sum, param| sum.checked_add(param.kind.size()?))?
            }
            _ => WORD,
        };
        (size <= STATIC_BYTES_MAX).then_some(size)
    }
}

/// Decodes parameters from call data after the selector. Every offset must point directly behind the previous part, all
/// padding must be zero, and nothing can follow. Compilers and libraries encode data this way, and it has exactly one
/// reading.
#[must_use]
pub fn decode(params: &[Param], data: &[u8]) -> Option<Node> {
    let kinds: Vec<&Kind> = params.iter().map(|param| &param.kind).collect();
    let (nodes, end) = several(&kinds, data, 0)?;
    (end == data.len()).then(|| named(params, nodes))
}

/// Parameters that only a lenient contract might accept.
pub struct Loose {
    /// The decoded values.
    pub read: Node,
    /// The number of unused bytes after them.
    pub behind: usize,
    /// Not every contract accepts this encoding: offsets to other positions, data that ends early, or nonzero padding.
    pub is_odd: bool,
}

/// Like [`decode`], but also accepts data like a lenient contract. `None` if no contract would accept it, or if it
/// claims more than its bytes contain.
#[must_use]
pub fn loose(params: &[Param], data: &[u8]) -> Option<Loose> {
    let kinds: Vec<&Kind> = params.iter().map(|param| &param.kind).collect();
    if let Some((nodes, end)) = several(&kinds, data, 0) {
        return Some(Loose { read: named(params, nodes), behind: data.len() - end, is_odd: false });
    }
    // offsets to the same position read its bytes again each time
    let mut left = data.len().saturating_mul(4).saturating_add(STATIC_BYTES_MAX / 8);
    let nodes = lenient::several(&kinds, data, 0, &mut left)?;
    Some(Loose { read: named(params, nodes), behind: 0, is_odd: true })
}

/// Like [`loose`], for hex. A trailing half byte counts as one unused byte.
#[must_use]
pub fn loose_hex(params: &[Param], digits: &str) -> Option<Loose> {
    let half = digits.len() % 2;
    let loose = loose(params, &hex::decode(digits.get(..digits.len() - half)?).ok()?)?;
    Some(Loose { behind: loose.behind + half, ..loose })
}

/// Decodes values like a lenient contract.
mod lenient {
    use super::{Kind, Node, Value, WORD};
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;
    use alloy_primitives::{Address, U256};

    /// The word at a position.
    fn word(data: &[u8], at: usize, left: &mut usize) -> Option<[u8; WORD]> {
        *left = left.checked_sub(WORD)?;
        super::word(data, at)?.try_into().ok()
    }

    fn small(data: &[u8], at: usize, left: &mut usize) -> Option<usize> {
        usize::try_from(u64::try_from(U256::from_be_bytes(word(data, at, left)?)).ok()?).ok()
    }

    pub fn several(kinds: &[&Kind], data: &[u8], start: usize, left: &mut usize) -> Option<Vec<Node>> {
        let mut head = start;
        let mut nodes = Vec::new();
        for kind in kinds {
            let at = match kind.is_dynamic() {
                true => start.checked_add(small(data, head, left)?)?,
                false => head,
            };
            nodes.push(one(kind, data, at, left)?);
            head = head.checked_add(kind.size()?)?;
        }
        Some(nodes)
    }

    fn one(kind: &Kind, data: &[u8], at: usize, left: &mut usize) -> Option<Node> {
        let next = at.checked_add(WORD)?;
        Some(Node::new(match kind {
            Kind::Uint(_) | Kind::Int(_) => Value::Number(U256::from_be_bytes(word(data, at, left)?)),
            Kind::Address => Value::Address(Address::from_word(word(data, at, left)?.into())),
            Kind::Bool => Value::Flag(word(data, at, left)? != [0; WORD]),
            Kind::Bytes(Some(length)) => Value::Bytes(word(data, at, left)?.get(..*length)?.to_vec()),
            Kind::Bytes(None) | Kind::Text => {
                let length = small(data, at, left)?;
                let given = data.get(next..).unwrap_or_default();
                let bytes = given.get(..length.min(given.len())).unwrap_or_default().to_vec();
                *left = left.checked_sub(bytes.len())?;
                match kind {
                    Kind::Text => Value::Text(String::from_utf8_lossy(&bytes).to_string()),
                    _ => Value::Bytes(bytes),
                }
            }
            Kind::List(item, length) => {
                let (length, start) = match length {
                    Some(length) => (*length, at),
                    None => (small(data, at, left)?, next),
                };
                (length <= *left / WORD).then_some(())?;
                Value::List(several(&alloc::vec![&**item; length], data, start, left)?)
            }
            Kind::Tuple(params) => {
                let kinds: Vec<&Kind> = params.iter().map(|param| &param.kind).collect();
                let nodes = several(&kinds, data, at, left)?;
                Value::Tuple(params.iter().map(|param| param.name.clone()).zip(nodes).collect())
            }
        }))
    }
}

fn named(params: &[Param], nodes: Vec<Node>) -> Node {
    Node::new(Value::Tuple(params.iter().map(|param| param.name.clone()).zip(nodes).collect()))
}

fn word(data: &[u8], at: usize) -> Option<&[u8]> {
    data.get(at..at.checked_add(WORD)?)
}

fn small(data: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u64::try_from(U256::from_be_slice(word(data, at)?)).ok()?).ok()
}

/// Consecutive values from `start`, and their end.
fn several(kinds: &[&Kind], data: &[u8], start: usize) -> Option<(Vec<Node>, usize)> {
    let mut head = start;
    let mut end = kinds.iter().try_fold(start, |sum, kind| sum.checked_add(kind.size()?))?;
    let mut nodes = Vec::new();
    for kind in kinds {
        if kind.is_dynamic() {
            let offset = small(data, head)?;
            if start.checked_add(offset)? != end {
                return None;
            }
            let (node, after) = one(kind, data, end)?;
            nodes.push(node);
            end = after;
        } else {
            nodes.push(one(kind, data, head)?.0);
        }
        head = head.checked_add(kind.size()?)?;
    }
    Some((nodes, end))
}

fn one(kind: &Kind, data: &[u8], at: usize) -> Option<(Node, usize)> {
    let next = at.checked_add(WORD)?;
    let number = || Some(U256::from_be_slice(word(data, at)?));
    let value = match kind {
        Kind::Uint(bits) => Value::Number(number().filter(|number| number.bit_len() <= *bits)?),
        Kind::Int(bits) => signed(number()?, *bits)?,
        Kind::Address => {
            let (padding, address) = word(data, at)?.split_at_checked(12)?;
            Value::Address(Address::from_slice(address)).in_zeros(padding)?
        }
        Kind::Bool => Value::Flag(number().filter(|number| number.bit_len() <= 1)?.bit(0)),
        Kind::Bytes(Some(length)) => {
            let (bytes, padding) = word(data, at)?.split_at_checked(*length)?;
            Value::Bytes(bytes.to_vec()).in_zeros(padding)?
        }
        Kind::Bytes(None) | Kind::Text => {
            let length = small(data, at)?;
            let end = next.checked_add(length.checked_next_multiple_of(WORD)?)?;
            let (bytes, padding) = data.get(next..end)?.split_at_checked(length)?;
            let value = match kind {
                Kind::Text => Value::Text(core::str::from_utf8(bytes).ok()?.to_string()),
                _ => Value::Bytes(bytes.to_vec()),
            };
            return Some((Node::new(value.in_zeros(padding)?), end));
        }
        Kind::List(item, length) => {
            let (length, start) = match length {
                Some(length) => (*length, at),
                None => (small(data, at)?, next),
            };
            // each item takes at least one word
            if length > data.len() / WORD {
                return None;
            }
            let (nodes, end) = several(&alloc::vec![&**item; length], data, start)?;
            return Some((Node::new(Value::List(nodes)), end));
        }
        Kind::Tuple(params) => {
            let kinds: Vec<&Kind> = params.iter().map(|param| &param.kind).collect();
            let (nodes, end) = several(&kinds, data, at)?;
            return Some((named(params, nodes), end));
        }
    };
    Some((Node::new(value), next))
}

impl Value {
    /// The value, if the padding is zero.
    fn in_zeros(self, padding: &[u8]) -> Option<Self> {
        padding.iter().all(|byte| *byte == 0).then_some(self)
    }
}

/// Decodes two's complement.
fn signed(word: U256, bits: usize) -> Option<Value> {
    match word.bit(255) {
        true => ((!word).bit_len() < bits).then(|| Value::Negative(word.wrapping_neg())),
        false => (word.bit_len() < bits).then_some(Value::Number(word)),
    }
}

/// Parses a number in the wallets' form: decimal or hex text.
#[must_use]
pub fn number(text: &str) -> Option<U256> {
    match text.strip_prefix("0x") {
        Some(_) => amount::quantity(text),
        None => Amount::parse(text, 0).ok().filter(|_| !text.contains('.')).map(|amount| amount.units),
    }
}

/// Parses a number, or its text.
#[must_use]
pub fn number_of(value: &Json) -> Option<U256> {
    match value {
        Json::String(text) => number(text),
        Json::Number(value) => number(&value.to_string()),
        _ => None,
    }
}

/// Decodes a struct of EIP-712 data with its signed types.
#[must_use]
pub fn typed(name: &str, value: &Json, types: &Json) -> Option<Node> {
    if let Some((item, length)) = name.strip_suffix(']').and_then(|name| name.rsplit_once('[')) {
        let list = value.as_array()?;
        let fits = length.is_empty() || length.parse() == Ok(list.len());
        let nodes = list.iter().map(|value| typed(item, value, types)).collect::<Option<_>>();
        return nodes.filter(|_| fits).map(|nodes| Node::new(Value::List(nodes)));
    }
    if let Some(fields) = types.field(name).and_then(Json::as_array) {
        if elementary(name).is_some() {
            return None; // a struct with the name of a number type, which a signer might treat as a number
        }
        let given = value.as_object().filter(|given| given.len() == fields.len())?;
        let of = |field: &Json| {
            let name = field.text("name")?;
            Some((name.to_string(), typed(field.text("type")?, given.get(name)?, types)?))
        };
        return Some(Node::new(Value::Tuple(fields.iter().map(of).collect::<Option<_>>()?)));
    }
    let text = value.as_str();
    Some(Node::new(match elementary(name)? {
        Kind::Uint(bits) => Value::Number(number_of(value).filter(|number| number.bit_len() <= bits)?),
        Kind::Int(bits) => {
            let written = match value {
                Json::String(text) => text.clone(),
                Json::Number(number) => number.to_string(),
                _ => return None,
            };
            let word = match written.strip_prefix('-') {
                Some(below) => number(below).filter(|_| !below.starts_with("0x"))?.wrapping_neg(),
                None => number(&written)?,
            };
            // the sign must be the written one
            signed(word, bits).filter(|read| match read {
                Value::Negative(_) => written.starts_with('-'),
                _ => word.is_zero() || !written.starts_with('-'),
            })?
        }
        Kind::Address => Value::Address(eip155::parse(text?).ok()?),
        Kind::Bool => Value::Flag(value.as_bool()?),
        Kind::Bytes(length) => {
            let bytes = hex::decode(text?.strip_prefix("0x")?).ok()?;
            Value::Bytes(Some(bytes).filter(|bytes| length.is_none_or(|length| bytes.len() == length))?)
        }
        _ => Value::Text(text?.to_string()),
    }))
}

/// The EIP-712 encoding of a type: the type itself, then all referenced structs in alphabetical order.
#[must_use]
pub fn encode_type(primary: &str, types: &Json) -> Option<String> {
    let mut found: Vec<&str> = Vec::new();
    let mut open = alloc::vec![primary];
    while let Some(name) = open.pop() {
        for field in types.field(name)?.as_array()? {
            let kind = field.text("type")?;
            let kind = kind.split('[').next().unwrap_or(kind);
            let is_new = kind != primary && !found.contains(&kind);
            if is_new && types.field(kind).is_some() {
                let at = found.iter().position(|other| *other > kind).unwrap_or(found.len());
                found.insert(at, kind);
                open.push(kind);
                if found.len() > PARAMS_MAX {
                    return None;
                }
            }
        }
    }
    let mut written = String::new();
    for name in core::iter::once(primary).chain(found) {
        written.push_str(name);
        written.push('(');
        for (at, field) in types.field(name)?.as_array()?.iter().enumerate() {
            if at > 0 {
                written.push(',');
            }
            written.push_str(field.text("type")?);
            written.push(' ');
            written.push_str(field.text("name")?);
        }
        written.push(')');
    }
    Some(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 10.12
    #[test]
    fn orders_nested_structs_by_name() {
        // the example of the standard, with one more struct
        let types = serde_json::json!({
            "Transaction": [{"name": "from", "type": "Person"}, {"name": "to", "type": "Person"},
                {"name": "tx", "type": "Asset"}, {"name": "fees", "type": "Fee[]"}],
            "Person": [{"name": "wallet", "type": "address"}, {"name": "name", "type": "string"}],
            "Asset": [{"name": "token", "type": "address"}, {"name": "amount", "type": "uint256"}],
            "Fee": [{"name": "of", "type": "Asset"}],
        });
        assert_eq!(
            encode_type("Transaction", &types).unwrap(),
            "Transaction(Person from,Person to,Asset tx,Fee[] fees)Asset(address token,uint256 amount)Fee(Asset of)\
             Person(address wallet,string name)"
        );
    }
}
