//! Validates and renders a swap: the first failing check, the details of a quote, and the preview with its steps.

use super::offered::is_served;
use super::slippage::{self, SwapSlippage};
use super::{Prepared, Preview, Quote, SendPhase, StepKind, Swap, SwapSide, phase};
use crate::amount::{Amount, AmountFault, quotient};
use crate::caip::ChainId;
use crate::constants::{
    HELD_MAX, IMPACT_GRAVE, IMPACT_HIGH, MAX_SEND_GAS_RESERVE, SLIPPAGE_HIGH, SWAP_FIRST_GAS,
};
use crate::entities::Network;
use crate::error::ErrorData;
use crate::features::account::model::tokens::{self, PRICE_DECIMALS, Token};
use crate::features::directory::model::lookalikes::skeleton;
use crate::features::money::model::ending::Ending;
use crate::features::money::model::send::{
    AmountError, Fee, LoadPhase, SendFault, SendParty, TokenError, fault, party,
};
use crate::features::money::model::transactions;
use crate::features::networks::model as networks;
use crate::format;
use crate::map::SortedMap;
use crate::namespaces::terms::{self, TokenDoubt};
use crate::services::SwapToken;
use crate::store::State;
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde::Serialize;

/// The provider's fee on the source amount, in hundredths of a percent (docs/spec/services.md B2).
const PROVIDER_FEE: u64 = 85;
/// The decimals of a displayed target amount (docs/spec/services.md B2).
const TARGET_DECIMALS: usize = 6;
/// The suggested tokens of the list, in this order, at most eight (docs/spec/services.md B2).
const SUGGESTED: [&str; 27] = [
    "ETH", "UNI", "1INCH", "AAVE", "SOL", "ADA", "AVAX", "DOT", "LINK", "NITRO", "GAIA", "MILK", "TRX",
    "NEAR", "GNO", "WBTC", "DAI", "WETH", "USDC", "USDT", "ARB", "BAL", "BICO", "CRV", "ENS", "MATIC", "OP",
];
const SUGGESTED_MAX: usize = 8;
/// The maximum number of rows per section. Users find other tokens with the search.
const LISTED_MAX: usize = 200;

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

/// The status of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum StepStatus {
    /// Not started.
    Todo,
    /// The next step, or the one that the wallet has.
    Now,
    /// In a block.
    Done,
}

/// One step in the preview.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SwapStep {
    /// The kind of step.
    pub kind: StepKind,
    /// The status of the step.
    pub status: StepStatus,
}

/// The preview, decoded from the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SwapPreview {
    /// The exact source amount.
    pub gives: String,
    /// "ETH".
    pub gives_symbol: String,
    /// "$3,000.00"
    pub gives_worth: Option<String>,
    /// The icon of the source token.
    pub gives_image: Option<String>,
    /// The minimum target amount.
    pub gets: String,
    /// The full target amount, if `gets` is rounded down.
    pub gets_whole: Option<String>,
    /// "DUSD".
    pub gets_symbol: String,
    /// "$2,970.11"
    pub gets_worth: Option<String>,
    /// The icon of the target token.
    pub gets_image: Option<String>,
    /// The quoted target amount, without a guarantee.
    pub expected: String,
    /// The quoted amount with all digits.
    pub expected_whole: Option<String>,
    /// The account that swaps.
    pub from: SendParty,
    /// The source token's contract. `None` for the native coin.
    pub gives_token: Option<String>,
    /// The target token's contract. `None` for the native coin.
    pub gets_token: Option<String>,
    /// "Ethereum".
    pub network_name: String,
    /// The network's icon.
    pub network_icon: Option<String>,
    /// The router, checksummed.
    pub router: String,
    /// "0.000022 ETH, $0.07". `None` while it is unknown.
    pub fee: Option<String>,
    /// Loading state of the fee.
    pub fee_phase: LoadPhase,
    /// The steps in order.
    pub steps: Vec<SwapStep>,
    /// The index of the next step, or of the one that the wallet has.
    pub step: usize,
    /// A number that grows when the target amount is lower than before.
    pub revision: u32,
    /// The loss of value is so high that the user must accept it separately.
    pub is_critical: bool,
    /// Why the loss of value isn't certain. The user must then accept it, too.
    pub doubt: Option<SwapDoubt>,
    /// Tokens for which the list and the network differ. Their amounts are in base units.
    pub token_doubts: Vec<TokenDoubt>,
    /// The user has accepted the loss of value.
    pub is_accepted: bool,
}

