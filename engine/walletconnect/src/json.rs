//! Untrusted JSON: parsed once within limits, and read by small typed readers (docs/spec/security.md T4). The engine
//! also reads its own JSON with them.
//!
//! Numbers keep their text (`arbitrary_precision`), because amounts must not become binary floats and IDs of peers
//! exceed 2^53. A reader returns `None` for a missing value or another type. The caller then drops that item, never the
//! whole body (docs/spec/services.md A2).

mod items;
mod make;
mod reader;
mod write;

pub use crate::__json as json;
pub use items::{Feed, parse_items, take_page};
pub use make::{Json, put};
pub use reader::{members, read};
pub use write::written;

use alloc::string::String;
/// The types that [`json!`] expands to.
#[doc(hidden)]
pub use alloc::vec::Vec;
#[doc(hidden)]
pub use serde_json::{Map, Value};

/// The maximum size of a peer's message, envelope or JSON.
pub const MESSAGE_BYTES_MAX: usize = 1 << 20;
/// The maximum nesting of brackets.
pub const DEPTH_MAX: usize = 32;

/// Why a text isn't acceptable as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JsonFault {
    /// More bytes than the limit.
    #[error("too large")]
    TooLarge,
    /// Nested deeper than [`DEPTH_MAX`].
    #[error("too deep")]
    TooDeep,
    /// Not JSON.
    #[error("not JSON")]
    NotJson,
}

/// Parses a text of at most `bytes_max` bytes.
///
/// # Errors
/// Why the text is rejected, without any of its content.
pub fn parse(text: &str, bytes_max: usize) -> Result<Value, JsonFault> {
    bounded(text, bytes_max)?;
    read(text).ok_or(JsonFault::NotJson)
}

fn bounded(text: &str, bytes_max: usize) -> Result<(), JsonFault> {
    if text.len() > bytes_max {
        return Err(JsonFault::TooLarge);
    }
    if depth(text) > DEPTH_MAX {
        return Err(JsonFault::TooDeep);
    }
    Ok(())
}

/// Parses a message of a peer.
#[must_use]
pub fn message(text: &str) -> Option<Value> {
    parse(text, MESSAGE_BYTES_MAX).ok()
}

/// Converts a value to text. The `Display` of a value would add a second, pretty-printing writer of 4 kB.
#[must_use]
pub fn text(value: &Value) -> String {
    written(value)
}

