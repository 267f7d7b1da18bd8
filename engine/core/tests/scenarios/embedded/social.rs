//! Login by a provider's window and by farcaster (docs/spec/embedded-frame.md sections 6 and 7).

use super::email::{Site, page};
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;

const SECURE: &str = "https://secure.walletconnect.org";
const PROVIDER: &str = "https://accounts.google.example/auth?state=abc";

fn login(world: &World) -> Value {
    world.slice("embedded")
}

/// A click on a provider: the window opens with it.
fn choose(world: &World, provider: &str) -> Join {
    world.popups.opens.set(true);
    world.dispatch(json!({ "type": "embedded.social", "provider": provider }))
}

fn window(world: &World) -> wallet_engine::ports::popup::Opened {
    world.popups.windows.borrow().last().cloned().unwrap()
}

/// A window of google that is open at the provider.
fn at_provider() -> (World, Join) {
    let world = page();
    world.open("Connect");
    let asked = choose(&world, "google");
    let site = Site(&world);
    site.ready();
    site.answer("GET_SOCIAL_REDIRECT_URI", json!({ "uri": PROVIDER }));
    (world, asked)
}

fn comes_back(world: &World, uri: &str) {
    window(world).tell(&json!({ "resultUri": uri }).to_string());
    world.run();
}

fn has_user(world: &World, name: &str) {
    let accounts = json!([{ "address": ALICE, "type": "eoa" }]);
    let user =
        json!({ "address": ALICE, "chainId": 1337, "userName": "ada", "email": null, "accounts": accounts });
    Site(world).answer(name, user);
    world.pass(2_000);
}

// req: 1.5, 3.4, 4.16, 4.18, 3.31
#[test]
fn connects_through_the_providers_window() {
    let (world, asked) = at_provider();
    assert_eq!(
        (world.view(), login(&world)["social"].clone()),
        ("ConnectingSocial".into(), json!("waiting"))
    );
    assert_eq!(*window(&world).urls.borrow(), [PROVIDER]);
    assert_eq!(Site(&world).last("GET_SOCIAL_REDIRECT_URI")["payload"], json!({ "provider": "google" }));
    let result = format!("{SECURE}/provider/callback?code=1&state=abc");
    comes_back(&world, &result);
    assert_eq!(login(&world)["social"], "reading");
    assert!(window(&world).dropped.get(), "the window closes as soon as it has said its word");
    assert_eq!(Site(&world).last("CONNECT_SOCIAL")["payload"]["uri"], result);
    assert_eq!(world.status(), "disconnected");
    has_user(&world, "CONNECT_SOCIAL");
    assert!(world.settled(&asked).is_ok());
    assert_eq!(
        (world.status(), world.slice("account")["address"].clone()),
        ("connected".into(), json!(ALICE))
    );
    assert_eq!(world.record("connected_social"), Some(json!("google")));
    assert_eq!(world.slice("connections")["connections"][0]["auth"], json!({ "name": "google" }));
    let public = &world.slice("accounts")["list"][0];
    let info = &public["connectedWalletInfo"];
    assert!(info["name"].is_string(), "{info}");
    assert_eq!((&info["identifier"], &info["social"]), (&json!("ada"), &json!("google")));
    assert_eq!((&public["socialProvider"], &public["user"]["username"]), (&json!("google"), &json!("ada")));
    assert_eq!(login(&world)["login"]["name"], "ada");
    let events = ["SOCIAL_LOGIN_STARTED", "SOCIAL_LOGIN_REQUEST_USER_DATA", "SOCIAL_LOGIN_SUCCESS"];
    for event in events {
        let told = world.tracked(event);
        assert_eq!((told.len(), &told[0]["properties"]), (1, &json!({ "provider": "google" })), "{event}");
    }
    let stored = format!("{:?}", world.storage.records.borrow());
    assert!(!stored.contains("\"ada\""), "who it is, is sealed: {stored}");
}

// req: 4.16
#[test]
fn accepts_only_a_result_from_the_secure_site_with_our_state() {
    let (world, _asked) = at_provider();
    let nonce = world.frames.0.borrow()[0].url.split("wmState=").nth(1).unwrap().to_string();
    for text in [
        "",
        "null",
        "{}",
        r#"{"resultUri":7}"#,
        r#"{"resultUri":""}"#,
        r#"{"resultUri":"https://evil.example/?code=1"}"#,
        r#"{"resultUri":"https://secure.walletconnect.org.evil.example/?code=1"}"#,
        r#"{"resultUri":"https://secure.walletconnect.org@evil.example/"}"#,
        r#"{"resultUri":"http://secure.walletconnect.org/?code=1"}"#,
        r#"{"resultUri":"https://secure.walletconnect.org/?code=1&wmState=other"}"#,
        &json!({ "resultUri": format!("{SECURE}/?{}", "x".repeat(9_000)) }).to_string(),
    ] {
        window(&world).tell(text);
        world.run();
        assert_eq!(Site(&world).count("CONNECT_SOCIAL"), 0, "{text}");
        assert_eq!(login(&world)["social"], "waiting");
    }
    comes_back(&world, &format!("{SECURE}/?code=1&wmState={nonce}"));
    assert_eq!(Site(&world).count("CONNECT_SOCIAL"), 1);
}

