//! Mobile wallets (WalletConnect; 1.2, 1.3, 4.25, 9.5-9.7). [`pairing`] and [`offer`] show a QR code until a wallet responds, [`sessions`]
//! runs the protocol, [`ask`] and [`requests`] send requests to a wallet through it.
//!
//! ```text
//! chosen -> preparing -> ready (the relay has taken the proposal: QR, links) -> [approved: signatures are checked] -> settled
//!               |no relay: unreachable, named, tried on    |3:50: a new URI, the old one may still be answered; closing ends all
//!               |3000: failed, an alert (8.11-8.13)        |no: rejected; else failed; "Try again" is a new URI
//! reload while a code is shown: the next page, or the tab that leads, ends the session of a wallet that says yes to it (279)
//! start with a stored session: reconnecting -> subscribed again, mailbox empty, not deleted [away for a day: pong, or 5 s] -> connected
//!               |30 s without a relay: disconnected; connected whenever the relay answers
//! ```
//!
//! The crate `engine/walletconnect` decides, and [`sessions`] carries out its decisions. It owns the socket, the next
//! deadline and the stored record. `Output::Save` is durable before any later output is sent, so an effect and its
//! "seen" mark are one write. A non-extractable WebCrypto key encrypts the record (`ports/seal.rs`). Without such a key
//! (plain http), the session lasts as long as the page.
//!
//! One tab of an origin leads: it has the socket and the decrypted keys (a Web Lock). A tab in use requests the lead. The leading tab
//! releases the lock immediately, since everything is stored, unless the user is pairing there. Afterwards it receives messages about its
//! account over a BroadcastChannel: responses to its own requests, wallet events, the end of the session. Any script of the origin can use
//! that channel, so each message needs a seal made with a secret in the stored record. It has to concern this tab's session and requests,
//! follow the protocol's rules, and is ignored while this tab leads. The result of a money request is read from the sealed record and never
//! from a message. When the leading tab closes, the next one in the queue leads.
//!
//! The relay proves a session, not the wallet's presence: a phone in a pocket doesn't respond to a ping. The wallet is pinged in the
//! background. While it hasn't responded to the last ping, Account shows "Wallet offline". If the page was away for longer than relays keep
//! the end of a session (a day, or a restored disk), the wallet is pinged first, and the session appears after 5 s at the latest. The
//! engine responds to `eth_accounts`, `eth_chainId`, the session's chains and reported capabilities. Read requests go to a node. The wallet
//! gets one request at a time.
//!
//! # Departures from the specification
//!
//! - A session is displayed as connected when the relay has proven it. The wallet doesn't need to respond for that.
//! - A session without the requested namespace is rejected (decision 83, "A session without the needed namespace").
//!   Otherwise, it connects each namespace with an account, except those missing in `adapters`. The page stays on its
//!   own network. An action that a namespace doesn't support has no row in its account. The part with the protocol
//!   (`namespaces/checked_address.rs`) verifies checksums of non-EVM addresses and the network of an address. Sessions
//!   are the only source of such accounts so far.
//! - `open({ uri })` displays the QR code and the links of a pairing that the page made with its own client. The modal
//!   contacts no relay, and the page closes it when its client has a session. "Try again" displays the same pairing
//!   until it expires.
//! - Only one session exists: a new pairing ends the previous one. The connector's ID is `walletConnect` for every
//!   wallet.
//! - The URI is displayed after the relay has received the proposal, because a wallet can't respond to it before.
//! - ConnectingWalletConnect has no tab for an installed wallet: such a wallet has a connector, and its view is ConnectingExternal (2.29,
//!   2.30 against docs/spec/views.md).
//! - A wallet that opens the page in its own browser (docs/spec/rpc.md section 7) never gets a QR code on a phone, even
//!   if its listing has a link. The table in that section takes precedence.

pub mod ask;
pub mod model;
mod offer;
pub mod pairing;
mod requests;
pub mod sessions;

use crate::error::Result;
use crate::features::relay::model::PairingAction;
use crate::flow::{Cx, Flow};
use crate::json::json;
pub(crate) use model::{HostsPairing, OFFERED, PairingLinks, PairingPhase, Platform, slice};

/// Opens the modal for the page's own pairing, or for a normal one without `uri`.
///
/// # Errors
/// [`Error::BadParams`] if the URI isn't a pairing or has expired.
pub(crate) async fn host_pairs(cx: &Cx, uri: Option<&str>) -> Result<()> {
    match uri {
        Some(uri) => cx.run("pairing", PairingAction::Given, json!({ "uri": uri })).await.map(drop),
        None if cx.read(|s| s.pairing.hosts.is_some()) => {
            cx.update(|s| s.pairing.hosts = None);
            Ok(())
        }
        None => Ok(()),
    }
}

/// Ends a session that a wallet makes from a QR code that the page showed before a reload.
pub(crate) fn end_former(cx: &Cx) -> Flow {
    cx.run("pairing", PairingAction::Former, json!({}))
}

/// Connects a WalletConnect wallet by the ID of its listing. `round` is the number of the attempt.
pub(crate) fn start(cx: &Cx, id: &str, round: u32) -> Flow {
    cx.run("pairing", PairingAction::Start, json!({ "id": id, "round": round }))
}
