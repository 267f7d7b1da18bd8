//! Slices: the state for views and pages, rendered when they are read.

mod empty;

use crate::caip::Namespace;
use crate::error::{Error, ErrorData, Result};
use crate::features::account::model::accounts;
#[cfg(test)]
use crate::features::account::model::{activity, receive, tokens};
#[cfg(test)]
use crate::features::buy::model as buy;
use crate::features::connect::model::attempt;
use crate::features::connect::model::connections;
#[cfg(test)]
use crate::features::directory::model as directory;
#[cfg(test)]
use crate::features::embedded::model as embedded;
#[cfg(test)]
use crate::features::money::model::{revoke, send, swap, transactions};
#[cfg(test)]
use crate::features::names::model as names;
use crate::features::networks::model as networks;
#[cfg(test)]
use crate::features::pay::model as pay;
#[cfg(test)]
use crate::features::permissions::model::{permits, sessions};
#[cfg(test)]
use crate::features::profile::model as profile;
#[cfg(test)]
use crate::features::relay::model as relay;
#[cfg(test)]
use crate::features::review::model as review;
use crate::features::shell::model::alerts;
use crate::features::shell::model::router;
use crate::features::shell::model::theme;
use crate::features::shell::model::toasts;
use crate::features::shell::model::view::View;
#[cfg(test)]
use crate::features::sign_in::model as sign_in;
use crate::map::Map;
use crate::options::{FeatureValue, OptionsSlice};
use crate::store::{BranchName, State};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

/// The slice of `getState()`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "docs/spec/public-api.md section 3 describes each field")]
pub struct StateSlice {
    pub open: bool,
    pub loading: bool,
    pub connecting: bool,
    pub initialized: bool,
    pub view: Option<View>,
    pub active_chain: Option<Namespace>,
    pub selected_network_id: Option<String>,
    #[cfg_attr(test, ts(as = "alloc::collections::BTreeMap<String, FeatureValue>"))]
    pub features: Map<String, FeatureValue>,
    pub overridden_features: Vec<&'static str>,
    #[cfg_attr(test, ts(type = "\"default\" | \"local\" | \"remote\""))]
    pub config_source: &'static str,
    pub error: Option<ErrorData>,
}

/// Renders a slice as JSON text. The slice of a feature that loads later is rendered in the same part of the binary,
/// which registers its function here. So the first part contains neither its rendering nor its serialization.
pub type Draw = fn(&State) -> String;

/// The registered functions of parts that load later, by the names of their slices.
pub type Drawers = Vec<(&'static str, Draw)>;

/// Visits the contract's types.
#[cfg(test)]
pub(crate) trait Visit {
    /// Visits a slice with its name.
    fn slice<T: ts_rs::TS + 'static>(&mut self, name: &str);
    /// Visits the commands of a feature.
    fn command<T: ts_rs::TS + 'static>(&mut self, feature: &str);
}

macro_rules! slices {
    (
        $($name:literal($type:ty) <- [$($branch:ident),*] = $make:expr;)*
        later $($later:literal($later_type:ty) <- [$($later_branch:ident),*] = $later_make:expr;)*
    ) => {
        /// Each slice with the branches that it reads, one bit per branch.
        const READS: &[(&str, u64)] = &[
            $(($name, 0 $(| 1u64 << BranchName::$branch as u32)*),)*
            $(($later, 0 $(| 1u64 << BranchName::$later_branch as u32)*),)*
        ];

        /// The names of the slices that read a changed branch.
        #[must_use]
        pub fn slices_of(changed: u64) -> Vec<&'static str> {
            READS.iter().filter(|(_, reads)| reads & changed != 0).map(|(name, _)| *name).collect()
        }

        /// Renders a slice by its name as JSON text. Each slice is created, written and dropped in its own arm, because
        /// a common type would be moved and written a second time.
        ///
        /// # Errors
        /// [`Error::UnknownName`].
        pub fn snapshot(state: &State, name: &str) -> Result<String> {
            match name {
                $($name => { let make: fn(&State) -> $type = $make; Ok(text(&make(state))) })*
                _ => later(state, name),
            }
        }

        /// Visits every slice with its type, for the contract.
        #[cfg(test)]
        pub(crate) fn visit(visit: &mut impl Visit) {
            $(visit.slice::<$type>($name);)*
            $(visit.slice::<$later_type>($later);)*
        }

        /// The slices of parts that load later, for an empty state.
        #[cfg(test)]
        pub(crate) fn empty_slices() -> Vec<(&'static str, String)> {
            let state = State::default();
            alloc::vec![$({ let make: fn(&State) -> $later_type = $later_make; ($later, text(&make(&state))) },)*]
        }
    };
}

/// Every slice of an empty state.
#[cfg(test)]
pub(crate) fn all_empty_slices() -> Vec<(&'static str, String)> {
    let later = empty_slices();
    let is_first = |name: &&str| later.iter().all(|(known, _)| known != name);
    let first = READS.iter().map(|(name, _)| *name).filter(is_first);
    let first: Vec<_> = first.map(|name| (name, snapshot(&State::default(), name).unwrap())).collect();
    [first, later].concat()
}

