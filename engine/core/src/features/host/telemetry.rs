//! Reports events, and only with consent (7.30, 7.46, 10.2, docs/spec/services.md A6): only if the page has set `features.analytics` or
//! called `setAnalyticsConsent`. The page itself always receives every event.

pub(crate) use super::model::forget;
use super::model::{PENDING_MAX, WINDOW, Waiting, times};
use crate::api::{self, Call, wallet_services};
use crate::command::unknown_action;
use crate::constants::{
    ERROR_REPORTS_PER_MINUTE, ERROR_REPORTS_WINDOW_MS, STORAGE_MS, TELEMETRY_BATCH_BYTES, TELEMETRY_BATCH_MS,
};
use crate::error::{Error, ErrorData};
use crate::event::Event;
use crate::features::shell::alerts;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::json::json;
use crate::storage::value_of;
use crate::store::State;
use crate::time;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::hex;
use core::cell::RefCell;
use serde_json::Value;

/// Takes an emitted event. With consent, it is reported.
pub fn observe(cx: &Cx, event: &Event) {
    let waiting = match event {
        Event::Track { .. } => Waiting::Tracked(event.clone()),
        Event::Error(error) => Waiting::Fault("INTERNAL_SDK_ERROR", error.clone()),
        // one of the alerts of 8.34
        Event::Alert(alert) if alert.key.starts_with("iframe_") => {
            let error = Error::Internal { details: Some(alert.detail.clone()) };
            Waiting::Fault("SECURE_SITE_ERROR", ErrorData { message: alert.key.clone(), ..error.data() })
        }
        _ => return,
    };
    wait(cx, waiting);
}

/// Reports a service that didn't respond or whose response can't be read, if the user has consented. A user who cancels
/// isn't an error.
pub fn failed(cx: &Cx, error: &Error) {
    let category = match error {
        Error::Http { .. }
        | Error::Limited { .. }
        | Error::LocalUnreachable { .. }
        | Error::Unreachable { .. } => "API_ERROR",
        Error::Unreadable { .. } => "DATA_PARSING_ERROR",
        _ => return,
    };
    wait(cx, Waiting::Fault(category, error.data()));
}

fn wait(cx: &Cx, waiting: Waiting) {
    if cx.read(|s| s.options.project_id.is_none() || s.options.analytics_consent != Some(true)) {
        return;
    }
    cx.update(|s| {
        if s.telemetry.pending.len() < PENDING_MAX {
            s.telemetry.pending.push(waiting);
        }
    });
    if !cx.runs("telemetry") {
        cx.background(ScopeId::App, super::collect(cx));
    }
}

