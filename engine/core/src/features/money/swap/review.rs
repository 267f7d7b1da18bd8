//! The review: the form becomes steps. The engine decodes, simulates and estimates them, and then displays the preview.
//! While it is displayed, the engine builds the swap again every ten seconds.

use super::confirm::Swapping;
use super::quote::{self, Question, question};
use super::{load, say, steps};
use crate::amount::Amount;
use crate::error::{Error, Result};
use crate::features::money::chain_check;
use crate::features::money::journey::Journey as _;
use crate::features::money::model::send::Fee;
use crate::features::money::model::swap::draw::{SwapCheck, check};
use crate::features::money::model::swap::{self, Prepared, Preview, Quote, Stage, Step, StepKind};
use crate::features::money::sender::{Sender, generation, ready};
use crate::features::shell::{View, router};
use crate::flow::{Cx, Reply, ScopeId};
use crate::namespaces::money;
use crate::services::SwapToken;
use crate::store::State;
use futures_util::future::join;

/// How often the preview builds its swap again.
const REFRESH_MS: u64 = 10_000;

/// Opens the preview.
pub(super) async fn review(cx: &Cx) -> Result<Reply> {
    let sender = ready(cx)?;
    if cx.read(swap::is_busy) {
        return Ok(Reply::Done);
    }
    let asked = question(cx).ok_or(Error::BadParams { field: "amount".into() })?;
    // the preview of a reverted swap has no current quote
    if !matches!(cx.read(check), SwapCheck::Ready | SwapCheck::NoQuote) {
        return Err(Error::BadParams { field: "amount".into() });
    }
    // a token's decimals come from its contract: without them the preview doesn't open
    let is_unread = cx.read(|s| {
        let known = &s.swap.known;
        let is_unread = |token: &SwapToken, own: Option<Amount>| token.address.is_some() && own.is_none();
        is_unread(&asked.source, known.balance) || is_unread(&asked.target, known.target_balance)
    });
    if is_unread {
        let error = Error::Unreachable { host: sender.network.name.clone() };
        cx.update(|s| say(&mut s.swap, &error));
        load::balances(cx);
        return Err(error);
    }
    let preparing = cx.phase(|state| {
        if matches!(state.swap.stage, Stage::Preparing) {
            state.swap.stage = Stage::default();
        }
    });
    cx.update(|s| s.swap.stage = Stage::Preparing);
    let generation = generation(cx);
    let prepared = prepare(cx, &sender, &asked).await;
    if self::generation(cx) != generation {
        return Ok(Reply::Done); // another account or network: the user has to review the form again
    }
    let unchanged = cx.read(|s| matches!(s.swap.stage, Stage::Preparing));
    let prepared = match prepared {
        Ok(prepared) => prepared,
        Err(error) => {
            if unchanged {
                cx.update(|s| say(&mut s.swap, &error));
            }
            return Err(error);
        }
    };
    if !unchanged || question(cx).as_ref() != Some(&asked) {
        return Ok(Reply::Done); // stale: the form was edited meanwhile
    }
    preparing.done();
    cx.update(|state| {
        state.swap.stage = Stage::Review(prepared);
        router::push(state, View::SwapPreview);
    });
    chain_check::watch(cx, Swapping::WAY);
    keep_fresh(cx);
    Ok(Reply::Done)
}

async fn prepare(cx: &Cx, sender: &Sender, asked: &Question) -> Result<Prepared> {
    let quoted = match cx.read(|s| s.swap.quoted()) {
        Some(quoted) => quoted,
        None => quote_now(cx, asked).await?.ok_or(Error::SwapsUnsupported)?,
    };
    if !money::load(cx, sender.namespace).await {
        return Err(Error::PartNotLoaded);
    }
    let (shown, steps) = steps::prepare(cx, sender, asked, quoted).await?;
    let fee = price(cx, sender, &shown, steps.first()).await?;
    let doubts = cx.read(|s| s.swap.known.doubts.clone());
    Ok(Prepared { shown, steps, step: 0, fee, revision: 0, is_accepted: false, doubts })
}

/// Requests the current target amount and both prices. Updating only one price would hide or invent a loss.
async fn quote_now(cx: &Cx, asked: &Question) -> Result<Option<Amount>> {
    let generation = generation(cx);
    let (quoted, prices) = join(quote::quote(cx, asked, None), quote::prices(cx, asked)).await;
    if let Some(prices) = prices
        && self::generation(cx) == generation
    {
        cx.update(|s| s.swap.known.prices = prices);
    }
    quoted
}

