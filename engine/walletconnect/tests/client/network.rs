//! The socket: refused, lost, silent, asleep; several relays; what is resent and what is not.

use crate::support::wallet::Wallet;
use crate::support::{OTHER_RELAY, RELAY, Rng, Socket, World, ask, config, random};
use serde_json::json;
use walletconnect::client::{Client, Event, Output, RequestOptions};
use walletconnect::relay::{Refusal, RelayState};

fn states(world: &World) -> Vec<&RelayState> {
    world
        .events
        .iter()
        .filter_map(|event| if let Event::Relay(state) = event { Some(state) } else { None })
        .collect()
}

#[test]
fn opens_no_socket_before_the_first_message() {
    let mut world = World::new(100);
    world.pump();
    assert_eq!((world.client.poll_deadline(), world.opens.len()), (None, 0));
    world.connect();
    assert_eq!(world.opens.len(), 1);
    let url = RELAY.to_string();
    assert_eq!(
        states(&world),
        [&RelayState::Connecting { url: url.clone() }, &RelayState::Connected { url }]
    );
    assert!(world.client.client_id().starts_with("did:key:z6Mk"));
}

#[test]
fn backdates_the_token_and_binds_it_to_its_relay() {
    let mut client = Client::new(config(&[RELAY]), random(1), 1_795_000_000_000);
    client.connect(1_795_000_000_000, ask()).unwrap();
    let url = std::iter::from_fn(|| client.poll_output())
        .find_map(|output| if let Output::Open(url) = output { Some(url) } else { None })
        .unwrap();
    let token = url.split("auth=").nth(1).unwrap().split('&').next().unwrap();
    let claims = base64::Engine::decode(
        &base64::engine::general_purpose::URL_SAFE_NO_PAD,
        token.split('.').nth(1).unwrap(),
    );
    let claims: serde_json::Value = serde_json::from_slice(&claims.unwrap()).unwrap();
    assert_eq!(claims["iat"], json!(1_795_000_000u64 - 90), "T6");
    assert_eq!(claims["exp"], json!(1_795_000_000u64 - 90 + 86_400));
    assert_eq!(claims["aud"], json!(RELAY));
    assert_eq!(claims["iss"], json!(client.client_id()));
    assert!(url.contains("projectId=PID") && url.ends_with("useOnCloseEvent=true"));
}

// req: 8.11 8.12 8.13
#[test]
fn stops_after_a_refusal_until_the_user_tries_again() {
    let texts = [
        ("Unauthorized: origin not allowed", Refusal::OriginNotAllowed),
        ("Unauthorized: invalid key", Refusal::InvalidKey),
        ("Authorization error: JWT validation error: JWT Token is not yet valid", Refusal::ClockAhead),
    ];
    for (text, refusal) in texts {
        let mut world = World::new(101);
        world.refusal = Some(text.into());
        world.connect();
        let RelayState::Refused { reason, .. } = world.client.relay().clone() else {
            panic!("{:?}", world.client.relay())
        };
        assert_eq!((reason.as_str(), Refusal::of(&reason)), (text, refusal));
        assert_eq!(world.opens.len(), 1);
        world.advance(200_000);
        world.client.wake(world.now_ms);
        world.pump();
        assert_eq!(world.opens.len(), 1, "R14: nobody hammers");
        world.connect();
        assert_eq!(world.opens.len(), 2, "one attempt for one command");
        world.refusal = None;
        let pairing = world.connect();
        assert!(world.events.contains(&Event::Published { proposal: pairing.proposal }));
    }
}

// req: 10.28
#[test]
fn tries_the_next_relay_if_one_is_unreachable() {
    let mut world = World::with_relays(102, &[RELAY, OTHER_RELAY]);
    world.unreachable.insert(RELAY.into());
    let pairing = world.connect();
    world.advance(2_000);
    let tried: Vec<&str> = world.opens.iter().map(|(_, relay)| relay.as_str()).collect();
    assert_eq!(tried, [RELAY, RELAY, OTHER_RELAY]);
    assert!(world.events.contains(&Event::Published { proposal: pairing.proposal }));
    assert!(states(&world).contains(&&RelayState::Unreachable { url: RELAY.into(), reason: String::new() }));
    // and round again
    world.unreachable = [OTHER_RELAY.to_string()].into();
    world.drop_socket(1006, "");
    world.pump();
    world.advance(10_000);
    assert_eq!(world.socket, Socket::Open(RELAY.into()));
    let mut wallet = Wallet::scan(&pairing.uri, 103);
    wallet.approve(&mut world.relay);
    world.pump();
    assert_eq!(world.client.sessions().len(), 1);
}

// req: 10.28
#[test]
fn gives_up_a_socket_that_never_opens() {
    let mut world = World::with_relays(104, &[RELAY, OTHER_RELAY]);
    world.hanging.insert(RELAY.into());
    let pairing = world.connect();
    world.advance(11_000); // ten seconds once, not twice
    assert_eq!(world.socket, Socket::Open(OTHER_RELAY.into()));
    assert!(world.events.contains(&Event::Published { proposal: pairing.proposal }));
}

