//! Namespaces of a settle or update, down to what a session may do.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use walletconnect::{json, namespaces};

fuzz_target!(|text: &str| {
    let Some(value) = json::message(text) else { return };
    let Ok(mut granted) = namespaces::read_granted(&value, "ctx") else { return };
    let written = serde_json::to_value(&granted).unwrap();
    assert_eq!(namespaces::read_granted(&written, "ctx").as_ref(), Ok(&granted));
    let asked = json!({"eip155": {"chains": ["eip155:1", "eip155:10"], "methods": ["m"], "events": ["e"]},
        "solana:x": {"methods": [], "events": []}});
    let asked = namespaces::read_proposed(&asked, "ctx", "requiredNamespaces").unwrap();
    let _ = namespaces::conforms(&asked, &granted, "ctx");
    namespaces::within(&mut granted, &asked);
    let chains = namespaces::chains(&granted);
    assert!(chains.iter().all(|chain| ["eip155:1", "eip155:10", "solana:x"].contains(&chain.as_str())));
    let mut accounts = 0;
    for chain in &chains {
        accounts += namespaces::accounts_on(&granted, chain).len();
        let _ = (namespaces::methods_for(&granted, chain), namespaces::events_for(&granted, chain));
    }
    assert!(accounts <= namespaces::ACCOUNTS_MAX);
    assert!(granted.values().all(|namespace| !namespace.accounts.is_empty()));
    let once = granted.clone();
    namespaces::within(&mut granted, &asked);
    assert_eq!(granted, once);
});
