//! A smart account's permissions for a key (docs/spec/services.md A10, ERC-7715): a single permission, a session of
//! several, and whether a wallet's grant stays within the request. All data comes from a service or a wallet, and never
//! leads to a signature.

use crate::amount::quantity;
use crate::constants::{IMAGE_URL_CHARS_MAX, NAME_CHARS_MAX};
use crate::json::{self, Read};
use crate::namespaces::eip155::parse;
use crate::text::label;
use crate::urls::is_web_url;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{Address, U256};
use serde_json::Value;

/// The maximum number of listed sessions of an account, the newest ones.
pub const SESSIONS_MAX: usize = 200;
/// The maximum number of permissions, functions, conditions and policies each.
const ITEMS_MAX: usize = 100;
/// The maximum length of an ID, which the user signs to revoke a session.
const PCI_MAX: usize = 256;
/// The maximum length of a value in a condition.
const VALUE_CHARS_MAX: usize = 2 + 2 * 1024;
/// The latest displayable date (the year 9999).
const DATE_MAX_S: u64 = 253_402_300_799;

/// An amount per period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The amount in base units.
    pub units: U256,
    /// When the first period starts, in seconds since 1970.
    pub start_s: u64,
    /// The length of a period in seconds, at least one.
    pub period_s: u64,
}

/// How a condition limits a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// Equal to the bound.
    Equal,
    /// Greater than the bound.
    Greater,
    /// Less than the bound.
    Less,
}

/// A condition for one value of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// How the call's value compares with the bound.
    pub operator: Operator,
    /// The bound: `0x` and lowercase hex.
    pub value: String,
}

/// A parameter of a function in the ABI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// The name, sanitized.
    pub name: String,
    /// The type. For a tuple, with its parts.
    pub kind: String,
}

/// A function that can be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name, sanitized.
    pub name: String,
    /// The parameters. `None` if the ABI doesn't have exactly one function with this name.
    pub params: Option<Vec<Param>>,
    /// The conditions for the values, in order.
    pub conditions: Vec<Condition>,
    /// The maximum of the native coin in a call, in base units.
    pub value: U256,
    /// A delegate call, which runs foreign code as the account itself.
    pub is_delegate: bool,
}

/// One permission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Permission {
    /// Calls of one contract.
    Call {
        /// The called contract.
        contract: Address,
        /// The functions that can be called.
        functions: Vec<Function>,
    },
    /// An amount of the native coin or a token per period.
    Allowance {
        /// The token. `None` for the native coin.
        token: Option<Address>,
        /// The amount per period.
        of: Allowance,
    },
    /// An unknown or unreadable kind. It is displayed as such, because omitting it would understate the permissions.
    Other {
        /// The type, sanitized.
        kind: String,
    },
}

/// A smart session in a service's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmartSession {
    /// The ID, which the user signs to revoke the session. If the ID isn't a plain word ([`is_id`]), a placeholder that
    /// can't be signed.
    pub pci: String,
    /// The ID is a plain word, so the user can sign it.
    pub has_word: bool,
    /// When it was created, in seconds since 1970. `None` if the date is invalid.
    pub created_s: Option<u64>,
    /// When it expires. `None` if that is unrealistically late, or unknown.
    pub expiry_s: Option<u64>,
    /// When it was revoked.
    pub revoked_s: Option<u64>,
    /// The grantee's own name, sanitized.
    pub project: Option<String>,
    /// The URL of its page.
    pub url: Option<String>,
    /// The URL of its icon, on any host.
    pub icon_url: Option<String>,
    /// Its permissions.
    pub permissions: Vec<Permission>,
    /// The limits of the whole session, with names.
    pub policies: Vec<String>,
}

fn cleaned(text: Option<&str>) -> Option<String> {
    label(text?, NAME_CHARS_MAX)
}

/// Whether an ID is one plain word. Anything else could be a message from an attacker, which the user would sign
/// unread.
fn is_id(text: &str) -> bool {
    (1..=PCI_MAX).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.:/+=".contains(&b))
}

fn address(value: &Value, name: &str) -> Option<Address> {
    parse(value.text(name).filter(|text| text.starts_with("0x"))?).ok()
}

fn params(abi: &[Value], name: &str) -> Option<Vec<Param>> {
    let mut found =
        abi.iter().filter(|one| one.text("type") == Some("function") && one.text("name") == Some(name));
    let one = found.next().filter(|_| found.next().is_none())?;
    let of = |input: &Value| {
        let mut kind = input.text("type")?.to_string();
        if let Some(parts) = input.field("components") {
            kind.push_str(&json::text(parts));
        }
        Some(Param { name: cleaned(input.text("name")).unwrap_or_default(), kind })
    };
    one.list("inputs").iter().take(ITEMS_MAX).map(of).collect()
}

