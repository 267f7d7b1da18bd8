//! A mobile wallet beside browser wallets, each for its families.

use super::*;
use crate::paired::Paired;
use crate::paired::wallet::{ADDRESS, Wallet};
use crate::support::*;
use serde_json::json;
use wallet_engine::error::Error;

const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93";
const BECH32: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

/// Networks of eip155 and solana, and bitcoin.
fn with_bitcoin() -> Value {
    let mut all = both();
    all["networks"].as_array_mut().unwrap().push(json!({"id": BITCOIN.split_once(':').unwrap().1, "caipNetworkId": BITCOIN,
        "chainNamespace": "bip122", "name": "Bitcoin", "nativeCurrency": {"name": "Bitcoin", "symbol": "BTC", "decimals": 8},
        "rpcUrls": {}}));
    all
}

fn grants(families: &[&str]) -> Value {
    let mut granted = Paired::grants(&[1337, 1338]);
    let of = |chains: &[&str], address: &str, method: &str| {
        let accounts: Vec<String> = chains.iter().map(|chain| format!("{chain}:{address}")).collect();
        json!({"chains": chains, "accounts": accounts, "methods": [method], "events": ["accountsChanged"]})
    };
    granted["solana"] = of(&[MAINNET, DEVNET], MOON, "solana_signMessage");
    granted["bip122"] = of(&[BITCOIN], BECH32, "signMessage");
    granted.as_object_mut().unwrap().retain(|family, _| families.contains(&family.as_str()));
    granted
}

/// The wallet that scans what is shown grants these families.
fn gives(it: &mut Paired, families: &[&str]) -> Wallet {
    let mut wallet = it.scan();
    wallet.say_yes(&mut it.relay);
    it.pump();
    wallet.settle(&mut it.relay, grants(families));
    it.pump();
    it.celebrated();
    wallet.inbox(&it.relay);
    wallet
}

fn told(it: &Paired, wallet: &mut Wallet) -> usize {
    wallet.inbox(&it.relay).iter().filter(|word| word["method"] == "wc_sessionDelete").count()
}

fn by(world: &World, family: &str) -> (Value, Value) {
    let connector = world.record(&format!("{family}:connected_connector_id")).unwrap_or_default();
    (connector, account_of(world, family)["address"].clone())
}

/// What a disconnect left on the disk that a start would go by.
fn stored(world: &World) -> Vec<String> {
    let records = world.storage.records.borrow();
    let of = |key: &&String| key.ends_with(":connected_connector_id") || **key == "connected_namespaces";
    records.keys().filter(of).cloned().collect()
}

/// The next page over the same disk and relay.
fn reload(it: Paired) -> Paired {
    let (relay, storage, chain) = (it.relay, it.world.storage.clone(), it.world.chain.clone());
    it.world.engine.destroy();
    let mut it = Paired::over(World::over(with_bitcoin(), storage, chain));
    it.relay = relay;
    it
}

/// Nova of the page for eip155 and solana, a wallet on a phone for Bitcoin, which has an account of each.
fn three_at_once() -> (Paired, Wallet, RequestLog) {
    let mut it = Paired::over(World::with(with_bitcoin(), Default::default()));
    let asked = willing(&it.world);
    nova(&it.world);
    for family in ["eip155", "solana"] {
        let joined = start(&it.world, "io.nova", family);
        assert!(it.world.settled(&joined).is_ok(), "{family}");
    }
    it.world.open("Connect");
    let joined = it
        .world
        .dispatch(json!({"type": "connect.start", "connectorId": "walletConnect", "namespace": "bip122"}));
    it.pump();
    let wallet = gives(&mut it, &["eip155", "solana", "bip122"]);
    assert_eq!(it.world.json(&joined)["address"], BECH32);
    asked.borrow_mut().clear();
    (it, wallet, asked)
}

// req: 4.47, 1.11
#[test]
fn connects_only_the_requested_namespace_of_a_session() {
    let (it, ..) = three_at_once();
    assert_eq!(live(&it.world).len(), 3);
    assert_eq!(by(&it.world, "eip155"), (json!("io.nova"), json!(ALICE)));
    assert_eq!(by(&it.world, "solana"), (json!("solana:nova-wallet"), json!(SUN)));
    assert_eq!(by(&it.world, "bip122").1, BECH32);
    assert_eq!(shown(&it.world), BITCOIN, "the page goes to what was looked for");
}

// req: 4.2, 4.28
#[test]
fn restores_three_namespaces_of_two_wallets_after_a_reload() {
    let (it, ..) = three_at_once();
    choose(&it.world, DEVNET);
    choose(&it.world, "eip155:1338");
    let mut it = reload(it);
    willing(&it.world);
    it.world.chain.stands.set(1338);
    nova(&it.world);
    it.pass(3_000);
    assert_eq!(live(&it.world).len(), 3);
    assert_eq!(
        (by(&it.world, "eip155").1, by(&it.world, "solana").1, by(&it.world, "bip122").1),
        (json!(ALICE), json!(SUN), json!(BECH32))
    );
    assert_eq!(shown(&it.world), "eip155:1338");
    for (network, address) in [(DEVNET, SUN), (BITCOIN, BECH32), ("eip155:1338", ALICE)] {
        choose(&it.world, network);
        it.pump();
        assert_eq!(
            (shown(&it.world), it.world.slice("account")["address"].clone()),
            (json!(network), json!(address))
        );
    }
}

