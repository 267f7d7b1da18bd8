//! Options at work: which wallets are listed, and what changes while the engine runs.

use crate::support::*;
use serde_json::{Value, json};

fn update(world: &World, options: Value) {
    let updated = world.dispatch(json!({"type": "options.update", "options": options}));
    assert!(world.settled(&updated).is_ok());
}

/// Three wallets are in the page.
fn listed(change: impl Fn(&mut Value)) -> Vec<String> {
    let mut options = options();
    change(&mut options);
    let world = World::with(options, Default::default());
    for (handle, name, rdns) in [(1, "One", "dev.one"), (2, "Two", "dev.two"), (3, "Three", "dev.three")] {
        world.announce(handle, name, Some(rdns));
    }
    world.page_rows().iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

// req: 3.23
#[test]
fn applies_include_exclude_and_featured_to_browser_wallets() {
    assert_eq!(listed(|_| {}), ["dev.one", "dev.two", "dev.three"]);
    assert_eq!(listed(|o| o["excludeWalletIds"] = json!(["dev.two"])), ["dev.one", "dev.three"]);
    assert_eq!(listed(|o| o["enableEIP6963"] = json!(false)), Vec::<String>::new());
    // fault 27: docs/spec/public-api.md section 1, "apply to injected wallets by rdns too"
    assert_eq!(listed(|o| o["includeWalletIds"] = json!(["dev.two"])), ["dev.two"]);
    assert_eq!(listed(|o| o["featuredWalletIds"] = json!(["dev.three"]))[0], "dev.three");
}

// req: 3.23
#[test]
fn lists_no_wallets_if_enable_wallets_is_off() {
    // fault 28: the option is read and used nowhere
    assert_eq!(listed(|o| o["enableWallets"] = json!(false)), Vec::<String>::new());
}

// req: 3.23
#[test]
fn updates_only_the_given_options() {
    let world = World::connected();
    update(
        &world,
        json!({"themeMode": "dark", "themeVariables": {"--wm-accent": "#123456"}, "termsConditionsUrl": "https://a.example/t"}),
    );
    assert_eq!(
        world.slice("theme"),
        json!({"themeMode": "dark", "themeVariables": {"--wm-accent": "#123456"}})
    );
    update(&world, json!({"privacyPolicyUrl": "https://a.example/p"}));
    let slice = world.settings();
    assert_eq!(
        (&slice["termsConditionsUrl"], &slice["projectId"]),
        (&json!("https://a.example/t"), &json!("demo"))
    );
    assert_eq!(world.slice("theme")["themeMode"], "dark");
    world.dispatch(json!({"type": "theme.mode", "themeMode": "light"}));
    update(&world, json!({"debug": true}));
    // fault 29: the mode the host set by setThemeMode is the last word until it says another
    assert_eq!(world.slice("theme")["themeMode"], "light");
    assert_eq!(world.status(), "connected");
}

#[test]
fn shows_an_unsupported_network_after_its_removal() {
    let world = World::connected();
    world.open("Account");
    update(&world, json!({"networks": [network(1338, "Second Chain")]}));
    assert_eq!(world.settings()["networks"], json!(["eip155:1338"]));
    // fault 30: the wallet stands on 1337, which is no longer configured: nothing may pretend it is on 1338
    let shown = world.slice("account")["network"].clone();
    assert_eq!((&shown["supported"], &shown["caipNetworkId"]), (&json!(false), &json!("eip155:1337")));
    assert_eq!(world.view(), "UnsupportedChain");
}

#[test]
fn rejects_an_empty_list_of_networks_at_run_time() {
    let world = World::connected();
    update(&world, json!({"networks": []}));
    // fault 31: docs/spec/public-api.md "Network[] (>= 1)"
    assert_eq!(world.settings()["networks"], json!(["eip155:1337", "eip155:1338"]));
    assert_eq!(world.slice("account")["balance"]["amount"], "10.000");
}

// req: 2.3
#[test]
fn keeps_an_embedded_modal_open() {
    let mut embedded = options();
    embedded["enableEmbedded"] = json!(true);
    let world = World::with(embedded, Default::default());
    assert_eq!((world.is_open(), world.view().as_str()), (true, "Connect"));
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    let chosen = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    assert!(world.settled(&chosen).is_ok());
    world.celebrated();
    assert_eq!(
        (world.is_open(), world.view().as_str()),
        (true, "Account"),
        "it shows the account instead of closing"
    );
    for reason in ["user", "host", "success"] {
        world.dispatch(json!({"type": "router.close", "reason": reason}));
        assert!(world.is_open(), "{reason}");
    }
    world.dispatch(json!({"type": "router.back"}));
    assert!(world.is_open());
    world.dispatch(json!({"type": "accounts.disconnect"}));
    assert_eq!((world.is_open(), world.view().as_str()), (true, "Connect"));
    assert_eq!(world.host.details("wallet-close").len(), 0);
}

#[test]
fn calls_the_pages_rpc_urls_first_and_falls_back() {
    let mut own = options();
    own["customRpcUrls"] =
        json!({"eip155:1337": [{"url": "https://own.example/a"}, {"url": "https://own.example/b"}]});
    let world = World::with(own, Default::default());
    world.served(|request| request.url.contains("own.example/a").then(|| status(500, "")));
    let asked = world.request("eth_blockNumber", json!([]));
    world.run();
    let urls: Vec<String> = world.http.seen.borrow().iter().map(|request| request.url.clone()).collect();
    assert_eq!(urls[..2], ["https://own.example/a".to_owned(), "https://own.example/b".to_owned()]);
    assert!(asked.is_settled());
}

#[test]
fn shows_an_alert_once_if_debug_is_on() {
    let world = World::new();
    world.dispatch(json!({"type": "networks.switch", "network": "eip155:99"}));
    assert_eq!(world.slice("alerts")["visible"], json!([]));
    update(&world, json!({"debug": true}));
    let visible = world.slice("alerts")["visible"].clone();
    assert_eq!(visible[0]["key"], "network_not_found eip155:99");
    world.dispatch(json!({"type": "alerts.dismiss", "key": "network_not_found eip155:99"}));
    world.dispatch(json!({"type": "networks.switch", "network": "eip155:99"}));
    assert_eq!(world.slice("alerts")["visible"], json!([]), "each once, also after it was closed");
    assert!(
        world.host.lines.borrow().iter().any(|line| line.starts_with("Network Not Found: ")),
        "always logged"
    );
}
