//! What a host asks of an external wallet is read to the user first (10.12, docs/spec/views.md section 7): what is worth a look, in words,
//! with a yes that is the user's own.

use crate::support::market::word_of;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::host::Page;

const UNLIMITED: &str = "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff";

fn approve(world: &World, units: &str) -> Join {
    let data = format!("0x095ea7b3{}{units}", word_of(BOB));
    world.request("eth_sendTransaction", json!([{"from": ALICE, "to": USDC, "data": data}]))
}

fn confirm(world: &World) {
    let id = world.slice("review")["id"].clone();
    world.dispatch(json!({"type": "review.confirm", "id": id}));
}

fn asked(world: &World) -> usize {
    world.wallets.count("eth_sendTransaction")
}

fn accept(world: &World, accepted: bool) {
    let id = world.slice("review")["id"].clone();
    world.dispatch(json!({"type": "review.accept", "id": id, "accepted": accepted}));
}

/// Connected, with a token that says its decimals; who is named in a request is a contract.
fn world() -> World {
    let world = World::with_token(6, "12.5");
    world.chain.code.set("0x6001");
    world
}

// req: 10.12
#[test]
fn reviews_an_unlimited_allowance_and_asks_the_wallet_once() {
    let world = world();
    world.open("Account");
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    let sent = approve(&world, UNLIMITED);
    assert_eq!((world.is_open(), world.view().as_str()), (true, "ReviewRequest"));
    assert_eq!(asked(&world), 0, "nobody was asked yet");
    let slice = world.slice("review");
    let line = &slice["lines"][0];
    assert_eq!((&line["words"], &line["risk"]), (&json!("approve_unlimited"), &json!("warning")));
    assert_eq!((&line["party"], &line["token"]), (&json!(BOB), &json!(USDC)), "whole addresses");
    assert_eq!((&line["symbol"], &line["amount"]), (&json!("USDC"), &Value::Null));
    assert_eq!((&slice["from"], &slice["networkName"]), (&json!(ALICE), &json!("Demo Chain")));
    assert!(slice["raw"].as_str().unwrap().contains("0x095ea7b3"));
    confirm(&world);
    assert_eq!(asked(&world), 1, "in the task of the click");
    assert_eq!(world.json(&sent), json!(hash()));
    world.pass(200);
    assert!(!world.is_open(), "it was opened for this alone");
    confirm(&world);
    assert_eq!(asked(&world), 1);
}

// req: 10.12
#[test]
fn rejects_the_request_on_cancel_close_back_or_disconnect() {
    for leave in [
        json!({"type": "review.cancel"}),
        json!({"type": "router.close", "reason": "user"}),
        json!({"type": "router.back"}),
        json!({"type": "accounts.disconnect"}),
    ] {
        let world = world();
        let sent = approve(&world, UNLIMITED);
        assert_eq!(world.view(), "ReviewRequest", "{leave}");
        world.dispatch(leave.clone());
        world.pass(200);
        let error = world.settled(&sent).unwrap_err();
        assert!(matches!(error, Error::UserRejected | Error::Aborted), "{leave} {error:?}");
        assert_eq!((asked(&world), world.is_open()), (0, false), "{leave}");
        assert_eq!(world.slice("review")["count"], 0, "{leave}");
    }
    let world = world();
    let sent = approve(&world, UNLIMITED);
    world.dispatch(json!({"type": "review.cancel"}));
    assert_eq!(world.settled(&sent).unwrap_err().data().code, wallet_engine::error::Code::Number(4001));
}

#[test]
fn rejects_the_request_when_the_account_or_network_changes() {
    for moves in [true, false] {
        let world = world();
        let sent = approve(&world, UNLIMITED);
        match moves {
            true => world.wanders(1338),
            false => {
                let of_bob = wallet_engine::ports::provider::WalletEvent::Accounts(json!([BOB]));
                world.wallets.tell(1, &of_bob);
                world.run();
            }
        }
        confirm(&world);
        world.pass(200);
        assert!(world.settled(&sent).is_err());
        assert_eq!(asked(&world), 0);
    }
}

