//! Signing in with the wallet: what is asked of whom, what counts, who is let in and who leaves (4.37-4.42, R20).

use crate::support::sign_in::*;
use crate::support::*;
use futures_channel::oneshot;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::ports::provider::WalletEvent;
use wallet_engine::ports::siwx::SiwxSettings;

// req: 1.26, 2.13, 3.19, 4.37, 4.38
#[test]
fn shows_signs_verifies_and_stores_the_message_after_connecting() {
    let (world, connected) = asked(false);
    assert!(world.settled(&connected).is_ok(), "an optional sign-in keeps nobody from being connected");
    assert_eq!(world.status(), "connected");
    let slice = world.slice("signIn");
    assert!(slice["message"].as_str().unwrap().contains(ALICE));
    assert_eq!((&slice["app"], &slice["domain"]), (&json!("App"), &json!("app.example")));
    assert_eq!((&slice["address"], &slice["required"]), (&json!(ALICE), &json!(false)));
    let signed = sign(&world);
    assert!(world.settled(&signed).is_ok());
    assert_eq!((world.is_open(), phase(&world).as_str()), (false, "none"));
    let sessions = world.chain.siwx.sessions.borrow().clone();
    assert_eq!(sessions.len(), 1);
    assert_eq!(sessions[0]["message"], slice["message"]);
    assert_eq!(sessions[0]["data"]["accountAddress"], ALICE);
    assert_eq!(sessions[0]["data"]["chainId"], "eip155:1337");
    assert_eq!(sessions[0]["data"].get("text"), None);
    let asked = world.wallets.last("personal_sign").unwrap();
    assert_eq!(sessions[0]["signature"], signature(&ALICES_KEY, &asked));
    assert_eq!(asked[1], ALICE);
    let told = json!({"address": ALICE, "chainId": "eip155:1337", "required": false});
    assert_eq!(world.host.details("wallet-sign-in"), [told]);
    assert_eq!(world.tracked("SIWX_AUTH_SUCCESS").len(), 1);
    assert_eq!(world.tracked("CLICK_SIGN_SIWX_MESSAGE").len(), 1);
    assert_eq!(world.host.details("wallet-close")[0]["reason"], "success");
}

// req: 4.37
#[test]
fn skips_sign_in_when_a_session_exists() {
    let world = page(true);
    let session = json!({"data": {"accountAddress": ALICE, "chainId": "eip155:1337"}});
    world.chain.siwx.sessions.borrow_mut().push(session);
    let connected = choose(&world);
    assert!(world.settled(&connected).is_ok());
    world.celebrated();
    assert_eq!((world.is_open(), world.status().as_str()), (false, "connected"));
    assert_eq!(world.chain.siwx.count("createMessage"), 0);
    assert_eq!(world.wallets.count("personal_sign"), 0);
    assert_eq!(world.host.details("wallet-sign-in"), [] as [Value; 0], "nothing new was stored");

    let world = World::connected();
    assert_eq!(world.chain.siwx.asked.borrow().len(), 0);
    assert!(!world.is_open());
}

/// A page that keeps its sessions itself, with this one in its storage; whether the user is asked.
fn asks_with(session: Value) -> bool {
    let world = page(true);
    world.chain.siwx.settings.set(SiwxSettings {
        required: true,
        is_in_page: true,
        ..SiwxSettings::default()
    });
    world.chain.siwx.sessions.borrow_mut().push(session);
    choose(&world);
    world.pass(2_000);
    world.view() == "SIWXSignMessage"
}

