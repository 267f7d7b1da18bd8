//! What a host asks of a wallet, and how each request ends exactly once (docs/spec/walletconnect.md section 5.3, docs/spec/security.md R2,
//! R8): answered, refused, expired, or over with its session.

use super::record::Waiting;
use super::{Client, Event, REQUESTS_MAX};
use crate::error::{Error, PeerError};
use crate::ids::Id;
use crate::message::{self, Method, Post, object};
use crate::namespaces;
use crate::relay::outbox::About;
use alloc::string::{String, ToString as _};
use serde_json::Value;

/// How long a wallet has, in seconds: as long as usual, at least, at most.
const EXPIRY_S: u64 = 900;
const EXPIRY_S_MIN: u64 = 300;
const EXPIRY_S_MAX: u64 = 604_800;
/// A ping's.
const PING_S: u64 = 30;
/// The longest request; sealed and in base64 it stays under what relays take.
const REQUEST_BYTES_MAX: usize = 524_288;
/// The longest answer that is kept for its token.
const KEPT_BYTES_MAX: usize = 65_536;
/// The longest token.
const TOKEN_BYTES_MAX: usize = 256;

/// How a request is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestOptions {
    /// 300 to 604,800 seconds; 900 when absent.
    pub expiry_s: Option<u64>,
    /// One confirmation of a person. The same token again, also after a restart, sends nothing and gives the same id;
    /// its answer is told again until the request's expiry.
    pub token: Option<String>,
}

impl Client {
    /// Asks the wallet of a session.
    ///
    /// # Errors
    /// What the session does not grant, or more at once than is kept.
    pub fn request(
        &mut self,
        now_ms: u64,
        topic: &str,
        chain: &str,
        method: &str,
        params: Value,
        options: RequestOptions,
    ) -> Result<u64, Error> {
        self.enter(now_ms);
        let made = self.make_request(topic, chain, method, params, options);
        self.leave();
        made
    }

    fn make_request(
        &mut self,
        topic: &str,
        chain: &str,
        method: &str,
        params: Value,
        options: RequestOptions,
    ) -> Result<u64, Error> {
        if let Some(id) = options.token.as_deref().and_then(|token| self.again(token)) {
            return Ok(id);
        }
        let session = self.session(topic).ok_or_else(|| Error::UnknownTopic(topic.into()))?;
        if namespaces::accounts_on(&session.namespaces, chain).is_empty() {
            return Err(Error::Chain(chain.into()));
        }
        if !namespaces::methods_for(&session.namespaces, chain).contains(&method) {
            return Err(Error::Method(method.into()));
        }
        let expiry_s = options.expiry_s.unwrap_or(EXPIRY_S);
        if !(EXPIRY_S_MIN..=EXPIRY_S_MAX).contains(&expiry_s) {
            return Err(Error::Expiry(expiry_s));
        }
        if options.token.as_ref().is_some_and(|token| token.len() > TOKEN_BYTES_MAX) {
            return Err(Error::TooMany("bytes in a token"));
        }
        let expires_ms = self.now_ms.saturating_add(expiry_s.saturating_mul(1_000));
        let request = object([
            ("method", method.into()),
            ("params", params),
            ("expiryTimestamp", (expires_ms / 1_000).into()),
        ]);
        let params = object([("request", request), ("chainId", chain.into())]);
        let post = Post { ttl_s: expiry_s, ..Method::SessionRequest.request() };
        let id = self.ask(topic, Method::SessionRequest, &params, post, expires_ms, options.token)?;
        self.link.person(self.now_ms);
        Ok(id)
    }

    /// Asks the wallet whether it is there. Ends within 30 s, as [`Event::Pinged`] or as an answer that is an error.
    ///
    /// # Errors
    /// No such session, or more at once than is kept.
    pub fn ping(&mut self, now_ms: u64, topic: &str) -> Result<u64, Error> {
        self.enter(now_ms);
        let post = Post { ttl_s: PING_S, ..Method::SessionPing.request() };
        let expires_ms = now_ms.saturating_add(PING_S * 1_000);
        let made = self.ask(topic, Method::SessionPing, &object([]), post, expires_ms, None);
        self.leave();
        made
    }

