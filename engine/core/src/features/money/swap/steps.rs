//! The steps of a swap: the requests for the wallet, and their decoded form. A service builds the swap, and the engine
//! builds the approval (decision 2, "Build-approve").

use super::quote::Question;
use crate::amount::Amount;
use crate::api::convert;
use crate::error::{Error, Result};
use crate::features::money::model::swap::offered::routers;
use crate::features::money::model::swap::{Preview, Step, StepKind};
use crate::features::money::sender::Sender;
use crate::features::shell::alerts;
use crate::flow::Cx;
use crate::namespaces::eip155;
use crate::namespaces::eip155::codec::swap;
use crate::namespaces::eip155::codec::unoswap::Pool;
use crate::namespaces::eip155::money::pools;
use crate::namespaces::money::{self, Allowance, Money};
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{Address, U256};
use futures_util::future::join;
use serde_json::Value;

/// Builds all steps of a swap, and decodes the last one.
pub(super) async fn prepare(
    cx: &Cx,
    sender: &Sender,
    asked: &Question,
    quoted: Amount,
) -> Result<(Preview, Vec<Step>)> {
    let (request, router) = build(cx, asked).await?;
    let pools = pools::proven(cx, &sender.network, &request).await?;
    let shown = shown(cx, asked, quoted, &request, pools).ok_or(Error::SwapUnchecked)?;
    let mut steps = match &asked.source.address {
        Some(token) => allowances(cx, sender, asked, token, router).await?,
        None => Vec::new(),
    };
    steps.push(Step { kind: StepKind::Swap, request });
    let batches = money::of(cx, sender.namespace).and_then(Money::batches);
    if steps.len() > 1
        && let Some(batches) = batches
        && batches.is_atomic(cx.clone(), sender.wallet, sender.network.clone(), sender.address.clone()).await
    {
        let requests: Vec<&Value> = steps.iter().map(|step| &step.request).collect();
        steps = alloc::vec![Step { kind: StepKind::Batch, request: swap::batch(&requests) }];
    }
    Ok((shown, steps))
}

/// Requests the swap's transaction. Returns it with the called contract.
async fn build(cx: &Cx, asked: &Question) -> Result<(Value, Address)> {
    // the service can't simulate a token that needs an approval; the network's node does
    let is_allowed = asked.source.address.is_none();
    let built = alerts::of_service(cx, convert::build(cx, &asked.wanted(), is_allowed).await)?;
    let address = |text: &str| eip155::parse(text).map_err(|_| Error::SwapUnchecked);
    let (from, to) = (address(&built.from)?, address(&built.to)?);
    // the service's `amount` is the target amount; the source amount is known here
    let value = if is_allowed { asked.amount.units } else { U256::ZERO };
    if !built.pays_no_more(value) {
        return Err(Error::SwapUnchecked);
    }
    Ok((swap::transaction(from, to, value, &built.data, &asked.chain), to))
}

/// Decodes a swap request. It has to match the selection, call a pinned router, and guarantee at least the quote minus
/// the selected slippage.
fn shown(cx: &Cx, asked: &Question, quoted: Amount, request: &Value, pools: Vec<Pool>) -> Option<Preview> {
    let token = |address: &Option<String>| match address {
        Some(address) => eip155::parse(address).ok().map(Some),
        None => Some(None),
    };
    let may = swap::Bounds {
        from: eip155::parse(&asked.user).ok()?,
        chain: asked.chain.clone(),
        routers: cx.read(|s| routers(s, &asked.chain)),
        source: token(&asked.source.address)?,
        target: token(&asked.target.address)?,
        amount: asked.amount.units,
        quoted: quoted.units,
        slippage: asked.slippage,
    };
    let read = swap::bounded(request, &may, &pools)?;
    Some(Preview {
        from: asked.user.clone(),
        chain: asked.chain.clone(),
        router: read.router.to_checksum(None),
        source: asked.source.clone(),
        target: asked.target.clone(),
        amount: asked.amount,
        quoted,
        slippage: asked.slippage,
        pools,
        minimum: Amount::new(read.minimum, asked.target.decimals),
    })
}

/// The approvals that the router needs first. Empty if the current one is sufficient (5.22) according to the node, and
/// to the service if it reports one. Some tokens only allow changing an approval from zero, so those are reset first.
async fn allowances(
    cx: &Cx,
    sender: &Sender,
    asked: &Question,
    token: &str,
    router: Address,
) -> Result<Vec<Step>> {
    let parse = |text: &str| eip155::parse(text).map_err(|_| Error::SwapUnchecked);
    let (from, token_address) = (parse(&asked.user)?, parse(token)?);
    let family =
        money::of(cx, sender.namespace).and_then(Money::allowances).ok_or(Error::UnsupportedChain)?;
    let of = Allowance { owner: asked.user.clone(), token: token.into(), spender: router.to_checksum(None) };
    let by_node = family.allowance(cx.clone(), sender.network.clone(), of);
    let by_service = convert::allowance(cx, &asked.chain, &asked.user, token);
    let (by_node, by_service) = join(by_node, by_service).await;
    let now = by_node?;
    let needed = asked.amount.units;
    if now >= needed && by_service.map_or(true, |units| units >= needed) {
        return Ok(Vec::new());
    }
    check_service(cx, asked, token_address, router).await?;
    let approve = |units| swap::approve(from, token_address, router, units, &asked.chain);
    let mut steps = Vec::new();
    let is_taken = |request| family.is_taken(cx.clone(), sender.network.clone(), request);
    if !now.is_zero() && !is_taken(approve(needed)).await && is_taken(approve(U256::ZERO)).await {
        steps.push(Step { kind: StepKind::Reset, request: approve(U256::ZERO) });
    }
    steps.push(Step { kind: StepKind::Approve, request: approve(needed) });
    Ok(steps)
}

