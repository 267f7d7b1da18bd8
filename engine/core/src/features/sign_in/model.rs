//! Signing in with the wallet (SIWX, CAIP-122; 1.26, 3.19): what is known of it. While the host requires a session, no listener hears
//! `connected` without one (R20): the account is held, shown as connecting.

use crate::caip::{AccountId, Namespace};
use crate::constants::SIGN_OUT_ASKED_MAX;
use crate::entities::Status;
use crate::error::ErrorData;
use crate::event::Event;
use crate::features::account::{Came, Move, Why};
use crate::map::Map;
use crate::namespaces;
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// Phase of the sign-in, which SIWXSignMessage renders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SignInPhase {
    /// No sign-in is pending.
    #[default]
    None,
    /// The host is asked for an existing session.
    Checking,
    /// The question is shown and waits for the user.
    Ready,
    /// The wallet is asked, then the signature is verified and stored.
    Signing,
    /// A required sign-in was cancelled: switching back to the last signed-in network, or disconnecting.
    Canceling,
}

/// State of the sign-in: the pending question, and the sessions known so far.
#[derive(Default)]
pub struct SignIn {
    /// Phase of the sign-in.
    pub phase: SignInPhase,
    /// The host wants a session.
    pub required: bool,
    /// The account the question is for.
    pub account: Option<AccountId>,
    /// What is to be signed: the fields, and `text`.
    pub message: Option<Value>,
    /// Why it has to be asked again.
    pub error: Option<ErrorData>,
    /// The account whose session is valid now.
    pub current: Option<AccountId>,
    /// Sessions known in this page, the newest last.
    pub known: Vec<AccountId>,
    /// Accounts of which the host has not said whether they have a session: the check was broken off, or another family is shown.
    pub unread: Vec<AccountId>,
    /// Accounts that the host is being asked to sign out, or was and could not.
    pub leaving: Vec<AccountId>,
    /// One of them it could not: they wait for whatever starts the engine next.
    pub waits: bool,
    /// Accounts signed in together with a pairing; emitted once the account is connected.
    pub arrived: Vec<AccountId>,
    /// Events that are emitted once the held account of a family may be connected.
    pub held: Map<Namespace, Vec<Event>>,
    /// It could not start (8.18).
    pub failed: bool,
    /// A sign-in that is no must was refused at connecting: the next attempt connects without.
    pub declined: bool,
    /// Counts connections.
    pub round: u32,
    /// The last connection was made by the person, not brought back.
    pub by_user: bool,
    /// Families whose connection came by itself, and has had no session since.
    pub brought_back: Vec<Namespace>,
}

/// Whose session is to be revoked, or is being: their wallet has left. A comma list, stored until the host has done it
/// (docs/spec/services.md C), so that the next page does it where this one is gone before.
#[inline(never)]
pub(crate) fn left(state: &State) -> String {
    let sign_in = &*state.sign_in;
    let (mut all, mut count) = (String::new(), 0);
    for (list, is_leaving) in [(&sign_in.leaving, true), (&sign_in.known, false), (&sign_in.unread, false)] {
        for account in list {
            if count < SIGN_OUT_ASKED_MAX && (is_leaving || is_gone(state, account.chain.namespace)) {
                all.push_str(if count == 0 { "" } else { "," });
                all.push_str(&account.to_string());
                count += 1;
            }
        }
    }
    all
}

/// No wallet of the family is connected.
pub(crate) fn is_gone(state: &State, namespace: Namespace) -> bool {
    state.accounts.by.get(&namespace).is_none_or(|account| account.connector_id.is_none())
}

/// Slice `signIn`: what SIWXSignMessage renders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SignInSlice {
    /// Phase of the sign-in.
    pub phase: SignInPhase,
    /// Closing leads to Cancel (4.42).
    pub required: bool,
    /// The full text that is signed.
    pub message: Option<String>,
    /// Who asks: the name of the page.
    pub app: String,
    /// Its host, as the message names it.
    pub domain: String,
    /// Its picture, a `blob:` url.
    pub image: Option<String>,
    /// The account that signs.
    pub address: Option<String>,
    /// Why the last attempt failed.
    pub error: Option<ErrorData>,
}

