//! What goes wrong around the engine: the wallet, the node, the clicks, the page itself.

use crate::support::*;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;
use wallet_engine::caip::Namespace;
use wallet_engine::constants::HTTP_TIMEOUT_MS;
use wallet_engine::error::Error;
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::provider::{Announced, PageWallet, WalletEvent};

#[test]
fn names_an_unreachable_node_and_retries_on_request() {
    let world = World::connected();
    world.chain.node_down.set(true);
    let read = world.request("eth_blockNumber", json!([]));
    world.pass(100);
    let error = world.settled(&read).unwrap_err().data();
    assert_eq!(
        (json!(error.code), error.message.as_str()),
        (
            json!("unreachable"),
            "Couldn't reach Demo Chain. If your browser asks to access devices on your local network, allow it for this site"
        )
    );
    world.open("Account");
    world.form("1", BOB);
    let slice = world.slice("send");
    assert_eq!((slice["maxPhase"].as_str(), &slice["max"]), (Some("failed"), &Value::Null));
    world.dispatch(json!({"type": "send.max"}));
    assert_eq!(world.slice("send")["sendTokenAmount"], "1", "nothing is guessed");
    world.chain.node_down.set(false);
    world.dispatch(json!({"type": "send.reload"}));
    assert_eq!(world.slice("send")["maxPhase"], "ready");
}

#[test]
fn decides_nothing_by_an_invalid_node_response() {
    for nonsense in [
        r#"{"id":1,"result":"ten"}"#,
        r#"{"id":1,"result":null}"#,
        "{}",
        "<html>",
        r#"{"result":"0x"}"#,
        r#"{"error":7}"#,
    ] {
        let world = World::connected();
        world.served(move |request| request.url.contains(":8545").then(|| status(200, nonsense)));
        world.open("Account");
        world.form("1", BOB);
        assert_eq!(world.slice("send")["maxPhase"], "failed", "{nonsense}");
        let reviewed = world.dispatch(json!({"type": "send.review"}));
        assert!(reviewed.is_settled());
        assert_eq!(world.slice("send")["preview"]["fee"], Value::Null, "{nonsense}");
    }
}

#[test]
fn settles_nothing_by_an_invalid_receipt() {
    for receipt in [
        json!({"status": "0x1"}),
        json!({"blockHash": hash()}),
        json!({"blockHash": hash(), "status": "yes"}),
        json!("0x1"),
        json!([]),
    ] {
        let world = previewed();
        let answer = json!({"id": 1, "result": receipt}).to_string();
        world.served(move |request| {
            let is_receipt =
                request.body.as_ref().is_some_and(|b| b.text.contains("eth_getTransactionReceipt"));
            is_receipt.then(|| status(200, &answer))
        });
        world.dispatch(json!({"type": "send.confirm"}));
        world.pass(20_000);
        assert_eq!(world.slice("transactions")["list"][0]["status"], "sent", "{receipt}");
    }
}

// req: 8.33
#[test]
fn rejects_a_page_request_with_the_wallets_error() {
    let cases: [(fn() -> Answer, i64); 6] = [
        (|| refuse(4001, "no"), 4001),
        (|| refuse(-32603, "User denied message signature"), 4001),
        (|| refuse(-32002, "A request is already open"), -32002),
        (|| refuse(4100, "not authorised"), 4100),
        (|| refuse(-32603, "boom"), -32603),
        (|| nested(-32603, 4902, "x"), 4902),
    ];
    for (answer, code) in cases {
        let world = World::connected();
        world.but(1, move |method, _| (method == "eth_sendTransaction").then(answer));
        let asked = world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "value": "0x1"}]));
        assert_eq!(json!(world.settled(&asked).unwrap_err().data().code), json!(code));
        let phases: Vec<Value> =
            world.host.details("wallet-request").iter().map(|r| r["phase"].clone()).collect();
        assert_eq!(phases, [json!("pending"), json!("failed")]);
        assert_eq!((world.host.details("wallet-error").len(), world.toasts().len()), (0, 0));
        // which codes say that nothing was sent: `money/outcomes.rs`
        let is_known = matches!(code, 4001 | 4100 | -32002);
        assert_eq!(world.host.details("wallet-transaction").len(), usize::from(!is_known), "{code}");
    }
}

