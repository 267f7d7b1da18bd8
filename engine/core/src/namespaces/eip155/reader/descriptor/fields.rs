//! The values of a call or message that a descriptor displays, each in its format.

use super::path::{Carrier, Found, constant, follow};
use super::{Fact, FactValue};
use crate::amount::{Amount, DECIMALS_MAX};
use crate::format;
use crate::json::Read;
use crate::namespaces::eip155;
use crate::namespaces::eip155::codec::abi::{self, Node, Seen, Value};
use crate::text;
use crate::time;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{U256, hex};
use serde_json::Value as Json;

/// The maximum number of displayed values of one call.
const FACTS_MAX: usize = 32;
/// The maximum number of fields of one format at all depths. The descriptor's depth is limited, too.
const FIELDS_MAX: usize = 64;
/// The maximum length of a label, and of a value.
const LABEL_CHARS: usize = 40;
const VALUE_CHARS: usize = 160;
/// The maximum length of a unit, and of a name for a number.
const WORD_CHARS: usize = 32;

/// The formats of a value.
const FORMATS: [&str; 9] =
    ["raw", "amount", "tokenAmount", "addressName", "date", "duration", "unit", "enum", "nftName"];

/// A field with the definition to which it refers.
struct Field<'a> {
    own: &'a Json,
    shared: Option<&'a Json>,
}

impl<'a> Field<'a> {
    fn of(file: &'a Json, own: &'a Json) -> Option<Self> {
        let shared = match own.field("$ref") {
            Some(reference) => Some(constant(file, reference).filter(|found| found.is_object())?),
            None => None,
        };
        Some(Self { own, shared })
    }

    fn get(&self, name: &str) -> Option<&'a Json> {
        self.own.field(name).or_else(|| self.shared?.field(name))
    }

    fn param(&self, name: &str) -> Option<&'a Json> {
        let of = |field: &'a Json| field.field("params")?.field(name);
        of(self.own).or_else(|| of(self.shared?))
    }

    fn text(&self, name: &str) -> Option<&'a str> {
        self.get(name)?.as_str()
    }

    fn label(&self) -> Option<String> {
        text::label(self.text("label")?, LABEL_CHARS)
    }

    fn format(&self) -> &'a str {
        self.text("format").unwrap_or("raw")
    }

    fn group(&self) -> Option<&'a [Json]> {
        Some(self.get("fields")?.as_array()?.as_slice())
    }
}

/// The error in a format's fields, as far as it is visible without data.
pub(super) fn fault(file: &Json, format: &Json) -> Option<&'static str> {
    let mut count = 0;
    let Some(fields) = format.field("fields").and_then(Json::as_array) else {
        return Some("has a format without fields");
    };
    fault_of(file, fields, &mut count)
}

fn fault_of(file: &Json, fields: &[Json], count: &mut usize) -> Option<&'static str> {
    *count += fields.len();
    if *count > FIELDS_MAX {
        return Some("has a format with too many fields");
    }
    fields.iter().find_map(|own| {
        let Some(field) = Field::of(file, own) else {
            return Some("refers to a definition that doesn't exist");
        };
        if let Some(group) = field.group() {
            return fault_of(file, group, count);
        }
        if field.text("path").is_none() && field.get("value").is_none() {
            return Some("has a field without a path");
        }
        if is_hidden(&field) {
            return None;
        }
        if field.label().is_none() {
            return Some("has a field without a label");
        }
        (!FORMATS.contains(&field.format())).then_some("has a field with an unsupported format")
    })
}

fn is_hidden(field: &Field<'_>) -> bool {
    field.text("visible") == Some("never")
}

/// The displayed call or message, and its signer.
struct Reader<'a> {
    file: &'a Json,
    root: &'a Node,
    carrier: &'a Carrier<'a>,
    facts: Vec<Fact>,
}

/// The displayed values in order. `None` unless all of them could be formatted.
pub(super) fn facts(file: &Json, format: &Json, root: &Node, carrier: &Carrier<'_>) -> Option<Vec<Fact>> {
    let mut reader = Reader { file, root, carrier, facts: Vec::new() };
    reader.fields(format.list("fields"), root)?;
    let facts = core::mem::take(&mut reader.facts);
    let nodes = |name: &str| {
        let paths = format.list(name).iter().filter_map(Json::as_str);
        paths.map(|path| reader.nodes(path, root))
    };
    // an excluded field can be missing; a required one must be complete
    nodes("excluded").flatten().flatten().for_each(|node| node.mark(Seen::LeftOut));
    let is_complete = |node: &&Node| node.count(Seen::No) + node.count(Seen::LeftOut) == 0;
    nodes("required").all(|found| found.is_some_and(|nodes| nodes.iter().all(is_complete))).then_some(facts)
}

