//! Paying from the wallet: the send journey with exactly what the host wants paid, its network first, and what can go wrong.

use crate::support::shop::*;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Code;
use wallet_engine::ports::siwx::SiwxSettings;

fn confirm(world: &World) -> wallet_engine::flow::Join {
    world.dispatch(json!({"type": "send.confirm"}))
}

fn sends(world: &World) -> usize {
    world.wallets.count("eth_sendTransaction")
}

fn tracked(world: &World) -> [usize; 4] {
    ["PAY_MODAL_OPEN", "PAY_INITIATED", "PAY_SUCCESS", "PAY_ERROR"].map(|event| world.tracked(event).len())
}

/// 25 USDC to Bob.
fn asked() -> Value {
    let data = format!("0xa9059cbb{:0>64}{:064x}", BOB.trim_start_matches("0x").to_lowercase(), 25_000_000);
    json!([{"from": ALICE, "to": USDC, "value": "0x0", "data": data, "chainId": "0x539"}])
}

// req: 1.8, 2.25, 7.46
#[test]
fn pays_the_exact_token_amount() {
    let (world, _, payment) = World::bill_previewed(bill());
    let preview = world.slice("send")["preview"].clone();
    assert_eq!((&preview["amount"], &preview["symbol"]), (&json!("25"), &json!("USDC")));
    assert_eq!((&preview["to"]["address"], &preview["token"]), (&json!(BOB), &json!(USDC)), "shown whole");
    assert_eq!(world.slice("pay")["wallet"]["name"], "Demo Wallet");
    world.chain.receipt.set(None);
    confirm(&world);
    assert_eq!(world.wallets.last("eth_sendTransaction"), Some(asked()));
    let stored = world.record("transactions").unwrap()[0].clone();
    assert_eq!(
        (&stored["kind"], &stored["amount"], &stored["to"]),
        (&json!("pay"), &json!("25"), &json!(BOB))
    );
    let slice = world.slice("pay");
    assert_eq!(
        (world.view().as_str(), &slice["phase"], &slice["hash"]),
        ("PayLoading", &json!("confirming"), &json!(hash()))
    );
    assert!(world.is_pending(&payment), "a hash is no payment yet");
    world.chain.receipt.set(Some("0x1"));
    world.pass(1_000);
    assert_eq!(world.json(&payment), json!({"status": "SUCCESS", "txHash": hash()}));
    assert_eq!((world.view().as_str(), world.phase().as_str()), ("PayLoading", "done"));
    assert_eq!(world.slice("pay")["explorerUrl"], format!("http://localhost:4007/tx/{}", hash()));
    world.pass(5_000);
    assert_eq!(
        (world.view().as_str(), world.slice("send")["phase"].as_str()),
        ("PayLoading", Some("editing"))
    );
    assert_eq!(tracked(&world), [1, 1, 1, 0]);
    assert_eq!(["OPEN_SEND", "SEND_INITIATED", "SEND_SUCCESS"].map(|of| world.tracked(of).len()), [0, 0, 0]);
    let kinds: Vec<Value> =
        world.host.details("wallet-transaction").iter().map(|t| t["kind"].clone()).collect();
    assert_eq!(kinds, [json!("pay"), json!("pay")]);
    let again = confirm(&world);
    assert!(world.settled(&again).is_err());
    assert_eq!(sends(&world), 1, "never twice");
}

// req: 2.25
#[test]
fn pays_with_the_native_coin() {
    let (world, _, payment) = World::bill_previewed(coins("1.5"));
    confirm(&world);
    let asked = world.wallets.last("eth_sendTransaction").unwrap();
    assert_eq!((&asked[0]["to"], &asked[0]["value"]), (&json!(BOB), &json!("0x14d1120d7b160000")));
    let views = world.host.details("wallet-view-change");
    let is_told = |change: &Value| {
        (&change["previous"], &change["view"]) == (&json!("SendPreview"), &json!("PayLoading"))
    };
    assert!(views.iter().any(is_told), "the page hears of the view too: {views:?}");
    world.pass(1_000);
    assert_eq!(world.json(&payment)["status"], "SUCCESS");
}

// req: 2.25
#[test]
fn switches_to_the_payments_network_first() {
    let (world, _) = World::with_shop();
    world.join();
    world.wanders(1338);
    world.pay(bill());
    assert_eq!(world.slice("pay")["wallet"]["switches"], true);
    let paid = world.dispatch(json!({"type": "pay.wallet"}));
    assert!(world.settled(&paid).is_ok());
    assert_eq!((world.wallets.count("wm_switchChain"), world.view().as_str()), (1, "SendPreview"));
    confirm(&world);
    assert_eq!(world.wallets.last("eth_sendTransaction"), Some(asked()));
}

