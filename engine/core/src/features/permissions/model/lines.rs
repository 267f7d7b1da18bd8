//! Renders a permission as lines: amounts with the decimals that the network's node reports, otherwise in the token's smallest unit.

use crate::amount::Amount;
use crate::entities::Network;
use crate::features::account::model::{activity, tokens as listed};
use crate::format;
use crate::map::Map;
use crate::namespaces::eip155::codec::approvals::is_endless;
use crate::namespaces::eip155::codec::grants::{Condition, Function, Operator, Param, Permission};
use crate::namespaces::terms::TokenWords;
use crate::ports::clock::Clock;
use crate::store::State;
use crate::time;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{Address, U256};
use serde::Serialize;

/// The subject of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum GrantKind {
    /// Calls of a contract.
    Call,
    /// An amount of a coin or token per period.
    Spend,
    /// An unlimited amount of a coin or token.
    Unlimited,
    /// An unknown kind.
    Other,
}

/// A unit of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PeriodUnit {
    /// 365 days.
    Year,
    /// Seven days.
    Week,
    /// 24 hours.
    Day,
    /// 60 minutes.
    Hour,
    /// 60 seconds.
    Minute,
    /// One.
    Second,
}

/// How often an amount resets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Period {
    /// The number of units.
    pub count: String,
    /// The unit.
    pub unit: PeriodUnit,
}

/// How a condition limits a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum BoundKind {
    /// Equal to the value.
    Equal,
    /// Greater than the value.
    Greater,
    /// Less than the value.
    Less,
}

/// A required value in a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BoundLine {
    /// The parameter's name in the contract's ABI, or its index: "2".
    pub name: String,
    /// `name` is a name. If false, it is an index.
    pub named: bool,
    /// How the value is limited.
    pub kind: BoundKind,
    /// An address, a number, or hex.
    pub value: String,
}

/// A function that can be called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FunctionLine {
    /// The name of the function.
    pub name: String,
    /// The maximum of the native coin in a call: "0.5 ETH". `None`: zero.
    pub value: Option<String>,
    /// A delegate call, which runs foreign code as the account itself.
    pub delegate: bool,
    /// The allowed values. Empty: any value.
    pub bounds: Vec<BoundLine>,
}

/// One line of a permission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GrantLine {
    /// The subject.
    pub kind: GrantKind,
    /// The contract that can be called, or the token's contract. The full address.
    pub contract: Option<String>,
    /// "12.5". `None` for unlimited, or without an amount.
    pub amount: Option<String>,
    /// Its unit. `None` for an unnamed token.
    pub symbol: Option<String>,
    /// The amount is in the token's smallest units: its decimals are unknown.
    pub units: bool,
    /// How often the amount resets.
    pub every: Option<Period>,
    /// When the permission starts, in the user's time zone: "02 Jan 2026, 14:05".
    pub from: Option<String>,
    /// The allowed call.
    pub functions: Vec<FunctionLine>,
    /// The name of an unknown kind.
    pub text: Option<String>,
}

/// Symbols and decimals that tokens report, with the address as key.
pub type Tokens = Map<Address, TokenWords>;

/// Start times in the user's time zone, by their second.
pub type Dates = Map<u64, String>;

/// Adds the start times of permissions, in the user's time zone.
pub(crate) fn dates(clock: &dyn Clock, permissions: &[Permission], known: &mut Dates) {
    for one in permissions {
        if let Permission::Allowance { of, .. } = one
            && time::utc_minute(of.start_s).is_some()
        {
            known.insert(of.start_s, time::moment(activity::local_ms(clock, of.start_s * 1_000)));
        }
    }
}

/// The tokens whose amounts a permission limits.
pub(crate) fn tokens(permissions: &[Permission]) -> impl Iterator<Item = Address> + '_ {
    permissions.iter().filter_map(|one| match one {
        Permission::Allowance { token, .. } => *token,
        _ => None,
    })
}

/// An interval in seconds, in the largest fitting unit.
fn period(seconds: u64) -> Period {
    let units = [
        (31_536_000, PeriodUnit::Year),
        (604_800, PeriodUnit::Week),
        (86_400, PeriodUnit::Day),
        (3_600, PeriodUnit::Hour),
        (60, PeriodUnit::Minute),
    ];
    let found = units.into_iter().find(|(size, _)| seconds.is_multiple_of(*size));
    let (size, unit) = found.unwrap_or((1, PeriodUnit::Second));
    Period { count: format::separated(&(seconds / size).to_string()), unit }
}

