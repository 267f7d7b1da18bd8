//! Router, toasts, alerts, balances, requests of the host, start: what every journey leans on.

use crate::support::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use wallet_engine::error::Error;
use wallet_engine::event::Event;
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::provider::WalletEvent;

// req: 2.26, 2.27, 2.28
#[test]
fn goes_back_and_closes_from_the_first_view() {
    let world = World::new();
    world.wallets.answer(1, |_, _| never());
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.open("Connect");
    world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    assert_eq!(world.view(), "ConnectingExternal");
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!(
        (world.view().as_str(), world.slice("router")["direction"].as_str()),
        ("Connect", Some("back"))
    );
    assert_eq!(world.status(), "disconnected", "leaving the view drops the attempt");
    world.dispatch(json!({"type": "router.back"}));
    assert!(!world.is_open());
    assert_eq!(world.host.details("wallet-close")[0], json!({"connected": false, "reason": "user"}));

    let world = World::connected();
    world.open("Connect");
    world.dispatch(json!({"type": "router.push", "view": "Account"}));
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!(world.view(), "Account", "not Connect while an address is connected");
}

#[test]
fn predicts_the_first_view_while_closed() {
    let world = World::new();
    world.arrive(&[ALICE]);
    let begins = || {
        let router = world.slice("router");
        ["open", "view", "left", "depth", "direction", "certain"].map(|name| router[name].clone())
    };
    let list = [json!(false), json!("Connect"), json!("help"), json!(1), json!("forward"), json!(true)];
    world.open("Connect");
    world.dispatch(json!({"type": "router.push", "view": "WhatIsAWallet"}));
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    assert_eq!(begins(), list);
    world.open("Connect");
    world.dispatch(json!({"type": "router.push", "view": "WhatIsAWallet"}));
    world.dispatch(json!({"type": "router.back"}));
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    assert_eq!(begins(), list);
    world.connect("dev.one");
    assert_eq!(world.status(), "connected");
    assert_eq!(begins()[..2], [json!(false), json!("Account")]);
    // whoever reads this slice alone is told
    world.host.events.borrow_mut().clear();
    world.wallets.tell(1, &WalletEvent::Accounts(json!([])));
    world.pass(2_000);
    assert_eq!(begins(), list);
    let told = world.host.details("wallet-state");
    assert!(
        told.iter().any(|told| told["changed"].as_array().unwrap().contains(&json!("router"))),
        "{told:?}"
    );
}

#[test]
fn shows_connect_for_a_view_that_needs_an_account() {
    let world = World::new();
    world.open("Account");
    assert_eq!(world.view(), "Connect");
    let unknown = world.dispatch(json!({"type": "router.open", "view": "Nowhere"}));
    assert_eq!(world.settled(&unknown).unwrap_err().to_string(), "Unknown view: Nowhere");
    let refused = world.dispatch(json!({"type": "router.push", "view": "Send"}));
    assert_eq!(world.settled(&refused), Err(Error::Unauthorized));
}

// req: 2.42, 2.43, 2.44, 2.45
#[test]
fn closes_a_toast_and_delays_the_next_one_by_150_ms() {
    let world = World::new();
    let show = |message: Value, variant: &str| {
        world.dispatch(json!({"type": "toasts.show", "message": message, "variant": variant}));
    };
    let open = || world.slice("toast")["toast"]["message"].as_str().map(str::to_owned);
    show(json!("One"), "success");
    assert_eq!(world.slice("toast")["toast"]["variant"], "success");
    show(json!("Two"), "error");
    assert_eq!(open(), None, "a gap between the two");
    world.pass(149);
    assert_eq!(open(), None);
    world.pass(1);
    assert_eq!(open().as_deref(), Some("Two"));
    world.pass(2_499);
    assert_eq!(open().as_deref(), Some("Two"));
    world.pass(1);
    assert_eq!(open(), None);
    for nothing in [json!(null), json!(""), json!({}), json!(7), json!("\u{200b}")] {
        show(nothing.clone(), "error");
        world.pass(150);
        assert_eq!(open().as_deref(), Some("Unknown error"), "{nothing}");
        world.pass(5_000);
    }
    show(json!({"message": "of an Error"}), "error");
    assert_eq!(open().as_deref(), Some("of an Error"));
    show(json!({"issues": [{"message": "first issue"}], "message": "x"}), "loading");
    world.pass(60_000);
    assert_eq!(open().as_deref(), Some("first issue"), "loading stays until it is replaced");
}

