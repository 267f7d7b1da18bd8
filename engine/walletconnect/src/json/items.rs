//! Reads a long list one item at a time. A JSON tree of the whole list needs several times the memory of its text, and
//! WebAssembly memory only grows.

use super::{DEPTH_MAX, JsonFault};
use alloc::string::String;
use alloc::vec::Vec;
use core::str;
use serde_json::Value;

/// How many bytes of a text are freed in one step.
const BLOCK_BYTES: usize = 64 * 1024;

/// Passes each item of an object's list with this name to a function, and ignores the other fields. Only brackets are
/// followed, and each item is parsed alone, because serde's readers for this are 1.4 kB. The items are only valid if
/// the function succeeds.
///
/// # Errors
/// The errors of [`super::parse`]. A name that occurs twice, or with a value that isn't a list, is an error, too.
pub fn parse_items(
    text: &str,
    bytes_max: usize,
    name: &str,
    each: &mut dyn FnMut(Value),
) -> Result<bool, JsonFault> {
    bounded(text, bytes_max)?;
    let mut of = Items::new(name, false);
    of.follow(text.as_bytes(), each)?;
    of.ended().map(|of| of.is_found)
}

/// Like [`parse_items`], and returns the rest of the object with an empty list. Frees the text while it is read, so
/// that the parsed items can use its memory. This is for pages of a list. The largest texts aren't freed this way,
/// because it would fragment the memory that the next one needs.
///
/// # Errors
/// The errors of [`parse_items`].
pub fn take_page(
    text: String,
    bytes_max: usize,
    name: &str,
    each: &mut dyn FnMut(Value),
) -> Result<Option<Value>, JsonFault> {
    bounded(&text, bytes_max)?;
    let mut of = Items::new(name, true);
    let mut bytes = text.into_bytes();
    while !bytes.is_empty() {
        let block = bytes.len().min(BLOCK_BYTES);
        of.follow(bytes.get(..block).unwrap_or_default(), each)?;
        bytes.drain(..block);
        bytes.shrink_to_fit();
    }
    let of = of.ended()?;
    let rest = || super::parse(str::from_utf8(&of.rest).map_err(|_| JsonFault::NotJson)?, bytes_max);
    of.is_found.then(rest).transpose()
}

/// Reads the items of such a list from a text that arrives in pieces.
pub struct Feed<'a>(Items<'a>);

impl<'a> Feed<'a> {
    /// Reads the list with this name.
    #[must_use]
    pub fn new(name: &'a str) -> Self {
        Self(Items::new(name, false))
    }

    /// Reads the next piece.
    ///
    /// # Errors
    /// The errors of [`parse_items`].
    pub fn next(&mut self, piece: &[u8], each: &mut dyn FnMut(Value)) -> Result<(), JsonFault> {
        self.0.follow(piece, each)
    }
}

fn bounded(text: &str, bytes_max: usize) -> Result<(), JsonFault> {
    if text.len() > bytes_max { Err(JsonFault::TooLarge) } else { Ok(()) }
}

/// The state of the reader between two pieces.
struct Items<'a> {
    name: &'a str,
    has_rest: bool,
    /// The text outside the list.
    rest: Vec<u8>,
    depth: usize,
    has_begun: bool,
    in_text: bool,
    escaped: bool,
    /// The last string of the object itself, as long as it can be the name.
    key: Vec<u8>,
    /// The string is the name, and its value follows.
    is_key: bool,
    is_named: bool,
    is_found: bool,
    /// The current item, and how many preceded it.
    item: Option<Vec<u8>>,
    count: usize,
}

impl<'a> Items<'a> {
    fn new(name: &'a str, has_rest: bool) -> Self {
        Self {
            name,
            has_rest,
            rest: Vec::new(),
            depth: 0,
            has_begun: false,
            in_text: false,
            escaped: false,
            key: Vec::new(),
            is_key: false,
            is_named: false,
            is_found: false,
            item: None,
            count: 0,
        }
    }

    fn follow(&mut self, bytes: &[u8], each: &mut dyn FnMut(Value)) -> Result<(), JsonFault> {
        bytes.iter().try_for_each(|byte| self.next(*byte, each))
    }

    fn ended(self) -> Result<Self, JsonFault> {
        if self.depth > 0 || !self.has_begun { Err(JsonFault::NotJson) } else { Ok(self) }
    }

