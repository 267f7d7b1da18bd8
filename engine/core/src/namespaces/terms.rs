//! Rules between a token amount and its usable value (10.46): the issuer's powers, and the way to count amounts. A namespace reads both
//! from the token itself. Code that shows amounts uses these types and needs no namespace.

use crate::amount::Amount;
use crate::format;
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde::Serialize;

/// A note about a token, shown before any click.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TokenRule {
    /// The issuer can take it from every account, and destroy it.
    TakesBack,
    /// New holders need the issuer's approval before they can use it.
    StartsFrozen,
    /// The same, and no one can say so any more.
    StaysFrozen,
    /// The issuer can stop all transfers.
    Pausable,
    /// The issuer has stopped all transfers.
    Paused,
    /// A program of the issuer decides about each transfer.
    Hooked,
    /// It cannot be sent to anyone.
    Bound,
    /// Its transfer fee changes soon.
    FeeChanges,
    /// It is counted otherwise soon.
    CountChanges,
    /// Its way to count amounts can't be read.
    Uncounted,
    /// A part of the balance can be confidential, readable only for its owner.
    Confidential,
    /// The recipient takes it only with a memo.
    MemoWanted,
    /// The account for it lets no program move it.
    Guarded,
}

/// The symbol of a token from its own contract.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OwnSymbol {
    /// The namespace's tokens don't have one, or the network has no data about this one (Solana).
    #[default]
    Unasked,
    /// The contract doesn't say one.
    Silent,
    /// "USDC".
    Is(String),
}

/// A list of tokens and the network differ about a token: on its symbol, its decimals, or both. Amounts are base units then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenDoubt {
    /// "USDC", from the list.
    pub listed: String,
    /// From the list.
    pub listed_decimals: u8,
    /// "DAI", from the contract. `None` without one.
    pub network: Option<String>,
    /// From the contract. `None` if the network doesn't have them.
    pub network_decimals: Option<u8>,
    /// "2,500,000": the amount in base units, if known.
    pub units: Option<String>,
}

/// A symbol without what lists write in their own way: letter case, and "$" before it.
fn bare(symbol: &str) -> String {
    text::lower(symbol.trim_start_matches('$'))
}

/// The list's data about a token next to the network's. `None` if they agree.
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
    /// `None` also if no node responds.
    pub symbol: OwnSymbol,
}

/// "2,500,000".
#[must_use]
pub fn base_units(units: U256) -> String {
    format::separated(&Amount::new(units, 0).to_decimal())
}

/// A token's data in addition to its decimals.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Its own name.
    pub symbol: OwnSymbol,
    /// In display order.
    pub rules: Vec<TokenRule>,
    /// `None` if base units are counted directly.
    pub count: Option<Count>,
}

/// How a namespace counts.
pub trait Counts {
    /// The counted value of base units, rounded down.
    fn shown(&self, count: &Count, units: U256) -> U256;
    /// The base units for a counted value, or for the next smaller one. `None` if no number of units reaches it.
    fn units(&self, count: &Count, shown: U256) -> Option<U256>;
}

/// A number by which base units are multiplied, as its token has it at one moment: `mantissa` times 2 to the power of `exponent`.
#[derive(Clone, Copy)]
pub struct Count {
    /// Not zero.
    pub mantissa: u64,
    /// Mostly negative.
    pub exponent: i32,
    /// The counting rule.
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

/// An amount as people know it.
#[must_use]
pub fn shown(count: Option<&Count>, amount: &Amount) -> Amount {
    match count {
        Some(count) => Amount::new(count.by.shown(count, amount.units), amount.decimals),
        None => *amount,
    }
}

/// An amount that people have named, in base units; nothing if it is more than there can be.
#[must_use]
pub fn meant(count: Option<&Count>, amount: &Amount) -> Option<Amount> {
    match count {
        Some(count) => Some(Amount::new(count.by.units(count, amount.units)?, amount.decimals)),
        None => Some(*amount),
    }
}
