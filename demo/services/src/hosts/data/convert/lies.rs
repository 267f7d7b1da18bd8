//! TABLE of what a test has the swap calls say instead of the truth (`POST /__swap`); `only` is the account that is lied to.

use serde_json::{Value, json};

use super::way::{Way, less};
use crate::{
    abi,
    lies::{self, stranger},
    swaps::Swap,
};

/// Which call is lied in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    Quote,
    Transaction,
    Approve,
}

/// One way not to tell the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lie {
    From,
    Chain,
    Router,
    Selector,
    Value,
    Spender,
    Recipient,
    Source,
    Target,
    Minimum,
    Amount,
    Flags,
    Trailing,
    Short,
    NotHex,
    Huge,
    Turned,
    Worse,
    Zero,
    OtherToken,
}

use Call::{Approve, Quote, Transaction};

/// The name of each lie, and the calls it is told in.
const TABLE: &lies::Table<Lie, Call> = &[
    ("from", Lie::From, &[Transaction, Approve]),
    ("chain", Lie::Chain, &[Transaction, Approve]),
    ("router", Lie::Router, &[Transaction]),
    ("selector", Lie::Selector, &[Transaction, Approve]),
    ("value", Lie::Value, &[Transaction, Approve]),
    ("spender", Lie::Spender, &[Approve]),
    ("recipient", Lie::Recipient, &[Transaction]),
    ("source", Lie::Source, &[Transaction, Approve]),
    ("target", Lie::Target, &[Transaction]),
    ("minimum", Lie::Minimum, &[Transaction]),
    ("amount", Lie::Amount, &[Transaction, Approve]),
    ("flags", Lie::Flags, &[Transaction]),
    ("trailing", Lie::Trailing, &[Transaction, Approve]),
    ("short", Lie::Short, &[Transaction, Approve]),
    ("not-hex", Lie::NotHex, &[Transaction, Approve]),
    ("huge", Lie::Huge, &[Transaction, Approve]),
    // No lie: services differ in which of the two fields has the contract (docs/spec/services.md A7).
    ("turned", Lie::Turned, &[Transaction, Approve]),
    ("worse", Lie::Worse, &[Transaction]),
    ("zero", Lie::Zero, &[Quote]),
    ("other-token", Lie::OtherToken, &[Quote]),
];

/// Zeros at the end of data that is huge: the whole answer is below 2 MiB, so it is the data that must be refused.
const HUGE_BYTES: usize = 900_000;
/// More than anybody has.
const MUCH_WEI: &str = "1000000000000000000000000";

/// The lies that are due.
pub type Lies = lies::Lies<Lie, Call>;

/// None yet.
pub fn none() -> Lies {
    Lies::new(TABLE)
}

/// A transaction before it is JSON.
pub struct Tx {
    pub from: String,
    pub to: String,
    pub data: String,
    pub amount: String,
    /// The answer of a swap has none: it is the client that knows what it sells.
    pub value: Option<String>,
}

impl Tx {
    /// As build-transaction answers.
    pub fn swap_fields(self, gas: Value) -> Value {
        let mut tx = json!({
            "from": self.from, "to": self.to, "data": self.data, "amount": self.amount, "eip155": gas,
        });
        if let (Some(value), Some(fields)) = (self.value, tx.as_object_mut()) {
            fields.insert("value".to_owned(), json!(value));
        }
        tx
    }

    /// As build-approve answers.
    pub fn approve_fields(self, gas: Value) -> Value {
        json!({ "from": self.from, "to": self.to, "data": self.data, "value": self.value, "eip155": gas })
    }
}

impl Lie {
    /// What the swap itself says wrong.
    pub fn bend(self, swap: &mut Swap, way: &Way<'_>) {
        match self {
            Self::Recipient => swap.receiver = stranger(),
            Self::Source => swap.source = way.other(),
            Self::Target => swap.target = way.other(),
            Self::Minimum => swap.minimum = 1,
            Self::Amount => swap.amount = swap.amount.saturating_mul(2),
            Self::Flags => swap.flags = 1,
            Self::Worse => swap.minimum = less(swap.minimum, 1_000).unwrap_or(1),
            _ => {}
        }
    }

    /// What is wrong around it, or with an approval.
    pub fn write(self, tx: &mut Tx, way: &Way<'_>) {
        let approves = tx.data.get(2..10) == Some(abi::APPROVE);
        match self {
            Self::From => tx.from = way.caip10(&stranger()),
            Self::Chain => {
                let (here, there) = (way.chain.caip2(), "eip155:1");
                (tx.from, tx.to) = (tx.from.replacen(&here, there, 1), tx.to.replacen(&here, there, 1));
            }
            Self::Router => tx.to = way.caip10(&stranger()),
            // The arguments fit it: an approval becomes a gift of everything.
            Self::Selector => tx.data.replace_range(2..10, abi::TRANSFER),
            Self::Value => (tx.value, tx.amount) = (Some(MUCH_WEI.to_owned()), MUCH_WEI.to_owned()),
            Self::Spender => tx.data = abi::approve_all(&stranger()),
            Self::Source if approves => tx.to = way.caip10(&way.other().place()),
            Self::Amount if approves => tx.data.replace_range(74.., &format!("{:064x}", 1)),
            Self::Trailing => tx.data.push_str(&"5a".repeat(32)),
            Self::Short => tx.data.truncate(tx.data.len() - 64),
            Self::NotHex => tx.data.replace_range(tx.data.len() - 2.., "zz"),
            Self::Huge => tx.data.push_str(&"00".repeat(HUGE_BYTES)),
            Self::Turned => std::mem::swap(&mut tx.from, &mut tx.to),
            _ => {}
        }
    }
}
