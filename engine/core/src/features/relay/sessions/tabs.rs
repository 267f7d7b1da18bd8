//! The tabs of an origin: the lead, and their messages. Any script of the origin, or an older version of this page, can
//! use the channel. So a message needs a seal made with a secret in the encrypted record ([`Sessions::seal`]). It must
//! come from the leader, concern the known session, and follow the protocol's rules. The result of a money request is
//! never taken from a message: the message only triggers reading the record again ([`Sessions::read_again`]). The only
//! message without a seal is [`TAKE`], from a tab that can't read the record. It only works if releasing the lead
//! interrupts nothing.

use super::{Input, Sessions};
use crate::constants::{LEAD_ASK_MS, LEAD_SEIZE_MS, RECORD_BYTES_MAX};
use crate::error::{Error, Result};
use crate::flow::{Reply, ScopeId};
use crate::json::json;
use crate::json::{self, Read};
use crate::ports::tabs::Lead;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use futures_util::future::{Either, select};
use serde_json::Value;
use walletconnect::client::{Client, Event, Saved};
use walletconnect::crypto::sha256_hex;
use walletconnect::error::PeerError;
use walletconnect::relay::RelayState;

/// Asks the leading tab to release the lock.
const TAKE: &str = "{\"wc\":\"take\"}";
/// The leading tab's response if it can't release the lead now: it displays a QR code, or has an open request.
const BUSY: &str = "{\"wc\":\"busy\"}";
/// The length of a seal in hex digits.
const SEAL_CHARS: usize = 64;

impl Sessions {
    /// Makes this tab the leader, and starts the client from the stored record.
    pub(crate) async fn lead(self: Rc<Self>) -> Result<Reply> {
        if self.leads() {
            return Ok(Reply::Done);
        }
        let config = self.config().ok_or(Error::ClientUnset)?;
        let this = self.clone();
        let flow = async move {
            let lead = this.take_lead().await;
            let saved = this.load().await?.unwrap_or_default();
            let ports = this.cx.ports().clone();
            let random = Box::new(move |bytes: &mut [u8]| ports.random.fill(bytes));
            let mut client = Client::restore(config, random, this.now(), &saved);
            // cancels proposals from before a reload or of an earlier leader: no tab displays them, so none can become
            // a session (T18)
            client.cancel_all(this.now());
            this.live.set(false);
            let client_id = client.client_id();
            this.secret.replace(client.shared_secret());
            this.heard.set(0);
            let known = client.sessions().last().cloned();
            *this.client.borrow_mut() = Some(client);
            let before =
                this.session().filter(|before| known.as_ref().map(|now| &now.topic) != Some(&before.topic));
            if let Some(before) = before {
                this.gone(&before.topic); // another tab disconnected it, and its message didn't arrive
            }
            this.know(known);
            this.follow_lead(&*lead);
            this.lead.replace(Some(lead));
            this.led_ms.set(this.now());
            this.cx.update(|s| {
                s.lifecycle.client_id = Some(client_id);
            });
            this.push(Input::Wake);
            Ok(Reply::Done)
        };
        self.cx.single(ScopeId::App, "sessions lead", flow).await
    }

    async fn take_lead(&self) -> Box<dyn Lead> {
        let mut lead = self.outside.tabs.lead();
        self.unheard_ms.set(0);
        loop {
            match select(lead, self.cx.ports().clock.sleep(LEAD_ASK_MS)).await {
                Either::Left((lead, _)) => return lead,
                Either::Right((_, waiting)) => lead = waiting,
            }
            // counts rounds instead of time, because timers can be very late in a hidden tab or after the device slept
            let unheard_ms = self.unheard_ms.get() + LEAD_ASK_MS;
            self.unheard_ms.set(unheard_ms);
            if unheard_ms >= LEAD_SEIZE_MS {
                // the leading tab sleeps, or a script of the page holds the lock
                lead = self.outside.tabs.seize();
                continue;
            }
            self.outside.tabs.tell(TAKE);
            self.ask_for_lead().await;
        }
    }

