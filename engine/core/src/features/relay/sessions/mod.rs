//! Sessions over a relay: drives the protocol (crate `walletconnect`) over socket, storage and clock. One tab of an origin
//! leads: it has the socket and the keys in memory; the others receive its messages, and become leader when they are used.
//!
//! This is the event loop. [`tabs`] has the lead, [`record`] the storage, [`requests`] requests and responses, [`wallet_events`] events
//! of the wallet. Data to store is durable before the messages that depend on it are sent ([`Output::Save`]).

mod addresses;
mod record;
mod requests;
mod tabs;
mod wallet_events;

pub(crate) use addresses::{remember as remember_addresses, with_purposes, written as written_addresses};
use requests::{Pending, peer_error_of_money};
pub(crate) use requests::{away, peer_error};
pub(crate) use wallet_events::{accounts, everywhere};

use crate::alert::Alert;
use crate::caip::Namespace;
use crate::constants::{LEAD_WAIT_MS, SDK_VERSION, STORAGE_MS};
use crate::error::{Error, Result};
use crate::features::money;
use crate::features::shell::alerts;
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::json;
use crate::map::Map;
use crate::ports::RelayPorts;
use crate::ports::socket::{Connection, SocketEvent};
use crate::ports::tabs::Lead;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use futures_channel::mpsc;
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use serde_json::Value;
use walletconnect::client::{Client, Config, Event, Metadata, Output, Session};
use walletconnect::error::PeerError;
use walletconnect::relay::RelayState;

/// The result of a request. An empty error means unknown.
type Answer = core::result::Result<Value, Option<PeerError>>;

/// Inputs of the driver's loop.
enum Input {
    /// Of the socket with this number.
    Socket(u32, SocketEvent),
    /// Outputs might be available.
    Poke,
    /// The page became visible again.
    Wake,
    /// Another tab becomes the leader; whether it has read the record.
    Yield(bool),
    /// The lock of this lead is gone.
    Lost(u32),
}

/// The name under which the driver is stored.
const RUNNING: &str = "relay sessions";

/// The driver of one tab.
pub(crate) struct Sessions {
    cx: Cx,
    outside: RelayPorts,
    /// While this tab leads.
    client: RefCell<Option<Client>>,
    /// The session as this tab last saw it; also while another tab leads.
    known: RefCell<Option<Session>>,
    socket: RefCell<Option<Box<dyn Connection>>>,
    opened: Cell<u32>,
    inbox: mpsc::UnboundedSender<Input>,
    /// Requests of this tab that are pending.
    answers: RefCell<Map<u64, Pending>>,
    /// Answers to requests that move money, for which no tab has reported yet.
    untaken: RefCell<Vec<u64>>,
    hearing: RefCell<Vec<mpsc::UnboundedSender<Event>>>,
    /// The account the wallet last reported as current.
    chosen: RefCell<Map<Namespace, String>>,
    live: Cell<bool>,
    /// Sessions and chains whose addresses were already requested.
    learned: RefCell<Vec<String>>,
    /// A request to the wallet is pending.
    asking: Cell<bool>,
    /// Counts attempts to pair, from before the code exists until their session is in use.
    offers: Cell<u32>,
    /// Questions that it has before any request, as a count.
    asides: Cell<u32>,
    /// The lock of the leading tab, while this one leads.
    lead: RefCell<Option<Box<dyn Lead>>>,
    /// Since when this tab leads.
    led_ms: Cell<u64>,
    /// How often it has led.
    leads_taken: Cell<u32>,
    /// How long this tab has asked for the lock since the leading tab last said that it can't release it.
    unheard_ms: Cell<u64>,
    sealed: Cell<bool>,
    /// Counts the wallet's messages so far.
    heard: Cell<u64>,
    /// The session whose wallet this tab has pinged.
    pinged: RefCell<String>,
    /// The shared secret of the tabs, once this one has read the record.
    secret: RefCell<String>,
}

