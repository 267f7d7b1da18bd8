//! Transactions of solana, from one seed: of random instructions of every program that is known, with one that hands an account over among
//! them or none, legacy and by tables that are known or not; then changed anywhere. Nothing panics, nothing critical is read as less.

use super::{Dice, seed, times};
use wallet_engine::namespaces::effects::Risk;
use wallet_engine::namespaces::solana::codec::wire::Key;
use wallet_engine::namespaces::solana::codec::written::{TestInstruction, message, unsigned};
use wallet_engine::namespaces::solana::reader::effects::key;
use wallet_engine::namespaces::solana::reader::instructions::{Facts, Table};
use wallet_engine::namespaces::solana::tests::fuzz::transaction;

const ME: Key = [1; 32];
const TABLE: Key = [8; 32];
const SYSTEM: &str = "11111111111111111111111111111111";
const TOKENS: [&str; 2] =
    ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"];
const STAKE: &str = "Stake11111111111111111111111111111111111111";
const OTHERS: [&str; 7] = [
    "ComputeBudget111111111111111111111111111111",
    "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
    "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
    "Vote111111111111111111111111111111111111111",
    "AddressLookupTab1e1111111111111111111111111",
    "BPFLoaderUpgradeab1e11111111111111111111111",
    "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4",
];

fn bytes(dice: &Dice, count: usize) -> Vec<u8> {
    (0..count).map(|_| u8::try_from(dice.below(256)).unwrap()).collect()
}

fn account(dice: &Dice) -> (Key, bool) {
    match dice.below(4) {
        0 => (ME, true),
        at => ([u8::try_from(at * 16 + dice.below(8)).unwrap(); 32], dice.below(12) == 0),
    }
}

/// What a page may ask beside anything: known tags with data of every length, known programs with no sense.
fn any(dice: &Dice) -> TestInstruction {
    let programs = [&[SYSTEM, STAKE][..], &TOKENS, &OTHERS].concat();
    let program = key(programs[dice.below(programs.len())]).unwrap();
    let tag = u8::try_from(dice.below(48)).unwrap();
    let length = *dice.of(&[0, 1, 8, 9, 32, 35, 36, 40]);
    let wide = if dice.below(2) == 0 { vec![tag, 0, 0, 0] } else { vec![tag] };
    let data = [wide, bytes(dice, length)].concat();
    ((program), (0..dice.below(6)).map(|_| account(dice)).collect(), data)
}

/// What hands over an account of the user.
fn critical(dice: &Dice) -> TestInstruction {
    let (thief, other) = ([66; 32], ([3; 32], false));
    let told = |program: &str, accounts: &[(Key, bool)], data: &[&[u8]]| {
        (key(program).unwrap(), accounts.to_vec(), data.concat())
    };
    match dice.below(4) {
        0 => told(SYSTEM, &[(ME, true)], &[&[1, 0, 0, 0], &thief]),
        1 => told(SYSTEM, &[other, (ME, true)], &[&[7, 0, 0, 0], &thief]),
        2 => {
            let which = u32::try_from(dice.below(2)).unwrap().to_le_bytes();
            told(STAKE, &[other, ([7; 32], false), (ME, true)], &[&[1, 0, 0, 0], &thief, &which])
        }
        _ => {
            let kind = u8::try_from(dice.below(4)).unwrap();
            told(TOKENS[dice.below(2)], &[other, (ME, true)], &[&[6, kind, 1], &thief])
        }
    }
}

// req: 10.44
#[test]
fn never_understates_a_critical_instruction() {
    let dice = Dice::new("solana");
    for number in 0..500 * times() {
        let has_critical = dice.below(2) == 0;
        let mut told: Vec<TestInstruction> = (0..dice.below(8)).map(|_| any(&dice)).collect();
        if has_critical {
            let at = dice.below(told.len() + 1);
            told.insert(at, critical(&dice));
        }
        let table = (dice.below(2) == 0).then_some(TABLE);
        let (message, keys) = message(ME, &told, table);
        let known = (dice.below(2) == 0).then_some((TABLE, Table { keys, is_closing: dice.below(4) == 0 }));
        let facts = Facts { tables: known.into_iter().collect(), holdings: Vec::new() };
        let whole = unsigned(&message);
        let risk = transaction(&whole, &facts);
        if has_critical && risk.is_some() {
            assert!(risk >= Some(Risk::Critical), "case {number} of seed {}: {told:?}", seed());
        }
        // changed: a byte, a byte more, a byte less
        let mut bent = whole.clone();
        let at = dice.below(bent.len());
        bent[at] = u8::try_from(dice.below(256)).unwrap();
        transaction(&bent, &facts);
        transaction(&whole[..at], &facts);
        transaction(&[&whole[..], &[0]].concat(), &facts);
    }
}
