//! Validates and renders a purchase: the first failing check, the limits, the quote or estimate, the providers.

use super::offered::{Provider, coinbase_network, is_offered, providers};
use super::{BuyPhase, purchase, quoted, sold, wanted};
use crate::amount::Amount;
use crate::caip::Namespace;
use crate::error::ErrorData;
use crate::features::account::model::tokens;
use crate::features::directory::model::lookalikes::skeleton;
use crate::features::money::model::ending::Ending;
use crate::features::money::model::send::LoadPhase;
use crate::features::networks::model as networks;
use crate::format;
use crate::services::is_coin;
use crate::services::onramp::{
    CENTS, Estimate, MOCK_ID, Mock, PaymentCurrency, PaymentLimit, PurchaseCurrency,
};
use crate::store::State;
use crate::urls;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// The fee that is displayed for every provider (9.33).
const FEE: &str = "1-2%";

/// The first failing check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum OnrampCheck {
    /// The data is loading.
    Loading,
    /// Nothing is sold on this network.
    Unavailable,
    /// The amount is empty.
    EnterAmount,
    /// The amount isn't a valid number.
    InvalidAmount,
    /// Below the minimum of every payment method.
    BelowLimit,
    /// Above the maximum of every payment method.
    AboveLimit,
    /// There is no quote, or not yet.
    NoQuote,
    /// All checks pass.
    Ready,
}

/// A payment method, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OnrampMethod {
    /// The ID, `card`.
    pub id: String,
    /// "$10 - $7,500"
    pub range: String,
    /// The method accepts the typed amount, or none is typed.
    pub fits: bool,
}

/// A quote (3.16), or an estimate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OnrampQuote {
    /// The engine's own estimate, not a quote.
    pub is_estimate: bool,
    /// The bought amount, "98.15". `None` for an estimate, which isn't in the asset's unit.
    pub got: Option<String>,
    /// The full amount, if `got` is rounded down.
    pub got_whole: Option<String>,
    /// The bought amount, "98.15 DUSD". For an estimate, the paid amount.
    pub purchase_amount: String,
    /// The paid amount, "$100".
    pub payment_total: String,
    /// The paid amount without fees, "$98.15".
    pub payment_subtotal: Option<String>,
    /// "$0.35"
    pub network_fee: Option<String>,
    /// "$1.50"
    pub provider_fee: Option<String>,
    /// The service's ID of the quote.
    pub quote_id: String,
}

/// One row of the list of assets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OnrampTokenRow {
    /// The value for `buy.purchase`.
    pub id: String,
    /// "USDC".
    pub symbol: String,
    /// "USD Coin".
    pub name: String,
    /// The icon as a `blob:` URL, if the account's token list has one.
    pub image: Option<String>,
    /// It imitates the name of an earlier row (docs/spec/security.md B13).
    pub unverified: bool,
    /// The `data-testid` of the row.
    pub test_id: String,
}

/// One row of the list of providers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OnrampProvider {
    /// The value for `buy.provider`.
    pub id: Provider,
    /// "Coinbase".
    pub name: &'static str,
    /// "1-2%"
    pub fee: &'static str,
    /// The asset that the provider sells here, "USDC".
    pub symbol: String,
    /// The displayed quote comes from this provider. At other providers, the user types the amount on the provider's
    /// page.
    pub is_quoted: bool,
    /// Not available now: the provider sells nothing on this network, or its quote has expired.
    pub is_off: bool,
}

/// Slice `onramp` (3.17): the form, the lists and the purchase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "fields of Buy, ready to draw")]
pub struct OnrampSlice {
    pub purchase_currency: Option<PurchaseCurrency>,
    pub payment_currency: Option<PaymentCurrency>,
    /// The full bought amount of the quote, if any.
    pub purchase_amount: Option<String>,
    /// The amount, as typed.
    pub payment_amount: String,
    pub selected_provider: Option<Provider>,
    pub quotes_loading: bool,
    pub error: Option<ErrorData>,
    pub check: OnrampCheck,
    pub options_phase: LoadPhase,
    /// The currencies and assets are the built-in ones (7.23).
    pub is_sample: bool,
    pub quote: Option<OnrampQuote>,
    /// The limit for `BelowLimit` and `AboveLimit`: "$10".
    pub limit: Option<String>,
    pub methods: Vec<OnrampMethod>,
    pub image: Option<String>,
    pub network_name: String,
    pub network_icon: Option<String>,
    pub payment_currencies: Vec<String>,
    /// The symbol of the payment currency, if it has one: "$".
    pub sign: Option<&'static str>,
    pub purchase_currencies: Vec<OnrampTokenRow>,
    pub providers: Vec<OnrampProvider>,
    pub phase: BuyPhase,
    pub url: Option<String>,
    /// The domain of the provider's page, "pay.coinbase.com".
    pub host: Option<String>,
    /// Why the last purchase failed.
    pub fault: Option<ErrorData>,
    /// The result of the last purchase.
    pub ended: Option<Ending>,
}

