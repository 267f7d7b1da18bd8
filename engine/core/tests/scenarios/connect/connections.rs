//! Connectors, connections and recent wallets: what is kept of them, and going from one to the other.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::provider::WalletEvent;

/// Three wallets that hold Alice's, Bob's and a third account.
fn three() -> World {
    let world = World::new();
    world.arrive(&[ALICE, BOB, USDC]);
    world
}

fn switch(world: &World, id: &str, status: Value) -> Join {
    let connection = json!({"namespace": "eip155", "connectorId": id, "status": status});
    world.dispatch(json!({"type": "connections.switch", "connection": connection}))
}

fn delete(world: &World, id: &str) -> Join {
    world.dispatch(json!({"type": "connections.delete", "namespace": "eip155", "connectorId": id}))
}

/// Connector id, status and recent flag of every connection.
fn list(world: &World) -> Vec<(String, String, bool)> {
    let all = world.slice("connections")["connections"].clone();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let of = |c: &Value| (text(&c["connectorId"]), text(&c["status"]), c["recent"].as_bool().unwrap());
    all.as_array().unwrap().iter().map(of).collect()
}

// req: 3.6
#[test]
fn describes_each_connector_by_kind_and_namespace() {
    let world = World::new();
    world.announce(1, "One", Some("dev.one"));
    world.engine.announce(wallet_engine::ports::provider::Announced {
        kind: wallet_engine::ports::provider::WalletKind::Injected,
        handle: wallet_engine::ports::provider::PageWallet(2),
        id: "injected".into(),
        name: "Browser Wallet".into(),
        icon: Some("blob:x".into()),
        picture: None,
        rdns: None,
        namespaces: vec![wallet_engine::caip::Namespace::Eip155],
    });
    let connectors = world.slice("connections")["connectors"].clone();
    assert_eq!(
        connectors[0],
        json!({"id": "dev.one", "name": "One", "type": "ANNOUNCED", "chain": "eip155",
            "parts": [{"chain": "eip155", "id": "dev.one"}],
            "chains": ["eip155:1337", "eip155:1338"], "imageUrl": null, "imageId": null, "explorerId": null,
            "info": {"rdns": "dev.one"}, "conflict": false})
    );
    assert_eq!((&connectors[1]["type"], &connectors[1]["id"]), (&json!("INJECTED"), &json!("injected")));
    assert_eq!(connectors[1]["imageUrl"], "blob:x");
}

// req: 3.5, 3.7, 3.25, 3.28, 3.2
#[test]
fn replaces_the_first_wallet_and_remembers_it() {
    let world = three();
    world.connect("dev.one");
    world.connect("dev.two");
    let active = ("dev.two".to_owned(), "active".to_owned(), false);
    let was = ("dev.one".to_owned(), "disconnected".to_owned(), true);
    assert_eq!(list(&world), [active, was]);
    let first = world.slice("connections")["connections"][0].clone();
    assert_eq!(first["accounts"][0], json!({"namespace": "eip155", "address": BOB, "type": "eoa"}));
    assert_eq!(first["auth"], Value::Null);
    assert_eq!(world.slice("account")["address"], BOB);
    assert_eq!(
        world.record("eip155:connected_connector_id"),
        Some(json!("dev.two")),
        "one for each namespace"
    );
    assert_eq!(
        (world.record("wallet_id"), world.record("wallet_name")),
        (Some(json!("dev.two")), Some(json!("Two")))
    );
    assert_eq!(
        world.record("connections"),
        Some(json!({"eip155": [
            {"connectorId": "dev.two", "accounts": [{"address": BOB, "type": "eoa"}], "caipNetwork": "eip155:1337"},
            {"connectorId": "dev.one", "accounts": [{"address": ALICE, "type": "eoa"}], "recent": true},
        ]}))
    );
    assert_eq!(
        world.wallets.tell(1, &WalletEvent::Accounts(json!([USDC]))),
        0,
        "nobody listens to the first"
    );
    assert_eq!(world.host.details("wallet-disconnect").len(), 0);
}