fn condition(value: &Value) -> Option<Condition> {
    let operator = match value.text("operator")? {
        "EQUAL" => Operator::Equal,
        "GREATER_THAN" => Operator::Greater,
        "LESS_THAN" => Operator::Less,
        _ => return None,
    };
    let hex = value.text("value").filter(|text| text.len() <= VALUE_CHARS_MAX)?;
    let is_hex = hex.strip_prefix("0x")?.bytes().all(|b| b.is_ascii_hexdigit());
    is_hex.then(|| Condition { operator, value: hex.to_ascii_lowercase() })
}

fn function(value: &Value, abi: &[Value]) -> Option<Function> {
    let name = value.filled("functionName")?;
    let args = value.list("args");
    if args.len() > ITEMS_MAX {
        return None;
    }
    Some(Function {
        name: cleaned(Some(name))?,
        params: params(abi, name),
        conditions: args.iter().map(condition).collect::<Option<_>>()?,
        value: match value.field("valueLimit") {
            Some(limit) => quantity(limit.as_str()?)?,
            None => U256::ZERO,
        },
        is_delegate: match value.text("operation") {
            Some("Call") => false,
            Some(_) => true,
            None if value.field("operation").is_some() => true,
            None => false,
        },
    })
}

fn allowance(data: &Value) -> Option<Allowance> {
    Some(Allowance {
        units: quantity(data.text("allowance")?)?,
        start_s: data.whole("start")?,
        period_s: data.whole("period").filter(|period| *period > 0)?,
    })
}

impl Permission {
    /// Parses a permission. An unreadable one is [`Permission::Other`].
    #[must_use]
    pub fn read(value: &Value) -> Self {
        Self::known(value)
            .unwrap_or_else(|| Self::Other { kind: cleaned(value.text("type")).unwrap_or_default() })
    }

    fn known(value: &Value) -> Option<Self> {
        let data = value.field("data")?;
        match value.text("type")? {
            "contract-call" => {
                let functions = data.list("functions");
                if functions.is_empty() || functions.len() > ITEMS_MAX {
                    return None;
                }
                let abi = data.list("abi");
                Some(Self::Call {
                    contract: address(data, "address")?,
                    functions: functions.iter().map(|one| function(one, abi)).collect::<Option<_>>()?,
                })
            }
            "native-token-recurring-allowance" => Some(Self::Allowance { token: None, of: allowance(data)? }),
            "erc20-recurring-allowance" => {
                Some(Self::Allowance { token: Some(address(data, "token")?), of: allowance(data)? })
            }
            _ => None,
        }
    }

    /// Whether it permits no more than `asked`. An unknown kind counts as permitting everything.
    fn is_within(&self, asked: &Self) -> bool {
        match (self, asked) {
            (Self::Call { contract, functions }, Self::Call { contract: of, functions: may }) => {
                contract == of && functions.iter().all(|one| may.iter().any(|may| one.is_within(may)))
            }
            (Self::Allowance { token, of }, Self::Allowance { token: may_token, of: may }) => {
                token == may_token
                    && of.units <= may.units
                    && of.period_s >= may.period_s
                    && of.start_s >= may.start_s
            }
            _ => false,
        }
    }
}

impl Function {
    fn is_within(&self, asked: &Self) -> bool {
        // the same name with other parameters is another function
        let kinds = |of: &Self| -> Option<Vec<String>> {
            Some(of.params.as_ref()?.iter().map(|param| param.kind.clone()).collect())
        };
        self.name == asked.name
            && kinds(self) == kinds(asked)
            && self.conditions == asked.conditions
            && self.value <= asked.value
            && (asked.is_delegate || !self.is_delegate)
    }
}

/// Parses a list of permissions. A value that isn't a list, or is too long, ends with an unknown entry, so nothing is
/// hidden.
fn permissions(value: &Value) -> Vec<Permission> {
    let given = value.field("permissions").and_then(Value::as_array);
    let list = given.map_or(&[][..], |list| list.as_slice());
    let mut found: Vec<Permission> = list.iter().take(ITEMS_MAX).map(Permission::read).collect();
    if given.is_none_or(|list| list.len() > ITEMS_MAX) {
        found.truncate(ITEMS_MAX - 1);
        found.push(Permission::Other { kind: String::new() });
    }
    found
}

