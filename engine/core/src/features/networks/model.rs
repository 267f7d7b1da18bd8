//! Networks: the configured ones, the active one, the wallet's current one, and the slice (3.1, 4.27). Switching the
//! wallet's network is in [`crate::features::networks::switching`].

use crate::caip::{ChainId, Namespace};
use crate::constants::RECENT_NETWORKS_MAX;
use crate::entities::{Network, Status, WalletHandle};
use crate::error::{Error, ErrorData};
use crate::features::shell::model::router;
use crate::map::Map;
use crate::services::DRAWN;
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

/// Phase of a network switch, which SwitchNetwork renders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SwitchPhase {
    /// No switch.
    #[default]
    Idle,
    /// The wallet has the request to switch.
    Confirm,
    /// The wallet doesn't know the network, and has a request to add it.
    Adding,
    /// The wallet accepted the request, but isn't on the network yet.
    Moving,
    /// The user rejected the switch.
    Rejected,
}

/// The configured networks, the active one and a pending switch.
#[derive(Default)]
pub struct Networks {
    /// The configured networks.
    pub list: Vec<Network>,
    /// Networks that are only read: they aren't in the list, and the wallet never switches to them (decision 277,
    /// "Read-only networks, and pages without a project").
    read_only: Vec<Network>,
    /// The active network. Always a configured one.
    pub active: Option<ChainId>,
    /// The wallet's network, while it isn't a configured one.
    foreign: Option<ChainId>,
    /// The network of a switch that is pending or was rejected.
    pub switching: Option<ChainId>,
    /// The network for which the user is choosing a wallet, while SwitchActiveChain is in the history.
    pub(crate) wanted: Option<ChainId>,
    /// The phase of the switch.
    pub phase: SwitchPhase,
    /// Why the user has to try again.
    pub error: Option<ErrorData>,
    /// The networks used on this page, newest first.
    recent: Vec<ChainId>,
    /// The search text of the list.
    pub search: String,
    /// The search results. `None` without a search.
    pub found: Option<Vec<String>>,
    /// The URL of each network's icon.
    pub pictures: Map<String, String>,
}

/// A network, as it is displayed outside the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NetworkBadge {
    /// The chain ID (CAIP-2).
    pub caip_network_id: Option<String>,
    /// The name, or "Unknown Network" if it isn't configured.
    pub name: String,
    /// Whether it is configured.
    pub supported: bool,
    /// The icon as a `blob:` URL, once it has loaded.
    pub icon: Option<String>,
}

/// One row of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NetworkRow {
    /// The chain ID (CAIP-2): the value for `networks.choose`.
    pub caip_network_id: String,
    /// "Ethereum"
    pub name: String,
    /// The icon as a `blob:` URL, once it has loaded.
    pub icon: Option<String>,
    /// The network is active.
    pub selected: bool,
    /// The connected wallet supports it.
    pub approved: bool,
    /// The connected wallet returned no address for it. The user can retry.
    pub unread: bool,
    /// The `data-testid` of the row.
    pub test_id: String,
}

/// Heading of a group of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum NetworkGroupKind {
    /// Networks that were used on this page before.
    Recent,
    /// Main networks.
    Main,
    /// Test networks.
    Test,
}

/// Rows under one heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NetworkGroup {
    /// The heading.
    pub kind: NetworkGroupKind,
    /// The rows in the page's order.
    pub rows: Vec<NetworkRow>,
}

/// Slice `networks`: the views Networks, SwitchNetwork and UnsupportedChain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NetworksSlice {
    /// The active network. `None` while the wallet is on an unconfigured one.
    pub active: Option<Network>,
    /// False while the wallet is on an unconfigured network.
    pub supported: bool,
    /// The configured networks.
    pub list: Vec<Network>,
    /// The search text of the list.
    pub search: String,
    /// The search results. An empty result isn't a group.
    pub groups: Vec<NetworkGroup>,
    /// The phase of the switch.
    pub phase: SwitchPhase,
    /// The network to switch to.
    pub target: Option<NetworkRow>,
    /// The namespace of `target`.
    pub namespace: Option<Namespace>,
    /// The networks that the connected wallet supports (CAIP-2). `None` if it supports all.
    pub approved: Option<Vec<String>>,
    /// Why the last switch failed.
    pub error: Option<ErrorData>,
}

impl Networks {
    /// A configured network.
    #[must_use]
    pub fn find(&self, chain: &ChainId) -> Option<&Network> {
        let id = chain.to_string();
        self.list.iter().find(|network| network.caip_network_id == id)
    }

    /// A network that the engine can read from: a configured one, or one of the option for read-only networks.
    #[must_use]
    pub fn readable(&self, chain: &ChainId) -> Option<&Network> {
        let id = chain.to_string();
        self.find(chain).or_else(|| self.read_only.iter().find(|network| network.caip_network_id == id))
    }

