//! The `wc_*` methods with their names, relay tags, times to live and prompts (docs/spec/walletconnect.md section 5),
//! and the three JSON-RPC messages inside envelopes.

use crate::error::PeerError;
use crate::ids::Id;
use crate::json::object;
use alloc::string::{String, ToString};
use serde_json::Value;

/// A method of the Sign protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A peer deletes a pairing.
    PairingDelete,
    /// Checks that the pairing's peer is online.
    PairingPing,
    /// The dapp proposes a session.
    SessionPropose,
    /// The wallet settles the session.
    SessionSettle,
    /// The wallet replaces the namespaces.
    SessionUpdate,
    /// The wallet extends the expiry.
    SessionExtend,
    /// The dapp requests a signature or a transaction.
    SessionRequest,
    /// The wallet emits an event, such as another chain or account.
    SessionEvent,
    /// A peer deletes the session.
    SessionDelete,
    /// Checks that the session's peer is online.
    SessionPing,
    /// One-click sign-in.
    SessionAuthenticate,
}

/// How a message is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Post {
    /// The relay's tag.
    pub tag: u32,
    /// How long the relay stores it, in seconds.
    pub ttl_s: u64,
    /// Whether the relay should notify the user's wallet.
    pub prompt: bool,
}

/// How the response to an unknown method is published.
pub const UNSUPPORTED: Post = Post { tag: 0, ttl_s: 86_400, prompt: false };

impl Method {
    /// All methods.
    pub const ALL: [Self; 11] = [
        Self::PairingDelete,
        Self::PairingPing,
        Self::SessionPropose,
        Self::SessionSettle,
        Self::SessionUpdate,
        Self::SessionExtend,
        Self::SessionRequest,
        Self::SessionEvent,
        Self::SessionDelete,
        Self::SessionPing,
        Self::SessionAuthenticate,
    ];

    /// The name in a message.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PairingDelete => "wc_pairingDelete",
            Self::PairingPing => "wc_pairingPing",
            Self::SessionPropose => "wc_sessionPropose",
            Self::SessionSettle => "wc_sessionSettle",
            Self::SessionUpdate => "wc_sessionUpdate",
            Self::SessionExtend => "wc_sessionExtend",
            Self::SessionRequest => "wc_sessionRequest",
            Self::SessionEvent => "wc_sessionEvent",
            Self::SessionDelete => "wc_sessionDelete",
            Self::SessionPing => "wc_sessionPing",
            Self::SessionAuthenticate => "wc_sessionAuthenticate",
        }
    }

    /// Finds a method by its name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.as_str() == text)
    }

    /// How the request is published.
    #[must_use]
    pub fn request(self) -> Post {
        let (tag, ttl_s, prompt) = match self {
            Self::PairingDelete => (1000, 86_400, false),
            Self::PairingPing => (1002, 30, false),
            Self::SessionPropose => (1100, 300, true),
            Self::SessionSettle => (1102, 300, false),
            Self::SessionUpdate => (1104, 86_400, false),
            Self::SessionExtend => (1106, 86_400, false),
            Self::SessionRequest => (1108, 900, true),
            Self::SessionEvent => (1110, 300, true),
            Self::SessionDelete => (1112, 86_400, false),
            Self::SessionPing => (1114, 86_400, false),
            Self::SessionAuthenticate => (1116, 3_600, true),
        };
        Post { tag, ttl_s, prompt }
    }

    /// How its response is published: the next tag, the same time to live, no push notification.
    #[must_use]
    pub fn response(self) -> Post {
        let Post { tag, ttl_s, .. } = self.request();
        Post { tag: tag.saturating_add(1), ttl_s, prompt: false }
    }
}

/// The JSON text of a request.
#[must_use]
pub fn request(id: &Id, method: &str, params: &Value) -> String {
    frame(id, |text| {
        text.push_str(",\"method\":");
        text.push_str(&json(&Value::from(method)));
        text.push_str(",\"params\":");
        text.push_str(&json(params));
    })
}

/// The JSON text of a value. `Display` would add a second writer to the binary.
pub(crate) fn json(value: &Value) -> String {
    crate::json::text(value)
}

/// The JSON text of a successful response. The ID is echoed exactly, because some wallets use 19 digits.
#[must_use]
pub fn result(id: &Id, result: &Value) -> String {
    frame(id, |text| {
        text.push_str(",\"result\":");
        text.push_str(&json(result));
    })
}

/// The JSON text of an error response.
#[must_use]
pub fn error(id: &Id, error: &PeerError) -> String {
    let value = object([("code", error.code.into()), ("message", error.message.as_str().into())]);
    frame(id, |text| {
        text.push_str(",\"error\":");
        text.push_str(&json(&value));
    })
}

fn frame(id: &Id, body: impl FnOnce(&mut String)) -> String {
    let mut text = String::from("{\"id\":");
    text.push_str(&id.to_string());
    text.push_str(",\"jsonrpc\":\"2.0\"");
    body(&mut text);
    text.push('}');
    text
}
