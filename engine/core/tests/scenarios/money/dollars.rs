//! An amount typed in US dollars: what will be sent is exact, always shown, and never more than was typed.

use crate::support::*;
use serde_json::{Value, json};

fn unit(world: &World) {
    world.dispatch(json!({"type": "send.unit"}));
}

fn amount(world: &World, value: &str) {
    world.dispatch(json!({"type": "send.amount", "value": value}));
}

fn in_dollars(slice: &Value) -> Value {
    if slice["unit"] == "dollars" { slice["typed"].clone() } else { Value::Null }
}

/// What is typed in dollars, what will be sent, and what hosts read as its amount.
fn shown(world: &World) -> (Value, Value, Value) {
    let slice = world.slice("send");
    (in_dollars(&slice), slice["sends"].clone(), slice["sendTokenAmount"].clone())
}

fn review(world: &World) -> wallet_engine::flow::Join {
    world.dispatch(json!({"type": "send.review"}))
}

// req: 1.19, 2.21
#[test]
fn converts_dollars_to_an_exact_amount_and_sends_it() {
    let world = World::connected();
    world.open("Account");
    world.form("", BOB);
    unit(&world);
    assert_eq!(shown(&world), (json!(""), Value::Null, json!("")));
    amount(&world, "10");
    let exact = "0.003333333333333333";
    assert_eq!(shown(&world), (json!("10"), json!(format!("{exact} ETH")), json!(exact)));
    assert_eq!(world.slice("send")["worth"], Value::Null, "dollars are what is typed");
    assert!(world.settled(&review(&world)).is_ok());
    let preview = world.slice("send")["preview"].clone();
    assert_eq!((preview["amount"].as_str(), preview["worth"].as_str()), (Some(exact), Some("$10.00")));
    world.dispatch(json!({"type": "send.confirm"}));
    assert_eq!(world.wallets.last("eth_sendTransaction").unwrap()[0]["value"], "0xbd7a625405555");
}

#[test]
fn keeps_the_amount_when_the_unit_is_switched_twice() {
    let world = World::connected();
    world.open("Account");
    for typed in ["1.5", "0.123456789012345678", "0.000000000000000001", "7"] {
        world.form(typed, BOB);
        unit(&world);
        assert_eq!(shown(&world).2, typed, "the same amount");
        unit(&world);
        let slice = world.slice("send");
        assert_eq!((slice["sendTokenAmount"].as_str(), in_dollars(&slice)), (Some(typed), Value::Null));
    }
    world.form("1.5", BOB);
    unit(&world);
    assert_eq!(shown(&world).0, "4500.00");
    amount(&world, "3000");
    unit(&world);
    assert_eq!(shown(&world), (Value::Null, Value::Null, json!("1")));
}

#[test]
fn validates_dollars_like_amounts() {
    let world = World::connected();
    world.open("Account");
    world.form("", BOB);
    unit(&world);
    for (typed, check, error) in [
        ("", "enter_amount", Value::Null),
        ("abc", "invalid_amount", json!("invalid")),
        ("$5", "invalid_amount", json!("invalid")),
        ("1e3", "invalid_amount", json!("invalid")),
        ("0", "invalid_amount", Value::Null),
        ("1.234", "invalid_amount", json!("too_many_decimals")),
        ("30001", "insufficient_funds", json!("insufficient")),
        ("29000", "ready", Value::Null),
    ] {
        amount(&world, typed);
        let slice = world.slice("send");
        assert_eq!((slice["check"].as_str(), &slice["amountError"]), (Some(check), &error), "{typed}");
    }
}

#[test]
fn fills_in_the_maximum_in_either_unit() {
    let world = World::connected();
    world.open("Account");
    world.form("", BOB);
    unit(&world);
    world.dispatch(json!({"type": "send.max"}));
    assert_eq!(
        shown(&world),
        (json!("29999.80"), json!("9.999935 ETH"), json!("9.999935")),
        "not cut to cents"
    );
    assert!(world.settled(&review(&world)).is_ok());
    assert_eq!(world.slice("send")["preview"]["amount"], "9.999935");
    world.dispatch(json!({"type": "send.cancel"}));
    amount(&world, "29999.80");
    assert_ne!(shown(&world).2, "9.999935", "typed, it is what was typed");

    let world = World::with_token(6, "12.345678");
    world.open("Account");
    world.dispatch(
        json!({"type": "send.open", "token": format!("eip155:1337:{USDC}"), "amount": "", "to": BOB}),
    );
    unit(&world);
    world.dispatch(json!({"type": "send.max"}));
    assert_eq!(shown(&world), (json!("12.34"), json!("12.345678 USDC"), json!("12.345678")));
}

#[test]
fn offers_no_dollars_without_a_price() {
    let world = World::new();
    world.served(|request| {
        let is_of_prices = request.url.contains("/fungible/price") || request.url.contains("/balance?");
        is_of_prices.then(|| status(500, ""))
    });
    world.join();
    world.open("Account");
    world.form("1", BOB);
    assert_eq!(world.slice("send")["nextUnit"], Value::Null);
    unit(&world);
    assert_eq!(shown(&world), (Value::Null, Value::Null, json!("1")));
}

#[test]
fn resets_the_unit_for_another_token_or_network() {
    let world = World::with_token(6, "12.5");
    world.open("Account");
    world.form("1", BOB);
    unit(&world);
    world.dispatch(json!({"type": "send.token", "id": format!("eip155:1337:{USDC}")}));
    assert_eq!(shown(&world), (Value::Null, Value::Null, json!("")));
    let world = World::connected();
    world.open("Account");
    world.form("1", BOB);
    unit(&world);
    world.wanders(1338);
    assert_eq!(shown(&world), (Value::Null, Value::Null, json!("")), "a price of before");
    assert_eq!(world.slice("send")["receiverAddress"], BOB);
}
