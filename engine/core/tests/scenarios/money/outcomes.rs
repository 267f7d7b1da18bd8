//! What a wallet's error says of what was sent: by its code, or by its words and the node together; everything else is unknown, and followed
//! by what the sender does next (decision 39, "Not sent, unknown and sent").

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::ports::provider::ProviderFault;

const NO: &str = "review";
const FAILED: &str = "failed";
const UNKNOWN: &str = "unknown";

/// A wallet's error, and the phase it leads to: where the node counts as before, and where it counts one more.
struct Row(&'static str, i64, Option<i64>, &'static str, &'static str, &'static str);

/// As wallets were seen to fail.
const TABLE: [Row; 50] = [
    // its code says that nothing was sent
    Row("a no", 4001, None, "User rejected the request.", NO, NO),
    Row("a no of MetaMask", 4001, None, "MetaMask Tx Signature: User denied transaction signature.", NO, NO),
    Row("a no inside", -32603, Some(4001), "Internal JSON-RPC error.", NO, NO),
    Row("a no around", 4001, Some(-32603), "ethers-user-denied", NO, NO),
    Row("a no of a relay wallet", 5000, None, "User rejected.", NO, NO),
    Row("a no of a relay wallet, methods", 5002, None, "User rejected methods.", NO, NO),
    Row("locked", 4100, None, "The requested account has not been authorized", FAILED, FAILED),
    Row("no such method", 4200, None, "Unsupported method", FAILED, FAILED),
    Row("no such method, by the standard", -32601, None, "Method not found", FAILED, FAILED),
    Row("bad parameters", -32602, None, "Invalid params: invalid gas", FAILED, FAILED),
    Row(
        "another is open",
        -32002,
        None,
        "Request of type 'eth_sendTransaction' already pending",
        FAILED,
        UNKNOWN,
    ),
    Row("another is open, inside", -32603, Some(-32002), "A window is already open", FAILED, UNKNOWN),
    Row("of a node behind the wallet", -32002, None, "request timed out", UNKNOWN, UNKNOWN),
    Row("of a node, inside", -32603, Some(-32002), "request timed out", UNKNOWN, UNKNOWN),
    Row("of a node that names requests", -32002, None, "Pending request timed out", UNKNOWN, UNKNOWN),
    Row("by the standard", -32002, None, "Resource unavailable", UNKNOWN, UNKNOWN),
    Row("unavailable, without words", -32002, None, "", UNKNOWN, UNKNOWN),
    // a user's no in words alone
    Row("no code", 0, None, "User rejected the request", NO, UNKNOWN),
    Row("a no in words", -32603, None, "User denied transaction signature", NO, UNKNOWN),
    Row("a no of a hardware wallet", -32603, None, "Ledger: action cancelled by the user", NO, UNKNOWN),
    Row("one word", 0, None, "Cancelled", NO, UNKNOWN),
    // what a node says before it takes anything
    Row("geth", -32000, None, "insufficient funds for gas * price + value: have 1 want 2", FAILED, UNKNOWN),
    Row(
        "geth, wrapped",
        -32603,
        Some(-32000),
        "err: insufficient funds for gas * price + value",
        FAILED,
        UNKNOWN,
    ),
    Row("no code, no funds", 0, None, "insufficient funds for transfer", FAILED, UNKNOWN),
    Row(
        "nethermind",
        -32010,
        None,
        "InsufficientFunds, Balance is 0 less than sending value",
        FAILED,
        UNKNOWN,
    ),
    Row("besu", -32004, None, "Upfront cost exceeds account balance", FAILED, UNKNOWN),
    Row("hardhat", -32000, None, "Sender doesn't have enough funds to send tx.", FAILED, UNKNOWN),
    Row("gas", -32000, None, "intrinsic gas too low: have 20000, want 21000", FAILED, UNKNOWN),
    Row("the fee", -32000, None, "max fee per gas less than block base fee: address 0x00", FAILED, UNKNOWN),
    Row("the fee, erigon", -32000, None, "fee cap less than block base fee", FAILED, UNKNOWN),
    Row(
        "the estimate",
        -32603,
        None,
        "execution reverted: ERC20: transfer amount exceeds balance",
        FAILED,
        UNKNOWN,
    ),
    Row("the estimate, with a code", 3, None, "execution reverted", FAILED, UNKNOWN),
    Row(
        "the estimate, without words",
        -32603,
        None,
        "cannot estimate gas; transaction may fail",
        FAILED,
        UNKNOWN,
    ),
    // what a wallet says that has sent, or might have
    Row("known", -32000, None, "already known", UNKNOWN, UNKNOWN),
    Row(
        "known, openethereum",
        -32010,
        None,
        "Transaction with the same hash was already imported.",
        UNKNOWN,
        UNKNOWN,
    ),
    Row("twice", -32000, None, "nonce too low: next nonce 8, tx nonce 7", UNKNOWN, UNKNOWN),
    Row("twice, at another fee", -32000, None, "replacement transaction underpriced", UNKNOWN, UNKNOWN),
    Row("twice, and poor by then", -32000, None, "already known; insufficient funds", UNKNOWN, UNKNOWN),
    Row("the node is gone", -32603, None, "Failed to fetch", UNKNOWN, UNKNOWN),
    Row("the node is slow", -32603, None, "Request timed out", UNKNOWN, UNKNOWN),
    Row(
        "web3",
        -32603,
        None,
        "Transaction was not mined within 50 blocks, please make sure",
        UNKNOWN,
        UNKNOWN,
    ),
    Row("a gateway", -32603, None, "Non-200 status code: '502'", UNKNOWN, UNKNOWN),
    Row("too many", -32005, None, "Request limit exceeded", UNKNOWN, UNKNOWN),
    Row("internal", -32603, None, "Internal JSON-RPC error.", UNKNOWN, UNKNOWN),
    Row("without words", -32603, None, "", UNKNOWN, UNKNOWN),
    Row("its port is gone", 4900, None, "MetaMask: Disconnected from chain.", UNKNOWN, UNKNOWN),
    Row("another chain", 4901, None, "not connected to the chain", UNKNOWN, UNKNOWN),
    Row("going away", 1011, None, "", UNKNOWN, UNKNOWN),
    Row("no code, no words", 0, None, "", UNKNOWN, UNKNOWN),
    Row(
        "of Polygon",
        -32000,
        None,
        "transaction underpriced: gas tip cap 1000, minimum needed 25",
        UNKNOWN,
        UNKNOWN,
    ),
];

