//! The form: opened with the page's arguments, edited, tokens selected and exchanged.

use super::{load, quote, say};
use crate::caip::{AccountId, ChainId};
use crate::command::needed;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::money::model::send::{LoadPhase, typed};
use crate::features::money::model::swap::offered::is_served;
use crate::features::money::model::swap::{self, Form, FormData, Quote, Stage, Swap, SwapSide, slippage};
use crate::features::money::sender::ready;
use crate::features::shell::{View, alerts, router};
use crate::flow::{Cx, ScopeId};
use crate::json::Read;
use crate::services::SwapToken;
use crate::store::State;
use crate::text;
use alloc::string::String;
use serde_json::Value;

fn chain(cx: &Cx) -> Option<ChainId> {
    cx.read(|s| s.networks.active_network().and_then(crate::entities::Network::chain))
}

/// Opens the form. If the wallet has a request, shows its current state.
pub(super) async fn open(cx: &Cx, command: &Value) -> Result<()> {
    let leave = |state: &mut State| {
        if state.router.view() == Some(View::Swap) {
            router::reset(state, View::Account);
        }
    };
    let chain = chain(cx).filter(|chain| cx.read(|s| is_served(s, chain)));
    let Some(chain) = chain else {
        cx.update(leave);
        return Err(Error::SwapsUnsupported);
    };
    ready(cx)?;
    alerts::unknown_fields(cx, "open, arguments for Swap", command, &["fromToken", "toToken", "amount"]);
    let amount = command.decimal("amount").map(|text| typed(&text)).unwrap_or_default();
    let busy = cx.update(|state| show(state, &chain, amount));
    if busy {
        return Ok(());
    }
    cx.close_scope(ScopeId::Swap, &Error::Aborted);
    load::tokens(cx).await;
    if cx.read(|s| s.swap.known.listed.as_ref() != Some(&chain)) {
        return Ok(()); // the list failed to load, or another network is active now; the form displays that
    }
    let named = |field: &str| command.filled(field).map(|id| find(cx, &chain, id)).transpose();
    let (source, target) = (named("fromToken"), named("toToken"));
    let first = cx.read(|s| s.swap.known.tokens.iter().find(|token| token.address.is_none()).cloned());
    cx.update(|state| {
        let form = &mut state.swap.form;
        if form.source.is_none() && form.target.is_none() {
            form.target = target.as_ref().ok().cloned().flatten();
            // if the named token doesn't exist, the user has to select one; the amount doesn't apply to the coin
            form.source = match &source {
                Ok(Some(wanted)) => Some(wanted.clone()),
                Ok(None) => first_but(first, form.target.as_ref()),
                Err(_) => None,
            };
            if form.source == form.target {
                form.target = None;
            }
        }
        if let Err(error) = source.as_ref().and(target.as_ref()) {
            say(&mut state.swap, error);
        }
    });
    load::balances(cx);
    quote::ask(cx);
    source.and(target).map(|_| ())
}

/// Shows an empty form with the amount, or the preview of a swap whose wallet is being asked. Returns whether one is.
fn show(state: &mut State, chain: &ChainId, amount: String) -> bool {
    let busy = swap::is_busy(state);
    if !busy {
        let known = core::mem::take(&mut state.swap.known);
        let known = match known.listed.as_ref() == Some(chain) {
            true => FormData {
                listed: known.listed,
                tokens_phase: known.tokens_phase,
                tokens: known.tokens,
                ..FormData::default()
            },
            false => FormData::default(),
        };
        let form = Form { amount, ..Form::default() };
        *state.swap = Swap { form, known, is_paused: state.swap.is_paused, ..Swap::default() };
    }
    if state.router.view() == Some(View::SwapSelectToken) {
        router::replace(state, View::Swap);
    }
    router::push(state, View::Swap);
    if busy {
        router::push(state, View::SwapPreview);
    }
    state.emit(Event::track("OPEN_SWAP", &[]));
    busy
}

fn first_but(first: Option<SwapToken>, other: Option<&SwapToken>) -> Option<SwapToken> {
    first.filter(|first| Some(first) != other)
}

/// Handles the form's return to the screen, through back or its name: restarts the requests that run while it is
/// visible.
pub(super) async fn enter(cx: &Cx) {
    if cx.read(|s| s.swap.known.listed.is_none()) {
        load::tokens(cx).await;
    }
    if cx.read(|s| s.router.view() == Some(View::Swap) && s.swap.known.load == LoadPhase::Loading) {
        load::balances(cx);
    }
    quote::ask(cx);
}

