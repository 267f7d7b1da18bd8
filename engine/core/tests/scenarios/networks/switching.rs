//! Switching the network: what the wallet is asked, and every way it can answer (4.28-4.31, docs/spec/rpc.md section 5).

use crate::support::*;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;
use wallet_engine::constants::SWITCH_LATE_MS;
use wallet_engine::error::Error;
use wallet_engine::flow::Join;

/// The account view is open and the row of the second network was clicked.
fn choose(world: &World) -> Join {
    world.open("Account");
    world.dispatch(json!({"type": "router.push", "view": "Networks"}));
    world.dispatch(json!({"type": "networks.choose", "network": "eip155:1338"}))
}

fn switch(world: &World) -> Join {
    world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}))
}

fn active(world: &World) -> Value {
    world.slice("networks")["active"]["caipNetworkId"].clone()
}

fn phase(world: &World) -> Value {
    world.slice("networks")["phase"].clone()
}

/// A wallet that answers `first` until it has been told of the chain, then says yes.
fn ignorant(world: &World, first: fn() -> Answer) {
    let knows = Rc::new(Cell::new(false));
    world.but(1, move |method, _| match method {
        "wm_switchChain" if !knows.get() => Some(first()),
        "wallet_addEthereumChain" => {
            knows.set(true);
            Some(ok(json!(null)))
        }
        _ => None,
    });
}

// req: 1.14, 2.15, 4.28
#[test]
fn asks_the_wallet_to_switch_and_returns_to_the_view() {
    let world = World::connected();
    let asked = Rc::new(Cell::new(false));
    let seen = asked.clone();
    let (open, gate) = Gate::new();
    world.but(1, move |method, _| {
        (method == "wm_switchChain").then(|| {
            seen.set(true);
            gate.hold(ok(json!(null)))
        })
    });
    let chosen = choose(&world);
    assert!(asked.get());
    assert_eq!((world.view().as_str(), phase(&world)), ("SwitchNetwork", json!("confirm")));
    assert_eq!(world.slice("networks")["target"]["name"], "Second Chain");
    assert_eq!(active(&world), "eip155:1337", "not before the wallet has said so");
    world.chain.stands.set(1338);
    open.send(()).unwrap();
    world.run();
    assert!(world.settled(&chosen).is_ok());
    assert_eq!((world.view().as_str(), phase(&world)), ("Account", json!("idle")));
    assert_eq!(active(&world), "eip155:1338");
    assert_eq!(world.record("active_caip_network_id"), Some(json!("eip155:1338")));
    assert_eq!(world.tracked("SWITCH_NETWORK")[0]["properties"]["network"], "Second Chain");
    let told = world.host.details("wallet-network-change");
    assert_eq!(told, [json!({"namespace": "eip155", "caipNetworkId": "eip155:1338", "supported": true})]);
}

// req: 4.29, 7.37, 10.58
#[test]
fn adds_an_unknown_network_to_the_wallet_and_asks_again() {
    let answers: [fn() -> Answer; 9] = [
        // Enkrypt 2.17, packages/extension/src/providers/ethereum/methods/wallet_switchEthereumChain.ts: 4001 for every error
        || refuse(4001, "Not implemented"),
        || refuse(4001, "Chain not supported"),
        || refuse(0, "Unknown chain 1338"),
        || refuse(4902, "Unrecognized chain ID"),
        || refuse(5000, "Unsupported chains"),
        || refuse(-32603, "Internal error"),
        || refuse(32603, "Internal error"),
        || nested(-32000, 4902, "x"),
        || nested(1, 5000, "x"),
    ];
    for first in answers {
        let world = World::connected();
        ignorant(&world, first);
        let chosen = choose(&world);
        assert!(world.settled(&chosen).is_ok());
        let params = json!([{"chainId": "0x53a", "chainName": "Second Chain",
            "nativeCurrency": {"name": "Ether", "symbol": "ETH", "decimals": 18},
            "rpcUrls": ["http://localhost:8545"], "blockExplorerUrls": ["http://localhost:4007"]}]);
        assert_eq!(world.wallets.last("wallet_addEthereumChain"), Some(params));
        assert_eq!(world.wallets.count("wallet_addEthereumChain"), 1);
        assert_eq!(world.wallets.count("wm_switchChain"), 2);
        assert_eq!((active(&world), world.view().as_str()), (json!("eip155:1338"), "Account"));
    }
}

#[test]
fn gives_the_wallet_no_custom_rpc_url() {
    let mut options = options();
    options["customRpcUrls"] = json!({"eip155:1338": [{"url": "https://paid.example/key"}]});
    options["networks"][1]["blockExplorers"] = json!(null);
    let world = World::with(options, Default::default());
    world.join();
    ignorant(&world, || refuse(4902, ""));
    switch(&world);
    let params = world.wallets.last("wallet_addEthereumChain").unwrap();
    assert_eq!(params[0]["rpcUrls"], json!(["http://localhost:8545"]));
    assert_eq!(params[0].get("blockExplorerUrls"), None, "nothing is made up");
}

