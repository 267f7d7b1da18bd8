//! Connecting a mobile wallet, and living with its session: everything between the choice and the page's code.

use crate::paired::Paired;
use crate::paired::wallet::ADDRESS;
use crate::support;
use crate::support::{World, options};
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::ports::clock::Clock;

// req: 1.2, 2.7, 2.30
#[test]
fn connects_a_wallet_by_qr_code() {
    let mut it = Paired::new();
    let attempt = it.choose();
    assert_eq!(it.world.slice("router")["view"], "ConnectingWalletConnect");
    let shown = it.pairing();
    assert_eq!(shown["phase"], "ready");
    assert!(shown["uri"].as_str().unwrap().starts_with("wc:"));
    assert!(shown["qr"]["size"].as_u64().unwrap() > 40);
    let mut wallet = it.scan();
    let proposal = wallet.read_proposal(&it.relay);
    let asked = &proposal["params"]["optionalNamespaces"]["eip155"];
    assert_eq!(proposal["params"]["requiredNamespaces"], json!({}));
    assert!(asked["methods"].as_array().unwrap().contains(&json!("wallet_sendCalls")));
    assert_eq!(asked["events"], json!(["accountsChanged", "chainChanged", "message"]));
    wallet.say_yes(&mut it.relay);
    it.pump();
    wallet.settle(&mut it.relay, Paired::grants(&[1337, 1338]));
    it.pump();
    it.world.settled(&attempt).unwrap();
    let account = it.world.slice("account");
    let router = it.world.slice("router");
    assert_eq!((&router["open"], &router["done"]), (&json!(true), &json!(true)), "a moment of success");
    it.pass(1_500);
    assert_eq!(it.world.slice("router")["open"], false);
    assert_eq!(account["address"], ADDRESS, "{account}");
    let told = it.world.host.details("wallet-connect");
    assert_eq!(
        (told[0]["connectorId"].as_str(), told[0]["method"].as_str()),
        (Some("walletConnect"), Some("qrcode"))
    );
}

// req: 1.2, 8.21
#[test]
fn shows_a_rejection_and_offers_a_new_uri() {
    let mut it = Paired::new();
    let attempt = it.choose();
    let first = it.pairing()["uri"].clone();
    it.scan().say_no(&mut it.relay, 5000, "User rejected.");
    it.pump();
    assert_eq!(it.world.settled(&attempt), Err(Error::ConnectionRejected));
    assert_eq!(it.pairing()["phase"], "rejected");
    assert!(it.world.is_open());
    it.world.dispatch(json!({"type": "pairing.retry"}));
    it.pump();
    assert_eq!(it.pairing()["phase"], "ready");
    assert_ne!(it.pairing()["uri"], first, "a URI is used once (T18)");
}

// req: 9.5, 9.6, 4.25
#[test]
fn renews_a_uri_in_time_and_still_accepts_the_old_one() {
    let mut it = Paired::new();
    let attempt = it.choose();
    let first = it.pairing()["uri"].clone();
    let mut slow = it.scan();
    it.pass(229_000);
    assert_eq!(it.pairing()["uri"], first);
    it.pass(2_000);
    let second = it.pairing();
    assert_ne!(second["uri"], first);
    assert_eq!(second["phase"], "ready");
    slow.say_yes(&mut it.relay);
    it.pump();
    slow.settle(&mut it.relay, Paired::grants(&[1337]));
    it.pump();
    it.world.settled(&attempt).unwrap();
    assert_eq!(it.world.status(), "connected");
}

// T18: what is scanned and not shown any more never becomes a session
#[test]
fn ends_every_uri_when_the_modal_closes() {
    let mut it = Paired::new();
    let attempt = it.choose();
    let mut wallet = it.scan();
    it.world.dispatch(json!({"type": "router.close", "reason": "user"}));
    it.pump();
    assert_eq!(it.world.settled(&attempt), Err(Error::ModalClosed));
    wallet.say_yes(&mut it.relay);
    it.pump();
    wallet.settle(&mut it.relay, Paired::grants(&[1337]));
    it.pass(10_000);
    assert_eq!(it.world.status(), "disconnected");
    assert!(it.world.host.details("wallet-connect").is_empty());
}

