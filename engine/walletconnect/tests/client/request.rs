//! Requests: what is refused here, and how each ends exactly once (R2, R8, R9).

use crate::support::wallet::namespaces;
use crate::support::{Socket, World};
use serde_json::{Value, json};
use walletconnect::client::{Event, RequestOptions};
use walletconnect::error::PeerError;

fn ends(world: &World, id: u64) -> Vec<Result<Value, PeerError>> {
    let ends = world.events.iter().filter_map(|event| match event {
        Event::Answered { id: of, result, .. } if *of == id => Some(result.clone()),
        _ => None,
    });
    ends.collect()
}

fn token(token: &str) -> RequestOptions {
    RequestOptions { expiry_s: None, token: Some(token.into()) }
}

#[test]
fn sends_a_silent_request_without_waking_the_wallet_and_with_a_short_ttl() {
    let mut world = World::new(72);
    let (mut wallet, topic) = world.settled(73);
    let ask = |world: &mut World, method: &str| {
        let asked = world.client.request_quietly(world.now_ms, &topic, "eip155:1", method, json!([]), 15);
        world.pump();
        asked
    };
    assert!(ask(&mut world, "eth_sign").is_err(), "the session does not grant it");
    let id = ask(&mut world, "personal_sign").unwrap();
    let mail = world.relay.sent_by_dapp(&topic).pop().unwrap();
    assert_eq!((mail.tag, mail.ttl, mail.prompt), (1108, 300, false));
    wallet.answer(&mut world.relay, id, json!(["a"]));
    world.pump();
    assert_eq!(ends(&world, id), [Ok(json!(["a"]))]);
}

#[test]
fn rejects_a_request_that_the_session_does_not_grant() {
    let mut world = World::new(70);
    let (mut wallet, topic) = world.settled(71);
    let mut ask = |topic: &str, chain: &str, method: &str, expiry_s| {
        let options = RequestOptions { expiry_s, token: None };
        world
            .client
            .request(world.now_ms, topic, chain, method, json!([]), options)
            .map_err(|error| error.to_string())
    };
    let cases = [
        (
            ask(&topic, "eip155:137", "personal_sign", None),
            "Missing or invalid. request() chainId: eip155:137",
        ),
        (ask(&topic, "eip155:1", "eth_sign", None), "Missing or invalid. request() method: eth_sign"),
        (ask("t", "eip155:1", "eth_sign", None), "No matching key. session topic doesn't exist: t"),
        (
            ask(&topic, "eip155:1", "personal_sign", Some(299)),
            "Missing or invalid. request() expiry: 299. Expiry must be a number (in seconds) between 300 and 604800",
        ),
    ];
    for (answer, text) in cases {
        assert_eq!(answer, Err(text.into()));
    }
    assert!(ask(&topic, "eip155:1", "personal_sign", Some(604_801)).is_err());
    let huge = json!(["x".repeat(600_000)]);
    let options = RequestOptions::default();
    assert!(world.client.request(world.now_ms, &topic, "eip155:1", "personal_sign", huge, options).is_err());
    world.pump();
    assert!(wallet.inbox(&world.relay).is_empty());
}

#[test]
fn passes_the_wallets_error_on_unchanged() {
    let mut world = World::new(72);
    let (mut wallet, topic) = world.settled(73);
    let cases = [(4001, "no"), (5000, "User rejected."), (-32000, "gas"), (32603, ""), (4902, "add it")];
    for (code, text) in cases {
        let id = world.request(&topic, RequestOptions::default());
        wallet.answer_error(&mut world.relay, id, code, text);
        world.pump();
        assert_eq!(ends(&world, id), [Err(PeerError::new(code, text))]);
    }
    for odd in [json!({"error": null}), json!({"error": "no"}), json!({"error": {"code": "x"}, "result": 1})]
    {
        let id = world.request(&topic, RequestOptions::default());
        let mut message = odd.clone();
        (message["id"], message["jsonrpc"]) = (json!(id), json!("2.0"));
        wallet.send(&mut world.relay, &message, 1109);
        world.pump();
        assert!(matches!(ends(&world, id)[..], [Err(_)]), "{odd}");
    }
}

