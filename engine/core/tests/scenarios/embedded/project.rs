//! What the project decides: which logins and features a user sees (docs/spec/services.md A4, A5).

use crate::support::*;
use serde_json::{Value, json};

const SOCIALS: [&str; 7] = ["google", "x", "farcaster", "discord", "apple", "github", "facebook"];

fn page(change: impl FnOnce(&mut Value)) -> World {
    let mut options = options();
    options["authChains"] = json!(["eip155:1337"]);
    change(&mut options);
    World::with(options, Default::default())
}

fn logins(world: &World) -> Value {
    world.slice("connect")["logins"].clone()
}

/// The same, whose answer about the allowed pages comes once it is let go.
fn serves_late(world: &World, config: Value, origins: (u16, Value)) -> HeldResponses {
    let held = HeldResponses::default();
    let holds = held.clone();
    world.served(move |request| {
        if request.url.contains("/appkit/v1/config") {
            return Some(status(200, &config.to_string()));
        }
        let answer = request.url.contains("/projects/v1/origins");
        answer.then(|| holds.hold(status(origins.0, &origins.1.to_string())))
    });
    held
}

fn reopen(world: &World) {
    world.dispatch(json!({ "type": "router.close", "reason": "host" }));
    world.open("Connect");
}

/// Answers of the wallet services: the configuration, and the allowed pages.
fn serves(world: &World, config: Value, origins: (u16, Value)) {
    world.served(move |request| {
        if request.url.contains("/appkit/v1/config") {
            return Some(status(200, &config.to_string()));
        }
        request.url.contains("/projects/v1/origins").then(|| status(origins.0, &origins.1.to_string()))
    });
}

fn everybody() -> (u16, Value) {
    (200, json!({ "allowedOrigins": ["*"] }))
}

// req: 5.15, 2.33, 1.29, 6.2
#[test]
fn uses_default_logins_when_the_project_doesnt_respond() {
    let world = page(|_| {});
    world.open("Connect");
    assert_eq!(logins(&world)["email"], true);
    assert_eq!(logins(&world)["socials"], json!(SOCIALS));
    let window = logins(&world)["window"].as_str().unwrap().to_owned();
    assert!(window.starts_with("https://secure.walletconnect.org/loading?wmState="), "{window}");
    assert!(world.frames.0.borrow().is_empty(), "the secure site is asked for nothing");
    for change in [
        (|options: &mut Value| drop(options.as_object_mut().unwrap().remove("projectId"))) as fn(&mut Value),
        |options| options["authChains"] = json!([]),
        |options| options["adapters"] = json!(["bip122"]),
        |options| options["basic"] = json!(true),
    ] {
        let world = page(change);
        world.open("Connect");
        reopen(&world);
        assert_eq!(
            (logins(&world)["email"].clone(), logins(&world)["socials"].clone()),
            (json!(false), json!([]))
        );
    }
}

// req: 1.27, 1.28, 7.26
#[test]
fn prefers_the_project_and_names_the_ignored_options() {
    let world = page(|options| {
        options["features"] = json!({ "email": false, "socials": ["apple"], "activity": false })
    });
    let config = json!({ "features": [
        { "id": "social_login", "isEnabled": true, "config": ["email", "google"] },
        { "id": "activity", "isEnabled": true, "config": [] },
        { "id": "swap", "isEnabled": false, "config": null },
        { "id": "onramp", "isEnabled": true, "config": null },
        { "id": "reown_branding", "isEnabled": false, "config": null },
    ] });
    serves(&world, config, everybody());
    world.open("Connect");
    assert_eq!(
        (logins(&world)["email"].clone(), logins(&world)["socials"].clone()),
        (json!(true), json!(["google"]))
    );
    let state = world.slice("state");
    assert_eq!(state["overriddenFeatures"], json!(["email", "socials", "activity"]));
    assert_eq!(
        (state["configSource"].clone(), state["features"]["activity"].clone()),
        (json!("remote"), json!(true))
    );
    assert_eq!(
        (state["features"]["swaps"].clone(), state["features"]["onramp"].clone()),
        (json!([]), json!(["meld", "coinbase"]))
    );
    assert_eq!(world.alerts().len(), 1, "one alert names them all: {:?}", world.alerts());
    assert_eq!(world.requests("/appkit/v1/config").len(), 1, "asked once");
    reopen(&world);
    assert_eq!(world.requests("/appkit/v1/config").len(), 1);
}

