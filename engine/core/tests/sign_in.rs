//! Signing in with the wallet: what the host's object and the wallet are asked, and every way they can answer (4.37-4.42, 8.18,
//! 8.19, 8.29, R20).

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may stop at the first fault"
)]

mod support;
use alloy_primitives::hex;
use k256::ecdsa::SigningKey;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;
use support::*;
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::provider::WalletEvent;
use wallet_engine::ports::siwx::{SiwxFault, SiwxSettings};
use wallet_engine::signing::recover;

const ALICES_KEY: [u8; 32] = hex!("ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80");
const BOBS_KEY: [u8; 32] = hex!("59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");

/// What a wallet with this key answers to `personal_sign`.
fn signature(key: &[u8; 32], params: &Value) -> String {
    let message = hex::decode(params[0].as_str().unwrap()).unwrap();
    let digest = recover::personal_digest(&message);
    let key = SigningKey::from_slice(key).unwrap();
    let (signature, id) = key.sign_prehash_recoverable(digest.as_slice()).unwrap();
    let mut bytes = signature.to_bytes().to_vec();
    bytes.push(27 + id.to_byte());
    hex::encode_prefixed(bytes)
}

/// A page with sign-in and a wallet that signs, at its list.
fn page(required: bool) -> World {
    over(required, Chain::default())
}

fn over(required: bool, chain: Chain) -> World {
    let mut options = options();
    options["siwx"] = json!({});
    chain.siwx.settings.set(SiwxSettings { required, ..SiwxSettings::default() });
    let world = World::over(options, Default::default(), chain);
    signing(&world, ALICES_KEY);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.open("Connect");
    world
}

/// The wallet signs with this key from now on.
fn signing(world: &World, key: [u8; 32]) {
    world.but(1, move |method, params| {
        (method == "personal_sign").then(|| ok(json!(signature(&key, params))))
    });
}

/// The wallet answers so.
fn signs(world: &World, answer: fn() -> Answer) {
    world.but(1, move |method, _| (method == "personal_sign").then(answer));
}

fn choose(world: &World) -> Join {
    world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}))
}

/// Connected, and asked to sign in.
fn asked(required: bool) -> (World, Join) {
    let world = page(required);
    let connected = choose(&world);
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    (world, connected)
}

fn sign(world: &World) -> Join {
    world.dispatch(json!({"type": "signIn.sign"}))
}

fn cancel(world: &World) -> Join {
    world.dispatch(json!({"type": "signIn.cancel"}))
}

fn phase(world: &World) -> String {
    world.slice("signIn")["phase"].as_str().unwrap().to_owned()
}

fn fault(message: &str) -> Option<wallet_engine::ports::Local<Result<Value, SiwxFault>>> {
    let fault = SiwxFault(message.into());
    Some(Box::pin(async move { Err(fault) }))
}

/// Nobody was ever told `connected` without a session (R20).
fn never_told_connected(world: &World) {
    assert_eq!(world.host.details("wallet-connect"), [] as [Value; 0]);
    let statuses = world.host.details("wallet-status");
    assert!(statuses.iter().all(|told| told["status"] != "connected"), "{statuses:?}");
    let accounts = world.json(&world.request("eth_accounts", json!([])));
    assert_eq!(accounts, json!([]));
}

