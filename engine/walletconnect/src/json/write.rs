//! The only writer of JSON. Each type knows its own structure (`Serialize`), so that part is compiled for each type.
//! Everything else exists once here and can't fail: without errors to pass on, a field costs its type two calls. The
//! text is the same as `serde_json`'s, byte for byte.

use alloc::string::{String, ToString};
use core::fmt::Display;
use serde::ser::{self, Serialize};

/// `serde_json` passes the digits of a number as a struct and a field with this name.
const NUMBER: &str = "$serde_json::private::Number";

/// A value as JSON text.
#[must_use]
pub fn written(it: &(impl Serialize + ?Sized)) -> String {
    let mut writer = Writer::default();
    match it.serialize(&mut writer) {
        Ok(()) => writer.text,
        Err(never) => match never {},
    }
}

#[derive(Default)]
struct Writer {
    text: String,
    /// The next string is the digits of a number.
    in_number: bool,
}

/// The error type: writing to memory can't fail, and no type of ours returns an error.
#[derive(Debug)]
pub enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match *self {}
    }
}

impl core::error::Error for Never {}

impl ser::Error for Never {
    #[allow(clippy::unreachable, reason = "a type of ours would have to refuse to be written: none does")]
    fn custom<T: Display>(_: T) -> Self {
        unreachable!()
    }
}

impl Writer {
    #[inline(never)]
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    #[inline(never)]
    fn quoted(&mut self, text: &str) {
        if self.in_number {
            return self.text.push_str(text);
        }
        self.text.push('"');
        let mut plain = 0;
        for (at, byte) in text.bytes().enumerate() {
            let short = match byte {
                b'"' | b'\\' => byte,
                0x08 => b'b',
                b'\t' => b't',
                b'\n' => b'n',
                0x0c => b'f',
                b'\r' => b'r',
                0..0x20 => b'u',
                _ => continue,
            };
            self.text.push_str(text.get(plain..at).unwrap_or_default());
            plain = at + 1;
            self.text.push('\\');
            self.text.push(char::from(short));
            if short == b'u' {
                self.text.push_str(if byte < 0x10 { "000" } else { "001" });
                self.text.push(char::from_digit(u32::from(byte & 15), 16).unwrap_or('0'));
            }
        }
        self.text.push_str(text.get(plain..).unwrap_or_default());
        self.text.push('"');
    }

    /// Starts an item: adds a comma, unless a bracket precedes it. A string always ends with its quotation mark.
    #[inline(never)]
    fn next(&mut self) {
        if !matches!(self.text.as_bytes().last(), Some(b'[' | b'{')) {
            self.text.push(',');
        }
    }

    #[inline(never)]
    fn key(&mut self, key: &str) {
        if !self.in_number {
            self.next();
            self.quoted(key);
            self.text.push(':');
        }
    }

    #[inline(never)]
    fn open(&mut self, name: &str) {
        self.in_number = name == NUMBER;
        if !self.in_number {
            self.text.push('{');
        }
    }

    #[inline(never)]
    fn close(&mut self) {
        if !core::mem::take(&mut self.in_number) {
            self.text.push('}');
        }
    }

    #[inline(never)]
    fn digits(&mut self, is_negative: bool, mut number: u64) {
        if is_negative {
            self.text.push('-');
        }
        let mut digits = [0; 20];
        let mut from = digits.len();
        for digit in digits.iter_mut().rev() {
            (*digit, number, from) = (b'0' + (number % 10) as u8, number / 10, from - 1);
            if number == 0 {
                break;
            }
        }
        self.text.extend(digits.iter().skip(from).copied().map(char::from));
    }
}

type Written = Result<(), Never>;

