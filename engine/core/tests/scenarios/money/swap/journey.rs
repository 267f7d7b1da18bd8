//! From the form to a confirmed swap: of the native coin, of a token with its allowance, and as one confirmation.

use crate::money::bundles::{self, DELEGATED, V7};
use crate::support::market::*;
use crate::support::*;
use serde_json::{Value, json};
use std::cell::Cell;

fn confirm(world: &World) -> wallet_engine::flow::Join {
    world.swap_confirm()
}

// req: 1.21, 2.20, 7.6, 7.8, 7.10, 7.11, 9.38, 10.31
#[test]
fn swaps_the_native_coin_in_one_step() {
    let (world, _) = World::at_market();
    world.swap_form("native", "USDC", "0.5");
    let slice = world.slice("swap");
    assert_eq!((&slice["check"], &slice["targetAmount"]), (&json!("ready"), &json!("1,500")), "{slice}");
    assert_eq!((&slice["sourceWorth"], &slice["targetWorth"]), (&json!("$1,500.00"), &json!("$1,500.00")));
    let details = &slice["details"];
    assert_eq!(
        (
            &details["rate"],
            &details["impact"],
            &details["slippage"],
            &details["minimum"],
            &details["providerFee"]
        ),
        (
            &json!("1 ETH = 3,000 USDC"),
            &json!("0%"),
            &json!("1%"),
            &json!("1,485 USDC"),
            &json!("$12.75, 0.85%")
        )
    );
    let asked = world.requests("/v1/convert/quotes").last().unwrap().url.clone();
    assert!(asked.contains("amount=500000000000000000&") && asked.contains("gasPrice=1000000000"), "{asked}");
    assert!(asked.contains(&format!("userAddress={ALICE}")), "{asked}");

    let reviewed = world.dispatch(json!({"type": "swap.review"}));
    assert!(world.settled(&reviewed).is_ok());
    let preview = world.slice("swap")["preview"].clone();
    assert_eq!((&preview["gives"], &preview["gets"]), (&json!("0.5"), &json!("1,485")));
    assert_eq!((&preview["expected"], &preview["router"]), (&json!("1,500 USDC"), &json!(ROUTER)));
    assert_eq!(preview["steps"], json!([{"kind": "swap", "status": "now"}]));
    assert_eq!(preview["fee"], "0.000021 ETH, $0.07");
    let built = world.requests("/v1/convert/build-transaction").last().unwrap().body.clone().unwrap().text;
    let built: Value = serde_json::from_str(&built).unwrap();
    assert_eq!((&built["eip155"]["slippage"], &built["projectId"]), (&json!(1), &json!("demo")));
    assert_eq!(built["userAddress"], format!("eip155:1337:{ALICE}"));

    world.chain.receipt.set(None);
    let sent = confirm(&world);
    let asked = world.wallets.last("eth_sendTransaction").unwrap();
    assert_eq!((&asked[0]["to"], &asked[0]["value"]), (&json!(ROUTER), &json!("0x6f05b59d3b20000")));
    assert!(asked[0]["data"].as_str().unwrap().starts_with("0x07ed2379"));
    assert_eq!(world.slice("swap")["phase"], "confirming");
    assert_eq!(world.json(&sent)["hash"], hash());
    world.pass(150);
    assert_eq!(world.slice("toast")["toast"]["key"], "toast.swap_sent");
    world.chain.receipt.set(Some("0x1"));
    world.pass(1_000);
    world.pass(150);
    assert_eq!(world.slice("toast")["toast"]["key"], "toast.swap_confirmed");
    world.pass(60_000);
    assert_eq!((world.view().as_str(), &world.slice("swap")["phase"]), ("SwapPreview", &json!("editing")));
    let ended = world.slice("swap")["ended"].clone();
    assert_eq!((&ended["gave"], &ended["got"]), (&json!("0.5 ETH"), &json!("1,485 USDC")));
    assert_eq!(ended["atLeast"], true, "the node does not say what has come");
    world.left_ending();
    assert_eq!(world.view(), "Account");
    let told: Vec<Value> =
        world.host.details("wallet-transaction").iter().map(|t| t["kind"].clone()).collect();
    assert_eq!(told, [json!("swap"), json!("swap")]);
    for (event, times) in [("OPEN_SWAP", 1), ("INITIATE_SWAP", 1), ("SWAP_SUCCESS", 1), ("SWAP_ERROR", 0)] {
        assert_eq!(world.tracked(event).len(), times, "{event}");
    }
}

