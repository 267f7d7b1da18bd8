//! Node queries for Solana: address tables, token accounts, mints. Only this module knows their encoding.

pub(crate) use super::accounts::{Account, account, holding, is_of_tokens, mint_decimals, staked};
use crate::amount::Amount;
use crate::api::rpc;
use crate::constants::SIMULATION_MS;
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::solana::codec::wire::{Key, Transaction};
use crate::namespaces::solana::reader::effects::{key, resolved, transactions};
use crate::namespaces::solana::reader::instructions::{
    ASSOCIATED, Facts, TABLES, TOKEN, TOKEN_2022, Table, written,
};
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

/// The maximum number of accounts per query. Further ones stay unknown.
pub(crate) const ACCOUNTS_MAX: usize = 100;
/// The size of an address table's state, which precedes its addresses.
const TABLE_HEAD: usize = 56;

/// The accounts in the order of their keys, with `None` for a missing one. The outer `None` means that no node
/// responded.
pub(crate) async fn accounts(cx: &Cx, network: &Network, keys: &[Key]) -> Option<Vec<Option<Account>>> {
    accounts_at(cx, network, keys).await.map(|(accounts, _)| accounts)
}

/// Like [`accounts`], with the slot of the response.
pub(crate) async fn accounts_at(
    cx: &Cx,
    network: &Network,
    keys: &[Key],
) -> Option<(Vec<Option<Account>>, u64)> {
    let written: Vec<String> = keys.iter().map(written).collect();
    let params = json!([written, { "encoding": "base64", "commitment": "confirmed" }]);
    let answer = rpc::of_money(cx, network, "getMultipleAccounts", &params).await.ok()?;
    let all: Vec<Option<Account>> = answer.list("value").iter().map(account).collect::<Option<_>>()?;
    let slot = answer.field("context").and_then(|of| of.whole("slot")).unwrap_or_default();
    (all.len() == keys.len()).then_some((all, slot))
}

/// The address table, if the account is one.
fn table(account: &Account) -> Option<Table> {
    let (head, places) = account.data.split_at_checked(TABLE_HEAD)?;
    let (kind, rest) = head.split_first_chunk::<4>()?;
    let (ends, _) = rest.split_first_chunk::<8>()?;
    let is_table = account.owner == TABLES && *kind == 1u32.to_le_bytes();
    let keys = places.chunks_exact(32).filter_map(|key| key.try_into().ok()).collect();
    // the slot in which the closing began; the highest number means never
    is_table.then_some(Table { keys, is_closing: u64::from_le_bytes(*ends) != u64::MAX })
}

/// The coin balance of an account.
///
/// # Errors
/// The node's errors.
pub(crate) async fn native(cx: &Cx, network: &Network, address: &str) -> Result<Amount> {
    let params = json!([address, { "commitment": "confirmed" }]);
    let units = rpc::of_money(cx, network, "getBalance", &params).await?.whole("value");
    Ok(lamports(units.ok_or_else(|| unreadable(network))?, network))
}

pub(crate) fn lamports(units: u64, network: &Network) -> Amount {
    Amount::new(U256::from(units), network.native_currency.decimals)
}

/// The error for an invalid response of the node.
pub(crate) fn unreadable(network: &Network) -> Error {
    Error::Unreadable { from: network.name.clone() }
}

/// The error for a node that doesn't respond.
pub(crate) fn unreachable(network: &Network) -> Error {
    Error::Unreachable { host: network.name.clone() }
}

/// The current time in seconds.
pub(crate) fn seconds(cx: &Cx) -> i64 {
    i64::try_from(cx.ports().clock.now_ms() / 1_000).unwrap_or(i64::MAX)
}

/// A token's own decimals. `None` if no node responds.
pub async fn decimals(cx: &Cx, network: &Network, token: &str) -> Option<u8> {
    let accounts = accounts(cx, network, &[key(token)?]).await?;
    mint_decimals(accounts.first()?.as_ref()?)
}

/// The network's data about a request's accounts.
pub async fn facts(cx: &Cx, network: &Network, method: &str, params: &Value) -> Facts {
    let mut facts = Facts::default();
    let Some(transactions) = transactions(method, params) else { return facts };
    let lookups = transactions.iter().flat_map(|of| of.message.lookups.iter());
    let tables = once(lookups.map(|lookup| lookup.table));
    facts.tables = each(&known(cx, network, &tables).await, table);
    let held = once(transactions.iter().flat_map(|of| held(of, &facts)));
    facts.holdings = each(&known(cx, network, &held).await, holding);
    facts
}

/// Removes duplicate keys, and applies the limit of a query.
pub(crate) fn once(keys: impl Iterator<Item = Key>) -> Vec<Key> {
    let mut all = Vec::new();
    for key in keys {
        if all.len() < ACCOUNTS_MAX && !all.contains(&key) {
            all.push(key);
        }
    }
    all
}

/// The existing accounts among these keys.
async fn known(cx: &Cx, network: &Network, keys: &[Key]) -> Vec<(Key, Account)> {
    if keys.is_empty() {
        return Vec::new();
    }
    let answer = cx.within(SIMULATION_MS, accounts(cx, network, keys)).await.flatten();
    let pairs = keys.iter().zip(answer.unwrap_or_default());
    pairs.filter_map(|(key, account)| Some((*key, account?))).collect()
}

/// Applies a reader to accounts, and keeps those that it can read.
fn each<T>(accounts: &[(Key, Account)], read: fn(&Account) -> Option<T>) -> Vec<(Key, T)> {
    accounts.iter().filter_map(|(key, account)| Some((*key, read(account)?))).collect()
}

/// The token accounts in the instructions of token programs, whose token and owner must be queried.
fn held(transaction: &Transaction, facts: &Facts) -> Vec<Key> {
    let message = &transaction.message;
    let (keys, _) = resolved(message, facts);
    let mut all = Vec::new();
    for instruction in &message.instructions {
        let program = message.keys.get(usize::from(instruction.program)).map(written);
        let is_of_it = program.is_some_and(|of| of == TOKEN || of == TOKEN_2022 || of == ASSOCIATED);
        let accounts = instruction.accounts.iter().take(3).filter(|_| is_of_it);
        all.extend(accounts.filter_map(|at| *keys.get(usize::from(*at))?));
    }
    all
}
