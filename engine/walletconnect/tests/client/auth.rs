//! Sign-in that comes with a session: inside the proposal, and in one click (R1, T4).

use crate::support::wallet::{ADDRESS, Wallet, namespaces};
use crate::support::{START_MS, Socket, World, ask};
use serde_json::{Value, json};
use walletconnect::cacao::AuthRequest;
use walletconnect::client::{Ask, Auth, Event, RequestOptions};
use walletconnect::crypto;
use walletconnect::envelope;
use walletconnect::error::PeerError;
use walletconnect::relay::RelayState;

fn sign_in(one_click: bool) -> Ask {
    let request = AuthRequest {
        domain: "dapp.example".into(),
        aud: "https://dapp.example/login".into(),
        nonce: "abcdef1234567890".into(),
        chains: vec!["eip155:1".into(), "eip155:10".into()],
        statement: Some("Sign in.".into()),
        iat: "2026-11-18T00:00:00.000Z".into(),
        methods: vec!["personal_sign".into(), "eth_sendTransaction".into()],
        ..AuthRequest::default()
    };
    Ask { auth: Some(Auth { request, one_click }), ..ask() }
}

/// What a wallet signs of a request.
fn cacao(request: &Value, address: &str) -> Value {
    let mut payload = request.clone();
    let fields = payload.as_object_mut().unwrap();
    fields.remove("chains");
    fields.remove("type");
    payload["iss"] = json!(format!("did:pkh:eip155:1:{address}"));
    json!({"h": {"t": "caip122"}, "p": payload, "s": {"t": "eip191", "s": "0x11"}})
}

/// A world in which a wallet has said yes and settles with these sign-ins.
fn settle_with(seed: u64, spoil: impl Fn(&mut Value)) -> (World, Wallet, u64, u64) {
    let mut world = World::new(seed);
    let pairing = world.connect_with(sign_in(false));
    let mut wallet = Wallet::scan(&pairing.uri, seed + 1);
    wallet.say_yes(&mut world.relay);
    let request = wallet.read_proposal(&world.relay)["params"]["requests"]["authentication"][0].clone();
    assert_eq!(request["type"], "caip122");
    world.pump();
    let mut params = wallet.settle_params(&world.relay, namespaces());
    params["proposalRequestsResponses"] = json!({"authentication": [cacao(&request, ADDRESS)]});
    spoil(&mut params);
    let id = wallet.settle_with(&mut world.relay, params);
    world.pump();
    (world, wallet, pairing.proposal, id)
}

fn signed(world: &World) -> Option<(u64, usize)> {
    world.events.iter().rev().find_map(|event| match event {
        Event::Signed { proposal, cacaos } => Some((*proposal, cacaos.len())),
        _ => None,
    })
}

fn answer(world: &World, wallet: &mut Wallet) -> Value {
    wallet.inbox(&world.relay).pop().unwrap_or(Value::Null)
}

#[test]
fn holds_a_session_until_its_signatures_are_verified() {
    let (mut world, mut wallet, proposal, id) = settle_with(300, |_| {});
    assert_eq!(signed(&world), Some((proposal, 1)));
    assert!(world.client.sessions().is_empty(), "R1: not before somebody has verified them");
    assert_eq!(answer(&world, &mut wallet), Value::Null);
    // the page may die meanwhile: it is asked again
    world.take_events();
    world.restart();
    assert_eq!(signed(&world), Some((proposal, 1)));
    world.client.accept(world.now_ms, proposal);
    world.pump();
    assert_eq!(answer(&world, &mut wallet), json!({"id": id, "jsonrpc": "2.0", "result": true}));
    let settled = |event: &Event| matches!(event, Event::Settled { cacaos, .. } if cacaos.len() == 1 && cacaos[0].address == ADDRESS);
    assert!(world.events.iter().any(settled));
    // twice is once
    world.client.accept(world.now_ms, proposal);
    world.client.refuse(world.now_ms, proposal, "late");
    world.pump();
    assert_eq!(world.client.sessions().len(), 1);
}

