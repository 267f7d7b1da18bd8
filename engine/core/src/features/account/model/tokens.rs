//! The account's tokens (1.15, 3.9): their storage and rendering. They are fetched together with the native balance in
//! [`crate::features::account::balances`].

use crate::amount::{self, Amount};
use crate::caip::{AccountId, ChainId};
use crate::constants::{TOKENS_MAX, USDT_ADDRESSES};
use crate::entities::NativeCurrency;
use crate::features::account::model::balances::BalancePhase;
use crate::features::directory::model::lookalikes::skeleton;
use crate::format;
use crate::map;
use crate::namespaces::terms::{self, TokenWords};
use crate::namespaces::{self, eip155};
use crate::services::BalanceItem;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use core::cmp::Reverse;
use serde::Serialize;

/// The decimals of every price.
pub const PRICE_DECIMALS: u8 = 18;

/// The ID of the native coin.
const NATIVE: &str = "native";

/// An amount, as the data service reports it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Quantity {
    /// The decimals of the token.
    pub decimals: String,
    /// The amount as exact decimal text.
    pub numeric: String,
}

/// A rendered token with its balance (3.9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenItem {
    /// "USD Coin".
    pub name: String,
    /// "USDC".
    pub symbol: String,
    /// The chain ID (CAIP-2).
    pub chain_id: String,
    /// The contract (CAIP-10). `None` for the native coin.
    pub address: Option<String>,
    /// The amount.
    pub quantity: Quantity,
    /// The token imitates the name of a known coin or token (docs/spec/security.md B13), so it has no value.
    pub unverified: bool,
    /// The price of one token in US dollars.
    pub price: Option<String>,
    /// The value of the balance in US dollars.
    pub value: Option<String>,
    /// The URL of its icon.
    pub icon_url: Option<String>,
    /// The same URL as `icon_url`, under the name of another API.
    pub logo_uri: Option<String>,
    /// The value for `send.token`.
    pub id: String,
    /// Floored to three decimals.
    pub amount: String,
    /// The value, "$12.50".
    pub worth: Option<String>,
    /// The icon as a `blob:` URL, once it has loaded.
    pub image: Option<String>,
    /// The `data-testid` of the row.
    pub test_id: String,
}

/// A stored token. Its rendered form ([`TokenItem`]) is made only for visible rows, because an account can have thousands of spam tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// "USD Coin".
    pub name: String,
    /// "USDC".
    pub symbol: String,
    /// The value for `send.token`: the contract as CAIP-10, or "native".
    pub id: String,
    /// The exact amount.
    pub amount: Amount,
    price: Option<Dollars>,
    worth: Option<Dollars>,
    /// The URL of its icon.
    pub icon_url: Option<String>,
    /// The token imitates the name of a known coin or token (docs/spec/security.md B13), so it has no value.
    pub unverified: bool,
    /// The token's name comes only from the token itself: neither the page nor our list knows it.
    pub names_itself: bool,
}

/// A dollar amount in a compact form: two words of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Dollars {
    Usual { units: [u64; 2], decimals: u8 },
    Large(Box<Amount>),
}

impl Dollars {
    fn of(amount: Amount) -> Self {
        match *amount.units.as_limbs() {
            [low, high, 0, 0] => Self::Usual { units: [low, high], decimals: amount.decimals },
            _ => Self::Large(Box::new(amount)),
        }
    }

    fn amount(&self) -> Amount {
        match self {
            Self::Usual { units: [low, high], decimals } => {
                Amount::new(U256::from_limbs([*low, *high, 0, 0]), *decimals)
            }
            Self::Large(amount) => **amount,
        }
    }
}

/// The symbol by which the account's list knows a token. `None` if the network's own name or symbol differs (decision
/// 208, "Labels of tokens").
#[must_use]
pub fn symbol_of(state: &State, id: &str, own: &TokenWords) -> Option<String> {
    let item = state.tokens.list.iter().find(|item| item.id == id && !item.unverified)?;
    let doubt = terms::doubt((&item.symbol, item.amount.decimals), &own.symbol, own.decimals);
    doubt.is_none().then(|| item.symbol.clone())
}

