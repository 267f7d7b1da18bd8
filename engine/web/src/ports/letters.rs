//! The letters of all scripts, from the browser: `String.prototype.normalize` and its character classes.

use crate::js;
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// Normalizes a string. Returns the JavaScript string, for more calls.
fn normal(text: &str, form: &str) -> Option<JsValue> {
    js::call(&js::made("String", &[&text.into()])?, "normalize", &[&form.into()])
}

fn fit(text: &str, max: usize) -> Option<String> {
    let composed = js::made("String", &[&normal(text, "NFC")?])?;
    let letter = js::made("RegExp", &[&r"\P{M}\p{M}{0,2}".into(), &"gu".into()])?;
    let letters = js::call(&composed, "match", &[&letter])?;
    if letters.is_null() {
        return Some(String::new()); // only marks without a letter
    }
    let letters: Array = letters.dyn_into().ok()?;
    letters.slice(0, u32::try_from(max).ok()?).join("").as_string()
}

fn apart(text: &str) -> Option<String> {
    normal(text, "NFKD")?.as_string()
}

fn lower(text: &str) -> Option<String> {
    js::call(&js::made("String", &[&text.into()])?, "toLowerCase", &[])?.as_string()
}

/// Sets the functions, for parts that display untrusted labels. It isn't a static table, because a pointer in a static
/// would pull the functions into the first part.
pub fn know() {
    wallet_engine::text::know(fit, apart, lower);
}
