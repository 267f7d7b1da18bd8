//! Calls to nodes that speak REST (the LCD of cosmos, a Bitcoin indexer): `GET` and JSON. Order of endpoints: the host's own, then what the
//! network names as its REST node, then the urls of the network (docs/spec/services.md B1).

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

/// Asks the first endpoint that answers. `path` begins with `/` and is encoded. A status says something of what was asked for (404: the
/// node does not have it), so no other node is asked after it, unless the node itself is in trouble (429, 5xx).
///
/// # Errors
/// [`Error::Http`], [`Error::Unreachable`], [`Error::Unreadable`] of the last endpoint tried; [`Error::ClientUnset`]: there is none.
pub async fn get(cx: &Cx, network: &Network, path: &str) -> Result<Value> {
    let mut nodes = hosts_own(cx, network);
    nodes.extend(network.cosmos.as_ref().and_then(|of| of.filled("rest")).map(String::from));
    nodes.extend_from_slice(network.http_urls());
    let mut last = Error::ClientUnset;
    for base in nodes {
        // the host's own might have a key in its query
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
