//! A wallet that opens a window must be asked in the task of the click: nothing of the outside can be waited for between the two, and the
//! attempt is stored all the same (docs/spec/security.md R8, B7).

use crate::paired::{self, Paired};
use crate::support::{sign_in, *};
use serde_json::{Value, json};
use wallet_engine::constants::CHAIN_AGAIN_MS;
use wallet_engine::error::Error;
use wallet_engine::ports::clock::Clock;

/// From now on nothing outside answers but the user: no disk, no node, no wallet that is asked for its chain.
fn nothing_answers(world: &World) {
    world.storage.silent.set(true);
    world.served(|_| Some(Box::pin(std::future::pending())));
    world.but(1, |method, _| (method != "eth_sendTransaction").then(never));
}

fn send(world: &World) -> usize {
    world.dispatch(json!({"type": "send.confirm"}));
    world.wallets.count("eth_sendTransaction")
}

// E1
#[test]
fn asks_the_wallet_in_the_task_of_the_click() {
    let world = previewed();
    nothing_answers(&world);
    assert_eq!(send(&world), 1, "no time has passed, and no disk, node or wallet has answered");
    assert_eq!(world.slice("send")["phase"], "confirming");
}

#[test]
fn remembers_the_attempt_although_the_disk_never_responds() {
    for crashes_at_once in [true, false] {
        let world = previewed();
        nothing_answers(&world);
        world.but(1, |_, _| Some(never()));
        assert_eq!(send(&world), 1);
        if !crashes_at_once {
            world.pass(60_000);
        }
        world.storage.silent.set(false);
        let world = world.reload();
        let item = world.slice("transactions")["list"][0].clone();
        assert_eq!((item["status"].as_str(), &item["hash"]), (Some("unknown"), &Value::Null));
        assert_eq!((item["to"].as_str(), item["amount"].as_str()), (Some(BOB), Some("1.5")));
        world.open("Connect");
        world.pass(1_000);
        assert!(world.toasts().iter().any(|text| text.contains("1.5 ETH")), "{:?}", world.toasts());
        assert_eq!(world.wallets.count("eth_sendTransaction"), 0, "nothing is sent again");
        let world = world.reload();
        world.open("Connect");
        world.pass(1_000);
        assert!(world.toasts().is_empty(), "it was said, once");
        assert_eq!(world.slice("transactions")["list"][0]["status"], "unknown", "and is not forgotten");
        assert!(world.storage.shared.borrow().is_empty());
    }
}

#[test]
fn stores_no_attempt_for_an_abandoned_preview() {
    let world = previewed();
    world.pass(30_000);
    let world = world.reload();
    world.open("Connect");
    world.pass(1_000);
    assert_eq!((world.toasts(), world.slice("transactions")["list"].clone()), (vec![], json!([])));
    let world = previewed();
    world.dispatch(json!({"type": "send.cancel"}));
    assert_eq!(world.record("transactions"), None);
    assert!(world.storage.shared.borrow().is_empty());
}

#[test]
fn clears_the_attempts_mark_after_a_response() {
    for code in [None, Some(4001), Some(-32603)] {
        let world = previewed();
        world.but(1, move |method, _| {
            let code = code.filter(|_| method == "eth_sendTransaction")?;
            Some(refuse(code, "no"))
        });
        send(&world);
        assert!(!world.storage.shared.borrow().contains_key("wallet-modal:asked"), "{code:?}");
    }
}

#[test]
fn stores_the_attempt_first_if_it_cant_leave_a_mark() {
    let world = previewed();
    world.storage.shares.set(false);
    nothing_answers(&world);
    assert_eq!(send(&world), 0, "neither mark nor record: nobody would know after a crash");
    world.pass(10_000);
    assert_eq!(send(&world), 1, "a disk that never answers is given up, as ever");
}

#[test]
fn rechecks_the_wallets_network_during_the_preview() {
    // it has gone elsewhere without a word
    let world = previewed();
    world.chain.stands.set(1);
    world.pass(CHAIN_AGAIN_MS);
    world.but(1, |method, _| (method == "eth_chainId").then(never));
    let refused = world.dispatch(json!({"type": "send.confirm"}));
    world.pass(5_000);
    assert_eq!(world.settled(&refused), Err(Error::WalletSilent), "its last word was another chain");
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
    // what it said too long ago isn't a word (timers rest in a page that is not shown)
    let world = previewed();
    world.clock.move_to(world.clock.now_ms() + 3_600_000);
    nothing_answers(&world);
    assert_eq!(send(&world), 0);
    // no one is asked once the preview is left
    let world = previewed();
    world.dispatch(json!({"type": "send.cancel"}));
    world.run();
    let before = world.wallets.count("eth_chainId");
    world.pass(60_000);
    assert_eq!(world.wallets.count("eth_chainId"), before);
}

#[test]
fn checks_the_network_again_for_another_form_or_account() {
    let world = previewed();
    world.dispatch(json!({"type": "send.cancel"}));
    world.but(1, |method, _| (method == "eth_chainId").then(never));
    world.dispatch(json!({"type": "send.amount", "value": "2"}));
    world.dispatch(json!({"type": "send.review"}));
    assert_eq!(send(&world), 0, "the wallet's word was of another preview");
    world.but(1, |_, _| None);
    world.pass(5_000);
    assert_eq!(world.slice("send")["phase"], "failed");
    world.pass(CHAIN_AGAIN_MS);
    nothing_answers(&world);
    assert_eq!(send(&world), 1, "Try again is a click like the first");
}

