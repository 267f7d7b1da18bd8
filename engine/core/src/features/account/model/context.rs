//! Compares the account and network with earlier ones, and describes the change to every feature (`State::context_changed` in
//! `features/context_changed.rs`).

use crate::caip::Namespace;
use crate::entities::WalletHandle;
use crate::entities::{Network, Status};
use crate::map::Map;
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;

/// Why an account or network might have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeReason {
    /// A wallet connected, or a stored connection was restored.
    Connected,
    /// The connected wallet reported other accounts.
    Account,
    /// The wallet changed its network, on its own or on request.
    Network,
    /// The configured networks or other options changed.
    Options,
    /// The missing sign-in is done.
    SignedIn,
    /// The wallet disconnected or is locked.
    Disconnected,
}

/// An account of a wallet on a network. Everything that is read, displayed or sent belongs to exactly one subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subject {
    wallet: Option<WalletHandle>,
    address: String,
    chain: Option<String>,
    /// The configured network. Another RPC URL or currency makes it a different one. `None` while the wallet is on an
    /// unconfigured network.
    network: Option<Network>,
}

/// The change that every feature in the table receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The namespace whose account or network changed.
    pub namespace: Namespace,
    /// The reason for the change.
    pub why: ChangeReason,
    /// The page shows this namespace, or did before: tokens, history and forms belong to it.
    pub is_page: bool,
    /// The account or network is different. If false, the page only changed to or from this namespace.
    pub is_other: bool,
    /// An account is still connected.
    pub stays_connected: bool,
}

/// The account and network of each namespace at the last call of `State::context_changed`.
#[derive(Default)]
pub struct Moves {
    pub(crate) last: Map<Namespace, Subject>,
    pub(crate) generations: Map<Namespace, u32>,
    pub(crate) page: Option<Namespace>,
    /// Namespaces whose features read their data again after this update.
    pub(crate) pending: Vec<Namespace>,
}

impl Moves {
    /// A counter of the accounts and networks that a namespace has had. The response to a request of an older
    /// generation is stale.
    #[must_use]
    pub fn generation(&self, namespace: Namespace) -> u32 {
        self.generations.get(&namespace).copied().unwrap_or_default()
    }
}

pub(crate) fn subject(state: &State, namespace: Namespace) -> Option<Subject> {
    let account = state.accounts.by.get(&namespace)?;
    let entry =
        account.entries.first().filter(|_| account.status == Status::Connected || account.awaits_sign_in)?;
    let is_page = state.networks.active_namespace() == Some(namespace);
    let chain = state.networks.shown_chain().filter(|_| is_page).or_else(|| account.native.chain.clone());
    Some(Subject {
        wallet: account.handle,
        address: entry.address.clone(),
        network: chain.as_ref().and_then(|chain| state.networks.find(chain)).cloned(),
        chain: chain.map(|chain| alloc::format!("{chain}")),
    })
}

/// Whether every change of an account or network was passed to [`State::context_changed`].
#[cfg(any(test, feature = "twins"))]
pub(crate) fn all_passed(state: &State) -> bool {
    let same = |namespace: &Namespace| subject(state, *namespace).as_ref() == state.moves.last.get(namespace);
    Namespace::ALL.iter().all(same)
}
