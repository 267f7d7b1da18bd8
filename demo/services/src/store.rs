//! The SQLite database behind the services: prices and names. Everything else is read from the chain.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension, params};

use crate::{hosts::Origins, ids::Address};

/// The database. Queries take microseconds and hold no await, so a plain lock is enough.
pub struct Store(Mutex<Connection>);

/// What people see instead of an address.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Registered name.
    pub name: Option<String>,
    /// Address of an image.
    pub avatar: Option<String>,
}

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS price (symbol TEXT PRIMARY KEY, usd TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS identity (address TEXT PRIMARY KEY, name TEXT, avatar TEXT) STRICT;
";

/// The second account of the well-known development mnemonic has a name; the first has none, so both cases are at hand.
const NAMED_ACCOUNT: &str = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";

impl Store {
    /// Opens a file or `:memory:`, makes the tables and writes the demo's own rows.
    pub fn open(path: &str, origins: &Origins) -> rusqlite::Result<Self> {
        let connection =
            if path == ":memory:" { Connection::open_in_memory()? } else { Connection::open(path)? };
        connection.execute_batch(SCHEMA)?;
        connection.execute("INSERT OR IGNORE INTO price VALUES ('ETH', '3120.45')", [])?;
        // Replaced at each start: the avatar's address holds the port of this run.
        connection.execute(
            "INSERT OR REPLACE INTO identity VALUES (?1, 'bob.reown.id', ?2)",
            params![NAMED_ACCOUNT, format!("{}/avatar.svg", origins.page)],
        )?;
        Ok(Self(Mutex::new(connection)))
    }

    /// Price of one unit in US dollars, as decimal text.
    pub fn price_usd(&self, symbol: &str) -> rusqlite::Result<Option<String>> {
        self.lock()
            .query_row("SELECT usd FROM price WHERE symbol = ?1", [symbol], |row| row.get(0))
            .optional()
    }

    /// Name and avatar of an account; both empty when nobody registered them.
    pub fn identity(&self, address: &Address) -> rusqlite::Result<Identity> {
        let read = |row: &rusqlite::Row<'_>| Ok(Identity { name: row.get(0)?, avatar: row.get(1)? });
        let found = self
            .lock()
            .query_row("SELECT name, avatar FROM identity WHERE address = ?1", [address.lower()], read)
            .optional()?;
        Ok(found.unwrap_or_default())
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        // A panic elsewhere leaves no half-done statement behind: SQLite rolls it back.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeded_rows_are_found_and_others_are_empty() {
        let store = Store::open(":memory:", &Origins::new(4000)).unwrap();
        assert_eq!(store.price_usd("ETH").unwrap().as_deref(), Some("3120.45"));
        assert_eq!(store.price_usd("NONE").unwrap(), None);
        let bob = store.identity(&Address::parse(NAMED_ACCOUNT).unwrap()).unwrap();
        assert_eq!(bob.name.as_deref(), Some("bob.reown.id"));
        let nobody = Address::parse("0x0000000000000000000000000000000000000001").unwrap();
        assert_eq!(store.identity(&nobody).unwrap(), Identity::default());
    }
}