impl Token {
    /// The price of one token in US dollars.
    #[must_use]
    pub fn price(&self) -> Option<Amount> {
        self.price.as_ref().map(Dollars::amount)
    }

    /// The value of the balance in US dollars.
    #[must_use]
    pub fn worth(&self) -> Option<Amount> {
        self.worth.as_ref().map(Dollars::amount)
    }

    /// Whether a request can name the token instead of its address, because the name is well known.
    #[must_use]
    pub fn is_known_by_name(&self) -> bool {
        !self.unverified && !self.names_itself
    }

    /// The contract (CAIP-10). `None` for the native coin.
    #[must_use]
    pub fn address(&self) -> Option<&str> {
        Some(self.id.as_str()).filter(|id| *id != NATIVE)
    }

    /// The rendered token on its chain, without its icon.
    #[must_use]
    pub fn draw(&self, chain: &str) -> TokenItem {
        TokenItem {
            name: self.name.clone(),
            symbol: self.symbol.clone(),
            chain_id: chain.into(),
            address: self.address().map(Into::into),
            id: self.id.clone(),
            quantity: Quantity {
                decimals: self.amount.decimals.to_string(),
                numeric: self.amount.to_decimal(),
            },
            unverified: self.unverified,
            price: self.price().map(|price| price.to_decimal()),
            value: self.worth().map(|worth| worth.to_decimal()),
            icon_url: self.icon_url.clone(),
            logo_uri: self.icon_url.clone(),
            amount: match ChainId::parse(chain) {
                Some(chain) => namespaces::of(chain.namespace).balance(&self.amount),
                None => format::balance(&self.amount),
            },
            worth: self.worth().as_ref().map(format::dollars),
            image: None,
            test_id: ["wm-token-", &self.symbol].concat(),
        }
    }
}

/// The loaded tokens of the current account.
#[derive(Default)]
pub struct Tokens {
    /// The account that owns the tokens.
    pub of: Option<AccountId>,
    /// Loading state of the list.
    pub phase: BalancePhase,
    /// All tokens: the native coin, then by descending value, then tokens without a price, then look-alikes.
    pub list: Vec<Token>,
    /// The first [`TOKENS_MAX`] tokens, rendered without icons. Pages read them at each change of the account.
    pub first: Vec<TokenItem>,
    /// The total value of all tokens, "$1,234.56".
    pub total: Option<String>,
    /// The service returned more tokens than the limit.
    pub too_long: bool,
    /// The wallet itself listed them, not the data service.
    pub by_wallet: bool,
    /// How many more tokens the service has, which weren't read.
    pub unread: usize,
    /// The user hid all amounts.
    pub hidden: bool,
}

/// Slice `tokens`: the list, ready to render.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokensSlice {
    /// Loading state of the list.
    pub phase: BalancePhase,
    /// The first [`TOKENS_MAX`]: the native coin, then by descending value, then tokens without a price, then look-alikes.
    pub list: Vec<TokenItem>,
    /// How many more tokens exist, "1,234".
    pub more: Option<String>,
    /// The total value of all tokens, "$1,234.56".
    pub total: Option<String>,
    /// The request failed because the service returned more tokens than the limit.
    pub too_long: bool,
    /// The time of the next retry, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub retry_at: Option<u64>,
    /// The user hid all amounts.
    pub hidden: bool,
}

/// Builds the slice `tokens`.
#[must_use]
pub fn slice(state: &State) -> TokensSlice {
    let account = state.tokens.of.as_ref().and_then(|of| state.accounts.by.get(&of.chain.namespace));
    TokensSlice {
        phase: state.tokens.phase,
        list: with_pictures(state, state.tokens.first.iter().cloned()),
        more: beyond(state.tokens.list.len() + state.tokens.unread),
        total: state.tokens.total.clone(),
        too_long: state.tokens.too_long,
        retry_at: account.and_then(|account| account.native.retry_at()),
        hidden: state.tokens.hidden,
    }
}

