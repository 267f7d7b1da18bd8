//! Records that a script of the page has written: after the next load they don't prove the owner of an address, the address of a name, or
//! the connected account.

use crate::support::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wallet_engine::constants::RECEIVER_LOOKUP_MS;
use wallet_engine::ports::storage::MemoryStorage;

const CAROL: &str = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const NOW: u64 = 1_700_000_000_000;

type Disk = BTreeMap<String, String>;

/// What a page has stored on which Alice was connected by "dev.demo".
fn records() -> Disk {
    World::connected().storage.records.borrow().clone()
}

fn plant(records: &mut Disk, key: &str, value: &Value) {
    records.insert(key.into(), json!({"v": 1, "seq": 99, "value": value}).to_string());
}

/// A page over these records.
fn over(records: Disk) -> World {
    let storage = MemoryStorage::default();
    *storage.records.borrow_mut() = records;
    World::with(options(), storage)
}

// req: 9.3, 10.60
#[test]
fn resolves_a_name_by_its_registry_despite_forged_storage() {
    let lead = json!({"timestamp": NOW, "value": CAROL, "ethereum": false});
    let mut disk = records();
    plant(&mut disk, "ens_cache", &json!({"bobby.reown.id:2147484985": lead, "bobby.reown.id:60": lead}));
    let world = over(disk);
    world.chain.leads.borrow_mut().push(("bobby.reown.id", BOB));
    world.returns();
    world.open("Account");
    world.form("1", "bobby.reown.id");
    world.pass(RECEIVER_LOOKUP_MS + 1_000);
    assert_eq!(world.slice("send")["resolved"], BOB);
    // and a name that is not registered leads nowhere
    world.chain.leads.borrow_mut().clear();
    let mut disk = records();
    plant(&mut disk, "ens_cache", &json!({"nobody.reown.id:2147484985": lead}));
    let world = over(disk);
    world.returns();
    world.open("Account");
    world.form("1", "nobody.reown.id");
    world.pass(RECEIVER_LOOKUP_MS + 1_000);
    assert_eq!(world.slice("send")["resolved"], Value::Null);
}

// req: 7.4, 10.13, 10.60
#[test]
fn takes_no_name_of_an_account_or_recipient_from_storage() {
    let said = "Your own account, checked by Good Wallet";
    for name in [said, "vitalik.eth", "alice.reown.id"] {
        let mut disk = records();
        let identity = json!({"timestamp": NOW, "value": {"name": name, "avatar": null}});
        plant(&mut disk, "identity_cache", &json!({ALICE: identity, CAROL: identity}));
        let called = json!({"timestamp": NOW, "value": name});
        plant(&mut disk, "ens_cache", &json!({ALICE: called, CAROL: called}));
        let world = over(disk);
        world.returns();
        world.open("Account");
        world.pass(1_000);
        assert_eq!(world.slice("account")["name"], Value::Null, "{name}");
        world.form("1", CAROL);
        world.pass(RECEIVER_LOOKUP_MS + 1_000);
        assert_eq!(world.slice("send")["receiverProfileName"], Value::Null, "{name}");
        world.dispatch(json!({"type": "send.review"}));
        world.pass(1_000);
        assert_eq!(world.slice("send")["preview"]["to"]["name"], Value::Null, "{name}");
        // what an earlier version has stored goes
        for key in ["identity_cache", "ens_cache"] {
            assert_eq!(world.record(key), None, "{key}");
        }
    }
}

/// A payer gets nothing of an account before its wallet has answered: neither its address nor a link to a page with it.
fn gives_nothing(world: &World, when: &str) {
    let account = world.slice("account");
    assert_ne!(account["status"], "connected", "{when}");
    if account["address"].is_string() {
        assert_eq!(account["confirmation"], "asking", "{when}");
    }
    assert_eq!(account["explorerUrl"], Value::Null, "{when}");
    assert_eq!(world.slice("receive")["address"], Value::Null, "{when}");
    let wallet = world.slice("profileWallets")["active"].clone();
    if wallet.is_object() {
        assert_eq!(
            (&wallet["confirmation"], &wallet["explorerUrl"]),
            (&json!("asking"), &Value::Null),
            "{when}"
        );
    }
}

// req: 4.2, 10.60
#[test]
fn gives_payers_no_stored_address_while_the_wallet_is_asked() {
    for connector in ["dev.demo", "ID_AUTH", "walletConnect", "app.nowhere"] {
        let mut disk = records();
        let account = json!({"connectorId": connector, "accounts": [{"address": CAROL, "type": "eoa"}]});
        plant(&mut disk, "connections", &json!({"eip155": [account]}));
        plant(&mut disk, "frame:email_login_used", &json!(true));
        let world = over(disk);
        let held = HeldResponses::default();
        let answers = held.clone();
        let accounts = || ok(json!({"accounts": [ALICE], "chain": "eip155:1337"}));
        world.but(1, move |method, _| (method == "wm_connect").then(|| answers.hold(accounts())));
        gives_nothing(&world, connector);
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        world.dispatch(json!({"type": "router.open", "view": "Receive"}));
        let mut was_shown = false;
        for at in 0..80 {
            gives_nothing(&world, &format!("{connector} {at}"));
            was_shown |= world.slice("account")["address"] == CAROL;
            // a press on "confirm" makes nothing true that no wallet has said
            world.dispatch(json!({"type": "accounts.confirm", "namespace": "eip155"}));
            world.pass(500);
        }
        let is_asked = ["dev.demo", "ID_AUTH"].contains(&connector);
        assert!(was_shown || !is_asked, "{connector}: the view shows whose wallet is asked");
        held.let_go();
        world.pass(1_000);
        if connector == "dev.demo" {
            // the wallet shares one account: it is another one now, and its own word
            world.open("Receive");
            assert_eq!(world.slice("account")["confirmation"], "confirmed");
            assert_eq!(world.slice("receive")["address"], ALICE);
        }
    }
}

// req: 10.13, 10.60
#[test]
fn doesnt_treat_a_stored_account_as_a_known_recipient() {
    let names = |remembered: bool| {
        ok(json!({"accounts": [ALICE, CAROL], "chain": "eip155:1337", "remembered": remembered}))
    };
    let mut disk = records();
    let accounts = json!([{"address": ALICE, "type": "eoa"}, {"address": CAROL, "type": "eoa"}]);
    plant(&mut disk, "connections", &json!({"eip155": [{"connectorId": "dev.demo", "accounts": accounts}]}));
    let world = over(disk);
    world.but(1, move |method, params| (method == "wm_connect").then(|| names(params["silent"] == true)));
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(wallet_engine::constants::WALLET_CLAIM_MS);
    world.open("Account");
    assert_eq!(
        (world.status().as_str(), &world.slice("account")["confirmation"]),
        ("connected", &json!("needed"))
    );
    let first = || {
        world.form("1", CAROL);
        world.pass(RECEIVER_LOOKUP_MS + 1_000);
        world.slice("send")["firstTime"].clone()
    };
    assert_eq!(first(), "ever");
    let confirmed = world.dispatch(json!({"type": "accounts.confirm", "namespace": "eip155"}));
    world.pass(1_000);
    assert!(world.settled(&confirmed).is_ok());
    assert_eq!(first(), Value::Null, "the wallet has named it");
}