// req: 4.37
#[test]
fn accepts_a_session_kept_in_the_page_only_if_its_account_signed() {
    let world = page(true);
    choose(&world);
    world.dispatch(json!({"type": "signIn.sign"}));
    world.pass(2_000);
    let good = world.chain.siwx.sessions.borrow()[0].clone();
    assert!(!asks_with(good.clone()));
    let but = |change: &dyn Fn(&mut Value)| {
        let mut session = good.clone();
        change(&mut session);
        asks_with(session)
    };
    assert!(but(&|it| it["signature"] = json!("")), "signed by nobody");
    assert!(but(&|it| it["signature"] = json!(format!("0x{}", "11".repeat(65)))));
    assert!(
        but(&|it| it["data"]["expirationTime"] = json!("2099-01-01T00:00:00Z")),
        "longer than was signed"
    );
    assert!(but(&|it| it["message"] = json!("I like this page")), "something else was signed");
    assert!(but(&|it| it["data"]["domain"] = json!("other.example")));
    assert!(asks_with(json!({"data": {"accountAddress": ALICE, "chainId": "eip155:1337"}})));
    assert!(but(&|it| it["cacao"] = json!({})));
}

// req: 4.37
#[test]
fn ignores_a_session_of_another_account_or_network() {
    for data in [
        json!({"accountAddress": BOB, "chainId": "eip155:1337"}),
        json!({"accountAddress": ALICE, "chainId": "eip155:1"}),
    ] {
        let world = page(false);
        world.chain.siwx.but(move |method, _| {
            let found = json!([{ "data": data.clone() }]);
            (method == "getSessions")
                .then(|| -> wallet_engine::ports::Local<_> { Box::pin(async move { Ok(found) }) })
        });
        choose(&world);
        assert_eq!(phase(&world), "ready");
    }
}

#[test]
fn hides_the_account_until_a_required_sign_in() {
    let (world, connected) = asked(true);
    never_told_connected(&world);
    assert_eq!(world.slice("accounts")["list"][0]["isConnected"], false);
    let refused = world.request("personal_sign", json!(["0x6869", ALICE]));
    assert_eq!(world.settled(&refused), Err(Error::Unauthorized));
    assert!(world.settled(&sign(&world)).is_ok());
    assert!(world.settled(&connected).is_ok());
    assert_eq!((world.status().as_str(), world.is_open()), ("connected", false));
    let told = world.host.details("wallet-connect");
    assert_eq!((told.len(), &told[0]["address"]), (1, &json!(ALICE)));
    assert_eq!(world.host.details("wallet-sign-in")[0]["required"], true);
    assert_eq!(world.json(&world.request("eth_accounts", json!([]))), json!([ALICE.to_lowercase()]));
    assert_eq!(world.slice("account")["balance"]["amount"], "10.000", "what an account has is read");
}

#[test]
fn asks_the_wallet_once_for_repeated_clicks() {
    let (world, _) = asked(false);
    let (open, gate) = Gate::new();
    world.but(1, move |method, params| {
        (method == "personal_sign").then(|| gate.hold(ok(json!(signature(&ALICES_KEY, params)))))
    });
    let signs = [sign(&world), sign(&world), sign(&world)];
    assert_eq!((world.wallets.count("personal_sign"), phase(&world).as_str()), (1, "signing"));
    open.send(()).unwrap();
    world.run();
    assert!(signs.iter().all(|join| world.settled(join).is_ok()));
    assert_eq!(world.chain.siwx.sessions.borrow().len(), 1);
}

// req: 4.38, 10.58
#[test]
fn stops_showing_the_wallet_as_pending_after_the_signature() {
    for ends in ["stored", "refused", "closed"] {
        let (world, _) = asked(false);
        let (signs, gate) = Gate::new();
        world.but(1, move |method, params| {
            (method == "personal_sign").then(|| gate.hold(ok(json!(signature(&ALICES_KEY, params)))))
        });
        let (stores, held) = Gate::new();
        world.chain.siwx.but(move |method, _| {
            let answer: Result<Value, _> = match ends {
                "refused" => Err(wallet_engine::ports::siwx::SiwxFault("nonce is used".into())),
                _ => Ok(Value::Null),
            };
            (method == "addSession").then(|| held.hold(Box::pin(async move { answer })))
        });
        let signed = sign(&world);
        world.run();
        assert_eq!(phase(&world), "signing", "{ends}");
        signs.send(()).unwrap();
        world.run();
        assert_eq!(phase(&world), "verifying", "{ends}: the page's server takes its time");
        // pressed again, it asks for nothing
        let again = sign(&world);
        world.run();
        assert_eq!(world.wallets.count("personal_sign"), 1, "{ends}");
        if ends == "closed" {
            world.dispatch(json!({"type": "router.close"}));
        }
        stores.send(()).unwrap();
        world.run();
        assert_eq!(world.settled(&signed).is_ok(), ends != "refused", "{ends}");
        assert!(again.is_settled(), "{ends}");
        assert_eq!(phase(&world), if ends == "refused" { "ready" } else { "none" }, "{ends}");
    }
}

