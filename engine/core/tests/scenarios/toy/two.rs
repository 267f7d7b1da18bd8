//! Two families at once: the page shows one of them, and what concerns the other goes on.

use crate::support::sign_in::{ALICES_KEY, signature};
use crate::support::toy::{anna, ben};
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::provider::WalletEvent;
use wallet_engine::ports::siwx::SiwxSettings;

/// The wallet of eip155; that of the toy family is 1.
const DEMO: u32 = 2;

pub(super) fn options_of_both(signs_in: bool) -> Value {
    let mut both = options();
    let others = toy::options()["networks"].as_array().unwrap().clone();
    both["networks"].as_array_mut().unwrap().extend(others);
    if signs_in {
        both["siwx"] = json!({});
    }
    both
}

pub(super) fn wallets(world: &World) {
    let node = toy::Node {
        made: std::rc::Rc::default(),
        units: std::rc::Rc::new(std::cell::Cell::new(10_000_000)),
        state: std::rc::Rc::new(std::cell::Cell::new("done")),
        sent: std::rc::Rc::default(),
    };
    toy::serve(world, &node);
    toy::but(world, |_, _| None);
    toy::announce(world);
    world.but(DEMO, |method, params| {
        (method == "personal_sign").then(|| ok(json!(signature(&ALICES_KEY, params))))
    });
    world.announce(DEMO, "Demo Wallet", Some("dev.demo"));
}

/// A page of both; `required` of a sign-in, if there is one.
pub(super) fn page(required: Option<bool>) -> World {
    let chain = Chain::default();
    let required_now = required.unwrap_or_default();
    chain.siwx.settings.set(SiwxSettings { required: required_now, ..SiwxSettings::default() });
    let world = World::over(options_of_both(required.is_some()), Default::default(), chain);
    wallets(&world);
    world
}

pub(super) fn connect(world: &World, id: &str) -> Join {
    let connected = world.dispatch(json!({"type": "connect.start", "connectorId": id}));
    world.celebrated();
    connected
}

/// Both are connected; the page shows the second.
fn connected() -> World {
    let world = page(None);
    for id in ["dev.demo", "dev.toy"] {
        let joined = connect(&world, id);
        assert!(world.settled(&joined).is_ok(), "{id}");
    }
    world
}

pub(super) fn shown(world: &World) -> Value {
    world.slice("networks")["active"]["caipNetworkId"].clone()
}

pub(super) fn told(world: &World, name: &str) -> Vec<Value> {
    world.host.details(name).iter().map(|told| told["namespace"].clone()).collect()
}

fn moves_account(world: &World, wallet: u32, address: &str) {
    world.wallets.tell(wallet, &WalletEvent::Accounts(json!([address])));
    world.run();
}

fn confirm(world: &World) {
    world.dispatch(json!({"type": "review.confirm", "id": world.slice("review")["id"]}));
}

/// Of eip155: a call that is read first.
fn call(world: &World) -> Join {
    world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "data": "0xdeadbeef"}]))
}

#[test]
fn switches_to_the_namespace_of_a_wallet_without_chain_ids() {
    let world = connected();
    assert_eq!(shown(&world), "toy:one");
    assert_eq!(world.slice("account")["address"], json!(anna()));
    assert_eq!(told(&world, "wallet-connect"), [json!("eip155"), json!("toy")]);
    // alone on a page whose default is of another family
    let world = page(None);
    let joined = connect(&world, "dev.toy");
    assert!(world.settled(&joined).is_ok());
    assert_eq!((shown(&world), world.status().as_str()), (json!("toy:one"), "connected"));
}

// req: 7.36
#[test]
fn sends_reads_to_the_requests_namespace() {
    let world = connected();
    let before = world.requests("http://localhost:9001").len();
    let balance = world.request("eth_getBalance", json!([ALICE, "latest"]));
    assert!(world.settled(&balance).is_ok(), "{:?}", world.settled(&balance));
    assert_eq!(world.requests("http://localhost:9001").len(), before, "the node of the shown family");
    let chain = world.request("eth_chainId", json!([]));
    assert_eq!(world.json(&chain), json!("0x539"));
    let number = world.request("net_version", json!([]));
    assert_eq!(world.json(&number), json!("1337"));
}

