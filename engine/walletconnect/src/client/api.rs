//! The inputs and outputs of a client.

use super::Metadata;
use crate::cacao::Cacao;
use crate::error::PeerError;
use crate::relay::RelayState;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// Fills a slice with secure random bytes.
pub type Random = Box<dyn FnMut(&mut [u8])>;

/// The configuration of a client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// The relay URLs in the order in which they are tried. Without any, the public one.
    pub relays: Vec<String>,
    /// The project's ID at the relay.
    pub project_id: String,
    /// The metadata for wallets. `url` is the page's origin.
    pub metadata: Metadata,
    /// `wc-2/js-…`, see docs/spec/walletconnect.md section 3.
    pub user_agent: String,
}

/// A new pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The ID of the proposal in events.
    pub proposal: u64,
    /// The URI that a wallet scans. Never log it.
    pub uri: String,
    /// When it expires, five minutes from now.
    pub expires_ms: u64,
}

/// What the driver must do.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Open a socket with this URL, which contains a token and must never be logged.
    Open(String),
    /// Close and drop the socket.
    Close,
    /// Send a text frame.
    Send(String),
    /// Store the result of [`super::Client::save`], before any later output.
    Save,
    /// Pass the event to the caller.
    Event(Event),
}

/// Events of the client for the caller.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The state of the socket changed.
    Relay(RelayState),
    /// The relay has received the proposal, so its URI works.
    Published {
        /// The ID of the proposal.
        proposal: u64,
    },
    /// A wallet has approved and signed. The session waits for [`super::Client::accept`] or [`super::Client::refuse`].
    /// The signed texts match the request. Emitted again after a restart.
    Signed {
        /// The ID of the proposal.
        proposal: u64,
        /// The sign-ins to verify.
        cacaos: Vec<Cacao>,
    },
    /// The session is settled.
    Settled {
        /// The ID of its proposal.
        proposal: u64,
        /// The topic of the session.
        topic: String,
        /// The accepted sign-ins. Empty if the wallet sent none.
        cacaos: Vec<Cacao>,
    },
    /// The wallet, the relay or our own checks rejected the proposal.
    Rejected {
        /// The ID of the proposal.
        proposal: u64,
        /// The reason.
        error: PeerError,
    },
    /// The proposal expired: no response within five minutes, or replaced by newer proposals.
    ProposalExpired {
        /// The ID of the proposal.
        proposal: u64,
    },
    /// A request has ended, exactly once: the wallet responded or rejected it. A request without a token can also
    /// expire, or end with its session. A ping without a response ends the same way.
    Answered {
        /// The ID of the request.
        id: u64,
        /// The session's topic.
        topic: String,
        /// The wallet's response.
        result: Result<Value, PeerError>,
    },
    /// A request with a token has ended without the wallet's response: its time limit passed, the relay rejected it, or
    /// its session ended. Unless it can't have been sent, [`Event::Answered`] can still follow.
    Unanswered {
        /// The ID of the request.
        id: u64,
        /// The session's topic.
        topic: String,
        /// Why it ended.
        error: PeerError,
        /// The wallet might have the request.
        may_have_left: bool,
    },
    /// The wallet replaced the session's namespaces.
    Updated {
        /// The topic of the session.
        topic: String,
    },
    /// The wallet extended the session's expiry.
    Extended {
        /// The topic of the session.
        topic: String,
    },
    /// The wallet emitted an event, such as another chain or account (3.20).
    Emitted {
        /// The topic of the session.
        topic: String,
        /// The message's ID, as JSON.
        id: String,
        /// A chain of the session (CAIP-2).
        chain: String,
        /// The name of an event that the session allows there.
        name: String,
        /// Any JSON value.
        data: Value,
    },
    /// Sessions from before the restart are proven: they are subscribed again, their mailboxes are empty, and none was
    /// deleted. If this client was away for longer than relays store messages, the wallet was also pinged, and had time
    /// to respond.
    Live {
        /// The topics of the remaining sessions.
        topics: Vec<String>,
    },
    /// The wallet deleted the session.
    Deleted {
        /// The topic of the session.
        topic: String,
        /// The wallet's reason.
        error: PeerError,
    },
    /// The session expired.
    Expired {
        /// The topic of the session.
        topic: String,
    },
    /// The wallet responded to a ping.
    Pinged {
        /// The ID of the ping.
        id: u64,
    },
}

/// How many messages were dropped since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Messages on an unknown or former topic.
    pub unknown_topics: u64,
    /// Messages that can't be decrypted or parsed.
    pub unreadable: u64,
    /// Messages that arrived before.
    pub duplicates: u64,
    /// Messages with chains, events or IDs outside the agreed ones (docs/spec/security.md R18), or in the wrong order.
    pub unexpected: u64,
}