/// The driver of this tab, leading.
///
/// # Errors
/// [`Error::ClientUnset`] without a project id.
pub(crate) async fn of(cx: &Cx) -> Result<Rc<Sessions>> {
    let sessions = match cx.extension::<Sessions>(RUNNING) {
        Some(sessions) => sessions,
        None => {
            let (sender, inbox) = mpsc::unbounded();
            let outside = cx.ports().relay.get().cloned().ok_or(Error::ClientUnset)?;
            let sessions = cx.extension_or(RUNNING, || Sessions::new(cx, outside, sender));
            sessions.clone().hear();
            cx.background(ScopeId::App, sessions.clone().run(inbox));
            sessions
        }
    };
    sessions.clone().lead().await?;
    Ok(sessions)
}

/// The same with a time limit: a leading tab that does not release the lock is not awaited forever (R12).
///
/// # Errors
/// As [`of`]; [`Error::WalletSilent`].
pub(crate) async fn soon(cx: &Cx) -> Result<Rc<Sessions>> {
    cx.within(LEAD_WAIT_MS, of(cx)).await.unwrap_or(Err(Error::WalletSilent))
}

/// The same, once no tab leads: without a request to release the lead.
///
/// # Errors
/// As [`of`].
pub(crate) async fn when_free(cx: &Cx) -> Result<Rc<Sessions>> {
    let outside = cx.ports().relay.get().cloned().ok_or(Error::ClientUnset)?;
    let leads = cx.extension::<Sessions>(RUNNING).is_some_and(|sessions| sessions.leads());
    if !leads {
        drop(outside.tabs.lead().await);
    }
    of(cx).await
}

impl Sessions {
    pub(crate) fn cx(&self) -> &Cx {
        &self.cx
    }

    fn new(cx: &Cx, outside: RelayPorts, inbox: mpsc::UnboundedSender<Input>) -> Self {
        Self {
            cx: cx.clone(),
            outside,
            client: RefCell::default(),
            known: RefCell::default(),
            socket: RefCell::default(),
            opened: Cell::default(),
            inbox,
            answers: RefCell::default(),
            untaken: RefCell::default(),
            hearing: RefCell::default(),
            chosen: RefCell::default(),
            learned: RefCell::default(),
            live: Cell::default(),
            asking: Cell::default(),
            asides: Cell::default(),
            offers: Cell::default(),
            lead: RefCell::default(),
            led_ms: Cell::default(),
            leads_taken: Cell::default(),
            unheard_ms: Cell::default(),
            sealed: Cell::new(true),
            heard: Cell::default(),
            pinged: RefCell::default(),
            secret: RefCell::default(),
        }
    }

    fn now(&self) -> u64 {
        self.cx.ports().clock.now_ms()
    }

    pub(crate) fn leads(&self) -> bool {
        self.client.borrow().is_some()
    }

    /// Wakes the loop.
    fn push(&self, input: Input) {
        let _ = self.inbox.unbounded_send(input);
    }

    /// Calls the protocol client; the loop carries out the resulting outputs.
    pub(crate) fn with<T>(&self, act: impl FnOnce(&mut Client, u64) -> T) -> Option<T> {
        let now = self.now();
        let done = self.client.borrow_mut().as_mut().map(|client| act(client, now));
        self.push(Input::Poke);
        done
    }

    /// Subscribes to the protocol's events.
    pub(crate) fn events(&self) -> mpsc::UnboundedReceiver<Event> {
        let (sender, receiver) = mpsc::unbounded();
        self.hearing.borrow_mut().push(sender);
        receiver
    }

    /// Counts the attempts to pair: this tab keeps the lead meanwhile.
    pub(crate) fn offers(&self, more: bool) {
        let count = self.offers.get();
        self.offers.set(if more { count.saturating_add(1) } else { count.saturating_sub(1) });
    }

    /// The session in use.
    pub(crate) fn session(&self) -> Option<Session> {
        self.known.borrow().clone()
    }