// req: 4.17
#[test]
fn shows_the_providers_error_and_allows_a_retry() {
    let (world, asked) = at_provider();
    comes_back(&world, &format!("{SECURE}/?error=access+denied%21"));
    let Err(Error::ConnectFailed { details }) = world.settled(&asked) else { panic!("connected") };
    assert_eq!(details.as_deref(), Some("access denied!"));
    assert_eq!((world.view(), login(&world)["social"].clone()), ("ConnectingSocial".into(), json!("failed")));
    assert_eq!(login(&world)["socialError"]["message"], "Failed to connect");
    assert_eq!(world.tracked("SOCIAL_LOGIN_ERROR").len(), 1);
    choose(&world, "google");
    assert_eq!(login(&world)["social"], "preparing");
    assert_eq!(world.popups.windows.borrow().len(), 2);
}

// req: 4.17, 4.18
#[test]
fn reports_a_closed_window_after_3_s_but_accepts_its_result() {
    let (world, asked) = at_provider();
    window(&world).closed.set(true);
    world.pass(2_999);
    assert_eq!(login(&world)["social"], "waiting");
    world.pass(1);
    assert_eq!(login(&world)["social"], "closed");
    assert_eq!(world.tracked("SOCIAL_LOGIN_CANCELED").len(), 1);
    world.pass(60_000);
    assert_eq!(world.tracked("SOCIAL_LOGIN_CANCELED").len(), 1, "once");
    comes_back(&world, &format!("{SECURE}/?code=1"));
    has_user(&world, "CONNECT_SOCIAL");
    assert!(world.settled(&asked).is_ok());
    assert_eq!(world.status(), "connected");
}

// req: 4.17, 8.21
#[test]
fn starts_a_new_attempt_after_a_closed_window() {
    let (world, first) = at_provider();
    window(&world).closed.set(true);
    world.pass(3_000);
    let second = choose(&world, "google");
    assert_eq!(world.settled(&first), Err(Error::PopupClosed));
    assert_eq!(login(&world)["social"], "preparing");
    Site(&world).answer("GET_SOCIAL_REDIRECT_URI", json!({ "uri": PROVIDER }));
    assert_eq!((login(&world)["social"].clone(), world.popups.windows.borrow().len()), (json!("waiting"), 2));
    assert_eq!(*window(&world).urls.borrow(), [PROVIDER], "it goes to the provider");
    comes_back(&world, &format!("{SECURE}/?code=1"));
    has_user(&world, "CONNECT_SOCIAL");
    assert!(world.settled(&second).is_ok());
    assert_eq!(world.status(), "connected");
}

// req: 4.17, 8.21
#[test]
fn gives_up_a_closed_window_after_two_minutes() {
    let (world, asked) = at_provider();
    window(&world).closed.set(true);
    world.pass(120_000);
    assert_eq!(world.settled(&asked), Err(Error::PopupClosed));
    assert!(window(&world).dropped.get());
    comes_back(&world, &format!("{SECURE}/?code=1"));
    assert_eq!(Site(&world).count("CONNECT_SOCIAL"), 0, "too late");
}

// req: 1.5
#[test]
fn opens_a_blocked_window_from_the_button() {
    let world = page();
    world.open("Connect");
    let asked = world.dispatch(json!({ "type": "embedded.social", "provider": "x" }));
    assert_eq!(login(&world)["social"], "blocked");
    let site = Site(&world);
    site.ready();
    site.answer("GET_SOCIAL_REDIRECT_URI", json!({ "uri": PROVIDER }));
    assert_eq!(login(&world)["social"], "blocked");
    world.popups.opens.set(true);
    world.dispatch(json!({ "type": "embedded.window" }));
    assert_eq!(
        (login(&world)["social"].clone(), window(&world).urls.borrow().clone()),
        (json!("waiting"), vec![PROVIDER.to_string()])
    );
    comes_back(&world, &format!("{SECURE}/?code=1"));
    has_user(&world, "CONNECT_SOCIAL");
    assert!(world.settled(&asked).is_ok());
}

// req: 4.16
#[test]
fn focuses_the_open_window_on_a_second_click() {
    let (world, asked) = at_provider();
    let again = choose(&world, "google");
    world.pass(1_000);
    assert_eq!(window(&world).focused.get(), 1);
    assert_eq!((world.popups.windows.borrow().len(), Site(&world).count("GET_SOCIAL_REDIRECT_URI")), (1, 1));
    world.popups.opens.set(false);
    // another provider ends it
    choose(&world, "discord");
    assert_eq!(world.settled(&asked), Err(Error::PopupClosed));
    assert_eq!(world.settled(&again), Err(Error::PopupClosed));
    assert_eq!(login(&world)["provider"], "discord");
}

