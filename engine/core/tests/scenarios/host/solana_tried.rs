//! What a Solana request would do by the word of the node that tries it out (10.45).

use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wallet_engine::namespaces::solana::codec::wire::{Key, Transaction};
use wallet_engine::namespaces::solana::codec::written::{TestInstruction, message, unsigned};
use wallet_engine::namespaces::solana::reader::effects::key;
use walletconnect::base64;

pub(super) const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
pub(super) const ME: &str = "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g";
pub(super) const THIEF: &str = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";
pub(super) const MINT: &str = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
pub(super) const ACCOUNT: &str = "7vYxkr1qVQ5bhNZHgGQvCYmGqVmLBGmZ8UQ3KvY8Hk6p";
pub(super) const NEW: &str = "2immgwYNHBbyVQKVGCEkgWpi53bLwWNRMB5G2nbgYV17";
pub(super) const SYSTEM: &str = "11111111111111111111111111111111";
pub(super) const TOKEN: &str = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
pub(super) const PROGRAM: &str = "vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg";

pub(super) fn of(text: &str) -> Key {
    key(text).unwrap()
}

/// A token account.
#[derive(Clone, Copy)]
pub(super) struct TokenAccount {
    pub(super) owner: &'static str,
    pub(super) units: u64,
    pub(super) delegate: Option<&'static str>,
    pub(super) closing: Option<&'static str>,
    pub(super) is_frozen: bool,
}

pub(super) const MINE: TokenAccount =
    TokenAccount { owner: ME, units: 7_000_000, delegate: None, closing: None, is_frozen: false };

pub(super) fn held(of_it: TokenAccount) -> Option<Value> {
    let option = |key: Option<&str>| match key {
        Some(key) => [&[1, 0, 0, 0][..], &of(key)].concat(),
        None => vec![0; 36],
    };
    let state = if of_it.is_frozen { 2 } else { 1 };
    let data = [
        &of(MINT)[..],
        &of(of_it.owner),
        &of_it.units.to_le_bytes(),
        &option(of_it.delegate),
        &[state],
        &[0; 12],
        &of_it.units.to_le_bytes(),
        &option(of_it.closing),
    ]
    .concat();
    Some(json!({"data": [base64::encode(&data), "base64"], "owner": TOKEN, "lamports": 2_039_280}))
}

pub(super) fn coins(lamports: u64, owner: &str) -> Option<Value> {
    Some(json!({"data": ["", "base64"], "owner": owner, "lamports": lamports}))
}

pub(super) type Accounts = Vec<(&'static str, Option<Value>)>;

/// Before and behind a request, by the node.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) before: Rc<Accounts>,
    pub(super) behind: Rc<Accounts>,
    pub(super) err: Rc<RefCell<Value>>,
    /// So many questions about accounts are answered of another slot than the trial.
    pub(super) late: Rc<Cell<usize>>,
    /// It tries nothing out.
    pub(super) has_none: bool,
    pub(super) tried: Rc<RefCell<Vec<Value>>>,
}

impl Node {
    pub(super) fn of(behind: Accounts) -> Self {
        let before =
            vec![(ME, coins(1_000_000_000, SYSTEM)), (ACCOUNT, held(MINE)), (THIEF, coins(5, SYSTEM))];
        let (before, behind) = (Rc::new(before), Rc::new(behind));
        let (err, late, tried) = (Rc::default(), Rc::default(), Rc::default());
        Self { before, behind, err, late, has_none: false, tried }
    }

    fn answer(&self, method: &str, params: &Value) -> Option<Value> {
        let find = |all: &Accounts, key: &Value| {
            all.iter().find(|(of, _)| key == of).and_then(|(_, account)| account.clone()).unwrap_or_default()
        };
        match method {
            "getMultipleAccounts" => {
                let late = self.late.get();
                self.late.set(late.saturating_sub(1));
                let keys = params[0].as_array().unwrap().iter();
                let value: Value = keys.map(|key| find(&self.before, key)).collect();
                Some(json!({"context": {"slot": if late > 0 { 76 } else { 77 }}, "value": value}))
            }
            "simulateTransaction" if !self.has_none => {
                self.tried.borrow_mut().push(params.clone());
                let how = &params[1];
                assert_eq!(
                    (&how["sigVerify"], &how["replaceRecentBlockhash"]),
                    (&json!(false), &json!(true))
                );
                let keys = how["accounts"]["addresses"].as_array().unwrap().iter();
                // what a trial leaves as it was
                let now = |key: &Value| {
                    let is_named = self.behind.iter().any(|(of, _)| key == of);
                    find(if is_named { &self.behind } else { &self.before }, key)
                };
                let err = self.err.borrow().clone();
                let accounts: Value = if err.is_null() { keys.map(now).collect() } else { Value::Null };
                Some(json!({"context": {"slot": 77}, "value": {"err": err, "accounts": accounts}}))
            }
            _ => None,
        }
    }

