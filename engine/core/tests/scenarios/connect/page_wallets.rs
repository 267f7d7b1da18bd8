//! Connecting, restoring and letting go of a browser wallet.

use crate::support::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use wallet_engine::constants::WALLET_CLAIM_MS;
use wallet_engine::error::Error;
use wallet_engine::ports::provider::WalletEvent;

// req: 1.1, 1.9, 2.29, 3.2, 3.7, 4.1
#[test]
fn connects_the_chosen_wallet_and_closes_the_modal() {
    let world = World::new();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.open("Connect");
    assert_eq!(world.page_rows()[0]["name"], "Demo Wallet");
    assert_eq!(world.page_rows()[0]["tag"], "installed");
    let connected = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    let account = world.json(&connected);
    assert_eq!(account["address"], ALICE);
    assert_eq!(account["caipAddress"], format!("eip155:1337:{ALICE}"));
    assert_eq!(account["allAccounts"], json!([{"namespace": "eip155", "address": ALICE, "type": "eoa"}]));
    assert_eq!(account["connectorId"], "dev.demo");
    // a moment of success, which no one waited for
    let router = || (world.slice("router")["done"] == true, world.view(), world.is_open());
    assert_eq!(router(), (true, "ConnectingExternal".into(), true));
    assert_eq!(world.host.details("wallet-connect").len(), 1);
    world.pass(1_499);
    assert_eq!(router(), (true, "ConnectingExternal".into(), true));
    world.pass(1);
    assert!(!world.is_open());
    assert_eq!(world.host.details("wallet-close")[0]["reason"], "success");
    let statuses: Vec<Value> =
        world.host.details("wallet-status").iter().map(|d| d["status"].clone()).collect();
    assert_eq!(statuses, [json!("connecting"), json!("connected")]);
    let event = &world.host.details("wallet-connect")[0];
    assert_eq!(event["reconnect"], false);
    assert_eq!(event["connectorId"], "dev.demo");
}

// req: 10.38
#[test]
fn forwards_provider_messages_only_while_the_wallet_is_connected() {
    let world = World::new();
    world.arrive(&[ALICE, BOB]);
    let says = |wallet: u32, message: Value| {
        world.wallets.tell(wallet, &WalletEvent::Message(message));
        world.run();
    };
    let block = |number: &str| json!({ "type": "eth_subscription", "data": { "subscription": "0x1", "result": { "number": number } } });
    let heard = || world.host.details("message");
    says(1, block("0x1"));
    assert_eq!(heard(), [] as [Value; 0], "nobody is connected");
    world.connect("dev.one");
    says(1, block("0x2"));
    says(2, block("0x3"));
    assert_eq!(
        heard(),
        [json!({ "namespace": "eip155", "type": "eth_subscription", "data": block("0x2")["data"] })]
    );
    for nonsense in
        [json!(null), json!("text"), json!([1]), json!({}), json!({ "type": 7 }), json!({ "type": "" })]
    {
        says(1, nonsense);
    }
    assert_eq!(heard().len(), 1);
    says(1, json!({ "type": "x", "data": null, "other": 1 }));
    assert_eq!(heard()[1], json!({ "namespace": "eip155", "type": "x", "data": null }));
    // a burst is in its order, and no longer than what may wait
    for number in 0..wallet_engine::constants::WALLET_MESSAGES_MAX + 5 {
        world.wallets.tell(1, &WalletEvent::Message(json!({ "type": "n", "data": number })));
    }
    world.run();
    let numbers: Vec<Value> = heard().split_off(2).iter().map(|one| one["data"].clone()).collect();
    assert_eq!(
        numbers,
        (0..wallet_engine::constants::WALLET_MESSAGES_MAX).map(|n| json!(n)).collect::<Vec<_>>()
    );
    // another wallet, and then no one
    let before = heard().len();
    world.connect("dev.two");
    says(1, block("0x4"));
    says(2, block("0x5"));
    assert_eq!(heard().split_off(before).len(), 1);
    world.wallets.tell(2, &WalletEvent::Message(block("0x6")));
    world.wallets.tell(2, &WalletEvent::Accounts(json!([])));
    world.run();
    says(2, block("0x7"));
    assert_eq!(heard().len(), before + 1, "its last word was that it has left");
}