// req: 7.36, 1.9
#[test]
fn sends_requests_to_the_wallet_on_the_pages_network() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337, 1338]);
    let typed = it
        .world
        .request("eth_sendTransaction", json!([{"from": ADDRESS, "to": support::BOB, "value": "0x1"}]));
    it.pump();
    let seen = wallet.inbox(&it.relay);
    let (id, params) = (seen[0]["id"].as_u64().unwrap(), &seen[0]["params"]);
    assert_eq!(
        (params["chainId"].as_str(), params["request"]["method"].as_str()),
        (Some("eip155:1337"), Some("eth_sendTransaction"))
    );
    wallet.answer(&mut it.relay, id, json!(support::hash()));
    wallet.answer(&mut it.relay, id, json!("0x00"));
    it.pump();
    assert_eq!(it.world.json(&typed), json!(support::hash()));
    let refused = it.world.request("eth_sendTransaction", json!([{"from": ADDRESS, "to": support::BOB}]));
    it.pump();
    let id = wallet.inbox(&it.relay)[0]["id"].as_u64().unwrap();
    wallet.answer_error(&mut it.relay, id, 5000, "User rejected.");
    it.pump();
    assert_eq!(it.world.settled(&refused), Err(Error::UserRejected));
}

// docs/spec/rpc.md section 2: used only for what it grants; reads are the node's
#[test]
fn blocks_ungranted_methods_and_reads_from_the_node() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    let refused = it.world.request("wallet_watchAsset", json!([]));
    let read = it.world.request("eth_blockNumber", json!([]));
    it.pump();
    assert_eq!(it.world.settled(&refused), Err(Error::Unauthorized));
    assert_eq!(it.world.json(&read), json!("0x10"));
    assert!(wallet.inbox(&it.relay).is_empty());
}

// Decision 26, "Capabilities": a wallet that leaves an unasked question open would never show the next request
#[test]
fn asks_a_mobile_wallet_nothing_unrequested() {
    let properties: [serde_json::Value; 3] =
        [json!(null), json!({"atomic": "{}"}), json!({"assetDiscovery": "{\"supported\":true}"})];
    for given in properties {
        let mut it = Paired::new();
        let attempt = it.choose();
        let mut wallet = it.scan();
        wallet.say_yes(&mut it.relay);
        it.pump();
        let mut granted = Paired::grants(&[1337, 1338]);
        let methods = granted["eip155"]["methods"].as_array_mut().unwrap();
        methods.extend([json!("wallet_getCapabilities"), json!("wallet_getAssets")]);
        let mut settle = wallet.settle_params(&it.relay, granted);
        if given.is_object() {
            settle["sessionProperties"] = given.clone();
        }
        wallet.settle_with(&mut it.relay, settle);
        it.pump();
        it.world.settled(&attempt).unwrap();
        it.world.open("Account");
        it.pass(40_000);
        let asked = |wallet: &mut crate::paired::wallet::Wallet, it: &Paired| {
            let mut seen = wallet.inbox(&it.relay);
            seen.retain(|word| word["method"] == "wc_sessionRequest");
            seen
        };
        assert!(asked(&mut wallet, &it).is_empty(), "{given}");
        assert_eq!(it.world.slice("account")["balance"]["amount"], "10.000", "from the data service");
        if given.is_object() {
            continue;
        }
        // the host asks: the wallet has a moment, and what a user is to see comes next all the same
        let able = it.world.request("wallet_getCapabilities", json!([ADDRESS]));
        it.pump();
        assert_eq!(asked(&mut wallet, &it).len(), 1);
        it.world.request("personal_sign", json!(["0x68656c6c6f", ADDRESS]));
        it.pass(6_000);
        assert_eq!(it.world.settled(&able), Err(Error::WalletSilent));
        assert_eq!(asked(&mut wallet, &it)[0]["params"]["request"]["method"], "personal_sign");
    }
}

#[test]
fn sends_the_wallet_one_request_at_a_time() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    let send =
        |it: &Paired| it.world.request("eth_sendTransaction", json!([{"from": ADDRESS, "to": support::BOB}]));
    let (first, second) = (send(&it), send(&it));
    it.pump();
    let seen = wallet.inbox(&it.relay);
    assert_eq!(seen.len(), 1);
    wallet.answer(&mut it.relay, seen[0]["id"].as_u64().unwrap(), json!(support::hash()));
    it.pump();
    assert!(it.world.settled(&first).is_ok());
    let seen = wallet.inbox(&it.relay);
    wallet.answer_error(&mut it.relay, seen[0]["id"].as_u64().unwrap(), 4001, "no");
    it.pump();
    assert_eq!(it.world.settled(&second), Err(Error::UserRejected));
}

