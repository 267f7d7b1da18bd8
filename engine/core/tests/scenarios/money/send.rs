//! The send journey: form, preview, wallet, confirmation, and every way it can go wrong.

use crate::support::*;
use futures_channel::oneshot;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use wallet_engine::error::Error;
use wallet_engine::ports::provider::ProviderFault;

fn confirm(world: &World) -> wallet_engine::flow::Join {
    world.dispatch(json!({"type": "send.confirm"}))
}

// req: 1.19, 2.21, 2.31, 3.13, 4.43, 4.44, 10.31
#[test]
fn sends_native_coins_from_form_to_confirmation() {
    let world = previewed();
    assert_eq!(world.view(), "SendPreview");
    let slice = world.slice("send");
    assert_eq!(slice["phase"], "review");
    assert_eq!(slice["preview"]["amount"], "1.5");
    assert_eq!(slice["preview"]["fee"], "0.000021 ETH, $0.07");
    assert_eq!(slice["preview"]["total"], "1.500021 ETH, $4,500.07");
    assert_eq!(slice["preview"]["to"]["address"], BOB, "the whole address is shown");
    world.chain.receipt.set(None);
    let sent = confirm(&world);
    let asked = world.wallets.last("eth_sendTransaction").unwrap();
    assert_eq!(asked, json!([{"from": ALICE, "to": BOB, "value": "0x14d1120d7b160000", "chainId": "0x539"}]));
    assert_eq!(world.slice("send")["phase"], "confirming");
    assert_eq!(world.slice("send")["hash"], hash());
    world.pass(150);
    let toast = world.slice("toast")["toast"].clone();
    assert_eq!(
        (toast["key"].as_str(), toast["variant"].as_str()),
        (Some("toast.send_sent"), Some("loading"))
    );
    assert_eq!(toast["link"], format!("http://localhost:4007/tx/{}", hash()));
    world.chain.receipt.set(Some("0x1"));
    world.chain.balance.set(8 * ETHER);
    assert_eq!(world.json(&sent)["hash"], hash());
    world.pass(1_000);
    let slice = world.slice("send");
    assert_eq!((slice["phase"].as_str(), &slice["preview"]), (Some("editing"), &Value::Null), "it is sent");
    let router = world.slice("router");
    assert_eq!((world.view().as_str(), router["depth"].as_u64()), ("SendPreview", Some(2)));
    let ended = slice["ended"].clone();
    assert_eq!(
        (&ended["gave"], &ended["to"]["address"]),
        (&json!("1.5 ETH"), &json!(BOB)),
        "what, and to whom"
    );
    assert_eq!(ended["explorerUrl"], format!("http://localhost:4007/tx/{}", hash()));
    world.pass(60_000);
    assert_eq!(world.view(), "SendPreview", "its ending does not leave by itself");
    world.left_ending();
    assert_eq!(world.view(), "Account", "back leads to the account, not to an empty form");
    assert_eq!(world.slice("router")["depth"], 1);
    assert_eq!(world.slice("account")["balance"]["amount"], "8.000");
    let slice = world.slice("send");
    assert_eq!(
        (slice["sendTokenAmount"].as_str(), slice["receiverAddress"].as_str(), slice["phase"].as_str()),
        (Some(""), Some(""), Some("editing"))
    );
    assert_eq!(world.host.details("wallet-toast").last().unwrap()["message"], "1.5 ETH sent");
    let told: Vec<Value> =
        world.host.details("wallet-transaction").iter().map(|t| t["status"].clone()).collect();
    assert_eq!(told, [json!("sent"), json!("confirmed")]);
}

// req: 5.26, 5.27
#[test]
fn requires_amount_recipient_and_token_before_a_review() {
    let world = World::connected();
    world.open("Account");
    for (amount, to) in [("", BOB), ("1", ""), ("", "")] {
        world.form(amount, to);
        let refused = world.dispatch(json!({"type": "send.review"}));
        assert_eq!(
            world.settled(&refused).unwrap_err().to_string(),
            "An amount and receiver address are required"
        );
    }
    world.wallets.tell(1, &wallet_engine::ports::provider::WalletEvent::Chain(json!("0x1")));
    world.run();
    let refused = world.dispatch(json!({"type": "send.review"}));
    assert_eq!(world.settled(&refused).unwrap_err().to_string(), "A token is required");
}

