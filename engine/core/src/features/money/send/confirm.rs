//! What is special about confirming a send: what is found, what its entry says, what follows when it is in a block.

use super::load::load;
use super::review;
use crate::error::{Error, Result};
use crate::features::money::attempt::{self, Journey};
use crate::features::money::model::send::{self, Form, Prepared, SendPhase, Stage};
use crate::features::money::model::transactions::{TransactionItem, TransactionKind};
use crate::features::money::sender::Sender;
use crate::features::shell::{View, router};
use crate::flow::{Cx, Reply, ScopeId};
use crate::namespaces::money;
use crate::store::State;
use alloc::boxed::Box;
use serde_json::Value;

/// Sending.
pub(super) struct Sending;

/// Asks the wallet for what is previewed. What was reverted is priced and looked at once more before that.
pub(super) async fn confirm(cx: &Cx) -> Result<Reply> {
    enum Confirmable {
        Prepared(Box<Prepared>),
        Reverted,
        Unknown,
        Nothing,
    }
    let found = cx.read(|state| match &state.send.stage {
        Stage::Reverted { .. } => Confirmable::Reverted,
        stage => match stage.waiting() {
            Some(prepared) => Confirmable::Prepared(Box::new(prepared.clone())),
            None if send::phase(state) == SendPhase::Unknown => Confirmable::Unknown,
            None => Confirmable::Nothing,
        },
    });
    match found {
        Confirmable::Prepared(prepared) => match cx.read(|s| send::refused(s, &prepared)) {
            Some(refused) => Err(refused),
            None => attempt::confirm::<Sending>(cx, *prepared).await,
        },
        Confirmable::Reverted => review::review(cx).await,
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
        TransactionItem {
            amount: prepared.counted(&shown.amount).to_decimal(),
            symbol: cx.read(|s| {
                let token = s.send.form.token.as_ref().map(|token| token.symbol.clone());
                token.unwrap_or_else(|| sender.network.native_currency.symbol.clone())
            }),
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

    /// On success the form is cleared; its preview becomes its ending, which leads to Account (2.31, 4.44).
    fn confirmed(cx: &Cx, _: &str) {
        // a payment's own view says it
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
