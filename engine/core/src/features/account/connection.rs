//! The life of a connection: stored and shown after the wallet's response, updated from the wallet's events, and removed on disconnect
//! (4.1, 4.6, 4.7). Its rendering is in [`crate::features::account::model::accounts`].

use crate::caip::{ChainId, Namespace};
use crate::command::unknown_action;
use crate::connectors::{self, WalletAnswer};
use crate::constants::{
    EMBEDDED_ID, NAME_CHARS_MAX, SIGN_OUT_WAIT_MS, WALLET_WORDS_MAX, WALLET_WORDS_PAUSE_MS,
    WALLET_WORDS_WINDOW_MS,
};
use crate::entities::WalletHandle;
use crate::entities::{AccountEntry, Status};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::account::balances;
use crate::features::account::balances::Native;
use crate::features::account::confirm;
use crate::features::account::identity;
use crate::features::account::model::accounts;
use crate::features::account::model::accounts::AccountTab;
use crate::features::account::model::accounts::Came;
use crate::features::account::model::accounts::Confirmation;
use crate::features::account::model::activity;
use crate::features::account::model::context::ChangeReason;
use crate::features::account::model::tokens;
use crate::features::connect::{self, connections};
use crate::features::networks;
use crate::features::networks::SwitchPhase;
use crate::features::networks::pictures as network_pictures;
use crate::features::shell::{CloseReason, View, router, toasts};
use crate::features::sign_in;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::namespaces;
use crate::ports::Local;
use crate::store::State;
use crate::text;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use futures_util::future::join;
use serde_json::Value;

/// Sets the connection status of a namespace (4.1), which buttons, views and hosts render.
pub(crate) fn set_status(cx: &Cx, namespace: Namespace, status: Status) {
    cx.update(|state| {
        if let Some(account) = state.accounts.by.get_mut(&namespace) {
            account.status = status;
            router::follow_restored(state);
        }
    });
}

/// A wallet's response to connecting or restoring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connected {
    /// The namespace of the connection.
    pub namespace: Namespace,
    /// The wallet's accounts, the current one first. Never empty.
    pub entries: Vec<AccountEntry>,
    /// The wallet's network, if the wallet reported one.
    pub chain: Option<ChainId>,
    /// The ID of the connector.
    pub connector_id: String,
    /// The wallet's name.
    pub wallet_name: String,
    /// The wallet's icon as a `blob:` URL.
    pub icon: Option<String>,
    /// The handle of the wallet object.
    pub handle: WalletHandle,
    /// Only the page's storage names this account. The wallet hasn't confirmed it.
    pub is_remembered: bool,
    /// Requested networks for which the wallet returned no address.
    pub unread: Vec<ChainId>,
    /// The address to select. If `None`, the first one is selected.
    pub wanted: Option<String>,
}

impl Connected {
    /// Builds a connection from the wallet's response and the connector's name and icon.
    pub fn of(
        given: WalletAnswer,
        namespace: Namespace,
        (connector_id, wallet_name, icon): (String, String, Option<String>),
        handle: WalletHandle,
    ) -> Self {
        let WalletAnswer { entries, chain, is_remembered, unread, .. } = given;
        Self {
            namespace,
            entries,
            chain,
            connector_id,
            wallet_name,
            icon,
            handle,
            is_remembered,
            unread,
            wanted: None,
        }
    }
}

