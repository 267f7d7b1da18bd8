//! A send over a relay: from the moment the wallet might have the request, only its own word says that nothing was sent (R8, T5).

use crate::paired::Paired;
use crate::paired::wallet::{ADDRESS, Wallet};
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::features::Later;
use wallet_engine::flow::Join;
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::socket::SocketEvent;

/// Confirmed, and with the wallet; the id of its request.
fn asked() -> (Paired, Wallet, Join, u64) {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    it.world.chain.receipt.set(None);
    let (sent, id) = ask(&mut it, &mut wallet);
    (it, wallet, sent, id)
}

fn preview(it: &mut Paired) {
    it.world.open("Account");
    it.pump();
    it.world.form("1.5", BOB);
    it.pump();
    let reviewed = it.world.dispatch(json!({"type": "send.review"}));
    it.pump();
    assert!(it.world.settled(&reviewed).is_ok());
}

fn ask(it: &mut Paired, wallet: &mut Wallet) -> (Join, u64) {
    preview(it);
    let sent = it.world.dispatch(json!({"type": "send.confirm"}));
    it.pump();
    let seen = requests(wallet, it);
    assert_eq!(seen.len(), 1);
    (sent, seen[0]["id"].as_u64().unwrap())
}

fn requests(wallet: &mut Wallet, it: &Paired) -> Vec<Value> {
    let mut seen = wallet.inbox(&it.relay);
    seen.retain(|word| word["params"]["request"]["method"] == "eth_sendTransaction");
    seen
}

fn reload(it: Paired) -> Paired {
    reload_in_parts(it, Later::native())
}

fn reload_in_parts(it: Paired, later: Later) -> Paired {
    let Paired { world, mut relay, .. } = it;
    relay.hang_up();
    let now = world.clock.now_ms();
    let (tabs, storage, chain) = (world.tabs.clone(), world.storage.clone(), world.chain.clone());
    world.engine.destroy();
    let mut it = Paired::over(World::tab_in_parts(&tabs, now + 1_000, later, storage, chain));
    it.relay = relay;
    it.pump();
    it
}

fn entry(it: &Paired) -> Value {
    let list = it.world.slice("transactions")["list"].clone();
    assert!(list.as_array().unwrap().len() <= 1, "{list}");
    list[0].clone()
}

/// What hosts and the user know of it: nothing, and that is said.
fn is_unknown(it: &Paired) {
    let item = entry(it);
    assert_eq!((&item["status"], &item["hash"]), (&json!("unknown"), &Value::Null), "{item}");
    assert_eq!(it.world.host.details("wallet-transaction").last().unwrap()["status"], "unknown");
    assert!(!it.world.toasts().iter().any(|text| text == "Send failed"), "{:?}", it.world.toasts());
}

type End = fn(&mut Paired, &mut Wallet);

/// Everything that ends a request without a word of the wallet.
const ENDS: &[(&str, End)] = &[
    ("our patience", |it, _| it.pass(300_000)),
    ("the request's time", |it, _| it.pass(901_000)),
    ("the person disconnects", |it, _| {
        it.world.dispatch(json!({"type": "accounts.disconnect"}));
        it.pass(1_000);
    }),
    ("the wallet ends the session", |it, wallet| {
        let over = json!({"code": 6000, "message": "User disconnected."});
        wallet.request(&mut it.relay, "wc_sessionDelete", over);
        it.pass(1_000);
    }),
    ("another wallet takes over", |it, _| {
        it.connect(&[1337, 1338]);
        it.pass(1_000);
    }),
    ("the link breaks for long", |it, _| {
        it.away = true;
        it.cut();
        it.pass(950_000);
        it.away = false;
        it.pass(60_000);
    }),
];

// T5, R8
#[test]
fn marks_an_interrupted_send_unknown_and_records_a_late_hash() {
    for (name, end) in ENDS {
        for wait_ms in [2_000, 400_000] {
            let (mut it, mut wallet, sent, id) = asked();
            end(&mut it, &mut wallet);
            assert_eq!(it.world.settled(&sent), Err(Error::WalletSilent), "{name}");
            is_unknown(&it);
            // nothing is sent again by asking again
            let again = it.world.dispatch(json!({"type": "send.confirm"}));
            it.pass(wait_ms);
            assert!(it.world.settled(&again).is_err(), "{name}");
            assert!(requests(&mut wallet, &it).is_empty(), "{name}: a second request");
            wallet.answer(&mut it.relay, id, json!(hash()));
            it.pass(2_000);
            assert_eq!(entry(&it)["hash"], hash(), "{name} + {wait_ms}");
            assert_eq!(it.world.host.details("wallet-transaction").last().unwrap()["hash"], hash(), "{name}");
            it.world.chain.receipt.set(Some("0x1"));
            it.pass(40_000);
            assert_eq!(entry(&it)["status"], "confirmed", "{name}: it is followed to its end");
        }
    }
}

