//! A session at the host ends with its account (10.61): after a change, a reload, a lost answer, another user of the page.

use crate::support::sign_in::*;
use crate::support::*;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;
use wallet_engine::ports::Local;
use wallet_engine::ports::provider::WalletEvent;
use wallet_engine::ports::siwx::SiwxSettings;
use wallet_engine::ports::storage::MemoryStorage;

/// Signed in as Alice.
fn signed_in(required: bool) -> World {
    let (world, _) = asked(required);
    assert!(world.settled(&sign(&world)).is_ok());
    world
}

/// The page again. The wallet answers with these accounts when it is asked without a prompt; `None`: it is not there.
fn again(world: World, accounts: Option<Value>) -> World {
    let (storage, chain) = (world.storage.clone(), world.chain.clone());
    world.engine.destroy();
    over_disk(storage, chain, accounts)
}

/// A silent answer of a wallet whose user took the access back.
fn taken_back() -> Option<Value> {
    Some(Value::Null)
}

fn over_disk(storage: MemoryStorage, chain: Chain, accounts: Option<Value>) -> World {
    let mut options = options();
    options["siwx"] = json!({});
    let world = World::over(options, storage, chain);
    if let Some(accounts) = accounts {
        world.but(1, move |method, _| match method {
            "wm_connect" if accounts.is_null() => Some(ok(json!({"accounts": [], "revoked": true}))),
            "wm_connect" => Some(ok(json!({"accounts": accounts.clone(), "chain": "eip155:1337"}))),
            _ => None,
        });
        world.announce(1, "Demo Wallet", Some("dev.demo"));
    }
    world.pass(10_000);
    world
}

/// Accounts that the host was asked to sign out, and those that the page was told of.
fn ended(world: &World) -> (Vec<Value>, Vec<Value>) {
    let asked = world.chain.siwx.asked.borrow();
    let revoked = asked.iter().filter(|(method, _)| *method == "revokeSession");
    let told = world.host.details("wallet-sign-out");
    let addresses = revoked.map(|(_, of)| of["address"].clone()).collect();
    (addresses, told.iter().map(|told| told["address"].clone()).collect())
}

fn only(address: &str) -> (Vec<Value>, Vec<Value>) {
    (vec![json!(address)], vec![json!(address)])
}

fn has_record(world: &World) -> bool {
    world.storage.records.borrow().contains_key("sign_outs")
}

// req: 10.61
#[test]
fn signs_out_when_a_stored_connection_isnt_restored() {
    let cases =
        [("access taken back", taken_back()), ("gone", None), ("other accounts", Some(json!([BOB, USDC])))];
    for required in [false, true] {
        for (name, accounts) in &cases {
            let world = again(signed_in(required), accounts.clone());
            assert_eq!(world.status(), "disconnected", "{name}");
            assert_eq!(ended(&world), only(ALICE), "{name}, required: {required}");
            assert!(stored(&world).is_empty(), "{name}");
            // once
            let world = again(world, accounts.clone());
            assert_eq!(ended(&world).0, [json!(ALICE)], "{name}, required: {required}");
        }
    }
}

// req: 10.58, 10.61
#[test]
fn keeps_the_session_of_a_locked_wallet() {
    for required in [false, true] {
        for is_again in [false, true] {
            let lock = |world: World| match is_again {
                true => again(world, Some(json!([]))),
                false => {
                    world.but(1, |method, _| (method == "wm_connect").then(|| ok(json!({"accounts": []}))));
                    world.wallets.tell(1, &WalletEvent::Accounts(json!([])));
                    world.pass(10_000);
                    world
                }
            };
            let name = format!("required: {required}, at load: {is_again}");
            let tell = |world: &World, address: &str| {
                world
                    .wallets
                    .tell(1, &WalletEvent::Accounts(json!([{"address": address, "chain": "eip155:1337"}])));
                world.pass(2_000);
            };
            let world = lock(signed_in(required));
            assert_eq!((world.status().as_str(), ended(&world).0.len()), ("disconnected", 0), "{name}");
            assert_eq!((stored(&world).len(), has_record(&world)), (1, true), "{name}");
            assert_eq!(world.slice("account")["address"], Value::Null, "{name}: it counts for nobody");
            tell(&world, ALICE);
            assert_eq!((world.status().as_str(), ended(&world).0.len()), ("connected", 0), "{name}");
            assert_eq!(phase(&world), "none", "{name}: nobody is asked again");
            // another account ends it
            let world = lock(world);
            tell(&world, BOB);
            assert_eq!(ended(&world), only(ALICE), "{name}");
            // and so does a disconnect manually
            let world = lock(signed_in(required));
            world.dispatch(json!({"type": "accounts.disconnect"}));
            world.pass(2_000);
            assert_eq!(ended(&world), only(ALICE), "{name}");
        }
    }
}

