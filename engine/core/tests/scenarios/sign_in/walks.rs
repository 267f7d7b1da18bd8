//! Walks from a seed against a server with one session for each user, whose answers fail and get lost: the page never has an account
//! connected by the session of another one, and once the server answers again no session outlives its account (10.61).

use crate::support::sign_in::*;
use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wallet_engine::ports::Local;
use wallet_engine::ports::clock::{Clock, VirtualClock};
use wallet_engine::ports::provider::WalletEvent;
use wallet_engine::ports::siwx::{SiwxFault, SiwxSettings};
use wallet_engine::ports::storage::MemoryStorage;

const WALKS: u64 = 60;
const STEPS: usize = 24;
/// Seeds beyond these whose walk once ended wrong.
const FOUND: [u64; 1] = [362];

/// What the server's `getSessions` says of its session, and what its sign-out ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Names the account; a sign-out ends only this account's session (docs/guide/sign-in.md).
    Keyed,
    /// Names the account; a sign-out ends every session (`siweConfig`).
    Named,
    /// Names no account; a sign-out ends every session (an adapter).
    Nameless,
}

struct Dice(Cell<u64>);

impl Dice {
    fn roll(&self, sides: usize) -> usize {
        let next =
            self.0.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0.set(next);
        usize::try_from(next >> 33).unwrap() % sides
    }
}

/// The server, and the wallet of the browser.
struct Outside {
    kind: Kind,
    dice: Dice,
    /// Of the session: account and chain.
    session: RefCell<Option<(String, String)>>,
    is_honest: Cell<bool>,
    accounts: RefCell<Vec<&'static str>>,
    /// Sessions that the server stores later: when, and what.
    late: RefCell<Vec<(u64, Value, HeldResponses)>>,
    clock: RefCell<VirtualClock>,
    log: RefCell<Vec<String>>,
}

impl Outside {
    /// A server that is slow stores a session after the page has given up waiting, and answers then.
    fn later(&self, given: &Value) -> Local<Result<Value, SiwxFault>> {
        let at = self.clock.borrow().now_ms() + [3_000, 12_000, 25_000][self.dice.roll(3)];
        let held = HeldResponses::default();
        let answer = held.hold(Box::pin(async { Ok(Value::Null) }) as Local<_>);
        self.late.borrow_mut().push((at, given.clone(), held));
        answer
    }

    /// The server stores what is due by then.
    fn store(&self, until_ms: u64) {
        let due = |late: &mut (u64, Value, HeldResponses)| late.0 <= until_ms;
        let all: Vec<_> = self.late.borrow_mut().extract_if(.., due).collect();
        for (_, given, held) in all {
            self.log.borrow_mut().push(format!("  stored late: {}", given["data"]["accountAddress"]));
            self.done("addSession", &given);
            held.let_go();
        }
    }

    /// Time passes, at the server too.
    fn pass(&self, world: &World, ms: u64) {
        world.run();
        for _ in 0..ms / 500 {
            world.pass(500);
            self.store(world.clock.now_ms());
            world.run();
        }
    }

    fn call(&self, method: &str, given: &Value) -> Local<Result<Value, SiwxFault>> {
        let how = if self.is_honest.get() { 9 } else { self.dice.roll(8) };
        self.log.borrow_mut().push(format!(
            "  {method} {how} {} of {:?}",
            given["address"],
            self.session.borrow()
        ));
        if how == 4 && method == "addSession" {
            return self.later(given);
        }
        let answer = if matches!(how, 0 | 2) { json!([]) } else { self.done(method, given) };
        match how {
            0 | 1 => Box::pin(std::future::pending()),
            2 | 3 => Box::pin(async { Err(SiwxFault("offline".into())) }),
            _ => Box::pin(async { Ok(answer) }),
        }
    }

    fn done(&self, method: &str, given: &Value) -> Value {
        let mut session = self.session.borrow_mut();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        match method {
            "addSession" => {
                *session = Some((text(&given["data"]["accountAddress"]), text(&given["data"]["chainId"])));
            }
            "revokeSession" => {
                let of = (text(&given["address"]), text(&given["chainId"]));
                if self.kind != Kind::Keyed || session.as_ref() == Some(&of) {
                    *session = None;
                }
            }
            _ => {}
        }
        match &*session {
            None => json!([]),
            Some(_) if self.kind == Kind::Nameless => json!([{ "data": {} }]),
            Some((address, chain)) => json!([{ "data": {"accountAddress": address, "chainId": chain} }]),
        }
    }

    fn signed_in(&self) -> Option<String> {
        self.session.borrow().as_ref().map(|(address, _)| address.clone())
    }
}

