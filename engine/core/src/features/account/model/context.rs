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
    /// A wallet was connected, or the stored one was brought back.
    Connected,
    /// The connected wallet named other accounts.
    Account,
    /// The wallet moved to another network, or was switched to it.
    Network,
    /// The configured networks or other options changed.
    Options,
    /// The sign-in that was missing is there.
    SignedIn,
    /// Disconnected, locked or lost.
    Disconnected,
}

/// Which account of which wallet is on which network: everything that is read, shown or sent for it is of this and no other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subject {
    wallet: Option<WalletHandle>,
    address: String,
    chain: Option<String>,
    /// As configured: another RPC URL or currency makes it another network. `None` while the wallet is on an unconfigured network.
    network: Option<Network>,
}

/// The change that every feature of the table gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The namespace whose account or network it is.
    pub namespace: Namespace,
    /// The reason.
    pub why: ChangeReason,
    /// The page shows this namespace, or did: its tokens, history and forms are of it.
    pub is_page: bool,
    /// The account or network differs. Otherwise only the page changed to another namespace or back.
    pub is_other: bool,
    /// There still is an account.
    pub stays_connected: bool,
}

/// The account and network of each namespace at the last call of `State::context_changed`.
#[derive(Default)]
pub struct Moves {
    pub(crate) last: Map<Namespace, Subject>,
    pub(crate) generations: Map<Namespace, u32>,
    pub(crate) page: Option<Namespace>,
    /// Namespaces whose features read again after this update.
    pub(crate) pending: Vec<Namespace>,
}

impl Moves {
    /// Counts the accounts and networks a namespace has had: an answer to a question of an older generation is stale.
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

/// Whether every change of an account or network went through [`State::context_changed`].
#[cfg(any(test, feature = "twins"))]
pub(crate) fn all_passed(state: &State) -> bool {
    let same = |namespace: &Namespace| subject(state, *namespace).as_ref() == state.moves.last.get(namespace);
    Namespace::ALL.iter().all(same)
}