// req: 4.30, 4.31
#[test]
fn returns_with_an_error_when_the_network_cant_be_added() {
    let answers: [fn() -> Answer; 3] =
        [|| refuse(-32602, "https only"), || refuse(4200, "no such method"), || refuse(-32603, "broken")];
    for add in answers {
        let world = World::connected();
        world.but(1, move |method, _| match method {
            "wm_switchChain" => Some(refuse(4902, "")),
            "wallet_addEthereumChain" => Some(add()),
            _ => None,
        });
        let chosen = choose(&world);
        assert_eq!(world.settled(&chosen).unwrap_err().to_string(), "Chain is not supported");
        assert_eq!((world.view().as_str(), phase(&world)), ("Networks", json!("idle")));
        assert_eq!(active(&world), "eip155:1337");
        assert_eq!(world.toasts(), ["Chain is not supported"]);
        assert_eq!(
            world.slice("account")["balance"]["amount"],
            "10.000",
            "nothing of the old network is lost"
        );
    }
}

// req: 4.30
#[test]
fn gives_up_when_the_network_stays_unknown_after_adding() {
    let world = World::connected();
    world.but(1, |method, _| match method {
        "wm_switchChain" => Some(refuse(4902, "")),
        "wallet_addEthereumChain" => Some(ok(json!(null))),
        _ => None,
    });
    let switched = switch(&world);
    assert_eq!(world.settled(&switched), Err(Error::ChainNotSupported));
    assert_eq!(world.wallets.count("wm_switchChain"), 2, "once more and not for ever");
    assert_eq!(world.wallets.count("wallet_addEthereumChain"), 1);
}

// req: 8.33, 2.15
#[test]
fn keeps_the_network_quietly_after_a_rejection_and_can_retry() {
    for adds in [false, true] {
        let world = World::connected();
        let says_no = Rc::new(Cell::new(true));
        let no = says_no.clone();
        world.but(1, move |method, _| match method {
            "wm_switchChain" if adds && no.get() => Some(refuse(4902, "")),
            "wm_switchChain" | "wallet_addEthereumChain" if no.get() => Some(refuse(4001, "User rejected")),
            _ => None,
        });
        let chosen = choose(&world);
        assert_eq!(world.settled(&chosen), Err(Error::UserRejected));
        assert_eq!((world.view().as_str(), phase(&world)), ("SwitchNetwork", json!("rejected")));
        assert_eq!(world.slice("networks")["error"], Value::Null);
        assert_eq!((active(&world), world.toasts()), (json!("eip155:1337"), vec![]));
        says_no.set(false);
        let again = world.dispatch(json!({"type": "networks.retry"}));
        assert!(world.settled(&again).is_ok());
        assert_eq!((active(&world), world.view().as_str()), (json!("eip155:1338"), "Account"));
    }
    let world = World::connected();
    world.but(1, |method, _| (method == "wm_switchChain").then(|| refuse(5000, "User rejected the request")));
    let switched = switch(&world);
    assert_eq!(world.settled(&switched), Err(Error::UserRejected), "5000 with such a text is a no");
    assert_eq!(world.wallets.count("wallet_addEthereumChain"), 0);
}

// req: 4.28
#[test]
fn follows_the_chain_event_over_the_promise() {
    let silent = World::connected();
    silent.but(1, |method, _| (method == "wm_switchChain").then(never));
    let chosen = choose(&silent);
    silent.wanders(1338);
    assert!(silent.settled(&chosen).is_ok(), "the answer is not waited for");
    assert_eq!((active(&silent), silent.view().as_str()), (json!("eip155:1338"), "Account"));
    // it moved without an event and says no: the user sees where it stands
    let world = World::connected();
    let stands = world.chain.stands.clone();
    world.but(1, move |method, _| {
        (method == "wm_switchChain").then(|| {
            stands.set(1338);
            refuse(4001, "User rejected")
        })
    });
    let chosen = choose(&world);
    assert!(world.settled(&chosen).is_ok());
    assert_eq!((active(&world), phase(&world)), (json!("eip155:1338"), json!("idle")));
}