fn page(outside: &Rc<Outside>, required: bool, storage: MemoryStorage, is_here: bool) -> World {
    let chain = Chain::default();
    let of_network = outside.kind == Kind::Named;
    let settings =
        SiwxSettings { required, sign_out_on_network_change: of_network, ..SiwxSettings::default() };
    chain.siwx.settings.set(settings);
    let server = outside.clone();
    chain.siwx.but(move |method, given| (method != "createMessage").then(|| server.call(method, given)));
    let mut options = options();
    options["siwx"] = json!({});
    let world = World::over(options, storage, chain);
    let wallet = outside.clone();
    world.but(1, move |method, params| match method {
        "wm_connect" => Some(ok(json!({"accounts": *wallet.accounts.borrow(), "chain": "eip155:1337"}))),
        "personal_sign" => {
            let key = if params[1] == json!(ALICE) { ALICES_KEY } else { BOBS_KEY };
            Some(ok(json!(signature(&key, params))))
        }
        _ => None,
    });
    if is_here {
        world.announce(1, "Demo Wallet", Some("dev.demo"));
    }
    *outside.clock.borrow_mut() = world.clock.clone();
    outside.pass(&world, 11_000);
    world
}

/// Who is connected.
fn connected(world: &World) -> Option<String> {
    let account = world.slice("account");
    (world.status() == "connected").then(|| account["address"].as_str().unwrap().to_owned())
}

fn step(world: World, outside: &Rc<Outside>, required: bool) -> World {
    let dice = &outside.dice;
    let note = |what: &str| outside.log.borrow_mut().push(what.to_owned());
    let tell = |accounts: &[&'static str]| {
        *outside.accounts.borrow_mut() = accounts.to_vec();
        world.wallets.tell(1, &WalletEvent::Accounts(json!(accounts)));
    };
    // What a user would do comes more often.
    let next = match (phase(&world).as_str(), world.status().as_str()) {
        ("ready", _) if dice.roll(3) > 0 => 5,
        (_, "disconnected") if dice.roll(2) > 0 => 9,
        _ => dice.roll(11),
    };
    match next {
        0 => (note("alice"), tell(&[ALICE, BOB])).1,
        1 => (note("bob"), tell(&[BOB, ALICE])).1,
        2 => (note("only bob"), tell(&[BOB])).1,
        3 => (note("locked"), tell(&[])).1,
        4 => (note("network"), world.wanders(1337 + dice.roll(2) as u64)).1,
        5 | 6 => {
            note("sign");
            sign(&world);
        }
        7 => {
            note("cancel");
            cancel(&world);
        }
        8 => {
            note("disconnect");
            world.dispatch(json!({"type": "accounts.disconnect"}));
        }
        9 => {
            note("connect");
            if outside.accounts.borrow().is_empty() {
                *outside.accounts.borrow_mut() = vec![[ALICE, BOB][dice.roll(2)]];
            }
            world.dispatch(json!({"type": "router.open", "view": "Connect"}));
            world.run();
            choose(&world);
        }
        _ => {
            note("reload");
            return reload(world, outside, required, dice.roll(4) > 0);
        }
    }
    outside.pass(&world, [0, 500, 11_000][dice.roll(3)]);
    world
}

fn reload(world: World, outside: &Rc<Outside>, required: bool, is_here: bool) -> World {
    let storage = world.storage.clone();
    world.engine.destroy();
    // what a page that is gone has asked for reaches the server before the next page asks
    outside.store(u64::MAX);
    page(outside, required, storage, is_here)
}

// req: 10.61
#[test]
fn never_connects_an_account_with_anothers_session() {
    let mut seen = 0;
    for kind in [Kind::Keyed, Kind::Named, Kind::Nameless] {
        for seed in (0..WALKS).chain(FOUND) {
            let required = seed % 2 == 0;
            let outside = Rc::new(Outside {
                kind,
                dice: Dice(Cell::new(seed * 7_919 + 1)),
                session: RefCell::new(None),
                is_honest: Cell::new(seed % 4 < 2),
                accounts: RefCell::new(vec![ALICE, BOB]),
                late: RefCell::default(),
                clock: RefCell::new(VirtualClock::at(0)),
                log: RefCell::new(Vec::new()),
            });
            let mut world = page(&outside, required, MemoryStorage::default(), true);
            let say = |what: &str| format!("{what}: {kind:?} {seed}\n{}", outside.log.borrow().join("\n"));
            for _ in 0..STEPS {
                world = step(world, &outside, required);
                if let Some(who) = connected(&world).filter(|_| required) {
                    seen += 1;
                    assert_eq!(
                        outside.signed_in(),
                        Some(who.clone()),
                        "{}",
                        say("connected by another's session")
                    );
                }
            }
            outside.is_honest.set(true);
            outside.pass(&world, 30_000);
            // the session of a wallet that stays locked stays with it
            if outside.accounts.borrow().is_empty() {
                *outside.accounts.borrow_mut() = vec![[ALICE, BOB][outside.dice.roll(2)]];
            }
            world = reload(world, &outside, required, true);
            outside.pass(&world, 30_000);
            if let Some(of) = outside.signed_in() {
                assert_eq!(
                    world.slice("account")["address"],
                    json!(of),
                    "{}",
                    say("it has outlived its account")
                );
            }
            world.dispatch(json!({"type": "accounts.disconnect"}));
            outside.pass(&world, 30_000);
            assert_eq!(outside.signed_in(), None, "{}", say("it has outlived the connection"));
        }
    }
    assert!(seen > WALKS, "accounts sign in on these walks");
}
