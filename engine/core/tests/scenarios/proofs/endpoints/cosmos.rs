//! What a REST node of cosmos is asked for a balance.

use super::*;
use crate::account::cosmos::{ANNA, HUB, REST, entry, info, network_with, own};
use wallet_engine::caip::Namespace;

const BANK: &str = "/cosmos/bank/";
const INFO: &str = "/cosmos/base/tendermint/v1beta1/node_info";

fn is_at(request: &HttpRequest, path: &str) -> bool {
    request.url.strip_prefix(REST).is_some_and(|of| of.starts_with(path))
}

/// The node behind the page of a row, but for the endpoint that the row is about.
pub fn node(request: &HttpRequest) -> Option<Served> {
    if is_at(request, BANK) {
        return Some(status(200, &entry("103450000").to_string()));
    }
    is_at(request, INFO).then(|| status(200, &info("cosmoshub-4").to_string()))
}

fn page() -> World {
    let world = World::with(json!({"networks": [network_with(Some(own()))]}), Default::default());
    world.wallets.answer(1, |method, _| match method {
        "wm_connect" => ok(json!({"accounts": [{"chain": HUB, "address": ANNA}]})),
        _ => ok(Value::Null),
    });
    world.announce_of(Namespace::Cosmos, 1, "cosmos:keplr", "Keplr", None);
    world
}

fn at_account(world: &World) {
    world.connect("cosmos:keplr");
    world.open("Account");
    world.pass(5_000);
}

const BALANCE: Row = Row {
    name: "",
    is: |_| false,
    good: || Value::Null,
    page,
    walk: at_account,
    seen: |world| fields(world, "account", &["/balance/amount"]),
    well: &[("/balance/amount", "103.450")],
    may: &[FAILED],
    except: &[],
    again: Some(balances_again),
};

pub const ROWS: &[Row] = &[
    Row {
        name: "GET /cosmos/bank/v1beta1/balances/{address}/by_denom of cosmos",
        is: |request| is_at(request, BANK),
        good: || entry("103450000"),
        ..BALANCE
    },
    Row {
        name: "GET /cosmos/base/tendermint/v1beta1/node_info of cosmos",
        is: |request| is_at(request, INFO),
        good: || info("cosmoshub-4"),
        ..BALANCE
    },
];
