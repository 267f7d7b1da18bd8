//! The client. Socket events and commands of the caller are its inputs, each with the time. Outputs must be carried out
//! in order.
//!
//! - [`pairing`]: from a URI to a session; `auth`: the sign-in of a session
//! - `session`: what a wallet can change in a session; `request`: requests of the caller to a wallet
//! - `mail`: subscriptions and the mailbox; `inbox`: from an envelope to a message; `store`: the state that survives a
//!   restart
//!
//! The duties of the driver: carry out outputs in their order. Make an [`Output::Save`] durable before the next output.
//! Call [`Client::tick`] at [`Client::poll_deadline`]. After [`Output::Close`] or another [`Output::Open`], report no
//! events of the former socket.

mod api;
mod auth;
mod expiry;
mod inbox;
mod mail;
mod metadata;
mod pairing;
mod record;
mod request;
mod room;
mod saved;
mod session;
mod settle;
mod store;

pub use api::{Config, Counters, Event, Output, Pairing, Random};
pub use metadata::{Metadata, Redirect};
pub use record::{Ask, Auth, Session};
pub use request::RequestOptions;
pub use saved::{Ended, Saved};
pub use store::SAVED_BYTES_MAX;

use crate::crypto;
use crate::error::PeerError;
use crate::ids::Id;
use crate::message::{self, Post};
use crate::relay::link::{Link, Step, token};
use crate::relay::outbox::{About, Letter};
use crate::relay::{self, RelayState};
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use mail::Mail;
use record::Secret;
use serde_json::Value;
use store::Records;

/// The maximum number of remembered items (docs/spec/security.md R30).
pub(crate) const SEEN_MAX: usize = 500;
pub(crate) const REQUESTS_MAX: usize = 100;
pub(crate) const PROPOSALS_MAX: usize = 10;
pub(crate) const SESSIONS_MAX: usize = 20;
/// A tick that is later than this means that the device slept, because the heartbeat is 5 s.
const ASLEEP_MS: u64 = 10_000;
/// How long relays store messages. A client that was away for longer might have missed the end of a session.
const MAIL_MS: u64 = 86_400_000;
/// A clock that goes back by less is ignored.
const BACK_MS: u64 = 1_000;

/// The client of one dapp, see the module.
pub struct Client {
    config: Config,
    random: Random,
    records: Records,
    link: Link,
    mail: Mail,
    counters: Counters,
    /// The subject of the token, new for each start.
    subject: String,
    now_ms: u64,
    last_tick_ms: Option<u64>,
    /// Restored sessions without an [`Event::Live`] so far.
    unproven: Vec<String>,
    /// The sessions among them that the relay can't prove, because the client was away for longer than it stores
    /// messages.
    doubted: Vec<String>,
    /// Until when their wallets have time to respond to a ping.
    believe_ms: Option<u64>,
    /// How many messages of sessions were decrypted.
    heard: u64,
    /// The relay has reported that it doesn't support `wc_proposeSession`.
    plain_only: bool,
    announced: RelayState,
    dirty: bool,
    acks: Vec<String>,
    frames: Vec<Output>,
    events: Vec<Event>,
    outputs: VecDeque<Output>,
}

impl Client {
    /// Creates a client. It opens a socket only when it has something to send.
    #[must_use]
    pub fn new(config: Config, mut random: Random, now_ms: u64) -> Self {
        let mut seed = [0; 32];
        random(&mut seed);
        let mut client = Self::of(config, random, now_ms, Records::new(seed));
        client.dirty = true;
        client
    }

    /// Restores a client from the result of [`Self::save`]. Damaged or foreign bytes result in a new client.
    #[must_use]
    pub fn restore(config: Config, random: Random, now_ms: u64, saved: &[u8]) -> Self {
        let Some(records) = Records::read(saved, now_ms) else { return Self::new(config, random, now_ms) };
        let mut client = Self::of(config, random, now_ms, records);
        client.unproven = client.records.sessions.iter().map(|session| session.topic.clone()).collect();
        if client.records.drained_ms.saturating_add(MAIL_MS) < now_ms {
            client.doubted = client.unproven.clone();
        }
        client.enter(now_ms);
        client.tell_again();
        client.leave();
        client
    }

