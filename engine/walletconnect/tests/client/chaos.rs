//! Random schedules: faults of the network, the relay, the wallet and the process in any order keep the invariants
//! (R1, R2, R16, R18, R30); when the faults stop, everything works again. One seed, one run.

use crate::support::relay::From;
use crate::support::wallet::{Wallet, namespaces};
use crate::support::{OTHER_RELAY, RELAY, Rng, World};
use serde_json::json;
use walletconnect::client::{Event, RequestOptions};

/// A wallet and how far it thinks it is.
struct Peer {
    wallet: Wallet,
    proposal: u64,
    said_yes: bool,
}

struct Run {
    world: World,
    rng: Rng,
    peers: Vec<Peer>,
    asked: Vec<(String, u64)>,
}

impl Run {
    fn peer(&mut self) -> Option<usize> {
        (!self.peers.is_empty()).then(|| self.rng.below(self.peers.len()))
    }

    fn step(&mut self) {
        let (choice, seed) = (self.rng.below(24), self.rng.next());
        match choice {
            0 if self.peers.len() < 6 => self.connect(seed),
            1..=3 => self.approve(),
            4 | 5 => self.request(seed),
            6..=8 => self.answer(),
            9..=11 => self.tell(),
            12 => {
                let at = self.rng.below(self.world.relay.mails.len());
                if self.world.relay.mails.get(at).is_some_and(|mail| mail.from == From::Wallet) {
                    self.world.relay.push(at);
                }
            }
            13 => self.world.drop_socket([1000, 1006, 4010][self.rng.below(3)], ""),
            14 => self.world.relay.mute = self.rng.below(3) == 0,
            15 if self.rng.below(2) == 0 => drop(self.world.relay.lost_answers.insert("irn_publish".into())),
            15 => self.world.relay.lost_answers.clear(),
            16 => {
                self.world.unreachable.clear();
                if self.rng.below(2) == 0 {
                    self.world.unreachable.insert([RELAY, OTHER_RELAY][self.rng.below(2)].into());
                }
            }
            17 => self.world.crash_after = Some(self.world.saves + 1 + self.rng.below(3)),
            18 => self.world.crash_before = Some(self.world.saves + 1 + self.rng.below(3)),
            19 => self.world.client.wake(self.world.now_ms),
            20 if self.rng.below(8) == 0 => self.world.sleep(seed % 3_600_000),
            21 => {
                if let Some(at) = self.peer().filter(|_| seed.is_multiple_of(5)) {
                    let proposal = self.peers[at].proposal;
                    self.world.client.cancel(self.world.now_ms, proposal);
                }
            }
            _ => self.world.advance(seed % 20_000),
        }
        self.world.pump();
    }

    fn connect(&mut self, seed: u64) {
        let pairing = self.world.connect();
        let wallet = Wallet::scan(&pairing.uri, seed);
        self.peers.push(Peer { wallet, proposal: pairing.proposal, said_yes: false });
    }

    fn approve(&mut self) {
        let Some(at) = self.peer() else { return };
        let (peer, relay) = (&mut self.peers[at], &mut self.world.relay);
        if relay.sent_by_dapp(&peer.wallet.uri.topic).iter().all(|mail| mail.tag != 1100) {
            return;
        }
        if peer.said_yes {
            peer.wallet.settle(relay, namespaces());
        } else {
            peer.wallet.say_yes(relay);
            peer.said_yes = true;
        }
    }

    fn request(&mut self, seed: u64) {
        let topics: Vec<String> =
            self.world.client.sessions().iter().map(|session| session.topic.clone()).collect();
        if let Some(topic) = topics.get(self.rng.below(topics.len())) {
            let token = (seed.is_multiple_of(3)).then(|| format!("t{}", seed % 40));
            let id = self.world.request(topic, RequestOptions { expiry_s: None, token });
            self.asked.push((topic.clone(), id));
        }
    }

    fn answer(&mut self) {
        if self.asked.is_empty() {
            return;
        }
        let (topic, id) = self.asked[self.rng.below(self.asked.len())].clone();
        let of = |peer: &&mut Peer| peer.said_yes && peer.wallet.topic() == topic;
        if let Some(peer) = self.peers.iter_mut().find(of) {
            peer.wallet.answer(&mut self.world.relay, id, json!(id));
        }
    }

    fn tell(&mut self) {
        let Some(at) = self.peer().filter(|at| self.peers[*at].said_yes) else { return };
        let (peer, relay) = (&mut self.peers[at], &mut self.world.relay);
        let (method, params) = match self.rng.below(12) {
            0 => ("wc_sessionDelete", json!({"code": 6000, "message": "x"})),
            1..=3 => ("wc_sessionUpdate", json!({"namespaces": namespaces()})),
            4 => ("wc_sessionExtend", json!({})),
            5 => ("wc_sessionRequest", json!({})),
            6 | 7 => ("wc_sessionPing", json!({})),
            8 => (
                "wc_sessionEvent",
                json!({"event": {"name": "chainChanged", "data": 1}, "chainId": "eip155:137"}),
            ),
            _ => (
                "wc_sessionEvent",
                json!({"event": {"name": "chainChanged", "data": 1}, "chainId": "eip155:1"}),
            ),
        };
        peer.wallet.request(relay, method, params);
    }

    /// Faults stop: every session answers, a new one is made.
    fn heal(&mut self) {
        self.world.relay.mute = false;
        self.world.relay.lost_answers.clear();
        self.world.unreachable.clear();
        (self.world.crash_after, self.world.crash_before) = (None, None);
        self.world.advance(120_000);
        let topics: Vec<String> =
            self.world.client.sessions().iter().map(|session| session.topic.clone()).collect();
        for topic in topics {
            let id = self.world.request(&topic, RequestOptions::default());
            self.world.advance(1_000);
            let peer = self.peers.iter_mut().find(|peer| peer.said_yes && peer.wallet.topic() == topic);
            let wallet = &mut peer.expect("a session is some wallet's").wallet;
            let asked = wallet
                .inbox(&self.world.relay)
                .into_iter()
                .filter(|message| message["id"] == json!(id))
                .count();
            assert_eq!(asked, 1, "R8: the wallet is asked once");
            wallet.answer(&mut self.world.relay, id, json!("healed"));
            self.world.pump();
            let answered = Event::Answered { id, topic, result: Ok(json!("healed")) };
            assert!(self.world.take_events().contains(&answered));
        }
        let before = self.world.client.sessions().len();
        let (_, topic) = self.world.settled(self.rng.next());
        assert_eq!(self.world.client.sessions().len(), before + 1);
        self.world.client.disconnect(self.world.now_ms, &topic);
        self.world.pump();
    }
}

#[test]
fn recovers_from_faults_in_any_order() {
    let (mut crashes, mut sessions) = (0, 0);
    for seed in 0..24 {
        let mut run = Run {
            world: World::with_relays(seed, &[RELAY, OTHER_RELAY]),
            rng: Rng(seed ^ 0x5eed),
            peers: Vec::new(),
            asked: Vec::new(),
        };
        for _ in 0..160 {
            run.step();
            run.world.take_events();
        }
        sessions += run.world.client.sessions().len();
        run.heal();
        crashes += run.world.crashes;
    }
    assert!(crashes > 24 && sessions > 12, "the faults were there: {crashes} crashes, {sessions} sessions");
}
