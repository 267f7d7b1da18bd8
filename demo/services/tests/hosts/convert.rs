//! The calls about swaps: documented shapes, quotes that come true, strict calls.

use demo_services::{abi, ids::Address, swaps, units};
use serde_json::{Value, json};

use crate::{
    exchange::{alone, approve, chain, coins, fee, give, held, send, token, trader},
    support::{BOB, COMMON, Running, real},
};

pub const COIN: &str = "eip155:1337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

pub fn id(symbol: &str) -> String {
    format!("eip155:1337:{}", token(symbol).address().checksummed())
}

fn router() -> String {
    format!("eip155:1337:{}", swaps::router().unwrap().checksummed())
}

fn quotes_path(user: &str, from: &str, to: &str, amount: u128) -> String {
    format!(
        "/v1/convert/quotes?{COMMON}&amount={amount}&userAddress={user}&from={from}&to={to}&gasPrice=1000000000"
    )
}

pub async fn quote(data: &Running, user: &str, from: &str, to: &str, amount: u128) -> Value {
    let (status, body) = data.json(&quotes_path(user, from, to, amount)).await;
    assert_eq!(status, 200, "{body}");
    body["quotes"].clone()
}

pub fn asked(user: &str, from: &str, to: &str, amount: u128) -> Value {
    json!({
        "amount": amount.to_string(), "eip155": { "slippage": 1 }, "projectId": "demo", "from": from, "to": to,
        "userAddress": format!("eip155:1337:{user}"), "disableEstimate": true,
    })
}

pub async fn build(data: &Running, body: &Value) -> (u16, Value) {
    let path = format!("/v1/convert/build-transaction?{COMMON}");
    let answer = data.post(&path, "application/json", body.to_string()).await;
    (answer.status().as_u16(), answer.json().await.unwrap())
}

pub async fn build_approve(data: &Running, user: &str) -> Value {
    let (from, to) = (id("DUSD"), id("MDW"));
    let path = format!("/v1/convert/build-approve?{COMMON}&userAddress={user}&from={from}&to={to}");
    let (status, body) = data.json(&path).await;
    assert_eq!(status, 200, "{body}");
    body["tx"].clone()
}

/// A word of call data, as text without its zeros.
fn word(data: &Value, place: usize) -> String {
    let start = 10 + place * 64;
    data.as_str().unwrap()[start..start + 64].trim_start_matches('0').to_owned()
}

pub fn number(data: &Value, place: usize) -> u128 {
    u128::from_str_radix(&format!("0{}", word(data, place)), 16).unwrap()
}

fn account(data: &Value, place: usize) -> Address {
    Address::parse(&format!("0x{:0>40}", word(data, place))).unwrap()
}

