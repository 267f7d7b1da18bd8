//! Gateways for a name resolver's off-chain data (EIP-3668), also several at a time (ENSIP-21: implemented here, so that no shared gateway
//! learns every name). An unknown contract chooses them. So a lookup contacts only a few, for a short time, with a small response limit,
//! and only public hosts over https. The option `ccipGateways` restricts them to a list (decision 227, "Names through gateways").

use crate::constants::{
    CCIP_DATA_BYTES_MAX, CCIP_GATEWAY_MS, CCIP_GATEWAYS_MAX, CCIP_LOOKUP_MS, HTTP_BODY_BYTES_MAX,
};
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::{self, Read, json};
use crate::namespaces::eip155::codec::offchain::{Batch, Question, failed};
use crate::ports::http::{HttpBody, HttpFault, HttpRequest};
use crate::urls::{host, is_public, is_web_url, same_origin};
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::hex;
use serde_json::Value;

/// The name for a gateway in errors.
const GATEWAY: &str = "The name's gateway";

/// The gateways of one lookup: how many more it can contact, its deadline, and which have responded.
pub struct Gateways {
    left: usize,
    until_ms: u64,
    /// The hosts that have responded, in order, without duplicates.
    pub through: Vec<String>,
}

impl Gateways {
    /// Starts a lookup.
    #[must_use]
    pub fn new(cx: &Cx) -> Self {
        let until_ms = cx.ports().clock.now_ms() + CCIP_LOOKUP_MS;
        Self { left: CCIP_GATEWAYS_MAX, until_ms, through: Vec::new() }
    }

    /// The response for the contract to verify: if it is a batch, one entry per gateway. A failed gateway is also an entry of a batch,
    /// because the contract might have others.
    ///
    /// # Errors
    /// [`Error::NameOutside`] if no gateway is allowed. [`Error::Http`], [`Error::Unreachable`], [`Error::Unreadable`]
    /// of the last one.
    pub async fn answer(&mut self, cx: &Cx, question: &Question) -> Result<Vec<u8>> {
        let Some(Batch(questions)) = question.batch() else { return self.one(cx, question).await };
        if questions.is_empty() {
            return Err(unreadable());
        }
        let mut answers = Vec::new();
        for question in &questions {
            answers.push(match self.one(cx, question).await {
                Ok(answer) => Ok(answer),
                Err(Error::NameOutside) => return Err(Error::NameOutside),
                Err(Error::Http { status, .. }) => Err(failed(status, GATEWAY)),
                Err(_) => Err(failed(0, GATEWAY)),
            });
        }
        Ok(Batch::answered(&answers))
    }

    /// The first response of the gateways. A 4xx status ends the search, as EIP-3668 defines.
    async fn one(&mut self, cx: &Cx, question: &Question) -> Result<Vec<u8>> {
        let listed = cx.read(|s| s.options.rest.get("ccipGateways").and_then(Value::as_array).cloned());
        let mut last = Error::NameOutside;
        for template in &question.urls {
            let (url, has_data) = question.url(template);
            if !may_be_asked(listed.as_deref(), template, &url) {
                continue;
            }
            let left_ms = self.until_ms.saturating_sub(cx.ports().clock.now_ms());
            if self.left == 0 || left_ms == 0 {
                return Err(Error::Unreachable { host: GATEWAY.into() });
            }
            self.left -= 1;
            let body = (!has_data).then(|| HttpBody {
                content_type: "application/json",
                text: json::text(&json!({
                    "data": hex::encode_prefixed(&question.data),
                    "sender": hex::encode_prefixed(question.sender),
                })),
            });
            let asked = cx.ports().http.send(HttpRequest::new(url.clone(), body));
            match read(cx.within(left_ms.min(CCIP_GATEWAY_MS), asked).await) {
                Ok(answer) => {
                    self.through
                        .extend(host(template_origin(&url)).filter(|host| !self.through.contains(host)));
                    return Ok(answer);
                }
                Err(error @ Error::Http { status: 400..=499, .. }) => return Err(error),
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

fn unreadable() -> Error {
    Error::Unreadable { from: GATEWAY.into() }
}

/// A URL without its path, which can be very long.
fn template_origin(url: &str) -> &str {
    let path = url.find("://").and_then(|at| Some(at + 3 + url.get(at + 3..)?.find(['/', '?', '#'])?));
    url.get(..path.unwrap_or(url.len())).unwrap_or(url)
}

/// Whether a gateway's URL is allowed. The data is hex, so only the rest of the URL is checked. The data can't be part of the host.
fn may_be_asked(listed: Option<&[Value]>, template: &str, url: &str) -> bool {
    let frame = template.replace("{sender}", "").replace("{data}", "");
    let is_frame = is_web_url(&frame) && !template_origin(template).contains('{');
    is_frame
        && match listed {
            None => is_public(template_origin(template)),
            Some(listed) => listed.iter().filter_map(Value::as_str).any(|known| same_origin(url, known)),
        }
}

/// The bytes in a gateway's response.
fn read(
    answer: Option<core::result::Result<crate::ports::http::HttpResponse, HttpFault>>,
) -> Result<Vec<u8>> {
    let answer = match answer {
        None | Some(Err(HttpFault::Network)) => return Err(Error::Unreachable { host: GATEWAY.into() }),
        Some(Err(HttpFault::TooLarge)) => return Err(Error::TooLong { from: GATEWAY.into() }),
        Some(Ok(answer)) => answer,
    };
    if !(200..300).contains(&answer.status) {
        return Err(Error::Http { status: answer.status, details: None, is_reason: false });
    }
    let body = json::parse(&answer.body, HTTP_BODY_BYTES_MAX).map_err(|_| unreadable())?;
    let data = body.text("data").filter(|data| data.starts_with("0x")).ok_or_else(unreadable)?;
    if data.len() > 2 + 2 * CCIP_DATA_BYTES_MAX {
        return Err(Error::TooLong { from: GATEWAY.into() });
    }
    hex::decode(data).map_err(|_| unreadable())
}
