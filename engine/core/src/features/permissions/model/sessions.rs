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
    /// May still be used.
    #[default]
    Active,
    /// Over.
    Expired,
    /// Taken back.
    Revoked,
}

/// A session with its dates as the user's calendar has them.
#[derive(Clone)]
pub struct Listed {
    /// The service's error.
    pub session: SmartSession,
    /// "02 Jan 2026, 14:05"
    pub created: Option<String>,
    /// "January"
    pub month: Option<String>,
    /// "02 Jan 2026, 14:05"
    pub expiry: Option<String>,
    /// "02 Jan 2026, 14:05"
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

/// How far revoking one is. One at a time: each asks the wallet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Revoking {
    /// Never.
    #[default]
    None,
    /// Waits for the user's confirmation.
    Asking,
    /// The wallet has the signature request.
    Signing,
    /// The service has the request.
    Sending,
    /// The user didn't sign.
    Refused,
    /// It is still there.
    Failed(ErrorData),
}

/// The newly granted one.
#[derive(Clone)]
pub struct Created {
    /// Until when, as the user's calendar has it.
    pub until: Option<String>,
    /// Its permissions.
    pub permissions: Vec<Permission>,
    /// Whose it is.
    pub of: AccountId,
    /// Its view was opened.
    pub is_shown: bool,
}

/// The sessions.
#[derive(Default)]
pub struct Sessions {
    /// Their owner.
    pub of: Option<AccountId>,
    /// From the list.
    pub phase: LoadPhase,
    /// Newest first.
    pub list: Vec<Listed>,
    /// More exist than the limit allows.
    pub is_cut: bool,
    /// The list was read before, and could not be read again.
    pub is_old: bool,
    /// Seconds since 1970, as of the last look at the clock.
    pub now_s: u64,
    /// Counts what was read.
    pub reads: u32,
    /// The list that is shown.
    pub tab: SessionTab,
    /// The one that is shown with all it may do.
    pub open: Option<String>,
    /// The one in revocation, with its progress.
    pub revoking: (String, Revoking),
    /// Data from the network's node.
    pub tokens: Tokens,
    /// When the permissions start.
    pub dates: Dates,
    /// The newly granted one.
    pub created: Option<Created>,
}

impl Sessions {
    /// A listed one.
    #[must_use]
    pub fn get(&self, pci: &str) -> Option<&Listed> {
        self.list.iter().find(|listed| listed.session.pci == pci)
    }

    /// A wallet or the service is being asked.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        matches!(self.revoking.1, Revoking::Signing | Revoking::Sending)
    }
}

/// Whose sessions are shown: the account of now, if the host has them (`features.smartSessions`) and its namespace has any.
#[must_use]
pub fn subject(state: &State) -> Option<AccountId> {
    activity::account(state).filter(|_| state.options.feature("smartSessions"))
}

/// Another account or network: nothing of the one before stays.
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

/// From the list.
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
    /// It couldn't be read.
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
    /// The user didn't sign.
    Refused,
    /// It is still there.
    Failed,
}

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionRow {
    /// Its id.
    pub pci: String,
    /// The grantee. `None` without a name.
    pub name: Option<String>,
    /// The host of its page: "app.example".
    pub site: Option<String>,
    /// Its picture as a `blob:` URL.
    pub image: Option<String>,
    /// Its group.
    pub tag: SessionTab,
    /// When it was granted.
    pub created: Option<String>,
    /// When it ends or ended; nothing: never.
    pub expiry: Option<String>,
    /// When it was revoked.
    pub revoked: Option<String>,
    /// Its permissions, while it is expanded.
    pub lines: Option<Vec<GrantLine>>,
    /// The limits of the whole session, with names.
    pub policies: Vec<String>,
    /// Its id isn't a plain word, so it can be someone else's message and isn't signed here.
    pub is_odd: bool,
    /// It can be revoked now.
    pub can_revoke: bool,
    /// Its progress.
    pub revoking: Option<RevokePhase>,
    /// Why the revocation failed.
    pub error: Option<ErrorData>,
}

/// The rows of a month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionMonth {
    /// "January", "December 2025"; nothing if the date is unknown.
    pub title: Option<String>,
    /// Newest first.
    pub rows: Vec<SessionRow>,
}

/// The newly granted one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionCreated {
    /// Until when.
    pub until: Option<String>,
    /// Its permissions.
    pub lines: Vec<GrantLine>,
    /// By which account; whole.
    pub account: String,
}

/// Slice `sessions`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SessionsSlice {
    /// From the list.
    pub phase: SessionsPhase,
    /// The list that is shown.
    pub tab: SessionTab,
    /// How many are in each list, in their order.
    pub counts: [usize; 3],
    /// The rows of that list.
    pub months: Vec<SessionMonth>,
    /// More exist than listed.
    pub cut: Option<usize>,
    /// It was read before, and could not be read again.
    pub old: bool,
    /// The newly granted one.
    pub created: Option<SessionCreated>,
    /// The connected wallet sends requests as proposals to the account's owners.
    pub proposes: bool,
}

/// The host of a page.
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

/// Commands about smart sessions.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum SessionsCommand {
    /// Shows another list.
    #[ts(rename = "sessions.tab")]
    Tab { tab: SessionTab },
    /// Shows all that one may do, or hides it.
    #[ts(rename = "sessions.show")]
    Show { pci: String },
    /// Shows the confirmation before revoking.
    #[ts(rename = "sessions.revoke")]
    Revoke { pci: String },
    /// It is not.
    #[ts(rename = "sessions.keep")]
    Keep {},
    /// Confirmed: requests the wallet's signature.
    #[ts(rename = "sessions.confirm")]
    Confirm { pci: String },
    /// Reads the list again.
    #[ts(rename = "sessions.retry")]
    Retry {},
    /// The user has read the new permission.
    #[ts(rename = "sessions.done")]
    Done {},
}
