//! Wallets of polkadot in the page: `window.injectedWeb3`, which has no silent question and no network, and says nothing while it is locked
//! (docs/spec/page-wallets.md section 4, decision 97, "Polkadot wallets in the browser").

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::caip::Namespace;
use wallet_engine::constants::{
    WALLET_ANNOUNCE_MS, WALLET_CLAIM_MS, WALLET_LOCKED_MS, WALLET_NO_WINDOW_MS, WALLET_OPENING_MS,
    WALLET_PROMPT_MS, WALLET_SILENT_MS,
};
use wallet_engine::error::Error;
use wallet_engine::ports::provider::WalletEvent;

const DOT: &str = "polkadot:91b171bb158e2d3848fa23a9f1c25182";
const KSM: &str = "polkadot:b0a8d493285c2df73290dfb7e61f870f";
const GENESIS: &str = "0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3";
const OTHER: &str = "0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe";
const ALICE: &str = "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY";
const BOB: &str = "5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty";
const NOVA: &str = "polkadot:nova";

fn polkadot(chain: &str, name: &str) -> Value {
    json!({"id": chain.split(':').nth(1), "caipNetworkId": chain, "chainNamespace": "polkadot", "name": name,
        "nativeCurrency": {"name": "Dot", "symbol": "DOT", "decimals": 10},
        "rpcUrls": {"default": {"http": ["http://localhost:9944"]}}})
}

fn page_options() -> Value {
    json!({"networks": [polkadot(DOT, "Polkadot"), polkadot(KSM, "Kusama"), network(1337, "Demo Chain")],
        "reviewRequests": "never"})
}

fn accounts(addresses: &[&str]) -> Value {
    let all = addresses.iter().map(|address| json!({"chain": DOT, "address": address, "type": "sr25519"}));
    json!({ "accounts": all.collect::<Vec<_>>() })
}

fn willing(world: &World, number: u32, addresses: &'static [&'static str]) {
    world.wallets.answer(number, move |method, _| match method {
        "wm_connect" => ok(accounts(addresses)),
        "polkadot_signMessage" | "polkadot_signTransaction" => {
            ok(json!({"signature": format!("0x{}", "7a".repeat(64))}))
        }
        _ => ok(Value::Null),
    });
}

fn page() -> World {
    let world = World::with(page_options(), Default::default());
    world.announce_of(Namespace::Polkadot, 1, NOVA, "Nova", None);
    world
}

fn connected() -> World {
    let world = page();
    willing(&world, 1, &[ALICE, BOB]);
    world.connect(NOVA);
    world
}

fn phase(world: &World) -> Value {
    world.slice("connect")["phase"].clone()
}

// req: 1.12, 4.15
#[test]
fn connects_on_the_pages_network_with_externally_owned_accounts() {
    let world = page();
    willing(&world, 1, &[ALICE, BOB]);
    world.open("Connect");
    let connected = world.dispatch(json!({"type": "connect.select", "id": NOVA}));
    let account = world.json(&connected);
    assert_eq!(account["caipAddress"], format!("{DOT}:{ALICE}"));
    assert_eq!(account["allAccounts"].as_array().unwrap().len(), 2);
    assert_eq!(account["allAccounts"][0]["type"], "eoa");
    assert_eq!(world.wallets.last("wm_connect").unwrap(), json!({"chains": [DOT, KSM], "silent": false}));
}

// req: 1.12, 2.29
#[test]
fn shows_a_hint_for_a_locked_wallet_while_others_connect() {
    let world = page();
    world.wallets.answer(1, |_, _| never());
    willing(&world, 2, &[BOB]);
    world.announce_of(Namespace::Polkadot, 2, "polkadot:talisman", "Talisman", None);
    world.open("Connect");
    let pressed = world.dispatch(json!({"type": "connect.select", "id": NOVA}));
    assert_eq!(world.wallets.count("wm_connect"), 1, "only who was pressed is asked");
    world.pass(WALLET_OPENING_MS);
    assert_eq!(phase(&world), "confirm");
    world.pass(WALLET_NO_WINDOW_MS - WALLET_OPENING_MS - 1);
    assert_eq!(phase(&world), "confirm");
    world.pass(1);
    assert_eq!(phase(&world), "no_window", "a window that was closed tells nobody");
    world.pass(WALLET_LOCKED_MS - WALLET_NO_WINDOW_MS - 1);
    assert_eq!(phase(&world), "no_window");
    world.pass(1);
    assert_eq!(phase(&world), "locked");
    let other = world.dispatch(json!({"type": "connect.select", "id": "polkadot:talisman"}));
    assert!(world.settled(&other).is_ok());
    assert!(world.settled(&pressed).is_err());
    assert_eq!(world.slice("account")["address"], BOB);
}