#[test]
fn ends_a_request_once_despite_repeated_or_late_responses() {
    let mut world = World::new(74);
    let (mut wallet, topic) = world.settled(75);
    let id = world.request(&topic, RequestOptions::default());
    wallet.answer(&mut world.relay, id, json!(1));
    wallet.answer(&mut world.relay, id, json!(2));
    wallet.answer_error(&mut world.relay, id, 4001, "no");
    world.pump();
    assert_eq!(ends(&world, id), [Ok(json!(1))]);
    let id = world.request(&topic, RequestOptions { expiry_s: Some(300), token: None });
    world.advance(300_000);
    wallet.answer(&mut world.relay, id, json!("late"));
    world.pump();
    assert_eq!(ends(&world, id), [Err(PeerError::new(6, "Request expired. Please try again."))]);
    // an answer to another id, and one on another session's topic
    let (mut other, _) = world.settled(76);
    let id = world.request(&topic, RequestOptions::default());
    wallet.answer(&mut world.relay, id + 1, json!("x"));
    other.answer(&mut world.relay, id, json!("x"));
    world.pump();
    assert_eq!(ends(&world, id), [], "T5: id and topic must match");
}

#[test]
fn one_token_sends_one_request() {
    let mut world = World::new(77);
    let (mut wallet, topic) = world.settled(78);
    let id = world.request(&topic, token("confirm-1"));
    for _ in 0..20 {
        assert_eq!(world.request(&topic, token("confirm-1")), id);
    }
    assert_eq!(wallet.inbox(&world.relay).len(), 1, "R8, R9");
    assert_eq!(world.client.pending("confirm-1"), Some(id));
    world.restart();
    assert_eq!(world.client.pending("confirm-1"), Some(id));
    assert_eq!(world.request(&topic, token("confirm-1")), id);
    assert!(wallet.inbox(&world.relay).is_empty(), "R8: nothing is sent again after a restart");
    wallet.answer(&mut world.relay, id, json!("0x1"));
    world.pump();
    assert_eq!(ends(&world, id), [Ok(json!("0x1"))]);
    // the page died before it saw the answer: it is told again
    world.take_events();
    world.restart();
    assert_eq!(ends(&world, id), [Ok(json!("0x1"))]);
    world.advance(900_000);
    assert_eq!(world.client.pending("confirm-1"), None);
}

#[test]
fn drops_a_response_without_a_request() {
    let mut world = World::new(79);
    let (mut wallet, topic) = world.settled(80);
    let id = world.request(&topic, RequestOptions::default());
    world.client.forget(id);
    wallet.answer(&mut world.relay, id, json!(1));
    world.pump();
    assert_eq!(ends(&world, id), []);
    // forgotten before it left: the wallet is never asked
    world.relay.calls.clear();
    world.unreachable.insert(crate::support::RELAY.into());
    world.drop_socket(1006, "");
    world.pump();
    let id = world.request(&topic, token("t"));
    world.client.forget(id);
    world.unreachable.clear();
    world.advance(120_000);
    assert!(matches!(world.socket, Socket::Open(_)));
    assert_eq!(world.relay.count("irn_publish"), 0);
    assert_eq!(world.client.pending("t"), None);
}

#[test]
fn rejects_a_request_that_the_relay_refuses() {
    let mut world = World::new(81);
    let (_, topic) = world.settled(82);
    world.relay.errors.insert(
        "irn_publish".into(),
        json!({"code": -32000, "message": "Mailbox full", "data": "MailboxLimitExceeded"}),
    );
    let id = world.request(&topic, RequestOptions::default());
    assert_eq!(ends(&world, id), [Err(PeerError::new(-32000, "The relay did not take this (-32000)"))]);
}

#[test]
fn limits_waiting_requests_to_a_hundred() {
    let mut world = World::new(83);
    let (mut wallet, topic) = world.settled(84);
    let ids: Vec<u64> = (0..100).map(|_| world.request(&topic, RequestOptions::default())).collect();
    let full = world.client.request(
        world.now_ms,
        &topic,
        "eip155:1",
        "personal_sign",
        json!([]),
        RequestOptions::default(),
    );
    assert_eq!(full.unwrap_err().to_string(), "Too many requests", "R30");
    let asked: Vec<u64> =
        wallet.inbox(&world.relay).iter().map(|message| message["id"].as_u64().unwrap()).collect();
    assert_eq!(asked, ids, "in order, each once");
    for id in ids.iter().rev() {
        wallet.answer(&mut world.relay, *id, json!(id));
    }
    world.pump();
    for id in ids {
        assert_eq!(ends(&world, id), [Ok(json!(id))]);
    }
}

