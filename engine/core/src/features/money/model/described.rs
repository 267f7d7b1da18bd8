//! The page's descriptions of its transactions (decision 270, "A page's sends on eip155").

use super::transactions::{TransactionKind, Transactions};
use crate::constants::{CONFIRMATIONS_MAX, DESCRIPTION_CHARS_MAX, HOST_TRANSACTIONS_MAX};
use crate::error::{Error, Result};
use crate::json::Read;
use crate::store::State;
use alloc::string::String;
use serde_json::Value;

/// The longest hash that a page can name.
const HASH_CHARS_MAX: usize = 128;

/// The page's description of a transaction: its label, and the number of confirmations to wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// The hash that the wallet returned to the page.
    pub hash: String,
    /// The label for the user.
    pub description: String,
    /// How many confirmations the page waits for. The first one is the transaction's own block.
    pub confirmations: Option<u64>,
}

impl Described {
    /// Reads `{hash, description, confirmations?}`.
    ///
    /// # Errors
    /// [`Error::BadParams`]
    pub fn read(of: &Value) -> Result<Self> {
        let bad = |field: &str| Error::BadParams { field: field.into() };
        let hash =
            of.filled("hash").filter(|hash| hash.len() <= HASH_CHARS_MAX).ok_or_else(|| bad("hash"))?;
        let description =
            of.text("description").and_then(|text| crate::text::label(text, DESCRIPTION_CHARS_MAX));
        let confirmations = match of.field("confirmations") {
            Some(count) => {
                let count = count.as_u64().filter(|count| *count > 0).ok_or_else(|| bad("confirmations"))?;
                Some(count.min(CONFIRMATIONS_MAX))
            }
            None => None,
        };
        let description = description.ok_or_else(|| bad("description"))?;
        Ok(Self { hash: hash.into(), description, confirmations })
    }
}

/// Stores the page's description of its own transaction. If the entry doesn't exist yet, the description waits for it, because the page
/// gets the hash earlier. A transaction of the modal keeps the modal's text.
pub(crate) fn describe(state: &mut State, of: Described) {
    match state.transactions.list.iter_mut().find(|item| item.is_named(&of.hash)) {
        Some(item) if item.kind != TransactionKind::Request => {}
        Some(item) => {
            (item.description, item.confirmations) = (Some(of.description), of.confirmations);
        }
        None => {
            state.transactions.described.retain(|other| other.hash != of.hash);
            state.transactions.described.insert(0, of);
            state.transactions.described.truncate(HOST_TRANSACTIONS_MAX);
        }
    }
}

/// Applies a description that the page set earlier to an entry.
pub(crate) fn take(state: &mut State, id: &str) {
    let Transactions { list, described, .. } = &mut *state.transactions;
    let Some(item) = list.iter_mut().find(|item| item.id == id) else { return };
    if let Some(at) = described.iter().position(|of| item.is_named(&of.hash)) {
        let of = described.remove(at);
        (item.description, item.confirmations) = (Some(of.description), of.confirmations);
    }
}