    /// The active network. `None` while the wallet is on an unconfigured one.
    #[must_use]
    pub fn active_network(&self) -> Option<&Network> {
        if self.foreign.is_some() {
            return None;
        }
        self.find(self.active.as_ref()?)
    }

    /// The namespace in use.
    #[must_use]
    pub fn active_namespace(&self) -> Option<Namespace> {
        self.active.as_ref().map(|chain| chain.namespace)
    }

    /// The network to display: the wallet's own if it isn't a configured one, otherwise the active one.
    #[must_use]
    pub fn shown_chain(&self) -> Option<ChainId> {
        self.foreign.clone().or_else(|| self.active.clone())
    }

    /// Whether the displayed network is configured.
    #[must_use]
    pub fn is_supported(&self) -> bool {
        self.foreign.is_none()
    }
}

/// A network's icon as a `blob:` URL, once loaded. If requested, falls back to the package's drawing.
pub(crate) fn icon(state: &State, id: &str) -> Option<String> {
    state.images.get(state.networks.pictures.get(id)?).or_else(|| state.images.get(&drawing(id)))
}

/// The source of the package's drawing of a network, which might not exist: the element has the list (element/src/drawings/drawing.ts).
pub(crate) fn drawing(id: &str) -> String {
    [DRAWN, id].concat()
}

/// The networks whose icon failed to load, so their drawing is used instead.
pub(crate) fn drawn_instead(networks: &Networks, picture: &str) -> Vec<String> {
    let of = networks.pictures.iter().filter(|(_, source)| *source == picture && !source.starts_with(DRAWN));
    of.map(|(id, _)| drawing(id)).collect()
}

/// The text that the wallet didn't switch to a network. `None` for an unconfigured one.
pub(crate) fn switch_failed(state: &State, chain: &ChainId) -> Option<Error> {
    state.networks.find(chain).map(|network| Error::SwitchFailed { network: network.name.clone() })
}

/// The displayed network.
#[must_use]
pub fn badge(state: &State) -> NetworkBadge {
    let network = state.networks.active_network();
    let chain = state.networks.shown_chain().map(|chain| chain.to_string());
    NetworkBadge {
        name: network.map_or_else(|| "Unknown Network".into(), |n| n.name.clone()),
        supported: state.networks.is_supported(),
        icon: chain.as_deref().and_then(|id| icon(state, id)),
        caip_network_id: chain,
    }
}

/// A configured network in its displayed form.
pub(crate) fn badge_of(state: &State, network: &Network) -> NetworkBadge {
    NetworkBadge {
        name: network.name.clone(),
        supported: true,
        icon: icon(state, &network.caip_network_id),
        caip_network_id: Some(network.caip_network_id.clone()),
    }
}

/// The networks (CAIP-2) that the active wallet has approved. `None` if it doesn't report any.
fn agreed(state: &State) -> Option<Vec<String>> {
    let account = state.accounts.by.get(&state.networks.active_namespace()?)?;
    matches!(account.handle, Some(WalletHandle::Relay(_))).then(|| state.session.approved.clone())?
}

/// Whether the connected wallet didn't share an address for the network.
fn is_unread(state: &State, network: &Network) -> bool {
    let account = state.accounts.by.get(&network.chain_namespace).filter(|of| of.status == Status::Connected);
    let chain = network.chain();
    chain
        .zip(account)
        .is_some_and(|(chain, account)| account.unread.contains(&chain) && !account.is_on(&chain))
}

fn row(state: &State, network: &Network) -> NetworkRow {
    let agreed = agreed(state);
    NetworkRow {
        icon: icon(state, &network.caip_network_id),
        selected: state.networks.active_network() == Some(network),
        // browser wallets accept a switch to every network
        approved: state.session.asks_to_switch
            || agreed.is_none_or(|chains| chains.contains(&network.caip_network_id)),
        unread: is_unread(state, network),
        test_id: alloc::format!("w3m-network-switch-{}", network.name),
        name: network.name.clone(),
        caip_network_id: network.caip_network_id.clone(),
    }
}

/// Builds the slice `networks`.
#[must_use]
pub fn slice(state: &State) -> NetworksSlice {
    let networks = &state.networks;
    let found = networks.found.as_ref();
    let fits = |network: &&Network| found.is_none_or(|found| found.contains(&network.caip_network_id));
    let recent: Vec<&Network> = match found {
        None => networks.recent.iter().filter_map(|chain| networks.find(chain)).collect(),
        Some(_) => Vec::new(),
    };
    let of = |kind: NetworkGroupKind| -> Option<NetworkGroup> {
        let rows: Vec<NetworkRow> = match kind {
            NetworkGroupKind::Recent => recent.iter().map(|network| row(state, network)).collect(),
            _ => {
                let is_test = kind == NetworkGroupKind::Test;
                let here = networks.list.iter().filter(|network| network.testnet == is_test).filter(fits);
                here.filter(|network| !recent.contains(network)).map(|network| row(state, network)).collect()
            }
        };
        (!rows.is_empty()).then_some(NetworkGroup { kind, rows })
    };
    let kinds = [NetworkGroupKind::Recent, NetworkGroupKind::Main, NetworkGroupKind::Test];
    NetworksSlice {
        active: networks.active_network().cloned(),
        supported: networks.is_supported(),
        list: networks.list.clone(),
        search: networks.search.clone(),
        groups: kinds.into_iter().filter_map(of).collect(),
        phase: networks.phase,
        target: networks
            .switching
            .as_ref()
            .and_then(|chain| networks.find(chain))
            .map(|network| row(state, network)),
        namespace: networks.switching.as_ref().map(|chain| chain.namespace),
        approved: agreed(state),
        error: networks.error.clone(),
    }
}

