//! Races and ends of the world: what happens at the wrong moment. Most of these were found by a reviewer.

use crate::support::*;
use futures_channel::oneshot;
use serde_json::json;
use std::cell::RefCell;
use std::rc::Rc;
use wallet_engine::error::Error;
use wallet_engine::ports::provider::{ProviderFault, WalletEvent};

/// An answer that waits for the test.
type Gate = Rc<RefCell<Option<oneshot::Receiver<()>>>>;

fn gate() -> (oneshot::Sender<()>, Gate) {
    let (sender, receiver) = oneshot::channel();
    (sender, Rc::new(RefCell::new(Some(receiver))))
}

#[test]
fn never_runs_a_command_from_open_arguments() {
    let world = previewed();
    world.dispatch(json!({"type": "router.open", "view": "Send", "arguments": {"type": "send.confirm"}}));
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0, "host sent without a click");
}

#[test]
fn stays_disconnected_after_a_disconnect_during_a_restore() {
    let world = World::connected().reload();
    let d = world.dispatch(json!({"type": "accounts.disconnect"}));
    assert!(world.settled(&d).is_ok());
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(100);
    assert_eq!(world.status(), "disconnected");
}

#[test]
fn ends_reconnecting_after_another_wallets_rejection() {
    let world = World::connected().reload();
    world.wallets.answer(1, |_, _| never());
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.wallets.answer(2, |_, _| refuse(4001, "no"));
    world.announce(2, "Other", Some("dev.other"));
    world.open("Connect");
    world.dispatch(json!({"type": "connect.select", "id": "dev.other"}));
    world.pass(60_000);
    world.request("eth_requestAccounts", json!([]));
    world.pass(600_000);
    assert_ne!(world.status(), "reconnecting");
}

#[test]
fn frees_the_form_when_a_transaction_is_never_mined() {
    let world = previewed();
    world.chain.receipt.set(None);
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(3_600_000);
    world.open("Account");
    world.form("3", BOB);
    assert_eq!(world.slice("send")["sendTokenAmount"], "3");
}

#[test]
fn lists_two_wallets_with_one_uuid_separately() {
    let world = World::new();
    world.willing(1);
    world.willing(2);
    for h in [1u32, 2] {
        world.engine.announce(wallet_engine::ports::provider::Announced {
            kind: wallet_engine::ports::provider::WalletKind::default(),
            handle: wallet_engine::ports::provider::PageWallet(h),
            id: "u".into(),
            name: format!("W{h}"),
            icon: None,
            picture: None,
            rdns: Some("io.real".into()),
            namespaces: vec![wallet_engine::caip::Namespace::Eip155],
        });
    }
    world.run();
    let rows = world.slice("connect")["rows"].clone();
    assert_ne!(rows[0]["id"], rows[1]["id"]);
}

#[test]
fn never_previews_an_outdated_form() {
    let world = World::connected();
    world.open("Account");
    world.form("1.5", BOB);
    let (tx, rx) = gate();
    let chain = world.chain.clone();
    world.http.answer(move |request| {
        let answer = respond(&chain, request);
        let gate = if request.body.as_ref().is_some_and(|b| b.text.contains("estimateGas")) {
            rx.borrow_mut().take()
        } else {
            None
        };
        Box::pin(async move {
            if let Some(g) = gate {
                g.await.ok();
            }
            answer
        })
    });
    world.dispatch(json!({"type": "send.review"}));
    world.dispatch(json!({"type": "send.amount", "value": "2"}));
    world.dispatch(json!({"type": "send.receiver", "value": ALICE}));
    tx.send(()).unwrap();
    world.pass(10);
    let s = world.slice("send");
    assert!(s["preview"].is_null() || s["sendTokenAmount"] == s["preview"]["amount"]);
}

