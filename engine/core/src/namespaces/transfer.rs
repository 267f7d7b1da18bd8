//! A transfer: an amount of a coin or token, to an address, on a chain. The same for all namespaces.

use crate::amount::Amount;
use crate::caip::ChainId;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde::Serialize;

/// A transfer. Its addresses are in the namespace's form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The sender.
    pub from: String,
    /// The recipient.
    pub to: String,
    /// The token's contract or mint. `None` for the native coin.
    pub token: Option<String>,
    /// The amount in base units.
    pub amount: Amount,
    /// The memo, which can be the recipient's only way to identify the payer.
    pub memo: Option<String>,
    /// Reference keys, with which the recipient finds it. Empty in a namespace without them.
    pub references: Vec<String>,
    /// The chain of the transfer.
    pub chain: ChainId,
}

/// A wallet's result for an accepted transfer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// The ID of a transaction.
    Hash(String),
    /// A signed transaction, which the engine must broadcast.
    Signed {
        /// The ID of the transaction.
        id: String,
        /// The transaction in the namespace's form.
        bytes: String,
        /// The last valid block, if known.
        until: Option<u64>,
        /// The parts that the wallet added.
        added: Added,
    },
    /// The ID of a batch of calls (EIP-5792). A transaction contains it later.
    Calls(String),
}

/// The parts that a wallet added to the request, if the namespace allows that.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Added {
    /// An additional fee in the native coin. `None` for zero.
    pub fee: Option<String>,
    /// Checks that can only stop the transaction.
    pub guards: bool,
    /// Other outputs of the transaction to unknown addresses, which can be the wallet's change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Elsewhere>>"))]
    pub others: Vec<Elsewhere>,
}

/// An additional output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Elsewhere {
    /// The address. `None` for the sum of all further ones.
    pub to: Option<String>,
    /// An amount of the native coin.
    pub amount: String,
}

impl Added {
    /// Formats the amounts for display. A fee that isn't an amount is omitted.
    #[must_use]
    pub fn in_words(&self, words: &dyn Fn(&str) -> Option<String>) -> Self {
        let others = self.others.iter().map(|of| Elsewhere {
            to: of.to.clone(),
            amount: words(&of.amount).unwrap_or_else(|| of.amount.clone()),
        });
        Self { fee: self.fee.as_deref().and_then(words), guards: self.guards, others: others.collect() }
    }

    /// Returns `None` if there is nothing to display.
    #[must_use]
    pub fn some(&self) -> Option<Self> {
        Some(self.clone()).filter(|added| *added != Self::default())
    }
}

/// The type of a recipient's address, if it isn't a normal account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RecipientKind {
    /// A contract.
    Contract,
    /// A program-derived account without a key.
    Program,
    /// A token account, which only contains one token.
    Holding,
}

/// A sender's state, as the network's node reports it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stand {
    /// How many of its transactions the node knows, including pending ones.
    #[cfg_attr(test, ts(type = "number"))]
    pub count: u64,
    /// The newest block. On Bitcoin, the newest one with a transaction of the sender. 0 in a namespace without it.
    #[cfg_attr(test, ts(type = "number"))]
    pub block: u64,
}

impl crate::json::Json for Stand {
    fn json(&self) -> serde_json::Value {
        crate::json::json!({ "count": self.count, "block": self.block })
    }
}

/// One balance change of a request, for its account (10.14).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The token's contract or mint. `None` for the native coin.
    pub token: Option<String>,
    /// The amount in base units. For NFTs, the count.
    pub units: U256,
    /// Incoming. If false, outgoing.
    pub is_in: bool,
    /// The change is about NFTs.
    pub is_item: bool,
}

impl Transfer {
    /// Whether a change is exactly this transfer.
    #[must_use]
    pub fn is(&self, change: &Change) -> bool {
        !change.is_in && !change.is_item && change.token == self.token && change.units == self.amount.units
    }

    /// Whether the changes move anything else than this transfer, or more.
    #[must_use]
    pub fn is_exceeded(&self, changes: &[Change]) -> bool {
        let is_of_it = |change: &Change| {
            change.token == self.token && !change.is_item && change.units <= self.amount.units
        };
        changes.iter().any(|change| !change.is_in && !is_of_it(change))
    }
}
