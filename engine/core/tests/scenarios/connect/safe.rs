//! The page inside a Safe: it connects by itself, and what is sent is a proposal that its owners decide about.

use crate::support::*;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;
use wallet_engine::caip::Namespace;
use wallet_engine::ports::provider::{Announced, PageWallet, WalletKind};

const PROPOSAL: &str = "0x5afe000000000000000000000000000000000000000000000000000000000001";
const HASH: &str = "0x7a5e000000000000000000000000000000000000000000000000000000000002";
const SAFE: &str = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const OWNER: &str = ALICE;

/// What the Safe says of its proposal.
type CallStatus = Rc<Cell<u64>>;

fn announce(world: &World) {
    world.engine.announce(Announced {
        kind: WalletKind::Safe,
        handle: PageWallet(1),
        id: "safe".into(),
        name: "Safe".into(),
        icon: None,
        picture: None,
        rdns: None,
        namespaces: vec![Namespace::Eip155],
    });
    world.run();
    world.pass(2_000);
}

fn willing(world: &World, status: &CallStatus) {
    world.holds(1, &[SAFE]);
    let status = status.clone();
    world.but(1, move |method, _| match method {
        "wm_connect" => Some(ok(json!({"accounts": [SAFE], "chain": "eip155:1337"}))),
        "eth_sendTransaction" => Some(ok(json!(PROPOSAL))),
        "wallet_getCallsStatus" => Some(ok(match status.get() {
            200 => json!({"status": 200, "receipts": [{"transactionHash": HASH}]}),
            status => json!({"status": status}),
        })),
        _ => None,
    });
}

fn page() -> (World, CallStatus) {
    let status = CallStatus::new(Cell::new(100));
    let world = World::new();
    willing(&world, &status);
    announce(&world);
    (world, status)
}

// req: 1.7
#[test]
fn connects_on_its_own_until_the_user_disconnects() {
    let (world, _) = page();
    assert_eq!(world.slice("account")["address"], SAFE);
    assert!(!world.is_open());
    let told = world.host.details("wallet-connect");
    assert_eq!((told.len(), &told[0]["connectorId"]), (1, &json!("safe")));
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.pass(5_000);
    let again = world.reload();
    willing(&again, &CallStatus::new(Cell::new(100)));
    announce(&again);
    again.pass(5_000);
    assert_eq!(again.slice("account")["address"], Value::Null);
    // manually it comes back
    again.connect("safe");
    assert_eq!(again.slice("account")["address"], SAFE);
}

// req: 1.7
#[test]
fn keeps_an_account_that_is_already_connected() {
    let world = World::connected();
    world.but(2, |method, _| {
        (method == "wm_connect").then(|| ok(json!({"accounts": [SAFE], "chain": "eip155:1337"})))
    });
    let before = world.slice("account")["address"].clone();
    world.engine.announce(Announced {
        kind: WalletKind::Safe,
        handle: PageWallet(2),
        id: "safe".into(),
        name: "Safe".into(),
        icon: None,
        picture: None,
        rdns: None,
        namespaces: vec![Namespace::Eip155],
    });
    world.pass(5_000);
    assert_eq!(world.slice("account")["address"], before);
    assert_eq!(world.host.details("wallet-connect").len(), 1);
}

/// What the owners' transaction carries, as the node has it: by one of them, to `to`, and what the Safe logs of it.
fn carried(world: &World, to: &'static str, input: &str, log: Value) {
    let input = input.to_string();
    world.served(move |request| {
        let text = &request.body.as_ref()?.text;
        let result = match () {
            () if !text.contains(HASH) && !text.contains("eth_getCode") => return None,
            () if text.contains("eth_getTransactionByHash") => {
                json!({"hash": HASH, "from": OWNER, "to": to, "value": "0x0", "input": input, "nonce": "0x1"})
            }
            () if text.contains("eth_getTransactionReceipt") => {
                json!({"status": "0x1", "blockHash": HASH, "blockNumber": "0x11", "transactionHash": HASH, "logs": [log]})
            }
            () if text.contains("eth_getCode") => json!("0x6080"),
            () => return None,
        };
        Some(Box::pin(async move {
            status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": result}).to_string()).await
        }))
    });
}

const EXECUTED: &str = "0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e";
const FAILED: &str = "0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23";

/// As a Safe logs one of its transactions since version 1.4.
fn done(kind: &str, hash: &str) -> Value {
    json!({"address": SAFE, "topics": [kind, hash], "data": format!("0x{:064x}", 0)})
}

fn send(world: &World) {
    world.open("Account");
    world.form("1.5", BOB);
    world.pass(4_000);
    world.dispatch(json!({"type": "send.review"}));
    world.pass(4_000);
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(4_000);
}

fn item(world: &World) -> Value {
    world.slice("transactions")["list"][0].clone()
}

