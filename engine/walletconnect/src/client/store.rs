//! The state that survives a restart, to bytes and back. Bytes of any origin can be read (docs/spec/security.md R4):
//! damaged or expired items, and those without a key, are dropped. Written bytes can always be read back, because they
//! have at most [`SAVED_BYTES_MAX`].

use super::metadata::Metadata;
use super::record::{Mark, Phase, Proposal, Secret, Session, Settling, Waiting};
use super::room::Room;
use super::{PROPOSALS_MAX, REQUESTS_MAX, SEEN_MAX, SESSIONS_MAX};
use crate::cacao::AuthRequest;
use crate::crypto::{self, Key, KeyPair};
use crate::error::PeerError;
use crate::ids::{Id, Ids};
use crate::json::{Read as _, texts};
use crate::json::{object, object_of};
use crate::map::SortedMap as Entries;
use crate::namespaces::{self, Granted, Proposed};
use crate::relay::outbox::{About, Outbox};
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use serde_json::Value;

/// The version of the layout.
const VERSION: u64 = 1;

/// The maximum number of written bytes, whatever peers have sent.
pub const SAVED_BYTES_MAX: usize = 491_520;
/// The bytes among them for fields of fixed size.
const HEAD_BYTES: usize = 512;

/// The state of the client that survives a restart.
pub(crate) struct Records {
    /// The seed of the Ed25519 key that identifies this client to the relay.
    pub(crate) seed: Secret,
    pub(crate) ids: Ids,
    pub(crate) sessions: Vec<Session>,
    pub(crate) proposals: Vec<Proposal>,
    pub(crate) waiting: Vec<Waiting>,
    pub(crate) outbox: Outbox,
    /// The hashes of handled envelopes, oldest first.
    pub(crate) seen: VecDeque<String>,
    /// When the mailboxes of all sessions were last known to be empty.
    pub(crate) drained_ms: u64,
}

impl Records {
    pub(crate) fn new(seed: Key) -> Self {
        Self {
            seed: Secret(seed),
            ids: Ids::default(),
            sessions: Vec::new(),
            proposals: Vec::new(),
            waiting: Vec::new(),
            outbox: Outbox::default(),
            seen: VecDeque::new(),
            drained_ms: 0,
        }
    }

    /// Writes the records as bytes, the most important ones first: sessions, requests and their tokens, responses,
    /// messages, proposals. Items that don't fit are dropped. A request without its response or message has an unknown
    /// result.
    pub(crate) fn write(&self) -> Vec<u8> {
        let (client, relay) = self.ids.last();
        let mut room = Room::of(SAVED_BYTES_MAX - HEAD_BYTES);
        let hashes = room.list(self.seen.iter().map(|hash| hash.as_str().into()));
        let sessions = room.list(self.sessions.iter().map(write_session));
        let bare: Vec<Value> = self.waiting.iter().map(|one| write_waiting(one, false)).collect();
        let bare = bare.into_iter().map(|value| room.takes(&value).then_some(value)).collect::<Vec<_>>();
        let with_outcome = |(one, bare): (&Waiting, Option<Value>)| {
            let bare = bare?;
            let full = one.outcome.is_some().then(|| write_waiting(one, true));
            Some(full.filter(|full| room.takes(full)).unwrap_or(bare))
        };
        let waiting: Value = self.waiting.iter().zip(bare).filter_map(with_outcome).collect();
        let outbox = room.list(self.outbox.values());
        let proposals = room.list(self.proposals.iter().map(write_proposal));
        let value = object([
            ("version", VERSION.into()),
            ("seed", secret(&self.seed)),
            ("client_id", client.into()),
            ("relay_id", relay.into()),
            ("sessions", sessions),
            ("proposals", proposals),
            ("waiting", waiting),
            ("outbox", outbox),
            ("seen", hashes),
            ("drained", self.drained_ms.into()),
        ]);
        crate::message::json(&value).into_bytes()
    }

