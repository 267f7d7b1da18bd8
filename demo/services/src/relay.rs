//! The pairing relay (walletconnect.md sections 3 and 12): topics, subscriptions, a mailbox, deliveries until they are acknowledged.
//! One relay with two doors, each a host of its own: whoever loses one door goes on by the other and meets the same people. Faults,
//! counters and the log of calls are each door's own.
//!
//! - [`auth`]: who connects; [`rpc`]: frames; [`methods`]: what can be called; [`mailbox`]: what waits;
//! - [`socket`]: one connection; [`faults`]: what tests make it do wrong.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::Instant,
};

use crate::{relay::rpc::RpcError, store::Store};

pub mod auth;
pub mod faults;
pub mod mailbox;
pub mod methods;
pub mod rpc;
pub mod socket;

use faults::{Change, Faults};
use mailbox::{Message, Publication};

/// A delivery that nobody acknowledged is sent again after this time.
const REDELIVER: Duration = Duration::from_secs(2);
/// At most so many messages come out of a mailbox at once.
const BATCH_MAX: usize = 500;
/// So many messages may wait in one topic.
const MAILBOX_MAX: u64 = 1_000;
/// So many clients may listen to one topic.
const SUBSCRIBERS_MAX: usize = 100;
const CALLS_MAX: usize = 10_000;

/// One of the two ways in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// The relay of the demo.
    First,
    /// The one to turn to when the first is unreachable.
    Second,
}

/// The relay's state.
#[derive(Default)]
pub struct Relay(Mutex<Hub>);

#[derive(Default)]
struct Hub {
    clock_ms: i64,
    last_id: u64,
    sockets: BTreeMap<u64, Socket>,
    doors: [DoorState; 2],
}

#[derive(Default)]
struct DoorState {
    faults: Faults,
    counts: Counts,
    calls: VecDeque<Call>,
}

/// What happened at a door since the start or the last reset.
#[derive(Debug, Clone, Default, Serialize)]
struct Counts {
    opened: u64,
    refused: u64,
    published: u64,
    delivered: u64,
    redelivered: u64,
}

/// A call as it came in.
#[derive(Debug, Clone, Serialize)]
struct Call {
    client: String,
    id: u64,
    method: String,
    topic: Option<String>,
    tag: Option<u64>,
    ttl: Option<u64>,
}

struct Socket {
    door: Door,
    client: String,
    out: UnboundedSender<Out>,
    /// Topic and the id of its subscription.
    subscriptions: HashMap<String, String>,
    /// Deliveries that wait for their acknowledgement, by request id.
    unacked: BTreeMap<u64, Delivery>,
}

struct Delivery {
    number: i64,
    text: String,
    sent: Instant,
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

/// A socket's own view of the faults of its door.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// Nothing is read or said.
    pub silent: bool,
    /// Everything is said so much later.
    pub delay: Duration,
}

impl Relay {
    fn lock(&self) -> MutexGuard<'_, Hub> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Milliseconds of the unix clock, as this relay has it.
    pub fn now_ms(&self) -> i64 {
        self.lock().now_ms()
    }

    /// Whether a door is down, and with which text it refuses.
    pub fn shut(&self, door: Door) -> (bool, Option<String>) {
        let hub = self.lock();
        let faults = &hub.door(door).faults;
        (faults.down, faults.refuse.clone())
    }

    /// Counts a socket that was not let in.
    pub fn refused(&self, door: Door) {
        self.lock().door_mut(door).counts.refused += 1;
    }

    /// How a socket of this door behaves now.
    pub fn manner(&self, door: Door) -> Manner {
        let hub = self.lock();
        let faults = &hub.door(door).faults;
        Manner { silent: faults.silent, delay: Duration::from_millis(faults.delay_ms) }
    }

    /// Lets a client in: the number of its socket, and what it is told from now on.
    pub fn open(&self, door: Door, client: &str) -> (u64, UnboundedReceiver<Out>) {
        let (out, told) = unbounded_channel();
        let mut hub = self.lock();
        let number = hub.next_id();
        let (subscriptions, unacked) = (HashMap::new(), BTreeMap::new());
        hub.sockets.insert(number, Socket { door, client: client.to_owned(), out, subscriptions, unacked });
        hub.door_mut(door).counts.opened += 1;
        (number, told)
    }

