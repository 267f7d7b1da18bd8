//! The state of signing in with the wallet (SIWX, CAIP-122; 1.26, 3.19). While the page requires a session, no listener gets `connected`
//! without one (R20): the account awaits its session, shown as connecting.

use crate::caip::{AccountId, Namespace};
use crate::constants::SIGN_OUT_ASKED_MAX;
use crate::entities::Status;
use crate::error::ErrorData;
use crate::event::Event;
use crate::features::account::model::accounts::{Account, Came, asks_owners};
use crate::features::account::model::context::{ChangeReason, Move};
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
    /// The wallet is asked.
    Signing,
    /// The wallet has responded: the signature is verified, then stored by the page.
    Verifying,
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
    /// Accounts of which the host has not said whether they have a session: the check was broken off, or another namespace is shown.
    pub unread: Vec<AccountId>,
    /// Accounts that the host is being asked to sign out, or was and could not.
    pub leaving: Vec<AccountId>,
    /// Accounts that might have a session at the host, which has not confirmed it: they count as signed in until a sign-out succeeds
    /// (10.61).
    pub unsure: Vec<AccountId>,
    /// The page hasn't reported the owner of a session: it might have one for all accounts, which any sign-out ends.
    pub is_one_for_all: bool,
    /// Those of them that did not sign in: the host has a session without an account, and has not confirmed its sign-out.
    pub nameless: Vec<AccountId>,
    /// Accounts that signed in together with a connection that is not there yet; the host has not confirmed it.
    pub given: Vec<AccountId>,
    /// Accounts whose sessions were passed to the page without a response, with a counter: a sign-out in the meantime might arrive too
    /// early, so they stay stored for the next page.
    pub unanswered: Vec<AccountId>,
    /// Accounts that an earlier page stored as signed in.
    pub stored: Vec<AccountId>,
    /// Sign-outs that the host is being asked for now: the host is asked nothing else meanwhile, since it may keep one session only.
    pub revoking: u32,
    /// What ends a session while a wallet stays connected.
    pub ends: Ends,
    /// One of them it could not: they wait for whatever starts the engine next.
    pub waits: bool,
    /// Accounts signed in together with a pairing; emitted once the account is connected.
    pub arrived: Vec<AccountId>,
    /// Events that are emitted once the held account of a namespace can be connected.
    pub held: Map<Namespace, Vec<Event>>,
    /// It could not start (8.18).
    pub failed: bool,
    /// A sign-in that isn't a must was refused at connecting: the next attempt connects without.
    pub declined: bool,
    /// Counts connections.
    pub round: u32,
    /// The last connection was made by the user, not brought back.
    pub by_user: bool,
    /// Namespaces whose connection came by itself, and has had no session since.
    pub brought_back: Vec<Namespace>,
}

/// What ends a session besides the end of the connection, as the host has settled it.
#[derive(Clone, Copy, Default)]
pub struct Ends {
    /// Another account of the namespace is the connected one.
    pub account: bool,
    /// The account is on another network.
    pub network: bool,
}

/// An account that signed in, or might have, and has no connection any more. The next page starts by itself for it.
#[inline(never)]
pub(crate) fn is_any_left(state: &State) -> bool {
    let sign_in = &*state.sign_in;
    let mut all = sign_in.known.iter().chain(&sign_in.unread).chain(&sign_in.unsure);
    !sign_in.leaving.is_empty() || all.any(|account| is_gone(state, account.chain.namespace))
}

/// Removes the accounts that are no longer the connected ones, and returns each with whether it is known to have signed in.
pub(crate) fn take_left(state: &mut State) -> Vec<(AccountId, bool)> {
    let sign_in = &*state.sign_in;
    let known = sign_in.known.iter().chain(&sign_in.unsure).map(|account| (account, true));
    let all = known.chain(sign_in.unread.iter().map(|account| (account, false)));
    let mut left: Vec<(AccountId, bool)> = Vec::new();
    for (account, is_known) in all.filter(|(account, _)| has_left(state, account)) {
        if !left.iter().any(|(of, _)| of == account) {
            left.push((account.clone(), is_known));
        }
    }
    let sign_in = &mut *state.sign_in;
    for list in [&mut sign_in.known, &mut sign_in.unsure, &mut sign_in.unread] {
        list.retain(|account| !left.iter().any(|(of, _)| of == account));
    }
    left
}

