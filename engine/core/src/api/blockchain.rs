//! The blockchain data API (docs/spec/services.md A7): one function per call, with typed request and response.

use super::{Call, ask, ask_text, own};
use crate::caip::{AccountId, ChainId};
use crate::constants::{HTTP_BODY_BYTES_MAX, SUPPORTED_CHAINS_RETRY_MS};
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::json;
use crate::json::{Feed, Read, parse_items, take_page};
use crate::services::*;
use crate::urls::encoded;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// `GET v1/supported-chains`: whether the service supports this chain over http.
///
/// # Errors
/// [`Error::Unreachable`] while that is unknown.
pub async fn is_supported(cx: &Cx, chain: &ChainId) -> Result<bool> {
    let now_ms = cx.ports().clock.now_ms();
    let known = cx.read(|s| s.lifecycle.supported_chains.clone());
    let unknown = || Error::Unreachable { host: "the data service".into() };
    let list = match known.http {
        Some(list) => list,
        None if now_ms < known.blocked_until_ms => return Err(unknown()),
        None => {
            let base = cx.read(|s| s.options.services.data.clone());
            let call =
                Call { base: &base, path: "/v1/supported-chains".into(), query: Vec::new(), body: None };
            let answer = ask(cx, call).await;
            let refused = answer.as_ref().err().cloned();
            let http: Option<Vec<String>> = answer.ok().and_then(|answer| {
                let list = answer.field("http")?.as_array()?;
                Some(list.iter().filter_map(|id| id.as_str().map(ToString::to_string)).collect())
            });
            cx.update(|s| {
                s.lifecycle.supported_chains = SupportedChains {
                    http: http.clone(),
                    blocked_until_ms: now_ms + SUPPORTED_CHAINS_RETRY_MS,
                };
            });
            if let Some(refused @ Error::Http { status: 403, .. }) = refused {
                return Err(refused);
            }
            http.ok_or_else(unknown)?
        }
    };
    Ok(list.contains(&chain.to_string()))
}

/// Whether the service supports this chain: a project id exists, and the service lists the chain (7.2).
pub(super) async fn serves(cx: &Cx, chain: &ChainId) -> Result<bool> {
    Ok(cx.read(|s| s.options.project_id.is_some()) && is_supported(cx, chain).await?)
}

/// Like [`serves`], for a call that the page can answer itself under this name. The page supports every chain.
pub(super) async fn serves_or(cx: &Cx, name: &str, chain: &ChainId) -> Result<bool> {
    Ok(own::has(cx, name) || serves(cx, chain).await?)
}

