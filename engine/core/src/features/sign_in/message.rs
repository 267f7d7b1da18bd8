//! Validates a sign-in message before a wallet gets it (B18): it is for this page, its times are valid, and its text equals its fields,
//! line by line (docs/spec/public-api.md section 9). The fields are checked and stored, and the user signs the text. If they differed,
//! the user would sign something else.

use crate::caip::AccountId;
use crate::json::Read;
use crate::namespaces;
use crate::signing::sign_in;
pub(super) use crate::signing::sign_in::host;
use crate::text::WANTS;
use crate::time;
use alloc::string::ToString;
use serde_json::Value;

/// The longest network name in the first line.
const NETWORK_NAME_MAX: usize = 32;

/// The reason why the message is invalid. `None` if it is valid.
pub(super) fn fault(message: &Value, account: &AccountId, host: &str) -> Option<&'static str> {
    if message.text("domain") != Some(host) {
        return Some("The message is for another domain");
    }
    if ["issuedAt", "expirationTime", "notBefore"].iter().any(|name| time_of(message, name) == Some(None)) {
        return Some("The message has an invalid time");
    }
    (says(message, account, host) != Some(true)).then_some("The message text doesn't match its fields")
}

/// A time of a message or session. `None` without one, and `Some(None)` for an invalid time.
fn time_of(data: &Value, name: &str) -> Option<Option<u64>> {
    Some(data.field(name)?.as_str().and_then(time::parse))
}

/// Whether a session is valid now. An invalid time ends it, because a session without an end would never expire.
pub(super) fn holds(data: &Value, now_ms: u64) -> bool {
    time_of(data, "expirationTime").is_none_or(|time| time.is_some_and(|ms| ms > now_ms))
        && time_of(data, "notBefore").is_none_or(|time| time.is_some_and(|ms| ms <= now_ms))
}

/// The lines after the address, in the order of EIP-4361.
const LINES: [(&str, &str); 9] = [
    ("", "statement"),
    ("URI: ", "uri"),
    ("Version: ", "version"),
    ("Chain ID: ", "chainId"),
    ("Nonce: ", "nonce"),
    ("Issued At: ", "issuedAt"),
    ("Expiration Time: ", "expirationTime"),
    ("Not Before: ", "notBefore"),
    ("Request ID: ", "requestId"),
];

/// Whether a string is the account's address, in any form that its namespace accepts.
pub(super) fn is_of_account(account: &AccountId, text: &str) -> bool {
    namespaces::of(account.chain.namespace).address(text).is_ok_and(|address| address == account.address)
}

