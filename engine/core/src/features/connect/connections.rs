//! Switches to a stored connection, and deletes one (4.3-4.5).

use super::model::connections::{Remembered, list};
pub(crate) use super::model::connections::{remember, used};
use crate::caip::Namespace;
use crate::command::unknown_action;
use crate::connectors::{self, WalletAnswer};
use crate::constants::{WALLET_CONNECT_ID, WALLET_SILENT_MS};
use crate::entities::{AccountEntry, AccountType, Status, WalletHandle};
use crate::error::{Error, Result};
use crate::features::account::{Came, ChangeReason, Connected, connection as account_flow};
use crate::features::connect;
use crate::features::connect::restore;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::namespaces;
use crate::storage::keys::stored_connection;
use crate::storage::value_of;
use crate::store::State;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use serde_json::Value;

/// Deletes a stored connection. If it is active, disconnects it first.
async fn delete(cx: &Cx, namespace: Namespace, id: &str) -> Result<Reply> {
    if cx.read(|s| s.accounts.by.get(&namespace).is_some_and(|a| a.connector_id.as_deref() == Some(id))) {
        // deleted even if its wallet returns an error
        drop(crate::features::account::disconnect(cx, namespace).await);
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

/// The current account of a stored connection.
fn stored_account(state: &State, namespace: Namespace, id: &str) -> Option<String> {
    let mut all = list(state).into_iter();
    let stored = all.find(|one| one.namespace == namespace && one.connector_id == id)?;
    stored.accounts.into_iter().next().map(|entry| entry.address)
}

/// Requests the accounts that a wallet shares without a prompt. The stored account becomes the current one. A response
/// without it is treated as an empty one (T3).
pub(crate) async fn ask_silently(
    cx: &Cx,
    handle: WalletHandle,
    namespace: Namespace,
    stored: Option<String>,
) -> Result<WalletAnswer> {
    let asked = connectors::connect(cx, handle, namespace, true);
    let silent = match handle {
        WalletHandle::Embedded(_) => asked.await, // the frame of the embedded wallet has its own deadlines
        _ => cx.within(WALLET_SILENT_MS, asked).await.unwrap_or(Err(Error::WalletSilent)),
    };
    let mut given = silent?;
    if let (Some(stored), WalletHandle::Page(_)) = (stored, handle) {
        match given.entries.iter().position(|entry| entry.address == stored) {
            Some(at) => given.entries.get_mut(..=at).unwrap_or_default().rotate_right(1),
            None => given.entries.clear(),
        }
    }
    Ok(given)
}

/// The wallet object of a connection.
pub(super) async fn wallet(cx: &Cx, namespace: Namespace, id: &str) -> Result<WalletHandle> {
    let found = cx.within(WALLET_SILENT_MS, connect::wait_for(cx, id, namespace)).await;
    found.ok_or(Error::NoConnectorForConnection)
}

/// Requests a connection's account silently from its wallet.
pub(super) async fn ask(
    cx: &Cx,
    namespace: Namespace,
    handle: WalletHandle,
    stored: Option<String>,
) -> Result<WalletAnswer> {
    let given = ask_silently(cx, handle, namespace, stored).await?;
    match given.entries.is_empty() || cx.read(|s| restore::is_disputed(s, handle)) {
        true => Err(Error::Unauthorized),
        false => Ok(given),
    }
}

/// Follows a change that another tab made to its connections (10.23). A connection that was removed there is removed
/// here. A new one is restored here without a prompt. WalletConnect sessions have their own record.
async fn follow(cx: &Cx, record: Option<&str>) -> Result<Reply> {
    // a record of a later version is ignored
    let value = match record {
        Some(record) => value_of(record).ok_or(Error::BadParams { field: "record".into() })?,
        None => Value::Null,
    };
    for namespace in Namespace::ALL {
        let theirs = stored_connection(&value, namespace).filter(|(id, _)| id != WALLET_CONNECT_ID);
        let ours = cx.read(|s| {
            let account = s.accounts.by.get(&namespace)?;
            account.connector_id.clone().map(|id| (id, account.status))
        });
        let Some((id, entries)) = theirs else {
            if ours.as_ref().is_none_or(|(id, _)| *id != WALLET_CONNECT_ID) {
                // also cancels a restore that began before the other tab disconnected
                cx.close_scope(ScopeId::Restore(namespace), &Error::Aborted);
                cx.update(|s| s.accounts.elsewhere.remove(&namespace));
            }
            if ours.is_some_and(|(id, _)| id != WALLET_CONNECT_ID) {
                account_flow::reset(cx, namespace, "wallet").await;
            }
            continue;
        };
        let is_other = ours.as_ref().is_some_and(|(of, _)| *of != id);
        let is_awaited = cx.read(|s| s.accounts.by.get(&namespace).is_some_and(|account| account.awaited));
        let is_new = is_other || ours.is_none_or(|(_, status)| status == Status::Disconnected && !is_awaited);
        // the user's current choice in this tab takes precedence
        if is_new && cx.read(|s| s.options.enable_reconnect && !s.connect.is_running()) {
            cx.close_scope(ScopeId::Restore(namespace), &Error::Aborted);
            let (flow_cx, stored) = (cx.clone(), entries.first().map(|entry| entry.address.clone()));
            let of = Remembered { connector_id: id.clone(), entries };
            cx.update(|s| s.accounts.elsewhere.insert(namespace, of));
            cx.background(ScopeId::Restore(namespace), async move {
                match restore::follow(&flow_cx, namespace, &id, stored).await {
                    Ok(()) => {}
                    Err(_) if is_other => account_flow::reset(&flow_cx, namespace, "wallet").await,
                    Err(error) => return Err(error),
                }
                Ok(Reply::Done)
            });
        }
    }
    Ok(Reply::Done)
}

fn reconnect_key(connector_id: &str, wanted: Option<&str>) -> String {
    ["reconnect ", connector_id, " ", wanted.unwrap_or_default()].concat()
}

/// Reconnects silently. A disconnect, another attempt or closing the modal cancels the wait, but a response that has
/// arrived is still used.
async fn reconnect(
    cx: &Cx,
    namespace: Namespace,
    connector_id: &str,
    wanted: Option<String>,
) -> Result<Reply> {
    let answer = Rc::new(RefCell::new(None));
    let (ask_cx, id, kept) = (cx.clone(), String::from(connector_id), answer.clone());
    // the response must contain the requested account, or the stored one if none was requested (T3)
    let stored = match wanted {
        Some(_) => None,
        None => cx.read(|s| stored_account(s, namespace, connector_id)),
    };
    let key = reconnect_key(connector_id, wanted.as_deref());
    let asked = cx.inside(&key, ScopeId::Connecting, async move {
        let handle = wallet(&ask_cx, namespace, &id).await?;
        let given = ask(&ask_cx, namespace, handle, stored).await?;
        let identity =
            ask_cx.read(|s| connect::identity(s, handle)).ok_or(Error::NoConnectorForConnection)?;
        let mut connected = Connected::of(given, namespace, identity, handle);
        if let Some(wanted) = wanted {
            is_current(&connected.entries, namespace, &wanted)?;
            connected.wanted = Some(wanted);
        }
        *kept.borrow_mut() = Some(connected);
        ask_cx.answered();
        Ok(Reply::Done)
    });
    asked.await?;
    let connected = answer.borrow_mut().take().ok_or(Error::Internal { details: None })?;
    account_flow::settle(cx, connected, "browser", Came::Again).await;
    Ok(cx.read(|s| crate::features::account::account_reply(s, namespace)))
}

/// Whether an account can become the current one: the wallet has it, and on Bitcoin it is a payment address (5.30).
fn is_current(entries: &[AccountEntry], namespace: Namespace, address: &str) -> Result<()> {
    match entries.iter().find(|entry| entry.address == address) {
        None => Err(Error::Unauthorized),
        Some(entry) if namespaces::has_purposes(namespace) && entry.kind != AccountType::Payment => {
            Err(Error::NonPaymentAccount { namespace: namespace.to_string() })
        }
        Some(_) => Ok(()),
    }
}

/// The requested account, in the wallet's form or in the namespace's own. For a Bitcoin wallet an address is required, and only a payment
/// address can become current (4.14, 5.29, 5.30).
fn asked_account(cx: &Cx, namespace: Namespace, id: &str, command: &Value) -> Result<Option<String>> {
    let connection = command.field("connection");
    let address = command.filled("address").or_else(|| connection?.filled("address"));
    let Some(address) = address else {
        return match namespaces::has_purposes(namespace) {
            true => Err(Error::Bip122AddressRequired),
            false => Ok(None),
        };
    };
    let list = cx.read(list);
    let known = list.iter().filter(|one| one.namespace == namespace && one.connector_id == id);
    let entries: Vec<AccountEntry> = known.flat_map(|one| one.accounts.clone()).collect();
    let stored = entries.iter().find(|entry| namespaces::is_same(namespace, &entry.address, address));
    match stored {
        Some(entry) => {
            let address = entry.address.clone();
            is_current(&entries, namespace, &address)?;
            Ok(Some(address))
        }
        None => {
            let own = namespaces::of(namespace).address(address);
            own.map(Some).map_err(|_| Error::BadParams { field: "address".into() })
        }
    }
}

/// Connects again with a prompt. The user chooses the accounts in the wallet. The requested account becomes the current
/// one if the wallet shares it.
async fn connect_anew(cx: &Cx, namespace: Namespace, id: String, wanted: Option<String>) -> Result<Reply> {
    let connected = connect::connect(cx, id, Some(namespace)).await?;
    let Some(wanted) = wanted else { return Ok(connected) };
    let is_other = cx.read(|s| {
        s.accounts.by.get(&namespace).is_some_and(|account| {
            account.current().is_some_and(|current| current.address != wanted)
                && account.alike().any(|entry| entry.address == wanted)
        })
    });
    if is_other {
        cx.commit(|state| {
            if let Some(account) = state.accounts.by.get_mut(&namespace) {
                account.choose(&wanted);
            }
            state.context_changed(namespace, ChangeReason::Account);
        })
        .await;
    }
    Ok(cx.read(|s| crate::features::account::account_reply(s, namespace)))
}

crate::command::commands! {
    /// The commands of the connections.
    #[ts(rename_all_fields = "camelCase")]
    pub enum ConnectionsCommand, ConnectionsAction {
        /// Switches to a stored connection. Resolves with the account.
        "switch" Switch {
            /// The account to select.
            #[ts(optional)]
            address: Option<String>,
            #[ts(type = "{ namespace?: string, connectorId: string, status: string, address?: string }")]
            connection: (),
        },
        /// Follows another tab that stored its connections. `record` is `None` if it is empty.
        "follow" Follow { record: Option<String> },
        /// Deletes a stored connection.
        "delete" Delete {
            #[ts(optional)]
            namespace: Option<String>,
            connector_id: String,
        },
    }
}

/// Runs a command of this feature.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        let connection = match action.as_str() {
            ConnectionsAction::Follow => return follow(&cx, command.text("record")).await,
            ConnectionsAction::Switch => {
                command.field("connection").ok_or(Error::BadParams { field: "connection".into() })?
            }
            ConnectionsAction::Delete => &command,
            _ => return Err(unknown_action("connections", &action)),
        };
        let id = connection.filled("connectorId").ok_or(Error::BadParams { field: "connectorId".into() })?;
        let id: String = id.into();
        let namespace = match connection.filled("namespace") {
            Some(text) => Namespace::parse(text).ok_or(Error::BadParams { field: "namespace".into() })?,
            None => cx.read(|s| s.networks.active_namespace()).unwrap_or(Namespace::Eip155),
        };
        if action == ConnectionsAction::Delete {
            return delete(&cx, namespace, &id).await;
        }
        let status = connection.text("status");
        if !matches!(status, Some("active" | "connected" | "disconnected")) {
            return Err(Error::InvalidConnectionStatus);
        }
        let wanted = asked_account(&cx, namespace, &id, &command)?;
        match status {
            Some("active" | "connected") => {
                let key = reconnect_key(&id, wanted.as_deref());
                let flow_cx = cx.clone();
                cx.single(
                    ScopeId::Asked,
                    &key,
                    async move { reconnect(&flow_cx, namespace, &id, wanted).await },
                )
                .await
            }
            _ => connect_anew(&cx, namespace, id, wanted).await,
        }
    })
}