/// Checks the service's approval data, which isn't used otherwise. A service that approves another spender or token is
/// rejected as unreliable. Services differ in the address of the call. A missing response is ignored.
async fn check_service(cx: &Cx, asked: &Question, token: Address, router: Address) -> Result<()> {
    let built = match convert::build_approve(cx, &asked.wanted()).await {
        Ok(built) => built,
        Err(error @ Error::SwapUnchecked) => return Err(error),
        Err(_) => return Ok(()),
    };
    let is_token = |text: &str| eip155::parse(text).ok() == Some(token);
    let data = built.data.strip_prefix("0x").unwrap_or_default();
    let spender = swap::approval(data).map(|(spender, _)| spender);
    let fits = built.pays_no_more(U256::ZERO)
        && (is_token(&built.to) || is_token(&built.from))
        && spender == Some(router);
    if fits { Ok(()) } else { Err(Error::SwapUnchecked) }
}

/// Whether a step, decoded again, matches the preview.
pub(super) fn is_shown(shown: &Preview, step: &Step) -> bool {
    let parse = |text: &str| eip155::parse(text).ok();
    let source = shown.source.address.as_deref().and_then(parse);
    let target = shown.target.address.as_deref().and_then(parse);
    let (Some(from), Some(router)) = (parse(&shown.from), parse(&shown.router)) else { return false };
    let is_approval = |request: &Value, all: bool| {
        let units = if all { shown.amount.units } else { U256::ZERO };
        swap::read_approve(request).is_some_and(|read| {
            Some(read.1) == source && read == (from, read.1, router, units, shown.chain.clone())
        })
    };
    let is_swap = |request: &Value| {
        let meant = swap::Swap {
            from,
            chain: shown.chain.clone(),
            router,
            source,
            target,
            amount: shown.amount.units,
            minimum: shown.minimum.units,
        };
        swap::read(request, &shown.pools) == Some(meant)
    };
    match step.kind {
        StepKind::Reset => is_approval(&step.request, false),
        StepKind::Approve => is_approval(&step.request, true),
        StepKind::Swap => is_swap(&step.request),
        StepKind::Batch => match swap::of_batch(&step.request).as_deref() {
            Some([approve, swap]) => is_approval(approve, true) && is_swap(swap),
            Some([reset, approve, swap]) => {
                is_approval(reset, false) && is_approval(approve, true) && is_swap(swap)
            }
            _ => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caip::ChainId;
    use crate::services::SwapToken;
    use serde_json::json;

    const ROUTER: &str = "0x111111125421cA6dc452d289314280a0f8842A65";
    const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
    const DAI: &str = "0x6B175474E89094C44Da98b954EedeAC495271d0F";
    const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

    fn of(text: &str) -> Address {
        eip155::parse(text).unwrap()
    }

    fn swap_of(amount: u64, minimum: u64) -> Value {
        let word = |address: &str| alloc::format!("{:0>64}", address[2..].to_lowercase());
        let words = [word(ROUTER), word(USDC), word(DAI), word(ROUTER), word(ALICE)].concat();
        let data =
            alloc::format!("0x07ed2379{words}{amount:064x}{minimum:064x}{:064x}{:064x}{:064x}", 0, 288, 0);
        swap::transaction(of(ALICE), of(ROUTER), U256::ZERO, &data, &ChainId::evm(1))
    }

    // Every call of a batch matches the preview.
    // req: 5.22, 9.38
    #[test]
    fn accepts_a_batch_only_if_each_call_matches_the_preview() {
        let chain = ChainId::evm(1);
        let token = |address: &str| {
            let row = json!({"address": alloc::format!("eip155:1:{address}"), "decimals": 6, "symbol": "T", "name": "T"});
            SwapToken::read(&row, &ChainId::evm(1)).unwrap()
        };
        let shown = Preview {
            from: ALICE.into(),
            chain: chain.clone(),
            router: ROUTER.into(),
            source: token(USDC),
            target: token(DAI),
            amount: Amount::new(U256::from(100u64), 6),
            quoted: Amount::new(U256::from(100u64), 6),
            slippage: 100,
            pools: Vec::new(),
            minimum: Amount::new(U256::from(99u64), 6),
        };
        let approve = |units: u64| swap::approve(of(ALICE), of(USDC), of(ROUTER), U256::from(units), &chain);
        let (swap, less) = (swap_of(100, 99), swap_of(100, 98));
        for (is_as_shown, calls) in [
            (true, alloc::vec![approve(100), swap.clone()]),
            (true, alloc::vec![approve(0), approve(100), swap.clone()]),
            (false, alloc::vec![approve(100), less.clone()]),
            (false, alloc::vec![approve(101), swap.clone()]),
            (false, alloc::vec![approve(1), approve(100), swap.clone()]),
            (false, alloc::vec![approve(0), approve(101), swap.clone()]),
            (false, alloc::vec![approve(0), approve(100), less]),
            (false, alloc::vec![swap.clone()]),
        ] {
            let request = swap::batch(&calls.iter().collect::<Vec<_>>());
            let step = Step { kind: StepKind::Batch, request };
            assert_eq!(is_shown(&shown, &step), is_as_shown, "{calls:?}");
        }
    }
}
