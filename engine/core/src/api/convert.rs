//! Swap endpoints of the blockchain data API (docs/spec/services.md A7, "convert"): one function per call, with typed request and response.
//! Their data is displayed. Wallet requests are parsed and limited first (`namespaces/eip155/codec/swap.rs`).

use super::blockchain::{get, post, priced as price_of, serves, serves_or};
use crate::amount::{self, Amount};
use crate::caip::{AccountId, ChainId};
use crate::constants::SWAP_TOKENS_MAX;
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::json;
use crate::json::{self, Read};
use crate::map::SortedMap;
use crate::services::{SwapToken, priced};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

fn unreadable() -> Error {
    Error::Unreadable { from: "the data service".into() }
}

/// Reads an integer in base units, as decimal text.
fn units(value: &Value, name: &str) -> Option<U256> {
    Amount::parse(&value.decimal(name)?, 0).ok().map(|amount| amount.units)
}

/// The address in a CAIP-10 ID of this network. `None` for another network.
fn address_on(chain: &ChainId, value: &Value, name: &str) -> Option<String> {
    AccountId::parse(value.text(name)?).filter(|id| id.chain == *chain).map(|id| id.address)
}

/// `GET /v1/convert/tokens` (7.7): the swappable tokens of a network. Empty on an unsupported one (7.2).
///
/// # Errors
/// The errors of [`super::ask`].
pub async fn tokens(cx: &Cx, chain: &ChainId) -> Result<Vec<SwapToken>> {
    if !serves(cx, chain).await? {
        return Ok(Vec::new());
    }
    let answer = get(cx, "/v1/convert/tokens".into(), alloc::vec![("chainId", chain.to_string())]).await?;
    let list = answer.field("tokens").and_then(Value::as_array).ok_or_else(unreadable)?;
    let mut known: SortedMap<Option<String>, ()> = SortedMap::new();
    // symbol, name and decimals of the coin come from the network's own entry (197)
    let coin = cx.read(|s| s.networks.find(chain).map(|network| network.native_currency.clone()));
    let named = |token: SwapToken| match &coin {
        Some(coin) if token.address.is_none() => SwapToken {
            symbol: coin.symbol.clone(),
            name: coin.name.clone(),
            decimals: coin.decimals,
            ..token
        },
        _ => token,
    };
    let tokens =
        list.iter().take(SWAP_TOKENS_MAX).filter_map(|token| SwapToken::read(token, chain)).map(named);
    Ok(tokens.filter(|token| known.insert(token.address.clone(), ()).is_none()).collect())
}

/// The parameters of a quote: both tokens, the source amount, the account, the gas price.
pub struct SwapRequest<'a> {
    /// The network.
    pub chain: &'a ChainId,
    /// The account that swaps.
    pub user: &'a str,
    /// The source. `None` for the native coin.
    pub source: Option<&'a str>,
    /// The target. `None` for the native coin.
    pub target: Option<&'a str>,
    /// The source amount in base units.
    pub units: U256,
    /// The slippage in percent, as decimal text.
    pub slippage: String,
}

/// `GET /v1/convert/quotes` (7.6): the target amount of the first quote. `None` without one, or if it is for something else.
///
/// # Errors
/// The errors of [`super::ask`].
pub async fn quote(cx: &Cx, wanted: &SwapRequest<'_>, gas_price: Option<U256>) -> Result<Option<U256>> {
    if !serves(cx, wanted.chain).await? {
        return Ok(None);
    }
    let (from, to) = (priced(wanted.chain, wanted.source), priced(wanted.chain, wanted.target));
    let amount = Amount::new(wanted.units, 0).to_decimal();
    let query = alloc::vec![
        ("amount", amount),
        ("userAddress", wanted.user.into()),
        ("from", from.to_string()),
        ("to", to.to_string()),
        ("gasPrice", gas_price.map(|price| Amount::new(price, 0).to_decimal()).unwrap_or_default()),
    ];
    let answer = get(cx, "/v1/convert/quotes".into(), query).await?;
    let list = answer.field("quotes").and_then(Value::as_array).ok_or_else(unreadable)?;
    let Some(first) = list.first() else { return Ok(None) };
    let is_of = |name: &str, asked: &AccountId| {
        address_on(wanted.chain, first, name).is_some_and(|given| given.eq_ignore_ascii_case(&asked.address))
    };
    let is_asked = is_of("fromAccount", &from)
        && is_of("toAccount", &to)
        && units(first, "fromAmount") == Some(wanted.units);
    let gets = units(first, "toAmount").filter(|_| is_asked).ok_or_else(unreadable)?;
    Ok(Some(gets).filter(|gets| !gets.is_zero()))
}

/// `GET /v1/convert/allowance` (7.9): the router's approved amount of a token according to the service. Zero on an unsupported network.
///
/// # Errors
/// The errors of [`super::ask`].
pub async fn allowance(cx: &Cx, chain: &ChainId, user: &str, token: &str) -> Result<U256> {
    if !serves(cx, chain).await? {
        return Ok(U256::ZERO);
    }
    let id = priced(chain, Some(token)).to_string();
    let query = alloc::vec![("tokenAddress", id), ("userAddress", user.into())];
    let answer = get(cx, "/v1/convert/allowance".into(), query).await?;
    units(&answer, "allowance").ok_or_else(unreadable)
}

