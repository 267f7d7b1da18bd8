//! Connecting and signing in with one tap over WalletConnect: the host's message goes with the proposal, the wallet answers with
//! a session and signatures. What is asked, what is believed, and what happens when a wallet cannot or will not.

use crate::paired::Paired;
use crate::paired::wallet::{ADDRESS, Wallet};
use crate::support;
use crate::support::sign_in::{
    ALICES_KEY, BOBS_KEY, contract, fault, magic, never_told_connected, phase, signature,
};
use crate::support::{BOB, Chain, Gate, World, network, status};
use alloy_primitives::hex;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::Local;
use wallet_engine::ports::siwx::SiwxSettings;
use walletconnect::{cacao, crypto, envelope};

/// The ways in which a wallet may answer at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// It knows `wc_sessionAuthenticate`.
    OneClick,
    /// It settles the proposed session, with its signatures next to it.
    Settled,
}

const WAYS: [Way; 2] = [Way::OneClick, Way::Settled];

/// A page with sign-in.
fn page(required: bool) -> Paired {
    over(required, Chain::default(), support::options())
}

fn over(required: bool, chain: Chain, mut options: Value) -> Paired {
    options["siwx"] = json!({});
    chain.siwx.settings.set(SiwxSettings { required, ..SiwxSettings::default() });
    Paired::over(World::over(options, Default::default(), chain))
}

/// The same browser after a reload.
fn reload(it: Paired) -> Paired {
    let Paired { world, mut relay, .. } = it;
    relay.hang_up();
    let mut options = support::options();
    options["siwx"] = json!({});
    let (storage, chain) = (world.storage.clone(), world.chain.clone());
    world.engine.destroy();
    let mut it = Paired::over(World::over(options, storage, chain));
    it.relay = relay;
    it.pump();
    it
}

/// The host's message is made so.
fn host_writes(it: &Paired, write: impl Fn(&mut Value) + 'static) {
    let host = it.world.chain.siwx.clone();
    let plain = host.clone();
    host.but(move |method, given| {
        (method == "createMessage").then(|| -> Local<_> {
            // the twin's own answer, then changed
            let count = plain.count("createMessage");
            let mut message = json!({"accountAddress": given["accountAddress"], "chainId": given["chainId"],
                "domain": "app.example", "uri": "https://app.example", "version": "1", "nonce": format!("nonce{count:08}"),
                "text": format!("app.example wants you to sign in with your Ethereum account:\n{}\n\n\n\
                    URI: https://app.example\nVersion: 1\nChain ID: {}\nNonce: nonce{count:08}",
                    given["accountAddress"].as_str().unwrap(),
                    given["chainId"].as_str().unwrap().replace("eip155:", ""))});
            write(&mut message);
            Box::pin(async move { Ok(message) })
        })
    });
}

/// The request for a session and a signature in one click.
fn one_click(it: &Paired, wallet: &Wallet) -> Option<Value> {
    let mails = it.relay.sent_by_dapp(&wallet.uri.topic);
    let mail = mails.iter().find(|mail| mail.tag == 1116)?;
    serde_json::from_str(&envelope::decode(&mail.message, &wallet.uri.sym_key).unwrap()).unwrap()
}

/// What the wallet is asked to sign.
fn wish(it: &Paired, wallet: &mut Wallet, way: Way) -> Value {
    let proposal = wallet.read_proposal(&it.relay);
    match way {
        Way::Settled => proposal["params"]["requests"]["authentication"][0].clone(),
        Way::OneClick => one_click(it, wallet).unwrap()["params"]["authPayload"].clone(),
    }
}

/// What a wallet signs of a wish, for an account.
fn payload(wish: &Value, account: &str) -> Value {
    let mut payload = wish.clone();
    let fields = payload.as_object_mut().unwrap();
    fields.remove("chains");
    fields.remove("type");
    fields.insert("iss".into(), json!(format!("did:pkh:{account}")));
    payload
}

/// The text of a payload (EIP-4361), written here once more so that both sides must agree.
fn text(payload: &Value) -> String {
    let field = |name: &str| payload[name].as_str().unwrap_or_default();
    let account = field("iss").strip_prefix("did:pkh:eip155:").unwrap();
    let (chain, address) = account.split_once(':').unwrap();
    let resources: Vec<String> = serde_json::from_value(payload["resources"].clone()).unwrap_or_default();
    let statement = cacao::statement(field("statement"), &resources);
    let mut text =
        format!("{} wants you to sign in with your Ethereum account:\n{address}\n\n", field("domain"));
    if !statement.is_empty() {
        text += &format!("{statement}\n");
    }
    text += &format!("\nURI: {}\nVersion: 1\nChain ID: {chain}", field("aud"));
    for (name, of) in [
        ("Nonce", "nonce"),
        ("Issued At", "iat"),
        ("Expiration Time", "exp"),
        ("Not Before", "nbf"),
        ("Request ID", "requestId"),
    ] {
        if payload.get(of).is_some() {
            text += &format!("\n{name}: {}", field(of));
        }
    }
    if !resources.is_empty() {
        text += "\nResources:";
        resources.iter().for_each(|resource| text += &format!("\n- {resource}"));
    }
    text
}

/// A payload, signed with a key.
fn signed(payload: &Value, key: &[u8; 32]) -> Value {
    let signature = signature(key, &json!([hex::encode_prefixed(text(payload))]));
    json!({"h": {"t": "caip122"}, "p": payload, "s": {"t": "eip191", "s": signature}})
}

