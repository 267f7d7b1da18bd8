//! Connectors and connections as a host reads them (3.5, 3.6).

use crate::caip::Namespace;
use crate::constants::{CONNECTIONS_MAX, RECENT_WALLETS_MAX};
use crate::constants::{EMBEDDED_ID, EMBEDDED_NAME, WALLET_CONNECT_ID};
use crate::entities::WalletHandle;
use crate::entities::{AccountEntry, Status};
use crate::features::connect::model::page_wallets as connect;
use crate::features::directory::model::lookalikes::mark as mark_lookalikes;
use crate::features::embedded::model::{self as embedded_model, stored};
use crate::features::project::model as project;
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

/// `info` of a connector.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectorInfo {
    /// As announced.
    pub rdns: Option<String>,
}

/// Which object of a wallet serves a namespace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectorPart {
    /// The namespace.
    pub chain: Namespace,
    /// Its own connector id.
    pub id: String,
}

/// A way to reach a wallet (3.6); the handle adds `provider`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectorItem {
    /// The parameters of `connect`.
    pub id: String,
    /// "MetaMask".
    pub name: String,
    /// `ANNOUNCED`, `INJECTED` for `window.ethereum`, `EXTERNAL` for one of the host.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The namespace; of a wallet of several, the first.
    pub chain: Namespace,
    /// Its namespaces, if it is a browser wallet.
    pub parts: Vec<ConnectorPart>,
    /// CAIP-2 of the configured networks it can serve.
    pub chains: Vec<String>,
    /// `blob:` URL.
    pub image_url: Option<String>,
    /// Id of an image service.
    pub image_id: Option<String>,
    /// Id of the wallet's listing.
    pub explorer_id: Option<String>,
    /// More.
    pub info: ConnectorInfo,
    /// It looks like another wallet, or another claims to be the same one: only the list can say which is meant.
    pub conflict: bool,
}

/// Status of a stored connection, which decides whether switching to it reconnects (4.3) or connects again (4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ConnectionStatus {
    /// In use.
    Active,
    /// Stored, and its wallet has not answered (yet).
    Disconnected,
}

/// A connection (3.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectionItem {
    /// The namespace.
    pub namespace: Namespace,
    /// The connector.
    pub connector_id: String,
    /// Its accounts.
    pub accounts: Vec<AccountEntry>,
    /// Status of the connection.
    pub status: ConnectionStatus,
    /// The social login it came by.
    pub auth: Option<ConnectionAuth>,
    /// Disconnected, but remembered: it can be restored.
    pub recent: bool,
}

/// `auth` of a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectionAuth {
    /// The social provider.
    pub name: Option<String>,
}

/// An earlier connection that can be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The connector.
    pub connector_id: String,
    /// Its accounts.
    pub entries: Vec<AccountEntry>,
}

/// A wallet that was used before (3.8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecentWallet {
    /// The connector id, or the id of a listing.
    pub id: String,
    /// A label.
    pub name: String,
    /// As announced.
    pub rdns: Option<String>,
    /// `blob:` URL, while the wallet is in the page.
    pub icon: Option<String>,
}

/// Slice `connections`: the results of `getConnectors` and `getConnections`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectionsSlice {
    /// Every wallet that can be reached.
    pub connectors: Vec<ConnectorItem>,
    /// The one of each namespace that is in use or stored, then those that were.
    pub connections: Vec<ConnectionItem>,
    /// Newest first, at most 2.
    pub recent_wallets: Vec<RecentWallet>,
}

/// Builds the slice `connections`.
#[must_use]
pub fn slice(state: &State) -> ConnectionsSlice {
    let mut rows = state.wallets.rows(state);
    mark_lookalikes(state, &mut rows);
    let connectors = rows.into_iter().filter_map(|row| {
        let chain = *row.namespaces.first().filter(|_| state.wallets.is_here(&row.id))?;
        let served =
            state.networks.list.iter().filter(|network| row.namespaces.contains(&network.chain_namespace));
        Some(ConnectorItem {
            kind: match row.id == WALLET_CONNECT_ID {
                true => "WALLET_CONNECT",
                false => state.wallets.kind_of(&row.id).as_str(),
            },
            chain,
            parts: parts(state, &row.id),
            chains: served.map(|network| network.caip_network_id.clone()).collect(),
            image_url: row.icon,
            image_id: None,
            explorer_id: None,
            info: ConnectorInfo { rdns: row.rdns },
            conflict: row.conflict,
            name: row.name,
            id: row.id,
        })
    });
    ConnectionsSlice {
        connectors: connectors.chain(embedded(state)).collect(),
        connections: list(state),
        recent_wallets: recent_wallets(state),
    }
}

