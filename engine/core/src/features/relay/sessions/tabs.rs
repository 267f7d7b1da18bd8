//! The tabs of an origin: which of them leads, and what they tell each other. Words of other tabs are foreign too: an older version
//! of this page may say them.

use super::{Input, RECORD_BYTES_MAX, Sessions};
use crate::constants::LEAD_ASK_MS;
use crate::error::{Error, Result};
use crate::flow::{Reply, ScopeId};
use crate::json::{self, Read};
use crate::ports::tabs::Lead;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::ToString;
use alloc::vec::Vec;
use futures_util::future::{Either, select};
use serde_json::{Value, json};
use walletconnect::client::{Client, Event, Session};
use walletconnect::error::PeerError;
use walletconnect::namespaces;
use walletconnect::relay::RelayState;

impl Sessions {
    /// Becomes the leader, if another tab is, and starts the client from the stored record.
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
            // cancels proposals from before a reload or of an earlier leader: no tab renders them, so none may become a session (T18)
            client.cancel_all(this.now());
            this.live.set(false);
            let client_id = client.client_id();
            let known = client.sessions().last().cloned();
            *this.client.borrow_mut() = Some(client);
            let before =
                this.session().filter(|before| known.as_ref().map(|now| &now.topic) != Some(&before.topic));
            if let Some(before) = before {
                this.gone(&before.topic); // another tab has disconnected it, and its message did not reach this one
            }
            this.know(known);
            this.lead.replace(Some(lead));
            this.cx.update(|s| {
                s.life.client_id = Some(client_id);
            });
            this.push(Input::Wake);
            Ok(Reply::Done)
        };
        self.cx.single(ScopeId::App, "sessions lead", flow).await
    }

    async fn take_lead(&self) -> Box<dyn Lead> {
        let mut lead = self.outside.tabs.lead();
        loop {
            match select(lead, self.cx.ports().clock.sleep(LEAD_ASK_MS)).await {
                Either::Left((lead, _)) => return lead,
                Either::Right((_, waiting)) => lead = waiting,
            }
            self.broadcast(&json!({ "wc": "take" }));
        }
    }

    /// Another tab is in use: everything is stored, so this one only drops client and socket.
    pub(super) fn give_up_lead(self: &Rc<Self>) {
        self.socket.borrow_mut().take();
        let client = self.client.borrow_mut().take();
        drop(client);
        let lead = self.lead.borrow_mut().take();
        drop(lead);
        self.publish(&Event::Relay(RelayState::Idle)); // the URI this tab renders is no longer valid
        if self.known.borrow().is_none() && self.answers.borrow().is_empty() {
            return;
        }
        // the next leader may be closed: then somebody must listen to the relay again
        let this = self.clone();
        self.cx.background(ScopeId::App, async move {
            this.cx.ports().clock.sleep(LEAD_ASK_MS * 2).await;
            loop {
                drop(this.outside.tabs.lead().await);
                // it may have passed us on its way to a tab that has asked for it
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

    pub(super) fn broadcast(&self, word: &Value) {
        self.outside.tabs.tell(&word.to_string());
    }

    /// Subscribes to messages of other tabs and to the page becoming visible.
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
            if let (Some(this), Ok(word)) = (weak.upgrade(), json::parse(&text, RECORD_BYTES_MAX)) {
                this.heard(&word);
            }
        }));
    }

    /// Handles a message of another tab.
    fn heard(&self, word: &Value) {
        match word.text("wc") {
            Some("take") if self.leads() => self.push(Input::Yield),
            Some("answered") => {
                let id = word.text("id").and_then(|id| id.parse().ok()).unwrap_or(0);
                let answer = match word.get("error") {
                    Some(Value::Null) => Err(None),
                    Some(error) => Err(Some(PeerError::read(error))),
                    None => Ok(word.get("result").cloned().unwrap_or_default()),
                };
                if self.answer(id, answer) {
                    self.broadcast(&json!({ "wc": "taken", "id": id.to_string() }));
                }
            }
            Some("taken") => {
                let id = word.text("id").and_then(|id| id.parse().ok()).unwrap_or(0);
                self.untaken.borrow_mut().retain(|of: &u64| *of != id);
            }
            Some("event") if !self.leads() => {
                let text = |name| word.text(name).unwrap_or_default();
                let data = word.get("data").cloned().unwrap_or_default();
                self.emitted(text("topic"), text("chain"), text("name"), &data);
            }
            Some("updated") if !self.leads() => {
                let known = self.session().filter(|known| word.text("topic") == Some(known.topic.as_str()));
                let granted = word.field("namespaces").and_then(|of| namespaces::read_granted(of, "").ok());
                if let Some((mut known, granted)) = known.zip(granted) {
                    known.namespaces = granted;
                    self.renewed(Some(known));
                }
            }
            Some("gone") if !self.leads() => {
                self.gone(word.text("topic").unwrap_or_default());
                self.publish(&Event::Live { topics: Vec::new() }); // wakes whoever waits for the session to be proven
            }
            Some("live") if !self.leads() => {
                let is_ours = |known: &Session| word.list("topics").iter().any(|of| *of == *known.topic);
                if self.session().is_some_and(|known| is_ours(&known)) {
                    self.live.set(true);
                    self.publish(&Event::Live { topics: Vec::new() });
                }
            }
            _ => {}
        }
    }
}
