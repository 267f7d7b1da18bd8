//! The signed text of a sign-in (CAIP-122; EIP-4361 on eip155).

use super::recap;
use crate::json::{self, Read as _};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// Builds the text of a payload `p` for an account. `None` if a field is missing, has another type or more than one
/// line, because a line break in a field could forge the following lines.
#[must_use]
pub fn message(payload: &Value, address: &str, chain: &str) -> Option<String> {
    let (family, reference) = chain.split_once(':')?;
    let family = match family {
        "eip155" => "Ethereum",
        "solana" => "Solana",
        "bip122" => "Bitcoin",
        other => other,
    };
    let resources = resources(payload)?;
    let statement = recap::statement(optional(payload, "statement")?, &resources);
    let mut text = [required(payload, "domain")?, " wants you to sign in with your ", family].concat();
    for part in [" account:\n", address, "\n"] {
        text.push_str(part);
    }
    if !statement.is_empty() {
        line(&mut text, "", &statement);
    }
    text.push('\n');
    line(&mut text, "URI: ", required(payload, "aud")?);
    line(&mut text, "Version: ", version(payload)?);
    line(&mut text, "Chain ID: ", reference);
    line(&mut text, "Nonce: ", required(payload, "nonce")?);
    line(&mut text, "Issued At: ", required(payload, "iat")?);
    for (name, field) in
        [("Expiration Time: ", "exp"), ("Not Before: ", "nbf"), ("Request ID: ", "requestId")]
    {
        match optional(payload, field)? {
            "" => {}
            value => line(&mut text, name, value),
        }
    }
    if !resources.is_empty() {
        line(&mut text, "Resources:", "");
        for resource in &resources {
            line(&mut text, "- ", resource);
        }
    }
    Some(text)
}

fn line(text: &mut String, name: &str, value: &str) {
    text.push('\n');
    text.push_str(name);
    text.push_str(value);
}

/// Whether a string has no line break.
pub(super) fn is_line(text: &str) -> bool {
    !text.contains(['\n', '\r'])
}

fn required<'a>(payload: &'a Value, name: &str) -> Option<&'a str> {
    payload.filled(name).filter(|text| is_line(text))
}

/// An optional field. Empty if it is missing, `None` if it is invalid.
fn optional<'a>(payload: &'a Value, name: &str) -> Option<&'a str> {
    match payload.field(name) {
        None => Some(""),
        Some(value) => value.as_str().filter(|text| is_line(text)),
    }
}

/// The version. Some wallets write it as a number.
fn version(payload: &Value) -> Option<&str> {
    let is_known = payload.text("version") == Some("1") || payload.whole("version") == Some(1);
    is_known.then_some("1")
}

/// The resources. Empty if the field is missing, `None` if one isn't a string of one line.
pub(super) fn resources(payload: &Value) -> Option<Vec<String>> {
    match payload.field("resources") {
        None => Some(Vec::new()),
        list => json::texts(list).filter(|texts| texts.iter().all(|text| is_line(text))),
    }
}
