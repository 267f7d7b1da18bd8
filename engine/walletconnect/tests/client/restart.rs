//! What survives the end of a process, at whatever moment it comes (R3 to R6).

use crate::support::wallet::{ADDRESS, Wallet, namespaces};
use crate::support::{RELAY, Rng, START_MS, Socket, World, ask, config, random};
use serde_json::{Value, json};
use walletconnect::client::{Client, Event, RequestOptions};
use walletconnect::namespaces as ns;

/// From connect to the wallet's delete, with a host that asks again for what it has not got.
fn journey(world: &mut World) {
    let pairing = world.connect();
    world.advance(300);
    if world
        .relay
        .sent_by_dapp(&walletconnect::uri::PairingUri::parse(&pairing.uri).unwrap().topic)
        .is_empty()
    {
        assert!(world.crashes > 0, "only a crash before the first save forgets a proposal");
        assert!(world.client.sessions().is_empty());
        return;
    }
    let mut wallet = Wallet::scan(&pairing.uri, 200);
    wallet.say_yes(&mut world.relay);
    world.pump();
    world.advance(300);
    let settle = wallet.settle(&mut world.relay, namespaces());
    world.pump();
    world.advance(300);
    let topic = wallet.topic();
    assert!(world.client.session(&topic).is_some(), "R3: the wallet has settled");
    let told = wallet.inbox(&world.relay);
    let good = json!({"id": settle, "jsonrpc": "2.0", "result": true});
    assert!(!told.is_empty() && told.iter().all(|message| *message == good), "{told:?}");

    let token = RequestOptions { expiry_s: None, token: Some("one".into()) };
    let id = world.request(&topic, token.clone());
    world.advance(300);
    let id = match world.client.pending("one") {
        Some(pending) => {
            assert_eq!(pending, id);
            id
        }
        None => {
            assert!(wallet.inbox(&world.relay).is_empty(), "R8: what was not saved was not sent");
            world.request(&topic, token)
        }
    };
    world.advance(300);
    let asked = wallet.inbox(&world.relay);
    assert_eq!(asked.len(), 1, "R8: one confirmation, one request: {asked:?}");
    assert_eq!(asked[0]["id"], json!(id));
    wallet.answer(&mut world.relay, id, json!("0x1"));
    world.pump();
    world.advance(300);
    let answered = Event::Answered { id, topic: topic.clone(), result: Ok(json!("0x1")) };
    assert!(world.events.contains(&answered), "the answer is told, or told again");

    let one = json!({"eip155": {"accounts": [format!("eip155:10:{ADDRESS}")], "methods": [], "events": ["chainChanged"]}});
    wallet.request(&mut world.relay, "wc_sessionUpdate", json!({"namespaces": one}));
    world.pump();
    world.advance(300);
    assert_eq!(ns::chains(&world.client.session(&topic).unwrap().namespaces), ["eip155:10"], "R6");
    let told = wallet.inbox(&world.relay);
    assert!(!told.is_empty() && told.iter().all(|message| message["result"] == true), "{told:?}");

    let crashes = world.crashes;
    world.take_events();
    let event = json!({"event": {"name": "chainChanged", "data": 10}, "chainId": "eip155:10"});
    wallet.request(&mut world.relay, "wc_sessionEvent", event);
    world.pump();
    world.advance(300);
    let emitted = world.events.iter().filter(|event| matches!(event, Event::Emitted { .. })).count();
    assert!(emitted == 1 || world.crashes > crashes && emitted == 0, "R6: never twice");

    wallet.request(&mut world.relay, "wc_sessionDelete", json!({"code": 6000, "message": "x"}));
    world.pump();
    world.advance(300);
    assert!(world.client.sessions().is_empty(), "R16");
    world.restart();
    world.advance(60_000);
    assert!(world.client.sessions().is_empty(), "R16");
    assert_eq!(world.socket, Socket::Closed);
}

#[test]
fn loses_no_settled_session_after_a_crash_at_any_save() {
    let mut world = World::new(201);
    journey(&mut world);
    let saves = world.saves;
    assert!(saves >= 12, "{saves}");
    for k in 1..=saves {
        let mut world = World::new(201);
        world.crash_after = Some(k);
        journey(&mut world);
        let mut world = World::new(201);
        world.crash_before = Some(k);
        journey(&mut world);
    }
}

#[test]
fn connects_after_a_reload_while_the_user_is_in_the_wallet() {
    let mut world = World::new(202);
    let pairing = world.connect();
    world.crash();
    let mut wallet = Wallet::scan(&pairing.uri, 203);
    wallet.approve(&mut world.relay);
    world.pump();
    world.advance(1_000);
    let topic = wallet.topic();
    assert!(world.events.contains(&Event::Settled { proposal: pairing.proposal, topic, cacaos: vec![] }));
}

#[test]
fn marks_restored_sessions_live_once_the_mailbox_is_empty() {
    for pull_only in [false, true] {
        let mut world = World::new(204);
        let (mut kept, kept_topic) = world.settled(205);
        let (mut gone, gone_topic) = world.settled(206);
        world.crash();
        while world.client.poll_output().is_some() {}
        world.relay.pull_only = pull_only;
        world.take_events();
        // a hundred messages while no one was there; the wallet's delete is the last
        for at in 0..99 {
            let params = json!({"event": {"name": "chainChanged", "data": at}, "chainId": "eip155:1"});
            kept.request(&mut world.relay, "wc_sessionEvent", params);
        }
        gone.request(&mut world.relay, "wc_sessionDelete", json!({"code": 6000, "message": "x"}));
        world.restart();
        world.advance(1_000);
        let events = world.take_events();
        assert_eq!(
            events.iter().filter(|event| matches!(event, Event::Emitted { .. })).count(),
            99,
            "each once"
        );
        let live = events.iter().position(|event| *event == Event::Live { topics: vec![kept_topic.clone()] });
        let deleted = events
            .iter()
            .position(|event| matches!(event, Event::Deleted { topic, .. } if *topic == gone_topic));
        assert!(deleted.unwrap() < live.unwrap(), "told when it is certain");
        assert!(
            world.relay.mails.iter().all(|mail| mail.acked || mail.from == crate::support::relay::From::Dapp)
        );
        // once only
        world.drop_socket(1006, "");
        world.pump();
        world.advance(10_000);
        assert!(!world.events.iter().any(|event| matches!(event, Event::Live { .. })));
    }
}

