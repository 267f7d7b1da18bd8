//! What a page has a wallet send on eip155 is followed as what is sent by the modal (decision 270, "A page's sends on eip155").

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::constants::{HOST_TRANSACTIONS_MAX, TRANSACTIONS_MAX};
use wallet_engine::ports::clock::Clock;

fn read_never() -> Value {
    let mut options = options();
    options["reviewRequests"] = json!("never");
    options
}

/// Connected; nothing is in a block yet.
fn page() -> World {
    let world = World::with(read_never(), Default::default());
    world.join();
    world.chain.receipt.set(None);
    world
}

fn reload(world: World) -> World {
    let world = world.reload_with(read_never());
    world.returns();
    world
}

fn call(value: &str) -> Value {
    json!([{"from": ALICE.to_lowercase(), "to": BOB, "value": value, "gas": "0x5208"}])
}

fn send(world: &World, value: &str) -> String {
    let sent = world.request("eth_sendTransaction", call(value));
    let hash = world.json(&sent).as_str().unwrap().to_owned();
    world.run();
    hash
}

fn told(world: &World) -> Vec<(String, String)> {
    let text = |one: &Value, name: &str| one[name].as_str().unwrap_or_default().to_owned();
    let all = world.host.details("wallet-transaction");
    all.iter().map(|one| (text(one, "hash"), text(one, "status"))).collect()
}

fn statuses(world: &World) -> Vec<String> {
    told(world).into_iter().map(|(_, status)| status).collect()
}

fn list(world: &World) -> Vec<Value> {
    world.slice("transactions")["list"].as_array().unwrap().clone()
}

fn describe(world: &World, hash: &str, more: Value) {
    let mut command = json!({"type": "transactions.describe", "hash": hash, "description": "Mint Cat #3"});
    for (name, value) in more.as_object().unwrap() {
        command[name] = value.clone();
    }
    let said = world.dispatch(command);
    assert!(world.settled(&said).is_ok());
}

