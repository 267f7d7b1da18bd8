//! Sessions over a relay: drives the protocol (crate `walletconnect`) over socket, storage and clock. One tab of an origin
//! leads: it has the socket and the keys in memory; the others hear from it, and take the lead when they are used.
//!
//! What a session is asked is in [`requests`]. What the protocol wants written is durable before what it wants sent is sent ([`Output::Save`]).

mod requests;

pub(crate) use requests::{accounts, peer_error};

use crate::alert::Alert;
use crate::caip::{ChainId, Namespace};
use crate::constants::{LEAD_ASK_MS, LEAD_WAIT_MS, SDK_VERSION, STORAGE_MS};
use crate::error::{Error, Result};
use crate::features::alerts;
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::{self, Read};
use crate::map::Map;
use crate::ports::RelayPorts;
use crate::ports::provider::WalletEvent;
use crate::ports::socket::{Connection, SocketEvent};
use crate::ports::storage::Write;
use crate::ports::tabs::Lead;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use futures_channel::{mpsc, oneshot};
use futures_util::StreamExt;
use futures_util::future::{Either, select};
use serde_json::{Value, json};
use walletconnect::client::{Client, Config, Event, Metadata, Output, Session};
use walletconnect::error::PeerError;
use walletconnect::namespaces;
use walletconnect::relay::RelayState;

/// The record: everything the protocol must remember, sealed (services.md C: pairings, sessions, keychain, client_seed).
const RECORD: &str = "sessions";
/// The largest one that is read.
const RECORD_BYTES_MAX: usize = 1 << 20;

type Answer = core::result::Result<Value, PeerError>;

/// What happens to the driver.
enum Input {
    /// Of the socket with this number.
    Socket(u32, SocketEvent),
    /// There may be outputs.
    Poke,
    /// The page is in front again.
    Wake,
    /// Another tab takes the lead.
    Yield,
}

/// The driver of one tab.
pub(crate) struct Sessions {
    cx: Cx,
    outside: RelayPorts,
    /// While this tab leads.
    client: RefCell<Option<Client>>,
    /// As this tab last knew it; also while another one leads.
    known: RefCell<Option<Session>>,
    socket: RefCell<Option<Box<dyn Connection>>>,
    opened: Cell<u32>,
    inbox: mpsc::UnboundedSender<Input>,
    answers: RefCell<Map<u64, oneshot::Sender<Answer>>>,
    hearing: RefCell<Vec<mpsc::UnboundedSender<Event>>>,
    /// The account the wallet said last that it stands on.
    chosen: RefCell<Map<Namespace, String>>,
    live: Cell<bool>,
    sealed: Cell<bool>,
}

/// The driver of this tab, leading.
///
/// # Errors
/// [`Error::ClientUnset`] without a project id.
pub(crate) async fn of(cx: &Cx) -> Result<Rc<Sessions>> {
    let running = |s: &crate::store::State| s.pairing.running.clone()?.downcast::<Sessions>().ok();
    let sessions = match cx.read(running) {
        Some(sessions) => sessions,
        None => {
            let (sender, inbox) = mpsc::unbounded();
            let outside = cx.ports().relay.get().cloned().ok_or(Error::ClientUnset)?;
            let sessions = Rc::new(Sessions::new(cx, outside, sender));
            cx.update(|s| s.pairing.running = Some(sessions.clone()));
            sessions.clone().hear();
            cx.background(ScopeId::App, sessions.clone().run(inbox));
            sessions
        }
    };
    sessions.clone().lead().await?;
    Ok(sessions)
}

/// The same for somebody who waits: a tab that does not let go of the lead is not waited for for ever (R12).
///
/// # Errors
/// As [`of`]; [`Error::WalletSilent`].
pub(crate) async fn soon(cx: &Cx) -> Result<Rc<Sessions>> {
    cx.within(LEAD_WAIT_MS, of(cx)).await.unwrap_or(Err(Error::WalletSilent))
}