/// Shows and stores a connection, then listens to the wallet and reads the balance.
pub async fn settle(cx: &Cx, mut connected: Connected, method: &'static str, came: Came) {
    let (namespace, reconnect) = (connected.namespace, came != Came::New);
    cx.close_scope(ScopeId::Connection(namespace), &Error::Aborted);
    if came != Came::ByItself {
        cx.close_scope(ScopeId::Restore(namespace), &Error::Aborted);
    }
    let handle = connected.handle;
    let held = sign_in::holds(cx, namespace);
    let changes = connectors::listen(cx, handle); // listens before the commit, so that no event of the wallet is lost
    cx.commit(|state| {
        connections::remember(state, namespace, Some(&connected.connector_id));
        store_account(state, &mut connected, held, came);
        show_network(state, &mut connected, reconnect);
        state.context_changed(namespace, ChangeReason::Connected);
        let told = connect_events(state, &connected, method, reconnect);
        if let Some(ids) = state.accounts.disconnected.get_mut(&namespace) {
            ids.retain(|id| *id != connected.connector_id);
        }
        state.accounts.elsewhere.remove(&namespace);
        connections::used(state, handle);
        if reconnect {
            router::follow_restored(state);
        }
        sign_in::connected(state, namespace, held, came, told);
    })
    .await;
    // a listener of `wallet-connect` might have disconnected already
    if cx.read(|s| s.accounts.by.get(&namespace).and_then(|account| account.handle)) != Some(handle) {
        return;
    }
    listen(cx, namespace, changes);
    if !reconnect {
        say_unread(cx, &connected.wallet_name, &connected.unread);
    }
    sign_in::follow(cx);
}

/// Stores the wallet and its accounts. `held`: the account awaits its required sign-in.
fn store_account(state: &mut State, connected: &mut Connected, held: bool, came: Came) {
    let account = state.accounts.by.of(connected.namespace);
    account.status = if held { Status::Connecting } else { Status::Connected };
    account.awaits_sign_in = held;
    account.lists_no_assets = None;
    account.unread.clone_from(&connected.unread);
    account.entries = core::mem::take(&mut connected.entries);
    account.chosen = None;
    let kind = account.entries.first().map(|entry| entry.kind);
    let can = |entry: &AccountEntry| Some(entry.kind) == kind && entry.chain.is_none();
    if let Some(wanted) = &connected.wanted
        && account.entries.iter().any(|entry| entry.address == *wanted && can(entry))
    {
        account.choose(wanted);
    }
    account.connector_id = Some(connected.connector_id.clone());
    account.wallet_name = Some(connected.wallet_name.clone());
    account.handle = Some(connected.handle);
    account.disconnecting = false;
    account.awaited = false;
    if came == Came::New {
        account.alone_at_ms = 0; // the user chose this wallet, so the engine doesn't wait for other claimants
    }
    account.confirmation = match connected.is_remembered {
        true => Confirmation::Needed,
        false => Confirmation::Confirmed,
    };
}

/// Selects the network of the connection. A second namespace that is restored doesn't change the network that the page shows.
fn show_network(state: &mut State, connected: &mut Connected, reconnect: bool) {
    let namespace = connected.namespace;
    let is_page = state.networks.active_namespace() == Some(namespace);
    if !reconnect || is_page {
        // a wallet that reports no network gets the namespace's own network; otherwise the account would stay invisible
        let home = || (!is_page).then(|| networks::home_of(state, namespace)).flatten();
        let wanted =
            networks::wanted(state).filter(|to| state.router.open && to.namespace == namespace).cloned();
        let chain = connected.chain.clone().or(wanted).or_else(home);
        networks::follow_wallet(state, namespace, chain.as_ref());
    }
    let shown = state.networks.shown_chain().filter(|chain| chain.namespace == namespace);
    let account = state.accounts.by.of(namespace);
    // a wallet of an inactive namespace might report no network: the account keeps its network
    let stood = account.native.chain.take().filter(|_| !is_page);
    account.native = Native {
        chain: shown.or(connected.chain.take()).or(stood),
        wallet_icon: connected.icon.take(),
        ..Native::default()
    };
}

