//! Connecting, balance, a transfer and what becomes of it, in a family whose wallets name no chain and whose nodes speak REST.

use crate::support::toy::{self, *};
use crate::support::*;
use serde_json::{Value, json};

fn confirm(world: &World) -> wallet_engine::flow::Join {
    world.dispatch(json!({"type": "send.confirm"}))
}

// req: 4.6
#[test]
fn connects_shows_a_balance_and_disconnects() {
    let (world, _) = connected();
    world.open("Account");
    world.pass(3_000);
    let account = world.slice("account");
    assert_eq!((&account["status"], &account["address"]), (&json!("connected"), &json!(anna())));
    assert_eq!(account["balance"]["amount"], "10.000");
    assert_eq!(account["balance"]["symbol"], "TOY");
    assert!(account["actions"].as_array().unwrap().contains(&json!("send")), "{account}");
    let told = world.host.details("wallet-connect");
    assert_eq!((told.len(), &told[0]["caipAddress"]), (1, &json!(format!("toy:one:{}", anna()))));
    let left = world.dispatch(json!({"type": "accounts.disconnect"}));
    assert!(world.settled(&left).is_ok());
    assert_eq!(world.slice("account")["status"], "disconnected");
    assert_eq!(world.wallets.count("wm_disconnect"), 1);
    assert_eq!(world.host.details("wallet-disconnect").len(), 1);
}

// req: 10.31
#[test]
fn previews_sends_and_tracks_a_transfer() {
    let (world, node) = toy::previewed();
    assert_eq!((world.view().as_str(), &world.slice("send")["phase"]), ("SendPreview", &json!("review")));
    let preview = world.slice("send")["preview"].clone();
    assert_eq!((&preview["amount"], &preview["to"]["address"]), (&json!("1.5"), &json!(ben())));
    assert_eq!((&preview["fee"], &preview["total"]), (&json!("0.001 TOY"), &json!("1.501 TOY")));
    node.state.set("open");
    let sent = confirm(&world);
    let asked = world.wallets.last("toy_send").unwrap();
    assert_eq!(asked, json!({"from": anna(), "to": ben(), "units": "1500000", "chain": "toy:one"}));
    assert_eq!(world.wallets.count("eth_chainId"), 0, "it names no chain and is asked for none");
    assert_eq!(
        (&world.slice("send")["phase"], &world.slice("send")["hash"]),
        (&json!("confirming"), &json!(ID))
    );
    node.state.set("done");
    world.pass(60_000);
    assert_eq!(world.json(&sent)["hash"], ID);
    let told: Vec<Value> =
        world.host.details("wallet-transaction").iter().map(|told| told["status"].clone()).collect();
    assert_eq!(told, [json!("sent"), json!("confirmed")]);
}

fn with_memo(memo: &str) -> (World, toy::Node, wallet_engine::error::Result<()>) {
    let (world, node) = connected();
    world.open("Account");
    world.dispatch(json!({"type": "send.open", "to": ben(), "amount": "1.5", "memo": memo}));
    world.pass(1_000);
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    world.pass(1_000);
    let reviewed = world.settled(&reviewed).map(drop);
    (world, node, reviewed)
}

// req: 10.27
#[test]
fn previews_sends_and_compares_a_memo() {
    let (world, node, reviewed) = with_memo("deposit 7\u{fc}");
    assert_eq!((reviewed, world.view().as_str()), (Ok(()), "SendPreview"));
    assert_eq!(world.slice("send")["preview"]["memo"], "deposit 7\u{fc}");
    let mut sent = json!({"from": anna(), "to": ben(), "units": "1500000", "chain": "toy:one"});
    *node.sent.borrow_mut() = Some(sent.clone());
    confirm(&world);
    let asked = world.wallets.last("toy_send").unwrap();
    sent["memo"] = json!("deposit 7\u{fc}");
    assert_eq!(asked, sent);
    world.pass(60_000);
    let status = world.slice("transactions")["list"][0]["status"].clone();
    assert_eq!(status, "differs", "it was sent without its memo");
}