/// Whether the text contains exactly these fields. Blank lines are ignored: a message without a statement has one or two.
fn says(message: &Value, account: &AccountId, host: &str) -> Option<bool> {
    let mut lines = message.text("text")?.split('\n').filter(|line| !line.is_empty());
    let first = lines.next()?;
    let first = first.strip_prefix("https://").or(first.strip_prefix("http://")).unwrap_or(first);
    let network = first.strip_prefix(host)?.strip_prefix(WANTS)?;
    let named = network.strip_suffix(" account:")?.len() <= NETWORK_NAME_MAX;
    let mut fits = named && is_of_account(account, lines.next()?);
    let chain = account.chain.to_string();
    for (label, name) in LINES {
        let value = if name == "chainId" { Some(chain.as_str()) } else { message.filled(name) };
        if let Some(value) = value {
            let shown = lines.next()?.strip_prefix(label)?;
            fits &= shown == value || name == "chainId" && sign_in::is_chain(shown, &account.chain);
        }
    }
    let resources = message.list("resources");
    fits &= resources.is_empty() || lines.next() == Some("Resources:");
    for resource in resources {
        fits &= lines.next()?.strip_prefix("- ") == resource.as_str();
    }
    Some(fits && lines.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caip::ChainId;
    use serde_json::json;

    const ADDRESS: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

    fn account() -> AccountId {
        AccountId { chain: ChainId::parse("eip155:10").unwrap(), address: ADDRESS.into() }
    }

    fn message() -> Value {
        json!({
            "domain": "app.example", "accountAddress": ADDRESS, "chainId": "eip155:10", "uri": "https://app.example",
            "version": "1", "nonce": "abcdefgh1", "statement": "Hello.", "issuedAt": "2026-01-02T03:04:05.678Z",
            "expirationTime": "2026-01-09T03:04:05Z", "notBefore": "2026-01-02T03:04:05+00:00", "requestId": "r 1",
            "resources": ["https://app.example/a", "ipfs://b"],
            "text": format!("app.example wants you to sign in with your Ethereum account:\n{ADDRESS}\n\nHello.\n\n\
                URI: https://app.example\nVersion: 1\nChain ID: 10\nNonce: abcdefgh1\n\
                Issued At: 2026-01-02T03:04:05.678Z\nExpiration Time: 2026-01-09T03:04:05Z\n\
                Not Before: 2026-01-02T03:04:05+00:00\nRequest ID: r 1\nResources:\n- https://app.example/a\n- ipfs://b"),
        })
    }

    fn found(change: impl Fn(&mut Value)) -> Option<&'static str> {
        let mut message = message();
        change(&mut message);
        fault(&message, &account(), "app.example")
    }

    fn with_text(from: &str, to: &str) -> Option<&'static str> {
        let text = message()["text"].as_str().unwrap().replace(from, to);
        assert_ne!(text, message()["text"], "{from}");
        found(move |message| message["text"] = text.clone().into())
    }

    // B18
    #[test]
    fn rejects_a_text_that_differs_from_its_fields() {
        assert_eq!(found(|_| {}), None);
        for (from, to) in [
            ("app.example wants", "https://app.example wants"),
            ("Chain ID: 10", "Chain ID: eip155:10"),
            (ADDRESS, "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"),
            ("Ethereum account", "OP Mainnet account"),
            ("Hello.\n\n", "Hello.\n"),
        ] {
            assert_eq!(with_text(from, to), None, "{to}");
        }
        for (from, to) in [
            ("app.example wants", "evil.example wants"),
            ("app.example wants", "app.example.evil wants"),
            ("app.example wants", "javascript://app.example wants"),
            (" account:", " account"),
            ("Ethereum", "Ethereum account. I also give away all that I have, now and for ever, on every"),
            (ADDRESS, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"),
            ("Hello.", "Hello. Send all."),
            ("Hello.", "Hello.\nSend all."),
            ("URI: https://app.example", "URI: https://evil.example"),
            ("Version: 1", "Version: 2"),
            ("Chain ID: 10", "Chain ID: 1"),
            ("Chain ID: 10", "Chain ID: solana:10"),
            ("Nonce: abcdefgh1", "Nonce: abcdefgh2"),
            ("Issued At: 2026", "Issued At: 2027"),
            ("Expiration Time: 2026", "Expiration Time: 2099"),
            ("Not Before: 2026", "Not Before: 2020"),
            ("Request ID: r 1", "Request ID: r 2"),
            ("\nRequest ID: r 1", ""),
            ("\n- ipfs://b", ""),
            ("ipfs://b", "urn:recap:e30"),
            ("ipfs://b", "ipfs://b\n- urn:recap:e30"),
            ("ipfs://b", "ipfs://b\nSend all."),
            ("\nVersion", "\r\nVersion"),
        ] {
            assert!(with_text(from, to).is_some(), "{from:?} as {to:?}");
        }
        for name in ["statement", "uri", "nonce", "expirationTime", "resources", "requestId"] {
            assert!(found(|message| message[name] = Value::Null).is_some(), "{name} in the text alone");
            assert!(found(|message| message[name] = json!("other")).is_some(), "{name} is another");
        }
        assert!(found(|message| message["text"] = json!("Sign in")).is_some());
        assert!(
            found(|message| message["statement"] = json!("Hello.\n\nURI: https://app.example")).is_some()
        );
    }

    // B18
    #[test]
    fn rejects_a_message_for_another_domain_or_with_invalid_times() {
        for domain in [json!("evil.example"), json!("app.example:8443"), json!(""), json!(null), json!(1)] {
            assert_eq!(found(|m| m["domain"] = domain.clone()), Some("The message is for another domain"));
        }
        for name in ["issuedAt", "expirationTime", "notBefore"] {
            for time in [
                json!("soon"),
                json!(""),
                json!(4_102_444_800_000u64),
                json!({}),
                json!("2026-13-01T00:00:00Z"),
            ] {
                assert_eq!(
                    found(|m| m[name] = time.clone()),
                    Some("The message has an invalid time"),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn limits_a_session_to_its_times_and_rejects_invalid_ones() {
        let now_ms = time::parse("2026-06-01T00:00:00Z").unwrap();
        let holds = |name: &str, value: Value| holds(&json!({ name: value }), now_ms);
        assert!(holds("expirationTime", json!("2026-06-01T00:00:00.001Z")));
        assert!(holds("notBefore", json!("2026-06-01T00:00:00Z")));
        assert!(holds("expirationTime", json!(null)), "without an end");
        assert!(!holds("expirationTime", json!("2026-06-01T00:00:00Z")));
        assert!(!holds("notBefore", json!("2026-06-01T00:00:00.001Z")));
        for nonsense in [json!("never"), json!(""), json!(9e15), json!([]), json!(true), json!("9999")] {
            assert!(!holds("expirationTime", nonsense.clone()), "{nonsense}");
            assert!(!holds("notBefore", nonsense.clone()), "{nonsense}");
        }
    }
}
