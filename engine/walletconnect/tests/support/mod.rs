//! A virtual world: one client, one relay, a clock. No sleeps: time is an argument.

#![allow(dead_code, reason = "not every scenario uses all of it")]

pub mod relay;
pub mod wallet;

use relay::Relay;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use walletconnect::client::{Ask, Client, Config, Event, Metadata, Output, Pairing, Random, RequestOptions};
use walletconnect::namespaces::{self, ProposalNamespace, Proposed};

pub const START_MS: u64 = 1_795_000_000_000;
pub const RELAY: &str = "wss://relay.example";
pub const OTHER_RELAY: &str = "wss://other.example";

/// Splitmix: the same seed, the same run.
#[derive(Clone)]
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    pub fn fill(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            *byte = self.next() as u8;
        }
    }
}

pub fn random(seed: u64) -> Random {
    let mut rng = Rng(seed);
    Box::new(move |bytes| rng.fill(bytes))
}

pub fn config(relays: &[&str]) -> Config {
    Config {
        relays: relays.iter().map(|relay| (*relay).into()).collect(),
        project_id: "PID".into(),
        metadata: Metadata {
            name: "dApp".into(),
            description: "A dApp".into(),
            url: "https://dapp.example".into(),
            icons: vec!["https://dapp.example/icon.png".into()],
            redirect: None,
        },
        user_agent: "wc-2/js-2.25.0/test".into(),
    }
}

pub fn asked() -> Proposed {
    let namespace = ProposalNamespace {
        chains: vec!["eip155:1".into(), "eip155:10".into()],
        methods: vec!["personal_sign".into(), "eth_sendTransaction".into()],
        events: vec!["chainChanged".into(), "accountsChanged".into()],
        ..ProposalNamespace::default()
    };
    Proposed::from([("eip155".into(), namespace)])
}

pub fn ask() -> Ask {
    Ask { optional: asked(), ..Ask::default() }
}

/// What became of the socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Socket {
    Closed,
    Opening(String),
    Open(String),
}

/// See the module.
pub struct World {
    pub now_ms: u64,
    pub client: Client,
    pub relay: Relay,
    pub socket: Socket,
    pub events: Vec<Event>,
    pub saved: Vec<u8>,
    pub saves: usize,
    /// All outputs, by name, for tests of order.
    pub log: Vec<String>,
    /// When sockets were asked for, and where.
    pub opens: Vec<(u64, String)>,
    /// Relays that cannot be reached, and those whose sockets never open.
    pub unreachable: BTreeSet<String>,
    pub hanging: BTreeSet<String>,
    /// A refusal for each new socket.
    pub refusal: Option<String>,
    /// The process dies right after this save is durable, or right before it is.
    pub crash_after: Option<usize>,
    pub crash_before: Option<usize>,
    /// Saves are only counted.
    pub lazy: bool,
    pub crashes: usize,
    relays: Vec<String>,
    seed: u64,
    ghost: Ghost,
}

/// What the invariants remember.
#[derive(Default)]
struct Ghost {
    asked: BTreeMap<u64, usize>,
    settled: BTreeMap<u64, usize>,
    dead: BTreeSet<String>,
}

impl World {
    pub fn new(seed: u64) -> Self {
        Self::with_relays(seed, &[RELAY])
    }

    pub fn with_relays(seed: u64, relays: &[&str]) -> Self {
        let mut relay = Relay::new();
        relay.now_ms = START_MS;
        Self {
            now_ms: START_MS,
            client: Client::new(config(relays), random(seed), START_MS),
            relay,
            socket: Socket::Closed,
            events: Vec::new(),
            saved: Vec::new(),
            saves: 0,
            log: Vec::new(),
            opens: Vec::new(),
            unreachable: BTreeSet::new(),
            hanging: BTreeSet::new(),
            refusal: None,
            crash_after: None,
            crash_before: None,
            lazy: false,
            crashes: 0,
            relays: relays.iter().map(|relay| (*relay).into()).collect(),
            seed,
            ghost: Ghost::default(),
        }
    }

    /// Carries out all outputs and frames until nothing moves.
    pub fn pump(&mut self) {
        loop {
            while let Some(output) = self.client.poll_output() {
                self.carry_out(output);
            }
            if self.relay.to_dapp.is_empty() {
                break;
            }
            let frame = self.relay.to_dapp.remove(0);
            self.client.socket_message(self.now_ms, &frame);
        }
        self.check();
    }

    fn carry_out(&mut self, output: Output) {
        match output {
            Output::Save => {
                self.log.push("save".into());
                self.saves += 1;
                if self.crash_before == Some(self.saves) {
                    self.crash_before = None;
                    return self.crash();
                }
                if !self.lazy {
                    self.saved = self.client.save();
                }
                if self.crash_after == Some(self.saves) {
                    self.crash_after = None;
                    self.crash();
                }
            }
            Output::Open(url) => {
                self.log.push("open".into());
                let (relay, _) = url.split_once('?').expect("the URL carries a token");
                self.opens.push((self.now_ms, relay.into()));
                self.relay.hang_up();
                self.socket = Socket::Opening(relay.into());
                if self.unreachable.contains(relay) {
                    self.socket = Socket::Closed;
                    self.client.socket_closed(self.now_ms, 1006, "");
                } else if !self.hanging.contains(relay) {
                    self.socket = Socket::Open(relay.into());
                    self.client.socket_opened(self.now_ms);
                    if let Some(reason) = self.refusal.clone() {
                        self.drop_socket(3000, &reason);
                    }
                }
            }
            Output::Close => {
                self.log.push("close".into());
                self.relay.hang_up();
                self.socket = Socket::Closed;
            }
            Output::Send(text) => {
                let frame: Value = serde_json::from_str(&text).unwrap();
                self.log.push(frame["method"].as_str().unwrap_or("ack").into());
                assert!(matches!(self.socket, Socket::Open(_)), "a frame without a socket: {text}");
                self.relay.frame(&text);
            }
            Output::Event(event) => {
                self.log.push("event".into());
                self.ghost(&event);
                self.events.push(event);
            }
        }
    }