/// One row of the list of tokens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SwapTokenRow {
    /// The value for `swap.token`.
    pub id: String,
    /// "ETH".
    pub symbol: String,
    /// "Ether".
    pub name: String,
    /// The balance, floored to three decimals. `None` without a balance.
    pub amount: Option<String>,
    /// The value, "$12.50".
    pub worth: Option<String>,
    /// The icon as a `blob:` URL, once it has loaded.
    pub image: Option<String>,
    /// It imitates the native coin, a token of the account, or an earlier token of the list (docs/spec/security.md
    /// B13).
    pub unverified: bool,
    /// The token is selected as source or target.
    pub is_chosen: bool,
    /// The `data-testid` of the row.
    pub test_id: String,
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
    pub phase: SendPhase,
    pub preview: Option<SwapPreview>,
    pub hash: Option<String>,
    /// The owners of the account, a Safe, haven't approved it yet.
    pub proposed: bool,
    pub explorer_url: Option<String>,
    pub error: Option<ErrorData>,
    pub fault: Option<SendFault>,
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
fn impact(given: &Amount, got: &Amount) -> Option<u64> {
    let all = U256::from(10_000u64);
    let lost = given.units.saturating_sub(got.units).checked_mul(all)?;
    u64::try_from(quotient(lost, given.units)?).ok()
}

/// The loss of value of a prepared swap, if prices are known.
fn impact_of(state: &State, shown: &Preview) -> Option<u64> {
    let [source, target, _] = state.swap.known.prices;
    impact(&shown.amount.at_price(&source?)?, &shown.quoted.at_price(&target?)?)
}

fn is_critical(state: &State, shown: &Preview) -> bool {
    impact_of(state, shown).is_some_and(|lost| lost >= IMPACT_GRAVE)
}

/// Why no second source confirms the loss of value (198).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SwapDoubt {
    /// Prices are missing.
    NoPrice,
    /// The quoting service also reports both prices, so it could hide a loss.
    OnePrice,
}

/// Prices from the quoting service prove nothing about its quote. Only the page's own prices do.
fn doubt(state: &State, shown: &Preview) -> Option<SwapDoubt> {
    match impact_of(state, shown) {
        None => Some(SwapDoubt::NoPrice),
        Some(_) => (!state.options.answers("prices")).then_some(SwapDoubt::OnePrice),
    }
}

