//! Paying with an exchange: its list, its page, and what became of it, whoever looks and for how long.

use crate::support::shop::*;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Code;
use wallet_engine::ports::clock::Clock;

fn statuses(world: &World) -> usize {
    world.asked("reown_getExchangeBuyStatus")
}

fn said(world: &World, method: &str) -> Value {
    let seen = world.http.seen.borrow();
    let of = |request: &&wallet_engine::ports::http::HttpRequest| {
        request.body.as_ref().is_some_and(|body| body.text.contains(method))
    };
    let text = seen.iter().rfind(of).unwrap().body.as_ref().unwrap().text.clone();
    serde_json::from_str::<Value>(&text).unwrap()["params"].clone()
}

fn events(world: &World) -> [usize; 5] {
    ["PAY_MODAL_OPEN", "PAY_EXCHANGE_SELECTED", "PAY_INITIATED", "PAY_SUCCESS", "PAY_ERROR"]
        .map(|event| world.tracked(event).len())
}

// req: 1.8, 2.25, 7.46
#[test]
fn pays_with_an_exchange_from_list_to_confirmation() {
    let (world, shop) = World::with_shop();
    let mut options = bill();
    options["redirectUrl"] =
        json!({"success": "https://shop.example/thanks", "failure": "http://shop.example/cart"});
    options["payWithExchange"] = json!({"exclude": ["tidewater"]});
    let payment = world.pay(options);
    let asset = format!("eip155:1337/erc20:{USDC}");
    assert_eq!(
        said(&world, "reown_getExchanges"),
        json!({"page": 1, "asset": asset, "amount": "25", "exclude": ["tidewater"]})
    );
    let slice = world.slice("pay");
    assert_eq!(
        (&slice["amount"], &slice["symbol"], &slice["token"]),
        (&json!("25"), &json!("USDC"), &json!(USDC))
    );
    assert_eq!((&slice["network"]["name"], &slice["wallet"]), (&json!("Demo Chain"), &json!(null)));
    assert_eq!(
        slice["exchanges"].as_array().unwrap().len(),
        1,
        "what is excluded is not shown, whatever the service says"
    );
    let opened = world.pays_with("harbour");
    assert!(world.settled(&opened).is_ok());
    assert_eq!(
        said(&world, "reown_getExchangePayUrl"),
        json!({"exchangeId": "harbour", "asset": asset, "amount": "25", "recipient": format!("eip155:1337:{BOB}"),
            "redirectUrl": {"success": "https://shop.example/thanks", "failure": "http://shop.example/cart"}})
    );
    assert!(world.popups.windows.borrow().is_empty(), "the link opens the page");
    assert_eq!((world.view().as_str(), world.phase().as_str()), ("PayLoading", "exchange"));
    assert_eq!(world.slice("pay")["url"], "http://localhost:4006/harbour?order=o1");
    assert_eq!(world.slice("pay")["host"], "localhost:4006");
    assert_eq!((statuses(&world), world.is_pending(&payment)), (0, true));
    world.pass(4_000);
    *shop.status.borrow_mut() = json!({"status": "IN_PROGRESS"});
    world.pass(4_000);
    assert_eq!((statuses(&world), world.phase().as_str()), (2, "exchange"));
    assert_eq!(
        said(&world, "reown_getExchangeBuyStatus"),
        json!({"exchangeId": "harbour", "sessionId": "o1"})
    );
    *shop.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": hash()});
    world.pass(4_000);
    assert_eq!(world.json(&payment), json!({"status": "SUCCESS", "txHash": hash(), "sessionId": "o1"}));
    let slice = world.slice("pay");
    assert_eq!((world.view().as_str(), &slice["phase"]), ("PayLoading", &json!("done")));
    assert_eq!(slice["explorerUrl"], format!("http://localhost:4007/tx/{}", hash()));
    assert_eq!(events(&world), [1, 1, 1, 1, 0]);
    world.pass(60_000);
    assert_eq!(statuses(&world), 3, "nobody is asked any more");
    assert_eq!(world.storage.shared.borrow().get("wallet-modal:payments"), None);
}

