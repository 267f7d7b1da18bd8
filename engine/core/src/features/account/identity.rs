//! The name and avatar of an address (7.4), cached for 5 minutes (9.3) on this page. A name from the data service is only valid if its
//! grammar is correct and our own lookup resolves it back to the address ([`lookup::leading_back`]). Its avatar then comes with it. The
//! page's own data (`data.names`) is trusted. A page without either gets the primary name from the Ethereum Name Service (ENSIP-19).

use crate::api::blockchain::{self};
use crate::api::wallet_services;
use crate::caip::{AccountId, ChainId, Namespace};
use crate::constants::{IDENTITY_CACHE_MS, NAME_CHARS_MAX};
use crate::error::Result;
use crate::features::names::{NamePhase, lookup};
use crate::features::shell::alerts;
use crate::features::shell::images;
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::Read;
use crate::json::json;
use crate::namespaces;
use crate::namespaces::names::Reach;
use crate::services::Identity;
use crate::store::State;
use crate::text;
use alloc::string::{String, ToString};
use serde_json::Value;

/// Requests the name and avatar of the connected account, unless they are cached.
pub fn refresh(cx: &Cx, account: &AccountId) {
    let (flow_cx, account) = (cx.clone(), account.clone());
    let key = alloc::format!("identity {account}");
    drop(cx.single(ScopeId::Connection(account.chain.namespace), &key, async move {
        look(&flow_cx, &account, &account.address).await;
        Ok(Reply::Done)
    }));
}

/// Requests the name and avatar of `address`, on EVM networks only (6.10). If the request fails, the address is
/// displayed without them. A page with Ethereum as a network, but without a name service, resolves the name with the
/// node.
pub async fn look(cx: &Cx, account: &AccountId, address: &str) {
    let is_asked = cx.read(|s| s.options.project_id.is_some() || s.options.answers("names"));
    let has_ethereum = || cx.read(|s| s.networks.readable(&ChainId::evm(1)).is_some());
    if account.chain.namespace != Namespace::Eip155 || !is_asked && !has_ethereum() {
        return;
    }
    // an avatar's record must never decide which servers this page contacts
    let is_own = namespaces::is_same(account.chain.namespace, &account.address, address);
    let reach = if is_own { Reach::Gateways } else { Reach::Network };
    let now_ms = cx.ports().clock.now_ms();
    let key = key_of(account, address);
    let cached = cx.read(|s| {
        let entry = s.caches.identity.fresh(&key, now_ms, IDENTITY_CACHE_MS)?;
        let mut identity = Identity::read(entry.field("value")?);
        identity.name = fresh_name(s, &key, now_ms).or(identity.name);
        Some(identity)
    });
    let identity = match cached {
        Some(identity) => identity,
        None => {
            let loaded = match is_asked {
                true => of_service(cx, account, address, reach, now_ms).await,
                false => of_ethereum(cx, account, address, reach, now_ms).await,
            };
            let Some(identity) = loaded else { return };
            identity
        }
    };
    let avatar = identity.avatar.clone().filter(|url| cx.read(|s| wallet_services::is_ours(s, url)));
    // the page might show another network now, where the name can resolve to another account
    let is_shown = cx.update(|s| {
        let is_shown = s.networks.shown_chain().as_ref() == Some(&account.chain);
        if is_shown {
            s.identities.on(&account.chain).insert(address.into(), identity);
        }
        is_shown
    });
    if !is_shown {
        return;
    }
    images::load(cx, avatar.into_iter().collect());
}

/// The key of an address in the caches: its CAIP-10 on the account's network.
fn key_of(account: &AccountId, address: &str) -> String {
    AccountId { chain: account.chain.clone(), address: address.into() }.to_string()
}

/// Reads the name from Ethereum's registry, for a page without a name service.
async fn of_ethereum(
    cx: &Cx,
    account: &AccountId,
    address: &str,
    reach: Reach,
    now_ms: u64,
) -> Option<Identity> {
    let name = lookup::primary(cx, account, address, reach).await.ok()?;
    let identity = Identity { name, avatar: None };
    let value = json!({ "name": identity.name, "avatar": null });
    let entry = json!({ "timestamp": now_ms, "value": value });
    cx.commit(|s| s.caches.identity.put(&key_of(account, address), entry)).await;
    Some(identity)
}