#[test]
fn never_overwrites_a_disk_that_responds_late() {
    let storage = World::connected().storage.clone();
    storage.silent.set(true);
    let world = World::with(options(), storage.clone());
    world.pass(2_100);
    storage.silent.set(false);
    world.dispatch(json!({"type": "options.update", "options": {"debug": true}}));
    assert_eq!(world.record("connection_status"), Some(json!("connected")));
}

#[test]
fn hides_a_pending_send_from_another_account() {
    let world = previewed();
    world.chain.receipt.set(None);
    world.dispatch(json!({"type": "send.confirm"}));
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.wallets.answer(2, |m, _| match m {
        "wm_connect" => ok(json!({"accounts": [BOB], "chain": "eip155:1337"})),
        _ => ok(json!("0x539")),
    });
    world.announce(2, "Other", Some("dev.other"));
    world.open("Connect");
    world.dispatch(json!({"type": "connect.select", "id": "dev.other"}));
    world.open("Account");
    world.form("3", ALICE);
    assert_eq!(world.view(), "Send");
}

#[test]
fn stays_disconnected_after_a_disconnect_during_connecting() {
    let world = World::new();
    let (tx, rx) = gate();
    world.wallets.answer(1, move |m, _| match (m, rx.borrow_mut().take()) {
        ("wm_connect", Some(rx)) => Box::pin(async move {
            rx.await.ok();
            Ok(json!({"accounts": [ALICE], "chain": "eip155:1337"}))
        }),
        _ => ok(json!(null)),
    });
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    world.dispatch(json!({"type": "accounts.disconnect"}));
    tx.send(()).ok();
    world.run();
    assert_eq!(world.status(), "disconnected");
}

#[test]
fn follows_wallet_events_while_the_connection_is_stored() {
    let world = World::new();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.storage.silent.set(true);
    world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.pass(5_000);
    assert_eq!(world.slice("account")["address"], BOB);
}

#[test]
fn revalidates_the_open_form_when_the_account_changes() {
    let world = World::connected();
    world.open("Account");
    world.form("5", BOB);
    world.chain.balance.set(ETHER);
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.pass(1000);
    let s = world.slice("send");
    assert_eq!(s["check"], "insufficient_funds");
}

#[test]
fn asks_no_wallet_after_a_send_was_cancelled() {
    let world = previewed();
    let held = world.rest_an_hour();
    world.dispatch(json!({"type": "send.confirm"}));
    world.dispatch(json!({"type": "send.cancel"}));
    world.dispatch(json!({"type": "accounts.disconnect"}));
    held.let_go();
    world.pass(100);
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
    assert_eq!(world.slice("transactions")["list"], json!([]));
}

#[test]
fn retries_a_failed_write_with_the_next_batch() {
    let world = World::connected();
    world.storage.broken.set(true);
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.storage.broken.set(false);
    world.dispatch(json!({"type": "options.update", "options": {"debug": true}}));
    let world = world.reload();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    assert_eq!(world.status(), "disconnected");
}

#[test]
fn replaces_a_default_network_that_was_removed() {
    let mut o = options();
    o["defaultNetwork"] = json!("eip155:1337");
    let world = World::with(o, Default::default());
    world.dispatch(json!({"type": "options.update", "options": {"networks": [network(1338, "Second")]}}));
    assert_eq!(world.slice("networks")["active"]["caipNetworkId"], "eip155:1338");
}

#[test]
fn reloads_the_fee_of_the_preview() {
    let world = World::connected();
    world.open("Account");
    world.form("1.5", BOB);
    world.chain.node_down.set(true);
    world.dispatch(json!({"type": "send.review"}));
    world.pass(60_000);
    world.chain.node_down.set(false);
    world.dispatch(json!({"type": "send.fee"}));
    world.pass(60_000);
    assert!(!world.slice("send")["preview"]["fee"].is_null());
}

#[test]
fn never_shows_a_total_below_the_amount() {
    let world = World::connected();
    world.chain.gas_price.set(1);
    world.open("Account");
    world.form("1.23456789", BOB);
    world.dispatch(json!({"type": "send.review"}));
    assert!(world.slice("send")["preview"]["total"].as_str().unwrap() >= "1.23456789");
}

