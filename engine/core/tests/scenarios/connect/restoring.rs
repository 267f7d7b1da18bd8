//! A stored connection comes back only to whom it belonged (T3): to the one wallet that claims its name, with its account.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::caip::Namespace;
use wallet_engine::constants::{
    STORED_LOOK_MS, WALLET_ANNOUNCE_MS, WALLET_CLAIM_MS, WALLET_ROUND_MS, WALLET_SILENT_MS,
};
use wallet_engine::error::Error;
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::provider::WalletEvent;

/// The page again after Alice was connected by "dev.demo".
fn stored() -> World {
    World::connected().reload()
}

/// The views that were shown, in order.
fn shown(world: &World) -> Vec<String> {
    let changed = world.host.details("wallet-view-change");
    changed.iter().map(|detail| detail["view"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn waits_briefly_for_the_stored_wallet_before_it_opens() {
    let world = stored();
    world.willing(1);
    let opened = world.dispatch(json!({"type": "router.open"}));
    assert!(!world.is_open(), "the skeleton stands");
    world.pass(STORED_LOOK_MS - 1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    assert!(world.settled(&opened).is_ok());
    assert_eq!((world.is_open(), world.view().as_str()), (true, "Account"));
    world.pass(60_000);
    assert_eq!((shown(&world), world.status().as_str()), (vec!["Account".to_owned()], "connected"));
}

// req: 4.2
#[test]
fn waits_for_the_stored_wallet_when_an_account_view_opens() {
    for announced_ms in [0, STORED_LOOK_MS - 1] {
        for answered_ms in [0, 3_000] {
            let world = stored();
            let wallet = HeldResponses::default();
            let held = wallet.clone();
            world.but(1, move |method, _| {
                let answer = || ok(json!({"accounts": [ALICE], "chain": "eip155:1337"}));
                (method == "wm_connect").then(|| held.hold(answer()))
            });
            let opened = world.dispatch(json!({"type": "router.open", "view": "Send"}));
            world.pass(announced_ms);
            world.announce(1, "Demo Wallet", Some("dev.demo"));
            world.pass(WALLET_ROUND_MS + answered_ms);
            assert!(!world.is_open(), "the skeleton stands");
            wallet.let_go();
            world.pass(1_000);
            assert!(world.settled(&opened).is_ok());
            assert_eq!(shown(&world), ["Send"], "{announced_ms} {answered_ms}");
            assert!(world.alerts().is_empty(), "{:?}", world.alerts());
        }
    }
    // opened before the stored records are read
    let storage = World::connected().storage.clone();
    storage.late.hold();
    let world = World::with(options(), storage.clone());
    world.willing(1);
    let opened = world.dispatch(json!({"type": "router.open", "view": "Send"}));
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(100);
    storage.late.release();
    world.pass(1_000);
    assert!(world.settled(&opened).is_ok());
    assert_eq!((shown(&world), world.alerts().len()), (vec!["Send".to_owned()], 0));
    // its wallet doesn't respond: the list, and the page reads why
    let world = stored();
    world.but(1, |method, _| (method == "wm_connect").then(never));
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    let opened = world.dispatch(json!({"type": "router.open", "view": "Send"}));
    world.pass(WALLET_SILENT_MS + WALLET_ROUND_MS);
    assert!(world.settled(&opened).is_ok());
    world.pass(WALLET_SILENT_MS);
    assert_eq!((world.view().as_str(), world.is_open()), ("Connect", true));
}

#[test]
fn opens_the_list_soon_if_the_stored_wallet_is_missing() {
    let world = stored();
    let opened = world.dispatch(json!({"type": "router.open"}));
    world.pass(STORED_LOOK_MS);
    assert!(world.settled(&opened).is_ok());
    assert_eq!(shown(&world), ["Connect"]);
    let world = stored();
    world.open("Connect");
    assert_eq!(shown(&world), ["Connect"]);
}

#[test]
fn opens_the_list_immediately_after_the_waiting_time() {
    let world = stored();
    world.pass(STORED_LOOK_MS);
    let opened = world.dispatch(json!({"type": "router.open"}));
    assert!(world.settled(&opened).is_ok());
    assert_eq!(shown(&world), ["Connect"]);
    // and one that comes within it waits for what is left of it
    let world = stored();
    world.pass(STORED_LOOK_MS - 100);
    let opened = world.dispatch(json!({"type": "router.open"}));
    world.pass(99);
    assert!(!world.is_open());
    world.pass(1);
    assert!(world.settled(&opened).is_ok());
    assert_eq!(shown(&world), ["Connect"]);
}

#[test]
fn never_shows_the_list_before_a_wallet_that_announced_in_time() {
    for opened_ms in [0, 100, WALLET_CLAIM_MS - 2] {
        for announced_ms in [opened_ms, WALLET_CLAIM_MS - 1] {
            let world = stored();
            world.willing(1);
            world.pass(opened_ms);
            let opened = world.dispatch(json!({"type": "router.open"}));
            world.pass(announced_ms - opened_ms);
            world.announce(1, "Demo Wallet", Some("dev.demo"));
            assert!(world.settled(&opened).is_ok());
            world.pass(60_000);
            assert_eq!(shown(&world), ["Account"], "{opened_ms} {announced_ms}");
        }
    }
}

#[test]
fn opens_the_account_when_a_busy_page_delays_the_announcement() {
    let world = stored();
    world.willing(1);
    let opened = world.dispatch(json!({"type": "router.open"}));
    // a task of two seconds: all timers of it are due at once, and the announcement stands behind them
    world.clock.move_to(world.clock.now_ms() + 2_000);
    world.run();
    assert!(!world.is_open());
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    assert!(world.settled(&opened).is_ok());
    assert_eq!(shown(&world), ["Account"]);
}

#[test]
fn stops_a_waiting_opening_on_close() {
    for reason in ["host", "user"] {
        let world = stored();
        world.willing(1);
        let opened = world.dispatch(json!({"type": "router.open"}));
        world.dispatch(json!({"type": "router.close", "reason": reason}));
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        assert_eq!(world.settled(&opened), Err(Error::ModalClosed));
        world.pass(60_000);
        assert_eq!((world.is_open(), shown(&world).len()), (false, 0), "{reason}");
        let again = world.dispatch(json!({"type": "router.open"}));
        assert!(world.settled(&again).is_ok());
        assert_eq!(world.view(), "Account");
    }
}

fn is_marked_twice(world: &World) {
    let rows = world.page_rows();
    let marked: Vec<bool> = rows.iter().map(|row| row["conflict"].as_bool().unwrap()).collect();
    assert_eq!(marked, [true, true], "{rows:?}");
}

// req: 4.2, 10.58
#[test]
fn stays_disconnected_when_the_wallet_holds_other_accounts() {
    let world = stored();
    world.holds(1, &[BOB, USDC]);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(WALLET_CLAIM_MS);
    assert_eq!(world.status(), "disconnected");
    assert!(world.host.details("wallet-connect").is_empty(), "no host hears of it");
    assert_eq!(
        world.record("connection_status"),
        Some(json!("connected")),
        "only a revoke or a disconnect forgets"
    );
    assert!(!world.is_open(), "nothing opens by itself");
    // the stored one is shared again
    tell(&world, json!([BOB, USDC]));
    assert_eq!(world.status(), "disconnected");
    tell(&world, json!([BOB, ALICE]));
    assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connected", &json!(ALICE)));
}

// req: 4.2, 10.58
#[test]
fn restores_a_single_account_wallet_with_its_new_account() {
    let world = stored();
    world.holds(1, &[BOB]);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(WALLET_CLAIM_MS);
    assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connected", &json!(BOB)));
    assert_eq!(world.host.details("wallet-connect")[0]["address"], BOB);
    let kept = world.record("connections").unwrap();
    assert_eq!(kept["eip155"][0]["accounts"], json!([{"address": BOB, "type": "eoa"}]));
    // two that claim its name bring no one back
    let world = stored();
    world.holds(1, &[BOB]);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.announce(2, "Demo Wallet", Some("dev.demo"));
    world.pass(60_000);
    assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("disconnected", 0));
}

fn tell(world: &World, accounts: Value) {
    world.wallets.tell(1, &WalletEvent::Accounts(accounts));
    world.run();
}

/// The stored wallet is in the page and gives this as its silent answer.
fn answering(answer: impl Fn() -> Answer + 'static) -> World {
    let world = stored();
    world.but(1, move |method, _| (method == "wm_connect").then(&answer));
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(WALLET_CLAIM_MS);
    world
}

// req: 4.2, 10.58
#[test]
fn restores_a_wallet_locked_at_load_once_it_names_its_account() {
    type Case = (&'static str, fn() -> Answer);
    let cases: [Case; 4] = [
        ("locked", || ok(json!({"accounts": []}))),
        ("silent", never),
        ("broken", || refuse(-32603, "the background is gone")),
        // Enkrypt 2.17 has this code for every error (packages/extension/src/providers/ethereum)
        ("refused", || refuse(4001, "not connected")),
    ];
    for (name, answer) in cases {
        let world = answering(answer);
        assert_eq!(world.status(), "reconnecting", "{name}");
        world.pass(WALLET_ROUND_MS + WALLET_SILENT_MS - WALLET_CLAIM_MS - 1);
        assert_eq!(world.status(), "reconnecting", "{name}");
        world.pass(1);
        assert_eq!(world.status(), "disconnected", "{name}");
        assert_eq!(world.record("connection_status"), Some(json!("connected")), "{name}");
        assert!(world.host.details("wallet-disconnect").is_empty(), "{name}: it was never connected");
        world.pass(3_600_000);
        tell(&world, json!({"accounts": [{"address": ALICE, "chain": "eip155:1338"}]}));
        assert_eq!(world.status(), "connected", "{name}");
        assert_eq!(world.slice("networks")["active"]["caipNetworkId"], "eip155:1338", "{name}");
        assert_eq!(world.host.details("wallet-connect")[0]["reconnect"], true, "{name}");
        assert_eq!(world.wallets.count("wm_connect"), 1, "{name}: without a second request");
        assert!(!world.is_open(), "{name}");
        // or at the next reload
        let world = answering(answer);
        world.pass(60_000);
        let world = world.reload();
        world.returns();
        assert_eq!(world.status(), "connected", "{name}");
    }
}

// req: 4.2, 10.58
#[test]
fn restores_a_wallet_that_responds_after_ten_seconds() {
    let world = stored();
    let wallet = HeldResponses::default();
    let held = wallet.clone();
    world.but(1, move |method, _| {
        let answer = || ok(json!({"accounts": [ALICE], "chain": "eip155:1337"}));
        (method == "wm_connect").then(|| held.hold(answer()))
    });
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(10_000);
    assert_eq!(world.status(), "disconnected", "what the page sees");
    wallet.let_go();
    world.run();
    assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("connected", 1));
}

// req: 4.2, 4.6, 10.58
#[test]
fn forgets_a_connection_only_when_access_was_revoked() {
    let world = answering(|| ok(json!({"accounts": [], "revoked": true})));
    assert_eq!(world.status(), "disconnected");
    assert_eq!(world.record("connection_status"), Some(json!("disconnected")));
    tell(&world, json!([ALICE]));
    world.pass(60_000);
    assert_eq!(world.status(), "disconnected", "a wallet that was left brings nothing back");
    // a flag beside accounts says nothing
    let world = answering(|| ok(json!({"accounts": [ALICE], "chain": "eip155:1337", "revoked": true})));
    assert_eq!(world.status(), "connected");
}

// req: 4.6, 10.58
#[test]
fn stays_disconnected_after_a_disconnect_of_a_locked_wallet() {
    for waited_ms in [0, 60_000] {
        let world = answering(|| ok(json!({"accounts": []})));
        world.pass(waited_ms);
        let left = world.dispatch(json!({"type": "accounts.disconnect"}));
        assert!(world.settled(&left).is_ok());
        assert_eq!(world.record("connection_status"), Some(json!("disconnected")));
        tell(&world, json!([ALICE]));
        world.pass(60_000);
        assert_eq!(world.status(), "disconnected", "{waited_ms}");
        let world = world.reload();
        world.returns();
        assert_eq!(world.status(), "disconnected", "{waited_ms}");
    }
}

// req: 10.33, 10.58
#[test]
fn stops_waiting_for_a_locked_wallet_on_a_second_claim() {
    let world = answering(|| ok(json!({"accounts": []})));
    world.pass(60_000);
    world.willing(2);
    world.announce(2, "Demo Wallet", Some("dev.demo"));
    tell(&world, json!([ALICE]));
    world.pass(60_000);
    assert_eq!(world.status(), "disconnected");
    assert!(world.host.details("wallet-connect").is_empty());
    assert_eq!(world.record("connection_status"), Some(json!("connected")));
}

// req: 4.6, 4.7, 10.58
#[test]
fn restores_the_account_when_a_connected_wallet_unlocks() {
    let world = World::connected();
    let silent = |given: &'static str| {
        world.but(1, move |method, _| {
            (method == "wm_connect").then(|| ok(serde_json::from_str(given).unwrap()))
        });
    };
    silent(r#"{"accounts": []}"#);
    tell(&world, json!([]));
    assert_eq!(world.status(), "disconnected");
    assert_eq!(world.host.details("wallet-disconnect"), [json!({"namespace": "eip155", "reason": "wallet"})]);
    assert_eq!(world.record("connection_status"), Some(json!("connected")));
    assert_eq!(world.wallets.last("wm_connect").unwrap()["silent"], true);
    world.pass(3_600_000);
    tell(&world, json!([ALICE]));
    assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connected", &json!(ALICE)));
    // another account, of a wallet of one
    tell(&world, json!([]));
    tell(&world, json!([BOB]));
    assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connected", &json!(BOB)));
    // access that was taken back: one event, and nothing comes back
    silent(r#"{"accounts": [], "revoked": true}"#);
    let before = world.host.details("wallet-disconnect").len();
    tell(&world, json!([]));
    assert_eq!(world.host.details("wallet-disconnect").len(), before + 1);
    assert_eq!(world.record("connection_status"), Some(json!("disconnected")));
    tell(&world, json!([BOB]));
    assert_eq!(world.status(), "disconnected");
}

// A lock is stored: what happens before the storage has responded.
// req: 4.6, 4.7, 10.58
#[test]
fn handles_a_disconnect_or_unlock_while_a_lock_is_being_stored() {
    let locking = || {
        let world = World::connected();
        world.but(1, |method, _| (method == "wm_connect").then(|| ok(json!({"accounts": []}))));
        // on a network that the page hasn't: it goes back to its own, which is stored
        world.wallets.tell(1, &WalletEvent::Chain(json!("0x270f")));
        world.pass(1_000);
        world.storage.late.hold();
        tell(&world, json!([]));
        assert_eq!(world.status(), "disconnected");
        world
    };
    let world = locking();
    let left = world.dispatch(json!({"type": "accounts.disconnect"}));
    world.storage.late.release();
    world.pass(1_000);
    assert!(world.settled(&left).is_ok());
    tell(&world, json!([ALICE]));
    world.pass(60_000);
    assert_eq!(world.status(), "disconnected", "the user has left");
    assert_eq!(world.record("connection_status"), Some(json!("disconnected")));
    let world = locking();
    tell(&world, json!([BOB]));
    world.storage.late.release();
    world.pass(60_000);
    assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connected", &json!(BOB)));
}

// req: 4.2, 10.58
#[test]
fn still_awaits_a_locked_wallet_after_an_abandoned_attempt() {
    let world = answering(|| ok(json!({"accounts": []})));
    world.pass(60_000);
    world.but(1, |method, _| (method == "wm_connect").then(never));
    world.open("Connect");
    let chosen = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    // it is unlocked: the attempt is what connects it
    tell(&world, json!([ALICE]));
    assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connecting", &Value::Null));
    assert_eq!(world.slice("accounts")["list"][0]["address"], Value::Null, "it counts for no one meanwhile");
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert_eq!(world.settled(&chosen), Err(Error::ModalClosed));
    assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connected", &json!(ALICE)));
    assert_eq!(world.host.details("wallet-connect").len(), 1);
    // locked again before the attempt was given up
    let world = answering(|| ok(json!({"accounts": []})));
    world.pass(60_000);
    world.but(1, |method, _| (method == "wm_connect").then(never));
    world.open("Connect");
    world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    tell(&world, json!([ALICE]));
    tell(&world, json!([]));
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.pass(10_000);
    assert_eq!(world.status(), "disconnected");
    tell(&world, json!([ALICE]));
    assert_eq!(world.status(), "connected");
}

// req: 4.6, 10.58
#[test]
fn lets_another_wallet_replace_a_locked_one() {
    let world = World::connected();
    world.but(1, |method, _| (method == "wm_connect").then(|| ok(json!({"accounts": []}))));
    tell(&world, json!([]));
    world.holds(2, &[BOB]);
    world.announce(2, "dev.two", Some("dev.two"));
    world.connect("dev.two");
    tell(&world, json!([ALICE]));
    world.pass(60_000);
    assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connected", &json!(BOB)));
    assert_eq!(world.record("wallet_id"), Some(json!("dev.two")));
}

#[test]
fn keeps_the_stored_account_current() {
    // whoever has learnt the stored account must not bring one of its own in front of it
    let world = stored();
    world.holds(1, &[BOB, ALICE]);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(WALLET_CLAIM_MS);
    assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connected", &json!(ALICE)));
    let all = world.slice("connections")["connections"][0]["accounts"].clone();
    assert_eq!(all.as_array().unwrap().len(), 2, "the other is there as well");
}

#[test]
fn compares_the_stored_account_regardless_of_letter_case() {
    let world = stored();
    world.holds(1, &[&ALICE.to_lowercase()]);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(WALLET_CLAIM_MS);
    assert_eq!(world.status(), "connected");
}

// req: 4.2, 10.33
#[test]
fn asks_a_sole_stored_wallet_after_one_round() {
    // announced before the engine, with it, or seconds later
    for announced_ms in [0, 100, 2_000] {
        let world = stored();
        world.willing(1);
        world.pass(announced_ms);
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("reconnecting", 0));
        world.pass(WALLET_ROUND_MS);
        assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("connected", 1));
        assert_eq!(world.slice("account")["address"], ALICE);
        assert_eq!(world.host.details("wallet-connect")[0]["reconnect"], true);
    }
}

// req: 4.2, 10.33
#[test]
fn asks_a_sole_wallet_of_another_namespace_after_one_round() {
    let families = [
        ("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T"),
        ("polkadot:91b171bb158e2d3848fa23a9f1c25182", "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"),
        ("cosmos:cosmoshub-4", "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq"),
    ];
    for (chain, address) in families {
        let world = World::of_family(chain, address);
        let storage = world.storage.clone();
        let names = json!([{"id": chain.split_once(':').unwrap().1, "caipNetworkId": chain,
            "chainNamespace": chain.split(':').next().unwrap(), "name": "One",
            "nativeCurrency": {"name": "Coin", "symbol": "COIN", "decimals": 6}, "rpcUrls": {}}]);
        world.engine.destroy();
        let world = World::with(json!({"projectId": "demo", "networks": names}), storage);
        let family = Namespace::parse(chain.split(':').next().unwrap()).unwrap();
        world.but(1, move |method, _| {
            let account = json!({"chain": chain, "address": address});
            (method == "wm_connect").then(|| ok(json!({"accounts": [account], "chain": chain})))
        });
        world.announce_of(family, 1, "other", "Other", Some("app.other"));
        world.pass(WALLET_ROUND_MS);
        assert_eq!(world.status(), "connected", "{chain}");
    }
}

/// The stored wallet came back, and each claimant of its name could still announce itself.
fn guarded() -> World {
    let world = stored();
    world.willing(1);
    world.willing(2);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(WALLET_ROUND_MS);
    assert_eq!(world.status(), "connected");
    world
}

// req: 4.2, 10.33
#[test]
fn delays_signing_until_all_claimants_could_announce() {
    let message = json!(["0x68656c6c6f", ALICE]);
    let world = guarded();
    let read = world.request("wallet_getPermissions", json!([]));
    let signed = world.request("personal_sign", message.clone());
    world.run();
    assert_eq!(world.wallets.count("wallet_getPermissions"), 1, "reads don't wait");
    world.pass(WALLET_CLAIM_MS - WALLET_ROUND_MS - 1);
    assert_eq!(world.wallets.count("personal_sign"), 0);
    world.pass(1);
    assert_eq!(world.wallets.count("personal_sign"), 1);
    // what comes later isn't delayed
    let again = world.request("personal_sign", message);
    world.run();
    assert_eq!(world.wallets.count("personal_sign"), 2);
    drop((read, signed, again));
    // the modal's own requests
    let world = guarded();
    let switched = world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    world.pass(WALLET_CLAIM_MS - WALLET_ROUND_MS - 1);
    assert_eq!(world.wallets.count("wm_switchChain"), 0);
    world.pass(1);
    assert_eq!(world.wallets.count("wm_switchChain"), 1);
    drop(switched);
    // a wallet that the user chooses is asked at once
    let world = stored();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    let chosen = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    assert!(world.settled(&chosen).is_ok());
    let signed = world.request("personal_sign", json!(["0x68656c6c6f", ALICE]));
    world.run();
    assert_eq!(world.wallets.count("personal_sign"), 1);
    drop(signed);
}

// req: 4.2, 10.33
#[test]
fn keeps_delaying_when_the_page_switches_to_the_connection() {
    let world = guarded();
    let connection = json!({"namespace": "eip155", "connectorId": "dev.demo", "status": "connected"});
    let switched = world.dispatch(json!({"type": "connections.switch", "connection": connection}));
    assert!(world.settled(&switched).is_ok());
    let signed = world.request("personal_sign", json!(["0x68656c6c6f", ALICE]));
    world.pass(WALLET_CLAIM_MS - WALLET_ROUND_MS - 1);
    assert_eq!(world.wallets.count("personal_sign"), 0);
    world.pass(1);
    assert_eq!(world.wallets.count("personal_sign"), 1);
    drop(signed);
}

// req: 4.2, 10.33
#[test]
fn rejects_a_delayed_request_when_another_wallet_claims_the_name() {
    let send = json!([{"from": ALICE, "to": BOB, "value": "0x1"}]);
    let sign = json!(["0x68656c6c6f", ALICE]);
    for (method, params) in [
        ("personal_sign", sign),
        ("eth_sendTransaction", send),
        ("wallet_getCallsStatus", json!(["0x01"])),
        ("wallet_watchAsset", json!({"type": "ERC20", "options": {"address": USDC}})),
        ("wallet_revokePermissions", json!([{"eth_accounts": {}}])),
    ] {
        let world = guarded();
        let asked = world.request(method, params);
        world.pass(300);
        world.announce(2, "Impostor", Some("dev.demo"));
        assert_eq!(world.status(), "disconnected", "{method}");
        world.pass(60_000);
        assert!(world.settled(&asked).is_err(), "{method}");
        assert_eq!(world.wallets.count(method), 0, "{method}");
        assert_eq!(world.record("connection_status"), Some(json!("connected")), "remembered");
    }
}

// req: 10.33
#[test]
fn follows_another_account_or_revocation_only_of_a_sole_claimant() {
    type Case = (&'static str, fn() -> Answer);
    let cases: [Case; 3] = [
        ("another account", || ok(json!({"accounts": [BOB], "chain": "eip155:1337"}))),
        ("revoked", || ok(json!({"accounts": [], "revoked": true}))),
        ("locked", || ok(json!({"accounts": []}))),
    ];
    for (name, answer) in cases {
        let world = stored();
        world.but(1, move |method, _| (method == "wm_connect").then(answer));
        world.announce(1, "Impostor", Some("dev.demo"));
        world.pass(WALLET_CLAIM_MS - 1);
        assert_eq!(world.status(), "reconnecting", "{name}");
        assert!(world.host.details("wallet-connect").is_empty(), "{name}");
        world.willing(2);
        world.announce(2, "Demo Wallet", Some("dev.demo"));
        world.pass(60_000);
        assert_eq!(world.status(), "disconnected", "{name}");
        assert!(world.host.details("wallet-connect").is_empty(), "{name}");
        assert_eq!(world.record("connection_status"), Some(json!("connected")), "{name}: remembered");
    }
}

// req: 10.33
#[test]
fn changes_the_account_only_after_the_wallet_was_sole_claimant() {
    type Case = (&'static str, &'static [&'static [&'static str]]);
    let cases: [Case; 4] = [
        ("another account", &[&[BOB]]),
        ("both", &[&[BOB, ALICE]]),
        ("no account", &[&[]]),
        ("no account, then another", &[&[], &[BOB]]),
    ];
    for (name, words) in cases {
        let world = guarded();
        world.holds(1, &[BOB]);
        for word in words {
            world.pass(100);
            tell(&world, json!(word));
        }
        world.pass(WALLET_CLAIM_MS - WALLET_ROUND_MS - 100 * words.len() as u64 - 1);
        assert_eq!(world.status(), "connected", "{name}");
        assert_eq!(world.slice("account")["address"], ALICE, "{name}");
        world.announce(2, "Demo Wallet", Some("dev.demo"));
        world.pass(60_000);
        assert_eq!(world.status(), "disconnected", "{name}");
        assert_eq!(world.record("connection_status"), Some(json!("connected")), "{name}: remembered");
        let kept = world.record("connections").unwrap();
        assert_eq!(kept["eip155"][0]["accounts"], json!([{"address": ALICE, "type": "eoa"}]), "{name}");
    }
    // named next to the stored one
    let world = stored();
    world.holds(1, &[ALICE, BOB]);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(WALLET_ROUND_MS);
    assert_eq!(world.slice("account")["address"], ALICE);
    world.announce(2, "Demo Wallet", Some("dev.demo"));
    world.pass(60_000);
    let kept = world.record("connections").unwrap();
    assert_eq!(kept["eip155"][0]["accounts"], json!([{"address": ALICE, "type": "eoa"}]));
    // alone, its word counts
    let world = guarded();
    tell(&world, json!([BOB]));
    assert_eq!(world.slice("account")["address"], ALICE);
    world.pass(WALLET_CLAIM_MS - WALLET_ROUND_MS);
    assert_eq!(world.slice("account")["address"], BOB);
}

// req: 10.33
#[test]
fn disconnects_when_a_second_wallet_claims_the_name_at_any_time() {
    for second_ms in [0, 1, 50, 300, WALLET_CLAIM_MS - 1] {
        let world = stored();
        world.willing(1);
        world.willing(2);
        world.announce(1, "Impostor", Some("dev.demo"));
        world.pass(second_ms);
        let asked = usize::from(second_ms > 0);
        assert_eq!(world.wallets.count("wm_connect"), asked, "{second_ms}");
        world.announce(2, "Demo Wallet", Some("dev.demo"));
        world.pass(60_000);
        assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("disconnected", asked));
        assert_eq!(world.host.details("wallet-connect").len(), asked, "{second_ms}");
        assert!(!world.is_open(), "nothing opens by itself");
        world.open("Connect");
        is_marked_twice(&world);
        let rows = world.page_rows();
        let chosen = world.dispatch(json!({"type": "connect.select", "id": rows[1]["id"]}));
        assert_eq!(world.json(&chosen)["address"], ALICE, "a person can choose");
        assert_eq!(world.wallets.last("wm_connect").unwrap()["silent"], false);
    }
}

#[test]
fn restores_neither_of_two_claimants_present_before_the_engine() {
    let world = World::connected();
    let storage = world.storage.clone();
    world.engine.destroy();
    let world = World::with(options(), storage);
    world.willing(1);
    world.willing(2);
    world.announce(1, "Impostor", Some("dev.demo"));
    world.announce(2, "Demo Wallet", Some("dev.demo"));
    world.pass(60_000);
    assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("disconnected", 0));
    world.open("Connect");
    is_marked_twice(&world);
}