impl<'a> Reader<'a> {
    fn follow(&self, path: &'a str, here: &'a Node) -> Option<Vec<Found<'a>>> {
        follow(path, here, self.root, self.carrier, self.file)
    }

    /// The values at a path of the data.
    fn nodes(&self, path: &'a str, here: &'a Node) -> Option<Vec<&'a Node>> {
        let found = self.follow(path, here)?;
        Some(
            found
                .into_iter()
                .filter_map(|one| if let Found::Node(node) = one { Some(node) } else { None })
                .collect(),
        )
    }

    fn fields(&mut self, fields: &'a [Json], here: &'a Node) -> Option<()> {
        for own in fields {
            let field = Field::of(self.file, own)?;
            if let Some(group) = field.group() {
                let inner = match field.text("path") {
                    Some(path) => self.nodes(path, here)?,
                    None => alloc::vec![here],
                };
                for node in inner {
                    self.fields(group, node)?;
                }
            } else if is_hidden(&field) {
                let nodes = self.nodes(field.text("path")?, here)?;
                nodes.iter().for_each(|node| node.mark(Seen::LeftOut));
            } else {
                self.field(&field, here)?;
            }
        }
        Some(())
    }

    fn field(&mut self, field: &Field<'a>, here: &'a Node) -> Option<()> {
        let mut values = Vec::new();
        match (field.text("path"), field.get("value")) {
            (Some(path), _) => {
                self.follow(path, here)?.into_iter().try_for_each(|one| spread(one, &mut values))?
            }
            (None, Some(given)) => values.push(Found::Constant(constant(self.file, given)?)),
            (None, None) => return None,
        }
        let mut tokens = self.beside(field, "token", here)?;
        tokens.extend(self.beside(field, "collection", here)?);
        let is_each = tokens.len() == values.len();
        for (at, value) in values.iter().enumerate() {
            // one token for all values, or one for each
            let token = match tokens.len() {
                0 => None,
                1 => tokens.first(),
                _ => Some(tokens.get(at).filter(|_| is_each)?),
            };
            let fact = Fact { label: field.label()?, shown: self.shown(field, value, token)? };
            self.facts.push(fact);
            if let Found::Node(node) = value {
                node.mark(Seen::Shown);
            }
            if self.facts.len() > FACTS_MAX {
                return None;
            }
        }
        Some(())
    }

    /// The token addresses of a value: `token` names one, `tokenPath` refers to the data. Empty without either.
    fn beside(&self, field: &Field<'a>, name: &str, here: &'a Node) -> Option<Vec<String>> {
        if let Some(given) = field.param(name) {
            let found = Found::Constant(constant(self.file, given)?);
            return Some(alloc::vec![address(&found)?]);
        }
        let Some(path) = field.param(&[name, "Path"].concat()) else { return Some(Vec::new()) };
        let mut values = Vec::new();
        self.follow(path.as_str()?, here)?.into_iter().try_for_each(|one| spread(one, &mut values))?;
        let addresses = values.iter().map(address).collect::<Option<_>>()?;
        for value in values {
            if let Found::Node(node) = value {
                node.mark(Seen::Shown);
            }
        }
        Some(addresses)
    }

    fn shown(&self, field: &Field<'a>, value: &Found<'a>, token: Option<&String>) -> Option<FactValue> {
        let units = || number(value);
        Some(match field.format() {
            "raw" => match address(value).filter(|_| !matches!(value, Found::Bytes(_))) {
                Some(address) => FactValue::Address(address),
                None => FactValue::Text(raw(value)?),
            },
            "addressName" => FactValue::Address(address(value)?),
            "amount" => FactValue::Coin(units()?),
            "tokenAmount" => self.amount(field, units()?, token)?,
            "nftName" => {
                let id = ["#", &decimal(units()?)].concat();
                FactValue::Text(token.map_or(id.clone(), |of| [&id, " · ", of].concat()))
            }
            "date" => {
                let at = units()?;
                let is_block = field.param("encoding").and_then(Json::as_str) == Some("blockheight");
                let moment = u64::try_from(at).ok().filter(|_| !is_block).and_then(time::utc_minute);
                FactValue::Text(match moment {
                    Some(moment) => moment,
                    None if is_block => ["#", &decimal(at)].concat(),
                    None => decimal(at),
                })
            }
            "duration" => FactValue::Text(duration(units()?)),
            "unit" => FactValue::Text(unit(field, units()?)?),
            "enum" => {
                let names = constant(self.file, field.param("$ref")?)?;
                let name = names.field(&decimal(units()?))?.as_str()?;
                FactValue::Text(text::label(name, WORD_CHARS)?)
            }
            _ => return None,
        })
    }

    fn amount(&self, field: &Field<'a>, units: U256, token: Option<&String>) -> Option<FactValue> {
        let Some(token) = token else { return Some(FactValue::Text([&decimal(units), " units"].concat())) };
        let is_it = |given: &Json| address(&Found::Constant(given)).as_ref() == Some(token);
        let native = field.param("nativeCurrencyAddress").and_then(|given| constant(self.file, given));
        let is_native = native.is_some_and(|native| match native.as_array() {
            Some(list) => list.iter().filter_map(|given| constant(self.file, given)).any(is_it),
            None => is_it(native),
        });
        if is_native {
            return Some(FactValue::Coin(units));
        }
        let bound = field.param("threshold").and_then(|given| abi::number_of(constant(self.file, given)?));
        let words = field.param("message").and_then(Json::as_str).unwrap_or("Unlimited");
        let note = bound.filter(|bound| units >= *bound).and_then(|_| text::label(words, WORD_CHARS));
        Some(FactValue::Token { units, token: token.clone(), note })
    }
}