impl ser::Serializer for &mut Writer {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    fn serialize_bool(self, value: bool) -> Written {
        self.push(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Written {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Written {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Written {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Written {
        self.digits(value < 0, value.unsigned_abs());
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Written {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Written {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Written {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Written {
        self.digits(false, value);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Written {
        self.serialize_f64(value.into())
    }

    /// No type of ours contains a float.
    fn serialize_f64(self, value: f64) -> Written {
        let number = serde_json::Number::from_f64(value);
        self.push(&number.map_or_else(|| "null".into(), |number| number.to_string()));
        Ok(())
    }

    fn serialize_char(self, value: char) -> Written {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Written {
        self.quoted(value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Written {
        value.serialize(self)
    }

    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.push("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        self.push("{");
        self.key(variant);
        value.serialize(&mut *self)?;
        self.push("}");
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Never> {
        self.push("[");
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Never> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.push("{");
        self.key(variant);
        self.serialize_seq(None)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Never> {
        self.push("{");
        Ok(self)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Self, Never> {
        self.open(name);
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.push("{");
        self.key(variant);
        self.push("{");
        Ok(self)
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Written {
        self.serialize_str(&value.to_string())
    }
}

impl ser::SerializeSeq for &mut Writer {
    type Ok = ();
    type Error = Never;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.next();
        value.serialize(&mut **self)
    }

    fn end(self) -> Written {
        self.push("]");
        Ok(())
    }
}

impl ser::SerializeTuple for &mut Writer {
    type Ok = ();
    type Error = Never;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Written {
        ser::SerializeSeq::end(self)
    }
}

impl ser::SerializeTupleStruct for &mut Writer {
    type Ok = ();
    type Error = Never;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Written {
        ser::SerializeSeq::end(self)
    }
}

impl ser::SerializeTupleVariant for &mut Writer {
    type Ok = ();
    type Error = Never;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Written {
        self.push("]}");
        Ok(())
    }
}

impl ser::SerializeMap for &mut Writer {
    type Ok = ();
    type Error = Never;

    /// Keys are strings, or names of variants.
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        self.next();
        let from = self.text.len();
        key.serialize(&mut **self)?;
        debug_assert!(self.text.get(from..).is_some_and(|key| key.starts_with('"')), "a key is a text");
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.push(":");
        value.serialize(&mut **self)
    }

    fn end(self) -> Written {
        self.push("}");
        Ok(())
    }
}

impl ser::SerializeStruct for &mut Writer {
    type Ok = ();
    type Error = Never;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
        self.key(key);
        value.serialize(&mut **self)
    }

    fn end(self) -> Written {
        self.close();
        Ok(())
    }
}

impl ser::SerializeStructVariant for &mut Writer {
    type Ok = ();
    type Error = Never;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
        self.key(key);
        value.serialize(&mut **self)
    }

    fn end(self) -> Written {
        self.push("}}");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use alloc::vec;
    use alloc::vec::Vec;
    use serde::Serialize;
    use serde_json::{Value, json};

    /// A value with one field of each serde type.
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Kinds {
        plain_text: &'static str,
        none: Option<u8>,
        some: Option<Inner>,
        numbers: (i8, i64, u64, u8),
        #[serde(skip_serializing_if = "Vec::is_empty")]
        empty: Vec<u8>,
        list: Vec<Kind>,
        map: Map<Name, Value>,
        unit: (),
        letter: char,
        yes: bool,
        float: f64,
        #[serde(flatten)]
        rest: Inner,
    }

    #[derive(Serialize)]
    struct Inner {
        digits: Value,
    }

    #[derive(Serialize)]
    struct Wrapped(u8);

    #[derive(Serialize)]
    enum Kind {
        Unit,
        Newtype(Wrapped),
        Tuple(u8, &'static str),
        Struct { a: u8, b: Option<u8> },
    }

    #[derive(Serialize, Clone, PartialEq, Eq, Debug)]
    #[serde(rename_all = "kebab-case")]
    enum Name {
        AnyName,
        Other,
    }

    fn kinds() -> Kinds {
        Kinds {
            plain_text: "{",
            none: None,
            some: Some(Inner { digits: json!({ "deep": [1, [], {}] }) }),
            numbers: (-128, i64::MIN, u64::MAX, 0),
            empty: vec![],
            list: vec![
                Kind::Unit,
                Kind::Newtype(Wrapped(7)),
                Kind::Tuple(1, "]"),
                Kind::Struct { a: 1, b: None },
            ],
            map: [(Name::AnyName, json!(null)), (Name::Other, json!("x"))].into_iter().collect(),
            unit: (),
            letter: '"',
            yes: true,
            float: 0.5,
            rest: Inner { digits: serde_json::from_str("12345678901234567890123.4500e7").unwrap() },
        }
    }

    #[test]
    fn writes_every_kind_of_value_as_serde_json_does() {
        assert_eq!(written(&kinds()), serde_json::to_string(&kinds()).unwrap());
    }

    #[test]
    fn escapes_every_character_as_serde_json_does() {
        let all: Vec<char> =
            (0..0x300).chain(0x2020..0x2030).chain(0x1_f600..0x1_f610).filter_map(char::from_u32).collect();
        for letter in &all {
            let text: String = ['a', *letter, 'b', *letter].iter().collect();
            assert_eq!(written(&text), serde_json::to_string(&text).unwrap());
        }
        let text: String = all.iter().collect();
        assert_eq!(written(&text), serde_json::to_string(&text).unwrap());
    }

    #[test]
    fn numbers_keep_their_digits() {
        for digits in
            ["0", "-0", "-12", "1e+400", "0.10", "18446744073709551616", "123456789012345678901234567890"]
        {
            let value: Value = serde_json::from_str(digits).unwrap();
            assert_eq!(
                written(&json!([value, { "n": value }, "1"])),
                alloc::format!("[{digits},{{\"n\":{digits}}},\"1\"]")
            );
        }
    }
}
