//! The single entry point for a changed account or network (docs/spec/security.md R22). A flow that changes an account, its network, the
//! list of networks or the options calls [`State::context_changed`] in the same update. That function compares the new state with the last
//! one. If they differ, every feature resets its data in the same update and fetches new data after it.

use crate::caip::Namespace;
use crate::entities::Status;
use crate::features::account::model::accounts::Account;
use crate::features::account::model::context::{ChangeReason, Move, subject};
use crate::features::networks::model as networks;
use crate::store::State;

impl State {
    /// Reports a possible change of an account or network. The data of the previous one is dropped.
    pub fn context_changed(&mut self, namespace: Namespace, why: ChangeReason) {
        let page = self.networks.active_namespace();
        let page_before = core::mem::replace(&mut self.moves.page, page);
        let mut all = alloc::vec![namespace];
        all.extend(page_before.into_iter().chain(page).filter(|of| *of != namespace));
        all.dedup();
        for namespace in all {
            self.follow_chain(namespace);
            let now = subject(self, namespace);
            let stays_connected = now.is_some();
            let before = self.moves.last.remove(&namespace);
            let is_page = page == Some(namespace) || page_before == Some(namespace);
            let is_other = before != now;
            let is_affected = is_other || (page != page_before && is_page);
            if let Some(now) = now {
                self.moves.last.insert(namespace, now);
            }
            if is_affected {
                *self.moves.generations.of(namespace) += 1;
                super::forget(self, &Move { namespace, why, is_page, is_other, stays_connected });
            }
            let is_read = is_affected || matches!(why, ChangeReason::Connected | ChangeReason::SignedIn);
            let is_connected =
                self.accounts.by.get(&namespace).is_some_and(|account| account.status == Status::Connected);
            if is_read && is_connected && !self.moves.pending.contains(&namespace) {
                self.moves.pending.push(namespace);
            }
        }
    }

    /// Shows an account on the page's network, while the page shows its namespace.
    fn follow_chain(&mut self, namespace: Namespace) {
        let shown = self.networks.shown_chain().filter(|chain| chain.namespace == namespace);
        if let Some(account) = self.accounts.by.get_mut(&namespace)
            && shown.is_some()
            && account.native.chain != shown
        {
            account.native.chain.clone_from(&shown);
        }
        // the account is displayed with its address on this network; without one, the page keeps a network for which
        // the account has an address
        let is_live = |account: &Account| account.status == Status::Connected || account.awaits_sign_in;
        let other =
            self.accounts.by.get_mut(&namespace).filter(|of| is_live(of)).and_then(Account::follow_chain);
        if let Some(other) = other {
            if shown.is_some() {
                networks::follow_wallet(self, namespace, Some(&other));
            }
            if let Some(account) = self.accounts.by.get_mut(&namespace) {
                account.native.chain = Some(other);
                account.follow_chain();
            }
        }
    }
}
