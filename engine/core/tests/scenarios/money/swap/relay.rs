//! A swap over a relay: the swap handles a response that arrives after its flow has ended, and its next step follows.

use crate::paired::Paired;
use crate::paired::wallet::Wallet;
use crate::support::market::Market;
use crate::support::*;
use serde_json::json;
use std::rc::Rc;

/// The approval before a swap, without a response. Returns the ID of its request.
fn unknown() -> (Paired, Wallet, Rc<Market>, u64) {
    let (world, market) = World::market();
    let mut it = Paired::over(world);
    let mut wallet = it.connect(&[1337]);
    it.world.open("Account");
    it.pump();
    it.world.swap_form("USDC", "native", "250");
    it.pump();
    let reviewed = it.world.dispatch(json!({"type": "swap.review"}));
    it.pump();
    it.world.settled(&reviewed).unwrap();
    let steps = it.world.slice("swap")["preview"]["steps"].clone();
    assert_eq!(steps[0]["kind"], "approve", "step by step: nobody asks a phone what it can do");
    let sent = it.world.swap_confirm();
    it.pump();
    let mut seen = wallet.inbox(&it.relay);
    seen.retain(|word| word["params"]["request"]["method"] == "eth_sendTransaction");
    let id = seen[0]["id"].as_u64().unwrap();
    it.pass(901_000); // past our patience, and past the request's own time
    assert!(it.world.settled(&sent).is_err());
    assert_eq!(it.world.slice("swap")["phase"], "unknown");
    (it, wallet, market, id)
}

// R8
#[test]
fn continues_to_the_swap_after_a_late_approval_response() {
    let (mut it, mut wallet, market, id) = unknown();
    it.world.chain.receipt.set(None);
    wallet.answer(&mut it.relay, id, json!(hash()));
    it.pass(2_000);
    let item = it.world.slice("transactions")["list"][0].clone();
    assert_eq!((&item["kind"], &item["hash"]), (&json!("approve"), &json!(hash())));
    assert_eq!(it.world.slice("swap")["phase"], "confirming", "the journey that asked has heard it");
    assert_eq!(it.world.tracked("SEND_SUCCESS").len(), 0);
    market.allowance.set(250_000_000);
    it.world.chain.receipt.set(Some("0x1"));
    it.pass(40_000);
    let slice = it.world.slice("swap");
    assert_eq!((&slice["phase"], &slice["preview"]["step"]), (&json!("review"), &json!(1)));
}

// R8
#[test]
fn returns_to_the_review_after_a_late_rejection_of_the_approval() {
    let (mut it, mut wallet, _, id) = unknown();
    wallet.answer_error(&mut it.relay, id, 5000, "User rejected.");
    it.pass(2_000);
    assert_eq!(it.world.slice("transactions")["list"], json!([]));
    assert_eq!(it.world.slice("swap")["phase"], "review");
}
