//! The review: the form becomes a request. The engine decodes, simulates and estimates it, and then displays the
//! preview.

use super::confirm::Sending;
use super::load::load;
use super::say;
use crate::amount::Amount;
use crate::error::{Error, Result};
use crate::features::money::chain_check;
use crate::features::money::journey::Journey as _;
use crate::features::money::model::send::{self, Fee, Form, Prepared, Receiver, SendCheck, Stage};
use crate::features::money::sender::{Sender, generation, ready};
use crate::features::shell::{View, router};
use crate::flow::{Cx, Reply};
use crate::namespaces::money::{self, Beside};
use crate::namespaces::transfer::{Change, RecipientKind, Transfer};
use crate::store::State;
use alloc::vec::Vec;
use futures_util::future::join;
use serde_json::Value;

/// The form as a transfer, or its first error (5.26-5.28).
fn transfer(cx: &Cx, sender: &Sender) -> Result<Transfer> {
    let (form, parsed) = cx.read(|s| (s.send.form.clone(), s.send.parsed(&sender.network)));
    let Form { amount, receiver, token, awaits_token, memo, references, .. } = form;
    if awaits_token {
        return Err(Error::TokenRequired);
    }
    if amount.trim().is_empty() || receiver.trim().is_empty() {
        return Err(Error::AmountAndReceiverRequired);
    }
    let amount =
        parsed.ok().filter(|amount| !amount.is_zero()).ok_or(Error::BadParams { field: "amount".into() })?;
    let Receiver::Address(to) = cx.read(|s| send::receiver(&s.send, &sender.network)) else {
        return Err(Error::BadParams { field: "receiver".into() });
    };
    let chain = sender.network.chain().ok_or(Error::NoNetwork)?;
    let (from, token) = (sender.address.clone(), token.map(|token| token.address));
    let memo = memo.filter(|memo| !memo.is_empty());
    Ok(Transfer { from, to, token, amount, memo, references, chain })
}

/// The form as a transfer, if it can be reviewed now. `None` while a preview waits for a click, or a transfer is in
/// progress.
fn begin(cx: &Cx, sender: &Sender) -> Result<Option<Transfer>> {
    // the preview waits for a click, and reviewing the form again would remove it
    let is_shown = |s: &State| s.router.view() == Some(View::SendPreview) && s.send.stage.waiting().is_some();
    if cx.read(|s| send::is_busy(s) || is_shown(s)) {
        return Ok(None);
    }
    if cx.read(|s| s.send.known.refused.is_some()) {
        return Err(Error::BadParams { field: "token".into() });
    }
    // a token's decimals come from its contract: without them the preview doesn't open
    if cx.read(|s| s.send.form.token.is_some() && s.send.known.balance.is_none()) {
        let error = Error::Unreachable { host: sender.network.name.clone() };
        cx.update(|s| say(&mut s.send, &error));
        load(cx);
        return Err(error);
    }
    transfer(cx, sender).map(Some)
}

/// The request for the transfer, and the transfer decoded from it.
async fn prepare(cx: &Cx, sender: &Sender, meant: &Transfer, generation: u32) -> Result<(Value, Transfer)> {
    let is_preparing = |s: &State| matches!(s.send.stage, Stage::Preparing);
    if !money::load(cx, sender.namespace).await {
        // stale: the form has changed since this review started
        if self::generation(cx) == generation && cx.read(is_preparing) {
            cx.update(|s| say(&mut s.send, &Error::PartNotLoaded));
        }
        return Err(Error::PartNotLoaded);
    }
    let checked = meant.memo.as_ref().map_or(Ok(()), |memo| money::check_memo(cx, &sender.network, memo));
    if let Err(error) = checked {
        cx.update(|state| {
            if is_preparing(state) {
                say(&mut state.send, &error);
            }
        });
        return Err(error);
    }
    let request = match money::prepare(cx, &sender.network, meant).await {
        Ok(request) => request,
        Err(error) => {
            // problems with the recipient or token are shown in the form
            let is_same = self::generation(cx) == generation && transfer(cx, sender).as_ref() == Ok(meant);
            cx.update(|state| {
                if is_same && is_preparing(state) {
                    say(&mut state.send, &error);
                }
            });
            return Err(error);
        }
    };
    let shown = money::read(cx, sender.namespace, &request, meant.amount.decimals, meant.token.as_deref())?;
    if shown != *meant {
        return Err(Error::NotWhatWasShown);
    }
    Ok((request, shown))
}

/// The network's data about a request, queried at the same time.
struct Priced {
    /// The fee. `None` if the wallet sets it.
    fee: Result<Option<Amount>>,
    /// The costs in addition to the fee.
    costs: Result<Beside>,
    changes: Vec<Change>,
    place: Option<RecipientKind>,
}

async fn price(cx: &Cx, sender: &Sender, meant: &Transfer, request: &Value) -> Priced {
    let fee = async {
        money::try_out(cx, &sender.network, meant, request).await?;
        match money::is_fee_of_wallet(cx, &sender.network) {
            true => Ok(None),
            false => money::estimate(cx, &sender.network, request).await.map(Some),
        }
    };
    let costs = money::beside(cx, &sender.network, request);
    let code = async {
        // the user's own contract is a smart account
        match cx.read(|s| s.accounts.by.get(&sender.namespace).is_some_and(|of| of.has(&meant.to))) {
            true => None,
            false => money::place(cx, &sender.network, &meant.to).await,
        }
    };
    let beside = join(money::changes(cx, &sender.network, request), code);
    let ((fee, costs), (changes, place)) = join(join(fee, costs), beside).await;
    Priced { fee, costs, changes: changes.unwrap_or_default(), place }
}

