//! Whom one sends to: addresses that look like one another, first times, contracts (docs/spec/security.md B14).

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;

/// Bob's first and last four, and nothing else of him.
fn mallory() -> String {
    format!("0x7099{}79c8", "0".repeat(32))
}

/// Bob as our short labels have him: "0x70…dc79C8".
fn labelled() -> String {
    format!("0x70{}dc79c8", "0".repeat(32))
}

fn line(id: &str, from: &str, to: &str, status: &str) -> Value {
    json!({"id": id, "metadata": {"operationType": "send", "hash": hash(), "chain": "eip155:1337", "minedAt": "2023-11-02T03:04:05Z",
        "sentFrom": from, "sentTo": to, "status": status, "nonce": 1},
        "transfers": [{"direction": "in", "quantity": {"numeric": "0"}, "fungible_info": {"name": "Ether", "symbol": "ETH"}}]})
}

/// Connected, with this history looked at.
fn with_history(lines: &[Value]) -> World {
    let lines = lines.to_vec();
    let world = World::with_chain(|chain| {
        *chain.history.borrow_mut() = vec![("", json!({"data": lines, "next": null}))];
    });
    world.open("Activity");
    world.open("Account");
    world
}

fn review(world: &World) {
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&reviewed).is_ok());
}

fn alike(world: &World) -> Value {
    world.slice("send")["alike"]["known"].clone()
}

// req: 10.13
#[test]
fn requires_a_comparison_for_a_lookalike_recipient() {
    let world = with_history(&[line("t1", ALICE, BOB, "confirmed")]);
    world.form("1", &mallory());
    let alike = world.slice("send")["alike"].clone();
    assert_eq!(alike["known"], BOB, "both are shown, whole");
    assert_eq!(alike["address"].as_str().unwrap().to_lowercase(), mallory());
    let differs: Vec<u64> =
        alike["differs"].as_array().unwrap().iter().map(|at| at.as_u64().unwrap()).collect();
    let (one, other) = (BOB[2..].to_lowercase(), mallory()[2..].to_owned());
    let expected: Vec<u64> =
        (0..40).filter(|at| one.as_bytes()[*at as usize] != other.as_bytes()[*at as usize]).collect();
    assert_eq!(differs, expected);
    assert_eq!(world.slice("send")["check"], "ready", "the form does not stand in the way");
    review(&world);
    let preview = world.slice("send")["preview"].clone();
    assert_eq!((&preview["alike"], &preview["compared"]), (&alike, &json!(false)));

    let confirm = || world.dispatch(json!({"type": "send.confirm"}));
    let refused = world.settled(&confirm());
    assert_eq!(refused, Err(Error::BadParams { field: "receiver".into() }), "whatever a view does");
    world.dispatch(json!({"type": "send.compared", "value": true}));
    world.dispatch(json!({"type": "send.compared", "value": false}));
    assert!(world.settled(&confirm()).is_err());
    assert_eq!(
        (world.wallets.count("eth_sendTransaction"), world.slice("send")["phase"].as_str()),
        (0, Some("review"))
    );
    world.dispatch(json!({"type": "send.compared", "value": true}));
    assert_eq!(world.slice("send")["preview"]["compared"], true);
    confirm();
    let to = world.wallets.last("eth_sendTransaction").unwrap()[0]["to"].clone();
    assert_eq!(to.as_str().unwrap().to_lowercase(), mallory());
}

// req: 10.13
#[test]
fn requires_a_new_comparison_in_each_preview() {
    let world = with_history(&[line("t1", ALICE, BOB, "confirmed")]);
    world.form("1", &mallory());
    world.dispatch(json!({"type": "send.compared", "value": true}));
    review(&world);
    assert_eq!(world.slice("send")["preview"]["compared"], false, "there was nothing to compare yet");
    world.dispatch(json!({"type": "send.compared", "value": true}));
    world.dispatch(json!({"type": "send.cancel"}));
    world.dispatch(json!({"type": "send.receiver", "value": labelled()}));
    review(&world);
    let preview = world.slice("send")["preview"].clone();
    assert_eq!((preview["alike"]["known"].as_str(), &preview["compared"]), (Some(BOB), &json!(false)));
}

// req: 10.13
#[test]
fn compares_with_every_address_of_the_history() {
    for (from, to) in [(ALICE, BOB), (BOB, ALICE), (&*BOB.to_lowercase(), ALICE)] {
        let world = with_history(&[line("t1", from, to, "confirmed")]);
        for receiver in [mallory(), labelled()] {
            world.form("1", &receiver);
            assert_eq!(alike(&world), BOB, "{from} {to} {receiver}");
        }
        world.form("1", "0x7099000000000000000000000000000000000000");
        assert_eq!(alike(&world), Value::Null, "its beginning alone");
        world.form("1", BOB);
        assert_eq!(alike(&world), Value::Null, "himself");
    }
    // one's own, without any history
    let world = World::connected();
    world.open("Account");
    world.form("1", &format!("{}{}{}", &ALICE[..6], "0".repeat(32), &ALICE[38..]).to_lowercase());
    assert_eq!(alike(&world), ALICE);
    // sent from here
    let world = previewed();
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(10_000);
    world.form("1", &mallory());
    assert_eq!(alike(&world), BOB);
    // what is no address is none
    let world = with_history(&[line("t1", "0x7099<script>79C8", "\u{202e}", "confirmed")]);
    world.form("1", &mallory());
    assert_eq!(alike(&world), Value::Null);
}

