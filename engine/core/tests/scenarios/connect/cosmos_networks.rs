//! Cosmos: an address belongs to one network. After a switch the account is the one that the wallet has on that network, and a network without
//! an address is not gone to (docs/spec/page-wallets.md section 5, decision 231, "Cosmos networks and prefixes").

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::caip::Namespace;
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::provider::WalletEvent;

const HUB: &str = "cosmos:cosmoshub-4";
const STARGAZE: &str = "cosmos:stargaze-1";
const INJECTIVE: &str = "cosmos:injective-1";
const ANNA: &str = "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq";
const ANNA_STARS: &str = "stars1vqpjljwsynsn58dugz0w8ut7kun7t8ls7upxm3";
const ANNA_INJ: &str = "inj1vqpjljwsynsn58dugz0w8ut7kun7t8lsqfplzc";
const BERT: &str = "cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a";
const BERT_STARS: &str = "stars1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq8lhzvv";
const KEPLR: &str = "cosmos:keplr";

fn cosmos(chain: &str, name: &str) -> Value {
    json!({"id": chain.split(':').nth(1), "caipNetworkId": chain, "chainNamespace": "cosmos", "name": name,
        "nativeCurrency": {"name": "Coin", "symbol": "COIN", "decimals": 6},
        "rpcUrls": {"default": {"http": ["http://localhost:26657"]}}})
}

fn told() -> Value {
    json!({"bech32Prefix": "inj", "coinType": 60, "rest": "http://localhost:1317",
        "feeCurrencies": [{"coinDenom": "COIN", "coinMinimalDenom": "ucoin", "coinDecimals": 6}]})
}

fn page_options(networks: &[Value]) -> Value {
    json!({ "networks": networks })
}

fn two() -> Value {
    page_options(&[cosmos(HUB, "Hub"), cosmos(STARGAZE, "Stargaze")])
}

fn account(chain: &str, address: &str) -> Value {
    json!({ "chain": chain, "address": address })
}

