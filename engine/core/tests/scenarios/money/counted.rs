//! One transaction stands for one entry or request, whichever way each learned of it: by the wallet's response, or by what the sender made
//! next. What belongs to one is never called another's fault.

use super::shown::{confirm, of_node, told, with};
use super::{bitcoin, shown};
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::tabs::MemoryTabs;

fn list(world: &World) -> Vec<Value> {
    world.slice("transactions")["list"].as_array().unwrap().clone()
}

fn call() -> Value {
    json!([{"from": ALICE, "to": BOB, "value": "0x14d1120d7b160000"}])
}

fn quiet() -> Value {
    let mut options = options();
    options["reviewRequests"] = json!("never");
    options
}

/// 1.5 ETH to Bob, of which the wallet said that it might have been sent.
fn unknown() -> World {
    let world = World::with(quiet(), Default::default());
    world.join();
    send_again(&world);
    world.but(1, |method, _| (method == "eth_sendTransaction").then(|| refuse(-32603, "Failed to fetch")));
    confirm(&world);
    world.pass(300);
    assert_eq!(list(&world)[0]["status"], "unknown");
    world
}

fn send_again(world: &World) {
    world.open("Account");
    world.form("1.5", BOB);
    assert!(world.settled(&world.dispatch(json!({"type": "send.review"}))).is_ok());
    world.pass(300);
}

// req: 10.59
#[test]
fn never_matches_a_page_transaction_to_an_unknown_send() {
    let world = unknown();
    let chain = world.chain.clone();
    world.but(1, move |method, params| {
        (method == "eth_sendTransaction").then(|| {
            chain.broadcast(params);
            ok(json!(hash()))
        })
    });
    let asked = world.request("eth_sendTransaction", call());
    world.pass(100);
    assert!(world.settled(&asked).is_ok());
    world.chain.mine();
    world.pass(60_000);
    let all = list(&world);
    let of = |kind: &str| all.iter().find(|item| item["kind"] == kind).unwrap();
    assert_eq!((&of("request")["status"], &of("request")["hash"]), (&json!("confirmed"), &json!(hash())));
    assert_eq!((&of("send")["status"], &of("send")["hash"]), (&json!("unknown"), &Value::Null));
    assert!(!told(&world).contains(&json!("differs")), "{:?}", told(&world));
}

/// A hash in capitals is the same hash.
// req: 10.59
#[test]
fn treats_a_hash_in_capitals_as_the_same_hash() {
    let world = unknown();
    send_again(&world);
    let chain = world.chain.clone();
    world.but(1, move |method, params| {
        (method == "eth_sendTransaction").then(|| {
            chain.broadcast(params);
            ok(json!(format!("0x{}", "AB".repeat(32))))
        })
    });
    confirm(&world);
    world.chain.mine();
    world.pass(60_000);
    let all = list(&world);
    assert_eq!((&all[0]["status"], &all[1]["status"]), (&json!("confirmed"), &json!("unknown")), "{all:?}");
    assert_eq!(all[1]["hash"], Value::Null);
}

/// The wallet of the second responds after its transaction is in a block already, as over a relay.
// req: 10.59
#[test]
fn gives_a_transaction_to_the_newer_of_two_equal_requests() {
    for other_tab in [false, true] {
        let world = unknown();
        let second = other_tab.then(|| {
            let tabs = MemoryTabs::default();
            let tab =
                World::tab(&tabs, world.clock.now_ms(), quiet(), world.storage.clone(), world.chain.clone());
            tab.returns();
            // the seed of the twin is the same in each tab
            tab.request("personal_sign", json!(["0x6869", ALICE]));
            tab
        });
        let sender = second.as_ref().unwrap_or(&world);
        send_again(sender);
        let held = HeldResponses::default();
        let answers = held.clone();
        let chain = world.chain.clone();
        sender.but(1, move |method, params| {
            (method == "eth_sendTransaction").then(|| {
                chain.broadcast(params);
                answers.hold(ok(json!(hash())))
            })
        });
        confirm(sender);
        sender.run();
        world.chain.mine();
        world.pass(5_000);
        held.let_go();
        sender.pass(20_000);
        world.pass(20_000);
        let all = list(sender);
        assert_eq!((&all[0]["status"], &all[0]["hash"]), (&json!("confirmed"), &json!(hash())), "{all:?}");
        assert_eq!(list(&world).last().unwrap()["hash"], Value::Null, "{other_tab}");
        assert!(!told(&world).contains(&json!("differs")), "{other_tab}");
    }
}