// req: 4.28, 3.20
#[test]
fn switches_to_a_session_network_and_follows_its_events() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337, 1338]);
    let switched = it.world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    it.pump();
    it.world.settled(&switched).unwrap();
    assert!(wallet.inbox(&it.relay).is_empty(), "the wallet has agreed to it already");
    assert_eq!(it.world.slice("state")["selectedNetworkId"], "eip155:1338");
    let event = |name: &str, data: serde_json::Value| json!({"event": {"name": name, "data": data}, "chainId": "eip155:1337"});
    wallet.request(&mut it.relay, "wc_sessionEvent", event("chainChanged", json!(1337)));
    it.pump();
    assert_eq!(it.world.slice("state")["selectedNetworkId"], "eip155:1337");
    // R18: nothing outside the session is followed
    it.world.pass(1_000);
    wallet.request(&mut it.relay, "wc_sessionEvent", event("chainChanged", json!("0x1")));
    wallet.request(&mut it.relay, "wc_sessionEvent", event("accountsChanged", json!([support::BOB])));
    it.pump();
    assert_eq!(it.world.slice("state")["selectedNetworkId"], "eip155:1337");
    assert_eq!(it.world.slice("account")["address"], ADDRESS);
}

/// A session with this wallet, which has been granted these events too.
fn with_events(events: &[&str]) -> (Paired, crate::paired::wallet::Wallet) {
    let mut it = Paired::new();
    let attempt = it.choose();
    let mut wallet = it.scan();
    wallet.say_yes(&mut it.relay);
    it.pump();
    let mut grants = Paired::grants(&[1337]);
    grants["eip155"]["events"].as_array_mut().unwrap().extend(events.iter().map(|name| json!(name)));
    wallet.settle(&mut it.relay, grants);
    it.pump();
    it.world.settled(&attempt).unwrap();
    (it, wallet)
}

#[test]
fn forwards_wallet_messages_only_if_the_session_allows_them() {
    let says = |it: &mut Paired, wallet: &mut crate::paired::wallet::Wallet, chain: &str, data: Value| {
        let event = json!({"event": {"name": "message", "data": data}, "chainId": chain});
        wallet.request(&mut it.relay, "wc_sessionEvent", event);
        it.pump();
    };
    let block =
        |result: &str| json!({"type": "eth_subscription", "data": {"subscription": "0x1", "result": result}});
    let (mut it, mut wallet) = with_events(&["message"]);
    for result in ["0xa", "0xb", "0xc"] {
        says(&mut it, &mut wallet, "eip155:1337", block(result));
    }
    let passed = |it: &Paired| it.world.host.details("message");
    let told: Vec<Value> = passed(&it).iter().map(|told| told["data"]["result"].clone()).collect();
    assert_eq!(told, ["0xa", "0xb", "0xc"], "each counts, in its order");
    assert_eq!(passed(&it)[0]["type"], "eth_subscription");
    // of another chain, without a type, and no object at all
    says(&mut it, &mut wallet, "eip155:1338", block("0xd"));
    says(&mut it, &mut wallet, "eip155:1337", json!({"data": 1}));
    says(&mut it, &mut wallet, "eip155:1337", json!("hello"));
    assert_eq!(passed(&it).len(), 3);

    let (mut it, mut wallet) = with_events(&[]);
    says(&mut it, &mut wallet, "eip155:1337", block("0xa"));
    assert_eq!(passed(&it).len(), 0, "R18: not granted");
}

// req: 4.31
#[test]
fn fails_a_switch_when_the_session_lacks_the_network() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    it.world.dispatch(json!({"type": "router.open", "view": "Networks"}));
    let chosen = it.world.dispatch(json!({"type": "networks.choose", "network": "eip155:1338"}));
    it.pump();
    let seen = wallet.inbox(&it.relay);
    assert_eq!(seen[0]["params"]["request"]["method"], "wallet_switchEthereumChain");
    wallet.answer(&mut it.relay, seen[0]["id"].as_u64().unwrap(), json!(null));
    it.pass(29_000);
    assert_eq!(it.world.toasts(), [] as [&str; 0]);
    it.pass(1_000);
    let failed = Error::SwitchFailed { network: "Second Chain".into() };
    assert_eq!(it.world.settled(&chosen), Err(failed), "nothing was to be added");
    assert_eq!(it.world.toasts(), ["Couldn't switch to Second Chain"]);
    assert_eq!(it.world.view(), "Networks");
}