// req: 8.10, 8.7
#[test]
fn raises_each_alert_once() {
    let world = World::with(json!({"networks": [network(1337, "Demo")]}), Default::default());
    for _ in 0..3 {
        world.dispatch(json!({"type": "networks.switch", "network": "eip155:5"}));
    }
    let keys: Vec<Value> =
        world.host.details("wallet-alert").iter().map(|alert| alert["key"].clone()).collect();
    assert_eq!(keys, [json!("project_id_not_configured"), json!("network_not_found eip155:5")]);
    assert_eq!(world.slice("alerts")["visible"], json!([]), "only with option debug");
}

// req: 5.1, 8.7, 8.10
#[test]
fn raises_a_missing_project_as_event_and_as_debug_warning() {
    for debug in [false, true] {
        let options = json!({"networks": [network(1337, "Demo")], "debug": debug});
        let world = World::with(options, Default::default());
        world.dispatch(json!({"type": "options.update", "options": {"projectId": null}}));
        world.open("Connect");
        let alerts = world.host.details("wallet-alert");
        assert_eq!(alerts.len(), 1);
        assert_eq!(alerts[0]["key"], "project_id_not_configured");
        assert_eq!(alerts[0]["kind"], "warning", "wallets of the page work");
        let lines = world.host.lines.borrow();
        let said = lines.iter().filter(|line| line.starts_with("Project ID Not Configured")).count();
        assert_eq!(said, usize::from(debug));
        assert!(!world.host.levels.borrow().contains(&"error"));
        let shown = world.slice("alerts")["visible"].as_array().unwrap().len();
        assert_eq!(shown, usize::from(debug));
    }
}

// req: 6.9, 7.2, 7.3, 7.13
#[test]
fn reads_the_balance_from_the_service_on_a_served_network() {
    let world = World::connected();
    assert_eq!(
        world.slice("account")["balance"],
        json!({"phase": "ready", "amount": "10.000", "symbol": "ETH", "arriving": null, "retryAt": null})
    );
    assert_eq!(world.asked("/v1/supported-chains"), 1);
    let seen = world.http.seen.borrow().clone();
    let asked = seen.iter().find(|request| request.url.contains("/balance")).unwrap();
    let expected =
        format!("http://localhost:4002/v1/account/{ALICE}/balance?projectId=demo&st=wallet-modal&sv=");
    assert!(asked.url.starts_with(&expected), "{}", asked.url);
    assert!(asked.url.ends_with("&currency=usd&chainId=eip155:1337"));
    assert_eq!(world.asked("eth_getBalance"), 0);
    let change = world.host.details("wallet-balance-change").last().cloned().unwrap();
    assert_eq!((change["balance"].as_str(), change["balanceSymbol"].as_str()), (Some("10"), Some("ETH")));

    let world = World::new();
    world.chain.supported.borrow_mut().clear();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    assert_eq!(world.asked("/balance?"), 0, "skipped on a chain that is not served");
    assert_eq!(world.slice("account")["balance"]["amount"], "10.000", "the node is asked instead");
}

// req: 7.33, 9.15
#[test]
fn reads_the_balance_from_the_node_when_the_service_fails() {
    for status in [0, 403, 429, 500, 503] {
        let world = World::new();
        world.chain.data_status.set(status);
        world.willing(1);
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
        world.pass(10_000);
        assert_eq!(world.slice("account")["balance"]["amount"], "10.000", "{status}");
    }
    let world = World::new();
    world.http.answer(|_| Box::pin(std::future::pending()));
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    world.pass(9_999);
    assert_eq!(world.slice("account")["balance"]["phase"], "loading");
    world.pass(10_001);
    assert_eq!(world.slice("account")["balance"]["phase"], "failed", "10 s for each of the two");
}