#[test]
fn shows_only_the_success_state_until_the_modal_closes() {
    let world = Rc::new(World::new());
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    let drawn = Rc::new(RefCell::new(Vec::new()));
    let (inner, list) = (Rc::downgrade(&world), drawn.clone());
    world.host.on_event(move |event| {
        if let (Some(world), "wallet-state") = (inner.upgrade(), event.name()) {
            let router = world.slice("router");
            list.borrow_mut().push((router["open"] == true, router["done"] == true));
        }
    });
    world.open("Connect");
    world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    world.pass(1_500);
    let drawn = drawn.take();
    let first = drawn.iter().position(|(_, done)| *done).expect("a moment of success");
    assert!(drawn[first..].iter().all(|(open, done)| !*open || *done), "{drawn:?}");
    assert_eq!(drawn.last(), Some(&(false, false)));
}

// req: 2.8, 8.21, 8.33
#[test]
fn shows_a_rejection_without_an_error_and_allows_a_retry() {
    let world = World::new();
    world.willing(1);
    let willing = Rc::new(RefCell::new(false));
    let now = willing.clone();
    world.wallets.answer(1, move |_, _| match *now.borrow() {
        true => ok(json!({"accounts": [{"address": ALICE}], "chain": "eip155:1337"})),
        false => refuse(4001, "User rejected the request."),
    });
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.open("Connect");
    let refused = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    assert_eq!(world.settled(&refused), Err(Error::ConnectionRejected));
    assert_eq!(world.view(), "ConnectingExternal");
    assert_eq!(world.slice("connect")["phase"], "rejected");
    assert_eq!(world.slice("connect")["error"]["message"], "Connection rejected");
    assert_eq!(world.status(), "disconnected");
    assert!(world.host.details("wallet-error").is_empty(), "a refusal is no fault");
    *willing.borrow_mut() = true;
    let again = world.dispatch(json!({"type": "connect.retry"}));
    assert!(world.settled(&again).is_ok());
    assert_eq!(world.status(), "connected");
}

// req: 8.21
#[test]
fn fails_to_connect_with_the_wallets_error_details() {
    for (code, words) in [(-32603, "internal trouble"), (4900, "no chain")] {
        let world = World::new();
        world.wallets.answer(1, move |_, _| refuse(code, words));
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        world.open("Connect");
        let failed = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
        assert_eq!(world.settled(&failed).unwrap_err().to_string(), "Failed to connect");
        let slice = world.slice("connect");
        assert_eq!(slice["phase"], "failed");
        assert!(slice["error"]["details"].as_str().unwrap().contains(words));
    }
}

// req: 8.21
#[test]
fn rejects_with_modal_closed_and_drops_a_late_approval() {
    let world = World::new();
    world.wallets.answer(1, |_, _| never());
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.open("Connect");
    let pending = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    assert_eq!(world.status(), "connecting");
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert_eq!(world.settled(&pending), Err(Error::ModalClosed));
    assert_eq!(world.status(), "disconnected");
    assert_eq!(world.slice("connect")["phase"], "idle");
    world.wallets.tell(1, &WalletEvent::Accounts(json!([ALICE])));
    world.pass(600_000);
    assert_eq!(world.status(), "disconnected");
    assert_eq!(world.clock.waiting(), 0, "nothing waits for a modal that is closed");
}

#[test]
fn asks_the_wallet_once_for_repeated_clicks() {
    let world = World::new();
    world.wallets.answer(1, |_, _| never());
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.open("Connect");
    for _ in 0..20 {
        world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    }
    assert_eq!(world.wallets.count("wm_connect"), 1);
    world.pass(1_000);
    assert_eq!(world.slice("connect")["phase"], "confirm");
    world.pass(60_000);
    assert_eq!(world.slice("connect")["phase"], "slow");
    world.pass(300_000);
    assert_eq!(world.slice("connect")["phase"], "failed", "no state called connecting outlives its deadline");
}

