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
fn keeps_the_sends_of_both_tabs() {
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
fn never_revives_an_entry_that_another_tab_saw_replaced() {
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
    // here no one can be asked: after a while it is unknown, and that is written
    one.chain.node_down.set(true);
    two.pass(30_000);
    assert_eq!(two.slice("transactions")["list"][0]["status"], "unknown");
    assert_eq!(known(&disk), [row("1.5", "replaced", true)]);
}

#[test]
fn lets_only_its_own_tab_settle_an_attempt() {
    for refused in [true, false] {
        let one = previewed();
        one.chain.receipt.set(None);
        let held = HeldResponses::default();
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
fn leaves_a_record_of_a_newer_version_unchanged() {
    let one = previewed();
    let newer = r#"{"v":2,"seq":9,"value":"who knows"}"#.to_owned();
    one.storage.records.borrow_mut().insert("transactions".into(), newer.clone());
    confirm(&one);
    assert_eq!(one.storage.records.borrow().get("transactions"), Some(&newer));
}

#[test]
fn replaces_a_damaged_record_and_keeps_the_send() {
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
fn writes_missed_entries_when_the_disk_works_again() {
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

fn statuses(world: &World) -> Vec<Value> {
    world.host.details("wallet-transaction").into_iter().map(|one| one["status"].clone()).collect()
}

/// A wallet can be back after its transaction was found in a block: what is remembered of the balance is of before it.
// req: 9.2
#[test]
fn refreshes_the_balance_confirmed_before_the_wallet_returned() {
    let one = previewed();
    one.chain.receipt.set(None);
    confirm(&one);
    one.pass(1_000);
    let one = one.reload_after(1_000);
    one.chain.receipt.set(Some("0x1"));
    one.chain.balance.set(3 * ETHER);
    one.pass(2_000);
    assert_eq!((statuses(&one), one.status()), (vec![json!("confirmed")], "connecting".to_owned()));
    one.returns();
    one.open("Account");
    one.pass(1_000);
    assert_eq!(one.asked("/balance?"), 1, "what was read less than 30 s ago is old");
    assert_eq!(one.slice("accounts")["list"][0]["balance"], "3");
}

/// What one tab sends is in the others too, and they read again what it has changed.
// req: 9.2, 10.23
#[test]
fn tracks_another_tabs_send_and_refreshes_the_account() {
    let one = previewed();
    one.chain.receipt.set(None);
    let two = tab(&one);
    two.open("Activity");
    let news =
        |tab: &World| assert!(tab.settled(&tab.dispatch(json!({"type": "transactions.news"}))).is_ok());
    // while its wallet is asked it is its own tab's alone
    let held = HeldResponses::default();
    let answers = held.clone();
    let chain = one.chain.clone();
    one.but(1, move |method, params| {
        (method == "eth_sendTransaction").then(|| answers.hold(chain.says_yes(method, params)))
    });
    confirm(&one);
    news(&two);
    assert_eq!(two.slice("transactions")["list"], json!([]));
    held.let_go();
    one.run();
    news(&two);
    assert_eq!(two.slice("activity")["pending"][0]["hash"], json!(hash()));
    let (balances, histories) = (two.asked("/balance?"), two.asked("/history"));
    // the first tab is closed: the second one follows
    one.chain.receipt.set(Some("0x1"));
    two.pass(2_000);
    assert_eq!(statuses(&two).last(), Some(&json!("confirmed")));
    assert_eq!((two.asked("/balance?"), two.asked("/history")), (balances + 1, histories + 1));
}

/// A tab that hears of the end alone reads again, too.
// req: 9.2
#[test]
fn refreshes_when_another_tab_reports_the_end() {
    let one = previewed();
    let two = tab(&one);
    two.open("Activity");
    let (balances, histories) = (two.asked("/balance?"), two.asked("/history"));
    one.chain.receipt.set(Some("0x1"));
    confirm(&one);
    one.pass(2_000);
    assert!(two.settled(&two.dispatch(json!({"type": "transactions.news"}))).is_ok());
    two.run();
    assert_eq!(two.slice("transactions")["list"][0]["status"], "confirmed");
    assert_eq!((two.asked("/balance?"), two.asked("/history")), (balances + 1, histories + 1));
    // nothing new: nothing is read
    assert!(two.settled(&two.dispatch(json!({"type": "transactions.news"}))).is_ok());
    two.run();
    assert_eq!((two.asked("/balance?"), two.asked("/history")), (balances + 1, histories + 1));
}

/// A record that this tab can't read takes nothing away from it.
// req: 10.23
#[test]
fn keeps_entries_when_another_tabs_record_is_unreadable() {
    for record in
        [Some(r#"{"v":2,"seq":9,"value":"who knows"}"#), Some("{"), Some(r#"{"v":1,"value":[]}"#), None]
    {
        let one = previewed();
        one.chain.receipt.set(None);
        confirm(&one);
        one.pass(1_000);
        match record {
            Some(record) => one.storage.records.borrow_mut().insert("transactions".into(), record.into()),
            None => one.storage.records.borrow_mut().remove("transactions"),
        };
        assert!(one.settled(&one.dispatch(json!({"type": "transactions.news"}))).is_ok());
        assert_eq!(one.slice("transactions")["list"][0]["status"], "sent", "{record:?}");
    }
}
