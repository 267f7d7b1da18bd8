//! The native balance of the connected account (1.15, 6.9, 7.13, 9.19, 9.24, 9.25).
//!
//! The data service is asked first; where it does not serve the chain, is not configured or fails, the network's node
//! is. Only when both fail the person reads 8.15, and the next try waits 30 s (8.16).

use super::unknown_action;
use crate::amount::Amount;
use crate::api::{blockchain, rpc};
use crate::caip::{AccountId, ChainId, Namespace};
use crate::constants::{BALANCE_RETRY_BLOCK_MS, DEFAULT_BALANCE};
use crate::entities::{Network, Status};
use crate::error::{Error, Result};
use crate::features::accounts::Account;
use crate::features::toasts;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::format;
use alloc::boxed::Box;
use alloc::string::String;
use serde::Serialize;
use serde_json::{Value, json};

/// Where a balance stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum BalancePhase {
    /// No account, or a namespace without balances.
    #[default]
    None,
    /// Being read for the first time.
    Loading,
    /// Read.
    Ready,
    /// Could not be read, and none is known.
    Failed,
    /// Not fetched; shows 0.00 (9.25).
    Testnet,
    /// Could not be read; the last known one is shown.
    Old,
}

/// The native balance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Native {
    /// The chain it is of.
    pub chain: Option<ChainId>,
    /// Where it stands.
    pub phase: BalancePhase,
    /// Exact.
    pub amount: Option<Amount>,
    /// "ETH".
    pub symbol: Option<String>,
    /// `blob:` url of the wallet, kept beside what is shown with it.
    pub wallet_icon: Option<String>,
    /// No new try before (8.16).
    pub blocked_until_ms: u64,
}

impl Native {
    /// Another account or network: nothing of the old one may be shown (R22).
    pub fn forget(&mut self) {
        let (chain, wallet_icon) = (self.chain.take(), self.wallet_icon.take());
        *self = Self { chain, wallet_icon, ..Self::default() };
    }
}

/// A balance, ready to draw.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BalanceText {
    /// Where it stands.
    pub phase: BalancePhase,
    /// Floored to three decimals, or '0.00' (9.24).
    pub amount: String,
    /// "ETH".
    pub symbol: String,
}

/// What is drawn for an account.
#[must_use]
pub fn text(account: &Account, network: Option<&Network>) -> BalanceText {
    let native = &account.native;
    let symbol = network.map(|n| n.native_currency.symbol.clone()).or_else(|| native.symbol.clone());
    BalanceText {
        phase: native.phase,
        amount: native.amount.as_ref().map_or_else(|| DEFAULT_BALANCE.into(), format::balance),
        symbol: symbol.unwrap_or_default(),
    }
}

/// Reads the balance again; a second call joins the first.
pub fn refresh(cx: &Cx, namespace: Namespace) {
    let target = cx.read(|s| {
        let account = s.accounts.by.get(&namespace)?;
        let entry = account.current().filter(|_| account.status == Status::Connected)?;
        let network = s.networks.active_network().filter(|n| n.chain_namespace == namespace)?;
        let id = AccountId { chain: network.chain()?, address: entry.address.clone() };
        Some((id, network.clone(), account.native.blocked_until_ms))
    });
    let Some((account, network, blocked_until_ms)) = target else { return };
    if !matches!(namespace, Namespace::Eip155 | Namespace::Solana) {
        return;
    }
    if network.testnet {
        set(cx, &account, BalancePhase::Testnet, None, &network);
        return;
    }
    if cx.ports().clock.now_ms() < blocked_until_ms {
        return;
    }
    let key = alloc::format!("balance {account}");
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::Connection(namespace), &key, async move {
        let cx = flow_cx;
        let known = cx.read(|s| s.accounts.by.get(&namespace).and_then(|a| a.native.amount));
        if known.is_none() {
            set(&cx, &account, BalancePhase::Loading, None, &network);
        }
        match read(&cx, &account, &network).await {
            Ok(amount) => set(&cx, &account, BalancePhase::Ready, Some(amount), &network),
            Err(_) => {
                let phase = if known.is_some() { BalancePhase::Old } else { BalancePhase::Failed };
                set(&cx, &account, phase, known, &network);
                let until = cx.ports().clock.now_ms() + BALANCE_RETRY_BLOCK_MS;
                cx.update(|s| {
                    if let Some(account) = s.accounts.by.get_mut(&namespace) {
                        account.native.blocked_until_ms = until;
                    }
                });
                toasts::show_error(&cx, &Error::BalanceUnavailable);
            }
        }
        Ok(Reply::Done)
    }));
}

/// The service's word, else the node's.
async fn read(cx: &Cx, account: &AccountId, network: &Network) -> Result<Amount> {
    let decimals = network.native_currency.decimals;
    let listed = blockchain::balance(cx, account, &[]).await.unwrap_or_default();
    let native = listed.iter().find(|item| item.address.is_none() && item.chain == account.chain);
    if let Some(amount) =
        native.filter(|n| n.decimals == decimals).and_then(|n| Amount::parse_shown(&n.numeric, decimals).ok())
    {
        return Ok(amount);
    }
    of_node(cx, &account.address, network).await
}

/// The exact balance as the network's node has it: what a send is checked against.
///
/// # Errors
/// As [`rpc::call`].
pub async fn of_node(cx: &Cx, address: &str, network: &Network) -> Result<Amount> {
    let units = rpc::quantity(cx, network, "eth_getBalance", &json!([address, "latest"])).await?;
    Ok(Amount::new(units, network.native_currency.decimals))
}

/// Shows a balance, unless the account or network has changed meanwhile (R22).
fn set(cx: &Cx, account: &AccountId, phase: BalancePhase, amount: Option<Amount>, network: &Network) {
    cx.update(|state| {
        let is_current = state.networks.shown_chain().as_ref() == Some(&account.chain);
        let Some(shown) = state.accounts.by.get_mut(&account.chain.namespace) else { return };
        if !is_current || shown.entries.first().map(|entry| &entry.address) != Some(&account.address) {
            return;
        }
        shown.native.chain = Some(account.chain.clone());
        shown.native.phase = phase;
        shown.native.amount = amount;
        shown.native.symbol = Some(network.native_currency.symbol.clone());
    });
}

/// Commands of the balances.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum BalancesCommand {
    /// Reads again.
    #[ts(rename = "balances.refresh")]
    Refresh {},
}

/// Runs a command.
pub fn run(cx: Cx, action: String, _: Value) -> Flow {
    Box::pin(async move {
        if action != "refresh" {
            return Err(unknown_action("balances", &action));
        }
        if let Some(namespace) = cx.read(|s| s.networks.active_namespace()) {
            refresh(&cx, namespace);
        }
        Ok(Reply::Done)
    })
}
