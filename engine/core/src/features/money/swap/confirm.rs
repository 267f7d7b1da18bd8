//! What is special about confirming a swap: it can have several steps, each with its own click and request.

use super::review;
use super::steps;
use crate::amount::Amount;
use crate::error::{Error, Result};
use crate::features::account;
use crate::features::money::attempt;
use crate::features::money::chain_check;
use crate::features::money::journey::{Confirmable, Journey, confirmable};
use crate::features::money::model::swap::{self, Prepared, Quote, Stage, StepKind, Swap};
use crate::features::money::model::transactions::{TransactionItem, TransactionKind};
use crate::features::money::sender::Sender;
use crate::features::shell::{View, router};
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::Read;
use crate::namespaces::money;
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The journey that swaps.
pub(super) struct Swapping;

/// Sends the next step to the wallet. After a revert, reviews the swap again first. A click is only valid for the
/// displayed step and price.
pub(super) async fn confirm(cx: &Cx, seen: (Option<u64>, Option<u64>)) -> Result<Reply> {
    match cx.read(confirmable::<Swapping>) {
        Confirmable::Prepared(prepared) => {
            let now = (u64::try_from(prepared.step).ok(), Some(prepared.revision.into()));
            // the view displays it now: another price, or that the user must accept the loss
            if seen != now || !cx.read(|s| swap::preview::is_open(s, &prepared)) {
                return Ok(Reply::Done);
            }
            attempt::confirm::<Swapping>(cx, *prepared).await
        }
        Confirmable::Reverted(_) => {
            cx.update(|s| s.swap.known.quote = Quote::None); // the quote was for an earlier time
            review::review(cx).await
        }
        Confirmable::Unknown => Err(Error::WalletSilent),
        Confirmable::Nothing => Err(Error::BadParams { field: "amount".into() }),
    }
}

/// Accepts the loss of value with the user's click. Valid for the displayed price.
pub(super) fn accept(cx: &Cx, command: &Value) {
    cx.update(|state| {
        let (Stage::Review(prepared) | Stage::NotSent { prepared, .. }) = &mut state.swap.stage else {
            return;
        };
        if command.whole("revision") == Some(prepared.revision.into()) {
            prepared.is_accepted = command.flag("accepted") == Some(true);
        }
    });
}

/// The CAIP-10 of source and target, without the native coin.
fn tokens(prepared: &Prepared) -> Vec<String> {
    let shown = &prepared.shown;
    let both = [&shown.source, &shown.target];
    both.iter().filter(|token| token.address.is_some()).map(|token| token.id(&shown.chain)).collect()
}

impl Journey for Swapping {
    type Prepared = Prepared;
    const NAME: &'static str = "swap";
    const SCOPE: ScopeId = ScopeId::Swap;

    fn stage(state: &State) -> &Stage<Prepared> {
        &state.swap.stage
    }

    fn stage_mut(state: &mut State) -> &mut Stage<Prepared> {
        &mut state.swap.stage
    }

    fn request(prepared: &Prepared) -> &Value {
        prepared.now().map_or(&Value::Null, |step| &step.request)
    }

    fn is_shown(_: &Cx, sender: &Sender, prepared: &Prepared) -> bool {
        let shown = &prepared.shown;
        shown.from == sender.address
            && Some(&shown.chain) == sender.network.chain().as_ref()
            && prepared.now().is_some_and(|step| steps::is_shown(shown, step))
    }

