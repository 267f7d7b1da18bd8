//! From a URI to a wallet's approval or rejection (docs/spec/walletconnect.md sections 4, 5.1). `settle` has the next
//! step.

use super::record::{Ask, Phase, Proposal, Secret};
use super::{Client, Event, PROPOSALS_MAX, Pairing, SESSIONS_MAX};
use crate::crypto::{self, Key};
use crate::error::{self, Error, PeerError};
use crate::ids::Id;
use crate::json::Read as _;
use crate::json::{object, object_of};
use crate::map::SortedMap as Texts;
use crate::message::{self, Method, UNSUPPORTED};
use crate::relay::outbox::About;
use crate::uri::PairingUri;
use alloc::string::{String, ToString as _};
use alloc::vec;
use alloc::vec::Vec;
use serde_json::Value;

/// The expiry of a proposal (4.25).
const PROPOSAL_MS: u64 = 300_000;
/// The additional time to settle after an approval in the last second.
const SETTLE_MS: u64 = 30_000;

impl Client {
    /// Creates a pairing and proposes a session on it.
    ///
    /// # Errors
    /// The proposal is invalid for any wallet, or too many sessions exist.
    pub fn connect(&mut self, now_ms: u64, ask: Ask) -> Result<Pairing, Error> {
        let one_click = ask.auth.as_ref().is_some_and(|auth| auth.one_click);
        if let Some(auth) = &ask.auth {
            auth.request.check(auth.one_click)?;
        }
        if self.records.sessions.len() >= SESSIONS_MAX {
            return Err(Error::TooMany("sessions"));
        }
        self.enter(now_ms);
        while self.records.proposals.len() >= PROPOSALS_MAX {
            let oldest = self.records.proposals.remove(0);
            self.forget_letters(oldest.id);
            self.events.push(Event::ProposalExpired { proposal: oldest.id });
        }
        let mut sym_key: Key = [0; 32];
        (self.random)(&mut sym_key);
        let pair = crypto::key_pair(&mut *self.random);
        let id = self.client_message_id();
        let proposal = Proposal {
            id,
            topic: crypto::topic_of(&sym_key),
            key: Secret(sym_key),
            private: Secret(pair.private),
            public: pair.public,
            expires_ms: now_ms.saturating_add(PROPOSAL_MS),
            asked: ask.optional.clone(),
            auth: ask.auth.as_ref().map(|auth| auth.request.clone()),
            authenticate: one_click.then(|| self.client_message_id()),
            left: false,
            ended: false,
            phase: Phase::Sent,
        };
        let uri = PairingUri {
            topic: proposal.topic.clone(),
            sym_key,
            expiry_s: Some(proposal.expires_ms / 1_000),
            methods: if one_click { vec![Method::SessionAuthenticate.as_str().into()] } else { Vec::new() },
        };
        let pairing = Pairing { proposal: id, uri: uri.to_string(), expires_ms: proposal.expires_ms };
        self.propose(&proposal, &ask);
        self.records.proposals.push(proposal);
        self.link.person(now_ms);
        self.leave();
        Ok(pairing)
    }

    fn propose(&mut self, proposal: &Proposal, ask: &Ask) {
        if let Some(text) = self.one_click_text(proposal) {
            let post = Method::SessionAuthenticate.request();
            let about = About::Authenticate(proposal.id);
            self.write_until(&proposal.topic, &proposal.key, &text, post, about, proposal.expires_ms);
        }
        let text = message::request(
            &Id::of(proposal.id),
            Method::SessionPropose.as_str(),
            &self.proposal_params(proposal, ask),
        );
        let post = Method::SessionPropose.request();
        let about = About::Proposal(proposal.id);
        self.write_until(&proposal.topic, &proposal.key, &text, post, about, proposal.expires_ms);
        // wallets expect both messages of a one-click sign-in as plain publishes
        self.records.outbox.propose(proposal.id, proposal.authenticate.is_none() && !self.plain_only);
    }

