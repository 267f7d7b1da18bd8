//! The form: what can be paid in and bought, limits, prices and what stands in for them.

use crate::support::onramp::*;
use crate::support::*;
use serde_json::{Value, json};

fn check(world: &World) -> String {
    world.onramp()["check"].as_str().unwrap().to_owned()
}

fn types(world: &World, sum: &str) {
    world.dispatch(json!({"type": "buy.amount", "value": sum}));
}

// req: 1.22, 2.23, 3.14, 3.15, 3.16, 3.17, 7.19, 7.20
#[test]
fn shows_the_services_quote_for_an_amount() {
    let (world, _) = World::at_shop();
    world.buys("100");
    let slice = world.onramp();
    assert_eq!((world.view().as_str(), check(&world).as_str()), ("OnRamp", "ready"), "{slice}");
    let network = json!({"name": "demo-chain", "display_name": "Demo Chain", "chain_id": "1337", "contract_address": DUSD});
    assert_eq!(slice["purchaseCurrency"]["networks"][1], network);
    let expected = ["id-dusd", "Demo Dollar", "DUSD"].map(Value::from);
    assert_eq!(["id", "name", "symbol"].map(|name| slice["purchaseCurrency"][name].clone()), expected);
    let limits = json!([{"id": "card", "min": "5.00", "max": "5000.00"},
        {"id": "ach_bank_account", "min": "20.00", "max": "20000.00"}]);
    assert_eq!(slice["paymentCurrency"], json!({"id": "USD", "payment_method_limits": limits}));
    let state = ["purchaseAmount", "paymentAmount", "selectedProvider", "quotesLoading", "error"];
    let values = state.map(|name| slice[name].clone());
    assert_eq!(values, [json!("98"), json!("100"), Value::Null, json!(false), Value::Null]);
    let quote = json!({"isEstimate": false, "got": "98", "gotWhole": null, "purchaseAmount": "98 DUSD", "paymentTotal": "$100",
        "paymentSubtotal": "$98", "networkFee": "$0.35", "providerFee": "$1.65", "quoteId": "q-1"});
    assert_eq!(slice["quote"], quote);
    let asked = world.requests("/v1/onramp/quote");
    let body: Value = serde_json::from_str(&asked.last().unwrap().body.as_ref().unwrap().text).unwrap();
    assert_eq!((asked.len(), &body["amount"], &body["network"]), (1, &json!("100.00"), &json!("demo-chain")));
    assert_eq!(
        (&body["purchaseCurrency"]["id"], &body["paymentCurrency"]["id"]),
        (&json!("id-dusd"), &json!("USD"))
    );
    assert_eq!(world.tracked("SELECT_BUY_CRYPTO").len(), 1);
}

#[test]
fn reports_the_first_error_and_requests_no_quote_beyond_limits() {
    let (world, _) = World::at_shop();
    world.buys("");
    assert_eq!(check(&world), "enter_amount");
    for (sum, expected, limit) in [
        ("abc", "invalid_amount", Value::Null),
        ("0", "invalid_amount", Value::Null),
        ("-5", "invalid_amount", Value::Null),
        ("1e3", "invalid_amount", Value::Null),
        ("10.001", "invalid_amount", Value::Null),
        ("4.99", "below_limit", json!("$5")),
        ("20000.01", "above_limit", json!("$20,000")),
        ("999999999999999999999", "above_limit", json!("$20,000")),
    ] {
        types(&world, sum);
        world.pass(1_000);
        assert_eq!((check(&world).as_str(), &world.onramp()["limit"]), (expected, &limit), "{sum}");
    }
    assert_eq!(world.asked("/v1/onramp/quote"), 0, "no price is asked for");
    assert!(world.settled(&world.dispatch(json!({"type": "buy.choose"}))).is_err());
    types(&world, "6000");
    world.pass(1_000);
    let methods = json!([{"id": "card", "range": "$5 - $5,000", "fits": false},
        {"id": "ach_bank_account", "range": "$20 - $20,000", "fits": true}]);
    assert_eq!((check(&world).as_str(), &world.onramp()["methods"]), ("ready", &methods));
}

