//! Attacks on a session from all sides (docs/spec/security.md T4, T5, T15, T18; R1, R4, R8, R12, R18): stale codes, other tabs, a relay
//! that speaks for the user, slow disks, families that come and go. Each of these once succeeded.

use crate::paired::Paired;
use crate::paired::wallet::{ADDRESS, Wallet};
use crate::support;
use crate::support::World;
use serde_json::{Value, json};
use wallet_engine::constants::PAIRING_EXPIRY_MS;
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::storage::Storage;

const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
const KEY: &str = "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g";

fn two_families() -> Value {
    let mut options = support::options();
    options["networks"].as_array_mut().unwrap().push(json!({"id": SOLANA.split_once(':').unwrap().1,
        "caipNetworkId": SOLANA, "chainNamespace": "solana", "name": "Solana", "testnet": true,
        "nativeCurrency": {"name": "Coin", "symbol": "COIN", "decimals": 9},
        "rpcUrls": {"default": {"http": ["http://localhost:9999"]}}}));
    options
}

fn both(chains: &[u64]) -> Value {
    let mut granted = Paired::grants(chains);
    granted["solana"] = json!({"chains": [SOLANA], "accounts": [format!("{SOLANA}:{KEY}")],
        "methods": ["solana_signMessage"], "events": ["accountsChanged", "chainChanged"]});
    granted
}

fn connected(options: Value, grants: Value) -> (Paired, Wallet) {
    let mut it = Paired::over(World::with(options, Default::default()));
    let attempt = it.choose();
    let mut wallet = it.scan();
    wallet.say_yes(&mut it.relay);
    it.pump();
    wallet.settle(&mut it.relay, grants);
    it.pump();
    it.world.settled(&attempt).unwrap();
    wallet.inbox(&it.relay);
    (it, wallet)
}

fn reload(it: Paired, options: Value) -> Paired {
    let Paired { world, mut relay, .. } = it;
    relay.hang_up();
    let (tabs, storage, now) = (world.tabs.clone(), world.storage.clone(), world.clock.now_ms());
    world.engine.destroy();
    let mut it = Paired::over(World::tab(&tabs, now + 1_000, options, storage, support::Chain::default()));
    it.relay = relay;
    it
}

fn second_tab(it: &Paired, options: Value) -> Paired {
    Paired::over(World::tab(
        &it.world.tabs,
        it.world.clock.now_ms(),
        options,
        it.world.storage.clone(),
        support::Chain::default(),
    ))
}

/// Both tabs live; the relay is with the one that is carried.
fn together(one: &mut Paired, with_relay: &mut Paired, ms: u64) {
    for _ in 0..ms / 100 {
        with_relay.world.pass(100);
        one.world.pass(100);
        with_relay.pump();
        one.world.run();
    }
}

fn hand_relay(from: &mut Paired, to: &mut Paired) {
    std::mem::swap(&mut from.relay, &mut to.relay);
    to.relay.hang_up();
}

fn settles(wallet: &mut Wallet, it: &mut Paired, grants: Value) {
    wallet.say_yes(&mut it.relay);
    it.pump();
    wallet.settle(&mut it.relay, grants);
    it.pump();
}

fn requests(wallet: &mut Wallet, it: &Paired) -> Vec<Value> {
    let mut seen = wallet.inbox(&it.relay);
    seen.retain(|word| word["method"] == "wc_sessionRequest");
    seen
}

fn ask(it: &mut Paired) -> Join {
    let join = it
        .world
        .request("eth_sendTransaction", json!([{"from": ADDRESS, "to": support::BOB, "value": "0x1"}]));
    it.pump();
    join
}

#[test]
fn keeps_the_session_when_an_older_qr_code_is_scanned() {
    let mut it = Paired::new();
    let mut own = it.connect(&[1337]);
    it.pass(2_000);
    it.choose();
    let mut stranger = it.scan();
    let mut it = reload(it, support::options());
    it.pump();
    assert_eq!(it.world.status(), "connected");
    stranger.read_proposal(&it.relay);
    settles(&mut stranger, &mut it, Paired::grants(&[1337]));
    ask(&mut it);
    assert_eq!(requests(&mut stranger, &it).len(), 0, "the stranger is asked");
    assert_eq!(requests(&mut own, &it).len(), 1);
}

/// Whether the wallet heard that its session is over.
fn is_ended(wallet: &mut Wallet, it: &Paired) -> bool {
    wallet.inbox(&it.relay).iter().any(|word| word["method"] == "wc_sessionDelete")
}

