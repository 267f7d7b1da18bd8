//! The life of the embedded wallet's frame (docs/spec/embedded-frame.md section 2). A flow that needs it creates it.
//! The frame reports when it is ready, and then gets the page's data. Earlier calls wait in order. Each call has its
//! own deadline.

use super::kept;
use super::protocol::{self, Call, GetSmartAccountNetworks, Message, SyncDappData, SyncTheme};
use crate::alert::Alert;
use crate::connectors;
use crate::constants::{FRAME_AGAIN_MS, FRAME_LOAD_MS, FRAME_LOGIN_MS, FRAME_SETTLE_MS, SDK_VERSION};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::project;
use crate::features::shell::{alerts, theme};
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::json;
use crate::map::Map;
use crate::ports::Local;
use crate::ports::frame::{FrameEvent, FrameHandle};
use crate::store::State;
use crate::urls;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::hex;
use core::cell::{Cell, RefCell};
use core::future::Future;
use core::marker::PhantomData;
use core::pin::Pin;
use core::task::{Context, Poll};
use futures_channel::{mpsc, oneshot};
use futures_util::StreamExt;
use futures_util::future::join;
use serde_json::Value;

/// The key of the stored driver.
const RUNNING: &str = "embedded frame";
/// The protocol version.
const VERSION: &str = "4";

/// The state of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// No frame exists.
    #[default]
    Absent,
    /// Its document is loading.
    Loading,
    /// It is ready and gets the page's data.
    Syncing,
    /// It responds to calls.
    Initialised,
    /// It failed to load, or restarts repeatedly.
    Failed,
}

/// A call that waits for its response.
struct Pending {
    name: &'static str,
    /// Whether a payload follows the protocol of this call.
    fits: fn(&Value) -> bool,
    answer: oneshot::Sender<Result<Value>>,
}

/// A call of any type.
struct Question {
    name: &'static str,
    payload: Option<Value>,
    fits: fn(&Value) -> bool,
    limit_ms: Option<u64>,
    /// Set when the frame has received the call.
    posted: Option<Rc<Cell<bool>>>,
}

impl Question {
    fn of<C: Call>(call: &C) -> Self {
        let fits = |payload: &Value| C::read(payload).is_some();
        Self { name: C::NAME, payload: call.payload(), fits, limit_ms: C::LIMIT_MS, posted: None }
    }
}

/// The result of a call. It is a type of its own, because an `async` block for each type of call would add a state
/// machine each.
pub(super) struct Answer<C> {
    asked: Local<Result<Value>>,
    _of: PhantomData<fn() -> C>,
}

impl<C: Call> Future for Answer<C> {
    type Output = Result<C::Answer>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.asked.as_mut().poll(context).map(|answer| read_as::<C>(answer?))
    }
}

fn read_as<C: Call>(payload: Value) -> Result<C::Answer> {
    C::read(&payload).ok_or(Error::FrameFailed)
}

/// The page's frame. A page has at most one.
pub(super) struct Frame {
    cx: Cx,
    phase: Cell<Phase>,
    handle: RefCell<Option<Box<dyn FrameHandle>>>,
    /// Whether it is visible, also for a frame that is created later.
    visible: Cell<bool>,
    /// A counter of frames. Messages to or from an earlier frame are stale.
    life: Cell<u32>,
    nonce: RefCell<String>,
    pending: RefCell<Map<String, Pending>>,
    /// When the frame last restarted while it was in use.
    again_ms: Cell<Option<u64>>,
    /// How many of the frame's messages were dropped (docs/spec/embedded-frame.md section 3).
    dropped: Cell<u32>,
}

impl Frame {
    /// The page's frame. The first call creates it.
    pub(super) fn of(cx: &Cx) -> Rc<Self> {
        cx.extension_or(RUNNING, || Self {
            cx: cx.clone(),
            phase: Cell::default(),
            handle: RefCell::default(),
            visible: Cell::default(),
            life: Cell::default(),
            nonce: RefCell::default(),
            pending: RefCell::default(),
            again_ms: Cell::default(),
            dropped: Cell::default(),
        })
    }