#[test]
fn quotes_the_chosen_currencies() {
    let (world, _) = World::at_shop();
    world.buys("100");
    assert_eq!(world.onramp()["paymentCurrencies"], json!(["EUR", "USD"]));
    world.dispatch(json!({"type": "buy.fiats"}));
    assert_eq!(world.view(), "OnRampFiatSelect");
    world.dispatch(json!({"type": "buy.payment", "id": "EUR"}));
    assert_eq!(
        (world.view().as_str(), check(&world).as_str()),
        ("OnRamp", "no_quote"),
        "the old price is gone"
    );
    world.dispatch(json!({"type": "buy.tokens"}));
    let rows = world.onramp()["purchaseCurrencies"].clone();
    let symbols: Vec<&str> =
        rows.as_array().unwrap().iter().map(|row| row["symbol"].as_str().unwrap()).collect();
    assert_eq!(symbols, ["DUSD", "ETH"], "what is sold on this network");
    assert_eq!(rows[1]["testId"], "wm-onramp-ETH");
    world.dispatch(json!({"type": "buy.purchase", "id": "id-eth"}));
    world.pass(1_000);
    assert_eq!(world.onramp()["quote"]["purchaseAmount"], "98 ETH");
    assert_eq!(world.onramp()["quote"]["paymentTotal"], "€100");
    // what is sold elsewhere is not delivered here
    world.dispatch(json!({"type": "buy.purchase", "id": "id-far"}));
    assert_eq!(world.onramp()["purchaseCurrency"]["symbol"], "DUSD");
}

// req: 7.23, 9.31, 9.32
#[test]
fn falls_back_to_sample_options_and_retries() {
    for (code, body) in
        [(500, json!({})), (200, json!([])), (200, json!({"paymentCurrencies": 7})), (0, json!(null))]
    {
        let (world, shop) = World::at_shop();
        shop.says("/v1/onramp/options", code, body);
        world.dispatch(json!({"type": "buy.open"}));
        assert_eq!(check(&world), if code == 0 { "loading" } else { "unavailable" });
        world.pass(30_000);
        let slice = world.onramp();
        assert_eq!((&slice["isSample"], &slice["paymentCurrencies"]), (&json!(true), &json!(["USD", "EUR"])));
        assert_eq!(slice["paymentCurrency"]["id"], "USD");
        assert_eq!(slice["purchaseCurrency"]["id"], "2b92315d-eab7-5bef-84fa-089a131333f5");
        assert_eq!(slice["methods"][0]["range"], "$10 - $7,500");
        assert_eq!(slice["methods"][1]["range"], "$10 - $25,000");
        // it is sold on two networks, and this is none of them
        assert_eq!(check(&world), "unavailable");
        shop.is_well();
        world.dispatch(json!({"type": "buy.reload"}));
        world.pass(1_000);
        assert_eq!((&world.onramp()["isSample"], check(&world).as_str()), (&json!(false), "enter_amount"));
    }
}

#[test]
fn quotes_the_sample_on_its_own_network() {
    let mut options = options();
    options["networks"] = json!([network(1, "Ethereum"), network(1337, "Demo Chain")]);
    let (world, shop) = World::at_shop_with(options);
    world.wanders(1);
    shop.says("/v1/onramp/options", 503, json!({}));
    world.dispatch(json!({"type": "buy.open"}));
    world.pass(60_000);
    world.dispatch(json!({"type": "buy.amount", "value": "100"}));
    world.pass(1_000);
    let slice = world.onramp();
    assert_eq!((&slice["isSample"], check(&world).as_str()), (&json!(true), "ready"), "{slice}");
    assert_eq!(slice["quote"]["purchaseAmount"], "98 USDC");
}