// req: 10.12
#[test]
fn reviews_requests_from_the_risk_that_the_page_sets() {
    let transfer =
        json!([{"from": ALICE, "to": USDC, "data": format!("0xa9059cbb{}{:064x}", word_of(BOB), 2_500_000)}]);
    let plain = json!([{"from": ALICE, "to": BOB, "value": "0x1"}]);
    let exact =
        json!([{"from": ALICE, "to": USDC, "data": format!("0x095ea7b3{}{:064x}", word_of(BOB), 2_500_000)}]);
    let endless =
        json!([{"from": ALICE, "to": USDC, "data": format!("0x095ea7b3{}{UNLIMITED}", word_of(BOB))}]);
    let all = json!([{"from": ALICE, "to": USDC, "data": format!("0xa22cb465{}{:064x}", word_of(BOB), 1)}]);
    let unknown = json!([{"from": ALICE, "to": BOB, "data": "0xdeadbeef"}]);
    let create = json!([{"from": ALICE, "data": "0x60"}]);
    let permit = json!([ALICE, {"types": {"EIP712Domain": [{"name": "verifyingContract", "type": "address"}], "Permit": [
        {"name": "owner", "type": "address"}, {"name": "spender", "type": "address"}, {"name": "value", "type": "uint256"},
        {"name": "nonce", "type": "uint256"}, {"name": "deadline", "type": "uint256"}]},
        "primaryType": "Permit", "domain": {"verifyingContract": USDC},
        "message": {"owner": ALICE, "spender": BOB, "value": "2500000", "nonce": 0, "deadline": 1_700_003_600}}]);
    let mail = json!([ALICE, {"types": {"Mail": [{"name": "text", "type": "string"}]}, "primaryType": "Mail",
        "domain": {"name": "App"}, "message": {"text": "hi"}}]);
    let batch = json!([{"version": "2.0.0", "from": ALICE, "chainId": "0x539", "atomicRequired": false,
        "calls": [{"to": BOB, "value": "0x1"}]}]);
    let message = json!(["0x6869", ALICE]);
    let (tx, typed) = ("eth_sendTransaction", "eth_signTypedData_v4");
    for (method, params, kind, is_risky) in [
        (tx, &transfer, "send", false),
        (tx, &plain, "send", false),
        (tx, &exact, "approve", true),
        (tx, &endless, "approve_unlimited", true),
        (tx, &all, "approve_all", true),
        (tx, &unknown, "unknown", true),
        (tx, &create, "create", true),
        (typed, &permit, "permit", true),
        (typed, &mail, "typed", true),
        ("wallet_sendCalls", &batch, "send", true),
        ("personal_sign", &message, "message", false),
    ] {
        for (option, is_read) in [("risky", is_risky), ("always", true), ("never", false)] {
            let mut options = options();
            options["reviewRequests"] = json!(option);
            let world = World::with(options, Default::default());
            *world.chain.contract.borrow_mut() = vec![
                ("0x313ce567", json!(format!("0x{:064x}", 6))),
                ("0x70a08231", json!(format!("0x{:064x}", 2_500_001))),
            ];
            world.join();
            let answer = world.request(method, params.clone());
            let is_shown = world.is_open() && world.view() == "ReviewRequest";
            assert_eq!(is_shown, is_read, "{method} {kind} {option}");
            if is_read {
                assert_eq!(world.slice("review")["lines"][0]["words"], kind, "{method} {option}");
                world.dispatch(json!({"type": "review.cancel"}));
                assert!(world.settled(&answer).is_err());
                assert_eq!(world.wallets.count(method), 0, "{method} {kind} {option}");
            } else {
                assert_eq!(world.wallets.count(method), 1, "{method} {kind} {option}");
            }
        }
    }
}

/// Bob may take so many base units of the token.
fn permit(units: &str) -> Value {
    json!([ALICE, {"types": {"EIP712Domain": [{"name": "verifyingContract", "type": "address"}], "Permit": [
        {"name": "owner", "type": "address"}, {"name": "spender", "type": "address"}, {"name": "value", "type": "uint256"},
        {"name": "nonce", "type": "uint256"}, {"name": "deadline", "type": "uint256"}]},
        "primaryType": "Permit", "domain": {"verifyingContract": USDC},
        "message": {"owner": ALICE, "spender": BOB, "value": units, "nonce": 0, "deadline": 1_700_003_600}}])
}

// req: 10.12
#[test]
fn shows_amounts_only_with_the_contracts_decimals() {
    let world = world();
    let permit = permit("2500000");
    drop(world.request("eth_signTypedData_v4", permit.clone()));
    let line = world.slice("review")["lines"][0].clone();
    assert_eq!((&line["amount"], &line["until"]), (&json!("2.5 USDC"), &json!("2023-11-14 23:13 UTC")));
    world.dispatch(json!({"type": "review.cancel"}));
    world.chain.node_down.set(true);
    drop(world.request("eth_signTypedData_v4", permit));
    world.pass(20_000);
    assert_eq!(
        world.slice("review")["lines"][0]["amount"],
        "2,500,000 units or NFT #2500000",
        "a list is no witness"
    );
}

/// A token contract that calls itself so and has so many decimals.
fn says(world: &World, symbol: Value, decimals: u64) {
    let mut contract = world.chain.contract.borrow_mut();
    contract.retain(|(selector, _)| ![SYMBOL, "0x313ce567"].contains(selector));
    contract.push((SYMBOL, symbol));
    contract.push(("0x313ce567", json!(format!("{decimals:#066x}"))));
}

// req: 10.12
#[test]
fn shows_base_units_when_list_and_contract_differ() {
    for (symbol, decimals, network) in [
        (string_of("DAI"), 6, json!("DAI")),
        (string_of("USDC"), 18, json!("USDC")),
        (string_of("DAI"), 18, json!("DAI")),
        (json!("0x"), 6, Value::Null),
    ] {
        let world = world();
        says(&world, symbol.clone(), decimals);
        drop(world.request("eth_signTypedData_v4", permit("100000")));
        let review = world.slice("review");
        let line = &review["lines"][0];
        assert_eq!((&line["amount"], &line["symbol"]), (&json!("100,000 units"), &Value::Null), "{symbol}");
        let doubt = &review["tokens"][0]["doubt"];
        assert_eq!((&doubt["listed"], &doubt["network"]), (&json!("USDC"), &network), "{symbol}");
        assert_eq!((&doubt["listedDecimals"], &doubt["networkDecimals"]), (&json!(6), &json!(decimals)));
    }
    let world = world();
    says(&world, string_of("USDC"), 6);
    drop(world.request("eth_signTypedData_v4", permit("100000")));
    let review = world.slice("review");
    assert_eq!((&review["lines"][0]["amount"], &review["tokens"]), (&json!("0.1 USDC"), &json!([])));
}

