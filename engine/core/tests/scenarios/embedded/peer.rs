//! The other side, as forgers and proofs use it: every frame of a page from within, with what it was asked.

use super::email;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::flow::Join;
use wallet_engine::ports::frame::FrameEvent;
use wallet_engine::ports::random::{Random, SeededRandom};

pub const EMAIL: &str = "ada@example.org";

/// The document of the last frame, and of those before.
pub struct Peer<'a>(pub &'a World);

impl Peer<'_> {
    pub fn frames(&self) -> usize {
        self.0.frames.0.borrow().len()
    }

    /// A text as it arrives, from the document of any frame of this page.
    pub fn says(&self, frame: usize, text: &str) {
        let inside = self.0.frames.0.borrow()[frame].clone();
        inside.tell(FrameEvent::Message(text.to_owned()));
        self.0.run();
    }

    pub fn tell(&self, message: &Value) {
        self.says(self.frames() - 1, &message.to_string());
    }

    /// What one frame was asked, oldest first.
    pub fn asked_of(&self, frame: usize) -> Vec<Value> {
        let inside = self.0.frames.0.borrow()[frame].clone();
        let texts = inside.received.borrow().clone();
        texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    pub fn asked(&self) -> Vec<Value> {
        if self.frames() == 0 { Vec::new() } else { self.asked_of(self.frames() - 1) }
    }

    pub fn count(&self, name: &str) -> usize {
        let kind = format!("@w3m-app/{name}");
        self.asked().iter().filter(|message| message["type"] == kind).count()
    }

    /// The last call of this name.
    pub fn last(&self, name: &str) -> Value {
        let kind = format!("@w3m-app/{name}");
        let found = self.asked().into_iter().rev().find(|message| message["type"] == kind);
        found.unwrap_or_else(|| panic!("no {name}"))
    }

    /// Requests of the wallet with this method, oldest first.
    pub fn requests(&self, method: &str) -> Vec<Value> {
        let mut all = self.asked();
        all.retain(|message| {
            message["type"] == "@w3m-app/RPC_REQUEST" && message["payload"]["method"] == method
        });
        all
    }

    /// Says where it stands, as often as it was asked.
    pub fn stands_on(&self, chain: u64) {
        for call in self.asked().iter().filter(|message| message["type"] == "@w3m-app/GET_CHAIN_ID") {
            self.answer_to(call, json!({ "chainId": chain }));
        }
    }

    pub fn answer_to(&self, call: &Value, payload: Value) {
        self.tell(&answer(call, payload));
    }

    pub fn refuse_to(&self, call: &Value, message: &str) {
        self.tell(&refusal(call, message));
    }

    pub fn answer(&self, name: &str, payload: Value) {
        self.answer_to(&self.last(name), payload);
    }

    /// From loading to the first call; the chain of the page has smart accounts.
    pub fn ready(&self) {
        self.tell(&json!({ "type": "@w3m-frame/READY" }));
        self.0.pass(500);
        self.synced();
    }

    pub fn synced(&self) {
        self.answer("SYNC_DAPP_DATA", Value::Null);
        self.answer("SYNC_THEME", Value::Null);
        let networks = json!({ "smartAccountEnabledNetworks": [1337] });
        self.answer("GET_SMART_ACCOUNT_ENABLED_NETWORKS", networks);
    }

    pub fn user(&self) {
        self.answer("GET_USER", user());
        self.0.pass(2_000);
    }

    pub fn is_shown(&self) -> bool {
        self.0.frames.0.borrow().last().unwrap().visible.get()
    }

    /// What every message may echo.
    pub fn nonce(&self) -> String {
        let url = self.0.frames.0.borrow().last().unwrap().url.clone();
        url.split("&nonce=").nth(1).unwrap().split('&').next().unwrap().to_owned()
    }
}

/// The true answer to a call.
pub fn answer(call: &Value, payload: Value) -> Value {
    let kind = call["type"].as_str().unwrap().replace("@w3m-app/", "@w3m-frame/");
    json!({ "type": format!("{kind}_SUCCESS"), "id": call["id"], "payload": payload })
}

pub fn refusal(call: &Value, message: &str) -> Value {
    let kind = call["type"].as_str().unwrap().replace("@w3m-app/", "@w3m-frame/");
    json!({ "type": format!("{kind}_ERROR"), "id": call["id"], "payload": { "message": message } })
}

/// Whom the site has.
pub fn user() -> Value {
    let accounts = json!([{ "address": ALICE, "type": "eoa" }, { "address": BOB, "type": "smartAccount" }]);
    json!({ "address": ALICE, "chainId": 1337, "email": EMAIL, "accounts": accounts, "preferredAccountType": "eoa" })
}

/// A page with a list of wallets, no one connected.
pub fn page() -> World {
    let world = email::page();
    world.open("Connect");
    world
}

