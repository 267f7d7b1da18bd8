//! Solana, what tokens say of themselves: mints with the extensions of Token-2022, and the token accounts that somebody has.

use super::super::deeds::key;
use super::super::instructions::written;
use super::super::node::{Account, HOLDING_BYTES, account, holding, mint_decimals};
use super::super::wire::Key;
use super::unsendable::{self, fault};
use crate::api::rpc;
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use alloc::vec::Vec;
use serde_json::json;

/// Kinds of extensions (spl_token_2022::extension::ExtensionType).
const TRANSFER_FEE: u16 = 1;
const DEFAULT_STATE: u16 = 6;
const MEMO_TRANSFER: u16 = 8;
const NON_TRANSFERABLE: u16 = 9;
const TRANSFER_HOOK: u16 = 14;
const PAUSABLE: u16 = 26;

/// The value of an extension of a mint or a token account.
pub(super) fn extension(account: &Account, wanted: u16) -> Option<&[u8]> {
    let mut rest = account.data.get(HOLDING_BYTES + 1..)?;
    loop {
        let (kind, after) = rest.split_first_chunk::<2>()?;
        let (length, after) = after.split_first_chunk::<2>()?;
        let (value, after) = after.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
        match u16::from_le_bytes(*kind) {
            0 => return None,
            kind if kind == wanted => return Some(value),
            _ => rest = after,
        }
    }
}

/// A token.
pub(super) struct Mint {
    /// Token or Token-2022.
    pub(super) program: Key,
    pub(super) decimals: u8,
    account: Account,
}

impl Mint {
    /// Nothing for what is none.
    pub(super) fn read(account: Account) -> Option<Self> {
        Some(Self { program: key(&account.owner)?, decimals: mint_decimals(&account)?, account })
    }

    /// As the node has it.
    pub(super) fn account(&self) -> &Account {
        &self.account
    }

    /// Why its issuer lets nobody send it, or none that is sent from here.
    ///
    /// # Errors
    /// [`Error::Unsendable`].
    pub(super) fn check(&self, is_opened: bool) -> Result<()> {
        let of = |kind| extension(&self.account, kind);
        let is_paused = of(PAUSABLE).is_some_and(|value| value.get(32) != Some(&0));
        let is_frozen = is_opened && of(DEFAULT_STATE).is_some_and(|value| value != [1]);
        if of(NON_TRANSFERABLE).is_some() || is_paused || is_frozen {
            return fault(unsendable::HELD);
        }
        // its program wants accounts that are not known here
        let is_hooked = of(TRANSFER_HOOK).is_some_and(|value| {
            value.get(32..64).is_none_or(|program| program.iter().any(|byte| *byte != 0))
        });
        if is_hooked { fault(unsendable::HOOKED) } else { Ok(()) }
    }

    /// Whether a fee is taken from what is sent.
    pub(super) fn has_fee(&self) -> bool {
        extension(&self.account, TRANSFER_FEE).is_some()
    }

    /// What the token keeps of so many units in this epoch; nothing for what cannot be read.
    pub(super) fn fee(&self, units: u64, epoch: u64) -> Option<u64> {
        let value = extension(&self.account, TRANSFER_FEE)?;
        // two authorities and what is withheld; then the fee of before, and the one of now or soon
        let (older, newer) = value.get(72..108)?.split_first_chunk::<18>()?;
        let newer: &[u8; 18] = newer.try_into().ok()?;
        let number =
            |of: &[u8; 18], at: usize| Some(u64::from_le_bytes(of.get(at..at + 8)?.try_into().ok()?));
        let of = if number(newer, 0)? <= epoch { newer } else { older };
        let points = u128::from(u16::from_le_bytes(of.get(16..)?.try_into().ok()?));
        let kept = (u128::from(units) * points).div_ceil(10_000).min(u128::from(number(of, 8)?));
        u64::try_from(kept).ok()
    }

    /// Bytes of a token account that is opened for it.
    pub(super) fn account_bytes(&self) -> usize {
        let has = |kind, bytes| if extension(&self.account, kind).is_some() { bytes } else { 0 };
        match self.account.owner == super::super::instructions::TOKEN {
            true => HOLDING_BYTES,
            // its kind, and that its owner never changes
            false => {
                let fixed = HOLDING_BYTES + 1 + 4;
                fixed + has(TRANSFER_FEE, 12) + has(TRANSFER_HOOK, 5) + has(PAUSABLE, 4)
            }
        }
    }
}

/// A token account that receives.
pub(super) fn check_receiver(
    account: &Account,
    mint: &Key,
    owner: Option<&Key>,
    has_memo: bool,
) -> Result<()> {
    match holding(account) {
        Some(of) if of.mint != *mint => return fault(unsendable::OTHER_TOKEN),
        // somebody may have given it away
        Some(of) if owner.is_some_and(|owner| of.owner != *owner) => return fault(unsendable::GIVEN_AWAY),
        Some(_) => {}
        None => return fault(unsendable::OTHER_TOKEN),
    }
    if is_frozen(account) {
        return fault(unsendable::HELD);
    }
    let wants_memo = extension(account, MEMO_TRANSFER).is_some_and(|value| value != [0]);
    if wants_memo && !has_memo { fault(unsendable::MEMO_NEEDED) } else { Ok(()) }
}

fn is_frozen(account: &Account) -> bool {
    account.data.get(108) == Some(&2)
}

/// So much of a token in one account of somebody.
pub(super) struct Held {
    pub(super) key: Key,
    pub(super) units: u64,
}

/// The account of a token with the most in it that can be sent; nothing where there is none.
///
/// # Errors
/// As the node answers.
pub(super) async fn largest(cx: &Cx, network: &Network, owner: &str, mint: &Key) -> Result<Option<Held>> {
    let how = json!({ "encoding": "base64", "commitment": "confirmed" });
    let params = json!([owner, { "mint": written(mint) }, how]);
    let answer = rpc::of_money(cx, network, "getTokenAccountsByOwner", &params).await?;
    let read = |of: &serde_json::Value| {
        let account = account(of.field("account")?)??;
        let is_it = holding(&account).is_some_and(|holding| holding.mint == *mint);
        let units = u64::from_le_bytes(account.data.get(64..72)?.try_into().ok()?);
        let held = Held { key: key(of.text("pubkey")?)?, units };
        Some(held).filter(|_| is_it && !is_frozen(&account))
    };
    let all: Vec<Held> = answer.list("value").iter().filter_map(read).collect();
    let is_list = answer.get("value").is_some_and(serde_json::Value::is_array);
    let found = is_list.then(|| all.into_iter().max_by_key(|held| held.units));
    found.ok_or_else(|| Error::Unreadable { from: network.name.clone() })
}
