//! What proves a stored session: the relay, and, where that is not enough, the wallet (T16, R16).

use crate::paired::Paired;
use crate::paired::wallet::{ADDRESS, Wallet};
use crate::support::{self, World};
use serde_json::{Value, json};
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::siwx::SiwxSettings;

const DAY_MS: u64 = 86_400_000;

/// The same browser, so much later.
fn reload(it: Paired, ms: u64) -> Paired {
    let Paired { world, mut relay, .. } = it;
    relay.hang_up();
    let now = world.clock.now_ms() + ms;
    let (tabs, storage, chain) = (world.tabs.clone(), world.storage.clone(), world.chain.clone());
    world.engine.destroy();
    let mut it = Paired::over(World::tab(&tabs, now, support::options(), storage, chain));
    it.relay = relay;
    it.pump();
    it
}

fn pings(wallet: &mut Wallet, it: &Paired) -> Vec<u64> {
    let mut seen = wallet.inbox(&it.relay);
    seen.retain(|word| word["method"] == "wc_sessionPing");
    seen.iter().map(|word| word["id"].as_u64().unwrap()).collect()
}

fn offline(it: &Paired) -> bool {
    it.world.slice("account")["walletOffline"].as_bool().unwrap()
}

#[test]
fn pings_a_restored_wallet_once_in_the_background() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    it.pass(20_000);
    assert!(pings(&mut wallet, &it).is_empty(), "it has just said yes");
    let mut it = reload(it, 1_000);
    assert_eq!(it.world.status(), "connected", "a phone in a pocket answers no ping: nobody waits for it");
    it.pass(1_000);
    let asked = pings(&mut wallet, &it);
    assert_eq!(asked.len(), 1);
    assert!(!offline(&it));
    wallet.answer(&mut it.relay, asked[0], json!(true));
    it.pass(60_000);
    assert!(!offline(&it));
    assert!(pings(&mut wallet, &it).is_empty(), "once");
}

// T16: the end of the session was read, and then the disk went back to before
#[test]
fn shows_a_rolled_back_session_as_offline_until_the_wallet_responds() {
    for rolled_back in [false, true] {
        let mut it = Paired::new();
        let mut wallet = it.connect(&[1337]);
        let before = it.world.storage.records.borrow().clone();
        let over = json!({"code": 6000, "message": "User disconnected."});
        wallet.request(&mut it.relay, "wc_sessionDelete", over);
        it.pump();
        assert_eq!(it.world.status(), "disconnected");
        if rolled_back {
            *it.world.storage.records.borrow_mut() = before;
        }
        it.relay.mails.clear(); // the relay has delivered it, and keeps it no more
        let mut it = reload(it, 3_600_000);
        it.pass(40_000);
        let expected = if rolled_back { ("connected", true) } else { ("disconnected", false) };
        assert_eq!((&*it.world.status(), offline(&it)), expected);
        if rolled_back {
            let params = json!({"event": {"name": "chainChanged", "data": 1337}, "chainId": "eip155:1337"});
            wallet.request(&mut it.relay, "wc_sessionEvent", params);
            it.pass(1_000);
            assert!(!offline(&it), "whatever it says, it is there");
        }
    }
}

/// A page whose session has ended, over a disk of before; no one is at the other end.
fn rolled_back(options: Value, then: impl FnOnce(&World)) -> (Paired, Wallet) {
    let mut it = Paired::over(World::with(options.clone(), Default::default()));
    let mut wallet = it.connect(&[1337]);
    let before = it.world.storage.records.borrow().clone();
    let over = json!({"code": 6000, "message": "User disconnected."});
    wallet.request(&mut it.relay, "wc_sessionDelete", over);
    it.pump();
    *it.world.storage.records.borrow_mut() = before;
    it.relay.mails.clear();
    then(&it.world);
    let Paired { world, mut relay, .. } = it;
    relay.hang_up();
    let now = world.clock.now_ms() + 3_600_000;
    let (tabs, storage, chain) = (world.tabs.clone(), world.storage.clone(), world.chain.clone());
    world.engine.destroy();
    let mut it = Paired::over(World::tab(&tabs, now, options, storage, chain));
    it.relay = relay;
    it.pass(40_000);
    wallet.inbox(&it.relay);
    (it, wallet)
}

