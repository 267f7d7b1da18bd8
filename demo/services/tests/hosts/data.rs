//! The data host: documented shapes, exact amounts, strict calls.

use serde_json::json;

use crate::support::{ALICE, BOB, CAROL, COMMON, host, real};

#[tokio::test]
async fn lists_the_running_chains_as_supported() {
    let (_, chains) = real("data").await.json(&format!("/v1/supported-chains?{COMMON}")).await;
    assert_eq!(chains, json!({ "http": ["eip155:1337", "eip155:1338"], "ws": [] }));
}

#[tokio::test]
async fn returns_the_exact_native_balance_with_its_price() {
    let data = host("data").await;
    let (status, body) =
        data.json(&format!("/v1/account/{ALICE}/balance?{COMMON}&currency=usd&chainId=eip155:1337")).await;
    assert_eq!(status, 200);
    assert_eq!(
        body["balances"],
        json!([{
            "name": "Ether",
            "symbol": "ETH",
            "chainId": "eip155:1337",
            "value": 4680.67,
            "price": 3120.45,
            "quantity": { "decimals": "18", "numeric": "1.500000000000000001" },
            "iconUrl": "http://localhost:4002/images/token/ETH",
        }])
    );
    let (_, other) =
        data.json(&format!("/v1/account/{ALICE}/balance?{COMMON}&currency=usd&chainId=eip155:1")).await;
    assert_eq!(other, json!({ "balances": [] }));
}

#[tokio::test]
async fn reads_token_balances_from_each_chain() {
    let data = real("data").await;
    let amounts = async |chain: &str| -> Vec<(String, String, f64)> {
        let path = format!("/v1/account/{CAROL}/balance?{COMMON}&currency=usd{chain}");
        let (_, body) = data.json(&path).await;
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let list = body["balances"].as_array().unwrap();
        list.iter()
            .filter(|entry| entry.get("address").is_some())
            .map(|entry| {
                (
                    text(&entry["symbol"]),
                    text(&entry["quantity"]["numeric"]),
                    entry["value"].as_f64().unwrap(),
                )
            })
            .collect()
    };
    let owned = |symbol: &str, numeric: &str, value| (symbol.to_owned(), numeric.to_owned(), value);
    let first = [
        owned("DUSD", "40.000001", 39.99),
        owned("MDW", "0.004", 0.01),
        owned("QGLD", "3", 7944.3),
        owned("TICK", "2", 50.0),
    ];
    let second = [owned("DUSD", "12", 11.99)];
    assert_eq!(amounts("&chainId=eip155:1337").await, first);
    assert_eq!(amounts("&chainId=eip155:1338").await, second);
    assert_eq!(amounts("").await, [first.as_slice(), second.as_slice()].concat());
}

#[tokio::test]
async fn names_the_token_of_a_balance_and_its_picture() {
    let data = real("data").await;
    let token = "eip155:1337:0x6906beD33BFd4bb5505041B56c590efA178c4A1E";
    let path = format!(
        "/v1/account/{CAROL}/balance?{COMMON}&currency=usd&chainId=eip155:1337&forceUpdate={token},eip155:1337:{BOB}"
    );
    let (status, body) = data.json(&path).await;
    assert_eq!((status, &body["balances"][1]["address"]), (200, &json!(token)));
    assert_eq!(body["balances"][1]["quantity"]["decimals"], "6");
    let picture = data.get("/images/token/DUSD").await;
    assert_eq!(picture.headers()["content-type"], "image/svg+xml");
    assert!(picture.text().await.unwrap().starts_with("<svg "));
}

#[tokio::test]
async fn returns_prices_of_known_tokens() {
    let data = real("data").await;
    let native = "eip155:1338:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
    let gold = "eip155:1337:0xf21aeecb973f5fb5f49662410327384e210e3da2";
    let ask = async |query: &str, body: serde_json::Value| -> (u16, serde_json::Value) {
        let answer =
            data.post(&format!("/v1/fungible/price?{query}"), "application/json", body.to_string()).await;
        (answer.status().as_u16(), answer.json().await.unwrap())
    };
    let body = |addresses: serde_json::Value| json!({ "currency": "usd", "projectId": "demo", "addresses": addresses });
    let (_, prices) = ask(COMMON, body(json!([native, gold, format!("eip155:1:{BOB}")]))).await;
    let icon = |symbol: &str| format!("http://localhost:4002/images/token/{symbol}");
    assert_eq!(
        prices,
        json!({ "fungibles": [
            { "address": native, "name": "Ether", "symbol": "ETH", "iconUrl": icon("ETH"), "price": 3120.45 },
            { "address": gold, "name": "Quarry Gold", "symbol": "QGLD", "iconUrl": icon("QGLD"), "price": 2648.1 },
        ] })
    );
    for wrong in [
        body(json!([])),
        body(json!([BOB])),
        body(json!("x")),
        json!({ "currency": "eur", "projectId": "demo", "addresses": [gold] }),
        json!({ "currency": "usd", "projectId": "demo-off", "addresses": [gold] }),
        json!({ "currency": "usd", "addresses": [gold] }),
        json!({ "currency": "usd", "projectId": "demo", "addresses": [gold], "more": 1 }),
    ] {
        assert_eq!(ask(COMMON, wrong.clone()).await.0, 400, "{wrong}");
    }
    assert_eq!(ask("projectId=demo", body(json!([gold]))).await.0, 400);
}

#[tokio::test]
async fn returns_an_identity_with_name_with_picture_or_empty() {
    let data = host("data").await;
    let (_, bob) = data.json(&format!("/v1/identity/{BOB}?{COMMON}&sender={ALICE}")).await;
    let picture = format!("/images/avatar/{}", BOB.to_lowercase());
    assert_eq!(bob, json!({ "avatar": format!("http://localhost:4002{picture}"), "name": "bobby.reown.id" }));
    assert_eq!(data.get(&picture).await.headers()["content-type"], "image/svg+xml");
    let dora = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
    let (_, named) = data.json(&format!("/v1/identity/{dora}?{COMMON}")).await;
    assert_eq!(named, json!({ "avatar": null, "name": "dora.reown.id" }));
    let (_, alice) = data.json(&format!("/v1/identity/{ALICE}?{COMMON}")).await;
    assert_eq!(alice, json!({ "avatar": null, "name": null }));
    for missing in [
        "/images/avatar/0x1",
        "/images/network/1",
        "/images/token/%3Cb%3E",
        "/images/token/ABCDEFGHIJKLMNOPQ",
    ] {
        assert_eq!(data.get(missing).await.status(), 404, "{missing}");
    }
}

#[tokio::test]
async fn rejects_invalid_calls_with_a_reason() {
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
async fn allows_only_rpc_reads() {
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