fn thrown(row: &Row) -> Answer {
    let fault = ProviderFault {
        code: row.1,
        message: row.3.into(),
        original_code: row.2,
        answered: false,
        data: None,
    };
    Box::pin(async move { Err(fault) })
}

/// A wallet that fails in this way, and might have sent before.
fn fails(world: &World, row: &'static Row, sends: bool) {
    let chain = world.chain.clone();
    world.but(1, move |method, params| {
        (method == "eth_sendTransaction").then(|| {
            if sends {
                chain.broadcast(params);
            }
            thrown(row)
        })
    });
}

fn confirm(world: &World) -> wallet_engine::flow::Join {
    let join = world.dispatch(json!({"type": "send.confirm"}));
    world.pass(200);
    join
}

fn phase(world: &World) -> String {
    world.slice("send")["phase"].as_str().unwrap().into()
}

fn list(world: &World) -> Vec<Value> {
    world.slice("transactions")["list"].as_array().unwrap().clone()
}

// req: 8.33, 10.31, 10.59
#[test]
fn never_asks_again_after_a_wallet_error_that_might_hide_a_send() {
    for row in &TABLE {
        for (sends, expected) in [(false, row.4), (true, row.5)] {
            let world = previewed();
            fails(&world, row, sends);
            let asked = confirm(&world);
            let name = format!("{}, sent: {sends}", row.0);
            assert_eq!(phase(&world), expected, "{name}");
            assert!(world.settled(&asked).is_err(), "{name}");
            assert_eq!(list(&world).len(), usize::from(expected == UNKNOWN), "{name}");
            let is_said = world.toasts().iter().any(|toast| toast == "Send failed");
            assert_eq!(is_said, expected == FAILED, "{name}: {:?}", world.toasts());
            // what might have been sent is not asked for again by another press
            world.willing(1);
            world.dispatch(json!({"type": "send.confirm"}));
            let times = if expected == UNKNOWN { 1 } else { 2 };
            assert_eq!(world.wallets.count("eth_sendTransaction"), times, "{name}");
        }
    }
}