// req: 2.25
#[test]
fn links_no_explorer_for_an_invalid_hash() {
    for odd in [json!("0xabc"), json!("javascript:alert(1)"), json!(7), json!(null), json!("ab".repeat(32))] {
        let (world, shop, payment) = World::at_exchange(bill());
        *shop.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": odd});
        world.pass(4_000);
        assert_eq!(world.json(&payment), json!({"status": "SUCCESS", "sessionId": "o1"}), "{odd}");
        assert_eq!(world.slice("pay")["explorerUrl"], Value::Null, "{odd}");
    }
}

// What an exchange says is looked up: its word alone has never been a payment.
// req: 2.25, 10.27
#[test]
fn confirms_an_exchange_payment_only_by_the_network() {
    let token = |units| json!([came(USDC, BOB, units)]);
    let coin = |to: &str, value: &str| Some(json!({"from": ALICE, "to": to, "value": value, "input": "0x"}));
    let (sum, less) = ("0x16345785d8a0000", "0x16345785d89ffff");
    for (what, bill, logs, sent, status, is_paid) in [
        ("as asked", bill(), token(25_000_000), None, "0x1", true),
        ("more", bill(), token(25_000_001), None, "0x1", true),
        ("less", bill(), token(24_999_999), None, "0x1", false),
        ("to another", bill(), json!([came(USDC, ALICE, 25_000_000)]), None, "0x1", false),
        ("another token", bill(), json!([came(ALICE, BOB, 25_000_000)]), None, "0x1", false),
        ("nothing", bill(), json!([]), None, "0x1", false),
        ("reverted", bill(), token(25_000_000), None, "0x0", false),
        ("the coin", coins("0.1"), json!([]), coin(BOB, sum), "0x1", true),
        ("less of the coin", coins("0.1"), json!([]), coin(BOB, less), "0x1", false),
        ("the coin to another", coins("0.1"), json!([]), coin(ALICE, sum), "0x1", false),
    ] {
        let (world, shop, payment) = World::at_exchange(bill);
        *world.chain.logs.borrow_mut() = logs;
        *world.chain.sent.borrow_mut() = sent;
        world.chain.receipt.set(Some(status));
        *shop.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": hash()});
        world.pass(4_000);
        assert_eq!(world.toasts(), [""; 0], "{what}: the view says it");
        if is_paid {
            let paid = json!({"status": "SUCCESS", "txHash": hash(), "sessionId": "o1"});
            assert_eq!((world.json(&payment), world.phase().as_str()), (paid, "done"), "{what}");
            continue;
        }
        assert_eq!(world.json(&payment), json!({"status": "UNKNOWN", "sessionId": "o1"}), "{what}");
        let slice = world.slice("pay");
        assert_eq!((&slice["phase"], &slice["trouble"]), (&json!("unknown"), &json!("unshown")), "{what}");
        assert_eq!(world.tracked("PAY_SUCCESS").len(), 0, "{what}");
    }
}

// req: 2.25, 10.27
#[test]
fn rejects_the_transaction_of_an_earlier_payment() {
    let (world, shop, payment) = World::at_exchange(bill());
    world.chain.block_s.set(world.clock.now_ms() / 1_000 - 3_600);
    *shop.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": hash()});
    world.pass(4_000);
    assert_eq!(world.json(&payment)["status"], "UNKNOWN");
}

// A silence of the node is neither yes nor no.
// req: 2.25, 10.27
#[test]
fn waits_for_a_silent_node_then_marks_the_payment_unknown() {
    for later in [true, false] {
        let (world, shop, payment) = World::at_exchange(bill());
        world.chain.receipt.set(None);
        *shop.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": hash()});
        world.pass(60_000);
        world.chain.node_down.set(true);
        world.pass(60_000);
        assert!(world.is_pending(&payment) && world.phase() == "exchange", "{later}");
        world.chain.node_down.set(false);
        if later {
            world.chain.receipt.set(Some("0x1"));
            world.pass(8_000);
            assert_eq!(world.json(&payment)["status"], "SUCCESS");
        } else {
            world.pass(900_000);
            assert_eq!(world.json(&payment)["status"], "UNKNOWN");
            assert_eq!(world.slice("pay")["trouble"], "unshown");
        }
    }
}

