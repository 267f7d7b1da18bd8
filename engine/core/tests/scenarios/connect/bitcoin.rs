//! Wallets of bitcoin in the page: one network at a time, an account for each purpose, and only what is paid from becomes the current one
//! (docs/spec/page-wallets.md section 3, decision 91, "Bitcoin wallets in the browser").

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::caip::Namespace;
use wallet_engine::error::Error;
use wallet_engine::ports::provider::WalletEvent;

const MAIN: &str = "bip122:000000000019d6689c085ae165831e93";
const TEST: &str = "bip122:000000000933ea01ad0ee984209779ba";
const PAYS: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const OTHER: &str = "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy";
const HOLDS: &str = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0";
const STACKS: &str = "SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7";
const TESTS: &str = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
const NOVA: &str = "bip122:nova";

fn bitcoin(chain: &str, name: &str) -> Value {
    json!({"id": chain.split(':').nth(1), "caipNetworkId": chain, "chainNamespace": "bip122", "name": name,
        "nativeCurrency": {"name": "Bitcoin", "symbol": "BTC", "decimals": 8},
        "rpcUrls": {"default": {"http": ["http://localhost:3002"]}}})
}

fn account(chain: &str, address: &str, kind: &str) -> Value {
    json!({"chain": chain, "address": address, "type": kind})
}

fn answer(chain: &str, accounts: &[Value]) -> Value {
    json!({"chain": chain, "accounts": accounts})
}

fn all() -> Value {
    let accounts = [
        account(MAIN, HOLDS, "ordinal"),
        account(MAIN, PAYS, "payment"),
        account(MAIN, STACKS, "stx"),
        account(MAIN, OTHER, "payment"),
    ];
    answer(MAIN, &accounts)
}

fn page() -> World {
    let options = json!({"networks": [bitcoin(MAIN, "Bitcoin"), bitcoin(TEST, "Bitcoin Testnet"), network(1337, "Demo Chain")],
        "reviewRequests": "never"});
    let world = World::with(options, Default::default());
    world.announce_of(Namespace::Bip122, 1, NOVA, "Nova", None);
    world
}

fn willing(world: &World, told: Value) {
    world.wallets.answer(1, move |method, params| match method {
        "wm_connect" => ok(told.clone()),
        "signMessage" => ok(json!({"address": params["address"], "signature": "AA=="})),
        _ => ok(Value::Null),
    });
}

fn connected() -> World {
    let world = page();
    willing(&world, all());
    world.connect(NOVA);
    world
}

fn entries(world: &World) -> Vec<Value> {
    let slice = world.slice("accounts");
    let all = slice["list"].as_array().unwrap();
    let of = all.iter().find(|account| account["namespace"] == "bip122").unwrap();
    of["allAccounts"].as_array().unwrap().clone()
}

fn addresses(world: &World) -> Vec<String> {
    entries(world).iter().map(|entry| entry["address"].as_str().unwrap().to_string()).collect()
}

// req: 1.11, 4.14, 4.15
#[test]
fn connects_only_payment_accounts() {
    let world = connected();
    assert_eq!(world.slice("account")["caipAddress"], format!("{MAIN}:{PAYS}"));
    assert_eq!(addresses(&world), [PAYS, OTHER, HOLDS, STACKS]);
    assert_eq!(entries(&world)[2]["type"], "ordinal");
    assert_eq!(world.wallets.last("wm_connect").unwrap(), json!({"chains": [MAIN, TEST], "silent": false}));
    // also if the wallet tells of it by itself
    world.wallets.tell(1, &WalletEvent::Accounts(json!([account_of(HOLDS), account_of(OTHER)])));
    world.run();
    assert_eq!(world.slice("account")["address"], HOLDS, "what states no purpose is for payments");
    let told = json!([account(MAIN, HOLDS, "ordinal"), account(MAIN, OTHER, "payment")]);
    world.wallets.tell(1, &WalletEvent::Accounts(told));
    world.run();
    assert_eq!(addresses(&world), [OTHER, HOLDS]);
}

fn account_of(address: &str) -> Value {
    json!({"chain": MAIN, "address": address})
}

// req: 1.11
#[test]
fn merges_an_address_with_two_purposes_into_a_payment_account() {
    let world = page();
    willing(&world, answer(MAIN, &[account(MAIN, HOLDS, "ordinal"), account(MAIN, HOLDS, "payment")]));
    world.connect(NOVA);
    assert_eq!(addresses(&world), [HOLDS]);
    assert_eq!(entries(&world)[0]["type"], "payment");
}

// req: 1.11
#[test]
fn stays_disconnected_without_a_payment_account_on_this_network() {
    for told in [
        answer(MAIN, &[account(MAIN, HOLDS, "ordinal"), account(MAIN, STACKS, "stx")]),
        answer(MAIN, &[account(MAIN, TESTS, "payment")]),
        answer(TEST, &[account(TEST, PAYS, "payment"), account(TEST, OTHER, "payment")]),
        answer(MAIN, &[account(MAIN, STACKS, "payment")]),
    ] {
        let world = page();
        willing(&world, told.clone());
        world.open("Connect");
        let pressed = world.dispatch(json!({"type": "connect.select", "id": NOVA}));
        assert!(world.settled(&pressed).is_err(), "{told}");
        assert_eq!(world.status(), "disconnected", "{told}");
        assert_eq!(world.wallets.count("wm_connect"), 1, "{told}");
    }
}

