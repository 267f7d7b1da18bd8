//! Which allowances there are, and what is said where that could not be learnt.

use super::support::*;
use crate::support::market::{DAI, word_of};
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::ports::provider::WalletEvent;

fn approve_of(hash: &str) -> Value {
    json!({"id": hash, "metadata": {"operationType": "approve", "hash": hash, "chain": "eip155:1337",
        "minedAt": "2023-11-01T00:00:00Z", "sentFrom": ALICE, "sentTo": DAI, "status": "confirmed", "nonce": 1}, "transfers": []})
}

fn hash_of(byte: &str) -> String {
    format!("0x{}", byte.repeat(32))
}

// Without the node's word about the amount an old log would be shown as an allowance.
// req: 10.37
#[test]
fn finds_allowances_in_history_and_logs_and_verifies_each() {
    let (world, ledger) = connected();
    // by the history: its transaction says whom
    let hash = hash_of("aa");
    world.chain.history.borrow_mut().push(("", json!({"data": [approve_of(&hash)], "next": null})));
    let data = format!("0x095ea7b3{}{ALL}", word_of(BOB));
    let sent = json!({"from": ALICE.to_lowercase(), "to": DAI.to_lowercase(), "input": data, "value": "0x0", "hash": hash});
    ledger.sent.borrow_mut().push((hash, sent));
    ledger.allow(DAI, BOB, "de0b6b3a7640000");
    // by the logs, one of which is spent by now
    ledger.log(USDC, ALICE, EVE);
    ledger.log(USDC, ALICE, BOB);
    ledger.log(DAI, BOB, EVE);
    ledger.allow(USDC, EVE, ALL);
    // because it is known
    ledger.allow(USDC, ROUTER, "ee6b280");
    ledger.allow(USDC, PERMIT2, ALL);
    ledger.through.borrow_mut().push((USDC.into(), ROUTER.into(), 7_000_000, 1_700_003_600));
    // in Permit2's own book, by its own log
    let topics: Vec<String> =
        [ALICE, DAI, EVE].iter().map(|address| format!("0x{}", word_of(address))).collect();
    let log =
        json!({"address": PERMIT2, "topics": [BY_PERMIT2, topics[0], topics[1], topics[2]], "data": "0x"});
    ledger.logs.borrow_mut().push(log);
    ledger.through.borrow_mut().push((DAI.into(), EVE.into(), 5_000_000_000_000_000_000, 1_700_003_600));
    look(&world);
    let mut found = rows(&world);
    found.sort();
    let mut wanted = vec![
        row(DAI, BOB, Some("1")),
        row(DAI, EVE, Some("5")),
        row(USDC, EVE, None),
        row(USDC, ROUTER, Some("250")),
        row(USDC, PERMIT2, None),
        row(USDC, ROUTER, Some("7")),
    ];
    wanted.sort();
    assert_eq!(found, wanted, "not of Bob, whose allowance is zero, nor of another owner");
    let rows = slice(&world)["rows"].as_array().unwrap().clone();
    let of = |amount: Value| rows.iter().find(|row| row["amount"] == amount).unwrap().clone();
    assert_eq!(
        [&of(json!("7"))["throughPermit2"], &of(json!("7"))["until"], &of(json!("250"))["symbol"]],
        [&json!(true), &json!("14 Nov 2023, 23:13"), &json!("USDC")]
    );
    assert_eq!(of(json!("1"))["symbol"], Value::Null, "no list of this account has it");
    assert_eq!(
        [&slice(&world)["logs"], &slice(&world)["unread"], &slice(&world)["isHistoryMissing"]],
        [&json!("all"), &json!(0), &json!(false)]
    );
}

/// A service that exchanges the labels of two tokens must not have the wrong allowance revoked.
// req: 10.12, 10.37
#[test]
fn shows_a_symbol_only_if_list_and_contract_agree() {
    for (own, symbol) in
        [(string_of("usdc"), json!("USDC")), (string_of("DAI"), Value::Null), (json!("0x"), Value::Null)]
    {
        let (world, ledger) = connected();
        world.chain.contract.borrow_mut().push((SYMBOL, own.clone()));
        ledger.allow(USDC, ROUTER, "ee6b280");
        look(&world);
        assert_eq!(rows(&world), [row(USDC, ROUTER, Some("250"))]);
        assert_eq!(slice(&world)["rows"][0]["symbol"], symbol, "{own}");
    }
}

// req: 10.37
#[test]
fn omits_expired_and_zero_allowances() {
    let (world, ledger) = connected();
    ledger.allow(USDC, ROUTER, "0");
    ledger.through.borrow_mut().push((USDC.into(), ROUTER.into(), 7, 1_699_999_999));
    look(&world);
    assert_eq!((slice(&world)["listPhase"].as_str(), rows(&world)), (Some("ready"), vec![]));
}

// req: 10.37
#[test]
fn reports_a_missing_log_search_and_lists_the_rest() {
    let (world, ledger) = connected();
    ledger.refuses.set(true);
    world.chain.history_status.set(500);
    ledger.allow(USDC, ROUTER, "ee6b280");
    look(&world);
    world.pass(20_000);
    assert_eq!(rows(&world), [row(USDC, ROUTER, Some("250"))]);
    assert_eq!(
        [&slice(&world)["logs"], &slice(&world)["isHistoryMissing"]],
        [&json!("refused"), &json!(true)]
    );
}

