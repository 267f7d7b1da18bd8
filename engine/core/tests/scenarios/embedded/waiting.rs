//! Pages that wait for one answer of their frame, of every kind of call, and what the answer is.

use super::peer::*;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::flow::Join;

/// A page that waits for one answer of its frame.
pub struct Waiting {
    pub world: World,
    /// What waits, without an end.
    pub asked: Vec<Join>,
    pub call: Value,
    /// The answer that counts.
    pub good: Value,
    /// Payloads that are no answer to this call.
    pub bad: Vec<Value>,
    /// That the answer has counted.
    pub then: fn(&World),
}

impl Waiting {
    fn of(
        world: World,
        asked: Vec<Join>,
        name: &str,
        good: Value,
        bad: Vec<Value>,
        then: fn(&World),
    ) -> Self {
        let call = Peer(&world).last(name);
        Self { world, asked, call, good, bad, then }
    }

    pub fn name(&self) -> String {
        self.call["type"].as_str().unwrap().replace("@w3m-app/", "")
    }
}

/// A page that has had another frame, which came again and again: its calls have their own ids.
fn worn() -> World {
    let world = page();
    let peer = Peer(&world);
    let first = log_in(&world);
    peer.ready();
    peer.tell(&json!({ "type": "@w3m-frame/READY" }));
    world.pass(500);
    peer.synced();
    peer.tell(&json!({ "type": "@w3m-frame/READY" }));
    assert!(first.is_settled());
    world.pass(30_000);
    world
}

fn connected(world: &World) {
    world.pass(2_000);
    assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connected", &json!(ALICE)));
}

/// Someone is asked who is there: the address is the only field without which there is no one.
fn no_user() -> Vec<Value> {
    let mut all = vec![json!({}), json!([]), json!("ada"), json!(null), json!(7), json!([user()])];
    for (field, value) in [
        ("address", json!(null)),
        ("address", json!("")),
        ("address", json!([ALICE])),
        ("address", json!({ "address": ALICE })),
        ("chainId", json!(null)),
        ("chainId", json!(0)),
        ("chainId", json!(-1)),
        ("chainId", json!(1.5)),
        ("chainId", json!("01337")),
        ("chainId", json!("+1337")),
        ("chainId", json!("0x539")),
        ("chainId", json!("eip155:")),
        ("chainId", json!("eip156:1337")),
        ("chainId", json!(true)),
    ] {
        let mut user = user();
        user[field] = value;
        all.push(user);
    }
    all
}

fn no_text(field: &str) -> Vec<Value> {
    let wrong = [json!(null), json!(""), json!(7), json!(true), json!(["a"]), json!({ "a": 1 })];
    let mut all: Vec<Value> = wrong.into_iter().map(|value| json!({ field: value })).collect();
    all.extend([json!({}), json!(null), json!([]), json!("x"), json!({ field.to_uppercase(): "x" })]);
    all
}

fn no_url(field: &str) -> Vec<Value> {
    let mut all = no_text(field);
    for url in [
        "javascript:alert(1)",
        "data:text/html,x",
        "http://a.example/",
        "//a.example",
        "https://u@a.example",
        "https://a.example/ x",
    ] {
        all.push(json!({ field: url }));
    }
    all
}

fn no_action(good: &[&str]) -> Vec<Value> {
    let mut all = no_text("action");
    for action in [
        "PAY",
        "connect",
        "CONNECT ",
        "VERIFY_OTP\0",
        "VERIFY_PRIMARY_OTP",
        "VERIFY_SECONDARY_OTP",
        "VERIFY_OTP",
        "toString",
    ] {
        if !good.contains(&action) {
            all.push(json!({ "action": action }));
        }
    }
    all
}

fn by_code(action: &str) -> (World, Join) {
    let world = worn();
    let asked = log_in(&world);
    Peer(&world).ready();
    Peer(&world).answer("CONNECT_EMAIL", json!({ "action": action }));
    (world, asked)
}