    /// The nonce that the frame's site adds to the return URL of a provider's page.
    pub(super) fn state_nonce(&self) -> String {
        self.cx.read(|s| s.project.login_nonce.clone())
    }

    /// Calls the frame once it is ready.
    ///
    /// # Errors
    /// [`Error::FrameNotLoaded`]. The frame's own error. [`Error::FrameFailed`] without a response in time.
    pub(super) fn call<C: Call>(self: &Rc<Self>, call: C) -> Answer<C> {
        Answer { asked: self.clone().put(Question::of(&call), !C::IS_QUIET), _of: PhantomData }
    }

    /// Like [`Self::call`], for a call that takes effect as soon as the frame receives it. `posted` is set at that
    /// moment.
    pub(super) fn call_once<C: Call>(self: &Rc<Self>, call: C, posted: Rc<Cell<bool>>) -> Answer<C> {
        let question = Question { posted: Some(posted), ..Question::of(&call) };
        Answer { asked: self.clone().put(question, !C::IS_QUIET), _of: PhantomData }
    }

    /// The part that all types of calls share, so it is compiled only once.
    fn put(self: Rc<Self>, question: Question, waits: bool) -> Local<Result<Value>> {
        Box::pin(async move {
            self.open()?;
            let is_far_enough = |phase| match phase {
                Phase::Absent | Phase::Failed => Some(Err(Error::FrameNotLoaded)),
                Phase::Initialised => Some(Ok(())),
                Phase::Syncing if !waits => Some(Ok(())),
                Phase::Syncing | Phase::Loading => None,
            };
            self.cx.until(|_| is_far_enough(self.phase.get())).await?;
            self.ask(question).await
        })
    }

    /// Shows or hides the frame.
    pub(super) fn show(&self, visible: bool) {
        self.visible.set(visible);
        if let Some(handle) = &*self.handle.borrow() {
            handle.show(visible);
        }
    }

    /// Removes the frame. Waiting calls fail.
    pub(super) fn close(&self) {
        self.end(Phase::Absent, &Error::FrameFailed);
    }

    fn open(self: &Rc<Self>) -> Result<()> {
        if !matches!(self.phase.get(), Phase::Absent | Phase::Failed) {
            return Ok(());
        }
        let port = self.cx.ports().embedded.get().cloned().ok_or(Error::FrameNotLoaded)?.frame;
        let life = self.life.get() + 1;
        self.life.set(life);
        self.again_ms.set(None);
        let mut bytes = [0; 16];
        self.cx.ports().random.fill(&mut bytes);
        *self.nonce.borrow_mut() = hex::encode(bytes);
        if life > 1 || self.state_nonce().is_empty() {
            project::renew_nonce(&self.cx);
        }
        let url = self.cx.read(|state| self.url(state));
        let (sender, mut inbox) = mpsc::unbounded();
        self.phase.set(Phase::Loading);
        let handle = port.open(
            &url,
            Box::new(move |event| {
                let _ = sender.unbounded_send(event);
            }),
        );
        if self.visible.get() {
            handle.show(true);
        }
        *self.handle.borrow_mut() = Some(handle);
        let this = self.clone();
        self.cx.background(ScopeId::App, async move {
            while let Some(event) = inbox.next().await {
                if this.life.get() != life {
                    break;
                }
                if let FrameEvent::Message(text) = event {
                    this.hear(&text);
                }
            }
            Ok(Reply::Done)
        });
        let this = self.clone();
        self.cx.background(ScopeId::App, async move {
            this.cx.ports().clock.sleep(FRAME_LOAD_MS).await;
            if this.life.get() == life && this.phase.get() == Phase::Loading {
                this.fail();
            }
            Ok(Reply::Done)
        });
        Ok(())
    }