/// The fee and the other costs, if the preview can be displayed with them. `None` if the form was edited meanwhile.
fn costs(
    cx: &Cx,
    fee: Result<Option<Amount>>,
    costs: Result<Beside>,
) -> Result<Option<(Option<Amount>, Beside)>> {
    let unchanged = cx.read(|s| matches!(s.send.stage, Stage::Preparing));
    let fee = match fee {
        Err(Error::Rpc { code, message, .. }) => {
            let error = Error::EstimateFailed { details: Some(alloc::format!("{message} ({code})")) };
            if unchanged {
                cx.update(|s| say(&mut s.send, &error));
            }
            return Err(error);
        }
        other => other.ok().flatten(),
    };
    // other costs are money too: if the node doesn't report them, the review fails
    let beside = match costs {
        Ok(costs) => costs,
        Err(_) if !unchanged => return Ok(None),
        Err(error) => {
            cx.update(|s| say(&mut s.send, &error));
            return Err(error);
        }
    };
    // a page that requests a payment expects the full amount
    if beside.withheld.is_some() && cx.read(|s| s.send.form.is_payment) {
        return Err(Error::Payment {
            code: "ASSET_NOT_SUPPORTED",
            message: "The token takes a fee from each transfer".into(),
        });
    }
    Ok(unchanged.then_some((fee, beside)))
}

/// Opens the preview.
pub(super) async fn review(cx: &Cx) -> Result<Reply> {
    let sender = ready(cx)?;
    let Some(meant) = begin(cx, &sender)? else { return Ok(Reply::Done) };
    let preparing = cx.phase(|state| {
        if matches!(state.send.stage, Stage::Preparing) {
            state.send.stage = Stage::default();
        }
    });
    cx.update(|s| s.send.stage = Stage::Preparing);
    let generation = generation(cx);
    let (request, shown) = prepare(cx, &sender, &meant, generation).await?;
    let of_wallet = money::is_fee_of_wallet(cx, &sender.network);
    let priced = price(cx, &sender, &meant, &request).await;
    if self::generation(cx) != generation {
        return Ok(Reply::Done); // another account or network: the user has to review the form again
    }
    let Priced { fee, costs, changes, place } = priced;
    let Some((fee, costs)) = self::costs(cx, fee, costs)? else { return Ok(Reply::Done) };
    if transfer(cx, &sender).as_ref() != Ok(&meant) {
        return Ok(Reply::Done); // stale: the form was edited meanwhile
    }
    let Beside { opens, withheld, withheld_later } = costs;
    // the total that is paid in the native coin
    let spent = fee.and_then(|fee| opens.map_or(Some(fee), |opens| fee.checked_add(&opens)));
    let fits = cx.update(|state| {
        state.send.stage = Stage::Editing { fee: spent, error: None };
        send::check(state) == SendCheck::Ready
    });
    preparing.done();
    if !fits {
        load(cx); // the gas price might have risen since the balance was read, and then Max reserves more
        return Err(Error::BadParams { field: "amount".into() });
    }
    cx.update(|state| {
        let fee = match fee {
            Some(fee) => Fee::Known(fee),
            None if of_wallet => Fee::OfWallet,
            None => Fee::Unknown,
        };
        let lead = send::lead(&state.send, sender.namespace);
        let (name, lead) = lead.map(|(name, lead)| (name.into(), lead.clone())).unzip();
        let of_token = |units| Amount::new(units, shown.amount.decimals);
        let (withheld, withheld_later) = (withheld.map(of_token), withheld_later.map(of_token));
        let (terms, compared) = (state.send.known.terms.clone(), None);
        state.send.stage = Stage::Review(Prepared {
            shown,
            terms,
            request,
            fee,
            name,
            lead,
            place,
            opens,
            withheld,
            withheld_later,
            changes,
            compared,
        });
        router::push(state, View::SendPreview);
    });
    chain_check::watch(cx, Sending::WAY);
    Ok(Reply::Done)
}

/// Estimates the fee of the preview again.
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
    // the wallet might have the request already, and the user comes back
    cx.update(|state| match state.send.stage.prepared_mut() {
        Some(prepared) if prepared.request == request => prepared.fee = fee,
        _ => {}
    });
    Ok(Reply::Done)
}

/// Stores that the user compared the recipient with the similar address, or undid that. Valid for this pair only.
pub(super) fn compared(cx: &Cx, is_compared: bool) {
    cx.update(|state| {
        let alike = state
            .send
            .stage
            .waiting()
            .and_then(|prepared| send::alike(state, prepared.shown.chain.namespace, &prepared.shown.to));
        if let Stage::Review(prepared) | Stage::NotSent { prepared, .. } = &mut state.send.stage {
            prepared.compared = alike.filter(|_| is_compared).map(|alike| alike.known);
        }
    });
}
