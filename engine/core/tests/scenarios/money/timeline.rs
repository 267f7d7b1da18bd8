//! Something sent from here in its own view: how far it is, step by step; and what another transaction took the place of.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;

/// 1.5 ETH to Bob is with the network, in no block yet.
fn sent() -> World {
    let world = previewed();
    world.chain.receipt.set(None);
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(1_000);
    world
}

fn id(world: &World) -> Value {
    world.slice("transactions")["list"][0]["id"].clone()
}

fn open(world: &World) {
    let opened = world.dispatch(json!({"type": "transactions.open", "id": id(world)}));
    assert!(world.settled(&opened).is_ok());
    assert_eq!(world.view(), "Transaction");
}

fn shown(world: &World) -> Value {
    world.slice("transactions")["shown"].clone()
}

/// Phase and steps of what is shown: "sent: signed done, sent done, confirmed now".
fn how_far(world: &World) -> String {
    let shown = shown(world);
    let steps = shown["timeline"].as_array().unwrap().iter();
    let steps =
        steps.map(|line| format!("{} {}", line["step"].as_str().unwrap(), line["state"].as_str().unwrap()));
    format!("{}: {}", shown["phase"].as_str().unwrap(), steps.collect::<Vec<_>>().join(", "))
}

fn status(world: &World) -> Value {
    world.slice("transactions")["list"][0]["status"].clone()
}

/// Its wallet has sent another one in its place, and that is in a block.
fn take_its_place(world: &World) {
    world.chain.gone.set(true);
    world.chain.mined.set(8);
}

// req: 10.31
#[test]
fn shows_each_step_of_a_sent_transaction() {
    let world = sent();
    world.open("Account");
    open(&world);
    let it = shown(&world);
    for (name, value) in [
        ("kind", json!("send")),
        ("amount", json!("1.5")),
        ("symbol", json!("ETH")),
        ("to", json!(BOB)),
        ("calls", json!([])),
        ("networkName", json!("Demo Chain")),
        ("date", json!("14 Nov 2023, 22:13")),
        ("explorerUrl", json!(format!("http://localhost:4007/tx/{}", hash()))),
    ] {
        assert_eq!(it[name], value, "{name}");
    }
    assert_eq!(how_far(&world), "sent: signed done, sent done, confirmed now");
    world.pass(25_000);
    assert_eq!(how_far(&world), "unknown: signed done, sent done, confirmed slow");
    world.chain.receipt.set(Some("0x1"));
    world.pass(10_000);
    assert_eq!(how_far(&world), "confirmed: signed done, sent done, confirmed done");
    assert_eq!(world.view(), "Transaction", "nobody is taken away from it");
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!(world.view(), "Account");
}

#[test]
fn ends_a_reverted_or_different_transaction_as_failed() {
    for (receipt, is_other, text) in [
        ("0x0", false, "failed: signed done, sent done, failed bad"),
        ("0x1", true, "differs: signed done, sent done, differs bad"),
    ] {
        let world = previewed();
        world.chain.receipt.set(Some(receipt));
        if is_other {
            *world.chain.sent.borrow_mut() =
                Some(json!({"from": ALICE, "to": ALICE, "value": "0x1", "input": "0x"}));
        }
        world.dispatch(json!({"type": "send.confirm"}));
        world.pass(1_000);
        open(&world);
        assert_eq!(how_far(&world), text);
    }
}

// req: 10.31
#[test]
fn links_the_toast_to_a_listed_transaction_while_connected() {
    let about = |world: &World| world.slice("toast")["toast"]["about"].clone();
    let world = sent();
    assert_eq!(about(&world), id(&world));
    world.chain.receipt.set(Some("0x1"));
    world.pass(1_200);
    assert_eq!(world.slice("toast")["toast"]["variant"], "success");
    assert_eq!(about(&world), id(&world), "its end is about the same one");
    world.dispatch(json!({"type": "accounts.disconnect"}));
    assert_eq!(about(&world), Value::Null, "nobody is there to see it");
    let world = sent();
    world.dispatch(json!({"type": "toasts.show", "message": "Copied", "variant": "success"}));
    world.pass(200);
    assert_eq!(about(&world), Value::Null);
}