/// Applies the networks of the options. If the active one was removed, the default one becomes active.
pub fn configure(state: &mut State) {
    state.networks.list = state.options.networks.clone();
    state.networks.read_only = state.options.read_only.clone();
    let before = state.networks.active.clone();
    let kept = before.clone().filter(|chain| state.networks.find(chain).is_some());
    if let Some(gone) = before.filter(|_| kept.is_none()) {
        // the page must never display a network that the wallet isn't on
        let account = state.accounts.by.get(&gone.namespace);
        if account.is_some_and(|account| account.status == Status::Connected) {
            state.networks.foreign.get_or_insert(gone);
        }
    }
    state.networks.active = kept.or_else(|| preferred(state));
    if let Some(foreign) = state.networks.foreign.clone().filter(|chain| state.networks.find(chain).is_some())
    {
        // the wallet has been on this network already
        state.networks.foreign = None;
        state.networks.active = Some(foreign);
    }
}

/// The page's default network if it is configured, otherwise the first one.
fn preferred(state: &State) -> Option<ChainId> {
    let default = state.options.default_network.clone().filter(|chain| state.networks.find(chain).is_some());
    default.or_else(|| state.networks.list.first().and_then(Network::chain))
}

/// Applies the network that the wallet reports. A configured one becomes active, any other one is displayed as
/// unsupported (4.27).
pub fn follow_wallet(state: &mut State, namespace: Namespace, chain: Option<&ChainId>) {
    state.networks.foreign = None;
    match chain.filter(|chain| chain.namespace == namespace) {
        Some(chain) if state.networks.find(chain).is_some() => {
            let before = state.networks.active.replace(chain.clone());
            if let Some(before) = before.filter(|before| before != chain) {
                let recent = &mut state.networks.recent;
                recent.retain(|known| *known != before && known != chain);
                recent.insert(0, before);
                recent.truncate(RECENT_NETWORKS_MAX);
            }
        }
        Some(chain) => state.networks.foreign = Some(chain.clone()),
        None => {}
    }
    router::follow_support(state);
}

/// Whether a network needs another wallet: its namespace has none, while another namespace has one (2.16).
pub(crate) fn needs_wallet(state: &State, chain: &ChainId) -> bool {
    let account = state.accounts.by.get(&chain.namespace);
    let is_without = account.is_none_or(|account| account.status == Status::Disconnected);
    is_without && router::is_connected(state) && state.networks.find(chain).is_some()
}

/// The network for which the user is choosing a wallet, if any.
pub(crate) fn wanted(state: &State) -> Option<&ChainId> {
    state.networks.wanted.as_ref()
}

/// The configured network for a namespace: its account's current one, otherwise the first.
#[must_use]
pub(crate) fn home_of(state: &State, namespace: Namespace) -> Option<ChainId> {
    let stands = state.accounts.by.get(&namespace).and_then(|account| account.native.chain.clone());
    let stands = stands.filter(|chain| chain.namespace == namespace && state.networks.find(chain).is_some());
    let first = || state.networks.list.iter().find(|network| network.chain_namespace == namespace);
    stands.or_else(|| first().and_then(Network::chain))
}

/// Resets the networks after a disconnect (4.6): the default one becomes active, unless another namespace is still
/// connected.
pub fn reset(state: &mut State) {
    state.networks.foreign = None;
    state.networks.switching = None;
    state.networks.phase = SwitchPhase::Idle;
    let default = preferred(state);
    let is_live = |namespace: Namespace| {
        state.accounts.by.get(&namespace).is_some_and(|account| account.status == Status::Connected)
    };
    let live = || Namespace::ALL.into_iter().filter(|of| is_live(*of)).find_map(|of| home_of(state, of));
    state.networks.active = match &default {
        Some(chain) if is_live(chain.namespace) => default,
        _ => live().or(default),
    };
}

/// Whether a connected wallet is on an unconfigured network.
#[must_use]
pub fn is_stranded(state: &State) -> bool {
    let namespace = state.networks.active_namespace();
    let account = namespace.and_then(|namespace| state.accounts.by.get(&namespace));
    !state.networks.is_supported()
        && account.is_some_and(|account| account.status == Status::Connected || account.awaits_sign_in)
}