// req: 1.26, 2.13, 3.19, 4.37, 4.38
#[test]
fn after_connecting_the_message_is_shown_signed_verified_and_stored() {
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
fn who_has_a_session_is_not_asked_and_without_sign_in_nobody_is() {
    let world = page(true);
    let session = json!({"data": {"accountAddress": ALICE, "chainId": "eip155:1337"}});
    world.chain.siwx.sessions.borrow_mut().push(session);
    let connected = choose(&world);
    assert!(world.settled(&connected).is_ok());
    assert_eq!((world.is_open(), world.status().as_str()), (false, "connected"));
    assert_eq!(world.chain.siwx.count("createMessage"), 0);
    assert_eq!(world.wallets.count("personal_sign"), 0);
    assert_eq!(world.host.details("wallet-sign-in"), [] as [Value; 0], "nothing new was stored");

    let world = World::connected();
    assert_eq!(world.chain.siwx.asked.borrow().len(), 0);
    assert!(!world.is_open());
}

// req: 4.37
#[test]
fn a_session_of_somebody_else_is_none() {
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
fn a_required_sign_in_holds_the_account_back_until_it_is_there() {
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
fn however_often_it_is_clicked_the_wallet_is_asked_once() {
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

// req: 4.39, 8.19
#[test]
fn a_refused_signature_is_said_and_can_be_asked_again() {
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
fn a_smart_account_that_refuses_is_told_that_the_app_may_not_support_it() {
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
fn a_signature_of_another_account_is_never_stored() {
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
        assert_eq!((world.toasts()[0].as_str(), phase(&world).as_str()), ("Failed to sign message", "ready"));
        assert_eq!(world.chain.siwx.count("createMessage"), 2, "the next attempt has a message of its own");
        never_told_connected(&world);
    }
}

/// The node says of a contract at every address what `isValidSignature` returns.
fn contract(code: &'static str, returned: Option<String>) -> Chain {
    let chain = Chain::default();
    chain.code.set(code);
    let selector = "0x1626ba7e";
    *chain.contract.borrow_mut() = vec![(selector, returned.map_or(Value::Null, Value::String))];
    chain
}

fn magic() -> String {
    format!("0x1626ba7e{}", "0".repeat(56))
}

// req: 10.34
#[test]
fn a_contract_account_is_asked_whether_the_signature_is_its_own() {
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
fn an_account_that_is_yet_to_be_created_is_created_in_the_question() {
    // abi.encode(factory, 0x01, 0x02) and the suffix
    let wrapped = format!(
        "0x{:0>64}{:0>64}{:0>64}{:0>64}{:0<64}{:0>64}{:0<64}{}",
        &BOB[2..],
        "60",
        "a0",
        "1",
        "01",
        "1",
        "02",
        "6492".repeat(16)
    );
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
fn a_key_is_believed_without_a_node_and_a_contract_is_not() {
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
    assert!(details.as_str().unwrap().starts_with("Could not reach"), "not called wrong: {details}");
    assert_eq!(world.chain.siwx.count("addSession"), 0);
}

// req: 4.39
#[test]
fn what_the_host_does_not_store_is_no_session() {
    let (world, _) = asked(true);
    world.chain.siwx.but(|method, _| if method == "addSession" { fault("nonce is used") } else { None });
    assert!(world.settled(&sign(&world)).is_err());
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    assert_eq!(world.slice("signIn")["error"]["details"], "nonce is used");
    assert_eq!(world.toasts(), ["Failed to sign message"]);
    assert_eq!(world.host.details("wallet-sign-in"), [] as [Value; 0]);
    never_told_connected(&world);
    // nor what it does not answer to
    world.chain.siwx.but(|method, _| {
        (method == "addSession")
            .then(|| -> wallet_engine::ports::Local<_> { Box::pin(std::future::pending()) })
    });
    let signed = sign(&world);
    world.pass(20_000);
    assert!(world.settled(&signed).is_err());
    assert_eq!(phase(&world), "ready");
}

// req: 8.18
#[test]
fn when_it_cannot_start_the_wallet_is_let_go_and_connect_is_shown() {
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
fn a_host_that_never_answers_does_not_leave_anybody_waiting() {
    let world = page(true);
    world.chain.siwx.but(|_, _| Some(Box::pin(std::future::pending())));
    let connected = choose(&world);
    world.pass(11_000);
    assert!(world.settled(&connected).is_err());
    assert_eq!((world.view().as_str(), world.status().as_str()), ("Connect", "disconnected"));
    never_told_connected(&world);
}

#[test]
fn nonsense_for_a_message_is_no_message() {
    for message in
        [json!(null), json!({}), json!({"text": ""}), json!({"text": "x", "accountAddress": BOB}), json!("x")]
    {
        let world = page(true);
        world.chain.siwx.but(move |method, _| {
            let message = message.clone();
            (method == "createMessage")
                .then(|| -> wallet_engine::ports::Local<_> { Box::pin(async move { Ok(message) }) })
        });
        choose(&world);
        assert_eq!(world.status(), "disconnected");
        never_told_connected(&world);
    }
}

// req: 4.41
#[test]
fn cancelling_an_optional_sign_in_just_closes() {
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
fn cancelling_a_required_sign_in_disconnects() {
    let (world, connected) = asked(true);
    assert!(world.settled(&cancel(&world)).is_ok());
    assert_eq!((world.is_open(), world.status().as_str()), (false, "disconnected"));
    assert_eq!(world.settled(&connected), Err(Error::ConnectionRejected));
    assert_eq!(world.wallets.count("wm_disconnect"), 1);
    never_told_connected(&world);
}

/// Signed in on the first network; the wallet has gone to the second.
fn elsewhere(required: bool) -> World {
    let (world, _) = asked(required);
    assert!(world.settled(&sign(&world)).is_ok());
    world.wanders(1338);
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    assert!(world.is_open());
    world
}

// req: 4.40
#[test]
fn cancelling_on_another_network_leads_back_to_the_one_with_a_session() {
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
fn without_a_way_back_a_cancelled_sign_in_disconnects() {
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
fn each_network_has_its_own_session() {
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
fn a_required_sign_in_cannot_be_closed_by_the_person() {
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
fn an_optional_sign_in_closed_in_the_middle_stores_nothing() {
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
fn an_account_that_changes_meanwhile_is_asked_for_its_own() {
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

#[test]
fn another_account_of_a_signed_in_wallet_is_not_signed_in() {
    let (world, _) = asked(true);
    sign(&world);
    assert_eq!(world.status(), "connected");
    let (open, gate) = Gate::new();
    world.chain.siwx.but(move |method, _| {
        (method == "getSessions")
            .then(|| gate.hold(Box::pin(async { Ok(json!([])) }) as wallet_engine::ports::Local<_>))
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
fn letting_go_of_the_wallet_ends_the_session_unless_the_host_keeps_it() {
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
fn a_locked_wallet_that_was_being_asked_is_not_asked_any_more() {
    let (world, connected) = asked(true);
    world.wallets.tell(1, &WalletEvent::Accounts(json!([])));
    world.run();
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("Connect", "none"));
    assert_eq!(world.settled(&connected), Err(Error::ConnectionRejected));
    never_told_connected(&world);
}

/// The same page again, with a wallet that signs.
fn reloaded(world: World) -> World {
    let mut options = options();
    options["siwx"] = json!({});
    let (storage, chain) = (world.storage.clone(), world.chain.clone());
    world.engine.destroy();
    let world = World::over(options, storage, chain);
    signing(&world, ALICES_KEY);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world
}

#[test]
fn after_a_reload_the_session_is_found_again() {
    for required in [false, true] {
        let (world, _) = asked(required);
        sign(&world);
        let world = reloaded(world);
        assert_eq!((world.status().as_str(), world.is_open()), ("connected", false));
        assert_eq!((world.wallets.count("personal_sign"), world.chain.siwx.count("createMessage")), (0, 1));
    }
}

#[test]
fn after_a_reload_in_the_middle_only_a_required_sign_in_asks_by_itself() {
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

#[test]
fn on_a_network_that_is_not_configured_the_network_comes_first() {
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

#[test]
fn a_message_whose_time_is_over_is_made_anew() {
    let world = page(false);
    let now_ms = 1_700_000_000_000;
    let made = Rc::new(Cell::new(0));
    let count = made.clone();
    world.chain.siwx.but(move |method, given| {
        (method == "createMessage").then(|| -> wallet_engine::ports::Local<_> {
            count.set(count.get() + 1);
            let mut message = given.clone();
            message["text"] = json!(format!("message {}", count.get()));
            message["expirationTime"] = json!(wallet_engine::time::iso(now_ms + 60_000 * count.get()));
            Box::pin(async move { Ok(message) })
        })
    });
    choose(&world);
    world.pass(61_000);
    assert!(world.settled(&sign(&world)).is_ok());
    assert_eq!(world.chain.siwx.sessions.borrow()[0]["message"], "message 2");
}

// req: 5.31, 8.29
#[test]
fn used_without_configuration_account_or_network_it_says_so() {
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