#[test]
fn fails_an_unknown_send_on_a_late_rejection() {
    for (name, end) in ENDS {
        let (mut it, mut wallet, _, id) = asked();
        end(&mut it, &mut wallet);
        wallet.answer_error(&mut it.relay, id, 5000, "User rejected.");
        it.pass(2_000);
        assert_eq!(it.world.slice("transactions")["list"], json!([]), "{name}");
        let told = it.world.host.details("wallet-transaction");
        assert_eq!(
            told.last().unwrap()["status"],
            "failed",
            "{name}: who was told that nobody knows hears it"
        );
    }
}

// req: 10.31
#[test]
fn keeps_a_send_after_a_wallet_error_and_finds_it_by_the_sender() {
    for (code, words) in [
        (-32603, "Failed to fetch"),
        (-32000, "already known"),
        (-32000, "insufficient funds"),
        (6000, "User disconnected."),
        (5001, "x"),
        (0, ""),
    ] {
        for is_late in [false, true] {
            let (mut it, mut wallet, sent, id) = asked();
            if is_late {
                it.pass(400_000);
            }
            it.world.chain.broadcast(&entry(&it)["request"]);
            wallet.answer_error(&mut it.relay, id, code, words);
            it.pass(2_000);
            assert!(it.world.settled(&sent).is_err(), "{words}");
            is_unknown(&it);
            it.world.dispatch(json!({"type": "send.confirm"}));
            it.pass(1_000);
            assert!(requests(&mut wallet, &it).is_empty(), "{words}: a second request");
            *it.world.chain.sent.borrow_mut() = Some(entry(&it)["request"][0].clone());
            it.world.chain.mine();
            it.world.chain.receipt.set(Some("0x1"));
            it.pass(20_000);
            let item = entry(&it);
            assert_eq!((&item["hash"], &item["status"]), (&json!(hash()), &json!("confirmed")), "{words}");
        }
    }
}

#[test]
fn fails_a_send_on_an_error_from_before_the_broadcast() {
    for (code, words) in [
        (-32000, "insufficient funds for transfer"),
        (5000, "x"),
        (-32602, "x"),
        (4100, "x"),
        (-32002, "A request is already pending"),
    ] {
        let (mut it, mut wallet, _, id) = asked();
        wallet.answer_error(&mut it.relay, id, code, words);
        it.pass(2_000);
        assert_eq!(it.world.slice("transactions")["list"], json!([]), "{code} {words}");
    }
}

// req: 10.59
#[test]
fn keeps_a_send_unknown_after_the_wallets_timeout() {
    let (mut it, mut wallet, _, id) = asked();
    wallet.answer_error(&mut it.relay, id, -32002, "request timed out");
    it.pass(2_000);
    assert_eq!(it.world.slice("send")["phase"], "unknown");
    is_unknown(&it);
    it.world.dispatch(json!({"type": "send.confirm"}));
    it.pass(20_000);
    assert!(requests(&mut wallet, &it).is_empty(), "a second request");
}

// T5: it delivers, and answers the publish with an error
#[test]
fn keeps_a_send_pending_after_a_relay_error() {
    for code in [-32000, -32603, 3001, 4001, 5000] {
        let mut it = Paired::new();
        let mut wallet = it.connect(&[1337]);
        preview(&mut it);
        it.relay.lost_answers.insert("irn_publish".into());
        let sent = it.world.dispatch(json!({"type": "send.confirm"}));
        it.pump();
        let (_, call, _) = it.relay.calls.iter().rfind(|(name, ..)| name == "irn_publish").cloned().unwrap();
        let error =
            json!({"id": call, "jsonrpc": "2.0", "error": {"code": code, "message": "User rejected."}});
        let socket = it.world.sockets.0.borrow().last().cloned().unwrap();
        socket.tell(SocketEvent::Message(error.to_string()));
        it.pass(1_000);
        assert_eq!(it.world.settled(&sent), Err(Error::WalletSilent), "{code}");
        assert_eq!(it.world.slice("send")["phase"], "unknown");
        is_unknown(&it);
        it.world.dispatch(json!({"type": "send.confirm"}));
        it.pass(20_000);
        let seen = requests(&mut wallet, &it);
        assert_eq!(seen.len(), 1, "one confirmation, one request");
        wallet.answer(&mut it.relay, seen[0]["id"].as_u64().unwrap(), json!(hash()));
        it.pass(2_000);
        assert_eq!(entry(&it)["hash"], hash());
    }
}