/// The events that report the connection to the page.
fn connect_events(
    state: &mut State,
    connected: &Connected,
    method: &'static str,
    reconnect: bool,
) -> [Event; 2] {
    let namespace = connected.namespace;
    let account = state.accounts.by.of(namespace);
    let shown = account.native.chain.clone();
    let address = account.entries.first().map(|entry| entry.address.clone()).unwrap_or_default();
    let caip_address = shown.map(|chain| alloc::format!("{chain}:{address}")).unwrap_or_default();
    let connector_id = connected.connector_id.clone();
    let again = if reconnect { "true" } else { "false" };
    [
        Event::Connect { namespace, address, caip_address, connector_id, method, reconnect },
        Event::track(
            "CONNECT_SUCCESS",
            &[("method", method), ("name", &connected.wallet_name), ("reconnect", again)],
        ),
    ]
}

/// The wallet connected without an address on some networks. A toast names these networks.
fn say_unread(cx: &Cx, wallet: &str, unread: &[ChainId]) {
    let names: Vec<String> =
        cx.read(|s| unread.iter().filter_map(|of| s.networks.find(of)).map(|of| of.name.clone()).collect());
    if !names.is_empty() {
        let networks = names.join(", ");
        let said = [("wallet", wallet), ("networks", networks.as_str())];
        toasts::show(cx, toasts::text("toast.no_address", &said, toasts::ToastVariant::Error, None));
    }
}

/// Applies the wallet's events until the connection ends. The newest values win and are shown within a second, even after a flood of
/// events. The display never waits for storage.
fn listen(cx: &Cx, namespace: Namespace, mut changes: connectors::WalletUpdates) {
    let flow_cx = cx.clone();
    cx.background(ScopeId::Connection(namespace), async move {
        let cx = flow_cx;
        let (mut since_ms, mut taken) = (0, 0);
        while let Some(word) = changes.next().await {
            if word.accounts.is_some() {
                alone(&cx, namespace).await;
            }
            let now_ms = cx.ports().clock.now_ms();
            if now_ms.saturating_sub(since_ms) >= WALLET_WORDS_WINDOW_MS {
                (since_ms, taken) = (now_ms, 0);
            }
            if heard(&cx, namespace, &word) {
                taken += 1;
                let save_cx = cx.clone();
                cx.background(ScopeId::App, async move {
                    save_cx.commit(|_| ()).await;
                    Ok(Reply::Done)
                });
            }
            if taken >= WALLET_WORDS_MAX {
                // each displayed state triggers requests, so the pause merges events
                cx.ports().clock.sleep(WALLET_WORDS_PAUSE_MS).await;
            }
        }
        Ok(Reply::Done)
    });
}

/// Waits until every wallet that claims the stored name had time to announce itself. Until then, only the stored
/// account is accepted (T3).
pub(crate) async fn alone(cx: &Cx, namespace: Namespace) {
    let now_ms = cx.ports().clock.now_ms();
    let left_ms = cx.read(|s| s.accounts.by.get(&namespace).map_or(0, |of| of.alone_in_ms(now_ms)));
    if left_ms > 0 {
        cx.ports().clock.sleep(left_ms).await;
    }
}

/// Applies one update of the wallet in one state change, so accounts and network always match. Returns whether
/// something changed.
fn heard(cx: &Cx, namespace: Namespace, word: &connectors::WalletUpdate) -> bool {
    let entries = word.accounts.as_ref().map(|list| connectors::entries(namespace, list));
    if entries.as_ref().is_some_and(Vec::is_empty) {
        // ending the connection cancels the flow that runs this code, so it comes last
        let flow_cx = cx.clone();
        cx.background(ScopeId::App, async move {
            left_by_wallet(&flow_cx, namespace).await;
            Ok(Reply::Done)
        });
        return false;
    }
    pass_on(cx, namespace, &word.messages);
    if word.is_lost {
        let name = cx.read(|s| s.accounts.by.get(&namespace)?.wallet_name.clone());
        let said = [("wallet", name.as_deref().unwrap_or("The wallet"))];
        toasts::show(cx, toasts::text("toast.wallet_lost", &said, toasts::ToastVariant::Error, None));
    }
    let chain = word.chain.as_ref().and_then(ChainId::of_wallet_value);
    named(cx, namespace, entries, chain)
}