impl SmartSession {
    /// Parses a session. `None` if it isn't one. Unreadable parts, including its ID, are displayed as such, because a
    /// usable session must not be hidden.
    fn read(value: &Value) -> Option<Self> {
        if value.as_object().is_none_or(|fields| fields.is_empty()) {
            return None;
        }
        let date = |name: &str| value.whole(name).filter(|s| (1..=DATE_MAX_S).contains(s));
        let project = value.field("project");
        let url = |name: &str| {
            let url = project?.filled(name)?;
            (url.len() <= IMAGE_URL_CHARS_MAX && is_web_url(url)).then(|| url.to_string())
        };
        let policies = value.list("policies").iter().take(ITEMS_MAX);
        let word = value.text("pci").filter(|pci| is_id(pci));
        Some(Self {
            has_word: word.is_some(),
            pci: word.unwrap_or_default().into(),
            created_s: date("createdAt"),
            expiry_s: date("expiry"),
            // a revocation with an invalid date still counts
            revoked_s: value.whole("revokedAt").map(|at| at.min(DATE_MAX_S)),
            project: project.and_then(|project| cleaned(project.text("name"))),
            url: url("url"),
            icon_url: url("iconUrl"),
            permissions: permissions(value),
            policies: policies.filter_map(|policy| cleaned(policy.text("id"))).collect(),
        })
    }
}

/// Parses a service's list of sessions (`{pcis: [...]}`, or only the list): newest first, with unique IDs, and whether
/// more exist beyond the limit. `None` if the response isn't a list.
#[must_use]
pub fn sessions(answer: &Value) -> Option<(Vec<SmartSession>, bool)> {
    let list = answer.as_array().or_else(|| answer.field("pcis")?.as_array())?;
    let mut found: Vec<SmartSession> = Vec::new();
    let mut is_cut = false;
    for (index, mut session) in
        list.iter().enumerate().filter_map(|(index, value)| Some((index, SmartSession::read(value)?)))
    {
        if !session.has_word {
            session.pci = alloc::format!("?{index}"); // a placeholder that isn't a plain word, so it equals no other ID
        }
        if found.iter().any(|known| known.pci == session.pci) {
            continue;
        }
        let at = found.iter().position(|known| known.created_s < session.created_s);
        found.insert(at.unwrap_or(found.len()), session);
        if found.len() > SESSIONS_MAX {
            found.truncate(SESSIONS_MAX);
            is_cut = true;
        }
    }
    Some((found, is_cut))
}

/// A wallet's grant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Granted {
    /// When it expires, in seconds since 1970.
    pub expiry_s: u64,
    /// Its permissions.
    pub permissions: Vec<Permission>,
}

/// Parses a wallet's grant if it stays within the request: same chain and account, not expired, no later expiry, no
/// additional permission, and no missing policy. `account` requested it only for itself.
#[must_use]
pub fn granted(asked: &Value, answer: &Value, account: &str, now_s: u64) -> Option<Granted> {
    let chain = |value: &Value| value.text("chainId").and_then(quantity);
    // null isn't an address, and a missing value isn't null
    let is_ours = |value: &Value| match value.get("address") {
        Some(_) => address(value, "address").is_some_and(|of| Some(of) == parse(account).ok()),
        None => true,
    };
    let expiry_s = answer.whole("expiry")?;
    let may = asked.list("permissions");
    let given = answer.field("permissions")?.as_array()?;
    // each permission uses up one requested permission, because a repeated one would double the limit
    let mut left: Vec<&Value> = may.iter().collect();
    let mut is_asked = |one: &Value| {
        let read = Permission::read(one);
        let at = left.iter().position(|may| one == *may);
        let at = at.or_else(|| left.iter().position(|may| read.is_within(&Permission::read(may))));
        at.map(|at| left.swap_remove(at)).is_some()
    };
    // a wallet that doesn't repeat the policies might still apply them
    let keeps = |policy: &Value| {
        answer.field("policies").is_none() || answer.list("policies").iter().any(|kept| kept == policy)
    };
    let fits = chain(answer).is_some()
        && chain(answer) == chain(asked)
        && is_ours(answer)
        && is_ours(asked)
        && expiry_s > now_s
        && Some(expiry_s) <= asked.whole("expiry")
        && answer.filled("context").is_some()
        && !given.is_empty()
        && given.len() <= ITEMS_MAX
        && given.iter().all(&mut is_asked)
        && asked.list("policies").iter().all(keeps);
    fits.then(|| Granted { expiry_s, permissions: given.iter().map(Permission::read).collect() })
}
