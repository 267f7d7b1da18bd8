//! Requests of the caller to a wallet. Each one ends exactly once (docs/spec/walletconnect.md section 5.3,
//! docs/spec/security.md R2, R8): with a response, a rejection, its expiry, or the end of its session.

use super::record::Waiting;
use super::{Client, Event, REQUESTS_MAX};
use crate::error::{self, Error, PeerError};
use crate::ids::Id;
use crate::json::object;
use crate::message::{self, Method, Post};
use crate::namespaces;
use crate::relay::outbox::About;
use alloc::string::{String, ToString as _};
use serde_json::Value;

/// How long a wallet has to respond, in seconds: by default, at least, at most.
const EXPIRY_S: u64 = 900;
const EXPIRY_S_MIN: u64 = 300;
const EXPIRY_S_MAX: u64 = 604_800;
/// How long a wallet's response is accepted after a request with a token has expired, or its session has ended. Relays
/// store a response no longer than the request lived.
const LATE_MS: u64 = 86_400_000;
const GONE_MS: u64 = 1_800_000;
/// The time limit of a ping.
const PING_S: u64 = 30;
/// The maximum size of a request. Encrypted and in base64, it stays below the limit of relays.
const REQUEST_BYTES_MAX: usize = 524_288;
/// The maximum size of a response that is stored for its token.
const KEPT_BYTES_MAX: usize = 65_536;
/// The maximum length of a token.
const TOKEN_BYTES_MAX: usize = 256;

/// The options of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestOptions {
    /// 300 to 604,800 seconds. By default 900.
    pub expiry_s: Option<u64>,
    /// Identifies a user's confirmation. The same token again, even after a restart, sends nothing and returns the same
    /// ID; its response is emitted again until the request expires. Only the wallet's response ends such a request.
    /// Anything else is [`Event::Unanswered`], after which a late response is still emitted.
    pub token: Option<String>,
}

