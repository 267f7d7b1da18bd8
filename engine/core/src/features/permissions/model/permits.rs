//! Permissions that the wallet itself reports (10.37): execution permissions (ERC-7715) and permissions of this page (EIP-2255). If a
//! wallet doesn't support such a list, the view shows that. It isn't an error.

use super::lines::{Dates, GrantLine, Tokens, lines};
use crate::caip::AccountId;
use crate::error::ErrorData;
use crate::features::account::model::accounts::asks_owners;
use crate::features::account::model::activity;
use crate::features::account::model::context::Move;
use crate::features::shell::model::router;
use crate::format;
use crate::namespaces::eip155::codec::execution::{Capability, Execution};
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

/// The state of a wallet's list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PermitsPhase {
    /// Loading.
    #[default]
    Loading,
    /// Loaded.
    Ready,
    /// The request failed.
    Failed,
    /// The wallet didn't respond: a mobile wallet can be asleep.
    Silent,
    /// The wallet has no such list.
    Unknown,
}

/// The progress of a revocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Working {
    /// No revocation.
    #[default]
    None,
    /// The user is asked to confirm.
    Asking,
    /// The wallet has the request.
    Waiting,
    /// The user rejected it in the wallet.
    Refused,
    /// The wallet still lists the permission.
    Failed(ErrorData),
}

/// One row of the view: an execution permission (`grants`) or a capability of the page (`sites`).
#[derive(Clone, Debug, PartialEq)]
pub struct Listed<T> {
    /// The ID of the row, valid until the list is read again.
    pub id: String,
    /// The permission as the wallet reported it.
    pub of: T,
    /// When the permission ends, in the user's time zone.
    pub until: Option<String>,
}

/// A list of the wallet.
pub struct Group<T> {
    /// Loading state of the list.
    pub phase: PermitsPhase,
    /// The list in the wallet's order.
    pub list: Vec<Listed<T>>,
    /// How many more exist beyond the limit.
    pub more: usize,
}

impl<T> Default for Group<T> {
    fn default() -> Self {
        Self { phase: PermitsPhase::default(), list: Vec::new(), more: 0 }
    }
}

/// The permissions.
#[derive(Default)]
pub struct Permits {
    /// Their owner.
    pub of: Option<AccountId>,
    /// Permissions of other accounts.
    pub grants: Group<Execution>,
    /// Permissions of this page.
    pub sites: Group<Capability>,
    /// Data from the network's node.
    pub tokens: Tokens,
    /// When the permissions start.
    pub dates: Dates,
    /// The ID of the permission in revocation, with its progress.
    pub working: (String, Working),
    /// The last assigned ID.
    pub last_id: u32,
}

impl Permits {
    /// Whether the wallet has a request to revoke a permission.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.working.1 == Working::Waiting
    }

    /// Assigns a new ID.
    pub fn next_id(&mut self) -> String {
        self.last_id = self.last_id.wrapping_add(1);
        alloc::format!("p{}", self.last_id)
    }
}

/// Drops the permissions of the previous account or network.
pub fn forget(state: &mut State, moved: &Move) {
    if moved.is_page {
        let last_id = state.permits.last_id;
        *state.permits = Permits { last_id, ..Permits::default() };
    }
}

/// The progress of a revocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PermitPhase {
    /// Waits for the user's confirmation.
    Asking,
    /// The wallet has the request.
    Waiting,
    /// The user rejected it in the wallet.
    Refused,
    /// The wallet still lists the permission.
    Failed,
}

/// One row of either list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PermitRow {
    /// The value for `permissions.confirm`.
    pub id: String,
    /// The permission of another account. `None` for a permission of the page.
    pub line: Option<GrantLine>,
    /// The account that has the permission, as a full address.
    pub to: Option<String>,
    /// The page's permission, in the wallet's terms.
    pub name: Option<String>,
    /// The permission to see accounts. Revoking it disconnects the page.
    pub is_accounts: bool,
    /// The number of visible accounts.
    pub accounts: Option<usize>,
    /// When the permission ends.
    pub until: Option<String>,
    /// The user can revoke it now.
    pub can_revoke: bool,
    /// The progress of its revocation.
    pub working: Option<PermitPhase>,
    /// Why the revocation failed.
    pub error: Option<ErrorData>,
}

/// Slice `permissions`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PermissionsSlice {
    /// This network doesn't support permissions.
    pub off: bool,
    /// Loading state of `grants`.
    pub grants_phase: PermitsPhase,
    /// Permissions of other accounts.
    pub grants: Vec<PermitRow>,
    /// "12": how many more aren't listed.
    pub grants_more: Option<String>,
    /// Loading state of `sites`.
    pub sites_phase: PermitsPhase,
    /// Permissions of this page.
    pub sites: Vec<PermitRow>,
    /// "12": how many more of the page's permissions aren't listed.
    pub sites_more: Option<String>,
    /// The connected wallet sends requests as proposals to the account's owners.
    pub proposes: bool,
}

fn row<T>(state: &State, listed: &Listed<T>) -> PermitRow {
    let permits = &*state.permits;
    let working = (permits.working.0 == listed.id).then_some(&permits.working.1);
    PermitRow {
        id: listed.id.clone(),
        line: None,
        to: None,
        name: None,
        is_accounts: false,
        accounts: None,
        until: listed.until.clone(),
        can_revoke: !permits.is_busy(),
        working: working.and_then(|working| match working {
            Working::None => None,
            Working::Asking => Some(PermitPhase::Asking),
            Working::Waiting => Some(PermitPhase::Waiting),
            Working::Refused => Some(PermitPhase::Refused),
            Working::Failed(_) => Some(PermitPhase::Failed),
        }),
        error: match working {
            Some(Working::Failed(error)) => Some(error.clone()),
            _ => None,
        },
    }
}

/// Builds the slice `permissions`.
#[must_use]
pub fn slice(state: &State) -> PermissionsSlice {
    let permits = &*state.permits;
    let network = permits.of.as_ref().and_then(|of| state.networks.find(&of.chain));
    let grant = |listed: &Listed<Execution>| {
        let permission = core::slice::from_ref(&listed.of.permission);
        PermitRow {
            line: lines(state, network, permission, &permits.tokens, &permits.dates, 0).pop(),
            to: listed.of.to.map(|to| to.to_checksum(None)),
            ..row(state, listed)
        }
    };
    let site = |listed: &Listed<Capability>| PermitRow {
        is_accounts: listed.of.name == "eth_accounts",
        name: Some(listed.of.name.clone()),
        accounts: listed.of.accounts,
        ..row(state, listed)
    };
    let more = |n: usize| (n > 0).then(|| format::separated(&n.to_string()));
    PermissionsSlice {
        grants_more: more(permits.grants.more),
        sites_more: more(permits.sites.more),
        off: activity::account(state).is_none() && router::is_connected(state),
        grants_phase: permits.grants.phase,
        grants: permits.grants.list.iter().map(grant).collect(),
        sites_phase: permits.sites.phase,
        sites: permits.sites.list.iter().map(site).collect(),
        proposes: permits.of.as_ref().is_some_and(|of| asks_owners(state, of.chain.namespace)),
    }
}

crate::command::commands! {
    /// The commands of the wallet's permissions.
    pub enum PermissionsCommand, PermissionsAction {
        /// Requests the lists again.
        "retry" Retry {},
        /// Asks for confirmation before revoking.
        "revoke" Revoke { id: String },
        /// Cancels the confirmation.
        "keep" Keep {},
        /// Confirms, and sends the request to the wallet.
        "confirm" Confirm { id: String },
    }
    own {
        "enter" Enter,
        "renew" Renew,
    }
}