// req: 4.28, 10.58
#[test]
fn completes_a_switch_on_a_late_session_update() {
    for after_ms in [5_000, 12_000] {
        let mut it = Paired::new();
        let mut wallet = it.connect(&[1337]);
        it.world.dispatch(json!({"type": "router.open", "view": "Networks"}));
        let chosen = it.world.dispatch(json!({"type": "networks.choose", "network": "eip155:1338"}));
        it.pump();
        let id = wallet.inbox(&it.relay)[0]["id"].as_u64().unwrap();
        wallet.answer(&mut it.relay, id, json!(null));
        it.pass(after_ms);
        wallet.request(
            &mut it.relay,
            "wc_sessionUpdate",
            json!({"namespaces": Paired::grants(&[1337, 1338])}),
        );
        it.pump();
        it.world.settled(&chosen).unwrap();
        assert_eq!(it.world.slice("state")["selectedNetworkId"], "eip155:1338", "{after_ms}");
        assert!(it.world.toasts().is_empty(), "{after_ms}");
    }
}

// req: 3.20
#[test]
fn leaves_a_network_that_the_session_drops() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337, 1338]);
    it.world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    it.pump();
    assert_eq!(it.world.slice("state")["selectedNetworkId"], "eip155:1338");
    wallet.request(&mut it.relay, "wc_sessionUpdate", json!({"namespaces": Paired::grants(&[1337])}));
    it.pump();
    assert_eq!(it.world.slice("state")["selectedNetworkId"], "eip155:1337");
    it.world.request("eth_sendTransaction", json!([{"from": ADDRESS, "to": support::BOB}]));
    it.pump();
    assert_eq!(wallet.inbox(&it.relay).last().unwrap()["params"]["chainId"], "eip155:1337");
}

// req: 4.7
#[test]
fn disconnects_in_both_directions() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    it.world.dispatch(json!({"type": "accounts.disconnect"}));
    it.pump();
    assert_eq!(it.world.status(), "disconnected");
    let seen = wallet.inbox(&it.relay);
    assert_eq!(seen.last().unwrap()["method"], "wc_sessionDelete");
    let mut wallet = it.connect(&[1337]);
    assert_eq!(it.world.status(), "connected");
    wallet.request(&mut it.relay, "wc_sessionDelete", json!({"code": 6000, "message": "User disconnected."}));
    it.pump();
    assert_eq!(it.world.status(), "disconnected");
}

/// The same browser after a reload.
fn reload(it: Paired) -> Paired {
    let Paired { world, mut relay, .. } = it;
    relay.hang_up();
    let mut it = Paired::over(world.reload());
    it.relay = relay;
    it
}

// req: 4.2
#[test]
fn restores_a_session_only_after_it_is_proven() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    let sealed = it.world.record("sessions").unwrap();
    assert!(!sealed.to_string().contains("wallet.example"), "nothing of a session is readable on the disk");
    let mut it = reload(it);
    assert_eq!(it.world.status(), "reconnecting");
    it.pump();
    assert_eq!(it.world.status(), "connected");
    let asked = it.world.request("eth_sendTransaction", json!([{"from": ADDRESS, "to": support::BOB}]));
    it.pump();
    let seen = wallet.inbox(&it.relay);
    wallet.answer(&mut it.relay, seen.last().unwrap()["id"].as_u64().unwrap(), json!(support::hash()));
    it.pump();
    assert!(it.world.settled(&asked).is_ok());
}

