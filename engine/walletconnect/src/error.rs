//! Every refusal: those of a peer or for a peer, with the protocol's codes and texts (docs/spec/walletconnect.md section 7), and
//! those that never leave this side.

use crate::json::Read as _;
use alloc::string::String;
use serde_json::Value;

/// The longest text of a peer's error that is kept.
const MESSAGE_CHARS_MAX: usize = 4_096;

/// An error as it goes over the wire: code and text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PeerError {
    /// See the constants of this module; wallets send any number.
    pub code: i64,
    /// For people at best, for matching never.
    pub message: String,
    /// What it says next to that; unchecked.
    pub data: Option<Value>,
}

impl PeerError {
    /// From a code and a text.
    #[must_use]
    pub fn new(code: i64, message: &str) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// Reads `{code, message}`, total: a code that is none becomes 0, a text is cut at 4,096 characters.
    #[must_use]
    pub fn read(value: &Value) -> Self {
        let text = value.text("message").or(value.as_str()).unwrap_or_default();
        let code = value.field("code").and_then(Value::as_i64).unwrap_or_default();
        let message = text.chars().take(MESSAGE_CHARS_MAX).collect();
        Self { code, message, data: value.field("data").cloned() }
    }

    /// As it goes into a message.
    #[must_use]
    pub fn value(&self) -> Value {
        let mut value = crate::json::json!({"code": self.code, "message": self.message});
        if let (Some(fields), Some(data)) = (value.as_object_mut(), &self.data) {
            fields.insert("data".into(), data.clone());
        }
        value
    }

    /// Whether a user said no.
    #[must_use]
    pub fn is_user_rejection(&self) -> bool {
        matches!(self.code, 4001 | 5000..=5003)
    }
}

/// A code of the protocol and its text, to which a context can be appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The code.
    pub code: i64,
    /// The text, with its full stop.
    pub text: &'static str,
}

impl Reason {
    /// The error as it is.
    #[must_use]
    pub fn plain(self) -> PeerError {
        PeerError::new(self.code, self.text)
    }

    /// The error with a context after a space.
    #[must_use]
    pub fn because(self, context: &str) -> PeerError {
        PeerError::new(self.code, &[self.text, " ", context].concat())
    }
}