    pub(super) fn page(&self) -> World {
        let network = json!({"id": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "caipNetworkId": SOLANA, "chainNamespace": "solana",
            "name": "Solana", "nativeCurrency": {"name": "Solana", "symbol": "SOL", "decimals": 9},
            "rpcUrls": {"default": {"http": ["http://localhost:8899"]}}});
        let options = json!({"networks": [network], "reviewRequests": "risky"});
        let world = World::with(options, Default::default());
        let node = self.clone();
        world.served(move |request| {
            let body = request.body.as_ref().filter(|_| request.url.contains(":8899"))?;
            let call: Value = serde_json::from_str(&body.text).unwrap();
            match node.answer(call["method"].as_str().unwrap(), &call["params"]) {
                Some(result) => Some(status(200, &json!({"id": 1, "result": result}).to_string())),
                None => Some(status(200, r#"{"id":1,"error":{"code":-32601,"message":"Method not found"}}"#)),
            }
        });
        let answer = json!({"accounts": [{"chain": SOLANA, "address": ME}], "chain": SOLANA});
        world.wallets.answer(1, move |method, _| match method {
            "wm_connect" => ok(answer.clone()),
            _ => ok(json!({"signature": "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"})),
        });
        world.announce_sun();
        world.connect("app.sun");
        world
    }

    /// A program that no one knows is called with all of them; each line that is said next to the call and the fee.
    fn asked(&self) -> (World, Vec<Value>) {
        self.asked_for(&transaction())
    }

    pub(super) fn asked_for(&self, request: &str) -> (World, Vec<Value>) {
        let world = self.page();
        drop(world.engine.request("solana", "solana_signTransaction", json!({"transaction": request})));
        world.pass(100);
        let lines = world.slice("review")["lines"].as_array().unwrap().clone();
        let more = lines.into_iter().filter(|line| line["effect"] != "call" && line["effect"] != "fee");
        (world, more.collect())
    }
}

fn transaction() -> String {
    // what is written has no mark here: all of them are
    let accounts = vec![(of(ME), true), (of(ACCOUNT), false), (of(NEW), false), (of(THIEF), false)];
    let told: TestInstruction = (of(PROGRAM), accounts, vec![1, 2, 3]);
    base64::encode(&unsigned(&message(of(ME), &[told], None).0))
}

// req: 10.45
#[test]
fn shows_simulated_transfers_of_own_accounts_only() {
    let node = Node::of(vec![
        (ME, coins(997_955_720, SYSTEM)),
        (ACCOUNT, held(TokenAccount { units: 2_000_000, ..MINE })),
        (NEW, held(TokenAccount { units: 500_000, ..MINE })),
        (THIEF, coins(9_000_000_000, SYSTEM)),
    ]);
    let (world, more) = node.asked();
    assert_eq!(more, Vec::<Value>::new());
    let review = world.slice("review");
    let texts = |review: &Value| -> Vec<(Value, Value, bool)> {
        let all = review["changes"].as_array().unwrap().iter();
        all.map(|of| (of["text"].clone(), of["token"].clone(), of["incoming"] == true)).collect()
    };
    assert_eq!(
        texts(&review),
        [(json!("-0.00204428 SOL"), json!(null), false), (json!(null), json!(MINT), false)],
        "4.5 of the token leave"
    );
    assert_eq!((&review["tried"], &review["fails"]), (&json!(true), &json!(null)));
    let asked = node.tried.borrow()[0].clone();
    let addresses = asked[1]["accounts"]["addresses"].as_array().unwrap().clone();
    assert!(!addresses.contains(&json!(THIEF)), "of others nothing is asked");
    let bytes = base64::decode(asked[0].as_str().unwrap()).unwrap();
    assert!(Transaction::read(&bytes).is_some() && asked[0] == transaction(), "the very bytes");
}

// req: 10.45
#[test]
fn detects_new_owners_and_delegates_by_simulation() {
    let cases: Vec<(&str, Accounts, &str, Value, &str, Value)> = vec![
        (
            "given away",
            vec![(ACCOUNT, held(TokenAccount { owner: THIEF, ..MINE }))],
            "control",
            json!("holding"),
            "critical",
            json!(THIEF),
        ),
        (
            "may be taken",
            vec![(ACCOUNT, held(TokenAccount { delegate: Some(THIEF), ..MINE }))],
            "approve",
            json!(null),
            "warning",
            json!(THIEF),
        ),
        (
            "may be closed",
            vec![(ACCOUNT, held(TokenAccount { closing: Some(THIEF), ..MINE }))],
            "control",
            json!("closing"),
            "critical",
            json!(THIEF),
        ),
        (
            "is frozen",
            vec![(ACCOUNT, held(TokenAccount { is_frozen: true, ..MINE }))],
            "freeze",
            json!(null),
            "warning",
            json!(null),
        ),
        ("is closed", vec![(ACCOUNT, None)], "close", json!(null), "review", json!(null)),
        (
            "the account itself",
            vec![(ME, coins(1_000_000_000, PROGRAM))],
            "control",
            json!("account"),
            "critical",
            json!(PROGRAM),
        ),
    ];
    for (name, behind, label, power, risk, party) in cases {
        let (world, more) = Node::of(behind).asked();
        assert_eq!(more.len(), 1, "{name}: {more:?}");
        let of = |field: &str| more[0][field].clone();
        assert_eq!(
            (of("words"), of("power"), of("risk"), of("party")),
            (json!(label), power, json!(risk), party),
            "{name}"
        );
        assert_eq!(world.slice("review")["critical"], risk == "critical", "{name}");
    }
    // one's own word about oneself is no news, and what was so before neither
    let behind = held(TokenAccount { delegate: Some(ME), closing: Some(ME), ..MINE });
    assert_eq!(Node::of(vec![(ACCOUNT, behind)]).asked().1, Vec::<Value>::new());
}

// req: 10.45
#[test]
fn explains_a_failed_simulation_but_not_a_missing_one() {
    for (err, said) in [
        (json!({"InsufficientFundsForRent": {"account_index": 1}}), "rent"),
        (json!("InsufficientFundsForFee"), "funds"),
        (json!({"InstructionError": [0, {"Custom": 1}]}), "funds"),
        (json!({"InstructionError": [0, {"Custom": 12}]}), "other"),
    ] {
        let node = Node::of(vec![]);
        *node.err.borrow_mut() = err;
        let review = node.asked().0.slice("review");
        assert_eq!(
            (&review["fails"], &review["tried"], &review["changes"]),
            (&json!(said), &json!(false), &json!([]))
        );
    }
    let drained = || vec![(ME, coins(1, SYSTEM))];
    let none = Node { has_none: true, ..Node::of(drained()) };
    let late = Node::of(drained());
    late.late.set(9);
    for node in [none, late] {
        let review = node.asked().0.slice("review");
        assert_eq!(
            (&review["fails"], &review["tried"], &review["changes"]),
            (&json!(null), &json!(false), &json!([]))
        );
    }
    // in another slot at first: asked once more. The first question is which accounts are whose
    let late = Node::of(drained());
    late.late.set(2);
    assert_eq!(
        (late.asked().0.slice("review")["tried"].clone(), late.tried.borrow().len()),
        (json!(true), 2)
    );
}

// req: 10.46
#[test]
fn lists_issuer_powers_of_tokens_from_an_unknown_program() {
    const TOKEN_2022: &str = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
    let account = |data: &[u8]| {
        Some(json!({"data": [base64::encode(data), "base64"], "owner": TOKEN_2022, "lamports": 1}))
    };
    let extended = |kind: u16, value: &[u8]| {
        [&kind.to_le_bytes()[..], &(value.len() as u16).to_le_bytes(), value].concat()
    };
    let mint = || {
        let mut data = vec![0; 166];
        (data[44], data[45], data[165]) = (6, 1, 1);
        account(&[data, extended(12, &[9; 32])].concat())
    };
    let held = |units: u64, guard: u8| {
        let mut data = [&of(MINT)[..], &of(ME), &units.to_le_bytes(), &[0; 93]].concat();
        data[108] = 1;
        data.push(2);
        account(&[data, extended(11, &[guard]), extended(5, &[0; 295])].concat())
    };
    let said = |guard: u8, err: Value| {
        let behind = Node::of(vec![(ACCOUNT, held(9, guard))]);
        let before = vec![(ME, coins(1_000_000_000, SYSTEM)), (ACCOUNT, held(2, guard)), (MINT, mint())];
        *behind.err.borrow_mut() = err;
        let node = Node { before: Rc::new(before), ..behind };
        let review = node.asked().0.slice("review");
        (review["tokens"][0]["rules"].clone(), review["changes"][0]["incoming"].clone())
    };
    assert_eq!(said(1, Value::Null), (json!(["takes_back", "guarded", "confidential"]), json!(true)));
    assert_eq!(said(0, Value::Null), (json!(["takes_back", "confidential"]), json!(true)));
    // why it would fail
    let err = json!({"InstructionError": [0, {"Custom": 37}]});
    assert_eq!(said(1, err), (json!(["takes_back", "guarded", "confidential"]), json!(null)));
}
