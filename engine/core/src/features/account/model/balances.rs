//! The native balance of an account, and its rendering (9.24, 9.25).

use crate::amount::Amount;
use crate::caip::{AccountId, ChainId};
use crate::constants::{DEFAULT_BALANCE, TOKENS_MAX};
use crate::entities::Network;
use crate::features::account::model::accounts::Account;
use crate::features::account::model::context::ChangeReason;
use crate::features::account::model::context::Move;
use crate::features::account::model::tokens;
use crate::format;
use crate::namespaces;
use crate::store::State;
use alloc::string::{String, ToString};
use serde::Serialize;

/// Loading state of a balance, which decides what is rendered for it: skeleton, amount, error or stale amount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum BalancePhase {
    /// No account, or a namespace whose balances aren't fetched.
    #[default]
    None,
    /// The first request is pending.
    Loading,
    /// Loaded.
    Ready,
    /// The request failed, and no earlier value exists.
    Failed,
    /// A test network: not fetched, displays 0.00 (9.25).
    Testnet,
    /// The request failed; the last value is rendered as stale.
    Old,
}

/// The native balance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Native {
    /// The network of the balance.
    pub chain: Option<ChainId>,
    /// Loading state.
    pub phase: BalancePhase,
    /// The exact amount.
    pub amount: Option<Amount>,
    /// The pending incoming amount, if the namespace's nodes report it.
    pub arriving: Option<Amount>,
    /// "ETH".
    pub symbol: Option<String>,
    /// The wallet's icon as a `blob:` URL, stored with the balance.
    pub wallet_icon: Option<String>,
    /// After a failure, no request is sent before this time (8.16).
    pub blocked_until_ms: u64,
}

impl Native {
    /// The account or network changed: drops the balance of the old one (R22).
    pub fn forget(&mut self) {
        let (chain, wallet_icon) = (self.chain.take(), self.wallet_icon.take());
        *self = Self { chain, wallet_icon, ..Self::default() };
    }

    /// When the next request is allowed after a failure (8.16). `None` if it is allowed now.
    #[must_use]
    pub fn retry_at(&self) -> Option<u64> {
        (self.blocked_until_ms > 0).then_some(self.blocked_until_ms)
    }
}

/// A balance, ready to render.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BalanceText {
    /// Loading state.
    pub phase: BalancePhase,
    /// Floored to three decimals, or '0.00' (9.24).
    pub amount: String,
    /// "ETH".
    pub symbol: String,
    /// The pending incoming amount, such as "0.5 BTC". It isn't part of `amount`.
    pub arriving: Option<String>,
    /// The time of the next retry, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub retry_at: Option<u64>,
}

/// The rendered balance of an account.
#[must_use]
pub fn text(account: &Account, network: Option<&Network>) -> BalanceText {
    let native = &account.native;
    let symbol = network.map(|n| n.native_currency.symbol.clone()).or_else(|| native.symbol.clone());
    BalanceText {
        phase: native.phase,
        amount: match (&native.amount, &native.chain) {
            (Some(amount), Some(chain)) => namespaces::of(chain.namespace).balance(amount),
            _ => DEFAULT_BALANCE.into(),
        },
        arriving: native.arriving.map(|amount| {
            [&format::separated(&amount.to_decimal()), " ", symbol.as_deref().unwrap_or_default()].concat()
        }),
        symbol: symbol.unwrap_or_default(),
        retry_at: native.retry_at(),
    }
}

/// Drops the balances of the previous account or network (R22).
pub fn forget(state: &mut State, moved: &Move) {
    if let Some(account) = state.accounts.by.get_mut(&moved.namespace).filter(|_| moved.is_other) {
        account.native.forget();
        let id = account.native.chain.as_ref().zip(account.entries.first());
        if let (Some((chain, entry)), ChangeReason::Options) = (id, moved.why) {
            // the cache key names the node, because another node's balance doesn't apply
            let id = alloc::format!("{chain}:{}", entry.address);
            state.caches.native.forget(&id);
            state.caches.portfolio.forget(&id);
        }
    }
    if moved.is_page {
        super::identity::forget(state);
        let hidden = state.tokens.hidden;
        *state.tokens = tokens::Tokens { hidden, ..tokens::Tokens::default() };
    }
}

pub(crate) fn is_current(state: &State, account: &AccountId) -> bool {
    let shown = state.accounts.by.get(&account.chain.namespace).and_then(|shown| shown.entries.first());
    state.networks.shown_chain().as_ref() == Some(&account.chain)
        && shown.map(|entry| &entry.address) == Some(&account.address)
}

/// Stores the native balance, unless it is stale: the account or network has changed (R22).
pub(crate) fn show_native(
    state: &mut State,
    account: &AccountId,
    phase: BalancePhase,
    amount: Option<Amount>,
    network: &Network,
) {
    if !is_current(state, account) {
        return;
    }
    if let Some(shown) = state.accounts.by.get_mut(&account.chain.namespace) {
        shown.native.chain = Some(account.chain.clone());
        shown.native.phase = phase;
        shown.native.arriving = shown.native.arriving.filter(|_| amount.is_some());
        shown.native.amount = amount;
        shown.native.symbol = Some(network.native_currency.symbol.clone());
    }
}

/// The pending incoming amount.
pub(crate) fn show_arriving(state: &mut State, account: &AccountId, arriving: Option<Amount>) {
    if is_current(state, account)
        && let Some(shown) = state.accounts.by.get_mut(&account.chain.namespace)
    {
        shown.native.arriving = arriving;
    }
}

/// Stores the tokens, unless they are stale. Without a new list, the previous tokens stay.
pub(crate) fn show_tokens(
    state: &mut State,
    account: &AccountId,
    phase: BalancePhase,
    list: Option<tokens::Walk<'_>>,
) {
    if !is_current(state, account) {
        return;
    }
    let read = list.map(|list| {
        // drops the previous list first, so that memory never holds two
        state.tokens.list = Vec::new();
        tokens::read(list, reading_of(state, account))
    });
    show_read(state, account, phase, read);
}

/// The parameters of a request for this account's list.
pub(crate) fn reading_of(state: &State, account: &AccountId) -> tokens::Reading {
    let chosen = state.options.tokens.get(&account.chain.to_string());
    let coin = state.networks.find(&account.chain).map(|network| network.native_currency.clone());
    tokens::Reading::new(coin, chosen.map(|token| token.address.clone()))
}

/// Shows tokens from a new list, with their total value.
pub(crate) fn show_read(
    state: &mut State,
    account: &AccountId,
    phase: BalancePhase,
    read: Option<(Vec<tokens::Token>, Option<String>)>,
) {
    if !is_current(state, account) {
        return;
    }
    let chosen = state.options.tokens.get(&account.chain.to_string()).cloned();
    let shown = &mut *state.tokens;
    if shown.of.as_ref() != Some(account) {
        *shown =
            tokens::Tokens { of: Some(account.clone()), hidden: shown.hidden, ..tokens::Tokens::default() };
    }
    shown.phase = phase;
    shown.too_long = false;
    if let Some((list, total)) = read {
        (shown.list, shown.total) = (list, total);
        // keeps the page's own image of a configured token
        if let Some(chosen) = chosen.filter(|token| token.image.is_some()) {
            let id = alloc::format!("{}:{}", account.chain, chosen.address);
            for item in shown.list.iter_mut().filter(|item| item.id == id) {
                item.icon_url.clone_from(&chosen.image);
            }
        }
        let chain = account.chain.to_string();
        shown.first = shown.list.iter().take(TOKENS_MAX).map(|token| token.draw(&chain)).collect();
    }
}