#[test]
fn delivers_an_offline_disconnect_to_the_wallet_later() {
    let mut world = World::new(85);
    let (mut wallet, topic) = world.settled(86);
    world.unreachable.insert(crate::support::RELAY.into());
    world.drop_socket(1006, "");
    world.pump();
    let id = world.request(&topic, RequestOptions::default());
    world.client.disconnect(world.now_ms, &topic);
    world.pump();
    assert!(world.client.sessions().is_empty(), "R11: at once");
    assert_eq!(ends(&world, id), [Err(PeerError::new(6000, "User disconnected."))]);
    world.restart();
    world.unreachable.clear();
    world.advance(60_000);
    let told = wallet.inbox(&world.relay);
    assert_eq!(
        told.iter().map(|message| message["method"].clone()).collect::<Vec<_>>(),
        ["wc_sessionDelete"]
    );
    assert_eq!(world.socket, Socket::Closed);
    wallet.request(&mut world.relay, "wc_sessionUpdate", json!({"namespaces": namespaces()}));
    world.pump();
    assert!(world.client.sessions().is_empty());
}

/// What ended a request with a token, and whether the wallet might have it.
fn unanswered(world: &World, id: u64) -> Vec<(i64, bool)> {
    let ends = world.events.iter().filter_map(|event| match event {
        Event::Unanswered { id: of, error, may_have_left, .. } if *of == id => {
            Some((error.code, *may_have_left))
        }
        _ => None,
    });
    ends.collect()
}

// R8, T5: the wallet's word alone says what became of a request that it might have
#[test]
fn ends_a_request_with_a_token_only_by_the_wallets_response() {
    let deleted = json!({"code": 6000, "message": "User disconnected."});
    type End = fn(&mut World, &mut crate::support::wallet::Wallet, &str);
    let ends_by: [(i64, End); 5] = [
        (6, |world, wallet, _| {
            wallet.request(&mut world.relay, "wc_sessionExtend", json!({}));
            world.pump();
            world.advance(900_000);
        }),
        (6000, |world, _, topic| world.client.disconnect(world.now_ms, topic)),
        (6000, |world, wallet, _| {
            let deleted = json!({"code": 6000, "message": "User disconnected."});
            wallet.request(&mut world.relay, "wc_sessionDelete", deleted);
        }),
        (6, |world, _, _| {
            world.sleep(200_000); // the session's last moments
            world.client.tick(world.now_ms);
        }),
        (-32000, |world, _, _| {
            // it was delivered, and the relay says that it was not
            let (_, id, _) = world.relay.calls.iter().rfind(|(name, ..)| name == "irn_publish").unwrap();
            let error = json!({"code": -32000, "message": "Mailbox full"});
            world.relay.to_dapp.push(json!({"id": id, "jsonrpc": "2.0", "error": error}).to_string());
        }),
    ];
    for (seed, (code, end)) in ends_by.into_iter().enumerate() {
        for restart in [false, true] {
            for answer in [Ok(json!("0xhash")), Err(PeerError::new(4001, "no"))] {
                let mut world = World::new(400 + seed as u64);
                let (mut wallet, topic) = world.settled(500);
                world.sleep(604_700_000);
                world.client.tick(world.now_ms);
                world.pump();
                world.relay.lost_answers.insert("irn_publish".into());
                let id = world.request(&topic, token("one"));
                world.relay.lost_answers.clear();
                end(&mut world, &mut wallet, &topic);
                world.pump();
                assert_eq!(
                    (ends(&world, id), unanswered(&world, id)),
                    (vec![], vec![(code, true)]),
                    "{seed}"
                );
                assert_eq!(
                    wallet.inbox(&world.relay).iter().filter(|word| word["id"] == json!(id)).count(),
                    1
                );
                if restart {
                    world.restart();
                }
                world.advance(60_000);
                match &answer {
                    Ok(hash) => wallet.answer(&mut world.relay, id, hash.clone()),
                    Err(error) => wallet.answer_error(&mut world.relay, id, error.code, &error.message),
                }
                // nothing else of a session that is gone has any effect
                wallet.request(&mut world.relay, "wc_sessionDelete", deleted.clone());
                world.pump();
                world.advance(60_000);
                assert_eq!(ends(&world, id), [answer], "{seed}, restarted: {restart}");
                assert!(world.client.sessions().is_empty());
                world.advance(3_600_000);
                assert_eq!(world.socket, Socket::Closed, "{seed}: nothing is awaited any more");
            }
        }
    }
}

