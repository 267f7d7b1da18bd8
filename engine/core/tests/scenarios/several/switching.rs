//! Going from one family to another: what takes one more wallet says so (2.16), and each family stands where it stood.

use super::*;
use crate::support::*;
use serde_json::json;
use wallet_engine::ports::provider::WalletEvent;

fn networks(world: &World) {
    world.dispatch(json!({"type": "router.open", "view": "Networks"}));
    world.pass(100);
}

fn back(world: &World) {
    world.dispatch(json!({"type": "router.back"}));
    world.run();
}

fn rows(world: &World) -> Vec<String> {
    let all = world.slice("directory")["rows"].as_array().unwrap().clone();
    ids(&all).into_iter().filter(|id| id != "walletConnect").collect()
}

/// Harbor, of eip155 alone, is connected; Nova serves both; Dawn is solana's.
fn page() -> (World, RequestLog) {
    let world = World::with(both(), Default::default());
    let asked = willing(&world);
    nova(&world);
    evm(5, "Harbor", "dev.harbor", Some(1))(&world);
    sun(6, "solana:dawn", "Dawn", Some(2))(&world);
    let chain = world.chain.clone();
    world.wallets.answer(5, move |method, params| chain.says_yes(method, params));
    let joined = start(&world, "dev.harbor", "eip155");
    assert!(world.settled(&joined).is_ok());
    (world, asked)
}

// req: 2.16
#[test]
fn asks_for_a_wallet_of_the_chosen_networks_namespace() {
    let (world, asked) = page();
    networks(&world);
    choose(&world, DEVNET);
    assert_eq!((world.view(), shown(&world)), ("SwitchActiveChain".into(), json!("eip155:1337")));
    let slice = world.slice("networks");
    assert_eq!((&slice["target"]["name"], &slice["namespace"]), (&json!("Solana Devnet"), &json!("solana")));
    world.dispatch(json!({"type": "router.push", "view": "Connect"}));
    world.pass(1_000);
    assert_eq!(rows(&world), ["io.nova", "solana:dawn"], "no wallet of another family");
    assert_eq!(ids(&world.page_rows()), ["io.nova", "solana:dawn"], "nor before the directory is there");
    // which family is meant is known: it is not asked for
    let connected = world.dispatch(json!({"type": "connect.select", "id": "io.nova"}));
    assert_eq!(world.view(), "ConnectingExternal");
    world.pass(5_000);
    assert_eq!(world.json(&connected)["address"], SUN);
    assert_eq!((count(&asked, OF_SUN, "wm_connect"), count(&asked, OF_EVM, "wm_connect")), (1, 0));
    assert_eq!(shown(&world), DEVNET, "the network that was chosen, and not the first of its family");
    assert_eq!(live(&world), ["eip155", "solana"]);
}

// req: 2.16
#[test]
fn lists_all_wallets_again_after_the_user_goes_back() {
    let (world, _) = page();
    networks(&world);
    choose(&world, DEVNET);
    world.dispatch(json!({"type": "router.push", "view": "Connect"}));
    assert_eq!(world.slice("router")["left"], "back", "who adds a wallet came from somewhere");
    back(&world);
    back(&world);
    assert_eq!((world.view(), shown(&world)), ("Networks".into(), json!("eip155:1337")));
    world.dispatch(json!({"type": "router.push", "view": "Connect"}));
    world.pass(1_000);
    assert_eq!(rows(&world).len(), 3);
    // closed in the middle: the next opening looks for nothing
    networks(&world);
    choose(&world, DEVNET);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.pass(500);
    world.dispatch(json!({"type": "router.open", "view": "Connect"}));
    world.pass(1_000);
    assert_eq!(rows(&world).len(), 3);
    let joined = start(&world, "solana:dawn", "solana");
    world.wallets.answer(6, |_, _| never());
    drop(joined);
}

// req: 2.16
#[test]
fn chooses_any_network_without_a_wallet_while_disconnected() {
    let world = World::with(both(), Default::default());
    world.dispatch(json!({"type": "router.open", "view": "Networks"}));
    let chosen = choose(&world, DEVNET);
    assert!(world.settled(&chosen).is_ok());
    assert_eq!(shown(&world), DEVNET);
}

// req: 2.16, 4.28
#[test]
fn returns_to_a_connected_namespaces_last_network() {
    let (world, asked) = connected(both());
    networks(&world);
    choose(&world, DEVNET);
    assert_eq!(shown(&world), DEVNET);
    networks(&world);
    choose(&world, "eip155:1338");
    assert_eq!(shown(&world), "eip155:1338");
    assert_eq!(count(&asked, OF_EVM, "wm_switchChain"), 1);
    // by the wallet, as ProfileWallets does: each family on its own network
    let go = |family: &str, id: &str| {
        world.dispatch(json!({"type": "router.open", "view": "ProfileWallets"}));
        world.dispatch(json!({"type": "profileWallets.switch", "namespace": family, "connectorId": id}));
        world.pass(3_000);
        shown(&world)
    };
    assert_eq!(go("solana", "solana:nova-wallet"), DEVNET);
    assert_eq!(go("eip155", "io.nova"), "eip155:1338");
    assert_eq!(count(&asked, OF_EVM, "wm_switchChain"), 1, "it stood there");
}

