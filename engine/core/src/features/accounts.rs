//! Accounts by namespace: their status, what a host reads of them, disconnecting (4.1, 4.6, 4.7).

use super::unknown_action;
use crate::caip::{ChainId, Namespace};
use crate::connectors;
use crate::constants::{DEFAULT_BALANCE, SIGN_OUT_WAIT_MS};
use crate::entities::{AccountEntry, Status, WalletRow};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::balances::{self, BalanceText, Native};
use crate::features::router::{self, CloseReason, View};
use crate::features::{networks, send, toasts};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::format;
use crate::json::Read;
use crate::map::Map;
use crate::ports::provider::WalletEvent;
use crate::ports::provider::WalletHandle;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::{Value, json};

/// One namespace's account.
#[derive(Default)]
pub struct Account {
    /// 4.1
    pub status: Status,
    /// As the wallet gave them, the current one first.
    pub entries: Vec<AccountEntry>,
    /// The one active connector (3.7); kept while the status is not settled, so that a reload finds it.
    pub connector_id: Option<String>,
    /// The wallet's name.
    pub wallet_name: Option<String>,
    /// The wallet object, while it is known.
    pub handle: Option<WalletHandle>,
    /// The native balance.
    pub native: Native,
    /// A disconnect is running.
    pub disconnecting: bool,
}

impl Account {
    /// The current account, while there is one to show.
    #[must_use]
    pub fn current(&self) -> Option<&AccountEntry> {
        (self.status != Status::Disconnected).then(|| self.entries.first()).flatten()
    }
}

/// All of them.
#[derive(Default)]
pub struct Accounts {
    /// By namespace.
    pub by: Map<Namespace, Account>,
    /// Connectors the person let go (3.30).
    pub disconnected: Map<Namespace, Vec<String>>,
    /// The stored wallet's name, until it announces itself.
    pub stored_wallet_name: Option<String>,
}

/// `connectedWalletInfo` (3.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WalletInfo {
    /// The wallet's name.
    pub name: String,
    /// `blob:` url.
    pub icon: Option<String>,
    /// As announced.
    pub rdns: Option<String>,
}

/// `getAccount(namespace)` (3.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "names of the specification, section 3")]
pub struct AccountState {
    pub namespace: Namespace,
    pub all_accounts: Vec<AccountEntry>,
    pub caip_address: Option<String>,
    pub address: Option<String>,
    pub is_connected: bool,
    pub status: Status,
    pub balance: Option<String>,
    pub balance_symbol: Option<String>,
    pub connector_id: Option<String>,
    pub connected_wallet_info: Option<WalletInfo>,
}

impl AccountState {
    /// What `wallet-account-change` is about: everything but status and balance.
    #[must_use]
    pub fn account_part(&self) -> (&[AccountEntry], Option<&str>, Option<&str>, Option<&WalletInfo>) {
        (
            &self.all_accounts,
            self.caip_address.as_deref(),
            self.connector_id.as_deref(),
            self.connected_wallet_info.as_ref(),
        )
    }
}

/// The slice `accounts`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccountsSlice {
    /// One for each namespace that was ever connected or connecting.
    pub list: Vec<AccountState>,
}

/// A row of the account view, in feature order (2.34).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AccountRow {
    /// Send.
    Send,
    /// Disconnect.
    Disconnect,
}

/// The network of the account view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NetworkBadge {
    /// CAIP-2.
    pub caip_network_id: Option<String>,
    /// "Unknown Network" when it is not configured.
    pub name: String,
    /// Whether it is configured.
    pub supported: bool,
}

/// The slice `account`: the active namespace's account, ready to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "the names say it; texts are ready to draw")]
pub struct AccountSlice {
    pub namespace: Option<Namespace>,
    pub status: Status,
    pub address: Option<String>,
    pub caip_address: Option<String>,
    pub short: Option<String>,
    pub name: Option<String>,
    pub image: Option<String>,
    pub wallet: Option<WalletRow>,
    pub balance: BalanceText,
    pub network: NetworkBadge,
    pub explorer_url: Option<String>,
    pub rows: Vec<AccountRow>,
    pub disconnecting: bool,
}

