//! The blockchain-data API (services.md A7): one function a call, typed request and answer.

use super::{Call, ask, encoded};
use crate::caip::{AccountId, ChainId};
use crate::constants::{IMAGE_URL_CHARS_MAX, NAME_CHARS_MAX, SUPPORTED_CHAINS_RETRY_MS, TOKENS_MAX};
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use crate::namespaces;
use crate::options::is_web_url;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::{Value, json};

/// One line of a balance list (3.9, as far as the service gives it).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalanceItem {
    /// "Ether".
    pub name: String,
    /// "ETH".
    pub symbol: String,
    /// The chain.
    pub chain: ChainId,
    /// The token; nothing for the native coin.
    pub address: Option<AccountId>,
    /// Decimals of the token.
    pub decimals: u8,
    /// Exact decimal text.
    pub numeric: String,
    /// Of one token, in US dollars; decimal text.
    pub price: Option<String>,
    /// Of all of it, in US dollars; decimal text.
    pub value: Option<String>,
    /// A picture, wherever it may be.
    pub icon_url: Option<String>,
}

impl BalanceItem {
    /// As the service wrote it, and as it is cached.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "name": self.name, "symbol": self.symbol, "chainId": self.chain.to_string(),
            "address": self.address.as_ref().map(ToString::to_string),
            "quantity": { "decimals": self.decimals.to_string(), "numeric": self.numeric },
            "price": self.price, "value": self.value, "iconUrl": self.icon_url,
        })
    }
}

/// What the service knows a coin or token by: the native coin has a pseudo-address (services.md B1).
#[must_use]
pub fn priced(chain: &ChainId, token: Option<&str>) -> AccountId {
    AccountId { chain: chain.clone(), address: token.unwrap_or(NATIVE_EVM).into() }
}

/// The pseudo-address of the native coin of eip155.
const NATIVE_EVM: &str = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

/// Which chains the data services know (7.3). Asked once; after a failure nothing is supported and it is asked again
/// 30 s later (7.2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SupportedChains {
    /// Answered once.
    http: Option<Vec<String>>,
    /// Not asked again before.
    blocked_until_ms: u64,
}

