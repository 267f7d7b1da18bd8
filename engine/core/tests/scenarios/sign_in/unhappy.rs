//! Signing in when wallet, host, node or person do otherwise (4.39, 8.18-8.20, 8.29, 10.34).

use crate::support::sign_in::*;
use crate::support::*;
use futures_util::FutureExt as _;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;
use wallet_engine::caip::Namespace;
use wallet_engine::error::Error;
use wallet_engine::ports::Local;
use wallet_engine::ports::provider::{Announced, PageWallet, WalletEvent, WalletKind};
use wallet_engine::ports::siwx::{Siwx, SiwxSettings};

// req: 4.39, 8.19
#[test]
fn asks_again_after_the_wallet_refuses() {
    let (world, _) = asked(true);
    signs(&world, || refuse(4001, "User rejected"));
    assert_eq!(world.settled(&sign(&world)), Err(Error::SignatureDeclined));
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    assert_eq!(world.toasts(), ["Signature declined"]);
    let tracked = &world.tracked("SIWX_AUTH_ERROR")[0]["properties"];
    assert_eq!(
        *tracked,
        json!({"network": "eip155:1337", "isSmartAccount": "false", "message": "Signature declined"})
    );
    assert_eq!(world.slice("signIn")["error"]["message"], "Signature declined");
    assert_eq!(world.chain.siwx.count("createMessage"), 1, "nobody has seen this message");
    never_told_connected(&world);
    signing(&world, ALICES_KEY);
    assert!(world.settled(&sign(&world)).is_ok());
    assert_eq!(world.status(), "connected");
}

// req: 8.20
#[test]
fn warns_a_smart_account_that_refuses() {
    let world = page(false);
    world.but(1, |method, _| match method {
        "wm_connect" => Some(ok(
            json!({"accounts": [{"address": ALICE, "type": "smartAccount"}], "chain": "eip155:1337"}),
        )),
        "personal_sign" => Some(refuse(4001, "no")),
        _ => None,
    });
    choose(&world);
    assert_eq!(world.settled(&sign(&world)), Err(Error::SmartAccountUnsupported));
    assert_eq!(world.toasts(), ["This application might not support Smart Accounts"]);
    assert_eq!(world.tracked("SIWX_AUTH_ERROR")[0]["properties"]["isSmartAccount"], "true");
}

// req: 10.34
#[test]
fn never_stores_a_signature_of_another_account() {
    let answers: [fn(&Value) -> Value; 4] = [
        |params| json!(signature(&BOBS_KEY, params)),
        |_| json!(format!("0x{}", "11".repeat(65))),
        |_| json!("0x"),
        |_| json!({"signature": 1}),
    ];
    for answer in answers {
        let (world, _) = asked(true);
        world.but(1, move |method, params| (method == "personal_sign").then(|| ok(answer(params))));
        assert!(matches!(world.settled(&sign(&world)), Err(Error::SignFailed { .. })));
        assert_eq!(world.chain.siwx.count("addSession"), 0);
        let said = world.slice("signIn")["error"]["message"].clone();
        assert_eq!((said, phase(&world).as_str()), (json!("Failed to sign message"), "ready"));
        assert_eq!(world.toasts(), [""; 0], "the view says it");
        assert_eq!(world.chain.siwx.count("createMessage"), 2, "the next attempt has a message of its own");
        never_told_connected(&world);
    }
}