#[test]
fn rejects_an_unanswered_request_on_timeout_or_disconnect() {
    let world = World::connected();
    world.but(1, |method, _| (method == "eth_sendTransaction").then(never));
    let call = json!([{"from": ALICE, "to": BOB, "value": "0x1"}]);
    let asked = world.request("eth_sendTransaction", call.clone());
    world.pass(899_999); // decision 27, "Time for a request"
    assert!(!asked.is_settled());
    world.pass(1);
    assert_eq!(world.settled(&asked), Err(Error::WalletSilent));
    let asked = world.request("eth_sendTransaction", call);
    world.dispatch(json!({"type": "accounts.disconnect"}));
    assert!(asked.is_settled());
}

#[test]
fn ignores_unreadable_wallet_events() {
    let world = World::connected();
    for value in [json!(null), json!("0x"), json!({}), json!(-1), json!("nonsense"), json!(0), json!([1337])]
    {
        world.wallets.tell(1, &WalletEvent::Chain(value.clone()));
        world.run();
        assert_eq!(world.slice("state")["selectedNetworkId"], "eip155:1337", "{value}");
    }
    for _ in 0..3 {
        world.wallets.tell(1, &WalletEvent::Disconnect);
        world.wallets.tell(1, &WalletEvent::Accounts(json!([ALICE.to_lowercase()])));
        world.wallets.tell(1, &WalletEvent::Chain(json!("0x539")));
    }
    world.run();
    assert_eq!(world.status(), "connected", "a wallet that cannot reach its node has not logged out");
    assert_eq!(world.host.details("wallet-disconnect").len(), 0);
    assert_eq!(
        world.host.details("wallet-account-change").iter().filter(|a| a["address"] == ALICE).count(),
        1
    );
}

#[test]
fn ends_on_the_last_event_of_a_storm() {
    let world = World::connected();
    for n in 0..2_000u32 {
        let account = if n % 2 == 0 { BOB } else { ALICE };
        world.wallets.tell(1, &WalletEvent::Accounts(json!([account])));
        world.wallets.tell(1, &WalletEvent::Chain(json!(if n % 3 == 0 { "0x539" } else { "0x53a" })));
    }
    world.wallets.tell(1, &WalletEvent::Chain(json!("0x539")));
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.pass(60_000);
    let account = world.slice("account");
    assert_eq!((&account["address"], &account["balance"]["phase"]), (&json!(BOB), &json!("ready")));
    assert_eq!(world.slice("state")["selectedNetworkId"], "eip155:1337");
    assert!(world.record("portfolio_cache").unwrap().as_object().unwrap().len() <= 10);
}

// req: 10.33
#[test]
fn displays_hostile_announcements_as_plain_text_and_caps_them() {
    let world = World::new();
    for handle in 0..200u32 {
        world.engine.announce(Announced {
            kind: wallet_engine::ports::provider::WalletKind::default(),
            handle: PageWallet(handle),
            id: format!("{handle}"),
            name: match handle {
                0 => "<img src=x onerror=alert(1)>".into(),
                1 => "Meta\u{202e}ksaM".into(),
                2 => "\u{200b}".into(),
                _ => "x".repeat(10_000),
            },
            icon: None,
            picture: None,
            rdns: Some(if handle < 10 { "io.metamask".into() } else { format!("<script>.{handle}") }),
            namespaces: vec![Namespace::Eip155],
        });
    }
    world.run();
    let rows = world.page_rows();
    assert_eq!(rows.len(), 64);
    assert_eq!(
        (&rows[0]["name"], &rows[1]["name"]),
        (&json!("<img src=x onerror=alert(1)>"), &json!("MetaksaM"))
    );
    assert!(rows.iter().all(|row| row["name"].as_str().unwrap().chars().count() <= 64));
    assert!(rows.iter().all(|row| !row["rdns"].as_str().unwrap_or_default().contains('<')));
    let ids: Vec<&Value> = rows.iter().map(|row| &row["id"]).collect();
    assert!(
        ids.iter().all(|id| ids.iter().filter(|other| other == &id).count() == 1),
        "each leads to its own provider"
    );
    assert!(rows[..9].iter().all(|row| row["conflict"] == true));
    // the same provider once more changes nothing
    world.announce(0, "Another name", Some("io.other"));
    assert_eq!(world.page_rows()[0]["name"], "<img src=x onerror=alert(1)>");
}

