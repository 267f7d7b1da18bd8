//! What the embedded wallet says it holds counts before what the data service says (docs/spec/services.md A11).

use super::peer::*;
use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

const CAPABILITIES: &str = "wallet_getCapabilities";
const ASSETS: &str = "wallet_getAssets";

/// What a frame was asked about assets.
type Requests = Rc<RefCell<Vec<Value>>>;

/// A frame that says this to each question; nothing: it is silent.
fn answering(world: &World, says: impl Fn(&str) -> Option<(&'static str, Value)> + 'static) -> Requests {
    let asked = Requests::default();
    let all = asked.clone();
    world.frames.reflex(move |text| {
        let method = [CAPABILITIES, ASSETS].into_iter().find(|method| of_assets(text, method).is_some())?;
        let call = of_assets(text, method)?;
        all.borrow_mut().push(call["payload"].clone());
        // a text that isn't an answer is dropped: silence
        Some(says(method).map_or("{}".into(), |(word, payload)| frame_says(&call, word, &payload)))
    });
    asked
}

fn able() -> Value {
    json!({"0x539": {"assetDiscovery": {"supported": true}}})
}

fn list() -> Value {
    json!({"0x539": [
        {"address": "native", "balance": "0x1bc16d674ec80000", "type": "NATIVE", "metadata": {"name": "Ether", "symbol": "ETH", "decimals": 18}},
        {"address": USDC, "balance": "0xbebc20", "type": "ERC20", "metadata": {"name": "USD Coin", "symbol": "USDC", "decimals": 6, "price": 1}},
    ]})
}

fn truth(method: &str) -> Option<(&'static str, Value)> {
    Some(("SUCCESS", if method == ASSETS { list() } else { able() }))
}

fn methods(asked: &Requests) -> Vec<String> {
    asked.borrow().iter().map(|call| call["method"].as_str().unwrap().to_owned()).collect()
}

fn symbols(world: &World) -> Vec<String> {
    world.open("Account");
    let list = world.slice("tokens")["list"].clone();
    list.as_array().unwrap().iter().map(|item| item["symbol"].as_str().unwrap().to_owned()).collect()
}

fn refresh(world: &World) {
    world.pass(31_000);
    world.dispatch(json!({"type": "balances.refresh"}));
}

// req: 3.10
#[test]
fn reads_assets_from_the_frame_before_any_service() {
    let world = page();
    let asked = answering(&world, truth);
    let world = logged_in_at(world);
    assert_eq!(methods(&asked), [CAPABILITIES, ASSETS]);
    assert_eq!(asked.borrow()[0]["params"], json!([ALICE, ["0x539"]]));
    assert_eq!(asked.borrow()[1]["params"], json!([{"account": ALICE, "chainFilter": ["0x539"]}]));
    assert_eq!((asked.borrow()[1]["chainId"].clone(), world.requests("/balance?").len()), (json!(1337), 0));
    assert_eq!(symbols(&world), ["ETH", "USDC"]);
    assert_eq!(world.slice("account")["balance"]["amount"], "2.000");
    assert_eq!(world.slice("tokens")["list"][1]["value"], "12.5");
}

// req: 3.10
#[test]
fn falls_back_to_the_service_when_the_frame_lists_no_assets() {
    for answer in [
        json!({}),
        json!({"0x539": {}}),
        json!({"0x53a": {"assetDiscovery": {"supported": true}}}),
        json!("x"),
    ] {
        let world = page();
        let said = answer.clone();
        let asked = answering(&world, move |_| Some(("SUCCESS", said.clone())));
        let world = logged_in_at(world);
        assert_eq!(world.slice("account")["balance"]["amount"], "10.000", "{answer}");
        refresh(&world);
        assert_eq!(methods(&asked), [CAPABILITIES], "{answer}");
        assert_eq!(world.requests("/balance?").len(), 2);
    }
}

#[test]
fn asks_the_frame_for_capabilities_per_network() {
    let world = page();
    let asked = answering(&world, |_| Some(("SUCCESS", json!({}))));
    let world = logged_in_at(world);
    let peer = Peer(&world);
    let switched = world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"}));
    peer.answer("SWITCH_NETWORK", json!({"chainId": 1338}));
    peer.stands_on(1338);
    world.pass(1_000);
    assert!(switched.is_settled());
    let chains: Vec<Value> = asked.borrow().iter().map(|call| call["params"][1][0].clone()).collect();
    assert_eq!(chains, [json!("0x539"), json!("0x53a")]);
}

// A silence that counted as a no would leave the service for as long as the login lasts.
// req: 3.10
#[test]
fn asks_again_after_the_frame_was_silent_or_failed() {
    type Bad = fn(&str) -> Option<(&'static str, Value)>;
    let bad: [(&str, Bad); 3] = [
        ("silent", |_| None),
        ("silent about the list", |method| truth(method).filter(|_| method != ASSETS)),
        ("fails", |method| match method {
            ASSETS => Some(("ERROR", json!({"message": "Failed to fetch"}))),
            _ => truth(method),
        }),
    ];
    for (name, says) in bad {
        let world = page();
        let heals = Rc::new(Cell::new(false));
        let is_healed = heals.clone();
        let asked =
            answering(&world, move |method| if is_healed.get() { truth(method) } else { says(method) });
        let world = logged_in_at(world);
        world.pass(5_000);
        assert_eq!(world.slice("account")["balance"]["amount"], "10.000", "{name}: the service knows");
        assert_eq!(world.requests("/balance?").len(), 1, "{name}");
        heals.set(true);
        asked.borrow_mut().clear();
        refresh(&world);
        assert_eq!(methods(&asked), [CAPABILITIES, ASSETS], "{name}");
        assert_eq!(symbols(&world), ["ETH", "USDC"], "{name}");
    }
}

#[test]
fn gives_the_frame_five_seconds() {
    let world = page();
    answering(&world, |_| None);
    let world = logged_in_at(world);
    world.pass(2_999);
    assert_eq!(world.requests("/balance?").len(), 0, "two seconds were the moment of success");
    world.pass(1);
    assert_eq!(world.requests("/balance?").len(), 1);
}

#[test]
fn drops_assets_of_the_previous_account() {
    let world = page();
    let held: Rc<RefCell<Option<Value>>> = Rc::default();
    let first = held.clone();
    world.frames.reflex(move |text| {
        if let Some(call) = of_assets(text, ASSETS)
            && first.borrow().is_none()
        {
            *first.borrow_mut() = Some(call);
            return Some("{}".into());
        }
        let (method, call) =
            [CAPABILITIES, ASSETS].into_iter().find_map(|m| Some((m, of_assets(text, m)?)))?;
        let answer = if method == ASSETS { json!({"0x53a": []}) } else { json!({"0x0": able()["0x539"]}) };
        Some(frame_says(&call, "SUCCESS", &answer))
    });
    let world = logged_in_at(world);
    let peer = Peer(&world);
    drop(world.dispatch(json!({"type": "networks.switch", "network": "eip155:1338"})));
    peer.answer("SWITCH_NETWORK", json!({"chainId": 1338}));
    peer.stands_on(1338);
    world.pass(1_000);
    let call = held.borrow().clone().unwrap();
    peer.says(0, &frame_says(&call, "SUCCESS", &list()));
    world.pass(1_000);
    assert!(!symbols(&world).contains(&"USDC".to_owned()), "{:?}", symbols(&world));
}

// req: 3.10, 7.13
#[test]
fn refreshes_assets_every_ten_seconds_while_account_is_visible() {
    let world = page();
    let asked = answering(&world, truth);
    let world = logged_in_at(world);
    let times = || methods(&asked).iter().filter(|method| *method == ASSETS).count();
    world.open("Account");
    let before = times();
    world.pass(30_000);
    assert_eq!(times(), before + 3);
    world.dispatch(json!({"type": "router.push", "view": "AccountSettings"}));
    world.pass(30_000);
    assert_eq!(times(), before + 3, "nobody looks at it");
    world.dispatch(json!({"type": "router.back"}));
    let back = times();
    world.pass(10_000);
    assert_eq!(times(), back + 1);
    world.host.hidden.set(true);
    world.pass(60_000);
    assert_eq!(times(), back + 1, "nor at a page that is hidden");
    world.host.hidden.set(false);
    world.pass(10_000);
    assert_eq!(times(), back + 2);
    world.dispatch(json!({"type": "router.close"}));
    world.pass(60_000);
    assert_eq!(times(), back + 2);
    assert_eq!(world.requests("/balance?").len(), 0, "nobody else is");
}