// req: 2.15, 4.28
#[test]
fn shows_the_switch_view_only_for_a_slow_wallet() {
    let (world, asked) = connected(both());
    networks(&world);
    choose(&world, DEVNET);
    world.pass(1_000);
    assert_eq!(shown(&world), DEVNET);
    networks(&world);
    world.host.events.take();
    choose(&world, "eip155:1337");
    world.pass(1_000);
    assert_eq!(shown(&world), "eip155:1337");
    let views = || world.host.details("wallet-view-change");
    assert!(views().iter().all(|of| of["view"] != "SwitchNetwork"), "{:?}", views());

    // its word takes a while: the view says what is waited for, and whoever is elsewhere by then stays there
    networks(&world);
    choose(&world, DEVNET);
    world.pass(1_000);
    let held = HeldResponses::default();
    let answers = held.clone();
    let chain = world.chain.clone();
    world.wallets.answer(OF_EVM, move |method, params| match method {
        "eth_chainId" => answers.hold(ok(json!("0x539"))),
        _ => chain.says_yes(method, params),
    });
    networks(&world);
    world.dispatch(json!({"type": "networks.choose", "network": "eip155:1337"}));
    assert_eq!(world.view(), "Networks");
    world.pass(wallet_engine::constants::SWITCH_SOON_MS);
    assert_eq!(world.view(), "SwitchNetwork");
    held.let_go();
    world.pass(1_000);
    assert_eq!(shown(&world), "eip155:1337");
    assert_eq!(count(&asked, OF_EVM, "wm_switchChain"), 0);
}

// req: 2.15
#[test]
fn stays_where_the_user_went_despite_a_slow_wallet() {
    let (world, _) = connected(both());
    networks(&world);
    choose(&world, DEVNET);
    world.pass(1_000);
    world.but(OF_EVM, |method, _| (method == "eth_chainId").then(never));
    world.dispatch(json!({"type": "router.open", "view": "Account"}));
    world.dispatch(json!({"type": "router.push", "view": "Networks"}));
    world.dispatch(json!({"type": "networks.choose", "network": "eip155:1337"}));
    back(&world);
    world.pass(wallet_engine::constants::SWITCH_SOON_MS);
    assert_eq!(world.view(), "Account");
}

// req: 4.2, 3.26, 2.11
#[test]
fn restores_network_and_account_of_each_namespace() {
    let (world, _) = connected(both());
    networks(&world);
    choose(&world, DEVNET);
    world.wallets.tell(
        OF_SUN,
        &wallet_engine::ports::provider::WalletEvent::Accounts(json!({"accounts": [
        {"chain": "solana:mainnet", "address": MOON}, {"chain": "solana:mainnet", "address": SUN}]})),
    );
    world.run();
    networks(&world);
    choose(&world, "eip155:1338");
    let world = world.reload_with(both());
    let asked = willing(&world);
    nova(&world);
    world.pass(2_000);
    assert_eq!(live(&world), ["eip155", "solana"]);
    assert_eq!(
        (shown(&world), account_of(&world, "solana")["address"].clone()),
        (json!("eip155:1338"), json!(MOON))
    );
    networks(&world);
    world.dispatch(json!({"type": "router.open", "view": "ProfileWallets"}));
    world.dispatch(
        json!({"type": "profileWallets.switch", "namespace": "solana", "connectorId": "solana:nova-wallet"}),
    );
    world.pass(3_000);
    assert_eq!((shown(&world), world.slice("account")["address"].clone()), (json!(DEVNET), json!(MOON)));
    assert_eq!(count(&asked, OF_EVM, "wm_switchChain"), 0);
}

// A wallet is asked as soon as it is in the page: the one of the active network may come last (278).
// req: 3.26, 4.2
#[test]
fn stays_on_the_network_whose_wallet_returns_last() {
    let (world, _) = connected(both());
    let before = shown(&world);
    assert!(before.as_str().unwrap().starts_with("solana:"));
    let world = world.reload_with(both());
    willing(&world);
    evm(OF_EVM, "Nova Wallet", "io.nova", Some(7))(&world);
    world.pass(1_000);
    assert_eq!(live(&world), ["eip155"]);
    world.wallets.tell(OF_EVM, &WalletEvent::Chain(json!("0x539")));
    world.pass(100);
    assert_eq!(shown(&world), before);
    sun(OF_SUN, "solana:nova-wallet", "Nova Wallet", Some(7))(&world);
    world.pass(1_000);
    assert_eq!((live(&world).len(), shown(&world)), (2, before));
}
