//! Every vector taken from the official packages (docs/spec/walletconnect-vectors.json).

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may stop at the first fault"
)]

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use walletconnect::cacao::{self, AuthRequest};
use walletconnect::crypto::{self, KeyPair, unhex32};
use walletconnect::envelope::{self, Envelope};
use walletconnect::error::{self, PeerError};
use walletconnect::namespaces;
use walletconnect::uri::PairingUri;

fn vectors(name: &str) -> Value {
    let all: Value =
        serde_json::from_str(include_str!("../../../docs/spec/walletconnect-vectors.json")).unwrap();
    assert!(all.get(name).is_some(), "{name}");
    all[name].clone()
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    let list = value[name].as_array().unwrap_or_else(|| panic!("{name}"));
    assert!(!list.is_empty(), "{name}");
    list
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("{name}"))
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(|item| item.as_str().unwrap().to_owned()).collect()
}

fn key(value: &Value, name: &str) -> [u8; 32] {
    unhex32(text(value, name)).unwrap()
}

fn nonce(value: &Value) -> [u8; 12] {
    let hex = text(value, "iv");
    core::array::from_fn(|index| u8::from_str_radix(&hex[index * 2..index * 2 + 2], 16).unwrap())
}

#[test]
fn derives_the_known_keys_and_topics() {
    let all = vectors("x25519");
    let (a, b) = (KeyPair::of(key(&all, "privA")), KeyPair::of(key(&all, "privB")));
    assert_eq!(crypto::hex(&a.public), text(&all, "pubA"));
    assert_eq!(crypto::hex(&b.public), text(&all, "pubB"));
    let shared = x25519_dalek::x25519(a.private, b.public);
    assert_eq!(crypto::hex(&shared), text(&all, "sharedSecret"));
    let sym_key = crypto::derive(&a.private, &b.public).unwrap();
    assert_eq!(crypto::hex(&sym_key), text(&all, "symKey_hkdf_sha256_nosalt_noinfo_32"));
    assert_eq!(crypto::derive(&b.private, &a.public), Some(sym_key));
    assert_eq!(crypto::topic_of(&sym_key), text(&all, "sessionTopic_sha256_of_symKey_bytes"));
    assert_eq!(crypto::topic_of(&a.public), text(&all, "authResponseTopic_sha256_of_pubA_bytes"));
}

#[test]
fn opens_and_seals_the_known_envelopes() {
    let (all, keys) = (vectors("envelopes"), vectors("x25519"));
    let (sym_key, nonce, plain) = (key(&all, "symKey"), nonce(&all), text(&all, "plaintext"));
    let type0 = envelope::encode0(&sym_key, nonce, plain);
    assert_eq!(type0, text(&all, "type0_base64"));
    assert_eq!(envelope::decode(&type0, &sym_key).as_deref(), Some(plain));
    let bytes = Envelope::read(&type0).unwrap().bytes();
    assert_eq!(URL_SAFE_NO_PAD.encode(bytes), text(&all, "type0_base64url_nopad_linkmode"));

    let (a, b) = (KeyPair::of(key(&keys, "privA")), KeyPair::of(key(&keys, "privB")));
    let type1 = envelope::encode1(&a, &b.public, nonce, plain).unwrap();
    assert_eq!(type1, text(&all, "type1_base64"));
    assert_eq!(envelope::decode1(&type1, &b.private), Some((a.public, plain.to_owned())));
    assert_eq!(crypto::hex(&a.public), text(&all, "type1_senderPublicKey"));

    // type 2 is that: not sealed, and therefore never read from a relay
    let type2 = [&[2], plain.as_bytes()].concat();
    assert_eq!(STANDARD.encode(&type2), text(&all, "type2_base64"));
    assert_eq!(URL_SAFE_NO_PAD.encode(&type2), text(&all, "type2_base64url_nopad_linkmode"));
    assert_eq!(Envelope::read(text(&all, "type2_base64")), None);
    assert_eq!(envelope::decode(text(&all, "type2_base64"), &sym_key), None);

    assert_eq!(envelope::hash(&type0), text(&all, "messageHash_sha256_of_envelope_text"));
    assert_eq!(crypto::sha256_hex(plain.as_bytes()), text(&all, "decryptedId_sha256_of_json_text"));
}

#[test]
fn opens_envelopes_of_every_length() {
    for case in vectors("envelopes_more").as_array().unwrap() {
        let (sym_key, plain, sealed) = (key(case, "symKey"), text(case, "plaintext"), text(case, "type0"));
        assert_eq!(envelope::encode0(&sym_key, nonce(case), plain), sealed);
        assert_eq!(envelope::decode(sealed, &sym_key).as_deref(), Some(plain));
        assert_eq!(envelope::decode(sealed.trim_end_matches('='), &sym_key).as_deref(), Some(plain));
    }
}