#[test]
fn stays_unpaid_when_the_switch_is_rejected() {
    let (world, _) = World::with_shop();
    world.join();
    world.wanders(1338);
    world.but(1, |method, _| (method == "wm_switchChain").then(|| refuse(4001, "no")));
    let payment = world.pay(bill());
    let paid = world.dispatch(json!({"type": "pay.wallet"}));
    assert!(world.settled(&paid).unwrap_err().is_refusal());
    assert_eq!((world.view().as_str(), world.phase().as_str()), ("SwitchNetwork", "choosing"));
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!((world.view().as_str(), world.is_pending(&payment)), ("Pay", true));
    world.willing(1);
    let paid = world.dispatch(json!({"type": "pay.wallet"}));
    assert!(world.settled(&paid).is_ok());
    assert_eq!(world.view(), "SendPreview");
}

#[test]
fn switches_from_an_unconfigured_network_to_the_payments() {
    let (world, _) = World::with_shop();
    world.join();
    world.wanders(31_337);
    world.pay(bill());
    assert_eq!(world.view(), "Pay", "and not UnsupportedChain: the payment has its own network");
    let paid = world.dispatch(json!({"type": "pay.wallet"}));
    assert!(world.settled(&paid).is_ok());
    assert_eq!(world.view(), "SendPreview");
}

// req: 2.25
#[test]
fn connects_a_wallet_first_and_returns_to_the_payment() {
    let (world, _) = World::with_shop();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    let payment = world.pay(bill());
    assert_eq!(world.slice("pay")["wallet"], Value::Null);
    world.dispatch(json!({"type": "pay.wallet"}));
    assert_eq!(world.view(), "Connect");
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!(world.view(), "Pay");
    world.dispatch(json!({"type": "pay.wallet"}));
    let connected = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    assert!(world.settled(&connected).is_ok());
    world.celebrated();
    assert_eq!(
        (world.view().as_str(), world.is_open(), world.slice("router")["depth"].as_u64()),
        ("Pay", true, Some(1))
    );
    assert_eq!(world.slice("pay")["wallet"]["name"], "Demo Wallet");
    assert!(world.is_pending(&payment));
    let paid = world.dispatch(json!({"type": "pay.wallet"}));
    assert!(world.settled(&paid).is_ok());
    assert_eq!(world.view(), "SendPreview");
}

// req: 2.25
#[test]
fn returns_to_the_payment_after_a_sign_in() {
    for (required, answer, view) in [
        (true, "signIn.sign", Some("Pay")),
        (false, "signIn.sign", Some("Pay")),
        (false, "signIn.cancel", None),
        (true, "signIn.cancel", None),
    ] {
        let mut options = paying();
        options["siwx"] = json!({});
        let chain = Chain::default();
        chain.siwx.settings.set(SiwxSettings { required, ..SiwxSettings::default() });
        let world = World::over(options, wallet_engine::ports::storage::MemoryStorage::default(), chain);
        world.serves(&shop());
        sign_in::signing(&world, sign_in::ALICES_KEY);
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        let payment = world.pay(bill());
        world.dispatch(json!({"type": "pay.wallet"}));
        sign_in::choose(&world);
        assert_eq!((world.view().as_str(), world.is_pending(&payment)), ("SIWXSignMessage", true));
        world.dispatch(json!({"type": answer}));
        world.pass(5_000);
        match (view, required) {
            (Some(view), _) => {
                assert_eq!((world.view().as_str(), world.is_open()), (view, true), "{required} {answer}");
                let paid = world.dispatch(json!({"type": "pay.wallet"}));
                assert!(world.settled(&paid).is_ok());
                assert_eq!(world.view(), "SendPreview");
            }
            // disconnected again: the ways to pay are all there
            (None, true) => {
                assert_eq!((world.view().as_str(), &world.slice("pay")["wallet"]), ("Pay", &Value::Null));
                assert!(world.is_pending(&payment));
            }
            // it is left, and the payment with it
            (None, false) => {
                assert!(!world.is_open());
                assert_eq!(world.settled(&payment).unwrap_err().code(), Code::Number(4001));
            }
        }
    }
}

