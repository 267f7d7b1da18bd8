//! Merges a wallet that supports several namespaces into one entry (4.47, 10.18, decisions 19, "One row for several namespaces", and 75, "One entry
//! for several namespaces"). Only the display is merged. A request always goes to the object that was announced for its namespace.

use super::page_wallets::{Wallets, claimed, is_of_host, offered};
use crate::caip::Namespace;
use crate::entities::{Status, WalletHandle, WalletRow};
use crate::features::account::model::accounts::Account;
use crate::features::networks::model as networks;
use crate::ports::provider::Announced;
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

/// A namespace in which the user can connect the chosen wallet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WalletFamily {
    /// The namespace of the connection.
    pub namespace: Namespace,
    /// The network (CAIP-2) that the page would show.
    pub network: Option<String>,
    /// The wallet is connected in this namespace.
    pub connected: bool,
}

fn meets(one: &Announced, other: &Announced) -> bool {
    one.namespaces.iter().any(|namespace| other.namespaces.contains(namespace))
}

impl Wallets {
    /// The reverse DNS name of a wallet: the wallet's own, or the one in the directory's listing.
    pub(crate) fn rdns<'a>(&'a self, wallet: &'a Announced) -> Option<&'a String> {
        let listed = || self.also.get(claimed(&wallet.id)).filter(|rdns| !rdns.is_empty());
        wallet.rdns.as_ref().or_else(listed)
    }

    /// Learns reverse DNS names from the directory, for wallets without one. A name that two listings claim isn't
    /// assigned.
    pub(crate) fn know(&mut self, listed: impl Iterator<Item = (String, String)>) {
        for (id, rdns) in listed {
            let is_other = self.also.get(&id).is_some_and(|known| !known.eq_ignore_ascii_case(&rdns));
            self.also.insert(id, if is_other { String::new() } else { rdns });
        }
    }

    fn is_one(&self, one: &Announced, other: &Announced) -> bool {
        let named = self.rdns(one).zip(self.rdns(other)).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b));
        let looks = one.picture.is_some()
            && one.picture == other.picture
            && one.name.eq_ignore_ascii_case(&other.name);
        // A connector of the page is only used under its own id, never for a wallet with the same name.
        !meets(one, other) && (named || looks) && !is_of_host(one) && !is_of_host(other)
    }

    /// The entries that form one wallet, including this one, in the order of namespaces. If two entries share a
    /// namespace, they might belong to different wallets, so nothing is merged.
    pub(crate) fn one_with<'a>(&'a self, wallet: &'a Announced) -> Vec<&'a Announced> {
        let mut all = alloc::vec![wallet];
        let mut at = 0;
        while let Some(one) = all.get(at).copied() {
            for other in self.found.iter().filter(|other| self.is_one(one, other)) {
                if all.iter().any(|known| known.handle == other.handle) {
                    continue;
                }
                if all.iter().any(|known| meets(known, other)) {
                    return alloc::vec![wallet];
                }
                all.push(other);
            }
            at += 1;
        }
        // The two entries share no namespace, so each has its own.
        let of = |namespace| all.iter().copied().find(|one| one.namespaces.first() == Some(&namespace));
        Namespace::ALL.into_iter().filter_map(of).collect()
    }

    /// Whether a connector has its own icon, decoded or not.
    pub(crate) fn has_picture(&self, connector_id: &str) -> bool {
        let of_entry = |wallet: &Announced| self.one_with(wallet).iter().any(|one| one.picture.is_some());
        self.by_connector(connector_id).is_some_and(of_entry)
    }

    /// Whether another wallet has the same reverse DNS name, but can't be merged with this one.
    pub(crate) fn is_apart(&self, wallet: &Announced) -> bool {
        self.found
            .iter()
            .filter(|other| other.handle != wallet.handle && other.rdns == wallet.rdns && !is_of_host(other))
            .any(|other| self.one_with(wallet).iter().all(|known| known.handle != other.handle))
    }

    /// The row's ID: the connector ID of the wallet's first namespace.
    pub(crate) fn row_id(&self, wallet: &Announced) -> String {
        self.connector_id(self.one_with(wallet).first().copied().unwrap_or(wallet))
    }

    /// The ID of the row that contains a connector. For an unknown connector, its own ID.
    pub(crate) fn entry_of(&self, connector_id: &str) -> String {
        self.by_connector(connector_id).map_or_else(|| connector_id.to_string(), |wallet| self.row_id(wallet))
    }

    /// The announcement of a connector's wallet for one namespace.
    pub(crate) fn by_family(&self, connector_id: &str, namespace: Namespace) -> Option<&Announced> {
        let all = self.one_with(self.by_connector(connector_id)?);
        all.into_iter().find(|wallet| wallet.namespaces.contains(&namespace))
    }

    /// The page's namespaces in which a row's wallet can be connected, each with its object.
    pub(crate) fn ways(&self, connector_id: &str, state: &State) -> Vec<(Namespace, WalletHandle)> {
        let Some(chosen) = self.by_connector(connector_id) else { return Vec::new() };
        let is_of_page = |namespace: &Namespace| {
            state.options.has_adapter(*namespace)
                && state.networks.list.iter().any(|network| network.chain_namespace == *namespace)
        };
        let mut all = self.one_with(chosen);
        all.retain(|wallet| wallet.handle == chosen.handle || offered(wallet, state));
        let ways = all.into_iter().flat_map(|wallet| {
            let handle = WalletHandle::Page(wallet.handle);
            wallet.namespaces.iter().copied().filter(is_of_page).map(move |namespace| (namespace, handle))
        });
        ways.collect()
    }
}