// req: 4.41
#[test]
fn closes_when_an_optional_sign_in_is_cancelled() {
    let (world, _) = asked(false);
    assert!(world.settled(&cancel(&world)).is_ok());
    assert_eq!((world.is_open(), world.status().as_str()), (false, "connected"));
    assert_eq!((phase(&world).as_str(), world.wallets.count("wm_disconnect")), ("none", 0));
    assert_eq!(world.tracked("CLICK_CANCEL_SIWX").len(), 1);
    world.wanders(1338);
    assert!(!world.is_open(), "who has said no is not asked at every step");
}

// req: 4.40
#[test]
fn disconnects_when_a_required_sign_in_is_cancelled() {
    let (world, connected) = asked(true);
    assert!(world.settled(&cancel(&world)).is_ok());
    assert_eq!((world.is_open(), world.status().as_str()), (false, "disconnected"));
    assert_eq!(world.settled(&connected), Err(Error::ConnectionRejected));
    assert_eq!(world.wallets.count("wm_disconnect"), 1);
    never_told_connected(&world);
}

// req: 4.40
#[test]
fn returns_to_the_signed_in_network_on_cancel() {
    let world = elsewhere(true);
    assert_eq!(world.status(), "connecting", "held until it is signed here");
    let cancelled = cancel(&world);
    assert!(world.settled(&cancelled).is_ok());
    assert_eq!(world.wallets.last("wm_switchChain"), Some(json!({"chain": "eip155:1337"})));
    assert_eq!(world.slice("networks")["active"]["caipNetworkId"], "eip155:1337");
    assert_eq!((world.is_open(), world.status().as_str()), (false, "connected"));
    assert_eq!(world.chain.siwx.sessions.borrow().len(), 1, "nobody was signed out");
}

// req: 4.40
#[test]
fn disconnects_on_cancel_if_no_signed_in_network_is_left() {
    let world = elsewhere(true);
    world.but(1, |method, _| (method == "wm_switchChain").then(|| refuse(4001, "no")));
    cancel(&world);
    assert_eq!(world.status(), "disconnected");

    let world = elsewhere(true);
    world.chain.siwx.sessions.borrow_mut().clear(); // it has run out meanwhile
    cancel(&world);
    assert_eq!((world.status().as_str(), world.wallets.count("wm_switchChain")), ("disconnected", 0));
}

#[test]
fn keeps_a_separate_session_for_each_network() {
    let world = elsewhere(false);
    assert_eq!(world.status(), "connected");
    assert!(world.settled(&sign(&world)).is_ok());
    let chains: Vec<Value> =
        world.chain.siwx.sessions.borrow().iter().map(|session| session["data"]["chainId"].clone()).collect();
    assert_eq!(chains, ["eip155:1337", "eip155:1338"]);
    world.wanders(1337);
    assert!(!world.is_open(), "the first one still holds");
}

// req: 4.42
#[test]
fn blocks_closing_during_a_required_sign_in() {
    let (world, _) = asked(true);
    for command in [json!({"type": "router.close", "reason": "user"}), json!({"type": "router.back"})] {
        let before = world.slice("router")["refusals"].as_u64().unwrap();
        world.dispatch(command);
        assert!(world.is_open());
        assert_eq!(world.slice("router")["refusals"].as_u64().unwrap(), before + 1);
    }
    assert_eq!(world.slice("router")["left"], "none");
    // the host may; whoever opens the modal again is asked again
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    assert!(!world.is_open());
    world.dispatch(json!({"type": "router.open"}));
    assert_eq!(world.view(), "SIWXSignMessage");
    never_told_connected(&world);
    // with a session it closes like everything else
    assert!(world.settled(&sign(&world)).is_ok());
    world.open("Account");
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert!(!world.is_open());
}

