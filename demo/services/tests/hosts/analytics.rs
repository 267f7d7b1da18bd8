//! The analytics host: takes what is documented, lists it, forgets it.

use serde_json::{Value, json};

use crate::support::{COMMON, Running, host};

fn item(event: &str) -> Value {
    json!({
        "eventId": "3f0c7a1e-8f5e-4a57-9d0a-0d9c6b0a2f11",
        "url": "http://localhost:4000/",
        "domain": "localhost",
        "timestamp": 1_767_323_045_000_u64,
        "props": { "type": "track", "event": event, "properties": { "connected": false, "caipNetworkId": "eip155:1337" } },
    })
}

async fn send(analytics: &Running, path: &str, media_type: &str, body: Value) -> u16 {
    analytics.post(&format!("{path}?{COMMON}"), media_type, body.to_string()).await.status().as_u16()
}

#[tokio::test]
async fn keeps_items_and_batches_until_the_reset() {
    let analytics = host("analytics").await;
    assert_eq!(send(&analytics, "/e", "application/json", item("MODAL_OPEN")).await, 202);
    // As sendBeacon sends it.
    let batch = json!([item("CLICK_NETWORKS"), item("MODAL_CLOSE")]);
    assert_eq!(send(&analytics, "/batch", "text/plain;charset=UTF-8", batch).await, 202);
    let (_, received) = analytics.json("/received").await;
    let events: Vec<&Value> =
        received["items"].as_array().unwrap().iter().map(|item| &item["props"]["event"]).collect();
    assert_eq!(events, ["MODAL_OPEN", "CLICK_NETWORKS", "MODAL_CLOSE"]);
    assert_eq!(received["items"][0], item("MODAL_OPEN"));
    analytics.post("/__reset", "application/json", "").await;
    assert_eq!(analytics.json("/received").await.1, json!({ "items": [] }));
}

#[tokio::test]
async fn rejects_and_drops_anything_else() {
    let analytics = host("analytics").await;
    let mut leaking = item("MODAL_OPEN");
    leaking["url"] = json!("http://localhost:4000/?token=1");
    for (path, body) in [
        ("/e", json!([item("MODAL_OPEN")])),
        ("/e", json!({})),
        ("/e", leaking.clone()),
        ("/batch", item("MODAL_OPEN")),
        ("/batch", json!([])),
        ("/batch", json!([item("MODAL_OPEN"), leaking])),
    ] {
        assert_eq!(send(&analytics, path, "application/json", body.clone()).await, 400, "{path} {body}");
    }
    let without_keys = analytics.post("/e", "application/json", item("MODAL_OPEN").to_string()).await;
    assert_eq!(without_keys.status(), 400);
    assert_eq!(analytics.json("/received").await.1, json!({ "items": [] }));
}

#[tokio::test]
async fn has_faults_and_a_log() {
    let analytics = host("analytics").await;
    let fault = json!({ "path": "/e", "status": 503, "times": 1 }).to_string();
    assert_eq!(analytics.post("/__fault", "application/json", fault).await.status(), 204);
    assert_eq!(send(&analytics, "/e", "application/json", item("MODAL_OPEN")).await, 503);
    assert_eq!(send(&analytics, "/e", "application/json", item("MODAL_OPEN")).await, 202);
    assert_eq!(analytics.json("/__requests").await.1["requests"].as_array().unwrap().len(), 2);
}
