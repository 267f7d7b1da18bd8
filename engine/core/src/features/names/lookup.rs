//! Where a name leads, and the name of an address (9.3: kept for 5 minutes): for typed recipients and for accounts that have a name.

use super::said;
use crate::api::names as api;
use crate::caip::{AccountId, ChainId};
use crate::constants::IDENTITY_CACHE_MS;
use crate::error::{Error, Result};
use crate::features::shell::alerts;
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces;
use crate::namespaces::eip155::names::{ETHER, given, is_own};
use crate::namespaces::money::{self, Money};
use alloc::string::{String, ToString};

/// The address of a name on a chain; nothing if it has none: the data service's registry knows its own names, the Ethereum Name Service
/// knows the others. A page that answers names itself is asked first.
///
/// # Errors
/// As [`address`], and as the node responds. [`Error::UnsupportedChain`]: the namespace has no registry.
pub(crate) async fn find(cx: &Cx, chain: &ChainId, name: &str) -> Result<Option<String>> {
    let is_registered = is_own(name) == Some(true);
    if is_registered || cx.read(|s| s.options.answers("names")) {
        let found = address(cx, chain, name).await?;
        if found.is_some() || is_registered {
            return Ok(found);
        }
    }
    money::load(cx, chain.namespace).await;
    let registry = money::of(cx, chain.namespace).and_then(Money::names).ok_or(Error::UnsupportedChain)?;
    registry.address(cx.clone(), chain.clone(), name.into()).await
}

/// The name that a service has for an address, if it is a name by its grammar and leads back to that address. A service could call any
/// address "Your own account".
///
/// # Errors
/// As [`find`]: it is unknown where the name leads.
pub(crate) async fn leading_back(
    cx: &Cx,
    chain: &ChainId,
    said: Option<&str>,
    address: &str,
) -> Result<Option<String>> {
    let Some(name) = said.and_then(|said| namespaces::name(chain.namespace, said)) else { return Ok(None) };
    match find(cx, chain, &name).await {
        Ok(Some(found)) if namespaces::is_same(chain.namespace, &found, address) => Ok(Some(name)),
        // the answer is with a host that nobody configured: the name stays unproven
        Ok(_) | Err(Error::NameOutside) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The address of one of the registry's names on a chain: what the name says of this chain, else of Ethereum. Nothing for a name that is
/// not registered: that is asked again each time, for it may be registered soon.
///
/// # Errors
/// [`Error::NameNotResolved`] (8.30), [`Error::InvalidChainId`] (5.25).
pub(crate) async fn address(cx: &Cx, chain: &ChainId, name: &str) -> Result<Option<String>> {
    let coin = chain.coin_type()?;
    let (key, now_ms) = (alloc::format!("{name}:{coin}"), cx.ports().clock.now_ms());
    // a cache is read as any foreign value is
    let known = cx.read(|s| given(s.caches.names.fresh(&key, now_ms, IDENTITY_CACHE_MS)?.text("value")?));
    if known.is_some() {
        return Ok(known);
    }
    let answer = api::address(cx, chain, name, &[coin, ETHER]).await;
    let found = alerts::of_service(cx, answer)
        .map_err(|error| said(error, |details| Error::NameNotResolved { details }))?;
    if let Some(address) = &found {
        let entry = json!({ "timestamp": now_ms, "value": address });
        cx.commit(|s| s.caches.names.put(&key, entry)).await;
    }
    Ok(found)
}

/// What the registry calls an address. The caller keeps it.
///
/// # Errors
/// [`Error::NamesOfAddressFailed`] (8.30).
pub(crate) async fn name(cx: &Cx, asks: &AccountId, address: &str) -> Result<Option<String>> {
    let answer = api::of_address(cx, asks, address).await;
    let named = alerts::of_service(cx, answer)
        .map_err(|error| said(error, |details| Error::NamesOfAddressFailed { details }));
    if let Err(error) = &named {
        cx.log(&error.to_string()); // no flow waits for it: the address stands without a name
    }
    named
}
