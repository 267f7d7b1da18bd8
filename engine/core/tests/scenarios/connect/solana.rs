//! Wallets of solana in the page: they announce themselves by the Wallet Standard, without a reverse DNS name, and stand on no network of
//! their own (docs/spec/page-wallets.md section 2, decision 17, "Row IDs of wallets without an rdns").

use crate::support::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use wallet_engine::caip::Namespace;
use wallet_engine::constants::{WALLET_ANNOUNCE_MS, WALLET_CLAIM_MS, WALLET_SILENT_MS};
use wallet_engine::error::Error;
use wallet_engine::ports::provider::WalletEvent;

const MAINNET: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
const DEVNET: &str = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1";
const SUN: &str = "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g";
const MOON: &str = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";
const NOVA: &str = "solana:nova-wallet";
/// base58 of "hello".
const HELLO: &str = "Cn8eVZg";

fn solana(chain: &str, name: &str) -> Value {
    json!({"id": chain.split(':').nth(1), "caipNetworkId": chain, "chainNamespace": "solana", "name": name,
        "nativeCurrency": {"name": "Solana", "symbol": "SOL", "decimals": 9},
        "rpcUrls": {"default": {"http": ["http://localhost:8899"]}}})
}

fn page_options() -> Value {
    json!({"networks": [solana(MAINNET, "Solana"), solana(DEVNET, "Solana Devnet"), network(1337, "Demo Chain")],
        "reviewRequests": "never"})
}

fn announce(world: &World, number: u32, id: &str) {
    world.announce_of(Namespace::Solana, number, id, "Nova Wallet", None);
}

fn accounts(addresses: &[&str]) -> Value {
    let all = addresses.iter().map(|address| json!({"chain": "solana:mainnet", "address": address}));
    json!({ "accounts": all.collect::<Vec<_>>() })
}

/// A wallet that has given leave for these accounts, and signs.
fn willing(world: &World, number: u32, addresses: &'static [&'static str]) {
    world.wallets.answer(number, move |method, _| match method {
        "wm_connect" => ok(accounts(addresses)),
        "solana_signMessage" => ok(json!({"signature":
            "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"})),
        _ => ok(Value::Null),
    });
}

fn connected() -> World {
    let world = World::with(page_options(), Default::default());
    willing(&world, 1, &[SUN, MOON]);
    announce(&world, 1, NOVA);
    world.connect(NOVA);
    world
}

fn account(world: &World) -> Value {
    world.slice("account")
}

fn disconnects(world: &World) -> Vec<Value> {
    world.host.details("wallet-disconnect")
}

// req: 1.1, 4.1
#[test]
fn connects_on_the_pages_network() {
    let world = World::with(page_options(), Default::default());
    willing(&world, 1, &[SUN, MOON]);
    announce(&world, 1, NOVA);
    world.open("Connect");
    assert_eq!(world.page_rows()[0]["testId"], "wallet-selector-solana:nova-wallet");
    assert_eq!(world.page_rows()[0]["conflict"], false);
    let connected = world.dispatch(json!({"type": "connect.select", "id": NOVA}));
    let account = world.json(&connected);
    assert_eq!(account["caipAddress"], format!("{MAINNET}:{SUN}"));
    assert_eq!(account["connectorId"], NOVA);
    assert_eq!(account["allAccounts"].as_array().unwrap().len(), 2);
    let asked = world.wallets.last("wm_connect").unwrap();
    assert_eq!(asked, json!({"chains": [MAINNET, DEVNET], "silent": false}));
    let told = &world.host.details("wallet-connect")[0];
    assert_eq!((told["namespace"].as_str(), told["address"].as_str()), (Some("solana"), Some(SUN)));
}

// req: 1.1
#[test]
fn switches_to_the_namespaces_network_on_connect() {
    let options = json!({"networks": [network(1337, "Demo Chain"), solana(DEVNET, "Solana Devnet")]});
    let world = World::with(options, Default::default());
    willing(&world, 1, &[SUN]);
    announce(&world, 1, NOVA);
    world.connect(NOVA);
    assert_eq!(world.slice("networks")["active"]["caipNetworkId"], DEVNET);
    assert_eq!(account(&world)["address"], SUN);
}

// req: 4.7, 10.58
#[test]
fn follows_another_account_and_restores_after_an_empty_list() {
    let world = connected();
    world.wallets.tell(1, &WalletEvent::Accounts(accounts(&[MOON, SUN])));
    world.run();
    assert_eq!(account(&world)["address"], MOON);
    assert!(disconnects(&world).is_empty());
    world.wallets.tell(1, &WalletEvent::Accounts(accounts(&[])));
    world.run();
    assert_eq!(disconnects(&world), [json!({"namespace": "solana", "reason": "wallet"})]);
    assert_eq!(world.status(), "disconnected");
    // it is locked: it comes back by its own word, or at the next start
    let asked = world.wallets.count("wm_connect");
    world.pass(60_000);
    world.wallets.tell(1, &WalletEvent::Accounts(accounts(&[MOON])));
    world.run();
    assert_eq!((world.status().as_str(), account(&world)["address"].as_str()), ("connected", Some(MOON)));
    assert_eq!(world.wallets.count("wm_connect"), asked, "a silent request of some opens a window");
    world.wallets.tell(1, &WalletEvent::Accounts(accounts(&[])));
    world.run();
    let world = world.reload_with(page_options());
    willing(&world, 1, &[MOON]);
    announce(&world, 1, NOVA);
    world.pass(WALLET_ANNOUNCE_MS);
    assert_eq!(world.status(), "connected");
}

