//! Calls to nodes with a REST API (Cosmos LCD, a Bitcoin indexer): `GET` and JSON. Order of endpoints: the page's own, then the network's
//! REST URL, then the network's other URLs (docs/spec/services.md B1).

use super::rests::Lane;
use super::rpc::hosts_own;
use super::turns::QueuePosition;
use super::{deliver, parsed};
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use crate::ports::http::HttpRequest;
use alloc::string::String;
use serde_json::Value;

/// Queries the first endpoint that responds. `path` begins with `/` and is encoded. A status describes the requested
/// data (404: unknown), so no other node is queried, except after 429 and 5xx.
///
/// # Errors
/// [`Error::Http`], [`Error::Unreachable`], [`Error::Unreadable`] of the last endpoint; [`Error::ClientUnset`] without an endpoint.
pub async fn get(cx: &Cx, network: &Network, path: &str) -> Result<Value> {
    let mut nodes = hosts_own(cx, network);
    nodes.extend(network.cosmos.as_ref().and_then(|of| of.filled("rest")).map(String::from));
    nodes.extend_from_slice(network.http_urls());
    let mut last = Error::ClientUnset;
    for base in nodes {
        // the page's own URL might have an API key in its query
        let (base, query) = base.split_at(base.find('?').unwrap_or(base.len()));
        let query = match query.strip_prefix('?').filter(|_| path.contains('?')) {
            Some(query) => ["&", query].concat(),
            None => query.into(),
        };
        let url = [base.trim_end_matches('/'), path, &query].concat();
        let request = HttpRequest::new(url, None);
        let answer = deliver(cx, request, &network.name, QueuePosition::Last, &Lane::Node("rest")).await;
        match answer.and_then(|body| parsed(&body, &network.name)) {
            Err(error @ (Error::Unreachable { .. } | Error::Unreadable { .. } | Error::TooLong { .. })) => {
                last = error
            }
            Err(error @ Error::Http { status: 429 | 500.., .. }) => last = error,
            answer => return answer,
        }
    }
    Err(last)
}
