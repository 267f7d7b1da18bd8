//! Finds mistyped names in the options: the known names, and the closest one.

use super::read::{short, wrong};
use crate::alert::Alert;
use crate::entities::Network;
use crate::json::Read;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The options with named fields.
const INNER: &[(&str, &[&str])] = &[
    ("metadata", &["name", "description", "url", "icons", "redirect", "verifyUrl"]),
    ("services", &["wallet", "data", "secure", "analytics", "onramp", "relay"]),
    ("pendingTransactions", &["enable", "pollingInterval"]),
    ("onrampKeys", &["meld"]),
    ("data", &["wallets", "balances", "history", "prices", "names"]),
    ("pairing", &["eip155", "solana", "bip122", "polkadot", "cosmos"]),
];

/// Reports each unknown field of these options.
pub fn check_inner(value: &Value, alerts: &mut Vec<Alert>) {
    for (option, known) in INNER {
        for name in value.field(option).and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name)
        {
            if !known.contains(&name.as_str()) {
                let text = [option, ".*"].concat();
                unknown(alerts, &text, name, &mut known.iter().copied());
            }
        }
    }
}

/// Reports an unknown name with the closest known one. A star in `text` stands for the name.
#[inline(never)]
pub fn unknown(alerts: &mut Vec<Alert>, text: &str, name: &str, known: &mut dyn Iterator<Item = &str>) {
    let name = short(name);
    let meant = meant(&name, known).map_or_else(String::new, |one| [". Did you mean ", one, "?"].concat());
    wrong(alerts, &["Unknown option ", text, "*"].concat(), &name, &meant);
}

/// The known name that this one resembles.
fn meant<'a>(name: &str, mut known: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    // with more differences, a short name would match anything
    let most = if name.len() < 4 { 1 } else { 2 };
    Iterator::find(&mut known, |one| distance(name, one) <= most)
}

/// The edit distance of two names, ignoring case.
fn distance(a: &str, b: &str) -> usize {
    if a.len().abs_diff(b.len()) > 2 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let (mut corner, mut left) = (i, i + 1);
        for (y, cell) in b.bytes().zip(row.iter_mut().skip(1)) {
            let here = if x.eq_ignore_ascii_case(&y) { corner } else { 1 + corner.min(left).min(*cell) };
            corner = core::mem::replace(cell, here);
            left = here;
        }
    }
    row.last().copied().unwrap_or_default()
}

/// The networks of a page, in messages for its developer.
#[must_use]
pub fn names_of(networks: &[Network]) -> String {
    let mut all = String::new();
    for network in networks.iter().take(20) {
        all.push_str(if all.is_empty() { "" } else { ", " });
        all.push_str(&network.caip_network_id);
    }
    if networks.len() > 20 {
        all.push_str(" and others");
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_the_intended_name() {
        for (given, is) in [
            ("featurs", Some("features")),
            ("Features", Some("features")),
            ("fetures", Some("features")),
            ("theme", None),
            ("projectID", Some("projectId")),
            ("project", Some("projectId")),
            ("xy", None),
            ("", None),
        ] {
            assert_eq!(meant(given, &mut ["projectId", "features", "themeMode"].into_iter()), is, "{given}");
        }
    }
}