/// `GET /v1/convert/gas-price` (7.10): the price of one unit of gas in wei.
///
/// # Errors
/// [`Error::GasPriceUnsupported`] on an unsupported network (8.26). The errors of [`super::ask`].
pub async fn gas_price(cx: &Cx, chain: &ChainId) -> Result<U256> {
    if !serves(cx, chain).await? {
        return Err(Error::GasPriceUnsupported);
    }
    let query = alloc::vec![("chainId", chain.to_string())];
    let answer = get(cx, "/v1/convert/gas-price".into(), query).await?;
    units(&answer, "standard").filter(|price| !price.is_zero()).ok_or_else(unreadable)
}

/// A transaction that a service built: its sender, recipient and data. Its value is only compared: another value makes
/// it a different transaction (decision 34, "What a quoted swap must pay").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The sender.
    pub from: String,
    /// The called contract.
    pub to: String,
    /// The call data.
    pub data: String,
    /// The value in the native coin, if included.
    pub value: Option<U256>,
}

impl Built {
    /// Whether the transaction pays nothing or exactly this amount, or doesn't state its value.
    #[must_use]
    pub fn pays_no_more(&self, than: U256) -> bool {
        self.value.is_none_or(|value| value.is_zero() || value == than)
    }
}

/// Reads a value as hex quantity or decimal text. Any other value is an error, not zero.
fn value(tx: &Value) -> Option<Option<U256>> {
    let Some(given) = tx.field("value") else { return Some(None) };
    let hex = given.as_str().filter(|text| text.starts_with("0x")).and_then(amount::quantity);
    hex.or_else(|| units(tx, "value")).map(Some)
}

fn built(answer: &Value, chain: &ChainId) -> Option<Built> {
    let tx = answer.field("tx")?;
    Some(Built {
        from: address_on(chain, tx, "from")?,
        to: address_on(chain, tx, "to")?,
        data: tx.text("data")?.into(),
        value: value(tx)?,
    })
}

/// `POST /v1/convert/build-transaction` (7.11): the swap. `is_allowed`: whether the router has its approval. Without
/// it, the service skips its simulation.
///
/// # Errors
/// [`Error::SwapsUnsupported`] on an unsupported network (8.26). [`Error::SwapUnchecked`] for a transaction of another
/// network, or an unreadable one. The errors of [`super::ask`].
pub async fn build(cx: &Cx, wanted: &SwapRequest<'_>, is_allowed: bool) -> Result<Built> {
    if !serves(cx, wanted.chain).await? {
        return Err(Error::SwapsUnsupported);
    }
    let id = |token| priced(wanted.chain, token).to_string();
    let user = AccountId { chain: wanted.chain.clone(), address: wanted.user.into() };
    let mut body = json!({
        "amount": Amount::new(wanted.units, 0).to_decimal(),
        "eip155": { "slippage": json::read(&wanted.slippage).filter(Value::is_number) },
        "projectId": cx.read(|s| s.options.project_id.clone()),
        "from": id(wanted.source),
        "to": id(wanted.target),
        "userAddress": user.to_string(),
    });
    if !is_allowed && let Some(fields) = body.as_object_mut() {
        fields.insert("disableEstimate".into(), true.into());
    }
    let answer = post(cx, "/v1/convert/build-transaction".into(), body).await?;
    built(&answer, wanted.chain).ok_or(Error::SwapUnchecked)
}

/// `GET /v1/convert/build-approve` (7.12): the approval in the service's form. The engine encodes its own, and compares
/// the service's with it.
///
/// # Errors
/// The errors of [`build`].
pub async fn build_approve(cx: &Cx, wanted: &SwapRequest<'_>) -> Result<Built> {
    if !serves(cx, wanted.chain).await? {
        return Err(Error::SwapsUnsupported);
    }
    let id = |token| priced(wanted.chain, token).to_string();
    let query = alloc::vec![
        ("userAddress", wanted.user.into()),
        ("from", id(wanted.source)),
        ("to", id(wanted.target)),
    ];
    let answer = get(cx, "/v1/convert/build-approve".into(), query).await?;
    built(&answer, wanted.chain).ok_or(Error::SwapUnchecked)
}

/// `POST /v1/fungible/price` (7.8) for several tokens, in their order: US dollars as decimal text. A response without addresses is in the
/// order of the request.
///
/// # Errors
/// The errors of [`super::ask`].
pub async fn prices(cx: &Cx, tokens: &[AccountId]) -> Result<Vec<Option<String>>> {
    let served = match tokens.first() {
        Some(first) => serves_or(cx, "prices", &first.chain).await?,
        None => false,
    };
    if !served {
        return Ok(alloc::vec![None; tokens.len()]);
    }
    let addresses: Vec<String> = tokens.iter().map(ToString::to_string).collect();
    let project_id = cx.read(|s| s.options.project_id.clone());
    let body = json!({ "currency": "usd", "addresses": addresses, "projectId": project_id });
    let answer = post(cx, "/v1/fungible/price".into(), body).await?;
    let list = answer.field("fungibles").and_then(Value::as_array).ok_or_else(unreadable)?;
    let of = |(at, id): (usize, &String)| price_of(list, id, at, tokens.len());
    Ok(addresses.iter().enumerate().map(of).collect())
}