/// There is an account for [`take_left`].
pub(crate) fn leaves_any(state: &State) -> bool {
    let sign_in = &*state.sign_in;
    let mut all = sign_in.known.iter().chain(&sign_in.unread).chain(&sign_in.unsure);
    all.any(|account| has_left(state, account))
}

/// Stores the accounts that signed in, or might have, with their connection (docs/spec/services.md C): a comma list. A later page signs out
/// those that it does not connect. `?`: the host has not said yet whether the account has a session.
#[inline(never)]
pub(crate) fn stored(state: &State) -> String {
    let sign_in = &*state.sign_in;
    let (mut all, mut listed) = (String::new(), Vec::new());
    let SignIn { leaving, unsure, given, unanswered, arrived, known, .. } = sign_in;
    let sure = [leaving, unsure, given, unanswered, arrived, known];
    let sure = sure.into_iter().flatten().map(|account| (account, true));
    for (account, is_sure) in sure.chain(sign_in.unread.iter().map(|account| (account, false))) {
        if listed.len() < SIGN_OUT_ASKED_MAX && !listed.contains(&account) {
            let is_sure = is_sure && !sign_in.nameless.contains(account) || sign_in.stored.contains(account);
            all.push_str(if listed.is_empty() { "" } else { "," });
            all.push_str(if is_sure { "" } else { "?" });
            all.push_str(&account.to_string());
            listed.push(account);
        }
    }
    all
}

/// Takes what [`stored`] made.
pub(crate) fn restore(state: &mut State, text: &str) {
    for text in text.split(',').take(SIGN_OUT_ASKED_MAX) {
        let plain = text.strip_prefix('?');
        let Some(account) = AccountId::parse(plain.unwrap_or(text)) else { continue };
        state.sign_in.begin(&account);
        if plain.is_none() && !state.sign_in.stored.contains(&account) {
            state.sign_in.stored.push(account);
        }
    }
}

/// A stored connection might have a session that another tab has made, and the last write of the list is another tab's: its account is
/// asked about where it does not come back.
pub(crate) fn expect_stored(state: &mut State) {
    if !state.options.siwx {
        return;
    }
    let stored = |(namespace, of): (&Namespace, &Account)| {
        let (entry, chain) = (of.entries.first()?, of.native.chain.clone());
        of.connector_id.as_ref().filter(|_| namespaces::signs_in(*namespace))?;
        Some(AccountId { chain: chain?, address: entry.address.clone() })
    };
    let accounts: Vec<AccountId> = state.accounts.by.iter().filter_map(stored).collect();
    accounts.iter().for_each(|account| state.sign_in.begin(account));
}

/// No wallet of the namespace is connected, or will be: the page has that event. A namespace that is being restored isn't gone, and neither
/// is one with a locked wallet: its session stays with the page, and is valid again for the same account.
pub(crate) fn is_gone(state: &State, namespace: Namespace) -> bool {
    let is_here = |account: &Account| {
        account.connector_id.is_some() && (account.status != Status::Disconnected || account.awaited)
    };
    !state.accounts.by.get(&namespace).is_some_and(is_here)
}

