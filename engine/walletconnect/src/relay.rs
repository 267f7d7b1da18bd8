//! The client's connection to the relay: frames, the state of its only socket, and the messages to send
//! (docs/spec/walletconnect.md section 3).

pub(crate) mod link;
pub(crate) mod outbox;

use crate::error::PeerError;
use crate::ids::Id;
use crate::json::object;
use crate::json::{self, Read as _};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// The relay if none is configured.
pub const DEFAULT_RELAY: &str = "wss://relay.walletconnect.org";
/// The close code for a client that the relay rejects (docs/spec/walletconnect.md section 3).
pub const REFUSED_CODE: u16 = 3000;
/// The error code for a request or proposal that the relay rejected. It never comes from a wallet.
const RELAY_FAULT_CODE: i64 = -32000;
/// The client checks its socket and its expiries at least at this interval (9.7).
pub const HEARTBEAT_MS: u64 = 5_000;

/// State of the client's connection to its relay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RelayState {
    /// No socket is open, and none is needed.
    Idle,
    /// A socket is opening.
    Connecting {
        /// The URL of the relay, as configured.
        url: String,
    },
    /// The socket is open.
    Connected {
        /// The URL of the relay, as configured.
        url: String,
    },
    /// The socket couldn't be opened. The client retries.
    Unreachable {
        /// The URL of the relay, as configured.
        url: String,
        /// The reason for the close, or why the client gave up.
        reason: String,
    },
    /// The relay closed with code 3000. The client retries only after a user's action
    /// ([`super::client::Client::connect`], `request`, `disconnect`).
    Refused {
        /// The URL of the relay, as configured.
        url: String,
        /// The reason for the close, see [`Refusal::of`].
        reason: String,
    },
}

/// Why a relay rejected the client (8.11, 8.12, 8.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The project's list doesn't contain the page's origin.
    OriginNotAllowed,
    /// The project ID is invalid.
    InvalidKey,
    /// This device's clock is fast, so the token isn't valid yet.
    ClockAhead,
    /// Any other reason.
    Other,
}

impl Refusal {
    /// Recognizes three texts of the provider anywhere in the reason.
    #[must_use]
    pub fn of(reason: &str) -> Self {
        let errors = [
            ("Unauthorized: origin not allowed", Self::OriginNotAllowed),
            ("Unauthorized: invalid key", Self::InvalidKey),
            ("JWT Token is not yet valid", Self::ClockAhead),
        ];
        errors.into_iter().find(|(text, _)| reason.contains(text)).map_or(Self::Other, |(_, refusal)| refusal)
    }
}

/// A message from the relay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Delivery {
    pub(crate) topic: String,
    pub(crate) message: String,
}

impl Delivery {
    fn read(data: &Value) -> Option<Self> {
        Some(Self { topic: data.text("topic")?.into(), message: data.text("message")?.into() })
    }
}

/// One frame from the relay.
pub(crate) enum Incoming {
    /// A message, to acknowledge with [`ack`]. An unreadable message is acknowledged, too; otherwise the relay would
    /// deliver it again and again.
    Delivery(Id, Option<Delivery>),
    /// The response to a call.
    Answer(u64, Result<Value, Fault>),
    /// A frame that the client ignores.
    Other,
}

/// The relay's error for a call.
pub(crate) struct Fault {
    pub(crate) error: PeerError,
    /// The relay doesn't know the method.
    pub(crate) unknown_method: bool,
    /// The call might succeed a little later.
    pub(crate) passing: bool,
}

impl Fault {
    /// The error that ends a proposal or request. It contains nothing that the relay wrote except a number, because the
    /// relay doesn't speak for the wallet or its user, neither with a code nor with a text (docs/spec/security.md T5).
    pub(crate) fn verdict(&self) -> PeerError {
        PeerError::new(RELAY_FAULT_CODE, &alloc::format!("The relay did not take this ({})", self.error.code))
    }

    fn read(value: &Value) -> Self {
        let error = PeerError::read(value);
        let tag = value.text("data").unwrap_or_default();
        let unknown_method = error.code == -32601 || tag == "InvalidMethod";
        let passing = matches!(error.code, 3001 | -32603);
        Self { error, unknown_method, passing }
    }
}

/// Reads a frame. Never fails.
pub(crate) fn read(text: &str) -> Incoming {
    let Some(value) = json::message(text) else { return Incoming::Other };
    let Some(id) = value.field("id").and_then(Id::read) else { return Incoming::Other };
    if let Some(method) = value.text("method") {
        if method != "irn_subscription" {
            return Incoming::Other;
        }
        let data = value.field("params").and_then(|params| params.field("data"));
        return Incoming::Delivery(id, data.and_then(Delivery::read));
    }
    let Some(id) = id.number() else { return Incoming::Other };
    if let Some(error) = value.field("error") {
        return Incoming::Answer(id, Err(Fault::read(error)));
    }
    match value.get("result") {
        Some(result) => Incoming::Answer(id, Ok(result.clone())),
        None => Incoming::Other,
    }
}

