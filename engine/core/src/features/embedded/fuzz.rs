//! Invariants for any text from the frame or a provider's window, and for any requested method, for the fuzz targets (engine/fuzz). The
//! checks are a second implementation, independent of the parsers.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "what stops it is a finding")]

use super::frame::fault;
use super::model::stored;
use super::protocol::{self, Call, Message, User};
use super::whitelist::{Class, class};
use super::{away, family, social, wallet};
use crate::caip::{ChainId, Namespace};
use crate::constants::{FRAME_DEPTH_MAX, FRAME_TEXT_MAX, RESULT_URI_MAX, SOCIAL_RETURN_MS};
use crate::error::Error;
use crate::json::{self, Read};
use crate::urls::is_web_url;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::{Value, json};

const NONCE: &str = "00112233445566778899aabbccddeeff";
const SECURE: &str = "https://secure.walletconnect.org";
/// The most characters that [`crate::error::foreign_text`] accepts.
const FOREIGN_MAX: usize = 200;

/// Passes one message of the frame to the parser, and its payload to the readers of all calls.
pub fn frame_message(text: &str) {
    let Some(message) = protocol::read(text, NONCE) else { return };
    assert!(text.len() <= FRAME_TEXT_MAX);
    let whole: Value = serde_json::from_str(text).expect("JSON");
    assert!(whole.is_object());
    look(&whole);
    let payload = whole.get("payload").cloned().unwrap_or(Value::Null);
    let is_answer = |kind: &str| kind.ends_with("_SUCCESS") || kind.ends_with("_ERROR");
    let of_payload = payload.get("nonce").filter(|_| !whole["type"].as_str().is_some_and(is_answer));
    for echo in [whole.get("nonce"), of_payload].into_iter().flatten() {
        assert!(echo.is_null() || *echo == NONCE, "another frame's nonce");
    }
    let kind = whole["type"].as_str().expect("a type");
    match &message {
        Message::Ready => assert_eq!(kind, "@w3m-frame/READY"),
        Message::Session(token) => {
            assert_eq!(kind, "@w3m-frame/SESSION_UPDATE");
            assert!(!token.is_empty() && payload["token"] == **token);
        }
        Message::Answer { name, id, outcome } => {
            let end = if outcome.is_ok() { "_SUCCESS" } else { "_ERROR" };
            assert_eq!(kind, ["@w3m-frame/", name, end].concat());
            assert!(!id.is_empty() && whole["id"] == **id);
            match outcome {
                Ok(payload) => readers(payload),
                Err(said) => {
                    assert_eq!(said.as_deref(), payload.get("message").and_then(Value::as_str));
                    if let Error::Rpc { message, .. } = fault(said.as_deref()) {
                        is_clean(&message);
                    }
                }
            }
        }
    }
    // the same message, serialized by another writer
    assert_eq!(protocol::read(&whole.to_string(), NONCE), Some(message));
    // the user's input can't leave its field
    let asked = protocol::ConnectEmail(kind.into());
    let written: Value =
        serde_json::from_str(&protocol::written("CONNECT_EMAIL", asked.payload(), kind)).expect("ours");
    assert_eq!(
        written,
        json!({ "type": "@w3m-app/CONNECT_EMAIL", "id": kind, "payload": { "email": kind } })
    );
}

/// Checks, without recursion: no field has a forbidden name, and nothing is nested deeper than the limit.
fn look(whole: &Value) {
    let mut left = alloc::vec![(whole, 1)];
    while let Some((value, depth)) = left.pop() {
        match value {
            Value::Object(fields) => {
                assert!(depth <= FRAME_DEPTH_MAX, "too deep");
                for (name, value) in fields {
                    assert!(name != "__proto__" && name != "constructor");
                    left.push((value, depth + 1));
                }
            }
            Value::Array(items) => {
                assert!(depth <= FRAME_DEPTH_MAX, "too deep");
                left.extend(items.iter().map(|value| (value, depth + 1)));
            }
            _ => {}
        }
    }
}

fn is_clean(text: &str) {
    assert!(
        text.chars().count() <= FOREIGN_MAX && !text.contains(char::is_control),
        "foreign text: {text:?}"
    );
}

fn is_of(payload: &Value, name: &str, read: &str) {
    assert!(!read.is_empty() && payload[name] == *read);
}

