//! What is kept is bounded, whatever comes (T4, R30).

use crate::support::World;
use crate::support::wallet::{Wallet, namespaces};
use serde_json::{Value, json};
use walletconnect::client::{Event, RequestOptions, SAVED_BYTES_MAX};

#[test]
fn limits_memory_under_any_input() {
    let mut world = World::new(517);
    let (mut wallet, topic) = world.settled(518);
    let asked: Vec<u64> = (0..100)
        .map(|_| {
            world.request(
                &topic,
                RequestOptions {
                    expiry_s: Some(604_800),
                    token: Some("x".repeat(200) + &world.now_ms.to_string()),
                },
            )
        })
        .collect();
    assert_eq!(asked.len(), 100);
    // the relay takes no answer of ours, and the wallet asks ten thousand times
    world.relay.lost_answers.insert("irn_publish".into());
    for round in 0..10_000 {
        world.lazy = round % 1_000 != 999;
        let (method, params) = match round % 5 {
            0 => ("wc_sessionPing", json!({})),
            1 => (
                "wc_sessionEvent",
                json!({"event": {"name": "chainChanged", "data": "x".repeat(200)}, "chainId": "eip155:1"}),
            ),
            2 => ("wc_sessionUpdate", json!({"namespaces": namespaces()})),
            3 => ("wc_unknown", json!({"x": "y".repeat(100)})),
            _ => ("wc_sessionRequest", json!({})),
        };
        wallet.request(&mut world.relay, method, params);
        world.pump();
        world.take_events();
        world.log.clear();
        world.relay.mails.retain(|mail| !mail.acked);
        world.relay.calls.clear();
    }
    let saved: Value = serde_json::from_slice(&world.client.save()).unwrap();
    assert_eq!(saved["seen"].as_array().unwrap().len(), 500, "R30");
    assert_eq!(saved["outbox"].as_array().unwrap().len(), 200, "R30");
    assert!(saved.to_string().len() < 524_288, "R30: {} bytes", saved.to_string().len());
    assert!(world.client.session(&topic).is_some());
}

#[test]
fn rejects_or_cuts_an_oversized_session() {
    let mut world = World::new(519);
    let pairing = world.connect();
    let mut wallet = Wallet::scan(&pairing.uri, 520);
    wallet.say_yes(&mut world.relay);
    world.pump();
    let mut params = wallet.settle_params(&world.relay, namespaces());
    let many = |chain: &str| (0..400).map(|at| json!(format!("{chain}:0x{at:040x}"))).collect::<Vec<_>>();
    params["namespaces"]["eip155"]["accounts"] = json!([many("eip155:1"), many("eip155:10")].concat());
    params["sessionProperties"] = json!({"x": "y".repeat(100_000)});
    params["controller"]["metadata"]["name"] = json!("n".repeat(10_000));
    params["controller"]["metadata"]["icons"] = json!(vec!["https://wallet.example/icon.png"; 50]);
    wallet.settle_with(&mut world.relay, params);
    world.pump();
    let session = &world.client.sessions()[0];
    assert_eq!(session.namespaces["eip155"].accounts.len(), 100, "T4");
    assert_eq!((session.peer.name.len(), session.peer.icons.len()), (64, 4), "T4");
    assert!(session.session_properties.is_empty());
    assert!(world.saved.len() < 65_536);
}

/// Restarts from what was saved: the first session is still there.
fn survives(world: &mut World, topic: &str) {
    assert!(world.saved.len() <= SAVED_BYTES_MAX, "R30: {} bytes", world.saved.len());
    world.restart();
    assert!(world.client.session(topic).is_some(), "the first session is lost");
}

fn money(token: &str) -> RequestOptions {
    RequestOptions { expiry_s: None, token: Some(token.into()) }
}

// A second wallet approves and floods the session to come, of one code or of several (each was one record of over 1 MiB).
// req: 10.33
#[test]
fn limits_early_messages_in_bytes_without_losing_a_session() {
    for codes in [1, 5] {
        let mut world = World::new(521);
        let (mut first, topic) = world.settled(522);
        let sent = world.request(&topic, money("a"));
        let flood = json!({"namespaces": {}, "x": "y".repeat(100 * 1024)});
        let mut wallets = Vec::new();
        for at in 0..codes {
            let pairing = world.connect();
            let mut wallet = Wallet::scan(&pairing.uri, 523 + at);
            wallet.say_yes(&mut world.relay);
            world.pump();
            for params in [flood.clone(), json!({"namespaces": namespaces()})] {
                for _ in 0..16 {
                    wallet.request(&mut world.relay, "wc_sessionUpdate", params.clone());
                }
            }
            world.pump();
            wallets.push(wallet);
        }
        // what is within the bound still counts: the session comes with its update
        let last = &mut wallets[0];
        last.settle(&mut world.relay, namespaces());
        world.pump();
        assert!(world.client.session(&last.topic()).is_some_and(|session| session.updated_by().is_some()));
        survives(&mut world, &topic);
        first.answer(&mut world.relay, sent, json!("0xhash"));
        world.pump();
        let hash = |event: &Event| matches!(event, Event::Answered { id, result: Ok(_), .. } if *id == sent);
        assert!(world.events.iter().any(hash), "the hash of a send in flight is lost");
    }
}

// req: 10.33
#[test]
fn rejects_a_session_that_exceeds_the_storage_limit() {
    let mut world = World::new(540);
    let (_, topic) = world.settled(541);
    let names = |at: usize| (0..200).map(|name| format!("{at}{name:0120}")).collect::<Vec<_>>();
    let mut settled = 1;
    for at in 0..12 {
        let mut ask = crate::support::ask();
        let asked = ask.optional.get_mut("eip155").unwrap();
        (asked.methods, asked.events) = (names(at), Vec::new());
        let pairing = world.connect_with(ask);
        let mut wallet = Wallet::scan(&pairing.uri, 542 + at as u64);
        wallet.say_yes(&mut world.relay);
        world.pump();
        let mut granted = namespaces();
        granted["eip155"]["methods"] = json!(names(at));
        wallet.settle(&mut world.relay, granted);
        world.pump();
        settled += usize::from(world.client.session(&wallet.topic()).is_some());
    }
    assert!((2..12).contains(&settled), "{settled}");
    survives(&mut world, &topic);
    assert_eq!(world.client.sessions().len(), settled, "what was accepted is kept");
}

// Answers that are kept for their tokens, and requests that no relay takes.
// req: 10.33
#[test]
fn long_responses_and_requests_lose_no_session_and_no_token() {
    let mut world = World::new(560);
    let (mut wallet, topic) = world.settled(561);
    let ids: Vec<u64> = (0..20).map(|at| world.request(&topic, money(&at.to_string()))).collect();
    for id in &ids {
        wallet.answer(&mut world.relay, *id, json!("z".repeat(60_000)));
    }
    world.pump();
    world.relay.lost_answers.insert("irn_publish".into());
    for _ in 0..10 {
        let params = json!(["x".repeat(200_000)]);
        let asked =
            world.client.request(world.now_ms, &topic, "eip155:1", "personal_sign", params, money("long"));
        assert!(asked.is_ok());
        world.pump();
    }
    survives(&mut world, &topic);
    for (at, id) in ids.iter().enumerate() {
        assert_eq!(world.client.pending(&at.to_string()), Some(*id), "one confirmation is sent once");
    }
    assert!(world.client.pending("long").is_some());
}
