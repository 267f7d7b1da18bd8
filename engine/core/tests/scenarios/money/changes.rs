//! What a request would move, said by the network's own node before anyone is asked (`eth_simulateV1`).

use crate::support::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use wallet_engine::constants::SIMULATION_MS;
use wallet_engine::error::Error;

const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const NATIVE: &str = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
const OTHER: &str = "0xdAC17F958D2ee523a2206206994597C13D831ec7";

fn word(address: &str) -> String {
    format!("0x{:0>64}", address.trim_start_matches("0x").to_lowercase())
}

fn log(token: &str, from: &str, to: &str, units: u128) -> Value {
    json!({"address": token, "topics": [TRANSFER, word(from), word(to)], "data": format!("{units:#066x}")})
}

/// What was asked of the node.
type Requests = Rc<RefCell<Vec<Value>>>;

/// A node that carries requests out without keeping them, and says these logs.
fn simulating(world: &World, status_of_call: &'static str, logs: Vec<Value>) -> Requests {
    let asked = Requests::default();
    let seen = asked.clone();
    world.served(move |request| {
        let body: Value = serde_json::from_str(&request.body.as_ref()?.text).ok()?;
        if body["method"] != "eth_simulateV1" {
            return None;
        }
        seen.borrow_mut().push(body["params"].clone());
        let result = json!([{"calls": [{"status": status_of_call, "returnData": "0x", "logs": logs}]}]);
        Some(status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": result}).to_string()))
    });
    asked
}

fn lines(world: &World) -> Vec<Value> {
    world.slice("send")["preview"]["changes"].as_array().unwrap().clone()
}

fn reviewed(world: &World) {
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&reviewed).is_ok());
}

fn confirmed(world: &World) -> usize {
    let confirmed = world.dispatch(json!({"type": "send.confirm"}));
    let asked = world.wallets.count("eth_sendTransaction");
    if asked == 0 {
        assert_eq!(world.settled(&confirmed), Err(Error::NotWhatWasShown));
    }
    asked
}

// req: 10.14
#[test]
fn simulates_the_transfers_before_it_asks_the_wallet() {
    let world = World::connected();
    let asked = simulating(&world, "0x1", vec![log(NATIVE, ALICE, BOB, 3 * ETHER / 2)]);
    world.open("Account");
    world.form("1.5", BOB);
    reviewed(&world);
    assert_eq!(lines(&world), [] as [Value; 0], "the amount says it");
    assert_eq!(world.slice("send")["preview"]["exceeded"], false);
    let block = &asked.borrow()[0];
    assert_eq!(
        *block,
        json!([{"blockStateCalls": [{"calls": [{"from": ALICE, "to": BOB, "value": "0x14d1120d7b160000"}]}],
            "validation": false, "traceTransfers": true}, "latest"])
    );
    let own = world
        .http
        .seen
        .borrow()
        .iter()
        .filter(|r| r.body.as_ref().is_some_and(|b| b.text.contains("eth_simulateV1")))
        .all(|r| r.url == "http://localhost:8545");
    assert!(own, "the network's own node");
    assert_eq!(confirmed(&world), 1);
}

// req: 10.14
#[test]
fn shows_simulated_token_amounts_and_incoming_assets() {
    let world = World::with_token(6, "12.5");
    simulating(
        &world,
        "0x1",
        vec![
            log(&USDC.to_lowercase(), ALICE, BOB, 2_500_000),
            log(NATIVE, BOB, ALICE, ETHER / 4),
            log(&OTHER.to_lowercase(), BOB, ALICE, 7),
        ],
    );
    world.open("Account");
    world.dispatch(
        json!({"type": "send.open", "token": format!("eip155:1337:{USDC}"), "amount": "2.5", "to": BOB}),
    );
    reviewed(&world);
    assert_eq!(
        lines(&world),
        [
            json!({"text": "-2.5 USDC", "token": null, "incoming": false}),
            json!({"text": "+0.25 ETH", "token": null, "incoming": true}),
            json!({"text": null, "token": OTHER, "incoming": true}),
        ]
    );
    assert_eq!(confirmed(&world), 1, "what comes is no reason to refuse");
}

// req: 10.14
#[test]
fn shows_the_preview_without_a_simulation_from_the_node() {
    for world in [World::connected(), {
        let world = World::connected();
        simulating(&world, "0x0", vec![log(NATIVE, ALICE, OTHER, 9 * ETHER)]);
        world
    }] {
        world.open("Account");
        world.form("1.5", BOB);
        reviewed(&world);
        assert_eq!((lines(&world).len(), &world.slice("send")["preview"]["exceeded"]), (0, &json!(false)));
        assert_eq!(confirmed(&world), 1);
    }
    // one that never answers is waited for no longer than a preview may
    let world = World::connected();
    world.served(|request| {
        let is_it = request.body.as_ref().is_some_and(|body| body.text.contains("eth_simulateV1"));
        is_it.then(|| Box::pin(std::future::pending()) as Served)
    });
    world.open("Account");
    world.form("1.5", BOB);
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    world.pass(SIMULATION_MS);
    assert!(world.settled(&reviewed).is_ok());
    assert_eq!((world.view().as_str(), lines(&world).len()), ("SendPreview", 0));
}

// req: 10.14
#[test]
fn blocks_a_send_whose_simulation_moves_something_else() {
    let item = {
        let mut item = log(OTHER, ALICE, BOB, 0);
        item["topics"].as_array_mut().unwrap().push(json!(word("0x7")));
        item
    };
    for (what, logs) in [
        ("more", vec![log(NATIVE, ALICE, BOB, 3 * ETHER / 2), log(NATIVE, ALICE, OTHER, 1)]),
        ("a token", vec![log(NATIVE, ALICE, BOB, 3 * ETHER / 2), log(OTHER, ALICE, BOB, 1)]),
        ("a token alone", vec![log(OTHER, ALICE, BOB, 1)]),
        ("a collectible", vec![log(NATIVE, ALICE, BOB, 3 * ETHER / 2), item]),
    ] {
        let world = World::connected();
        simulating(&world, "0x1", logs);
        world.open("Account");
        world.form("1.5", BOB);
        reviewed(&world);
        let preview = world.slice("send")["preview"].clone();
        assert_eq!(preview["exceeded"], true, "{what}: {preview}");
        assert_eq!(confirmed(&world), 0, "{what}");
        assert_eq!(world.slice("send")["phase"], "review", "{what}");
    }
    // of a token: its own, and more of it
    let world = World::with_token(6, "12.5");
    simulating(&world, "0x1", vec![log(USDC, ALICE, BOB, 2_500_000), log(USDC, ALICE, OTHER, 1)]);
    world.open("Account");
    world.dispatch(
        json!({"type": "send.open", "token": format!("eip155:1337:{USDC}"), "amount": "2.5", "to": BOB}),
    );
    reviewed(&world);
    assert_eq!(lines(&world)[0]["text"], "-2.500001 USDC");
    assert_eq!(confirmed(&world), 0);
}
