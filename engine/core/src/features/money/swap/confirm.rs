//! What is special about confirming a swap: it may take several steps, each asked of the wallet by a click of its own.

use super::review;
use super::steps;
use crate::error::{Error, Result};
use crate::features::account::balances;
use crate::features::money::attempt::{self, Journey};
use crate::features::money::chain_check;
use crate::features::money::model::swap::{self, Prepared, SendPhase, Stage, StepKind, Swap};
use crate::features::money::model::transactions::{TransactionItem, TransactionKind};
use crate::features::money::sender::Sender;
use crate::features::shell::{View, router};
use crate::flow::{Cx, Reply, ScopeId};
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// Swapping.
pub(super) struct Swapping;

/// Asks the wallet for the next step. What was reverted is reviewed once more before that.
/// A press counts for what was seen when it was made: its step, and the price it had then.
pub(super) async fn confirm(cx: &Cx, seen: (Option<u64>, Option<u64>)) -> Result<Reply> {
    enum Confirmable {
        Prepared(Box<Prepared>),
        Reverted,
        Unknown,
        Other,
        Nothing,
    }
    let found = cx.read(|state| match &state.swap.stage {
        Stage::Reverted { .. } => Confirmable::Reverted,
        stage => match stage.waiting() {
            Some(now) if seen != (u64::try_from(now.step).ok(), Some(now.revision.into())) => {
                Confirmable::Other
            }
            Some(prepared) => Confirmable::Prepared(Box::new(prepared.clone())),
            None if swap::phase(state) == SendPhase::Unknown => Confirmable::Unknown,
            None => Confirmable::Nothing,
        },
    });
    match found {
        Confirmable::Prepared(prepared) => attempt::confirm::<Swapping>(cx, *prepared).await,
        Confirmable::Reverted => review::review(cx).await,
        Confirmable::Unknown => Err(Error::WalletSilent),
        Confirmable::Other => Ok(Reply::Done), // the view shows it by now
        Confirmable::Nothing => Err(Error::BadParams { field: "amount".into() }),
    }
}

/// CAIP-10 of what is given and got, without the native coin.
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
        TransactionItem {
            amount: match step.map(|step| step.kind) {
                Some(StepKind::Reset) => "0".into(),
                _ => shown.amount.to_decimal(),
            },
            symbol: shown.source.symbol.clone(),
            token: shown.source.address.as_ref().map(|_| shown.source.id(&shown.chain)),
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

    /// The next step waits for its click, built anew; after the last one the form is cleared, and Account is shown next (2.31).
    fn confirmed(cx: &Cx, id: &str) {
        let next = cx.update(|state| {
            let mut tokens = Vec::new();
            let mut is_over = true;
            state.swap.stage.advance(id, |mut prepared, _| {
                tokens = self::tokens(&prepared);
                prepared.step += 1;
                is_over = prepared.step >= prepared.steps.len();
                Stage::Review(prepared)
            });
            if is_over {
                *state.swap = Swap::default();
            }
            (!is_over).then_some(()).ok_or(tokens)
        });
        match next {
            Ok(()) if !cx.read(swap::is_of_now) => cx.update(swap::forget_prepared),
            Ok(()) => {
                chain_check::watch::<Swapping>(cx);
                review::keep_fresh(cx);
                let flow_cx = cx.clone();
                cx.background(ScopeId::Swap, async move {
                    review::freshen(&flow_cx).await;
                    Ok(Reply::Done)
                });
            }
            Err(tokens) => {
                let namespace = cx.read(|s| s.networks.active_namespace());
                if let Some(namespace) = namespace {
                    balances::renew(cx, namespace, &tokens);
                }
                router::celebrate(cx, &[View::SwapPreview]);
                cx.update(|state| {
                    if state.router.done {
                        router::leave_form(state, View::SwapPreview);
                    }
                });
                router::after_moment(cx, |cx| {
                    cx.update(|state| {
                        if matches!(state.router.view(), Some(View::Swap | View::SwapPreview)) {
                            router::reset(state, View::Account);
                        }
                    });
                });
            }
        }
    }
}
