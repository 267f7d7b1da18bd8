//! What proves a stored session: the relay, and, where that is not enough, the wallet (T16, R16).

use crate::paired::Paired;
use crate::paired::wallet::{ADDRESS, Wallet};
use crate::support::{self, World};
use serde_json::{Value, json};
use wallet_engine::ports::clock::Clock;

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
fn a_wallet_is_asked_in_the_background_whether_it_is_there() {
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
fn a_session_of_a_rolled_back_disk_is_told_as_offline_until_the_wallet_speaks() {
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

#[test]
fn a_session_older_than_the_relay_keeps_messages_is_asked_before_it_is_believed() {
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
fn a_request_nobody_answers_says_that_the_wallet_is_offline() {
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
