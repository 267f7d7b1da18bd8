//! Reads namespaces of peers. Errors have the codes and texts of the official clients.

use super::{ACCOUNTS_MAX, Granted, ProposalNamespace, Proposed, SessionNamespace};
use crate::error::{self, PeerError};
use crate::json::{self, Read as _};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use serde_json::{Map, Value};

/// The maximum number of accounts that are read. With more, the whole approval is rejected, so that reading it stays
/// cheap.
const ACCOUNTS_READ_MAX: usize = 1_000;
/// The maximum length of an invalid value in an error message.
const SHOWN_CHARS_MAX: usize = 100;

/// Reads a proposal. `context` and `kind` begin the error texts: `connect()`, `requiredNamespaces`.
///
/// # Errors
/// Codes 5, 5100 to 5102 with the texts of the official clients.
pub fn read_proposed(value: &Value, context: &str, kind: &str) -> Result<Proposed, PeerError> {
    let namespaces = filled(value, context, kind)?;
    let mut proposed = Proposed::new();
    let mut fault = actions_fault(namespaces, context);
    for (key, namespace) in namespaces {
        let chains = if is_chain(key) { Ok(Vec::new()) } else { read_chains(namespace, context, kind) };
        match chains {
            Ok(chains) => {
                let (methods, events) = (actions(namespace, "methods"), actions(namespace, "events"));
                let (methods, events) = (methods.unwrap_or_default(), events.unwrap_or_default());
                proposed.insert(
                    key.clone(),
                    ProposalNamespace { chains, methods, events, ..ProposalNamespace::default() },
                );
            }
            // the official clients report the last error that they find, and check chains after methods
            Err(chains_fault) => {
                fault = Some(chains_fault);
                break;
            }
        }
    }
    fault.map_or(Ok(proposed), Err)
}

/// Reads the namespaces of a settle or an update. Accounts must be exact CAIP-10 IDs.
///
/// # Errors
/// Codes 5, 5101 to 5103 with the texts of the official clients.
pub fn read_granted(value: &Value, context: &str) -> Result<Granted, PeerError> {
    let namespaces = filled(value, context, "namespaces")?;
    let mut granted_set = Granted::new();
    let mut fault = actions_fault(namespaces, context);
    let mut count = 0;
    for (key, namespace) in namespaces {
        match read_accounts(namespace, context) {
            Ok(accounts) => {
                count += accounts.len();
                if count > ACCOUNTS_READ_MAX {
                    fault = Some(
                        error::UNSUPPORTED_ACCOUNTS
                            .because(&[context, " namespace, too many accounts"].concat()),
                    );
                    break;
                }
                let (methods, events) = (actions(namespace, "methods"), actions(namespace, "events"));
                let (methods, events) = (methods.unwrap_or_default(), events.unwrap_or_default());
                // only informational, so invalid entries are ignored
                let mut chains = json::texts(namespace.field("chains")).unwrap_or_default();
                chains.retain(|chain| is_chain(chain));
                chains.truncate(ACCOUNTS_MAX);
                granted_set.insert(key.clone(), SessionNamespace { accounts, chains, methods, events });
            }
            Err(accounts_fault) => {
                fault = Some(accounts_fault);
                break;
            }
        }
    }
    fault.map_or(Ok(granted_set), Err)
}

fn filled<'a>(value: &'a Value, context: &str, kind: &str) -> Result<&'a Map<String, Value>, PeerError> {
    value.as_object().filter(|namespaces| !namespaces.is_empty()).ok_or_else(|| {
        error::MISSING_OR_INVALID.because(&[context, ", ", kind, " should be an object with data"].concat())
    })
}

/// The first error in methods and events.
fn actions_fault(namespaces: &Map<String, Value>, context: &str) -> Option<PeerError> {
    let kinds = [("methods", error::UNSUPPORTED_METHODS), ("events", error::UNSUPPORTED_EVENTS)];
    for namespace in namespaces.values() {
        for (kind, reason) in kinds {
            if actions(namespace, kind).is_none() {
                let rule = [
                    context,
                    ", namespace, ",
                    kind,
                    " should be an array of strings or empty array for no ",
                    kind,
                ];
                return Some(reason.because(&rule.concat()));
            }
        }
    }
    None
}

fn actions(namespace: &Value, kind: &str) -> Option<Vec<String>> {
    json::texts(namespace.field(kind)).filter(|names| names.iter().all(|name| !name.is_empty()))
}

