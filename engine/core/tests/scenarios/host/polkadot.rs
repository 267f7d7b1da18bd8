//! What a page asks of a Polkadot wallet is read to the user before the wallet is asked, by what the network's own node says of its calls
//! (10.44, decision 98, "Polkadot requests in plain words").

use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wallet_engine::caip::Namespace;
use wallet_engine::constants::METADATA_MS;
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::host::Page;

pub(super) const DOT: &str = "polkadot:91b171bb158e2d3848fa23a9f1c25182";
pub(super) const GENESIS: &str = "0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3";
pub(super) const OTHER: &str = "0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe";
pub(super) const ALICE: &str = "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY";
const BOB: &str = "5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty";

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../vectors/polkadot.json")).unwrap()
}

/// The bytes of a call of the vectors.
pub(super) fn call(list: &str, what: &str) -> Value {
    let all = vectors();
    let of = all[list].as_array().unwrap().iter().find(|case| case["what"] == what).unwrap();
    of["call"].clone()
}

#[derive(Clone)]
pub(super) struct Node {
    pub(super) version: u64,
    pub(super) genesis: &'static str,
    pub(super) metadata: Value,
    /// Of version 15, as a runtime call gives it.
    pub(super) hashed: Option<Value>,
    /// Of the network's entry in the page.
    pub(super) coin: (&'static str, u8),
    /// It doesn't answer what its coin is.
    pub(super) is_coin_unsaid: Rc<Cell<bool>>,
    pub(super) asked: Rc<RefCell<Vec<String>>>,
}

pub(super) fn node() -> Node {
    let metadata = vectors()["metadata"]["polkadot"].clone();
    Node {
        version: 1_002_000,
        genesis: GENESIS,
        metadata,
        hashed: None,
        coin: ("DOT", 10),
        is_coin_unsaid: Rc::default(),
        asked: Rc::default(),
    }
}

pub(super) fn page(node: Option<&Node>) -> World {
    let (symbol, decimals) = node.map_or(("DOT", 10), |node| node.coin);
    let network = json!({"id": "91b171bb158e2d3848fa23a9f1c25182", "caipNetworkId": DOT, "chainNamespace": "polkadot",
        "name": "Polkadot", "nativeCurrency": {"name": "Dot", "symbol": symbol, "decimals": decimals},
        "rpcUrls": {"default": {"http": ["http://localhost:9944"]}}});
    let world = World::of_page(Page::default(), json!({"networks": [network]}));
    let node = node.cloned();
    world.served(move |request| {
        let body = request.body.as_ref().filter(|_| request.url.contains(":9944"))?;
        let Some(node) = &node else { return Some(status(503, "")) };
        let asked: Value = serde_json::from_str(&body.text).unwrap();
        let method = asked["method"].as_str().unwrap();
        node.asked.borrow_mut().push(method.into());
        let result = match method {
            "state_getRuntimeVersion" => json!({"specName": "polkadot", "specVersion": node.version}),
            "state_getMetadata" => node.metadata.clone(),
            "chain_getBlockHash" => json!(node.genesis),
            "system_properties" if node.is_coin_unsaid.get() => return Some(status(503, "")),
            "system_properties" => json!({"tokenSymbol": ["DOT"], "tokenDecimals": [10]}),
            "state_call" if node.hashed.is_some() => {
                assert_eq!(asked["params"], json!(["Metadata_metadata_at_version", "0x0f000000"]));
                node.hashed.clone().unwrap()
            }
            _ => return Some(status(404, "{}")),
        };
        Some(status(200, &json!({"jsonrpc": "2.0", "id": 1, "result": result}).to_string()))
    });
    world.wallets.answer(1, |method, _| match method {
        "wm_connect" => ok(json!({"accounts": [{"chain": DOT, "address": ALICE}]})),
        _ => ok(json!({"signature": format!("0x{}", "7a".repeat(64))})),
    });
    world.announce_of(Namespace::Polkadot, 1, "polkadot:nova", "Nova", None);
    world.connect("polkadot:nova");
    world
}

pub(super) fn payload(method: Value) -> Value {
    json!({"address": ALICE, "genesisHash": GENESIS, "method": method, "era": "0x2503", "tip": "0x00",
        "nonce": "0x01", "specVersion": "0x000f4a10", "transactionVersion": "0x1a", "blockHash": OTHER,
        "blockNumber": "0x01", "signedExtensions": [], "version": 4})
}

pub(super) fn sign(world: &World, payload: Value) -> Join {
    let params = json!({"address": ALICE, "transactionPayload": payload});
    let asked = world.engine.request("polkadot", "polkadot_signTransaction", params);
    world.pass(100);
    asked
}

pub(super) fn lines(world: &World) -> Vec<(String, String)> {
    let text = |line: &Value, name: &str| line[name].as_str().unwrap().to_owned();
    let slice = world.slice("review");
    slice["lines"].as_array().unwrap().iter().map(|of| (text(of, "words"), text(of, "risk"))).collect()
}

pub(super) fn press(world: &World, kind: &str) {
    let id = world.slice("review")["id"].clone();
    world.dispatch(json!({"type": kind, "id": id, "accepted": true}));
    world.pass(100);
}

pub(super) fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(words, risk)| ((*words).to_owned(), (*risk).to_owned())).collect()
}

