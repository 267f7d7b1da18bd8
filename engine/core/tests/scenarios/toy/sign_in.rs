//! Signing in, in another family than eip155: it says what is signed, and who verifies.

use crate::support::sign_in::{cancel, never_told_connected, phase, sign};
use crate::support::toy::*;
use crate::support::*;
use serde_json::json;

fn asked(required: bool) -> World {
    let world = page_that_signs_in(required);
    connect(&world);
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    world
}

// req: 4.37, 4.38, 10.34
#[test]
fn signs_in_with_the_namespaces_own_method() {
    let world = asked(false);
    let signed = sign(&world);
    assert!(world.settled(&signed).is_ok(), "{:?}", world.settled(&signed));
    let asked = world.wallets.last("toy_signMessage").unwrap();
    assert_eq!(asked["account"], anna());
    assert!(asked["message"].as_str().unwrap().contains(&anna()), "{asked}");
    assert_eq!(world.wallets.count("personal_sign"), 0);
    let told = world.host.details("wallet-sign-in");
    assert_eq!(
        (told.len(), &told[0]["chainId"], &told[0]["address"]),
        (1, &json!("toy:one"), &json!(anna()))
    );
}

// req: 4.39, 10.34
#[test]
fn rejects_a_signature_of_another_account() {
    let world = asked(false);
    but(&world, |method, _| (method == "toy_signMessage").then(|| ok(json!({"signed": "of somebody else"}))));
    let signed = sign(&world);
    assert!(world.settled(&signed).is_err());
    assert!(world.host.details("wallet-sign-in").is_empty());
    assert_eq!((phase(&world).as_str(), world.view().as_str()), ("ready", "SIWXSignMessage"));
    but(&world, |_, _| None);
    let signed = sign(&world);
    assert!(world.settled(&signed).is_ok(), "asked again");
}

// req: 8.15, 8.20
#[test]
fn shows_a_rejection_and_stays_ready() {
    let world = asked(false);
    but(&world, |method, _| (method == "toy_signMessage").then(|| refuse(4001, "no")));
    let signed = sign(&world);
    assert_eq!(world.settled(&signed).unwrap_err().to_string(), "Signature declined");
    assert_eq!(phase(&world), "ready");
}

// req: 4.40
#[test]
fn hides_the_account_and_disconnects_on_cancel_if_required() {
    let world = asked(true);
    never_told_connected(&world);
    let left = cancel(&world);
    world.pass(2_000);
    assert!(world.settled(&left).is_ok());
    assert_eq!(world.slice("account")["status"], "disconnected");
    never_told_connected(&world);
}

// req: 4.38
#[test]
fn connects_after_a_required_sign_in() {
    let world = asked(true);
    let signed = sign(&world);
    assert!(world.settled(&signed).is_ok());
    world.pass(2_000);
    let told = world.host.details("wallet-connect");
    assert_eq!((told.len(), &told[0]["namespace"]), (1, &json!("toy")));
    let left = world.dispatch(json!({"type": "accounts.disconnect"}));
    assert!(world.settled(&left).is_ok());
    world.pass(1_000);
    assert_eq!(world.chain.siwx.count("revokeSession"), 1, "signed out with it");
}

// req: 4.41
#[test]
fn keeps_the_account_after_an_optional_sign_in_is_cancelled() {
    let world = asked(false);
    let left = cancel(&world);
    assert!(world.settled(&left).is_ok());
    assert_eq!(world.slice("account")["status"], "connected");
    assert!(!world.is_open());
}