#[test]
fn reviews_pending_requests_one_by_one_in_order() {
    let world = world();
    let first = approve(&world, UNLIMITED);
    let second =
        world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "data": "0xdeadbeef"}]));
    assert_eq!(
        (&world.slice("review")["count"], &world.slice("review")["lines"][0]["words"]),
        (&json!(2), &json!("approve_unlimited"))
    );
    let id = world.slice("review")["id"].clone();
    world.dispatch(json!({"type": "review.cancel"}));
    world.pass(100);
    assert!(world.settled(&first).is_err());
    // a press that was for the first one does not reach the second
    world.dispatch(json!({"type": "review.confirm", "id": id}));
    assert_eq!(asked(&world), 0);
    assert_eq!(world.slice("review")["lines"][0]["words"], "unknown");
    confirm(&world);
    assert!(world.settled(&second).is_ok());
    world.pass(100);
    assert!(!world.is_open());
    // the same call to the same contract again is no news
    assert!(
        world
            .settled(
                &world.request(
                    "eth_sendTransaction",
                    json!([{"from": ALICE, "to": BOB, "data": "0xdeadbeef"}])
                )
            )
            .is_ok()
    );
    drop(world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "data": "0xdeadbeee"}])));
    assert_eq!(world.view(), "ReviewRequest");
    world.dispatch(json!({"type": "review.cancel"}));
    world.pass(100);
    // what else it pays is another request
    drop(world.request(
        "eth_sendTransaction",
        json!([{"from": ALICE, "to": BOB, "data": "0xdeadbeef", "value": "0x1"}]),
    ));
    assert_eq!(world.view(), "ReviewRequest");
    world.dispatch(json!({"type": "review.cancel"}));
    world.pass(100);
    // the same address on another network is another contract
    world.wanders(1338);
    drop(world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "data": "0xdeadbeef"}])));
    assert_eq!((world.is_open(), world.view().as_str()), (true, "ReviewRequest"));
}

// req: 10.27
#[test]
fn reports_when_the_network_has_another_transaction() {
    let world = world();
    *world.chain.sent.borrow_mut() = Some(json!({"from": ALICE, "to": BOB, "value": "0x99", "input": "0x"}));
    let sent = approve(&world, UNLIMITED);
    confirm(&world);
    assert!(world.settled(&sent).is_ok());
    world.pass(2_000);
    assert_eq!((world.is_open(), world.view().as_str()), (true, "ReviewRequest"));
    let slice = world.slice("review");
    assert_eq!(
        (&slice["phase"], &slice["link"]),
        (&json!("differs"), &json!(format!("http://localhost:4007/tx/{}", hash())))
    );
    world.dispatch(json!({"type": "review.cancel"}));
    world.pass(100);
    assert!(!world.is_open());
}

#[test]
fn shows_the_pending_wallet_and_returns_the_result_after_a_close() {
    let world = world();
    let (open, gate) = Gate::new();
    world.but(1, move |method, _| (method == "eth_sendTransaction").then(|| gate.hold(ok(json!(hash())))));
    let sent = approve(&world, UNLIMITED);
    confirm(&world);
    assert_eq!(world.slice("review")["phase"], "waiting");
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    open.send(()).unwrap();
    world.run();
    assert_eq!(world.json(&sent), json!(hash()));
    world.pass(200);
    assert_eq!((world.slice("review")["count"].clone(), world.is_open()), (json!(0), false));
}

// req: 10.12, 10.58
#[test]
fn closes_the_review_after_the_wallet_despite_a_slow_node() {
    let mut options = options();
    options["reviewRequests"] = json!("always");
    let world = World::with(options, Default::default());
    world.join();
    // a signature of another key: whether the account is a contract, its node has to say
    world.served(|request| {
        let is_asked = request.body.as_ref()?.text.contains("eth_getCode");
        is_asked.then(|| Box::pin(std::future::pending()) as _)
    });
    let (open, gate) = Gate::new();
    world.but(1, move |method, _| {
        (method == "personal_sign").then(|| gate.hold(ok(json!(format!("0x{}", "11".repeat(65))))))
    });
    let signed = world.request("personal_sign", json!(["0x6869", ALICE]));
    world.run();
    confirm(&world);
    world.run();
    assert_eq!(world.slice("review")["phase"], "waiting");
    open.send(()).unwrap();
    world.run();
    assert!(!signed.is_settled(), "the page hears what the node says");
    world.pass(200);
    assert_eq!((world.slice("review")["count"].clone(), world.is_open()), (json!(0), false));
}

/// The network's node says that so much of a token would go from Alice to Bob, for each of these amounts.
fn simulating(world: &World, amounts: &[u64]) {
    let topic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    let word = |address: &str| format!("0x{}", word_of(address));
    let log = |units: &u64| json!({"address": USDC, "topics": [topic, word(ALICE), word(BOB)], "data": format!("0x{units:064x}")});
    let logs: Vec<Value> = amounts.iter().map(log).collect();
    world.served(move |request| {
        let body: Value = serde_json::from_str(&request.body.as_ref()?.text).ok()?;
        let result = json!([{"calls": [{"status": "0x1", "returnData": "0x", "logs": logs}]}]);
        let is_it = body["method"] == "eth_simulateV1";
        is_it.then(|| status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": result}).to_string()))
    });
}

// req: 10.14
#[test]
fn shows_simulated_transfers_of_an_unknown_call() {
    let world = world();
    simulating(&world, &[12_500_000]);
    drop(world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "data": "0xdeadbeef"}])));
    let slice = world.slice("review");
    assert_eq!(slice["lines"][0]["words"], "unknown");
    assert_eq!(slice["changes"], json!([{"text": "-12.5 USDC", "token": null, "incoming": false}]));
}

#[test]
fn shows_simulated_transfers_only_when_they_differ() {
    for (moved, lines) in
        [(vec![12_500_000], 0), (vec![12_500_001], 1), (vec![12_500_000, 1], 1), (vec![], 0)]
    {
        let mut options = options();
        options["reviewRequests"] = json!("always");
        let world = World::with(options, Default::default());
        *world.chain.contract.borrow_mut() = vec![
            ("0x313ce567", json!(format!("0x{:064x}", 6))),
            ("0x70a08231", json!(format!("0x{:064x}", 25_000_000))),
        ];
        world.join();
        simulating(&world, &moved);
        let data = format!("0xa9059cbb{}{:064x}", word_of(BOB), 12_500_000);
        drop(world.request("eth_sendTransaction", json!([{"from": ALICE, "to": USDC, "data": data}])));
        let slice = world.slice("review");
        assert_eq!(
            (&slice["lines"][0]["words"], &slice["lines"][0]["amount"]),
            (&json!("send"), &json!("12.5")),
            "{slice}"
        );
        assert_eq!(slice["changes"].as_array().unwrap().len(), lines, "{moved:?}");
    }
}