// req: 10.61
#[test]
fn signs_out_the_stored_account_when_the_wallet_switched() {
    for required in [false, true] {
        let world = again(signed_in(required), Some(json!([BOB])));
        assert_eq!(world.slice("account")["address"], BOB, "required: {required}");
        assert_eq!(ended(&world), only(ALICE), "required: {required}");
        assert!(stored(&world).is_empty());
    }
}

// req: 10.61
#[test]
fn keeps_the_session_of_a_restored_connection() {
    let world = again(signed_in(true), Some(json!([ALICE])));
    assert_eq!((world.status().as_str(), ended(&world).0.len()), ("connected", 0));
    assert!(has_record(&world), "the next page knows who signed in");
    // while the wallet has not answered, nothing has ended
    let (storage, chain) = (world.storage.clone(), world.chain.clone());
    world.engine.destroy();
    let mut options = options();
    options["siwx"] = json!({});
    let world = World::over(options, storage, chain);
    let wallet = HeldResponses::default();
    let held = wallet.clone();
    world.but(1, move |method, _| {
        let answer = || ok(json!({"accounts": [ALICE], "chain": "eip155:1337"}));
        (method == "wm_connect").then(|| held.hold(answer()))
    });
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.pass(1_000);
    assert_eq!((world.status().as_str(), ended(&world).0.len()), ("reconnecting", 0));
    wallet.let_go();
    world.pass(1_000);
    assert_eq!((world.status().as_str(), ended(&world).0.len()), ("connected", 0));
}

// req: 10.61, 10.23
#[test]
fn signs_out_a_session_made_in_another_tab() {
    let world = signed_in(false);
    world.storage.records.borrow_mut().remove("sign_outs");
    let world = again(world, taken_back());
    assert_eq!(ended(&world), only(ALICE));
}

// req: 10.61
#[test]
fn never_signs_out_an_account_that_never_signed_in() {
    let (world, _) = asked(false);
    cancel(&world);
    let world = again(world, taken_back());
    assert_eq!(ended(&world), (vec![], vec![]));
    assert!(!has_record(&world));
}

// req: 10.61
#[test]
fn signs_out_before_it_asks_the_next_account() {
    for required in [false, true] {
        let world = signed_in(required);
        let revoked = HeldResponses::default();
        let held = revoked.clone();
        world.chain.siwx.but(move |method, _| {
            (method == "revokeSession").then(|| held.hold(Box::pin(async { Ok(Value::Null) }) as Local<_>))
        });
        let asked = world.chain.siwx.asked.borrow().len();
        world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB, ALICE])));
        world.pass(2_000);
        // a server with one session for each user would end Bob's with Alice's
        let since: Vec<&str> =
            world.chain.siwx.asked.borrow()[asked..].iter().map(|(method, _)| *method).collect();
        assert_eq!(since, ["revokeSession"]);
        revoked.let_go();
        world.pass(2_000);
        assert_eq!(ended(&world), only(ALICE), "required: {required}");
        assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
        world.chain.siwx.but(|_, _| None);
        signing(&world, BOBS_KEY);
        assert!(world.settled(&sign(&world)).is_ok());
        world.dispatch(json!({"type": "accounts.disconnect"}));
        world.pass(2_000);
        assert_eq!(ended(&world).1, [json!(ALICE), json!(BOB)]);
        assert!(!has_record(&world));
    }
}

// req: 10.61
#[test]
fn signs_out_on_a_network_change_only_if_the_page_wants_it() {
    for ends in [false, true] {
        let world = page(false);
        let settings = SiwxSettings { sign_out_on_network_change: ends, ..SiwxSettings::default() };
        world.chain.siwx.settings.set(settings);
        choose(&world);
        assert!(world.settled(&sign(&world)).is_ok());
        world.wanders(1338);
        assert_eq!(ended(&world).1.len(), usize::from(ends));
        assert_eq!(phase(&world), "ready", "asked for the new network");
    }
}