#[test]
fn blocks_a_preview_with_an_unencodable_memo() {
    for (memo, message) in [
        ("\u{fc}".repeat(15), "The memo has more than 28 bytes"),
        ("7".repeat(5_000), "The memo has more than 28 bytes"),
        ("7\u{200b}7".into(), "Invalid parameter: memo"),
    ] {
        let (world, _, reviewed) = with_memo(&memo);
        assert_eq!(reviewed.unwrap_err().to_string(), message);
        assert_eq!(
            (world.view().as_str(), &world.slice("send")["error"]["message"]),
            ("Send", &json!(message))
        );
        world.dispatch(json!({"type": "send.memo", "value": ""}));
        world.dispatch(json!({"type": "send.review"}));
        world.pass(1_000);
        assert_eq!(
            (world.view().as_str(), &world.slice("send")["preview"]["memo"]),
            ("SendPreview", &json!(null))
        );
    }
}

// req: 10.27
#[test]
fn marks_another_transfer_under_the_id_as_different() {
    let (world, node) = toy::previewed();
    let mut other = json!({"from": anna(), "to": address("eve"), "units": "1500000", "chain": "toy:one"});
    *node.sent.borrow_mut() = Some(other.clone());
    confirm(&world);
    world.pass(60_000);
    assert_eq!(world.slice("transactions")["list"][0]["status"], "differs");
    other["to"] = json!(ben());
    other["units"] = json!("9500000");
    let (world, node) = toy::previewed();
    *node.sent.borrow_mut() = Some(other);
    confirm(&world);
    world.pass(60_000);
    assert_eq!(world.slice("transactions")["list"][0]["status"], "differs", "another amount");
}

#[test]
fn marks_a_failed_transfer_as_failed() {
    let (world, node) = toy::previewed();
    node.state.set("failed");
    confirm(&world);
    world.pass(60_000);
    assert_eq!(world.slice("transactions")["list"][0]["status"], "failed");
}

#[test]
fn keeps_the_preview_after_a_rejection() {
    let (world, _) = toy::previewed();
    but(&world, |method, _| (method == "toy_send").then(|| refuse(4001, "no")));
    let refused = confirm(&world);
    assert!(world.settled(&refused).unwrap_err().is_refusal());
    assert_eq!(world.slice("send")["phase"], "review");
    assert_eq!(world.slice("transactions")["list"], json!([]));
}

#[test]
fn marks_an_unanswered_send_unknown_after_a_reload() {
    let (world, _) = toy::previewed();
    but(&world, |method, _| (method == "toy_send").then(never));
    confirm(&world);
    world.pass(1_000);
    let world = world.reload_with(toy::options());
    announce(&world);
    world.pass(2_000);
    let item = world.slice("transactions")["list"][0].clone();
    assert_eq!((&item["status"], &item["amount"]), (&json!("unknown"), &json!("1.5")), "{item}");
}

// req: 10.13
#[test]
fn validates_the_recipient_by_the_namespaces_rules() {
    let (world, _) = connected();
    world.open("Account");
    let mut wrong = ben();
    wrong.replace_range(8..9, "x");
    for to in [BOB.to_owned(), wrong] {
        world.form("1.5", &to);
        assert_eq!(world.slice("send")["check"], "invalid_address", "{to}");
        let reviewed = world.dispatch(json!({"type": "send.review"}));
        world.pass(1_000);
        assert!(world.settled(&reviewed).is_err() && world.view() == "Send", "{to}");
    }
    for (to, notice) in [(nobodys(), "zero_address"), (anna(), "own_address")] {
        world.form("1.5", &to);
        assert_eq!(world.slice("send")["notice"], notice, "{to}");
    }
}

// req: 10.13
#[test]
fn shows_a_lookalike_recipient_next_to_the_known_one() {
    let (world, _) = connected();
    world.open("Account");
    let imitated = imitation(&anna());
    world.form("1.5", &imitated);
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&reviewed).is_ok());
    let alike = world.slice("send")["preview"]["alike"].clone();
    assert_eq!((&alike["address"], &alike["known"]), (&json!(imitated), &json!(anna())));
}