// req: 2.25
#[test]
fn keeps_the_preview_after_a_rejection() {
    let (world, _, payment) = World::bill_previewed(bill());
    world.but(1, |method, _| (method == "eth_sendTransaction").then(|| refuse(4001, "no")));
    confirm(&world);
    assert_eq!(
        (world.view().as_str(), world.slice("send")["phase"].as_str()),
        ("SendPreview", Some("review"))
    );
    assert!(world.is_pending(&payment) && world.toasts().is_empty());
    assert_eq!(world.slice("router")["depth"], 2, "back leads to the ways to pay");
    world.willing(1);
    confirm(&world);
    world.pass(1_000);
    assert_eq!(world.json(&payment)["status"], "SUCCESS");
    assert_eq!((sends(&world), tracked(&world)), (2, [1, 2, 1, 1]));

    let (world, _, payment) = World::bill_previewed(bill());
    world.but(1, |method, _| (method == "eth_sendTransaction").then(|| refuse(4001, "no")));
    confirm(&world);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert_eq!(
        world.settled(&payment).unwrap_err().code(),
        Code::Number(4001),
        "nobody has paid, nobody will"
    );
}

#[test]
fn shows_a_wallet_error_in_the_preview() {
    let (world, _, payment) = World::bill_previewed(bill());
    world.but(1, |method, _| (method == "eth_sendTransaction").then(|| refuse(-32000, "insufficient funds")));
    confirm(&world);
    assert_eq!(
        (world.view().as_str(), world.slice("send")["phase"].as_str()),
        ("SendPreview", Some("failed"))
    );
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert_eq!(world.json(&payment), json!({"status": "FAILED"}));
}

// req: 2.25
#[test]
fn allows_a_retry_after_a_reverted_payment() {
    let (world, _, payment) = World::bill_previewed(bill());
    world.chain.receipt.set(Some("0x0"));
    confirm(&world);
    world.pass(1_000);
    assert_eq!((world.view().as_str(), world.phase().as_str()), ("PayLoading", "failed"));
    assert!(world.is_pending(&payment));
    assert_eq!(world.slice("pay")["hash"], hash());
    world.chain.receipt.set(Some("0x1"));
    world.dispatch(json!({"type": "pay.again"}));
    let paid = world.dispatch(json!({"type": "pay.wallet"}));
    assert!(world.settled(&paid).is_ok());
    confirm(&world);
    world.pass(1_000);
    assert_eq!(world.json(&payment)["status"], "SUCCESS");
    assert_eq!(tracked(&world), [1, 2, 1, 1]);

    let (world, _, payment) = World::bill_previewed(bill());
    world.chain.receipt.set(Some("0x0"));
    confirm(&world);
    world.pass(1_000);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert_eq!(world.json(&payment), json!({"status": "FAILED", "txHash": hash()}));
}

// req: 2.25, 10.31
#[test]
fn finds_a_payment_that_a_failed_wallet_sent() {
    let (world, _, payment) = World::bill_previewed(bill());
    let chain = world.chain.clone();
    world.but(1, move |method, params| {
        (method == "eth_sendTransaction").then(|| {
            chain.broadcast(params);
            refuse(-32603, "Failed to fetch")
        })
    });
    confirm(&world);
    world.pass(200);
    assert_eq!(world.phase(), "unknown");
    assert_eq!(world.json(&payment), json!({"status": "UNKNOWN"}));
    world.dispatch(json!({"type": "pay.again"}));
    confirm(&world);
    assert_eq!((world.phase().as_str(), sends(&world)), ("unknown", 1), "nothing asks for it again");
    world.chain.mine();
    world.pass(1_000);
    assert_eq!((world.phase().as_str(), &world.slice("pay")["hash"]), ("done", &json!(hash())));
}

/// A node behind the wallet ran out of time: the wallet has signed, and the payment can be made.
// req: 2.25, 10.59
#[test]
fn keeps_a_payment_pending_after_the_wallets_timeout() {
    let (world, _, payment) = World::bill_previewed(bill());
    let chain = world.chain.clone();
    world.but(1, move |method, params| {
        (method == "eth_sendTransaction").then(|| {
            chain.broadcast(params);
            refuse(-32002, "request timed out")
        })
    });
    confirm(&world);
    world.pass(200);
    assert_eq!(world.json(&payment), json!({"status": "UNKNOWN"}));
    confirm(&world);
    assert_eq!((world.phase().as_str(), sends(&world)), ("unknown", 1), "nothing asks for it again");
    // an open request is said where it can be asked again
    let (world, _, payment) = World::bill_previewed(bill());
    world.but(1, |method, _| {
        (method == "eth_sendTransaction").then(|| refuse(-32002, "A request is already pending"))
    });
    confirm(&world);
    world.pass(200);
    assert!(world.is_pending(&payment), "the preview asks again");
    assert_eq!(world.slice("send")["fault"]["cause"], "busy");
}