/// Alice's own signature, on a chain.
fn by_alice(wish: &Value, chain: u64) -> Value {
    signed(&payload(wish, &format!("eip155:{chain}:{ADDRESS}")), &ALICES_KEY)
}

/// The wallet's one answer; the id of its settle, if it made one.
fn answer(it: &mut Paired, wallet: &mut Wallet, way: Way, cacaos: &[Value]) -> Option<u64> {
    let settle = match way {
        Way::OneClick => {
            let request = one_click(it, wallet).unwrap();
            let responder = json!({"publicKey": crypto::hex(&wallet.pair.public), "metadata": {"name": "One tap", "icons": []}});
            let result = json!({"cacaos": cacaos, "responder": responder});
            to_key(it, wallet, &json!({"id": request["id"], "jsonrpc": "2.0", "result": result}));
            None
        }
        Way::Settled => {
            wallet.say_yes(&mut it.relay);
            it.pump();
            let mut params = wallet.settle_params(&it.relay, Paired::grants(&[1337, 1338]));
            params["proposalRequestsResponses"] = json!({ "authentication": cacaos });
            Some(wallet.settle_with(&mut it.relay, params))
        }
    };
    it.pump();
    it.celebrated();
    settle
}

/// Publishes on the topic of the page's key, sealed by the wallet's.
fn to_key(it: &mut Paired, wallet: &mut Wallet, message: &Value) {
    wallet.read_proposal(&it.relay);
    let (_, page) = wallet.proposal.unwrap();
    let sealed = envelope::encode1(&wallet.pair, &page, [7; 12], &message.to_string()).unwrap();
    it.relay.publish(&crypto::topic_of(&page), &sealed, 1117);
}

/// Connected and signed in with one tap.
pub(super) fn tapped(mut it: Paired, way: Way) -> (Paired, Wallet) {
    let attempt = it.choose();
    let mut wallet = it.scan();
    let wish = wish(&it, &mut wallet, way);
    answer(&mut it, &mut wallet, way, &[by_alice(&wish, 1337)]);
    it.world.settled(&attempt).expect("connects");
    (it, wallet)
}

/// Connected over this session, signed in nowhere: the user is asked.
pub(super) fn is_asked(it: &mut Paired) {
    it.celebrated();
    assert_eq!((it.world.view().as_str(), phase(&it.world).as_str()), ("SIWXSignMessage", "ready"));
    assert!(it.world.is_open());
    assert_eq!(it.world.host.details("wallet-sign-in"), [] as [Value; 0]);
}

/// What is signed afterwards goes to the wallet over the session.
pub(super) fn sign_over_session(it: &mut Paired, wallet: &mut Wallet) -> Join {
    let join = it.world.dispatch(json!({"type": "signIn.sign"}));
    it.pump();
    let seen = wallet.inbox(&it.relay).pop().expect("the wallet is asked");
    let request = &seen["params"]["request"];
    assert_eq!((&request["method"], &request["params"][1]), (&json!("personal_sign"), &json!(ADDRESS)));
    let signature = signature(&ALICES_KEY, &request["params"]);
    wallet.answer(&mut it.relay, seen["id"].as_u64().unwrap(), json!(signature));
    it.pump();
    join
}

/// What the wallet got.
fn seen(it: &Paired, wallet: &mut Wallet) -> Vec<Value> {
    wallet.inbox(&it.relay)
}

/// How often the host was asked for each.
pub(super) fn host_asked(it: &Paired) -> [usize; 3] {
    ["createMessage", "setSessions", "addSession"].map(|method| it.world.chain.siwx.count(method))
}

/// No one came in and nothing is left of it, also after a reload.
fn nobody(it: Paired) {
    never_told_connected(&it.world);
    assert_eq!(it.world.status(), "disconnected");
    assert_eq!((it.world.chain.siwx.count("setSessions"), it.world.chain.siwx.count("addSession")), (0, 0));
    assert_eq!(it.world.host.details("wallet-sign-in"), [] as [Value; 0]);
    let it = reload(it);
    assert_eq!((it.world.status().as_str(), it.world.is_open()), ("disconnected", false));
}

