//! Decrypts envelopes and reads their messages. The relay isn't trusted: an envelope that the topic's key doesn't
//! decrypt is ignored (docs/spec/security.md T5), and a repeated one has no effect (R6).

use super::record::{Phase, Waiting};
use super::{Client, SEEN_MAX};
use crate::crypto::{self, Key};
use crate::envelope;
use crate::error::PeerError;
use crate::ids::Id;
use crate::json::{self, Read as _};
use crate::relay::Delivery;
use alloc::string::String;
use serde_json::Value;

/// The length of a stored hash in hex: 128 bits.
const HASH_CHARS: usize = 32;

/// What a topic is used for.
enum TopicUse {
    /// The pairing of this proposal.
    Pairing(u64),
    /// The future session of this proposal.
    Settling(u64),
    /// The response to this proposal's one-click sign-in.
    OneClick(u64),
    /// A session.
    Session,
    /// A session that has ended while this request is pending.
    Gone(u64),
}

/// A JSON-RPC message of a wallet.
pub(super) enum Letter {
    Request { id: Id, method: String, params: Value },
    Answer { id: Id, answer: Result<Value, PeerError> },
}

impl Letter {
    fn read(value: &Value) -> Option<Self> {
        let id = value.field("id").and_then(Id::read)?;
        if let Some(method) = value.text("method") {
            let params = value.get("params").cloned().unwrap_or_default();
            return Some(Self::Request { id, method: method.into(), params });
        }
        let answer = match (value.get("result"), value.get("error")) {
            (Some(result), None | Some(Value::Null)) => Ok(result.clone()),
            (_, Some(error)) => Err(PeerError::read(error)),
            (None, None) => return None,
        };
        Some(Self::Answer { id, answer })
    }
}

impl Client {
    fn place(&self, topic: &str) -> Option<TopicUse> {
        if self.session(topic).is_some() {
            return Some(TopicUse::Session);
        }
        let late = |waiting: &&Waiting| waiting.key.is_some() && waiting.topic == topic;
        if let Some(waiting) = self.records.waiting.iter().find(late) {
            return Some(TopicUse::Gone(waiting.id));
        }
        self.records.proposals.iter().find_map(|proposal| {
            if proposal.topic == topic && !proposal.left {
                return Some(TopicUse::Pairing(proposal.id));
            }
            if proposal.phase.topic() == Some(topic) {
                return Some(TopicUse::Settling(proposal.id));
            }
            let at_once = proposal.is_answerable_at_once() && crypto::topic_of(&proposal.public) == topic;
            at_once.then_some(TopicUse::OneClick(proposal.id))
        })
    }

    /// Handles a message from the relay. Returns true if it is new.
    pub(super) fn receive(&mut self, delivery: &Delivery) -> bool {
        let Delivery { topic, message } = delivery;
        let Some(place) = self.place(topic) else {
            self.counters.unknown_topics = self.counters.unknown_topics.saturating_add(1);
            return false;
        };
        let hash = short_hash(message);
        if self.records.seen.contains(&hash) {
            self.counters.duplicates = self.counters.duplicates.saturating_add(1);
            return false;
        }
        let Some((sender, text)) = self.open(&place, topic, message) else {
            self.counters.unreadable = self.counters.unreadable.saturating_add(1);
            return false;
        };
        // only remembers envelopes that could be decrypted; otherwise, others could fill the memory, or spoil a message
        // by delivering it on a wrong topic
        self.mark_seen(hash);
        if matches!(place, TopicUse::Session) {
            self.heard = self.heard.wrapping_add(1);
            self.doubted.retain(|of| of != topic);
        }
        match json::message(&text).as_ref().and_then(Letter::read) {
            Some(letter) => self.take(&place, topic, sender, message, letter),
            None => self.counters.unreadable = self.counters.unreadable.saturating_add(1),
        }
        true
    }

