//! The pending transactions of an account that the engine polls (9.9, 4.26; option `pendingTransactions`, off by
//! default): those from this modal, including the page's, and pending ones of the history.

use crate::caip::{AccountId, Namespace};
use crate::constants::{PENDING_POLL_MS, PENDING_POLL_MS_MIN, TRANSACTIONS_MAX};
use crate::entities::Status;
use crate::features::money::model::transactions::{is_open, sender};
use crate::json::Read;
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// A pending transaction, and where it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pending {
    /// Has an entry with this ID.
    Ours(String),
    /// Is in the history with this hash.
    History(String),
}

fn option(state: &State) -> Option<&Value> {
    state.options.rest.get("pendingTransactions")
}

/// Whether the page enables polling.
#[must_use]
pub fn is_on(state: &State) -> bool {
    option(state).is_some_and(|option| option.flag("enable") == Some(true))
}

/// The time between two polls. `None` if polling is off.
pub(crate) fn every_ms(state: &State) -> Option<u64> {
    let option = option(state).filter(|_| is_on(state))?;
    Some(option.whole("pollingInterval").map_or(PENDING_POLL_MS, |ms| ms.max(PENDING_POLL_MS_MIN)))
}

/// The pending transactions of the connected account on the visible network, at most [`TRANSACTIONS_MAX`].
pub(crate) fn pending(state: &State, namespace: Namespace) -> Vec<Pending> {
    let Some(account) = subject(state, namespace) else { return Vec::new() };
    let chain = account.chain.to_string();
    let is_mine = |of: &str, request: &Value| {
        *of == chain && sender(request).is_some_and(|from| from.eq_ignore_ascii_case(&account.address))
    };
    let ours =
        state.transactions.list.iter().filter(|item| is_open(item) && is_mine(&item.chain, &item.request));
    let is_here = state.activity.of.as_ref() == Some(&account);
    let history = state.activity.items.iter().filter(|item| is_here && item.status() == "pending");
    let mut all: Vec<Pending> = Vec::new();
    let mut hashes: Vec<&str> = Vec::new();
    for item in ours.filter(|item| item.is_answered()) {
        hashes.extend(item.hash.as_deref());
        all.push(Pending::Ours(item.id.clone()));
    }
    for hash in history.filter_map(|item| item.hash()) {
        if !hashes.contains(&hash.as_str()) {
            all.push(Pending::History(hash));
        }
    }
    all.truncate(TRANSACTIONS_MAX);
    all
}

/// The connected account on the displayed network.
pub(crate) fn subject(state: &State, namespace: Namespace) -> Option<AccountId> {
    let account = state.accounts.by.get(&namespace).filter(|account| account.status == Status::Connected)?;
    let chain = state.networks.shown_chain().filter(|chain| chain.namespace == namespace)?;
    Some(AccountId { chain, address: account.current()?.address.clone() })
}
