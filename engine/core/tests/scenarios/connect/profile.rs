//! ProfileWallets: the connected wallet of each family, those that were, going from one to another.

use crate::paired::Paired;
use crate::paired::wallet::{ADDRESS, Wallet};
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::provider::WalletEvent;

const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
const SOL: &str = "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g";
const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93";
const BTC: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const TAPROOT: &str = "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xjcjrs20cac6yqjjwudpxqkedrcr";

/// Wallet Two is connected, wallet One was before it; the view is open.
fn two() -> World {
    let world = World::new();
    world.arrive(&[ALICE, BOB]);
    world.connect("dev.one");
    world.connect("dev.two");
    world.open("ProfileWallets");
    world
}

fn ask(world: &World, action: &str, family: &str, id: &str) -> Join {
    world
        .dispatch(json!({"type": format!("profileWallets.{action}"), "namespace": family, "connectorId": id}))
}

fn shown(world: &World) -> Value {
    world.slice("profileWallets")
}

/// Id, action and whether it can be reached, of each row.
fn rows(world: &World) -> Vec<(String, String, bool)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let of = |row: &Value| (text(&row["connectorId"]), text(&row["action"]), row["reachable"] == true);
    shown(world)["recent"].as_array().unwrap().iter().map(of).collect()
}

fn row(id: &str, action: &str, reachable: bool) -> (String, String, bool) {
    (id.into(), action.into(), reachable)
}

/// One session that has an account of three families.
fn families() -> (Paired, Wallet) {
    let mut options = options();
    for (chain, name) in [(SOLANA, "Solana"), (BITCOIN, "Bitcoin")] {
        let (family, id) = chain.split_once(':').unwrap();
        let network = json!({"id": id, "caipNetworkId": chain, "chainNamespace": family, "name": name,
            "nativeCurrency": {"name": name, "symbol": "X", "decimals": 9},
            "blockExplorers": {"default": {"name": "Explorer", "url": format!("http://localhost:4007/{family}")}},
            "rpcUrls": {"default": {"http": ["http://localhost:1"]}}});
        options["networks"].as_array_mut().unwrap().push(network);
    }
    let mut it = Paired::over(World::with(options, Default::default()));
    let attempt = it.choose();
    let mut wallet = it.scan();
    wallet.say_yes(&mut it.relay);
    it.pump();
    let mut granted = Paired::grants(&[1337]);
    for (chain, address, method) in [(SOLANA, SOL, "solana_signMessage"), (BITCOIN, BTC, "signMessage")] {
        granted[chain.split(':').next().unwrap()] = json!({"chains": [chain],
            "accounts": [format!("{chain}:{address}")], "methods": [method], "events": ["accountsChanged"]});
    }
    wallet.settle(&mut it.relay, granted);
    it.pump();
    it.world.settled(&attempt).unwrap();
    wallet.inbox(&it.relay);
    it.world.open("ProfileWallets");
    (it, wallet)
}

// req: 2.11, 10.19
#[test]
fn shows_the_connected_wallet_and_the_previous_one_as_a_row() {
    let world = two();
    world.dispatch(json!({"type": "accounts.label", "address": BOB, "label": "Savings"}));
    world.dispatch(json!({"type": "accounts.label", "address": ALICE, "label": "Old one"}));
    let slice = shown(&world);
    assert_eq!(
        (&slice["ready"], &slice["tabs"], &slice["tab"]),
        (&json!(true), &json!([]), &json!("eip155"))
    );
    assert_eq!(
        slice["active"],
        json!({"namespace": "eip155", "connectorId": "dev.two", "name": "Two", "icon": null, "address": BOB,
            "short": "0x70…dc79C8", "label": "Savings", "kind": "eoa", "more": [], "choice": [],
            "explorerUrl": format!("http://localhost:4007/address/{BOB}"), "active": true, "waits": false,
            "action": null, "disconnecting": false, "confirmation": "confirmed"})
    );
    assert_eq!(
        slice["recent"],
        json!([{"namespace": "eip155", "connectorId": "dev.one", "name": "One", "icon": null,
            "short": "0xf3…b92266", "label": "Old one", "action": "switch", "reachable": true, "busy": false}])
    );
    assert_eq!(slice["disconnectsAll"], false);
}

