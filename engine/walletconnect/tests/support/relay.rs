//! A relay in memory: mailboxes, one dApp's socket, and the ways in which relays fail.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Who published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    Dapp,
    Wallet,
}

/// A message in a mailbox.
#[derive(Clone, Debug)]
pub struct Mail {
    pub topic: String,
    pub message: String,
    pub tag: u64,
    pub ttl: u64,
    pub prompt: bool,
    pub from: From,
    pub at_ms: u64,
    /// The dApp has acked it.
    pub acked: bool,
}

/// See the module.
#[derive(Default)]
pub struct Relay {
    pub now_ms: u64,
    pub mails: Vec<Mail>,
    pub subscribed: BTreeSet<String>,
    /// Frames on their way to the dApp.
    pub to_dapp: Vec<String>,
    /// Calls of the dApp, in order: method, relay id, params.
    pub calls: Vec<(String, u64, Value)>,
    deliveries: BTreeMap<u64, usize>,
    taken: BTreeSet<u64>,
    next: u64,
    /// Methods it does not know.
    pub unknown: BTreeSet<String>,
    /// An error for each call of a method.
    pub errors: BTreeMap<String, Value>,
    /// Takes everything, says nothing.
    pub mute: bool,
    /// Calls whose answers are lost.
    pub lost_answers: BTreeSet<String>,
    /// Does not push mail on its own: only a fetch brings it.
    pub pull_only: bool,
    /// Mails in one page of a fetch.
    pub page: usize,
}

impl Relay {
    pub fn new() -> Self {
        Self { next: 1_795_000_000_000_000_000, page: 10, ..Self::default() }
    }

    /// The dApp's socket is gone, its subscriptions with it.
    pub fn hang_up(&mut self) {
        self.subscribed.clear();
        self.deliveries.clear();
        self.to_dapp.clear();
    }