fn parts(state: &State, id: &str) -> Vec<ConnectorPart> {
    let wallets = &state.wallets;
    let part = |(chain, handle)| Some(ConnectorPart { chain, id: wallets.connector_id(wallets.of(handle)?) });
    wallets.ways(id, state).into_iter().filter_map(part).collect()
}

/// By whom the owner of the embedded wallet has logged in.
fn auth(state: &State, id: &str) -> Option<ConnectionAuth> {
    let name = state.carried.get(stored::PROVIDER).filter(|_| id == EMBEDDED_ID)?.as_str()?;
    Some(ConnectionAuth { name: Some(name.into()) })
}

/// The embedded wallet, where logins are offered: one for all its namespaces (4.47).
fn embedded(state: &State) -> Option<ConnectorItem> {
    let chains = embedded_model::chains(state);
    let chain = chains.first().filter(|_| !project::logins(state).is_empty())?.namespace;
    Some(ConnectorItem {
        kind: "AUTH",
        chain,
        parts: Vec::new(),
        chains: chains.iter().map(ToString::to_string).collect(),
        image_url: None,
        image_id: None,
        explorer_id: None,
        info: ConnectorInfo { rdns: None },
        conflict: false,
        name: EMBEDDED_NAME.into(),
        id: EMBEDDED_ID.into(),
    })
}

pub(crate) fn recent_wallets(state: &State) -> Vec<RecentWallet> {
    let with_icon = |wallet: &RecentWallet| RecentWallet {
        icon: state.wallets.row_of(&wallet.id, state).and_then(|row| row.icon),
        ..wallet.clone()
    };
    state.wallets.recent.iter().map(with_icon).collect()
}

/// The stored connections.
#[must_use]
pub fn list(state: &State) -> Vec<ConnectionItem> {
    let item = |namespace: &Namespace, id: &str, entries: &[AccountEntry], status, recent| ConnectionItem {
        namespace: *namespace,
        connector_id: id.into(),
        accounts: entries.to_vec(),
        status,
        auth: auth(state, id),
        recent,
    };
    let kept = state.accounts.by.iter().filter_map(|(namespace, account)| {
        let status = match account.status {
            Status::Connected => ConnectionStatus::Active,
            _ => ConnectionStatus::Disconnected,
        };
        Some(item(namespace, account.connector_id.as_ref()?, &account.entries, status, false))
    });
    let were = state.accounts.remembered.iter().flat_map(|(namespace, list)| {
        let item = move |was: &Remembered| {
            item(namespace, &was.connector_id, &was.entries, ConnectionStatus::Disconnected, true)
        };
        list.iter().map(item)
    });
    kept.chain(were).collect()
}

/// Moves the current connection of a namespace to the remembered ones, because `next` replaces it or nothing does.
pub(crate) fn remember(state: &mut State, namespace: Namespace, next: Option<&str>) {
    let left = state.accounts.by.get(&namespace).and_then(|account| {
        let connector_id = account.connector_id.clone().filter(|_| !account.entries.is_empty())?;
        if connector_id == EMBEDDED_ID {
            return None; // a login that is over is none to go back to
        }
        Some(Remembered { connector_id, entries: account.entries.clone() })
    });
    let list = state.accounts.remembered.of(namespace);
    if let Some(left) = left {
        list.retain(|was| was.connector_id != left.connector_id);
        list.insert(0, left);
        list.truncate(CONNECTIONS_MAX);
    }
    list.retain(|was| Some(was.connector_id.as_str()) != next);
}

/// A wallet was connected: it is the most recent one (3.8).
pub(crate) fn used(state: &mut State, handle: WalletHandle) {
    let Some((mut id, name, _)) = connect::identity(state, handle) else { return };
    if matches!(handle, WalletHandle::Embedded(_)) {
        return; // a way to log in, and no wallet to choose again
    }
    if let Some(wallet) = state.wallets.of(handle) {
        id = state.wallets.row_id(wallet); // one entry over its families
    }
    if matches!(handle, WalletHandle::Relay(_)) {
        // of a mobile wallet its listing is what can be chosen again
        let Some(listing) = state.session.peer.as_ref().and_then(|(_, listing)| listing.clone()) else {
            return;
        };
        id = listing;
    }
    let rdns = connect::is_rdns(&id).then(|| id.clone());
    let mut recent = core::mem::take(&mut state.wallets.recent);
    recent.retain(|wallet| state.wallets.entry_of(&wallet.id) != id);
    state.wallets.recent = recent;
    state.wallets.recent.insert(0, RecentWallet { id, name, rdns, icon: None });
    state.wallets.recent.truncate(RECENT_WALLETS_MAX);
}