/// Replaces hex of 40 digits or more, email addresses and pairing links with "…".
fn scrub(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "@.:+-_%?=&".contains(c);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        out.push_str(rest.get(..start).unwrap_or_default());
        let word = rest.get(start..).unwrap_or_default();
        let end = word.find(|c| !is_part(c)).unwrap_or(word.len());
        let (word, after) = word.split_at_checked(end).unwrap_or((word, ""));
        let longest_hex = word.split(|c: char| !c.is_ascii_hexdigit()).map(str::len).max().unwrap_or(0);
        // a key of 32 bytes in base64 or base58, or a JWT: a long run of digits and letters in both cases
        let is_key = word.split([':', '@', '?', '&', '%']).any(|run| {
            let has = |of: fn(&u8) -> bool| run.as_bytes().iter().any(of);
            run.len() >= 40
                && has(u8::is_ascii_digit)
                && has(u8::is_ascii_uppercase)
                && has(u8::is_ascii_lowercase)
        });
        let is_mail = word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
        if longest_hex >= 40 || is_key || is_mail || word.contains("wc:") || word.contains("symKey") {
            out.push('…');
        } else {
            out.push_str(word);
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The fields of every item. The page's URL has no query and no hash.
fn item(cx: &Cx, props: Value, iso: bool) -> Value {
    let page = cx.ports().host.page();
    let now_ms = cx.ports().clock.now_ms();
    let mut bytes = [0u8; 16];
    cx.ports().random.fill(&mut bytes);
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let id = hex::encode(bytes);
    let part = |from: usize, to: usize| id.get(from..to).unwrap_or_default();
    json!({
        "eventId": alloc::format!("{}-{}-{}-{}-{}", part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)),
        "url": alloc::format!("{}{}", page.origin, scrub(&page.path)),
        "domain": page.origin.split_once("://").map_or("", |(_, host)| host),
        "timestamp": if iso { json!(time::iso(now_ms)) } else { json!(now_ms) },
        "props": props,
    })
}

fn tracked(cx: &Cx, event: &'static str, properties: &crate::map::Map<&'static str, String>) -> Value {
    let mut about = serde_json::Map::new();
    // a loop, because a collecting map would add the standard sort to the binary
    for (name, value) in properties.iter() {
        about.insert((*name).to_owned(), json!(scrub(value)));
    }
    if let Some(chain) = cx.read(|s| s.networks.shown_chain()) {
        about.insert("caipNetworkId".into(), json!(chain.to_string()));
    }
    item(cx, json!({ "type": "track", "event": event, "properties": about }), false)
}

/// The times of the other tabs' recent error reports, merged with this tab's.
async fn by_others(cx: &Cx) -> Vec<u64> {
    let found = Rc::new(RefCell::new(Vec::new()));
    let seen = found.clone();
    let look = Box::new(move |record: Option<String>| {
        *seen.borrow_mut() =
            record.as_deref().and_then(value_of).map(|value| times(&value)).unwrap_or_default();
        record
    });
    // without stored times, this tab uses only its own
    let _ = cx.within(STORAGE_MS, cx.ports().storage.change(WINDOW, look)).await;
    found.take()
}

/// One error report, at most five a minute (7.35).
async fn report(cx: &Cx, category: &str, error: &ErrorData) {
    let others = by_others(cx).await;
    let now_ms = cx.ports().clock.now_ms();
    let fits = cx
        .commit(|s| {
            s.telemetry.learn(others);
            s.telemetry.window.retain(|at| now_ms.saturating_sub(*at) < ERROR_REPORTS_WINDOW_MS);
            let fits = s.telemetry.window.len() < ERROR_REPORTS_PER_MINUTE;
            if fits {
                s.telemetry.window.push(now_ms);
            }
            fits
        })
        .await;
    if !fits {
        return;
    }
    let details = error.details.as_deref().unwrap_or_default();
    let props = json!({ "type": "error", "event": category, "errorType": error.name,
        "errorMessage": scrub(&error.message), "stackTrace": scrub(details) });
    let body = item(cx, props, true);
    let base = cx.read(|s| s.options.services.analytics.clone());
    let call = Call { base: &base, path: "/e".into(), query: Vec::new(), body: Some(body) };
    // a failed report isn't reported itself
    alerts::of_origin(cx, &api::ask(cx, call).await);
}

/// Processes emitted events: sends errors immediately and batches the rest.
async fn take(cx: &Cx) {
    let pending = cx.update(|s| core::mem::take(&mut s.telemetry.pending));
    for event in pending {
        match event {
            Waiting::Fault(category, error) => report(cx, category, &error).await,
            Waiting::Tracked(Event::Track { event, properties }) => {
                let item = tracked(cx, event, &properties);
                let bytes = crate::json::text(&item).len() + 1;
                // a batch must fit into one beacon
                if cx.read(|s| s.telemetry.bytes + bytes > TELEMETRY_BATCH_BYTES) {
                    flush(cx);
                }
                let now_ms = cx.ports().clock.now_ms();
                cx.update(|s| {
                    if s.telemetry.queue.is_empty() {
                        s.telemetry.due_ms = now_ms + TELEMETRY_BATCH_MS;
                    }
                    s.telemetry.bytes += bytes;
                    s.telemetry.queue.push(item);
                });
            }
            Waiting::Tracked(_) => {}
        }
    }
}

/// Sends the batch, but only after the service has responded that `isAnalyticsEnabled` is true.
fn flush(cx: &Cx) {
    let (items, project_id, base, client_id) = cx.update(|s| {
        s.telemetry.bytes = 0;
        let items = core::mem::take(&mut s.telemetry.queue);
        (
            items,
            s.options.project_id.clone(),
            s.options.services.analytics.clone(),
            s.lifecycle.client_id.clone(),
        )
    });
    let enabled = cx.read(|s| s.telemetry.enabled) == Some(true);
    let Some(project_id) = project_id.filter(|_| enabled && !items.is_empty()) else { return };
    let call = Call { base: &base, path: "/batch".into(), query: Vec::new(), body: None };
    cx.ports()
        .host
        .beacon(&call.url(&project_id, client_id.as_deref()), &crate::json::text(&Value::Array(items)));
}

/// Runs until the queue is empty.
async fn collect(cx: Cx) -> crate::error::Result<Reply> {
    let is_told = |s: &State| (!s.telemetry.pending.is_empty()).then_some(());
    loop {
        take(&cx).await;
        let (queued, enabled, opened, due_ms) = cx.read(|s| {
            let telemetry = &s.telemetry;
            (!telemetry.queue.is_empty(), telemetry.enabled, s.router.openings > 0, telemetry.due_ms)
        });
        match enabled {
            _ if !queued => return Ok(Reply::Done),
            Some(false) => cx.update(forget),
            None if opened => {
                let answer = wallet_services::is_analytics_enabled(&cx).await;
                alerts::of_origin(&cx, &answer); // its own failure isn't reported
                let enabled = answer.unwrap_or(false);
                cx.update(|s| s.telemetry.enabled = Some(enabled));
            }
            None => cx.until(|s| (s.router.openings > 0).then_some(()).or_else(|| is_told(s))).await,
            Some(true) => {
                let left_ms = due_ms.saturating_sub(cx.ports().clock.now_ms());
                if left_ms == 0 || cx.within(left_ms, cx.until(is_told)).await.is_none() {
                    flush(&cx);
                }
            }
        }
    }
}

crate::command::commands! {
    /// The commands of the telemetry.
    pub enum TelemetryCommand, TelemetryAction {
        /// Sets or withdraws the user's consent.
        "consent" Consent { granted: bool },
        /// Sends the queue, because the page is being closed.
        "flush" Flush {},
        /// Reports that the previous engine crashed. The page already knows.
        "trapped" Trapped {},
    }
    own {
        "collect" Collect,
    }
}

/// Runs a command of this feature.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        match action.as_str() {
            TelemetryAction::Collect => {
                let flow_cx = cx.clone();
                return cx.single(ScopeId::App, "telemetry", collect(flow_cx)).await;
            }
            TelemetryAction::Consent => {
                let granted = command.flag("granted").unwrap_or(false);
                cx.update(|s| {
                    s.options.set_analytics(granted);
                    if !granted {
                        forget(s);
                    }
                });
            }
            TelemetryAction::Trapped => observe(&cx, &Event::Error(Error::Internal { details: None }.data())),
            TelemetryAction::Flush => {
                if cx.read(|s| s.telemetry.enabled) == Some(true) {
                    take(&cx).await;
                    flush(&cx);
                }
            }
            _ => return Err(unknown_action("telemetry", &action)),
        }
        Ok(Reply::Done)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrubs_personal_data() {
        let address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
        for (text, clean) in [
            (alloc::format!("send to {address} failed"), "send to … failed"),
            ("mail a.b@example.com, please".into(), "mail …, please"),
            ("open wc:7f6e504bfad60b48@2?relay-protocol=irn&symKey=587d now".into(), "open … now"),
            ("nonce too low (-32000)".into(), "nonce too low (-32000)"),
            ("viem@2 beside @scope.a".into(), "viem@2 beside @scope.a"),
            ("日本語 ok".into(), "日本語 ok"),
        ] {
            assert_eq!(scrub(&text), clean);
        }
        assert!(!scrub(&"ab".repeat(32)).contains("abab"));
    }

    // B19
    #[test]
    fn scrubs_keys_in_any_encoding_but_keeps_words() {
        for key in [
            // 32 bytes as base64, base64url and base58 (64 bytes); a JWT; uppercase hex
            "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=",
            "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRW-_A",
            "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqv",
            "eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5OnoifQ.MEUCIQDyiT",
            &"AB".repeat(32),
        ] {
            let said = scrub(&alloc::format!("bad key {key}, sorry"));
            assert_eq!(said, "bad key …, sorry", "{key}");
        }
        for text in [
            "a-long-title-of-an-article-that-says-what-it-is-about-in-2026",
            "/docs/how-to-connect-a-wallet-to-a-page-in-five-minutes-and-why",
            "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
            "bip122:000000000019d6689c085ae165831e93",
            "wallet_requestExecutionPermissions is not supported",
        ] {
            assert_eq!(scrub(text), text);
        }
    }

    // B19: whatever surrounds a secret, and however long it is
    #[test]
    fn scrubs_a_secret_whatever_surrounds_it() {
        let secrets = ["ab".repeat(32), "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA".into()];
        let around = [
            ' ', '"', '(', ',', ';', '/', '\n', '\'', '=', ':', '.', '-', 'é', '日', '\u{200b}', '@', '%',
            '&', '?', '{', '|',
        ];
        for secret in &secrets {
            for before in around {
                for after in around {
                    let text = alloc::format!("x{before}{secret}{after}y");
                    assert!(!scrub(&text).contains(secret.as_str()), "{text:?}");
                }
            }
        }
    }
}