    fn open(&self, place: &TopicUse, topic: &str, message: &str) -> Option<(Option<Key>, String)> {
        let key = match place {
            TopicUse::Session => &self.session(topic)?.key,
            TopicUse::Gone(id) => {
                self.records.waiting.iter().find(|waiting| waiting.id == *id)?.key.as_ref()?
            }
            TopicUse::Pairing(id) => &self.proposal(*id)?.key,
            TopicUse::Settling(id) => self.proposal(*id)?.phase.key()?,
            TopicUse::OneClick(id) => {
                let (sender, text) = envelope::decode1(message, &self.proposal(*id)?.private.0)?;
                return Some((Some(sender), text));
            }
        };
        Some((None, envelope::decode(message, &key.0)?))
    }

    /// Remembers an envelope, including our own: a relay that delivers it back must not make us respond to ourselves.
    pub(super) fn mark_seen(&mut self, hash: String) {
        self.records.seen.push_back(hash);
        while self.records.seen.len() > SEEN_MAX {
            self.records.seen.pop_front();
        }
        self.dirty = true;
    }

    /// Whether an ID belongs to one of our pending requests. A wallet can't create a request with it.
    fn is_ours(&self, id: &Id) -> bool {
        let proposals =
            self.records.proposals.iter().flat_map(|proposal| [Some(proposal.id), proposal.authenticate]);
        let waiting = self.records.waiting.iter().map(|waiting| Some(waiting.id));
        id.number().is_some_and(|id| proposals.chain(waiting).any(|ours| ours == Some(id)))
    }

    fn take(&mut self, place: &TopicUse, topic: &str, sender: Option<Key>, message: &str, letter: Letter) {
        match (place, letter) {
            (_, Letter::Request { id, .. }) if self.is_ours(&id) => self.unexpected(),
            (TopicUse::Session, Letter::Request { id, method, params }) => {
                self.on_session_request(topic, &id, &method, &params);
            }
            (TopicUse::Session | TopicUse::Gone(_), Letter::Answer { id, answer }) => {
                self.on_session_answer(topic, &id, answer);
            }
            (TopicUse::Pairing(proposal), Letter::Request { id, method, params }) => {
                self.on_pairing_request(*proposal, &id, &method, &params);
            }
            (TopicUse::Pairing(proposal), Letter::Answer { id, answer }) => {
                self.on_pairing_answer(*proposal, &id, answer);
            }
            (TopicUse::Settling(proposal), Letter::Request { id, method, params }) => {
                self.on_settling_request(*proposal, &id, &method, &params, message);
            }
            (TopicUse::OneClick(proposal), Letter::Answer { id, answer }) => {
                if let Some(sender) = sender {
                    self.on_one_click_answer(*proposal, &sender, &id, answer);
                }
            }
            (TopicUse::Settling(_), Letter::Answer { .. })
            | (TopicUse::OneClick(_) | TopicUse::Gone(_), Letter::Request { .. }) => {
                self.unexpected();
            }
        }
    }

    /// Handles a message that arrived before its session was settled. It is already marked as seen.
    pub(super) fn receive_early(&mut self, topic: &str, early: &[String]) {
        for message in early {
            let text = self.session(topic).and_then(|session| envelope::decode(message, &session.key.0));
            if let Some(letter) = text.and_then(|text| json::message(&text)).as_ref().and_then(Letter::read) {
                self.take(&TopicUse::Session, topic, None, message, letter);
            }
        }
    }

    pub(super) fn unexpected(&mut self) {
        self.counters.unexpected = self.counters.unexpected.saturating_add(1);
    }

    pub(super) fn proposal(&self, id: u64) -> Option<&super::record::Proposal> {
        self.records.proposals.iter().find(|proposal| proposal.id == id)
    }

    pub(super) fn proposal_mut(&mut self, id: u64) -> Option<&mut super::record::Proposal> {
        self.records.proposals.iter_mut().find(|proposal| proposal.id == id)
    }
}

/// The hash under which an envelope is remembered.
pub(super) fn short_hash(message: &str) -> String {
    envelope::hash(message).chars().take(HASH_CHARS).collect()
}

impl super::record::Proposal {
    /// Whether a wallet can still respond to a one-click sign-in.
    pub(super) fn is_answerable_at_once(&self) -> bool {
        self.authenticate.is_some() && matches!(self.phase, Phase::Sent)
    }
}