// req: 10.44
#[test]
fn requires_a_tick_for_a_takeover_hidden_behind_payments() {
    let world = page(Some(&node()));
    let asked = sign(&world, payload(call("drains", "last of thirty")));
    assert_eq!(world.slice("router")["view"], "ReviewRequest");
    let found = lines(&world);
    assert_eq!((found.len(), &found[0]), (30, &pairs(&[("control", "critical")])[0]));
    let first = &world.slice("review")["lines"][0];
    assert_eq!(
        (&first["power"], &first["party"]),
        (&json!("module"), &json!("16F4xCsHQc5L5o5CQhwQmQTwQ3J4rHTG4meJ8m6pD3d248oC"))
    );
    press(&world, "review.confirm");
    assert_eq!(world.wallets.count("polkadot_signTransaction"), 0, "not without the tick");
    press(&world, "review.accept");
    press(&world, "review.confirm");
    assert!(world.settled(&asked).is_ok());
    assert_eq!(world.wallets.count("polkadot_signTransaction"), 1);
}

// req: 10.44
#[test]
fn reviews_a_transfer_with_metadata_loaded_once() {
    let node = node();
    let world = page(Some(&node));
    for _ in 0..2 {
        let asked = sign(&world, payload(call("cases", "a transfer")));
        assert_eq!(lines(&world), pairs(&[("send", "review")]));
        press(&world, "review.confirm");
        assert!(world.settled(&asked).is_ok());
        world.pass(100);
    }
    let count = |method: &str| node.asked.borrow().iter().filter(|of| *of == method).count();
    assert_eq!((count("state_getMetadata"), count("state_getRuntimeVersion")), (1, 2));
}

// req: 10.44
#[test]
fn reviews_as_unread_without_a_node_of_that_network() {
    let other = Node { genesis: OTHER, ..node() };
    let broken = Node { metadata: json!("0x6d6574610e"), ..node() };
    let old = Node { metadata: json!("0x6d6574610d00"), ..node() };
    for node in [None, Some(&other), Some(&broken), Some(&old)] {
        let world = page(node);
        let asked = sign(&world, payload(call("cases", "a transfer")));
        world.pass(METADATA_MS);
        assert_eq!(lines(&world), pairs(&[("unread", "warning")]));
        assert!(
            world.slice("review")["raw"].as_str().unwrap().contains("0x"),
            "the bytes are there to be read"
        );
        press(&world, "review.cancel");
        assert_eq!(world.settled(&asked), Err(Error::UserRejected));
        assert_eq!(world.wallets.count("polkadot_signTransaction"), 0);
    }
}

