//! Bitcoin documents: no bytes stop the reader, its amounts add up to the satoshi, and a signature that commits to nothing is always critical.
//! The first byte selects the inputs of the request.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use std::sync::OnceLock;
use wallet_engine::namespaces::clauses::Clause;
use wallet_engine::caip::{ChainId, Namespace};
use wallet_engine::entities::{AccountEntry, AccountType};
use wallet_engine::namespaces::bip122::reader::amounts::Previous;
use wallet_engine::namespaces::bip122::reader::effects::{Own, read};
use wallet_engine::namespaces::bip122::reader::signed::is_answer;
use wallet_engine::namespaces::effects::{Effect, EffectKind, HowMuch, Risk};
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

fn sats(effect: &Effect) -> u64 {
    match effect.amount {
        Some(HowMuch::Units(units)) => units.to(),
        _ => 0,
    }
}

fn sum(effects: &[Effect], kinds: &[EffectKind]) -> u64 {
    effects.iter().filter(|effect| kinds.contains(&effect.kind)).map(sats).sum()
}

/// The reading of a request for these inputs, each with its address.
fn asked(text: &str, mask: u8, kinds: Option<Value>) -> Option<(Value, Vec<Effect>)> {
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
    let effects = read(&params, &Own { accounts, are_named: true, chain }, &Previous::new())?;
    Some((params, effects))
}

fuzz_target!(|bytes: &[u8]| {
    let Some((mask, bytes)) = bytes.split_first() else { return };
    let text = base64::encode(bytes);
    let Some((params, effects)) = asked(&text, *mask, None) else { return };
    let has = |kind: EffectKind| effects.iter().any(|effect: &Effect| effect.kind == kind);
    if has(Clause::Total.into()) && !has(Clause::Joint.into()) && !has(Clause::JointUnproven.into()) {
        let parts = [EffectKind::Send, EffectKind::Burn, EffectKind::Fee];
        assert_eq!(sum(&effects, &[Clause::Total.into()]), sum(&effects, &parts), "{effects:?}");
    }
    // only the requested inputs were signed
    assert!(is_answer(&params, &json!({ "psbt": text })), "{effects:?}");
    for kind in [2, 0x82] {
        if let Some((_, effects)) = asked(&text, *mask, Some(json!([1, kind]))) {
            assert!(effects.iter().any(|effect| effect.risk == Risk::Critical), "{effects:?}");
        }
    }
    if let Some((_, effects)) = asked(&text, *mask, Some(json!([0x83]))) {
        assert!(
            effects.iter().any(|effect| effect.risk >= Risk::Warning)
                && effects.iter().all(|effect| !effect.is(Clause::Total))
        );
    }
});
