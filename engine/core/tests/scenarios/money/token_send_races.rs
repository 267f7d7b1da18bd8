//! A token send at the wrong moment: the wallet moves, refuses, hangs, answers late or nonsense; clicks come twice; the
//! page is loaded again.

use crate::support::*;
use futures_channel::oneshot;
use serde_json::{Value, json};
use std::rc::Rc;
use wallet_engine::error::Error;
use wallet_engine::ports::http::HttpRequest;
use wallet_engine::ports::provider::{ProviderFault, WalletEvent};

/// Connected, the second network has another coin; the form says 2.5 USDC to Bob.
fn filled() -> World {
    let chain = Chain::default();
    let token = World::with_token(6, "12.5").chain;
    chain.tokens.borrow_mut().clone_from(&token.tokens.borrow());
    chain.contract.borrow_mut().clone_from(&token.contract.borrow());
    let mut options = options();
    options["networks"][1]["nativeCurrency"] =
        json!({"name": "Second Coin", "symbol": "SEC", "decimals": 18});
    let world = World::over(options, Default::default(), chain);
    world.join();
    world.open("Account");
    let opened = world.dispatch(json!({"type": "send.open", "token": USDC, "amount": "2.5", "to": BOB}));
    assert!(world.settled(&opened).is_ok());
    world
}

fn previewed() -> World {
    let world = filled();
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&reviewed).is_ok());
    world
}

/// The wallet was asked and answers when the gate opens.
fn asked(answer: fn() -> Answer) -> (World, oneshot::Sender<()>) {
    let world = previewed();
    let (open, gate) = Gate::new();
    world.but(1, move |method, _| (method == "eth_sendTransaction").then(|| gate.hold(answer())));
    world.dispatch(json!({"type": "send.confirm"}));
    assert_eq!(world.slice("send")["phase"], "waiting");
    (world, open)
}

fn phase(world: &World) -> String {
    world.slice("send")["phase"].as_str().unwrap().to_owned()
}

fn becomes(world: &World, account: &str) {
    world.wallets.tell(1, &WalletEvent::Accounts(json!([account])));
    world.run();
}

/// Answers of services and nodes to this part wait for the gate.
fn gated(world: &World, part: &'static str) -> oneshot::Sender<()> {
    let (open, gate) = Gate::new();
    let chain = world.chain.clone();
    world.served(move |request: &HttpRequest| {
        let is_of =
            request.body.as_ref().is_some_and(|body| body.text.contains(part)) || request.url.contains(part);
        let answer = respond(&chain, request);
        is_of.then(|| gate.hold(Box::pin(async move { answer })))
    });
    open
}

#[test]
fn resets_the_token_when_the_network_changes() {
    let world = filled();
    world.wanders(1338);
    let slice = world.slice("send");
    assert_eq!((&slice["token"]["id"], &slice["token"]["symbol"]), (&json!("native"), &json!("SEC")));
    assert_eq!((&slice["sendTokenAmount"], &slice["receiverAddress"]), (&json!(""), &json!(BOB)));
    let refused = world.dispatch(json!({"type": "send.token", "id": format!("eip155:1337:{USDC}")}));
    assert_eq!(world.settled(&refused), Err(Error::TokenRequired), "it is of the other network");
}

#[test]
fn shows_no_preview_when_account_or_network_changes_meanwhile() {
    for moves in [|world: &World| world.wanders(1338), |world: &World| becomes(world, BOB)] {
        let world = filled();
        let open = gated(&world, "eth_estimateGas");
        let reviewed = world.dispatch(json!({"type": "send.review"}));
        moves(&world);
        open.send(()).unwrap();
        world.pass(100);
        assert!(reviewed.is_settled());
        assert_eq!((world.view().as_str(), phase(&world).as_str()), ("Send", "editing"));
        assert_eq!(world.slice("send")["preview"], Value::Null);
    }
}

#[test]
fn returns_to_the_form_when_account_or_network_changes() {
    for moves in [|world: &World| world.wanders(1338), |world: &World| becomes(world, BOB)] {
        let world = previewed();
        moves(&world);
        assert_eq!((world.view().as_str(), phase(&world).as_str()), ("Send", "editing"));
        let confirmed = world.dispatch(json!({"type": "send.confirm"}));
        assert!(world.settled(&confirmed).is_err());
        assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
    }
}

