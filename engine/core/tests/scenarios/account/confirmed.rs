//! An account that only storage names (Coinbase's window comes back so): no one is told to pay to it before its wallet has named an
//! account.

use crate::support::onramp::Shop;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::provider::{Announced, PageWallet, WalletEvent, WalletKind};

/// A wallet that is silent about itself: after a reload its adapter answers from storage. Asked with a user it answers by `asked`.
fn remembers(world: &World, account: &'static str, asked: impl Fn() -> Answer + 'static) {
    world.but(1, move |method, params| match method {
        "wm_connect" if params["silent"] == true => {
            Some(ok(json!({"accounts": [account], "chain": "eip155:1337", "remembered": true})))
        }
        "wm_connect" => Some(asked()),
        _ => None,
    });
}

const CAROL: &str = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

fn names(account: &str) -> Answer {
    ok(json!({"accounts": [account], "chain": "eip155:1337"}))
}

/// A reload, or a script that has written records of a connection which there never was: the records are the same.
fn back(account: &'static str, asked: impl Fn() -> Answer + 'static) -> World {
    let world = World::connected().reload();
    comes_back(&world, account, asked);
    world
}

fn comes_back(world: &World, account: &'static str, asked: impl Fn() -> Answer + 'static) {
    remembers(world, account, asked);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(wallet_engine::constants::WALLET_CLAIM_MS);
    assert_eq!(world.status(), "connected");
}

fn confirmation(world: &World) -> String {
    world.slice("account")["confirmation"].as_str().unwrap().to_owned()
}

fn shown(world: &World) -> Value {
    let slice = world.slice("receive");
    assert_eq!(slice["qr"].is_null(), slice["address"].is_null());
    slice["address"].clone()
}

fn confirm(world: &World) -> Join {
    world.dispatch(json!({"type": "accounts.confirm", "namespace": "eip155"}))
}

// req: 2.22, 10.60
#[test]
fn shows_a_stored_address_only_after_the_wallet_confirms_it() {
    let held = HeldResponses::default();
    let answers = held.clone();
    let world = back(ALICE, move || answers.hold(names(ALICE)));
    world.open("Receive");
    assert_eq!((confirmation(&world).as_str(), shown(&world)), ("needed", Value::Null));
    assert_eq!(world.wallets.count("wm_connect"), 1, "no window opens without a press");
    let (first, second) = (confirm(&world), confirm(&world));
    world.pass(60_000);
    assert_eq!((confirmation(&world).as_str(), shown(&world)), ("asking", Value::Null));
    assert_eq!(world.wallets.last("wm_connect").unwrap()["silent"], false);
    assert_eq!(world.wallets.count("wm_connect"), 2, "a second press joins");
    held.let_go();
    world.run();
    assert!(world.settled(&first).is_ok() && world.settled(&second).is_ok());
    assert_eq!((confirmation(&world).as_str(), shown(&world)), ("confirmed", json!(ALICE)));
    confirm(&world);
    world.pass(1_000);
    assert_eq!(world.wallets.count("wm_connect"), 2, "it is known now");
    // the next page has again nothing but what is stored
    let again = world.reload();
    comes_back(&again, ALICE, || names(ALICE));
    again.open("Receive");
    assert_eq!((confirmation(&again).as_str(), shown(&again)), ("needed", Value::Null));
}

// req: 10.33, 10.60
#[test]
fn asks_for_the_account_only_after_the_wallet_was_the_sole_claimant() {
    use wallet_engine::constants::{WALLET_CLAIM_MS, WALLET_ROUND_MS};
    for is_alone in [true, false] {
        let world = World::connected().reload();
        remembers(&world, ALICE, || names(BOB));
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        world.pass(WALLET_ROUND_MS);
        assert_eq!((world.status().as_str(), confirmation(&world).as_str()), ("connected", "needed"));
        let asked = confirm(&world);
        world.pass(WALLET_CLAIM_MS - WALLET_ROUND_MS - 1);
        assert_eq!(world.wallets.count("wm_connect"), 1, "no window opens");
        if !is_alone {
            world.announce(2, "Demo Wallet", Some("dev.demo"));
        }
        world.pass(60_000);
        assert_eq!(world.wallets.count("wm_connect"), if is_alone { 2 } else { 1 });
        assert_eq!(world.settled(&asked).is_ok(), is_alone);
        let named = world.host.details("wallet-account-change");
        assert_eq!(named.iter().any(|change| change["address"] == BOB), is_alone);
    }
}