// R8: until its last second, and beyond
#[test]
fn accepts_an_approval_at_any_time() {
    for ms in [1_000, 299_000, 301_000, 600_000, 899_000, 901_000, 3_600_000] {
        let (mut it, mut wallet, _, id) = asked();
        it.pass(ms);
        wallet.answer(&mut it.relay, id, json!(hash()));
        it.world.chain.receipt.set(Some("0x1"));
        it.pass(5_000);
        assert_eq!(entry(&it)["hash"], hash(), "{ms}");
        assert_eq!(
            it.world.host.details("wallet-transaction").last().unwrap()["status"],
            "confirmed",
            "{ms}"
        );
    }
}

#[test]
fn records_a_response_after_a_reload_and_never_resends() {
    for away_ms in [0, 120_000, 901_000] {
        for answer_first in [false, true] {
            let (mut it, mut wallet, _, id) = asked();
            if answer_first {
                // while no page is there
                it.world.engine.destroy();
                wallet.answer(&mut it.relay, id, json!(hash()));
            }
            let mut it = reload(it);
            it.pass(away_ms);
            if !answer_first {
                is_unknown(&it);
                wallet.answer(&mut it.relay, id, json!(hash()));
            }
            it.pass(3_000);
            assert_eq!(entry(&it)["hash"], hash(), "{away_ms} {answer_first}");
            assert!(requests(&mut wallet, &it).is_empty());
            // told once: the next page has nothing to say about it
            it.world.chain.receipt.set(Some("0x1"));
            it.pass(40_000);
            let mut it = reload(it);
            it.pass(3_000);
            assert!(it.world.host.details("wallet-transaction").is_empty());
        }
    }
}

// R8: an answer is read by its family, whose part of the binary may fail to load
#[test]
fn keeps_a_response_until_its_part_loads() {
    let fails =
        || Later { eip155: |_, _, _, _| Box::pin(async { Err(Error::PartNotLoaded) }), ..Later::native() };
    let (it, mut wallet, _, id) = asked();
    let mut it = reload_in_parts(it, fails());
    it.pass(3_000);
    wallet.answer(&mut it.relay, id, json!(hash()));
    it.pass(3_000);
    is_unknown(&it);
    let mut it = reload(it);
    it.pass(3_000);
    assert_eq!(entry(&it)["hash"], hash());
    assert!(requests(&mut wallet, &it).is_empty());
    // a no needs no family
    let (it, mut wallet, _, id) = asked();
    let mut it = reload_in_parts(it, fails());
    it.pass(3_000);
    wallet.answer_error(&mut it.relay, id, 5000, "User rejected.");
    it.pass(3_000);
    assert_eq!(it.world.slice("transactions")["list"], json!([]));
}

#[test]
fn records_a_response_that_another_tab_received() {
    let (mut it, mut wallet, sent, id) = asked();
    let mut other = Paired::over(World::tab(
        &it.world.tabs,
        it.world.clock.now_ms(),
        options(),
        it.world.storage.clone(),
        it.world.chain.clone(),
    ));
    std::mem::swap(&mut it.relay, &mut other.relay);
    other.relay.hang_up();
    for _ in 0..30 {
        other.world.pass(100);
        it.world.pass(100);
        other.pump();
        it.world.run();
    }
    assert_eq!(other.world.status(), "connected");
    wallet.answer(&mut other.relay, id, json!(hash()));
    for _ in 0..30 {
        other.pump();
        it.world.pass(100);
        other.world.pass(100);
        it.world.run();
    }
    assert!(it.world.settled(&sent).is_ok());
    assert_eq!(entry(&it)["hash"], hash());
    let told = other.world.host.details("wallet-transaction");
    assert!(told.iter().all(|told| told["hash"].is_null()), "it is not the other page's");
}

