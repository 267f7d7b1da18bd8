//! What the embedded wallet grants for a page, and what the page and its person see of it (7.39; docs/spec/services.md A10).

use super::email;
use super::peer::{Peer, log_in};
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;

const NOW_S: u64 = 1_700_000_000;

fn world(is_on: bool) -> World {
    let mut options = email::page_options();
    options["features"] = json!({ "smartSessions": is_on });
    let world = World::with(options, Default::default());
    world.served(|request| {
        request
            .url
            .contains("/v1/sessions/")
            .then(|| status(200, &json!({ "pcis": [session()] }).to_string()))
    });
    world.open("Connect");
    log_in(&world);
    let peer = Peer(&world);
    peer.ready();
    peer.answer("CONNECT_EMAIL", json!({ "action": "CONNECT" }));
    peer.user();
    world.dispatch(json!({ "type": "router.close", "reason": "success" }));
    world
}

fn session() -> Value {
    json!({ "pci": "0x12", "createdAt": NOW_S, "expiry": NOW_S + 9_999, "permissions": [], "policies": [], "project": {} })
}

fn asked() -> Value {
    json!({ "chainId": "0x539", "address": ALICE, "expiry": NOW_S + 3_600,
        "signer": { "type": "keys", "data": { "keys": [{ "type": "secp256k1", "publicKey": format!("0x{}", "02".repeat(33)) }] } },
        "permissions": [
            { "type": "contract-call", "data": { "address": BOB, "abi": [{ "type": "function", "name": "play", "inputs": [{ "name": "n", "type": "uint8" }] }],
                "functions": [{ "functionName": "play", "args": [{ "operator": "EQUAL", "value": "0x01" }], "valueLimit": "0x5" }] } },
            { "type": "erc20-recurring-allowance", "data": { "token": USDC, "allowance": "0xff", "start": 0, "period": 60 } },
        ],
        "policies": [{ "type": "call-limit", "data": { "count": 3 } }] })
}

/// As the demo's frame says it: whole, and in its own order.
fn granted() -> Value {
    let mut granted = asked();
    granted["permissions"][0]["data"]["functions"][0]["operation"] = json!("Call");
    granted["permissions"][0]["data"]["address"] = json!(BOB.to_lowercase());
    granted["context"] = json!("0x12");
    granted
}

fn ask(world: &World) -> Join {
    world.request("wallet_grantPermissions", json!([asked()]))
}

fn answer(world: &World, granted: Value) {
    let peer = Peer(world);
    let call = peer.requests("wallet_grantPermissions").pop().unwrap();
    peer.answer_to(&call, granted);
    world.run();
}

// req: 7.39
#[test]
fn shows_the_granted_session_and_returns_to_the_page() {
    let world = world(true);
    let granting = ask(&world);
    assert_eq!(world.view(), "ApproveTransaction");
    answer(&world, granted());
    assert_eq!(world.json(&granting), granted());
    assert_eq!((world.view().as_str(), world.is_open()), ("SmartSessionCreated", true));
    let created = world.slice("sessions")["created"].clone();
    assert_eq!([&created["until"], &created["account"]], [&json!("14 Nov 2023, 23:13"), &json!(ALICE)]);
    let kinds: Vec<&Value> = created["lines"].as_array().unwrap().iter().map(|line| &line["kind"]).collect();
    assert_eq!(kinds, [&json!("call"), &json!("spend")]);
    world.dispatch(json!({ "type": "sessions.done" }));
    assert!(!world.is_open(), "nobody had opened it but the request");
    let closed = world.host.details("wallet-close");
    assert_eq!(closed.last().unwrap()["reason"], "success");
    // over an open modal it leads back to what was there
    world.open("Account");
    ask(&world);
    answer(&world, granted());
    assert_eq!(world.view(), "SmartSessionCreated");
    world.dispatch(json!({ "type": "sessions.done" }));
    assert_eq!((world.view().as_str(), world.is_open()), ("Account", true));
}