// req: 4.25, 10.33
#[test]
fn stores_no_session_approved_during_a_reload() {
    // before the page is gone, while it is gone, and once the next one is there
    for moment in 0..3 {
        let mut it = Paired::new();
        it.choose();
        it.pass(1_000);
        let mut wallet = it.scan();
        if moment == 0 {
            wallet.say_yes(&mut it.relay);
            wallet.settle(&mut it.relay, Paired::grants(&[1337]));
        }
        let mut it = reload(it, support::options());
        if moment == 1 {
            wallet.say_yes(&mut it.relay);
            wallet.settle(&mut it.relay, Paired::grants(&[1337]));
        }
        it.pass(1_000);
        if moment == 2 {
            wallet.say_yes(&mut it.relay);
            it.pump();
            wallet.settle(&mut it.relay, Paired::grants(&[1337]));
        }
        it.pass(2_000);
        assert!(is_ended(&mut wallet, &it), "{moment}");
        assert_eq!((it.world.status().as_str(), it.world.is_open()), ("disconnected", false), "{moment}");
        // nothing is left of it: the relay isn't held for it, and the next page doesn't start by itself
        it.pass(PAIRING_EXPIRY_MS + 60_000);
        assert!(it.world.sockets.0.borrow().last().unwrap().dropped.get(), "{moment}");
        assert_eq!(it.world.record("pairing_offered_until"), None, "{moment}");
        assert_eq!(it.world.record("connection_status"), Some(json!("disconnected")), "{moment}");
    }
}

// req: 4.25, 10.33
#[test]
fn connects_by_the_new_qr_code_and_ends_the_old_pairing() {
    let mut it = Paired::new();
    it.choose();
    let mut before = it.scan();
    let mut it = reload(it, support::options());
    it.pass(1_000);
    let mut after = it.connect(&[1337]);
    before.say_yes(&mut it.relay);
    it.pass(1_000);
    assert!(is_ended(&mut before, &it));
    assert!(!is_ended(&mut after, &it));
    assert_eq!(it.world.status(), "connected");
}

// req: 4.25, 10.33
#[test]
fn keeps_another_tabs_qr_code_but_ends_one_of_a_closed_tab() {
    let mut it = Paired::new();
    it.choose();
    it.pass(1_000);
    let mut other = second_tab(&it, support::options());
    hand_relay(&mut it, &mut other);
    other.pass(2_000);
    hand_relay(&mut other, &mut it);
    it.pass(1_000);
    assert_eq!(it.pairing()["phase"], "ready");
    let mut wallet = it.scan();
    it.world.engine.destroy();
    hand_relay(&mut it, &mut other);
    other.pass(5_000);
    wallet.say_yes(&mut other.relay);
    other.pass(2_000);
    assert!(is_ended(&mut wallet, &other));
    assert_eq!(other.world.status(), "disconnected");
}

#[test]
fn keeps_the_session_when_another_tabs_qr_code_is_scanned() {
    let mut it = Paired::new();
    let mut own = it.connect(&[1337]);
    let mut other = second_tab(&it, support::options());
    hand_relay(&mut it, &mut other);
    together(&mut it, &mut other, 2_000);
    assert_eq!((it.world.status(), other.world.status()), ("connected".into(), "connected".into()));
    // the first tab offers a code
    hand_relay(&mut other, &mut it);
    it.choose();
    together(&mut other, &mut it, 2_000);
    let mut stranger = it.scan();
    // the second tab is used, in front of the first
    it.world.host.hidden.set(true);
    let asked = other
        .world
        .request("eth_sendTransaction", json!([{"from": ADDRESS, "to": support::BOB, "value": "0x1"}]));
    hand_relay(&mut it, &mut other);
    together(&mut it, &mut other, 2_000);
    let seen = requests(&mut own, &other);
    assert_eq!(seen.len(), 1);
    own.answer(&mut other.relay, seen[0]["id"].as_u64().unwrap(), json!(support::hash()));
    other.pump();
    assert!(other.world.settled(&asked).is_ok());
    println!("first tab shows {}", it.pairing()["phase"]);
    settles(&mut stranger, &mut other, Paired::grants(&[1337]));
    ask(&mut other);
    assert_eq!(requests(&mut stranger, &other).len(), 0, "the stranger is asked");
}

#[test]
fn shows_a_new_wallet_in_the_other_tab() {
    let mut it = Paired::new();
    it.connect(&[1337]);
    let mut other = second_tab(&it, support::options());
    hand_relay(&mut it, &mut other);
    together(&mut it, &mut other, 2_000);
    assert_eq!((it.world.status(), other.world.status()), ("connected".into(), "connected".into()));
    // the second tab connects another wallet with another account
    other.choose();
    let mut second = other.scan();
    let mut grants = Paired::grants(&[1337]);
    grants["eip155"]["accounts"] = json!([format!("eip155:1337:{}", support::BOB)]);
    settles(&mut second, &mut other, grants);
    together(&mut it, &mut other, 2_000);
    assert_eq!(other.world.slice("account")["address"], support::BOB);
    let shown = it.world.slice("account")["address"].clone();
    println!("first tab: {} {}", it.world.status(), shown);
    // the first tab is used: whoever is asked must be the one that is shown
    let asked = it
        .world
        .request("eth_sendTransaction", json!([{"from": ADDRESS, "to": support::ALICE, "value": "0x1"}]));
    hand_relay(&mut other, &mut it);
    together(&mut other, &mut it, 2_000);
    let seen = requests(&mut second, &it);
    drop(asked);
    assert_eq!(seen, Vec::<Value>::new(), "the new wallet is asked for the old account");
}

