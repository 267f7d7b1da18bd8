//! Smart sessions (1.24, 1.25, 7.21, 7.22; docs/spec/services.md A10): the list for the current account and network, the session in
//! revocation, and a newly granted one.

use super::lines::{Dates, GrantLine, Tokens, lines};
use crate::caip::AccountId;
use crate::error::ErrorData;
use crate::features::account::model::accounts::asks_owners;
use crate::features::account::model::activity;
use crate::features::account::model::context::Move;
use crate::features::money::model::send::LoadPhase;
use crate::features::shell::model::router;
use crate::features::shell::model::view::View;
use crate::namespaces::eip155::codec::grants::{Permission, SmartSession};
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// The three lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SessionTab {
    /// Sessions that can be used.
    #[default]
    Active,
    /// Expired sessions.
    Expired,
    /// Revoked sessions.
    Revoked,
}

/// A session, with its dates in the user's time zone.
#[derive(Clone)]
pub struct Listed {
    /// The session from the service.
    pub session: SmartSession,
    /// When it was granted, "02 Jan 2026, 14:05".
    pub created: Option<String>,
    /// The month in which it was granted, "January".
    pub month: Option<String>,
    /// When it expires, "02 Jan 2026, 14:05".
    pub expiry: Option<String>,
    /// When it was revoked, "02 Jan 2026, 14:05".
    pub revoked: Option<String>,
}

impl Listed {
    /// Its group at this second.
    #[must_use]
    pub fn tab(&self, now_s: u64) -> SessionTab {
        match (self.session.revoked_s, self.session.expiry_s) {
            (Some(_), _) => SessionTab::Revoked,
            (None, Some(expiry_s)) if expiry_s <= now_s => SessionTab::Expired,
            _ => SessionTab::Active,
        }
    }
}

/// The progress of a revocation. Only one runs, because each needs the wallet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Revoking {
    /// No revocation.
    #[default]
    None,
    /// Waits for the user's confirmation.
    Asking,
    /// The wallet has the signature request.
    Signing,
    /// The service has the request.
    Sending,
    /// The user rejected the signature.
    Refused,
    /// The service still lists the session.
    Failed(ErrorData),
}

/// A newly granted session.
#[derive(Clone)]
pub struct Created {
    /// When it expires, in the user's time zone.
    pub until: Option<String>,
    /// Its permissions.
    pub permissions: Vec<Permission>,
    /// The account that granted it.
    pub of: AccountId,
    /// Its view was displayed.
    pub is_shown: bool,
}

/// The sessions.
#[derive(Default)]
pub struct Sessions {
    /// Their owner.
    pub of: Option<AccountId>,
    /// Loading state of the list.
    pub phase: LoadPhase,
    /// The sessions, newest first.
    pub list: Vec<Listed>,
    /// More exist than the limit allows.
    pub is_cut: bool,
    /// The list is outdated, because it couldn't be read again.
    pub is_old: bool,
    /// The time of the last clock check, in seconds since 1970.
    pub now_s: u64,
    /// How often the list was read.
    pub reads: u32,
    /// The selected list.
    pub tab: SessionTab,
    /// The expanded session.
    pub open: Option<String>,
    /// The ID of the session in revocation, with its progress.
    pub revoking: (String, Revoking),
    /// Data from the network's node.
    pub tokens: Tokens,
    /// When the permissions start.
    pub dates: Dates,
    /// The newly granted session, if any.
    pub created: Option<Created>,
}

impl Sessions {
    /// Finds a session in the list.
    #[must_use]
    pub fn get(&self, pci: &str) -> Option<&Listed> {
        self.list.iter().find(|listed| listed.session.pci == pci)
    }

    /// Whether the wallet or the service has a request.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        matches!(self.revoking.1, Revoking::Signing | Revoking::Sending)
    }
}

/// The account whose sessions are displayed: the current one, if the page uses sessions (`features.smartSessions`) and
/// its namespace has them.
#[must_use]
pub fn subject(state: &State) -> Option<AccountId> {
    activity::account(state).filter(|_| state.options.feature("smartSessions"))
}

/// Drops the sessions of the previous account or network.
pub fn forget(state: &mut State, moved: &Move) {
    if moved.is_page {
        *state.sessions = Sessions { tab: state.sessions.tab, ..Sessions::default() };
        if state.router.view() == Some(View::SmartSessionCreated) {
            let home = router::home(state);
            router::reset(state, home);
        }
        state.router.stack.retain(|view| *view != View::SmartSessionCreated);
    }
}

/// Loading state of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SessionsPhase {
    /// The page doesn't use sessions, or this network doesn't support them.
    Off,
    /// Loading.
    #[default]
    Loading,
    /// Loaded.
    Ready,
    /// The request failed.
    Failed,
}

/// The progress of a revocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RevokePhase {
    /// Waits for the user's confirmation.
    Asking,
    /// The wallet has the signature request.
    Signing,
    /// The service has the request.
    Sending,
    /// The user rejected the signature.
    Refused,
    /// The service still lists the session.
    Failed,
}

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionRow {
    /// The ID of the session.
    pub pci: String,
    /// The name of the grantee, if any.
    pub name: Option<String>,
    /// The domain of its page, "app.example".
    pub site: Option<String>,
    /// Its icon as a `blob:` URL.
    pub image: Option<String>,
    /// The list that contains it.
    pub tag: SessionTab,
    /// When it was granted.
    pub created: Option<String>,
    /// When it expires or expired. `None` if it never does.
    pub expiry: Option<String>,
    /// When it was revoked.
    pub revoked: Option<String>,
    /// Its permissions, while it is expanded.
    pub lines: Option<Vec<GrantLine>>,
    /// The limits of the whole session, with names.
    pub policies: Vec<String>,
    /// The ID isn't a plain word. It might be another site's message, so the user can't sign it here.
    pub is_odd: bool,
    /// The user can revoke it now.
    pub can_revoke: bool,
    /// The progress of its revocation.
    pub revoking: Option<RevokePhase>,
    /// Why the revocation failed.
    pub error: Option<ErrorData>,
}

