//! Duplicates, replays, garbage and floods (T4, T5, R6, R7, R30).

use crate::support::relay::From;
use crate::support::wallet::{ADDRESS, Wallet, namespaces};
use crate::support::{Rng, World};
use serde_json::{Value, json};
use walletconnect::client::{Event, RequestOptions};
use walletconnect::crypto;
use walletconnect::message::Method;
use walletconnect::namespaces as ns;

#[test]
fn a_message_delivered_ten_times_has_one_effect() {
    let mut world = World::new(500);
    let (mut wallet, topic) = world.settled(501);
    let id = world.request(&topic, RequestOptions::default());
    world.take_events();
    wallet.answer(&mut world.relay, id, json!(1));
    let params = json!({"event": {"name": "chainChanged", "data": 1}, "chainId": "eip155:1"});
    wallet.request(&mut world.relay, "wc_sessionEvent", params);
    wallet.request(&mut world.relay, "wc_sessionPing", json!({}));
    let last = world.relay.mails.len();
    for _ in 0..9 {
        for at in last - 3..last {
            world.relay.push(at);
        }
    }
    world.pump();
    world.restart();
    for at in 0..last {
        if world.relay.mails[at].from == From::Wallet {
            world.relay.push(at);
        }
    }
    world.pump();
    let count = |wanted: fn(&Event) -> bool| world.events.iter().filter(|event| wanted(event)).count();
    assert_eq!(count(|event| matches!(event, Event::Answered { .. })), 1, "R6");
    assert_eq!(count(|event| matches!(event, Event::Emitted { .. })), 1, "R6");
    let pongs =
        wallet.inbox(&world.relay).into_iter().filter(|message| message.get("result").is_some()).count();
    assert_eq!(pongs, 1, "one request of the wallet, one answer");
    assert!(world.client.counters().duplicates > 0);
}

#[test]
fn ignores_a_replay_after_its_record_was_dropped() {
    let mut world = World::new(502);
    world.lazy = true;
    let (mut wallet, topic) = world.settled(503);
    let start = world.relay.mails.len();
    let one = json!({"eip155": {"accounts": [format!("eip155:10:{ADDRESS}")], "methods": [], "events": ["chainChanged"]}});
    wallet.request(&mut world.relay, "wc_sessionUpdate", json!({"namespaces": one}));
    wallet.request(
        &mut world.relay,
        "wc_sessionEvent",
        json!({"event": {"name": "chainChanged", "data": 1}, "chainId": "eip155:10"}),
    );
    let kept = start..world.relay.mails.len();
    wallet.request(&mut world.relay, "wc_sessionUpdate", json!({"namespaces": namespaces()}));
    for _ in 0..600 {
        wallet.request(
            &mut world.relay,
            "wc_sessionEvent",
            json!({"event": {"name": "chainChanged", "data": 2}, "chainId": "eip155:10"}),
        );
    }
    world.pump();
    world.take_events();
    for at in kept {
        world.relay.push(at);
    }
    world.pump();
    assert!(
        !world.events.iter().any(|event| matches!(event, Event::Emitted { .. } | Event::Updated { .. })),
        "{:?}",
        world.events
    );
    assert_eq!(
        ns::chains(&world.client.session(&topic).unwrap().namespaces).len(),
        2,
        "T5: an old update is refused"
    );
}

#[test]
fn ignores_a_message_on_another_topic() {
    let mut world = World::new(504);
    let (mut a, topic_a) = world.settled(505);
    let (_, topic_b) = world.settled(506);
    let id = world.request(&topic_a, RequestOptions::default());
    let key = a.key();
    let sealed = a.seal(&key, &json!({"id": id, "jsonrpc": "2.0", "result": "x"}));
    let before = world.client.counters();
    // the relay shows it on a wrong topic first, and on one no one knows
    world.relay.publish(&topic_b, &sealed, 1109);
    world.relay.subscribed.insert("ab".repeat(32));
    world.relay.publish(&"ab".repeat(32), &sealed, 1109);
    world.pump();
    let after = world.client.counters();
    assert_eq!((after.unreadable - before.unreadable, after.unknown_topics - before.unknown_topics), (1, 1));
    assert!(world.relay.mails.iter().all(|mail| mail.acked || mail.from == From::Dapp), "acked all the same");
    world.relay.publish(&topic_a, &sealed, 1109);
    world.pump();
    assert!(world.events.contains(&Event::Answered { id, topic: topic_a, result: Ok(json!("x")) }));
}