/// Of a swap whose end is learned after a reload, the bought token is read again too.
// req: 7.13, 9.2
#[test]
fn refreshes_the_bought_token_after_a_reload() {
    let (world, _) = World::at_market();
    world.swap_previewed("native", "USDC", "0.5");
    world.chain.receipt.set(None);
    confirm(&world);
    world.pass(1_000);
    let world = world.reload();
    world.returns();
    world.chain.receipt.set(Some("0x1"));
    world.pass(2_000);
    let urls: Vec<String> = world.requests("/balance?").into_iter().map(|request| request.url).collect();
    assert!(urls.last().unwrap().contains(&format!("forceUpdate=eip155:1337:{USDC}")), "{urls:?}");
}

#[test]
fn shows_the_received_amount_by_the_receipt() {
    let (world, _) = World::at_market();
    let topic = |address: &str| format!("0x{}", word_of(address));
    let transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    let log = |to: &str, units: u64| json!({"address": USDC, "topics": [transfer, topic(ROUTER), topic(to)], "data": format!("{units:#066x}")});
    *world.chain.logs.borrow_mut() = json!([log(ALICE, 1_498_250_001), log(BOB, 7)]);
    world.swap_previewed("native", "USDC", "0.5");
    confirm(&world);
    world.pass(1_000);
    let ended = world.slice("swap")["ended"].clone();
    assert_eq!((&ended["got"], &ended["atLeast"]), (&json!("1,498.250001 USDC"), &json!(false)));
}

/// A node that responds with the receipt of another transaction hasn't said what came.
// req: 10.59
#[test]
fn ignores_another_transactions_receipt_for_the_received_amount() {
    let (world, market) = World::at_market();
    let topic = |address: &str| format!("0x{}", word_of(address));
    let transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    let log = json!({"address": USDC, "topics": [transfer, topic(ROUTER), topic(ALICE)], "data": format!("{:#066x}", 9_000_000_000u64)});
    world.swap_previewed("native", "USDC", "0.5");
    let looks = Cell::new(0);
    world.served(move |request| {
        let body = request.body.as_ref().map_or("", |body| &body.text);
        if !body.contains("eth_getTransactionReceipt") {
            return market.answer(request);
        }
        // the first is its own
        looks.set(looks.get() + 1);
        let named = if looks.get() == 1 { hash() } else { format!("0x{}", "cd".repeat(32)) };
        let receipt = json!({"blockHash": hash(), "transactionHash": named, "status": "0x1", "logs": [log]});
        Some(status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": receipt}).to_string()))
    });
    confirm(&world);
    world.pass(1_000);
    let ended = world.slice("swap")["ended"].clone();
    assert_eq!(ended["atLeast"], true, "{ended}");
}

// req: 5.22, 7.9, 7.12
#[test]
fn approves_the_exact_amount_then_swaps_with_separate_clicks() {
    let (world, market) = World::at_market();
    market.allowance.set(249_999_999);
    world.swap_previewed("USDC", "native", "250");
    let preview = world.slice("swap")["preview"].clone();
    assert_eq!(
        preview["steps"],
        json!([{"kind": "approve", "status": "now"}, {"kind": "swap", "status": "todo"}])
    );
    let allowed = confirm(&world);
    let asked = world.wallets.last("eth_sendTransaction").unwrap();
    let data = format!("0x095ea7b3{}{:064x}", word_of(ROUTER), 250_000_000);
    let expected = json!([{"from": ALICE, "to": USDC, "value": "0x0", "data": data, "chainId": "0x539"}]);
    assert_eq!(asked, expected, "exactly what is needed, to the router alone");
    assert!(world.settled(&allowed).is_ok());
    market.allowance.set(250_000_000);
    world.pass(1_000);
    let slice = world.slice("swap");
    assert_eq!((slice["phase"].as_str(), world.view().as_str()), (Some("review"), "SwapPreview"));
    let steps = json!([{"kind": "approve", "status": "done"}, {"kind": "swap", "status": "now"}]);
    assert_eq!(slice["preview"]["steps"], steps);
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1, "the swap has a click of its own");
    let swapped = confirm(&world);
    let asked = world.wallets.last("eth_sendTransaction").unwrap();
    assert_eq!((&asked[0]["to"], &asked[0]["value"]), (&json!(ROUTER), &json!("0x0")));
    assert!(world.settled(&swapped).is_ok());
    world.pass(2_600);
    world.left_ending();
    assert_eq!(world.view(), "Account");
    let kinds: Vec<Value> =
        world.host.details("wallet-transaction").iter().map(|t| t["kind"].clone()).collect();
    assert_eq!(kinds, [json!("approve"), json!("approve"), json!("swap"), json!("swap")]);
    let urls: Vec<String> = world.requests("/balance").into_iter().map(|request| request.url).collect();
    assert!(urls.last().unwrap().contains(&format!("forceUpdate=eip155:1337:{USDC}")), "{urls:?}");
}