/// The account is no longer the connected one: a session ends with its account (10.61).
pub(crate) fn has_left(state: &State, account: &AccountId) -> bool {
    let (namespace, ends) = (account.chain.namespace, state.sign_in.ends);
    let of = state.accounts.by.get(&namespace).filter(|_| !is_gone(state, namespace));
    let Some(of) = of else { return true };
    let Some(now) = of.entries.first() else { return false };
    if !is_address_of(account, &now.address) {
        return ends.account;
    }
    let active = state.networks.active.as_ref().filter(|chain| chain.namespace == namespace);
    let chain = active.or(of.native.chain.as_ref());
    let is_settled = of.status == Status::Connected || of.awaits_sign_in;
    let is_shown = active.is_none() || state.networks.is_supported();
    ends.network && is_settled && is_shown && chain.is_some_and(|chain| *chain != account.chain)
}

/// Whether a text is the account's address, however it is written.
pub(crate) fn is_address_of(account: &AccountId, text: &str) -> bool {
    let read = |text: &str| namespaces::of(account.chain.namespace).address(text);
    text == account.address || read(text).is_ok_and(|address| read(&account.address) == Ok(address))
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
    /// Its picture, a `blob:` URL.
    pub image: Option<String>,
    /// The account that signs.
    pub address: Option<String>,
    /// Why the last attempt failed.
    pub error: Option<ErrorData>,
    /// The wallet that is asked proposes requests to the owners of the account.
    pub proposes: bool,
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
        proposes: sign_in.account.as_ref().is_some_and(|of| asks_owners(state, of.chain.namespace)),
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

    /// Whether this account signed in here, on whatever network: a session that names no account counts only for it (10.61). Not while
    /// another one that signed in is yet to be signed out, as the host wants it: the session can be that one's.
    #[must_use]
    pub fn has_signed(&self, account: &AccountId) -> bool {
        let lists = [&self.known, &self.unsure, &self.arrived, &self.stored];
        let is_of_family = |of: &&AccountId| of.chain.namespace == account.chain.namespace;
        let all =
            || lists.into_iter().flatten().filter(is_of_family).filter(|of| !self.nameless.contains(of));
        let is_it = |of: &AccountId| is_address_of(account, &of.address);
        all().any(is_it) && (!self.ends.account || all().all(is_it))
    }

    /// The host might have a session of this account, and has not confirmed it.
    pub fn unsure(&mut self, account: &AccountId) {
        for list in [&mut self.unsure, &mut self.nameless] {
            list.retain(|of| of != account);
        }
        self.unsure.push(account.clone());
    }

    /// The host might have a session, which this account has not signed.
    pub fn owes_nameless(&mut self, account: &AccountId) {
        self.unsure(account);
        self.nameless.push(account.clone());
    }

    /// The session of this account has ended.
    pub fn ended(&mut self, account: &AccountId) {
        for list in
            [&mut self.leaving, &mut self.unsure, &mut self.nameless, &mut self.known, &mut self.stored]
        {
            list.retain(|of| of != account);
        }
    }

    /// The user is being asked, and the card shows it until they have answered (4.42).
    #[must_use]
    pub fn is_owed(&self) -> bool {
        self.required && self.is_asked()
    }

    /// The user is being asked.
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

/// Another account or network on a page that requires a session: it isn't reported as connected, and gets no requests, until a session
/// exists (R20). This is set in the same update as the change. The page is queried for a session only afterwards.
pub(crate) fn hold_if_required(state: &mut State, moved: &Move) {
    let signs_in = namespaces::signs_in(moved.namespace);
    let asks = state.options.siwx && state.sign_in.required && signs_in;
    if asks
        && moved.is_other
        && moved.stays_connected
        && moved.why != ChangeReason::Connected
        && moved.why != ChangeReason::SignedIn
    {
        hold(state, moved.namespace);
    }
}

/// Not reported as connected until a session exists (R20). The later event contains the account at that time.
pub(crate) fn hold(state: &mut State, namespace: Namespace) {
    let chain = state.networks.shown_chain().filter(|chain| chain.namespace == namespace);
    let Some(account) = state.accounts.by.get_mut(&namespace) else { return };
    let (status, was_held) = (account.status, account.awaits_sign_in);
    if status != Status::Connected && !was_held {
        return;
    }
    (account.status, account.awaits_sign_in) = (Status::Connecting, true);
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
