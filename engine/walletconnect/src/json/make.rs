//! Builds JSON values. The `json!` of `serde_json` converts each field with `Serialize`, which adds a second writer
//! with its errors at every use. Here, a field is two calls, and its type is one of a short list.

use alloc::string::String;
use alloc::vec::Vec;
use serde_json::{Map, Value};

/// A type that can be part of a value.
pub trait Json {
    /// Converts to JSON.
    fn json(&self) -> Value;
}

impl Json for str {
    fn json(&self) -> Value {
        Value::String(self.into())
    }
}

impl Json for String {
    fn json(&self) -> Value {
        self.as_str().json()
    }
}

impl<T: Json + ?Sized> Json for &T {
    fn json(&self) -> Value {
        (**self).json()
    }
}

impl<T: Json> Json for Option<T> {
    fn json(&self) -> Value {
        self.as_ref().map_or(Value::Null, Json::json)
    }
}

impl<T: Json> Json for [T] {
    fn json(&self) -> Value {
        let mut list = Vec::new();
        for item in self {
            list.push(item.json());
        }
        Value::Array(list)
    }
}

impl<T: Json> Json for Vec<T> {
    fn json(&self) -> Value {
        self.as_slice().json()
    }
}

impl<T: Json, const N: usize> Json for [T; N] {
    fn json(&self) -> Value {
        self.as_slice().json()
    }
}

impl<T: Json> Json for crate::map::Map<String, T> {
    fn json(&self) -> Value {
        super::object_of(&mut self.iter().map(|(name, value)| (name.clone(), value.json())))
    }
}

impl<T: Json> Json for crate::map::SortedMap<String, T> {
    fn json(&self) -> Value {
        super::object_of(&mut self.iter().map(|(name, value)| (name.clone(), value.json())))
    }
}

macro_rules! as_they_are {
    ($($kind:ty)*) => {
        $(impl Json for $kind {
            fn json(&self) -> Value {
                self.clone().into()
            }
        })*
    };
}

as_they_are! { Value Map<String, Value> bool u8 u16 u32 u64 usize i32 i64 }

/// Adds a field to an object. One function for all uses.
#[inline(never)]
pub fn put(fields: &mut Map<String, Value>, name: &str, value: Value) {
    fields.insert(name.into(), value);
}

/// Builds a value from JSON syntax with expressions: `json!({ "a": 1, "list": [true, null, name] })`. A name in
/// brackets is an expression, too.
#[macro_export]
#[doc(hidden)]
macro_rules! __json {
    (@fields $into:ident) => {};
    (@fields $into:ident $name:tt: null $(, $($rest:tt)*)?) => {
        $crate::json::json!(@put $into $name $crate::json::Value::Null);
        $crate::json::json!(@fields $into $($($rest)*)?);
    };
    (@fields $into:ident $name:tt: { $($value:tt)* } $(, $($rest:tt)*)?) => {
        $crate::json::json!(@put $into $name $crate::json::json!({ $($value)* }));
        $crate::json::json!(@fields $into $($($rest)*)?);
    };
    (@fields $into:ident $name:tt: [ $($value:tt)* ] $(, $($rest:tt)*)?) => {
        $crate::json::json!(@put $into $name $crate::json::json!([ $($value)* ]));
        $crate::json::json!(@fields $into $($($rest)*)?);
    };
    (@fields $into:ident $name:tt: $value:expr $(, $($rest:tt)*)?) => {
        $crate::json::json!(@put $into $name $crate::json::Json::json(&$value));
        $crate::json::json!(@fields $into $($($rest)*)?);
    };
    (@put $into:ident $name:tt $value:expr) => {
        let value = $value;
        $crate::json::put(&mut $into, ::core::convert::AsRef::<str>::as_ref(&$name), value);
    };
    (@items $into:ident) => {};
    (@items $into:ident null $(, $($rest:tt)*)?) => {
        $into.push($crate::json::Value::Null);
        $crate::json::json!(@items $into $($($rest)*)?);
    };
    (@items $into:ident { $($value:tt)* } $(, $($rest:tt)*)?) => {
        $into.push($crate::json::json!({ $($value)* }));
        $crate::json::json!(@items $into $($($rest)*)?);
    };
    (@items $into:ident [ $($value:tt)* ] $(, $($rest:tt)*)?) => {
        $into.push($crate::json::json!([ $($value)* ]));
        $crate::json::json!(@items $into $($($rest)*)?);
    };
    (@items $into:ident $value:expr $(, $($rest:tt)*)?) => {
        $into.push($crate::json::Json::json(&$value));
        $crate::json::json!(@items $into $($($rest)*)?);
    };
    (null) => { $crate::json::Value::Null };
    ({}) => { $crate::json::Value::Object($crate::json::Map::new()) };
    ([]) => { $crate::json::Value::Array($crate::json::Vec::new()) };
    ({ $($fields:tt)+ }) => {{
        let mut fields = $crate::json::Map::new();
        $crate::json::json!(@fields fields $($fields)+);
        $crate::json::Value::Object(fields)
    }};
    ([ $($items:tt)+ ]) => {{
        let mut items = $crate::json::Vec::new();
        $crate::json::json!(@items items $($items)+);
        $crate::json::Value::Array(items)
    }};
    ($value:expr) => { $crate::json::Json::json(&$value) };
}

#[cfg(test)]
#[allow(clippy::vec_init_then_push, reason = "the macro pushes: each item may be an expression or a list")]
mod tests {
    use crate::json::json;
    use alloc::string::String;
    use alloc::vec;

    #[test]
    fn writes_as_serde_json_does() {
        let (name, list, none) = (String::from("b"), vec!["x", "y"], None::<u64>);
        assert_eq!(
            json!({ "a": 1, (name): [true, null, { "c": [] }, list[0], [1, 2]], "d": { "e": null, "f": {} }, "g": list, "h": none, "i": Some(&name), }),
            serde_json::json!({ "a": 1, (name.clone()): [true, null, { "c": [] }, list[0], [1, 2]], "d": { "e": null, "f": {} }, "g": list, "h": none, "i": Some(&name), })
        );
        assert_eq!(json!([]), serde_json::json!([]));
        assert_eq!(json!(null), serde_json::json!(null));
        assert_eq!(json!(name.len() + 1), serde_json::json!(2));
        assert_eq!(json!([list.len(), -1, name,]), serde_json::json!([2, -1, "b"]));
        assert_eq!(json!({ "a": 1, "a": 2 }), serde_json::json!({ "a": 2 }));
    }
}
