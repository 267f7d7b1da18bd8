//! Signing in on Solana (decision 60, "Sign-in on solana"): by a message over any wallet, and by one prompt with connecting where a browser wallet
//! has that.

use crate::support::sign_in::*;
use crate::support::*;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;
use wallet_engine::caip::Namespace;
use wallet_engine::constants::{SIMULATION_MS, WALLET_ANNOUNCE_MS};
use wallet_engine::error::Error;
use wallet_engine::features::Later;
use wallet_engine::flow::Join;
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::provider::WalletEvent;
use wallet_engine::ports::siwx::SiwxSettings;

const MAINNET: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
const NOVA: &str = "solana:nova-wallet";

fn page_options() -> Value {
    json!({"siwx": {}, "networks": [{"id": MAINNET.split(':').nth(1), "caipNetworkId": MAINNET, "chainNamespace": "solana",
        "name": "Solana", "nativeCurrency": {"name": "Solana", "symbol": "SOL", "decimals": 9},
        "rpcUrls": {"default": {"http": ["http://localhost:8899"]}}}, network(1337, "Demo Chain")]})
}

fn accounts(numbers: &[u8]) -> Value {
    let one = |number: &u8| json!({"chain": "solana:mainnet", "address": solana_address(*number)});
    json!({ "accounts": numbers.iter().map(one).collect::<Vec<_>>() })
}

fn announce(world: &World) {
    world.announce_of(Namespace::Solana, 1, NOVA, "Nova Wallet", None);
}

/// A wallet with one key; `special` may answer a method otherwise.
fn holds(world: &World, number: u8, special: impl Fn(&str, &Value) -> Option<Answer> + 'static) {
    world.wallets.answer(1, move |method, params| {
        special(method, params).unwrap_or_else(|| match method {
            "wm_connect" => ok(accounts(&[number])),
            "solana_signMessage" => ok(json!({"signature": solana_signature(number, params)})),
            _ => ok(Value::Null),
        })
    });
}

fn page(required: bool) -> World {
    let chain = Chain::default();
    chain.siwx.settings.set(SiwxSettings { required, ..SiwxSettings::default() });
    let world = World::over(page_options(), Default::default(), chain);
    holds(&world, 1, |_, _| None);
    announce(&world);
    world.open("Connect");
    world
}

fn choose(world: &World) -> Join {
    let connected = world.dispatch(json!({"type": "connect.select", "id": NOVA}));
    world.celebrated();
    connected
}

/// Connected, and asked to sign in.
fn asked(required: bool) -> (World, Join) {
    let world = page(required);
    let connected = choose(&world);
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    (world, connected)
}

fn told_connected(world: &World) -> usize {
    world.host.details("wallet-connect").len()
}

// req: 4.37, 4.38, 10.34
#[test]
fn signs_verifies_and_stores_the_pages_message() {
    for required in [false, true] {
        let (world, connected) = asked(required);
        assert_eq!(told_connected(&world), usize::from(!required));
        let text = world.slice("signIn")["message"].as_str().unwrap().to_owned();
        assert!(text.contains(&solana_address(1)));
        assert!(world.settled(&sign(&world)).is_ok());
        assert!(world.settled(&connected).is_ok());
        let asked = world.wallets.last("solana_signMessage").unwrap();
        let message = bs58::encode(&text).into_string();
        assert_eq!(asked, json!({"message": message, "pubkey": solana_address(1), "chain": MAINNET}));
        let session = &stored(&world)[0];
        assert_eq!(session["message"], text);
        assert_eq!(session["signature"], solana_signed(1, text.as_bytes()));
        assert_eq!((&session["data"]["chainId"], world.status().as_str()), (&json!(MAINNET), "connected"));
        assert_eq!((told_connected(&world), world.is_open()), (1, false));
    }
}