/// The fee of a step. A network error is displayed before the wallet gets the request. For a batch, only the wallet
/// knows the fee, because it builds the transaction.
async fn price(cx: &Cx, sender: &Sender, shown: &Preview, step: Option<&Step>) -> Result<Fee> {
    let Some(step) = step.filter(|step| step.kind != StepKind::Batch) else { return Ok(Fee::Unknown) };
    let fee = match money::estimate(cx, &sender.network, &step.request).await {
        Ok(fee) => fee,
        Err(Error::Rpc { code, message, .. }) => {
            return Err(Error::EstimateFailed { details: Some(alloc::format!("{message} ({code})")) });
        }
        Err(_) => return Ok(Fee::Unknown),
    };
    let is_native = shown.source.address.is_none();
    let spent = if is_native { shown.amount.checked_add(&fee) } else { Some(fee) };
    let native = cx.read(|s| s.swap.known.native_balance);
    let is_too_much = native.is_some_and(|native| spent.is_none_or(|spent| spent.units > native.units));
    match is_too_much {
        true => Err(Error::EstimateFailed { details: Some("insufficient funds for gas".into()) }),
        false => Ok(Fee::Known(fee)),
    }
}

/// Estimates the fee of the next step again.
pub(super) async fn estimate_again(cx: &Cx) -> Result<Reply> {
    let sender = ready(cx)?;
    let generation = generation(cx);
    let asked = cx.update(|s| {
        s.swap.stage.waiting()?;
        let prepared = s.swap.stage.prepared_mut()?;
        prepared.fee = Fee::Loading;
        Some(prepared.clone())
    });
    let asked = asked.ok_or(Error::BadParams { field: "amount".into() })?;
    // the wallet might have it already, and the user returned; a rebuilt step has another fee
    let settle = |state: &mut State, fee: Fee| {
        if let Some(now) = state.swap.stage.prepared_mut().filter(|now| now.fee == Fee::Loading) {
            now.fee = fee;
        }
    };
    let asking = cx.phase(move |state| settle(state, Fee::Unknown));
    let fee = price(cx, &sender, &asked.shown, asked.now()).await.unwrap_or(Fee::Unknown);
    let is_same = self::generation(cx) == generation
        && cx.read(|s| s.swap.stage.prepared().is_some_and(|now| now.now() == asked.now()));
    if is_same {
        cx.update(|s| settle(s, fee));
        asking.done();
    }
    Ok(Reply::Done)
}

/// Builds the swap of the preview again every ten seconds, while it waits for a click and the page is visible.
pub(super) fn keep_fresh(cx: &Cx) {
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::Swap, "swap fresh", async move {
        let cx = flow_cx;
        loop {
            cx.ports().clock.sleep(REFRESH_MS).await;
            cx.until(|s| (!s.swap.is_paused).then_some(())).await;
            if cx.read(|s| s.router.view() != Some(View::SwapPreview)) {
                return Ok(Reply::Done);
            }
            freshen(&cx).await;
        }
    }));
}

/// Builds the swap step with current data. If the target amount is now lower than displayed, the preview displays that
/// and asks again.
pub(super) async fn freshen(cx: &Cx) -> Option<()> {
    let sender = ready(cx).ok()?;
    let generation = generation(cx);
    let waiting = |cx: &Cx| cx.read(|s| s.swap.stage.waiting().cloned());
    let before = waiting(cx).filter(|prepared| prepared.step + 1 == prepared.steps.len())?;
    let shown = &before.shown;
    let asked = Question {
        chain: shown.chain.clone(),
        user: shown.from.clone(),
        source: shown.source.clone(),
        target: shown.target.clone(),
        amount: shown.amount,
        slippage: shown.slippage,
    };
    let quoted = quote_now(cx, &asked).await.ok()??;
    let (shown, steps) = steps::prepare(cx, &sender, &asked, quoted).await.ok()?;
    let fee = price(cx, &sender, &shown, steps.last()).await.unwrap_or(Fee::Unknown);
    // an approval can disappear meanwhile: the next review then shows more steps
    let last = steps
        .into_iter()
        .last()
        .filter(|last| before.steps.last().is_some_and(|was| was.kind == last.kind))?;
    let is_same = |cx: &Cx| {
        waiting(cx).is_some_and(|now| now.step == before.step && now.steps == before.steps)
            && self::generation(cx) == generation
    };
    if !is_same(cx) {
        return None; // confirmed or left, or another swap by now
    }
    let at_ms = cx.ports().clock.now_ms();
    cx.update(|state| {
        // rate and impact must belong to the same moment
        state.swap.known.quote = Quote::Ready { gives: shown.amount, gets: quoted, at_ms };
        let (Stage::Review(prepared) | Stage::NotSent { prepared, .. }) = &mut state.swap.stage else {
            return;
        };
        if shown.minimum.units < prepared.shown.minimum.units {
            prepared.revision += 1;
            prepared.is_accepted = false;
        }
        prepared.shown = shown;
        prepared.fee = fee;
        if let Some(step) = prepared.steps.last_mut() {
            *step = last;
        }
    });
    chain_check::watch(cx, Swapping::WAY);
    Some(())
}
