//! The data host: documented shapes, exact amounts, strict calls.

use serde_json::json;

use crate::support::{ALICE, BOB, COMMON, host};

#[tokio::test]
async fn supported_chains_are_the_running_ones() {
    let (_, chains) = host("data").await.json(&format!("/v1/supported-chains?{COMMON}")).await;
    assert_eq!(chains, json!({ "http": ["eip155:1337"], "ws": [] }));
}

#[tokio::test]
async fn balance_is_exact_and_priced() {
    let data = host("data").await;
    let (status, body) =
        data.json(&format!("/v1/account/{ALICE}/balance?{COMMON}&currency=usd&chainId=eip155:1337")).await;
    assert_eq!(status, 200);
    let balance = &body["balances"][0];
    assert_eq!(balance["quantity"], json!({ "decimals": "18", "numeric": "1.500000000000000001" }));
    assert_eq!(balance["price"], 3120.45);
    assert_eq!(balance["value"], 4680.67);
    assert!(balance.get("address").is_none());
    let (_, other) =
        data.json(&format!("/v1/account/{ALICE}/balance?{COMMON}&currency=usd&chainId=eip155:1")).await;
    assert_eq!(other, json!({ "balances": [] }));
}

#[tokio::test]
async fn identity_is_named_or_empty() {
    let data = host("data").await;
    let (_, bob) = data.json(&format!("/v1/identity/{BOB}?{COMMON}&sender={ALICE}")).await;
    assert_eq!(bob["name"], "bob.reown.id");
    let (_, alice) = data.json(&format!("/v1/identity/{ALICE}?{COMMON}")).await;
    assert_eq!(alice, json!({ "avatar": null, "name": null }));
}

#[tokio::test]
async fn wrong_calls_are_refused_with_reasons() {
    let data = host("data").await;
    for path in [
        format!("/v1/account/{ALICE}/balance?{COMMON}"),
        format!("/v1/account/{ALICE}/balance?{COMMON}&currency=eur"),
        format!("/v1/account/{ALICE}/balance?{COMMON}&currency=usd&chainId=1337"),
        format!("/v1/account/{ALICE}/balance?{COMMON}&currency=usd&forceUpdate=0x1"),
        format!("/v1/account/0x1/balance?{COMMON}&currency=usd"),
        format!("/v1/identity/{BOB}?{COMMON}&sender=bob"),
        "/v1/supported-chains?projectId=demo".to_owned(),
    ] {
        let (status, body) = data.json(&path).await;
        assert_eq!((status, body["status"].as_u64()), (400, Some(400)), "{path}");
        assert!(body["reasons"][0]["name"].is_string());
    }
}

#[tokio::test]
async fn rpc_reads_the_chain_and_nothing_else() {
    let data = host("data").await;
    let path = format!("/v1?{COMMON}&chainId=eip155:1337");
    let call = async |media_type: &str, body: serde_json::Value| -> (u16, serde_json::Value) {
        let answer = data.post(&path, media_type, body.to_string()).await;
        (answer.status().as_u16(), answer.json().await.unwrap())
    };
    let request = |method: &str, params: serde_json::Value| json!({ "id": "1", "jsonrpc": "2.0", "method": method, "params": params });

    let read = call("text/plain", request("eth_blockNumber", json!([]))).await;
    assert_eq!(read, (200, json!({ "id": "1", "jsonrpc": "2.0", "result": "0x2a" })));
    let balance = call("application/json", request("getAddressBalance", json!({ "address": ALICE }))).await;
    assert_eq!(balance.1["result"], "1500000000000000001");
    let accounts = call("application/json", request("eth_accounts", json!([]))).await;
    assert_eq!(accounts.1["result"], json!([]));
    let refused = call("application/json", request("eth_call", json!([]))).await;
    assert_eq!(refused.1["error"]["message"], "reverted");
    for method in ["eth_sendTransaction", "personal_sign", "anvil_setBalance", "debug_traceTransaction"] {
        assert_eq!(
            call("application/json", request(method, json!([]))).await.1["error"]["code"],
            -32601,
            "{method}"
        );
    }
    assert_eq!(call("application/json", json!([request("eth_chainId", json!([]))])).await.0, 400);
    assert_eq!(call("application/json", json!({ "id": "1", "method": "eth_chainId" })).await.0, 400);
    assert_eq!(call("text/html", request("eth_chainId", json!([]))).await.0, 400);
}
