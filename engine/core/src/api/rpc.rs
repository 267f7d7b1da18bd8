//! JSON-RPC to the node of a network. Order of endpoints: the page's own, then the service's if it has one, then the network's
//! (docs/spec/services.md B1). For money: the page's own and the network's, from another host than the service that lists tokens, which is
//! only the last resort (decision 29, "Which node confirms an amount", T7).

use super::rests::Lane;
use super::turns::QueuePosition;
use super::{Call, delivered, is_sent, not_ok, parsed};
use crate::amount::{self};
use crate::constants::{ERROR_DATA_BYTES_MAX, HOST_READ_BYTES_MAX, HTTP_BODY_BYTES_MAX};
use crate::entities::Network;
use crate::error::{Error, LIMITED, Result};
use crate::flow::Cx;
use crate::json::{self, Read, json};
use crate::ports::http::{HttpBody, HttpRequest, HttpResponse};
use crate::urls::{is_loopback, is_private, same_origin};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{U256, hex};
use core::future::Future;
use core::pin::Pin;
use serde_json::Value;

/// Queries the first endpoint that responds.
///
/// # Errors
/// [`Error::Rpc`] with the node's error. [`Error::Unreachable`], [`Error::Unreadable`], [`Error::Http`] of the last
/// endpoint.
pub fn call<'a>(
    cx: &'a Cx,
    network: &'a Network,
    method: &'a str,
    params: &'a Value,
) -> Pin<Box<dyn Future<Output = Result<Value>> + 'a>> {
    // boxed once here, so the state machine isn't copied into every flow
    let mut nodes = hosts_own(cx, network);
    nodes.extend(of_service(cx, network));
    nodes.extend_from_slice(network.http_urls());
    Box::pin(ask_each(cx, network, nodes, QueuePosition::Last, method, params))
}

/// A read of the page (docs/spec/rpc.md section 1): the `result` as the node wrote it, of any depth. A JSON tree needs
/// several times the memory, which WebAssembly never returns.
///
/// # Errors
/// The errors of [`call`], with the node's complete error.
pub async fn read_by_host(cx: &Cx, network: &Network, method: &str, params: &Value) -> Result<String> {
    let mut nodes = hosts_own(cx, network);
    nodes.extend(of_service(cx, network));
    nodes.extend_from_slice(network.http_urls());
    let asked = NodeRequest { network, method, params, bytes_max: HOST_READ_BYTES_MAX };
    let of_host = |mut body: String| {
        let members = json::members(&body).ok_or_else(|| unreadable(network))?;
        let member = |name: &str| members.iter().rev().find(|(of, _)| *of == name).map(|(_, at)| at.clone());
        if let Some(error) = member("error").and_then(|at| body.get(at)).filter(|text| *text != "null") {
            let error = json::parse(error, HTTP_BODY_BYTES_MAX).map_err(|_| unreadable(network))?;
            return Err(said(&error));
        }
        let at = member("result").ok_or_else(|| unreadable(network))?;
        // moved, so that a long body exists only once
        body.truncate(at.end);
        body.drain(..at.start);
        Ok(body)
    };
    let is_here = nodes.last().is_some_and(|url| is_loopback(url) || is_private(url));
    let answer = asked.first(cx, nodes, QueuePosition::Last, &Lane::Free, of_host).await;
    answer.map_err(|error| match error {
        Error::Unreachable { host } if is_here && !is_loopback(&cx.ports().host.page().origin) => {
            Error::LocalUnreachable { host }
        }
        error => error,
    })
}

/// Like [`call`], with the nodes that are trusted for money.
///
/// # Errors
/// The errors of [`call`].
pub fn of_money<'a>(
    cx: &'a Cx,
    network: &'a Network,
    method: &'a str,
    params: &'a Value,
) -> Pin<Box<dyn Future<Output = Result<Value>> + 'a>> {
    Box::pin(ask_each(cx, network, money_nodes(cx, network), QueuePosition::First, method, params))
}

fn money_nodes(cx: &Cx, network: &Network) -> Vec<String> {
    let mut nodes = witnesses(cx, network);
    if nodes.is_empty() {
        nodes = hosts_own(cx, network);
        nodes.extend_from_slice(network.http_urls());
    }
    if nodes.is_empty() {
        nodes.extend(of_service(cx, network));
    }
    nodes
}

