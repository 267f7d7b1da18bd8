//! Restores the stored connection (4.2). Its status is `connecting` until the wallet is found, `reconnecting` during
//! the request, then `connected` or `disconnected`. A restore never shows a prompt. So a wallet whose name another
//! wallet also claims isn't restored (T3).

use crate::caip::{ChainId, Namespace};
use crate::connectors::{self, WalletAnswer};
use crate::constants::{
    FRAME_LOAD_MS, RELAY_RESTORE_MS, STORED_LOOK_MS, STORED_LOOK_TURN_MS, WALLET_ANNOUNCE_MS,
    WALLET_CLAIM_MS, WALLET_ROUND_MS, WALLET_SILENT_MS,
};
use crate::entities::{AccountEntry, Status, WalletHandle};
use crate::error::{Error, Result};
use crate::features::account::{Account, Came, Connected, connection as account_flow, set_status};
use crate::features::connect::{self, connections};
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::Read;
use crate::namespaces;
use crate::ports::Local;
use crate::store::State;
use alloc::boxed::Box;
use alloc::vec::Vec;
use futures_util::FutureExt;
use futures_util::future::{Either, select};
use serde_json::Value;

/// Restores over the relay or a slow frame, which can respond late. The status becomes `disconnected` after a while,
/// and `connected` when the response arrives.
async fn from_afar(
    cx: &Cx,
    handle: WalletHandle,
    namespace: Namespace,
    shown_ms: u64,
) -> Result<WalletAnswer> {
    let asked = core::pin::pin!(connectors::connect(cx, handle, namespace, true));
    match select(asked, cx.ports().clock.sleep(shown_ms)).await {
        Either::Left((answered, _)) => answered,
        Either::Right((_, asked)) => {
            set_status(cx, namespace, Status::Disconnected);
            asked.await
        }
    }
}

/// Whether two wallets claim the name of this wallet, or the ID of its announcement.
pub(crate) fn is_disputed(state: &State, handle: WalletHandle) -> bool {
    state.wallets.of(handle).is_some_and(|wallet| state.wallets.shared(wallet))
}

/// Waits for the stored wallet to announce itself. The opening of the modal waits only for the first part of that time.
/// A long task of the page counts once.
async fn found(cx: &Cx, namespace: Namespace, connector_id: &str) -> Option<WalletHandle> {
    for _ in 0..STORED_LOOK_MS / STORED_LOOK_TURN_MS {
        let handle = cx.within(STORED_LOOK_TURN_MS, connect::wait_for(cx, connector_id, namespace)).await;
        if handle.is_some() {
            return handle;
        }
    }
    cx.update(|s| s.accounts.by.of(namespace).is_late = true);
    cx.within(WALLET_ANNOUNCE_MS - STORED_LOOK_MS, connect::wait_for(cx, connector_id, namespace)).await
}

/// The time when every claimant of a wallet's name has had the chance to announce itself (T3). `None` if another
/// claimant exists after a round of announcements. Only browser wallets have claimants.
async fn alone_at_ms(cx: &Cx, handle: WalletHandle) -> Option<u64> {
    let WalletHandle::Page(_) = handle else { return Some(0) };
    let at_ms = cx.ports().clock.now_ms().saturating_add(WALLET_CLAIM_MS);
    cx.ports().clock.sleep(WALLET_ROUND_MS).await;
    cx.read(|s| !is_disputed(s, handle)).then_some(at_ms)
}

/// Requests the account from the wallet that another tab has connected. The wallet is treated as a stored one, since
/// this tab might have just loaded.
///
/// # Errors
/// The wallet isn't installed, has a second claimant, or doesn't share the stored account.
pub(crate) async fn follow(cx: &Cx, namespace: Namespace, id: &str, stored: Option<String>) -> Result<()> {
    let handle = connections::wallet(cx, namespace, id).await?;
    let alone_at_ms = alone_at_ms(cx, handle).await.ok_or(Error::Unauthorized)?;
    let given = connections::ask(cx, namespace, handle, stored).await?;
    cx.update(|s| s.accounts.by.of(namespace).alone_at_ms = alone_at_ms);
    came_back(cx, namespace, handle, given).await;
    Ok(())
}