// req: 10.34
#[test]
fn asks_a_contract_account_to_verify_its_signature() {
    let of_contract = |returned| {
        let world = over(false, contract("0x6000", returned));
        choose(&world);
        signs(&world, || ok(json!(format!("0x{}", "ab".repeat(100)))));
        let signed = world.settled(&sign(&world));
        assert_eq!(signed.is_ok(), world.chain.siwx.count("addSession") == 1);
        signed.is_ok()
    };
    assert!(of_contract(Some(magic())));
    assert!(!of_contract(Some(format!("0xffffffff{}", "0".repeat(56)))));
    assert!(!of_contract(Some("0x1626ba7e".into())), "exactly one word");
    assert!(!of_contract(Some(format!("{}{}", magic(), "0".repeat(64)))));
    assert!(!of_contract(None), "it reverts");
    // the key of the address counts for nothing when the account is a contract
    let world = over(false, contract("0x6000", None));
    choose(&world);
    assert!(world.settled(&sign(&world)).is_err());
    // but it does for one that only lends itself to a contract (EIP-7702)
    let world = over(false, contract("0xef01005fbdb2315678afecb367f032d93f642f64180aa3", None));
    choose(&world);
    assert!(world.settled(&sign(&world)).is_ok());
}

// req: 10.34
#[test]
fn verifies_an_undeployed_account_by_simulating_its_creation() {
    let wrapped = of_an_account_to_be();
    for (returned, stored) in [(Some(magic()), true), (Some("0x".into()), false), (None, false)] {
        let chain = Chain::default();
        // the program begins with the length of the creation
        *chain.contract.borrow_mut() = vec![("0x62000001", returned.map_or(Value::Null, Value::String))];
        let world = over(false, chain);
        choose(&world);
        let wrapped = wrapped.clone();
        world.but(1, move |method, _| (method == "personal_sign").then(|| ok(json!(wrapped))));
        assert_eq!(world.settled(&sign(&world)).is_ok(), stored);
        assert_eq!(world.chain.siwx.count("addSession") == 1, stored);
        let question = world
            .http
            .seen
            .borrow()
            .iter()
            .filter_map(|request| request.body.clone())
            .find(|body| body.text.contains("0x62000001"))
            .unwrap();
        let question: Value = serde_json::from_str(&question.text).unwrap();
        assert_eq!(question["params"][0].get("to"), None, "no contract of anybody is trusted with it");
    }
}

#[test]
fn verifies_a_key_without_a_node_but_not_a_contract() {
    let (world, _) = asked(false);
    world.chain.node_down.set(true);
    let signed = sign(&world);
    world.pass(30_000);
    assert!(world.settled(&signed).is_ok());

    let (world, _) = asked(false);
    world.chain.node_down.set(true);
    signing(&world, BOBS_KEY);
    let signed = sign(&world);
    world.pass(30_000);
    assert!(world.settled(&signed).is_err());
    let details = world.slice("signIn")["error"]["details"].clone();
    assert!(details.as_str().unwrap().starts_with("Couldn't reach"), "not called wrong: {details}");
    assert_eq!(world.chain.siwx.count("addSession"), 0);
}

// req: 4.39
#[test]
fn treats_a_session_that_the_page_didnt_store_as_none() {
    let (world, _) = asked(true);
    world.chain.siwx.but(|method, _| if method == "addSession" { fault("nonce is used") } else { None });
    assert!(world.settled(&sign(&world)).is_err());
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    assert_eq!(world.slice("signIn")["error"]["details"], "nonce is used");
    assert_eq!(world.toasts(), [""; 0], "the view says it");
    assert_eq!(world.host.details("wallet-sign-in"), [] as [Value; 0]);
    never_told_connected(&world);
    // nor what it does not answer to
    world
        .chain
        .siwx
        .but(|method, _| (method == "addSession").then(|| -> Local<_> { Box::pin(std::future::pending()) }));
    let signed = sign(&world);
    world.pass(20_000);
    assert!(world.settled(&signed).is_err());
    assert_eq!(phase(&world), "ready");
}

// req: 8.18
#[test]
fn disconnects_and_shows_connect_when_the_sign_in_cant_start() {
    for method in ["getSessions", "createMessage"] {
        for required in [false, true] {
            let world = page(required);
            world.chain.siwx.but(move |asked, _| if asked == method { fault("down") } else { None });
            let connected = choose(&world);
            assert_eq!(world.toasts(), ["A problem occurred while trying initialize authentication"]);
            assert_eq!((world.view().as_str(), world.is_open()), ("Connect", true));
            assert_eq!(world.status(), "disconnected");
            assert_eq!(world.settled(&connected), Err(Error::SignInNotStarted));
            assert_eq!(world.wallets.count("wm_disconnect"), 1);
            assert_eq!(world.record("connection_status"), Some(json!("disconnected")));
        }
    }
}