/// The maximum nesting of brackets outside strings. Counted before parsing, because the parser is recursive.
fn depth(text: &str) -> usize {
    let (mut deepest, mut now, mut in_text, mut escaped) = (0usize, 0usize, false, false);
    for byte in text.bytes() {
        if in_text {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_text = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_text = true,
            b'[' | b'{' => {
                now += 1;
                deepest = deepest.max(now);
            }
            b']' | b'}' => now = now.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Encodes a string as JSON, with quotes.
#[must_use]
pub fn quoted(text: &str) -> String {
    self::text(&Value::String(text.into()))
}

/// Builds an object from an array of fields.
#[must_use]
pub fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    object_of(&mut fields.into_iter().map(|(name, value)| (name.into(), value)))
}

/// Builds an object from an iterator of fields. One loop for all types of iterators: collecting a map would add a sort
/// for each type (4 kB).
pub fn object_of(fields: &mut dyn Iterator<Item = (String, Value)>) -> Value {
    let mut map = Map::new();
    for (name, value) in fields {
        map.insert(name, value);
    }
    Value::Object(map)
}

/// Removes a field from an object. Rebuilds the object in one loop, because removing an entry from a tree needs 4 kB of
/// balancing code that no other code uses.
pub fn take(fields: &mut Map<String, Value>, name: &str) -> Option<Value> {
    let mut item = None;
    for (at, value) in core::mem::take(fields) {
        if at == name {
            item = Some(value);
        } else {
            fields.insert(at, value);
        }
    }
    item
}

/// The strings of a list. `None` if the list contains anything else.
#[must_use]
pub fn texts(value: Option<&Value>) -> Option<Vec<String>> {
    value?.as_array()?.iter().map(|item| item.as_str().map(String::from)).collect()
}

/// Reads a field of an object with a type.
pub trait Read {
    /// The field. `None` if it is missing or null.
    fn field(&self, name: &str) -> Option<&Value>;
    /// A string.
    fn text(&self, name: &str) -> Option<&str> {
        self.field(name)?.as_str()
    }
    /// A string that isn't empty.
    fn filled(&self, name: &str) -> Option<&str> {
        self.text(name).filter(|text| !text.is_empty())
    }
    /// A boolean.
    fn flag(&self, name: &str) -> Option<bool> {
        self.field(name)?.as_bool()
    }
    /// An integer below 2^64, written as a number.
    fn whole(&self, name: &str) -> Option<u64> {
        self.field(name)?.as_u64()
    }
    /// A decimal as text, whether it was written as a string or as a number.
    fn decimal(&self, name: &str) -> Option<String> {
        match self.field(name)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(alloc::string::ToString::to_string(number)),
            _ => None,
        }
    }
    /// A list. Empty if it is missing.
    fn list(&self, name: &str) -> &[Value] {
        self.field(name).and_then(Value::as_array).map_or(&[], |list| list.as_slice())
    }
}

impl Read for Value {
    fn field(&self, name: &str) -> Option<&Value> {
        self.get(name).filter(|value| !value.is_null())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_depth_and_size_before_parsing() {
        let deep = "[".repeat(DEPTH_MAX + 1) + &"]".repeat(DEPTH_MAX + 1);
        assert_eq!(parse(&deep, 10_000), Err(JsonFault::TooDeep));
        let edge = "[".repeat(DEPTH_MAX) + &"]".repeat(DEPTH_MAX);
        assert!(parse(&edge, 10_000).is_ok());
        assert_eq!(parse("\"aaaa\"", 5), Err(JsonFault::TooLarge));
        assert!(
            parse(&alloc::format!("\"{}\"", "[".repeat(99)), 1_000).is_ok(),
            "brackets in a text do not nest"
        );
        assert_eq!(parse("{\"a\":", 100), Err(JsonFault::NotJson));
    }

    #[test]
    fn numbers_keep_every_digit() {
        let value =
            parse("{\"n\":0.1000000000000000055511151231257827,\"t\":\"12.50\",\"x\":null}", 1_000).unwrap();
        assert_eq!(value.decimal("n").as_deref(), Some("0.1000000000000000055511151231257827"));
        assert_eq!(value.decimal("t").as_deref(), Some("12.50"));
        assert_eq!(value.decimal("x"), None);
        assert!(value.list("absent").is_empty());
    }

    #[test]
    fn limits_the_size_of_a_message() {
        let long = |bytes: usize| alloc::format!("\"{}\"", "[".repeat(bytes - 2));
        assert!(message(&long(MESSAGE_BYTES_MAX)).is_some());
        assert_eq!(message(&long(MESSAGE_BYTES_MAX + 1)), None);
        assert_eq!(message(""), None);
    }

    #[test]
    fn treats_null_and_other_types_as_absent() {
        let value =
            message("{\"n\":1795000000000000123,\"t\":\"x\",\"e\":\"\",\"x\":null,\"l\":[1],\"f\":-1}")
                .unwrap();
        assert_eq!(value.whole("n"), Some(1_795_000_000_000_000_123));
        assert_eq!((value.text("t"), value.text("n"), value.filled("e")), (Some("x"), None, None));
        assert_eq!((value.field("x"), value.whole("f"), value.flag("t")), (None, None, None));
        assert_eq!((value.list("l").len(), value.list("t").len()), (1, 0));
        assert_eq!(texts(value.field("l")), None);
        assert_eq!(quoted("a\"\n"), "\"a\\\"\\n\"");
    }
}
