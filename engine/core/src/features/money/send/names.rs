//! Who the typed receiver is: a name leads to an address (docs/spec/services.md A9), an address has a name and a picture. Asked half a
//! second after the last key; an answer to an older text is stale.

use crate::caip::AccountId;
use crate::constants::RECEIVER_LOOKUP_MS;
use crate::error::Error;
use crate::features::account::identity;
use crate::features::money::model::send::{self, Receiver, Resolution, ResolvedName};
use crate::features::money::sender::{generation, ready};
use crate::features::names::lookup;
use crate::flow::{Cx, Reply, ScopeId};

/// Looks up who the typed receiver is; `again`: also a name that was looked up before. What was found stays while its name stays.
pub(super) fn look_up(cx: &Cx, again: bool) {
    let Ok(sender) = ready(cx) else { return };
    let Some(chain) = sender.network.chain() else { return };
    let turn = cx.update(|state| {
        if send::is_busy(state) {
            return None;
        }
        let send = &mut *state.send;
        let name = send::typed_name(send, sender.namespace);
        let is_there = send.named.as_ref().is_some_and(|named| {
            Some(&named.name) == name.as_ref() && named.found != Resolution::Pending && !again
        });
        if !is_there {
            send.named = name.clone().map(|name| ResolvedName { name, found: Resolution::Pending });
            send.lookups = send.lookups.wrapping_add(1);
        }
        (!is_there).then_some((name, send.lookups))
    });
    let Some((name, turn)) = turn else { return };
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
        if let Some(name) = name {
            let found = match lookup::find(&cx, &chain, &name).await {
                Ok(Some(address)) => Resolution::Address(address),
                Ok(None) => Resolution::Nobody,
                Err(Error::NameOutside) => Resolution::Outside,
                Err(_) => Resolution::Failed,
            };
            if !is_stale(&cx) {
                cx.update(|s| {
                    if let Resolution::Address(address) = &found
                        && !s.send.contacts.contains(address)
                    {
                        s.send.contacts.push(address.clone());
                    }
                    s.send.named = Some(ResolvedName { name, found });
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
