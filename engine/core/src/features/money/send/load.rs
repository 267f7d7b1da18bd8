//! The data for the form's checks: the balance and the fee reserve from the node, and the value.

use crate::amount::{Amount, of_number};
use crate::api::{blockchain, rpc};
use crate::entities::Network;
use crate::error::Result;
use crate::features::account::PRICE_DECIMALS;
use crate::features::money::model::send::{Chosen, LoadPhase, Send, TokenError};
use crate::features::money::sender::{generation, ready};
use crate::features::shell::alerts;
use crate::flow::{Cx, Reply, ScopeId};
use crate::namespaces::money;
use crate::namespaces::terms::Terms;
use alloc::string::ToString;
use futures_util::future::join;

/// Loads the data from the node, because a list can be wrong about a balance or decimals.
pub(super) fn load(cx: &Cx) {
    let Ok(sender) = ready(cx) else { return };
    crate::features::account::read_history(cx);
    let token = cx.read(|s| s.send.form.token.clone());
    let of = token.as_ref().map_or("native", |token| token.address.as_str());
    let generation = generation(cx);
    let key = alloc::format!("send load {generation} {} {of}", sender.address);
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::Send, &key, async move {
        let (cx, network, from) = (flow_cx, sender.network, sender.address);
        cx.update(|s| s.send.known.load = LoadPhase::Loading);
        // if the namespace's code fails to load, an error follows below
        money::load(&cx, sender.namespace).await;
        // the service that listed the token can't confirm its own data
        let is_alone =
            token.is_some() && cx.read(|s| !s.tokens.by_wallet) && rpc::witnesses(&cx, &network).is_empty();
        let native = money::native(&cx, &network, &from);
        let own = async {
            match &token {
                Some(token) => Some(money::token(&cx, &network, &from, &token.address).await),
                None => None,
            }
        };
        let terms = async {
            match &token {
                Some(token) => money::terms(&cx, &network, &from, &token.address).await,
                None => Ok(Terms::default()),
            }
        };
        let kept = join(money::reserve(&cx, &network, &from), money::least(&cx, &network));
        let ((native, (own, terms)), (reserve, least)) = join(join(native, join(own, terms)), kept).await;
        let is_current = |cx: &Cx| {
            self::generation(cx) == generation
                && cx.read(|s| same_token(s.send.form.token.as_ref(), token.as_ref()))
        };
        if !is_current(&cx) {
            return Ok(Reply::Done); // stale: the account, network or token changed, so the response is dropped (R22)
        }
        cx.update(|s| take(&mut s.send, Read { native, own, terms, reserve, least }, is_alone));
        let native = price(&cx, &network, None).await;
        let own = match &token {
            Some(token) => price(&cx, &network, Some(token)).await,
            None => native,
        };
        if is_current(&cx) {
            cx.update(|s| {
                let known = &mut s.send.known;
                // the price stays fixed while the user types dollars
                known.price = own.or(known.price);
                known.native_price = native.or(known.native_price);
            });
        }
        Ok(Reply::Done)
    }));
}

/// What the node returned.
struct Read {
    native: Result<Amount>,
    /// The balance of the token. `None` for the native coin.
    own: Option<Result<Amount>>,
    terms: Result<Terms>,
    reserve: Result<Amount>,
    /// The least that an account must keep.
    least: Result<Option<Amount>>,
}

/// Stores it. `is_alone`: only the service that lists the token knows it.
fn take(send: &mut Send, read: Read, is_alone: bool) {
    let Read { native, own, terms, reserve, least } = read;
    let known = &mut send.known;
    let is_kept = reserve.is_ok() && least.is_ok() && terms.is_ok();
    let all = native.is_ok() && is_kept && own.as_ref().is_none_or(Result::is_ok);
    let is_token = own.is_some();
    known.load = if all { LoadPhase::Ready } else { LoadPhase::Failed };
    (known.native_balance, known.reserve) = (native.ok(), reserve.ok());
    known.least = least.ok().flatten();
    known.balance = match own {
        // without the rules of the token, no amount of it has a meaning
        Some(own) => own.ok().filter(|_| terms.is_ok()),
        None => known.native_balance,
    };
    known.terms = terms.unwrap_or_default();
    known.decimals = known.balance.filter(|_| is_token).map(|balance| balance.decimals);
    let decimals = send.form.token.as_ref().zip(known.balance);
    known.refused = match decimals {
        // an amount has no meaning then
        Some((token, balance)) if token.decimals != balance.decimals => Some(TokenError::Decimals),
        _ => is_alone.then_some(TokenError::Witness),
    };
    if known.refused.is_some() {
        known.balance = None;
    }
}

fn same_token(a: Option<&Chosen>, b: Option<&Chosen>) -> bool {
    a.map(|token| &token.address) == b.map(|token| &token.address)
}

/// The price of a token: from the token list, otherwise from the data service (7.8). Display only.
async fn price(cx: &Cx, network: &Network, token: Option<&Chosen>) -> Option<Amount> {
    let id = crate::services::priced(&network.chain()?, token.map(|token| token.address.as_str()));
    let listed = cx.read(|s| {
        let id = token.map_or_else(|| "native".into(), |_| id.to_string());
        s.tokens.list.iter().find(|item| item.id == id).map(|item| (item.price(), item.unverified))
    });
    let text = match listed {
        Some((_, true)) => return None, // the token imitates another one
        Some((Some(price), _)) => return Some(price),
        _ => alerts::of_service(cx, blockchain::price(cx, &id).await).ok()??,
    };
    of_number(&text, PRICE_DECIMALS)
}
