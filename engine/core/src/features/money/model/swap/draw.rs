//! Validates and renders the form of a swap: the first failing check, the details of a quote. The preview is in [`super::preview`], the list
//! of tokens in [`super::tokens`].

use super::offered::is_served;
use super::preview::{SwapPreview, preview};
use super::slippage::{self, SwapSlippage};
use super::tokens::{SwapTokenRow, image, rows};
use super::{Prepared, Preview, Quote, Swap, SwapSide};
use crate::amount::{Amount, AmountFault, quotient};
use crate::caip::ChainId;
use crate::constants::{IMPACT_HIGH, MAX_SEND_GAS_RESERVE, SLIPPAGE_HIGH, SWAP_FIRST_GAS};
use crate::entities::Network;
use crate::error::ErrorData;
use crate::features::account::model::tokens::PRICE_DECIMALS;
use crate::features::money::model::ending::Ending;
use crate::features::money::model::preview::{Progress, in_coins, unanswered};
use crate::features::money::model::send::{AmountError, LoadPhase, TokenError};
use crate::format;
use crate::namespaces::terms::TokenDoubt;
use crate::services::SwapToken;
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde::Serialize;

/// The provider's fee on the source amount, in hundredths of a percent (docs/spec/services.md B2).
const PROVIDER_FEE: u64 = 85;
/// The decimals of a displayed target amount (docs/spec/services.md B2).
const TARGET_DECIMALS: usize = 6;
/// The first failing check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SwapCheck {
    /// This network doesn't support swaps (8.26).
    Unsupported,
    /// A token isn't selected.
    SelectToken,
    /// A token can't be swapped.
    TokenRefused,
    /// The amount is empty.
    EnterAmount,
    /// The amount isn't valid.
    InvalidAmount,
    /// The amount exceeds the balance.
    InsufficientBalance,
    /// No pool trades this pair.
    NoRoute,
    /// The target amount is unknown, for now or permanently.
    NoQuote,
    /// The typed slippage is invalid.
    Slippage,
    /// All checks pass.
    Ready,
}

/// The source or the target of the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SwapBox {
    /// The value for `swap.token`.
    pub id: String,
    /// "ETH".
    pub symbol: String,
    /// "Ether".
    pub name: String,
    /// The decimals, 18.
    pub decimals: u8,
    /// The balance, floored to three decimals. `None` while it isn't known.
    pub balance: Option<String>,
    /// The icon as a `blob:` URL, once it has loaded.
    pub image: Option<String>,
}

/// The costs of a swap, in addition to the amounts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SwapDetails {
    /// "1 ETH = 3,000.12 DUSD"
    pub rate: String,
    /// The full rate, if `rate` is rounded down.
    pub rate_whole: Option<String>,
    /// The loss of value, "0.31%". `None` without prices.
    pub impact: Option<String>,
    /// The loss of value is high.
    pub is_impact_high: bool,
    /// "1%"
    pub slippage: String,
    /// The slippage is high.
    pub is_slippage_high: bool,
    /// The minimum amount, "2,970.1188 DUSD".
    pub minimum: String,
    /// The minimum amount with all digits.
    pub minimum_whole: Option<String>,
    /// The estimated network fee before the swap is built: "0.00015 ETH, $0.45".
    pub network_fee: Option<String>,
    /// The provider's fee, which the rate contains: "$25.50, 0.85%". Without a price, "0.0085 ETH, 0.85%".
    pub provider_fee: String,
    /// When the quote was requested, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub quoted_at: u64,
}

