//! At a provider: its page in a window, what comes of it, and everything that may come between.

use crate::support::onramp::*;
use crate::support::*;
use serde_json::{Value, json};

fn polls(world: &World) -> usize {
    world.asked("/history?")
}

// req: 1.22, 7.18
#[test]
fn completes_the_purchase_when_the_history_shows_it() {
    let (world, shop) = World::at_shop();
    shop.writes("e-old", "confirmed", "DUSD", "1");
    let window = world.at_provider("coinbase");
    assert_eq!(*window.urls.borrow(), [PAGE]);
    let slice = world.onramp();
    let shown =
        (world.view(), world.phase_of_buying(), slice["host"].clone(), slice["selectedProvider"].clone());
    assert_eq!(shown, ("BuyInProgress".into(), "waiting".into(), json!("pay.example"), json!("coinbase")));
    let asked = world.requests("onrampurl");
    let body: Value = serde_json::from_str(&asked[0].body.as_ref().unwrap().text).unwrap();
    let expected = json!({"destinationWallets": [{"address": ALICE, "blockchains": ["demo-chain"], "assets": ["DUSD"]}],
        "defaultNetwork": "demo-chain", "partnerUserId": ALICE, "defaultExperience": "buy",
        "presetFiatAmount": "100.00", "presetCryptoAmount": "98"});
    assert_eq!(body, expected);
    assert_eq!(world.tracked("SELECT_BUY_PROVIDER")[0]["properties"], json!({"provider": "coinbase"}));
    assert!(world.requests("/history?")[0].url.contains("onramp=coinbase"));
    let (before, balances) = (polls(&world), world.asked("/balance"));
    world.pass(40_000);
    assert_eq!(
        (polls(&world) - before, world.phase_of_buying().as_str()),
        (10, "waiting"),
        "every four seconds"
    );
    shop.writes("e-new", "confirmed", "DUSD", "98.123456");
    world.pass(4_000);
    assert_eq!(world.toasts(), ["98.123456 DUSD bought"]);
    assert_eq!(world.onramp()["ended"]["got"], "98.123456 DUSD");
    assert!(world.asked("/balance") > balances, "what is there now is read");
    world.pass(60_000);
    assert_eq!(world.view(), "BuyInProgress", "it does not leave by itself");
    world.left_ending();
    assert_eq!(world.view(), "Account");
    let after = polls(&world);
    world.pass(60_000);
    assert_eq!(polls(&world), after, "nobody waits any more");
    assert_eq!((window.closed.get(), window.focused.get()), (false, 0));
}

#[test]
fn names_a_known_network_as_the_provider_does() {
    let mut options = options();
    options["networks"] = json!([network(8453, "Base"), network(1337, "Demo Chain")]);
    let (world, shop) = World::at_shop_with(options);
    let mut sold = options_of_shop();
    sold["purchaseCurrencies"][0]["networks"][0] =
        json!({"name": "base-mainnet", "display_name": "Base", "chain_id": "8453", "contract_address": USDC});
    shop.says("/v1/onramp/options", 200, sold);
    world.wanders(8453);
    world.at_provider("coinbase");
    let body = world.requests("onrampurl")[0].body.clone().unwrap();
    let body: Value = serde_json::from_str(&body.text).unwrap();
    assert_eq!(
        (&body["defaultNetwork"], &body["destinationWallets"][0]["blockchains"]),
        (&json!("base"), &json!(["base"]))
    );
    let body = world.requests("/v1/onramp/quote")[0].body.clone().unwrap();
    assert_eq!(serde_json::from_str::<Value>(&body.text).unwrap()["network"], "base-mainnet");
}