macro_rules! reasons {
    ($($name:ident $code:literal $text:literal)*) => {
        $(#[doc = concat!("`", stringify!($code), "` ", $text)] pub const $name: Reason = Reason { code: $code, text: $text };)*
        /// All of them with their names, for tests and tables.
        pub const REASONS: &[(&str, Reason)] = &[$((stringify!($name), $name)),*];
    };
}

reasons! {
    INVALID_METHOD 1001 "Invalid method."
    INVALID_EVENT 1002 "Invalid event."
    INVALID_UPDATE_REQUEST 1003 "Invalid update request."
    INVALID_EXTEND_REQUEST 1004 "Invalid extend request."
    INVALID_SESSION_SETTLE_REQUEST 1005 "Invalid session settle request."
    UNAUTHORIZED_METHOD 3001 "Unauthorized method."
    UNAUTHORIZED_EVENT 3002 "Unauthorized event."
    UNAUTHORIZED_UPDATE_REQUEST 3003 "Unauthorized update request."
    UNAUTHORIZED_EXTEND_REQUEST 3004 "Unauthorized extend request."
    USER_REJECTED 5000 "User rejected."
    USER_REJECTED_CHAINS 5001 "User rejected chains."
    USER_REJECTED_METHODS 5002 "User rejected methods."
    USER_REJECTED_EVENTS 5003 "User rejected events."
    UNSUPPORTED_CHAINS 5100 "Unsupported chains."
    UNSUPPORTED_METHODS 5101 "Unsupported methods."
    UNSUPPORTED_EVENTS 5102 "Unsupported events."
    UNSUPPORTED_ACCOUNTS 5103 "Unsupported accounts."
    UNSUPPORTED_NAMESPACE_KEY 5104 "Unsupported namespace key."
    USER_DISCONNECTED 6000 "User disconnected."
    SESSION_SETTLEMENT_FAILED 7000 "Session settlement failed."
    WC_METHOD_UNSUPPORTED 10001 "Unsupported wc_ method."
    NOT_INITIALIZED 1 "Not initialized."
    NO_MATCHING_KEY 2 "No matching key."
    RESTORE_WILL_OVERRIDE 3 "Restore will override."
    RESUBSCRIBED 4 "Resubscribed."
    MISSING_OR_INVALID 5 "Missing or invalid."
    EXPIRED 6 "Expired."
    UNKNOWN_TYPE 7 "Unknown type."
    MISMATCHED_TOPIC 8 "Mismatched topic."
    NON_CONFORMING_NAMESPACES 9 "Non conforming namespaces."
}

/// A reason by its name in the official clients.
#[must_use]
pub fn sdk_error(name: &str) -> Option<Reason> {
    REASONS.iter().find(|(known, _)| *known == name).map(|(_, reason)| *reason)
}

/// A proposal without an answer in its 5 minutes.
#[must_use]
pub fn proposal_expired() -> PeerError {
    PeerError::new(EXPIRED.code, "Proposal expired")
}

/// A message that newer ones have pushed out of the outbox before the relay confirmed it.
#[must_use]
pub fn pushed_out() -> PeerError {
    PeerError::new(
        -32005,
        "Too many messages wait for the relay. Your wallet might not have received this one.",
    )
}

/// A request without an answer in its time.
#[must_use]
pub fn request_expired() -> PeerError {
    PeerError::new(EXPIRED.code, "Request expired. Please try again.")
}

/// What is refused on this side before anything is sent, in the words of the official clients.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No session of this topic.
    #[error("No matching key. session topic doesn't exist: {0}")]
    UnknownTopic(String),
    /// The session has no account on this chain.
    #[error("Missing or invalid. request() chainId: {0}")]
    Chain(String),
    /// The session does not grant this method on that chain.
    #[error("Missing or invalid. request() method: {0}")]
    Method(String),
    /// A request's life outside 300 to 604,800 seconds.
    #[error(
        "Missing or invalid. request() expiry: {0}. Expiry must be a number (in seconds) between 300 and 604800"
    )]
    Expiry(u64),
    /// What is asked for isn't a namespace object.
    #[error(transparent)]
    Namespaces(PeerError),
    /// More at once than this client keeps (docs/spec/security.md R30).
    #[error("Too many {0}")]
    TooMany(&'static str),
    /// A sign-in without chains.
    #[error("chains is required and must be a non-empty array")]
    AuthChains,
    /// A sign-in without `aud`.
    #[error("uri is required parameter")]
    AuthUri,
    /// A sign-in without a domain.
    #[error("domain is required parameter")]
    AuthDomain,
    /// A sign-in without a nonce.
    #[error("nonce is required parameter")]
    AuthNonce,
    /// A one-click sign-in on chains of several families.
    #[error("Multi-namespace requests are not supported. Please request single namespace only.")]
    AuthNamespaces,
    /// A one-click sign-in on chains that are not EVM chains.
    #[error(
        "Only eip155 namespace is supported for authenticated sessions. Please use .connect() for non-eip155 chains."
    )]
    AuthNamespace,
    /// A field of a sign-in with a line break in it would forge the lines after it.
    #[error("Missing or invalid. {0} must be one line")]
    AuthLine(&'static str),
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use serde_json::json;

    #[test]
    fn reads_any_error_of_a_peer() {
        assert_eq!(PeerError::read(&json!({"code": 5000, "message": "No."})), PeerError::new(5000, "No."));
        for odd in
            [json!(null), json!({}), json!({"code": "x", "message": 1}), json!([]), json!({"code": 1.5})]
        {
            assert_eq!(PeerError::read(&odd), PeerError::new(0, ""), "{odd}");
        }
        assert_eq!(PeerError::read(&json!("no")).message, "no");
        assert_eq!(PeerError::read(&json!({"message": "é".repeat(9_999)})).message.chars().count(), 4_096);
        let error = USER_DISCONNECTED.plain();
        assert_eq!(PeerError::read(&error.value()), error);
    }

    #[test]
    fn appends_the_context_after_a_space() {
        assert_eq!(UNSUPPORTED_METHODS.because("eth_foo").to_string(), "Unsupported methods. eth_foo");
        assert!(USER_REJECTED_METHODS.plain().is_user_rejection() && !EXPIRED.plain().is_user_rejection());
    }
}