// req: 4.2
#[test]
fn restores_the_stored_account_when_the_wallet_comes_late() {
    let world = connected();
    world.wallets.tell(1, &WalletEvent::Accounts(accounts(&[MOON, SUN])));
    world.run();
    let world = world.reload_with(page_options());
    // the wallet has another order by now: the account is the one that stood here
    willing(&world, 1, &[SUN, MOON]);
    world.pass(2_000);
    assert_eq!(world.status(), "connecting");
    announce(&world, 1, NOVA);
    world.pass(WALLET_ANNOUNCE_MS);
    assert_eq!((world.status().as_str(), account(&world)["address"].as_str()), ("connected", Some(MOON)));
    assert_eq!(world.wallets.last("wm_connect").unwrap()["silent"], true);
    assert_eq!(world.wallets.count("wm_connect"), 1);
    assert_eq!(world.host.details("wallet-connect").last().unwrap()["reconnect"], true);
}

// req: 4.2, 10.58
#[test]
fn connects_when_a_wallet_locked_on_reload_unlocks() {
    let world = connected().reload_with(page_options());
    willing(&world, 1, &[]);
    announce(&world, 1, NOVA);
    world.pass(WALLET_CLAIM_MS);
    assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("reconnecting", 1));
    world.pass(WALLET_SILENT_MS);
    assert_eq!(world.status(), "disconnected");
    assert_eq!(world.record("connection_status"), Some(json!("connected")));
    world.wallets.tell(1, &WalletEvent::Accounts(accounts(&[SUN])));
    world.run();
    assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("connected", 1));
}

// req: 10.33
#[test]
fn marks_two_wallets_with_one_name_and_asks_neither() {
    let world = connected().reload_with(page_options());
    for number in [1, 2] {
        willing(&world, number, &[SUN]);
    }
    announce(&world, 1, NOVA);
    announce(&world, 2, "solana:nova-wallet~2");
    world.pass(WALLET_ANNOUNCE_MS);
    assert_eq!(world.wallets.count("wm_connect"), 0);
    world.open("Connect");
    let rows: Vec<Value> = world.page_rows();
    let marks = rows.iter().map(|row| (row["id"].as_str().unwrap(), row["conflict"] == true));
    assert_eq!(marks.collect::<Vec<_>>(), [(NOVA, true), ("solana:nova-wallet~2", true)]);
    // each row leads to its own wallet
    let asked = Rc::new(RefCell::new(Vec::new()));
    for number in [1, 2] {
        let list = asked.clone();
        world.wallets.answer(number, move |method, _| {
            list.borrow_mut().push((number, method.to_owned()));
            ok(accounts(&[SUN]))
        });
    }
    world.dispatch(json!({"type": "connect.select", "id": "solana:nova-wallet~2"}));
    world.pass(5_000);
    assert_eq!(asked.borrow()[0], (2, "wm_connect".to_owned()));
    assert_eq!(account(&world)["address"], SUN);
}

// req: 4.28, 6.4
#[test]
fn sends_each_request_with_the_current_network_and_account() {
    let world = connected();
    let sign = |world: &World, pubkey: &str| {
        let asked =
            world.engine.request("solana", "solana_signMessage", json!({"message": HELLO, "pubkey": pubkey}));
        world.pass(100);
        asked
    };
    let asked = || {
        let params = world.wallets.last("solana_signMessage").unwrap();
        (params["chain"].clone(), params["pubkey"].clone())
    };
    assert!(world.settled(&sign(&world, SUN)).is_ok());
    assert_eq!(asked(), (json!(MAINNET), json!(SUN)));
    // no wallet of this family is on a network: nothing is waited for
    let switched = world.dispatch(json!({"type": "networks.switch", "network": DEVNET}));
    assert!(world.settled(&switched).is_ok());
    world.wallets.tell(1, &WalletEvent::Accounts(accounts(&[MOON, SUN])));
    world.run();
    assert!(world.settled(&sign(&world, MOON)).is_ok());
    assert_eq!(asked(), (json!(DEVNET), json!(MOON)));
}

// req: 6.4
#[test]
fn blocks_a_request_that_names_another_network_or_account() {
    let world = connected();
    for (name, other) in [("chain", "solana:devnet"), ("chainId", DEVNET), ("account", MOON)] {
        let mut params = json!({"message": HELLO, "pubkey": SUN});
        params[name] = other.into();
        let asked = world.engine.request("solana", "solana_signMessage", params);
        world.pass(100);
        assert_eq!(world.settled(&asked), Err(Error::BadParams { field: "chain".into() }), "{name}");
    }
    assert_eq!(world.wallets.count("solana_signMessage"), 0);
    // its own network can be named by any of its names
    for own in ["solana:mainnet", MAINNET] {
        let params = json!({"message": HELLO, "pubkey": SUN, "chainId": own});
        let asked = world.engine.request("solana", "solana_signMessage", params);
        world.pass(100);
        assert!(world.settled(&asked).is_ok(), "{own}");
        let sent = world.wallets.last("solana_signMessage").unwrap();
        assert_eq!(sent, json!({"message": HELLO, "pubkey": SUN, "chain": MAINNET}));
    }
}

#[test]
fn lists_standard_wallets_although_eip_6963_is_off() {
    let mut options = page_options();
    options["enableEIP6963"] = false.into();
    let world = World::with(options, Default::default());
    announce(&world, 1, NOVA);
    world.open("Connect");
    assert_eq!(world.page_rows().len(), 1);
}