/// What is sent, in a Safe's own transaction (`execTransaction`).
fn exec(value: u64, operation: u8, gas_price: u8) -> String {
    let to = format!("{:0>64}", BOB.trim_start_matches("0x").to_lowercase());
    let word = |of: u64| format!("{of:064x}");
    let head = [to, word(value), word(320), word(operation.into()), word(0), word(0), word(gas_price.into())];
    // a signature of 65 bytes, and zeros behind it
    let tail = [word(0), word(0), word(352), word(0), word(65), "1".repeat(130), "0".repeat(62)].concat();
    format!("0x6a761202{}{tail}", head.concat())
}

const UNITS: u64 = 1_500_000_000_000_000_000;

// req: 10.27
#[test]
fn follows_a_proposal_from_its_owners_to_its_block() {
    let (world, status) = page();
    carried(&world, SAFE, &exec(UNITS, 0, 0), done(EXECUTED, PROPOSAL));
    send(&world);
    assert_eq!((&item(&world)["status"], &item(&world)["hash"]), (&json!("sent"), &Value::Null));
    assert_eq!(item(&world)["explorerUrl"], Value::Null, "the hash of a proposal is no transaction's");
    // they take their time: nothing is slow or unknown about it
    world.pass(120_000);
    assert_eq!((&item(&world)["status"], &item(&world)["hash"]), (&json!("sent"), &Value::Null));
    assert_eq!(world.slice("send")["phase"], "confirming");
    status.set(200);
    world.pass(60_000);
    assert_eq!((&item(&world)["status"], &item(&world)["hash"]), (&json!("confirmed"), &json!(HASH)));
}

// req: 10.27
#[test]
fn fails_when_the_owners_reject_the_proposal() {
    let (world, status) = page();
    send(&world);
    status.set(400);
    world.pass(60_000);
    assert_eq!(item(&world)["status"], "failed");
}

/// The transaction that Safe names counts only if the Safe carried out the proposal, and the proposal is what was shown.
// req: 10.27, 10.59
#[test]
fn confirms_only_the_safes_own_transaction_for_the_proposal() {
    const ELSE: &str = "0x5afe000000000000000000000000000000000000000000000000000000000009";
    const RELAY: &str = "0x70997970c51812dc3a010c7d01b50e0d17dc79c9";
    let shown = exec(UNITS, 0, 0);
    let older = json!({"address": SAFE, "topics": [EXECUTED], "data": format!("{PROPOSAL}{:064x}", 0)});
    let of_another = json!({"address": BOB, "topics": [EXECUTED, PROPOSAL], "data": "0x"});
    for (what, to, input, log, last) in [
        ("an older Safe", SAFE, shown.clone(), older, "confirmed"),
        (
            "through a relay",
            RELAY,
            format!("0x01020304{}", &shown[2..]),
            done(EXECUTED, PROPOSAL),
            "confirmed",
        ),
        ("another proposal", SAFE, shown.clone(), done(EXECUTED, ELSE), "unread"),
        (
            "another proposal, relayed",
            RELAY,
            format!("0x01020304{}", &shown[2..]),
            done(EXECUTED, ELSE),
            "unread",
        ),
        ("no event", SAFE, shown.clone(), json!({}), "unread"),
        ("a failed one", SAFE, shown.clone(), done(FAILED, PROPOSAL), "unread"),
        ("the event of another contract", SAFE, shown.clone(), of_another, "unread"),
        ("foreign code", SAFE, exec(UNITS, 1, 0), done(EXECUTED, PROPOSAL), "unread"),
        ("gas paid back", SAFE, exec(UNITS, 0, 1), done(EXECUTED, PROPOSAL), "unread"),
        ("another value", SAFE, exec(UNITS + 1, 0, 0), done(EXECUTED, PROPOSAL), "differs"),
    ] {
        let (world, status) = page();
        carried(&world, to, &input, log);
        send(&world);
        status.set(200);
        world.pass(60_000);
        assert_eq!(item(&world)["status"], last, "{what}");
    }
}

// req: 6.5
#[test]
fn returns_the_proposal_for_a_page_request() {
    let (world, _) = page();
    let call = json!([{"from": SAFE, "to": BOB, "value": "0x1"}]);
    let asked = world.engine.request("eip155", "eth_sendTransaction", call);
    world.pass(30_000);
    assert_eq!(world.json(&asked), json!(PROPOSAL));
    assert_eq!(world.asked("eth_getTransactionByHash"), 0);
}

// req: 4.26, 10.59
#[test]
fn follows_a_page_request_from_proposal_to_block() {
    for (value, last) in [(1, "confirmed"), (2, "differs")] {
        let (world, status) = page();
        carried(&world, SAFE, &exec(value, 0, 0), done(EXECUTED, PROPOSAL));
        let call = json!([{"from": SAFE.to_lowercase(), "to": BOB, "value": "0x1"}]);
        drop(world.engine.request("eip155", "eth_sendTransaction", call));
        world.pass(120_000);
        assert_eq!((&item(&world)["status"], &item(&world)["hash"]), (&json!("sent"), &Value::Null));
        status.set(200);
        world.pass(60_000);
        assert_eq!((&item(&world)["status"], &item(&world)["hash"]), (&json!(last), &json!(HASH)));
        // the page knows it by what it was given
        let told = world.host.details("wallet-transaction");
        let told: Vec<_> = told.iter().map(|one| (one["hash"].clone(), one["status"].clone())).collect();
        assert_eq!(told, [(json!(PROPOSAL), json!("sent")), (json!(PROPOSAL), json!(last))]);
    }
}

