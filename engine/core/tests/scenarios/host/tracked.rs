//! What is tracked of an account's everyday: activity, send, swap (docs/spec/public-api.md section 6).

use crate::support::*;
use serde_json::{Value, json};

fn times(world: &World, events: &[&str]) -> Vec<usize> {
    events.iter().map(|event| world.tracked(event).len()).collect()
}

const OF_SEND: [&str; 5] = ["OPEN_SEND", "SEND_INITIATED", "SEND_SUCCESS", "SEND_REJECTED", "SEND_ERROR"];

// req: 7.46
#[test]
fn tracks_a_send_from_form_to_result() {
    let world = previewed();
    assert_eq!(times(&world, &OF_SEND), [1, 0, 0, 0, 0]);
    world.but(1, |method, _| (method == "eth_sendTransaction").then(|| refuse(4001, "no")));
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(1_000);
    assert_eq!(times(&world, &OF_SEND), [1, 1, 0, 1, 0]);
    world.but(1, |method, _| (method == "eth_sendTransaction").then(|| refuse(-32602, "invalid gas")));
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(1_000);
    assert_eq!(times(&world, &OF_SEND), [1, 2, 0, 1, 1]);
    world.willing(1);
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(1_000);
    assert_eq!(times(&world, &OF_SEND), [1, 3, 1, 1, 1]);
    assert_eq!(world.tracked("SEND_SUCCESS")[0]["properties"]["hash"], hash());
}

// req: 7.46
#[test]
fn tracks_history_views_pages_and_failures() {
    let events = ["CLICK_TRANSACTIONS", "LOAD_MORE_TRANSACTIONS", "ERROR_FETCH_TRANSACTIONS"];
    let world = World::with_chain(|chain| {
        *chain.history.borrow_mut() = vec![("", json!({"data": [], "next": "p2"}))];
    });
    world.open("Account");
    assert_eq!(times(&world, &events), [0, 0, 0]);
    world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
    assert_eq!(times(&world, &events), [1, 0, 0]);
    world.dispatch(json!({"type": "router.push", "view": "Activity"}));
    assert_eq!(times(&world, &events), [2, 0, 0]);
    world.chain.history_status.set(500);
    world.dispatch(json!({"type": "activity.more"}));
    assert_eq!(times(&world, &events), [2, 1, 1]);
}

// req: 7.46
#[test]
fn tracks_the_way_to_networks_that_allow_swaps() {
    let (world, _market) = World::at_market();
    world.swap_form("native", "USDC", "1");
    world.dispatch(json!({"type": "swap.select", "side": "toToken"}));
    world.dispatch(json!({"type": "router.back"}));
    world.wanders(1338);
    assert_eq!((world.view().as_str(), &world.slice("swap")["check"]), ("Swap", &json!("unsupported")));
    world.dispatch(json!({"type": "swap.network"}));
    assert_eq!(world.view(), "Networks");
    let events = ["OPEN_SWAP", "CLICK_SELECT_TOKEN_TO_SWAP", "CLICK_SELECT_NETWORK_TO_SWAP"];
    assert_eq!(times(&world, &events), [1, 1, 1]);
    assert_eq!(world.tracked("CLICK_SELECT_NETWORK_TO_SWAP")[0]["properties"], json!({}));
    world.dispatch(json!({"type": "router.back"}));
    assert_ne!(world.slice("router")["view"], Value::Null);
}