// req: 3.26, 3.28, 3.32, 4.2
#[test]
fn restores_connections_and_network_once_the_wallet_responds() {
    let world = three();
    world.connect("dev.one");
    world.connect("dev.two");
    world.chain.stands.set(1338);
    world.wallets.tell(2, &WalletEvent::Chain(json!("0x53a")));
    world.run();
    assert_eq!(
        (world.record("active_namespace"), world.record("connected_namespaces")),
        (Some(json!("eip155")), Some(json!("eip155")))
    );
    assert_eq!(world.record("active_caip_network_id"), Some(json!("eip155:1338")));
    let world = world.reload();
    assert_eq!(world.status(), "connecting");
    assert_eq!(world.slice("networks")["active"]["caipNetworkId"], "eip155:1338");
    assert_eq!(world.slice("accounts")["list"][0]["isConnected"], false, "nobody has said so yet");
    world.arrive(&[ALICE, BOB, USDC]);
    world.pass(wallet_engine::constants::WALLET_CLAIM_MS);
    assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connected", &json!(BOB)));
    assert_eq!(list(&world).len(), 2);
    let told: Vec<Value> = world.host.details("wallet-status").iter().map(|s| s["status"].clone()).collect();
    assert_eq!(told, [json!("connecting"), json!("reconnecting"), json!("connected")]);
    assert_eq!(world.host.details("wallet-connect")[0]["reconnect"], true);
    assert_eq!(world.wallets.last("wm_connect").unwrap()["silent"], true, "nobody is prompted");
}

// req: 4.2
#[test]
fn asks_no_wallet_on_start_if_reconnect_is_off() {
    let storage = {
        let world = three();
        world.connect("dev.one");
        world.storage.clone()
    };
    let mut off = options();
    off["enableReconnect"] = json!(false);
    let world = World::with(off, storage);
    world.arrive(&[ALICE, BOB, USDC]);
    world.pass(10_000);
    assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("disconnected", 0));
    assert_eq!(
        world.record("connection_status"),
        Some(json!("connected")),
        "it is the person's, not ours to forget"
    );
}

// req: 4.3
#[test]
fn reconnects_a_remembered_connection_without_a_prompt() {
    for status in ["active", "connected"] {
        let world = three();
        world.connect("dev.one");
        world.connect("dev.two");
        let account = world.json(&switch(&world, "dev.one", json!(status)));
        assert_eq!(account["address"], ALICE);
        assert_eq!(world.wallets.last("wm_connect").unwrap()["silent"], true);
        assert_eq!(list(&world)[0].0, "dev.one");
        assert_eq!(list(&world)[1], ("dev.two".into(), "disconnected".into(), true));
        assert_eq!(world.slice("account")["address"], ALICE);
    }
}

// req: 4.4, 4.5, 8.24
#[test]
fn prompts_for_a_disconnected_connection_and_rejects_other_statuses() {
    let world = three();
    world.connect("dev.one");
    world.connect("dev.two");
    assert_eq!(world.json(&switch(&world, "dev.one", json!("disconnected")))["address"], ALICE);
    assert_eq!(world.wallets.last("wm_connect").unwrap()["silent"], false);
    for status in [json!("asleep"), json!("connecting"), json!(""), json!(null), json!(7)] {
        let refused = world.settled(&switch(&world, "dev.two", status));
        assert_eq!(refused.unwrap_err().to_string(), "Invalid connection status");
    }
    assert_eq!(world.slice("account")["address"], ALICE, "nothing has changed");
}

#[test]
fn keeps_the_current_wallet_when_a_switch_fails() {
    let answers: [(fn() -> Answer, Error); 3] = [
        (|| ok(json!({"accounts": []})), Error::Unauthorized),
        (|| refuse(4001, "no"), Error::UserRejected),
        (never, Error::WalletSilent),
    ];
    for (answer, error) in answers {
        let world = three();
        world.connect("dev.one");
        world.connect("dev.two");
        world.wallets.answer(1, move |_, _| answer());
        let switched = switch(&world, "dev.one", json!("active"));
        world.pass(5_000);
        assert_eq!(world.settled(&switched), Err(error));
        assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connected", &json!(BOB)));
    }
    let world = three();
    world.connect("dev.one");
    let gone = switch(&world, "dev.nobody", json!("active"));
    world.pass(5_000);
    assert_eq!(world.settled(&gone).unwrap_err().to_string(), "No connector found for connection");
}

