//! The state of buying crypto (1.22, 2.23, 3.14-3.17, 4.45, 9.31-9.33): the typed and selected values, the quotes, and
//! the running purchase. Validation and rendering are in [`draw`], availability in [`offered`], the flows in
//! [`crate::features::buy`].

pub mod draw;
pub mod offered;

use crate::amount::Amount;
use crate::caip::{AccountId, Namespace};
use crate::entities::Network;
use crate::error::ErrorData;
use crate::features::account::model::context::{ChangeReason, Move};
use crate::features::money::model::ending::Ending;
use crate::features::money::model::send::sender as sender_address;
use crate::features::shell::model::router;
use crate::features::shell::model::view::View;
use crate::services::is_coin;
use crate::services::onramp::{
    CENTS, Estimate, OnrampOptions, PaymentCurrency, PurchaseCurrency, PurchaseNetwork, Quote, QuoteRequest,
};
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use offered::Provider;
use serde::Serialize;

/// The typed and selected values.
#[derive(Default)]
pub struct Form {
    /// The ID of the payment currency.
    pub payment: Option<String>,
    /// The ID of the asset to buy.
    pub purchase: Option<String>,
    /// The typed amount of money.
    pub amount: String,
}

/// The progress of a purchase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum BuyPhase {
    /// No purchase.
    #[default]
    Idle,
    /// The provider's page is being requested.
    Preparing,
    /// The page is known: its host is shown, and the user opens it.
    Ready,
    /// The page is open.
    Waiting,
    /// The provider has the money, and the delivery is pending.
    Pending,
    /// The window looks closed, and the history shows no purchase.
    Closed,
    /// The purchase failed, or its page couldn't be loaded.
    Failed,
}

/// A running purchase.
#[derive(Default)]
pub struct Attempt {
    /// The progress.
    pub phase: BuyPhase,
    /// The account that receives the asset.
    pub account: Option<AccountId>,
    /// The provider's page.
    pub url: Option<String>,
    /// Why the purchase failed.
    pub error: Option<ErrorData>,
    /// How often the user clicked the button that opens the window or brings it to the front.
    pub windows: u32,
}

/// The state of buying.
#[derive(Default)]
pub struct Buy {
    /// The typed values.
    pub form: Form,
    /// The currencies and assets. `None` before they were requested.
    pub options: Option<OnrampOptions>,
    /// The request for `options` is in progress.
    pub is_loading: bool,
    /// The quote or estimate, with the values that it was requested for.
    pub price: Option<(QuoteRequest, Estimate)>,
    /// A quote is being requested (4.45).
    pub quotes_loading: bool,
    /// The reason for a missing quote (7.24).
    pub error: Option<ErrorData>,
    /// The last selected provider.
    pub provider: Option<Provider>,
    /// The purchase.
    pub attempt: Attempt,
    /// The page is hidden, so requests pause.
    pub is_paused: bool,
    /// The result of the last purchase, until a new one starts.
    pub ended: Option<Ending>,
}

impl Buy {
    /// The payment currency: the selected one, otherwise dollars, otherwise the first one.
    pub(crate) fn payment(&self) -> Option<&PaymentCurrency> {
        let all = &self.options.as_ref()?.payment;
        let is = |id: &str| all.iter().find(|one| one.id == id);
        self.form.payment.as_deref().and_then(is).or_else(|| is("USD")).or_else(|| all.first())
    }

    /// The typed amount, parsed.
    pub(crate) fn parsed(&self) -> Option<Amount> {
        Amount::parse(self.form.amount.trim(), CENTS).ok().filter(|amount| !amount.is_zero())
    }
}

/// The assets that are sold on the displayed network. Purchases are only delivered there.
pub(crate) fn sold(state: &State) -> Vec<(&PurchaseCurrency, &PurchaseNetwork)> {
    let all = state.buy.options.as_ref().map_or(&[][..], |options| &options.purchase);
    let chain = state.networks.active_network().and_then(Network::chain);
    let Some(chain) = chain.filter(|chain| chain.namespace == Namespace::Eip155) else { return Vec::new() };
    let here = |one: &'_ PurchaseCurrency| {
        one.networks.iter().position(|network| network.chain_id == chain.reference)
    };
    let coin = state.networks.active_network().map(|network| network.native_currency.symbol.as_str());
    let found = all.iter().filter_map(|one| Some((one, one.networks.get(here(one)?)?)));
    // if the network's own symbol differs, a service's symbol for the coin means another coin
    found
        .filter(|(one, network)| !is_coin(&network.contract_address) || coin == Some(one.symbol.as_str()))
        .collect()
}