    /// Handles the loss of the lead.
    fn follow_lead(self: &Rc<Self>, lead: &dyn Lead) {
        let number = self.leads_taken.get() + 1;
        self.leads_taken.set(number);
        let (lost, weak) = (lead.lost(), Rc::downgrade(self));
        self.cx.background(ScopeId::App, async move {
            lost.await;
            if let Some(this) = weak.upgrade() {
                this.push(Input::Lost(number));
            }
            Ok(Reply::Done)
        });
    }

    /// Requests the lead as a tab that has read the record, which gets it immediately. The message contains the time,
    /// so a replay has no effect.
    async fn ask_for_lead(&self) {
        let saved = self.load().await.ok().flatten();
        if let Some(saved) = saved.and_then(|saved| Saved::read(&saved, self.now())) {
            self.secret.replace(saved.shared_secret());
            self.broadcast(&json!({ "wc": "take", "at": self.now() }));
        }
    }

    /// Whether this tab releases the lead. It does so for a tab that can't read the record only if that interrupts
    /// nothing, and for a tab that has read it unless the user is pairing here. In that case, the other tab gets the
    /// lead when the QR code expires.
    pub(super) fn lets_go(&self, has_read: bool) -> bool {
        let has_code = self.client.borrow().as_ref().is_some_and(Client::is_pairing);
        let is_pairing = has_code || self.offers.get() > 0;
        match has_read {
            true => !is_pairing || !self.is_in_use(),
            false => !is_pairing && self.answers.borrow().is_empty(),
        }
    }

    /// Whether the page is visible, or the user left it for the wallet's app.
    fn is_in_use(&self) -> bool {
        let is_visible = self.cx.ports().window.get().is_none_or(|window| window.is_visible());
        is_visible || self.cx.read(|s| s.pairing.is_opened)
    }

    /// Releases the lead to the tab that the user uses. Everything is stored, so only the client and the socket are
    /// dropped.
    pub(super) fn give_up_lead(self: &Rc<Self>) {
        self.socket.borrow_mut().take();
        let client = self.client.borrow_mut().take();
        drop(client);
        let lead = self.lead.borrow_mut().take();
        drop(lead);
        self.publish(&Event::Relay(RelayState::Idle)); // the displayed URI is no longer valid
        if self.known.borrow().is_none() && self.answers.borrow().is_empty() {
            return;
        }
        // the next leader's tab can be closed, and then another tab must listen to the relay again
        let this = self.clone();
        self.cx.background(ScopeId::App, async move {
            this.cx.ports().clock.sleep(LEAD_ASK_MS * 2).await;
            loop {
                drop(this.outside.tabs.lead().await);
                // the lock might have gone to a tab that asked for it earlier
                if this.cx.within(LEAD_ASK_MS, this.outside.tabs.lead()).await.is_some() {
                    break;
                }
            }
            if this.known.borrow().is_some() && !this.leads() {
                return this.lead().await;
            }
            Ok(Reply::Done)
        });
    }

    /// A value that only a tab with the record can compute.
    fn seal(&self, word: &str) -> String {
        let secret = self.secret.borrow();
        // hashes twice, so that nothing can be appended to the sealed text
        let inner = sha256_hex([secret.as_str(), word].concat().as_bytes());
        sha256_hex([secret.as_str(), &inner].concat().as_bytes())
    }

    pub(super) fn broadcast(&self, word: &Value) {
        let word = crate::json::text(word);
        self.outside.tabs.tell(&[self.seal(&word), word].concat());
    }

    /// Forwards a response without a pending request in this tab, because another tab might have sent it.
    pub(super) fn pass_on(&self, id: u64, topic: &str, answer: &super::Answer) {
        let mut word = json!({ "wc": "answered", "id": id.to_string(), "topic": topic });
        if let Some(fields) = word.as_object_mut() {
            match answer {
                Ok(result) => fields.insert("result".into(), result.clone()),
                Err(error) => fields.insert("error".into(), json!(error.as_ref().map(PeerError::value))),
            };
            self.broadcast(&word);
        }
    }

