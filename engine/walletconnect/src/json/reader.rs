//! The only reader of JSON, next to the only writer. It doesn't report the position of an error. `serde_json`'s own
//! reader does, and added 4 kB (brotli) to every user's download. Both readers return the same values, including every
//! number (a test compares them with texts from a seed).

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use serde_json::{Map, Number, Value};

/// The maximum nesting for all callers, because the reader is recursive. Untrusted texts have a lower limit
/// ([`super::DEPTH_MAX`]).
const NESTING_MAX: usize = 127;
/// The maximum number of fields of one object whose positions are returned. A response has few.
const MEMBERS_MAX: usize = 64;

/// Reads a text as a value. `None` if it isn't JSON. If an object has a name twice, the last field is used.
#[must_use]
pub fn read(text: &str) -> Option<Value> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(NESTING_MAX)?;
    reader.past_space().is_none().then_some(value)
}

/// The fields of an object, with the position of each value. `None` if the text isn't an object, or has more than
/// [`MEMBERS_MAX`] fields. Values are skipped by their brackets and quotes, without a tree, whatever their depth and
/// length. Whoever reads a value finds out whether it is valid.
#[must_use]
pub fn members(text: &str) -> Option<Vec<(String, Range<usize>)>> {
    let mut reader = Reader { text, at: 0 };
    let mut members = Vec::new();
    if reader.past_space()? != b'{' {
        return None;
    }
    reader.items(b'}', NESTING_MAX, &mut |reader, _| {
        reader.past_space();
        let name = reader.string()?;
        if !reader.takes_past_space(b':') {
            return None;
        }
        reader.past_space()?;
        let from = reader.at;
        reader.pass()?;
        members.push((name, from..reader.at));
        (members.len() <= MEMBERS_MAX).then_some(())
    })?;
    reader.past_space().is_none().then_some(members)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn past_space(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    /// Skips this byte if it is next. Returns whether it was.
    fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.byte() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn takes_past_space(&mut self, byte: u8) -> bool {
        self.past_space();
        self.takes(byte)
    }

    fn word(&mut self, word: &str, means: Value) -> Option<Value> {
        let is_next = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(word));
        self.at += word.len();
        is_next.then_some(means)
    }

    fn value(&mut self, nesting: usize) -> Option<Value> {
        match self.past_space()? {
            b'n' => self.word("null", Value::Null),
            b't' => self.word("true", Value::Bool(true)),
            b'f' => self.word("false", Value::Bool(false)),
            b'"' => self.string().map(Value::String),
            b'[' => {
                let mut list = Vec::new();
                self.items(b']', nesting, &mut |reader, nesting| {
                    list.push(reader.value(nesting)?);
                    Some(())
                })?;
                Some(Value::Array(list))
            }
            b'{' => {
                let mut fields = Map::new();
                self.items(b'}', nesting, &mut |reader, nesting| {
                    reader.past_space();
                    let name = reader.string()?;
                    let value = reader.takes_past_space(b':').then(|| reader.value(nesting))??;
                    fields.insert(name, value);
                    Some(())
                })?;
                Some(Value::Object(fields))
            }
            _ => self.number(),
        }
    }

    /// Reads the items between a bracket and `end`, with commas between them.
    fn items(
        &mut self,
        end: u8,
        nesting: usize,
        item: &mut dyn FnMut(&mut Self, usize) -> Option<()>,
    ) -> Option<()> {
        let nesting = nesting.checked_sub(1)?;
        self.at += 1;
        if self.takes_past_space(end) {
            return Some(());
        }
        loop {
            item(self, nesting)?;
            if self.takes_past_space(end) {
                return Some(());
            }
            if !self.takes(b',') {
                return None;
            }
        }
    }

    /// Skips one value, up to the next field of the object.
    fn pass(&mut self) -> Option<()> {
        let (from, mut nested) = (self.at, 0usize);
        loop {
            match self.byte()? {
                b'"' => {
                    self.at += 1;
                    while self.byte()? != b'"' {
                        self.at += if self.byte() == Some(b'\\') { 2 } else { 1 };
                    }
                }
                b'{' | b'[' => nested += 1,
                b'}' | b']' if nested > 0 => nested -= 1,
                b'}' | b',' | b' ' | b'\n' | b'\r' | b'\t' if nested == 0 => break,
                b']' => return None,
                _ => {}
            }
            self.at += 1;
        }
        (self.at > from).then_some(())
    }

    fn string(&mut self) -> Option<String> {
        if !self.takes(b'"') {
            return None;
        }
        let mut string = String::new();
        let mut plain = self.at;
        loop {
            let byte = self.byte()?;
            if byte < 0x20 {
                return None;
            }
            if byte == b'"' || byte == b'\\' {
                string.push_str(self.text.get(plain..self.at)?);
                self.at += 1;
                if byte == b'"' {
                    return Some(string);
                }
                string.push(self.escaped()?);
                plain = self.at;
            } else {
                self.at += 1;
            }
        }
    }

    /// Reads the character after a backslash.
    fn escaped(&mut self) -> Option<char> {
        let byte = self.byte()?;
        self.at += 1;
        Some(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\x08',
            b'f' => '\x0c',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let unit = self.unit()?;
                // a character beyond the first 65,536 has two units; a single one is invalid
                let is_first = (0xd800..0xdc00).contains(&unit);
                if !is_first {
                    return char::from_u32(unit);
                }
                let second = (self.takes(b'\\') && self.takes(b'u')).then(|| self.unit())??;
                let low = second.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
                char::from_u32(0x10000 + ((unit - 0xd800) << 10) + low)?
            }
            _ => return None,
        })
    }

    /// Reads four hex digits.
    fn unit(&mut self) -> Option<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            unit = unit * 16 + char::from(self.byte()?).to_digit(16)?;
            self.at += 1;
        }
        Some(unit)
    }

    /// Skips digits. Returns whether there was one.
    fn digits(&mut self) -> bool {
        let from = self.at;
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at > from
    }

    /// Reads a number. Keeps its text, except for the exponent: `1E5` becomes `1e+5`.
    fn number(&mut self) -> Option<Value> {
        let from = self.at;
        self.takes(b'-');
        // no digit follows a leading zero
        if !self.takes(b'0') && !self.digits() || self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            return None;
        }
        if self.takes(b'.') && !self.digits() {
            return None;
        }
        let mut number = String::from(self.text.get(from..self.at)?);
        if self.takes(b'e') || self.takes(b'E') {
            let is_negative = self.takes(b'-');
            number.push_str(if is_negative { "e-" } else { "e+" });
            if !is_negative {
                self.takes(b'+');
            }
            let from = self.at;
            if !self.digits() {
                return None;
            }
            number.push_str(self.text.get(from..self.at)?);
        }
        Some(Value::Number(Number::from_string_unchecked(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with `serde_json`.
    fn same(text: &str) {
        assert_eq!(read(text), serde_json::from_str::<Value>(text).ok(), "{text:?}");
    }

    #[test]
    fn reads_every_kind_of_value_as_serde_json_does() {
        for text in [
            "null",
            " true ",
            "\n\r\tfalse",
            "\"\"",
            "[]",
            "[ ]",
            "{}",
            "{ }",
            "[1,2]",
            "[1 , 2]",
            "{\"a\":1,\"b\":[{}]}",
            "{\"a\":1,\"a\":2}",
            "{ \"a\" : 1 , \"b\" : 2 }",
            "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
            "\"\\u00e9\\uD83d\\uDE00é😀\"",
            "\"\\u0000\\uFFFF\"",
            "\"\u{7f}\u{2028}\"",
        ] {
            same(text);
            assert!(read(text).is_some(), "{text}");
        }
    }

    #[test]
    fn numbers_keep_their_text() {
        for text in
            ["0", "-0", "12", "-1.50", "0.10", "1e5", "1E5", "1E+5", "1.0e-07", "0e0", "18446744073709551616"]
        {
            same(text);
            assert!(read(text).is_some(), "{text}");
        }
        for text in [
            "01", "-", "+1", ".5", "1.", "-.1", "1e", "1e+", "1e+-1", "1e-+1", "0x1", "00", "-01", "1.e1",
            "Infinity", "NaN",
        ] {
            same(text);
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn rejects_text_that_is_not_json() {
        for text in [
            "",
            " ",
            "nul",
            "nulll",
            "True",
            "[",
            "]",
            "[1",
            "[1,",
            "[1,]",
            "[,1]",
            "[1 2]",
            "{",
            "{\"a\"",
            "{\"a\":",
            "{\"a\":1",
            "{\"a\":1,",
            "{\"a\":1,}",
            "{a:1}",
            "{1:1}",
            "{\"a\" 1}",
            "{\"a\":1 \"b\":2}",
            "[1}",
            "{\"a\":1]",
            "\"",
            "\"a",
            "\"\\",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\u12g4\"",
            "\"\\u+123\"",
            "\"\\ud800\"",
            "\"\\ud800\\u0041\"",
            "\"\\ud800\\n\"",
            "\"\\udc00\"",
            "\"\\ud800\\ud800\"",
            "\"\n\"",
            "\"\u{0}\"",
            "'a'",
            "1 2",
            "{} {}",
            "/* */1",
            "\u{feff}1",
            "\u{a0}1",
            "tru\u{e9}",
        ] {
            same(text);
            assert_eq!(read(text), None, "{text:?}");
        }
    }

    #[test]
    fn limits_the_depth() {
        let nested = |deep: usize| ["[".repeat(deep), "]".repeat(deep)].concat();
        for deep in [1, NESTING_MAX, NESTING_MAX + 1, 100_000] {
            same(&nested(deep));
            assert_eq!(read(&nested(deep)).is_some(), deep <= NESTING_MAX);
        }
    }

    #[test]
    fn finds_members_of_an_object_by_their_positions() {
        let text = r#" { "a" : [1,{"b":"}\"]"}] ,"\u0062":"x, y", "c":-1.5e3 ,"d":null,"e":{}} "#;
        let ranges = members(text).unwrap();
        let found_members: Vec<(&str, &str)> =
            ranges.iter().map(|(name, at)| (name.as_str(), &text[at.clone()])).collect();
        assert_eq!(
            found_members,
            [("a", r#"[1,{"b":"}\"]"}]"#), ("b", r#""x, y""#), ("c", "-1.5e3"), ("d", "null"), ("e", "{}")]
        );
        assert_eq!(members("{}"), Some(Vec::new()));
        let deep = ["{\"a\":", &"[".repeat(100_000), &"]".repeat(100_000), "}"].concat();
        assert_eq!(members(&deep).unwrap()[0].1.len(), 200_000);
        let of = |count: usize| ["{", &alloc::vec!["\"a\":1"; count].join(","), "}"].concat();
        assert_eq!(members(&of(MEMBERS_MAX)).unwrap().len(), MEMBERS_MAX);
        assert_eq!(members(&of(MEMBERS_MAX + 1)), None, "more than an answer has");
        for text in [
            "",
            "null",
            "[]",
            "{",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1",
            "{\"a\":\"",
            "{\"a\":\"\\",
            "{\"a\":[1}",
            "{\"a\":1]}",
            "{\"a\":1}x",
            "{\"a\":1,}",
            "{a:1}",
        ] {
            assert_eq!(members(text), None, "{text}");
        }
    }

    /// An object stays one whatever the names of its fields: `serde_json` would read this one as a number.
    #[test]
    fn no_field_name_changes_the_value() {
        let value = read("{\"$serde_json::private::Number\":\"1\"}").unwrap();
        assert_eq!(value.as_object().map(Map::len), Some(1));
    }

    #[test]
    fn reads_generated_texts_as_serde_json_does() {
        const PIECES: [&str; 34] = [
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "\"a\"",
            "\"b\":",
            "\"\\u",
            "d800",
            "dc00",
            "\\u00e9",
            "0",
            "1",
            "12",
            "-",
            "+",
            ".",
            "e",
            "E",
            "null",
            "true",
            "false",
            " ",
            "\n",
            "é",
            "😀",
            "\u{1}",
            "[1,2]",
            "{\"a\":1}",
            "\"\\ud83d\\ude00\"",
            "1.5e3",
        ];
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = |below: usize| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            usize::try_from(seed % below as u64).unwrap()
        };
        let mut right = 0;
        for _ in 0..200_000 {
            let mut text = String::new();
            for _ in 0..=next(9) {
                text.push_str(PIECES[next(PIECES.len())]);
            }
            same(&text);
            right += usize::from(read(&text).is_some());
        }
        assert!(right > 2_000, "{right} of them are JSON");
    }

    /// A JSON text with one byte removed, doubled or changed.
    #[test]
    fn reads_texts_with_one_changed_byte_as_serde_json_does() {
        let text = r#" {"a":[1,-0.5e+10,true,false,null,"\u00e9\ud83d\ude00\\\"/x"],"b":{"c":{}, "d" : [] },"a":"é"} "#;
        same(text);
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at) && text.is_char_boundary(at + 1)) {
            let (before, from) = text.split_at(at);
            let (byte, behind) = from.split_at(1);
            same(&[before, behind].concat());
            same(&[before, byte, byte, behind].concat());
            for other in ["\"", "\\", "{", "]", ",", ":", "0", "9", "-", ".", "e", "\n", "u", "x", "\u{1}"] {
                same(&[before, other, behind].concat());
            }
        }
    }
}