    fn url(&self, state: &State) -> String {
        let chain = state.networks.active.as_ref().map(ToString::to_string).unwrap_or_default();
        let page = self.cx.ports().host.page();
        let query = [
            ("projectId", state.options.project_id.clone().unwrap_or_default()),
            ("chainId", chain),
            ("version", VERSION.into()),
            ("enableLogger", "false".into()),
            ("origin", page.origin),
            ("nonce", self.nonce.borrow().clone()),
            ("wmState", state.project.login_nonce.clone()),
        ];
        let query: Vec<String> =
            query.iter().map(|(name, value)| [*name, "=", &urls::encoded(value)].concat()).collect();
        [&state.options.services.secure, "/sdk?", &query.join("&")].concat()
    }

    fn hear(self: &Rc<Self>, text: &str) {
        match protocol::read(text, &self.nonce.borrow().clone()) {
            Some(Message::Ready) => self.ready(),
            Some(Message::Session(token)) => {
                let cx = self.cx.clone();
                self.cx.background(ScopeId::App, async move {
                    kept::keep_token(&cx, token).await;
                    Ok(Reply::Done)
                });
            }
            None => self.drop_message(),
            Some(Message::Answer { name, id, outcome }) => {
                let fits =
                    |pending: &Pending| pending.name == name && outcome.as_ref().map_or(true, pending.fits);
                let is_asked = self.pending.borrow().get(id.as_str()).is_some_and(fits);
                let pending = if is_asked { self.pending.borrow_mut().remove(id.as_str()) } else { None };
                match pending {
                    Some(pending) => {
                        let _ = pending.answer.send(outcome.map_err(|message| fault(message.as_deref())));
                    }
                    None => self.drop_message(),
                }
            }
        }
    }

    /// Drops a message that violates the protocol or matches no call. Counts it, and logs the first one and every
    /// hundredth one.
    fn drop_message(&self) {
        let dropped = self.dropped.get().saturating_add(1);
        self.dropped.set(dropped);
        if dropped % 100 == 1 {
            self.cx
                .log(&alloc::format!("Dropped {dropped} messages from the embedded wallet's frame so far"));
        }
    }

    fn ready(self: &Rc<Self>) {
        match self.phase.get() {
            Phase::Loading => self.sync(),
            // the frame has restarted, and the open calls belonged to the earlier one; a frame that restarts repeatedly
            // counts as failed
            Phase::Initialised => {
                let now = self.cx.ports().clock.now_ms();
                let last = self.again_ms.replace(Some(now));
                if last.is_some_and(|last| now.saturating_sub(last) < FRAME_AGAIN_MS) {
                    return self.fail();
                }
                self.refuse_all(&Error::FrameFailed);
                self.sync();
            }
            Phase::Absent | Phase::Syncing | Phase::Failed => {}
        }
    }

    /// Sends the page's data to the frame. After its response, other calls follow.
    fn sync(self: &Rc<Self>) {
        self.phase.set(Phase::Syncing);
        self.cx.wake();
        let (this, life) = (self.clone(), self.life.get());
        self.cx.background(ScopeId::App, async move {
            this.cx.ports().clock.sleep(FRAME_SETTLE_MS).await;
            if this.life.get() != life {
                return Ok(Reply::Done);
            }
            let known = this.ask(Question::of(&SyncDappData(this.cx.read(page_of)))).await;
            if this.life.get() != life {
                return Ok(Reply::Done);
            }
            if let Err(Error::FrameFailed) = known {
                this.fail();
                return Ok(Reply::Done);
            }
            let is_dark = this.cx.ports().window.get().is_some_and(|window| window.facts().dark);
            let theme = this.cx.read(|s| theme_of(s, is_dark));
            // the engine doesn't wait for the theme, and a missing smart account isn't an error
            let (theme, networks) = (Question::of(&SyncTheme(theme)), Question::of(&GetSmartAccountNetworks));
            let (_, networks) = join(this.ask(theme), this.ask(networks)).await;
            if this.life.get() == life {
                let networks = networks.and_then(read_as::<GetSmartAccountNetworks>).unwrap_or_default();
                this.cx.update(|s| s.embedded.smart_networks = networks);
                this.phase.set(Phase::Initialised);
                this.cx.wake();
            }
            Ok(Reply::Done)
        });
    }