impl Accounts {
    /// What hosts read.
    pub fn public(&self) -> impl Iterator<Item = AccountState> + '_ {
        self.by.iter().map(|(namespace, account)| {
            let current = account.current();
            let shown = current.is_some();
            AccountState {
                namespace: *namespace,
                all_accounts: if shown { account.entries.clone() } else { Vec::new() },
                caip_address: account
                    .native
                    .chain
                    .as_ref()
                    .zip(current)
                    .map(|(c, e)| alloc::format!("{c}:{}", e.address)),
                address: current.map(|entry| entry.address.clone()),
                is_connected: account.status == Status::Connected,
                status: account.status,
                balance: account
                    .native
                    .amount
                    .as_ref()
                    .filter(|_| shown)
                    .map(crate::amount::Amount::to_decimal),
                balance_symbol: account
                    .native
                    .symbol
                    .clone()
                    .filter(|_| shown && account.native.amount.is_some()),
                connector_id: account.connector_id.clone().filter(|_| shown),
                connected_wallet_info: account.wallet_name.clone().filter(|_| shown).map(|name| WalletInfo {
                    name,
                    icon: account.native.wallet_icon.clone(),
                    rdns: account.connector_id.clone().filter(|id| id.contains('.')),
                }),
            }
        })
    }

    /// The slice `accounts`.
    #[must_use]
    pub fn slice(&self) -> AccountsSlice {
        AccountsSlice { list: self.public().collect() }
    }
}

/// The slice `account`.
#[must_use]
pub fn account_slice(state: &State) -> AccountSlice {
    let namespace = state.networks.active_namespace();
    let account = namespace.and_then(|namespace| state.accounts.by.get(&namespace));
    let current = account.and_then(Account::current);
    let network = state.networks.active_network();
    let chain = state.networks.shown_chain();
    let mut rows = Vec::new();
    let sends = namespace.is_some_and(|n| matches!(n, Namespace::Eip155 | Namespace::Solana));
    if sends && state.options.feature("send") && state.networks.is_supported() {
        rows.push(AccountRow::Send);
    }
    rows.push(AccountRow::Disconnect);
    AccountSlice {
        namespace,
        status: account.map(|a| a.status).unwrap_or_default(),
        address: current.map(|entry| entry.address.clone()),
        caip_address: chain
            .as_ref()
            .zip(current)
            .map(|(chain, entry)| alloc::format!("{chain}:{}", entry.address)),
        short: current.map(|entry| format::truncated(&entry.address)),
        name: None,
        image: None,
        wallet: account.and_then(|a| state.wallets.row_of(a.connector_id.as_deref()?, state)),
        balance: account.filter(|_| current.is_some()).map_or_else(
            || BalanceText { amount: DEFAULT_BALANCE.into(), ..BalanceText::default() },
            |account| balances::text(account, network),
        ),
        network: NetworkBadge {
            caip_network_id: chain.as_ref().map(ToString::to_string),
            name: network.map_or_else(|| "Unknown Network".into(), |n| n.name.clone()),
            supported: state.networks.is_supported(),
        },
        explorer_url: network.zip(current).and_then(|(network, entry)| network.account_url(&entry.address)),
        rows,
        disconnecting: account.is_some_and(|a| a.disconnecting),
    }
}

/// Where a namespace stands.
pub(crate) fn set_status(cx: &Cx, namespace: Namespace, status: Status) {
    cx.update(|state| {
        if let Some(account) = state.accounts.by.get_mut(&namespace) {
            account.status = status;
        }
    });
}

/// What a wallet gave when it was connected or restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connected {
    /// The family.
    pub namespace: Namespace,
    /// At least one, the current one first.
    pub entries: Vec<AccountEntry>,
    /// The wallet's chain, when it said so.
    pub chain: Option<ChainId>,
    /// The connector.
    pub connector_id: String,
    /// The wallet's name.
    pub wallet_name: String,
    /// `blob:` url.
    pub icon: Option<String>,
    /// The wallet object.
    pub handle: WalletHandle,
}

