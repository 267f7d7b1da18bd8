//! Paying with the wallet: switches its network, then runs the send journey with exactly the page's payment
//! (`features/money/send`). That journey prepares, displays, requests and follows it. This module only chooses the
//! view, and derives the payment's result.

use super::model::{self, Paid, Stage};
use super::{is_now, show};
use crate::caip::Namespace;
use crate::constants::PAY_STATUS_MAX_MS;
use crate::entities::Status;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::money;
use crate::features::money::{Chosen, Form, TransactionStatus};
use crate::features::networks;
use crate::features::shell::{View, router};
use crate::flow::{Cx, Reply, ScopeId};
use crate::store::State;
use alloc::string::String;

fn is_connected(state: &State, namespace: Namespace) -> bool {
    state.accounts.by.get(&namespace).is_some_and(|account| account.status == Status::Connected)
}

/// Opens the preview of the payment, or the list of wallets if none is connected.
pub(super) async fn pay(cx: &Cx) -> Result<Reply> {
    let found = cx.update(|state| {
        let is_free = state.pay.stage == Stage::Choosing && state.pay.checked == model::Checked::Ready;
        let wanted = state.pay.wanted.clone().filter(|_| is_free)?;
        state.pay.error = None;
        let chain = &wanted.asset.chain;
        if !is_connected(state, chain.namespace) {
            // a wallet of another namespace can't make this payment, and the view says so
            let is_other = networks::needs_wallet(state, chain);
            if !is_other {
                router::push(state, View::Connect);
            }
            return Some(Err(is_other.then(|| chain.clone())));
        }
        state.pay.stage = Stage::Preparing;
        Some(Ok((state.pay.number, wanted)))
    });
    let found = found.ok_or(Error::BadParams { field: "pay".into() })?;
    let (number, wanted) = match found {
        Ok(found) => found,
        Err(Some(chain)) => return networks::choose(cx, &chain).await,
        Err(None) => return Ok(Reply::Done),
    };
    let preparing = cx.phase(move |state| {
        if state.pay.number == number && state.pay.stage == Stage::Preparing {
            state.pay.stage = Stage::Choosing;
        }
    });
    let chain = &wanted.asset.chain;
    let prepared = async {
        let is_there = cx.read(|s| s.networks.is_supported() && s.networks.active.as_ref() == Some(chain));
        if !is_there {
            // the switch view shows the progress and returns here
            networks::choose(cx, chain).await?;
        }
        if !is_now(cx, number) {
            return Err(Error::Aborted);
        }
        let asset = &wanted.asset;
        let token = asset.address.as_ref().map(|address| Chosen {
            address: address.clone(),
            symbol: asset.symbol.clone(),
            name: asset.name.clone(),
            decimals: wanted.amount.decimals,
        });
        let (amount, receiver) = (wanted.amount.to_decimal(), wanted.recipient.clone());
        let references = wanted.references.clone();
        money::preview(cx, Form { token, amount, receiver, references, is_payment: true, ..Form::default() })
            .await
    };
    let prepared = prepared.await;
    drop(preparing);
    match prepared {
        Ok(reply) => {
            watch(cx, number);
            Ok(reply)
        }
        Err(error) => {
            if !error.is_refusal() {
                cx.update(|s| {
                    if s.pay.number == number {
                        s.pay.error = Some(error.clone());
                    }
                });
            }
            Err(error)
        }
    }
}

/// The result of an entry, if known.
enum Became {
    /// The transaction is in a block.
    Paid,
    /// The transaction failed.
    Failed(Error),
    /// The wallet sent nothing.
    NotSent,
    /// The result is unknown, with the reason if known.
    Unknown(Option<Error>),
}

fn became(state: &State, id: &str) -> Option<Became> {
    let Some(item) = state.transactions.get(id) else { return Some(Became::NotSent) };
    match item.status {
        TransactionStatus::Confirmed => Some(Became::Paid),
        TransactionStatus::Failed => Some(Became::Failed(Error::Reverted)),
        // the replacement can be the same transfer, sped up in the wallet
        TransactionStatus::Replaced => Some(Became::Unknown(Some(Error::Replaced))),
        // a contract wallet whose transactions others broadcast might have paid with it
        TransactionStatus::Differs => Some(Became::Unknown(Some(Error::NotWhatWasShown))),
        TransactionStatus::Unread => Some(Became::Unknown(Some(Error::EffectUnread))),
        TransactionStatus::Altered => Some(Became::Unknown(Some(Error::SignedElse { id: None }))),
        TransactionStatus::Unknown if item.is_late() => Some(Became::Unknown(None)),
        TransactionStatus::Unknown if item.told && !item.is_answered() => Some(Became::Unknown(None)),
        TransactionStatus::Sent | TransactionStatus::Unknown => None,
    }
}