#[test]
fn drops_a_silent_connection_on_a_second_claim_soon_after() {
    let world = stored();
    world.willing(1);
    world.willing(2);
    world.announce(1, "Impostor", Some("dev.demo"));
    world.pass(WALLET_CLAIM_MS);
    assert_eq!(world.status(), "connected");
    world.pass(WALLET_ANNOUNCE_MS - WALLET_CLAIM_MS - 1);
    world.announce(2, "Demo Wallet", Some("dev.demo"));
    assert_eq!(world.status(), "disconnected", "a wallet may have to wake up first");
    assert_eq!(world.host.details("wallet-disconnect")[0]["reason"], "wallet");
    assert!(!world.is_open());
    // who was chosen by the user stays, whoever comes
    let world = stored();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    let chosen = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    assert!(world.settled(&chosen).is_ok());
    world.announce(2, "Impostor", Some("dev.demo"));
    world.pass(60_000);
    assert_eq!(world.status(), "connected");
    // and so does one that has been back for long
    let world = stored();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(60_000);
    world.announce(2, "Impostor", Some("dev.demo"));
    world.pass(60_000);
    assert_eq!(world.status(), "connected");
}

#[test]
fn restores_no_announcement_id_that_two_wallets_claim() {
    // chosen among two of one name: what is stored is the id of that announcement, and anyone can repeat it
    let world = World::new();
    world.willing(1);
    world.willing(2);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.announce(2, "Demo Wallet", Some("dev.demo"));
    let id = world.page_rows()[0]["id"].clone();
    let chosen = world.dispatch(json!({"type": "connect.start", "connectorId": id}));
    assert!(world.settled(&chosen).is_ok());
    let world = world.reload();
    world.willing(1);
    world.willing(2);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.announce(2, "Demo Wallet", Some("dev.demo"));
    world.pass(60_000);
    assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("disconnected", 0));
}

