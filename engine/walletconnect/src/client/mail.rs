//! Subscriptions on the current socket, pending calls to the relay, and the mailbox.

use super::{Client, Event};
use crate::crypto;
use crate::map::SortedMap;
use crate::relay::outbox::{About, Letter};
use crate::relay::{self, Fault, Incoming};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use serde_json::Value;

/// A subscription without a response is requested again after this time.
const CALL_MS: u64 = 15_000;
/// A mailbox without a response counts as empty after this time. Later messages are still accepted.
const FETCH_MS: u64 = 5_000;
/// How long a wallet has to respond, before a session is displayed that the relay can't prove (docs/spec/security.md,
/// Start-up).
const BELIEVE_MS: u64 = 5_000;
/// The wait after a rejected subscription.
const HOLD_MS: u64 = 15_000;
/// The wait after a temporary error. The next constant limits the retries.
const RETRY_MS: u64 = 5_000;
const REFUSALS_MAX: u32 = 5;
/// The maximum number of pending calls, and of pages of one mailbox.
const CALLS_MAX: usize = 128;
const PAGES_MAX: u32 = 64;

/// The state of a topic on this socket.
#[derive(Clone, Debug)]
enum Sub {
    Asked,
    Done(String),
}

/// The method of a call.
#[derive(Clone, Debug)]
enum What {
    Subscribe(String),
    SubscribeAll(Vec<String>),
    Drain,
    Probe,
    Other,
}

#[derive(Clone, Debug)]
struct Call {
    what: What,
    sent_ms: u64,
}

/// Whether the mailbox has been emptied on this socket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Drain {
    /// The mailbox is empty.
    #[default]
    Done,
    /// Starts when all topics are subscribed.
    Due,
    /// The number of fetched pages.
    Fetching(u32),
}

/// The subscriptions and calls of one socket.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mail {
    subs: SortedMap<String, Sub>,
    calls: SortedMap<u64, Call>,
    drain: Drain,
    hold_ms: u64,
    /// The relay doesn't support `irn_batchSubscribe`.
    one_by_one: bool,
}

impl Mail {
    pub(crate) fn on_socket(anything: bool) -> Self {
        Self { drain: if anything { Drain::Due } else { Drain::Done }, ..Self::default() }
    }

    /// Whether a call other than a probe is pending.
    pub(crate) fn is_asking(&self) -> bool {
        self.calls.values().any(|call| !matches!(call.what, What::Probe | What::Other))
    }

    pub(crate) fn deadline(&self) -> Option<u64> {
        let calls = self.calls.values().filter_map(|call| match call.what {
            What::Subscribe(_) | What::SubscribeAll(_) => Some(call.sent_ms.saturating_add(CALL_MS)),
            What::Drain => Some(call.sent_ms.saturating_add(FETCH_MS)),
            What::Probe | What::Other => None,
        });
        calls.chain((self.hold_ms > 0).then_some(self.hold_ms)).min()
    }

    pub(crate) fn rebase(&mut self, now_ms: u64) {
        self.hold_ms = self.hold_ms.min(now_ms);
        for call in self.calls.values_mut() {
            call.sent_ms = call.sent_ms.min(now_ms);
        }
    }

    fn remember(&mut self, id: u64, what: What, sent_ms: u64) {
        if self.calls.len() >= CALLS_MAX {
            self.calls.pop_first();
        }
        self.calls.insert(id, Call { what, sent_ms });
    }

    fn is_subscribed(&self, topic: &str) -> bool {
        matches!(self.subs.get(topic), Some(Sub::Done(_)))
    }
}

impl Client {
    /// All topics on which messages can arrive.
    pub(super) fn topics(&self) -> Vec<String> {
        let records = &self.records;
        let mut topics: Vec<String> = records.sessions.iter().map(|session| session.topic.clone()).collect();
        for proposal in &records.proposals {
            // wc_proposeSession also subscribes
            let proposing =
                records.outbox.iter().any(|letter| letter.propose && letter.topic == proposal.topic);
            if !proposing && !proposal.left {
                topics.push(proposal.topic.clone());
            }
            topics.extend(proposal.phase.topic().map(String::from));
            if proposal.is_answerable_at_once() {
                topics.push(crypto::topic_of(&proposal.public));
            }
        }
        let late = records.waiting.iter().filter(|waiting| waiting.key.is_some());
        topics.extend(late.map(|waiting| waiting.topic.clone()));
        topics
    }

