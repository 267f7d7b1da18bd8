//! The history of one account, read in pages.

use rusqlite::{Connection, Row, named_params};
use serde_json::{Value, json};

use super::activity::{Activity, Movement};
use crate::{ids::Address, store::Store, units};

/// Entries of one page.
pub const PAGE: usize = 50;

/// Where a page ends: the next one starts below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    mined_at: i64,
    rank: i64,
}

impl Cursor {
    /// Reads what `text` wrote.
    pub fn parse(text: &str) -> Option<Self> {
        let (mined_at, rank) = text.split_once('-')?;
        let number = |digits: &str| i64::from_str_radix(digits, 16).ok().filter(|number| *number >= 0);
        Some(Self { mined_at: number(mined_at)?, rank: number(rank)? })
    }

    /// This entry of those that are not stored. No block is as old as this says.
    pub(super) fn of_ledger(number: u64) -> Self {
        Self { mined_at: 0, rank: i64::try_from(number).unwrap_or(i64::MAX) }
    }

    /// Which of those it is.
    pub(super) fn in_ledger(self) -> Option<u64> {
        (self.mined_at == 0).then(|| self.rank.unsigned_abs())
    }

    pub(super) fn text(self) -> String {
        format!("{:x}-{:x}", self.mined_at, self.rank)
    }
}

/// What of the history is asked for.
#[derive(Debug)]
pub struct Wanted<'a> {
    /// Whose.
    pub account: &'a Address,
    /// On one chain only.
    pub chain: Option<&'a str>,
    /// Bought through this provider only.
    pub onramp: Option<&'a str>,
    /// Below this place.
    pub below: Option<Cursor>,
}

/// One page, newest first: entries in the documented shape, and where the next page starts.
pub fn page(
    store: &Store,
    wanted: &Wanted<'_>,
    most: usize,
) -> rusqlite::Result<(Vec<Value>, Option<String>)> {
    let connection = store.lock();
    let account = wanted.account.lower();
    let below = wanted.below.unwrap_or(Cursor { mined_at: i64::MAX, rank: i64::MAX });
    let mut statement = connection.prepare_cached(
        "SELECT * FROM activity WHERE
            (sender = :account OR id IN (SELECT activity FROM movement WHERE sender = :account OR receiver = :account))
            AND (:chain IS NULL OR chain = :chain) AND (:onramp IS NULL OR onramp = :onramp)
            AND (mined_at, rank) < (:mined_at, :rank)
         ORDER BY mined_at DESC, rank DESC LIMIT :limit",
    )?;
    let mut rows = statement.query(named_params! {
        ":account": account, ":chain": wanted.chain, ":onramp": wanted.onramp,
        ":mined_at": below.mined_at, ":rank": below.rank, ":limit": most as i64 + 1,
    })?;
    let (mut entries, mut last) = (Vec::new(), below);
    while let Some(row) = rows.next()? {
        if entries.len() == most {
            return Ok((entries, Some(last.text())));
        }
        last = Cursor { mined_at: row.get("mined_at")?, rank: row.get("rank")? };
        entries.push(entry(&connection, row, &account)?);
    }
    Ok((entries, None))
}

fn entry(connection: &Connection, row: &Row<'_>, account: &str) -> rusqlite::Result<Value> {
    let id: String = row.get("id")?;
    let activity = Activity {
        movements: movements(connection, &id)?,
        id,
        chain: row.get("chain")?,
        block: None,
        hash: row.get("hash")?,
        mined_at: row.get::<_, i64>("mined_at")?.unsigned_abs(),
        sender: row.get("sender")?,
        receiver: row.get("receiver")?,
        operation: row.get("operation")?,
        confirmed: row.get("confirmed")?,
        nonce: row.get::<_, i64>("nonce")?.unsigned_abs(),
        onramp: None,
    };
    Ok(seen_by(&activity, account))
}

/// In the documented shape, in the words of this account.
pub(super) fn seen_by(activity: &Activity, account: &str) -> Value {
    let Activity { sender, confirmed, operation, .. } = activity;
    let transfers: Vec<Value> =
        activity.movements.iter().filter_map(|movement| transfer(movement, account)).collect();
    // Who did not send the transaction did not do what it did: something came, or was taken.
    let has = |direction: &str| {
        transfers.iter().any(|transfer| transfer.get("direction").is_some_and(|is| is == direction))
    };
    let operation = match () {
        () if sender == account => operation.as_str(),
        () if has("in") && has("out") => "trade",
        () if has("in") => "receive",
        () if has("out") => "send",
        () => operation.as_str(),
    };
    json!({
        "id": activity.id,
        "metadata": {
            "operationType": operation,
            "hash": activity.hash,
            "chain": activity.chain,
            "minedAt": units::iso_text(activity.mined_at),
            "sentFrom": shown(sender),
            "sentTo": shown(&activity.receiver),
            "status": if *confirmed { "confirmed" } else { "failed" },
            "nonce": activity.nonce,
        },
        // What failed moved nothing.
        "transfers": confirmed.then_some(transfers),
    })
}

fn movements(connection: &Connection, id: &str) -> rusqlite::Result<Vec<Movement>> {
    let mut statement = connection
        .prepare_cached("SELECT sender, receiver, what FROM movement WHERE activity = ?1 ORDER BY place")?;
    let rows = statement.query_map([id], |row| {
        let what = serde_json::from_str(&row.get::<_, String>(2)?).unwrap_or_default();
        Ok(Movement { sender: row.get(0)?, receiver: row.get(1)?, what })
    })?;
    rows.collect()
}

fn transfer(movement: &Movement, account: &str) -> Option<Value> {
    let direction = match (movement.sender == account, movement.receiver == account) {
        (true, true) => "self",
        (true, false) => "out",
        (false, true) => "in",
        (false, false) => return None,
    };
    let mut transfer = movement.what.as_object().cloned().unwrap_or_default();
    transfer.insert("direction".to_owned(), json!(direction));
    Some(Value::Object(transfer))
}

fn shown(address: &str) -> String {
    Address::parse(address).map_or_else(String::new, |address| address.checksummed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_survive_encoding_and_decoding() {
        let cursor = Cursor { mined_at: 1_767_225_600, rank: 42 };
        assert_eq!(Cursor::parse(&cursor.text()), Some(cursor));
        for wrong in ["", "-", "1", "x-1", "1--1", "-1-1", "fffffffffffffffff-1"] {
            assert_eq!(Cursor::parse(wrong), None, "{wrong}");
        }
    }
}
