//! What is stored: denied, full, damaged, newer, and a crash after every single write (docs/spec/security.md R3, R4).

use crate::support::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wallet_engine::constants::{STORAGE_LATE_MS, STORAGE_MS};
use wallet_engine::ports::random::{Random, SeededRandom};
use wallet_engine::ports::storage::MemoryStorage;
use wallet_engine::storage::keys::KEYS;

/// A page that has used everything that is stored: two wallets, tokens, a name, a transaction, a report.
fn used() -> World {
    let world = World::with_token(6, "12.5");
    *world.chain.identity.borrow_mut() = json!({"name": "bobby.reown.id", "avatar": null});
    world.chain.leads.borrow_mut().push(("bobby.reown.id", BOB));
    world.but(2, |method, _| {
        (method == "wm_connect").then(|| ok(json!({"accounts": [BOB], "chain": "eip155:1337"})))
    });
    world.announce(2, "Two", Some("dev.two"));
    world.dispatch(json!({"type": "connect.start", "connectorId": "dev.two"}));
    world.open("Account");
    world.form("1", ALICE);
    world.dispatch(json!({"type": "send.review"}));
    world.but(2, |method, _| (method == "eth_sendTransaction").then(never));
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(1_000);
    world
}

fn disk(records: BTreeMap<String, String>) -> MemoryStorage {
    let storage = MemoryStorage::default();
    *storage.records.borrow_mut() = records;
    storage
}

/// Starts over a disk, announces the wallets and uses the page; whatever was found, it works.
fn starts_and_works(storage: MemoryStorage, what: &str) -> World {
    let world = World::with(options(), storage);
    assert_eq!(world.slice("state")["initialized"], true, "{what}");
    let connected =
        world.slice("accounts")["list"].as_array().unwrap().iter().any(|a| a["isConnected"] == true);
    assert!(!connected, "nobody has answered yet: {what}");
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.but(2, |method, _| {
        (method == "wm_connect").then(|| ok(json!({"accounts": [BOB], "chain": "eip155:1337"})))
    });
    world.announce(2, "Two", Some("dev.two"));
    world.pass(6_000);
    world.open("Connect");
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0, "{what}");
    let connected = world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    assert_eq!(world.json(&connected)["address"], ALICE, "{what}");
    assert_eq!(world.slice("account")["balance"]["amount"], "10.000", "{what}");
    for name in [
        "state",
        "router",
        "connect",
        "account",
        "accounts",
        "tokens",
        "activity",
        "connections",
        "networks",
        "send",
        "transactions",
    ] {
        world.slice(name);
    }
    world
}

// req: 3.24, 3.25, 3.26, 3.27, 3.28, 3.30, 3.32
#[test]
fn writes_every_key_of_the_table() {
    let world = used();
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
    world.pass(31_000);
    world.chain.data_status.set(500);
    world.dispatch(json!({"type": "balances.refresh"}));
    world.dispatch(json!({"type": "swap.slippage", "value": "0.5"}));
    let mut missing: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
    missing.retain(|name| world.record(name).is_none());
    // those of other families: `relay::families`
    missing.retain(|name| {
        *name == "eip155:connected_connector_id" || !name.ends_with(":connected_connector_id")
    });
    // those of a login: `embedded::smart`, `embedded::social`
    let elsewhere = [
        "preferred_account_types",
        "social_return",
        "frame:email_login_used",
        "connected_social",
        "last_email_login_time",
        // while a code is shown: `relay::attacks`
        "pairing_offered_until",
        // while a host is asked: `sign_in::journey`
        "sign_outs",
        // not stored any more: `account::planted`
        "ens_cache",
        "identity_cache",
    ];
    missing.retain(|name| !elsewhere.contains(name));
    assert_eq!(missing, ["telemetry_window"], "and that one only with a report");
    for (key, record) in world.storage.records.borrow().iter() {
        let record: Value = serde_json::from_str(record).unwrap();
        assert_eq!((record["v"].as_u64(), record["seq"].is_u64()), (Some(1), true), "{key}");
    }
}

