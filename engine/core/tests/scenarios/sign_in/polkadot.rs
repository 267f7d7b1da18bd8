//! Signing in on Polkadot (decision 99, "Signatures and sign-in on Polkadot"): by a message that browser wallets wrap, and over WalletConnect.

use crate::paired::Paired;
use crate::support::sign_in::*;
use crate::support::*;
use ed25519_dalek::{Signer, SigningKey};
use serde_json::{Value, json};
use wallet_engine::caip::Namespace;
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::namespaces::polkadot::codec::ss58;

const DOT: &str = "polkadot:91b171bb158e2d3848fa23a9f1c25182";
const NOVA: &str = "polkadot:nova";

fn page_options() -> Value {
    json!({"siwx": {}, "networks": [{"id": "91b171bb158e2d3848fa23a9f1c25182", "caipNetworkId": DOT,
        "chainNamespace": "polkadot", "name": "Polkadot",
        "nativeCurrency": {"name": "Dot", "symbol": "DOT", "decimals": 10},
        "rpcUrls": {"default": {"http": ["http://localhost:9944"]}}}]})
}

fn key(number: u8) -> SigningKey {
    SigningKey::from_bytes(&[number; 32])
}

fn address(prefix: u16, number: u8) -> String {
    ss58::written(prefix, key(number).verifying_key().as_bytes())
}

fn signature(number: u8, bytes: &[u8]) -> Value {
    json!({ "signature": alloy_primitives::hex::encode_prefixed(key(number).sign(bytes).to_bytes()) })
}

/// As browser wallets sign: the bytes between their marks.
fn wrapped(number: u8, params: &Value) -> Answer {
    let bytes = alloy_primitives::hex::decode(params["data"].as_str().unwrap()).unwrap();
    ok(signature(number, &[&b"<Bytes>"[..], &bytes, b"</Bytes>"].concat()))
}

fn holds(world: &World, signs: impl Fn(&Value) -> Answer + 'static) {
    world.wallets.answer(1, move |method, params| match method {
        "wm_connect" => {
            ok(json!({"accounts": [{"chain": DOT, "address": address(42, 1), "type": "ed25519"}]}))
        }
        "polkadot_signMessage" => signs(params),
        _ => ok(Value::Null),
    });
}

/// Connected, and asked to sign in.
fn asked(required: bool) -> (World, Join) {
    asked_by(Namespace::Polkadot, NOVA, page_options(), required, |world| {
        holds(world, |params| wrapped(1, params))
    })
}

// req: 4.37, 4.38, 10.34
#[test]
fn signs_verifies_and_stores_the_pages_message() {
    for required in [false, true] {
        let (world, connected) = asked(required);
        let text = world.slice("signIn")["message"].as_str().unwrap().to_owned();
        assert!(world.settled(&sign(&world)).is_ok());
        assert!(world.settled(&connected).is_ok());
        let data = alloy_primitives::hex::encode_prefixed(&text);
        let sent = world.wallets.last("polkadot_signMessage").unwrap();
        assert_eq!(sent, json!({"address": address(42, 1), "data": data}));
        let session = &stored(&world)[0];
        assert_eq!((&session["message"], &session["data"]["chainId"]), (&json!(text), &json!(DOT)));
        assert_eq!((world.status().as_str(), world.is_open()), ("connected", false));
    }
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
        (|_| refuse(4001, "Cancelled"), Error::SignatureDeclined),
        (|params| wrapped(2, params), other()),
        (|_| ok(signature(1, b"<Bytes>something else</Bytes>")), other()),
        (|_| ok(json!({"result": "0x"})), is_text()),
        (|_| refuse(4200, "the wallet has no signRaw"), has_none()),
    ];
    for (answer, error) in cases {
        holds(&world, answer);
        assert_eq!(world.settled(&sign(&world)), Err(error));
        assert_eq!((phase(&world).as_str(), stored(&world).len()), ("ready", 0));
        assert!(world.host.details("wallet-connect").is_empty());
    }
    holds(&world, |params| wrapped(1, params));
    assert!(world.settled(&sign(&world)).is_ok());
    assert!(world.settled(&connected).is_ok());
}

// req: 1.12, 10.34
#[test]
fn signs_and_verifies_the_plain_text_over_walletconnect() {
    let mut options = options();
    options["siwx"] = json!({});
    options["networks"] = page_options()["networks"].clone();
    let mut it = Paired::over(World::with(options, Default::default()));
    let connected = it.choose();
    let mut wallet = it.scan();
    wallet.say_yes(&mut it.relay);
    it.pump();
    let own = address(0, 3);
    let grants = json!({"polkadot": {"chains": [DOT], "accounts": [format!("{DOT}:{own}")],
        "methods": ["polkadot_signTransaction", "polkadot_signMessage"], "events": ["accountsChanged", "chainChanged"]}});
    wallet.settle(&mut it.relay, grants);
    it.pump();
    it.world.celebrated();
    it.pump();
    assert_eq!((it.world.view().as_str(), phase(&it.world).as_str()), ("SIWXSignMessage", "ready"));
    assert!(it.world.settled(&connected).is_ok());
    // another key's, and its own without the marks, as mobile wallets sign
    for (number, stores) in [(4, 0), (3, 1)] {
        let text = it.world.slice("signIn")["message"].as_str().unwrap().to_owned();
        wallet.inbox(&it.relay);
        let signed = sign(&it.world);
        it.pump();
        let seen = wallet.inbox(&it.relay).pop().expect("the wallet is asked");
        let request = &seen["params"]["request"];
        assert_eq!(request["method"], "polkadot_signMessage");
        assert_eq!(request["params"], json!({"address": own, "message": text}));
        wallet.answer(&mut it.relay, seen["id"].as_u64().unwrap(), signature(number, text.as_bytes()));
        it.pump();
        assert_eq!((it.world.settled(&signed).is_ok(), stored(&it.world).len()), (stores == 1, stores));
    }
}