#[test]
fn ends_the_session_on_disconnect_unless_the_page_keeps_it() {
    for keeps in [false, true] {
        let (world, _) = asked(false);
        sign(&world);
        let settings = SiwxSettings { sign_out_on_disconnect: !keeps, ..SiwxSettings::default() };
        world.chain.siwx.settings.set(settings);
        world.dispatch(json!({"type": "accounts.disconnect"}));
        world.run();
        assert_eq!(world.chain.siwx.sessions.borrow().len(), usize::from(keeps));
        assert_eq!(world.host.details("wallet-sign-out").len(), usize::from(!keeps));
        world.open("Connect");
        choose(&world);
        assert_eq!(phase(&world) == "ready", !keeps, "asked again when there is nothing left");
    }
}

#[test]
fn finds_the_session_after_a_reload() {
    for required in [false, true] {
        let (world, _) = asked(required);
        sign(&world);
        let world = reloaded(world);
        assert_eq!((world.status().as_str(), world.is_open()), ("connected", false));
        assert_eq!((world.wallets.count("personal_sign"), world.chain.siwx.count("createMessage")), (0, 1));
    }
}

#[test]
fn asks_after_a_reload_only_for_a_required_sign_in() {
    let (world, _) = asked(true);
    let world = reloaded(world);
    assert_eq!((world.view().as_str(), world.is_open()), ("SIWXSignMessage", true));
    never_told_connected(&world);
    assert!(world.settled(&sign(&world)).is_ok());
    assert_eq!(world.status(), "connected");
    assert_eq!(world.host.details("wallet-connect")[0]["reconnect"], true);

    let (world, _) = asked(false);
    let world = reloaded(world);
    assert_eq!((world.status().as_str(), world.is_open()), ("connected", false));
}

// req: 4.40
#[test]
fn disconnects_on_reload_and_asks_after_a_click_if_prompts_are_off() {
    let quiet = || SiwxSettings { required: true, prompt_after_reload: false, ..SiwxSettings::default() };
    let (world, _) = asked(true);
    world.chain.siwx.settings.set(quiet());
    let world = reloaded(world);
    assert_eq!((world.status().as_str(), world.is_open()), ("disconnected", false));
    never_told_connected(&world);
    let left = world.host.details("wallet-disconnect");
    assert_eq!(left.iter().map(|one| one["reason"].as_str().unwrap()).collect::<Vec<_>>(), ["sign-in"]);
    assert_eq!(
        (world.wallets.count("personal_sign"), world.wallets.count("wallet_revokePermissions")),
        (0, 0)
    );
    world.open("Connect");
    choose(&world);
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    assert!(world.settled(&sign(&world)).is_ok());
    assert_eq!(world.status(), "connected");
    // whoever has signed in is there again
    let world = reloaded(world);
    assert_eq!((world.status().as_str(), world.is_open()), ("connected", false));
    // a session that is lost by moving is asked for as ever
    world.dispatch(json!({"type": "networks.choose", "network": "eip155:1338"}));
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
}

// req: 4.40
#[test]
fn asks_a_user_who_connects_or_switches_although_prompts_are_off() {
    let waits = |world: &World| {
        let settings = SiwxSettings { required: true, prompt_after_reload: false, ..SiwxSettings::default() };
        world.chain.siwx.settings.set(settings);
    };
    let is_asked = |world: &World| {
        assert_eq!((world.view().as_str(), phase(world).as_str()), ("SIWXSignMessage", "ready"));
        assert!(world.host.details("wallet-disconnect").is_empty());
    };
    // another network and another account while the question is open, and no one has ever signed
    let (world, _) = asked(true);
    waits(&world);
    world.wallets.tell(1, &WalletEvent::Chain(json!("0x53a")));
    world.pass(2_000);
    is_asked(&world);
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.pass(2_000);
    is_asked(&world);

    // a reload lets go; the wallet is gone back to as a recent one
    let world = reloaded(world);
    assert_eq!(world.status(), "disconnected");
    world.host.events.borrow_mut().clear();
    let connection = json!({"namespace": "eip155", "connectorId": "dev.demo", "status": "disconnected"});
    world.open("Connect");
    world.dispatch(json!({"type": "connections.switch", "connection": connection}));
    world.pass(2_000);
    is_asked(&world);
}