    fn of(config: Config, mut random: Random, now_ms: u64, records: Records) -> Self {
        let mut subject = [0; 32];
        random(&mut subject);
        Self {
            link: Link::new(&config.relays),
            config,
            random,
            records,
            mail: Mail::default(),
            counters: Counters::default(),
            subject: crypto::hex(&subject),
            now_ms,
            last_tick_ms: None,
            unproven: Vec::new(),
            doubted: Vec::new(),
            believe_ms: None,
            heard: 0,
            plain_only: false,
            announced: RelayState::Idle,
            dirty: false,
            acks: Vec::new(),
            frames: Vec::new(),
            events: Vec::new(),
            outputs: VecDeque::new(),
        }
    }

    /// The state that must survive a restart, as bytes.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        self.records.write()
    }

    /// Handles an open socket.
    pub fn socket_opened(&mut self, now_ms: u64) {
        self.enter(now_ms);
        if self.link.opened(now_ms) {
            self.records.outbox.unsent();
            self.mail = Mail::on_socket(!self.topics().is_empty());
        }
        self.leave();
    }

    /// Handles a frame.
    pub fn socket_message(&mut self, now_ms: u64, text: &str) {
        self.enter(now_ms);
        if self.link.heard(now_ms) {
            self.frame(text);
        }
        self.leave();
    }

    /// Handles a socket that closed, or that couldn't be opened.
    pub fn socket_closed(&mut self, now_ms: u64, code: u16, reason: &str) {
        self.enter(now_ms);
        self.link.closed(now_ms, code, reason, &mut *self.random);
        if !self.link.is_open() {
            self.socket_gone();
            // unsent frames are sent again on the next socket
            self.outputs.retain(|output| !matches!(output, Output::Send(_)));
        }
        self.leave();
    }

    /// Handles the passage of time.
    pub fn tick(&mut self, now_ms: u64) {
        self.enter(now_ms);
        if self.last_tick_ms.is_some_and(|last| now_ms > last.saturating_add(ASLEEP_MS)) {
            self.link.wake(now_ms);
        }
        self.leave();
        let beating = self.link.deadline(now_ms, false).is_some();
        self.last_tick_ms = beating.then_some(now_ms);
    }

    /// Handles a page that is visible again, or a network that is back.
    pub fn wake(&mut self, now_ms: u64) {
        self.enter(now_ms);
        self.link.wake(now_ms);
        self.leave();
        // the next tick must not detect the same sleep again
        self.last_tick_ms = self.last_tick_ms.map(|_| now_ms);
    }

    /// The next output. Carry them out in this order.
    pub fn poll_output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// When [`Self::tick`] is due, in milliseconds of the same clock. Early and late calls are harmless.
    #[must_use]
    pub fn poll_deadline(&self) -> Option<u64> {
        let link = self.link.deadline(self.now_ms, self.awaited());
        let open = if self.link.is_open() {
            self.mail.deadline().into_iter().chain(self.records.outbox.deadline()).min()
        } else {
            None
        };
        let believe = self.believe_ms.filter(|until| *until > self.now_ms);
        [link, open, believe, self.next_expiry()].into_iter().flatten().min()
    }

    /// The sessions, oldest first.
    #[must_use]
    pub fn sessions(&self) -> &[Session] {
        &self.records.sessions
    }

    /// Finds a session by its topic.
    #[must_use]
    pub fn session(&self, topic: &str) -> Option<&Session> {
        self.records.sessions.iter().find(|session| session.topic == topic)
    }

    /// The ID of this client at the relay, `did:key:z6Mk…`.
    #[must_use]
    pub fn client_id(&self) -> String {
        crypto::did_key(&self.records.seed.0)
    }

    /// A secret of all clients that restore the same bytes. The tabs of a browser authenticate their messages with it.
    #[must_use]
    pub fn shared_secret(&self) -> String {
        saved::secret(&self.records)
    }

    /// How many messages of wallets have arrived. Any message proves that the wallet is online.
    #[must_use]
    pub fn heard(&self) -> u64 {
        self.heard
    }

    /// The state of the socket.
    #[must_use]
    pub fn relay(&self) -> &RelayState {
        self.link.state()
    }

    /// The counters of dropped messages.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.counters
    }

    fn enter(&mut self, now_ms: u64) {
        let back = self.now_ms.saturating_sub(now_ms);
        if back > BACK_MS {
            self.link.rebase(back);
            self.mail.rebase(now_ms);
            self.records.outbox.rebase(now_ms);
            self.last_tick_ms = None;
        }
        self.now_ms = now_ms;
        self.expire();
    }

    /// Handles the consequences of an input, then queues the outputs: Save, acknowledgments, frames, events.
    fn leave(&mut self) {
        self.drive();
        self.note_drained();
        self.tell_live();
        self.tell_relay();
        if self.dirty {
            self.dirty = false;
            self.outputs.push_back(Output::Save);
        }
        self.outputs.extend(self.acks.drain(..).map(Output::Send));
        self.outputs.append(&mut self.frames.drain(..).collect());
        self.outputs.extend(self.events.drain(..).map(Output::Event));
    }

    fn drive(&mut self) {
        let needed = !self.topics().is_empty() || !self.records.outbox.is_empty();
        let awaited = self.awaited();
        while let Some(step) = self.link.step(self.now_ms, needed, awaited, &mut *self.random) {
            self.tell_relay();
            match step {
                Step::Open => {
                    let relay = self.link.relay();
                    let token = token(&self.records.seed.0, &self.subject, &relay, self.now_ms);
                    let url = relay::url(&relay, &token, &self.config.project_id, &self.config.user_agent);
                    self.frames.push(Output::Open(url));
                }
                Step::Close => {
                    self.socket_gone();
                    self.frames.push(Output::Close);
                }
                Step::Probe => self.probe(),
            }
        }
        if self.link.is_open() {
            self.post();
        }
    }

    /// Sends pending messages on an open socket. Subscriptions come first, because a response can arrive immediately.
    fn post(&mut self) {
        let (ids, random, now_ms) = (&mut self.records.ids, &mut self.random, self.now_ms);
        let fresh = || ids.relay(now_ms, &mut **random);
        self.dirty |= self.records.outbox.plain_proposals(now_ms, self.plain_only, fresh);
        self.subscribe();
        let frames = self.records.outbox.send(now_ms);
        self.frames.extend(frames.into_iter().map(Output::Send));
    }

    fn socket_gone(&mut self) {
        self.mail = Mail::default();
        self.records.outbox.unsent();
    }

    /// Whether a response is pending, so that silence is suspicious.
    fn awaited(&self) -> bool {
        !self.records.proposals.is_empty()
            || self.records.waiting.iter().any(|waiting| waiting.is_open())
            || !self.records.outbox.is_empty()
            || self.mail.is_asking()
    }

    fn tell_relay(&mut self) {
        if self.announced != *self.link.state() {
            self.announced = self.link.state().clone();
            self.events.push(Event::Relay(self.announced.clone()));
        }
    }

    /// Sends a call to the relay that isn't a message.
    fn call(&mut self, method: &str, params: &Value) -> u64 {
        let id = self.records.ids.relay(self.now_ms, &mut *self.random);
        self.frames.push(Output::Send(relay::call(id, method, params)));
        id
    }

    /// Encrypts a text and adds it to the outbox.
    fn write(&mut self, topic: &str, key: &Secret, text: &str, post: Post, about: About) {
        let until_ms = self.now_ms.saturating_add(post.ttl_s.saturating_mul(1_000));
        self.write_until(topic, key, text, post, about, until_ms);
    }

    fn write_until(
        &mut self,
        topic: &str,
        key: &Secret,
        text: &str,
        post: Post,
        about: About,
        until_ms: u64,
    ) {
        let mut nonce = [0; 12];
        (self.random)(&mut nonce);
        let message = crate::envelope::encode0(&key.0, nonce, text);
        self.mark_seen(inbox::short_hash(&message));
        let pushed_out = self.records.outbox.push(Letter {
            id: self.records.ids.relay(self.now_ms, &mut *self.random),
            propose: false,
            topic: topic.into(),
            message,
            post,
            about,
            until_ms,
            sent_ms: None,
            was_sent: false,
            hold_ms: 0,
            refusals: 0,
        });
        if let Some(letter) = pushed_out {
            self.pushed_out(letter.about);
        }
    }

    /// Responds to a wallet.
    fn reply(&mut self, topic: &str, key: &Secret, post: Post, id: &Id, answer: Result<(), PeerError>) {
        let text = match &answer {
            Ok(()) => message::result(id, &Value::Bool(true)),
            Err(error) => message::error(id, error),
        };
        self.write(topic, key, &text, post, About::Reply);
    }

    fn client_message_id(&mut self) -> u64 {
        self.records.ids.client(self.now_ms, &mut *self.random)
    }
}