// req: 2.25
#[test]
fn reports_a_success_without_hash_as_the_exchanges_statement() {
    let (world, shop, payment) = World::at_exchange(bill());
    *shop.status.borrow_mut() = json!({"status": "SUCCESS"});
    world.pass(4_000);
    assert_eq!((world.json(&payment)["status"].as_str(), world.phase().as_str()), (Some("SUCCESS"), "said"));
    let (world, shop, _) = World::at_exchange(bill());
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    *shop.status.borrow_mut() = json!({"status": "SUCCESS"});
    world.pass(4_150);
    assert_eq!(world.toasts(), ["Harbour says 25 USDC was paid"]);
}

// req: 2.25
#[test]
fn opens_only_a_page_on_a_listed_host_of_the_exchange() {
    let listed =
        |hosts: Value| Ok(json!({"exchanges": [{"id": "harbour", "name": "Harbour", "hosts": hosts}]}));
    for (hosts, url, opens) in [
        (json!(["pay.harbour.example"]), "https://pay.harbour.example/o1?x=1", true),
        (json!(["pay.harbour.example"]), "https://PAY.Harbour.example:443", true),
        (json!(["a.example", "pay.harbour.example:8443"]), "https://pay.harbour.example:8443/", true),
        (json!(["pay.harbour.example"]), "https://pay.harbour.example:8443/", false),
        (json!(["pay.harbour.example"]), "https://pay.harbour.example.evil.example/", false),
        (json!(["pay.harbour.example"]), "https://evil.example/pay.harbour.example", false),
        (json!(["pay.harbour.example"]), "http://pay.harbour.example/", false),
        (json!(["harbour.example"]), "https://pay.harbour.example/", false),
        (json!([]), "https://pay.harbour.example/", false),
        (json!(null), "https://pay.harbour.example/", false),
        (json!([7, "https://pay.harbour.example", "*", "*.example"]), "https://pay.harbour.example/", false),
    ] {
        let (world, shop) = World::with_shop();
        shop.says("reown_getExchanges", listed(hosts.clone()));
        shop.says("reown_getExchangePayUrl", Ok(json!({"url": url, "sessionId": "o1"})));
        world.pay(bill());
        let opened = world.pays_with("harbour");
        assert_eq!(world.settled(&opened).is_ok(), opens, "{hosts} {url}");
        assert_eq!(world.slice("pay")["url"].is_string(), opens, "{url}");
        assert!(world.popups.windows.borrow().is_empty(), "{url}");
        if !opens && url.starts_with("https:") {
            let slice = world.slice("pay");
            assert_eq!((&slice["phase"], &slice["trouble"]), (&json!("choosing"), &json!("host")), "{url}");
        }
    }
}

// req: 2.25
#[test]
fn shows_a_failed_exchange_list_and_reloads_it() {
    for trouble in [0, 500] {
        let (world, shop) = World::with_shop();
        shop.trouble.borrow_mut().push(("reown_getExchanges", trouble));
        world.pay(bill());
        world.pass(20_000);
        let slice = world.slice("pay");
        assert_eq!(slice["exchangesPhase"], "failed");
        assert_eq!(slice["exchangesError"]["code"], "UNABLE_TO_GET_EXCHANGES");
        shop.well();
        world.dispatch(json!({"type": "pay.reload"}));
        assert_eq!(world.slice("pay")["exchangesPhase"], "ready");
        assert_eq!(world.slice("pay")["exchanges"].as_array().unwrap().len(), 2);
    }
    let (world, shop) = World::with_shop();
    shop.says("reown_getExchanges", Err("Something is wrong here"));
    world.pay(bill());
    assert_eq!(world.slice("pay")["exchangesError"]["message"], "Something is wrong here");
}

#[test]
fn lists_no_exchanges_without_a_project() {
    let mut options = paying();
    options.as_object_mut().unwrap().remove("projectId");
    let world = World::with(options, wallet_engine::ports::storage::MemoryStorage::default());
    world.pay(coins("1"));
    let slice = world.slice("pay");
    assert_eq!((&slice["exchangesPhase"], &slice["exchanges"]), (&json!("ready"), &json!([])));
    assert_eq!(world.asked("reown_getExchanges"), 0);
}

