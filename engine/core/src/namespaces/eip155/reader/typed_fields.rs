//! Unknown typed data (10.12): each field of its message on its own line, and whether its names or its size make it a
//! warning. Names and values are untrusted, so none can imitate another line.

use crate::json;
use crate::text;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use serde_json::Value;

/// The maximum size of all lines. Longer data is cut with a mark.
const BYTES_MAX: usize = 4_096;
/// The maximum size of one value if all lines together are longer, so that a long value doesn't displace others.
const VALUE_BYTES_MAX: usize = 128;
/// The maximum nesting of structs. Deeper ones are displayed as JSON.
const DEPTH_MAX: usize = 6;
/// The maximum length of a name.
const NAME_CHARS: usize = 64;

/// The fields of a message as text. `None` if it has none.
pub(crate) fn written(message: &Value) -> Option<Box<str>> {
    if message.as_object().is_some_and(serde_json::Map::is_empty) {
        return None;
    }
    let mut all = joined(message, BYTES_MAX);
    if all.len() > BYTES_MAX {
        all = joined(message, VALUE_BYTES_MAX);
    }
    all = short(all, BYTES_MAX);
    (!all.is_empty()).then(|| all.into())
}

/// Whether unknown data can move money: it contains an address together with an amount or a right, or it exceeds the limits.
pub(crate) fn may_move(message: &Value) -> bool {
    const TO: [&str; 8] =
        ["destination", "recipient", "receiver", "to", "beneficiary", "target", "spender", "payee"];
    const HOW_MUCH: [&str; 8] = ["amount", "value", "wei", "quantity", "size", "amounts", "price", "shares"];
    const RIGHTS: [&str; 7] =
        ["agent", "signer", "delegate", "operator", "spender", "sessionkey", "publickey"];
    /// Visits all names. Returns whether everything was visited.
    fn walk(value: &Value, depth: usize, see: &mut dyn FnMut(&str)) -> bool {
        match value {
            Value::Object(fields) if !fields.is_empty() => {
                depth < DEPTH_MAX
                    && fields.iter().all(|(name, value)| {
                        see(name);
                        walk(value, depth + 1, see)
                    })
            }
            Value::Array(items) if !items.is_empty() => {
                depth < DEPTH_MAX && items.iter().all(|of| walk(of, depth + 1, see))
            }
            _ => true,
        }
    }
    let mut found = (false, false, false);
    let is_seen = walk(message, 0, &mut |name| {
        let name = name.to_ascii_lowercase().replace(['_', '-'], "");
        let is = |all: &[&str]| all.iter().any(|of| name == *of || of.len() > 3 && name.contains(of));
        found = (found.0 || is(&TO), found.1 || is(&HOW_MUCH), found.2 || is(&RIGHTS));
    });
    !is_seen || found.0 && found.1 || found.2 || joined(message, BYTES_MAX).len() > BYTES_MAX
}

fn joined(message: &Value, value_bytes_max: usize) -> String {
    let mut all = String::new();
    lines(message, "", 0, value_bytes_max, &mut all);
    all
}

fn short(text: String, bytes_max: usize) -> String {
    match text.len() > bytes_max {
        true => [&text::cut(text, bytes_max), "…"].concat(),
        false => text,
    }
}

fn lines(value: &Value, path: &str, depth: usize, value_bytes_max: usize, all: &mut String) {
    if all.len() > BYTES_MAX {
        return;
    }
    let within = |name: &str| match path.is_empty() {
        true => name.to_string(),
        false => [path, ".", name].concat(),
    };
    match value {
        Value::Object(fields) if depth < DEPTH_MAX && !fields.is_empty() => {
            for (name, value) in fields {
                let name = text::label(name, NAME_CHARS).unwrap_or_default();
                lines(value, &within(&name), depth + 1, value_bytes_max, all);
            }
        }
        Value::Array(items) if depth < DEPTH_MAX && !items.is_empty() => {
            for (at, value) in items.iter().enumerate() {
                lines(value, &within(&(at + 1).to_string()), depth + 1, value_bytes_max, all);
            }
        }
        value => {
            let shown = match value {
                Value::String(text) => text.clone(),
                value => json::text(value),
            };
            if !all.is_empty() {
                all.push('\n');
            }
            all.push_str(path);
            all.push_str(": ");
            // on one line, because the next line is another field
            all.push_str(&short(text::in_boxes(&shown).replace(['\n', '\t'], " "), value_bytes_max));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // req: 10.12
    #[test]
    fn lists_each_field_on_its_own_unforgeable_line() {
        let message = json!({ "to": { "wallet": "0x1", "name": "a\nvalue: 0" }, "ids": ["7", 9], "none": [], "is": true });
        assert_eq!(
            written(&message).as_deref(),
            Some("ids.1: 7\nids.2: 9\nis: true\nnone: []\nto.name: a value: 0\nto.wallet: 0x1")
        );
        assert_eq!(written(&json!({})), None);
        // a long value displaces no other
        let long = written(&json!({ "a": "b".repeat(9_000), "to": "0x1" })).unwrap();
        assert!(long.starts_with("a: bbb") && long.ends_with("b…\nto: 0x1"), "{long}");
        let whole = "b".repeat(4_000);
        assert_eq!(written(&json!({ "a": whole })).unwrap().len(), 4_003);
        let many = written(&json!(alloc::vec!["b".repeat(90); 90])).unwrap();
        assert!(many.ends_with('…') && many.len() < 4_200);
        let deep = (0..40).fold(json!("x"), |inner, _| json!({ "a": inner }));
        assert!(written(&deep).is_some());
    }
}