#[tokio::test]
async fn lists_the_tokens_with_a_pool_on_the_chain() {
    let data = real("data").await;
    let list = async |chain: &str| {
        let (status, body) = data.json(&format!("/v1/convert/tokens?{COMMON}&chainId={chain}")).await;
        assert_eq!(status, 200);
        body["tokens"].as_array().unwrap().clone()
    };
    let first = list("eip155:1337").await;
    assert_eq!(
        first[..2],
        [
            json!({
                "name": "Ether", "symbol": "ETH", "address": COIN, "decimals": 18,
                "logoUri": "http://localhost:4002/images/token/ETH", "eip2612": false,
            }),
            json!({
                "name": "Demo Dollar", "symbol": "DUSD", "address": id("DUSD"), "decimals": 6,
                "logoUri": "http://localhost:4002/images/token/DUSD", "eip2612": false,
            }),
        ]
    );
    let symbols = |list: &[Value]| -> Vec<String> {
        list.iter().map(|token| token["symbol"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(symbols(&first), ["ETH", "DUSD", "MDW", "QGLD"]);
    assert_eq!(symbols(&list("eip155:1338").await), ["ETH", "DUSD", "MDW"]);
    for none in ["eip155:1339", "eip155:1"] {
        assert!(list(none).await.is_empty(), "{none}");
    }

    // Each has a price.
    let addresses: Vec<&Value> = first.iter().map(|token| &token["address"]).collect();
    let body = json!({ "currency": "usd", "projectId": "demo", "addresses": addresses });
    let path = format!("/v1/fungible/price?{COMMON}");
    let prices: Value = data.post(&path, "application/json", body.to_string()).await.json().await.unwrap();
    let prices = prices["fungibles"].as_array().unwrap();
    assert_eq!(prices.len(), first.len());
    assert!(prices.iter().all(|entry| entry["price"].as_f64().unwrap() > 0.0));
}

#[tokio::test]
async fn the_quote_of_a_coin_equals_its_swap() {
    let _alone = alone().await;
    let (data, chain) = (real("data").await, chain(0).await);
    let user = trader(&chain, "convert anna").await;
    let (shown, gold) = (user.checksummed(), id("QGLD"));
    let amount = 2_000_000_000_000_000_001;
    let quotes = quote(&data, &shown, COIN, &gold, amount).await;
    let quoted: u128 = quotes[0]["toAmount"].as_str().unwrap().parse().unwrap();
    assert_eq!(
        quotes,
        json!([{
            "id": "1337:ETH-QGLD", "fromAmount": amount.to_string(), "fromAccount": COIN,
            "toAmount": quoted.to_string(), "toAccount": gold,
        }])
    );
    // Two Ether at the stated prices are 2.3567 QGLD; the pool keeps 0.3 %, and its price moves.
    assert!((234_000_000..235_600_000).contains(&quoted), "{quoted}");

    let (status, body) = build(&data, &asked(&shown, COIN, &gold, amount)).await;
    assert_eq!(status, 200, "{body}");
    let tx = &body["tx"];
    let calldata = &tx["data"];
    let user_id = format!("eip155:1337:{shown}");
    assert_eq!(
        (&tx["from"], &tx["to"], &tx["amount"]),
        (&json!(user_id), &json!(router()), &json!(quoted.to_string()))
    );
    assert!(tx.get("value").is_none());
    assert_eq!(&calldata.as_str().unwrap()[..10], "0x07ed2379");
    assert_eq!(account(calldata, 1).lower(), COIN[12..]);
    assert_eq!(account(calldata, 2), token("QGLD").address());
    assert_eq!(account(calldata, 4), user);
    assert_eq!((number(calldata, 5), number(calldata, 6)), (amount, quoted * 99 / 100));
    assert_eq!((number(calldata, 7), number(calldata, 8)), (0, 9 * 32));
    // The bytes: the one pool, which is also named as executor and as receiver of what is sold.
    assert_eq!((number(calldata, 9), account(calldata, 0)), (20, account(calldata, 3)));
    assert!(tx["eip155"]["gas"].as_str().unwrap().parse::<u64>().unwrap() > 100_000);
    assert!(tx["eip155"]["gasPrice"].as_str().unwrap().parse::<u128>().unwrap() > 0);

    let before = coins(&chain, &user).await;
    let to = swaps::router().unwrap().lower();
    let receipt = send(&chain, &user, &to, amount, calldata.as_str().unwrap()).await;
    assert_eq!(receipt["status"], "0x1");
    assert_eq!(held(&chain, token("QGLD"), &user).await, quoted);
    assert_eq!(coins(&chain, &user).await, before - amount - fee(&receipt));
    assert!(units::quantity(&receipt["gasUsed"]).unwrap() < 300_000);
}

#[tokio::test]
async fn approves_the_exact_amount_and_swaps_a_token_for_another() {
    let _alone = alone().await;
    let (data, chain) = (real("data").await, chain(0).await);
    let user = trader(&chain, "convert ben").await;
    let (shown, dollar, meadow) = (user.checksummed(), id("DUSD"), id("MDW"));
    let amount = 250_000_001;
    give(&chain, token("DUSD"), &user, amount).await;
    let allowed = async |of: &str| {
        let path = format!("/v1/convert/allowance?{COMMON}&tokenAddress={of}&userAddress={shown}");
        data.json(&path).await.1["allowance"].as_str().unwrap().to_owned()
    };
    assert_eq!(allowed(&dollar).await, "0");
    // Without leave to take it the swap would fail, which an estimate finds out.
    let mut body = asked(&shown, &dollar, &meadow, amount);
    body["disableEstimate"] = json!(false);
    let (status, refused) = build(&data, &body).await;
    assert_eq!((status, &refused["reasons"][0]["name"]), (400, &json!("estimate")));

    let approval = build_approve(&data, &shown).await;
    assert_eq!(approval["from"], format!("eip155:1337:{shown}"));
    assert_eq!((&approval["to"], &approval["value"]), (&json!(dollar), &json!("0")));
    assert_eq!(approval["data"], json!(abi::approve_all(&swaps::router().unwrap())));
    assert!(approval["eip155"]["gas"].is_u64() && approval["eip155"]["gasPrice"].is_string());
    approve(&chain, &user, token("DUSD"), amount).await;
    assert_eq!(allowed(&dollar).await, amount.to_string());

    let quotes = quote(&data, &shown, &dollar, &meadow, amount).await;
    let quoted: u128 = quotes[0]["toAmount"].as_str().unwrap().parse().unwrap();
    let (status, built) = build(&data, &body).await;
    assert_eq!(status, 200, "{built}");
    let calldata = &built["tx"]["data"];
    assert_eq!((number(calldata, 6), number(calldata, 9)), (quoted * 99 / 100, 40));
    let to = swaps::router().unwrap().lower();
    let gas: u128 = built["tx"]["eip155"]["gas"].as_str().unwrap().parse().unwrap();
    let receipt = send(&chain, &user, &to, 0, calldata.as_str().unwrap()).await;
    assert_eq!(receipt["status"], "0x1");
    // The same holds for the gas that is named where nothing is estimated.
    assert!(units::quantity(&receipt["gasUsed"]).unwrap() < gas.min(300_000));
    assert_eq!(held(&chain, token("MDW"), &user).await, quoted);
    assert_eq!((held(&chain, token("DUSD"), &user).await, allowed(&dollar).await), (0, "0".into()));

    // The highest number is told whole, and the native currency needs no leave.
    let all = abi::approve_all(&swaps::router().unwrap());
    send(&chain, &user, &token("MDW").address().lower(), 0, &all).await;
    let most = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    assert_eq!((allowed(&meadow).await, allowed(COIN).await), (most.into(), most.into()));
    assert_eq!(allowed(&format!("eip155:1:{BOB}")).await, "0");
}

#[tokio::test]
async fn lists_swaps_and_approvals_in_the_history() {
    let _alone = alone().await;
    let (data, chain) = (real("data").await, chain(1).await);
    let user = trader(&chain, "convert cora").await;
    let (dollar, to) = (token("DUSD"), swaps::router().unwrap().lower());
    let find = |symbol: &str| swaps::traded(&chain).into_iter().find(|asset| asset.symbol == symbol).unwrap();
    let call = |source: &str, target: &str, amount, minimum| {
        let (source, target) = (find(source), find(target));
        swaps::Swap { way: Vec::new(), source, target, receiver: user, amount, minimum, flags: 0 }.call_data()
    };
    let sold = 1_000_000_000_000_000_000;
    send(&chain, &user, &to, sold, &call("ETH", "DUSD", sold, 1)).await;
    let bought = held(&chain, dollar, &user).await;
    approve(&chain, &user, dollar, bought).await;
    send(&chain, &user, &to, 0, &call("DUSD", "MDW", 1_000_000_000, 1)).await;
    let failed = send(&chain, &user, &to, 0, &call("DUSD", "ETH", 1_000_000_000, u128::MAX)).await;
    assert_eq!(failed["status"], "0x0");
    let before = coins(&chain, &user).await;
    let receipt = send(&chain, &user, &to, 0, &call("DUSD", "ETH", 1_000_000_000, 1)).await;
    let returned = coins(&chain, &user).await + fee(&receipt) - before;

    let path = format!("/v1/account/{}/history?{COMMON}&chainId=eip155:1338", user.lower());
    let entries = data.json(&path).await.1["data"].as_array().unwrap().clone();
    let told: Vec<(&str, &str, Vec<String>)> = entries
        .iter()
        .map(|entry| {
            let text = |field: &str| entry["metadata"][field].as_str().unwrap();
            let legs = entry["transfers"].as_array().into_iter().flatten().map(|leg| {
                format!(
                    "{} {} {}",
                    leg["direction"].as_str().unwrap(),
                    leg["quantity"]["numeric"].as_str().unwrap(),
                    leg["fungible_info"]["symbol"].as_str().unwrap(),
                )
            });
            (text("operationType"), text("status"), legs.collect())
        })
        .collect();
    let meadow = units::decimal_text(held(&chain, token("MDW"), &user).await, 18);
    let (ether, dollars) = (units::decimal_text(returned, 18), units::decimal_text(bought, 6));
    assert_eq!(
        told,
        [
            ("trade", "confirmed", vec!["out 1000 DUSD".into(), format!("in {ether} ETH")]),
            ("trade", "failed", vec![]),
            ("trade", "confirmed", vec!["out 1000 DUSD".into(), format!("in {meadow} MDW")]),
            ("approve", "confirmed", vec![]),
            ("trade", "confirmed", vec!["out 1 ETH".into(), format!("in {dollars} DUSD")]),
        ]
    );
    assert_eq!(entries[0]["metadata"]["sentTo"], swaps::router().unwrap().checksummed());
}

#[tokio::test]
async fn returns_three_gas_prices() {
    let data = real("data").await;
    let chain = chain(0).await;
    let now = chain.quantity("eth_gasPrice", json!([])).await.unwrap();
    let (status, prices) = data.json(&format!("/v1/convert/gas-price?{COMMON}&chainId=eip155:1337")).await;
    let wei = |speed: &str| prices[speed].as_str().unwrap().parse::<u128>().unwrap();
    assert_eq!(status, 200);
    // Others trade, and the price follows their blocks.
    assert!(wei("standard") > 0 && wei("standard") < now * 4);
    assert!(wei("standard") < wei("fast") && wei("fast") < wei("instant"));
    assert_eq!(data.json(&format!("/v1/convert/gas-price?{COMMON}&chainId=eip155:1")).await.0, 400);
}
