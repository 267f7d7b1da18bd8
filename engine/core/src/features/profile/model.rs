//! The view ProfileWallets: the connected wallet and earlier connections of each namespace.

use crate::caip::Namespace;
use crate::constants::WALLET_CONNECT_ID;
use crate::entities::{AccountEntry, AccountType, Status};
use crate::features::account::model::accounts::{Account, Confirmation};
use crate::features::directory::model as directory;
use crate::features::networks::model as networks;
use crate::format;
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// The selections in the view.
#[derive(Default)]
pub struct Profile {
    /// The selected tab. `None` selects the active namespace.
    pub(crate) tab: Option<Namespace>,
    /// The connection to switch to.
    pub(crate) switching: Option<(Namespace, String)>,
}

/// The action of a wallet's button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ProfileAction {
    /// Switches the page to the wallet, without a prompt in the wallet.
    Switch,
    /// Connects the wallet with a prompt, because it was disconnected or no other wallet is connected.
    Connect,
}

/// Another address of the same wallet, of another type. The user can't select it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProfileAddress {
    /// The full address.
    pub address: String,
    /// "bc1q…3f4t"
    pub short: String,
    /// The type of the account.
    pub kind: AccountType,
}

/// An account of the wallet that the user can select, or the current one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProfileAccount {
    /// The full address.
    pub address: String,
    /// "0x70…dc79C8"
    pub short: String,
    /// The name of the address.
    pub label: Option<String>,
}

/// The connected wallet of a namespace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProfileWallet {
    /// The namespace.
    pub namespace: Namespace,
    /// The ID of the connector.
    pub connector_id: String,
    /// The wallet's name.
    pub name: String,
    /// The icon as a `blob:` URL.
    pub icon: Option<String>,
    /// The full address.
    pub address: String,
    /// The shortened address.
    pub short: String,
    /// The name of the address.
    pub label: Option<String>,
    /// The type of the account.
    pub kind: AccountType,
    /// Accounts of other types.
    pub more: Vec<ProfileAddress>,
    /// Accounts of the same type, the current one first. Empty if there is only one.
    pub choice: Vec<ProfileAccount>,
    /// The account's page in the block explorer.
    pub explorer_url: Option<String>,
    /// The page shows this namespace.
    pub active: bool,
    /// The wallet hasn't responded yet, or a sign-in is pending.
    pub waits: bool,
    /// The action of the button that switches to it.
    pub action: Option<ProfileAction>,
    /// A disconnect is in progress.
    pub disconnecting: bool,
    /// Whether the wallet has confirmed the account. Until then, the user can't copy its address.
    pub confirmation: Confirmation,
}

/// An earlier connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProfileRecent {
    /// The namespace.
    pub namespace: Namespace,
    /// The ID of the connector.
    pub connector_id: String,
    /// The wallet's name, if known.
    pub name: String,
    /// The icon as a `blob:` URL.
    pub icon: Option<String>,
    /// The shortened address of the last account.
    pub short: String,
    /// The name of that address.
    pub label: Option<String>,
    /// The action of its button.
    pub action: ProfileAction,
    /// The wallet is available.
    pub reachable: bool,
    /// The wallet has a pending request.
    pub busy: bool,
}

/// Slice `profileWallets`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ProfileWalletsSlice {
    /// The stored data has loaded. Until then, the view doesn't say that a list is empty.
    pub ready: bool,
    /// The namespaces, if several.
    pub tabs: Vec<Namespace>,
    /// The displayed namespace.
    pub tab: Option<Namespace>,
    /// The connected wallet of the namespace.
    pub active: Option<ProfileWallet>,
    /// The earlier connections of the namespace, newest first.
    pub recent: Vec<ProfileRecent>,
    /// Several namespaces are connected.
    pub disconnects_all: bool,
}

/// The earlier connections of a namespace: the one whose wallet failed to restore comes first.
fn stored(state: &State, namespace: Namespace) -> impl Iterator<Item = (&str, &[AccountEntry])> {
    let account = state.accounts.by.get(&namespace).filter(|account| account.current().is_none());
    let kept =
        account.and_then(|account| Some((account.connector_id.as_deref()?, account.entries.as_slice())));
    let were = state.accounts.remembered.get(&namespace).into_iter().flatten();
    let were = were.map(|was| (was.connector_id.as_str(), was.entries.as_slice()));
    kept.into_iter().chain(were).filter(|(_, entries)| !entries.is_empty())
}

/// The selected account. For a Bitcoin wallet, the payment account (4.14).
fn main(entries: &[AccountEntry]) -> Option<&AccountEntry> {
    entries.iter().find(|entry| entry.kind == AccountType::Payment).or(entries.first())
}

fn called(state: &State, address: &String) -> Option<String> {
    let of_wallet = || {
        let mut all = state.accounts.by.values().flat_map(|account| &account.entries);
        all.find(|entry| entry.address == *address).and_then(|entry| entry.label.clone())
    };
    let of_host = || state.accounts.labels.get(address).cloned();
    state.identities.name(address).or_else(of_host).or_else(of_wallet)
}

