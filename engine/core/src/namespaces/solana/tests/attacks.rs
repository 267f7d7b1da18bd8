//! Ways in which a request could be displayed incompletely or with a lower risk: a node that lies, many harmless parts,
//! fees and texts in unusual places (10.44).

use super::malicious_requests::{
    ACCOUNT, MANY, ME, MINT, TABLE, THIEF, ask, dust, encoded, program, system, token, units,
};
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Effect, EffectKind, EffectText, Risk};
use crate::namespaces::solana::codec::wire::Key;
use crate::namespaces::solana::codec::written::TestInstruction;
use crate::namespaces::solana::reader::instructions::{Facts, Holding, written as base58};
use alloc::vec;
use alloc::vec::Vec;
use serde_json::{Value, json};

fn effects(told: &[TestInstruction], facts: &Facts) -> Vec<Effect> {
    let (transaction, _) = encoded(told, None);
    ask("solana_signTransaction", &json!({ "transaction": transaction }), facts)
}

fn highest(effects: &[Effect]) -> Risk {
    effects.iter().map(|effect| effect.risk).max().unwrap()
}

/// A token transfer from one token account to another.
fn tokens(mint: Key, source: Key, to: Key, authority: Key) -> TestInstruction {
    let accounts = vec![(source, false), (mint, false), (to, false), (authority, true)];
    (token(), accounts, [&[12][..], &MANY, &[6]].concat())
}

fn held(key: Key, mint: Key, owner: Key) -> (Key, Holding) {
    (key, Holding { mint, owner })
}

// req: 10.44
#[test]
fn reviews_a_sweep_of_all_assets_even_to_one_recipient() {
    let coins: TestInstruction =
        (system(), vec![(ME, true), (THIEF, false)], [&[2, 0, 0, 0][..], &MANY].concat());
    let sweep = |count: u8| -> Vec<TestInstruction> {
        let of = |at: u8| tokens([10 + at; 32], [20 + at; 32], [30 + at; 32], ME);
        core::iter::once(coins.clone()).chain((0..count).map(of)).collect()
    };
    let by_node = |count: u8| Facts {
        tables: Vec::new(),
        holdings: (0..count).map(|at| held([30 + at; 32], [10 + at; 32], THIEF)).collect(),
    };
    // the owner of the accounts comes from the node, and lowers no risk
    for facts in [Facts::default(), by_node(5)] {
        assert_eq!(highest(&effects(&sweep(1), &facts)), Risk::Normal);
        for count in 2..=5 {
            assert_eq!(highest(&effects(&sweep(count), &facts)), Risk::Review, "{count}");
        }
    }
    // the same transfer to the same account is one effect
    assert_eq!(highest(&effects(&[coins.clone(), coins.clone(), coins], &Facts::default())), Risk::Normal);
}

// req: 10.44
#[test]
fn reviews_transfers_although_a_node_claims_they_return() {
    let other: Key = [77; 32];
    let by_other = [tokens(MINT, ACCOUNT, [5; 32], other)];
    let lie = Facts { tables: Vec::new(), holdings: vec![held([5; 32], MINT, ME)] };
    for facts in [Facts::default(), lie] {
        assert_eq!(highest(&effects(&by_other, &facts)), Risk::Review, "another account of the same wallet");
    }
}

// req: 10.44
#[test]
fn includes_verified_signatures_in_the_fee() {
    let fee = |told: &[TestInstruction]| {
        let effects = effects(told, &Facts::default());
        units(effects.iter().find(|effect| effect.kind == EffectKind::Fee).unwrap())
    };
    for verifier in [
        "Ed25519SigVerify111111111111111111111111111",
        "KeccakSecp256k11111111111111111111111111111",
        "Secp256r1SigVerify1111111111111111111111111",
    ] {
        let verify = |data: &[u8]| (program(verifier), vec![], data.to_vec());
        // the number of signatures is their first byte, which the network counts before it verifies anything
        assert_eq!(fee(&[verify(&[255]), verify(&[1, 0]), verify(&[])]), 5_000 * 257, "{verifier}");
    }
    assert_eq!(fee(&[(THIEF, vec![], vec![255])]), 5_000, "of no other program");
}

// req: 10.44
#[test]
fn shows_a_memo_completely() {
    let memo = program(crate::namespaces::solana::reader::instructions::MEMO);
    let words = ["x".repeat(1_030).as_str(), "end"].concat();
    let effects = effects(&[(memo, vec![], words.clone().into_bytes())], &Facts::default());
    let note = effects.iter().find(|effect| effect.is(Clause::Note)).unwrap();
    assert_eq!(note.words, Some(EffectText::Text(words)));
}

fn signed_as_message(bytes: &[u8], more: Value) -> Vec<Effect> {
    let mut params = json!({ "message": bs58::encode(bytes).into_string(), "pubkey": base58(&ME) });
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    ask("solana_signMessage", &params, &Facts::default())
}

