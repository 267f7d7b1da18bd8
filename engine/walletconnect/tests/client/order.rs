//! R15: all ordered pairs of the 11 requests and their 11 responses, in each of the three states of a pairing.

use crate::support::wallet::{ADDRESS, Wallet, namespaces};
use crate::support::{World, ask};
use serde_json::{Value, json};
use walletconnect::client::{Event, RequestOptions};
use walletconnect::crypto;
use walletconnect::message::Method;

/// One of the 22 messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    method: Method,
    response: bool,
}

fn kinds() -> Vec<Kind> {
    [false, true]
        .into_iter()
        .flat_map(|response| Method::ALL.map(|method| Kind { method, response }))
        .collect()
}

/// The ids for which answers are awaited.
#[derive(Default)]
struct Ids {
    proposal: u64,
    request: u64,
    ping: u64,
}

fn message(kind: Kind, wallet: &mut Wallet, world: &World, ids: &Ids) -> Value {
    let id = wallet.id();
    if kind.response {
        let (id, result) = match kind.method {
            Method::SessionPropose => {
                let key = crypto::hex(&wallet.pair.public);
                (ids.proposal, json!({"relay": {"protocol": "irn"}, "responderPublicKey": key}))
            }
            Method::SessionRequest => (ids.request, json!("0x1")),
            Method::SessionPing => (ids.ping, json!(true)),
            _ => (id, json!(true)),
        };
        return json!({"id": id, "jsonrpc": "2.0", "result": result});
    }
    let params = match kind.method {
        Method::SessionSettle => wallet.settle_params(&world.relay, namespaces()),
        Method::SessionUpdate => json!({"namespaces": {"eip155": {
            "accounts": [format!("eip155:10:{ADDRESS}")], "methods": ["personal_sign"], "events": ["chainChanged"]}}}),
        Method::SessionEvent => {
            json!({"event": {"name": "chainChanged", "data": 10}, "chainId": "eip155:10"})
        }
        Method::SessionRequest => {
            json!({"request": {"method": "personal_sign", "params": []}, "chainId": "eip155:1"})
        }
        Method::SessionDelete | Method::PairingDelete => {
            json!({"code": 6000, "message": "User disconnected."})
        }
        Method::SessionPropose | Method::SessionAuthenticate => json!({"requiredNamespaces": {}}),
        _ => json!({}),
    };
    json!({"id": id, "jsonrpc": "2.0", "method": kind.method.as_str(), "params": params})
}

/// Whether the dApp answers this request on a session.
fn is_answered(kind: Kind) -> bool {
    !kind.response && !matches!(kind.method, Method::SessionEvent | Method::SessionDelete)
}

fn is(kind: Kind, method: Method, response: bool) -> bool {
    kind == Kind { method, response }
}

#[test]
fn every_pair_of_messages_on_a_session_has_its_result() {
    let mut world = World::new(400);
    let (mut wallet, mut topic) = world.settled(401);
    let mut pairs = 0;
    for a in kinds() {
        for b in kinds() {
            pairs += 1;
            if world.client.session(&topic).is_none() {
                (wallet, topic) = world.settled(401 + pairs);
            }
            let request = world.request(&topic, RequestOptions::default());
            let ids = Ids { proposal: 0, request, ping: world.ping(&topic) };
            wallet.inbox(&world.relay);
            world.take_events();
            let (first, second) =
                (message(a, &mut wallet, &world, &ids), message(b, &mut wallet, &world, &ids));
            for (message, tag) in [(&first, 1), (&second, 2)] {
                wallet.send(&mut world.relay, message, tag);
            }
            world.pump();
            let told = wallet.inbox(&world.relay);
            let events = world.take_events();
            let deletes = |kind| is(kind, Method::SessionDelete, false);
            // R16: a delete ends it, whatever comes before or after
            assert_eq!(world.client.session(&topic).is_none(), deletes(a) || deletes(b), "{a:?} {b:?}");
            let after = events.iter().skip_while(|event| !matches!(event, Event::Deleted { .. })).skip(1);
            let loud =
                after.filter(|event| !matches!(event, Event::Relay(_) | Event::Answered { .. })).count();
            assert_eq!(loud, 0, "nothing of a session after its end: {a:?} {b:?} {events:?}");
            // each request of the wallet is answered once, or by rule not at all
            for (kind, message, live) in [(a, &first, true), (b, &second, !deletes(a))] {
                let answers = told
                    .iter()
                    .filter(|answer| answer["id"] == message["id"] && answer.get("method").is_none());
                let wanted = usize::from(is_answered(kind) && live && !(deletes(b) && kind == a));
                let got = answers.count();
                // an answer that the delete overtakes can be dropped with the session
                assert!(got == wanted || deletes(b) && got <= 1, "{kind:?} in {a:?} {b:?}: {got} answers");
            }
            // R2: both of ours end at most once, and at once when the session does
            for id in [ids.request, ids.ping] {
                let ends = events.iter().filter(|event| matches!(event, Event::Answered { id: of, .. } | Event::Pinged { id: of } if *of == id));
                let ends = ends.count();
                let answered = [a, b].iter().any(|kind| {
                    let ours = if id == ids.request { Method::SessionRequest } else { Method::SessionPing };
                    is(*kind, ours, true)
                });
                assert_eq!(ends, usize::from(answered || deletes(a) || deletes(b)), "{id} in {a:?} {b:?}");
            }
            // the next pair starts with all chains, and what was asked answered
            wallet.request(&mut world.relay, "wc_sessionUpdate", json!({"namespaces": namespaces()}));
            for id in [ids.request, ids.ping] {
                wallet.answer(&mut world.relay, id, json!(true));
            }
            world.pump();
        }
    }
    assert_eq!(pairs, 484);
}

