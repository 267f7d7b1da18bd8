//! A wallet that says much in a short time: its last word counts, and it is there within a second of it.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::ports::provider::WalletEvent;

/// The account and network people see.
fn shown(world: &World) -> (Value, Value) {
    let account = world.slice("account");
    (account["address"].clone(), account["network"]["caipNetworkId"].clone())
}

/// What the page heard of accounts, one after the other.
fn heard(world: &World) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for detail in world.host.details("wallet-account-change") {
        all.push(json!([detail["address"], detail["caipAddress"]]));
    }
    all
}

fn word(world: &World, at: usize) {
    let (account, chain) = [(ALICE, "0x539"), (BOB, "0x53a")][at % 2];
    world.wallets.tell(1, &WalletEvent::Accounts(json!([account])));
    world.wallets.tell(1, &WalletEvent::Chain(json!(chain)));
}

#[test]
fn applies_ten_thousand_events_of_one_task_as_one_change() {
    let world = World::connected();
    let (before, reads) = (heard(&world).len(), world.requests("/balance?").len());
    (0..10_000).for_each(|at| word(&world, at));
    world.run();
    assert_eq!(shown(&world), (json!(BOB), json!("eip155:1338")));
    let told = heard(&world).split_off(before);
    assert_eq!(told, [json!([BOB, format!("eip155:1338:{BOB}")])], "what stood, and nothing in between");
    assert!(world.requests("/balance?").len() <= reads + 1);
    assert_eq!(world.record("active_caip_network_id"), Some(json!("eip155:1338")));
}

#[test]
fn catches_up_within_a_second_with_a_wallet_that_never_stops() {
    let world = World::connected();
    let before = heard(&world).len();
    for at in 0..400 {
        word(&world, at);
        world.pass(10);
    }
    word(&world, 1);
    world.pass(1_000);
    assert_eq!(shown(&world), (json!(BOB), json!("eip155:1338")));
    let told = heard(&world).split_off(before);
    assert!(told.windows(2).all(|pair| pair[0] != pair[1]), "none twice");
    assert!(told.len() <= 80, "each that is shown is read for: {}", told.len());
    assert_eq!(told.last(), Some(&json!([BOB, format!("eip155:1338:{BOB}")])));
}

#[test]
fn shows_wallet_events_without_waiting_for_storage() {
    let world = World::connected();
    world.storage.silent.set(true);
    for at in 0..5 {
        word(&world, at);
        world.run();
        assert_eq!(shown(&world).0, json!([ALICE, BOB][at % 2]), "{at}");
    }
}

#[test]
fn follows_the_last_event_when_a_wallet_locks_in_a_burst() {
    for (last, address, status) in
        [(json!([BOB]), json!(BOB), "connected"), (json!([]), Value::Null, "disconnected")]
    {
        let world = World::connected();
        for list in [json!([]), json!([ALICE]), json!([]), last] {
            world.wallets.tell(1, &WalletEvent::Accounts(list));
        }
        world.run();
        assert_eq!((world.slice("account")["address"].clone(), world.status().as_str()), (address, status));
    }
}

#[test]
fn invalidates_a_review_when_the_account_changes() {
    let world = World::connected();
    world.form("0.5", BOB);
    world.dispatch(json!({"type": "send.review"}));
    world.run();
    assert_eq!(world.slice("send")["phase"], "review");
    // there and back in one task: it still is this account's
    for at in [1, 0] {
        word(&world, at);
    }
    world.run();
    assert_eq!(world.slice("send")["phase"], "review");
    word(&world, 1);
    world.run();
    assert_ne!(world.slice("send")["phase"], "review", "of another account nothing is confirmed");
    let sent = world.wallets.count("eth_sendTransaction");
    world.dispatch(json!({"type": "send.confirm"}));
    world.run();
    assert_eq!(world.wallets.count("eth_sendTransaction"), sent);
}

#[test]
fn follows_the_last_event_in_each_namespace() {
    for (chain, accounts) in [
        (
            "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
            ["4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T", "So11111111111111111111111111111111111111112"],
        ),
        (
            "bip122:000000000019d6689c085ae165831e93",
            ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT"],
        ),
        (
            "polkadot:91b171bb158e2d3848fa23a9f1c25182",
            [
                "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5",
                "1zugcag7cJVBtVRnFxv5Qftn7xKAnR6YJ9x4x3XLgGgmNnS",
            ],
        ),
    ] {
        let world = World::of_family(chain, accounts[0]);
        let before = heard(&world).len();
        for at in 0..10_000 {
            let account = json!({"chain": chain, "address": accounts[(at + 1) % 2]});
            world.wallets.tell(1, &WalletEvent::Accounts(json!({"accounts": [account]})));
        }
        world.wallets.tell(1, &WalletEvent::Accounts(json!([accounts[1]])));
        world.run();
        assert_eq!(world.slice("account")["address"], accounts[1], "{chain}");
        assert_eq!(heard(&world).len(), before + 1, "{chain}");
    }
}