// req: 8.22
#[test]
fn fails_when_the_site_cant_name_the_provider() {
    let world = page();
    world.open("Connect");
    let asked = choose(&world, "github");
    let site = Site(&world);
    site.ready();
    site.refuse("GET_SOCIAL_REDIRECT_URI", "no such provider");
    assert_eq!(world.settled(&asked), Err(Error::SocialNotStarted));
    assert_eq!(login(&world)["socialError"]["message"], "Failed to initiate social connection");
    assert!(window(&world).dropped.get(), "the empty window is closed");
}

// req: 8.21
#[test]
fn rejects_with_popup_closed_when_left_after_a_closed_window() {
    for host in [false, true] {
        let world = page();
        world.open("Connect");
        let asked = match host {
            true => {
                world.popups.opens.set(true);
                world.dispatch(json!({ "type": "embedded.start", "provider": "google" }))
            }
            false => choose(&world, "google"),
        };
        Site(&world).ready();
        Site(&world).answer("GET_SOCIAL_REDIRECT_URI", json!({ "uri": PROVIDER }));
        window(&world).closed.set(true);
        world.pass(3_000);
        world.dispatch(json!({ "type": "router.back" }));
        assert_eq!(world.settled(&asked), Err(Error::PopupClosed));
        assert_eq!((world.view(), login(&world)["social"].clone()), ("Connect".into(), json!("idle")));
    }
}

#[test]
fn closes_the_window_when_the_user_leaves_the_view() {
    let (world, asked) = at_provider();
    world.dispatch(json!({ "type": "router.back" }));
    assert!(world.settled(&asked).is_err());
    assert_eq!((world.view(), login(&world)["social"].clone()), ("Connect".into(), json!("idle")));
    assert!(window(&world).dropped.get());
    assert_eq!(world.status(), "disconnected");
}

// req: 5.14
#[test]
fn rejects_an_unknown_provider() {
    let world = page();
    for name in ["myspace", "", "Google", "google\0"] {
        let asked = world.dispatch(json!({ "type": "embedded.social", "provider": name }));
        assert!(world.settled(&asked).is_err(), "{name}");
    }
    assert!(world.frames.0.borrow().is_empty());
}

// req: 1.6, 2.9
#[test]
fn shows_a_qr_code_for_farcaster_and_connects() {
    let world = page();
    world.open("Connect");
    let asked = world.dispatch(json!({ "type": "embedded.social", "provider": "farcaster" }));
    assert_eq!(world.view(), "ConnectingFarcaster");
    let site = Site(&world);
    site.ready();
    let url = "https://farcaster.example/~/siwf?token=1";
    site.answer("GET_FARCASTER_URI", json!({ "url": url }));
    assert_eq!(
        (login(&world)["url"].clone(), login(&world)["social"].clone()),
        (json!(url), json!("waiting"))
    );
    assert!(login(&world)["qr"].is_object(), "drawn as every code is");
    assert_eq!(site.names().last().unwrap(), "CONNECT_FARCASTER");
    world.pass(600_000);
    assert_eq!(login(&world)["social"], "waiting", "a person has all the time");
    site.answer("CONNECT_FARCASTER", json!({ "userName": "ada.fc" }));
    assert_eq!(login(&world)["social"], "reading");
    let accounts = json!([{ "address": ALICE, "type": "eoa" }]);
    site.answer("GET_USER", json!({ "address": ALICE, "chainId": 1337, "accounts": accounts }));
    world.pass(2_000);
    assert!(world.settled(&asked).is_ok());
    assert_eq!(
        (world.status(), login(&world)["login"]["name"].clone()),
        ("connected".into(), json!("ada.fc"))
    );
    assert_eq!(world.record("connected_social"), Some(json!("farcaster")));
}

// req: 1.6, 8.22
#[test]
fn reloads_the_frame_after_an_abandoned_farcaster_login() {
    let world = page();
    world.open("Connect");
    let asked = world.dispatch(json!({ "type": "embedded.social", "provider": "farcaster" }));
    let site = Site(&world);
    site.ready();
    site.answer("GET_FARCASTER_URI", json!({ "url": "https://farcaster.example/1" }));
    site.refuse("CONNECT_FARCASTER", "declined");
    assert_eq!(world.settled(&asked), Err(Error::FarcasterFailed));
    assert_eq!(login(&world)["socialError"]["message"], "Failed to connect to farcaster");
    world.pass(1_000);
    assert_eq!(site.count("RELOAD"), 0, "there is nothing to take back");

    let again = world.dispatch(json!({ "type": "embedded.social", "provider": "farcaster" }));
    site.answer("GET_FARCASTER_URI", json!({ "url": "https://farcaster.example/2" }));
    world.dispatch(json!({ "type": "router.back" }));
    assert!(world.settled(&again).is_err());
    world.pass(99);
    assert_eq!(site.count("RELOAD"), 0);
    world.pass(1);
    assert_eq!(site.count("RELOAD"), 1, "the site hears of no approval that comes too late");
    assert_eq!(world.status(), "disconnected");
}
