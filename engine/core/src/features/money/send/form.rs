//! The form: opened with the page's arguments, edited, another token selected.

use super::load::load;
use super::{names, review, say};
use crate::caip::AccountId;
use crate::constants::TOKENS_MS;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::account::{BalancePhase, balances};
use crate::features::money::model::send::{
    self, Chosen, Form, LoadPhase, Send, SendCheck, Stage, TokenError,
};
use crate::features::money::sender::{self, ready};
use crate::features::shell::{View, alerts, router};
use crate::flow::{Cx, ScopeId};
use crate::json::Read;
use crate::namespaces::{self, Can};
use crate::store::State;
use crate::text;
use serde_json::Value;

/// Opens the form. If the wallet has a request, shows its current state.
pub(super) async fn open(cx: &Cx, command: &Value) -> Result<()> {
    let namespace = cx.read(|s| s.networks.active_namespace());
    let namespace = namespace.filter(|namespace| namespaces::of(*namespace).can(Can::Send));
    let Some(namespace) = namespace else {
        // the page opened the view, which is already visible; a form that can never send isn't a view
        cx.update(|state| {
            if state.router.view() == Some(View::Send) {
                router::reset(state, View::Account);
            }
        });
        return Err(Error::UnsupportedChain);
    };
    ready(cx)?;
    alerts::unknown_fields(cx, "open, arguments for Send", command, &["token", "to", "amount", "memo"]);
    let id = command.filled("token");
    let generation = cx.read(|s| s.moves.generation(namespace));
    // the form reports a missing token, and the user can select another one
    let mut named = id.map(|id| named_token(cx, id)).transpose();
    let is_late = named.is_err() && cx.read(is_on_its_way);
    let busy = cx.update(|state| {
        let busy = send::is_busy(state);
        if !busy {
            let text = |name| command.text(name).map(send::typed);
            let amount = text("amount").or_else(|| command.decimal("amount")).unwrap_or_default();
            let token = named.as_ref().ok().cloned().flatten().flatten();
            let receiver = command.text("to").map(send::typed_receiver).unwrap_or_default();
            let memo = command.filled("memo").map(send::memo);
            let awaits_token = named.is_err();
            state.send.begin(Form { amount, receiver, token, awaits_token, memo, ..Form::default() });
            if let Err(error) = &named
                && !is_late
            {
                say(&mut state.send, error);
            }
        }
        if state.router.view() == Some(View::SendSelectToken) {
            router::replace(state, View::Send);
        }
        router::push(state, View::Send);
        if busy {
            router::push(state, View::SendPreview);
        }
        state.emit(Event::track("OPEN_SEND", &[]));
        busy
    });
    if !busy {
        cx.close_scope(ScopeId::Send, &Error::Aborted);
        load(cx);
        balances::refresh(cx, namespace);
        names::look_up(cx, false);
    }
    if let (true, false, Some(id)) = (is_late, busy, id) {
        // the list is still loading, while the form is already visible
        let _ = cx.within(TOKENS_MS, cx.until(|s| (!is_on_its_way(s)).then_some(()))).await;
        named = named_token(cx, id).map(Some);
        let is_same = cx.read(|s| s.moves.generation(namespace)) == generation;
        if is_same && cx.update(|state| take_late_token(state, &named)) {
            load(cx);
        }
    }
    named.map(|_| ())
}

/// Applies the loaded list of tokens: the form gets the named token, or an error. A token that the user has selected
/// meanwhile stays.
fn take_late_token(state: &mut State, named: &Result<Option<Option<Chosen>>>) -> bool {
    let is_open = state.send.form.awaits_token && matches!(state.send.stage, Stage::Editing { .. });
    let form = &mut state.send.form;
    match named {
        Ok(Some(token)) if is_open => (form.token, form.awaits_token) = (token.clone(), false),
        Err(error) if is_open => say(&mut state.send, error),
        _ => return false,
    }
    true
}

/// Whether the tokens of the account are loading, or are about to.
fn is_on_its_way(state: &State) -> bool {
    matches!(state.tokens.phase, BalancePhase::None | BalancePhase::Loading)
}

/// The token that the page names: as in [`chosen`], or by the symbol of a single listed token (decision 15, "Tokens as
/// arguments").
fn named_token(cx: &Cx, id: &str) -> Result<Option<Chosen>> {
    let unknown = || Error::UnknownName { what: "token", name: text::label(id, 64).unwrap_or_default() };
    // the symbol of the network's coin means the coin (197), never a contract with that symbol
    let is_coin = |s: &State| s.networks.active_network().is_some_and(|of| of.native_currency.symbol == id);
    if cx.read(is_coin) {
        return Ok(None);
    }
    let of_symbol = cx.read(|s| {
        let mut all = s.tokens.list.iter().filter(|item| item.symbol == id);
        all.next().filter(|_| all.next().is_none()).map(|item| item.id.clone())
    });
    chosen(cx, id).or_else(|_| chosen(cx, &of_symbol.ok_or_else(unknown)?))
}

