//! Login by email, from the address to the account, and what the account is asked then (docs/spec/embedded-frame.md section 5).

use super::peer::Peer;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::constants::FRAME_LOAD_MS;
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::frame::FrameEvent;

pub const EMAIL: &str = "ada@example.org";

/// The document of the last frame.
pub struct Site<'a>(pub &'a World);

impl Site<'_> {
    pub fn tell(&self, message: &Value) {
        let inside = self.0.frames.0.borrow().last().cloned().unwrap();
        inside.tell(FrameEvent::Message(message.to_string()));
        self.0.run();
    }

    /// What it was asked, oldest first.
    pub fn asked(&self) -> Vec<Value> {
        let inside = self.0.frames.0.borrow().last().cloned();
        let texts = inside.map(|inside| inside.received.borrow().clone()).unwrap_or_default();
        texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    pub fn names(&self) -> Vec<String> {
        self.asked()
            .iter()
            .map(|message| message["type"].as_str().unwrap().replace("@w3m-app/", ""))
            .collect()
    }

    pub fn count(&self, name: &str) -> usize {
        self.names().iter().filter(|asked| *asked == name).count()
    }

    /// The last call of this name.
    pub fn last(&self, name: &str) -> Value {
        let kind = format!("@w3m-app/{name}");
        self.asked()
            .into_iter()
            .rev()
            .find(|message| message["type"] == kind)
            .unwrap_or_else(|| panic!("no {name}"))
    }

    pub fn answer(&self, name: &str, payload: Value) {
        let id = self.last(name)["id"].clone();
        self.tell(&json!({ "type": format!("@w3m-frame/{name}_SUCCESS"), "id": id, "payload": payload }));
    }

    pub fn refuse(&self, name: &str, message: &str) {
        let id = self.last(name)["id"].clone();
        let payload = json!({ "message": message });
        self.tell(&json!({ "type": format!("@w3m-frame/{name}_ERROR"), "id": id, "payload": payload }));
    }

    /// From loading to the first call.
    pub fn ready(&self) {
        self.tell(&json!({ "type": "@w3m-frame/READY" }));
        self.0.pass(500);
        self.answer("SYNC_DAPP_DATA", Value::Null);
        self.answer("SYNC_THEME", Value::Null);
        self.answer("GET_SMART_ACCOUNT_ENABLED_NETWORKS", json!({ "smartAccountEnabledNetworks": [] }));
    }

    pub fn user(&self) {
        let accounts = json!([{ "address": ALICE, "type": "eoa" }]);
        self.answer(
            "GET_USER",
            json!({ "address": ALICE, "chainId": 1337, "email": EMAIL, "accounts": accounts }),
        );
    }
}

/// A page whose chain the embedded wallet serves, without services that a test would have to answer.
pub fn page() -> World {
    World::with(page_options(), Default::default())
}

pub fn page_options() -> Value {
    let mut options = options();
    options["authChains"] = json!(["eip155:1337", "eip155:1338"]);
    options
}

fn email(world: &World, email: &str) -> Join {
    world.dispatch(json!({ "type": "embedded.email", "email": email }))
}

fn code(world: &World, code: &str) -> Join {
    world.dispatch(json!({ "type": "embedded.code", "code": code }))
}

/// Someone who has logged in.
pub fn logged_in() -> World {
    let world = page();
    world.open("Connect");
    let site = Site(&world);
    email(&world, EMAIL);
    site.ready();
    site.answer("CONNECT_EMAIL", json!({ "action": "CONNECT" }));
    site.user();
    world.pass(2_000);
    assert_eq!(world.status(), "connected");
    world
}

fn login(world: &World) -> Value {
    world.slice("embedded")
}