#[test]
fn stops_a_send_when_the_account_changes_after_the_click() {
    let world = previewed();
    // the wallet's last word on its chain is old: it is waited for
    let held = world.rest_an_hour();
    let confirmed = world.dispatch(json!({"type": "send.confirm"}));
    becomes(&world, BOB);
    held.let_go();
    world.pass(100);
    assert!(world.settled(&confirmed).is_err());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
    assert_eq!(world.slice("transactions")["list"], json!([]));
}

#[test]
fn keeps_showing_the_pending_request_on_its_own_network() {
    let (world, open) = asked(|| ok(json!(hash())));
    world.wanders(1338);
    let preview = world.slice("send")["preview"].clone();
    // fault 14
    assert_eq!(preview["networkName"], "Demo Chain", "chainId of the request is 1337");
    assert_eq!((&preview["amount"], &preview["symbol"]), (&json!("2.5"), &json!("USDC")));
    assert_eq!(preview["fee"], "0.000021 ETH", "not SEC");
    open.send(()).unwrap();
    world.pass(1_000);
    let item = world.slice("transactions")["list"][0].clone();
    assert_eq!((&item["chain"], &item["status"]), (&json!("eip155:1337"), &json!("confirmed")));
    assert_eq!(item["explorerUrl"], format!("http://localhost:4007/tx/{}", hash()));
}

#[test]
fn clears_the_send_when_rejected_after_the_wallet_changed() {
    for moves in [|world: &World| world.wanders(1338), |world: &World| becomes(world, BOB)] {
        let (world, open) = asked(|| refuse(4001, "no"));
        moves(&world);
        open.send(()).unwrap();
        world.run();
        world.dispatch(json!({"type": "send.confirm"}));
        assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
        // fault 15
        assert_eq!(
            (world.view().as_str(), phase(&world).as_str()),
            ("Send", "editing"),
            "of another account or network"
        );
    }
}

#[test]
fn keeps_a_late_hash_after_a_disconnect() {
    let (world, open) = asked(|| ok(json!(hash())));
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.run();
    open.send(()).unwrap();
    world.pass(2_000);
    let item = world.slice("transactions")["list"][0].clone();
    assert_eq!((&item["hash"], &item["status"]), (&json!(hash()), &json!("confirmed")));
    assert_eq!(phase(&world), "editing");
}

