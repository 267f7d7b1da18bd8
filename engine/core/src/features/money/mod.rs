//! What moves money: sending, swapping, taking an allowance back, and what became of it.

mod attempt;
pub mod model;
mod pending;
pub mod revoke;
pub mod send;
mod sender;
mod stand;
pub mod swap;
pub mod transactions;

use crate::caip::Namespace;
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow, ScopeId};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use serde_json::{Value, json};

/// Answers of wallets that nobody waits for any more, by the token of their request. Not in a command: a page could make one up.
#[derive(Default)]
pub(crate) struct LateAnswers(RefCell<Vec<(String, Result<Value>)>>);

impl LateAnswers {
    const NAME: &'static str = "late answers";

    /// The answer to a request.
    pub(crate) fn take(cx: &Cx, token: &str) -> Option<Result<Value>> {
        let all = cx.kept::<Self>(Self::NAME)?;
        let found = all.0.borrow_mut().extract_if(.., |(of, _)| of == token).next();
        found.map(|(_, answer)| answer)
    }
}

/// Records a wallet's answer that came when nobody waited for it: after a reload, a disconnect, or its time.
///
/// # Errors
/// What was sent is not of this page.
pub(crate) fn late(cx: &Cx, token: &str, answer: Result<Value>) -> Flow {
    let all = cx.kept_or(LateAnswers::NAME, LateAnswers::default);
    all.0.borrow_mut().push((token.to_string(), answer));
    cx.run("send", "answered", json!({ "token": token }))
}

/// The token of a request of the host: where it was sent is in it, since nothing else of it is stored.
pub(crate) const OF_HOST: &str = "request:";

/// Previews a payment: the form is filled in with it and shown as its preview. Confirmed there, it is a send.
///
/// # Errors
/// Another send has not ended; what keeps the form from its preview.
pub(crate) fn preview(cx: &Cx, form: model::send::Form) -> Flow {
    let is_free = cx.update(|state| {
        let is_free = !model::send::is_busy(state);
        if is_free {
            state.send.begin(form);
        }
        is_free
    });
    match is_free {
        true => cx.run("send", "pay", Value::Null),
        false => alloc::boxed::Box::pin(async {
            let message = model::send::BUSY.into();
            Err(Error::Payment { code: "UNABLE_TO_INITIATE_PAYMENT", message })
        }),
    }
}

/// Looks after what is pending, where the host wants that.
pub(crate) fn watch(cx: &Cx, namespace: Namespace) {
    if cx.read(model::watched::is_on) {
        let flow = cx.run("transactions", "renew", namespace.as_str().into());
        cx.background(ScopeId::Connection(namespace), flow);
    }
}

/// Follows again what was sent before a reload.
pub(crate) fn resume(cx: &Cx) -> Flow {
    cx.run("transactions", "resume", Value::Null)
}