// req: 2.25
#[test]
fn marks_a_payment_unknown_when_the_network_has_another() {
    let (world, _, payment) = World::bill_previewed(bill());
    let mut other = asked()[0].clone();
    other["to"] = json!(ALICE);
    *world.chain.sent.borrow_mut() = Some(other);
    confirm(&world);
    world.pass(1_000);
    assert_eq!(world.phase(), "unknown", "a contract wallet that others bring to the chain may have paid");
    world.dispatch(json!({"type": "pay.again"}));
    assert_eq!(world.phase(), "unknown");
    assert_eq!(world.json(&payment)["status"], "UNKNOWN");
}

// req: 2.25
#[test]
fn settles_a_payment_closed_while_the_wallet_is_asked() {
    let (world, _, payment) = World::bill_previewed(bill());
    let held = HeldResponses::default();
    let answers = held.clone();
    world.but(1, move |method, _| (method == "eth_sendTransaction").then(|| answers.hold(ok(json!(hash())))));
    confirm(&world);
    assert_eq!((world.view().as_str(), world.phase().as_str()), ("PayLoading", "wallet"));
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert!(!world.is_open() && world.is_pending(&payment));
    let second = world.pay(coins("1"));
    assert_eq!(world.settled(&second).unwrap_err().code(), Code::Word("UNABLE_TO_INITIATE_PAYMENT"));
    assert_eq!(world.view(), "PayLoading", "it is shown what is in the way");
    held.let_go();
    world.pass(1_000);
    assert_eq!(world.json(&payment)["status"], "SUCCESS");
    assert_eq!(sends(&world), 1);
}

// req: 2.25
#[test]
fn marks_a_payment_unknown_when_the_wallet_never_responds() {
    let (world, _, payment) = World::bill_previewed(bill());
    world.but(1, |method, _| (method == "eth_sendTransaction").then(never));
    confirm(&world);
    world.pass(301_000);
    assert_eq!(world.json(&payment), json!({"status": "UNKNOWN"}));
    assert_eq!((world.view().as_str(), world.phase().as_str()), ("PayLoading", "unknown"));
    world.dispatch(json!({"type": "pay.again"}));
    assert_eq!(world.phase(), "unknown");
    assert_eq!(sends(&world), 1);
}

#[test]
fn marks_a_long_unconfirmed_payment_unknown_with_its_hash() {
    let (world, _, payment) = World::bill_previewed(bill());
    world.chain.receipt.set(None);
    confirm(&world);
    world.pass(30_000);
    assert!(world.is_pending(&payment) && world.phase() == "confirming");
    world.pass(900_000);
    assert_eq!(world.json(&payment), json!({"status": "UNKNOWN", "txHash": hash()}));
}

// req: 2.25
#[test]
fn drops_only_the_preview_when_account_or_network_changes() {
    for moves in [
        |world: &World| world.wanders(1338),
        |world: &World| {
            world.wallets.tell(1, &wallet_engine::ports::provider::WalletEvent::Accounts(json!([BOB])));
            world.run();
        },
    ] {
        let (world, _, payment) = World::bill_previewed(bill());
        moves(&world);
        assert_eq!((world.view().as_str(), world.phase().as_str()), ("Pay", "choosing"));
        let confirmed = confirm(&world);
        assert!(world.settled(&confirmed).is_err());
        assert_eq!((sends(&world), world.is_pending(&payment)), (0, true));
        let paid = world.dispatch(json!({"type": "pay.wallet"}));
        assert!(world.settled(&paid).is_ok());
        assert_eq!(world.view(), "SendPreview");
    }
}

#[test]
fn blocks_changes_to_the_payment() {
    let (world, _, _) = World::bill_previewed(bill());
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!((world.view().as_str(), world.phase().as_str()), ("Pay", "choosing"));
    world.dispatch(json!({"type": "pay.wallet"}));
    for change in [
        json!({"type": "send.amount", "value": "40"}),
        json!({"type": "send.receiver", "value": ALICE}),
        json!({"type": "send.token", "id": "native"}),
        json!({"type": "send.max"}),
        json!({"type": "send.unit"}),
        json!({"type": "send.review"}),
    ] {
        world.dispatch(change);
    }
    let preview = world.slice("send")["preview"].clone();
    assert_eq!(
        (&preview["amount"], &preview["to"]["address"], &preview["token"]),
        (&json!("25"), &json!(BOB), &json!(USDC))
    );
    confirm(&world);
    assert_eq!(world.wallets.last("eth_sendTransaction"), Some(asked()));
}

