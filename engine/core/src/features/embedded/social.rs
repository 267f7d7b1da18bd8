//! Login with a provider (docs/spec/embedded-frame.md sections 6 and 7): "a window is opened in the click, the secure
//! site says where it goes, the user comes back with a result; or a phone reads a code".

use super::frame::Frame;
use super::login::{self, LoginResult};
use super::model::SocialPhase;
use super::protocol::{ConnectFarcaster, ConnectSocial, GetFarcasterUri, GetSocialRedirectUri, Reload, User};
use super::redirect_login;
use super::wallet;
use crate::constants::{
    EMBEDDED_ID, FRAME_LOGIN_MS, FRAME_RELOAD_MS, POPUP_GRACE_MS, POPUP_POLL_MS, RESULT_URI_MAX,
};
use crate::device::Device;
use crate::error::{Error, Result, foreign_text};
use crate::event::Event;
use crate::features::connect;
use crate::features::shell::{View, router};
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::{self, Read};
use crate::ports::popup::PopupHandle;
use crate::store::State;
use crate::urls;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use core::cell::Cell;
use futures_channel::mpsc;
use futures_util::StreamExt;
use futures_util::future::{Either, select};

/// The providers that use a window (5.14). Farcaster uses a QR code.
const PROVIDERS: [&str; 6] = ["google", "github", "apple", "facebook", "x", "discord"];
const FARCASTER: &str = "farcaster";

/// Logs in with a provider. A second call for the current provider brings its window to the front. A call for another
/// provider cancels the first one.
pub(super) async fn login(cx: &Cx, provider: &str) -> Result<Reply> {
    let is_farcaster = provider == FARCASTER;
    if !is_farcaster && !PROVIDERS.contains(&provider) {
        return Err(Error::BadParams { field: "provider".into() });
    }
    let key = ["embedded ", provider].concat();
    let waits = |s: &State| {
        matches!(
            s.embedded.social.phase,
            SocialPhase::Preparing | SocialPhase::Waiting | SocialPhase::Reading
        )
    };
    if cx.runs(&key) && cx.read(waits) {
        cx.update(|s| s.embedded.social.windows += 1); // brings its window to the front
        return cx.single(ScopeId::Asked, &key, async { Ok(Reply::Done) }).await;
    }
    login::begin(cx, provider)?;
    cx.close_scope(ScopeId::Connecting, &Error::PopupClosed);
    let provider = provider.to_string();
    let attempt = cx.update(|state| begin(state, &provider));
    let flow_cx = cx.clone();
    let of = key.clone();
    cx.single(ScopeId::Asked, &key, async move {
        let (cx, found) = (flow_cx, LoginResult::default());
        let (asking_cx, kept, name) = (cx.clone(), found.clone(), provider.clone());
        let closed = Rc::new(Cell::new(false));
        let of_window = closed.clone();
        let asked = cx.inside(&of, ScopeId::Connecting, async move {
            let attempt = asking_cx.phase(|state| {
                state.embedded.social.phase = SocialPhase::Idle;
                connect::leave(state);
            });
            let user = match is_farcaster {
                true => farcaster(&asking_cx).await,
                false if Device::here(asking_cx.ports()).telegram => {
                    redirect_login::leave(&asking_cx, &name).await
                }
                false => by_window(&asking_cx, &name, &of_window).await,
            };
            attempt.done();
            kept.set(Some(wallet::taken(&asking_cx, login::family(&asking_cx)?, user?, &name)?));
            Ok(Reply::Done)
        });
        // leaving the view after the window has loaded means closing it (decision 7, "A login window that seems closed")
        let answered = match asked.await {
            Err(Error::Aborted) if closed.get() => Err(Error::PopupClosed),
            answered => answered,
        };
        match found.take() {
            Some(connected) => {
                cx.update(|s| {
                    s.embedded.social.phase = SocialPhase::Idle;
                    s.emit(Event::track("SOCIAL_LOGIN_SUCCESS", &[("provider", &provider)]));
                });
                login::finish(&cx, connected).await
            }
            None => {
                let is_shown = cx.read(|s| s.embedded.social.attempt == attempt);
                if let (true, Err(error)) = (is_shown, &answered) {
                    failed(&cx, &provider, error);
                }
                answered
            }
        }
    })
    .await
}

