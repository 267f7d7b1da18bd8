//! The attempt to connect a wallet, as it is shown (2.29, 8.21).

use crate::caip::Namespace;
use crate::entities::{Status, WalletRow};
use crate::error::ErrorData;
use crate::features::connect::model::merged::{self, WalletFamily};
use crate::features::directory::model as directory;
use crate::features::directory::model::lookalikes::mark as mark_lookalikes;
use crate::features::project::model::{self as project, Logins};
use crate::options::AllWallets;
use crate::store::State;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// Phase of the attempt to connect, which ConnectingExternal renders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ConnectPhase {
    /// None.
    #[default]
    Idle,
    /// The request was just sent to the wallet.
    Opening,
    /// The request has been open for a while: the view reminds the user to look at the wallet.
    Confirm,
    /// The wallet reports a pending request (-32002): wait for it, do not send another.
    AlreadyOpen,
    /// The wallet has not answered for long.
    Slow,
    /// The wallet hasn't responded, and its window reports nothing when it closes.
    NoWindow,
    /// The wallet hasn't responded, and might be locked.
    Locked,
    /// The wallet has said yes; a required sign-in is still to come.
    Approved,
    /// The wallet keeps this site out without asking anyone: it was refused once.
    Blocked,
    /// The wallet has shared no account: none was selected in its window.
    NoAccount,
    /// The user rejected it.
    Rejected,
    /// Failed.
    Failed,
}

/// The attempt to connect.
#[derive(Default)]
pub struct Attempt {
    pub(crate) phase: ConnectPhase,
    pub(crate) wallet_id: Option<String>,
    /// The namespace that was chosen, of a wallet that serves several.
    pub(crate) family: Option<Namespace>,
    /// Incremented with each attempt: one that is not the last any more ends.
    pub(crate) round: u32,
    pub(crate) error: Option<ErrorData>,
}

/// Slice `connect`: the list of wallets and the attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ConnectSlice {
    /// The list of browser wallets; views render `directory.rows` instead once that part is loaded.
    pub rows: Vec<WalletRow>,
    /// "All wallets" is offered.
    pub directory: bool,
    /// The ways to log in.
    pub logins: Logins,
    /// Phase of the attempt.
    pub phase: ConnectPhase,
    /// The wallet the attempt is for.
    pub wallet_id: Option<String>,
    /// The namespaces of that wallet here.
    pub families: Vec<WalletFamily>,
    /// Why it failed.
    pub error: Option<ErrorData>,
}

impl Attempt {
    /// Builds the slice `connect`.
    #[must_use]
    pub fn slice(&self, state: &State) -> ConnectSlice {
        let mut rows = merged::fitting(state, state.wallets.rows(state));
        mark_lookalikes(state, &mut rows);
        ConnectSlice {
            rows,
            directory: directory::is_reachable(state)
                && state.options.wallets.all_wallets == AllWallets::Show
                && state.options.feature("allWallets"),
            logins: project::logins(state),
            phase: self.phase,
            wallet_id: self.wallet_id.clone(),
            families: merged::families(state),
            error: self.error.clone(),
        }
    }

    /// The wallet of the attempt.
    #[must_use]
    pub fn wallet(&self, state: &State) -> Option<WalletRow> {
        state.wallets.row_of(self.wallet_id.as_deref()?, state)
    }

    /// Whether a wallet is being asked.
    #[must_use]
    pub fn is_running(&self) -> bool {
        !matches!(
            self.phase,
            ConnectPhase::Idle
                | ConnectPhase::NoAccount
                | ConnectPhase::Rejected
                | ConnectPhase::Failed
                | ConnectPhase::Blocked
        )
    }
}

/// A wallet was chosen, and no other any more: which attempt that is.
pub(crate) fn choose(state: &mut State, id: &str, family: Option<Namespace>) -> u32 {
    state.connect.wallet_id = Some(id.to_owned());
    state.connect.family = family;
    state.connect.round += 1;
    state.connect.round
}

/// The key under which an attempt runs; later calls for its wallet join it.
pub(crate) fn key(round: u32) -> String {
    alloc::format!("connect {round}")
}

/// The key of the last attempt, if it is for this wallet and namespace.
pub(crate) fn key_for(state: &State, id: &str, family: Option<Namespace>) -> Option<String> {
    let is_it = state.connect.wallet_id.as_deref() == Some(id) && state.connect.family == family;
    is_it.then(|| key(state.connect.round))
}

/// Marks an attempt as started that another part of the binary runs (a pairing).
pub(crate) fn begin(state: &mut State, id: &str) {
    state.connect.wallet_id = Some(id.to_owned());
    state.connect.phase = ConnectPhase::Confirm;
    state.connect.error = None;
}

/// Ends the attempt with any result.
pub(crate) fn leave(state: &mut State) {
    state.connect.phase = ConnectPhase::Idle;
}

pub(crate) fn leave_connecting(state: &mut State, namespace: Namespace) {
    if let Some(account) = state.accounts.by.get_mut(&namespace)
        && account.status != Status::Connected
    {
        account.status = Status::Disconnected;
    }
}