#[test]
fn uses_the_node_of_the_active_network() {
    let (world, _) = connected();
    world.open("Account");
    let switched = world.dispatch(json!({"type": "networks.switch", "network": "toy:two"}));
    assert!(world.settled(&switched).is_ok());
    world.pass(3_000);
    assert!(!world.requests("http://localhost:9002/v1/accounts/").is_empty());
    world.form("1.5", &ben());
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&reviewed).is_ok());
    confirm(&world);
    assert_eq!(world.wallets.last("toy_send").unwrap()["chain"], "toy:two");
}

#[test]
fn keeps_the_query_of_a_node_url() {
    let mut options = toy::options();
    options["networks"][0]["rpcUrls"]["default"]["http"] = json!(["http://localhost:9001/?key=a/b"]);
    let (world, _) = page_with(options, Chain::default());
    connect(&world);
    world.open("Account");
    world.pass(3_000);
    let asked = world.requests("http://localhost:9001");
    let url = format!("http://localhost:9001/v1/accounts/{}?key=a/b", anna());
    assert!(!asked.is_empty() && asked.iter().all(|request| request.url == url), "{asked:?}");
}

#[test]
fn falls_back_from_a_failing_node_but_not_from_a_404() {
    let mut options = toy::options();
    let urls = json!(["http://localhost:9003", "http://localhost:9001/"]);
    options["networks"][0]["rpcUrls"]["default"]["http"] = urls;
    let (world, _) = page_with(options, Chain::default());
    let first = std::rc::Rc::new(std::cell::Cell::new(500));
    let (of_first, node) = (first.clone(), status(200, "{}"));
    drop(node);
    world.served(move |request| {
        if request.url.starts_with("http://localhost:9003/") {
            return Some(status(of_first.get(), "{}"));
        }
        request.url.starts_with("http://localhost:9001/v1/").then(|| status(200, r#"{"units":"10000000"}"#))
    });
    let joined = connect(&world);
    assert!(world.settled(&joined).is_ok());
    world.open("Account");
    world.pass(30_000);
    assert_eq!(world.slice("account")["balance"]["amount"], "10.000");
    assert!(!world.requests("http://localhost:9001/v1/accounts/").is_empty(), "one slash");
    let asked = world.requests("http://localhost:9001").len();
    first.set(404);
    world.pass(60_000);
    world.dispatch(json!({"type": "balances.read"}));
    world.pass(60_000);
    assert!(!world.requests("http://localhost:9003").is_empty());
    assert_eq!(world.requests("http://localhost:9001").len(), asked, "404 is an answer");
}

// req: 10.31
#[test]
fn judges_a_wallet_error_by_code_or_by_text_and_node() {
    for (code, words, unmoved, moved) in [
        (4001, "", "review", "review"),
        (-32602, "", "failed", "failed"),
        (0, "not enough units", "failed", "unknown"),
        (-32603, "User rejected the request", "review", "unknown"),
        (-32603, "insufficient funds", "unknown", "unknown"),
        (-32603, "Failed to fetch", "unknown", "unknown"),
    ] {
        for (sends, expected) in [(false, unmoved), (true, moved)] {
            let (world, node) = toy::previewed();
            let made = node.made.clone();
            toy::but(&world, move |method, params| {
                (method == "toy_send").then(|| {
                    let mut sent = params.clone();
                    sent["id"] = json!(ID);
                    made.borrow_mut().extend(sends.then_some(sent));
                    refuse(code, words)
                })
            });
            node.state.set("open");
            confirm(&world);
            let list = |world: &World| world.slice("transactions")["list"].as_array().unwrap().clone();
            world.pass(2_000);
            let is_unknown = expected == "unknown";
            assert_eq!(list(&world).len(), usize::from(is_unknown), "{words}, {sends}");
            if is_unknown {
                assert_eq!(list(&world)[0]["hash"], if sends { json!(ID) } else { Value::Null }, "{words}");
            } else {
                assert_eq!(world.slice("send")["phase"], expected, "{words}, {sends}");
            }
        }
    }
}
