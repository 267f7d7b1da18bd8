//! A client in the middle of its life, and scripts that are played to it: one line, one thing that happens.

use crate::support::wallet::{ADDRESS, Wallet};
use crate::support::{self, RELAY, World};
use serde_json::{Value, json};
use std::sync::LazyLock;
use walletconnect::cacao::AuthRequest;
use walletconnect::client::{Ask, Auth, Client, Event, Output, RequestOptions};
use walletconnect::crypto::{self, Key, KeyPair};
use walletconnect::message::Method;
use walletconnect::{envelope, namespaces};

/// A client with a session, a request in flight, a proposal with both kinds of sign-in and one that is answered but not
/// settled; and all that its wallets know.
pub struct Middle {
    /// What it saved.
    pub saved: Vec<u8>,
    now_ms: u64,
    session: (String, Key),
    pairing: (String, Key),
    /// The session that the proposal would become.
    coming: (String, Key),
    /// The one that is answered already.
    settling: (String, Key),
    wallet: Key,
    dapp: Key,
    words: Vec<(&'static str, String)>,
    proposal: u64,
}

/// Made once: the same in every run.
pub static MIDDLE: LazyLock<Middle> = LazyLock::new(Middle::make);

impl Middle {
    fn make() -> Self {
        let mut world = World::new(1);
        let (settled, topic) = world.settled(2);
        let request = world
            .request(&topic, RequestOptions { token: Some("token".into()), ..RequestOptions::default() });
        let answered = world.connect();
        let mut half = Wallet::scan(&answered.uri, 3);
        half.say_yes(&mut world.relay);
        world.pump();
        let auth = AuthRequest {
            domain: "dapp.example".into(),
            aud: "https://dapp.example".into(),
            nonce: "abcdef1234567890".into(),
            chains: vec!["eip155:1".into(), "eip155:10".into()],
            statement: Some("Sign in.".into()),
            iat: "2026-01-02T03:04:05.678Z".into(),
            methods: vec!["personal_sign".into()],
            ..AuthRequest::default()
        };
        let auth = Some(Auth { request: auth, one_click: true });
        let pairing = world.connect_with(Ask { auth, ..support::ask() });
        let mut wallet = Wallet::scan(&pairing.uri, 4);
        wallet.read_proposal(&world.relay);
        let saved = world.client.save();
        let state: Value = serde_json::from_slice(&saved).unwrap();
        let proposals = state["proposals"].as_array().unwrap();
        let authenticate = proposals.iter().find_map(|proposal| proposal["authenticate"].as_u64()).unwrap();
        let (proposal, dapp) = wallet.proposal.unwrap();
        let resource = cacao_resource();
        let cacao = json!({"h": {"t": "caip122"}, "s": {"t": "eip191", "s": "0x00"}, "p": {
            "iss": format!("did:pkh:eip155:1:{ADDRESS}"), "domain": "dapp.example", "aud": "https://dapp.example",
            "version": "1", "nonce": "abcdef1234567890", "iat": "2026-01-02T03:04:05.678Z", "resources": [resource]}});
        let metadata = json!({"name": "W", "description": "", "url": "https://w.example", "icons": []});
        let words = vec![
            ("$P", proposal.to_string()),
            ("$A", authenticate.to_string()),
            ("$R", request.to_string()),
            ("$E", (world.now_ms / 1_000 + 600_000).to_string()),
            ("$K", format!("\"{}\"", crypto::hex(&wallet.pair.public))),
            ("$H", format!("\"{}\"", crypto::hex(&half.pair.public))),
            ("$C", cacao.to_string()),
            ("$M", metadata.to_string()),
            ("$N", support::wallet::namespaces().to_string()),
            ("$T", format!("\"{topic}\"")),
        ];
        Self {
            saved,
            now_ms: world.now_ms,
            session: (topic, settled.key()),
            pairing: (wallet.uri.topic.clone(), wallet.uri.sym_key),
            coming: (wallet.topic(), wallet.key()),
            settling: (half.topic(), half.key()),
            wallet: wallet.pair.private,
            dapp,
            words,
            proposal,
        }
    }

    fn filled(&self, text: &str) -> String {
        let mut text = String::from(text);
        if text.contains('$') {
            for (word, value) in &self.words {
                text = text.replace(word, value);
            }
        }
        text
    }
}

fn cacao_resource() -> String {
    walletconnect::cacao::recap(&["personal_sign".into()], &["eip155:1".into(), "eip155:10".into()])
}

/// The client, and its frames without a response.
pub struct Stage {
    /// Under test.
    pub client: Client,
    /// The clock.
    pub now_ms: u64,
    open: bool,
    sent: Vec<String>,
    nonce: u8,
}

impl Stage {
    /// Restores a client and opens its socket, if it wants one.
    #[must_use]
    pub fn restored(saved: &[u8]) -> Self {
        let now_ms = MIDDLE.now_ms + 1_000;
        let client = Client::restore(support::config(&[RELAY]), support::random(9), now_ms, saved);
        let mut stage = Self { client, now_ms, open: false, sent: Vec::new(), nonce: 0 };
        stage.client.tick(now_ms);
        stage.drain();
        stage
    }

    /// Carries out what the client wants done, and checks what must hold whenever nothing moves.
    pub fn drain(&mut self) {
        let mut steps = 0;
        while let Some(output) = self.client.poll_output() {
            steps += 1;
            assert!(steps < 10_000, "the client never rests");
            match output {
                Output::Open(_) => {
                    self.open = true;
                    self.sent.clear();
                    self.client.socket_opened(self.now_ms);
                }
                Output::Close => self.open = false,
                Output::Send(frame) => {
                    assert!(self.open, "a frame without a socket");
                    self.sent.push(frame);
                }
                Output::Save => {}
                Output::Event(event) => self.heard(&event),
            }
        }
        assert!(self.client.sessions().len() <= 20);
        for session in self.client.sessions() {
            assert!(session.expires_ms > self.now_ms, "an expired session");
        }
    }