    /// A socket is gone, and its subscriptions with it.
    pub fn closed(&self, socket: u64) {
        self.lock().sockets.remove(&socket);
    }

    /// A frame came in.
    pub fn heard(&self, store: &Store, socket: u64, text: &str) {
        self.lock().heard(store, socket, text);
    }

    /// Sends again what has waited too long for its acknowledgement.
    pub fn redeliver(&self, socket: u64) {
        self.lock().redeliver(socket);
    }

    /// Changes the faults of a door, and does what is asked for at once.
    pub fn steer(&self, store: &Store, door: Door, change: &Change) -> rusqlite::Result<()> {
        let mut hub = self.lock();
        hub.door_mut(door).faults.change(change);
        if let Some(clock_ms) = change.clock_ms {
            hub.clock_ms = clock_ms;
        }
        let cut = change.down == Some(true);
        for socket in hub.sockets.values().filter(|socket| socket.door == door) {
            if let Some(text) = &change.send {
                socket.tell(Out::Text(text.clone()));
            }
            match &change.kill {
                _ if cut => socket.tell(Out::Cut),
                Some(kill) => {
                    socket.tell(kill.code.map_or(Out::Cut, |code| Out::Close(code, kill.reason.clone())));
                }
                None => socket.tell(Out::Look),
            }
        }
        drop(hub);
        if change.empty { mailbox::empty(store) } else { Ok(()) }
    }

    /// No faults, counters at nothing, an empty log. Sockets and messages stay: other tests may run.
    pub fn reset(&self, door: Door) {
        let mut hub = self.lock();
        *hub.door_mut(door) = DoorState::default();
        hub.clock_ms = 0;
        for socket in hub.sockets.values().filter(|socket| socket.door == door) {
            socket.tell(Out::Look);
        }
    }

    /// What a test may want to know of a door.
    pub fn report(&self, store: &Store, door: Door) -> rusqlite::Result<Value> {
        let hub = self.lock();
        let sockets: Vec<&Socket> = hub.sockets.values().filter(|socket| socket.door == door).collect();
        let state = hub.door(door);
        Ok(json!({
            "sockets": sockets.len(),
            "clients": sockets.iter().map(|socket| &socket.client).collect::<Vec<_>>(),
            "subscriptions": sockets.iter().map(|socket| socket.subscriptions.len()).sum::<usize>(),
            "unacked": sockets.iter().map(|socket| socket.unacked.len()).sum::<usize>(),
            "messages": mailbox::waiting(store, hub.now_ms())?,
            "counts": state.counts,
            "faults": state.faults,
            "calls": state.calls,
        }))
    }
}

impl Hub {
    fn now_ms(&self) -> i64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        i64::try_from(now).unwrap_or(i64::MAX).saturating_add(self.clock_ms)
    }

    /// 19 digits, and never the same again.
    fn next_id(&mut self) -> u64 {
        let now = u64::try_from(self.now_ms()).unwrap_or_default().saturating_mul(1_000_000);
        self.last_id = now.max(self.last_id + 1);
        self.last_id
    }

    fn door(&self, door: Door) -> &DoorState {
        let [first, second] = &self.doors;
        if door == Door::First { first } else { second }
    }

    fn door_mut(&mut self, door: Door) -> &mut DoorState {
        let [first, second] = &mut self.doors;
        if door == Door::First { first } else { second }
    }

    /// Subscribes a socket; the id of the subscription, which follows from topic and client.
    fn subscribe(&mut self, number: u64, topic: &str) -> Result<String, RpcError> {
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
    fn publish(&mut self, store: &Store, door: Door, given: &Publication<'_>) -> Result<(), RpcError> {
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
    fn deliver_waiting(&mut self, store: &Store, number: u64, topic: &str) -> Result<(), RpcError> {
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

    fn deliver(&mut self, store: &Store, number: u64, message: &Message) -> Result<(), RpcError> {
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
        if !state.faults.loses_delivery() {
            for _ in 0..=state.faults.duplicates {
                socket.tell(Out::Text(text.clone()));
            }
        }
        Ok(())
    }

    fn redeliver(&mut self, number: u64) {
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
            if !state.faults.loses_delivery() {
                socket.tell(Out::Text(text));
            }
        }
    }
}

impl Socket {
    fn tell(&self, what: Out) {
        // A socket that is ending hears nothing any more.
        let _gone = self.out.send(what);
    }
}
