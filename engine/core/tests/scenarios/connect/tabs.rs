//! Two tabs of one origin and browser wallets (10.23): what one stores the other follows at once. The browser tells a tab what another has
//! written (`storage`); here the test does.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::caip::Namespace;
use wallet_engine::constants::{WALLET_CLAIM_MS, WALLET_ROUND_MS};
use wallet_engine::ports::provider::WalletEvent;
use wallet_engine::ports::tabs::MemoryTabs;

/// A tab with three wallets in it, on the disk that all share.
fn tab(first: Option<&World>) -> World {
    let storage = first.map(|world| world.storage.clone()).unwrap_or_default();
    let world = World::tab(&MemoryTabs::default(), 1_700_000_000_000, options(), storage, Chain::default());
    for (handle, id, account) in [(1, "dev.one", ALICE), (2, "dev.two", BOB)] {
        world.but(handle, move |method, _| {
            (method == "wm_connect").then(|| ok(json!({"accounts": [account], "chain": "eip155:1337"})))
        });
        world.announce(handle, id, Some(id));
    }
    world
}

/// The record as it is on the disk.
fn written(world: &World) -> Option<String> {
    world.storage.records.borrow().get("connections").cloned()
}

fn tell(world: &World, record: Option<&str>) {
    world.dispatch(json!({"type": "connections.follow", "record": record}));
    world.pass(WALLET_ROUND_MS);
}

/// Until neither has anything new to say; how often something was said.
fn agree(one: &World, two: &World) -> usize {
    let (mut words, mut last) = (0, None);
    loop {
        let now = written(one);
        if last.as_ref() == Some(&now) {
            return words;
        }
        tell(one, now.as_deref());
        tell(two, now.as_deref());
        last = Some(now);
        words += 1;
        assert!(words < 5, "they go on and on");
    }
}

fn connect(world: &World, id: &str) {
    let connected = world.dispatch(json!({"type": "connect.start", "connectorId": id}));
    assert!(world.settled(&connected).is_ok(), "{id}");
}

fn address(world: &World) -> Value {
    world.slice("account")["address"].clone()
}

// req: 10.23
#[test]
fn connects_in_the_other_tab_too() {
    let one = tab(None);
    let two = tab(Some(&one));
    connect(&one, "dev.one");
    agree(&one, &two);
    assert_eq!((two.status().as_str(), address(&two)), ("connected", json!(ALICE)));
    assert_eq!(two.wallets.last("wm_connect").unwrap()["silent"], true, "nobody is asked twice");
    let told = two.host.details("wallet-connect");
    assert_eq!((told.len(), &told[0]["reconnect"]), (1, &json!(true)));
    assert!(!two.is_open(), "nothing opens by itself");
    // and to another wallet
    connect(&two, "dev.two");
    agree(&two, &one);
    assert_eq!((one.status().as_str(), address(&one)), ("connected", json!(BOB)));
}

/// A tab that has just been loaded, in which not each claimant of the name has announced itself yet.
// req: 10.23, 10.33
#[test]
fn requires_a_sole_claimant_for_another_tabs_connection() {
    let message = json!(["0x68656c6c6f", ALICE]);
    let followed = || {
        let one = tab(None);
        let two = tab(Some(&one));
        two.willing(9);
        connect(&one, "dev.one");
        two.dispatch(json!({"type": "connections.follow", "record": written(&one)}));
        two.run();
        assert_eq!(two.wallets.count("wm_connect"), 0, "one round first");
        (one, two)
    };
    // another one in the round
    let (_, two) = followed();
    two.announce(9, "dev.one", Some("dev.one"));
    two.pass(60_000);
    assert_eq!((two.status().as_str(), two.wallets.count("wm_connect")), ("disconnected", 0));
    // alone
    let (_, two) = followed();
    two.pass(WALLET_ROUND_MS);
    assert_eq!(two.status(), "connected");
    let signed = two.request("personal_sign", message.clone());
    two.pass(WALLET_CLAIM_MS - WALLET_ROUND_MS - 1);
    assert_eq!(two.wallets.count("personal_sign"), 0);
    two.pass(1);
    assert_eq!(two.wallets.count("personal_sign"), 1);
    drop(signed);
    // another one before the end of that, and seconds later
    for late_ms in [300, 4_000] {
        let (one, two) = followed();
        two.pass(WALLET_ROUND_MS);
        let signed = (late_ms < WALLET_CLAIM_MS).then(|| two.request("personal_sign", message.clone()));
        two.pass(late_ms);
        two.announce(9, "dev.one", Some("dev.one"));
        two.pass(60_000);
        assert_eq!(
            (two.status().as_str(), two.wallets.count("personal_sign")),
            ("disconnected", 0),
            "{late_ms}"
        );
        assert!(signed.is_none_or(|signed| two.settled(&signed).is_err()));
        assert_eq!(one.record("connection_status"), Some(json!("connected")), "{late_ms}: remembered");
        let kept = one.record("connections").unwrap();
        assert_eq!(kept["eip155"][0]["accounts"], json!([{"address": ALICE, "type": "eoa"}]), "{late_ms}");
    }
}