/// Requests name and avatar from the service. Its name counts only if the registry resolves it to the address.
async fn of_service(
    cx: &Cx,
    account: &AccountId,
    address: &str,
    reach: Reach,
    now_ms: u64,
) -> Option<Identity> {
    let key = key_of(account, address);
    let answer = blockchain::identity(cx, &account.chain, address, &account.address).await;
    let mut identity = alerts::of_service(cx, answer).ok()?;
    let mut is_complete = true;
    if !cx.read(|s| s.options.answers("names")) {
        let named = lookup::leading_back(cx, &account.chain, identity.name.as_deref(), address, reach).await;
        is_complete = named.is_ok();
        identity.name = named.unwrap_or_default();
    }
    if identity.name.is_none() {
        // the name was registered here a moment ago, or only the registry knows it
        identity.name = cx.read(|s| fresh_name(s, &key, now_ms));
        if identity.name.is_none() {
            let named = of_registry(cx, account, address).await;
            is_complete &= named.is_ok();
            identity.name = named.ok().flatten().or(cx.read(|s| fresh_name(s, &key, now_ms)));
        }
    }
    if identity.name.is_none() && !cx.read(|s| s.options.answers("names")) {
        identity.avatar = None;
    }
    let value = json!({ "name": identity.name, "avatar": identity.avatar });
    cx.commit(|s| {
        // doesn't cache an incomplete result; otherwise a name in registration would be missing for 5 minutes
        if !is_complete || s.names.phase != NamePhase::Editing {
            return;
        }
        s.caches.identity.put(&key, json!({ "timestamp": now_ms, "value": value }));
        match &identity.name {
            Some(name) => s.caches.names.put(&key, json!({ "timestamp": now_ms, "value": name })),
            None => s.caches.names.forget(&key),
        }
    })
    .await;
    Some(identity)
}

/// The registry's name for an address, if that name resolves back to it.
async fn of_registry(cx: &Cx, account: &AccountId, address: &str) -> Result<Option<String>> {
    let named = lookup::name(cx, account, address).await?;
    lookup::leading_back(cx, &account.chain, named.as_deref(), address, Reach::Network).await
}

/// The name of an account (CAIP-10), if it was resolved less than 5 minutes ago.
fn fresh_name(state: &State, key: &str, now_ms: u64) -> Option<String> {
    let entry = state.caches.names.fresh(key, now_ms, IDENTITY_CACHE_MS)?;
    text::label(entry.text("value")?, NAME_CHARS_MAX)
}

/// `{account, name}`: sets the account's name.
pub(super) async fn named(cx: &Cx, command: &Value) {
    let account = command.text("account").and_then(AccountId::parse);
    let (Some(account), Some(name)) = (account, command.text("name")) else { return };
    let entry = json!({ "timestamp": cx.ports().clock.now_ms(), "value": name });
    let key = account.to_string();
    cx.commit(|s| {
        s.caches.identity.forget(&key);
        s.caches.names.put(&key, entry);
        s.identities.on(&account.chain).of(account.address.clone()).name = Some(name.into());
    })
    .await;
    refresh(cx, &account);
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::features::{Later, rows};
    use crate::ports::{Ports, http, spawn};
    use alloc::rc::Rc;

    // req: 6.10
    #[test]
    fn looks_up_names_only_in_eip155() {
        let (tasks, asked) = (spawn::Tasks::default(), http::ScriptedHttp::default());
        let ports =
            Ports { http: Rc::new(asked.clone()), spawn: Rc::new(tasks.clone()), ..Ports::in_memory() };
        let cx = Cx::new(ports, rows(Later::native()));
        cx.update(|s| s.options.project_id = Some("p".into()));
        let look = |chain: ChainId, address: &'static str| {
            let flow_cx = cx.clone();
            cx.background(ScopeId::App, async move {
                look(&flow_cx, &AccountId { chain, address: address.into() }, address).await;
                Ok(Reply::Done)
            });
            tasks.run_until_idle();
            asked.seen.borrow().len()
        };
        let solana = ChainId::of(Namespace::Solana, "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp").unwrap();
        assert_eq!(look(solana, "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g"), 0);
        assert!(look(ChainId::evm(1), "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266") > 0);
    }
}