/// The RPC URLs of this network in the page's options.
pub(super) fn hosts_own(cx: &Cx, network: &Network) -> Vec<String> {
    cx.read(|s| s.options.custom_rpc_urls.get(&network.caip_network_id).cloned().unwrap_or_default())
}

/// Nodes from another host than the service that lists tokens: that service can't confirm its own list (T7).
#[must_use]
pub fn witnesses(cx: &Cx, network: &Network) -> Vec<String> {
    let listed_by = cx.read(|s| host(&s.options.services.data));
    let mut nodes = hosts_own(cx, network);
    nodes.extend_from_slice(network.http_urls());
    nodes.retain(|url| host(url) != listed_by);
    nodes
}

/// The normalized host and port of a URL.
fn host(url: &str) -> String {
    let host = url.split_once("://").map_or(url, |(_, rest)| rest).split(['/', '?', '#']).next();
    let host = host.unwrap_or_default().to_ascii_lowercase();
    let host = host.strip_suffix(":443").or_else(|| host.strip_suffix(":80")).unwrap_or(&host);
    host.strip_suffix('.').unwrap_or(host).into()
}

/// The result of `eth_call`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Called {
    /// The returned hex.
    Returned(String),
    /// The call reverted with these bytes. Some reverts name another source of the data (EIP-3668).
    Reverted(Vec<u8>),
}

/// Calls a contract with the nodes of [`of_money`]. Separates a revert with data from other errors.
///
/// # Errors
/// The errors of [`call`].
pub async fn called(cx: &Cx, network: &Network, to: &str, data: &str) -> Result<Called> {
    let params = json!([{ "to": to, "data": data }, "latest"]);
    let answer =
        answered(cx, network, money_nodes(cx, network), QueuePosition::First, "eth_call", &params).await?;
    let reverted = answer.field("error").and_then(|error| {
        let data = error.field("data")?;
        // some nodes nest the data one level deeper
        hex::decode(data.as_str().or_else(|| data.text("data"))?).ok()
    });
    if let Some(bytes) = reverted {
        return Ok(Called::Reverted(bytes));
    }
    let returned = result(&answer, network)?;
    let text = returned.as_str().ok_or_else(|| Error::Unreadable { from: network.name.clone() })?;
    Ok(Called::Returned(text.into()))
}

async fn ask_each(
    cx: &Cx,
    network: &Network,
    nodes: Vec<String>,
    place: QueuePosition,
    method: &str,
    params: &Value,
) -> Result<Value> {
    let answer = answered(cx, network, nodes, place, method, params).await?;
    result(&answer, network)
}

/// The complete response of the first node that responds.
async fn answered(
    cx: &Cx,
    network: &Network,
    nodes: Vec<String>,
    place: QueuePosition,
    method: &str,
    params: &Value,
) -> Result<Value> {
    let asked = NodeRequest { network, method, params, bytes_max: HTTP_BODY_BYTES_MAX };
    asked.first(cx, nodes, place, &Lane::of_method(method), |body| parsed(&body, &network.name)).await
}

/// One JSON-RPC request to a node.
struct NodeRequest<'a> {
    network: &'a Network,
    method: &'a str,
    params: &'a Value,
    bytes_max: usize,
}

impl NodeRequest<'_> {
    /// The parsed response of the first node that responds. A node's own error is a response. "Too many requests"
    /// isn't, so the next node is queried.
    async fn first<T>(
        &self,
        cx: &Cx,
        nodes: Vec<String>,
        place: QueuePosition,
        lane: &Lane,
        read: impl Fn(String) -> Result<T>,
    ) -> Result<T> {
        let place = if is_sent(self.method) { QueuePosition::Free } else { place };
        let mut last = Error::ClientUnset; // no node to send the request to
        for url in nodes {
            let text = crate::json::text(
                &json!({ "id": 1, "jsonrpc": "2.0", "method": self.method, "params": self.params }),
            );
            let body = Some(HttpBody { content_type: "application/json", text });
            let mut request = HttpRequest::new(url.clone(), body);
            request.bytes_max = self.bytes_max;
            let name = &self.network.name;
            let answer = delivered(cx, request, name, place, lane).await;
            let answer = answer.and_then(|response| match limited(&response) {
                Some(error) => {
                    lane.rest(cx, &url, response.retry_after_ms);
                    Err(error)
                }
                None if response.is_ok() || response.status == 400 && own_error(&response).is_some() => {
                    Ok(response.body)
                }
                None => Err(not_ok(&response, name)),
            });
            match answer.map(&read) {
                Ok(Err(error @ (Error::Unreadable { .. } | Error::TooLong { .. }))) | Err(error) => {
                    last = error
                }
                Ok(answer) => return answer,
            }
        }
        Err(last)
    }
}