    async fn ask(&self, question: Question) -> Result<Value> {
        let Question { name, payload, fits, limit_ms, posted } = question;
        let mut bytes = [0; 16];
        self.cx.ports().random.fill(&mut bytes);
        let id = hex::encode(bytes);
        let (answer, answered) = oneshot::channel();
        self.pending.borrow_mut().insert(id.clone(), Pending { name, fits, answer });
        let _forget = Forget(self, &id);
        match &*self.handle.borrow() {
            Some(handle) => handle.post(&protocol::written(name, payload, &id)),
            None => return Err(Error::FrameFailed),
        }
        if let Some(posted) = posted {
            posted.set(true);
        }
        let answered = match limit_ms {
            Some(ms) => self.cx.within(ms, answered).await,
            None => Some(answered.await),
        };
        match answered {
            Some(Ok(answer)) => answer,
            Some(Err(_)) => Err(Error::FrameFailed),
            None => {
                if limit_ms == Some(FRAME_LOGIN_MS) {
                    self.report(Alert::EmbeddedWalletTimedOut);
                }
                Err(Error::FrameFailed)
            }
        }
    }

    fn fail(&self) {
        self.end(Phase::Failed, &Error::FrameNotLoaded);
        self.report(Alert::EmbeddedWalletNotLoaded);
    }

    /// Raises an alert for developers and for pages that listen to errors (8.34).
    fn report(&self, alert: Alert) {
        let key = alert.key();
        self.cx.update(|s| s.emit(Event::track("INTERNAL_SDK_ERROR", &[("errorType", &key)])));
        alerts::raise(&self.cx, alert);
    }

    fn end(&self, phase: Phase, why: &Error) {
        self.life.set(self.life.get() + 1);
        self.phase.set(phase);
        drop(self.handle.borrow_mut().take());
        self.refuse_all(why);
        self.cx.wake();
    }

    fn refuse_all(&self, why: &Error) {
        loop {
            let next = self.pending.borrow_mut().pop();
            let Some((_, pending)) = next else { break };
            let _ = pending.answer.send(Err(why.clone()));
        }
    }
}

/// Converts the frame's error to an engine error (decisions 8, "Errors of the frame, as callers get them", and 10, "A frame error without a
/// message").
pub(super) fn fault(message: Option<&str>) -> Error {
    let Some(message) = message else { return Error::Internal { details: None } };
    let is = |error: &Error| error.to_string() == message;
    if connectors::is_refusal(message) {
        return Error::UserRejected;
    }
    match [Error::Aborted, Error::MethodNotAllowed].into_iter().find(is) {
        Some(error) => error,
        None => Error::told(-32603, -32603, message, None),
    }
}

/// Removes a dropped call from the list, so its late response is stale.
struct Forget<'a>(&'a Frame, &'a str);

impl Drop for Forget<'_> {
    fn drop(&mut self) {
        drop(self.0.pending.borrow_mut().remove(self.1));
    }
}

/// The page's data for the frame.
fn page_of(state: &State) -> Value {
    let metadata = &state.options.metadata;
    json!({
        "metadata": {
            "name": metadata.name, "description": metadata.description, "url": metadata.url, "icons": metadata.icons,
        },
        "sdkVersion": SDK_VERSION,
        "sdkType": "w3m",
        "projectId": state.options.project_id,
    })
}