/// Checks that a chain ID in the payload is a number or a string, and that it is exactly the parsed chain.
fn is_chain(payload: &Value, chain: &ChainId) {
    let written = chain.to_string();
    assert_eq!(ChainId::parse(&written).as_ref(), Some(chain));
    let given = match &payload["chainId"] {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        other => panic!("{other} is no chain"),
    };
    assert!(given == written || ["eip155:", &given].concat() == written, "{given} is not {written}");
}

fn readers(payload: &Value) {
    if let Some(chain) = protocol::SwitchNetwork::read(payload) {
        is_chain(payload, &chain);
    }
    if protocol::ConnectEmail::read(payload).is_some() {
        assert!(
            ["VERIFY_DEVICE", "VERIFY_OTP", "CONNECT"].iter().any(|action| payload["action"] == **action)
        );
    }
    if protocol::UpdateEmail::read(payload).is_some() {
        assert!(
            ["VERIFY_PRIMARY_OTP", "VERIFY_SECONDARY_OTP"].iter().any(|action| payload["action"] == **action)
        );
    }
    let (found, same) = (protocol::GetUser::read(payload), protocol::ConnectSocial::read(payload));
    assert_eq!(found, same);
    if let Some(found) = found {
        user(payload, &found);
    }
    if let Some(uri) = protocol::GetSocialRedirectUri::read(payload) {
        is_of(payload, "uri", &uri);
        assert!(is_web_url(&uri));
    }
    if let Some(url) = protocol::GetFarcasterUri::read(payload) {
        is_of(payload, "url", &url);
        assert!(is_web_url(&url));
    }
    if let Some(name) = protocol::ConnectFarcaster::read(payload) {
        is_of(payload, "userName", &name);
    }
    if let Some(email) = protocol::UpdateEmailSecondaryOtp::read(payload) {
        is_of(payload, "newEmail", &email);
    }
    if let Some((address, deployed)) = protocol::InitSmartAccount::read(payload) {
        is_of(payload, "address", &address);
        assert_eq!(payload["isDeployed"], deployed);
    }
    if let Some(connected) = protocol::IsConnected::read(payload) {
        assert_eq!(payload["isConnected"], connected);
    }
    if let Some(networks) = protocol::GetSmartAccountNetworks::read(payload) {
        assert!(networks.len() <= 512);
        let given = payload["smartAccountEnabledNetworks"].as_array().expect("a list");
        assert!(networks.iter().all(|number| given.contains(&json!(number))));
    }
    if let Some((kind, address)) = protocol::SetPreferredAccount::read(payload) {
        is_of(payload, "type", kind.as_str());
        is_of(payload, "address", &address);
        assert!(["eoa", "smartAccount"].contains(&kind.as_str()));
    }
    assert_eq!(protocol::RpcRequest::read(payload).as_ref(), Some(payload));
}

fn user(payload: &Value, found: &User) {
    is_of(payload, "address", &found.address);
    is_chain(payload, &found.chain);
    for (name, read) in [("email", &found.email), ("userName", &found.name)] {
        if let Some(read) = read {
            is_of(payload, name, read);
        }
    }
    if let Some((message, signature)) = &found.signed {
        is_of(payload, "message", message);
        is_of(payload, "signature", signature);
    }
    assert!(found.accounts.len() <= 8);
    for namespace in Namespace::ALL {
        let entries = wallet::entries(namespace, found);
        assert!(entries.len() <= 9);
        let mut addresses: Vec<&String> = entries.iter().map(|entry| &entry.address).collect();
        addresses.sort();
        addresses.dedup();
        assert_eq!(addresses.len(), entries.len(), "one account twice");
        assert!(entries.iter().all(|entry| entry.namespace == namespace));
    }
}

/// Passes a message from a provider's window, and its URL alone, as in the page's own URL.
pub fn popup_result(text: &str) {
    let result = social::read_result(text, SECURE, NONCE);
    if result.is_some() {
        let whole: Value = serde_json::from_str(text).expect("JSON");
        let uri = whole["resultUri"].as_str().expect("an address");
        assert_eq!(result, social::check_result(uri, SECURE, NONCE));
        let again = json!({ "resultUri": uri }).to_string();
        assert_eq!(social::read_result(&again, SECURE, NONCE), result);
        address(uri);
    }
    address(text);
    // with other characters after it, the origin must not be recognized
    if let Some(first) = text.chars().next().filter(|first| !['/', '?', '#'].contains(first)) {
        let other = [SECURE, text].concat();
        assert_eq!(social::check_result(&other, SECURE, NONCE), None, "{first:?} after the origin");
    }
}

