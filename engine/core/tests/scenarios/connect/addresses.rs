//! SwitchAddress: of a wallet that gives several accounts the user chooses the current one.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::provider::WalletEvent;

/// A wallet with two accounts is connected; the view is open.
fn several() -> World {
    let world = World::new();
    world.holds(1, &[ALICE, BOB]);
    world.announce(1, "One", Some("dev.one"));
    world.connect("dev.one");
    world.open("ProfileWallets");
    world.dispatch(json!({"type": "router.push", "view": "SwitchAddress"}));
    world
}

fn choose(world: &World, address: &str) -> Join {
    world.dispatch(json!({"type": "profileWallets.choose", "namespace": "eip155", "address": address}))
}

fn current(world: &World) -> Value {
    world.slice("account")["address"].clone()
}

fn says(world: &World, accounts: &[&str]) -> Value {
    world.wallets.tell(1, &WalletEvent::Accounts(json!(accounts)));
    world.pass(2_000);
    current(world)
}

// req: 3.3, 3.5
#[test]
fn switches_to_the_chosen_account_without_a_wallet_request() {
    let world = several();
    assert_eq!(world.view(), "SwitchAddress");
    world.dispatch(json!({"type": "accounts.label", "address": BOB, "label": "Savings"}));
    assert_eq!(
        world.slice("profileWallets")["active"]["choice"],
        json!([{"address": ALICE, "short": "0xf3…b92266", "label": null},
            {"address": BOB, "short": "0x70…dc79C8", "label": "Savings"}])
    );
    let asked = world.wallets.count("wm_connect");
    assert!(world.settled(&choose(&world, BOB)).is_ok());
    assert_eq!((current(&world), world.view()), (json!(BOB), "ProfileWallets".into()));
    assert_eq!(world.slice("profileWallets")["active"]["choice"][0]["address"], BOB);
    assert_eq!(world.wallets.count("wm_connect"), asked);
    let accounts = world.request("eth_accounts", json!([]));
    assert_eq!(world.json(&accounts), json!([BOB.to_lowercase(), ALICE.to_lowercase()]));
}

// req: 3.3
#[test]
fn keeps_the_chosen_account_until_the_wallet_names_another() {
    let world = several();
    world.settled(&choose(&world, BOB)).unwrap();
    assert_eq!(says(&world, &[ALICE, BOB]), BOB);
    let third = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
    assert_eq!(says(&world, &[ALICE, third, BOB]), BOB);
    assert_eq!(says(&world, &[third, BOB]), third);
    // the user has gone back there, in the wallet
    assert_eq!(says(&world, &[ALICE, BOB]), ALICE);
    // chosen twice, what the wallet names is still what it named
    world.settled(&choose(&world, BOB)).unwrap();
    world.settled(&choose(&world, ALICE)).unwrap();
    world.settled(&choose(&world, BOB)).unwrap();
    assert_eq!(says(&world, &[ALICE, BOB]), BOB);
    assert_eq!(says(&world, &[ALICE]), ALICE);
    assert_eq!(world.slice("profileWallets")["active"]["choice"], json!([]));
}

// req: 3.5, 3.28
#[test]
fn restores_the_chosen_account_after_a_reload() {
    let world = several();
    world.settled(&choose(&world, BOB)).unwrap();
    let again = world.reload();
    again.holds(1, &[ALICE, BOB]);
    again.announce(1, "One", Some("dev.one"));
    again.pass(5_000);
    assert_eq!(current(&again), BOB);
}

#[test]
fn rejects_an_account_that_the_wallet_didnt_share() {
    let world = several();
    let stranger = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
    let bad = Err(Error::BadParams { field: "address".into() });
    assert_eq!(world.settled(&choose(&world, stranger)).map(|_| ()), bad);
    assert_eq!((current(&world), world.view()), (json!(ALICE), "SwitchAddress".into()));
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.pass(5_000);
    let gone = Err(Error::NoConnectorForConnection);
    assert_eq!(world.settled(&choose(&world, BOB)).map(|_| ()), gone);
}

#[test]
fn drops_a_prepared_send_when_the_account_changes() {
    let world = several();
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    world.open("Account");
    world.form("1", BOB);
    world.pass(4_000);
    world.dispatch(json!({"type": "send.review"}));
    world.pass(4_000);
    assert_eq!(world.slice("send")["preview"]["amount"], "1");
    world.settled(&choose(&world, BOB)).unwrap();
    world.pass(4_000);
    assert_eq!((current(&world), &world.slice("send")["preview"]), (json!(BOB), &Value::Null));
}