// req: 7.36
#[test]
fn sends_a_request_to_its_own_wallets_network() {
    let world = connected();
    world.chain.stands.set(1338);
    world.wallets.tell(DEMO, &WalletEvent::Chain(json!("0x53a")));
    world.run();
    assert_eq!(shown(&world), "toy:one");
    let sent = call(&world);
    assert_eq!(world.slice("review")["networkName"], "Second Chain");
    confirm(&world);
    assert_eq!(world.json(&sent), json!(hash()));
    assert_eq!(world.host.details("wallet-transaction")[0]["chain"], "eip155:1338");
    let chain = world.request("eth_chainId", json!([]));
    assert_eq!(world.json(&chain), json!("0x53a"));
    // the page never follows it, nor a chain that it does not have
    world.chain.stands.set(1);
    world.wallets.tell(DEMO, &WalletEvent::Chain(json!("0x1")));
    world.run();
    assert_eq!(shown(&world), "toy:one");
    drop(world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "data": "0xdeadbee0"}])));
    assert_eq!(world.slice("review")["networkName"], "eip155:1", "it has no name here");
    let read = world.request("eth_blockNumber", json!([]));
    assert_eq!(world.settled(&read).unwrap_err(), Error::NoNetwork);
}

// req: 7.36
#[test]
fn verifies_a_contract_account_at_its_namespaces_node() {
    let world = connected();
    world.chain.code.set("0x6001");
    world.but(DEMO, |method, _| {
        (method == "personal_sign").then(|| ok(json!(format!("0x{}", "12".repeat(65)))))
    });
    let before = world.requests("http://localhost:9001").len();
    let signed = world.request("personal_sign", json!(["0x6869", ALICE]));
    assert!(world.settled(&signed).is_ok(), "{:?}", world.settled(&signed));
    assert_eq!(world.requests("http://localhost:9001").len(), before);
}

// req: 10.12
#[test]
fn rejects_a_request_only_on_an_account_change_in_its_namespace() {
    let world = connected();
    let asked = call(&world);
    assert_eq!(world.view(), "ReviewRequest");
    assert_eq!(world.slice("review")["networkName"], "Demo Chain");
    moves_account(&world, 1, &ben());
    assert_eq!(world.slice("review")["count"], 1, "the toy wallet's account is no other account of eip155");
    moves_account(&world, DEMO, BOB);
    world.run();
    assert_eq!(world.slice("review")["count"], 0, "it was asked of the account before");
    assert_eq!(world.settled(&asked).unwrap_err(), Error::UserRejected);
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
}

// req: 10.12
#[test]
fn queues_requests_of_two_namespaces_together() {
    let world = connected();
    let (open, gate) = Gate::new();
    world.but(DEMO, move |method, _| (method == "eth_sendTransaction").then(|| gate.hold(ok(json!(hash())))));
    let first = call(&world);
    let second = toy::request(&world, "toy_handOver", json!({"to": ben()}));
    let slice = world.slice("review");
    assert_eq!((&slice["count"], &slice["method"]), (&json!(2), &json!("eth_sendTransaction")));
    confirm(&world);
    assert_eq!(world.slice("review")["phase"], "waiting");
    assert_eq!(world.wallets.count("toy_handOver"), 0);
    open.send(()).unwrap();
    world.pass(100);
    assert_eq!(world.json(&first), json!(hash()));
    let slice = world.slice("review");
    assert_eq!((&slice["count"], &slice["method"]), (&json!(1), &json!("toy_handOver")));
    assert_eq!((&slice["phase"], &slice["networkName"]), (&json!("review"), &json!("Toy one")));
    let id = slice["id"].clone();
    world.dispatch(json!({"type": "review.accept", "id": id, "accepted": true}));
    confirm(&world);
    assert_eq!(world.json(&second), json!("done"));
    world.pass(200);
    assert!(!world.is_open());
    // who closes refuses both
    let (first, second) = (
        world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "data": "0xdeadbee0"}])),
        toy::request(&world, "toy_handOver", json!({"to": ben()})),
    );
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.pass(200);
    assert_eq!(world.settled(&first).unwrap_err(), Error::UserRejected);
    assert_eq!(world.settled(&second).unwrap_err(), Error::UserRejected);
}
