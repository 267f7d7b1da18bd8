//! Which account of an embedded wallet is used, another address for its login, and what of it survives the page
//! (docs/spec/embedded-frame.md sections 5 and 9, decision 11, "Stored data of a login").

use super::email::{EMAIL, Site, page, page_options};
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::ports::frame::FrameEvent;

const SMART: &str = BOB;

fn login(world: &World) -> Value {
    world.slice("embedded")["login"].clone()
}

pub fn user(kind: &str) -> Value {
    let address = if kind == "eoa" { ALICE } else { SMART };
    let accounts = json!([{ "address": ALICE, "type": "eoa" }, { "address": SMART, "type": "smartAccount" }]);
    json!({ "address": address, "chainId": 1337, "email": EMAIL, "accounts": accounts, "preferredAccountType": kind,
        "smartAccountDeployed": false })
}

/// The document is ready, with smart accounts on these chains.
fn ready(world: &World, networks: &[u64]) {
    let site = Site(world);
    site.tell(&json!({ "type": "@w3m-frame/READY" }));
    world.pass(500);
    site.answer("SYNC_DAPP_DATA", Value::Null);
    site.answer("SYNC_THEME", Value::Null);
    site.answer("GET_SMART_ACCOUNT_ENABLED_NETWORKS", json!({ "smartAccountEnabledNetworks": networks }));
}

/// Someone who has logged in where there are smart accounts.
pub fn logged_in(networks: &[u64], kind: &str) -> World {
    let world = page();
    world.open("Connect");
    world.dispatch(json!({ "type": "embedded.email", "email": EMAIL }));
    ready(&world, networks);
    let site = Site(&world);
    site.answer("CONNECT_EMAIL", json!({ "action": "CONNECT" }));
    site.answer("GET_USER", user(kind));
    world.pass(2_000);
    assert_eq!(world.status(), "connected");
    world
}

fn set(world: &World, kind: &str) -> wallet_engine::flow::Join {
    world.dispatch(json!({ "type": "embedded.accountType", "accountType": kind }))
}

fn address(world: &World) -> Value {
    world.slice("account")["address"].clone()
}

// req: 4.15, 4.12
#[test]
fn requests_a_smart_account_only_on_networks_that_have_one() {
    let world = logged_in(&[1337], "smartAccount");
    assert_eq!(Site(&world).last("GET_USER")["payload"]["preferredAccountType"], "smartAccount");
    assert_eq!(
        (address(&world), login(&world)["accountType"].clone()),
        (json!(SMART), json!("smartAccount"))
    );
    assert_eq!(login(&world)["canSwitch"], true);
    let world = logged_in(&[1], "eoa");
    assert_eq!(Site(&world).last("GET_USER")["payload"]["preferredAccountType"], "eoa");
    assert_eq!((address(&world), login(&world)["canSwitch"].clone()), (json!(ALICE), json!(false)));
    let asked = set(&world, "smartAccount");
    assert_eq!(world.settled(&asked), Err(Error::ChainNotSupported));
}

// req: 4.11, 4.12, 3.29
#[test]
fn switches_the_account_type_and_remembers_it() {
    let world = logged_in(&[1337], "smartAccount");
    let asked = set(&world, "eoa");
    assert_eq!(login(&world)["switching"], true);
    let site = Site(&world);
    site.answer("SET_PREFERRED_ACCOUNT", json!({ "type": "eoa", "address": ALICE }));
    site.answer("GET_USER", user("eoa"));
    assert!(world.settled(&asked).is_ok());
    assert_eq!((address(&world), login(&world)["switching"].clone()), (json!(ALICE), json!(false)));
    assert_eq!(world.record("preferred_account_types"), Some(json!({ "eip155": "eoa" })));
    let asked = set(&world, "smartAccount");
    site.answer("INIT_SMART_ACCOUNT", json!({ "address": SMART, "isDeployed": false }));
    site.answer("SET_PREFERRED_ACCOUNT", json!({ "type": "smartAccount", "address": SMART }));
    site.answer("GET_USER", user("smartAccount"));
    assert!(world.settled(&asked).is_ok());
    assert_eq!(address(&world), SMART);
}