    /// Adjusts the relay's subscriptions to [`Self::topics`]. When all are subscribed, empties the mailbox.
    pub(super) fn subscribe(&mut self) {
        self.give_up_calls();
        let wanted_topics = self.topics();
        let topics: Vec<String> =
            self.mail.subs.keys().filter(|topic| !wanted_topics.contains(topic)).cloned().collect();
        for topic in topics {
            if let Some(Sub::Done(id)) = self.mail.subs.remove(&topic) {
                let params = crate::json::object([("topic", topic.as_str().into()), ("id", id.into())]);
                let id = self.call("irn_unsubscribe", &params);
                self.mail.remember(id, What::Other, self.now_ms);
            }
        }
        if self.mail.hold_ms > self.now_ms {
            return;
        }
        self.mail.hold_ms = 0;
        let new: Vec<String> =
            wanted_topics.iter().filter(|topic| !self.mail.subs.contains_key(*topic)).cloned().collect();
        for topic in &new {
            self.mail.subs.insert(topic.clone(), Sub::Asked);
        }
        if new.len() > 1 && !self.mail.one_by_one {
            let id = self.call("irn_batchSubscribe", &relay::topics(&new));
            self.mail.remember(id, What::SubscribeAll(new), self.now_ms);
        } else {
            for topic in new {
                let id = self.call("irn_subscribe", &relay::topic(&topic));
                self.mail.remember(id, What::Subscribe(topic), self.now_ms);
            }
        }
        if self.mail.drain == Drain::Due && wanted_topics.iter().all(|topic| self.mail.is_subscribed(topic)) {
            self.fetch(&wanted_topics, 0);
        }
    }

    fn fetch(&mut self, topics: &[String], page: u32) {
        if topics.is_empty() || page >= PAGES_MAX {
            self.mail.drain = Drain::Done;
            return;
        }
        self.mail.drain = Drain::Fetching(page);
        let id = self.call("irn_batchFetchMessages", &relay::topics(topics));
        self.mail.remember(id, What::Drain, self.now_ms);
    }

    fn give_up_calls(&mut self) {
        let now_ms = self.now_ms;
        let late = |call: &Call| match call.what {
            What::Drain => now_ms >= call.sent_ms.saturating_add(FETCH_MS),
            _ => now_ms >= call.sent_ms.saturating_add(CALL_MS),
        };
        let ids: Vec<u64> =
            self.mail.calls.iter().filter(|(_, call)| late(call)).map(|(id, _)| *id).collect();
        for id in ids {
            match self.mail.calls.remove(&id).map(|call| call.what) {
                Some(What::Subscribe(topic)) => self.unsubscribed(&[topic]),
                Some(What::SubscribeAll(topics)) => self.unsubscribed(&topics),
                // still remembered, because its late response contains messages
                Some(What::Drain) => {
                    self.mail.drain = Drain::Done;
                    self.mail.remember(id, What::Probe, now_ms);
                }
                _ => {}
            }
        }
    }

    fn unsubscribed(&mut self, topics: &[String]) {
        for topic in topics {
            self.mail.subs.remove(topic);
        }
    }

    /// Sends a call to which the relay must respond.
    pub(super) fn probe(&mut self) {
        let topic = self.topics().into_iter().next();
        let Some(topic) =
            topic.or_else(|| self.records.outbox.iter().next().map(|letter| letter.topic.clone()))
        else {
            return;
        };
        let id = self.call("irn_fetchMessages", &relay::topic(&topic));
        self.mail.remember(id, What::Probe, self.now_ms);
    }

    /// Handles a frame of the relay.
    pub(super) fn frame(&mut self, text: &str) {
        match relay::read(text) {
            Incoming::Other => {}
            Incoming::Delivery(id, delivery) => {
                self.acks.push(relay::ack(&id));
                match delivery {
                    Some(delivery) => {
                        self.receive(&delivery);
                    }
                    None => self.counters.unreadable = self.counters.unreadable.saturating_add(1),
                }
            }
            Incoming::Answer(id, answer) => {
                if let Some(letter) = self.records.outbox.take(id) {
                    self.dirty = true;
                    self.published(letter, answer.map(|_| ()));
                } else if let Some(call) = self.mail.calls.remove(&id) {
                    self.answered_call(call.what, answer);
                }
            }
        }
    }

    fn published(&mut self, mut letter: Letter, answer: Result<(), Fault>) {
        let Err(fault) = answer else {
            if let About::Proposal(proposal) = letter.about {
                if letter.propose {
                    let id = self.subscription_id(&letter.topic);
                    self.mail.subs.insert(letter.topic, Sub::Done(id));
                }
                self.events.push(Event::Published { proposal });
            }
            return;
        };
        if letter.propose && fault.unknown_method {
            // falls back to the older method with the same ciphertext (docs/spec/walletconnect.md section 3)
            self.plain_only = true;
            letter.sent_ms = None;
            self.records.outbox.put_back(letter);
            return;
        }
        match letter.about {
            About::Reply | About::Delete => {
                if fault.passing && letter.refusals < REFUSALS_MAX {
                    letter.refusals = letter.refusals.saturating_add(1);
                    letter.sent_ms = None;
                    letter.hold_ms = self.now_ms.saturating_add(RETRY_MS);
                    self.records.outbox.put_back(letter);
                }
            }
            About::Proposal(id) | About::Authenticate(id) => self.reject(id, fault.verdict()),
            // the relay might have delivered it to the wallet anyway
            About::Request(id) => self.ended(id, fault.verdict()),
        }
    }