#[test]
fn gives_a_late_wallet_the_same_time_to_be_sole_claimant() {
    let world = stored();
    world.pass(20_000);
    world.willing(1);
    world.willing(2);
    world.announce(1, "Impostor", Some("dev.demo"));
    assert_eq!(world.wallets.count("wm_connect"), 0);
    world.pass(WALLET_CLAIM_MS / 2);
    world.announce(2, "Demo Wallet", Some("dev.demo"));
    world.pass(60_000);
    assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("disconnected", 1));
}

// req: 4.3
#[test]
fn rejects_a_switch_when_the_stored_account_is_missing() {
    let world = World::new();
    for (handle, name, account) in [(1, "dev.one", ALICE), (2, "dev.two", BOB)] {
        world.holds(handle, &[account]);
        world.announce(handle, name, Some(name));
        let connected = world.dispatch(json!({"type": "connect.start", "connectorId": name}));
        assert!(world.settled(&connected).is_ok());
    }
    world.holds(1, &[USDC]);
    let connection = json!({"namespace": "eip155", "connectorId": "dev.one", "status": "connected"});
    let switched = world.dispatch(json!({"type": "connections.switch", "connection": connection}));
    assert_eq!(world.settled(&switched), Err(Error::Unauthorized));
    assert_eq!(world.slice("account")["address"], BOB, "who was there stays");
}

