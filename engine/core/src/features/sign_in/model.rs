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
    /// The page is being asked for an existing session.
    Checking,
    /// The view displays the message and waits for the user.
    Ready,
    /// The wallet has the request.
    Signing,
    /// The wallet has responded: the signature is verified, then stored by the page.
    Verifying,
    /// A required sign-in was cancelled: switching back to the last signed-in network, or disconnecting.
    Canceling,
}

/// State of the sign-in: the pending one, and the known sessions.
#[derive(Default)]
pub struct SignIn {
    /// Phase of the sign-in.
    pub phase: SignInPhase,
    /// The page requires a session.
    pub required: bool,
    /// The account that should sign in.
    pub account: Option<AccountId>,
    /// The message to sign: its fields, and `text`.
    pub message: Option<Value>,
    /// Why the last attempt failed.
    pub error: Option<ErrorData>,
    /// The account with the current valid session.
    pub current: Option<AccountId>,
    /// The accounts with sessions known on this page, the newest last.
    pub known: Vec<AccountId>,
    /// Accounts for which the page hasn't reported whether they have a session: the check was canceled, or another
    /// namespace is displayed.
    pub unread: Vec<AccountId>,
    /// Accounts with a sign-out that is pending or has failed.
    pub leaving: Vec<AccountId>,
    /// Accounts that might have a session at the page, without a confirmation. They are treated as signed in until a
    /// sign-out succeeds (10.61).
    pub unsure: Vec<AccountId>,
    /// The page hasn't reported the owner of a session: it might have one for all accounts, which any sign-out ends.
    pub is_one_for_all: bool,
    /// Accounts among them that didn't sign in: the page has a session without an account, and hasn't confirmed its
    /// sign-out.
    pub nameless: Vec<AccountId>,
    /// Accounts that signed in with a connection that isn't finished. The page hasn't confirmed them.
    pub given: Vec<AccountId>,
    /// Accounts whose sessions were passed to the page without a response, with a counter: a sign-out in the meantime might arrive too
    /// early, so they stay stored for the next page.
    pub unanswered: Vec<AccountId>,
    /// Accounts that an earlier page stored as signed in.
    pub stored: Vec<AccountId>,
    /// How many sign-outs are pending at the page. It gets no other call meanwhile, because it might keep only one
    /// session.
    pub revoking: u32,
    /// The events that end a session while a wallet stays connected.
    pub ends: Ends,
    /// A sign-out failed, and is repeated at the next start of the engine.
    pub waits: bool,
    /// Accounts that signed in with a pairing. Their event is emitted once the account is connected.
    pub arrived: Vec<AccountId>,
    /// The events of each namespace that are emitted when its waiting account is connected.
    pub held: Map<Namespace, Vec<Event>>,
    /// The sign-in couldn't start (8.18).
    pub failed: bool,
    /// The user declined an optional sign-in during the connection, so the next attempt connects without it.
    pub declined: bool,
    /// A number that grows with each connection.
    pub round: u32,
    /// The user made the last connection; it wasn't restored.
    pub by_user: bool,
    /// Namespaces whose connection was restored, and that have had no session since.
    pub brought_back: Vec<Namespace>,
}

/// The events that end a session besides a disconnect, as the page has set them.
#[derive(Clone, Copy, Default)]
pub struct Ends {
    /// A session ends when another account of the namespace is connected.
    pub account: bool,
    /// A session ends when the account is on another network.
    pub network: bool,
}

/// Whether an account that signed in, or might have, is no longer connected. The next page starts the engine for it.
#[inline(never)]
pub(crate) fn is_any_left(state: &State) -> bool {
    let sign_in = &*state.sign_in;
    let mut all = sign_in.known.iter().chain(&sign_in.unread).chain(&sign_in.unsure);
    !sign_in.leaving.is_empty() || all.any(|account| is_gone(state, account.chain.namespace))
}

/// Removes the accounts that are no longer connected. Returns each with whether it certainly signed in.
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

/// Whether an account for [`take_left`] exists.
pub(crate) fn leaves_any(state: &State) -> bool {
    let sign_in = &*state.sign_in;
    let mut all = sign_in.known.iter().chain(&sign_in.unread).chain(&sign_in.unsure);
    all.any(|account| has_left(state, account))
}