#[test]
fn stays_on_the_network_when_another_namespace_leaves() {
    let (mut it, mut wallet) = connected(two_families(), both(&[1337, 1338]));
    it.world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    it.pump();
    assert_eq!(it.world.slice("state")["selectedNetworkId"], "eip155:1338");
    wallet.request(&mut it.relay, "wc_sessionUpdate", json!({"namespaces": Paired::grants(&[1337, 1338])}));
    it.pump();
    assert_eq!(it.world.slice("state")["selectedNetworkId"], "eip155:1338");
    assert_eq!(it.world.status(), "connected");
}

#[test]
fn keeps_a_pending_send_when_another_namespace_leaves() {
    let (mut it, mut wallet) = connected(two_families(), both(&[1337]));
    it.world.open("Account");
    it.world.form("1.5", support::BOB);
    it.pump();
    it.world.dispatch(json!({"type": "send.review"}));
    it.pump();
    let sent = it.world.dispatch(json!({"type": "send.confirm"}));
    it.pass(1_000);
    let seen = requests(&mut wallet, &it);
    println!("send {}", it.world.slice("send"));
    assert_eq!(seen.len(), 1, "{:?}", it.world.view());
    wallet.request(&mut it.relay, "wc_sessionUpdate", json!({"namespaces": Paired::grants(&[1337])}));
    it.pump();
    assert_eq!(
        (it.world.slice("send")["phase"].as_str(), it.world.view().as_str()),
        (Some("waiting"), "SendPreview")
    );
    wallet.answer(&mut it.relay, seen[0]["id"].as_u64().unwrap(), json!(support::hash()));
    it.pass(1_000);
    let ended = it.world.settled(&sent);
    println!("{ended:?} toasts {:?}", it.world.toasts());
    assert!(ended.is_ok(), "{ended:?}");
}

#[test]
fn sends_a_request_to_its_namespaces_own_network() {
    let (mut it, mut wallet) = connected(two_families(), both(&[1337, 1338]));
    it.world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    it.pump();
    it.world.dispatch(json!({"type": "networks.switch", "network": SOLANA}));
    it.pump();
    assert_eq!(it.world.slice("state")["selectedNetworkId"], SOLANA);
    let asked = ask(&mut it);
    let seen = requests(&mut wallet, &it);
    println!("{:?}", seen.first().map(|s| s["params"]["chainId"].clone()));
    match seen.first() {
        Some(seen) => assert_eq!(seen["params"]["chainId"], "eip155:1338"),
        None => assert!(it.world.settled(&asked).is_err()),
    }
}

#[test]
fn sends_requests_to_a_network_that_the_session_still_has() {
    let (mut it, mut wallet) = connected(two_families(), both(&[1337, 1338]));
    it.world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    it.pump();
    it.world.dispatch(json!({"type": "networks.switch", "network": SOLANA}));
    it.pump();
    wallet.request(&mut it.relay, "wc_sessionUpdate", json!({"namespaces": both(&[1337])}));
    it.pump();
    let _asked = ask(&mut it);
    let seen = requests(&mut wallet, &it);
    assert_eq!(seen.first().map(|seen| &seen["params"]["chainId"]), Some(&json!("eip155:1337")));
}

#[test]
fn leaves_a_removed_network_after_a_reload() {
    let (mut it, mut wallet) = connected(two_families(), both(&[1337, 1338]));
    it.world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    it.pump();
    let mut it = reload(it, two_families());
    it.pump();
    assert_eq!(it.world.slice("state")["selectedNetworkId"], "eip155:1338");
    wallet.request(&mut it.relay, "wc_sessionUpdate", json!({"namespaces": both(&[1337])}));
    it.pump();
    assert_eq!(it.world.slice("state")["selectedNetworkId"], "eip155:1337");
}

#[test]
fn keeps_the_current_account_on_a_session_update() {
    let mut grants = Paired::grants(&[1337]);
    grants["eip155"]["accounts"] =
        json!([format!("eip155:1337:{ADDRESS}"), format!("eip155:1337:{}", support::BOB)]);
    let (mut it, mut wallet) = connected(support::options(), grants.clone());
    wallet.request(
        &mut it.relay,
        "wc_sessionEvent",
        json!({"event": {"name": "accountsChanged", "data": [support::BOB]}, "chainId": "eip155:1337"}),
    );
    it.pump();
    assert_eq!(it.world.slice("account")["address"], support::BOB);
    grants["eip155"]["methods"].as_array_mut().unwrap().push(json!("wallet_sendCalls"));
    wallet.request(&mut it.relay, "wc_sessionUpdate", json!({"namespaces": grants}));
    it.pump();
    assert_eq!(it.world.slice("account")["address"], support::BOB);
}

#[test]
fn forgets_the_network_of_an_ended_session() {
    let (mut it, _) = connected(support::options(), Paired::grants(&[1337, 1338]));
    it.world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    it.pump();
    it.world.dispatch(json!({"type": "accounts.disconnect"}));
    it.pass(5_000);
    assert_eq!(it.world.slice("state")["selectedNetworkId"], "eip155:1337");
    it.connect(&[1337, 1338]);
    assert_eq!(it.world.slice("state")["selectedNetworkId"], "eip155:1337");
}

