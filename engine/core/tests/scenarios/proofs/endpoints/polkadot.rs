//! What a Polkadot node is asked for a balance, and for what a request means.

use super::*;
use crate::account::polkadot::entry;
use wallet_engine::caip::Namespace;

const CHAIN: &str = "polkadot:91b171bb158e2d3848fa23a9f1c25182";
const GENESIS: &str = "0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3";
const ALICE: &str = "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY";

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../vectors/polkadot.json")).unwrap()
}

fn good(method: &str) -> Option<Value> {
    Some(match method {
        "state_getStorage" => entry(1_234_500_000_000, 0, 200_000_000_000),
        "chain_getBlockHash" => json!(GENESIS),
        "state_getRuntimeVersion" => json!({"specName": "polkadot", "specVersion": 1_002_000}),
        "state_getMetadata" => vectors()["metadata"]["polkadot"].clone(),
        _ => return None,
    })
}

/// The node behind the page of a row, but for the endpoint that the row is about.
pub fn node(request: &HttpRequest) -> Option<Served> {
    let asked: Value = serde_json::from_str(&request.body.as_ref()?.text).ok()?;
    let result = good(asked["method"].as_str()?)?;
    Some(status(200, &rpc(result).to_string()))
}

fn page() -> World {
    let network = json!({"id": "91b171bb158e2d3848fa23a9f1c25182", "caipNetworkId": CHAIN, "chainNamespace": "polkadot",
        "name": "Polkadot", "nativeCurrency": {"name": "Dot", "symbol": "DOT", "decimals": 10},
        "rpcUrls": {"default": {"http": ["http://localhost:9944"]}}});
    let world = World::with(json!({"networks": [network], "reviewRequests": "always"}), Default::default());
    world.wallets.answer(1, |method, _| match method {
        "wm_connect" => ok(json!({"accounts": [{"chain": CHAIN, "address": ALICE}]})),
        _ => ok(Value::Null),
    });
    world.announce_of(Namespace::Polkadot, 1, "polkadot:nova", "Nova", None);
    world
}

fn asks(world: &World) {
    world.connect("polkadot:nova");
    asks_again(world);
}

/// All of it, to someone: what is critical or moves must never be read as less.
fn asks_again(world: &World) {
    let all = vectors();
    let case = all["cases"].as_array().unwrap().iter().find(|case| case["what"] == "a transfer").unwrap();
    let payload = json!({"address": ALICE, "genesisHash": GENESIS, "method": case["call"], "era": "0x2503", "tip": "0x00",
        "nonce": "0x01", "specVersion": "0x000f4a10", "transactionVersion": "0x1a", "blockHash": GENESIS,
        "blockNumber": "0x01", "signedExtensions": [], "version": 4});
    let params = json!({"address": ALICE, "transactionPayload": payload});
    drop(world.engine.request("polkadot", "polkadot_signTransaction", params));
    world.pass(20_000);
}

fn read(world: &World) -> Seen {
    let lines = world.slice("review")["lines"].as_array().cloned().unwrap_or_default();
    lines.iter().map(|line| ("effect".into(), line["effect"].as_str().unwrap_or_default().into())).collect()
}

const BALANCE: Row = Row {
    name: "",
    is: |_| false,
    good: || rpc(Value::Null),
    page,
    walk: |world| at_account_of(world, "polkadot:nova"),
    seen: |world| fields(world, "account", &["/balance/amount"]),
    well: &[("/balance/amount", "103.450")],
    may: &[FAILED],
    except: &[],
    again: Some(balances_again),
};

/// It can't be read then.
const READ: Row = Row {
    walk: asks,
    seen: read,
    well: &[("effect", "send")],
    may: &[("effect", &["unread"])],
    again: None,
    ..BALANCE
};

pub const ROWS: &[Row] = &[
    Row {
        name: "state_getStorage of polkadot",
        is: |request| is_call(request, "state_getStorage"),
        good: || rpc(good("state_getStorage").unwrap()),
        // no one has given this account anything
        except: &["null"],
        ..BALANCE
    },
    Row {
        name: "chain_getBlockHash of polkadot",
        is: |request| is_call(request, "chain_getBlockHash"),
        good: || rpc(json!(GENESIS)),
        ..BALANCE
    },
    Row {
        name: "state_getRuntimeVersion of polkadot",
        is: |request| is_call(request, "state_getRuntimeVersion"),
        good: || rpc(good("state_getRuntimeVersion").unwrap()),
        ..READ
    },
    Row {
        name: "state_getMetadata of polkadot",
        is: |request| is_call(request, "state_getMetadata"),
        good: || rpc(good("state_getMetadata").unwrap()),
        ..READ
    },
];