// req: 10.35
#[test]
fn sends_the_pages_message_with_the_proposal() {
    let recap = cacao::recap(&["eth_subscribe".into()], &["eip155:1337".into()]);
    let mut options = support::options();
    options["defaultNetwork"] = network(1338, "Second Chain");
    let mut it = over(false, Chain::default(), options);
    let own = recap.clone();
    host_writes(&it, move |message| {
        message["nonce"] = json!("8f0e7d6c5b4a3928");
        message["uri"] = json!("https://app.example/login?next=1");
        message["statement"] = json!("I take part.");
        message["issuedAt"] = json!("2023-11-14T22:00:00.000Z");
        message["expirationTime"] = json!("2023-11-14T23:00:00.000Z");
        message["notBefore"] = json!("2023-11-14T21:00:00.000Z");
        message["requestId"] = json!("request 7");
        message["resources"] = json!(["https://app.example/terms", own]);
    });
    it.choose();
    let mut wallet = it.scan();
    let mut wanted = json!({"type": "caip122", "version": "1", "domain": "app.example", "aud": "https://app.example/login?next=1",
        "nonce": "8f0e7d6c5b4a3928", "statement": "I take part.", "iat": "2023-11-14T22:00:00.000Z",
        "exp": "2023-11-14T23:00:00.000Z", "nbf": "2023-11-14T21:00:00.000Z", "requestId": "request 7",
        "chains": ["eip155:1338", "eip155:1337"], "resources": ["https://app.example/terms", recap]});
    assert_eq!(wish(&it, &mut wallet, Way::Settled), wanted, "the page's chain is the first");
    // in one click the permissions of the session stand in the message too, together with the host's own
    let mut asked = wish(&it, &mut wallet, Way::OneClick);
    let resources: Vec<String> = serde_json::from_value(asked["resources"].take()).unwrap();
    wanted["resources"].take();
    assert_eq!(asked, wanted);
    assert_eq!((resources.len(), resources[0].as_str()), (2, "https://app.example/terms"));
    let permissions = cacao::granted(&resources);
    let proposal = wallet.read_proposal(&it.relay);
    let proposed = &proposal["params"]["optionalNamespaces"]["eip155"];
    let mut methods: Vec<String> = serde_json::from_value(proposed["methods"].clone()).unwrap();
    methods.push("eth_subscribe".into());
    let same = |list: &[String]| {
        let mut list = list.to_vec();
        list.sort();
        list
    };
    assert_eq!(same(&permissions.methods), same(&methods));
    assert_eq!(same(&permissions.chains), ["eip155:1337", "eip155:1338"]);
    // who will sign is not known yet; the host is asked once
    let asked = it.world.chain.siwx.asked.borrow().clone();
    assert_eq!(asked, [("createMessage", json!({"accountAddress": "", "chainId": "eip155:1338"}))]);
    assert!(it.pairing()["uri"].as_str().unwrap().contains("methods=wc_sessionAuthenticate"));
}

// req: 10.35, 3.19
#[test]
fn connects_and_signs_in_with_one_tap() {
    for (way, required) in [(WAYS[0], false), (WAYS[0], true), (WAYS[1], false), (WAYS[1], true)] {
        let mut it = page(required);
        let attempt = it.choose();
        let mut wallet = it.scan();
        let cacao = by_alice(&wish(&it, &mut wallet, way), 1337);
        let settle = answer(&mut it, &mut wallet, way, std::slice::from_ref(&cacao));
        it.world.settled(&attempt).unwrap();
        let world = &it.world;
        let account = world.slice("account");
        assert_eq!((&account["address"], world.status().as_str()), (&json!(ADDRESS), "connected"));
        assert_eq!((world.is_open(), phase(world).as_str()), (false, "none"), "{way:?}");
        assert_eq!(world.host.details("wallet-close")[0]["reason"], "success");
        // one message, stored once, with all that a server needs to verify it again
        assert_eq!(host_asked(&it), [1, 1, 0]);
        let session = world.chain.siwx.sessions.borrow()[0].clone();
        let payload = &cacao["p"];
        assert_eq!((&session["message"], &session["signature"]), (&json!(text(payload)), &cacao["s"]["s"]));
        assert_eq!(session["cacao"], cacao);
        let mut data = json!({"accountAddress": ADDRESS, "chainId": "eip155:1337", "domain": "app.example",
            "uri": "https://app.example", "version": "1", "nonce": "nonce00000001", "issuedAt": "2023-11-14T22:13:20.000Z"});
        if way == Way::OneClick {
            data["resources"] = payload["resources"].clone();
        }
        assert_eq!(session["data"], data);
        // the wallet was asked for nothing else
        let told = seen(&it, &mut wallet);
        match settle {
            Some(id) => assert_eq!(told, [json!({"id": id, "jsonrpc": "2.0", "result": true})]),
            None => assert_eq!(told, [] as [Value; 0]),
        }
        let wanted = ["wallet-connect", "wallet-sign-in", "wallet-close"];
        let mut names = world.host.names();
        names.retain(|name| wanted.contains(name));
        assert_eq!(names, wanted);
        let told = json!({"address": ADDRESS, "chainId": "eip155:1337", "required": required});
        assert_eq!(world.host.details("wallet-sign-in"), [told]);
        assert_eq!(world.tracked("SIWX_AUTH_SUCCESS").len(), 1);
        assert_eq!(world.tracked("CLICK_SIGN_SIWX_MESSAGE").len(), 0, "nobody was asked a second time");
        let views = world.host.details("wallet-view-change");
        assert!(views.iter().all(|change| change["view"] != "SIWXSignMessage"), "{views:?}");
    }
}

// req: 10.35, 4.37, 4.38
#[test]
fn asks_for_a_signature_after_a_wallet_only_connected() {
    for required in [false, true] {
        let mut it = page(required);
        let attempt = it.choose();
        let mut wallet = it.scan();
        wallet.say_yes(&mut it.relay);
        it.pump();
        wallet.settle(&mut it.relay, Paired::grants(&[1337]));
        it.pump();
        is_asked(&mut it);
        match required {
            true => never_told_connected(&it.world),
            false => assert!(it.world.settled(&attempt).is_ok()),
        }
        wallet.inbox(&it.relay);
        let signed = sign_over_session(&mut it, &mut wallet);
        assert!(it.world.settled(&signed).is_ok() && it.world.settled(&attempt).is_ok());
        assert_eq!((it.world.status().as_str(), it.world.is_open()), ("connected", false));
        assert_eq!(host_asked(&it), [2, 0, 1], "a message for the account, now that it is known");
        assert_eq!(it.world.host.details("wallet-sign-in").len(), 1);
    }
}