#[test]
fn rejects_the_envelopes_that_must_not_open() {
    let sym_key = key(&vectors("envelopes"), "symKey");
    for case in vectors("envelope_negative").as_array().unwrap() {
        assert_eq!(envelope::decode(text(case, "encoded"), &sym_key), None, "{}", text(case, "why"));
    }
}

#[test]
fn creates_the_known_relay_token() {
    let all = vectors("jwt");
    let (seed, claim) = (key(&all, "seed"), |name: &str| all[name].as_u64().unwrap());
    assert_eq!(crypto::did_key(&seed), text(&all, "iss"));
    let token = crypto::jwt(&seed, text(&all, "sub"), text(&all, "aud"), claim("iat"), claim("exp"));
    assert_eq!(token, text(&all, "jwt"));
    let part = |index: usize| -> Value {
        let bytes = URL_SAFE_NO_PAD.decode(token.split('.').nth(index).unwrap()).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    };
    assert_eq!((part(0), part(1)), (all["header"].clone(), all["payload"].clone()));
}

#[test]
fn subscription_id_is_the_hash_of_topic_and_client() {
    let all = vectors("subscriptionId");
    let joined = [text(&all, "topic"), text(&all, "clientId")].concat();
    assert_eq!(crypto::sha256_hex(joined.as_bytes()), text(&all, "id"));
}

#[test]
fn reads_the_known_pairing_uris() {
    let all = vectors("pairing");
    let sym_key = key(&all, "symKey");
    assert_eq!(crypto::topic_of(&sym_key), text(&all, "topic"));
    for case in list(&all, "uris") {
        let options = &case["opts"];
        let uri = PairingUri {
            topic: text(&all, "topic").to_owned(),
            sym_key,
            expiry_s: options["expiryTimestamp"].as_u64(),
            methods: texts(&options["methods"]),
        };
        assert_eq!(uri.to_string(), text(case, "uri"));
        assert_eq!(PairingUri::parse(text(case, "uri")), Some(uri));
    }
    for case in list(&all, "parsed") {
        let (uri, parsed) = (PairingUri::parse(text(case, "uri")).unwrap(), &case["parsed"]);
        assert_eq!((parsed["version"].as_u64(), text(&parsed["relay"], "protocol")), (Some(2), "irn"));
        assert_eq!(uri.topic, text(parsed, "topic"));
        assert_eq!(crypto::hex(&uri.sym_key), text(parsed, "symKey"));
        assert_eq!(uri.expiry_s, parsed["expiryTimestamp"].as_u64());
        assert_eq!(uri.methods, texts(&parsed["methods"]));
    }
}

fn decoded(recap: &str) -> Value {
    let text = recap.strip_prefix("urn:recap:").unwrap();
    serde_json::from_slice(&base64::engine::general_purpose::STANDARD_NO_PAD.decode(text).unwrap()).unwrap()
}

#[test]
fn reads_and_writes_the_known_recaps() {
    let all = vectors("recap");
    let (methods, chains) = (texts(&all["methods"]), texts(&all["chains"]));
    let encoded = cacao::recap(&methods, &[]);
    assert_eq!(encoded, text(&all, "encoded"));
    assert_eq!(decoded(&encoded), all["decoded"]);
    let with_chains = cacao::recap(&methods, &chains);
    assert_eq!(with_chains, text(&all, "withChains"));
    assert_eq!(decoded(&with_chains), all["withChainsDecoded"]);
    let granted = cacao::granted(&[with_chains]);
    assert_eq!((granted.methods, granted.chains), (methods, chains));
    assert_eq!(cacao::granted(core::slice::from_ref(&encoded)).chains, [""; 0]);

    let other = json!({"att": {"https://example.com/": {"crud/delete": [{}], "crud/read": [{}]}}});
    let other = ["urn:recap:", &STANDARD.encode(other.to_string())].concat();
    let merged = cacao::merge(&encoded, &other).unwrap();
    assert_eq!(merged, text(&all, "merged"));
    assert_eq!(decoded(&merged), all["mergedDecoded"]);

    assert_eq!(cacao::statement("Sign in.", &[encoded]), text(&all, "statement"));
    assert_eq!(cacao::statement("", &[merged]), text(&all, "statementMerged"));
}

fn request(value: &Value) -> AuthRequest {
    let optional = |name: &str| value[name].as_str().map(str::to_owned);
    AuthRequest {
        domain: text(value, "domain").to_owned(),
        aud: text(value, "aud").to_owned(),
        nonce: text(value, "nonce").to_owned(),
        chains: texts(&value["chains"]),
        statement: optional("statement"),
        iat: text(value, "iat").to_owned(),
        exp: optional("exp"),
        nbf: optional("nbf"),
        request_id: optional("requestId"),
        resources: texts(&value["resources"]),
        methods: Vec::new(),
    }
}

/// Within the life of every sign-in among the vectors.
const NOW_MS: u64 = 1_767_323_045_678;