#[test]
fn leaves_a_record_of_a_newer_version_unchanged() {
    for key in KEYS {
        let newer = r#"{"v":2,"seq":9,"value":{"of":"tomorrow"}}"#;
        let world = starts_and_works(disk([(key.name.to_owned(), newer.to_owned())].into()), key.name);
        world.open("Account");
        world.dispatch(json!({"type": "accounts.disconnect"}));
        world.pass(1_000);
        assert_eq!(world.storage.records.borrow()[key.name], newer, "{}", key.name);
    }
}

#[test]
fn ignores_and_replaces_a_damaged_record() {
    let good = used().storage.records.borrow().clone();
    for key in KEYS.iter().filter(|key| good.contains_key(key.name)) {
        let record = &good[key.name];
        let half = record[..record.len() / 2].to_owned();
        let deep = format!("{{\"v\":1,\"seq\":1,\"value\":{}1{}}}", "[".repeat(100), "]".repeat(100));
        let values = [
            "null",
            "7",
            "\"x\"",
            "[]",
            "{}",
            "[null,7,{}]",
            r#"{"eip155":7}"#,
            r#"{"eip155":[{}]}"#,
            r#"{"x":{"timestamp":1}}"#,
        ];
        let wrong = values.map(|value| format!(r#"{{"v":1,"seq":3,"value":{value}}}"#));
        let texts = [
            String::new(),
            "<html>".into(),
            half,
            deep,
            r#"{"v":"1","value":1}"#.into(),
            "\u{0}\u{ffff}".into(),
        ];
        for text in texts.into_iter().chain(wrong) {
            let mut records = good.clone();
            records.insert(key.name.to_owned(), text.clone());
            let short: String = text.chars().take(60).collect();
            let world = starts_and_works(disk(records), &format!("{} = {short}", key.name));
            assert_eq!(world.record("connection_status"), Some(json!("connected")));
        }
    }
}

#[test]
fn starts_with_any_bytes_in_storage() {
    let good = used().storage.records.borrow().clone();
    let names: Vec<String> = good.keys().cloned().collect();
    let random = SeededRandom::new(20_260_102);
    let draw = |below: usize| {
        let mut bytes = [0u8; 4];
        random.fill(&mut bytes);
        usize::try_from(u32::from_be_bytes(bytes)).unwrap() % below
    };
    for round in 0..300 {
        let mut records = good.clone();
        for _ in 0..=draw(3) {
            let name = &names[draw(names.len())];
            let mut bytes = records[name].clone().into_bytes();
            for _ in 0..=draw(4) {
                let at = draw(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
                match draw(4) {
                    0 if !bytes.is_empty() => bytes[at] = b"{}[]\",:0a-"[draw(10)],
                    1 if !bytes.is_empty() => drop(bytes.remove(at)),
                    2 => bytes.truncate(at),
                    _ => bytes.insert(at, b"{}[]\",:0a-"[draw(10)]),
                }
            }
            records.insert(name.clone(), String::from_utf8_lossy(&bytes).into_owned());
        }
        starts_and_works(disk(records), &format!("round {round}"));
    }
}

#[test]
fn starts_after_a_crash_at_any_write() {
    let world = used();
    world.dispatch(json!({"type": "accounts.disconnect"}));
    let batches = world.storage.batches.borrow().clone();
    assert!(batches.len() >= 6, "{}", batches.len());
    for crash in 0..=batches.len() {
        let mut records = BTreeMap::new();
        for write in batches[..crash].iter().flatten() {
            match &write.record {
                Some(record) => records.insert(write.key.clone(), record.clone()),
                None => records.remove(&write.key),
            };
        }
        let had_sent = records.contains_key("transactions");
        let world = starts_and_works(disk(records), &format!("after write {crash}"));
        let told = world.host.details("wallet-transaction");
        assert_eq!(!told.is_empty(), had_sent, "an attempt that was stored is told of: {crash}");
    }
}

#[test]
fn works_in_memory_and_warns_once_if_storage_is_denied() {
    let storage = MemoryStorage::default();
    storage.broken.set(true);
    let world = starts_and_works(storage, "denied");
    world.open("Account");
    world.form("1", BOB);
    world.dispatch(json!({"type": "send.review"}));
    let sent = world.dispatch(json!({"type": "send.confirm"}));
    assert!(world.settled(&sent).is_ok(), "a send does not need the disk");
    let lines = world.host.lines.borrow().clone();
    assert_eq!(lines.iter().filter(|line| line.contains("Storage isn't")).count(), 1, "{lines:?}");
    assert!(world.storage.records.borrow().is_empty());
}

// req: 3.24
#[test]
fn writes_pending_records_once_the_disk_has_space() {
    let world = World::connected();
    world.storage.broken.set(true);
    world.pass(31_000);
    world.dispatch(json!({"type": "balances.refresh"}));
    world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    assert_eq!(world.record("active_caip_network_id"), Some(json!("eip155:1337")), "all or nothing");
    world.storage.broken.set(false);
    world.dispatch(json!({"type": "options.update", "options": {"debug": true}}));
    assert_eq!(world.record("active_caip_network_id"), Some(json!("eip155:1338")));
    let id = format!("eip155:1338:{ALICE}");
    assert!(world.record("native_balance_cache").unwrap()[&id].is_object());
    let world = world.reload();
    assert_eq!(world.slice("networks")["active"]["caipNetworkId"], "eip155:1338");
}

#[test]
fn distrusts_cached_records_like_any_foreign_data() {
    let id = format!("eip155:1337:{ALICE}");
    let now = 1_700_000_000_000u64;
    let mut records = World::connected().storage.records.borrow().clone();
    let put = |records: &mut BTreeMap<String, String>, key: &str, value: Value| {
        records.insert(key.into(), json!({"v": 1, "seq": 99, "value": value}).to_string());
    };
    put(&mut records, "native_balance_cache", json!({&id: {"timestamp": now, "balance": "1e99"}}));
    put(&mut records, "portfolio_cache", json!({&id: {"timestamp": now, "balance": [{"name": "X"}, null]}}));
    put(
        &mut records,
        "identity_cache",
        json!({ALICE: {"timestamp": now, "value": {"name": "\u{202e}x", "avatar": "javascript:x"}}}),
    );
    put(&mut records, "ens_cache", json!({ALICE: {"timestamp": now, "value": "<b>\u{202e}\u{200b}y"}}));
    let world = World::with(options(), disk(records.clone()));
    world.returns();
    assert_eq!(world.slice("account")["balance"]["amount"], "10.000", "what cannot be read is asked for");
    assert_eq!(world.slice("account")["name"], Value::Null, "and no stored name is taken");
    // a clock that went back: nothing is fresh forever
    put(&mut records, "native_balance_cache", json!({&id: {"timestamp": now + 86_400_000, "balance": "7"}}));
    let world = World::with(options(), disk(records));
    world.returns();
    assert_eq!(world.slice("account")["balance"]["amount"], "10.000");
}

#[test]
fn reports_a_write_as_lost_only_if_it_never_completes() {
    let lost = |world: &World| {
        let errors = world.host.details("wallet-error");
        errors.iter().filter(|error| error.to_string().contains("survive a reload")).count()
    };
    let change = |world: &World| {
        world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    };
    // answered after the page has gone on, as a page with much to do has it
    let world = World::connected();
    world.storage.late.hold();
    change(&world);
    world.pass(STORAGE_MS + 1_000);
    world.storage.late.release();
    world.pass(STORAGE_LATE_MS + 60_000);
    assert_eq!(world.record("active_caip_network_id"), Some(json!("eip155:1338")));
    assert_eq!(lost(&world), 0);
    // refused, at once or late; and never answered: said once
    for (is_broken, is_late) in [(true, false), (true, true), (false, true)] {
        let world = World::connected();
        world.storage.broken.set(is_broken);
        if is_late {
            world.storage.late.hold();
        }
        change(&world);
        world.pass(STORAGE_MS + 1_000);
        assert_eq!(lost(&world), usize::from(!is_late));
        if is_broken {
            world.storage.late.release();
        }
        world.pass(STORAGE_LATE_MS + 1_000);
        assert_eq!(lost(&world), 1, "{is_broken} {is_late}");
    }
}
