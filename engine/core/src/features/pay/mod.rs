//! The flows of a payment (1.8, 2.25, docs/spec/services.md A12): reads the page's payment, verifies it with the
//! network, and pays it in one of two ways. [`wallet`] uses the send journey, which prepares, displays and requests it
//! like any send. [`exchange`] opens the page of an exchange and polls its status. The state is in [`model`].
//!
//! ```text
//! options -> (wrong: a code, no view opens) -> choosing; meanwhile the network's node is asked for the token's decimals: others end it
//!   wallet: connect, switch -> the send journey with a locked form -> SendPreview -> confirmed -> PayLoading
//!       in a block: done    | refused: the same preview    | reverted, differs: failed    | replaced, or silent for 15 min: unknown
//!   exchange: url -> stored, its host is shown -> opened by a link of ours; asked after every 4 s while the page is seen, for 15 min
//!       SUCCESS: done (its transaction is looked up; without one: the exchange says so; not on the network: unknown)    | FAILED: failed    | no answer: unknown    | another way is chosen: still asked after, and reported
//! ```
//!
//! This folder reads and checks a payment and reports its result. For a wallet, it passes a `Form` to the send journey
//! (`money::preview`), which does the rest as for any send. So no rule about money is duplicated. Such a form
//! (`is_payment`) can't be edited, its entry has the kind `pay`, and the views around it are the payment's.
//!
//! A payment with an exchange is a line under `wallet-modal:payments` in localStorage. Tabs keep their lines next to each other and write
//! each change synchronously. The tab that removes a line reports its end, so that happens once. A page with such a line starts the engine
//! automatically, and the next payment warns that one is pending. `modal.pay()` settles with the payment, not when the modal closes.
//! "failed" is only reported if no attempt is in doubt. A replacement transaction can be the same transfer, sped up, so the end is unknown
//! then.
//!
//! # Departures from the specification
//!
//! - In docs/spec/views.md, PayLoading is the only view of a payment with a wallet. Here, SendPreview precedes it: it
//!   displays the full address and protects the click. PayLoading has no Back button: closing it leaves a pending
//!   request.
//! - A payment with an exchange also uses one of the page's networks, because that network's node reports the token's
//!   decimals.
//! - The part is larger than planned (8 kB planned, 20 reached; the views are within their budget): a payment outlives the page, and each
//!   way of resuming it has a flow.

mod exchange;
#[cfg(fuzzing)]
pub mod fuzz;
pub mod model;
mod wallet;

use crate::api::exchanges::{self, Bill};
use crate::api::wallet_services;
use crate::command::{needed, unknown_action};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::money::{LoadPhase, Stage as Attempted, send_model as send};
use crate::features::networks::pictures;
use crate::features::pay::model::PayAction;
use crate::features::shell::router;
use crate::features::shell::{alerts, images};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::namespaces::money;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
/// The stored key of payments at exchanges.
pub(crate) use model::PAYMENTS;
use model::wanted::{NOT_SUPPORTED, error};
use model::{Checked, Paid, Pay, PaymentRequest, Stage, session};
use serde_json::Value;

/// Resumes polling a payment that was at an exchange when the page was closed.
pub(crate) fn resume(cx: &Cx) -> Flow {
    cx.run("pay", PayAction::Resume, Value::Null)
}

