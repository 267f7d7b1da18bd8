//! What a token of Solana calls itself: in its mint (Token-2022), or in the account that the program of Metaplex keeps for the mint.

use super::accounts::Account;
use super::deeds::key;
use super::mint::{Mint, extension};
use super::transfer::derived;
use super::wire::Key;
use crate::namespaces::terms::OwnSymbol;
use crate::text::label;
use alloc::string::String;

/// What Metaplex keeps of tokens is kept by this program.
const METADATA: &str = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s";
/// An extension of a mint: what the token is called.
const TOKEN_METADATA: u16 = 19;

/// The account that Metaplex keeps for a mint.
pub(super) fn place(mint: &Key) -> Option<Key> {
    let program = key(METADATA)?;
    derived(&program, &[b"metadata", &program, mint])
}

/// Name and symbol of a token: `kept` is the account at its [`place`].
pub(super) fn called(mint: &Mint, of: &Key, kept: Option<&Account>) -> Option<(String, String)> {
    in_mint(mint, of).or_else(|| listed(kept?, of))
}

/// The symbol that a list is compared with. Many tokens carry none: the list's label stands then.
pub(super) fn symbol(mint: &Mint, of: &Key, kept: Option<&Account>) -> OwnSymbol {
    called(mint, of, kept).map_or(OwnSymbol::Unasked, |(_, symbol)| OwnSymbol::Is(symbol))
}

/// In the mint itself: behind who may change them, and which mint they are of.
fn in_mint(mint: &Mint, of: &Key) -> Option<(String, String)> {
    let (is_of, rest) = extension(mint.account(), TOKEN_METADATA)?.get(32..)?.split_first_chunk::<32>()?;
    texts(rest).filter(|_| is_of == of)
}

/// Name and symbol that Metaplex keeps: behind a kind, who may change them, and the mint.
fn listed(account: &Account, mint: &Key) -> Option<(String, String)> {
    let (kind, rest) = account.data.split_first()?;
    let (is_of, rest) = rest.get(32..)?.split_first_chunk::<32>()?;
    texts(rest).filter(|_| account.owner == METADATA && *kind == 4 && is_of == mint)
}

/// Two texts, each behind its length.
fn texts(bytes: &[u8]) -> Option<(String, String)> {
    let text = |bytes: &[u8], chars: usize| {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        let (text, rest) = rest.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
        // filled up with zeros
        let text = core::str::from_utf8(text).ok()?.trim_end_matches('\0');
        Some((label(text, chars)?, rest.len()))
    };
    let (name, left) = text(bytes, 32)?;
    let (symbol, _) = text(bytes.get(bytes.len() - left..)?, 12)?;
    Some((name, symbol))
}