// req: 4.2
#[test]
fn restores_the_wallets_current_account_after_a_reload() {
    let mut it = Paired::new();
    let mut grants = Paired::grants(&[1337]);
    grants["eip155"]["accounts"] =
        json!([format!("eip155:1337:{ADDRESS}"), format!("eip155:1337:{}", support::BOB)]);
    let attempt = it.choose();
    let mut wallet = it.scan();
    wallet.say_yes(&mut it.relay);
    it.pump();
    wallet.settle(&mut it.relay, grants);
    it.pump();
    it.world.settled(&attempt).unwrap();
    let stands_on = |address: &str| json!({"event": {"name": "accountsChanged", "data": [address]}, "chainId": "eip155:1337"});
    let is_shown = |it: &Paired, address: &str| {
        let shown = it.world.slice("account")["address"].as_str().unwrap_or_default().to_owned();
        assert!(shown.eq_ignore_ascii_case(address), "{shown} for {address}");
    };
    wallet.request(&mut it.relay, "wc_sessionEvent", stands_on(support::BOB));
    it.pump();
    is_shown(&it, support::BOB);
    it = reload(it);
    it.pump();
    assert_eq!(it.world.status(), "connected");
    is_shown(&it, support::BOB);
    // a word about the network is none about the account, said later or while the page was away
    let on_chain = || json!({"event": {"name": "chainChanged", "data": 1337}, "chainId": "eip155:1337"});
    it.world.pass(1_000);
    wallet.request(&mut it.relay, "wc_sessionEvent", on_chain());
    it.pump();
    is_shown(&it, support::BOB);
    for (said, shown) in [(on_chain(), support::BOB), (stands_on(ADDRESS), ADDRESS)] {
        let Paired { world, mut relay, .. } = it;
        relay.hang_up();
        world.pass(1_000);
        wallet.request(&mut relay, "wc_sessionEvent", said);
        it = Paired::over(world.reload());
        it.relay = relay;
        it.pump();
        assert_eq!(it.world.status(), "connected");
        is_shown(&it, shown);
    }
}

#[test]
fn hides_a_session_that_the_wallet_deleted_meanwhile() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    let Paired { world, mut relay, .. } = it;
    relay.hang_up();
    wallet.request(&mut relay, "wc_sessionDelete", json!({"code": 6000, "message": "User disconnected."}));
    it = Paired::over(world.reload());
    it.relay = relay;
    it.pump();
    assert_eq!(it.world.status(), "disconnected");
    assert!(it.world.host.details("wallet-connect").is_empty(), "never shown as connected");
}

#[test]
fn restores_a_session_once_the_relay_is_back() {
    let mut it = Paired::new();
    it.connect(&[1337]);
    let mut it = reload(it);
    it.away = true;
    it.pass(31_000);
    assert_eq!(it.world.status(), "disconnected");
    it.away = false;
    it.pass(40_000);
    assert_eq!(it.world.status(), "connected");
}

// req: 10.28
#[test]
fn names_an_unreachable_relay_until_it_responds() {
    let mut it = Paired::new();
    it.away = true;
    it.choose();
    it.pass(3_000);
    let shown = it.pairing();
    assert_eq!((shown["phase"].as_str(), shown["uri"].as_str()), (Some("unreachable"), None));
    assert_eq!(shown["relay"], "relay.walletconnect.org");
    it.away = false;
    it.pass(40_000);
    assert_eq!(it.pairing()["phase"], "ready");
}

// req: 7.46
#[test]
fn tracks_a_failed_app_pairing_without_its_uri() {
    let mut options = options();
    options["customWallets"] = json!([{"id": "mine", "name": "Mine", "mobile_link": "mine://"}]);
    let it = Paired::over(World::with(options, Default::default()));
    it.world.open("Connect");
    it.world.dispatch(json!({"type": "connect.select", "id": "mine"}));
    it.world.run();
    let socket = it.world.sockets.0.borrow().last().cloned().unwrap();
    let reason = "Unauthorized: invalid key".into();
    socket.tell(wallet_engine::ports::socket::SocketEvent::Closed { code: 3000, reason });
    it.world.run();
    let message = it.world.tracked("CONNECT_ERROR")[0]["properties"]["message"].clone();
    assert_eq!(
        it.world.tracked("CONNECT_PROXY_ERROR")[0]["properties"],
        json!({"message": message, "mobile_link": "mine://", "name": "Mine"})
    );
    assert!(!message.as_str().unwrap().contains("wc:"));
}