// req: 2.11
#[test]
fn opens_while_disconnected_and_lists_previous_wallets() {
    let world = World::new();
    world.open("ProfileWallets");
    assert_eq!(world.view(), "ProfileWallets");
    assert_eq!(
        shown(&world),
        json!({"ready": true, "tabs": [], "tab": null, "active": null, "recent": [], "disconnectsAll": false})
    );
    world.arrive(&[ALICE, BOB]);
    world.connect("dev.one");
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.open("ProfileWallets");
    assert_eq!(shown(&world)["active"], Value::Null);
    assert_eq!(rows(&world), [row("dev.one", "connect", true)], "it was let go, so its wallet asks");
    // after a reload its wallet is not in the page: named, and not offered
    let world = world.reload();
    world.open("ProfileWallets");
    assert_eq!(rows(&world), [row("dev.one", "connect", false)]);
    assert_eq!(shown(&world)["recent"][0]["name"], "One");
}

// req: 4.3, 10.19
#[test]
fn switches_silently_to_a_replaced_wallet() {
    let world = two();
    let switched = ask(&world, "switch", "eip155", "dev.one");
    assert!(world.settled(&switched).is_ok());
    assert_eq!(
        (&shown(&world)["active"]["connectorId"], world.view()),
        (&json!("dev.one"), "ProfileWallets".into())
    );
    assert_eq!(world.slice("account")["address"], ALICE);
    assert_eq!(world.wallets.last("wm_connect").unwrap()["silent"], true);
    assert_eq!(rows(&world), [row("dev.two", "switch", true)]);
    assert!(world.is_open());
}

// req: 4.4
#[test]
fn opens_the_wallets_view_to_reconnect_a_disconnected_wallet() {
    let world = two();
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.open("ProfileWallets");
    assert_eq!(rows(&world), [row("dev.two", "connect", true), row("dev.one", "connect", true)]);
    world.wallets.answer(2, |_, _| never());
    let asked = ask(&world, "switch", "eip155", "dev.two");
    assert_eq!(
        (world.view().as_str(), &world.slice("connect")["walletId"]),
        ("ConnectingExternal", &json!("dev.two"))
    );
    assert_eq!(world.wallets.last("wm_connect").unwrap()["silent"], false);
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!((world.view().as_str(), world.settled(&asked)), ("ProfileWallets", Err(Error::Aborted)));
    assert_eq!(world.toasts(), Vec::<String>::new(), "the person went back");
    assert_eq!(shown(&world)["recent"][0]["busy"], false);
}

// req: 4.3, 4.4
#[test]
fn prompts_when_a_silent_switch_fails_and_keeps_the_current_wallet() {
    let silences: [fn() -> Answer; 3] = [never, || ok(json!({"accounts": []})), || refuse(-32603, "locked")];
    for silence in silences {
        let world = two();
        world.wallets.answer(1, move |method, params| match method {
            "wm_connect" if params["silent"] == true => silence(),
            _ => refuse(4001, "no"),
        });
        let twice = json!({"type": "profileWallets.switch", "namespace": "eip155", "connectorId": "dev.one"});
        let first = world.engine.dispatch(twice.clone());
        world.dispatch(twice);
        assert_eq!(world.slice("account")["address"], BOB);
        world.pass(5_000);
        assert!(world.settled(&first).is_err());
        assert_eq!(world.view(), "ConnectingExternal");
        assert_eq!(world.slice("connect")["phase"], "rejected");
        assert_eq!(world.wallets.count("wm_connect"), 4, "two to connect, once silently, once openly");
        assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connected", &json!(BOB)));
        assert_eq!(world.toasts(), Vec::<String>::new(), "the view says it");
        world.dispatch(json!({"type": "router.back"}));
        assert_eq!(
            (world.view().as_str(), &shown(&world)["recent"][0]["busy"]),
            ("ProfileWallets", &json!(false))
        );
    }
}

