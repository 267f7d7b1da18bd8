//! What is kept is bounded, whatever comes (T4, R30).

use crate::support::World;
use crate::support::wallet::{Wallet, namespaces};
use serde_json::{Value, json};
use walletconnect::client::RequestOptions;

#[test]
fn memory_is_bounded_whatever_comes() {
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
fn an_absurd_session_is_refused_or_cut() {
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
