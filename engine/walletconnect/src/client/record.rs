//! What the client keeps: sessions, proposals in flight, requests in flight.

use super::metadata::Metadata;
use crate::cacao::AuthRequest;
use crate::crypto::Key;
use crate::error::PeerError;
use crate::ids::Id;
use crate::map::SortedMap;
use crate::namespaces::{Granted, Proposed};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde_json::Value;
use zeroize::Zeroize as _;

/// A key that is wiped when it is dropped and never printed.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(pub(crate) Key);

impl Drop for Secret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// A settled session.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    /// Its topic, 64 hex digits.
    pub topic: String,
    /// The pairing it came from.
    pub pairing_topic: String,
    /// When it ends unless the wallet extends it.
    pub expires_ms: u64,
    /// The wallet's public key, hex.
    pub controller: String,
    /// Ours, hex.
    pub self_public: String,
    /// The wallet, as it describes itself, cut to our limits.
    pub peer: Metadata,
    /// What is granted: only chains that were asked for, at least one account.
    pub namespaces: Granted,
    /// As the wallet sent them; values are texts or objects.
    pub session_properties: SortedMap<String, Value>,
    /// The same by namespace or chain.
    pub scoped_properties: SortedMap<String, Value>,
    /// Links to the wallet's app, as the caller knew them when it connected ([`super::Client::keep_links`]).
    pub links: Vec<String>,
    /// The wallet does not want to be opened by its link on each request.
    pub deep_link_disabled: bool,
    pub(crate) key: Secret,
    pub(crate) asked: Proposed,
    pub(crate) settle: Option<Id>,
    pub(crate) last_update: Option<Mark>,
    /// By event name, the time in the id of its newest event, in milliseconds: an older event is dropped.
    pub(crate) last_events: Vec<(String, u64)>,
}

/// The last update that took effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) id: Id,
    pub(crate) ms: u64,
}

/// What a host asks of a wallet in one connect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ask {
    /// Namespaces; a wallet may grant fewer chains.
    pub optional: Proposed,
    /// For all chains.
    pub session_properties: SortedMap<String, String>,
    /// By namespace or chain.
    pub scoped_properties: SortedMap<String, String>,
    /// A sign-in that should come with the session.
    pub auth: Option<Auth>,
}

/// A sign-in that is asked for in the same step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Auth {
    /// What is to be signed.
    pub request: AuthRequest,
    /// Also by `wc_sessionAuthenticate`, next to the proposal (10.35).
    pub one_click: bool,
}

/// A proposal in flight and its pairing: one URI, one proposal, at most one session.
#[derive(Clone, Debug)]
pub(crate) struct Proposal {
    pub(crate) id: u64,
    pub(crate) topic: String,
    pub(crate) key: Secret,
    pub(crate) private: Secret,
    pub(crate) public: Key,
    pub(crate) expires_ms: u64,
    pub(crate) asked: Proposed,
    pub(crate) auth: Option<AuthRequest>,
    /// The id of `wc_sessionAuthenticate`, when it was sent.
    pub(crate) authenticate: Option<u64>,
    /// The wallet has left the pairing; the settle may still come.
    pub(crate) left: bool,
    /// No page shows its URI any more. A wallet that still says yes to it hears at once that the session is over.
    pub(crate) ended: bool,
    pub(crate) phase: Phase,
}

/// How far a proposal is.
#[derive(Clone, Debug)]
pub(crate) enum Phase {
    /// Pending: no answer yet.
    Sent,
    /// A wallet has said yes; its settle is awaited on this topic, from this key.
    Approved { topic: String, key: Secret, responder: Key, early: Vec<String> },
    /// All is there; the caller verifies the signatures.
    Signed(Box<Settling>),
}

/// A session that waits for its signatures to be verified.
#[derive(Clone, Debug)]
pub(crate) struct Settling {
    pub(crate) session: Session,
    pub(crate) cacaos: Vec<Value>,
    pub(crate) early: Vec<String>,
}

impl Phase {
    /// The topic of the session to come.
    pub(crate) fn topic(&self) -> Option<&str> {
        match self {
            Self::Sent => None,
            Self::Approved { topic, .. } => Some(topic),
            Self::Signed(settling) => Some(&settling.session.topic),
        }
    }

    /// Messages that came for the session to come.
    pub(crate) fn early(&self) -> &[String] {
        match self {
            Self::Sent => &[],
            Self::Approved { early, .. } => early,
            Self::Signed(settling) => &settling.early,
        }
    }

    /// The key of that topic.
    pub(crate) fn key(&self) -> Option<&Secret> {
        match self {
            Self::Sent => None,
            Self::Approved { key, .. } => Some(key),
            Self::Signed(settling) => Some(&settling.session.key),
        }
    }
}

/// A request or ping whose answer is awaited, or whose answer is kept for a token.
///
/// One with a token that might have reached the wallet is never dropped with a guess: when its time, its relay or its session ends it is
/// `over`, and the wallet's own word is still taken if it comes (docs/spec/security.md R8).
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub(crate) id: u64,
    pub(crate) topic: String,
    pub(crate) token: Option<String>,
    pub(crate) expires_ms: u64,
    pub(crate) ping: bool,
    /// The caller was told that there is no answer.
    pub(crate) over: bool,
    /// Of its session, when that is gone: a late answer is opened with it.
    pub(crate) key: Option<Secret>,
    pub(crate) outcome: Option<Result<Value, PeerError>>,
}
