//! Every stored key, once (docs/spec/services.md C). The value of a key is derived from the state, and restored into
//! it. No other code writes keys.

use crate::caip::{ChainId, Namespace};
use crate::constants::{ACCOUNTS_MAX, CONNECTIONS_MAX, RECENT_WALLETS_MAX};
use crate::entities::{AccountEntry, Status};
use crate::features::account::model::accounts::{Account, Confirmation};
use crate::features::connect::model::connections::RecentWallet;
use crate::features::connect::model::connections::Remembered;
use crate::features::embedded::model::stored;
use crate::features::money::model::swap::slippage;
use crate::features::relay::model::OFFERED;
use crate::features::sign_in::model as sign_in;
use crate::json::{Read, object};
use crate::namespaces;
use crate::store::State;
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::{Map, Value};

/// One stored key.
pub struct Key {
    /// The name without its prefix.
    pub name: &'static str,
    /// Also written to localStorage, for synchronous reads at the start (marked L).
    pub mirrored: bool,
    /// How its value is derived and restored.
    kind: Kind,
}

/// How the value of a key is derived and restored.
#[derive(Clone, Copy)]
enum Kind {
    /// Derived by the first part of the binary.
    Made {
        /// The current value, if any.
        save: fn(&State) -> Option<Value>,
        /// Takes a stored value. An invalid one is dropped.
        restore: fn(&mut State, &Value),
    },
    /// Kept unchanged for another part, which reads and writes it: the embedded wallet ([`stored`]), a swap.
    Carried,
}

impl Key {
    /// The current value, if any.
    pub fn save(&self, state: &State) -> Option<Value> {
        match self.kind {
            Kind::Made { save, .. } => save(state),
            Kind::Carried => state.carried.get(self.name).cloned(),
        }
    }

    /// Restores a stored value.
    pub fn restore(&self, state: &mut State, value: &Value) {
        match self.kind {
            Kind::Made { restore, .. } => restore(state, value),
            Kind::Carried => state.carried.insert(self.name, value.clone()),
        }
    }
}

const fn mirrored(
    name: &'static str,
    save: fn(&State) -> Option<Value>,
    restore: fn(&mut State, &Value),
) -> Key {
    Key { name, mirrored: true, kind: Kind::Made { save, restore } }
}

const fn cached(
    name: &'static str,
    save: fn(&State) -> Option<Value>,
    restore: fn(&mut State, &Value),
) -> Key {
    Key { name, mirrored: false, kind: Kind::Made { save, restore } }
}

const fn carried(name: &'static str) -> Key {
    Key { name, mirrored: true, kind: Kind::Carried }
}

fn derived(_: &mut State, _: &Value) {}

/// TABLE: every stored key. A derived key is for other readers, and its value follows from another key.
pub const KEYS: &[Key] = &[
    mirrored("storage_version", |_| Some("1".into()), derived),
    mirrored("connection_status", connection_status, derived),
    mirrored("connections", connections, restore_connections),
    mirrored("connected_namespaces", connected_namespaces, derived),
    mirrored("eip155:connected_connector_id", |s| connector_id(s, Namespace::Eip155), derived),
    mirrored("solana:connected_connector_id", |s| connector_id(s, Namespace::Solana), derived),
    mirrored("bip122:connected_connector_id", |s| connector_id(s, Namespace::Bip122), derived),
    mirrored("polkadot:connected_connector_id", |s| connector_id(s, Namespace::Polkadot), derived),
    mirrored("cosmos:connected_connector_id", |s| connector_id(s, Namespace::Cosmos), derived),
    mirrored("wallet_id", wallet_id, derived),
    mirrored("wallet_name", wallet_name, restore_wallet_name),
    mirrored("active_namespace", active_namespace, derived),
    mirrored("active_caip_network_id", active_network, restore_active_network),
    mirrored("disconnected_connector_ids", disconnected, restore_disconnected),
    mirrored("recent_wallets", recent_wallets, restore_recent_wallets),
    carried(stored::PREFERRED),
    carried(stored::USED),
    carried(stored::AWAY),
    carried(stored::PROVIDER),
    carried(stored::ASKED),
    carried(OFFERED),
    mirrored("sign_outs", sign_outs, restore_sign_outs),
    Key { name: slippage::STORED, mirrored: false, kind: Kind::Carried },
    cached("portfolio_cache", |s| s.caches.portfolio.save(), |s, value| s.caches.portfolio.restore(value)),
    cached("native_balance_cache", |s| s.caches.native.save(), |s, value| s.caches.native.restore(value)),
    cached("balance_retry_block", |s| s.caches.blocked.save(), |s, value| s.caches.blocked.restore(value)),
    // No longer stored (267): a script could write false names. Records of an earlier version are removed.
    cached("ens_cache", |_| None, derived),
    cached("identity_cache", |_| None, derived),
    cached("telemetry_window", |s| s.telemetry.save_window(), |s, value| s.telemetry.restore_window(value)),
];