#[test]
fn gives_up_a_wallet_that_never_switches() {
    let world = World::connected();
    world.wallets.answer(1, |_, _| never());
    let a = world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    world.pass(3_600_000);
    assert_eq!(world.settled(&a), Err(Error::WalletSilent));
}

#[test]
fn reports_a_send_that_a_reload_interrupted() {
    let world = previewed();
    world.wallets.answer(1, |m, _| if m == "eth_chainId" { ok(json!("0x539")) } else { never() });
    world.dispatch(json!({"type": "send.confirm"}));
    let world = world.reload();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(10_000);
    assert_eq!(world.host.details("wallet-transaction")[0]["status"], "unknown");
    assert!(world.host.details("wallet-toast").is_empty(), "nobody could see it");
    world.open("Account");
    world.pass(200);
    assert_eq!(world.slice("toast")["toast"]["key"], "toast.send_lost");
    // it may still be sent: it stays, for the word before the next one
    assert_eq!(world.slice("transactions")["list"][0]["status"], "unknown");
}

#[test]
fn never_retries_after_an_unreadable_response() {
    let world = previewed();
    world.wallets.answer(1, |m, _| {
        if m == "eth_chainId" {
            ok(json!("0x539"))
        } else {
            {
                Box::pin(async {
                    Err(ProviderFault {
                        code: -32603,
                        message: String::new(),
                        original_code: None,
                        answered: true,
                        data: None,
                    })
                })
            }
        }
    });
    world.dispatch(json!({"type": "send.confirm"}));
    world.dispatch(json!({"type": "send.confirm"}));
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
    assert_eq!(world.slice("send")["phase"], "unknown");
}

#[test]
fn never_fills_the_form_with_another_accounts_late_balance() {
    let world = World::connected();
    world.open("Account");
    let (tx, rx) = gate();
    let chain = world.chain.clone();
    world.http.answer(move |request| {
        let answer = respond(&chain, request);
        let is_balance = request.body.as_ref().is_some_and(|body| body.text.contains("eth_getBalance"));
        let gate = if is_balance { rx.borrow_mut().take() } else { None };
        Box::pin(async move {
            if let Some(gate) = gate {
                gate.await.ok();
            }
            answer
        })
    });
    world.form("5", BOB);
    world.chain.balance.set(ETHER);
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.pass(100);
    tx.send(()).unwrap();
    world.pass(100);
    assert_eq!(world.slice("send")["check"], "insufficient_funds");
}

#[test]
fn never_activates_a_removed_network_on_disconnect() {
    let mut options = options();
    options["defaultNetwork"] = json!("eip155:1337");
    let world = World::with(options, Default::default());
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    world.dispatch(json!({"type": "options.update", "options": {"networks": [network(1338, "Second")]}}));
    world.dispatch(json!({"type": "accounts.disconnect"}));
    assert_eq!(world.slice("networks")["active"]["caipNetworkId"], "eip155:1338");
}

#[test]
fn lets_a_listener_disconnect_while_connecting() {
    let world = Rc::new(World::new());
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    let inner = Rc::downgrade(&world);
    world.host.on_event(move |event| {
        let Some(world) = inner.upgrade() else { return };
        let command = match event.name() {
            "wallet-connect" => json!({"type": "accounts.disconnect"}),
            "wallet-close" => json!({"type": "router.open", "view": "Connect"}),
            _ => return,
        };
        drop(world.engine.dispatch(command));
    });
    world.open("Connect");
    world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    world.pass(5_000);
    assert_eq!((world.status().as_str(), world.view().as_str()), ("disconnected", "Connect"));
    assert!(world.is_open(), "what the listener opened stays open");
    assert_eq!(
        world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB]))),
        0,
        "nobody listens to the wallet"
    );
}