#[test]
fn gives_up_a_page_that_never_responds() {
    let world = page(true);
    world.chain.siwx.but(|_, _| Some(Box::pin(std::future::pending())));
    let connected = choose(&world);
    world.pass(11_000);
    assert!(world.settled(&connected).is_err());
    assert_eq!((world.view().as_str(), world.status().as_str()), ("Connect", "disconnected"));
    never_told_connected(&world);
}

#[test]
fn rejects_an_invalid_message() {
    for message in [
        json!(null),
        json!({}),
        json!({"text": ""}),
        json!({"text": "x", "accountAddress": BOB}),
        json!({"text": "x", "chainId": "eip155:1"}),
        json!("x"),
    ] {
        let world = page(true);
        world.chain.siwx.but(move |method, _| {
            let message = message.clone();
            (method == "createMessage").then(|| -> Local<_> { Box::pin(async move { Ok(message) }) })
        });
        choose(&world);
        assert_eq!(world.status(), "disconnected");
        never_told_connected(&world);
    }
}

/// Answers `createMessage` with what the twin makes, changed.
fn host_writes(world: &World, change: impl Fn(&mut Value) + 'static) {
    let plain = wallet_engine::ports::siwx::MemorySiwx::default();
    world.chain.siwx.but(move |method, given| {
        let made = (method == "createMessage").then(|| plain.call("createMessage", given))?;
        let mut message = made.now_or_never()?.ok()?;
        change(&mut message);
        Some(Box::pin(async move { Ok(message) }))
    });
}

// B18
#[test]
fn never_signs_a_message_for_another_domain_or_with_altered_fields() {
    type Change = fn(&mut Value);
    let changes: [(&str, Change); 7] = [
        ("another domain", |m| {
            let text = m["text"].as_str().unwrap().replace("app.example wants", "bank.example wants");
            (m["domain"], m["text"]) = (json!("bank.example"), json!(text));
        }),
        ("another domain in the text", |m| {
            m["text"] = json!(m["text"].as_str().unwrap().replace("app.example wants", "bank.example wants"));
        }),
        ("another domain in the field", |m| m["domain"] = json!("bank.example")),
        ("no sign-in at all", |m| m["text"] = json!("I transfer all I have")),
        ("more than its fields", |m| {
            m["text"] = json!(format!("{}\nI transfer all", m["text"].as_str().unwrap()))
        }),
        ("another nonce", |m| m["nonce"] = json!("othernonce1")),
        ("a time that is none", |m| m["expirationTime"] = json!("never")),
    ];
    for (what, change) in changes {
        for required in [false, true] {
            let world = page(required);
            host_writes(&world, change);
            choose(&world);
            sign(&world);
            assert_eq!(world.wallets.count("personal_sign"), 0, "{what}");
            assert_eq!(
                world.toasts(),
                ["A problem occurred while trying initialize authentication"],
                "{what}"
            );
            assert_eq!(world.status(), "disconnected", "{what}");
        }
    }
    // nor when the host writes it so for the second try
    let (world, _) = asked(false);
    host_writes(&world, |m| m["domain"] = json!("bank.example"));
    signs(&world, || ok(json!("0x")));
    assert!(world.settled(&sign(&world)).is_err());
    signing(&world, ALICES_KEY);
    sign(&world);
    let asked: Vec<Value> = world.chain.siwx.sessions.borrow().clone();
    assert!(asked.iter().all(|session| session["data"]["domain"] == "app.example"), "{asked:?}");
}