/// Queries the stored wallet silently, after a round of announcements without another claimant. Nothing is shown as connected before the
/// wallet has responded.
pub(crate) async fn restore(cx: &Cx, namespace: Namespace, connector_id: &str) {
    let handle = match found(cx, namespace, connector_id).await {
        Some(handle) => handle,
        None => {
            // displays `disconnected` but keeps the record: some wallets announce themselves seconds after the page has
            // loaded
            set_status(cx, namespace, Status::Disconnected);
            connect::wait_for(cx, connector_id, namespace).await
        }
    };
    set_status(cx, namespace, Status::Reconnecting);
    let Some(alone_at_ms) = alone_at_ms(cx, handle).await else {
        // the record stays: the user chooses among the claimants, or at the next start only one is left
        return set_status(cx, namespace, Status::Disconnected);
    };
    cx.update(|s| s.accounts.by.of(namespace).alone_at_ms = alone_at_ms);
    let silent = match handle {
        WalletHandle::Relay(_) => from_afar(cx, handle, namespace, RELAY_RESTORE_MS).await,
        WalletHandle::Embedded(_) => from_afar(cx, handle, namespace, FRAME_LOAD_MS).await,
        WalletHandle::Page(_) => {
            let flow_cx = cx.clone();
            cx.background(ScopeId::Restore(namespace), async move {
                flow_cx.ports().clock.sleep(WALLET_SILENT_MS).await;
                give_up_showing(&flow_cx, namespace);
                Ok(Reply::Done)
            });
            return brought_back(cx, namespace, handle, Asks::Account).await;
        }
    };
    match silent {
        Ok(given) if !given.entries.is_empty() => came_back(cx, namespace, handle, given).await,
        Ok(_) => account_flow::reset(cx, namespace, "wallet").await,
        Err(_) => set_status(cx, namespace, Status::Disconnected),
    }
}

/// Sets `disconnected` for the page and the views, while the engine keeps listening to the wallet (4.2).
fn give_up_showing(cx: &Cx, namespace: Namespace) {
    let is_asked = |s: &State| Some(s.accounts.by.get(&namespace)?.status == Status::Reconnecting);
    if cx.read(is_asked) == Some(true) {
        cx.update(|s| s.accounts.by.of(namespace).awaited = true);
        set_status(cx, namespace, Status::Disconnected);
    }
}

/// A wallet that was locked while connected: its account stays hidden until the wallet reports one.
pub(crate) async fn await_unlock(cx: &Cx, namespace: Namespace, connector_id: &str) {
    let handle = connect::wait_for(cx, connector_id, namespace).await;
    brought_back(cx, namespace, handle, Asks::Access).await;
}

/// Moves a stored connection from an unnamed wallet to a named one. `window.ethereum` was stored as an unnamed wallet,
/// and a wallet has now announced the same object (10.58). The connection then follows the rules of that wallet. A
/// wallet with a shared name, or one that the user is choosing, doesn't get it.
pub(crate) async fn renamed(cx: &Cx, from: &str, to: &str) {
    const FAMILY: Namespace = Namespace::Eip155;
    let is_of_page = from == "injected" || from.starts_with("injected-");
    let is_it = |s: &State| {
        let wallet = s.wallets.by_family(to, FAMILY);
        wallet.is_some_and(|wallet| !s.wallets.shared(wallet)) && !s.connect.is_running()
    };
    if !is_of_page || !cx.read(is_it) {
        return;
    }
    let is_stored = |account: &Account| {
        account.connector_id.as_deref() == Some(from) && account.handle.is_none() && !account.disconnecting
    };
    let restores = cx.read(|s| s.accounts.by.get(&FAMILY).is_some_and(is_stored));
    if restores {
        cx.close_scope(ScopeId::Restore(FAMILY), &Error::Aborted);
    }
    cx.commit(|s| {
        if restores {
            s.accounts.by.of(FAMILY).connector_id = Some(to.into());
        }
        let were = s.accounts.remembered.of(FAMILY);
        if !were.iter().any(|was| was.connector_id == to) {
            for was in were.iter_mut().filter(|was| was.connector_id == from) {
                was.connector_id = to.into();
            }
        }
    })
    .await;
    if restores && cx.read(|s| s.options.enable_reconnect) {
        cx.background(ScopeId::Restore(FAMILY), connect::restore(cx, FAMILY, to));
    }
}

async fn came_back(cx: &Cx, namespace: Namespace, handle: WalletHandle, given: WalletAnswer) {
    let Some(identity) = cx.read(|s| connect::identity(s, handle)) else {
        return;
    };
    let stored = cx.read(|s| s.accounts.stored_entries(namespace, &identity.0).to_vec());
    let connected = Connected::of(given, namespace, identity, handle);
    account_flow::settle(cx, connected, "browser", Came::ByItself).await;
    // a wallet that needed to wake up announces itself later than a user would wait for a window
    let disputed = cx.until(|s| is_disputed(s, handle).then_some(()));
    if cx.within(WALLET_ANNOUNCE_MS, disputed).await.is_some() {
        account_flow::suspend(cx, namespace).await;
        // other accounts in this response aren't part of the stored connection
        cx.commit(|s| {
            let account = s.accounts.by.of(namespace);
            if account.handle.is_none() && account.connector_id.is_some() {
                account.entries = stored;
            }
        })
        .await;
    }
}

/// Which silent request a stored wallet gets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    Account,
    /// Only checks whether access was revoked, because the wallet has just reported an empty list.
    Access,
}

