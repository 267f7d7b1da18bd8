//! The preview of a swap with its steps, read back from the requests, and its result.

use super::draw::impact;
use super::tokens::image;
use super::{Prepared, Preview, StepKind};
use crate::amount::Amount;
use crate::constants::IMPACT_GRAVE;
use crate::features::money::model::ending::Ending;
use crate::features::money::model::preview::PreviewBase;
use crate::format;
use crate::namespaces::terms::{self, TokenDoubt};
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

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
    /// The sender, the network and the fee.
    #[serde(flatten)]
    pub base: PreviewBase,
    /// The source token's contract. `None` for the native coin.
    pub gives_token: Option<String>,
    /// The target token's contract. `None` for the native coin.
    pub gets_token: Option<String>,
    /// The router, checksummed.
    pub router: String,
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

/// Builds the preview.
pub(super) fn preview(state: &State, prepared: &Prepared) -> SwapPreview {
    let Preview { from, chain, source, target, amount, quoted, minimum, router, .. } = &prepared.shown;
    let network = state.networks.find(chain);
    let [source_price, target_price, native_price] = state.swap.known.prices;
    let worth = |amount: &Amount, price: Option<Amount>| {
        price.and_then(|price| amount.at_price(&price)).map(|worth| format::dollars(&worth))
    };
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
        base: PreviewBase::of(state, network, from, &prepared.fee, native_price),
        gives_token: source.address.clone(),
        gets_token: target.address.clone(),
        router: router.clone(),
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