#[test]
fn ignores_our_own_messages_sent_back() {
    for overflow in [false, true] {
        let mut world = World::new(521);
        world.lazy = true;
        let pairing = world.connect();
        let mut wallet = Wallet::scan(&pairing.uri, 522);
        let echo = |world: &mut World| {
            for at in 0..world.relay.mails.len() {
                if world.relay.mails[at].from == From::Dapp {
                    world.relay.push(at);
                }
            }
            world.pump();
        };
        echo(&mut world);
        echo(&mut world);
        assert!(
            !world.events.iter().any(|event| matches!(event, Event::Rejected { .. })),
            "T5: {:?}",
            world.events
        );
        wallet.approve(&mut world.relay);
        world.pump();
        let topic = wallet.topic();
        let id = world.request(&topic, RequestOptions::default());
        let ping = world.ping(&topic);
        world.take_events();
        for _ in 0..2 {
            if overflow {
                // so many that what was seen before is forgotten
                for _ in 0..600 {
                    wallet.request(&mut world.relay, "wc_sessionEvent", json!({}));
                }
                world.pump();
            }
            echo(&mut world);
        }
        let told = |event: &Event| !matches!(event, Event::Relay(_));
        assert!(!world.events.iter().any(told), "T5: the relay answers for nobody: {:?}", world.events);
        wallet.answer(&mut world.relay, id, json!("0x1"));
        wallet.answer(&mut world.relay, ping, json!(true));
        world.pump();
        assert!(world.events.contains(&Event::Pinged { id: ping }));
        assert!(world.events.contains(&Event::Answered { id, topic, result: Ok(json!("0x1")) }));
    }
}

#[test]
fn rejects_unencrypted_and_unknown_envelopes() {
    let mut world = World::new(507);
    let (mut wallet, topic) = world.settled(508);
    let message = json!({"id": 1, "jsonrpc": "2.0", "method": "wc_sessionDelete", "params": {"code": 6000, "message": "x"}});
    let encode = |bytes: &[u8]| base64::Engine::encode(&base64::engine::general_purpose::STANDARD, bytes);
    let plain = [&[2u8], message.to_string().as_bytes()].concat();
    let key = wallet.key();
    let sealed = wallet.seal(&key, &message);
    let mut other = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, &sealed).unwrap();
    other[0] = 7;
    for envelope in [encode(&plain), encode(&other), message.to_string(), String::new()] {
        world.relay.publish(&topic, &envelope, 1112);
    }
    world.pump();
    assert!(world.client.session(&topic).is_some(), "T5");
    world.relay.publish(&topic, &sealed, 1112);
    world.pump();
    assert!(world.client.session(&topic).is_none());
}

/// A value no one expects.
fn odd(rng: &mut Rng) -> Value {
    match rng.below(16) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(1.5),
        4 => json!(u64::MAX),
        5 => serde_json::from_str("1e400").unwrap(),
        6 => serde_json::from_str("123456789012345678901234567890").unwrap(),
        7 => json!(""),
        8 => json!("\u{0}\u{202e}\u{feff}"),
        9 => json!("x".repeat(5_000)),
        10 => json!([]),
        11 => json!({}),
        12 => json!([[[[[]]]]]),
        13 => json!({"__proto__": {"constructor": 1}}),
        14 => json!(vec!["eip155:1:0x0"; 300]),
        _ => json!(["eip155:1", 1, null]),
    }
}

