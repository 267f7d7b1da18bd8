//! Every stored key, once (services.md C). A key is made from the state and read back into it; nothing else writes.

use crate::caip::{ChainId, Namespace};
use crate::constants::ACCOUNTS_MAX;
use crate::entities::Status;
use crate::features::accounts::Account;
use crate::features::transactions;
use crate::json::Read;
use crate::namespaces;
use crate::store::State;
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::{Map, Value, json};

/// One stored key.
pub struct Key {
    /// Without the prefix.
    pub name: &'static str,
    /// Mirrored to localStorage for a synchronous first look (marked L).
    pub mirrored: bool,
    /// May be read into a state that has moved on (a slow disk): it adds, and replaces nothing.
    pub merges: bool,
    /// Its value now, or nothing.
    pub save: fn(&State) -> Option<Value>,
    /// Takes a stored value; what does not fit is dropped.
    pub restore: fn(&mut State, &Value),
}

const fn mirrored(
    name: &'static str,
    save: fn(&State) -> Option<Value>,
    restore: fn(&mut State, &Value),
) -> Key {
    Key { name, mirrored: true, merges: false, save, restore }
}

fn derived(_: &mut State, _: &Value) {}

/// The table. A derived key is written for others to read and follows from a richer one.
pub const KEYS: &[Key] = &[
    mirrored("storage_version", |_| Some(json!("1")), derived),
    mirrored("connection_status", connection_status, derived),
    mirrored("connections", connections, restore_connections),
    mirrored("connected_namespaces", connected_namespaces, derived),
    mirrored("eip155:connected_connector_id", |s| connector_id(s, Namespace::Eip155), derived),
    mirrored("wallet_id", wallet_id, derived),
    mirrored("wallet_name", wallet_name, restore_wallet_name),
    mirrored("active_namespace", active_namespace, derived),
    mirrored("active_caip_network_id", active_network, restore_active_network),
    mirrored("disconnected_connector_ids", disconnected, restore_disconnected),
    Key {
        name: "transactions",
        mirrored: false,
        merges: true,
        save: transactions::save,
        restore: transactions::restore,
    },
];

fn kept(state: &State) -> impl Iterator<Item = (&Namespace, &Account)> {
    state.accounts.by.iter().filter(|(_, account)| account.connector_id.is_some())
}

fn connection_status(state: &State) -> Option<Value> {
    Some(json!(if kept(state).next().is_some() { "connected" } else { "disconnected" }))
}

fn connected_namespaces(state: &State) -> Option<Value> {
    let list: Vec<&str> = kept(state).map(|(namespace, _)| namespace.as_str()).collect();
    (!list.is_empty()).then(|| json!(list.join(",")))
}

fn connector_id(state: &State, namespace: Namespace) -> Option<Value> {
    state.accounts.by.get(&namespace)?.connector_id.as_ref().map(|id| json!(id))
}

fn wallet_id(state: &State) -> Option<Value> {
    kept(state).next()?.1.connector_id.as_ref().map(|id| json!(id))
}

fn wallet_name(state: &State) -> Option<Value> {
    kept(state).next()?.1.wallet_name.as_ref().map(|name| json!(name))
}

fn restore_wallet_name(state: &mut State, value: &Value) {
    let name = value.as_str().and_then(|text| crate::text::label(text, crate::constants::NAME_CHARS_MAX));
    state.accounts.stored_wallet_name = name;
}

fn active_namespace(state: &State) -> Option<Value> {
    state.networks.active.as_ref().map(|chain| json!(chain.namespace))
}

fn active_network(state: &State) -> Option<Value> {
    state.networks.active.as_ref().map(|chain| json!(chain.to_string()))
}

fn restore_active_network(state: &mut State, value: &Value) {
    let chain = value.as_str().and_then(ChainId::parse);
    let configured = chain.filter(|chain| state.networks.find(chain).is_some());
    if configured.is_some() {
        state.networks.active = configured;
    }
}

fn connections(state: &State) -> Option<Value> {
    let mut all = Map::new();
    for (namespace, account) in kept(state) {
        let accounts: Vec<Value> = account
            .entries
            .iter()
            .map(|entry| json!({ "address": entry.address, "type": entry.kind }))
            .collect();
        let mut connection = json!({ "connectorId": account.connector_id, "accounts": accounts });
        if let (Some(chain), Some(fields)) = (&state.networks.active, connection.as_object_mut())
            && chain.namespace == *namespace
        {
            fields.insert("caipNetwork".into(), json!(chain.to_string()));
        }
        all.insert(namespace.to_string(), json!([connection]));
    }
    (!all.is_empty()).then_some(Value::Object(all))
}

fn restore_connections(state: &mut State, value: &Value) {
    for namespace in Namespace::ALL {
        let Some(connection) = value.list(namespace.as_str()).first() else { continue };
        let Some(id) = connection.filled("connectorId").filter(|id| id.len() <= 256) else { continue };
        let Some(rules) = namespaces::of(namespace) else { continue };
        let entries: Vec<_> = connection
            .list("accounts")
            .iter()
            .take(ACCOUNTS_MAX)
            .filter_map(|item| rules.entry(item.text("address")?, item.text("type")))
            .collect();
        if entries.is_empty() {
            continue;
        }
        // "a stored 'connected' becomes connecting" (4.2)
        let status = if state.options.enable_reconnect { Status::Connecting } else { Status::Disconnected };
        let account = state.accounts.by.of(namespace);
        account.status = status;
        account.connector_id = Some(id.to_owned());
        account.entries = entries;
    }
}

fn disconnected(state: &State) -> Option<Value> {
    let mut all = Map::new();
    for (namespace, ids) in state.accounts.disconnected.iter() {
        if !ids.is_empty() {
            all.insert(namespace.to_string(), json!(ids));
        }
    }
    (!all.is_empty()).then_some(Value::Object(all))
}

fn restore_disconnected(state: &mut State, value: &Value) {
    for namespace in Namespace::ALL {
        let ids: Vec<String> = value
            .list(namespace.as_str())
            .iter()
            .filter_map(|id| id.as_str().map(ToOwned::to_owned))
            .take(ACCOUNTS_MAX)
            .collect();
        if !ids.is_empty() {
            state.accounts.disconnected.insert(namespace, ids);
        }
    }
}