// req: 10.44
#[test]
fn reports_fields_next_to_a_message() {
    let alone = signed_as_message(b"hello", json!({}));
    assert_eq!(highest(&alone), Risk::Normal);
    let (transaction, _) = encoded(&dust(1), None);
    let beside = signed_as_message(b"hello", json!({ "transaction": transaction }));
    assert_eq!((beside[0].kind, beside.len()), (EffectKind::Sign, 2));
    let said = Some(EffectText::Name("transaction".into()));
    assert_eq!(
        (beside[1].kind, beside[1].risk, &beside[1].words),
        (EffectKind::Unread, Risk::Warning, &said)
    );
}

// req: 10.44
#[test]
fn blocks_a_transaction_of_the_next_version_as_a_message() {
    let (keys, header) = ([ME, THIEF, system()].concat(), [0x81, 1, 0, 1]);
    let bytes = [&header[..], &[0; 4], &TABLE, &[1, 3], &keys, &[2, 2, 12, 0], &[0, 1], &[2; 12]].concat();
    let refused = |bytes: &[u8]| highest(&signed_as_message(bytes, json!({}))) == Risk::Blocked;
    assert!(refused(&bytes));
    // bytes that happen to begin like this are displayed as unread
    type Change = fn(&mut Vec<u8>);
    let changes: [Change; 5] =
        [|of| of[0] = 0xc2, |of| of[1] = 0, |of| of[2] = 1, |of| of[41] = 1, |of| of.truncate(137)];
    for (at, change) in changes.into_iter().enumerate() {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        assert!(!refused(&bytes), "{at}");
    }
}

/// The minimum number of accounts for each instruction, by its program and its data.
fn fewest() -> Vec<(&'static str, Vec<u8>, usize)> {
    use crate::namespaces::solana::reader::instructions::{
        ASSOCIATED, STAKE, SYSTEM, TABLES, TOKEN, TOKEN_2022,
    };
    const VOTE: &str = "Vote111111111111111111111111111111111111111";
    const LOADER: &str = "BPFLoaderUpgradeab1e11111111111111111111111";
    let wide = |tag: u8, rest: &[u8]| [&[tag, 0, 0, 0][..], rest].concat();
    let named = |tag: u8, rest: &[&[u8]]| wide(tag, &rest.concat());
    let seed: &[u8] = &[4, 0, 0, 0, 0, 0, 0, 0, b's', b'e', b'e', b'd'];
    let mut all = vec![
        (SYSTEM, named(0, &[&MANY, &MANY, &THIEF]), 2),
        (SYSTEM, named(1, &[&THIEF]), 1),
        (SYSTEM, named(2, &[&MANY]), 2),
        (SYSTEM, named(3, &[&ME, seed, &MANY, &MANY, &THIEF]), 2),
        (SYSTEM, named(4, &[]), 3),
        (SYSTEM, named(5, &[&MANY]), 5),
        (SYSTEM, named(6, &[&THIEF]), 1),
        (SYSTEM, named(7, &[&THIEF]), 2),
        (SYSTEM, named(8, &[&MANY]), 1),
        (SYSTEM, named(9, &[&ME, seed, &MANY, &THIEF]), 2),
        (SYSTEM, named(10, &[&ME, seed, &THIEF]), 2),
        (SYSTEM, named(11, &[&MANY, seed, &THIEF]), 3),
        (STAKE, named(1, &[&THIEF, &[0; 4]]), 1),
        (STAKE, named(2, &[]), 2),
        (STAKE, named(3, &[&MANY]), 3),
        (STAKE, named(4, &[&MANY]), 5),
        (STAKE, named(7, &[]), 5),
        (STAKE, named(9, &[]), 4),
        (STAKE, named(10, &[&[1, 0, 0, 0]]), 4),
        (STAKE, named(11, &[&[1, 0, 0, 0], seed, &ME]), 4),
        (STAKE, named(16, &[&MANY]), 3),
        (VOTE, named(3, &[&MANY]), 3),
        (VOTE, named(7, &[&[1, 0, 0, 0]]), 4),
        (VOTE, named(11, &[&[1, 0, 0, 0], &ME, seed]), 4),
        (ASSOCIATED, vec![], 4),
        (ASSOCIATED, vec![1], 4),
        (ASSOCIATED, vec![2], 6),
        (TABLES, named(4, &[]), 3),
        (LOADER, named(2, &[&MANY]), 3),
        (LOADER, named(3, &[]), 4),
        (LOADER, named(4, &[]), 2),
        (LOADER, named(5, &[]), 2),
        (LOADER, named(7, &[]), 3),
        (TOKEN_2022, [&[26, 1][..], &MANY, &[6], &MANY].concat(), 4),
        (TOKEN, vec![45, 0], 3),
        (TOKEN, [&[45, 1][..], &MANY].concat(), 3),
        (TOKEN_2022, vec![26, 2], 3),
        (TOKEN_2022, vec![26, 3, 1], 3),
    ];
    let key: &[u8] = &THIEF;
    for program in [TOKEN, TOKEN_2022] {
        let told: [(&[&[u8]], usize); 16] = [
            (&[&[1]], 3),
            (&[&[16], key], 2),
            (&[&[3], &MANY], 3),
            (&[&[4], &MANY], 3),
            (&[&[5]], 2),
            (&[&[6, 2, 1], key], 2),
            (&[&[7], &MANY], 3),
            (&[&[8], &MANY], 3),
            (&[&[9]], 3),
            (&[&[10]], 3),
            (&[&[11]], 3),
            (&[&[12], &MANY, &[6]], 4),
            (&[&[13], &MANY, &[6]], 4),
            (&[&[14], &MANY, &[6]], 3),
            (&[&[15], &MANY, &[6]], 3),
            (&[&[38]], 3),
        ];
        all.extend(told.map(|(data, count)| (program, data.concat(), count)));
    }
    all
}