// req: 10.23, 4.6
#[test]
fn stays_disconnected_when_the_other_tab_disconnects_before_the_wallet_responded() {
    let one = tab(None);
    let two = tab(Some(&one));
    two.willing(9);
    connect(&one, "dev.one");
    two.dispatch(json!({"type": "connections.follow", "record": written(&one)}));
    two.run();
    two.dispatch(json!({"type": "connections.follow", "record": null}));
    two.pass(60_000);
    assert_eq!((two.status().as_str(), two.wallets.count("wm_connect")), ("disconnected", 0));
}

// req: 10.23, 4.6
#[test]
fn disconnects_in_the_other_tab_too() {
    let one = tab(None);
    connect(&one, "dev.one");
    let two = tab(Some(&one));
    two.pass(1_000);
    assert_eq!(two.status(), "connected");
    two.dispatch(json!({"type": "accounts.disconnect"}));
    let asked = one.wallets.count("wm_disconnect");
    agree(&two, &one);
    assert_eq!((one.status().as_str(), address(&one)), ("disconnected", Value::Null));
    assert_eq!(one.host.details("wallet-disconnect").len(), 1);
    assert_eq!(one.wallets.count("wm_disconnect"), asked, "its tab has told the wallet");
    assert_eq!(one.record("connection_status"), Some(json!("disconnected")));
}

// req: 10.23
#[test]
fn stops_restoring_when_the_other_tab_disconnects() {
    let one = tab(None);
    connect(&one, "dev.one");
    let two = tab(Some(&one));
    assert_eq!(two.status(), "reconnecting");
    one.dispatch(json!({"type": "accounts.disconnect"}));
    agree(&one, &two);
    two.pass(60_000);
    assert_eq!((two.status().as_str(), two.wallets.count("wm_connect")), ("disconnected", 0));
}

#[test]
fn ignores_invalid_records_from_another_tab() {
    let one = tab(None);
    connect(&one, "dev.one");
    let record = |value: Value| json!({"v": 1, "seq": 9, "value": value}).to_string();
    let later = json!({"v": 2, "seq": 9, "value": {}}).to_string();
    for word in ["", "{", "null", "[]", "7", later.as_str()] {
        tell(&one, Some(word));
        assert_eq!(one.status(), "connected", "{word}: not ours to read");
    }
    let account = |address: &str| json!([{"address": address, "type": "eoa"}]);
    // an account that the wallet does not have, a wallet that is not here, one that is disputed
    let two = tab(None);
    tell(&two, Some(&record(json!({"eip155": [{"connectorId": "dev.one", "accounts": account(BOB)}]}))));
    assert_eq!(two.status(), "disconnected");
    tell(&two, Some(&record(json!({"eip155": [{"connectorId": "dev.none", "accounts": account(BOB)}]}))));
    two.pass(60_000);
    assert_eq!(two.status(), "disconnected");
    two.willing(9);
    two.announce(9, "dev.one", Some("dev.one"));
    tell(&two, Some(&record(json!({"eip155": [{"connectorId": "dev.one", "accounts": account(ALICE)}]}))));
    two.pass(60_000);
    assert_eq!(two.status(), "disconnected");
    for nonsense in [json!({"eip155": 7}), json!({"eip155": [null, {"connectorId": "x"}]}), json!("x")] {
        tell(&two, Some(&record(nonsense)));
    }
}

