//! Buying for money: what is quoted is what the prices say, and what is paid at the provider's page is really on the chain and in the
//! history, or is said to have failed.

use demo_services::{assets::Asset, chain::Chain, ids::Address};
use serde_json::{Value, json};

use crate::{
    anvil::chains,
    exchange::{coins, held, token},
    support::{COMMON, Running, form, hosts, serve_host, value_of},
};

/// The data host and the sellers' pages over one database and the real chains.
pub async fn both() -> (Running, Running) {
    let mut all = hosts(&chains(), ":memory:").await;
    (serve_host("data", &mut all).await, serve_host("onramp", &mut all).await)
}

async fn post(data: &Running, path: &str, body: &Value) -> (u16, Value) {
    let answer = data.post(&format!("{path}?{COMMON}"), "application/json", body.to_string()).await;
    (answer.status().as_u16(), answer.json().await.unwrap())
}

async fn options(data: &Running) -> Value {
    data.json(&format!("/v1/onramp/options?{COMMON}")).await.1
}

/// A quote body of the options themselves.
async fn asked(data: &Running, symbol: &str, currency: &str, amount: &str) -> Value {
    let options = options(data).await;
    let of = |list: &str, field: &str, is: &str| {
        let found = options[list].as_array().unwrap().iter().find(|one| one[field] == is);
        found.unwrap_or_else(|| panic!("{is}")).clone()
    };
    json!({
        "purchaseCurrency": of("purchaseCurrencies", "symbol", symbol),
        "paymentCurrency": of("paymentCurrencies", "id", currency),
        "amount": amount,
        "network": "demo-chain",
    })
}

fn wanted(wallet: &Address, asset: &str, fiat: Value, crypto: Value) -> Value {
    json!({
        "destinationWallets": [{ "address": wallet.checksummed(), "blockchains": ["ethereum"], "assets": [asset] }],
        "defaultNetwork": "ethereum",
        "partnerUserId": wallet.lower(),
        "defaultExperience": "buy",
        "presetCryptoAmount": crypto,
        "presetFiatAmount": fiat,
    })
}

/// The path of the page that a url of the usual port names.
pub fn page(url: &Value) -> String {
    let path = url.as_str().unwrap().strip_prefix("http://localhost:4006");
    path.unwrap_or_else(|| panic!("{url}")).to_owned()
}

/// Presses a button; where that leads.
pub async fn press(pages: &Running, path: &str, decision: &str, amount: &str) -> (u16, String) {
    let (seller, order) = path.split_once("?order=").unwrap();
    let answer = form(
        pages,
        &format!("{seller}/decide"),
        &format!("order={order}&decision={decision}&amount={amount}"),
    )
    .await;
    let to = answer.headers().get("location").map(|to| to.to_str().unwrap().to_owned());
    (answer.status().as_u16(), to.unwrap_or_default())
}

async fn bought(data: &Running, wallet: &Address) -> Vec<Value> {
    let path = format!("/v1/account/{}/history?{COMMON}&onramp=coinbase", wallet.checksummed());
    data.json(&path).await.1["data"].as_array().unwrap().clone()
}

pub async fn tell(host: &Running, path: &str, lie: Value) {
    assert_eq!(host.post(path, "application/json", lie.to_string()).await.status(), 204, "{lie}");
}

pub async fn first() -> Chain {
    Chain::connect(&chains()[0], 0).await.unwrap()
}