fn batch(world: &World, calls: usize) -> Join {
    let call = json!({"to": BOB, "value": "0x1", "data": "0xdeadbeef"});
    of_calls(world, &vec![call; calls])
}

fn of_calls(world: &World, calls: &[Value]) -> Join {
    let batch = json!([{"version": "2.0.0", "chainId": "0x539", "from": ALICE, "atomicRequired": true, "calls": calls}]);
    world.request("wallet_sendCalls", batch)
}

// req: 10.12
#[test]
fn lists_critical_lines_first_in_a_long_batch() {
    let world = world();
    let mut calls = vec![json!({"to": BOB, "value": "0x1"}); 55];
    calls.push(json!({"to": USDC, "data": format!("0x095ea7b3{}{UNLIMITED}", word_of(BOB))}));
    let sent = of_calls(&world, &calls);
    let slice = world.slice("review");
    let lines = slice["lines"].as_array().unwrap();
    assert_eq!(
        (lines.len(), &lines[0]["words"], &lines[0]["call"]),
        (56, &json!("approve_unlimited"), &json!(56))
    );
    assert_eq!((&lines[1]["words"], &lines[1]["call"]), (&json!("send"), &json!(1)));
    // the others are folded away, counted, and there for who asks
    assert_eq!(
        (&slice["folded"], &slice["tooLarge"], &slice["leftOut"]),
        (&json!(36), &json!(false), &json!(0))
    );
    confirm(&world);
    assert_eq!(world.wallets.count("wallet_sendCalls"), 1);
    drop(sent);
    // a hundred that can hurt are never folded
    drop(batch(&world, 100));
    let slice = world.slice("review");
    assert_eq!((slice["lines"].as_array().unwrap().len(), &slice["folded"]), (200, &json!(100)));
    assert!(
        slice["lines"].as_array().unwrap()[..100].iter().all(|line| line["risk"] == "warning"),
        "{slice}"
    );
}

// req: 10.12
#[test]
fn blocks_a_request_that_is_too_large_to_review() {
    let permit = |count: usize| {
        let one = json!({"token": USDC, "amount": "1", "expiration": "1700000000", "nonce": 0});
        let field = |name: &str, kind: &str| json!({"name": name, "type": kind});
        json!([ALICE, {"primaryType": "PermitBatch", "types": {
            "EIP712Domain": [field("verifyingContract", "address")],
            "PermitBatch": [field("details", "PermitDetails[]"), field("spender", "address"), field("sigDeadline", "uint256")],
            "PermitDetails": [field("token", "address"), field("amount", "uint160"), field("expiration", "uint48"), field("nonce", "uint48")]},
            "domain": {"verifyingContract": "0x000000000022D473030F116dDEE9F6B43aC78BA3"},
            "message": {"details": vec![one; count], "spender": BOB, "sigDeadline": 5}}])
    };
    let long = |bytes: usize| json!([{"from": ALICE, "to": BOB, "chainId": "0x539", "data": format!("0x{}", "ab".repeat(bytes))}]);
    for (method, params, is_too_large, left_out) in [
        ("eth_signTypedData_v4", permit(200), false, 0),
        ("eth_signTypedData_v4", permit(201), true, 1),
        ("eth_sendTransaction", long(30_000), false, 0),
        ("eth_sendTransaction", long(33_000), true, 0),
    ] {
        let world = world();
        let answer = world.request(method, params.clone());
        let slice = world.slice("review");
        assert_eq!(
            (&slice["tooLarge"], &slice["leftOut"]),
            (&json!(is_too_large), &json!(left_out)),
            "{method}"
        );
        let raw = slice["raw"].as_str().unwrap().len();
        let in_all = params.to_string().len();
        assert_eq!(
            raw + slice["rawLeftOut"].as_u64().unwrap() as usize,
            in_all,
            "nothing is left out in silence"
        );
        confirm(&world);
        assert_eq!(world.wallets.count(method), usize::from(!is_too_large), "{method}");
        world.dispatch(json!({"type": "review.cancel"}));
        world.pass(100);
        assert!(!is_too_large || world.settled(&answer).is_err(), "{method}");
    }
}

// req: 10.12
#[test]
fn requires_a_tick_for_each_takeover() {
    let all = format!("0xa22cb465{}{:064x}", word_of(BOB), 1);
    let owner = format!("0xf2fde38b{}", word_of(BOB));
    let endless = format!("0x095ea7b3{}{UNLIMITED}", word_of(BOB));
    let whole = format!("0x095ea7b3{}{:064x}", word_of(BOB), 12_500_000);
    for (data, code, words) in [
        (&all, "0x6001", "approve_all"),
        (&owner, "0x6001", "control"),
        // to someone who isn't a contract
        (&endless, "0x", "approve_unlimited"),
        (&endless, "0xef01000000000000000000000000000000000000000001", "approve_unlimited"),
        (&whole, "0x", "approve"),
    ] {
        let world = world();
        world.chain.code.set(code);
        let sent = world.request("eth_sendTransaction", json!([{"from": ALICE, "to": USDC, "data": data}]));
        let slice = world.slice("review");
        let line = &slice["lines"][0];
        assert_eq!((&line["words"], &line["risk"]), (&json!(words), &json!("critical")), "{data}");
        assert_eq!((&slice["critical"], &slice["accepted"]), (&json!(true), &json!(false)));
        confirm(&world);
        assert_eq!(asked(&world), 0, "not before it is ticked: {data}");
        accept(&world, true);
        accept(&world, false);
        confirm(&world);
        assert_eq!(asked(&world), 0, "the tick was taken back: {data}");
        accept(&world, true);
        assert_eq!(world.slice("review")["accepted"], true);
        confirm(&world);
        assert_eq!(asked(&world), 1, "{data}");
        assert_eq!(world.json(&sent), json!(hash()));
    }
    // a tick is for one request
    let world = world();
    let first = world.request("eth_sendTransaction", json!([{"from": ALICE, "to": USDC, "data": all}]));
    drop(world.request("eth_sendTransaction", json!([{"from": ALICE, "to": USDC, "data": owner}])));
    accept(&world, true);
    world.dispatch(json!({"type": "review.cancel"}));
    world.pass(100);
    assert!(world.settled(&first).is_err());
    assert_eq!(world.slice("review")["accepted"], false);
    confirm(&world);
    assert_eq!(asked(&world), 0);
}

