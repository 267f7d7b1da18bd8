//! What follows a transaction is a part of the binary of its own: it is fetched while a wallet is asked, and what was sent waits for it.

use crate::support::*;
use serde_json::json;
use std::cell::Cell;
use wallet_engine::error::Error;
use wallet_engine::features::Later;

thread_local! {
    /// How often the part was asked for, and how often more it cannot be had.
    static ASKED: Cell<usize> = const { Cell::new(0) };
    static MISSING: Cell<usize> = const { Cell::new(0) };
}

/// The part cannot be had so many times.
fn later(times: usize) -> Later {
    ASKED.set(0);
    MISSING.set(times);
    Later {
        transactions: |cx, feature, action, command| {
            ASKED.set(ASKED.get() + 1);
            if MISSING.get() > 0 {
                MISSING.set(MISSING.get() - 1);
                return Box::pin(async { Err(Error::PartNotLoaded) });
            }
            (Later::native().transactions)(cx, feature, action, command)
        },
        ..Later::native()
    }
}

fn missing(times: usize) -> World {
    let world = World::in_parts(later(times), options());
    world.join();
    world
}

fn previewed(world: &World) {
    world.open("Account");
    world.form("1.5", BOB);
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&reviewed).is_ok());
}

// req: 10.2
#[test]
fn loads_the_tracking_part_only_while_the_wallet_is_asked() {
    let world = missing(0);
    previewed(&world);
    assert_eq!(ASKED.get(), 0);
    let held = HeldResponses::default();
    let answers = held.clone();
    world.but(1, move |method, _| (method == "eth_sendTransaction").then(|| answers.hold(ok(json!(hash())))));
    world.dispatch(json!({"type": "send.confirm"}));
    assert_eq!(
        (world.wallets.count("eth_sendTransaction"), ASKED.get()),
        (1, 1),
        "while the wallet is asked"
    );
}

// req: 4.44, 10.31
#[test]
fn tracks_a_send_once_the_part_loads() {
    let world = missing(4);
    previewed(&world);
    let sent = world.dispatch(json!({"type": "send.confirm"}));
    assert_eq!(world.json(&sent)["hash"], hash(), "the wallet's answer counts");
    world.pass(1_000);
    assert_eq!(
        (&world.slice("send")["phase"], &world.slice("send")["hash"]),
        (&json!("confirming"), &json!(hash()))
    );
    assert_eq!(world.toasts(), ["Sending 1.5 ETH"], "nobody has asked for the part but what was sent");
    world.pass(60_000);
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
    assert_eq!(world.slice("send")["ended"]["gave"], "1.5 ETH");
    let told = world.host.details("wallet-transaction");
    assert_eq!(told.iter().map(|one| one["status"].clone()).collect::<Vec<_>>(), ["sent", "confirmed"]);
    assert_eq!(world.toasts().last().unwrap(), "1.5 ETH sent");
}

// req: 10.31
#[test]
fn tracks_a_send_from_before_a_reload_once_the_part_loads() {
    let first = missing(0);
    previewed(&first);
    first.chain.receipt.set(None);
    first.dispatch(json!({"type": "send.confirm"}));
    first.pass(100);
    let (tabs, storage, chain) = (first.tabs.clone(), first.storage.clone(), first.chain.clone());
    first.engine.destroy();
    chain.receipt.set(Some("0x1"));
    let world = World::tab_in_parts(&tabs, 1_700_000_010_000, later(12), storage, chain);
    world.pass(15_000);
    assert_eq!(world.host.details("wallet-transaction"), [] as [serde_json::Value; 0]);
    world.pass(40_000);
    assert_eq!(world.host.details("wallet-transaction")[0]["status"], "confirmed");
    assert!(!world.toasts().contains(&Error::PartNotLoaded.to_string()));
}

// req: 10.27
#[test]
fn compares_a_page_transaction_once_the_part_loads() {
    let mut options = options();
    options["reviewRequests"] = json!("never");
    let world = World::in_parts(later(12), options);
    world.join();
    *world.chain.sent.borrow_mut() = Some(json!({"from": ALICE, "to": ALICE, "value": "0x1", "input": "0x"}));
    let sent = world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "value": "0x1"}]));
    assert_eq!(world.json(&sent), json!(hash()));
    world.pass(15_000);
    assert_eq!(ASKED.get(), 11, "every second at first");
    assert_eq!(world.toasts(), [] as [String; 0]);
    world.pass(60_000);
    assert!(world.toasts().contains(&"Your wallet sent something else".to_owned()), "{:?}", world.toasts());
}

// req: 10.31
#[test]
fn stops_loading_a_missing_part_after_a_limit() {
    let world = missing(usize::MAX);
    previewed(&world);
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(3_600_000);
    let asked = ASKED.get();
    assert!((2 * 99..=3 * 99).contains(&asked), "{asked}");
    world.pass(3_600_000);
    assert_eq!(ASKED.get(), asked);
    assert_eq!(world.slice("send")["hash"], hash(), "the way to the explorer is there");
}