/// Puts something odd somewhere into a value, or takes something away.
fn mutate(value: &mut Value, rng: &mut Rng) {
    let deeper = rng.below(4) != 0;
    match value {
        Value::Object(map) if deeper && !map.is_empty() => {
            let at = rng.below(map.len());
            let name = map.keys().nth(at).unwrap().clone();
            if rng.below(6) == 0 {
                map.remove(&name);
            } else {
                mutate(&mut map[&name], rng);
            }
        }
        Value::Array(list) if deeper && !list.is_empty() => {
            let at = rng.below(list.len());
            mutate(&mut list[at], rng);
        }
        other => *other = odd(rng),
    }
}

fn valid(kind: usize, wallet: &mut Wallet, world: &World, request: u64, proposal: u64) -> Value {
    let id = wallet.id();
    let params = match kind {
        0 => return json!({"id": request, "jsonrpc": "2.0", "result": {"a": [1, 2]}}),
        1 => return json!({"id": request, "jsonrpc": "2.0", "error": {"code": 4001, "message": "no"}}),
        2 => {
            let key = crypto::hex(&wallet.pair.public);
            return json!({"id": proposal, "jsonrpc": "2.0", "result": {"relay": {"protocol": "irn"}, "responderPublicKey": key}});
        }
        3 => wallet.settle_params(&world.relay, namespaces()),
        4 | 5 => json!({"namespaces": namespaces()}),
        6 => json!({"event": {"name": "chainChanged", "data": 10}, "chainId": "eip155:10"}),
        7 => json!({"expiry": world.now_ms / 1_000 + 600_000}),
        8 => json!({"code": 6000, "message": "User disconnected."}),
        _ => json!({"request": {"method": "personal_sign", "params": []}, "chainId": "eip155:1"}),
    };
    let method = match kind {
        3 => Method::SessionSettle,
        4 | 5 => Method::SessionUpdate,
        6 => Method::SessionEvent,
        7 => Method::SessionExtend,
        8 => Method::SessionDelete,
        other => Method::ALL[other % 11],
    };
    json!({"id": id, "jsonrpc": "2.0", "method": method.as_str(), "params": params})
}

#[test]
fn mutated_messages_never_panic_nor_widen_a_session() {
    let mut rng = Rng(509);
    let mut world = World::new(510);
    let mut session: Option<(Wallet, String, u64)> = None;
    let mut proposed: Option<(Wallet, u64, bool)> = None;
    for round in 0..4_000u64 {
        world.lazy = round % 50 != 0;
        let (mut wallet, topic, request) = match session.take() {
            Some(open) if world.client.session(&open.1).is_some() => open,
            _ => {
                let (wallet, topic) = world.settled(1_000 + round);
                (wallet, topic, 0)
            }
        };
        let request = if round % 8 == 0 && rng.below(2) == 0 {
            world.request(&topic, RequestOptions::default())
        } else {
            request
        };
        let (mut other, proposal, agreed) = match proposed.take() {
            Some(open) => open,
            _ => {
                let pairing = world.connect();
                let mut other = Wallet::scan(&pairing.uri, 90_000 + round);
                let agreed = rng.below(2) == 0;
                if agreed {
                    other.say_yes(&mut world.relay)
                } else {
                    drop(other.read_proposal(&world.relay))
                }
                world.pump();
                (other, pairing.proposal, agreed)
            }
        };
        let (kind, changes) = (rng.below(14), rng.below(4));
        let place = rng.below(3);
        let who = if place == 0 { &mut wallet } else { &mut other };
        let mut message = valid(kind, who, &world, request, proposal);
        // a valid delete or no ends it: most rounds shall go on
        let changes = if kind == 8 || kind == 2 { changes.max(1) } else { changes };
        for _ in 0..changes {
            mutate(&mut message, &mut rng);
        }
        match place {
            0 => wallet.send(&mut world.relay, &message, 0),
            1 if agreed => other.send(&mut world.relay, &message, 0),
            _ => other.pairing_send(&mut world.relay, &message, 0),
        }
        world.pump();
        // what the proposal's wallet settled is not what this test is about
        let extra: Vec<String> = world
            .client
            .sessions()
            .iter()
            .map(|session| session.topic.clone())
            .filter(|of| *of != topic)
            .collect();
        for topic in extra {
            world.client.disconnect(world.now_ms, &topic);
        }
        if round % 100 == 0 {
            world.advance(10_000);
        }
        let over = world.take_events().into_iter().any(|event| match event {
            Event::Rejected { proposal: of, .. } | Event::Settled { proposal: of, .. } => of == proposal,
            Event::ProposalExpired { proposal: of } => of == proposal,
            _ => false,
        });
        session = Some((wallet, topic, request));
        proposed = (!over).then_some((other, proposal, agreed));
    }
    assert!(world.client.counters().unexpected > 100 && world.client.counters().unreadable > 100);
}