/// The rows that fit while the user looks for a wallet of one namespace. For mobile wallets the support can be unknown.
pub(crate) fn fitting(state: &State, mut rows: Vec<WalletRow>) -> Vec<WalletRow> {
    if let Some(to) = networks::wanted(state) {
        rows.retain(|row| row.namespaces.is_empty() || row.namespaces.contains(&to.namespace));
    }
    rows
}

/// The wallets to notify about a disconnect, with their namespaces. A wallet that is still connected for another namespace isn't notified,
/// because it might revoke access for all of them. The last namespace to disconnect also notifies the earlier ones' objects.
pub(crate) fn leaving(
    state: &State,
    namespace: Namespace,
    handle: WalletHandle,
) -> Vec<(Namespace, WalletHandle)> {
    let Some(wallet) = state.wallets.of(handle) else { return alloc::vec![(namespace, handle)] };
    let all = state.wallets.one_with(wallet);
    let is_of = |handle: WalletHandle| all.iter().any(|one| WalletHandle::Page(one.handle) == handle);
    let mut others = state.accounts.by.iter().filter(|(family, _)| **family != namespace);
    if others.any(|(_, account)| !account.disconnecting && account.handle.is_some_and(is_of)) {
        return Vec::new();
    }
    let way = |one: &Announced| {
        if one.handle == wallet.handle {
            return Some((namespace, handle));
        }
        let (id, object) = (state.wallets.connector_id(one), WalletHandle::Page(one.handle));
        let was_left = |family: &Namespace| {
            let ids = state.accounts.disconnected.get(family);
            let goes = |account: &Account| account.disconnecting && account.handle == Some(object);
            state.accounts.by.get(family).is_some_and(goes) || ids.is_some_and(|ids| ids.contains(&id))
        };
        let family = one.namespaces.iter().copied().find(was_left)?;
        Some((family, object))
    };
    all.into_iter().filter_map(way).collect()
}

/// The namespaces of the selected wallet, for the view ConnectingMultiChain.
pub(crate) fn families(state: &State) -> Vec<WalletFamily> {
    let Some(id) = &state.connect.wallet_id else { return Vec::new() };
    let family = |(namespace, handle)| {
        let account = state.accounts.by.get(&namespace);
        let is_it = |of: &Account| of.handle == Some(handle) && of.status == Status::Connected;
        WalletFamily {
            namespace,
            network: networks::home_of(state, namespace).map(|chain| chain.to_string()),
            connected: account.is_some_and(is_it),
        }
    };
    state.wallets.ways(id, state).into_iter().map(family).collect()
}
