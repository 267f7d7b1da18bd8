//! A mobile wallet: the relay and the wallet of the protocol's own tests, behind the engine's sockets.

#![allow(dead_code, unused_imports, reason = "each scenario file uses its own part")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]
#![allow(missing_docs, reason = "names say it")]

#[path = "../../../../walletconnect/tests/support/relay.rs"]
pub mod relay;
#[path = "../../../../walletconnect/tests/support/wallet.rs"]
pub mod wallet;

use crate::support::{World, options};
use relay::Relay;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wallet::Wallet;
use wallet_engine::flow::Join;
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::socket::SocketEvent;

/// Splitmix: the same seed, the same run.
pub struct Rng(pub u64);

impl Rng {
    pub fn fill(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            *byte = (self.0.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33) as u8;
        }
    }
}

/// A page, the relay behind it and what connects them.
pub struct Paired {
    pub world: World,
    pub relay: Relay,
    /// Sockets are not opened.
    pub away: bool,
    opened: usize,
    read: usize,
}

impl Paired {
    pub fn new() -> Self {
        Self::over(World::with(options(), Default::default()))
    }

    pub fn over(world: World) -> Self {
        Self { world, relay: Relay::new(), away: false, opened: 0, read: 0 }
    }

    /// Carries everything to and fro until nothing moves.
    pub fn pump(&mut self) {
        for _ in 0..200 {
            self.world.run();
            self.relay.now_ms = self.world.clock.now_ms();
            let sockets = self.world.sockets.0.borrow().clone();
            let Some(last) = sockets.last().cloned() else { return };
            if sockets.len() > self.opened {
                (self.opened, self.read) = (sockets.len(), 0);
                self.relay.hang_up();
                match self.away {
                    true => last.tell(SocketEvent::Closed { code: 1006, reason: String::new() }),
                    false => last.tell(SocketEvent::Open),
                }
                continue;
            }
            let sent: Vec<String> = last.sent.borrow()[self.read..].to_vec();
            self.read += sent.len();
            if last.dropped.get() {
                return;
            }
            sent.iter().for_each(|text| self.relay.frame(text));
            let told = std::mem::take(&mut self.relay.to_dapp);
            if sent.is_empty() && told.is_empty() {
                return;
            }
            told.into_iter().for_each(|text| last.tell(SocketEvent::Message(text)));
        }
        panic!("relay and engine never come to rest");
    }

    /// Lets time pass, a second at a time, with everything carried.
    pub fn pass(&mut self, ms: u64) {
        let end = self.world.clock.now_ms() + ms;
        self.pump();
        while self.world.clock.now_ms() < end {
            self.world.pass(1_000.min(end - self.world.clock.now_ms()));
            self.pump();
        }
    }

    /// A moment of success is over, if there was one.
    pub fn celebrated(&mut self) {
        self.world.celebrated();
        self.pump();
    }

    /// The link to the relay breaks.
    pub fn cut(&mut self) {
        let last = self.world.sockets.0.borrow().last().cloned().unwrap();
        last.tell(SocketEvent::Closed { code: 1006, reason: String::new() });
        self.world.run();
    }

    pub fn pairing(&self) -> Value {
        self.world.slice("pairing")
    }

    /// Chooses WalletConnect in the open modal; the attempt.
    pub fn choose(&mut self) -> Join {
        self.world.open("Connect");
        let join = self.world.dispatch(json!({"type": "connect.select", "id": "walletConnect"}));
        self.pump();
        join
    }

    /// The wallet scans what is shown.
    pub fn scan(&self) -> Wallet {
        let uri = self.pairing()["uri"].as_str().expect("a URI is shown").to_owned();
        Wallet::scan(&uri, self.world.clock.now_ms())
    }

    /// What a wallet of the demo chains grants.
    pub fn grants(chains: &[u64]) -> Value {
        let chains: Vec<String> = chains.iter().map(|chain| format!("eip155:{chain}")).collect();
        let accounts: Vec<String> =
            chains.iter().map(|chain| format!("{chain}:{}", wallet::ADDRESS)).collect();
        json!({"eip155": {
            "chains": chains,
            "accounts": accounts,
            "methods": ["personal_sign", "eth_sendTransaction", "eth_signTypedData_v4", "wallet_switchEthereumChain"],
            "events": ["chainChanged", "accountsChanged"],
        }})
    }

    /// From nothing to a session on these chains.
    pub fn connect(&mut self, chains: &[u64]) -> Wallet {
        let attempt = self.choose();
        let mut wallet = self.scan();
        wallet.say_yes(&mut self.relay);
        self.pump();
        wallet.settle(&mut self.relay, Self::grants(chains));
        self.pump();
        self.world.settled(&attempt).expect("connects");
        self.celebrated();
        wallet.inbox(&self.relay);
        wallet
    }
}
