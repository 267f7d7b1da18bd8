//! Token-2022 tokens with a factor for displayed amounts: interest, or a multiplier of their issuer. The network only
//! stores base units. No floating point is used: the mint's doubles are decoded, and the growth is an integer series.

use crate::namespaces::terms::{Count, Counts};
use alloy_primitives::U256;

/// The seconds of a year of 365.24 days times the basis points in one, as the program computes interest.
const YEAR_POINTS: i128 = 31_556_736 * 10_000;
/// The maximum exponent of e for the growth, beyond any realistic value.
const POWER_MAX: i128 = 40;
/// The natural logarithm of 2, in units of 2^-64.
const LN_2: i128 = 0xB172_17F7_D1CF_79AC;
/// The number of terms of the series of e^r for r below ln 2. The next term is below 2^-64.
const TERMS: u64 = 20;

/// The conversion of Solana tokens.
struct BaseUnits;

/// Decodes the double in eight bytes of a mint. `None` unless it is positive and normal.
pub(crate) fn of_double(bytes: [u8; 8]) -> Option<Count> {
    let bits = u64::from_le_bytes(bytes);
    let (exponent, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    // rejects negative and subnormal numbers, infinity and NaN
    let is_plain = (1..0x7ff).contains(&exponent);
    is_plain.then(|| of(fraction | 1 << 52, exponent - 1_075)).flatten()
}

/// The growth at two rates, each in basis points per year over a number of seconds.
pub(crate) fn of_growth(rates: [(i16, i64); 2]) -> Option<Count> {
    let power: i128 = rates.iter().map(|(points, seconds)| i128::from(*points) * i128::from(*seconds)).sum();
    if power.abs() > POWER_MAX * YEAR_POINTS {
        return None;
    }
    let power = (power << 64) / YEAR_POINTS;
    // e^power = 2^doublings * e^rest
    let (doublings, rest) = (power.div_euclid(LN_2), power.rem_euclid(LN_2) as u128);
    let (mut sum, mut term) = (1_u128 << 64, 1_u128 << 64);
    for n in 1..=TERMS {
        term = u128::from(((term * rest) >> 64) as u64 / n);
        sum += term;
    }
    of((sum >> 2) as u64, doublings as i32 - 62)
}

/// Builds a factor. `None` if the token's maximum supply would overflow.
fn of(mantissa: u64, exponent: i32) -> Option<Count> {
    let count = Count { mantissa, exponent, by: &BaseUnits };
    multiplied(&count, u64::MAX).map(|_| count)
}

/// Whether the factor is one.
pub(crate) fn is_one(count: &Count) -> bool {
    multiplied(count, 1 << 60) == Some(1 << 60) && count.mantissa.is_power_of_two()
}

fn multiplied(count: &Count, units: u64) -> Option<u128> {
    let product = u128::from(units) * u128::from(count.mantissa);
    match u32::try_from(count.exponent) {
        Ok(places) => (product == 0 || places <= product.leading_zeros()).then(|| product << places),
        Err(_) => Some(product.checked_shr(count.exponent.unsigned_abs()).unwrap_or_default()),
    }
}

impl Counts for BaseUnits {
    fn shown(&self, count: &Count, units: U256) -> U256 {
        // the amount of a token account has 64 bits
        let units = u64::try_from(units).unwrap_or(u64::MAX);
        U256::from(multiplied(count, units).unwrap_or(u128::MAX))
    }

    /// The smallest amount with this displayed value, otherwise the largest with a lower value, so it never exceeds the
    /// displayed value.
    fn units(&self, count: &Count, shown: U256) -> Option<U256> {
        let shown = u128::try_from(shown).ok()?;
        let is_enough = |units: u64| multiplied(count, units).is_none_or(|of| of >= shown);
        is_enough(u64::MAX).then_some(())?;
        let (mut below, mut enough) = (0, u64::MAX);
        while below < enough {
            let middle = below + (enough - below) / 2;
            if is_enough(middle) { enough = middle } else { below = middle + 1 }
        }
        let is_it = multiplied(count, enough) == Some(shown);
        Some(U256::from(if is_it { enough } else { enough.saturating_sub(1) }))
    }
}
