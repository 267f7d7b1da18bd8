//! The relay's JSON-RPC (docs/spec/walletconnect.md section 3): ids of 19 digits, which no double holds, as numbers or as text; refusals with the
//! public relay's codes and the tag in `data`.

use serde_json::{Map, Value, json};

/// A smaller one is not a relay's id.
const ID_MIN: u64 = 1_000_000_000;

/// Why a call is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RpcError {
    /// JSON-RPC code.
    pub code: i64,
    /// For people.
    pub message: String,
    /// The tag that programs go by.
    pub data: Option<String>,
}

/// TABLE of the refusals: tag, code, text.
const REFUSALS: &[(Tag, &str, i64, &str)] = &[
    (Tag::InvalidMethod, "InvalidMethod", -32601, "Method not found"),
    (Tag::InvalidParams, "InvalidParams", -32600, "Invalid request parameters"),
    (Tag::PayloadSizeExceeded, "PayloadSizeExceeded", -32600, "Request payload size exceeded"),
    (Tag::InvalidTopic, "InvalidTopic", -32600, "Topic decoding failed"),
    (Tag::InvalidSubscriptionId, "InvalidSubscriptionId", -32600, "Subscription ID decoding failed"),
    (Tag::InvalidRequestId, "InvalidRequestId", -32600, "Invalid request ID"),
    (Tag::InvalidJsonRpcVersion, "InvalidJsonRpcVersion", -32600, "Invalid JSON RPC version"),
    (Tag::BatchLimitExceeded, "BatchLimitExceeded", -32600, "The batch contains too many items"),
    (Tag::BatchEmpty, "BatchEmpty", -32600, "The batch contains no items"),
    (Tag::Serialization, "Serialization", -32600, "Failed to deserialize request"),
    (Tag::TtlTooShort, "TtlTooShort", -32000, "TTL too short"),
    (Tag::TtlTooLong, "TtlTooLong", -32000, "TTL too long"),
    (Tag::MailboxLimitExceeded, "MailboxLimitExceeded", -32000, "Mailbox limit exceeded"),
    (Tag::SubscriberLimitExceeded, "SubscriberLimitExceeded", -32000, "Subscriber limit exceeded"),
];

/// The kinds of refusals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // The names are the wire's.
pub enum Tag {
    InvalidMethod,
    InvalidParams,
    PayloadSizeExceeded,
    InvalidTopic,
    InvalidSubscriptionId,
    InvalidRequestId,
    InvalidJsonRpcVersion,
    BatchLimitExceeded,
    BatchEmpty,
    Serialization,
    TtlTooShort,
    TtlTooLong,
    MailboxLimitExceeded,
    SubscriberLimitExceeded,
}

impl From<Tag> for RpcError {
    fn from(tag: Tag) -> Self {
        let row = REFUSALS.iter().find(|(known, ..)| *known == tag);
        let (_, name, code, message) = row.copied().unwrap_or((tag, "", -32603, "Internal error"));
        Self { code, message: message.to_owned(), data: Some(name.to_owned()) }
    }
}

impl From<rusqlite::Error> for RpcError {
    fn from(error: rusqlite::Error) -> Self {
        Self { code: -32603, message: format!("Internal error: {error}"), data: None }
    }
}

/// What a client sent.
#[derive(Debug, PartialEq)]
pub enum Frame {
    /// It asks for something.
    Call {
        /// To be answered as a number, in whatever form it came.
        id: u64,
        /// What it asks for.
        method: String,
        /// With what.
        params: Map<String, Value>,
    },
    /// It answers a delivery.
    Answer {
        /// The delivery's id.
        id: u64,
        /// Whether it took it.
        ok: bool,
    },
}

/// Reads a frame. A refusal comes with the id to answer to, where there is one.
pub fn read(text: &str) -> Result<Frame, (Option<u64>, Tag)> {
    let value: Value = serde_json::from_str(text).map_err(|_| (None, Tag::Serialization))?;
    let Value::Object(mut object) = value else {
        return Err((None, Tag::Serialization));
    };
    let id = object.get("id").and_then(id_of);
    if object.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err((id, Tag::InvalidJsonRpcVersion));
    }
    let known = id.filter(|id| *id >= ID_MIN).ok_or((id, Tag::InvalidRequestId))?;
    match object.remove("method") {
        Some(Value::String(method)) => match object.remove("params") {
            Some(Value::Object(params)) => Ok(Frame::Call { id: known, method, params }),
            _ => Err((id, Tag::InvalidParams)),
        },
        Some(_) => Err((id, Tag::InvalidMethod)),
        None if object.contains_key("error") => Ok(Frame::Answer { id: known, ok: false }),
        None => match object.get("result") {
            Some(result) => Ok(Frame::Answer { id: known, ok: *result == Value::Bool(true) }),
            None => Err((id, Tag::Serialization)),
        },
    }
}

fn id_of(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => {
            // The official client reads a large number as a BigInt and writes it back as "123n".
            let digits = text.strip_suffix('n').unwrap_or(text);
            digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())?
        }
        _ => None,
    }
}

/// The text of an answer.
pub fn answer(id: Option<u64>, outcome: Result<Value, RpcError>) -> String {
    match outcome {
        Ok(result) => json!({ "id": id, "jsonrpc": "2.0", "result": result }),
        Err(RpcError { code, message, data }) => {
            let mut error = json!({ "code": code, "message": message });
            if let (Some(data), Some(object)) = (data, error.as_object_mut()) {
                object.insert("data".to_owned(), data.into());
            }
            json!({ "id": id, "jsonrpc": "2.0", "error": error })
        }
    }
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_ids_exact_as_number_and_as_text() {
        for id in ["1795000000000000123", "\"1795000000000000123\"", "\"1795000000000000123n\""] {
            let text = format!(r#"{{"id":{id},"jsonrpc":"2.0","method":"m","params":{{}}}}"#);
            assert!(matches!(read(&text), Ok(Frame::Call { id: 1_795_000_000_000_000_123, .. })), "{id}");
        }
        assert_eq!(
            answer(Some(1_795_000_000_000_000_123), Ok(true.into())),
            r#"{"id":1795000000000000123,"jsonrpc":"2.0","result":true}"#
        );
    }

    #[test]
    fn documents_every_error_in_the_table() {
        for (tag, name, code, _) in REFUSALS {
            let error = RpcError::from(*tag);
            assert_eq!((error.data.as_deref(), error.code), (Some(*name), *code));
            assert_eq!(format!("{tag:?}"), *name);
        }
    }

    #[test]
    fn rejects_malformed_frames_with_their_reason() {
        let tag = |text: &str| read(text).unwrap_err().1;
        assert_eq!(tag("{"), Tag::Serialization);
        assert_eq!(tag("[]"), Tag::Serialization);
        assert_eq!(tag(r#"{"id":1795000000,"method":"m","params":{}}"#), Tag::InvalidJsonRpcVersion);
        assert_eq!(
            tag(r#"{"id":999999999,"jsonrpc":"2.0","method":"m","params":{}}"#),
            Tag::InvalidRequestId
        );
        assert_eq!(tag(r#"{"id":1.5e12,"jsonrpc":"2.0","method":"m","params":{}}"#), Tag::InvalidRequestId);
        assert_eq!(tag(r#"{"id":"x","jsonrpc":"2.0","method":"m","params":{}}"#), Tag::InvalidRequestId);
        assert_eq!(tag(r#"{"id":1795000000,"jsonrpc":"2.0","method":"m"}"#), Tag::InvalidParams);
    }
}
