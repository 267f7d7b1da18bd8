//! Invariants for any bytes that a page passes as a transaction, for the fuzz target (engine/fuzz) and the proofs of
//! `npm run prove`. The most critical instructions are implemented a second time here, from their bytes alone.

#![allow(clippy::indexing_slicing, clippy::panic, reason = "what stops it is a finding")]

use crate::amount::Amount;
use crate::caip::ChainId;
use crate::namespaces::effects::{Effect, Reading, Risk};
use crate::namespaces::solana::codec::wire::{Key, Transaction};
use crate::namespaces::solana::codec::written::signed;
use crate::namespaces::solana::holdings::accounts::Account;
use crate::namespaces::solana::holdings::mint::Mint;
use crate::namespaces::solana::reader::effects::{key, read};
use crate::namespaces::solana::reader::instructions::{Facts, TOKEN, TOKEN_2022, written as base58};
use crate::namespaces::terms::{meant, shown};
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::{Value, json};
use walletconnect::base64;

const CHAIN: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
const STAKE: &str = "Stake11111111111111111111111111111111111111";
const SYSTEM: Key = [0; 32];

/// An instruction with its accounts as keys. `None` for one in a table.
struct Step<'a> {
    program: Key,
    accounts: Vec<Option<Key>>,
    data: &'a [u8],
}

/// Whether an instruction transfers an account of `me`, according to certain bytes.
fn is_critical(step: &Step<'_>, me: Key) -> bool {
    let Step { program, accounts, data } = step;
    let by_me = |at: usize| accounts.get(at) == Some(&Some(me));
    let is_another = |from: usize| data[from..from + 32] != me;
    let tag = data.first_chunk().map(|tag| u32::from_le_bytes(*tag));
    if *program == SYSTEM {
        return match (tag, data.len()) {
            // Assign
            (Some(1), 36) => by_me(0),
            // AuthorizeNonceAccount
            (Some(7), 36) => by_me(1) && is_another(4),
            _ => false,
        };
    }
    if key(STAKE) == Some(*program) {
        // Authorize
        return (tag, data.len()) == (Some(1), 40) && by_me(2) && is_another(4) && data[36] < 2;
    }
    // SetAuthority: the types (4 in the first program, 17 in the second one), and the new authority
    let kinds = match () {
        () if key(TOKEN) == Some(*program) => 4,
        () if key(TOKEN_2022) == Some(*program) => 17,
        () => return false,
    };
    data.len() == 35 && data[0] == 6 && data[1] < kinds && data[2] == 1 && by_me(1) && is_another(3)
}

fn highest(effects: &[Effect]) -> Option<Risk> {
    effects.iter().map(|effect| effect.risk).max()
}

fn asked(method: &str, params: &Value, me: &Key, facts: &Facts) -> Reading {
    let Some(chain) = ChainId::parse(CHAIN) else { panic!("a chain") };
    read(method, params, &base58(me), &chain, facts)
}

/// Tests bytes to sign, alone and as the last of three.
///
/// Returns the highest risk. `None` if the bytes aren't a transaction.
pub fn transaction(bytes: &[u8], facts: &Facts) -> Option<Risk> {
    let text = base64::encode(bytes);
    let known = Transaction::read(bytes);
    let me = known.as_ref().map_or([1; 32], |known| known.message.keys.first().copied().unwrap_or_default());
    let params = json!({ "transaction": text });
    let effects = asked("solana_signTransaction", &params, &me, facts).effects;
    assert!(!effects.is_empty(), "something is always said");
    let Some(Transaction { signatures, message }) = known else {
        assert_eq!(highest(&effects), Some(Risk::Blocked), "no transaction, and asked for");
        return None;
    };
    assert_eq!(signed(&message, &signatures), bytes, "read in one way, to the last byte");
    // decoding longer base58 is slow
    if bytes.len() < 400 {
        let message = json!({ "message": bs58::encode(bytes).into_string() });
        let blind = asked("solana_signMessage", &message, &me, facts);
        assert_eq!(highest(&blind.effects), Some(Risk::Blocked), "a transaction passes for a message");
    }
    let steps = message.instructions.iter().map(|of| Step {
        program: message.keys.get(usize::from(of.program)).copied().unwrap_or([0xff; 32]),
        accounts: of.accounts.iter().map(|at| message.keys.get(usize::from(*at)).copied()).collect(),
        data: &of.data,
    });
    let risk = highest(&effects);
    if steps.into_iter().any(|step| is_critical(&step, me)) {
        assert!(risk >= Some(Risk::Critical), "critical, and read as less: {effects:#?}");
    }
    let three = json!({ "transactions": [text, text, text] });
    let effects = asked("solana_signAllTransactions", &three, &me, facts).effects;
    assert!(highest(&effects) >= risk, "of three it is less than alone");
    risk
}

/// Tests the bytes of a Token-2022 mint at a time: displayed amounts grow with base units, and a displayed amount
/// converts back to itself.
///
/// Returns whether it is a mint with a factor.
pub fn mint(bytes: &[u8], now: i64) -> bool {
    let account = Account {
        owner: TOKEN_2022.into(),
        data: bytes.into(),
        has_data: true,
        lamports: 1,
        is_program: false,
    };
    let Some(mint) = Mint::read(account) else { return false };
    let terms = mint.terms(now);
    let count = terms.count.as_ref();
    let of = |units: u64| Amount::new(U256::from(units), mint.decimals);
    let mut last = U256::ZERO;
    for units in [0, 1, 999, 1 << 33, 1 << 63, u64::MAX] {
        let amount = shown(count, &of(units));
        assert!(amount.units >= last, "more is shown as less");
        last = amount.units;
        let Some(again) = meant(count, &amount) else { panic!("what is shown is none") };
        assert_eq!(shown(count, &again), amount, "{units} typed as it was shown");
        for epoch in [0, units] {
            assert!(mint.fee(units, epoch).is_none_or(|kept| kept <= units), "more is kept than is sent");
            assert!(
                mint.later_fee(units, epoch).is_none_or(|kept| kept <= units),
                "more will be kept than is sent"
            );
        }
    }
    count.is_some()
}
