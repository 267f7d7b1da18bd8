//! What a host asks of a wallet of another family is read to the user, in the same words (10.12).

use crate::support::toy::{self, *};
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;

fn with_option(option: &str) -> World {
    let mut options = toy::options();
    options["reviewRequests"] = json!(option);
    let (world, _) = page_with(options, Chain::default());
    connect(&world);
    world
}

fn transfer() -> Value {
    json!({"from": anna(), "to": ben(), "units": "1500000", "chain": "toy:one"})
}

fn line(world: &World) -> Value {
    world.slice("review")["lines"][0].clone()
}

/// Ticks what is given away.
fn accept(world: &World) {
    let id = world.slice("review")["id"].clone();
    world.dispatch(json!({"type": "review.accept", "id": id, "accepted": true}));
}

fn confirm(world: &World) {
    let id = world.slice("review")["id"].clone();
    world.dispatch(json!({"type": "review.confirm", "id": id}));
}

// req: 10.12
#[test]
fn reviews_a_critical_request_before_the_wallet() {
    let (world, _) = connected();
    let asked = request(&world, "toy_handOver", json!({"to": ben()}));
    assert_eq!((world.view().as_str(), world.wallets.count("toy_handOver")), ("ReviewRequest", 0));
    let line = line(&world);
    assert_eq!((&line["effect"], &line["risk"]), (&json!("control"), &json!("critical")));
    assert_eq!((&line["words"], &line["party"]), (&json!("control"), &json!(ben())));
    assert_eq!(world.slice("review")["networkName"], "Toy one");
    confirm(&world);
    assert_eq!(world.wallets.count("toy_handOver"), 0, "a tick of its own comes first");
    accept(&world);
    confirm(&world);
    assert_eq!(world.wallets.count("toy_handOver"), 1, "in the task of the click");
    assert_eq!(world.json(&asked), json!("done"));
}

// req: 10.12
#[test]
fn asks_no_wallet_after_a_rejection() {
    let (world, _) = connected();
    let asked = request(&world, "toy_handOver", json!({"to": ben()}));
    world.dispatch(json!({"type": "review.cancel"}));
    assert_eq!(world.settled(&asked).unwrap_err(), Error::UserRejected);
    assert_eq!(world.wallets.count("toy_handOver"), 0);
}

// req: 10.12
#[test]
fn reviews_a_harmless_request_only_if_the_page_wants_it() {
    let (world, _) = connected();
    let asked = request(&world, "toy_send", transfer());
    assert_eq!(world.json(&asked), json!(ID));
    assert!(!world.is_open());
    let world = with_option("always");
    let asked = request(&world, "toy_send", transfer());
    assert_eq!((world.view().as_str(), world.wallets.count("toy_send")), ("ReviewRequest", 0));
    let line = line(&world);
    assert_eq!((&line["effect"], &line["risk"]), (&json!("send"), &json!("normal")));
    assert_eq!((&line["amount"], &line["party"]), (&json!("1.5 TOY"), &json!(ben())));
    confirm(&world);
    assert_eq!(world.json(&asked), json!(ID));
    let world = with_option("never");
    let asked = request(&world, "toy_handOver", json!({"to": ben()}));
    assert_eq!(world.json(&asked), json!("done"));
}

// req: 10.12
#[test]
fn blocks_a_request_that_its_reader_refuses() {
    let (world, _) = connected();
    let asked = request(&world, "toy_handOver", json!({"to": nobodys()}));
    assert_eq!(world.settled(&asked).unwrap_err(), Error::ActionNotAllowed);
    assert_eq!(world.wallets.count("toy_handOver"), 0);
    assert!(!world.is_open());
}

// req: 10.12
#[test]
fn reviews_invalid_parameters_as_unread() {
    for params in [json!([]), json!({"to": BOB}), json!(null), json!("x"), json!({"to": [1]})] {
        let (world, _) = connected();
        let asked = request(&world, "toy_handOver", params.clone());
        assert_eq!(world.view(), "ReviewRequest", "{params}");
        let line = line(&world);
        assert_eq!((&line["effect"], &line["words"]), (&json!("unread"), &json!("unread")));
        world.dispatch(json!({"type": "review.cancel"}));
        assert_eq!(world.settled(&asked).unwrap_err(), Error::UserRejected);
        assert_eq!(world.wallets.count("toy_handOver"), 0);
    }
}