    async fn run(self: Rc<Self>, mut inbox: mpsc::UnboundedReceiver<Input>) -> Result<Reply> {
        loop {
            self.carry_out().await;
            let deadline = self.client.borrow().as_ref().and_then(Client::poll_deadline);
            let next = match deadline {
                None => inbox.next().await,
                Some(at) => {
                    let wait = self.cx.ports().clock.sleep(at.saturating_sub(self.now()));
                    match select(inbox.next(), wait).await {
                        Either::Left((next, _)) => next,
                        Either::Right(_) => {
                            self.feed(Client::tick);
                            continue;
                        }
                    }
                }
            };
            match next {
                None => return Ok(Reply::Done),
                Some(Input::Poke) => {}
                Some(Input::Wake) => self.feed(Client::wake),
                Some(Input::Yield(has_read)) if self.lets_go(has_read) => {
                    self.carry_out().await; // requests made since then are written to disk first
                    self.give_up_lead();
                }
                Some(Input::Yield(_)) => {} // the user is pairing here, or a request is open
                // this tab's copy is older than the record that the next one has read
                Some(Input::Lost(number)) if number == self.leads_taken.get() && self.leads() => {
                    self.give_up_lead()
                }
                Some(Input::Lost(_)) => {}
                Some(Input::Socket(number, event)) if number == self.opened.get() => match event {
                    SocketEvent::Open => self.feed(Client::socket_opened),
                    SocketEvent::Message(text) => self.feed(|client, now| client.socket_message(now, &text)),
                    SocketEvent::Closed { code, reason } => {
                        self.socket.borrow_mut().take();
                        self.feed(|client, now| client.socket_closed(now, code, &reason));
                    }
                },
                Some(Input::Socket(..)) => {} // an event of a socket that was dropped
            }
        }
    }

    fn feed(&self, act: impl FnOnce(&mut Client, u64)) {
        let now = self.now();
        if let Some(client) = self.client.borrow_mut().as_mut() {
            act(client, now);
        }
    }

    /// Carries out the client's outputs, in order.
    async fn carry_out(self: &Rc<Self>) {
        loop {
            let output = self.client.borrow_mut().as_mut().and_then(Client::poll_output);
            match output {
                None => return,
                Some(Output::Open(url)) => {
                    let number = self.opened.get() + 1;
                    self.opened.set(number);
                    let inbox = self.inbox.clone();
                    let sink = move |event| drop(inbox.unbounded_send(Input::Socket(number, event)));
                    let opened = self.outside.socket.open(&url, Box::new(sink));
                    self.socket.replace(Some(opened));
                }
                Some(Output::Close) => {
                    self.opened.set(self.opened.get() + 1);
                    self.socket.borrow_mut().take();
                }
                Some(Output::Send(text)) => {
                    if let Some(socket) = &*self.socket.borrow() {
                        socket.send(&text);
                    }
                }
                Some(Output::Save) => self.save().await,
                Some(Output::Event(event)) => self.happened(event),
            }
        }
    }