// req: 5.28, 6.8 (docs/spec/services.md B1, "namespaces": nothing is ever sent in these)
#[test]
fn offers_no_send_in_namespaces_without_sending() {
    for (chain, address) in [
        ("polkadot:91b171bb158e2d3848fa23a9f1c25182", "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"),
        ("cosmos:cosmoshub-4", "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq"),
    ] {
        let world = World::of_family(chain, address);
        world.open("Account");
        let account = world.slice("account");
        assert_eq!((&account["address"], &account["status"]), (&json!(address), &json!("connected")));
        assert!(!account["actions"].as_array().unwrap().contains(&json!("send")), "{account}");
        for command in [
            json!({"type": "send.open"}),
            json!({"type": "router.open", "view": "Send"}),
            json!({"type": "router.push", "view": "Send"}),
        ] {
            let refused = world.dispatch(command.clone());
            assert_eq!(world.settled(&refused).unwrap_err().to_string(), "Unsupported chain", "{command}");
            assert_ne!(world.view(), "Send", "{command}");
        }
    }
}

#[test]
fn reports_the_first_error_of_the_form() {
    let world = World::connected();
    world.open("Account");
    for (amount, to, check) in [
        ("", "", "enter_amount"),
        ("abc", BOB, "invalid_amount"),
        ("0", BOB, "invalid_amount"),
        ("-1", BOB, "invalid_amount"),
        ("1e3", BOB, "invalid_amount"),
        ("0.0000000000000000001", BOB, "invalid_amount"),
        ("11", BOB, "insufficient_funds"),
        ("1", "", "enter_address"),
        ("1", "0x12", "invalid_address"),
        ("1", "0x70997970c51812dc3A010C7d01b50e0d17dc79C8", "invalid_address"),
        ("1", BOB, "ready"),
        (" 1 ", &BOB.to_lowercase(), "ready"),
    ] {
        world.form(amount, to);
        assert_eq!(world.slice("send")["check"], check, "{amount} {to}");
    }
    assert_eq!(world.slice("send")["notice"], "checksum_absent");
    world.form("1", ALICE);
    assert_eq!(world.slice("send")["notice"], "own_address");
    world.form("1", "0x0000000000000000000000000000000000000000");
    assert_eq!(world.slice("send")["notice"], "zero_address");
}

// B12
#[test]
fn strips_invisible_characters_from_pasted_text() {
    let world = World::connected();
    world.open("Account");
    let unseen = [
        "\u{200b}",
        "\u{feff}",
        "\u{a0}",
        "\u{202e}",
        "\u{2060}",
        "\u{ad}",
        "\0",
        "\u{e0020}",
        "\u{3000}",
        "\n",
    ];
    for c in unseen {
        world.form(&format!("{c}1.5{c}"), &format!("{c}{BOB}{c}"));
        let slice = world.slice("send");
        assert_eq!(
            (slice["check"].as_str(), &slice["receiverError"]),
            (Some("ready"), &Value::Null),
            "{c:?}"
        );
        assert!(world.settled(&world.dispatch(json!({"type": "send.review"}))).is_ok());
        world.dispatch(json!({"type": "router.close", "reason": "user"}));
        world.open("Account");
    }
}

#[test]
fn distinguishes_a_name_from_a_mistyped_recipient() {
    let world = World::connected();
    world.open("Account");
    for (typed, error) in [
        ("bob.eth", Value::Null),
        ("alice.reown.id", Value::Null),
        ("0xbob.eth", Value::Null),
        ("a-b_c.example.com", json!("name_place")),
        ("b\u{fc}cher.eth", Value::Null),
        ("satoshi", json!("name")),
        ("bob.", json!("name_empty")),
        ("<b>.eth", json!("name_character")),
        ("0x12", json!("invalid")),
        ("0xzz", json!("invalid")),
        ("abc", json!("invalid")),
        ("1234.5", json!("invalid")),
        ("<b>", json!("invalid")),
    ] {
        world.form("1", typed);
        let slice = world.slice("send");
        let check = if error.is_null() { "looking_up" } else { "invalid_address" };
        assert_eq!((&slice["receiverError"], slice["check"].as_str()), (&error, Some(check)), "{typed}");
    }
}

