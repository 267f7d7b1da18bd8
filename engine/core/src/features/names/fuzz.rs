//! Invariants for any response of a registry and any typed name, for the fuzz target (engine/fuzz). The checks are a
//! second implementation, independent of the parsers.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "what stops it is a finding")]

use super::model;
use crate::api::{names, reason};
use crate::json;
use crate::namespaces::eip155::rules::names::{label, normalised};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// The name in the requests.
const NAME: &str = "alice.reown.id";
const ADDRESS: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const COINS: [u32; 2] = [0x8000_0539, 60];

/// The most characters that [`crate::error::foreign_text`] accepts, each of which can be a letter with two marks.
const FOREIGN_MAX: usize = 600;

/// Passes one response to the reader of each call. A string that isn't JSON is used as a typed name.
pub fn answer(text: &str) {
    typed(text);
    let Ok(value) = json::parse(text, 64 * 1024) else { return };
    if let Ok(Some((address, _))) = names::read_address(&value, NAME, &COINS) {
        let hex = address.strip_prefix("0x").expect("an address");
        assert!(hex.len() == 40 && hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert!(hex.bytes().any(|byte| byte != b'0'), "nobody's");
        let record = value.as_object().expect("a record");
        assert!(record.get("name").and_then(Value::as_str).is_none_or(|name| name.to_lowercase() == NAME));
        let given =
            COINS.iter().filter_map(|coin| record["addresses"].get(coin.to_string())?["address"].as_str());
        let given: Vec<String> = given.map(str::to_ascii_lowercase).collect();
        assert!(given.contains(&address.to_ascii_lowercase()), "nobody said that");
    }
    if let Ok(Some(name)) = names::read_of_address(&value, ADDRESS) {
        is_name(&name, &[".reown.id", ".wcn.id"]);
        let leads = |record: &&Value| {
            let is_it = record["name"].as_str().is_some_and(|of| of.to_ascii_lowercase() == name);
            let all = record["addresses"].as_object();
            is_it
                && all.into_iter().flatten().any(|(_, of)| {
                    of["address"]
                        .as_str()
                        .is_some_and(|of| of.to_ascii_lowercase() == ADDRESS.to_ascii_lowercase())
                })
        };
        assert!(value.as_array().expect("a list").iter().any(|record| leads(&record)), "it leads elsewhere");
    }
    if let Ok(list) = names::read_suggestions(&value) {
        assert!(list.len() <= 8);
        for (at, item) in list.iter().enumerate() {
            is_name(&alloc::format!("{}.reown.id", item.label), &[".reown.id"]);
            assert!(list[..at].iter().all(|known| known.label != item.label), "twice");
        }
    }
    if let Some(said) = reason(&value) {
        assert!(said.chars().count() <= FOREIGN_MAX);
        assert!(!said.chars().any(|c| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c)));
    }
}

fn is_name(name: &str, suffixes: &[&str]) {
    let own = suffixes.iter().find_map(|suffix| name.strip_suffix(suffix)).expect("a suffix");
    assert!((4..=63).contains(&own.len()), "{name}");
    assert!(own.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '-')), "{name}");
}

fn typed(text: &str) {
    let typed = model::typed(text);
    assert!(typed.chars().count() <= 63 && !typed.chars().any(char::is_control));
    if let Some(label) = label(&typed) {
        let name = alloc::format!("{label}.reown.id");
        is_name(&name, &[".reown.id"]);
        // every name that can be registered can also be a recipient, except labels with hidden letters (`xn--`)
        assert!(normalised(&name).as_deref() == Some(&name) || label.as_bytes().get(2..4) == Some(b"--"));
        // no character of a name needs an escape in JSON
        assert_eq!(crate::json::text(&Value::String(name.to_string())).trim_matches('"'), name);
    }
}
