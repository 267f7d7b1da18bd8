//! Foreign JSON: parsed once into one bounded value, read by small typed readers.
//!
//! Numbers keep their text (`arbitrary_precision`), so no amount ever passes through a binary float. A reader gives
//! `None` for what is missing or of another type: the caller drops that item, never the whole body (docs/spec/services.md A2).

use crate::constants::JSON_DEPTH_MAX;
use alloc::string::String;
use serde_json::Value;

/// Why a text is no acceptable JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JsonFault {
    /// More bytes than the limit of its kind.
    #[error("too large")]
    TooLarge,
    /// Nested deeper than [`JSON_DEPTH_MAX`].
    #[error("too deep")]
    TooDeep,
    /// Not JSON.
    #[error("not JSON")]
    NotJson,
}

/// Parses a text of at most `bytes_max` bytes.
///
/// # Errors
/// What is wrong with the text, without any of its content.
pub fn parse(text: &str, bytes_max: usize) -> Result<Value, JsonFault> {
    if text.len() > bytes_max {
        return Err(JsonFault::TooLarge);
    }
    if depth(text) > JSON_DEPTH_MAX {
        return Err(JsonFault::TooDeep);
    }
    serde_json::from_str(text).map_err(|_| JsonFault::NotJson)
}

/// The text of a value. `Display` of a value is another, pretty writer beside the one of everything else: 4 kB more.
#[must_use]
pub fn text(value: &Value) -> String {
    serde_json::to_string(value).unwrap_or_default() // keys are texts, and memory takes every byte
}

/// How deep brackets nest outside of strings. Counted before parsing, so that the parser's recursion is bounded too.
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

/// Typed reading of one field of an object.
pub trait Read {
    /// The field, unless it is absent or null.
    fn field(&self, name: &str) -> Option<&Value>;
    /// A text.
    fn text(&self, name: &str) -> Option<&str> {
        self.field(name)?.as_str()
    }
    /// A text that is not empty.
    fn filled(&self, name: &str) -> Option<&str> {
        self.text(name).filter(|text| !text.is_empty())
    }
    /// A boolean.
    fn flag(&self, name: &str) -> Option<bool> {
        self.field(name)?.as_bool()
    }
    /// A whole number below 2^64, written as a number.
    fn whole(&self, name: &str) -> Option<u64> {
        self.field(name)?.as_u64()
    }
    /// A decimal as text, whether it was written as a text or as a number.
    fn decimal(&self, name: &str) -> Option<String> {
        match self.field(name)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(alloc::string::ToString::to_string(number)),
            _ => None,
        }
    }
    /// A list; empty when absent.
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
    fn depth_and_size_are_bounded_before_parsing() {
        let deep = "[".repeat(JSON_DEPTH_MAX + 1) + &"]".repeat(JSON_DEPTH_MAX + 1);
        assert_eq!(parse(&deep, 10_000), Err(JsonFault::TooDeep));
        let edge = "[".repeat(JSON_DEPTH_MAX) + &"]".repeat(JSON_DEPTH_MAX);
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
}
