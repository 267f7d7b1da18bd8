//! A page that hides from the trial what its request does, and a node that says amounts in its own way (10.44, 10.45).

use super::solana_tried::{
    ACCOUNT, ME, MINE, MINT, NEW, Node, PROGRAM, SYSTEM, THIEF, TOKEN, TokenAccount, coins, held, of,
};
use serde_json::{Value, json};
use std::rc::Rc;
use wallet_engine::namespaces::solana::codec::wire::Key;
use wallet_engine::namespaces::solana::codec::written::{TestInstruction, message, unsigned};
use walletconnect::base64;

const TABLES: &str = "AddressLookupTab1e1111111111111111111111111";
const TABLE: &str = "vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTh";
const STAKE: &str = "Stake11111111111111111111111111111111111111";
const STAKED: &str = "9vYxkr1qVQ5bhNZHgGQvCYmGqVmLBGmZ8UQ3KvY8Hk6p";
const MANY: [u8; 8] = 5_000_000_u64.to_le_bytes();

fn request(told: &[TestInstruction], table: Option<Key>) -> String {
    base64::encode(&unsigned(&message(of(ME), told, table).0))
}

/// A program that no one knows, with all of them.
fn call() -> TestInstruction {
    (of(PROGRAM), vec![(of(ME), true), (of(ACCOUNT), false), (of(NEW), false)], vec![1, 2, 3])
}

fn kinds(lines: &[Value], kind: &str) -> Vec<Value> {
    lines.iter().filter(|line| line["effect"] == kind).cloned().collect()
}

// req: 10.45
#[test]
fn shows_a_large_allowance_behind_a_small_stated_one() {
    let behind = vec![(ACCOUNT, held(TokenAccount { delegate: Some(THIEF), ..MINE }))];
    let decoy = |units: u64| {
        let accounts = vec![(of(NEW), false), (of(MINT), false), (of(THIEF), false), (of(ME), true)];
        (of(TOKEN), accounts, [&[13][..], &units.to_le_bytes(), &[6]].concat())
    };
    for units in [0, 1] {
        let (_, lines) = Node::of(behind.clone()).asked_for(&request(&[decoy(units), call()], None));
        let allowed = kinds(&lines, "allow");
        let large = allowed.iter().find(|line| line["on"] == ACCOUNT);
        assert_eq!(large.map(|line| line["risk"].clone()), Some(json!("warning")), "{units}: {lines:?}");
    }
    // what one does say is said once, with all that can be taken too
    for units in [MINE.units, u64::MAX] {
        let behind = held(TokenAccount { delegate: Some(THIEF), units, ..MINE });
        let accounts = vec![(of(ACCOUNT), false), (of(MINT), false), (of(THIEF), false), (of(ME), true)];
        let said = (of(TOKEN), accounts, [&[13][..], &units.to_le_bytes(), &[6]].concat());
        let (_, lines) = Node::of(vec![(ACCOUNT, behind)]).asked_for(&request(&[said, call()], None));
        assert_eq!(kinds(&lines, "allow").len(), 1, "{lines:?}");
    }
}

// req: 10.45
#[test]
fn shows_the_simulated_risk_when_it_exceeds_the_stated_one() {
    // an account of no one knows which place becomes the thief's: risky, since it can be new
    let decoy = (of(TOKEN), vec![(of(ACCOUNT), false), (of(MINT), false)], [&[18][..], &of(THIEF)].concat());
    let behind = vec![(ACCOUNT, held(TokenAccount { owner: THIEF, ..MINE }))];
    let (world, lines) = Node::of(behind).asked_for(&request(&[decoy, call()], None));
    assert_eq!(world.slice("review")["critical"], true, "{lines:?}");
}

// req: 10.45
#[test]
fn detects_a_takeover_of_an_empty_account() {
    let with_data =
        |data: &[u8]| Some(json!({"data": [base64::encode(data), "base64"], "owner": SYSTEM, "lamports": 9}));
    // more data than is read is data as well
    for (name, before, behind) in [
        ("made and handed over", None, coins(5, PROGRAM)),
        ("data", coins(1_000_000_000, SYSTEM), with_data(&[0; 80])),
        ("much data", coins(1_000_000_000, SYSTEM), with_data(&[0; 20_000])),
    ] {
        let node = Node { before: Rc::new(vec![(ME, before)]), ..Node::of(vec![(ME, behind)]) };
        let (world, lines) = node.asked_for(&request(&[call()], None));
        assert_eq!(world.slice("review")["critical"], true, "{name}: {lines:?}");
    }
    let node = Node { before: Rc::new(vec![(ME, None)]), ..Node::of(vec![(ME, coins(5, SYSTEM))]) };
    assert_eq!(node.asked_for(&request(&[call()], None)).0.slice("review")["critical"], false);
}

// req: 10.45
#[test]
fn shows_no_transfers_beyond_the_nodes_account_limit() {
    for (count, is_tried) in [(90, true), (101, false)] {
        let many: Vec<(Key, bool)> = (0..count).map(|at| ([100 + at; 32], false)).collect();
        let told: TestInstruction = (of(PROGRAM), [vec![(of(ME), true)], many].concat(), vec![1]);
        let (_, keys) = message(of(ME), std::slice::from_ref(&told), Some(of(TABLE)));
        let head = [&[1, 0, 0, 0][..], &u64::MAX.to_le_bytes(), &[0; 44]].concat();
        let data = base64::encode(&[head, keys.concat()].concat());
        let table = Some(json!({"data": [data, "base64"], "owner": TABLES, "lamports": 9}));
        let mut node = Node::of(vec![(ME, coins(1, SYSTEM))]);
        Rc::make_mut(&mut node.before).push((TABLE, table));
        let (world, _) = node.asked_for(&request(&[told], Some(of(TABLE))));
        assert_eq!(world.slice("review")["tried"], is_tried, "{count}");
    }
}