// They are stored until they are verified: what could not be read back would take every session with it.
// req: 10.33
#[test]
fn rejects_sign_ins_that_are_too_long_to_store() {
    let (world, mut wallet, proposal, _) = settle_with(304, |params| {
        params["proposalRequestsResponses"]["authentication"][0]["x"] = json!("y".repeat(600_000));
    });
    let rejected = |event: &Event| matches!(event, Event::Rejected { proposal: of, .. } if *of == proposal);
    assert!(world.events.iter().any(rejected), "not refused");
    assert_eq!(answer(&world, &mut wallet)["error"]["code"], 7000);
    assert!(world.saved.len() <= walletconnect::client::SAVED_BYTES_MAX);
}

#[test]
fn creates_no_session_with_an_invalid_signature() {
    let (mut world, mut wallet, proposal, id) = settle_with(302, |_| {});
    world.client.refuse(world.now_ms, proposal, "forged");
    world.pump();
    let error = PeerError::new(7000, "Session settlement failed. forged");
    assert_eq!(answer(&world, &mut wallet), json!({"id": id, "jsonrpc": "2.0", "error": error.value()}));
    assert!(world.events.contains(&Event::Rejected { proposal, error }));
    assert!(world.client.sessions().is_empty());
    // nor does one that no one verifies in time
    let (mut world, mut wallet, proposal, _) = settle_with(304, |_| {});
    world.advance(301_000);
    assert!(world.events.contains(&Event::ProposalExpired { proposal }));
    assert!(answer(&world, &mut wallet).get("error").is_some());
    world.client.accept(world.now_ms, proposal);
    world.pump();
    assert!(world.client.sessions().is_empty(), "R16");
}

#[test]
fn creates_no_session_when_the_sign_in_differs_from_the_request() {
    type Spoil = fn(&mut Value);
    let spoil: [(&str, Spoil); 8] = [
        ("domain", |p| p["domain"] = json!("evil.example")),
        ("nonce", |p| p["nonce"] = json!("0000000000000000")),
        ("aud", |p| p["aud"] = json!("https://evil.example")),
        ("chain", |p| p["iss"] = json!(format!("did:pkh:eip155:137:{ADDRESS}"))),
        ("exp", |p| p["exp"] = json!("2020-01-01T00:00:00Z")),
        ("nbf", |p| p["nbf"] = json!("2099-01-01T00:00:00Z")),
        ("issuer", |p| p["iss"] = json!("nobody")),
        ("account", |p| p["iss"] = json!("did:pkh:eip155:1:0x0000000000000000000000000000000000000001")),
    ];
    for (what, spoil) in spoil {
        let (world, mut wallet, proposal, _) = settle_with(306, |params| {
            spoil(&mut params["proposalRequestsResponses"]["authentication"][0]["p"]);
        });
        let refused = |event: &Event| matches!(event, Event::Rejected { proposal: of, error } if *of == proposal && error.code == 7000);
        assert!(world.events.iter().any(refused), "{what}: {:?}", world.events);
        assert!(world.client.sessions().is_empty() && signed(&world).is_none(), "{what}");
        assert_eq!(answer(&world, &mut wallet)["error"]["code"], 7000, "{what}");
    }
}

/// With everything that can be asked for.
fn whole_sign_in(one_click: bool) -> Ask {
    let mut ask = sign_in(one_click);
    let request = &mut ask.auth.as_mut().unwrap().request;
    request.exp = Some("2026-11-19T00:00:00.000Z".into());
    request.nbf = Some("2026-11-17T00:00:00.000Z".into());
    request.request_id = Some("request-7".into());
    request.resources = vec!["https://terms.example".into()];
    ask
}