// req: 1.4, 4.21
#[test]
fn connects_with_an_email_address_and_a_code() {
    let world = page();
    world.open("Connect");
    let site = Site(&world);
    assert!(world.frames.0.borrow().is_empty(), "the secure host is asked for nothing before");
    let asked = email(&world, "  ada@example.org ");
    assert_eq!(world.frames.0.borrow().len(), 1);
    assert_eq!(login(&world)["phase"], "sending");
    site.ready();
    assert_eq!(site.last("CONNECT_EMAIL")["payload"], json!({ "email": EMAIL }));
    site.answer("CONNECT_EMAIL", json!({ "action": "VERIFY_OTP" }));
    assert!(world.settled(&asked).is_ok());
    assert_eq!((world.view(), login(&world)["phase"].clone()), ("EmailVerifyOtp".into(), json!("code")));
    assert_eq!(world.status(), "disconnected", "nobody is connected before the code is right");

    let checked = code(&world, "123456");
    assert_eq!(login(&world)["phase"], "checking");
    assert_eq!(site.last("CONNECT_OTP")["payload"], json!({ "otp": "123456" }));
    site.answer("CONNECT_OTP", Value::Null);
    site.user();
    world.pass(2_000);
    assert!(world.settled(&checked).is_ok());
    assert_eq!(world.status(), "connected");
    assert_eq!(world.slice("account")["address"], ALICE);
    assert_eq!(world.record("connections").unwrap()["eip155"][0]["connectorId"], "ID_AUTH");
    assert_eq!(login(&world)["resendAt"], Value::Null, "the next login waits for nothing");
    let stored = format!("{:?}", world.storage.records.borrow());
    assert!(!stored.contains("123456"), "a code is kept nowhere");
    let state = format!("{}", login(&world));
    assert!(!state.contains("123456"));
}

// req: 1.4, 8.21
#[test]
fn settles_a_login_from_the_page_on_account_or_close() {
    let start =
        |world: &World, email: &str| world.dispatch(json!({ "type": "embedded.start", "email": email }));
    let world = page();
    let refused = start(&world, "ada");
    assert_eq!(world.settled(&refused), Err(Error::BadParams { field: "email".into() }));
    assert!(!world.is_open());
    let asked = |action: &str| {
        let world = page();
        let started = start(&world, EMAIL);
        assert_eq!((world.is_open(), world.view().as_str()), (true, "EmailLogin"));
        let site = Site(&world);
        site.ready();
        site.answer("CONNECT_EMAIL", json!({ "action": action }));
        (world, started)
    };
    let (world, started) = asked("VERIFY_OTP");
    assert_eq!(world.view(), "EmailVerifyOtp");
    assert!(!started.is_settled(), "the mail alone is no login");
    code(&world, "123456");
    Site(&world).answer("CONNECT_OTP", Value::Null);
    Site(&world).user();
    world.pass(2_000);
    assert_eq!(world.json(&started)["address"], ALICE);

    let (world, started) = asked("CONNECT");
    Site(&world).user();
    world.pass(2_000);
    assert_eq!(world.json(&started)["address"], ALICE, "a live session asks for no code");

    let (world, started) = asked("VERIFY_OTP");
    world.dispatch(json!({ "type": "router.close", "reason": "user" }));
    assert_eq!(world.settled(&started), Err(Error::ModalClosed));
    assert_eq!(world.status(), "disconnected");
}

// req: 4.21
#[test]
fn requires_the_link_first_on_a_new_device() {
    let world = page();
    world.open("Connect");
    let site = Site(&world);
    let asked = email(&world, EMAIL);
    site.ready();
    site.answer("CONNECT_EMAIL", json!({ "action": "VERIFY_DEVICE" }));
    assert_eq!(world.view(), "EmailVerifyDevice");
    assert_eq!(site.names().last().unwrap(), "CONNECT_DEVICE");
    site.answer("CONNECT_DEVICE", Value::Null);
    assert_eq!(world.view(), "EmailVerifyOtp");
    assert!(world.settled(&asked).is_ok());
}