/// Messages of the host that hold for a minute.
fn short_messages(world: &World) {
    let clock = world.clock.clone();
    world.chain.siwx.but(move |method, given| {
        (method == "createMessage").then(|| -> wallet_engine::ports::Local<_> {
            let message = sign_in::message_until(given, clock.now_ms() + 60_000);
            Box::pin(async move { Ok(message) })
        })
    });
}

#[test]
fn asks_for_a_sign_in_in_the_task_of_the_click() {
    for waited_ms in [0, 50_000, 61_000, 3_600_000] {
        let world = sign_in::page(false);
        short_messages(&world);
        sign_in::choose(&world);
        world.pass(waited_ms);
        world.chain.siwx.but(|_, _| Some(Box::pin(std::future::pending())));
        nothing_answers(&world);
        let shown = world.slice("signIn")["message"].as_str().unwrap().to_owned();
        sign_in::signs(&world, never);
        sign_in::sign(&world);
        let asked = world.wallets.last("personal_sign").expect("asked without time passing");
        assert_eq!(
            asked[0],
            json!(alloy_primitives::hex::encode_prefixed(&shown)),
            "what is shown is signed"
        );
    }
}

#[test]
fn prepares_no_sign_in_messages_after_the_request_ended() {
    for ends in ["signIn.cancel", "accounts.disconnect"] {
        let world = sign_in::page(false);
        short_messages(&world);
        sign_in::choose(&world);
        world.dispatch(json!({"type": ends}));
        let before = world.chain.siwx.count("createMessage");
        world.pass(600_000);
        assert_eq!(world.chain.siwx.count("createMessage"), before, "{ends}");
    }
    // a host that gives no fresh one is not asked without end
    let world = sign_in::page(false);
    short_messages(&world);
    sign_in::choose(&world);
    world.chain.siwx.but(|method, _| (method == "createMessage").then(|| sign_in::fault("away").unwrap()));
    let before = world.chain.siwx.count("createMessage");
    world.pass(600_000);
    assert!(world.chain.siwx.count("createMessage") <= before + 10);
    assert_eq!(sign_in::phase(&world), "ready");
}

#[test]
fn asks_to_switch_networks_in_the_task_of_the_click() {
    let world = World::connected();
    world.open("Networks");
    nothing_answers(&world);
    world.dispatch(json!({"type": "networks.choose", "network": "eip155:1338"}));
    assert_eq!(world.wallets.count("wm_switchChain"), 1);
}

#[test]
fn forwards_a_page_request_in_the_task_of_the_call() {
    let requests = [
        ("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "value": "0x1"}])),
        ("personal_sign", json!(["0x6869", ALICE])),
        (
            "wallet_addEthereumChain",
            json!([{"chainId": "0x53a", "chainName": "Second", "rpcUrls": ["http://localhost:8546"],
            "nativeCurrency": {"name": "Ether", "symbol": "ETH", "decimals": 18}}]),
        ),
        ("wallet_switchEthereumChain", json!([{"chainId": "0x53a"}])),
    ];
    for (method, params) in requests {
        let world = World::connected();
        world.storage.silent.set(true);
        world.served(|_| Some(Box::pin(std::future::pending())));
        // a wallet with its own window knows its network; everything else takes its time
        world.but(1, |method, _| (method != "eth_chainId").then(never));
        world.request(method, params);
        assert_eq!(world.wallets.count(method), 1, "{method}");
    }
}

#[test]
fn asks_a_browser_wallet_to_connect_in_the_task_of_the_click() {
    let world = World::new();
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.open("Connect");
    nothing_answers(&world);
    world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
    assert_eq!(world.wallets.count("wm_connect"), 1);
}

const PHONE: &str = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

/// On a phone, with the session of a wallet whose app was opened by its link.
fn on_a_phone() -> Paired {
    let chain = Chain::default();
    *chain.listings.borrow_mut() =
        json!({"data": [{"id": "aa", "name": "Alpha", "mobile_link": "alpha://"}], "count": 1});
    let mut it = Paired::over(World::over(options(), Default::default(), chain));
    {
        let mut page = it.world.host.page.borrow_mut();
        (page.agent, page.touch, page.coarse) = (PHONE.into(), true, true);
    }
    it.world.open("Connect");
    let attempt = it.world.dispatch(json!({"type": "connect.select", "id": "aa"}));
    it.pump();
    it.world.dispatch(json!({"type": "pairing.opened", "platform": "mobile"}));
    let mut wallet = it.scan();
    wallet.say_yes(&mut it.relay);
    it.pump();
    wallet.settle(&mut it.relay, Paired::grants(&[1337, 1338]));
    it.pump();
    it.world.settled(&attempt).unwrap();
    it
}

#[test]
fn opens_a_wallets_app_in_the_task_of_the_click() {
    let requests: [fn(&World); 2] = [
        |world| drop(world.request("personal_sign", json!(["0x6869", paired::wallet::ADDRESS]))),
        |world| {
            world.dispatch(json!({"type": "send.confirm"}));
        },
    ];
    for request in requests {
        let mut it = on_a_phone();
        it.world.open("Account");
        it.world.form("1.5", BOB);
        it.world.dispatch(json!({"type": "send.review"}));
        it.pump();
        assert_eq!(it.world.view(), "SendPreview");
        assert!(it.world.host.gone.borrow().is_empty());
        it.world.storage.silent.set(true);
        it.world.served(|_| Some(Box::pin(std::future::pending())));
        request(&it.world); // no time passes, and the relay is not heard
        let gone = it.world.host.gone.borrow();
        assert!(gone.len() == 1 && gone[0].0.starts_with("alpha://"), "{gone:?}");
    }
}
