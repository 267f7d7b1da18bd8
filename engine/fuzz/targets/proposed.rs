//! Namespaces of a proposal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use walletconnect::json;
use walletconnect::namespaces::{self, Proposed};

fuzz_target!(|text: &str| {
    let Some(value) = json::message(text) else { return };
    let Ok(proposed) = namespaces::read_proposed(&value, "ctx", "optionalNamespaces") else { return };
    let written = serde_json::to_value(&proposed).unwrap();
    assert_eq!(namespaces::read_proposed(&written, "ctx", "optionalNamespaces").as_ref(), Ok(&proposed));
    let merged = namespaces::merge(&proposed, &Proposed::new());
    assert_eq!(namespaces::merge(&merged, &proposed), merged);
    let _ = namespaces::conforms(&proposed, &namespaces::Granted::new(), "ctx");
});
