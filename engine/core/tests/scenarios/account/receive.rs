//! Receive: the address, its QR code, and the networks on which it is valid (2.22).

use crate::embedded::email::logged_in as by_email;
use crate::support::*;
use serde_json::{Value, json};

fn receive(world: &World) -> Value {
    world.slice("receive")
}

fn chains(world: &World) -> Vec<String> {
    let all = receive(world)["networks"].clone();
    all.as_array().unwrap().iter().map(|one| one["caipNetworkId"].as_str().unwrap().to_owned()).collect()
}

// req: 2.22
#[test]
fn shows_address_qr_code_and_networks_with_the_active_one_first() {
    let world = World::connected();
    world.open("Receive");
    assert_eq!((world.view().as_str(), &receive(&world)["address"]), ("Receive", &json!(ALICE)));
    let code = wallet_engine::qr::encode(ALICE).unwrap();
    assert_eq!(receive(&world)["qr"], json!({ "size": code.size, "path": code.path }), "the plain address");
    assert_eq!(
        (chains(&world), receive(&world)["only"].clone()),
        (vec!["eip155:1337".into(), "eip155:1338".into()], json!(false))
    );
    world.dispatch(json!({ "type": "networks.choose", "network": "eip155:1338" }));
    world.pass(2_000);
    assert_eq!(chains(&world), ["eip155:1338", "eip155:1337"]);
    world.open("Account");
    world.dispatch(json!({ "type": "router.push", "view": "Receive" }));
    world.dispatch(json!({ "type": "router.push", "view": "CompatibleNetworks" }));
    world.run();
    assert_eq!(world.view(), "CompatibleNetworks");
    for view in ["Receive", "Account"] {
        world.dispatch(json!({ "type": "router.back" }));
        world.run();
        assert_eq!(world.view(), view);
    }
}

// req: 2.22
#[test]
fn shows_the_new_account_and_closes_without_one() {
    let world = World::connected();
    world.open("Receive");
    world.holds(1, &[BOB]);
    world.wallets.tell(1, &wallet_engine::ports::provider::WalletEvent::Accounts(json!([BOB])));
    world.pass(1_000);
    assert_eq!(receive(&world)["address"], BOB);
    world.dispatch(json!({ "type": "accounts.disconnect" }));
    world.pass(3_000);
    assert_eq!(
        receive(&world),
        json!({ "address": null, "generic": null, "qr": null, "networks": [], "only": false })
    );
    assert!(!world.is_open() || world.view() != "Receive");
    let refused = world.dispatch(json!({ "type": "router.push", "view": "Receive" }));
    assert!(world.settled(&refused).is_err());
}

// req: 2.34
#[test]
fn lists_enabled_actions_in_the_pages_order() {
    let actions = |features: Value| {
        let mut options = options();
        options["features"] = features;
        let world = World::with(options, Default::default());
        world.join();
        world.slice("account")["actions"].clone()
    };
    assert_eq!(actions(json!({})), json!(["onramp", "receive", "send"]));
    assert_eq!(actions(json!({ "walletFeaturesOrder": ["send", "receive"] })), json!(["send", "receive"]));
    assert_eq!(actions(json!({ "receive": false })), json!(["onramp", "send"]));
    assert_eq!(actions(json!({ "send": false })), json!(["onramp", "receive"]));
}

// req: 2.22
#[test]
fn offers_a_smart_account_on_its_own_network_only() {
    let world = by_email();
    world.open("Receive");
    assert_eq!(chains(&world).len(), 2, "a plain account");
    let world = crate::embedded::smart::logged_in(&[1337], "smartAccount");
    world.open("Receive");
    assert_eq!((chains(&world), receive(&world)["only"].clone()), (vec!["eip155:1337".into()], json!(true)));
}
