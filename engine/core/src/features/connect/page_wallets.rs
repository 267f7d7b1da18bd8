//! What is found in the page: an announced wallet is taken once; a flow may wait for one.

use super::model::page_wallets::{has_place, is_rdns};
use crate::caip::Namespace;
use crate::constants::WALLET_CONNECT_ID;
use crate::constants::{ANNOUNCEMENTS_MAX, NAME_CHARS_MAX};
use crate::entities::WalletHandle;
use crate::flow::Cx;
use crate::ports::provider::Announced;
use crate::text;

/// A wallet was found: whether it is taken. Its texts are cleaned here, once; without a name it is no wallet. Announced again, it
/// brings its icon, which nobody looks at before there is a place for it.
pub fn announced(cx: &Cx, mut wallet: Announced) -> bool {
    let Some(name) = text::label(&wallet.name, NAME_CHARS_MAX) else { return false };
    wallet.name = name;
    wallet.rdns = wallet.rdns.filter(|rdns| is_rdns(rdns));
    if let Some(rdns) = &mut wallet.rdns {
        rdns.make_ascii_lowercase(); // one name, whatever its letters
    }
    let is_known = |known: &&mut Announced| known.handle == wallet.handle;
    if cx.read(|s| s.wallets.found.iter().any(|known| known.handle == wallet.handle)) {
        cx.update(|state| {
            if let Some(known) = state.wallets.found.iter_mut().find(is_known) {
                known.icon.clone_from(&wallet.icon);
            }
            for (_, account) in state.accounts.by.iter_mut() {
                if account.handle == Some(WalletHandle::Page(wallet.handle)) {
                    account.native.wallet_icon.clone_from(&wallet.icon);
                }
            }
        });
        return true;
    }
    // nobody is told of those for whom there is no place
    let (heard, is_taken) = cx.read(|s| (s.wallets.count(), has_place(s, &wallet)));
    if heard == ANNOUNCEMENTS_MAX {
        cx.ports().host.log("too many wallets announce themselves: from now on only known ones are taken");
    }
    if is_taken {
        cx.update(|s| s.wallets.found.push(wallet));
    }
    is_taken
}

/// Waits until the wallet of a connector has announced itself.
pub(crate) async fn wait_for(cx: &Cx, connector_id: &str, namespace: Namespace) -> WalletHandle {
    if connector_id == WALLET_CONNECT_ID {
        return WalletHandle::Relay(namespace);
    }
    cx.until(|s| s.wallets.by_connector(connector_id).map(|wallet| WalletHandle::Page(wallet.handle))).await
}