#[test]
fn distrusts_a_rejection_made_by_the_relay() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    // it brings the request to the wallet and tells the page that the user has refused
    it.world.tasks.run_until_idle();
    let join = it
        .world
        .request("eth_sendTransaction", json!([{"from": ADDRESS, "to": support::BOB, "value": "0x1"}]));
    it.world.run();
    it.relay.lost_answers.insert("irn_publish".into());
    it.pump();
    assert_eq!(requests(&mut wallet, &it).len(), 1, "the wallet has it");
    let (_, id, _) = it.relay.calls.iter().rev().find(|(name, ..)| name == "irn_publish").cloned().unwrap();
    it.relay.to_dapp.push(
        json!({"id": id, "jsonrpc": "2.0", "error": {"code": 4001, "message": "User rejected."}}).to_string(),
    );
    let sockets = it.world.sockets.0.borrow().clone();
    for text in std::mem::take(&mut it.relay.to_dapp) {
        sockets.last().unwrap().tell(wallet_engine::ports::socket::SocketEvent::Message(text));
    }
    it.world.run();
    let ended = it.world.settled(&join);
    assert_ne!(ended, Err(Error::UserRejected), "the relay speaks for the person");
}

#[test]
fn keeps_the_session_when_the_disk_responds_late() {
    let (mut it, _) = connected(support::options(), Paired::grants(&[1337]));
    it.pass(1_000);
    let Paired { world, mut relay, .. } = it;
    relay.hang_up();
    let (tabs, storage, now) = (world.tabs.clone(), world.storage.clone(), world.clock.now_ms());
    world.engine.destroy();
    let before = storage.records.borrow().get("sessions").cloned();
    let mut it = Paired::over(World::tab(
        &tabs,
        now + 1_000,
        support::options(),
        storage.clone(),
        support::Chain::default(),
    ));
    it.relay = relay;
    // the page has started; the record of the sessions is asked for again when the modal is used
    it.away = true;
    it.pump();
    drop(it);
    assert_eq!(storage.records.borrow().get("sessions").cloned().is_some(), before.is_some());
    let mut it = Paired::over(World::tab(
        &Default::default(),
        now + 5_000,
        support::options(),
        Default::default(),
        support::Chain::default(),
    ));
    // its own disk, then the one of the session, silent while it is read
    it.world.storage.records.borrow_mut().insert("sessions".into(), before.clone().unwrap());
    it.world.storage.silent.set(true);
    it.world.open("Connect");
    it.world.dispatch(json!({"type": "connect.select", "id": "walletConnect"}));
    it.world.pass(2_500);
    it.world.storage.silent.set(false);
    it.pass(3_000);
    let after = it.world.storage.records.borrow().get("sessions").cloned();
    // what is there now must still hold the session
    let seal = wallet_engine::ports::seal::MemorySeal::default();
    let value: Value = serde_json::from_str(&after.unwrap()).unwrap();
    let opened = wallet_engine::ports::seal::Seal::open(&seal, value["value"].as_str().unwrap().to_owned());
    let plain = futures_util::FutureExt::now_or_never(opened).flatten().unwrap();
    let record: Value = serde_json::from_slice(&plain).unwrap();
    assert_eq!(record["sessions"].as_array().unwrap().len(), 1, "overwritten");
}

#[test]
fn restores_the_session_in_two_tabs_simultaneously() {
    let (it, _) = connected(support::options(), Paired::grants(&[1337]));
    let Paired { world, mut relay, .. } = it;
    relay.hang_up();
    let (storage, now) = (world.storage.clone(), world.clock.now_ms());
    world.engine.destroy();
    let tabs = wallet_engine::ports::tabs::MemoryTabs::default();
    let mut one = Paired::over(World::tab(
        &tabs,
        now + 1_000,
        support::options(),
        storage.clone(),
        support::Chain::default(),
    ));
    let mut two = Paired::over(World::tab(
        &tabs,
        now + 1_000,
        support::options(),
        storage.clone(),
        support::Chain::default(),
    ));
    two.relay = relay;
    together(&mut one, &mut two, 5_000);
    println!("{} {}", one.world.status(), two.world.status());
    together(&mut one, &mut two, 60_000);
    assert_eq!((one.world.status(), two.world.status()), ("connected".into(), "connected".into()));
}

#[test]
fn ends_a_closed_modals_qr_code_although_another_tab_leads() {
    let mut it = Paired::new();
    it.choose();
    let mut stranger = it.scan();
    let mut other = second_tab(&it, support::options());
    hand_relay(&mut it, &mut other);
    other.world.open("Connect");
    other.world.dispatch(json!({"type": "connect.select", "id": "walletConnect"}));
    together(&mut it, &mut other, 2_000);
    println!("first: {} second: {}", it.pairing()["phase"], other.pairing()["phase"]);
    it.world.dispatch(json!({"type": "router.close", "reason": "user"}));
    together(&mut it, &mut other, 2_000);
    settles(&mut stranger, &mut other, Paired::grants(&[1337]));
    together(&mut it, &mut other, 2_000);
    let told = stranger.inbox(&other.relay);
    println!("{told:?}");
    assert!(!told.iter().any(|word| word["result"] == json!(true)), "a session nobody has");
}