/// Whoever is to pay needs the whole address: the views have its short form alone, and no link to a page with all of it.
// req: 10.60
#[test]
fn builds_no_explorer_link_for_an_unconfirmed_address() {
    let world = back(ALICE, || names(ALICE));
    world.open("ProfileWallets");
    let links = || {
        let card = world.slice("profileWallets")["active"].clone();
        assert_eq!(card["short"], world.slice("account")["short"]);
        [world.slice("account")["explorerUrl"].clone(), card["explorerUrl"].clone()]
    };
    assert_eq!(links(), [Value::Null, Value::Null]);
    let confirmed = confirm(&world);
    assert!(world.settled(&confirmed).is_ok());
    let link = json!(format!("http://localhost:4007/address/{ALICE}"));
    assert_eq!(links(), [link.clone(), link]);
}

// req: 10.60
#[test]
fn connects_the_account_that_the_wallet_names() {
    let world = back(ALICE, || names(BOB));
    world.open("Receive");
    let confirmed = confirm(&world);
    assert!(world.settled(&confirmed).is_ok());
    assert_eq!(shown(&world), BOB);
    assert_eq!(world.slice("account")["address"], BOB);
    let changes = world.host.details("wallet-account-change");
    assert_eq!(changes.last().unwrap()["address"], BOB, "and hosts hear of it");
    assert_eq!(world.slice("state")["open"], true);
    world.pass(1_000);
    // and it is what is stored
    let again = world.reload();
    comes_back(&again, BOB, || names(BOB));
    assert_eq!(again.slice("account")["address"], BOB);
}

// req: 10.60
#[test]
fn stays_unconfirmed_and_allows_a_retry_when_no_account_is_named() {
    let world = back(ALICE, || refuse(4001, "closed"));
    world.open("Receive");
    let declined = confirm(&world);
    assert!(world.settled(&declined).is_ok());
    assert_eq!((confirmation(&world).as_str(), shown(&world)), ("declined", Value::Null));
    assert_eq!((world.status().as_str(), world.toasts().len()), ("connected", 0));
    let answers: [fn() -> Answer; 4] = [
        || refuse(-32603, "The browser blocked the window"),
        || ok(json!({"accounts": [], "chain": "eip155:1337"})),
        || ok(json!({"accounts": ["nonsense"], "chain": "eip155:1337"})),
        || ok(json!(null)),
    ];
    for answer in answers {
        remembers(&world, ALICE, answer);
        let asked = confirm(&world);
        assert!(world.settled(&asked).is_ok());
        assert_eq!((confirmation(&world).as_str(), shown(&world)), ("declined", Value::Null));
        assert!(!world.toasts().is_empty(), "and the reason is shown");
    }
    remembers(&world, ALICE, || names(ALICE));
    let asked = confirm(&world);
    assert!(world.settled(&asked).is_ok());
    assert_eq!(shown(&world), ALICE);
}

// req: 10.60
#[test]
fn ignores_a_response_after_its_connection_ended() {
    let held = HeldResponses::default();
    let answers = held.clone();
    let world = back(ALICE, move || answers.hold(names(BOB)));
    world.open("Receive");
    confirm(&world);
    world.pass(1_000);
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.pass(5_000);
    held.let_go();
    world.pass(5_000);
    assert_eq!((world.status().as_str(), shown(&world)), ("disconnected", Value::Null));
    // whoever connects is asked with a user, and needs no more
    remembers(&world, ALICE, || names(CAROL));
    world.connect("dev.demo");
    world.open("Receive");
    assert_eq!((confirmation(&world).as_str(), shown(&world)), ("confirmed", json!(CAROL)));
}

// req: 10.60
#[test]
fn keeps_confirming_after_the_modal_closes() {
    let held = HeldResponses::default();
    let answers = held.clone();
    let world = back(ALICE, move || answers.hold(names(ALICE)));
    world.open("Receive");
    confirm(&world);
    world.pass(1_000);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.pass(5_000);
    world.open("Receive");
    assert_eq!((confirmation(&world).as_str(), shown(&world)), ("asking", Value::Null));
    held.let_go();
    world.pass(1_000);
    assert_eq!((confirmation(&world).as_str(), shown(&world)), ("confirmed", json!(ALICE)));
}