// req: 8.19, 10.34
#[test]
fn stores_nothing_until_the_verifier_loads() {
    const COMES_MS: u64 = 1_700_000_600_000;
    let later = Later {
        solana_verify: |cx, feature, action, command| match cx.ports().clock.now_ms() < COMES_MS {
            true => Box::pin(async { Err(Error::PartNotLoaded) }),
            false => (Later::native().solana_verify)(cx, feature, action, command),
        },
        ..Later::native()
    };
    let world = World::in_parts(later, page_options());
    holds(&world, 1, |_, _| None);
    announce(&world);
    world.open("Connect");
    let connected = choose(&world);
    let details = Some("Couldn't load part of the wallet. Check your connection and try again".into());
    assert_eq!(world.settled(&sign(&world)).unwrap_err(), Error::SignFailed { details });
    assert_eq!((phase(&world).as_str(), stored(&world).len()), ("ready", 0));
    world.pass(COMES_MS - world.clock.now_ms());
    assert!(world.settled(&sign(&world)).is_ok());
    assert!(world.settled(&connected).is_ok());
    assert_eq!(stored(&world).len(), 1);
}

// req: 4.37
#[test]
fn shows_the_message_although_the_verifier_never_loads() {
    let later = Later { solana_verify: |_, _, _, _| Box::pin(std::future::pending()), ..Later::native() };
    let world = World::in_parts(later, page_options());
    holds(&world, 1, |_, _| None);
    announce(&world);
    world.open("Connect");
    let _connected = choose(&world);
    world.pass(SIMULATION_MS);
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
}

// req: 4.39, 8.19, 10.34
#[test]
fn never_stores_a_rejected_foreign_or_altered_signature() {
    let (world, connected) = asked(true);
    let other = || Error::SignFailed { details: Some("The signature is from another account".into()) };
    let is_text = || Error::SignFailed { details: Some("The wallet signed a different message".into()) };
    let has_none = || Error::SignFailed { details: Some("This wallet can't sign messages".into()) };
    type Says = fn(&Value) -> Answer;
    let cases: [(Says, Error); 5] = [
        (|_| refuse(4001, "User rejected the request."), Error::SignatureDeclined),
        (|params| ok(json!({"signature": solana_signature(2, params)})), other()),
        (|_| ok(json!({"signature": solana_signed(1, b"something else")})), other()),
        (
            |_| {
                let (text, signature) = (b"something else", solana_signed(1, b"something else"));
                ok(json!({"signature": signature, "signedMessage": bs58::encode(text).into_string()}))
            },
            is_text(),
        ),
        (|_| refuse(4200, "the wallet has no solana:signMessage"), has_none()),
    ];
    for (answer, error) in cases {
        holds(&world, 1, move |method, params| (method == "solana_signMessage").then(|| answer(params)));
        assert_eq!(world.settled(&sign(&world)), Err(error));
        assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
        assert_eq!((stored(&world).len(), told_connected(&world)), (0, 0));
    }
    holds(&world, 1, |_, _| None);
    assert!(world.settled(&sign(&world)).is_ok());
    assert!(world.settled(&connected).is_ok());
    assert_eq!(stored(&world).len(), 1);
}

// req: 4.40
#[test]
fn asks_the_new_account_when_it_changes_during_the_sign_in() {
    let (world, connected) = asked(true);
    let (open, gate) = Gate::new();
    holds(&world, 1, move |method, params| {
        (method == "solana_signMessage")
            .then(|| gate.hold(ok(json!({"signature": solana_signature(1, params)}))))
    });
    let signed = sign(&world);
    world.wallets.tell(1, &WalletEvent::Accounts(accounts(&[2, 1])));
    world.run();
    assert_eq!(world.settled(&signed), Err(Error::Aborted));
    open.send(()).ok();
    world.run();
    assert_eq!((stored(&world).len(), told_connected(&world)), (0, 0), "one's signature is not the other's");
    assert_eq!(world.slice("signIn")["address"], solana_address(2));
    holds(&world, 2, |_, _| None);
    assert!(world.settled(&sign(&world)).is_ok());
    assert!(world.settled(&connected).is_ok());
    assert_eq!(stored(&world)[0]["data"]["accountAddress"], solana_address(2));
}