#[test]
fn verifies_the_known_sign_ins() {
    let all = vectors("cacao");
    for case in list(&all, "cases") {
        let (name, request) = (text(case, "name"), request(&case["request"]));
        // what we would have sent is what was sent
        let mut sent = case["request"].clone();
        sent.as_object_mut().unwrap().retain(|_, value| value != "");
        assert_eq!(request.payload(false), sent, "{name}");

        let iss = text(case, "iss");
        let (chain, address) = iss.strip_prefix("did:pkh:").unwrap().rsplit_once(':').unwrap();
        let message = cacao::message(&case["request"], address, chain);
        assert_eq!(message.as_deref(), Some(text(case, "message")), "{name}");

        if case.get("cacao").is_none() {
            continue;
        }
        let signed = cacao::read_cacao(&case["cacao"]).unwrap();
        assert_eq!(signed.message, text(case, "message"), "{name}");
        assert_eq!(
            (signed.iss.as_str(), signed.signature.as_str()),
            (iss, text(case, "signature")),
            "{name}"
        );
        assert_eq!((signed.chain.as_str(), signed.address.as_str()), (chain, address), "{name}");
        assert_eq!(address, text(&all, "address"), "{name}");
        assert_eq!(
            cacao::check_claims(&request, &signed, NOW_MS).is_ok(),
            case["valid"] == json!(true),
            "{name}"
        );
    }
}

#[test]
fn rejects_sign_ins_that_differ_from_the_request() {
    let all = vectors("cacao");
    let full = list(&all, "cases").iter().find(|case| case["name"] == "full").unwrap();
    let request = request(&full["request"]);
    for case in list(&all, "negative") {
        let (changed, mut signed, mut now_ms) = (text(case, "changed"), full["cacao"].clone(), NOW_MS);
        match changed {
            "domain" => signed["p"]["domain"] = json!("evil.example"),
            "nonce" => signed["p"]["nonce"] = json!("other-nonce"),
            "aud" => signed["p"]["aud"] = json!("https://evil.example"),
            "chain not requested" => {
                signed["p"]["iss"] = json!(text(full, "iss").replace("eip155:1:", "eip155:5:"));
            }
            "expired" => now_ms += 365 * 86_400_000,
            other => panic!("unknown change {other}"),
        }
        let refused =
            cacao::check_claims(&request, &cacao::read_cacao(&signed).unwrap(), now_ms).unwrap_err();
        let reason = ["Session settlement failed. ", text(&case["binding"], "reason")].concat();
        assert_eq!(refused, PeerError::new(7000, &reason), "{changed}");
    }
}

fn fault<T>(outcome: Result<T, PeerError>) -> Value {
    outcome.err().map_or(Value::Null, |error| error.value())
}

#[test]
fn distinguishes_namespaces_that_conform_to_the_proposal() {
    for case in list(&vectors("namespaces"), "conforming") {
        let required = match &case["required"] {
            none if *none == json!({}) => namespaces::Proposed::new(),
            some => namespaces::read_proposed(some, "ctx", "requiredNamespaces").unwrap(),
        };
        let granted = namespaces::read_granted(&case["namespaces"], "ctx").unwrap();
        assert_eq!(
            fault(namespaces::conforms(&required, &granted, "ctx")),
            case["error"],
            "{}",
            text(case, "name")
        );
    }
}

#[test]
fn distinguishes_valid_and_invalid_namespaces() {
    let all = vectors("namespaces");
    for case in list(&all, "validSession") {
        let outcome = namespaces::read_granted(&case["namespaces"], "ctx");
        assert_eq!(fault(outcome), case["error"], "{}", text(case, "name"));
    }
    for case in list(&all, "validRequired") {
        let outcome = namespaces::read_proposed(&case["required"], "ctx", "requiredNamespaces");
        assert_eq!(fault(outcome), case["error"], "{}", text(case, "name"));
    }
}

#[test]
fn builds_the_namespaces_of_a_sign_in() {
    let all = vectors("namespaces");
    for case in list(&all, "merge") {
        let read = |name: &str| namespaces::read_proposed(&case[name], "ctx", name).unwrap();
        let merged = namespaces::merge(&read("required"), &read("optional"));
        assert_eq!(serde_json::to_value(merged).unwrap(), case["merged"]);
    }
    let auth = &all["fromAuth"];
    let granted = namespaces::from_auth(&texts(&auth["methods"]), &texts(&auth["accounts"]));
    assert_eq!(serde_json::to_value(granted).unwrap(), auth["namespaces"]);
}

#[test]
fn every_error_has_the_known_code_and_text() {
    let all = vectors("errors");
    let known = [&all["sdk"], &all["internal"]].map(|table| table.as_object().unwrap());
    assert_eq!(known.iter().map(|table| table.len()).sum::<usize>(), error::REASONS.len());
    for (name, expected) in known.into_iter().flatten() {
        let reason = error::sdk_error(name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(reason.plain().value(), *expected, "{name}");
    }
}
