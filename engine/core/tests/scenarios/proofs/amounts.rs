//! Amounts (docs/spec/security.md C1, C2): what is written is read back, what is shown is never more than what there is, and both as viem
//! has it (tests/vectors/amounts.json, written by scripts/vectors.mjs).

use super::{Dice, seed, times};
use crate::support::*;
use alloy_primitives::{U256, Uint};
use serde_json::{Value, json};
use wallet_engine::amount::{Amount, AmountFault, DECIMALS_MAX, listed_value, of_number, quantity};
use wallet_engine::format;

type U512 = Uint<512, 8>;

const CASES: usize = 10_000;

/// Numbers of all lengths: any, round ones and those next to them, powers, the largest.
fn units(dice: &Dice) -> U256 {
    let ten = U256::from(10u64);
    let any = U256::from_limbs([dice.number(), dice.number(), dice.number(), dice.number()]);
    let one = U256::from(1u64);
    match dice.below(8) {
        0 => any,
        1 | 2 => any >> dice.below(256),
        3 => ten.pow(U256::from(dice.below(78))),
        4 => ten.pow(U256::from(dice.below(78))).wrapping_sub(one),
        5 => (one << dice.below(256)).wrapping_sub(U256::from(dice.below(2))),
        6 => U256::from(dice.below(3)),
        _ => U256::MAX - (any >> (192 + dice.below(64))),
    }
}

/// The same as decimal text by the library's own division.
fn written(units: U256, decimals: u8) -> String {
    let digits = units.to_string();
    let digits = format!("{}{digits}", "0".repeat((usize::from(decimals) + 1).saturating_sub(digits.len())));
    let (whole, fraction) = digits.split_at(digits.len() - usize::from(decimals));
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() { whole.into() } else { format!("{whole}.{fraction}") }
}

// C1
#[test]
fn parses_what_it_formats_for_all_decimals() {
    let dice = Dice::new("amounts");
    let mut seen = [0u32; DECIMALS_MAX as usize + 1];
    for case in 0..CASES * times() {
        let decimals = u8::try_from(case % (usize::from(DECIMALS_MAX) + 1)).unwrap();
        seen[usize::from(decimals)] += 1;
        let amount = Amount::new(units(&dice), decimals);
        let text = amount.to_decimal();
        let why = || format!("{amount:?}, {text}, case {case}, seed {}", seed());
        assert_eq!(text, written(amount.units, decimals), "{}", why());
        assert_eq!(Amount::parse(&text, decimals), Ok(amount), "{}", why());
        assert_eq!(Amount::parse_shown(&text, decimals), Ok(amount), "{}", why());
        assert_eq!(of_number(&text, decimals), Some(amount), "{}", why());
        assert_eq!(listed_value(&text, decimals), amount, "{}", why());
        assert_eq!(Amount::of_quantity(&amount.to_quantity(), decimals), Some(amount), "{}", why());
        assert_eq!(quantity(&amount.to_quantity()), Some(amount.units), "{}", why());
        // with digits no one has: refused where it counts, cut off where it is shown
        let more = if text.contains('.') {
            format!("{text}{}1", "0".repeat(78))
        } else {
            format!("{text}.{}1", "0".repeat(78))
        };
        assert_eq!(Amount::parse(&more, decimals), Err(AmountFault::TooManyDecimals), "{}", why());
        assert_eq!(Amount::parse_shown(&more, decimals), Ok(amount), "{}", why());
    }
    assert!(seen.iter().all(|count| *count > 0));
}

