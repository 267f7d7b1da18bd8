//! What a bitcoin wallet behind a session says of its addresses (decision 153, "Addresses of a Bitcoin wallet over a session").

use crate::paired::Paired;
use crate::paired::wallet::Wallet;
use crate::support::{World, options};
use serde_json::{Value, json};
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::storage::Storage;

const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93";
const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const OTHER: &str = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";
/// Of BIP-350's vectors.
const ORDINALS: &str = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0";
const OF_TESTNET: &str = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";

fn page() -> Value {
    let mut options = options();
    options["networks"] = json!([{"id": BITCOIN.split_once(':').unwrap().1, "caipNetworkId": BITCOIN, "chainNamespace": "bip122",
        "name": "Bitcoin", "nativeCurrency": {"name": "Bitcoin", "symbol": "BTC", "decimals": 8}, "testnet": true,
        "rpcUrls": {"default": {"http": ["http://localhost:9999"]}}}]);
    options["defaultNetwork"] = json!(BITCOIN);
    options
}

fn settled(methods: &[&str], properties: &Value) -> (Paired, Wallet) {
    let mut it = Paired::over(World::with(page(), Default::default()));
    let attempt = it.choose();
    let mut wallet = it.scan();
    wallet.say_yes(&mut it.relay);
    it.pump();
    let grants = json!({"bip122": {"chains": [BITCOIN], "accounts": [format!("{BITCOIN}:{OWN}")], "methods": methods,
        "events": ["accountsChanged", "bip122_addressesChanged"]}});
    let mut params = wallet.settle_params(&it.relay, grants);
    params["controller"]["metadata"]["redirect"] = json!({"native": "orange://"});
    if !properties.is_null() {
        params["sessionProperties"] = properties.clone();
    }
    wallet.settle_with(&mut it.relay, params);
    it.pump();
    it.world.settled(&attempt).unwrap();
    (it, wallet)
}

const ALL: &[&str] = &["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"];