/// An earlier connection: its last address, and whether its wallet can reconnect silently (4.3) or needs a prompt (4.4).
pub(crate) fn find(state: &State, namespace: Namespace, id: &str) -> Option<(String, ProfileAction)> {
    let (_, entries) = stored(state, namespace).find(|(stored, _)| *stored == id)?;
    let let_go =
        state.accounts.disconnected.get(&namespace).is_some_and(|ids| ids.iter().any(|gone| gone == id));
    let left = state.accounts.by.get(&namespace).is_some_and(|of| of.connector_id.as_deref() == Some(id));
    let action = if let_go || left { ProfileAction::Connect } else { ProfileAction::Switch };
    Some((main(entries)?.address.clone(), action))
}

/// Whether this wallet is the connected one of its namespace.
pub(crate) fn is_live(state: &State, namespace: Namespace, id: &str) -> bool {
    let account = state.accounts.by.get(&namespace).filter(|account| account.status == Status::Connected);
    account.is_some_and(|account| account.connector_id.as_deref() == Some(id))
}

fn wallet(state: &State, namespace: Namespace, account: &Account) -> Option<ProfileWallet> {
    let entry = account.current()?;
    let connector_id = account.connector_id.clone()?;
    let row = state.wallets.row_of(&connector_id, state);
    let active = state.networks.active_namespace() == Some(namespace);
    let home = networks::home_of(state, namespace);
    let network = match active {
        true => state.networks.active_network(),
        false => home.as_ref().and_then(|chain| state.networks.find(chain)),
    };
    let waits = account.status != Status::Connected;
    let more = account.entries.iter().filter(|other| other.kind != entry.kind).map(|other| ProfileAddress {
        address: other.address.clone(),
        short: format::truncated(&other.address),
        kind: other.kind,
    });
    let mut choice: Vec<ProfileAccount> = account
        .alike()
        .map(|one| ProfileAccount {
            address: one.address.clone(),
            short: format::truncated(&one.address),
            label: called(state, &one.address),
        })
        .collect();
    if choice.len() < 2 || waits {
        choice.clear();
    }
    Some(ProfileWallet {
        namespace,
        choice,
        name: account
            .wallet_name
            .clone()
            .or_else(|| Some(row.as_ref()?.name.clone()))
            .unwrap_or_else(|| connector_id.clone()),
        icon: row.and_then(|row| row.icon).or_else(|| account.native.wallet_icon.clone()),
        address: entry.address.clone(),
        short: format::truncated(&entry.address),
        label: called(state, &entry.address),
        kind: entry.kind,
        more: more.collect(),
        explorer_url: account.explorer_url(network),
        active,
        waits,
        action: (!active && !waits && home.is_some()).then_some(ProfileAction::Switch),
        disconnecting: account.disconnecting,
        confirmation: account.confirmation,
        connector_id,
    })
}

fn recent(state: &State, namespace: Namespace, id: &str) -> Option<ProfileRecent> {
    let (address, action) = find(state, namespace, id)?;
    let is_alone = state.accounts.by.get(&namespace).is_none_or(|account| account.current().is_none());
    let row = state.wallets.row_of(id, state);
    let is_relay = id == WALLET_CONNECT_ID;
    let reachable = row.is_some() || (is_relay && directory::is_reachable(state));
    let used = state.wallets.recent.iter().find(|used| used.id == id).map(|used| used.name.clone());
    let (name, icon) = match row {
        Some(row) => (row.name, row.icon),
        None if is_relay => (state.wallets.wallet_connect().name, None),
        None => (used.unwrap_or_else(|| id.into()), None),
    };
    Some(ProfileRecent {
        namespace,
        connector_id: id.into(),
        name,
        icon,
        short: format::truncated(&address),
        label: called(state, &address),
        action: if is_alone { ProfileAction::Connect } else { action },
        reachable,
        busy: state.profile.switching.as_ref().is_some_and(|(of, to)| *of == namespace && to == id),
    })
}

/// Builds the slice.
#[must_use]
pub fn slice(state: &State) -> ProfileWalletsSlice {
    let account =
        |namespace: &Namespace| state.accounts.by.get(namespace).filter(|of| of.current().is_some());
    let has =
        |namespace: &Namespace| account(namespace).is_some() || stored(state, *namespace).next().is_some();
    let families: Vec<Namespace> = Namespace::ALL.into_iter().filter(has).collect();
    let wanted = [state.profile.tab, state.networks.active_namespace(), families.first().copied()];
    let tab = wanted.into_iter().flatten().find(|tab| families.contains(tab));
    let active = tab.and_then(|tab| wallet(state, tab, account(&tab)?));
    let rows =
        tab.into_iter().flat_map(|tab| stored(state, tab).filter_map(move |(id, _)| recent(state, tab, id)));
    ProfileWalletsSlice {
        ready: state.lifecycle.initialized,
        tab,
        active,
        recent: rows.collect(),
        disconnects_all: families.iter().filter(|family| account(family).is_some()).count() > 1,
        tabs: if families.len() > 1 { families } else { Vec::new() },
    }
}
