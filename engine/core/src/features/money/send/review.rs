//! The review: the form becomes a request, which is read back, tried out and priced, and then previewed.

use super::load::load;
use super::{Sender, generation, ready, say, stand};
use crate::error::{Error, Result};
use crate::features::money::model::send::{self, Fee, Prepared, SendCheck, Stage};
use crate::features::shell::router::{self, View};
use crate::flow::{Cx, Reply};
use crate::namespaces::transfer::Transfer;
use crate::namespaces::{self, money};

/// The form as a transfer, or the first thing that is wrong with it (5.26-5.28).
fn transfer(cx: &Cx, sender: &Sender) -> Result<Transfer> {
    let (form, parsed) = cx.read(|s| {
        let form = &s.send.form;
        ((form.amount.clone(), form.receiver.clone(), form.token.clone()), s.send.parsed(&sender.network))
    });
    let (amount, receiver, token) = form;
    if amount.trim().is_empty() || receiver.trim().is_empty() {
        return Err(Error::AmountAndReceiverRequired);
    }
    let amount =
        parsed.ok().filter(|amount| !amount.is_zero()).ok_or(Error::BadParams { field: "amount".into() })?;
    let rules = namespaces::of(sender.namespace);
    let to = rules.address(receiver.trim()).map_err(|_| Error::BadParams { field: "receiver".into() })?;
    let chain = sender.network.chain().ok_or(Error::NoNetwork)?;
    let (from, token) = (sender.address.clone(), token.map(|token| token.address));
    Ok(Transfer { from, to, token, amount, chain })
}

/// Previews what the form says.
pub(super) async fn review(cx: &Cx) -> Result<Reply> {
    let sender = ready(cx)?;
    if cx.read(send::is_busy) {
        return Ok(Reply::Done);
    }
    if cx.read(|s| s.send.known.refused.is_some()) {
        return Err(Error::BadParams { field: "token".into() });
    }
    // the decimals of a token are the contract's too: nothing is previewed before it has said them
    if cx.read(|s| s.send.form.token.is_some() && s.send.known.balance.is_none()) {
        let error = Error::Unreachable { host: sender.network.name.clone() };
        cx.update(|s| say(&mut s.send, &error));
        load(cx);
        return Err(error);
    }
    let meant = transfer(cx, &sender)?;
    let preparing = cx.phase(|state| {
        if matches!(state.send.stage, Stage::Preparing) {
            state.send.stage = Stage::default();
        }
    });
    cx.update(|s| s.send.stage = Stage::Preparing);
    let generation = generation(cx);
    let request = money::prepare(cx, &sender.network, &meant).await?;
    let shown = money::read(sender.namespace, &request, meant.amount.decimals, meant.token.as_deref())?;
    if shown != meant {
        return Err(Error::NotWhatWasShown);
    }
    let fee = match money::try_out(cx, &sender.network, &meant, &request).await {
        Ok(()) => money::estimate(cx, &sender.network, &request).await,
        Err(refused) => Err(refused),
    };
    if self::generation(cx) != generation {
        return Ok(Reply::Done); // another account or network: the form is reviewed again by hand
    }
    let unchanged = cx.read(|s| matches!(s.send.stage, Stage::Preparing));
    let fee = match fee {
        Err(Error::Rpc { code, message }) => {
            let error = Error::EstimateFailed { details: Some(alloc::format!("{message} ({code})")) };
            if unchanged {
                cx.update(|s| say(&mut s.send, &error));
            }
            return Err(error);
        }
        other => other.ok(),
    };
    if !unchanged || transfer(cx, &sender).as_ref() != Ok(&meant) {
        return Ok(Reply::Done); // stale: the form was edited meanwhile
    }
    let fits = cx.update(|state| {
        state.send.stage = Stage::Editing { fee, error: None };
        send::check(state) == SendCheck::Ready
    });
    preparing.done();
    if !fits {
        return Err(Error::BadParams { field: "amount".into() });
    }
    cx.update(|state| {
        let fee = fee.map_or(Fee::Unknown, Fee::Known);
        state.send.stage = Stage::Review(Prepared { shown, request, fee });
        router::push(state, View::SendPreview);
    });
    stand::watch(cx);
    Ok(Reply::Done)
}

/// The fee of the preview once more.
pub(super) async fn estimate_again(cx: &Cx) -> Result<Reply> {
    let sender = ready(cx)?;
    let request = cx.update(|s| match &mut s.send.stage {
        Stage::Review(prepared) => {
            prepared.fee = Fee::Loading;
            Some(prepared.request.clone())
        }
        _ => None,
    });
    let request = request.ok_or(Error::AmountAndReceiverRequired)?;
    let fee = money::estimate(cx, &sender.network, &request).await.map_or(Fee::Unknown, Fee::Known);
    cx.update(|state| match &mut state.send.stage {
        Stage::Review(prepared) if prepared.request == request => prepared.fee = fee,
        _ => {}
    });
    Ok(Reply::Done)
}