impl Sessions {
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
            hearing: RefCell::default(),
            chosen: RefCell::default(),
            live: Cell::default(),
            sealed: Cell::new(true),
        }
    }

    fn now(&self) -> u64 {
        self.cx.ports().clock.now_ms()
    }

    pub(crate) fn leads(&self) -> bool {
        self.client.borrow().is_some()
    }

    /// Tells the loop that something has happened.
    fn push(&self, input: Input) {
        let _ = self.inbox.unbounded_send(input);
    }

    /// Does something with the protocol; what comes of it is carried out by the loop.
    pub(crate) fn with<T>(&self, act: impl FnOnce(&mut Client, u64) -> T) -> Option<T> {
        let now = self.now();
        let done = self.client.borrow_mut().as_mut().map(|client| act(client, now));
        self.push(Input::Poke);
        done
    }

    /// Hears what the protocol tells from now on.
    pub(crate) fn events(&self) -> mpsc::UnboundedReceiver<Event> {
        let (sender, receiver) = mpsc::unbounded();
        self.hearing.borrow_mut().push(sender);
        receiver
    }

    /// The session in use.
    pub(crate) fn session(&self) -> Option<Session> {
        self.known.borrow().clone()
    }

    /// Chains under the ids the page knows them by: wallets that have not been updated grant the older ones.
    fn with_known_ids(&self, mut session: Session) -> Session {
        for (now, old) in self.renamed() {
            if !namespaces::accounts_on(&session.namespaces, &now).is_empty() {
                continue;
            }
            let all = session.namespaces.values_mut().flat_map(|of| &mut of.accounts);
            for account in all.filter(|account| namespaces::chain_of(account) == Some(&old)) {
                *account = account.replacen(&old, &now, 1);
            }
        }
        session
    }

    /// Chains that had another id before: id, older id.
    fn renamed(&self) -> Vec<(String, String)> {
        self.cx.read(|s| {
            let pair = |network: &crate::entities::Network| {
                Some((network.caip_network_id.clone(), network.deprecated_caip_network_id.clone()?))
            };
            s.networks.list.iter().filter_map(pair).collect()
        })
    }

    fn know(&self, session: Option<Session>) {
        let session = session.map(|session| self.with_known_ids(session));
        let approved = session.as_ref().map(|session| namespaces::chains(&session.namespaces));
        let asks = session.as_ref().is_some_and(|session| {
            let mut granted = session.namespaces.values();
            granted.any(|of| of.methods.iter().any(|method| method == "wallet_switchEthereumChain"))
        });
        *self.known.borrow_mut() = session;
        self.cx.update(|s| {
            s.pairing.approved = approved;
            s.pairing.asks_to_switch = asks;
        });
    }

    /// The wallet has changed what the session may do.
    fn renewed(&self, session: Option<Session>) {
        self.know(session);
        self.leave_lost_chains();
        self.tell_accounts();
    }

    // ---- the lead

    /// Takes the lead if another tab has it, and starts the protocol from what is stored.
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
            // codes of before a reload, or of a tab that led before: nobody who shows them hears of a session (T18)
            client.cancel_all(this.now());
            this.live.set(false);
            let client_id = client.client_id();
            let known = client.sessions().last().cloned();
            *this.client.borrow_mut() = Some(client);
            let before =
                this.session().filter(|before| known.as_ref().map(|now| &now.topic) != Some(&before.topic));
            if let Some(before) = before {
                this.gone(&before.topic); // another tab has let it go, and this one did not hear of it
            }
            this.know(known);
            this.cx.update(|s| {
                s.life.client_id = Some(client_id);
                s.pairing.lead = Some(lead);
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
            self.tell(&json!({ "wc": "take" }));
        }
    }

    /// Another tab is used: what is known is on the disk, so this one only lets go.
    fn give_up_lead(self: &Rc<Self>) {
        self.socket.borrow_mut().take();
        let client = self.client.borrow_mut().take();
        drop(client);
        let lead = self.cx.update(|s| s.pairing.lead.take());
        drop(lead);
        self.spread(&Event::Relay(RelayState::Idle)); // a code that is shown here is dead now
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

    fn tell(&self, word: &Value) {
        self.outside.tabs.tell(&word.to_string());
    }

    /// Hears the other tabs, and the page coming to the front.
    fn hear(self: Rc<Self>) {
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

    /// The words of another tab.
    fn heard(&self, word: &Value) {
        match word.text("wc") {
            Some("take") if self.leads() => self.push(Input::Yield),
            Some("answered") => {
                let id = word.text("id").and_then(|id| id.parse().ok()).unwrap_or(0);
                let answer = match word.field("error") {
                    Some(error) => Err(PeerError {
                        code: error.field("code").and_then(Value::as_i64).unwrap_or(-32603),
                        message: error.text("message").unwrap_or_default().into(),
                    }),
                    None => Ok(word.get("result").cloned().unwrap_or_default()),
                };
                self.answer(id, answer);
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
                self.spread(&Event::Live { topics: Vec::new() }); // who waits for a proof looks again
            }
            Some("live") if !self.leads() => {
                let is_ours = |known: &Session| word.list("topics").iter().any(|of| *of == *known.topic);
                if self.session().is_some_and(|known| is_ours(&known)) {
                    self.live.set(true);
                    self.spread(&Event::Live { topics: Vec::new() });
                }
            }
            _ => {}
        }
    }

    // ---- what survives

    /// Nothing where nothing is, or nothing that can be read.
    ///
    /// # Errors
    /// A disk that does not answer, or a record of a newer version: who went on without it would write over it (R4).
    async fn load(&self) -> Result<Option<Vec<u8>>> {
        let silent = || Error::Internal { details: Some("sessions cannot be read now".into()) };
        let found = self.cx.within(STORAGE_MS, self.cx.ports().storage.load()).await.ok_or_else(silent)?;
        let text = found.into_iter().find(|(key, _)| key == RECORD).map(|(_, text)| text);
        let Some(record) = text.and_then(|text| json::parse(&text, RECORD_BYTES_MAX).ok()) else {
            return Ok(None);
        };
        if record.whole("v").is_some_and(|version| version > 1) {
            return Err(silent());
        }
        let Some(sealed) = record.filled("value") else { return Ok(None) };
        self.cx.within(STORAGE_MS, self.outside.seal.open(sealed.to_owned())).await.ok_or_else(silent)
    }

    /// Keeps what the protocol knows. Where it cannot be kept the page goes on: a reload forgets the session.
    async fn save(&self) {
        let Some(plain) = self.client.borrow().as_ref().map(Client::save) else { return };
        let (storage, seal) = (self.cx.ports().storage.clone(), self.outside.seal.clone());
        let write = async move {
            let sealed = seal.seal(plain).await?;
            let record = json!({ "v": 1, "seq": 1, "value": sealed }).to_string();
            let write = Write { key: RECORD.into(), record: Some(record), mirrored: false };
            storage.commit(alloc::vec![write]).await.ok()
        };
        let written = self.cx.within(STORAGE_MS, write).await.flatten().is_some();
        if !written && self.sealed.replace(false) {
            self.cx.log("sessions are not stored: this page forgets its wallet on reload");
        }
    }

    // ---- the loop

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
                Some(Input::Yield) => {
                    self.carry_out().await; // what was asked for since is on the disk first
                    self.give_up_lead();
                }
                Some(Input::Socket(number, event)) if number == self.opened.get() => match event {
                    SocketEvent::Open => self.feed(Client::socket_opened),
                    SocketEvent::Message(text) => self.feed(|client, now| client.socket_message(now, &text)),
                    SocketEvent::Closed { code, reason } => {
                        self.socket.borrow_mut().take();
                        self.feed(|client, now| client.socket_closed(now, code, &reason));
                    }
                },
                Some(Input::Socket(..)) => {} // of one that was let go
            }
        }
    }

    fn feed(&self, act: impl FnOnce(&mut Client, u64)) {
        let now = self.now();
        if let Some(client) = self.client.borrow_mut().as_mut() {
            act(client, now);
        }
    }

    /// Carries out what the protocol wants, in its order.
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

    fn happened(&self, event: Event) {
        let latest = self.client.borrow().as_ref().and_then(|client| client.sessions().last().cloned());
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
                self.tell(&json!({ "wc": "live", "topics": topics }));
            }
            // a settled one is known when whoever offered it keeps it
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
                    let granted = now.as_ref().map(|now| json!(now.namespaces));
                    self.renewed(now);
                    self.tell(&json!({ "wc": "updated", "topic": topic, "namespaces": granted }));
                }
            }
            Event::Emitted { topic, chain, name, data, .. } => {
                self.emitted(topic, chain, name, data);
                self.tell(
                    &json!({ "wc": "event", "topic": topic, "chain": chain, "name": name, "data": data }),
                );
            }
            Event::Deleted { topic, .. } | Event::Expired { topic } => {
                self.gone(topic);
                self.cx.ports().storage.share(crate::links::CHOICE, None);
                self.tell(&json!({ "wc": "gone", "topic": topic }));
            }
            Event::Answered { id, result, .. } => {
                let was_ours = self.answer(*id, result.clone());
                self.pass_on(*id, result, was_ours);
            }
            _ => {}
        }
        self.spread(&event);
    }

    fn spread(&self, event: &Event) {
        self.hearing.borrow_mut().retain(|sink| sink.unbounded_send(event.clone()).is_ok());
    }

    /// An answer that nobody here waits for: another tab may.
    fn pass_on(&self, id: u64, result: &Answer, was_ours: bool) {
        let mut word = json!({ "wc": "answered", "id": id.to_string() });
        if let (Some(fields), false) = (word.as_object_mut(), was_ours) {
            match result {
                Ok(result) => fields.insert("result".into(), result.clone()),
                Err(error) => {
                    let error = json!({ "code": error.code, "message": error.message });
                    fields.insert("error".into(), error)
                }
            };
            self.tell(&word);
        }
    }

    fn answer(&self, id: u64, answer: Answer) -> bool {
        let waiting = self.answers.borrow_mut().remove(&id);
        waiting.is_some_and(|waiting| waiting.send(answer).is_ok())
    }

    /// What the wallet tells; what names a chain or an account outside of the session is left alone (R18).
    fn emitted(&self, topic: &str, chain: &str, name: &str, data: &Value) {
        let Some(session) = self.session().filter(|session| session.topic == topic) else { return };
        let Some(namespace) = chain.split_once(':').and_then(|(name, _)| Namespace::parse(name)) else {
            return;
        };
        let sinks = self.cx.read(|s| s.pairing.sinks.clone());
        match name {
            "chainChanged" => {
                let stands = ChainId::of_wallet_value(data).filter(|stands| stands.namespace == namespace);
                let Some(stands) = stands else { return };
                if !namespaces::accounts_on(&session.namespaces, &stands.to_string()).is_empty() {
                    self.cx.update(|s| s.pairing.chains.insert(namespace, stands));
                    sinks.tell(namespace, &WalletEvent::Chain(data.clone()));
                    self.tell_accounts(); // a wallet may grant others there
                }
            }
            "accountsChanged" => {
                let all = accounts(&session, namespace, self.stands(namespace).as_ref());
                let named = data.as_array().map(Vec::as_slice).unwrap_or_default();
                let named = named.iter().filter_map(Value::as_str);
                let plain = |text: &str| text.rsplit(':').next().unwrap_or_default().to_ascii_lowercase();
                let named: Vec<String> = named.map(plain).collect();
                let chosen: Vec<&String> =
                    named.iter().filter_map(|n| all.iter().find(|known| plain(known) == *n)).collect();
                if let Some(first) = chosen.first() {
                    self.chosen.borrow_mut().insert(namespace, (*first).clone());
                    let rest = all.iter().filter(|known| !named.contains(&plain(known)));
                    let list: Vec<&String> = chosen.iter().copied().chain(rest).collect();
                    sinks.tell(namespace, &WalletEvent::Accounts(json!(list)));
                }
            }
            _ => {}
        }
    }

    /// A chain requests went to is in the session no more: the page goes on with one of the same family that is.
    fn leave_lost_chains(&self) {
        let left: Vec<ChainId> = self.session().map_or_else(Vec::new, |session| {
            let chains = namespaces::chains(&session.namespaces);
            chains.iter().filter_map(|chain| ChainId::parse(chain)).collect()
        });
        for namespace in Namespace::ALL {
            let next = left.iter().find(|chain| chain.namespace == namespace);
            let stood = self.cx.read(|s| s.pairing.chains.get(&namespace).cloned());
            if let (Some(next), Some(stood)) = (next, stood)
                && !left.contains(&stood)
            {
                let sinks = self.cx.update(|s| {
                    s.pairing.chains.insert(namespace, next.clone());
                    s.pairing.sinks.clone()
                });
                sinks.tell(namespace, &WalletEvent::Chain(json!(next.to_string())));
            }
        }
    }

    /// The chain of a family.
    fn stands(&self, namespace: Namespace) -> Option<ChainId> {
        self.cx.read(|s| s.pairing.chains.get(&namespace).cloned())
    }

    /// The accounts of the session as they are now.
    pub(crate) fn tell_accounts(&self) {
        let Some(session) = self.session() else { return };
        let sinks = self.cx.read(|s| s.pairing.sinks.clone());
        for namespace in Namespace::ALL {
            let mut list = accounts(&session, namespace, self.stands(namespace).as_ref());
            let first =
                self.chosen(namespace).and_then(|first| list.iter().position(|known| *known == first));
            if let Some(before) = first.and_then(|first| list.get_mut(..=first)) {
                before.rotate_right(1);
            }
            sinks.tell(namespace, &WalletEvent::Accounts(json!(list)));
        }
    }

    fn gone(&self, topic: &str) {
        let was_ours = self.known.borrow().as_ref().is_some_and(|known| known.topic == topic);
        if was_ours {
            self.know(None);
            self.chosen.take();
            self.cx.update(|s| s.pairing.chains = Map::default());
            let sinks = self.cx.read(|s| s.pairing.sinks.clone());
            for namespace in Namespace::ALL {
                sinks.tell(namespace, &WalletEvent::Accounts(json!([])));
            }
        }
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