#[test]
fn mutated_frames_never_panic() {
    let mut rng = Rng(511);
    let mut world = World::new(512);
    let (mut wallet, topic) = world.settled(513);
    let key = wallet.key();
    let sealed =
        wallet.seal(&key, &json!({"id": 1, "jsonrpc": "2.0", "method": "wc_sessionPing", "params": {}}));
    let data = json!({"topic": topic, "message": sealed, "publishedAt": 1, "tag": 1114});
    let frames = [
        json!({"id": 1_795_000_000_000_000_001u64, "jsonrpc": "2.0", "method": "irn_subscription", "params": {"id": "s", "data": data}}),
        json!({"id": 1_795_000_000_000_000_002u64, "jsonrpc": "2.0", "result": {"messages": [data], "hasMore": true}}),
        json!({"id": 1_795_000_000_000_000_003u64, "jsonrpc": "2.0", "error": {"code": -32000, "message": "m", "data": "InvalidMethod"}}),
    ];
    world.lazy = true;
    for round in 0..6_000 {
        let mut frame = frames[rng.below(3)].clone();
        // as the answer to a call that is under way
        if rng.below(3) == 0 {
            world.relay.mute = true;
            world.client.wake(world.now_ms);
            world.pump();
            world.relay.mute = false;
            if let Some((_, id, _)) = world.relay.calls.last() {
                frame["id"] = json!(id);
            }
        }
        for _ in 0..rng.below(3) {
            mutate(&mut frame, &mut rng);
        }
        let mut text = frame.to_string().into_bytes();
        if rng.below(3) == 0 {
            let at = rng.below(text.len());
            text[at] = rng.next() as u8;
            text.truncate(text.len().saturating_sub(rng.below(5)).max(1));
        }
        world.client.socket_message(world.now_ms, &String::from_utf8_lossy(&text));
        while world.client.poll_output().is_some() {}
        assert!(world.client.session(&topic).is_some(), "round {round}");
    }
}

#[test]
fn rejects_messages_with_flipped_bits() {
    let mut rng = Rng(514);
    let mut world = World::new(515);
    world.lazy = true;
    let (mut wallet, topic) = world.settled(516);
    let delete = json!({"id": 9, "jsonrpc": "2.0", "method": "wc_sessionDelete", "params": {"code": 6000, "message": "x"}});
    let key = wallet.key();
    let sealed = wallet.seal(&key, &delete).into_bytes();
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
    for _ in 0..2_000 {
        let mut text = sealed.clone();
        let at = rng.below(text.len() - 3);
        let new = alphabet[rng.below(64)];
        if text[at] == new {
            continue;
        }
        text[at] = new;
        if rng.below(8) == 0 {
            text.truncate(at);
        }
        world.relay.publish(&topic, &String::from_utf8(text).unwrap(), 1112);
        world.pump();
        assert!(world.client.session(&topic).is_some(), "T5");
    }
}
