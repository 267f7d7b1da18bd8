//! The list of tokens to swap: suggested ones, those of the account, all others.

use crate::caip::ChainId;
use crate::constants::HELD_MAX;
use crate::features::account::model::tokens::{self, Token};
use crate::features::directory::model::lookalikes::skeleton;
use crate::format;
use crate::map::SortedMap;
use crate::services::SwapToken;
use crate::store::State;
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// The suggested tokens of the list, in this order, at most eight (docs/spec/services.md B2).
const SUGGESTED: [&str; 27] = [
    "ETH", "UNI", "1INCH", "AAVE", "SOL", "ADA", "AVAX", "DOT", "LINK", "NITRO", "GAIA", "MILK", "TRX",
    "NEAR", "GNO", "WBTC", "DAI", "WETH", "USDC", "USDT", "ARB", "BAL", "BICO", "CRV", "ENS", "MATIC", "OP",
];
const SUGGESTED_MAX: usize = 8;
/// The maximum number of rows per section. Users find other tokens with the search.
const LISTED_MAX: usize = 200;

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

/// The rows of the list: suggested tokens, tokens of the account, all others. A contract that imitates the network's
/// coin or a token of the account is marked and never suggested, because its maker chose its name. The code passes over
/// the list once and uses sets, because a service can list thousands.
pub(super) fn rows(
    state: &State,
    chain: &ChainId,
) -> (Vec<SwapTokenRow>, Vec<SwapTokenRow>, Vec<SwapTokenRow>, bool) {
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

/// The icon of a token, from the account's list or from the service.
pub(super) fn image(state: &State, chain: &ChainId, token: &SwapToken) -> Option<String> {
    let id = token.id(chain);
    image_of(state, token, state.tokens.list.iter().find(|item| item.id == id))
}

fn image_of(state: &State, token: &SwapToken, held: Option<&Token>) -> Option<String> {
    let known = held.and_then(|item| state.images.get(item.icon_url.as_deref()?));
    known.or_else(|| state.images.get(token.icon_url.as_deref()?))
}