/// What is followed for the host by the option `pendingTransactions`.
// req: 9.9, 10.59
#[test]
fn reports_a_repeated_hash_to_a_polling_page_once() {
    let mut options = quiet();
    options["pendingTransactions"] = json!({"enable": true, "pollingInterval": 1_000});
    let world = World::with(options, Default::default());
    world.join();
    world.chain.receipt.set(None);
    world.but(1, |method, _| (method == "eth_sendTransaction").then(|| ok(json!(hash()))));
    *world.chain.sent.borrow_mut() = Some(of_node());
    for _ in 0..2 {
        let asked = world.request("eth_sendTransaction", call());
        world.pass(100);
        assert!(world.settled(&asked).is_ok());
    }
    world.pass(3_000);
    world.chain.receipt.set(Some("0x1"));
    world.pass(10_000);
    assert_eq!(told(&world), [json!("sent"), json!("sent"), json!("differs"), json!("confirmed")]);
}

/// Whatever a wallet says is stored only if it is an ID.
// req: 10.59
#[test]
fn remembers_counted_transactions_after_an_invalid_response() {
    let huge = format!("0x{}", "ab".repeat(200_000));
    let lines = format!("x\neip155:1337 {} somebody", second());
    for said in [json!(huge), json!(lines), json!("pending"), json!({"id": huge})] {
        let world = World::with(quiet(), Default::default());
        world.join();
        world.but(1, |method, _| (method == "eth_sendTransaction").then(|| ok(json!(hash()))));
        *world.chain.sent.borrow_mut() = Some(of_node());
        world.request("eth_sendTransaction", call());
        world.pass(3_000);
        world.but(1, move |method, _| (method == "eth_sendTransaction").then(|| ok(said.clone())));
        let refused = world.request("eth_sendTransaction", call());
        world.pass(3_000);
        assert!(world.settled(&refused).is_err());
        let world = world.reload_with(quiet());
        world.returns();
        world.but(1, |method, _| (method == "eth_sendTransaction").then(|| ok(json!(hash()))));
        *world.chain.sent.borrow_mut() = Some(of_node());
        world.request("eth_sendTransaction", call());
        world.pass(3_000);
        assert_eq!(told(&world).last(), Some(&json!("differs")), "it stands for the first request");
        world.but(1, |method, _| (method == "eth_sendTransaction").then(|| ok(json!(second()))));
        *world.chain.sent.borrow_mut() = Some(with(of_node(), "hash", json!(second())));
        world.request("eth_sendTransaction", call());
        world.pass(3_000);
        let last = told(&world).split_off(told(&world).len() - 2);
        assert_eq!(last, [json!("sent"), json!("confirmed")], "nobody else has this one");
    }
}

fn second() -> String {
    format!("0x{}", "cd".repeat(32))
}