// req: 1.12, 8.21, 10.58
#[test]
fn asks_again_after_no_account_was_selected() {
    let world = page();
    world.wallets.answer(1, |_, _| ok(json!({"accounts": []})));
    world.open("Connect");
    let asked = world.dispatch(json!({"type": "connect.select", "id": NOVA}));
    assert!(world.settled(&asked).is_err());
    assert_eq!((phase(&world), world.status().as_str()), (json!("no_account"), "disconnected"));
    assert!(world.tracked("USER_REJECTED").is_empty(), "nobody has declined");
    // an answer that isn't a list is none of that
    world.wallets.answer(1, |_, _| ok(json!({"accounts": "all"})));
    let again = world.dispatch(json!({"type": "connect.retry"}));
    assert!(world.settled(&again).is_err());
    assert_eq!(phase(&world), "failed");
    willing(&world, 1, &[ALICE]);
    let again = world.dispatch(json!({"type": "connect.retry"}));
    assert!(world.settled(&again).is_ok());
}

// req: 4.2, 10.58
#[test]
fn never_reopens_the_window_of_a_site_forgotten_in_the_wallet() {
    // SubWallet 1.3 and polkadot-js 0.63: `enable` of a forgotten site opens the window
    let answers: [fn() -> Answer; 3] = [
        || refuse(4001, "Connection request was rejected by the user."),
        || refuse(4100, "The source is not allowed to interact with this extension"),
        || ok(json!({"accounts": []})),
    ];
    for (at, answer) in answers.into_iter().enumerate() {
        let again = |world: World| {
            let world = world.reload_with(page_options());
            world.wallets.answer(1, move |_, _| answer());
            world.announce_of(Namespace::Polkadot, 1, NOVA, "Nova", None);
            world.pass(WALLET_ANNOUNCE_MS);
            world
        };
        let world = again(connected());
        assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("disconnected", 1), "{at}");
        assert_eq!(world.record("connection_status"), Some(json!("disconnected")), "{at}");
        let world = again(world);
        assert_eq!(world.wallets.count("wm_connect"), 0, "{at}");
    }
    // what isn't a refusal forgets nothing
    let world = connected().reload_with(page_options());
    world.wallets.answer(1, |_, _| refuse(-32005, "Rate limit exceeded. Try again later."));
    world.announce_of(Namespace::Polkadot, 1, NOVA, "Nova", None);
    world.pass(WALLET_ANNOUNCE_MS + WALLET_SILENT_MS);
    assert_eq!(world.status(), "disconnected");
    assert_eq!(world.record("connection_status"), Some(json!("connected")));
}

// req: 4.2, 10.58
#[test]
fn connects_on_a_late_approval() {
    let world = connected().reload_with(page_options());
    let wallet = HeldResponses::default();
    let held = wallet.clone();
    world.wallets.answer(1, move |_, _| held.hold(ok(accounts(&[ALICE]))));
    world.announce_of(Namespace::Polkadot, 1, NOVA, "Nova", None);
    world.pass(WALLET_CLAIM_MS + WALLET_SILENT_MS);
    assert_eq!(world.status(), "disconnected");
    world.pass(60_000);
    wallet.let_go();
    world.run();
    assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("connected", 1));
}

// req: 3.3, 5.30, 10.58
#[test]
fn shows_the_wallets_account_names() {
    let world = page();
    let named = |address: &str, label: &str| json!({"chain": DOT, "address": address, "type": "ed25519", "label": label});
    let list = json!({"accounts": [named(ALICE, "Main"), named(BOB, "Savings"), ]});
    world.wallets.answer(1, move |_, _| ok(list.clone()));
    world.connect(NOVA);
    let all = world.slice("accounts")["list"][0]["allAccounts"].clone();
    assert_eq!(
        all[1],
        json!({"namespace": "polkadot", "address": BOB, "type": "eoa", "label": "Savings", "algorithm": "ed25519"})
    );
    world.open("SwitchAddress");
    world.pass(1_000);
    let choice = world.slice("profileWallets")["active"]["choice"].clone();
    assert_eq!((&choice[0]["label"], &choice[1]["label"]), (&json!("Main"), &json!("Savings")));
}

