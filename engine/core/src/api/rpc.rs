//! JSON-RPC to the node of a network. Order of endpoints: the host's own, then the service's where it has one, then the
//! network's (docs/spec/services.md B1). Where money moves: the host's own and the network's, of another host than the service that
//! lists tokens; that service only where there is none (docs/spec/decisions.md 29, T7).

use super::turns::Place;
use super::{Call, deliver, parsed};
use crate::amount::{self};
use crate::entities::Network;
use crate::error::{Error, Result, foreign_text};
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::ports::http::{HttpBody, HttpRequest};
use crate::urls::same_origin;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{U256, hex};
use core::future::Future;
use core::pin::Pin;
use serde_json::Value;

/// Asks the first endpoint that answers.
///
/// # Errors
/// [`Error::Rpc`] as the node said it; [`Error::Unreachable`], [`Error::Unreadable`], [`Error::Http`] of the last endpoint tried.
pub fn call<'a>(
    cx: &'a Cx,
    network: &'a Network,
    method: &'a str,
    params: &'a Value,
) -> Pin<Box<dyn Future<Output = Result<Value>> + 'a>> {
    // boxed once here, so that its state machine is not built into every flow that asks
    let mut nodes = hosts_own(cx, network);
    nodes.extend(of_service(cx, network));
    nodes.extend_from_slice(network.http_urls());
    Box::pin(ask_each(cx, network, nodes, Place::Last, method, params))
}

/// As [`call`], of the nodes that count where money moves.
///
/// # Errors
/// As [`call`].
pub fn of_money<'a>(
    cx: &'a Cx,
    network: &'a Network,
    method: &'a str,
    params: &'a Value,
) -> Pin<Box<dyn Future<Output = Result<Value>> + 'a>> {
    Box::pin(ask_each(cx, network, money_nodes(cx, network), Place::First, method, params))
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

/// Nodes the host named for this network by itself.
pub(super) fn hosts_own(cx: &Cx, network: &Network) -> Vec<String> {
    cx.read(|s| s.options.custom_rpc_urls.get(&network.caip_network_id).cloned().unwrap_or_default())
}

/// Nodes of another host than the service that lists tokens: that one is no witness to its own list (T7).
#[must_use]
pub fn witnesses(cx: &Cx, network: &Network) -> Vec<String> {
    let listed_by = cx.read(|s| host(&s.options.services.data));
    let mut nodes = hosts_own(cx, network);
    nodes.extend_from_slice(network.http_urls());
    nodes.retain(|url| host(url) != listed_by);
    nodes
}

/// Host and port of a url, written in one way.
fn host(url: &str) -> String {
    let host = url.split_once("://").map_or(url, |(_, rest)| rest).split(['/', '?', '#']).next();
    let host = host.unwrap_or_default().to_ascii_lowercase();
    let host = host.strip_suffix(":443").or_else(|| host.strip_suffix(":80")).unwrap_or(&host);
    host.strip_suffix('.').unwrap_or(host).into()
}

/// What a contract answered to `eth_call`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Called {
    /// Hex.
    Returned(String),
    /// It was reverted, with these bytes: some reverts say where to ask instead (EIP-3668).
    Reverted(Vec<u8>),
}

/// Asks a contract, as [`of_money`], and tells a revert with its data from other errors.
///
/// # Errors
/// As [`call`].
pub async fn called(cx: &Cx, network: &Network, to: &str, data: &str) -> Result<Called> {
    let params = json!([{ "to": to, "data": data }, "latest"]);
    let answer = answered(cx, network, money_nodes(cx, network), Place::First, "eth_call", &params).await?;
    let reverted = answer.field("error").and_then(|error| {
        let data = error.field("data")?;
        // one level deeper with some nodes
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
    place: Place,
    method: &str,
    params: &Value,
) -> Result<Value> {
    let answer = answered(cx, network, nodes, place, method, params).await?;
    result(&answer, network)
}

/// Gives something to the network: no read, whatever the family calls it.
fn is_sent(method: &str) -> bool {
    ["send", "Send", "submit", "broadcast", "transmit"].iter().any(|word| method.contains(word))
}

/// The whole answer of the first node that gives one.
async fn answered(
    cx: &Cx,
    network: &Network,
    nodes: Vec<String>,
    place: Place,
    method: &str,
    params: &Value,
) -> Result<Value> {
    let place = if is_sent(method) { Place::Free } else { place };
    let mut last = Error::ClientUnset; // no node to send the request to
    for url in nodes {
        let text =
            crate::json::text(&json!({ "id": 1, "jsonrpc": "2.0", "method": method, "params": params }));
        let body = Some(HttpBody { content_type: "application/json", text });
        let answer = deliver(cx, HttpRequest { url, body }, &network.name, place).await;
        match answer.and_then(|body| parsed(&body, &network.name)) {
            Ok(answer) => return Ok(answer),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Chains the data service has a node for.
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

/// The service's node of a network, told who asks as every call of the service is (7.1); only with a project, and never beside a
/// network that was made with it.
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
    if let Some(error) = answer.field("error") {
        let code = error.field("code").and_then(Value::as_i64).unwrap_or(-32603);
        let message = foreign_text(error.text("message").unwrap_or_default());
        return Err(Error::Rpc { code, message });
    }
    answer.get("result").cloned().ok_or_else(|| Error::Unreadable { from: network.name.clone() })
}

/// A call of [`of_money`] whose answer is one hex quantity.
///
/// # Errors
/// As [`call`].
pub async fn quantity(cx: &Cx, network: &Network, method: &str, params: &Value) -> Result<U256> {
    let answer = of_money(cx, network, method, params).await?;
    answer.as_str().and_then(amount::quantity).ok_or_else(|| Error::Unreadable { from: network.name.clone() })
}
