//! Shown = sent (docs/spec/security.md T2): what is not what was shown is refused before, or told loudly after, and is never a success.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::ports::provider::ProviderFault;

pub(super) const MALLORY: &str = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

fn confirm(world: &World) -> wallet_engine::flow::Join {
    world.dispatch(json!({"type": "send.confirm"}))
}

/// As a node writes what was asked for: lower case, `input`, and much more.
fn of_node() -> Value {
    json!({"from": ALICE.to_lowercase(), "to": BOB.to_lowercase(), "value": "0x14d1120d7b160000", "input": "0x",
        "hash": hash(), "chainId": "0x539", "nonce": "0x1", "gas": "0x5208", "blockHash": null})
}

fn told(world: &World) -> Vec<Value> {
    world.host.details("wallet-transaction").iter().map(|told| told["status"].clone()).collect()
}

fn with(mut sent: Value, field: &str, value: Value) -> Value {
    sent[field] = value;
    sent
}

// req: 10.27
#[test]
fn what_the_network_has_instead_is_told_loudly_and_never_as_success() {
    for (what, sent) in [
        ("to", with(of_node(), "to", json!(MALLORY))),
        ("no to", with(of_node(), "to", json!(null))),
        ("value", with(of_node(), "value", json!("0x14d1120d7b160001"))),
        ("nonsense", with(of_node(), "value", json!("much"))),
        ("data", with(of_node(), "input", json!("0xa9059cbb"))),
        ("from", with(of_node(), "from", json!(MALLORY))),
    ] {
        let world = previewed();
        *world.chain.sent.borrow_mut() = Some(sent);
        confirm(&world);
        world.pass(2_000);
        assert_eq!(world.slice("send")["phase"], "differs", "{what}");
        assert_eq!(world.view(), "SendPreview", "{what}: it stays in sight");
        assert_eq!(world.slice("transactions")["list"][0]["status"], "differs", "{what}");
        assert_eq!(told(&world), [json!("sent"), json!("differs")], "{what}");
        let toast = world.slice("toast")["toast"].clone();
        assert_eq!(
            (toast["message"].as_str(), toast["variant"].as_str()),
            (Some("Your wallet sent something else"), Some("error")),
            "{what}"
        );
        assert_eq!(toast["link"], format!("http://localhost:4007/tx/{}", hash()));
        world.pass(120_000);
        assert_eq!(told(&world).len(), 2, "{what}: a receipt changes nothing");
        confirm(&world);
        world.pass(2_000);
        assert_eq!(world.wallets.count("eth_sendTransaction"), 1, "{what}: it is not sent again");
    }
}

// req: 10.27
#[test]
fn the_same_in_the_words_of_a_node_is_the_same() {
    for sent in [
        of_node(),
        with(of_node(), "data", json!("0x")),
        with(of_node(), "value", json!("0x014d1120d7b160000")),
    ] {
        let world = previewed();
        *world.chain.sent.borrow_mut() = Some(sent);
        confirm(&world);
        world.pass(1_000);
        assert_eq!(told(&world), [json!("sent"), json!("confirmed")]);
    }
}

// req: 10.27
#[test]
fn a_node_that_does_not_know_it_yet_is_waited_for_and_a_receipt_alone_is_no_success() {
    let world = previewed();
    *world.chain.sent.borrow_mut() = Some(Value::Null);
    confirm(&world);
    world.pass(10_000);
    assert_eq!(told(&world), [json!("sent")], "the receipt is there, what was sent is not");
    *world.chain.sent.borrow_mut() = Some(with(of_node(), "to", json!(MALLORY)));
    world.pass(2_000);
    assert_eq!(told(&world), [json!("sent"), json!("differs")]);

    let world = previewed();
    *world.chain.sent.borrow_mut() = Some(Value::Null);
    confirm(&world);
    world.pass(30_000);
    assert_eq!(told(&world), [json!("sent"), json!("unknown")]);
    *world.chain.sent.borrow_mut() = Some(of_node());
    world.pass(11_000);
    assert_eq!(told(&world).last(), Some(&json!("confirmed")));
}