// req: 4.37
#[test]
fn never_shows_connected_before_a_required_sign_in_over_a_relay() {
    let mut it = page(true);
    let (open, gate) = Gate::new();
    it.world.chain.siwx.but(move |method, _| {
        (method == "getSessions").then(|| gate.hold(Box::pin(async { Ok(json!([])) })))
    });
    it.choose();
    let mut wallet = it.scan();
    wallet.say_yes(&mut it.relay);
    it.pump();
    wallet.settle(&mut it.relay, Paired::grants(&[1337]));
    it.pump();
    let said = |it: &Paired| (it.pairing()["phase"].clone(), it.world.slice("router")["done"].clone());
    assert_eq!(said(&it), (json!("approved"), json!(false)));
    open.send(()).unwrap();
    it.pump();
    is_asked(&mut it);
    assert_eq!(said(&it).1, json!(false));
    it.world.dispatch(json!({"type": "signIn.cancel"}));
    it.pump();
    assert_eq!(said(&it), (json!("idle"), json!(false)));
}

// req: 10.35
#[test]
fn falls_back_to_a_signature_with_the_session() {
    let mut it = page(true);
    let attempt = it.choose();
    let mut wallet = it.scan();
    let request = one_click(&it, &wallet).unwrap();
    let error = json!({"code": 10001, "message": "Unsupported wc_ method."});
    wallet.pairing_send(&mut it.relay, &json!({"id": request["id"], "jsonrpc": "2.0", "error": error}), 1118);
    it.pump();
    assert_eq!(it.pairing()["phase"], "ready", "it may still answer the proposal");
    let wish = wish(&it, &mut wallet, Way::Settled);
    answer(&mut it, &mut wallet, Way::Settled, &[by_alice(&wish, 1337)]);
    assert!(it.world.settled(&attempt).is_ok());
    assert_eq!(it.world.host.details("wallet-sign-in").len(), 1);
}

/// What is wrong with a sign-in, and what the view says of it.
type Wrong = (&'static str, fn(&Value) -> Value, &'static str);

const WRONG: [Wrong; 12] = [
    ("signed by another key", |p| signed(p, &BOBS_KEY), "Failed to sign message"),
    (
        "forged",
        |p| {
            let mut cacao = signed(p, &ALICES_KEY);
            cacao["s"]["s"] = json!(format!("0x{}", "11".repeat(65)));
            cacao
        },
        "Failed to sign message",
    ),
    (
        "a signature of something else",
        |p| {
            let mut cacao = signed(p, &ALICES_KEY);
            cacao["p"]["statement"] = json!("Give me everything.");
            cacao
        },
        "Failed to sign message",
    ),
    (
        "no signature",
        |p| {
            let mut cacao = signed(p, &ALICES_KEY);
            cacao["s"] = json!({"t": "eip191"});
            cacao
        },
        "malformed",
    ),
    ("nonce", |p| changed(p, "nonce", "00000000"), "nonce mismatch"),
    ("domain", |p| changed(p, "domain", "evil.example"), "domain mismatch"),
    ("aud", |p| changed(p, "aud", "https://evil.example"), "aud mismatch"),
    ("expired", |p| changed(p, "exp", "2023-11-14T22:13:20.000Z"), "cacao has expired"),
    ("signed long ago", |p| changed(p, "iat", "2000-01-01T00:00:00.000Z"), "iat is not what"),
    ("too early", |p| changed(p, "nbf", "2023-11-14T22:13:21.000Z"), "not valid yet"),
    ("another chain", |p| changed(p, "iss", &format!("did:pkh:eip155:137:{ADDRESS}")), "was not requested"),
    (
        "no account",
        |p| {
            let mut cacao = signed(p, &ALICES_KEY);
            cacao["p"]["iss"] = json!("me");
            cacao
        },
        "malformed",
    ),
];

/// Signed as it is, so that only the content is wrong.
fn changed(payload: &Value, name: &str, value: &str) -> Value {
    let mut payload = payload.clone();
    payload[name] = json!(value);
    signed(&payload, &ALICES_KEY)
}

// req: 10.35, 10.34, 8.21
#[test]
fn rejects_an_invalid_one_tap_sign_in() {
    for way in WAYS {
        for (what, spoil, why) in WRONG {
            let mut it = page(way == Way::OneClick);
            let attempt = it.choose();
            let first = it.pairing()["uri"].clone();
            let mut wallet = it.scan();
            let cacao = spoil(&payload(&wish(&it, &mut wallet, way), &format!("eip155:1337:{ADDRESS}")));
            let settle = answer(&mut it, &mut wallet, way, &[cacao]);
            let error = it.world.settled(&attempt).unwrap_err();
            assert!(matches!(&error, Error::ConnectFailed { .. }), "{what} {way:?}: {error:?}");
            let shown = it.pairing();
            assert_eq!((shown["phase"].as_str(), &shown["uri"]), (Some("failed"), &json!(null)));
            assert_eq!(shown["error"]["message"], "Failed to connect", "{shown}");
            let details = shown["error"]["details"].as_str().unwrap();
            assert!(details.contains(why), "{what} {way:?}: {details}");
            assert_eq!((it.world.view().as_str(), it.world.is_open()), ("ConnectingWalletConnect", true));
            if let Some(id) = settle {
                let told = wallet.inbox(&it.relay).pop().unwrap();
                assert_eq!((&told["id"], &told["error"]["code"]), (&json!(id), &json!(7000)), "{what}");
            }
            never_told_connected(&it.world);
            // once more: another URI with its own message
            let again = it.world.dispatch(json!({"type": "pairing.retry"}));
            it.pump();
            assert_ne!(it.pairing()["uri"], first, "a URI is used once (T18)");
            let mut honest = it.scan();
            let wish = wish(&it, &mut honest, way);
            assert_eq!(wish["nonce"], "nonce00000002");
            if what == WRONG[0].0 {
                answer(&mut it, &mut honest, way, &[by_alice(&wish, 1337)]);
                it.world.settled(&again).unwrap();
                assert_eq!((it.world.status().as_str(), it.world.is_open()), ("connected", false));
                assert_eq!(it.world.chain.siwx.sessions.borrow()[0]["data"]["nonce"], "nonce00000002");
            } else {
                nobody(it);
            }
        }
    }
}

