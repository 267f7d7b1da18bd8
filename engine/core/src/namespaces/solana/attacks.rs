//! How a request could pass unread or as less than it is: by a node that lies, by many harmless things at once, by fees and words in
//! places where nobody looks (10.44).

use super::drains::{
    ACCOUNT, MANY, ME, MINT, TABLE, THIEF, ask, dust, encoded, program, system, token, units,
};
use super::instructions::{Facts, Holding, written as base58};
use super::wire::Key;
use super::written::Told;
use crate::namespaces::deeds::{Deed, DeedKind, Weight, Words};
use alloc::vec;
use alloc::vec::Vec;
use serde_json::{Value, json};

fn deeds(told: &[Told], facts: &Facts) -> Vec<Deed> {
    let (transaction, _) = encoded(told, None);
    ask("solana_signTransaction", &json!({ "transaction": transaction }), facts)
}

fn heaviest(deeds: &[Deed]) -> Weight {
    deeds.iter().map(|deed| deed.weight).max().unwrap()
}

/// Tokens of a mint, from one token account into another.
fn tokens(mint: Key, source: Key, to: Key, authority: Key) -> Told {
    let accounts = vec![(source, false), (mint, false), (to, false), (authority, true)];
    (token(), accounts, [&[12][..], &MANY, &[6]].concat())
}

fn held(key: Key, mint: Key, owner: Key) -> (Key, Holding) {
    (key, Holding { mint, owner })
}

// req: 10.44
#[test]
fn all_of_an_account_at_once_is_read_first_also_where_one_receives_it_all() {
    let coins: Told = (system(), vec![(ME, true), (THIEF, false)], [&[2, 0, 0, 0][..], &MANY].concat());
    let sweep = |count: u8| -> Vec<Told> {
        let of = |at: u8| tokens([10 + at; 32], [20 + at; 32], [30 + at; 32], ME);
        core::iter::once(coins.clone()).chain((0..count).map(of)).collect()
    };
    let by_node = |count: u8| Facts {
        tables: Vec::new(),
        holdings: (0..count).map(|at| held([30 + at; 32], [10 + at; 32], THIEF)).collect(),
    };
    // whose the accounts are is the node's word, and makes nothing lighter
    for facts in [Facts::default(), by_node(5)] {
        assert_eq!(heaviest(&deeds(&sweep(1), &facts)), Weight::Plain);
        for count in 2..=5 {
            assert_eq!(heaviest(&deeds(&sweep(count), &facts)), Weight::Look, "{count}");
        }
    }
    // the same to the same is one thing
    assert_eq!(heaviest(&deeds(&[coins.clone(), coins.clone(), coins], &Facts::default())), Weight::Plain);
}

// req: 10.44
#[test]
fn a_node_that_says_it_all_comes_here_makes_nothing_pass_unread() {
    let other: Key = [77; 32];
    let by_other = [tokens(MINT, ACCOUNT, [5; 32], other)];
    let lie = Facts { tables: Vec::new(), holdings: vec![held([5; 32], MINT, ME)] };
    for facts in [Facts::default(), lie] {
        assert_eq!(heaviest(&deeds(&by_other, &facts)), Weight::Look, "another account of the same wallet");
    }
}

// req: 10.44
#[test]
fn signatures_that_programs_verify_are_in_the_fee() {
    let fee = |told: &[Told]| {
        let deeds = deeds(told, &Facts::default());
        units(deeds.iter().find(|deed| deed.kind == DeedKind::Fee).unwrap())
    };
    for verifier in [
        "Ed25519SigVerify111111111111111111111111111",
        "KeccakSecp256k11111111111111111111111111111",
        "Secp256r1SigVerify1111111111111111111111111",
    ] {
        let verify = |data: &[u8]| (program(verifier), vec![], data.to_vec());
        // the number is their first byte; the network counts it before it verifies anything
        assert_eq!(fee(&[verify(&[255]), verify(&[1, 0]), verify(&[])]), 5_000 * 257, "{verifier}");
    }
    assert_eq!(fee(&[(THIEF, vec![], vec![255])]), 5_000, "of no other program");
}

// req: 10.44
#[test]
fn words_are_said_to_their_end() {
    let memo = program(super::instructions::MEMO);
    let words = ["x".repeat(1_030).as_str(), "end"].concat();
    let deeds = deeds(&[(memo, vec![], words.clone().into_bytes())], &Facts::default());
    let note = deeds.iter().find(|deed| deed.kind == DeedKind::Note).unwrap();
    assert_eq!(note.words, Some(Words::Text(words)));
}

fn signed_as_message(bytes: &[u8], more: Value) -> Vec<Deed> {
    let mut params = json!({ "message": bs58::encode(bytes).into_string(), "pubkey": base58(&ME) });
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    ask("solana_signMessage", &params, &Facts::default())
}

// req: 10.44
#[test]
fn what_stands_beside_a_message_is_said_too() {
    let alone = signed_as_message(b"hello", json!({}));
    assert_eq!(heaviest(&alone), Weight::Plain);
    let (transaction, _) = encoded(&dust(1), None);
    let beside = signed_as_message(b"hello", json!({ "transaction": transaction }));
    assert_eq!((beside[0].kind, beside.len()), (DeedKind::Sign, 2));
    let said = Some(Words::Name("transaction".into()));
    assert_eq!(
        (beside[1].kind, beside[1].weight, &beside[1].words),
        (DeedKind::Unread, Weight::Risky, &said)
    );
}

// req: 10.44
#[test]
fn a_transaction_of_the_next_version_is_no_message_either() {
    let (keys, header) = ([ME, THIEF, system()].concat(), [0x81, 1, 0, 1]);
    let bytes = [&header[..], &[0; 4], &TABLE, &[1, 3], &keys, &[2, 2, 12, 0], &[0, 1], &[2; 12]].concat();
    let refused = |bytes: &[u8]| heaviest(&signed_as_message(bytes, json!({}))) == Weight::Refused;
    assert!(refused(&bytes));
    // bytes that begin so by chance are shown, and said to be unread
    type Change = fn(&mut Vec<u8>);
    let changes: [Change; 5] =
        [|of| of[0] = 0xc2, |of| of[1] = 0, |of| of[2] = 1, |of| of[41] = 1, |of| of.truncate(137)];
    for (at, change) in changes.into_iter().enumerate() {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        assert!(!refused(&bytes), "{at}");
    }
}
