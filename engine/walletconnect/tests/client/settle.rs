//! Settles: which make a session, and what may come around them.

use crate::support::wallet::{ADDRESS, Wallet, namespaces};
use crate::support::{START_MS, World};
use serde_json::{Value, json};
use walletconnect::client::Event;
use walletconnect::error::PeerError;
use walletconnect::namespaces as ns;

type Change = fn(&mut Value);

fn last_answer(wallet: &mut Wallet, world: &World) -> Value {
    wallet.inbox(&world.relay).pop().expect("the dApp has answered")
}

#[test]
fn creates_no_session_from_an_invalid_settle() {
    let spoil: [(&str, Change); 13] = [
        ("another controller", |params| params["controller"]["publicKey"] = json!("11".repeat(32))),
        ("no controller", |params| params["controller"] = json!(null)),
        ("an odd controller", |params| params["controller"]["publicKey"] = json!("xyz")),
        ("no relay", |params| params["relay"] = json!({})),
        ("no namespaces", |params| params["namespaces"] = json!(null)),
        ("empty namespaces", |params| params["namespaces"] = json!({})),
        ("no accounts", |params| params["namespaces"]["eip155"]["accounts"] = json!([])),
        ("malformed accounts", |params| params["namespaces"]["eip155"]["accounts"] = json!(["eip155:1"])),
        ("methods of another type", |params| params["namespaces"]["eip155"]["methods"] = json!("all")),
        ("chains nobody asked for", |params| {
            params["namespaces"]["eip155"]["accounts"] = json!([format!("eip155:137:{ADDRESS}")]);
            params["namespaces"]["eip155"]["chains"] = json!(["eip155:137"]);
        }),
        ("an expiry that is past", |params| params["expiry"] = json!(START_MS / 1_000)),
        ("no expiry", |params| params["expiry"] = json!(null)),
        ("an expiry in text", |params| params["expiry"] = json!("2100-01-01")),
    ];
    for (what, spoil) in spoil {
        let mut world = World::new(50);
        let pairing = world.connect();
        let mut wallet = Wallet::scan(&pairing.uri, 51);
        wallet.say_yes(&mut world.relay);
        world.pump();
        let mut params = wallet.settle_params(&world.relay, namespaces());
        spoil(&mut params);
        let id = wallet.settle_with(&mut world.relay, params);
        world.pump();
        assert!(world.client.sessions().is_empty(), "{what}");
        let rejected = |event: &&Event| matches!(event, Event::Rejected { proposal, .. } if *proposal == pairing.proposal);
        assert_eq!(world.events.iter().filter(rejected).count(), 1, "{what}");
        let answer = last_answer(&mut wallet, &world);
        assert!(answer["id"] == json!(id) && answer.get("error").is_some(), "{what}: {answer}");
    }
}

#[test]
fn accepts_the_settle_of_a_sloppy_wallet() {
    let tweak: [(&str, Change); 4] = [
        ("no list of chains", |params| {
            params["namespaces"]["eip155"].as_object_mut().unwrap().remove("chains");
        }),
        ("fewer chains", |params| {
            params["namespaces"] = json!({"eip155": {"accounts": [format!("eip155:10:{ADDRESS}")], "methods": ["personal_sign"], "events": []}});
        }),
        ("four hours", |params| params["expiry"] = json!(START_MS / 1_000 + 14_400)),
        ("a hundred years", |params| params["expiry"] = json!(START_MS / 1_000 + 3_153_600_000u64)),
    ];
    for (what, tweak) in tweak {
        let mut world = World::new(52);
        let pairing = world.connect();
        let mut wallet = Wallet::scan(&pairing.uri, 53);
        wallet.say_yes(&mut world.relay);
        world.pump();
        let mut params = wallet.settle_params(&world.relay, namespaces());
        tweak(&mut params);
        // an id as pyWalletConnect makes them, in time_ns
        let message = json!({"id": 1_795_000_000_123_456_789u64, "jsonrpc": "2.0", "method": "wc_sessionSettle", "params": params});
        wallet.send(&mut world.relay, &message, 0);
        world.pump();
        let session =
            world.client.session(&wallet.topic()).unwrap_or_else(|| panic!("{what}: {:?}", world.events));
        assert!(session.expires_ms <= world.now_ms + 604_800_000 + 300_000, "T4: a week at most");
        assert_eq!(
            last_answer(&mut wallet, &world)["id"],
            json!(1_795_000_000_123_456_789u64),
            "echoed exactly"
        );
    }
}

#[test]
fn answers_a_repeated_settle_without_a_change() {
    let mut world = World::new(54);
    let pairing = world.connect();
    let mut wallet = Wallet::scan(&pairing.uri, 55);
    let id = wallet.approve(&mut world.relay);
    world.pump();
    wallet.inbox(&world.relay);
    let params = wallet.settle_params(&world.relay, namespaces());
    for (settle, good) in [(id, true), (id + 5_000, false)] {
        let message = json!({"id": settle, "jsonrpc": "2.0", "method": "wc_sessionSettle", "params": params});
        wallet.send(&mut world.relay, &message, 1102);
        world.pump();
        assert_eq!(last_answer(&mut wallet, &world).get("result").is_some(), good);
    }
    assert_eq!(world.client.sessions().len(), 1);
}

#[test]
fn applies_an_update_after_the_settle_it_overtook() {
    let mut world = World::new(56);
    let pairing = world.connect();
    let mut wallet = Wallet::scan(&pairing.uri, 57);
    wallet.say_yes(&mut world.relay);
    world.pump();
    let one = json!({"eip155": {"accounts": [format!("eip155:10:{ADDRESS}")], "methods": [], "events": []}});
    wallet.request(&mut world.relay, "wc_sessionUpdate", json!({"namespaces": one}));
    world.pump();
    assert!(world.client.sessions().is_empty());
    wallet.settle(&mut world.relay, namespaces());
    world.pump();
    assert_eq!(ns::chains(&world.client.sessions()[0].namespaces), ["eip155:10"]);
    // a delete that overtakes it wins
    let pairing = world.connect();
    let mut wallet = Wallet::scan(&pairing.uri, 58);
    wallet.say_yes(&mut world.relay);
    world.pump();
    wallet.request(&mut world.relay, "wc_sessionDelete", json!({"code": 6000, "message": "x"}));
    wallet.settle(&mut world.relay, namespaces());
    world.pump();
    assert_eq!(world.client.sessions().len(), 1, "R16");
    assert!(
        world
            .events
            .contains(&Event::Rejected { proposal: pairing.proposal, error: PeerError::new(6000, "x") })
    );
}