// Each of these passes when one comparison is left out.
// req: 7.39
#[test]
fn rejects_a_grant_that_exceeds_the_request_or_has_expired() {
    let world = world(true);
    let cases: Vec<(&str, Value)> = vec![
        ("/expiry", json!(NOW_S + 3_601)),
        ("/expiry", json!(NOW_S)),
        ("/expiry", json!("soon")),
        ("/chainId", json!("0x1")),
        ("/chainId", Value::Null),
        ("/address", json!(BOB)),
        ("/address", Value::Null),
        ("/address", json!(ALICE.trim_start_matches("0x"))),
        ("/context", json!("")),
        ("/permissions", json!([])),
        ("/permissions", json!([{ "type": "everything", "data": {} }])),
        ("/permissions/0/data/address", json!(USDC)),
        ("/permissions/0/data/abi/0/inputs/0/type", json!("bytes")),
        ("/permissions/0/data/functions/0/functionName", json!("pay")),
        ("/permissions/0/data/functions/0/args", json!([])),
        ("/permissions/0/data/functions/0/args/0/operator", json!("LESS_THAN")),
        ("/permissions/0/data/functions/0/args/0/value", json!("0x02")),
        ("/permissions/0/data/functions/0/valueLimit", json!("0x6")),
        ("/permissions/0/data/functions/0/operation", json!("DelegateCall")),
        ("/permissions/1/data/allowance", json!("0x100")),
        ("/permissions/1/data/token", json!(BOB)),
        ("/permissions/1/data/period", json!(59)),
        ("/permissions/1/type", json!("native-token-recurring-allowance")),
        ("/policies", json!([])),
        ("/permissions", json!([asked()["permissions"][1], asked()["permissions"][1]])),
        (
            "/permissions",
            json!([asked()["permissions"][0], asked()["permissions"][1], asked()["permissions"][1]]),
        ),
    ];
    for (place, value) in cases {
        let refused = ask(&world);
        let mut given = granted();
        *given.pointer_mut(place).unwrap() = value.clone();
        answer(&world, given);
        assert_eq!(world.settled(&refused), Err(Error::GrantDiffers), "{place} {value}");
        assert!(!world.is_open(), "{place}");
        world.pass(5_000);
    }
    assert!(world.toasts().contains(&"Your wallet granted something different from the request".to_owned()));
    assert_eq!(world.slice("sessions")["created"], Value::Null);
    let less = ask(&world);
    let mut given = granted();
    given["expiry"] = json!(NOW_S + 999);
    given["permissions"] = json!([given["permissions"][1]]);
    given["permissions"][0]["data"]["allowance"] = json!("0x1");
    answer(&world, given);
    assert!(world.settled(&less).is_ok(), "less is no more");
}

// req: 7.39
#[test]
fn returns_a_grant_without_a_view_if_smart_sessions_are_off() {
    let world = world(false);
    let granting = ask(&world);
    answer(&world, granted());
    assert_eq!((world.json(&granting), world.is_open()), (granted(), false));
    let refused = ask(&world);
    let mut more = granted();
    more["expiry"] = json!(NOW_S + 9_999);
    answer(&world, more);
    assert_eq!(world.settled(&refused), Err(Error::GrantDiffers));
}

// req: 7.39
#[test]
fn shows_a_grant_after_the_next_pending_request() {
    let world = world(true);
    ask(&world);
    let second = world.request("personal_sign", json!(["0x00", ALICE]));
    answer(&world, granted());
    assert_eq!(world.view(), "ApproveTransaction", "the next one is decided");
    let peer = Peer(&world);
    let call = peer.requests("personal_sign").pop().unwrap();
    peer.refuse_to(&call, "User rejected the request");
    assert!(second.is_settled());
    assert_eq!((world.view().as_str(), world.is_open()), ("SmartSessionCreated", true));
    world.dispatch(json!({ "type": "sessions.done" }));
    assert!(!world.is_open());
}

// req: 7.39, 1.24
#[test]
fn reloads_a_loaded_session_list_after_a_grant_or_revocation() {
    let world = world(true);
    let lists = |world: &World| world.requests("/v1/sessions/").len();
    ask(&world);
    answer(&world, granted());
    world.dispatch(json!({ "type": "sessions.done" }));
    assert_eq!(lists(&world), 0, "nobody has looked at it");
    world.open("SmartSessionList");
    world.run();
    assert_eq!(lists(&world), 1);
    let revoked = world.request("wallet_revokePermissions", json!([{ "pci": "0x12" }]));
    let peer = Peer(&world);
    let call = peer.requests("wallet_revokePermissions").pop().unwrap();
    peer.answer_to(&call, json!(true));
    assert_eq!(world.json(&revoked), json!(true));
    world.run();
    assert!(lists(&world) >= 2);
    let before = lists(&world);
    ask(&world);
    answer(&world, granted());
    assert!(lists(&world) > before);
}

// req: 1.25
#[test]
fn returns_to_the_session_list_after_a_rejected_revocation() {
    let world = world(true);
    world.open("SmartSessionList");
    world.run();
    world.dispatch(json!({ "type": "sessions.show", "pci": "0x12" }));
    world.dispatch(json!({ "type": "sessions.revoke", "pci": "0x12" }));
    let left = world.dispatch(json!({ "type": "sessions.confirm", "pci": "0x12" }));
    assert_eq!(world.view(), "ApproveTransaction");
    let call = Peer(&world).requests("personal_sign").pop().unwrap();
    let text = format!("0x{}", alloy_primitives::hex::encode("Revoke smart session: 0x12"));
    assert_eq!(call["payload"]["params"], json!([text, ALICE]));
    Peer(&world).refuse_to(&call, "User rejected the request");
    assert!(world.settled(&left).is_err());
    assert_eq!(world.view(), "SmartSessionList");
    let row = world.slice("sessions")["months"][0]["rows"][0].clone();
    assert_eq!((row["revoking"].as_str(), row["lines"].is_array()), (Some("refused"), true));
}