// req: 4.1, 4.2
#[test]
fn shows_the_account_when_opened_during_a_restore() {
    let press = |world: &World| {
        let opened = world.dispatch(json!({"type": "router.open"}));
        if world.status() == "connecting" {
            world.pass(STORED_LOOK_MS);
        }
        world.settled(&opened).unwrap();
        world.view()
    };
    // its wallet is there and can be asked soon: the account, which waits
    let world = stored();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    assert_eq!(press(&world), "Account");
    assert_eq!(world.slice("account")["address"], ALICE);
    let pushed = world.dispatch(json!({"type": "router.push", "view": "Send"}));
    assert_eq!(world.settled(&pushed), Err(Error::Unauthorized), "nothing is done with it before");
    world.pass(WALLET_CLAIM_MS);
    assert_eq!((world.status().as_str(), world.view().as_str()), ("connected", "Account"));
    // it does not know us any more: the wallets
    let world = stored();
    world.but(1, |method, _| (method == "wm_connect").then(|| refuse(4100, "locked")));
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    assert_eq!(press(&world), "Account");
    world.pass(WALLET_CLAIM_MS);
    assert_eq!((world.status().as_str(), world.view().as_str()), ("reconnecting", "Account"));
    world.pass(WALLET_SILENT_MS);
    assert_eq!((world.status().as_str(), world.view().as_str()), ("disconnected", "Connect"));
    // no one knows whether it comes: the wallets, until it has answered
    let world = stored();
    world.willing(1);
    assert_eq!(press(&world), "Connect");
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    assert_eq!(world.view(), "Account");
    world.pass(WALLET_CLAIM_MS);
    assert_eq!((world.status().as_str(), world.view().as_str()), ("connected", "Account"));
    // who went on to something else stays there
    let world = stored();
    world.willing(1);
    press(&world);
    world.dispatch(json!({"type": "router.push", "view": "WhatIsAWallet"}));
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(WALLET_CLAIM_MS);
    assert_eq!((world.status().as_str(), world.view().as_str()), ("connected", "WhatIsAWallet"));
}