#[test]
fn keeps_this_tabs_own_choice_over_the_other_tab() {
    let one = tab(None);
    let two = tab(Some(&one));
    two.wallets.answer(2, |_, _| never());
    two.dispatch(json!({"type": "connect.start", "connectorId": "dev.two"}));
    connect(&one, "dev.one");
    agree(&one, &two);
    assert_eq!(two.status(), "connecting", "its wallet is being asked");
    // with reconnecting off a tab takes no one, and lets go all the same
    let mut off = options();
    off["enableReconnect"] = json!(false);
    let three =
        World::tab(&MemoryTabs::default(), 1_700_000_000_000, off, Default::default(), Chain::default());
    three.willing(1);
    three.announce(1, "dev.one", Some("dev.one"));
    tell(&three, written(&one).as_deref());
    assert_eq!(three.status(), "disconnected");
    connect(&three, "dev.one");
    tell(&three, None);
    assert_eq!(three.status(), "disconnected");
}

#[test]
fn follows_a_changed_account_in_both_tabs_without_a_request() {
    let one = tab(None);
    connect(&one, "dev.one");
    let two = tab(Some(&one));
    two.pass(1_000);
    for world in [&one, &two] {
        world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB, ALICE])));
        world.run();
    }
    let asked = two.wallets.count("wm_connect");
    agree(&one, &two);
    assert_eq!((address(&one), address(&two)), (json!(BOB), json!(BOB)));
    assert_eq!(two.wallets.count("wm_connect"), asked);
}

// req: 10.23, 10.58
#[test]
fn asks_the_wallet_for_the_networks_that_the_other_tab_stored() {
    const HUB: &str = "cosmos:cosmoshub-4";
    const STARGAZE: &str = "cosmos:stargaze-1";
    const MAIN: &str = "bip122:000000000019d6689c085ae165831e93";
    const PAYS: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    const STARS: &str = "stars1vqpjljwsynsn58dugz0w8ut7kun7t8ls7upxm3";
    let network = |chain: &str, family: &str| {
        json!({"id": chain.split(':').nth(1), "caipNetworkId": chain, "chainNamespace": family, "name": chain,
            "nativeCurrency": {"name": "Coin", "symbol": "COIN", "decimals": 6},
            "rpcUrls": {"default": {"http": ["http://localhost:9999"]}}})
    };
    for (family, id, networks, held) in [
        (
            Namespace::Cosmos,
            "cosmos:keplr",
            vec![network(HUB, "cosmos"), network(STARGAZE, "cosmos")],
            (STARGAZE, STARS),
        ),
        (Namespace::Bip122, "bip122:leather", vec![network(MAIN, "bip122")], (MAIN, PAYS)),
    ] {
        let options = json!({ "networks": networks });
        let tab = |storage| {
            let world = World::tab(
                &MemoryTabs::default(),
                1_700_000_000_000,
                options.clone(),
                storage,
                Chain::default(),
            );
            world.wallets.answer(1, move |method, params| match method {
                "wm_connect" if params["silent"] == true && family == Namespace::Bip122 => {
                    ok(json!({"chain": MAIN, "accounts": params["stored"], "remembered": true}))
                }
                "wm_connect" => {
                    ok(json!({"accounts": [{"chain": held.0, "address": held.1, "type": "payment"}]}))
                }
                _ => ok(Value::Null),
            });
            world.announce_of(family, 1, id, "Nova", None);
            world
        };
        let one = tab(Default::default());
        let two = tab(one.storage.clone());
        connect(&one, id);
        agree(&one, &two);
        assert_eq!((two.status().as_str(), address(&two)), ("connected", json!(held.1)), "{id}");
        let asked = two.wallets.last("wm_connect").unwrap();
        assert_eq!((&asked["silent"], &asked["chains"]), (&json!(true), &json!([held.0])), "{id}");
    }
}