#[test]
fn shows_an_unknown_balance_as_unknown() {
    let world = World::connected();
    world.open("Account");
    world.chain.node_down.set(true);
    world.form("1", BOB);
    assert_eq!(world.slice("send")["token"]["balance"], Value::Null);
    world.chain.node_down.set(false);
    world.dispatch(json!({"type": "send.reload"}));
    assert_eq!(world.slice("send")["token"]["balance"], "10.000");
}

#[test]
fn keeps_the_preview_during_a_second_review() {
    let world = previewed();
    world.served(|request| {
        let is_node = request.body.as_ref().is_some_and(|body| body.text.contains("jsonrpc"));
        is_node.then(|| Box::pin(std::future::pending()) as Served)
    });
    world.dispatch(json!({"type": "send.review"}));
    let slice = world.slice("send");
    assert_eq!((world.view().as_str(), slice["preview"]["amount"].as_str()), ("SendPreview", Some("1.5")));
}

#[test]
fn deducts_the_fee_from_the_maximum() {
    let world = World::connected();
    world.open("Account");
    world.form("", BOB);
    world.dispatch(json!({"type": "send.max"}));
    assert_eq!(world.slice("send")["sendTokenAmount"], "9.999935", "10 ETH less 65000 gas at 1 gwei");
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&reviewed).is_ok());
    world.chain.balance.set(10_000);
    world.form("", BOB);
    world.dispatch(json!({"type": "send.max"}));
    assert_eq!(world.slice("send")["sendTokenAmount"], "0");
}

// on networks of EIP-1559 the price of gas moves with every block
#[test]
fn blocks_a_maximum_when_the_fee_rises_and_recalculates_it() {
    let world = World::connected();
    world.open("Account");
    world.form("", BOB);
    world.dispatch(json!({"type": "send.max"}));
    world.chain.gas_price.set(3_000_000_000); // nine full blocks
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&reviewed).is_ok(), "what was kept back is enough for three times the price");
    world.dispatch(json!({"type": "send.cancel"}));
    world.chain.gas_price.set(4_000_000_000);
    let refused = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&refused).is_err());
    let slice = world.slice("send");
    assert_eq!((slice["check"].as_str(), world.view().as_str()), (Some("insufficient_funds"), "Send"));
    world.dispatch(json!({"type": "send.max"}));
    assert_eq!(world.slice("send")["sendTokenAmount"], "9.99974", "65000 gas at 4 gwei");
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&reviewed).is_ok());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
}

#[test]
fn rejects_an_amount_that_leaves_nothing_for_the_fee() {
    let world = World::connected();
    world.open("Account");
    world.form("10", BOB);
    assert_eq!(world.slice("send")["check"], "ready");
    let refused = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&refused).is_err());
    assert_eq!(world.slice("send")["check"], "insufficient_funds");
    assert_eq!(world.slice("send")["phase"], "editing");
    assert_eq!(world.view(), "Send");
}

#[test]
fn leaves_the_fee_unknown_when_the_node_is_down() {
    let world = World::connected();
    world.open("Account");
    world.form("1", BOB);
    world.chain.node_down.set(true);
    world.dispatch(json!({"type": "send.review"}));
    world.pass(30_000);
    assert_eq!(world.slice("send")["preview"]["feePhase"], "failed");
    assert_eq!(world.slice("send")["preview"]["fee"], Value::Null);
}

/// A node that names a fee which no transaction has is not believed.
// req: 4.42, 10.59
#[test]
fn rejects_an_impossible_fee() {
    for (method, answer, phase) in [
        ("eth_estimateGas", "0x5207", "failed"),
        ("eth_estimateGas", "0x0", "failed"),
        ("eth_estimateGas", "0x5208", "ready"),
        ("eth_gasPrice", "0x0", "failed"),
        ("eth_gasPrice", "0x1", "ready"),
    ] {
        let world = World::connected();
        world.open("Account");
        world.form("1.5", BOB);
        let body = json!({"id": 1, "jsonrpc": "2.0", "result": answer}).to_string();
        world.served(move |request| request.body.as_ref()?.text.contains(method).then(|| status(200, &body)));
        world.dispatch(json!({"type": "send.review"}));
        world.pass(1_000);
        assert_eq!(world.slice("send")["preview"]["feePhase"], phase, "{method} {answer}");
    }
}