// req: 10.35
#[test]
fn rejects_a_sign_in_of_an_account_outside_the_session() {
    let mut it = page(false);
    let attempt = it.choose();
    let mut wallet = it.scan();
    let wish = wish(&it, &mut wallet, Way::Settled);
    // Bob signs for himself, but the session is Alice's
    let cacao = signed(&payload(&wish, &format!("eip155:1337:{BOB}")), &BOBS_KEY);
    answer(&mut it, &mut wallet, Way::Settled, &[by_alice(&wish, 1337), cacao]);
    assert!(matches!(it.world.settled(&attempt), Err(Error::ConnectFailed { .. })));
    nobody(it);
}

// req: 10.35
#[test]
fn rejects_several_signatures_if_one_is_wrong() {
    for way in WAYS {
        let mut it = page(true);
        let attempt = it.choose();
        let mut wallet = it.scan();
        let wish = wish(&it, &mut wallet, way);
        let forged = signed(&payload(&wish, &format!("eip155:1338:{ADDRESS}")), &BOBS_KEY);
        answer(&mut it, &mut wallet, way, &[by_alice(&wish, 1337), forged]);
        assert!(matches!(it.world.settled(&attempt), Err(Error::ConnectFailed { .. })));
        nobody(it);
    }
}

// req: 10.35, 8.21
#[test]
fn shows_a_rejection_and_retries_with_a_new_message() {
    for one_click_is_known in [true, false] {
        let mut it = page(true);
        let attempt = it.choose();
        let first = it.pairing()["uri"].clone();
        let mut wallet = it.scan();
        if one_click_is_known {
            let id = one_click(&it, &wallet).unwrap()["id"].clone();
            let error = json!({"code": 5000, "message": "User rejected."});
            to_key(&mut it, &mut wallet, &json!({"id": id, "jsonrpc": "2.0", "error": error}));
        } else {
            wallet.say_no(&mut it.relay, 5000, "User rejected.");
        }
        it.pump();
        assert_eq!(it.world.settled(&attempt), Err(Error::ConnectionRejected));
        assert_eq!((it.pairing()["phase"].as_str(), it.world.is_open()), (Some("rejected"), true));
        assert_eq!(it.world.tracked("USER_REJECTED").len(), 1);
        it.world.dispatch(json!({"type": "pairing.retry"}));
        it.pump();
        assert_ne!(it.pairing()["uri"], first);
        let mut wallet = it.scan();
        assert_eq!(wish(&it, &mut wallet, Way::OneClick)["nonce"], "nonce00000002");
        nobody(it);
    }
}

// req: 10.35
#[test]
fn connects_nothing_when_closed_during_verification() {
    for way in WAYS {
        let mut it = page(false);
        let (open, gate) = Gate::new();
        it.world.served(move |request| {
            let asks = request.body.as_ref().is_some_and(|body| body.text.contains("eth_getCode"));
            asks.then(|| gate.hold(status(200, &json!({"id": 1, "result": "0x"}).to_string())))
        });
        let attempt = it.choose();
        let mut wallet = it.scan();
        let wish = wish(&it, &mut wallet, way);
        answer(&mut it, &mut wallet, way, &[by_alice(&wish, 1337)]);
        assert_eq!(it.pairing()["phase"], "approved", "{way:?}");
        it.world.dispatch(json!({"type": "router.close", "reason": "user"}));
        it.pump();
        assert_eq!(it.world.settled(&attempt), Err(Error::ModalClosed));
        open.send(()).ok();
        it.pass(10_000);
        let told = wallet.inbox(&it.relay);
        assert!(told.iter().any(|told| told["method"] == "wc_sessionDelete"), "{way:?}: {told:?}");
        assert!(told.iter().all(|told| told.get("result").is_none()), "{told:?}");
        assert!(!it.world.is_open());
        nobody(it);
    }
}

