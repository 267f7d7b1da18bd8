//! The records of the client: sessions, pending proposals, pending requests.

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

/// A key that is wiped when it is dropped, and never printed.
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
    /// The topic, 64 hex digits.
    pub topic: String,
    /// The topic of its pairing.
    pub pairing_topic: String,
    /// When it expires, unless the wallet extends it.
    pub expires_ms: u64,
    /// The wallet's public key in hex.
    pub controller: String,
    /// Our public key in hex.
    pub self_public: String,
    /// The wallet's metadata, within our limits.
    pub peer: Metadata,
    /// The approved namespaces: only requested chains, with at least one account.
    pub namespaces: Granted,
    /// The wallet's properties, whose values are strings or objects.
    pub session_properties: SortedMap<String, Value>,
    /// The wallet's properties by namespace or chain.
    pub scoped_properties: SortedMap<String, Value>,
    /// The links to the wallet's app, from the caller ([`super::Client::keep_links`]).
    pub links: Vec<String>,
    /// The wallet doesn't want its app opened for each request.
    pub deep_link_disabled: bool,
    pub(crate) key: Secret,
    pub(crate) asked: Proposed,
    pub(crate) settle: Option<Id>,
    pub(crate) last_update: Option<Mark>,
    /// The time in the ID of the newest event by name, in milliseconds. An older event is dropped.
    pub(crate) last_events: Vec<(String, u64)>,
}

/// The last applied update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) id: Id,
    pub(crate) ms: u64,
}

/// The parameters of a proposal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ask {
    /// The namespaces. A wallet can approve fewer chains.
    pub optional: Proposed,
    /// The properties for all chains.
    pub session_properties: SortedMap<String, String>,
    /// The properties by namespace or chain.
    pub scoped_properties: SortedMap<String, String>,
    /// The sign-in for the session, if any.
    pub auth: Option<Auth>,
}

/// A sign-in during the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Auth {
    /// The request to sign in.
    pub request: AuthRequest,
    /// Whether to also send `wc_sessionAuthenticate` with the proposal (10.35).
    pub one_click: bool,
}

/// A pending proposal with its pairing. It has one URI and leads to at most one session.
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
    /// The ID of `wc_sessionAuthenticate`, if it was sent.
    pub(crate) authenticate: Option<u64>,
    /// The wallet has deleted the pairing, but can still settle the session.
    pub(crate) left: bool,
    /// The proposal was canceled. A wallet that still approves it immediately gets the end of the session.
    pub(crate) ended: bool,
    pub(crate) phase: Phase,
}

/// The phase of a proposal.
#[derive(Clone, Debug)]
pub(crate) enum Phase {
    /// No response so far.
    Sent,
    /// A wallet has approved. Its settle is expected on this topic, with this key.
    Approved { topic: String, key: Secret, responder: Key, early: Vec<String> },
    /// The session is settled, and the caller verifies the signatures.
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
    /// The topic of the future session.
    pub(crate) fn topic(&self) -> Option<&str> {
        match self {
            Self::Sent => None,
            Self::Approved { topic, .. } => Some(topic),
            Self::Signed(settling) => Some(&settling.session.topic),
        }
    }

    /// The messages that arrived for the future session.
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

/// A pending request or ping, or a response that is stored for a token.
///
/// A request with a token that might have reached the wallet is never dropped on a guess. When its time limit passes,
/// the relay rejects it, or its session ends, it is `over`. The wallet's own response is still accepted later
/// (docs/spec/security.md R8).
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub(crate) id: u64,
    pub(crate) topic: String,
    pub(crate) token: Option<String>,
    pub(crate) expires_ms: u64,
    pub(crate) ping: bool,
    /// The caller was notified that no response arrived.
    pub(crate) over: bool,
    /// The key of an ended session, to decrypt a late response.
    pub(crate) key: Option<Secret>,
    pub(crate) outcome: Option<Result<Value, PeerError>>,
}
