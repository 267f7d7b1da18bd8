//! Foreign JSON: parsed once within bounds, read by small typed readers (docs/spec/security.md T4).
//!
//! Numbers keep their text (`arbitrary_precision`): ids of peers exceed 2^53. A reader gives `None` for what is missing
//! or of another type.

use alloc::string::String;
use serde_json::Value;

/// The longest text that is looked at, envelope or JSON.
pub const MESSAGE_BYTES_MAX: usize = 1 << 20;
/// The deepest nesting of brackets.
pub const DEPTH_MAX: usize = 32;

/// Parses a text within the bounds.
#[must_use]
pub fn parse(text: &str) -> Option<Value> {
    if text.len() > MESSAGE_BYTES_MAX || depth(text) > DEPTH_MAX {
        return None;
    }
    serde_json::from_str(text).ok()
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

/// A text as a JSON string, quotes included.
#[must_use]
pub fn quoted(text: &str) -> String {
    alloc::string::ToString::to_string(&Value::String(text.into()))
}

/// The texts of a list, when it is a list of texts only.
#[must_use]
pub fn texts(value: Option<&Value>) -> Option<alloc::vec::Vec<String>> {
    value?.as_array()?.iter().map(|item| item.as_str().map(String::from)).collect()
}

/// Typed reading of one field of an object.
pub trait Read {
    /// The field, unless it is absent or null.
    fn field(&self, key: &str) -> Option<&Value>;
    /// A text.
    fn text(&self, key: &str) -> Option<&str> {
        self.field(key)?.as_str()
    }
    /// A text that is not empty.
    fn filled(&self, key: &str) -> Option<&str> {
        self.text(key).filter(|text| !text.is_empty())
    }
    /// A boolean.
    fn flag(&self, key: &str) -> Option<bool> {
        self.field(key)?.as_bool()
    }
    /// A whole number below 2^64, written as a number.
    fn whole(&self, key: &str) -> Option<u64> {
        self.field(key)?.as_u64()
    }
    /// A list; empty when absent.
    fn list(&self, key: &str) -> &[Value] {
        self.field(key).and_then(Value::as_array).map_or(&[], |list| list.as_slice())
    }
}

impl Read for Value {
    fn field(&self, key: &str) -> Option<&Value> {
        self.get(key).filter(|value| !value.is_null())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_and_size_are_bounded_before_parsing() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(parse(&nested(DEPTH_MAX)).is_some());
        assert_eq!(parse(&nested(DEPTH_MAX + 1)), None);
        let long = |bytes: usize| alloc::format!("\"{}\"", "[".repeat(bytes - 2));
        assert!(parse(&long(MESSAGE_BYTES_MAX)).is_some(), "brackets in a text do not nest");
        assert_eq!(parse(&long(MESSAGE_BYTES_MAX + 1)), None);
        assert_eq!(parse("{\"a\":"), None);
        assert_eq!(parse(""), None);
    }

    #[test]
    fn what_is_null_or_of_another_type_is_absent() {
        let value = parse("{\"n\":1795000000000000123,\"t\":\"x\",\"e\":\"\",\"x\":null,\"l\":[1],\"f\":-1}")
            .unwrap();
        assert_eq!(value.whole("n"), Some(1_795_000_000_000_000_123));
        assert_eq!((value.text("t"), value.text("n"), value.filled("e")), (Some("x"), None, None));
        assert_eq!((value.field("x"), value.whole("f"), value.flag("t")), (None, None, None));
        assert_eq!((value.list("l").len(), value.list("t").len()), (1, 0));
        assert_eq!(texts(value.field("l")), None);
        assert_eq!(quoted("a\"\n"), "\"a\\\"\\n\"");
    }
}
