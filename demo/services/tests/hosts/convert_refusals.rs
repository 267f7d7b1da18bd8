//! The calls about swaps, where there is nothing to swap or the call is wrong.

use serde_json::{Value, json};

use crate::{
    convert::{COIN, asked, build, id, quote},
    exchange::{alone, token},
    support::{ALICE, BOB, COMMON, host, real},
};

#[tokio::test]
async fn returns_no_quote_and_no_transaction_for_an_impossible_swap() {
    let _alone = alone().await;
    let data = real("data").await;
    let ticket = id("TICK");
    let elsewhere = |chain: &str, token: &str| token.replacen("eip155:1337", chain, 1);
    let (dollar, gold) = (id("DUSD"), id("QGLD"));
    for (from, to) in [
        (COIN.to_owned(), ticket.clone()),
        (ticket, dollar.clone()),
        (elsewhere("eip155:1338", COIN), elsewhere("eip155:1338", &gold)),
        (elsewhere("eip155:1339", COIN), elsewhere("eip155:1339", &dollar)),
        (elsewhere("eip155:1", COIN), elsewhere("eip155:1", &dollar)),
        (COIN.to_owned(), format!("eip155:1337:{BOB}")),
    ] {
        assert_eq!(quote(&data, ALICE, &from, &to, 1_000_000).await, json!([]), "{from} {to}");
        assert_eq!(build(&data, &asked(ALICE, &from, &to, 1_000_000)).await.0, 400, "{from} {to}");
    }
    // So little that nothing comes back.
    assert_eq!(quote(&data, ALICE, COIN, &gold, 1).await, json!([]));
    assert_eq!(build(&data, &asked(ALICE, COIN, &gold, 1)).await.0, 400);
    // A chain that was set back has no router: nothing is quoted, and no call fails for it.
    assert_eq!(quote(&host("data").await, ALICE, COIN, &gold, 1_000_000_000_000).await, json!([]));
}

#[tokio::test]
async fn rejects_invalid_calls_with_a_reason() {
    let data = real("data").await;
    let (dollar, meadow) = (id("DUSD"), id("MDW"));
    let quotes = |amount: &str, user: &str, from: &str, to: &str| {
        format!("quotes?{COMMON}&amount={amount}&userAddress={user}&from={from}&to={to}")
    };
    let approve =
        |user: &str, from: &str| format!("build-approve?{COMMON}&userAddress={user}&from={from}&to={meadow}");
    let too_much = format!("{}0", u128::MAX);
    for path in [
        format!("tokens?{COMMON}"),
        format!("tokens?{COMMON}&chainId=1337"),
        format!("tokens?{COMMON}&chainId=eip155:1337&page=1"),
        "tokens?chainId=eip155:1337".to_owned(),
        quotes("0", ALICE, COIN, &dollar),
        quotes("-1", ALICE, COIN, &dollar),
        quotes("1.5", ALICE, COIN, &dollar),
        quotes("0x10", ALICE, COIN, &dollar),
        quotes("007", ALICE, COIN, &dollar),
        quotes(&too_much, ALICE, COIN, &dollar),
        quotes("1000", &format!("eip155:1337:{ALICE}"), COIN, &dollar),
        quotes("1000", ALICE, &dollar, &dollar),
        quotes("1000", ALICE, COIN, &dollar.replacen("1337", "1338", 1)),
        quotes("1000", ALICE, "eip155:1337:0x1", &dollar),
        quotes(
            "1000",
            ALICE,
            "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So11111111111111111111111111111111111111111",
            &dollar,
        ),
        format!("{}&slippage=1", quotes("1000", ALICE, COIN, &dollar)),
        format!("{}&gasPrice=low", quotes("1000", ALICE, COIN, &dollar)),
        format!("allowance?{COMMON}&tokenAddress={dollar}"),
        format!("allowance?{COMMON}&tokenAddress={}&userAddress={ALICE}", token("DUSD").address().lower()),
        format!("allowance?{COMMON}&tokenAddress={dollar}&userAddress=eip155:1337:{ALICE}"),
        format!("gas-price?{COMMON}"),
        approve(ALICE, COIN),
        approve(&format!("eip155:1338:{ALICE}"), &dollar),
        approve("0x1", &dollar),
        approve(ALICE, &id("TICK")),
    ] {
        let (status, body) = data.json(&format!("/v1/convert/{path}")).await;
        assert_eq!((status, body["status"].as_u64()), (400, Some(400)), "{path}");
        assert!(body["reasons"][0]["name"].is_string());
    }
    let good = asked(ALICE, COIN, &dollar, 1_000_000_000_000);
    assert_eq!(build(&data, &good).await.0, 200);
    let without = |field: &str| {
        let mut body = good.clone();
        body.as_object_mut().unwrap().remove(field);
        body
    };
    let with = |field: &str, value: Value| {
        let mut body = good.clone();
        body[field] = value;
        body
    };
    for wrong in [
        without("amount"),
        without("eip155"),
        without("userAddress"),
        without("projectId"),
        with("amount", json!(1_000_000)),
        with("amount", json!("0")),
        with("amount", json!(format!("{}0", u128::MAX))),
        with("eip155", json!({ "slippage": 51 })),
        with("eip155", json!({ "slippage": 0.125 })),
        with("eip155", json!({ "slippage": -1 })),
        with("eip155", json!({ "slippage": "1" })),
        with("projectId", json!("demo-off")),
        with("userAddress", json!(ALICE)),
        with("userAddress", json!(format!("eip155:1338:{ALICE}"))),
        with("to", json!(COIN)),
        with("more", json!(1)),
        json!([]),
    ] {
        let (status, body) = build(&data, &wrong).await;
        assert_eq!((status, body["status"].as_u64()), (400, Some(400)), "{wrong}");
    }
}