/// The theme for the frame. The frame doesn't support the mode `system`.
fn theme_of(state: &State, is_dark: bool) -> Value {
    let mode = match state.theme.mode {
        theme::ThemeMode::System if is_dark => theme::ThemeMode::Dark,
        theme::ThemeMode::System => theme::ThemeMode::Light,
        chosen => chosen,
    };
    json!({ "themeMode": mode.as_str(), "w3mThemeVariables": state.theme.variables })
}

#[cfg(test)]
mod tests {
    use super::super::protocol::{ConnectEmail, ConnectOtp, EmailAction, IsConnected};
    use super::*;
    use crate::features::{Later, rows};
    use crate::ports::clock::{Clock, VirtualClock};
    use crate::ports::frame::MemoryFrames;
    use crate::ports::seal::MemorySeal;
    use crate::ports::{EmbeddedPorts, Ports, host, spawn};
    use alloc::format;

    type Given<T> = Rc<RefCell<Option<Result<T>>>>;

    /// A test page that plays the frame itself.
    struct Page {
        cx: Cx,
        clock: VirtualClock,
        tasks: spawn::Tasks,
        frames: MemoryFrames,
        host: host::RecordingHost,
        frame: Rc<Frame>,
    }

    impl Page {
        fn new() -> Self {
            let (clock, tasks) = (VirtualClock::at(1), spawn::Tasks::default());
            let (frames, host) = (MemoryFrames::default(), host::RecordingHost::default());
            let ports = Ports {
                clock: Rc::new(clock.clone()),
                host: Rc::new(host.clone()),
                spawn: Rc::new(tasks.clone()),
                ..Ports::in_memory()
            };
            let embedded =
                EmbeddedPorts { frame: Rc::new(frames.clone()), seal: Rc::new(MemorySeal::default()) };
            assert!(ports.embedded.set(embedded).is_ok());
            let cx = Cx::new(ports, rows(Later::native()));
            cx.update(|s| s.options.project_id = Some("p".into()));
            let frame = Frame::of(&cx);
            Self { cx, clock, tasks, frames, host, frame }
        }

        fn call<C: Call + 'static>(&self, call: C) -> Given<C::Answer>
        where
            C::Answer: 'static,
        {
            let (given, frame): (Given<C::Answer>, _) = (Rc::default(), self.frame.clone());
            let slot = given.clone();
            self.cx.background(ScopeId::App, async move {
                let answer = frame.call(call).await;
                *slot.borrow_mut() = Some(answer);
                Ok(Reply::Done)
            });
            self.tasks.run_until_idle();
            given
        }

        fn pass(&self, ms: u64) {
            let until = self.clock.now_ms() + ms;
            while let Some(at) = self.clock.next_ms().filter(|at| *at <= until) {
                self.clock.move_to(at);
                self.tasks.run_until_idle();
            }
            self.clock.move_to(until);
            self.tasks.run_until_idle();
        }

        fn tell(&self, message: &Value) {
            let inside = self.frames.0.borrow().last().cloned().unwrap();
            inside.tell(FrameEvent::Message(message.to_string()));
            self.tasks.run_until_idle();
        }

        /// The open calls, oldest first, as name and ID.
        fn asked(&self) -> Vec<(String, String)> {
            let inside = self.frames.0.borrow().last().cloned();
            let received = inside.map(|inside| inside.received.borrow().clone()).unwrap_or_default();
            let read = |text: &String| {
                let message: Value = serde_json::from_str(text).unwrap();
                (
                    message["type"].as_str().unwrap().replace("@w3m-app/", ""),
                    message["id"].as_str().unwrap().into(),
                )
            };
            received.iter().map(read).collect()
        }

        fn names(&self) -> Vec<String> {
            self.asked().into_iter().map(|(name, _)| name).collect()
        }

        fn answer(&self, name: &str, payload: Value) {
            let (_, id) = self.asked().into_iter().rev().find(|(asked, _)| asked == name).unwrap();
            self.tell(&json!({ "type": format!("@w3m-frame/{name}_SUCCESS"), "id": id, "payload": payload }));
        }

