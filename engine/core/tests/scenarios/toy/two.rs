//! Two families at once: the page shows one of them, and what concerns the other goes on.

use crate::support::sign_in::{ALICES_KEY, signature};
use crate::support::toy::anna;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::flow::Join;
use wallet_engine::ports::siwx::SiwxSettings;

/// The wallet of eip155; that of the toy family is 1.
const DEMO: u32 = 2;

fn options_of_both(signs_in: bool) -> Value {
    let mut both = options();
    let others = toy::options()["networks"].as_array().unwrap().clone();
    both["networks"].as_array_mut().unwrap().extend(others);
    if signs_in {
        both["siwx"] = json!({});
    }
    both
}

fn wallets(world: &World) {
    let node = toy::Node {
        units: std::rc::Rc::new(std::cell::Cell::new(10_000_000)),
        state: std::rc::Rc::new(std::cell::Cell::new("done")),
        sent: std::rc::Rc::default(),
    };
    toy::serve(world, &node);
    toy::but(world, |_, _| None);
    toy::announce(world);
    world.but(DEMO, |method, params| {
        (method == "personal_sign").then(|| ok(json!(signature(&ALICES_KEY, params))))
    });
    world.announce(DEMO, "Demo Wallet", Some("dev.demo"));
}

/// A page of both; `required` of a sign-in, where there is one.
fn page(required: Option<bool>) -> World {
    let chain = Chain::default();
    let required_now = required.unwrap_or_default();
    chain.siwx.settings.set(SiwxSettings { required: required_now, ..SiwxSettings::default() });
    let world = World::over(options_of_both(required.is_some()), Default::default(), chain);
    wallets(&world);
    world
}

fn connect(world: &World, id: &str) -> Join {
    let connected = world.dispatch(json!({"type": "connect.start", "connectorId": id}));
    world.celebrated();
    connected
}

/// Both are connected; the page shows the second.
fn connected() -> World {
    let world = page(None);
    for id in ["dev.demo", "dev.toy"] {
        let joined = connect(&world, id);
        assert!(world.settled(&joined).is_ok(), "{id}");
    }
    world
}

fn shown(world: &World) -> Value {
    world.slice("networks")["active"]["caipNetworkId"].clone()
}

fn told(world: &World, name: &str) -> Vec<Value> {
    world.host.details(name).iter().map(|told| told["namespace"].clone()).collect()
}

#[test]
fn a_wallet_that_names_no_chain_takes_the_page_to_its_family() {
    let world = connected();
    assert_eq!(shown(&world), "toy:one");
    assert_eq!(world.slice("account")["address"], json!(anna()));
    assert_eq!(told(&world, "wallet-connect"), [json!("eip155"), json!("toy")]);
    // alone on a page whose default is of another family
    let world = page(None);
    let joined = connect(&world, "dev.toy");
    assert!(world.settled(&joined).is_ok());
    assert_eq!((shown(&world), world.status().as_str()), (json!("toy:one"), "connected"));
}
