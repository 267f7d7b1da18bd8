//! What stands between an amount of a token and what people get of it (10.46): what its issuer can do, and a rule by which it is counted.
//! A family reads both from the token itself; who shows amounts knows these words and no family.

use crate::amount::Amount;
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
    /// The same, and nobody can say so any more.
    StaysFrozen,
    /// The issuer can stop all transfers.
    Pausable,
    /// The issuer has stopped all transfers.
    Paused,
    /// A program of the issuer decides about each transfer.
    Hooked,
    /// It cannot be sent to anybody.
    Bound,
    /// What it keeps of a transfer becomes another share soon.
    FeeChanges,
    /// It is counted otherwise soon.
    CountChanges,
    /// It is counted by a rule that cannot be read.
    Uncounted,
    /// Some of it may lie where nobody but its owner can read it.
    Confidential,
    /// The receiver takes it only with a memo.
    MemoWanted,
    /// The account for it lets no program move it.
    Guarded,
}

/// What is known of a token beside its decimals.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// In the order in which they are said.
    pub rules: Vec<TokenRule>,
    /// Nothing where its base units are counted as they are.
    pub count: Option<Count>,
}

/// How a family counts.
pub trait Counts {
    /// What so many base units are counted as, the rest cut off.
    fn shown(&self, count: &Count, units: U256) -> U256;
    /// So many base units are counted as this, or as the next less; nothing where no number of them is that much.
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

/// An amount that people have named, in base units; nothing where it is more than there can be.
#[must_use]
pub fn meant(count: Option<&Count>, amount: &Amount) -> Option<Amount> {
    match count {
        Some(count) => Some(Amount::new(count.by.units(count, amount.units)?, amount.decimals)),
        None => Some(*amount),
    }
}
