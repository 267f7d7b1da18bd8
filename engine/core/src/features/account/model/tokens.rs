//! The tokens of the account (1.15, 3.9): what is kept of them and how they are drawn. They are read together with the
//! native balance, by [`crate::features::account::balances`].

use crate::amount::{self, Amount};
use crate::caip::AccountId;
use crate::constants::{TOKENS_MAX, USDT_ADDRESSES};
use crate::entities::NativeCurrency;
use crate::features::account::model::balances::BalancePhase;
use crate::features::directory::skeleton;
use crate::format;
use crate::namespaces::eip155;
use crate::services::BalanceItem;
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use core::cmp::Reverse;
use serde::Serialize;

/// Decimals of every price.
pub const PRICE_DECIMALS: u8 = 18;

/// How much, as the service counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Quantity {
    /// Of the token.
    pub decimals: String,
    /// Exact decimal text.
    pub numeric: String,
}

/// One token and how much of it there is (3.9); with what is drawn of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenItem {
    /// "USD Coin".
    pub name: String,
    /// "USDC".
    pub symbol: String,
    /// CAIP-2.
    pub chain_id: String,
    /// CAIP-10 of the contract; nothing for the native coin.
    pub address: Option<String>,
    /// How much.
    pub quantity: Quantity,
    /// It calls itself like a coin or token that is known, and is another (docs/spec/security.md B13): it counts nothing.
    pub unverified: bool,
    /// Of one, in US dollars.
    pub price: Option<String>,
    /// Of all, in US dollars.
    pub value: Option<String>,
    /// Where its picture is.
    pub icon_url: Option<String>,
    /// The same, under its other name.
    pub logo_uri: Option<String>,
    /// What `send.token` takes.
    pub id: String,
    /// Floored to three decimals.
    pub amount: String,
    /// "$12.50"
    pub worth: Option<String>,
    /// Its picture as a `blob:` url, once it is there.
    pub image: Option<String>,
    /// `data-testid` of its row.
    pub test_id: String,
}

/// The loaded tokens of the current account.
#[derive(Default)]
pub struct Tokens {
    /// Whose they are.
    pub of: Option<AccountId>,
    /// Loading state of the list.
    pub phase: BalancePhase,
    /// All of them: the native coin, then by value, then what has no price, then look-alikes.
    pub list: Vec<TokenItem>,
    /// "$1,234.56", of all of them.
    pub total: Option<String>,
    /// The service answered with more than is read.
    pub too_long: bool,
    /// The wallet itself listed them, not the data service.
    pub by_wallet: bool,
    /// So many more are there, of which nothing is read.
    pub unread: usize,
    /// The person hid all amounts.
    pub hidden: bool,
}

/// Slice `tokens`: the list, ready to render.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokensSlice {
    /// Loading state of the list.
    pub phase: BalancePhase,
    /// The first [`TOKENS_MAX`]: the native coin, then by value, then what has no price, then look-alikes.
    pub list: Vec<TokenItem>,
    /// How many more there are, "1,234".
    pub more: Option<String>,
    /// "$1,234.56", of all there are.
    pub total: Option<String>,
    /// It failed since the service answered with more than is read.
    pub too_long: bool,
    /// No new try before; milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub retry_at: Option<u64>,
    /// The person hid all amounts.
    pub hidden: bool,
}

/// Builds the slice `tokens`.
#[must_use]
pub fn slice(state: &State) -> TokensSlice {
    let account = state.tokens.of.as_ref().and_then(|of| state.accounts.by.get(&of.chain.namespace));
    TokensSlice {
        phase: state.tokens.phase,
        list: shown(state, state.tokens.list.iter()),
        more: beyond(state.tokens.list.len() + state.tokens.unread),
        total: state.tokens.total.clone(),
        too_long: state.tokens.too_long,
        retry_at: account.and_then(|account| account.native.retry_at()),
        hidden: state.tokens.hidden,
    }
}

/// How many of so many tokens are not drawn.
#[must_use]
pub fn beyond(count: usize) -> Option<String> {
    let more = count.saturating_sub(TOKENS_MAX);
    (more > 0).then(|| format::separated(&more.to_string()))
}

/// As many of these tokens as are drawn, with the pictures that are there by now.
#[must_use]
pub fn shown<'a>(state: &State, list: impl Iterator<Item = &'a TokenItem>) -> Vec<TokenItem> {
    let with_picture = |item: &TokenItem| {
        let image = item.icon_url.as_deref().and_then(|url| state.images.get(url));
        TokenItem { image, ..item.clone() }
    };
    list.take(TOKENS_MAX).map(with_picture).collect()
}