        /// Loads the frame and answers its first calls, until it accepts others.
        fn initialise(&self) {
            self.tell(&json!({ "type": "@w3m-frame/READY" }));
            self.pass(FRAME_SETTLE_MS);
            self.answer("SYNC_DAPP_DATA", Value::Null);
            self.answer("SYNC_THEME", Value::Null);
            self.answer(
                "GET_SMART_ACCOUNT_ENABLED_NETWORKS",
                json!({ "smartAccountEnabledNetworks": [1337] }),
            );
        }

        fn alerts(&self) -> Vec<String> {
            self.cx.read(|s| s.alerts.visible.iter().map(|alert| alert.key.clone()).collect())
        }
    }

    #[test]
    fn drops_and_counts_messages_that_arent_responses() {
        let page = Page::new();
        let given = page.call(IsConnected(None));
        page.initialise();
        for at in 0..250 {
            page.tell(&match at % 2 {
                0 => json!({ "type": "@w3m-frame/IS_CONNECTED_SUCCESS", "id": "none", "payload": { "isConnected": true } }),
                _ => json!({ "type": "devtools" }),
            });
        }
        let counts: Vec<u32> = (page.host.lines.borrow().iter())
            .filter_map(|line| {
                let (count, _) = line
                    .split_once("Dropped ")?
                    .1
                    .split_once(" messages from the embedded wallet's frame")?;
                count.parse().ok()
            })
            .collect();
        assert_eq!(counts, [1, 101, 201]);
        assert!(given.borrow().is_none());
    }

    // req: 4.23
    #[test]
    fn queues_calls_until_the_frame_knows_the_page() {
        let page = Page::new();
        assert!(page.frames.0.borrow().is_empty(), "nobody has asked for it");
        let given = page.call(IsConnected(None));
        let url = page.frames.0.borrow()[0].url.clone();
        let nonce = page.frame.nonce.borrow().clone();
        assert_eq!(nonce.len(), 32);
        assert!(url.starts_with("https://secure.walletconnect.org/sdk?projectId=p&chainId="), "{url}");
        assert!(url.contains(&["&nonce=", &nonce, "&wmState="].concat()), "{url}");
        assert!(page.asked().is_empty(), "it is not ready");
        page.tell(&json!({ "type": "@w3m-frame/READY" }));
        page.pass(FRAME_SETTLE_MS - 1);
        assert!(page.asked().is_empty(), "half a second after its word");
        page.pass(1);
        assert_eq!(page.names(), ["SYNC_DAPP_DATA"]);
        page.answer("SYNC_DAPP_DATA", Value::Null);
        assert_eq!(page.names()[1..], ["SYNC_THEME", "GET_SMART_ACCOUNT_ENABLED_NETWORKS"]);
        let mode = page.cx.read(|s| s.theme.mode);
        assert_eq!(mode, theme::ThemeMode::System, "which the frame has no word for");
        for (mode, is_dark, word) in [
            (theme::ThemeMode::System, true, "dark"),
            (theme::ThemeMode::System, false, "light"),
            (theme::ThemeMode::Light, true, "light"),
            (theme::ThemeMode::Dark, false, "dark"),
        ] {
            page.cx.update(|s| s.theme.mode = mode);
            assert_eq!(page.cx.read(|s| theme_of(s, is_dark))["themeMode"], word);
        }
        page.answer("GET_SMART_ACCOUNT_ENABLED_NETWORKS", json!({ "smartAccountEnabledNetworks": [1337] }));
        assert!(given.borrow().is_none());
        page.answer("SYNC_THEME", Value::Null);
        assert_eq!(page.names().last().unwrap(), "IS_CONNECTED");
        page.answer("IS_CONNECTED", json!({ "isConnected": true }));
        assert_eq!(*given.borrow(), Some(Ok(true)));
        assert_eq!(page.cx.read(|s| s.embedded.smart_networks.clone()), [1337]);
        assert_eq!(page.frames.0.borrow().len(), 1);
    }