/// Queries a stored browser wallet silently and listens until it names an account, however late (4.2). An empty list
/// means that the wallet is locked. No response has no meaning. Only revoked access removes the record.
async fn brought_back(cx: &Cx, namespace: Namespace, handle: WalletHandle, asks: Asks) {
    let mut changes = connectors::listen(cx, handle);
    // after a lock, only wallets of this namespace are known to open no window for this request
    let mut asked: Local<Result<WalletAnswer>> = match asks == Asks::Account || namespace == Namespace::Eip155
    {
        true => {
            let cx = cx.clone();
            Box::pin(async move { connectors::connect(&cx, handle, namespace, true).await })
        }
        false => Box::pin(core::future::pending()),
    };
    loop {
        let said = match select(&mut asked, core::pin::pin!(changes.next())).await {
            Either::Left((answer, _)) => {
                answer.map(|given| if asks == Asks::Access { without_accounts(given) } else { given })
            }
            Either::Right((None, _)) => return,
            Either::Right((Some(word), _)) => match word.accounts {
                Some(list) => Ok(named(namespace, &list)),
                None => continue,
            },
        };
        // the wallet has responded, and its events are newer than its response
        asked = Box::pin(core::future::pending());
        let asks_user = namespaces::of(namespace).is_silent_when_locked();
        // until each claimant of the name had time to announce itself, only the stored account is accepted (T3)
        let is_stored = |s: &State| said.as_ref().is_ok_and(|given| names_stored(s, namespace, given));
        if !cx.read(is_stored) {
            account_flow::alone(cx, namespace).await;
            if cx.read(|s| is_disputed(s, handle)) {
                set_status(cx, namespace, Status::Disconnected);
                continue;
            }
        }
        match said {
            Ok(given) if !given.entries.is_empty() => {
                // the user is choosing a wallet, which takes precedence over this one
                cx.until(|s| (!s.connect.is_running()).then_some(())).await;
                let newer = changes.next().now_or_never().flatten().unwrap_or_default();
                let mut given = newer.accounts.map_or(given, |list| named(namespace, &list));
                given.chain = newer.chain.as_ref().and_then(ChainId::of_wallet_value).or(given.chain);
                if given.entries.is_empty() {
                    continue;
                }
                if cx.read(|s| is_disputed(s, handle)) {
                    set_status(cx, namespace, Status::Disconnected);
                } else if let Some(given) = cx.read(|s| of_connection(s, namespace, given)) {
                    return came_back(cx, namespace, handle, given).await;
                } else {
                    // the list contains none of the stored accounts, so the connection has ended
                    cx.update(|s| s.accounts.by.of(namespace).awaited = false);
                    set_status(cx, namespace, Status::Disconnected);
                }
            }
            Ok(given) if given.is_revoked || asks_user => {
                return account_flow::reset(cx, namespace, "wallet").await;
            }
            Err(Error::UserRejected | Error::Unauthorized) if asks_user => {
                return account_flow::reset(cx, namespace, "wallet").await;
            }
            _ => {}
        }
    }
}

fn without_accounts(given: WalletAnswer) -> WalletAnswer {
    WalletAnswer { entries: Vec::new(), ..given }
}

/// The accounts in a wallet's event, in the form of a response.
fn named(namespace: Namespace, list: &Value) -> WalletAnswer {
    let all = list.as_array().map_or_else(|| list.list("accounts"), |list| list.as_slice());
    let chain = all.first().and_then(|first| first.text("chain")).and_then(ChainId::parse);
    WalletAnswer { entries: connectors::entries(namespace, list), chain, ..WalletAnswer::default() }
}

/// Whether a wallet shares an account of the stored connection.
fn names_stored(state: &State, namespace: Namespace, given: &WalletAnswer) -> bool {
    let stored = state.accounts.by.get(&namespace).map(|account| account.entries.as_slice());
    let is_shared = |one: &AccountEntry| given.entries.iter().any(|entry| entry.address == one.address);
    stored.unwrap_or_default().iter().any(is_shared)
}

/// Orders a wallet's accounts for a stored connection (T3): the first stored account that the wallet still shares
/// becomes the current one. A wallet that shares only one account might have switched to another one while the page was
/// closed.
fn of_connection(state: &State, namespace: Namespace, mut given: WalletAnswer) -> Option<WalletAnswer> {
    let stored = state.accounts.by.get(&namespace).map(|account| account.entries.as_slice());
    let place = |one: &AccountEntry| given.entries.iter().position(|entry| entry.address == one.address);
    match stored.unwrap_or_default().iter().find_map(place) {
        Some(at) => given.entries.get_mut(..=at).unwrap_or_default().rotate_right(1),
        None if namespaces::shares_one(namespace, &given.entries) => {}
        None => return None,
    }
    Some(given)
}
