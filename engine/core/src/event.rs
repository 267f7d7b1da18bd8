//! The public events (docs/spec/public-api.md section 4). Flows queue messages. Events that accompany slices are
//! derived here, by comparing the state with the last published one.

use crate::caip::Namespace;
use crate::entities::Status;
use crate::error::ErrorData;
use crate::features::account::model::accounts;
use crate::features::account::model::accounts::AccountState;
use crate::features::account::model::tokens::TokenItem;
use crate::features::connect::model::connections;
use crate::features::connect::model::connections::ConnectionItem;
use crate::features::money::model::transactions::{TransactionKind, TransactionStatus};
use crate::features::shell::model::alerts::AlertItem;
use crate::features::shell::model::router::CloseReason;
use crate::features::shell::model::router::Direction;
use crate::features::shell::model::toasts::ToastVariant;
use crate::features::shell::model::view::View;
use crate::map::Map;
use crate::options::FeatureValue;
use crate::store::State;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// One CustomEvent. Its serialized form is the detail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
#[allow(missing_docs, reason = "docs/spec/public-api.md section 4 describes each field")]
pub enum Event {
    /// The names of all changed slices.
    State {
        changed: Vec<&'static str>,
    },
    Ready {
        initialized: bool,
    },
    Open {
        view: View,
        connected: bool,
    },
    Close {
        connected: bool,
        reason: CloseReason,
    },
    ViewChange {
        view: View,
        previous: Option<View>,
        direction: Direction,
    },
    Status {
        namespace: Namespace,
        status: Status,
    },
    Connect {
        namespace: Namespace,
        address: String,
        caip_address: String,
        connector_id: String,
        method: &'static str,
        reconnect: bool,
    },
    Disconnect {
        namespace: Namespace,
        reason: &'static str,
    },
    AccountChange(alloc::boxed::Box<AccountState>),
    NetworkChange {
        namespace: Namespace,
        caip_network_id: Option<String>,
        supported: bool,
    },
    NetworksChange {
        namespace: Namespace,
        networks: Vec<crate::entities::Network>,
    },
    BalanceChange {
        namespace: Namespace,
        balance: Option<String>,
        balance_symbol: Option<String>,
        token_balance: Option<Vec<TokenItem>>,
    },
    ConnectionsChange {
        namespace: Namespace,
        connections: Vec<ConnectionItem>,
    },
    Pairing {
        #[serde(skip_serializing_if = "Option::is_none")]
        uri: Option<String>,
        /// In seconds since 1970.
        expiry: u64,
    },
    Request {
        id: u64,
        namespace: Namespace,
        method: String,
        phase: &'static str,
        /// A `personal_sign` request finished. `true` if the engine verified the signature, `null` if it couldn't (decision 35, "A signature that
        /// can't be verified").
        #[serde(skip_serializing_if = "Option::is_none")]
        verified: Option<serde_json::Value>,
    },
    Transaction {
        hash: Option<String>,
        chain: String,
        status: TransactionStatus,
        kind: TransactionKind,
    },
    SignIn {
        address: String,
        chain_id: String,
        required: bool,
    },
    SignOut {
        address: String,
        chain_id: String,
        required: bool,
    },
    ThemeChange {
        theme_mode: &'static str,
        theme_variables: Map<String, String>,
    },
    FeaturesChange {
        features: Map<String, FeatureValue>,
        overridden: Vec<&'static str>,
        source: &'static str,
    },
    /// An event of a wallet, only for listeners of the modal's provider. The element emits no DOM event for it.
    Message {
        namespace: Namespace,
        #[serde(rename = "type")]
        kind: String,
        data: Option<serde_json::Value>,
    },
    Toast {
        message: String,
        variant: ToastVariant,
    },
    Alert(AlertItem),
    Error(ErrorData),
    Track {
        event: &'static str,
        properties: Map<&'static str, String>,
    },
}

