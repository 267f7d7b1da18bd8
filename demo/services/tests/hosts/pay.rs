//! Paying from an exchange: what its page sends is what was asked for, to whom, and the status says what became of it.

use demo_services::ids::Address;
use serde_json::{Value, json};

use crate::{
    anvil::with_id,
    exchange::{coins, held, token},
    onramp::{both, first, page, press, tell},
    support::{Running, hosts, serve_host, value_of},
};

const COIN: &str = "eip155:1337/slip44:60";

fn asset(symbol: &str) -> String {
    format!("eip155:1337/erc20:{}", token(symbol).address().checksummed())
}

async fn call(data: &Running, method: &str, params: Value) -> Value {
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
    let answer = data.post("/v1/json-rpc?projectId=demo", "application/json", body).await;
    assert_eq!(answer.status(), 200);
    let answer: Value = answer.json().await.unwrap();
    assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(1)));
    answer
}

fn wanted(exchange: &str, asset: &str, amount: &str, to: &Address) -> Value {
    json!({ "exchangeId": exchange, "asset": asset, "amount": amount, "recipient": format!("eip155:1337:{}", to.checksummed()) })
}

/// Opens a payment: its page and its session.
async fn open(data: &Running, params: Value) -> (String, String) {
    let answer = call(data, "reown_getExchangePayUrl", params).await;
    let result = &answer["result"];
    (page(&result["url"]), result["sessionId"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned())
}

async fn status(data: &Running, exchange: &str, session: &str) -> Value {
    let params = json!({ "sessionId": session, "exchangeId": exchange });
    call(data, "reown_getExchangeBuyStatus", params).await["result"].clone()
}

async fn names(data: &Running, params: Value) -> Vec<String> {
    let answer = call(data, "reown_getExchanges", params).await;
    let list = answer["result"]["exchanges"].as_array().unwrap().clone();
    list.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn lists_exchanges_by_their_assets() {
    let (data, _) = both().await;
    let answer = call(&data, "reown_getExchanges", json!({ "page": 1 })).await;
    assert_eq!(
        answer["result"],
        json!({
            "exchanges": [
                { "id": "harbour", "name": "Harbour Exchange", "imageUrl": "http://localhost:4002/images/seller/harbour", "hosts": ["localhost:4006"] },
                { "id": "tidewater", "name": "Tidewater", "imageUrl": "http://localhost:4002/images/seller/tidewater", "hosts": ["localhost:4006"] },
            ],
            "total": 2,
        })
    );
    assert_eq!(data.get("/images/seller/harbour").await.headers()["content-type"], "image/svg+xml");
    assert_eq!(data.get("/images/seller/nobody").await.status(), 404);
    for (params, found) in [
        (json!({ "page": 2 }), &[][..]),
        (json!({ "page": 1, "asset": asset("MDW"), "amount": "1.5" }), &["harbour"]),
        (json!({ "page": 1, "asset": COIN }), &["harbour", "tidewater"]),
        (json!({ "page": 1, "asset": "eip155:8453/slip44:60" }), &[]),
        (json!({ "page": 1, "includeOnly": ["tidewater", "x"] }), &["tidewater"]),
        (json!({ "page": 1, "exclude": ["tidewater"] }), &["harbour"]),
        (json!({ "page": 1, "includeOnly": ["tidewater"], "exclude": ["tidewater"] }), &[]),
    ] {
        assert_eq!(names(&data, params.clone()).await, found, "{params}");
    }
    for params in [
        json!({}),
        json!({ "page": 0 }),
        json!({ "page": 1, "amount": "-1" }),
        json!({ "page": 1, "x": 1 }),
        json!([1]),
    ] {
        assert_eq!(
            call(&data, "reown_getExchanges", params.clone()).await["error"]["code"],
            -32602,
            "{params}"
        );
    }
    assert_eq!(call(&data, "reown_other", json!({})).await["error"]["code"], -32601);
    for (path, body) in [("projectId=demo", "{}"), ("projectId=nobody", "{}"), ("", "{}")] {
        assert_ne!(data.post(&format!("/v1/json-rpc?{path}"), "application/json", body).await.status(), 200);
    }
}

#[tokio::test]
async fn pays_the_recipient_once_and_exactly_from_the_exchange() {
    let (data, pages) = both().await;
    let (chain, shop) = (first().await, Address::of_word("a shop"));
    for (exchange, asset, amount, units, symbol) in [
        ("harbour", asset("MDW"), "1.000000000000000001", 1_000_000_000_000_000_001, Some("MDW")),
        ("tidewater", asset("DUSD"), "25.5", 25_500_000, Some("DUSD")),
        ("tidewater", COIN.to_owned(), "0.25", 250_000_000_000_000_000, None),
    ] {
        let has = async || match symbol {
            Some(symbol) => held(&chain, token(symbol), &shop).await,
            None => coins(&chain, &shop).await,
        };
        let before = has().await;
        let (path, session) = open(&data, wanted(exchange, &asset, amount, &shop)).await;
        assert_eq!(status(&data, exchange, &session).await, json!({ "status": "UNKNOWN" }));
        let text = pages.get(&path).await.text().await.unwrap();
        assert!(value_of(&text, "pay-asset").starts_with(&format!("{amount} ")), "{text}");
        assert_eq!(value_of(&text, "pay-recipient"), shop.checksummed());
        assert!(!text.contains("pay-amount"));
        assert_eq!(status(&data, exchange, &session).await, json!({ "status": "IN_PROGRESS" }));
        for _ in 0..2 {
            assert_eq!(press(&pages, &path, "pay", "").await.0, 303);
        }
        let said = status(&data, exchange, &session).await;
        assert_eq!(said["status"], "SUCCESS");
        let sent = chain.call("eth_getTransactionByHash", json!([said["txHash"]])).await.unwrap();
        assert_eq!(Address::parse(sent["from"].as_str().unwrap()), Some(seller(exchange)));
        assert_eq!(has().await - before, units);
        // Of another exchange it is nothing.
        let other = if exchange == "harbour" { "tidewater" } else { "harbour" };
        assert_eq!(status(&data, other, &session).await, json!({ "status": "UNKNOWN" }));
    }
    assert_eq!(status(&data, "harbour", "0").await, json!({ "status": "UNKNOWN" }));
}

fn seller(id: &str) -> Address {
    demo_services::sellers::seller(id).unwrap().account()
}

#[tokio::test]
async fn fails_a_canceled_payment_and_returns_to_its_page() {
    let (data, pages) = both().await;
    let shop = Address::of_word("an unlucky shop");
    let mut params = wanted("harbour", COIN, "1", &shop);
    params["redirectUrl"] =
        json!({ "success": "https://shop.example/yes?a=1&b=2", "failure": "https://shop.example/no" });
    for (decision, result, then) in [
        ("pay", "paid", "https://shop.example/yes?a=1&amp;b=2"),
        ("fail", "failed", "https://shop.example/no"),
        ("cancel", "cancelled", "https://shop.example/no"),
    ] {
        let (path, session) = open(&data, params.clone()).await;
        let (_, to) = press(&pages, &path, decision, "").await;
        let text = pages.get(&to).await.text().await.unwrap();
        assert!(text.contains(&format!("data-result=\"{result}\" data-then=\"{then}\"")), "{text}");
        let paid = status(&data, "harbour", &session).await["status"].clone();
        assert_eq!(paid, if decision == "pay" { "SUCCESS" } else { "FAILED" });
    }
    // More than the exchange has.
    let (path, session) = open(&data, wanted("harbour", COIN, "2000000", &shop)).await;
    press(&pages, &path, "pay", "").await;
    assert_eq!(status(&data, "harbour", &session).await, json!({ "status": "FAILED" }));
}

#[tokio::test]
async fn keeps_a_payment_in_progress_until_it_is_in_a_block() {
    let (_leash, url) = with_id(1337);
    let chain = crate::anvil::connect(&url, 0).await;
    let mut all = hosts(std::slice::from_ref(&url), ":memory:").await;
    let (data, pages) = (serve_host("data", &mut all).await, serve_host("onramp", &mut all).await);
    chain.call("evm_setAutomine", json!([false])).await.unwrap();
    let (path, session) =
        open(&data, wanted("harbour", COIN, "1", &Address::of_word("a patient shop"))).await;
    press(&pages, &path, "pay", "").await;
    let said = status(&data, "harbour", &session).await;
    assert_eq!(said["status"], "IN_PROGRESS");
    chain.call("evm_mine", json!([])).await.unwrap();
    assert_eq!(
        status(&data, "harbour", &session).await,
        json!({ "status": "SUCCESS", "txHash": said["txHash"] })
    );
}

#[tokio::test]
async fn rejects_invalid_payments_with_a_reason() {
    let (data, _) = both().await;
    let good = wanted("tidewater", COIN, "1", &Address::of_word("w"));
    let script = json!({ "success": "javascript:alert(1)" });
    for (field, value, words) in [
        ("exchangeId", json!("nobody"), "not found"),
        ("asset", json!(asset("MDW")), "is not supported"),
        ("asset", json!("eip155:8453/slip44:60"), "is not supported"),
        ("asset", json!("eip155:1337/erc20:0x0000000000000000000000000000000000000001"), "is not supported"),
        ("asset", json!("native"), "no CAIP-19"),
        ("asset", json!("eip155:1337/erc20:0x12"), "no CAIP-19"),
        ("amount", json!("0"), "above zero"),
        ("amount", json!("-1"), "above zero"),
        ("amount", json!("1e3"), "above zero"),
        ("amount", json!("0.0000000000000000001"), "18 decimals"),
        ("amount", json!(1), "invalid type"),
        ("recipient", json!("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"), "asset's chain"),
        ("recipient", json!("eip155:1338:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"), "asset's chain"),
        ("recipient", json!("eip155:1337:0x12"), "asset's chain"),
        ("redirectUrl", script, "address of a page"),
        ("more", json!(1), "unknown field"),
    ] {
        let mut params = good.clone();
        params[field] = value.clone();
        let answer = call(&data, "reown_getExchangePayUrl", params).await;
        let said = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(said.contains(words), "{field} {value}: {answer}");
    }
}

#[tokio::test]
async fn applies_lies() {
    let (data, pages) = both().await;
    let (chain, shop) = (first().await, Address::of_word("a shop that is lied to"));
    let once = async |lie: &str| tell(&data, "/__exchanges", json!({ "lie": lie, "times": 1 })).await;
    let list = async || call(&data, "reown_getExchanges", json!({ "page": 1 })).await;
    let truth = list().await;
    for lie in ["list-fails", "none", "types", "many", "markup", "twice"] {
        once(lie).await;
        let told = list().await;
        assert_eq!(told["error"].is_object(), lie == "list-fails");
        assert!(told != truth && list().await == truth, "{lie}");
    }
    let params = wanted("harbour", COIN, "1", &shop);
    let url = async || call(&data, "reown_getExchangePayUrl", params.clone()).await;
    let only = async |path: &str, host: &Running, lie: &str| {
        tell(host, path, json!({ "lie": lie, "times": 1, "only": shop.checksummed() })).await;
    };
    for (lie, pointer, told) in [
        ("url-fails", "/error/message", json!("Something is wrong here")),
        ("unsupported", "/error/message", json!(format!("Asset {COIN} is not supported"))),
        ("script", "/result/url", json!("javascript:alert(1)")),
        ("elsewhere", "/result/url", json!("https://exchange.invalid/pay")),
        ("no-url", "/result/url", json!("")),
        ("no-session", "/result/sessionId", Value::Null),
    ] {
        only("/__exchanges", &data, lie).await;
        assert_eq!(url().await.pointer(pointer), Some(&told), "{lie}");
    }
    only("/__exchanges", &data, "userinfo").await;
    assert!(
        url().await["result"]["url"]
            .as_str()
            .unwrap()
            .starts_with("http://exchange.invalid@localhost:4006/harbour")
    );

    let paid = async |lie: Option<&str>| {
        if let Some(lie) = lie {
            only("/__pay", &pages, lie).await;
        }
        let (path, session) = open(&data, params.clone()).await;
        press(&pages, &path, "pay", "").await;
        session
    };
    let session = paid(None).await;
    let truth = status(&data, "harbour", &session).await;
    for (lie, told) in [
        ("never-final", json!({ "status": "IN_PROGRESS" })),
        ("unknown", json!({ "status": "UNKNOWN" })),
        ("failed", json!({ "status": "FAILED" })),
        ("no-hash", json!({ "status": "SUCCESS" })),
        ("other-hash", json!({ "status": "SUCCESS", "txHash": format!("0x{}", "5a".repeat(32)) })),
        ("odd-status", json!({ "status": "DONE", "txHash": 7 })),
        ("status-fails", Value::Null),
    ] {
        only("/__exchanges", &data, lie).await;
        assert_eq!(status(&data, "harbour", &session).await, told, "{lie}");
        assert_eq!(status(&data, "harbour", &session).await, truth, "{lie}");
    }

    let stranger = demo_services::lies::stranger();
    let (shops, dollars) = (coins(&chain, &shop).await, held(&chain, token("DUSD"), &shop).await);
    let said = async |session: &str| status(&data, "harbour", session).await["status"].clone();
    assert_eq!(said(&paid(Some("recipient")).await).await, "SUCCESS");
    assert_eq!(said(&paid(Some("nothing")).await).await, "SUCCESS");
    assert_eq!(said(&paid(Some("pending")).await).await, "IN_PROGRESS");
    assert_eq!(said(&paid(Some("fails")).await).await, "FAILED");
    assert_eq!(coins(&chain, &shop).await, shops);
    assert!(coins(&chain, &stranger).await >= 1_000_000_000_000_000_000);
    assert_eq!(said(&paid(Some("asset")).await).await, "SUCCESS");
    assert_eq!(
        (coins(&chain, &shop).await, held(&chain, token("DUSD"), &shop).await - dollars),
        (shops, 1_000_000)
    );
    assert_eq!(said(&paid(Some("less")).await).await, "SUCCESS");
    assert_eq!(coins(&chain, &shop).await - shops, 500_000_000_000_000_000);
    for wrong in [json!({ "lie": "none-such" }), json!({ "lie": "less", "only": "x" })] {
        assert_eq!(
            pages.post("/__pay", "application/json", wrong.to_string()).await.status(),
            400,
            "{wrong}"
        );
    }
}
