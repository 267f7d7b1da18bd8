//! The SQLite database behind the services. Prices and names are here, since several hosts read them; every other table is brought
//! by the host that has it (the history, the relay's mailbox). Balances are read from the chain.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension, params};

use crate::{
    ids::Address,
    ports::{self, Origins},
};

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

const PRICES: &[(&str, &str)] = &[
    ("ETH", "3120.45"),
    ("JUN", "0.4217"),
    ("DUSD", "0.9998"),
    ("MDW", "4.3715"),
    ("QGLD", "2648.1"),
    ("TICK", "25"),
    // Money.
    ("EUR", "1.0842"),
    ("GBP", "1.2710"),
];

/// The fourth account of the development mnemonic, and of the demo wallet: the one with a long past (`history::archive`).
pub const VETERAN: &str = "0x90f79bf6eb2c4f870365e785982e1f101e93b906";

/// The fifth: the one that was never idle (`history::ledger`).
pub const TRADER: &str = "0x15d34aaf54267db7d7c367839aaf71a00a2c6a65";

/// Who has a name, and who an avatar too. The demo wallet's first and third account have neither, so all
/// cases are at hand.
const NAMED: &[(&str, &str, bool)] = &[
    ("0x70997970c51812dc3a010c7d01b50e0d17dc79c8", "bobby.reown.id", true),
    (VETERAN, "dora.reown.id", false),
];

impl Store {
    /// Opens a file or `:memory:`, makes the tables of prices and names and writes the demo's own rows.
    pub fn open(path: &str, origins: &Origins) -> rusqlite::Result<Self> {
        let connection =
            if path == ":memory:" { Connection::open_in_memory()? } else { Connection::open(path)? };
        connection.execute_batch(SCHEMA)?;
        for (symbol, usd) in PRICES {
            connection.execute("INSERT OR IGNORE INTO price VALUES (?1, ?2)", [symbol, usd])?;
        }
        // Replaced at each start: the avatar's address holds the port of this run.
        for (address, name, pictured) in NAMED {
            let avatar = pictured.then(|| format!("{}/images/avatar/{address}", origins.of(ports::DATA)));
            connection.execute(
                "INSERT OR REPLACE INTO identity VALUES (?1, ?2, ?3)",
                params![address, name, avatar],
            )?;
        }
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

    /// The connection, for the modules that bring tables of their own.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Connection> {
        // A panic elsewhere leaves no half-done statement behind: SQLite rolls it back.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// So many random bytes as hex: SQLite's generator is seeded by the system's.
pub(crate) fn random_hex(connection: &Connection, bytes: u8) -> rusqlite::Result<String> {
    connection.query_row("SELECT lower(hex(randomblob(?1)))", [bytes], |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_seeded_rows_and_nothing_for_others() {
        let store = Store::open(":memory:", &Origins::new(4000)).unwrap();
        assert_eq!(store.price_usd("ETH").unwrap().as_deref(), Some("3120.45"));
        assert_eq!(store.price_usd("NONE").unwrap(), None);
        let identity = |address: &str| store.identity(&Address::parse(address).unwrap()).unwrap();
        assert_eq!(identity(NAMED[0].0).name.as_deref(), Some("bobby.reown.id"));
        assert_eq!(identity(NAMED[1].0).avatar, None);
        assert_eq!(identity("0x0000000000000000000000000000000000000001"), Identity::default());
    }
}
