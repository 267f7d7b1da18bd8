//! Quotes for the typed amount: requested 200 ms after the last keystroke, and again every ten seconds while the form
//! is visible. A response for older values is stale.

use crate::amount::{Amount, of_number};
use crate::api::convert::{self, SwapRequest};
use crate::caip::ChainId;
use crate::error::{Error, Result};
use crate::features::account::PRICE_DECIMALS;
use crate::features::money::model::send::sender;
use crate::features::money::model::swap::{FormData, Quote, slippage};
use crate::features::money::sender::generation;
use crate::features::shell::{View, alerts};
use crate::flow::{Cx, Reply, ScopeId};
use crate::services::{SwapToken, priced};
use alloc::rc::Rc;
use alloc::string::String;
use alloy_primitives::U256;
use core::cell::Cell;
use futures_util::future::join;

/// The wait after the last keystroke.
const TYPING_MS: u64 = 200;
/// How often the form requests a new quote.
const REFRESH_MS: u64 = 10_000;

/// The parameters of a quote request.
#[derive(Clone, PartialEq)]
pub(super) struct Question {
    pub(super) chain: ChainId,
    pub(super) user: String,
    pub(super) source: SwapToken,
    pub(super) target: SwapToken,
    pub(super) amount: Amount,
    /// The slippage in hundredths of a percent.
    pub(super) slippage: u64,
}

impl Question {
    /// The parameters in the service's form.
    pub(super) fn wanted(&self) -> SwapRequest<'_> {
        SwapRequest {
            chain: &self.chain,
            user: &self.user,
            source: self.source.address.as_deref(),
            target: self.target.address.as_deref(),
            units: self.amount.units,
            slippage: slippage::decimal(self.slippage),
        }
    }
}

/// The parameters from the form's current values.
pub(super) fn question(cx: &Cx) -> Option<Question> {
    cx.read(|s| {
        let form = &s.swap.form;
        Some(Question {
            chain: s.networks.active_network()?.chain()?,
            user: sender(s)?,
            source: form.source.clone()?,
            target: form.target.clone()?,
            amount: s.swap.parsed()?,
            slippage: slippage::chosen(s),
        })
    })
}

/// The number of the latest request. An older one stops repeating.
fn turn(cx: &Cx) -> Rc<Cell<u32>> {
    cx.extension_or("swap quote", Cell::default)
}

/// Requests a quote for the form's values, now and periodically.
pub(super) fn ask(cx: &Cx) {
    let turn = turn(cx);
    let mine = turn.get().wrapping_add(1);
    turn.set(mine);
    let asked = question(cx);
    cx.update(|s| {
        let known = &mut s.swap.known;
        let is_same = matches!((&asked, &known.quote), (Some(asked), Quote::Ready { gives, .. }) if asked.amount == *gives);
        if !is_same {
            known.quote = if asked.is_some() { Quote::Loading } else { Quote::None };
        }
    });
    let Some(asked) = asked else { return };
    let (flow_cx, generation) = (cx.clone(), generation(cx));
    cx.background(ScopeId::Swap, async move {
        let cx = flow_cx;
        let is_mine = |cx: &Cx| turn.get() == mine && self::generation(cx) == generation;
        cx.ports().clock.sleep(TYPING_MS).await;
        while is_mine(&cx) {
            let answer = once(&cx, &asked).await;
            if !is_mine(&cx) {
                break;
            }
            cx.update(|s| take(&mut s.swap.known, &asked, answer, cx.ports().clock.now_ms()));
            cx.ports().clock.sleep(REFRESH_MS).await;
            // pauses while the page is hidden or another view is open
            cx.until(|s| (!s.swap.is_paused).then_some(())).await;
            if cx.read(|s| s.router.view() != Some(View::Swap)) {
                break;
            }
        }
        Ok(Reply::Done)
    });
}

/// The prices of the source, the target and the native coin. `None` if none could be loaded.
pub(super) type Prices = Option<[Option<Amount>; 3]>;

async fn once(cx: &Cx, asked: &Question) -> (Result<Option<Amount>>, Option<U256>, Prices) {
    let quoted = async {
        let gas_price = convert::gas_price(cx, &asked.chain).await;
        if let Err(error @ Error::GasPriceUnsupported) = gas_price {
            return (Err(error), None);
        }
        let gas_price = gas_price.ok();
        (quote(cx, asked, gas_price).await, gas_price)
    };
    let ((quote, gas_price), prices) = join(quoted, prices(cx, asked)).await;
    (quote, gas_price, prices)
}

/// Requests the current target amount.
pub(super) async fn quote(cx: &Cx, asked: &Question, gas_price: Option<U256>) -> Result<Option<Amount>> {
    let gets = alerts::of_service(cx, convert::quote(cx, &asked.wanted(), gas_price).await)?;
    Ok(gets.map(|units| Amount::new(units, asked.target.decimals)))
}

pub(super) async fn prices(cx: &Cx, asked: &Question) -> Prices {
    let id = |token: &SwapToken| priced(&asked.chain, token.address.as_deref());
    let all = [id(&asked.source), id(&asked.target), priced(&asked.chain, None)];
    let found = alerts::of_service(cx, convert::prices(cx, &all).await).ok()?;
    let price = |at: usize| of_number(found.get(at)?.as_deref()?, PRICE_DECIMALS);
    Some([price(0), price(1), price(2)])
}

fn take(
    known: &mut FormData,
    asked: &Question,
    (quote, gas_price, prices): (Result<Option<Amount>>, Option<U256>, Prices),
    now_ms: u64,
) {
    known.quote = match quote {
        Ok(Some(gets)) => Quote::Ready { gives: asked.amount, gets, at_ms: now_ms },
        Ok(None) => Quote::NoRoute,
        Err(error) => Quote::Failed(error.data()),
    };
    known.gas_price = gas_price.or(known.gas_price);
    known.is_price_missing = prices.is_none_or(|[source, target, _]| source.is_none() || target.is_none());
    if let Some(prices) = prices {
        known.prices = prices;
    }
}