    fn item(cx: &Cx, _: &Sender, prepared: &Prepared, id: &str) -> TransactionItem {
        let shown = &prepared.shown;
        let step = prepared.now();
        let is_approval = matches!(step.map(|step| step.kind), Some(StepKind::Reset | StepKind::Approve));
        let kind = if is_approval { TransactionKind::Approve } else { TransactionKind::Swap };
        let is_sure = prepared.doubt(&shown.source, &shown.amount).is_none();
        TransactionItem {
            amount: match step.map(|step| step.kind) {
                Some(StepKind::Reset) => "0".into(),
                _ if is_sure => shown.amount.to_decimal(),
                _ => Amount::new(shown.amount.units, 0).to_decimal(),
            },
            symbol: if is_sure { shown.source.symbol.clone() } else { "units".into() },
            token: shown.source.address.as_ref().map(|_| shown.source.id(&shown.chain)),
            bought: shown
                .target
                .address
                .as_ref()
                .filter(|_| !is_approval)
                .map(|_| shown.target.id(&shown.chain)),
            to: shown.router.clone(),
            request: Self::request(prepared).clone(),
            ..TransactionItem::asked(id, kind, &shown.chain, cx.ports().clock.now_ms())
        }
    }

    fn is_of_now(state: &State) -> bool {
        swap::is_of_now(state)
    }

    fn forget_prepared(state: &mut State) {
        swap::forget_prepared(state);
    }

    fn load(cx: &Cx) {
        if cx.read(|s| s.router.view() == Some(View::Swap)) {
            super::load::balances(cx);
        }
    }

    /// Handles a confirmed step: builds the next one, which waits for its click. After the last step, the form is
    /// cleared, and the preview becomes the result, which leads to Account (2.31).
    fn confirmed(cx: &Cx, id: &str) {
        let last = |state: &State| {
            let prepared = state.swap.stage.prepared().filter(|_| state.swap.stage.id() == Some(id))?;
            Some(prepared.step + 1 >= prepared.steps.len())
        };
        match cx.read(last) {
            None => {}
            Some(true) => {
                let (flow_cx, id) = (cx.clone(), String::from(id));
                cx.background(ScopeId::App, async move {
                    let got = received(&flow_cx, &id).await;
                    end(&flow_cx, &id, got);
                    Ok(Reply::Done)
                });
            }
            Some(false) => {
                cx.update(|state| {
                    state.swap.stage.advance(id, |mut prepared, _| {
                        prepared.step += 1;
                        Stage::Review(prepared)
                    });
                });
                if !cx.read(swap::is_of_now) {
                    return cx.update(swap::forget_prepared);
                }
                chain_check::watch(cx, Self::WAY);
                review::keep_fresh(cx);
                let flow_cx = cx.clone();
                cx.background(ScopeId::Swap, async move {
                    review::freshen(&flow_cx).await;
                    Ok(Reply::Done)
                });
            }
        }
    }
}

/// The received target amount, according to the network. `None` if the network doesn't report it, for example for the
/// native coin.
async fn received(cx: &Cx, id: &str) -> Option<Amount> {
    let (hash, network, shown) = cx.read(|s| {
        let shown = s.swap.stage.prepared()?.shown.clone();
        let network = s.networks.find(&shown.chain)?.clone();
        Some((s.transactions.get(id)?.hash.clone()?, network, shown))
    })?;
    let moved = money::moved(cx, &network, &hash, &shown.from).await?;
    let come = moved.into_iter().find(|of| of.is_in && !of.is_item && of.token == shown.target.address)?;
    Some(Amount::new(come.units, shown.target.decimals)).filter(|_| come.token.is_some())
}

/// The swap has finished: loads the new balances, and shows the result if its view is open.
fn end(cx: &Cx, id: &str, got: Option<Amount>) {
    let ended = cx.update(|state| {
        let prepared = state.swap.stage.prepared().filter(|_| state.swap.stage.id() == Some(id))?;
        let tokens = self::tokens(prepared);
        let ended = swap::preview::ending(state, prepared, got);
        *state.swap = Swap { ended: Some(ended), ..Swap::default() };
        let is_here = matches!(state.router.view(), Some(View::Swap | View::SwapPreview));
        if is_here && !router::end(state, View::SwapPreview) {
            router::reset(state, View::Account);
        }
        Some((state.networks.active_namespace()?, tokens))
    });
    if let Some((namespace, tokens)) = ended {
        account::changed(cx, namespace, &tokens);
    }
}