/// The messages in the response to a fetch, and whether more exist.
pub(crate) fn read_mail(result: &Value) -> (Vec<Delivery>, bool) {
    let mail = result.list("messages").iter().filter_map(Delivery::read).collect();
    (mail, result.flag("hasMore").unwrap_or(false))
}

/// Invariants of the readers above for any frame, for their fuzz target.
#[cfg(fuzzing)]
pub fn fuzz(text: &str) {
    match read(text) {
        Incoming::Delivery(id, _) => {
            let text = json::message(&ack(&id)).unwrap_or_default();
            assert_eq!(text.field("id").and_then(Id::read), Some(id), "acknowledged under its own id");
        }
        Incoming::Answer(_, Ok(result)) => drop(read_mail(&result)),
        Incoming::Answer(_, Err(fault)) => {
            let verdict = fault.verdict();
            assert_eq!(verdict.code, RELAY_FAULT_CODE);
            assert!(verdict.message.len() < 64, "nothing of the relay's words");
        }
        Incoming::Other => {}
    }
}

/// The frame of a call to the relay.
pub(crate) fn call(id: u64, method: &str, params: &Value) -> String {
    crate::message::request(&Id::of(id), method, params)
}

/// The frame that acknowledges a message.
pub(crate) fn ack(id: &Id) -> String {
    crate::message::result(id, &Value::Bool(true))
}

/// `{"topics": [...]}`
pub(crate) fn topics(topics: &[String]) -> Value {
    object([("topics", topics.iter().map(|topic| Value::from(topic.as_str())).collect())])
}

/// `{"topic": ...}`
pub(crate) fn topic(topic: &str) -> Value {
    object([("topic", topic.into())])
}

/// The `{"receipts": [{topic, messageId}]}` of fetched messages.
pub(crate) fn receipts(mail: &[Delivery]) -> Value {
    let one = |mail: &Delivery| {
        object([
            ("topic", mail.topic.as_str().into()),
            ("messageId", crate::crypto::sha256_hex(mail.message.as_bytes()).into()),
        ])
    };
    object([("receipts", mail.iter().map(one).collect())])
}

/// The URL of the socket. It contains the token, so it must never be logged.
pub(crate) fn url(relay: &str, jwt: &str, project_id: &str, user_agent: &str) -> String {
    let mut url = relay.to_string();
    url.push(if relay.contains('?') { '&' } else { '?' });
    for (key, value) in [("auth=", jwt), ("&projectId=", project_id), ("&ua=", user_agent)] {
        url.push_str(key);
        escape(&mut url, value);
    }
    url.push_str("&useOnCloseEvent=true");
    url
}

fn escape(url: &mut String, text: &str) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            url.push(char::from(byte));
        } else {
            url.push('%');
            url.push_str(&crate::crypto::hex(&[byte]).to_ascii_uppercase());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_url_has_token_project_and_agent() {
        let relay = url(DEFAULT_RELAY, "JWT", "PID", "wc-2/js-2.25.0/linux-20.20.2/node");
        assert_eq!(
            relay,
            "wss://relay.walletconnect.org?auth=JWT&projectId=PID&ua=wc-2%2Fjs-2.25.0%2Flinux-20.20.2%2Fnode&useOnCloseEvent=true"
        );
        assert!(url("ws://h/?a=1", "J", "P", "é").starts_with("ws://h/?a=1&auth=J&projectId=P&ua=%C3%A9&"));
    }

    // req: 8.11 8.12 8.13
    #[test]
    fn distinguishes_the_three_texts_of_a_refusal() {
        assert_eq!(Refusal::of("Unauthorized: origin not allowed"), Refusal::OriginNotAllowed);
        assert_eq!(Refusal::of("x Unauthorized: invalid key y"), Refusal::InvalidKey);
        let skew = "Authorization error: JWT validation error: JWT Token is not yet valid";
        assert_eq!(Refusal::of(skew), Refusal::ClockAhead);
        assert_eq!(Refusal::of(""), Refusal::Other);
    }

    #[test]
    fn reads_frames_of_any_shape() {
        for text in [
            "",
            "[]",
            "{}",
            "{\"id\":1}",
            "{\"id\":1,\"method\":\"irn_other\"}",
            "{\"id\":\"x\",\"result\":1}",
        ] {
            assert!(matches!(read(text), Incoming::Other), "{text}");
        }
        let wide = "{\"id\":1795000000123456789,\"result\":null}";
        assert!(matches!(read(wide), Incoming::Answer(1_795_000_000_123_456_789, Ok(_))));
        let text = "{\"id\":\"1795000000123456789\",\"error\":{\"code\":-32000,\"message\":\"m\",\"data\":\"InvalidMethod\"}}";
        assert!(
            matches!(read(text), Incoming::Answer(1_795_000_000_123_456_789, Err(fault)) if fault.unknown_method)
        );
        let bad = "{\"id\":5,\"method\":\"irn_subscription\",\"params\":{\"data\":{\"topic\":1}}}";
        assert!(matches!(read(bad), Incoming::Delivery(_, None)));
    }
}