/// Displays lists item by item. A struct isn't a value.
fn spread<'a>(found: Found<'a>, into: &mut Vec<Found<'a>>) -> Option<()> {
    match &found {
        Found::Node(node) => match &node.value {
            Value::List(list) => list.iter().try_for_each(|node| spread(Found::Node(node), into))?,
            Value::Tuple(_) => return None,
            _ => into.push(found),
        },
        _ => into.push(found),
    }
    (into.len() <= FACTS_MAX).then_some(())
}

fn decimal(number: U256) -> String {
    Amount::new(number, 0).to_decimal()
}

fn number(found: &Found<'_>) -> Option<U256> {
    let of_bytes = |bytes: &[u8]| (bytes.len() <= 32).then(|| U256::from_be_slice(bytes));
    match found {
        Found::Number(number) => Some(*number),
        Found::Constant(value) => abi::number_of(value),
        Found::Bytes(bytes) => of_bytes(bytes),
        Found::Node(node) => match &node.value {
            Value::Number(number) => Some(*number),
            Value::Bytes(bytes) => of_bytes(bytes),
            _ => None,
        },
        Found::Address(_) => None,
    }
}

fn address(found: &Found<'_>) -> Option<String> {
    let of_bytes = |bytes: &[u8]| {
        (bytes.len() == 20).then(|| alloy_primitives::Address::from_slice(bytes).to_checksum(None))
    };
    match found {
        Found::Address(address) => Some(address.clone()),
        Found::Constant(value) => {
            eip155::parse(value.as_str()?).ok().map(|address| address.to_checksum(None))
        }
        Found::Bytes(bytes) => of_bytes(bytes),
        Found::Node(node) => match &node.value {
            Value::Address(address) => Some(address.to_checksum(None)),
            Value::Bytes(bytes) => of_bytes(bytes),
            _ => None,
        },
        Found::Number(_) => None,
    }
}

/// The unformatted text. For a value that is too long, its length.
fn raw(found: &Found<'_>) -> Option<String> {
    let bytes = |bytes: &[u8]| {
        let written = hex::encode_prefixed(bytes);
        match written.get(..VALUE_CHARS).filter(|_| written.len() > VALUE_CHARS) {
            Some(start) => [start, "… (", &bytes.len().to_string(), " bytes)"].concat(),
            None => written,
        }
    };
    let words = |given: &str| {
        let shown = text::label(given, VALUE_CHARS).unwrap_or_default();
        let is_cut = given.chars().filter(|c| !text::hidden(*c)).count() > VALUE_CHARS;
        [shown.as_str(), if is_cut { "…" } else { "" }].concat()
    };
    Some(match found {
        Found::Number(number) => decimal(*number),
        Found::Address(address) => address.clone(),
        Found::Bytes(part) => bytes(part),
        Found::Constant(Json::String(given)) => words(given),
        Found::Constant(Json::Bool(flag)) => flag.to_string(),
        Found::Constant(Json::Number(given)) => words(&given.to_string()),
        Found::Constant(_) => return None,
        Found::Node(node) => match &node.value {
            Value::Number(number) => decimal(*number),
            Value::Negative(below) => ["-", &decimal(*below)].concat(),
            Value::Address(address) => address.to_checksum(None),
            Value::Flag(flag) => flag.to_string(),
            Value::Bytes(all) => bytes(all),
            Value::Text(given) => words(given),
            Value::List(_) | Value::Tuple(_) => return None,
        },
    })
}

/// A duration, "1 d 2 h 30 min". In seconds if it is too long.
fn duration(seconds: U256) -> String {
    let Ok(all) = u64::try_from(seconds) else { return [&decimal(seconds), " s"].concat() };
    let parts = [(all / 86_400, " d"), (all / 3_600 % 24, " h"), (all / 60 % 60, " min"), (all % 60, " s")];
    let mut written = String::new();
    for (number, unit) in
        parts.into_iter().filter(|(number, unit)| *number > 0 || (all == 0 && *unit == " s"))
    {
        if !written.is_empty() {
            written.push(' ');
        }
        written.push_str(&number.to_string());
        written.push_str(unit);
    }
    written
}

/// A number with a unit, "1.25%", "12 km".
fn unit(field: &Field<'_>, units: U256) -> Option<String> {
    let decimals = match field.param("decimals") {
        Some(given) => {
            u8::try_from(abi::number_of(given)?).ok().filter(|decimals| *decimals <= DECIMALS_MAX)?
        }
        None => 0,
    };
    let base = text::label(field.param("base")?.as_str()?, WORD_CHARS)?;
    let space = if base == "%" { "" } else { " " };
    Some([&format::separated(&Amount::new(units, decimals).to_decimal()), space, &base].concat())
}
