//! A purchase: a provider's page in its own window, while the engine polls the history. The modal displays the domain
//! of that page before the user opens it.
//!
//! No provider reports the end, because its window has another origin. The history names Coinbase's transfers. It
//! doesn't name Meld.io's, so the toast only reports a received amount, and quotes the token's own name if no contract
//! identifies it. A purchase isn't stored: after a reload, only the history shows it.

use super::model::draw::{meld_symbol, sellers};
use super::model::offered::{Provider, coinbase_network, meld_key};
use super::model::{self, Attempt, BuyPhase, is_of_buying, paid_to, purchase, quoted};
use crate::api::onramp::{self, Destination};
use crate::caip::AccountId;
use crate::constants::POPUP_POLL_MS;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::account;
use crate::features::money::Ending;
use crate::features::shell::{View, alerts, router, toasts};
use crate::flow::{Cx, Reply, ScopeId};
use crate::format::separated;
use crate::ports::popup::PopupHandle;
use crate::services::onramp::{CENTS, Got, Purchase, PurchaseStatus, Quote, QuoteRequest};
use crate::store::State;
use crate::urls::{encoded, is_web_url};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use futures_util::future::join;

/// The delay until the next history request, while the page is visible.
const HISTORY_MS: u64 = 4_000;

/// A purchase's asset, provider and recipient.
struct Order {
    provider: Provider,
    account: AccountId,
    symbol: String,
    network: String,
    sums: Option<(String, String)>,
    /// The symbols of the assets that the purchase can deliver.
    received: Vec<String>,
    /// The known contracts of these assets on the account's network, in lowercase.
    contracts: Vec<String>,
}

impl Order {
    /// Creates an order with the service's quote, or without one. Without a quote, the user types the amount on the
    /// provider's page. An estimate has another type (docs/spec/security.md H1).
    fn new(
        (provider, account): (Provider, AccountId),
        (symbol, network, chosen): (String, String, Option<String>),
        price: Option<(&QuoteRequest, &Quote)>,
        contracts_of: impl FnOnce(&AccountId, &[String]) -> Vec<String>,
    ) -> Self {
        let sums = price.map(|(of, quote)| (of.amount.to_floored(CENTS.into()), quote.got().to_decimal()));
        let received: Vec<String> = chosen.into_iter().chain([symbol.clone()]).collect();
        let contracts = contracts_of(&account, &received);
        Self { provider, account, symbol, network, sums, received, contracts }
    }
}

/// The current order, if the provider is available.
fn order(cx: &Cx, provider: &str) -> Result<Order> {
    cx.read(|s| {
        let row = sellers(s).into_iter().find(|row| row.id.id() == provider && !row.is_off);
        let (row, account) = row.zip(paid_to(s)).ok_or(Error::ActionNotAllowed)?;
        let named = coinbase_network(&account.chain).map(Into::into);
        let bought = purchase(s);
        let network = named.or_else(|| bought.map(|(_, network)| network.name.clone()));
        let chosen = bought.map(|(one, _)| one.symbol.clone());
        let price = quoted(s).filter(|_| row.is_quoted);
        let known = |account: &AccountId, symbols: &[String]| contracts(s, account, symbols);
        Ok(Order::new((row.id, account), (row.symbol, network.unwrap_or_default(), chosen), price, known))
    })
}

/// The contracts of these symbols, from the provider's data and the account's token list.
fn contracts(state: &State, account: &AccountId, symbols: &[String]) -> Vec<String> {
    let number = account.chain.evm_number().map(|number| number.to_string());
    let options = state.buy.options.as_ref().filter(|options| !options.is_sample);
    let sold =
        options.into_iter().flat_map(|options| &options.purchase).filter(|one| symbols.contains(&one.symbol));
    let networks = sold.flat_map(|one| &one.networks);
    let by_seller = networks.filter(|network| Some(&network.chain_id) == number.as_ref());
    let mut all: Vec<String> =
        by_seller.map(|network| network.contract_address.to_ascii_lowercase()).collect();
    let tokens =
        Some(&state.tokens).filter(|tokens| tokens.of.as_ref().is_some_and(|of| of.chain == account.chain));
    let own = tokens.into_iter().flat_map(|tokens| &tokens.list);
    let own = own.filter(|item| !item.unverified && symbols.contains(&item.symbol));
    all.extend(own.filter_map(|item| Some(item.address()?.rsplit(':').next()?.to_ascii_lowercase())));
    all
}

fn window(cx: &Cx) -> Option<Box<dyn PopupHandle>> {
    cx.ports().popup.get()?.take("", Box::new(|_| {}))
}

