//! Restores the stored connection (4.2): connecting until its wallet is found, reconnecting while it is asked,
//! then connected or disconnected. No person is asked, so a wallet whose name another one claims too is not restored (T3).

use crate::caip::Namespace;
use crate::connectors::{self, WalletAnswer};
use crate::constants::WALLET_CONNECT_ID;
use crate::constants::{
    FRAME_LOAD_MS, RELAY_RESTORE_MS, STORED_LOOK_MS, STORED_LOOK_TURN_MS, WALLET_ANNOUNCE_MS, WALLET_CLAIM_MS,
};
use crate::entities::Status;
use crate::entities::WalletHandle;
use crate::error::Result;
use crate::features::account::{Came, Connected, connection as account_flow, set_status};
use crate::features::connect;
use crate::features::connect::connections::ask_silently;
use crate::flow::Cx;
use crate::store::State;
use futures_util::future::{Either, select};

/// A relay, or a frame over a slow network, may answer late: shown as disconnected after a while, and connected once it answers.
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

/// Two claim the name of this wallet, or the id of its announcement.
pub(crate) fn is_disputed(state: &State, handle: WalletHandle) -> bool {
    state.wallets.of(handle).is_some_and(|wallet| state.wallets.shared(wallet))
}

/// The stored wallet, if it announces itself in time. An opening waits for the first part of that, which a task of the page that takes long
/// counts as one turn.
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

/// Asks the stored wallet without a prompt. Nothing is shown as connected before the wallet has answered.
pub(crate) async fn restore(cx: &Cx, namespace: Namespace, connector_id: &str) {
    let handle = match found(cx, namespace, connector_id).await {
        Some(handle) => handle,
        None => {
            // shown as disconnected but remembered: some wallets announce themselves seconds after the page has loaded
            set_status(cx, namespace, Status::Disconnected);
            connect::wait_for(cx, connector_id, namespace).await
        }
    };
    let over_a_relay = connector_id == WALLET_CONNECT_ID;
    let stored =
        cx.read(|s| s.accounts.by.get(&namespace)?.entries.first().map(|entry| entry.address.clone()));
    set_status(cx, namespace, Status::Reconnecting);
    if !over_a_relay {
        cx.ports().clock.sleep(WALLET_CLAIM_MS).await;
        if cx.read(|s| is_disputed(s, handle)) {
            // remembered: the person chooses among those who claim the name, or the next start finds one alone
            return set_status(cx, namespace, Status::Disconnected);
        }
    }
    let silent = match handle {
        WalletHandle::Relay(_) => from_afar(cx, handle, namespace, RELAY_RESTORE_MS).await,
        WalletHandle::Embedded(_) => from_afar(cx, handle, namespace, FRAME_LOAD_MS).await,
        WalletHandle::Page(_) => ask_silently(cx, handle, namespace, stored).await,
    };
    match silent {
        Ok(given) if !given.entries.is_empty() => {
            let Some(identity) = cx.read(|s| connect::identity(s, handle)) else {
                return;
            };
            let connected = Connected::of(given, namespace, identity, handle);
            account_flow::settle(cx, connected, "browser", Came::ByItself).await;
        }
        Ok(_) => return account_flow::reset(cx, namespace, "wallet").await,
        Err(_) => return set_status(cx, namespace, Status::Disconnected),
    }
    // a wallet that had to wake up says so later than any window that a person would wait for
    let disputed = cx.until(|s| is_disputed(s, handle).then_some(()));
    if cx.within(WALLET_ANNOUNCE_MS - WALLET_CLAIM_MS, disputed).await.is_some() {
        account_flow::reset(cx, namespace, "wallet").await;
    }
}
