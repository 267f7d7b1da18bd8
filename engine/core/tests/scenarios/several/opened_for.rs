//! Opened for one family (`open({namespace})`, and buttons with `namespace`): its account, or the wallets that can be connected for it.

use super::*;
use crate::support::*;
use serde_json::json;

/// Nova serves both families; Harbor is of eip155 alone, Dawn of solana.
fn page() -> (World, RequestLog) {
    let world = World::with(both(), Default::default());
    let asked = willing(&world);
    nova(&world);
    evm(5, "Harbor", "dev.harbor", Some(1))(&world);
    sun(6, "solana:dawn", "Dawn", Some(2))(&world);
    (world, asked)
}

fn open(world: &World, namespace: &str, view: Option<&str>) -> String {
    world.dispatch(json!({"type": "router.open", "namespace": namespace, "view": view}));
    world.pass(1_000);
    world.view()
}

fn rows(world: &World) -> Vec<String> {
    let all = world.slice("directory")["rows"].as_array().unwrap().clone();
    ids(&all).into_iter().filter(|id| id != "walletConnect").collect()
}

fn close(world: &World) {
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.pass(500);
}

#[test]
fn lists_wallets_of_the_requested_namespace() {
    for view in [None, Some("Connect")] {
        let (world, asked) = page();
        assert_eq!(open(&world, "solana", view), "Connect");
        assert_eq!(rows(&world), ["io.nova", "solana:dawn"]);
        assert_eq!(ids(&world.page_rows()), ["io.nova", "solana:dawn"], "nor before the directory is there");
        let connected = world.dispatch(json!({"type": "connect.select", "id": "io.nova"}));
        assert_eq!(world.view(), "ConnectingExternal", "which family is meant is known");
        world.pass(5_000);
        assert_eq!(world.json(&connected)["address"], SUN);
        assert_eq!((count(&asked, OF_SUN, "wm_connect"), count(&asked, OF_EVM, "wm_connect")), (1, 0));
        assert_eq!(shown(&world), MAINNET);
        assert_eq!(live(&world), ["solana"]);
        // the next opening is for all again
        close(&world);
        world.dispatch(json!({"type": "router.open", "view": "Connect"}));
        world.pass(1_000);
        assert_eq!(rows(&world).len(), 3);
    }
}

#[test]
fn offers_logins_only_in_namespaces_of_the_embedded_wallet() {
    let mut all = three();
    all["projectId"] = json!("0123456789abcdef0123456789abcdef");
    all["authChains"] = json!(["eip155:1337"]);
    let world = World::with(all, Default::default());
    let offers = |namespace: &str| {
        open(&world, namespace, None);
        let logins = world.slice("connect")["logins"].clone();
        close(&world);
        logins["email"] == true
    };
    assert_eq!((offers("eip155"), offers("toy"), offers("eip155")), (true, false, true));
}

#[test]
fn lists_wallets_until_the_requested_namespace_is_connected() {
    let (world, asked) = page();
    let joined = start(&world, "io.nova", "eip155");
    world.pass(5_000);
    assert!(world.settled(&joined).is_ok());
    assert_eq!(open(&world, "eip155", None), "Account");
    close(&world);
    assert_eq!(open(&world, "solana", None), "Connect");
    assert_eq!(rows(&world), ["io.nova", "solana:dawn"]);
    world.dispatch(json!({"type": "connect.select", "id": "io.nova"}));
    world.pass(5_000);
    assert_eq!(live(&world), ["eip155", "solana"]);
    close(&world);
    let before = asked.borrow().len();
    // each family's own account, where its wallet stands; no one is asked to switch
    for (namespace, chain) in [("eip155", "eip155:1337"), ("solana", MAINNET), ("eip155", "eip155:1337")] {
        assert_eq!(open(&world, namespace, None), "Account");
        assert_eq!(shown(&world), chain);
        close(&world);
    }
    assert_eq!(open(&world, "solana", Some("Receive")), "Receive");
    assert_eq!(shown(&world), MAINNET);
    close(&world);
    // a list of networks takes no one anywhere, and one more wallet can be added
    assert_eq!(open(&world, "eip155", Some("Networks")), "Networks");
    assert_eq!(shown(&world), MAINNET);
    close(&world);
    assert_eq!(open(&world, "eip155", Some("Connect")), "Connect");
    assert_eq!(rows(&world), ["io.nova", "dev.harbor"]);
    let prompts = |(_, method): &&(u32, String)| method.contains("witch") || method == "wm_connect";
    assert_eq!(asked.borrow()[before..].iter().filter(prompts).count(), 0);
}

#[test]
fn ignores_an_unused_namespace_and_rejects_an_unknown_one() {
    let (world, _) = page();
    assert_eq!(open(&world, "cosmos", None), "Connect");
    assert_eq!(rows(&world).len(), 3);
    close(&world);
    let opened = world.dispatch(json!({"type": "router.open", "namespace": "tron"}));
    assert!(world.settled(&opened).is_err());
    assert!(!world.is_open());
}