fn changing(steps: usize) -> (World, Vec<Join>) {
    let world = logged_in_at(worn());
    world.open("AccountSettings");
    let opened = world.dispatch(json!({ "type": "router.open", "view": "UpdateEmailWallet" }));
    assert!(world.settled(&opened).is_ok());
    let mut asked = vec![world.dispatch(json!({ "type": "embedded.update", "email": "eve@example.org" }))];
    let (names, answers) = (
        ["UPDATE_EMAIL", "UPDATE_EMAIL_PRIMARY_OTP"],
        [json!({ "action": "VERIFY_PRIMARY_OTP" }), Value::Null],
    );
    for (name, payload) in names.into_iter().zip(answers).take(steps) {
        Peer(&world).answer(name, payload);
        asked = vec![world.dispatch(json!({ "type": "embedded.updateCode", "code": "123456" }))];
    }
    (world, asked)
}

const EMAIL_ACTIONS: [&str; 3] = ["VERIFY_DEVICE", "VERIFY_OTP", "CONNECT"];
const UPDATE_ACTIONS: [&str; 2] = ["VERIFY_PRIMARY_OTP", "VERIFY_SECONDARY_OTP"];

/// Every kind of call, each pending.
pub fn all() -> Vec<Waiting> {
    let mut all = Vec::new();
    let mut add = |world, asked, name, good, bad, then: fn(&World)| {
        all.push(Waiting::of(world, asked, name, good, bad, then));
    };
    let (world, good) = (worn(), json!({ "action": "VERIFY_OTP" }));
    let asked = log_in(&world);
    Peer(&world).ready();
    add(world, vec![asked], "CONNECT_EMAIL", good, no_action(&EMAIL_ACTIONS), |world| {
        assert_eq!(world.view(), "EmailVerifyOtp");
    });
    let (world, asked) = by_code("VERIFY_DEVICE");
    add(world, vec![asked], "CONNECT_DEVICE", Value::Null, Vec::new(), |world| {
        assert_eq!(world.view(), "EmailVerifyOtp");
    });
    let (world, _) = by_code("VERIFY_OTP");
    let asked = world.dispatch(json!({ "type": "embedded.code", "code": "123456" }));
    add(world, vec![asked], "CONNECT_OTP", Value::Null, Vec::new(), |world| {
        Peer(world).user();
        connected(world);
    });
    let (world, asked) = by_code("CONNECT");
    add(world, vec![asked], "GET_USER", user(), no_user(), connected);
    let world = worn();
    let asked = social(&world, "google");
    Peer(&world).ready();
    let good = json!({ "uri": "https://accounts.example/authorize" });
    add(world, vec![asked], "GET_SOCIAL_REDIRECT_URI", good, no_url("uri"), |world| {
        let windows = world.popups.windows.borrow();
        assert_eq!(*windows[0].urls.borrow(), ["https://accounts.example/authorize"]);
    });
    let (world, asked) = in_window(worn());
    world.popups.windows.borrow()[0].tell(&result(&format!("{SECURE}/callback?code=1")));
    world.run();
    add(world, vec![asked], "CONNECT_SOCIAL", user(), no_user(), connected);
    let world = worn();
    let asked = world.dispatch(json!({ "type": "embedded.social", "provider": "farcaster" }));
    Peer(&world).ready();
    let good = json!({ "url": "https://farcaster.example/1" });
    add(world, vec![asked], "GET_FARCASTER_URI", good, no_url("url"), |world| {
        assert_eq!(world.slice("embedded")["url"], "https://farcaster.example/1");
    });
    let world = worn();
    let asked = world.dispatch(json!({ "type": "embedded.social", "provider": "farcaster" }));
    Peer(&world).ready();
    Peer(&world).answer("GET_FARCASTER_URI", json!({ "url": "https://farcaster.example/1" }));
    let good = json!({ "userName": "ada" });
    add(world, vec![asked], "CONNECT_FARCASTER", good, no_text("userName"), |world| {
        Peer(world).user();
        connected(world);
    });
    let world = logged_in_at(worn()).reload_with(super::email::page_options());
    world.pass(700);
    Peer(&world).ready();
    let mut bad = no_text("isConnected");
    bad.retain(|payload| payload["isConnected"] != json!(true));
    bad.push(json!({ "isConnected": "true" }));
    add(world, Vec::new(), "IS_CONNECTED", json!({ "isConnected": true }), bad, |world| {
        assert_eq!(world.status(), "reconnecting", "who is there is asked next");
        Peer(world).user();
        connected(world);
    });
    let (world, sent) = sending_at(worn());
    add(world, vec![sent], "RPC_REQUEST", json!(hash()), Vec::new(), |world| {
        assert_eq!(world.slice("transactions")["list"][0]["hash"], json!(hash()));
    });
    let world = logged_in_at(worn());
    let signed = world.request("personal_sign", json!(["0x68656c6c6f", ALICE]));
    add(world, vec![signed], "RPC_REQUEST", json!(format!("0x{}", "11".repeat(65))), Vec::new(), |world| {
        assert!(!world.is_open());
    });
    let world = logged_in_at(worn());
    let read = world.request("wallet_getCapabilities", json!([ALICE]));
    add(world, vec![read], "RPC_REQUEST", json!({}), Vec::new(), |_| {});
    let mut options = super::email::page_options();
    options["authChains"] = json!(["eip155:1337", "eip155:1338"]);
    let world = World::with(options, Default::default());
    world.open("Connect");
    let world = logged_in_at(world);
    let switched = world.dispatch(json!({ "type": "networks.switch", "network": "eip155:1338" }));
    let mut bad: Vec<Value> = no_user().into_iter().filter(|user| user["chainId"] != json!(1337)).collect();
    bad.retain(|user| {
        !user["chainId"].is_number() || user["chainId"].as_u64().is_none_or(|chain| chain == 0)
    });
    add(world, vec![switched], "SWITCH_NETWORK", json!({ "chainId": 1338 }), bad, |world| {
        Peer(world).stands_on(1338);
        assert_eq!(world.slice("state")["selectedNetworkId"], "eip155:1338");
    });
    let (world, asked) = changing(0);
    let good = json!({ "action": "VERIFY_PRIMARY_OTP" });
    add(world, asked, "UPDATE_EMAIL", good, no_action(&UPDATE_ACTIONS), |world| {
        assert_eq!(world.view(), "UpdateEmailPrimaryOtp");
    });
    let (world, asked) = changing(1);
    add(world, asked, "UPDATE_EMAIL_PRIMARY_OTP", Value::Null, Vec::new(), |world| {
        assert_eq!(world.view(), "UpdateEmailSecondaryOtp");
    });
    let (world, asked) = changing(2);
    let good = json!({ "newEmail": "eve@example.org" });
    add(world, asked, "UPDATE_EMAIL_SECONDARY_OTP", good, no_text("newEmail"), |world| {
        assert_eq!(world.slice("embedded")["login"]["email"], "eve@example.org");
    });
    let world = logged_in_at(worn());
    let asked = world.dispatch(json!({ "type": "embedded.accountType", "accountType": "smartAccount" }));
    let good = json!({ "address": BOB, "isDeployed": false });
    let mut bad = no_text("address");
    bad.push(json!({ "address": BOB }));
    bad.push(json!({ "address": BOB, "isDeployed": "no" }));
    add(world, vec![asked], "INIT_SMART_ACCOUNT", good, bad, |world| {
        assert_eq!(Peer(world).count("SET_PREFERRED_ACCOUNT"), 1);
    });
    let world = logged_in_at(worn());
    let asked = world.dispatch(json!({ "type": "embedded.accountType", "accountType": "smartAccount" }));
    Peer(&world).answer("INIT_SMART_ACCOUNT", json!({ "address": BOB, "isDeployed": false }));
    let good = json!({ "type": "smartAccount", "address": BOB });
    let mut bad = no_text("address");
    for kind in ["eoas", "stx", "payment", "SmartAccount", ""] {
        bad.push(json!({ "type": kind, "address": BOB }));
    }
    add(world, vec![asked], "SET_PREFERRED_ACCOUNT", good, bad, |world| {
        let mut user = user();
        (user["address"], user["preferredAccountType"]) = (json!(BOB), json!("smartAccount"));
        Peer(world).answer("GET_USER", user);
        assert_eq!(world.slice("account")["address"], BOB);
    });
    let world = worn();
    let asked = log_in(&world);
    let peer = Peer(&world);
    peer.tell(&json!({ "type": "@w3m-frame/READY" }));
    world.pass(500);
    add(world, vec![asked], "SYNC_DAPP_DATA", Value::Null, Vec::new(), |world| {
        assert_eq!(Peer(world).count("GET_SMART_ACCOUNT_ENABLED_NETWORKS"), 1);
    });
    all
}