/// Opens the view of a login and returns the number of the attempt.
fn begin(state: &mut State, provider: &str) -> u32 {
    let social = &mut state.embedded.social;
    social.attempt = social.attempt.wrapping_add(1);
    let attempt = social.attempt;
    (social.provider, social.phase) = (Some(provider.into()), SocialPhase::Preparing);
    (social.error, social.url) = (None, None);
    state.embedded.phase = super::model::LoginPhase::Idle;
    connect::begin(state, EMBEDDED_ID);
    state.emit(Event::track("SOCIAL_LOGIN_STARTED", &[("provider", provider)]));
    let view = if provider == FARCASTER { View::ConnectingFarcaster } else { View::ConnectingSocial };
    match state.router.open {
        true => router::push(state, view),
        false => router::open(state, Some(view)),
    }
    attempt
}

/// Shows the error in the provider's view, where the user can retry.
fn failed(cx: &Cx, provider: &str, error: &Error) {
    let left = matches!(error, Error::Aborted | Error::ModalClosed | Error::PopupClosed);
    cx.update(|state| {
        connect::leave(state);
        let is_shown =
            matches!(state.router.view(), Some(View::ConnectingSocial | View::ConnectingFarcaster));
        state.embedded.social.phase = if left || !is_shown { SocialPhase::Idle } else { SocialPhase::Failed };
        state.embedded.social.error = (!left).then(|| error.data());
        if !left {
            state.emit(Event::track(
                "SOCIAL_LOGIN_ERROR",
                &[("provider", provider), ("message", &error.to_string())],
            ));
        }
    });
}

fn phase(cx: &Cx, phase: SocialPhase) {
    if cx.read(|s| s.embedded.social.phase) != phase {
        cx.update(|s| s.embedded.social.phase = phase);
    }
}

/// The window of the last click, and the messages that it posts.
struct Window {
    handle: Box<dyn PopupHandle>,
    said: mpsc::UnboundedReceiver<String>,
}

impl Window {
    /// Takes the window that the click opened, if any.
    fn of_click(cx: &Cx) -> Option<Self> {
        let popup = cx.ports().popup.get()?.clone();
        let origin = urls::origin(&cx.read(|s| s.options.services.secure.clone()))?;
        let (sender, said) = mpsc::unbounded();
        let handle = popup.take(
            &origin,
            Box::new(move |text| {
                let _ = sender.unbounded_send(text);
            }),
        )?;
        Some(Self { handle, said })
    }

    /// Waits for the window of the click or of the view's button.
    async fn wait(cx: &Cx) -> Self {
        loop {
            if let Some(window) = Self::of_click(cx) {
                return window;
            }
            phase(cx, SocialPhase::Blocked);
            let windows = cx.read(|s| s.embedded.social.windows);
            cx.until(|s| (s.embedded.social.windows != windows).then_some(())).await;
        }
    }
}

async fn by_window(cx: &Cx, provider: &str, closed: &Cell<bool>) -> Result<User> {
    let frame = Frame::of(cx);
    let window = Window::of_click(cx);
    if window.is_none() {
        phase(cx, SocialPhase::Blocked);
    }
    let uri = frame.call(GetSocialRedirectUri(provider.to_string())).await.map_err(|error| {
        cx.log(&alloc::format!("Couldn't reach the login provider {provider}: {error}"));
        match error {
            Error::FrameNotLoaded => error,
            _ => Error::SocialNotStarted,
        }
    })?;
    let Window { handle, mut said } = match window {
        Some(window) => window,
        None => Window::wait(cx).await,
    };
    while said.try_recv().is_ok() {} // the window has no login yet, so earlier messages belong to another one
    handle.go(&uri);
    phase(cx, SocialPhase::Waiting);
    let handle: Rc<dyn PopupHandle> = handle.into();
    let result =
        cx.within(FRAME_LOGIN_MS, result(cx, &frame, handle.clone(), said, (provider, closed))).await;
    let result = result.unwrap_or(Err(Error::PopupClosed))?;
    phase(cx, SocialPhase::Reading);
    cx.update(|s| s.emit(Event::track("SOCIAL_LOGIN_REQUEST_USER_DATA", &[("provider", provider)])));
    drop(handle); // the user is back on this page
    let asked = wallet::who_signs(cx, login::family(cx)?).await;
    frame.call(ConnectSocial { uri: result, user: asked }).await
}

