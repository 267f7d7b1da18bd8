//! What the wallet itself has granted: execution permissions under both their names, and what the page may do (10.37).

use crate::paired::Paired;
use crate::paired::wallet::Wallet as Phone;
use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::provider::WalletEvent;

const NOW_S: u64 = 1_700_000_000;

/// What a wallet has granted, and what it was asked.
#[derive(Default)]
struct Granting {
    grants: RefCell<Vec<Value>>,
    able: RefCell<Vec<Value>>,
    /// It knows the older name only.
    is_old: Cell<bool>,
    /// It takes nothing back, whatever it says.
    keeps: Cell<bool>,
    asked: RefCell<Vec<(String, Value)>>,
    /// Answers instead of its own.
    says: RefCell<Vec<(&'static str, Value)>>,
    /// Methods that are refused, with a code.
    refuses: RefCell<Vec<(&'static str, i64)>>,
}

fn grant(context: &str) -> Value {
    json!({"chainId": "0x539", "from": ALICE.to_lowercase(), "to": BOB, "context": context,
        "permission": {"type": "erc20-token-periodic", "isAdjustmentAllowed": false,
            "data": {"tokenAddress": USDC, "periodAmount": "0xee6b280", "periodDuration": 604_800, "startTime": NOW_S}},
        "rules": [{"type": "expiry", "data": {"timestamp": NOW_S + 3_600}}]})
}

fn accounts() -> Value {
    json!({"parentCapability": "eth_accounts", "invoker": "https://app.example",
        "caveats": [{"type": "restrictReturnedAccounts", "value": [ALICE, BOB]}]})
}

fn granting() -> (World, Rc<Granting>) {
    let (world, wallet) = (World::connected(), Rc::new(Granting::default()));
    *wallet.grants.borrow_mut() = vec![grant("0x01"), grant("0x02")];
    *wallet.able.borrow_mut() = vec![accounts(), json!({"parentCapability": "endowment:permitted-chains"})];
    world.chain.contract.borrow_mut().push(("0x313ce567", json!(format!("0x{:064x}", 6))));
    let serves = wallet.clone();
    world.but(1, move |method, params| serves.answer(method, params));
    (world, wallet)
}

impl Granting {
    fn answer(&self, method: &str, params: &Value) -> Option<Answer> {
        if !method.contains("Permission") {
            return None;
        }
        self.asked.borrow_mut().push((method.into(), params.clone()));
        if let Some((_, code)) = self.refuses.borrow().iter().find(|(of, _)| *of == method) {
            return Some(refuse(*code, "no"));
        }
        if let Some((_, says)) = self.says.borrow().iter().find(|(of, _)| *of == method) {
            return Some(ok(says.clone()));
        }
        let take = |list: &RefCell<Vec<Value>>, name: &str, value: &Value| {
            if !self.keeps.get() {
                list.borrow_mut().retain(|one| one[name] != *value);
            }
        };
        Some(match method {
            "wallet_getGrantedExecutionPermissions" => ok(json!(*self.grants.borrow())),
            "wallet_getPermissions" => ok(json!(*self.able.borrow())),
            "wallet_revokeExecutionPermission" if self.is_old.get() => refuse(-32601, "no such method"),
            "wallet_revokeExecutionPermission" => {
                take(&self.grants, "context", &params["permissionContext"]);
                ok(json!(null))
            }
            "wallet_revokePermissions" => {
                take(&self.grants, "context", &params[0]["permissionsContext"]);
                for name in params[0].as_object().unwrap().keys() {
                    take(&self.able, "parentCapability", &json!(name));
                }
                ok(json!(true))
            }
            _ => refuse(4200, "unsupported"),
        })
    }

    fn count(&self, method: &str) -> usize {
        self.asked.borrow().iter().filter(|(of, _)| of == method).count()
    }
}

fn slice(world: &World) -> Value {
    world.slice("permissions")
}

fn look(world: &World) {
    world.open("Permissions");
    world.pass(1_000);
}

fn id(world: &World, list: &str, at: usize) -> Value {
    slice(world)[list][at]["id"].clone()
}

fn revoke(world: &World, id: &Value) -> Join {
    let asked = world.dispatch(json!({"type": "permissions.revoke", "id": id}));
    assert!(world.settled(&asked).is_ok());
    world.dispatch(json!({"type": "permissions.confirm", "id": id}))
}

// req: 10.37
#[test]
fn describes_the_wallets_grants_with_recipient_and_expiry() {
    let (world, wallet) = granting();
    assert_eq!(wallet.asked.borrow().len(), 0, "nobody has looked");
    look(&world);
    let first = slice(&world)["grants"][0].clone();
    assert_eq!(
        [&first["to"], &first["until"], &first["line"]["amount"], &first["line"]["every"]["unit"]],
        [&json!(BOB), &json!("14 Nov 2023, 23:13"), &json!("250"), &json!("week")]
    );
    let sites = slice(&world)["sites"].clone();
    assert_eq!(
        [&sites[0]["isAccounts"], &sites[0]["accounts"], &sites[1]["name"]],
        [&json!(true), &json!(2), &json!("endowment:permitted-chains")]
    );
}

// req: 10.37
#[test]
fn revokes_by_the_newer_method_or_falls_back() {
    let (world, wallet) = granting();
    look(&world);
    let done = revoke(&world, &id(&world, "grants", 0));
    assert!(world.settled(&done).is_ok());
    assert_eq!(
        wallet.asked.borrow()[2],
        ("wallet_revokeExecutionPermission".into(), json!({"permissionContext": "0x01"}))
    );
    assert_eq!(
        (slice(&world)["grants"].as_array().unwrap().len(), wallet.count("wallet_revokePermissions")),
        (1, 0)
    );
    assert!(world.toasts().contains(&"Permission revoked".to_owned()));
    wallet.is_old.set(true);
    let done = revoke(&world, &id(&world, "grants", 0));
    assert!(world.settled(&done).is_ok());
    assert_eq!(slice(&world)["grants"], json!([]));
    let last =
        wallet.asked.borrow().iter().rfind(|(of, _)| of == "wallet_revokePermissions").cloned().unwrap();
    assert_eq!(last.1, json!([{"permissionsContext": "0x02"}]));
}

// req: 10.37
#[test]
fn disconnects_when_account_access_is_revoked() {
    let (world, wallet) = granting();
    look(&world);
    let other = revoke(&world, &id(&world, "sites", 1));
    assert!(world.settled(&other).is_ok());
    assert_eq!((slice(&world)["sites"].as_array().unwrap().len(), world.status().as_str()), (1, "connected"));
    let done = revoke(&world, &id(&world, "sites", 0));
    assert!(world.settled(&done).is_ok());
    world.pass(3_000);
    assert_eq!((world.status().as_str(), slice(&world)["sites"].clone()), ("disconnected", json!([])));
    let last =
        wallet.asked.borrow().iter().rfind(|(of, _)| of == "wallet_revokePermissions").cloned().unwrap();
    assert_eq!(last.1, json!([{"eth_accounts": {}}]));
}

// req: 10.37
#[test]
fn treats_an_unsupported_list_as_unknown_not_as_a_failure() {
    for code in [-32601, 4200, 4100, -32004] {
        let (world, wallet) = granting();
        wallet
            .refuses
            .borrow_mut()
            .extend([("wallet_getGrantedExecutionPermissions", code), ("wallet_getPermissions", code)]);
        look(&world);
        assert_eq!(
            [&slice(&world)["grantsPhase"], &slice(&world)["sitesPhase"]],
            [&json!("unknown"), &json!("unknown")],
            "{code}"
        );
        assert!(world.toasts().is_empty());
    }
}

// req: 10.37
#[test]
fn separates_the_failures_of_both_lists() {
    for nonsense in [json!(null), json!({}), json!("x"), json!(7)] {
        let (world, wallet) = granting();
        wallet.says.borrow_mut().push(("wallet_getGrantedExecutionPermissions", nonsense.clone()));
        look(&world);
        assert_eq!(
            [&slice(&world)["grantsPhase"], &slice(&world)["sitesPhase"]],
            [&json!("failed"), &json!("ready")],
            "{nonsense}"
        );
        wallet.says.borrow_mut().clear();
        world.dispatch(json!({"type": "permissions.retry"}));
        world.run();
        assert_eq!(slice(&world)["grants"].as_array().unwrap().len(), 2);
    }
    let (world, _) = granting();
    world.but(1, |method, _| method.contains("Permission").then(never));
    world.open("Permissions");
    world.run();
    assert_eq!(slice(&world)["grantsPhase"], "loading");
    world.pass(5_001);
    assert_eq!(
        [&slice(&world)["grantsPhase"], &slice(&world)["sitesPhase"]],
        [&json!("silent"), &json!("silent")]
    );
}

// req: 10.37
#[test]
fn skips_malformed_or_foreign_grants_and_lists_unknown_ones() {
    let (world, wallet) = granting();
    let with = |pointer: &str, value: Value| {
        let mut one = grant("0x09");
        *one.pointer_mut(pointer).unwrap() = value;
        one
    };
    let mut odd = with("/permission/type", json!("everything\u{202e}"));
    odd["context"] = json!("0x0a");
    *wallet.grants.borrow_mut() = vec![
        json!(7),
        with("/chainId", json!("0x1")),
        with("/from", json!(BOB)),
        with("/context", json!("hello")),
        with("/context", json!(format!("0x{}", "a".repeat(20_000)))),
        odd,
        grant("0x0b"),
        grant("0x0b"),
    ];
    *wallet.able.borrow_mut() =
        vec![json!({}), json!({"parentCapability": "a b"}), json!({"parentCapability": "x".repeat(65)})];
    look(&world);
    let grants = slice(&world)["grants"].clone();
    assert_eq!((grants.as_array().unwrap().len(), slice(&world)["sites"].clone()), (2, json!([])));
    assert_eq!(
        [&grants[0]["line"]["kind"], &grants[0]["line"]["text"]],
        [&json!("other"), &json!("everything")]
    );
}

// req: 10.37
#[test]
fn shows_a_failed_revocation_and_allows_a_retry() {
    let (world, wallet) = granting();
    look(&world);
    let phase = |world: &World| slice(world)["grants"][0]["working"].clone();
    for (code, says) in [(4001, "refused"), (-32603, "failed")] {
        wallet.refuses.borrow_mut().push(("wallet_revokeExecutionPermission", code));
        let no = revoke(&world, &id(&world, "grants", 0));
        assert!(world.settled(&no).is_err());
        assert_eq!(phase(&world), says);
        wallet.refuses.borrow_mut().clear();
    }
    wallet.keeps.set(true);
    let kept = revoke(&world, &id(&world, "grants", 0));
    assert!(matches!(world.settled(&kept), Err(Error::Internal { .. })));
    assert_eq!((phase(&world), slice(&world)["grants"].as_array().unwrap().len()), (json!("failed"), 2));
    wallet.keeps.set(false);
    let done = revoke(&world, &id(&world, "grants", 0));
    assert!(world.settled(&done).is_ok());
    assert_eq!(slice(&world)["grants"].as_array().unwrap().len(), 1);
}

// req: 10.37
#[test]
fn revokes_once_for_double_clicks_and_drops_on_account_change() {
    let (world, wallet) = granting();
    look(&world);
    let held = HeldResponses::default();
    let (holds, serves) = (held.clone(), wallet.clone());
    world.but(1, move |method, params| {
        let answer = serves.answer(method, params)?;
        Some(if method == "wallet_revokeExecutionPermission" { holds.hold(answer) } else { answer })
    });
    let (first, second) = (id(&world, "grants", 0), id(&world, "grants", 1));
    let asked = revoke(&world, &first);
    world.run();
    let again = world.dispatch(json!({"type": "permissions.confirm", "id": first}));
    assert!(world.settled(&again).is_ok());
    let other = world.dispatch(json!({"type": "permissions.confirm", "id": second}));
    assert!(world.settled(&other).is_err(), "one at a time");
    world.dispatch(json!({"type": "permissions.retry"}));
    world.run();
    assert_eq!(slice(&world)["grants"][0]["working"], "waiting", "it is not read again meanwhile");
    assert_eq!(wallet.count("wallet_revokeExecutionPermission"), 1);
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.run();
    assert_eq!(slice(&world)["grants"], json!([]), "what was another account's is nobody's here");
    held.let_go();
    world.pass(1_000);
    assert!(asked.is_settled());
}

/// Requests of a session that came to its wallet.
fn asked_of(phone: &mut Phone, it: &Paired) -> Vec<Value> {
    let mut seen = phone.inbox(&it.relay);
    seen.retain(|word| word["method"] == "wc_sessionRequest");
    seen
}

fn over_a_relay(methods: &[&str]) -> (Paired, Phone) {
    let mut it = Paired::new();
    let attempt = it.choose();
    let mut phone = it.scan();
    phone.say_yes(&mut it.relay);
    it.pump();
    let mut granted = Paired::grants(&[1337]);
    granted["eip155"]["methods"].as_array_mut().unwrap().extend(methods.iter().map(|method| json!(method)));
    phone.settle(&mut it.relay, granted);
    it.pump();
    it.world.settled(&attempt).unwrap();
    it.celebrated();
    phone.inbox(&it.relay);
    (it, phone)
}

// req: 10.37
#[test]
fn asks_a_mobile_wallet_only_when_permissions_opens() {
    let all = [
        "wallet_getGrantedExecutionPermissions",
        "wallet_getPermissions",
        "wallet_revokeExecutionPermission",
    ];
    let (mut it, mut phone) = over_a_relay(&all);
    it.world.open("Account");
    it.pass(40_000);
    assert_eq!(asked_of(&mut phone, &it), Vec::<Value>::new(), "not before");
    let before = it.relay.mails.len();
    it.world.open("Permissions");
    it.pump();
    let asked = asked_of(&mut phone, &it);
    assert_eq!(asked.len(), 2);
    assert!(it.relay.mails[before..].iter().all(|mail| !mail.prompt), "quietly");
    // what a user is to see does not wait for it, whatever the wallet does with the list
    let signed = it.world.request("personal_sign", json!(["0x68656c6c6f", ALICE]));
    it.pump();
    let signing = asked_of(&mut phone, &it);
    assert_eq!(signing[0]["params"]["request"]["method"], "personal_sign");
    for one in &asked {
        let method = one["params"]["request"]["method"].as_str().unwrap();
        let mut granted = grant("0x01");
        granted["from"] = json!(crate::paired::wallet::ADDRESS);
        let list = if method == "wallet_getPermissions" { json!([accounts()]) } else { json!([granted]) };
        phone.answer(&mut it.relay, one["id"].as_u64().unwrap(), list);
    }
    it.pump();
    let shown = slice(&it.world);
    assert_eq!([&shown["grantsPhase"], &shown["sitesPhase"]], [&json!("ready"), &json!("ready")]);
    assert_eq!((shown["grants"].as_array().unwrap().len(), shown["sites"].as_array().unwrap().len()), (1, 1));
    phone.answer_error(&mut it.relay, signing[0]["id"].as_u64().unwrap(), 4001, "no");
    it.pump();
    assert!(it.world.settled(&signed).is_err());
    // taken back there, with a user
    let row = shown["grants"][0]["id"].clone();
    revoke(&it.world, &row);
    it.pump();
    let asked = asked_of(&mut phone, &it);
    assert_eq!(asked[0]["params"]["request"]["method"], "wallet_revokeExecutionPermission");
    assert_eq!(asked[0]["params"]["request"]["params"], json!({"permissionContext": "0x01"}));
}

// req: 10.37
#[test]
fn shows_a_sleeping_mobile_wallet_as_silent() {
    let (mut it, mut phone) = over_a_relay(&["wallet_getPermissions"]);
    it.world.open("Permissions");
    it.pass(30_000);
    let shown = slice(&it.world);
    assert_eq!([&shown["grantsPhase"], &shown["sitesPhase"]], [&json!("unknown"), &json!("silent")]);
    let late = asked_of(&mut phone, &it);
    assert_eq!(late.len(), 1, "only what the session grants");
    phone.answer(&mut it.relay, late[0]["id"].as_u64().unwrap(), json!([accounts()]));
    it.pump();
    assert_eq!(slice(&it.world)["sitesPhase"], "silent", "it is asked again by a press");
    it.world.dispatch(json!({"type": "permissions.retry"}));
    it.pump();
    assert_eq!(slice(&it.world)["sitesPhase"], "loading");
    let again = asked_of(&mut phone, &it);
    phone.answer(&mut it.relay, again[0]["id"].as_u64().unwrap(), json!([accounts()]));
    it.pump();
    assert_eq!(slice(&it.world)["sites"].as_array().unwrap().len(), 1);
}

// req: 10.37
#[test]
fn never_asks_the_embedded_wallet() {
    let world = crate::embedded::email::logged_in();
    let before = world.frames.0.borrow().last().unwrap().received.borrow().len();
    look(&world);
    let frames = world.frames.0.borrow();
    let received = frames.last().unwrap().received.borrow();
    assert!(received[before..].iter().all(|text| !text.contains("Permissions")));
    assert_eq!(
        [&slice(&world)["grantsPhase"], &slice(&world)["sitesPhase"]],
        [&json!("unknown"), &json!("unknown")]
    );
}

// req: 10.37
#[test]
fn caps_the_list_and_shows_dates_in_the_users_time_zone() {
    let (world, wallet) = granting();
    let many: Vec<Value> = (1..=130)
        .map(|n| {
            let mut one = grant(&format!("0x{n:04x}"));
            one["permission"]["data"]["startTime"] = json!(NOW_S + 60);
            one
        })
        .collect();
    *wallet.grants.borrow_mut() = many;
    look(&world);
    let shown = slice(&world);
    assert_eq!((shown["grants"].as_array().unwrap().len(), &shown["grantsMore"]), (100, &json!("30")));
    assert_eq!(shown["sitesMore"], Value::Null);
    let first = &shown["grants"][0];
    // both ends by the same calendar
    assert_eq!(
        [&first["line"]["from"], &first["until"]],
        [&json!("14 Nov 2023, 22:14"), &json!("14 Nov 2023, 23:13")]
    );
}

// A stream that begins with all there is: the rate alone would say less than is allowed.
// req: 10.37
#[test]
fn shows_a_stream_with_an_initial_amount_as_unknown() {
    let (world, wallet) = granting();
    let stream = |data: Value| {
        let mut one = grant("0x01");
        one["permission"] = json!({"type": "native-token-stream", "data": data});
        one
    };
    for (initial, kind) in [
        (json!(null), "spend"),
        (json!("0x0"), "spend"),
        (json!("0xde0b6b3a7640000"), "other"),
        (json!("all"), "other"),
    ] {
        *wallet.grants.borrow_mut() =
            vec![stream(json!({"amountPerSecond": "0x5", "startTime": NOW_S, "initialAmount": initial}))];
        look(&world);
        world.dispatch(json!({"type": "permissions.retry"}));
        world.run();
        assert_eq!(slice(&world)["grants"][0]["line"]["kind"], kind, "{initial}");
    }
}

// A wallet that has done it and not said so: its list is what counts, and a list that no one gives says nothing.
// req: 10.37
#[test]
fn verifies_a_silent_revocation_by_the_wallets_list() {
    for (does, lists) in [(true, true), (false, true), (true, false)] {
        let (world, wallet) = granting();
        look(&world);
        let serves = wallet.clone();
        world.but(1, move |method, params| {
            let is_revoke = method == "wallet_revokeExecutionPermission";
            if is_revoke && !does {
                return Some(never());
            }
            let answer = serves.answer(method, params)?;
            let is_lost = is_revoke || (!lists && serves.count("wallet_revokeExecutionPermission") > 0);
            Some(if is_lost { never() } else { answer })
        });
        let silent = revoke(&world, &id(&world, "grants", 0));
        world.pass(310_001);
        let grants = slice(&world)["grants"].clone();
        assert_eq!(world.settled(&silent).is_ok(), does && lists, "{does} {lists}");
        assert_eq!(
            world.toasts().contains(&"Permission revoked".to_owned()),
            does && lists,
            "{does} {lists}"
        );
        let left = if !lists {
            0
        } else if does {
            1
        } else {
            2
        };
        assert_eq!(grants.as_array().unwrap().len(), left, "{does} {lists}");
        assert_eq!(grants[0]["working"] == "failed", !does, "{does} {lists}");
    }
}