    /// The relay's side closes.
    pub fn drop_socket(&mut self, code: u16, reason: &str) {
        self.relay.hang_up();
        self.socket = Socket::Closed;
        self.client.socket_closed(self.now_ms, code, reason);
    }

    /// The process dies and starts again from what was saved last.
    pub fn crash(&mut self) {
        self.crashes += 1;
        self.relay.hang_up();
        self.socket = Socket::Closed;
        self.seed += 1_000;
        let relays: Vec<&str> = self.relays.iter().map(String::as_str).collect();
        self.client = Client::restore(config(&relays), random(self.seed), self.now_ms, &self.saved);
        // promises of the page that died are no one's
        self.ghost.asked.clear();
    }

    pub fn restart(&mut self) {
        self.crash();
        self.pump();
    }

    /// Lets time pass, ticking when the client asks for it.
    pub fn advance(&mut self, ms: u64) {
        let end = self.now_ms + ms;
        while let Some(due) = self.client.poll_deadline().filter(|due| *due <= end) {
            self.set_now(due.max(self.now_ms));
            self.client.tick(self.now_ms);
            let before = self.client.poll_deadline();
            self.pump();
            if before.is_some_and(|next| next <= self.now_ms) && self.client.poll_deadline() == before {
                panic!("the deadline {before:?} does not move on at {}", self.now_ms);
            }
        }
        self.set_now(end);
    }

    /// Lets time pass unseen: the machine sleeps.
    pub fn sleep(&mut self, ms: u64) {
        self.set_now(self.now_ms + ms);
    }

    pub fn set_now(&mut self, now_ms: u64) {
        self.now_ms = now_ms;
        self.relay.now_ms = now_ms;
    }

    pub fn connect(&mut self) -> Pairing {
        self.connect_with(ask())
    }

    pub fn connect_with(&mut self, ask: Ask) -> Pairing {
        let pairing = self.client.connect(self.now_ms, ask).expect("the ask is good");
        self.pump();
        pairing
    }

    /// A session, its wallet and its topic.
    pub fn settled(&mut self, seed: u64) -> (wallet::Wallet, String) {
        let pairing = self.connect();
        let mut wallet = wallet::Wallet::scan(&pairing.uri, seed);
        wallet.approve(&mut self.relay);
        self.pump();
        let topic = wallet.topic();
        assert!(self.client.session(&topic).is_some(), "no session: {:?}", self.events);
        wallet.inbox(&self.relay);
        (wallet, topic)
    }

    pub fn request(&mut self, topic: &str, options: RequestOptions) -> u64 {
        let params = json!(["0x68656c6c6f", wallet::ADDRESS]);
        let id = self.client.request(self.now_ms, topic, "eip155:1", "personal_sign", params, options);
        let id = id.expect("the session grants it");
        self.ghost.asked.entry(id).or_insert(0);
        self.pump();
        id
    }

    pub fn ping(&mut self, topic: &str) -> u64 {
        let id = self.client.ping(self.now_ms, topic).expect("there is a session");
        self.ghost.asked.insert(id, 0);
        self.pump();
        id
    }

    /// Events since the last look.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    fn ghost(&mut self, event: &Event) {
        match event {
            Event::Answered { id, .. } | Event::Pinged { id } => {
                if let Some(count) = self.ghost.asked.get_mut(id) {
                    *count += 1;
                    assert!(*count == 1, "R2: request {id} ended twice");
                }
            }
            Event::Settled { proposal, topic, .. } => {
                let count = self.ghost.settled.entry(*proposal).or_insert(0);
                *count += 1;
                assert!(*count == 1, "T18: proposal {proposal} settled twice");
                assert!(!self.ghost.dead.contains(topic), "R16: {topic} lives again");
            }
            Event::Deleted { topic, .. } | Event::Expired { topic } => {
                self.ghost.dead.insert(topic.clone());
            }
            Event::Emitted { topic, chain, .. } => {
                let session = self.client.session(topic).or_else(|| self.client.sessions().first());
                let chains =
                    session.map(|session| namespaces::chains(&session.namespaces)).unwrap_or_default();
                assert!(chains.is_empty() || chains.contains(chain), "R18: {chain} is not of the session");
            }
            _ => {}
        }
    }

    /// R1, R16, R18, R30 hold whenever nothing moves.
    pub fn check(&self) {
        let asked = namespaces::merge(&Proposed::new(), &asked());
        for session in self.client.sessions() {
            assert!(session.expires_ms > self.now_ms, "R1: an expired session");
            let chains = namespaces::chains(&session.namespaces);
            assert!(!chains.is_empty(), "R1: a session without an account");
            let granted = asked.get("eip155").map(|namespace| namespace.chains.clone()).unwrap_or_default();
            assert!(chains.iter().all(|chain| granted.contains(chain)), "R18: {chains:?} were not asked for");
            assert!(!self.ghost.dead.contains(&session.topic), "R16: a deleted session is there");
        }
        assert!(self.client.sessions().len() <= 20, "R30");
        assert!(self.saved.len() < 1_048_576, "R30: {} bytes are stored", self.saved.len());
    }
}