/// How many tokens aren't rendered, as text.
#[must_use]
pub fn beyond(count: usize) -> Option<String> {
    let more = count.saturating_sub(TOKENS_MAX);
    (more > 0).then(|| format::separated(&more.to_string()))
}

/// Renders the first tokens of a list, with the icons that have loaded.
#[must_use]
pub fn shown<'a>(state: &State, list: impl Iterator<Item = &'a Token>) -> Vec<TokenItem> {
    let chain = state.tokens.of.as_ref().map(|of| of.chain.to_string()).unwrap_or_default();
    with_pictures(state, list.take(TOKENS_MAX).map(|token| token.draw(&chain)))
}

fn with_pictures(state: &State, list: impl Iterator<Item = TokenItem>) -> Vec<TokenItem> {
    let with_picture = |mut item: TokenItem| {
        item.image = item.icon_url.as_deref().and_then(|url| state.images.get(url));
        item
    };
    list.map(with_picture).collect()
}

/// The exact amount of a token, within the limits of its decimals.
#[must_use]
pub fn exact(item: &BalanceItem) -> Option<Amount> {
    Amount::parse_shown(&item.numeric, item.decimals).ok()
}

/// Whether a token's address is known: from the page's options, or from our list.
fn is_known(item: &BalanceItem, named: Option<&str>) -> bool {
    let Some(AccountId { address, .. }) = &item.address else { return true };
    let is_ours =
        || eip155::parse(address).is_ok_and(|address| USDT_ADDRESSES.contains(&address.into_array()));
    Some(address.as_str()) == named || is_ours()
}

/// Replaces symbol, name and decimals of the network's coin with those of the network's own entry (197). A service
/// chooses none of them.
fn of_network(item: BalanceItem, coin: Option<&NativeCurrency>) -> BalanceItem {
    match coin.filter(|_| item.address.is_none()) {
        Some(coin) => BalanceItem {
            name: coin.name.clone(),
            symbol: coin.symbol.clone(),
            decimals: coin.decimals,
            ..item
        },
        None => item,
    }
}

/// The skeletons of the names of a network's coin, including its common names. A contract with one of these names is
/// marked.
pub(crate) fn called(coin: Option<&NativeCurrency>) -> Vec<String> {
    let Some(coin) = coin else { return Vec::new() };
    let mut names = alloc::vec![skeleton(&coin.symbol), skeleton(&coin.name)];
    if coin.symbol == "ETH" {
        names.extend(["ether", "ethereum"].map(skeleton));
    }
    names
}

/// The lines of a list, streamed one after another in several passes, so that a long list never exists twice in memory.
pub type Walk<'a> = &'a dyn Fn(&mut dyn FnMut(BalanceItem));

/// The kept lines, in order, and their total value.
pub fn read(walk: Walk<'_>, mut reading: Reading) -> (Vec<Token>, Option<String>) {
    for look in LOOKS {
        if reading.wants(look) {
            walk(&mut |item| reading.take(look, item));
        }
    }
    reading.read()
}

/// The passes over the lines: known names first, then all other names, then the kept ones.
pub const LOOKS: [Look; 3] = [Look::Known, Look::Others, Look::Kept];

/// The purpose of one pass over the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "as LOOKS has it")]
pub enum Look {
    Known,
    Others,
    Kept,
}

/// Reads a list line by line, so that a long one can be read in several tasks. A token that imitates the coin, or a known token that the
/// account also has, loses its price, because its maker chose its name.
pub struct Reading {
    coin: Option<NativeCurrency>,
    named: Option<String>,
    known: Vec<(String, Option<AccountId>)>,
    /// The names that only tokens themselves claim, with their tokens. If two tokens claim the same name, neither is
    /// trusted.
    others: Vec<(String, Option<AccountId>)>,
    is_asked: bool,
    count: usize,
    sets: Option<[Names; 2]>,
    all: Vec<Token>,
}

impl Reading {
    /// An empty reading.
    #[must_use]
    pub fn new(coin: Option<NativeCurrency>, named: Option<String>) -> Self {
        let known = called(coin.as_ref()).into_iter().map(|name| (name, None)).collect();
        Self {
            coin,
            named,
            known,
            others: Vec::new(),
            is_asked: false,
            count: 0,
            sets: None,
            all: Vec::new(),
        }
    }