// req: 2.22
#[test]
fn confirms_without_a_click_when_the_wallet_responds_on_its_own() {
    // of the page, after a reload
    let world = World::connected().reload();
    world.returns();
    world.open("Receive");
    assert_eq!((confirmation(&world).as_str(), shown(&world)), ("confirmed", json!(ALICE)));
    // what it says with a user is its own word, whatever else the answer says
    let world = World::new();
    world.but(1, |method, _| {
        (method == "wm_connect")
            .then(|| ok(json!({"accounts": [ALICE], "chain": "eip155:1337", "remembered": true})))
    });
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.connect("dev.demo");
    assert_eq!(confirmation(&world), "confirmed");
    // a login by email
    let world = crate::embedded::email::logged_in();
    world.open("Receive");
    assert_eq!(confirmation(&world), "confirmed");
    assert!(shown(&world).is_string());
}

// req: 4.2, 10.60
#[test]
fn keeps_a_stored_account_unconfirmed_when_the_wallet_locks() {
    let world = back(ALICE, || names(ALICE));
    assert_eq!(confirmation(&world), "needed");
    world.wallets.tell(1, &WalletEvent::Accounts(json!([])));
    world.run();
    assert_eq!((world.status().as_str(), confirmation(&world).as_str()), ("disconnected", "asking"));
}

// req: 10.23, 10.60
#[test]
fn keeps_an_account_from_another_tab_unconfirmed() {
    let first = World::connected();
    let record = first.storage.records.borrow().get("connections").cloned().unwrap();
    let world = World::new();
    remembers(&world, ALICE, || names(ALICE));
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.dispatch(json!({"type": "connections.follow", "record": record}));
    world.pass(5_000);
    assert_eq!((world.status().as_str(), confirmation(&world).as_str()), ("connected", "needed"));
}

// req: 10.60
#[test]
fn judges_a_wallet_by_its_response_not_by_its_name() {
    for kind in [WalletKind::Announced, WalletKind::Injected, WalletKind::External, WalletKind::Host] {
        let world = World::connected().reload();
        remembers(&world, ALICE, || names(ALICE));
        world.engine.announce(Announced {
            kind,
            handle: PageWallet(1),
            id: "00000000-0000-4000-8000-000000000001".into(),
            name: "Demo Wallet".into(),
            icon: None,
            picture: None,
            rdns: Some("dev.demo".into()),
            namespaces: vec![wallet_engine::caip::Namespace::Eip155],
        });
        world.pass(5_000);
        if world.status() == "connected" {
            assert_eq!(confirmation(&world), "needed", "{kind:?}");
        }
    }
}

// req: 10.60
#[test]
fn hides_an_unconfirmed_address_from_sellers() {
    let (first, _) = World::at_shop();
    let world = first.reload();
    let shop = Shop::default();
    let served = shop.clone();
    world.served(move |request| served.answer(request));
    comes_back(&world, ALICE, || names(ALICE));
    world.open("Account");
    world.pass(1_000);
    world.buys("100");
    world.dispatch(json!({"type": "buy.choose"}));
    world.run();
    let refused = world.taps("coinbase", true);
    assert_eq!(world.settled(&refused).unwrap_err(), Error::ActionNotAllowed);
    assert!(world.requests("onrampurl").is_empty());
    assert!(world.popups.windows.borrow().iter().all(|window| window.urls.borrow().is_empty()));
    let confirmed = confirm(&world);
    assert!(world.settled(&confirmed).is_ok());
    let taken = world.taps("coinbase", true);
    assert!(world.settled(&taken).is_ok());
}

// req: 10.60
#[test]
fn shows_the_confirmation_in_the_list_of_connected_wallets() {
    let world = back(ALICE, || names(ALICE));
    world.open("ProfileWallets");
    let of = |world: &World| world.slice("profileWallets")["active"]["confirmation"].clone();
    assert_eq!(of(&world), "needed");
    let confirmed = confirm(&world);
    assert!(world.settled(&confirmed).is_ok());
    assert_eq!(of(&world), "confirmed");
}
