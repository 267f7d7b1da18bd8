//! What clients can call (docs/spec/walletconnect.md section 3 "Methods").

use serde_json::{Value, json};

use super::{
    hub::{BATCH_MAX, CALLS_MAX, Call, Door, Hub, Out},
    mailbox::{self, Publication},
    params::{Params, list, text, topic, topics},
    rpc::{self, Frame, RpcError, Tag},
};
use crate::store::Store;

/// Longer frames are answered with a refusal.
const PAYLOAD_MAX_BYTES: usize = 1024 * 1024;
const TTL_MIN_S: u64 = 30;
const TTL_MAX_S: u64 = 30 * 24 * 60 * 60;
/// How long what a proposal or approval publishes waits.
const SESSION_TTL_S: u64 = 300;
const TAG_PROPOSE: u32 = 1100;
const TAG_PROPOSE_ANSWER: u32 = 1101;
const TAG_SETTLE: u32 = 1102;

/// Who calls: the socket, and what is known of it.
struct Caller {
    socket: u64,
    door: Door,
    client: String,
}

/// What a call is answered with, and the topics whose waiting messages follow the answer.
struct Done {
    result: Value,
    opened: Vec<String>,
}

impl Done {
    fn with(result: impl Into<Value>) -> Result<Self, RpcError> {
        Ok(Self { result: result.into(), opened: Vec::new() })
    }
}

impl Hub {
    /// Reads a frame of a socket, does what it asks for, answers, and delivers what follows from it.
    pub(super) fn heard(&mut self, store: &Store, number: u64, text: &str) {
        let Some(socket) = self.sockets.get(&number) else {
            return;
        };
        let caller = Caller { socket: number, door: socket.door, client: socket.client.clone() };
        let frame = match rpc::read(text) {
            Ok(Frame::Call { id, .. }) if text.len() > PAYLOAD_MAX_BYTES => {
                Err((Some(id), Tag::PayloadSizeExceeded))
            }
            other => other,
        };
        match frame {
            Err((id, tag)) => self.say(number, rpc::answer(id, Err(tag.into()))),
            Ok(Frame::Answer { id, ok }) => self.acknowledged(store, number, id, ok),
            Ok(Frame::Call { id, method, params }) => self.called(store, &caller, id, &method, &params),
        }
    }

    fn called(&mut self, store: &Store, caller: &Caller, id: u64, method: &str, params: &Params) {
        self.note(caller, id, method, params);
        let faults = &mut self.door_mut(caller.door).faults;
        let meant = faults.meant(&caller.client);
        let failure = if !meant {
            None
        } else if faults.without.iter().any(|name| name == method) {
            Some(Tag::InvalidMethod.into())
        } else {
            faults.failure(method)
        };
        let outcome = failure.map_or_else(|| self.call(store, caller, method, params), Err);
        let silent = meant && self.door_mut(caller.door).faults.loses_answer(method);
        let (outcome, opened) = match outcome {
            Ok(Done { result, opened }) => (Ok(result), opened),
            Err(error) => (Err(error), Vec::new()),
        };
        if !silent {
            self.say(caller.socket, rpc::answer(Some(id), outcome));
        }
        for topic in opened {
            if let Err(error) = self.deliver_waiting(store, caller.socket, &topic) {
                eprintln!("demo-services: relay: {}", error.message);
            }
        }
    }

    fn call(
        &mut self,
        store: &Store,
        caller: &Caller,
        method: &str,
        params: &Params,
    ) -> Result<Done, RpcError> {
        match method {
            "irn_publish" => {
                self.publish_one(store, caller, params)?;
                Done::with(true)
            }
            "irn_batchPublish" => {
                for message in list(params, "messages")? {
                    self.publish_one(store, caller, message.as_object().ok_or(Tag::InvalidParams)?)?;
                }
                Done::with(true)
            }
            "irn_subscribe" | "irn_subscribeBlocking" => {
                let topic = topic(params, "topic")?;
                let result = self.subscribe(caller.socket, topic)?.into();
                Ok(Done { result, opened: vec![topic.to_owned()] })
            }
            "irn_batchSubscribe" | "irn_batchSubscribeBlocking" => {
                let topics = topics(params)?;
                let ids: Result<Vec<String>, RpcError> =
                    topics.iter().map(|topic| self.subscribe(caller.socket, topic)).collect();
                Ok(Done { result: ids?.into(), opened: topics.into_iter().map(str::to_owned).collect() })
            }
            "irn_unsubscribe" => {
                self.unsubscribe(caller, params)?;
                Done::with(true)
            }
            "irn_batchUnsubscribe" => {
                for subscription in list(params, "subscriptions")? {
                    self.unsubscribe(caller, subscription.as_object().ok_or(Tag::InvalidParams)?)?;
                }
                Done::with(true)
            }
            "irn_fetchMessages" => self.fetch(store, caller, &[topic(params, "topic")?]),
            "irn_batchFetchMessages" => self.fetch(store, caller, &topics(params)?),
            "irn_batchReceive" => self.receive(store, caller, params),
            "wc_createTopic" => {
                topic(params, "topic")?;
                Done::with(true)
            }
            "wc_proposeSession" => self.propose(store, caller, params),
            "wc_approveSession" => self.approve(store, caller, params),
            _ => Err(Tag::InvalidMethod.into()),
        }
    }