impl Event {
    /// The type of the CustomEvent.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::State { .. } => "wallet-state",
            Self::Ready { .. } => "wallet-ready",
            Self::Open { .. } => "wallet-open",
            Self::Close { .. } => "wallet-close",
            Self::ViewChange { .. } => "wallet-view-change",
            Self::Status { .. } => "wallet-status",
            Self::Connect { .. } => "wallet-connect",
            Self::Disconnect { .. } => "wallet-disconnect",
            Self::AccountChange(_) => "wallet-account-change",
            Self::NetworkChange { .. } => "wallet-network-change",
            Self::NetworksChange { .. } => "wallet-networks-change",
            Self::BalanceChange { .. } => "wallet-balance-change",
            Self::ConnectionsChange { .. } => "wallet-connections-change",
            Self::Pairing { .. } => "wallet-pairing",
            Self::Request { .. } => "wallet-request",
            Self::Transaction { .. } => "wallet-transaction",
            Self::SignIn { .. } => "wallet-sign-in",
            Self::SignOut { .. } => "wallet-sign-out",
            Self::ThemeChange { .. } => "wallet-theme-change",
            Self::FeaturesChange { .. } => "wallet-features-change",
            Self::Message { .. } => "message",
            Self::Toast { .. } => "wallet-toast",
            Self::Alert(_) => "wallet-alert",
            Self::Error(_) => "wallet-error",
            Self::Track { .. } => "wallet-track",
        }
    }

    /// A tracked event (docs/spec/public-api.md section 6): only for the page, unless it has consented to telemetry
    /// (docs/spec/services.md A6).
    #[must_use]
    pub fn track(event: &'static str, properties: &[(&'static str, &str)]) -> Self {
        Self::Track {
            event,
            properties: properties.iter().map(|(name, value)| (*name, (*value).into())).collect(),
        }
    }
}

/// The values from which the last events were derived.
#[derive(Default)]
pub struct Published {
    accounts: Map<Namespace, AccountState>,
    connections: Vec<ConnectionItem>,
    network: Option<(Namespace, Option<String>, bool)>,
    theme: Option<(&'static str, Map<String, String>)>,
}

impl Published {
    /// Queues the events of all values that differ from the last published ones.
    pub fn differences(&mut self, state: &State, queue: &mut VecDeque<Event>) {
        for now in accounts::public(state) {
            let namespace = now.namespace;
            let before = self.accounts.get(&namespace);
            if before == Some(&now) {
                continue;
            }
            if before.map(|b| b.status) != Some(now.status) {
                queue.push_back(Event::Status { namespace, status: now.status });
            }
            if before.map(|b| b.account_part()) != Some(now.account_part()) {
                queue.push_back(Event::AccountChange(alloc::boxed::Box::new(now.clone())));
            }
            let money =
                |of: &AccountState| (of.balance.clone(), of.balance_symbol.clone(), of.token_balance.clone());
            if before.map(money) != Some(money(&now)) {
                queue.push_back(Event::BalanceChange {
                    namespace,
                    balance: now.balance.clone(),
                    balance_symbol: now.balance_symbol.clone(),
                    token_balance: now.token_balance.clone(),
                });
            }
            self.accounts.insert(namespace, now);
        }
        let connections = connections::list(state);
        if connections != self.connections {
            for namespace in Namespace::ALL {
                let of = |list: &[ConnectionItem]| -> Vec<ConnectionItem> {
                    list.iter().filter(|item| item.namespace == namespace).cloned().collect()
                };
                let now = of(&connections);
                if now != of(&self.connections) {
                    queue.push_back(Event::ConnectionsChange { namespace, connections: now });
                }
            }
            self.connections = connections;
        }
        if let Some(namespace) = state.networks.active_namespace() {
            let id = state.networks.shown_chain().map(|chain| chain.to_string());
            let now = (namespace, id, state.networks.is_supported());
            if self.network.as_ref() != Some(&now) {
                let first = self.network.is_none();
                self.network = Some(now.clone());
                if !first {
                    let (namespace, caip_network_id, supported) = now;
                    queue.push_back(Event::NetworkChange { namespace, caip_network_id, supported });
                }
            }
        }
        let theme = (state.theme.mode.as_str(), state.theme.variables.clone());
        if self.theme.as_ref() != Some(&theme) {
            let first = self.theme.is_none();
            self.theme = Some(theme.clone());
            if !first {
                queue.push_back(Event::ThemeChange { theme_mode: theme.0, theme_variables: theme.1 });
            }
        }
    }
}