#[test]
fn caps_the_exchange_list_and_drops_duplicates() {
    let (world, shop) = World::with_shop();
    let mut list: Vec<Value> =
        (0..500).map(|n| json!({"id": format!("x{}", n / 2), "name": format!("X{n}")})).collect();
    list.insert(0, json!({"id": "a b", "name": "Space"}));
    list.insert(0, json!({"id": "mark", "name": "\u{202e}"}));
    list.insert(0, json!("nonsense"));
    shop.says("reown_getExchanges", Ok(json!({"exchanges": list, "total": 500})));
    let mut options = bill();
    options["payWithExchange"] = json!({"exclude": ["x1"]});
    world.pay(options);
    let ids: Vec<Value> =
        world.slice("pay")["exchanges"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
    assert_eq!((ids.len(), &ids[0], &ids[1]), (20, &json!("x0"), &json!("x2")));
}

// req: 2.25
#[test]
fn returns_with_the_reason_when_the_pay_url_fails() {
    let no_url = |url: &str| Ok(json!({"url": url, "sessionId": "o1"}));
    for (said, code) in [
        (Err("Something is wrong here"), "UNABLE_TO_GET_PAY_URL"),
        (Err("Asset eip155:1337/slip44:60 is not supported"), "ASSET_NOT_SUPPORTED"),
        (no_url("javascript:alert(1)"), "UNABLE_TO_GET_PAY_URL"),
        (no_url("http://evil.example/pay"), "UNABLE_TO_GET_PAY_URL"),
        (no_url("https://harbour.example@evil.example/"), "UNABLE_TO_GET_PAY_URL"),
        (no_url(""), "UNABLE_TO_GET_PAY_URL"),
        (Ok(json!({"url": "https://harbour.example/pay", "sessionId": null})), "UNABLE_TO_GET_PAY_URL"),
        (
            Ok(json!({"url": "https://harbour.example/pay", "sessionId": "x".repeat(300)})),
            "UNABLE_TO_GET_PAY_URL",
        ),
        (Ok(json!("https://harbour.example/pay")), "UNABLE_TO_GET_PAY_URL"),
    ] {
        let (world, shop) = World::with_shop();
        shop.says("reown_getExchangePayUrl", said.clone());
        let payment = world.pay(bill());
        let opened = world.pays_with("harbour");
        assert_eq!(world.settled(&opened).unwrap_err().code(), Code::Word(code), "{said:?}");
        assert_eq!((world.view().as_str(), &world.slice("pay")["error"]["code"]), ("Pay", &json!(code)));
        assert_eq!((&world.slice("pay")["url"], &world.slice("pay")["host"]), (&json!(null), &json!(null)));
        assert_eq!(world.storage.shared.borrow().get("wallet-modal:payments"), None);
        assert_eq!((events(&world), world.is_pending(&payment)), ([1, 1, 0, 0, 1], true));
        shop.well();
        let again = world.pays_with("harbour");
        assert!(world.settled(&again).is_ok());
    }
}

#[test]
fn rejects_an_unlisted_exchange() {
    let (world, _) = World::with_shop();
    world.pay(bill());
    let opened = world.pays_with("elsewhere");
    assert!(world.settled(&opened).is_err());
    assert_eq!((world.asked("reown_getExchangePayUrl"), world.view().as_str()), (0, "Pay"));
}

// req: 2.25
#[test]
fn shows_the_page_host_first_and_survives_a_missing_response() {
    let (world, shop) = World::with_shop();
    let payment = world.pay(bill());
    world.popups.opens.set(true);
    world.dispatch(json!({"type": "pay.exchange", "id": "harbour"}));
    let slice = world.slice("pay");
    assert_eq!(
        (world.phase().as_str(), &slice["url"], &slice["host"]),
        ("ready", &json!("http://localhost:4006/harbour?order=o1"), &json!("localhost:4006"))
    );
    assert!(world.popups.windows.borrow().is_empty());
    world.dispatch(json!({"type": "pay.opened"}));
    assert_eq!((world.phase().as_str(), &world.slice("pay")["host"]), ("exchange", &json!("localhost:4006")));
    *shop.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": hash()});
    world.pass(4_000);
    assert_eq!(world.json(&payment)["status"], "SUCCESS");

    let (world, shop, payment) = World::at_exchange(bill());
    world.pass(60_000);
    assert!(world.is_pending(&payment) && world.phase() == "exchange");
    *shop.status.borrow_mut() = json!({"status": "FAILED"});
    world.pass(4_000);
    assert_eq!(
        (world.phase().as_str(), &world.slice("pay")["error"]["code"]),
        ("failed", &json!("GENERIC_PAYMENT_ERROR"))
    );
    assert!(world.is_pending(&payment), "another way may be chosen");
    world.dispatch(json!({"type": "pay.again"}));
    assert_eq!((world.view().as_str(), world.phase().as_str()), ("Pay", "choosing"));
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert_eq!(world.json(&payment), json!({"status": "FAILED", "sessionId": "o1"}));
    assert_eq!(events(&world), [1, 1, 1, 0, 1]);
}

// req: 2.25
#[test]
fn marks_a_payment_unknown_after_15_minutes() {
    for status in [
        json!({"status": "IN_PROGRESS"}),
        json!({"status": "DONE"}),
        json!(null),
        json!([]),
        json!({"status": 7}),
    ] {
        let (world, shop, payment) = World::at_exchange(bill());
        *shop.status.borrow_mut() = status.clone();
        world.pass(899_000);
        assert!(world.is_pending(&payment), "{status}");
        let before = statuses(&world);
        world.pass(5_000);
        assert_eq!(world.json(&payment), json!({"status": "UNKNOWN", "sessionId": "o1"}), "{status}");
        assert_eq!((world.view().as_str(), world.phase().as_str()), ("PayLoading", "unknown"));
        world.pass(60_000);
        assert!(statuses(&world) <= before + 1, "nobody is asked any more");
    }
    let (world, shop, payment) = World::at_exchange(bill());
    shop.trouble.borrow_mut().push(("reown_getExchangeBuyStatus", 500));
    world.pass(920_000);
    assert_eq!(world.json(&payment)["status"], "UNKNOWN");
    assert_eq!(world.slice("pay")["error"]["code"], "UNABLE_TO_GET_BUY_STATUS");
    let repeated = world.dispatch(json!({"type": "pay.again"}));
    assert!(world.settled(&repeated).is_ok());
    assert_eq!(world.phase(), "unknown", "what may have been paid is not offered again");
}

// req: 2.25
#[test]
fn pauses_polling_while_the_page_is_hidden() {
    let (world, shop, payment) = World::at_exchange(bill());
    world.host.hidden.set(true);
    world.pass(60_000);
    assert_eq!(statuses(&world), 0);
    *shop.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": hash()});
    world.host.hidden.set(false);
    world.pass(4_000);
    assert_eq!((statuses(&world), world.json(&payment)["status"].as_str()), (1, Some("SUCCESS")));
    // as long as it takes: once more at the end
    let (world, shop, payment) = World::at_exchange(bill());
    world.host.hidden.set(true);
    *shop.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": hash()});
    world.pass(904_000);
    assert_eq!((statuses(&world), world.json(&payment)["status"].as_str()), (1, Some("SUCCESS")));
}

// req: 2.25
#[test]
fn settles_a_payment_after_the_modal_closed() {
    let (world, shop, payment) = World::at_exchange(bill());
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert!(!world.is_open() && world.is_pending(&payment));
    // another one has to wait for it
    let second = world.pay(coins("1"));
    assert_eq!(world.settled(&second).unwrap_err().code(), Code::Word("UNABLE_TO_INITIATE_PAYMENT"));
    assert_eq!((world.is_open(), world.view().as_str()), (true, "PayLoading"), "it is shown why");
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    *shop.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": hash()});
    world.pass(4_000);
    assert_eq!(world.json(&payment)["status"], "SUCCESS");
    world.pass(150);
    assert_eq!(world.toasts(), ["25 USDC paid with Harbour"]);
    assert!(!world.is_open());
    let third = world.pay(coins("1"));
    assert!(world.is_pending(&third) && world.view() == "Pay");
}

// req: 2.25
#[test]
fn settles_by_the_first_exchange_after_another_choice() {
    let (world, shop, payment) = World::at_exchange(bill());
    world.dispatch(json!({"type": "pay.again"}));
    assert_eq!(
        (world.view().as_str(), &world.slice("pay")["earlier"]),
        ("Pay", &json!(true)),
        "said before the next one"
    );
    *shop.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": hash()});
    world.pass(4_000);
    assert_eq!(world.json(&payment), json!({"status": "SUCCESS", "txHash": hash(), "sessionId": "o1"}));
    assert_eq!((world.view().as_str(), world.phase().as_str()), ("PayLoading", "done"));
    let more = world.pays_with("harbour");
    assert!(world.settled(&more).is_err(), "it is paid once");
}

// req: 2.25
#[test]
fn checks_a_payment_again_after_a_reload() {
    for (status, toast, event) in [
        ("SUCCESS", "25 USDC paid with Harbour", "PAY_SUCCESS"),
        ("FAILED", "Harbour didn't pay 25 USDC", "PAY_ERROR"),
    ] {
        let (world, shop, _) = World::at_exchange(bill());
        let world = world.reload_with(paying());
        world.serves(&shop);
        world.pass(4_000);
        assert!(statuses(&world) >= 1);
        *shop.status.borrow_mut() = json!({"status": status, "txHash": hash()});
        world.pass(4_150);
        assert_eq!((world.toasts(), world.tracked(event).len()), (vec![toast.to_owned()], 1));
        assert_eq!(world.storage.shared.borrow().get("wallet-modal:payments"), None);
        let world = world.reload_with(paying());
        world.serves(&shop);
        world.pass(60_000);
        assert_eq!((statuses(&world), world.toasts().len()), (0, 0), "once");
    }
    // an hour later no one knows, and it is asked once
    let (world, shop, _) = World::at_exchange(bill());
    let disk = world.storage.shared.borrow().clone();
    let world = world.reload_after(3_600_000);
    assert!(!disk.is_empty());
    world.serves(&shop);
    world.pass(10_000);
    assert_eq!(world.toasts(), ["We don't know if Harbour paid 25 USDC. Check there before you pay again."]);
}

#[test]
fn ignores_damaged_stored_payments() {
    let (world, shop, _) = World::at_exchange(bill());
    let line = world.storage.shared.borrow()["wallet-modal:payments"].clone();
    let storage = world.storage.clone();
    world.engine.destroy();
    let odd = [
        "nonsense".to_owned(),
        "{}".into(),
        line.replace("\"o1\"", "\"\\u202e\""),
        line.replace("eip155:1337", "eip155"),
        "[".repeat(3_000),
        line.replace("Harbour", &"x".repeat(9_000)),
        line.clone(),
    ];
    storage.shared.borrow_mut().insert("wallet-modal:payments".into(), odd.concat() + &odd.join("\n"));
    let world = World::with(paying(), storage);
    world.serves(&shop);
    world.pass(8_000);
    let asked: std::collections::BTreeSet<String> =
        world.requests("json-rpc").iter().map(|request| request.body.clone().unwrap().text).collect();
    assert!(asked.len() <= 1, "{asked:?}");
}

#[test]
fn reports_a_payment_in_only_one_of_two_tabs() {
    let (world, shop, payment) = World::at_exchange(bill());
    let other = World::over(paying(), world.storage.clone(), Chain::default());
    other.serves(&shop);
    *shop.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": hash()});
    other.pass(4_150);
    world.pass(4_150);
    assert_eq!(world.json(&payment)["status"], "SUCCESS", "the page that asked has its answer");
    let both = other.tracked("PAY_SUCCESS").len() + world.tracked("PAY_SUCCESS").len();
    assert_eq!((both, other.toasts().len(), world.toasts().len()), (1, 1, 0));
}

#[test]
fn requests_one_page_for_two_clicks() {
    let (world, shop) = World::with_shop();
    let held = HeldResponses::default();
    shop.holds.borrow_mut().push(("reown_getExchangePayUrl", held.clone()));
    world.pay(bill());
    let first = world.pays_with("harbour");
    let second = world.pays_with("harbour");
    assert!(world.settled(&second).is_err());
    assert_eq!((world.phase().as_str(), world.view().as_str()), ("opening", "PayLoading"));
    held.let_go();
    world.run();
    assert!(world.settled(&first).is_ok());
    assert_eq!((world.asked("reown_getExchangePayUrl"), world.phase().as_str()), (1, "ready"));
}

#[test]
fn drops_a_payment_closed_while_its_page_loads() {
    let (world, shop) = World::with_shop();
    let held = HeldResponses::default();
    shop.holds.borrow_mut().push(("reown_getExchangePayUrl", held.clone()));
    let payment = world.pay(bill());
    world.pays_with("harbour");
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert_eq!(world.settled(&payment).unwrap_err().code(), Code::Number(4001));
    held.let_go();
    world.pass(10_000);
    assert_eq!((statuses(&world), world.phase().as_str()), (0, "choosing"));
    assert_eq!(world.storage.shared.borrow().get("wallet-modal:payments"), None);
}