// req: 10.37
#[test]
fn searches_logs_in_bounded_ranges() {
    let (world, ledger) = connected();
    ledger.newest.set(1_000_000);
    look(&world);
    let asked: Vec<Value> = world
        .http
        .seen
        .borrow()
        .iter()
        .filter_map(|request| serde_json::from_str(&request.body.as_ref()?.text).ok())
        .filter(|call: &Value| call["method"] == "eth_getLogs")
        .map(|call| call["params"][0].clone())
        .collect();
    assert_eq!(asked.len(), 20, "ten ranges, in two books");
    let number = |text: &Value| u64::from_str_radix(&text.as_str().unwrap()[2..], 16).unwrap();
    for range in &asked {
        assert_eq!(number(&range["toBlock"]) - number(&range["fromBlock"]), 9_999);
        assert_eq!(range["topics"][1], format!("0x{}", word_of(ALICE)));
    }
    assert_eq!(slice(&world)["logs"], "part");
}

// Without a difference between "no" and "no word" a busy node hides an allowance.
// req: 10.37
#[test]
fn counts_an_allowance_as_unread_when_the_node_fails() {
    for (code, says) in [(1, None), (-32005, None), (0, Some(json!("0x12"))), (0, Some(json!({"x": 1})))] {
        let (world, ledger) = connected();
        ledger.allow(USDC, ROUTER, "ee6b280");
        ledger.fails.set(code);
        *ledger.says.borrow_mut() = says.clone();
        look(&world);
        world.pass(20_000);
        assert_eq!(
            (slice(&world)["listPhase"].as_str(), rows(&world)),
            (Some("failed"), vec![]),
            "{code} {says:?}"
        );
        ledger.fails.set(0);
        *ledger.says.borrow_mut() = None;
        world.dispatch(json!({"type": "approvals.retry"}));
        world.pass(6_000);
        assert_eq!(rows(&world), [row(USDC, ROUTER, Some("250"))]);
        assert_eq!(slice(&world)["unread"], 0);
    }
    // a contract that reverts has no allowance to give
    let (world, ledger) = connected();
    ledger.fails.set(3);
    look(&world);
    assert_eq!(
        (slice(&world)["listPhase"].as_str(), slice(&world)["unread"].clone()),
        (Some("ready"), json!(0))
    );
}

// req: 10.37
#[test]
fn ignores_malformed_logs() {
    let (world, ledger) = connected();
    ledger.allow(USDC, ROUTER, "ee6b280");
    ledger.logs.borrow_mut().extend([
        json!(7),
        json!({"topics": [APPROVAL]}),
        json!({"address": "0x", "topics": [APPROVAL, word_of(ALICE), word_of(EVE)]}),
        json!({"address": USDC, "topics": [APPROVAL, format!("0x{}", word_of(ALICE)), "0xzz"]}),
    ]);
    look(&world);
    assert_eq!((rows(&world).len(), slice(&world)["logs"].clone()), (1, json!("all")));
}

// req: 10.37
#[test]
fn drops_the_list_and_late_responses_of_the_previous_account() {
    let (world, ledger) = connected();
    ledger.allow(USDC, ROUTER, "ee6b280");
    look(&world);
    assert_eq!(rows(&world).len(), 1);
    ledger.holds.set(true);
    world.dispatch(json!({"type": "approvals.retry"}));
    world.run();
    ledger.holds.set(false);
    world.dispatch(json!({"type": "networks.choose", "network": "eip155:1338"}));
    world.pass(2_000);
    assert_eq!(rows(&world), vec![]);
    ledger.held.let_go();
    world.pass(6_000);
    assert_eq!(rows(&world), vec![], "what was asked of the other network");
    world.wallets.tell(1, &WalletEvent::Accounts(json!([])));
    world.pass(3_000);
    assert_eq!(rows(&world), vec![]);
}

// req: 10.37
#[test]
fn reports_a_namespace_without_allowances() {
    let world = World::of_family(
        "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
        "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv",
    );
    world.open("Permissions");
    world.pass(2_000);
    assert_eq!(
        (slice(&world)["listPhase"].as_str(), world.slice("permissions")["off"].clone()),
        (Some("off"), json!(true))
    );
}

// Anybody can write a log about anyone: what one holds is asked about before a stranger's tokens.
// req: 10.37
#[test]
fn lists_held_tokens_despite_a_flood_of_foreign_tokens() {
    let (world, ledger) = connected();
    for n in 1..=300 {
        let token = format!("0x{n:040x}");
        ledger.log(&token, ALICE, EVE);
    }
    ledger.log(USDC, ALICE, EVE);
    ledger.allow(USDC, EVE, ALL);
    ledger.allow(USDC, ROUTER, "ee6b280");
    look(&world);
    let mut found = rows(&world);
    found.sort();
    let mut wanted = vec![row(USDC, EVE, None), row(USDC, ROUTER, Some("250"))];
    wanted.sort();
    assert_eq!((found, &slice(&world)["isCut"]), (wanted, &json!(true)));
}

// As many logs as an answer holds: the last of them is read as the first is.
// req: 10.37
#[test]
fn reads_every_log_of_a_full_response() {
    let (world, ledger) = connected();
    for _ in 0..2_500 {
        ledger.log(DAI, ALICE, EVE);
    }
    ledger.log(USDC, ALICE, BOB);
    ledger.allow(USDC, BOB, ALL);
    look(&world);
    assert_eq!((rows(&world), &slice(&world)["logs"]), (vec![row(USDC, BOB, None)], &json!("all")));
}
