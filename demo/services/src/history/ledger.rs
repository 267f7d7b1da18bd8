//! One account that was never idle: 10,000 entries over eight years, of the same kinds as the archive's. They are made when they are asked for and
//! stored nowhere; what the account does on the chain is in the database and comes before them.

use serde_json::Value;

use super::{
    archive::{CHAIN, Past},
    page::{Cursor, Wanted, seen_by},
};
use crate::{ports::Origins, store::TRADER};

/// How many there are.
pub const ENTRIES: u64 = 10_000;

/// 10,000 times this is eight years.
const PAST: Past = Past { name: "ledger", account: TRADER, entries: ENTRIES, every_s: 7 * 3_600 };

/// Whether these entries are asked for.
pub(super) fn is_of(wanted: &Wanted<'_>) -> bool {
    wanted.account.lower() == TRADER
        && wanted.chain.is_none_or(|chain| chain == CHAIN)
        && wanted.onramp.is_none()
}

/// So many entries from `first` on, counted back from `began`, and where the next page starts.
pub(super) fn page(origins: &Origins, began: u64, first: u64, most: usize) -> (Vec<Value>, Option<String>) {
    let end = first.saturating_add(most as u64).min(ENTRIES);
    let entries = (first..end).map(|number| seen_by(&PAST.entry(origins, number, began), TRADER)).collect();
    (entries, (end < ENTRIES).then(|| Cursor::of_ledger(end).text()))
}
