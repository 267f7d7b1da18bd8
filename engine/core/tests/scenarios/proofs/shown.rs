//! What every slice keeps to, whatever was answered: no character that hides or turns (docs/spec/security.md B12), no text beyond its
//! limit, and numbers that agree with one another.

use crate::support::World;
use serde_json::Value;
use wallet_engine::amount::Amount;

/// By the name of the field, in characters: the longest that is of a foreign origin. A letter might have two marks.
fn longest(name: &str) -> usize {
    match name {
        "name" | "profileName" | "receiverProfileName" | "text" => 64 * 3,
        "symbol" | "verb" | "operationType" => 32 * 3,
        // urls of pictures and links
        "iconUrl" | "logoUri" | "url" | "link" | "explorerUrl" | "homepage" => 2_048,
        // a code to be scanned, drawn by us
        "qr" | "path" => 20_000,
        // of a request, as a wallet was asked it
        "data" | "transaction" | "signed" | "raw" => 20_000,
        // of our own making from a name
        "testId" => 300,
        "message" | "details" | "reason" | "title" => 200 * 3 + 40,
        _ => 220,
    }
}

/// Written from the document, not from the code: controls, non-characters, what turns the direction, what has no width, tags.
pub fn is_unfit(c: char) -> bool {
    let code = u32::from(c);
    code < 0x20
        || (0x7f..0xa0).contains(&code)
        || code & 0xfffe == 0xfffe
        || (0xfdd0..=0xfdef).contains(&code)
        || code == 0x61c
        || (0x200b..=0x200f).contains(&code)
        || (0x2028..=0x202e).contains(&code)
        || code == 0x2060
        || (0x2066..=0x2069).contains(&code)
        || code == 0xfeff
        || (0xe0000..=0xe007f).contains(&code)
}

/// Follows every text of a value; the name is that of the field it is in.
fn texts(value: &Value, name: &str, path: &str, found: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            if let Some(c) = text.chars().find(|c| is_unfit(*c)) {
                found.push(format!("{path} has U+{:04X}", u32::from(c)));
            }
            let count = text.chars().count();
            if count > longest(name) {
                found.push(format!("{path} has {count} characters"));
            }
        }
        Value::Array(list) => {
            for (at, inner) in list.iter().enumerate() {
                texts(inner, name, &format!("{path}/{at}"), found);
            }
        }
        Value::Object(fields) => {
            for (name, inner) in fields {
                texts(&Value::String(name.clone()), "", &format!("{path}/(name)"), found);
                texts(inner, name, &format!("{path}/{name}"), found);
            }
        }
        _ => {}
    }
}

/// Whole digits in groups of three, and perhaps a fraction.
fn is_written(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    digits(first)
        && first.len() <= 3
        && groups.all(|group| group.len() == 3 && digits(group))
        && digits(fraction)
}

fn dollars(value: &str) -> String {
    let exact = Amount::parse(value, 18).unwrap_or_else(|_| panic!("no decimal: {value}"));
    let (whole, cents) = floored(value, 2);
    if whole == "0" && cents == "00" && !exact.is_zero() {
        "<$0.01".into()
    } else {
        format!("${}.{cents}", grouped(&whole))
    }
}

/// Whole part and so many places of a decimal text, by its letters alone.
pub fn floored(text: &str, places: usize) -> (String, String) {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut fraction: String = fraction.chars().take(places).collect();
    while fraction.len() < places {
        fraction.push('0');
    }
    (whole.into(), fraction)
}

pub fn grouped(whole: &str) -> String {
    let bytes = whole.as_bytes();
    let groups: Vec<&str> = bytes.rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

/// What of the tokens does not agree.
fn numbers(world: &World, found: &mut Vec<String>) {
    let tokens = world.slice("tokens");
    let mut sum = Some(Amount::parse("0", 18).unwrap());
    let mut any = false;
    let mut natives = 0;
    for item in tokens["list"].as_array().unwrap() {
        let exact = item["quantity"]["numeric"].as_str().unwrap();
        let (whole, fraction) = floored(exact, 3);
        // bitcoin to the sat
        let is_complete = item["chainId"].as_str().is_some_and(|chain| chain.starts_with("bip122:"));
        let expected = match (is_complete, exact.split_once('.')) {
            (true, None) => grouped(&whole),
            (true, Some((_, sats))) => format!("{}.{sats}", grouped(&whole)),
            (false, _) => format!("{}.{fraction}", grouped(&whole)),
        };
        if item["amount"] != expected {
            found.push(format!("{} is shown for {exact}", item["amount"]));
        }
        natives += usize::from(item["address"].is_null());
        match item["value"].as_str() {
            Some(value) => {
                any = true;
                if item["worth"] != dollars(value) {
                    found.push(format!("{} is shown for {value}", item["worth"]));
                }
                sum = sum.and_then(|sum| sum.checked_add(&Amount::parse(value, 18).ok()?));
            }
            None if !item["price"].is_null() => sum = None, // beyond what can be counted: no sum in part
            None if !item["worth"].is_null() => found.push(format!("{} of nothing", item["worth"])),
            None => {}
        }
    }
    let total = sum.filter(|_| any).map(|sum| dollars(&sum.to_decimal()));
    if tokens["total"].as_str() != total.as_deref() {
        found.push(format!("the total {} is not {total:?}", tokens["total"]));
    }
    if natives > 1 {
        found.push(format!("{natives} coins of one network"));
    }
    let balance = world.slice("account")["balance"].clone();
    let amount = balance["amount"].as_str().unwrap_or("0.00");
    if !is_written(amount) {
        found.push(format!("the balance {amount}"));
    }
    if balance["phase"] == "failed" && amount != "0.00" {
        found.push(format!("{amount} of a balance that failed"));
    }
}

/// Everything that is wrong with what the page shows.
pub fn faults(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    for name in wallet_engine::snapshot::slices_of(u64::MAX) {
        let mut slice = world.slice(name);
        if name == "signIn" {
            slice["message"] = Value::Null; // signed as it is: it is shown whole, line by line (B12)
        }
        texts(&slice, "", name, &mut found);
    }
    for toast in world.toasts() {
        texts(&Value::String(toast), "message", "toast", &mut found);
    }
    for alert in world.host.details("wallet-alert") {
        texts(&alert, "", "alert", &mut found);
    }
    numbers(world, &mut found);
    found
}
