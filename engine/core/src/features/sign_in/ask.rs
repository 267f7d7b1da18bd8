//! The user's decision on a sign-in request of [`crate::features::sign_in::flow`]. If the wallet signs, the session is
//! stored (4.38). The request can fail (4.39, 8.19, 8.20), or the user declines (4.40, 4.41).

use crate::caip::AccountId;
use crate::entities::AccountType;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::shell::{CloseReason, router, toasts};
use crate::features::sign_in::SignInPhase;
use crate::features::sign_in::flow::Subject;
use crate::features::sign_in::flow::accept;
use crate::features::sign_in::flow::forget;
use crate::features::sign_in::flow::give;
use crate::features::sign_in::flow::has_session;
use crate::features::sign_in::flow::make;
use crate::features::sign_in::flow::missing;
use crate::features::sign_in::flow::over_ms;
use crate::features::sign_in::flow::show;
use crate::features::sign_in::flow::subject as subject_of;
use crate::features::sign_in::flow::tell_stored;
use crate::features::sign_in::wallet as sign_in_wallet;
use crate::features::sign_in::wallet::Session;
use crate::flow::{Cx, Reply, ScopeId};
use alloc::rc::Rc;
use alloc::string::ToString;
use core::cell::RefCell;
use futures_util::future::{Either, select};
use serde_json::Value;

const SIGNS: &str = "sign_in sign";

/// Sends one request, even if the user clicks repeatedly. The open modal waits for the wallet, but a signature isn't
/// lost if the modal closes.
pub(crate) async fn sign(cx: &Cx) -> Result<Reply> {
    let subject = cx.read(|s| subject_of(s).filter(|_| s.options.siwx).ok_or_else(|| missing(s)))?;
    let flow_cx = cx.clone();
    cx.single(ScopeId::App, SIGNS, async move {
        let cx = flow_cx;
        if !cx.read(|s| s.sign_in.phase == SignInPhase::Ready) {
            return Err(Error::Aborted);
        }
        let signed = Rc::new(RefCell::new(None));
        let asked = attempt(cx.clone(), subject.clone(), signed.clone());
        let asked = cx.inside(SIGNS, ScopeId::Modal, asked).await;
        let session = signed.borrow_mut().take();
        let stored = match (asked, session) {
            (Ok(_), Some(session)) => store(&cx, &subject, session).await,
            (Err(error), _) => Err(error),
            (Ok(_), None) => Err(Error::Aborted),
        };
        match stored {
            Ok(()) => Ok(Reply::Done),
            // the modal was closed, the user canceled, or another account is connected: the response is stale
            Err(error @ (Error::Aborted | Error::ModalClosed)) => Err(error),
            Err(error) => Err(failed(&cx, &subject, error).await),
        }
    })
    .await
}

/// Requests the signature and verifies it.
async fn attempt(cx: Cx, subject: Subject, signed: Rc<RefCell<Option<Session>>>) -> Result<Reply> {
    let leave = cx.phase(|s| {
        if matches!(s.sign_in.phase, SignInPhase::Signing | SignInPhase::Verifying) {
            s.sign_in.phase = SignInPhase::Ready;
        }
    });
    let message = cx.update(|s| {
        s.sign_in.phase = SignInPhase::Signing;
        s.sign_in.error = None;
        s.emit(Event::track("CLICK_SIGN_SIWX_MESSAGE", &[]));
        s.sign_in.message.clone()
    });
    let message = renewed(&cx, &subject, message).await?;
    let work = core::pin::pin!(sign_in_wallet::signature(&cx, &subject, message));
    let changed = core::pin::pin!(cx.until(|s| (subject_of(s).as_ref() != Some(&subject)).then_some(())));
    match select(work, changed).await {
        Either::Left((session, _)) => *signed.borrow_mut() = Some(session?),
        Either::Right(_) => return Err(Error::Aborted),
    }
    leave.done();
    Ok(Reply::Done)
}

/// The displayed message, or a new one if it has expired.
async fn renewed(cx: &Cx, subject: &Subject, message: Option<Value>) -> Result<Value> {
    let now_ms = cx.ports().clock.now_ms();
    let is_over = |message: &Value| over_ms(message).is_some_and(|ms| ms <= now_ms);
    if let Some(message) = message.filter(|message| !is_over(message)) {
        return Ok(message);
    }
    let message = make(cx, &subject.account).await?;
    cx.update(|s| s.sign_in.message = Some(message.clone()));
    Ok(message)
}