pub fn log_in(world: &World) -> Join {
    world.dispatch(json!({ "type": "embedded.email", "email": EMAIL }))
}

/// Someone who has logged in by email; the modal is closed.
pub fn logged_in_at(world: World) -> World {
    let peer = Peer(&world);
    log_in(&world);
    peer.ready();
    peer.answer("CONNECT_EMAIL", json!({ "action": "CONNECT" }));
    peer.user();
    assert_eq!(world.status(), "connected");
    world.dispatch(json!({ "type": "router.close", "reason": "success" }));
    world
}

pub fn logged_in() -> World {
    logged_in_at(page())
}

/// The preview of 1.5 ETH to Bob, of who has logged in here.
pub fn previewed_at(world: World) -> World {
    let world = logged_in_at(world);
    world.open("Account");
    world.form("1.5", BOB);
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    assert!(world.settled(&reviewed).is_ok());
    let peer = Peer(&world);
    peer.stands_on(1337);
    world
}

/// That confirmed: the frame is asked.
pub fn sending_at(world: World) -> (World, Join) {
    let world = previewed_at(world);
    let sent = world.dispatch(json!({"type": "send.confirm"}));
    let peer = Peer(&world);
    peer.stands_on(1337);
    assert_eq!(peer.requests("eth_sendTransaction").len(), 1);
    assert_eq!(world.view(), "ApproveTransaction");
    (world, sent)
}

pub fn sending() -> (World, Join) {
    sending_at(page())
}

/// Said the first time, and every hundredth.
pub const DROPPED: &str = "messages from the embedded wallet";

/// Everything of a page that anyone can see.
pub fn everything(world: &World) -> Value {
    let slices: Vec<(&str, Value)> = wallet_engine::snapshot::slices_of(u64::MAX)
        .into_iter()
        .map(|name| (name, world.slice(name)))
        .collect();
    let received: Vec<usize> =
        world.frames.0.borrow().iter().map(|frame| frame.received.borrow().len()).collect();
    let visible: Vec<bool> = world.frames.0.borrow().iter().map(|frame| frame.visible.get()).collect();
    json!({
        "slices": slices, "records": *world.storage.records.borrow(), "received": received, "visible": visible,
        "events": world.host.events.borrow().len(), "lines": world.host.lines.borrow().iter().filter(|line| !line.contains(DROPPED)).count(),
        "http": world.http.seen.borrow().len(),
    })
}

/// Nothing of it has changed; else what has.
pub fn unchanged(world: &World, before: &Value, why: &str) {
    let now = everything(world);
    if now == *before {
        return;
    }
    let mut changed = String::new();
    for (name, value) in now.as_object().unwrap().iter().filter(|(name, _)| *name != "slices") {
        if *value != before[name] {
            changed += &format!("{name}: {} -> {value}\n", before[name]);
        }
    }
    for (now, was) in now["slices"].as_array().unwrap().iter().zip(before["slices"].as_array().unwrap()) {
        if now != was {
            changed += &format!("{}: {} -> {}\n", now[0], was[1], now[1]);
        }
    }
    panic!("{changed}\n{why}");
}

/// The forger's; another one forges others.
pub const SEED: u64 = 20_261_122;

/// A forger; the same seed forges the same.
pub struct Dice(SeededRandom);

impl Dice {
    pub fn new() -> Self {
        Self(SeededRandom::new(SEED))
    }

    pub fn below(&self, limit: usize) -> usize {
        let mut bytes = [0u8; 4];
        self.0.fill(&mut bytes);
        u32::from_be_bytes(bytes) as usize % limit
    }

    pub fn of<'a, T>(&self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    pub fn hex(&self) -> String {
        let mut bytes = [0u8; 16];
        self.0.fill(&mut bytes);
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

pub const SECURE: &str = "https://secure.walletconnect.org";

pub fn result(uri: &str) -> String {
    json!({ "resultUri": uri }).to_string()
}

/// The user is in the window of a provider.
pub fn in_window(world: World) -> (World, Join) {
    let asked = social(&world, "google");
    let peer = Peer(&world);
    if peer.count("SYNC_DAPP_DATA") == 0 {
        peer.ready();
    }
    peer.answer("GET_SOCIAL_REDIRECT_URI", json!({ "uri": "https://accounts.example/authorize" }));
    assert_eq!(world.slice("embedded")["social"], "waiting");
    (world, asked)
}

/// What goes through the provider's page, of this page's frame.
pub fn state_of(world: &World) -> String {
    let url = world.frames.0.borrow().last().unwrap().url.clone();
    url.split("&wmState=").nth(1).unwrap().split('&').next().unwrap().to_owned()
}

pub fn social(world: &World, provider: &str) -> Join {
    world.popups.opens.set(true);
    world.dispatch(json!({ "type": "embedded.social", "provider": provider }))
}
