//! A wallet in memory, which speaks its side through the crate's own envelopes.

use super::Rng;
use super::relay::{From, Relay};
use serde_json::{Value, json};
use walletconnect::crypto::{self, Key, KeyPair};
use walletconnect::envelope;
use walletconnect::uri::PairingUri;

/// See the module.
pub struct Wallet {
    pub uri: PairingUri,
    pub pair: KeyPair,
    pub rng: Rng,
    pub next_id: u64,
    /// The proposal's id and the dApp's public key, once read.
    pub proposal: Option<(u64, Key)>,
    key: Option<Key>,
    read: usize,
}

pub const ADDRESS: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

/// Two chains, as most wallets grant them.
pub fn namespaces() -> Value {
    json!({"eip155": {
        "chains": ["eip155:1", "eip155:10"],
        "accounts": [format!("eip155:1:{ADDRESS}"), format!("eip155:10:{ADDRESS}")],
        "methods": ["personal_sign", "eth_sendTransaction"],
        "events": ["chainChanged", "accountsChanged"],
    }})
}

impl Wallet {
    pub fn scan(uri: &str, seed: u64) -> Self {
        let mut rng = Rng(seed);
        let pair = crypto::key_pair(&mut |bytes| rng.fill(bytes));
        let uri = PairingUri::parse(uri).expect("the client's URI is one");
        Self { uri, pair, rng, next_id: 1_800_000_000_000_000, proposal: None, key: None, read: 0 }
    }

    pub fn id(&mut self) -> u64 {
        self.next_id += 1_000;
        self.next_id
    }

    fn nonce(&mut self) -> [u8; 12] {
        let mut nonce = [0; 12];
        self.rng.fill(&mut nonce);
        nonce
    }

    /// Reads the proposal from the pairing's mailbox.
    pub fn read_proposal(&mut self, relay: &Relay) -> Value {
        let mut texts = relay.sent_by_dapp(&self.uri.topic).into_iter().filter(|mail| mail.tag == 1100);
        let text = texts.next_back().and_then(|mail| envelope::decode(&mail.message, &self.uri.sym_key));
        let proposal: Value = serde_json::from_str(&text.expect("there is a proposal")).unwrap();
        let public = crypto::unhex32(proposal["params"]["proposer"]["publicKey"].as_str().unwrap()).unwrap();
        self.proposal = Some((proposal["id"].as_u64().unwrap(), public));
        self.key = crypto::derive(&self.pair.private, &public);
        proposal
    }

    pub fn key(&self) -> Key {
        self.key.expect("the proposal was read")
    }

    /// The session's topic.
    pub fn topic(&self) -> String {
        crypto::topic_of(&self.key())
    }

    /// Seals with any key.
    pub fn seal(&mut self, key: &Key, value: &Value) -> String {
        let nonce = self.nonce();
        envelope::encode0(key, nonce, &value.to_string())
    }

    /// Publishes on the pairing.
    pub fn pairing_send(&mut self, relay: &mut Relay, value: &Value, tag: u64) {
        let (topic, key) = (self.uri.topic.clone(), self.uri.sym_key);
        let message = self.seal(&key, value);
        relay.publish(&topic, &message, tag);
    }

    /// Publishes on the session.
    pub fn send(&mut self, relay: &mut Relay, value: &Value, tag: u64) {
        let (topic, key) = (self.topic(), self.key());
        let message = self.seal(&key, value);
        relay.publish(&topic, &message, tag);
    }

    /// A request on the session; gives its id.
    pub fn request(&mut self, relay: &mut Relay, method: &str, params: Value) -> u64 {
        let id = self.id();
        self.send(relay, &json!({"id": id, "jsonrpc": "2.0", "method": method, "params": params}), 1108);
        id
    }

    /// The yes on the pairing.
    pub fn say_yes(&mut self, relay: &mut Relay) {
        self.read_proposal(relay);
        let (id, _) = self.proposal.unwrap();
        let result =
            json!({"relay": {"protocol": "irn"}, "responderPublicKey": crypto::hex(&self.pair.public)});
        self.pairing_send(relay, &json!({"id": id, "jsonrpc": "2.0", "result": result}), 1101);
    }

    pub fn say_no(&mut self, relay: &mut Relay, code: i64, text: &str) {
        self.read_proposal(relay);
        let (id, _) = self.proposal.unwrap();
        self.pairing_send(
            relay,
            &json!({"id": id, "jsonrpc": "2.0", "error": {"code": code, "message": text}}),
            1120,
        );
    }

    /// The parameters of a settle.
    pub fn settle_params(&self, relay: &Relay, namespaces: Value) -> Value {
        json!({
            "relay": {"protocol": "irn"},
            "controller": {
                "publicKey": crypto::hex(&self.pair.public),
                "metadata": {"name": "Test wallet", "description": "", "url": "https://wallet.example", "icons": []},
            },
            "namespaces": namespaces,
            "expiry": relay.now_ms / 1_000 + 604_800,
        })
    }

    pub fn settle(&mut self, relay: &mut Relay, namespaces: Value) -> u64 {
        let params = self.settle_params(relay, namespaces);
        self.settle_with(relay, params)
    }

    pub fn settle_with(&mut self, relay: &mut Relay, params: Value) -> u64 {
        let id = self.id();
        self.send(
            relay,
            &json!({"id": id, "jsonrpc": "2.0", "method": "wc_sessionSettle", "params": params}),
            1102,
        );
        id
    }

    /// Yes and settle at once, as wc_approveSession does.
    pub fn approve(&mut self, relay: &mut Relay) -> u64 {
        self.say_yes(relay);
        self.settle(relay, namespaces())
    }

    /// What the dApp has sent on the session since the last look, opened.
    pub fn inbox(&mut self, relay: &Relay) -> Vec<Value> {
        let (topic, key) = (self.topic(), self.key());
        let ours = |mail: &&super::relay::Mail| mail.from == From::Dapp && mail.topic == topic;
        let mails = relay.mails.iter().filter(ours).skip(self.read);
        let open = |mail: &super::relay::Mail| {
            let text = envelope::decode(&mail.message, &key).expect("the dApp seals with the session's key");
            serde_json::from_str(&text).unwrap()
        };
        let new: Vec<Value> = mails.map(open).collect();
        self.read += new.len();
        new
    }

    pub fn answer(&mut self, relay: &mut Relay, id: u64, result: Value) {
        self.send(relay, &json!({"id": id, "jsonrpc": "2.0", "result": result}), 1109);
    }

    pub fn answer_error(&mut self, relay: &mut Relay, id: u64, code: i64, text: &str) {
        self.send(
            relay,
            &json!({"id": id, "jsonrpc": "2.0", "error": {"code": code, "message": text}}),
            1109,
        );
    }
}