/// Stored when the wallet's global had its own row.
fn stored_as(id: &str) -> World {
    let world = World::new();
    world.willing(1);
    world.announce_of(Namespace::Eip155, 1, id, "Browser Wallet", None);
    world.connect(id);
    let world = world.reload();
    world.willing(2);
    world
}

fn renamed(world: &World, from: &str, to: &str) {
    world.dispatch(json!({"type": "connect.renamed", "from": from, "to": to}));
    world.pass(WALLET_ROUND_MS);
}

// req: 4.2, 10.58
#[test]
fn restores_an_injected_wallet_under_its_announced_name() {
    for id in ["injected", "injected-rabby"] {
        for late_ms in [0, 300, 60_000] {
            let world = stored_as(id);
            world.announce(2, "Rabby", Some("io.rabby"));
            world.pass(late_ms);
            assert_ne!(world.status(), "connected");
            renamed(&world, id, "io.rabby");
            assert_eq!(world.status(), "connected", "{id} {late_ms}");
            assert_eq!(world.record("wallet_id"), Some(json!("io.rabby")));
            assert!(!world.is_open());
            assert_eq!(world.host.details("wallet-connect")[0]["reconnect"], true);
            // said again, nothing happens
            renamed(&world, id, "io.rabby");
            assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("connected", 1));
        }
    }
}

