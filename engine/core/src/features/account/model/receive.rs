//! The data to receive payments: the address, its QR code, and the networks on which it is valid (2.22).

use super::accounts::Account;
use crate::caip::ChainId;
use crate::entities::{AccountEntry, AccountType, Network};
use crate::features::networks::model::{self as networks, NetworkBadge};
use crate::namespaces;
use crate::qr::{self, Qr};
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

/// Slice `receive`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReceiveSlice {
    /// The address. For Bitcoin, the payment address. Empty until the wallet has confirmed it.
    pub address: Option<String>,
    /// The address as a QR code without a logo or a URI scheme (decision 22, "Receive").
    pub qr: Option<Qr>,
    /// The networks of its namespace, the active one first.
    pub networks: Vec<NetworkBadge>,
    /// A smart account that exists on this network only.
    pub only: bool,
    /// The same account in the network-independent form, if the active network writes it differently (SS58).
    pub generic: Option<String>,
}

/// Builds the slice.
#[must_use]
pub fn slice(state: &State) -> ReceiveSlice {
    let account = state.networks.active_namespace().and_then(|namespace| state.accounts.by.get(&namespace));
    let account = account.filter(|account| account.is_confirmed());
    let Some((account, entry)) = account.and_then(|account| Some((account, paid_to(account)?))) else {
        return ReceiveSlice::default();
    };
    let only = entry.kind == AccountType::SmartAccount;
    let shown = state.networks.shown_chain();
    let forms = |chain: &ChainId| namespaces::forms(entry.namespace, &chain.reference, &entry.address);
    let (address, generic) = match shown.as_ref().and_then(forms) {
        Some((own, generic)) => (own.clone(), Some(generic).filter(|generic| *generic != own)),
        None => (entry.address.clone(), None),
    };
    // so a sender on another network can see that this form of the address is wrong there
    let is_written_so = |network: &&Network| {
        let own = network.chain().as_ref().and_then(forms);
        own.is_none_or(|(own, _)| own == address)
    };
    let active = shown.map(|chain| chain.to_string());
    let is_active = |network: &&Network| active.as_ref() == Some(&network.caip_network_id);
    let (first, others): (Vec<_>, Vec<_>) = state
        .networks
        .list
        .iter()
        .filter(|network| network.chain_namespace == entry.namespace)
        .filter(|network| is_good_on(&account.entries, &entry.address, network))
        .filter(is_written_so)
        .partition(is_active);
    let others = others.into_iter().filter(|_| !only);
    ReceiveSlice {
        qr: qr::encode(&address),
        address: Some(address),
        generic,
        networks: first.into_iter().chain(others).map(|network| networks::badge_of(state, network)).collect(),
        only,
    }
}

/// Whether the wallet named exactly this address for a network. Always true if addresses aren't tied to one network.
fn is_good_on(entries: &[AccountEntry], address: &str, network: &Network) -> bool {
    entries.iter().any(|entry| {
        entry.address == address && entry.chain.as_ref().is_none_or(|of| *of == network.caip_network_id)
    })
}

fn paid_to(account: &Account) -> Option<&AccountEntry> {
    let current = account.current()?;
    Some(account.entries.iter().find(|entry| entry.kind == AccountType::Payment).unwrap_or(current))
}