#[tokio::test]
async fn options_have_the_documented_shape() {
    let (data, _) = both().await;
    let options = options(&data).await;
    let usd = &options["paymentCurrencies"][0];
    assert_eq!(usd["id"], "USD");
    assert_eq!(usd["payment_method_limits"][0], json!({ "id": "card", "min": "5.00", "max": "5000.00" }));
    let dollar = &options["purchaseCurrencies"][0];
    assert_eq!((&dollar["name"], &dollar["symbol"]), (&json!("Demo Dollar"), &json!("DUSD")));
    assert_eq!(
        dollar["networks"][0],
        json!({
            "name": "demo-chain", "display_name": "Demo Chain", "chain_id": "1337",
            "contract_address": token("DUSD").address().checksummed(),
        })
    );
    let ether = &options["purchaseCurrencies"][1];
    assert_eq!(ether["networks"][1]["contract_address"], json!("0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"));
    // A third chain has another coin: without it nobody sells that.
    assert_eq!(options["purchaseCurrencies"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn quotes_exactly_and_rejects_amounts_outside_the_limits() {
    let (data, _) = both().await;
    let quote = async |symbol: &str, currency: &str, amount: &str| {
        let body = asked(&data, symbol, currency, amount).await;
        post(&data, "/v1/onramp/quote", &body).await
    };
    let (status, answer) = quote("ETH", "USD", "100").await;
    let usd = |amount: &str| json!({ "amount": amount, "currency": "USD" });
    assert_eq!(status, 200, "{answer}");
    // 1.5 % and 35 cents off; 98.15 / 3120.45.
    assert_eq!((&answer["coinbaseFee"], &answer["networkFee"]), (&usd("1.50"), &usd("0.35")));
    assert_eq!((&answer["paymentSubtotal"], &answer["paymentTotal"]), (&usd("98.15"), &usd("100.00")));
    assert_eq!(answer["purchaseAmount"], json!({ "amount": "0.03145379", "currency": "ETH" }));
    assert_eq!(answer["quoteId"].as_str().unwrap().len(), 32);
    // 98.15 * 1.0842 / 0.9998
    assert_eq!(quote("DUSD", "EUR", "100.00").await.1["purchaseAmount"]["amount"], json!("106.435517"));
    for (amount, words) in [
        ("4.99", "The least is 5.00 USD"),
        ("20000.01", "The most is 20000.00 USD"),
        ("0", "above zero"),
        ("-1", "above zero"),
        ("1e3", "above zero"),
        ("100.001", "two decimals"),
    ] {
        let (status, answer) = quote("ETH", "USD", amount).await;
        assert_eq!(status, 400, "{amount}");
        let said = answer["reasons"][0]["description"].as_str().unwrap();
        assert!(said.contains(words), "{amount}: {said}");
    }
    let good = asked(&data, "ETH", "USD", "100").await;
    for (pointer, value) in [
        ("/purchaseCurrency/id", json!("sample-eth")),
        ("/purchaseCurrency/symbol", json!("DUSD")),
        ("/paymentCurrency/id", json!("JPY")),
        ("/network", json!("ethereum-mainnet")),
        ("/amount", json!(100)),
    ] {
        let mut body = good.clone();
        *body.pointer_mut(pointer).unwrap() = value;
        assert_eq!(post(&data, "/v1/onramp/quote", &body).await.0, 400, "{pointer}");
    }
    let large = json!({ "network": "x".repeat(70_000) });
    let large = data.post(&format!("/v1/onramp/quote?{COMMON}"), "application/json", large.to_string()).await;
    assert_eq!(large.status(), 413);
}

#[tokio::test]
async fn credits_a_paid_order_once_and_lists_it() {
    let (data, pages) = both().await;
    let (chain, wallet) = (first().await, Address::of_word("buyer of dollars"));
    let before = held(&chain, token("DUSD"), &wallet).await;
    assert_eq!(bought(&data, &wallet).await, [Value::Null; 0]);
    let quote = asked(&data, "DUSD", "EUR", "100").await;
    let quote = post(&data, "/v1/onramp/quote", &quote).await.1;
    let amount = &quote["purchaseAmount"]["amount"];
    let url =
        post(&data, "/v1/generators/onrampurl", &wanted(&wallet, "USDC", json!(100), amount.clone())).await;
    let path = page(&url.1["url"]);
    let shown = pages.get(&path).await;
    let policy = shown.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "{policy}");
    let text = shown.text().await.unwrap();
    // The quote that was given a moment ago, in its currency.
    assert_eq!(value_of(&text, "pay-asset"), format!("{} DUSD", amount.as_str().unwrap()));
    assert!(text.contains("You pay in EUR") && text.contains("value=\"100.00\""), "{text}");
    assert!(text.contains(&wallet.checksummed()) && !text.contains("<script>"));

    let (status, to) = press(&pages, &path, "pay", "100.00").await;
    assert_eq!((status, to.as_str()), (303, path.replace("coinbase?", "coinbase/done?").as_str()));
    let done = pages.get(&to).await.text().await.unwrap();
    assert!(done.contains("data-result=\"paid\"") && done.contains("data-close-ms=\"1000\""), "{done}");
    let gained = held(&chain, token("DUSD"), &wallet).await - before;
    assert_eq!(gained, 106_435_517);
    // Pressed again, opened again: nothing more.
    assert_eq!(press(&pages, &path, "pay", "100.00").await.0, 303);
    assert_eq!(press(&pages, &path, "fail", "").await.0, 303);
    assert!(pages.get(&path).await.url().path().ends_with("/done"));
    assert_eq!(held(&chain, token("DUSD"), &wallet).await - before, gained);

    let entries = bought(&data, &wallet).await;
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0]["metadata"]["operationType"], "receive");
    assert_eq!(entries[0]["metadata"]["status"], "confirmed");
    assert_eq!(entries[0]["transfers"][0]["quantity"]["numeric"], "106.435517");
    let all = format!("/v1/account/{}/history?{COMMON}&chainId=eip155:1337", wallet.lower());
    assert_eq!(data.json(&all).await.1["data"], json!(entries));
}