/// Slice `swap`: the form, the list and the preview.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "fields of Swap, ready to draw")]
pub struct SwapSlice {
    pub source: Option<SwapBox>,
    pub target: Option<SwapBox>,
    pub amount: String,
    pub source_worth: Option<String>,
    /// The target amount. `None` while unknown.
    pub target_amount: Option<String>,
    /// The full target amount, if `target_amount` is rounded down.
    pub target_whole: Option<String>,
    pub target_worth: Option<String>,
    pub max: Option<String>,
    pub load_phase: LoadPhase,
    pub amount_error: Option<AmountError>,
    pub token_error: Option<TokenError>,
    /// The symbols of the tokens that can't be swapped.
    pub refused_tokens: Vec<String>,
    /// The form's tokens for which the list and the network differ.
    pub token_doubts: Vec<TokenDoubt>,
    pub check: SwapCheck,
    /// Loading state of the quote.
    pub quote_phase: LoadPhase,
    pub quote_error: Option<ErrorData>,
    pub is_price_missing: bool,
    pub details: Option<SwapDetails>,
    pub slippage: SwapSlippage,
    /// The progress.
    #[serde(flatten)]
    pub progress: Progress,
    pub preview: Option<SwapPreview>,
    /// An earlier transaction that might still happen (docs/spec/security.md R8).
    pub unanswered: Option<String>,
    /// The result, after success.
    pub ended: Option<Ending>,
    /// The symbol of the coin for fees.
    pub native: String,
    /// The side for which the list of tokens is open.
    pub side: SwapSide,
    pub search: String,
    pub tokens_phase: LoadPhase,
    pub suggested: Vec<SwapTokenRow>,
    pub held: Vec<SwapTokenRow>,
    pub others: Vec<SwapTokenRow>,
    /// More tokens exist: users find them with the search.
    pub is_cut: bool,
}

fn amount_error(swap: &Swap) -> Option<AmountError> {
    let source = swap.form.source.as_ref()?;
    let typed = swap.form.amount.trim();
    if typed.is_empty() {
        return None;
    }
    match Amount::parse(typed, source.decimals) {
        Err(AmountFault::TooManyDecimals) => Some(AmountError::TooManyDecimals),
        Err(_) => Some(AmountError::Invalid),
        Ok(amount) => {
            let more = swap.known.balance.is_some_and(|balance| amount.units > balance.units);
            let is_poor =
                source.address.is_some() && swap.known.native_balance.is_some_and(|native| native.is_zero());
            match (more, is_poor) {
                (true, _) => Some(AmountError::Insufficient),
                (_, true) => Some(AmountError::InsufficientFee),
                _ => None,
            }
        }
    }
}

/// The first failing check.
#[must_use]
pub fn check(state: &State) -> SwapCheck {
    let swap = &*state.swap;
    let chain = state.networks.active_network().and_then(Network::chain);
    if !chain.is_some_and(|chain| is_served(state, &chain)) {
        return SwapCheck::Unsupported;
    }
    if swap.form.source.is_none() || swap.form.target.is_none() {
        return SwapCheck::SelectToken;
    }
    if swap.known.refused.is_some() {
        return SwapCheck::TokenRefused;
    }
    if swap.form.amount.trim().is_empty() {
        return SwapCheck::EnterAmount;
    }
    match amount_error(swap) {
        Some(AmountError::Insufficient | AmountError::InsufficientFee) => {
            return SwapCheck::InsufficientBalance;
        }
        Some(_) => return SwapCheck::InvalidAmount,
        None if swap.parsed().is_none() => return SwapCheck::InvalidAmount,
        None => {}
    }
    match swap.known.quote {
        Quote::NoRoute => SwapCheck::NoRoute,
        _ if swap.quoted().is_some() => match slippage::is_wrong(swap) {
            true => SwapCheck::Slippage,
            false => SwapCheck::Ready,
        },
        _ => SwapCheck::NoQuote,
    }
}

/// The exchange rate: `got / given`, with eighteen decimals.
fn rate(given: &Amount, got: &Amount) -> Option<Amount> {
    let ten = U256::from(10u64);
    let up = ten
        .checked_pow(U256::from(PRICE_DECIMALS))?
        .checked_mul(ten.checked_pow(U256::from(given.decimals))?)?;
    let down = given.units.checked_mul(ten.checked_pow(U256::from(got.decimals))?)?;
    Some(Amount::new(quotient(got.units.checked_mul(up)?, down)?, PRICE_DECIMALS))
}