// req: 10.35
#[test]
fn signs_out_when_closed_while_the_page_stores_the_session() {
    let mut it = page(false);
    let (open, gate) = Gate::new();
    let store = it.world.chain.siwx.sessions.clone();
    it.world.chain.siwx.but(move |method, given| {
        let (store, sessions) = (store.clone(), given.as_array().cloned());
        (method == "setSessions").then(|| {
            gate.hold(Box::pin(async move {
                *store.borrow_mut() = sessions.unwrap();
                Ok(json!(null))
            }) as Local<_>)
        })
    });
    let attempt = it.choose();
    let mut wallet = it.scan();
    let wish = wish(&it, &mut wallet, Way::Settled);
    answer(&mut it, &mut wallet, Way::Settled, &[by_alice(&wish, 1337)]);
    it.world.dispatch(json!({"type": "router.close", "reason": "user"}));
    it.pump();
    assert_eq!(it.world.settled(&attempt), Err(Error::ModalClosed));
    open.send(()).ok();
    it.pass(10_000);
    never_told_connected(&it.world);
    assert_eq!(it.world.chain.siwx.sessions.borrow().len(), 0, "taken back once it was stored");
    assert_eq!(it.world.host.details("wallet-sign-in"), [] as [Value; 0]);
}

// req: 10.35
#[test]
fn finds_the_session_after_a_reload_without_a_request() {
    for required in [false, true] {
        let (it, mut wallet) = tapped(page(required), WAYS[usize::from(required)]);
        wallet.inbox(&it.relay);
        let it = reload(it);
        assert_eq!((it.world.status().as_str(), it.world.is_open()), ("connected", false));
        assert_eq!(phase(&it.world), "none");
        assert_eq!(host_asked(&it), [1, 1, 0]);
        assert_eq!(it.world.host.details("wallet-sign-in"), [] as [Value; 0], "nothing new was stored");
        assert_eq!(it.world.host.details("wallet-connect")[0]["reconnect"], true);
        assert_eq!(seen(&it, &mut wallet), [] as [Value; 0]);
    }
}

// req: 10.35
#[test]
fn signs_out_on_disconnect() {
    let (mut it, mut wallet) = tapped(page(false), Way::Settled);
    it.world.dispatch(json!({"type": "accounts.disconnect"}));
    it.pump();
    assert_eq!(it.world.chain.siwx.sessions.borrow().len(), 0);
    assert_eq!(it.world.host.details("wallet-sign-out").len(), 1);
    assert_eq!(wallet.inbox(&it.relay).last().unwrap()["method"], "wc_sessionDelete");
}