// req: 4.20, 5.10, 5.11, 9.1
#[test]
fn delays_the_next_mail_and_rejects_an_invalid_address() {
    let world = page();
    world.open("Connect");
    let site = Site(&world);
    for wrong in ["", "ada", "ada@example"] {
        let refused = email(&world, wrong);
        assert_eq!(world.settled(&refused), Err(Error::BadParams { field: "email".into() }));
    }
    assert!(world.frames.0.borrow().is_empty());
    email(&world, EMAIL);
    site.ready();
    site.answer("CONNECT_EMAIL", json!({ "action": "VERIFY_OTP" }));
    let began = world.clock.now_ms();
    assert_eq!(world.settled(&email(&world, EMAIL)), Err(Error::EmailCooldown { seconds: 30 }));
    let resend_at = login(&world)["resendAt"].as_u64().unwrap();
    world.pass(resend_at - began - 1);
    assert_eq!(world.settled(&email(&world, EMAIL)), Err(Error::EmailCooldown { seconds: 1 }));
    assert_eq!(site.count("CONNECT_EMAIL"), 1);
    world.pass(1);
    email(&world, EMAIL);
    assert_eq!(site.count("CONNECT_EMAIL"), 2);
    site.answer("CONNECT_EMAIL", json!({ "action": "VERIFY_OTP" }));
    assert_eq!(world.view(), "EmailVerifyOtp", "another mail for the same view");
}

// req: 4.20
#[test]
fn shows_no_error_when_the_user_reopens_a_closed_login() {
    for is_coded in [false, true] {
        let world = page();
        world.open("Connect");
        let site = Site(&world);
        let asked = email(&world, EMAIL);
        site.ready();
        let asked = match is_coded {
            false => asked,
            true => {
                site.answer("CONNECT_EMAIL", json!({ "action": "VERIFY_OTP" }));
                code(&world, "123456")
            }
        };
        world.dispatch(json!({ "type": "router.close", "reason": "user" }));
        assert!(world.settled(&asked).is_err());
        world.open("Connect");
        assert_eq!(login(&world)["error"], Value::Null);
    }
}

// req: 4.24, 9.1
#[test]
fn starts_no_mail_delay_when_the_frame_never_loads() {
    let world = page();
    world.open("Connect");
    let asked = email(&world, EMAIL);
    world.pass(20_000);
    assert_eq!(world.settled(&asked), Err(Error::FrameNotLoaded));
    assert_eq!(world.record("last_email_login_time"), None);
    email(&world, EMAIL);
    let site = Site(&world);
    site.ready();
    site.answer("CONNECT_EMAIL", json!({ "action": "VERIFY_OTP" }));
    assert_eq!(world.view(), "EmailVerifyOtp", "the next try waits for nothing");
}

// req: 3.33, 9.1
#[test]
fn keeps_the_mail_delay_across_reloads_until_login() {
    let world = page();
    world.open("Connect");
    email(&world, EMAIL);
    let asked = world.clock.now_ms();
    assert_eq!(world.record("last_email_login_time"), Some(json!(asked)), "before the site has answered");
    let world = world.reload_with(page_options());
    world.open("Connect");
    let left = 30 - (world.clock.now_ms() - asked) / 1_000;
    assert_eq!(world.settled(&email(&world, EMAIL)), Err(Error::EmailCooldown { seconds: left }));
    world.pass(30_000);
    email(&world, EMAIL);
    let site = Site(&world);
    site.ready();
    site.answer("CONNECT_EMAIL", json!({ "action": "CONNECT" }));
    site.user();
    world.pass(2_000);
    assert_eq!((world.status(), world.record("last_email_login_time")), ("connected".into(), None));
}

// req: 4.34, 2.14
#[test]
fn refreshes_the_balance_and_closes_after_an_approval() {
    let world = logged_in();
    let site = Site(&world);
    let reads = || world.requests("/balance?").len();
    let before = reads();
    let sent = world.request("eth_sendTransaction", json!([{ "from": ALICE, "to": BOB, "value": "0x1" }]));
    Peer(&world).stands_on(1337);
    assert_eq!((world.view(), reads()), ("ApproveTransaction".into(), before));
    site.answer("RPC_REQUEST", json!(format!("0x{}", "ab".repeat(32))));
    world.pass(2_000);
    assert!(sent.is_settled());
    assert!(!world.is_open());
    assert!(reads() > before, "the balance is read again");
}