fn again(world: World) -> World {
    let (storage, chain) = (world.storage.clone(), world.chain.clone());
    world.engine.destroy();
    let world = World::over(page_options(), storage, chain);
    holds(&world, 1, |_, _| None);
    announce(&world);
    world.pass(WALLET_ANNOUNCE_MS);
    world
}

// req: 3.19, 4.37
#[test]
fn asks_again_after_a_reload_but_not_once_signed_in() {
    let (world, _) = asked(true);
    holds(&world, 1, |method, _| (method == "solana_signMessage").then(never));
    let _signed = sign(&world);
    let world = again(world);
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    assert_eq!((told_connected(&world), stored(&world).len()), (0, 0));
    assert!(world.settled(&sign(&world)).is_ok());
    // a session that lies in the page counts by its signature alone
    let settings = world.chain.siwx.settings.get();
    world.chain.siwx.settings.set(SiwxSettings { is_in_page: true, ..settings });
    let world = again(world);
    assert_eq!((world.status().as_str(), world.is_open()), ("connected", false));
    assert_eq!(world.wallets.count("solana_signMessage"), 0);
}

/// What a wallet writes of the fields it was given, for this account.
fn written(fields: &Value, address: &str) -> String {
    let field = |name: &str| fields[name].as_str().unwrap().to_owned();
    format!(
        "{} wants you to sign in with your Solana account:\n{address}\n\nURI: {}\nVersion: {}\nChain ID: {}\nNonce: {}\nIssued At: {}",
        field("domain"),
        field("uri"),
        field("version"),
        field("chainId"),
        field("nonce"),
        field("issuedAt")
    )
}

fn answer_of(number: u8, text: &str, signature: String) -> Value {
    let mut answer = accounts(&[number]);
    answer["signedMessage"] = bs58::encode(text).into_string().into();
    answer["signature"] = signature.into();
    answer
}

/// A wallet of the first key that can sign in at once, and answers so.
fn signs_at_once(world: &World, answer: impl Fn(&Value) -> Answer + 'static) {
    holds(world, 1, move |method, params| match method {
        "wm_signsIn" => Some(ok(json!(true))),
        "solana_signIn" => Some(answer(params)),
        _ => None,
    });
}

fn willing(params: &Value) -> Answer {
    let text = written(params, &solana_address(1)).replace(MAINNET, "solana:mainnet");
    ok(answer_of(1, &text, solana_signed(1, text.as_bytes())))
}

// req: 4.37, 4.38, 10.34
#[test]
fn connects_and_signs_in_with_one_prompt() {
    for required in [false, true] {
        let world = page(required);
        signs_at_once(&world, willing);
        let connected = choose(&world);
        assert!(world.settled(&connected).is_ok());
        assert_eq!(
            (world.status().as_str(), world.is_open(), told_connected(&world)),
            ("connected", false, 1)
        );
        let prompts = ["wm_connect", "solana_signIn", "solana_signMessage"].map(|of| world.wallets.count(of));
        assert_eq!(prompts, [0, 1, 0]);
        let asked = world.wallets.last("solana_signIn").unwrap();
        assert_eq!((&asked["domain"], &asked["chainId"]), (&json!("app.example"), &json!(MAINNET)));
        assert_eq!(asked.get("address"), None);
        let session = &stored(&world)[0];
        let text = written(&asked, &solana_address(1)).replace(MAINNET, "solana:mainnet");
        assert_eq!((&session["message"], &session["data"]["nonce"]), (&json!(text), &asked["nonce"]));
        assert_eq!(session["data"]["accountAddress"], solana_address(1));
        let told = json!({"address": solana_address(1), "chainId": MAINNET, "required": required});
        assert_eq!(world.host.details("wallet-sign-in"), [told]);
        // what is stored holds after a reload, if it counts by its signature
        let settings = world.chain.siwx.settings.get();
        world.chain.siwx.settings.set(SiwxSettings { is_in_page: true, ..settings });
        let world = again(world);
        assert_eq!((world.status().as_str(), world.is_open()), ("connected", false));
    }
}