#[test]
fn keeps_a_shown_qr_code_usable_after_another_tab_was_used() {
    let mut it = Paired::new();
    let attempt = it.choose();
    let mut wallet = it.scan();
    it.world.host.hidden.set(true);
    let mut other = second_tab(&it, support::options());
    hand_relay(&mut it, &mut other);
    other.world.open("Connect");
    other.world.dispatch(json!({"type": "connect.select", "id": "walletConnect"}));
    together(&mut it, &mut other, 2_000);
    let shown = it.pairing()["phase"].clone();
    settles(&mut wallet, &mut other, Paired::grants(&[1337]));
    together(&mut it, &mut other, 5_000);
    println!(
        "shown {shown}, first {} {}, second {} {}",
        it.world.status(),
        it.pairing()["phase"],
        other.world.status(),
        other.pairing()["phase"]
    );
    drop(attempt);
    assert!(shown != "ready" || it.world.status() == "connected", "a dead code is shown");
}

#[test]
fn keeps_a_request_made_while_another_tab_takes_the_lead() {
    use wallet_engine::ports::tabs::Tabs;
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    let stranger = it.world.tabs.open();
    stranger.tell("{\"wc\":\"take\"}");
    let asked = it.world.engine.request(
        "eip155",
        "eth_sendTransaction",
        json!([{"from": ADDRESS, "to": support::BOB, "value": "0x1"}]),
    );
    it.pump();
    it.pass(3_000);
    let seen = requests(&mut wallet, &it);
    println!("{}", seen.len());
    assert_eq!(seen.len(), 1);
    drop(asked);
}

#[test]
fn keeps_a_queued_request_when_another_tab_leads() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    let mut other = second_tab(&it, support::options());
    hand_relay(&mut it, &mut other);
    together(&mut it, &mut other, 2_000);
    hand_relay(&mut other, &mut it);
    let first = it
        .world
        .request("eth_sendTransaction", json!([{"from": ADDRESS, "to": support::BOB, "value": "0x1"}]));
    let second = it
        .world
        .request("eth_sendTransaction", json!([{"from": ADDRESS, "to": support::BOB, "value": "0x2"}]));
    together(&mut other, &mut it, 2_000);
    let seen = requests(&mut wallet, &it);
    assert_eq!(seen.len(), 1);
    // the other tab is used
    let third = other
        .world
        .request("eth_sendTransaction", json!([{"from": ADDRESS, "to": support::BOB, "value": "0x3"}]));
    hand_relay(&mut it, &mut other);
    together(&mut it, &mut other, 2_000);
    wallet.answer(&mut other.relay, seen[0]["id"].as_u64().unwrap(), json!(support::hash()));
    together(&mut it, &mut other, 2_000);
    assert!(it.world.settled(&first).is_ok());
    let seen = requests(&mut wallet, &other);
    println!("then asked {seen:?}");
    for one in &seen {
        wallet.answer(&mut other.relay, one["id"].as_u64().unwrap(), json!(support::hash()));
    }
    together(&mut it, &mut other, 2_000);
    hand_relay(&mut other, &mut it);
    together(&mut other, &mut it, 3_000);
    let seen = requests(&mut wallet, &it);
    println!("then asked {seen:?}");
    drop(third);
    let waits = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| it.world.settled(&second)));
    println!("{waits:?}");
    if let Ok(ended) = waits {
        assert!(ended.is_ok(), "{ended:?}");
    }
}

#[test]
fn leaves_session_records_of_a_newer_version_unchanged() {
    let seal = wallet_engine::ports::seal::MemorySeal::default();
    let plain = b"{\"version\":2,\"sessions\":[]}".to_vec();
    let sealed = futures_util::FutureExt::now_or_never(wallet_engine::ports::seal::Seal::seal(&seal, plain))
        .flatten()
        .unwrap();
    let mut it = Paired::new();
    let record = json!({"v": 2, "seq": 1, "value": sealed}).to_string();
    it.world.storage.records.borrow_mut().insert("sessions".into(), record.clone());
    it.choose();
    it.pass(2_000);
    assert_eq!(it.world.storage.records.borrow().get("sessions"), Some(&record));
}

#[test]
fn ignores_a_solana_event_with_an_evm_network() {
    let (mut it, mut wallet) = connected(two_families(), both(&[1337, 1338]));
    wallet.request(
        &mut it.relay,
        "wc_sessionEvent",
        json!({"event": {"name": "chainChanged", "data": "0x53a"}, "chainId": SOLANA}),
    );
    it.pump();
    let shown = it.world.slice("state")["selectedNetworkId"].clone();
    ask(&mut it);
    let seen = requests(&mut wallet, &it);
    println!("{shown} {}", seen[0]["params"]["chainId"]);
    assert_eq!(shown, seen[0]["params"]["chainId"]);
}