// req: 1.28
#[test]
fn reports_each_feature_change_to_the_page_once() {
    let heard = |world: &World| world.host.details("wallet-features-change");
    let world = page(|options| options["features"] = json!({ "email": false, "activity": false }));
    let social = |on: bool| json!({ "id": "social_login", "isEnabled": true, "config": if on { json!(["email"]) } else { json!([]) } });
    let activity = json!({ "id": "activity", "isEnabled": true, "config": [] });
    serves(&world, json!({ "features": [social(true), activity] }), everybody());
    assert_eq!(heard(&world).len(), 0);
    world.open("Connect");
    let first = heard(&world);
    assert_eq!(first.len(), 1, "{first:?}");
    assert_eq!(
        (first[0]["source"].clone(), first[0]["overridden"].clone()),
        (json!("remote"), json!(["email", "activity"]))
    );
    assert_eq!(first[0]["features"], world.slice("state")["features"]);
    assert_eq!(first[0]["features"]["email"], true);
    for _ in 0..3 {
        reopen(&world);
        world.pass(20_000);
    }
    assert_eq!(heard(&world).len(), 1, "no news with each opening");
    // another project decides something else, and then the first one again
    for (id, on) in [("another", false), ("project", true)] {
        serves(&world, json!({ "features": [social(on)] }), everybody());
        world.dispatch(json!({ "type": "options.update", "options": { "projectId": id } }));
        reopen(&world);
        world.pass(20_000);
        reopen(&world);
    }
    let emails: Vec<Value> = heard(&world).iter().map(|one| one["features"]["email"].clone()).collect();
    assert_eq!(emails, [json!(true), json!(false), json!(true)]);
}

// req: 1.28
#[test]
fn reports_a_late_configuration_when_it_takes_effect() {
    let world = page(|options| options["features"] = json!({ "email": false }));
    let held = HeldResponses::default();
    let holds = held.clone();
    let config = json!({ "features": [{ "id": "social_login", "isEnabled": true, "config": ["email"] }] });
    world.served(move |request| {
        let is_asked = request.url.contains("/appkit/v1/config");
        is_asked.then(|| holds.hold(status(200, &config.to_string())))
    });
    world.dispatch(json!({ "type": "router.open", "view": "Connect" }));
    world.pass(5_000);
    held.let_go();
    world.run();
    assert_eq!(world.host.details("wallet-features-change"), [] as [Value; 0]);
    reopen(&world);
    assert_eq!(world.host.details("wallet-features-change").len(), 1);
    // without a project's word there is none; where the page itself turns all off there is one
    let local = page(|options| options["remoteConfig"] = json!(false));
    local.open("Connect");
    assert_eq!(local.host.details("wallet-features-change"), [] as [Value; 0]);
    let basic = page(|options| options["basic"] = json!(true));
    basic.open("Connect");
    reopen(&basic);
    let heard = basic.host.details("wallet-features-change");
    assert_eq!((heard.len(), heard[0]["source"].clone()), (1, json!("local")));
    assert_eq!(basic.slice("state")["configSource"], "local");
}

// req: 1.29
#[test]
fn reloads_a_failed_configuration_at_the_next_opening() {
    let world = page(|options| options["features"] = json!({ "email": false }));
    world.served(|request| request.url.contains("/appkit/").then(|| status(500, "")));
    world.open("Connect");
    world.pass(20_000);
    assert_eq!(
        (logins(&world)["email"].clone(), world.slice("state")["configSource"].clone()),
        (json!(false), json!("local"))
    );
    let before = world.requests("/appkit/v1/config").len();
    reopen(&world);
    world.pass(20_000);
    assert!(world.requests("/appkit/v1/config").len() > before);
    let local = page(|options| options["remoteConfig"] = json!(false));
    local.open("Connect");
    local.pass(20_000);
    assert_eq!(local.requests("/appkit/v1/config").len(), 0);
}

// req: 5.3, 7.27, 8.2
#[test]
fn offers_no_logins_on_an_origin_that_the_project_doesnt_list() {
    let world = page(|_| {});
    let held = serves_late(&world, json!({}), (200, json!({ "allowedOrigins": ["https://other.example"] })));
    world.open("Connect");
    held.let_go();
    world.run();
    assert_eq!(logins(&world)["refused"], true);
    assert_eq!(logins(&world)["email"], true, "what is there does not move under the finger");
    assert_eq!(world.alerts(), ["invalid_app_configuration"]);
    reopen(&world);
    assert_eq!(
        (logins(&world)["email"].clone(), logins(&world)["socials"].clone()),
        (json!(false), json!([]))
    );
    let asked = world.dispatch(json!({ "type": "embedded.email", "email": "a@example.org" }));
    assert!(world.settled(&asked).is_err());
    assert!(world.frames.0.borrow().is_empty());
}

// req: 8.8, 8.9, 8.14
#[test]
fn keeps_logins_when_the_origin_service_is_busy() {
    for (code, alert) in [(429, "rate_limited"), (503, "server_error")] {
        let world = page(|_| {});
        serves(&world, json!({}), (code, json!("")));
        world.open("Connect");
        world.pass(20_000);
        assert_eq!(world.alerts(), [alert], "{code}");
        assert_eq!(logins(&world)["refused"], false);
    }
    let world = page(|_| {});
    let held = serves_late(&world, json!({}), (404, json!("")));
    world.open("Connect");
    held.let_go();
    world.pass(20_000);
    assert_eq!(
        (logins(&world)["refused"].clone(), world.alerts()),
        (json!(true), vec!["invalid_app_configuration".to_string()])
    );
}

// req: 5.4
#[test]
fn checks_allowed_origins_only_if_logins_are_enabled() {
    let world = page(|options| options["features"] = json!({ "email": false, "socials": false }));
    world.open("Connect");
    world.pass(20_000);
    assert_eq!(world.requests("/projects/v1/origins").len(), 0);
}
