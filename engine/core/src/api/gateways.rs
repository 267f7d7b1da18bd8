//! Gateways to which a resolver of names sends a client (EIP-3668). Only those that the host lists (option `nameGateways`) are asked: any
//! other would learn who looks for whom, and would be chosen by a contract that nobody here knows.

use super::send;
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::eip155::offchain::OffchainLookup;
use crate::ports::http::{HttpBody, HttpRequest};
use crate::urls::{is_web_url, same_origin};
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::hex;
use serde_json::Value;

/// What the first gateway answers that the host lists; the contract has to check it. A gateway that says that there is nothing (4xx) is the
/// last one that is asked, as EIP-3668 has it.
///
/// # Errors
/// [`Error::NameOutside`]: none of them is listed. [`Error::Http`], [`Error::Unreachable`], [`Error::Unreadable`] of the last one.
pub async fn answer(cx: &Cx, lookup: &OffchainLookup) -> Result<Vec<u8>> {
    let listed: Vec<String> = cx.read(|s| {
        let list = s.options.rest.get("nameGateways").and_then(Value::as_array);
        list.into_iter().flatten().filter_map(|url| url.as_str().map(String::from)).collect()
    });
    let mut last = Error::NameOutside;
    for template in &lookup.urls {
        let (url, has_data) = lookup.url(template);
        // the data may be longer than a url that is looked at; it is hex
        let frame = template.replace("{sender}", "").replace("{data}", "");
        if !is_web_url(&frame) || !listed.iter().any(|known| same_origin(&url, known)) {
            continue;
        }
        let body = (!has_data).then(|| HttpBody {
            content_type: "application/json",
            text: crate::json::text(&json!({
                "data": hex::encode_prefixed(&lookup.call_data),
                "sender": hex::encode_prefixed(lookup.sender),
            })),
        });
        match send(cx, HttpRequest { url, body }, "The name's gateway").await {
            Ok(answer) => match answer.text("data").and_then(|data| hex::decode(data).ok()) {
                Some(data) => return Ok(data),
                None => last = Error::Unreadable { from: "The name's gateway".into() },
            },
            Err(error @ Error::Http { status: 400..=499, .. }) => return Err(error),
            Err(error) => last = error,
        }
    }
    Err(last)
}
