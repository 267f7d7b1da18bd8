//! Signing in on bip122 (decision 92, "Sign-in on Bitcoin"): by the older form of all kinds of address but taproot, and over WalletConnect.
//! Signatures of BIP-322 are next to this (`bitcoin_messages.rs`), and a wallet of taproot signs in a browser (`e2e/bitcoin`).

use crate::paired::Paired;
use crate::support::sign_in::*;
use crate::support::*;
use k256::ecdsa::SigningKey;
use serde_json::{Value, json};
use wallet_engine::caip::Namespace;
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::namespaces::bip122::sign_in::{hash160, push_length, sha256d};

const MAIN: &str = "bip122:000000000019d6689c085ae165831e93";
const TAPROOT: &str = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0";
const NOVA: &str = "bip122:nova";

fn page_options() -> Value {
    json!({"siwx": {}, "networks": [{"id": "000000000019d6689c085ae165831e93", "caipNetworkId": MAIN,
        "chainNamespace": "bip122", "name": "Bitcoin",
        "nativeCurrency": {"name": "Bitcoin", "symbol": "BTC", "decimals": 8},
        "rpcUrls": {"default": {"http": ["http://localhost:3002"]}}}]})
}

fn key(number: u8) -> SigningKey {
    SigningKey::from_slice(&[number; 32]).unwrap()
}

fn address(number: u8) -> String {
    let public = key(number).verifying_key().to_encoded_point(true);
    let program = hash160(public.as_bytes());
    bech32::segwit::encode_v0(bech32::Hrp::parse("bc").unwrap(), &program).unwrap()
}

/// A "Bitcoin Signed Message" with the header of P2WPKH.
fn signed(number: u8, text: &str) -> Vec<u8> {
    let mut bytes = b"\x18Bitcoin Signed Message:\n".to_vec();
    push_length(&mut bytes, text.len());
    bytes.extend_from_slice(text.as_bytes());
    let (signature, id) = key(number).sign_prehash_recoverable(&sha256d(&bytes)).unwrap();
    [&[39 + id.to_byte()][..], &signature.to_bytes()].concat()
}

fn by(number: u8, params: &Value) -> Answer {
    let signature = walletconnect::base64::encode(&signed(number, params["message"].as_str().unwrap()));
    ok(json!({"address": params["account"], "signature": signature}))
}

fn holds(world: &World, address: String, signs: impl Fn(&Value) -> Answer + 'static) {
    world.wallets.answer(1, move |method, params| match method {
        "wm_connect" => {
            ok(json!({"chain": MAIN, "accounts": [{"chain": MAIN, "address": address, "type": "payment"}]}))
        }
        "signMessage" => signs(params),
        _ => ok(Value::Null),
    });
}

/// Connected, and asked to sign in.
fn asked(required: bool, address: String) -> (World, Join) {
    asked_by(Namespace::Bip122, NOVA, page_options(), required, |world| {
        holds(world, address, |params| by(1, params))
    })
}

// req: 4.37, 4.38, 10.34
#[test]
fn signs_verifies_and_stores_the_pages_message() {
    for required in [false, true] {
        let (world, connected) = asked(required, address(1));
        let text = world.slice("signIn")["message"].as_str().unwrap().to_owned();
        assert!(world.settled(&sign(&world)).is_ok());
        assert!(world.settled(&connected).is_ok());
        let sent = world.wallets.last("signMessage").unwrap();
        let wanted = json!({"account": address(1), "message": text, "chain": MAIN});
        assert_eq!(sent, wanted);
        let session = &stored(&world)[0];
        assert_eq!((&session["message"], &session["data"]["chainId"]), (&json!(text), &json!(MAIN)));
        assert_eq!((world.status().as_str(), world.is_open()), ("connected", false));
    }
}

// req: 4.39, 8.19, 10.34
#[test]
fn never_stores_a_rejected_foreign_or_altered_signature() {
    let (world, connected) = asked(true, address(1));
    let other = || Error::SignFailed { details: Some("The signature is from another account".into()) };
    let is_text = || Error::SignFailed { details: Some("The wallet signed a different message".into()) };
    type Says = fn(&Value) -> Answer;
    let cases: [(Says, Error); 5] = [
        (|_| refuse(4001, "Cancelled"), Error::SignatureDeclined),
        (|params| by(2, params), other()),
        (|params| by(1, &json!({"message": "something else", "account": params["account"]})), other()),
        (|_| ok(json!({"signature": "AA=="})), other()),
        (|_| ok(json!({"signature": "AA==", "signedMessage": "x"})), is_text()),
    ];
    for (answer, error) in cases {
        holds(&world, address(1), answer);
        assert_eq!(world.settled(&sign(&world)), Err(error));
        assert_eq!((phase(&world).as_str(), stored(&world).len()), ("ready", 0));
        assert!(world.host.details("wallet-connect").is_empty());
    }
    holds(&world, address(1), |params| by(1, params));
    assert!(world.settled(&sign(&world)).is_ok());
    assert!(world.settled(&connected).is_ok());
}

// req: 10.34
#[test]
fn rejects_a_legacy_signature_for_a_taproot_address() {
    let (world, _connected) = asked(false, TAPROOT.into());
    assert!(world.settled(&sign(&world)).is_err());
    assert_eq!(world.wallets.last("signMessage").unwrap()["protocol"], "bip322");
    assert!(stored(&world).is_empty());
}

// req: 1.11, 10.34
#[test]
fn verifies_a_hex_signature_over_walletconnect() {
    let mut options = options();
    options["siwx"] = json!({});
    options["networks"] = page_options()["networks"].clone();
    let mut it = Paired::over(World::with(options, Default::default()));
    let connected = it.choose();
    let mut wallet = it.scan();
    wallet.say_yes(&mut it.relay);
    it.pump();
    let own = address(3);
    let grants = json!({"bip122": {"chains": [MAIN], "accounts": [format!("{MAIN}:{own}")],
        "methods": ["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"],
        "events": ["accountsChanged", "chainChanged"]}});
    wallet.settle(&mut it.relay, grants);
    it.pump();
    let question = wallet.inbox(&it.relay).pop().unwrap();
    wallet.answer_error(&mut it.relay, question["id"].as_u64().unwrap(), 4200, "No.");
    it.pump();
    it.world.celebrated();
    it.pump();
    assert_eq!((it.world.view().as_str(), phase(&it.world).as_str()), ("SIWXSignMessage", "ready"));
    assert!(it.world.settled(&connected).is_ok());
    for (number, stores) in [(4, 0), (3, 1)] {
        let text = it.world.slice("signIn")["message"].as_str().unwrap().to_owned();
        wallet.inbox(&it.relay);
        let join = sign(&it.world);
        it.pump();
        let seen = wallet.inbox(&it.relay).pop().expect("the wallet is asked");
        let request = &seen["params"]["request"];
        assert_eq!(request["method"], "signMessage");
        assert_eq!(request["params"], json!({"account": own, "message": text}));
        let signature = alloy_primitives::hex::encode(signed(number, &text));
        wallet.answer(
            &mut it.relay,
            seen["id"].as_u64().unwrap(),
            json!({"address": own, "signature": signature}),
        );
        it.pump();
        assert_eq!((it.world.settled(&join).is_ok(), stored(&it.world).len()), (stores == 1, stores));
    }
}
