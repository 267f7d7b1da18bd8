//! Formats addresses, balances and other values as text. Views never compute.

use crate::amount::Amount;
use crate::constants::{ADDRESS_END_CHARS, ADDRESS_START_CHARS, BALANCE_DECIMALS};
use alloc::string::String;
use alloc::vec::Vec;

/// The first 4 and last 6 characters (9.22). Only for compact labels: a confirmation displays the whole address.
#[must_use]
pub fn truncated(address: &str) -> String {
    let chars: Vec<char> = address.chars().collect();
    if chars.len() <= ADDRESS_START_CHARS + ADDRESS_END_CHARS {
        return address.into();
    }
    let start = chars.iter().take(ADDRESS_START_CHARS);
    let end = chars.iter().skip(chars.len() - ADDRESS_END_CHARS);
    start.chain(core::iter::once(&'…')).chain(end).collect()
}

/// A balance with en-US grouping and three decimals, rounded down (9.19).
#[must_use]
pub fn balance(amount: &Amount) -> String {
    separated(&amount.to_floored(BALANCE_DECIMALS))
}

/// Adds en-US thousands separators to a decimal text (9.23).
#[must_use]
pub fn separated(decimal: &str) -> String {
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let mut out = String::with_capacity(decimal.len() + whole.len() / 3);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if !fraction.is_empty() {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// A number in the default form: en-US, two decimals, truncated (9.23).
#[must_use]
pub fn number(amount: &Amount) -> String {
    separated(&amount.to_floored(2))
}

/// US dollars with two decimals, rounded down. A nonzero amount below one cent has its own form (9.20).
#[must_use]
pub fn dollars(amount: &Amount) -> String {
    let text = number(amount);
    if text == "0.00" && !amount.is_zero() { "<$0.01".into() } else { alloc::format!("${text}") }
}

/// At most `places` decimals without trailing zeros. A smaller nonzero amount has its own form.
#[must_use]
pub fn short(amount: &Amount, places: usize) -> String {
    let floored = amount.to_floored(places);
    let trimmed = floored.trim_end_matches('0').trim_end_matches('.');
    if trimmed == "0" && !amount.is_zero() {
        return alloc::format!("<0.{}1", "0".repeat(places.saturating_sub(1)));
    }
    separated(trimmed)
}

/// The significant digits of an approximate value.
const SIGNIFICANT: usize = 6;

/// Whether a token is a stablecoin, according to its symbol. This only decides the number of displayed decimals.
#[must_use]
pub fn is_stable(symbol: &str) -> bool {
    ["USD", "EUR", "DAI", "GBP"].iter().any(|money| symbol.contains(money))
}

/// A token amount for reading: two decimals for stablecoins, otherwise at most six significant digits, rounded down, without trailing
/// zeros. A smaller nonzero amount has its own form. Amounts in wallet requests are always exact.
#[must_use]
pub fn figure(amount: &Amount, symbol: &str) -> String {
    short(amount, if is_stable(symbol) { 2 } else { places(amount) })
}

/// The full amount, if [`figure`] truncates it.
#[must_use]
pub fn whole(amount: &Amount, symbol: &str) -> Option<String> {
    let all = separated(&amount.to_decimal());
    (all != figure(amount, symbol)).then_some(all)
}

/// How many decimals contain the significant digits. Below one, the significant digits begin with the first nonzero
/// one.
fn places(amount: &Amount) -> usize {
    let text = amount.to_decimal();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    match whole {
        "0" => (fraction.len() - fraction.trim_start_matches('0').len() + SIGNIFICANT).min(12),
        _ => SIGNIFICANT.saturating_sub(whole.len()),
    }
}

/// An amount of money with its symbol, "$1,250.00", without cents if it is whole. A currency without a symbol has its
/// code.
#[must_use]
pub fn money(sum: &Amount, currency: &str) -> String {
    let text = number(sum);
    let text = text.strip_suffix(".00").unwrap_or(&text);
    match sign(currency) {
        Some(sign) => [sign, text].concat(),
        None => [text, " ", currency].concat(),
    }
}

/// The symbol of a currency, if it is unambiguous.
#[must_use]
pub fn sign(currency: &str) -> Option<&'static str> {
    const SIGNS: [(&str, &str); 9] = [
        ("USD", "$"),
        ("EUR", "€"),
        ("GBP", "£"),
        ("JPY", "¥"),
        ("INR", "₹"),
        ("KRW", "₩"),
        ("BRL", "R$"),
        ("CAD", "CA$"),
        ("AUD", "A$"),
    ];
    SIGNS.iter().find(|(code, _)| *code == currency).map(|(_, sign)| *sign)
}

/// At most `places` decimals, rounded up. For costs, which must never exceed the displayed value.
#[must_use]
pub fn short_up(amount: &Amount, places: usize) -> String {
    separated(&amount.rounded_up(places).to_decimal())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::U256;

    fn eth(text: &str) -> Amount {
        Amount::parse(text, 18).unwrap()
    }

    // req: 9.22
    #[test]
    fn truncates_addresses_to_four_and_six_characters() {
        assert_eq!(truncated("0x71C7656EC7ab88b098defB751B7401B5f6d8976F"), "0x71…d8976F");
        assert_eq!(truncated("0x71d8976F"), "0x71d8976F");
    }

    // req: 9.19, 9.23
    #[test]
    fn rounds_balances_down_and_groups_digits() {
        assert_eq!(balance(&eth("9999.9999")), "9,999.999");
        assert_eq!(balance(&eth("0")), "0.000");
        assert_eq!(balance(&eth("1234567.0001")), "1,234,567.000");
        assert_eq!(number(&eth("1234.569")), "1,234.56");
        assert_eq!(number(&Amount::new(U256::ZERO, 18)), "0.00");
    }

    // req: 9.20
    #[test]
    fn formats_totals_with_two_decimals() {
        for (text, shown) in
            [("1234.569", "$1,234.56"), ("0.009", "<$0.01"), ("0", "$0.00"), ("12.5", "$12.50")]
        {
            assert_eq!(dollars(&eth(text)), shown);
        }
    }

    #[test]
    fn formats_figures_without_trailing_zeros() {
        for (text, symbol, shown) in [
            ("6211.0456", "DUSD", "6,211.04"),
            ("1500", "USDC", "1,500"),
            ("25.50", "EURC", "25.5"),
            ("0.001", "DAI", "<0.01"),
            ("0.333333333333333333", "ETH", "0.333333"),
            ("12.3456789", "ETH", "12.3456"),
            ("1234567.89", "PEPE", "1,234,567"),
            ("0.0000123456789", "WBTC", "0.0000123456"),
            ("0.0000000000001", "ETH", "<0.000000000001"),
            ("0", "ETH", "0"),
        ] {
            assert_eq!(figure(&eth(text), symbol), shown, "{text} {symbol}");
        }
    }

    #[test]
    fn formats_money_with_its_sign_and_no_empty_cents() {
        for (text, currency, shown) in [
            ("5", "USD", "$5"),
            ("5000", "EUR", "€5,000"),
            ("99.5", "GBP", "£99.50"),
            ("10", "CHF", "10 CHF"),
        ] {
            assert_eq!(money(&eth(text), currency), shown);
        }
    }

    #[test]
    fn rounds_spent_amounts_up() {
        assert_eq!(short_up(&eth("0.000021"), 6), "0.000021");
        assert_eq!(short_up(&eth("0.0000210000001"), 6), "0.000022");
        assert_eq!(short_up(&eth("1.23456789"), 6), "1.234568");
        assert_eq!(short_up(&eth("1500"), 6), "1,500");
        assert_eq!(short_up(&eth("0"), 6), "0");
    }

    #[test]
    fn never_shows_a_small_fee_as_zero() {
        assert_eq!(short(&eth("0.000021"), 6), "0.000021");
        assert_eq!(short(&eth("0.00000002"), 6), "<0.000001");
        assert_eq!(short(&eth("0"), 6), "0");
        assert_eq!(short(&eth("1500.5"), 6), "1,500.5");
    }
}