// req: 10.31
#[test]
fn finds_and_tracks_what_a_failed_wallet_sent() {
    let row = TABLE.iter().find(|row| row.3 == "Failed to fetch").unwrap();
    let world = previewed();
    fails(&world, row, true);
    confirm(&world);
    assert_eq!(phase(&world), UNKNOWN);
    assert_eq!(world.slice("send")["hash"], Value::Null);
    world.chain.mine();
    world.pass(1_000);
    let item = list(&world)[0].clone();
    assert_eq!((&item["hash"], &item["status"]), (&json!(hash()), &json!("confirmed")));
    let told: Vec<Value> =
        world.host.details("wallet-transaction").iter().map(|of| of["status"].clone()).collect();
    assert_eq!(told, [json!("unknown"), json!("sent"), json!("confirmed")]);
    world.celebrated();
    assert_eq!(world.view(), "Account", "it ends as any other");
}

#[test]
fn ignores_other_transactions_of_the_sender() {
    let row = TABLE.iter().find(|row| row.3 == "Failed to fetch").unwrap();
    let world = previewed();
    fails(&world, row, false);
    confirm(&world);
    for (to, value) in [(ALICE, "0x14d1120d7b160000"), (BOB, "0x1")] {
        world.chain.broadcast(&json!([{"from": ALICE, "to": to, "value": value}]));
    }
    world.chain.mine();
    world.pass(5_000);
    assert_eq!(list(&world)[0]["hash"], Value::Null);
    assert_eq!(phase(&world), UNKNOWN);
    let looked = world.asked("eth_getBlockByNumber");
    world.pass(10_000);
    assert_eq!(world.asked("eth_getBlockByNumber"), looked, "what was looked at is not looked at again");
    world.chain.broadcast(&world.wallets.last("eth_sendTransaction").unwrap());
    world.chain.mine();
    world.pass(10_000);
    assert_eq!(list(&world)[0]["hash"], hash());
}

// req: 10.31
#[test]
fn finds_an_unknown_send_after_a_reload() {
    let row = TABLE.iter().find(|row| row.3 == "already known").unwrap();
    let world = previewed();
    fails(&world, row, false);
    confirm(&world);
    let asked = world.wallets.last("eth_sendTransaction").unwrap();
    let world = world.reload();
    world.chain.broadcast(&asked);
    world.chain.mine();
    *world.chain.sent.borrow_mut() = Some(asked[0].clone());
    world.pass(3_000);
    assert_eq!((&list(&world)[0]["hash"], &list(&world)[0]["status"]), (&json!(hash()), &json!("confirmed")));
}

#[test]
fn never_gives_a_transaction_to_two_entries() {
    let row = TABLE.iter().find(|row| row.3 == "Failed to fetch").unwrap();
    let world = previewed();
    fails(&world, row, false);
    confirm(&world);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.form("1.5", BOB);
    world.dispatch(json!({"type": "send.review"}));
    let chain = world.chain.clone();
    world.but(1, move |method, params| {
        (method == "eth_sendTransaction").then(|| {
            chain.broadcast(params);
            ok(json!(hash()))
        })
    });
    confirm(&world);
    world.chain.mine();
    world.pass(60_000);
    let list = list(&world);
    assert_eq!(list.len(), 2);
    assert_eq!((&list[0]["hash"], &list[1]["hash"]), (&json!(hash()), &Value::Null), "{list:?}");
}

// the words count with the node alone
#[test]
fn treats_a_wallets_error_text_as_unknown_without_a_node_count() {
    let row = TABLE.iter().find(|row| row.0 == "geth").unwrap();
    type Change = fn(&World);
    let cases: [(&str, Change); 3] = [
        ("the node is gone", |world| world.chain.node_down.set(true)),
        ("a contract sends by others", |world| {
            world.chain.code.set("0x6001");
            world.dispatch(json!({"type": "send.review"}));
        }),
        ("it counts less than before", |world| world.chain.mined.set(6)),
    ];
    for (name, change) in cases {
        let world = previewed();
        fails(&world, row, false);
        if name.starts_with("a contract") {
            world.dispatch(json!({"type": "router.back"}));
            change(&world);
        } else {
            change(&world);
        }
        confirm(&world);
        world.pass(10_000);
        assert_eq!(phase(&world), UNKNOWN, "{name}");
    }
}

#[test]
fn ignores_a_nonce_that_arrives_after_the_click() {
    let row = TABLE.iter().find(|row| row.0 == "geth").unwrap();
    let world = World::connected();
    world.open("Account");
    world.form("1.5", BOB);
    let held = HeldResponses::default();
    let answers = held.clone();
    let chain = world.chain.clone();
    world.served(move |request| {
        let is_count = request.body.as_ref()?.text.contains("eth_getTransactionCount");
        let (chain, request) = (chain.clone(), request.clone());
        is_count.then(|| answers.hold(Box::pin(async move { respond(&chain, &request) })))
    });
    world.dispatch(json!({"type": "send.review"}));
    fails(&world, row, true);
    confirm(&world);
    held.let_go();
    world.pass(200);
    assert_eq!(phase(&world), UNKNOWN);
}

