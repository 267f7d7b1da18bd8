//! Faults, reset and the log, over HTTP.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::json;

use crate::support::{COMMON, Running, host};

async fn set(host: &Running, fault: serde_json::Value) -> u16 {
    host.post("/__fault", "application/json", fault.to_string()).await.status().as_u16()
}

#[tokio::test]
async fn replaces_the_response_until_the_fault_ends() {
    let data = host("data").await;
    let path = format!("/v1/supported-chains?{COMMON}");
    assert_eq!(set(&data, json!({ "path": "/v1/supported", "status": 503, "times": 1 })).await, 204);
    assert_eq!(data.json(&path).await.0, 503);
    assert_eq!(data.json(&path).await.0, 200);
    set(&data, json!({ "path": "/v1", "body": "<nonsense" })).await;
    let nonsense = data.get(&path).await;
    assert_eq!(nonsense.status(), 200);
    assert_eq!(nonsense.text().await.unwrap(), "<nonsense");
    data.post("/__reset", "application/json", "").await;
    assert_eq!(data.json(&path).await.0, 200);
}

#[tokio::test]
async fn delays_without_changing_the_response() {
    let data = host("data").await;
    set(&data, json!({ "path": "/", "delayMs": 120 })).await;
    let started = Instant::now();
    assert_eq!(data.json(&format!("/v1/supported-chains?{COMMON}")).await.0, 200);
    assert!(started.elapsed() >= Duration::from_millis(120));
}

#[tokio::test]
async fn logs_the_calls_since_the_reset() {
    let data = host("data").await;
    data.get("/v1/nothing?a=1").await;
    data.post("/__reset", "application/json", "").await;
    data.get(&format!("/v1/supported-chains?{COMMON}")).await;
    let (_, log) = data.json("/__requests").await;
    assert_eq!(
        log,
        json!({ "requests": [{ "method": "GET", "path": "/v1/supported-chains", "query": COMMON }] })
    );
}

#[tokio::test]
async fn allows_every_origin_to_read_failures_too() {
    let data = host("data").await;
    let preflight = data
        .http
        .request(Method::OPTIONS, format!("{}/v1", data.url))
        .header("origin", "http://localhost:4000")
        .header("access-control-request-method", "POST")
        .send()
        .await
        .unwrap();
    assert_eq!(
        (preflight.status().as_u16(), preflight.headers()["access-control-allow-headers"].to_str().unwrap()),
        (204, "content-type")
    );
    set(&data, json!({ "path": "/", "status": 500 })).await;
    assert_eq!(data.get("/v1").await.headers()["access-control-allow-origin"], "*");
}

#[tokio::test]
async fn rejects_invalid_faults() {
    let data = host("data").await;
    for fault in [
        json!({}),
        json!({ "path": "/v1" }),
        json!({ "path": "/v1", "status": 1 }),
        json!({ "path": "/v1", "status": 500, "more": 1 }),
    ] {
        assert_eq!(set(&data, fault.clone()).await, 400, "{fault}");
    }
}