#[test]
fn waits_for_a_wallet_that_already_has_an_open_request() {
    let world = World::new();
    let unlocked = Rc::new(RefCell::new(false));
    let now = unlocked.clone();
    world.wallets.answer(1, move |_, _| match *now.borrow() {
        true => ok(json!({"accounts": [{"address": ALICE}], "chain": "eip155:1337"})),
        false => refuse(-32002, "already pending"),
    });
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.open("Connect");
    let pending = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    assert_eq!(world.slice("connect")["phase"], "already_open");
    *unlocked.borrow_mut() = true;
    world.wallets.tell(1, &WalletEvent::Accounts(json!({"accounts": [{"address": ALICE}]})));
    world.run();
    assert!(world.settled(&pending).is_ok());
    assert_eq!(world.status(), "connected");
}

#[test]
fn stays_disconnected_when_the_wallet_responds_with_invalid_data() {
    for nonsense in [
        json!(null),
        json!("yes"),
        json!({"accounts": "all"}),
        json!({"accounts": [{"address": "0x12"}]}),
        json!([]),
    ] {
        let world = World::new();
        let answer = nonsense.clone();
        world.wallets.answer(1, move |_, _| ok(answer.clone()));
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        world.open("Connect");
        let failed = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
        assert!(world.settled(&failed).is_err(), "{nonsense}");
        assert_eq!(world.status(), "disconnected", "{nonsense}");
    }
}

// req: 3.25, 3.26, 3.28, 3.32, 4.2
#[test]
fn restores_the_connection_after_a_reload() {
    let world = World::connected();
    assert_eq!(world.record("connection_status"), Some(json!("connected")));
    assert_eq!(world.record("wallet_id"), Some(json!("dev.demo")));
    assert_eq!(world.record("wallet_name"), Some(json!("Demo Wallet")));
    assert_eq!(world.record("active_namespace"), Some(json!("eip155")));
    assert_eq!(world.record("active_caip_network_id"), Some(json!("eip155:1337")));
    assert_eq!(world.record("connected_namespaces"), Some(json!("eip155")));
    assert_eq!(world.record("eip155:connected_connector_id"), Some(json!("dev.demo")));
    let stored = world.record("connections").unwrap();
    assert_eq!(stored["eip155"][0]["accounts"], json!([{"address": ALICE, "type": "eoa"}]));

    let world = world.reload();
    assert_eq!(world.status(), "connecting", "a stored 'connected' becomes connecting");
    assert_eq!(world.slice("account")["address"], ALICE, "the last address is shown meanwhile");
    world.returns();
    assert_eq!(world.status(), "connected");
    assert_eq!(world.wallets.last("wm_connect").unwrap()["silent"], true, "nobody is prompted");
    assert_eq!(world.host.details("wallet-connect")[0]["reconnect"], true);
    let statuses: Vec<Value> =
        world.host.details("wallet-status").iter().map(|d| d["status"].clone()).collect();
    assert_eq!(statuses, [json!("connecting"), json!("reconnecting"), json!("connected")]);
}

// req: 4.2
#[test]
fn ends_disconnected_when_the_stored_wallet_revoked_access() {
    let world = World::connected().reload();
    world.wallets.answer(1, |_, _| ok(json!({"accounts": [], "revoked": true})));
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(WALLET_CLAIM_MS);
    assert_eq!(world.status(), "disconnected");
    assert_eq!(world.record("connection_status"), Some(json!("disconnected")));
    let kept = world.record("connections").unwrap();
    assert_eq!(kept["eip155"][0]["recent"], true, "remembered as one that was, not as one that is");
}

#[test]
fn restores_a_stored_wallet_that_announces_itself_late() {
    let world = World::connected().reload();
    world.pass(5_000);
    assert_eq!(world.status(), "disconnected", "not connecting for ever");
    assert_eq!(world.record("connection_status"), Some(json!("connected")), "not forgotten either");
    world.returns();
    assert_eq!(world.status(), "connected");
}

#[test]
fn ends_disconnected_when_the_stored_wallet_never_responds() {
    let world = World::connected().reload();
    world.wallets.answer(1, |_, _| never());
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(WALLET_CLAIM_MS);
    assert_eq!(world.status(), "reconnecting");
    world.pass(5_000);
    assert_eq!(world.status(), "disconnected");
}