// req: 4.6, 4.7
#[test]
fn disconnects_one_of_three_without_telling_the_others() {
    let (mut it, mut wallet, asked) = three_at_once();
    let left = disconnect(&it.world, Some("bip122"));
    it.pump();
    assert!(it.world.settled(&left).is_ok());
    assert_eq!((live(&it.world), told(&it, &mut wallet)), (vec!["eip155".to_owned(), "solana".into()], 1));
    assert!(asked.borrow().iter().all(|(_, method)| method != "wm_disconnect"), "{asked:?}");
    let mut it = reload(it);
    willing(&it.world);
    nova(&it.world);
    it.pass(6_000);
    assert_eq!(live(&it.world), ["eip155", "solana"]);

    let (mut it, mut wallet, _) = three_at_once();
    disconnect(&it.world, Some("eip155"));
    it.pump();
    assert_eq!((live(&it.world), told(&it, &mut wallet)), (vec!["solana".to_owned(), "bip122".into()], 0));
}

// req: 4.7, 4.8
#[test]
fn disconnects_all_three_although_a_wallet_fails() {
    for fails in [&[][..], &[OF_EVM], &[OF_EVM, OF_SUN]] {
        let (mut it, mut wallet, asked) = three_at_once();
        for handle in fails {
            it.world.wallets.answer(*handle, |_, _| refuse(-32603, "boom"));
        }
        let left = disconnect(&it.world, None);
        it.pump();
        match (fails.len(), it.world.settled(&left)) {
            (0, Ok(_)) => assert_eq!(count(&asked, OF_EVM, "wm_disconnect"), 1),
            (1, Err(Error::DisconnectChainFailed { namespace })) => assert_eq!(namespace, "eip155"),
            (2, Err(Error::DisconnectChainsFailed { details })) => {
                assert!(details.contains("eip155") && details.contains("solana"), "{details}");
                assert!(!details.contains("bip122"), "{details}");
            }
            (_, other) => panic!("{other:?}"),
        }
        assert_eq!((live(&it.world), told(&it, &mut wallet)), (vec![], 1));
        assert_eq!(stored(&it.world), Vec::<String>::new());
        let mut it = reload(it);
        let asked = willing(&it.world);
        nova(&it.world);
        it.pass(31_000);
        assert!(live(&it.world).is_empty() && asked.borrow().is_empty(), "{asked:?}");
        assert_eq!(told(&it, &mut wallet), 0, "it was told before");
    }
}

/// A session of all three families, beside nothing else.
fn spanning() -> (Paired, Wallet, RequestLog) {
    let mut it = Paired::over(World::with(with_bitcoin(), Default::default()));
    let asked = willing(&it.world);
    nova(&it.world);
    it.choose();
    let wallet = gives(&mut it, &["eip155", "solana", "bip122"]);
    assert_eq!(live(&it.world).len(), 3);
    (it, wallet, asked)
}

// req: 4.6, 4.7
#[test]
fn disconnects_all_namespaces_that_share_a_session() {
    for family in ["eip155", "solana", "bip122"] {
        let (mut it, mut wallet, _) = spanning();
        let left = disconnect(&it.world, Some(family));
        it.pump();
        assert!(it.world.settled(&left).is_ok());
        assert_eq!((live(&it.world), told(&it, &mut wallet)), (vec![], 1), "{family}");
        let mut gone: Vec<Value> = it.world.host.details("wallet-disconnect");
        gone.sort_by_key(|one| one["namespace"].to_string());
        let families: Vec<&Value> = gone.iter().map(|one| &one["namespace"]).collect();
        assert_eq!(families, [&json!("bip122"), &json!("eip155"), &json!("solana")], "each once: {gone:?}");
        assert_eq!(stored(&it.world), Vec::<String>::new(), "{family}");
        let mut it = reload(it);
        it.pass(31_000);
        assert!(live(&it.world).is_empty());
    }
}

// req: 4.6, 4.7
#[test]
fn keeps_the_session_when_a_replaced_namespace_disconnects() {
    let other = |left: &str| {
        let (mut it, mut wallet, asked) = spanning();
        let joined = start(&it.world, "io.nova", "solana");
        it.pump();
        assert!(it.world.settled(&joined).is_ok());
        assert_eq!((by(&it.world, "solana").1, live(&it.world).len()), (json!(SUN), 3));
        disconnect(&it.world, Some(left));
        it.pump();
        let mut live = live(&it.world);
        live.sort_unstable();
        (live, told(&it, &mut wallet), count(&asked, OF_SUN, "wm_disconnect"))
    };
    assert_eq!(other("solana"), (vec!["bip122".to_owned(), "eip155".into()], 0, 1));
    assert_eq!(other("bip122"), (vec!["solana".to_owned()], 1, 0));
}

// req: 4.6
#[test]
fn ignores_session_events_of_a_namespace_with_another_wallet() {
    let (mut it, mut wallet, _) = three_at_once();
    for namespaces in [grants(&["bip122"]), grants(&["bip122", "solana"])] {
        wallet.request(&mut it.relay, "wc_sessionUpdate", json!({"namespaces": namespaces}));
        it.pump();
        assert_eq!(by(&it.world, "solana"), (json!("solana:nova-wallet"), json!(SUN)));
    }
    let event = json!({"event": {"name": "accountsChanged", "data": [ADDRESS]}, "chainId": "eip155:1337"});
    wallet.request(&mut it.relay, "wc_sessionEvent", event);
    it.pump();
    assert_eq!(by(&it.world, "eip155").1, ALICE);
    assert_eq!(live(&it.world).len(), 3);
}