// what was asked survives the page: the answer is held against it, in both ways of asking (R3, R4)
#[test]
fn keeps_the_sign_in_request_over_a_restart() {
    type Spoil = fn(&mut Value);
    let spoil: [(&str, Spoil); 10] = [
        ("", |_| {}),
        ("domain", |p| p["domain"] = json!("evil.example")),
        ("aud", |p| p["aud"] = json!("https://evil.example")),
        ("nonce", |p| p["nonce"] = json!("0000000000000000")),
        ("chain", |p| p["iss"] = json!(format!("did:pkh:eip155:137:{ADDRESS}"))),
        ("statement", |p| p["statement"] = json!("Pay.")),
        ("iat", |p| p["iat"] = json!("2000-01-01T00:00:00Z")),
        ("exp", |p| p["exp"] = json!(null)),
        ("nbf", |p| p["nbf"] = json!(null)),
        ("requestId", |p| p["requestId"] = json!(null)),
    ];
    for at_once in [false, true] {
        for (what, spoil) in spoil {
            let mut world = World::new(340);
            let pairing = world.connect_with(whole_sign_in(at_once));
            let mut wallet = Wallet::scan(&pairing.uri, 341);
            let proposal = wallet.read_proposal(&world.relay);
            world.restart();
            if at_once {
                let mails = world.relay.sent_by_dapp(&wallet.uri.topic);
                let text = envelope::decode(&mails[0].message, &wallet.uri.sym_key).unwrap();
                let request: Value = serde_json::from_str(&text).unwrap();
                let mut answer = yes(&wallet, &request);
                spoil(&mut answer["result"]["cacaos"][0]["p"]);
                answer_one_click(&mut world, &mut wallet, &request, answer);
            } else {
                wallet.say_yes(&mut world.relay);
                world.restart();
                let mut answer = cacao(&proposal["params"]["requests"]["authentication"][0], ADDRESS);
                spoil(&mut answer["p"]);
                let mut params = wallet.settle_params(&world.relay, namespaces());
                params["proposalRequestsResponses"] = json!({"authentication": [answer]});
                wallet.settle_with(&mut world.relay, params);
                world.pump();
            }
            let refused =
                |event: &Event| matches!(event, Event::Rejected { error, .. } if error.code == 7000);
            assert!(world.client.sessions().is_empty(), "{what}, at once: {at_once}");
            assert_eq!(
                signed(&world).is_some(),
                what.is_empty(),
                "{what}, at once: {at_once}: {:?}",
                world.events
            );
            assert_eq!(world.events.iter().any(refused), !what.is_empty(), "{what}, at once: {at_once}");
        }
    }
}

#[test]
fn settles_without_a_sign_in_if_the_wallet_lacks_it() {
    let (world, _, _, _) = settle_with(308, |params| params["proposalRequestsResponses"] = json!(null));
    assert_eq!(world.client.sessions().len(), 1);
    assert!(
        world.events.iter().any(|event| matches!(event, Event::Settled { cacaos, .. } if cacaos.is_empty()))
    );
    // and one that signs unasked is not believed
    let mut world = World::new(309);
    let pairing = world.connect();
    let mut wallet = Wallet::scan(&pairing.uri, 310);
    wallet.say_yes(&mut world.relay);
    world.pump();
    let mut params = wallet.settle_params(&world.relay, namespaces());
    params["proposalRequestsResponses"] = json!({"authentication": [{"h": 1}]});
    wallet.settle_with(&mut world.relay, params);
    world.pump();
    assert!(
        world.events.iter().any(|event| matches!(event, Event::Settled { cacaos, .. } if cacaos.is_empty()))
    );
}

/// A world with a one-click sign-in, its wallet, and the request it got.
fn one_click(seed: u64) -> (World, Wallet, u64, Value) {
    let mut world = World::new(seed);
    let pairing = world.connect_with(sign_in(true));
    assert!(pairing.uri.contains("methods=wc_sessionAuthenticate"));
    let mut wallet = Wallet::scan(&pairing.uri, seed + 1);
    wallet.read_proposal(&world.relay);
    let mails = world.relay.sent_by_dapp(&wallet.uri.topic);
    assert_eq!(
        mails.iter().map(|mail| (mail.tag, mail.prompt)).collect::<Vec<_>>(),
        [(1116, true), (1100, true)]
    );
    let text = envelope::decode(&mails[0].message, &wallet.uri.sym_key).unwrap();
    let request: Value = serde_json::from_str(&text).unwrap();
    assert!(request["params"]["expiryTimestamp"].as_u64().unwrap() >= START_MS / 1_000 + 3_600);
    (world, wallet, pairing.proposal, request)
}