// req: 10.12
#[test]
fn requires_a_tick_for_nested_or_trailing_call_data() {
    let on = format!("0xa22cb465{}{:064x}", word_of(BOB), 1);
    let multicall = |inner: &str| {
        let bytes = inner.len() / 2;
        let padded = format!("{inner}{}", "0".repeat((64 - inner.len() % 64) % 64));
        format!("ac9650d8{:064x}{:064x}{:064x}{bytes:064x}{padded}", 32, 1, 32)
    };
    let deep = (0..5).fold(on[2..].to_string(), |inner, _| multicall(&inner));
    for (data, words) in [
        (format!("{on}{}", "0".repeat(64)), "approve_all"),
        (format!("{on}00"), "approve_all"),
        (format!("0x{}00", multicall(&on[2..])), "approve_all"),
        (format!("0x{deep}"), "carries_unread"),
    ] {
        let world = world();
        drop(world.request("eth_sendTransaction", json!([{"from": ALICE, "to": USDC, "data": data}])));
        let slice = world.slice("review");
        assert_eq!(
            (&slice["critical"], &slice["lines"][0]["words"]),
            (&json!(true), &json!(words)),
            "{data}"
        );
        let behind = slice["lines"].as_array().unwrap().iter().find(|line| line["words"] == "behind");
        assert_eq!(behind.is_some(), words == "approve_all", "{data}");
        confirm(&world);
        assert_eq!(asked(&world), 0, "not before it is ticked: {data}");
    }
}

// req: 10.12
#[test]
fn reviews_unknown_typed_data_with_its_fields() {
    let sign = |world: &World, domain: Value, primary: &str, message: Value| {
        let mut types = json!({"EIP712Domain": [{"name": "name", "type": "string"}]});
        let fields = message.as_object().unwrap().keys().map(|name| json!({"name": name, "type": "string"}));
        types[primary] = fields.collect();
        let data = json!({"types": types, "domain": domain, "primaryType": primary, "message": message});
        drop(world.request("eth_signTypedData_v4", json!([ALICE, data.to_string()])));
        world.slice("review")
    };
    let named = || json!({"name": "N"});
    let slice = sign(&world(), named(), "Mail", json!({"text": "hi"}));
    let line = &slice["lines"][0];
    assert_eq!((&line["words"], &line["risk"]), (&json!("typed"), &json!("review")));
    assert_eq!(line["fields"], "text: hi");
    let slice = sign(&world(), named(), "Order", json!({"recipient": BOB, "amount": "7"}));
    assert_eq!(
        (&slice["lines"][0]["words"], &slice["lines"][0]["risk"]),
        (&json!("typed_moves"), &json!("warning"))
    );
    let sent = json!({"hyperliquidChain": "Mainnet", "destination": BOB, "amount": "100.5", "time": "1"});
    let slice = sign(&world(), named(), "HyperliquidTransaction:UsdSend", sent);
    let line = &slice["lines"][0];
    assert_eq!((&line["words"], &line["risk"]), (&json!("send"), &json!("warning")));
    assert_eq!((&line["amount"], &line["party"]), (&json!("100.5 USDC"), &json!(BOB)));
    let agent = json!({"agentAddress": BOB, "agentName": "x"});
    let slice = sign(&world(), named(), "HyperliquidTransaction:ApproveAgent", agent);
    assert_eq!((&slice["critical"], &slice["lines"][0]["party"]), (&json!(true), &json!(BOB)));
}

// req: 10.12
#[test]
fn shows_an_amount_or_nft_as_the_contract_reports_it() {
    let data = format!("0x23b872dd{}{}{:064x}", word_of(ALICE), word_of(BOB), 2_500_000);
    let world = world();
    drop(world.request("eth_sendTransaction", json!([{"from": ALICE, "to": USDC, "data": data}])));
    let line = &world.slice("review")["lines"][0];
    assert_eq!((&line["words"], &line["amount"]), (&json!("move"), &json!("2.5 USDC")));
    // no one says what the contract is
    let world = self::world();
    world.chain.node_down.set(true);
    drop(world.request("eth_sendTransaction", json!([{"from": ALICE, "to": USDC, "data": data}])));
    world.pass(10_000);
    assert_eq!(world.slice("review")["lines"][0]["amount"], "2,500,000 units or NFT #2500000");
    // coins go along with a contract that is made
    let world = self::world();
    let made = json!([{"from": ALICE, "value": "0xde0b6b3a7640000", "data": "0x6000"}]);
    drop(world.request("eth_sendTransaction", made));
    let line = &world.slice("review")["lines"][0];
    assert_eq!((&line["words"], &line["amount"]), (&json!("create_with"), &json!("1 ETH")));
}

// req: 10.12
#[test]
fn warns_about_any_allowance_for_an_account_without_code() {
    for (code, is_shown) in [("0x6001", false), ("0x", true)] {
        let world = world();
        world.chain.code.set(code);
        let data = format!("0x095ea7b3{}{:064x}", word_of(BOB), 1);
        drop(world.request("eth_sendTransaction", json!([{"from": ALICE, "to": USDC, "data": data}])));
        assert_eq!(world.is_open() && world.view() == "ReviewRequest", is_shown, "{code}");
        if is_shown {
            let line = &world.slice("review")["lines"][0];
            assert_eq!((&line["words"], &line["risk"]), (&json!("approve"), &json!("warning")));
        }
    }
}