/// Follows each confirmed attempt of this payment until it ends. It runs in the app's scope, because closing the modal doesn't stop a
/// transaction.
fn watch(cx: &Cx, number: u32) {
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::App, &alloc::format!("pay watch {number}"), async move {
        let cx = flow_cx;
        loop {
            let asked = cx
                .until(|s| {
                    if s.pay.number != number || s.pay.is_paid() || (model::is_left(s) && !is_asked(s)) {
                        return Some(None);
                    }
                    let id = s.send.stage.id().filter(|id| is_asked(s) && s.transactions.get(id).is_some());
                    id.map(|id| Some(String::from(id)))
                })
                .await;
            let Some(id) = asked else { return Ok(Reply::Done) };
            cx.update(|state| {
                state.pay.stage = Stage::InWallet { id: id.clone() };
                if state.router.view() == Some(View::SendPreview) {
                    router::replace(state, View::PayLoading);
                }
                // the embedded wallet's approval view can lie above it
                for view in state.router.stack.iter_mut().filter(|view| **view == View::SendPreview) {
                    *view = View::PayLoading;
                }
            });
            let ended = cx.until(|s| became(s, &id));
            let became = cx.within(PAY_STATUS_MAX_MS, ended).await.unwrap_or(Became::Unknown(None));
            if !is_now(&cx, number) || !matches!(cx.read(|s| s.pay.stage.clone()), Stage::InWallet { .. }) {
                return Ok(Reply::Done);
            }
            let is_over = !matches!(became, Became::NotSent);
            let is_open = matches!(became, Became::Unknown(None));
            cx.update(|state| end(state, &id, became));
            if is_open {
                found_later(&cx, number, &id).await;
            }
            if is_over {
                return Ok(Reply::Done); // a new watch begins if the user chooses to pay with the wallet again
            }
        }
    }));
}

/// Handles a payment with an unknown result that is in a block: it was found among the sender's newer transactions, or
/// in the wallet's late response.
async fn found_later(cx: &Cx, number: u32, id: &str) {
    let is_still = |s: &State| s.pay.number == number && matches!(s.pay.stage, Stage::Unknown(..));
    let found = cx.until(|s| match became(s, id) {
        _ if !is_still(s) => Some(None),
        Some(known @ (Became::Paid | Became::Failed(_))) => Some(Some(known)),
        Some(Became::NotSent) => Some(None),
        Some(Became::Unknown(_)) | None => None,
    });
    if let Some(known) = found.await {
        cx.update(|state| end(state, id, known));
    }
}

/// Whether the wallet has or had a request for the payment.
fn is_asked(state: &State) -> bool {
    state.send.form.is_payment && state.send.stage.is_out()
}

fn end(state: &mut State, id: &str, became: Became) {
    let hash = state.transactions.get(id).and_then(|item| item.hash.clone());
    let paid = Paid { hash, ..Paid::default() };
    let is_seen = !model::is_left(state);
    match became {
        Became::Paid => {
            state.emit(Event::track("PAY_SUCCESS", &[]));
            state.pay.stage = Stage::Done(paid);
        }
        Became::Unknown(error) => state.pay.stage = Stage::Unknown(paid, error),
        Became::Failed(error) => {
            state.emit(Event::track("PAY_ERROR", &[]));
            state.pay.failed = Some(paid.clone());
            state.pay.stage = Stage::Failed(paid, error);
        }
        // the preview displays the reason, and a click retries
        Became::NotSent => {
            state.pay.stage = Stage::Choosing;
            let is_ready = state.send.form.is_payment && state.send.stage.waiting().is_some();
            if is_seen && is_ready {
                router::reset(state, View::Pay);
                router::push(state, View::SendPreview);
                return;
            }
        }
    }
    if is_seen {
        show(state);
    }
}