/// A value in the form of its type: an address, a number, or hex.
fn value(condition: &Condition, param: Option<&Param>) -> String {
    let digits = condition.value.trim_start_matches("0x");
    let kind = param.map(|param| param.kind.as_str()).unwrap_or_default();
    let short = digits.trim_start_matches('0');
    if kind == "address" && short.len() <= 40 {
        let whole = alloc::format!("{short:0>40}");
        if let Ok(address) = whole.parse::<Address>() {
            return address.to_checksum(None);
        }
    }
    let is_number = kind.starts_with("uint") && !kind.ends_with(']');
    if is_number && short.len() <= 64 {
        let units = U256::from_str_radix(if short.is_empty() { "0" } else { short }, 16);
        if let Ok(units) = units {
            return format::separated(&Amount::new(units, 0).to_decimal());
        }
    }
    condition.value.clone()
}

fn bounds(function: &Function) -> Vec<BoundLine> {
    let of = |(at, condition): (usize, &Condition)| {
        let param = function.params.as_ref().and_then(|params| params.get(at));
        let name = param.map(|param| param.name.clone()).filter(|name| !name.is_empty());
        BoundLine {
            named: name.is_some(),
            name: name.unwrap_or_else(|| (at + 1).to_string()),
            kind: match condition.operator {
                Operator::Equal => BoundKind::Equal,
                Operator::Greater => BoundKind::Greater,
                Operator::Less => BoundKind::Less,
            },
            value: value(condition, param),
        }
    };
    function.conditions.iter().enumerate().map(of).collect()
}

/// The exact amount, because it is a limit.
fn exact(units: U256, decimals: u8) -> String {
    format::separated(&Amount::new(units, decimals).to_decimal())
}

/// The lines of a permission, on its network.
pub(crate) fn lines(
    state: &State,
    network: Option<&Network>,
    permissions: &[Permission],
    tokens: &Tokens,
    dates: &Dates,
    now_s: u64,
) -> Vec<GrantLine> {
    let coin = network.map(|network| &network.native_currency);
    let coin_decimals = coin.map_or(18, |coin| coin.decimals);
    let coin_symbol = coin.map(|coin| coin.symbol.clone());
    let symbol_of = |token: &Address| {
        let id = alloc::format!("{}:{}", network?.caip_network_id, token.to_checksum(None));
        listed::symbol_of(state, &id, tokens.get(token)?)
    };
    let line = |one: &Permission| {
        let blank = GrantLine {
            kind: GrantKind::Other,
            contract: None,
            amount: None,
            symbol: None,
            units: false,
            every: None,
            from: None,
            functions: Vec::new(),
            text: None,
        };
        match one {
            Permission::Call { contract, functions } => GrantLine {
                kind: GrantKind::Call,
                contract: Some(contract.to_checksum(None)),
                functions: functions
                    .iter()
                    .map(|function| FunctionLine {
                        name: function.name.clone(),
                        value: (!function.value.is_zero()).then(|| {
                            let amount = exact(function.value, coin_decimals);
                            [&amount, " ", coin_symbol.as_deref().unwrap_or_default()].concat()
                        }),
                        delegate: function.is_delegate,
                        bounds: bounds(function),
                    })
                    .collect(),
                ..blank
            },
            Permission::Allowance { token, of } => {
                let known = match token {
                    Some(token) => tokens.get(token).and_then(|of| of.decimals),
                    None => Some(coin_decimals),
                };
                let is_endless = is_endless(&of.units);
                GrantLine {
                    kind: if is_endless { GrantKind::Unlimited } else { GrantKind::Spend },
                    contract: token.map(|token| token.to_checksum(None)),
                    amount: (!is_endless).then(|| exact(of.units, known.unwrap_or_default())),
                    symbol: token.as_ref().map_or_else(|| coin_symbol.clone(), symbol_of),
                    units: known.is_none(),
                    every: Some(period(of.period_s)),
                    from: (of.start_s > now_s).then(|| dates.get(&of.start_s).cloned()).flatten(),
                    ..blank
                }
            }
            Permission::Other { kind } => {
                GrantLine { text: Some(kind.clone()).filter(|kind| !kind.is_empty()), ..blank }
            }
        }
    };
    permissions.iter().map(line).collect()
}
