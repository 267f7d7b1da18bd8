//! A close settles what was asked before it, whether its code was there or not; the wallet is not asked (8.21).

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;

fn with_wallet(world: World) -> World {
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world
}

fn close(world: &World, reason: &str) {
    let closed = world.dispatch(json!({"type": "router.close", "reason": reason}));
    assert!(world.settled(&closed).is_ok());
}

/// What asks a wallet, or opens something to ask one.
fn asking() -> Vec<Value> {
    let known = json!({"namespace": "eip155", "connectorId": "dev.demo", "status": "connected"});
    let gone = json!({"namespace": "eip155", "connectorId": "dev.demo", "status": "disconnected"});
    vec![
        json!({"type": "connect.start", "connectorId": "dev.demo"}),
        json!({"type": "connect.select", "id": "dev.demo"}),
        json!({"type": "connect.start", "connectorId": "walletConnect"}),
        json!({"type": "connect.start", "connectorId": "not-there"}),
        json!({"type": "connections.switch", "connection": known}),
        json!({"type": "connections.switch", "connection": gone}),
    ]
}

// req: 8.21
#[test]
fn settles_immediately_when_closed_before_the_part_loads() {
    for command in asking() {
        for (reason, opens) in [("host", false), ("host", true), ("user", true)] {
            let world = with_wallet(World::slow());
            if opens {
                world.dispatch(json!({"type": "router.open"}));
            }
            let asked = world.dispatch(command.clone());
            world.pass(PART_MS / 4);
            close(&world, reason);
            assert_eq!(world.settled(&asked), Err(Error::ModalClosed), "{command} {reason} {opens}");
            world.pass(10 * PART_MS);
            assert_eq!(world.wallets.count("wm_connect"), 0, "{command} {reason} {opens}");
            assert!(world.sockets.0.borrow().is_empty(), "{command}");
            assert_eq!((world.status().as_str(), world.is_open()), ("disconnected", false));
            // and what is asked after it goes on
            let again = world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
            world.pass(2 * PART_MS);
            assert!(world.settled(&again).is_ok());
        }
    }
}

// req: 8.21
#[test]
fn rejects_a_pending_connection_when_the_page_closes() {
    let world = World::new();
    world.wallets.answer(1, |_, _| never());
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    let asked = world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    assert_eq!(world.status(), "connecting");
    close(&world, "host");
    assert_eq!(world.settled(&asked), Err(Error::ModalClosed));
    assert_eq!(world.status(), "disconnected");
    assert!(world.host.details("wallet-close").is_empty(), "nothing was open");
}

#[test]
fn handles_a_close_before_a_request_of_the_same_turn() {
    let world = with_wallet(World::new());
    let asked = world.engine.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    let closed = world.engine.dispatch(json!({"type": "router.close", "reason": "host"}));
    world.run();
    assert!(world.settled(&closed).is_ok());
    assert_eq!(world.settled(&asked), Err(Error::ModalClosed));
    assert_eq!(world.wallets.count("wm_connect"), 0);
}

#[test]
fn keeps_a_connected_wallet_and_a_pending_disconnect_on_close() {
    let world = with_wallet(World::new());
    let asked = world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    close(&world, "host");
    assert!(world.settled(&asked).is_ok());
    assert_eq!(world.status(), "connected");
    let slow = with_wallet(World::slow());
    let asked = slow.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    slow.pass(2 * PART_MS);
    assert!(slow.settled(&asked).is_ok());
    let gone = slow.dispatch(json!({"type": "accounts.disconnect"}));
    close(&slow, "host");
    slow.pass(2 * PART_MS);
    assert!(slow.settled(&gone).is_ok(), "disconnecting is no question");
    assert_eq!(slow.status(), "disconnected");
}