fn bounds(limit: &PaymentLimit) -> Option<(Amount, Amount)> {
    let sum = |text: &str| Amount::parse(text, CENTS).ok();
    Some((sum(&limit.min)?, sum(&limit.max)?))
}

fn takes(limit: &PaymentLimit, amount: &Amount) -> bool {
    bounds(limit).is_some_and(|(min, max)| (min.units..=max.units).contains(&amount.units))
}

/// Whether a payment method accepts the amount. True if none is known, because the service will check.
pub(super) fn fits(payment: &PaymentCurrency, amount: &Amount) -> bool {
    let limits = &payment.payment_method_limits;
    limits.is_empty() || limits.iter().any(|limit| takes(limit, amount))
}

/// The limit that an amount violates, and whether the amount is below it: the lowest minimum of all methods, or the
/// highest maximum below the amount.
fn broken(payment: &PaymentCurrency, amount: &Amount) -> Option<(bool, Amount)> {
    if fits(payment, amount) {
        return None;
    }
    let all = || payment.payment_method_limits.iter().filter_map(bounds);
    let next = all().map(|(min, _)| min).filter(|min| amount.units < min.units).min_by_key(|min| min.units);
    let last = all().map(|(_, max)| max).filter(|max| max.units < amount.units).max_by_key(|max| max.units);
    last.map(|max| (false, max)).or_else(|| next.map(|min| (true, min)))
}

/// The first failing check.
#[must_use]
pub fn check(state: &State) -> OnrampCheck {
    let buy = &*state.buy;
    if !is_offered(state) {
        return OnrampCheck::Unavailable;
    }
    if buy.options.is_none() {
        return OnrampCheck::Loading;
    }
    let (Some(payment), true) = (buy.payment(), purchase(state).is_some()) else {
        return OnrampCheck::Unavailable;
    };
    if buy.form.amount.trim().is_empty() {
        return OnrampCheck::EnterAmount;
    }
    let Some(amount) = buy.parsed() else { return OnrampCheck::InvalidAmount };
    match broken(payment, &amount) {
        Some((true, _)) => OnrampCheck::BelowLimit,
        Some((false, _)) => OnrampCheck::AboveLimit,
        None if quoted(state).is_some() => OnrampCheck::Ready,
        None => OnrampCheck::NoQuote,
    }
}

fn quote(state: &State) -> Option<OnrampQuote> {
    let (of, estimate) = state.buy.price.as_ref()?;
    let sum = |amount: &Amount| format::money(amount, &of.payment.id);
    let total = sum(&of.amount);
    Some(match estimate {
        Estimate::Quoted(quote) => OnrampQuote {
            is_estimate: false,
            got: Some(format::figure(quote.got(), &of.purchase.symbol)),
            got_whole: format::whole(quote.got(), &of.purchase.symbol),
            purchase_amount: [&format::figure(quote.got(), &of.purchase.symbol), " ", &*of.purchase.symbol]
                .concat(),
            payment_total: total,
            payment_subtotal: quote.subtotal().cloned(),
            network_fee: quote.network_fee().cloned(),
            provider_fee: quote.provider_fee().cloned(),
            quote_id: quote.id().into(),
        },
        Estimate::Mock(Mock(amount)) => OnrampQuote {
            is_estimate: true,
            got: None,
            got_whole: None,
            purchase_amount: sum(amount),
            payment_subtotal: Some(total.clone()),
            payment_total: total,
            network_fee: None,
            provider_fee: None,
            quote_id: MOCK_ID.into(),
        },
    })
}

/// The icon that the account's token list has for the asset on this network.
fn image(state: &State, one: &PurchaseCurrency, address: &str) -> Option<String> {
    let is_of = |id: &str| id.rsplit(':').next().is_some_and(|known| known.eq_ignore_ascii_case(address));
    let held = state.tokens.list.iter().find(|item| {
        let is_it = if is_coin(address) { item.id == "native" } else { is_of(&item.id) };
        item.symbol == one.symbol && is_it && !item.unverified
    });
    state.images.get(held?.icon_url.as_deref()?)
}

fn rows(state: &State) -> Vec<OnrampTokenRow> {
    let coin = state.networks.active_network().map(|network| &network.native_currency);
    let called = tokens::called(coin);
    let mut before: Vec<String> = Vec::new();
    let mut rows = Vec::new();
    for (one, network) in sold(state) {
        let look = skeleton(&one.symbol);
        // a contract with one of the coin's names
        let is_called_so = called.contains(&look) || called.contains(&skeleton(&one.name));
        let is_other = !is_coin(&network.contract_address);
        rows.push(OnrampTokenRow {
            id: one.id.clone(),
            symbol: one.symbol.clone(),
            name: one.name.clone(),
            image: image(state, one, &network.contract_address),
            unverified: is_other && (is_called_so || before.contains(&look)),
            test_id: ["wm-onramp-", &one.symbol].concat(),
        });
        before.push(look);
    }
    rows
}

