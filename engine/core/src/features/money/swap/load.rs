//! Loads the swappable tokens from the service, and balances and decimals from the network's node, because a list can be wrong about
//! them.

use crate::amount::Amount;
use crate::api::{convert, rpc};
use crate::error::Result;
use crate::features::account::balances as account;
use crate::features::money::model::send::{LoadPhase, TokenError};
use crate::features::money::model::swap::FormData;
use crate::features::money::sender::{generation, ready};
use crate::features::shell::{alerts, images};
use crate::flow::{Cx, Reply, ScopeId};
use crate::namespaces::money;
use crate::namespaces::terms::{self, OwnSymbol, TokenDoubt};
use crate::services::SwapToken;
use alloc::string::String;
use alloc::vec::Vec;
use futures_util::future::join;

/// How many icons of the list are loaded first. Rows with a balance already have theirs.
const PICTURES: usize = 60;

/// Loads the list of tokens of the displayed network, once for each network.
pub(super) async fn tokens(cx: &Cx) {
    let Ok(sender) = ready(cx) else { return };
    let Some(chain) = sender.network.chain() else { return };
    let is_there = cx.read(|s| {
        s.swap.known.listed.as_ref() == Some(&chain) && s.swap.known.tokens_phase == LoadPhase::Ready
    });
    if is_there {
        return;
    }
    let key = alloc::format!("swap tokens {chain}");
    let flow_cx = cx.clone();
    let asked = cx.single(ScopeId::App, &key, async move {
        let cx = flow_cx;
        cx.update(|s| s.swap.known.tokens_phase = LoadPhase::Loading);
        let list = alerts::of_service(&cx, convert::tokens(&cx, &chain).await);
        let is_current = cx.read(|s| {
            s.networks.active_network().and_then(|network| network.chain()).as_ref() == Some(&chain)
        });
        if !is_current {
            return Ok(Reply::Done);
        }
        cx.update(|s| {
            let known = &mut s.swap.known;
            match &list {
                Ok(list) => {
                    known.listed = Some(chain.clone());
                    known.tokens.clone_from(list);
                    known.tokens_phase = LoadPhase::Ready;
                }
                Err(_) => known.tokens_phase = LoadPhase::Failed,
            }
        });
        let urls = list.into_iter().flatten().filter_map(|token| token.icon_url);
        images::load(&cx, urls.take(PICTURES).collect::<Vec<String>>());
        Ok(Reply::Done)
    });
    drop(asked.await);
    account::refresh(cx, sender.namespace); // the list marks tokens with a balance
}

/// Loads the balances and decimals of the form's tokens.
pub(super) fn balances(cx: &Cx) {
    let Ok(sender) = ready(cx) else { return };
    let (source, target) = cx.read(|s| (s.swap.form.source.clone(), s.swap.form.target.clone()));
    let generation = generation(cx);
    let id = |token: &Option<SwapToken>| {
        token
            .as_ref()
            .map_or_else(String::new, |token| token.address.clone().unwrap_or_else(|| "native".into()))
    };
    let key = alloc::format!("swap load {generation} {} {} {}", sender.address, id(&source), id(&target));
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::Swap, &key, async move {
        let (cx, network, from) = (flow_cx, sender.network, sender.address);
        cx.update(|s| s.swap.known.load = LoadPhase::Loading);
        money::load(&cx, sender.namespace).await;
        let is_alone = !cx.read(|s| s.tokens.by_wallet) && rpc::witnesses(&cx, &network).is_empty();
        let of = async |token: &Option<SwapToken>| match token.as_ref().map(|token| token.address.as_ref()) {
            Some(Some(address)) => {
                let asked = join(
                    money::token(&cx, &network, &from, address),
                    money::terms(&cx, &network, &from, address),
                );
                let (own, terms) = asked.await;
                Some(own.and_then(|own| Ok((own, terms?.symbol))))
            }
            _ => None,
        };
        let native = join(money::native(&cx, &network, &from), money::reserve(&cx, &network, &from));
        let ((native, reserve), (own, other)) = join(native, join(of(&source), of(&target))).await;
        let said = |token: &Option<SwapToken>, own: &Option<Result<(Amount, OwnSymbol)>>| {
            let (token, (amount, symbol)) = token.as_ref().zip(own.as_ref()?.as_ref().ok())?;
            let doubt = terms::doubt((&token.symbol, token.decimals), symbol, Some(amount.decimals))?;
            Some((token.address.clone()?, doubt))
        };
        let doubts = [said(&source, &own), said(&target, &other)];
        let amount = |own: Option<Result<(Amount, OwnSymbol)>>| own.map(|own| own.map(|(amount, _)| amount));
        let (own, other) = (amount(own), amount(other));
        let is_current = self::generation(&cx) == generation
            && cx.read(|s| s.swap.form.source == source && s.swap.form.target == target);
        if !is_current {
            return Ok(Reply::Done); // stale (R22)
        }
        let doubts = doubts.into_iter().flatten().collect();
        let tokens = [(&source, own), (&target, other)];
        cx.update(|state| take(&mut state.swap.known, doubts, native, reserve, tokens, is_alone));
        Ok(Reply::Done)
    }));
}

/// Stores the results. `is_alone`: only the service that lists the tokens knows them.
fn take(
    known: &mut FormData,
    doubts: Vec<(String, TokenDoubt)>,
    native: Result<Amount>,
    reserve: Result<Amount>,
    tokens: [(&Option<SwapToken>, Option<Result<Amount>>); 2],
    is_alone: bool,
) {
    known.doubts = doubts;
    let is_ok = |(_, of): &(_, Option<Result<Amount>>)| of.as_ref().is_none_or(Result::is_ok);
    let all = native.is_ok() && reserve.is_ok() && tokens.iter().all(is_ok);
    known.load = if all { LoadPhase::Ready } else { LoadPhase::Failed };
    (known.native_balance, known.reserve) = (native.ok(), reserve.ok());
    let native = known.native_balance;
    let balances = tokens.map(|(token, own)| match own {
        Some(own) => (token, own.ok()),
        None => (token, token.as_ref().and(native)),
    });
    let symbols = |is_refused: &dyn Fn(&SwapToken, Option<Amount>) -> bool| -> Vec<String> {
        let tokens = balances.iter().filter_map(|(token, own)| Some((token.as_ref()?, *own)));
        tokens.filter(|(token, own)| is_refused(token, *own)).map(|(token, _)| token.symbol.clone()).collect()
    };
    // the decimals differ from the list's, so an amount is meaningless
    let odd = symbols(&|token, own| own.is_some_and(|own| token.decimals != own.decimals));
    let alone = symbols(&|token, _| is_alone && token.address.is_some());
    (known.refused, known.refused_tokens) = match (odd.is_empty(), alone.is_empty()) {
        (false, _) => (Some(TokenError::Decimals), odd),
        (true, false) => (Some(TokenError::Witness), alone),
        (true, true) => (None, Vec::new()),
    };
    let is_refused = known.refused.is_some();
    let [(_, own), (_, other)] = balances;
    (known.balance, known.target_balance) = (own.filter(|_| !is_refused), other.filter(|_| !is_refused));
}