// req: 10.12
#[test]
fn judges_an_allowance_by_the_accounts_balance() {
    let of = |units: u128| format!("0x095ea7b3{}{units:064x}", word_of(BOB));
    let raise = |units: u128| format!("0x39509351{}{units:064x}", word_of(BOB));
    for (data, words, is_shown) in [
        (of(12_499_999), "approve", false),
        (of(12_500_000), "approve", true),
        // a number that no one has of a token with six decimals
        (of((1 << 92) - 1), "approve", true),
        (of(0), "revoke", false),
        (raise(0), "raise", true),
        (raise(5), "raise", true),
    ] {
        let world = world();
        drop(world.request("eth_sendTransaction", json!([{"from": ALICE, "to": USDC, "data": data}])));
        assert_eq!(world.is_open() && world.view() == "ReviewRequest", is_shown, "{data}");
        if is_shown {
            let line = &world.slice("review")["lines"][0];
            assert_eq!((&line["words"], &line["risk"]), (&json!(words), &json!("warning")), "{data}");
        }
    }
    // no one says what the account has: read it
    let world = world();
    world.chain.node_down.set(true);
    drop(world.request("eth_sendTransaction", json!([{"from": ALICE, "to": USDC, "data": of(5)}])));
    world.pass(10_000);
    assert_eq!(world.slice("review")["lines"][0]["risk"], "warning");
}

// req: 10.12
#[test]
fn reviews_a_batch_of_known_calls() {
    let world = world();
    let first = world.request(
        "eth_sendTransaction",
        json!([{"from": ALICE, "to": BOB, "value": "0x1", "data": "0xdeadbeef"}]),
    );
    confirm(&world);
    assert_eq!(world.json(&first), json!(hash()));
    let again = world.request(
        "eth_sendTransaction",
        json!([{"from": ALICE, "to": BOB, "value": "0x1", "data": "0xdeadbeef"}]),
    );
    assert!(world.json(&again).is_string(), "known by now");
    drop(batch(&world, 1));
    assert_eq!(world.view(), "ReviewRequest");
    assert_eq!(world.wallets.count("wallet_sendCalls"), 0);
}

// req: 10.12
#[test]
fn reviews_a_multicall_every_time() {
    for (data, again) in [("0xdeadbeef", 0), ("0xac9650d800", 1), ("0x8d80ff0a00", 1), ("0x3593564c00", 1)] {
        let world = world();
        let ask = || world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "data": data}]));
        drop(ask());
        confirm(&world);
        world.pass(200);
        assert_eq!(asked(&world), 1, "{data}");
        drop(ask());
        world.pass(200);
        assert_eq!((world.is_open(), asked(&world)), (again == 1, 2 - again), "{data}");
    }
}

// req: 10.12
#[test]
fn lists_a_nested_allowance_first_and_requires_a_tick() {
    let world = world();
    // Eve isn't a contract
    world.chain.code.set("0x");
    let approve = format!("095ea7b3{}{UNLIMITED}", word_of(BOB));
    let data = format!("0xac9650d8{:064x}{:064x}{:064x}{:064x}{approve}{}", 32, 1, 32, 68, "0".repeat(56));
    drop(world.request("eth_sendTransaction", json!([{"from": ALICE, "to": USDC, "data": data}])));
    let slice = world.slice("review");
    assert_eq!((&slice["critical"], slice["lines"].as_array().unwrap().len()), (&json!(true), 2));
    let line = &slice["lines"][0];
    assert_eq!((&line["words"], &line["risk"]), (&json!("approve_unlimited"), &json!("critical")));
    assert_eq!((&line["party"], &line["token"]), (&json!(BOB), &json!(USDC)));
    assert_eq!(
        (&slice["lines"][1]["words"], &slice["lines"][1]["text"]),
        (&json!("carries"), &json!("multicall"))
    );
    confirm(&world);
    assert_eq!(asked(&world), 0);
    accept(&world, true);
    confirm(&world);
    assert_eq!(asked(&world), 1);
}

// req: 10.12
#[test]
fn reviews_a_user_operation_before_the_wallet() {
    let world = world();
    let operation = json!([{"sender": ALICE, "nonce": "0x1", "callData": "0xdeadbeef"}, BOB]);
    let answer = world.request("eth_sendUserOperation", operation);
    assert_eq!(world.view(), "ReviewRequest");
    assert_eq!(
        (&world.slice("review")["lines"][0]["risk"], world.wallets.count("eth_sendUserOperation")),
        (&json!("warning"), 0)
    );
    world.dispatch(json!({"type": "review.cancel"}));
    assert!(world.settled(&answer).is_err());
}

// req: 10.12
#[test]
fn shows_invisible_characters_of_a_message() {
    let mut options = options();
    options["reviewRequests"] = json!("always");
    let world = World::with(options, Default::default());
    world.join();
    drop(world.request("personal_sign", json!(["Sign in to good\u{200b}.example\nnow\u{202e}", ALICE])));
    let line = world.slice("review")["lines"][0].clone();
    assert_eq!(line["text"], "Sign in to good\u{25a1}.example\nnow\u{25a1}");
}

