//! The form: opened with what the host hands along, edited, another token chosen.

use super::load::load;
use super::{ready, say};
use crate::caip::AccountId;
use crate::constants::RECEIVER_LOOKUP_MS;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::account::{balances, identity};
use crate::features::money::model::send::{self, Chosen, Form, Send, Stage};
use crate::features::shell::router::{self, View};
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::Read;
use crate::namespaces::{self, Can};
use serde_json::Value;

/// Opens the form; one whose wallet is being asked is shown as it is.
pub(super) fn open(cx: &Cx, command: &Value) -> Result<()> {
    let namespace = cx.read(|s| s.networks.active_namespace());
    let namespace = namespace.filter(|namespace| namespaces::of(*namespace).can(Can::Send));
    let Some(namespace) = namespace else {
        // opened by the host it is shown already: a form of which nothing can ever be sent is no view
        cx.update(|state| {
            if state.router.view() == Some(View::Send) {
                router::reset(state, View::Account);
            }
        });
        return Err(Error::UnsupportedChain);
    };
    ready(cx)?;
    // a token that is not there is said in the form, where another one can be chosen
    let named = command.filled("token").map(|id| chosen(cx, id)).transpose();
    let busy = cx.update(|state| {
        let busy = send::is_busy(state);
        if !busy {
            let text = |name| command.text(name).map(send::typed).unwrap_or_default();
            let token = named.as_ref().ok().cloned().flatten().flatten();
            let form = Form { amount: text("amount"), receiver: text("to"), token, ..Form::default() };
            *state.send = Send { form, ..Send::default() };
            if let Err(error) = &named {
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
        look_up(cx);
    }
    named.map(|_| ())
}

/// Changes what is typed; what was estimated or is being reviewed was of something else.
pub(super) fn edit(cx: &Cx, change: impl FnOnce(&mut Send)) {
    cx.update(|state| {
        if !send::is_busy(state) {
            change(&mut state.send);
            if matches!(state.send.stage, Stage::Editing { .. } | Stage::Preparing) {
                state.send.stage = Stage::default();
            }
        }
    });
}

/// Resolves name and picture of the typed receiver, half a second after the last key; rendered beside the full address only.
pub(super) fn look_up(cx: &Cx) {
    let Ok(sender) = ready(cx) else { return };
    let Some(chain) = sender.network.chain() else { return };
    let typed = cx.read(|s| s.send.form.receiver.clone());
    let Ok(address) = namespaces::of(sender.namespace).address(typed.trim()) else { return };
    let flow_cx = cx.clone();
    cx.background(ScopeId::Send, async move {
        let cx = flow_cx;
        cx.ports().clock.sleep(RECEIVER_LOOKUP_MS).await;
        if cx.read(|s| s.send.form.receiver == typed) {
            let sender = AccountId { chain, address: sender.address };
            identity::look(&cx, &sender, &address).await;
        }
        Ok(Reply::Done)
    });
}

/// The token a host or a view names; the native coin has no contract.
fn chosen(cx: &Cx, id: &str) -> Result<Option<Chosen>> {
    if id == "native" || id.is_empty() {
        return Ok(None);
    }
    let item = cx.read(|s| send::find_token(s, id).cloned()).ok_or(Error::TokenRequired)?;
    let Some(address) = item.address.as_deref().and_then(AccountId::parse) else { return Ok(None) };
    let decimals = item.quantity.decimals.parse().map_err(|_| Error::TokenRequired)?;
    Ok(Some(Chosen { address: address.address, symbol: item.symbol, name: item.name, decimals }))
}

/// Selects another token: loads its balance and clears the amount of the old one.
pub(super) fn choose(cx: &Cx, id: &str) -> Result<()> {
    let token = chosen(cx, id)?;
    let changed = cx.update(|state| {
        if send::is_busy(state) {
            return false;
        }
        let changed = state.send.form.token != token;
        if changed {
            let receiver = core::mem::take(&mut state.send.form.receiver);
            *state.send = Send { form: Form { token, receiver, ..Form::default() }, ..Send::default() };
        }
        router::back_to(state, View::Send);
        changed
    });
    if changed {
        load(cx);
    }
    Ok(())
}
