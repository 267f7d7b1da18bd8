//! What a user sends: so much of a coin or token, to an address, on a chain; the same for every family.

use crate::amount::Amount;
use crate::caip::ChainId;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde::Serialize;

/// A transfer. Addresses as the family writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Who sends.
    pub from: String,
    /// Who gets it.
    pub to: String,
    /// The token's contract or mint; nothing for the native coin.
    pub token: Option<String>,
    /// Base units.
    pub amount: Amount,
    /// What goes along for the receiver, who may tell payers apart by it alone.
    pub memo: Option<String>,
    /// Keys that it names, by which whoever waits for it finds it; empty in a family without.
    pub references: Vec<String>,
    /// The chain it must happen on.
    pub chain: ChainId,
}

/// What a wallet gives for what it has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// The id of a transaction.
    Hash(String),
    /// A transaction that is signed and that no one has sent: it is given to the network here.
    Signed {
        /// Its id.
        id: String,
        /// It itself, as the family writes it.
        bytes: String,
        /// The last block it can be in, where that is known.
        until: Option<u64>,
        /// What the wallet has added.
        added: Added,
    },
    /// The id of a batch of calls (EIP-5792), which is in a transaction sooner or later.
    Calls(String),
}

/// What a wallet has added to what it was asked for, if the family lets it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Added {
    /// So much more of the native coin is paid to the network; nothing for no more.
    pub fee: Option<String>,
    /// Checks that can do nothing but stop it.
    pub guards: bool,
    /// What the transaction sends next to the amount, to addresses that aren't known as the account's. It can be the wallet's change.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Elsewhere>>"))]
    pub others: Vec<Elsewhere>,
}

/// What one address gets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Elsewhere {
    /// The address; nothing for all further ones together.
    pub to: Option<String>,
    /// So much of the native coin.
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

    /// Nothing where there is nothing to be said.
    #[must_use]
    pub fn some(&self) -> Option<Self> {
        Some(self.clone()).filter(|added| *added != Self::default())
    }
}

/// What a recipient's address is, if it isn't a normal account.
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

/// Where a sender stands, by the word of the network's node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stand {
    /// How many of its transactions the node knows, those in no block yet among them.
    #[cfg_attr(test, ts(type = "number"))]
    pub count: u64,
    /// The newest block; on Bitcoin the newest that has a transaction of the sender; 0 in a family without.
    #[cfg_attr(test, ts(type = "number"))]
    pub block: u64,
}

impl crate::json::Json for Stand {
    fn json(&self) -> serde_json::Value {
        crate::json::json!({ "count": self.count, "block": self.block })
    }
}

/// So much of one thing that a request would move, seen from who asks for it (10.14).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The token's contract or mint; nothing for the native coin.
    pub token: Option<String>,
    /// Base units; of collectibles how many.
    pub units: U256,
    /// It comes; else it leaves.
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

    /// Whether something else would leave than this transfer says, or more of it.
    #[must_use]
    pub fn is_exceeded(&self, changes: &[Change]) -> bool {
        let is_of_it = |change: &Change| {
            change.token == self.token && !change.is_item && change.units <= self.amount.units
        };
        changes.iter().any(|change| !change.is_in && !is_of_it(change))
    }
}