// req: 10.34
#[test]
fn rejects_an_invalid_one_prompt_sign_in() {
    type Change = fn(&str) -> String;
    let changes: [Change; 9] = [
        |text| text.replace("app.example wants", "evil.example wants"),
        |text| text.replace("Nonce: nonce", "Nonce: other"),
        |text| text.replace(MAINNET, "solana:devnet"),
        |text| text.replace(&solana_address(1), &solana_address(2)),
        |text| text.replace("URI: https://app.example", "URI: https://evil.example"),
        |text| format!("{text}\nResources:\n- urn:recap:e30"),
        |text| text.lines().filter(|line| !line.starts_with("Nonce")).collect::<Vec<_>>().join("\n"),
        |text| text.lines().filter(|line| !line.starts_with("Chain")).collect::<Vec<_>>().join("\n"),
        |text| text.replace("Issued At: 2023", "Issued At: 2024"),
    ];
    let refused = |world: &World, what: &str| {
        let connected = choose(world);
        assert!(world.settled(&connected).is_err(), "{what}");
        assert_eq!((stored(world).len(), told_connected(world)), (0, 0), "{what}");
        assert_eq!((world.status().as_str(), world.view().as_str()), ("disconnected", "ConnectingExternal"));
    };
    for change in changes {
        let world = page(true);
        signs_at_once(&world, move |params| {
            let whole = written(params, &solana_address(1));
            let text = change(&whole);
            assert_ne!(text, whole);
            ok(answer_of(1, &text, solana_signed(1, text.as_bytes())))
        });
        refused(&world, &change(MAINNET));
    }
    // the right text, signed by another key or not at all
    for by in [Some(2), None] {
        let world = page(true);
        signs_at_once(&world, move |params| {
            let text = written(params, &solana_address(1));
            ok(answer_of(1, &text, by.map_or_else(String::new, |by| solana_signed(by, text.as_bytes()))))
        });
        refused(&world, "the signature");
    }
    for nonsense in
        [json!(null), json!({}), json!({"accounts": []}), json!({"accounts": [7], "signedMessage": 0})]
    {
        let world = page(true);
        signs_at_once(&world, move |_| ok(nonsense.clone()));
        refused(&world, "nonsense");
    }
}

// req: 4.41, 8.21
#[test]
fn allows_connecting_after_a_rejection_if_sign_in_is_optional() {
    for required in [false, true] {
        let world = page(required);
        signs_at_once(&world, |_| refuse(4001, "User rejected the request."));
        let connected = choose(&world);
        assert_eq!(world.settled(&connected), Err(Error::ConnectionRejected));
        let retried = world.dispatch(json!({"type": "connect.retry"}));
        world.celebrated();
        let asked = ["solana_signIn", "wm_connect"].map(|of| world.wallets.count(of));
        if required {
            assert_eq!((world.settled(&retried), asked), (Err(Error::ConnectionRejected), [2, 0]));
            continue;
        }
        assert!(world.settled(&retried).is_ok());
        assert_eq!((asked, world.view().as_str()), ([1, 1], "SIWXSignMessage"));
        assert!(world.settled(&cancel(&world)).is_ok());
        assert_eq!((world.status().as_str(), stored(&world).len()), ("connected", 0));
    }
}

