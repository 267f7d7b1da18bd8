//! The stored connection is brought back (4.2): connecting until its wallet is found, reconnecting while it is asked,
//! then connected or disconnected.

use crate::caip::Namespace;
use crate::connectors::{self, WalletAnswer, wallet_connect};
use crate::constants::{RELAY_RESTORE_MS, WALLET_ANNOUNCE_MS, WALLET_SILENT_MS};
use crate::entities::Status;
use crate::entities::WalletHandle;
use crate::error::Result;
use crate::features::account::connection as account_flow;
use crate::features::account::connection::Connected;
use crate::features::account::connection::set_status;
use crate::features::connect;
use crate::flow::Cx;
use futures_util::future::{Either, select};

/// A relay may be far away: shown as disconnected after a while, and connected whenever it answers.
async fn over_relay(cx: &Cx, handle: WalletHandle, namespace: Namespace) -> Result<WalletAnswer> {
    let asked = core::pin::pin!(connectors::connect(cx, handle, namespace, true));
    match select(asked, cx.ports().clock.sleep(RELAY_RESTORE_MS)).await {
        Either::Left((answered, _)) => answered,
        Either::Right((_, asked)) => {
            set_status(cx, namespace, Status::Disconnected);
            asked.await
        }
    }
}

/// Asks the stored wallet silently. What is shown as connected has been proven by the wallet's answer.
pub(crate) async fn restore(cx: &Cx, namespace: Namespace, connector_id: &str) {
    let handle = match cx.within(WALLET_ANNOUNCE_MS, connect::wait_for(cx, connector_id, namespace)).await {
        Some(handle) => handle,
        None => {
            // shown as disconnected, remembered all the same: some wallets arrive seconds after the page
            set_status(cx, namespace, Status::Disconnected);
            connect::wait_for(cx, connector_id, namespace).await
        }
    };
    set_status(cx, namespace, Status::Reconnecting);
    let silent = match connector_id {
        wallet_connect::ID => Some(over_relay(cx, handle, namespace).await),
        _ => cx.within(WALLET_SILENT_MS, connectors::connect(cx, handle, namespace, true)).await,
    };
    match silent {
        Some(Ok(given)) if !given.entries.is_empty() => {
            let Some((connector_id, wallet_name, icon)) = cx.read(|s| connect::identity(s, handle)) else {
                return;
            };
            let (entries, chain) = (given.entries, given.chain);
            let connected = Connected { namespace, entries, chain, connector_id, wallet_name, icon, handle };
            account_flow::settle(cx, connected, "browser", true).await;
        }
        Some(Ok(_)) => account_flow::reset(cx, namespace, "wallet").await,
        Some(Err(_)) | None => set_status(cx, namespace, Status::Disconnected),
    }
}