/// Shows and stores a connection, then listens to its wallet and reads the balance.
pub async fn settle(cx: &Cx, connected: Connected, method: &'static str, reconnect: bool) {
    let namespace = connected.namespace;
    cx.close_scope(ScopeId::Connection(namespace), &Error::Aborted);
    let (handle, wallet_name) = (connected.handle, connected.wallet_name.clone());
    let changes = connectors::listen(cx, handle); // before the commit: what the wallet tells meanwhile is not lost
    cx.commit(|state| {
        networks::follow_wallet(state, namespace, connected.chain.as_ref());
        let shown = state.networks.shown_chain();
        let account = state.accounts.by.of(namespace);
        account.status = Status::Connected;
        account.entries = connected.entries;
        account.connector_id = Some(connected.connector_id.clone());
        account.wallet_name = Some(connected.wallet_name);
        account.handle = Some(handle);
        account.disconnecting = false;
        account.native = Native { chain: shown.clone(), wallet_icon: connected.icon, ..Native::default() };
        let address = account.entries.first().map(|entry| entry.address.clone()).unwrap_or_default();
        if let Some(ids) = state.accounts.disconnected.get_mut(&namespace) {
            ids.retain(|id| *id != connected.connector_id);
        }
        let caip_address = shown.map(|chain| alloc::format!("{chain}:{address}")).unwrap_or_default();
        let connector_id = connected.connector_id;
        state.tell(Event::Connect { namespace, address, caip_address, connector_id, method, reconnect });
        let again = if reconnect { "true" } else { "false" };
        state.tell(Event::track(
            "CONNECT_SUCCESS",
            &[("method", method), ("name", &wallet_name), ("reconnect", again)],
        ));
    })
    .await;
    // a listener of `wallet-connect` may have let go already
    if cx.read(|s| s.accounts.by.get(&namespace).and_then(|account| account.handle)) != Some(handle) {
        return;
    }
    listen(cx, namespace, changes);
    balances::refresh(cx, namespace);
}

/// Follows what the wallet tells by itself, for as long as the connection lives.
fn listen(cx: &Cx, namespace: Namespace, mut changes: connectors::Changes) {
    let flow_cx = cx.clone();
    cx.background(ScopeId::Connection(namespace), async move {
        let cx = flow_cx;
        while let Some(change) = changes.next().await {
            match change {
                WalletEvent::Accounts(list) => accounts_changed(&cx, namespace, &list).await,
                WalletEvent::Chain(value) => chain_changed(&cx, namespace, &value).await,
                WalletEvent::Disconnect => {} // page-wallets.md 1.2: not a log-out; accounts say when it is one
            }
        }
        Ok(Reply::Done)
    });
}

async fn accounts_changed(cx: &Cx, namespace: Namespace, list: &Value) {
    let entries = connectors::entries(namespace, list);
    if entries.is_empty() {
        // locked or revoked: the wallet has gone; the flow that runs this is dropped by the reset, so it is the last act
        let flow_cx = cx.clone();
        cx.background(ScopeId::App, async move {
            reset(&flow_cx, namespace, "wallet").await;
            Ok(Reply::Done)
        });
        return;
    }
    let changed =
        cx.read(|s| s.accounts.by.get(&namespace).is_some_and(|account| account.entries != entries));
    if changed {
        cx.commit(|state| {
            if let Some(account) = state.accounts.by.get_mut(&namespace) {
                account.entries = entries;
                account.native.forget();
            }
            send::forget(state);
        })
        .await;
        renew(cx, namespace);
    }
}

/// Another account or network: the balance, and the open form's, are read again.
fn renew(cx: &Cx, namespace: Namespace) {
    balances::refresh(cx, namespace);
    if cx.read(|s| s.router.view() == Some(View::Send)) {
        let reload = crate::engine::dispatch(cx, json!({ "type": "send.reload" }));
        cx.background(ScopeId::Connection(namespace), reload);
    }
}

async fn chain_changed(cx: &Cx, namespace: Namespace, value: &Value) {
    let Some(chain) = ChainId::of_wallet_value(value) else { return };
    let changed = cx.read(|s| s.networks.shown_chain().as_ref() != Some(&chain));
    if changed {
        cx.commit(|state| {
            networks::follow_wallet(state, namespace, Some(&chain));
            let shown = state.networks.shown_chain();
            if let Some(account) = state.accounts.by.get_mut(&namespace) {
                account.native.forget();
                account.native.chain = shown;
            }
            send::forget(state);
        })
        .await;
        renew(cx, namespace);
    }
}