// req: 8.11, 8.12, 8.13, 8.5, 8.6
#[test]
fn ends_the_attempt_with_an_alert_when_the_relay_refuses() {
    for (text, key) in [
        ("Unauthorized: origin not allowed", "invalid_app_configuration"),
        ("Authorization error: JWT validation error: JWT Token is not yet valid", "session_expired"),
        ("Unauthorized: invalid key", "invalid_project_id"),
    ] {
        let it = Paired::new();
        it.world.open("Connect");
        let attempt = it.world.dispatch(json!({"type": "connect.select", "id": "walletConnect"}));
        it.world.run();
        let socket = it.world.sockets.0.borrow().last().cloned().unwrap();
        socket.tell(wallet_engine::ports::socket::SocketEvent::Closed { code: 3000, reason: text.into() });
        it.world.run();
        assert!(matches!(it.world.settled(&attempt), Err(Error::ConnectFailed { .. })), "{text}");
        let alerts = it.world.alerts();
        assert_eq!(alerts, [key], "{text}");
        assert_eq!(it.pairing()["phase"], "failed");
        it.world.pass(120_000);
        assert_eq!(it.world.sockets.0.borrow().len(), 1, "a refusal is not hammered at");
        // the same of a session that is there, when its socket is opened again
        let mut it = Paired::new();
        it.connect(&[1337]);
        let mut it = reload(it);
        it.away = true;
        it.cut();
        it.world.pass(40_000);
        let socket = it.world.sockets.0.borrow().last().cloned().unwrap();
        socket.tell(wallet_engine::ports::socket::SocketEvent::Closed { code: 3000, reason: text.into() });
        it.world.run();
        assert_eq!(it.world.alerts(), [key], "{text}");
        let (sockets, status) = (it.world.sockets.0.borrow().len(), it.world.status());
        it.world.pass(120_000);
        assert_eq!((it.world.sockets.0.borrow().len(), it.world.status()), (sockets, status));
    }
}

// one socket per origin
#[test]
fn moves_the_socket_to_the_tab_in_use() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    let tabs = it.world.tabs.clone();
    let other = support::World::tab(
        &tabs,
        it.world.clock.now_ms(),
        support::options(),
        it.world.storage.clone(),
        support::Chain::default(),
    );
    let mut other = Paired::over(other);
    std::mem::swap(&mut other.relay, &mut it.relay);
    other.relay.hang_up();
    for _ in 0..20 {
        other.world.pass(100);
        it.world.pass(100);
        other.pump();
    }
    let open = |world: &support::World| {
        world.sockets.0.borrow().iter().filter(|socket| !socket.dropped.get()).count()
    };
    assert_eq!((open(&it.world), open(&other.world)), (0, 1));
    assert_eq!((it.world.status(), other.world.status()), ("connected".into(), "connected".into()));
    // what the wallet changes is so in both
    wallet.request(&mut other.relay, "wc_sessionUpdate", json!({"namespaces": Paired::grants(&[1338])}));
    other.pump();
    it.world.run();
    for world in [&it.world, &other.world] {
        assert_eq!(world.slice("networks")["approved"], json!(["eip155:1338"]));
        assert_eq!(world.slice("state")["selectedNetworkId"], "eip155:1338");
    }
    // what the wallet says is heard in both
    wallet.request(
        &mut other.relay,
        "wc_sessionDelete",
        json!({"code": 6000, "message": "User disconnected."}),
    );
    other.pump();
    it.world.run();
    assert_eq!((it.world.status(), other.world.status()), ("disconnected".into(), "disconnected".into()));
}

// req: 1.2
#[test]
fn pairs_any_wallet_and_ends_the_offer_on_back() {
    let mut it = Paired::new();
    it.world.open("Connect");
    it.world.dispatch(json!({"type": "router.push", "view": "ConnectingWalletConnectBasic"}));
    it.pump();
    assert_eq!(it.world.view(), "ConnectingWalletConnectBasic");
    assert_eq!(it.pairing()["phase"], "ready");
    let mut wallet = it.scan();
    it.world.dispatch(json!({"type": "router.back"}));
    it.pump();
    assert_eq!((it.world.view().as_str(), it.pairing()["phase"].as_str()), ("Connect", Some("idle")));
    wallet.say_yes(&mut it.relay);
    it.pump();
    wallet.settle(&mut it.relay, Paired::grants(&[1337]));
    it.pump();
    assert_eq!(it.world.status(), "disconnected");
    it.world.dispatch(json!({"type": "connect.select", "id": "walletConnect"}));
    it.pump();
    assert_eq!(it.world.view(), "ConnectingWalletConnect");
    assert_eq!(it.pairing()["phase"], "ready");
}

