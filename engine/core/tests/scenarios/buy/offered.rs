//! Where buying is offered, by whom, and how one gets there.

use crate::support::onramp::*;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::ports::host::Page;

fn is_offered(world: &World) -> bool {
    world.slice("account")["actions"].as_array().unwrap().contains(&json!("onramp"))
}

fn of(change: impl FnOnce(&mut Value)) -> World {
    let mut options = options();
    change(&mut options);
    World::at_shop_with(options).0
}

fn ids(world: &World) -> Vec<String> {
    let rows = world.onramp()["providers"].clone();
    rows.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn offers_buying_only_if_page_project_and_network_allow_it() {
    assert!(is_offered(&of(|_| {})));
    assert!(!is_offered(&of(|options| options["features"] = json!({"onramp": false}))));
    assert!(!is_offered(&of(|options| options["features"] = json!({"onramp": []}))));
    assert!(!is_offered(&of(|options| options["features"] = json!({"onramp": ["meld"]}))), "without its key");
    assert!(is_offered(&of(|options| {
        options["features"] = json!({"onramp": ["meld"]});
        options["onrampKeys"] = json!({"meld": "k"});
    })));
    assert!(
        !is_offered(&of(|options| options["networks"][0]["testnet"] = json!(true))),
        "nobody sells test coins"
    );
    let first = of(|_| {});
    assert_eq!(first.slice("account")["actions"][0], "onramp", "2.34: it comes first");
    // the wallet is on a network of no one
    first.wanders(77);
    assert!(!is_offered(&first));
    for (view, allowed) in [("OnRamp", false), ("OnRampProviders", false)] {
        let world = of(|options| options["features"] = json!({"onramp": false}));
        let opened = world.dispatch(json!({"type": "router.open", "view": view}));
        assert_eq!(world.settled(&opened).is_ok(), allowed);
        assert_eq!((world.view().as_str(), world.asked("/v1/onramp")), ("Account", 0));
    }
}

// req: 9.37
#[test]
fn hides_buying_in_restricted_time_zones() {
    let at = |zone: &str, restrict: bool| {
        let mut options = options();
        options["restrictByTimezone"] = json!(restrict);
        let page = Page { origin: "https://app.example".into(), timezone: zone.into(), ..Page::default() };
        let world = World::of_page(page, options);
        world.join();
        world.open("Account");
        let opened = world.dispatch(json!({"type": "router.open", "view": "OnRamp"}));
        world.pass(1_000);
        assert_eq!(world.settled(&opened).is_ok(), is_offered(&world), "{zone}");
        is_offered(&world)
    };
    for zone in ["Asia/Shanghai", "Asia/Hong_Kong", "asia/macau", "ASIA/URUMQI"] {
        assert!(!at(zone, true), "{zone}");
        assert!(at(zone, false), "{zone}, by the host's word");
    }
    assert!(at("Europe/Berlin", true) && at("", true));
}

#[test]
fn offers_buying_in_namespaces_that_have_a_seller() {
    for (chain, address, key, offered) in [
        (
            "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
            "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV",
            true,
            true,
        ),
        (
            "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
            "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV",
            false,
            false,
        ),
        (
            "bip122:000000000019d6689c085ae165831e93",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            true,
            false,
        ),
    ] {
        let world = World::of_family(chain, address);
        if key {
            world.dispatch(json!({"type": "options.update", "options": {"onrampKeys": {"meld": "k"}}}));
        }
        world.open("Account");
        assert_eq!(is_offered(&world), offered, "{chain} {key}");
    }
}

// req: 9.33
#[test]
fn lists_each_provider_with_its_fee_and_assets() {
    let (world, _) = World::at_shop_with(options_with_meld());
    world.buys("100");
    assert!(world.settled(&world.dispatch(json!({"type": "buy.choose"}))).is_ok());
    assert_eq!(world.view(), "OnRampProviders");
    let rows = json!([
        {"id": "coinbase", "name": "Coinbase", "fee": "1-2%", "symbol": "DUSD", "isQuoted": true, "isOff": false},
        {"id": "meld", "name": "Meld.io", "fee": "1-2%", "symbol": "USDC", "isQuoted": false, "isOff": false},
    ]);
    assert_eq!(world.onramp()["providers"], rows);
    let only = of(|options| options["features"] = json!({"onramp": ["coinbase", "coinbase", "other"]}));
    only.dispatch(json!({"type": "buy.open"}));
    assert_eq!(ids(&only), ["coinbase"]);
}

#[test]
fn opens_the_provider_list_by_name_without_a_quote() {
    let (world, _) = World::at_shop_with(options_with_meld());
    let opened = world.dispatch(json!({"type": "router.open", "view": "OnRampProviders"}));
    world.pass(1_000);
    assert!(world.settled(&opened).is_ok());
    assert_eq!((world.view().as_str(), ids(&world).len()), ("OnRampProviders", 2));
    assert!(world.settled(&world.taps("coinbase", true)).is_ok());
    world.pass(1_000);
    let asked = world.requests("onrampurl");
    let body: Value = serde_json::from_str(&asked[0].body.as_ref().unwrap().text).unwrap();
    assert_eq!((&body["presetFiatAmount"], &body["presetCryptoAmount"]), (&Value::Null, &Value::Null));
    assert_eq!(world.asked("/v1/onramp/quote"), 0);
    // a form opened by its name is the form
    assert!(world.settled(&world.dispatch(json!({"type": "router.open", "view": "OnRamp"}))).is_ok());
    assert_eq!(world.view(), "OnRamp");
    // no one has prices: the list is what there is
    let meld = of(|options| {
        options["features"] = json!({"onramp": ["meld"]});
        options["onrampKeys"] = json!({"meld": "k"});
    });
    meld.dispatch(json!({"type": "buy.open"}));
    assert_eq!((meld.view().as_str(), meld.asked("/v1/onramp")), ("OnRampProviders", 0));
}

#[test]
fn refuses_to_buy_without_an_account() {
    let world = World::new();
    world.open("OnRamp");
    assert_eq!(world.view(), "Connect");
    assert!(world.settled(&world.dispatch(json!({"type": "buy.open"}))).is_err());
    for provider in ["coinbase", "meld", "other", ""] {
        assert!(world.settled(&world.taps(provider, true)).is_err(), "{provider}");
    }
    assert_eq!(world.asked("/v1/onramp"), 0);
}

#[test]
fn tracks_the_view_that_explains_buying() {
    let (world, _) = World::at_shop();
    world.dispatch(json!({"type": "router.push", "view": "WhatIsABuy"}));
    assert_eq!((world.view().as_str(), world.tracked("SELECT_WHAT_IS_A_BUY").len()), ("WhatIsABuy", 1));
}
