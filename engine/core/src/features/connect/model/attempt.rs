//! The attempt to connect a wallet, and its rendering (2.29, 8.21).

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
    /// No attempt.
    #[default]
    Idle,
    /// The request was just sent to the wallet.
    Opening,
    /// The request has been open for a while: the view reminds the user to look at the wallet.
    Confirm,
    /// The wallet reports a pending request (-32002). The engine waits for it and sends no second one.
    AlreadyOpen,
    /// The wallet hasn't responded for a long time.
    Slow,
    /// The wallet hasn't responded, and its window reports nothing when it closes.
    NoWindow,
    /// The wallet hasn't responded, and might be locked.
    Locked,
    /// The wallet approved the connection. A required sign-in follows.
    Approved,
    /// The wallet rejects this site without a prompt, because the user rejected it before.
    Blocked,
    /// The wallet shared no account, because the user selected none in its window.
    NoAccount,
    /// The user rejected the connection.
    Rejected,
    /// The attempt failed.
    Failed,
}

/// The attempt to connect.
#[derive(Default)]
pub struct Attempt {
    pub(crate) phase: ConnectPhase,
    pub(crate) wallet_id: Option<String>,
    /// The selected namespace, for a wallet that supports several.
    pub(crate) family: Option<Namespace>,
    /// A number that grows with each attempt. An attempt ends if the number has changed.
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
    /// "All wallets" is displayed.
    pub directory: bool,
    /// The available logins.
    pub logins: Logins,
    /// The phase of the attempt.
    pub phase: ConnectPhase,
    /// The ID of the wallet in the attempt.
    pub wallet_id: Option<String>,
    /// The namespaces that the wallet supports on this page.
    pub families: Vec<WalletFamily>,
    /// Why the attempt failed.
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

    /// Whether an attempt is in progress.
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

/// Starts an attempt for a wallet, and returns its number.
pub(crate) fn choose(state: &mut State, id: &str, family: Option<Namespace>) -> u32 {
    state.connect.wallet_id = Some(id.to_owned());
    state.connect.family = family;
    state.connect.round += 1;
    state.connect.round
}

/// The key of the flow that runs an attempt. Later calls for the same wallet join it.
pub(crate) fn key(round: u32) -> String {
    alloc::format!("connect {round}")
}

/// The key of the last attempt, if it is for this wallet and namespace.
pub(crate) fn key_for(state: &State, id: &str, family: Option<Namespace>) -> Option<String> {
    let is_it = state.connect.wallet_id.as_deref() == Some(id) && state.connect.family == family;
    is_it.then(|| key(state.connect.round))
}

/// Starts an attempt that another part of the binary runs (a pairing).
pub(crate) fn begin(state: &mut State, id: &str) {
    state.connect.wallet_id = Some(id.to_owned());
    state.connect.phase = ConnectPhase::Confirm;
    state.connect.error = None;
}

/// Clears the attempt after any result.
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