/// Renders a slice as JSON text.
pub(crate) fn text(slice: &impl Serialize) -> String {
    crate::json::written(slice)
}

/// A slice of a part that loads later. Until then, the empty one.
fn later(state: &State, name: &str) -> Result<String> {
    match state.drawers.iter().find(|(known, _)| *known == name) {
        Some((_, draw)) => Ok(draw(state)),
        None if READS.iter().any(|(known, _)| *known == name) => Ok(empty::of(name).into()),
        None => Err(Error::UnknownName { what: "slice", name: name.chars().take(64).collect() }),
    }
}

slices! {
    "state"(StateSlice) <- [Life, Options, Project, Router, Connect, Accounts, Networks] = state_slice;
    "router"(router::RouterSlice) <- [Router, Connect, Wallets, Networks, Options, Images, Accounts, SignIn] = |s| s.router.slice(s);
    "connect"(attempt::ConnectSlice) <- [Connect, Wallets, Accounts, Options, Project, Networks, Directory] = |s| s.connect.slice(s);
    "account"(accounts::AccountSlice) <- [Accounts, Networks, Wallets, Options, Tokens, Identities, Images] = accounts::account_slice;
    "accounts"(accounts::AccountsSlice) <- [Accounts, Embedded, Carried, Tokens, Identities, Images] = accounts::slice;
    "connections"(connections::ConnectionsSlice) <- [Wallets, Accounts, Carried, Networks, Options] = connections::slice;
    "networks"(networks::NetworksSlice) <- [Networks, Images, Accounts, Session] = networks::slice;
    "toast"(toasts::ToastSlice) <- [Toasts, Transactions, Accounts] = |s| s.toasts.slice(s);
    "alerts"(alerts::AlertsSlice) <- [Alerts, Options] = |s| s.alerts.slice(s.options.debug);
    "theme"(theme::ThemeSlice) <- [Theme] = |s| theme::ThemeSlice {
        theme_mode: s.theme.mode,
        theme_variables: s.theme.variables.clone(),
    };
    "options"(OptionsSlice) <- [Options] = |s| s.options.slice();
    later
    "directory"(directory::DirectorySlice) <- [Directory, Wallets, Connect, Accounts, Options, Networks, Images] = directory::slice;
    "profileWallets"(profile::ProfileWalletsSlice) <- [Profile, Life, Accounts, Wallets, Networks, Identities, Images, Options] = profile::slice;
    "pairing"(relay::PairingSlice) <- [Pairing, Wallets, Images] = relay::slice;
    "embedded"(embedded::EmbeddedSlice) <- [Embedded, Carried, Accounts, Networks, Identities] = embedded::slice;
    "signIn"(sign_in::SignInSlice) <- [SignIn, Options, Images] = sign_in::slice;
    "tokens"(tokens::TokensSlice) <- [Tokens, Accounts, Images] = tokens::slice;
    "receive"(receive::ReceiveSlice) <- [Accounts, Networks, Images] = receive::slice;
    "onramp"(buy::draw::OnrampSlice) <- [Buy, Networks, Accounts, Tokens, Options, Images] = buy::draw::slice;
    "activity"(activity::ActivitySlice) <- [Activity, Transactions, Images, Accounts, Router, Networks, Tokens] = activity::slice;
    "transactions"(transactions::TransactionsSlice) <- [Transactions, Networks] = transactions::slice;
    "send"(send::draw::SendSlice) <- [Send, Networks, Accounts, Transactions, Activity, Tokens, Identities, Images] = send::slice;
    "pay"(pay::draw::PaySlice) <- [Pay, Networks, Accounts, Transactions, Tokens, Identities, Images] = pay::slice;
    "names"(names::NamesSlice) <- [Names, Identities, Images] = names::slice;
    "review"(review::ReviewSlice) <- [Review, Networks] = review::slice;
    "sessions"(sessions::SessionsSlice) <- [Sessions, Networks, Accounts, Tokens, Options, Images] = sessions::slice;
    "permissions"(permits::PermissionsSlice) <- [Permits, Networks, Accounts, Tokens] = permits::slice;
    "approvals"(revoke::draw::ApprovalsSlice) <- [Approvals, Networks, Accounts, Transactions, Tokens, Identities, Images] = revoke::draw::slice;
    "swap"(swap::draw::SwapSlice) <- [Swap, Carried, Networks, Accounts, Transactions, Tokens, Options, Images] = swap::draw::slice;
}

fn state_slice(state: &State) -> StateSlice {
    StateSlice {
        open: state.router.open,
        loading: !state.lifecycle.initialized,
        connecting: state.connect.is_running(),
        initialized: state.lifecycle.initialized,
        view: state.router.view().filter(|_| state.router.open),
        active_chain: state.networks.active_namespace(),
        selected_network_id: state.networks.shown_chain().map(|chain| chain.to_string()),
        features: crate::features::project::model::shown(state),
        overridden_features: state.project.overridden.clone(),
        config_source: state.project.source.as_str(),
        error: None,
    }
}
