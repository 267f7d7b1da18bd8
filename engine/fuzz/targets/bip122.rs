//! Documents of Bitcoin: no bytes stop the reader, what it says adds up to the sat, and a signature that leaves everything open is grave
//! whatever stands around it. The first byte says which inputs are asked for.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use std::sync::OnceLock;
use wallet_engine::caip::{ChainId, Namespace};
use wallet_engine::entities::{AccountEntry, AccountType};
use wallet_engine::namespaces::bip122::amounts::Previous;
use wallet_engine::namespaces::bip122::deeds::{Own, read};
use wallet_engine::namespaces::bip122::signed::is_answer;
use wallet_engine::namespaces::deeds::{Deed, DeedKind, HowMuch, Weight};
use walletconnect::base64;

fn own() -> &'static (Vec<AccountEntry>, ChainId) {
    static OWN: OnceLock<(Vec<AccountEntry>, ChainId)> = OnceLock::new();
    OWN.get_or_init(|| {
        let all: Value = serde_json::from_str(include_str!("../../core/tests/vectors/psbt.json")).unwrap();
        let entry = |of: &Value| AccountEntry {
            namespace: Namespace::Bip122,
            address: of.as_str().unwrap().into(),
            kind: AccountType::Payment,
            public_key: None,
            path: None,
        };
        let chain = ChainId::parse("bip122:000000000019d6689c085ae165831e93").unwrap();
        (all["own"]["main"].as_array().unwrap().iter().map(entry).collect(), chain)
    })
}

fn sats(deed: &Deed) -> u64 {
    match deed.amount {
        Some(HowMuch::Units(units)) => units.to(),
        _ => 0,
    }
}

fn sum(deeds: &[Deed], kinds: &[DeedKind]) -> u64 {
    deeds.iter().filter(|deed| kinds.contains(&deed.kind)).map(sats).sum()
}

/// What is read of a request for these inputs, each by its own address.
fn asked(text: &str, mask: u8, kinds: Option<Value>) -> Option<(Value, Vec<Deed>)> {
    let (accounts, chain) = own();
    let mut inputs = Vec::new();
    for index in (0..8).filter(|bit| mask & 1 << bit != 0) {
        // by whichever of the addresses it is
        let one = |address: &str| {
            let mut entry = json!({ "address": address, "index": index });
            if let Some(kinds) = &kinds {
                entry["sighashTypes"] = kinds.clone();
            }
            let params = json!({ "psbt": text, "signInputs": [entry] });
            let is_it = read(&params, &Own { accounts, are_named: true, chain }, &Previous::new()).is_some();
            is_it.then_some(entry)
        };
        inputs.push(accounts.iter().find_map(|of| one(&of.address))?);
    }
    let params = json!({ "psbt": text, "signInputs": inputs });
    let deeds = read(&params, &Own { accounts, are_named: true, chain }, &Previous::new())?;
    Some((params, deeds))
}

fuzz_target!(|bytes: &[u8]| {
    let Some((mask, bytes)) = bytes.split_first() else { return };
    let text = base64::encode(bytes);
    let Some((params, deeds)) = asked(&text, *mask, None) else { return };
    let has = |kind| deeds.iter().any(|deed: &Deed| deed.kind == kind);
    if has(DeedKind::Total) && !has(DeedKind::Joint) {
        let parts = [DeedKind::Send, DeedKind::Burn, DeedKind::Fee];
        assert_eq!(sum(&deeds, &[DeedKind::Total]), sum(&deeds, &parts), "{deeds:?}");
    }
    // nothing was signed beside what is there
    assert!(is_answer(&params, &json!({ "psbt": text })), "{deeds:?}");
    for kind in [2, 0x82] {
        if let Some((_, deeds)) = asked(&text, *mask, Some(json!([1, kind]))) {
            assert!(deeds.iter().any(|deed| deed.weight == Weight::Grave), "{deeds:?}");
        }
    }
    if let Some((_, deeds)) = asked(&text, *mask, Some(json!([0x83]))) {
        assert!(
            deeds.iter().any(|deed| deed.weight >= Weight::Risky)
                && deeds.iter().all(|deed| deed.kind != DeedKind::Total)
        );
    }
});
