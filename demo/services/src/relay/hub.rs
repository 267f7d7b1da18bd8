//! Who listens to what; publishing, deliveries, and deliveries again.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::{sync::mpsc::UnboundedSender, time::Instant};

use super::{
    faults::Faults,
    mailbox::{self, Message, Publication},
    rpc::{self, RpcError},
};
use crate::store::Store;

/// A delivery that nobody acknowledged is sent again after this time.
const REDELIVER: Duration = Duration::from_secs(2);
/// So many messages may wait in one topic.
const MAILBOX_MAX: u64 = 1_000;
/// So many clients may listen to one topic.
const SUBSCRIBERS_MAX: usize = 100;

/// At most so many items are in a batch, and so many messages come out of a mailbox at once.
pub(super) const BATCH_MAX: usize = 500;
/// The oldest calls leave the log first.
pub(super) const CALLS_MAX: usize = 10_000;

/// One of the two ways in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// The relay of the demo.
    First,
    /// The one to turn to when the first is unreachable.
    Second,
}

/// Everybody who is connected, at either door.
#[derive(Default)]
pub(super) struct Hub {
    pub(super) clock_ms: i64,
    pub(super) last_id: u64,
    pub(super) sockets: BTreeMap<u64, Socket>,
    pub(super) doors: [DoorState; 2],
}

#[derive(Default)]
pub(super) struct DoorState {
    pub(super) faults: Faults,
    pub(super) counts: Counts,
    pub(super) calls: VecDeque<Call>,
}

/// What happened at a door since the start or the last reset (which leaves the log of calls).
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Counts {
    pub(super) opened: u64,
    pub(super) refused: u64,
    pub(super) published: u64,
    pub(super) delivered: u64,
    pub(super) redelivered: u64,
}

/// A call as it came in.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Call {
    pub(super) client: String,
    pub(super) id: u64,
    pub(super) method: String,
    pub(super) topic: Option<String>,
    pub(super) tag: Option<u64>,
    pub(super) ttl: Option<u64>,
}

pub(super) struct Socket {
    pub(super) door: Door,
    pub(super) client: String,
    pub(super) out: UnboundedSender<Out>,
    /// Topic and the id of its subscription.
    pub(super) subscriptions: HashMap<String, String>,
    /// Deliveries that wait for their acknowledgement, by request id.
    pub(super) unacked: BTreeMap<u64, Delivery>,
}

pub(super) struct Delivery {
    pub(super) number: i64,
    pub(super) text: String,
    pub(super) sent: Instant,
}

/// What a socket is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Out {
    /// Send this.
    Text(String),
    /// End with this code and reason.
    Close(u16, String),
    /// The line is cut.
    Cut,
    /// The faults are others now.
    Look,
}