fn address(uri: &str) {
    let Some(result) = social::check_result(uri, SECURE, NONCE) else { return };
    assert!(uri.len() <= RESULT_URI_MAX);
    let rest = uri.strip_prefix(SECURE).expect("the secure origin");
    assert!(rest.is_empty() || ['/', '?', '#'].contains(&rest.chars().next().unwrap_or('/')));
    let before_fragment = rest.split('#').next().unwrap_or_default();
    let query = before_fragment.split_once('?').map_or("", |(_, query)| query);
    let first = |name: &str| query.split('&').find(|pair| pair.split('=').next() == Some(name));
    let state = first("wmState").map(|pair| pair.strip_prefix("wmState=").unwrap_or_default());
    if let Some(state) = state.filter(|state| !state.contains(['%', '+'])) {
        assert_eq!(state, NONCE, "another login's state");
    }
    match result {
        Ok(taken) => assert!(taken == uri && first("error").is_none()),
        Err(said) => {
            is_clean(&said);
            assert!(first("error").is_some());
        }
    }
}

/// Passes the page's own URL after a redirect login.
pub fn returned(url: &str) {
    let away = stored::RedirectLogin {
        provider: "google".into(),
        state: NONCE.into(),
        started_ms: 1_000,
        hash: String::new(),
    };
    let taken = |now| redirect_login::taken(url, &away, now, SECURE);
    let pairs = |url: &str| -> Vec<String> {
        let before = url.split('#').next().unwrap_or_default();
        let query =
            before.split_once('?').map(|(_, query)| query.split('&').map(ToString::to_string).collect());
        query.unwrap_or_default()
    };
    let name = |pair: &String| pair.split('=').next().unwrap_or_default().to_string();
    let ours = pairs(url).into_iter().find(|pair| name(pair) == "wm_state");
    let Some((page, result)) = taken(1_001) else {
        if let Some(pair) = ours {
            assert_ne!(pair, ["wm_state=", NONCE].concat(), "ours is left alone");
        }
        return;
    };
    assert!(ours.is_some(), "nobody's word");
    let mut kept = pairs(url);
    kept.retain(|pair| !["wm_state", "result_uri"].contains(&&*name(pair)));
    assert_eq!(pairs(&page), kept, "what is the host's stays, letter by letter");
    assert_eq!(page.split_once('#').map(|(_, hash)| hash), url.split_once('#').map(|(_, hash)| hash));
    assert!(url.starts_with(page.split(['?', '#']).next().unwrap_or_default()));
    assert_eq!(redirect_login::taken(&page, &away, 1_001, SECURE), None, "a second time");
    if let Some(Ok(uri)) = &result {
        address(uri);
        assert!(uri.starts_with(SECURE) && pairs(url).iter().any(|pair| name(pair) == "result_uri"));
    }
    for late in [999, 1_000 + SOCIAL_RETURN_MS] {
        assert_eq!(taken(late), Some((page.clone(), None)), "too late, or before it was sent away");
    }
}

/// Passes a method that a page requests: alone, and in a command.
pub fn method(text: &str) {
    let classes: Vec<(Namespace, Class)> = Namespace::ALL
        .into_iter()
        .filter_map(|namespace| Some((namespace, class(namespace, text)?)))
        .collect();
    assert!(classes.len() <= 1, "a method of two families");
    if let Some((namespace, _)) = classes.first() {
        let begins: &[&str] = match namespace {
            Namespace::Eip155 => &["eth_", "wallet_", "personal_"],
            Namespace::Solana => &["solana_"],
            other => panic!("{other} is served by other wallets"),
        };
        assert!(begins.iter().any(|begin| text.starts_with(begin)));
        assert!(text.len() < 64 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'));
        // a method with one changed character isn't allowed
        let flipped: String = text
            .chars()
            .map(|c| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
            .collect();
        for other in [[text, "\0"].concat(), [text, " "].concat(), [" ", text].concat(), flipped] {
            assert_eq!(class(*namespace, &other), None, "{other:?}");
        }
    }
    for trimmed in [text.trim(), text.trim_matches('\0')] {
        if trimmed != text {
            assert!(classes.is_empty(), "{text:?}");
        }
    }
    let Ok(command) = json::parse(text, FRAME_TEXT_MAX) else { return };
    if let Ok(namespace) = family(&command) {
        assert_eq!(command["namespace"], namespace.as_str());
        if let Some(named) = command.text("method") {
            let _ = class(namespace, named);
        }
    }
}