#[test]
fn opens_one_socket_in_the_tab_in_use() {
    let mut a = Paired::new();
    a.connect(&[1337]);
    let mut b = second_tab(&a, support::options());
    hand_relay(&mut a, &mut b);
    together(&mut a, &mut b, 2_000);
    let mut c = second_tab(&a, support::options());
    hand_relay(&mut b, &mut c);
    for _ in 0..50 {
        a.world.pass(100);
        b.world.pass(100);
        c.world.pass(100);
        c.pump();
    }
    let open =
        |it: &Paired| it.world.sockets.0.borrow().iter().filter(|socket| !socket.dropped.get()).count();
    println!("{} {} {}", open(&a), open(&b), open(&c));
    println!("{} {} {}", a.world.status(), b.world.status(), c.world.status());
    assert_eq!((open(&a), open(&b), open(&c)), (0, 0, 1));
}
#[test]
fn stays_in_the_namespace_when_another_one_changes_network() {
    let (mut it, mut wallet) = connected(two_families(), both(&[1337]));
    wallet.request(
        &mut it.relay,
        "wc_sessionEvent",
        json!({"event": {"name": "chainChanged", "data": SOLANA}, "chainId": SOLANA}),
    );
    it.pump();
    assert_eq!(it.world.slice("state")["selectedNetworkId"], "eip155:1337");
}

const PHONE: &str = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

#[test]
fn opens_only_the_app_of_the_sessions_wallet() {
    let chain = support::Chain::default();
    *chain.listings.borrow_mut() =
        json!({"data": [{"id": "aa", "name": "Alpha", "mobile_link": "alpha://"}], "count": 1});
    let mut it = Paired::over(World::over(support::options(), Default::default(), chain));
    it.world.host.page.borrow_mut().agent = PHONE.into();
    it.world.host.page.borrow_mut().touch = true;
    it.world.host.page.borrow_mut().coarse = true;
    it.world.open("Connect");
    it.world.dispatch(json!({"type": "connect.select", "id": "aa"}));
    it.pump();
    println!("{}", it.pairing()["links"]);
    it.world.dispatch(json!({"type": "pairing.opened", "platform": "mobile"}));
    it.pump();
    it.world.dispatch(json!({"type": "router.back"}));
    it.pump();
    // another wallet is scanned
    let mut wallet = it.connect(&[1337]);
    ask(&mut it);
    assert_eq!(requests(&mut wallet, &it).len(), 1);
    println!("{:?}", it.world.host.gone.borrow());
    assert!(it.world.host.gone.borrow().is_empty());
}

const CHOICE: &str = "WALLETCONNECT_DEEPLINK_CHOICE";

fn on_a_phone(it: &Paired) {
    let mut page = it.world.host.page.borrow_mut();
    (page.agent, page.touch, page.coarse) = (PHONE.into(), true, true);
}

/// What is opened for a request while the storage has this choice. The wallet gets the request either way.
fn opened(it: &mut Paired, wallet: &mut Wallet, href: &str) -> Vec<String> {
    it.world.storage.share(CHOICE, Some(&json!({"href": href, "name": "Alpha"}).to_string()));
    it.world.host.gone.borrow_mut().clear();
    let asked = it.world.request("personal_sign", json!(["0x68656c6c6f", ADDRESS]));
    it.pump();
    let seen = requests(wallet, it);
    assert_eq!(seen.len(), 1, "{href}");
    wallet.answer_error(&mut it.relay, seen[0]["id"].as_u64().unwrap(), 5000, "User rejected.");
    it.pump();
    assert!(it.world.settled(&asked).is_err());
    it.world.host.gone.borrow().iter().map(|(url, _)| url.split("/wc?").next().unwrap().to_owned()).collect()
}

const ELSEWHERE: [&str; 9] = [
    "https://evil.example/",
    "evil://",
    "alpha://dapp/evil.example",
    "https://alpha.example.evil.example/",
    "https://alpha.example/open?url=https://evil.example",
    "https://alpha.example@evil.example/",
    "https://t.me/evil",
    "javascript:alert(1)",
    "",
];

// Any script of the page can write the choice: only a link of the session's own wallet is followed, by its listing, its own word, and after
// a reload.
// req: 1.3, 10.33
#[test]
fn ignores_a_stored_link_of_another_wallet() {
    let chain = support::Chain::default();
    *chain.listings.borrow_mut() = json!({"data": [{"id": "aa", "name": "Alpha", "mobile_link": "alpha://",
        "link_mode": "https://alpha.example"}], "count": 1});
    let mut it = Paired::over(World::over(support::options(), Default::default(), chain));
    on_a_phone(&it);
    it.world.open("Connect");
    let attempt = it.world.dispatch(json!({"type": "connect.select", "id": "aa"}));
    it.pump();
    let mut wallet = it.scan();
    settles(&mut wallet, &mut it, Paired::grants(&[1337]));
    it.world.settled(&attempt).unwrap();
    it.celebrated();
    assert!(it.world.storage.shared(CHOICE).is_none(), "the code was scanned");
    wallet.inbox(&it.relay);
    for reloaded in [false, true] {
        if reloaded {
            it = reload(it, support::options());
            on_a_phone(&it);
            it.pass(1_000);
            wallet.inbox(&it.relay);
            assert_eq!(it.world.status(), "connected");
        }
        for href in ELSEWHERE {
            assert_eq!(opened(&mut it, &mut wallet, href), [] as [&str; 0], "{href} {reloaded}");
        }
        // however it is written, the app is opened: without a scheme it would be a page
        for href in ["alpha://", "alpha:/", "alpha:", "alpha", "/alpha", "//alpha", "ALPHA://", ":alpha"] {
            assert_eq!(opened(&mut it, &mut wallet, href), ["alpha:/"], "{href}");
        }
        assert_eq!(opened(&mut it, &mut wallet, "https://alpha.example/"), ["https://alpha.example"]);
    }
}

