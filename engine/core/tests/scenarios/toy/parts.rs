//! What moves money in a family is a part of its own: it comes late, never, or fails, and what waits for it ends well.

use crate::support::*;
use serde_json::json;
use wallet_engine::constants::SIMULATION_MS;
use wallet_engine::features::Later;

/// It never comes.
fn never_comes() -> Later {
    Later { eip155: |_, _, _, _| Box::pin(std::future::pending()), ..Later::native() }
}

fn connected(later: Later) -> World {
    let world = World::in_parts(later, options());
    world.join();
    world
}

// req: 10.12, 10.14
#[test]
fn a_request_is_read_to_the_person_without_the_part_that_says_what_it_would_move() {
    let world = connected(never_comes());
    let call = json!([{"from": ALICE, "to": BOB, "data": "0xdeadbeef"}]);
    let sent = world.request("eth_sendTransaction", call);
    world.pass(SIMULATION_MS);
    assert_eq!(world.view(), "ReviewRequest");
    let review = world.slice("review");
    assert_eq!((&review["lines"][0]["words"], &review["changes"]), (&json!("unknown"), &json!([])));
    world.dispatch(json!({"type": "review.confirm", "id": review["id"]}));
    assert_eq!(world.json(&sent), json!(hash()));
}