    /// Subscribes to messages of other tabs, and to the page's visibility.
    pub(super) fn hear(self: Rc<Self>) {
        let weak = Rc::downgrade(&self);
        if let Some(window) = self.cx.ports().window.get() {
            window.on_wake(Box::new(move || {
                let here = weak.upgrade();
                if let Some(this) = &here {
                    this.push(Input::Wake);
                }
                here.is_some()
            }));
        }
        let weak = Rc::downgrade(&self);
        self.outside.tabs.listen(Box::new(move |text| {
            let Some(this) = weak.upgrade() else { return };
            match text.as_str() {
                TAKE if this.leads() && this.lets_go(false) => this.push(Input::Yield(false)),
                TAKE if this.leads() => this.outside.tabs.tell(BUSY),
                BUSY => this.unheard_ms.set(0),
                _ => {}
            }
            if let Some((seal, word)) = text.split_at_checked(SEAL_CHARS)
                && !this.secret.borrow().is_empty()
                && this.seal(word) == seal
                && let Ok(word) = json::parse(word, RECORD_BYTES_MAX)
            {
                this.heard(&word);
            }
        }));
    }

    /// Handles another tab's report that this tab's money request has ended. The record contains the result, if one
    /// exists.
    async fn read_again(self: Rc<Self>, id: u64, topic: String, token: String) -> Result<Reply> {
        let saved = self.load().await?.and_then(|saved| Saved::read(&saved, self.now()));
        let ended = saved.and_then(|saved| saved.ended(id, &topic, &token));
        let answer = ended.map(|ended| ended.map_or(Err(None), |result| result.map_err(Some)));
        if answer.is_some_and(|answer| self.answer(id, &topic, answer)) {
            self.broadcast(&json!({ "wc": "taken", "id": id.to_string() }));
        }
        Ok(Reply::Done)
    }

    /// Handles a message of another tab.
    fn heard(self: &Rc<Self>, word: &Value) {
        let text = |name| word.text(name).unwrap_or_default();
        let id = || text("id").parse().unwrap_or(0);
        let kind = text("wc");
        if self.leads() {
            match kind {
                "taken" => {
                    let id: u64 = id();
                    self.untaken.borrow_mut().retain(|of| *of != id);
                }
                "take" if word.whole("at").is_some_and(|at| at > self.led_ms.get()) && self.lets_go(true) => {
                    self.push(Input::Yield(true));
                }
                _ => {}
            }
            return;
        }
        let topic = text("topic");
        if kind == "answered" {
            let token = self.answers.borrow().get(&id()).and_then(|pending| pending.token.clone());
            if let Some(token) = token {
                self.cx.background(ScopeId::App, self.clone().read_again(id(), topic.into(), token));
                return;
            }
            let answer = match word.get("error") {
                Some(Value::Null) => Err(None),
                Some(error) => Err(Some(PeerError::read(error))),
                None => Ok(word.get("result").cloned().unwrap_or_default()),
            };
            // also for a request of this tab whose session has ended
            if self.answer(id(), topic, answer) {
                self.broadcast(&json!({ "wc": "taken", "id": text("id") }));
            }
            return;
        }
        let Some(mut known) = self.session().filter(|known| known.topic == topic) else { return };
        match kind {
            "event" if known.follow_event(text("id"), text("chain"), text("name")) => {
                self.known.replace(Some(known));
                let data = word.get("data").cloned().unwrap_or_default();
                self.emitted(topic, text("chain"), text("name"), &data);
            }
            "updated" if known.follow_update(text("id"), word.field("namespaces")) => {
                self.renewed(Some(known));
            }
            "gone" | "live" => {
                match kind {
                    "gone" => self.gone(topic),
                    _ => self.live.set(true),
                }
                self.publish(&Event::Live { topics: Vec::new() }); // wakes the flows that wait for a proven session
            }
            _ => {}
        }
    }
}
