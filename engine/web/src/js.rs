//! Converts values that cross the boundary.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use wallet_engine::error::{Error, ErrorData};
use wallet_engine::json::{self, JsonFault};
use wasm_bindgen::prelude::*;

/// The maximum size of options or a command.
pub const OPTIONS_BYTES_MAX: usize = 512 * 1024;

/// Converts an untrusted value to JSON with a size limit. `JSON.stringify` omits functions and symbols. Getters that
/// throw, cycles and bigints are errors.
pub fn value(foreign: &JsValue, bytes_max: usize) -> Result<Value, JsonFault> {
    if foreign.is_undefined() {
        return Ok(Value::Null);
    }
    let text = js_sys::JSON::stringify(foreign).map_err(|_| JsonFault::NotJson)?;
    match JsValue::from(text).as_string() {
        Some(text) => json::parse(&text, bytes_max),
        None => Ok(Value::Null), // a bare function or symbol
    }
}

/// Parses JSON text from the engine, or text that it passes on.
pub fn parsed(text: &str) -> JsValue {
    js_sys::JSON::parse(text).unwrap_or(JsValue::NULL)
}

/// Turns a record of the engine into a plain object, through text. So the page's prototypes can't add properties
/// (docs/spec/security.md B17), and pages get the objects they expect.
pub fn plain(record: &impl Serialize) -> JsValue {
    parsed(&json::written(record))
}

/// An error as plain data without a prototype, which element/src/wallet-error.ts converts to a `WalletError`.
pub fn error(error: &Error) -> JsValue {
    let plain = serde_wasm_bindgen::Serializer::json_compatible();
    Fields(error.data()).serialize(&plain).unwrap_or(JsValue::NULL)
}

/// A map, because a struct's field names would need a hash table, which no other code here uses.
struct Fields(ErrorData);

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ErrorData { name, code, message, title, details } = &self.0;
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("name", name)?;
        fields.serialize_entry("code", code)?;
        fields.serialize_entry("message", message)?;
        fields.serialize_entry("title", title)?;
        fields.serialize_entry("details", details)?;
        fields.end()
    }
}

/// Reads a property. `None` if it is missing or its getter throws.
pub fn property(object: &JsValue, name: &str) -> Option<JsValue> {
    let found = js_sys::Reflect::get(object, &name.into()).ok()?;
    (!found.is_undefined() && !found.is_null()).then_some(found)
}

/// Reads a property that is a string.
pub fn text(object: &JsValue, name: &str) -> Option<String> {
    property(object, name)?.as_string()
}

/// Calls a method of an object. `None` if it throws. For interfaces with a single call: each typed binding is a
/// separate function in the glue that every page downloads.
pub fn call(object: &JsValue, method: &str, args: &[&JsValue]) -> Option<JsValue> {
    let method: js_sys::Function = property(object, method)?.dyn_into().ok()?;
    js_sys::Reflect::apply(&method, object, &list(args)).ok()
}

/// Creates an object of a class of the page. `None` if the class is missing or throws.
pub fn made(class: &str, args: &[&JsValue]) -> Option<JsValue> {
    let class: js_sys::Function = property(&js_sys::global(), class)?.dyn_into().ok()?;
    js_sys::Reflect::construct(&class, &list(args)).ok()
}

/// Sets a property.
pub fn set(object: &JsValue, name: &str, value: &JsValue) {
    let _ = js_sys::Reflect::set(object, &name.into(), value);
}

fn list(args: &[&JsValue]) -> js_sys::Array {
    args.iter().copied().collect()
}
