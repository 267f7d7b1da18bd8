//! The reasons why a transfer on Solana is impossible, each with one text.

use crate::error::{Error, Result};
use alloc::borrow::Cow;

/// The recipient is a token's mint.
pub(super) const MINT: &str = "This is a token's address. Anything you send to it is lost";
/// The recipient is a program.
pub(super) const PROGRAM: &str = "This is a program's address. Anything you send to it is lost";
/// The recipient is a token account for another token.
pub(super) const OTHER_TOKEN: &str = "This is an account for another token. Send to its owner's address";
/// The recipient's token account belongs to another owner now.
pub(super) const GIVEN_AWAY: &str = "The recipient's account for this token belongs to someone else";
/// The token can't be transferred.
pub(super) const BOUND: &str = "This token can't be transferred";
/// The issuer has stopped all transfers.
pub(super) const PAUSED: &str = "The issuer has stopped all transfers of this token";
/// The issuer has frozen the recipient's account.
pub(super) const FROZEN: &str = "The issuer has frozen the recipient's account for this token";
/// The issuer has frozen the sender's accounts.
pub(super) const OWN_FROZEN: &str = "The issuer has frozen your account for this token";
/// The recipient has no token account, and a new one would be frozen.
pub(super) const STARTS_FROZEN: &str = "The token's issuer must approve the recipient first";
/// The issuer's program decides about each transfer.
pub(super) const HOOKED: &str = "This token uses a program from its issuer. Send it from your wallet instead";
/// The recipient requires a memo.
pub(super) const MEMO_NEEDED: &str = "The recipient only accepts this token with a memo";
/// The balance is in several token accounts, none of which has enough.
pub(super) const IN_PARTS: &str = "None of your accounts holds enough of this token";

/// Returns an impossible transfer as an error.
pub(super) fn fault<T>(why: impl Into<Cow<'static, str>>) -> Result<T> {
    Err(Error::Unsendable { why: why.into() })
}

/// Returns the error for a first payment below the minimum balance of an account.
pub(super) fn first_too_little<T>(least: &str) -> Result<T> {
    fault(["This address is new. Send at least ", least].concat())
}