    fn proposal_params(&self, proposal: &Proposal, ask: &Ask) -> Value {
        let mut params = object([
            ("id", proposal.id.into()),
            ("pairingTopic", proposal.topic.as_str().into()),
            ("expiryTimestamp", (proposal.expires_ms / 1_000).into()),
            ("relays", vec![object([("protocol", "irn".into())])].into()),
            (
                "proposer",
                object([
                    ("publicKey", crypto::hex(&proposal.public).into()),
                    ("metadata", self.config.metadata.value()),
                ]),
            ),
            ("requiredNamespaces", object([])),
            ("optionalNamespaces", super::store::proposed_value(&ask.optional)),
        ]);
        if let Value::Object(map) = &mut params {
            let texts = |texts: &Texts<String, String>| {
                object_of(&mut texts.iter().map(|(key, text)| (key.clone(), text.as_str().into())))
            };
            // strict wallets require that empty fields are omitted
            if !ask.session_properties.is_empty() {
                map.insert("sessionProperties".into(), texts(&ask.session_properties));
            }
            if !ask.scoped_properties.is_empty() {
                map.insert("scopedProperties".into(), texts(&ask.scoped_properties));
            }
            if let Some(auth) = &ask.auth {
                let list = vec![auth.request.payload(false)];
                map.insert("requests".into(), object([("authentication", list.into())]));
            }
        }
        params
    }

    /// Cancels a proposal, because the modal was closed or the URI renewed: it never becomes a session.
    pub fn cancel(&mut self, now_ms: u64, proposal: u64) {
        self.enter(now_ms);
        self.call_off(proposal);
        self.leave();
    }

    fn call_off(&mut self, proposal: u64) {
        if let Some(proposal) = self.drop_proposal(proposal) {
            // only a wallet that approved knows the pairing
            if let (Some(topic), Some(key)) = (proposal.phase.topic(), proposal.phase.key()) {
                self.write_delete(topic, key, Method::SessionDelete, &error::USER_DISCONNECTED.plain());
                let (topic, key) = (&proposal.topic, &proposal.key);
                self.write_delete(topic, key, Method::PairingDelete, &error::USER_DISCONNECTED.plain());
            }
        }
    }

    /// Whether a pairing is open, so that a wallet with its URI could create a session.
    #[must_use]
    pub fn is_pairing(&self) -> bool {
        self.records.proposals.iter().any(|proposal| !proposal.ended)
    }

    /// Cancels every proposal after a restart. None of them is displayed, so none can become a session. A wallet with
    /// the URI can still approve until it expires. It then gets the end of the session, so it keeps no unused one.
    pub fn cancel_all(&mut self, now_ms: u64) {
        self.enter(now_ms);
        let outbox = &self.records.outbox;
        let mut called_off = Vec::new();
        for proposal in &mut self.records.proposals {
            let about = About::Proposal(proposal.id);
            // an unsent proposal can't have reached a wallet
            let is_out = !outbox.iter().any(|letter| letter.about == about);
            match (&proposal.phase, is_out) {
                (Phase::Sent, true) => proposal.ended = true,
                _ => called_off.push(proposal.id),
            }
        }
        called_off.into_iter().for_each(|proposal| self.call_off(proposal));
        self.dirty = true;
        self.leave();
    }

    /// Publishes a delete, which is stored until the relay has received it.
    pub(super) fn write_delete(&mut self, topic: &str, key: &Secret, method: Method, error: &PeerError) {
        let id = Id::of(self.client_message_id());
        let text = message::request(&id, method.as_str(), &error.value());
        self.write(topic, key, &text, method.request(), About::Delete);
    }

    /// Removes a proposal with its keys and its unsent messages.
    pub(super) fn drop_proposal(&mut self, id: u64) -> Option<Proposal> {
        let at = self.records.proposals.iter().position(|proposal| proposal.id == id)?;
        let proposal = self.records.proposals.remove(at);
        self.forget_letters(id);
        self.dirty = true;
        Some(proposal)
    }