// req: 4.37
#[test]
fn connects_first_if_wallet_or_page_lacks_one_prompt_sign_in() {
    let connects_first = |world: &World| {
        let connected = choose(world);
        assert_eq!((world.view().as_str(), phase(world).as_str()), ("SIWXSignMessage", "ready"));
        assert!(world.settled(&sign(world)).is_ok());
        assert!(world.settled(&connected).is_ok());
    };
    let world = page(true);
    signs_at_once(&world, |_| refuse(4200, "the wallet has no solana:signIn"));
    connects_first(&world);
    // the host writes for accounts that it knows
    let world = page(true);
    signs_at_once(&world, willing);
    world.chain.siwx.but(|method, given| {
        (method == "createMessage" && given["accountAddress"] == "").then(|| fault("no account")).flatten()
    });
    connects_first(&world);
    assert_eq!(world.wallets.count("solana_signIn"), 0);
    // nothing is signed in without
    let mut options = page_options();
    options["siwx"] = Value::Null;
    let world = World::with(options, Default::default());
    signs_at_once(&world, willing);
    announce(&world);
    world.open("Connect");
    assert!(world.settled(&choose(&world)).is_ok());
    assert_eq!(["wm_signsIn", "solana_signIn", "wm_connect"].map(|of| world.wallets.count(of)), [0, 0, 1]);
}

/// A wallet that signs in and signs no messages, connected without having signed in.
fn signs_in_alone(answer: impl Fn(&Value) -> Answer + 'static) -> World {
    let (world, _) = asked(true);
    holds(&world, 1, move |method, params| match method {
        "wm_signsIn" => Some(ok(json!(true))),
        "solana_signMessage" => Some(refuse(4200, "the wallet has no solana:signMessage")),
        "solana_signIn" => Some(answer(params)),
        _ => None,
    });
    world
}

// req: 4.38, 10.34
#[test]
fn signs_in_after_connecting_if_the_wallet_signs_no_messages() {
    let world = signs_in_alone(willing);
    assert!(world.settled(&sign(&world)).is_ok());
    let fields = world.wallets.last("solana_signIn").unwrap();
    assert_eq!((&fields["pubkey"], &fields["chainId"]), (&json!(solana_address(1)), &json!(MAINNET)));
    let session = &stored(&world)[0];
    let text = written(&fields, &solana_address(1)).replace(MAINNET, "solana:mainnet");
    assert_eq!((&session["message"], &session["data"]["nonce"]), (&json!(text), &fields["nonce"]));
    assert_eq!((world.status().as_str(), told_connected(&world)), ("connected", 1));

    let of_another = |params: &Value| {
        let text = written(params, &solana_address(2));
        ok(answer_of(2, &text, solana_signed(2, text.as_bytes())))
    };
    let elsewhere = |params: &Value| {
        let text = written(params, &solana_address(1)).replace("app.example", "evil.example");
        ok(answer_of(1, &text, solana_signed(1, text.as_bytes())))
    };
    for (name, answer) in [("another", of_another as fn(&Value) -> Answer), ("elsewhere", elsewhere)] {
        let world = signs_in_alone(answer);
        assert!(world.settled(&sign(&world)).is_err(), "{name}");
        assert_eq!((stored(&world).len(), told_connected(&world)), (0, 0), "{name}");
    }
    // and one that has neither says so
    let world = signs_in_alone(|_| refuse(4200, "none"));
    assert!(world.settled(&sign(&world)).is_err());
    assert_eq!(world.slice("signIn")["error"]["details"], "This wallet can't sign messages");
}

// req: 4.37
#[test]
fn signs_out_when_closed_while_the_page_stores_the_session() {
    let world = page(true);
    signs_at_once(&world, willing);
    let (open, gate) = Gate::new();
    let sessions = world.chain.siwx.sessions.clone();
    let is_held = Rc::new(Cell::new(true));
    world.chain.siwx.but(move |method, given| {
        (method == "addSession" && is_held.take()).then(|| {
            sessions.borrow_mut().push(given.clone());
            gate.hold(Box::pin(async { Ok(Value::Null) }) as _)
        })
    });
    let connected = world.dispatch(json!({"type": "connect.select", "id": NOVA}));
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert!(world.settled(&connected).is_err());
    assert_eq!(stored(&world).len(), 1);
    open.send(()).ok();
    world.run();
    assert_eq!((stored(&world).len(), world.chain.siwx.count("revokeSession")), (0, 1));
    assert_eq!((world.status().as_str(), told_connected(&world)), ("disconnected", 0));
}