    // req: 4.24, 8.3, 8.34, 9.12
    #[test]
    fn gives_up_a_missing_frame_after_20_s_and_retries_with_a_call() {
        let page = Page::new();
        let given = page.call(IsConnected(None));
        page.pass(FRAME_LOAD_MS - 1);
        assert_eq!(*given.borrow(), None);
        page.pass(1);
        assert_eq!(*given.borrow(), Some(Err(Error::FrameNotLoaded)));
        assert_eq!(page.alerts(), ["iframe_load_failed"]);
        let again = page.call(IsConnected(None));
        assert_eq!(page.frames.0.borrow().len(), 2);
        page.initialise();
        page.answer("IS_CONNECTED", json!({ "isConnected": true }));
        assert_eq!(*again.borrow(), Some(Ok(true)));
    }

    // req: 8.4, 9.13
    #[test]
    fn times_out_each_login_call_separately_after_two_minutes() {
        let page = Page::new();
        let slow = page.call(ConnectEmail("ada@example.org".into()));
        page.initialise();
        page.pass(FRAME_LOGIN_MS - 1);
        let other = page.call(ConnectOtp("123456".into()));
        assert_eq!(*slow.borrow(), None);
        page.pass(1);
        assert_eq!(*slow.borrow(), Some(Err(Error::FrameFailed)));
        assert_eq!(page.alerts(), ["iframe_request_timeout"]);
        page.answer("CONNECT_OTP", Value::Null);
        assert_eq!(*other.borrow(), Some(Ok(())), "each ends by itself");
        page.answer("CONNECT_EMAIL", json!({ "action": "CONNECT" }));
        assert_eq!(*slow.borrow(), Some(Err(Error::FrameFailed)), "too late");
    }

    // req: 7.45, 8.31
    #[test]
    fn matches_a_response_to_its_own_call_only() {
        let page = Page::new();
        let given = page.call(ConnectEmail("ada@example.org".into()));
        page.initialise();
        let (_, id) = page.asked().pop().unwrap();
        for message in [
            json!({ "type": "@w3m-frame/CONNECT_EMAIL_SUCCESS", "id": "other", "payload": { "action": "CONNECT" } }),
            json!({ "type": "@w3m-frame/CONNECT_OTP_SUCCESS", "id": id }),
            json!({ "type": "@w3m-frame/CONNECT_EMAIL_SUCCESS", "id": id, "payload": { "action": "PAY" } }),
            json!({ "type": "@w3m-frame/CONNECT_EMAIL_SUCCESS", "id": id, "payload": {} }),
            json!({ "type": "@w3m-frame/CONNECT_EMAIL_SUCCESS", "id": id, "nonce": "x", "payload": { "action": "CONNECT" } }),
        ] {
            page.tell(&message);
            assert_eq!(*given.borrow(), None, "{message}");
        }
        page.answer("CONNECT_EMAIL", json!({ "action": "VERIFY_OTP", "more": 1 }));
        assert_eq!(*given.borrow(), Some(Ok(EmailAction::VerifyOtp)));
        let refused = page.call(ConnectOtp("000000".into()));
        let (_, id) = page.asked().pop().unwrap();
        page.tell(&json!({ "type": "@w3m-frame/CONNECT_OTP_ERROR", "id": id, "payload": { "message": "Wrong code\u{202e}" } }));
        let Some(Err(Error::Rpc { message, .. })) = refused.borrow().clone() else { panic!("no error") };
        assert!(message.starts_with("Wrong code"), "{message}");
        let silent = page.call(ConnectOtp("000000".into()));
        let (_, id) = page.asked().pop().unwrap();
        page.tell(&json!({ "type": "@w3m-frame/CONNECT_OTP_ERROR", "id": id }));
        assert_eq!(*silent.borrow(), Some(Err(Error::Internal { details: None })));
    }