#[test]
fn acts_once_on_double_clicks() {
    let world = World::new();
    let asked = Rc::new(Cell::new(0));
    let seen = asked.clone();
    let (open, gate) = Gate::new();
    world.but(1, move |method, _| {
        (method == "wm_connect").then(|| {
            seen.set(seen.get() + 1);
            gate.hold(ok(json!({"accounts": [ALICE], "chain": "eip155:1337"})))
        })
    });
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    let twice = |command: Value| {
        let joins = [world.engine.dispatch(command.clone()), world.engine.dispatch(command)];
        world.run();
        joins
    };
    twice(json!({"type": "router.open", "view": "Connect"}));
    twice(json!({"type": "connect.select", "id": "dev.demo"}));
    twice(json!({"type": "connect.retry"}));
    twice(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    assert_eq!(asked.get(), 1);
    open.send(()).unwrap();
    world.run();
    assert_eq!(world.status(), "connected");
    assert_eq!((world.host.details("wallet-connect").len(), world.host.details("wallet-open").len()), (1, 1));
    world.willing(1);
    twice(json!({"type": "router.open"}));
    twice(json!({"type": "router.push", "view": "Networks"}));
    assert_eq!(world.slice("router")["depth"], 2);
    twice(json!({"type": "networks.choose", "network": "eip155:1338"}));
    assert_eq!(world.wallets.count("wm_switchChain"), 1);
    twice(json!({"type": "accounts.tab", "tab": "activity"}));
    assert_eq!(world.requests("/history?").len(), 1);
    let [first, second] = twice(json!({"type": "accounts.disconnect"}));
    assert!(world.settled(&first).is_ok() && world.settled(&second).is_ok());
    assert_eq!(world.wallets.count("wm_disconnect"), 1);
    assert_eq!(world.host.details("wallet-disconnect").len(), 1);
    let [first, second] = twice(json!({"type": "accounts.disconnect"}));
    assert!(world.settled(&first).is_ok() && world.settled(&second).is_ok(), "nothing to let go is no fault");
    assert_eq!(world.tracked("DISCONNECT_SUCCESS").len(), 1);
}

// req: 4.2
#[test]
fn restarts_from_the_confirmed_state_after_a_reload() {
    let world = World::new();
    world.wallets.answer(1, |_, _| never());
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    assert_eq!(world.status(), "connecting");
    let world = world.reload();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(10_000);
    assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("disconnected", 0));
    let world = World::connected();
    world.but(1, |method, _| (method == "wm_switchChain").then(never));
    world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    let world = world.reload();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    let networks = world.slice("networks");
    assert_eq!(
        (&networks["phase"], &networks["target"], &networks["active"]["id"]),
        (&json!("idle"), &Value::Null, &json!(1337))
    );
    assert_eq!(world.wallets.count("wm_switchChain"), 0, "nobody is asked again");
}

#[test]
fn leaves_nothing_behind_when_destroyed_at_any_moment() {
    let moments: [fn(&World); 6] = [
        |world| drop(world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}))),
        |world| drop(world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}))),
        |world| drop(world.request("eth_requestAccounts", json!([]))),
        |world| world.open("Connect"),
        |world| drop(world.dispatch(json!({"type": "toasts.show", "message": "x", "variant": "success"}))),
        |world| drop(world.dispatch(json!({"type": "accounts.disconnect"}))),
    ];
    for moment in moments {
        for connected in [false, true] {
            let world = World::new();
            world.willing(1);
            world.announce(1, "Demo Wallet", Some("dev.demo"));
            if connected {
                world.join();
            }
            world.wallets.answer(1, |_, _| never());
            world.served(|_| Some(Box::pin(std::future::pending())));
            moment(&world);
            let pending = world.request("eth_blockNumber", json!([]));
            world.engine.destroy();
            world.run();
            assert_eq!(world.settled(&pending), Err(Error::Aborted));
            assert_eq!(world.clock.waiting(), 0);
            assert_eq!(world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB]))), 0);
            let before = world.host.names().len();
            world.pass(600_000);
            assert_eq!(world.host.names().len(), before, "nothing is told after the end");
        }
    }
}

#[test]
fn aborts_an_attempt_when_another_wallet_connects() {
    let world = World::new();
    world.wallets.answer(1, |_, _| never());
    world.announce(1, "One", Some("dev.one"));
    world.but(2, |method, _| {
        (method == "wm_connect").then(|| ok(json!({"accounts": [BOB], "chain": "0x539"})))
    });
    world.announce(2, "Two", Some("dev.two"));
    world.open("Connect");
    let first = world.dispatch(json!({"type": "connect.select", "id": "dev.one"}));
    let second = world.dispatch(json!({"type": "connect.select", "id": "dev.two"}));
    assert!(world.settled(&second).is_ok());
    assert_eq!(world.settled(&first), Err(Error::Aborted), "one attempt at a time");
    assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connected", &json!(BOB)));
    world.pass(600_000);
    assert_eq!(world.status(), "connected");
}