/// The wallet's answer, sealed to the dApp's key.
fn answer_one_click(world: &mut World, wallet: &mut Wallet, request: &Value, answer: Value) {
    let (_, dapp) = wallet.proposal.unwrap();
    let mut message = json!({"id": request["id"], "jsonrpc": "2.0"});
    message.as_object_mut().unwrap().extend(answer.as_object().unwrap().clone());
    let sealed = envelope::encode1(&wallet.pair, &dapp, [7; 12], &message.to_string()).unwrap();
    world.relay.publish(&crypto::topic_of(&dapp), &sealed, 1117);
    world.pump();
}

fn yes(wallet: &Wallet, request: &Value) -> Value {
    json!({"result": {
        "cacaos": [cacao(&request["params"]["authPayload"], ADDRESS)],
        "responder": {"publicKey": crypto::hex(&wallet.pair.public), "metadata": {"name": "One", "icons": []}},
    }})
}

// req: 10.35
#[test]
fn one_click_auth_connects_and_signs_in() {
    let (mut world, mut wallet, proposal, request) = one_click(320);
    let good = yes(&wallet, &request);
    answer_one_click(&mut world, &mut wallet, &request, good);
    assert_eq!(signed(&world), Some((proposal, 1)), "{:?}", world.events);
    assert!(world.client.sessions().is_empty());
    world.client.accept(world.now_ms, proposal);
    world.pump();
    let topic = wallet.topic();
    let session = world.client.session(&topic).unwrap();
    assert_eq!(session.peer.name, "One");
    assert_eq!(session.namespaces["eip155"].accounts.len(), 2);
    assert_eq!(session.namespaces["eip155"].methods, ["eth_sendTransaction", "personal_sign"]);
    assert!(world.relay.subscribed.contains(&topic) && world.relay.subscribed.len() == 1);
    let id = world.request(&topic, RequestOptions::default());
    assert_eq!(wallet.inbox(&world.relay)[0]["id"], json!(id));
    wallet.answer(&mut world.relay, id, json!("0x1"));
    world.pump();
    assert!(world.events.contains(&Event::Answered { id, topic, result: Ok(json!("0x1")) }));
}

// req: 4.25, 10.35
#[test]
fn ends_the_wallets_session_for_a_code_from_before_a_restart() {
    let (mut world, mut wallet, _, request) = one_click(340);
    world.restart();
    world.client.cancel_all(world.now_ms);
    world.pump();
    assert!(!world.client.is_pairing());
    let good = yes(&wallet, &request);
    answer_one_click(&mut world, &mut wallet, &request, good);
    assert_eq!((signed(&world), world.client.sessions().len()), (None, 0));
    assert_eq!(wallet.inbox(&world.relay)[0]["method"], "wc_sessionDelete");
    assert!(world.relay.subscribed.is_empty(), "nothing is listened to any more");
}

// req: 10.35
#[test]
fn falls_back_to_the_proposal_without_one_click_auth() {
    for refuses in [true, false] {
        let (mut world, mut wallet, proposal, request) = one_click(322);
        if refuses {
            let error = json!({"code": 10001, "message": "Unsupported wc_ method."});
            let message = json!({"id": request["id"], "jsonrpc": "2.0", "error": error});
            wallet.pairing_send(&mut world.relay, &message, 0);
            world.pump();
            assert!(!world.events.iter().any(|event| matches!(event, Event::Rejected { .. })), "it waits on");
        }
        wallet.say_yes(&mut world.relay);
        world.pump();
        let asked = wallet.read_proposal(&world.relay)["params"]["requests"]["authentication"][0].clone();
        let mut params = wallet.settle_params(&world.relay, namespaces());
        params["proposalRequestsResponses"] = json!({"authentication": [cacao(&asked, ADDRESS)]});
        wallet.settle_with(&mut world.relay, params);
        world.pump();
        world.client.accept(world.now_ms, proposal);
        world.pump();
        assert_eq!(world.client.sessions().len(), 1);
        // its one-click answer, if it comes after all, is no one's
        let good = yes(&wallet, &request);
        answer_one_click(&mut world, &mut wallet, &request, good);
        assert_eq!(world.client.sessions().len(), 1);
    }
}