/// Changes the typed values, and drops estimates and reviews of the old values.
pub(super) fn edit(cx: &Cx, change: impl FnOnce(&mut Send)) {
    cx.update(|state| {
        if !send::is_busy(state) && !state.send.form.is_payment {
            change(&mut state.send);
            if matches!(state.send.stage, Stage::Editing { .. } | Stage::Preparing) {
                state.send.stage = Stage::default();
            }
        }
    });
}

/// Switches the amount to the next unit.
pub(super) fn turn_unit(cx: &Cx) {
    let Some(network) = cx.read(|s| s.networks.active_network().cloned()) else { return };
    edit(cx, |send| send.turn_unit(&network));
}

/// The token that the page or a view names. `None` for the native coin.
fn chosen(cx: &Cx, id: &str) -> Result<Option<Chosen>> {
    if id == "native" || id.is_empty() {
        return Ok(None);
    }
    let item = cx.read(|s| send::find_token(s, id).cloned()).ok_or(Error::TokenRequired)?;
    let Some(address) = item.address().and_then(AccountId::parse) else { return Ok(None) };
    Ok(Some(Chosen {
        address: address.address,
        symbol: item.symbol,
        name: item.name,
        decimals: item.amount.decimals,
    }))
}

/// Selects another token: loads its balance and clears the amount of the old one.
pub(super) fn choose(cx: &Cx, id: &str) -> Result<()> {
    let token = chosen(cx, id)?;
    let changed = cx.update(|state| {
        if send::is_busy(state) || state.send.form.is_payment {
            return false;
        }
        let changed = state.send.form.token != token || state.send.form.awaits_token;
        if changed {
            let (receiver, memo) =
                (core::mem::take(&mut state.send.form.receiver), state.send.form.memo.take());
            let named = state.send.named.take();
            state.send.begin(Form { token, receiver, memo, ..Form::default() });
            state.send.named = named;
        }
        router::back_to(state, View::Send);
        changed
    });
    if changed {
        load(cx);
    }
    Ok(())
}

/// Handles a payment from `features/pay`: loads the balance and the fee, and opens the preview. Returns a problem as an
/// error, because no view shows this form.
pub(super) async fn pay(cx: &Cx) -> Result<()> {
    let generation = sender::generation(cx);
    cx.close_scope(ScopeId::Send, &Error::Aborted);
    ready(cx)?;
    load(cx);
    // the form of another account or network doesn't contain the payment
    let is_read = |s: &State| {
        let known = &s.send.known;
        (known.load != LoadPhase::Loading || !s.send.form.is_payment).then_some(known.load)
    };
    let read = cx.within(TOKENS_MS, cx.until(is_read)).await;
    let is_same = sender::generation(cx) == generation && cx.read(|s| s.send.form.is_payment);
    let unable = |message: &'static str| Error::Payment {
        code: "UNABLE_TO_INITIATE_PAYMENT",
        message: message.into(),
    };
    if !is_same {
        return Err(Error::Aborted); // another account or network
    }
    if let Some(refused) = cx.read(|s| s.send.known.refused) {
        return Err(Error::Payment {
            code: "ASSET_NOT_SUPPORTED",
            message: match refused {
                TokenError::Decimals => "The token contract reports different decimals",
                TokenError::Witness => "We couldn't verify this token with a second source",
            }
            .into(),
        });
    }
    // with decimals, the page means base units; users mean a decimal amount
    if cx.read(|s| s.send.known.terms.count.is_some()) {
        return Err(Error::Payment {
            code: "ASSET_NOT_SUPPORTED",
            message: "The issuer sets how this token is counted".into(),
        });
    }
    if read != Some(LoadPhase::Ready) {
        return Err(unable("Couldn't read your balance from the network"));
    }
    review::review(cx).await.map_err(|error| match (cx.read(send::check), error) {
        (SendCheck::InsufficientFunds, _) => unable(send::LACKS),
        (_, error) => error,
    })?;
    // it belongs to another account or network now, so it wasn't previewed
    match cx.read(|s| s.router.view() == Some(View::SendPreview)) {
        true => Ok(()),
        false => Err(Error::Aborted),
    }
}
