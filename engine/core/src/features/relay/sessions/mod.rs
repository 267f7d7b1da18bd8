//! Sessions over a relay: runs the protocol (crate `walletconnect`) with the socket, the storage and the clock. One tab
//! of an origin leads: it has the socket and the keys in memory. The others receive its messages, and become the leader
//! when the user uses them.
//!
//! This is the event loop. [`tabs`] handles the lead, [`record`] the storage, [`requests`] requests and responses,
//! [`wallet_events`] events of the wallet. Data is durable before the messages that depend on it are sent
//! ([`Output::Save`]).

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

/// The inputs of the event loop.
enum Input {
    /// An event of the socket with this number.
    Socket(u32, SocketEvent),
    /// The client might have new outputs.
    Poke,
    /// The page is visible again.
    Wake,
    /// Another tab wants to lead. The flag is true if that tab has read the record.
    Yield(bool),
    /// The lock of this lead was lost.
    Lost(u32),
}

/// The key of the stored driver.
const RUNNING: &str = "relay sessions";

/// The driver of one tab.
pub(crate) struct Sessions {
    cx: Cx,
    outside: RelayPorts,
    /// The protocol client, while this tab leads.
    client: RefCell<Option<Client>>,
    /// The session as this tab last saw it, including while another tab leads.
    known: RefCell<Option<Session>>,
    socket: RefCell<Option<Box<dyn Connection>>>,
    opened: Cell<u32>,
    inbox: mpsc::UnboundedSender<Input>,
    /// This tab's pending requests.
    answers: RefCell<Map<u64, Pending>>,
    /// Responses to money requests that no tab has recorded yet.
    untaken: RefCell<Vec<u64>>,
    hearing: RefCell<Vec<mpsc::UnboundedSender<Event>>>,
    /// The account that the wallet last reported as current.
    chosen: RefCell<Map<Namespace, String>>,
    live: Cell<bool>,
    /// Sessions and chains whose addresses were already queried.
    learned: RefCell<Vec<String>>,
    /// The wallet has a pending request.
    asking: Cell<bool>,
    /// How many attempts to pair are running, each from before its QR code until its session is used.
    offers: Cell<u32>,
    /// How many queries the wallet must answer before any request.
    asides: Cell<u32>,
    /// The lock, while this tab leads.
    lead: RefCell<Option<Box<dyn Lead>>>,
    /// When this tab became the leader.
    led_ms: Cell<u64>,
    /// How often this tab has become the leader.
    leads_taken: Cell<u32>,
    /// How long this tab has waited for the lock since the leading tab last reported that it can't release it.
    unheard_ms: Cell<u64>,
    sealed: Cell<bool>,
    /// How many messages of the wallet have arrived.
    heard: Cell<u64>,
    /// The topic of the session whose wallet this tab has pinged.
    pinged: RefCell<String>,
    /// The shared secret of the tabs, after this tab has read the record.
    secret: RefCell<String>,
}

/// The driver of this tab. Makes this tab the leader.
///
/// # Errors
/// [`Error::ClientUnset`] without a project ID.
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

/// Like [`of`], but with a time limit, because another tab might never release the lock (R12).
///
/// # Errors
/// The errors of [`of`]. [`Error::WalletSilent`].
pub(crate) async fn soon(cx: &Cx) -> Result<Rc<Sessions>> {
    cx.within(LEAD_WAIT_MS, of(cx)).await.unwrap_or(Err(Error::WalletSilent))
}

/// Like [`of`], but waits until no tab leads, without asking one to release the lead.
///
/// # Errors
/// The errors of [`of`].
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

    /// Calls the protocol client. The loop then carries out its outputs.
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

    /// Adds or removes a running attempt to pair. This tab keeps the lead while one exists.
    pub(crate) fn offers(&self, more: bool) {
        let count = self.offers.get();
        self.offers.set(if more { count.saturating_add(1) } else { count.saturating_sub(1) });
    }

    /// The current session.
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
                    self.carry_out().await; // first writes the requests made since then to disk
                    self.give_up_lead();
                }
                Some(Input::Yield(_)) => {} // keeps the lead: the user is pairing here, or a request is open
                // this tab's copy is older than the record that the next leader has read
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
                Some(Input::Socket(..)) => {} // an event of an earlier socket
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
            // the session is announced when the flow that offered it keeps it
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
                // the wallet's action is unknown if the request ended another way; an error code identifies an unsent
                // request
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

    /// Records the response to a money request that no flow in this tab waits for. It is recorded under its token,
    /// unless the tab that sent the request takes it when it reads the record. A response that couldn't be recorded
    /// stays and is handled again at the next start. So does one that the other tab reports as taken, until its record
    /// is visible.
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
                true => token.starts_with(money::OF_HOST), // a page's request: the response was passed on to the page
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

/// `protocol/sdk/os/id`, the form in which relays count clients.
fn user_agent(page: &crate::ports::host::Page) -> String {
    let host = page.origin.split_once("://").map_or("", |(_, host)| host);
    alloc::format!("wc-2/wallet-modal-{SDK_VERSION}/browser/browser:{host}")
}
