//! One wallet that serves several families is one entry (decisions 19, "One row for several namespaces", and 75, "One entry for several namespaces").

use super::*;
use crate::support::*;
use serde_json::json;
use wallet_engine::caip::Namespace;
use wallet_engine::error::Error;
use wallet_engine::ports::provider::{Announced, PageWallet, WalletKind};

fn page() -> World {
    World::with(both(), Default::default())
}

// req: 4.47, 10.18
#[test]
fn merges_a_wallet_of_two_namespaces_in_either_order() {
    for sun_first in [false, true] {
        let world = page();
        willing(&world);
        if sun_first {
            sun(OF_SUN, "solana:nova-wallet", "Nova Wallet", Some(7))(&world);
            evm(OF_EVM, "Nova Wallet", "io.nova", Some(7))(&world);
        } else {
            nova(&world);
        }
        world.open("Connect");
        let rows = world.page_rows();
        assert_eq!(ids(&rows), ["io.nova"], "{sun_first}");
        assert_eq!(rows[0]["namespaces"], json!(["eip155", "solana"]));
        assert_eq!((&rows[0]["conflict"], &rows[0]["rdns"]), (&json!(false), &json!("io.nova")));
        let connectors = world.slice("connections")["connectors"].clone();
        assert_eq!(connectors[0]["chains"].as_array().unwrap().len(), 4);
        let own = ids(connectors.as_array().unwrap()).into_iter().filter(|id| id.contains("nova")).count();
        assert_eq!(own, 1);
        let parts =
            json!([{"chain": "eip155", "id": "io.nova"}, {"chain": "solana", "id": "solana:nova-wallet"}]);
        assert_eq!(connectors[0]["parts"], parts, "each family has its own object");
    }
}

// req: 10.18, 10.33
#[test]
fn never_merges_only_because_of_name_or_icon() {
    let world = page();
    evm(OF_EVM, "Nova Wallet", "io.nova", Some(7))(&world);
    sun(OF_SUN, "solana:nova-wallet", "Nova Wallet", Some(8))(&world);
    sun(4, "solana:dawn", "Dawn", Some(7))(&world);
    world.open("Connect");
    world.pass(100);
    let rows = world.slice("directory")["rows"].as_array().unwrap().clone();
    let marks: Vec<_> =
        rows.iter().map(|row| (row["id"].as_str().unwrap(), row["conflict"] == true)).collect();
    let marks: Vec<_> = marks.into_iter().filter(|(id, _)| *id != "walletConnect").collect();
    assert_eq!(marks, [("io.nova", true), ("solana:nova-wallet", true), ("solana:dawn", false)]);
    // who says nothing of an icon is not merged by nothing
    let world = page();
    evm(OF_EVM, "Nova Wallet", "io.nova", None)(&world);
    sun(OF_SUN, "solana:nova-wallet", "Nova Wallet", None)(&world);
    assert_eq!(world.page_rows().len(), 2);
}

/// Names and marks of the entries of browser wallets.
fn marks(world: &World) -> Vec<(String, bool)> {
    world.open("Connect");
    world.pass(100);
    let rows = world.slice("directory")["rows"].as_array().unwrap().clone();
    let all = rows.iter().filter(|row| row["id"] != "walletConnect");
    all.map(|row| (row["name"].as_str().unwrap().to_owned(), row["conflict"] == true)).collect()
}

// req: 10.18, 10.33, 10.58
#[test]
fn merges_despite_letter_case_or_a_missing_icon() {
    // Enkrypt 2.17 is `Enkrypt` on Ethereum and the key `enkrypt` of injectedWeb3, which has no icon
    for (name, picture) in [("nova wallet", None), ("Nova Wallet", None)] {
        let world = page();
        evm(OF_EVM, "Nova Wallet", "io.nova", Some(7))(&world);
        sun(OF_SUN, "solana:nova-wallet", name, picture)(&world);
        assert_eq!(
            marks(&world),
            [("Nova Wallet".to_owned(), false), (name.to_owned(), false)],
            "two rows, none accused"
        );
    }
    // the same icon under a name in another case is the same wallet
    let world = page();
    evm(OF_EVM, "Nova Wallet", "io.nova", Some(7))(&world);
    sun(OF_SUN, "solana:nova-wallet", "nova wallet", Some(7))(&world);
    assert_eq!(marks(&world), [("Nova Wallet".to_owned(), false)]);
    // within one family, and under another icon, no one knows who is who
    let world = page();
    evm(OF_EVM, "Nova Wallet", "io.nova", Some(7))(&world);
    evm(4, "nova wallet", "io.other", None)(&world);
    assert!(marks(&world).iter().all(|(_, is_marked)| *is_marked));
}