/// Runs a command. `open` and `resume` come from the engine.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        cx.draw("pay", |state| crate::snapshot::text(&model::slice(state)));
        let flow_cx = cx.clone();
        match action.as_str() {
            PayAction::Open => {
                if command.as_object().is_none_or(|given| given.is_empty())
                    && cx.read(|s| s.pay.stays_connected())
                {
                    cx.update(show); // shows the current state
                    return Ok(Reply::Done);
                }
                begin(&cx, &command)?;
            }
            PayAction::Start => {
                let options = command.field("options").unwrap_or(&Value::Null);
                let number = begin(&cx, options)?;
                return result(&cx, number).await;
            }
            PayAction::Wallet => {
                let pay = async move { wallet::pay(&flow_cx).await };
                return cx.single(ScopeId::Pay, "pay wallet", pay).await;
            }
            PayAction::Exchange => return exchange::pay(&cx, needed(&command, "id")?).await,
            PayAction::Opened => exchange::opened(&cx),
            PayAction::Reload => load(&cx),
            PayAction::Again => cx.update(|state| {
                if matches!(state.pay.stage, Stage::Failed(..) | Stage::AtExchange { .. }) {
                    state.pay.stage = Stage::Choosing;
                    state.pay.error = None;
                    show(state);
                }
            }),
            PayAction::Resume => exchange::resume(&cx),
            _ => return Err(unknown_action("pay", &action)),
        }
        Ok(Reply::Done)
    })
}

/// Shows the progress of the payment.
fn show(state: &mut State) {
    let view = model::view(&state.pay);
    match state.router.open && !model::is_left(state) {
        true => router::reset(state, view),
        false => router::open(state, Some(view)),
    }
}

/// Reads the page's payment, and displays the ways to pay it. Returns the number of the payment.
fn begin(cx: &Cx, options: &Value) -> Result<u32> {
    if !cx.read(|s| s.options.feature("pay")) {
        return Err(error("INVALID_PAYMENT_CONFIG", "Payments are off. Set features.pay to true"));
    }
    let wanted = cx.read(|s| PaymentRequest::read(options, |chain| s.networks.find(chain).cloned()))?;
    if cx.read(|s| s.pay.is_out()) {
        cx.update(show);
        return Err(error("UNABLE_TO_INITIATE_PAYMENT", "Another payment is still in progress"));
    }
    cx.close_scope(ScopeId::Pay, &Error::Aborted);
    exchange::resume(cx);
    let is_before = session::is_kept(cx.ports());
    let number = cx.update(|state| {
        let number = state.pay.number + 1;
        *state.pay = Pay { number, wanted: Some(wanted), is_before, ..Pay::default() };
        if state.send.form.is_payment && !send::is_busy(state) {
            state.send.begin(send::Form::default()); // drops every preview and confirmation of the previous payment
        }
        show(state);
        state.emit(Event::track("PAY_MODAL_OPEN", &[]));
        number
    });
    picture(cx);
    load(cx);
    Ok(number)
}

/// Whether the wallet's request failed.
fn is_not_sent<T>(stage: &Attempted<T>) -> bool {
    matches!(stage, Attempted::NotSent { .. })
}

/// The result: paid, not paid, or unknown; or the modal was closed before any attempt.
async fn result(cx: &Cx, number: u32) -> Result<Reply> {
    fn reply(status: &'static str, paid: &Paid) -> Option<Result<Reply>> {
        Some(Ok(Reply::Json(crate::json::text(&model::session::result(status, paid)))))
    }
    cx.until(|state| {
        let pay = &*state.pay;
        if pay.number != number {
            return Some(Err(Error::Aborted));
        }
        match (&pay.stage, &pay.checked) {
            (Stage::Done(paid), _) => return reply("SUCCESS", paid),
            (Stage::Unknown(paid, _), _) => return reply("UNKNOWN", paid),
            (_, Checked::Refused(why)) => return Some(Err(why.clone())),
            _ => {}
        }
        // an attempt with a wallet or an exchange continues while the modal is closed
        if !model::is_left(state) || pay.is_out() {
            return None;
        }
        match (&pay.doubt, &pay.failed) {
            (Some(paid), _) => reply("UNKNOWN", paid),
            (None, Some(paid)) => reply("FAILED", paid),
            // the preview has displayed the reason
            (None, None) if state.send.form.is_payment && is_not_sent(&state.send.stage) => {
                reply("FAILED", &Paid::default())
            }
            (None, None) => Some(Err(Error::ModalClosed)),
        }
    })
    .await
}

