//! A token's rules about its amounts (10.46): the rights of its issuer, and a factor for displayed amounts. A namespace
//! reads both from the token itself. Code that displays amounts uses these types and needs no namespace.

use crate::amount::Amount;
use crate::format;
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde::Serialize;

/// A note about a token, displayed before any click.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TokenRule {
    /// The issuer can take it from every account, and destroy it.
    TakesBack,
    /// New holders need the issuer's approval before they can use it.
    StartsFrozen,
    /// New holders need the issuer's approval, which no one can give any more.
    StaysFrozen,
    /// The issuer can stop all transfers.
    Pausable,
    /// The issuer has stopped all transfers.
    Paused,
    /// A program of the issuer decides about each transfer.
    Hooked,
    /// The token can't be sent to anyone.
    Bound,
    /// Its transfer fee changes soon.
    FeeChanges,
    /// The factor of its amounts changes soon.
    CountChanges,
    /// The factor of its amounts can't be read.
    Uncounted,
    /// A part of the balance can be confidential, readable only for its owner.
    Confidential,
    /// The recipient only accepts it with a memo.
    MemoWanted,
    /// The token account lets no program move it.
    Guarded,
}

/// The symbol of a token from its own contract.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OwnSymbol {
    /// The namespace's tokens have no symbol, or the network has no data about this one (Solana).
    #[default]
    Unasked,
    /// The contract has no symbol.
    Silent,
    /// "USDC".
    Is(String),
}

/// The list of tokens and the network disagree about a token's symbol, its decimals, or both. Amounts are then in base
/// units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenDoubt {
    /// "USDC", from the list.
    pub listed: String,
    /// The decimals in the list.
    pub listed_decimals: u8,
    /// "DAI", from the contract. `None` without one.
    pub network: Option<String>,
    /// The decimals in the contract. `None` if the network has none.
    pub network_decimals: Option<u8>,
    /// "2,500,000": the amount in base units, if known.
    pub units: Option<String>,
}

/// Normalizes a symbol: lists differ in case, and in a leading "$".
fn bare(symbol: &str) -> String {
    text::lower(symbol.trim_start_matches('$'))
}

/// The list's data about a token next to the network's. `None` if both agree.
#[must_use]
pub fn doubt(listed: (&str, u8), own: &OwnSymbol, decimals: Option<u8>) -> Option<TokenDoubt> {
    let (symbol, listed_decimals) = listed;
    let is_named = match own {
        OwnSymbol::Unasked => true,
        OwnSymbol::Silent => false,
        OwnSymbol::Is(own) => bare(own) == bare(symbol),
    };
    let is_counted = decimals.is_none_or(|decimals| decimals == listed_decimals);
    (!is_named || !is_counted).then(|| TokenDoubt {
        listed: symbol.into(),
        listed_decimals,
        network: match own {
            OwnSymbol::Is(own) => Some(own.clone()),
            // the network has nothing to compare
            OwnSymbol::Unasked => Some(symbol.into()),
            OwnSymbol::Silent => None,
        },
        network_decimals: decimals,
        units: None,
    })
}

/// A token's own data from the network's node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenWords {
    /// Its decimals. `None` if no node responds.
    pub decimals: Option<u8>,
    /// `OwnSymbol::Unasked` also if no node responds.
    pub symbol: OwnSymbol,
}

/// "2,500,000".
#[must_use]
pub fn base_units(units: U256) -> String {
    format::separated(&Amount::new(units, 0).to_decimal())
}

/// The rules of a token.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Its own symbol.
    pub symbol: OwnSymbol,
    /// In display order.
    pub rules: Vec<TokenRule>,
    /// The factor of displayed amounts, if any.
    pub count: Option<Count>,
}

/// How a namespace converts amounts.
pub trait Counts {
    /// Converts base units to displayed units, rounded down.
    fn shown(&self, count: &Count, units: U256) -> U256;
    /// Converts displayed units to base units, rounded down. `None` if no number of base units reaches them.
    fn units(&self, count: &Count, shown: U256) -> Option<U256>;
}

/// The factor between base units and displayed units at one moment: `mantissa` times 2 to the power of `exponent`.
#[derive(Clone, Copy)]
pub struct Count {
    /// Not zero.
    pub mantissa: u64,
    /// Usually negative.
    pub exponent: i32,
    /// The conversion of the namespace.
    pub by: &'static dyn Counts,
}

impl core::fmt::Debug for Count {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Count")
    }
}

impl PartialEq for Count {
    fn eq(&self, other: &Self) -> bool {
        (self.mantissa, self.exponent) == (other.mantissa, other.exponent)
    }
}

/// Converts an amount to its displayed form.
#[must_use]
pub fn shown(count: Option<&Count>, amount: &Amount) -> Amount {
    match count {
        Some(count) => Amount::new(count.by.shown(count, amount.units), amount.decimals),
        None => *amount,
    }
}

/// Converts a displayed amount to base units. `None` if it is larger than possible.
#[must_use]
pub fn meant(count: Option<&Count>, amount: &Amount) -> Option<Amount> {
    match count {
        Some(count) => Some(Amount::new(count.by.units(count, amount.units)?, amount.decimals)),
        None => Some(*amount),
    }
}