/// The transactions from this modal. Several tabs write them, so the part for money reads and merges this record itself
/// ([`crate::features::money::transactions::commit`]).
pub const TRANSACTIONS: &str = "transactions";

/// The WalletConnect sessions, encrypted ([`crate::features::relay`]).
pub const SESSIONS: &str = "sessions";

/// The session of the embedded wallet, encrypted ([`crate::features::embedded`]).
pub const TOKEN: &str = "frame:session_token";
/// The email address of the embedded wallet's user, encrypted ([`crate::features::embedded`]).
pub const EMAIL: &str = "frame:email";
/// The username of the embedded wallet's user, encrypted ([`crate::features::embedded`]).
pub const USERNAME: &str = "connected_social_username";

fn kept(state: &State) -> impl Iterator<Item = (&Namespace, &Account)> {
    state.accounts.by.iter().filter(|(_, account)| account.connector_id.is_some())
}

fn connection_status(state: &State) -> Option<Value> {
    Some(
        match kept(state).next() {
            Some(_) => "connected",
            // during a redirect or a sign-out: the engine starts automatically (element/src/page.ts, `isStored`)
            None if state.carried.get(stored::AWAY).is_some() => "away",
            None if state.carried.get(OFFERED).is_some() => "away",
            None if !state.sign_in.waits && sign_in::is_any_left(state) => "away",
            None => "disconnected",
        }
        .into(),
    )
}

fn connected_namespaces(state: &State) -> Option<Value> {
    let list: Vec<&str> = kept(state).map(|(namespace, _)| namespace.as_str()).collect();
    (!list.is_empty()).then(|| list.join(",").into())
}

fn connector_id(state: &State, namespace: Namespace) -> Option<Value> {
    state.accounts.by.get(&namespace)?.connector_id.clone().map(Value::String)
}

fn wallet_id(state: &State) -> Option<Value> {
    kept(state).next()?.1.connector_id.clone().map(Value::String)
}

fn wallet_name(state: &State) -> Option<Value> {
    kept(state).next()?.1.wallet_name.clone().map(Value::String)
}

fn restore_wallet_name(state: &mut State, value: &Value) {
    let name = value.as_str().and_then(|text| crate::text::label(text, crate::constants::NAME_CHARS_MAX));
    state.accounts.stored_wallet_name = name;
}

fn active_namespace(state: &State) -> Option<Value> {
    state.networks.active.as_ref().map(|chain| chain.namespace.as_str().into())
}

fn active_network(state: &State) -> Option<Value> {
    state.networks.active.as_ref().map(|chain| chain.to_string().into())
}

fn restore_active_network(state: &mut State, value: &Value) {
    let chain = value.as_str().and_then(ChainId::parse);
    let configured = chain.filter(|chain| state.networks.find(chain).is_some());
    if configured.is_some() {
        state.networks.active = configured;
    }
}

fn connection(id: &str, entries: &[AccountEntry]) -> Value {
    let account = |entry: &AccountEntry| {
        let mut account =
            object([("address", entry.address.clone().into()), ("type", entry.kind.as_str().into())]);
        if let (Some(chain), Value::Object(fields)) = (&entry.chain, &mut account) {
            fields.insert("chain".into(), chain.as_str().into());
        }
        account
    };
    let accounts: Vec<Value> = entries.iter().map(account).collect();
    object([("connectorId", id.into()), ("accounts", Value::Array(accounts))])
}

fn connections(state: &State) -> Option<Value> {
    let mut all = Map::new();
    for namespace in Namespace::ALL {
        let mut list = Vec::new();
        let account = state.accounts.by.get(&namespace);
        if let Some((account, id)) =
            account.and_then(|account| Some((account, account.connector_id.as_ref()?)))
        {
            let mut kept = connection(id, &account.entries);
            // each namespace has its own network
            let chain = state.networks.active.as_ref().filter(|chain| chain.namespace == namespace);
            let chain = chain.or(account.native.chain.as_ref());
            if let (Some(chain), Value::Object(fields)) = (chain, &mut kept) {
                fields.insert("caipNetwork".into(), chain.to_string().into());
            }
            list.push(kept);
        }
        for was in state.accounts.remembered.get(&namespace).into_iter().flatten() {
            let mut was = connection(&was.connector_id, &was.entries);
            if let Value::Object(fields) = &mut was {
                fields.insert("recent".into(), true.into());
            }
            list.push(was);
        }
        if !list.is_empty() {
            all.insert(namespace.to_string(), Value::Array(list));
        }
    }
    (!all.is_empty()).then_some(Value::Object(all))
}