#[test]
fn starts_clean_on_damaged_records_and_keeps_newer_versions() {
    let first = World::connected();
    for (damage, kept) in
        [("", false), ("{\"v\":1", false), ("{\"v\":9,\"seq\":1,\"value\":7}", true), ("[[[[", false)]
    {
        let storage = first.storage.clone();
        let names: Vec<String> = storage.records.borrow().keys().cloned().collect();
        for name in names {
            storage.records.borrow_mut().insert(name, damage.into());
        }
        let world = World::with(options(), storage.clone());
        assert_eq!(world.status(), "disconnected");
        world.willing(1);
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
        assert_eq!(world.status(), "connected");
        assert_eq!(storage.records.borrow()["connections"] == damage, kept);
    }
}

#[test]
fn connects_without_storage_and_warns_once() {
    let world = World::new();
    world.storage.broken.set(true);
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    world.dispatch(json!({"type": "accounts.disconnect"}));
    assert_eq!(world.status(), "disconnected");
    assert_eq!(world.host.lines.borrow().iter().filter(|line| line.contains("Storage")).count(), 1);
}

#[test]
fn starts_and_connects_when_storage_never_responds() {
    let storage = wallet_engine::ports::storage::MemoryStorage::default();
    storage.silent.set(true);
    let world = World::with(options(), storage);
    assert_eq!(world.slice("state")["initialized"], false);
    world.pass(2_000);
    assert_eq!(world.slice("state")["initialized"], true);
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    let connected = world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    world.pass(2_000);
    assert_eq!(world.json(&connected)["isConnected"], true);
}

// req: 3.5, 3.6
#[test]
fn lists_connectors_and_connections_for_the_page() {
    let world = World::connected();
    let slice = world.slice("connections");
    assert_eq!(
        slice["connectors"][0],
        json!({"id": "dev.demo", "name": "Demo Wallet", "type": "ANNOUNCED", "chain": "eip155",
            "parts": [{"chain": "eip155", "id": "dev.demo"}],
            "chains": ["eip155:1337", "eip155:1338"], "imageUrl": null, "imageId": null, "explorerId": null,
            "info": {"rdns": "dev.demo"}, "conflict": false})
    );
    assert_eq!(slice["connections"][0]["connectorId"], "dev.demo");
    assert_eq!(slice["connections"][0]["accounts"][0]["address"], ALICE);
    let change = &world.host.details("wallet-connections-change")[0];
    assert_eq!(change["connections"][0]["connectorId"], "dev.demo");
}

// req: 4.3, 4.4, 4.5
#[test]
fn switches_to_a_stored_connection_by_its_status() {
    let world = World::connected();
    let switch = |status: &str| {
        let connection = json!({"connectorId": "dev.demo", "namespace": "eip155", "status": status});
        world.dispatch(json!({"type": "connections.switch", "connection": connection}))
    };
    for status in ["active", "connected"] {
        let before = world.wallets.count("wm_connect");
        assert_eq!(world.json(&switch(status))["address"], ALICE);
        assert_eq!(world.wallets.count("wm_connect"), before + 1);
        assert_eq!(world.wallets.last("wm_connect").unwrap()["silent"], true);
    }
    assert_eq!(world.json(&switch("disconnected"))["address"], ALICE);
    assert_eq!(world.wallets.last("wm_connect").unwrap()["silent"], false, "the wallet's login runs again");
    assert_eq!(world.settled(&switch("asleep")).unwrap_err().to_string(), "Invalid connection status");
}

// req: 4.6, 4.7
#[test]
fn resets_account_network_and_storage_on_disconnect() {
    let world = World::connected();
    world.wallets.tell(1, &WalletEvent::Chain(json!("0x53a")));
    world.run();
    assert_eq!(world.slice("networks")["active"]["caipNetworkId"], "eip155:1338");
    let gone = world.dispatch(json!({"type": "accounts.disconnect", "namespace": "eip155"}));
    assert!(world.settled(&gone).is_ok());
    let account = world.slice("account");
    assert_eq!(account["status"], "disconnected");
    assert_eq!(account["address"], Value::Null);
    assert_eq!(account["balance"]["amount"], "0.00");
    assert_eq!(world.slice("networks")["active"]["caipNetworkId"], "eip155:1337");
    assert_eq!(world.record("connection_status"), Some(json!("disconnected")));
    assert_eq!(world.record("eip155:connected_connector_id"), None);
    assert_eq!(world.record("disconnected_connector_ids"), Some(json!({"eip155": ["dev.demo"]})));
    assert_eq!(world.wallets.count("wm_disconnect"), 1);
    assert_eq!(world.host.details("wallet-disconnect")[0], json!({"namespace": "eip155", "reason": "user"}));
    let tracked = world.host.details("wallet-track");
    assert!(tracked.iter().any(|t| t["event"] == "DISCONNECT_SUCCESS"));
    assert_eq!(world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB]))), 0, "nobody listens any more");
    let world = world.reload();
    assert_eq!(world.status(), "disconnected");
}