// req: 3.28
#[test]
fn deletes_a_connection_even_the_active_one() {
    let world = three();
    world.connect("dev.one");
    world.connect("dev.two");
    assert!(world.settled(&delete(&world, "dev.one")).is_ok());
    assert_eq!(list(&world).len(), 1);
    assert_eq!(world.status(), "connected");
    let again = delete(&world, "dev.one");
    assert_eq!(world.settled(&again), Err(Error::NoConnectorForConnection));
    assert!(world.settled(&delete(&world, "dev.two")).is_ok());
    assert_eq!((list(&world), world.status().as_str()), (vec![], "disconnected"));
    assert_eq!(world.record("connections"), None);
    let world = world.reload();
    world.arrive(&[ALICE, BOB, USDC]);
    assert_eq!((world.status().as_str(), list(&world)), ("disconnected", vec![]));
}

// req: 8.24
#[test]
fn deletes_a_connection_although_its_wallet_fails_to_disconnect() {
    let world = three();
    world.connect("dev.one");
    world.but(1, |method, _| (method == "wm_disconnect").then(|| refuse(-32603, "broken")));
    let gone = world.dispatch(json!({"type": "accounts.disconnect"}));
    assert_eq!(world.settled(&gone).unwrap_err().to_string(), "Failed to disconnect chain eip155");
    assert_eq!(
        (world.toasts(), world.status().as_str()),
        (vec!["Failed to disconnect".into()], "disconnected")
    );
    assert_eq!(world.tracked("DISCONNECT_ERROR").len(), 1);
    assert_eq!(world.tracked("DISCONNECT_SUCCESS")[0]["properties"]["namespace"], "eip155");
    world.connect("dev.one");
    let deleted = delete(&world, "dev.one");
    assert!(deleted.is_settled());
    // fault 19
    assert_eq!(list(&world), vec![], "it was to be forgotten, whatever its wallet says");
}

// req: 3.30, 4.6
#[test]
fn remembers_a_disconnected_wallet_until_it_is_chosen_again() {
    let world = three();
    world.connect("dev.one");
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.connect("dev.two");
    world.dispatch(json!({"type": "accounts.disconnect"}));
    assert_eq!(world.record("disconnected_connector_ids"), Some(json!({"eip155": ["dev.one", "dev.two"]})));
    let world = world.reload();
    world.arrive(&[ALICE, BOB, USDC]);
    assert_eq!(world.status(), "disconnected");
    world.connect("dev.one");
    assert_eq!(world.record("disconnected_connector_ids"), Some(json!({"eip155": ["dev.two"]})));
    world.wallets.tell(1, &WalletEvent::Accounts(json!([])));
    world.run();
    assert_eq!(
        world.record("disconnected_connector_ids"),
        Some(json!({"eip155": ["dev.two"]})),
        "locked, not let go"
    );
    assert_eq!(world.host.details("wallet-disconnect").pop().unwrap()["reason"], "wallet");
}

// req: 3.3, 8.28
#[test]
fn labels_only_an_address_of_the_connected_account() {
    let world = three();
    world.connect("dev.one");
    let label = |address: &str, label: Value| {
        let set = world.dispatch(json!({"type": "accounts.label", "address": address, "label": label}));
        world.settled(&set).map_err(|error| error.to_string())
    };
    assert!(label(&ALICE.to_lowercase(), json!("Savings\u{202e}")).is_ok());
    assert_eq!(world.slice("account")["label"], "Savings");
    assert_eq!(world.slice("accounts")["list"][0]["addressLabels"], json!({ALICE: "Savings"}));
    let told = world.host.details("wallet-account-change").pop().unwrap();
    assert_eq!(told["addressLabels"], json!({ALICE: "Savings"}), "the host hears of it");
    assert_eq!(label("0x12", json!("x")), Err("Invalid parameter: address".into()));
    assert!(label(ALICE, json!(null)).is_ok());
    assert_eq!(world.slice("account")["label"], Value::Null);
    let world = World::with(json!({"projectId": "demo", "networks": []}), Default::default());
    let set = world.dispatch(json!({"type": "accounts.label", "address": ALICE, "label": "x"}));
    assert_eq!(
        world.settled(&set).unwrap_err().to_string(),
        "Chain is required to update chain account data"
    );
}