// req: 10.12
#[test]
fn requires_a_tick_for_an_order_without_a_return() {
    let item = |token: &str, kind: u8, units: &str| {
        json!({"itemType": kind, "token": token, "identifierOrCriteria": "7",
        "startAmount": units, "endAmount": units, "recipient": ALICE})
    };
    let field = |name: &str, kind: &str| json!({"name": name, "type": kind});
    let offered = json!([
        field("itemType", "uint8"),
        field("token", "address"),
        field("identifierOrCriteria", "uint256"),
        field("startAmount", "uint256"),
        field("endAmount", "uint256")
    ]);
    let mut wanted = offered.clone();
    wanted.as_array_mut().unwrap().push(field("recipient", "address"));
    let order = |consideration: Value| {
        let mut piece = item(BOB, 2, "1");
        piece.as_object_mut().unwrap().remove("recipient");
        json!([ALICE, {"primaryType": "OrderComponents", "domain": {"name": "Seaport", "chainId": 1337},
            "types": {"EIP712Domain": [field("name", "string"), field("chainId", "uint256")], "OfferItem": offered, "ConsiderationItem": wanted,
                "OrderComponents": [field("offerer", "address"), field("offer", "OfferItem[]"), field("consideration", "ConsiderationItem[]"), field("endTime", "uint256")]},
            "message": {"offerer": ALICE, "offer": [piece], "consideration": consideration, "endTime": "1800000000"}}])
    };
    for (consideration, words, is_critical) in
        [(json!([item(USDC, 1, "2500000")]), "receive", false), (json!([]), "receive_nothing", true)]
    {
        let world = world();
        drop(world.request("eth_signTypedData_v4", order(consideration)));
        let slice = world.slice("review");
        let lines = slice["lines"].as_array().expect("shown");
        let offer = lines.iter().find(|line| line["words"] == "offer").expect("what leaves");
        assert_eq!(
            (&offer["amount"], &offer["token"], &offer["risk"]),
            (&json!("NFT #7"), &json!(BOB), &json!("warning"))
        );
        let got = lines.iter().find(|line| line["words"] == words).expect("for what");
        assert_eq!(got["amount"], if is_critical { Value::Null } else { json!("2.5 USDC") });
        assert_eq!(slice["critical"], is_critical);
        confirm(&world);
        assert_eq!(world.wallets.count("eth_signTypedData_v4"), usize::from(!is_critical));
    }
}

/// Connected, with contracts that say nothing.
fn joined() -> World {
    let world = World::with(options(), Default::default());
    world.join();
    world
}

/// What a contract says: whether it is an ERC-721, who owns the number, its decimals. Null is a revert; a number isn't an answer.
fn contract(is_721: Value, owner: Value, decimals: Value) -> Vec<(&'static str, Value)> {
    vec![
        ("0x01ffc9a780ac58cd", is_721),
        ("0x6352211e", owner),
        ("0x313ce567", decimals),
        ("0x70a08231", json!(format!("0x{:064x}", 1))),
    ]
}

// req: 10.12
#[test]
fn classifies_an_approval_as_nft_or_amount_by_the_contract() {
    let (yes, no, reverts, silent) =
        (json!(format!("0x{:064x}", 1)), json!(format!("0x{:064x}", 0)), Value::Null, json!(0));
    let owner = json!(format!("0x{}", word_of(ALICE)));
    let six = json!(format!("0x{:064x}", 6));
    let nft = || contract(yes.clone(), owner.clone(), reverts.clone());
    let of = |number: u128| format!("0x095ea7b3{}{number:064x}", word_of(BOB));
    let endless = format!("0x095ea7b3{}{UNLIMITED}", word_of(BOB));
    let hash =
        format!("NFT #{}", "115792089237316195423570985008687907853269984665640564039457584007913129639935");
    for (name, says, data, words, risk, amount) in [
        ("number 0", nft(), of(0), "approve_piece", "warning", json!("NFT #0")),
        ("number 4", nft(), of(4), "approve_piece", "warning", json!("NFT #4")),
        ("a name's hash", nft(), endless.clone(), "approve_piece", "warning", json!(hash)),
        (
            "by EIP-165 alone",
            contract(yes.clone(), reverts.clone(), six.clone()),
            of(0),
            "approve_piece",
            "warning",
            json!("NFT #0"),
        ),
        (
            "older than EIP-165",
            contract(reverts.clone(), owner.clone(), six.clone()),
            of(3),
            "approve_piece",
            "warning",
            json!("NFT #3"),
        ),
        (
            "no answer",
            contract(silent.clone(), silent.clone(), silent.clone()),
            of(0),
            "approve_number",
            "warning",
            json!("0 units or NFT #0"),
        ),
        (
            "no answer to EIP-165",
            contract(silent.clone(), reverts.clone(), six.clone()),
            of(0),
            "approve_number",
            "warning",
            json!("0 units or NFT #0"),
        ),
        (
            "no answer to ownerOf",
            contract(no.clone(), silent, six.clone()),
            of(1),
            "approve_number",
            "warning",
            json!("1 units or NFT #1"),
        ),
        (
            "no decimals",
            contract(no.clone(), reverts.clone(), reverts.clone()),
            of(0),
            "approve_number",
            "warning",
            json!("0 units or NFT #0"),
        ),
        ("counted", contract(no, reverts.clone(), six.clone()), of(0), "revoke", "normal", json!("0")),
        (
            "counted, without EIP-165",
            contract(reverts.clone(), reverts, six),
            of(0),
            "revoke",
            "normal",
            json!("0"),
        ),
    ] {
        let batch = json!([{"version": "2.0.0", "from": ALICE, "chainId": "0x539", "atomicRequired": false,
            "calls": [{"to": USDC, "data": data}]}]);
        for (method, params) in [
            ("eth_sendTransaction", json!([{"from": ALICE, "to": USDC, "data": data}])),
            ("wallet_sendCalls", batch),
        ] {
            let world = joined();
            world.chain.code.set("0x6001");
            world.chain.contract.borrow_mut().extend(says.clone());
            drop(world.request(method, params));
            let is_due = risk == "warning" || method == "wallet_sendCalls";
            assert_eq!(world.is_open() && world.view() == "ReviewRequest", is_due, "{name} {method}");
            if is_due {
                let line = world.slice("review")["lines"][0].clone();
                assert_eq!((&line["words"], &line["risk"]), (&json!(words), &json!(risk)), "{name}");
                assert!(
                    line["amount"].as_str().unwrap().starts_with(amount.as_str().unwrap()),
                    "{name}: {line}"
                );
            }
        }
    }
}

