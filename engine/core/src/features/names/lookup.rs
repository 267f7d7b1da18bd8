//! Resolves names to addresses and addresses to names (9.3: cached for 5 minutes on this page), for typed recipients and for accounts.

use super::said;
use crate::api::names as api;
use crate::caip::{AccountId, ChainId};
use crate::constants::{HTTP_TIMEOUT_MS, IDENTITY_CACHE_MS};
use crate::error::{Error, Result};
use crate::features::shell::alerts;
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces;
use crate::namespaces::eip155::rules::names::{self, ETHER, given, is_own};
use crate::namespaces::money::{self, Money};
use crate::namespaces::names::{Lead, NameFault, Reach, Written, of_tables};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Resolves a name on a chain. `None` without an address. The data service's registry resolves its own names, the Ethereum Name Service all
/// others. The page's own data takes precedence.
///
/// # Errors
/// The errors of [`address`] and of the node. [`Error::NameWithoutNode`], [`Error::NameOutside`],
/// [`Error::NameOfContract`]. [`Error::UnsupportedChain`] if the namespace has no registry.
pub(crate) async fn find(cx: &Cx, chain: &ChainId, name: &str, reach: Reach) -> Result<Option<Lead>> {
    let is_registered = is_own(name) == Some(true);
    let is_of_page = cx.read(|s| s.options.answers("names"));
    let said = match is_registered || is_of_page {
        true => address(cx, chain, name).await?,
        false => None,
    };
    if is_registered && said.is_none() {
        return Ok(None);
    }
    // the page's own data applies to every network
    let said = said.map(|lead| Lead { is_of_ethereum: lead.is_of_ethereum && !is_of_page, ..lead });
    if said.as_ref().is_some_and(|lead| !lead.is_of_ethereum) {
        return Ok(said);
    }
    money::load(cx, chain.namespace).await;
    let registry = money::of(cx, chain.namespace).and_then(Money::names).ok_or(Error::UnsupportedChain)?;
    match said {
        Some(lead) => registry.is_held_by_key(cx.clone(), lead.address.clone()).await.map(|()| Some(lead)),
        None => registry.address(cx.clone(), chain.clone(), name.into(), reach).await,
    }
}

/// The normalized form of a non-ASCII name (ENSIP-15), or its error.
///
/// # Errors
/// [`Error::PartNotLoaded`]: the tables couldn't be loaded.
pub(crate) async fn by_tables(cx: &Cx, typed: &str) -> Result<core::result::Result<String, NameFault>> {
    let said = cx.within(HTTP_TIMEOUT_MS, cx.ports().host.normalized(typed)).await.flatten();
    let read = said.and_then(|said| of_tables(&said)).ok_or(Error::PartNotLoaded)?;
    // after normalization, it can be one of the registry's own names
    Ok(read.and_then(|name| match is_own(&name) {
        Some(_) => Ok(name),
        None => Err(NameFault::Unknown),
    }))
}

/// A service's name for an address, if its grammar is valid and it resolves back to that address on this chain. Otherwise a service could
/// call any address "Your own account".
///
/// # Errors
/// The errors of [`find`]: the name couldn't be resolved.
pub(crate) async fn leading_back(
    cx: &Cx,
    chain: &ChainId,
    said: Option<&str>,
    address: &str,
    reach: Reach,
) -> Result<Option<String>> {
    let name = match said.and_then(|said| namespaces::name(chain.namespace, said)) {
        Some(Written::Name(name)) => name,
        // the tables are loaded only for the user's own name, not for names of other accounts
        Some(Written::Lettered(said)) if reach == Reach::Gateways => match by_tables(cx, &said).await? {
            Ok(name) => name,
            Err(_) => return Ok(None),
        },
        _ => return Ok(None),
    };
    match find(cx, chain, &name, reach).await {
        Ok(Some(lead)) if namespaces::is_same(chain.namespace, &lead.address, address) => Ok(Some(name)),
        // only a blocked gateway knows the name, or it belongs to a contract on another network: it stays unverified
        Ok(_) | Err(Error::NameOutside | Error::NameOfContract) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The primary name of an address in the Ethereum Name Service, if it resolves back on this chain. For pages without a name service.
///
/// # Errors
/// The errors of [`find`].
pub(crate) async fn primary(
    cx: &Cx,
    account: &AccountId,
    address: &str,
    reach: Reach,
) -> Result<Option<String>> {
    let namespace = account.chain.namespace;
    money::load(cx, namespace).await;
    let registry = money::of(cx, namespace).and_then(Money::names).ok_or(Error::UnsupportedChain)?;
    let of = AccountId { chain: account.chain.clone(), address: address.into() };
    let said = registry.name(cx.clone(), of, reach).await?;
    leading_back(cx, &account.chain, said.as_deref(), address, reach).await
}

/// Resolves a name of the registry on a chain: its address for this chain, otherwise its address for Ethereum. `None` for an unregistered
/// name. That result isn't cached, because someone can register it soon.
///
/// # Errors
/// [`Error::NameNotResolved`] (8.30), [`Error::InvalidChainId`] (5.25).
pub(crate) async fn address(cx: &Cx, chain: &ChainId, name: &str) -> Result<Option<Lead>> {
    let coin = chain.coin_type()?;
    let (key, now_ms) = (alloc::format!("{name}:{coin}"), cx.ports().clock.now_ms());
    let lead = |address, is_of_ethereum| Lead { address, is_of_ethereum, through: Vec::new() };
    // a cached value is untrusted, like any stored value
    let known = cx.read(|s| {
        let entry = s.caches.names.fresh(&key, now_ms, IDENTITY_CACHE_MS)?;
        Some(lead(given(entry.text("value")?)?, entry.flag("ethereum") != Some(false)))
    });
    if known.is_some() {
        return Ok(known);
    }
    let answer = api::address(cx, chain, name, &[coin, ETHER]).await;
    let found = alerts::of_service(cx, answer)
        .map_err(|error| said(error, |details| Error::NameNotResolved { details }))?;
    let Some((address, of_coin)) = found else { return Ok(None) };
    let is_of_ethereum = of_coin != coin && names::coin(chain) != Some(of_coin);
    let entry = json!({ "timestamp": now_ms, "value": address, "ethereum": is_of_ethereum });
    cx.commit(|s| s.caches.names.put(&key, entry)).await;
    Ok(Some(lead(address, is_of_ethereum)))
}

/// The registry's name for an address. The caller caches it.
///
/// # Errors
/// [`Error::NamesOfAddressFailed`] (8.30).
pub(crate) async fn name(cx: &Cx, asks: &AccountId, address: &str) -> Result<Option<String>> {
    let answer = api::of_address(cx, asks, address).await;
    let named = alerts::of_service(cx, answer)
        .map_err(|error| said(error, |details| Error::NamesOfAddressFailed { details }));
    if let Err(error) = &named {
        cx.log(&error.to_string()); // no flow waits for the result: the address is displayed without a name
    }
    named
}
