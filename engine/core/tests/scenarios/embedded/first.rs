//! The first opening of a view with logins waits a moment for what the project allows (decision 49, "Project configuration at the first opening").

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::constants::{PROJECT_WORD_MS, STORAGE_MS, WALLET_CLAIM_MS};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::http::HttpFault;

fn with(change: impl FnOnce(&mut Value)) -> Value {
    let mut options = options();
    options["authChains"] = json!(["eip155:1337"]);
    options["features"] = json!({ "email": false, "socials": ["apple"] });
    change(&mut options);
    options
}

/// The project allows email and Google; it says so once it is let go.
fn holds_word(world: &World) -> HeldResponses {
    let held = HeldResponses::default();
    let holds = held.clone();
    world.served(move |request| {
        let answer = request.url.contains("/appkit/v1/config").then(|| {
            let config = json!({ "features": [{ "id": "social_login", "isEnabled": true, "config": ["email", "google"] }] });
            holds.hold(status(200, &config.to_string()))
        });
        let origins = || status(200, &json!({ "allowedOrigins": ["*"] }).to_string());
        answer.or_else(|| request.url.contains("/projects/v1/origins").then(origins))
    });
    held
}

fn page() -> (World, HeldResponses) {
    let world = World::with(with(|_| {}), Default::default());
    let held = holds_word(&world);
    (world, held)
}

fn answers(world: &World, answer: fn() -> Served) {
    world.served(move |request| request.url.contains("/appkit/v1/config").then(answer));
}

fn ask(world: &World, view: &str) -> Join {
    world.dispatch(json!({ "type": "router.open", "view": view }))
}

fn close(world: &World, reason: &str) {
    world.dispatch(json!({ "type": "router.close", "reason": reason }));
}

fn logins(world: &World) -> (Value, Value) {
    let logins = &world.slice("connect")["logins"];
    (logins["email"].clone(), logins["socials"].clone())
}

fn of_project() -> (Value, Value) {
    (json!(true), json!(["google"]))
}

fn of_host() -> (Value, Value) {
    (json!(false), json!(["apple"]))
}

fn asked(world: &World) -> usize {
    world.requests("/appkit/v1/config").len()
}

// req: 1.27
#[test]
fn applies_a_timely_project_configuration_to_the_first_opening() {
    for view in ["Connect", "ConnectSocials", "EmailLogin", "Create"] {
        let (world, held) = page();
        let opened = ask(&world, view);
        world.pass(PROJECT_WORD_MS - 1);
        assert!(!world.is_open(), "{view}: the skeleton stands");
        held.let_go();
        world.run();
        assert!(world.settled(&opened).is_ok());
        assert_eq!((world.view().as_str(), logins(&world)), (view, of_project()));
        assert_eq!(world.slice("state")["configSource"], "remote");
        world.pass(60_000);
        assert_eq!((asked(&world), world.host.details("wallet-open").len()), (1, 1));
    }
}

// req: 1.27
#[test]
fn keeps_an_opening_that_follows_a_close_in_the_same_turn() {
    for reason in ["host", "user"] {
        let (world, held) = page();
        let before = ask(&world, "Connect");
        let closed = world.engine.dispatch(json!({ "type": "router.close", "reason": reason }));
        let opened = world.engine.dispatch(json!({ "type": "router.open", "view": "Connect" }));
        held.let_go();
        world.run();
        assert!(world.settled(&closed).is_ok());
        assert!(world.settled(&before).is_err(), "{reason}: what was asked before it is");
        assert!(world.settled(&opened).is_ok() && world.is_open());
    }
}

#[test]
fn loads_the_wallet_list_while_it_waits_for_the_project() {
    let (world, _held) = page();
    ask(&world, "Connect");
    assert!(!world.is_open() && !world.requests("/getWallets").is_empty());
}

// req: 1.29
#[test]
fn opens_without_a_late_project_and_applies_it_next_time() {
    let (world, held) = page();
    let opened = ask(&world, "Connect");
    world.pass(PROJECT_WORD_MS);
    assert!(world.settled(&opened).is_ok());
    assert_eq!(logins(&world), of_host());
    close(&world, "user");
    world.open("Connect");
    assert_eq!(logins(&world), of_host(), "no second wait for the same answer");
    held.let_go();
    world.run();
    assert_eq!(logins(&world), of_host(), "not under the finger");
    close(&world, "user");
    world.open("Connect");
    assert_eq!((logins(&world), asked(&world)), (of_project(), 1));
}

