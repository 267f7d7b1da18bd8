//! What a test can make the relay do wrong.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::relay_client::{Key, connect, doors, next_id, publication, report, steer, topic, try_connect, ws};

#[tokio::test]
async fn closes_sockets_with_and_without_a_close_frame() {
    let relay = doors().await;
    let mut cut = connect(&relay.first, &Key::new()).await;
    let mut elsewhere = connect(&relay.second, &Key::new()).await;
    steer(&relay.first, json!({ "kill": {} })).await;
    assert_eq!(cut.end().await, None);
    let mut told = connect(&relay.first, &Key::new()).await;
    steer(&relay.first, json!({ "kill": { "code": 1012, "reason": "restart" } })).await;
    assert_eq!(told.end().await, Some((1012, "restart".to_owned())));
    elsewhere.call("irn_subscribe", json!({ "topic": topic() })).await;
}

#[tokio::test]
async fn refuses_connections_or_is_down_until_the_reset() {
    let relay = doors().await.first;
    let key = Key::new();
    let query = format!("auth={}&projectId=demo&useOnCloseEvent=true", key.token(&ws(&relay), |_| {}));
    steer(&relay, json!({ "refuse": "Unauthorized: invalid key" })).await;
    let mut refused = try_connect(&relay, &query, None).await.unwrap();
    assert_eq!(refused.end().await, Some((3000, "Unauthorized: invalid key".to_owned())));
    steer(&relay, json!({ "refuse": "" })).await;
    let mut open = connect(&relay, &key).await;
    steer(&relay, json!({ "down": true })).await;
    assert_eq!(open.end().await, None);
    assert_eq!(try_connect(&relay, &query, None).await.err(), Some(503));
    relay.post("/__reset", "application/json", "").await;
    connect(&relay, &key).await.call("irn_subscribe", json!({ "topic": topic() })).await;
}

#[tokio::test]
async fn applies_faults_to_some_clients_only() {
    let relay = doors().await.first;
    let (meant, other) = (Key::new(), Key::new());
    let mut spared = connect(&relay, &other).await;
    let mut hit = connect(&relay, &meant).await;
    steer(&relay, json!({ "only": [meant.did()], "down": true })).await;
    assert_eq!(hit.end().await, None);
    spared.call("irn_subscribe", json!({ "topic": topic() })).await;
    let query = |key: &Key| format!("auth={}&projectId=demo", key.token(&ws(&relay), |_| {}));
    assert_eq!(try_connect(&relay, &query(&meant), None).await.err(), Some(503));
    assert!(try_connect(&relay, &query(&other), None).await.is_ok());
    let busy = json!([{ "method": "*", "code": 3001, "message": "Too many requests" }]);
    steer(&relay, json!({ "down": false, "errors": busy })).await;
    let mut hit = connect(&relay, &meant).await;
    assert_eq!(hit.refused("irn_subscribe", json!({ "topic": topic() })).await.0, 3001);
    spared.call("irn_subscribe", json!({ "topic": topic() })).await;
}

#[tokio::test]
async fn opens_a_socket_and_stays_silent() {
    let relay = doors().await.first;
    steer(&relay, json!({ "silent": true })).await;
    let mut client = connect(&relay, &Key::new()).await;
    let call = json!({ "id": next_id(), "jsonrpc": "2.0", "method": "irn_subscribe", "params": { "topic": topic() } });
    client.say(call.to_string()).await;
    client.hears_nothing().await;
    assert_eq!(report(&relay).await["sockets"], 1);
}

#[tokio::test]
async fn delays_loses_or_corrupts_responses_as_configured() {
    let relay = doors().await.first;
    let mut client = connect(&relay, &Key::new()).await;
    let topic = topic();
    steer(&relay, json!({ "delayMs": 200 })).await;
    let asked = Instant::now();
    client.call("irn_subscribe", json!({ "topic": topic })).await;
    assert!(asked.elapsed() >= Duration::from_millis(200));
    steer(&relay, json!({ "delayMs": 0, "dropAcks": [{ "method": "irn_publish", "times": 1 }] })).await;
    let id = next_id();
    let call = |message: &str| {
        json!({ "id": id, "jsonrpc": "2.0", "method": "irn_publish", "params": publication(&topic, message) })
            .to_string()
    };
    client.say(call("m")).await;
    // Done, though not answered; the second try is answered.
    let answer = client.call_as(&id.into(), "irn_publish", publication(&topic, "m")).await.unwrap();
    assert_eq!(answer["result"], true);
    assert_eq!(report(&relay).await["counts"]["published"], 1);
    let busy = json!([{ "method": "*", "times": 1, "code": 3001, "message": "Too many requests" }]);
    steer(&relay, json!({ "errors": busy, "without": ["wc_proposeSession"] })).await;
    assert_eq!(client.refused("irn_publish", publication(&topic, "n")).await.0, 3001);
    client.call("irn_publish", publication(&topic, "n")).await;
    let proposal = json!({ "pairingTopic": topic, "sessionProposal": "p", "ttl": 300 });
    assert_eq!(client.refused("wc_proposeSession", proposal).await, (-32601, "InvalidMethod".to_owned()));
}

#[tokio::test]
async fn doubles_or_loses_deliveries_as_configured() {
    let relay = doors().await.first;
    let (mut page, mut wallet) = (connect(&relay, &Key::new()).await, connect(&relay, &Key::new()).await);
    let topic = topic();
    wallet.call("irn_subscribe", json!({ "topic": topic })).await;
    steer(&relay, json!({ "duplicates": 1 })).await;
    page.call("irn_publish", publication(&topic, "twice")).await;
    assert_eq!([wallet.hears().await, wallet.hears().await], ["twice", "twice"]);
    steer(&relay, json!({ "duplicates": 0, "loseDeliveries": 1, "redeliverMs": 200 })).await;
    page.call("irn_publish", publication(&topic, "lost")).await;
    assert_eq!(wallet.hears().await, "lost");
    let seen = report(&relay).await;
    assert_eq!(seen["counts"]["redelivered"], 1);
}

#[tokio::test]
async fn logs_calls_and_messages_until_cleared() {
    let relay = doors().await.first;
    let mut page = connect(&relay, &Key::new()).await;
    let topic = topic();
    page.call("irn_publish", publication(&topic, "m")).await;
    let seen = report(&relay).await;
    assert_eq!((&seen["messages"], &seen["sockets"]), (&json!(1), &json!(1)));
    let call = &seen["calls"][0];
    assert_eq!(
        (&call["method"], &call["topic"], &call["tag"], &call["ttl"]),
        (&json!("irn_publish"), &json!(topic), &json!(1108), &json!(300))
    );
    // another test may look for an answer in it at this moment
    relay.post("/__reset", "application/json", "").await;
    assert_eq!(report(&relay).await["calls"], seen["calls"]);
    steer(&relay, json!({ "empty": true, "send": "garbage" })).await;
    assert_eq!(report(&relay).await["messages"], 0);
    let wrong = relay.post("/__relay", "application/json", r#"{"nope":1}"#).await;
    assert_eq!(wrong.status(), 400);
    let (_, log) = relay.json("/__requests").await;
    assert!(log["requests"].as_array().unwrap().iter().all(|seen| seen["path"] == "/"));
}
