//! A Solana send whose moments are chosen by someone else: what happens between the click and the wallet (R8, decision 88, "Between the click and a
//! Solana wallet").

use super::solana::{BEN, Node, SOLANA, confirm, page, phase, review, signing, wallet};
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::namespaces::solana::codec::wire::Transaction;
use wallet_engine::ports::provider::WalletEvent;
use walletconnect::base64;

type Moment = fn(&World);

const MOMENTS: [(&str, Moment); 4] = [
    ("disconnected", |world| drop(world.dispatch(json!({"type": "accounts.disconnect"})))),
    ("closed", |world| drop(world.dispatch(json!({"type": "router.close", "reason": "user"})))),
    ("back", |world| drop(world.dispatch(json!({"type": "router.back"})))),
    ("another account", |world| {
        let moved = json!({"accounts": [{"chain": SOLANA, "address": BEN}]});
        world.wallets.tell(1, &WalletEvent::Accounts(moved));
    }),
];

/// The node takes its time to say the newest blockhash.
fn slow(world: &World, node: &Node) -> HeldResponses {
    let (held, node) = (HeldResponses::default(), node.clone());
    let kept = held.clone();
    world.served(move |request| {
        let body = request.body.as_ref().filter(|_| request.url.contains(":8899"))?;
        let call: Value = serde_json::from_str(&body.text).unwrap();
        let method = call["method"].as_str().unwrap();
        let result = node.answer(method, &call["params"]);
        let answer = status(200, &json!({"id": 1, "result": result}).to_string());
        Some(if method == "getLatestBlockhash" { kept.hold(answer) } else { answer })
    });
    held
}

fn asked(world: &World) -> usize {
    world.wallets.count("solana_signTransaction") + world.wallets.count("solana_signAndSendTransaction")
}

// req: 10.31
#[test]
fn asks_no_wallet_after_the_user_left_during_a_slow_node() {
    for (name, moment) in MOMENTS {
        let (world, node) = page();
        let held = slow(&world, &node);
        review(&world, "1.5", BEN);
        let sent = confirm(&world);
        assert_eq!(asked(&world), 0);
        moment(&world);
        world.pass(100);
        held.let_go();
        world.pass(30_000);
        assert_eq!((asked(&world), node.given.borrow().len()), (0, 0), "{name}");
        assert!(world.settled(&sent).is_err(), "{name}");
        assert_eq!(world.slice("transactions")["list"], json!([]), "{name}");
    }
    // and without any of it, it is
    let (world, node) = page();
    let held = slow(&world, &node);
    review(&world, "1.5", BEN);
    confirm(&world);
    held.let_go();
    world.pass(30_000);
    assert_eq!((asked(&world), node.given.borrow().len()), (1, 1));
}

// req: 10.31
#[test]
fn never_asks_to_send_for_an_account_that_left() {
    for (name, moment) in [MOMENTS[0], MOMENTS[3]] {
        let (world, node) = page();
        let held = HeldResponses::default();
        let of_wallet = held.clone();
        wallet(&world, move |method, params| match method {
            "solana_signTransaction" => of_wallet.hold(refuse(4200, "unsupported")),
            _ => ok(json!({"signature": signing(params, |_| {})["signature"]})),
        });
        review(&world, "1.5", BEN);
        let sent = confirm(&world);
        moment(&world);
        world.pass(100);
        held.let_go();
        world.pass(30_000);
        assert_eq!(world.wallets.count("solana_signAndSendTransaction"), 0, "{name}");
        assert!(world.settled(&sent).is_err(), "{name}");
        assert_eq!((phase(&world) == "unknown", node.given.borrow().len()), (false, 0), "{name}");
    }
}

// req: 10.27, 10.31
#[test]
fn accepts_a_lone_signature_of_the_right_length() {
    for (length, is_given) in [(64, true), (63, false), (65, false)] {
        let (world, node) = page();
        let signature = bs58::encode(vec![7; length]).into_string();
        wallet(&world, move |_, _| ok(json!({"signature": signature})));
        review(&world, "1.5", BEN);
        confirm(&world);
        world.pass(5_000);
        let given = node.given.borrow().clone();
        assert_eq!(!given.is_empty(), is_given, "{length}");
        if let Some(bytes) = given.first() {
            let asked = world.wallets.last("solana_signTransaction").unwrap();
            let read = |text: &str| Transaction::read(&base64::decode(text).unwrap()).unwrap();
            let (asked, given) = (read(asked["transaction"].as_str().unwrap()), read(bytes));
            assert_eq!((given.message, given.signatures), (asked.message, vec![[7; 64]]));
        }
    }
}

// req: 10.31
#[test]
fn asks_no_wallet_without_a_blockhash_and_allows_a_retry() {
    for answer in
        [json!({"value": {}}), json!({"context": {"slot": 1}, "value": {"blockhash": "0OIl"}}), json!(null)]
    {
        let (world, node) = page();
        let of_node = node.clone();
        world.served(move |request| {
            let body = request.body.as_ref().filter(|_| request.url.contains(":8899"))?;
            let call: Value = serde_json::from_str(&body.text).unwrap();
            let method = call["method"].as_str().unwrap();
            let result = match method {
                "getLatestBlockhash" => answer.clone(),
                _ => of_node.answer(method, &call["params"]),
            };
            Some(status(200, &json!({"id": 1, "result": result}).to_string()))
        });
        review(&world, "1.5", BEN);
        let sent = confirm(&world);
        world.pass(30_000);
        assert!(world.settled(&sent).is_err());
        assert_eq!((asked(&world), phase(&world)), (0, "failed".into()));
        assert_eq!(world.slice("transactions")["list"], json!([]));
        super::solana::serve(&world, &node);
        confirm(&world);
        world.pass(30_000);
        assert_eq!((asked(&world), node.given.borrow().len()), (1, 1));
    }
}