// req: 10.44
#[test]
fn reads_an_instruction_completely_or_not_at_all() {
    let is_read = |of: &str, count: usize, data: &[u8]| {
        let account = |at: usize| if at == 0 { (ME, true) } else { ([100 + at as u8; 32], false) };
        let told = (program(of), (0..count).map(account).collect(), data.to_vec());
        effects(&[told], &Facts::default()).iter().all(|effect| effect.kind != EffectKind::Unread)
    };
    for (at, (of, data, count)) in fewest().into_iter().enumerate() {
        assert!(is_read(of, count, &data), "{at}");
        assert!(count == 1 || !is_read(of, count - 1, &data), "{at}: an account less");
        // an account can also be created without data
        let is_optional = of == crate::namespaces::solana::reader::instructions::ASSOCIATED;
        assert!(is_optional || !is_read(of, count, data.split_last().unwrap().1), "{at}: a byte less");
        assert!(!is_read(of, count, &[&data[..], &[7, 7]].concat()) || data.is_empty(), "{at}: bytes more");
    }
}

// req: 10.44
#[test]
fn names_the_new_holder_of_any_authority() {
    use crate::namespaces::solana::reader::instructions::{STAKE, written};
    let vote = "Vote111111111111111111111111111111111111111";
    let seed: &[u8] = &[4, 0, 0, 0, 0, 0, 0, 0, b's', b'e', b'e', b'd'];
    let accounts = vec![(ACCOUNT, false), (ME, true), ([7; 32], false), (THIEF, true)];
    for (at, (of, data)) in [
        (STAKE, [&[11, 0, 0, 0, 1, 0, 0, 0][..], seed, &ME].concat()),
        (vote, [&[11, 0, 0, 0, 1, 0, 0, 0][..], &ME, seed].concat()),
        (vote, [&[10, 0, 0, 0, 1, 0, 0, 0][..], &ME, seed, &THIEF].concat()),
    ]
    .into_iter()
    .enumerate()
    {
        let effects = effects(&[(program(of), accounts.clone(), data)], &Facts::default());
        let effect = effects.iter().find(|effect| effect.kind == EffectKind::Control).unwrap();
        assert_eq!((effect.risk, &effect.party), (Risk::Critical, &Some(written(&THIEF))), "{at}");
    }
}

// req: 10.44
#[test]
fn distinguishes_an_authority_over_a_token_from_an_account() {
    let of_account = (Some(ACCOUNT), MINT);
    for (kind, (on, asset)) in [(0, (None, ACCOUNT)), (1, (None, ACCOUNT)), (2, of_account), (3, of_account)]
    {
        let data = [&[6, kind, 1][..], &THIEF].concat();
        let facts = Facts { tables: Vec::new(), holdings: vec![held(ACCOUNT, MINT, ME)] };
        let effects = effects(&[(token(), vec![(ACCOUNT, false), (ME, true)], data)], &facts);
        assert_eq!(
            (&effects[0].on, effects[0].token()),
            (&on.as_ref().map(base58), Some(&base58(&asset))),
            "{kind}"
        );
    }
}

// req: 10.44
#[test]
fn derives_interface_names_by_hash() {
    use sha2::{Digest, Sha256};
    for (interface, words) in [
        (
            "spl_token_metadata_interface",
            ["initialize_account", "updating_field", "remove_key_ix", "update_the_authority", "emitter"],
        ),
        (
            "spl_token_group_interface",
            ["initialize_token_group", "update_group_max_size", "update_authority", "initialize_member", ""],
        ),
    ] {
        for word in words.into_iter().filter(|word| !word.is_empty()) {
            let hash = Sha256::digest([interface, ":", word].concat());
            let is_authority = word.ends_with("authority");
            let data = [&hash[..8], if is_authority { &THIEF } else { &[] }].concat();
            let told = (
                program(crate::namespaces::solana::reader::instructions::TOKEN_2022),
                vec![(MINT, false), (ME, true)],
                data,
            );
            let effects = effects(&[told], &Facts::default());
            let kind = if is_authority { EffectKind::Control } else { Clause::Change.into() };
            assert_eq!(effects[0].kind, kind, "{word}");
        }
    }
}
