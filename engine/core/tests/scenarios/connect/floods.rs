//! Floods of announcements (T3, decision 20, "Floods of wallet announcements"): no number of strangers hides a wallet that someone expects.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::caip::Namespace;
use wallet_engine::constants::{ANNOUNCED_WALLETS_MAX, CLAIMANTS_MAX, WALLET_ANNOUNCE_MS, WALLET_CLAIM_MS};
use wallet_engine::ports::provider::{Announced, PageWallet, WalletKind};

fn offer(world: &World, handle: u32, kind: WalletKind, rdns: Option<&str>) -> bool {
    let taken = world.engine.announce(Announced {
        kind,
        handle: PageWallet(handle),
        id: format!("id-{handle}"),
        name: format!("Wallet {handle}"),
        icon: None,
        picture: None,
        rdns: rdns.map(Into::into),
        namespaces: vec![Namespace::Eip155],
    });
    world.run();
    taken
}

/// So many strangers, numbered from 1,000.
fn flood(world: &World, strangers: u32) {
    for handle in 1_000..1_000 + strangers {
        offer(world, handle, WalletKind::Announced, Some(&format!("test.flood{handle}")));
    }
}

fn ids(world: &World) -> Vec<String> {
    world.page_rows().iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

// req: 10.33
#[test]
fn lists_a_known_wallet_behind_any_number_of_strangers() {
    for strangers in [63, 64, 65, 199, 200, 600, 2_000] {
        let world = World::new();
        flood(&world, strangers);
        assert!(offer(&world, 1, WalletKind::Announced, Some("io.metamask")), "{strangers}");
        world.willing(1);
        assert!(ids(&world).contains(&"io.metamask".to_owned()));
        assert!(ids(&world).len() <= ANNOUNCED_WALLETS_MAX + 1);
        let chosen = world.dispatch(json!({"type": "connect.start", "connectorId": "io.metamask"}));
        assert_eq!(world.json(&chosen)["address"], ALICE, "and can be chosen");
        assert!(!offer(&world, 2, WalletKind::Announced, Some("io.unknown")) || strangers < 64);
    }
}

#[test]
fn lists_wallets_that_the_user_or_page_expects_behind_a_flood() {
    type Change = dyn Fn(&mut Value);
    let changes: [(&str, &Change); 4] = [
        ("nobody", &|_| {}),
        ("featured", &|o| o["featuredWalletIds"] = json!(["io.One"])),
        ("included", &|o| o["includeWalletIds"] = json!(["io.one"])),
        ("custom", &|o| {
            o["customWallets"] =
                json!([{"id": "one", "name": "One", "rdns": "io.one", "homepage": "https://one.example"}]);
        }),
    ];
    for (what, change) in changes {
        let mut options = options();
        change(&mut options);
        let world = World::with(options, Default::default());
        flood(&world, 600);
        assert_eq!(offer(&world, 1, WalletKind::Announced, Some("io.one")), what != "nobody", "{what}");
    }
    let world = World::new();
    flood(&world, 600);
    assert!(offer(&world, 1, WalletKind::Injected, None), "what the page holds");
    assert!(offer(&world, 2, WalletKind::External, None), "what the host brings");
}

// req: 4.2
#[test]
fn restores_the_stored_wallet_through_a_flood() {
    let world = World::connected().reload();
    world.willing(1);
    flood(&world, 600);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(WALLET_CLAIM_MS);
    assert_eq!(world.status(), "connected");
    // and stays in reach when it was let go
    world.dispatch(json!({"type": "accounts.disconnect"}));
    let world = world.reload();
    flood(&world, 600);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    assert!(ids(&world).contains(&"dev.demo".to_owned()), "it is a recent one");
}

#[test]
fn caps_the_claimants_of_a_known_name() {
    let world = World::new();
    flood(&world, 64);
    for handle in 0..600 {
        offer(&world, handle, WalletKind::Announced, Some("io.metamask"));
    }
    let rows = world.page_rows();
    assert_eq!(rows.len(), ANNOUNCED_WALLETS_MAX + CLAIMANTS_MAX);
    assert!(rows.iter().rev().take(CLAIMANTS_MAX).all(|row| row["conflict"] == true));
}

/// One that is announced under this id and name.
fn claim(world: &World, handle: u32, id: &str, rdns: Option<&str>) -> bool {
    let taken = world.engine.announce(Announced {
        kind: WalletKind::Announced,
        handle: PageWallet(handle),
        id: id.into(),
        name: format!("Wallet {handle}"),
        icon: None,
        picture: None,
        rdns: rdns.map(Into::into),
        namespaces: vec![Namespace::Eip155],
    });
    world.run();
    taken
}

/// Who is listed, by the names above.
fn names(world: &World) -> Vec<String> {
    world.page_rows().iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
}

// req: 10.33
#[test]
fn lists_the_latest_claimant_when_a_name_is_claimed_too_often() {
    for (before, variants) in [(8, false), (600, false), (600, true)] {
        let world = World::new();
        flood(&world, 64);
        let spelt = |n: u32| match n % 2 {
            1 if variants => "iO.mEtaMask",
            _ => "io.metamask",
        };
        for handle in 2..2 + before {
            offer(&world, handle, WalletKind::Announced, Some(spelt(handle)));
        }
        assert!(offer(&world, 1, WalletKind::Announced, Some("io.metamask")), "{before}");
        let names = names(&world);
        assert_eq!(names.len(), ANNOUNCED_WALLETS_MAX + CLAIMANTS_MAX, "{before} {variants}");
        for first in 2..9 {
            assert!(names.contains(&format!("Wallet {first}")), "who came first stays: {names:?}");
        }
        world.willing(1);
        let row = world.page_rows().into_iter().find(|row| row["name"] == "Wallet 1").unwrap();
        assert_eq!(row["conflict"], true);
        let chosen = world.dispatch(json!({"type": "connect.start", "connectorId": row["id"]}));
        assert_eq!(world.json(&chosen)["address"], ALICE, "{before}");
        // in use it gives its place to no one
        assert!(!offer(&world, 9_000, WalletKind::Announced, Some("io.metamask")));
        assert!(self::names(&world).contains(&"Wallet 1".to_owned()));
        assert_eq!(world.status(), "connected");
    }
}

#[test]
fn never_drops_a_wallet_that_is_being_asked() {
    let world = World::new();
    flood(&world, 64);
    for handle in 2..9 {
        offer(&world, handle, WalletKind::Announced, Some("io.metamask"));
    }
    assert!(offer(&world, 1, WalletKind::Announced, Some("io.metamask")));
    let (open, gate) = Gate::new();
    world.but(1, move |method, _| {
        (method == "wm_connect").then(|| gate.hold(ok(json!({"accounts": [ALICE], "chain": "eip155:1337"}))))
    });
    let row = world.page_rows().into_iter().find(|row| row["name"] == "Wallet 1").unwrap();
    let chosen = world.dispatch(json!({"type": "connect.start", "connectorId": row["id"]}));
    world.run();
    assert!(!offer(&world, 9_000, WalletKind::Announced, Some("io.metamask")));
    open.send(()).unwrap();
    world.run();
    assert_eq!(world.json(&chosen)["address"], ALICE);
}

// those without a name do not claim one name, and those that share an id do, whatever they are called
#[test]
fn counts_claims_by_id_but_never_between_nameless_wallets() {
    let world = World::connected();
    world.dispatch(json!({"type": "accounts.disconnect"}));
    let world = World::with(options(), world.storage.clone());
    for handle in 1_000..1_064 {
        claim(&world, handle, &format!("nameless-{handle}"), None);
    }
    assert!(claim(&world, 1, "dev.demo", None), "a recent one, by its id, behind 64 without a name");
    let mut taken = 0;
    for handle in 2_000..2_600 {
        taken += u32::from(claim(&world, handle, "dev.demo", Some(&format!("test.n{handle}"))));
    }
    assert!(taken > 0, "the newest has a place");
    assert_eq!(names(&world).len(), ANNOUNCED_WALLETS_MAX + CLAIMANTS_MAX);
}

/// One that the page holds under this ID (`injectedWeb3`, `btc_providers`, `window.ethereum.providers`).
fn hold(world: &World, handle: u32, id: &str, rdns: Option<&str>, family: Namespace) -> bool {
    let taken = world.engine.announce(Announced {
        kind: WalletKind::Injected,
        handle: PageWallet(handle),
        id: id.into(),
        name: format!("Wallet {handle}"),
        icon: None,
        picture: None,
        rdns: rdns.map(Into::into),
        namespaces: vec![family],
    });
    world.run();
    taken
}

// req: 10.33
#[test]
fn lists_well_known_wallets_behind_injected_strangers() {
    for (family, id, rdns) in [
        (Namespace::Polkadot, "polkadot:talisman", None),
        (Namespace::Polkadot, "polkadot:polkadot-js", None),
        (Namespace::Bip122, "bip122:xverse", None),
        (Namespace::Bip122, "bip122:leather~2", None),
        (Namespace::Bip122, "bip122:okx", Some("com.okex.wallet")),
        (Namespace::Cosmos, "cosmos:leap", None),
        (Namespace::Eip155, "injected-metamask", Some("io.metamask")),
    ] {
        let world = World::new();
        for handle in 1_000..1_080 {
            hold(&world, handle, &format!("{family}:stranger-{handle}"), None, family);
        }
        assert!(!hold(&world, 1, &format!("{family}:nova"), None, family), "{id}: a stranger has no place");
        assert!(hold(&world, 2, id, rdns, family), "{id}");
        assert!(world.engine.expects(rdns.unwrap_or(id)) && !world.engine.expects("polkadot:nova"), "{id}");
    }
}

// req: 10.33 4.2
#[test]
fn lists_stored_and_recent_wallets_behind_injected_strangers() {
    let flood = |world: &World| {
        for handle in 1_000..1_080 {
            hold(world, handle, &format!("injected-{handle}"), None, Namespace::Eip155);
        }
        world.willing(1);
    };
    // of two that bear one name either may come first after a reload
    for (before, after) in [("injected-nova", "injected-nova"), ("nova:wallet~2", "nova:wallet")] {
        let world = World::new();
        assert!(!world.engine.expects(after));
        world.willing(1);
        hold(&world, 1, before, None, Namespace::Eip155);
        let chosen = world.dispatch(json!({"type": "connect.start", "connectorId": before}));
        assert_eq!(world.json(&chosen)["address"], ALICE);

        let world = world.reload();
        flood(&world);
        assert!(world.engine.expects(after), "{before}: it is stored");
        assert!(hold(&world, 1, before, None, Namespace::Eip155), "{before}");
        world.pass(WALLET_CLAIM_MS);
        assert_eq!(world.status(), "connected", "{before}");

        world.dispatch(json!({"type": "accounts.disconnect"}));
        let world = world.reload();
        flood(&world);
        assert!(hold(&world, 1, after, None, Namespace::Eip155), "{after}: it is a recent one");
    }
}

#[test]
fn caps_injected_wallets() {
    let world = World::new();
    flood(&world, 64);
    let taken = (1..600).filter(|handle| offer(&world, *handle, WalletKind::Injected, None)).count();
    assert_eq!(taken, CLAIMANTS_MAX);
}

#[test]
fn warns_once_about_a_flood_without_further_events() {
    let world = World::new();
    flood(&world, 64);
    let told = world.host.events.borrow().len();
    for handle in 5_000..7_000 {
        offer(&world, handle, WalletKind::Announced, Some("test.more"));
    }
    assert_eq!(world.host.events.borrow().len(), told, "views hear of those who are taken");
    let lines = world.host.lines.borrow();
    assert_eq!(lines.iter().filter(|line| line.contains("Too many wallets")).count(), 1);
    let world = World::new();
    flood(&world, 199);
    assert!(world.host.lines.borrow().is_empty());
}

#[test]
fn updates_only_the_icon_of_a_repeated_announcement() {
    let world = World::connected();
    let again = Announced {
        kind: WalletKind::Announced,
        handle: PageWallet(1),
        id: "other".into(),
        name: "Other Name".into(),
        icon: Some("blob:icon".into()),
        picture: None,
        rdns: Some("io.metamask".into()),
        namespaces: vec![Namespace::Eip155],
    };
    assert!(world.engine.announce(again));
    world.run();
    let row = &world.page_rows()[0];
    assert_eq!(
        (&row["id"], &row["name"], &row["icon"]),
        (&json!("dev.demo"), &json!("Demo Wallet"), &json!("blob:icon"))
    );
    assert_eq!(world.slice("connections")["connectors"][0]["imageUrl"], "blob:icon");
    assert!(
        world.slice("account").to_string().contains("blob:icon")
            || world.slice("accounts").to_string().contains("blob:icon")
    );
}

/// A connector of `addConnector`.
fn bring(world: &World, handle: u32, id: &str, rdns: Option<&str>) {
    world.engine.announce(Announced {
        kind: WalletKind::Host,
        handle: PageWallet(handle),
        id: id.into(),
        name: format!("Wallet {handle}"),
        icon: None,
        picture: None,
        rdns: rdns.map(Into::into),
        namespaces: vec![Namespace::Eip155],
    });
    world.run();
}

// req: 10.33
#[test]
fn lists_a_page_connector_and_a_wallet_with_the_same_name() {
    for (id, rdns) in
        [("io.nova", None), ("IO.Nova", None), ("mine", Some("io.nova")), ("io.nova", Some("io.nova"))]
    {
        let world = World::new();
        bring(&world, 1, id, rdns);
        let listed = world.page_rows();
        let alone = ids(&world);
        assert!(!alone.contains(&"io.nova".to_owned()), "a stored io.nova isn't the host's: {alone:?}");
        assert_eq!(listed.len(), 1);
        offer(&world, 2, WalletKind::Announced, Some("io.nova"));
        let rows = world.page_rows();
        assert_eq!(rows.len(), 2, "{id} {rdns:?}: {rows:?}");
        assert!(rows.iter().all(|row| row["conflict"] == true), "{id} {rdns:?}: {rows:?}");
    }
}

// req: 10.33 4.2
#[test]
fn never_restores_a_wallets_connection_with_a_page_connector() {
    for (id, rdns) in [
        ("dev.demo", None),
        ("DEV.demo", None),
        ("mine", Some("dev.demo")),
        ("dev.demo", Some("dev.demo")),
        ("dev.demo~2", None),
        ("dev.demo#2", None),
    ] {
        let world = World::connected().reload();
        world.willing(50);
        // before the engine looks for the stored wallet, and again after it has given up
        bring(&world, 50, id, rdns);
        world.pass(WALLET_CLAIM_MS);
        world.pass(WALLET_ANNOUNCE_MS);
        bring(&world, 51, id, rdns);
        world.willing(51);
        world.pass(WALLET_ANNOUNCE_MS);
        assert_eq!(world.status(), "disconnected", "{id} {rdns:?}");
        assert!(
            world.wallets.count("wm_connect") == 0,
            "{id} {rdns:?}: the host's connector is asked by a press only"
        );
        assert!(
            world.storage.records.borrow()["connections"].contains("dev.demo"),
            "{id} {rdns:?}: the connection stays stored"
        );
    }
}

// req: 10.33 4.2
#[test]
fn restores_a_page_connector_by_its_own_stored_id() {
    for (id, stored, other) in [("mine", "mine", "io.mine"), ("io.mine", "host:io.mine", "io.mine")] {
        let world = World::new();
        world.willing(50);
        bring(&world, 50, id, None);
        let chosen = world.dispatch(json!({"type": "connect.start", "connectorId": stored}));
        assert_eq!(world.json(&chosen)["address"], ALICE, "{id}");
        // a wallet that announces the connector's ID as its rdns isn't asked for it
        let world = world.reload();
        world.willing(1);
        offer(&world, 1, WalletKind::Announced, Some(other));
        world.pass(WALLET_CLAIM_MS);
        assert_ne!(world.status(), "connected", "{id}");
        let world = world.reload();
        world.willing(50);
        bring(&world, 50, id, None);
        world.pass(WALLET_CLAIM_MS);
        assert_eq!(world.status(), "connected", "{id}");
    }
}