// req: 4.26, 10.31
#[test]
fn marks_a_transaction_as_replaced_when_its_nonce_is_taken() {
    let world = sent();
    let renewed = world.asked("/balance?");
    take_its_place(&world);
    world.pass(2_000);
    assert_eq!((status(&world), world.slice("send")["phase"].as_str()), (json!("sent"), Some("confirming")));
    world.pass(1_000);
    assert_eq!(status(&world), "replaced", "three looks in a row");
    assert_eq!(world.host.details("wallet-transaction").last().unwrap()["status"], "replaced");
    world.pass(150);
    assert!(world.toasts().contains(&"Replaced by another transaction".to_owned()), "{:?}", world.toasts());
    let send = world.slice("send");
    assert_eq!(
        (&send["phase"], &send["fault"]["cause"], &send["error"]["message"]),
        (&json!("failed"), &json!("replaced"), &json!("Replaced by another transaction"))
    );
    assert!(world.asked("/balance?") > renewed, "the balance is read again");
    open(&world);
    assert_eq!(how_far(&world), "replaced: signed done, sent done, replaced bad");
    let looks = world.asked("eth_getTransaction");
    world.pass(3_600_000);
    assert_eq!(world.asked("eth_getTransaction"), looks, "nothing looks for it any more");
    world.dispatch(json!({"type": "router.back"}));
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(1_000);
    assert_eq!(world.slice("send")["phase"], "review", "it is read once more before it is asked for again");
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
}

#[test]
fn detects_a_replacement_in_later_slow_checks() {
    let world = sent();
    world.pass(30_000);
    assert_eq!(status(&world), "unknown");
    take_its_place(&world);
    world.pass(30_000);
    assert_eq!(status(&world), "replaced");
}

#[test]
fn keeps_waiting_for_a_transaction_that_nodes_dropped() {
    let world = sent();
    world.chain.gone.set(true);
    world.pass(20_000);
    assert_eq!(status(&world), "sent", "its place is free");
    // a node that lags behind the others
    for _ in 0..5 {
        world.chain.mined.set(8);
        world.pass(1_000);
        world.chain.mined.set(7);
        world.pass(1_000);
    }
    world.chain.gone.set(false);
    world.chain.mined.set(8);
    world.pass(60_000);
    assert_eq!(status(&world), "unknown", "it is known: whatever else was mined, this was not replaced");
    world.chain.receipt.set(Some("0x1"));
    world.pass(10_000);
    assert_eq!(status(&world), "confirmed");
}

#[test]
fn never_marks_as_replaced_when_the_node_is_down() {
    let world = sent();
    take_its_place(&world);
    world.chain.node_down.set(true);
    world.pass(120_000);
    assert_eq!(status(&world), "unknown");
}

#[test]
fn never_marks_a_bundled_transaction_as_replaced() {
    let world = previewed();
    world.chain.receipt.set(None);
    world.chain.code.set("0x6080");
    *world.chain.sent.borrow_mut() =
        Some(json!({"from": BOB, "to": ALICE, "value": "0x0", "input": "0x12345678"}));
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(2_000);
    assert_eq!(world.slice("transactions")["list"][0]["nonce"], Value::Null);
    take_its_place(&world);
    world.pass(120_000);
    assert_eq!(status(&world), "unknown", "its bundler may send it in another one");
}