    fn forget_letters(&mut self, proposal: u64) {
        self.records.outbox.drop_about(About::Proposal(proposal));
        self.records.outbox.drop_about(About::Authenticate(proposal));
    }

    /// Ends a proposal without a session.
    pub(super) fn reject(&mut self, proposal: u64, error: PeerError) {
        if self.drop_proposal(proposal).is_some() {
            self.events.push(Event::Rejected { proposal, error });
        }
    }

    /// Handles a wallet's request on a pairing.
    pub(super) fn on_pairing_request(&mut self, proposal: u64, id: &Id, method: &str, params: &Value) {
        let Some(Proposal { topic, key, phase, .. }) = self.proposal(proposal) else { return };
        let (topic, key) = (topic.clone(), key.clone());
        match Method::parse(method) {
            // a wallet can delete the pairing right after its approval; the settle arrives on its own topic
            Some(Method::PairingDelete) if !matches!(phase, Phase::Sent) => {
                if let Some(proposal) = self.proposal_mut(proposal) {
                    proposal.left = true;
                }
            }
            Some(Method::PairingDelete) => self.reject(proposal, PeerError::read(params)),
            Some(Method::PairingPing) => self.reply(&topic, &key, Method::PairingPing.response(), id, Ok(())),
            _ => self.reply(
                &topic,
                &key,
                UNSUPPORTED,
                id,
                Err(error::WC_METHOD_UNSUPPORTED.because(&short(method))),
            ),
        }
    }

    /// Handles a wallet's approval or rejection.
    pub(super) fn on_pairing_answer(&mut self, proposal: u64, id: &Id, answer: Result<Value, PeerError>) {
        let Some(found) = self.proposal(proposal) else { return };
        if found.authenticate.is_some_and(|authenticate| *id == Id::of(authenticate)) {
            return self.on_one_click_refusal(proposal, answer);
        }
        if *id != Id::of(proposal) {
            return self.unexpected();
        }
        let responder = match answer {
            Ok(result) => result.text("responderPublicKey").and_then(crypto::unhex32),
            Err(error) if matches!(found.phase, Phase::Sent) => return self.reject(proposal, error),
            Err(_) => return self.unexpected(),
        };
        let derived = responder.and_then(|peer| Some((peer, crypto::derive(&found.private.0, &peer)?)));
        match (derived, &found.phase) {
            (Some((responder, key)), Phase::Sent) => self.approved(proposal, responder, key),
            (None, Phase::Sent) => {
                self.reject(proposal, error::MISSING_OR_INVALID.because("responderPublicKey"));
            }
            // a second wallet has scanned the same URI, but the first one has the proposal (docs/spec/security.md T18)
            (Some((_, key)), phase) if phase.topic() != Some(&crypto::topic_of(&key)) => {
                self.unexpected();
                let topic = crypto::topic_of(&key);
                self.write_delete(
                    &topic,
                    &Secret(key),
                    Method::SessionDelete,
                    &error::USER_DISCONNECTED.plain(),
                );
            }
            _ => self.unexpected(),
        }
    }

    fn approved(&mut self, proposal: u64, responder: Key, key: Key) {
        let now_ms = self.now_ms;
        if let Some(proposal) = self.proposal_mut(proposal) {
            let topic = crypto::topic_of(&key);
            proposal.phase = Phase::Approved { topic, key: Secret(key), responder, early: Vec::new() };
            proposal.expires_ms = proposal.expires_ms.max(now_ms.saturating_add(SETTLE_MS));
        }
        self.forget_letters(proposal);
        self.end_late(proposal);
    }

    /// Handles an approval of a canceled proposal.
    pub(super) fn end_late(&mut self, proposal: u64) {
        if self.proposal(proposal).is_some_and(|proposal| proposal.ended) {
            self.call_off(proposal);
        }
    }
}

/// An untrusted method name, shortened for an error message.
pub(super) fn short(method: &str) -> String {
    method.chars().take(64).collect()
}