#[test]
fn opens_meld_as_a_link_and_reports_only_a_receipt() {
    let mut options = options_with_meld();
    options["services"]["onramp"] = json!("https://shop.example");
    let (world, shop) = World::at_shop_with(options);
    let window = world.at_provider("meld");
    let url = format!(
        "https://shop.example/?publicKey=key-1&destinationCurrencyCode=USDC&walletAddress={ALICE}&externalCustomerId=demo"
    );
    assert_eq!(*window.urls.borrow(), [url]);
    assert_eq!(world.asked("onrampurl"), 0);
    assert!(world.requests("/history?").last().unwrap().url.contains("chainId=eip155:1337"));
    shop.writes("e-dust", "confirmed", "SPAM", "1000000");
    world.pass(8_000);
    assert_eq!(world.phase_of_buying(), "waiting", "something else came");
    shop.writes("e-1", "confirmed", "USDC", "98");
    world.pass(4_000);
    assert_eq!(world.toasts(), ["98 \"USDC\" received"]);
    world.celebrated();
    assert_eq!(world.view(), "Account");
    // the usual host
    let (world, _) = World::at_shop_with(options_with_meld());
    assert!(world.at_provider("meld").urls.borrow()[0].starts_with("https://meldcrypto.com/?publicKey="));
}

#[test]
fn shows_the_provider_host_first_and_reopens_a_blocked_window() {
    let (world, shop) = World::at_shop();
    world.buys("100");
    world.dispatch(json!({"type": "buy.choose"}));
    // a window that a click had opened stays where it is
    world.popups.opens.set(true);
    assert!(world.settled(&world.dispatch(json!({"type": "buy.provider", "provider": "coinbase"}))).is_ok());
    world.pass(0);
    assert_eq!((world.phase_of_buying().as_str(), &world.onramp()["url"]), ("ready", &json!(PAGE)));
    assert_eq!((&world.onramp()["host"], world.popups.windows.borrow().len()), (&json!("pay.example"), 0));
    world.popups.opens.set(false);
    world.pass(20_000);
    world.dispatch(json!({"type": "buy.window"}));
    world.pass(0);
    assert_eq!(world.phase_of_buying(), "ready", "and again");
    world.popups.opens.set(true);
    world.dispatch(json!({"type": "buy.window"}));
    world.pass(0);
    assert_eq!(*world.popups.windows.borrow()[0].urls.borrow(), [PAGE]);
    assert_eq!(world.phase_of_buying(), "waiting");
    // pressed once more it comes to the front
    world.dispatch(json!({"type": "buy.window"}));
    world.pass(1_000);
    assert_eq!(world.popups.windows.borrow()[0].focused.get(), 1);
    shop.writes("e-1", "confirmed", "DUSD", "98");
    world.pass(4_000);
    assert_eq!(world.toasts(), ["98 DUSD bought"]);
}

#[test]
fn drops_a_blocked_window_when_the_user_leaves() {
    let (world, _) = World::at_shop();
    world.buys("100");
    world.dispatch(json!({"type": "buy.choose"}));
    world.taps("coinbase", false);
    world.dispatch(json!({"type": "router.back"}));
    world.pass(0);
    assert_eq!((world.view().as_str(), world.phase_of_buying().as_str()), ("OnRampProviders", "idle"));
}

#[test]
fn reports_a_closed_window_neutrally_and_keeps_watching() {
    let (world, shop) = World::at_shop();
    let window = world.at_provider("coinbase");
    window.closed.set(true);
    world.pass(1_000);
    assert_eq!((world.phase_of_buying().as_str(), world.view().as_str()), ("closed", "BuyInProgress"));
    assert_eq!(world.onramp()["fault"], Value::Null);
    // tried again: another window, and the price of before
    assert!(world.settled(&world.taps("coinbase", true)).is_ok());
    let second = world.popups.windows.borrow()[1].clone();
    assert_eq!((*second.urls.borrow()).len(), 1);
    assert_eq!(world.phase_of_buying(), "waiting");
    second.closed.set(true);
    world.pass(2_000);
    assert_eq!(world.phase_of_buying(), "closed");
    shop.writes("e-1", "pending", "DUSD", "98");
    world.pass(4_000);
    assert_eq!(world.phase_of_buying(), "pending");
    shop.writes("e-1", "confirmed", "DUSD", "98");
    world.pass(4_000);
    assert_eq!(world.toasts(), ["98 DUSD bought"]);
}