// req: 8.15, 8.16
#[test]
fn shows_a_failed_balance_and_retries_after_30_seconds() {
    let world = World::new();
    world.chain.data_status.set(500);
    world.chain.node_down.set(true);
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    world.pass(100);
    assert_eq!(world.slice("toast")["toast"]["message"], "Token Balance Unavailable");
    assert_eq!(
        world.slice("account")["balance"],
        json!({"phase": "failed", "amount": "0.00", "symbol": "ETH", "arriving": null, "retryAt": world.clock.now_ms() + 30_000 - 100})
    );
    world.chain.node_down.set(false);
    world.chain.data_status.set(200);
    world.pass(29_899);
    world.dispatch(json!({"type": "balances.refresh"}));
    assert_eq!(world.slice("account")["balance"]["phase"], "failed");
    world.pass(1);
    world.dispatch(json!({"type": "balances.refresh"}));
    assert_eq!(world.slice("account")["balance"]["phase"], "ready", "at exactly 30,000 ms");
}

// req: 9.24, 9.25
#[test]
fn shows_the_default_balance_on_testnets_without_a_request() {
    let mut options = options();
    options["networks"][0]["testnet"] = json!(true);
    let world = World::with(options, Default::default());
    assert_eq!(world.slice("account")["balance"]["amount"], "0.00");
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    assert_eq!(
        world.slice("account")["balance"],
        json!({"phase": "testnet", "amount": "0.00", "symbol": "ETH", "arriving": null, "retryAt": null})
    );
    assert!(world.http.seen.borrow().is_empty());
}