#[test]
fn requires_a_configured_network_before_the_sign_in() {
    let world = page(true);
    world.chain.stands.set(99);
    choose(&world);
    assert_eq!(world.view(), "UnsupportedChain");
    never_told_connected(&world);
    world.dispatch(json!({"type": "networks.choose", "network": "eip155:1338"}));
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    assert!(world.settled(&sign(&world)).is_ok());
    assert_eq!(world.chain.siwx.sessions.borrow()[0]["data"]["chainId"], "eip155:1338");
}

/// What the view that waits for the wallet says: its phase, and whether it is "connected".
fn said(world: &World) -> (String, String, bool) {
    let phase = world.slice("connect")["phase"].as_str().unwrap().to_owned();
    (world.view(), phase, world.slice("router")["done"] == true)
}

/// The host says after a while which sessions it has.
fn slow_host(world: &World, sessions: Value) -> oneshot::Sender<()> {
    let (open, gate) = Gate::new();
    world.chain.siwx.but(move |method, _| {
        let answer = sessions.clone();
        (method == "getSessions").then(|| gate.hold(Box::pin(async move { Ok(answer) })))
    });
    open
}

// req: 4.37, 4.42
#[test]
fn never_shows_connected_before_a_required_sign_in() {
    let world = page(true);
    let open = slow_host(&world, json!([]));
    let connected = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    assert_eq!(said(&world), ("ConnectingExternal".into(), "approved".into(), false));
    world.pass(1_000);
    assert_eq!(said(&world), ("ConnectingExternal".into(), "approved".into(), false));
    open.send(()).unwrap();
    world.run();
    assert_eq!(said(&world), ("SIWXSignMessage".into(), "approved".into(), false), "without a moment more");
    assert!(world.settled(&sign(&world)).is_ok());
    assert!(world.settled(&connected).is_ok());
    assert_eq!((world.is_open(), said(&world).1.as_str()), (false, "idle"));
}

// req: 4.37
#[test]
fn shows_connected_once_the_page_confirms_the_session() {
    let world = page(true);
    let open = slow_host(&world, json!([{"data": {"accountAddress": ALICE, "chainId": "eip155:1337"}}]));
    let connected = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    assert_eq!(said(&world), ("ConnectingExternal".into(), "approved".into(), false));
    open.send(()).unwrap();
    world.run();
    assert_eq!(said(&world), ("ConnectingExternal".into(), "idle".into(), true));
    assert!(world.settled(&connected).is_ok());
    world.celebrated();
    assert_eq!((world.is_open(), world.status().as_str()), (false, "connected"));
}

// req: 8.18
#[test]
fn shows_no_approval_when_the_sign_in_cant_start() {
    let world = page(true);
    world.chain.siwx.but(|method, _| (method == "getSessions").then(|| fault("down")).flatten());
    choose(&world);
    world.pass(2_000);
    assert_eq!(said(&world), ("Connect".into(), "idle".into(), false));
    never_told_connected(&world);
}

#[test]
fn skips_only_an_optional_sign_in_after_a_close() {
    let world = page(false);
    world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    assert_eq!(world.slice("router")["done"], true);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.pass(5_000);
    assert_eq!((world.is_open(), phase(&world).as_str()), (false, "ready"));
    world.open("SIWXSignMessage");
    assert_eq!(world.view(), "SIWXSignMessage", "it can be answered later");

    let world = page(true);
    let open = slow_host(&world, json!([]));
    world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    open.send(()).unwrap();
    world.pass(5_000);
    assert_eq!((world.view().as_str(), world.is_open()), ("SIWXSignMessage", true), "one that must be does");
}