/// The node has this transaction of Alice under a hash, and counts blocks.
fn serve(world: &World, result: impl Fn(&str, &Value) -> Option<Value> + 'static) {
    world.served(move |request| {
        let call: Value = serde_json::from_str(&request.body.as_ref()?.text).ok()?;
        let result = result(call["method"].as_str()?, &call["params"])?;
        Some(status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": result}).to_string()))
    });
}

// req: 4.26, 10.31
#[test]
fn tracks_a_page_send_to_its_end() {
    for method in ["eth_sendTransaction", "wallet_sendTransaction"] {
        for (receipt, status) in [("0x1", "confirmed"), ("0x0", "failed")] {
            let world = page();
            let chain = world.chain.clone();
            world.but(1, move |asked, params| {
                (asked == "wallet_sendTransaction").then(|| chain.says_yes("eth_sendTransaction", params))
            });
            *world.chain.sent.borrow_mut() =
                Some(json!({"from": ALICE, "to": BOB, "value": "0x1", "input": "0x"}));
            let sent = world.request(method, call("0x1"));
            assert_eq!(world.json(&sent), json!(hash()), "{method}");
            world.pass(5_000);
            let item = list(&world).remove(0);
            assert_eq!(
                (&item["kind"], &item["status"], &item["amount"], &item["to"]),
                (&json!("request"), &json!("sent"), &json!("0.000000000000000001"), &json!(BOB))
            );
            let balances = world.asked("/balance?");
            world.chain.receipt.set(Some(receipt));
            world.pass(2_000);
            assert_eq!(told(&world), [(hash(), "sent".into()), (hash(), status.into())], "{method}");
            assert_eq!(world.asked("/balance?"), balances + 1);
            world.pass(3_600_000);
            assert_eq!(statuses(&world).len(), 2, "it is over");
            assert!(world.toasts().iter().all(|text| !text.contains("ransaction")), "{:?}", world.toasts());
        }
    }
}

/// The page hears that it was sent before it hears what became of it, however fast the network is.
#[test]
fn reports_sent_before_the_final_status() {
    let world = page();
    world.chain.receipt.set(Some("0x1"));
    send(&world, "0x1");
    assert_eq!(statuses(&world), ["sent", "confirmed"]);
    let world = page();
    *world.chain.sent.borrow_mut() = Some(json!({"from": ALICE, "to": ALICE, "value": "0x2", "input": "0x"}));
    send(&world, "0x1");
    assert_eq!(statuses(&world), ["sent", "differs"]);
}

// req: 4.26
#[test]
fn tracks_a_page_send_after_a_reload_and_in_a_new_tab() {
    let world = page();
    let sent = send(&world, "0x1");
    describe(&world, &sent, json!({"confirmations": 1}));
    let world = reload(world);
    world.pass(2_000);
    assert_eq!(statuses(&world), Vec::<String>::new());
    assert_eq!(
        (&list(&world)[0]["status"], &list(&world)[0]["description"]),
        (&json!("sent"), &json!("Mint Cat #3"))
    );
    world.chain.receipt.set(Some("0x1"));
    world.pass(2_000);
    assert_eq!(told(&world), [(sent, "confirmed".into())]);
    let world = reload(world);
    world.pass(60_000);
    assert_eq!(statuses(&world), Vec::<String>::new(), "told once");
}

/// A page that is left before what follows it was fetched finds it again.
#[test]
fn keeps_the_hash_when_the_user_leaves_the_page_immediately() {
    use wallet_engine::features::Later;
    let later = Later {
        transactions: |_, _, _, _| Box::pin(async { Err(wallet_engine::error::Error::PartNotLoaded) }),
        ..Later::native()
    };
    let data = format!("0x{}", "60".repeat(40_000));
    // a payment, and a contract that is larger than what is stored of a request
    for call in [call("0x1"), json!([{"from": ALICE, "data": data}])] {
        let world = World::in_parts(later, read_never());
        world.join();
        world.chain.receipt.set(None);
        let asked = world.request("eth_sendTransaction", call);
        let sent = world.json(&asked).as_str().unwrap().to_owned();
        world.run();
        let world = reload(world);
        world.pass(2_000);
        assert_eq!(list(&world)[0]["hash"], json!(sent));
        world.chain.receipt.set(Some("0x1"));
        world.pass(2_000);
        assert_eq!(told(&world), [(sent, "confirmed".into())]);
    }
}

// req: 10.31
#[test]
fn reports_a_sped_up_send_as_replaced_and_tracks_the_new_hash() {
    let world = page();
    let first = send(&world, "0x1");
    world.pass(1_000);
    let second = format!("0x{}", "cd".repeat(32));
    let made = json!({"from": ALICE, "to": BOB, "value": "0x1", "input": "0x", "nonce": "0x7", "hash": second, "blockNumber": "0x11"});
    world.chain.mined.set(8);
    *world.chain.block.borrow_mut() = vec![made.clone()];
    let new = second.clone();
    serve(&world, move |method, params| match method {
        "eth_getTransactionByHash" if params[0] == new.as_str() => Some(made.clone()),
        "eth_getTransactionReceipt" if params[0] == new.as_str() => Some(
            json!({"blockHash": hash(), "blockNumber": "0x11", "transactionHash": new, "status": "0x1", "logs": []}),
        ),
        "eth_getTransactionByHash" | "eth_getTransactionReceipt" => Some(Value::Null),
        _ => None,
    });
    world.pass(10_000);
    let end = |hash: &str, status: &str| (hash.to_owned(), status.to_owned());
    assert_eq!(
        told(&world),
        [end(&first, "sent"), end(&first, "replaced"), end(&second, "sent"), end(&second, "confirmed")]
    );
}

// req: 10.59
#[test]
fn lists_an_unknown_send_and_finds_it_by_its_sender() {
    let world = page();
    world.chain.mined.set(7);
    world.but(1, |method, _| (method == "eth_sendTransaction").then(|| refuse(-32603, "it broke")));
    let asked = world.request("eth_sendTransaction", call("0x1"));
    assert!(world.settled(&asked).is_err());
    world.pass(2_000);
    assert_eq!((&list(&world)[0]["status"], &list(&world)[0]["hash"]), (&json!("unknown"), &Value::Null));
    let made = json!({"from": ALICE, "to": BOB, "value": "0x1", "input": "0x", "nonce": "0x7", "hash": hash(), "blockNumber": "0x10"});
    world.chain.mined.set(8);
    *world.chain.block.borrow_mut() = vec![made.clone()];
    *world.chain.sent.borrow_mut() = Some(made);
    world.chain.receipt.set(Some("0x1"));
    world.pass(30_000);
    assert_eq!(statuses(&world), ["unknown", "sent", "confirmed"]);
    // a plain no leaves nothing behind
    let world = page();
    world.but(1, |method, _| (method == "eth_sendTransaction").then(|| refuse(4001, "no")));
    let asked = world.request("eth_sendTransaction", call("0x1"));
    assert!(world.settled(&asked).is_err());
    world.pass(2_000);
    assert_eq!((list(&world).len(), statuses(&world).len()), (0, 0));
}

// req: 4.26
#[test]
fn tracks_only_the_newest_page_sends_and_keeps_the_modals_own() {
    let world = page();
    // an attempt of ours that no one has answered
    world.but(1, |method, _| (method == "eth_sendTransaction").then(never));
    world.open("Account");
    world.form("1.5", BOB);
    world.dispatch(json!({"type": "send.review"}));
    world.dispatch(json!({"type": "send.confirm"}));
    world.run();
    world.willing(1);
    let hashes: Vec<String> =
        (0..TRANSACTIONS_MAX + 5).map(|at| send(&world, &format!("{:#x}", at + 1))).collect();
    let open = list(&world);
    let of_page: Vec<&Value> = open.iter().filter(|item| item["kind"] == "request").collect();
    assert_eq!(of_page.len(), HOST_TRANSACTIONS_MAX);
    assert_eq!(of_page[0]["hash"], json!(hashes.last().unwrap()));
    assert_eq!(open.iter().filter(|item| item["kind"] == "send").count(), 1);
    let looks = world.asked("eth_getTransactionByHash");
    world.pass(1_000);
    assert!(world.asked("eth_getTransactionByHash") - looks <= HOST_TRANSACTIONS_MAX + 1);
    world.chain.receipt.set(Some("0x1"));
    world.pass(2_000);
    let confirmed = told(&world).into_iter().filter(|(_, status)| status == "confirmed").count();
    assert_eq!(confirmed, HOST_TRANSACTIONS_MAX);
}

/// A contract that is larger than what is stored of a request.
// req: 10.27
#[test]
fn compares_a_large_transaction_by_the_hash_of_its_data() {
    for (more, last) in [("", "confirmed"), ("00", "differs")] {
        let world = page();
        let data = format!("0x{}", "60".repeat(40_000));
        *world.chain.sent.borrow_mut() =
            Some(json!({"from": ALICE, "to": null, "value": "0x0", "input": format!("{data}{more}")}));
        let sent = world.request("eth_sendTransaction", json!([{"from": ALICE, "data": data}]));
        assert!(world.settled(&sent).is_ok());
        world.chain.receipt.set(Some("0x1"));
        world.pass(2_000);
        assert_eq!(statuses(&world), ["sent", last]);
        assert!(list(&world)[0].to_string().len() < 2_000);
    }
}

/// Without the sender's count only the time of the block tells whether a transaction is new. The device's clock can be ahead of the
/// network's.
// req: 4.26, 10.59
#[test]
fn tolerates_a_device_clock_that_is_ahead() {
    const HOUR_S: u64 = 3_600;
    for (made_s, newest_s, last) in [
        (0, 0, "confirmed"),
        (HOUR_S, HOUR_S, "unread"),
        (HOUR_S, HOUR_S - 60, "unread"),
        // the clock was an hour ahead at the request, and is right when the node responds
        (HOUR_S, 0, "unread"),
    ] {
        let world = page();
        world.chain.receipt.set(Some("0x1"));
        let now_s = world.clock.now_ms() / 1_000;
        let at = move |ago: u64| json!({"timestamp": format!("{:#x}", now_s - ago)});
        let made = json!({"from": ALICE, "to": BOB, "value": "0x1", "input": "0x", "nonce": "0x7", "hash": hash(),
            "blockHash": hash(), "blockNumber": "0x10"});
        serve(&world, move |method, _| match method {
            "eth_getTransactionCount" => Some(Value::Null), // not there when the wallet is asked
            "eth_getTransactionByHash" => Some(made.clone()),
            "eth_getBlockByHash" => Some(at(made_s)),
            "eth_getBlockByNumber" => Some(at(newest_s)),
            _ => None,
        });
        send(&world, "0x1");
        world.pass(2_000);
        assert_eq!(statuses(&world), ["sent", last], "{made_s} {newest_s}");
    }
}

/// How deep the page wants it, by the block that the node has as its newest.
// req: 4.26
#[test]
fn waits_for_the_confirmations_that_the_page_requests() {
    let world = page();
    let sent = send(&world, "0x1");
    describe(&world, &sent, json!({"confirmations": 3}));
    world.chain.receipt.set(Some("0x1"));
    let head = std::rc::Rc::new(std::cell::Cell::new(0x11));
    let of_node = head.clone();
    serve(&world, move |method, _| {
        (method == "eth_blockNumber").then(|| json!(format!("{:#x}", of_node.get())))
    });
    world.pass(60_000);
    assert_eq!(statuses(&world), ["sent"], "in a block is not unknown");
    head.set(0x12);
    world.pass(20_000);
    assert_eq!(statuses(&world), ["sent"]);
    head.set(0x13);
    world.pass(20_000);
    assert_eq!(statuses(&world), ["sent", "confirmed"]);
}

// req: 2.41
#[test]
fn attaches_a_bounded_description_to_its_transaction() {
    let world = page();
    describe(&world, &hash(), json!({}));
    send(&world, "0x1");
    assert_eq!(list(&world)[0]["description"], "Mint Cat #3");
    describe(
        &world,
        &hash(),
        json!({"description": format!("\u{202e}{}", "x".repeat(500)), "confirmations": 1_000_000}),
    );
    assert_eq!(list(&world)[0]["description"], "x".repeat(120));
    assert_eq!(list(&world)[0]["confirmations"], 64);
    for wrong in [
        json!({"hash": 7, "description": "x"}),
        json!({"hash": hash()}),
        json!({"hash": hash(), "description": "\u{200b}"}),
        json!({"hash": hash(), "description": "x", "confirmations": 0}),
        json!({"hash": hash(), "description": "x", "confirmations": "2"}),
        json!({"hash": "0".repeat(5_000), "description": "x"}),
    ] {
        let mut command = wrong.clone();
        command["type"] = json!("transactions.describe");
        assert!(world.settled(&world.dispatch(command)).is_err(), "{wrong}");
    }
    for at in 0..100 {
        describe(&world, &format!("0x{at:064x}"), json!({}));
    }
}

// req: 2.41
#[test]
fn describes_only_transactions_of_the_page() {
    let world = page();
    world.open("Account");
    world.form("1.5", BOB);
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&reviewed).is_ok());
    let sent = world.dispatch(json!({"type": "send.confirm"}));
    assert_eq!(world.json(&sent)["hash"], hash());
    describe(&world, &hash(), json!({"confirmations": 64}));
    let item = list(&world).remove(0);
    assert_eq!((&item["kind"], &item["status"]), (&json!("send"), &json!("sent")));
    assert_eq!((item.get("description"), item.get("confirmations")), (None, None));
}