/// The accounts of one stored connection, its connector, and whether it is an earlier one.
fn read_connection(namespace: Namespace, connection: &Value) -> Option<(String, Vec<AccountEntry>, bool)> {
    let id = connection.filled("connectorId").filter(|id| id.len() <= 256)?;
    let entries: Vec<_> = connection
        .list("accounts")
        .iter()
        .take(ACCOUNTS_MAX)
        .filter_map(|item| {
            namespaces::entry(namespace, item.text("address")?, item.text("type"), item.text("chain"))
        })
        .collect();
    let was = connection.flag("recent") == Some(true);
    (!entries.is_empty()).then(|| (id.to_owned(), entries, was))
}

/// The connected accounts from the record `connections`: one per namespace (3.7).
pub(crate) fn stored_connection(value: &Value, namespace: Namespace) -> Option<(String, Vec<AccountEntry>)> {
    let list = value.list(namespace.as_str()).iter().take(CONNECTIONS_MAX + 1);
    let mut kept = list.filter_map(|connection| read_connection(namespace, connection));
    kept.find(|(_, _, was)| !was).map(|(id, entries, _)| (id, entries))
}

fn restore_connections(state: &mut State, value: &Value) {
    for namespace in Namespace::ALL {
        for connection in value.list(namespace.as_str()).iter().take(CONNECTIONS_MAX + 1) {
            let Some((connector_id, entries, was)) = read_connection(namespace, connection) else { continue };
            if was {
                state.accounts.remembered.of(namespace).push(Remembered { connector_id, entries });
                continue;
            }
            // "a stored 'connected' becomes connecting" (4.2); one per namespace (3.7)
            let status =
                if state.options.enable_reconnect { Status::Connecting } else { Status::Disconnected };
            let account = state.accounts.by.of(namespace);
            account.status = status;
            // until its wallet responds, only storage names the account (268)
            account.confirmation = Confirmation::Asking;
            account.connector_id = Some(connector_id);
            account.entries = entries;
            let chain = connection.text("caipNetwork").and_then(ChainId::parse);
            account.native.chain = chain.filter(|chain| chain.namespace == namespace);
        }
    }
}

fn recent_wallets(state: &State) -> Option<Value> {
    let text = |text: &Option<String>| text.clone().map_or(Value::Null, Value::String);
    let wallets = state.wallets.recent.iter();
    let list: Vec<Value> = wallets
        .map(|wallet| {
            object([
                ("id", wallet.id.clone().into()),
                ("name", wallet.name.clone().into()),
                ("rdns", text(&wallet.rdns)),
            ])
        })
        .collect();
    (!list.is_empty()).then_some(Value::Array(list))
}

fn restore_recent_wallets(state: &mut State, value: &Value) {
    let read = |item: &Value| {
        let short = |name| item.filled(name).filter(|text| text.len() <= 256).map(ToOwned::to_owned);
        let name = crate::text::label(item.text("name")?, crate::constants::NAME_CHARS_MAX)?;
        Some(RecentWallet { id: short("id")?, name, rdns: short("rdns"), icon: None })
    };
    let list = value.as_array().into_iter().flatten();
    state.wallets.recent = list.filter_map(read).take(RECENT_WALLETS_MAX).collect();
}

fn disconnected(state: &State) -> Option<Value> {
    let mut all = Map::new();
    for (namespace, ids) in state.accounts.disconnected.iter() {
        if !ids.is_empty() {
            all.insert(namespace.to_string(), ids.clone().into());
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

fn sign_outs(state: &State) -> Option<Value> {
    let all = sign_in::stored(state);
    (!all.is_empty()).then_some(Value::String(all))
}

fn restore_sign_outs(state: &mut State, value: &Value) {
    sign_in::restore(state, value.as_str().unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_every_possible_record_from_a_pages_own_storage() {
        let element = include_str!("../../../../element/src/engine/own-storage.ts");
        let (_, names) = element.split_once("const records =\n  '").unwrap();
        let (names, _) = names.split_once('\'').unwrap();
        let known = KEYS.iter().map(|key| key.name).chain([TRANSACTIONS, SESSIONS, TOKEN, EMAIL, USERNAME]);
        assert_eq!(names.split(' ').collect::<Vec<_>>(), known.collect::<Vec<_>>());
    }
}
