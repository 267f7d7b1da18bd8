//! What the registry knows of names and addresses, kept for 5 minutes (9.3): for typed receivers, and for the name of an address.

use super::said;
use crate::api::names as api;
use crate::caip::{AccountId, ChainId};
use crate::constants::IDENTITY_CACHE_MS;
use crate::error::{Error, Result};
use crate::features::shell::alerts;
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::eip155::names::{ETHER, given};
use alloc::string::{String, ToString};

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
