//! Slices: what views and hosts read, made from the state when they ask.

use crate::caip::Namespace;
use crate::error::{Error, ErrorData, Result};
use crate::features::router::View;
use crate::features::{
    accounts, alerts, connect, connections, networks, router, send, theme, toasts, transactions,
};
use crate::flow::Reply;
use crate::map::Map;
use crate::options::{FeatureValue, OptionsSlice};
use crate::store::{PartName, State};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

/// `getState()`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "public-api.md section 3 describes each field")]
pub struct StateSlice {
    pub open: bool,
    pub loading: bool,
    pub connecting: bool,
    pub initialized: bool,
    pub view: Option<View>,
    pub active_chain: Option<Namespace>,
    pub selected_network_id: Option<String>,
    #[cfg_attr(test, ts(as = "alloc::collections::BTreeMap<String, FeatureValue>"))]
    pub features: Map<String, FeatureValue>,
    pub overridden_features: Vec<String>,
    #[cfg_attr(test, ts(type = "\"default\" | \"local\" | \"remote\""))]
    pub config_source: &'static str,
    pub error: Option<ErrorData>,
}

macro_rules! slices {
    ($($name:literal $variant:ident($type:ty) <- [$($part:ident),*] = $make:expr;)*) => {
        /// One slice.
        #[derive(Serialize)]
        #[serde(untagged)]
        #[allow(missing_docs, reason = "each type describes itself")]
        pub enum Snapshot { $($variant($type),)* }

        /// Names of the slices that read a changed part.
        #[must_use]
        pub fn slices_of(changed: &[PartName]) -> Vec<&'static str> {
            let mut names = Vec::new();
            $(if changed.iter().any(|part| matches!(part, $(PartName::$part)|*)) { names.push($name); })*
            names
        }

        /// A slice by its name.
        ///
        /// # Errors
        /// [`Error::UnknownName`].
        pub fn snapshot(state: &State, name: &str) -> Result<Snapshot> {
            match name {
                $($name => { let make: fn(&State) -> $type = $make; Ok(Snapshot::$variant(make(state))) })*
                _ => Err(Error::UnknownName { what: "slice", name: name.chars().take(64).collect() }),
            }
        }

        /// Every slice with its type, for the contract.
        #[cfg(test)]
        pub const NAMES: &[(&str, &str)] = &[$(($name, stringify!($variant)),)*];
    };
}

slices! {
    "state" State(StateSlice) <- [Life, Options, Router, Connect, Accounts, Networks] = state_slice;
    "router" Router(router::RouterSlice) <- [Router, Connect, Wallets, Networks] = |s| s.router.slice(s);
    "connect" Connect(connect::ConnectSlice) <- [Connect, Wallets, Accounts, Options] = |s| s.connect.slice(s);
    "account" Account(accounts::AccountSlice) <- [Accounts, Networks, Wallets, Options] = accounts::account_slice;
    "accounts" Accounts(accounts::AccountsSlice) <- [Accounts] = |s| s.accounts.slice();
    "connections" Connections(connections::ConnectionsSlice) <- [Wallets, Accounts, Networks, Options] = connections::slice;
    "networks" Networks(networks::NetworksSlice) <- [Networks] = |s| s.networks.slice();
    "send" Send(send::SendSlice) <- [Send, Networks, Accounts, Transactions] = send::slice;
    "transactions" Transactions(transactions::TransactionsSlice) <- [Transactions] = |s| s.transactions.slice();
    "toast" Toast(toasts::ToastSlice) <- [Toasts] = |s| s.toasts.slice();
    "alerts" Alerts(alerts::AlertsSlice) <- [Alerts, Options] = |s| s.alerts.slice(s.options.debug);
    "theme" Theme(theme::ThemeSlice) <- [Theme] = |s| theme::ThemeSlice {
        theme_mode: s.theme.mode,
        theme_variables: s.theme.variables.clone(),
    };
    "options" Options(OptionsSlice) <- [Options] = |s| s.options.slice();
}

fn state_slice(state: &State) -> StateSlice {
    StateSlice {
        open: state.router.open,
        loading: !state.life.initialized,
        connecting: state.connect.is_running(),
        initialized: state.life.initialized,
        view: state.router.view().filter(|_| state.router.open),
        active_chain: state.networks.active_namespace(),
        selected_network_id: state.networks.shown_chain().map(|chain| chain.to_string()),
        features: state.options.features.clone(),
        overridden_features: Vec::new(),
        config_source: "default",
        error: None,
    }
}

/// The account of a namespace as the answer to `connect`.
#[must_use]
pub fn account_reply(state: &State, namespace: Namespace) -> Reply {
    let account = state.accounts.public().find(|account| account.namespace == namespace);
    Reply::Json(serde_json::to_string(&account).unwrap_or_else(|_| "null".into()))
}