    #[test]
    fn reinitializes_a_restarted_frame_a_limited_number_of_times() {
        let page = Page::new();
        page.call(IsConnected(None));
        page.initialise();
        page.tell(&json!({ "type": "@w3m-frame/READY" }));
        assert_eq!(page.frame.phase.get(), Phase::Syncing, "what it was asked is gone");
        page.tell(&json!({ "type": "@w3m-frame/READY" }));
        assert_eq!(page.frame.phase.get(), Phase::Syncing, "its word said twice is one");
        page.pass(FRAME_SETTLE_MS);
        let waiting = page.call(IsConnected(None));
        assert_eq!(page.names().last().unwrap(), "SYNC_DAPP_DATA");
        page.answer("SYNC_DAPP_DATA", Value::Null);
        page.answer("SYNC_THEME", Value::Null);
        page.answer("GET_SMART_ACCOUNT_ENABLED_NETWORKS", json!({ "smartAccountEnabledNetworks": [] }));
        assert_eq!(page.names().last().unwrap(), "IS_CONNECTED");
        page.pass(FRAME_AGAIN_MS - FRAME_SETTLE_MS - 1);
        page.tell(&json!({ "type": "@w3m-frame/READY" }));
        assert_eq!(*waiting.borrow(), Some(Err(Error::FrameNotLoaded)));
        assert_eq!(page.frame.phase.get(), Phase::Failed);
    }

    // Drops late messages of the previous frame's window.
    #[test]
    fn gives_each_frame_its_own_oauth_state() {
        let page = Page::new();
        let mut states = Vec::new();
        for _ in 0..3 {
            page.call(IsConnected(None));
            let url = page.frames.0.borrow().last().unwrap().url.clone();
            states.push(url.split("wmState=").nth(1).unwrap().to_owned());
            page.frame.close();
        }
        states.sort();
        states.dedup();
        assert_eq!(states.len(), 3, "{states:?}");
    }

    #[test]
    fn fails_a_frame_that_never_learns_of_the_page() {
        let page = Page::new();
        let given = page.call(IsConnected(None));
        page.tell(&json!({ "type": "@w3m-frame/READY" }));
        page.pass(FRAME_SETTLE_MS + crate::constants::FRAME_QUIET_MS);
        assert_eq!(*given.borrow(), Some(Err(Error::FrameNotLoaded)));
    }

    // Otherwise, a site that responds late or never would use more and more memory.
    #[test]
    fn forgets_a_call_after_its_response_or_timeout() {
        let page = Page::new();
        page.call(IsConnected(None));
        page.initialise();
        let waiting = || page.frame.pending.borrow().iter().count();
        assert_eq!(waiting(), 1);
        page.answer("IS_CONNECTED", json!({ "isConnected": true }));
        assert_eq!(waiting(), 0);
        for _ in 0..100 {
            page.call(ConnectOtp("123456".into()));
        }
        assert_eq!(waiting(), 100);
        page.pass(FRAME_LOGIN_MS);
        assert_eq!(waiting(), 0);
        page.answer("CONNECT_OTP", Value::Null);
        page.tell(&json!({ "type": "@w3m-frame/CONNECT_OTP_SUCCESS", "id": "__proto__" }));
        assert_eq!(waiting(), 0);
    }

    #[test]
    fn ends_all_calls_when_the_frame_closes() {
        let page = Page::new();
        let given = page.call(IsConnected(None));
        page.initialise();
        let before = page.asked().len();
        page.frame.close();
        page.tasks.run_until_idle();
        assert_eq!(*given.borrow(), Some(Err(Error::FrameFailed)));
        page.tell(&json!({ "type": "@w3m-frame/READY" }));
        page.pass(FRAME_LOAD_MS + FRAME_LOGIN_MS);
        assert_eq!(page.asked().len(), before);
        assert_eq!((page.frame.phase.get(), page.alerts().len()), (Phase::Absent, 0));
        let _ = &page.host;
    }
}