#[test]
fn marks_the_pending_row_as_busy_until_another_click_replaces_it() {
    let world = two();
    world.connect("dev.one");
    world.announce(3, "Three", Some("dev.three"));
    world.but(3, |method, _| {
        (method == "wm_connect").then(|| ok(json!({"accounts": [USDC], "chain": "eip155:1337"})))
    });
    world.connect("dev.three");
    world.open("ProfileWallets");
    world.wallets.answer(1, |_, _| never());
    let first = ask(&world, "switch", "eip155", "dev.one");
    assert_eq!(shown(&world)["recent"][0]["busy"], true);
    assert!(world.settled(&ask(&world, "remove", "eip155", "dev.one")).is_ok());
    assert_eq!(rows(&world).len(), 2, "not while it is being taken up");
    assert!(world.settled(&ask(&world, "switch", "eip155", "dev.two")).is_ok());
    assert_eq!(world.settled(&first), Err(Error::Aborted));
    assert_eq!(world.slice("account")["address"], BOB);
    assert!(shown(&world)["recent"].as_array().unwrap().iter().all(|row| row["busy"] == false));
    world.pass(20_000);
    assert_eq!(
        (world.slice("account")["address"].clone(), world.view()),
        (json!(BOB), "ProfileWallets".into())
    );
}

// req: 4.6
#[test]
fn ignores_a_late_response_after_a_disconnect_or_close() {
    for end in [json!({"type": "accounts.disconnect"}), json!({"type": "router.close", "reason": "user"})] {
        let (open, gate) = Gate::new();
        let world = two();
        world
            .wallets
            .answer(1, move |_, _| gate.hold(ok(json!({"accounts": [ALICE], "chain": "eip155:1337"}))));
        let switching = ask(&world, "switch", "eip155", "dev.one");
        world.dispatch(end.clone());
        let _ = open.send(());
        world.pass(20_000);
        assert!(world.settled(&switching).is_err());
        assert!(!world.is_open());
        let expected = if end["type"] == "router.close" { json!(BOB) } else { Value::Null };
        assert_eq!(world.slice("account")["address"], expected, "{end}");
        assert_eq!(world.wallets.count("wm_connect"), 3, "nobody is asked openly any more");
    }
}

#[test]
fn keeps_the_list_open_when_the_wallet_disconnects() {
    let world = two();
    world.wallets.tell(2, &WalletEvent::Accounts(json!([])));
    world.run();
    assert_eq!((world.view().as_str(), world.is_open()), ("ProfileWallets", true));
    assert_eq!(shown(&world)["active"], Value::Null);
    assert_eq!(rows(&world), [row("dev.two", "connect", true), row("dev.one", "connect", true)]);
}

// req: 10.19
#[test]
fn removes_a_row_without_disconnecting_the_current_wallet() {
    let world = two();
    ask(&world, "remove", "eip155", "dev.one");
    ask(&world, "remove", "eip155", "dev.one");
    ask(&world, "remove", "eip155", "dev.two");
    assert_eq!(rows(&world), []);
    assert_eq!((world.status().as_str(), world.is_open()), ("connected", true));
    assert_eq!(world.toasts(), Vec::<String>::new());
    // a stored one whose wallet did not come back
    let world = world.reload();
    world.pass(6_000);
    world.open("ProfileWallets");
    assert_eq!(rows(&world), [row("dev.two", "connect", false)]);
    assert!(world.settled(&ask(&world, "remove", "eip155", "dev.two")).is_ok());
    assert_eq!((rows(&world), world.is_open()), (vec![], true));
    assert_eq!(world.record("connections"), None);
}

// req: 10.33
#[test]
fn switches_a_row_to_its_own_provider_despite_a_second_claimant() {
    let world = two();
    world.announce(9, "One", Some("dev.one"));
    world.but(9, |method, _| {
        (method == "wm_connect").then(|| ok(json!({"accounts": [USDC], "chain": "eip155:1337"})))
    });
    assert_eq!(rows(&world), [row("dev.one", "switch", false)], "nobody can say which one it was");
    let lost = ask(&world, "switch", "eip155", "dev.one");
    world.pass(20_000);
    assert!(world.settled(&lost).is_err());
    assert_eq!(world.slice("account")["address"], BOB);
    assert_eq!(world.toasts(), ["No connector found for connection"]);
}