/// How much of a token, exactly as far as it counts.
#[must_use]
pub fn exact(item: &BalanceItem) -> Option<Amount> {
    Amount::parse_shown(&item.numeric, item.decimals).ok()
}

/// Whether a token is known by its address: one the host names, or one of ours.
fn is_known(item: &BalanceItem, named: Option<&str>) -> bool {
    let Some(AccountId { address, .. }) = &item.address else { return true };
    let is_ours =
        || eip155::parse(address).is_ok_and(|address| USDT_ADDRESSES.contains(&address.into_array()));
    Some(address.as_str()) == named || is_ours()
}

/// What the coin of a network is called, and what people call it.
fn called(coin: Option<&NativeCurrency>) -> Vec<String> {
    let Some(coin) = coin else { return Vec::new() };
    let mut names = alloc::vec![skeleton(&coin.symbol), skeleton(&coin.name)];
    if coin.symbol == "ETH" {
        names.extend(["ether", "ethereum"].map(skeleton));
    }
    names
}

/// What all of them are called, each with its place, where one says itself what it is called: of two of which nobody else speaks neither
/// is known to be the one.
fn called_by_others(items: &[BalanceItem]) -> Vec<(String, usize)> {
    let is_asked = items.iter().any(|item| item.names_itself);
    let all = items.iter().enumerate().filter(|_| is_asked);
    all.flat_map(|(at, item)| [&item.symbol, &item.name].map(|text| (skeleton(text), at))).collect()
}

fn is_at(items: &[BalanceItem], at: usize, item: &BalanceItem) -> bool {
    items.get(at).is_some_and(|of| of.address == item.address)
}

/// What is drawn of the service's lines, and their total. A token that looks like the coin, or like a known token that is held too, and is
/// neither has no price: what it is called was its maker's choice. `named` is the contract of the token the host names.
#[must_use]
pub fn read(
    items: &[BalanceItem],
    coin: Option<&NativeCurrency>,
    named: Option<&str>,
) -> (Vec<TokenItem>, Option<String>) {
    let mut known = called(coin);
    for item in items.iter().filter(|item| is_known(item, named)) {
        known.extend([&item.symbol, &item.name].map(|text| skeleton(text)));
    }
    let others = called_by_others(items);
    let poses = |item: &BalanceItem| {
        let is_of = |text: &&String| {
            let text = skeleton(text);
            let is_another = |(name, at): &(String, usize)| *name == text && !is_at(items, *at, item);
            known.contains(&text) || item.names_itself && others.iter().any(is_another)
        };
        !is_known(item, named) && [&item.symbol, &item.name].iter().any(is_of)
    };
    let row = |item: &BalanceItem| match poses(item) {
        true => {
            let (mut row, _) = row(&BalanceItem { price: None, value: None, ..item.clone() })?;
            row.unverified = true;
            Some((row, None))
        }
        false => row(item),
    };
    let rows: Vec<(TokenItem, Option<Amount>)> = items.iter().filter_map(row).collect();
    // a sum that cannot be counted is not shown in part
    let is_beyond = rows.iter().any(|(row, worth)| row.price.is_some() && worth.is_none());
    let mut worths = rows.iter().filter_map(|(_, worth)| *worth);
    let sum = worths.next().and_then(|first| worths.try_fold(first, |sum, worth| sum.checked_add(&worth)));
    let total = sum.filter(|_| !is_beyond).as_ref().map(format::dollars);
    (in_order(rows), total)
}

/// The coin, then by value, then what has no price, then look-alikes; of equals the first comes first.
fn in_order(rows: Vec<(TokenItem, Option<Amount>)>) -> Vec<TokenItem> {
    let place = |(item, worth): &(TokenItem, Option<Amount>)| {
        let kind = match (&item.address, worth) {
            (None, _) => 0u8,
            _ if item.unverified => 3,
            (_, Some(_)) => 1,
            (_, None) => 2,
        };
        (kind, Reverse(worth.map_or(U256::ZERO, |worth| worth.units)))
    };
    let places: Vec<_> = rows.iter().map(place).collect();
    // each in its place: the standard sort is 4 kB of code. Numbers are moved, not rows: thousands of them take milliseconds.
    let mut order: Vec<usize> = Vec::new();
    for next in 0..rows.len() {
        let at = order.partition_point(|other| places.get(*other) <= places.get(next));
        order.insert(at, next);
    }
    let mut rows: Vec<Option<TokenItem>> = rows.into_iter().map(|(row, _)| Some(row)).collect();
    order.into_iter().filter_map(|at| rows.get_mut(at)?.take()).collect()
}

