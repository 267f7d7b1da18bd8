//! The requests to a Cosmos REST node: for a balance, and for a document.

use super::*;
use crate::account::cosmos::{ANNA, HUB, REST, entry, info, network_with, own};
use wallet_engine::caip::Namespace;

const BANK: &str = "/cosmos/bank/";
const INFO: &str = "/cosmos/base/tendermint/v1beta1/node_info";
const ACCOUNT: &str = "/cosmos/auth/v1beta1/accounts/";
const TRACE: &str = "/ibc/apps/transfer/v1/denom_traces/";
const BERT: &str = "cosmos1yg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zcpgmch";
const WAY: &str = "transfer/channel-7/uharbour";
/// By the hash of that way.
const DENOM: &str = "ibc/42D977394513F2A97C406B5FA8ADBD4997AA91F14914F082CCFADB11A19F6B21";

fn is_at(request: &HttpRequest, path: &str) -> bool {
    request.url.strip_prefix(REST).is_some_and(|of| of.starts_with(path))
}

/// The node behind the page of a row, but for the endpoint that the row is about.
pub fn node(request: &HttpRequest) -> Option<Served> {
    if is_at(request, ACCOUNT) {
        return Some(status(200, &account().to_string()));
    }
    if is_at(request, TRACE) {
        return Some(status(200, &trace().to_string()));
    }
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

fn account() -> Value {
    json!({"account": {"@type": "/cosmos.auth.v1beta1.BaseAccount", "address": ANNA, "account_number": "7", "sequence": "3"}})
}

fn trace() -> Value {
    json!({"denom_trace": {"path": "transfer/channel-7", "base_denom": "uharbour"}})
}

/// A site asks for a signature under a payment of a coin that came from another network.
fn ask(world: &World) {
    let send =
        json!({"from_address": ANNA, "to_address": BERT, "amount": [{"denom": DENOM, "amount": "1500000"}]});
    let document = json!({"chain_id": "cosmoshub-4", "account_number": "7", "sequence": "3", "memo": "",
        "fee": {"amount": [{"denom": "uatom", "amount": "500"}], "gas": "200000"},
        "msgs": [{"type": "cosmos-sdk/MsgSend", "value": send}]});
    let params = json!({"signerAddress": ANNA, "signDoc": document});
    let _asked = world.engine.request("cosmos", "cosmos_signAmino", params);
    world.pass(5_000);
}

fn at_review(world: &World) {
    world.connect("cosmos:keplr");
    world.dispatch(json!({"type": "options.update", "options": {"reviewRequests": "always"}}));
    ask(world);
}

fn review_once_more(world: &World) {
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    world.pass(1_000);
    ask(world);
}

/// What leaves, and what is said of the document next to that.
fn read(world: &World) -> Seen {
    let slice = world.slice("review");
    let mut seen = Seen::new();
    for line in slice["lines"].as_array().unwrap() {
        let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
        match line["effect"].as_str() {
            Some("send") => {
                seen.push(("token".into(), text("token")));
                seen.push(("to".into(), text("party")));
            }
            Some("unread") => seen.push(("unread".into(), text("text"))),
            _ => {}
        }
    }
    seen
}

const DOCUMENT: Row = Row {
    walk: at_review,
    seen: read,
    well: &[("token", WAY), ("to", BERT)],
    may: &[],
    again: Some(review_once_more),
    ..BALANCE
};

const BALANCE: Row = Row {
    name: "",
    is: |_| false,
    good: || Value::Null,
    page,
    walk: |world| at_account_of(world, "cosmos:keplr"),
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
        // so much fits
        except: &["a text of 77 digits"],
        ..BALANCE
    },
    Row {
        name: "GET /cosmos/base/tendermint/v1beta1/node_info of cosmos",
        is: |request| is_at(request, INFO),
        good: || info("cosmoshub-4"),
        ..BALANCE
    },
    // other numbers than those of the document are said, and nothing else
    Row {
        name: "GET /cosmos/auth/v1beta1/accounts/{address} of cosmos",
        is: |request| is_at(request, ACCOUNT),
        good: account,
        may: &[("unread", &["account_number", "sequence"])],
        ..DOCUMENT
    },
    // another way than the hash is of is said by no node
    Row {
        name: "GET /ibc/apps/transfer/v1/denom_traces/{hash} of cosmos",
        is: |request| is_at(request, TRACE),
        good: trace,
        may: &[("token", &[DENOM])],
        ..DOCUMENT
    },
];
