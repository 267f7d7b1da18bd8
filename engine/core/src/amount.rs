//! Amounts of money: integers in base units, with their decimals. Binary floats are never used (C1, C2).

use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;

/// A limit for untrusted input: more decimals than any token has.
pub const DECIMALS_MAX: u8 = 77;

/// Why a string isn't an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmountFault {
    /// Not digits with at most one decimal point.
    #[error("not a number")]
    NotANumber,
    /// More decimals than the token has. A send is never rounded.
    #[error("too many decimals")]
    TooManyDecimals,
    /// More than 256 bits.
    #[error("too large")]
    TooLarge,
}

/// An amount in base units, with its decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Base units (wei, lamports, satoshi).
    pub units: U256,
    /// The decimals of the token.
    pub decimals: u8,
}

impl Amount {
    /// Builds an amount from base units.
    #[must_use]
    pub fn new(units: U256, decimals: u8) -> Self {
        Self { units, decimals }
    }

    /// Parses an amount that a user or a service wrote: `digits[.digits]`, also `.5` and `1.`. A sign, an exponent or a
    /// comma is invalid.
    ///
    /// # Errors
    /// Why the string isn't an amount.
    pub fn parse(text: &str, decimals: u8) -> Result<Self, AmountFault> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if (whole.is_empty() && fraction.is_empty()) || !digits(whole) || !digits(fraction) {
            return Err(AmountFault::NotANumber);
        }
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > usize::from(decimals.min(DECIMALS_MAX)) {
            return Err(AmountFault::TooManyDecimals);
        }
        let whole = whole.trim_start_matches('0');
        if whole.len() > 78 {
            return Err(AmountFault::TooLarge);
        }
        let mut text = String::with_capacity(whole.len() + usize::from(decimals));
        text.push_str(whole);
        text.push_str(fraction);
        text.extend(core::iter::repeat_n('0', usize::from(decimals) - fraction.len()));
        units(&text).map(|units| Self { units, decimals })
    }

    /// Like [`Amount::parse`], but drops digits beyond the token's decimals. For values that are only displayed.
    ///
    /// # Errors
    /// Why the string isn't an amount.
    pub fn parse_shown(text: &str, decimals: u8) -> Result<Self, AmountFault> {
        match text.split_once('.') {
            Some((whole, fraction)) if fraction.len() > usize::from(decimals) => {
                if !fraction.bytes().all(|b| b.is_ascii_digit()) {
                    return Err(AmountFault::NotANumber);
                }
                let cut = fraction.get(..usize::from(decimals)).unwrap_or_default();
                Self::parse(&alloc::format!("{whole}.{cut}"), decimals)
            }
            _ => Self::parse(text, decimals),
        }
    }

    /// Reads a hex quantity of a node or wallet.
    #[must_use]
    pub fn of_quantity(text: &str, decimals: u8) -> Option<Self> {
        quantity(text).map(|units| Self { units, decimals })
    }

    /// The exact decimal text, without trailing zeros.
    #[must_use]
    pub fn to_decimal(&self) -> String {
        let (whole, fraction) = self.parts();
        let fraction = fraction.trim_end_matches('0');
        if fraction.is_empty() { whole } else { alloc::format!("{whole}.{fraction}") }
    }

    /// The text with exactly `places` decimals, rounded down, so the displayed value never exceeds the real one (9.19).
    #[must_use]
    pub fn to_floored(&self, places: usize) -> String {
        let (whole, mut fraction) = self.parts();
        while fraction.len() < places {
            fraction.push('0');
        }
        fraction.truncate(places);
        if places == 0 { whole } else { alloc::format!("{whole}.{fraction}") }
    }

    /// The value at a unit price, in the price's currency and decimals. `None` beyond 256 bits.
    #[must_use]
    pub fn at_price(&self, price: &Self) -> Option<Self> {
        if self.decimals > DECIMALS_MAX {
            return None;
        }
        let product = digits(&self.units.checked_mul(price.units)?);
        let (units, _) = cut(&product, self.decimals.into());
        Some(Self { units, decimals: price.decimals })
    }

    /// The token amount that a sum of money buys, rounded down: it never exceeds the sum. The sum has at most two decimals.
    ///
    /// # Errors
    /// Why the sum isn't an amount. Also returned without a price.
    pub fn for_worth(sum: &str, price: &Self, decimals: u8) -> Result<Self, AmountFault> {
        Self::parse(sum, 2)?;
        let both = decimals.checked_add(price.decimals).filter(|both| *both <= DECIMALS_MAX);
        let sum = Self::parse(sum, both.ok_or(AmountFault::TooLarge)?)?;
        let units = quotient(sum.units, price.units).ok_or(AmountFault::NotANumber)?;
        Ok(Self { units, decimals })
    }

    /// The next larger amount with at most `places` decimals, or the same one if it fits. The largest amount if no larger one exists.
    #[must_use]
    pub fn rounded_up(&self, places: usize) -> Self {
        let dropped = usize::from(self.decimals).saturating_sub(places);
        let digits = digits(&self.units);
        let (kept, rest) = cut(&digits, dropped);
        if rest.bytes().all(|digit| digit == b'0') {
            return *self;
        }
        let next = self::digits(&kept.saturating_add(U256::from(1u64))) + &"0".repeat(dropped);
        Self { units: units(&next).unwrap_or(U256::MAX), ..*self }
    }

    /// The hex form for wallet requests: `0x` without leading zeros.
    #[must_use]
    pub fn to_quantity(&self) -> String {
        alloc::format!("{:#x}", self.units)
    }

    /// Whether the amount is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.units.is_zero()
    }

    /// The sum of two amounts of one token.
    #[must_use]
    pub fn checked_add(&self, other: &Self) -> Option<Self> {
        (self.decimals == other.decimals)
            .then(|| self.units.checked_add(other.units))
            .flatten()
            .map(|units| Self { units, ..*self })
    }

    /// The difference, or zero if it would be negative.
    #[must_use]
    pub fn saturating_sub(&self, other: &Self) -> Self {
        Self { units: self.units.saturating_sub(other.units), ..*self }
    }

    fn parts(&self) -> (String, String) {
        let mut digits = digits(&self.units);
        let decimals = usize::from(self.decimals);
        if digits.len() <= decimals {
            digits = "0".repeat(decimals + 1 - digits.len()) + &digits;
        }
        let (whole, fraction) = digits.split_at_checked(digits.len() - decimals).unwrap_or((&digits, ""));
        (whole.into(), fraction.into())
    }
}