// req: 10.19, 3.7
#[test]
fn gives_each_namespace_a_tab_and_selects_the_switched_one() {
    let (mut it, mut wallet) = families();
    let slice = shown(&it.world);
    assert_eq!((&slice["tabs"], &slice["tab"]), (&json!(["eip155", "solana", "bip122"]), &json!("eip155")));
    assert_eq!((&slice["active"]["address"], &slice["active"]["active"]), (&json!(ADDRESS), &json!(true)));
    assert_eq!(slice["disconnectsAll"], true);
    it.world.dispatch(json!({"type": "profileWallets.tab", "namespace": "solana"}));
    let card = shown(&it.world)["active"].clone();
    assert_eq!(
        (&card["address"], &card["active"], &card["action"]),
        (&json!(SOL), &json!(false), &json!("switch"))
    );
    assert_eq!(card["explorerUrl"], format!("http://localhost:4007/solana/address/{SOL}"));
    let switched = ask(&it.world, "switch", "solana", "walletConnect");
    it.pump();
    assert!(it.world.settled(&switched).is_ok());
    assert_eq!(
        (it.world.view().as_str(), &it.world.slice("account")["address"]),
        ("ProfileWallets", &json!(SOL))
    );
    let card = shown(&it.world)["active"].clone();
    assert_eq!((&card["active"], &card["action"]), (&json!(true), &Value::Null));
    assert!(wallet.inbox(&it.relay).is_empty(), "the session has it: nobody is asked");
}

// req: 4.6, 4.7, 10.19
#[test]
fn disconnects_all_namespaces_and_closes() {
    let (mut it, _) = families();
    let gone = it.world.dispatch(json!({"type": "accounts.disconnect"}));
    it.pump();
    assert!(it.world.settled(&gone).is_ok());
    assert!(!it.world.is_open());
    assert_eq!(it.world.tracked("DISCONNECT_SUCCESS").len(), 3);
    it.world.open("ProfileWallets");
    assert_eq!(
        (&shown(&it.world)["active"], &shown(&it.world)["disconnectsAll"]),
        (&Value::Null, &json!(false))
    );
}

// req: 2.11, 4.14, 5.29, 5.30
#[test]
fn switches_only_to_a_bitcoin_address_that_can_pay() {
    let accounts = json!([{"address": BTC, "type": "payment"}, {"address": TAPROOT, "type": "ordinal"}]);
    let world = beside(BITCOIN, accounts);
    world.dispatch(json!({"type": "profileWallets.tab", "namespace": "bip122"}));
    let card = shown(&world)["active"].clone();
    assert_eq!((&card["address"], &card["kind"]), (&json!(BTC), &json!("payment")));
    assert_eq!(card["more"], json!([{"address": TAPROOT, "short": "bc1p…kedrcr", "kind": "ordinal"}]));
    let to = |address: Value| {
        let connection =
            json!({"namespace": "bip122", "connectorId": "dev.sun", "status": "active", "address": address});
        let switched = world.dispatch(json!({"type": "connections.switch", "connection": connection}));
        world.settled(&switched).map(|_| ()).map_err(|error| error.to_string())
    };
    let needed = "Address parameter is required for switching bip122 connection";
    assert_eq!(to(Value::Null), Err(needed.into()));
    assert_eq!(to(json!("")), Err(needed.into()));
    let refused = "Switching to non-payment accounts is not allowed for bip122";
    assert_eq!(to(json!(TAPROOT)), Err(refused.into()));
    assert_eq!(to(json!(BTC)), Ok(()));
    // a row says which one is meant
    world.dispatch(json!({"type": "accounts.disconnect", "namespace": "bip122"}));
    world.dispatch(json!({"type": "profileWallets.tab", "namespace": "bip122"}));
    assert_eq!(shown(&world)["recent"][0]["short"], "bc1q…v8f3t4");
    assert!(world.settled(&ask(&world, "switch", "bip122", "dev.sun")).is_ok());
    assert_eq!(world.slice("account")["address"], BTC);
}