    fn ask(
        &mut self,
        topic: &str,
        method: Method,
        params: &Value,
        post: Post,
        expires_ms: u64,
        token: Option<String>,
    ) -> Result<u64, Error> {
        let key = self.session_key(topic).ok_or_else(|| Error::UnknownTopic(topic.into()))?;
        if self.records.waiting.iter().filter(|waiting| waiting.outcome.is_none()).count() >= REQUESTS_MAX {
            return Err(Error::TooMany("requests"));
        }
        // what is kept of answered ones makes room
        if self.records.waiting.len() >= REQUESTS_MAX
            && let Some(at) = self.records.waiting.iter().position(|waiting| waiting.outcome.is_some())
        {
            self.records.waiting.remove(at);
        }
        let id = self.client_message_id();
        let text = message::request(&Id::of(id), method.as_str(), params);
        if text.len() > REQUEST_BYTES_MAX {
            return Err(Error::TooMany("bytes in a request"));
        }
        self.write_until(topic, &key, &text, post, About::Request(id), expires_ms);
        self.records.waiting.push(Waiting {
            id,
            topic: topic.into(),
            token,
            expires_ms,
            ping: method == Method::SessionPing,
            wanted: true,
            outcome: None,
        });
        Ok(id)
    }

    /// The request of a token, awaited again.
    fn again(&mut self, token: &str) -> Option<u64> {
        let waiting =
            self.records.waiting.iter_mut().find(|waiting| waiting.token.as_deref() == Some(token))?;
        self.dirty |= !waiting.wanted;
        waiting.wanted = true;
        if let Some(result) = waiting.outcome.clone() {
            self.events.push(Event::Answered { id: waiting.id, topic: waiting.topic.clone(), result });
        }
        Some(waiting.id)
    }

    /// The request of a token, in flight or answered and not yet expired.
    #[must_use]
    pub fn pending(&self, token: &str) -> Option<u64> {
        self.records
            .waiting
            .iter()
            .find(|waiting| waiting.token.as_deref() == Some(token))
            .map(|waiting| waiting.id)
    }

    /// Cancels a request: its answer is dropped. If it was not sent yet it never is;
    /// if it has, its token stays used.
    pub fn forget(&mut self, id: u64) {
        let Some(at) = self.records.waiting.iter().position(|waiting| waiting.id == id) else { return };
        let unsent =
            self.records.outbox.iter().any(|letter| letter.about == About::Request(id) && !letter.was_sent);
        let Some(waiting) = self.records.waiting.get_mut(at) else { return };
        waiting.wanted = false;
        if unsent || waiting.token.is_none() {
            self.records.waiting.remove(at);
        }
        if unsent {
            self.records.outbox.drop_about(About::Request(id));
        }
        self.dirty = true;
        self.leave();
    }

    /// A wallet's answer on a session's topic.
    pub(super) fn on_session_answer(&mut self, topic: &str, id: &Id, answer: Result<Value, PeerError>) {
        let open = |waiting: &&Waiting| {
            waiting.outcome.is_none() && waiting.topic == topic && *id == Id::of(waiting.id)
        };
        match self.records.waiting.iter().find(open).map(|waiting| waiting.id) {
            Some(id) => self.answered(id, answer),
            // late, twice, or to a request that is not pending
            None => self.unexpected(),
        }
    }

    /// A request has ended.
    pub(super) fn answered(&mut self, id: u64, result: Result<Value, PeerError>) {
        let open = |waiting: &Waiting| waiting.id == id && waiting.outcome.is_none();
        let Some(at) = self.records.waiting.iter().position(open) else { return };
        self.records.outbox.drop_about(About::Request(id));
        self.dirty = true;
        let mut waiting = self.records.waiting.remove(at);
        if waiting.wanted {
            self.events.push(match &result {
                Ok(_) if waiting.ping => Event::Pinged { id },
                _ => Event::Answered { id, topic: waiting.topic.clone(), result: result.clone() },
            });
        }
        let short = result.as_ref().map_or(true, |result| result.to_string().len() <= KEPT_BYTES_MAX);
        if waiting.token.is_some() && short && waiting.expires_ms > self.now_ms {
            waiting.outcome = Some(result);
            self.records.waiting.push(waiting);
        }
    }

    /// All requests of a topic end.
    pub(super) fn fail_requests(&mut self, topic: &str, error: &PeerError) {
        let open = |waiting: &&Waiting| waiting.topic == topic && waiting.outcome.is_none();
        let ids: alloc::vec::Vec<u64> =
            self.records.waiting.iter().filter(open).map(|waiting| waiting.id).collect();
        for id in ids {
            self.answered(id, Err(error.clone()));
        }
    }
}