/// Base units as decimal digits, with long division by ten. The library's version needs the division of 128-bit
/// numbers, 1 kB (brotli) that no other code needs.
fn digits(units: &U256) -> String {
    let mut limbs = *units.as_limbs();
    let mut digits = Vec::new();
    while limbs != [0; 4] {
        let mut rest = 0;
        for limb in limbs.iter_mut().rev() {
            let high = (rest << 32) | (*limb >> 32);
            let low = ((high % 10) << 32) | (*limb & 0xffff_ffff);
            *limb = ((high / 10) << 32) | (low / 10);
            rest = low % 10;
        }
        digits.push(char::from(b'0'.wrapping_add(u8::try_from(rest).unwrap_or(0))));
    }
    if digits.is_empty() {
        return "0".into();
    }
    digits.iter().rev().collect()
}

/// Parses decimal digits as base units.
fn units(text: &str) -> Result<U256, AmountFault> {
    let ten = U256::from(10u64);
    let mut sum = U256::ZERO;
    for byte in text.bytes() {
        let digit = U256::from(byte.wrapping_sub(b'0'));
        sum = sum.checked_mul(ten).and_then(|sum| sum.checked_add(digit)).ok_or(AmountFault::TooLarge)?;
    }
    Ok(sum)
}

/// The integer quotient of two amounts. `None` for a zero divisor. Computed bit by bit, because the library's division is 8 kB (brotli).
#[must_use]
pub fn quotient(of: U256, by: U256) -> Option<U256> {
    if by.is_zero() {
        return None;
    }
    let (mut quotient, mut rest) = (U256::ZERO, U256::ZERO);
    for bit in (0..256).rev() {
        let carry = rest.bit(255);
        rest = (rest << 1usize) | U256::from(u64::from(of.bit(bit)));
        if carry || rest >= by {
            rest = rest.wrapping_sub(by);
            quotient.set_bit(bit, true);
        }
    }
    Some(quotient)
}

