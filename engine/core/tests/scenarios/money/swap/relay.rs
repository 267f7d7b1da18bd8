//! A swap over a relay: an answer that comes when no one waits any more is the swap's, and its next step follows.

use crate::paired::Paired;
use crate::support::*;
use serde_json::json;

// R8
#[test]
fn continues_to_the_swap_after_a_late_approval_response() {
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
