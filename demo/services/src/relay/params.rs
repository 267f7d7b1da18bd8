//! Reading the params of a call: each function gives the value, or the refusal that a client is told.

use serde_json::{Map, Value};

use super::{
    hub::BATCH_MAX,
    rpc::{RpcError, Tag},
};

/// The params of one call.
pub(super) type Params = Map<String, Value>;

/// A text that is not empty.
pub(super) fn text<'a>(params: &'a Params, name: &str) -> Result<&'a str, RpcError> {
    let value = params.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    value.ok_or_else(|| Tag::InvalidParams.into())
}

/// A topic.
pub(super) fn topic<'a>(params: &'a Params, name: &str) -> Result<&'a str, RpcError> {
    let value = params.get(name).ok_or(Tag::InvalidParams)?;
    valid_topic(value)
}

fn valid_topic(value: &Value) -> Result<&str, RpcError> {
    let valid = |topic: &&str| {
        topic.len() == 64 && topic.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    };
    value.as_str().filter(valid).ok_or_else(|| Tag::InvalidTopic.into())
}

/// A batch of 1 to 500.
pub(super) fn list<'a>(params: &'a Params, name: &str) -> Result<&'a [Value], RpcError> {
    let items = params.get(name).and_then(Value::as_array).ok_or(Tag::InvalidParams)?;
    match items.len() {
        0 => Err(Tag::BatchEmpty.into()),
        count if count > BATCH_MAX => Err(Tag::BatchLimitExceeded.into()),
        _ => Ok(items),
    }
}

/// A batch of topics.
pub(super) fn topics(params: &Params) -> Result<Vec<&str>, RpcError> {
    list(params, "topics")?.iter().map(valid_topic).collect()
}
