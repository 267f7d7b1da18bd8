//! Login with an email address (docs/spec/embedded-frame.md section 5): "an address is given, the frame sends a mail;
//! its link or its code comes back; the account is connected".

use super::frame::Frame;
use super::login::{self, LoginResult};
use super::model::stored;
use super::model::{self, LoginPhase};
use super::protocol::{self, ConnectDevice, ConnectEmail, ConnectOtp, EmailAction};
use super::wallet;
use crate::constants::EMBEDDED_ID;
use crate::entities::Status;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::connect;
use crate::features::shell::{View, router};
use crate::flow::{Cx, Reply, ScopeId};
use alloc::rc::Rc;
use alloc::string::String;
use core::cell::Cell;

/// Starts a login, or sends another email for it. Ends when the account is connected. The user might need many minutes
/// and several codes.
pub(super) async fn login(cx: &Cx, email: &str) -> Result<Reply> {
    let email = model::given(email).ok_or(Error::BadParams { field: "email".into() })?;
    let now = cx.ports().clock.now_ms();
    cx.read(|s| model::may_ask(s, now))?;
    login::begin(cx, "email")?;
    let before = cx.read(stored::asked_ms);
    cx.commit(|state| {
        stored::ask(state, Some(now)); // stored immediately, because the email might be sent whatever the response is
        state.embedded.email = Some(email.clone());
        state.embedded.phase = LoginPhase::Sending;
        state.embedded.error = None;
        connect::begin(state, EMBEDDED_ID);
        state.emit(Event::track("EMAIL_LOGIN_SELECTED", &[]));
    })
    .await;
    let (flow_cx, found, posted) = (cx.clone(), LoginResult::default(), Rc::new(Cell::new(false)));
    let (kept, of_mail) = (found.clone(), posted.clone());
    let asked = cx.start(ScopeId::Connecting, async move { send(&flow_cx, email, &kept, of_mail).await });
    let answered = asked.await;
    if !posted.get() {
        cx.commit(|state| stored::ask(state, before)).await; // the frame never received the request, so no email was sent
    }
    match found.take() {
        Some(found) => login::finish(cx, found).await,
        None => stopped(cx, answered, LoginPhase::Idle),
    }
}

/// The same for a call of the page: the modal opens for the code, and the call waits for the account.
///
/// # Errors
/// The errors of [`login`]. [`Error::ModalClosed`].
pub(super) async fn start(cx: &Cx, email: &str) -> Result<Reply> {
    model::given(email).ok_or(Error::BadParams { field: "email".into() })?;
    cx.update(|state| {
        if !state.router.open {
            router::open(state, Some(View::EmailLogin));
        }
    });
    let (opening, family) = (cx.read(|s| s.router.openings), login::family(cx)?);
    let answered = login(cx, email).await?;
    if matches!(answered, Reply::Json(_)) {
        return Ok(answered);
    }
    cx.until(|s| {
        let account = s.accounts.by.get(&family).filter(|account| model::is_embedded(account));
        if account.is_some_and(|account| account.status == Status::Connected) {
            return Some(Ok(crate::features::account::account_reply(s, family)));
        }
        (!s.router.open || s.router.openings != opening).then_some(Err(Error::ModalClosed))
    })
    .await
}

async fn send(cx: &Cx, email: String, found: &LoginResult, posted: Rc<Cell<bool>>) -> Result<Reply> {
    let frame = Frame::of(cx);
    let action = frame.call_once(ConnectEmail(email), posted).await?;
    cx.update(|s| s.emit(Event::track("EMAIL_SUBMITTED", &[])));
    match action {
        EmailAction::Connect => return ask_who(cx, found).await,
        EmailAction::VerifyOtp => {}
        EmailAction::VerifyDevice => {
            cx.update(|state| {
                state.embedded.phase = LoginPhase::Device;
                router::push(state, View::EmailVerifyDevice);
            });
            frame.call(ConnectDevice).await?;
            cx.update(|s| s.emit(Event::track("DEVICE_REGISTERED_FOR_EMAIL", &[])));
        }
    }
    cx.update(|state| {
        state.embedded.phase = LoginPhase::Code;
        state.emit(Event::track("EMAIL_VERIFICATION_CODE_SENT", &[]));
        match state.router.view() {
            Some(View::EmailVerifyOtp) => {} // another email for the same view
            Some(View::EmailVerifyDevice) => router::replace(state, View::EmailVerifyOtp),
            _ => router::push(state, View::EmailVerifyOtp),
        }
    });
    Ok(Reply::Done)
}

/// Checks a code. The code is only in the message to the frame and never stored.
pub(super) async fn code(cx: &Cx, code: String) -> Result<Reply> {
    if !protocol::is_code(&code) {
        return Err(Error::BadParams { field: "code".into() });
    }
    if cx.read(|s| s.embedded.phase) != LoginPhase::Code {
        return Err(Error::Aborted);
    }
    cx.update(|state| {
        state.embedded.phase = LoginPhase::Checking;
        state.embedded.error = None;
    });
    let (flow_cx, found) = (cx.clone(), LoginResult::default());
    let kept = found.clone();
    let checked = cx.start(ScopeId::Connecting, async move {
        let checked = Frame::of(&flow_cx).call(ConnectOtp(code)).await;
        flow_cx.update(|s| {
            s.emit(match &checked {
                Ok(_) => Event::track("EMAIL_VERIFICATION_CODE_PASS", &[]),
                Err(error) => {
                    Event::track("EMAIL_VERIFICATION_CODE_FAIL", &[("message", &error.to_string())])
                }
            });
        });
        checked?;
        ask_who(&flow_cx, &kept).await
    });
    let answered = checked.await;
    match found.take() {
        Some(found) => login::finish(cx, found).await,
        None => {
            // matches the site's text (decision 9, "A wrong login code")
            let is_over = |error: &Error| error.to_string().to_ascii_lowercase().contains("new code");
            let over = answered.as_ref().is_err_and(is_over);
            stopped(cx, answered, if over { LoginPhase::Over } else { LoginPhase::Code })
        }
    }
}

/// Handles a failed step: its view displays the error, and the user can retry.
fn stopped(cx: &Cx, answered: Result<Reply>, phase: LoginPhase) -> Result<Reply> {
    if let Err(error) = &answered {
        let is_left = matches!(error, Error::Aborted | Error::ModalClosed);
        cx.update(|state| {
            connect::leave(state);
            state.embedded.phase = phase;
            state.embedded.error = (!is_left).then(|| error.data());
        });
    }
    answered
}

/// Asks the frame for its user after a successful step.
async fn ask_who(cx: &Cx, found: &LoginResult) -> Result<Reply> {
    cx.update(|s| s.embedded.phase = LoginPhase::Connecting);
    let asked = wallet::who_signs(cx, login::family(cx)?).await;
    let user = Frame::of(cx).call(asked).await?;
    found.set(Some(wallet::taken(cx, login::family(cx)?, user, "email")?));
    Ok(Reply::Done)
}