#[test]
fn completes_when_the_window_closes_itself_after_payment() {
    let (world, shop) = World::at_shop();
    let window = world.at_provider("coinbase");
    shop.writes("e-1", "confirmed", "DUSD", "98");
    window.closed.set(true);
    world.pass(1_000);
    assert_eq!(world.toasts(), ["98 DUSD bought"]);
}

#[test]
fn shows_a_failed_purchase_and_allows_a_retry() {
    let (world, shop) = World::at_shop();
    world.at_provider("coinbase");
    shop.writes("e-1", "failed", "DUSD", "98");
    world.pass(4_000);
    let fault = world.onramp()["fault"]["message"].clone();
    assert_eq!(
        (world.phase_of_buying().as_str(), fault),
        ("failed", json!("The purchase didn't go through"))
    );
    assert_eq!((world.toasts().len(), world.view().as_str()), (0, "BuyInProgress"));
    // the failed one is old news
    world.taps("coinbase", true);
    world.pass(20_000);
    assert_eq!(world.phase_of_buying(), "waiting");
}

#[test]
fn fails_without_a_window_when_the_provider_page_is_invalid() {
    let elsewhere =
        ["javascript:alert(1)", "http://pay.example/", "https://evil@pay.example/", "", "data:text/html,x"];
    let mut answers: Vec<(u16, Value)> = elsewhere.iter().map(|url| (200, json!({ "url": url }))).collect();
    answers.extend([
        (500, json!({})),
        (403, json!({})),
        (200, json!(null)),
        (200, json!({"url": 7})),
        (0, json!(null)),
    ]);
    for (code, body) in answers {
        let (world, shop) = World::at_shop();
        shop.says("onrampurl", code, body.clone());
        world.buys("100");
        world.dispatch(json!({"type": "buy.choose"}));
        world.taps("coinbase", true);
        world.pass(30_000);
        assert_eq!(
            (world.phase_of_buying().as_str(), world.view().as_str()),
            ("failed", "BuyInProgress"),
            "{body}"
        );
        assert!(world.popups.windows.borrow().is_empty(), "{body}");
        shop.is_well();
        world.taps("coinbase", true);
        assert_eq!(world.phase_of_buying(), "waiting", "{body}");
    }
}

#[test]
fn starts_watching_at_the_first_history_response() {
    let (world, shop) = World::at_shop();
    shop.writes("e-old", "confirmed", "DUSD", "1");
    shop.says("/history?", 500, json!({}));
    world.at_provider("coinbase");
    world.pass(20_000);
    assert_eq!(world.phase_of_buying(), "waiting");
    shop.is_well();
    world.pass(4_000);
    assert_eq!(
        (world.phase_of_buying().as_str(), world.toasts().len()),
        ("waiting", 0),
        "that was there before"
    );
    for odd in [json!({"data": 7}), json!([]), json!({"data": [7, null, {}, {"id": 7}, {"id": "x"}]})] {
        shop.says("/history?", 200, odd);
        world.pass(4_000);
        assert_eq!(world.phase_of_buying(), "waiting");
    }
    shop.is_well();
    shop.writes("e-1", "confirmed", "DUSD", "98");
    world.pass(4_000);
    assert_eq!(world.toasts(), ["98 DUSD bought"]);
}

#[test]
fn stops_polling_while_the_page_is_hidden() {
    let (world, shop) = World::at_shop();
    world.at_provider("coinbase");
    world.dispatch(json!({"type": "buy.looked", "at": false}));
    let before = polls(&world);
    world.pass(120_000);
    assert_eq!(polls(&world), before);
    shop.writes("e-1", "confirmed", "DUSD", "98");
    world.dispatch(json!({"type": "buy.looked", "at": true}));
    world.pass(1_000);
    assert_eq!(world.toasts(), ["98 DUSD bought"], "and at once when somebody looks");
}

