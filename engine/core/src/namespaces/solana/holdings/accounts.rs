//! Accounts in a node's response: token accounts, mints, and others.

use crate::amount::DECIMALS_MAX;
use crate::json::Read;
use crate::namespaces::solana::codec::wire::Key;
use crate::namespaces::solana::reader::instructions::{Holding, STAKE, TOKEN, TOKEN_2022};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;
use walletconnect::base64;

/// The maximum length of an account's data as text. An address table has less than 12 KiB.
const DATA_CHARS_MAX: usize = 16 * 1024;
/// The size of a token account without extensions. With extensions, the account type follows.
pub(crate) const HOLDING_BYTES: usize = 165;
/// The size of a mint.
const MINT_BYTES: usize = 82;

/// An account in a node's response.
pub(crate) struct Account {
    /// The program that owns it.
    pub(crate) owner: String,
    /// The data. Empty if it is too long to be readable.
    pub(crate) data: Vec<u8>,
    /// The account has data, of any size.
    pub(crate) has_data: bool,
    pub(crate) lamports: u64,
    /// The account is a program.
    pub(crate) is_program: bool,
}

/// Parses one account. The inner `None` means that it doesn't exist, the outer one that the response is invalid.
pub(crate) fn account(of: &Value) -> Option<Option<Account>> {
    if of.is_null() {
        return Some(None);
    }
    let text = of.list("data").first().and_then(Value::as_str)?;
    let data = if text.len() > DATA_CHARS_MAX { Vec::new() } else { base64::decode(text)? };
    let is_program = of.flag("executable") == Some(true);
    let lamports = of.whole("lamports").unwrap_or_default();
    let (owner, has_data) = (of.text("owner")?.into(), !text.is_empty());
    Some(Some(Account { owner, data, has_data, lamports, is_program }))
}

pub(crate) fn is_of_tokens(account: &Account) -> bool {
    account.owner == TOKEN || account.owner == TOKEN_2022
}

/// The token account, if it is one and initialized.
pub(crate) fn holding(account: &Account) -> Option<Holding> {
    let data = &account.data;
    let kind = data.get(HOLDING_BYTES);
    let is_holding = data.len() >= HOLDING_BYTES && kind.is_none_or(|kind| *kind == 2);
    let is_used = data.get(108).is_some_and(|state| *state != 0);
    if !is_of_tokens(account) || !is_holding || !is_used {
        return None;
    }
    let (mint, rest) = data.split_first_chunk::<32>()?;
    Some(Holding { mint: *mint, owner: *rest.first_chunk::<32>()? })
}

/// The authorities of a stake: the staker and the withdrawer.
pub(crate) fn staked(account: &Account) -> Option<[Key; 2]> {
    // after the state (initialized or delegated) and the rent reserve
    let (kind, rest) = account.data.split_first_chunk::<4>()?;
    let (staker, rest) = rest.get(8..)?.split_first_chunk::<32>()?;
    let is_stake = account.owner == STAKE && matches!(kind, [1 | 2, 0, 0, 0]);
    is_stake.then_some([*staker, *rest.first_chunk::<32>()?])
}

/// The decimals of a mint. `None` if the account isn't a mint.
pub(crate) fn mint_decimals(account: &Account) -> Option<u8> {
    let data = &account.data;
    let is_mint = data.len() == MINT_BYTES || data.get(HOLDING_BYTES) == Some(&1);
    let is_used = data.get(45) == Some(&1);
    let decimals = *data.get(44).filter(|_| is_of_tokens(account) && is_mint && is_used)?;
    (decimals <= DECIMALS_MAX).then_some(decimals)
}