/// Requests a provider's page.
pub(super) fn begin(cx: &Cx, provider: &str) -> Result<Reply> {
    let order = order(cx, provider).inspect_err(|_| {
        // a retry on another network, or without a quote: the form shows the missing data
        cx.update(|state| {
            if state.router.view() == Some(View::BuyInProgress) {
                model::forget_views(state);
            }
        });
    })?;
    cx.close_scope(ScopeId::Buy, &Error::Aborted);
    cx.update(|state| {
        let phase = BuyPhase::Preparing;
        state.buy.attempt = Attempt { phase, account: Some(order.account.clone()), ..Attempt::default() };
        (state.buy.provider, state.buy.ended) = (Some(order.provider), None);
        router::push(state, View::BuyInProgress);
        state.emit(Event::track("SELECT_BUY_PROVIDER", &[("provider", order.provider.id())]));
    });
    let flow_cx = cx.clone();
    cx.background(ScopeId::Buy, async move {
        let cx = flow_cx;
        let left = cx.phase(|s| s.buy.attempt = Attempt::default());
        if let Err(error) = follow(&cx, &order).await {
            left.done();
            cx.update(|s| {
                s.buy.attempt.phase = BuyPhase::Failed;
                s.buy.attempt.error = Some(error.data());
            });
        }
        Ok(Reply::Done)
    });
    Ok(Reply::Done)
}

fn phase(cx: &Cx, phase: BuyPhase) {
    if cx.read(|s| s.buy.attempt.phase) != phase {
        cx.update(|s| s.buy.attempt.phase = phase);
    }
}

/// Whether this purchase is still watched. Another account or view ends the watch.
fn is_here(cx: &Cx, order: &Order) -> bool {
    cx.read(|s| is_waited_for(s, &order.account))
}

/// Whether the view of the purchase is open, possibly under another one.
fn is_waited_for(state: &State, account: &AccountId) -> bool {
    state.router.stack.contains(&View::BuyInProgress) && state.buy.attempt.account.as_ref() == Some(account)
}

async fn url(cx: &Cx, order: &Order) -> Result<String> {
    let account = &order.account;
    match order.provider {
        Provider::Coinbase => {
            let to = Destination {
                account,
                symbol: &order.symbol,
                network: &order.network,
                sums: order.sums.clone(),
            };
            alerts::of_service(cx, onramp::url(cx, &to).await)
        }
        Provider::Meld => {
            let url = cx.read(|s| {
                let project = s.options.project_id.as_deref().unwrap_or_default();
                let values = [
                    ("/?publicKey=", meld_key(s).unwrap_or_default()),
                    ("&destinationCurrencyCode=", meld_symbol(account.chain.namespace)),
                    ("&walletAddress=", &account.address),
                    ("&externalCustomerId=", project),
                ];
                let add = |url: String, (name, value): (&str, &str)| [&url, name, &encoded(value)].concat();
                values.into_iter().fold(s.options.services.onramp.clone(), add)
            });
            Some(url).filter(|url| is_web_url(url)).ok_or(Error::UnsupportedChain)
        }
    }
}

async fn history(cx: &Cx, order: &Order) -> Result<Vec<Purchase>> {
    let by = (order.provider == Provider::Coinbase).then_some("coinbase");
    onramp::purchases(cx, &order.account, by).await
}

/// The entries from before the click, which don't belong to this purchase. If the history fails now, its first
/// successful response takes this role.
type KnownPurchases = Option<Vec<String>>;

fn ids(list: Vec<Purchase>) -> Vec<String> {
    list.into_iter().map(|entry| entry.id).collect()
}

async fn follow(cx: &Cx, order: &Order) -> Result<()> {
    let (url, before) = join(url(cx, order), history(cx, order)).await;
    let url = url?;
    if !is_here(cx, order) {
        return Ok(());
    }
    cx.update(|s| s.buy.attempt.url = Some(url.clone()));
    let Some(window) = opened(cx, order).await else { return Ok(()) };
    window.go(&url);
    phase(cx, BuyPhase::Waiting);
    watch(cx, order, &*window, before.ok().map(ids)).await
}

/// Waits for the window that the button opens. `None` when the purchase is no longer watched.
async fn opened(cx: &Cx, order: &Order) -> Option<Box<dyn PopupHandle>> {
    phase(cx, BuyPhase::Ready);
    loop {
        let pressed = cx.read(|s| s.buy.attempt.windows);
        let of = &order.account;
        cx.until(|s| (!is_waited_for(s, of) || s.buy.attempt.windows != pressed).then_some(())).await;
        if !is_here(cx, order) {
            return None;
        }
        let window = window(cx);
        if window.is_some() {
            return window;
        }
    }
}

