//! What a wallet can do with a session (docs/spec/walletconnect.md sections 5.4 to 5.8): replace its namespaces, extend
//! its expiry, emit events, delete it. It never gets more than was requested.

use super::pairing::short;
use super::record::{Mark, Secret};
use super::settle::{SESSION_MS, SKEW_MS, granted_within};
use super::{Client, Event};
use crate::error::{self, PeerError};
use crate::ids::Id;
use crate::json::Read as _;
use crate::message::{Method, UNSUPPORTED};
use crate::namespaces;
use crate::relay::outbox::About;
use alloc::string::{String, ToString as _};
use serde_json::Value;

/// The maximum number of links to a wallet's app, and the maximum length of each.
const LINKS_MAX: usize = 8;
const LINK_BYTES_MAX: usize = 2_048;
/// The maximum number of event names whose last ID is stored.
const EVENTS_MAX: usize = 32;

impl Client {
    /// Handles a wallet's request on a session's topic.
    pub(super) fn on_session_request(&mut self, topic: &str, id: &Id, method: &str, params: &Value) {
        let Some(key) = self.session(topic).map(|session| session.key.clone()) else { return };
        let known_method = Method::parse(method);
        let answer = match known_method {
            Some(Method::SessionSettle) => self.on_second_settle(topic, id),
            Some(Method::SessionUpdate) => self.on_update(topic, id, params),
            Some(Method::SessionExtend) => self.on_extend(topic, params),
            Some(Method::SessionPing) => Ok(()),
            Some(Method::SessionRequest) => Err(error::UNAUTHORIZED_METHOD.plain()),
            // neither gets a response, because wallets don't wait for it
            Some(Method::SessionEvent) => return self.on_event(topic, id, params),
            Some(Method::SessionDelete) => return self.on_delete(topic, params),
            _ => Err(error::WC_METHOD_UNSUPPORTED.because(&short(method))),
        };
        let post = match known_method {
            Some(
                method @ (Method::SessionSettle
                | Method::SessionUpdate
                | Method::SessionExtend
                | Method::SessionPing
                | Method::SessionRequest),
            ) => method.response(),
            _ => UNSUPPORTED,
        };
        self.reply(topic, &key, post, id, answer);
    }

    /// Handles a repeated settle of a wallet that hasn't seen our response: sends the same response. Any other settle
    /// has no effect.
    fn on_second_settle(&mut self, topic: &str, id: &Id) -> Result<(), PeerError> {
        if self.session(topic).is_some_and(|session| session.settle.as_ref() == Some(id)) {
            return Ok(());
        }
        self.unexpected();
        Err(error::INVALID_SESSION_SETTLE_REQUEST.plain())
    }

    fn on_update(&mut self, topic: &str, id: &Id, params: &Value) -> Result<(), PeerError> {
        let Some(mut session) = self.session(topic).cloned() else {
            return Err(error::NO_MATCHING_KEY.plain());
        };
        match session.update(id, params.field("namespaces")) {
            Ok(true) => {
                self.has_room(&session)?;
                if let Some(now) = self.session_mut(topic) {
                    *now = session;
                }
                self.events.push(Event::Updated { topic: topic.into() });
            }
            Ok(false) => {}
            Err(error) => {
                if error.code == error::INVALID_UPDATE_REQUEST.code {
                    self.unexpected();
                }
                return Err(error);
            }
        }
        Ok(())
    }

    fn on_extend(&mut self, topic: &str, params: &Value) -> Result<(), PeerError> {
        let Some(session) = self.session(topic) else { return Err(error::NO_MATCHING_KEY.plain()) };
        let longest = self.now_ms.saturating_add(SESSION_MS);
        let expires_ms = match params.field("expiry") {
            None => longest,
            Some(_) => params.whole("expiry").unwrap_or(0).saturating_mul(1_000),
        };
        if expires_ms <= session.expires_ms && params.field("expiry").is_some()
            || expires_ms > longest.saturating_add(SKEW_MS)
        {
            self.unexpected();
            return Err(error::INVALID_EXTEND_REQUEST.plain());
        }
        let expires_ms = expires_ms.max(session.expires_ms);
        if let Some(session) = self.session_mut(topic) {
            session.expires_ms = expires_ms;
            self.events.push(Event::Extended { topic: topic.into() });
        }
        Ok(())
    }

    /// Handles an event. One with missing fields, with a chain or name outside the session, or older than the last one
    /// of its name, is ignored and counted (5.34, docs/spec/security.md R18).
    fn on_event(&mut self, topic: &str, id: &Id, params: &Value) {
        let Some(session) = self.session_mut(topic) else { return };
        let event = params.field("event").and_then(|event| Some((event.filled("name")?, event.get("data"))));
        let (Some(chain), Some((name, data))) = (params.filled("chainId"), event) else {
            return self.unexpected();
        };
        if !session.hear(id, chain, name) {
            return self.unexpected();
        }
        self.events.push(Event::Emitted {
            topic: topic.into(),
            id: id.to_string(),
            chain: chain.into(),
            name: name.into(),
            data: data.cloned().unwrap_or_default(),
        });
    }