#[test]
fn ignores_a_session_with_invalid_or_expired_times() {
    for (name, time, holds) in [
        ("expirationTime", json!("2099-01-01T00:00:00Z"), true),
        ("expirationTime", json!("never"), false),
        ("expirationTime", json!({}), false),
        ("expirationTime", json!(4_102_444_800_000u64), false),
        ("expirationTime", json!("2001-01-01T00:00:00Z"), false),
        ("notBefore", json!("2099-01-01T00:00:00Z"), false),
        ("notBefore", json!(false), false),
    ] {
        let world = page(true);
        let data = json!({"accountAddress": ALICE, "chainId": "eip155:1337", name: time});
        world.chain.siwx.sessions.borrow_mut().push(json!({"data": data}));
        choose(&world);
        assert_eq!(world.status() == "connected", holds, "{name} {time}");
    }
}

#[test]
fn stores_nothing_when_an_optional_sign_in_is_closed() {
    let (world, _) = asked(false);
    let (open, gate) = Gate::new();
    world.but(1, move |method, params| {
        (method == "personal_sign").then(|| gate.hold(ok(json!(signature(&ALICES_KEY, params)))))
    });
    let signed = sign(&world);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert!(!world.is_open());
    assert!(world.settled(&signed).is_err());
    open.send(()).ok();
    world.run();
    assert_eq!(world.chain.siwx.count("addSession"), 0, "a late signature finds nobody");
    assert_eq!((world.toasts().len(), world.status().as_str()), (0, "connected"));
    // and it can be asked for again
    let opened = world.dispatch(json!({"type": "router.open", "view": "SIWXSignMessage"}));
    assert!(world.settled(&opened).is_ok());
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    signing(&world, ALICES_KEY);
    assert!(world.settled(&sign(&world)).is_ok());
}

#[test]
fn asks_the_new_account_when_it_changes_meanwhile() {
    for required in [false, true] {
        let (world, _) = asked(required);
        let (open, gate) = Gate::new();
        world.but(1, move |method, params| {
            (method == "personal_sign").then(|| gate.hold(ok(json!(signature(&ALICES_KEY, params)))))
        });
        let signed = sign(&world);
        world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
        world.run();
        assert_eq!(world.settled(&signed), Err(Error::Aborted));
        open.send(()).ok();
        world.run();
        assert_eq!(world.chain.siwx.count("addSession"), 0, "Alice's signature is not Bob's");
        if required {
            assert_eq!((phase(&world).as_str(), &world.slice("signIn")["address"]), ("ready", &json!(BOB)));
            never_told_connected(&world);
            signing(&world, BOBS_KEY);
            assert!(world.settled(&sign(&world)).is_ok());
            assert_eq!(world.chain.siwx.sessions.borrow()[0]["data"]["accountAddress"], BOB);
            assert_eq!(world.status(), "connected");
        }
    }
}

// req: 4.37
#[test]
fn waits_for_the_session_check_before_it_opens() {
    let known = json!([{"data": {"accountAddress": ALICE, "chainId": "eip155:1337"}}]);
    for (sessions, view, made) in [(known, "Account", 0), (json!([]), "SIWXSignMessage", 1)] {
        let world = page(false);
        let (open, gate) = Gate::new();
        world.chain.siwx.but(move |method, _| {
            let sessions = sessions.clone();
            (method == "getSessions").then(|| gate.hold(Box::pin(async { Ok(sessions) }) as Local<_>))
        });
        choose(&world);
        assert_eq!(phase(&world), "checking");
        let opened = world.dispatch(json!({"type": "router.open", "view": "SIWXSignMessage"}));
        assert!(!opened.is_settled());
        assert_eq!(world.chain.siwx.count("createMessage"), 0, "{view}");
        open.send(()).unwrap();
        world.run();
        assert!(world.settled(&opened).is_ok());
        assert_eq!((world.view().as_str(), world.chain.siwx.count("createMessage")), (view, made));
    }
}