// SECURITY.md: "Over it nothing is spent or signed before that wallet's own answer" (decision 47, "A session that only the disk knows")
#[test]
fn spends_and_signs_nothing_over_an_ended_session() {
    let (mut it, _) = rolled_back(support::options(), |_| {});
    assert_eq!((&*it.world.status(), offline(&it)), ("connected", true));
    assert_eq!(
        it.world.host.details("wallet-connect").len(),
        1,
        "without a sign-in it is shown as it is stored"
    );
    let signed = it.world.request("personal_sign", json!(["0x68656c6c6f", ADDRESS]));
    it.pass(905_000);
    assert!(it.world.settled(&signed).is_err());

    let (mut it, _) = rolled_back(support::options(), |_| {});
    it.world.chain.receipt.set(None);
    it.world.open("Account");
    it.pump();
    it.world.form("1.5", support::BOB);
    it.pump();
    assert!({
        let reviewed = it.world.dispatch(json!({"type": "send.review"}));
        it.pump();
        it.world.settled(&reviewed).is_ok()
    });
    let sent = it.world.dispatch(json!({"type": "send.confirm"}));
    it.pass(301_000);
    assert!(it.world.settled(&sent).is_err());
    let told: Vec<Value> =
        it.world.host.details("wallet-transaction").iter().map(|told| told["status"].clone()).collect();
    assert!(!told.is_empty() && told.iter().all(|status| status == "unknown"), "{told:?}");
    assert_eq!(it.world.slice("transactions")["list"][0]["hash"], Value::Null);
}

// SECURITY.md: the same; without a stored sign-in that holds, no account is reported either
#[test]
fn never_completes_a_required_sign_in_over_an_ended_session() {
    let mut options = support::options();
    options["siwx"] = json!({});
    let (mut it, _) = rolled_back(options, |world| {
        world.chain.siwx.settings.set(SiwxSettings { required: true, ..SiwxSettings::default() });
    });
    it.pass(60_000);
    assert!(
        it.world.host.details("wallet-connect").is_empty(),
        "{:?}",
        it.world.host.details("wallet-connect")
    );
    assert_eq!(it.world.slice("state")["address"], Value::Null);
}

#[test]
fn pings_the_wallet_first_after_the_relays_retention_time() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    let mut it = reload(it, DAY_MS + 60_000);
    assert_eq!(it.world.status(), "reconnecting");
    assert!(it.world.host.details("wallet-connect").is_empty());
    let asked = pings(&mut wallet, &it);
    assert_eq!(asked.len(), 1);
    wallet.answer(&mut it.relay, asked[0], json!(true));
    it.pump();
    assert_eq!(it.world.status(), "connected", "it has answered");
    it.pass(30_000);
    // it sleeps: shown, and said to be offline, as often as it has not answered
    for _ in 0..2 {
        it = reload(it, DAY_MS + 60_000);
        it.pass(4_000);
        assert_eq!(it.world.status(), "reconnecting");
        it.pass(2_000);
        assert_eq!(it.world.status(), "connected", "never blocked");
        it.pass(6_000);
        assert!(offline(&it));
    }
    let mut it = reload(it, 60_000);
    it.pass(1_000);
    assert_eq!(it.world.status(), "reconnecting", "nobody has answered for it yet");
    // and the end of the session wins while it is asked
    pings(&mut wallet, &it);
    let over = json!({"code": 6000, "message": "User disconnected."});
    wallet.request(&mut it.relay, "wc_sessionDelete", over);
    it.pass(10_000);
    assert_eq!(it.world.status(), "disconnected");
}

// req: 10.25
#[test]
fn shows_the_wallet_as_offline_after_an_unanswered_request() {
    let mut it = Paired::new();
    let mut wallet = it.connect(&[1337]);
    let ask = |it: &Paired| it.world.request("personal_sign", json!(["0x68656c6c6f", ADDRESS]));
    ask(&it);
    it.pass(905_000);
    assert!(offline(&it));
    wallet.inbox(&it.relay);
    ask(&it);
    it.pump();
    let id = wallet.inbox(&it.relay)[0]["id"].as_u64().unwrap();
    assert!(offline(&it));
    wallet.answer_error(&mut it.relay, id, 4001, "no");
    it.pump();
    assert!(!offline(&it));
    // of this session alone
    ask(&it);
    it.pass(905_000);
    assert!(offline(&it));
    it.connect(&[1337]);
    assert!(!offline(&it));
    let world = World::connected();
    assert_eq!(world.slice("account")["walletOffline"], Value::Bool(false));
}
