//! Calls to services and nodes, one function per call. This file has the rules that all of them share
//! (docs/spec/services.md A2).

pub mod blockchain;
pub mod convert;
pub mod exchanges;
pub mod gateways;
pub mod names;
pub mod onramp;
mod own;
pub mod rest;
mod rests;
pub mod rpc;
pub mod sessions;
mod turns;
pub mod wallet_services;

use rests::Lane;
use turns::QueuePosition;

use crate::constants::{HTTP_BODY_BYTES_MAX, HTTP_RETRY_MS, HTTP_TIMEOUT_MS, SDK_TYPE, SDK_VERSION};
use crate::error::{Error, Result, foreign_text};
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::{self, Read};
use crate::ports::http::{HttpBody, HttpFault, HttpRequest, HttpResponse};
use crate::urls::encoded;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// A call to one of our services.
pub struct Call<'a> {
    /// The origin.
    pub base: &'a str,
    /// The path from the root, encoded.
    pub path: String,
    /// Additional query values. Empty ones are omitted.
    pub query: Vec<(&'a str, String)>,
    /// JSON to post.
    pub body: Option<Value>,
}

impl Call<'_> {
    /// The whole URL. Every call has `st`, `sv` and `projectId`, and `clientId` last if it is set (7.1, 7.25, 7.32).
    #[must_use]
    pub fn url(&self, project_id: &str, client_id: Option<&str>) -> String {
        let mut url = alloc::format!("{}{}", self.base, self.path);
        let common = [("projectId", project_id), ("st", SDK_TYPE), ("sv", SDK_VERSION)];
        let own = self.query.iter().map(|(name, value)| (*name, value.as_str()));
        let last = client_id.map(|id| ("clientId", id));
        let mut mark = '?';
        for (name, value) in common.into_iter().chain(own).chain(last).filter(|(_, value)| !value.is_empty())
        {
            url.push(mark);
            url.push_str(name);
            url.push('=');
            url.push_str(&encoded(value));
            mark = '&';
        }
        url
    }
}

/// Calls a service: with a deadline, retries for GET, an error for a non-2xx status, and a size limit for the JSON body. Identical GET
/// requests in flight are shared. After a 429, the host gets no requests for 30 s.
///
/// # Errors
/// [`Error::Http`] (for a 403, the caller reports that the page's origin isn't allowed), [`Error::Unreachable`],
/// [`Error::Unreadable`], [`Error::TooLong`].
pub async fn ask(cx: &Cx, call: Call<'_>) -> Result<Value> {
    let base = call.base;
    ask_text(cx, call).await.and_then(|text| parsed(&text, base))
}

/// Like [`ask`], but returns the raw response. A JSON tree of it needs several times the memory, which WebAssembly
/// never returns.
///
/// # Errors
/// The errors of [`ask`].
pub async fn ask_text(cx: &Cx, call: Call<'_>) -> Result<String> {
    let (project_id, client_id) =
        cx.read(|s| (s.options.project_id.clone().unwrap_or_default(), s.lifecycle.client_id.clone()));
    let text = call.body.as_ref().map(crate::json::text);
    let body = text.map(|text| HttpBody { content_type: "application/json", text });
    let request = HttpRequest::new(call.url(&project_id, client_id.as_deref()), body);
    if let Some(name) = own::of(cx, &call.path) {
        return own::ask(cx, name, &request).await;
    }
    if request.body.is_some() {
        return deliver(cx, request, call.base, QueuePosition::Free, &Lane::Service).await;
    }
    let (flow_cx, host, key) = (cx.clone(), call.base.to_string(), request.url.clone());
    let shared = cx.single_long(ScopeId::App, &key, async move {
        deliver(&flow_cx, request, &host, QueuePosition::Last, &Lane::Service).await.map(Reply::Json)
    });
    match shared.await? {
        Reply::Json(text) => Ok(text),
        Reply::Done => Err(Error::Unreadable { from: call.base.into() }),
    }
}

/// Scheme, host and port of a URL.
fn origin(url: &str) -> &str {
    let path = url.find("://").and_then(|at| url.get(at + 3..)?.find(['/', '?']).map(|end| at + 3 + end));
    url.get(..path.unwrap_or(url.len())).unwrap_or(url)
}

