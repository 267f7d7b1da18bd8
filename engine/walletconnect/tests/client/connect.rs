//! From a URI to a session and its end, when all goes well or a user says no.

use crate::support::relay::Relay;
use crate::support::wallet::{ADDRESS, Wallet, namespaces};
use crate::support::{Socket, World, ask};
use serde_json::json;
use walletconnect::client::{Event, RequestOptions};
use walletconnect::error::PeerError;
use walletconnect::relay::RelayState;

#[test]
fn a_wallet_scans_approves_and_signs() {
    let mut world = World::new(1);
    assert_eq!(world.client.relay(), &RelayState::Idle);
    let pairing = world.connect();
    assert!(world.events.contains(&Event::Published { proposal: pairing.proposal }), "{:?}", world.events);
    assert_eq!(world.relay.count("wc_proposeSession"), 1);
    assert_eq!(
        world.relay.count("irn_subscribe") + world.relay.count("irn_publish"),
        0,
        "the proposal subscribes"
    );
    let mut wallet = Wallet::scan(&pairing.uri, 2);
    let proposal = wallet.read_proposal(&world.relay);
    assert_eq!(proposal["method"], "wc_sessionPropose");
    let params = &proposal["params"];
    assert_eq!(params["requiredNamespaces"], json!({}));
    assert_eq!(params["optionalNamespaces"]["eip155"]["chains"], json!(["eip155:1", "eip155:10"]));
    assert_eq!(params["relays"], json!([{"protocol": "irn"}]));
    assert_eq!(params["expiryTimestamp"], json!(pairing.expires_ms / 1_000));
    assert_eq!(params["proposer"]["metadata"]["url"], "https://dapp.example");
    assert!(params.get("sessionProperties").is_none(), "empty ones are left out");

    let settle = wallet.approve(&mut world.relay);
    world.pump();
    let topic = wallet.topic();
    let settled = Event::Settled { proposal: pairing.proposal, topic: topic.clone(), cacaos: vec![] };
    assert_eq!(world.events.iter().filter(|event| **event == settled).count(), 1);
    let answers = wallet.inbox(&world.relay);
    assert_eq!(answers, [json!({"id": settle, "jsonrpc": "2.0", "result": true})]);
    let session = world.client.session(&topic).unwrap();
    assert_eq!(session.peer.name, "Test wallet");
    assert_eq!(session.namespaces["eip155"].accounts[0], format!("eip155:1:{ADDRESS}"));
    assert_eq!(world.relay.subscribed.iter().collect::<Vec<_>>(), [&topic], "the pairing is left");

    let id = world.request(&topic, RequestOptions::default());
    let asked = wallet.inbox(&world.relay);
    assert_eq!(asked[0]["method"], "wc_sessionRequest");
    assert_eq!(asked[0]["params"]["chainId"], "eip155:1");
    assert_eq!(asked[0]["params"]["request"]["method"], "personal_sign");
    assert_eq!(asked[0]["params"]["request"]["expiryTimestamp"], json!(world.now_ms / 1_000 + 900));
    let mail = world.relay.sent_by_dapp(&topic).pop().unwrap();
    assert_eq!((mail.tag, mail.ttl, mail.prompt), (1108, 900, true));
    wallet.answer(&mut world.relay, id, json!("0xsignature"));
    world.pump();
    let answered = Event::Answered { id, topic: topic.clone(), result: Ok(json!("0xsignature")) };
    assert_eq!(world.take_events().last(), Some(&answered));

    world.client.disconnect(world.now_ms, &topic);
    world.pump();
    let told = wallet.inbox(&world.relay);
    assert_eq!(told[0]["method"], "wc_sessionDelete");
    assert_eq!(told[0]["params"], json!({"code": 6000, "message": "User disconnected."}));
    assert!(world.client.sessions().is_empty());
    assert_eq!(world.socket, Socket::Closed, "nothing is left to listen for");
}

#[test]
fn saves_an_effect_before_it_acknowledges_and_reports_it() {
    let mut world = World::new(3);
    let pairing = world.connect();
    let mut wallet = Wallet::scan(&pairing.uri, 4);
    wallet.say_yes(&mut world.relay);
    world.pump();
    world.log.clear();
    wallet.settle(&mut world.relay, namespaces());
    world.pump();
    // R6: save, ack, reply, event; then what the relay's answers bring
    assert_eq!(world.log[..2], ["save", "ack"]);
    let reply = world.log.iter().position(|name| name == "irn_publish").unwrap();
    let event = world.log.iter().position(|name| name == "event").unwrap();
    assert!(reply < event, "{:?}", world.log);
}

