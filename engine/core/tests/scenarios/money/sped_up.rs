//! A pending transaction whose place another one takes: sped up by the user it is the same payment and is followed under its new hash;
//! cancelled, or anything else, it is replaced.

use super::shown::{MALLORY, confirm, of_node, told, with};
use super::{bitcoin, shown};
use crate::support::shop::*;
use crate::support::*;
use serde_json::{Value, json};
use std::cell::Cell;
use wallet_engine::ports::http::HttpRequest;

fn second() -> String {
    format!("0x{}", "cd".repeat(32))
}

/// What a node says once the second hash has the place of the first: it knows that one alone.
fn answer(request: &HttpRequest, made: &Value, receipt: &Value) -> Option<Served> {
    let call: Value = serde_json::from_str(&request.body.as_ref()?.text).ok()?;
    let is_it = call["params"][0] == second();
    let result = match call["method"].as_str()? {
        "eth_getTransactionByHash" if is_it => made.clone(),
        "eth_getTransactionReceipt" if is_it => receipt.clone(),
        "eth_getTransactionByHash" | "eth_getTransactionReceipt" => Value::Null,
        _ => return None,
    };
    Some(status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": result}).to_string()))
}

/// The node has this transaction under the second hash, at the place of the first.
fn takes_its_place(world: &World, sent: Value) {
    takes_its_place_after(world, sent, 0);
}

/// The same; so many times the node fails to answer what is in a block.
fn takes_its_place_after(world: &World, sent: Value, failures: usize) {
    let made = with(with(sent, "hash", json!(second())), "blockNumber", json!("0x11"));
    world.chain.mined.set(8);
    *world.chain.block.borrow_mut() = vec![made.clone()];
    let receipt = json!({"blockHash": hash(), "blockNumber": "0x11", "transactionHash": second(),
        "status": "0x1", "logs": []});
    let left = Cell::new(failures);
    world.served(move |request| {
        let is_of_block =
            request.body.as_ref().is_some_and(|body| body.text.contains("eth_getBlockByNumber"));
        if is_of_block && left.get() > 0 {
            left.set(left.get() - 1);
            return Some(status(503, ""));
        }
        answer(request, &made, &receipt)
    });
}

fn item(world: &World) -> Value {
    world.slice("transactions")["list"][0].clone()
}

fn pending() -> World {
    let world = previewed();
    world.chain.receipt.set(None);
    confirm(&world);
    world.pass(1_000);
    assert_eq!(item(&world)["nonce"], 7);
    world
}

// req: 10.31, 10.59
#[test]
fn tracks_a_sped_up_transaction_under_its_new_hash() {
    for reload in [false, true] {
        let world = pending();
        let world = if reload { world.reload() } else { world };
        takes_its_place(&world, of_node());
        world.pass(10_000);
        let it = item(&world);
        assert_eq!((&it["status"], &it["hash"]), (&json!("confirmed"), &json!(second())), "{reload}");
        let all = told(&world);
        assert!(!all.contains(&json!("replaced")) && all.last() == Some(&json!("confirmed")), "{all:?}");
        if !reload {
            assert_eq!(world.slice("send")["ended"]["gave"], "1.5 ETH");
        }
    }
}

// req: 10.31, 10.59
#[test]
fn marks_a_cancelled_or_changed_transaction_as_replaced() {
    let list = json!([{"chainId": "0x539", "address": MALLORY, "nonce": "0x8"}]);
    for (what, sent) in [
        ("cancelled", with(with(of_node(), "to", json!(ALICE)), "value", json!("0x0"))),
        ("another recipient", with(of_node(), "to", json!(MALLORY))),
        ("another amount", with(of_node(), "value", json!("0x14d1120d7b160001"))),
        ("another account's", with(of_node(), "from", json!(MALLORY))),
        ("at another place", with(of_node(), "nonce", json!("0x6"))),
    ] {
        let world = pending();
        takes_its_place(&world, sent);
        world.pass(10_000);
        assert_eq!(item(&world)["status"], "replaced", "{what}");
        assert_eq!(item(&world)["hash"], hash(), "{what}");
    }
    // it carries the payment, and hands the account on
    let world = pending();
    takes_its_place(&world, with(with(of_node(), "type", json!("0x4")), "authorizationList", list));
    world.pass(10_000);
    assert_eq!(item(&world)["status"], "differs");
}

/// A node that doesn't answer what has the place says nothing against the payment.
// req: 10.31, 10.59
#[test]
fn retries_until_a_node_returns_the_replacement() {
    for (failures, last) in [(1, "confirmed"), (usize::MAX, "replaced")] {
        let world = pending();
        takes_its_place_after(&world, of_node(), failures);
        world.pass(60_000);
        assert_eq!(item(&world)["status"], last);
    }
}

/// What stands for another owner already is not taken for the one that was sped up.
// req: 10.59
#[test]
fn leaves_a_page_transaction_to_the_page_when_it_replaces_a_send() {
    let world = pending();
    world.but(1, |method, _| (method == "eth_sendTransaction").then(|| ok(json!(second()))));
    let call = json!([{"from": ALICE, "to": BOB, "value": "0x14d1120d7b160000"}]);
    let asked = world.request("eth_sendTransaction", call);
    world.pass(100);
    assert!(world.settled(&asked).is_ok());
    takes_its_place(&world, of_node());
    world.pass(10_000);
    let all = world.slice("transactions")["list"].as_array().unwrap().clone();
    let of = |kind: &str| all.iter().find(|item| item["kind"] == kind).unwrap()["status"].clone();
    assert_eq!((of("send"), of("request")), (json!("replaced"), json!("confirmed")));
    assert!(!shown::told(&world).contains(&json!("differs")));
}

// req: 2.25, 10.59
#[test]
fn completes_a_payment_that_was_sped_up() {
    let (world, _, payment) = World::bill_previewed(coins("1"));
    world.chain.receipt.set(None);
    confirm(&world);
    world.pass(2_000);
    let asked = world.wallets.last("eth_sendTransaction").unwrap()[0].clone();
    let sent =
        json!({"from": ALICE, "to": asked["to"], "value": asked["value"], "input": "0x", "nonce": "0x7"});
    takes_its_place(&world, sent);
    world.pass(10_000);
    assert_eq!(world.json(&payment)["status"], "SUCCESS");
    assert_eq!(world.json(&payment)["txHash"], second());
}

const SECOND: &str = "bb11bb22cc33dd44ee55ff66aa77bb88cc99dd00ee11ff22aa33bb44cc55dd66";

// req: 10.31, 10.59
#[test]
fn tracks_a_bitcoin_payment_with_a_raised_fee_under_its_new_id() {
    for (to, sats, is_same) in [
        (bitcoin::BEN, 50_000_000, true),
        (bitcoin::BEN, 49_000_000, false),
        (bitcoin::ME, 50_000_000, false),
    ] {
        let (world, ledger) = bitcoin::page(bitcoin::willing);
        bitcoin::review(&world, "0.5", bitcoin::BEN);
        bitcoin::confirm(&world);
        world.pass(5_000);
        ledger.drop(bitcoin::ID);
        ledger.add(bitcoin::transaction(SECOND, bitcoin::ME, to, sats));
        world.pass(60_000);
        ledger.mine(SECOND);
        world.pass(60_000);
        let it = item(&world);
        let last = if is_same { ("confirmed", SECOND) } else { ("replaced", bitcoin::ID) };
        assert_eq!((&it["status"], &it["hash"]), (&json!(last.0), &json!(last.1)), "{to} {sats}");
    }
}
