//! All balances of an owner from the network's node: coins, and the tokens of both programs. A token's own metadata
//! contains its name ([`labels`]). A name in a service's list takes precedence.

pub(crate) mod accounts;
mod count;
pub(crate) mod labels;
pub(crate) mod mint;
pub(crate) mod node;

use self::mint::Mint;
use self::node::{Account, account, holding, seconds, unreachable, unreadable};
use crate::amount::Amount;
use crate::api::rpc;
use crate::caip::{AccountId, ChainId, Namespace};
use crate::constants::MINTS_MAX;
use crate::entities::Network;
use crate::error::Result;
use crate::flow::{Cx, Flow};
use crate::format;
use crate::json::Read;
use crate::json::json;
use crate::map::TextMap;
use crate::namespaces::holdings::{self, Balances, Holds};
use crate::namespaces::solana::codec::wire::Key;
use crate::namespaces::solana::reader::instructions::{TOKEN, TOKEN_2022, written};
use crate::namespaces::terms;
use crate::ports::Local;
use crate::services::BalanceItem;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

/// The number of mints per request, with their metadata accounts.
const AT_ONCE: usize = 50;

/// An amount of a token.
struct Units {
    mint: Key,
    units: U256,
}

/// A token, with the network's own data.
struct Token {
    mint: String,
    amount: Amount,
    /// The name and the symbol.
    called: Option<(String, String)>,
}

struct SolanaHoldings;

/// The feature's entry: provides the balances of the namespace.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    holdings::provide(&cx, Namespace::Solana, &SolanaHoldings)
}

impl Holds for SolanaHoldings {
    fn held(&self, cx: Cx, network: Network, address: String) -> Local<Result<Balances>> {
        Box::pin(async move { held(&cx, &network, &address).await })
    }
}

/// The balances. An error if any part is missing.
async fn held(cx: &Cx, network: &Network, owner: &str) -> Result<Balances> {
    let native = node::native(cx, network, owner).await?;
    let chain = network.chain().ok_or_else(|| unreadable(network))?;
    let mut all = Vec::new();
    for program in [TOKEN, TOKEN_2022] {
        let how = json!({ "encoding": "base64", "commitment": "confirmed" });
        let params = json!([owner, { "programId": program }, how]);
        let answer = rpc::of_money(cx, network, "getTokenAccountsByOwner", &params).await?;
        let list = answer.get("value").and_then(Value::as_array).ok_or_else(|| unreadable(network))?;
        list.iter().filter_map(|of| units(of, owner)).for_each(|of| add(&mut all, of));
    }
    let now = seconds(cx);
    let unread: Vec<String> = all.iter().skip(MINTS_MAX).map(|of: &Units| written(&of.mint)).collect();
    let mut tokens = Vec::new();
    for some in all.get(..MINTS_MAX).unwrap_or(&all).chunks(AT_ONCE) {
        let beside = some.iter().filter_map(|of| labels::place(&of.mint));
        let keys: Vec<Key> = some.iter().map(|of| of.mint).chain(beside).collect();
        let found = node::accounts(cx, network, &keys).await.ok_or_else(|| unreachable(network))?;
        let mut found = found.into_iter();
        let mints: Vec<Option<Account>> = found.by_ref().take(some.len()).collect();
        for ((of, mint), named) in some.iter().zip(mints).zip(found) {
            tokens.extend(mint.and_then(Mint::read).map(|mint| Token {
                mint: written(&of.mint),
                amount: terms::shown(mint.terms(now).count.as_ref(), &Amount::new(of.units, mint.decimals)),
                called: labels::of(&mint, &of.mint, named.as_ref()).and_then(|of| of.name.zip(of.symbol)),
            }));
        }
    }
    let coin = network.native_currency.clone();
    let native = line(&chain, None, native, Some((coin.name, coin.symbol)));
    Ok(Balances {
        merge: Box::new(move |listed| merge(&chain, listed, native, tokens, &unread)),
        arriving: None,
    })
}

/// The amount in a token account of this owner. `None` if it is empty.
fn units(of: &Value, owner: &str) -> Option<Units> {
    let account = account(of.field("account")?)??;
    let mint = holding(&account).filter(|holding| written(&holding.owner) == owner)?.mint;
    let units = u64::from_le_bytes(account.data.get(64..72)?.try_into().ok()?);
    (units > 0).then_some(Units { mint, units: U256::from(units) })
}

/// Adds an amount. The tokens of a mint can be in several accounts.
fn add(all: &mut Vec<Units>, of: Units) {
    match all.iter_mut().find(|known| known.mint == of.mint) {
        Some(known) => known.units = known.units.saturating_add(of.units),
        None => all.push(of),
    }
}

fn line(
    chain: &ChainId,
    mint: Option<&str>,
    amount: Amount,
    called: Option<(String, String)>,
) -> BalanceItem {
    let address = mint.map(|mint| AccountId { chain: chain.clone(), address: mint.into() });
    let short = || {
        let short = format::truncated(mint.unwrap_or_default());
        (short.clone(), short)
    };
    let (name, symbol) = called.unwrap_or_else(short);
    BalanceItem {
        name,
        symbol,
        chain: chain.clone(),
        names_itself: address.is_some(),
        address,
        decimals: amount.decimals,
        numeric: amount.to_decimal(),
        price: None,
        value: None,
        icon_url: None,
    }
}

/// The service's entries with the node's amounts, then entries that the service lacks. Entries that the node lacks are
/// dropped.
fn merge(
    chain: &ChainId,
    listed: &[BalanceItem],
    native: BalanceItem,
    tokens: Vec<Token>,
    unread: &[String],
) -> (Vec<BalanceItem>, usize) {
    // both lists can have thousands of entries, because anyone can send tokens
    let (mut named, mut beyond) = (TextMap::<()>::default(), TextMap::<()>::default());
    for address in listed.iter().filter_map(|item| item.address.as_ref()) {
        named.insert(address.address.clone(), ());
    }
    for mint in unread {
        beyond.insert(mint.clone(), ());
    }
    let of_node = |item: &BalanceItem| match &item.address {
        None => Some(with_amount(item, &native)),
        Some(of) if beyond.get(&of.address).is_some() => Some(item.clone()),
        Some(of) => {
            let token = tokens.iter().find(|token| token.mint == of.address)?;
            Some(with_amount(item, &line(chain, Some(&of.address), token.amount, None)))
        }
    };
    let mut all: Vec<BalanceItem> = listed.iter().filter_map(of_node).collect();
    if listed.iter().all(|item| item.address.is_some()) {
        all.push(native);
    }
    let count = unread.iter().filter(|mint| named.get(mint).is_none()).count();
    // without decimals it is an NFT, as in a service's list
    let is_own = |token: &Token| token.amount.decimals > 0 && named.get(&token.mint).is_none();
    let own = tokens.into_iter().filter(is_own);
    all.extend(own.map(|token| line(chain, Some(&token.mint), token.amount, token.called)));
    (all, count)
}

/// A service's entry with the node's amount. Its value is computed again, because the service's value was for its own
/// amount.
fn with_amount(item: &BalanceItem, node: &BalanceItem) -> BalanceItem {
    let (decimals, numeric) = (node.decimals, node.numeric.clone());
    let value = item.value.clone().filter(|_| item.decimals == decimals && item.numeric == numeric);
    BalanceItem { decimals, numeric, value, ..item.clone() }
}