// req: 5.22
#[test]
fn skips_the_approval_only_if_node_and_service_agree() {
    for (by_node, by_service, steps) in [
        (250_000_000, None, 1),
        (u128::MAX, None, 1),
        (249_999_999, None, 2),
        (0, Some(u128::MAX), 2),
        (u128::MAX, Some(0), 2),
    ] {
        let (world, market) = World::at_market();
        market.allowance.set(by_node);
        market.allowance_by_service.set(by_service);
        world.swap_previewed("USDC", "native", "250");
        let all = world.slice("swap")["preview"]["steps"].as_array().unwrap().len();
        assert_eq!(all, steps, "{by_node} {by_service:?}");
    }
}

#[test]
fn resets_an_allowance_for_a_token_that_requires_it() {
    let (world, market) = World::at_market();
    market.allowance.set(7);
    market.resets.set(true);
    world.swap_previewed("USDC", "native", "250");
    let kinds: Vec<Value> = world.slice("swap")["preview"]["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| step["kind"].clone())
        .collect();
    assert_eq!(kinds, [json!("reset"), json!("approve"), json!("swap")], "said beforehand");
    assert!(world.settled(&confirm(&world)).is_ok());
    let asked = world.wallets.last("eth_sendTransaction").unwrap();
    assert_eq!(asked[0]["data"], format!("0x095ea7b3{}{:064x}", word_of(ROUTER), 0));
    market.allowance.set(0);
    world.pass(1_000);
    assert!(world.settled(&confirm(&world)).is_ok());
    let asked = world.wallets.last("eth_sendTransaction").unwrap();
    assert_eq!(asked[0]["data"], format!("0x095ea7b3{}{:064x}", word_of(ROUTER), 250_000_000));
}

// req: 10.15
#[test]
fn asks_a_batching_wallet_once_for_both_calls() {
    let (world, _) = World::at_market();
    world.but(1, |method, _| match method {
        "wallet_getCapabilities" => Some(ok(json!({"0x539": {"atomic": {"status": "supported"}}}))),
        "wallet_sendCalls" => Some(ok(json!({"id": "batch-1"}))),
        "wallet_getCallsStatus" => Some(ok(json!({"status": 100, "receipts": []}))),
        _ => None,
    });
    world.swap_previewed("USDC", "native", "250");
    assert_eq!(world.slice("swap")["preview"]["steps"], json!([{"kind": "batch", "status": "now"}]));
    let sent = confirm(&world);
    let asked = world.wallets.last("wallet_sendCalls").unwrap();
    let calls = asked[0]["calls"].as_array().unwrap().clone();
    assert_eq!(
        (calls.len(), &asked[0]["atomicRequired"], &asked[0]["from"]),
        (2, &json!(true), &json!(ALICE))
    );
    assert_eq!((&calls[0]["to"], &calls[1]["to"]), (&json!(USDC), &json!(ROUTER)));
    assert_eq!(world.json(&sent)["calls"], "batch-1");
    world.pass(3_000);
    assert_eq!(world.slice("swap")["phase"], "confirming");
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);

    // it is in a block: by the wallet's word first, then by the node's, which has both calls in the account's own operation
    let input = bundles::bundle(V7, &[(ALICE, 5, bundles::batch_of(&calls))]);
    *world.chain.sent.borrow_mut() = Some(json!({"from": BOB, "to": V7, "value": "0x0", "input": input}));
    world.chain.code.set(DELEGATED);
    *world.chain.logs.borrow_mut() = json!([bundles::done(V7, ALICE, 5, true)]);
    mined(&world);
    world.pass(1_000);
    assert_eq!(world.slice("transactions")["list"][0]["hash"], hash());
    world.pass(2_500);
    world.left_ending();
    assert_eq!(world.view(), "Account");
    assert_eq!(world.slice("transactions")["list"][0]["status"], "confirmed");
}