#[test]
fn shows_a_wrong_code_and_accepts_the_next_one() {
    let world = page();
    world.open("Connect");
    let site = Site(&world);
    email(&world, EMAIL);
    site.ready();
    site.answer("CONNECT_EMAIL", json!({ "action": "VERIFY_OTP" }));
    assert_eq!(world.settled(&code(&world, "12345")), Err(Error::BadParams { field: "code".into() }));
    assert_eq!(site.count("CONNECT_OTP"), 0);
    let wrong = code(&world, "000000");
    site.refuse("CONNECT_OTP", "Invalid code");
    assert!(world.settled(&wrong).is_err());
    assert_eq!((login(&world)["phase"].clone(), world.view()), (json!("code"), "EmailVerifyOtp".into()));
    assert_eq!(login(&world)["error"]["message"], "Invalid code");
    code(&world, "123456");
    assert_eq!(login(&world)["error"], Value::Null);
    site.answer("CONNECT_OTP", Value::Null);
    site.user();
    world.pass(2_000);
    assert_eq!(world.status(), "connected");
}

// req: 4.2
#[test]
fn restores_a_login_only_after_the_frame_confirms_it() {
    for is_there in [true, false] {
        let world = logged_in().reload_with(page_options());
        let site = Site(&world);
        world.pass(700);
        assert_eq!(world.frames.0.borrow().len(), 1, "a login is stored");
        assert_eq!(world.status(), "reconnecting");
        site.ready();
        site.answer("IS_CONNECTED", json!({ "isConnected": is_there }));
        if is_there {
            site.user();
        }
        world.run();
        assert_eq!(world.status(), if is_there { "connected" } else { "disconnected" });
    }
}

// req: 4.9
#[test]
fn signs_out_in_the_frame_when_disconnected_during_a_restore() {
    // before the frame is there, before its word of the session, before that of the user, and when it is late
    for stage in 0..4 {
        let world = logged_in().reload_with(page_options());
        let site = Site(&world);
        world.pass(700);
        if stage == 1 || stage == 2 {
            site.ready();
        }
        if stage == 2 {
            site.answer("IS_CONNECTED", json!({ "isConnected": true }));
        }
        if stage == 3 {
            world.pass(FRAME_LOAD_MS + 1_000);
        }
        let expected = if stage == 3 { "disconnected" } else { "reconnecting" };
        assert_eq!(world.status(), expected, "{stage}");
        let left = world.dispatch(json!({ "type": "accounts.disconnect", "namespace": "eip155" }));
        assert_eq!(world.status(), "disconnected", "{stage}: here at once");
        if stage == 0 {
            site.ready();
        }
        let is_told = site.names().iter().filter(|name| *name == "SIGN_OUT").count();
        assert_eq!(is_told, usize::from(stage != 3), "{stage}");
        world.pass(5_000);
        assert!(left.is_settled(), "{stage}");
        for stored in ["connected_namespaces", "frame:session_token", "frame:email"] {
            assert_eq!(world.record(stored), None, "{stage} {stored}");
        }
        if stage == 2 {
            site.user();
        }
        world.pass(5_000);
        assert_eq!(world.status(), "disconnected", "{stage}: and nothing brings it back");
    }
}

// req: 4.9, 9.14
#[test]
fn disconnects_without_waiting_for_the_frame() {
    let world = logged_in();
    let site = Site(&world);
    let left = world.dispatch(json!({ "type": "accounts.disconnect" }));
    assert_eq!(site.names().last().unwrap(), "SIGN_OUT");
    assert_eq!(world.status(), "disconnected", "here at once");
    world.pass(3_000);
    assert!(left.is_settled());
    assert_eq!(world.record("connected_namespaces"), None);
}

