//! What a host asks of the embedded wallet, if it is known to give something away: read in the words of every wallet before the frame is
//! asked, with the same risk and the same tick.

use super::email;
use super::peer::*;
use crate::support::market::word_of;
use crate::support::*;
use serde_json::{Value, json};

fn world() -> World {
    logged_in_at(email::page())
}

fn do_review(world: &World, action: &str) {
    let id = world.slice("review")["id"].clone();
    world.dispatch(json!({"type": format!("review.{action}"), "id": id, "accepted": true}));
}

fn requests() -> Vec<(&'static str, Value, &'static str, &'static str)> {
    let call = |data: String| json!([{"from": ALICE, "to": USDC, "data": data}]);
    let permit = json!({
        "primaryType": "Permit", "types": {"EIP712Domain": [
            {"name": "name", "type": "string"}, {"name": "chainId", "type": "uint256"}, {"name": "verifyingContract", "type": "address"}
        ], "Permit": [
            {"name": "owner", "type": "address"}, {"name": "spender", "type": "address"}, {"name": "value", "type": "uint256"},
            {"name": "nonce", "type": "uint256"}, {"name": "deadline", "type": "uint256"}
        ]},
        "domain": {"name": "USDC", "chainId": 1337, "verifyingContract": USDC},
        "message": {"owner": ALICE, "spender": BOB, "value": format!("0x{}", "f".repeat(64)), "nonce": 0, "deadline": "9999999999"}
    });
    let near = format!("0x095ea7b3{}{}e", word_of(BOB), "f".repeat(63));
    let more = format!("0x39509351{}{:064x}", word_of(BOB), 5);
    let all = format!("0xa22cb465{}{:064x}", word_of(BOB), 1);
    let owner = format!("0xf2fde38b{}", word_of(BOB));
    vec![
        ("eth_signTypedData_v4", json!([ALICE, permit]), "permit_unlimited", "critical"),
        ("eth_sendTransaction", call(near), "approve_unlimited", "critical"),
        ("eth_sendTransaction", call(more), "raise", "warning"),
        ("eth_sendTransaction", call(all.clone()), "approve_all", "critical"),
        ("eth_sendTransaction", call(owner), "control", "critical"),
        (
            "wallet_sendCalls",
            json!([{"version": "2.0.0", "chainId": "0x539", "from": ALICE, "atomicRequired": false,
                "calls": [{"to": BOB, "value": "0x1"}, {"to": USDC, "data": all}]}]),
            "approve_all",
            "critical",
        ),
    ]
}

// req: 10.12
#[test]
fn reviews_a_risky_request_before_the_frame_sees_it() {
    for (method, params, words, risk) in requests() {
        let world = world();
        world.chain.code.set("0x");
        let peer = Peer(&world);
        let asked = world.request(method, params);
        world.pass(5_000);
        assert_eq!(world.view(), "ReviewRequest", "{words}");
        let slice = world.slice("review");
        assert_eq!((&slice["lines"][0]["words"], &slice["lines"][0]["risk"]), (&json!(words), &json!(risk)));
        assert!(peer.requests(method).is_empty(), "the frame has not heard of it: {words}");
        if risk == "critical" {
            do_review(&world, "confirm");
            world.pass(100);
            assert!(peer.requests(method).is_empty(), "not before it is ticked: {words}");
            do_review(&world, "accept");
        }
        do_review(&world, "confirm");
        world.pass(100);
        assert_eq!(
            (world.view().as_str(), peer.requests(method).len()),
            ("ApproveTransaction", 1),
            "{words}"
        );
        peer.refuse_to(&peer.requests(method)[0], "User rejected the request");
        world.pass(1_000);
        assert!(asked.is_settled() && !world.is_open(), "{words}: {}", world.view());
    }
}

// req: 10.12
#[test]
fn asks_no_frame_after_a_rejected_review() {
    let (method, params, ..) = requests().remove(3);
    let world = world();
    let peer = Peer(&world);
    let asked = world.request(method, params);
    world.pass(5_000);
    world.dispatch(json!({"type": "review.cancel"}));
    world.pass(1_000);
    assert!(asked.is_settled() && peer.requests(method).is_empty() && !world.is_open());
    for data in ["0xdeadbeef".to_owned(), format!("0xa9059cbb{}{:064x}", word_of(BOB), 1)] {
        drop(world.request(method, json!([{"from": ALICE, "to": USDC, "data": data}])));
        world.pass(5_000);
        assert_eq!(world.view(), "ApproveTransaction");
        world.dispatch(json!({"type": "router.close", "reason": "user"}));
        world.pass(1_000);
    }
}
