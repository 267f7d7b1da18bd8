//! Attacks that empty or take over an account, alone and hidden among other messages. Hiding one must not lower its
//! risk (10.44).

use crate::caip::ChainId;
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Effect, EffectKind, Power, Risk};
use crate::namespaces::solana::codec::wire::Key;
use crate::namespaces::solana::codec::written::{TestInstruction, message, unsigned};
use crate::namespaces::solana::reader::effects::{key, read};
use crate::namespaces::solana::reader::instructions::{Facts, Table, written as base58};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use serde_json::{Value, json};
use walletconnect::base64;

pub(crate) const ME: Key = [1; 32];
pub(crate) const THIEF: Key = [66; 32];
pub(crate) const ACCOUNT: Key = [3; 32];
pub(crate) const MINT: Key = [4; 32];
pub(crate) const TABLE: Key = [8; 32];

/// An attack, and its expected effects.
struct MaliciousRequest {
    name: &'static str,
    told: TestInstruction,
    kind: EffectKind,
    risk: Risk,
    power: Option<Power>,
    /// Whether the effect must name the attacker.
    is_named: bool,
}

pub(crate) fn program(text: &str) -> Key {
    key(text).unwrap()
}

fn bytes(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

pub(crate) fn system() -> Key {
    [0; 32]
}

pub(crate) fn token() -> Key {
    program(crate::namespaces::solana::reader::instructions::TOKEN)
}

fn token_2022() -> Key {
    program(crate::namespaces::solana::reader::instructions::TOKEN_2022)
}

pub(crate) const MANY: [u8; 8] = 5_000_000_000_u64.to_le_bytes();

fn drains() -> Vec<MaliciousRequest> {
    use Clause::{Change, Freeze, Open};
    use EffectKind::{Allow, Burn, Call, Close, Control, Move, Send, Unread};
    use Risk::{Critical, Normal, Review, Warning};
    let stake = || program("Stake11111111111111111111111111111111111111");
    let vote = || program("Vote111111111111111111111111111111111111111");
    let loader = || program("BPFLoaderUpgradeab1e11111111111111111111111");
    let (me, thief, account, mint) = ((ME, true), (THIEF, false), (ACCOUNT, false), (MINT, false));
    let sysvar = ([7; 32], false);
    let mut all = Vec::new();
    let mut add =
        |name, program: Key, accounts: &[(Key, bool)], data: &[&[u8]], kind, risk, power, is_named| {
            let told = (program, accounts.to_vec(), bytes(data));
            all.push(MaliciousRequest { name, told, kind, risk, power, is_named });
        };
    let u32 = |of: u32| of.to_le_bytes();
    add(
        "the account becomes a program's",
        system(),
        &[me],
        &[&u32(1), &THIEF],
        Control,
        Critical,
        Some(Power::Account),
        true,
    );
    let seed: &[u8] = &[4, 0, 0, 0, 0, 0, 0, 0, b's', b'e', b'e', b'd'];
    add(
        "an account of a seed becomes a program's",
        system(),
        &[account, me],
        &[&u32(10), &ME, seed, &THIEF],
        Control,
        Critical,
        Some(Power::Account),
        true,
    );
    add(
        "an account of a seed gets room and another owner",
        system(),
        &[account, me],
        &[&u32(9), &ME, seed, &MANY, &THIEF],
        Control,
        Critical,
        Some(Power::Account),
        true,
    );
    add(
        "the account gets data, and sends no more",
        system(),
        &[me],
        &[&u32(8), &[8, 0, 0, 0, 0, 0, 0, 0]],
        Change.into(),
        Critical,
        None,
        false,
    );
    add("coins", system(), &[me, thief], &[&u32(2), &MANY], Send, Normal, None, true);
    add(
        "coins of a seed",
        system(),
        &[account, me, thief],
        &[&u32(11), &MANY, seed, &[5; 32]],
        Move,
        Warning,
        None,
        true,
    );
    add(
        "coins into an account of a program",
        system(),
        &[me, (THIEF, true)],
        &[&u32(0), &MANY, &MANY, &[5; 32]],
        Open.into(),
        Warning,
        None,
        true,
    );
    add(
        "a nonce is emptied",
        system(),
        &[account, thief, sysvar, sysvar, me],
        &[&u32(5), &MANY],
        Move,
        Warning,
        None,
        true,
    );
    add(
        "a nonce is handed over",
        system(),
        &[account, me],
        &[&u32(7), &THIEF],
        Control,
        Critical,
        Some(Power::Nonce),
        true,
    );
    for (name, program) in [("a token account", token()), ("a token account of 2022", token_2022())] {
        let owner: (&[u8], &[u8]) = (&[6, 2, 1], &THIEF);
        add(
            name,
            program,
            &[account, me],
            &[owner.0, owner.1],
            Control,
            Critical,
            Some(Power::Holding),
            true,
        );
        add(
            "who closes a token account",
            program,
            &[account, me],
            &[&[6, 3, 1], &THIEF],
            Control,
            Critical,
            Some(Power::Closing),
            true,
        );
        add(
            "who makes a token",
            program,
            &[mint, me],
            &[&[6, 0, 1], &THIEF],
            Control,
            Critical,
            Some(Power::Issuer),
            true,
        );
        add(
            "who freezes a token",
            program,
            &[mint, me],
            &[&[6, 1, 1], &THIEF],
            Control,
            Critical,
            Some(Power::Issuer),
            true,
        );
        add(
            "an allowance of all",
            program,
            &[account, thief, me],
            &[&[4], &[255; 8]],
            Allow,
            Warning,
            None,
            true,
        );
        add(
            "an allowance, checked",
            program,
            &[account, mint, thief, me],
            &[&[13], &MANY, &[6]],
            Allow,
            Warning,
            None,
            true,
        );
        add("tokens, unchecked", program, &[account, thief, me], &[&[3], &MANY], Send, Warning, None, true);
        add("tokens", program, &[account, mint, thief, me], &[&[12], &MANY, &[6]], Send, Normal, None, true);
        add(
            "tokens by several keys",
            program,
            &[account, mint, thief, ([5; 32], false), me],
            &[&[12], &MANY, &[6]],
            Move,
            Warning,
            None,
            true,
        );
        add(
            "tokens are destroyed",
            program,
            &[account, mint, me],
            &[&[8], &MANY],
            Burn,
            Warning,
            None,
            false,
        );
        add(
            "wrapped coins go with the account",
            program,
            &[account, thief, me],
            &[&[9]],
            Close,
            Warning,
            None,
            true,
        );
        add(
            "an account is frozen",
            program,
            &[account, mint, me],
            &[&[10]],
            Freeze.into(),
            Warning,
            None,
            false,
        );
        add(
            "in a batch",
            program,
            &[account, me, account, mint, thief, me],
            &[&[255, 2, 35, 6, 2, 1], &THIEF, &[4, 10, 12], &MANY, &[6]],
            Control,
            Critical,
            Some(Power::Holding),
            true,
        );
        add(
            "with bytes behind",
            program,
            &[account, me],
            &[owner.0, owner.1, &[0]],
            Control,
            Critical,
            Some(Power::Holding),
            true,
        );
        add("what lies above the rent", program, &[account, thief, me], &[&[38]], Move, Warning, None, true);
    }
    add(
        "tokens with their fee",
        token_2022(),
        &[account, mint, thief, me],
        &[&[26, 1], &MANY, &[6], &MANY],
        Send,
        Normal,
        None,
        true,
    );
    add("fees of a mint", token_2022(), &[mint, thief, me], &[&[26, 2]], Move, Warning, None, true);
    add(
        "who takes a token back",
        token_2022(),
        &[mint, me],
        &[&[6, 8, 1], &THIEF],
        Control,
        Critical,
        Some(Power::Issuer),
        true,
    );
    add(
        "who names a token",
        token_2022(),
        &[mint, me],
        &[&[215, 228, 166, 228, 84, 100, 86, 123], &THIEF],
        Control,
        Critical,
        Some(Power::Issuer),
        true,
    );
    add(
        "the guard is taken off",
        token_2022(),
        &[account, me],
        &[&[34, 1]],
        Change.into(),
        Warning,
        None,
        false,
    );
    add(
        "a hook is put in",
        token_2022(),
        &[mint, me],
        &[&[36, 1], &THIEF],
        Change.into(),
        Warning,
        None,
        false,
    );
    add(
        "what nobody can read",
        token_2022(),
        &[account, mint, thief, me],
        &[&[27, 7], &[9; 40]],
        Unread,
        Warning,
        None,
        false,
    );
    add(
        "who withdraws a stake",
        stake(),
        &[account, sysvar, me],
        &[&u32(1), &THIEF, &u32(1)],
        Control,
        Critical,
        Some(Power::Staker),
        true,
    );
    add(
        "who withdraws a stake, by a seed",
        stake(),
        &[account, me, sysvar],
        &[&u32(8), &THIEF, &u32(1), seed, &[5; 32]],
        Control,
        Critical,
        Some(Power::Staker),
        true,
    );
    add(
        "who withdraws a stake, and signs",
        stake(),
        &[account, sysvar, me, (THIEF, true)],
        &[&u32(10), &u32(1)],
        Control,
        Critical,
        Some(Power::Staker),
        true,
    );
    add(
        "a stake is withdrawn",
        stake(),
        &[account, thief, sysvar, sysvar, me],
        &[&u32(4), &MANY],
        Move,
        Warning,
        None,
        true,
    );
    add(
        "a stake is locked up",
        stake(),
        &[account, me],
        &[&u32(6), &[0, 0, 1], &THIEF],
        Control,
        Critical,
        Some(Power::Staker),
        true,
    );
    add(
        "a stake goes into another",
        stake(),
        &[account, thief, me],
        &[&u32(16), &MANY],
        Move,
        Review,
        None,
        true,
    );
    add(
        "who votes",
        vote(),
        &[account, sysvar, me],
        &[&u32(1), &THIEF, &u32(0)],
        Control,
        Critical,
        Some(Power::Staker),
        true,
    );
    add(
        "who withdraws a vote's",
        vote(),
        &[account, sysvar, me, (THIEF, true)],
        &[&u32(7), &u32(1)],
        Control,
        Critical,
        Some(Power::Staker),
        true,
    );
    add("a vote's coins", vote(), &[account, thief, me], &[&u32(3), &MANY], Move, Warning, None, true);
    add(
        "who replaces a program",
        loader(),
        &[account, me, thief],
        &[&u32(4)],
        Control,
        Critical,
        Some(Power::Upgrade),
        true,
    );
    add(
        "who replaces a program, and signs",
        loader(),
        &[account, me, (THIEF, true)],
        &[&u32(7)],
        Control,
        Critical,
        Some(Power::Upgrade),
        true,
    );
    add(
        "a program nobody replaces any more",
        loader(),
        &[account, me],
        &[&u32(4)],
        Control,
        Critical,
        Some(Power::Upgrade),
        false,
    );
    add(
        "a program is replaced",
        loader(),
        &[account, mint, thief, me, sysvar, sysvar, me],
        &[&u32(3)],
        Control,
        Warning,
        Some(Power::Program),
        true,
    );
    add("a program is closed", loader(), &[account, thief, me], &[&u32(5)], Close, Warning, None, true);
    let tables = program(crate::namespaces::solana::reader::instructions::TABLES);
    add("a table is closed", tables, &[account, me, thief], &[&u32(4)], Close, Warning, None, true);
    let associated = program(crate::namespaces::solana::reader::instructions::ASSOCIATED);
    add(
        "what lies in a nested account",
        associated,
        &[account, mint, thief, ([5; 32], false), mint, me, (token(), false)],
        &[&[2]],
        Move,
        Warning,
        None,
        true,
    );
    add("a program that nobody knows", THIEF, &[me, account], &[&[1, 2, 3]], Call, Warning, None, true);
    add("a tag that nobody knows", system(), &[me, thief], &[&u32(99), &MANY], Unread, Warning, None, false);
    all
}

/// Payments of worthless coins to this number of recipients in turn.
pub(crate) fn dust(count: usize) -> Vec<TestInstruction> {
    let to = |at: usize| [200 + (at % 2) as u8; 32];
    let data = [&[2, 0, 0, 0][..], &[1, 0, 0, 0, 0, 0, 0, 0]].concat();
    (0..count).map(|at| (system(), vec![(ME, true), (to(at), false)], data.clone())).collect()
}

pub(crate) fn ask(method: &str, params: &Value, facts: &Facts) -> Vec<Effect> {
    let chain = ChainId::parse("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp").unwrap();
    read(method, params, &base58(&ME), &chain, facts).effects
}

pub(crate) fn encoded(told: &[TestInstruction], table: Option<Key>) -> (String, Vec<Key>) {
    let (message, keys) = message(ME, told, table);
    (base64::encode(&unsigned(&message)), keys)
}

fn check(drain: &MaliciousRequest, how: &str, effects: &[Effect]) {
    let MaliciousRequest { name, kind, risk, power, is_named, .. } = drain;
    let is_it = |effect: &&Effect| effect.kind == *kind && effect.power == *power && effect.risk >= *risk;
    let thief = base58(&THIEF);
    let is_named = |effect: &&Effect| !is_named || effect.party.as_ref() == Some(&thief);
    assert!(effects.iter().filter(is_it).any(|effect| is_named(&effect)), "{name}, {how}: {effects:#?}");
}

// req: 10.44
#[test]
fn detects_each_drain_wherever_it_is_hidden() {
    let drains = drains();
    assert!(drains.len() >= 60, "{}", drains.len());
    for drain in &drains {
        let alone = |told: &[TestInstruction]| {
            let (transaction, _) = encoded(told, None);
            ask("solana_signTransaction", &json!({ "transaction": transaction }), &Facts::default())
        };
        let own = core::slice::from_ref(&drain.told);
        check(drain, "alone", &alone(own));
        check(drain, "behind dust", &alone(&[&dust(1)[..], own].concat()));
        check(drain, "as the last of 30", &alone(&[&dust(29)[..], own].concat()));
        let (transaction, keys) = encoded(own, Some(TABLE));
        let request = json!({ "transaction": transaction });
        let facts = Facts { tables: vec![(TABLE, Table { keys, is_closing: false })], holdings: Vec::new() };
        check(drain, "in a table", &ask("solana_signAndSendTransaction", &request, &facts));
        // with an unknown table, the effect stays without a name, and the table is displayed next to it
        let blind = ask("solana_signAndSendTransaction", &request, &Facts::default());
        let highest = |effects: &[Effect]| effects.iter().map(|effect| effect.risk).max();
        assert!(highest(&blind) >= Some(drain.risk), "{}", drain.name);
        let (harmless, _) = encoded(&dust(1), None);
        let (fourth, _) = encoded(own, None);
        let five = [&harmless, &harmless, &harmless, &fourth, &harmless];
        let effects = ask("solana_signAllTransactions", &json!({ "transactions": five }), &Facts::default());
        check(drain, "in the fourth of five", &effects);
        if drain.risk > Risk::Normal {
            assert_eq!(effects.first().unwrap().place, 3, "{}: the highest first", drain.name);
        }
    }
}

// req: 10.44
#[test]
fn ignores_actions_that_another_account_signs() {
    for drain in drains() {
        let (program, accounts, data) = drain.told;
        let other = ([77; 32], true);
        let accounts: Vec<_> = accounts.into_iter().map(|of| if of.0 == ME { other } else { of }).collect();
        let data = if data.windows(32).any(|of| of == ME) { continue } else { data };
        let (transaction, _) = encoded(&[(program, accounts, data)], None);
        let effects =
            ask("solana_signTransaction", &json!({ "transaction": transaction }), &Facts::default());
        assert!(effects.iter().all(|effect| effect.risk < Risk::Critical), "{}: {effects:#?}", drain.name);
        assert!(effects.iter().all(|effect| effect.kind != EffectKind::Send), "{}", drain.name);
    }
}

// req: 10.44
#[test]
fn blocks_requests_that_no_wallet_should_get() {
    let (good, _) = encoded(&dust(1), None);
    let bytes = base64::decode(&good).unwrap();
    let (of_others, _) = message(THIEF, &[(system(), vec![(THIEF, true)], vec![4, 0, 0, 0])], None);
    let words = bs58::encode(b"hello").into_string();
    let (hidden, _) = message(ME, &dust(1), None);
    let hidden = crate::namespaces::solana::codec::written::written(&hidden);
    let (v0, _) = message(ME, &dust(1), Some(TABLE));
    let v0 = crate::namespaces::solana::codec::written::written(&v0);
    let refused = |method: &str, params: Value| {
        let effects = ask(method, &params, &Facts::default());
        effects.iter().any(|effect| effect.risk == Risk::Blocked)
    };
    let transaction = |of: &[u8]| json!({ "transaction": base64::encode(of) });
    for method in ["solana_signTransaction", "solana_signAndSendTransaction"] {
        assert!(!refused(method, transaction(&bytes)));
        for params in [
            json!({}),
            json!(null),
            json!([good]),
            json!({ "transaction": 7 }),
            json!({ "transaction": "" }),
            json!({ "transaction": "%" }),
            transaction(&bytes[1..]),
            transaction(&bytes[..bytes.len() - 1]),
            transaction(&[&bytes[..], &[0]].concat()),
            transaction(&unsigned(&of_others)),
            json!({ "transaction": good, "pubkey": base58(&THIEF) }),
            json!({ "transaction": good, "chain": "solana:devnet" }),
            json!({ "transaction": good, "chainId": "eip155:1" }),
        ] {
            assert!(refused(method, params.clone()), "{params}");
        }
    }
    assert!(!refused("solana_signTransaction", json!({ "transaction": good, "chain": "solana:mainnet" })));
    let all = "solana_signAllTransactions";
    assert!(!refused(all, json!({ "transactions": [good, good] })));
    for params in [
        json!({ "transactions": [] }),
        json!({ "transactions": [good, "AA=="] }),
        json!({ "transaction": good }),
    ] {
        assert!(refused(all, params.clone()), "{params}");
    }
    let sign =
        |bytes: &[u8]| refused("solana_signMessage", json!({ "message": bs58::encode(bytes).into_string() }));
    assert!(!refused("solana_signMessage", json!({ "message": words })));
    for bytes in [&hidden, &v0, &bytes] {
        assert!(sign(bytes), "a transaction is no message");
    }
    assert!(refused("solana_signMessage", json!({ "message": "not base58: 0OIl" })));
    let blind = ask(
        "solana_signMessage",
        &json!({ "message": bs58::encode([0xff; 40]).into_string() }),
        &Facts::default(),
    );
    assert_eq!((blind[0].kind, blind[0].risk), (EffectKind::Unread, Risk::Warning));
}

// req: 10.44
#[test]
fn warns_about_coins_in_an_account_given_to_others() {
    let u32 = |of: u32| of.to_le_bytes();
    let new = (ACCOUNT, true);
    let opens = |program: Key| -> TestInstruction {
        (system(), vec![(ME, true), new], bytes(&[&u32(0), &MANY, &[165, 0, 0, 0, 0, 0, 0, 0], &program]))
    };
    let seeded = |program: Key| -> TestInstruction {
        let seed: &[u8] = &[4, 0, 0, 0, 0, 0, 0, 0, b's', b'e', b'e', b'd'];
        let data = bytes(&[&u32(3), &ME, seed, &MANY, &[165, 0, 0, 0, 0, 0, 0, 0], &program]);
        (system(), vec![(ME, true), (ACCOUNT, false), (ME, true)], data)
    };
    let pays: TestInstruction = (system(), vec![(ME, true), (ACCOUNT, false)], bytes(&[&u32(2), &MANY]));
    let stake = program("Stake11111111111111111111111111111111111111");
    let account = (ACCOUNT, false);
    let rent = ([7; 32], false);
    let holds = |owner: Key| -> Vec<TestInstruction> {
        vec![
            (token(), vec![account, (MINT, false), (owner, false), rent], vec![1]),
            (token(), vec![account, (MINT, false)], bytes(&[&[16], &owner])),
            (token(), vec![account, (MINT, false)], bytes(&[&[18], &owner])),
            (token_2022(), vec![account, (MINT, false)], bytes(&[&[18], &owner])),
        ]
    };
    let staked = |staker: Key, withdrawer: Key| -> Vec<TestInstruction> {
        let lockup = [0; 48];
        vec![
            (stake, vec![account, rent], bytes(&[&u32(0), &staker, &withdrawer, &lockup])),
            (stake, vec![account, rent, (staker, false), (withdrawer, true)], bytes(&[&u32(9)])),
        ]
    };
    let nonce = |key: Key| -> Vec<TestInstruction> {
        vec![(system(), vec![account, rent, rent], bytes(&[&u32(6), &key]))]
    };
    let said = |told: &[TestInstruction]| {
        let (transaction, _) = encoded(told, None);
        ask("solana_signTransaction", &json!({ "transaction": transaction }), &Facts::default())
    };
    let given = |effects: &[Effect]| {
        let opened = effects.iter().find(|effect| {
            matches!(effect.kind, EffectKind::Clause(Clause::Open) | EffectKind::Send)
                && effect.party == Some(base58(&ACCOUNT))
                && units(effect) == 5_000_000_000
        });
        let control = effects.iter().find(|effect| effect.kind == EffectKind::Control);
        (opened.map(|of| of.risk), control.map(|of| (of.risk, of.party.clone())))
    };
    let all = |of: fn(Key, Key) -> (Key, Key)| {
        let (one, other) = of(ME, THIEF);
        [holds(one), staked(other, one), nonce(one)]
    };
    let thief = all(|_, thief| (thief, thief));
    for told in thief.iter().flatten() {
        let owner = if told.0 == system() { system() } else { told.0 };
        for first in [opens(owner), seeded(owner), pays.clone()] {
            // a nonce account belongs to System, and so do plain accounts
            let effects = said(&[first, told.clone()]);
            let (opened, control) = given(&effects);
            assert_eq!(opened, Some(Risk::Warning), "{told:?} {effects:#?}");
            assert_eq!(control, Some((Risk::Warning, Some(base58(&THIEF)))), "{told:?}");
        }
    }
    // the user's own account, and an account that isn't created here
    for told in holds(ME).iter().chain(&staked(ME, ME)) {
        let (opened, control) = given(&said(&[opens(told.0), told.clone()]));
        assert_eq!((opened, control), (Some(Risk::Review), None), "{told:?}");
    }
    for told in holds(THIEF) {
        assert_eq!(given(&said(&[told])).1, Some((Risk::Review, Some(base58(&THIEF)))));
    }
    // an unknown program controls the coins in its accounts, so the effect names it
    let effects = said(&[opens([5; 32])]);
    let open = effects.iter().find(|effect| effect.is(Clause::Open)).unwrap();
    assert_eq!((open.risk, open.on.as_deref()), (Risk::Warning, Some(&*base58(&[5; 32]))));
    // if the transaction doesn't set the owner, anyone can become it
    for program in [token(), token_2022(), stake] {
        let asks: TestInstruction = (stake, vec![(ACCOUNT, false)], u32(13).to_vec());
        for told in [vec![opens(program)], vec![seeded(program)], vec![opens(program), asks]] {
            assert_eq!(given(&said(&told)).0, Some(Risk::Warning), "{told:?}");
        }
    }
    let split: TestInstruction =
        (stake, vec![([6; 32], false), account, (ME, true)], bytes(&[&u32(3), &MANY]));
    assert_eq!(given(&said(&[opens(stake), split])).0, Some(Risk::Review));
    // the holder of a plain account's key has its coins
    let effects = said(&[opens(system())]);
    assert_eq!((effects[0].kind, units(&effects[0])), (EffectKind::Send, 5_000_000_000));
}

// req: 10.44
#[test]
fn names_a_hook_and_an_account_that_gets_space() {
    let said = |told: &[TestInstruction]| {
        let (transaction, _) = encoded(told, None);
        ask("solana_signTransaction", &json!({ "transaction": transaction }), &Facts::default())
    };
    let hooked = |data: &[&[u8]]| {
        let told = (token_2022(), vec![(MINT, false), (ME, true)], bytes(data));
        said(&[told]).into_iter().find(|effect| effect.name() == Some("TransferHook")).unwrap().party
    };
    assert_eq!(hooked(&[&[36, 0], &ME, &THIEF]), Some(base58(&THIEF)));
    assert_eq!(hooked(&[&[36, 1], &THIEF]), Some(base58(&THIEF)));
    assert_eq!(hooked(&[&[36, 1], &[0; 32]]), None);
    for (key, risk) in [(ME, Risk::Critical), (ACCOUNT, Risk::Normal)] {
        let told = (system(), vec![(key, true)], vec![8, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0]);
        let effects = said(&[told]);
        let effect = effects.iter().find(|effect| effect.name() == Some("Allocate")).unwrap();
        assert_eq!((effect.risk.max(risk), effect.on.as_deref()), (risk, Some(&*base58(&key))));
    }
}

// req: 10.44
#[test]
fn shows_the_fee_and_a_durable_nonce() {
    let budget = || program("ComputeBudget111111111111111111111111111111");
    let price = |of: u64| (budget(), Vec::new(), [&[3][..], &of.to_le_bytes()].concat());
    let limit = |of: u32| (budget(), Vec::new(), [&[2][..], &of.to_le_bytes()].concat());
    let fee = |told: &[TestInstruction]| {
        let (transaction, _) = encoded(told, None);
        let effects =
            ask("solana_signTransaction", &json!({ "transaction": transaction }), &Facts::default());
        let fee = effects.iter().find(|effect| effect.kind == EffectKind::Fee).unwrap().clone();
        (fee.risk, units(&fee))
    };
    assert_eq!(fee(&dust(1)), (Risk::Normal, 5_000));
    assert_eq!(fee(&[price(1_000_000), limit(300_000)]), (Risk::Normal, 305_000));
    assert_eq!(fee(&[price(1), limit(1)]), (Risk::Normal, 5_001));
    // 0.01 SOL, and one lamport more
    assert_eq!(fee(&[price(9_995_000_000), limit(1_000)]), (Risk::Normal, 10_000_000));
    assert_eq!(fee(&[price(9_995_001_000), limit(1_000)]), (Risk::Warning, 10_000_001));
    // without a limit: the default units of the instructions
    assert_eq!(fee(&[price(1_000_000)]), (Risk::Normal, 205_000));
    assert_eq!(fee(&[price(u64::MAX)]).0, Risk::Warning);
    let nonce: TestInstruction =
        (system(), vec![(ACCOUNT, false), ([7; 32], false), (ME, true)], vec![4, 0, 0, 0]);
    let is_durable = |told: &[TestInstruction]| {
        let (transaction, _) = encoded(told, None);
        let effects =
            ask("solana_signTransaction", &json!({ "transaction": transaction }), &Facts::default());
        effects.iter().any(|effect| effect.is(Clause::Durable) && effect.risk == Risk::Warning)
    };
    assert!(is_durable(&[nonce.clone(), dust(1).remove(0)]));
    assert!(!is_durable(&[dust(1).remove(0), nonce]));
}

/// The units of an effect.
pub(crate) fn units(effect: &Effect) -> u64 {
    match effect.amount {
        Some(crate::namespaces::effects::HowMuch::Units(units)) => units.to(),
        _ => 0,
    }
}