// req: 4.32, 6.3, 6.4, 6.6, 6.7, 6.13, 9.8
#[test]
fn forwards_only_allowed_methods_to_the_frame() {
    let world = logged_in();
    let site = Site(&world);
    let before = site.asked().len();
    for method in ["eth_sign", "admin_peers", "personal_sign ", "wallet_watchAsset"] {
        let refused = world.request(method, json!([ALICE, "0x00"]));
        world.run();
        assert_eq!(world.settled(&refused), Err(Error::MethodNotAllowed), "{method}");
        assert_eq!((site.asked().len(), world.is_open()), (before, true));
        assert_eq!(world.toasts().len(), 0);
        world.pass(299);
        assert_eq!(world.toasts().len(), 0, "not before the modal has come in");
        world.pass(1);
        assert_eq!(world.toasts(), ["Action not allowed"]);
        assert!(world.host.lines.borrow().iter().any(|line| line.contains("Method not allowed")));
        world.dispatch(json!({ "type": "router.close", "reason": "host" }));
        world.pass(5_000);
        world.host.events.borrow_mut().clear();
    }
}

fn shown(world: &World) -> bool {
    world.frames.0.borrow().last().unwrap().visible.get()
}

// req: 2.14, 4.33, 4.35
#[test]
fn opens_for_an_approval_and_closes_after_it() {
    let world = logged_in();
    let site = Site(&world);
    assert!(!world.is_open());
    let signed = world.request("personal_sign", json!(["0x68656c6c6f", ALICE]));
    let asked = site.last("RPC_REQUEST")["payload"].clone();
    assert_eq!((asked["method"].clone(), asked["chainId"].clone()), (json!("personal_sign"), json!(1337)));
    assert_eq!((world.view(), shown(&world)), ("ApproveTransaction".into(), true));
    site.refuse("RPC_REQUEST", "User rejected the request");
    assert_eq!(world.settled(&signed), Err(Error::SignatureDeclined));
    assert_eq!((world.is_open(), shown(&world)), (false, false));
}

#[test]
fn returns_to_the_previous_view_after_an_approval() {
    let world = logged_in();
    let site = Site(&world);
    world.open("AccountSettings");
    let signed = world.request("personal_sign", json!(["0x68656c6c6f", ALICE]));
    assert_eq!(world.view(), "ApproveTransaction");
    let signature = format!("0x{}", "11".repeat(65));
    site.answer("RPC_REQUEST", json!(signature));
    assert!(signed.is_settled());
    assert_eq!((world.view(), shown(&world)), ("AccountSettings".into(), false));
}

// req: 4.36
#[test]
fn rejects_all_pending_requests_on_close() {
    let world = logged_in();
    let site = Site(&world);
    let all: Vec<Join> =
        (1..4).map(|n| world.request("personal_sign", json!([format!("0x0{n}"), ALICE]))).collect();
    assert_eq!(site.count("RPC_REQUEST"), 1, "one at a time");
    world.dispatch(json!({ "type": "router.close", "reason": "user" }));
    for asked in &all {
        assert!(world.settled(asked).is_err());
    }
    assert_eq!((site.count("RPC_ABORT"), site.count("RPC_REQUEST")), (1, 1));
    assert_eq!((world.is_open(), shown(&world)), (false, false));
    let next = world.request("personal_sign", json!(["0x09", ALICE]));
    assert_eq!((site.count("RPC_REQUEST"), shown(&world)), (2, true), "a later one is asked");
    drop(next);
}

#[test]
fn decides_several_requests_one_after_another() {
    let world = logged_in();
    let site = Site(&world);
    let first = world.request("personal_sign", json!(["0x01", ALICE]));
    let second = world.request("personal_sign", json!(["0x02", ALICE]));
    site.answer("RPC_REQUEST", json!(format!("0x{}", "11".repeat(65))));
    assert!(first.is_settled() && !second.is_settled());
    assert_eq!(site.last("RPC_REQUEST")["payload"]["params"][0], "0x02");
    assert_eq!((world.view(), shown(&world)), ("ApproveTransaction".into(), true));
}