/// A shown text as units of 77 decimals in twice the width.
fn wide(text: &str, places: usize) -> U512 {
    let plain = text.trim_start_matches(['$', '<']).replace(',', "");
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    assert!(fraction.len() <= places, "{text}");
    let digits = format!("{whole}{fraction}{}", "0".repeat(places - fraction.len()));
    U512::from_str_radix(&digits, 10).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn widened(amount: &Amount) -> U512 {
    U512::from(amount.units) * U512::from(10u64).pow(U512::from(usize::from(DECIMALS_MAX - amount.decimals)))
}

// Without the floor of any of these (rounded up, or to the nearest) this fails: tried for `to_floored`.
// req: 9.19
#[test]
fn never_shows_more_than_the_exact_amount() {
    let dice = Dice::new("shown");
    let places = usize::from(DECIMALS_MAX);
    let ten = U512::from(10u64);
    for case in 0..CASES * times() {
        let decimals = u8::try_from(case % (places + 1)).unwrap();
        let amount = Amount::new(units(&dice), decimals);
        let owned = widened(&amount);
        let why = |text: &str| format!("{text} of {amount:?}, case {case}, seed {}", seed());
        for (text, shown_places) in [
            (format::balance(&amount), 3),
            (format::number(&amount), 2),
            (amount.to_floored(3), 3),
            (amount.to_floored(case % 20), case % 20),
        ] {
            let shown = wide(&text, places);
            assert!(shown <= owned, "more: {}", why(&text));
            assert!(owned - shown < ten.pow(U512::from(places - shown_places)), "less: {}", why(&text));
        }
        for (text, last) in [(format::dollars(&amount), 2), (format::short(&amount, 6), 6)] {
            if text.contains('<') {
                let least = ten.pow(U512::from(places - last));
                assert!(!amount.is_zero() && owned < least, "not so little: {}", why(&text));
            } else {
                assert!(wide(&text, places) <= owned, "more: {}", why(&text));
            }
        }
        // what will be spent is never less
        let spent = format::short_up(&amount, 6);
        assert!(
            wide(&spent, places) >= owned || amount.rounded_up(6) == amount,
            "less is spent: {}",
            why(&spent)
        );

        let price = Amount::new(units(&dice) >> dice.below(200), 18);
        if let Some(worth) = amount.at_price(&price) {
            // worth * 10^decimals <= units * price < (worth + 1) * 10^decimals, in whole units
            let exact = U512::from(amount.units) * U512::from(price.units);
            let scale = ten.pow(U512::from(usize::from(decimals)));
            assert!(U512::from(worth.units) * scale <= exact, "worth more: {}", why(&worth.to_decimal()));
            assert!(
                exact - U512::from(worth.units) * scale < scale,
                "worth less: {}",
                why(&worth.to_decimal())
            );
        }
    }
}

/// The list of an account, of any size.
fn lines(dice: &Dice) -> Vec<(String, u8, String)> {
    let few = 1 + dice.below(40);
    let line = |_| {
        let decimals = u8::try_from(1 + dice.below(77)).unwrap();
        let numeric = written(units(dice) >> dice.below(256), decimals);
        let price = written(units(dice) >> (128 + dice.below(128)), 18);
        (numeric, decimals, price)
    };
    (0..few).map(line).collect()
}

// C2
#[test]
fn never_totals_more_than_the_sum_of_all_tokens() {
    let dice = Dice::new("totals");
    let mut totals = 0;
    for case in 0..30 * times() {
        let lines = lines(&dice);
        let world = World::with_chain(|chain| {
            let list = lines.iter().enumerate().map(|(at, (numeric, decimals, price))| {
                json!({"name": format!("Token {at}"), "symbol": format!("T{at}"), "chainId": "eip155:1337", "price": price,
                    "address": format!("eip155:1337:0x{:040x}", at + 1), "quantity": {"decimals": decimals.to_string(), "numeric": numeric}})
            });
            *chain.tokens.borrow_mut() = list.collect();
        });
        let tokens = world.slice("tokens");
        // ten of the coin at 3000, and the lines; in units of 10^-95
        let scale = U512::from(10u64).pow(U512::from(95u64));
        let fits = |(numeric, decimals, price): &(String, u8, String)| {
            let amount = Amount::parse(numeric, *decimals).unwrap();
            let price = Amount::parse(price, 18).unwrap();
            let shift = U512::from(10u64).pow(U512::from(77 - usize::from(*decimals)));
            (U512::from(amount.units) * U512::from(price.units)).checked_mul(shift)
        };
        let exact = lines
            .iter()
            .map(fits)
            .try_fold(U512::from(30_000u64) * scale, |sum, worth| sum.checked_add(worth?));
        let shown = tokens["total"].as_str();
        if let (Some(exact), Some(shown)) = (exact, shown) {
            totals += 1;
            let floored = wide(shown, 95);
            assert!(floored <= exact, "{shown} is more than there is, case {case}, seed {}", seed());
        }
        for item in tokens["list"].as_array().unwrap() {
            let owned = item["quantity"]["numeric"].as_str().unwrap();
            let shown = wide(item["amount"].as_str().unwrap(), 77);
            assert!(shown <= wide(owned, 77), "{item}, case {case}, seed {}", seed());
        }
    }
    assert!(totals > 5 * times(), "{totals} totals");
}

fn list<'a>(vectors: &'a Value, name: &str) -> &'a Vec<Value> {
    vectors[name].as_array().unwrap()
}

// C1
#[test]
fn formats_and_parses_amounts_like_viem() {
    let vectors: Value = serde_json::from_str(include_str!("../../vectors/amounts.json")).unwrap();
    let text = |case: &'_ Value, at: usize| case[at].as_str().unwrap().to_owned();
    let decimals = |case: &Value, at: usize| u8::try_from(case[at].as_u64().unwrap()).unwrap();
    let whole = |text: &str| Amount::parse(text, 0).unwrap().units;
    let mut seen = std::collections::BTreeSet::new();
    for case in list(&vectors, "formats") {
        let amount = Amount::new(whole(&text(case, 0)), decimals(case, 1));
        seen.insert(amount.decimals);
        assert_eq!(amount.to_decimal(), text(case, 2), "{case}");
        assert_eq!(Amount::parse(&text(case, 2), amount.decimals), Ok(amount), "{case}");
    }
    assert_eq!(seen.len(), 78, "all decimals");
    for case in list(&vectors, "parses") {
        let read = Amount::parse(&text(case, 0), decimals(case, 1)).map(|amount| amount.units);
        assert_eq!(read, Ok(whole(&text(case, 2))), "{case}");
    }
    // what viem rounds we cut where it is shown, and refuse where it is sent
    for case in list(&vectors, "rounded") {
        let (given, decimals, rounded) = (text(case, 0), decimals(case, 1), whole(&text(case, 2)));
        assert_eq!(Amount::parse(&given, decimals), Err(AmountFault::TooManyDecimals), "{case}");
        let shown = Amount::parse_shown(&given, decimals).unwrap().units;
        assert!(shown <= rounded && rounded - shown <= U256::from(1u64), "{case}");
    }
    for case in list(&vectors, "refused") {
        assert!(Amount::parse(case.as_str().unwrap(), 18).is_err(), "{case}");
    }
    let count: usize =
        ["formats", "parses", "rounded", "refused"].iter().map(|name| list(&vectors, name).len()).sum();
    assert!(count >= 2_000, "{count}");
}