/// The host says which sessions it has once it is let go.
fn held_host(world: &World, sessions: Value) -> HeldResponses {
    let held = HeldResponses::default();
    let all = held.clone();
    world.chain.siwx.but(move |method, _| {
        let answer = sessions.clone();
        (method == "getSessions").then(|| all.hold(Box::pin(async move { Ok(answer) })))
    });
    held
}

// req: 4.37
#[test]
fn signs_out_a_user_who_leaves_before_the_session_check() {
    for back in [false, true] {
        let world = page(false);
        let host = held_host(&world, json!([{"data": {"accountAddress": ALICE, "chainId": "eip155:1337"}}]));
        choose(&world);
        assert_eq!(phase(&world), "checking");
        let left = world.dispatch(json!({"type": "accounts.disconnect"}));
        world.pass(2_000);
        assert!(world.settled(&left).is_ok());
        assert_eq!(world.chain.siwx.count("revokeSession"), 0);
        if back {
            world.open("Connect");
            choose(&world);
        }
        host.let_go();
        world.pass(2_000);
        host.let_go(); // the check of the new connection follows the sign-out
        world.pass(2_000);
        let told = world.host.details("wallet-sign-out").len();
        let expected = if back { (0, 0) } else { (1, 1) };
        assert_eq!((world.chain.siwx.count("revokeSession"), told), expected, "back: {back}");
        world.dispatch(json!({"type": "accounts.disconnect"}));
        world.pass(2_000);
        assert_eq!(world.chain.siwx.count("revokeSession"), 1, "once");
    }
}

// req: 4.37
#[test]
fn signs_out_nobody_without_a_session_after_an_early_leave() {
    let world = page(false);
    let host = held_host(&world, json!([]));
    choose(&world);
    world.dispatch(json!({"type": "accounts.disconnect"}));
    host.let_go();
    world.pass(2_000);
    assert_eq!(world.chain.siwx.count("revokeSession"), 0);
    assert_eq!(world.host.details("wallet-sign-out"), [] as [Value; 0]);
}

/// Whether the disk has anything of a sign-out that is not over, and what the next page sees of the status first.
fn left(world: &World) -> (bool, String) {
    let records = world.storage.records.borrow();
    (records.contains_key("sign_outs"), records.get("connection_status").cloned().unwrap_or_default())
}

// req: 4.37
#[test]
fn signs_out_at_the_next_start_after_an_early_unload() {
    let session = json!([{"data": {"accountAddress": ALICE, "chainId": "eip155:1337"}}]);
    for is_known in [false, true] {
        let world = page(false);
        let all = session.clone();
        let host = held_host(&world, session.clone());
        choose(&world);
        if is_known {
            host.let_go();
            world.pass(2_000);
        }
        let held = HeldResponses::default();
        let revoked = held.clone();
        world.chain.siwx.but(move |method, _| match method {
            "revokeSession" => Some(revoked.hold(Box::pin(async { Ok(Value::Null) }))),
            "getSessions" if !is_known => Some(revoked.hold(Box::pin(async { Ok(json!([])) }))),
            _ => None,
        });
        world.dispatch(json!({"type": "accounts.disconnect"}));
        world.pass(2_000);
        let (is_kept, status) = left(&world);
        assert!(is_kept && status.contains("away"), "the next page starts by itself: {status}");
        assert_eq!(world.host.details("wallet-sign-out"), [] as [Value; 0]);

        // the host that the next page has answers
        world.chain.siwx.but(move |method, _| {
            let answer = if method == "getSessions" { all.clone() } else { Value::Null };
            Some(Box::pin(async move { Ok(answer) }))
        });
        let before = world.chain.siwx.count("revokeSession");
        let world = reloaded(world);
        world.pass(2_000);
        assert_eq!(world.chain.siwx.count("revokeSession") - before, 1, "known: {is_known}");
        assert_eq!(world.host.details("wallet-sign-out").len(), 1);
        let (is_kept, status) = left(&world);
        assert!(!is_kept && status.contains("disconnected"), "{status}");
        let world = reloaded(world);
        world.pass(2_000);
        assert_eq!(world.chain.siwx.count("revokeSession") - before, 1, "once");
    }
}