// req: 1.12
#[test]
fn gives_up_a_wallet_that_never_responds() {
    let world = page();
    world.wallets.answer(1, |_, _| never());
    world.open("Connect");
    world.dispatch(json!({"type": "connect.select", "id": NOVA}));
    world.pass(WALLET_PROMPT_MS);
    assert_eq!(phase(&world), "failed");
    assert_eq!(world.status(), "disconnected");
}

// req: 8.21, 8.33
#[test]
fn distinguishes_a_rejection_from_a_blocked_site() {
    for (code, shown, error) in [
        (4001, "rejected", Error::ConnectionRejected),
        (4100, "blocked", Error::ConnectFailed { details: Some("Not connected".into()) }),
        (0, "failed", Error::ConnectFailed { details: Some("no (-32603)".into()) }),
    ] {
        let world = page();
        world.wallets.answer(1, move |_, _| refuse(code, "no"));
        world.open("Connect");
        let asked = world.dispatch(json!({"type": "connect.select", "id": NOVA}));
        assert_eq!(world.settled(&asked), Err(error), "{shown}");
        assert_eq!(phase(&world), shown);
        // and the user may try again
        willing(&world, 1, &[ALICE]);
        let again = world.dispatch(json!({"type": "connect.retry"}));
        assert!(world.settled(&again).is_ok(), "{shown}");
    }
}

// req: 1.12, 4.7
#[test]
fn follows_another_account_and_disconnects_on_revoked_access() {
    let world = connected();
    world.wallets.tell(1, &WalletEvent::Accounts(accounts(&[BOB, ALICE])));
    world.run();
    assert_eq!(world.slice("account")["address"], BOB);
    world.wallets.tell(1, &WalletEvent::Accounts(json!([])));
    world.run();
    assert_eq!(world.status(), "disconnected");
    assert_eq!(
        world.host.details("wallet-disconnect"),
        [json!({"namespace": "polkadot", "reason": "wallet"})]
    );
}

// req: 1.12, 6.4
#[test]
fn signs_text_as_hex_and_strips_extra_transaction_fields() {
    let world = connected();
    let asked = world.engine.request(
        "polkadot",
        "polkadot_signMessage",
        json!({"address": ALICE, "message": "0x68 ü"}),
    );
    world.pass(100);
    assert!(world.settled(&asked).is_ok());
    let sent = world.wallets.last("polkadot_signMessage").unwrap();
    assert_eq!(sent, json!({"address": ALICE, "data": "0x3078363820c3bc"}));
    let payload =
        json!({"address": ALICE, "genesisHash": GENESIS, "method": "0x00", "withSignedTransaction": true});
    let asked = world.engine.request(
        "polkadot",
        "polkadot_signTransaction",
        json!({"address": ALICE, "transactionPayload": payload}),
    );
    world.pass(100);
    assert!(world.settled(&asked).is_ok());
    let sent = world.wallets.last("polkadot_signTransaction").unwrap();
    let payload = json!({"address": ALICE, "genesisHash": GENESIS, "method": "0x00"});
    assert_eq!(sent, json!({"address": ALICE, "transactionPayload": payload}));
}

// req: 6.4
#[test]
fn blocks_a_request_for_another_account_or_network() {
    let world = connected();
    let of = |payload: Value| json!({"address": ALICE, "transactionPayload": payload});
    for (method, params) in [
        ("polkadot_signMessage", json!({"address": BOB, "message": "x"})),
        ("polkadot_signMessage", json!({"address": ALICE, "message": 7})),
        ("polkadot_signTransaction", of(json!({"address": ALICE, "genesisHash": OTHER}))),
        ("polkadot_signTransaction", of(json!({"address": ALICE, "genesisHash": &GENESIS[..34]}))),
        ("polkadot_signTransaction", of(json!({"address": ALICE}))),
        ("polkadot_signTransaction", of(json!({"address": BOB, "genesisHash": GENESIS}))),
        ("polkadot_signTransaction", json!({"address": ALICE})),
    ] {
        let asked = world.engine.request("polkadot", method, params.clone());
        world.pass(100);
        assert!(world.settled(&asked).is_err(), "{params}");
    }
    let counts =
        ["polkadot_signMessage", "polkadot_signTransaction"].map(|method| world.wallets.count(method));
    assert_eq!(counts, [0, 0]);
}

