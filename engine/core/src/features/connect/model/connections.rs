//! Connectors and connections, as the page reads them (3.5, 3.6).

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

/// The `info` of a connector.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectorInfo {
    /// The reverse DNS name that the wallet announced.
    pub rdns: Option<String>,
}

/// The object of a wallet for one namespace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectorPart {
    /// The namespace.
    pub chain: Namespace,
    /// The connector ID for this namespace.
    pub id: String,
}

/// A way to reach a wallet (3.6); the handle adds `provider`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectorItem {
    /// The parameter of `connect`.
    pub id: String,
    /// "MetaMask".
    pub name: String,
    /// `ANNOUNCED`; `INJECTED` for `window.ethereum`; `EXTERNAL` for a connector of the page.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The namespace, or the first one of a wallet with several.
    pub chain: Namespace,
    /// The wallet's namespaces, if it is a browser wallet.
    pub parts: Vec<ConnectorPart>,
    /// The configured networks that the wallet supports, as CAIP-2.
    pub chains: Vec<String>,
    /// The icon as a `blob:` URL.
    pub image_url: Option<String>,
    /// The ID of the icon at the image service.
    pub image_id: Option<String>,
    /// The ID of the wallet's listing.
    pub explorer_id: Option<String>,
    /// More data.
    pub info: ConnectorInfo,
    /// The wallet looks like another one, or another one claims the same identity. Only the user can choose between
    /// them in the list.
    pub conflict: bool,
}

/// Status of a stored connection, which decides whether switching to it reconnects (4.3) or connects again (4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ConnectionStatus {
    /// The active connection.
    Active,
    /// Stored, but its wallet hasn't responded yet.
    Disconnected,
}

/// A connection, as the page reads it (3.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectionItem {
    /// The namespace of the connection.
    pub namespace: Namespace,
    /// The ID of the connector.
    pub connector_id: String,
    /// Its accounts.
    pub accounts: Vec<AccountEntry>,
    /// The status of the connection.
    pub status: ConnectionStatus,
    /// The social login of an embedded wallet.
    pub auth: Option<ConnectionAuth>,
    /// Disconnected, but stored: the user can restore it.
    pub recent: bool,
}

/// The `auth` of a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectionAuth {
    /// The social provider.
    pub name: Option<String>,
}

/// An earlier connection that can be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// The ID of the connector.
    pub connector_id: String,
    /// Its accounts.
    pub entries: Vec<AccountEntry>,
}

/// A wallet that was used before (3.8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecentWallet {
    /// The ID of the connector or of the listing.
    pub id: String,
    /// The wallet's name.
    pub name: String,
    /// The reverse DNS name that the wallet announced.
    pub rdns: Option<String>,
    /// The icon as a `blob:` URL, while the wallet is on the page.
    pub icon: Option<String>,
}

/// Slice `connections`: the results of `getConnectors` and `getConnections`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectionsSlice {
    /// Every wallet that can be connected.
    pub connectors: Vec<ConnectorItem>,
    /// The active or stored connection of each namespace, then the earlier ones.
    pub connections: Vec<ConnectionItem>,
    /// The most recent wallets, newest first, at most 2.
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

/// The login of the embedded wallet.
fn auth(state: &State, id: &str) -> Option<ConnectionAuth> {
    let name = state.carried.get(stored::PROVIDER).filter(|_| id == EMBEDDED_ID)?.as_str()?;
    Some(ConnectionAuth { name: Some(name.into()) })
}

/// The connector of the embedded wallet, if logins are available: one for all its namespaces (4.47).
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

/// Moves the current connection of a namespace to the earlier ones. `next` is the connector that replaces it, if any.
pub(crate) fn remember(state: &mut State, namespace: Namespace, next: Option<&str>) {
    let left = state.accounts.by.get(&namespace).and_then(|account| {
        let connector_id = account.connector_id.clone().filter(|_| !account.entries.is_empty())?;
        if connector_id == EMBEDDED_ID {
            return None; // a login that has ended can't be restored
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

/// Marks the wallet as the most recently used one (3.8).
pub(crate) fn used(state: &mut State, handle: WalletHandle) {
    let Some((mut id, name, _)) = connect::identity(state, handle) else { return };
    if matches!(handle, WalletHandle::Embedded(_)) {
        return; // a login isn't a wallet to choose again
    }
    if let Some(wallet) = state.wallets.of(handle) {
        id = state.wallets.row_id(wallet); // one entry for all namespaces of the wallet
    }
    if matches!(handle, WalletHandle::Relay(_)) {
        // a mobile wallet is stored with its listing, which the user can choose again
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