// req: 10.13
#[test]
fn never_doubts_a_paid_recipient_because_of_an_imitation() {
    // poison: it came in by itself, or was moved in our name by someone else
    for poison in [line("p", &mallory(), ALICE, "confirmed"), line("p", &mallory(), &mallory(), "confirmed")]
    {
        let world = with_history(&[poison, line("t1", ALICE, BOB, "confirmed")]);
        world.form("1", BOB);
        let slice = world.slice("send");
        // the service alone says that he was
        assert_eq!((&slice["alike"], &slice["firstTime"]), (&Value::Null, &json!("here")));
        world.form("1", &mallory());
        let slice = world.slice("send");
        assert_eq!(slice["alike"]["known"].as_str(), Some(BOB));
        assert!(slice["firstTime"].is_string(), "{slice}");
    }
    // both were paid: one of them might have been the mistake
    let world =
        with_history(&[line("p", ALICE, &mallory(), "confirmed"), line("t1", ALICE, BOB, "confirmed")]);
    world.form("1", BOB);
    assert_ne!(alike(&world), Value::Null);
    // neither was
    let world = with_history(&[line("p", &mallory(), ALICE, "confirmed"), line("t1", ALICE, BOB, "failed")]);
    world.form("1", BOB);
    assert_ne!(alike(&world), Value::Null, "what failed was not paid");
}

#[test]
fn applies_a_history_that_loads_during_the_preview() {
    let world = World::connected();
    world.open("Account");
    world.form("1", &mallory());
    review(&world);
    assert_eq!(world.slice("send")["preview"]["alike"], Value::Null);
    *world.chain.history.borrow_mut() =
        vec![("", json!({"data": [line("t1", ALICE, BOB, "confirmed")], "next": null}))];
    world.dispatch(json!({"type": "activity.retry"}));
    assert_eq!(world.slice("send")["preview"]["alike"]["known"], BOB);
    let refused = world.dispatch(json!({"type": "send.confirm"}));
    assert!(world.settled(&refused).is_err());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
}

#[test]
fn notes_a_first_payment_but_not_the_second() {
    let world = World::connected();
    world.open("Account");
    world.form("1", BOB);
    assert_eq!(world.slice("send")["firstTime"], "ever");
    review(&world);
    assert_eq!(world.slice("send")["preview"]["firstTime"], "ever");
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(10_000);
    world.form("1", BOB);
    assert_eq!(world.slice("send")["firstTime"], Value::Null);
    world.form("1", ALICE);
    assert_eq!(world.slice("send")["firstTime"], Value::Null, "oneself");
    world.form("1", "nonsense");
    assert_eq!(world.slice("send")["firstTime"], Value::Null, "nobody");
}

/// What the form says of Bob while the history is this.
fn first_by(history: Value) -> Value {
    let world = World::with_chain(|chain| *chain.history.borrow_mut() = vec![("", history)]);
    world.open("Account");
    world.form("1", BOB);
    world.pass(1_000);
    let said = world.slice("send")["firstTime"].clone();
    review(&world);
    assert_eq!(world.slice("send")["preview"]["firstTime"], said);
    said
}

// The history is read for it, whoever has looked at it; what a service says alone never makes someone known.
// req: 10.13
#[test]
fn never_takes_a_recipient_as_known_only_from_the_service() {
    let page = |lines: Vec<Value>, next: Value| json!({"data": lines, "next": next});
    assert_eq!(first_by(page(vec![], Value::Null)), "ever");
    assert_eq!(first_by(page(vec![line("t1", ALICE, &mallory(), "confirmed")], json!("more"))), "lately");
    assert_eq!(first_by(page(vec![line("t1", ALICE, BOB, "confirmed")], Value::Null)), "here");
    assert_eq!(first_by(page(vec![line("t1", ALICE, BOB, "failed")], Value::Null)), "here");
    // a silence isn't a history, and no one is bothered with it
    let world = World::connected();
    world.served(|request| request.url.contains("/history").then(|| status(500, "{}")));
    world.open("Account");
    world.form("1", BOB);
    world.pass(20_000);
    assert_eq!(world.slice("send")["firstTime"], "here");
    assert_eq!(world.toasts(), Vec::<String>::new());
}

#[test]
fn notes_that_the_recipient_is_a_contract() {
    for (code, to, is_contract) in [
        ("0x6080", BOB, true),
        ("0x", BOB, false),
        ("nonsense", BOB, false),
        // an account that has handed its calls on (EIP-7702) has its key still
        (&*format!("0xef0100{}", "12".repeat(20)), BOB, false),
        // a smart account of one's own
        ("0x6080", ALICE, false),
    ] {
        let world = World::connected();
        world.chain.code.set(Box::leak(code.to_owned().into_boxed_str()));
        world.open("Account");
        world.form("1", to);
        review(&world);
        let place = if is_contract { json!("contract") } else { json!(null) };
        assert_eq!(world.slice("send")["preview"]["place"], place, "{code} {to}");
        world.dispatch(json!({"type": "send.confirm"}));
        assert_eq!(world.wallets.count("eth_sendTransaction"), 1, "{code}");
    }
}
