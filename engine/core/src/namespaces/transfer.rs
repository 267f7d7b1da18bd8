//! A transfer: an amount of a coin or token, to an address, on a chain. The same for all namespaces.

use crate::amount::Amount;
use crate::caip::ChainId;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde::Serialize;

/// A transfer. Addresses as the namespace writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The sender.
    pub from: String,
    /// The recipient.
    pub to: String,
    /// The token's contract or mint; nothing for the native coin.
    pub token: Option<String>,
    /// Base units.
    pub amount: Amount,
    /// The memo, which can be the recipient's only way to identify the payer.
    pub memo: Option<String>,
    /// Reference keys, with which the recipient finds it. Empty in a namespace without them.
    pub references: Vec<String>,
    /// The chain it must happen on.
    pub chain: ChainId,
}

/// A wallet's result for an accepted transfer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// The id of a transaction.
    Hash(String),
    /// A signed transaction that isn't broadcast so far: the engine broadcasts it.
    Signed {
        /// Its id.
        id: String,
        /// It itself, as the namespace writes it.
        bytes: String,
        /// The last valid block, if known.
        until: Option<u64>,
        /// The parts that the wallet added.
        added: Added,
    },
    /// The id of a batch of calls (EIP-5792), which is in a transaction sooner or later.
    Calls(String),
}

/// The parts that a wallet added to the request, if the namespace allows that.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Added {
    /// An additional fee in the native coin. `None` for zero.
    pub fee: Option<String>,
    /// Checks that can do nothing but stop it.
    pub guards: bool,
    /// Further outputs of the transaction to unknown addresses. They can be the wallet's change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Elsewhere>>"))]
    pub others: Vec<Elsewhere>,
}

/// The amount for one address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Elsewhere {
    /// The address; nothing for all further ones together.
    pub to: Option<String>,
    /// An amount of the native coin.
    pub amount: String,
}

impl Added {
    /// With its amounts as people read them; a fee that isn't an amount is left out.
    #[must_use]
    pub fn in_words(&self, words: &dyn Fn(&str) -> Option<String>) -> Self {
        let others = self.others.iter().map(|of| Elsewhere {
            to: of.to.clone(),
            amount: words(&of.amount).unwrap_or_else(|| of.amount.clone()),
        });
        Self { fee: self.fee.as_deref().and_then(words), guards: self.guards, others: others.collect() }
    }

    /// `None` without any note.
    #[must_use]
    pub fn some(&self) -> Option<Self> {
        Some(self.clone()).filter(|added| *added != Self::default())
    }
}

/// The kind of a recipient's address, if it isn't a normal account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RecipientKind {
    /// A contract.
    Contract,
    /// A program-derived account, which no key controls.
    Program,
    /// A token account, which only holds one token.
    Holding,
}

/// A sender's state, as the network's node reports it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stand {
    /// How many of its transactions the node knows, those in no block yet among them.
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
    /// The token's contract or mint; nothing for the native coin.
    pub token: Option<String>,
    /// Base units; of collectibles how many.
    pub units: U256,
    /// Incoming. Otherwise outgoing.
    pub is_in: bool,
    /// Collectibles.
    pub is_item: bool,
}

impl Transfer {
    /// Whether a change is just what this transfer says.
    #[must_use]
    pub fn is(&self, change: &Change) -> bool {
        !change.is_in && !change.is_item && change.token == self.token && change.units == self.amount.units
    }

    /// Whether it would move anything else than this transfer, or more.
    #[must_use]
    pub fn is_exceeded(&self, changes: &[Change]) -> bool {
        let is_of_it = |change: &Change| {
            change.token == self.token && !change.is_item && change.units <= self.amount.units
        };
        changes.iter().any(|change| !change.is_in && !is_of_it(change))
    }
}
