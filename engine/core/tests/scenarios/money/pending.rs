//! What is pending is looked after where the host wants that: how often, how long, and for whom.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::ports::provider::WalletEvent;

fn watching(more: Value) -> World {
    let mut options = options();
    options["reviewRequests"] = json!("never");
    options["pendingTransactions"] = more;
    let world = World::with(options, Default::default());
    world.join();
    world.chain.receipt.set(None);
    world
}

fn on() -> Value {
    json!({"enable": true})
}

fn history(status: &str) -> Value {
    json!({"data": [{"id": "t1", "metadata": {"operationType": "send", "hash": hash(), "chain": "eip155:1337",
        "minedAt": "2023-11-14T22:00:00Z", "sentFrom": ALICE, "sentTo": BOB, "status": status, "nonce": 1},
        "transfers": []}], "next": null})
}

/// The history says that something is pending, and no one has it in a block yet.
fn is_pending(world: &World) {
    *world.chain.history.borrow_mut() = vec![("", history("pending"))];
    world.open("Activity");
    world.pass(1_000);
}

/// The same, of one that the host has sent, and that is not followed any more: 26 quick looks, then 99 in 990 s.
fn host_sends(world: &World) {
    let sent = world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "value": "0x1"}]));
    assert!(world.settled(&sent).is_ok());
    world.pass(25_000 + 990_000);
    assert_eq!(looks(world), 26 + 99);
}

fn looks(world: &World) -> usize {
    world.asked("eth_getTransactionReceipt")
}

fn told(world: &World) -> Vec<Value> {
    let all = world.host.details("wallet-transaction");
    all.into_iter().map(|one| one["status"].clone()).collect()
}

// req: 9.9
#[test]
fn polls_nothing_unless_the_page_enables_it() {
    for option in [Value::Null, json!({}), json!({"enable": false}), json!({"pollingInterval": 1_000})] {
        let world = watching(option.clone());
        is_pending(&world);
        world.pass(3_600_000);
        assert_eq!(looks(&world), 0, "{option}");
    }
}

// req: 9.9, 4.26
#[test]
fn polls_every_30_seconds_at_most_99_times() {
    let world = watching(on());
    assert_eq!(world.clock.waiting(), 0, "nothing runs while nothing is pending");
    is_pending(&world);
    world.pass(28_999);
    assert_eq!(looks(&world), 0);
    world.pass(1);
    assert_eq!(looks(&world), 1);
    world.pass(30_000);
    assert_eq!(looks(&world), 2);
    world.pass(24 * 3_600_000);
    assert_eq!(looks(&world), 99);
    assert_eq!(world.clock.waiting(), 0, "nothing is left running");
    // another one has its own
    let mut other = history("pending");
    other["data"][0]["id"] = json!("t2");
    other["data"][0]["metadata"]["hash"] = json!(format!("0x{}", "cd".repeat(32)));
    *world.chain.history.borrow_mut() = vec![("", other)];
    world.dispatch(json!({"type": "activity.retry"}));
    world.pass(24 * 3_600_000);
    assert_eq!(looks(&world), 2 * 99);
}

// req: 9.9
#[test]
fn polls_at_the_pages_interval_with_a_minimum() {
    for (interval, in_a_minute) in
        [(json!(10_000), 6), (json!(20_000), 3), (json!(0), 60), (json!("soon"), 2), (json!(-1), 2)]
    {
        let world = watching(json!({"enable": true, "pollingInterval": interval}));
        is_pending(&world);
        world.pass(59_000);
        let seen = looks(&world);
        assert!(seen.abs_diff(in_a_minute) <= 1, "{interval}: {seen}");
    }
}

// req: 9.9
#[test]
fn reports_the_final_status_and_refreshes_the_account() {
    for (receipt, status) in [("0x1", "confirmed"), ("0x0", "failed")] {
        let world = watching(on());
        world.open("Activity");
        host_sends(&world);
        let (balances, histories) = (world.asked("/balance?"), world.asked("/history"));
        world.pass(60_000);
        assert_eq!((world.asked("/balance?"), world.asked("/history")), (balances, histories));
        world.chain.receipt.set(Some(receipt));
        world.chain.balance.set(3 * ETHER);
        world.pass(30_000);
        assert_eq!(told(&world), ["sent", "unknown", status]);
        let last = world.host.details("wallet-transaction").pop().unwrap();
        assert_eq!(
            (&last["hash"], &last["chain"], &last["kind"]),
            (&json!(hash()), &json!("eip155:1337"), &json!("request"))
        );
        assert_eq!((world.asked("/balance?"), world.asked("/history")), (balances + 1, histories + 1));
        assert_eq!(world.host.details("wallet-balance-change").last().unwrap()["balance"], "3");
        world.pass(600_000); // its block may be exchanged for another one
        let seen = looks(&world);
        world.pass(3_600_000);
        assert_eq!((looks(&world), told(&world).len()), (seen, 3), "it is over");
    }
}