// req: 10.28
#[test]
fn tries_the_next_relay_if_one_stays_silent() {
    let mut world = World::with_relays(105, &[RELAY, OTHER_RELAY]);
    world.relay.mute = true;
    world.connect();
    world.advance(11_000);
    let tried: Vec<&str> = world.opens.iter().map(|(_, relay)| relay.as_str()).collect();
    assert_eq!(tried, [RELAY, OTHER_RELAY]);
}

#[test]
fn counts_attempts() {
    for seed in 0..20 {
        let mut world =
            World::with_relays(seed, if seed % 2 == 0 { &[RELAY] } else { &[RELAY, OTHER_RELAY] });
        let (_, _) = world.settled(seed);
        world.unreachable = [RELAY.to_string(), OTHER_RELAY.to_string()].into();
        world.opens.clear();
        let start = world.now_ms;
        world.drop_socket(1006, "");
        world.pump();
        world.advance(1_300_000);
        for (at, (from, _)) in world.opens.iter().enumerate() {
            let within = world.opens.iter().skip(at).filter(|(ms, _)| *ms < from + 600_000).count();
            assert!(within <= 20, "R14: {within} attempts in ten minutes");
        }
        assert!(world.opens[0].0 - start <= 250, "the first is at once");
        assert!(world.opens.windows(2).all(|pair| pair[1].0 - pair[0].0 <= 50_000), "and it never gives up");
        // a user, or a wake, is served at once
        world.unreachable.clear();
        world.client.wake(world.now_ms);
        world.pump();
        assert!(matches!(world.socket, Socket::Open(_)), "R13");
    }
}

#[test]
fn limits_reconnects_to_a_flapping_relay() {
    let mut world = World::new(106);
    world.settled(107);
    world.opens.clear();
    let end = world.now_ms + 600_000;
    while world.now_ms < end {
        if matches!(world.socket, Socket::Open(_)) {
            world.drop_socket(1006, "");
            world.pump();
        }
        world.advance(100);
    }
    assert!(world.opens.len() <= 20, "R14: {}", world.opens.len());
}

#[test]
fn resends_an_unacknowledged_message_with_the_same_id_and_bytes() {
    let mut world = World::new(108);
    let (mut wallet, topic) = world.settled(109);
    for lost in 0..5 {
        world.relay.lost_answers.insert("irn_publish".into());
        world.relay.calls.clear();
        let id = world.request(&topic, RequestOptions::default());
        world.drop_socket(1006, "");
        world.pump();
        world.relay.lost_answers.clear();
        world.advance(250);
        let sent: Vec<_> = world.relay.calls.iter().filter(|(method, ..)| method == "irn_publish").collect();
        assert!(sent.len() == 2 && sent[0] == sent[1], "R7, round {lost}: {sent:?}");
        wallet.answer(&mut world.relay, id, json!(lost));
        world.pump();
        world.drop_socket(1006, "");
        world.pump();
        world.advance(250);
        assert_eq!(world.relay.count("irn_publish"), 2, "what was taken is not sent again");
    }
    assert_eq!(wallet.inbox(&world.relay).len(), 5, "each once, by its id");
}

#[test]
fn publishes_again_if_a_live_relay_lost_the_message() {
    let mut world = World::new(110);
    let (_, topic) = world.settled(111);
    world.relay.lost_answers.insert("irn_publish".into());
    world.relay.calls.clear();
    world.request(&topic, RequestOptions::default());
    world.advance(16_000);
    let sent: Vec<_> = world.relay.calls.iter().filter(|(method, ..)| method == "irn_publish").collect();
    assert!(sent.len() == 2 && sent[0] == sent[1], "R7: {sent:?}");
    assert_eq!(world.opens.len(), 1, "its other answers prove it alive");
}

#[test]
fn resends_a_reply_a_limited_number_of_times() {
    let mut world = World::new(112);
    let (mut wallet, _) = world.settled(113);
    world.relay.errors.insert("irn_publish".into(), json!({"code": 3001, "message": "Too many requests"}));
    wallet.request(&mut world.relay, "wc_sessionPing", json!({}));
    world.pump();
    world.relay.errors.clear();
    world.advance(5_000);
    assert_eq!(wallet.inbox(&world.relay).len(), 1);
    world.relay.calls.clear();
    world.relay.errors.insert("irn_publish".into(), json!({"code": 3001, "message": "Too many requests"}));
    wallet.request(&mut world.relay, "wc_sessionPing", json!({}));
    world.pump();
    world.advance(120_000);
    assert_eq!(world.relay.count("irn_publish"), 6);
}