// req: 10.12
#[test]
fn requires_a_tick_for_an_nft_approval_without_spender_code() {
    let nft =
        || contract(json!(format!("0x{:064x}", 1)), json!(format!("0x{}", word_of(ALICE))), Value::Null);
    let world = joined();
    world.chain.code.set("0x");
    world.chain.contract.borrow_mut().extend(nft());
    drop(approve(&world, &format!("{:064x}", 4)));
    let slice = world.slice("review");
    assert_eq!((&slice["lines"][0]["words"], &slice["critical"]), (&json!("approve_piece"), &json!(true)));
    confirm(&world);
    assert_eq!(asked(&world), 0, "not before it is ticked");

    let world = joined();
    world.chain.code.set("0x6001");
    world.chain.contract.borrow_mut().extend(nft());
    let one = json!({"token": USDC, "amount": "4", "expiration": "1700000000", "nonce": 0});
    let permit = json!([ALICE, {"types": {"EIP712Domain": [{"name": "verifyingContract", "type": "address"}], "PermitSingle": [
        {"name": "details", "type": "PermitDetails"}, {"name": "spender", "type": "address"}, {"name": "sigDeadline", "type": "uint256"}],
        "PermitDetails": [{"name": "token", "type": "address"}, {"name": "amount", "type": "uint160"},
            {"name": "expiration", "type": "uint48"}, {"name": "nonce", "type": "uint48"}]},
        "primaryType": "PermitSingle", "domain": {"verifyingContract": "0x000000000022D473030F116dDEE9F6B43aC78BA3"},
        "message": {"details": one, "spender": BOB, "sigDeadline": "5"}}]);
    drop(world.request("eth_signTypedData_v4", permit));
    let line = world.slice("review")["lines"][0].clone();
    assert_eq!((&line["words"], &line["amount"]), (&json!("permit_piece"), &json!("NFT #4")));
}

/// Collections have their own permits (ERC-4494, Uniswap's positions).
// req: 10.12
#[test]
fn describes_permits_of_nfts_and_collections() {
    let field = |name: &str, kind: &str| json!({"name": name, "type": kind});
    let deadline = || field("deadline", "uint256");
    let one =
        [field("spender", "address"), field("tokenId", "uint256"), field("nonce", "uint256"), deadline()];
    let all =
        [field("operator", "address"), field("approved", "bool"), field("nonce", "uint256"), deadline()];
    let of_one = json!({"spender": BOB, "tokenId": "4", "nonce": "0", "deadline": "1800000000"});
    let of_all =
        |is_on: bool| json!({"operator": BOB, "approved": is_on, "nonce": "0", "deadline": "1800000000"});
    for (primary, fields, message, code, words, amount, risk) in [
        ("Permit", one.clone(), of_one.clone(), "0x6001", "permit_piece", json!("NFT #4"), "warning"),
        ("Permit", one, of_one, "0x", "permit_piece", json!("NFT #4"), "critical"),
        ("PermitForAll", all.clone(), of_all(true), "0x6001", "approve_all", Value::Null, "critical"),
        ("PermitForAll", all, of_all(false), "0x6001", "revoke_all", Value::Null, "warning"),
    ] {
        let world = joined();
        world.chain.code.set(code);
        world.chain.contract.borrow_mut().push(("0x70a08231", json!(format!("0x{:064x}", 1))));
        let data = json!({"types": {"EIP712Domain": [field("verifyingContract", "address")], primary: fields},
            "primaryType": primary, "domain": {"verifyingContract": USDC}, "message": message});
        drop(world.request("eth_signTypedData_v4", json!([ALICE, data])));
        let line = world.slice("review")["lines"][0].clone();
        assert_eq!((&line["words"], &line["risk"]), (&json!(words), &json!(risk)), "{primary} {line}");
        if !amount.is_null() {
            assert_eq!(line["amount"], amount);
        }
    }
}

// req: 10.12
#[test]
fn requires_a_tick_for_a_personal_sign_in_on_another_site() {
    let hex =
        |text: &str| format!("0x{}", text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>());
    let text =
        |site: &str| format!("{site} wants you to sign in with your Ethereum account:\n{ALICE}\n\nNonce: 1");
    for (params, is_elsewhere) in [
        (json!([text("bank.example"), ALICE]), true),
        (json!([hex(&text("bank.example")), ALICE]), true),
        (json!([ALICE, hex(&text("https://bank.example"))]), true),
        (json!([text("app.example.bank.example"), ALICE]), true),
        (json!([text("bank.example").replace('\n', "\r\n"), ALICE]), true),
        // what stands before it is skipped by some parsers, and hex can be signed as its bytes
        (json!([format!("\n{}", text("bank.example")), ALICE]), true),
        (json!([format!("Hello\n{}", text("bank.example")), ALICE]), true),
        (json!([text("app.example"), ALICE]), false),
        (json!([text("https://app.example"), ALICE]), false),
        (json!(["hello", ALICE]), false),
        (json!([text("bank.example").replace("account:", "account"), ALICE]), false),
    ] {
        let page = Page { origin: "https://app.example".into(), ..Page::default() };
        let world = World::of_page(page, options());
        world.join();
        let answer = world.request("personal_sign", params.clone());
        assert_eq!(world.is_open() && world.view() == "ReviewRequest", is_elsewhere, "{params}");
        assert_eq!(world.wallets.count("personal_sign"), usize::from(!is_elsewhere), "{params}");
        if !is_elsewhere {
            continue;
        }
        let slice = world.slice("review");
        let line = &slice["lines"][0];
        assert_eq!((&line["words"], &line["risk"]), (&json!("sign_in_elsewhere"), &json!("critical")));
        confirm(&world);
        assert_eq!(world.wallets.count("personal_sign"), 0, "not before it is ticked: {params}");
        accept(&world, true);
        confirm(&world);
        assert_eq!(world.wallets.count("personal_sign"), 1, "{params}");
        drop(answer);
    }
}