// R22
#[test]
fn ends_the_purchase_when_the_account_changes() {
    let (world, shop) = World::at_shop();
    let window = world.at_provider("coinbase");
    world.wallets.tell(1, &wallet_engine::ports::provider::WalletEvent::Accounts(json!([BOB])));
    world.pass(1_000);
    assert_eq!((world.view().as_str(), world.phase_of_buying().as_str()), ("OnRamp", "idle"));
    let before = polls(&world);
    shop.writes("e-1", "confirmed", "DUSD", "98");
    world.pass(60_000);
    assert_eq!((world.toasts().len(), polls(&world)), (0, before), "nobody asks for the old one");
    assert!(!window.closed.get(), "somebody may be paying in it");
    // and the next one is for the new account
    world.at_provider("coinbase");
    let body = world.requests("onrampurl").last().unwrap().body.clone().unwrap();
    assert!(body.text.contains(BOB) && !body.text.contains(ALICE));
}

#[test]
fn opens_no_window_when_the_account_changed_meanwhile() {
    let (world, shop) = World::at_shop();
    let (open, gate) = Gate::new();
    world.served(move |request| {
        let answer = shop.answer(request)?;
        Some(if request.url.contains("onrampurl") { gate.hold(answer) } else { answer })
    });
    world.buys("100");
    world.dispatch(json!({"type": "buy.choose"}));
    drop(world.taps("coinbase", true));
    assert_eq!(world.phase_of_buying(), "preparing");
    world.wallets.tell(1, &wallet_engine::ports::provider::WalletEvent::Accounts(json!([BOB])));
    world.pass(1_000);
    open.send(()).unwrap();
    world.pass(1_000);
    world.continues(true);
    assert!(world.popups.windows.borrow().is_empty(), "nowhere for another account");
    assert_eq!(world.phase_of_buying(), "idle");
}

#[test]
fn keeps_watching_when_the_network_changes() {
    let (world, shop) = World::at_shop();
    world.at_provider("coinbase");
    world.wanders(1338);
    world.pass(1_000);
    assert_eq!((world.view().as_str(), world.phase_of_buying().as_str()), ("BuyInProgress", "waiting"));
    shop.writes("e-1", "confirmed", "DUSD", "98");
    world.pass(4_000);
    assert_eq!(world.toasts(), ["98 DUSD bought"]);
}

#[test]
fn returns_to_the_form_when_retried_on_another_network() {
    let (world, _) = World::at_shop();
    let window = world.at_provider("coinbase");
    window.closed.set(true);
    world.pass(1_000);
    world.wanders(1338);
    // the form asks for its price only when it is shown
    assert!(world.settled(&world.taps("coinbase", true)).is_err());
    assert_eq!(world.view(), "OnRamp");
    assert_eq!(world.popups.windows.borrow().len(), 1);
    world.pass(1_000);
    assert_eq!(world.onramp()["check"], "ready");
}

#[test]
fn stops_watching_but_keeps_the_window_when_the_user_leaves() {
    for leave in [json!({"type": "router.back"}), json!({"type": "router.close", "reason": "user"})] {
        let (world, shop) = World::at_shop();
        let window = world.at_provider("coinbase");
        world.dispatch(leave.clone());
        world.pass(1_000);
        let before = polls(&world);
        shop.writes("e-1", "confirmed", "DUSD", "98");
        world.pass(60_000);
        assert_eq!((polls(&world), world.toasts().len()), (before, 0), "{leave}");
        assert!(!window.closed.get());
        assert_eq!(world.phase_of_buying(), "idle");
    }
}

