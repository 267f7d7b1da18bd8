//! Networks: the configured ones, the active one, and where the wallet stands (4.27-4.31).

use super::{needed, unknown_action};
use crate::alert::Alert;
use crate::caip::{ChainId, Namespace};
use crate::connectors;
use crate::constants::WALLET_PROMPT_MS;
use crate::entities::{Network, Status};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::{alerts, balances, send};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// What is known of networks.
#[derive(Default)]
pub struct Networks {
    /// The configured ones.
    pub list: Vec<Network>,
    /// The chosen one; always configured.
    pub active: Option<ChainId>,
    /// Where the wallet stands when that is none of ours.
    foreign: Option<ChainId>,
    /// The one a wallet is being asked for.
    switching: Option<ChainId>,
}

/// The slice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NetworksSlice {
    /// The active one, unless the wallet stands on one that is not configured.
    pub active: Option<Network>,
    /// False when the wallet stands on a chain that is not configured.
    pub supported: bool,
    /// All.
    pub list: Vec<Network>,
}

impl Networks {
    /// A configured network.
    #[must_use]
    pub fn find(&self, chain: &ChainId) -> Option<&Network> {
        let id = chain.to_string();
        self.list.iter().find(|network| network.caip_network_id == id)
    }

    /// The active network; nothing while the wallet stands elsewhere.
    #[must_use]
    pub fn active_network(&self) -> Option<&Network> {
        if self.foreign.is_some() {
            return None;
        }
        self.find(self.active.as_ref()?)
    }

    /// The family in use.
    #[must_use]
    pub fn active_namespace(&self) -> Option<Namespace> {
        self.active.as_ref().map(|chain| chain.namespace)
    }

    /// The chain people see: the wallet's when it stands elsewhere.
    #[must_use]
    pub fn shown_chain(&self) -> Option<ChainId> {
        self.foreign.clone().or_else(|| self.active.clone())
    }

    /// Whether the chain people see is configured.
    #[must_use]
    pub fn is_supported(&self) -> bool {
        self.foreign.is_none()
    }

    /// The slice.
    #[must_use]
    pub fn slice(&self) -> NetworksSlice {
        NetworksSlice {
            active: self.active_network().cloned(),
            supported: self.is_supported(),
            list: self.list.clone(),
        }
    }
}

/// Takes the networks of the options; an active one that is gone gives way to the default.
pub fn configure(state: &mut State) {
    state.networks.list = state.options.networks.clone();
    let kept = state.networks.active.clone().filter(|chain| state.networks.find(chain).is_some());
    state.networks.active = kept.or_else(|| preferred(state));
}

/// The host's default network while it is configured, else the first one.
fn preferred(state: &State) -> Option<ChainId> {
    let default = state.options.default_network.clone().filter(|chain| state.networks.find(chain).is_some());
    default.or_else(|| state.networks.list.first().and_then(Network::chain))
}

/// The wallet stands on this chain (or did not say): ours become active, others are shown as unsupported.
pub fn follow_wallet(state: &mut State, namespace: Namespace, chain: Option<&ChainId>) {
    state.networks.foreign = None;
    match chain.filter(|chain| chain.namespace == namespace) {
        Some(chain) if state.networks.find(chain).is_some() => state.networks.active = Some(chain.clone()),
        Some(chain) => state.networks.foreign = Some(chain.clone()),
        None => {}
    }
}

/// After a disconnect: the default network, nothing foreign (4.6).
pub fn reset(state: &mut State) {
    state.networks.foreign = None;
    state.networks.active = preferred(state);
}

/// Switches to a configured network; a connected wallet is asked (4.28).
async fn switch(cx: &Cx, chain: ChainId) -> Result<Reply> {
    let namespace = chain.namespace;
    let handle = cx.read(|s| {
        let account = s.accounts.by.get(&namespace)?;
        account.handle.filter(|_| account.status == Status::Connected)
    });
    if let Some(handle) = handle {
        let asked = connectors::switch_chain(cx, handle, &chain);
        cx.within(WALLET_PROMPT_MS, asked).await.unwrap_or(Err(Error::WalletSilent))?;
    }
    cx.commit(|state| {
        follow_wallet(state, namespace, Some(&chain));
        if let Some(account) = state.accounts.by.get_mut(&namespace) {
            account.native.forget();
            account.native.chain = Some(chain.clone());
        }
        send::forget(state);
        let name = state.networks.active_network().map(|n| n.name.clone()).unwrap_or_default();
        state.tell(Event::track("SWITCH_NETWORK", &[("network", &name)]));
    })
    .await;
    balances::refresh(cx, namespace);
    Ok(Reply::Done)
}

/// Commands of the networks.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum NetworksCommand {
    /// CAIP-2 of a configured network.
    #[ts(rename = "networks.switch")]
    Switch { network: String },
}

/// Runs a command.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        if action != "switch" {
            return Err(unknown_action("networks", &action));
        }
        let chain = ChainId::parse(needed(&command, "network")?)
            .ok_or(Error::BadParams { field: "network".into() })?;
        if cx.read(|s| s.networks.find(&chain).is_none()) {
            alerts::raise(&cx, Alert::NetworkNotFound);
            return Err(Error::NetworkNotFound);
        }
        let flow_cx = cx.clone();
        let key = alloc::format!("switch network {chain}");
        let other = cx.update(|s| s.networks.switching.replace(chain.clone())).filter(|open| *open != chain);
        if let Some(open) = other {
            // one at a time (R19): the wallet is still being asked for the other one
            cx.update(|s| s.networks.switching = Some(open));
            return Err(Error::Rpc { code: -32002, message: "Another network is being switched to".into() });
        }
        let switching = cx.phase(|s| s.networks.switching = None);
        let result = cx.single(ScopeId::App, &key, async move { switch(&flow_cx, chain).await }).await;
        drop(switching);
        result
    })
}