/// Builds the slice `signIn`.
#[must_use]
pub fn slice(state: &State) -> SignInSlice {
    use crate::json::Read;
    let (sign_in, metadata) = (&state.sign_in, &state.options.metadata);
    let field = |name| Some(sign_in.message.as_ref()?.filled(name)?.into());
    SignInSlice {
        phase: sign_in.phase,
        required: sign_in.required,
        message: field("text"),
        app: metadata.name.clone(),
        domain: field("domain").unwrap_or_default(),
        image: metadata.icons.first().and_then(|url| state.images.get(url)),
        address: sign_in.account.as_ref().map(|account| account.address.clone()),
        error: sign_in.error.clone(),
    }
}

impl SignIn {
    /// The host is asked about this account, or will be when it leaves.
    #[inline(never)]
    pub fn begin(&mut self, account: &AccountId) {
        if !self.known.contains(account) && !self.unread.contains(account) {
            // a wallet may name any number of them
            self.unread.truncate(SIGN_OUT_ASKED_MAX - 1);
            self.unread.insert(0, account.clone());
        }
    }

    /// The person is being asked, and the card shows it until they have answered (4.42).
    #[must_use]
    pub fn is_owed(&self) -> bool {
        self.required && self.is_asked()
    }

    /// The person is being asked.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        !matches!(self.phase, SignInPhase::None | SignInPhase::Checking)
    }
}

/// A wallet was connected: emits it, or holds the event until the sign-in has succeeded.
pub(crate) fn connected(state: &mut State, namespace: Namespace, holds: bool, came: Came, told: [Event; 2]) {
    if state.options.siwx && namespaces::signs_in(namespace) {
        let sign_in = &mut *state.sign_in;
        sign_in.phase = SignInPhase::Checking;
        sign_in.required = holds;
        sign_in.round += 1;
        sign_in.by_user = came == Came::New;
        sign_in.brought_back.retain(|of| *of != namespace);
        if came == Came::ByItself {
            sign_in.brought_back.push(namespace);
        }
        sign_in.failed = false;
        sign_in.held.remove(&namespace);
    }
    if holds {
        state.sign_in.held.insert(namespace, told.into());
    } else {
        told.into_iter().for_each(|event| state.emit(event));
    }
}

/// Another account or network of a page that requires a session: not told as connected, and asked for nothing, until there is
/// one (R20). In the very update that changes it: whether there is one is asked of the host only then.
pub(crate) fn hold_if_required(state: &mut State, moved: &Move) {
    let signs_in = namespaces::signs_in(moved.namespace);
    let asks = state.options.siwx && state.sign_in.required && signs_in;
    if asks
        && moved.is_other
        && moved.stays_connected
        && moved.why != Why::Connected
        && moved.why != Why::SignedIn
    {
        hold(state, moved.namespace);
    }
}

/// Not told as connected until there is a session (R20). What is told once there is one names the account of then.
pub(crate) fn hold(state: &mut State, namespace: Namespace) {
    let chain = state.networks.shown_chain().filter(|chain| chain.namespace == namespace);
    let Some(account) = state.accounts.by.get_mut(&namespace) else { return };
    let (status, was_held) = (account.status, account.held);
    if status != Status::Connected && !was_held {
        return;
    }
    (account.status, account.held) = (Status::Connecting, true);
    let address = account.entries.first().map(|entry| entry.address.clone()).unwrap_or_default();
    let chain = chain.or_else(|| account.native.chain.clone());
    let caip_address = chain.map(|chain| alloc::format!("{chain}:{address}")).unwrap_or_default();
    let connector_id = account.connector_id.clone().unwrap_or_default();
    let held = state.sign_in.held.of(namespace);
    match held.iter_mut().find(|event| matches!(event, Event::Connect { .. })) {
        Some(Event::Connect { address: of, caip_address: at, .. }) => (*of, *at) = (address, caip_address),
        _ => held.push(Event::Connect {
            namespace,
            address,
            caip_address,
            connector_id,
            method: "browser",
            reconnect: true,
        }),
    }
}
