//! What is special about confirming a send: its checks, its entry, and the actions after success.

use super::load::load;
use super::review;
use crate::error::{Error, Result};
use crate::features::money::attempt;
use crate::features::money::journey::{Confirmable, Journey, confirmable};
use crate::features::money::model::send::{self, Form, Prepared, Stage};
use crate::features::money::model::transactions::{TransactionItem, TransactionKind};
use crate::features::money::sender::Sender;
use crate::features::shell::{View, router};
use crate::flow::{Cx, Reply, ScopeId};
use crate::namespaces::money;
use crate::store::State;
use serde_json::Value;

/// The journey that sends.
pub(super) struct Sending;

/// Sends the previewed request to the wallet. After a revert, repeats the estimate and the simulation first.
pub(super) async fn confirm(cx: &Cx) -> Result<Reply> {
    match cx.read(confirmable::<Sending>) {
        Confirmable::Prepared(prepared) => match cx.read(|s| send::refused(s, &prepared)) {
            Some(refused) => Err(refused),
            None => attempt::confirm::<Sending>(cx, *prepared).await,
        },
        Confirmable::Reverted(_) => review::review(cx).await,
        Confirmable::Unknown => Err(Error::WalletSilent),
        Confirmable::Nothing => Err(Error::AmountAndReceiverRequired),
    }
}

impl Journey for Sending {
    type Prepared = Prepared;
    const NAME: &'static str = "send";
    const SCOPE: ScopeId = ScopeId::Send;

    fn stage(state: &State) -> &Stage<Prepared> {
        &state.send.stage
    }

    fn stage_mut(state: &mut State) -> &mut Stage<Prepared> {
        &mut state.send.stage
    }

    fn request(prepared: &Prepared) -> &Value {
        &prepared.request
    }

    fn is_shown(cx: &Cx, sender: &Sender, Prepared { shown, request, .. }: &Prepared) -> bool {
        let read = money::read(cx, sender.namespace, request, shown.amount.decimals, shown.token.as_deref());
        read.as_ref() == Ok(shown)
            && shown.from == sender.address
            && Some(&shown.chain) == sender.network.chain().as_ref()
    }

    fn item(
        cx: &Cx,
        sender: &Sender,
        prepared @ Prepared { shown, request, .. }: &Prepared,
        id: &str,
    ) -> TransactionItem {
        let is_payment = cx.read(|s| s.send.form.is_payment);
        let kind = if is_payment { TransactionKind::Pay } else { TransactionKind::Send };
        let (amount, symbol) = cx.read(|s| {
            let token = s.send.form.token.as_ref();
            let symbol = token.map_or(&sender.network.native_currency.symbol, |token| &token.symbol);
            prepared.text(&shown.amount, token, symbol)
        });
        TransactionItem {
            amount,
            symbol,
            token: shown.token.as_ref().map(|token| alloc::format!("{}:{token}", shown.chain)),
            to: shown.to.clone(),
            request: request.clone(),
            ..TransactionItem::asked(id, kind, &shown.chain, cx.ports().clock.now_ms())
        }
    }

    fn is_of_now(state: &State) -> bool {
        send::is_of_now(state)
    }

    fn forget_prepared(state: &mut State) {
        send::forget_prepared(state);
    }

    fn load(cx: &Cx) {
        if cx.read(|s| s.router.view() == Some(View::Send)) {
            load(cx);
        }
    }

    /// Handles success: the form is cleared, and the preview becomes the result, which leads to Account (2.31, 4.44).
    fn confirmed(cx: &Cx, _: &str) {
        // the payment's own view displays it
        if cx.update(|state| {
            let (is_payment, ended) = (state.send.form.is_payment, send::ending(state));
            state.send.begin(Form::default());
            state.send.ended = ended.filter(|_| !is_payment);
            is_payment
        }) {
            return;
        }
        cx.update(|state| {
            let is_here = matches!(state.router.view(), Some(View::Send | View::SendPreview));
            if is_here && !router::end(state, View::SendPreview) {
                router::reset(state, View::Account);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::amount::Amount;
    use crate::caip::{ChainId, Namespace};
    use crate::constants::TRANSACTIONS_MAX;
    use crate::features::money::model::send::Fee;
    use crate::features::money::model::transactions as list;
    use crate::features::{Later, rows};
    use crate::namespaces::terms::Terms;
    use crate::namespaces::transfer::{Submitted, Transfer};
    use crate::ports::{Ports, clock, spawn};
    use alloc::rc::Rc;
    use alloc::vec::Vec;

    const ME: &str = "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g";

    fn prepared(chain: &ChainId) -> Prepared {
        Prepared {
            shown: Transfer {
                from: ME.into(),
                to: ME.into(),
                token: None,
                amount: Amount::new(alloy_primitives::U256::from(7), 9),
                memo: None,
                references: Vec::new(),
                chain: chain.clone(),
            },
            terms: Terms::default(),
            request: Value::Null,
            fee: Fee::Unknown,
            name: None,
            lead: None,
            place: None,
            opens: None,
            withheld: None,
            withheld_later: None,
            changes: Vec::new(),
            compared: None,
        }
    }

    // req: 8.33, 10.31
    #[test]
    fn keeps_a_send_confirming_when_its_entry_was_evicted() {
        let (tasks, time) = (spawn::Tasks::default(), Rc::new(clock::VirtualClock::at(1)));
        let ports = Ports { clock: time.clone(), spawn: Rc::new(tasks.clone()), ..Ports::in_memory() };
        let cx = Cx::new(ports, rows(Later::native()));
        let chain = ChainId::of(Namespace::Solana, "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp").unwrap();
        let asked = |id: &str, at| TransactionItem::asked(id, TransactionKind::Send, &chain, at);
        let signed = Submitted::Signed {
            id: "s".into(),
            bytes: "AA==".into(),
            until: Some(9),
            added: Default::default(),
        };
        cx.update(|s| {
            list::add(s, asked("first", 1));
            list::sent(s, "first", &signed);
            s.send.stage = Stage::Confirming { prepared: prepared(&chain), id: "first".into() };
        });
        attempt::follow(&cx, Sending::WAY, "first");
        tasks.run_until_idle();
        assert!(tasks.running() > 0, "it is followed");
        // if others are open too, the oldest one makes room
        cx.update(|s| {
            for at in 0..TRANSACTIONS_MAX {
                list::add(s, asked(&alloc::format!("other {at}"), 2));
            }
        });
        assert!(cx.read(|s| s.transactions.get("first").is_none()));
        for _ in 0..100 {
            let Some(next) = time.next_ms() else { break };
            time.move_to(next);
            tasks.run_until_idle();
        }
        assert_eq!(tasks.running(), 0, "it is followed no more");
        assert!(cx.read(|s| matches!(&s.send.stage, Stage::Confirming { id, .. } if id == "first")));
    }
}
