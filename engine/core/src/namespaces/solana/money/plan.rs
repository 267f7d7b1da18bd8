//! Plans a transfer: queries the node for the recipient's account. For a token, also for its accounts, its transfer
//! fee, and whether a token account must be created.

use super::tokens;
use super::transfer::{Plan, Tokens, What, associated, is_on_curve};
use super::unsendable::{self, fault};
use crate::amount::Amount;
use crate::api::rpc;
use crate::constants::{LAMPORT_PRICE_MAX, LAMPORT_PRICE_MIN, LAMPORT_PRICE_MS, LAMPORT_PRICE_SLOTS};
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::solana::codec::wire::Key;
use crate::namespaces::solana::holdings::mint::Mint;
use crate::namespaces::solana::holdings::node::{self, Account, holding, is_of_tokens, mint_decimals};
use crate::namespaces::solana::reader::effects::key;
use crate::namespaces::solana::reader::instructions::{SYSTEM, TOKEN, TOKEN_2022};
use crate::namespaces::transfer::{RecipientKind, Transfer};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use core::cell::RefCell;

fn address(text: &str, field: &str) -> Result<Key> {
    key(text).ok_or_else(|| Error::BadParams { field: field.into() })
}

/// The type of a recipient's account, if it isn't a normal one.
pub(super) fn place(key: &Key, account: Option<&Account>) -> Option<RecipientKind> {
    match account {
        Some(of) if holding(of).is_some() => Some(RecipientKind::Holding),
        Some(of) if of.owner != SYSTEM => Some(RecipientKind::Program),
        _ => (!is_on_curve(key)).then_some(RecipientKind::Program),
    }
}

/// The rent-exempt minimum of an account of this size, in lamports.
///
/// # Errors
/// The node's errors.
pub(super) async fn least(cx: &Cx, network: &Network, bytes: usize) -> Result<u64> {
    let answer = rpc::of_money(cx, network, "getMinimumBalanceForRentExemption", &json!([bytes])).await?;
    answer.as_u64().ok_or_else(|| Error::Unreadable { from: network.name.clone() })
}

/// Plans a transfer.
///
/// # Errors
/// [`Error::Unsendable`] with the reason. The node's errors.
pub(super) async fn plan(cx: &Cx, network: &Network, of: &Transfer) -> Result<Plan> {
    let (from, to) = (address(&of.from, "from")?, address(&of.to, "receiver")?);
    let what = match &of.token {
        None => What::Coin(coins(cx, network, &to, units(of)?).await?),
        Some(token) => What::Token(tokens(cx, network, of, &to, address(token, "token")?).await?),
    };
    let references = of.references.iter().map(|key| address(key, "references")).collect::<Result<_>>()?;
    let price = Some(price(cx, network).await);
    Ok(Plan { from, to, what, memo: of.memo.clone(), references, price })
}

/// A token's own data.
///
/// # Errors
/// No node responds. [`Error::TokenRequired`] if the account isn't a mint.
pub(super) async fn mint(cx: &Cx, network: &Network, token: &str) -> Result<Mint> {
    let found = node::accounts(cx, network, &[address(token, "token")?]).await;
    let found = found.ok_or_else(|| node::unreachable(network))?;
    found.into_iter().next().flatten().and_then(Mint::read).ok_or(Error::TokenRequired)
}

fn units(of: &Transfer) -> Result<u64> {
    u64::try_from(of.amount.units).map_err(|_| Error::BadParams { field: "amount".into() })
}

async fn coins(cx: &Cx, network: &Network, to: &Key, units: u64) -> Result<u64> {
    let found = node::accounts(cx, network, &[*to]).await.ok_or_else(|| node::unreachable(network))?;
    match found.into_iter().next().flatten() {
        Some(account) if account.is_program => fault(unsendable::PROGRAM),
        Some(account) if holding(&account).is_some() => fault(unsendable::OTHER_TOKEN),
        Some(account) if mint_decimals(&account).is_some() => fault(unsendable::MINT),
        Some(_) => Ok(units),
        None => {
            // an account exists as long as its balance isn't zero
            let least = least(cx, network, 0).await?;
            let least_text = Amount::new(U256::from(least), network.native_currency.decimals).to_decimal();
            let symbol = &network.native_currency.symbol;
            let least_text: String = [&least_text, " ", symbol].concat();
            if units < least { unsendable::first_too_little(&least_text) } else { Ok(units) }
        }
    }
}

