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
fn a_close_before_the_part_has_come_settles_at_once_and_no_wallet_is_asked() {
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
fn the_hosts_close_ends_a_question_that_was_asked_without_the_modal() {
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
fn a_close_in_the_same_turn_comes_before_the_question() {
    let world = with_wallet(World::new());
    let asked = world.engine.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    let closed = world.engine.dispatch(json!({"type": "router.close", "reason": "host"}));
    world.run();
    assert!(world.settled(&closed).is_ok());
    assert_eq!(world.settled(&asked), Err(Error::ModalClosed));
    assert_eq!(world.wallets.count("wm_connect"), 0);
}

#[test]
fn who_has_answered_is_taken_and_a_disconnect_goes_on() {
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
fn a_wallet_that_has_answered_is_taken_though_the_rest_of_connecting_still_goes_on() {
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
fn asking_for_accounts_does_not_open_after_a_close() {
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
fn a_view_that_is_no_name_is_refused_by_name_and_nothing_opens() {
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
fn a_question_by_the_button_ends_with_an_engine_that_goes() {
    let world = with_wallet(World::slow());
    let asked = world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    world.engine.destroy();
    assert_eq!(world.settled(&asked), Err(Error::Aborted));
    world.pass(10 * PART_MS);
    assert_eq!(world.wallets.count("wm_connect"), 0);
}

// Both commands are there before the first has ended the attempt: what is over is joined by no one, or the second press would do nothing.
#[test]
fn who_goes_back_and_chooses_the_same_wallet_at_once_asks_it_again() {
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