#[test]
fn requests_one_page_and_watches_once_for_two_taps() {
    let (world, shop) = World::at_shop();
    let (open, gate) = Gate::new();
    let served = shop.clone();
    world.served(move |request| {
        let answer = served.answer(request)?;
        Some(if request.url.contains("onrampurl") { gate.hold(answer) } else { answer })
    });
    world.buys("100");
    world.dispatch(json!({"type": "buy.choose"}));
    drop(world.taps("coinbase", true));
    assert!(world.settled(&world.taps("coinbase", true)).is_ok());
    drop(open);
    world.pass(1_000);
    world.continues(true);
    {
        let windows = world.popups.windows.borrow();
        assert_eq!((windows.len(), &*windows[0].urls.borrow()), (1, &vec![PAGE.to_owned()]));
    }
    let before = polls(&world);
    world.pass(4_000);
    assert_eq!(polls(&world) - before, 1);
    shop.writes("e-1", "confirmed", "DUSD", "98");
    world.pass(4_000);
    assert_eq!(world.toasts(), ["98 DUSD bought"]);
}

#[test]
fn forgets_a_purchase_after_a_reload() {
    let (world, _) = World::at_shop();
    world.at_provider("coinbase");
    let world = world.reload();
    let shop = Shop::default();
    shop.writes("e-1", "confirmed", "DUSD", "98");
    let served = shop.clone();
    world.served(move |request| served.answer(request));
    world.returns();
    world.open("Account");
    world.pass(10_000);
    assert_eq!((world.asked("onrampurl"), world.asked("onramp=coinbase")), (0, 0));
    world.at_provider("coinbase");
    world.pass(20_000);
    assert_eq!(world.phase_of_buying(), "waiting", "what came meanwhile is none of this one");
}

#[test]
fn ends_the_purchase_on_disconnect() {
    let (world, _) = World::at_shop();
    world.at_provider("coinbase");
    world.dispatch(json!({"type": "accounts.disconnect", "namespace": "eip155"}));
    world.pass(5_000);
    let before = polls(&world);
    world.pass(60_000);
    assert_eq!((polls(&world), world.phase_of_buying().as_str()), (before, "idle"));
    assert_eq!(world.onramp()["paymentAmount"], "");
}

// A wallet asks for something while someone pays at the provider's: the purchase is still watched, also under it.
#[test]
fn keeps_watching_below_another_view() {
    let (world, shop) = World::at_shop();
    world.at_provider("coinbase");
    world.dispatch(json!({"type": "router.push", "view": "WhatIsABuy"}));
    world.pass(8_000);
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!((world.view().as_str(), world.phase_of_buying().as_str()), ("BuyInProgress", "waiting"));
    world.dispatch(json!({"type": "router.push", "view": "WhatIsABuy"}));
    shop.writes("e-1", "confirmed", "DUSD", "98");
    world.pass(4_000);
    assert_eq!((world.view().as_str(), world.toasts()), ("WhatIsABuy", vec!["98 DUSD bought".to_owned()]));
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!(world.view(), "Account", "it has come: there is nothing to wait for");
}

// Who has no name in the history has no failures there either: what failed is anyone's.
#[test]
fn ignores_failures_in_the_history_for_meld() {
    let (world, shop) = World::at_shop_with(options_with_meld());
    world.at_provider("meld");
    for status in ["failed", "pending"] {
        shop.writes(status, status, "USDC", "98");
        world.pass(4_000);
        assert_eq!(world.phase_of_buying(), "waiting", "{status}");
    }
    shop.writes("e-1", "confirmed", "USDC", "98");
    world.pass(4_000);
    assert_eq!(world.toasts(), ["98 \"USDC\" received"]);
}

#[test]
fn matches_a_meld_receipt_by_contract_if_the_history_has_one() {
    let (world, shop) = World::at_shop_with(options_with_meld());
    world.buys("100");
    world.at_provider("meld");
    shop.writes_of(Some("0x00000000000000000000000000000000000000ee"), "e-0", "confirmed", "DUSD", "1000000");
    world.pass(8_000);
    assert_eq!(world.phase_of_buying(), "waiting", "another contract with that name");
    shop.writes_of(Some(&format!("eip155:1337:{DUSD}")), "e-1", "confirmed", "DUSD", "98");
    world.pass(4_000);
    assert_eq!(world.toasts(), ["98 DUSD received"]);
}
