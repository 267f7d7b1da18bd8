//! All five families at once, each with a separate wallet: connected, there after a reload, gone to, left one by one and all together.

use super::*;
use wallet_engine::error::Error;

const COIN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const DOT: &str = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5";
const ATOM: &str = "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq";

struct One {
    handle: u32,
    family: Namespace,
    connector: &'static str,
    chain: &'static str,
    address: &'static str,
}

const OTHERS: [One; 4] = [
    One {
        handle: OF_SUN,
        family: Namespace::Solana,
        connector: "solana:helios",
        chain: MAINNET,
        address: SUN,
    },
    One {
        handle: 11,
        family: Namespace::Bip122,
        connector: "app.orange",
        chain: "bip122:000000000019d6689c085ae165831e93",
        address: COIN,
    },
    One {
        handle: 12,
        family: Namespace::Polkadot,
        connector: "polkadot:dots",
        chain: "polkadot:91b171bb158e2d3848fa23a9f1c25182",
        address: DOT,
    },
    One {
        handle: 13,
        family: Namespace::Cosmos,
        connector: "cosmos:stars",
        chain: "cosmos:cosmoshub-4",
        address: ATOM,
    },
];
const EVM_WALLET: &str = "dev.fox";
const ALL: [&str; 5] = ["eip155", "solana", "bip122", "polkadot", "cosmos"];

fn five() -> Value {
    let mut all = options();
    for One { family, chain, .. } in &OTHERS {
        let network = json!({"id": chain.split(':').nth(1), "caipNetworkId": chain, "chainNamespace": family.as_str(),
            "name": family.as_str(), "nativeCurrency": {"name": "Coin", "symbol": "COIN", "decimals": 8}, "rpcUrls": {}});
        all["networks"].as_array_mut().unwrap().push(network);
    }
    all["reviewRequests"] = json!("never");
    all
}

/// What was asked of which, in order; those in `bad` do not let go.
fn wallets(world: &World, bad: &'static [u32]) -> RequestLog {
    let asked = RequestLog::default();
    let (seen, chain) = (asked.clone(), world.chain.clone());
    world.wallets.answer(OF_EVM, move |method, params| {
        seen.borrow_mut().push((OF_EVM, method.to_owned()));
        match method {
            "wm_disconnect" if bad.contains(&OF_EVM) => refuse(-32603, "boom"),
            _ => chain.says_yes(method, params),
        }
    });
    evm(OF_EVM, "Fox", EVM_WALLET, None)(world);
    for One { handle, family, connector, chain, address } in &OTHERS {
        let seen = asked.clone();
        world.wallets.answer(*handle, move |method, _| {
            seen.borrow_mut().push((*handle, method.to_owned()));
            match method {
                "wm_connect" => ok(json!({"accounts": [{"chain": chain, "address": address}]})),
                "wm_disconnect" if bad.contains(handle) => refuse(-32603, "boom"),
                _ => ok(Value::Null),
            }
        });
        let rdns = Some(*connector).filter(|id| !id.contains(':'));
        let says = Says {
            handle: *handle,
            family: *family,
            id: connector,
            name: family.as_str(),
            rdns,
            picture: None,
        };
        announce(world, &says);
    }
    asked
}

fn all_connected(bad: &'static [u32]) -> (World, RequestLog) {
    let world = World::with(five(), Default::default());
    let asked = wallets(&world, bad);
    let joined = start(&world, EVM_WALLET, "eip155");
    assert!(world.settled(&joined).is_ok(), "{:?}", world.settled(&joined));
    for One { connector, family, .. } in &OTHERS {
        let joined = start(&world, connector, family.as_str());
        assert!(world.settled(&joined).is_ok(), "{family}: {:?}", world.settled(&joined));
    }
    (world, asked)
}

fn sorted(mut list: Vec<String>) -> Vec<String> {
    list.sort();
    list
}

fn but(left: &[&str]) -> Vec<String> {
    sorted(ALL.iter().filter(|family| !left.contains(family)).map(ToString::to_string).collect())
}

// req: 4.6, 4.7, 10.19
#[test]
fn connects_five_namespaces_and_restores_them_after_a_reload() {
    let (world, _) = all_connected(&[]);
    assert_eq!(sorted(live(&world)), but(&[]));
    let world = world.reload_with(five());
    let asked = wallets(&world, &[]);
    world.pass(6_000);
    assert_eq!(sorted(live(&world)), but(&[]));
    for One { family, address, .. } in &OTHERS {
        assert_eq!(account_of(&world, family.as_str())["address"], *address);
    }
    let count = |of: u32| super::count(&asked, of, "wm_connect");
    for One { handle, family, .. } in &OTHERS {
        assert!(count(*handle) <= 1, "{family} was asked {} times", count(*handle));
    }
    // each is gone to without a question to a wallet
    asked.borrow_mut().clear();
    for One { chain, address, .. } in &OTHERS {
        choose(&world, chain);
        assert_eq!(
            (shown(&world), world.slice("account")["address"].clone()),
            (json!(chain), json!(address))
        );
    }
    let approvals = asked.borrow().iter().filter(|(_, method)| method == "wm_connect").count();
    assert_eq!(approvals, 0, "{asked:?}");
}

// req: 4.6, 4.7
#[test]
fn disconnects_one_of_five_and_restores_the_other_four() {
    for family in ALL {
        let (world, asked) = all_connected(&[]);
        asked.borrow_mut().clear();
        let left = disconnect(&world, Some(family));
        assert!(world.settled(&left).is_ok(), "{family}");
        assert_eq!(sorted(live(&world)), but(&[family]));
        assert_eq!(asked.borrow().iter().filter(|(_, method)| method == "wm_disconnect").count(), 1);
        let world = world.reload_with(five());
        wallets(&world, &[]);
        world.pass(6_000);
        assert_eq!(sorted(live(&world)), but(&[family]));
    }
}

// req: 4.7, 4.8
#[test]
fn disconnects_all_five_and_names_both_wallets_that_failed() {
    let (world, _) = all_connected(&[11, 13]);
    let left = disconnect(&world, None);
    let Err(Error::DisconnectChainsFailed { details }) = world.settled(&left) else {
        panic!("{:?}", world.settled(&left))
    };
    for family in ALL {
        assert_eq!(details.contains(family), ["bip122", "cosmos"].contains(&family), "{family} in {details}");
    }
    assert!(live(&world).is_empty());
    let world = world.reload_with(five());
    let asked = wallets(&world, &[]);
    world.pass(6_000);
    assert!(live(&world).is_empty() && asked.borrow().is_empty(), "{asked:?}");
}
