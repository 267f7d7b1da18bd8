//! What is found in the page: an announced wallet is taken once; a flow may wait for one.

use super::model::page_wallets::is_rdns;
use crate::caip::Namespace;
use crate::constants::WALLET_CONNECT_ID;
use crate::constants::{ANNOUNCED_WALLETS_MAX, NAME_CHARS_MAX};
use crate::entities::WalletHandle;
use crate::flow::Cx;
use crate::ports::provider::Announced;
use crate::text;

/// A wallet was found. Its texts are cleaned here, once; without a name it is no wallet.
pub fn announced(cx: &Cx, mut wallet: Announced) {
    let Some(name) = text::label(&wallet.name, NAME_CHARS_MAX) else { return };
    wallet.name = name;
    wallet.rdns = wallet.rdns.filter(|rdns| is_rdns(rdns));
    if let Some(rdns) = &mut wallet.rdns {
        rdns.make_ascii_lowercase(); // one name, whatever its letters
    }
    cx.update(|state| {
        let known = state.wallets.found.iter().any(|other| other.handle == wallet.handle);
        if !known && state.wallets.found.len() < ANNOUNCED_WALLETS_MAX {
            state.wallets.found.push(wallet);
        }
    });
}

/// Waits until the wallet of a connector has announced itself.
pub(crate) async fn wait_for(cx: &Cx, connector_id: &str, namespace: Namespace) -> WalletHandle {
    if connector_id == WALLET_CONNECT_ID {
        return WalletHandle::Relay(namespace);
    }
    cx.until(|s| s.wallets.by_connector(connector_id).map(|wallet| WalletHandle::Page(wallet.handle))).await
}
