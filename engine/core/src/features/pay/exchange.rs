//! Paying with an exchange: the service returns the URL of the exchange's page, the modal displays the domain of that
//! page, and the user opens it with a link. After the click, the payment is stored and its status is polled. Closing
//! the page or the modal doesn't end it.

use super::model::{self, Paid, Session, Stage, session};
use super::{bill, is_now, show};
use crate::api::exchanges::{self, Status};
use crate::constants::{PAY_STATUS_MAX_MS, PAY_STATUS_MS};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::money::take_id;
use crate::features::shell::{ToastVariant, alerts, router, toasts};
use crate::flow::{Cx, Reply, ScopeId};
use crate::namespaces::money;
use crate::namespaces::transfer::Transfer;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// Requests the exchange's page. Only the service knows its URL, so the user sees the domain before anything opens.
pub(super) async fn pay(cx: &Cx, id: &str) -> Result<Reply> {
    let chosen = cx.update(|state| {
        let pay = &mut *state.pay;
        let is_free = matches!(pay.stage, Stage::Choosing | Stage::Failed(..)) && pay.stays_connected();
        let is_checked = pay.checked == model::Checked::Ready;
        let found = pay.exchanges.list.iter().find(|one| one.id == id).filter(|_| is_free && is_checked);
        let (exchange, wanted) = (found?.clone(), pay.wanted.clone()?);
        pay.stage = Stage::Opening(exchange.clone());
        let number = pay.number;
        show(state);
        state.emit(Event::track("PAY_EXCHANGE_SELECTED", &[]));
        Some((number, exchange, wanted))
    });
    let Some((number, exchange, wanted)) = chosen else {
        return Err(Error::BadParams { field: "exchange".into() });
    };
    let flow_cx = cx.clone();
    let flow = async move {
        let cx = flow_cx;
        let opening = cx.phase(move |state| {
            if state.pay.number == number && matches!(state.pay.stage, Stage::Opening(_)) {
                state.pay.stage = Stage::Choosing;
            }
        });
        let to = (&wanted.asset.chain, wanted.recipient.as_str());
        let asked = exchanges::pay_url(&cx, &exchange, &bill(&wanted), to, wanted.redirect.as_ref()).await;
        if !is_now(&cx, number) {
            return Err(Error::Aborted);
        }
        opening.done();
        let (url, id) = alerts::of_service(&cx, asked).inspect_err(|error| failed(&cx, error))?;
        let amount = [&*wanted.amount.to_decimal(), " ", &wanted.asset.symbol].concat();
        let since_ms = cx.ports().clock.now_ms();
        let chain = wanted.asset.chain.clone();
        let due = Some(Box::new(Transfer {
            from: String::new(),
            to: wanted.recipient.clone(),
            token: wanted.asset.address.clone(),
            amount: wanted.amount,
            memo: None,
            references: Vec::new(),
            chain: chain.clone(),
        }));
        let (of, name) = (exchange.id, exchange.name);
        let session = Session { id, exchange: of, name, chain, amount, due, since_ms };
        // stored before the exchange's page can take money, so the next page can poll it
        session::keep(cx.ports(), &session);
        cx.update(|state| {
            state.emit(Event::track("PAY_INITIATED", &[]));
            state.pay.open.push(session.clone());
            state.pay.stage = Stage::AtExchange { session: session.clone(), url, is_opened: false };
        });
        follow(&cx, session, PAY_STATUS_MS);
        Ok(Reply::Done)
    };
    cx.start(ScopeId::Modal, flow).await
}

/// Handles the opened page of the exchange.
pub(super) fn opened(cx: &Cx) {
    cx.update(|state| {
        if let Stage::AtExchange { is_opened, .. } = &mut state.pay.stage {
            *is_opened = true;
        }
    });
}

/// Handles a failed attempt. The other ways to pay stay available.
fn failed(cx: &Cx, error: &Error) {
    cx.update(|state| {
        state.emit(Event::track("PAY_ERROR", &[]));
        state.pay.stage = Stage::Choosing;
        state.pay.error = Some(error.clone());
        if !model::is_left(state) {
            show(state);
        }
    });
}

/// Resumes polling payments from before a reload or from another tab.
pub(super) fn resume(cx: &Cx) {
    for session in session::kept(cx.ports()) {
        follow(cx, session, 0);
    }
}

