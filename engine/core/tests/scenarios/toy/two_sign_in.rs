//! Two families that sign in, each by itself.

use super::two::{connect, options_of_both, page, shown, told, wallets};
use crate::support::sign_in::{cancel, phase, sign};
use crate::support::toy::ben;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::ports::provider::WalletEvent;

/// Asked by both families, signed in both.
fn signed_in() -> World {
    let world = page(Some(true));
    for id in ["dev.demo", "dev.toy"] {
        let joined = connect(&world, id);
        assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"), "{id}");
        let signed = sign(&world);
        assert!(world.settled(&signed).is_ok(), "{id}");
        world.pass(2_000);
        assert!(world.settled(&joined).is_ok(), "{id}");
    }
    world
}

// req: 4.38
#[test]
fn signs_in_and_out_per_namespace() {
    let world = signed_in();
    assert_eq!(told(&world, "wallet-connect"), [json!("eip155"), json!("toy")]);
    assert_eq!(world.host.details("wallet-sign-in").len(), 2);
    let left = world.dispatch(json!({"type": "accounts.disconnect", "namespace": "toy"}));
    assert!(world.settled(&left).is_ok());
    world.pass(2_000);
    let out: Vec<Value> =
        world.host.details("wallet-sign-out").iter().map(|told| told["chainId"].clone()).collect();
    assert_eq!(out, [json!("toy:one")]);
    let sessions = world.chain.siwx.sessions.borrow().clone();
    assert_eq!((sessions.len(), &sessions[0]["data"]["chainId"]), (1, &json!("eip155:1337")));
    let accounts = world.json(&world.request("eth_accounts", json!([])));
    assert_eq!(accounts, json!([ALICE.to_lowercase()]), "still connected");
}

// req: 4.38
#[test]
fn restores_both_signed_in_namespaces_after_a_reload() {
    let world = signed_in();
    let (storage, chain) = (world.storage.clone(), world.chain.clone());
    world.engine.destroy();
    let world = World::over(options_of_both(true), storage, chain);
    wallets(&world);
    world.pass(5_000);
    let mut all = told(&world, "wallet-connect");
    all.sort_by_key(ToString::to_string);
    assert_eq!(all, [json!("eip155"), json!("toy")]);
    assert!(!world.is_open());
    let accounts = world.json(&world.request("eth_accounts", json!([])));
    assert_eq!(accounts, json!([ALICE.to_lowercase()]));
    let signed = toy::request(&world, "toy_send", json!({"to": ben(), "units": "1"}));
    assert_eq!(world.json(&signed), json!(toy::ID));
}

// req: 4.40
#[test]
fn disconnects_only_the_namespace_whose_sign_in_is_cancelled() {
    let world = page(Some(true));
    let joined = connect(&world, "dev.demo");
    assert!(world.settled(&sign(&world)).is_ok());
    world.pass(2_000);
    assert!(world.settled(&joined).is_ok());
    connect(&world, "dev.toy");
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    let left = cancel(&world);
    world.pass(2_000);
    assert!(world.settled(&left).is_ok());
    assert_eq!(told(&world, "wallet-connect"), [json!("eip155")]);
    assert_eq!(shown(&world), "eip155:1337");
    assert_eq!(world.status(), "connected");
    assert_eq!(world.chain.siwx.count("revokeSession"), 0);
}

#[test]
fn keeps_a_sign_in_open_when_another_namespaces_wallet_locks() {
    let world = page(Some(false));
    connect(&world, "dev.toy");
    assert!(world.settled(&sign(&world)).is_ok());
    world.pass(2_000);
    connect(&world, "dev.demo");
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    assert_eq!(world.slice("signIn")["address"], ALICE);
    world.wallets.tell(1, &WalletEvent::Accounts(json!([])));
    world.pass(2_000);
    assert_eq!(world.chain.siwx.count("revokeSession"), 0, "the session of a locked wallet stays");
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    assert!(world.settled(&sign(&world)).is_ok());
    assert_eq!(world.host.details("wallet-sign-in").len(), 2);
}

// req: 4.38
#[test]
fn signs_out_an_inactive_namespace_after_a_reload() {
    let world = signed_in();
    let (storage, chain) = (world.storage.clone(), world.chain.clone());
    world.engine.destroy();
    chain.siwx.settings.set(Default::default());
    let world = World::over(options_of_both(true), storage, chain);
    wallets(&world);
    world.pass(5_000);
    let before = world.chain.siwx.count("revokeSession");
    let hidden = if shown(&world).as_str().unwrap().starts_with("toy") { "eip155" } else { "toy" };
    let left = world.dispatch(json!({"type": "accounts.disconnect", "namespace": hidden}));
    assert!(world.settled(&left).is_ok());
    world.pass(2_000);
    assert_eq!(world.chain.siwx.count("revokeSession"), before + 1);
    let sessions = world.chain.siwx.sessions.borrow().clone();
    assert_eq!(sessions.len(), 1);
    assert!(!sessions[0]["data"]["chainId"].as_str().unwrap().starts_with(hidden));
}