// req: 1.29
#[test]
fn stops_waiting_when_the_project_fails_and_asks_again_later() {
    let answers_of: [fn() -> Served; 4] =
        [|| status(403, ""), || status(500, ""), || status(200, "no configuration"), || status(200, "{}")];
    for answer in answers_of {
        let world = World::with(with(|_| {}), Default::default());
        answers(&world, answer);
        world.open("Connect");
        assert_eq!((logins(&world), asked(&world)), (of_host(), 1));
        assert_eq!(world.slice("state")["configSource"], "local");
        close(&world, "user");
        let held = holds_word(&world);
        let again = ask(&world, "Connect");
        assert!(!world.is_open());
        held.let_go();
        world.run();
        assert!(world.settled(&again).is_ok());
        assert_eq!((logins(&world), asked(&world)), (of_project(), 2));
    }
}

// req: 5.4
#[test]
fn checks_allowed_origins_when_the_project_enables_logins() {
    let world =
        World::with(with(|options| options["features"]["socials"] = json!(false)), Default::default());
    let held = holds_word(&world);
    ask(&world, "Connect");
    assert_eq!(world.requests("/projects/v1/origins").len(), 0);
    held.let_go();
    world.run();
    assert_eq!((logins(&world), world.requests("/projects/v1/origins").len()), (of_project(), 1));
    let busy = World::with(with(|_| {}), Default::default());
    busy.served(|request| request.url.contains("/projects/v1/origins").then(|| status(503, "")));
    busy.open("Connect");
    busy.pass(60_000);
    assert_eq!(
        (busy.requests("/projects/v1/origins").len(), busy.alerts()),
        (3, vec!["server_error".into()])
    );
}

// req: 1.29
#[test]
fn opens_immediately_when_the_service_fails_but_keeps_asking() {
    for answer in [(|| Box::pin(async { Err(HttpFault::Network) })) as fn() -> Served, || status(503, "")] {
        let world = World::with(with(|_| {}), Default::default());
        answers(&world, answer);
        world.open("Connect");
        assert_eq!((logins(&world), asked(&world)), (of_host(), 1));
        close(&world, "user");
        world.open("Connect");
        world.pass(60_000);
        assert_eq!(asked(&world), 3, "as often as any question");
        close(&world, "user");
        world.open("Connect");
        assert_eq!((logins(&world), asked(&world)), (of_host(), 4));
        // back again
        holds_word(&world).let_go();
        world.pass(60_000);
    }
}

#[test]
fn stops_waiting_on_close_and_waits_again_at_the_next_opening() {
    for reason in ["host", "user"] {
        let (world, held) = page();
        let opened = ask(&world, "Connect");
        world.pass(PROJECT_WORD_MS / 2);
        close(&world, reason);
        assert_eq!(world.settled(&opened), Err(Error::ModalClosed));
        world.pass(PROJECT_WORD_MS * 2);
        assert!(!world.is_open(), "{reason}");
        let again = ask(&world, "Connect");
        world.pass(PROJECT_WORD_MS - 1);
        assert!(!world.is_open(), "{reason}: a whole wait of its own");
        held.let_go();
        world.run();
        assert!(world.settled(&again).is_ok());
        assert_eq!((logins(&world), asked(&world)), (of_project(), 1));
    }
}

#[test]
fn applies_a_late_configuration_and_retries_a_failed_one() {
    let (world, held) = page();
    ask(&world, "Connect");
    close(&world, "user");
    held.let_go();
    world.pass(60_000);
    assert!(!world.is_open());
    world.open("Connect");
    assert_eq!((logins(&world), asked(&world)), (of_project(), 1));
    let world = World::with(with(|_| {}), Default::default());
    let held = HeldResponses::default();
    let holds = held.clone();
    world.served(move |request| {
        request.url.contains("/appkit/v1/config").then(|| holds.hold(status(403, "")))
    });
    ask(&world, "Connect");
    close(&world, "user");
    held.let_go();
    world.run();
    let again = ask(&world, "Connect");
    assert_eq!((world.is_open(), asked(&world)), (false, 2));
    held.let_go();
    world.run();
    assert!(world.settled(&again).is_ok());
    assert_eq!(logins(&world), of_host());
}