#[test]
fn a_refusal_of_one_click_auth_ends_the_attempt() {
    let (mut world, mut wallet, proposal, request) = one_click(324);
    answer_one_click(
        &mut world,
        &mut wallet,
        &request,
        json!({"error": {"code": 5000, "message": "User rejected."}}),
    );
    assert!(
        world.events.contains(&Event::Rejected { proposal, error: PeerError::new(5000, "User rejected.") })
    );
    assert_eq!((world.socket.clone(), world.client.relay()), (Socket::Closed, &RelayState::Idle));
}

#[test]
fn creates_no_session_from_an_invalid_one_click_response() {
    type Spoil = fn(&mut Value);
    let spoil: [(&str, Spoil); 7] = [
        ("no responder", |answer| answer["result"]["responder"] = json!(null)),
        ("another responder", |answer| answer["result"]["responder"]["publicKey"] = json!("11".repeat(32))),
        ("no cacao", |answer| answer["result"]["cacaos"] = json!([])),
        ("another nonce", |answer| answer["result"]["cacaos"][0]["p"]["nonce"] = json!("1111111111111111")),
        ("another chain", |answer| {
            answer["result"]["cacaos"][0]["p"]["iss"] = json!(format!("did:pkh:eip155:137:{ADDRESS}"));
        }),
        ("no permissions", |answer| answer["result"]["cacaos"][0]["p"]["resources"] = json!([])),
        ("too many", |answer| {
            let cacao = answer["result"]["cacaos"][0].clone();
            answer["result"]["cacaos"] = json!(vec![cacao; 40]);
        }),
    ];
    for (what, spoil) in spoil {
        let (mut world, mut wallet, proposal, request) = one_click(326);
        let mut answer = yes(&wallet, &request);
        spoil(&mut answer);
        answer_one_click(&mut world, &mut wallet, &request, answer);
        let refused = |event: &Event| matches!(event, Event::Rejected { proposal: of, error } if *of == proposal && error.code == 7000);
        assert!(world.events.iter().any(refused), "{what}: {:?}", world.events);
        assert!(world.client.sessions().is_empty(), "{what}");
    }
}

#[test]
fn tells_the_wallet_that_its_one_click_signature_was_rejected() {
    let (mut world, mut wallet, proposal, request) = one_click(328);
    let good = yes(&wallet, &request);
    answer_one_click(&mut world, &mut wallet, &request, good);
    world.client.refuse(world.now_ms, proposal, "forged");
    world.pump();
    let told = answer(&world, &mut wallet);
    assert_eq!((&told["method"], &told["params"]["code"]), (&json!("wc_sessionDelete"), &json!(7000)));
    assert!(world.client.sessions().is_empty());
}

#[test]
fn rejects_requests_that_every_wallet_would_reject() {
    let mut world = World::new(330);
    let mut refused = |change: fn(&mut AuthRequest)| {
        let mut ask = sign_in(true);
        change(&mut ask.auth.as_mut().unwrap().request);
        world.client.connect(world.now_ms, ask).unwrap_err().to_string()
    };
    assert_eq!(refused(|request| request.chains.clear()), "chains is required and must be a non-empty array");
    assert_eq!(refused(|request| request.nonce.clear()), "nonce is required parameter");
    assert!(refused(|request| request.chains = vec!["solana:x".into()]).starts_with("Only eip155"));
    assert!(refused(|request| request.statement = Some("a\nb".into())).ends_with("must be one line"));
    world.pump();
    assert_eq!(world.opens.len(), 0);
}
