use super::super::protocol::{ConnectEmail, ConnectOtp, EmailAction, IsConnected};
use super::*;
use crate::features::{Later, rows};
use crate::ports::clock::{Clock, VirtualClock};
use crate::ports::frame::MemoryFrames;
use crate::ports::seal::MemorySeal;
use crate::ports::{EmbeddedPorts, Ports, host, http, provider, random, siwx, spawn, storage};
use alloc::format;

type Given<T> = Rc<RefCell<Option<Result<T>>>>;

/// A page whose frame is the test.
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
            embedded: Rc::default(),
            host: Rc::new(host.clone()),
            http: Rc::new(http::ScriptedHttp::default()),
            provider: Rc::new(provider::ScriptedWallets::default()),
            random: Rc::new(random::SeededRandom::new(7)),
            popup: Rc::default(),
            relay: Rc::default(),
            siwx: Rc::new(siwx::MemorySiwx::default()),
            spawn: Rc::new(tasks.clone()),
            storage: Rc::new(storage::MemoryStorage::default()),
            window: Rc::default(),
        };
        let embedded = EmbeddedPorts { frame: Rc::new(frames.clone()), seal: Rc::new(MemorySeal::default()) };
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

    /// What the frame was asked, oldest first: name and id.
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

    /// From loading to the moment it is spoken to.
    fn initialise(&self) {
        self.tell(&json!({ "type": "@w3m-frame/READY" }));
        self.pass(FRAME_SETTLE_MS);
        self.answer("SYNC_DAPP_DATA", Value::Null);
        self.answer("SYNC_THEME", Value::Null);
        self.answer("GET_SMART_ACCOUNT_ENABLED_NETWORKS", json!({ "smartAccountEnabledNetworks": [1337] }));
    }

    fn alerts(&self) -> Vec<String> {
        self.cx.read(|s| s.alerts.visible.iter().map(|alert| alert.key.clone()).collect())
    }
}

#[test]
fn what_is_no_answer_is_dropped_and_counted() {
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
            line.strip_suffix(" messages were dropped so far")?.rsplit(' ').next()?.parse().ok()
        })
        .collect();
    assert_eq!(counts, [1, 101, 201]);
    assert!(given.borrow().is_none());
}

// req: 4.23
#[test]
fn what_is_asked_waits_until_the_frame_knows_the_page() {
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
fn a_frame_that_does_not_come_is_given_up_after_twenty_seconds_and_tried_again_by_the_next_call() {
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
fn a_login_that_is_not_answered_ends_after_two_minutes_alone() {
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
fn an_answer_is_of_its_call_or_of_none() {
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
fn a_frame_that_begins_anew_is_told_of_the_page_again_and_not_for_ever() {
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

#[test]
fn a_frame_that_does_not_learn_of_the_page_has_failed() {
    let page = Page::new();
    let given = page.call(IsConnected(None));
    page.tell(&json!({ "type": "@w3m-frame/READY" }));
    page.pass(FRAME_SETTLE_MS + crate::constants::FRAME_QUIET_MS);
    assert_eq!(*given.borrow(), Some(Err(Error::FrameNotLoaded)));
}

// Without it a site that never answers, or answers after its time, would cost more and more.
#[test]
fn no_call_stays_on_the_list_past_its_answer_or_its_time() {
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
fn taken_away_nothing_is_asked_and_nothing_waits() {
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