/// Loads the icon of the payment's network, unless it was requested.
fn picture(cx: &Cx) {
    let url = cx.update(|s| {
        let network = s.networks.find(&s.pay.wanted.as_ref()?.asset.chain)?;
        let (id, url) = (network.caip_network_id.clone(), pictures::url(s, network));
        s.networks.pictures.insert(id, url.clone());
        Some(url)
    });
    images::load(cx, url.into_iter().collect());
}

/// Loads the payment's data: the network's token data, and the exchanges. Loaded data isn't fetched again.
fn load(cx: &Cx) {
    let Some((number, wanted)) = cx.read(|s| Some((s.pay.number, s.pay.wanted.clone()?))) else { return };
    check(cx, number, &wanted);
    list(cx, number, wanted);
}

/// Whether this is still the current payment.
fn is_now(cx: &Cx, number: u32) -> bool {
    cx.read(|s| s.pay.number == number)
}

/// Reads a token's decimals from its contract. Without them, the amount is meaningless.
fn check(cx: &Cx, number: u32, wanted: &PaymentRequest) {
    let Some(token) = wanted.asset.address.clone() else {
        cx.update(|s| s.pay.checked = Checked::Ready);
        return;
    };
    let Some(network) = cx.read(|s| s.networks.find(&wanted.asset.chain).cloned()) else { return };
    if cx.read(|s| matches!(s.pay.checked, Checked::Ready | Checked::Refused(_))) {
        return;
    }
    let (flow_cx, recipient, decimals) = (cx.clone(), wanted.recipient.clone(), wanted.amount.decimals);
    let flow = async move {
        let cx = flow_cx;
        cx.update(|s| s.pay.checked = Checked::Loading);
        money::load(&cx, network.chain_namespace).await;
        let said = money::token(&cx, &network, &recipient, &token).await;
        if !is_now(&cx, number) {
            return Ok(Reply::Done);
        }
        let checked = match said {
            Ok(held) if held.decimals == decimals => Checked::Ready,
            Ok(_) => Checked::Refused(error(NOT_SUPPORTED, "The token contract reports different decimals")),
            Err(error) => Checked::Failed(error),
        };
        cx.update(|s| s.pay.checked = checked);
        Ok(Reply::Done)
    };
    drop(cx.single(ScopeId::App, &alloc::format!("pay check {number}"), flow));
}

/// Loads the exchanges that support the payment.
fn list(cx: &Cx, number: u32, wanted: PaymentRequest) {
    if cx.read(|s| s.pay.exchanges.phase == LoadPhase::Ready) {
        return;
    }
    let flow_cx = cx.clone();
    let flow = async move {
        let cx = flow_cx;
        cx.update(|s| s.pay.exchanges.phase = LoadPhase::Loading);
        let limits = &wanted.limits;
        let named = [("includeOnly", &limits.include_only), ("exclude", &limits.exclude)];
        let found = alerts::of_service(&cx, exchanges::list(&cx, &bill(&wanted), named).await);
        if !is_now(&cx, number) {
            return Ok(Reply::Done);
        }
        let pictures = found.iter().flatten().filter_map(|exchange| exchange.image_url.clone());
        let pictures: Vec<String> =
            cx.read(|s| pictures.filter(|url| wallet_services::is_ours(s, url)).collect());
        cx.update(|s| {
            let shown = &mut s.pay.exchanges;
            match found {
                Ok(list) => (shown.phase, shown.list, shown.error) = (LoadPhase::Ready, list, None),
                Err(error) => (shown.phase, shown.error) = (LoadPhase::Failed, Some(error)),
            }
        });
        images::load(&cx, pictures);
        Ok(Reply::Done)
    };
    drop(cx.single(ScopeId::App, &alloc::format!("pay list {number}"), flow));
}

fn bill(wanted: &PaymentRequest) -> Bill<'_> {
    Bill { asset: wanted.asset.caip(), amount: &wanted.amount }
}