#[test]
fn skips_the_wait_when_the_user_clicks_in_the_first_card() {
    for before in [true, false] {
        let (world, _held) = page();
        let hurry = || world.dispatch(json!({ "type": "router.hurry" }));
        if before {
            hurry();
        }
        let opened = ask(&world, "Connect");
        if !before {
            assert!(!world.is_open());
            hurry();
        }
        assert!(world.settled(&opened).is_ok());
        assert_eq!((world.is_open(), logins(&world)), (true, of_host()));
    }
    // it is of one opening, and gone with one that was closed before it came
    for opens in [true, false] {
        let (world, _held) = page();
        world.dispatch(json!({ "type": "router.hurry" }));
        if opens {
            ask(&world, "Networks");
        }
        close(&world, "user");
        ask(&world, "Connect");
        assert!(!world.is_open());
    }
}

#[test]
fn shares_one_project_request_between_two_openings() {
    let (world, held) = page();
    let both = [ask(&world, "Connect"), ask(&world, "Connect")];
    held.let_go();
    world.run();
    for opened in &both {
        assert!(world.settled(opened).is_ok());
    }
    assert_eq!((logins(&world), asked(&world)), (of_project(), 1));
    assert_eq!(world.host.details("wallet-open").len(), 1);
}

// req: 10.1
#[test]
fn opens_views_without_logins_immediately() {
    for view in ["Networks", "AllWallets", "ConnectWallets", "WhatIsAWallet", "GetWallet", "ProfileWallets"] {
        let (world, held) = page();
        world.open(view);
        assert_eq!(world.view(), view);
        held.let_go();
        world.run();
        close(&world, "user");
        world.open("Connect");
        assert_eq!(logins(&world), of_project(), "known by then");
    }
    for change in [
        (|options: &mut Value| drop(options.as_object_mut().unwrap().remove("projectId"))) as fn(&mut Value),
        |options| options["authChains"] = json!([]),
        |options| options["remoteConfig"] = json!(false),
        |options| options["basic"] = json!(true),
    ] {
        let world = World::with(with(change), Default::default());
        let _held = holds_word(&world);
        world.open("Connect");
    }
}

#[test]
fn opens_the_account_without_waiting_for_the_project() {
    let world = World::connected().reload_with(with(|_| {}));
    let _held = holds_word(&world);
    world.willing(1);
    let opened = world.dispatch(json!({ "type": "router.open" }));
    world.pass(1_000);
    assert!(!world.is_open());
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(WALLET_CLAIM_MS);
    assert!(world.settled(&opened).is_ok());
    assert_eq!(world.view(), "Account");
    close(&world, "user");
    world.open("Account");
}

/// An embedded card whose page has just begun; the project answers once it is let go.
fn card() -> (World, HeldResponses) {
    let storage = wallet_engine::ports::storage::MemoryStorage::default();
    storage.silent.set(true);
    let world = World::with(with(|options| options["enableEmbedded"] = json!(true)), storage.clone());
    let held = holds_word(&world);
    storage.silent.set(false);
    world.pass(STORAGE_MS);
    (world, held)
}

// req: 1.27, 2.3
#[test]
fn waits_for_the_project_in_an_embedded_card_too() {
    let (world, held) = card();
    world.pass(PROJECT_WORD_MS - 1);
    assert!(!world.is_open(), "the skeleton stands");
    held.let_go();
    world.run();
    assert_eq!((world.is_open(), world.view().as_str(), logins(&world)), (true, "Connect", of_project()));
    // who says it later is not waited for, and counts from the first view that comes next
    let (world, held) = card();
    world.pass(PROJECT_WORD_MS);
    assert_eq!((world.is_open(), logins(&world)), (true, of_host()));
    held.let_go();
    world.run();
    assert_eq!(logins(&world), of_host(), "not under the finger");
    close(&world, "user");
    assert_eq!((world.is_open(), logins(&world)), (true, of_project()));
}

#[test]
fn keeps_a_view_that_the_page_opens_in_a_waiting_card() {
    let (world, held) = card();
    assert!(world.settled(&ask(&world, "Networks")).is_ok());
    assert_eq!(world.view(), "Networks");
    held.let_go();
    world.pass(60_000);
    assert_eq!(world.view(), "Networks");
}