    fn heard(&self, event: &Event) {
        if let Event::Settled { topic, .. } | Event::Updated { topic } = event
            && let Some(session) = self.client.session(topic)
        {
            let chains = namespaces::chains(&session.namespaces);
            assert!(!chains.is_empty(), "a session without an account");
            assert!(
                chains.iter().all(|chain| ["eip155:1", "eip155:10"].contains(&chain.as_str())),
                "{chains:?}"
            );
        }
    }

    /// Plays a script, at most 12 lines of it.
    pub fn play(&mut self, script: &str) {
        for line in script.lines().take(12) {
            let Some(first) = line.chars().next() else { continue };
            self.happen(first, &MIDDLE.filled(&line[first.len_utf8()..]));
            self.drain();
        }
    }

    fn happen(&mut self, what: char, text: &str) {
        let (middle, now_ms) = (&*MIDDLE, self.now_ms);
        match what {
            // a frame as it is; sealed texts on each topic
            'r' if self.open => self.client.socket_message(now_ms, text),
            's' => self.sealed(&middle.session, text),
            'p' => self.sealed(&middle.pairing, text),
            't' => self.sealed(&middle.coming, text),
            'h' => self.sealed(&middle.settling, text),
            'o' => {
                let nonce = self.nonce();
                let pair = KeyPair::of(middle.wallet);
                let message = envelope::encode1(&pair, &middle.dapp, nonce, text).unwrap();
                self.deliver(&crypto::topic_of(&middle.dapp), &message);
            }
            // the relay responds to every request: true, some JSON, some error
            '+' => self.answer("\"result\":true"),
            '=' => self.answer(&format!("\"result\":{text}")),
            '-' => self.answer(&format!("\"error\":{text}")),
            'w' => {
                self.now_ms = now_ms.saturating_add(text.trim().parse::<u32>().unwrap_or(5_000).into());
                self.client.tick(self.now_ms);
            }
            'b' => {
                self.now_ms = now_ms.saturating_sub(text.trim().parse::<u32>().unwrap_or(5_000).into());
                self.client.tick(self.now_ms);
            }
            'k' => self.client.wake(now_ms),
            'c' if self.open => {
                self.open = false;
                let code = text.trim().parse().unwrap_or(1006);
                self.client.socket_closed(now_ms, code, text);
            }
            'a' => self.client.accept(now_ms, middle.proposal),
            'x' => self.client.refuse(now_ms, middle.proposal, text),
            'n' => self.client.cancel(now_ms, middle.proposal),
            'd' => self.client.disconnect(now_ms, &middle.session.0),
            'q' => {
                let params = serde_json::from_str(text).unwrap_or_default();
                let topic = &middle.session.0;
                let _ = self.client.request(
                    now_ms,
                    topic,
                    "eip155:1",
                    "personal_sign",
                    params,
                    RequestOptions::default(),
                );
            }
            'g' => drop(self.client.ping(now_ms, &middle.session.0)),
            _ => {}
        }
    }

    /// One message of a peer: the first letter selects its method, the rest gives its params. It has a separate ID.
    pub fn hear(&mut self, text: &str, id: u64) {
        let Some(first) = text.chars().next() else { return };
        let (place, params) = (first as usize, MIDDLE.filled(&text[first.len_utf8()..]));
        let method = Method::ALL[place % Method::ALL.len()].as_str();
        let on = ['s', 'p', 't', 'h'][place / Method::ALL.len() % 4];
        let message =
            format!("{{\"id\":{id},\"jsonrpc\":\"2.0\",\"method\":\"{method}\",\"params\":{params}}}");
        self.happen(on, &message);
        self.drain();
    }

    fn nonce(&mut self) -> [u8; 12] {
        self.nonce = self.nonce.wrapping_add(1);
        [self.nonce; 12]
    }

    fn sealed(&mut self, (topic, key): &(String, Key), text: &str) {
        let message = envelope::encode0(key, self.nonce(), text);
        self.deliver(topic, &message);
    }

    fn deliver(&mut self, topic: &str, message: &str) {
        let frame = format!(
            "{{\"id\":1795000000000000{:03},\"jsonrpc\":\"2.0\",\"method\":\"irn_subscription\",\"params\":{{\"id\":\"s\",\
             \"data\":{{\"topic\":\"{topic}\",\"message\":\"{message}\",\"publishedAt\":{},\"tag\":1108}}}}}}",
            self.nonce, self.now_ms
        );
        if self.open {
            self.client.socket_message(self.now_ms, &frame);
        }
    }

    fn answer(&mut self, answer: &str) {
        for frame in core::mem::take(&mut self.sent) {
            // our writer puts the ID in a fixed place
            let Some((_, rest)) = frame.split_once("\"id\":") else { continue };
            let id = rest.split([',', '}']).next().unwrap_or_default();
            if self.open && frame.contains("\"method\"") {
                let reply = format!("{{\"id\":{id},\"jsonrpc\":\"2.0\",{answer}}}");
                self.client.socket_message(self.now_ms, &reply);
                self.drain();
            }
        }
    }

    /// What was saved is what is restored.
    pub fn survives(&mut self) {
        let saved = self.client.save();
        let again = Client::restore(support::config(&[RELAY]), support::random(9), self.now_ms, &saved);
        assert_eq!(again.sessions(), self.client.sessions());
    }
}