// req: 1.7 6.4
#[test]
fn returns_the_executed_transactions_receipt_for_a_proposal() {
    let (world, said) = page();
    world.served(|request| {
        let text = &request.body.as_ref()?.text;
        let result = match text.contains(HASH) {
            _ if !text.contains("eth_getTransactionReceipt") => return None,
            true => json!({"status": "0x1", "transactionHash": HASH}),
            false => Value::Null,
        };
        Some(status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": result}).to_string()))
    });
    let receipt = |hash: &str| {
        let asked = world.engine.request("eip155", "eth_getTransactionReceipt", json!([hash]));
        world.pass(1_000);
        world.json(&asked)
    };
    assert_eq!(receipt(PROPOSAL), Value::Null, "its owners have not decided");
    said.set(200);
    assert_eq!(receipt(PROPOSAL), json!({"status": "0x1", "transactionHash": PROPOSAL}));
    // no answer of the wallet: by the hash itself
    said.set(400);
    assert_eq!(receipt(HASH), json!({"status": "0x1", "transactionHash": HASH}));
}

// req: 1.7 6.4
#[test]
fn returns_the_executed_transaction_for_a_proposal() {
    let (world, said) = page();
    world.served(|request| {
        let text = &request.body.as_ref()?.text;
        let result = match text.contains(HASH) {
            _ if !text.contains("eth_getTransactionByHash") => return None,
            true => json!({"hash": HASH, "from": OWNER, "to": SAFE}),
            false => Value::Null,
        };
        Some(status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": result}).to_string()))
    });
    let transaction = |hash: &str| {
        let asked = world.engine.request("eip155", "eth_getTransactionByHash", json!([hash]));
        world.pass(1_000);
        world.json(&asked)
    };
    assert_eq!(transaction(PROPOSAL), Value::Null, "its owners have not decided");
    said.set(200);
    assert_eq!(transaction(PROPOSAL), json!({"hash": PROPOSAL, "from": OWNER, "to": SAFE}));
    said.set(400);
    assert_eq!(transaction(HASH), json!({"hash": HASH, "from": OWNER, "to": SAFE}));
}

// req: 10.12
#[test]
fn reviews_other_wallets_requests_under_their_own_name() {
    const KEY: &str = "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g";
    let status = CallStatus::new(Cell::new(100));
    let mut options = options();
    options["networks"].as_array_mut().unwrap().push(json!({
        "id": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "caipNetworkId": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
        "chainNamespace": "solana", "name": "Solana",
        "nativeCurrency": {"name": "Solana", "symbol": "SOL", "decimals": 9},
        "rpcUrls": {"default": {"http": ["http://localhost:9999"]}}
    }));
    let world = World::with(options, Default::default());
    willing(&world, &status);
    announce(&world);
    world.but(2, |method, _| {
        let account = json!([{"chain": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "address": KEY}]);
        (method == "wm_connect").then(|| ok(json!({ "accounts": account })))
    });
    world.engine.announce(Announced {
        kind: WalletKind::Announced,
        handle: PageWallet(2),
        id: "solana".into(),
        name: "Sun Wallet".into(),
        icon: None,
        picture: None,
        rdns: None,
        namespaces: vec![Namespace::Solana],
    });
    world.run();
    world.connect("solana");
    let review = |namespace: &str, method: &str, params: Value| {
        let asked = world.engine.request(namespace, method, params);
        world.run();
        world.pass(2_000);
        let review = world.slice("review");
        assert!(review["id"].is_number(), "{namespace}");
        world.dispatch(json!({"type": "review.cancel"}));
        assert!(world.settled(&asked).is_err());
        (review["proposes"].clone(), review["wallet"].clone())
    };
    let words = || json!({"message": "2Lb", "pubkey": KEY});
    let call = || json!([{"from": SAFE, "to": OWNER, "data": "0xdeadbeef"}]);
    for shown in ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "eip155:1337"] {
        world.dispatch(json!({"type": "networks.choose", "network": shown}));
        world.pass(2_000);
        assert_eq!(world.slice("account")["proposes"], shown.starts_with("eip155"), "{shown}");
        let of_other = review("solana", "solana_signMessage", words());
        assert_eq!(of_other, (json!(false), json!("Sun Wallet")), "{shown}");
        assert_eq!(review("eip155", "eth_sendTransaction", call()), (json!(true), json!("Safe")), "{shown}");
    }
}
