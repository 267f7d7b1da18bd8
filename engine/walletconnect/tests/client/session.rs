//! What a wallet may do to a session, and what it may not.

use crate::support::wallet::{ADDRESS, Wallet, namespaces};
use crate::support::{START_MS, Socket, World};
use serde_json::{Value, json};
use walletconnect::client::{Event, RequestOptions};
use walletconnect::error::PeerError;
use walletconnect::namespaces as ns;

fn last_answer(wallet: &mut Wallet, world: &World) -> Value {
    wallet.inbox(&world.relay).pop().expect("the dApp has answered")
}

#[test]
fn applies_an_update_and_ignores_an_older_one() {
    let mut world = World::new(30);
    let (mut wallet, topic) = world.settled(31);
    let one = json!({"eip155": {"accounts": [format!("eip155:10:{ADDRESS}")], "methods": ["personal_sign"], "events": []}});
    let id = wallet.request(&mut world.relay, "wc_sessionUpdate", json!({"namespaces": one}));
    world.pump();
    assert!(world.events.contains(&Event::Updated { topic: topic.clone() }));
    assert_eq!(last_answer(&mut wallet, &world), json!({"id": id, "jsonrpc": "2.0", "result": true}));
    assert_eq!(world.relay.sent_by_dapp(&topic).pop().unwrap().tag, 1105);
    assert_eq!(ns::chains(&world.client.sessions()[0].namespaces), ["eip155:10"]);
    // the same id sealed again changes nothing and is answered the same; an older one is refused
    world.take_events();
    let again = json!({"id": id, "jsonrpc": "2.0", "method": "wc_sessionUpdate", "params": {"namespaces": namespaces()}});
    wallet.send(&mut world.relay, &again, 1104);
    world.pump();
    assert_eq!(last_answer(&mut wallet, &world)["result"], true);
    let older = json!({"id": id - 500_000, "jsonrpc": "2.0", "method": "wc_sessionUpdate", "params": {"namespaces": namespaces()}});
    wallet.send(&mut world.relay, &older, 1104);
    world.pump();
    assert_eq!(last_answer(&mut wallet, &world)["error"]["code"], 1003);
    assert_eq!(ns::chains(&world.client.sessions()[0].namespaces), ["eip155:10"]);
    assert!(!world.events.iter().any(|event| matches!(event, Event::Updated { .. })));
}

