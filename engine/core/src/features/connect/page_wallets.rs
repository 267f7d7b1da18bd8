//! Finds browser wallets: registers each announced wallet once, and lets a flow wait for one.

use super::model::page_wallets::{ListPosition, host_id, is_expected_name, is_of_host, is_rdns, place_for};
use crate::caip::Namespace;
use crate::constants::NAME_CHARS_MAX;
use crate::constants::{EMBEDDED_ID, SAFE_ID, WALLET_CONNECT_ID};
use crate::entities::WalletHandle;
use crate::flow::{Cx, Reply, ScopeId};
use crate::ports::provider::{Announced, WalletKind};
use crate::text;

/// Handles a wallet's announcement, and returns whether the wallet is accepted. Its strings are sanitized here, once. A
/// wallet without a name is rejected. A repeated announcement updates the icon, which is decoded only when a row can
/// show it. A wallet beyond the limits of [`place_for`] is dropped without an error.
pub fn announced(cx: &Cx, mut wallet: Announced) -> bool {
    let Some(name) = text::label(&wallet.name, NAME_CHARS_MAX) else { return false };
    wallet.name = name;
    wallet.rdns = wallet.rdns.filter(|rdns| is_rdns(rdns));
    if is_of_host(&wallet) {
        wallet.id = host_id(wallet.id);
    }
    let (place, is_flood) = cx.read(|s| (place_for(s, &wallet), s.wallets.is_flood()));
    if is_flood {
        cx.log("Too many wallets announced themselves. Adding only known wallets from now on.");
    }
    let Some(place) = place else { return false };
    let is_safe = wallet.kind == WalletKind::Safe && matches!(place, ListPosition::New);
    cx.update(|state| {
        let handle = Some(WalletHandle::Page(wallet.handle));
        for (_, account) in state.accounts.by.iter_mut().filter(|(_, account)| account.handle == handle) {
            account.native.wallet_icon.clone_from(&wallet.icon);
        }
        let found = &mut state.wallets.found;
        if let ListPosition::Known(at) = place {
            if let Some(known) = found.get_mut(at) {
                known.icon = wallet.icon;
            }
            return;
        }
        if let ListPosition::Instead(at) = place {
            found.remove(at);
        }
        found.push(wallet);
    });
    if is_safe {
        come_in(cx);
    }
    true
}

/// Whether a wallet with this ID keeps its place in the list even during a flood of announcements.
pub fn expects(cx: &Cx, id: &str) -> bool {
    cx.read(|state| is_expected_name(state, id))
}

/// Connects the Safe that the page runs in, unless an account is connected or the user has disconnected the Safe before
/// (decision 24, "Safe").
fn come_in(cx: &Cx) {
    let flow_cx = cx.clone();
    cx.background(ScopeId::App, async move {
        flow_cx.until(|s| s.lifecycle.initialized.then_some(())).await;
        let is_free = flow_cx.read(|s| {
            let account = s.accounts.by.get(&Namespace::Eip155);
            let left = s.accounts.disconnected.get(&Namespace::Eip155);
            account.is_none_or(|account| account.connector_id.is_none())
                && left.is_none_or(|ids| ids.iter().all(|id| id != SAFE_ID))
        });
        if !is_free {
            return Ok(Reply::Done);
        }
        super::start(&flow_cx, Namespace::Eip155, SAFE_ID).await
    });
}

/// The handle of a wallet that doesn't announce itself. Any script that knows the ID can use it.
pub(crate) fn of_its_own(connector_id: &str, namespace: Namespace) -> Option<WalletHandle> {
    match connector_id {
        WALLET_CONNECT_ID => Some(WalletHandle::Relay(namespace)),
        EMBEDDED_ID => Some(WalletHandle::Embedded(namespace)),
        _ => None,
    }
}

/// Waits until the wallet of a connector has announced itself for a namespace.
pub(crate) async fn wait_for(cx: &Cx, connector_id: &str, namespace: Namespace) -> WalletHandle {
    if let Some(handle) = of_its_own(connector_id, namespace) {
        return handle;
    }
    cx.until(|s| s.wallets.by_family(connector_id, namespace).map(|wallet| WalletHandle::Page(wallet.handle)))
        .await
}