/// The asset and its network: the selected one, otherwise USDC, otherwise the first one.
pub(crate) fn purchase(state: &State) -> Option<(&PurchaseCurrency, &PurchaseNetwork)> {
    let all = sold(state);
    let chosen = state.buy.form.purchase.as_deref();
    let is_chosen = |(one, _): &&(&PurchaseCurrency, _)| Some(one.id.as_str()) == chosen;
    let is_usual = |(one, _): &&(&PurchaseCurrency, _)| one.symbol == "USDC";
    all.iter().find(is_chosen).or_else(|| all.iter().find(is_usual)).or_else(|| all.first()).copied()
}

/// The parameters of the current quote request. `None` while no payment method accepts the amount.
pub(crate) fn wanted(state: &State) -> Option<QuoteRequest> {
    let (purchase, network) = purchase(state)?;
    let (payment, amount) = (state.buy.payment()?, state.buy.parsed()?);
    draw::fits(payment, &amount).then(|| QuoteRequest {
        payment: payment.clone(),
        purchase: purchase.clone(),
        network: network.name.clone(),
        amount,
    })
}

/// The service's quote for the form's current values. An estimate has another type (docs/spec/security.md H1).
pub(crate) fn quoted(state: &State) -> Option<(&QuoteRequest, &Quote)> {
    match &state.buy.price {
        Some((of, Estimate::Quoted(quote))) if wanted(state).as_ref() == Some(of) => Some((of, quote)),
        _ => None,
    }
}

/// The displayed account, on its network.
pub(crate) fn account(state: &State) -> Option<AccountId> {
    Some(AccountId { chain: state.networks.active_network()?.chain()?, address: sender_address(state)? })
}

/// The account for the delivery. `None` until its wallet has confirmed it on this page.
pub(crate) fn paid_to(state: &State) -> Option<AccountId> {
    let of = account(state)?;
    let known = state.accounts.by.get(&of.chain.namespace)?;
    known.is_confirmed().then_some(of)
}

/// Handles another account or network: quotes belong to the network, and a purchase to the account. On another network,
/// the same account still gets its purchase.
pub fn forget(state: &mut State, moved: &Move) {
    if !moved.is_page {
        return;
    }
    let now = account(state);
    let same = |of: &AccountId| {
        now.as_ref().is_some_and(|now| now.chain.namespace == of.chain.namespace && now.address == of.address)
    };
    let stays = state.buy.attempt.account.as_ref().is_some_and(same);
    let is_over = !moved.stays_connected && moved.why == ChangeReason::Disconnected;
    let buy = &mut *state.buy;
    (buy.price, buy.quotes_loading, buy.error) = (None, false, None);
    if !stays {
        (buy.attempt, buy.ended) = (Attempt::default(), None);
        forget_views(state);
    }
    if is_over {
        state.buy.form = Form::default();
    }
}

/// Whether the view belongs to a purchase, up to the provider's page.
#[must_use]
pub fn is_of_buying(view: View) -> bool {
    view == View::OnRamp || view.row().form == Some(View::OnRamp)
}

/// Removes the views of another account's purchase, and of quotes for another network.
pub(crate) fn forget_views(state: &mut State) {
    // if no provider has quotes, Buy opens the list of providers
    match state.router.stack.contains(&View::OnRamp) {
        true => router::forget_form(state, View::OnRamp),
        false => router::forget_views(state, View::OnRampProviders, |view| *view == View::BuyInProgress),
    }
}

crate::command::commands! {
    /// The commands of the views of buying.
    pub enum BuyCommand, BuyAction {
        /// Opens the form. If no provider has quotes, opens the list of providers.
        "open" Open {},
        /// Sets the amount.
        "amount" Amount { value: String },
        /// Opens the list of payment currencies.
        "fiats" Fiats {},
        /// Opens the list of assets.
        "tokens" Tokens {},
        /// Selects a payment currency, and goes back to the form.
        "payment" Payment { id: String },
        /// Selects an asset, and goes back to the form.
        "purchase" Purchase { id: String },
        /// Opens the list of networks, because nothing is sold on this one.
        "network" Network {},
        /// Retries the failed requests.
        "reload" Reload {},
        /// Reports whether the page is visible.
        "looked" Looked { at: bool },
        /// Opens the list of providers, with the displayed quote.
        "choose" Choose {},
        /// Selects a provider. The click has opened its window, unless the browser blocked it.
        "provider" Provider { provider: String },
        /// Reports that the user opened the window with the button of BuyInProgress, or wants it in the front.
        "window" Window {},
    }
    own {
        "enter" Enter,
        "renew" Renew,
    }
}