#[test]
fn the_users_refusal_rejects_the_proposal() {
    for (code, text) in [(5000, "User rejected."), (5002, "User rejected methods."), (4001, "")] {
        let mut world = World::new(5);
        let pairing = world.connect();
        let mut wallet = Wallet::scan(&pairing.uri, 6);
        wallet.say_no(&mut world.relay, code, text);
        world.pump();
        let rejected = Event::Rejected { proposal: pairing.proposal, error: PeerError::new(code, text) };
        assert!(world.events.contains(&rejected), "{:?}", world.events);
        assert_eq!(world.socket, Socket::Closed);
        // a settle after the no is no one's
        wallet.settle(&mut world.relay, namespaces());
        world.pump();
        assert!(world.client.sessions().is_empty());
    }
}

// req: 4.25
#[test]
fn a_proposal_without_a_response_expires() {
    let mut world = World::new(7);
    let pairing = world.connect();
    assert_eq!(pairing.expires_ms, world.now_ms + 300_000);
    let mut wallet = Wallet::scan(&pairing.uri, 8);
    world.advance(299_999);
    assert!(!world.events.contains(&Event::ProposalExpired { proposal: pairing.proposal }));
    world.advance(1);
    assert!(world.events.contains(&Event::ProposalExpired { proposal: pairing.proposal }));
    assert_eq!(world.socket, Socket::Closed);
    // R16: a late yes finds nothing
    wallet.approve(&mut world.relay);
    world.pump();
    assert!(world.client.sessions().is_empty());
    assert!(
        !String::from_utf8(world.saved.clone()).unwrap().contains(&hex_of(&wallet)),
        "its keys are forgotten"
    );
}

fn hex_of(wallet: &Wallet) -> String {
    walletconnect::crypto::hex(&wallet.uri.sym_key)
}

#[test]
fn rejects_an_expired_proposal_before_its_timer_fires() {
    let mut world = World::new(9);
    let pairing = world.connect();
    let mut wallet = Wallet::scan(&pairing.uri, 10);
    wallet.say_yes(&mut world.relay);
    world.pump();
    world.sleep(300_001);
    wallet.settle(&mut world.relay, namespaces());
    world.pump();
    assert!(world.client.sessions().is_empty(), "R16");
}

#[test]
fn creates_no_session_after_the_modal_closed() {
    // before the wallet has answered
    let mut world = World::new(11);
    let pairing = world.connect();
    let mut wallet = Wallet::scan(&pairing.uri, 12);
    wallet.read_proposal(&world.relay);
    let published = world.relay.mails.len();
    world.client.cancel(world.now_ms, pairing.proposal);
    world.pump();
    assert_eq!(world.relay.mails.len(), published, "a wallet that said nothing is told nothing");
    wallet.approve(&mut world.relay);
    world.pump();
    assert!(world.client.sessions().is_empty());
    // between its yes and its settle
    let pairing = world.connect();
    let mut wallet = Wallet::scan(&pairing.uri, 13);
    wallet.say_yes(&mut world.relay);
    world.pump();
    world.client.cancel(world.now_ms, pairing.proposal);
    world.pump();
    wallet.settle(&mut world.relay, namespaces());
    world.pump();
    assert!(world.client.sessions().is_empty());
    assert_eq!(wallet.inbox(&world.relay)[0]["method"], "wc_sessionDelete");
    let pairing_mail = world.relay.sent_by_dapp(&wallet.uri.topic).pop().unwrap();
    assert_eq!(
        (pairing_mail.tag, pairing_mail.ttl),
        (1000, 86_400),
        "the pairing was active: it is deleted there too"
    );
}

#[test]
fn gives_the_session_to_one_of_two_wallets_with_the_same_uri() {
    for settle_first in [true, false] {
        let mut world = World::new(14);
        let pairing = world.connect();
        let mut first = Wallet::scan(&pairing.uri, 15);
        let mut second = Wallet::scan(&pairing.uri, 16);
        first.say_yes(&mut world.relay);
        second.say_yes(&mut world.relay);
        world.pump();
        let (a, b) = if settle_first { (&mut first, &mut second) } else { (&mut second, &mut first) };
        a.settle(&mut world.relay, namespaces());
        world.pump();
        b.settle(&mut world.relay, namespaces());
        world.pump();
        assert_eq!(world.client.sessions().len(), 1, "T18");
        assert_eq!(world.client.sessions()[0].topic, first.topic(), "the first yes counts");
        assert_eq!(second.inbox(&world.relay)[0]["method"], "wc_sessionDelete", "the other one is told");
    }
}

