//! Wallets, and what a project allows.

use super::*;

fn listings() -> Value {
    let listing = |n: usize| {
        json!({"id": format!("{n:064x}"), "name": format!("Wallet {n}"), "image_id": format!("image-{n}"), "chains": ["eip155:1337"],
            "badge_type": "certified", "rdns": format!("dev.w{n}"), "mobile_link": format!("w{n}://"), "homepage": "https://w.example",
            "desktop_link": null, "webapp_link": "https://w.example/app", "link_mode": null, "supports_wc": true, "order": n,
            "app_store": "https://apps.example/1", "play_store": "https://play.example/1", "chrome_store": "https://chrome.example/1"})
    };
    json!({"count": 45, "data": [listing(1), listing(2), listing(3)]})
}

fn consenting() -> World {
    let mut options = options();
    options["features"] = json!({"analytics": true});
    World::with(options, Default::default())
}

fn reported(world: &World) {
    connected_at_the_account(world);
    world.dispatch(json!({"type": "telemetry.flush"}));
    world.pass(60_000);
}

fn offering_logins() -> World {
    let mut options = options();
    options["authChains"] = json!(["eip155:1337"]);
    World::with(options, Default::default())
}

fn opened_twice(world: &World) {
    for _ in 0..2 {
        world.dispatch(json!({"type": "router.close", "reason": "host"}));
        let opened = world.dispatch(json!({"type": "router.open", "view": "Connect"}));
        world.pass(20_000);
        assert!(world.settled(&opened).is_ok());
    }
}

fn decided(world: &World) -> Seen {
    let state = world.slice("state");
    let names: Vec<&str> = state["features"].as_object().unwrap().keys().map(String::as_str).collect();
    let logins = world.slice("connect")["logins"]["socials"].clone();
    let known = ["google", "x", "farcaster", "discord", "apple", "github", "facebook"];
    let stranger = logins.as_array().unwrap().iter().find(|name| !known.contains(&name.as_str().unwrap()));
    vec![
        ("services".into(), world.settings()["services"].to_string()),
        ("features".into(), names.join(" ")),
        ("a stranger to log in with".into(), format!("{stranger:?}")),
    ]
}

fn list_is_open(world: &World) {
    world.open("Connect");
    world.pass(3_000);
    world.open("AllWallets");
    world.pass(3_000);
    world.dispatch(json!({"type": "directory.more"}));
    world.pass(3_000);
    world.dispatch(json!({"type": "directory.search", "text": "wallet"}));
    world.pass(5_000);
    for tile in world.slice("directory")["tiles"].as_array().unwrap().clone().iter().take(2) {
        world.dispatch(json!({"type": "directory.downloads", "id": tile["id"]}));
        world.pass(100);
    }
}

fn featuring() -> World {
    let mut options = options();
    options["featuredWalletIds"] =
        json!([format!("{:064x}", 1), format!("{:064x}", 2), format!("{:064x}", 3)]);
    World::with(options, Default::default())
}

fn listed(world: &World) -> Seen {
    fields(world, "directory", &["/allWallets"])
}

pub const ROWS: &[Row] = &[
    Row {
        name: "GET /getWallets, the first of all",
        is: |request| request.url.contains("/getWallets") && request.url.contains("entries=8&"),
        good: listings,
        page: World::new,
        walk: list_is_open,
        seen: listed,
        well: &[("/allWallets", "40+")],
        // a count that cannot be read is how many have come
        may: &[("/allWallets", &["", "0", "1", "2", "3", "4", "5", "6", "7", "8"])],
        // how many wallets there are is of no network
        except: &["another network with other numbers"],
        again: None,
    },
    Row {
        name: "GET /getWallets, a page",
        is: |request| request.url.contains("/getWallets") && request.url.contains("entries=40&"),
        good: listings,
        page: World::new,
        walk: list_is_open,
        seen: listed,
        well: &[],
        may: &[],
        // how many wallets there are is of no network
        except: &["another network with other numbers"],
        again: None,
    },
    Row {
        name: "GET /getWallets, a search",
        is: |request| request.url.contains("/getWallets") && request.url.contains("search="),
        good: listings,
        page: World::new,
        walk: list_is_open,
        seen: listed,
        well: &[],
        may: &[],
        // how many wallets there are is of no network
        except: &["another network with other numbers"],
        again: None,
    },
    Row {
        name: "GET /getWallets, by ids",
        is: |request| request.url.contains("/getWallets") && request.url.contains("include="),
        good: listings,
        page: featuring,
        walk: list_is_open,
        seen: listed,
        well: &[],
        may: &[("/allWallets", &["", "0", "1", "2"])],
        // how many wallets there are is of no network
        except: &["another network with other numbers"],
        again: None,
    },
    Row {
        name: "GET /getAnalyticsConfig",
        is: |request| request.url.contains("/getAnalyticsConfig"),
        good: || json!({"isAnalyticsEnabled": false}),
        page: consenting,
        walk: reported,
        seen: |world| vec![("reports".into(), world.host.beacons.borrow().len().to_string())],
        well: &[("reports", "0")],
        may: &[],
        except: &["true"],
        again: None,
    },
    Row {
        name: "GET /appkit/v1/config",
        is: |request| request.url.contains("/appkit/v1/config"),
        good: || {
            json!({"features": [{"id": "social_login", "isEnabled": true, "config": ["email", "google"]},
                {"id": "swap", "isEnabled": true, "config": ["1inch"]}, {"id": "onramp", "isEnabled": false, "config": []},
                {"id": "activity", "isEnabled": true, "config": null}, {"id": "reown_branding", "isEnabled": true, "config": []}]})
        },
        page: offering_logins,
        walk: opened_twice,
        seen: decided,
        well: &[("a stranger to log in with", "None")],
        may: &[],
        except: &[],
        again: None,
    },
    Row {
        name: "GET /projects/v1/origins",
        is: |request| request.url.contains("/projects/v1/origins"),
        good: || json!({"allowedOrigins": ["https://other.example", "https://*.another.example"]}),
        page: offering_logins,
        walk: opened_twice,
        seen: |world| fields(world, "connect", &["/logins/email"]),
        well: &[("/logins/email", "false")],
        may: &[],
        // too busy to say is not no: asked again with the next opening
        except: &["429", "500 with other numbers"],
        again: None,
    },
    Row {
        name: "POST /e",
        is: |request| request.url.starts_with("http://localhost:4003/e"),
        good: || json!({}),
        page: consenting,
        walk: |world| {
            world.open("Connect");
            world.pass(1);
            world.storage.broken.set(true);
            world.join();
            world.pass(20_000);
        },
        seen: |world| vec![("status".into(), world.status())],
        well: &[],
        may: &[],
        except: &[],
        again: None,
    },
];