#[test]
fn waits_for_the_wallet_to_arrive_after_an_approval() {
    let world = World::connected();
    world.but(1, |method, _| (method == "wm_switchChain").then(|| ok(json!(null))));
    let chosen = choose(&world);
    world.pass(SWITCH_LATE_MS - 1);
    assert_eq!(
        phase(&world),
        "moving",
        "some wallets need a moment, and nothing is to be confirmed any more"
    );
    world.pass(1);
    assert_eq!(world.settled(&chosen), Err(Error::WrongChain));
    assert_eq!(world.toasts(), ["Couldn't switch to Second Chain"], "4.30 is about adding");
    assert_eq!((active(&world), world.view().as_str()), (json!("eip155:1337"), "Networks"));
    let slow = World::connected();
    slow.but(1, |method, _| (method == "wm_switchChain").then(|| ok(json!(null))));
    let chosen = choose(&slow);
    slow.pass(2_000);
    slow.wanders(1338);
    assert!(slow.settled(&chosen).is_ok());
}

// req: 4.28, 4.31, 10.58
#[test]
fn completes_a_switch_after_twelve_seconds() {
    for has_event in [true, false] {
        let world = World::connected();
        world.but(1, |method, _| (method == "wm_switchChain").then(|| ok(json!(null))));
        let chosen = choose(&world);
        world.pass(12_000);
        assert_eq!(phase(&world), "moving", "the wallet has agreed");
        let second = choose(&world);
        world.run();
        assert!(!second.is_settled(), "the same row again joins it");
        match has_event {
            true => world.wanders(1338),
            false => world.chain.stands.set(1338),
        }
        world.pass(3_000);
        assert!(world.settled(&chosen).is_ok(), "{has_event}");
        assert_eq!((active(&world), phase(&world)), (json!("eip155:1338"), json!("idle")), "{has_event}");
        assert!(world.toasts().is_empty(), "{has_event}");
    }
}

// req: 4.29, 4.31, 10.58
#[test]
fn distinguishes_a_rejection_from_a_missing_network() {
    let world = World::connected();
    world
        .but(1, |method, _| (method == "wm_switchChain").then(|| refuse(4001, "User rejected the request.")));
    let chosen = choose(&world);
    assert_eq!(world.settled(&chosen), Err(Error::UserRejected));
    assert_eq!(world.wallets.count("wallet_addEthereumChain"), 0);
    // Enkrypt 2.17: adding is not implemented either
    let world = World::connected();
    world.but(1, |method, _| method.ends_with("Chain").then(|| refuse(4001, "Not implemented")));
    let chosen = choose(&world);
    assert_eq!(world.settled(&chosen), Err(Error::ChainNotSupported));
    assert_eq!(world.wallets.count("wallet_addEthereumChain"), 1);
}

#[test]
fn gives_up_a_silent_wallet_but_follows_its_late_switch() {
    let world = World::connected();
    world.but(1, |method, _| (method == "wm_switchChain").then(never));
    let chosen = choose(&world);
    world.pass(3_600_000);
    assert_eq!(world.settled(&chosen), Err(Error::WalletSilent));
    assert_eq!(world.toasts(), ["Couldn't switch to Second Chain"]);
    assert_eq!((world.view().as_str(), phase(&world)), ("Networks", json!("idle")));
    world.wanders(1338);
    assert_eq!(active(&world), "eip155:1338", "where the wallet stands is what is shown");
}

#[test]
fn runs_one_switch_at_a_time() {
    let world = World::connected();
    world.but(1, |method, _| (method == "wm_switchChain").then(never));
    let first = choose(&world);
    for _ in 0..5 {
        world.dispatch(json!({"type": "networks.choose", "network": "eip155:1338"}));
        world.dispatch(json!({"type": "networks.retry"}));
        switch(&world);
    }
    assert_eq!(world.wallets.count("wm_switchChain"), 1);
    assert_eq!(phase(&world), "confirm"); // fault 4
    let added = world
        .dispatch(json!({"type": "networks.add", "namespace": "eip155", "network": network(7, "Seven")}));
    assert!(world.settled(&added).is_ok());
    let other = world.dispatch(json!({"type": "networks.switch", "network": "eip155:7"}));
    assert_eq!(json!(world.settled(&other).unwrap_err().data().code), json!(-32002));
    let other = world.dispatch(json!({"type": "networks.choose", "network": "eip155:7"}));
    assert_eq!(json!(world.settled(&other).unwrap_err().data().code), json!(-32002));
    assert_eq!(world.slice("networks")["target"]["name"], "Second Chain");
    world.wanders(1338);
    assert!(world.settled(&first).is_ok());
    let other = world.dispatch(json!({"type": "networks.switch", "network": "eip155:7"}));
    world.wanders(7);
    assert!(world.settled(&other).is_ok());
    world.wanders(1338);
    assert_eq!(active(&world), "eip155:1338");
    assert_eq!(world.host.details("wallet-network-change").len(), 3, "each move is told once");
}