// req: 10.44
#[test]
fn forwards_and_shows_the_metadata_hash() {
    let world = page(Some(&node()));
    let hash = format!("0x{}", "5c".repeat(32));
    let mut given = payload(call("drains", "any proxy"));
    (given["mode"], given["metadataHash"]) = (json!(1), json!(hash));
    let asked = sign(&world, given);
    assert_eq!(lines(&world), pairs(&[("control", "critical"), ("checked", "review")]));
    assert_eq!(world.slice("review")["lines"][1]["text"], hash);
    press(&world, "review.accept");
    press(&world, "review.confirm");
    assert!(world.settled(&asked).is_ok());
    let sent = &world.wallets.last("polkadot_signTransaction").unwrap()["transactionPayload"];
    assert_eq!((&sent["mode"], &sent["metadataHash"]), (&json!(1), &json!(hash)));
}

// req: 10.44
#[test]
fn warns_about_a_spec_version_that_the_node_doesnt_run() {
    let world = page(Some(&Node { version: 1_002_001, ..node() }));
    sign(&world, payload(call("cases", "a transfer")));
    assert_eq!(lines(&world), pairs(&[("send", "warning"), ("unread", "warning")]));
    assert_eq!(world.slice("review")["lines"][1]["text"], "specVersion");
}

// req: 10.44
#[test]
fn rejects_a_payload_for_another_account_or_network() {
    let world = page(Some(&node()));
    for (name, value) in [("address", BOB), ("genesisHash", OTHER), ("method", "0x0"), ("tip", "much")] {
        let mut payload = payload(call("cases", "a transfer"));
        payload[name] = value.into();
        let asked = sign(&world, payload);
        assert_eq!(world.settled(&asked), Err(Error::ActionNotAllowed), "{name}");
    }
    assert_eq!(world.wallets.count("polkadot_signTransaction"), 0);
    assert_ne!(world.slice("router")["view"], "ReviewRequest");
}

// req: 10.44
#[test]
fn rejects_a_truncated_or_overlong_call() {
    let whole = call("cases", "a transfer");
    let digits = whole.as_str().unwrap();
    for torn in ["0x", &digits[..digits.len() - 2], &[digits, "00"].concat()] {
        let world = page(Some(&node()));
        let asked = sign(&world, payload(json!(torn)));
        assert_eq!(world.settled(&asked), Err(Error::ActionNotAllowed), "{torn}");
        assert_eq!(world.wallets.count("polkadot_signTransaction"), 0);
        // a node of another version doesn't know whether it is whole
        let world = page(Some(&Node { version: 1_002_001, ..node() }));
        sign(&world, payload(json!(torn)));
        assert_eq!(lines(&world)[0], pairs(&[("unread", "warning")])[0], "{torn}");
    }
}

// req: 10.44
#[test]
fn signs_text_without_review_but_reviews_bytes() {
    let world = page(Some(&node()));
    let say = |message: &str| {
        let params = json!({"address": ALICE, "message": message});
        let asked = world.engine.request("polkadot", "polkadot_signMessage", params);
        world.pass(100);
        asked
    };
    assert!(world.settled(&say("hello")).is_ok());
    // words that give an account elsewhere to whoever has them
    let elsewhere = say("bank.example wants you to sign in with your Polkadot account:\n5Grw");
    assert_eq!(lines(&world), pairs(&[("sign_in_elsewhere", "critical")]));
    press(&world, "review.cancel");
    assert_eq!(world.settled(&elsewhere), Err(Error::UserRejected));
    let asked = say("0x0a0300");
    assert_eq!(lines(&world), pairs(&[("message", "warning")]));
    press(&world, "review.cancel");
    assert_eq!(world.settled(&asked), Err(Error::UserRejected));
    assert_eq!(world.wallets.count("polkadot_signMessage"), 1);
}