fn parsed(body: &str, host: &str) -> Result<Value> {
    json::parse(body, HTTP_BODY_BYTES_MAX).map_err(|_| Error::Unreadable { from: host.into() })
}

/// Sends a request when its turn comes, and returns the raw body.
async fn deliver(
    cx: &Cx,
    request: HttpRequest,
    host: &str,
    place: QueuePosition,
    lane: &Lane,
) -> Result<String> {
    let response = delivered(cx, request, host, place, lane).await?;
    if response.is_ok() { Ok(response.body) } else { Err(not_ok(&response, host)) }
}

/// The error for a status other than 2xx, with the body's message.
fn not_ok(response: &HttpResponse, host: &str) -> Error {
    let body = parsed(&response.body, host);
    let (reason, message) = body.map_or((None, None), |body| (reason(&body), message(&body)));
    let is_reason = reason.is_some();
    Error::Http { status: response.status, details: reason.or(message), is_reason }
}

/// Whether a method broadcasts to the network under any of its names, so it isn't a read.
fn is_sent(method: &str) -> bool {
    ["send", "Send", "submit", "broadcast", "transmit"].iter().any(|word| method.contains(word))
}

/// Sends a request when its turn comes, and returns the response with any status. A paused host gets no requests.
async fn delivered(
    cx: &Cx,
    request: HttpRequest,
    host: &str,
    place: QueuePosition,
    lane: &Lane,
) -> Result<HttpResponse> {
    if lane.rests(cx, &request.url) {
        return Err(Error::Http { status: 429, details: None, is_reason: false });
    }
    let is_get = request.body.is_none();
    let mut waits = HTTP_RETRY_MS.iter();
    loop {
        // the deadline starts with the request's turn
        let mut turn = turns::at(cx, origin(&request.url), place);
        if let Some(turn) = &mut turn {
            turn.await;
        }
        let answer = cx.within(HTTP_TIMEOUT_MS, cx.ports().http.send(request.clone())).await;
        drop(turn);
        let again = match &answer {
            Some(Err(HttpFault::Network)) => is_get,
            Some(Ok(response)) => is_get && response.status == 503,
            _ => false,
        };
        if again && cx.read(|s| s.options.services.wallet.starts_with(origin(&request.url))) {
            cx.update(|s| s.lifecycle.failures += 1);
        }
        if again && let Some(wait) = waits.next() {
            let mut jitter = [0u8; 1];
            cx.ports().random.fill(&mut jitter);
            cx.ports().clock.sleep(wait + u64::from(jitter[0])).await;
            continue;
        }
        return match answer {
            None | Some(Err(HttpFault::Network)) => Err(Error::Unreachable { host: host.into() }),
            Some(Err(HttpFault::TooLarge)) => Err(Error::TooLong { from: host.into() }),
            Some(Ok(response)) => {
                if response.status == 429 {
                    lane.rest(cx, &request.url, response.retry_after_ms);
                }
                Ok(response)
            }
        };
    }
}

/// The first reason in a service's error (docs/spec/services.md A7, "Errors").
pub(crate) fn reason(body: &Value) -> Option<String> {
    body.list("reasons").first()?.filled("description").map(foreign_text)
}

/// The additional message in a service's error, for developers.
fn message(body: &Value) -> Option<String> {
    let error = body.field("error").and_then(|error| error.filled("message"));
    error.or_else(|| body.filled("message")).map(foreign_text)
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 7.1, 7.25, 7.32
    #[test]
    fn identifies_the_project_in_each_call() {
        let call = Call {
            base: "https://data.example",
            path: "/v1/x".into(),
            query: alloc::vec![
                ("chainId", "eip155:1".into()),
                ("empty", String::new()),
                ("q", "a b&c".into())
            ],
            body: None,
        };
        assert_eq!(
            call.url("p1", None),
            alloc::format!(
                "https://data.example/v1/x?projectId=p1&st=wallet-modal&sv={SDK_VERSION}&chainId=eip155:1&q=a%20b%26c"
            )
        );
        assert!(call.url("p1", Some("c9")).ends_with("&clientId=c9"));
    }
}