#[test]
fn shows_a_busy_wallet_and_follows_its_late_switch() {
    let world = World::connected();
    world.but(1, |method, _| (method == "wm_switchChain").then(|| refuse(-32002, "already pending")));
    choose(&world);
    assert_eq!((world.view().as_str(), phase(&world)), ("SwitchNetwork", json!("rejected")));
    assert_eq!(world.slice("networks")["error"]["code"], -32002);
    assert_eq!(world.wallets.count("wallet_addEthereumChain"), 0);
    world.wanders(1338);
    assert_eq!(active(&world), "eip155:1338");
    // fault 2
    assert_eq!(world.view(), "Account", "chainChanged counts as success (docs/spec/views.md SwitchNetwork)");
}

// req: 4.31
#[test]
fn keeps_the_network_when_the_user_goes_back() {
    let world = World::connected();
    world.but(1, |method, _| (method == "wm_switchChain").then(never));
    let chosen = choose(&world);
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!(world.settled(&chosen), Err(Error::Aborted));
    assert_eq!((world.view().as_str(), phase(&world)), ("Networks", json!("idle")));
    assert_eq!(active(&world), "eip155:1337");
    assert_eq!(world.toasts(), Vec::<String>::new());
    world.willing(1);
    let again = world.dispatch(json!({"type": "networks.choose", "network": "eip155:1338"}));
    assert!(world.settled(&again).is_ok(), "nothing is left behind");
}

#[test]
fn rejects_a_switch_with_modal_closed() {
    let world = World::connected();
    world.but(1, |method, _| (method == "wm_switchChain").then(never));
    let chosen = choose(&world);
    let by_host = switch(&world);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert_eq!(world.settled(&chosen).unwrap_err().to_string(), "Modal closed");
    assert_eq!(world.settled(&by_host).unwrap_err().to_string(), "Modal closed", "it had joined");
    assert_eq!(phase(&world), "idle");
    world.wanders(1338);
    assert_eq!(active(&world), "eip155:1338");
    assert!(!world.is_open());
}

#[test]
fn keeps_a_later_opening_when_the_switch_ends() {
    let world = World::connected();
    let (open, gate) = Gate::new();
    world.but(1, move |method, _| (method == "wm_switchChain").then(|| gate.hold(ok(json!(null)))));
    let by_host = switch(&world);
    let joined = choose(&world);
    assert_eq!(world.view(), "SwitchNetwork");
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.open("Account");
    world.dispatch(json!({"type": "router.push", "view": "Networks"}));
    world.chain.stands.set(1338);
    open.send(()).unwrap();
    world.run();
    assert!(world.settled(&by_host).is_ok() && world.settled(&joined).is_ok());
    assert_eq!(active(&world), "eip155:1338");
    assert_eq!((world.view().as_str(), world.is_open()), ("Networks", true));
}

// req: 2.15
#[test]
fn shows_no_waiting_view_if_no_wallet_is_asked() {
    let waited = |world: &World, network: &str| {
        let chosen = world.dispatch(json!({"type": "networks.choose", "network": network}));
        assert!(world.settled(&chosen).is_ok());
        let views = world.host.details("wallet-view-change");
        views.iter().any(|change| change["view"] == "SwitchNetwork")
    };
    let world = World::new();
    world.open("Networks");
    assert!(!waited(&world, "eip155:1338"), "nobody is connected");
    assert_eq!(active(&world), "eip155:1338");
    let world = World::connected();
    world.open("Networks");
    assert!(!waited(&world, "eip155:1337"), "it is on that network");
    world.open("Networks");
    assert!(waited(&world, "eip155:1338"));
}

#[test]
fn ends_a_switch_on_disconnect() {
    for by_view in [true, false] {
        let world = World::connected();
        world.but(1, |method, _| (method == "wm_switchChain").then(never));
        let asked = if by_view { choose(&world) } else { switch(&world) };
        world.dispatch(json!({"type": "accounts.disconnect"}));
        world.pass(3_000);
        assert_eq!(phase(&world), "idle");
        assert_eq!(active(&world), "eip155:1337");
        // fault 3
        assert!(asked.is_settled(), "nobody waits for a wallet that was let go, by_view {by_view}");
        let after = switch(&world);
        assert!(world.settled(&after).is_ok(), "without a wallet nobody is asked");
        assert_eq!(active(&world), "eip155:1338");
    }
}

#[test]
fn asks_no_wallet_that_is_already_on_the_network() {
    let world = World::connected();
    let same = world.dispatch(json!({"type": "networks.switch", "network": "eip155:1337"}));
    assert!(world.settled(&same).is_ok());
    assert_eq!(world.wallets.count("wm_switchChain"), 0);
    // it went elsewhere without a word: it is asked after all
    world.chain.stands.set(1338);
    let back = world.dispatch(json!({"type": "networks.switch", "network": "eip155:1337"}));
    assert!(world.settled(&back).is_ok());
    assert_eq!((world.wallets.count("wm_switchChain"), world.chain.stands.get()), (1, 1337));
}