// req: 3.3
#[test]
fn clears_the_send_form_when_another_wallet_connects() {
    let world = three();
    world.connect("dev.two");
    world.connect("dev.one");
    world.open("Account");
    world.form("1.5", USDC);
    world.dispatch(json!({"type": "send.review"}));
    assert_eq!(world.view(), "SendPreview");
    assert!(world.settled(&switch(&world, "dev.two", json!("active"))).is_ok());
    assert_eq!(world.slice("account")["address"], BOB);
    // fault 33
    let send = world.slice("send");
    assert_eq!((send["phase"].as_str(), &send["preview"]), (Some("editing"), &Value::Null), "it was Alice's");
    assert_ne!(world.view(), "SendPreview");
}

// req: 3.3
#[test]
fn clears_the_tokens_when_the_wallet_returns_on_another_network() {
    let world = World::with_token(6, "12.5");
    world.served(|request| request.url.contains("chainId=eip155:1338").then(|| status(500, "")));
    world.wanders(1338);
    world.wanders(1337);
    assert_eq!(world.slice("tokens")["list"].as_array().unwrap().len(), 2);
    world.chain.stands.set(1338);
    world.served(|_| Some(Box::pin(std::future::pending())));
    let again = switch(&world, "dev.demo", json!("active"));
    assert!(world.settled(&again).is_ok());
    assert_eq!(world.slice("state")["selectedNetworkId"], "eip155:1338");
    // fault 34
    assert_eq!(world.slice("tokens")["list"], json!([]), "what is held on 1337");
}

// req: 4.3, 5.30, 10.58
#[test]
fn makes_the_switched_to_address_the_current_account() {
    let world = World::new();
    world.announce(1, "One", Some("dev.one"));
    world.holds(1, &[ALICE, BOB]);
    world.connect("dev.one");
    let connection = || json!({"namespace": "eip155", "connectorId": "dev.one", "status": "connected"});
    let switch = |address: Value, connection: Value| {
        let asked = json!({"type": "connections.switch", "connection": connection, "address": address});
        let switched = world.dispatch(asked);
        world.pass(1_000);
        switched
    };
    // as the host wrote it: letters in any case
    let switched = switch(json!(BOB.to_lowercase()), connection());
    assert_eq!(world.json(&switched)["address"], BOB);
    assert_eq!(world.slice("account")["address"], BOB);
    // the wallet says the same list again: the choice stays
    world.wallets.tell(1, &WalletEvent::Accounts(json!([ALICE, BOB])));
    world.run();
    assert_eq!(world.slice("account")["address"], BOB);
    // as AppKit's connection has it
    let mut named = connection();
    named["address"] = json!(ALICE);
    let switched = switch(Value::Null, named);
    assert_eq!(world.json(&switched)["address"], ALICE);
    // an account that the wallet doesn't share is none
    assert_eq!(world.settled(&switch(json!(USDC), connection())), Err(Error::Unauthorized));
    let wrong = switch(json!("nonsense"), connection());
    assert_eq!(world.settled(&wrong), Err(Error::BadParams { field: "address".into() }));
    assert_eq!(world.slice("account")["address"], ALICE);
    // a connection that ended: the user connects, and what was asked for is the current one where it is shared
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.pass(4_000);
    let mut ended = connection();
    ended["status"] = json!("disconnected");
    let switched = switch(json!(BOB), ended);
    assert_eq!(world.json(&switched)["address"], BOB);
}