#[tokio::test]
async fn expires_quotes_and_quotes_another_amount_again() {
    let (data, pages) = both().await;
    let (chain, wallet) = (first().await, Address::of_word("slow buyer"));
    let quote = asked(&data, "ETH", "EUR", "50").await;
    let amount = post(&data, "/v1/onramp/quote", &quote).await.1["purchaseAmount"]["amount"].clone();
    let order = async |fiat: &str| {
        let body = wanted(&wallet, "ETH", json!(fiat), amount.clone());
        page(&post(&data, "/v1/generators/onrampurl", &body).await.1["url"])
    };
    let text = async |path: &str| pages.get(path).await.text().await.unwrap();
    assert!(text(&order("50").await).await.contains("You pay in EUR"));
    data.post("/__clock", "application/json", json!({ "aheadMs": 60_001 }).to_string()).await;
    let path = order("50.00").await;
    let late = text(&path).await;
    assert!(late.contains("You pay in USD") && late.contains("0.01567081 ETH"), "{late}");
    data.post("/__reset", "application/json", "").await;
    assert!(text(&order("50").await).await.contains("You pay in EUR"));
    // (100 - 1.50 - 0.35) / 3120.45
    for amount in ["4.00", "x", "", "30000"] {
        assert_eq!(press(&pages, &path, "pay", amount).await.0, 422, "{amount}");
    }
    assert_eq!(press(&pages, &path, "pay", "100").await.0, 303);
    assert_eq!(coins(&chain, &wallet).await, 31_453_790_000_000_000);
}

#[tokio::test]
async fn lists_failed_orders_but_not_canceled_ones() {
    let (data, pages) = both().await;
    let (chain, wallet) = (first().await, Address::of_word("unlucky buyer"));
    let order = async || {
        let body = wanted(&wallet, "ETH", Value::Null, json!(0));
        page(&post(&data, "/v1/generators/onrampurl", &body).await.1["url"])
    };
    let cancelled = order().await;
    let (_, to) = press(&pages, &cancelled, "cancel", "").await;
    assert!(pages.get(&to).await.text().await.unwrap().contains("data-result=\"cancelled\""));
    assert_eq!(bought(&data, &wallet).await.len(), 0);
    let failed = order().await;
    let (_, to) = press(&pages, &failed, "fail", "").await;
    assert!(pages.get(&to).await.text().await.unwrap().contains("data-result=\"failed\""));
    let entries = bought(&data, &wallet).await;
    assert_eq!(
        (entries.len(), &entries[0]["metadata"]["status"], &entries[0]["transfers"]),
        (1, &json!("failed"), &Value::Null)
    );
    assert_eq!(coins(&chain, &wallet).await, 0);
    // A form of another page, and an order of another seller.
    let path = order().await;
    let (seller, id) = path.split_once("?order=").unwrap();
    let foreign =
        pages.http.post(format!("{}{seller}/decide", pages.url)).header("origin", "http://localhost:4000");
    assert_eq!(
        foreign.body(format!("order={id}&decision=pay&amount=100")).send().await.unwrap().status(),
        403
    );
    assert_eq!(pages.get(&format!("/meld?order={id}")).await.status(), 422);
    assert_eq!(pages.get("/coinbase?order=0").await.status(), 422);
}

#[tokio::test]
async fn opens_another_provider_by_its_address() {
    let (data, pages) = both().await;
    let (chain, wallet) = (first().await, Address::of_word("buyer at the other"));
    let query = |code: &str, wallet: &str| {
        format!("?publicKey=k&destinationCurrencyCode={code}&walletAddress={wallet}&externalCustomerId=demo")
    };
    let before = held(&chain, token("DUSD"), &wallet).await;
    let shown = pages.get(&format!("/{}", query("USDC", &wallet.lower()))).await;
    let path = format!("{}?{}", shown.url().path(), shown.url().query().unwrap());
    assert!(path.starts_with("/meld?order="), "{path}");
    assert!(shown.text().await.unwrap().contains("Meld.io"));
    assert_eq!(press(&pages, &path, "pay", "20.00").await.0, 303);
    // 20 - 0.30 - 0.35
    assert_eq!(held(&chain, token("DUSD"), &wallet).await - before, 19_353_870);
    assert_eq!(bought(&data, &wallet).await.len(), 0, "the history knows the other alone by its name");
    for wrong in [
        query("SOL", &wallet.lower()),
        query("USDC", "7xKX"),
        query("USDC", &wallet.lower()).replace("=demo", "=x"),
    ] {
        assert_eq!(pages.get(&format!("/meld{wrong}")).await.status(), 422, "{wrong}");
    }
    assert_eq!(pages.get("/meld/logo").await.headers()["content-type"], "image/svg+xml");
}