#[test]
fn marks_sessions_live_although_the_relay_lacks_the_mailbox_call() {
    for silent in [false, true] {
        let mut world = World::new(207);
        let (_, topic) = world.settled(208);
        let method = String::from("irn_batchFetchMessages");
        if silent {
            world.relay.lost_answers.insert(method)
        } else {
            world.relay.unknown.insert(method)
        };
        world.restart();
        world.advance(5_000);
        assert!(world.events.contains(&Event::Live { topics: vec![topic] }));
    }
}

#[test]
fn does_not_restore_expired_records() {
    let mut world = World::new(209);
    let (_, topic) = world.settled(210);
    world.request(&topic, RequestOptions::default());
    world.connect();
    let at = |ms: u64| Client::restore(config(&[RELAY]), random(1), START_MS + ms, &world.saved);
    assert_eq!(at(604_799_000).sessions().len(), 1);
    let mut client = at(604_900_000);
    assert!(client.sessions().is_empty() && client.poll_output().is_none(), "R16");
    assert_eq!(client.client_id(), world.client.client_id(), "the same client at the relay");
}

#[test]
fn skips_records_whose_key_and_topic_differ() {
    let mut world = World::new(211);
    let (_, topic) = world.settled(212);
    let saved = String::from_utf8(world.saved.clone()).unwrap();
    let forged = saved.replace(&topic, &"ab".repeat(32));
    assert!(
        Client::restore(config(&[RELAY]), random(1), world.now_ms, forged.as_bytes()).sessions().is_empty(),
        "T5"
    );
    let mut value: Value = serde_json::from_str(&saved).unwrap();
    value["sessions"][0].as_object_mut().unwrap().remove("key");
    let client = Client::restore(config(&[RELAY]), random(1), world.now_ms, value.to_string().as_bytes());
    assert!(client.sessions().is_empty());
    assert_eq!(client.client_id(), world.client.client_id());
}

#[test]
fn restores_a_working_client_from_any_bytes() {
    let mut world = World::new(213);
    let (_, topic) = world.settled(214);
    world.request(&topic, RequestOptions { expiry_s: None, token: Some("t".into()) });
    world.connect();
    let saved = world.saved.clone();
    let foreign: [&[u8]; 6] =
        [b"", b"null", b"{}", b"{\"version\":2}", &[0xff; 64], b"{\"version\":1,\"seed\":\"x\"}"];
    for bytes in foreign {
        let mut client = Client::restore(config(&[RELAY]), random(1), START_MS, bytes);
        assert!(client.sessions().is_empty() && client.poll_output().is_none());
        assert_ne!(client.client_id(), world.client.client_id());
    }
    let mut rng = Rng(215);
    for round in 0..1_200 {
        let mut bytes = saved.clone();
        for _ in 0..=rng.below(4) {
            if bytes.is_empty() {
                break;
            }
            let at = rng.below(bytes.len());
            match rng.below(5) {
                0 => bytes[at] = rng.next() as u8,
                1 => bytes[at] ^= 1 << rng.below(8),
                2 => bytes.truncate(at.max(1)),
                3 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b"0\"{}[],:x"[rng.below(9)]),
            }
        }
        // mostly after all has expired: then no socket is opened, which costs a signature
        let now_ms = if round % 40 == 0 { world.now_ms } else { START_MS + 700_000_000 };
        let mut client = Client::restore(config(&[RELAY]), random(round), now_ms, &bytes);
        while client.poll_output().is_some() {}
        assert!(client.sessions().len() <= 1);
        let again = client.save();
        let once_more = Client::restore(config(&[RELAY]), random(round), now_ms, &again);
        assert_eq!(once_more.sessions(), client.sessions(), "R4: what is read is written and read again");
    }
    let mut client = Client::restore(config(&[RELAY]), random(1), START_MS, &saved[..saved.len() / 2]);
    assert!(client.connect(START_MS, ask()).is_ok());
}

// req: 4.25
#[test]
fn a_code_from_before_a_restart_creates_no_session_on_either_side() {
    for restarts in 1..3 {
        let mut world = World::new(260);
        let pairing = world.connect();
        let mut wallet = Wallet::scan(&pairing.uri, 261);
        wallet.read_proposal(&world.relay);
        for _ in 0..restarts {
            world.restart();
            world.client.cancel_all(world.now_ms);
            world.pump();
        }
        assert!(!world.client.is_pairing());
        wallet.approve(&mut world.relay);
        world.pump();
        assert!(world.client.sessions().is_empty());
        let told = wallet.inbox(&world.relay);
        assert_eq!(told.iter().filter(|word| word["method"] == "wc_sessionDelete").count(), 1, "{told:?}");
        assert!(world.relay.subscribed.is_empty(), "nothing is listened to any more");
    }
    // no wallet says yes to it: it ends by itself
    let mut world = World::new(262);
    world.connect();
    world.restart();
    world.client.cancel_all(world.now_ms);
    world.pump();
    world.advance(300_000);
    assert!(world.relay.subscribed.is_empty());
}