    fn answered_call(&mut self, what: What, answer: Result<Value, Fault>) {
        match (what, answer) {
            (What::Other, _) | (What::Probe, Err(_)) => {}
            (What::Subscribe(topic), Ok(id)) => self.subscribed(&topic, id.as_str()),
            (What::SubscribeAll(topics), Ok(ids)) => {
                for (at, topic) in topics.iter().enumerate() {
                    self.subscribed(topic, ids.get(at).and_then(Value::as_str));
                }
            }
            (What::Subscribe(topic), Err(fault)) => self.refused(vec![topic], fault),
            (What::SubscribeAll(topics), Err(fault)) if fault.unknown_method => {
                self.mail.one_by_one = true;
                self.unsubscribed(&topics);
            }
            (What::SubscribeAll(topics), Err(fault)) => self.refused(topics, fault),
            (What::Probe, Ok(result)) => {
                self.take_mail(&result);
            }
            (What::Drain, Ok(result)) => {
                let more = self.take_mail(&result);
                let page = if let Drain::Fetching(page) = self.mail.drain { page } else { 0 };
                self.mail.drain = Drain::Done;
                if more {
                    let topics = self.topics();
                    self.fetch(&topics, page.saturating_add(1));
                }
            }
            // a relay without mailbox calls delivers messages on subscription
            (What::Drain, Err(_)) => self.mail.drain = Drain::Done,
        }
    }

    /// Handles a page of the mailbox. Returns true if more pages exist and this one had new messages.
    fn take_mail(&mut self, result: &Value) -> bool {
        let (mail, more) = relay::read_mail(result);
        let mut new = false;
        for delivery in &mail {
            new |= self.receive(delivery);
        }
        if !mail.is_empty() {
            let id = self.records.ids.relay(self.now_ms, &mut *self.random);
            self.acks.push(relay::call(id, "irn_batchReceive", &relay::receipts(&mail)));
            self.mail.remember(id, What::Other, self.now_ms);
        }
        more && new
    }

    fn subscribed(&mut self, topic: &str, id: Option<&str>) {
        let id = id.map_or_else(|| self.subscription_id(topic), String::from);
        if let Some(sub) = self.mail.subs.get_mut(topic) {
            *sub = Sub::Done(id);
        }
    }

    /// The ID that official clients use for a topic, whatever the relay returns.
    fn subscription_id(&self, topic: &str) -> String {
        crypto::sha256_hex([topic, &self.client_id()].concat().as_bytes())
    }

    /// Handles rejected subscriptions: the proposal of such a topic ends, a session is retried later.
    fn refused(&mut self, topics: Vec<String>, fault: Fault) {
        self.unsubscribed(&topics);
        self.mail.hold_ms = self.now_ms.saturating_add(HOLD_MS);
        if fault.passing {
            return;
        }
        let concerned = |proposal: &super::record::Proposal| {
            let at_once = proposal.is_answerable_at_once().then(|| crypto::topic_of(&proposal.public));
            topics.iter().any(|topic| {
                *topic == proposal.topic
                    || proposal.phase.topic() == Some(topic)
                    || at_once.as_ref() == Some(topic)
            })
        };
        let over: Vec<u64> = self
            .records
            .proposals
            .iter()
            .filter(|proposal| concerned(proposal))
            .map(|proposal| proposal.id)
            .collect();
        for id in over {
            self.reject(id, fault.verdict());
        }
    }

    /// Emits once after a restart which sessions are still valid.
    pub(super) fn tell_live(&mut self) {
        if self.unproven.is_empty() || !self.link.is_open() || self.mail.drain != Drain::Done {
            return;
        }
        let subscribed =
            self.unproven.iter().all(|topic| self.session(topic).is_none() || self.mail.is_subscribed(topic));
        if subscribed && self.is_believed() {
            let topics: Vec<String> = core::mem::take(&mut self.unproven)
                .into_iter()
                .filter(|topic| self.session(topic).is_some())
                .collect();
            if !topics.is_empty() {
                self.events.push(Event::Live { topics });
            }
        }
    }

    /// Whether an empty mailbox is enough proof. If not, the wallet is pinged first, but the client doesn't wait long
    /// for one that is asleep.
    fn is_believed(&mut self) -> bool {
        self.doubted.retain(|topic| self.records.sessions.iter().any(|session| session.topic == *topic));
        if self.doubted.is_empty() {
            return true;
        }
        if let Some(until_ms) = self.believe_ms {
            return self.now_ms >= until_ms;
        }
        self.believe_ms = Some(self.now_ms.saturating_add(BELIEVE_MS));
        for topic in self.doubted.clone() {
            let _ = self.ask_ping(&topic); // too many pending requests, so only time can prove it
        }
        self.post();
        false
    }

    /// Stores when the mailboxes were last known to be empty.
    pub(super) fn note_drained(&mut self) {
        if self.link.is_open() && self.mail.drain == Drain::Done && self.doubted.is_empty() {
            self.records.drained_ms = self.now_ms;
        }
    }
}