// req: 10.18, 10.58
#[test]
fn merges_a_known_injected_key_with_its_wallet() {
    let key = |world: &World| {
        world.engine.announce(Announced {
            kind: WalletKind::Injected,
            handle: PageWallet(OF_SUN),
            id: "solana:nova-key".into(),
            name: "Nova".into(),
            icon: None,
            picture: Some(9),
            rdns: Some("io.nova".into()),
            namespaces: vec![Namespace::Solana],
        });
        world.run();
    };
    let world = page();
    evm(OF_EVM, "Nova Wallet", "io.nova", Some(7))(&world);
    key(&world);
    willing(&world);
    assert_eq!(marks(&world), [("Nova Wallet".to_owned(), false)]);
    let connected =
        world.dispatch(json!({"type": "connect.start", "connectorId": "io.nova", "namespace": "solana"}));
    assert!(world.settled(&connected).is_ok());
    assert_eq!(world.json(&connected)["connectorId"], "io.nova");
}

// req: 10.33, 10.58
#[test]
fn keeps_two_wallets_with_one_uuid_apart() {
    let world = page();
    willing(&world);
    for (handle, name, rdns) in [(OF_EVM, "Nova Wallet", "io.nova"), (4, "Dawn", "io.dawn")] {
        let id = "10c67337-9211-48d9-aab0-cecdc4224acc";
        announce(
            &world,
            &Says { handle, family: Namespace::Eip155, id, name, rdns: Some(rdns), picture: None },
        );
    }
    assert_eq!(marks(&world), [("Nova Wallet".to_owned(), false), ("Dawn".to_owned(), false)]);
    let connected = world.dispatch(json!({"type": "connect.start", "connectorId": "io.nova"}));
    assert_eq!(world.json(&connected)["connectorId"], "io.nova");
}

// req: 10.18, 10.33
#[test]
fn keeps_disputed_parts_separate_and_reachable() {
    let world = page();
    let asked = willing(&world);
    nova(&world);
    sun(4, "solana:nova-wallet~2", "Nova Wallet", Some(7))(&world);
    world.open("Connect");
    let rows = world.page_rows();
    assert_eq!(ids(&rows), ["io.nova", "solana:nova-wallet", "solana:nova-wallet~2"]);
    assert_eq!(rows[0]["namespaces"], json!(["eip155"]));
    assert_eq!((&rows[1]["conflict"], &rows[2]["conflict"]), (&json!(true), &json!(true)));
    // no entry leads to the object of another
    world.dispatch(json!({"type": "connect.select", "id": "io.nova"}));
    assert_eq!(world.view(), "ConnectingExternal");
    world.pass(5_000);
    assert_eq!(count(&asked, OF_EVM, "wm_connect"), 1);
    world.open("Connect");
    world.dispatch(json!({"type": "connect.select", "id": "solana:nova-wallet"}));
    world.pass(5_000);
    assert_eq!(count(&asked, OF_SUN, "wm_connect"), 1);
}

// req: 4.47
#[test]
fn asks_which_namespace_to_connect() {
    let world = page();
    let asked = willing(&world);
    nova(&world);
    world.open("Connect");
    world.dispatch(json!({"type": "connect.select", "id": "io.nova"}));
    assert_eq!(world.view(), "ConnectingMultiChain");
    assert!(asked.borrow().is_empty(), "nobody is asked before");
    let families = || {
        let all = world.slice("connect")["families"].as_array().unwrap().clone();
        all.iter().map(|one| (one["namespace"].clone(), one["connected"] == true)).collect::<Vec<_>>()
    };
    assert_eq!(families(), [(json!("eip155"), false), (json!("solana"), false)]);
    assert_eq!(world.slice("router")["wallet"]["name"], "Nova Wallet");
    let connected = world.dispatch(json!({"type": "connect.select", "id": "io.nova", "namespace": "solana"}));
    assert_eq!(world.view(), "ConnectingExternal");
    world.pass(5_000);
    assert_eq!(world.json(&connected)["address"], SUN);
    assert_eq!((count(&asked, OF_SUN, "wm_connect"), count(&asked, OF_EVM, "wm_connect")), (1, 0));
    // it is known there as connected, and as the one that was used
    world.open("Connect");
    let rows = world.page_rows();
    assert_eq!((rows.len(), &rows[0]["id"], &rows[0]["tag"]), (1, &json!("io.nova"), &json!("connected")));
    assert_eq!(world.slice("connections")["recentWallets"][0]["id"], "io.nova");
    world.dispatch(json!({"type": "connect.select", "id": "io.nova"}));
    assert_eq!(families(), [(json!("eip155"), false), (json!("solana"), true)]);
}

// req: 4.47
#[test]
fn treats_another_namespace_as_a_new_request() {
    let world = page();
    let asked = willing(&world);
    world.wallets.answer(OF_EVM, |_, _| never());
    nova(&world);
    let first = start(&world, "io.nova", "eip155");
    let second = start(&world, "io.nova", "solana");
    assert_eq!(world.settled(&first), Err(Error::Aborted));
    assert_eq!(world.json(&second)["namespace"], "solana");
    assert_eq!(count(&asked, OF_SUN, "wm_connect"), 1);
    let third = start(&world, "io.nova", "cosmos");
    assert_eq!(world.settled(&third), Err(Error::NoConnectorForConnection));
}