#[test]
fn requires_a_sign_in_of_another_account_of_the_wallet() {
    let (world, _) = asked(true);
    sign(&world);
    assert_eq!(world.status(), "connected");
    let (open, gate) = Gate::new();
    world.chain.siwx.but(move |method, _| {
        (method == "getSessions").then(|| gate.hold(Box::pin(async { Ok(json!([])) }) as Local<_>))
    });
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.run();
    assert_eq!(world.status(), "connecting", "not even while the host is asked");
    open.send(()).unwrap();
    world.run();
    assert_eq!((world.view().as_str(), world.is_open()), ("SIWXSignMessage", true));
    let connected = world.host.details("wallet-connect");
    assert!(connected.iter().all(|told| told["address"] == ALICE));
}

#[test]
fn stops_asking_when_the_wallet_locks() {
    let (world, connected) = asked(true);
    world.wallets.tell(1, &WalletEvent::Accounts(json!([])));
    world.run();
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("Connect", "none"));
    assert_eq!(world.settled(&connected), Err(Error::ConnectionRejected));
    never_told_connected(&world);
}

#[test]
fn replaces_an_expired_message() {
    let world = page(false);
    let now_ms = 1_700_000_000_000;
    let made = Rc::new(Cell::new(0));
    let count = made.clone();
    world.chain.siwx.but(move |method, given| {
        (method == "createMessage").then(|| -> Local<_> {
            count.set(count.get() + 1);
            let message = message_until(given, now_ms + 60_000 * count.get());
            Box::pin(async move { Ok(message) })
        })
    });
    choose(&world);
    world.pass(61_000);
    assert!(world.settled(&sign(&world)).is_ok());
    assert_eq!(made.get(), 2);
    let second = wallet_engine::time::iso(now_ms + 120_000);
    assert_eq!(world.chain.siwx.sessions.borrow()[0]["data"]["expirationTime"], second);
}

// req: 5.31, 8.29
#[test]
fn rejects_a_sign_in_without_configuration_account_or_network() {
    let text = |world: &World| world.settled(&sign(world)).unwrap_err().to_string();
    let world = World::connected();
    assert_eq!(text(&world), "SIWX is not enabled");
    let opened = world.dispatch(json!({"type": "router.open", "view": "SIWXSignMessage"}));
    assert_eq!(world.settled(&opened), Err(Error::SiwxDisabled));

    let world = page(false);
    assert_eq!(text(&world), "No ActiveCaipAddress found");
    let opened = world.dispatch(json!({"type": "router.open", "view": "ConnectingSiwe"}));
    assert_eq!(world.settled(&opened), Err(Error::NoActiveAccount));
    assert_eq!(world.view(), "Connect");

    choose(&world);
    cancel(&world);
    world.wanders(99);
    assert_eq!(text(&world), "No ActiveCaipNetwork or client found");

    // a stored connection whose wallet has not come yet
    let mut options = options();
    options["siwx"] = json!({});
    let (world, _) = asked(false);
    let (storage, chain) = (world.storage.clone(), world.chain.clone());
    let world = World::over(options, storage, chain);
    assert_eq!(text(&world), "No ConnectionController client found");
}