#[test]
fn limits_an_update_to_the_proposal() {
    let mut world = World::new(32);
    let (mut wallet, topic) = world.settled(33);
    let wide = json!({
        "eip155": {"accounts": [format!("eip155:1:{ADDRESS}"), format!("eip155:137:{ADDRESS}")], "methods": ["personal_sign"], "events": []},
        "solana": {"accounts": ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abc"], "methods": [], "events": []},
    });
    wallet.request(&mut world.relay, "wc_sessionUpdate", json!({"namespaces": wide}));
    world.pump();
    assert_eq!(ns::chains(&world.client.session(&topic).unwrap().namespaces), ["eip155:1"], "R18");
    let nothing = [
        json!({}),
        json!({"namespaces": {}}),
        json!({"namespaces": {"eip155": {"accounts": [], "methods": [], "events": []}}}),
        json!({"namespaces": {"eip155": {"accounts": [format!("eip155:137:{ADDRESS}")], "methods": [], "events": []}}}),
        json!({"namespaces": {"eip155": {"accounts": ["x"], "methods": [], "events": []}}}),
        json!({"namespaces": [1, 2]}),
        json!(null),
    ];
    for params in nothing {
        wallet.request(&mut world.relay, "wc_sessionUpdate", params.clone());
        world.pump();
        assert!(last_answer(&mut wallet, &world).get("error").is_some(), "{params}");
        assert_eq!(ns::chains(&world.client.session(&topic).unwrap().namespaces), ["eip155:1"], "R1");
    }
}

#[test]
fn limits_an_extension_to_a_week() {
    let mut world = World::new(34);
    let (mut wallet, topic) = world.settled(35);
    world.sleep(86_400_000);
    world.advance(10_000);
    let now_s = world.now_ms / 1_000;
    let at = |world: &World| world.client.session(&topic).unwrap().expires_ms;
    let first = at(&world);
    // (parameters, the new expiry in seconds)
    let cases = [
        (json!({"expiry": first / 1_000 - 1}), None),
        (json!({"expiry": now_s + 604_800 + 301}), None),
        (json!({"expiry": "soon"}), None),
        (json!({"expiry": now_s + 604_000}), Some(now_s + 604_000)),
        (json!({}), Some(now_s + 604_800)),
    ];
    for (params, expected) in cases {
        let before = at(&world);
        world.take_events();
        wallet.request(&mut world.relay, "wc_sessionExtend", params.clone());
        world.pump();
        let answer = last_answer(&mut wallet, &world);
        match expected {
            None => assert_eq!((&answer["error"]["code"], at(&world)), (&json!(1004), before), "{params}"),
            Some(expiry_s) => {
                assert_eq!((&answer["result"], at(&world) / 1_000), (&json!(true), expiry_s), "{params}");
                assert!(world.events.contains(&Event::Extended { topic: topic.clone() }));
            }
        }
    }
}

// req: 3.20
#[test]
fn reports_an_event_with_its_parts() {
    let mut world = World::new(36);
    let (mut wallet, topic) = world.settled(37);
    let params = json!({"event": {"name": "chainChanged", "data": "0xa"}, "chainId": "eip155:10"});
    let id = wallet.request(&mut world.relay, "wc_sessionEvent", params);
    world.pump();
    let emitted = Event::Emitted {
        topic,
        id: id.to_string(),
        chain: "eip155:10".into(),
        name: "chainChanged".into(),
        data: json!("0xa"),
    };
    assert!(world.events.contains(&emitted), "{:?}", world.events);
    assert!(wallet.inbox(&world.relay).is_empty(), "no wallet waits for an answer");
}

// req: 5.34
#[test]
fn ignores_an_event_without_its_parts_or_outside_the_session() {
    let mut world = World::new(38);
    let (mut wallet, _) = world.settled(39);
    let good = json!({"event": {"name": "accountsChanged", "data": []}, "chainId": "eip155:1"});
    wallet.request(&mut world.relay, "wc_sessionEvent", good.clone());
    world.pump();
    world.take_events();
    let before = world.client.counters().unexpected;
    let bad = [
        json!(null),
        json!({}),
        json!({"chainId": "eip155:1"}),
        json!({"event": {"name": "accountsChanged", "data": []}}),
        json!({"event": {"data": []}, "chainId": "eip155:1"}),
        json!({"event": {"name": "", "data": []}, "chainId": "eip155:1"}),
        json!({"event": {"name": "accountsChanged", "data": []}, "chainId": ""}),
        json!({"event": {"name": "accountsChanged", "data": []}, "chainId": "eip155:137"}),
        json!({"event": {"name": "accountsChanged", "data": []}, "chainId": 1}),
        json!({"event": {"name": "blockChanged", "data": []}, "chainId": "eip155:1"}),
        json!({"event": "accountsChanged", "chainId": "eip155:1"}),
    ];
    for params in &bad {
        wallet.request(&mut world.relay, "wc_sessionEvent", params.clone());
    }
    // no id, and an id older than the last of this name
    for id in [json!(null), json!(1.5), json!(1_700_000_000_000_000u64)] {
        let message = json!({"id": id, "jsonrpc": "2.0", "method": "wc_sessionEvent", "params": good});
        wallet.send(&mut world.relay, &message, 1110);
    }
    world.pump();
    assert_eq!(world.take_events(), [], "R18");
    assert_eq!(world.client.counters().unexpected - before, bad.len() as u64 + 1);
}

#[test]
fn ends_the_session_and_its_requests_when_the_wallet_deletes_it() {
    let mut world = World::new(40);
    let (mut wallet, topic) = world.settled(41);
    let id = world.request(&topic, RequestOptions::default());
    wallet.inbox(&world.relay);
    wallet.request(&mut world.relay, "wc_sessionDelete", json!({"code": 6000, "message": "bye"}));
    world.pump();
    let over =
        Event::Answered { id, topic: topic.clone(), result: Err(PeerError::new(6000, "User disconnected.")) };
    assert!(world.events.contains(&over));
    assert!(
        world.events.contains(&Event::Deleted { topic: topic.clone(), error: PeerError::new(6000, "bye") })
    );
    assert!(wallet.inbox(&world.relay).is_empty(), "a delete is not answered");
    assert_eq!(world.socket, Socket::Closed);
    assert!(!String::from_utf8(world.saved.clone()).unwrap().contains(&topic), "nothing of it is stored");
    // the late answer, and whatever follows, is no one's
    wallet.answer(&mut world.relay, id, json!("late"));
    wallet.request(&mut world.relay, "wc_sessionUpdate", json!({"namespaces": namespaces()}));
    world.pump();
    assert!(world.client.sessions().is_empty(), "R16");
}

#[test]
fn responds_to_pings_and_sends_them() {
    let mut world = World::new(42);
    let (mut wallet, topic) = world.settled(43);
    let asked = wallet.request(&mut world.relay, "wc_sessionPing", json!({}));
    world.pump();
    assert_eq!(last_answer(&mut wallet, &world), json!({"id": asked, "jsonrpc": "2.0", "result": true}));
    let id = world.ping(&topic);
    assert_eq!(last_answer(&mut wallet, &world)["method"], "wc_sessionPing");
    wallet.answer(&mut world.relay, id, json!(true));
    world.pump();
    assert!(world.events.contains(&Event::Pinged { id }));
    let id = world.ping(&topic);
    world.advance(30_000);
    let silent =
        Event::Answered { id, topic, result: Err(PeerError::new(6, "Request expired. Please try again.")) };
    assert!(world.events.contains(&silent), "{:?}", world.events);
    assert_eq!(
        world.client.ping(world.now_ms, "no topic").unwrap_err().to_string(),
        "No matching key. session topic doesn't exist: no topic"
    );
}

#[test]
fn a_pairing_responds_to_pings_and_rejects_other_requests() {
    let mut world = World::new(44);
    let pairing = world.connect();
    let mut wallet = Wallet::scan(&pairing.uri, 45);
    let cases = [
        ("wc_pairingPing", Value::Null, 1003),
        ("wc_sessionSettle", json!(10001), 0),
        ("wc_what", json!(10001), 0),
    ];
    for (method, code, tag) in cases {
        let message = json!({"id": wallet.id(), "jsonrpc": "2.0", "method": method, "params": {}});
        wallet.pairing_send(&mut world.relay, &message, 1002);
        world.pump();
        let mail = world.relay.sent_by_dapp(&wallet.uri.topic).pop().unwrap();
        let text = walletconnect::envelope::decode(&mail.message, &wallet.uri.sym_key).unwrap();
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (&answer["id"], &answer["error"]["code"], mail.tag),
            (&message["id"], &code, tag),
            "{method}"
        );
    }
    let delete = json!({"id": wallet.id(), "jsonrpc": "2.0", "method": "wc_pairingDelete", "params": {"code": 6000, "message": "x"}});
    wallet.pairing_send(&mut world.relay, &delete, 1000);
    world.pump();
    assert!(
        world
            .events
            .contains(&Event::Rejected { proposal: pairing.proposal, error: PeerError::new(6000, "x") })
    );
}