/// The token of the page's argument (decision 15, "Tokens as arguments"): `native`, an address, a CAIP-10, or a symbol
/// that only one listed token has.
fn find(cx: &Cx, chain: &ChainId, id: &str) -> Result<SwapToken> {
    let unknown = || Error::UnknownName { what: "token", name: text::label(id, 64).unwrap_or_default() };
    let plain = AccountId::parse(id).map_or(Some(id), |of| (of.chain == *chain).then_some(id));
    let plain = plain.ok_or_else(unknown)?.rsplit(':').next().unwrap_or_default();
    cx.read(|s| {
        let list = &s.swap.known.tokens;
        let by_address = list.iter().find(|token| match &token.address {
            Some(address) => address.eq_ignore_ascii_case(plain),
            None => plain == "native",
        });
        // the symbol of the network's coin means the coin (197)
        let is_coin = |token: &&SwapToken| token.address.is_none() && token.symbol == id;
        if let Some(coin) = list.iter().find(is_coin) {
            return Some(coin.clone());
        }
        let mut of_symbol = list.iter().filter(|token| token.symbol == id);
        by_address.or_else(|| of_symbol.next().filter(|_| of_symbol.next().is_none())).cloned()
    })
    .ok_or_else(unknown)
}

/// Changes the typed values, and drops the review of the old values.
pub(super) fn edit(cx: &Cx, change: impl FnOnce(&mut Swap)) {
    cx.update(|state| {
        if !swap::is_busy(state) {
            change(&mut state.swap);
            if matches!(state.swap.stage, Stage::Editing { .. } | Stage::Preparing) {
                state.swap.stage = Stage::default();
            }
        }
    });
}

/// Sets the slippage. An invalid text keeps the last valid one, which is stored. A preview doesn't change.
pub(super) async fn slippage(cx: &Cx, command: &Value) -> Result<()> {
    let value = typed(needed(command, "value")?);
    let is_form = cx.read(|s| matches!(s.swap.stage, Stage::Editing { .. } | Stage::Preparing));
    if !is_form {
        return Ok(());
    }
    let taken = slippage::read(&value);
    let own = (command.flag("own") == Some(true)).then_some(value);
    if own.is_none() && taken.is_none() {
        edit(cx, |swap| swap.form.slippage = None);
        cx.commit(|s| slippage::choose(s, None)).await;
        return Ok(());
    }
    edit(cx, |swap| swap.form.slippage = own);
    if taken.is_some() {
        cx.commit(|s| slippage::choose(s, taken)).await;
    }
    Ok(())
}

/// Selects a token for the side of the open list. If the other side has that token, both change places.
pub(super) fn choose(cx: &Cx, id: &str) -> Result<()> {
    let chain = chain(cx).ok_or(Error::NoNetwork)?;
    let token = find(cx, &chain, id)?;
    let changed = cx.update(|state| {
        if swap::is_busy(state) {
            return false;
        }
        let form = &mut state.swap.form;
        let is_source = form.side == SwapSide::SourceToken;
        let (mine, other) = match is_source {
            true => (&mut form.source, &mut form.target),
            false => (&mut form.target, &mut form.source),
        };
        let changed = mine.as_ref() != Some(&token);
        let before = mine.replace(token);
        let turned = *other == *mine;
        if turned {
            *other = before;
        }
        if changed && (is_source || turned) {
            form.amount.clear(); // the amount belonged to another token
        }
        if changed {
            forget(&mut state.swap);
        }
        router::back_to(state, View::Swap);
        changed
    });
    if changed {
        load::balances(cx);
        quote::ask(cx);
    }
    Ok(())
}

/// Drops the loaded data of the previous tokens.
fn forget(swap: &mut Swap) {
    let known = core::mem::take(&mut swap.known);
    let FormData { listed, tokens_phase, tokens, .. } = known;
    swap.known = FormData { listed, tokens_phase, tokens, ..FormData::default() };
    swap.stage = Stage::default();
}

/// Exchanges source and target. The target amount becomes the source amount, if known.
pub(super) fn turn(cx: &Cx) {
    edit(cx, |swap| {
        let got = swap.quoted().map(|gets| gets.to_decimal()).unwrap_or_default();
        let form = &mut swap.form;
        core::mem::swap(&mut form.source, &mut form.target);
        form.amount = got;
        forget(swap);
        swap.known.quote = Quote::None;
    });
    load::balances(cx);
    quote::ask(cx);
}