    /// Whether this pass needs to see the lines.
    #[must_use]
    pub fn wants(&self, look: Look) -> bool {
        look != Look::Others || self.is_asked
    }

    /// Takes one line in a pass.
    pub fn take(&mut self, look: Look, item: BalanceItem) {
        let item = of_network(item, self.coin.as_ref());
        match look {
            Look::Known => {
                self.count += 1;
                self.is_asked |= item.names_itself;
                if is_known(&item, self.named.as_deref()) {
                    self.known.extend([&item.symbol, &item.name].map(|text| (skeleton(text), None)));
                }
            }
            Look::Others => {
                let names = [&item.symbol, &item.name].map(|text| (skeleton(text), item.address.clone()));
                self.others.extend(names);
            }
            Look::Kept => {
                let poses = self.poses(&item);
                self.all.extend(token(item, poses));
            }
        }
    }

    fn poses(&mut self, item: &BalanceItem) -> bool {
        let [known, others] = match &mut self.sets {
            Some(sets) => sets,
            none => {
                self.all.reserve_exact(self.count);
                let [known, others] = [&mut self.known, &mut self.others].map(core::mem::take);
                none.insert([Names::of(known), Names::of(others)])
            }
        };
        let is_of = |text: &&String| {
            let text = skeleton(text);
            known.find(&text).is_some()
                || item.names_itself && others.has_another(&text, item.address.as_ref())
        };
        !is_known(item, self.named.as_deref()) && [&item.symbol, &item.name].iter().any(is_of)
    }

    /// The kept tokens, in order, and their total value.
    #[must_use]
    pub fn read(self) -> (Vec<Token>, Option<String>) {
        let mut all = self.all;
        // a total that overflows is omitted, instead of showing a part of it
        let is_beyond = all.iter().any(|token: &Token| token.price.is_some() && token.worth.is_none());
        let mut worths = all.iter().filter_map(Token::worth);
        let sum =
            worths.next().and_then(|first| worths.try_fold(first, |sum, worth| sum.checked_add(&worth)));
        let total = sum.filter(|_| !is_beyond).as_ref().map(format::dollars);
        put_in_order(&mut all);
        (all, total)
    }
}

/// Sorted names with their owners. A binary search finds a name, however many tokens a stranger sends.
struct Names(Vec<(String, Whose)>);

enum Whose {
    One(Option<AccountId>),
    Several,
}

impl Names {
    fn of(mut all: Vec<(String, Option<AccountId>)>) -> Self {
        let name = |at: usize| all.get(at).map(|(name, _)| name);
        let order = map::in_order(all.len(), &|a, b| name(a).cmp(&name(b)));
        let mut list: Vec<(String, Whose)> = Vec::new();
        for at in order {
            let Some((name, whose)) = all.get_mut(at).map(core::mem::take) else { continue };
            match list.last_mut() {
                Some((known, of)) if *known == name => {
                    if !matches!(of, Whose::One(one) if *one == whose) {
                        *of = Whose::Several;
                    }
                }
                _ => list.push((name, Whose::One(whose))),
            }
        }
        Self(list)
    }

    fn find(&self, name: &str) -> Option<&Whose> {
        let at = self.0.binary_search_by(|(known, _)| known.as_str().cmp(name)).ok()?;
        self.0.get(at).map(|(_, whose)| whose)
    }

    /// Whether another token than this one claims the name too.
    fn has_another(&self, name: &str, than: Option<&AccountId>) -> bool {
        match self.find(name) {
            Some(Whose::One(one)) => one.as_ref() != than,
            Some(Whose::Several) => true,
            None => false,
        }
    }
}