// req: 9.24
#[test]
fn shows_the_default_balance_without_an_account_or_source() {
    let amount = |world: &World| world.slice("account")["balance"]["amount"].clone();
    let world = World::new();
    assert_eq!(amount(&world), "0.00", "before anybody is connected");
    world.join();
    assert_eq!(amount(&world), "10.000");
    world.dispatch(json!({"type": "accounts.disconnect"}));
    assert_eq!(amount(&world), "0.00", "and after: nothing of the one who has gone");
    // families whose balance is not read have it while they are connected
    for (chain, address) in [
        ("polkadot:91b171bb158e2d3848fa23a9f1c25182", "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"),
        ("cosmos:cosmoshub-4", "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq"),
        ("bip122:000000000019d6689c085ae165831e93", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
    ] {
        let world = World::of_family(chain, address);
        assert_eq!((world.status().as_str(), amount(&world)), ("connected", json!("0.00")), "{chain}");
    }
}

// req: 1.18, 6.3, 6.4, 7.31, 7.36
#[test]
fn routes_page_requests_to_wallet_node_or_engine() {
    let world = World::connected();
    let lower = ALICE.to_lowercase();
    assert_eq!(world.json(&world.request("eth_accounts", json!([]))), json!([lower]));
    assert_eq!(world.json(&world.request("eth_chainId", json!([]))), "0x539");
    assert_eq!(world.json(&world.request("eth_blockNumber", json!([]))), "0x10");
    assert_eq!(world.asked("eth_blockNumber"), 1);
    assert_eq!(world.wallets.count("eth_blockNumber"), 0, "reads do not go to the wallet");
    let signature = SIGNED_HI.to_owned();
    let answer = signature.clone();
    world.wallets.answer(1, move |_, _| ok(json!(answer)));
    assert_eq!(world.json(&world.request("personal_sign", json!(["0x6869", ALICE]))), signature);
    assert_eq!(world.wallets.last("personal_sign").unwrap(), json!(["0x6869", ALICE]));
    let phases: Vec<Value> =
        world.host.details("wallet-request").iter().map(|r| r["phase"].clone()).collect();
    assert_eq!(phases, [json!("pending"), json!("done")]);
    for refused in ["eth sign", "debug", "\u{441}olana_signMessage"] {
        let result = world.request(refused, json!([]));
        assert_eq!(world.settled(&result), Err(Error::MethodNotAllowed), "{refused}");
    }
    let body = world.http.seen.borrow().iter().find_map(|request| request.body.clone()).unwrap();
    assert_eq!(body.content_type, "application/json");
    assert!(serde_json::from_str::<Value>(&body.text).is_ok());
}

#[test]
fn returns_no_accounts_and_rejects_signing_before_connecting() {
    let world = World::new();
    assert_eq!(world.json(&world.request("eth_accounts", json!([]))), json!([]));
    assert_eq!(world.json(&world.request("eth_chainId", json!([]))), "0x539");
    let refused = world.request("personal_sign", json!(["0x6869", ALICE]));
    assert_eq!(world.settled(&refused), Err(Error::Unauthorized));
    let unknown = world.engine.request("near", "x", json!([]));
    world.run();
    assert_eq!(world.settled(&unknown), Err(Error::AdapterNotFound));
}

#[test]
fn opens_for_an_accounts_request_and_rejects_it_on_close() {
    let world = World::new();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    let asked = world.request("eth_requestAccounts", json!([]));
    assert_eq!(world.view(), "Connect");
    assert!(world.is_open());
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert_eq!(world.settled(&asked), Err(Error::ModalClosed));
    let asked = world.request("eth_requestAccounts", json!([]));
    world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    assert_eq!(world.json(&asked), json!([ALICE.to_lowercase()]));
}

// req: 8.27
#[test]
fn rejects_a_request_without_a_network() {
    let world = World::with(json!({"projectId": "demo", "networks": [{}]}), Default::default());
    let result = world.request("eth_blockNumber", json!([]));
    assert_eq!(world.settled(&result).unwrap_err().to_string(), "CaipNetwork is undefined");
}

#[test]
fn shows_an_unconfigured_network_of_the_wallet_as_unsupported() {
    let world = World::connected();
    world.wallets.tell(1, &WalletEvent::Chain(json!("0x89")));
    world.run();
    let account = world.slice("account");
    assert_eq!(
        account["network"],
        json!({"caipNetworkId": "eip155:137", "name": "Unknown Network", "supported": false, "icon": null})
    );
    assert_eq!(account["balance"]["amount"], "0.00", "nothing of the old network is shown");
    assert_eq!(world.host.details("wallet-network-change").last().unwrap()["supported"], false);
}

#[test]
fn switches_the_network_with_or_without_a_wallet() {
    let world = World::new();
    let switched = world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    assert!(world.settled(&switched).is_ok());
    assert_eq!(world.slice("state")["selectedNetworkId"], "eip155:1338");
    let world = World::connected();
    world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    assert_eq!(world.wallets.last("wm_switchChain").unwrap(), json!({"chain": "eip155:1338"}));
    assert_eq!(world.slice("networks")["active"]["name"], "Second Chain");
}

#[test]
fn keeps_the_order_of_events_when_a_listener_calls_back() {
    let world = Rc::new(World::new());
    world.willing(1);
    let inner = Rc::downgrade(&world);
    let depth = Rc::new(RefCell::new(0));
    world.host.on_event(move |event| {
        let Some(world) = inner.upgrade() else { return };
        if matches!(event, Event::Open { .. }) && *depth.borrow() < 3 {
            *depth.borrow_mut() += 1;
            let _ = world.engine.snapshot("state");
            world.announce(5, "From a listener", Some("dev.listener"));
        }
    });
    world.open("Connect");
    let names = world.host.names();
    let opened = names.iter().position(|name| *name == "wallet-open").unwrap();
    assert!(
        names[opened + 1..].contains(&"wallet-state"),
        "the listener's own change is told after its cause"
    );
    assert_eq!(world.page_rows().len(), 1);
}

// req: 2.5, 2.4
#[test]
fn opens_connect_or_the_account() {
    let world = World::new();
    world.dispatch(json!({"type": "router.open"}));
    assert_eq!((world.view().as_str(), world.slice("state")["view"].as_str()), ("Connect", Some("Connect")));
    assert_eq!(world.host.details("wallet-open")[0], json!({"view": "Connect", "connected": false}));
    assert_eq!(world.tracked("MODAL_OPEN").last().unwrap()["properties"], json!({"connected": "false"}));
    let world = World::connected();
    world.dispatch(json!({"type": "router.open"}));
    assert_eq!(world.view(), "Account");
    assert_eq!(world.host.details("wallet-open").last().unwrap()["connected"], true);
    assert_eq!(world.tracked("MODAL_OPEN").last().unwrap()["properties"], json!({"connected": "true"}));
}

#[test]
fn rejects_unknown_commands() {
    let world = World::new();
    for (command, text) in [
        (json!({"type": "nothing.here"}), "Unknown command: nothing.here"),
        (json!({"type": "send.fly"}), "Unknown command: send.fly"),
        (json!({"type": 7}), "Invalid parameter: type"),
        (json!(null), "Invalid parameter: type"),
        (json!({"type": "connect.select"}), "Invalid parameter: id"),
        (json!({"type": "startup.panic"}), "Unknown command: startup.panic"),
    ] {
        let result = world.dispatch(command);
        assert_eq!(world.settled(&result).unwrap_err().to_string(), text);
    }
}

#[test]
fn settles_everything_when_the_engine_is_destroyed() {
    let world = World::connected();
    world.wallets.answer(1, |_, _| never());
    let pending = world.request("personal_sign", json!(["0x6869", ALICE]));
    world.engine.destroy();
    world.run();
    assert_eq!(world.settled(&pending), Err(Error::Aborted));
    assert_eq!(world.clock.waiting(), 0);
    assert_eq!(world.wallets.tell(1, &WalletEvent::Chain(json!("0x1"))), 0);
}

/// "hi" signed by the first key of the well-known test mnemonic (made with viem).
const SIGNED_HI: &str = "0x391170eff11e409daa3255919c45e25593a40a52475d2a84c8dca1ff5ff1d38d51079619191ba2d5503d0caa32049acbfce5771dca9932197e91f517884b1db11c";

#[test]
fn rejects_a_signature_of_another_account() {
    let world = World::connected();
    world.wallets.answer(1, |_, _| ok(json!(SIGNED_HI)));
    let other = world.request("personal_sign", json!(["0x6968", ALICE]));
    assert_eq!(world.settled(&other).unwrap_err().to_string(), "Failed to sign message");
    world.chain.code.set("0x6080");
    let contract = world.request("personal_sign", json!(["0x6968", ALICE]));
    assert!(world.settled(&contract).is_ok(), "a contract signs in its own way");
    let nonsense = world.request("personal_sign", json!(["0x6968", BOB]));
    assert!(world.settled(&nonsense).is_err(), "nobody is asked for an account that is not connected");
}

#[test]
fn returns_a_signature_that_cant_be_verified_as_unchecked() {
    let sign = |world: &World, message: &str| {
        let signed = world.request("personal_sign", json!([message, ALICE]));
        world.pass(60_000);
        world.settled(&signed)
    };
    // the node is away, or says nonsense (decision 35, "A signature that can't be verified")
    let down: fn(&World) = |world| world.chain.node_down.set(true);
    let mad: fn(&World) = |world| world.chain.code.set("0xno");
    for (what, happen) in [("down", down), ("nonsense", mad)] {
        let world = World::connected();
        world.wallets.answer(1, |_, _| ok(json!(SIGNED_HI)));
        happen(&world);
        let verified =
            |world: &World| world.host.details("wallet-request").last().unwrap()["verified"].clone();
        assert!(sign(&world, "0x6968").is_ok(), "{what}: another message, or a contract's");
        assert_eq!(verified(&world), Value::Null, "{what}");
        assert!(sign(&world, "0x6869").is_ok(), "{what}: her own key says it without a node");
        let of_nobody: fn() -> Answer = || ok(json!("0xab"));
        world.wallets.answer(1, move |_, _| of_nobody());
        assert!(sign(&world, "0x6869").is_err(), "{what}: no signature at all");
    }
    // on a chain the page does not have there is no node to ask
    let world = World::connected();
    world.wanders(999);
    world.wallets.answer(1, |_, _| ok(json!(SIGNED_HI)));
    assert!(sign(&world, "0x6968").is_err());
    // a contract that is yet to be created (ERC-6492) has no code and signs all the same
    let world = World::connected();
    let wrapped = of_an_account_to_be();
    world.wallets.answer(1, move |_, _| ok(json!(wrapped)));
    assert!(sign(&world, "0x6968").is_ok());
}

// req: 8.19, 8.33
#[test]
fn reports_a_rejected_signature_without_an_error_event() {
    let world = World::connected();
    world.but(1, |method, _| (method != "eth_chainId").then(|| refuse(4001, "User rejected the request.")));
    for (method, params) in [
        ("personal_sign", json!(["0x6869", ALICE])),
        (
            "eth_signTypedData_v4",
            json!([ALICE, {"types": {"M": []}, "primaryType": "M", "domain": {}, "message": {}}]),
        ),
    ] {
        let asked = world.request(method, params);
        // typed data that no one knows is read first
        let id = world.slice("review")["id"].clone();
        assert_eq!(id.is_number(), method == "eth_signTypedData_v4");
        world.dispatch(json!({"type": "review.confirm", "id": id}));
        let error = world.settled(&asked).unwrap_err();
        assert_eq!(error.to_string(), "Signature declined", "{method}");
        assert_eq!(error.data().code, wallet_engine::error::Code::Number(4001));
    }
    let sent = world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB}]));
    assert_eq!(world.settled(&sent), Err(Error::UserRejected));
    assert!(world.host.details("wallet-error").is_empty(), "no fault");
}