// req: 4.13
#[test]
fn keeps_the_plain_account_when_a_switch_fails() {
    let world = logged_in(&[1337], "smartAccount");
    let asked = set(&world, "eoa");
    let site = Site(&world);
    site.answer("SET_PREFERRED_ACCOUNT", json!({ "type": "eoa", "address": ALICE }));
    site.answer("GET_USER", user("eoa"));
    assert!(world.settled(&asked).is_ok());
    let asked = set(&world, "smartAccount");
    site.refuse("INIT_SMART_ACCOUNT", "no bundler");
    assert!(world.settled(&asked).is_err());
    assert_eq!((address(&world), login(&world)["switching"].clone()), (json!(ALICE), json!(false)));
    assert_eq!(world.record("preferred_account_types"), Some(json!({ "eip155": "eoa" })));
    assert_eq!(world.toasts().len(), 1);
}

// req: 8.23
#[test]
fn rejects_account_type_and_email_changes_for_a_browser_wallet() {
    let world = World::connected();
    let asked = set(&world, "eoa");
    assert_eq!(world.settled(&asked), Err(Error::NotEmbedded));
    let asked = world.dispatch(json!({ "type": "embedded.update", "email": "b@example.org" }));
    assert_eq!(world.settled(&asked), Err(Error::NotEmbedded));
    assert!(world.frames.0.borrow().is_empty());
}

// req: 2.12, 4.22
#[test]
fn requires_both_codes_to_change_the_email() {
    let world = logged_in(&[], "eoa");
    world.open("AccountSettings");
    world.dispatch(json!({ "type": "router.push", "view": "UpdateEmailWallet" }));
    assert_eq!(world.view(), "UpdateEmailWallet");
    for same in [EMAIL, "nobody", ""] {
        let asked = world.dispatch(json!({ "type": "embedded.update", "email": same }));
        assert!(world.settled(&asked).is_err(), "{same}");
    }
    let site = Site(&world);
    assert_eq!(site.count("UPDATE_EMAIL"), 0);
    world.dispatch(json!({ "type": "embedded.update", "email": "new@example.org" }));
    assert_eq!(world.slice("embedded")["update"], "sending");
    site.answer("UPDATE_EMAIL", json!({ "action": "VERIFY_PRIMARY_OTP" }));
    assert_eq!(
        (world.view(), world.slice("embedded")["update"].clone()),
        ("UpdateEmailPrimaryOtp".into(), json!("code"))
    );
    let code = |code: &str| world.dispatch(json!({ "type": "embedded.updateCode", "code": code }));
    let wrong = code("000000");
    site.refuse("UPDATE_EMAIL_PRIMARY_OTP", "Wrong code");
    assert!(world.settled(&wrong).is_err());
    assert_eq!(world.slice("embedded")["error"]["message"], "Wrong code");
    code("123456");
    assert_eq!(site.last("UPDATE_EMAIL_PRIMARY_OTP")["payload"], json!({ "otp": "123456" }));
    site.answer("UPDATE_EMAIL_PRIMARY_OTP", Value::Null);
    assert_eq!(world.view(), "UpdateEmailSecondaryOtp");
    assert_eq!(login(&world)["email"], EMAIL, "not before the second code");
    let done = code("654321");
    site.answer("UPDATE_EMAIL_SECONDARY_OTP", json!({ "newEmail": "new@example.org" }));
    assert!(world.settled(&done).is_ok());
    assert_eq!(
        (world.view(), login(&world)["email"].clone()),
        ("AccountSettings".into(), json!("new@example.org"))
    );
    assert_eq!(world.toasts(), ["Email changed to new@example.org"]);
}