    fn publish_one(&mut self, store: &Store, caller: &Caller, params: &Params) -> Result<(), RpcError> {
        let topic = topic(params, "topic")?;
        let message = text(params, "message")?;
        let tag = params.get("tag").and_then(Value::as_u64).and_then(|tag| u32::try_from(tag).ok());
        let ttl_s = params.get("ttl").and_then(Value::as_u64).ok_or(Tag::InvalidParams)?;
        let attestation = params.get("attestation").and_then(Value::as_str);
        self.put(store, caller, topic, message, tag.ok_or(Tag::InvalidParams)?, ttl_s, attestation)
    }

    #[allow(clippy::too_many_arguments)] // What a message consists of.
    fn put(
        &mut self,
        store: &Store,
        caller: &Caller,
        topic: &str,
        message: &str,
        tag: u32,
        ttl_s: u64,
        attestation: Option<&str>,
    ) -> Result<(), RpcError> {
        if ttl_s < TTL_MIN_S {
            return Err(Tag::TtlTooShort.into());
        }
        if ttl_s > TTL_MAX_S {
            return Err(Tag::TtlTooLong.into());
        }
        let published_ms = self.now_ms();
        let expires_ms = published_ms.saturating_add(i64::try_from(ttl_s * 1000).unwrap_or(i64::MAX));
        let publisher = caller.client.as_str();
        let given = Publication { topic, message, tag, attestation, publisher, published_ms, expires_ms };
        self.publish(store, caller.door, &given)
    }

    fn unsubscribe(&mut self, caller: &Caller, params: &Params) -> Result<(), RpcError> {
        let topic = topic(params, "topic")?;
        // Clients name the id they made up themselves or the one they were given: any text will do.
        text(params, "id").map_err(|_| Tag::InvalidSubscriptionId)?;
        if let Some(socket) = self.sockets.get_mut(&caller.socket) {
            socket.subscriptions.remove(topic);
        }
        Ok(())
    }

    /// What waits, without being taken: `irn_batchReceive` says that it has arrived.
    fn fetch(&self, store: &Store, caller: &Caller, topics: &[&str]) -> Result<Done, RpcError> {
        let mut found = Vec::new();
        for topic in topics {
            found.extend(mailbox::waiting_for(store, topic, &caller.client, self.now_ms(), BATCH_MAX + 1)?);
        }
        found.sort_by_key(|message| message.number);
        let has_more = found.len() > BATCH_MAX;
        let messages: Vec<Value> = found
            .into_iter()
            .take(BATCH_MAX)
            .map(|message| {
                json!({
                    "topic": message.topic,
                    "message": message.message,
                    "publishedAt": message.published_ms,
                    "tag": message.tag,
                })
            })
            .collect();
        Done::with(json!({ "messages": messages, "hasMore": has_more }))
    }

    fn receive(&mut self, store: &Store, caller: &Caller, params: &Params) -> Result<Done, RpcError> {
        for receipt in list(params, "receipts")? {
            let receipt = receipt.as_object().ok_or(Tag::InvalidParams)?;
            let id = text(receipt, "messageId")?;
            mailbox::acknowledge_id(store, topic(receipt, "topic")?, id, &caller.client)?;
        }
        Done::with(true)
    }

    fn propose(&mut self, store: &Store, caller: &Caller, params: &Params) -> Result<Done, RpcError> {
        let pairing = topic(params, "pairingTopic")?;
        let proposal = text(params, "sessionProposal")?;
        let attestation = params.get("attestation").and_then(Value::as_str);
        self.subscribe(caller.socket, pairing)?;
        self.put(store, caller, pairing, proposal, TAG_PROPOSE, SESSION_TTL_S, attestation)?;
        Ok(Done { result: true.into(), opened: vec![pairing.to_owned()] })
    }

    fn approve(&mut self, store: &Store, caller: &Caller, params: &Params) -> Result<Done, RpcError> {
        let session = topic(params, "sessionTopic")?;
        let pairing = topic(params, "pairingTopic")?;
        let answer = text(params, "sessionProposalResponse")?;
        let settlement = text(params, "sessionSettlementRequest")?;
        self.subscribe(caller.socket, session)?;
        self.put(store, caller, pairing, answer, TAG_PROPOSE_ANSWER, SESSION_TTL_S, None)?;
        self.put(store, caller, session, settlement, TAG_SETTLE, SESSION_TTL_S, None)?;
        Ok(Done { result: true.into(), opened: vec![session.to_owned()] })
    }

    fn acknowledged(&mut self, store: &Store, number: u64, id: u64, ok: bool) {
        let Some(socket) = self.sockets.get_mut(&number).filter(|_| ok) else {
            return;
        };
        let Some(delivery) = socket.unacked.remove(&id) else {
            return; // A second acknowledgement of a duplicate.
        };
        if let Err(error) = mailbox::acknowledge(store, delivery.number, &socket.client) {
            eprintln!("demo-services: relay: {error}");
        }
    }

    fn say(&self, number: u64, text: String) {
        if let Some(socket) = self.sockets.get(&number) {
            socket.tell(Out::Text(text));
        }
    }

    fn note(&mut self, caller: &Caller, id: u64, method: &str, params: &Params) {
        let topic = ["topic", "pairingTopic"].iter().find_map(|name| params.get(*name)?.as_str());
        let call = Call {
            client: caller.client.clone(),
            id,
            method: method.to_owned(),
            topic: topic.map(str::to_owned),
            tag: params.get("tag").and_then(Value::as_u64),
            ttl: params.get("ttl").and_then(Value::as_u64),
        };
        let calls = &mut self.door_mut(caller.door).calls;
        if calls.len() == CALLS_MAX {
            calls.pop_front();
        }
        calls.push_back(call);
    }
}