/// The loss of value from source to target, in hundredths of a percent.
pub(super) fn impact(given: &Amount, got: &Amount) -> Option<u64> {
    let all = U256::from(10_000u64);
    let lost = given.units.saturating_sub(got.units).checked_mul(all)?;
    u64::try_from(quotient(lost, given.units)?).ok()
}

/// Hundredths of a percent as text.
pub(super) fn percent(hundredths: u64) -> String {
    [&Amount::new(U256::from(hundredths), 2).to_decimal(), "%"].concat()
}

/// The minimum target amount of a quote (9.38).
fn floor(quoted: &Amount, slippage: u64) -> Amount {
    let units = quoted.units.checked_mul(U256::from(10_000u64.saturating_sub(slippage)));
    let units = units.and_then(|units| quotient(units, U256::from(10_000u64))).unwrap_or_default();
    Amount::new(units, quoted.decimals)
}

fn details(state: &State) -> Option<SwapDetails> {
    let swap = &*state.swap;
    let (quote_at, typed) = match &swap.known.quote {
        Quote::Ready { gives, gets, at_ms } => (*at_ms, swap.quoted().map(|_| (gives, gets))),
        _ => (0, None),
    };
    // a prepared preview uses the exact numbers of its checks
    let (gives, gets, source, target, slippage, least) = match swap.stage.prepared() {
        Some(Prepared { shown, .. }) => {
            let Preview { amount, quoted, source, target, slippage, minimum, .. } = shown;
            (amount, quoted, source, target, *slippage, *minimum)
        }
        None => {
            let (gives, gets) = typed?;
            let slippage = slippage::chosen(state);
            let (source, target) = (swap.form.source.as_ref()?, swap.form.target.as_ref()?);
            (gives, gets, source, target, slippage, floor(gets, slippage))
        }
    };
    let [source_price, target_price, _] = swap.known.prices;
    let given = source_price.and_then(|price| gives.at_price(&price));
    let worths = given.zip(target_price.and_then(|price| gets.at_price(&price)));
    let lost = worths.and_then(|(given, got)| impact(&given, &got));
    let fee = gives.units.checked_mul(U256::from(PROVIDER_FEE));
    let fee = Amount::new(quotient(fee.unwrap_or_default(), U256::from(10_000u64))?, gives.decimals);
    // in dollars, if a price is known
    let fee_worth = match source_price.and_then(|price| fee.at_price(&price)) {
        Some(worth) => format::dollars(&worth.rounded_up(2)),
        None => [&format::short_up(&fee, TARGET_DECIMALS), " ", &*source.symbol].concat(),
    };
    let rate = rate(gives, gets)?;
    let rated = |figure: String| ["1 ", &source.symbol, " = ", &figure, " ", &target.symbol].concat();
    let of_target = |figure: String| [&figure, " ", &*target.symbol].concat();
    Some(SwapDetails {
        rate_whole: format::whole(&rate, &target.symbol).map(rated),
        minimum_whole: format::whole(&least, &target.symbol).map(of_target),
        network_fee: network_fee(state),
        rate: rated(format::figure(&rate, &target.symbol)),
        impact: lost.map(percent),
        is_impact_high: lost.is_some_and(|lost| lost >= IMPACT_HIGH),
        slippage: percent(slippage),
        is_slippage_high: slippage > SLIPPAGE_HIGH,
        minimum: of_target(format::figure(&least, &target.symbol)),
        provider_fee: [&*fee_worth, ", ", &percent(PROVIDER_FEE)].concat(),
        quoted_at: quote_at,
    })
}

