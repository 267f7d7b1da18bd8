//! A long list, an item at a time: a tree of a whole one is several times as long as its text, and the memory of WebAssembly only grows.

use super::{JsonFault, bounded};
use serde_json::Value;

/// Hands over each item of the list that an object has under this name; what else the object has is not read. Whether there is such a list.
/// The text is followed by its brackets alone and each item is parsed: the readers of serde for this are 1.4 kB. What was handed over counts
/// only where the end is as it should be.
///
/// # Errors
/// As [`super::parse`]; a name that stands there twice, or with something else than a list, is no JSON of ours.
pub fn parse_items(
    text: &str,
    bytes_max: usize,
    name: &str,
    each: &mut dyn FnMut(Value),
) -> Result<bool, JsonFault> {
    bounded(text, bytes_max)?;
    let text = text.trim_matches([' ', '\n', '\r', '\t']);
    let (mut depth, mut in_text, mut escaped) = (0usize, false, false);
    // Where the last text, and the item that is being followed, began.
    let (mut quote, mut item) = (0usize, None);
    // The last text is the name; what comes now is its value; there was one.
    let (mut key, mut named, mut found) = (false, false, false);
    for (at, byte) in text.bytes().enumerate() {
        if depth == 0 && (at > 0 || byte != b'{') {
            return Err(JsonFault::NotJson);
        }
        if in_text {
            (in_text, escaped) = (escaped || byte != b'"', !escaped && byte == b'\\');
            if !in_text && depth == 1 {
                key = text.get(quote + 1..at) == Some(name);
            }
            continue;
        }
        if let Some(from) = item.filter(|_| depth == 2 && matches!(byte, b',' | b']')) {
            let one = text.get(from..at).unwrap_or_default();
            match serde_json::from_str(one) {
                Ok(value) => each(value),
                Err(_) if byte == b']' && is_empty_list(text, from, one) => {}
                Err(_) => return Err(JsonFault::NotJson),
            }
            item = (byte == b',').then_some(at + 1);
        }
        if named && !matches!(byte, b'[' | b' ' | b'\n' | b'\r' | b'\t') {
            return Err(JsonFault::NotJson);
        }
        match byte {
            b'"' => (in_text, quote) = (true, at),
            b'[' | b'{' => {
                depth += 1;
                if core::mem::take(&mut named) {
                    if core::mem::replace(&mut found, true) {
                        return Err(JsonFault::NotJson);
                    }
                    item = Some(at + 1);
                }
            }
            b']' | b'}' => depth = depth.checked_sub(1).ok_or(JsonFault::NotJson)?,
            b':' if depth == 1 => named = core::mem::take(&mut key),
            _ => {}
        }
    }
    if depth > 0 || in_text || !text.ends_with('}') { Err(JsonFault::NotJson) } else { Ok(found) }
}

/// Nothing stands between the brackets.
fn is_empty_list(text: &str, from: usize, one: &str) -> bool {
    text.get(..from).is_some_and(|before| before.ends_with('[')) && one.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{DEPTH_MAX, parse};
    use alloc::vec::Vec;

    fn read(text: &str) -> Result<Option<Vec<Value>>, JsonFault> {
        let mut items = Vec::new();
        let found = parse_items(text, 10_000, "list", &mut |item| items.push(item))?;
        Ok(found.then_some(items))
    }

    // req: 10.29
    #[test]
    fn a_list_is_handed_over_item_by_item_and_is_the_one_of_the_whole_tree() {
        for text in [
            r#"{"list": [1, {"a": [2, "x],\"{"], "list": [3]}, null], "more": {"list": [9]}}"#,
            r#" {"before": [[[]]], "list":[ ] } "#,
            r#"{"list": [12345678901234567890.10, "a\\", [], {}]}"#,
            r#"{"other": "list", "b": [1], "list": ["é"]}"#,
            r#"{"lists": [1], "in": {"list": [2]}, "x": ["list", [3]]}"#,
            r#"{"x": "list"}"#,
            "{}",
        ] {
            let whole = parse(text, 10_000).unwrap();
            assert_eq!(read(text).unwrap().map(Value::Array).as_ref(), whole.get("list"), "{text}");
        }
    }

    // req: 10.29
    #[test]
    fn what_is_no_such_list_or_is_cut_anywhere_is_no_json() {
        for text in [
            "",
            "[]",
            "null",
            "{",
            "}",
            "x{}",
            r#"{"list": {}}"#,
            r#"{"list": null}"#,
            r#"{"list": "list", "a": [1]}"#,
            r#"{"list": [1], "list": [2]}"#,
            r#"{"list": [1]} x"#,
            r#"{"list": [1]}{}"#,
            r#"{"list": [1,]}"#,
            r#"{"list": [,1]}"#,
            r#"{"list": [1 2]}"#,
            r#"{"list": [nope]}"#,
        ] {
            assert_eq!(read(text), Err(JsonFault::NotJson), "{text}");
        }
        let whole = r#"{"a": {"b": [1]}, "list": [{"c": "]}"}, 2], "d": "}"}"#;
        assert!(read(whole).is_ok());
        for cut in 0..whole.len() {
            assert_eq!(read(&whole[..cut]), Err(JsonFault::NotJson), "{}", &whole[..cut]);
        }
        let deep = alloc::format!(r#"{{"list": {}{}}}"#, "[".repeat(DEPTH_MAX), "]".repeat(DEPTH_MAX));
        assert_eq!(read(&deep), Err(JsonFault::TooDeep));
        assert_eq!(
            read(&alloc::format!("{{\"list\": [\"{}\"]}}", "x".repeat(10_000))),
            Err(JsonFault::TooLarge)
        );
    }
}
