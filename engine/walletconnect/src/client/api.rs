//! What goes into a client and what comes out of it.

use super::Metadata;
use crate::cacao::Cacao;
use crate::error::PeerError;
use crate::relay::RelayState;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// Fills a slice with random bytes that cannot be guessed.
pub type Random = Box<dyn FnMut(&mut [u8])>;

/// What a client needs to know of its host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Relay URLs in the order they are tried; none: the public one.
    pub relays: Vec<String>,
    /// The project's id at the relay.
    pub project_id: String,
    /// How wallets see this dApp; `url` is the page's origin.
    pub metadata: Metadata,
    /// `wc-2/js-…`, see docs/spec/walletconnect.md section 3.
    pub user_agent: String,
}

/// A fresh pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The proposal's id, by which events refer to it.
    pub proposal: u64,
    /// What a wallet scans. Never to be logged.
    pub uri: String,
    /// Five minutes from now.
    pub expires_ms: u64,
}

/// What the driver has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Open a socket to this URL, which carries a token: never to be logged.
    Open(String),
    /// Close and forget the socket.
    Close,
    /// Write a text frame.
    Send(String),
    /// Store what [`super::Client::save`] gives, before anything after this.
    Save,
    /// Tell the host.
    Event(Event),
}

/// Events of the client for the host.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Another state of the socket.
    Relay(RelayState),
    /// The relay has taken the proposal: its URI works.
    Published {
        /// Which.
        proposal: u64,
    },
    /// A wallet has approved and signed; the session waits for [`super::Client::accept`] or [`super::Client::refuse`]. The signed texts
    /// are those that were asked for. Told again after a restart.
    Signed {
        /// Which.
        proposal: u64,
        /// To be verified.
        cacaos: Vec<Cacao>,
    },
    /// There is a session.
    Settled {
        /// Which proposal it came from.
        proposal: u64,
        /// Its topic.
        topic: String,
        /// Sign-ins that were accepted; empty when the wallet sent none.
        cacaos: Vec<Cacao>,
    },
    /// The wallet, the relay or our own checks said no.
    Rejected {
        /// Which.
        proposal: u64,
        /// Why.
        error: PeerError,
    },
    /// Expired: no answer within five minutes, or dropped for newer proposals.
    ProposalExpired {
        /// Which.
        proposal: u64,
    },
    /// A request has settled, once: answered, rejected, and without a token also expired, or its session was deleted. An unanswered
    /// ping settles so too.
    Answered {
        /// Which.
        id: u64,
        /// The session's topic.
        topic: String,
        /// What the wallet says.
        result: Result<Value, PeerError>,
    },
    /// A request with a token has ended without a word of its wallet: in time, by the relay, with its session. Only when it cannot have
    /// left is it certain that nothing comes of it; else [`Event::Answered`] may still follow.
    Unanswered {
        /// Which.
        id: u64,
        /// The session's topic.
        topic: String,
        /// What ended it.
        error: PeerError,
        /// The wallet might have it.
        may_have_left: bool,
    },
    /// The wallet replaced the session's namespaces.
    Updated {
        /// Which session.
        topic: String,
    },
    /// The wallet moved the session's expiry.
    Extended {
        /// Which session.
        topic: String,
    },
    /// An event of the wallet: another chain or account (3.20).
    Emitted {
        /// Which session.
        topic: String,
        /// The message's id, as JSON.
        id: String,
        /// CAIP-2, one of the session's.
        chain: String,
        /// One of the events granted there.
        name: String,
        /// Of any shape.
        data: Value,
    },
    /// Sessions from before the restart are subscribed again, their mailboxes are empty, and they were not deleted. Where this client was
    /// away for longer than relays keep messages, the wallet was asked too, and had its time to answer.
    Live {
        /// Those that are left.
        topics: Vec<String>,
    },
    /// The wallet ended the session.
    Deleted {
        /// Which.
        topic: String,
        /// Its words.
        error: PeerError,
    },
    /// The session ran out.
    Expired {
        /// Which.
        topic: String,
    },
    /// The wallet is there.
    Pinged {
        /// The ping's id.
        id: u64,
    },
}

/// What came in and was of no use, since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// On a topic that is not ours, or no longer.
    pub unknown_topics: u64,
    /// Not to be opened with the topic's key, or no message.
    pub unreadable: u64,
    /// Seen before.
    pub duplicates: u64,
    /// Naming chains, events or ids outside what was agreed (docs/spec/security.md R18), or out of order.
    pub unexpected: u64,
}
