//! Whom to ask about an allowance, and how much it is: both the node's word.

use super::*;
use crate::money::revoke::support::{APPROVAL, EVE, Ledger};
use crate::support::market::word_of;

/// One unlimited allowance is on the chain, and found by the logs alone.
fn page() -> World {
    let world = World::new();
    world.chain.supported.borrow_mut().clear();
    world
}

fn shown(world: &World) {
    connected_at_the_account(world);
    look(world);
}

fn look(world: &World) {
    world.open("Permissions");
    world.pass(20_000);
}

fn again(world: &World) {
    world.dispatch(json!({"type": "approvals.retry"}));
    world.pass(20_000);
}

fn allowed(world: &World) -> Seen {
    let mut seen = fields(world, "approvals", &["/listPhase", "/logs"]);
    for row in world.slice("approvals")["rows"].as_array().unwrap() {
        let text = |name: &str| row[name].as_str().unwrap_or("all").to_owned();
        seen.push(("row".into(), [text("token"), text("spender"), text("amount")].join(" ")));
    }
    seen
}

/// What the page is served besides the endpoint of the row.
pub fn node(request: &HttpRequest) -> Option<Served> {
    let ledger = Ledger::default();
    ledger.log(USDC, ALICE, EVE);
    ledger.allow(USDC, EVE, "ee6b280");
    ledger.answer(request)
}

const ROW: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC 250";
const WELL: &[(&str, &str)] = &[("/listPhase", "ready"), ("/logs", "all"), ("row", ROW)];

pub const ROWS: &[Row] = &[
    Row {
        name: "eth_getLogs of approvals",
        is: |request| is_call(request, "eth_getLogs"),
        good: || {
            let topics = json!([APPROVAL, format!("0x{}", word_of(ALICE)), format!("0x{}", word_of(EVE))]);
            rpc(
                json!([{"address": USDC, "topics": topics, "data": "0x01", "blockNumber": "0x1", "logIndex": "0x0"}]),
            )
        },
        page,
        walk: shown,
        seen: allowed,
        well: WELL,
        // whom to ask about is not found then; no one is shown whom the node has not named an amount for
        may: &[("/logs", &["refused", "part"]), ("/listPhase", &["failed"])],
        except: &[],
        again: Some(again),
    },
    Row {
        name: "eth_call allowance of approvals",
        is: |request| is_eth_call(request, "0xdd62ed3e"),
        good: || rpc(json!(format!("0x{:064x}", 250_000_000))),
        page,
        walk: shown,
        seen: allowed,
        well: &[("/listPhase", "ready"), ("/logs", "all"), ("row", ROW)],
        may: &[("/listPhase", &["failed"])],
        except: &[],
        again: Some(again),
    },
];