// R8: certain is only what never left
#[test]
fn reports_that_a_request_was_never_sent() {
    for restart in [false, true] {
        let mut world = World::new(420);
        let (mut wallet, topic) = world.settled(421);
        world.unreachable.insert(crate::support::RELAY.into());
        world.drop_socket(1006, "");
        world.pump();
        let id = world.request(&topic, token("one"));
        if restart {
            world.restart(); // it may have left between the save and the end of the page
        }
        world.advance(900_000);
        assert_eq!(unanswered(&world, id), [(6, restart)]);
        world.unreachable.clear();
        world.advance(120_000);
        assert!(wallet.inbox(&world.relay).is_empty(), "and it never leaves after that");
        world.client.disconnect(world.now_ms, &topic);
        world.pump();
        world.advance(1_900_000);
        assert_eq!(world.socket, Socket::Closed);
    }
}

#[test]
fn requires_key_and_id_of_a_response_on_an_ended_session() {
    let mut world = World::new(422);
    let (mut wallet, topic) = world.settled(423);
    let id = world.request(&topic, token("one"));
    world.client.disconnect(world.now_ms, &topic);
    world.pump();
    wallet.answer(&mut world.relay, id + 1, json!("other"));
    let forged = wallet.seal(&[7; 32], &json!({"id": id, "jsonrpc": "2.0", "result": "forged"}));
    world.relay.publish(&topic, &forged, 1109);
    wallet.request(&mut world.relay, "wc_sessionUpdate", json!({"namespaces": namespaces()}));
    world.pump();
    assert_eq!(ends(&world, id), []);
    wallet.answer(&mut world.relay, id, json!("0x1"));
    world.pump();
    assert_eq!(ends(&world, id), [Ok(json!("0x1"))]);
    wallet.answer(&mut world.relay, id, json!("0x2"));
    world.pump();
    assert_eq!(ends(&world, id).len(), 1);
}

// No relay takes anything, and callers stop waiting for what is out (it stays in the outbox).
// req: 10.33, 10.59
#[test]
fn ends_a_request_as_unknown_if_newer_messages_replace_it() {
    let mut world = World::new(90);
    let (mut wallet, topic) = world.settled(91);
    world.relay.lost_answers.insert("irn_publish".into());
    let sent = world.request(&topic, token("a"));
    let signed = world.request(&topic, RequestOptions::default());
    for _ in 0..198 {
        let id = world.request(&topic, RequestOptions::default());
        world.client.forget(id);
    }
    let is_over = |world: &World, id: u64| {
        let unknown = |event: &Event| matches!(event, Event::Unanswered { id: of, may_have_left: true, .. } if *of == id);
        (world.events.iter().any(unknown), ends(world, id).len())
    };
    assert_eq!((is_over(&world, sent), is_over(&world, signed)), ((false, 0), (false, 0)));
    for _ in 0..2 {
        let id = world.request(&topic, RequestOptions::default());
        world.client.forget(id);
    }
    assert_eq!((is_over(&world, sent), is_over(&world, signed)), ((true, 0), (false, 1)));
    assert_eq!(ends(&world, signed)[0].as_ref().unwrap_err().code, -32005);
    // the wallet's own word is still taken
    wallet.answer(&mut world.relay, sent, json!("0xhash"));
    world.pump();
    assert_eq!(ends(&world, sent), [Ok(json!("0xhash"))]);
}
