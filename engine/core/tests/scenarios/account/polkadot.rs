//! The Polkadot balance by the word of the network's own node (decision 100, "Balance and services on Polkadot").

use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wallet_engine::caip::Namespace;

const DOT: &str = "polkadot:91b171bb158e2d3848fa23a9f1c25182";
const GENESIS: &str = "0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3";
const OTHER: &str = "0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe";
const ALICE: &str = "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY";
/// Where networks keep Alice's entry.
const KEY: &str = "0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9de1e86a9a8c739864cf3cc5ec2bea59fd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d";

#[derive(Clone)]
struct Node {
    entry: Rc<RefCell<Value>>,
    genesis: Rc<Cell<&'static str>>,
    asked: Rc<RefCell<Vec<String>>>,
    /// All requests that left, to whichever host.
    urls: Rc<RefCell<Vec<String>>>,
}

/// What an account has: free, reserved, frozen, with the mark of the newer kind.
pub fn entry(free: u128, reserved: u128, frozen: u128) -> Value {
    let numbers = [free, reserved, frozen, 1 << 127].map(u128::to_le_bytes).concat();
    json!(alloy_primitives::hex::encode_prefixed([&[1; 16][..], &numbers].concat()))
}

fn page(rpc: &[&str]) -> (World, Node) {
    let network = json!({"id": "91b171bb158e2d3848fa23a9f1c25182", "caipNetworkId": DOT, "chainNamespace": "polkadot",
        "name": "Polkadot", "nativeCurrency": {"name": "Dot", "symbol": "DOT", "decimals": 10},
        "rpcUrls": {"default": {"http": rpc}}});
    let world = World::with(json!({"projectId": "demo", "networks": [network]}), Default::default());
    let node = Node {
        entry: Rc::new(RefCell::new(entry(1_234_500_000_000, 50_000_000_000, 250_000_000_000))),
        genesis: Rc::new(Cell::new(GENESIS)),
        asked: Rc::default(),
        urls: Rc::default(),
    };
    let own = node.clone();
    world.served(move |request| {
        own.urls.borrow_mut().push(request.url.clone());
        let body = request.body.as_ref().filter(|_| request.url.contains(":9944"))?;
        let asked: Value = serde_json::from_str(&body.text).unwrap();
        let method = asked["method"].as_str().unwrap();
        own.asked.borrow_mut().push(method.into());
        let result = match method {
            "state_getStorage" => {
                assert_eq!(asked["params"], json!([KEY]));
                own.entry.borrow().clone()
            }
            "chain_getBlockHash" => json!(own.genesis.get()),
            _ => return Some(status(404, "{}")),
        };
        Some(status(200, &json!({"jsonrpc": "2.0", "id": 1, "result": result}).to_string()))
    });
    world.wallets.answer(1, |method, _| match method {
        "wm_connect" => ok(json!({"accounts": [{"chain": DOT, "address": ALICE}]})),
        _ => ok(Value::Null),
    });
    world.announce_of(Namespace::Polkadot, 1, "polkadot:nova", "Nova", None);
    world.connect("polkadot:nova");
    world.open("Account");
    world.pass(5_000);
    (world, node)
}

fn balance(world: &World) -> Value {
    world.slice("account")["balance"].clone()
}

const NODE: &[&str] = &["http://localhost:9944"];

// req: 6.9
#[test]
fn reads_the_spendable_balance_from_the_networks_node_only() {
    let (world, node) = page(NODE);
    let shown = balance(&world);
    assert_eq!((&shown["amount"], &shown["symbol"]), (&json!("103.450"), &json!("DOT")), "{shown}");
    let list = world.slice("tokens")["list"].clone();
    assert_eq!((list.as_array().unwrap().len(), &list[0]["symbol"]), (1, &json!("DOT")));
    let urls = node.urls.borrow();
    assert!(urls.iter().all(|url| !url.contains("/balance") && !url.contains("json-rpc")), "{urls:?}");
}

// req: 6.9
#[test]
fn shows_zero_for_an_account_that_never_received_anything() {
    let (world, node) = page(NODE);
    *node.entry.borrow_mut() = Value::Null;
    world.pass(31_000);
    world.dispatch(json!({"type": "balances.refresh"}));
    world.pass(5_000);
    assert_eq!((&balance(&world)["phase"], &balance(&world)["amount"]), (&json!("ready"), &json!("0.000")));
}

// req: 6.9, 8.15
#[test]
fn keeps_the_old_balance_when_the_node_is_wrong_or_invalid() {
    for (genesis, said) in [(OTHER, None), (GENESIS, Some(json!("0x00"))), (GENESIS, Some(json!(7)))] {
        let (world, node) = page(NODE);
        node.genesis.set(genesis);
        if let Some(said) = said {
            *node.entry.borrow_mut() = said;
        }
        world.pass(31_000);
        world.dispatch(json!({"type": "balances.refresh"}));
        world.pass(5_000);
        assert_eq!(balance(&world)["phase"], "old");
    }
}

// req: 6.9
#[test]
fn reads_no_balance_without_a_node() {
    let (world, node) = page(&[]);
    assert_eq!(balance(&world)["phase"], "none");
    assert!(node.asked.borrow().is_empty());
    assert!(world.host.details("wallet-toast").is_empty());
}
