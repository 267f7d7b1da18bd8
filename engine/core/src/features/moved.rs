//! The one door for "another account or network" (security.md R22). Whoever changes an account, the network it is on, the
//! list of networks or the options calls [`State::moved`] in the same update. What differs is found here by comparing: then every
//! feature of the table forgets what was of the one before, in that very update, and reads the new one again after it.

use crate::caip::Namespace;
use crate::entities::{Network, Status};
use crate::map::Map;
use crate::ports::provider::WalletHandle;
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;

/// Why an account or network may be another one now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A wallet was connected, or the stored one was brought back.
    Connected,
    /// The connected wallet named other accounts.
    Account,
    /// The wallet stands on another network, or was switched to it.
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
struct Subject {
    wallet: Option<WalletHandle>,
    address: String,
    chain: Option<String>,
    /// As configured: another node or currency makes another network of it. Nothing while the wallet is on one of nobody.
    network: Option<Network>,
}

/// What each feature of the table is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The family whose account or network it is.
    pub namespace: Namespace,
    /// Why.
    pub why: Why,
    /// The page shows this family: its tokens, history and forms are of it.
    pub is_page: bool,
    /// There is an account, and it is another one or elsewhere than before.
    pub goes_on: bool,
}

/// What a feature forgets.
pub type Forget = fn(&mut State, &Move);

/// Who was where when the door was last passed.
#[derive(Default)]
pub struct Moves {
    /// What the features of the table forget.
    pub forgets: Vec<Forget>,
    last: Map<Namespace, Subject>,
    generations: Map<Namespace, u32>,
    page: Option<Namespace>,
    /// Families whose features read again after this update.
    pub(crate) pending: Vec<Namespace>,
}

impl Moves {
    /// Counts the accounts and networks a family has had: an answer to a question of an older generation is stale.
    #[must_use]
    pub fn generation(&self, namespace: Namespace) -> u32 {
        self.generations.get(&namespace).copied().unwrap_or_default()
    }
}

fn subject(state: &State, namespace: Namespace) -> Option<Subject> {
    let account = state.accounts.by.get(&namespace)?;
    let entry = account.entries.first().filter(|_| account.status == Status::Connected || account.held)?;
    let is_page = state.networks.active_namespace() == Some(namespace);
    let chain = state.networks.shown_chain().filter(|_| is_page).or_else(|| account.native.chain.clone());
    Some(Subject {
        wallet: account.handle,
        address: entry.address.clone(),
        network: chain.as_ref().and_then(|chain| state.networks.find(chain)).cloned(),
        chain: chain.map(|chain| alloc::format!("{chain}")),
    })
}

impl State {
    /// An account or network may be another one now: nothing of the one before stays.
    pub fn moved(&mut self, namespace: Namespace, why: Why) {
        let page = self.networks.active_namespace();
        let page_before = core::mem::replace(&mut self.moves.page, page);
        let mut all = alloc::vec![namespace];
        all.extend(page_before.into_iter().chain(page).filter(|of| *of != namespace));
        all.dedup();
        for namespace in all {
            self.follow_chain(namespace);
            let now = subject(self, namespace);
            let goes_on = now.is_some();
            let before = self.moves.last.remove(&namespace);
            if let Some(now) = &now {
                self.moves.last.insert(namespace, now.clone());
            }
            let is_page = page == Some(namespace);
            let is_other =
                before != now || (page != page_before && (is_page || page_before == Some(namespace)));
            if is_other {
                *self.moves.generations.of(namespace) += 1;
                let is_page = is_page || page_before == Some(namespace);
                let forgets = core::mem::take(&mut self.moves.forgets);
                forgets.iter().for_each(|forget| forget(self, &Move { namespace, why, is_page, goes_on }));
                self.moves.forgets = forgets;
            }
            let is_read = is_other || matches!(why, Why::Connected | Why::SignedIn);
            let is_connected =
                self.accounts.by.get(&namespace).is_some_and(|account| account.status == Status::Connected);
            if is_read && is_connected && !self.moves.pending.contains(&namespace) {
                self.moves.pending.push(namespace);
            }
        }
    }

    /// The chain an account is shown with is the page's, while the page shows its family.
    fn follow_chain(&mut self, namespace: Namespace) {
        let shown = self.networks.shown_chain().filter(|chain| chain.namespace == namespace);
        if let Some(account) = self.accounts.by.get_mut(&namespace)
            && shown.is_some()
            && account.native.chain != shown
        {
            account.native.chain = shown;
        }
    }

    /// Whether somebody changed an account or network and did not pass the door.
    #[cfg(any(test, feature = "twins"))]
    pub(crate) fn passed_the_door(&self) -> bool {
        let same =
            |namespace: &Namespace| subject(self, *namespace).as_ref() == self.moves.last.get(namespace);
        Namespace::ALL.iter().all(same)
    }
}