// req: 4.37, 10.23
#[test]
fn reports_a_failed_sign_out_and_retries_at_the_next_start() {
    for silent in [false, true] {
        let world = page(false);
        choose(&world);
        assert!(world.settled(&sign(&world)).is_ok());
        let held = HeldResponses::default();
        world.chain.siwx.but(move |method, _| match method {
            "revokeSession" if silent => Some(held.hold(Box::pin(async { Ok(Value::Null) }))),
            "revokeSession" => fault("offline"),
            _ => None,
        });
        world.dispatch(json!({"type": "accounts.disconnect"}));
        world.pass(60_000);
        assert_eq!(world.chain.siwx.count("revokeSession"), 1, "silent: {silent}");
        assert_eq!(world.host.details("wallet-error").len(), 1);
        assert_eq!(world.host.details("wallet-sign-out"), [] as [Value; 0]);
        let (is_kept, status) = left(&world);
        assert!(is_kept && status.contains("disconnected"), "{status}");
        world.chain.siwx.but(|_, _| None);
        let world = reloaded(world);
        world.pass(2_000);
        assert_eq!(world.chain.siwx.count("revokeSession"), 2);
        assert_eq!(world.host.details("wallet-sign-out").len(), 1);
        assert!(!left(&world).0);
    }
}

// req: 4.37, 10.23
#[test]
fn asks_no_page_that_keeps_sessions_to_sign_out() {
    let world = page(false);
    world.chain.siwx.settings.set(SiwxSettings { sign_out_on_disconnect: false, ..SiwxSettings::default() });
    choose(&world);
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.pass(2_000);
    let (is_kept, status) = left(&world);
    assert!(!is_kept && status.contains("disconnected"), "a host that keeps sessions: {status}");
    let account = json!(format!("eip155:1337:{ALICE}"));
    let cases = [
        (json!("x,,y:z"), true, true),
        (json!([7, "nonsense", {"a": []}]), true, true),
        (json!({"a": 1}), true, true),
        // the page does without sign-in by now, or does not sign out
        (account.clone(), false, true),
        (account, true, false),
    ];
    let asked = world.chain.siwx.asked.borrow().len();
    for (stored, signs_in, sign_out_on_disconnect) in cases {
        world.chain.siwx.settings.set(SiwxSettings { sign_out_on_disconnect, ..SiwxSettings::default() });
        for (name, value) in [("sign_outs", &stored), ("connection_status", &json!("away"))] {
            let record = json!({"v": 1, "seq": 900, "value": value}).to_string();
            world.storage.records.borrow_mut().insert(name.into(), record);
        }
        let mut options = options();
        if signs_in {
            options["siwx"] = json!({});
        }
        let again = World::over(options, world.storage.clone(), world.chain.clone());
        again.pass(2_000);
        if stored.as_str().is_some_and(|stored| stored.contains(ALICE)) {
            let (is_kept, status) = left(&again);
            assert!(!is_kept && status.contains("disconnected"), "{stored}: {status}");
        }
        again.engine.destroy();
    }
    assert_eq!(world.chain.siwx.asked.borrow().len(), asked, "nobody is asked");
}

// req: 4.37
#[test]
fn caps_the_session_checks_for_a_wallet_of_many_accounts() {
    let world = page(false);
    let host = held_host(&world, json!([]));
    choose(&world);
    let before = world.chain.siwx.count("getSessions");
    for number in 0..40 {
        world.wallets.tell(1, &WalletEvent::Accounts(json!([format!("0x{number:040x}")])));
        world.pass(100);
    }
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.run();
    assert_eq!(world.chain.siwx.count("getSessions") - before, 16);
    host.let_go();
    world.pass(2_000);
    assert_eq!(world.chain.siwx.count("revokeSession"), 0);
}