/// The rows of a month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionMonth {
    /// "January", "December 2025". `None` if the date is unknown.
    pub title: Option<String>,
    /// The rows, newest first.
    pub rows: Vec<SessionRow>,
}

/// A newly granted session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionCreated {
    /// When it expires.
    pub until: Option<String>,
    /// Its permissions.
    pub lines: Vec<GrantLine>,
    /// The full address of the account that granted it.
    pub account: String,
}

/// Slice `sessions`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionsSlice {
    /// Loading state of the list.
    pub phase: SessionsPhase,
    /// The selected list.
    pub tab: SessionTab,
    /// How many sessions each list has, in the order of the tabs.
    pub counts: [usize; 3],
    /// The rows of the selected list.
    pub months: Vec<SessionMonth>,
    /// How many sessions are listed, if more exist.
    pub cut: Option<usize>,
    /// The list is outdated, because it couldn't be read again.
    pub old: bool,
    /// The newly granted session, if any.
    pub created: Option<SessionCreated>,
    /// The connected wallet sends requests as proposals to the account's owners.
    pub proposes: bool,
}

/// The domain of a page.
fn site(url: &str) -> Option<String> {
    let host = url.split_once("://")?.1.split(['/', '?', '#']).next()?;
    (!host.contains('@')).then(|| host.into())
}

fn row(state: &State, listed: &Listed) -> SessionRow {
    let sessions = &*state.sessions;
    let session = &listed.session;
    let is_open = sessions.open.as_deref() == Some(&session.pci);
    let tag = listed.tab(sessions.now_s);
    let network = sessions.of.as_ref().and_then(|of| state.networks.find(&of.chain));
    let revoking = (sessions.revoking.0 == session.pci).then_some(&sessions.revoking.1);
    SessionRow {
        pci: session.pci.clone(),
        name: session.project.clone(),
        site: session.url.as_deref().and_then(site),
        image: session.icon_url.as_deref().and_then(|url| state.images.get(url)),
        tag,
        created: listed.created.clone(),
        expiry: listed.expiry.clone(),
        revoked: listed.revoked.clone(),
        lines: is_open.then(|| {
            lines(state, network, &session.permissions, &sessions.tokens, &sessions.dates, sessions.now_s)
        }),
        policies: session.policies.clone(),
        is_odd: !session.has_word,
        can_revoke: session.has_word && tag == SessionTab::Active && !sessions.is_busy(),
        revoking: revoking.and_then(|revoking| match revoking {
            Revoking::None => None,
            Revoking::Asking => Some(RevokePhase::Asking),
            Revoking::Signing => Some(RevokePhase::Signing),
            Revoking::Sending => Some(RevokePhase::Sending),
            Revoking::Refused => Some(RevokePhase::Refused),
            Revoking::Failed(_) => Some(RevokePhase::Failed),
        }),
        error: match revoking {
            Some(Revoking::Failed(error)) => Some(error.clone()),
            _ => None,
        },
    }
}

/// Builds the slice `sessions`.
#[must_use]
pub fn slice(state: &State) -> SessionsSlice {
    let sessions = &*state.sessions;
    let mut counts = [0; 3];
    let mut months: Vec<SessionMonth> = Vec::new();
    for listed in &sessions.list {
        let tab = listed.tab(sessions.now_s);
        if let Some(count) = counts.get_mut(tab as usize) {
            *count += 1;
        }
        if tab != sessions.tab {
            continue;
        }
        let row = row(state, listed);
        match months.last_mut().filter(|last| last.title == listed.month) {
            Some(last) => last.rows.push(row),
            None => months.push(SessionMonth { title: listed.month.clone(), rows: alloc::vec![row] }),
        }
    }
    let is_off = subject(state).is_none();
    let phase = match sessions.phase {
        _ if is_off && router::is_connected(state) => SessionsPhase::Off,
        LoadPhase::Loading => SessionsPhase::Loading,
        LoadPhase::Ready => SessionsPhase::Ready,
        LoadPhase::Failed => SessionsPhase::Failed,
    };
    SessionsSlice {
        phase,
        tab: sessions.tab,
        counts,
        months,
        cut: sessions.is_cut.then_some(sessions.list.len()),
        old: sessions.is_old,
        created: sessions.created.as_ref().map(|created| {
            let network = state.networks.find(&created.of.chain);
            SessionCreated {
                until: created.until.clone(),
                lines: lines(
                    state,
                    network,
                    &created.permissions,
                    &sessions.tokens,
                    &sessions.dates,
                    sessions.now_s,
                ),
                account: created.of.address.clone(),
            }
        }),
        proposes: sessions.of.as_ref().is_some_and(|of| asks_owners(state, of.chain.namespace)),
    }
}

crate::command::commands! {
    /// The commands of smart sessions.
    pub enum SessionsCommand, SessionsAction {
        /// Selects a list.
        "tab" Tab { tab: SessionTab },
        /// Expands or collapses a session.
        "show" Show { pci: String },
        /// Asks for confirmation before revoking.
        "revoke" Revoke { pci: String },
        /// Cancels the confirmation.
        "keep" Keep {},
        /// Confirms, and requests the wallet's signature.
        "confirm" Confirm { pci: String },
        /// Reads the list again.
        "retry" Retry {},
        /// Reports that the user has read the new permission.
        "done" Done {},
    }
    own {
        "enter" Enter,
        "renew" Renew,
        "changed" Changed,
        "granted" Granted,
    }
}