#[test]
fn disconnects_immediately_when_the_wallet_never_responds() {
    let world = World::connected();
    world.wallets.answer(1, |method, _| if method == "wm_disconnect" { never() } else { refuse(4200, "") });
    let gone = world.dispatch(json!({"type": "accounts.disconnect"}));
    assert_eq!(world.status(), "disconnected", "at once, not after 3 s");
    world.pass(3_000);
    assert!(world.settled(&gone).is_ok());
}

#[test]
fn follows_another_account_and_disconnects_when_the_wallet_locks() {
    let world = World::connected();
    world.wallets.tell(1, &WalletEvent::Accounts(json!({"accounts": [{"address": BOB}]})));
    world.run();
    assert_eq!(world.slice("account")["address"], BOB);
    assert_eq!(world.host.details("wallet-account-change").last().unwrap()["address"], BOB);
    world.wallets.tell(1, &WalletEvent::Accounts(json!([])));
    world.run();
    assert_eq!(world.status(), "disconnected");
    assert_eq!(world.host.details("wallet-disconnect")[0]["reason"], "wallet");
    assert_eq!(world.record("disconnected_connector_ids"), None, "the person did not choose this");
}

#[test]
fn lists_and_marks_two_providers_with_one_rdns() {
    let world = World::new();
    world.announce(1, "Real", Some("io.metamask"));
    world.announce(2, "Fake", Some("io.metamask"));
    world.announce(3, "Other", Some("io.other"));
    let rows = world.page_rows();
    assert_eq!(rows.len(), 3);
    assert_eq!(
        (&rows[0]["conflict"], &rows[1]["conflict"], &rows[2]["conflict"]),
        (&json!(true), &json!(true), &json!(false))
    );
    assert_ne!(rows[0]["id"], rows[1]["id"]);
    assert_eq!(rows[2]["id"], "io.other");
}

#[test]
fn lists_wallets_by_the_pages_options() {
    let rows = |change: &dyn Fn(&mut Value)| {
        let mut options = options();
        change(&mut options);
        let world = World::with(options, Default::default());
        world.announce(1, "One", Some("io.one"));
        world.announce(2, "Two", Some("io.two"));
        world.page_rows().len()
    };
    assert_eq!(rows(&|_| {}), 2);
    assert_eq!(rows(&|o| o["excludeWalletIds"] = json!(["io.two"])), 1);
    assert_eq!(rows(&|o| o["enableEIP6963"] = json!(false)), 0);
    assert_eq!(rows(&|o| o["adapters"] = json!(["solana"])), 0);
}

// req: 10.1
#[test]
fn connects_a_browser_wallet_without_any_service() {
    let world = World::new();
    world.chain.data_status.set(0);
    world.chain.node_down.set(true);
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.open("Connect");
    let connected = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    assert_eq!(world.json(&connected)["isConnected"], true);
    // no one is asked before someone looks; without a project no one but the node of the account, ever
    let before_opening = World::new();
    before_opening.announce(1, "Demo Wallet", Some("dev.demo"));
    before_opening.pass(60_000);
    assert!(before_opening.http.seen.borrow().is_empty());
    let mut options = options();
    options.as_object_mut().unwrap().remove("projectId");
    let world = World::with(options, Default::default());
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.open("Connect");
    world.pass(60_000);
    let connected = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    assert_eq!(world.json(&connected)["isConnected"], true);
    let seen = world.http.seen.borrow();
    assert!(seen.iter().all(|request| request.url.starts_with("http://localhost:8545")), "{seen:?}");
}