/// Waits for the window's result. Browsers can report an open window as closed (R25), so a message is accepted as long
/// as the view waits.
async fn result(
    cx: &Cx,
    frame: &Frame,
    handle: Rc<dyn PopupHandle>,
    mut said: mpsc::UnboundedReceiver<String>,
    (provider, closed): (&str, &Cell<bool>),
) -> Result<String> {
    let secure = cx.read(|s| s.options.services.secure.clone());
    let heard = async {
        while let Some(text) = said.next().await {
            match read_result(&text, &secure, &frame.state_nonce()) {
                Some(Ok(uri)) => return Ok(uri),
                Some(Err(said)) => {
                    return Err(Error::ConnectFailed { details: (!said.is_empty()).then_some(said) });
                }
                None => {}
            }
        }
        core::future::pending().await
    };
    let watched = async {
        let (mut closed_ms, mut asked) = (0, cx.read(|s| s.embedded.social.windows));
        loop {
            cx.ports().clock.sleep(POPUP_POLL_MS).await;
            let windows = cx.read(|s| s.embedded.social.windows);
            if core::mem::replace(&mut asked, windows) != windows {
                handle.focus();
            }
            closed_ms = if handle.is_closed() { closed_ms + POPUP_POLL_MS } else { 0 };
            closed.set(closed_ms >= POPUP_GRACE_MS);
            if closed_ms == POPUP_GRACE_MS {
                cx.update(|s| {
                    s.embedded.social.phase = SocialPhase::Closed;
                    s.emit(Event::track("SOCIAL_LOGIN_CANCELED", &[("provider", provider)]));
                });
            }
        }
    };
    let (heard, watched) = (core::pin::pin!(heard), core::pin::pin!(watched));
    match select(heard, watched).await {
        Either::Left((found, _)) => found,
        Either::Right(((), _)) => Err(Error::PopupClosed),
    }
}

/// Parses the window's message: a URL on the secure origin, with our nonce if it has one, or the provider's error. `None` for everything
/// else.
pub(super) fn read_result(
    text: &str,
    secure: &str,
    nonce: &str,
) -> Option<core::result::Result<String, String>> {
    let message = json::parse(text, RESULT_URI_MAX * 2).ok()?;
    check_result(message.filled("resultUri")?, secure, nonce)
}

/// Parses the result from a URL alone.
pub(super) fn check_result(
    uri: &str,
    secure: &str,
    nonce: &str,
) -> Option<core::result::Result<String, String>> {
    if uri.len() > RESULT_URI_MAX || !urls::same_origin(uri, secure) {
        return None;
    }
    if urls::query(uri, "wmState").is_some_and(|state| state != nonce) {
        return None;
    }
    Some(match urls::query(uri, "error") {
        Some(said) => Err(foreign_text(&said)),
        None => Ok(uri.into()),
    })
}

/// Resets the frame when no flow waits for the phone, so a late approval doesn't log in.
struct Leave<'a>(&'a Cx, Cell<bool>);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        if self.1.get() {
            return; // a response arrived: nothing to reset
        }
        let cx = self.0.clone();
        self.0.background(ScopeId::App, async move {
            cx.ports().clock.sleep(FRAME_RELOAD_MS).await;
            let _ = Frame::of(&cx).call(Reload).await;
            Ok(Reply::Done)
        });
    }
}

async fn farcaster(cx: &Cx) -> Result<User> {
    let frame = Frame::of(cx);
    let failed = |error: Error| match error {
        Error::FrameNotLoaded => error,
        _ => Error::FarcasterFailed,
    };
    let url = frame.call(GetFarcasterUri).await.map_err(failed)?;
    cx.update(|s| {
        s.embedded.social.url = Some(url);
        s.embedded.social.phase = SocialPhase::Waiting;
    });
    let leave = Leave(cx, Cell::new(false));
    let approved = frame.call(ConnectFarcaster).await;
    leave.1.set(true);
    let username = approved.map_err(failed)?;
    phase(cx, SocialPhase::Reading);
    let asked = wallet::who_signs(cx, login::family(cx)?).await;
    let user = frame.call(asked).await.map_err(failed)?;
    Ok(User { name: user.name.or(Some(username)), ..user })
}