async fn tokens(cx: &Cx, network: &Network, of: &Transfer, to: &Key, mint: Key) -> Result<Tokens> {
    // the response names the program that owns the mint
    let programs: Vec<Key> = [TOKEN, TOKEN_2022].into_iter().filter_map(key).collect();
    let theirs: Vec<Key> = programs.iter().filter_map(|program| associated(to, program, &mint)).collect();
    let keys = [&[*to, mint][..], &theirs].concat();
    let found = node::accounts(cx, network, &keys).await.ok_or_else(|| node::unreachable(network))?;
    let mut found = found.into_iter();
    let (receiver, token) = (found.next().flatten(), found.next().flatten());
    let token = token.and_then(Mint::read).ok_or(Error::TokenRequired)?;
    let at = programs.iter().position(|program| *program == token.program).ok_or(Error::TokenRequired)?;
    let account = found.nth(at).flatten();
    let has_memo = of.memo.is_some();
    let (destination, is_opened) = match &receiver {
        Some(account) if account.is_program => return fault(unsendable::PROGRAM),
        Some(account) if mint_decimals(account).is_some() => return fault(unsendable::MINT),
        Some(account) if is_of_tokens(account) => {
            tokens::check_receiver(account, &mint, None, has_memo)?;
            (*to, false)
        }
        _ => {
            if let Some(account) = &account {
                tokens::check_receiver(account, &mint, Some(to), has_memo)?;
            }
            (*theirs.get(at).ok_or(Error::TokenRequired)?, account.is_none())
        }
    };
    tokens::check(&token, is_opened)?;
    let units = units(of)?;
    let source = match tokens::largest(cx, network, &of.from, &mint).await? {
        Some(held) if held.is_frozen => return fault(unsendable::OWN_FROZEN),
        Some(held) if held.units >= units => held.key,
        _ => return fault(unsendable::IN_PARTS),
    };
    let withheld = match token.has_fee() {
        false => None,
        true => {
            let kept = token.fee(units, epoch(cx, network).await?);
            Some(kept.ok_or_else(|| Error::Unreadable { from: network.name.clone() })?)
        }
    };
    let Mint { program, decimals, .. } = token;
    Ok(Tokens { program, mint, source, destination, is_opened, units, decimals, withheld })
}

/// The current epoch, which determines a token's transfer fee.
///
/// # Errors
/// The node's errors.
pub(super) async fn epoch(cx: &Cx, network: &Network) -> Result<u64> {
    let epoch = rpc::of_money(cx, network, "getEpochInfo", &json!([])).await?.whole("epoch");
    epoch.ok_or_else(|| Error::Unreadable { from: network.name.clone() })
}

/// The cached compute unit price in millionths of a lamport, with its network and time.
#[derive(Default)]
struct Price(RefCell<Option<(String, u64, u64)>>);

fn kept(cx: &Cx) -> Rc<Price> {
    cx.extension_or("solana price", Price::default)
}

/// The compute unit price. It stays the same while the form is open, so the reserve of Max matches the fee.
pub(super) async fn price(cx: &Cx, network: &Network) -> u64 {
    let now = cx.ports().clock.now_ms();
    let known = kept(cx).0.borrow().clone();
    match known.filter(|(of, ..)| *of == network.caip_network_id) {
        Some((_, price, at)) if now.saturating_sub(at) < LAMPORT_PRICE_MS => price,
        _ => ask_price(cx, network).await,
    }
}

/// Queries the price that three of four recent slots accepted, within limits. The minimum if no node responds.
pub(super) async fn ask_price(cx: &Cx, network: &Network) -> u64 {
    let answer = rpc::of_money(cx, network, "getRecentPrioritizationFees", &json!([])).await;
    let answer = answer.unwrap_or_default();
    let all = answer.as_array().map_or(&[][..], |list| list.as_slice()).iter().take(LAMPORT_PRICE_SLOTS);
    let all: Vec<u64> = all.filter_map(|of| of.whole("prioritizationFee")).collect();
    let under = |price: &&u64| all.iter().filter(|of| of <= price).count() * 4 >= all.len() * 3;
    let price = all.iter().filter(under).min().copied().unwrap_or_default();
    let price = price.clamp(LAMPORT_PRICE_MIN, LAMPORT_PRICE_MAX);
    let now = cx.ports().clock.now_ms();
    *kept(cx).0.borrow_mut() = Some((network.caip_network_id.clone(), price, now));
    price
}