#[test]
fn every_pair_of_messages_before_the_approval_has_its_result() {
    let mut world = World::new(402);
    let mut open: Option<(Wallet, u64)> = None;
    let mut seed = 403;
    for a in kinds() {
        for b in kinds() {
            let (mut wallet, proposal) = open.take().unwrap_or_else(|| {
                seed += 1;
                let pairing = world.connect();
                let mut wallet = Wallet::scan(&pairing.uri, seed);
                wallet.read_proposal(&world.relay);
                (wallet, pairing.proposal)
            });
            world.take_events();
            let ids = Ids { proposal, ..Ids::default() };
            let messages = [a, b].map(|kind| message(kind, &mut wallet, &world, &ids));
            for message in &messages {
                wallet.pairing_send(&mut world.relay, message, 0);
            }
            world.pump();
            let events = world.take_events();
            let over = events.iter().filter(|event| matches!(event, Event::Rejected { .. })).count();
            let leaves = |kind| is(kind, Method::PairingDelete, false);
            let agrees = |kind| is(kind, Method::SessionPropose, true);
            // a wallet that leaves has said no, unless it said yes before
            let no = leaves(a) || leaves(b) && !agrees(a);
            assert_eq!(over, usize::from(no), "{a:?} {b:?}: {events:?}");
            let yes = !no && (agrees(a) || agrees(b));
            assert!(world.client.sessions().is_empty());
            if yes {
                wallet.settle(&mut world.relay, namespaces());
                world.pump();
                assert_eq!(world.client.sessions().len(), 1, "{a:?} {b:?}");
                let topic = wallet.topic();
                world.client.disconnect(world.now_ms, &topic);
                world.pump();
            } else if !no {
                open = Some((wallet, proposal));
            }
        }
    }
}

#[test]
fn every_pair_of_messages_between_approval_and_settle_has_its_result() {
    let mut world = World::new(404);
    let mut open: Option<(Wallet, u64, usize)> = None;
    let mut seed = 405;
    for a in kinds() {
        for b in kinds() {
            let (mut wallet, proposal, used) = open.take().unwrap_or_else(|| {
                seed += 1;
                let pairing = world.client.connect(world.now_ms, ask()).unwrap();
                world.pump();
                let mut wallet = Wallet::scan(&pairing.uri, seed);
                wallet.say_yes(&mut world.relay);
                world.pump();
                (wallet, pairing.proposal, 0)
            });
            world.take_events();
            let ids = Ids { proposal, ..Ids::default() };
            let messages = [a, b].map(|kind| message(kind, &mut wallet, &world, &ids));
            for message in &messages {
                wallet.send(&mut world.relay, message, 0);
            }
            world.pump();
            let events = world.take_events();
            let (deletes, settles) = (
                |kind| is(kind, Method::SessionDelete, false),
                |kind| is(kind, Method::SessionSettle, false),
            );
            let settled = settles(a) || settles(b) && !deletes(a);
            let gone = deletes(a) || deletes(b);
            assert_eq!(
                events.iter().filter(|event| matches!(event, Event::Settled { .. })).count(),
                usize::from(settled)
            );
            assert_eq!(
                world.client.sessions().len(),
                usize::from(settled && !gone),
                "{a:?} {b:?}: {events:?}"
            );
            // what came too early for its session counts after it
            let early = |kind, other| is(kind, Method::SessionUpdate, false) && settles(other);
            if (early(a, b) || early(b, a)) && used == 0 {
                let chains = walletconnect::namespaces::chains(&world.client.sessions()[0].namespaces);
                assert_eq!(chains, ["eip155:10"], "{a:?} {b:?}");
            }
            if settled && !gone {
                let topic = wallet.topic();
                world.client.disconnect(world.now_ms, &topic);
                world.pump();
            } else if !settled && !gone && used < 6 {
                // 16 early messages are kept: a pairing serves a few pairs
                open = Some((wallet, proposal, used + 1));
            } else if !settled && !gone {
                world.client.cancel(world.now_ms, proposal);
                world.pump();
            }
        }
    }
}

#[test]
fn holds_a_settle_that_arrives_before_its_approval() {
    let mut world = World::new(406);
    let pairing = world.connect();
    let mut wallet = Wallet::scan(&pairing.uri, 407);
    wallet.read_proposal(&world.relay);
    wallet.settle(&mut world.relay, namespaces());
    world.pump();
    assert!(world.client.sessions().is_empty());
    wallet.say_yes(&mut world.relay);
    world.pump();
    assert_eq!(world.client.sessions().len(), 1);
}