// req: 1.3, 10.33
#[test]
fn opens_a_link_that_the_sessions_wallet_has_sent() {
    let mut it = Paired::new();
    on_a_phone(&it);
    let attempt = it.choose();
    let mut wallet = it.scan();
    wallet.say_yes(&mut it.relay);
    it.pump();
    let mut params = wallet.settle_params(&it.relay, Paired::grants(&[1337]));
    params["controller"]["metadata"]["redirect"] =
        json!({"native": "alpha://", "universal": "https://alpha.example"});
    wallet.settle_with(&mut it.relay, params);
    it.pump();
    it.world.settled(&attempt).unwrap();
    it.celebrated();
    wallet.inbox(&it.relay);
    for href in ELSEWHERE {
        assert_eq!(opened(&mut it, &mut wallet, href), [] as [&str; 0], "{href}");
    }
    assert_eq!(opened(&mut it, &mut wallet, "alpha://"), ["alpha:/"]);
    assert_eq!(opened(&mut it, &mut wallet, "https://alpha.example"), ["https://alpha.example"]);
}

#[test]
fn shows_an_account_only_on_networks_it_was_granted_for() {
    let mut grants = Paired::grants(&[1337, 1338]);
    grants["eip155"]["accounts"] =
        json!([format!("eip155:1337:{ADDRESS}"), format!("eip155:1338:{}", support::BOB)]);
    let (mut it, mut wallet) = connected(support::options(), grants);
    wallet.request(
        &mut it.relay,
        "wc_sessionEvent",
        json!({"event": {"name": "accountsChanged", "data": [support::BOB]}, "chainId": "eip155:1337"}),
    );
    it.pump();
    let account = it.world.slice("account");
    assert_eq!(account["caipAddress"], format!("eip155:1337:{ADDRESS}"));
}

#[test]
fn accepts_the_deprecated_chain_id_of_a_network() {
    const OLD: &str = "solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ";
    // whether the page names one, or not: those of Solana are known (docs/spec/services.md B1)
    for told in [true, false] {
        let mut options = two_families();
        if told {
            options["networks"].as_array_mut().unwrap().last_mut().unwrap()["deprecatedCaipNetworkId"] =
                json!(OLD);
        }
        options["networks"].as_array_mut().unwrap().retain(|n| n["chainNamespace"] == "solana");
        let mut proposing = Paired::over(World::with(options.clone(), Default::default()));
        proposing.choose();
        let asked = proposing.scan().read_proposal(&proposing.relay);
        let chains = asked["params"]["optionalNamespaces"]["solana"]["chains"].as_array().unwrap().clone();
        assert_eq!(chains.iter().filter(|chain| **chain == OLD).count(), 1, "{chains:?}");
        let granted = json!({"solana": {"chains": [OLD], "accounts": [format!("{OLD}:{KEY}")], "methods": ["solana_signMessage"],
            "events": ["chainChanged"]}});
        let (mut it, mut wallet) = connected(options, granted);
        let is_here = |it: &Paired| {
            let active = it.world.slice("networks")["supported"].as_bool();
            assert_eq!((it.world.status().as_str(), active), ("connected", Some(true)), "{told}");
            let account = it.world.slice("account");
            assert!(account["caipAddress"].as_str().unwrap().starts_with("solana:5eykt4"), "{account}");
        };
        is_here(&it);
        let _asked =
            it.world.engine.request("solana", "solana_signMessage", json!({"message": "2Lb", "pubkey": KEY}));
        it.pump();
        it.world.dispatch(json!({"type": "review.confirm", "id": it.world.slice("review")["id"]}));
        it.pump();
        assert_eq!(requests(&mut wallet, &it)[0]["params"]["chainId"], OLD);
        // it names the chain so in its events too
        wallet.request(
            &mut it.relay,
            "wc_sessionEvent",
            json!({"event": {"name": "chainChanged", "data": OLD}, "chainId": OLD}),
        );
        it.pump();
        is_here(&it);
    }
}

#[test]
fn disconnects_a_namespace_that_the_next_wallet_lacks() {
    let (mut it, _) = connected(two_families(), both(&[1337]));
    it.pass(1_000);
    it.connect(&[1337]);
    let list = it.world.slice("accounts")["list"].as_array().unwrap().clone();
    let of = list.iter().find(|account| account["namespace"] == "solana").cloned().unwrap_or_default();
    assert_ne!(of["status"], "connected", "{of}");
}

