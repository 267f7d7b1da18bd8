//! What is special about confirming a revocation: its entry, and the node query afterwards.

use super::{find, review};
use crate::error::{Error, Result};
use crate::features::money::attempt;
use crate::features::money::journey::{Confirmable, Journey, confirmable};
use crate::features::money::model::revoke::draw::symbol;
use crate::features::money::model::revoke::{self, Prepared, Stage};
use crate::features::money::model::transactions::{TransactionItem, TransactionKind};
use crate::features::money::sender::Sender;
use crate::features::shell::{View, router};
use crate::flow::{Cx, Reply, ScopeId};
use crate::store::State;
use alloc::string::ToString;
use serde_json::Value;

/// The journey that revokes an approval.
pub(super) struct Revoking;

/// Sends the previewed request to the wallet. After a revert, repeats the simulation first.
pub(super) async fn confirm(cx: &Cx) -> Result<Reply> {
    match cx.read(confirmable::<Revoking>) {
        Confirmable::Prepared(prepared) => attempt::confirm::<Revoking>(cx, *prepared).await,
        Confirmable::Reverted(prepared) => review::prepare(cx, prepared.shown.approval.pair).await,
        Confirmable::Unknown => Err(Error::WalletSilent),
        Confirmable::Nothing => Err(Error::BadParams { field: "id".into() }),
    }
}

impl Journey for Revoking {
    type Prepared = Prepared;
    const NAME: &'static str = "revoke";
    const SCOPE: ScopeId = ScopeId::Modal;

    fn stage(state: &State) -> &Stage<Prepared> {
        &state.approvals.stage
    }

    fn stage_mut(state: &mut State) -> &mut Stage<Prepared> {
        &mut state.approvals.stage
    }

    fn request(prepared: &Prepared) -> &Value {
        &prepared.request
    }

    fn is_shown(_: &Cx, sender: &Sender, Prepared { shown, request, .. }: &Prepared) -> bool {
        shown.from == sender.address
            && Some(&shown.chain) == sender.network.chain().as_ref()
            && review::is_shown(shown, request)
    }

    fn item(cx: &Cx, _: &Sender, Prepared { shown, request, .. }: &Prepared, id: &str) -> TransactionItem {
        let pair = &shown.approval.pair;
        let chain = shown.chain.to_string();
        TransactionItem {
            amount: "0".into(),
            symbol: cx.read(|s| symbol(s, &chain, &shown.approval)).unwrap_or_else(|| "tokens".into()),
            token: Some(alloc::format!("{chain}:{}", pair.token.to_checksum(None))),
            to: pair.spender.to_checksum(None),
            request: request.clone(),
            ..TransactionItem::asked(id, TransactionKind::Revoke, &shown.chain, cx.ports().clock.now_ms())
        }
    }

    fn is_of_now(state: &State) -> bool {
        revoke::is_of_now(state)
    }

    fn forget_prepared(state: &mut State) {
        revoke::forget_prepared(state);
    }

    fn load(cx: &Cx) {
        if cx.read(|s| s.router.view() == Some(View::Permissions)) {
            find::load(cx);
        }
    }

    /// The transaction is in a block: queries the node for the approval, then shows the list.
    fn confirmed(cx: &Cx, id: &str) {
        let pair = cx.update(|state| {
            let mut pair = None;
            state.approvals.stage.advance(id, |prepared, _| {
                pair = Some(prepared.shown.approval.pair);
                Stage::default()
            });
            pair
        });
        let Some(pair) = pair else { return };
        let flow_cx = cx.clone();
        cx.background(ScopeId::App, async move { find::again(&flow_cx, pair).await.map(|()| Reply::Done) });
        router::celebrate(cx, &[View::RevokePreview]);
        router::after_moment(cx, |cx| {
            cx.update(|state| {
                if state.router.view() == Some(View::RevokePreview) {
                    router::back_to(state, View::Permissions);
                }
            });
        });
    }
}