/// Applies the accounts and the network that a connected wallet reports, in one state change. Returns whether something
/// changed.
pub(crate) fn named(
    cx: &Cx,
    namespace: Namespace,
    entries: Option<Vec<AccountEntry>>,
    chain: Option<ChainId>,
) -> bool {
    let is_other = cx.read(|s| {
        let account = s.accounts.by.get(&namespace);
        let other_account =
            entries.as_ref().zip(account).is_some_and(|(now, of)| of.entries != of.in_order(now.clone()));
        other_account || chain.as_ref().is_some_and(|chain| goes_to(s, namespace, chain))
    });
    if is_other {
        cx.update(|state| {
            if let (Some(entries), Some(account)) = (entries, state.accounts.by.get_mut(&namespace))
                && account.entries != account.in_order(entries.clone())
            {
                account.take(entries);
                state.context_changed(namespace, ChangeReason::Account);
            }
            if let Some(chain) = chain.as_ref().filter(|chain| goes_to(state, namespace, chain)) {
                if is_of_page(state, namespace) {
                    networks::follow_wallet(state, namespace, Some(chain));
                } else if let Some(account) = state.accounts.by.get_mut(&namespace) {
                    account.native.chain = Some(chain.clone()); // the wallet's requests go to this network
                }
                state.context_changed(namespace, ChangeReason::Network);
            }
        });
    }
    // the wallet is on the requested network: the switch succeeded, even if the wallet returned an error
    // (docs/spec/users-ask.md 16)
    let arrived = chain.is_some()
        && cx.read(|s| {
            let here = s.networks.is_supported() && s.networks.switching == s.networks.active;
            let rejected =
                s.networks.phase == SwitchPhase::Rejected && s.router.view() == Some(View::SwitchNetwork);
            here && rejected && is_of_page(s, namespace)
        });
    if arrived {
        cx.update(|s| s.networks.phase = SwitchPhase::Idle);
        router::leave_networks(cx);
    }
    is_other
}

/// Forwards a provider's `message` event (EIP-1193) to the page's provider, as type and data. Drops a message without a
/// type.
fn pass_on(cx: &Cx, namespace: Namespace, messages: &[Value]) {
    if messages.is_empty() {
        return;
    }
    cx.update(|s| {
        for message in messages {
            let Some(kind) = message.text("type").and_then(|kind| text::label(kind, NAME_CHARS_MAX)) else {
                continue;
            };
            let data = message.field("data").cloned();
            s.emit(Event::Message { namespace, kind, data });
        }
    });
}

/// Whether a namespace's events can change the active network: it is the active namespace, or the user has just
/// switched to it.
fn is_of_page(state: &State, namespace: Namespace) -> bool {
    accounts::is_in_use(state, namespace)
        || state.networks.switching.as_ref().is_some_and(|to| to.namespace == namespace)
}

/// Whether this chain differs from the namespace's current one.
fn goes_to(state: &State, namespace: Namespace, chain: &ChainId) -> bool {
    if is_of_page(state, namespace) {
        return state.networks.shown_chain().as_ref() != Some(chain);
    }
    let stood = state.accounts.by.get(&namespace).map(|account| account.native.chain.as_ref());
    chain.namespace == namespace && stood.is_some_and(|stood| stood != Some(chain))
}

/// The wallet shares no accounts now: a browser wallet is locked, unless it reports that access was revoked (4.2). The page sees
/// `disconnected`. The record stays, and unlocking the wallet restores its account.
async fn left_by_wallet(cx: &Cx, namespace: Namespace) {
    let stored = cx.read(|s| {
        let account = s.accounts.by.get(&namespace)?;
        let is_in_page = matches!(account.handle, Some(WalletHandle::Page(_)));
        // a wallet without a silent request would open its window for the next one
        account
            .connector_id
            .clone()
            .filter(|_| is_in_page && !namespaces::of(namespace).is_silent_when_locked())
    });
    let Some(connector_id) = stored else { return reset(cx, namespace, "wallet").await };
    // marks the record as awaited before storage is written, so no event of the wallet is lost and a disconnect ends
    // the wait
    end(cx, namespace, "wallet", Record::Awaited).await;
    connect::await_unlock(cx, namespace, &connector_id);
}