    pub(crate) fn read(bytes: &[u8], now_ms: u64) -> Option<Self> {
        let value = crate::json::read(core::str::from_utf8(bytes).ok()?)?;
        if value.whole("version")? != VERSION {
            return None;
        }
        let mut records = Self::new(read_key(value.field("seed"))?);
        records.ids = Ids::after(value.whole("client_id")?, value.whole("relay_id")?);
        let sessions = value.list("sessions").iter().filter_map(read_session);
        records.sessions =
            sessions.filter(|session| session.expires_ms > now_ms).take(SESSIONS_MAX).collect();
        let proposals = value.list("proposals").iter().filter_map(read_proposal);
        records.proposals =
            proposals.filter(|proposal| proposal.expires_ms > now_ms).take(PROPOSALS_MAX).collect();
        let waiting = value.list("waiting").iter().filter_map(read_waiting);
        let known = |topic: &str| records.sessions.iter().any(|session| session.topic == topic);
        let counts = |one: &Waiting| one.key.is_some() || one.outcome.is_some() || known(&one.topic);
        records.waiting = waiting.filter(counts).take(REQUESTS_MAX).collect();
        records.outbox = Outbox::read(value.list("outbox"));
        let (proposals, waiting) = (&records.proposals, &records.waiting);
        records.outbox.retain(|letter| match letter.about {
            About::Reply | About::Delete => true,
            About::Proposal(id) | About::Authenticate(id) => {
                proposals.iter().any(|proposal| proposal.id == id)
            }
            About::Request(id) => waiting.iter().any(|waiting| waiting.id == id),
        });
        records.drained_ms = value.whole("drained").unwrap_or(0);
        records.seen = texts(value.field("seen")).unwrap_or_default().into_iter().take(SEEN_MAX).collect();
        Some(records)
    }
}

/// The size of a stored session.
pub(super) fn session_bytes(session: &Session) -> usize {
    crate::message::json(&write_session(session)).len()
}

fn secret(secret: &Secret) -> Value {
    crypto::hex(&secret.0).into()
}

fn list<'a>(items: impl Iterator<Item = &'a String>) -> Value {
    items.map(|item| Value::from(item.as_str())).collect()
}

fn read_key(value: Option<&Value>) -> Option<Key> {
    crypto::unhex32(value?.as_str()?)
}

/// A proposal's namespaces, in the form of messages and saved bytes.
pub(super) fn proposed_value(proposed: &Proposed) -> Value {
    let one = |namespace: &namespaces::ProposalNamespace| {
        let mut one = object([
            ("chains", list(namespace.chains.iter())),
            ("methods", list(namespace.methods.iter())),
            ("events", list(namespace.events.iter())),
        ]);
        let mut nodes =
            namespace.rpc_map.iter().map(|(reference, url)| (reference.clone(), url.as_str().into()));
        if let (Some(fields), false) = (one.as_object_mut(), namespace.rpc_map.is_empty()) {
            fields.insert("rpcMap".into(), object_of(&mut nodes));
        }
        one
    };
    object_of(&mut proposed.iter().map(|(key, namespace)| (key.clone(), one(namespace))))
}

pub(super) fn granted_value(granted: &Granted) -> Value {
    let one = |namespace: &namespaces::SessionNamespace| {
        object([
            ("accounts", list(namespace.accounts.iter())),
            ("chains", list(namespace.chains.iter())),
            ("methods", list(namespace.methods.iter())),
            ("events", list(namespace.events.iter())),
        ])
    };
    object_of(&mut granted.iter().map(|(key, namespace)| (key.clone(), one(namespace))))
}

// our own bytes were checked before they were saved, so the rules of section 6 aren't applied again
fn read_proposed(value: &Value) -> Option<Proposed> {
    let one = |value: &Value| {
        Some(namespaces::ProposalNamespace {
            chains: texts(value.field("chains"))?,
            methods: texts(value.field("methods"))?,
            events: texts(value.field("events"))?,
            ..namespaces::ProposalNamespace::default()
        })
    };
    value.as_object()?.iter().map(|(key, value)| Some((key.clone(), one(value)?))).collect()
}

fn read_granted(value: &Value) -> Option<Granted> {
    let one = |value: &Value| {
        Some(namespaces::SessionNamespace {
            accounts: texts(value.field("accounts"))?,
            chains: texts(value.field("chains"))?,
            methods: texts(value.field("methods"))?,
            events: texts(value.field("events"))?,
        })
    };
    value.as_object()?.iter().map(|(key, value)| Some((key.clone(), one(value)?))).collect()
}

