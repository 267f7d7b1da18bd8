//! A browser wallet's list of granted permissions: execution permissions (ERC-7715, with its newer names) and access to
//! accounts (EIP-2255). Both come from the wallet. They are parsed entry by entry, and unreadable entries are displayed
//! as such.

use super::grants::{Allowance, Permission};
use crate::amount::quantity;
use crate::caip::ChainId;
use crate::constants::NAME_CHARS_MAX;
use crate::json::Read;
use crate::namespaces::eip155::parse;
use crate::text::label;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::Address;
use serde_json::Value;

/// The maximum length of a list.
const ITEMS_MAX: usize = 100;
/// The maximum length of the wallet's ID of a permission.
const CONTEXT_CHARS_MAX: usize = 16 * 1024;

/// A granted execution permission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    /// The wallet's ID of the permission, for a revocation.
    pub context: String,
    /// The account that has the permission.
    pub to: Option<Address>,
    /// The permission itself.
    pub permission: Permission,
    /// When it expires, in seconds since 1970.
    pub until_s: Option<u64>,
}

/// A page's permissions in the wallet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capability {
    /// The name with which the wallet revokes it: "eth_accounts".
    pub name: String,
    /// The number of accounts, if the wallet reports it.
    pub accounts: Option<usize>,
}

fn allowance(data: &Value, amount: &str, period_s: Option<u64>) -> Option<Allowance> {
    Some(Allowance {
        units: quantity(data.text(amount)?)?,
        start_s: data.whole("startTime").unwrap_or_default(),
        period_s: period_s.or_else(|| data.whole("periodDuration")).filter(|period| *period > 0)?,
    })
}

fn is_nothing(data: &Value, name: &str) -> bool {
    data.field(name)
        .is_none_or(|units| units.as_str().and_then(quantity).is_some_and(|units| units.is_zero()))
}

/// Parses a permission with the newer names of its type.
pub(crate) fn permission(value: &Value) -> Permission {
    let kind = value.text("type").unwrap_or_default();
    let known = || {
        let data = value.field("data")?;
        let (token, rest) = match kind.split_once("-token-")? {
            ("native", rest) => (None, rest),
            ("erc20", rest) => (Some(parse(data.text("tokenAddress")?).ok()?), rest),
            _ => return None,
        };
        let of = match rest {
            "periodic" => allowance(data, "periodAmount", None)?,
            // with an initial amount, displaying only the rate would understate it
            "stream" if is_nothing(data, "initialAmount") => allowance(data, "amountPerSecond", Some(1))?,
            _ => return None,
        };
        Some(Permission::Allowance { token, of })
    };
    known().unwrap_or_else(|| Permission::Other { kind: label(kind, NAME_CHARS_MAX).unwrap_or_default() })
}

/// When a permission expires, in seconds since 1970.
pub(crate) fn ends(value: &Value) -> Option<u64> {
    let rule = value.list("rules").iter().find(|rule| rule.text("type") == Some("expiry"));
    rule.and_then(|rule| rule.field("data")?.whole("timestamp")).or_else(|| value.whole("expiry"))
}

fn execution(value: &Value, chain: &ChainId, owner: Address) -> Option<Execution> {
    if value.field("chainId").and_then(ChainId::of_wallet_value).as_ref() != Some(chain) {
        return None;
    }
    let from = value.text("from").or_else(|| value.text("address"));
    if from.is_some_and(|from| parse(from).ok() != Some(owner)) {
        return None;
    }
    let context = value.text("context")?;
    let digits = context.strip_prefix("0x")?;
    let is_hex = !digits.is_empty()
        && context.len() <= CONTEXT_CHARS_MAX
        && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let of_signer = || value.field("signer")?.field("data")?.text("address");
    let until_s = ends(value);
    is_hex.then(|| Execution {
        context: context.into(),
        to: value.text("to").or_else(of_signer).and_then(|to| parse(to).ok()),
        permission: value.field("permission").map_or(Permission::Other { kind: String::new() }, permission),
        until_s,
    })
}

/// The entries of `wallet_getGrantedExecutionPermissions` for this account and network, without duplicates, and how
/// many more exist beyond the limit. `None` if the response isn't a list.
#[must_use]
pub fn executions(answer: &Value, chain: &ChainId, owner: Address) -> Option<(Vec<Execution>, usize)> {
    let all = answer.as_array()?.iter().filter_map(|value| execution(value, chain, owner));
    Some(once(all, |one| &one.context))
}

/// Removes entries with duplicate names. Returns also how many exist beyond the limit.
fn once<T>(all: impl Iterator<Item = T>, name: impl Fn(&T) -> &str) -> (Vec<T>, usize) {
    let (mut found, mut more): (Vec<T>, usize) = (Vec::new(), 0);
    for one in all {
        if found.iter().any(|known| name(known) == name(&one)) {
            continue;
        }
        if found.len() < ITEMS_MAX { found.push(one) } else { more += 1 }
    }
    (found, more)
}

fn capability(value: &Value) -> Option<Capability> {
    let name = value.text("parentCapability")?;
    let is_name = (1..=64).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-:.".contains(&b));
    let caveat = value.list("caveats").iter().find_map(|caveat| {
        let is_accounts = matches!(caveat.text("type"), Some("restrictReturnedAccounts" | "filterResponse"));
        caveat.field("value").and_then(Value::as_array).filter(|_| is_accounts)
    });
    is_name.then(|| Capability { name: name.to_string(), accounts: caveat.map(Vec::len) })
}

/// The entries of `wallet_getPermissions` (EIP-2255), without duplicates, and how many more exist beyond the limit.
/// `None` if the response isn't a list.
#[must_use]
pub fn capabilities(answer: &Value) -> Option<(Vec<Capability>, usize)> {
    Some(once(answer.as_array()?.iter().filter_map(capability), |one| &one.name))
}
