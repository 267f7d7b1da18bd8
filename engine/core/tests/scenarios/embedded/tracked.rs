//! What is tracked of a login (docs/spec/public-api.md section 6), and what of its frame's faults is reported (docs/spec/services.md A6).

use super::email::{EMAIL, Site, page, page_options};
use super::smart;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::constants::FRAME_LOAD_MS;

const OF_CODES: [&str; 4] = [
    "DEVICE_REGISTERED_FOR_EMAIL",
    "EMAIL_VERIFICATION_CODE_SENT",
    "EMAIL_VERIFICATION_CODE_PASS",
    "EMAIL_VERIFICATION_CODE_FAIL",
];

fn times(world: &World) -> [usize; 4] {
    OF_CODES.map(|event| world.tracked(event).len())
}

// req: 7.46
#[test]
fn tracks_device_verification_and_code_results() {
    let world = page();
    world.open("Connect");
    let site = Site(&world);
    world.dispatch(json!({ "type": "embedded.email", "email": EMAIL }));
    site.ready();
    site.answer("CONNECT_EMAIL", json!({ "action": "VERIFY_DEVICE" }));
    assert_eq!(times(&world), [0, 0, 0, 0]);
    site.answer("CONNECT_DEVICE", Value::Null);
    assert_eq!(times(&world), [1, 1, 0, 0]);
    world.dispatch(json!({ "type": "embedded.code", "code": "000000" }));
    site.refuse("CONNECT_OTP", "Invalid code");
    assert_eq!(times(&world), [1, 1, 0, 1]);
    let failed = world.tracked(OF_CODES[3]);
    assert_eq!(failed[0]["properties"], json!({ "message": "Invalid code" }));
    world.dispatch(json!({ "type": "embedded.code", "code": "123456" }));
    site.answer("CONNECT_OTP", Value::Null);
    assert_eq!(times(&world), [1, 1, 1, 1]);
    let said = world.host.details("wallet-track");
    assert!(!json!(said).to_string().contains("123456"), "a code is told to nobody");
}

// req: 7.46
#[test]
fn tracks_the_upgrade_and_the_chosen_account_type() {
    let world = smart::logged_in(&[1337], "smartAccount");
    world.open("Account");
    world.dispatch(json!({ "type": "router.push", "view": "UpgradeEmailWallet" }));
    assert_eq!(world.tracked("EMAIL_UPGRADE_FROM_MODAL").len(), 1);
    let site = Site(&world);
    let chosen = || world.tracked("SET_PREFERRED_ACCOUNT_TYPE");
    world.dispatch(json!({ "type": "embedded.accountType", "accountType": "eoa" }));
    site.refuse("SET_PREFERRED_ACCOUNT", "not now");
    assert_eq!(chosen(), Vec::<Value>::new(), "nothing was changed");
    site.answer("SET_PREFERRED_ACCOUNT", json!({ "type": "eoa", "address": ALICE }));
    site.answer("GET_USER", smart::user("eoa"));
    world.dispatch(json!({ "type": "embedded.accountType", "accountType": "smartAccount" }));
    site.answer("INIT_SMART_ACCOUNT", json!({ "address": BOB, "isDeployed": false }));
    site.answer("SET_PREFERRED_ACCOUNT", json!({ "type": "smartAccount", "address": BOB }));
    site.answer("GET_USER", smart::user("smartAccount"));
    let about: Vec<Value> = chosen().into_iter().map(|event| event["properties"].clone()).collect();
    assert_eq!(about, [json!({ "accountType": "smartAccount", "network": "eip155:1337" })]);
}

// req: 7.34, 8.34
#[test]
fn reports_a_missing_frame_only_with_consent() {
    for consents in [true, false] {
        let mut options = page_options();
        options["features"] = json!({ "analytics": consents });
        let world = World::with(options, Default::default());
        world.open("Connect");
        world.dispatch(json!({ "type": "embedded.email", "email": EMAIL }));
        world.pass(FRAME_LOAD_MS);
        assert_eq!(world.alerts(), ["iframe_load_failed"]);
        let reports = world.requests("http://localhost:4003/e?");
        assert_eq!(reports.len(), usize::from(consents));
        for report in reports {
            let body: Value = serde_json::from_str(&report.body.unwrap().text).unwrap();
            let props = &body["props"];
            assert_eq!(
                (&props["event"], &props["errorMessage"]),
                (&json!("SECURE_SITE_ERROR"), &json!("iframe_load_failed"))
            );
        }
    }
}