fn properties(map: &Entries<String, Value>) -> Value {
    object_of(&mut map.iter().map(|(key, value)| (key.clone(), value.clone())))
}

/// An object as a map. Empty for any other value.
pub(super) fn read_properties(value: Option<&Value>) -> Entries<String, Value> {
    let map = value.and_then(Value::as_object);
    map.map(|map| map.iter().map(|(key, value)| (key.clone(), value.clone())).collect()).unwrap_or_default()
}

fn optional(text: Option<String>) -> Value {
    text.map_or(Value::Null, Value::from)
}

fn write_session(session: &Session) -> Value {
    let mut events = session.last_events.iter().map(|(name, ms)| (name.clone(), Value::from(*ms)));
    object([
        ("topic", session.topic.as_str().into()),
        ("pairing", session.pairing_topic.as_str().into()),
        ("expires", session.expires_ms.into()),
        ("controller", session.controller.as_str().into()),
        ("self", session.self_public.as_str().into()),
        ("peer", session.peer.value()),
        ("namespaces", granted_value(&session.namespaces)),
        ("session_properties", properties(&session.session_properties)),
        ("scoped_properties", properties(&session.scoped_properties)),
        ("links", list(session.links.iter())),
        ("deep_link_disabled", session.deep_link_disabled.into()),
        ("key", secret(&session.key)),
        ("asked", proposed_value(&session.asked)),
        ("settle", optional(session.settle.as_ref().map(Id::to_string))),
        ("update", optional(session.last_update.as_ref().map(|mark| mark.id.to_string()))),
        ("events", object_of(&mut events)),
    ])
}

fn read_session(value: &Value) -> Option<Session> {
    let key = read_key(value.field("key"))?;
    let topic = value.text("topic")?;
    if crypto::topic_of(&key) != topic {
        return None;
    }
    let namespaces = read_granted(value.field("namespaces")?)?;
    if namespaces.values().all(|namespace| namespace.accounts.is_empty()) {
        return None;
    }
    let events = read_properties(value.field("events"));
    Some(Session {
        topic: topic.into(),
        pairing_topic: value.text("pairing")?.into(),
        expires_ms: value.whole("expires")?,
        controller: value.text("controller")?.into(),
        self_public: value.text("self")?.into(),
        peer: Metadata::read(value.field("peer")?),
        namespaces,
        session_properties: read_properties(value.field("session_properties")),
        scoped_properties: read_properties(value.field("scoped_properties")),
        links: texts(value.field("links")).unwrap_or_default(),
        deep_link_disabled: value.flag("deep_link_disabled").unwrap_or(false),
        key: Secret(key),
        asked: read_proposed(value.field("asked")?)?,
        settle: value.text("settle").and_then(Id::parse),
        last_update: value.text("update").and_then(Id::parse).map(|id| Mark { ms: id.ms().unwrap_or(0), id }),
        last_events: events.into_iter().filter_map(|(name, ms)| Some((name, ms.as_u64()?))).collect(),
    })
}

fn write_proposal(proposal: &Proposal) -> Value {
    let phase = match &proposal.phase {
        Phase::Sent => Value::Null,
        Phase::Approved { key, responder, early, .. } => object([
            ("key", secret(key)),
            ("responder", crypto::hex(responder).into()),
            ("early", list(early.iter())),
        ]),
        Phase::Signed(settling) => object([
            ("session", write_session(&settling.session)),
            ("cacaos", settling.cacaos.iter().cloned().collect()),
            ("early", list(settling.early.iter())),
        ]),
    };
    object([
        ("id", proposal.id.into()),
        ("key", secret(&proposal.key)),
        ("private", secret(&proposal.private)),
        ("expires", proposal.expires_ms.into()),
        ("asked", proposed_value(&proposal.asked)),
        ("auth", proposal.auth.as_ref().map_or(Value::Null, write_auth)),
        ("authenticate", proposal.authenticate.map_or(Value::Null, Value::from)),
        ("left", proposal.left.into()),
        ("ended", proposal.ended.into()),
        ("phase", phase),
    ])
}

