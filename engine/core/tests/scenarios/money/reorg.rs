//! A receipt that is gone again: the block was exchanged for another one (decision 271, "Removed receipts, and other tabs").

use crate::support::*;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;
use wallet_engine::constants::{RECEIPT_SLOW_POLL_MS, REORG_BLOCKS, REORG_LOOKS};

fn told(world: &World) -> Vec<String> {
    let all = world.host.details("wallet-transaction");
    all.iter().map(|one| one["status"].as_str().unwrap().to_owned()).collect()
}

fn status_of(world: &World) -> Value {
    world.slice("transactions")["list"][0]["status"].clone()
}

/// Sent by the modal, and confirmed.
fn confirmed() -> World {
    let world = previewed();
    world.chain.receipt.set(Some("0x1"));
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(2_000);
    assert_eq!(told(&world), ["sent", "confirmed"]);
    world
}

// req: 10.31
#[test]
fn reports_a_vanished_receipt_and_looks_for_it_again() {
    for reload in [false, true] {
        let world = confirmed();
        let world = if reload { world.reload() } else { world };
        world.chain.receipt.set(None);
        world.pass(2 * RECEIPT_SLOW_POLL_MS);
        assert_eq!(status_of(&world), "confirmed", "one node that is behind is no proof");
        world.pass(2 * RECEIPT_SLOW_POLL_MS);
        assert_eq!(status_of(&world), "unknown");
        assert_eq!(told(&world).last().unwrap(), "unknown", "{reload}");
        assert_eq!(world.toasts().iter().filter(|text| text.contains("removed")).count(), 1);
        if reload {
            world.returns();
        }
        world.open("Activity");
        assert_eq!(world.slice("activity")["pending"][0]["dropped"], 1);
        world.dispatch(json!({"type": "transactions.open", "id": hash()}));
        assert_eq!(world.slice("transactions")["shown"]["dropped"], true);
        // no other tab, and no reload, brings "confirmed" back
        let world = world.reload();
        world.pass(2_000);
        assert_eq!(status_of(&world), "unknown");
        // in its new block
        world.chain.receipt.set(Some("0x1"));
        world.pass(12_000);
        assert_eq!(
            (told(&world).last().unwrap().as_str(), status_of(&world)),
            ("confirmed", json!("confirmed"))
        );
    }
}

// req: 10.31
#[test]
fn reports_a_vanished_receipt_of_a_page_request() {
    let mut options = options();
    options["reviewRequests"] = json!("never");
    let world = World::with(options, Default::default());
    world.join();
    let sent = world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "value": "0x1"}]));
    assert!(world.settled(&sent).is_ok());
    world.pass(2_000);
    world.chain.receipt.set(None);
    world.pass(5 * RECEIPT_SLOW_POLL_MS);
    assert_eq!(told(&world), ["sent", "confirmed", "unknown"]);
    world.chain.receipt.set(Some("0x0"));
    world.pass(12_000);
    assert_eq!(told(&world), ["sent", "confirmed", "unknown", "failed"]);
}

/// Its new block may give it another end at once.
// req: 10.31
#[test]
fn reports_another_result_in_a_new_block() {
    let world = confirmed();
    world.chain.receipt.set(Some("0x0"));
    world.pass(RECEIPT_SLOW_POLL_MS + 1_000);
    assert_eq!((told(&world).last().unwrap().as_str(), status_of(&world)), ("failed", json!("failed")));
}

// req: 10.31
#[test]
fn checks_a_receipt_until_it_is_deep_enough() {
    let looks = |world: &World| world.asked("eth_getTransactionReceipt");
    let world = confirmed();
    let head = Rc::new(Cell::new(0x11));
    let of_node = head.clone();
    world.served(move |request| {
        let call: Value = serde_json::from_str(&request.body.as_ref()?.text).ok()?;
        (call["method"] == "eth_blockNumber").then(|| {
            status(
                200,
                &json!({"id": 1, "jsonrpc": "2.0", "result": format!("{:#x}", of_node.get())}).to_string(),
            )
        })
    });
    world.pass(2 * RECEIPT_SLOW_POLL_MS);
    head.set(0x10 + REORG_BLOCKS);
    world.pass(RECEIPT_SLOW_POLL_MS);
    let seen = looks(&world);
    world.chain.receipt.set(None);
    world.pass(3_600_000);
    assert_eq!((looks(&world), status_of(&world)), (seen, json!("confirmed")), "deep");
    // a network without new blocks is not asked forever
    let world = confirmed();
    world.pass(RECEIPT_SLOW_POLL_MS * (REORG_LOOKS as u64 + 1));
    let seen = looks(&world);
    world.pass(3_600_000);
    assert_eq!(looks(&world), seen);
    // who cannot be asked says nothing
    let world = confirmed();
    world.chain.node_down.set(true);
    world.pass(3_600_000);
    assert_eq!(status_of(&world), "confirmed");
}