/// Requests of the page that no one has answered yet, in the order in which they came to the node.
fn pages_requests(world: &World) -> Vec<(u64, String)> {
    let asked = world.requests(":8545").into_iter().filter_map(|request| {
        let call: Value = serde_json::from_str(&request.body?.text).ok()?;
        let place = call["params"][1].as_u64()?;
        Some((place, call["method"].as_str()?.to_owned()))
    });
    asked.collect()
}

#[test]
fn runs_eight_reads_at_a_time_with_a_timeout_for_each() {
    let world = World::connected();
    world.served(|request| {
        let text = &request.body.as_ref()?.text;
        text.contains("eth_getStorageAt").then(|| -> Served { Box::pin(std::future::pending()) })
    });
    let reads: Vec<_> =
        (0..2_000).map(|place| world.request("eth_getStorageAt", json!([USDC, place]))).collect();
    assert_eq!(pages_requests(&world).len(), 8);
    // what is sent to the network waits for none of them
    let sent = world.request("eth_sendRawTransaction", json!(["0x01", 9_999]));
    assert!(pages_requests(&world).contains(&(9_999, "eth_sendRawTransaction".into())) || sent.is_settled());
    // nor does another host
    let asked = world.asked("localhost:4002");
    world.dispatch(json!({"type": "router.open", "view": "Activity"}));
    world.run();
    assert!(world.asked("localhost:4002") > asked);
    // the first eight have no answer in time: the next eight have all of theirs
    world.pass(HTTP_TIMEOUT_MS);
    assert!(reads[..8].iter().all(|read| read.is_settled()));
    assert_eq!(reads.iter().filter(|read| read.is_settled()).count(), 8);
    let order: Vec<u64> =
        pages_requests(&world).iter().map(|(place, _)| *place).filter(|place| *place < 2_000).collect();
    assert_eq!(order, (0..16).collect::<Vec<_>>());
    world.pass(HTTP_TIMEOUT_MS - 1);
    assert!(!reads[8].is_settled());
    // the node is back: all of the others are answered
    world.served(|request| {
        let text = &request.body.as_ref()?.text;
        text.contains("eth_getStorageAt").then(|| status(200, r#"{"id":1,"jsonrpc":"2.0","result":"0x5"}"#))
    });
    world.pass(HTTP_TIMEOUT_MS);
    assert!(reads[16..].iter().all(|read| world.json(read) == json!("0x5")));
}

#[test]
fn prioritizes_money_reads_over_earlier_page_reads() {
    let world = World::connected();
    world.form("1", BOB);
    let clock = world.clock.clone();
    world.served(move |request| {
        let text = &request.body.as_ref()?.text;
        let clock = clock.clone();
        text.contains("eth_getStorageAt").then(|| -> Served {
            Box::pin(async move {
                clock.sleep(100).await;
                status(200, r#"{"id":1,"jsonrpc":"2.0","result":"0x5"}"#).await
            })
        })
    });
    let reads: Vec<_> =
        (0..2_000).map(|place| world.request("eth_getStorageAt", json!([USDC, place]))).collect();
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    world.pass(2_000);
    assert!(world.settled(&reviewed).is_ok());
    assert_eq!(world.slice("send")["phase"], "review");
    assert_ne!(world.slice("send")["preview"]["fee"], Value::Null);
    assert!(reads.iter().filter(|read| read.is_settled()).count() < 200);
    world.pass(30_000);
    assert!(reads.iter().all(|read| read.is_settled()), "nobody starves");
}

#[test]
fn frees_the_slot_of_an_abandoned_read() {
    let world = World::connected();
    world.served(|request| {
        let text = &request.body.as_ref()?.text;
        text.contains("eth_getStorageAt").then(|| -> Served { Box::pin(std::future::pending()) })
    });
    for place in 0..20 {
        world.request("eth_getStorageAt", json!([USDC, place]));
    }
    assert_eq!(pages_requests(&world).len(), 8);
    // a disconnect ends what the page has asked of the connection, under way and waiting alike
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.join();
    world.served(|_| None);
    let read = world.request("eth_blockNumber", json!([]));
    world.pass(HTTP_TIMEOUT_MS * 3);
    assert_eq!(world.json(&read), json!("0x10"));
}
