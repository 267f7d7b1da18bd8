//! One transaction as the history keeps it: its tables, and how it is written.

use rusqlite::{Connection, params};
use serde_json::Value;

/// Tables of the history. `rank` grows with each row and tells rows of one second apart. `block` is NULL for what no chain has.
pub(super) const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS activity (
        rank INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, chain TEXT NOT NULL, block INTEGER, hash TEXT NOT NULL,
        mined_at INTEGER NOT NULL, sender TEXT NOT NULL, receiver TEXT NOT NULL, operation TEXT NOT NULL,
        confirmed INTEGER NOT NULL, nonce INTEGER NOT NULL, onramp TEXT
    ) STRICT;
    CREATE TABLE IF NOT EXISTS movement (
        activity TEXT NOT NULL, place INTEGER NOT NULL, sender TEXT NOT NULL, receiver TEXT NOT NULL, what TEXT NOT NULL,
        PRIMARY KEY (activity, place)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS indexed (chain TEXT PRIMARY KEY, block INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
    CREATE INDEX IF NOT EXISTS activity_sender ON activity (sender);
    CREATE INDEX IF NOT EXISTS movement_sender ON movement (sender);
    CREATE INDEX IF NOT EXISTS movement_receiver ON movement (receiver);
";

/// One transaction, seen by nobody in particular.
#[derive(Debug)]
pub struct Activity {
    /// Unique in the whole history.
    pub id: String,
    /// CAIP-2 id of its chain.
    pub chain: String,
    /// Number of its block.
    pub block: Option<u64>,
    /// Its hash.
    pub hash: String,
    /// Unix seconds.
    pub mined_at: u64,
    /// Who sent the transaction, lower case.
    pub sender: String,
    /// Whom it called or created, lower case.
    pub receiver: String,
    /// What it did, as its sender calls it.
    pub operation: String,
    /// False when it was mined and failed.
    pub confirmed: bool,
    /// The sender's count.
    pub nonce: u64,
    /// Who sold, when it was bought with money.
    pub onramp: Option<String>,
    /// What went from whom to whom.
    pub movements: Vec<Movement>,
}

/// One thing that changed hands.
#[derive(Debug)]
pub struct Movement {
    /// From, lower case.
    pub sender: String,
    /// To, lower case.
    pub receiver: String,
    /// The rest of the documented Transfer: `quantity`, and `fungible_info` or `nft_info`.
    pub what: Value,
}

/// Writes one transaction; one that is there already is replaced.
pub(super) fn write(connection: &Connection, activity: &Activity) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM movement WHERE activity = ?1", [&activity.id])?;
    connection.execute(
        "INSERT OR REPLACE INTO activity (id, chain, block, hash, mined_at, sender, receiver, operation, confirmed, nonce, onramp)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        params![
            activity.id,
            activity.chain,
            activity.block.map(|block| block as i64),
            activity.hash,
            activity.mined_at as i64,
            activity.sender,
            activity.receiver,
            activity.operation,
            activity.confirmed,
            activity.nonce as i64,
            activity.onramp,
        ],
    )?;
    for (place, movement) in activity.movements.iter().enumerate() {
        connection.execute(
            "INSERT INTO movement VALUES (?1, ?2, ?3, ?4, ?5)",
            params![activity.id, place as i64, movement.sender, movement.receiver, movement.what.to_string()],
        )?;
    }
    Ok(())
}