/// Forgets a connection here (4.6); the wallet is not asked.
pub async fn reset(cx: &Cx, namespace: Namespace, reason: &'static str) {
    let existed =
        cx.read(|s| s.accounts.by.get(&namespace).is_some_and(|account| account.connector_id.is_some()));
    cx.close_scope(ScopeId::Send, &Error::Aborted);
    cx.close_scope(ScopeId::Connection(namespace), &Error::Aborted);
    cx.commit(|state| {
        let Some(account) = state.accounts.by.get_mut(&namespace) else { return };
        let left = account.connector_id.take();
        *account = Account::default();
        if let (Some(id), "user") = (left, reason) {
            let ids = state.accounts.disconnected.of(namespace);
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        networks::reset(state);
        // what was sent is followed by its entry; the form was of this account
        *state.send = send::Send::default();
        if state.router.open && state.router.view() != Some(View::Connect) && reason != "user" {
            router::reset(state, View::Connect);
        }
        if existed {
            state.tell(Event::Disconnect { namespace, reason });
            state.tell(Event::track("DISCONNECT_SUCCESS", &[("namespace", namespace.as_str())]));
        }
    })
    .await;
}

/// Lets go of one namespace: here first, then the wallet is told; it has 3 s.
async fn disconnect(cx: &Cx, namespace: Namespace) -> Result<()> {
    let handle = cx.update(|state| {
        let account = state.accounts.by.get_mut(&namespace)?;
        account.disconnecting = true;
        account.handle
    });
    // whatever would connect it again ends first
    cx.close_scope(ScopeId::Restore(namespace), &Error::Aborted);
    cx.close_scope(ScopeId::Connecting, &Error::Aborted);
    let opening = cx.read(|s| s.router.openings);
    reset(cx, namespace, "user").await;
    router::close_opening(cx, opening, CloseReason::User);
    let Some(handle) = handle else { return Ok(()) };
    match cx.within(SIGN_OUT_WAIT_MS, connectors::disconnect(cx, handle)).await {
        // a wallet without such a call, or one that does not answer, has nothing to be told
        Some(Ok(())) | None => Ok(()),
        Some(Err(Error::Rpc { code: -32601 | 4200, .. })) => Ok(()),
        Some(Err(_)) => {
            cx.update(|s| s.tell(Event::track("DISCONNECT_ERROR", &[("namespace", namespace.as_str())])));
            toasts::show_error(cx, &Error::DisconnectFailed);
            Err(Error::DisconnectChainFailed { namespace: namespace.to_string() })
        }
    }
}

/// Commands of the accounts.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum AccountsCommand {
    /// Lets go of one namespace, or of all.
    #[ts(rename = "accounts.disconnect")]
    Disconnect {
        #[ts(optional)]
        namespace: Option<String>,
    },
}

/// Runs a command.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        if action != "disconnect" {
            return Err(unknown_action("accounts", &action));
        }
        let namespaces: Vec<Namespace> = match command.filled("namespace") {
            Some(text) => {
                alloc::vec![Namespace::parse(text).ok_or(Error::BadParams { field: "namespace".into() })?]
            }
            None => cx.read(|s| s.accounts.by.keys().copied().collect()),
        };
        let mut failed = Vec::new();
        for namespace in namespaces {
            let key = alloc::format!("disconnect {namespace}");
            let flow_cx = cx.clone();
            let flow = async move { disconnect(&flow_cx, namespace).await.map(|()| Reply::Done) };
            if let Err(error) = cx.single(ScopeId::App, &key, flow).await {
                failed.push(error);
            }
        }
        match failed.len() {
            0 => Ok(Reply::Done),
            1 => Err(failed.remove(0)),
            _ => {
                let texts: Vec<String> = failed.iter().map(ToString::to_string).collect();
                Err(Error::DisconnectChainsFailed { details: texts.join("; ") })
            }
        }
    })
}