/// Polls a payment until it ends or its time limit passes: while the page is visible, and once at the end.
fn follow(cx: &Cx, session: Session, first_ms: u64) {
    let key = alloc::format!("pay session {} {}", session.exchange, session.id);
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::App, &key, async move {
        let cx = flow_cx;
        let mut wait_ms = first_ms;
        loop {
            cx.ports().clock.sleep(wait_ms).await;
            wait_ms = PAY_STATUS_MS;
            let is_over = cx.ports().clock.now_ms().abs_diff(session.since_ms) >= PAY_STATUS_MAX_MS;
            let is_seen = cx.ports().window.get().is_none_or(|window| window.is_visible());
            if !is_seen && !is_over {
                continue;
            }
            let asked = exchanges::status(&cx, &session.exchange, &session.id, &session.chain).await;
            let end = match asked {
                Ok(Status::Success(hash)) => match shown(&cx, &session, hash).await {
                    Some(end) => end,
                    None if !is_over => continue,
                    None => End::Unknown(Some(model::wanted::error("GENERIC_PAYMENT_ERROR", model::UNSHOWN))),
                },
                Ok(Status::Failed(hash)) => End::Failed(hash),
                _ if !is_over => continue,
                other => End::Unknown(other.err()),
            };
            return Ok(ended(&cx, &session, end));
        }
    }));
}

enum End {
    /// Paid with this transaction on the network, or without a hash if only the exchange reports it.
    Success(Option<String>),
    Failed(Option<String>),
    Unknown(Option<Error>),
}

/// Verifies an exchange's report of success, which isn't proof, with the network. `None` while no node returns the
/// transaction. A transaction that isn't in a block in time, or differs, isn't a success.
async fn shown(cx: &Cx, session: &Session, hash: Option<String>) -> Option<End> {
    let Some((hash, due)) = hash.zip(session.due.as_ref()) else { return Some(End::Success(None)) };
    let network = cx.read(|s| s.networks.find(&session.chain).cloned())?;
    money::load(cx, network.chain_namespace).await;
    // the transaction's time comes from the network, the payment's from this device
    let since_ms = session.since_ms.saturating_sub(PAY_STATUS_MAX_MS);
    let is_paid = money::pays(cx, &network, &hash, due, since_ms).await?;
    // a transaction pays only once; another tab that polls this payment uses the same owner
    let owner = [&*session.exchange, " ", &*session.id].concat();
    match is_paid && take_id(cx, &network.caip_network_id, &hash, &owner) {
        true => Some(End::Success(Some(hash))),
        false => Some(End::Unknown(Some(model::wanted::error("GENERIC_PAYMENT_ERROR", model::UNSHOWN)))),
    }
}

/// Handles the end of a payment: displays it in the payment's view. Without that view, one tab displays a toast.
fn ended(cx: &Cx, session: &Session, end: End) -> Reply {
    let is_news = session::end(cx.ports(), session);
    let paid =
        |hash| Paid { hash, session: Some(session.id.clone()), exchange: Some(session.exchange.clone()) };
    let is_said = matches!(end, End::Success(None));
    let (is_success, is_failed) = (matches!(end, End::Success(_)), matches!(end, End::Failed(_)));
    let kept = session::kept(cx.ports());
    let is_drawn = cx.update(|state| {
        state.pay.is_before = kept.iter().any(|one| !state.pay.open.iter().any(|of| of.is_of(one)));
        let before = state.pay.open.len();
        state.pay.open.retain(|one| !one.is_of(session));
        let is_of_now = state.pay.open.len() < before;
        let is_shown = matches!(&state.pay.stage, Stage::AtExchange { session: of, .. } if of.is_of(session));
        let is_told = is_shown || is_success && !state.pay.is_paid();
        // a success ends the payment, even if the user has chosen another way since; a failure only ends this attempt
        if is_of_now && !state.pay.is_paid() {
            match end {
                End::Success(hash) => state.pay.stage = Stage::Done(paid(hash)),
                End::Failed(hash) => {
                    state.pay.failed = Some(paid(hash.clone()));
                    if is_shown {
                        let error = model::wanted::error("GENERIC_PAYMENT_ERROR", "The exchange didn't pay");
                        state.pay.stage = Stage::Failed(paid(hash), error);
                    }
                }
                End::Unknown(error) if is_shown => state.pay.stage = Stage::Unknown(paid(None), error),
                End::Unknown(_) => state.pay.doubt = Some(paid(None)),
            }
        }
        // the view might have changed: already paid, or another way chosen
        let is_drawn = is_of_now && is_told && !model::is_left(state);
        if is_drawn {
            router::reset(state, model::view(&state.pay));
        }
        if is_news && is_success {
            state.emit(Event::track("PAY_SUCCESS", &[]));
        } else if is_news {
            state.emit(Event::track("PAY_ERROR", &[]));
        }
        is_drawn
    });
    if is_news && !is_drawn {
        let args = [("amount", session.amount.as_str()), ("exchange", session.name.as_str())];
        let (key, variant) = match (is_success, is_failed) {
            (true, _) if is_said => ("toast.pay_said", ToastVariant::Success),
            (true, _) => ("toast.pay_done", ToastVariant::Success),
            (_, true) => ("toast.pay_failed", ToastVariant::Error),
            _ => ("toast.pay_unknown", ToastVariant::Error),
        };
        toasts::show(cx, toasts::text(key, &args, variant, None));
    }
    Reply::Done
}
