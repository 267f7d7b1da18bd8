//! The list in the first card is drawn before there is an engine, with its own rule (element/src/first/known.ts). Here is what the engine
//! says of random options, announcements and recent wallets; the element's test reads it (element/src/first/known.test.ts).
//! `WRITE_FIRST_LIST=1` writes the cases of `npm test`; `FIRST_LIST=FILE` another file of 33 times `PROVE_TIMES` as many.

use super::{Dice, times};
use crate::support::*;
use serde_json::{Map, Value, json};
use std::cell::Cell;
use wallet_engine::caip::Namespace;
use wallet_engine::ports::provider::{Announced, PageWallet, WalletKind};
use wallet_engine::ports::storage::MemoryStorage;

/// Of `npm test`: the file is read by people too.
const CASES: usize = 300;
const CASES_OF_PROOF: usize = 100;

const NAMES: [&str; 5] = ["Demo Wallet", "MetaMask", "Fox", "Zerion 2", "O.K."];
/// Not drawn before the engine has cleaned them.
const ODD: [&str; 3] = ["\u{dc}ber", "  spaces  ", "A\u{202e}B"];
const RDNS: [&str; 9] = [
    "dev.demo",
    "io.metamask",
    "com.fox.wallet",
    "io.rabby",
    "xyz.a-b",
    "app.phantom",
    "me.rainbow",
    "com.okex.wallet",
    "a.b.c",
];
const IDS: [u64; 5] = [1, 10, 1337, 8453, 424_242];

fn listing(number: usize) -> String {
    format!("{number:064x}")
}

fn list_of(dice: &Dice, names: &[&str]) -> Vec<String> {
    names.iter().filter(|_| dice.below(2) == 0).map(|name| (*name).to_owned()).collect()
}

fn name(dice: &Dice) -> &'static str {
    if dice.below(12) == 0 { ODD[dice.below(ODD.len())] } else { NAMES[dice.below(NAMES.len())] }
}

fn given(dice: &Dice) -> Value {
    let networks: Vec<Value> =
        IDS.iter().filter(|_| dice.below(3) > 0).map(|id| network(*id, "Network")).collect();
    let networks = if networks.is_empty() { vec![network(1, "Network")] } else { networks };
    let mut options = json!({ "networks": networks });
    if dice.below(5) > 0 {
        options["projectId"] = json!("b56e18d47c72ab683b10814fe9495694");
    }
    if dice.below(4) == 0 {
        options["authChains"] = json!(["eip155:1337"]);
    }
    let mut features = Map::new();
    let flag = |dice: &Dice| json!(dice.below(2) == 0);
    for name in ["email", "swaps", "send", "reownBranding", "activity"] {
        if dice.below(3) == 0 {
            features.insert(name.into(), flag(dice));
        }
    }
    match dice.below(5) {
        0 => drop(features.insert("socials".into(), flag(dice))),
        1 => {
            let known = ["google", "x", "farcaster", "discord", "apple", "github", "facebook", "myspace"];
            let known = known.get(..8 - usize::from(dice.below(4) > 0)).unwrap_or_default();
            features.insert("socials".into(), json!(list_of(dice, known)));
        }
        _ => {}
    }
    // what makes another list of it: the first card waits for the engine
    if dice.below(5) == 0 {
        match dice.below(9) {
            0 => drop(features.insert("connectorTypeOrder".into(), json!(["walletConnect", "injected"]))),
            1 => drop(features.insert("connectMethodsOrder".into(), json!(["wallet", "email"]))),
            2 => drop(features.insert("allWallets".into(), flag(dice))),
            3 => options["featuredWalletIds"] = json!([*dice.of(&RDNS), listing(7)]),
            4 => options["excludeWalletIds"] = json!([*dice.of(&RDNS)]),
            5 => options["includeWalletIds"] = json!([*dice.of(&RDNS)]),
            6 => options["enableWallets"] = flag(dice),
            7 => options["allWallets"] = json!(*dice.of(&["SHOW", "HIDE", "ONLY_MOBILE"])),
            _ => options["customWallets"] = json!([{ "id": "own", "name": "Own" }]),
        }
    }
    if !features.is_empty() {
        options["features"] = Value::Object(features);
    }
    options
}

fn recents(dice: &Dice) -> Value {
    let mut list = Vec::new();
    for _ in 0..dice.below(7).saturating_sub(3) {
        let number = dice.below(9);
        let id = if dice.below(2) == 0 { (*dice.of(&RDNS)).to_owned() } else { listing(number) };
        list.push(json!({ "id": id, "name": name(dice), "rdns": null }));
    }
    if list.is_empty() { Value::Null } else { Value::Array(list) }
}