#[test]
fn ends_an_attempt_although_a_tab_never_releases_the_lead() {
    use wallet_engine::ports::tabs::Tabs;
    let it = Paired::new();
    let stuck = it.world.tabs.open();
    let held = futures_util::FutureExt::now_or_never(stuck.lead());
    assert!(held.is_some());
    it.world.open("Connect");
    let attempt = it.world.dispatch(json!({"type": "connect.select", "id": "walletConnect"}));
    it.world.pass(600_000);
    let phase = it.pairing()["phase"].clone();
    assert_ne!(phase, "preparing", "after ten minutes");
    drop(attempt);
}

#[test]
fn distrusts_a_pairing_rejection_made_by_the_relay() {
    let mut it = Paired::new();
    it.relay.errors.insert("wc_proposeSession".into(), json!({"code": 5000, "message": "User rejected."}));
    let attempt = it.choose();
    assert_ne!(it.world.settled(&attempt), Err(Error::ConnectionRejected));
}

// A second wallet says yes to a code and floods the session to come: 16 messages of 100 KiB made a record that no reload could read.
// req: 10.33, 10.59
#[test]
fn keeps_session_and_hash_when_a_wallet_floods_its_pairing() {
    let (mut it, mut wallet) = connected(support::options(), Paired::grants(&[1337]));
    it.world.open("Account");
    it.world.form("1.5", support::BOB);
    it.pump();
    it.world.dispatch(json!({"type": "send.review"}));
    it.pump();
    it.world.dispatch(json!({"type": "send.confirm"}));
    it.pass(1_000);
    let sent = requests(&mut wallet, &it);
    assert_eq!(sent.len(), 1, "{:?}", it.world.view());
    it.choose();
    let mut floods = it.scan();
    floods.say_yes(&mut it.relay);
    it.pump();
    for _ in 0..16 {
        floods.request(&mut it.relay, "wc_sessionUpdate", json!({"x": "y".repeat(100 * 1024)}));
    }
    it.pump();
    let mut it = reload(it, support::options());
    it.pass(2_000);
    assert_eq!(it.world.status(), "connected", "the session is lost");
    wallet.answer(&mut it.relay, sent[0]["id"].as_u64().unwrap(), json!(support::hash()));
    it.pass(2_000);
    let listed = &it.world.slice("transactions")["list"];
    assert_eq!(listed[0]["hash"], support::hash(), "{listed}");
}

// Scripts of the page find their way to what dispatches the views' commands. The engine's own commands aren't among those.
// req: 10.33, 10.59
#[test]
fn ignores_an_internal_command_that_a_script_dispatches() {
    let (mut it, mut wallet) = connected(support::options(), Paired::grants(&[1337]));
    it.world.open("Account");
    it.world.form("1.5", support::BOB);
    it.pump();
    it.world.dispatch(json!({"type": "send.review"}));
    it.pump();
    it.world.dispatch(json!({"type": "send.confirm"}));
    it.pass(1_000);
    let sent = requests(&mut wallet, &it);
    let listed = |it: &Paired| it.world.slice("transactions")["list"].clone();
    let before = listed(&it);
    let (id, chain) = (before[0]["id"].clone(), "eip155:1337");
    let other = format!("0x{}", "cd".repeat(32));
    let call = json!([{"from": ADDRESS, "to": support::BOB, "value": "0x1"}]);
    for command in [
        json!({"type": "pairing.request", "namespace": "eip155", "method": "eth_sendTransaction", "params": call}),
        json!({"type": "pairing.list", "namespace": "eip155", "method": "wallet_getPermissions"}),
        json!({"type": "pairing.disconnect"}),
        json!({"type": "transactions.answered", "token": id, "hash": other}),
        json!({"type": "transactions.altered", "token": id, "chain": chain, "hash": other, "request": call}),
        json!({"type": "transactions.altered", "token": "x", "chain": chain, "hash": other, "request": call}),
        json!({"type": "transactions.dropped", "token": id}),
        json!({"type": "transactions.compare", "token": "x", "chain": chain, "hash": support::hash(), "request": call}),
        json!({"type": "send.answered", "token": id}),
        json!({"type": "review.done", "id": 1}),
        json!({"type": "review.differs"}),
        json!({"type": "atOnce.take", "cacaos": []}),
        json!({"type": "connect.restore", "namespace": "eip155", "connectorId": "walletConnect"}),
        json!({"type": "connect.await", "namespace": "eip155", "connectorId": "walletConnect"}),
        json!({"type": "accounts.named", "account": format!("{chain}:{ADDRESS}"), "name": "friend.eth"}),
        json!({"type": "requests.eip155", "method": "eth_sendTransaction", "params": call}),
        json!({"type": "signIn.ready"}),
    ] {
        let asked = it.world.dispatch(command.clone());
        it.pass(1_000);
        let named = format!("Unknown command: {}", command["type"].as_str().unwrap());
        assert_eq!(it.world.settled(&asked).unwrap_err().to_string(), named);
        assert_eq!(requests(&mut wallet, &it), [] as [Value; 0], "{command}");
        assert_eq!(listed(&it), before, "{command}");
        assert_eq!(it.world.status(), "connected", "{command}");
    }
    wallet.answer(&mut it.relay, sent[0]["id"].as_u64().unwrap(), json!(support::hash()));
    it.pass(2_000);
    assert_eq!(listed(&it)[0]["hash"], support::hash());
}