#[tokio::test]
async fn rejects_invalid_orders() {
    let (data, _) = both().await;
    let good = wanted(&Address::of_word("w"), "ETH", json!(100), json!(0));
    for (pointer, value) in [
        ("/destinationWallets", json!([])),
        ("/destinationWallets/0/address", json!("0x12")),
        ("/destinationWallets/0/blockchains", json!([])),
        ("/destinationWallets/0/assets", json!(["WBTC"])),
        ("/defaultExperience", json!("send")),
        ("/partnerUserId", json!("")),
        ("/presetFiatAmount", json!("-5")),
        ("/presetFiatAmount", json!(1)),
        ("/presetFiatAmount", json!("1.005")),
        ("/presetCryptoAmount", json!([1])),
    ] {
        let mut body = good.clone();
        *body.pointer_mut(pointer).unwrap() = value.clone();
        assert_eq!(post(&data, "/v1/generators/onrampurl", &body).await.0, 400, "{pointer} {value}");
    }
    assert_eq!(post(&data, "/v1/generators/onrampurl", &good).await.0, 200);
}

#[tokio::test]
async fn applies_lies() {
    let (data, pages) = both().await;
    let (chain, wallet) = (first().await, Address::of_word("buyer who is lied to"));
    let truth = options(&data).await;
    for lie in ["empty", "types", "many", "turned", "markup"] {
        tell(&data, "/__onramp", json!({ "lie": lie, "times": 1 })).await;
        assert_ne!(options(&data).await, truth, "{lie}");
        assert_eq!(options(&data).await, truth, "{lie}");
    }
    let body = asked(&data, "ETH", "USD", "100").await;
    let quote = async || {
        let mut quote = post(&data, "/v1/onramp/quote", &body).await.1;
        if quote["quoteId"].is_string() {
            quote["quoteId"] = json!("id");
        }
        quote
    };
    let truth = quote().await;
    for lie in [
        "types",
        "markup",
        "zero",
        "negative",
        "precise",
        "not-number",
        "numbers",
        "huge",
        "other-asset",
        "other-money",
        "total",
        "no-id",
    ] {
        tell(&data, "/__onramp", json!({ "lie": lie, "times": 1 })).await;
        assert_ne!(quote().await, truth, "{lie}");
        assert_eq!(quote().await, truth, "{lie}");
    }
    let body = wanted(&wallet, "ETH", json!(100), json!(0));
    let url =
        async || post(&data, "/v1/generators/onrampurl", &body).await.1["url"].as_str().unwrap().to_owned();
    for (lie, told) in [
        ("script", "javascript:alert(1)"),
        ("elsewhere", "https://provider.invalid/buy"),
        ("userinfo", "http://provider.invalid@localhost:4006/coinbase"),
        ("no-url", ""),
    ] {
        tell(&data, "/__onramp", json!({ "lie": lie, "only": wallet.checksummed(), "times": 1 })).await;
        let said = url().await;
        assert!(if told.is_empty() { said.is_empty() } else { said.starts_with(told) }, "{lie}: {said}");
    }

    let stranger = Address::of_word("a stranger to the demo's swaps");
    let pay = async |lie: &str| {
        tell(&pages, "/__pay", json!({ "lie": lie, "only": wallet.lower(), "times": 1 })).await;
        let path = page(&json!(url().await));
        let (_, to) = press(&pages, &path, "pay", "100.00").await;
        let text = pages.get(&to).await.text().await.unwrap();
        text.split("data-result=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let strangers = coins(&chain, &stranger).await;
    assert_eq!(pay("recipient").await, "paid");
    // Others may be paid to the same stranger at this moment.
    assert!(coins(&chain, &stranger).await - strangers >= 31_453_790_000_000_000);
    assert_eq!((pay("nothing").await.as_str(), pay("pending").await.as_str()), ("paid", "pending"));
    assert_eq!(pay("fails").await, "failed");
    assert_eq!(coins(&chain, &wallet).await, 0);
    let dollars = held(&chain, token("DUSD"), &wallet).await;
    assert_eq!(pay("asset").await, "paid");
    assert_eq!(held(&chain, token("DUSD"), &wallet).await - dollars, 1_000_000);
    assert_eq!(pay("less").await, "paid");
    assert_eq!(coins(&chain, &wallet).await, 15_726_895_000_000_000);

    let status = |entries: &[Value]| entries.first().map(|entry| entry["metadata"]["status"].clone());
    for (lie, told) in
        [("pending", Some(json!("pending"))), ("failed", Some(json!("failed"))), ("unseen", None)]
    {
        tell(&data, "/__onramp", json!({ "lie": lie, "only": wallet.lower(), "times": 1 })).await;
        assert_eq!(status(&bought(&data, &wallet).await), told, "{lie}");
        assert_eq!(status(&bought(&data, &wallet).await), Some(json!("confirmed")));
    }
    assert_eq!(Asset::native(&chain).symbol, "ETH");
}
