//! Signing in on Cosmos (decision 78, "Sign-in on Cosmos"): words as ADR-36 writes them, by browser wallets and over a relay.

use crate::paired::Paired;
use crate::support::sign_in::*;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::caip::Namespace;
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::siwx::SiwxSettings;

const HUB: &str = "cosmos:cosmoshub-4";
const KEPLR: &str = "cosmos:keplr";

fn page_options() -> Value {
    let mut options = options();
    options["siwx"] = json!({});
    options["networks"] = json!([{"id": "cosmoshub-4", "caipNetworkId": HUB, "chainNamespace": "cosmos", "name": "Hub",
        "nativeCurrency": {"name": "Atom", "symbol": "ATOM", "decimals": 6},
        "rpcUrls": {"default": {"http": ["http://localhost:26657"]}}, "cosmos": {"bech32Prefix": "cosmos"}}]);
    options
}

fn chain(required: bool) -> Chain {
    let chain = Chain::default();
    chain.siwx.settings.set(SiwxSettings { required, ..SiwxSettings::default() });
    chain
}

/// A browser wallet with the first key; `signs` is what it answers to words for an account.
fn holds(world: &World, signs: impl Fn(&str, &str) -> Answer + 'static) {
    world.wallets.answer(1, move |method, params| match method {
        "wm_connect" => ok(json!({"accounts": [{"chain": HUB, "address": cosmos_address(1)}]})),
        "cosmos_signArbitrary" => {
            signs(params["signerAddress"].as_str().unwrap(), params["data"].as_str().unwrap())
        }
        _ => ok(Value::Null),
    });
}

/// Connected, and asked to sign in.
fn asked(required: bool) -> (World, Join) {
    let world = World::over(page_options(), Default::default(), chain(required));
    holds(&world, |address, words| ok(cosmos_signed(1, address, words)));
    world.announce_of(Namespace::Cosmos, 1, KEPLR, "Keplr", None);
    world.open("Connect");
    let connected = world.dispatch(json!({"type": "connect.select", "id": KEPLR}));
    world.celebrated();
    assert_eq!((world.view().as_str(), phase(&world).as_str()), ("SIWXSignMessage", "ready"));
    (world, connected)
}

// req: 4.37, 4.38, 10.34
#[test]
fn signs_verifies_and_stores_the_pages_message_with_its_key() {
    for required in [false, true] {
        let (world, connected) = asked(required);
        let text = world.slice("signIn")["message"].as_str().unwrap().to_owned();
        assert!(text.contains(&cosmos_address(1)) && text.contains("Chain ID: cosmos"));
        assert!(world.settled(&sign(&world)).is_ok());
        assert!(world.settled(&connected).is_ok());
        let sent = world.wallets.last("cosmos_signArbitrary").unwrap();
        assert_eq!(sent, json!({"signerAddress": cosmos_address(1), "data": text, "chainId": "cosmoshub-4"}));
        let session = &stored(&world)[0];
        let signature = serde_json::from_str::<Value>(session["signature"].as_str().unwrap()).unwrap();
        assert_eq!(signature, cosmos_signed(1, &cosmos_address(1), &text));
        assert_eq!((&session["message"], &session["data"]["chainId"]), (&json!(text), &json!(HUB)));
        assert_eq!((world.status().as_str(), world.is_open()), ("connected", false));
    }
}

