//! What moves money in a family is a separate part: it comes late, never, or fails, and what waits for it ends well.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::constants::SIMULATION_MS;
use wallet_engine::error::Error;
use wallet_engine::features::Later;

/// It never comes.
fn never_comes() -> Later {
    Later { eip155: |_, _, _, _| Box::pin(std::future::pending()), ..Later::native() }
}

/// It fails after a moment.
fn fails_late() -> Later {
    Later {
        eip155: |cx, _, _, _| {
            Box::pin(async move {
                cx.ports().clock.sleep(PART_MS).await;
                Err(Error::PartNotLoaded)
            })
        },
        ..Later::native()
    }
}

fn connected(later: Later) -> World {
    let world = World::in_parts(later, options());
    world.join();
    world
}

// req: 10.12, 10.14
#[test]
fn reviews_a_request_when_the_simulation_part_never_loads() {
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

// req: 10.12
#[test]
fn reviews_a_request_as_unread_when_its_reader_fails_to_load() {
    let later = Later {
        eip155_requests: |_, _, _, _| Box::pin(async { Err(Error::PartNotLoaded) }),
        ..Later::native()
    };
    let world = connected(later);
    let call = json!([{"from": ALICE, "to": BOB, "data": "0xdeadbeef"}]);
    let sent = world.request("eth_sendTransaction", call);
    world.pass(SIMULATION_MS);
    assert_eq!(world.view(), "ReviewRequest");
    let line = &world.slice("review")["lines"][0];
    assert_eq!((&line["effect"], &line["risk"]), (&json!("unread"), &json!("warning")));
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
    world.dispatch(json!({"type": "review.cancel"}));
    assert_eq!(world.settled(&sent).unwrap_err(), Error::UserRejected);
}

// R22
#[test]
fn drops_a_late_part_failure_after_the_form_changed() {
    let world = connected(fails_late());
    world.open("Account");
    world.form("1.5", BOB);
    world.pass(1_000);
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    assert_eq!(world.slice("send")["phase"], "preparing");
    world.wanders(1338);
    assert_ne!(world.slice("send")["phase"], "preparing");
    world.pass(1_000);
    assert!(world.settled(&reviewed).is_ok() || world.settled(&reviewed).is_err());
    assert_eq!(world.slice("send")["error"], Value::Null, "of the network before");
    // on one network it is said
    let again = world.dispatch(json!({"type": "send.review"}));
    world.pass(1_000);
    assert_eq!(world.settled(&again).unwrap_err(), Error::PartNotLoaded);
    assert_ne!(world.slice("send")["error"], Value::Null);
}
