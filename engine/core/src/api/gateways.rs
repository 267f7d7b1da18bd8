//! Gateways to which a resolver of names sends a client (EIP-3668), also several at once (ENSIP-21: that gateway is run here, so that no
//! shared one learns every name). A contract that is unknown here chooses them, so a lookup asks few of them, for a short time, takes little,
//! and reaches public hosts over https only. Option `ccipGateways` lists the only ones (docs/spec/decisions.md 227).

use crate::constants::{
    CCIP_DATA_BYTES_MAX, CCIP_GATEWAY_MS, CCIP_GATEWAYS_MAX, CCIP_LOOKUP_MS, HTTP_BODY_BYTES_MAX,
};
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::{self, Read, json};
use crate::namespaces::eip155::offchain::{Batch, Question, failed};
use crate::ports::http::{HttpBody, HttpFault, HttpRequest};
use crate::urls::{host, is_public, is_web_url, same_origin};
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::hex;
use serde_json::Value;

/// What errors call a gateway.
const GATEWAY: &str = "The name's gateway";

/// The gateways of one lookup: how many it may still ask, how long, and which have answered.
pub struct Gateways {
    left: usize,
    until_ms: u64,
    /// Hosts, in the order of their answers, each once.
    pub through: Vec<String>,
}

impl Gateways {
    /// Of a lookup that begins now.
    #[must_use]
    pub fn new(cx: &Cx) -> Self {
        let until_ms = cx.ports().clock.now_ms() + CCIP_LOOKUP_MS;
        Self { left: CCIP_GATEWAYS_MAX, until_ms, through: Vec::new() }
    }

    /// The answer to a question, which the contract has to check: its gateways' one by one, if it is a batch. A gateway that failed is an
    /// answer of a batch, too: the contract may know others.
    ///
    /// # Errors
    /// [`Error::NameOutside`]: no gateway of a question can be asked. [`Error::Http`], [`Error::Unreachable`], [`Error::Unreadable`] of the
    /// last one.
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

    /// The first answer of its gateways. One that says that there is nothing (4xx) is the last one that is asked, as EIP-3668 has it.
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

/// A url up to its path: what follows can be longer than a url that is looked at.
fn template_origin(url: &str) -> &str {
    let path = url.find("://").and_then(|at| Some(at + 3 + url.get(at + 3..)?.find(['/', '?', '#'])?));
    url.get(..path.unwrap_or(url.len())).unwrap_or(url)
}

/// Whether a url is a gateway that can be asked. The data is hex, so what a url has next to it is looked at; it must not be in the host.
fn may_be_asked(listed: Option<&[Value]>, template: &str, url: &str) -> bool {
    let frame = template.replace("{sender}", "").replace("{data}", "");
    let is_frame = is_web_url(&frame) && !template_origin(template).contains('{');
    is_frame
        && match listed {
            None => is_public(template_origin(template)),
            Some(listed) => listed.iter().filter_map(Value::as_str).any(|known| same_origin(url, known)),
        }
}

/// The bytes in a gateway's answer.
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
