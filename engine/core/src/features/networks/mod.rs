//! Networks, and switching between them (4.27-4.31, docs/spec/rpc.md section 5).
//!
//! ```text
//! choose -> confirm -> (there: views about networks close)       the chain event and eth_chainId count for more than the promise
//!             |unknown chain (4902, 5000, +-32603)
//!             v
//!          adding -> confirm once more
//! rejected, or a request is open already: the view stays and can ask again; failed: toast, back to the view before
//! leaving the view, closing or disconnecting ends it; one at a time
//! wallet on a chain that is not configured: view UnsupportedChain (not over a send that is out), until it comes back
//! ```
//!
//! # Departures from the specification
//!
//! - After a failed switch, the view goes back (4.31). After a rejected one, it stays so that the user can retry
//!   (docs/spec/views.md).
//! - UnsupportedChain doesn't open the modal automatically: the page gets `wallet-network-change`, and the buttons show it.
//! - Networks added with `addNetwork` exist until the page is closed. They aren't stored.

pub mod model;
pub mod pictures;
pub mod switching;

use crate::caip::{ChainId, Namespace};
use crate::entities::Status;
use crate::features::networks::switching::NetworksAction;
use crate::flow::{Cx, Flow};
use crate::json::json;
use alloc::string::ToString;
pub(crate) use model::{
    SwitchPhase, configure, drawn_instead, follow_wallet, home_of, needs_wallet, reset, switch_failed, wanted,
};

/// Switches to a configured network, through a connected wallet.
pub(crate) fn switch_to(cx: &Cx, chain: &ChainId) -> Flow {
    cx.run("networks", NetworksAction::Switch, json!({ "network": chain.to_string() }))
}

/// Switches to a network that the user chose. The view shows the progress and then goes back.
pub(crate) fn choose(cx: &Cx, chain: &ChainId) -> Flow {
    cx.run("networks", NetworksAction::Choose, json!({ "network": chain.to_string() }))
}

/// Shows a namespace's account on its wallet's current network, if one is connected. The wallet needs no request.
pub(crate) async fn show_family(cx: &Cx, family: Namespace) -> bool {
    let (has_account, is_shown) = cx.read(|s| {
        let status = s.accounts.by.get(&family).map(|account| account.status);
        let has_account = matches!(status, Some(Status::Connected | Status::Reconnecting));
        (has_account, s.networks.active_namespace() == Some(family))
    });
    if has_account && !is_shown {
        // runs through the table, because resetting the previous network is 6 kB that the wallet list doesn't need
        let _ = cx.run("networks", NetworksAction::Show, json!({ "namespace": family })).await;
    }
    has_account
}