/// An answer of the wallet, the phase it leads to, and how many toasts say so.
type Case = (fn() -> Answer, &'static str, Option<usize>);

// req: 8.33
#[test]
fn sends_a_token_at_most_once_whatever_the_wallet_responds() {
    let unreadable = || -> Answer {
        Box::pin(async {
            Err(ProviderFault {
                code: -32603,
                message: String::new(),
                original_code: None,
                answered: true,
                data: None,
            })
        })
    };
    let cases: [Case; 8] = [
        (|| refuse(4001, "User rejected the request."), "review", None),
        (|| refuse(5002, ""), "review", None),
        (|| nested(-32603, 4001, "x"), "review", None),
        (|| refuse(4100, "unauthorized"), "failed", Some(1)),
        (|| refuse(-32000, "insufficient funds"), "failed", Some(1)),
        (unreadable, "unknown", Some(1)),
        (|| ok(json!("0x12")), "unknown", Some(1)),
        (|| ok(json!({"hash": hash()})), "unknown", Some(1)),
    ];
    for (index, (answer, expected, toasts)) in cases.into_iter().enumerate() {
        let world = previewed();
        world.but(1, move |method, _| (method == "eth_sendTransaction").then(answer));
        let confirmed = world.dispatch(json!({"type": "send.confirm"}));
        world.pass(200);
        assert!(world.settled(&confirmed).is_err());
        assert_eq!(phase(&world), expected, "{index}");
        assert_eq!(world.toasts().len(), toasts.unwrap_or(0), "{index}");
        let list = world.slice("transactions")["list"].clone();
        assert_eq!(list.as_array().unwrap().len(), usize::from(expected == "unknown"), "{index}");
        world.pass(60_000);
        assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
    }
}

#[test]
fn sends_once_for_double_clicks() {
    let world = World::with_token(6, "12.5");
    world.open("Account");
    let (open, gate) = Gate::new();
    world.but(1, move |method, _| (method == "eth_sendTransaction").then(|| gate.hold(ok(json!(hash())))));
    let commands = [
        json!({"type": "send.open", "token": USDC, "amount": "2.5", "to": BOB}),
        json!({"type": "send.token", "id": format!("eip155:1337:{USDC}")}),
        json!({"type": "send.max"}),
        json!({"type": "send.review"}),
        json!({"type": "send.fee"}),
        json!({"type": "send.confirm"}),
    ];
    for command in &commands {
        let joins = [world.engine.dispatch(command.clone()), world.engine.dispatch(command.clone())];
        world.run();
        if command["type"] != "send.confirm" {
            assert!(joins.iter().all(|join| world.settled(join).is_ok()), "{command}");
        }
    }
    assert_eq!(world.slice("send")["preview"]["amount"], "12.5");
    assert_eq!(world.slice("router")["depth"], 3, "Account, Send, SendPreview");
    open.send(()).unwrap();
    world.pass(1_000);
    world.celebrated();
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
    assert_eq!(world.slice("transactions")["list"].as_array().unwrap().len(), 1);
    assert_eq!(world.view(), "Account");
}

// req: 9.10, 4.26
#[test]
fn stops_polling_for_a_missing_receipt_after_a_limit() {
    let world = previewed();
    world.chain.receipt.set(None);
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(25_000);
    assert_eq!(phase(&world), "unknown");
    let quick = world.asked("eth_getTransactionReceipt");
    assert_eq!(quick, 26, "each second for 25 s");
    world.pass(24 * 3_600_000);
    assert_eq!(world.asked("eth_getTransactionReceipt") - quick, 99);
    let item = world.slice("transactions")["list"][0].clone();
    assert_eq!(
        (&item["status"], &item["hash"]),
        (&json!("unknown"), &json!(hash())),
        "still listed, with its link"
    );
    assert_eq!(world.clock.waiting(), 0, "nothing is left running");
}

#[test]
fn tracks_a_token_send_after_a_reload() {
    let world = previewed();
    world.chain.receipt.set(None);
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(5_000);
    let world = world.reload_after(1_000);
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.chain.receipt.set(Some("0x1"));
    world.pass(2_000);
    let item = world.slice("transactions")["list"][0].clone();
    assert_eq!(
        (&item["status"], &item["token"]),
        (&json!("confirmed"), &json!(format!("eip155:1337:{USDC}")))
    );
    assert!(world.requests("forceUpdate=").len() == 1, "its balance is read again");
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
}

#[test]
fn reloads_a_balance_that_was_pending_at_confirmation() {
    let world = previewed();
    world.chain.receipt.set(None);
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(5_000);
    let open = gated(&world, "/balance?");
    world.pass(26_000);
    world.dispatch(json!({"type": "balances.refresh"}));
    world.chain.tokens.borrow_mut()[0]["quantity"]["numeric"] = json!("10");
    world.chain.receipt.set(Some("0x1"));
    world.pass(5_000);
    open.send(()).unwrap();
    world.pass(1_000);
    // fault 16
    assert_eq!(world.requests("forceUpdate=").len(), 1);
    assert_eq!(world.slice("tokens")["list"][1]["amount"], "10.000", "not what was read before the block");
}

#[test]
fn ignores_a_second_wallet_response() {
    let (world, open) = asked(|| ok(json!(hash())));
    let world = Rc::new(world);
    open.send(()).unwrap();
    world.run();
    // what a wallet says by itself after its answer changes nothing of the send
    becomes(&world, ALICE);
    world.wanders(1337);
    world.pass(1_000);
    world.celebrated();
    assert_eq!(world.slice("transactions")["list"].as_array().unwrap().len(), 1);
    assert_eq!((world.view().as_str(), world.wallets.count("eth_sendTransaction")), ("Account", 1));
    assert_eq!(world.tracked("SEND_SUCCESS").len(), 1);
}

#[test]
fn never_returns_to_a_dropped_preview() {
    let world = previewed();
    world.dispatch(json!({"type": "router.push", "view": "Networks"}));
    let switched = world.dispatch(json!({"type": "networks.choose", "network": "eip155:1338"}));
    assert!(world.settled(&switched).is_ok());
    // fault 35
    assert_eq!((world.view().as_str(), &world.slice("send")["preview"]), ("Send", &Value::Null));
}