// req: 4.2, 4.6
#[test]
fn restores_a_sole_claimant_and_remembers_a_disconnect() {
    let world = connected();
    world.wallets.tell(1, &WalletEvent::Accounts(accounts(&[BOB, ALICE])));
    world.run();
    let world = world.reload_with(page_options());
    willing(&world, 1, &[ALICE, BOB]);
    world.announce_of(Namespace::Polkadot, 1, NOVA, "Nova", None);
    world.announce_of(Namespace::Polkadot, 2, "polkadot:talisman", "Talisman", None);
    world.pass(WALLET_ANNOUNCE_MS);
    assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("connected", 1));
    assert_eq!(world.wallets.last("wm_connect").unwrap()["silent"], true);
    assert_eq!(world.slice("account")["address"], BOB);
    let left = world.dispatch(json!({"type": "accounts.disconnect"}));
    world.pass(100);
    assert!(world.settled(&left).is_ok());
    assert_eq!(world.wallets.count("wm_disconnect"), 1);
    let world = world.reload_with(page_options());
    willing(&world, 1, &[ALICE]);
    world.announce_of(Namespace::Polkadot, 1, NOVA, "Nova", None);
    world.pass(WALLET_ANNOUNCE_MS);
    assert_eq!((world.status().as_str(), world.wallets.count("wm_connect")), ("disconnected", 0));
}

// req: 4.2
#[test]
fn gives_up_a_wallet_locked_on_reload_and_connects_on_a_click() {
    let world = connected().reload_with(page_options());
    world.wallets.answer(1, |_, _| never());
    world.announce_of(Namespace::Polkadot, 1, NOVA, "Nova", None);
    world.pass(WALLET_ANNOUNCE_MS + WALLET_LOCKED_MS);
    assert_eq!(world.status(), "disconnected");
    willing(&world, 1, &[ALICE]);
    world.connect(NOVA);
    assert_eq!(world.status(), "connected");
}

/// Of Alice, as Polkadot and Kusama write it.
const ALICE_DOT: &str = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5";
const ALICE_KSM: &str = "HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F";
const BOB_DOT: &str = "14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3";

// req: 1.12, 6.4, 10.58
#[test]
fn accepts_the_same_key_with_another_networks_prefix() {
    let world = connected();
    let of = |address: &str, genesis: &str| json!({"address": address, "transactionPayload": {"address": address, "genesisHash": genesis, "method": "0x00"}});
    // as @polkadot/api writes it for a wallet that answers by the prefix of no network
    for address in [ALICE_DOT, ALICE, ALICE_KSM] {
        let asked = world.engine.request("polkadot", "polkadot_signTransaction", of(address, GENESIS));
        world.pass(100);
        assert!(world.settled(&asked).is_ok(), "{address}");
        // the wallet hears the address that it gave
        let sent = world.wallets.last("polkadot_signTransaction").unwrap();
        assert_eq!(
            (&sent["address"], &sent["transactionPayload"]["address"]),
            (&json!(ALICE), &json!(ALICE))
        );
    }
    let asked = world.engine.request(
        "polkadot",
        "polkadot_signMessage",
        json!({"address": ALICE_DOT, "message": "x"}),
    );
    world.pass(100);
    assert!(world.settled(&asked).is_ok());
    for wrong in [BOB_DOT, "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp6", ""] {
        let asked = world.engine.request("polkadot", "polkadot_signTransaction", of(wrong, GENESIS));
        world.pass(100);
        assert!(world.settled(&asked).is_err(), "{wrong}");
    }
    assert_eq!(world.wallets.count("polkadot_signTransaction"), 3);
}

// req: 1.12, 2.22, 10.58
#[test]
fn shows_both_address_formats_in_receive() {
    let world = connected();
    let receive = |world: &World| {
        world.open("Receive");
        let receive = world.slice("receive");
        let networks: Vec<Value> =
            receive["networks"].as_array().unwrap().iter().map(|network| network["name"].clone()).collect();
        (receive["address"].clone(), receive["generic"].clone(), networks)
    };
    assert_eq!(receive(&world), (json!(ALICE_DOT), json!(ALICE), vec![json!("Polkadot")]));
    world.dispatch(json!({"type": "networks.switch", "network": KSM}));
    world.pass(4_000);
    assert_eq!(receive(&world), (json!(ALICE_KSM), json!(ALICE), vec![json!("Kusama")]));
    // a network that isn't known here: as the wallet gave it
    const OWN: &str = "polkadot:0123456789abcdef0123456789abcdef";
    let world = World::with(
        json!({"networks": [polkadot(OWN, "Own"), polkadot(DOT, "Polkadot")]}),
        Default::default(),
    );
    world.announce_of(Namespace::Polkadot, 1, NOVA, "Nova", None);
    willing(&world, 1, &[ALICE]);
    world.connect(NOVA);
    assert_eq!(receive(&world), (json!(ALICE), Value::Null, vec![json!("Own")]));
}