impl Hub {
    pub(super) fn now_ms(&self) -> i64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        i64::try_from(now).unwrap_or(i64::MAX).saturating_add(self.clock_ms)
    }

    /// 19 digits, and never the same again.
    pub(super) fn next_id(&mut self) -> u64 {
        let now = u64::try_from(self.now_ms()).unwrap_or_default().saturating_mul(1_000_000);
        self.last_id = now.max(self.last_id + 1);
        self.last_id
    }

    pub(super) fn door(&self, door: Door) -> &DoorState {
        let [first, second] = &self.doors;
        if door == Door::First { first } else { second }
    }

    pub(super) fn door_mut(&mut self, door: Door) -> &mut DoorState {
        let [first, second] = &mut self.doors;
        if door == Door::First { first } else { second }
    }

    /// Subscribes a socket; the id of the subscription, which follows from topic and client.
    pub(super) fn subscribe(&mut self, number: u64, topic: &str) -> Result<String, RpcError> {
        let there = self.sockets.values().filter(|socket| socket.subscriptions.contains_key(topic)).count();
        let Some(socket) = self.sockets.get_mut(&number) else {
            return Ok(String::new());
        };
        if there >= SUBSCRIBERS_MAX && !socket.subscriptions.contains_key(topic) {
            return Err(rpc::Tag::SubscriberLimitExceeded.into());
        }
        let id = mailbox::hex(&Sha256::digest(format!("{topic}{}", socket.client)));
        socket.subscriptions.insert(topic.to_owned(), id.clone());
        Ok(id)
    }

    /// Takes a message in and hands it to everybody who listens, but for the one who sent it.
    pub(super) fn publish(
        &mut self,
        store: &Store,
        door: Door,
        given: &Publication<'_>,
    ) -> Result<(), RpcError> {
        if mailbox::waiting_in(store, given.topic, given.published_ms)? >= MAILBOX_MAX {
            return Err(rpc::Tag::MailboxLimitExceeded.into());
        }
        let Some(number) = mailbox::keep(store, given)? else {
            return Ok(()); // Said before: a client that lost the answer says it again.
        };
        self.door_mut(door).counts.published += 1;
        let message = Message {
            number,
            topic: given.topic.to_owned(),
            message: given.message.to_owned(),
            tag: given.tag,
            attestation: given.attestation.map(str::to_owned),
            published_ms: given.published_ms,
        };
        let listens = |socket: &Socket| {
            socket.client != given.publisher && socket.subscriptions.contains_key(given.topic)
        };
        let readers: Vec<u64> =
            self.sockets.iter().filter(|(_, socket)| listens(socket)).map(|(number, _)| *number).collect();
        for reader in readers {
            self.deliver(store, reader, &message)?;
        }
        Ok(())
    }

    /// Hands out what waits for a socket in a topic.
    pub(super) fn deliver_waiting(
        &mut self,
        store: &Store,
        number: u64,
        topic: &str,
    ) -> Result<(), RpcError> {
        let Some(socket) = self.sockets.get(&number) else {
            return Ok(());
        };
        let waiting = mailbox::waiting_for(store, topic, &socket.client, self.now_ms(), BATCH_MAX)?;
        for message in waiting {
            let socket = self.sockets.get(&number);
            let on_its_way = socket.is_some_and(|socket| {
                socket.unacked.values().any(|delivery| delivery.number == message.number)
            });
            if !on_its_way {
                self.deliver(store, number, &message)?;
            }
        }
        Ok(())
    }

    pub(super) fn deliver(&mut self, store: &Store, number: u64, message: &Message) -> Result<(), RpcError> {
        let id = self.next_id();
        let Some(socket) = self.sockets.get_mut(&number) else {
            return Ok(());
        };
        mailbox::handed_out(store, message.number, &socket.client)?;
        let mut data = json!({
            "topic": message.topic,
            "message": message.message,
            "publishedAt": message.published_ms,
            "tag": message.tag,
        });
        if let (Some(attestation), Some(object)) = (&message.attestation, data.as_object_mut()) {
            object.insert("attestation".to_owned(), attestation.as_str().into());
        }
        let subscription = socket.subscriptions.get(&message.topic);
        let params = json!({ "id": subscription, "data": data });
        let text = json!({ "id": id, "jsonrpc": "2.0", "method": "irn_subscription", "params": params });
        let text = text.to_string();
        let delivery = Delivery { number: message.number, text: text.clone(), sent: Instant::now() };
        socket.unacked.insert(id, delivery);
        let [first, second] = &mut self.doors;
        let state = if socket.door == Door::First { first } else { second };
        state.counts.delivered += 1;
        let meant = state.faults.meant(&socket.client);
        if !(meant && state.faults.loses_delivery()) {
            let times = if meant { state.faults.duplicates } else { 0 };
            for _ in 0..=times {
                socket.tell(Out::Text(text.clone()));
            }
        }
        Ok(())
    }

    pub(super) fn redeliver(&mut self, number: u64) {
        let Some(socket) = self.sockets.get_mut(&number) else {
            return;
        };
        let [first, second] = &mut self.doors;
        let state = if socket.door == Door::First { first } else { second };
        let after = match state.faults.redeliver_ms {
            0 => REDELIVER,
            given => Duration::from_millis(given),
        };
        let mut again = Vec::new();
        for delivery in socket.unacked.values_mut().filter(|delivery| delivery.sent.elapsed() >= after) {
            delivery.sent = Instant::now();
            again.push(delivery.text.clone());
        }
        for text in again {
            state.counts.redelivered += 1;
            if !(state.faults.meant(&socket.client) && state.faults.loses_delivery()) {
                socket.tell(Out::Text(text));
            }
        }
    }
}

impl Socket {
    pub(super) fn tell(&self, what: Out) {
        // A socket that is ending hears nothing any more.
        let _gone = self.out.send(what);
    }
}