    fn on_delete(&mut self, topic: &str, params: &Value) {
        let error =
            if params.is_object() { PeerError::read(params) } else { error::USER_DISCONNECTED.plain() };
        self.end_session(topic, &error::USER_DISCONNECTED.plain());
        self.events.push(Event::Deleted { topic: topic.into(), error });
    }

    /// Disconnects a session for the user: it is deleted immediately, and the wallet is notified when the relay can be
    /// reached.
    pub fn disconnect(&mut self, now_ms: u64, topic: &str) {
        self.enter(now_ms);
        if let Some(key) = self.session(topic).map(|session| session.key.clone()) {
            let error = error::USER_DISCONNECTED.plain();
            self.end_session(topic, &error);
            self.write_delete(topic, &key, Method::SessionDelete, &error);
            self.link.person(now_ms);
        }
        self.leave();
    }

    /// Removes a session and its key, and ends its requests. The key stays with a request with a token that the wallet
    /// might have.
    pub(super) fn end_session(&mut self, topic: &str, error: &PeerError) {
        self.fail_requests(topic, error);
        self.records.sessions.retain(|session| session.topic != topic);
        self.records.outbox.retain(|letter| letter.topic != topic || letter.about == About::Delete);
        self.dirty = true;
    }

    /// Stores the links to the wallet's app with a session.
    pub fn keep_links(&mut self, now_ms: u64, topic: &str, links: &[String]) {
        self.enter(now_ms);
        if let Some(session) = self.session_mut(topic) {
            session.links =
                links.iter().filter(|link| link.len() <= LINK_BYTES_MAX).take(LINKS_MAX).cloned().collect();
            self.dirty = true;
        }
        self.leave();
    }

    pub(super) fn session_mut(&mut self, topic: &str) -> Option<&mut super::Session> {
        self.records.sessions.iter_mut().find(|session| session.topic == topic)
    }

    /// The key of a session.
    pub(super) fn session_key(&self, topic: &str) -> Option<Secret> {
        self.session(topic).map(|session| session.key.clone())
    }
}

impl super::Session {
    /// Applies a wallet's update of the session: never more than was requested, and never an older state. Returns false
    /// for an update that was applied before.
    fn update(&mut self, id: &Id, namespaces: Option<&Value>) -> Result<bool, PeerError> {
        let ms = id.ms().unwrap_or(0);
        if let Some(last) = &self.last_update {
            if last.id == *id {
                return Ok(false);
            }
            if ms <= last.ms {
                return Err(error::INVALID_UPDATE_REQUEST.plain());
            }
        }
        let value = namespaces.ok_or_else(|| error::MISSING_OR_INVALID.because("namespaces"))?;
        self.namespaces = granted_within(value, &self.asked, "onSessionUpdateRequest()")?;
        self.last_update = Some(Mark { id: id.clone(), ms });
        Ok(true)
    }

    /// Whether an event is accepted: its chain and name are allowed, and it is newer than the last one of its name. All
    /// messages (EIP-1193) are accepted, because two of them can have the same millisecond; their bytes distinguish
    /// them ([`super::inbox`]).
    fn hear(&mut self, id: &Id, chain: &str, name: &str) -> bool {
        if !namespaces::events_for(&self.namespaces, chain).contains(&name) {
            return false;
        }
        let ms = id.ms().unwrap_or(0);
        match self.last_events.iter_mut().find(|(last, _)| last == name) {
            Some((_, last)) if ms < *last || (ms == *last && name != "message") => return false,
            Some((_, last)) => *last = ms,
            None => {
                if self.last_events.len() >= EVENTS_MAX {
                    self.last_events.remove(0);
                }
                self.last_events.push((name.into(), ms));
            }
        }
        true
    }

    /// The ID of the last applied update, for callers with a copy of the session.
    #[must_use]
    pub fn updated_by(&self) -> Option<String> {
        self.last_update.as_ref().map(|mark| mark.id.to_string())
    }

    /// Applies an update that another copy of the session has accepted, with the same rules. Returns true if it had an
    /// effect.
    pub fn follow_update(&mut self, id: &str, namespaces: Option<&Value>) -> bool {
        Id::parse(id).is_some_and(|id| self.update(&id, namespaces) == Ok(true))
    }

    /// Applies an event of another copy of the session, with the same rules.
    pub fn follow_event(&mut self, id: &str, chain: &str, name: &str) -> bool {
        Id::parse(id).is_some_and(|id| self.hear(&id, chain, name))
    }
}