/// Sorts tokens: the coin, then by descending value, then tokens without a price, then look-alikes. The sort is stable.
fn put_in_order(all: &mut [Token]) {
    let place = |token: &Token| {
        let worth = token.worth();
        let kind = match worth {
            _ if token.address().is_none() => 0u8,
            _ if token.unverified => 3,
            Some(_) => 1,
            None => 2,
        };
        (kind, Reverse(worth.map_or(U256::ZERO, |worth| worth.units)))
    };
    let places: Vec<_> = all.iter().map(place).collect();
    let mut order = map::in_order(all.len(), &|a, b| places.get(a).cmp(&places.get(b)));
    // applies the permutation cycle by cycle, so that each token moves once
    for start in 0..all.len() {
        let mut at = start;
        while let Some(from) = order.get_mut(at).map(|from| core::mem::replace(from, at)) {
            if from == start || from == at {
                break;
            }
            all.swap(at, from);
            at = from;
        }
    }
}

fn token(item: BalanceItem, unverified: bool) -> Option<Token> {
    let amount = exact(&item)?;
    let number = |text: Option<String>| amount::of_number(&text.filter(|_| !unverified)?, PRICE_DECIMALS);
    let price = number(item.price);
    let worth = number(item.value).or_else(|| amount.at_price(&price?));
    Some(Token {
        id: item.address.map_or_else(|| NATIVE.into(), |address| address.to_string()),
        name: item.name,
        symbol: item.symbol,
        amount,
        price: price.map(Dollars::of),
        worth: worth.map(Dollars::of),
        icon_url: item.icon_url,
        unverified,
        names_itself: item.names_itself,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caip::ChainId;
    use serde_json::json;

    // The service calls the coin USDC and reports other decimals.
    // req: 10.12
    #[test]
    fn names_and_counts_the_coin_as_its_network_does() {
        let coin = NativeCurrency { name: "Ether".into(), symbol: "ETH".into(), decimals: 18 };
        let list = json!([{"name": "USD Coin", "symbol": "USDC", "chainId": "eip155:1", "price": 1,
            "quantity": {"decimals": "6", "numeric": "10.0000001"}}]);
        let items = crate::services::items(list.as_array().unwrap(), &ChainId::evm(1));
        let reading = Reading::new(Some(coin), None);
        let (all, _) = read(&|each| items.iter().cloned().for_each(each), reading);
        let of = &all[0];
        assert_eq!((of.symbol.as_str(), of.name.as_str(), of.amount.decimals), ("ETH", "Ether", 18));
        assert_eq!(of.amount.to_decimal(), "10.0000001");
    }

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
    fn renders_tokens_from_the_services_data() {
        let reading = Reading::new(None, None);
        let (list, total) = read(&|each| lines().into_iter().for_each(each), reading);
        let list: Vec<TokenItem> = list.iter().map(|token| token.draw("eip155:1")).collect();
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
    fn skips_tokens_without_decimals() {
        assert!(lines().iter().all(|item| item.symbol != "NFT" && item.decimals > 0));
    }

    #[test]
    fn shows_no_total_without_tokens() {
        assert_eq!(read(&|_| {}, Reading::new(None, None)), (Vec::new(), None));
    }

    /// A stranger sends a token with the name of one that the account has. Neither is known to be the real one.
    // req: 10.12
    #[test]
    fn marks_all_tokens_that_share_a_self_given_name() {
        let line = |at: usize, name: &str| {
            json!({"name": name, "symbol": alloc::format!("S{at}"), "chainId": "eip155:1", "namesItself": true,
                "address": alloc::format!("eip155:1:0x{at:040x}"), "quantity": {"decimals": "18", "numeric": "1"}})
        };
        let list = [line(1, "Apple"), line(2, "Pear"), line(3, "Apple"), line(4, "AppIe"), line(2, "Pear")];
        let items = crate::services::items(&list, &ChainId::evm(1));
        let (all, _) = read(&|each| items.iter().cloned().for_each(each), Reading::new(None, None));
        let marked: Vec<(&str, bool)> = all.iter().map(|of| (of.name.as_str(), of.unverified)).collect();
        assert_eq!(marked.iter().filter(|(name, is_marked)| *name == "Pear" && !is_marked).count(), 2);
        assert_eq!(marked.iter().filter(|(name, is_marked)| *name != "Pear" && *is_marked).count(), 3);
    }
}
