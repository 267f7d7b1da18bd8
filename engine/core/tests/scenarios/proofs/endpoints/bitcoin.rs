//! What a Bitcoin indexer is asked for an account, a send and what became of it.

use super::*;
use crate::money::bitcoin::{self as money, BEN, ID, Ledger, ME};
use std::cell::RefCell;

thread_local! {
    static LEDGER: RefCell<Option<Ledger>> = const { RefCell::new(None) };
}

/// The indexer behind the page of a row, but for the endpoint that the row is about.
pub fn node(request: &HttpRequest) -> Option<Served> {
    LEDGER.with_borrow(|ledger| money::serve(ledger.as_ref()?, request))
}

fn page() -> World {
    let (world, ledger) = money::page_before(money::willing);
    LEDGER.set(Some(ledger));
    world
}

/// The wallet pays someone else.
fn crooked() -> World {
    let (world, ledger) = money::page_before(|ledger, _| {
        ledger.add(money::transaction(ID, ME, ME, 50_000_000));
        ok(json!({"txid": ID}))
    });
    LEDGER.set(Some(ledger));
    world
}

const SENDER: Sender = Sender { wallet: "app.orange", amount: "0.5", to: BEN, settles_ms: 40_000 };

fn ends(request: &HttpRequest, path: &str) -> bool {
    request.url == format!("http://localhost:3002{path}")
}

fn had() -> Value {
    let none = json!({"funded_txo_sum": 0, "spent_txo_sum": 0, "tx_count": 0});
    json!({"address": ME, "chain_stats": {"funded_txo_sum": 300_000_000u64, "spent_txo_sum": 200_000_000, "tx_count": 3}, "mempool_stats": none})
}

/// Never that it is there.
const UNKNOWN: &[(&str, &[&str])] = &[("status", &["sent", "unknown", "differs"])];

pub const ROWS: &[Row] = &[
    Row {
        name: "GET /address/ of bitcoin",
        is: |request| ends(request, &format!("/address/{ME}")),
        good: had,
        page,
        walk: |world| at_account_of(world, SENDER.wallet),
        seen: owned,
        well: &[("/balance/amount", "1")],
        may: &[("/balance/amount", &["0.00", "0.000"])],
        except: &[],
        again: Some(balances_again),
    },
    Row {
        name: "GET /address/utxo of bitcoin",
        is: |request| request.url.ends_with("/utxo"),
        good: || json!([{"txid": ID, "vout": 0, "value": 100_000_000, "status": {"confirmed": true}}]),
        page,
        walk: |world| SENDER.reviewed(world),
        seen: sent,
        well: &[("/preview/amount", "0.5"), ("/max", "0.99996617")],
        may: &[("/max", &["0.99995223", "0.99993829", "0.99991041"])],
        except: &[],
        again: Some(|world| SENDER.again(world)),
    },
    Row {
        name: "GET /fee-estimates of bitcoin",
        is: |request| ends(request, "/fee-estimates"),
        good: || json!({"2": 10.25}),
        page,
        walk: |world| SENDER.reviewed(world),
        seen: sent,
        well: &[("/preview/amount", "0.5"), ("/max", "0.99995223")],
        // what costs less or more keeps less or more back; what cannot be read the least
        may: &[("/max", &["0.99999534", "0.99534"])],
        except: &[],
        again: Some(|world| SENDER.again(world)),
    },
    Row {
        name: "GET /tx/ of bitcoin",
        is: |request| ends(request, &format!("/tx/{ID}")),
        good: || money::transaction(ID, ME, ME, 50_000_000),
        page: crooked,
        walk: |world| SENDER.confirmed(world),
        seen: sent,
        well: &[("status", "differs"), ("sent", "0.5")],
        may: UNKNOWN,
        except: &[],
        again: None,
    },
    Row {
        name: "GET /tx/status of bitcoin",
        is: |request| ends(request, &format!("/tx/{ID}/status")),
        good: || json!({"confirmed": false}),
        page,
        walk: |world| SENDER.confirmed(world),
        seen: sent,
        well: &[("status", "sent"), ("sent", "0.5")],
        may: UNKNOWN,
        except: &[],
        again: None,
    },
];