/// Each account as `purpose address`, the current one first.
fn known(it: &Paired) -> Vec<String> {
    let list = it.world.slice("accounts")["list"].clone();
    let all = list.as_array().unwrap().iter().find(|of| of["namespace"] == "bip122").unwrap()["allAccounts"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let written =
        |of: &Value| format!("{} {}", of["type"].as_str().unwrap(), of["address"].as_str().unwrap());
    all.iter().map(written).collect()
}

/// The questions for addresses that the wallet has got: id and params.
fn asked(it: &Paired, wallet: &mut Wallet) -> Vec<(u64, Value)> {
    let all = wallet.inbox(&it.relay);
    let of = all.iter().filter(|word| word["params"]["request"]["method"] == "getAccountAddresses");
    of.map(|word| (word["id"].as_u64().unwrap(), word["params"]["request"]["params"].clone())).collect()
}

fn of(kind: &str, address: &str) -> String {
    format!("{kind} {address}")
}

// req: 1.11, 4.14
#[test]
fn asks_once_for_the_purpose_of_the_addresses() {
    let (mut it, mut wallet) = settled(ALL, &Value::Null);
    assert_eq!(known(&it), [of("payment", OWN)], "nobody waits for the answer");
    let questions = asked(&it, &mut wallet);
    assert_eq!(questions.len(), 1);
    assert_eq!(questions[0].1, json!({"account": OWN, "intentions": ["payment", "ordinal"]}));
    let answer = json!([
        {"address": ORDINALS, "intention": "ordinal"}, {"address": OTHER}, {"address": OWN, "intention": "payment"},
        {"address": OF_TESTNET, "intention": "payment"}, {"address": "x"}, 7,
        {"address": "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3", "intention": "stacks"},
    ]);
    wallet.answer(&mut it.relay, questions[0].0, answer);
    it.pump();
    let all = [of("payment", OWN), of("payment", OTHER), of("ordinal", ORDINALS)];
    assert_eq!(known(&it), all);
    // what the wallet says of its accounts later keeps the purposes
    let event = json!({"event": {"name": "accountsChanged", "data": [OWN]}, "chainId": BITCOIN});
    wallet.request(&mut it.relay, "wc_sessionEvent", event);
    it.pump();
    assert_eq!(known(&it), all);
    assert!(asked(&it, &mut wallet).is_empty());
    // after a reload the session's own, and the others once the wallet has answered again
    let (relay, storage) = (it.relay, it.world.storage.clone());
    it.world.engine.destroy();
    let mut it = Paired::over(World::with(page(), storage));
    it.relay = relay;
    it.pump();
    assert_eq!((it.world.status().as_str(), known(&it)), ("connected", vec![of("payment", OWN)]));
    let questions = asked(&it, &mut wallet);
    assert_eq!(questions.len(), 1);
    let answer = json!([{"address": ORDINALS, "intention": "ordinal"}, {"address": OTHER}, {"address": OWN}]);
    wallet.answer(&mut it.relay, questions[0].0, answer);
    it.pump();
    assert_eq!(known(&it), all);
}

/// The record of connections isn't sealed as the session is: whatever stands in it, a payer gets addresses of the wallet.
// req: 10.60
#[test]
fn ignores_stored_addresses_that_the_session_doesnt_have() {
    const EVE: &str = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3";
    let one = |kind: &str, address: &str| json!({"address": address, "type": kind, "chain": BITCOIN});
    for accounts in [
        json!([one("payment", EVE), one("ordinal", OWN)]),
        json!([one("payment", OWN), one("payment", EVE)]),
        json!([one("ordinal", OWN), one("ordinal", EVE)]),
        json!([one("payment", EVE)]),
    ] {
        let (it, _) = settled(&["sendTransfer", "signMessage"], &Value::Null);
        let (relay, storage) = (it.relay, it.world.storage.clone());
        it.world.engine.destroy();
        let connections = json!({"bip122": [{"connectorId": "walletConnect", "accounts": accounts}]});
        let record = json!({"v": 1, "seq": 9_999, "value": connections}).to_string();
        storage.records.borrow_mut().insert("connections".into(), record);
        let mut it = Paired::over(World::with(page(), storage));
        it.relay = relay;
        it.pump();
        it.pass(60_000);
        it.world.open("Receive");
        assert!(!known(&it).iter().any(|account| account.contains(EVE)), "{accounts}: {:?}", known(&it));
        assert_ne!(it.world.slice("receive")["address"], EVE, "{accounts}");
        if it.world.status() == "connected" {
            assert_eq!(it.world.slice("receive")["address"], OWN, "{accounts}");
        }
    }
}

// req: 1.11
#[test]
fn takes_addresses_from_the_session_without_a_request() {
    let list = json!([{"address": ORDINALS, "intention": "ordinal"}]);
    for said in [list.clone(), json!(list.to_string())] {
        let (it, mut wallet) = settled(ALL, &json!({"bip122_getAccountAddresses": said}));
        assert_eq!(known(&it), [of("payment", OWN), of("ordinal", ORDINALS)]);
        assert!(asked(&it, &mut wallet).is_empty());
    }
    // what is none is asked for
    for said in [json!("["), json!([]), json!([{"address": OF_TESTNET}])] {
        let (it, mut wallet) = settled(ALL, &json!({"bip122_getAccountAddresses": said}));
        assert_eq!((known(&it), asked(&it, &mut wallet).len()), (vec![of("payment", OWN)], 1));
    }
}

// req: 1.11
#[test]
fn stays_connected_without_the_grant_or_after_a_rejection() {
    let (it, mut wallet) = settled(&["signMessage"], &Value::Null);
    assert!(asked(&it, &mut wallet).is_empty());
    let (mut it, mut wallet) = settled(ALL, &Value::Null);
    let questions = asked(&it, &mut wallet);
    wallet.answer_error(&mut it.relay, questions[0].0, 5000, "User rejected.");
    it.pump();
    it.pass(60_000);
    assert_eq!((it.world.status().as_str(), known(&it)), ("connected", vec![of("payment", OWN)]));
    assert!(asked(&it, &mut wallet).is_empty(), "once");
    // what would leave nothing to pay from changes nothing
    let (mut it, mut wallet) = settled(ALL, &Value::Null);
    let questions = asked(&it, &mut wallet);
    wallet.answer(&mut it.relay, questions[0].0, json!([{"address": OWN, "intention": "ordinal"}]));
    it.pump();
    assert_eq!((it.world.status().as_str(), known(&it)), ("connected", vec![of("payment", OWN)]));
}

// req: 1.11
#[test]
fn follows_the_wallets_changed_addresses() {
    let (mut it, mut wallet) = settled(ALL, &Value::Null);
    let tell = |it: &mut Paired, wallet: &mut Wallet, chain: &str, data: Value| {
        let event = json!({"event": {"name": "bip122_addressesChanged", "data": data}, "chainId": chain});
        wallet.request(&mut it.relay, "wc_sessionEvent", event);
        it.pump();
    };
    tell(&mut it, &mut wallet, BITCOIN, json!([{"address": ORDINALS, "intention": "ordinal"}]));
    assert_eq!(known(&it), [of("payment", OWN), of("ordinal", ORDINALS)]);
    tell(&mut it, &mut wallet, BITCOIN, json!([{"address": OTHER, "intention": "payment"}]));
    assert_eq!(known(&it), [of("payment", OWN), of("payment", OTHER)]);
    // of a network that the session has not, or that says nothing
    for (chain, data) in [
        ("bip122:000000000933ea01ad0ee984209779ba", json!([{"address": OF_TESTNET}])),
        (BITCOIN, json!({"address": ORDINALS})),
        (BITCOIN, json!([])),
    ] {
        tell(&mut it, &mut wallet, chain, data);
        assert_eq!(known(&it), [of("payment", OWN), of("payment", OTHER)], "{chain}");
    }
}

/// The ids of requests to sign that the wallet has got.
fn to_sign(it: &Paired, wallet: &mut Wallet) -> Vec<u64> {
    let all = wallet.inbox(&it.relay);
    let of = all.iter().filter(|word| word["params"]["request"]["method"] == "signMessage");
    of.map(|word| word["id"].as_u64().unwrap()).collect()
}

fn sign(it: &mut Paired) -> wallet_engine::flow::Join {
    let join = it.world.engine.request("bip122", "signMessage", json!({"account": OWN, "message": "hi"}));
    it.pump();
    join
}

// req: 1.11
#[test]
fn sends_the_next_request_after_the_address_request_times_out() {
    let (mut it, mut wallet) = settled(ALL, &Value::Null);
    let question = wallet.inbox(&it.relay).pop().unwrap();
    let request = &question["params"]["request"];
    assert_eq!(request["method"], "getAccountAddresses");
    let left_ms = request["expiryTimestamp"].as_u64().unwrap() * 1_000 - it.world.clock.now_ms();
    assert!((14_000..=15_000).contains(&left_ms), "the wallet keeps it no longer: {left_ms} ms");
    let join = sign(&mut it);
    it.pass(20_000);
    assert!(to_sign(&it, &mut wallet).is_empty(), "behind the question it would wait in the wallet");
    it.pass(1_500);
    let ids = to_sign(&it, &mut wallet);
    assert_eq!(ids.len(), 1);
    wallet.answer(&mut it.relay, ids[0], json!({"address": OWN, "signature": "x"}));
    it.pump();
    assert_eq!(it.world.json(&join)["signature"], "x");
}

// req: 1.11
#[test]
fn sends_the_next_request_as_soon_as_the_wallet_responds() {
    let (mut it, mut wallet) = settled(ALL, &Value::Null);
    let questions = asked(&it, &mut wallet);
    let join = sign(&mut it);
    wallet.answer_error(&mut it.relay, questions[0].0, 5000, "User rejected.");
    it.pump();
    assert_eq!(to_sign(&it, &mut wallet).len(), 1);
    drop(join);
}

// req: 1.3, 1.11
#[test]
fn sends_a_request_in_the_click_that_opens_the_wallets_app() {
    let (mut it, mut wallet) = settled(ALL, &Value::Null);
    asked(&it, &mut wallet);
    let link = json!({"href": "orange://", "name": "Orange"}).to_string();
    it.world.storage.share("WALLETCONNECT_DEEPLINK_CHOICE", Some(&link));
    let join = sign(&mut it);
    assert_eq!(to_sign(&it, &mut wallet).len(), 1);
    drop(join);
}