// req: 1.11, 1.14
#[test]
fn replaces_the_accounts_when_the_network_changes() {
    let world = connected();
    world.wallets.tell(1, &WalletEvent::Chain(json!(TEST)));
    world.wallets.tell(
        1,
        &WalletEvent::Accounts(json!([account(TEST, PAYS, "payment"), account(TEST, TESTS, "payment")])),
    );
    world.run();
    assert_eq!(world.slice("account")["caipAddress"], format!("{TEST}:{TESTS}"));
    assert_eq!(addresses(&world), [TESTS]);
}

// req: 1.14
#[test]
fn shows_an_unsupported_network_without_another_request() {
    const SIGNET: &str = "bip122:00000008819873e925422c1ff0f99f7c";
    let world = page();
    willing(&world, answer(SIGNET, &[account(SIGNET, TESTS, "payment")]));
    world.connect(NOVA);
    assert_eq!(world.status(), "connected");
    world.open("Account");
    assert_eq!(world.view(), "UnsupportedChain");
    assert_eq!(world.wallets.count("wm_connect"), 1);
    assert_eq!(world.wallets.count("wm_switchChain"), 0);
}

// req: 6.3, 6.5
#[test]
fn rejects_a_request_for_another_account_or_network() {
    let world = connected();
    let ask = |params: Value| {
        let asked = world.engine.request("bip122", "signMessage", params);
        world.run();
        world.settled(&asked)
    };
    ask(json!({"message": "hi", "address": HOLDS, "account": PAYS})).unwrap();
    let asked = json!({"message": "hi", "address": HOLDS, "account": PAYS, "chain": MAIN});
    assert_eq!(world.wallets.last("signMessage").unwrap(), asked);
    ask(json!({"message": "hi", "account": PAYS, "chainId": MAIN})).unwrap();
    // segwit in capitals is the same address: the wallet hears it as it wrote it itself
    let loud = |address: &str| address.to_ascii_uppercase();
    ask(json!({"message": "hi", "account": loud(PAYS), "address": loud(HOLDS)})).unwrap();
    assert_eq!(world.wallets.last("signMessage").unwrap(), asked);
    for wrong in [
        json!({"account": OTHER}),
        json!({"account": loud(OTHER)}),
        json!({"account": PAYS.replacen('q', "Q", 1)}),
        json!({}),
        json!({"account": PAYS, "chain": TEST}),
        json!({"account": PAYS, "chainId": 1}),
        json!([1]),
    ] {
        assert!(matches!(ask(wrong.clone()), Err(Error::BadParams { .. })), "{wrong}");
    }
    assert_eq!(world.wallets.count("signMessage"), 3);
}

/// A wallet without a silent question, as Leather 6.73 is: it answers silently with what the page has stored.
fn remembers(world: &World) {
    world.wallets.answer(1, |method, params| match method {
        "wm_connect" if params["silent"] == true => {
            let stored = params["stored"].clone();
            ok(json!({"chain": MAIN, "accounts": if stored.is_null() { json!([]) } else { stored }, "remembered": true}))
        }
        "wm_connect" => ok(all()),
        _ => ok(json!({"address": PAYS, "signature": "AA=="})),
    });
}

// req: 1.11, 4.2, 10.58
#[test]
fn restores_unconfirmed_a_wallet_that_cant_confirm_silently() {
    let world = page();
    remembers(&world);
    world.connect(NOVA);
    assert_eq!(world.slice("account")["confirmation"], "confirmed");
    assert!(world.wallets.last("wm_connect").unwrap().get("stored").is_none(), "a person is asked");
    let options = json!({"networks": [bitcoin(MAIN, "Bitcoin"), bitcoin(TEST, "Bitcoin Testnet"), network(1337, "Demo Chain")],
        "reviewRequests": "never"});
    let world = world.reload_with(options);
    remembers(&world);
    world.announce_of(Namespace::Bip122, 1, NOVA, "Nova", None);
    world.pass(6_000);
    let asked = world.wallets.last("wm_connect").unwrap();
    let stored: Vec<&str> =
        asked["stored"].as_array().unwrap().iter().map(|of| of["address"].as_str().unwrap()).collect();
    assert_eq!((&asked["silent"], stored), (&json!(true), vec![PAYS, OTHER, HOLDS, STACKS]));
    assert_eq!(asked["stored"][0], account(MAIN, PAYS, "payment"));
    assert_eq!(world.slice("account")["caipAddress"], format!("{MAIN}:{PAYS}"));
    assert_eq!(world.slice("account")["confirmation"], "needed");
    // no payer is given an address that only storage names
    world.open("Receive");
    assert_eq!(world.slice("receive")["address"], Value::Null);
    // its requests go to it as ever
    let signed = world.engine.request("bip122", "signMessage", json!({"account": PAYS, "message": "hi"}));
    world.run();
    assert!(world.settled(&signed).is_ok());
    world.dispatch(json!({"type": "accounts.confirm", "namespace": "bip122"}));
    world.run();
    assert_eq!(world.slice("account")["confirmation"], "confirmed");
    // who leaves manually is not brought back
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.pass(4_000);
    let world = world.reload_with(json!({"networks": [bitcoin(MAIN, "Bitcoin")]}));
    remembers(&world);
    world.announce_of(Namespace::Bip122, 1, NOVA, "Nova", None);
    world.pass(6_000);
    assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("disconnected", 0));
}
