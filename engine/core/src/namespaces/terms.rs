//! What stands between an amount of a token and what people get of it (10.46): what its issuer can do, and a rule by which it is counted.
//! A family reads both from the token itself; who shows amounts knows these words and no family.

use crate::amount::Amount;
use crate::format;
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde::Serialize;

/// What is said of a token before anything is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TokenRule {
    /// The issuer can take it from every account, and destroy it.
    TakesBack,
    /// Who has it first cannot use it before the issuer says so.
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
    /// What it keeps of a transfer becomes another share soon.
    FeeChanges,
    /// It is counted otherwise soon.
    CountChanges,
    /// It is counted by a rule that cannot be read.
    Uncounted,
    /// Some of it may lie where no one but its owner can read it.
    Confidential,
    /// The receiver takes it only with a memo.
    MemoWanted,
    /// The account for it lets no program move it.
    Guarded,
}

/// The symbol of a token by its own contract.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OwnSymbol {
    /// The namespace's tokens don't have one, or the network has no labels of this one (Solana).
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
    /// "USDC", by the list.
    pub listed: String,
    /// By the list.
    pub listed_decimals: u8,
    /// "DAI", by the contract; nothing if it doesn't say one.
    pub network: Option<String>,
    /// By the contract; nothing if the network doesn't say them.
    pub network_decimals: Option<u8>,
    /// "2,500,000": the amount in base units, if there is one.
    pub units: Option<String>,
}

/// A symbol without what lists write in their own way: letter case, and "$" before it.
fn bare(symbol: &str) -> String {
    text::lower(symbol.trim_start_matches('$'))
}

/// What a list says of a token next to the network's own word; nothing if they agree.
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
            // it has no other word for it
            OwnSymbol::Unasked => Some(symbol.into()),
            OwnSymbol::Silent => None,
        },
        network_decimals: decimals,
        units: None,
    })
}

/// What a token says of itself at the network's node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenWords {
    /// Of its base units; nothing if no node says so.
    pub decimals: Option<u8>,
    /// Silent too where no node says so.
    pub symbol: OwnSymbol,
}

/// "2,500,000".
#[must_use]
pub fn base_units(units: U256) -> String {
    format::separated(&Amount::new(units, 0).to_decimal())
}

/// What is known of a token beside its decimals.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// What it calls itself.
    pub symbol: OwnSymbol,
    /// In the order in which they are said.
    pub rules: Vec<TokenRule>,
    /// Nothing where its base units are counted as they are.
    pub count: Option<Count>,
}

/// How a family counts.
pub trait Counts {
    /// What so many base units are counted as, the rest cut off.
    fn shown(&self, count: &Count, units: U256) -> U256;
    /// So many base units are counted as this, or as the next less; nothing if no number of them is that much.
    fn units(&self, count: &Count, shown: U256) -> Option<U256>;
}

/// A number by which base units are multiplied, as its token has it at one moment: `mantissa` times 2 to the power of `exponent`.
#[derive(Clone, Copy)]
pub struct Count {
    /// Not zero.
    pub mantissa: u64,
    /// Mostly negative.
    pub exponent: i32,
    /// Who counts.
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