#[test]
fn keeps_a_wallet_that_responded_while_storage_still_writes() {
    let world = with_wallet(World::new());
    world.storage.silent.set(true);
    let commands = asking();
    for command in [&commands[0], &commands[4]] {
        let asked = world.dispatch(command.clone());
        assert_eq!(world.status(), "connected", "what is stored is still being written");
        close(&world, "host");
        world.pass(60_000);
        assert!(world.settled(&asked).is_ok(), "{command}");
    }
}

#[test]
fn doesnt_open_after_a_close_for_an_accounts_request() {
    let world = with_wallet(World::slow());
    let asked = world.request("eth_requestAccounts", json!([]));
    world.pass(PART_MS / 4);
    close(&world, "host");
    assert_eq!(world.settled(&asked), Err(Error::ModalClosed));
    world.pass(10 * PART_MS);
    assert!(!world.is_open());
    assert!(world.host.details("wallet-open").is_empty());
}

#[test]
fn rejects_an_unknown_view_or_namespace_without_opening() {
    let world = World::new();
    let named = |name: &str| Error::UnknownName { what: "view", name: name.into() };
    let wrong = || Error::BadParams { field: "view".into() };
    for (view, error) in [
        (json!(5), wrong()),
        (json!(true), wrong()),
        (json!(["Connect"]), wrong()),
        (json!("Conect"), named("Conect")),
    ] {
        for action in ["open", "push", "replace", "reset"] {
            let refused = world.dispatch(json!({"type": format!("router.{action}"), "view": view}));
            assert_eq!(world.settled(&refused), Err(error.clone()));
        }
    }
    for namespace in [json!(5), json!("near"), json!({})] {
        let refused = world.dispatch(json!({"type": "router.open", "namespace": namespace}));
        assert_eq!(world.settled(&refused), Err(Error::BadParams { field: "namespace".into() }));
    }
    assert!(!world.is_open());
}

#[test]
fn aborts_a_pending_connection_when_the_engine_is_destroyed() {
    let world = with_wallet(World::slow());
    let asked = world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    world.engine.destroy();
    assert_eq!(world.settled(&asked), Err(Error::Aborted));
    world.pass(10 * PART_MS);
    assert_eq!(world.wallets.count("wm_connect"), 0);
}

// Both commands are there before the first has ended the attempt: what is over is joined by no one, or the second press would do nothing.
#[test]
fn asks_the_wallet_again_after_back_and_a_second_choice() {
    for id in ["dev.demo", "walletConnect"] {
        let world = with_wallet(World::new());
        world.wallets.answer(1, |_, _| never());
        world.open("Connect");
        let choose = || json!({"type": "connect.select", "id": id});
        let first = world.dispatch(choose());
        let view = world.view();
        assert!(view.starts_with("Connecting"), "{view}");
        let back = world.engine.dispatch(json!({"type": "router.back"}));
        let second = world.engine.dispatch(choose());
        world.run();
        assert!(back.is_settled());
        assert_eq!(world.settled(&first), Err(Error::Aborted), "{id}");
        assert!(!second.is_settled(), "{id}: {:?}", world.settled(&second));
        assert_eq!(world.view(), view);
        world.pass(100);
        assert!(!second.is_settled() && world.view() == view, "{id}");
    }
    // a known wallet that is taken up silently
    let world = with_wallet(World::new());
    world.connect("dev.demo");
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.wallets.answer(1, |_, _| never());
    world.open("Connect");
    let known = || json!({"type": "connections.switch", "connection": {"namespace": "eip155", "connectorId": "dev.demo", "status": "connected"}});
    let first = world.dispatch(known());
    let asked = world.wallets.count("wm_connect");
    world.wallets.answer(2, |_, _| never());
    world.announce(2, "Other Wallet", Some("dev.other"));
    let other = world.engine.dispatch(json!({"type": "connect.select", "id": "dev.other"}));
    let second = world.engine.dispatch(known());
    world.run();
    assert_eq!(world.settled(&first), Err(Error::Aborted));
    assert_eq!(world.wallets.count("wm_connect"), asked + 2, "the other one, and this one again");
    assert!(!second.is_settled() && !other.is_settled());
}