// R11: nothing is held when nothing is needed any more
#[test]
fn closes_the_socket_with_the_session_or_the_engine() {
    let open =
        |it: &Paired| it.world.sockets.0.borrow().iter().filter(|socket| !socket.dropped.get()).count();
    let mut it = Paired::new();
    it.connect(&[1337]);
    assert_eq!(open(&it), 1);
    it.world.dispatch(json!({"type": "accounts.disconnect"}));
    it.pass(60_000);
    assert_eq!(open(&it), 0, "the wallet has been told, nobody else is listened to");
    it.connect(&[1337]);
    it.world.engine.destroy();
    assert_eq!(open(&it), 0);
    use futures_util::FutureExt as _;
    let other = it.world.tabs.open();
    let lead = wallet_engine::ports::tabs::Tabs::lead(&other).now_or_never();
    assert!(lead.is_some(), "the lead is free for another tab");
}

fn hosts_uri(end_s: u64) -> String {
    let (topic, key) = ("ab".repeat(32), "07".repeat(32));
    format!("wc:{topic}@2?expiryTimestamp={end_s}&relay-protocol=irn&symKey={key}")
}

// Decision 41, "`open({uri})`"
#[test]
fn shows_the_pages_own_uri_without_contacting_the_relay() {
    let it = Paired::new();
    let now_ms = it.world.clock.now_ms();
    let uri = hosts_uri(now_ms / 1000 + 60);
    let before = it.world.host.details("wallet-pairing").len();
    let opened = it.world.dispatch(json!({"type": "router.open", "uri": uri}));
    it.world.run();
    it.world.settled(&opened).unwrap();
    assert_eq!(it.world.view(), "ConnectingWalletConnectBasic");
    assert_eq!((&it.pairing()["phase"], &it.pairing()["uri"]), (&json!("ready"), &json!(uri)));
    assert!(it.pairing()["qr"]["size"].as_u64().unwrap() > 40);
    assert_eq!(it.world.host.details("wallet-pairing").len(), before, "the host has it already");
    // as long as wallets take it, also when it is tried again
    it.world.pass(61_000);
    assert_eq!(it.pairing()["phase"], "failed");
    assert_eq!(it.pairing()["uri"], json!(null));
    it.world.dispatch(json!({"type": "pairing.retry"}));
    it.world.pass(1_000);
    assert_eq!(it.pairing()["phase"], "failed", "no pairing of ours in its place");
    assert_eq!(it.world.sockets.0.borrow().len(), 0);
    // the next opening has its own
    it.world.dispatch(json!({"type": "router.close"}));
    it.world.run();
    let opened = it.world.dispatch(json!({"type": "router.open", "view": "ConnectingWalletConnectBasic"}));
    it.world.run();
    it.world.settled(&opened).unwrap();
    it.world.pass(1_000);
    assert_ne!(it.pairing()["uri"], json!(uri));
    assert!(!it.world.sockets.0.borrow().is_empty());
}

#[test]
fn rejects_an_invalid_or_expired_uri() {
    let it = Paired::new();
    let old = hosts_uri(it.world.clock.now_ms() / 1000 - 1);
    for uri in [json!("https://example.com"), json!("wc:1@2"), json!(old), json!(7)] {
        let opened = it.world.dispatch(json!({"type": "router.open", "uri": uri}));
        it.world.run();
        assert_eq!(it.world.settled(&opened).unwrap_err().to_string(), "Invalid parameter: uri", "{uri}");
        assert!(!it.world.is_open());
    }
}

#[test]
fn warns_once_when_sessions_cant_be_stored() {
    let mut it = Paired::new();
    it.world.storage.broken.set(true);
    for _ in 0..2 {
        it.connect(&[1337]);
        let left = it.world.dispatch(json!({"type": "accounts.disconnect"}));
        it.pass(1_000);
        assert!(it.world.settled(&left).is_ok());
    }
    let lines = it.world.host.lines.borrow();
    let said = lines.iter().filter(|line| line.contains("save WalletConnect sessions"));
    assert_eq!(said.count(), 1, "{lines:?}");
}