#[test]
fn reports_a_too_small_balance_without_a_request() {
    let (world, _) = World::with_shop();
    world.join();
    for (options, words) in [
        (coins("10"), "This wallet doesn't have enough for the payment and its fee"),
        (coins("11"), "This wallet doesn't have enough for the payment and its fee"),
    ] {
        let payment = world.pay(options);
        let paid = world.dispatch(json!({"type": "pay.wallet"}));
        assert!(world.settled(&paid).is_err());
        let slice = world.slice("pay");
        assert_eq!(
            (world.view().as_str(), slice["error"]["code"].as_str()),
            ("Pay", Some("UNABLE_TO_INITIATE_PAYMENT"))
        );
        assert_eq!((slice["error"]["message"].as_str(), &slice["phase"]), (Some(words), &json!("choosing")));
        assert!(world.is_pending(&payment));
    }
    let mut much = bill();
    much["amount"] = json!("40.000001");
    world.pay(much);
    let paid = world.dispatch(json!({"type": "pay.wallet"}));
    assert!(world.settled(&paid).is_err());
    assert_eq!((sends(&world), world.view().as_str()), (0, "Pay"));
}

#[test]
fn reports_a_node_failure_and_allows_a_retry() {
    let (world, _) = World::with_shop();
    world.join();
    world.pay(coins("1"));
    world.chain.node_down.set(true);
    let paid = world.dispatch(json!({"type": "pay.wallet"}));
    world.pass(30_000);
    assert!(world.settled(&paid).is_err());
    assert_eq!(world.slice("pay")["error"]["code"], "UNABLE_TO_INITIATE_PAYMENT");
    world.chain.node_down.set(false);
    let paid = world.dispatch(json!({"type": "pay.wallet"}));
    assert!(world.settled(&paid).is_ok());
    assert_eq!((world.view().as_str(), &world.slice("pay")["error"]), ("SendPreview", &Value::Null));
}

#[test]
fn blocks_a_payment_while_another_send_is_pending() {
    let (world, _) = World::with_shop();
    world.join();
    world.open("Account");
    world.form("1", BOB);
    world.dispatch(json!({"type": "send.review"}));
    world.but(1, |method, _| (method == "eth_sendTransaction").then(never));
    confirm(&world);
    assert_eq!(sends(&world), 1);
    world.pay(bill());
    let paid = world.dispatch(json!({"type": "pay.wallet"}));
    assert_eq!(world.settled(&paid).unwrap_err().code(), Code::Word("UNABLE_TO_INITIATE_PAYMENT"));
    assert_eq!((world.view().as_str(), sends(&world)), ("Pay", 1));
}

// R8
#[test]
fn tracks_a_payment_after_a_reload_without_resending() {
    let (world, shop, _) = World::bill_previewed(bill());
    world.chain.receipt.set(None);
    confirm(&world);
    let world = world.reload_with(paying());
    world.serves(&shop);
    world.returns();
    world.chain.receipt.set(Some("0x1"));
    world.pass(2_000);
    let list = world.slice("transactions")["list"].clone();
    assert_eq!((&list[0]["kind"], &list[0]["status"]), (&json!("pay"), &json!("confirmed")));
    assert_eq!(sends(&world), 0);
}

#[test]
fn rejects_the_payment_when_the_engine_is_destroyed() {
    let (world, _, payment) = World::bill_previewed(bill());
    world.engine.destroy();
    world.run();
    assert_eq!(world.settled(&payment).unwrap_err().code(), Code::Number(4001));
}

// req: 10.12
#[test]
fn pays_base_units_with_a_warning_when_the_contract_disagrees() {
    let (world, _) = World::with_shop();
    world.join();
    world.chain.contract.borrow_mut().retain(|(selector, _)| *selector != SYMBOL);
    world.chain.contract.borrow_mut().push((SYMBOL, string_of("DAI")));
    drop(world.pay(bill()));
    world.dispatch(json!({"type": "pay.wallet"}));
    world.pass(1_000);
    let preview = world.slice("send")["preview"].clone();
    assert_eq!((&preview["amount"], &preview["symbol"]), (&json!("25,000,000"), &json!("units")));
    let doubt = &preview["doubt"];
    assert_eq!((&doubt["listed"], &doubt["network"]), (&json!("USDC"), &json!("DAI")));
}