// req: 10.31
#[test]
fn detects_a_replacement_after_a_reload() {
    let world = sent();
    world.pass(1_000);
    take_its_place(&world);
    let world = world.reload_after(3_600_000);
    world.returns();
    world.pass(5_000);
    assert_eq!(status(&world), "replaced");
    world.open("Account");
    open(&world);
    assert_eq!(how_far(&world), "replaced: signed done, sent done, replaced bad");
    let world = world.reload_after(1_000);
    world.returns();
    world.open("Account");
    world.run_own("transactions", "resume", json!(null));
    assert_eq!(status(&world), "replaced", "it is stored");
}

#[test]
fn fails_a_swap_whose_nonce_was_taken() {
    let (world, _) = World::at_market();
    world.swap_previewed("native", "USDC", "0.5");
    world.chain.receipt.set(None);
    world.swap_confirm();
    world.pass(1_000);
    take_its_place(&world);
    world.pass(3_000);
    let swap = world.slice("swap");
    assert_eq!((&swap["phase"], &swap["fault"]["cause"]), (&json!("failed"), &json!("replaced")));
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
}

// req: 10.15
#[test]
fn shows_the_calls_of_a_batch() {
    let (world, _) = World::at_market();
    world.but(1, |method, _| match method {
        "wallet_getCapabilities" => Some(ok(json!({"0x539": {"atomic": {"status": "supported"}}}))),
        "wallet_sendCalls" => Some(ok(json!({"id": "batch-1"}))),
        "wallet_getCallsStatus" => Some(ok(json!({"status": 100, "receipts": []}))),
        _ => None,
    });
    world.swap_previewed("USDC", "native", "250");
    world.swap_confirm();
    world.pass(1_000);
    open(&world);
    assert_eq!(how_far(&world), "signed: signed done, sent now, confirmed todo");
    let asked = world.wallets.last("wallet_sendCalls").unwrap();
    let calls: Vec<Value> = asked[0]["calls"]
        .as_array()
        .unwrap()
        .iter()
        .map(|call| json!({"to": call["to"], "value": null}))
        .collect();
    assert_eq!(calls.len(), 2);
    let it = shown(&world);
    assert_eq!((&it["calls"], &it["kind"]), (&json!(calls), &json!("swap")));
    world.pass(30_000);
    assert_eq!(how_far(&world), "unknown: signed done, sent slow, confirmed todo");
    world.but(1, |method, _| {
        (method == "wallet_getCallsStatus").then(|| ok(json!({"status": 400, "receipts": []})))
    });
    world.pass(10_000);
    assert_eq!(how_far(&world), "failed: signed done, failed bad", "it never had a hash");
}

#[test]
fn removes_a_transaction_that_the_wallet_rejected() {
    let world = previewed();
    let (answer, gate) = Gate::new();
    world.but(1, move |method, _| (method == "eth_sendTransaction").then(|| gate.hold(refuse(4001, "no"))));
    world.dispatch(json!({"type": "send.confirm"}));
    open(&world);
    assert_eq!(how_far(&world), "waiting: signed now, sent todo, confirmed todo");
    answer.send(()).unwrap();
    world.run();
    assert_eq!((world.view().as_str(), shown(&world)), ("Transaction", Value::Null));
    let opened = world.dispatch(json!({"type": "transactions.open", "id": "nothing of ours"}));
    assert_eq!(world.settled(&opened).err(), Some(Error::BadParams { field: "id".into() }));
}

#[test]
fn shows_an_unanswered_request_as_unknown_after_a_reload() {
    let world = previewed();
    world.but(1, |method, _| (method == "eth_sendTransaction").then(never));
    world.dispatch(json!({"type": "send.confirm"}));
    let world = world.reload();
    world.returns();
    world.open("Account");
    world.pass(1_000);
    open(&world);
    assert_eq!(how_far(&world), "unanswered: signed slow, sent todo, confirmed todo");
}

#[test]
fn refuses_to_open_a_transaction_without_an_account() {
    let world = sent();
    let it = id(&world);
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.pass(1_000);
    let opened = world.dispatch(json!({"type": "transactions.open", "id": it}));
    assert_eq!(world.settled(&opened).err(), Some(Error::Unauthorized));
}