/// Ends a connection and removes its record (4.6), without a request to the wallet.
pub async fn reset(cx: &Cx, namespace: Namespace, reason: &'static str) {
    end(cx, namespace, reason, Record::Forgotten).await;
}

/// Ends a connection, but keeps its record for the next start.
pub(crate) async fn suspend(cx: &Cx, namespace: Namespace) {
    end(cx, namespace, "wallet", Record::Kept).await;
}

/// What happens to the stored record when a connection ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Record {
    Forgotten,
    /// Stays: the next start restores the connection with the wallet.
    Kept,
    /// Stays: the engine listens to the wallet, which can restore the connection.
    Awaited,
}

async fn end(cx: &Cx, namespace: Namespace, reason: &'static str, record: Record) {
    let existed =
        cx.read(|s| s.accounts.by.get(&namespace).is_some_and(|account| account.connector_id.is_some()));
    if cx.read(|s| accounts::is_in_use(s, namespace)) {
        cx.close_scope(ScopeId::Send, &Error::Aborted);
        cx.close_scope(ScopeId::Swap, &Error::Aborted);
        cx.close_scope(ScopeId::Switch, &Error::Aborted);
    }
    cx.close_scope(ScopeId::Connection(namespace), &Error::Aborted);
    cx.commit(|state| {
        let was_in_use = accounts::is_in_use(state, namespace);
        if state.accounts.by.get(&namespace).is_none() {
            return;
        }
        let stays = record != Record::Forgotten;
        if !stays {
            connections::remember(state, namespace, None);
        }
        let account = state.accounts.by.of(namespace);
        let was = core::mem::take(account);
        if stays {
            account.connector_id = was.connector_id;
            account.wallet_name = was.wallet_name;
            account.entries = was.entries;
            account.native.chain = was.native.chain;
            account.awaited = record == Record::Awaited;
            account.confirmation = Confirmation::Asking; // same state as after a reload (268)
        } else if let (Some(id), "user") = (was.connector_id, reason) {
            let ids = state.accounts.disconnected.of(namespace);
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        // a page whose only wallet is locked stays on the wallet's network
        let is_any_live = state.accounts.by.values().any(|account| account.status == Status::Connected);
        if was_in_use && (!stays || is_any_live || !state.networks.is_supported()) {
            networks::reset(state);
        }
        state.context_changed(namespace, ChangeReason::Disconnected);
        // the list of wallets already shows that the wallet disconnected
        let shows_list = matches!(state.router.view(), Some(View::Connect | View::ProfileWallets));
        if was_in_use && state.router.open && !shows_list && reason != "user" {
            let home = router::home(state);
            router::reset(state, home);
        }
        // the page was already notified when the wallet was locked
        if existed && !was.awaited {
            state.emit(Event::Disconnect { namespace, reason });
            state.emit(Event::track("DISCONNECT_SUCCESS", &[("namespace", namespace.as_str())]));
        }
    })
    .await;
}

/// Disconnects one namespace: first in the modal, then at the wallet, which has 3 s to respond. Returns one error per
/// wallet that failed to disconnect.
async fn disconnect(cx: &Cx, namespace: Namespace) -> Vec<Error> {
    let (leaving, was_live) = cx.update(|state| {
        let (handle, was_live) = match state.accounts.by.get_mut(&namespace) {
            Some(account) => {
                account.disconnecting = true;
                let is_live = account.status != Status::Disconnected;
                // a connection that is still being restored also has a wallet and other tabs to notify; so does a login with a slow frame
                let id = account.connector_id.as_deref().filter(|id| is_live || *id == EMBEDDED_ID);
                (account.handle.or_else(|| connect::of_its_own(id?, namespace)), is_live)
            }
            None => (None, false),
        };
        // a namespace that disconnects at the same time doesn't keep the shared wallet connected
        let leaving = handle.map(|handle| connect::leaving(state, namespace, handle));
        (leaving.unwrap_or_default(), was_live)
    });
    // cancels every flow that would restore the connection
    cx.close_scope(ScopeId::Restore(namespace), &Error::Aborted);
    cx.close_scope(ScopeId::Connecting, &Error::Aborted);
    let opening = cx.read(|s| s.router.openings);
    reset(cx, namespace, "user").await;
    let stays_connected =
        cx.read(|s| s.router.view() == Some(View::ProfileWallets) && (router::is_connected(s) || !was_live));
    if !stays_connected {
        router::close_opening(cx, opening, CloseReason::User);
    }
    let mut all: Local<Vec<Error>> = Box::pin(core::future::ready(Vec::new()));
    for (of, handle) in leaving {
        let tell_cx = cx.clone();
        let told = async move { tell(&tell_cx, of, handle).await };
        // notifies all wallets concurrently
        all = Box::pin(async move {
            let (mut failed, told) = join(all, told).await;
            failed.extend(told.err());
            failed
        });
    }
    all.await
}

/// Asks a wallet to disconnect.
async fn tell(cx: &Cx, namespace: Namespace, handle: WalletHandle) -> Result<()> {
    match cx.within(SIGN_OUT_WAIT_MS, connectors::disconnect(cx, handle)).await {
        // a wallet that lacks the method or doesn't respond can't be notified
        Some(Ok(())) | None => Ok(()),
        Some(Err(Error::Rpc { code: -32601 | 4200, .. })) => Ok(()),
        Some(Err(_)) => {
            cx.update(|s| s.emit(Event::track("DISCONNECT_ERROR", &[("namespace", namespace.as_str())])));
            toasts::show_error(cx, &Error::DisconnectFailed);
            Err(Error::DisconnectChainFailed { namespace: namespace.to_string() })
        }
    }
}

/// Registers the functions that build the slices of this part of the binary.
pub(crate) fn draw(cx: &Cx) {
    cx.draw("tokens", |state| crate::snapshot::text(&tokens::slice(state)));
}

/// Loads the content of the selected tab, or of the view that shows the same content.
fn follow_tab(cx: &Cx) {
    if cx.read(activity::is_shown) {
        cx.background(ScopeId::App, super::show_history(cx));
    }
}

/// The view was opened: requests what it renders now, not before.
fn enter(cx: &Cx) {
    network_pictures::load(cx);
    if cx.read(|s| s.router.view()) == Some(View::Account)
        && let Some(namespace) = cx.read(|s| s.networks.active_namespace())
    {
        balances::refresh(cx, namespace);
        balances::keep(cx, namespace);
    }
    follow_tab(cx);
}

/// Sets or removes the page's name for an address (8.28). The address can belong to any namespace of the page; without
/// a chain, the active namespace is tried first.
fn label(cx: &Cx, command: &Value) -> Result<Reply> {
    let address = crate::command::needed(command, "address")?;
    let address = cx.read(|s| {
        let active = s.networks.active_namespace().ok_or(Error::NoChainForAccount)?;
        let others = s.networks.list.iter().map(|network| network.chain_namespace);
        core::iter::once(active)
            .chain(others)
            .find_map(|namespace| crate::namespaces::of(namespace).address(address).ok())
            .ok_or_else(|| Error::BadParams { field: "address".into() })
    })?;
    let label = command.text("label").and_then(|label| text::label(label, 64));
    cx.update(|s| match label {
        Some(label) => s.accounts.labels.insert(address, label),
        None => {
            s.accounts.labels.remove(&address);
        }
    });
    Ok(Reply::Done)
}

crate::command::commands! {
    /// The commands of the feature `account`.
    pub enum AccountsCommand, AccountsAction {
        /// Disconnects one namespace, or all of them.
        "disconnect" Disconnect {
            #[ts(optional)]
            namespace: Option<String>,
        },
        /// Selects a tab of the account view.
        "tab" Tab { tab: AccountTab },
        /// Hides or shows all amounts.
        "hide" Hide { hidden: bool },
        /// Asks the wallet to confirm an account that only storage names. Runs within the click, because the wallet might
        /// open a window.
        "confirm" Confirm { namespace: Namespace },
        /// Sets the page's name for an address.
        "label" Label { address: String, label: Option<String> },
    }
    own {
        "enter" Enter,
        "named" Named,
    }
}

/// Runs a command of this feature.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        draw(&cx);
        match action.as_str() {
            AccountsAction::Disconnect => return disconnect_all(&cx, &command).await,
            AccountsAction::Enter => enter(&cx),
            AccountsAction::Tab => {
                let tab = match crate::command::needed(&command, "tab")? {
                    "tokens" => AccountTab::Tokens,
                    "nfts" => AccountTab::Nfts,
                    "activity" => AccountTab::Activity,
                    _ => return Err(Error::BadParams { field: "tab".into() }),
                };
                cx.update(|s| {
                    s.accounts.tab = tab;
                    if tab == AccountTab::Activity {
                        s.emit(Event::track("CLICK_TRANSACTIONS", &[]));
                    }
                });
                follow_tab(&cx);
            }
            AccountsAction::Hide => {
                let hidden = command.flag("hidden").unwrap_or(false);
                cx.update(|s| s.tokens.hidden = hidden);
            }
            AccountsAction::Confirm => {
                let of = Namespace::parse(crate::command::needed(&command, "namespace")?);
                return confirm::confirm(&cx, of.ok_or(Error::BadParams { field: "namespace".into() })?)
                    .await;
            }
            AccountsAction::Label => return label(&cx, &command),
            AccountsAction::Named => identity::named(&cx, &command).await,
            _ => return Err(unknown_action("accounts", &action)),
        }
        Ok(Reply::Done)
    })
}