/// Polls until a transfer arrives or fails, or the watch ends. A closed window doesn't end it, because an open one can
/// look closed (R25).
async fn watch(cx: &Cx, order: &Order, window: &dyn PopupHandle, mut known: KnownPurchases) -> Result<()> {
    let (mut since_ms, mut pressed, mut is_closed) = (0, cx.read(|s| s.buy.attempt.windows), false);
    loop {
        cx.ports().clock.sleep(POPUP_POLL_MS).await;
        if !is_here(cx, order) {
            return Ok(());
        }
        let presses = cx.read(|s| s.buy.attempt.windows);
        if core::mem::replace(&mut pressed, presses) != presses {
            window.focus();
        }
        let closes = window.is_closed() && !core::mem::replace(&mut is_closed, true);
        since_ms += POPUP_POLL_MS;
        // a transfer is most likely when the window closes
        if (since_ms < HISTORY_MS && !closes) || cx.read(|s| s.buy.is_paused) {
            continue;
        }
        since_ms = 0;
        let answer = history(cx, order).await;
        if !is_here(cx, order) {
            return Ok(());
        }
        match answer.ok().map(|list| fresh(order, list, &mut known)) {
            Some(Some(entry)) => match entry.status {
                PurchaseStatus::Confirmed => {
                    arrived(cx, order, &entry);
                    return Ok(());
                }
                PurchaseStatus::Failed => return Err(Error::ProviderFailed),
                PurchaseStatus::Pending => phase(cx, BuyPhase::Pending),
            },
            _ if is_closed => phase(cx, BuyPhase::Closed),
            _ => {}
        }
    }
}

/// The newest entry that is new. For a provider without a name in the history: an incoming transfer of an asset that it
/// sells.
fn fresh(order: &Order, list: Vec<Purchase>, known: &mut KnownPurchases) -> Option<Purchase> {
    let Some(known) = known else {
        *known = Some(ids(list));
        return None;
    };
    let is_bought = |entry: &Purchase| match order.provider {
        Provider::Coinbase => true,
        // a failed or pending transfer can come from another sender
        Provider::Meld if entry.status != PurchaseStatus::Confirmed => false,
        Provider::Meld => entry
            .got
            .as_ref()
            .is_some_and(|got| order.received.contains(&got.symbol) && is_known(order, got) != Some(false)),
    };
    list.into_iter().find(|entry| !known.contains(&entry.id) && is_bought(entry))
}

/// Whether a transfer's contract is one of the sold assets. `None` if the history has no contract, or none is known.
fn is_known(order: &Order, got: &Got) -> Option<bool> {
    let contract = got.contract.as_ref().filter(|_| !order.contracts.is_empty())?;
    Some(order.contracts.contains(contract))
}

/// Handles a delivery: displays it, and refreshes the account.
fn arrived(cx: &Cx, order: &Order, entry: &Purchase) {
    let key = match (order.provider, &entry.got) {
        (_, None) => "toast.buy_arrived",
        (Provider::Coinbase, _) => "toast.buy_confirmed",
        (Provider::Meld, Some(got)) if is_known(order, got).is_some() => "toast.buy_received",
        (Provider::Meld, _) => "toast.buy_received_named",
    };
    let (amount, symbol) = match &entry.got {
        Some(got) => (&*got.amount, &*got.symbol),
        None => ("", ""),
    };
    let args = [("amount", amount), ("symbol", symbol)];
    toasts::show(cx, toasts::text(key, &args, toasts::ToastVariant::Success, None));
    let chain = &order.account.chain;
    let bought = entry.got.as_ref().filter(|got| is_known(order, got) == Some(true));
    let bought = bought.and_then(|got| Some([&*chain.to_string(), ":", got.contract.as_ref()?].concat()));
    account::changed(cx, chain.namespace, &bought.into_iter().collect::<Vec<_>>());
    // anyone can give this name to their own token
    let is_named = key == "toast.buy_received_named";
    let got = entry.got.as_ref().map(|got| match is_named {
        true => [&separated(&got.amount), " \"", &*got.symbol, "\""].concat(),
        false => [&separated(&got.amount), " ", &*got.symbol].concat(),
    });
    cx.update(|state| {
        state.buy.ended = Some(Ending { got, ..Ending::default() });
        if !router::end(state, View::BuyInProgress) {
            if state.router.view() == Some(View::BuyInProgress) {
                router::reset(state, View::Account);
            }
            state.router.stack.retain(|view| !is_of_buying(*view)); // the purchase has also ended if its view is under another one
        }
    });
}