// req: 3.34, 4.2, 4.10
#[test]
fn seals_the_stored_login_and_deletes_it_on_disconnect() {
    let world = logged_in(&[], "eoa");
    let inside = world.frames.0.borrow().last().cloned().unwrap();
    let token = json!({ "type": "@w3m-frame/SESSION_UPDATE", "payload": { "token": "secret-token" } });
    inside.tell(FrameEvent::Message(token.to_string()));
    world.run();
    let stored = format!("{:?}", world.storage.records.borrow());
    assert!(stored.contains("frame:session_token") && stored.contains("frame:email"), "{stored}");
    assert!(!stored.contains("secret-token") && !stored.contains(EMAIL), "sealed: {stored}");
    assert_eq!(world.record("frame:email_login_used"), Some(json!(true)));

    let world = world.reload_with(page_options());
    world.pass(700);
    ready(&world, &[]);
    let site = Site(&world);
    assert_eq!(site.last("IS_CONNECTED")["payload"], json!({ "token": "secret-token" }));
    assert_ne!(world.status(), "connected", "nobody is shown before the site has said so");
    site.answer("IS_CONNECTED", json!({ "isConnected": true }));
    site.answer("GET_USER", json!({ "address": ALICE, "chainId": 1337, "accounts": [] }));
    world.pass(2_000);
    assert_eq!((world.status(), login(&world)["email"].clone()), ("connected".into(), json!(EMAIL)));

    let ended = world.dispatch(json!({ "type": "accounts.disconnect" }));
    world.run();
    let stored = format!("{:?}", world.storage.records.borrow());
    for key in ["frame:session_token", "frame:email\"", "frame:email_login_used", "connected_social"] {
        assert!(!stored.contains(key), "{key}: {stored}");
    }
    assert_eq!(Site(&world).count("SIGN_OUT"), 1);
    world.pass(3_000);
    assert_eq!(world.status(), "disconnected");
    drop(ended);
}

// req: 4.2, 4.10
#[test]
fn forgets_an_expired_session_without_an_error() {
    let world = logged_in(&[], "eoa").reload_with(page_options());
    world.pass(700);
    ready(&world, &[]);
    Site(&world).answer("IS_CONNECTED", json!({ "isConnected": false }));
    world.pass(2_000);
    assert_eq!((world.status(), world.toasts()), ("disconnected".into(), vec![]));
    assert_eq!(world.record("frame:email_login_used"), None);
    assert_eq!(world.record("connections").unwrap_or_default().get("eip155"), None);
}

// req: 4.12, 4.13
#[test]
fn uses_the_plain_account_where_no_smart_account_exists() {
    let world = logged_in(&[1337], "smartAccount");
    let site = Site(&world);
    let go = |chain: u64| {
        let asked =
            world.dispatch(json!({ "type": "networks.switch", "network": format!("eip155:{chain}") }));
        site.answer("SWITCH_NETWORK", json!({ "chainId": chain }));
        assert_eq!(site.names().last().unwrap(), "GET_CHAIN_ID", "it is looked where it stands");
        site.answer("GET_CHAIN_ID", json!({ "chainId": chain }));
        world.pass(100);
        asked
    };
    go(1338);
    assert_eq!(site.last("SET_PREFERRED_ACCOUNT")["payload"], json!({ "type": "eoa" }));
    site.answer("SET_PREFERRED_ACCOUNT", json!({ "type": "eoa", "address": ALICE }));
    let mut plain = user("eoa");
    plain["chainId"] = json!(1338);
    site.answer("GET_USER", plain);
    world.pass(100);
    assert_eq!(address(&world), ALICE);
    assert!(
        world.toasts().iter().any(|toast| toast.contains("doesn't support smart accounts")),
        "{:?}",
        world.toasts()
    );
    assert_eq!(world.record("preferred_account_types"), None, "nobody has chosen that");
    go(1337);
    site.answer("INIT_SMART_ACCOUNT", json!({ "address": SMART, "isDeployed": false }));
    site.answer("SET_PREFERRED_ACCOUNT", json!({ "type": "smartAccount", "address": SMART }));
    site.answer("GET_USER", user("smartAccount"));
    world.pass(100);
    assert_eq!(address(&world), SMART);
}