/// The JSON-RPC error in a body that is short enough to be only that.
fn own_error(response: &HttpResponse) -> Option<Value> {
    let body = response.body.get(..).filter(|body| body.len() <= 2 * ERROR_DATA_BYTES_MAX)?;
    let body = json::parse(body, body.len()).ok()?;
    body.field("error").filter(|error| error.is_object()).cloned()
}

/// Whether a node reports too many requests, with its status or its own message.
fn limited(response: &HttpResponse) -> Option<Error> {
    // a quick check: such a response is short
    let may_say = || response.body.len() <= 2 * ERROR_DATA_BYTES_MAX && response.body.contains("-32005");
    match response.status {
        429 => Some(Error::limited(own_error(response).as_ref(), response.retry_after_ms)),
        _ if !may_say() => None,
        _ => {
            let error = own_error(response)?;
            let is_limit = error.field("code").and_then(Value::as_i64) == Some(LIMITED);
            is_limit.then(|| Error::limited(Some(&error), response.retry_after_ms))
        }
    }
}

fn unreadable(network: &Network) -> Error {
    Error::Unreadable { from: network.name.clone() }
}

/// The chains for which the data service has a node.
const SERVED: &[u64] = &[
    1,
    5,
    10,
    56,
    97,
    100,
    137,
    280,
    300,
    324,
    420,
    999,
    1101,
    1301,
    1329,
    5000,
    5003,
    8217,
    8453,
    17000,
    42161,
    42220,
    43113,
    43114,
    59144,
    80001,
    80002,
    80084,
    84531,
    84532,
    421_613,
    421_614,
    7_777_777,
    11_155_111,
    11_155_420,
    999_999_999,
    1_313_161_554,
    1_313_161_555,
];

/// The service's RPC URL of a network, with the caller's data as in every call of the service (7.1). Only with a
/// project ID, and never for a network with a custom URL.
fn of_service(cx: &Cx, network: &Network) -> Option<String> {
    network.chain()?.evm_number().filter(|number| SERVED.contains(number))?;
    cx.read(|s| {
        let (base, chain) = (s.options.services.data.as_str(), network.caip_network_id.clone());
        if network.http_urls().iter().any(|url| same_origin(url, base)) {
            return None;
        }
        let call = Call { base, path: "/v1".into(), query: alloc::vec![("chainId", chain)], body: None };
        Some(call.url(s.options.project_id.as_deref()?, s.lifecycle.client_id.as_deref()))
    })
}

fn result(answer: &Value, network: &Network) -> Result<Value> {
    match answer.field("error") {
        Some(error) => Err(said(error)),
        None => answer.get("result").cloned().ok_or_else(|| unreadable(network)),
    }
}

/// Converts a node's own error.
fn said(error: &Value) -> Error {
    let code = error.field("code").and_then(Value::as_i64).unwrap_or(-32603);
    let message = error.text("message").or(error.as_str()).unwrap_or_default();
    Error::told(code, code, message, error.field("data").cloned())
}

/// A call of [`of_money`] that returns one hex quantity.
///
/// # Errors
/// The errors of [`call`].
pub async fn quantity(cx: &Cx, network: &Network, method: &str, params: &Value) -> Result<U256> {
    let answer = of_money(cx, network, method, params).await?;
    answer.as_str().and_then(amount::quantity).ok_or_else(|| Error::Unreadable { from: network.name.clone() })
}