// req: 4.2, 10.33, 10.58
#[test]
fn never_renames_another_wallets_or_a_disputed_connection() {
    type Case = (&'static str, &'static str, fn(&World));
    let cases: [Case; 4] = [
        ("injected", "io.rabby", |_| ()),
        ("injected", "io.rabby", |world| {
            world.announce(2, "Rabby", Some("io.rabby"));
            world.announce(3, "Rabby", Some("io.rabby"));
        }),
        ("dev.demo", "io.rabby", |world| world.announce(2, "Rabby", Some("io.rabby"))),
        ("injected-other", "io.rabby", |world| world.announce(2, "Rabby", Some("io.rabby"))),
    ];
    for (at, (from, to, announces)) in cases.into_iter().enumerate() {
        let world = stored_as(if from == "dev.demo" { "dev.demo" } else { "injected" });
        announces(&world);
        renamed(&world, from, to);
        world.pass(60_000);
        assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("disconnected", 0), "{at}");
    }
    // a wallet that the user has left stays left
    let world = stored_as("injected");
    let left = world.dispatch(json!({"type": "accounts.disconnect"}));
    assert!(world.settled(&left).is_ok());
    world.announce(2, "Rabby", Some("io.rabby"));
    renamed(&world, "injected", "io.rabby");
    world.pass(60_000);
    assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("disconnected", 0));
    // and another account than the stored one is not shown
    let world = stored_as("injected");
    world.holds(2, &[BOB, USDC]);
    world.announce(2, "Rabby", Some("io.rabby"));
    renamed(&world, "injected", "io.rabby");
    world.pass(60_000);
    assert_eq!(world.status(), "disconnected");
}

// req: 10.58
#[test]
fn warns_when_a_wallet_loses_its_connection_to_the_page() {
    let world = World::connected();
    world.wallets.tell(1, &WalletEvent::Disconnect);
    world.run();
    assert_eq!(world.toasts(), ["Demo Wallet lost its connection. Reload the page."]);
    assert_eq!(world.status(), "connected", "it is no log-out");
}
