//! Shown = sent (docs/spec/security.md T2): what is not what was shown is refused before, or told loudly after, and is never a success.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::ports::provider::ProviderFault;

pub(super) const MALLORY: &str = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

pub(super) fn confirm(world: &World) -> wallet_engine::flow::Join {
    world.dispatch(json!({"type": "send.confirm"}))
}

/// As a node writes what was asked for: lower case, `input`, and much more.
pub(super) fn of_node() -> Value {
    json!({"from": ALICE.to_lowercase(), "to": BOB.to_lowercase(), "value": "0x14d1120d7b160000", "input": "0x",
        "hash": hash(), "chainId": "0x539", "nonce": "0x7", "gas": "0x5208", "blockHash": null})
}

pub(super) fn told(world: &World) -> Vec<Value> {
    world.host.details("wallet-transaction").iter().map(|told| told["status"].clone()).collect()
}

pub(super) fn with(mut sent: Value, field: &str, value: Value) -> Value {
    sent[field] = value;
    sent
}

// req: 10.27
#[test]
fn reports_a_different_transaction_and_never_as_success() {
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
fn accepts_the_same_transaction_in_another_node_format() {
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
fn waits_for_the_transaction_although_its_receipt_exists() {
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
fn compares_the_transaction_after_a_reload() {
    let world = previewed();
    *world.chain.sent.borrow_mut() = Some(Value::Null);
    confirm(&world);
    world.pass(3_000);
    let world = world.reload();
    *world.chain.sent.borrow_mut() = Some(with(of_node(), "value", json!("0x1")));
    world.pass(3_000);
    assert_eq!(told(&world), [json!("differs")]);
}

/// The call of the preview, as call data of another transaction has it.
pub(super) fn wrapped(value: &str) -> String {
    let to = BOB.trim_start_matches("0x").to_lowercase();
    format!("0xb61d27f6{to:0>64}{value:0>64}{}", "0".repeat(128))
}

/// Coins that left in the same block can be of another transaction: a receipt has no trace of them.
// req: 10.59
#[test]
fn leaves_a_send_unread_although_the_balance_changed() {
    let world = previewed();
    world.chain.code.set("0x6080");
    world.served(|request| {
        let body = &request.body.as_ref()?.text;
        let at = |block: &str| body.contains("eth_getBalance") && body.contains(block);
        let said =
            |units: &str| status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": units}).to_string());
        // 10 before, 8 after
        if at("\"0x10\"") {
            Some(said("0x8ac7230489e80000"))
        } else {
            at("\"0x11\"").then(|| said("0x6f05b59d3b200000"))
        }
    });
    let sent = with(of_node(), "from", json!(MALLORY));
    let sent = with(with(sent, "input", json!(wrapped("14d1120d7b160000"))), "value", json!("0x0"));
    *world.chain.sent.borrow_mut() = Some(sent);
    confirm(&world);
    world.pass(2_000);
    assert_eq!(told(&world), [json!("sent"), json!("unread")]);
}

/// A reverted transaction shows nothing of what the wallet sent: "failed" would invite the user to send again.
// req: 10.59
#[test]
fn never_fails_a_send_for_a_reverted_transaction_of_others() {
    for (code, last) in [
        ("0x", "differs"),
        ("0x6080", "unread"),
        ("0xef010063c0c19a282a1b52b07dd5a65b58948a07dae32b", "unread"),
    ] {
        let world = previewed();
        world.chain.code.set(code);
        world.chain.receipt.set(Some("0x0"));
        let sent = with(of_node(), "from", json!(MALLORY));
        let sent = with(with(sent, "input", json!(wrapped("14d1120d7b160000"))), "value", json!("0x0"));
        *world.chain.sent.borrow_mut() = Some(sent);
        confirm(&world);
        world.pass(2_000);
        assert_eq!(told(&world), [json!("sent"), json!(last)], "{code}");
        assert_ne!(world.slice("send")["phase"], "failed", "{code}");
    }
}

/// The account's own transaction is the one of this preview: newer, uncounted, and no more than was shown.
// req: 10.27, 10.59
#[test]
fn never_confirms_an_old_transaction_or_one_with_an_authorization() {
    let list = json!([{"chainId": "0x539", "address": MALLORY, "nonce": "0x8"}]);
    let old = with(with(of_node(), "nonce", json!("0x1")), "blockNumber", json!("0x2"));
    for (what, sent, last) in [
        ("of a week ago", old.clone(), "differs"),
        ("in the place of a pending one", with(old, "blockNumber", json!("0x7fffffff")), "confirmed"),
        (
            "foreign authorizations",
            with(with(of_node(), "type", json!("0x4")), "authorizationList", list),
            "differs",
        ),
        ("no authorizations", with(of_node(), "authorizationList", json!([])), "confirmed"),
    ] {
        let world = previewed();
        world.chain.mined.set(7);
        let world = previewed_again(world);
        *world.chain.sent.borrow_mut() = Some(sent);
        confirm(&world);
        world.pass(2_000);
        assert_eq!(told(&world), [json!("sent"), json!(last)], "{what}");
    }
}

/// The preview is made again, with what the node says by now.
pub(super) fn previewed_again(world: World) -> World {
    world.dispatch(json!({"type": "router.back"}));
    world.dispatch(json!({"type": "send.review"}));
    world.pass(1_000);
    world
}

/// A node that responds with another transaction or another receipt has not responded.
// req: 10.59
#[test]
fn ignores_a_node_response_with_another_hash() {
    let world = previewed();
    *world.chain.sent.borrow_mut() = Some(with(of_node(), "hash", json!(format!("0x{}", "cd".repeat(32)))));
    confirm(&world);
    world.pass(2_000);
    assert_eq!(told(&world), [json!("sent")]);
}

/// The receipt of another transaction says nothing of this one, whichever way that went.
// req: 10.59
#[test]
fn ignores_the_receipt_of_another_transaction() {
    for status in ["0x1", "0x0"] {
        let world = previewed();
        world.served(move |request| {
            let is_it = request.body.as_ref()?.text.contains("eth_getTransactionReceipt");
            let other = format!("0x{}", "cd".repeat(32));
            let receipt =
                json!({"blockHash": hash(), "transactionHash": other, "status": status, "logs": []});
            is_it.then(|| crate::support::status(200, &json!({"id": 1, "result": receipt}).to_string()))
        });
        confirm(&world);
        world.pass(4_000);
        assert_eq!(told(&world), [json!("sent")], "{status}");
    }
}

/// A wallet that repeats the hash of an earlier send has sent nothing new.
// req: 10.59
#[test]
fn marks_a_repeated_hash_as_different() {
    let world = previewed();
    confirm(&world);
    world.pass(2_000);
    assert_eq!(told(&world).last(), Some(&json!("confirmed")));
    world.form("1.5", BOB);
    world.dispatch(json!({"type": "send.review"}));
    world.pass(1_000);
    world.but(1, |method, _| {
        (method == "eth_sendTransaction").then(|| Box::pin(async { Ok(json!(hash())) }) as Answer)
    });
    confirm(&world);
    world.pass(3_000);
    assert_eq!(told(&world).last(), Some(&json!("differs")));
}

// req: 10.27
#[test]
fn rejects_and_reports_a_request_altered_on_its_way() {
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
fn compares_what_the_page_sends() {
    let params = json!([{"from": ALICE, "to": BOB, "value": "0x1", "data": "0xAB"}]);
    let sent = json!({"from": ALICE, "to": BOB, "value": "0x1", "input": "0xab"});
    for (what, sent, last) in [
        ("the same", sent.clone(), "confirmed"),
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
