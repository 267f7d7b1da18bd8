//! Connectors and connections as a host reads them (3.5, 3.6), and switching to a stored one (4.3-4.5).

use super::unknown_action;
use crate::caip::Namespace;
use crate::connectors::{self, wallet_connect};
use crate::constants::{CONNECTIONS_MAX, RECENT_WALLETS_MAX, WALLET_SILENT_MS};
use crate::entities::{AccountEntry, Status};
use crate::error::{Error, Result};
use crate::features::account_flow::{self, Connected};
use crate::features::connect;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::ports::provider::WalletHandle;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// `info` of a connector.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectorInfo {
    /// As announced.
    pub rdns: Option<String>,
}

/// A way to reach a wallet (3.6); the handle adds `provider`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectorItem {
    /// What `connect` takes.
    pub id: String,
    /// "MetaMask".
    pub name: String,
    /// `ANNOUNCED`, `INJECTED` for `window.ethereum`, `EXTERNAL` for one of the host.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The family.
    pub chain: Namespace,
    /// CAIP-2 of the configured networks it can serve.
    pub chains: Vec<String>,
    /// `blob:` url.
    pub image_url: Option<String>,
    /// Id of an image service.
    pub image_id: Option<String>,
    /// Id of the wallet's listing.
    pub explorer_id: Option<String>,
    /// More.
    pub info: ConnectorInfo,
}

/// Where a stored connection stands.
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
    /// The family.
    pub namespace: Namespace,
    /// The connector.
    pub connector_id: String,
    /// Its accounts.
    pub accounts: Vec<AccountEntry>,
    /// Where it stands.
    pub status: ConnectionStatus,
    /// The social login it came by.
    pub auth: Option<ConnectionAuth>,
    /// It was, and is not now.
    pub recent: bool,
}

/// `auth` of a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectionAuth {
    /// The social provider.
    pub name: Option<String>,
}

/// A connection that was, and may come again.
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
    /// `blob:` url, while the wallet is in the page.
    pub icon: Option<String>,
}

/// The slice.
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

/// The slice.
#[must_use]
pub fn slice(state: &State) -> ConnectionsSlice {
    let connectors = state.wallets.rows(state).into_iter().filter_map(|row| {
        let chain = *row.namespaces.first().filter(|_| state.wallets.is_here(&row.id))?;
        let served =
            state.networks.list.iter().filter(|network| row.namespaces.contains(&network.chain_namespace));
        Some(ConnectorItem {
            kind: match row.id == wallet_connect::ID {
                true => "WALLET_CONNECT",
                false => state.wallets.kind_of(&row.id).as_str(),
            },
            chain,
            chains: served.map(|network| network.caip_network_id.clone()).collect(),
            image_url: row.icon,
            image_id: None,
            explorer_id: None,
            info: ConnectorInfo { rdns: row.rdns },
            name: row.name,
            id: row.id,
        })
    });
    ConnectionsSlice {
        connectors: connectors.collect(),
        connections: list(state),
        recent_wallets: recent_wallets(state),
    }
}

fn recent_wallets(state: &State) -> Vec<RecentWallet> {
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
        auth: None,
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

/// The connection of a namespace gives way, to the wallet `next` or to nothing: it is remembered.
pub(crate) fn remember(state: &mut State, namespace: Namespace, next: Option<&str>) {
    let left = state.accounts.by.get(&namespace).and_then(|account| {
        let connector_id = account.connector_id.clone().filter(|_| !account.entries.is_empty())?;
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
    if wallet_connect::namespace(handle).is_some() {
        // of a wallet on another device its listing is what can be chosen again
        let Some(listing) = state.pairing.peer.as_ref().and_then(|(_, listing)| listing.clone()) else {
            return;
        };
        id = listing;
    }
    let rdns = id.contains('.').then(|| id.clone());
    state.wallets.recent.retain(|wallet| wallet.id != id);
    state.wallets.recent.insert(0, RecentWallet { id, name, rdns, icon: None });
    state.wallets.recent.truncate(RECENT_WALLETS_MAX);
}

/// Forgets a connection that was; the one in use is let go first.
async fn delete(cx: &Cx, namespace: Namespace, id: &str) -> Result<Reply> {
    if cx.read(|s| s.accounts.by.get(&namespace).is_some_and(|a| a.connector_id.as_deref() == Some(id))) {
        let command = serde_json::json!({ "type": "accounts.disconnect", "namespace": namespace });
        // whatever its wallet says: it is to be forgotten
        drop(crate::engine::dispatch(cx, command).await);
    }
    let known = cx.read(|s| {
        s.accounts
            .remembered
            .get(&namespace)
            .is_some_and(|list| list.iter().any(|was| was.connector_id == id))
    });
    if !known {
        return Err(Error::NoConnectorForConnection);
    }
    cx.commit(|s| s.accounts.remembered.of(namespace).retain(|was| was.connector_id != id)).await;
    Ok(Reply::Done)
}

/// Reconnects silently: the wallet has been given leave before.
async fn reconnect(cx: &Cx, namespace: Namespace, connector_id: &str) -> Result<Reply> {
    let missing = Error::NoConnectorForConnection;
    let found = cx.within(WALLET_SILENT_MS, connect::wait_for(cx, connector_id, namespace)).await;
    let handle = found.ok_or(missing.clone())?;
    let silent = cx.within(WALLET_SILENT_MS, connectors::connect(cx, handle, namespace, true)).await;
    let given = silent.unwrap_or(Err(Error::WalletSilent))?;
    let (connector_id, wallet_name, icon) = cx.read(|s| connect::identity(s, handle)).ok_or(missing)?;
    if given.entries.is_empty() {
        return Err(Error::Unauthorized);
    }
    let (entries, chain) = (given.entries, given.chain);
    let connected = Connected { namespace, entries, chain, connector_id, wallet_name, icon, handle };
    account_flow::settle(cx, connected, "browser", true).await;
    Ok(cx.read(|s| crate::snapshot::account_reply(s, namespace)))
}

/// Commands of the connections.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type", rename_all_fields = "camelCase")]
#[allow(dead_code)]
pub enum ConnectionsCommand {
    /// Switches to a stored connection; resolves with the account.
    #[ts(rename = "connections.switch")]
    Switch {
        #[ts(type = "{ namespace?: string, connectorId: string, status: string }")]
        connection: (),
    },
    /// Forgets one.
    #[ts(rename = "connections.delete")]
    Delete {
        #[ts(optional)]
        namespace: Option<String>,
        connector_id: String,
    },
}

/// Runs a command.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        let connection = match action.as_str() {
            "switch" => command.field("connection").ok_or(Error::BadParams { field: "connection".into() })?,
            "delete" => &command,
            _ => return Err(unknown_action("connections", &action)),
        };
        let id = connection.filled("connectorId").ok_or(Error::BadParams { field: "connectorId".into() })?;
        let id: String = id.into();
        let namespace = match connection.filled("namespace") {
            Some(text) => Namespace::parse(text).ok_or(Error::BadParams { field: "namespace".into() })?,
            None => cx.read(|s| s.networks.active_namespace()).unwrap_or(Namespace::Eip155),
        };
        if action == "delete" {
            return delete(&cx, namespace, &id).await;
        }
        match connection.text("status") {
            Some("active" | "connected") => {
                let key = alloc::format!("reconnect {id}");
                let flow_cx = cx.clone();
                cx.single(ScopeId::App, &key, async move { reconnect(&flow_cx, namespace, &id).await }).await
            }
            Some("disconnected") => connect::connect(&cx, id).await,
            _ => Err(Error::InvalidConnectionStatus),
        }
    })
}