// What a host calls in passing, and waits for no promise of.
#[test]
fn warns_once_about_an_unknown_view_or_a_missing_account() {
    let told = |world: &World| -> Vec<String> {
        let all = world.host.details("wallet-alert");
        all.iter().map(|alert| alert["detail"].as_str().unwrap().to_owned()).collect()
    };
    let world = World::new();
    for _ in 0..2 {
        let opened = world.dispatch(json!({"type": "router.open", "view": "Foo"}));
        assert!(world.settled(&opened).is_err());
    }
    let all = told(&world);
    assert_eq!(all.len(), 1);
    assert!(all[0].contains("Foo") && all[0].contains("Use Connect, "), "{all:?}");
    assert!(all[0].contains("Account, ") && all[0].contains("Permissions"), "{all:?}");
    assert!(!all[0].contains("SwitchNetwork"), "what cannot be opened by name");
    let line = world.host.lines.borrow().last().unwrap().clone();
    assert!(
        line.starts_with("Invalid call: open: ")
            && line.ends_with(". See node_modules/wallet-modal/docs/guide/errors.md#invalid_call"),
        "{line}"
    );
    assert_eq!(*world.host.levels.borrow(), ["error"]);
    assert!(!world.is_open());

    for _ in 0..2 {
        world.dispatch(json!({"type": "router.open", "view": "Send"}));
    }
    assert_eq!(world.view(), "Connect");
    assert_eq!(told(&world)[1], "open: view Send needs a connected account. Showing Connect instead.");
    assert_eq!(*world.host.levels.borrow(), ["error", "warn"]);
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    let opened = world.dispatch(json!({"type": "router.open", "namespace": "eip1559"}));
    assert!(world.settled(&opened).is_err());
    assert_eq!(told(&world)[2..], ["open: Invalid parameter: namespace".to_owned()]);

    let world = World::connected();
    for view in ["Send", "Account", "Networks", "AllWallets"] {
        world.dispatch(json!({"type": "router.open", "view": view}));
    }
    let whole = json!({"token": "native", "to": BOB, "amount": "1", "memo": ""});
    world.dispatch(json!({"type": "router.open", "view": "Send", "arguments": whole}));
    world.run();
    assert_eq!(told(&world), Vec::<String>::new());

    for _ in 0..2 {
        world.dispatch(json!({"type": "router.open", "veiw": "Send"}));
        let mistyped = json!({"reciever": BOB, "amount": "1"});
        world.dispatch(json!({"type": "router.open", "view": "Send", "arguments": mistyped}));
        world.run();
    }
    assert_eq!(
        told(&world),
        [
            "open: unknown field veiw. Supported: view, uri, namespace, arguments",
            "open, arguments for Send: unknown field reciever. Supported: token, to, amount, memo"
        ]
    );
}
