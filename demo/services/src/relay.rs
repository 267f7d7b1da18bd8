//! The pairing relay (docs/spec/walletconnect.md sections 3 and 12): topics, subscriptions, a mailbox, deliveries until they are acknowledged.
//! One relay with two doors, each a host of its own: whoever loses one door goes on by the other and meets the same people. Faults,
//! counters and the log of calls are each door's own.
//!
//! - [`auth`]: who connects; [`rpc`]: frames; [`methods`]: what can be called; [`mailbox`]: what waits;
//! - [`socket`]: one connection; [`faults`]: what tests make it do wrong; `hub`: who listens to what, and deliveries.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::world::World;

pub mod auth;
pub mod faults;
mod hub;
pub mod mailbox;
pub mod methods;
mod params;
pub mod rpc;
pub mod socket;

pub use hub::{Door, Out};

use faults::Change;
use hub::{DoorState, Hub, Socket};

/// The relay's state: who is connected is in the hub, what waits is in the database.
pub struct Relay {
    world: Arc<World>,
    hub: Mutex<Hub>,
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
    /// Makes the mailbox's tables. What waits in them from an earlier run is still there.
    pub fn new(world: Arc<World>) -> rusqlite::Result<Self> {
        world.store.lock().execute_batch(mailbox::TABLES)?;
        Ok(Self { world, hub: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, Hub> {
        self.hub.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Milliseconds of the unix clock, as this relay has it.
    pub fn now_ms(&self) -> i64 {
        self.lock().now_ms()
    }

    /// Whether a door is down for a client, and with which text it refuses it.
    pub fn shut(&self, door: Door, client: &str) -> (bool, Option<String>) {
        let hub = self.lock();
        let faults = &hub.door(door).faults;
        if faults.meant(client) { (faults.down, faults.refuse.clone()) } else { (false, None) }
    }

    /// Counts a socket that was not let in.
    pub fn refused(&self, door: Door) {
        self.lock().door_mut(door).counts.refused += 1;
    }

    /// How a socket of this door behaves now.
    pub fn manner(&self, door: Door, client: &str) -> Manner {
        let hub = self.lock();
        let faults = &hub.door(door).faults;
        if !faults.meant(client) {
            return Manner { silent: false, delay: Duration::ZERO };
        }
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
    pub fn heard(&self, socket: u64, text: &str) {
        self.lock().heard(&self.world.store, socket, text);
    }

    /// Sends again what has waited too long for its acknowledgement.
    pub fn redeliver(&self, socket: u64) {
        self.lock().redeliver(socket);
    }

    /// Changes the faults of a door, and does what is asked for at once.
    pub fn steer(&self, door: Door, change: &Change) -> rusqlite::Result<()> {
        let mut hub = self.lock();
        hub.door_mut(door).faults.change(change);
        if let Some(clock_ms) = change.clock_ms {
            hub.clock_ms = clock_ms;
        }
        let cut = change.down == Some(true);
        let faults = &hub.door(door).faults;
        let meant = |socket: &&Socket| socket.door == door && faults.meant(&socket.client);
        for socket in hub.sockets.values().filter(meant) {
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
        if change.empty { mailbox::empty(&self.world.store) } else { Ok(()) }
    }

    /// No faults, counters at nothing. Sockets, messages and the log of calls stay: other tests may run, and look for an answer in it.
    pub fn reset(&self, door: Door) {
        let mut hub = self.lock();
        let state = hub.door_mut(door);
        *state = DoorState { calls: std::mem::take(&mut state.calls), ..DoorState::default() };
        hub.clock_ms = 0;
        for socket in hub.sockets.values().filter(|socket| socket.door == door) {
            socket.tell(Out::Look);
        }
    }

    /// What a test may want to know of a door.
    pub fn report(&self, door: Door) -> rusqlite::Result<Value> {
        let hub = self.lock();
        let sockets: Vec<&Socket> = hub.sockets.values().filter(|socket| socket.door == door).collect();
        let state = hub.door(door);
        Ok(json!({
            "sockets": sockets.len(),
            "clients": sockets.iter().map(|socket| &socket.client).collect::<Vec<_>>(),
            "subscriptions": sockets.iter().map(|socket| socket.subscriptions.len()).sum::<usize>(),
            "unacked": sockets.iter().map(|socket| socket.unacked.len()).sum::<usize>(),
            "messages": mailbox::waiting(&self.world.store, hub.now_ms())?,
            "counts": state.counts,
            "faults": state.faults,
            "calls": state.calls,
        }))
    }
}