/// A wallet that responds with anything but a hash might have sent it: unknown, and looked for.
// req: 10.59
#[test]
fn marks_a_response_without_a_hash_unknown_and_looks_for_it() {
    let digits = "ab".repeat(32);
    for said in [
        json!(null),
        json!({}),
        json!([]),
        json!(""),
        json!("0x"),
        json!(7),
        json!(true),
        json!(digits),
        json!(format!("0X{digits}")),
        json!(format!(" 0x{digits}")),
        json!(format!("0x{digits}\n")),
        json!(format!("0x{}zz", "ab".repeat(31))),
        json!({"hash": format!("0x{digits}")}),
    ] {
        let world = previewed();
        let (chain, answer) = (world.chain.clone(), said.clone());
        world.but(1, move |method, params| {
            (method == "eth_sendTransaction").then(|| {
                chain.broadcast(params);
                ok(answer.clone())
            })
        });
        confirm(&world);
        world.pass(300);
        assert_eq!(world.slice("send")["phase"], "unknown", "{said}");
        world.chain.mine();
        world.pass(5_000);
        assert_eq!(list(&world)[0]["status"], "confirmed", "{said}");

        let world = World::with(quiet(), Default::default());
        world.join();
        let (chain, answer) = (world.chain.clone(), said.clone());
        world.but(1, move |method, params| {
            (method == "eth_sendTransaction").then(|| {
                chain.broadcast(params);
                ok(answer.clone())
            })
        });
        let asked = world.request("eth_sendTransaction", call());
        world.pass(300);
        assert!(world.settled(&asked).is_err(), "{said}");
        assert_eq!(told(&world), [json!("unknown")], "{said}");
        world.chain.mine();
        world.pass(5_000);
        assert_eq!(told(&world), [json!("unknown"), json!("sent"), json!("confirmed")], "{said}");
    }
}

/// A payment of an hour before the preview is in a block that the sender's history had then.
// req: 10.59
#[test]
fn marks_a_bitcoin_payment_older_than_the_preview_as_different() {
    const OLD: &str = "bb11bb22cc33dd44ee55ff66aa77bb88cc99dd00ee11ff22aa33bb44cc55dd66";
    for (id, last) in [(OLD, "differs"), (bitcoin::ID, "confirmed")] {
        let (world, ledger) = bitcoin::page(move |ledger, _| {
            if id == bitcoin::ID {
                let mut made = bitcoin::transaction(id, bitcoin::ME, bitcoin::BEN, 50_000_000);
                made["status"] = json!({"confirmed": true, "block_height": 101, "block_time": 1_700_000_000});
                ledger.add(made);
                ledger.mine(id);
            }
            ok(json!({"txid": id}))
        });
        let hour_ago = world.clock.now_ms() / 1_000 - 3_600;
        let mut old = bitcoin::transaction(OLD, bitcoin::ME, bitcoin::BEN, 50_000_000);
        old["status"] = json!({"confirmed": true, "block_height": 100, "block_time": hour_ago});
        ledger.add(old);
        ledger.mine(OLD);
        bitcoin::review(&world, "0.5", bitcoin::BEN);
        bitcoin::confirm(&world);
        world.pass(60_000);
        assert_eq!(bitcoin::status_of(&world), last, "{id}");
    }
}

/// A batch of which only a part was carried out is not one that did nothing: to ask for all of it again would do that part twice.
// req: 10.59
#[test]
fn never_marks_a_partly_executed_batch_as_failed() {
    for (receipts, last) in [(json!([{"transactionHash": hash()}]), "unread"), (json!([]), "sent")] {
        let (world, _) = World::at_market();
        world.chain.code.set("0x6080");
        let sent = with(of_node(), "from", json!(shown::MALLORY));
        *world.chain.sent.borrow_mut() = Some(with(sent, "input", json!("0x1234")));
        world.but(1, move |method, _| match method {
            "wallet_getCapabilities" => Some(ok(json!({"0x539": {"atomic": {"status": "supported"}}}))),
            "wallet_sendCalls" => Some(ok(json!({"id": "batch-1"}))),
            "wallet_getCallsStatus" => Some(ok(json!({"status": 600, "receipts": receipts}))),
            _ => None,
        });
        world.swap_previewed("USDC", "native", "250");
        world.swap_confirm();
        world.pass(5_000);
        let status = list(&world)[0]["status"].clone();
        assert!(status == last || status == "differs" && last == "unread", "{status}");
        assert_ne!(world.slice("swap")["phase"], "failed");
    }
}