/// The asset for requests to Meld.io, independent of the form (docs/spec/services.md A8).
#[must_use]
pub fn meld_symbol(namespace: Namespace) -> &'static str {
    if namespace == Namespace::Solana { "SOL" } else { "USDC" }
}

/// Whether the form has quotes for a provider of this network. Only Coinbase has quotes.
#[must_use]
pub fn is_priced(state: &State) -> bool {
    let namespace = state.networks.active_namespace();
    namespace.is_some_and(|of| providers(state, of).contains(&Provider::Coinbase))
}

/// The providers on this network. With an amount in the form, a purchase requires a quote. Without one, the user types
/// the amount on the provider's page.
pub(crate) fn sellers(state: &State) -> Vec<OnrampProvider> {
    let Some(namespace) = state.networks.active_namespace().filter(|_| is_offered(state)) else {
        return Vec::new();
    };
    let chain = state.networks.shown_chain();
    let bought = purchase(state).map(|(one, _)| one.symbol.clone());
    let is_typed = is_priced(state) && !state.buy.form.amount.trim().is_empty();
    let is_without_price = is_typed && quoted(state).is_none();
    let row = |id| match id {
        Provider::Meld => OnrampProvider {
            id,
            name: "Meld.io",
            fee: FEE,
            symbol: meld_symbol(namespace).into(),
            is_quoted: false,
            is_off: is_without_price,
        },
        Provider::Coinbase => OnrampProvider {
            id,
            name: "Coinbase",
            fee: FEE,
            is_quoted: quoted(state).is_some(),
            is_off: is_without_price
                || (bought.is_none() && chain.as_ref().and_then(coinbase_network).is_none()),
            symbol: bought.clone().unwrap_or_else(|| "USDC".into()),
        },
    };
    // providers with a quote come first
    let rows: Vec<OnrampProvider> = providers(state, namespace).into_iter().map(row).collect();
    let (quoted, others): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.is_quoted);
    quoted.into_iter().chain(others).collect()
}

fn methods(payment: &PaymentCurrency, amount: Option<&Amount>) -> Vec<OnrampMethod> {
    let method = |limit: &PaymentLimit| {
        let money = |sum: &Amount| format::money(sum, &payment.id);
        let range = bounds(limit).map(|(min, max)| [money(&min), money(&max)].join(" - "));
        OnrampMethod {
            id: limit.id.clone(),
            range: range.unwrap_or_default(),
            fits: amount.is_none_or(|amount| takes(limit, amount)),
        }
    };
    payment.payment_method_limits.iter().map(method).collect()
}

/// Builds the slice `onramp`.
#[must_use]
pub fn slice(state: &State) -> OnrampSlice {
    let buy = &*state.buy;
    let amount = buy.parsed();
    let payment = buy.payment();
    let bought = purchase(state);
    let badge = networks::badge(state);
    let list = buy.options.as_ref();
    let broken = payment.zip(amount.as_ref()).and_then(|(payment, amount)| broken(payment, amount));
    let sum = |(_, limit): (bool, Amount)| Some(format::money(&limit, &payment?.id));
    OnrampSlice {
        purchase_currency: bought.map(|(one, _)| one.clone()).or_else(|| usual(list?.purchase.as_slice())),
        payment_currency: payment.cloned(),
        purchase_amount: match &buy.price {
            Some((_, Estimate::Quoted(quote))) => Some(quote.got().to_decimal()),
            Some((_, Estimate::Mock(Mock(amount)))) => Some(amount.to_decimal()),
            None => None,
        },
        payment_amount: buy.form.amount.clone(),
        selected_provider: buy.provider,
        quotes_loading: buy.quotes_loading,
        error: buy.error.clone(),
        check: check(state),
        options_phase: match list {
            Some(_) => LoadPhase::Ready,
            None => LoadPhase::Loading,
        },
        is_sample: list.is_some_and(|list| list.is_sample),
        quote: quote(state).filter(|_| wanted(state).is_some()),
        limit: broken.and_then(sum),
        methods: payment.map(|payment| methods(payment, amount.as_ref())).unwrap_or_default(),
        image: bought.and_then(|(one, network)| image(state, one, &network.contract_address)),
        network_name: badge.name,
        network_icon: badge.icon,
        sign: payment.and_then(|payment| format::sign(&payment.id)),
        payment_currencies: list
            .map_or(Vec::new(), |list| list.payment.iter().map(|one| one.id.clone()).collect()),
        purchase_currencies: rows(state),
        providers: sellers(state),
        phase: buy.attempt.phase,
        host: buy.attempt.url.as_deref().and_then(urls::host),
        url: buy.attempt.url.clone(),
        fault: buy.attempt.error.clone(),
        ended: buy.ended.clone(),
    }
}

/// An asset of other networks, if nothing is sold on this one.
fn usual(all: &[PurchaseCurrency]) -> Option<PurchaseCurrency> {
    all.iter().find(|one| one.symbol == "USDC").or_else(|| all.first()).cloned()
}