// req: 4.47, 2.4
#[test]
fn omits_a_namespace_that_the_page_doesnt_use() {
    let mut options = both();
    options["adapters"] = json!(["eip155"]);
    let world = World::with(options, Default::default());
    willing(&world);
    nova(&world);
    world.open("Connect");
    assert_eq!(world.page_rows()[0]["namespaces"], json!(["eip155"]));
    world.dispatch(json!({"type": "connect.select", "id": "io.nova"}));
    assert_eq!(world.view(), "ConnectingExternal");
}

// req: 4.47, 10.18, 10.32
#[test]
fn never_offers_to_install_an_installed_wallet() {
    let world = page();
    let asked = willing(&world);
    *world.chain.listings.borrow_mut() = json!({"count": 1, "data": [{"id": format!("{:064x}", 1), "name": "Nova", "rdns": "io.nova",
        "chains": ["eip155:1", MAINNET], "chrome_store": "https://store.example/nova", "homepage": "https://nova.example",
        "injected": [{"namespace": "eip155", "injected_id": "isNova"}, {"namespace": "solana", "injected_id": "isNovaWallet"}]}]});
    sun(OF_SUN, "solana:nova-wallet", "Nova Wallet", Some(8))(&world);
    world.open("Connect");
    world.pass(1_000);
    let rows = || {
        let all = world.slice("directory")["rows"].as_array().unwrap().clone();
        ids(&all).into_iter().filter(|id| id != "walletConnect").collect::<Vec<_>>()
    };
    assert_eq!(rows(), ["solana:nova-wallet"], "the directory's entry is this wallet");
    world.dispatch(json!({"type": "router.push", "view": "AllWallets"}));
    world.pass(1_000);
    let tiles = world.slice("directory")["tiles"].as_array().unwrap().clone();
    assert_eq!(ids(&tiles), ["solana:nova-wallet"]);
    assert_eq!(world.slice("directory")["guide"], json!([]), "nor offered to be had");
    // a listing that names both makes them one, whatever each says of its icon
    evm(OF_EVM, "Nova", "io.nova", Some(9))(&world);
    assert_eq!(rows(), ["io.nova"]);
    // whoever has the entry's own id is led to the wallet that is here
    let connected = start(&world, &format!("{:064x}", 1), "solana");
    assert_eq!(world.json(&connected)["address"], SUN);
    assert_eq!(count(&asked, OF_SUN, "wm_connect"), 1);
}

// req: 4.47
#[test]
fn merges_nothing_if_two_listings_claim_a_name() {
    let world = page();
    let nova = json!([{"namespace": "solana", "injected_id": "Nova Wallet"}]);
    let listing = |n: u32, rdns: &str| {
        json!({"id": format!("{n:064x}"), "name": format!("N{n}"), "rdns": rdns,
        "chains": ["eip155:1", MAINNET], "injected": nova})
    };
    *world.chain.listings.borrow_mut() =
        json!({"count": 2, "data": [listing(1, "io.nova"), listing(2, "io.other")]});
    evm(OF_EVM, "Nova Wallet", "io.nova", Some(7))(&world);
    sun(OF_SUN, "solana:nova-wallet", "Nova Wallet", Some(8))(&world);
    world.open("Connect");
    world.pass(1_000);
    assert_eq!(world.page_rows().len(), 2);
}

// req: 4.2, 4.47
#[test]
fn restores_each_namespace_with_its_own_provider() {
    let world = page();
    willing(&world);
    nova(&world);
    for family in ["eip155", "solana"] {
        let joined = start(&world, "io.nova", family);
        assert!(world.settled(&joined).is_ok(), "{family}: {:?}", world.settled(&joined));
    }
    let world = world.reload_with(both());
    let asked = willing(&world);
    nova(&world);
    world.pass(2_000);
    assert_eq!((count(&asked, OF_EVM, "wm_connect"), count(&asked, OF_SUN, "wm_connect")), (1, 1));
    assert_eq!(
        (account_of(&world, "eip155")["address"].clone(), account_of(&world, "solana")["address"].clone()),
        (json!(ALICE), json!(SUN))
    );
}

// req: 4.2, 4.47
#[test]
fn restores_two_providers_with_one_rdns_separately() {
    let toy_too = |world: &World| {
        evm(OF_EVM, "Nova Wallet", "io.nova", None)(world);
        let says = Says {
            handle: OF_TOY,
            family: wallet_engine::caip::Namespace::Toy,
            id: "toy-nova",
            name: "Nova",
            rdns: Some("IO.Nova"),
            picture: None,
        };
        announce(world, &says);
    };
    let world = World::with(three(), Default::default());
    willing(&world);
    toy_too(&world);
    assert_eq!(world.page_rows()[0]["namespaces"], json!(["eip155", "toy"]));
    for family in ["eip155", "toy"] {
        let joined = start(&world, "io.nova", family);
        assert!(world.settled(&joined).is_ok(), "{family}: {:?}", world.settled(&joined));
    }
    let world = world.reload_with(three());
    let asked = willing(&world);
    toy_too(&world);
    world.pass(2_000);
    assert_eq!((count(&asked, OF_EVM, "wm_connect"), count(&asked, OF_TOY, "wm_connect")), (1, 1));
    assert_eq!(account_of(&world, "toy")["address"], json!(toy::anna()));
}
