//! Two tabs of one page send, wait and follow: what one has written the other never undoes (docs/spec/security.md T15, R8).

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::storage::MemoryStorage;
use wallet_engine::ports::tabs::MemoryTabs;

/// A second tab of the same browser, with its own chain and wallet.
fn tab(of: &World) -> World {
    let world = World::tab(
        &MemoryTabs::default(),
        of.clock.now_ms(),
        options(),
        of.storage.clone(),
        of.chain.clone(),
    );
    world.returns();
    assert_eq!(world.status(), "connected");
    // the seed of the twin is the same in each tab: from here on its numbers are others
    world.request("personal_sign", json!(["0x6869", ALICE]));
    world
}

fn preview(world: &World, amount: &str) {
    world.open("Account");
    world.form(amount, BOB);
    assert!(world.settled(&world.dispatch(json!({"type": "send.review"}))).is_ok());
}

fn confirm(world: &World) {
    world.dispatch(json!({"type": "send.confirm"}));
    world.run();
}

/// What is on the disk: amount, status, whether there is a hash.
fn known(storage: &MemoryStorage) -> Vec<(String, String, bool)> {
    let records = storage.records.borrow();
    let record: Value =
        serde_json::from_str(records.get("transactions").map_or("null", |text| text)).unwrap();
    let text = |item: &Value, name: &str| item[name].as_str().unwrap().to_owned();
    let list = record["value"].as_array().cloned().unwrap_or_default();
    let mut all: Vec<_> = list
        .iter()
        .map(|item| (text(item, "amount"), text(item, "status"), item["hash"].is_string()))
        .collect();
    all.sort();
    all
}

fn row(amount: &str, status: &str, has_hash: bool) -> (String, String, bool) {
    (amount.into(), status.into(), has_hash)
}

#[test]
fn what_both_send_is_kept_of_both() {
    let one = previewed();
    one.chain.receipt.set(None);
    let two = tab(&one);
    preview(&two, "2");
    confirm(&one);
    confirm(&two);
    let disk = one.storage.clone();
    assert_eq!(known(&disk), [row("1.5", "sent", true), row("2", "sent", true)]);
    one.chain.receipt.set(Some("0x1"));
    one.pass(2_000);
    assert_eq!(known(&disk), [row("1.5", "confirmed", true), row("2", "sent", true)]);
    two.pass(2_000);
    assert_eq!(known(&disk), [row("1.5", "confirmed", true), row("2", "confirmed", true)]);
}

#[test]
fn what_one_has_seen_replaced_the_other_does_not_bring_back() {
    let one = previewed();
    one.chain.receipt.set(None);
    confirm(&one);
    one.pass(1_000);
    let two = tab(&one);
    let disk = one.storage.clone();
    one.chain.gone.set(true);
    one.chain.mined.set(8);
    one.pass(3_000);
    assert_eq!(known(&disk), [row("1.5", "replaced", true)]);
    // here nobody can be asked: after a while it is unknown, and that is written
    one.chain.node_down.set(true);
    two.pass(30_000);
    assert_eq!(two.slice("transactions")["list"][0]["status"], "unknown");
    assert_eq!(known(&disk), [row("1.5", "replaced", true)]);
}

#[test]
fn an_attempt_of_one_is_settled_by_its_own_tab_alone() {
    for refused in [true, false] {
        let one = previewed();
        one.chain.receipt.set(None);
        let held = Held::default();
        let answers = held.clone();
        one.but(1, move |method, _| {
            let hash = format!("0x{}", "cd".repeat(32));
            let answer = if refused { refuse(4001, "no") } else { ok(json!(hash)) };
            (method == "eth_sendTransaction").then(|| answers.hold(answer))
        });
        // its node knows no transaction yet
        one.served(|request| {
            let is_read = request.body.as_ref().is_some_and(|body| body.text.contains("ByHash"));
            is_read.then(|| status(200, r#"{"id":1,"jsonrpc":"2.0","result":null}"#))
        });
        confirm(&one);
        let disk = one.storage.clone();
        // another tab finds it, says so, and has something of its own to write
        let two = tab(&one);
        two.open("Account");
        two.pass(1_000);
        preview(&two, "2");
        confirm(&two);
        assert_eq!(known(&disk), [row("1.5", "unknown", false), row("2", "sent", true)]);
        held.let_go();
        one.run();
        let rest = [row("2", "sent", true)];
        match refused {
            true => assert_eq!(known(&disk), rest),
            false => assert_eq!(known(&disk), [row("1.5", "sent", true), row("2", "sent", true)]),
        }
        // what the other tab writes next undoes none of it
        two.pass(25_000);
        preview(&two, "3");
        confirm(&two);
        let is_there = known(&disk).contains(&row("1.5", "sent", true));
        assert_eq!((is_there, known(&disk).len()), (!refused, if refused { 2 } else { 3 }));
        assert!(!known(&disk).contains(&row("1.5", "unknown", false)));
    }
}

#[test]
fn a_record_of_a_newer_version_is_left_alone() {
    let one = previewed();
    let newer = r#"{"v":2,"seq":9,"value":"who knows"}"#.to_owned();
    one.storage.records.borrow_mut().insert("transactions".into(), newer.clone());
    confirm(&one);
    assert_eq!(one.storage.records.borrow().get("transactions"), Some(&newer));
}

#[test]
fn rubbish_in_the_record_is_replaced_and_nothing_is_lost_with_it() {
    for rubbish in [
        "",
        "{",
        "null",
        r#"{"v":1,"value":7}"#,
        r#"{"v":1,"value":[7,null,{"id":1}]}"#,
        r#"{"v":0,"value":[]}"#,
    ] {
        let one = previewed();
        one.chain.receipt.set(None);
        one.storage.records.borrow_mut().insert("transactions".into(), rubbish.into());
        confirm(&one);
        assert_eq!(known(&one.storage), [row("1.5", "sent", true)], "{rubbish}");
    }
}

#[test]
fn a_disk_that_fails_for_a_while_has_everything_later() {
    let one = previewed();
    one.chain.receipt.set(None);
    one.storage.broken.set(true);
    confirm(&one);
    one.pass(25_000); // not seen in a block: the next one may be sent
    one.storage.broken.set(false);
    preview(&one, "2");
    confirm(&one);
    assert_eq!(known(&one.storage), [row("1.5", "unknown", true), row("2", "sent", true)]);
}