// req: 4.45, 7.24
#[test]
fn shows_an_estimate_but_blocks_the_purchase_without_a_quote() {
    let refused = json!({"reasons": [{"name": "amount", "description": "The least is $500"}]});
    for (code, body) in [(400, refused), (500, json!({})), (200, json!({"quoteId": "x"})), (0, json!(null))] {
        let (world, shop) = World::at_shop();
        shop.says("/v1/onramp/quote", code, body.clone());
        world.dispatch(json!({"type": "buy.open"}));
        types(&world, "100");
        assert_eq!(world.onramp()["quotesLoading"], false);
        world.pass(1_000);
        let slice = world.onramp();
        assert_eq!((&slice["quotesLoading"], check(&world).as_str()), (&json!(false), "no_quote"));
        let quote = json!({"isEstimate": true, "got": null, "gotWhole": null, "purchaseAmount": "$100", "paymentTotal": "$100",
            "paymentSubtotal": "$100", "networkFee": null, "providerFee": null, "quoteId": "mocked-quote-id"});
        assert_eq!((&slice["quote"], &slice["purchaseAmount"]), (&quote, &json!("100")));
        assert_eq!(slice["error"]["name"], "WalletError", "{slice}");
        if code == 400 {
            assert_eq!(slice["error"]["details"], "The least is $500");
        }
        // neither from the form nor past it
        assert!(world.settled(&world.dispatch(json!({"type": "buy.choose"}))).is_err());
        assert!(world.settled(&world.taps("coinbase", true)).is_err());
        assert_eq!((world.view().as_str(), world.asked("onrampurl")), ("OnRamp", 0));
        assert!(world.popups.windows.borrow().is_empty(), "no window opens");
        shop.is_well();
        world.dispatch(json!({"type": "buy.reload"}));
        world.pass(1_000);
        assert_eq!((check(&world).as_str(), &world.onramp()["error"]), ("ready", &Value::Null));
    }
}

// req: 4.45
#[test]
fn sets_quotes_loading_during_every_attempt() {
    let (world, shop) = World::at_shop();
    let held = HeldResponses::default();
    let answers = held.clone();
    world.served(move |request| {
        let answer = shop.answer(request)?;
        Some(if request.url.contains("/v1/onramp/quote") { answers.hold(answer) } else { answer })
    });
    world.buys("100");
    assert_eq!(world.onramp()["quotesLoading"], true);
    held.let_go();
    world.pass(0);
    assert_eq!((&world.onramp()["quotesLoading"], check(&world).as_str()), (&json!(false), "ready"));
    world.pass(30_000);
    assert_eq!(
        (&world.onramp()["quotesLoading"], check(&world).as_str()),
        (&json!(true), "ready"),
        "the price stays"
    );
    held.let_go();
    world.pass(0);
    assert_eq!(world.onramp()["quotesLoading"], false);
    // typed on while one is asked for: the older one says nothing any more
    world.pass(30_000);
    types(&world, "200");
    assert_eq!(world.onramp()["quotesLoading"], false);
    held.let_go();
    world.pass(0);
    assert_eq!((check(&world).as_str(), &world.onramp()["quote"]), ("no_quote", &Value::Null));
    world.pass(250);
    assert_eq!(world.onramp()["quotesLoading"], true);
    held.let_go();
    world.pass(0);
    assert_eq!(world.onramp()["quote"]["paymentTotal"], "$200");
}

#[test]
fn requests_a_quote_after_typing_and_again_while_visible() {
    let (world, _) = World::at_shop();
    world.dispatch(json!({"type": "buy.open"}));
    let asked = || world.asked("/v1/onramp/quote");
    for sum in ["1", "10", "100", "1000"] {
        types(&world, sum);
        world.pass(200);
    }
    assert_eq!(asked(), 0, "somebody types");
    world.pass(50);
    assert_eq!(asked(), 1);
    world.dispatch(json!({"type": "buy.looked", "at": false}));
    world.pass(120_000);
    assert_eq!(asked(), 1, "nobody looks");
    world.dispatch(json!({"type": "buy.looked", "at": true}));
    world.pass(0);
    assert_eq!(asked(), 2);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.pass(120_000);
    assert_eq!(asked(), 2, "the modal is closed");
}

#[test]
fn reloads_assets_and_quotes_on_another_network() {
    let (world, shop) = World::at_shop();
    let held = HeldResponses::default();
    let answers = held.clone();
    world.served(move |request| {
        let answer = shop.answer(request)?;
        Some(if request.url.contains("/v1/onramp/quote") { answers.hold(answer) } else { answer })
    });
    world.buys("100");
    world.dispatch(json!({"type": "buy.tokens"}));
    world.wanders(1338);
    assert_eq!((world.view().as_str(), check(&world).as_str()), ("OnRamp", "no_quote"));
    held.let_go();
    world.pass(0);
    assert_eq!(
        (check(&world).as_str(), &world.onramp()["quote"]),
        ("no_quote", &Value::Null),
        "a late answer is dropped"
    );
    let rows = world.onramp()["purchaseCurrencies"].clone();
    assert_eq!((rows.as_array().unwrap().len(), &rows[0]["symbol"]), (1, &json!("DUSD")));
    world.pass(1_000);
    held.let_go();
    world.pass(0);
    assert_eq!(check(&world), "ready");
    let body = world.requests("/v1/onramp/quote").last().unwrap().body.clone().unwrap();
    assert_eq!(serde_json::from_str::<Value>(&body.text).unwrap()["network"], "demo-chain-2");
}

