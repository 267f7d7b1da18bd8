//! The review: an approval becomes a request that revokes it. The engine decodes, simulates and estimates the request,
//! and then displays the preview.

use super::confirm::Revoking;
use super::find;
use crate::error::{Error, Result};
use crate::features::money::chain_check;
use crate::features::money::journey::Journey as _;
use crate::features::money::model::revoke::draw::id;
use crate::features::money::model::revoke::{self, Approval, Prepared, Preview, Stage};
use crate::features::money::model::send::Fee;
use crate::features::money::sender::{Sender, generation, ready};
use crate::features::shell::{View, router};
use crate::flow::{Cx, Reply};
use crate::namespaces::eip155::codec::approvals::{self, Pair};
use crate::namespaces::{eip155, money};
use alloc::string::ToString;
use futures_util::future::join;
use serde_json::Value;

/// Shows in the list why the revocation can't continue.
fn say(cx: &Cx, error: &Error) {
    cx.update(|s| s.approvals.stage = Stage::editing(Some(error.data())));
}

/// Opens the preview of a revocation. If a wallet has its request, shows its current state.
pub(super) async fn review(cx: &Cx, wanted: &str) -> Result<Reply> {
    let (found, is_out) = cx.read(|s| {
        let approvals = &*s.approvals;
        let found = approvals.list.iter().find(|approval| id(&approval.pair) == wanted);
        let of_stage = approvals.stage.prepared().filter(|_| revoke::is_busy(s));
        let is_out = of_stage.map(|prepared| id(&prepared.shown.approval.pair) == wanted);
        (found.map(|approval| approval.pair), is_out)
    });
    if let Some(is_this) = is_out {
        if is_this {
            cx.update(|s| router::push(s, View::RevokePreview));
        }
        return if is_this { Ok(Reply::Done) } else { Err(Error::WalletBusy) };
    }
    let pair = found.ok_or(Error::BadParams { field: "id".into() })?;
    prepare(cx, pair).await
}

/// Prepares a revocation. After a revert, simulates the request again.
pub(super) async fn prepare(cx: &Cx, pair: Pair) -> Result<Reply> {
    let sender = ready(cx)?;
    let generation = generation(cx);
    let preparing = cx.phase(|state| {
        if matches!(state.approvals.stage, Stage::Preparing) {
            state.approvals.stage = Stage::default();
        }
    });
    cx.update(|s| s.approvals.stage = Stage::Preparing);
    let prepared = prepared(cx, &sender, pair).await;
    let is_wanted = cx.read(|s| matches!(s.approvals.stage, Stage::Preparing));
    if self::generation(cx) != generation || !is_wanted {
        return Ok(Reply::Done); // another account or network: nothing of this one is displayed
    }
    preparing.done();
    match prepared {
        Ok(Some(prepared)) => {
            cx.update(|s| {
                s.approvals.stage = Stage::Review(prepared);
                let is_there = s.router.view() == Some(View::RevokePreview);
                if !is_there {
                    router::push(s, View::RevokePreview);
                }
            });
            chain_check::watch(cx, Revoking::WAY);
            Ok(Reply::Done)
        }
        // the approval is gone already
        Ok(None) => {
            cx.update(|s| {
                s.approvals.stage = Stage::default();
                s.approvals.list.retain(|approval| approval.pair != pair);
                if s.router.view() == Some(View::RevokePreview) {
                    router::back_to(s, View::Permissions);
                }
            });
            Ok(Reply::Done)
        }
        Err(error) => {
            say(cx, &error);
            Err(error)
        }
    }
}

/// The current approval and the request. `None` if it is already revoked.
async fn prepared(cx: &Cx, sender: &Sender, pair: Pair) -> Result<Option<Prepared>> {
    let owner = eip155::parse(&sender.address).map_err(|_| Error::NoNetworkOrAccount)?;
    let chain = sender.network.chain().ok_or(Error::NoNetwork)?;
    if !money::load(cx, sender.namespace).await {
        return Err(Error::PartNotLoaded);
    }
    let Some(approval) = find::approval(cx, &sender.network, owner, pair).await? else { return Ok(None) };
    let request = approvals::revoke(owner, &pair, &chain);
    let shown = Preview { from: sender.address.clone(), chain, approval };
    if !is_shown(&shown, &request) {
        return Err(Error::NotWhatWasShown);
    }
    let (fee, changes) =
        join(price(cx, sender, &request), money::changes(cx, &sender.network, &request)).await;
    // revoking moves no tokens; a request with other effects never reaches the wallet
    if changes.is_some_and(|changes| !changes.is_empty()) {
        return Err(Error::NotWhatWasShown);
    }
    Ok(Some(Prepared { shown, request, fee: fee? }))
}

/// The fee of the request. A network error is displayed before the wallet gets the request.
async fn price(cx: &Cx, sender: &Sender, request: &Value) -> Result<Fee> {
    let estimate = money::estimate(cx, &sender.network, request);
    let (fee, native) = join(estimate, money::native(cx, &sender.network, &sender.address)).await;
    let fee = match fee {
        Ok(fee) => fee,
        Err(Error::Rpc { code, message, .. }) => {
            return Err(Error::EstimateFailed { details: Some(alloc::format!("{message} ({code})")) });
        }
        Err(_) => return Ok(Fee::Unknown),
    };
    match native {
        Ok(native) if fee.units > native.units => {
            Err(Error::EstimateFailed { details: Some("insufficient funds for gas".to_string()) })
        }
        _ => Ok(Fee::Known(fee)),
    }
}

/// Whether a request, decoded, revokes exactly the displayed approval.
pub(super) fn is_shown(shown: &Preview, request: &Value) -> bool {
    let Approval { pair, .. } = &shown.approval;
    let from = eip155::parse(&shown.from).ok();
    approvals::read_revoke(request)
        .is_some_and(|(owner, read, chain)| Some(owner) == from && read == *pair && chain == shown.chain)
}

/// Estimates the fee of the preview again.
pub(super) async fn estimate_again(cx: &Cx) -> Result<Reply> {
    let sender = ready(cx)?;
    let request = cx.update(|s| match &mut s.approvals.stage {
        Stage::Review(prepared) | Stage::NotSent { prepared, .. } => {
            prepared.fee = Fee::Loading;
            Some(prepared.request.clone())
        }
        _ => None,
    });
    let request = request.ok_or(Error::BadParams { field: "id".into() })?;
    let asking = cx.phase(|s| settle(s, Fee::Unknown));
    let fee = money::estimate(cx, &sender.network, &request).await.map_or(Fee::Unknown, Fee::Known);
    // the wallet might have it already, and the user returned
    cx.update(|s| {
        if s.approvals.stage.prepared().is_some_and(|prepared| prepared.request == request) {
            settle(s, fee);
        }
    });
    asking.done();
    Ok(Reply::Done)
}

fn settle(state: &mut crate::store::State, fee: Fee) {
    if let Some(now) = state.approvals.stage.prepared_mut().filter(|now| now.fee == Fee::Loading) {
        now.fee = fee;
    }
}
