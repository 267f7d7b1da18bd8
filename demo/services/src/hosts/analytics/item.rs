//! The shape of an item, and what must never be in one: a report that leaks is refused, so that the leak is seen.

use serde::Deserialize;
use serde_json::{Map, Value};
use url::Url;

use crate::{ids::Address, reply::Refusal};

const CATEGORIES: [&str; 4] = ["API_ERROR", "DATA_PARSING_ERROR", "SECURE_SITE_ERROR", "INTERNAL_SDK_ERROR"];

const PROPERTIES_MAX: usize = 32;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Item {
    event_id: String,
    url: String,
    domain: String,
    timestamp: Value,
    props: Props,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
enum Props {
    Track { event: String, address: Option<String>, properties: Option<Map<String, Value>> },
    Error { event: String, error_type: String, error_message: String, stack_trace: String },
}

/// Checks one item.
pub fn check(item: &Value) -> Result<(), Refusal> {
    let item: Item =
        serde_json::from_value(item.clone()).map_err(|error| Refusal::bad("item", error.to_string()))?;
    if !is_uuid_v4(&item.event_id) {
        return Err(Refusal::bad("eventId", "must be a uuid of version 4"));
    }
    let url = Url::parse(&item.url).map_err(|_| Refusal::bad("url", "must be an address"))?;
    if url.query().is_some() || url.fragment().is_some() {
        return Err(Refusal::bad("url", "must have no query and no hash"));
    }
    if url.host_str() != Some(item.domain.as_str()) {
        return Err(Refusal::bad("domain", "must be the host of url"));
    }
    if !(item.timestamp.is_u64() || item.timestamp.is_string()) {
        return Err(Refusal::bad("timestamp", "must be a number or a date"));
    }
    match item.props {
        Props::Track { event, address, properties } => {
            if !is_event(&event) {
                return Err(Refusal::bad("event", "must be in capitals"));
            }
            if properties.is_some_and(|properties| properties.len() > PROPERTIES_MAX) {
                return Err(Refusal::bad("properties", "are too many"));
            }
            // An account may be named here, and only here.
            if address.is_some_and(|address| Address::parse(&address).is_none() && !address.contains(':')) {
                return Err(Refusal::bad("address", "is no address"));
            }
            Ok(())
        }
        Props::Error { event, error_type, error_message, stack_trace } => {
            if !CATEGORIES.contains(&event.as_str()) {
                return Err(Refusal::bad("event", "is no category of errors"));
            }
            if error_type.is_empty() {
                return Err(Refusal::bad("errorType", "is empty"));
            }
            if !item.timestamp.as_str().is_some_and(is_iso) {
                return Err(Refusal::bad("timestamp", "of an error must be ISO 8601"));
            }
            [("errorMessage", error_message), ("stackTrace", stack_trace)]
                .iter()
                .try_for_each(|(name, text)| scrubbed(name, text))
        }
    }
}

/// No long hex (addresses, hashes, keys), no pairing links, no mail addresses.
fn scrubbed(name: &str, text: &str) -> Result<(), Refusal> {
    let mut run = 0;
    let long_hex = text.bytes().any(|byte| {
        run = if byte.is_ascii_hexdigit() { run + 1 } else { 0 };
        run >= 40
    });
    let mail = text.split_whitespace().any(|word| {
        word.split_once('@')
            .is_some_and(|(user, host)| !user.is_empty() && host.contains('.') && !host.contains('/'))
    });
    if long_hex || mail || text.contains("wc:") {
        return Err(Refusal::bad(name, "holds what should have been removed"));
    }
    Ok(())
}

fn is_uuid_v4(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12]
        && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
        && text.get(14..15) == Some("4")
        && text.get(19..20).is_some_and(|variant| "89abAB".contains(variant))
}

fn is_event(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

/// `2026-01-02T03:04:05.000Z`, with or without the fraction.
fn is_iso(text: &str) -> bool {
    let form: String =
        text.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect();
    matches!(form.as_str(), "0000-00-00T00:00:00.000Z" | "0000-00-00T00:00:00Z")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn error(message: &str) -> Value {
        json!({
            "eventId": "3f0c7a1e-8f5e-4a57-9d0a-0d9c6b0a2f11",
            "url": "https://app.example/trade",
            "domain": "app.example",
            "timestamp": "2026-01-02T03:04:05.000Z",
            "props": {
                "type": "error", "event": "SECURE_SITE_ERROR", "errorType": "Error", "errorMessage": message, "stackTrace": "",
            },
        })
    }

    #[test]
    fn accepts_documented_items() {
        assert!(check(&error("iframe_load_failed")).is_ok());
        let mut track = error("");
        track["timestamp"] = json!(1_767_323_045_000_u64);
        track["props"] =
            json!({ "type": "track", "event": "MODAL_OPEN", "properties": { "connected": false } });
        assert!(check(&track).is_ok());
    }

    #[test]
    fn rejects_items_that_leak_user_data() {
        for leak in [
            "at 0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
            "wc:7f6e504b@2?relay-protocol=irn",
            "for anna@mail.example",
        ] {
            assert!(check(&error(leak)).is_err(), "{leak}");
        }
        let with = |field: &str, value: Value| {
            let mut item = error("x");
            item[field] = value;
            item
        };
        for wrong in [
            with("url", json!("https://app.example/trade?a=1")),
            with("url", json!("https://other.example/")),
            with("eventId", json!("1")),
            with("timestamp", json!(5)),
            with("more", json!(1)),
            with("props", json!({ "type": "other" })),
        ] {
            assert!(check(&wrong).is_err(), "{wrong}");
        }
    }
}
