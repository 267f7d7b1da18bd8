//! The Cosmos balance by the word of the network's own REST node (decision 96, "Provider and balance on Cosmos").

use crate::support::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use wallet_engine::caip::Namespace;

pub const HUB: &str = "cosmos:cosmoshub-4";
pub const ANNA: &str = "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq";
pub const REST: &str = "http://localhost:1317";

pub fn network_with(own: Option<Value>) -> Value {
    let mut network = json!({"id": "cosmoshub-4", "caipNetworkId": HUB, "chainNamespace": "cosmos", "name": "Hub",
        "nativeCurrency": {"name": "Atom", "symbol": "ATOM", "decimals": 6},
        "rpcUrls": {"default": {"http": ["http://localhost:26657"]}}});
    if let Some(own) = own {
        network["cosmos"] = own;
    }
    network
}

pub fn own() -> Value {
    json!({"bech32Prefix": "cosmos", "rest": REST,
        "feeCurrencies": [{"coinDenom": "OSMO", "coinMinimalDenom": "uosmo", "coinDecimals": 6},
            {"coinDenom": "ATOM", "coinMinimalDenom": "uatom", "coinDecimals": 6}]})
}

pub fn entry(units: &str) -> Value {
    json!({"balance": {"denom": "uatom", "amount": units}})
}

pub fn info(name: &str) -> Value {
    json!({"default_node_info": {"network": name}})
}

/// What the node says of the balance and of itself; which of its urls were asked.
struct Node {
    said: Rc<RefCell<(Value, Value)>>,
    urls: Rc<RefCell<Vec<String>>>,
}

fn page(network: Value) -> (World, Node) {
    let world = World::with(json!({"projectId": "demo", "networks": [network]}), Default::default());
    let said = Rc::new(RefCell::new((entry("103450000"), info("cosmoshub-4"))));
    let urls: Rc<RefCell<Vec<String>>> = Rc::default();
    let (own, asked) = (said.clone(), urls.clone());
    world.served(move |request| {
        asked.borrow_mut().push(request.url.clone());
        let path = request.url.strip_prefix(REST)?;
        let (entry, info) = own.borrow().clone();
        Some(match path.starts_with("/cosmos/bank/") {
            true => status(200, &entry.to_string()),
            false => status(200, &info.to_string()),
        })
    });
    world.wallets.answer(1, |method, _| match method {
        "wm_connect" => ok(json!({"accounts": [{"chain": HUB, "address": ANNA}]})),
        _ => ok(Value::Null),
    });
    world.announce_of(Namespace::Cosmos, 1, "cosmos:keplr", "Keplr", None);
    world.connect("cosmos:keplr");
    world.open("Account");
    world.pass(5_000);
    (world, Node { said, urls })
}

fn balance(world: &World) -> Value {
    world.slice("account")["balance"].clone()
}

// req: 6.9
#[test]
fn reads_the_balance_from_the_networks_rest_node_only() {
    let (world, node) = page(network_with(Some(own())));
    let shown = balance(&world);
    assert_eq!((&shown["amount"], &shown["symbol"]), (&json!("103.450"), &json!("ATOM")), "{shown}");
    assert_eq!(world.slice("tokens")["list"][0]["symbol"], "ATOM");
    let urls = node.urls.borrow();
    let bank = format!("{REST}/cosmos/bank/v1beta1/balances/{ANNA}/by_denom?denom=uatom");
    assert!(urls.contains(&bank), "{urls:?}");
    assert!(urls.iter().all(|url| !url.contains("/balance?") && !url.contains("26657")), "{urls:?}");
}

// req: 6.9, 8.15
#[test]
fn shows_no_balance_from_a_wrong_or_invalid_node() {
    let other = json!({"balance": {"denom": "uosmo", "amount": "1"}});
    for (said, name) in [
        (entry("1"), "theta-testnet-001"),
        (entry("-1"), "cosmoshub-4"),
        (entry("1.5"), "cosmoshub-4"),
        (entry(&"9".repeat(78)), "cosmoshub-4"),
        (other, "cosmoshub-4"),
        (json!({"balance": null}), "cosmoshub-4"),
    ] {
        let (world, node) = page(network_with(Some(own())));
        *node.said.borrow_mut() = (said.clone(), info(name));
        world.pass(31_000);
        world.dispatch(json!({"type": "balances.refresh"}));
        world.pass(5_000);
        assert_eq!(balance(&world)["phase"], "old", "{said} {name}");
    }
}

// req: 6.9
#[test]
fn reads_no_balance_without_a_rest_node_or_a_coin_name() {
    let nameless = json!({"bech32Prefix": "cosmos", "rest": REST});
    let mut nodeless = own();
    nodeless["rest"] = Value::Null;
    for own in [None, Some(nameless), Some(nodeless)] {
        let (world, node) = page(network_with(own.clone()));
        assert_eq!(balance(&world)["phase"], "none", "{own:?}");
        let urls = node.urls.borrow();
        assert!(urls.iter().all(|url| !url.contains("/cosmos/")), "{urls:?}");
        assert!(world.host.details("wallet-toast").is_empty());
    }
}
