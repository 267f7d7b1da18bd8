//! All errors: those from or for a peer, with the protocol's codes and texts (docs/spec/walletconnect.md section 7),
//! and those that stay on this side.

use crate::json::Read as _;
use alloc::string::String;
use serde_json::Value;

/// The maximum length of a peer's error message.
const MESSAGE_CHARS_MAX: usize = 4_096;

/// An error as it is sent: code and message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PeerError {
    /// One of this module's constants, or any number that a wallet sends.
    pub code: i64,
    /// A message for users. Never used for a decision.
    pub message: String,
    /// Additional data, unchecked.
    pub data: Option<Value>,
}

impl PeerError {
    /// Builds an error from a code and a message.
    #[must_use]
    pub fn new(code: i64, message: &str) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// Reads `{code, message}`. Never fails: an invalid code becomes 0, and the message is cut at 4,096 characters.
    #[must_use]
    pub fn read(value: &Value) -> Self {
        let text = value.text("message").or(value.as_str()).unwrap_or_default();
        let code = value.field("code").and_then(Value::as_i64).unwrap_or_default();
        let message = text.chars().take(MESSAGE_CHARS_MAX).collect();
        Self { code, message, data: value.field("data").cloned() }
    }

    /// Converts the error to its JSON form.
    #[must_use]
    pub fn value(&self) -> Value {
        let mut value = crate::json::json!({"code": self.code, "message": self.message});
        if let (Some(fields), Some(data)) = (value.as_object_mut(), &self.data) {
            fields.insert("data".into(), data.clone());
        }
        value
    }

    /// Whether the user rejected the request.
    #[must_use]
    pub fn is_user_rejection(&self) -> bool {
        matches!(self.code, 4001 | 5000..=5003)
    }
}

/// A code of the protocol with its text, to which a context can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The code.
    pub code: i64,
    /// The text, including the final period.
    pub text: &'static str,
}

impl Reason {
    /// The error without a context.
    #[must_use]
    pub fn plain(self) -> PeerError {
        PeerError::new(self.code, self.text)
    }

    /// The error with a context after its text.
    #[must_use]
    pub fn because(self, context: &str) -> PeerError {
        PeerError::new(self.code, &[self.text, " ", context].concat())
    }
}

macro_rules! reasons {
    ($($name:ident $code:literal $text:literal)*) => {
        $(#[doc = concat!("`", stringify!($code), "` ", $text)] pub const $name: Reason = Reason { code: $code, text: $text };)*
        /// All reasons with their names, for tests and tables.
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

/// Finds a reason by its name in the official clients.
#[must_use]
pub fn sdk_error(name: &str) -> Option<Reason> {
    REASONS.iter().find(|(known, _)| *known == name).map(|(_, reason)| *reason)
}

/// The error for a proposal without a response within 5 minutes.
#[must_use]
pub fn proposal_expired() -> PeerError {
    PeerError::new(EXPIRED.code, "Proposal expired")
}

/// The error for a message that was dropped from the outbox, because newer ones replaced it before the relay confirmed
/// it.
#[must_use]
pub fn pushed_out() -> PeerError {
    PeerError::new(
        -32005,
        "Too many messages wait for the relay. Your wallet might not have received this one.",
    )
}

/// The error for a request without a response in time.
#[must_use]
pub fn request_expired() -> PeerError {
    PeerError::new(EXPIRED.code, "Request expired. Please try again.")
}

/// An error before anything is sent, with the text of the official clients.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No session has this topic.
    #[error("No matching key. session topic doesn't exist: {0}")]
    UnknownTopic(String),
    /// The session has no account on this chain.
    #[error("Missing or invalid. request() chainId: {0}")]
    Chain(String),
    /// The session doesn't allow this method on that chain.
    #[error("Missing or invalid. request() method: {0}")]
    Method(String),
    /// The expiry isn't between 300 and 604,800 seconds.
    #[error(
        "Missing or invalid. request() expiry: {0}. Expiry must be a number (in seconds) between 300 and 604800"
    )]
    Expiry(u64),
    /// The proposal's namespaces are invalid.
    #[error(transparent)]
    Namespaces(PeerError),
    /// More concurrent items than this client allows (docs/spec/security.md R30).
    #[error("Too many {0}")]
    TooMany(&'static str),
    /// The sign-in has no chains.
    #[error("chains is required and must be a non-empty array")]
    AuthChains,
    /// The sign-in has no `aud`.
    #[error("uri is required parameter")]
    AuthUri,
    /// The sign-in has no domain.
    #[error("domain is required parameter")]
    AuthDomain,
    /// The sign-in has no nonce.
    #[error("nonce is required parameter")]
    AuthNonce,
    /// The one-click sign-in has chains of several namespaces.
    #[error("Multi-namespace requests are not supported. Please request single namespace only.")]
    AuthNamespaces,
    /// The one-click sign-in has chains that aren't EVM chains.
    #[error(
        "Only eip155 namespace is supported for authenticated sessions. Please use .connect() for non-eip155 chains."
    )]
    AuthNamespace,
    /// A field of the sign-in contains a line break, which could forge the following lines.
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
