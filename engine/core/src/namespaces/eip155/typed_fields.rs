//! Typed data that nothing here knows, as it is: each field of its message in a line of its own, for the card itself (10.12). Names and
//! values are foreign: none of them makes a line that another one could be taken for.

use crate::json;
use crate::text;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use serde_json::Value;

/// Bytes of all lines; what is longer is cut, with a sign where.
const BYTES_MAX: usize = 4_096;
/// Structs in structs; deeper ones stand as JSON.
const DEPTH_MAX: usize = 6;
/// Characters of one name.
const NAME_CHARS: usize = 64;

/// The fields of a message; nothing where it has none.
pub(super) fn written(message: &Value) -> Option<Box<str>> {
    if message.as_object().is_some_and(serde_json::Map::is_empty) {
        return None;
    }
    let mut all = String::new();
    lines(message, "", 0, &mut all);
    let all = match all.len() > BYTES_MAX {
        true => [&text::cut(all, BYTES_MAX), "…"].concat(),
        false => all,
    };
    (!all.is_empty()).then(|| all.into())
}

fn lines(value: &Value, path: &str, depth: usize, all: &mut String) {
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
                lines(value, &within(&text::label(name, NAME_CHARS).unwrap_or_default()), depth + 1, all);
            }
        }
        Value::Array(items) if depth < DEPTH_MAX && !items.is_empty() => {
            for (at, value) in items.iter().enumerate() {
                lines(value, &within(&(at + 1).to_string()), depth + 1, all);
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
            // in one line: the next one is another field
            all.push_str(&text::in_boxes(&shown).replace(['\n', '\t'], " "));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // req: 10.12
    #[test]
    fn every_field_has_a_line_and_none_can_be_forged() {
        let message = json!({ "to": { "wallet": "0x1", "name": "a\nvalue: 0" }, "ids": ["7", 9], "none": [], "is": true });
        assert_eq!(
            written(&message).as_deref(),
            Some("ids.1: 7\nids.2: 9\nis: true\nnone: []\nto.name: a value: 0\nto.wallet: 0x1")
        );
        assert_eq!(written(&json!({})), None);
        let long = written(&json!({ "a": "b".repeat(9_000), "to": "0x1" })).unwrap();
        assert!(long.ends_with('…') && long.len() < 4_200);
        let deep = (0..40).fold(json!("x"), |inner, _| json!({ "a": inner }));
        assert!(written(&deep).is_some());
    }
}
