//! What a sign-in does without those of its parts that come later: no one is let in unverified, and no one is told a no that no one has
//! said.

use super::one_tap::{Way, host_asked, is_asked, sign_over_session, tapped};
use crate::paired::Paired;
use crate::support::sign_in::{ALICES_KEY, choose, phase, sign, signature, signing};
use crate::support::*;
use serde_json::{Value, json};
use std::cell::Cell;
use wallet_engine::error::Error;
use wallet_engine::features::Later;
use wallet_engine::flow::Reply;
use wallet_engine::ports::siwx::SiwxSettings;

thread_local! {
    static HERE: Cell<bool> = const { Cell::new(false) };
    /// How often the question's own part was asked for.
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

/// The parts behind the question cannot be had before a test says so. What is quiet about it in the browser is quiet here.
fn later() -> Later {
    HERE.set(false);
    ASKED.set(0);
    Later {
        signing: |cx, feature, action, command| {
            ASKED.set(ASKED.get() + 1);
            (Later::native().signing)(cx, feature, action, command)
        },
        connect_and_sign: |cx, feature, action, command| match HERE.get() {
            true => (Later::native().connect_and_sign)(cx, feature, action, command),
            false => Box::pin(async { Ok(Reply::Done) }),
        },
        eip155_verify: |cx, feature, action, command| match HERE.get() {
            true => (Later::native().eip155_verify)(cx, feature, action, command),
            false => Box::pin(async { Ok(Reply::Done) }),
        },
        signatures: |cx, feature, action, command| match HERE.get() {
            true => (Later::native().signatures)(cx, feature, action, command),
            false => Box::pin(async { Err(Error::PartNotLoaded) }),
        },
        ..Later::native()
    }
}

fn world(
    settings: SiwxSettings,
    storage: wallet_engine::ports::storage::MemoryStorage,
    chain: Chain,
) -> World {
    let mut options = options();
    options["siwx"] = json!({});
    chain.siwx.settings.set(settings);
    World::over_in_parts(later(), options, storage, chain)
}

// req: 4.38, 10.34
#[test]
fn stores_nothing_without_the_verifier_and_allows_a_retry() {
    let world = world(
        SiwxSettings { required: true, ..SiwxSettings::default() },
        Default::default(),
        Chain::default(),
    );
    signing(&world, ALICES_KEY);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    world.open("Connect");
    let connected = choose(&world);
    assert_eq!(
        (world.view().as_str(), phase(&world).as_str()),
        ("SIWXSignMessage", "ready"),
        "it can be read"
    );
    assert!(world.settled(&sign(&world)).is_err());
    assert_eq!((world.chain.siwx.count("addSession"), phase(&world).as_str()), (0, "ready"));
    assert!(world.slice("signIn")["error"].is_object(), "and it is said");
    HERE.set(true);
    assert!(world.settled(&sign(&world)).is_ok());
    world.pass(2_000);
    assert!(world.settled(&connected).is_ok());
    assert_eq!((world.chain.siwx.count("addSession"), world.status().as_str()), (1, "connected"));
}

// req: 10.35
#[test]
fn asks_after_connecting_if_one_tap_cant_be_prepared() {
    let mut it = Paired::over(world(SiwxSettings::default(), Default::default(), Chain::default()));
    let attempt = it.choose();
    let mut wallet = it.scan();
    let proposal = wallet.read_proposal(&it.relay);
    assert_eq!(proposal["params"].get("requests"), None);
    wallet.say_yes(&mut it.relay);
    it.pump();
    wallet.settle(&mut it.relay, Paired::grants(&[1337]));
    it.pump();
    is_asked(&mut it);
    HERE.set(true);
    wallet.inbox(&it.relay);
    let signed = sign_over_session(&mut it, &mut wallet);
    assert!(it.world.settled(&signed).is_ok() && it.world.settled(&attempt).is_ok());
    assert_eq!(host_asked(&it)[2], 1);
}

// req: 10.35, 4.37
#[test]
fn keeps_an_unreadable_session_instead_of_asking_again() {
    for is_here in [false, true] {
        let mut options = options();
        options["siwx"] = json!({});
        let (it, _) =
            tapped(Paired::over(World::over(options, Default::default(), Chain::default())), Way::Settled);
        let Paired { world: before, mut relay, .. } = it;
        relay.hang_up();
        let (storage, chain) = (before.storage.clone(), before.chain.clone());
        before.engine.destroy();
        let settings = SiwxSettings { required: true, is_in_page: true, ..SiwxSettings::default() };
        let mut it = Paired::over(world(settings, storage, chain));
        HERE.set(is_here);
        it.relay = relay;
        it.pump();
        it.world.pass(2_000);
        let siwx = &it.world.chain.siwx;
        assert_eq!(it.world.status(), if is_here { "connected" } else { "disconnected" });
        assert_eq!(
            (siwx.count("createMessage"), siwx.count("revokeSession")),
            (1, 0),
            "nobody is asked again"
        );
        assert_eq!(siwx.sessions.borrow().len(), 1);
        assert_eq!(it.world.slice("toast")["toast"].is_null(), is_here, "and it is said");
    }
}

// req: 4.37, 10.2
#[test]
fn loads_the_sign_in_part_while_the_wallet_is_asked() {
    let siwx = |signs_in: bool| {
        let mut options = options();
        if signs_in {
            options["siwx"] = json!({});
        }
        let world = World::over_in_parts(later(), options, Default::default(), Chain::default());
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        world.open("Connect");
        assert_eq!(ASKED.get(), 0);
        let held = HeldResponses::default();
        let answers = held.clone();
        world.but(1, move |method, _| (method == "wm_connect").then(|| answers.hold(ok(json!(null)))));
        world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
        assert_eq!(world.wallets.count("wm_connect"), 1, "in the task of the press");
        ASKED.get()
    };
    assert_eq!((siwx(true), siwx(false)), (1, 0));
}

// req: 6.4
#[test]
fn never_returns_an_unchecked_page_signature() {
    let world = World::in_parts(later(), options());
    world.join();
    world.but(1, |method, params| {
        (method == "personal_sign").then(|| ok(json!(signature(&ALICES_KEY, params))))
    });
    let asked = || world.request("personal_sign", json!(["0x6869", ALICE]));
    let refused = asked();
    world.pass(2_000);
    assert_eq!(world.settled(&refused).map(|_| ()), Err(Error::PartNotLoaded));
    HERE.set(true);
    let signed: Value = world.json(&asked());
    assert!(signed.as_str().unwrap().starts_with("0x"));
}