    fn happened(self: &Rc<Self>, event: Event) {
        let latest = self.client.borrow().as_ref().and_then(|client| client.sessions().last().cloned());
        let heard = self.client.borrow().as_ref().map_or(0, Client::heard);
        if heard != self.heard.replace(heard) && heard > 0 && self.cx.read(|s| s.session.is_silent) {
            self.cx.update(|s| s.session.is_silent = false);
        }
        match &event {
            Event::Relay(state) => {
                if let RelayState::Refused { reason, .. } = state
                    && let Some(alert) = Alert::of_provider_text(reason)
                {
                    alerts::raise(&self.cx, alert);
                }
            }
            Event::Live { topics } => {
                self.know(latest);
                self.live.set(true);
                self.ping();
                for topic in topics {
                    self.broadcast(&json!({ "wc": "live", "topic": topic }));
                }
            }
            // a settled session counts once the flow that offered it keeps it
            Event::Extended { topic } => {
                let is_ours = self.known.borrow().as_ref().is_some_and(|known| known.topic == *topic);
                let now = self.client.borrow().as_ref().and_then(|client| client.session(topic).cloned());
                if is_ours && now.is_some() {
                    self.know(now);
                }
            }
            Event::Updated { topic } => {
                let is_ours = self.known.borrow().as_ref().is_some_and(|known| known.topic == *topic);
                if is_ours {
                    let now = self.client.borrow().as_ref().and_then(|client| client.session(topic).cloned());
                    let word = now.as_ref().map(|now| {
                        json!({ "wc": "updated", "topic": topic, "id": now.updated_by(), "namespaces": now.namespaces })
                    });
                    self.renewed(now);
                    self.broadcast(&json!(word));
                }
            }
            Event::Emitted { topic, id, chain, name, data } => {
                self.emitted(topic, chain, name, data);
                self.broadcast(&json!({
                    "wc": "event", "topic": topic, "id": id, "chain": chain, "name": name, "data": data,
                }));
            }
            Event::Deleted { topic, .. } | Event::Expired { topic } => {
                self.gone(topic);
                self.cx.ports().storage.share(crate::links::CHOICE, None);
                self.broadcast(&json!({ "wc": "gone", "topic": topic }));
            }
            Event::Answered { id, topic, result } => {
                let answer = result.clone().map_err(Some);
                if !self.answer(*id, topic, answer.clone()) {
                    self.record(*id, answer.clone());
                    self.pass_on(*id, topic, &answer);
                }
            }
            Event::Unanswered { id, topic, error, may_have_left } => {
                // another way to end a request doesn't know the wallet's action; an unsent request is recognized from its code
                let code =
                    if error.code == walletconnect::error::USER_DISCONNECTED.code { 4001 } else { 4100 };
                let ended = Err((!may_have_left).then(|| PeerError::new(code, &error.message)));
                if !self.answer(*id, topic, ended.clone()) {
                    self.pass_on(*id, topic, &ended);
                }
            }
            _ => {}
        }
        self.publish(&event);
    }

    fn publish(&self, event: &Event) {
        self.hearing.borrow_mut().retain(|sink| sink.unbounded_send(event.clone()).is_ok());
    }

    /// Records a response that no flow here awaits, if its request moves money: under its token, unless the tab with the request takes it
    /// when it reads the record. A response that couldn't be recorded stays and is reported again on the next start. So does one that the
    /// other tab claims to have taken, until its record is visible.
    fn record(self: &Rc<Self>, id: u64, answer: Answer) {
        let token =
            self.client.borrow().as_ref().and_then(|client| client.token(id).map(ToString::to_string));
        let Some(token) = token else { return };
        self.untaken.borrow_mut().push(id);
        let this = self.clone();
        self.cx.background(ScopeId::App, async move {
            this.cx.ports().clock.sleep(STORAGE_MS).await;
            let is_taken = this.untaken.borrow_mut().extract_if(.., |of| *of == id).next().is_none();
            let answer = answer
                .map_err(|error| error.map_or(Error::WalletSilent, |error| peer_error_of_money(&error)));
            let is_done = match is_taken {
                true => token.starts_with(money::OF_HOST), // it was passed on to the host
                false => money::late(&this.cx, &token, answer).await.is_ok(),
            };
            if is_done {
                this.with(|client, _| client.forget(id));
            }
            Ok(Reply::Done)
        });
    }

    fn answer(&self, id: u64, topic: &str, answer: Answer) -> bool {
        let mut answers = self.answers.borrow_mut();
        if answers.get(&id).is_none_or(|pending| pending.topic != topic) {
            return false;
        }
        let pending = answers.remove(&id);
        drop(answers);
        pending.is_some_and(|pending| pending.answer.send(answer).is_ok())
    }

    fn config(&self) -> Option<Config> {
        let page = self.cx.ports().host.page();
        self.cx.read(|s| {
            let metadata = &s.options.metadata;
            Some(Config {
                relays: s.options.services.relay.clone(),
                project_id: s.options.project_id.clone()?,
                metadata: Metadata {
                    name: metadata.name.clone(),
                    description: metadata.description.clone(),
                    url: metadata.url.clone(),
                    icons: metadata.icons.clone(),
                    redirect: None,
                },
                user_agent: user_agent(&page),
            })
        })
    }
}

/// `protocol/sdk/os/id`, as relays count their clients.
fn user_agent(page: &crate::ports::host::Page) -> String {
    let host = page.origin.split_once("://").map_or("", |(_, host)| host);
    alloc::format!("wc-2/wallet-modal-{SDK_VERSION}/browser/browser:{host}")
}