// req: 10.35
#[test]
fn stores_reports_and_ends_signatures_of_several_networks() {
    for way in WAYS {
        let mut it = page(true);
        let attempt = it.choose();
        let mut wallet = it.scan();
        let wish = wish(&it, &mut wallet, way);
        let cacaos = [1337, 1338].map(|chain| by_alice(&wish, chain));
        answer(&mut it, &mut wallet, way, &cacaos);
        it.world.settled(&attempt).unwrap();
        let chains = |list: &[Value]| -> Vec<String> {
            list.iter().map(|told| told["chainId"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(host_asked(&it), [1, 1, 0], "all at once");
        let stored: Vec<Value> =
            it.world.chain.siwx.sessions.borrow().iter().map(|session| session["data"].clone()).collect();
        assert_eq!(chains(&stored), ["eip155:1337", "eip155:1338"]);
        assert_eq!(chains(&it.world.host.details("wallet-sign-in")), ["eip155:1337", "eip155:1338"]);
        // on the other chain no one is asked, and nothing is told twice
        it.world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
        it.pump();
        assert_eq!(it.world.slice("state")["selectedNetworkId"], "eip155:1338");
        assert_eq!((it.world.status().as_str(), it.world.is_open()), ("connected", false));
        assert_eq!(it.world.host.details("wallet-sign-in").len(), 2);
        it.world.dispatch(json!({"type": "networks.switch", "network": "eip155:1337"}));
        it.pump();
        it.world.dispatch(json!({"type": "accounts.disconnect"}));
        it.pump();
        assert_eq!(it.world.chain.siwx.sessions.borrow().len(), 0, "none outlives the wallet");
        assert_eq!(it.world.host.details("wallet-sign-out").len(), 2);
    }
}

/// A chain that was never stood on is known all the same.
#[test]
fn ends_the_session_of_a_never_visited_network_on_disconnect() {
    let mut it = page(false);
    let attempt = it.choose();
    let mut wallet = it.scan();
    let wish = wish(&it, &mut wallet, Way::Settled);
    answer(&mut it, &mut wallet, Way::Settled, &[1337, 1338].map(|chain| by_alice(&wish, chain)));
    it.world.settled(&attempt).unwrap();
    it.world.dispatch(json!({"type": "accounts.disconnect"}));
    it.pump();
    assert_eq!(it.world.chain.siwx.sessions.borrow().len(), 0);
}

// req: 10.35, 4.37, 4.40
#[test]
fn asks_again_when_the_signature_is_for_another_network() {
    let mut it = page(true);
    it.choose();
    let mut wallet = it.scan();
    let wish = wish(&it, &mut wallet, Way::Settled);
    answer(&mut it, &mut wallet, Way::Settled, &[by_alice(&wish, 1338)]);
    is_asked(&mut it);
    never_told_connected(&it.world);
    it.world.dispatch(json!({"type": "signIn.cancel"}));
    it.pump();
    assert_eq!(it.world.slice("state")["selectedNetworkId"], "eip155:1338");
    assert_eq!((it.world.status().as_str(), it.world.is_open()), ("connected", false));
    assert_eq!(it.world.host.details("wallet-sign-in")[0]["chainId"], "eip155:1338");
}

// req: 10.35
#[test]
fn accepts_a_lowercase_address() {
    let mut it = page(true);
    let attempt = it.choose();
    let mut wallet = it.scan();
    let wish = wish(&it, &mut wallet, Way::Settled);
    let small = format!("eip155:1337:{}", ADDRESS.to_lowercase());
    answer(&mut it, &mut wallet, Way::Settled, &[signed(&payload(&wish, &small), &ALICES_KEY)]);
    it.world.settled(&attempt).unwrap();
    let session = it.world.chain.siwx.sessions.borrow()[0].clone();
    assert_eq!(session["data"]["accountAddress"], ADDRESS, "as the page names it");
    assert!(session["message"].as_str().unwrap().contains(&ADDRESS.to_lowercase()), "as it was signed");
}

// req: 10.35, 10.34
#[test]
fn asks_a_contract_account_to_verify_its_signature() {
    for (says, holds) in
        [(Some(magic()), true), (Some(format!("0x{}", "0".repeat(64))), false), (None, false)]
    {
        let mut it = over(true, contract("0x6000", says), support::options());
        let attempt = it.choose();
        let mut wallet = it.scan();
        let wish = wish(&it, &mut wallet, Way::Settled);
        let mut cacao = by_alice(&wish, 1337);
        cacao["s"] = json!({"t": "eip1271", "s": format!("0x{}", "ab".repeat(100))});
        answer(&mut it, &mut wallet, Way::Settled, &[cacao]);
        assert_eq!(it.world.settled(&attempt).is_ok(), holds);
        assert_eq!(it.world.host.details("wallet-sign-in").len(), usize::from(holds));
        if !holds {
            nobody(it);
        }
    }
}

// req: 10.35
#[test]
fn connects_an_unverifiable_contract_and_asks_later() {
    let mut it = over(false, contract("0x6000", Some(magic())), support::options());
    it.world.chain.node_down.set(true);
    let attempt = it.choose();
    let mut wallet = it.scan();
    let wish = wish(&it, &mut wallet, Way::Settled);
    let mut cacao = by_alice(&wish, 1337);
    cacao["s"] = json!({"t": "eip1271", "s": format!("0x{}", "ab".repeat(100))});
    answer(&mut it, &mut wallet, Way::Settled, &[cacao]);
    it.pass(30_000);
    it.world.settled(&attempt).unwrap();
    is_asked(&mut it);
    assert_eq!(it.world.chain.siwx.count("setSessions"), 0, "T4");
}

// req: 10.35
#[test]
fn asks_for_a_signature_when_the_page_fails_to_store_it() {
    let hangs =
        |method: &str| (method == "setSessions").then(|| -> Local<_> { Box::pin(std::future::pending()) });
    for never in [false, true] {
        let mut it = page(true);
        it.world.chain.siwx.but(move |method, _| match never {
            true => hangs(method),
            false if method == "setSessions" => fault("no more room"),
            false => None,
        });
        let attempt = it.choose();
        let mut wallet = it.scan();
        let wish = wish(&it, &mut wallet, Way::Settled);
        answer(&mut it, &mut wallet, Way::Settled, &[by_alice(&wish, 1337)]);
        it.pass(11_000);
        is_asked(&mut it);
        never_told_connected(&it.world);
        wallet.inbox(&it.relay);
        let signed = sign_over_session(&mut it, &mut wallet);
        assert!(it.world.settled(&signed).is_ok() && it.world.settled(&attempt).is_ok());
        assert_eq!(it.world.host.details("wallet-sign-in").len(), 1);
    }
}

// req: 10.35
#[test]
fn falls_back_when_the_page_cant_write_a_message_without_account() {
    type Write = fn(&mut Value);
    let unfit: [Write; 4] = [
        |message| *message = json!(null),
        |message| message["nonce"] = json!(""),
        |message| message["statement"] = json!("two\nlines"),
        |message| {
            message.as_object_mut().unwrap().remove("uri");
        },
    ];
    for write in unfit {
        let mut it = page(false);
        host_writes(&it, move |message| {
            if message["accountAddress"] == "" {
                write(message);
            }
        });
        let attempt = it.choose();
        let mut wallet = it.scan();
        assert_eq!(wallet.read_proposal(&it.relay)["params"].get("requests"), None);
        assert_eq!(one_click(&it, &wallet), None);
        wallet.say_yes(&mut it.relay);
        it.pump();
        wallet.settle(&mut it.relay, Paired::grants(&[1337]));
        it.pump();
        it.world.settled(&attempt).unwrap();
        is_asked(&mut it);
    }
    // nor does one that never answers keep the URI back forever
    let mut it = page(false);
    it.world.chain.siwx.but(|_, _| Some(Box::pin(std::future::pending())));
    it.choose();
    assert_eq!(it.pairing()["uri"], json!(null));
    it.pass(11_000);
    assert_eq!(it.pairing()["phase"], "ready");
}

// req: 10.35
#[test]
fn requests_no_signature_if_sign_in_is_off() {
    let mut it = Paired::new();
    it.choose();
    let mut wallet = it.scan();
    assert_eq!(wallet.read_proposal(&it.relay)["params"].get("requests"), None);
    assert_eq!(one_click(&it, &wallet), None);
    assert_eq!(it.world.chain.siwx.asked.borrow().len(), 0);
}

// req: 10.35, 9.5
#[test]
fn reuses_the_message_in_a_renewed_uri_until_it_expires() {
    let mut it = page(false);
    host_writes(&it, |message| {
        let minutes = if message["nonce"] == "nonce00000001" { 24 } else { 40 };
        message["expirationTime"] = json!(format!("2023-11-14T22:{minutes}:00.000Z"));
    });
    let attempt = it.choose();
    let nonce = |it: &Paired| wish(it, &mut it.scan(), Way::Settled)["nonce"].clone();
    assert_eq!(nonce(&it), "nonce00000001");
    it.pass(231_000); // 22:17:11
    assert_eq!(
        nonce(&it),
        "nonce00000001",
        "a server may know one message at a time, and the URI before still counts"
    );
    it.pass(231_000); // 22:21:02
    assert_eq!(nonce(&it), "nonce00000002", "the first one would be over before this URI is");
    let mut wallet = it.scan();
    let wish = wish(&it, &mut wallet, Way::Settled);
    answer(&mut it, &mut wallet, Way::Settled, &[by_alice(&wish, 1337)]);
    it.world.settled(&attempt).unwrap();
    assert_eq!(it.world.chain.siwx.sessions.borrow()[0]["data"]["nonce"], "nonce00000002");
    // however short its time is, a new message is asked for once for each URI
    let mut it = page(false);
    host_writes(&it, |message| message["expirationTime"] = json!("2023-11-14T22:14:00.000Z"));
    it.choose();
    assert_eq!(it.world.chain.siwx.count("createMessage"), 1);
    it.pass(231_000);
    assert_eq!(it.world.chain.siwx.count("createMessage"), 2);
}

// one click is for one family alone: a page of several would lose the others
#[test]
fn requests_the_signature_with_the_session_on_multichain_pages() {
    const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
    let mut options = support::options();
    options["networks"].as_array_mut().unwrap().push(json!({"id": SOLANA.split_once(':').unwrap().1, "caipNetworkId": SOLANA,
        "chainNamespace": "solana", "name": "Solana", "nativeCurrency": {"name": "Sol", "symbol": "SOL", "decimals": 9},
        "rpcUrls": {"default": {"http": ["http://localhost:9999"]}}}));
    let mut it = over(true, Chain::default(), options);
    let attempt = it.choose();
    let mut wallet = it.scan();
    assert_eq!(one_click(&it, &wallet), None);
    let wish = wish(&it, &mut wallet, Way::Settled);
    assert_eq!(wish["chains"], json!(["eip155:1337", "eip155:1338"]));
    wallet.say_yes(&mut it.relay);
    it.pump();
    let mut grants = Paired::grants(&[1337]);
    grants["solana"] = json!({"chains": [SOLANA], "accounts": [format!("{SOLANA}:9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g")],
        "methods": ["solana_signMessage"], "events": []});
    let mut params = wallet.settle_params(&it.relay, grants);
    params["proposalRequestsResponses"] = json!({ "authentication": [by_alice(&wish, 1337)] });
    wallet.settle_with(&mut it.relay, params);
    it.pump();
    it.world.settled(&attempt).unwrap();
    it.celebrated();
    let told = it.world.host.details("wallet-connect");
    assert_eq!((told.len(), &told[0]["namespace"]), (1, &json!("eip155")), "the other one is held");
    assert_eq!(it.world.host.details("wallet-sign-in").len(), 1);
    let slice = it.world.slice("accounts");
    let held = slice["list"].as_array().unwrap().iter().find(|one| one["namespace"] == "solana");
    assert_eq!(held.unwrap()["status"], "connecting");
    assert!(!it.world.is_open());
}

// the other family, which can sign in too, is connected first and has no session
#[test]
fn keeps_a_session_when_another_namespace_connects_first() {
    let mut options = support::options();
    let networks = support::toy::options()["networks"].as_array().unwrap().clone();
    options["networks"].as_array_mut().unwrap().extend(networks);
    let mut it = over(true, Chain::default(), options);
    let attempt = it.choose();
    let mut wallet = it.scan();
    let wish = wish(&it, &mut wallet, Way::Settled);
    wallet.say_yes(&mut it.relay);
    it.pump();
    let mut grants = Paired::grants(&[1337]);
    grants["toy"] = json!({"chains": ["toy:one"], "accounts": [format!("toy:one:{}", support::toy::anna())],
        "methods": ["toy_signMessage"], "events": []});
    let mut params = wallet.settle_params(&it.relay, grants);
    params["proposalRequestsResponses"] = json!({ "authentication": [by_alice(&wish, 1337)] });
    wallet.settle_with(&mut it.relay, params);
    it.pump();
    it.world.settled(&attempt).unwrap();
    it.celebrated();
    let told = it.world.host.details("wallet-connect");
    assert_eq!((told.len(), &told[0]["namespace"]), (1, &json!("eip155")), "the other one is held");
    let signed = it.world.host.details("wallet-sign-in");
    assert_eq!((signed.len(), &signed[0]["chainId"]), (1, &json!("eip155:1337")));
    assert_eq!(it.world.chain.siwx.count("revokeSession"), 0);
    assert!(!it.world.is_open());
    // it is asked for when the page shows it
    let switched = it.world.dispatch(json!({"type": "networks.switch", "network": "toy:one"}));
    it.pump();
    assert!(it.world.settled(&switched).is_ok());
    assert_eq!((it.world.view().as_str(), phase(&it.world).as_str()), ("SIWXSignMessage", "ready"));
}
