//! The list of wallets: the recent ones, and those the host excludes by their listing (3.8, 7.28).

use crate::support::*;
use serde_json::json;

fn recents(world: &World) -> Vec<String> {
    let all = world.slice("connections")["recentWallets"].clone();
    all.as_array().unwrap().iter().map(|wallet| wallet["id"].as_str().unwrap().to_owned()).collect()
}

// req: 3.8, 3.27
#[test]
fn lists_the_last_two_wallets_first_as_recent() {
    let world = World::new();
    world.arrive(&[ALICE, BOB, USDC]);
    assert_eq!(recents(&world), Vec::<String>::new());
    for (id, expected) in [
        ("dev.one", vec!["dev.one"]),
        ("dev.two", vec!["dev.two", "dev.one"]),
        ("dev.three", vec!["dev.three", "dev.two"]),
        ("dev.two", vec!["dev.two", "dev.three"]),
    ] {
        world.connect(id);
        assert_eq!(recents(&world), expected);
    }
    world.dispatch(json!({"type": "accounts.disconnect"}));
    let rows = world.page_rows();
    let of: Vec<(&str, &str)> =
        rows.iter().map(|r| (r["id"].as_str().unwrap(), r["tag"].as_str().unwrap())).collect();
    assert_eq!(of, [("dev.two", "recent"), ("dev.three", "recent"), ("dev.one", "installed")]);
    assert_eq!(
        world.record("recent_wallets"),
        Some(
            json!([{"id": "dev.two", "name": "Two", "rdns": "dev.two"}, {"id": "dev.three", "name": "Three", "rdns": "dev.three"}])
        )
    );
    let world = world.reload();
    assert_eq!(recents(&world), ["dev.two", "dev.three"]);
    // one that says no was not used
    world.wallets.answer(1, |_, _| refuse(4001, "no"));
    world.announce(1, "One", Some("dev.one"));
    world.dispatch(json!({"type": "connect.start", "connectorId": "dev.one"}));
    assert_eq!(recents(&world), ["dev.two", "dev.three"]);
}

// req: 7.28
#[test]
fn excludes_browser_wallets_by_their_listing() {
    let id = "ab".repeat(32);
    let mut options = options();
    options["excludeWalletIds"] = json!([id, "dev.two", "not-a-listing"]);
    let world = World::with(options, Default::default());
    *world.chain.listings.borrow_mut() =
        json!({"count": 1, "data": [{"id": id, "name": "One", "rdns": "DEV.one"}]});
    world.arrive(&[ALICE, BOB, USDC]);
    assert_eq!(world.requests("/getWallets").len(), 0, "nobody is asked before somebody looks (10.2)");
    let ids = |world: &World| -> Vec<String> {
        world.page_rows().iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(&world), ["dev.one", "dev.three"]);
    world.open("Connect");
    let asked = world.requests("&include=");
    assert!(asked[0].url.ends_with(&format!("&page=1&entries=1&include={id}")), "{}", asked[0].url);
    // fault 20: rdns compare without case (docs/spec/page-wallets.md 1.1)
    assert_eq!(ids(&world), ["dev.three"]);
    world.dispatch(json!({"type": "router.close"}));
    world.open("Connect");
    assert_eq!(world.requests("&include=").len(), 1, "known");
}

// req: 7.28
#[test]
fn hides_no_wallet_when_the_directory_fails_and_asks_again() {
    let mut options = options();
    options["excludeWalletIds"] = json!(["ab".repeat(32)]);
    let world = World::with(options, Default::default());
    *world.chain.listings.borrow_mut() = json!({"count": 1, "data": [null, {"id": 7}, {"id": "ab".repeat(32), "name": "One", "rdns": "dev.one"}]});
    world.chain.data_status.set(500);
    world.arrive(&[ALICE, BOB, USDC]);
    world.open("Connect");
    world.pass(10_000);
    assert_eq!(world.page_rows().len(), 3);
    world.chain.data_status.set(200);
    world.dispatch(json!({"type": "router.close"}));
    world.open("Connect");
    assert_eq!(world.page_rows().len(), 2);
}