fn row(item: &BalanceItem) -> Option<(TokenItem, Option<Amount>)> {
    let amount = exact(item)?;
    let number = |text: &Option<String>| amount::of_number(text.as_deref()?, PRICE_DECIMALS);
    let price = number(&item.price);
    let worth = number(&item.value).or_else(|| amount.at_price(&price?));
    let address = item.address.as_ref().map(ToString::to_string);
    let row = TokenItem {
        name: item.name.clone(),
        symbol: item.symbol.clone(),
        chain_id: item.chain.to_string(),
        id: address.clone().unwrap_or_else(|| "native".into()),
        address,
        quantity: Quantity { decimals: item.decimals.to_string(), numeric: amount.to_decimal() },
        unverified: false,
        price: price.map(|price| price.to_decimal()),
        value: worth.map(|worth| worth.to_decimal()),
        icon_url: item.icon_url.clone(),
        logo_uri: item.icon_url.clone(),
        amount: format::balance(&amount),
        worth: worth.as_ref().map(format::dollars),
        image: None,
        test_id: alloc::format!("wm-token-{}", item.symbol),
    };
    Some((row, worth))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caip::ChainId;
    use serde_json::json;

    fn lines() -> Vec<BalanceItem> {
        let list = json!([
            {"name": "Dust", "symbol": "DST", "chainId": "eip155:1", "address": "eip155:1:0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
             "price": 0.0000001, "quantity": {"decimals": "18", "numeric": "1"}},
            {"name": "USD Coin", "symbol": "USDC", "chainId": "eip155:1", "address": "eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
             "value": 12.5, "price": 1, "quantity": {"decimals": "6", "numeric": "12.5"}, "iconUrl": "https://a.example/usdc.png"},
            {"name": "Ether", "symbol": "ETH", "chainId": "eip155:1", "price": "3000", "quantity": {"decimals": 18, "numeric": "0.0019999"}},
            {"name": "Collectible", "symbol": "NFT", "chainId": "eip155:1", "address": "eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
             "quantity": {"decimals": "0", "numeric": "3"}},
            {"name": "Elsewhere", "symbol": "X", "chainId": "eip155:5", "quantity": {"decimals": "18", "numeric": "1"}},
            {"name": "Bad", "symbol": "BAD", "chainId": "eip155:1", "address": "eip155:1:<script>", "quantity": {"decimals": "18", "numeric": "1"}},
            {"name": "Bad", "quantity": null}, null, 7,
        ]);
        crate::services::items(list.as_array().unwrap(), &ChainId::evm(1))
    }

    // req: 3.9, 9.20
    #[test]
    fn tokens_are_drawn_from_what_the_service_says() {
        let (list, total) = read(&lines(), None, None);
        let symbols: Vec<&str> = list.iter().map(|item| item.symbol.as_str()).collect();
        assert_eq!(symbols, ["ETH", "USDC", "DST"], "native first, then by value");
        assert_eq!((list[0].amount.as_str(), list[0].worth.as_deref()), ("0.001", Some("$5.99")));
        assert_eq!(list[0].address, None);
        let usdc = &list[1];
        assert_eq!((usdc.quantity.decimals.as_str(), usdc.quantity.numeric.as_str()), ("6", "12.5"));
        assert_eq!((usdc.price.as_deref(), usdc.value.as_deref()), (Some("1"), Some("12.5")));
        assert_eq!((usdc.amount.as_str(), usdc.worth.as_deref()), ("12.500", Some("$12.50")));
        assert_eq!(usdc.icon_url.as_deref(), Some("https://a.example/usdc.png"));
        assert_eq!(usdc.logo_uri, usdc.icon_url);
        assert_eq!(list[2].worth.as_deref(), Some("<$0.01"));
        assert_eq!(total.as_deref(), Some("$18.49"));
    }

    // req: 5.33
    #[test]
    fn tokens_without_decimals_are_left_out() {
        assert!(lines().iter().all(|item| item.symbol != "NFT" && item.decimals > 0));
    }

    #[test]
    fn nothing_is_worth_nothing() {
        assert_eq!(read(&[], None, None), (Vec::new(), None));
    }
}