// req: 10.19
#[test]
fn keeps_other_namespaces_when_one_disconnects() {
    let world = families_of_two_wallets();
    assert_eq!(world.slice("account")["address"], BOB);
    world.dispatch(json!({"type": "accounts.disconnect", "namespace": "eip155"}));
    assert_eq!((world.view().as_str(), world.is_open()), ("ProfileWallets", true));
    assert_eq!(world.slice("account")["address"], SOL, "not the card of nobody");
    let slice = shown(&world);
    assert_eq!((&slice["active"]["address"], &slice["active"]["active"]), (&json!(SOL), &json!(true)));
    assert_eq!(slice["disconnectsAll"], false);
    world.dispatch(json!({"type": "accounts.disconnect", "namespace": "solana"}));
    assert!(!world.is_open(), "nobody is left");
}

// req: 4.8, 8.24
#[test]
fn disconnects_failing_wallets_together_and_reports_them_once() {
    let world = families_of_two_wallets();
    for handle in [2, 3] {
        world.but(handle, |method, _| (method == "wm_disconnect").then(|| refuse(-32603, "broken")));
    }
    let gone = world.dispatch(json!({"type": "accounts.disconnect"}));
    let error = world.settled(&gone).unwrap_err();
    assert_eq!(error.to_string(), "Failed to disconnect chains");
    assert!(!world.is_open());
    assert_eq!(shown(&world)["active"], Value::Null);
    let world = families_of_two_wallets();
    for handle in [2, 3] {
        world.but(handle, |method, _| (method == "wm_disconnect").then(never));
    }
    let gone = world.dispatch(json!({"type": "accounts.disconnect"}));
    world.pass(3_000);
    assert!(world.settled(&gone).is_ok(), "3 s in all, not for each");
}

/// A browser wallet for each of two families.
fn families_of_two_wallets() -> World {
    beside(SOLANA, json!([SOL]))
}

/// Wallet Sun of another family with these accounts, and wallet Two; both are connected.
fn beside(chain: &'static str, accounts: Value) -> World {
    let family = wallet_engine::caip::ChainId::parse(chain).unwrap();
    let mut options = options();
    options["networks"].as_array_mut().unwrap().push(json!({"id": family.reference, "caipNetworkId": chain,
        "chainNamespace": family.namespace, "name": "Other", "nativeCurrency": {"name": "Other", "symbol": "X", "decimals": 9},
        "rpcUrls": {"default": {"http": ["http://localhost:1"]}}}));
    let world = World::with(options, Default::default());
    world.arrive(&[ALICE, BOB]);
    world.but(3, move |method, _| {
        (method == "wm_connect").then(|| ok(json!({"accounts": accounts.clone(), "chain": chain})))
    });
    world.engine.announce(wallet_engine::ports::provider::Announced {
        kind: wallet_engine::ports::provider::WalletKind::default(),
        handle: wallet_engine::ports::provider::PageWallet(3),
        id: "sun".into(),
        name: "Sun".into(),
        icon: None,
        picture: None,
        rdns: Some("dev.sun".into()),
        namespaces: vec![family.namespace],
    });
    world.run();
    world.connect("dev.sun");
    world.connect("dev.two");
    world.open("ProfileWallets");
    world
}

// req: 4.37
#[test]
fn requires_sign_in_before_it_reports_the_switched_account() {
    use crate::support::sign_in;
    let (world, _) = sign_in::asked(true);
    assert!(world.settled(&sign_in::sign(&world)).is_ok());
    world.but(2, |method, _| {
        (method == "wm_connect").then(|| ok(json!({"accounts": [ALICE], "chain": "eip155:1337"})))
    });
    world.announce(2, "Two", Some("dev.two"));
    world.connect("dev.two");
    world.but(1, |method, _| {
        (method == "wm_connect").then(|| ok(json!({"accounts": [BOB], "chain": "eip155:1337"})))
    });
    world.open("ProfileWallets");
    ask(&world, "switch", "eip155", "dev.demo");
    world.celebrated();
    assert_eq!((world.view().as_str(), sign_in::phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    assert_eq!(world.slice("profileWallets")["active"]["waits"], true);
    assert_eq!(world.json(&world.request("eth_accounts", json!([]))), json!([]), "nobody is told before");
}