fn announced(dice: &Dice) -> Vec<Value> {
    let uuid = |number: usize| format!("350670db-19fa-4704-a166-{number:012x}");
    (0..dice.below(5))
        .map(|number| {
            let number = if dice.below(12) == 0 { 0 } else { number };
            json!({ "uuid": uuid(number), "name": name(dice), "rdns": *dice.of(&RDNS) })
        })
        .collect()
}

/// Whatever the directory and the project say later: what stood in the list stands there in the same order. (Where the host orders the kinds of
/// wallets, the order is made by the part of the directory, and a wallet used before may move once: the first card says nothing there.)
/// Whether something has come.
fn assert_stays(world: &World, dice: &Dice, before: &[Value]) -> bool {
    let listings: Vec<Value> =
        (0..dice.below(9)).map(|at| json!({ "id": listing(at), "name": name(dice) })).collect();
    *world.chain.listings.borrow_mut() = json!({ "count": listings.len(), "data": listings });
    let ways = json!(list_of(dice, &["email", "google", "x"]));
    world.served(move |request| {
        let config =
            json!({ "features": [{ "id": "social_login", "isEnabled": true, "config": ways }] }).to_string();
        request.url.contains("/appkit/v1/config").then(|| status(200, &config))
    });
    world.dispatch(json!({ "type": "router.open", "view": "Connect" }));
    world.pass(5_000);
    let later = world.slice("directory")["rows"].clone();
    let ids = |rows: &[Value]| -> Vec<Value> { rows.iter().map(|row| row["id"].clone()).collect() };
    let (before, later) = (ids(before), ids(later.as_array().unwrap()));
    let stayed: Vec<&Value> = later.iter().filter(|id| before.contains(id)).collect();
    let expected: Vec<&Value> = before.iter().filter(|id| later.contains(id)).collect();
    assert!(later.is_empty() || stayed == expected, "{before:?} became {later:?} of {}", world.settings());
    later.iter().any(|id| !before.contains(id))
}

/// A case with what the engine draws of it.
fn case(dice: &Dice, grown: &Cell<usize>) -> Value {
    let (options, recent, wallets) = (given(dice), recents(dice), announced(dice));
    let storage = MemoryStorage::default();
    if !recent.is_null() {
        let record = json!({ "v": 1, "seq": 1, "value": recent }).to_string();
        storage.records.borrow_mut().insert("recent_wallets".into(), record);
    }
    let mut here = options.clone();
    here["services"] = crate::support::options()["services"].clone();
    let world = World::with(here, storage);
    for (handle, wallet) in (1u32..).zip(&wallets) {
        let text = |name: &str| wallet[name].as_str().unwrap().to_owned();
        world.engine.announce(Announced {
            handle: PageWallet(handle),
            kind: WalletKind::Announced,
            id: text("uuid"),
            name: text("name").trim().into(),
            icon: None,
            picture: None,
            rdns: Some(text("rdns")),
            namespaces: vec![Namespace::Eip155],
        });
    }
    world.run();
    let connect = world.slice("connect");
    let row = |row: &Value| json!({ "id": row["id"], "name": row["name"], "tag": row["tag"], "testId": row["testId"], "conflict": row["conflict"] });
    let rows: Vec<Value> = connect["rows"].as_array().unwrap().iter().map(row).collect();
    if options["features"]["connectorTypeOrder"].is_null() {
        grown.set(grown.get() + usize::from(assert_stays(&world, dice, &rows)));
    }
    // what the element reads of a network
    let mut options = options;
    let ids: Vec<Value> = options["networks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|network| json!({ "id": network["id"] }))
        .collect();
    options["networks"] = Value::Array(ids);
    json!({
        "options": options, "recent": recent, "wallets": wallets,
        "rows": rows, "all": connect["directory"],
        "email": connect["logins"]["email"], "socials": connect["logins"]["socials"].as_array().unwrap().len(),
    })
}

fn cases(count: usize) -> Vec<Value> {
    let dice = Dice::new("first list");
    let grown = Cell::new(0);
    let made = (0..count).map(|_| case(&dice, &grown)).collect();
    // Else nothing was said that could have moved a row.
    assert!(grown.get() * 4 > count, "{} of {count}", grown.get());
    made
}

// req: 2.35
#[test]
#[allow(clippy::disallowed_methods, reason = "the tests have an environment; the engine has none")]
fn writes_the_cases_that_the_first_card_must_match() {
    if let Some(path) = std::env::var_os("FIRST_LIST") {
        let made = cases(CASES_OF_PROOF * times());
        return std::fs::write(path, serde_json::to_string(&made).unwrap()).unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/first-list.json");
    let made = Value::Array(cases(CASES));
    if std::env::var_os("WRITE_FIRST_LIST").is_some() {
        let lines: Vec<String> = made.as_array().unwrap().iter().map(Value::to_string).collect();
        std::fs::write(path, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
    if super::seed() == 20_261_122 {
        let kept: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(kept, made, "WRITE_FIRST_LIST=1 writes it");
    }
}