/// The accounts that signed in, or might have, as a comma-separated list for storage (docs/spec/services.md C). A later
/// page signs out those that it doesn't connect. `?` marks accounts for which the page hasn't reported a session.
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

/// Restores the list that [`stored`] made.
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

/// Expects a session for the account of a stored connection, because another tab might have made one and overwritten
/// the list. If the account isn't restored, the page is asked about it.
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

/// Whether no wallet of the namespace is connected, or will be: the page has that event. A namespace in the middle of a
/// restore isn't gone. Neither is one with a locked wallet: its session stays at the page, and is valid again for the
/// same account.
pub(crate) fn is_gone(state: &State, namespace: Namespace) -> bool {
    let is_here = |account: &Account| {
        account.connector_id.is_some() && (account.status != Status::Disconnected || account.awaited)
    };
    !state.accounts.by.get(&namespace).is_some_and(is_here)
}

/// Whether the account is no longer connected. A session ends with its account (10.61).
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

/// Whether a string is the account's address, in any form.
pub(crate) fn is_address_of(account: &AccountId, text: &str) -> bool {
    let read = |text: &str| namespaces::of(account.chain.namespace).address(text);
    text == account.address || read(text).is_ok_and(|address| read(&account.address) == Ok(address))
}

/// Slice `signIn`: the data of SIWXSignMessage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SignInSlice {
    /// Phase of the sign-in.
    pub phase: SignInPhase,
    /// Closing the view has the effect of Cancel (4.42).
    pub required: bool,
    /// The full text of the message.
    pub message: Option<String>,
    /// The name of the page.
    pub app: String,
    /// The domain in the message.
    pub domain: String,
    /// The page's icon as a `blob:` URL.
    pub image: Option<String>,
    /// The account that signs.
    pub address: Option<String>,
    /// Why the last attempt failed.
    pub error: Option<ErrorData>,
    /// The wallet proposes requests to the owners of the account.
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
    /// Adds an account that the page will be asked about, now or when it leaves.
    #[inline(never)]
    pub fn begin(&mut self, account: &AccountId) {
        if !self.known.contains(account) && !self.unread.contains(account) {
            // a wallet can return any number of accounts
            self.unread.truncate(SIGN_OUT_ASKED_MAX - 1);
            self.unread.insert(0, account.clone());
        }
    }

    /// Whether this account signed in here, on any network. A session without an account is only valid for it (10.61).
    /// False while another account that signed in still has to be signed out, because the session can belong to that
    /// one.
    #[must_use]
    pub fn has_signed(&self, account: &AccountId) -> bool {
        let lists = [&self.known, &self.unsure, &self.arrived, &self.stored];
        let is_of_family = |of: &&AccountId| of.chain.namespace == account.chain.namespace;
        let all =
            || lists.into_iter().flatten().filter(is_of_family).filter(|of| !self.nameless.contains(of));
        let is_it = |of: &AccountId| is_address_of(account, &of.address);
        all().any(is_it) && (!self.ends.account || all().all(is_it))
    }

    /// Marks that the page might have a session of this account, without a confirmation.
    pub fn unsure(&mut self, account: &AccountId) {
        for list in [&mut self.unsure, &mut self.nameless] {
            list.retain(|of| of != account);
        }
        self.unsure.push(account.clone());
    }

    /// Marks that the page might have a session that this account didn't sign.
    pub fn owes_nameless(&mut self, account: &AccountId) {
        self.unsure(account);
        self.nameless.push(account.clone());
    }

    /// Removes the account, because its session has ended.
    pub fn ended(&mut self, account: &AccountId) {
        for list in
            [&mut self.leaving, &mut self.unsure, &mut self.nameless, &mut self.known, &mut self.stored]
        {
            list.retain(|of| of != account);
        }
    }

    /// Whether the card must display the sign-in until the user has responded (4.42).
    #[must_use]
    pub fn is_owed(&self) -> bool {
        self.required && self.is_asked()
    }

    /// Whether the user is being asked to sign in.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        !matches!(self.phase, SignInPhase::None | SignInPhase::Checking)
    }
}

/// Handles a connected wallet: emits its event, or keeps it until the sign-in has succeeded.
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

/// Makes a namespace's account await its session (R20). The later event contains the account at that time.
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