fn read_chains(namespace: &Value, context: &str, kind: &str) -> Result<Vec<String>, PeerError> {
    let chains = namespace
        .field("chains")
        .and_then(Value::as_array)
        .ok_or_else(|| error::UNSUPPORTED_CHAINS.because(&[context, " ", kind, CHAINS_RULE].concat()))?;
    let read = |chain: &Value| {
        chain.as_str().filter(|chain| is_chain(chain)).map(String::from).ok_or_else(|| {
            let text = shown(chain);
            let rule = [
                context,
                " ",
                kind,
                ", chain ",
                &text,
                " should be a string and conform to \"namespace:chainId\" format",
            ];
            error::UNSUPPORTED_CHAINS.because(&rule.concat())
        })
    };
    chains.iter().map(read).collect()
}

const CHAINS_RULE: &str = ", chains must be defined as \"namespace:chainId\" e.g. \"eip155:1\": {...} in the namespace key OR \
     as an array of CAIP-2 chainIds e.g. eip155: { chains: [\"eip155:1\", \"eip155:5\"] }";

fn read_accounts(namespace: &Value, context: &str) -> Result<Vec<String>, PeerError> {
    let accounts = namespace.field("accounts").and_then(Value::as_array).ok_or_else(|| {
        let rule = " namespace, accounts should be an array of strings conforming to \
                    \"namespace:chainId:address\" format";
        error::UNSUPPORTED_ACCOUNTS.because(&[context, rule].concat())
    })?;
    let read = |account: &Value| {
        account.as_str().filter(|account| chain_of(account).is_some()).map(String::from).ok_or_else(|| {
            let text = shown(account);
            let rule = [
                context,
                " namespace, account ",
                &text,
                " should be a string and conform to \"namespace:chainId:address\" format",
            ];
            error::UNSUPPORTED_ACCOUNTS.because(&rule.concat())
        })
    };
    accounts.iter().map(read).collect()
}

/// An invalid value in an error message, shortened.
fn shown(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| crate::message::json(value), String::from);
    text.chars().take(SHOWN_CHARS_MAX).collect()
}

/// Whether a string is a CAIP-2 chain ID: `[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}`.
#[must_use]
pub fn is_chain(text: &str) -> bool {
    let of = |part: &str, sizes: RangeInclusive<usize>, also: fn(u8) -> bool| {
        sizes.contains(&part.len()) && part.bytes().all(|byte| byte == b'-' || also(byte))
    };
    text.split_once(':').is_some_and(|(family, reference)| {
        of(family, 3..=8, |byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
            && of(reference, 1..=32, |byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// The chain of an account, if it is a CAIP-10 ID.
#[must_use]
pub fn chain_of(account: &str) -> Option<&str> {
    let (chain, address) = account.rsplit_once(':')?;
    let fits = (1..=128).contains(&address.len())
        && address
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'%' | b'_'));
    (fits && is_chain(chain)).then_some(chain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reports_the_last_fault_found() {
        let both = json!({"eip155": {"methods": 1, "events": [], "accounts": ["x"], "chains": ["1"]}});
        assert_eq!(read_granted(&both, "ctx").unwrap_err().code, 5103);
        assert_eq!(read_proposed(&both, "ctx", "k").unwrap_err().code, 5100);
        let events = json!({"eip155": {"methods": [], "events": [""], "accounts": [], "chains": []}});
        assert_eq!(read_granted(&events, "ctx").unwrap_err().code, 5102);
        assert_eq!(read_proposed(&events, "ctx", "k").unwrap_err().code, 5102);
        for odd in [json!(null), json!([]), json!("eip155"), json!({"eip155": null}), json!({"eip155": []})] {
            assert!(read_granted(&odd, "ctx").is_err() && read_proposed(&odd, "ctx", "k").is_err(), "{odd}");
        }
    }

    #[test]
    fn accepts_only_exact_caip_10_account_ids() {
        for bad in [
            "eip155:1:",
            "eip155::0x",
            ":1:0x",
            "EIP155:1:0x",
            "eip155:1:0x ",
            "eip155:1:<b>",
            "a:b:c:d",
            "ei:1:0x",
        ] {
            let value = json!({"eip155": {"methods": [], "events": [], "accounts": [bad]}});
            assert_eq!(read_granted(&value, "ctx").unwrap_err().code, 5103, "{bad}");
        }
        let long = json!({"eip155": {"methods": [], "events": [], "accounts": ["x".repeat(100_000)]}});
        assert!(read_granted(&long, "ctx").unwrap_err().message.len() < 500, "a text of a peer is cut");
    }

    #[test]
    fn rejects_a_flood_of_accounts_as_a_whole() {
        let accounts = alloc::vec!["eip155:1:0xa"; 1_001];
        let value = json!({"eip155": {"accounts": accounts, "methods": [], "events": []}});
        assert_eq!(read_granted(&value, "ctx").unwrap_err().code, 5103);
    }
}