// the guard of 7.2
#[test]
fn offers_no_purchase_on_an_unserved_network() {
    let fresh = World::with_chain(|chain| chain.supported.borrow_mut().clear());
    let shop = Shop::default();
    fresh.served(move |request| shop.answer(request));
    fresh.open("Account");
    fresh.dispatch(json!({"type": "buy.open"}));
    fresh.pass(1_000);
    assert_eq!((check(&fresh).as_str(), fresh.asked("/v1/onramp/options")), ("unavailable", 0));
    assert_eq!(fresh.onramp()["isSample"], false);
}

#[test]
fn ignores_malformed_quotes_and_currencies() {
    let (world, shop) = World::at_shop();
    let many: Vec<Value> = (0..2_000)
        .map(|n| {
            json!({"id": format!("m{n}"), "name": "<b>\u{202e}x</b>", "symbol": "DUSD", "networks": [
            {"name": "demo-chain", "display_name": "Demo", "chain_id": "1337", "contract_address": DUSD}]})
        })
        .collect();
    shop.says(
        "/v1/onramp/options",
        200,
        json!({"paymentCurrencies": [{"id": "USD", "payment_method_limits": [{"id": "card", "min": "5000", "max": "5"}]}],
            "purchaseCurrencies": many}),
    );
    world.buys("100");
    let slice = world.onramp();
    let rows = slice["purchaseCurrencies"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["name"]), (200, &json!("<b>x</b>")));
    assert_eq!((&rows[0]["unverified"], &rows[1]["unverified"]), (&json!(false), &json!(true)));
    assert_eq!(
        (&slice["methods"], check(&world).as_str()),
        (&json!([]), "ready"),
        "a limit turned round is none"
    );
    let long = "9".repeat(100_000);
    for amount in [json!("0"), json!("-1"), json!("many"), json!(1e21), json!(long), json!({})] {
        let mut lie = quote_of(
            &json!({"amount": "200.00", "paymentCurrency": {"id": "USD"}, "purchaseCurrency": {"symbol": "DUSD"}}),
        );
        lie["purchaseAmount"]["amount"] = amount.clone();
        shop.says("/v1/onramp/quote", 200, lie);
        types(&world, "100");
        world.pass(1_000);
        types(&world, "200");
        world.pass(1_000);
        assert_eq!(
            (check(&world).as_str(), &world.onramp()["quote"]["isEstimate"]),
            ("no_quote", &json!(true))
        );
    }
}

// req: 10.12
#[test]
fn names_the_sold_coin_by_its_network_and_marks_copies() {
    let (world, shop) = World::at_shop();
    let sold = |id: &str, symbol: &str, name: &str, address: &str| {
        json!({"id": id, "name": name, "symbol": symbol, "networks": [
            {"name": "demo-chain", "display_name": "Demo", "chain_id": "1337", "contract_address": address}]})
    };
    let zeros = format!("0x{}", "0".repeat(40));
    let mut options = options_of_shop();
    options["purchaseCurrencies"] = json!([
        sold("a", "DAI", "Dai", crate::support::market::NATIVE),
        sold("b", "ETH", "Ether", DUSD),
        sold("c", "E", "Ethereum", DUSD),
        sold("d", "ETH", "Ether", &zeros),
        sold("e", "DUSD", "Demo Dollar", DUSD),
    ]);
    shop.says("/v1/onramp/options", 200, options);
    world.buys("100");
    let rows = world.onramp()["purchaseCurrencies"].clone();
    let rows = rows.as_array().unwrap().iter().map(|row| (row["id"].clone(), row["unverified"].clone()));
    let found: Vec<_> = rows.collect();
    let expected = [("b", true), ("c", true), ("d", false), ("e", false)];
    assert_eq!(found, expected.map(|(id, is_marked)| (json!(id), json!(is_marked))));
}
