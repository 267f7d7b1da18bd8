//! The page's own data (option `data`) instead of a service: it gets the service's request, and its response is trusted as much as the
//! service's. A missing or late response is treated like an unreachable service.

use crate::constants::HTTP_TIMEOUT_MS;
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::ports::http::HttpRequest;
use alloc::string::String;

/// The calls that a page can answer: how their paths begin and end, and the name of the page's function.
const CALLS: [(&str, &str, &str); 6] = [
    ("/getWallets", "", "wallets"),
    ("/v1/account/", "/balance", "balances"),
    ("/v1/account/", "/history", "history"),
    ("/v1/fungible/price", "", "prices"),
    ("/v1/identity/", "", "names"),
    ("/v1/profile/account/", "", "names"),
];

/// Whether the page has its own data under this name.
pub(super) fn has(cx: &Cx, name: &str) -> bool {
    cx.read(|s| s.options.answers(name))
}

/// The page's function for a call, if it exists.
pub(super) fn of(cx: &Cx, path: &str) -> Option<&'static str> {
    let is_it = |(start, end, _): &&(&str, &str, _)| path.starts_with(start) && path.ends_with(end);
    CALLS.iter().find(is_it).map(|(_, _, name)| *name).filter(|name| has(cx, name))
}

/// Calls the page's function.
pub(super) async fn ask(cx: &Cx, name: &'static str, request: &HttpRequest) -> Result<String> {
    let answer = cx.within(HTTP_TIMEOUT_MS, cx.ports().data.ask(name, request)).await;
    answer.flatten().ok_or_else(|| Error::Unreachable { host: name.into() })
}
