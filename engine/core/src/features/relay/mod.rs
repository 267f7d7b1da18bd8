//! Mobile wallets (WalletConnect; 1.2, 1.3, 4.25, 9.5-9.7). [`pairing`] and [`offer`] show a code until a wallet answers it, [`sessions`]
//! runs the protocol, [`ask`] and [`requests`] ask a wallet through it.
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
//! The crate `engine/walletconnect` decides, [`sessions`] carries out: it owns the socket, the clock's next deadline and the record.
//! `Output::Save` is durable before any later output is sent, so an effect and its "seen" mark are one write. A WebCrypto key that cannot be
//! exported seals the record (`ports/seal.rs`); without one (plain http) the session lives as long as the page.
//!
//! One tab of an origin leads: it has the socket and the keys in memory (a Web Lock). A tab that is used asks for the lead. The leading tab
//! releases the lock at once, since the disk has all that it knows, unless the user is pairing there. From then on it receives by BroadcastChannel what concerns its account: answers to its
//! own requests, the wallet's events, the end of the session. A message of another tab counts only with a seal made of a secret in the stored
//! record, about the session and the requests of this tab, by the rules of the wire, and not while this tab leads: any script of the origin can
//! use the channel. The end of a request that may move money is read from the sealed record, whatever a message says. When the leading tab is
//! closed the next one in the queue leads.
//!
//! The relay proves a session, not the wallet: a phone in a pocket answers no ping. The wallet is pinged in the background; while it has not
//! answered the last ping, Account shows "Wallet offline". Only where the page was away for longer than relays keep the end of a session (a
//! day, or a disk that went back) the wallet is asked first, and the session is shown after 5 s at the latest. The engine answers
//! `eth_accounts`, `eth_chainId`, chains of the session and capabilities that it told of; the node answers reads; the wallet gets one request
//! at a time.
//!
//! # Departures from the specification
//!
//! - A session is shown as connected when the relay has proven it, not when the wallet has answered.
//! - A session without the family that is looked for is none (docs/spec/decisions.md 83). Else it connects every family it has an account
//!   of, except those the host left out of `adapters`; the page stays on its own network. What   cannot be done in a family yet has no row
//!   in its account. Checksums outside eip155 and the network of an address are checked by the part   that speaks the protocol
//!   (`namespaces/checked_address.rs`): sessions are the only source of such accounts so far, and page wallets of those   families will
//!   bring the check along.
//! - `open({ uri })` shows the code and the links of a pairing that the host has made with a separate client: no relay is contacted here,
//!   and   the host closes the modal when its client has a session. "Try again" shows the same pairing while it is not too old.
//! - One session at a time: a new pairing ends the previous session. The connector's id is `walletConnect`, whichever wallet it is.
//! - The URI is shown when the relay has taken the proposal, not before: no wallet can answer an earlier code.
//! - ConnectingWalletConnect has no tab for an installed wallet: such a wallet has a connector, and its view is ConnectingExternal (2.29, 2.30
//!   against docs/spec/views.md).
//! - A wallet that opens the page in its own browser (docs/spec/rpc.md section 7) is never offered a code on a phone, also when its listing has
//!   a link for one: the table of that section counts.

pub mod ask;
pub mod model;
mod offer;
pub mod pairing;
mod requests;
pub mod sessions;

use crate::error::Result;
use crate::flow::{Cx, Flow};
use crate::json::json;
pub use model::*;

/// The modal is opened for a pairing of the host's own, or for none.
///
/// # Errors
/// [`Error::BadParams`]: it isn't a pairing, or an old one.
pub(crate) async fn host_pairs(cx: &Cx, uri: Option<&str>) -> Result<()> {
    match uri {
        Some(uri) => cx.run("pairing", "given", json!({ "uri": uri })).await.map(drop),
        None if cx.read(|s| s.pairing.hosts.is_some()) => {
            cx.update(|s| s.pairing.hosts = None);
            Ok(())
        }
        None => Ok(()),
    }
}

/// Ends what a wallet makes of a code that the page showed before a reload.
pub(crate) fn end_former(cx: &Cx) -> Flow {
    cx.run("pairing", "former", json!({}))
}

/// Connects a wallet that is not in this page, by the id of its listing: the attempt of this number.
pub(crate) fn start(cx: &Cx, id: &str, round: u32) -> Flow {
    cx.run("pairing", "start", json!({ "id": id, "round": round }))
}
