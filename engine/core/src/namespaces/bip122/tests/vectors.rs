//! Documents that @scure/btc-signer and bitcoinjs-lib write and sign, and the vectors of BIP-174, BIP-370 and BIP-371
//! (scripts/vectors.mjs psbt).

use crate::caip::ChainId;
use crate::entities::AccountType;
use crate::json::Read;
use crate::namespaces::bip122::codec::psbt::Psbt;
use crate::namespaces::bip122::codec::script;
use crate::namespaces::bip122::codec::transaction::name;
use crate::namespaces::bip122::reader::amounts::Previous;
use crate::namespaces::bip122::reader::effects::{self, Own};
use crate::namespaces::bip122::reader::signed;
use crate::namespaces::bip122::tests::requests::{CHAIN, entry, said};
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Effect, EffectKind, HowMuch, Risk};
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{U256, hex};
use serde_json::{Value, json};
use walletconnect::base64;

const TEST: &str = "bip122:000000000933ea01ad0ee984209779ba";

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../../tests/vectors/psbt.json")).unwrap()
}

fn of_bips(list: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("../../../../tests/vectors/psbt-bips.json")).unwrap();
    all[list].as_array().unwrap().clone()
}

fn bytes(of: &Value) -> Vec<u8> {
    base64::decode(of.as_str().unwrap()).unwrap()
}

fn chain(network: &str) -> ChainId {
    ChainId::parse(if network == "main" { CHAIN } else { TEST }).unwrap()
}

/// The effects of a vector's document, for its accounts.
fn read(case: &Value, psbt: &Value) -> Option<Vec<Effect>> {
    let network = case.text("network").unwrap();
    let own = vectors()["own"][network].as_array().unwrap().clone();
    let accounts: Vec<_> = own.iter().map(|of| entry(of.as_str().unwrap(), AccountType::Payment)).collect();
    let params = json!({ "psbt": psbt, "signInputs": case["signInputs"] });
    effects::read(
        &params,
        &Own { accounts: &accounts, are_named: true, chain: &chain(network) },
        &Previous::new(),
    )
}

// req: 10.44
#[test]
fn reads_or_rejects_the_psbt_vectors_of_the_standards() {
    for case in of_bips("valid") {
        assert!(Psbt::read(&bytes(&case["psbt"])).is_some(), "{}", case["what"]);
    }
    for case in of_bips("invalid") {
        assert!(Psbt::read(&bytes(&case["psbt"])).is_none(), "{}", case["what"]);
    }
    assert!(of_bips("valid").len() >= 30 && of_bips("invalid").len() >= 54);
    for case in of_bips("lockTimes") {
        let bytes = bytes(&case["psbt"]);
        let found = Psbt::read(&bytes).map(|psbt| psbt.transaction.lock_time);
        assert_eq!(found.map(u64::from), case["lockTime"].as_u64(), "{}", case["what"]);
    }
}

// req: 10.44
#[test]
fn rejects_psbts_that_no_signer_can_sign() {
    for case in of_bips("unsigned") {
        let bytes = bytes(&case["psbt"]);
        let psbt = Psbt::read(&bytes).unwrap();
        let spent = crate::namespaces::bip122::reader::amounts::spent(&psbt, &Previous::new());
        let mut inputs = psbt.inputs.iter().zip(spent.into_iter().flatten());
        let is_wrong = |(map, spent): (_, Option<crate::namespaces::bip122::reader::amounts::Spent>)| {
            spent.is_none_or(|spent| match crate::namespaces::bip122::reader::amounts::signed(map, &spent) {
                Some(crate::namespaces::bip122::reader::amounts::Signed::Older) => !spent.has_whole,
                signed => signed.is_none(),
            })
        };
        assert!(inputs.any(is_wrong), "{}", case["what"]);
    }
}

// req: 10.44
#[test]
fn derives_the_same_addresses_as_another_implementation() {
    for case in vectors()["scripts"].as_array().unwrap() {
        let (address, locked) =
            (case.text("address").unwrap(), hex::decode(case.text("script").unwrap()).unwrap());
        let reference = chain(case.text("network").unwrap()).reference;
        assert_eq!(script::address(&locked, &reference).as_deref(), Some(address));
        assert_eq!(script::of_address(address), Some(locked), "{address}");
    }
}

fn amount(effect: &Effect) -> U256 {
    match effect.amount {
        Some(HowMuch::Units(units)) => units,
        _ => U256::ZERO,
    }
}

// req: 10.44
#[test]
fn reads_psbts_of_other_implementations_to_the_satoshi() {
    for case in vectors()["documents"].as_array().unwrap() {
        for psbt in case["psbts"].as_array().unwrap() {
            let effects = read(case, psbt).unwrap();
            let wanted: Vec<Value> = case["receivers"].as_array().unwrap().clone();
            let sends = effects.iter().filter(|effect| effect.kind == EffectKind::Send);
            let found =
                sends.map(|effect| json!({ "address": effect.party, "amount": amount(effect).to::<u64>() }));
            assert_eq!(found.collect::<Vec<_>>(), wanted);
            let of = |kind| effects.iter().find(|effect: &&Effect| effect.kind == kind);
            let leaves = case["leaves"].as_i64().unwrap();
            let found = match (of(Clause::Total.into()), of(EffectKind::Receive)) {
                (Some(out), None) => amount(out).to::<i64>(),
                (None, Some(back)) => -amount(back).to::<i64>(),
                _ => panic!("{:?}", said(&effects)),
            };
            assert_eq!(found, leaves);
            let fee = of(EffectKind::Fee).unwrap();
            assert_eq!(Some(amount(fee).to::<u64>()), case["fee"].as_u64());
            assert!(effects.iter().all(|effect| effect.risk < Risk::Critical));
        }
        let bytes = bytes(&case["psbts"][0]);
        let psbt = Psbt::read(&bytes).unwrap();
        assert_eq!(Some(name(&psbt.transaction.txid()).as_str()), case.text("txid"));
    }
}

// req: 10.44
#[test]
fn accepts_signatures_of_other_implementations_but_no_other_kind() {
    for case in vectors()["documents"].as_array().unwrap() {
        let answers = case["answers"].as_array().unwrap();
        for psbt in case["psbts"].as_array().unwrap() {
            let params = json!({ "psbt": psbt, "signInputs": case["signInputs"] });
            for answer in answers {
                assert!(signed::is_answer(&params, &json!({ "psbt": answer })));
            }
            assert!(!signed::is_answer(&params, &json!({ "psbt": case["wrong"] })));
            // one input less in the request than in the signed document
            let mut less = params.clone();
            less["signInputs"].as_array_mut().unwrap().pop();
            assert!(!signed::is_answer(&less, &json!({ "psbt": answers[0] })));
        }
        // from another document
        let other =
            json!({ "psbt": vectors()["documents"][0]["psbts"][0], "signInputs": case["signInputs"] });
        let is_first = case == &vectors()["documents"][0];
        assert_eq!(signed::is_answer(&other, &json!({ "psbt": answers[0] })), is_first);
    }
}

// req: 10.44
#[test]
fn reads_a_partly_signed_psbt_by_its_signatures() {
    for case in vectors()["documents"].as_array().unwrap() {
        assert!(read(case, &case["answers"][0]).is_some());
        assert!(read(case, &case["answers"][2]).is_none(), "nothing is left to sign");
        let open = read(case, &case["wrong"]).unwrap();
        assert!(open.iter().any(|effect| effect.is(Clause::Joinable)));
        let texts: Vec<String> = said(&open);
        assert!(!texts.iter().any(|line| line.starts_with("Total")), "{texts:?}");
    }
}
