//! What a sender needs to pay this account: the address, its code, and the networks it is good on (2.22).

use super::accounts::Account;
use crate::entities::{AccountEntry, AccountType, Network};
use crate::features::networks::{NetworkBadge, model as networks};
use crate::qr::{self, Qr};
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

/// Slice `receive`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReceiveSlice {
    /// The address; of Bitcoin the one that is paid to. None until its wallet has confirmed it.
    pub address: Option<String>,
    /// It as a code, plain (docs/spec/decisions.md 22).
    pub qr: Option<Qr>,
    /// Where it can be received: networks of its family, the active one first.
    pub networks: Vec<NetworkBadge>,
    /// A contract of one network: on others it does not exist.
    pub only: bool,
}

/// Builds the slice.
#[must_use]
pub fn slice(state: &State) -> ReceiveSlice {
    let account = state.networks.active_namespace().and_then(|namespace| state.accounts.by.get(&namespace));
    let account = account.filter(|account| account.is_confirmed());
    let Some(entry) = account.and_then(paid_to) else { return ReceiveSlice::default() };
    let only = entry.kind == AccountType::SmartAccount;
    let active = state.networks.shown_chain().map(|chain| chain.to_string());
    let is_active = |network: &&Network| active.as_ref() == Some(&network.caip_network_id);
    let (first, others): (Vec<_>, Vec<_>) = state
        .networks
        .list
        .iter()
        .filter(|network| network.chain_namespace == entry.namespace)
        .partition(is_active);
    let others = others.into_iter().filter(|_| !only);
    ReceiveSlice {
        qr: qr::encode(&entry.address),
        address: Some(entry.address.clone()),
        networks: first.into_iter().chain(others).map(|network| networks::badge_of(state, network)).collect(),
        only,
    }
}

fn paid_to(account: &Account) -> Option<&AccountEntry> {
    let current = account.current()?;
    Some(account.entries.iter().find(|entry| entry.kind == AccountType::Payment).unwrap_or(current))
}