/// Stores the session with the page's `addSession`. It is valid afterwards.
async fn store(cx: &Cx, subject: &Subject, session: Session) -> Result<()> {
    // a lost response doesn't mean "not stored": the account is treated as signed in until it signs out (10.61)
    cx.commit(|s| s.sign_in.unsure(&subject.account)).await;
    if let Err(error) = give(cx, "addSession", &session.0, alloc::vec![subject.account.clone()]).await {
        // a sign-out meanwhile might have reached the page first
        cx.commit(|s| s.sign_in.unsure(&subject.account)).await;
        return Err(error);
    }
    if cx.read(|s| subject_of(s).as_ref() == Some(subject)) {
        accept(cx, subject, true).await;
    } else {
        cx.update(|s| {
            let required = s.sign_in.required;
            s.sign_in.ended(&subject.account);
            s.sign_in.known.push(subject.account.clone());
            tell_stored(s, &subject.account, required);
        });
    }
    Ok(())
}

/// Handles a failed attempt (4.39): the error is displayed and tracked, and the user can retry.
async fn failed(cx: &Cx, subject: &Subject, error: Error) -> Error {
    let refused = error.is_refusal();
    let smart = subject.kind == AccountType::SmartAccount;
    let shown = match error {
        _ if refused && smart => Error::SmartAccountUnsupported,
        _ if refused => Error::SignatureDeclined,
        error @ Error::SignFailed { .. } => error,
        error => {
            Error::SignFailed { details: Some(error.data().details.unwrap_or_else(|| error.to_string())) }
        }
    };
    let is_here = cx.read(|s| subject_of(s).as_ref() == Some(subject));
    let network = subject.account.chain.to_string();
    let properties = [
        ("network", network.as_str()),
        ("isSmartAccount", if smart { "true" } else { "false" }),
        ("message", &shown.to_string()),
    ];
    cx.update(|s| {
        s.emit(Event::track("SIWX_AUTH_ERROR", &properties));
        if is_here {
            s.sign_in.phase = SignInPhase::Ready;
            s.sign_in.error = Some(shown.data());
            show(s);
        }
    });
    // 8.19 and 8.20 are also toasts; the view displays the other errors
    if refused || !is_here {
        toasts::show_error(cx, &shown);
    }
    // a server can accept each message once, so the next attempt uses a new one; a rejected message never reached the server
    if is_here
        && !refused
        && let Ok(message) = make(cx, &subject.account).await
    {
        cx.update(|s| {
            if s.sign_in.phase == SignInPhase::Ready && s.sign_in.account.as_ref() == Some(&subject.account) {
                s.sign_in.message = Some(message);
            }
        });
    }
    shown
}

/// Handles the user's Cancel (4.40, 4.41).
pub(crate) async fn cancel(cx: &Cx) -> Result<Reply> {
    cx.update(|s| s.emit(Event::track("CLICK_CANCEL_SIWX", &[])));
    if !cx.read(|s| s.sign_in.is_owed()) {
        router::close(cx, CloseReason::User);
        cx.update(|s| {
            if s.sign_in.is_asked() {
                forget(&mut s.sign_in);
            }
        });
        return Ok(Reply::Done);
    }
    let flow_cx = cx.clone();
    cx.single(ScopeId::App, "sign_in cancel", async move {
        let cx = flow_cx;
        let asked = cx.update(|s| {
            s.sign_in.phase = SignInPhase::Canceling;
            s.sign_in.account.clone()
        });
        let asked = asked.ok_or(Error::Aborted)?;
        let leave = cx.phase(|s| {
            if s.sign_in.phase == SignInPhase::Canceling {
                s.sign_in.phase = SignInPhase::Ready;
            }
        });
        cx.close_scope(ScopeId::Modal, &Error::Aborted);
        let last = cx.read(|s| {
            let is_other = |known: &&AccountId| known.address == asked.address && known.chain != asked.chain;
            s.sign_in.known.iter().rev().find(is_other).cloned()
        });
        if let Some(last) = last
            && has_session(&cx, &last).await == Ok(true)
            && crate::features::networks::switch_to(&cx, &last.chain).await.is_ok()
        {
            return Ok(Reply::Done); // the previous network has a session, so the sign-in view closes
        }
        let gone = crate::features::account::disconnect(&cx, asked.chain.namespace).await;
        drop(leave);
        gone
    })
    .await
}