// req: 10.61
#[test]
fn keeps_sessions_on_account_change_if_the_page_wants_it() {
    let world = signed_in(false);
    world.engine.destroy();
    let world = page(false);
    world.chain.siwx.settings.set(SiwxSettings {
        sign_out_on_disconnect: false,
        sign_out_on_account_change: false,
        ..SiwxSettings::default()
    });
    choose(&world);
    assert!(world.settled(&sign(&world)).is_ok());
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.pass(2_000);
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.pass(2_000);
    assert_eq!(ended(&world), (vec![], vec![]));
    assert_eq!(stored(&world).len(), 1);
}

/// Signs, and the host's answer is lost although it has the session.
fn lost(world: &World, is_silent: bool) {
    let sessions = world.chain.siwx.sessions.clone();
    world.chain.siwx.but(move |method, given| {
        (method == "addSession").then(|| -> Local<_> {
            sessions.borrow_mut().push(given.clone());
            if is_silent {
                return Box::pin(std::future::pending());
            }
            Box::pin(async { Err(wallet_engine::ports::siwx::SiwxFault("Failed to fetch".into())) })
        })
    });
    let signed = sign(world);
    world.pass(11_000);
    assert!(world.settled(&signed).is_err());
    world.chain.siwx.but(|_, _| None);
}

// req: 10.61
#[test]
fn signs_out_a_sign_in_whose_response_was_lost() {
    for is_silent in [false, true] {
        for way in ["disconnect", "another account", "access taken back"] {
            let (world, _) = asked(false);
            lost(&world, is_silent);
            assert_eq!(stored(&world).len(), 1);
            let world = match way {
                "disconnect" => {
                    // the host does not list it yet
                    world.chain.siwx.but(|method, _| {
                        (method == "getSessions").then(|| Box::pin(async { Ok(json!([])) }) as Local<_>)
                    });
                    world.dispatch(json!({"type": "accounts.disconnect"}));
                    world
                }
                "another account" => {
                    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
                    world
                }
                _ => again(world, taken_back()),
            };
            world.pass(2_000);
            assert_eq!(ended(&world).0, [json!(ALICE)], "{way}, silent: {is_silent}");
            assert!(stored(&world).is_empty());
        }
    }
}

// req: 10.61
#[test]
fn signs_out_after_a_reload_during_the_storing_of_a_session() {
    let (world, _) = asked(false);
    let sessions = world.chain.siwx.sessions.clone();
    world.chain.siwx.but(move |method, given| {
        (method == "addSession").then(|| -> Local<_> {
            sessions.borrow_mut().push(given.clone());
            Box::pin(std::future::pending())
        })
    });
    sign(&world);
    world.run();
    world.storage.records.borrow_mut().remove("connections");
    world.chain.siwx.but(|_, _| None);
    let world = again(world, Some(json!([ALICE])));
    assert_eq!(ended(&world), only(ALICE));
}

// req: 10.61
#[test]
fn retries_a_failed_sign_out_before_the_next_account_is_asked() {
    for lists in [true, false] {
        let world = signed_in(false);
        world.chain.siwx.but(|method, _| (method == "revokeSession").then(|| fault("offline")).flatten());
        world.dispatch(json!({"type": "accounts.disconnect"}));
        world.pass(2_000);
        assert_eq!((stored(&world).len(), ended(&world).1.len()), (1, 0));
        // it may not list yet what it has
        world.chain.siwx.but(move |method, _| {
            (method == "getSessions" && !lists).then(|| Box::pin(async { Ok(json!([])) }) as Local<_>)
        });
        world.but(1, |method, _| {
            (method == "wm_connect").then(|| ok(json!({"accounts": [BOB], "chain": "eip155:1337"})))
        });
        world.open("Connect");
        choose(&world);
        assert_eq!(world.slice("account")["address"], BOB);
        assert!(stored(&world).is_empty(), "Bob does not inherit it");
        assert_eq!(ended(&world).1, [json!(ALICE)]);
        assert_eq!(phase(&world), "ready");
    }
}

/// The host answers so to `getSessions`.
fn found(world: &World, data: Value) {
    world.chain.siwx.but(move |method, _| {
        let answer = json!([{ "data": data.clone() }]);
        (method == "getSessions").then(|| Box::pin(async move { Ok(answer) }) as Local<_>)
    });
}