// req: 9.7
#[test]
fn notices_a_half_open_socket() {
    let mut world = World::new(114);
    let (mut wallet, topic) = world.settled(115);
    // someone waits: 5 s of silence, two probes of 5 s
    let id = world.request(&topic, RequestOptions::default());
    world.relay.mute = true;
    let start = world.now_ms;
    world.opens.clear();
    world.advance(14_999);
    assert_eq!(world.opens.len(), 0);
    world.advance(300);
    world.relay.mute = false;
    assert!(world.opens[0].0 <= start + 15_250, "{:?}", world.opens);
    world.advance(60_000);
    wallet.answer(&mut world.relay, id, json!(1));
    world.pump();
    assert!(world.events.contains(&Event::Answered { id, topic, result: Ok(json!(1)) }));
    // no one waits: 30 s of silence come first
    world.relay.mute = true;
    world.opens.clear();
    let start = world.now_ms;
    world.advance(45_500);
    let gone = world.opens[0].0 - start;
    assert!((30_000..=45_250).contains(&gone), "{gone}");
    assert!(world.client.poll_deadline().unwrap() <= world.now_ms + 5_000, "the heartbeat");
}

#[test]
fn checks_the_socket_within_a_second_after_a_wake() {
    for how in 0..2 {
        let mut world = World::new(116);
        world.settled(117);
        world.advance(12_000);
        // the machine slept; the network has forgotten the socket
        world.sleep(3_600_000);
        world.relay.mute = true;
        world.opens.clear();
        let woke = world.now_ms;
        if how == 0 {
            world.client.wake(woke)
        } else {
            world.client.tick(woke)
        }
        world.pump();
        world.advance(999);
        assert_eq!(world.opens.len(), 0);
        world.relay.mute = false;
        world.advance(251);
        assert!(world.opens[0].0 <= woke + 1_250, "R13: {:?}", world.opens);
        assert!(matches!(world.socket, Socket::Open(_)));
        // a socket that lives stays
        world.opens.clear();
        world.client.wake(world.now_ms);
        world.pump();
        world.advance(60_000);
        assert_eq!(world.opens.len(), 0);
    }
}

#[test]
fn works_although_the_clock_goes_back() {
    let mut world = World::new(118);
    let (mut wallet, topic) = world.settled(119);
    let id = world.request(&topic, RequestOptions::default());
    world.set_now(world.now_ms - 86_400_000);
    world.relay.mute = true;
    world.client.tick(world.now_ms);
    world.pump();
    world.opens.clear();
    let start = world.now_ms;
    world.advance(20_000);
    assert!(!world.opens.is_empty() && world.opens[0].0 - start <= 15_250, "R17: {:?}", world.opens);
    world.relay.mute = false;
    world.advance(60_000);
    wallet.answer(&mut world.relay, id, json!(1));
    world.pump();
    assert!(world.events.contains(&Event::Answered { id, topic, result: Ok(json!(1)) }));
}

#[test]
fn subscribes_topic_by_topic_on_a_relay_without_batches() {
    let mut world = World::new(120);
    world.settled(121);
    let (mut wallet, topic) = world.settled(122);
    world.relay.unknown = ["irn_batchSubscribe".to_string(), "irn_batchFetchMessages".to_string()].into();
    world.drop_socket(1006, "");
    world.pump();
    world.advance(1_000);
    assert_eq!(world.relay.subscribed.len(), 2);
    let id = world.request(&topic, RequestOptions::default());
    wallet.answer(&mut world.relay, id, json!(1));
    world.pump();
    assert!(world.events.contains(&Event::Answered { id, topic, result: Ok(json!(1)) }));
}

#[test]
fn retries_a_refused_subscription_of_a_session() {
    let mut world = World::new(123);
    let (_, topic) = world.settled(124);
    let error = json!({"code": -32000, "message": "limit", "data": "SubscriberLimitExceeded"});
    world.relay.errors.insert("irn_subscribe".into(), error);
    world.drop_socket(1006, "");
    world.pump();
    world.advance(14_000);
    assert!(world.relay.subscribed.is_empty() && world.client.session(&topic).is_some());
    world.relay.errors.clear();
    world.advance(20_000);
    assert!(world.relay.subscribed.contains(&topic));
}

#[test]
fn calls_in_any_order_are_harmless() {
    for seed in 0..6 {
        let mut rng = Rng(seed);
        let mut world = World::new(seed);
        let mut topics = Vec::new();
        if seed % 2 == 0 {
            topics.push(world.settled(seed).1);
        }
        for _ in 0..120 {
            match rng.below(11) {
                0 => world.client.socket_opened(world.now_ms),
                1 => world.drop_socket([1000, 1006, 3000, 4010][rng.below(4)], "x"),
                2 => world.client.socket_message(
                    world.now_ms,
                    ["", "{}", "[]", "{\"id\":1,\"result\":true}"][rng.below(4)],
                ),
                3 => world.client.wake(world.now_ms),
                4 => world.client.tick(world.now_ms),
                5 => drop(world.connect()),
                6 => world.client.cancel(world.now_ms, rng.next()),
                7 => world.client.forget(rng.next()),
                8 => world.relay.mute = !world.relay.mute,
                9 => world.sleep(rng.next() % 100_000),
                _ => world.advance(rng.next() % 20_000),
            }
            // the model's socket follows the client's outputs
            world.pump();
        }
        world.relay.mute = false;
        world.connect();
        world.advance(60_000);
        assert!(matches!(world.socket, Socket::Open(_)), "seed {seed}: {:?}", world.client.relay());
        assert!(
            topics.iter().all(|topic| world.client.session(topic).is_some()),
            "seed {seed}: the session is there"
        );
    }
}