// req: 10.27
#[test]
fn it_is_compared_after_a_reload_too() {
    let world = previewed();
    *world.chain.sent.borrow_mut() = Some(Value::Null);
    confirm(&world);
    world.pass(3_000);
    let world = world.reload();
    *world.chain.sent.borrow_mut() = Some(with(of_node(), "value", json!("0x1")));
    world.pass(3_000);
    assert_eq!(told(&world), [json!("differs")]);
}

/// What a contract account does is carried by others: the outermost transaction is not what was asked for, and nothing can be said of it.
#[test]
fn a_contract_account_is_not_accused() {
    let world = previewed();
    world.chain.code.set("0x6080");
    *world.chain.sent.borrow_mut() =
        Some(with(with(of_node(), "from", json!(MALLORY)), "input", json!("0x1fad948c")));
    confirm(&world);
    world.pass(2_000);
    assert_eq!(told(&world), [json!("sent"), json!("confirmed")]);
}

/// A smart account comes with its first call: its code is not there yet, the call in it says what it does.
// req: 10.27
#[test]
fn the_first_call_of_a_smart_account_is_known_by_the_call_in_it() {
    let node = of_node();
    let word = |name: &str, width: usize| {
        format!("{:0>width$}", node[name].as_str().unwrap().trim_start_matches("0x"))
    };
    let (to, value) = (word("to", 64).to_lowercase(), word("value", 64));
    let other = MALLORY.trim_start_matches("0x").to_lowercase();
    for (input, last) in [
        (format!("0xb61d27f6{to}{value}{}", "0".repeat(128)), "confirmed"),
        (format!("0xb61d27f6{to}{:0>64}", "1"), "differs"),
        (format!("0xb61d27f6{other:0>64}{value}"), "differs"),
        ("0xb61d27f6".into(), "differs"),
    ] {
        let world = previewed();
        *world.chain.sent.borrow_mut() =
            Some(with(with(of_node(), "from", json!(MALLORY)), "input", json!(input)));
        confirm(&world);
        world.pass(2_000);
        assert_eq!(told(&world), [json!("sent"), json!(last)], "{input}");
    }
}

// req: 10.27
#[test]
fn a_request_that_was_exchanged_on_its_way_is_refused_and_reported() {
    let world = previewed();
    world.but(1, |method, _| {
        let tampered: Answer = Box::pin(async { Err(ProviderFault::tampered()) });
        (method == "eth_sendTransaction").then_some(tampered)
    });
    let refused = confirm(&world);
    assert_eq!(world.settled(&refused), Err(Error::NotWhatWasShown));
    let slice = world.slice("send");
    assert_eq!(slice["phase"], "failed");
    assert_eq!(slice["error"]["message"], "The request differs from what was shown");
    assert_eq!(world.slice("transactions")["list"], json!([]), "the wallet was not asked");
    assert_eq!(world.host.details("wallet-error")[0]["message"], "The request differs from what was shown");
}

// req: 10.27
#[test]
fn what_the_host_has_sent_is_compared_too() {
    let params = json!([{"from": ALICE, "to": BOB, "value": "0x1", "data": "0xAB"}]);
    let sent = json!({"from": ALICE, "to": BOB, "value": "0x1", "input": "0xab"});
    for (what, sent, last) in [
        ("the same", sent.clone(), "sent"),
        ("to", with(sent.clone(), "to", json!(MALLORY)), "differs"),
        ("value", with(sent.clone(), "value", json!("0x2")), "differs"),
        ("data", with(sent, "input", json!("0x")), "differs"),
    ] {
        let mut options = options();
        options["reviewRequests"] = json!("never");
        let world = World::with(options, Default::default());
        world.join();
        *world.chain.sent.borrow_mut() = Some(Value::Null);
        let asked = world.request("eth_sendTransaction", params.clone());
        assert_eq!(world.json(&asked), hash(), "{what}: the host has its hash at once");
        world.pass(5_000);
        *world.chain.sent.borrow_mut() = Some(sent);
        world.pass(30_000);
        let all = told(&world);
        assert_eq!(all.last(), Some(&json!(last)), "{what}");
        let toasts = world.host.details("wallet-toast");
        assert_eq!(
            toasts.iter().any(|toast| toast["message"] == "Your wallet sent something else"),
            last == "differs",
            "{what}"
        );
    }
}