/// `GET v1/supported-chains` -> whether this one is served over http.
///
/// # Errors
/// [`Error::Unreachable`] while that cannot be learned.
pub async fn is_supported(cx: &Cx, chain: &ChainId) -> Result<bool> {
    let now_ms = cx.ports().clock.now_ms();
    let known = cx.read(|s| s.life.supported_chains.clone());
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
            let http: Option<Vec<String>> = answer.ok().filter(|a| a.field("http").is_some()).map(|answer| {
                answer.list("http").iter().filter_map(|id| id.as_str().map(ToString::to_string)).collect()
            });
            cx.update(|s| {
                s.life.supported_chains = SupportedChains {
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

/// Whether the services may be asked about this chain: there is a project, and they serve it (7.2).
async fn serves(cx: &Cx, chain: &ChainId) -> Result<bool> {
    Ok(cx.read(|s| s.options.project_id.is_some()) && is_supported(cx, chain).await?)
}

/// The url of a picture, as far as it can be one.
fn picture(value: &Value, name: &str) -> Option<String> {
    let url = value.filled(name)?;
    (url.len() <= IMAGE_URL_CHARS_MAX && is_web_url(url)).then(|| url.into())
}

async fn get(cx: &Cx, path: String, query: Vec<(&'static str, String)>) -> Result<Value> {
    let base = cx.read(|s| s.options.services.data.clone());
    ask(cx, Call { base: &base, path, query, body: None }).await
}

/// `GET /v1/account/{address}/balance` (7.13). Nothing when the chain is not served (7.2).
///
/// # Errors
/// As [`ask`].
pub async fn balance(cx: &Cx, account: &AccountId, refresh: &[String]) -> Result<Option<Vec<BalanceItem>>> {
    if !serves(cx, &account.chain).await? {
        return Ok(None);
    }
    let query = alloc::vec![
        ("currency", "usd".into()),
        ("chainId", account.chain.to_string()),
        ("forceUpdate", refresh.join(",")),
    ];
    let path = alloc::format!("/v1/account/{}/balance", encoded(&account.address));
    let answer = get(cx, path, query).await?;
    let list = answer.field("balances").and_then(Value::as_array);
    let list = list.ok_or(Error::Unreadable { from: "the data service".into() })?;
    Ok(Some(items(list, &account.chain)))
}

/// The lines of a balance list that are of this chain and can be read. Tokens without decimals are of low quality and left
/// out (5.33).
#[must_use]
pub fn items(list: &[Value], chain: &ChainId) -> Vec<BalanceItem> {
    let read = list.iter().filter_map(item).filter(|item| item.chain == *chain && item.decimals > 0);
    read.take(TOKENS_MAX).collect()
}

/// One line; a line that does not fit is dropped, not the whole list.
fn item(value: &Value) -> Option<BalanceItem> {
    let quantity = value.field("quantity")?;
    let chain = ChainId::parse(value.text("chainId")?)?;
    let address = match value.field("address") {
        Some(address) => {
            let id = AccountId::parse(address.as_str()?).filter(|id| id.chain == chain)?;
            let address = namespaces::of(chain.namespace).address(&id.address).ok()?;
            // some services name the native coin by its pseudo-address
            (!address.eq_ignore_ascii_case(NATIVE_EVM)).then_some(AccountId { address, ..id })
        }
        None => None,
    };
    Some(BalanceItem {
        name: crate::text::label(value.text("name")?, 32)?,
        symbol: crate::text::label(value.text("symbol")?, 12)?,
        chain,
        address,
        decimals: quantity.decimal("decimals")?.parse().ok().filter(|d| *d <= crate::amount::DECIMALS_MAX)?,
        numeric: quantity.decimal("numeric")?,
        price: value.decimal("price"),
        value: value.decimal("value"),
        icon_url: picture(value, "iconUrl"),
    })
}

/// What the service knows of an address; empty fields are nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// A name that leads to the address.
    pub name: Option<String>,
    /// A picture.
    pub avatar: Option<String>,
}

impl Identity {
    /// From an answer or from the cache.
    #[must_use]
    pub fn read(value: &Value) -> Self {
        Self {
            name: value.text("name").and_then(|name| crate::text::label(name, NAME_CHARS_MAX)),
            avatar: picture(value, "avatar"),
        }
    }
}

/// `GET /v1/identity/{address}` (7.4). Nothing known when the chain is not served (7.2).
///
/// # Errors
/// As [`ask`].
pub async fn identity(cx: &Cx, chain: &ChainId, address: &str, sender: &str) -> Result<Identity> {
    if !serves(cx, chain).await? {
        return Ok(Identity::default());
    }
    let path = alloc::format!("/v1/identity/{}", encoded(address));
    get(cx, path, alloc::vec![("sender", sender.into())]).await.map(|answer| Identity::read(&answer))
}

/// A page of what happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// As the service wrote them, newest first.
    pub data: Vec<Value>,
    /// Where the next page begins.
    pub next: Option<String>,
}

/// `GET /v1/account/{account}/history` (7.5). Empty when the chain is not served (7.2).
///
/// # Errors
/// As [`ask`].
pub async fn history(cx: &Cx, account: &AccountId, cursor: Option<&str>) -> Result<History> {
    if !serves(cx, &account.chain).await? {
        return Ok(History::default());
    }
    let query =
        alloc::vec![("cursor", cursor.unwrap_or_default().into()), ("chainId", account.chain.to_string()),];
    let answer = get(cx, alloc::format!("/v1/account/{}/history", encoded(&account.address)), query).await?;
    let data = answer.field("data").and_then(Value::as_array).cloned();
    Ok(History {
        data: data.ok_or(Error::Unreadable { from: "the data service".into() })?,
        next: answer.filled("next").filter(|next| next.len() <= 1024).map(ToString::to_string),
    })
}

/// `POST /v1/fungible/price` (7.8): the price of one token in US dollars, as decimal text.
///
/// # Errors
/// As [`ask`].
pub async fn price(cx: &Cx, token: &AccountId) -> Result<Option<String>> {
    if !serves(cx, &token.chain).await? {
        return Ok(None);
    }
    let (base, project_id) =
        cx.read(|s| (s.options.services.data.clone(), s.options.project_id.clone().unwrap_or_default()));
    let body = json!({ "currency": "usd", "addresses": [token.to_string()], "projectId": project_id });
    let call = Call { base: &base, path: "/v1/fungible/price".into(), query: Vec::new(), body: Some(body) };
    let answer = ask(cx, call).await?;
    Ok(answer.list("fungibles").first().and_then(|fungible| fungible.decimal("price")))
}