fn side(state: &State, chain: &ChainId, token: &SwapToken, balance: Option<Amount>) -> SwapBox {
    SwapBox {
        id: token.id(chain),
        symbol: token.symbol.clone(),
        name: token.name.clone(),
        decimals: token.decimals,
        balance: balance.map(|balance| format::balance(&balance)),
        image: image(state, chain, token),
    }
}

/// The estimated network fee before the swap is built: from the node's gas price (as in the reserve of Max), otherwise
/// from the service's.
fn network_fee(state: &State) -> Option<String> {
    let (known, network) = (&state.swap.known, state.networks.active_network()?);
    let price = match known.reserve {
        Some(reserve) => quotient(reserve.units, U256::from(MAX_SEND_GAS_RESERVE))?,
        None => known.gas_price?,
    };
    let units = price.checked_mul(U256::from(SWAP_FIRST_GAS))?;
    let fee = Amount::new(units, network.native_currency.decimals);
    let [_, _, native_price] = known.prices;
    Some(in_coins(&fee, &network.native_currency.symbol, native_price))
}

/// Builds the slice `swap`.
#[must_use]
pub fn slice(state: &State) -> SwapSlice {
    let swap = &*state.swap;
    let (form, known) = (&swap.form, &swap.known);
    let out =
        swap.stage.prepared().filter(|_| swap.stage.is_out()).map(|prepared| prepared.shown.chain.clone());
    let chain = out.or_else(|| state.networks.active_network().and_then(Network::chain));
    let network = chain.as_ref().and_then(|chain| state.networks.find(chain));
    let quoted = swap.quoted();
    let [source_price, target_price, _] = known.prices;
    let worth = |amount: Option<Amount>, price: Option<Amount>| {
        amount
            .zip(price)
            .and_then(|(amount, price)| amount.at_price(&price))
            .map(|worth| format::dollars(&worth))
    };
    let (suggested, held, others, is_cut) = match &chain {
        Some(chain) if known.listed.as_ref() == Some(chain) => rows(state, chain),
        _ => Default::default(),
    };
    let of = |token: &Option<SwapToken>, balance| {
        token.as_ref().zip(chain.as_ref()).map(|(token, chain)| side(state, chain, token, balance))
    };
    SwapSlice {
        source: of(&form.source, known.balance),
        target: of(&form.target, known.target_balance),
        amount: form.amount.clone(),
        source_worth: worth(swap.parsed(), source_price),
        target_amount: quoted
            .zip(form.target.as_ref())
            .map(|(gets, target)| format::figure(&gets, &target.symbol)),
        target_whole: quoted
            .zip(form.target.as_ref())
            .and_then(|(gets, target)| format::whole(&gets, &target.symbol)),
        target_worth: worth(quoted, target_price),
        max: swap.max().map(|max| max.to_decimal()),
        load_phase: known.load,
        amount_error: amount_error(swap),
        token_error: known.refused,
        refused_tokens: known.refused_tokens.clone(),
        token_doubts: known.doubts.iter().map(|(_, doubt)| doubt.clone()).collect(),
        check: check(state),
        quote_phase: match &known.quote {
            Quote::Loading => LoadPhase::Loading,
            Quote::Failed(_) => LoadPhase::Failed,
            _ => LoadPhase::Ready,
        },
        quote_error: match &known.quote {
            Quote::Failed(error) => Some(error.clone()),
            _ => None,
        },
        is_price_missing: known.is_price_missing,
        details: details(state),
        slippage: slippage::slice(state),
        progress: Progress::of(state, &swap.stage),
        preview: swap.stage.prepared().map(|prepared| preview(state, prepared)),
        unanswered: unanswered(state, swap.stage.id()),
        ended: swap.ended.clone(),
        native: network.map(|network| network.native_currency.symbol.clone()).unwrap_or_default(),
        side: form.side,
        search: form.search.clone(),
        tokens_phase: known.tokens_phase,
        suggested,
        held,
        others,
        is_cut,
    }
}