/// Splits off the last `dropped` decimal digits, which is a division by a power of ten. It works on digits, because a
/// division of 256-bit numbers costs 8 kB (brotli) and has no other use.
fn cut(digits: &str, dropped: usize) -> (U256, &str) {
    let (kept, rest) = digits.split_at_checked(digits.len().saturating_sub(dropped)).unwrap_or(("", digits));
    (units(kept).unwrap_or_default(), rest)
}

/// Parses a hex quantity: `0x` and 1 to 64 digits. Accepts leading zeros, because some nodes send them.
#[must_use]
pub fn quantity(text: &str) -> Option<U256> {
    let digits = text.strip_prefix("0x")?;
    if !(1..=64).contains(&digits.len()) || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    U256::from_str_radix(digits, 16).ok()
}

/// Parses a JSON number, including an exponent (`1.5e-7`), and rounds it down to a number of decimals. For display
/// only.
#[must_use]
pub fn of_number(text: &str, decimals: u8) -> Option<Amount> {
    Amount::parse_shown(&without_exponent(text)?, decimals).ok()
}

/// A JSON number as plain decimal text in full precision. Unchanged without an exponent. `None` for an exponent outside the range of
/// amounts.
#[must_use]
pub fn without_exponent(text: &str) -> Option<String> {
    let Some((digits, exponent)) = text.split_once(['e', 'E']) else { return Some(text.into()) };
    let exponent: i32 = exponent.parse().ok().filter(|e: &i32| e.abs() <= 60 && !digits.is_empty())?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let point = i32::try_from(whole.len()).ok()? + exponent;
    let all = alloc::format!("{whole}{fraction}");
    Some(match usize::try_from(point) {
        Ok(point) if point >= all.len() => all.clone() + &"0".repeat(point - all.len()),
        Ok(point) => alloc::format!("{}.{}", all.get(..point)?, all.get(point..)?),
        Err(_) => alloc::format!("0.{}{all}", "0".repeat(usize::try_from(-point).ok()?)),
    })
}