    fn next(&mut self, byte: u8, each: &mut dyn FnMut(Value)) -> Result<(), JsonFault> {
        let is_space = matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        if self.depth == 0 {
            match byte {
                _ if is_space => return Ok(()),
                b'{' if !self.has_begun => self.has_begun = true,
                _ => return Err(JsonFault::NotJson),
            }
        }
        let ends = !self.in_text && self.depth == 2 && matches!(byte, b',' | b']' | b'}');
        if let Some(item) = self.item.as_mut().filter(|_| !ends) {
            item.push(byte);
        } else if let Some(item) = self.item.take() {
            let value = str::from_utf8(&item).ok().and_then(super::read);
            let is_empty = || byte == b']' && self.count == 0 && item.trim_ascii().is_empty();
            match value {
                _ if byte == b'}' => return Err(JsonFault::NotJson),
                Some(value) => each(value),
                None if is_empty() => {}
                None => return Err(JsonFault::NotJson),
            }
            self.count += 1;
            self.item = (byte == b',').then(|| {
                let mut room = item;
                room.clear();
                room
            });
        }
        if self.has_rest && self.item.is_none() {
            self.rest.push(byte);
        }
        if self.in_text {
            (self.in_text, self.escaped) = (self.escaped || byte != b'"', !self.escaped && byte == b'\\');
            if self.depth == 1 && !self.in_text {
                self.is_key = self.key == self.name.as_bytes();
            } else if self.depth == 1 && self.key.len() <= self.name.len() {
                self.key.push(byte);
            }
            return Ok(());
        }
        if self.is_named && byte != b'[' && !is_space {
            return Err(JsonFault::NotJson);
        }
        match byte {
            b'"' => {
                self.in_text = true;
                self.key.clear();
            }
            b'[' | b'{' => {
                self.depth += 1;
                if self.depth > DEPTH_MAX {
                    return Err(JsonFault::TooDeep);
                }
                if core::mem::take(&mut self.is_named) {
                    if core::mem::replace(&mut self.is_found, true) {
                        return Err(JsonFault::NotJson);
                    }
                    self.item = Some(Vec::new());
                }
            }
            b']' | b'}' => {
                self.depth -= 1;
                if self.depth == 0 && byte == b']' {
                    return Err(JsonFault::NotJson);
                }
            }
            b':' if self.depth == 1 => self.is_named = core::mem::take(&mut self.is_key),
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    fn read(text: &str) -> Result<Option<Vec<Value>>, JsonFault> {
        let mut items = Vec::new();
        let is_found = parse_items(text, 10_000, "list", &mut |item| items.push(item))?;
        Ok(is_found.then_some(items))
    }

    // req: 10.29
    #[test]
    fn streams_a_list_with_the_items_of_the_whole_tree() {
        for text in [
            r#"{"list": [1, {"a": [2, "x],\"{"], "list": [3]}, null], "more": {"list": [9]}}"#,
            r#" {"before": [[[]]], "list":[ ] } "#,
            r#"{"list": [12345678901234567890.10, "a\\", [], {}]}"#,
            r#"{"other": "list", "b": [1], "list": ["é"]}"#,
            r#"{"lists": [1], "in": {"list": [2]}, "x": ["list", [3]]}"#,
            r#"{"x": "list"}"#,
            "{}",
        ] {
            let value = parse(text, 10_000).unwrap();
            assert_eq!(read(text).unwrap().map(Value::Array).as_ref(), value.get("list"), "{text}");
        }
    }

    // req: 10.29
    #[test]
    fn returns_the_objects_other_members_as_the_whole_tree_does() {
        for text in [
            r#"{"data": [1, {"next": "no", "data": [2]}, "]"], "next": "a"}"#,
            r#" {"next": null, "in": {"data": [1]}, "data":[ ]} "#,
            r#"{"data":[[]]}"#,
        ] {
            let mut value = parse(text, 10_000).unwrap();
            let items = core::mem::replace(&mut value["data"], Value::Array(Vec::new()));
            let mut read = Vec::new();
            let rest = take_page(text.into(), 10_000, "data", &mut |item| read.push(item)).unwrap();
            assert_eq!((rest, Value::Array(read)), (Some(value), items), "{text}");
        }
        assert_eq!(take_page(r#"{"next": "a"}"#.into(), 10_000, "data", &mut |_| {}), Ok(None));
        for text in [r#"{"data": [1]"#, r#"{"data": [1], "next": x}"#, r#"{"data": [1] "next": 2}"#, "[]"] {
            assert_eq!(
                take_page(text.into(), 10_000, "data", &mut |_| {}),
                Err(JsonFault::NotJson),
                "{text}"
            );
        }
    }

    // req: 10.29
    #[test]
    fn reads_a_text_of_many_blocks() {
        let count = BLOCK_BYTES / 8;
        let items: Vec<Value> = (0..count).map(|n| Value::String(alloc::format!("{n} \u{e9}\""))).collect();
        let text = serde_json::json!({"list": items, "next": "n"}).to_string();
        let (bytes_max, mut read) = (text.len(), Vec::new());
        assert!(bytes_max > BLOCK_BYTES);
        let rest = take_page(text, bytes_max, "list", &mut |item| read.push(item));
        assert_eq!(rest, Ok(Some(serde_json::json!({"list": [], "next": "n"}))));
        assert!(read == items);
    }

    // req: 10.29
    #[test]
    fn rejects_another_shape_and_text_that_is_cut_off() {
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
            r#"{"list": [1}}"#,
            r#"{"a": 1]"#,
        ] {
            assert_eq!(read(text), Err(JsonFault::NotJson), "{text}");
        }
        let text = r#"{"a": {"b": [1]}, "list": [{"c": "]}"}, 2], "d": "}"}"#;
        assert!(read(text).is_ok());
        for cut in 0..text.len() {
            assert_eq!(read(&text[..cut]), Err(JsonFault::NotJson), "{}", &text[..cut]);
        }
        let deep = alloc::format!(r#"{{"list": {}{}}}"#, "[".repeat(DEPTH_MAX), "]".repeat(DEPTH_MAX));
        assert_eq!(read(&deep), Err(JsonFault::TooDeep));
        assert_eq!(
            read(&alloc::format!("{{\"list\": [\"{}\"]}}", "x".repeat(10_000))),
            Err(JsonFault::TooLarge)
        );
    }
}