/// A wallet that has a separate address on each of these networks, and is asked for some of them.
fn has(world: &World, all: &'static [(&'static str, &'static str)], unread: &'static [&'static str]) {
    world.wallets.answer(1, move |method, params| {
        let asked = |chain: &str| match method {
            "wm_connect" => params["chains"].as_array().unwrap().iter().any(|of| of == chain),
            _ => params["chain"] == chain,
        };
        let accounts: Vec<Value> = all
            .iter()
            .filter(|(chain, _)| asked(chain))
            .map(|(chain, address)| account(chain, address))
            .collect();
        match method {
            "wm_connect" => ok(json!({ "accounts": accounts, "unread": unread })),
            "wm_switchChain" => ok(json!({ "accounts": accounts })),
            _ => ok(Value::Null),
        }
    });
}

const BOTH: &[(&str, &str)] = &[(HUB, ANNA), (STARGAZE, ANNA_STARS), (INJECTIVE, ANNA_INJ)];

fn connected_with(options: Value) -> World {
    let world = World::with(options, Default::default());
    world.announce_of(Namespace::Cosmos, 1, KEPLR, "Keplr", None);
    has(&world, BOTH, &[]);
    world.connect(KEPLR);
    world
}

fn switch(world: &World, chain: &str) -> Join {
    let switched = world.dispatch(json!({"type": "networks.switch", "network": chain}));
    world.pass(4_000);
    switched
}

fn caip(world: &World) -> Value {
    world.slice("account")["caipAddress"].clone()
}

fn receives(world: &World) -> (Value, Vec<Value>) {
    world.open("Receive");
    let receive = world.slice("receive");
    let networks = receive["networks"].as_array().unwrap();
    (receive["address"].clone(), networks.iter().map(|network| network["name"].clone()).collect())
}

// req: 1.13, 10.58
#[test]
fn switches_account_and_receive_address_with_the_network() {
    let world = connected_with(two());
    assert_eq!(caip(&world), format!("{HUB}:{ANNA}"));
    assert_eq!(receives(&world), (json!(ANNA), vec![json!("Hub")]));
    assert!(world.settled(&switch(&world, STARGAZE)).is_ok());
    assert_eq!(caip(&world), format!("{STARGAZE}:{ANNA_STARS}"));
    assert_eq!(receives(&world), (json!(ANNA_STARS), vec![json!("Stargaze")]));
    let public = world.slice("accounts")["list"][0].clone();
    assert_eq!(public["caipAddress"], format!("{STARGAZE}:{ANNA_STARS}"));
    let all: Vec<&Value> = public["allAccounts"].as_array().unwrap().iter().collect();
    assert_eq!((&all[0]["chain"], &all[0]["address"]), (&json!(STARGAZE), &json!(ANNA_STARS)));
    assert_eq!((&all[1]["chain"], &all[1]["address"]), (&json!(HUB), &json!(ANNA)));
    assert!(world.settled(&switch(&world, HUB)).is_ok());
    assert_eq!(caip(&world), format!("{HUB}:{ANNA}"));
}

// req: 1.13, 10.58
#[test]
fn lists_networks_that_share_an_address_together() {
    const TESTNET: &str = "cosmos:theta-testnet-001";
    let world =
        World::with(page_options(&[cosmos(HUB, "Hub"), cosmos(TESTNET, "Theta")]), Default::default());
    world.announce_of(Namespace::Cosmos, 1, KEPLR, "Keplr", None);
    has(&world, &[(HUB, ANNA), (TESTNET, ANNA)], &[]);
    world.connect(KEPLR);
    assert_eq!(receives(&world), (json!(ANNA), vec![json!("Hub"), json!("Theta")]));
    assert!(world.settled(&switch(&world, TESTNET)).is_ok());
    assert_eq!(caip(&world), format!("{TESTNET}:{ANNA}"));
}

// req: 1.13, 4.2, 10.58
#[test]
fn restores_only_the_networks_of_stored_accounts() {
    let three =
        || page_options(&[cosmos(HUB, "Hub"), cosmos(STARGAZE, "Stargaze"), cosmos(INJECTIVE, "Injective")]);
    let world = connected_with(two());
    switch(&world, STARGAZE);
    let world = world.reload_with(three());
    world.announce_of(Namespace::Cosmos, 1, KEPLR, "Keplr", None);
    has(&world, BOTH, &[]);
    world.pass(6_000);
    let asked = world.wallets.last("wm_connect").unwrap();
    assert_eq!((&asked["silent"], &asked["chains"]), (&json!(true), &json!([STARGAZE, HUB])));
    assert_eq!(caip(&world), format!("{STARGAZE}:{ANNA_STARS}"));
    // the third is asked for when the user goes there
    assert!(world.settled(&switch(&world, INJECTIVE)).is_ok());
    assert_eq!(caip(&world), format!("{INJECTIVE}:{ANNA_INJ}"));
}

// req: 1.13, 5.8, 10.58
#[test]
fn enables_a_network_that_was_added_later_when_switching_to_it() {
    let world = connected_with(page_options(&[cosmos(HUB, "Hub")]));
    let mut network = cosmos(INJECTIVE, "Injective");
    network["cosmos"] = told();
    world.dispatch(json!({"type": "networks.add", "namespace": "cosmos", "network": network}));
    world.run();
    assert_eq!(world.wallets.count("wm_switchChain"), 0, "nothing was pressed");
    assert!(world.settled(&switch(&world, INJECTIVE)).is_ok());
    let asked = world.wallets.last("wm_switchChain").unwrap();
    assert_eq!((&asked["chain"], &asked["networks"][0]["cosmos"]), (&json!(INJECTIVE), &told()));
    assert_eq!(caip(&world), format!("{INJECTIVE}:{ANNA_INJ}"));
}

// req: 1.13, 4.29, 5.8, 10.58
#[test]
fn stays_on_the_network_when_the_target_has_no_address() {
    for (answer, said) in [
        (refuse(4901, "Network not found: Injective"), Error::NetworkNotFound),
        // an older adapter, or one that says nothing of what it has there
        (ok(Value::Null), Error::SwitchFailed { network: "Injective".into() }),
        (ok(json!({"accounts": [account(HUB, ANNA)]})), Error::SwitchFailed { network: "Injective".into() }),
        (refuse(4001, "Request rejected"), Error::UserRejected),
    ] {
        let world = connected_with(page_options(&[cosmos(HUB, "Hub")]));
        let network = cosmos(INJECTIVE, "Injective");
        world.dispatch(json!({"type": "networks.add", "namespace": "cosmos", "network": network}));
        world.run();
        let answer = std::cell::RefCell::new(Some(answer));
        world.wallets.answer(1, move |_, _| answer.borrow_mut().take().unwrap_or_else(|| ok(Value::Null)));
        let switched = switch(&world, INJECTIVE);
        assert_eq!(world.settled(&switched), Err(said));
        assert_eq!(caip(&world), format!("{HUB}:{ANNA}"));
    }
}

// req: 1.13, 10.58
#[test]
fn names_a_network_whose_key_is_unreadable_and_keeps_the_others() {
    // the page would show Injective first: a Ledger of the wallet has no key for it
    let world = World::with(
        page_options(&[cosmos(INJECTIVE, "Injective"), cosmos(HUB, "Hub"), cosmos(STARGAZE, "Stargaze")]),
        Default::default(),
    );
    world.announce_of(Namespace::Cosmos, 1, KEPLR, "Keplr", None);
    has(&world, &[(HUB, ANNA), (STARGAZE, ANNA_STARS)], &[INJECTIVE]);
    world.connect(KEPLR);
    assert_eq!(caip(&world), format!("{HUB}:{ANNA}"));
    assert_eq!(world.toasts(), ["Keplr didn't share an address for Injective"]);
    let unread = |world: &World| {
        let groups = world.slice("networks")["groups"].clone();
        let rows =
            groups.as_array().unwrap().iter().flat_map(|group| group["rows"].as_array().unwrap().clone());
        let unread =
            rows.filter(|row| row["unread"] == true).map(|row| row["name"].as_str().unwrap().to_owned());
        unread.collect::<Vec<_>>()
    };
    assert_eq!(unread(&world), ["Injective"]);
    let switched = switch(&world, INJECTIVE);
    assert_eq!(world.settled(&switched), Err(Error::SwitchFailed { network: "Injective".into() }));
    assert_eq!(caip(&world), format!("{HUB}:{ANNA}"));
    // another account of the wallet has a key there: the row can be chosen, and the note is gone
    has(&world, BOTH, &[]);
    assert!(world.settled(&switch(&world, INJECTIVE)).is_ok());
    assert_eq!((caip(&world), unread(&world)), (json!(format!("{INJECTIVE}:{ANNA_INJ}")), vec![]));
}

// req: 1.13, 4.7, 10.58
#[test]
fn follows_a_changed_key_store_on_another_network() {
    let world = connected_with(two());
    switch(&world, STARGAZE);
    let now = json!([account(HUB, BERT), account(STARGAZE, BERT_STARS)]);
    world.wallets.tell(1, &WalletEvent::Accounts(json!({ "accounts": now })));
    world.run();
    assert_eq!(caip(&world), format!("{STARGAZE}:{BERT_STARS}"));
    assert!(world.settled(&switch(&world, HUB)).is_ok());
    assert_eq!(caip(&world), format!("{HUB}:{BERT}"));
    // a key that is good on the other network only: the page is never shown with a foreign address
    world.wallets.tell(1, &WalletEvent::Accounts(json!({"accounts": [account(STARGAZE, ANNA_STARS)]})));
    world.run();
    assert_eq!(caip(&world), format!("{STARGAZE}:{ANNA_STARS}"));
    assert_eq!(world.slice("networks")["active"]["name"], "Stargaze");
}