/// Staked coins as a node has them: who may stake and who may withdraw.
fn staked(staker: &str, withdrawer: &str, lamports: u64) -> Option<Value> {
    let data = [&[2, 0, 0, 0][..], &[0; 8], &of(staker), &of(withdrawer), &[0; 124]].concat();
    Some(json!({"data": [base64::encode(&data), "base64"], "owner": STAKE, "lamports": lamports}))
}

// req: 10.45
#[test]
fn detects_a_loss_of_staked_coins() {
    let told: TestInstruction =
        (of(PROGRAM), vec![(of(ME), true), (of(STAKED), false), (of(NEW), false)], vec![1]);
    let tried = |before: Option<Value>, behind: Option<Value>| {
        let before = Rc::new(vec![(ME, coins(9_000_000, SYSTEM)), (STAKED, before)]);
        let node = Node { before, ..Node::of(vec![(STAKED, behind)]) };
        let (world, lines) = node.asked_for(&request(std::slice::from_ref(&told), None));
        let changes = world.slice("review")["changes"].as_array().unwrap().clone();
        let moved = changes.iter().map(|of| of["text"].as_str().unwrap().to_string()).collect::<Vec<_>>();
        (kinds(&lines, "control"), moved)
    };
    let mine = || staked(ME, ME, 5_000_000_000);
    for (behind, count) in [
        (staked(THIEF, ME, 5_000_000_000), 1),
        (staked(ME, THIEF, 5_000_000_000), 1),
        (staked(THIEF, THIEF, 5_000_000_000), 2),
    ] {
        let (control, _) = tried(mine(), behind);
        assert_eq!(control.len(), count, "{control:?}");
        for line in control {
            assert_eq!(
                (&line["risk"], &line["power"], &line["party"], &line["on"]),
                (&json!("critical"), &json!("staker"), &json!(THIEF), &json!(STAKED))
            );
        }
    }
    // what can be withdrawn no more has left
    for (behind, left) in [
        (None, "-5 SOL"),
        (staked(ME, ME, 2_000_000_000), "-3 SOL"),
        (staked(ME, THIEF, 5_000_000_000), "-5 SOL"),
    ] {
        assert_eq!(tried(mine(), behind).1, [left]);
    }
    assert_eq!(tried(mine(), mine()), (vec![], vec![]));
    // what only looks so is none, and someone else's is none of it
    let alike = |kind: u8, owner: &str| {
        let mut account = mine();
        let mut data = base64::decode(account.as_ref().unwrap()["data"][0].as_str().unwrap()).unwrap();
        data[0] = kind;
        let account = account.as_mut().unwrap();
        (account["data"][0], account["owner"]) = (json!(base64::encode(&data)), json!(owner));
        Some(account.clone())
    };
    for (kind, owner) in [(0, STAKE), (3, STAKE), (2, PROGRAM)] {
        assert_eq!(tried(alike(kind, owner), None), (vec![], vec![]), "{kind}");
    }
    assert_eq!(tried(staked(THIEF, THIEF, 5_000_000_000), None), (vec![], vec![]));
}

// req: 10.44, 10.46
#[test]
fn shows_the_decimals_that_the_network_checks() {
    let send = |tag: u8| {
        let accounts = vec![(of(ACCOUNT), false), (of(MINT), false), (of(NEW), false), (of(ME), true)];
        let accounts = if tag == 15 { [&accounts[..2], &accounts[3..]].concat() } else { accounts };
        (of(TOKEN), accounts, [&[tag][..], &MANY, &[6]].concat())
    };
    // a node of the page's that makes little of much
    let mint = [&[0; 44][..], &[9, 1], &[0; 36]].concat();
    let mint = Some(json!({"data": [base64::encode(&mint), "base64"], "owner": TOKEN, "lamports": 9}));
    for (tag, kind) in [(12, "send"), (13, "allow"), (15, "burn")] {
        let mut node = Node::of(vec![]);
        Rc::make_mut(&mut node.before).push((MINT, mint.clone()));
        let (_, lines) = node.asked_for(&request(&[send(tag), call()], None));
        assert_eq!(kinds(&lines, kind)[0]["amount"], "5", "{kind}");
    }
}

// req: 10.44
#[test]
fn waits_a_bounded_time_for_a_silent_node() {
    let many = (0..8u8).map(|at| {
        let accounts =
            vec![([40 + at; 32], false), ([60 + at; 32], false), ([80 + at; 32], false), (of(ME), true)];
        (of(TOKEN), accounts, [&[12][..], &MANY, &[6]].concat())
    });
    let request = request(&many.collect::<Vec<TestInstruction>>(), None);
    let world = Node::of(vec![]).page();
    world.served(|request| request.url.contains(":8899").then(|| Box::pin(std::future::pending()) as _));
    drop(world.engine.request("solana", "solana_signTransaction", json!({"transaction": request})));
    // one wait for each of the four questions, whatever their number
    world.pass(12_500);
    assert_eq!(world.view(), "ReviewRequest");
    assert_eq!(kinds(world.slice("review")["lines"].as_array().unwrap(), "send").len(), 8);
}
