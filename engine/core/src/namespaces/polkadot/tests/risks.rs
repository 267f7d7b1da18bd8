//! The risks of single calls, in addition to the vectors.

use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Asset, Effect, EffectKind, EffectText, HowMuch, Risk};
use crate::namespaces::polkadot::codec::ss58;
use crate::namespaces::polkadot::codec::values::{Call, Value};
use crate::namespaces::polkadot::reader::effects::Reader;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use alloy_primitives::U256;

const ME: [u8; 32] = [7; 32];

fn effects(pallet: &str, name: &str, arguments: Vec<(&str, Value)>) -> Vec<Effect> {
    let arguments = arguments.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
    let call = Call { pallet: pallet.into(), name: name.into(), arguments };
    Reader { me: ME, prefix: 42 }.effects(&call)
}

fn risks(pallet: &str, name: &str, arguments: Vec<(&str, Value)>) -> Vec<(EffectKind, Risk)> {
    effects(pallet, name, arguments).into_iter().map(|effect| (effect.kind, effect.risk)).collect()
}

fn kind(name: &str, fields: Vec<(&str, Value)>) -> Value {
    Value::Kind(name.into(), fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

fn number(of: u64) -> Value {
    Value::Number(U256::from(of))
}

/// An XCM location in its fourth version.
fn place(parents: u64, steps: Vec<Value>) -> Value {
    let way = match steps.len() {
        0 => kind("Here", vec![]),
        count => kind(&alloc::format!("X{count}"), vec![("", Value::List(steps))]),
    };
    let fields = vec![("parents".to_string(), number(parents)), ("interior".to_string(), way)];
    kind("V4", vec![("", Value::Fields(fields))])
}

fn account(key: [u8; 32]) -> Value {
    kind("AccountId32", vec![("network", Value::Nothing), ("id", Value::Bytes(key.into()))])
}

fn para(id: u64) -> Value {
    kind("Parachain", vec![("", number(id))])
}

fn sent_over(beneficiary: Value, asset: Value) -> Effect {
    let fun = kind("Fungible", vec![("", number(9_000))]);
    let asset = Value::Fields(vec![("id".into(), asset), ("fun".into(), fun)]);
    let assets = kind("V4", vec![("", Value::List(vec![asset]))]);
    let dest = place(0, vec![para(2_000)]);
    let arguments = vec![("dest", dest), ("beneficiary", beneficiary), ("assets", assets)];
    effects("XcmPallet", "transfer_assets", arguments).remove(0)
}

// req: 10.44
#[test]
fn treats_an_unrestricted_proxy_as_critical() {
    let add = |kind: &str| {
        let kind = Value::Kind(kind.into(), Vec::new());
        risks("Proxy", "add_proxy", vec![("delegate", Value::Account([3; 32])), ("proxy_type", kind)])
    };
    for kind in ["Any", "NonFungible", "Staking", "NominationPools", "Auction", "a new one"] {
        assert_eq!(add(kind), [(EffectKind::Control, Risk::Critical)], "{kind}");
    }
    assert_eq!(add("Governance"), [(EffectKind::Control, Risk::Warning)]);
}

// req: 10.44
#[test]
fn shows_stakes_votes_and_vesting_in_the_networks_coin() {
    let standard = |vote: u64| kind("Standard", vec![("vote", number(vote)), ("balance", number(70))]);
    let split = kind("SplitAbstain", vec![("aye", number(1)), ("nay", number(2)), ("abstain", number(3))]);
    let schedule = Value::Fields(vec![("locked".into(), number(9)), ("per_block".into(), number(1))]);
    let target = kind("Id", vec![("", Value::Account([3; 32]))]);
    for (pallet, name, arguments, is, amount, words) in [
        ("Staking", "unbond", vec![("value", number(70))], Clause::Unstake.into(), 70, None),
        (
            "NominationPools",
            "unbond",
            vec![("unbonding_points", number(70))],
            Clause::Unstake.into(),
            70,
            None,
        ),
        (
            "NominationPools",
            "join",
            vec![("amount", number(70)), ("pool_id", number(42))],
            EffectKind::Stake,
            70,
            Some(EffectText::Text("pool_id: 42".into())),
        ),
        (
            "ConvictionVoting",
            "vote",
            vec![("poll_index", number(5)), ("vote", standard(0x81))],
            Clause::Vote.into(),
            70,
            Some(EffectText::Name("5: Aye, 1x".into())),
        ),
        (
            "ConvictionVoting",
            "vote",
            vec![("poll_index", number(5)), ("vote", standard(0))],
            Clause::Vote.into(),
            70,
            Some(EffectText::Name("5: Nay, 0.1x".into())),
        ),
        (
            "ConvictionVoting",
            "vote",
            vec![("poll_index", number(5)), ("vote", split)],
            Clause::Vote.into(),
            6,
            Some(EffectText::Name("5: SplitAbstain".into())),
        ),
        (
            "Vesting",
            "vested_transfer",
            vec![("target", target), ("schedule", schedule)],
            EffectKind::Send,
            9,
            None,
        ),
    ] {
        let effect = effects(pallet, name, arguments).remove(0);
        let units = Some(HowMuch::Units(U256::from(amount)));
        let said = (effect.kind, effect.asset, effect.amount, effect.words);
        assert_eq!(said, (is, Some(Asset::Coin), units, words), "{pallet}.{name}");
    }
    assert_eq!(risks("NominationPools", "claim_payout", vec![]), [(Clause::Claim.into(), Risk::Normal)]);
    let all = effects("Balances", "transfer_all", vec![("dest", Value::Account([3; 32]))]).remove(0);
    assert_eq!((all.kind, all.amount), (EffectKind::Send, Some(HowMuch::Any)));
}

// req: 10.44
#[test]
fn treats_an_executed_call_of_raw_bytes_as_critical() {
    let bytes = || Value::Bytes(vec![5, 0, 0]);
    for (pallet, name, field) in [
        ("Multisig", "as_multi", "call"),
        ("Multisig", "approve_as_multi", "call_hash"),
        ("XcmPallet", "execute", "message"),
        ("PolkadotXcm", "execute", "message"),
    ] {
        let read = risks(pallet, name, vec![(field, bytes())]);
        assert_eq!(read, [(EffectKind::Unread, Risk::Critical)], "{pallet}.{name}");
    }
}

// req: 10.44
#[test]
fn shows_the_target_network_and_a_sole_recipient() {
    let mine = ss58::written(42, &ME);
    let sent = sent_over(place(0, vec![account(ME)]), place(0, vec![]));
    assert_eq!(
        (sent.risk, sent.party.as_ref(), &sent.asset),
        (Risk::Review, Some(&mine), &Some(Asset::Coin))
    );
    let Some(EffectText::Text(words)) = &sent.words else { panic!("{sent:?}") };
    assert!(words.starts_with("dest: ") && words.contains("Parachain(2000)"), "{words}");
    for (what, place) in [
        ("one behind another network", place(0, vec![para(2_001), account(ME)])),
        ("two of them", place(0, vec![account([9; 32]), account(ME)])),
        ("of the network above", place(1, vec![account(ME)])),
        ("a network", place(0, vec![para(2_001)])),
    ] {
        let sent = sent_over(place.clone(), self::place(0, vec![]));
        assert_eq!(sent.risk, Risk::Warning, "{what}");
        assert!(sent.party.as_ref().is_some_and(|party| *party != mine), "{what}: {sent:?}");
    }
    // with the older parachain pallet, account and network are in one location
    let older = |dest: Value| {
        let id = kind("Token", vec![("", kind("KSM", vec![]))]);
        effects("XTokens", "transfer", vec![("currency_id", id), ("amount", number(5)), ("dest", dest)])
            .remove(0)
    };
    let sent = older(place(1, vec![para(2_000), account(ME)]));
    assert_eq!((sent.risk, sent.party.as_ref()), (Risk::Review, Some(&mine)));
    assert!(matches!(&sent.words, Some(EffectText::Text(words)) if words.contains("Parachain(2000)")));
    for dest in [place(1, vec![account([9; 32]), account(ME)]), place(0, vec![account(ME)])] {
        let sent = older(dest);
        assert_eq!((sent.risk, sent.party), (Risk::Warning, None));
    }
}

// req: 10.44
#[test]
fn never_confuses_a_named_asset_with_the_networks_coin() {
    let named =
        kind("GeneralKey", vec![("data", Value::Bytes(b"parents: 0, interior: Here      ".to_vec()))]);
    let sent = sent_over(place(0, vec![account([9; 32])]), place(1, vec![named]));
    assert!(matches!(sent.asset, Some(Asset::Token(_))), "{sent:?}");
}

// req: 10.44
#[test]
fn warns_about_a_recipient_without_a_key() {
    let send =
        |dest: Value| risks("Balances", "transfer_keep_alive", vec![("dest", dest), ("value", number(5))]);
    let id = |name: &str, value: Value| kind(name, vec![("", value)]);
    assert_eq!(send(id("Id", Value::Account([9; 32]))), [(EffectKind::Send, Risk::Normal)]);
    assert_eq!(send(id("Index", number(5))), [(EffectKind::Send, Risk::Warning)]);
    assert_eq!(send(id("Raw", Value::Bytes(vec![9; 32]))), [(EffectKind::Send, Risk::Warning)]);
}

// req: 10.44
#[test]
fn reviews_large_payments_among_dust() {
    let one = |key: u8, units: u64| {
        let arguments = vec![
            ("dest".to_string(), kind("Id", vec![("", Value::Account([key; 32]))])),
            ("value".to_string(), number(units)),
        ];
        let name = "transfer_keep_alive".into();
        Value::Call(alloc::boxed::Box::new(Call { pallet: "Balances".into(), name, arguments }))
    };
    let calls = |all: Vec<Value>| risks("Utility", "batch_all", vec![("calls", Value::List(all))]);
    assert_eq!(calls(vec![one(1, 1), one(2, 900)]), [(EffectKind::Send, Risk::Normal); 2]);
    assert_eq!(calls(vec![one(1, 1), one(1, 1), one(2, 900)]), [(EffectKind::Send, Risk::Review); 3]);
}

// req: 10.44
#[test]
fn prevents_forged_arguments_and_marks_a_cut() {
    let words = |arguments: Vec<(&str, Value)>| match effects("Some", "call", arguments).remove(0).words {
        Some(EffectText::Invoked(words)) => words,
        other => panic!("{other:?}"),
    };
    let forged = words(vec![("name", Value::Text("x\ndest: thief".into())), ("dest", number(1))]);
    assert_eq!(forged, "Some.call\nname: x dest: thief\ndest: 1");
    let quoted = words(vec![("name", Value::Bytes(b"x\", dest: \"y".to_vec()))]);
    assert_eq!(quoted, "Some.call\nname: 0x78222c20646573743a202279");
    let long = words(vec![("data", Value::Bytes(vec![9; 3_000])), ("dest", number(1))]);
    assert!(long.ends_with('…') && !long.contains("dest"), "what is left out shows that it is");
}