// req: 4.28, 4.40
#[test]
fn hides_the_account_in_the_update_that_changes_it() {
    type Cause = (&'static str, fn(&World));
    let causes: [Cause; 4] = [
        ("account", |world| {
            world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
            world.run();
        }),
        ("network", |world| world.wanders(1338)),
        ("switch", |world| {
            world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
        }),
        ("no network of ours", |world| world.wanders(999)),
    ];
    for (cause, happen) in causes {
        let (world, _) = asked(true);
        assert!(world.settled(&sign(&world)).is_ok());
        assert_eq!(world.status(), "connected");
        let pending = world.chain.siwx.clone();
        pending.but(|method, _| {
            (method == "getSessions").then(|| -> Local<_> { Box::pin(std::future::pending()) })
        });
        let told = world.host.events.borrow().len();
        let seen = Rc::new(Cell::new(0));
        let (count, before) = (seen.clone(), world.wallets.count("personal_sign"));
        world.host.on_event(move |event| {
            let detail = serde_json::to_value(event).unwrap();
            count.set(
                count.get() + usize::from(detail["isConnected"] == true || detail["status"] == "connected"),
            );
        });
        happen(&world);
        assert_eq!(seen.get(), 0, "{cause}: nobody is told connected without a session");
        assert!(world.host.events.borrow().len() > told, "{cause}");
        assert_eq!(world.status(), "connecting", "{cause}");
        let asked = world.request("personal_sign", json!(["0x6869", ALICE]));
        assert_eq!(world.settled(&asked), Err(Error::Unauthorized), "{cause}");
        assert_eq!(world.json(&world.request("eth_accounts", json!([]))), json!([]), "{cause}");
        assert_eq!(world.wallets.count("personal_sign"), before, "{cause}");
    }
}

// req: 4.37
#[test]
fn reports_the_account_that_signed_in() {
    let (world, _) = asked(true);
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.run();
    signing(&world, BOBS_KEY);
    assert!(world.settled(&sign(&world)).is_ok());
    let told = world.host.details("wallet-connect");
    assert_eq!(told.len(), 1);
    assert_eq!(
        (&told[0]["address"], &told[0]["caipAddress"]),
        (&json!(BOB), &json!(format!("eip155:1337:{BOB}")))
    );
}

#[test]
fn keeps_a_signed_in_account_when_the_namespace_changes() {
    const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
    let sun = solana_address(1);
    let chain = Chain::default();
    chain.siwx.settings.set(SiwxSettings { required: true, ..SiwxSettings::default() });
    let mut given = options();
    given["siwx"] = json!({});
    given["networks"].as_array_mut().unwrap().push(
        json!({"id": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "name": "Solana",
        "caipNetworkId": SOLANA, "chainNamespace": "solana", "testnet": true,
        "nativeCurrency": {"name": "Sol", "symbol": "SOL", "decimals": 9},
        "rpcUrls": {"default": {"http": ["http://localhost:9999"]}}}),
    );
    let world = World::over(given, Default::default(), chain);
    signing(&world, ALICES_KEY);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.open("Connect");
    choose(&world);
    assert!(world.settled(&sign(&world)).is_ok());
    world.wallets.answer(2, move |method, params| match method {
        "wm_connect" => ok(json!({"accounts": [{"chain": SOLANA, "address": sun}], "chain": SOLANA})),
        "solana_signMessage" => ok(json!({"signature": solana_signature(1, params)})),
        _ => ok(json!(null)),
    });
    world.engine.announce(Announced {
        kind: WalletKind::default(),
        handle: PageWallet(2),
        id: "sun".into(),
        name: "Sun".into(),
        icon: None,
        picture: None,
        rdns: Some("app.sun".into()),
        namespaces: vec![Namespace::Solana],
    });
    let told = world.host.events.borrow().len();
    let connected = world.dispatch(json!({"type": "connect.start", "connectorId": "app.sun"}));
    // it signs in too, and is held until then
    world.celebrated();
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    assert!(world.settled(&sign(&world)).is_ok());
    assert!(world.settled(&connected).is_ok());
    assert_eq!(world.slice("account")["namespace"], "solana");
    // back, and there once more: by a switch this time
    for (network, family) in [("eip155:1337", "eip155"), (SOLANA, "solana")] {
        let switched = world.dispatch(json!({"type": "networks.switch", "network": network}));
        assert!(world.settled(&switched).is_ok(), "{network}");
        assert_eq!(world.slice("account")["namespace"], family);
    }
    let evm = |world: &World| world.slice("accounts")["list"][0].clone();
    assert_eq!((&evm(&world)["namespace"], &evm(&world)["status"]), (&json!("eip155"), &json!("connected")));
    let since =
        world.host.events.borrow().iter().skip(told).map(|event| format!("{event:?}")).collect::<Vec<_>>();
    let is_evm = |event: &&String| event.contains("wallet-status") && event.contains("eip155");
    assert_eq!(since.iter().filter(is_evm).count(), 0, "{since:?}");
}
