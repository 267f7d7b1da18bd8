//! ReCaps: read from any text, and from any JSON in their coat.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use walletconnect::{cacao, json};

fuzz_target!(|text: &str| {
    match json::message(text) {
        None => look(text),
        Some(Value::Object(map)) if map.contains_key("att") => look(&coat(text)),
        Some(_) => look(&coat(&format!("{{\"att\":{{\"eip155\":{text}}}}}"))),
    }
});

fn look(resource: &str) {
    let resources = [String::from(resource)];
    let granted = cacao::granted(&resources);
    assert!(granted.methods.iter().all(|method| !method.is_empty()));
    let statement = cacao::statement("Hi.", &resources);
    assert!(statement.starts_with("Hi."));
    if let Some(merged) = cacao::merge(resource, resource) {
        assert_eq!(cacao::granted(core::slice::from_ref(&merged)), granted);
        assert_eq!(cacao::statement("Hi.", &[merged]), statement);
    }
}

fn coat(text: &str) -> String {
    ["urn:recap:", &fuzz::base64(text.as_bytes())].concat()
}