// req: 10.61
#[test]
fn signs_out_another_accounts_session_before_it_asks_this_one() {
    let world = page(false);
    found(&world, json!({"accountAddress": BOB.to_lowercase(), "chainId": "eip155:1"}));
    choose(&world);
    assert_eq!(ended(&world), only(BOB));
    assert_eq!(phase(&world), "ready");
    let cases = [
        // it can't say whose it is
        (json!({"accountAddress": "nonsense"}), 1),
        (json!({"accountAddress": "nonsense", "chainId": "eip155:1"}), 1),
        (json!({"accountAddress": BOB, "chainId": "solana:1"}), 0),
    ];
    for (data, revoked) in cases {
        let world = page(false);
        found(&world, data);
        choose(&world);
        assert_eq!((ended(&world).0.len(), phase(&world).as_str()), (revoked, "ready"));
    }
}

// req: 10.61
#[test]
fn ignores_an_anonymous_session_that_the_page_cant_end() {
    for is_silent in [false, true] {
        for way in ["another network", "a new connection", "a reload"] {
            let world = page(false);
            world.chain.siwx.but(move |method, _| -> Option<Local<_>> {
                match method {
                    "getSessions" => Some(Box::pin(async { Ok(json!([{ "data": {} }])) })),
                    "revokeSession" if is_silent => Some(Box::pin(std::future::pending())),
                    "revokeSession" => fault("offline"),
                    _ => None,
                }
            });
            choose(&world);
            world.pass(11_000);
            assert_eq!(phase(&world), "ready");
            cancel(&world);
            let world = match way {
                "another network" => {
                    world.wanders(1338);
                    world
                }
                "a new connection" => {
                    world.dispatch(json!({"type": "accounts.disconnect"}));
                    world.pass(11_000);
                    world.open("Connect");
                    choose(&world);
                    world
                }
                _ => again(world, Some(json!([ALICE]))),
            };
            world.pass(11_000);
            assert_eq!(world.slice("account")["address"], ALICE, "{way}");
            assert_eq!(world.host.details("wallet-sign-in").len(), 0, "{way}, silent: {is_silent}");
        }
    }
}

// req: 10.61
#[test]
fn distrusts_an_anonymous_session_until_the_sign_out_succeeds() {
    for is_again in [false, true] {
        let world = page(true);
        let is_there = Rc::new(Cell::new(false));
        let server = is_there.clone();
        world.chain.siwx.but(move |method, _| -> Option<Local<_>> {
            match method {
                "getSessions" => {
                    let answer = if server.get() { json!([{ "data": {} }]) } else { json!([]) };
                    Some(Box::pin(async { Ok(answer) }))
                }
                "addSession" => {
                    server.set(true);
                    None
                }
                "revokeSession" => fault("offline"),
                _ => None,
            }
        });
        choose(&world);
        assert!(world.settled(&sign(&world)).is_ok());
        assert_eq!(world.status(), "connected");
        world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB, ALICE])));
        world.pass(2_000);
        signing(&world, BOBS_KEY);
        assert!(world.settled(&sign(&world)).is_ok(), "the server's session is Bob's now");
        assert_eq!(world.status(), "connected");
        let world = match is_again {
            false => {
                world.wallets.tell(1, &WalletEvent::Accounts(json!([ALICE, BOB])));
                world
            }
            true => again(world, Some(json!([ALICE]))),
        };
        world.pass(2_000);
        assert_ne!(world.status(), "connected", "Alice's sign-out was never confirmed, reload: {is_again}");
    }
}

// req: 10.61
#[test]
fn signs_out_again_when_a_late_sign_in_follows() {
    let (world, _) = asked(false);
    world
        .chain
        .siwx
        .but(|method, _| (method == "addSession").then(|| Box::pin(std::future::pending()) as Local<_>));
    let signed = sign(&world);
    world.run();
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.pass(2_000);
    assert_eq!(ended(&world).0, [json!(ALICE)]);
    world.pass(9_000);
    assert!(world.settled(&signed).is_err());
    world.pass(2_000);
    assert_eq!(ended(&world).0, [json!(ALICE), json!(ALICE)], "the host may have stored it since");
    // it has not answered yet, and stores it now: the next page signs out once more
    assert!(has_record(&world));
    let late =
        json!({"data": {"accountAddress": ALICE, "chainId": "eip155:1337"}, "message": "", "signature": ""});
    world.chain.siwx.sessions.borrow_mut().push(late);
    world.chain.siwx.but(|_, _| None);
    let world = again(world, None);
    assert_eq!(ended(&world).0, [json!(ALICE), json!(ALICE), json!(ALICE)]);
    assert!(stored(&world).is_empty() && !has_record(&world));
}