// T15: the tab that asked is closed, and the one that hears the answer knows nothing of the attempt
#[test]
fn records_a_response_for_a_closed_tab_in_the_next_page() {
    let tab = |it: &Paired| {
        Paired::over(World::tab(
            &it.world.tabs,
            it.world.clock.now_ms(),
            options(),
            it.world.storage.clone(),
            it.world.chain.clone(),
        ))
    };
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    it.world.chain.receipt.set(None);
    let mut other = tab(&it);
    for _ in 0..30 {
        other.world.pass(100);
        it.pass(100);
    }
    // the first tab is used again
    it.world.request("eth_blockNumber", json!([]));
    preview(&mut it);
    let sent = it.world.dispatch(json!({"type": "send.confirm"}));
    for _ in 0..30 {
        other.world.pass(100);
        it.pass(100);
    }
    let id = requests(&mut wallet, &it)[0]["id"].as_u64().unwrap();
    it.world.engine.destroy();
    drop(sent);
    std::mem::swap(&mut it.relay, &mut other.relay);
    other.relay.hang_up();
    other.pass(5_000);
    wallet.answer(&mut other.relay, id, json!(hash()));
    other.pass(5_000);
    other.world.engine.destroy();
    let mut next = tab(&other);
    std::mem::swap(&mut next.relay, &mut other.relay);
    next.relay.hang_up();
    next.pass(5_000);
    assert_eq!(entry(&next)["hash"], hash());
    assert!(requests(&mut wallet, &next).is_empty());
}

// only what never left is certain
#[test]
fn drops_a_send_that_never_left() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    preview(&mut it);
    it.away = true;
    it.cut();
    it.pump();
    let sent = it.world.dispatch(json!({"type": "send.confirm"}));
    it.pass(10_000);
    it.world.dispatch(json!({"type": "accounts.disconnect"}));
    it.pass(2_000);
    assert!(
        !matches!(it.world.settled(&sent), Ok(_) | Err(Error::WalletSilent)),
        "{:?}",
        it.world.settled(&sent)
    );
    assert_eq!(it.world.slice("transactions")["list"], json!([]));
    it.away = false;
    it.pass(120_000);
    assert!(requests(&mut wallet, &it).is_empty());
}

// R8: the word before the next one
#[test]
fn warns_that_an_earlier_send_might_be_out() {
    let (mut it, mut wallet, _, id) = asked();
    assert_eq!(it.world.slice("send")["unanswered"], Value::Null, "it is the one that is shown");
    it.pass(300_000);
    assert_eq!(it.world.slice("send")["phase"], "unknown");
    preview(&mut it);
    assert_eq!(it.world.slice("send")["phase"], "review");
    assert_eq!(it.world.slice("send")["unanswered"], "1.5 ETH");
    let mut it = reload(it);
    it.pass(3_000);
    preview(&mut it);
    assert_eq!(it.world.slice("send")["unanswered"], "1.5 ETH", "after a reload too");
    it.pass(1_000);
    assert_eq!(it.world.toasts().iter().filter(|text| text.contains("don't know")).count(), 0, "told once");
    wallet.answer_error(&mut it.relay, id, 4001, "no");
    it.pass(2_000);
    assert_eq!(it.world.slice("send")["unanswered"], Value::Null);
}

#[test]
fn forgets_an_unanswered_send_after_a_day() {
    let (it, ..) = asked();
    let mut it = reload(it);
    it.world.open("Account");
    it.pass(86_000_000);
    let mut it = reload(it);
    it.pass(1_000);
    assert_eq!(entry(&it)["status"], "unknown");
    it.pass(1_000_000);
    let mut it = reload(it);
    it.pass(1_000);
    assert_eq!(it.world.slice("transactions")["list"], json!([]));
}

// a request that waits behind another one is not with the wallet
#[test]
fn fails_a_send_that_waits_behind_another_request() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    let first = it.world.request("personal_sign", json!(["0x68656c6c6f", ADDRESS]));
    it.pump();
    preview(&mut it);
    let sent = it.world.dispatch(json!({"type": "send.confirm"}));
    it.pass(299_000);
    assert!(matches!(it.world.settled(&sent), Err(Error::WalletBusy)));
    assert_eq!(it.world.slice("send")["phase"], "failed");
    it.pass(700_000);
    assert!(it.world.settled(&first).is_err());
    assert!(requests(&mut wallet, &it).is_empty(), "and is not asked later either");
}

/// Asked by the page itself.
fn host_asks(it: &mut Paired, wallet: &mut Wallet) -> (Join, u64) {
    let join = it.world.request("eth_sendTransaction", json!([{"from": ADDRESS, "to": BOB, "value": "0x1"}]));
    it.pump();
    (join, requests(wallet, it)[0]["id"].as_u64().unwrap())
}