#[test]
fn reports_a_request_already_open_in_the_wallet() {
    let row = TABLE.iter().find(|row| row.1 == -32002).unwrap();
    let world = previewed();
    fails(&world, row, false);
    confirm(&world);
    assert_eq!(world.slice("send")["fault"], json!({"cause": "busy", "reason": null}));
    // a node that ran out of time is none
    let row = TABLE.iter().find(|row| row.3 == "request timed out").unwrap();
    let world = previewed();
    fails(&world, row, false);
    confirm(&world);
    assert_eq!(world.slice("send")["fault"], Value::Null);
}

// req: 10.31
#[test]
fn applies_a_networks_error_text_to_that_network_only() {
    let row = TABLE.iter().find(|row| row.0 == "of Polygon").unwrap();
    let mut options = options();
    options["networks"] = json!([network(137, "Polygon")]);
    let world = World::with(options, Default::default());
    world.chain.stands.set(137);
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.connect("dev.demo");
    world.open("Account");
    world.form("1.5", BOB);
    world.dispatch(json!({"type": "send.review"}));
    fails(&world, row, false);
    confirm(&world);
    assert_eq!(phase(&world), FAILED);
}

// req: 8.33
#[test]
fn reports_unknown_and_found_sends_to_the_page() {
    let params = json!([{"from": ALICE, "to": BOB, "value": "0x1", "chainId": "0x539"}]);
    for row in &TABLE {
        let world = World::connected();
        fails(&world, row, row.5 == UNKNOWN);
        let asked = world.request("eth_sendTransaction", params.clone());
        world.pass(200);
        let error = world.settled(&asked).unwrap_err();
        let told: Vec<Value> = world.host.details("wallet-transaction");
        let expected = usize::from(row.5 == UNKNOWN);
        assert_eq!(told.len(), expected, "{}: {told:?}", row.0);
        if row.5 == NO {
            assert_eq!(error, Error::UserRejected, "{}", row.0);
        } else {
            assert_ne!(error, Error::UserRejected, "{}: words alone are no code", row.0);
        }
        world.chain.mine();
        world.pass(2_000);
        let told: Vec<Value> = world.host.details("wallet-transaction");
        let statuses: Vec<&str> = told.iter().map(|of| of["status"].as_str().unwrap()).collect();
        let hashes: Vec<&Value> = told.iter().map(|of| &of["hash"]).collect();
        if row.5 == UNKNOWN {
            let found = json!(hash());
            assert_eq!(statuses, ["unknown", "sent", "confirmed"]);
            assert_eq!(hashes, [&Value::Null, &found, &found]);
        }
    }
}

// the other journeys that ask a wallet for money
#[test]
fn marks_an_unclear_swap_or_revocation_as_unknown() {
    let row = TABLE.iter().find(|row| row.3 == "Failed to fetch").unwrap();
    let (world, _) = World::at_market();
    world.swap_previewed("USDC", "native", "250");
    world.but(1, |method, _| (method == "eth_sendTransaction").then(|| thrown(row)));
    world.swap_confirm();
    world.pass(200);
    assert_eq!((&world.slice("swap")["phase"], list(&world).len()), (&json!(UNKNOWN), 1));
    world.swap_confirm();
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);

    let (world, _) = super::revoke::previewed();
    world.but(1, |method, _| (method == "eth_sendTransaction").then(|| thrown(row)));
    let confirm = || world.dispatch(json!({"type": "approvals.confirm"}));
    confirm();
    world.pass(200);
    assert_eq!((&world.slice("approvals")["phase"], list(&world).len()), (&json!(UNKNOWN), 1));
    confirm();
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
}

// req: 8.33
#[test]
fn rejects_a_page_request_by_error_text_only_with_a_node_count() {
    let row = TABLE.iter().find(|row| row.0 == "a no in words").unwrap();
    let params = json!([{"from": ALICE, "to": BOB, "value": "0x1", "chainId": "0x539"}]);
    let world = World::connected();
    world.chain.node_down.set(true);
    fails(&world, row, false);
    let asked = world.request("eth_sendTransaction", params);
    world.pass(200);
    assert!(matches!(world.settled(&asked), Err(Error::Rpc { code: -32603, .. })));
    assert_eq!(world.host.details("wallet-transaction").last().unwrap()["status"], "unknown");
}
