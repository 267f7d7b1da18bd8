//! Connectors and connections as a host reads them (3.5, 3.6), and switching to a stored one (4.3-4.5).

use super::unknown_action;
use crate::caip::Namespace;
use crate::connectors;
use crate::constants::WALLET_SILENT_MS;
use crate::entities::{AccountEntry, Status};
use crate::error::{Error, Result};
use crate::features::accounts::{self, Connected};
use crate::features::connect;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
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
    /// `ANNOUNCED`, or `INJECTED` for `window.ethereum`.
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
}

/// The slice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectionsSlice {
    /// Every wallet that can be reached.
    pub connectors: Vec<ConnectorItem>,
    /// One for each namespace that has one.
    pub connections: Vec<ConnectionItem>,
}

/// The slice.
#[must_use]
pub fn slice(state: &State) -> ConnectionsSlice {
    let connectors = state.wallets.rows(state).into_iter().filter_map(|row| {
        let chain = *row.namespaces.first()?;
        let served =
            state.networks.list.iter().filter(|network| row.namespaces.contains(&network.chain_namespace));
        Some(ConnectorItem {
            kind: if row.id == "injected" { "INJECTED" } else { "ANNOUNCED" },
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
    ConnectionsSlice { connectors: connectors.collect(), connections: list(state) }
}

/// The stored connections.
#[must_use]
pub fn list(state: &State) -> Vec<ConnectionItem> {
    let stored = state.accounts.by.iter().filter_map(|(namespace, account)| {
        Some(ConnectionItem {
            namespace: *namespace,
            connector_id: account.connector_id.clone()?,
            accounts: account.entries.clone(),
            status: match account.status {
                Status::Connected => ConnectionStatus::Active,
                _ => ConnectionStatus::Disconnected,
            },
        })
    });
    stored.collect()
}

/// Reconnects silently: the wallet has been given leave before.
async fn reconnect(cx: &Cx, namespace: Namespace, connector_id: &str) -> Result<Reply> {
    let missing = Error::NoConnectorForConnection;
    let found = cx.within(WALLET_SILENT_MS, connect::wait_for(cx, connector_id)).await;
    let handle = found.ok_or(missing.clone())?;
    let silent = cx.within(WALLET_SILENT_MS, connectors::connect(cx, handle, namespace, true)).await;
    let given = silent.unwrap_or(Err(Error::WalletSilent))?;
    let (connector_id, wallet_name, icon) = cx.read(|s| connect::identity(s, handle)).ok_or(missing)?;
    if given.entries.is_empty() {
        return Err(Error::Unauthorized);
    }
    let (entries, chain) = (given.entries, given.chain);
    let connected = Connected { namespace, entries, chain, connector_id, wallet_name, icon, handle };
    accounts::settle(cx, connected, "browser", true).await;
    Ok(cx.read(|s| crate::snapshot::account_reply(s, namespace)))
}

/// Commands of the connections.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum ConnectionsCommand {
    /// Switches to a stored connection; resolves with the account.
    #[ts(rename = "connections.switch")]
    Switch {
        #[ts(type = "{ namespace?: string, connectorId: string, status: string }")]
        connection: (),
    },
}

/// Runs a command.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        if action != "switch" {
            return Err(unknown_action("connections", &action));
        }
        let connection =
            command.field("connection").ok_or(Error::BadParams { field: "connection".into() })?;
        let id = connection.filled("connectorId").ok_or(Error::BadParams { field: "connectorId".into() })?;
        let id: String = id.into();
        let namespace = match connection.filled("namespace") {
            Some(text) => Namespace::parse(text).ok_or(Error::BadParams { field: "namespace".into() })?,
            None => cx.read(|s| s.networks.active_namespace()).unwrap_or(Namespace::Eip155),
        };
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