/// The wallet names the transaction of its batch.
fn mined(world: &World) {
    world.but(1, |method, _| match method {
        "wallet_getCallsStatus" => {
            Some(ok(json!({"status": 200, "receipts": [{"transactionHash": hash(), "status": "0x1"}]})))
        }
        _ => None,
    });
}

/// A delegated account's transaction to itself carries its calls to its own code (EIP-7702).
// req: 10.27, 10.59
#[test]
fn confirms_a_self_sent_batch_only_if_it_matches() {
    type WordsOf = fn(&[Value]) -> String;
    for (what, code, told, last) in [
        ("both", DELEGATED, bundles::batch_of as WordsOf, "confirmed"),
        ("by its mode", DELEGATED, |calls| bundles::by_mode("01", calls), "confirmed"),
        ("only tried", DELEGATED, |calls| bundles::by_mode("0101", calls), "unread"),
        (
            "by no known code",
            DELEGATED,
            |calls| format!("deadbeef{}", &bundles::batch_of(calls)[8..]),
            "unread",
        ),
        ("one more", DELEGATED, |calls| bundles::batch_of(&[calls, &calls[..1]].concat()), "unread"),
        (
            "in another order",
            DELEGATED,
            |calls| bundles::batch_of(&[calls[1].clone(), calls[0].clone()]),
            "unread",
        ),
        ("one short", DELEGATED, |calls| bundles::batch_of(&calls[1..]), "differs"),
        // nothing carries them out
        ("without code", "0x", bundles::batch_of, "unread"),
    ] {
        let (world, _) = World::at_market();
        world.but(1, |method, _| match method {
            "wallet_getCapabilities" => Some(ok(json!({"0x539": {"atomic": {"status": "supported"}}}))),
            "wallet_sendCalls" => Some(ok(json!({"id": "batch-1"}))),
            "wallet_getCallsStatus" => Some(ok(json!({"status": 100, "receipts": []}))),
            _ => None,
        });
        world.swap_previewed("USDC", "native", "250");
        confirm(&world);
        let asked = world.wallets.last("wallet_sendCalls").unwrap();
        let input = format!("0x{}", told(asked[0]["calls"].as_array().unwrap()));
        *world.chain.sent.borrow_mut() =
            Some(json!({"from": ALICE, "to": ALICE, "value": "0x0", "input": input, "nonce": "0x7"}));
        world.chain.code.set(code);
        mined(&world);
        world.pass(3_500);
        assert_eq!(world.slice("transactions")["list"][0]["status"], last, "{what}");
    }
}

// req: 10.27
#[test]
fn reports_a_batch_that_lacks_a_call() {
    let (world, _) = World::at_market();
    world.but(1, |method, _| match method {
        "wallet_getCapabilities" => Some(ok(json!({"0x539": {"atomic": {"status": "supported"}}}))),
        "wallet_sendCalls" => Some(ok(json!({"id": "batch-1"}))),
        "wallet_getCallsStatus" => {
            Some(ok(json!({"status": 200, "receipts": [{"transactionHash": hash(), "status": "0x1"}]})))
        }
        _ => None,
    });
    world.swap_previewed("USDC", "native", "250");
    *world.chain.sent.borrow_mut() =
        Some(json!({"from": BOB, "to": ALICE, "value": "0x0", "input": "0x12345678"}));
    assert!(world.settled(&confirm(&world)).is_ok());
    world.pass(1_200);
    assert_eq!(world.slice("swap")["phase"], "differs");
    assert!(world.toasts().contains(&"Your wallet sent something else".to_owned()), "{:?}", world.toasts());
}
