//! Restores the stored connection (4.2): connecting until its wallet is found, reconnecting while it is asked,
//! then connected or disconnected.

use crate::caip::Namespace;
use crate::connectors::{self, WalletAnswer};
use crate::constants::WALLET_CONNECT_ID;
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

/// A relay may answer late: shown as disconnected after a while, and connected once it answers.
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

/// Asks the stored wallet without a prompt. Nothing is shown as connected before the wallet has answered.
pub(crate) async fn restore(cx: &Cx, namespace: Namespace, connector_id: &str) {
    let handle = match cx.within(WALLET_ANNOUNCE_MS, connect::wait_for(cx, connector_id, namespace)).await {
        Some(handle) => handle,
        None => {
            // shown as disconnected but remembered: some wallets announce themselves seconds after the page has loaded
            set_status(cx, namespace, Status::Disconnected);
            connect::wait_for(cx, connector_id, namespace).await
        }
    };
    set_status(cx, namespace, Status::Reconnecting);
    let silent = match connector_id {
        WALLET_CONNECT_ID => Some(over_relay(cx, handle, namespace).await),
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