/// Whether the user can confirm the swap: a second source confirms that the loss of value is small, or the user
/// accepted it.
pub(crate) fn is_open(state: &State, prepared: &Prepared) -> bool {
    let shown = &prepared.shown;
    prepared.is_accepted || !is_critical(state, shown) && doubt(state, shown).is_none()
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

/// The icon of a token, from the account's list or from the service.
fn image(state: &State, chain: &ChainId, token: &SwapToken) -> Option<String> {
    let id = token.id(chain);
    image_of(state, token, state.tokens.list.iter().find(|item| item.id == id))
}

fn image_of(state: &State, token: &SwapToken, held: Option<&Token>) -> Option<String> {
    let known = held.and_then(|item| state.images.get(item.icon_url.as_deref()?));
    known.or_else(|| state.images.get(token.icon_url.as_deref()?))
}

/// The data of the result view: the received amount, or its minimum.
pub(crate) fn ending(state: &State, prepared: &Prepared, got: Option<Amount>) -> Ending {
    let Preview { source, target, amount, minimum, .. } = &prepared.shown;
    let of = |amount: &Amount, symbol: &str| [&format::separated(&amount.to_decimal()), " ", symbol].concat();
    let item = state.swap.stage.id().and_then(|id| state.transactions.get(id));
    Ending {
        gave: Some(of(amount, &source.symbol)),
        got: Some(of(got.as_ref().unwrap_or(minimum), &target.symbol)),
        at_least: got.is_none(),
        to: None,
        added: None,
        explorer_url: item.and_then(|item| item.explorer_url.clone()),
    }
}

/// A fee and its value, rounded up, because it is money to spend.
fn in_coins(fee: &Amount, coin: &str, price: Option<Amount>) -> String {
    let coins = [&format::short_up(fee, TARGET_DECIMALS), " ", coin].concat();
    match price.and_then(|price| fee.at_price(&price)) {
        Some(worth) => [&coins, ", ", &format::dollars(&worth.rounded_up(2))].concat(),
        None => coins,
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

fn preview(state: &State, prepared: &Prepared) -> SwapPreview {
    let Preview { from, chain, source, target, amount, quoted, minimum, router, .. } = &prepared.shown;
    let network = state.networks.find(chain);
    let coin = network.map(|network| network.native_currency.symbol.clone()).unwrap_or_default();
    let [source_price, target_price, native_price] = state.swap.known.prices;
    let worth = |amount: &Amount, price: Option<Amount>| {
        price.and_then(|price| amount.at_price(&price)).map(|worth| format::dollars(&worth))
    };
    let (fee, fee_phase) = match &prepared.fee {
        Fee::Known(fee) => (Some(fee), LoadPhase::Ready),
        Fee::Loading => (None, LoadPhase::Loading),
        Fee::Unknown | Fee::OfWallet => (None, LoadPhase::Failed),
    };
    let fee = fee.map(|fee| in_coins(fee, &coin, native_price));
    let (source_doubt, target_doubt) = (prepared.doubt(source, amount), prepared.doubt(target, minimum));
    // a token with differing data is displayed without symbol and value
    let (gives, gives_symbol) = match &source_doubt {
        Some(_) => (terms::base_units(amount.units), "units"),
        None => (format::separated(&amount.to_decimal()), source.symbol.as_str()),
    };
    let gets_symbol = if target_doubt.is_some() { "units" } else { &target.symbol };
    let figure = |amount: &Amount| match &target_doubt {
        Some(_) => terms::base_units(amount.units),
        None => format::figure(amount, &target.symbol),
    };
    let whole = |amount: &Amount| match &target_doubt {
        Some(_) => None,
        None => format::whole(amount, &target.symbol),
    };
    let source_price = source_price.filter(|_| source_doubt.is_none());
    let target_price = target_price.filter(|_| target_doubt.is_none());
    let of_target = |figure: String| [&figure, " ", gets_symbol].concat();
    let status = |at: usize| match at.cmp(&prepared.step) {
        core::cmp::Ordering::Less => StepStatus::Done,
        core::cmp::Ordering::Equal => StepStatus::Now,
        core::cmp::Ordering::Greater => StepStatus::Todo,
    };
    SwapPreview {
        gives,
        gives_symbol: gives_symbol.into(),
        gives_worth: worth(amount, source_price),
        gives_image: image(state, chain, source),
        gets: figure(minimum),
        gets_whole: whole(minimum),
        gets_symbol: gets_symbol.into(),
        gets_worth: worth(minimum, target_price),
        gets_image: image(state, chain, target),
        expected: of_target(figure(quoted)),
        expected_whole: whole(quoted).map(of_target),
        from: party(state, from),
        gives_token: source.address.clone(),
        gets_token: target.address.clone(),
        network_name: network.map(|network| network.name.clone()).unwrap_or_default(),
        network_icon: network.and_then(|network| networks::icon(state, &network.caip_network_id)),
        router: router.clone(),
        fee,
        fee_phase,
        steps: prepared
            .steps
            .iter()
            .enumerate()
            .map(|(at, step)| SwapStep { kind: step.kind, status: status(at) })
            .collect(),
        step: prepared.step,
        revision: prepared.revision,
        is_critical: is_critical(state, &prepared.shown),
        doubt: doubt(state, &prepared.shown),
        token_doubts: source_doubt.into_iter().chain(target_doubt.clone()).collect(),
        is_accepted: prepared.is_accepted,
    }
}

/// The rows of the list: suggested tokens, tokens of the account, all others. A contract that imitates the network's
/// coin or a token of the account is marked and never suggested, because its maker chose its name. The code passes over
/// the list once and uses sets, because a service can list thousands.
fn rows(state: &State, chain: &ChainId) -> (Vec<SwapTokenRow>, Vec<SwapTokenRow>, Vec<SwapTokenRow>, bool) {
    let swap = &*state.swap;
    let listed = &swap.known.tokens;
    let wanted = text::lower(swap.form.search.trim());
    let fits = |token: &SwapToken| {
        let in_text = |of_token: &str| text::lower(of_token).contains(&wanted);
        wanted.is_empty()
            || in_text(&token.symbol)
            || in_text(&token.name)
            || token.address.as_deref().is_some_and(|address| text::lower(address) == wanted)
    };
    let mine = mine(state, chain);
    let held = |token: &SwapToken| mine.get(key_of(token)).copied();
    let is_known =
        |token: &SwapToken| token.address.is_none() || held(token).is_some_and(|item| !item.unverified);
    let coin = state.networks.find(chain).map(|network| &network.native_currency);
    let mut taken: SortedMap<String, ()> = SortedMap::new();
    for name in tokens::called(coin) {
        taken.insert(name, ());
    }
    for token in listed.iter().filter(|token| is_known(token)) {
        taken.insert(skeleton(&token.symbol), ());
    }
    let poses = |token: &SwapToken| {
        let is_taken = |text: &str| taken.get(&skeleton(text)).is_some();
        !is_known(token) && (is_taken(&token.symbol) || is_taken(&token.name))
    };
    let chosen = [swap.form.source.as_ref(), swap.form.target.as_ref()];
    let is_chosen = |token: &SwapToken| chosen.iter().flatten().any(|other| other.address == token.address);
    let row = |token: &SwapToken| {
        let held = held(token);
        SwapTokenRow {
            id: token.id(chain),
            symbol: token.symbol.clone(),
            name: token.name.clone(),
            amount: held.map(|item| format::balance(&item.amount)),
            worth: held.and_then(|item| item.worth()).as_ref().map(format::dollars),
            image: image_of(state, token, held),
            unverified: poses(token),
            is_chosen: is_chosen(token),
            test_id: ["swap-select-token-item-", &token.symbol].concat(),
        }
    };
    let (mut suggested, mut own, mut others) = ([None; SUGGESTED.len()], Vec::new(), Vec::new());
    let mut is_cut = false;
    for token in listed {
        let place = SUGGESTED.iter().position(|symbol| *symbol == token.symbol);
        if let Some(place) = place.and_then(|place| suggested.get_mut(place))
            && place.is_none()
            && !poses(token)
        {
            *place = Some(token);
        }
        if !fits(token) {
            continue;
        }
        let list = if held(token).is_some() { &mut own } else { &mut others };
        match list.len() < LISTED_MAX {
            true => list.push(row(token)),
            false => is_cut = true,
        }
    }
    let suggested = suggested.iter().flatten().map(|token| row(token));
    let suggested = if wanted.is_empty() { suggested.take(SUGGESTED_MAX).collect() } else { Vec::new() };
    (suggested, own, others, is_cut)
}

/// The key of a listed token in [`mine`].
fn key_of(token: &SwapToken) -> &str {
    token.address.as_deref().unwrap_or("native")
}

/// The account's tokens on this network, in list order: the coin, then by descending value, look-alikes last.
fn mine<'a>(state: &'a State, chain: &ChainId) -> SortedMap<&'a str, &'a Token> {
    let mut mine = SortedMap::new();
    let is_here = state.tokens.of.as_ref().is_some_and(|of| of.chain == *chain);
    let held = state.tokens.list.iter().filter(|item| is_here && !item.amount.units.is_zero());
    for item in held.take(HELD_MAX) {
        mine.insert(item.address().and_then(|id| id.rsplit(':').next()).unwrap_or("native"), item);
    }
    mine
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
    let item = swap.stage.id().and_then(|id| state.transactions.get(id));
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
        phase: phase(state),
        preview: swap.stage.prepared().map(|prepared| preview(state, prepared)),
        hash: item.and_then(|item| item.hash.clone()),
        proposed: item.is_some_and(|item| transactions::is_proposed(state, item)),
        explorer_url: item.and_then(|item| item.explorer_url.clone()),
        error: swap.stage.error().cloned(),
        fault: swap.stage.error().and_then(fault),
        unanswered: state
            .transactions
            .list
            .iter()
            .find(|item| item.is_doubtful() && Some(item.id.as_str()) != swap.stage.id())
            .map(|item| [&*item.amount, " ", &item.symbol].concat()),
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