// req: 10.61
#[test]
fn counts_an_anonymous_session_only_for_its_own_signer() {
    let world = page(false);
    found(&world, json!({}));
    choose(&world);
    assert_eq!(phase(&world), "ready", "it may be anyone's");
    assert_eq!(world.chain.siwx.count("revokeSession"), 1);
    assert!(world.settled(&sign(&world)).is_ok());
    let before = world.chain.siwx.count("createMessage");
    world.wanders(1338);
    assert_eq!((phase(&world).as_str(), world.chain.siwx.count("createMessage")), ("none", before));
    let world = again(world, Some(json!([ALICE])));
    assert_eq!((phase(&world).as_str(), world.chain.siwx.count("createMessage")), ("none", before));
    found(&world, json!({}));
    let world = again(world, Some(json!([BOB])));
    assert_eq!(world.host.details("wallet-sign-out")[0]["address"], ALICE);
    assert!(world.slice("signIn")["phase"] != "checking");
    assert_eq!(world.host.details("wallet-sign-in").len(), 0);
}

// req: 10.61
#[test]
fn reports_a_session_that_the_page_dropped_as_signed_out() {
    let world = signed_in(false);
    world.wanders(1338);
    cancel(&world);
    world.chain.siwx.sessions.borrow_mut().clear();
    world.wanders(1337);
    let told = world.host.details("wallet-sign-out");
    assert_eq!((told.len(), &told[0]["chainId"]), (1, &json!("eip155:1337")));
}

/// A host with one session for each visitor, which it does not name. The session of the account that left, whose sign-out failed, must not count
/// for the one that comes back, although both signed in on an earlier page.
// req: 10.61
#[test]
fn ends_an_anonymous_session_of_an_earlier_page() {
    let (world, _) = asked(false);
    let (session, fails) = (Rc::new(Cell::new(false)), Rc::new(Cell::new(false)));
    let (has, is_offline) = (session.clone(), fails.clone());
    world.chain.siwx.but(move |method, _| {
        let answer = match method {
            "getSessions" if has.get() => json!([{ "data": {} }]),
            "getSessions" => json!([]),
            "revokeSession" if is_offline.get() => return fault("offline"),
            "addSession" | "revokeSession" => {
                has.set(method == "addSession");
                Value::Null
            }
            _ => return None,
        };
        Some(Box::pin(async { Ok(answer) }) as Local<_>)
    });
    assert!(world.settled(&sign(&world)).is_ok());
    fails.set(true);
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.pass(2_000);
    signing(&world, BOBS_KEY);
    assert!(world.settled(&sign(&world)).is_ok());
    fails.set(false);
    let world = again(world, Some(json!([ALICE])));
    assert_eq!(world.slice("account")["address"], ALICE);
    assert!(ended(&world).0.contains(&json!(BOB)), "{:?}", ended(&world).0);
    assert!(!session.get(), "Alice does not inherit it");
}

/// A host that stores a session only now, long after its time to answer, and answers then.
fn stores_late(world: &World, method: &'static str) -> HeldResponses {
    let (held, sessions) = (HeldResponses::default(), world.chain.siwx.sessions.clone());
    let late = held.clone();
    world.chain.siwx.but(move |asked, given| {
        let (sessions, given) = (sessions.clone(), given.clone());
        (asked == method).then(|| {
            late.hold(Box::pin(async move {
                sessions.borrow_mut().push(given);
                Ok(Value::Null)
            }) as Local<_>)
        })
    });
    held
}

// req: 10.61
#[test]
fn signs_out_a_session_stored_after_its_sign_out() {
    for way in ["disconnect", "another account", "still connected"] {
        let (world, _) = asked(false);
        let held = stores_late(&world, "addSession");
        let signed = sign(&world);
        world.pass(11_000);
        assert!(world.settled(&signed).is_err());
        match way {
            "disconnect" => drop(world.dispatch(json!({"type": "accounts.disconnect"}))),
            "another account" => {
                world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
            }
            _ => {}
        }
        world.pass(5_000);
        // by now its sign-out has reached the host
        held.let_go();
        world.pass(1_000);
        let is_here = way == "still connected";
        assert_eq!(stored(&world).len(), usize::from(is_here), "{way}");
        if is_here {
            // the session is found, and the question is over
            assert_eq!(phase(&world), "none");
        }
        // and where it stays connected, it ends with its connection
        world.dispatch(json!({"type": "accounts.disconnect"}));
        world.pass(1_000);
        assert!(stored(&world).is_empty(), "{way}");
        assert!(!has_record(&world), "{way}");
    }
}