#[test]
fn ignores_a_repeated_approval() {
    let mut world = World::new(14);
    let pairing = world.connect();
    let mut wallet = Wallet::scan(&pairing.uri, 15);
    wallet.say_yes(&mut world.relay);
    world.pump();
    let before = world.client.counters().unexpected;
    wallet.say_yes(&mut world.relay);
    world.pump();
    assert_eq!(world.client.counters().unexpected - before, 1);
    wallet.settle(&mut world.relay, namespaces());
    world.pump();
    assert_eq!(world.client.sessions().len(), 1);
    assert_eq!(world.client.sessions()[0].topic, wallet.topic());
}

#[test]
fn uses_the_older_calls_for_a_relay_without_wc_propose_session() {
    let silent = |relay: &mut Relay| {
        relay.lost_answers.insert("wc_proposeSession".into());
    };
    let ignorant = |relay: &mut Relay| {
        relay.unknown.insert("wc_proposeSession".into());
    };
    for (way, wait_ms) in [(&ignorant as &dyn Fn(&mut Relay), 0), (&silent, 5_000)] {
        let mut world = World::new(17);
        way(&mut world.relay);
        let pairing = world.connect();
        world.advance(wait_ms);
        assert!(world.events.contains(&Event::Published { proposal: pairing.proposal }));
        let calls: Vec<&str> = world.relay.calls.iter().map(|(method, ..)| method.as_str()).collect();
        let subscribe = calls.iter().position(|method| *method == "irn_subscribe").unwrap();
        let publish = calls.iter().position(|method| *method == "irn_publish").unwrap();
        assert!(subscribe < publish, "{calls:?}");
        let proposed = &world.relay.calls[0].2["sessionProposal"];
        assert_eq!(*proposed, world.relay.calls[publish].2["message"], "R7: the same ciphertext");
        assert_eq!(world.relay.calls[publish].2["tag"], json!(1100));
        let mut wallet = Wallet::scan(&pairing.uri, 18);
        wallet.approve(&mut world.relay);
        world.pump();
        assert_eq!(world.client.sessions().len(), 1);
    }
}

#[test]
fn rejects_a_proposal_that_the_relay_refuses() {
    for method in ["wc_proposeSession", "irn_subscribe", "irn_publish"] {
        let mut world = World::new(19);
        if method != "wc_proposeSession" {
            world.relay.unknown.insert("wc_proposeSession".into());
        }
        world
            .relay
            .errors
            .insert(method.into(), json!({"code": -32000, "message": "no", "data": "ProjectInactive"}));
        let pairing = world.connect();
        let error = PeerError::new(-32000, "The relay did not take this (-32000)");
        let rejected = Event::Rejected { proposal: pairing.proposal, error };
        assert!(world.events.contains(&rejected), "{method}: {:?}", world.events);
    }
}

#[test]
fn ends_the_oldest_proposal_above_the_limit() {
    let mut world = World::new(20);
    let pairings: Vec<_> = (0..12).map(|_| world.connect()).collect();
    for (at, pairing) in pairings.iter().enumerate() {
        let expired = world.events.contains(&Event::ProposalExpired { proposal: pairing.proposal });
        assert_eq!(expired, at < 2, "R30");
    }
    let mut topics: Vec<_> = pairings.iter().map(|pairing| pairing.uri.clone()).collect();
    topics.dedup();
    assert_eq!(topics.len(), 12, "T18: each URI is new");
}

#[test]
fn sends_properties_as_texts_and_returns_the_wallets_unchanged() {
    let mut world = World::new(21);
    let mut ask = ask();
    ask.session_properties.insert("bundler_name".into(), "x".into());
    ask.scoped_properties.insert("eip155".into(), "y".into());
    let pairing = world.connect_with(ask);
    let mut wallet = Wallet::scan(&pairing.uri, 22);
    let proposal = wallet.read_proposal(&world.relay);
    assert_eq!(proposal["params"]["sessionProperties"], json!({"bundler_name": "x"}));
    assert_eq!(proposal["params"]["scopedProperties"], json!({"eip155": "y"}));
    wallet.say_yes(&mut world.relay);
    world.pump();
    let mut params = wallet.settle_params(&world.relay, namespaces());
    params["sessionProperties"] = json!({"atomic": {"status": "supported"}});
    params["scopedProperties"] = json!({"eip155:1": "{}"});
    params["sessionConfig"] = json!({"disableDeepLink": true});
    wallet.settle_with(&mut world.relay, params);
    world.pump();
    let session = world.client.session(&wallet.topic()).unwrap();
    assert_eq!(session.session_properties["atomic"], json!({"status": "supported"}));
    assert_eq!(session.scoped_properties["eip155:1"], json!("{}"));
    assert!(session.deep_link_disabled);
}