#[test]
fn settles_although_the_wallet_left_the_pairing() {
    let mut world = World::new(46);
    let pairing = world.connect();
    let mut wallet = Wallet::scan(&pairing.uri, 47);
    wallet.say_yes(&mut world.relay);
    let delete = json!({"id": wallet.id(), "jsonrpc": "2.0", "method": "wc_pairingDelete", "params": {"code": 6000, "message": "x"}});
    wallet.pairing_send(&mut world.relay, &delete, 1000);
    world.pump();
    wallet.settle(&mut world.relay, namespaces());
    world.pump();
    assert_eq!(world.client.sessions().len(), 1);
}

#[test]
fn rejects_a_wallets_request_to_sign() {
    let mut world = World::new(48);
    let (mut wallet, _) = world.settled(49);
    for (method, code, tag) in
        [("wc_sessionRequest", 3001, 1109), ("wc_sessionPropose", 10001, 0), ("eth_sign", 10001, 0)]
    {
        wallet.request(
            &mut world.relay,
            method,
            json!({"request": {"method": "eth_sign", "params": []}, "chainId": "eip155:1"}),
        );
        world.pump();
        assert_eq!(last_answer(&mut wallet, &world)["error"]["code"], code, "{method}");
        assert_eq!(
            world
                .relay
                .mails
                .iter()
                .rfind(|mail| mail.from == crate::support::relay::From::Dapp)
                .unwrap()
                .tag,
            tag
        );
    }
}

#[test]
fn a_session_ends_at_its_expiry() {
    let mut world = World::new(59);
    let pairing = world.connect();
    let mut wallet = Wallet::scan(&pairing.uri, 60);
    wallet.say_yes(&mut world.relay);
    world.pump();
    let mut params = wallet.settle_params(&world.relay, namespaces());
    params["expiry"] = json!(START_MS / 1_000 + 3_600);
    wallet.settle_with(&mut world.relay, params);
    world.pump();
    let topic = wallet.topic();
    let id = world.request(&topic, RequestOptions { expiry_s: Some(604_800), token: None });
    world.advance(3_599_000);
    assert!(world.client.session(&topic).is_some());
    world.advance(2_000);
    assert!(world.client.session(&topic).is_none());
    assert!(world.events.contains(&Event::Expired { topic: topic.clone() }));
    let ended = |event: &Event| matches!(event, Event::Answered { id: of, result: Err(_), .. } if *of == id);
    assert!(world.events.iter().any(ended));
    assert_eq!(world.socket, Socket::Closed);
}