#[test]
fn reports_a_receipt_of_another_transaction_as_different() {
    let world = watching(on());
    *world.chain.sent.borrow_mut() = Some(json!({"from": ALICE, "to": ALICE, "value": "0x2", "input": "0x"}));
    let sent = world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "value": "0x1"}]));
    assert!(world.settled(&sent).is_ok());
    world.chain.receipt.set(Some("0x1"));
    world.pass(120_000);
    assert_eq!(told(&world), ["sent", "differs"]);
    assert_eq!(looks(&world), 0);
}

#[test]
fn pauses_polling_while_the_page_is_hidden() {
    let world = watching(on());
    is_pending(&world);
    world.host.hidden.set(true);
    world.pass(3_600_000);
    assert_eq!(looks(&world), 0);
    world.host.hidden.set(false);
    world.pass(30_000);
    assert_eq!(looks(&world), 1);
    world.pass(24 * 3_600_000);
    assert_eq!(looks(&world), 99);
}

#[test]
fn stops_polling_when_account_network_or_connection_ends() {
    type End = fn(&World);
    let ends: [(&str, End); 3] = [
        ("account", |world| {
            world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
            world.run();
        }),
        ("network", |world| world.wanders(1338)),
        ("connection", |world| {
            world.dispatch(json!({"type": "accounts.disconnect"}));
        }),
    ];
    for (name, end) in ends {
        let world = watching(on());
        is_pending(&world);
        world.dispatch(json!({"type": "router.close"}));
        world.pass(60_000);
        let seen = looks(&world);
        assert!(seen > 0);
        end(&world);
        world.chain.receipt.set(Some("0x1"));
        world.pass(3_600_000);
        assert_eq!(looks(&world), seen, "{name}");
    }
}

#[test]
fn resumes_polling_when_the_account_returns() {
    let world = watching(on());
    host_sends(&world);
    world.wanders(1338);
    world.pass(60_000);
    world.wanders(1337);
    world.chain.receipt.set(Some("0x1"));
    world.pass(30_000);
    assert_eq!(told(&world), ["sent", "unknown", "confirmed"]);
}

#[test]
fn refreshes_nothing_for_a_response_of_the_previous_account() {
    let world = watching(on());
    host_sends(&world);
    let (open, gate) = Gate::new();
    let chain = world.chain.clone();
    world.served(move |request| {
        let is_receipt =
            request.body.as_ref().is_some_and(|body| body.text.contains("eth_getTransactionReceipt"));
        let answer = respond(&chain, request);
        is_receipt.then(|| gate.hold(Box::pin(async move { answer })))
    });
    world.chain.receipt.set(Some("0x1"));
    world.pass(6_000); // a look is due after five
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.run();
    let balances = world.asked("/balance?");
    open.send(()).unwrap();
    world.run();
    assert_eq!(told(&world), ["sent", "unknown", "confirmed"], "it is in a block, whoever is here now");
    assert_eq!(world.asked("/balance?"), balances, "Bob has nothing of it");
}

// req: 9.9
#[test]
fn reloads_the_history_when_a_pending_entry_completes() {
    let world = watching(on());
    *world.chain.history.borrow_mut() = vec![("", history("pending"))];
    world.open("Activity");
    world.pass(60_000);
    assert_eq!((looks(&world), world.asked("/history")), (2, 1));
    *world.chain.history.borrow_mut() = vec![("", history("confirmed"))];
    world.chain.receipt.set(Some("0x1"));
    world.pass(30_000);
    assert_eq!(world.asked("/history"), 2);
    assert_eq!(world.slice("activity")["groups"][0]["items"][0]["metadata"]["status"], "confirmed");
    let seen = looks(&world);
    world.pass(3_600_000);
    assert_eq!(looks(&world), seen);
}

// req: 9.9
#[test]
fn polls_an_own_send_after_its_quick_checks_end() {
    let world = watching(on());
    world.open("Account");
    world.form("1.5", BOB);
    world.dispatch(json!({"type": "send.review"}));
    world.dispatch(json!({"type": "send.confirm"}));
    // 26 quick looks, then 99 in 990 s: it is not followed any longer
    world.pass(25_000 + 990_000);
    assert_eq!(looks(&world), 26 + 99);
    world.chain.receipt.set(Some("0x1"));
    world.pass(60_000);
    assert_eq!(world.slice("transactions")["list"][0]["status"], "confirmed");
    assert_eq!(told(&world).last(), Some(&json!("confirmed")));
}

// req: 9.9
#[test]
fn starts_and_stops_polling_at_run_time() {
    let set = |world: &World, enable: bool| {
        let options = json!({"pendingTransactions": {"enable": enable}});
        world.dispatch(json!({"type": "options.update", "options": options}));
    };
    let world = watching(json!({"enable": false}));
    set(&world, true);
    is_pending(&world);
    world.pass(59_000);
    let seen = looks(&world);
    assert_eq!(seen, 2);
    set(&world, false);
    world.pass(3_600_000);
    assert_eq!(looks(&world), seen);
    set(&world, true);
    let histories = world.asked("/history");
    world.chain.receipt.set(Some("0x1"));
    world.pass(30_000);
    assert_eq!(world.asked("/history"), histories + 1);
}
