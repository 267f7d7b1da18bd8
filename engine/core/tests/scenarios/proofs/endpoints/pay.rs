//! Paying with an exchange.

use super::*;
use crate::support::shop::{Shop, bill, coins, paying, shop};
use std::rc::Rc;

fn is_of(request: &HttpRequest, method: &str) -> bool {
    request.url.contains("/v1/json-rpc") && is_call(request, method)
}

/// What the page is served besides the call that is answered badly; no one has paid yet.
pub fn beside_it() -> Rc<Shop> {
    shop()
}

fn page() -> World {
    World::with(paying(), Default::default())
}

/// Half an ether to Bob: the ways to pay are shown.
fn listed(world: &World) {
    world.pay(coins("0.5"));
    world.pass(5_000);
}

/// The exchange was chosen, and its page asked for.
fn opened(world: &World) {
    listed(world);
    world.pays_with("harbour");
    world.pass(3_000);
}

/// And asked after.
fn asked_after(world: &World) {
    opened(world);
    world.pass(9_000);
}

/// What is said of the payment.
fn paid(world: &World) -> Seen {
    let mut seen = fields(
        world,
        "pay",
        &[
            "/amount",
            "/symbol",
            "/phase",
            "/exchangesPhase",
            "/to/address",
            "/url",
            "/host",
            "/hash",
            "/explorerUrl",
        ],
    );
    for line in world.storage.shared.borrow().get("wallet-modal:payments").iter().flat_map(|all| all.lines())
    {
        seen.push(("kept".into(), serde_json::from_str::<Value>(line).unwrap()["amount"].to_string()));
    }
    seen
}

fn again(world: &World) {
    world.dispatch(json!({"type": "pay.reload"}));
    world.pass(5_000);
}

fn opened_again(world: &World) {
    again(world);
    if world.phase() == "choosing" {
        world.pays_with("harbour");
    }
    world.pass(3_000);
}

/// The payment itself never changes, whatever a service says.
const PAYMENT: [(&str, &str); 3] = [("/amount", "0.5"), ("/symbol", "ETH"), ("/to/address", BOB)];

pub const ROWS: &[Row] = &[
    Row {
        name: "POST /v1/json-rpc reown_getExchanges",
        is: |request| is_of(request, "reown_getExchanges"),
        good: || {
            rpc(json!({"exchanges": [
                {"id": "harbour", "name": "Harbour", "imageUrl": "http://localhost:4002/images/seller/harbour",
                 "hosts": ["localhost:4006"]},
                {"id": "tidewater", "name": "Tidewater", "imageUrl": null, "hosts": ["localhost:4006"]},
            ], "total": 2}))
        },
        page,
        walk: listed,
        seen: paid,
        well: &[PAYMENT[0], PAYMENT[1], PAYMENT[2], ("/phase", "choosing"), ("/exchangesPhase", "ready")],
        may: &[("/exchangesPhase", &["failed"])],
        except: &[],
        again: Some(again),
    },
    Row {
        name: "POST /v1/json-rpc reown_getExchangePayUrl",
        is: |request| is_of(request, "reown_getExchangePayUrl"),
        good: || rpc(json!({"url": "http://localhost:4006/harbour?order=o1", "sessionId": "o1"})),
        page,
        walk: opened,
        seen: paid,
        well: &[
            PAYMENT[0],
            PAYMENT[1],
            PAYMENT[2],
            ("/exchangesPhase", "ready"),
            ("/phase", "exchange"),
            ("/url", "http://localhost:4006/harbour?order=o1"),
            ("/host", "localhost:4006"),
            ("kept", "\"0.5 ETH\""),
        ],
        may: &[("/phase", &["choosing"])],
        // another address, and one that can be opened
        except: &["a comma", "a time beyond all clocks"],
        again: Some(opened_again),
    },
    Row {
        name: "POST /v1/json-rpc reown_getExchangeBuyStatus",
        is: |request| is_of(request, "reown_getExchangeBuyStatus"),
        // no one has paid: no mutation may make a yes of it
        good: || rpc(json!({"status": "IN_PROGRESS", "txHash": null})),
        page,
        walk: asked_after,
        seen: paid,
        well: &[
            PAYMENT[0],
            PAYMENT[1],
            PAYMENT[2],
            ("/exchangesPhase", "ready"),
            ("/phase", "exchange"),
            ("/url", "http://localhost:4006/harbour?order=o1"),
            ("/host", "localhost:4006"),
            ("kept", "\"0.5 ETH\""),
        ],
        may: &[],
        except: &[],
        again: None,
    },
    Row {
        name: "eth_call decimals() of what is paid",
        is: |request| is_eth_call(request, "0x313ce567"),
        good: || rpc(json!(format!("0x{:064x}", 6))),
        page: || {
            let world = page();
            *world.chain.contract.borrow_mut() = vec![("0x70a08231", json!(format!("0x{:064x}", 1)))];
            world
        },
        walk: |world| {
            world.pay(bill());
            world.pass(5_000);
            world.pays_with("harbour");
            world.pass(3_000);
        },
        seen: paid,
        well: &[
            ("/amount", "25"),
            ("/symbol", "USDC"),
            PAYMENT[2],
            ("/exchangesPhase", "ready"),
            ("/phase", "exchange"),
            ("/url", "http://localhost:4006/harbour?order=o1"),
            ("/host", "localhost:4006"),
            ("kept", "\"25 USDC\""),
        ],
        may: &[("/phase", &["choosing"])],
        except: &[],
        again: None,
    },
];
