//! Obstacles to sending a token on Solana, and an owner's token accounts.

use super::unsendable::{self, fault};
use crate::api::rpc;
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::solana::codec::wire::Key;
use crate::namespaces::solana::holdings::mint::{Mint, wants_memo};
use crate::namespaces::solana::holdings::node::{Account, account, holding};
use crate::namespaces::solana::reader::effects::key;
use crate::namespaces::solana::reader::instructions::written;
use alloc::vec::Vec;

/// Checks whether the token can be sent, and whether the modal can send it.
///
/// # Errors
/// [`Error::Unsendable`].
pub(super) fn check(mint: &Mint, is_opened: bool) -> Result<()> {
    let faults = [
        (mint.is_bound(), unsendable::BOUND),
        (mint.is_paused(), unsendable::PAUSED),
        (is_opened && mint.starts_frozen(), unsendable::STARTS_FROZEN),
        (mint.is_hooked(), unsendable::HOOKED),
    ];
    faults.into_iter().find(|(is, _)| *is).map_or(Ok(()), |(_, why)| fault(why))
}

/// Checks the token account that receives.
pub(super) fn check_receiver(
    account: &Account,
    mint: &Key,
    owner: Option<&Key>,
    has_memo: bool,
) -> Result<()> {
    match holding(account) {
        Some(of) if of.mint != *mint => return fault(unsendable::OTHER_TOKEN),
        // its owner might have transferred the account
        Some(of) if owner.is_some_and(|owner| of.owner != *owner) => return fault(unsendable::GIVEN_AWAY),
        Some(_) => {}
        None => return fault(unsendable::OTHER_TOKEN),
    }
    if is_frozen(account) {
        return fault(unsendable::FROZEN);
    }
    if wants_memo(account) && !has_memo { fault(unsendable::MEMO_NEEDED) } else { Ok(()) }
}

fn is_frozen(account: &Account) -> bool {
    account.data.get(108) == Some(&2)
}

/// A balance in one token account.
pub(super) struct TokenHolding {
    pub(super) key: Key,
    pub(super) units: u64,
    /// The issuer has frozen the token account.
    pub(super) is_frozen: bool,
}

/// The token account with the largest sendable balance, or a frozen one if all are frozen. `None` if there is none.
///
/// # Errors
/// The node's errors.
pub(super) async fn largest(
    cx: &Cx,
    network: &Network,
    owner: &str,
    mint: &Key,
) -> Result<Option<TokenHolding>> {
    let how = json!({ "encoding": "base64", "commitment": "confirmed" });
    let params = json!([owner, { "mint": written(mint) }, how]);
    let answer = rpc::of_money(cx, network, "getTokenAccountsByOwner", &params).await?;
    let read = |of: &serde_json::Value| {
        let account = account(of.field("account")?)??;
        let is_it = holding(&account).is_some_and(|holding| holding.mint == *mint);
        let units = u64::from_le_bytes(account.data.get(64..72)?.try_into().ok()?);
        let held = TokenHolding { key: key(of.text("pubkey")?)?, units, is_frozen: is_frozen(&account) };
        Some(held).filter(|_| is_it)
    };
    let all: Vec<TokenHolding> = answer.list("value").iter().filter_map(read).collect();
    let is_list = answer.get("value").is_some_and(serde_json::Value::is_array);
    let found = is_list.then(|| all.into_iter().max_by_key(|held| (!held.is_frozen, held.units)));
    found.ok_or_else(|| Error::Unreadable { from: network.name.clone() })
}