fn read_proposal(value: &Value) -> Option<Proposal> {
    let key = read_key(value.field("key"))?;
    let pair = KeyPair::of(read_key(value.field("private"))?);
    let phase = match value.field("phase") {
        None => Phase::Sent,
        Some(phase) => {
            let early = texts(phase.field("early")).unwrap_or_default();
            match phase.field("session") {
                Some(session) => Phase::Signed(Box::new(Settling {
                    session: read_session(session)?,
                    cacaos: phase.list("cacaos").to_vec(),
                    early,
                })),
                None => {
                    let key = read_key(phase.field("key"))?;
                    let responder = read_key(phase.field("responder"))?;
                    Phase::Approved { topic: crypto::topic_of(&key), key: Secret(key), responder, early }
                }
            }
        }
    };
    Some(Proposal {
        id: value.whole("id")?,
        topic: crypto::topic_of(&key),
        key: Secret(key),
        private: Secret(pair.private),
        public: pair.public,
        expires_ms: value.whole("expires")?,
        asked: read_proposed(value.field("asked")?)?,
        auth: value.field("auth").and_then(read_auth),
        authenticate: value.whole("authenticate"),
        left: value.flag("left").unwrap_or(false),
        ended: value.flag("ended").unwrap_or(false),
        phase,
    })
}

fn write_auth(auth: &AuthRequest) -> Value {
    object([
        ("domain", auth.domain.as_str().into()),
        ("aud", auth.aud.as_str().into()),
        ("nonce", auth.nonce.as_str().into()),
        ("chains", list(auth.chains.iter())),
        ("statement", optional(auth.statement.clone())),
        ("iat", auth.iat.as_str().into()),
        ("exp", optional(auth.exp.clone())),
        ("nbf", optional(auth.nbf.clone())),
        ("request_id", optional(auth.request_id.clone())),
        ("resources", list(auth.resources.iter())),
        ("methods", list(auth.methods.iter())),
    ])
}

fn read_auth(value: &Value) -> Option<AuthRequest> {
    let maybe = |name: &str| value.text(name).map(String::from);
    Some(AuthRequest {
        domain: value.text("domain")?.into(),
        aud: value.text("aud")?.into(),
        nonce: value.text("nonce")?.into(),
        chains: texts(value.field("chains"))?,
        statement: maybe("statement"),
        iat: value.text("iat")?.into(),
        exp: maybe("exp"),
        nbf: maybe("nbf"),
        request_id: maybe("request_id"),
        resources: texts(value.field("resources"))?,
        methods: texts(value.field("methods"))?,
    })
}

/// Writes a request. Without its outcome, it is over with an unknown result.
fn write_waiting(waiting: &Waiting, with_outcome: bool) -> Value {
    let outcome = match &waiting.outcome {
        _ if !with_outcome => Value::Null,
        None => Value::Null,
        Some(Ok(result)) => object([("result", result.clone())]),
        Some(Err(error)) => object([("error", error.value())]),
    };
    object([
        ("id", waiting.id.into()),
        ("topic", waiting.topic.as_str().into()),
        ("token", optional(waiting.token.clone())),
        ("expires", waiting.expires_ms.into()),
        ("ping", waiting.ping.into()),
        ("over", (waiting.over || waiting.outcome.is_some() && !with_outcome).into()),
        ("late", waiting.key.as_ref().map_or(Value::Null, secret)),
        ("outcome", outcome),
    ])
}

fn read_waiting(value: &Value) -> Option<Waiting> {
    let outcome = value.field("outcome").map(|outcome| match outcome.field("error") {
        Some(error) => Err(PeerError::read(error)),
        None => Ok(outcome.get("result").cloned().unwrap_or_default()),
    });
    let topic = value.text("topic")?;
    Some(Waiting {
        id: value.whole("id")?,
        topic: topic.into(),
        token: value.text("token").map(String::from),
        expires_ms: value.whole("expires")?,
        ping: value.flag("ping")?,
        over: value.flag("over").unwrap_or(false),
        key: read_key(value.field("late")).filter(|key| crypto::topic_of(key) == topic).map(Secret),
        outcome,
    })
}