impl Client {
    /// Sends a request to the wallet of a session.
    ///
    /// # Errors
    /// The session doesn't allow it, or too many requests are pending.
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
        let question = self.make_request(topic, chain, method, params, options, true);
        self.leave();
        question
    }

    /// Sends a request that the wallet handles without the user. It wakes no phone, and the relay and the wallet keep
    /// it as short as possible, no longer than `expiry_s`. Wallets show one request after another, so one without a
    /// response would block every later one.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub fn request_quietly(
        &mut self,
        now_ms: u64,
        topic: &str,
        chain: &str,
        method: &str,
        params: Value,
        expiry_s: u64,
    ) -> Result<u64, Error> {
        self.enter(now_ms);
        let options = RequestOptions { expiry_s: Some(expiry_s), token: None };
        let question = self.make_request(topic, chain, method, params, options, false);
        self.leave();
        question
    }

    fn make_request(
        &mut self,
        topic: &str,
        chain: &str,
        method: &str,
        params: Value,
        options: RequestOptions,
        by_person: bool,
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
        let least_s = if by_person { EXPIRY_S_MIN } else { 1 };
        if !(least_s..=EXPIRY_S_MAX).contains(&expiry_s) {
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
        let post = Method::SessionRequest.request();
        // relays reject messages with a very short time to live
        let ttl_s = expiry_s.max(EXPIRY_S_MIN);
        let post = Post { ttl_s, prompt: post.prompt && by_person, ..post };
        let id = self.ask(topic, Method::SessionRequest, &params, post, expires_ms, options.token)?;
        if by_person {
            self.link.person(self.now_ms);
        }
        Ok(id)
    }

    /// Pings the wallet. Ends within 30 s, with [`Event::Pinged`] or an error.
    ///
    /// # Errors
    /// The session doesn't exist, or too many requests are pending.
    pub fn ping(&mut self, now_ms: u64, topic: &str) -> Result<u64, Error> {
        self.enter(now_ms);
        let question = self.ask_ping(topic);
        self.leave();
        question
    }

    pub(super) fn ask_ping(&mut self, topic: &str) -> Result<u64, Error> {
        let post = Post { ttl_s: PING_S, ..Method::SessionPing.request() };
        let expires_ms = self.now_ms.saturating_add(PING_S * 1_000);
        self.ask(topic, Method::SessionPing, &object([]), post, expires_ms, None)
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
        if self.records.waiting.iter().filter(|waiting| waiting.is_open()).count() >= REQUESTS_MAX {
            return Err(Error::TooMany("requests"));
        }
        // ended requests make room: first those with a response, then those that might still get one
        let told = |waiting: &Waiting| waiting.outcome.is_some();
        let all = &self.records.waiting;
        let ended = || all.iter().position(told).or_else(|| all.iter().position(|one| !one.is_open()));
        if let Some(at) = (all.len() >= REQUESTS_MAX).then(ended).flatten() {
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
            over: false,
            key: None,
            outcome: None,
        });
        Ok(id)
    }

    /// Finds the request of a token, and waits for it again.
    fn again(&mut self, token: &str) -> Option<u64> {
        let waiting = self.records.waiting.iter().find(|waiting| waiting.token.as_deref() == Some(token))?;
        if let Some(result) = waiting.outcome.clone() {
            self.events.push(Event::Answered { id: waiting.id, topic: waiting.topic.clone(), result });
        }
        Some(waiting.id)
    }

    /// The request of a token that is pending, or that has a response and isn't expired.
    #[must_use]
    pub fn pending(&self, token: &str) -> Option<u64> {
        self.records
            .waiting
            .iter()
            .find(|waiting| waiting.token.as_deref() == Some(token))
            .map(|waiting| waiting.id)
    }

    /// The token of a known request.
    #[must_use]
    pub fn token(&self, id: u64) -> Option<&str> {
        self.records.waiting.iter().find(|waiting| waiting.id == id)?.token.as_deref()
    }

    /// Whether a request can't have reached the wallet: its message is in the outbox, and was never sent on a socket.
    #[must_use]
    pub fn is_unsent(&self, id: u64) -> bool {
        self.records.outbox.iter().any(|letter| letter.about == About::Request(id) && !letter.was_sent)
    }

    /// Cancels a request, and drops its response. An unsent one is never sent. A sent one with a token continues, and
    /// its response is emitted when it arrives, unless it has arrived already.
    pub fn forget(&mut self, id: u64) {
        let unsent = self.is_unsent(id);
        let before = self.records.waiting.len();
        let stays = |waiting: &Waiting| waiting.token.is_some() && waiting.outcome.is_none() && !unsent;
        self.records.waiting.retain(|waiting| waiting.id != id || stays(waiting));
        if before != self.records.waiting.len() {
            self.dirty = true;
        }
        if unsent {
            self.records.outbox.drop_about(About::Request(id));
        }
        self.leave();
    }

    /// Handles a wallet's response on a session's topic.
    pub(super) fn on_session_answer(&mut self, topic: &str, id: &Id, answer: Result<Value, PeerError>) {
        let open = |waiting: &&Waiting| {
            waiting.outcome.is_none() && waiting.topic == topic && *id == Id::of(waiting.id)
        };
        match self.records.waiting.iter().find(open).map(|waiting| waiting.id) {
            Some(id) => self.answered(id, answer),
            // late, repeated, or for a request that isn't pending
            None => self.unexpected(),
        }
    }

    /// Handles a wallet's response, or another end of a request without a token.
    pub(super) fn answered(&mut self, id: u64, result: Result<Value, PeerError>) {
        let open = |waiting: &Waiting| waiting.id == id && waiting.outcome.is_none();
        let Some(at) = self.records.waiting.iter().position(open) else { return };
        self.records.outbox.drop_about(About::Request(id));
        self.dirty = true;
        let mut waiting = self.records.waiting.remove(at);
        self.events.push(match &result {
            Ok(_) if waiting.ping => Event::Pinged { id },
            _ => Event::Answered { id, topic: waiting.topic.clone(), result: result.clone() },
        });
        let short = result.as_ref().map_or(true, |result| result.to_string().len() <= KEPT_BYTES_MAX);
        if waiting.token.is_some() && short && waiting.expires_ms > self.now_ms {
            waiting.key = None;
            waiting.outcome = Some(result);
            self.records.waiting.push(waiting);
        }
    }

    /// Ends a request without the wallet's response: its time limit passed, the relay rejected it, or its session
    /// ended. That doesn't reveal what the wallet does with a request that it might have (docs/spec/security.md R8,
    /// T5).
    pub(super) fn ended(&mut self, id: u64, error: PeerError) {
        let may_have_left = !self.is_unsent(id);
        let Some(at) = self.records.waiting.iter().position(|waiting| waiting.id == id && waiting.is_open())
        else {
            return;
        };
        let Some(waiting) = self.records.waiting.get_mut(at).filter(|waiting| waiting.token.is_some()) else {
            return self.answered(id, Err(error));
        };
        let topic = waiting.topic.clone();
        if may_have_left {
            waiting.over = true;
            waiting.expires_ms = waiting.expires_ms.saturating_add(LATE_MS);
        } else {
            self.records.waiting.remove(at);
        }
        self.records.outbox.drop_about(About::Request(id));
        self.dirty = true;
        self.events.push(Event::Unanswered { id, topic, error, may_have_left });
    }

    /// Handles a message that was dropped from the outbox for newer ones. It is unknown whether the request has reached
    /// the wallet, so its caller is notified.
    pub(super) fn pushed_out(&mut self, about: About) {
        match about {
            About::Request(id) => self.ended(id, error::pushed_out()),
            About::Proposal(id) | About::Authenticate(id) => self.reject(id, error::pushed_out()),
            About::Reply | About::Delete => {}
        }
    }

    /// Ends all requests of a session.
    pub(super) fn fail_requests(&mut self, topic: &str, error: &PeerError) {
        let open = |waiting: &&Waiting| waiting.topic == topic && waiting.is_open();
        let ids: alloc::vec::Vec<u64> =
            self.records.waiting.iter().filter(open).map(|waiting| waiting.id).collect();
        for id in ids {
            self.ended(id, error.clone());
        }
        let (key, until_ms) = (self.session_key(topic), self.now_ms.saturating_add(GONE_MS));
        for waiting in &mut self.records.waiting {
            if waiting.topic == topic && waiting.outcome.is_none() {
                waiting.key = key.clone();
                waiting.expires_ms = waiting.expires_ms.min(until_ms);
            }
        }
    }
}

impl Waiting {
    /// Whether the request has no response, and the caller wasn't notified of that.
    pub(super) fn is_open(&self) -> bool {
        self.outcome.is_none() && !self.over
    }
}