/// A transaction value for a list: an invalid number becomes zero (5.23). Never used before signing (H2).
#[must_use]
pub fn listed_value(text: &str, decimals: u8) -> Amount {
    Amount::of_quantity(text, decimals)
        .or_else(|| of_number(text, decimals))
        .unwrap_or(Amount::new(U256::ZERO, decimals))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn converts_decimal_text_to_exact_units_and_back() {
        for (text, decimals, units, back) in [
            ("1", 18, "1000000000000000000", "1"),
            ("0.000000000000000001", 18, "1", "0.000000000000000001"),
            (".5", 6, "500000", "0.5"),
            ("1.", 6, "1000000", "1"),
            ("007.10", 2, "710", "7.1"),
            ("0", 0, "0", "0"),
            ("12", 0, "12", "12"),
        ] {
            let amount = Amount::parse(text, decimals).unwrap();
            assert_eq!(amount.units.to_string(), units, "{text}");
            assert_eq!(amount.to_decimal(), back, "{text}");
        }
    }

    #[test]
    fn formats_digits_like_the_library() {
        let mut numbers = alloc::vec![U256::ZERO, U256::MAX, U256::from(u128::MAX), U256::from(u64::MAX)];
        for bit in 0..256usize {
            numbers.extend([
                U256::from(1u64) << bit,
                (U256::from(1u64) << bit).saturating_sub(U256::from(1u64)),
            ]);
        }
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        for shift in (0..2_000usize).map(|turn| turn % 256) {
            let mut next = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                seed ^ (seed >> 29)
            };
            numbers.push(U256::from_limbs([next(), next(), next(), next()]) >> shift);
        }
        for number in numbers {
            assert_eq!(digits(&number), number.to_string());
        }
    }

    #[test]
    fn rejects_inexact_or_malformed_amounts() {
        for text in ["", ".", "1,5", "-1", "+1", "1e18", "0x10", " 1", "1.2.3", "١", "NaN", "1 000"] {
            assert_eq!(Amount::parse(text, 18), Err(AmountFault::NotANumber), "{text}");
        }
        assert_eq!(Amount::parse("0.0000001", 6), Err(AmountFault::TooManyDecimals));
        assert!(Amount::parse("0.1000000000", 6).is_ok(), "zeros at the end lose nothing");
        let huge = "9".repeat(78);
        assert_eq!(Amount::parse(&huge, 0), Err(AmountFault::TooLarge));
        assert_eq!(Amount::parse("1", 77).map(|a| a.decimals), Ok(77));
    }

    #[test]
    fn calculates_the_exact_value_at_a_price() {
        let at = |amount: &str, decimals, price: &str| {
            let worth = Amount::parse(amount, decimals).unwrap().at_price(&of_number(price, 18).unwrap());
            worth.map(|worth| worth.to_decimal())
        };
        assert_eq!(at("12.5", 6, "1").as_deref(), Some("12.5"));
        assert_eq!(at("0.1", 18, "3000.1").as_deref(), Some("300.01"));
        assert_eq!(at("1000000", 18, "1.5e-7").as_deref(), Some("0.15"));
        assert_eq!(Amount::new(U256::MAX, 18).at_price(&Amount::new(U256::MAX, 18)), None);
        for (text, number) in
            [("1e3", "1000"), ("1.25e1", "12.5"), ("5E-1", "0.5"), ("12e-3", "0.012"), ("7", "7")]
        {
            assert_eq!(of_number(text, 18).map(|a| a.to_decimal()).as_deref(), Some(number), "{text}");
        }
        for bad in ["", "e5", "1e", "1e99999", "-1e2", "1e5e5", "NaN"] {
            assert_eq!(of_number(bad, 18), None, "{bad}");
        }
    }

    #[test]
    fn never_buys_more_than_a_sum_is_worth() {
        let bought = |sum: &str, price: &str, decimals| {
            let price = of_number(price, 18).unwrap();
            Amount::for_worth(sum, &price, decimals).map(|amount| amount.to_decimal())
        };
        assert_eq!(bought("10", "3000", 18).as_deref(), Ok("0.003333333333333333"));
        assert_eq!(bought("12.5", "1", 6).as_deref(), Ok("12.5"));
        assert_eq!(bought("10", "50", 0).as_deref(), Ok("0"), "not one, which would be fifty");
        assert_eq!(bought("0.01", "1.5e-7", 18).as_deref(), Ok("66666.666666666666666666"));
        assert_eq!(bought("1.001", "1", 18), Err(AmountFault::TooManyDecimals));
        assert_eq!(bought("1", "0", 18), Err(AmountFault::NotANumber), "worth nothing");
        assert_eq!(bought("1", "1", 77), Err(AmountFault::TooLarge));
        assert_eq!(bought(&"9".repeat(60), "1", 18), Err(AmountFault::TooLarge));
        for bad in ["", "1,5", "-1", "1e3", "$1"] {
            assert_eq!(bought(bad, "1", 18), Err(AmountFault::NotANumber), "{bad}");
        }
        let mut seed = 0x0bad_cafe_dead_beefu64;
        for round in 0..3_000u32 {
            let price = Amount::new((seeded(&mut seed) >> 100usize).saturating_add(U256::from(1u64)), 18);
            let decimals = (round % 40) as u8;
            let sum = Amount::new(U256::from(seeded(&mut seed).as_limbs()[0] >> (round % 64)), 2);
            let Ok(amount) = Amount::for_worth(&sum.to_decimal(), &price, decimals) else { continue };
            // sum * 10^both against units * price, without a division
            let scaled = Amount::parse(&sum.to_decimal(), decimals + 18).unwrap().units;
            let one = U256::from(1u64);
            let worth = |units: U256| units.checked_mul(price.units);
            assert!(worth(amount.units).unwrap() <= scaled);
            assert!(worth(amount.units + one).is_none_or(|more| more > scaled));
        }
    }

    /// Numbers of all lengths with different endings, from a seed.
    fn seeded(seed: &mut u64) -> U256 {
        let mut next = || {
            *seed ^= *seed << 13;
            *seed ^= *seed >> 7;
            *seed ^= *seed << 17;
            *seed
        };
        let mut number = (0..4).fold(U256::ZERO, |sum, _| (sum << 64) | U256::from(next()));
        number >>= (next() % 256) as usize;
        let ten = U256::from(10u64);
        for _ in 0..next() % 4 {
            // round numbers, and their neighbors
            number = number / ten.pow(U256::from(next() % 30)) * ten.pow(U256::from(next() % 30));
            number = number.wrapping_add(U256::from(next() % 3)).wrapping_sub(U256::from(1u64));
        }
        if next() % 16 == 0 { U256::MAX - (number >> 128) } else { number }
    }

    #[test]
    fn calculates_values_and_rounding_like_a_division() {
        let ten = U256::from(10u64);
        let mut seed = 0x2545_f491_4f6c_dd1du64;
        let (mut worths, mut beyond, mut ups) = (0, 0, 0);
        for round in 0..15_000u32 {
            let decimals = (round % 78) as u8;
            let amount = Amount::new(seeded(&mut seed), decimals);
            let price = Amount::new(seeded(&mut seed) >> (round as usize % 250), 18);
            let product = amount.units.checked_mul(price.units);
            let worth = product.map(|product| Amount::new(product / ten.pow(U256::from(decimals)), 18));
            assert_eq!(amount.at_price(&price), worth, "{amount:?} {price:?}");
            worths += usize::from(worth.is_some());
            beyond += usize::from(worth.is_none());

            let places = round as usize % 9;
            let step = ten.pow(U256::from(usize::from(decimals).saturating_sub(places)));
            let rest = amount.units % step;
            let up = if rest.is_zero() { amount.units } else { amount.units.saturating_add(step - rest) };
            assert_eq!(amount.rounded_up(places), Amount::new(up, decimals), "{amount:?} {places}");
            ups += usize::from(up != amount.units);
        }
        assert!(worths > 3_000 && beyond > 3_000 && ups > 3_000, "{worths} {beyond} {ups}");
        let (one, none) = (U256::from(1u64), Amount::new(U256::from(1u64), 78));
        assert_eq!(none.at_price(&Amount::new(one, 18)), None, "a unit of 78 decimals is beyond 256 bits");
        assert_eq!(Amount::new(U256::MAX, 18).rounded_up(6), Amount::new(U256::MAX, 18));
    }

    #[test]
    fn divides_like_the_library() {
        let mut seed = 0x1234_5678_9abc_def1u64;
        for _ in 0..3_000 {
            let (of, by) = (seeded(&mut seed), seeded(&mut seed));
            assert_eq!(quotient(of, by), (!by.is_zero()).then(|| of / by), "{of} {by}");
        }
        assert_eq!(quotient(U256::MAX, U256::MAX), Some(U256::from(1u64)));
        assert_eq!(quotient(U256::MAX, U256::MAX >> 1usize), Some(U256::from(2u64)));
        assert_eq!(quotient(U256::MAX, U256::ZERO), None);
    }

    // req: 9.19
    #[test]
    fn rounds_displayed_amounts_down() {
        for (text, shown) in [("1.9999", "1.999"), ("0.0009", "0.000"), ("12", "12.000"), ("0.1", "0.100")] {
            assert_eq!(Amount::parse(text, 18).unwrap().to_floored(3), shown);
        }
        let max = Amount::new(U256::MAX, 18);
        assert!(max.to_floored(3).len() > 50);
    }

    // req: 5.23
    #[test]
    fn reads_a_malformed_listed_value_as_zero() {
        assert!(listed_value("abc", 18).is_zero());
        assert!(listed_value("", 18).is_zero());
        assert_eq!(listed_value("1.5", 1).units, U256::from(15u64));
        assert_eq!(listed_value("1e3", 1).units, U256::from(10_000u64), "as JSON writes a number");
        assert_eq!(listed_value("0x10", 0).units, U256::from(16u64));
    }

    #[test]
    fn formats_and_parses_hex_quantities_strictly() {
        assert_eq!(Amount::new(U256::from(0x539u64), 0).to_quantity(), "0x539");
        assert_eq!(Amount::new(U256::ZERO, 0).to_quantity(), "0x0");
        for bad in ["", "0x", "10", "0xg", "-0x1"] {
            assert_eq!(quantity(bad), None, "{bad}");
        }
        assert_eq!(quantity(&("0x".to_string() + &"f".repeat(64))), Some(U256::MAX));
        assert_eq!(quantity(&("0x".to_string() + &"f".repeat(65))), None);
    }

    #[test]
    fn parses_every_formatted_amount_back() {
        let mut seed = 0x9e37_79b9_7f4a_7c15u64;
        for round in 0..2_000u32 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let decimals = (round % 78) as u8;
            let amount = Amount::new(U256::from(seed) << (round as usize % 192), decimals);
            assert_eq!(Amount::parse(&amount.to_decimal(), decimals), Ok(amount));
        }
    }
}
