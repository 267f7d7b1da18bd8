//! Quantities of the chain as text for people: exact, never through a binary float.

use serde_json::Value;

/// Reads a JSON-RPC quantity (`0x` and hex digits). None for anything else, or above 128 bits.
pub fn quantity(value: &Value) -> Option<u128> {
    let digits = value.as_str()?.strip_prefix("0x")?;
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    u128::from_str_radix(digits, 16).ok()
}

/// Base units as a decimal text without trailing zeros: `1500000000000000000` at 18 is `1.5`.
pub fn decimal_text(base_units: u128, decimals: usize) -> String {
    let digits = format!("{base_units:0>width$}", width = decimals + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    match fraction.trim_end_matches('0') {
        "" => whole.to_owned(),
        fraction => format!("{whole}.{fraction}"),
    }
}

/// A decimal text as base units, written in one way only: no sign, no exponent, no zero before another digit, no digit that the base unit
/// has no place for. None for anything else, or above 128 bits.
pub fn base_units(text: &str, decimals: usize) -> Option<u128> {
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(whole, part)| (whole, Some(part)));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let plain = digits(whole) && (whole == "0" || !whole.starts_with('0'));
    let fits = fraction.is_none_or(|part| digits(part) && part.len() <= decimals);
    if !plain || !fits {
        return None;
    }
    format!("{whole}{:0<decimals$}", fraction.unwrap_or_default()).parse().ok()
}

/// The number in a word of 32 bytes as decimal text, however large.
pub fn decimal_of_word(word: &str) -> Option<String> {
    let digits = word.strip_prefix("0x").filter(|digits| digits.len() == 64)?;
    // Decimal digits, the last first.
    let mut decimal = vec![0_u8];
    for digit in digits.chars() {
        let mut carry = u16::try_from(digit.to_digit(16)?).ok()?;
        for place in &mut decimal {
            let sum = u16::from(*place) * 16 + carry;
            (*place, carry) = (u8::try_from(sum % 10).ok()?, sum / 10);
        }
        while carry > 0 {
            decimal.push(u8::try_from(carry % 10).ok()?);
            carry /= 10;
        }
    }
    Some(decimal.iter().rev().map(|digit| char::from(b'0' + digit)).collect())
}

/// What base units are worth at a decimal price, floored to cents: exact until the one division at the end, which JSON asks for.
pub fn worth(base_units: u128, decimals: usize, price: &str) -> f64 {
    let (whole, fraction) = price.split_once('.').unwrap_or((price, ""));
    let Ok(scaled) = format!("{whole}{fraction}").parse::<u128>() else {
        return 0.0;
    };
    let down = u32::try_from(decimals + fraction.len()).ok().and_then(|digits| 10_u128.checked_pow(digits));
    let cents = base_units.checked_mul(scaled).and_then(|product| product.checked_mul(100));
    match (cents, down) {
        (Some(cents), Some(down)) => (cents / down) as f64 / 100.0,
        _ => 0.0,
    }
}

/// Unix seconds as `2026-01-02T03:04:05Z` (ISO 8601).
pub fn iso_text(unix_s: u64) -> String {
    utc_text(unix_s).replacen(' ', "T", 1).replace(" UTC", "Z")
}

/// Unix seconds as `2026-01-02 03:04:05 UTC`.
pub fn utc_text(unix_s: u64) -> String {
    let (days, second) = (unix_s / 86_400, unix_s % 86_400);
    // Civil date from a day count: eras of 400 years that start on 1 March, so that the leap day is the last of its year.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02} UTC",
        second / 3_600,
        second / 60 % 60,
        second % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn formats_amounts_exactly() {
        assert_eq!(decimal_text(0, 18), "0");
        assert_eq!(decimal_text(1, 18), "0.000000000000000001");
        assert_eq!(decimal_text(1_500_000_000_000_000_000, 18), "1.5");
        assert_eq!(decimal_text(9_999_999_999_999_999_999_999, 18), "9999.999999999999999999");
        assert_eq!(decimal_text(12, 0), "12");
    }

    #[test]
    fn reads_base_units_only_in_decimal_digits() {
        assert_eq!(
            (base_units("100", 2), base_units("0.5", 2), base_units("7", 0)),
            (Some(10_000), Some(50), Some(7))
        );
        assert_eq!(base_units("1.000000000000000001", 18), Some(1_000_000_000_000_000_001));
        for wrong in ["", "-1", "+1", "1e3", "01", ".5", "1.", "1.234", " 1", "1,5", "0x1", "1.2.3"] {
            assert_eq!(base_units(wrong, 2), None, "{wrong}");
        }
        assert_eq!((base_units("1.0", 0), base_units(&"9".repeat(40), 0)), (None, None));
    }

    #[test]
    fn reads_words_of_any_size() {
        let text = |digits: &str| decimal_of_word(&format!("0x{digits:0>64}"));
        assert_eq!((text("0").as_deref(), text("3e8").as_deref()), (Some("0"), Some("1000")));
        let most = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
        assert_eq!(text(&"f".repeat(64)).as_deref(), Some(most));
        assert_eq!((decimal_of_word("0x"), text("g")), (None, None));
    }

    #[test]
    fn floors_values_to_cents_without_drift() {
        assert_eq!(worth(300_000_000, 8, "2648.1"), 7944.3);
        assert_eq!(worth(1_500_000_000_000_000_001, 18, "3120.45"), 4680.67);
        assert_eq!(worth(40_000_001, 6, "0.9998"), 39.99);
        assert_eq!((worth(3, 0, "25"), worth(3, 0, ""), worth(u128::MAX, 0, "25")), (75.0, 0.0, 0.0));
    }

    #[test]
    fn rejects_malformed_quantities() {
        assert_eq!(quantity(&json!("0x539")), Some(1337));
        for value in [
            json!("539"),
            json!("0x"),
            json!("0x+5"),
            json!(5),
            json!(null),
            json!("0x1000000000000000000000000000000000"),
        ] {
            assert_eq!(quantity(&value), None, "{value}");
        }
    }

    #[test]
    fn dates_match_the_calendar() {
        assert_eq!(utc_text(0), "1970-01-01 00:00:00 UTC");
        assert_eq!(utc_text(951_826_245), "2000-02-29 12:10:45 UTC");
        assert_eq!(utc_text(1_767_225_600), "2026-01-01 00:00:00 UTC");
        assert_eq!(iso_text(1_767_225_601), "2026-01-01T00:00:01Z");
    }
}