// req: 4.39, 8.19, 10.34
#[test]
fn never_stores_a_rejected_foreign_or_altered_signature() {
    let (world, connected) = asked(true);
    let other = || Error::SignFailed { details: Some("The signature is from another account".into()) };
    let none = || Error::SignFailed { details: Some("The wallet signed a different message".into()) };
    type Says = fn(&str, &str) -> Answer;
    let cases: [(Says, Error); 6] = [
        (|_, _| refuse(4001, "Request rejected"), Error::SignatureDeclined),
        (|address, words| ok(cosmos_signed(2, address, words)), other()),
        (|address, _| ok(cosmos_signed(1, address, "other words")), other()),
        (|_, words| ok(cosmos_signed(1, &cosmos_address(2), words)), other()),
        (|_, _| ok(json!({"signature": "AA=="})), none()),
        (|_, _| ok(Value::Null), none()),
    ];
    for (says, error) in cases {
        holds(&world, says);
        assert_eq!(world.settled(&sign(&world)), Err(error));
        assert_eq!((phase(&world).as_str(), stored(&world).len()), ("ready", 0));
    }
    never_told_connected(&world);
    holds(&world, |address, words| ok(cosmos_signed(1, address, words)));
    assert!(world.settled(&sign(&world)).is_ok());
    assert!(world.settled(&connected).is_ok());
}

// req: 4.37, 4.38, 10.34
#[test]
fn signs_an_adr36_document_over_a_relay() {
    let mut it = Paired::over(World::over(page_options(), Default::default(), chain(true)));
    let attempt = it.choose();
    let mut wallet = it.scan();
    wallet.say_yes(&mut it.relay);
    it.pump();
    let account = format!("{HUB}:{}", cosmos_address(1));
    let methods = ["cosmos_getAccounts", "cosmos_signDirect", "cosmos_signAmino"];
    wallet.settle(
        &mut it.relay,
        json!({"cosmos": {"chains": [HUB], "accounts": [account], "methods": methods, "events": []}}),
    );
    it.pump();
    it.celebrated();
    wallet.inbox(&it.relay);
    for number in [2, 1] {
        let signed = sign(&it.world);
        it.pump();
        let seen = wallet.inbox(&it.relay).pop().expect("the wallet is asked");
        let request = &seen["params"]["request"];
        assert_eq!(
            (&seen["params"]["chainId"], &request["method"]),
            (&json!(HUB), &json!("cosmos_signAmino"))
        );
        let document = &request["params"]["signDoc"];
        assert_eq!((&document["chain_id"], &document["sequence"]), (&json!(""), &json!("0")));
        let data = document["msgs"][0]["value"]["data"].as_str().unwrap();
        let words = String::from_utf8(walletconnect::base64::decode(data).unwrap()).unwrap();
        assert_eq!(it.world.slice("signIn")["message"], words);
        let signature = cosmos_signed(number, &cosmos_address(1), &words);
        let answer = json!({"signed": document, "signature": signature});
        wallet.answer(&mut it.relay, seen["id"].as_u64().unwrap(), answer);
        it.pump();
        assert_eq!(it.world.settled(&signed).is_ok(), number == 1);
        assert_eq!(stored(&it.world).len(), usize::from(number == 1));
    }
    it.world.settled(&attempt).unwrap();
}

// req: 10.12, 10.34
#[test]
fn reviews_a_message_that_signs_in_on_another_site() {
    let (world, connected) = asked(false);
    assert!(world.settled(&sign(&world)).is_ok());
    assert!(world.settled(&connected).is_ok());
    let ask = |site: &str| {
        let data = format!("{site} wants you to sign in with your Cosmos account:\n{}", cosmos_address(1));
        let params = json!({"signerAddress": cosmos_address(1), "data": data});
        let asked = world.engine.request("cosmos", "cosmos_signArbitrary", params);
        world.pass(100);
        asked
    };
    let _asked = ask("other.example");
    let line = &world.slice("review")["lines"][0];
    assert_eq!((&line["effect"], &line["risk"]), (&json!("sign_in"), &json!("critical")));
    world.dispatch(json!({"type": "review.cancel"}));
    world.pass(100);
    assert_eq!(world.wallets.count("cosmos_signArbitrary"), 1);
    // on this page nothing is given away
    assert!(world.settled(&ask("app.example")).is_ok());
    assert_eq!(world.wallets.count("cosmos_signArbitrary"), 2);
}
