//! The names of the blockchain data API (docs/spec/services.md A7, "profile"; A9): one function per call, with typed
//! request and response. The readers are separate from the calls, and accept any JSON.

use super::blockchain::{get, post, serves, serves_or};
use super::own;
use crate::caip::{AccountId, ChainId};
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::eip155::rules::names;
use crate::urls::encoded;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// Ours: the maximum number of names in a list, and of addresses of a name.
const READ_MAX: usize = 100;
/// Ours: the maximum number of suggestions.
const SUGGESTED_MAX: usize = 8;

/// A suggested name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggested {
    /// The name without its suffix, in lowercase.
    pub label: String,
    /// The name is registered already.
    pub taken: bool,
}

/// A registration: the account asks the registry for the name in its message.
pub struct Registration<'a> {
    /// The account that gets the name. Its chain determines the coin type of the record ([`ChainId::coin_type`]).
    pub account: &'a AccountId,
    /// The text that the account signed, which contains the name.
    pub message: &'a str,
    /// The signature of that text.
    pub signature: &'a str,
}

fn unreadable() -> Error {
    Error::Unreadable { from: "the data service".into() }
}

/// `GET /v1/profile/account/{name}` (7.14): the address of a name for the first of these coin types that it has, with
/// that type. `None` if the name isn't registered.
///
/// # Errors
/// The errors of [`super::ask`]. [`Error::ClientUnset`] if the service doesn't support the chain (7.2), because then it
/// is unknown whether the name is registered.
pub async fn address(cx: &Cx, chain: &ChainId, name: &str, coins: &[u32]) -> Result<Option<(String, u32)>> {
    if !serves_or(cx, "names", chain).await? {
        return Err(Error::ClientUnset);
    }
    let path = alloc::format!("/v1/profile/account/{}", encoded(name));
    match get(cx, path, alloc::vec![("apiVersion", "2".into())]).await {
        Err(Error::Http { status: 404, .. }) => Ok(None),
        answer => read_address(&answer?, name, coins),
    }
}

/// A name's record: a checksummed address and its coin. A record of another name is ignored.
///
/// # Errors
/// [`Error::Unreadable`].
pub fn read_address(record: &Value, name: &str, coins: &[u32]) -> Result<Option<(String, u32)>> {
    let is_it = record.text("name").is_none_or(|of| of.eq_ignore_ascii_case(name));
    let addresses = record.field("addresses").filter(|addresses| is_it && addresses.is_object());
    let addresses = addresses.ok_or_else(unreadable)?;
    let of = |coin: &u32| Some((addresses.field(&coin.to_string())?.filled("address")?, *coin));
    let found = coins.iter().find_map(of);
    found.map(|(text, coin)| Ok((names::given(text).ok_or_else(unreadable)?, coin))).transpose()
}

/// `GET /v1/profile/reverse/{address}` (7.15): the registry's name of an address. `None` if the caller's chain isn't supported.
///
/// # Errors
/// The errors of [`super::ask`].
pub async fn of_address(cx: &Cx, asks: &AccountId, address: &str) -> Result<Option<String>> {
    // a page with its own data for names has returned the name with the identity
    if own::has(cx, "names") || !serves(cx, &asks.chain).await? {
        return Ok(None);
    }
    let path = alloc::format!("/v1/profile/reverse/{}", encoded(address));
    let query = alloc::vec![("sender", asks.address.clone()), ("apiVersion", "2".into())];
    read_of_address(&get(cx, path, query).await?, address)
}

/// The first registry name of a list that itself resolves to this address.
///
/// # Errors
/// [`Error::Unreadable`].
pub fn read_of_address(list: &Value, address: &str) -> Result<Option<String>> {
    let leads = |record: &Value| {
        let addresses = record.field("addresses").and_then(Value::as_object);
        let mut given = addresses.into_iter().flat_map(|all| all.values()).take(READ_MAX);
        given.any(|of| of.text("address").is_some_and(|of| of.eq_ignore_ascii_case(address)))
    };
    let list = list.as_array().ok_or_else(unreadable)?;
    Ok(list.iter().take(READ_MAX).find_map(|record| {
        let name = names::normalised(record.text("name")?)?;
        (names::is_own(&name) == Some(true) && leads(record)).then_some(name)
    }))
}

/// `GET /v1/profile/suggestions/{label}` (7.16): names similar to a label. Empty if the service doesn't support the
/// chain (7.2).
///
/// # Errors
/// The errors of [`super::ask`].
pub async fn suggestions(cx: &Cx, chain: &ChainId, label: &str) -> Result<Vec<Suggested>> {
    if !serves(cx, chain).await? {
        return Ok(Vec::new());
    }
    let path = alloc::format!("/v1/profile/suggestions/{}", encoded(label));
    let zone = names::SUFFIX.trim_start_matches('.');
    read_suggestions(&get(cx, path, alloc::vec![("zone", zone.into())]).await?)
}

/// Reads suggestions: those that can be registered here, without duplicates.
///
/// # Errors
/// [`Error::Unreadable`].
pub fn read_suggestions(answer: &Value) -> Result<Vec<Suggested>> {
    let list = answer.field("suggestions").and_then(Value::as_array).ok_or_else(unreadable)?;
    let mut found: Vec<Suggested> = Vec::new();
    for item in list.iter().take(READ_MAX) {
        let label =
            item.text("name").and_then(|name| name.strip_suffix(names::SUFFIX)).and_then(names::label);
        let (Some(label), Some(taken)) = (label, item.flag("registered")) else { continue };
        if found.len() < SUGGESTED_MAX && found.iter().all(|known| known.label != label) {
            found.push(Suggested { label, taken });
        }
    }
    Ok(found)
}

/// `POST /v1/profile/account` (7.17): registers a name with its signature. Returns whether it succeeded: false if the chain isn't supported
/// (7.2).
///
/// # Errors
/// [`Error::InvalidChainId`] (5.25). The errors of [`super::ask`].
pub async fn register(cx: &Cx, wanted: &Registration<'_>) -> Result<bool> {
    let Registration { account, message, signature } = wanted;
    let coin_type = account.chain.coin_type()?;
    if !serves(cx, &account.chain).await? {
        return Ok(false);
    }
    let body = json!({
        "coin_type": coin_type, "address": account.address, "message": message, "signature": signature,
    });
    post(cx, "/v1/profile/account".into(), body).await.map(|answer| answer.flag("success") == Some(true))
}
