//! Signing in by the same step as logging in to the embedded wallet (docs/spec/embedded-frame.md section 4, siwxMessage).

use super::email::{EMAIL, Site, page_options};
use crate::support::sign_in::*;
use crate::support::*;
use serde_json::{Value, json};

/// A page with sign-in whose visitor has given an address, and whose frame waits to be asked who is there.
fn asked_who(required: bool) -> World {
    let mut options = page_options();
    options["siwx"] = json!(true);
    let world = World::with(options, Default::default());
    let mut settings = world.chain.siwx.settings.get();
    settings.required = required;
    world.chain.siwx.settings.set(settings);
    world.open("Connect");
    world.dispatch(json!({ "type": "embedded.email", "email": EMAIL }));
    let site = Site(&world);
    site.ready();
    site.answer("CONNECT_EMAIL", json!({ "action": "CONNECT" }));
    world
}

/// The message as the frame fills it in.
fn filled(world: &World) -> String {
    let message = Site(world).last("GET_USER")["payload"]["siwxMessage"].clone();
    let text = |name: &str| message[name].as_str().unwrap().to_string();
    assert_eq!(text("accountAddress"), "<<AccountAddress>>");
    format!(
        "{} wants you to sign in with your Ethereum account:\n{ALICE}\n\n\nURI: {}\nVersion: {}\nChain ID: 1337\nNonce: {}\nIssued At: {}",
        text("domain"),
        text("uri"),
        text("version"),
        text("nonce"),
        text("issuedAt")
    )
}

fn answer(world: &World, message: &str, signature: &str) {
    let accounts = json!([{ "address": ALICE, "type": "eoa" }]);
    Site(world).answer(
        "GET_USER",
        json!({ "address": ALICE, "chainId": 1337, "email": EMAIL, "accounts": accounts, "message": message, "signature": signature }),
    );
    world.pass(3_000);
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

fn stored(world: &World) -> Vec<Value> {
    world.chain.siwx.sessions.borrow().clone()
}

// req: 1.26, 10.34
#[test]
fn signs_in_with_the_same_step_as_the_login() {
    let world = asked_who(true);
    let message = filled(&world);
    let signature = signature(&ALICES_KEY, &json!([format!("0x{}", hex(&message)), ALICE]));
    answer(&world, &message, &signature);
    assert_eq!(world.status(), "connected");
    assert_eq!(stored(&world).len(), 1);
    assert_eq!(stored(&world)[0]["message"], message);
    assert_eq!(stored(&world)[0]["data"]["accountAddress"], ALICE);
    assert_eq!(world.host.details("wallet-sign-in").len(), 1);
    assert_eq!(Site(&world).count("RPC_REQUEST"), 0, "nobody is asked a second time");
    assert!(!world.is_open());
}

// req: 10.34, 4.37
#[test]
fn asks_for_a_signature_when_the_frames_sign_in_is_invalid() {
    type Change = fn(String) -> String;
    let changes: [(&str, Change, bool); 4] = [
        ("another domain", |text| text.replace("app.example", "evil.example"), true),
        ("another nonce", |text| text.replace("Nonce: ", "Nonce: 9"), true),
        ("more than was asked", |text| text + "\nRequest ID: 7", true),
        ("somebody else", |text| text, false),
    ];
    for (what, change, by_alice) in changes {
        let world = asked_who(true);
        let message = change(filled(&world));
        let signature = if by_alice {
            signature(&ALICES_KEY, &json!([format!("0x{}", hex(&message)), ALICE]))
        } else {
            format!("0x{}1b", "11".repeat(64))
        };
        answer(&world, &message, &signature);
        assert_eq!(stored(&world), Vec::<Value>::new(), "{what}");
        assert_ne!(world.status(), "connected", "{what}: required, so nobody is connected without it");
        assert_eq!(world.view(), "SIWXSignMessage", "{what}");
    }
}

// req: 4.41
#[test]
fn sends_no_sign_in_message_if_sign_in_is_off() {
    let world = super::email::page();
    world.open("Connect");
    world.dispatch(json!({ "type": "embedded.email", "email": EMAIL }));
    let site = Site(&world);
    site.ready();
    site.answer("CONNECT_EMAIL", json!({ "action": "CONNECT" }));
    assert_eq!(site.last("GET_USER")["payload"].get("siwxMessage"), None);
}