pub(super) async fn get(cx: &Cx, path: String, query: Vec<(&'static str, String)>) -> Result<Value> {
    let base = cx.read(|s| s.options.services.data.clone());
    ask(cx, Call { base: &base, path, query, body: None }).await
}

pub(super) async fn post(cx: &Cx, path: String, body: Value) -> Result<Value> {
    let base = cx.read(|s| s.options.services.data.clone());
    ask(cx, Call { base: &base, path, query: Vec::new(), body: Some(body) }).await
}

/// The bytes of a long list to parse in one task.
const TASK_BYTES: usize = 64 * 1024;

/// The service's raw balance response. Each line can be parsed when memory allows it: an account can have thousands of tokens, while the
/// earlier list is still shown.
pub struct Lines {
    /// The raw bytes, which the reader returns ([`crate::ports::http::Http::give_back`]).
    pub text: String,
    chain: ChainId,
    /// The number of lines.
    pub count: usize,
    /// The native coin's line.
    pub coin: Option<BalanceItem>,
}

impl Lines {
    fn of(text: String, chain: &ChainId) -> Result<Self> {
        let (mut count, mut coins) = (0, Vec::new());
        let mut look = |item: BalanceItem| {
            count += 1;
            coins.extend(Some(item).filter(|item| item.address.is_none()));
        };
        if !each_line(&text, chain, &mut look) {
            return Err(Error::Unreadable { from: "the data service".into() });
        }
        Ok(Self { text, chain: chain.clone(), count, coin: balance_of(coins).pop() })
    }

    /// Parses all lines.
    #[must_use]
    pub fn read(&self) -> Vec<BalanceItem> {
        let mut items = Vec::with_capacity(self.count);
        self.walk(&mut |item| items.push(item));
        items
    }

    /// Parses the lines one after another in several short tasks.
    pub async fn walk_in_tasks(&self, cx: &Cx, each: &mut dyn FnMut(BalanceItem)) {
        let mut feed = Feed::new("balances");
        for piece in self.text.as_bytes().chunks(TASK_BYTES) {
            let mut of_one = |value| {
                let item = item_of(&value, &self.chain);
                item.filter(|item| item.address.is_some() || self.coin.is_some())
                    .into_iter()
                    .for_each(&mut *each);
            };
            if feed.next(piece, &mut of_one).is_err() {
                return; // read before without an error
            }
            cx.ports().clock.sleep(0).await;
        }
    }

    /// Parses the lines one after another.
    pub fn walk(&self, each: &mut dyn FnMut(BalanceItem)) {
        // if two lines claim to be the coin, both are ignored
        each_line(&self.text, &self.chain, &mut |item| {
            if item.address.is_some() || self.coin.is_some() {
                each(item);
            }
        });
    }
}

/// Passes each valid line to a function. Returns whether the text is a readable list.
fn each_line(text: &str, chain: &ChainId, each: &mut dyn FnMut(BalanceItem)) -> bool {
    let mut of_one = |value| item_of(&value, chain).into_iter().for_each(&mut *each);
    parse_items(text, HTTP_BODY_BYTES_MAX, "balances", &mut of_one) == Ok(true)
}

/// `GET /v1/account/{address}/balance` (7.13). `None` if the service doesn't support the chain (7.2).
///
/// # Errors
/// The errors of [`ask`].
pub async fn balance(cx: &Cx, account: &AccountId, refresh: &[String]) -> Result<Option<Lines>> {
    if !serves_or(cx, "balances", &account.chain).await? {
        return Ok(None);
    }
    let query = alloc::vec![
        ("currency", "usd".into()),
        ("chainId", account.chain.to_string()),
        ("forceUpdate", refresh.join(",")),
    ];
    let path = alloc::format!("/v1/account/{}/balance", encoded(&account.address));
    let base = cx.read(|s| s.options.services.data.clone());
    let answer = ask_text(cx, Call { base: &base, path, query, body: None }).await?;
    Lines::of(answer, &account.chain).map(Some)
}

/// `GET /v1/identity/{address}` (7.4). Empty if the service doesn't support the chain (7.2).
///
/// # Errors
/// The errors of [`ask`].
pub async fn identity(cx: &Cx, chain: &ChainId, address: &str, sender: &str) -> Result<Identity> {
    if !serves_or(cx, "names", chain).await? {
        return Ok(Identity::default());
    }
    let path = alloc::format!("/v1/identity/{}", encoded(address));
    get(cx, path, alloc::vec![("sender", sender.into())]).await.map(|answer| Identity::read(&answer))
}

/// `GET /v1/account/{account}/history` (7.5), as the raw response for [`read_history`]. `None` if the service doesn't
/// support the chain (7.2).
///
/// # Errors
/// The errors of [`ask`].
pub async fn history(cx: &Cx, account: &AccountId, cursor: Option<&str>) -> Result<Option<String>> {
    if !serves_or(cx, "history", &account.chain).await? {
        return Ok(None);
    }
    let query =
        alloc::vec![("cursor", cursor.unwrap_or_default().into()), ("chainId", account.chain.to_string()),];
    let path = alloc::format!("/v1/account/{}/history", encoded(&account.address));
    let base = cx.read(|s| s.options.services.data.clone());
    ask_text(cx, Call { base: &base, path, query, body: None }).await.map(Some)
}

/// Streams the history entries, newest first in the service's order, and returns the cursor of the next page.
///
/// # Errors
/// [`Error::Unreadable`]. The entries that were streamed so far must be dropped.
pub fn read_history(answer: String, each: &mut dyn FnMut(Value)) -> Result<Option<String>> {
    match take_page(answer, HTTP_BODY_BYTES_MAX, "data", each) {
        Ok(Some(rest)) => Ok(rest.filled("next").filter(|next| next.len() <= 1024).map(ToString::to_string)),
        _ => Err(Error::Unreadable { from: "the data service".into() }),
    }
}

/// The price of one token in a response: the entry with its address. An entry without an address matches its position, if the number of
/// entries equals the number of tokens. A price of another address is ignored.
pub(super) fn priced(list: &[Value], id: &str, at: usize, asked: usize) -> Option<String> {
    let named = list.iter().find(|item| item.text("address").is_some_and(|of| of.eq_ignore_ascii_case(id)));
    let placed = || list.get(at).filter(|item| item.field("address").is_none() && list.len() == asked);
    named.or_else(placed)?.decimal("price")
}

/// `POST /v1/fungible/price` (7.8): the price of one token in US dollars, as decimal text.
///
/// # Errors
/// The errors of [`ask`].
pub async fn price(cx: &Cx, token: &AccountId) -> Result<Option<String>> {
    if !serves_or(cx, "prices", &token.chain).await? {
        return Ok(None);
    }
    let project_id = cx.read(|s| s.options.project_id.clone().unwrap_or_default());
    let body = json!({ "currency": "usd", "addresses": [token.to_string()], "projectId": project_id });
    let answer = post(cx, "/v1/fungible/price".into(), body).await?;
    Ok(priced(answer.list("fungibles"), &token.to_string(), 0, 1))
}
