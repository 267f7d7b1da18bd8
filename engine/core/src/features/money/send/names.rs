//! Resolves the typed recipient: a name to an address (docs/spec/services.md A9), an address to a name and avatar. The
//! lookup starts half a second after the last keystroke. A result for an older text is stale.

use crate::caip::{AccountId, ChainId};
use crate::constants::RECEIVER_LOOKUP_MS;
use crate::error::Error;
use crate::features::account::identity;
use crate::features::money::model::send::{self, Receiver, ReceiverError, Resolution, ResolvedName};
use crate::features::money::sender::{generation, ready};
use crate::features::names::lookup;
use crate::flow::{Cx, Reply, ScopeId};
use crate::namespaces::names::{Lead, Reach};
use alloc::string::String;

/// Resolves the typed recipient. `again` repeats an earlier lookup of a name. The result stays while the name is unchanged.
pub(super) fn look_up(cx: &Cx, again: bool) {
    let Ok(sender) = ready(cx) else { return };
    let Some(chain) = sender.network.chain() else { return };
    let turn = cx.update(|state| {
        if send::is_busy(state) {
            return None;
        }
        let send = &mut *state.send;
        let name = send::typed_name(send, sender.namespace);
        let is_lettered = send::is_lettered(send, sender.namespace);
        let is_there = send.named.as_ref().is_some_and(|named| {
            Some(&named.typed) == name.as_ref() && named.found != Resolution::Pending && !again
        });
        if !is_there {
            let pending =
                |typed: String| ResolvedName { name: typed.clone(), typed, found: Resolution::Pending };
            send.named = name.clone().map(pending);
            send.lookups = send.lookups.wrapping_add(1);
        }
        (!is_there).then_some((name, is_lettered, send.lookups))
    });
    let Some((name, is_lettered, turn)) = turn else { return };
    let generation = generation(cx);
    let flow_cx = cx.clone();
    cx.background(ScopeId::Send, async move {
        let cx = flow_cx;
        let is_stale = |cx: &Cx| cx.read(|s| s.send.lookups) != turn || self::generation(cx) != generation;
        if !again {
            cx.ports().clock.sleep(RECEIVER_LOOKUP_MS).await;
        }
        if is_stale(&cx) {
            return Ok(Reply::Done);
        }
        if let Some(typed) = name {
            let (name, found) = resolved(&cx, &chain, &typed, is_lettered).await;
            if !is_stale(&cx) {
                cx.update(|s| {
                    if let Resolution::Found(Lead { address, .. }) = &found
                        && !s.send.contacts.contains(address)
                    {
                        s.send.contacts.push(address.clone());
                    }
                    s.send.named = Some(ResolvedName { typed, name, found });
                });
            }
            return Ok(Reply::Done);
        }
        if let Receiver::Address(address) = cx.read(|s| send::receiver(&s.send, &sender.network)) {
            let sender = AccountId { chain, address: sender.address };
            identity::look(&cx, &sender, &address).await;
        }
        Ok(Reply::Done)
    });
}

/// A typed name in normalized form, and its result.
async fn resolved(cx: &Cx, chain: &ChainId, typed: &str, is_lettered: bool) -> (String, Resolution) {
    let name = match is_lettered {
        true => lookup::by_tables(cx, typed).await,
        false => Ok(Ok(typed.into())),
    };
    let name: String = match name {
        Ok(Ok(name)) => name,
        Ok(Err(fault)) => return (typed.into(), Resolution::Wrong(fault)),
        Err(_) => return (typed.into(), Resolution::Not(ReceiverError::NameFailed)),
    };
    let found = match lookup::find(cx, chain, &name, Reach::Gateways).await {
        Ok(Some(lead)) => Resolution::Found(lead),
        Ok(None) => Resolution::Not(ReceiverError::NameNotFound),
        Err(Error::NameOutside) => Resolution::Not(ReceiverError::NameOutside),
        Err(Error::NameOfContract) => Resolution::Not(ReceiverError::NameOfContract),
        Err(Error::NameWithoutNode) => Resolution::Not(ReceiverError::NameWithoutNode),
        Err(_) => Resolution::Not(ReceiverError::NameFailed),
    };
    (name, found)
}
