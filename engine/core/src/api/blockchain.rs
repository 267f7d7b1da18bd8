//! The blockchain-data API (services.md A7): one function a call, typed request and answer.

use super::{Call, ask, encoded};
use crate::caip::{AccountId, ChainId};
use crate::constants::SUPPORTED_CHAINS_RETRY_MS;
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

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
}

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
pub async fn is_supported(cx: &Cx, chain: &ChainId) -> bool {
    let now_ms = cx.ports().clock.now_ms();
    let known = cx.read(|s| s.life.supported_chains.clone());
    let list = match known.http {
        Some(list) => list,
        None if now_ms < known.blocked_until_ms => return false,
        None => {
            let base = cx.read(|s| s.options.services.data.clone());
            let call =
                Call { base: &base, path: "/v1/supported-chains".into(), query: Vec::new(), body: None };
            let answer = ask(cx, call).await;
            let http: Option<Vec<String>> = answer.ok().filter(|a| a.field("http").is_some()).map(|answer| {
                answer.list("http").iter().filter_map(|id| id.as_str().map(ToString::to_string)).collect()
            });
            cx.update(|s| {
                s.life.supported_chains = SupportedChains {
                    http: http.clone(),
                    blocked_until_ms: now_ms + SUPPORTED_CHAINS_RETRY_MS,
                };
            });
            http.unwrap_or_default()
        }
    };
    let chain = chain.to_string();
    list.contains(&chain)
}

/// `GET /v1/account/{address}/balance` (7.13). Nothing when the chain is not served (7.2).
///
/// # Errors
/// As [`ask`].
pub async fn balance(cx: &Cx, account: &AccountId, refresh: &[String]) -> Result<Vec<BalanceItem>> {
    if cx.read(|s| s.options.project_id.is_none()) || !is_supported(cx, &account.chain).await {
        return Ok(Vec::new());
    }
    let base = cx.read(|s| s.options.services.data.clone());
    let call = Call {
        base: &base,
        path: alloc::format!("/v1/account/{}/balance", encoded(&account.address)),
        query: alloc::vec![
            ("currency", "usd".into()),
            ("chainId", account.chain.to_string()),
            ("forceUpdate", refresh.join(",")),
        ],
        body: None,
    };
    let answer = ask(cx, call).await?;
    let list = answer.field("balances").and_then(Value::as_array).ok_or(Error::Unreadable { from: base })?;
    Ok(list.iter().filter_map(item).collect())
}

/// One line; a line that does not fit is dropped, not the whole list.
fn item(value: &Value) -> Option<BalanceItem> {
    let quantity = value.field("quantity")?;
    Some(BalanceItem {
        name: crate::text::label(value.text("name")?, 32)?,
        symbol: crate::text::label(value.text("symbol")?, 12)?,
        chain: ChainId::parse(value.text("chainId")?)?,
        address: match value.field("address") {
            Some(address) => Some(AccountId::parse(address.as_str()?)?),
            None => None,
        },
        decimals: quantity.decimal("decimals")?.parse().ok().filter(|d| *d <= crate::amount::DECIMALS_MAX)?,
        numeric: quantity.decimal("numeric")?,
    })
}
