//! What could make a payment be paid twice, be another one than was asked for, or be called unpaid while no one knows.

use crate::embedded::peer::Peer;
use crate::paired::Paired;
use crate::support::shop::*;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Code;
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::provider::WalletEvent;

fn confirm(world: &World) -> wallet_engine::flow::Join {
    world.dispatch(json!({"type": "send.confirm"}))
}

fn sends(world: &World) -> usize {
    world.wallets.count("eth_sendTransaction")
}

/// Whoever is paid, and how much, by the preview.
fn shown(world: &World) -> (Value, Value) {
    let preview = world.slice("send")["preview"].clone();
    (preview["amount"].clone(), preview["symbol"].clone())
}

// Without it the preview of the payment before is what can be confirmed, and the page is never told.
// req: 2.25
#[test]
fn previews_the_latest_payment_when_another_one_starts() {
    let (world, shop) = World::with_shop();
    world.join();
    world.pay(bill());
    let (open, gate) = Gate::new();
    world.served(move |request| {
        let is_node = request.body.as_ref().is_some_and(|body| body.text.contains("eth_getBalance"));
        match is_node {
            true => Some(gate.hold(status(200, r#"{"jsonrpc":"2.0","id":1,"result":"0x8ac7230489e80000"}"#))),
            false => shop.answer(request),
        }
    });
    let first = world.dispatch(json!({"type": "pay.wallet"}));
    assert_eq!(world.phase(), "preparing");
    let second = world.pay(coins("1"));
    assert_eq!((world.view().as_str(), world.phase().as_str()), ("Pay", "choosing"));
    drop(open);
    world.pass(1_000);
    assert!(world.settled(&first).is_err());
    assert_eq!(
        (world.view().as_str(), world.phase().as_str()),
        ("Pay", "choosing"),
        "nothing of the one before"
    );
    let confirmed = confirm(&world);
    assert!(world.settled(&confirmed).is_err() && sends(&world) == 0);
    let paid = world.dispatch(json!({"type": "pay.wallet"}));
    assert!(world.settled(&paid).is_ok());
    assert_eq!(shown(&world), (json!("1"), json!("ETH")));
    confirm(&world);
    world.pass(1_000);
    assert_eq!((world.json(&second)["status"].as_str(), sends(&world)), (Some("SUCCESS"), 1));
}

// The same while that wallet is chosen at once: its click is its own, not the one before.
// req: 2.25
#[test]
fn treats_a_click_for_another_payment_as_its_own() {
    let (world, shop) = World::with_shop();
    world.join();
    world.pay(bill());
    let (open, gate) = Gate::new();
    world.served(move |request| {
        let is_node = request.body.as_ref().is_some_and(|body| body.text.contains("eth_getBalance"));
        match is_node {
            true => Some(gate.hold(status(200, r#"{"jsonrpc":"2.0","id":1,"result":"0x8ac7230489e80000"}"#))),
            false => shop.answer(request),
        }
    });
    world.dispatch(json!({"type": "pay.wallet"}));
    world.pay(coins("1"));
    let paid = world.dispatch(json!({"type": "pay.wallet"}));
    drop(open);
    world.pass(1_000);
    assert!(world.settled(&paid).is_ok());
    assert_eq!((world.view().as_str(), shown(&world)), ("SendPreview", (json!("1"), json!("ETH"))));
}

// Without it the page hears "Modal closed" and the wallet is asked to pay all the same.
// req: 2.25
#[test]
fn asks_no_wallet_when_closed_before_the_request() {
    for leave in
        [json!({"type": "router.close", "reason": "user"}), json!({"type": "router.open", "view": "Account"})]
    {
        let (world, _, payment) = World::bill_previewed(bill());
        let held = HeldResponses::default();
        let answers = held.clone();
        world.clock.move_to(world.clock.now_ms() + 3_600_000);
        world.but(1, move |method, _| (method == "eth_chainId").then(|| answers.hold(ok(json!("0x539")))));
        confirm(&world);
        assert_eq!((world.slice("send")["phase"].as_str(), sends(&world)), (Some("waiting"), 0), "{leave}");
        world.dispatch(leave.clone());
        assert_eq!(world.settled(&payment).unwrap_err().code(), Code::Number(4001), "{leave}");
        held.let_go();
        world.pass(2_000);
        assert_eq!(sends(&world), 0, "{leave}");
    }
}

// What took its place can be the same payment, sped up: "Failed" would have it paid again.
// req: 2.25
#[test]
fn marks_a_replaced_payment_as_unknown() {
    let (world, _, payment) = World::bill_previewed(bill());
    world.chain.receipt.set(None);
    confirm(&world);
    world.pass(2_000);
    world.chain.gone.set(true);
    world.chain.mined.set(8);
    world.pass(120_000);
    assert_eq!(world.slice("transactions")["list"][0]["status"], "replaced");
    assert_eq!(world.json(&payment), json!({"status": "UNKNOWN", "txHash": hash()}));
    let slice = world.slice("pay");
    assert_eq!((&slice["phase"], &slice["trouble"]), (&json!("unknown"), &json!("replaced")));
    world.dispatch(json!({"type": "pay.again"}));
    assert_eq!(world.phase(), "unknown", "what may have been paid is not offered again");
}

// A quarter of an hour without a word is no "no".
// req: 2.25
#[test]
fn never_fails_an_unknown_payment_after_another_attempt() {
    let (world, _, payment) = World::at_exchange(bill());
    world.dispatch(json!({"type": "pay.again"}));
    world.pass(910_000);
    assert_eq!(world.slice("pay")["earlier"], true, "it may still have been paid there");
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert_eq!(world.json(&payment), json!({"status": "UNKNOWN", "sessionId": "o1"}));
    // nor because another one has failed since
    let (world, shop, payment) = World::at_exchange(bill());
    world.dispatch(json!({"type": "pay.again"}));
    world.pass(910_000);
    shop.says("reown_getExchangePayUrl", Ok(json!({"url": "http://localhost:4006/t", "sessionId": "t1"})));
    *shop.status.borrow_mut() = json!({"status": "FAILED"});
    let other = world.pays_with("tidewater");
    assert!(world.settled(&other).is_ok());
    world.pass(4_000);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert_eq!(world.json(&payment), json!({"status": "UNKNOWN", "sessionId": "o1"}));
}

// Paid by the wallet, and then by the exchange as well: it is said, though the view that shows it as paid is open.
// req: 2.25
#[test]
fn reports_a_second_payment_of_the_same_bill() {
    let (world, shop) = World::with_shop();
    world.join();
    let payment = world.pay(bill());
    world.pays_with("harbour");
    world.dispatch(json!({"type": "pay.again"}));
    world.dispatch(json!({"type": "pay.wallet"}));
    confirm(&world);
    world.pass(1_000);
    assert_eq!(world.json(&payment), json!({"status": "SUCCESS", "txHash": hash()}));
    let before = world.toasts().len();
    *shop.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": format!("0x{}", "5a".repeat(32))});
    world.pass(4_200);
    assert_eq!(world.toasts().len(), before + 1, "{:?}", world.toasts());
    assert!(world.toasts().contains(&"25 USDC paid with Harbour".to_owned()));
}

// After a reload the page asks for the same again: what was begun at an exchange is said before it is paid a second time.
// req: 2.25
#[test]
fn warns_of_a_payment_from_before_a_reload_or_in_another_tab() {
    let (world, shop, _) = World::at_exchange(bill());
    let tab = World::over(paying(), world.storage.clone(), Chain::default());
    let reloaded = world.reload_with(paying());
    for world in [&tab, &reloaded] {
        world.serves(&shop);
        world.pay(bill());
        assert_eq!((world.view().as_str(), &world.slice("pay")["earlier"]), ("Pay", &json!(true)));
    }
    *shop.status.borrow_mut() = json!({"status": "FAILED"});
    reloaded.pass(4_000);
    assert_eq!(reloaded.slice("pay")["earlier"], false, "it was not paid there");
}

// A clock that was set back, or a line of someone's making: it is not asked after forever.
// req: 2.25
#[test]
fn stops_checking_a_stored_payment_with_a_future_date() {
    let (world, shop, _) = World::at_exchange(bill());
    let line = world.storage.shared.borrow()["wallet-modal:payments"].clone();
    let since = serde_json::from_str::<Value>(&line).unwrap()["since"].to_string();
    let storage = world.storage.clone();
    world.engine.destroy();
    storage
        .shared
        .borrow_mut()
        .insert("wallet-modal:payments".into(), line.replace(&since, "99999999999999"));
    let world = World::with(paying(), storage);
    world.serves(&shop);
    world.pass(2_000_000);
    let asked = world.asked("reown_getExchangeBuyStatus");
    world.pass(100_000);
    assert_eq!(world.asked("reown_getExchangeBuyStatus"), asked);
    assert_eq!(world.storage.shared.borrow().get("wallet-modal:payments"), None);
}

// The network has it, the page was loaded again, and asks for the same once more.
// req: 2.25
#[test]
fn warns_of_an_unconfirmed_send_before_paying_again() {
    let (world, shop, _) = World::bill_previewed(bill());
    world.chain.receipt.set(None);
    confirm(&world);
    let world = world.reload_with(paying());
    world.serves(&shop);
    world.returns();
    world.pay(bill());
    assert_eq!((world.view().as_str(), &world.slice("pay")["earlier"]), ("Pay", &json!(true)));
    world.chain.receipt.set(Some("0x1"));
    world.pass(8_000);
    assert_eq!(world.slice("pay")["earlier"], false, "it is in a block: that was another one");
}

// From the embedded wallet: its own approval lies over the preview, and the payment's view is what is left.
// req: 1.8, 2.25
#[test]
fn pays_once_from_the_embedded_wallet() {
    let mut options = crate::embedded::email::page_options();
    options["features"]["pay"] = json!(true);
    let world = World::with(options, Default::default());
    world.serves(&shop());
    world.open("Connect");
    let world = crate::embedded::peer::logged_in_at(world);
    let peer = Peer(&world);
    let payment = world.pay(coins("1.5"));
    let ask = |count: usize| {
        let paid = world.dispatch(json!({"type": "pay.wallet"}));
        peer.stands_on(1337);
        assert!(world.settled(&paid).is_ok());
        assert_eq!((world.view().as_str(), shown(&world)), ("SendPreview", (json!("1.5"), json!("ETH"))));
        confirm(&world);
        peer.stands_on(1337);
        assert_eq!(
            (world.view().as_str(), peer.requests("eth_sendTransaction").len()),
            ("ApproveTransaction", count)
        );
        assert!(world.is_pending(&payment));
    };
    ask(1);
    peer.refuse_to(&peer.requests("eth_sendTransaction")[0], "User rejected the request");
    world.run();
    assert_eq!((world.view().as_str(), world.phase().as_str()), ("SendPreview", "choosing"));
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!(world.view(), "Pay");
    ask(2);
    world.chain.receipt.set(None);
    *world.chain.sent.borrow_mut() =
        Some(peer.requests("eth_sendTransaction")[1]["payload"]["params"][0].clone());
    peer.answer_to(&peer.requests("eth_sendTransaction")[1], json!(hash()));
    world.pass(2_000);
    assert_eq!((world.view().as_str(), world.phase().as_str()), ("PayLoading", "confirming"));
    world.chain.receipt.set(Some("0x1"));
    world.pass(2_000);
    assert_eq!(world.json(&payment), json!({"status": "SUCCESS", "txHash": hash()}));
    assert_eq!(world.view(), "PayLoading");
}

// Over a relay the end of a session is no "no".
// req: 1.8, 2.25
#[test]
fn marks_a_payment_unknown_when_the_relay_session_ends() {
    let world = World::with(paying(), Default::default());
    world.serves(&shop());
    let mut it = Paired::over(world);
    let mut wallet = it.connect(&[1337]);
    it.world.chain.receipt.set(None);
    let payment = it.world.pay(bill());
    it.pump();
    let paid = it.world.dispatch(json!({"type": "pay.wallet"}));
    it.pass(1_000);
    assert!(it.world.settled(&paid).is_ok());
    confirm(&it.world);
    it.pump();
    let mut seen = wallet.inbox(&it.relay);
    seen.retain(|word| word["params"]["request"]["method"] == "eth_sendTransaction");
    assert_eq!((seen.len(), it.world.view().as_str()), (1, "PayLoading"));
    assert!(it.world.is_pending(&payment));
    it.world.dispatch(json!({"type": "accounts.disconnect"}));
    it.pass(5_000);
    assert_eq!(it.world.json(&payment), json!({"status": "UNKNOWN"}));
    it.world.pay(bill());
    it.pump();
    assert_eq!(it.world.slice("pay")["earlier"], true, "it may still be sent");
}

// Another tab has its wallet asked for the same: that is said before it is paid here as well.
// req: 2.25
#[test]
fn warns_of_a_pending_payment_in_another_tab() {
    let (world, shop, _) = World::bill_previewed(bill());
    world.but(1, |method, _| (method == "eth_sendTransaction").then(never));
    let tab = World::over(paying(), world.storage.clone(), Chain::default());
    tab.serves(&shop);
    tab.pay(bill());
    assert_eq!(tab.slice("pay")["earlier"], false);
    tab.dispatch(json!({"type": "router.close", "reason": "user"}));
    confirm(&world);
    assert_eq!(sends(&world), 1);
    tab.pay(bill());
    assert_eq!(tab.slice("pay")["earlier"], true);
}

// The service may call the second try at an exchange as it called the first: what became of it is said where it is waited for.
// req: 2.25
#[test]
fn waits_again_for_the_same_order_at_an_exchange() {
    for (status, phase) in [("FAILED", "failed"), ("SUCCESS", "said")] {
        let (world, shop, _) = World::at_exchange(bill());
        world.pass(8_000);
        world.dispatch(json!({"type": "pay.again"}));
        let again = world.pays_with("harbour");
        assert!(world.settled(&again).is_ok());
        assert_eq!(world.phase(), "exchange");
        *shop.status.borrow_mut() = json!({"status": status});
        world.pass(4_200);
        assert_eq!((world.view().as_str(), world.phase().as_str()), ("PayLoading", phase));
    }
}

// Two exchanges may call theirs the same.
// req: 2.25
#[test]
fn keeps_equal_order_ids_of_two_exchanges_apart() {
    let (world, shop, payment) = World::at_exchange(bill());
    world.dispatch(json!({"type": "pay.again"}));
    let other = world.pays_with("tidewater");
    assert!(world.settled(&other).is_ok());
    let served = shop.clone();
    world.served(move |request| {
        let text = request.body.as_ref().map(|body| body.text.clone()).unwrap_or_default();
        let is_first = text.contains("BuyStatus") && text.contains("harbour");
        match is_first {
            true => Some(status(200, r#"{"jsonrpc":"2.0","id":1,"result":{"status":"FAILED"}}"#)),
            false => served.answer(request),
        }
    });
    world.pass(4_000);
    assert_eq!(world.phase(), "exchange", "it is still paid at the other one");
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert!(world.is_pending(&payment), "and may be");
    *shop.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": hash()});
    world.pass(4_000);
    assert_eq!(world.json(&payment)["status"], "SUCCESS");
}

// Whoever keeps a picture learns who looks at it: of a host that no one has configured none is fetched.
// req: 2.25
#[test]
fn loads_exchange_images_only_from_our_services() {
    let (world, shop) = World::with_shop();
    *world.http.files.borrow_mut() = Box::new(|_| Some(b"\x89PNG\r\n\x1a\n....".to_vec()));
    shop.says(
        "reown_getExchanges",
        Ok(json!({"exchanges": [
            {"id": "harbour", "name": "Harbour", "imageUrl": "http://localhost:4002/images/seller/harbour"},
            {"id": "tidewater", "name": "Tidewater", "imageUrl": "https://elsewhere.example/seen.png"},
        ]})),
    );
    world.pay(bill());
    world.run();
    assert_eq!((world.requests("elsewhere").len(), world.requests("/images/seller/harbour").len()), (0, 1));
    let list = world.slice("pay")["exchanges"].clone();
    assert!(list[0]["image"].is_string() && list[1]["image"].is_null(), "{list}");
}

// Another account while the preview is made: the ways to pay are there at once, not when patience is over.
// req: 2.25
#[test]
fn lets_another_account_pay_while_a_preview_is_prepared() {
    for leaves in [false, true] {
        let (world, shop) = World::with_shop();
        world.join();
        let payment = world.pay(coins("1"));
        world.served(move |request| {
            let text = request.body.as_ref().map(|body| body.text.clone()).unwrap_or_default();
            let is_hers =
                text.contains("eth_getBalance") && text.to_lowercase().contains(&ALICE.to_lowercase());
            if is_hers { Some(Box::pin(std::future::pending())) } else { shop.answer(request) }
        });
        let first = world.dispatch(json!({"type": "pay.wallet"}));
        assert_eq!(world.phase(), "preparing");
        if leaves {
            world.dispatch(json!({"type": "accounts.disconnect"}));
        } else {
            world.holds(1, &[BOB]);
            world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
        }
        world.pass(100);
        assert!(first.is_settled() && world.settled(&first).is_err(), "{leaves}");
        assert_eq!(world.phase(), "choosing", "{leaves}");
        if !leaves {
            let paid = world.dispatch(json!({"type": "pay.wallet"}));
            assert!(world.settled(&paid).is_ok());
            assert_eq!((world.view().as_str(), world.is_pending(&payment)), ("SendPreview", true));
            assert_eq!(world.slice("send")["preview"]["from"]["address"], BOB);
        }
    }
}

/// What has paid once is stored: neither a reload, nor another list, nor another way to pay lets it pay again.
// req: 2.25, 10.27, 10.59
#[test]
fn never_counts_a_transaction_twice_across_reloads() {
    let is_order = |shop: &Shop, session: &str| {
        let url = format!("http://localhost:4006/harbour?order={session}");
        shop.says("reown_getExchangePayUrl", Ok(json!({"url": url, "sessionId": session})));
    };
    let paid = || json!({"status": "SUCCESS", "txHash": hash()});
    // at an exchange, and after a reload at an exchange
    let (world, shop, first) = World::at_exchange(bill());
    *shop.status.borrow_mut() = paid();
    world.pass(4_000);
    assert_eq!(world.json(&first)["status"], "SUCCESS");
    let world = world.reload_with(paying());
    world.serves(&shop);
    world.pass(1_000);
    is_order(&shop, "o2");
    let second = world.pay(bill());
    world.settled(&world.pays_with("harbour")).expect("opens");
    world.pass(4_000);
    assert_eq!(world.json(&second), json!({"status": "UNKNOWN", "sessionId": "o2"}));
    // by the wallet, of which nothing is listed any more, and at an exchange
    let (world, shop, first) = World::bill_previewed(bill());
    confirm(&world);
    world.pass(1_000);
    assert_eq!(world.json(&first)["status"], "SUCCESS");
    world.storage.records.borrow_mut().remove("transactions");
    let world = world.reload_with(paying());

    world.serves(&shop);
    world.pass(1_000);
    assert_eq!(world.slice("transactions")["list"], json!([]));
    is_order(&shop, "o3");
    let second = world.pay(bill());
    world.settled(&world.pays_with("harbour")).expect("opens");
    *shop.status.borrow_mut() = paid();
    world.pass(4_000);
    assert_eq!(world.json(&second), json!({"status": "UNKNOWN", "sessionId": "o3"}));
    // at an exchange, and by a wallet that names it
    let (world, shop) = World::with_shop();
    world.join();
    let first = world.pay(bill());
    world.settled(&world.pays_with("harbour")).expect("opens");
    *shop.status.borrow_mut() = paid();
    world.pass(4_000);
    assert_eq!(world.json(&first)["status"], "SUCCESS");
    let second = world.pay(bill());
    world.settled(&world.dispatch(json!({"type": "pay.wallet"}))).expect("previews");
    confirm(&world);
    world.pass(1_000);
    assert_eq!(world.json(&second)["status"], "UNKNOWN");
    assert_eq!(world.slice("pay")["trouble"], "differs");
}

/// One transaction pays once: an exchange that names that of another payment of the same sum, or what the wallet has sent, has not paid.
// req: 2.25, 10.27
#[test]
fn never_counts_a_transaction_of_another_payment() {
    // of a payment a minute ago, at the same exchange or at another one
    for exchange in ["harbour", "tidewater"] {
        let (world, shop, first) = World::at_exchange(bill());
        *shop.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": hash()});
        world.pass(4_000);
        assert_eq!(world.json(&first)["status"], "SUCCESS");
        *shop.status.borrow_mut() = json!({"status": "UNKNOWN"});
        world.pass(60_000);
        shop.says(
            "reown_getExchangePayUrl",
            Ok(json!({"url": "http://localhost:4006/harbour?order=o2", "sessionId": "o2"})),
        );
        let second = world.pay(bill());
        let opened = world.pays_with(exchange);
        world.settled(&opened).expect("opens");
        *shop.status.borrow_mut() =
            json!({"status": "SUCCESS", "txHash": hash().to_uppercase().replace("0X", "0x")});
        world.pass(4_000);
        assert_eq!(world.json(&second), json!({"status": "UNKNOWN", "sessionId": "o2"}), "{exchange}");
        assert_eq!(world.slice("pay")["trouble"], "unshown", "{exchange}");
    }
    // of what the wallet has sent for it: no one has paid twice
    let (world, shop) = World::with_shop();
    world.join();
    let payment = world.pay(bill());
    world.pays_with("harbour");
    world.dispatch(json!({"type": "pay.again"}));
    world.dispatch(json!({"type": "pay.wallet"}));
    confirm(&world);
    world.pass(1_000);
    assert_eq!(world.json(&payment), json!({"status": "SUCCESS", "txHash": hash()}));
    *shop.status.borrow_mut() = json!({"status": "SUCCESS", "txHash": hash()});
    world.pass(4_200);
    assert!(!world.toasts().contains(&"25 USDC paid with Harbour".to_owned()), "{:?}", world.toasts());
}