/// Two tabs look for the same payment, and the network has one: the record of the first isn't written yet.
// req: 10.59, T15
#[test]
fn gives_a_transaction_that_two_tabs_find_to_one_of_them() {
    let first = unknown();
    let second = World::tab(
        &MemoryTabs::default(),
        first.clock.now_ms(),
        quiet(),
        first.storage.clone(),
        first.chain.clone(),
    );
    second.returns();
    // the seed of the twin is the same in each tab
    second.request("personal_sign", json!(["0x6869", ALICE]));
    send_again(&second);
    let chain = first.chain.clone();
    second.but(1, move |method, params| {
        (method == "eth_sendTransaction").then(|| {
            chain.broadcast(params);
            refuse(-32603, "Failed to fetch")
        })
    });
    confirm(&second);
    second.pass(300);
    first.chain.mine();
    first.storage.late.hold();
    first.pass(1_100);
    second.pass(1_100);
    first.storage.late.release();
    first.pass(20_000);
    second.pass(20_000);
    let hashes: Vec<Value> =
        [&first, &second].into_iter().map(|world| list(world)[0]["hash"].clone()).collect();
    assert_eq!(hashes.iter().filter(|hash| hash.is_string()).count(), 1, "{hashes:?}");
    for world in [&first, &second] {
        assert!(!told(world).contains(&json!("differs")), "{:?}", told(world));
    }
}

/// Several nodes stand behind one address, and one of them is behind: its block is none, an older one, or one without its transactions.
// req: 10.59
#[test]
fn ignores_a_node_that_is_behind() {
    for block in [
        Value::Null,
        json!({}),
        json!({"number": "0xf", "transactions": []}),
        json!({"number": "0x10"}),
        json!({"number": "0x10", "transactions": [hash()]}),
        json!({"number": "0x10", "transactions": null}),
    ] {
        let world = unknown();
        world.chain.broadcast(&call());
        world.chain.mine();
        let (left, said) = (std::cell::Cell::new(4), block.clone());
        world.served(move |request| {
            let is_it = request.body.as_ref().is_some_and(|body| body.text.contains("eth_getBlockByNumber"));
            (is_it && left.replace(left.get().max(1) - 1) > 0)
                .then(|| status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": said}).to_string()))
        });
        world.pass(20_000);
        let it = list(&world)[0].clone();
        assert_eq!((&it["status"], &it["hash"]), (&json!("confirmed"), &json!(hash())), "{block}");
    }
}

/// The indexer doesn't list what the address had before, so the age of a block can't be told exactly.
// req: 10.59
#[test]
fn never_confirms_a_bitcoin_payment_of_unknown_age() {
    const OLD: &str = "bb11bb22cc33dd44ee55ff66aa77bb88cc99dd00ee11ff22aa33bb44cc55dd66";
    for (what, code, body) in [
        ("fails", 503, ""),
        ("is none", 200, "{}"),
        ("is empty", 200, "[]"),
        ("can't be read", 200, r#"[{"txid": 7}]"#),
    ] {
        for (minutes, last) in [(60, "unread"), (10, "unread"), (-10, "confirmed"), (180, "unread")] {
            let (world, ledger) = bitcoin::page(|_, _| ok(json!({"txid": OLD})));
            let at_s = (world.clock.now_ms() / 1_000).saturating_add_signed(-60 * minutes);
            let mut old = bitcoin::transaction(OLD, bitcoin::ME, bitcoin::BEN, 50_000_000);
            old["status"] = json!({"confirmed": true, "block_height": 100, "block_time": at_s});
            ledger.add(old);
            ledger.mine(OLD);
            world.served(move |request| match request.url.ends_with("/txs") {
                true => Some(status(code, body)),
                false => bitcoin::serve(&ledger, request),
            });
            bitcoin::review(&world, "0.5", bitcoin::BEN);
            bitcoin::confirm(&world);
            world.pass(60_000);
            assert_eq!(bitcoin::status_of(&world), last, "the list {what}, {minutes} minutes before");
        }
    }
}