/// Dollars are those of the token that was asked about.
// req: 10.59
#[test]
fn ignores_the_price_of_another_address() {
    let own = "eip155:1337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
    let of = |address: &str, price: u32| json!({"address": address, "price": price});
    let other = "eip155:1337:0xe7e0000000000000000000000000000000000000";
    for (fungibles, is_shown) in [
        (json!([of(own, 3000)]), true),
        (json!([of(other, 9), of(own, 3000)]), true),
        (json!([{"price": 3000}]), true),
        (json!([of(other, 3000)]), false),
        (json!([{"price": 3000}, {"price": 3000}]), false),
        (json!([{"address": 7, "price": 3000}]), false),
    ] {
        let world = World::new();
        let body = json!({"fungibles": fungibles}).to_string();
        world.served(move |request| {
            let is_list = request.url.contains("/balance"); // the list of tokens has no price
            let is_price = request.url.contains("/v1/fungible/price");
            is_price
                .then(|| status(200, &body))
                .or_else(|| is_list.then(|| status(200, r#"{"balances": []}"#)))
        });
        world.join();
        world.open("Account");
        world.form("1.5", BOB);
        world.pass(1_000);
        let is = world.slice("send").to_string().contains("$4,500.00");
        assert_eq!(is, is_shown, "{fungibles}");
    }
}

#[test]
fn keeps_a_fee_that_arrives_while_the_wallet_is_asked() {
    let world = previewed();
    let held = HeldResponses::default();
    let holds = held.clone();
    world.served(move |request| {
        let is_estimate = request.body.as_ref()?.text.contains("eth_estimateGas");
        let body = json!({"id": 1, "jsonrpc": "2.0", "result": "0x5208"}).to_string();
        is_estimate.then(|| holds.hold(status(200, &body)))
    });
    world.dispatch(json!({"type": "send.fee"}));
    assert_eq!(world.slice("send")["preview"]["feePhase"], "loading");
    let (open, gate) = Gate::new();
    world.but(1, move |method, _| (method == "eth_sendTransaction").then(|| gate.hold(refuse(4001, "no"))));
    let sent = world.dispatch(json!({"type": "send.confirm"}));
    held.let_go();
    world.run();
    open.send(()).unwrap();
    world.run();
    assert!(world.settled(&sent).is_err());
    let slice = world.slice("send");
    assert_eq!((&slice["phase"], &slice["preview"]["feePhase"]), (&json!("review"), &json!("ready")));
}

#[test]
fn returns_to_the_preview_quietly_after_a_rejection() {
    let world = previewed();
    world.wallets.answer(1, |method, _| match method {
        "eth_chainId" => ok(json!("0x539")),
        _ => refuse(4001, "User denied transaction signature."),
    });
    let refused = confirm(&world);
    assert_eq!(world.settled(&refused), Err(Error::UserRejected));
    let slice = world.slice("send");
    assert_eq!((slice["phase"].as_str(), &slice["error"]), (Some("review"), &Value::Null));
    assert_eq!(world.slice("transactions")["list"], json!([]));
    assert_eq!(world.record("transactions"), None);
    world.pass(1_000);
    assert_eq!(world.slice("toast")["toast"], Value::Null);
}

#[test]
fn shows_the_wallets_error_and_allows_a_retry() {
    let world = previewed();
    let broken = Rc::new(RefCell::new(true));
    let now = broken.clone();
    world.wallets.answer(1, move |method, _| match method {
        "eth_chainId" => ok(json!("0x539")),
        _ if *now.borrow() => refuse(-32603, "insufficient funds for gas * price + value"),
        _ => ok(json!(hash())),
    });
    confirm(&world);
    let slice = world.slice("send");
    assert_eq!(slice["phase"], "failed");
    assert!(slice["error"]["message"].as_str().unwrap().contains("insufficient funds"));
    assert_eq!(slice["fault"], json!({"cause": "funds", "reason": null}), "in words, too");
    *broken.borrow_mut() = false;
    confirm(&world);
    world.celebrated();
    assert_eq!(world.view(), "Account");
}

#[test]
fn never_asks_a_wallet_on_another_network_to_send() {
    let world = previewed();
    world.wallets.answer(1, |method, _| match method {
        "eth_chainId" => ok(json!("0x1")),
        _ => ok(json!(hash())),
    });
    let refused = confirm(&world);
    assert_eq!(world.settled(&refused), Err(Error::WrongChain));
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
}

#[test]
fn sends_once_for_repeated_clicks() {
    let world = previewed();
    world.wallets.answer(1, |method, _| if method == "eth_chainId" { ok(json!("0x539")) } else { never() });
    for _ in 0..10 {
        confirm(&world);
    }
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.form("2", ALICE);
    assert_eq!(world.view(), "SendPreview", "the open request is shown again, the form is not");
    world.dispatch(json!({"type": "send.review"}));
    confirm(&world);
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
}

#[test]
fn stores_the_attempt_before_the_wallet_and_never_resends() {
    let world = previewed();
    let storage = world.storage.clone();
    let stored_before_asking = Rc::new(RefCell::new(None));
    let seen = stored_before_asking.clone();
    world.wallets.answer(1, move |method, _| {
        if method == "eth_chainId" {
            return ok(json!("0x539"));
        }
        *seen.borrow_mut() = storage.records.borrow().get("transactions").cloned();
        never()
    });
    confirm(&world);
    assert!(stored_before_asking.borrow().as_ref().unwrap().contains("\"unknown\""));
    let world = world.reload();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(60_000);
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
    let item = &world.slice("transactions")["list"][0];
    assert_eq!((item["status"].as_str(), &item["hash"]), (Some("unknown"), &Value::Null));
}

// req: 9.10
#[test]
fn marks_an_unseen_transaction_unknown_after_25_seconds() {
    let world = previewed();
    world.chain.receipt.set(None);
    let sent = confirm(&world);
    world.pass(24_999);
    assert_eq!(world.slice("send")["phase"], "confirming");
    world.pass(1);
    assert_eq!(world.slice("send")["phase"], "unknown");
    assert_eq!(world.host.details("wallet-transaction").last().unwrap()["status"], "unknown");
    world.chain.receipt.set(Some("0x1"));
    world.pass(10_000);
    assert!(world.settled(&sent).is_ok());
    world.celebrated();
    assert_eq!(world.view(), "Account");
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
}

// req: 10.31
#[test]
fn tracks_a_sent_transaction_after_a_reload() {
    let world = previewed();
    world.chain.receipt.set(None);
    confirm(&world);
    let world = world.reload();
    world.pass(2_000);
    assert_eq!(world.slice("transactions")["list"][0]["status"], "sent");
    world.chain.receipt.set(Some("0x1"));
    world.pass(1_500);
    assert_eq!(world.slice("transactions")["list"][0]["status"], "confirmed");
    assert_eq!(world.host.details("wallet-transaction").last().unwrap()["status"], "confirmed");
}

#[test]
fn marks_a_reverted_transaction_as_failed() {
    let world = previewed();
    world.chain.receipt.set(Some("0x0"));
    confirm(&world);
    assert_eq!(world.slice("send")["phase"], "failed");
    assert_eq!(world.slice("transactions")["list"][0]["status"], "failed");
}

/// Requests a wallet has not answered yet.
type Open = Rc<RefCell<Vec<oneshot::Sender<Result<Value, ProviderFault>>>>>;

/// A wallet whose answers to `eth_sendTransaction` come when the test says so, in the order of the requests.
fn slow_wallet(world: &World) -> Open {
    let open = Rc::new(RefCell::new(Vec::new()));
    let requests = open.clone();
    world.wallets.answer(1, move |method, _| match method {
        "eth_chainId" => ok(json!("0x539")),
        _ => {
            let (sender, receiver) = oneshot::channel();
            requests.borrow_mut().push(sender);
            Box::pin(async move { receiver.await.unwrap() })
        }
    });
    open
}

fn answer(world: &World, open: &Open, value: Result<Value, ProviderFault>) {
    let sender = open.borrow_mut().remove(0);
    sender.send(value).unwrap();
    world.run();
}

fn no() -> Result<Value, ProviderFault> {
    Err(ProviderFault { code: 4001, message: "no".into(), original_code: None, answered: false, data: None })
}

#[test]
fn records_a_late_hash_after_the_modal_closed() {
    let world = previewed();
    let open = slow_wallet(&world);
    let asked = confirm(&world);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.pass(300_000);
    assert_eq!(world.settled(&asked), Err(Error::WalletSilent));
    assert_eq!(world.slice("send")["phase"], "unknown");
    assert_eq!(world.slice("transactions")["list"][0]["status"], "unknown");
    answer(&world, &open, Ok(json!(hash())));
    assert_eq!(world.slice("transactions")["list"][0]["hash"], hash());
    assert_eq!(world.slice("transactions")["list"][0]["status"], "confirmed");
    assert_eq!(world.host.details("wallet-transaction").last().unwrap()["status"], "confirmed");
}

#[test]
fn keeps_a_new_form_when_a_late_response_arrives() {
    for late in [
        Ok(json!(hash())),
        no(),
        Err(ProviderFault {
            code: -32603,
            message: "x".into(),
            original_code: None,
            answered: false,
            data: None,
        }),
    ] {
        let world = previewed();
        let open = slow_wallet(&world);
        confirm(&world);
        world.pass(300_000);
        world.form("2", ALICE);
        world.dispatch(json!({"type": "send.review"}));
        world.chain.receipt.set(None);
        answer(&world, &open, late);
        world.pass(1_000);
        let slice = world.slice("send");
        assert_eq!(
            (slice["phase"].as_str(), slice["preview"]["amount"].as_str()),
            (Some("review"), Some("2"))
        );
        confirm(&world);
        assert_eq!(world.wallets.count("eth_sendTransaction"), 2, "the next send is asked for");
        assert_eq!(world.wallets.last("eth_sendTransaction").unwrap()[0]["to"], ALICE);
    }
}

#[test]
fn dismisses_only_a_loading_toast_on_a_rejection() {
    for (variant, stays) in [("loading", false), ("error", true)] {
        let world = previewed();
        world.dispatch(json!({"type": "toasts.show", "message": "Of the host", "variant": variant}));
        world.but(1, |method, _| (method == "eth_sendTransaction").then(|| refuse(4001, "no")));
        confirm(&world);
        assert_eq!(world.slice("toast")["toast"]["message"] == "Of the host", stays, "{variant}");
    }
}

#[test]
fn allows_another_send_while_one_is_tracked() {
    let world = previewed();
    world.chain.receipt.set(None);
    confirm(&world);
    world.pass(25_000);
    assert_eq!(world.slice("send")["phase"], "unknown");
    world.form("2", BOB);
    assert_eq!(world.slice("send")["unanswered"], Value::Null, "its wallet has answered");
    world.dispatch(json!({"type": "send.review"}));
    confirm(&world);
    assert_eq!(world.wallets.count("eth_sendTransaction"), 2);
    assert_eq!(world.slice("send")["phase"], "confirming");
    world.chain.receipt.set(Some("0x1"));
    world.pass(20_000);
    assert_eq!(world.slice("send")["phase"], "editing");
    let list = world.slice("transactions")["list"].clone();
    assert!(list.as_array().unwrap().iter().all(|item| item["status"] == "confirmed"));
}

#[test]
fn shows_a_revert_immediately_and_its_reason_later() {
    let world = previewed();
    world.chain.receipt.set(Some("0x0"));
    let (open, gate) = Gate::new();
    world.served(move |request| {
        let error = json!({"code": 3, "message": "execution reverted: Paused"});
        let body = json!({"jsonrpc": "2.0", "id": 1, "error": error}).to_string();
        format!("{:?}", request.body).contains("eth_estimateGas").then(|| gate.hold(status(200, &body)))
    });
    confirm(&world);
    assert_eq!(world.slice("send")["phase"], "failed");
    assert_eq!(world.slice("send")["fault"], json!({"cause": "reverted", "reason": null}));
    open.send(()).ok();
    world.run();
    assert_eq!(world.slice("send")["phase"], "failed");
    assert_eq!(world.slice("send")["fault"], json!({"cause": "reverted", "reason": "Paused"}));
}

#[test]
fn reviews_a_reverted_send_again_with_a_new_fee() {
    let world = previewed();
    world.chain.receipt.set(Some("0x0"));
    confirm(&world);
    assert_eq!(world.slice("send")["error"]["message"], "The transaction was reverted");
    assert_eq!(world.slice("send")["fault"], json!({"cause": "reverted", "reason": null}));
    world.chain.gas_price.set(2_000_000_000);
    confirm(&world);
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
    assert_eq!(world.slice("send")["phase"], "review");
    assert_eq!(world.slice("send")["preview"]["fee"], "0.000042 ETH, $0.13");
}

#[test]
fn marks_a_send_unknown_after_an_invalid_response() {
    for nonsense in [json!(null), json!("0x12"), json!({"hash": hash()}), json!(true)] {
        let world = previewed();
        let answer = nonsense.clone();
        world.wallets.answer(1, move |method, _| match method {
            "eth_chainId" => ok(json!("0x539")),
            _ => ok(answer.clone()),
        });
        let result = confirm(&world);
        assert!(world.settled(&result).is_err(), "{nonsense}");
        assert_eq!(world.slice("send")["phase"], "unknown");
        assert_eq!(world.view(), "SendPreview");
    }
}

// req: 6.8
#[test]
fn offers_sending_only_on_supported_networks() {
    let world = World::connected();
    assert_eq!(world.slice("account")["actions"], json!(["onramp", "receive", "send"]));
    world.wallets.tell(1, &wallet_engine::ports::provider::WalletEvent::Chain(json!("0x1")));
    world.run();
    assert_eq!(world.slice("account")["actions"], json!(["receive"]));
}

// req: 4.44
#[test]
fn clears_the_form_when_a_send_fails_after_a_network_change() {
    let world = previewed();
    world.chain.receipt.set(None);
    world.dispatch(json!({"type": "send.confirm"}));
    world.wanders(1338);
    world.chain.receipt.set(Some("0x0"));
    world.pass(5_000);
    assert_eq!(world.slice("transactions")["list"][0]["status"], "failed");
    let send = world.slice("send");
    assert_eq!((&send["phase"], &send["preview"]), (&json!("editing"), &Value::Null));
}

#[test]
fn keeps_the_kind_of_a_stored_transaction() {
    let storage = wallet_engine::ports::storage::MemoryStorage::default();
    let entry = |id: &str, kind: &str| {
        json!({"id": id, "hash": hash(), "chain": "eip155:1337", "kind": kind, "status": "confirmed", "amount": "1",
            "symbol": "ETH", "token": null, "to": BOB, "explorerUrl": null, "createdAt": 1})
    };
    let record =
        json!({"v": 1, "seq": 1, "value": [entry("a", "request"), entry("b", "send"), entry("c", "bridge")]});
    storage.records.borrow_mut().insert("transactions".into(), record.to_string());
    let world = World::with(options(), storage);
    world.run_own("transactions", "resume", json!(null)); // its part builds the slice
    let list = world.slice("transactions")["list"].clone();
    let kinds: Vec<&Value> = list.as_array().unwrap().iter().map(|item| &item["kind"]).collect();
    assert_eq!(kinds, ["request", "send", "request"], "one that is not known is no send");
}

// B8
#[test]
fn never_uses_a_stored_explorer_link() {
    for stored in [
        json!("https://evil.example/tx/0x12"),
        json!("http://localhost:4007/evil"),
        json!("javascript:alert(1)"),
        json!(null),
        json!(7),
    ] {
        let entry = |id: &str, chain: &str, hash: Value| {
            json!({"id": id, "hash": hash, "chain": chain, "kind": "send", "status": "confirmed", "amount": "1",
                "symbol": "ETH", "token": null, "to": BOB, "explorerUrl": stored, "createdAt": 1})
        };
        let list = [
            entry("a", "eip155:1337", json!(hash())),
            entry("b", "eip155:4", json!(hash())), // no network of this page
            entry("c", "eip155:1337", json!(null)),
        ];
        let storage = wallet_engine::ports::storage::MemoryStorage::default();
        let record = json!({"v": 1, "seq": 1, "value": list});
        storage.records.borrow_mut().insert("transactions".into(), record.to_string());
        let world = World::with(options(), storage);
        world.run_own("transactions", "resume", json!(null));
        let list = world.slice("transactions")["list"].clone();
        let own = json!(format!("http://localhost:4007/tx/{}", hash()));
        let links: Vec<&Value> = list.as_array().unwrap().iter().map(|item| &item["explorerUrl"]).collect();
        assert_eq!(links, [&own, &Value::Null, &Value::Null], "{stored}");
    }
}

#[test]
fn rejects_a_memo_on_a_network_without_memos() {
    let world = World::connected();
    world.dispatch(json!({"type": "router.open", "view": "Send", "arguments": {"to": BOB, "amount": "0.5", "memo": "7"}}));
    world.pass(1_000);
    assert_eq!(world.slice("send")["memo"], "7");
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    world.pass(1_000);
    let message = "Transfers on this network can't include a memo";
    assert_eq!(world.settled(&reviewed).unwrap_err().to_string(), message);
    assert_eq!((world.view().as_str(), &world.slice("send")["error"]["message"]), ("Send", &json!(message)));
}
