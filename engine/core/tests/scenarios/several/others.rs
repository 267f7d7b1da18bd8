//! What broke in others with two families, each by its issue (appkit).

use super::*;
use crate::support::*;
use serde_json::json;
use wallet_engine::error::Error;
use wallet_engine::ports::provider::WalletEvent;

fn address(world: &World) -> Value {
    world.slice("account")["address"].clone()
}

// req: 3.2, 4.28
#[test]
fn issue_5095_keeps_the_address_after_switching_namespaces() {
    let (world, _) = connected(both());
    for _ in 0..2 {
        for (network, expected) in
            [("eip155:1337", ALICE), (MAINNET, SUN), ("eip155:1338", ALICE), (DEVNET, SUN)]
        {
            let switched = world.dispatch(json!({"type": "networks.switch", "network": network}));
            world.pass(3_000);
            assert!(world.settled(&switched).is_ok(), "{network}");
            assert_eq!((shown(&world), address(&world)), (json!(network), json!(expected)));
        }
    }
}

// req: 4.28
#[test]
fn issue_5365_asks_no_wallet_to_switch_when_another_connects() {
    let world = World::with(both(), Default::default());
    let asked = willing(&world);
    nova(&world);
    world.chain.stands.set(1338);
    for family in ["solana", "eip155", "solana"] {
        let joined = start(&world, "io.nova", family);
        assert!(world.settled(&joined).is_ok(), "{family}");
    }
    let world = world.reload_with(both());
    let again = willing(&world);
    nova(&world);
    world.pass(2_000);
    for asked in [asked, again] {
        assert!(asked.borrow().iter().all(|(_, method)| method != "wm_switchChain"), "{asked:?}");
    }
}

// req: 3.26, 4.6
#[test]
fn issue_5066_leaves_a_disconnected_namespace_after_a_reload() {
    let (world, _) = connected(both());
    assert_eq!(shown(&world), MAINNET);
    disconnect(&world, Some("solana"));
    assert_eq!((shown(&world), address(&world)), (json!("eip155:1337"), json!(ALICE)));
    let world = world.reload_with(both());
    willing(&world);
    nova(&world);
    world.pass(2_000);
    assert_eq!((shown(&world), address(&world)), (json!("eip155:1337"), json!(ALICE)));
    assert_eq!(live(&world), ["eip155"]);
}

// req: 7.36, 6.4
#[test]
fn issue_5253_sends_a_request_with_its_namespaces_network() {
    let (world, _) = connected(both());
    for network in [DEVNET, "eip155:1338"] {
        world.dispatch(json!({"type": "networks.switch", "network": network}));
        world.pass(3_000);
        let asked = world.engine.request(
            "solana",
            "solana_signMessage",
            json!({"message": "Cn8eVZg", "pubkey": SUN}),
        );
        world.pass(100);
        assert!(world.settled(&asked).is_ok(), "{:?}", world.settled(&asked));
        assert_eq!(
            world.wallets.last("solana_signMessage").unwrap()["chain"],
            DEVNET,
            "while {network} is shown"
        );
    }
    let chain = world.engine.request("eip155", "eth_chainId", json!([]));
    world.pass(100);
    assert_eq!(world.json(&chain), json!("0x53a"));
}

// req: 4.6, 5.2
#[test]
fn issue_4474_leaves_no_provider_of_a_disconnected_namespace() {
    let (world, asked) = connected(both());
    disconnect(&world, Some("solana"));
    asked.borrow_mut().clear();
    let refused =
        world.engine.request("solana", "solana_signMessage", json!({"message": "Cn8eVZg", "pubkey": SUN}));
    world.pass(100);
    assert_eq!(world.settled(&refused), Err(Error::Unauthorized));
    assert!(asked.borrow().is_empty());
    let accounts = world.engine.request("eip155", "eth_accounts", json!([]));
    world.pass(100);
    assert_eq!(world.json(&accounts), json!([ALICE.to_lowercase()]));
    // what its wallet says from now on is no one's
    assert_eq!(world.wallets.tell(OF_SUN, &WalletEvent::Accounts(json!([MOON]))), 0);
}

// req: 4.47
#[test]
fn issue_4062_connects_a_second_namespace_of_one_wallet() {
    for order in [["eip155", "solana"], ["solana", "eip155"]] {
        let world = World::with(both(), Default::default());
        willing(&world);
        nova(&world);
        for family in order {
            world.open("Connect");
            world.dispatch(json!({"type": "connect.select", "id": "io.nova"}));
            assert_eq!(world.view(), "ConnectingMultiChain", "{family}");
            world.dispatch(json!({"type": "connect.select", "id": "io.nova", "namespace": family}));
            world.pass(5_000);
        }
        let mut both = live(&world);
        both.sort_unstable();
        assert_eq!(both, ["eip155", "solana"], "{order:?}");
    }
}

// req: 4.47, 5.9
#[test]
fn issue_4379_lists_wallets_by_the_pages_namespaces() {
    let mut options = both();
    options["adapters"] = json!(["eip155"]);
    let world = World::with(options, Default::default());
    willing(&world);
    nova(&world);
    sun(6, "solana:dawn", "Dawn", Some(2))(&world);
    world.open("Connect");
    world.pass(1_000);
    let rows = || {
        let all = world.slice("directory")["rows"].as_array().unwrap().clone();
        let rows = all.iter().filter(|row| row["id"] != "walletConnect");
        rows.map(|row| (row["id"].clone(), row["namespaces"].clone())).collect::<Vec<_>>()
    };
    let evm = (json!("io.nova"), json!(["eip155"]));
    assert_eq!(rows(), std::slice::from_ref(&evm));
    world.dispatch(json!({"type": "options.update", "options": {"adapters": ["eip155", "solana"]}}));
    world.pass(1_000);
    let both = (json!("io.nova"), json!(["eip155", "solana"]));
    assert_eq!(rows(), [both, (json!("solana:dawn"), json!(["solana"]))]);
    world.dispatch(json!({"type": "options.update", "options": {"adapters": ["eip155"]}}));
    world.pass(1_000);
    assert_eq!(rows(), [evm]);
}

// req: 4.6, 4.7
#[test]
fn issue_4034_leaves_no_wallet_connected_after_a_disconnect() {
    let (world, asked) = connected(both());
    disconnect(&world, None);
    assert_eq!((count(&asked, OF_EVM, "wm_disconnect"), count(&asked, OF_SUN, "wm_disconnect")), (1, 1));
    assert!(live(&world).is_empty());
    assert_eq!(world.slice("state")["selectedNetworkId"], "eip155:1337");
    let world = world.reload_with(both());
    let asked = willing(&world);
    nova(&world);
    world.pass(6_000);
    assert!(live(&world).is_empty() && asked.borrow().is_empty(), "{asked:?}");
    world.open("Connect");
    assert!(world.page_rows().iter().all(|row| row["tag"] != "connected"));
}