    /// One frame of the dApp.
    pub fn frame(&mut self, text: &str) {
        let frame: Value = serde_json::from_str(text).expect("the client writes JSON");
        let id = frame["id"].as_u64().expect("the client's ids are numbers");
        if frame.get("method").is_none() {
            assert_eq!(frame["result"], json!(true));
            if let Some(at) = self.deliveries.remove(&id) {
                self.mails[at].acked = true;
            }
            return;
        }
        let (method, params) =
            (frame["method"].as_str().unwrap_or_default().to_owned(), frame["params"].clone());
        self.calls.push((method.clone(), id, params.clone()));
        if self.mute {
            return;
        }
        if self.unknown.contains(&method) {
            return self.answer(
                &method,
                json!({"id": id, "jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found"}}),
            );
        }
        if let Some(error) = self.errors.get(&method) {
            let error = error.clone();
            return self.answer(&method, json!({"id": id, "jsonrpc": "2.0", "error": error}));
        }
        let result = self.call(&method, id, &params);
        self.answer(&method, json!({"id": id, "jsonrpc": "2.0", "result": result}));
        if matches!(method.as_str(), "irn_subscribe" | "irn_batchSubscribe") {
            for topic in topics(&params) {
                self.deliver(&topic);
            }
        }
    }

    fn answer(&mut self, method: &str, answer: Value) {
        if !self.lost_answers.contains(method) {
            self.to_dapp.push(answer.to_string());
        }
    }

    fn call(&mut self, method: &str, id: u64, params: &Value) -> Value {
        match method {
            "irn_publish" => {
                if self.taken.insert(id) {
                    let (tag, prompt) =
                        (params["tag"].as_u64().unwrap_or(0), params["prompt"] == json!(true));
                    self.put(
                        params["topic"].as_str().unwrap(),
                        params["message"].as_str().unwrap(),
                        tag,
                        From::Dapp,
                    );
                    let mail = self.mails.last_mut().unwrap();
                    (mail.ttl, mail.prompt) = (params["ttl"].as_u64().unwrap(), prompt);
                }
                json!(true)
            }
            "wc_proposeSession" => {
                let topic = params["pairingTopic"].as_str().unwrap();
                self.subscribed.insert(topic.into());
                if self.taken.insert(id) {
                    self.put(topic, params["sessionProposal"].as_str().unwrap(), 1100, From::Dapp);
                    self.mails.last_mut().unwrap().ttl = params["ttl"].as_u64().unwrap();
                }
                json!(true)
            }
            "irn_subscribe" | "irn_batchSubscribe" => {
                let topics = topics(params);
                self.subscribed.extend(topics.iter().cloned());
                let ids: Vec<String> = topics.iter().map(|topic| format!("s{topic}")).collect();
                if method == "irn_subscribe" { json!(ids[0]) } else { json!(ids) }
            }
            "irn_unsubscribe" => {
                self.subscribed.remove(params["topic"].as_str().unwrap());
                json!(true)
            }
            "irn_fetchMessages" | "irn_batchFetchMessages" => {
                let topics = topics(params);
                let open =
                    |mail: &Mail| !mail.acked && mail.from == From::Wallet && topics.contains(&mail.topic);
                let all: Vec<&Mail> = self.mails.iter().filter(|mail| open(mail)).collect();
                let page: Vec<Value> = all.iter().take(self.page).map(|mail| {
                    json!({"topic": mail.topic, "message": mail.message, "publishedAt": mail.at_ms, "tag": mail.tag})
                }).collect();
                json!({"messages": page, "hasMore": all.len() > self.page})
            }
            "irn_batchReceive" => {
                for receipt in params["receipts"].as_array().unwrap() {
                    let id = receipt["messageId"].as_str().unwrap();
                    for mail in &mut self.mails {
                        let same = walletconnect::crypto::sha256_hex(mail.message.as_bytes()) == id;
                        mail.acked |=
                            same && mail.from == From::Wallet && receipt["topic"] == json!(mail.topic);
                    }
                }
                json!(true)
            }
            _ => json!(true),
        }
    }

    fn put(&mut self, topic: &str, message: &str, tag: u64, from: From) {
        self.mails.push(Mail {
            topic: topic.into(),
            message: message.into(),
            tag,
            ttl: 300,
            prompt: false,
            from,
            at_ms: self.now_ms,
            acked: false,
        });
    }

    /// A wallet publishes.
    pub fn publish(&mut self, topic: &str, message: &str, tag: u64) {
        self.put(topic, message, tag, From::Wallet);
        self.push(self.mails.len() - 1);
    }

    /// Everything on a topic that the dApp has not acked, once more.
    pub fn deliver(&mut self, topic: &str) {
        for at in 0..self.mails.len() {
            if self.mails[at].topic == topic && self.mails[at].from == From::Wallet && !self.mails[at].acked {
                self.push(at);
            }
        }
    }

    /// One mail, again or not.
    pub fn push(&mut self, at: usize) {
        let mail = &self.mails[at];
        if self.mute || self.pull_only || !self.subscribed.contains(&mail.topic) {
            return;
        }
        self.next += 1;
        let data =
            json!({"topic": mail.topic, "message": mail.message, "publishedAt": mail.at_ms, "tag": mail.tag});
        let frame = json!({"id": self.next, "jsonrpc": "2.0", "method": "irn_subscription",
            "params": {"id": format!("s{}", mail.topic), "data": data}});
        self.deliveries.insert(self.next, at);
        self.to_dapp.push(frame.to_string());
    }

    /// What the dApp has published on a topic.
    pub fn sent_by_dapp(&self, topic: &str) -> Vec<Mail> {
        self.mails.iter().filter(|mail| mail.from == From::Dapp && mail.topic == topic).cloned().collect()
    }

    /// How often a method was called.
    pub fn count(&self, method: &str) -> usize {
        self.calls.iter().filter(|(name, ..)| name == method).count()
    }
}

fn topics(params: &Value) -> Vec<String> {
    let one = params["topic"].as_str().map(String::from);
    let many = params["topics"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|topic| topic.as_str().map(String::from));
    one.into_iter().chain(many).collect()
}