/// Disconnects the named namespace, or all. Merges several failures into one error (4.8).
async fn disconnect_all(cx: &Cx, command: &Value) -> Result<Reply> {
    let namespaces: Vec<Namespace> = match command.filled("namespace") {
        Some(text) => {
            alloc::vec![Namespace::parse(text).ok_or(Error::BadParams { field: "namespace".into() })?]
        }
        None => cx.read(|s| s.accounts.by.keys().copied().collect()),
    };
    // the wallets are notified concurrently
    let failures: Rc<RefCell<Vec<Error>>> = Rc::default();
    let start = |namespace: Namespace| {
        let key = alloc::format!("disconnect {namespace}");
        let (flow_cx, failures) = (cx.clone(), failures.clone());
        cx.single(ScopeId::App, &key, async move {
            let failed = disconnect(&flow_cx, namespace).await;
            let first = failed.first().cloned();
            failures.borrow_mut().extend(failed);
            first.map_or(Ok(Reply::Done), Err)
        })
    };
    let mut failed = Vec::new();
    for left in namespaces.into_iter().map(start).collect::<Vec<_>>() {
        if let Err(error) = left.await {
            failed.push(error);
        }
    }
    // one flow can notify the wallets of several namespaces, and a joined flow notified only its own
    let told = failures.take();
    if !told.is_empty() {
        failed = told;
    }
    match failed.len() {
        0 => Ok(Reply::Done),
        1 => Err(failed.remove(0)),
        _ => {
            let texts: Vec<String> = failed.iter().map(ToString::to_string).collect();
            Err(Error::DisconnectChainsFailed { details: texts.join("; ") })
        }
    }
}