/// The service lists a transaction of Alice, the newest.
fn lists(world: &World, hash: &str) {
    *world.chain.history.borrow_mut() = vec![(
        "",
        json!({"data": [{"id": "t1", "metadata": {"operationType": "execute", "hash": hash, "chain": "eip155:1337",
            "minedAt": "2023-11-14T22:13:25Z", "sentFrom": ALICE, "sentTo": BOB, "status": "confirmed", "nonce": 7},
            "transfers": []}], "next": null}),
    )];
}

// req: 2.41, 9.21
#[test]
fn lists_a_pending_send_above_the_history() {
    let world = page();
    world.open("Activity");
    let sent = send(&world, "0x1");
    describe(&world, &sent, json!({}));
    let above = |world: &World| {
        let slice = world.slice("activity");
        let texts = |name: &str| -> Vec<Value> {
            slice[name].as_array().unwrap().iter().map(|item| item["description"].clone()).collect()
        };
        (texts("pending"), texts("unlisted"), slice["groups"].as_array().unwrap().len())
    };
    let mint = vec![json!("Mint Cat #3")];
    assert_eq!(above(&world), (mint.clone(), vec![], 0));
    world.chain.receipt.set(Some("0x1"));
    world.pass(2_000);
    assert_eq!(above(&world), (vec![], mint.clone(), 0), "the service is behind");
    // the same after a reload
    let world = reload(world);
    world.open("Activity");
    world.pass(2_000);
    assert_eq!(above(&world), (vec![], mint.clone(), 0));
    world.dispatch(json!({"type": "transactions.open", "id": sent}));
    assert_eq!(world.slice("transactions")["shown"]["description"], mint[0]);
    lists(&world, &sent);
    world.dispatch(json!({"type": "activity.retry"}));
    world.run();
    assert_eq!(above(&world), (vec![], vec![], 1), "no duplicate");
    assert_eq!(world.slice("activity")["groups"][0]["items"][0]["description"], mint[0]);
    // another account has nothing of it
    world.wallets.tell(1, &wallet_engine::ports::provider::WalletEvent::Accounts(json!([BOB])));
    world.run();
    *world.chain.history.borrow_mut() = vec![];
    world.open("Activity");
    assert_eq!(above(&world), (vec![], vec![], 0));
}