// req: 1.9
#[test]
fn records_a_page_requests_response_after_fifteen_minutes() {
    for (ms, in_time) in [(301_000, true), (890_000, true), (950_000, false), (3_000_000, false)] {
        let mut it = Paired::new();
        let mut wallet = it.connect(&[1337]);
        let (join, id) = host_asks(&mut it, &mut wallet);
        it.pass(ms);
        wallet.answer(&mut it.relay, id, json!(hash()));
        it.pass(3_000);
        match in_time {
            true => assert_eq!(it.world.json(&join), json!(hash())),
            false => assert_eq!(it.world.settled(&join), Err(Error::WalletSilent)),
        }
        let told = it.world.host.details("wallet-transaction");
        let hashes: Vec<&Value> =
            told.iter().filter(|told| told["status"] == "sent").map(|told| &told["hash"]).collect();
        assert_eq!(hashes, [&json!(hash())], "{ms}: told once");
        assert_eq!(told.last().unwrap()["kind"], "request");
        assert_eq!(told.last().unwrap()["chain"], "eip155:1337");
        let mut it = reload(it);
        it.pass(3_000);
        assert!(it.world.host.details("wallet-transaction").is_empty());
    }
}

#[test]
fn records_a_late_response_to_an_interrupted_page_request() {
    for (name, end) in ENDS.iter().filter(|(name, _)| *name != "our patience") {
        let mut it = Paired::new();
        let mut wallet = it.connect(&[1337]);
        let (join, id) = host_asks(&mut it, &mut wallet);
        end(&mut it, &mut wallet);
        assert!(it.world.settled(&join).is_err(), "{name}");
        wallet.answer(&mut it.relay, id, json!(hash()));
        it.pass(3_000);
        assert_eq!(it.world.host.details("wallet-transaction").last().unwrap()["hash"], hash(), "{name}");
    }
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    let (_, id) = host_asks(&mut it, &mut wallet);
    let mut it = reload(it);
    wallet.answer(&mut it.relay, id, json!(hash()));
    it.pass(3_000);
    let told = it.world.host.details("wallet-transaction");
    assert_eq!((told.len(), &told[0]["hash"], &told[0]["kind"]), (1, &json!(hash()), &json!("request")));
}

// a browser wallet: its port can be gone, its window closed, and the request still be out
#[test]
fn treats_an_unclear_browser_wallet_error_as_unknown() {
    for (code, message) in [
        (0, "The message port closed before a response was received."),
        (0, "Window closed"),
        (4900, "Disconnected"),
        (1013, "MetaMask: Disconnected from MetaMask background. Page reload required."),
        (1011, "Internal error"),
    ] {
        let world = previewed();
        world.but(1, move |method, _| (method == "eth_sendTransaction").then(|| refuse(code, message)));
        let sent = world.dispatch(json!({"type": "send.confirm"}));
        world.pass(1_000);
        assert!(world.settled(&sent).is_err(), "{message}");
        assert_eq!(world.slice("send")["phase"], "unknown", "{message}");
        assert_eq!(world.slice("transactions")["list"][0]["status"], "unknown");
        world.dispatch(json!({"type": "send.confirm"}));
        assert_eq!(world.wallets.count("eth_sendTransaction"), 1, "{message}");
    }
    for (code, message) in [(0, "User rejected the request."), (4001, ""), (0, "cancelled")] {
        let world = previewed();
        world.but(1, move |method, _| (method == "eth_sendTransaction").then(|| refuse(code, message)));
        let sent = world.dispatch(json!({"type": "send.confirm"}));
        assert_eq!(world.settled(&sent), Err(Error::UserRejected), "{message}");
        assert_eq!(world.slice("transactions")["list"], json!([]));
    }
}

#[test]
fn records_a_browser_wallets_late_response_to_the_page() {
    use futures_channel::oneshot;
    use std::cell::RefCell;
    use std::rc::Rc;
    for (ms, disconnects) in [(890_000, false), (901_000, false), (5_000, true)] {
        let world = World::connected();
        let (sender, receiver) = oneshot::channel::<Value>();
        let receiver = Rc::new(RefCell::new(Some(receiver)));
        world.but(1, move |method, _| {
            let receiver =
                (method == "eth_sendTransaction").then(|| receiver.borrow_mut().take()).flatten()?;
            Some(Box::pin(async move { Ok(receiver.await.unwrap()) }))
        });
        let join = world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB}]));
        if disconnects {
            world.dispatch(json!({"type": "accounts.disconnect"}));
        }
        world.pass(ms);
        sender.send(json!(hash())).unwrap();
        world.pass(1_000);
        assert_eq!(world.settled(&join).is_ok(), ms == 890_000);
        let told = world.host.details("wallet-transaction");
        let is_sent = |told: &&Value| told["hash"] == hash() && told["status"] == "sent";
        assert_eq!(told.iter().filter(is_sent).count(), 1, "{ms}");
    }
}
