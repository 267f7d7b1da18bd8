//! Changes the email address of a login (4.22): "the new address is given, a code goes to the old one, a code goes to the new one".

use super::frame::Frame;
use super::kept;
use super::model::{self, UpdatePhase};
use super::protocol::{self, UpdateAction, UpdateEmail, UpdateEmailPrimaryOtp, UpdateEmailSecondaryOtp};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::shell::{ToastVariant, View, router, toasts};
use crate::flow::{Cx, Reply, ScopeId};
use alloc::string::String;

/// Opens the form, for a user with an email login.
///
/// # Errors
/// [`Error::NotEmbedded`].
pub(super) fn open(cx: &Cx) -> Result<Reply> {
    is_by_email(cx)?;
    cx.update(|state| {
        let embedded = &mut *state.embedded;
        (embedded.update, embedded.error) = (UpdatePhase::Idle, None);
        match state.router.open {
            true => router::push(state, View::UpdateEmailWallet),
            false => router::open(state, Some(View::UpdateEmailWallet)),
        }
    });
    Ok(Reply::Done)
}

fn is_by_email(cx: &Cx) -> Result<String> {
    let login = cx.read(|s| model::slice(s).login).ok_or(Error::NotEmbedded)?;
    login.email.ok_or(Error::NotEmbedded)
}

/// Starts the change to a new address.
pub(super) async fn begin(cx: &Cx, email: &str) -> Result<Reply> {
    let old = is_by_email(cx)?;
    let email = model::given(email).ok_or(Error::BadParams { field: "email".into() })?;
    if email == old {
        return Err(Error::BadParams { field: "email".into() });
    }
    step(cx, UpdatePhase::Sending, UpdatePhase::Idle, move |cx| async move {
        let action = Frame::of(&cx).call(UpdateEmail(email.clone())).await?;
        cx.update(|state| {
            state.embedded.new_email = Some(email);
            state.emit(Event::track("EMAIL_EDIT", &[]));
            let view = match action {
                UpdateAction::VerifyPrimaryOtp => View::UpdateEmailPrimaryOtp,
                UpdateAction::VerifySecondaryOtp => View::UpdateEmailSecondaryOtp,
            };
            router::push(state, view);
        });
        Ok(UpdatePhase::Code)
    })
    .await
}

/// Checks a code, for the open view.
pub(super) async fn code(cx: &Cx, code: String) -> Result<Reply> {
    if !protocol::is_code(&code) {
        return Err(Error::BadParams { field: "code".into() });
    }
    let view = cx.read(|s| s.router.view());
    if cx.read(|s| s.embedded.update) != UpdatePhase::Code {
        return Err(Error::Aborted);
    }
    step(cx, UpdatePhase::Checking, UpdatePhase::Code, move |cx| async move {
        let frame = Frame::of(&cx);
        if view == Some(View::UpdateEmailPrimaryOtp) {
            frame.call(UpdateEmailPrimaryOtp(code)).await?;
            cx.update(|s| router::replace(s, View::UpdateEmailSecondaryOtp));
            return Ok(UpdatePhase::Code);
        }
        let email = frame.call(UpdateEmailSecondaryOtp(code)).await?;
        let user = cx.update(|state| {
            let user = state.embedded.user.get_or_insert_default();
            user.email = Some(email.clone());
            user.clone()
        });
        kept::keep_user(&cx, &user).await;
        cx.update(|state| {
            state.emit(Event::track("EMAIL_EDIT_COMPLETE", &[]));
            router::back_to(state, View::AccountSettings);
        });
        toasts::show(
            &cx,
            toasts::text(
                "toast.email_changed",
                &[("email", &model::short(&email))],
                ToastVariant::Success,
                None,
            ),
        );
        Ok(UpdatePhase::Idle)
    })
    .await
}

/// Runs one step, and displays its progress or its error.
async fn step<F>(
    cx: &Cx,
    during: UpdatePhase,
    failed: UpdatePhase,
    work: impl FnOnce(Cx) -> F,
) -> Result<Reply>
where
    F: core::future::Future<Output = Result<UpdatePhase>> + 'static,
{
    cx.update(|s| (s.embedded.update, s.embedded.error) = (during, None));
    let (flow_cx, work) = (cx.clone(), work(cx.clone()));
    cx.start(ScopeId::Modal, async move {
        let attempt = flow_cx.phase(move |s| s.embedded.update = failed);
        let done = work.await;
        attempt.done();
        match done {
            Ok(phase) => {
                flow_cx.update(|s| s.embedded.update = phase);
                Ok(Reply::Done)
            }
            Err(error) => {
                flow_cx.update(|s| (s.embedded.update, s.embedded.error) = (failed, Some(error.data())));
                Err(error)
            }
        }
    })
    .await
}
