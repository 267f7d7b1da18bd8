//! What waits for its reader, in SQLite, so that it outlives every socket (docs/spec/walletconnect.md section 12: the settlement is published
//! before the page has subscribed). A message is known by its topic and the hash of its text: publishing it again changes nothing.
//!
//! Who gets it: each client that is subscribed when it comes, until that client acknowledges it; and whoever subscribes later, as long as
//! nobody has acknowledged it. Never the client that published it.

use rusqlite::{Connection, OptionalExtension, Row, params};
use sha2::{Digest, Sha256};

use crate::store::Store;

/// Tables of the mailbox.
pub const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS relay_message (
        number INTEGER PRIMARY KEY, topic TEXT NOT NULL, id TEXT NOT NULL, message TEXT NOT NULL, tag INTEGER NOT NULL,
        attestation TEXT, publisher TEXT NOT NULL, published_ms INTEGER NOT NULL, expires_ms INTEGER NOT NULL,
        taken INTEGER NOT NULL DEFAULT 0, UNIQUE (topic, id)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS relay_delivery (
        message INTEGER NOT NULL REFERENCES relay_message ON DELETE CASCADE, client TEXT NOT NULL, acked INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (message, client)
    ) STRICT;
";

/// Of a message that is published.
#[derive(Debug, Clone)]
pub struct Publication<'a> {
    /// Where to.
    pub topic: &'a str,
    /// The envelope, as text; never looked into.
    pub message: &'a str,
    /// What kind it is.
    pub tag: u32,
    /// A statement about the page that sends it.
    pub attestation: Option<&'a str>,
    /// Client id of the sender.
    pub publisher: &'a str,
    /// Now, in milliseconds.
    pub published_ms: i64,
    /// Until when it waits.
    pub expires_ms: i64,
}

/// A message for somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// In the order of publication.
    pub number: i64,
    /// Where it was published.
    pub topic: String,
    /// The envelope.
    pub message: String,
    /// What kind it is.
    pub tag: u32,
    /// A statement about the page that sent it.
    pub attestation: Option<String>,
    /// When it came.
    pub published_ms: i64,
}

/// The id of a message: the hash of its text.
pub fn message_id(message: &str) -> String {
    hex(&Sha256::digest(message.as_bytes()))
}

/// Lower-case hex digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Takes a message in. Its number, or None when it was here before.
pub fn keep(store: &Store, given: &Publication<'_>) -> rusqlite::Result<Option<i64>> {
    let connection = store.lock();
    let now = given.published_ms;
    // References are not enforced by default, so what hangs on a message goes by hand.
    connection.execute(
        "DELETE FROM relay_delivery WHERE message IN (SELECT number FROM relay_message WHERE expires_ms <= ?1)",
        [now],
    )?;
    connection.execute("DELETE FROM relay_message WHERE expires_ms <= ?1", [now])?;
    let added = connection.execute(
        "INSERT OR IGNORE INTO relay_message (topic, id, message, tag, attestation, publisher, published_ms, expires_ms)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            given.topic,
            message_id(given.message),
            given.message,
            given.tag,
            given.attestation,
            given.publisher,
            now,
            given.expires_ms
        ],
    )?;
    Ok((added == 1).then(|| connection.last_insert_rowid()))
}

/// How many messages of a topic wait for a reader.
pub fn waiting_in(store: &Store, topic: &str, now_ms: i64) -> rusqlite::Result<u64> {
    let sql = "SELECT count(*) FROM relay_message WHERE topic = ?1 AND taken = 0 AND expires_ms > ?2";
    store.lock().query_row(sql, params![topic, now_ms], |row| row.get(0))
}

/// How many messages of all topics wait for a reader.
pub fn waiting(store: &Store, now_ms: i64) -> rusqlite::Result<u64> {
    let sql = "SELECT count(*) FROM relay_message WHERE taken = 0 AND expires_ms > ?1";
    store.lock().query_row(sql, [now_ms], |row| row.get(0))
}

/// What waits for a client in a topic, oldest first, at most `limit`.
pub fn waiting_for(
    store: &Store,
    topic: &str,
    client: &str,
    now_ms: i64,
    limit: usize,
) -> rusqlite::Result<Vec<Message>> {
    let connection = store.lock();
    let mut statement = connection.prepare_cached(
        "SELECT m.number, m.topic, m.message, m.tag, m.attestation, m.published_ms
         FROM relay_message m LEFT JOIN relay_delivery d ON d.message = m.number AND d.client = ?2
         WHERE m.topic = ?1 AND m.publisher <> ?2 AND m.expires_ms > ?3
           AND CASE WHEN d.acked IS NULL THEN m.taken = 0 ELSE d.acked = 0 END
         ORDER BY m.number LIMIT ?4",
    )?;
    let read = |row: &Row<'_>| {
        Ok(Message {
            number: row.get(0)?,
            topic: row.get(1)?,
            message: row.get(2)?,
            tag: row.get(3)?,
            attestation: row.get(4)?,
            published_ms: row.get(5)?,
        })
    };
    statement.query_map(params![topic, client, now_ms, limit], read)?.collect()
}

/// Notes that a message was handed to a client: from now on it is this client's until acknowledged.
pub fn handed_out(store: &Store, number: i64, client: &str) -> rusqlite::Result<()> {
    let sql = "INSERT OR IGNORE INTO relay_delivery (message, client) VALUES (?1, ?2)";
    store.lock().execute(sql, params![number, client]).map(drop)
}

/// A client has it.
pub fn acknowledge(store: &Store, number: i64, client: &str) -> rusqlite::Result<()> {
    acknowledge_in(&store.lock(), number, client)
}

/// A client has the message with this id.
pub fn acknowledge_id(store: &Store, topic: &str, id: &str, client: &str) -> rusqlite::Result<()> {
    let connection = store.lock();
    let sql = "SELECT number FROM relay_message WHERE topic = ?1 AND id = ?2 AND publisher <> ?3";
    let number = connection.query_row(sql, [topic, id, client], |row| row.get(0)).optional()?;
    number.map_or(Ok(()), |number| acknowledge_in(&connection, number, client))
}

fn acknowledge_in(connection: &Connection, number: i64, client: &str) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO relay_delivery (message, client, acked) VALUES (?1, ?2, 1)";
    connection.execute(sql, params![number, client])?;
    connection.execute("UPDATE relay_message SET taken = 1 WHERE number = ?1", [number]).map(drop)
}

/// Throws everything away.
pub fn empty(store: &Store) -> rusqlite::Result<()> {
    store.lock().execute_batch("DELETE FROM relay_delivery; DELETE FROM relay_message;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::Origins;

    fn store() -> Store {
        let store = Store::open(":memory:", &Origins::new(4000)).unwrap();
        store.lock().execute_batch(TABLES).unwrap();
        store
    }

    fn publish(store: &Store, message: &str, at_ms: i64) -> Option<i64> {
        let given = Publication {
            topic: "t",
            message,
            tag: 1100,
            attestation: None,
            publisher: "page",
            published_ms: at_ms,
            expires_ms: at_ms + 1000,
        };
        keep(store, &given).unwrap()
    }

    fn texts(store: &Store, client: &str, now_ms: i64) -> Vec<String> {
        waiting_for(store, "t", client, now_ms, 10).unwrap().into_iter().map(|found| found.message).collect()
    }

    #[test]
    fn keeps_a_message_until_receipt_or_expiry_but_not_for_its_sender() {
        let store = store();
        let first = publish(&store, "a", 0).unwrap();
        publish(&store, "b", 500).unwrap();
        assert_eq!(publish(&store, "a", 600), None);
        assert_eq!(texts(&store, "wallet", 700), ["a", "b"]);
        assert!(texts(&store, "page", 700).is_empty());
        acknowledge(&store, first, "wallet").unwrap();
        assert_eq!(
            (texts(&store, "wallet", 700), texts(&store, "late", 700)),
            (vec!["b".into()], vec!["b".into()])
        );
        assert_eq!(waiting(&store, 700).unwrap(), 1);
        assert!(texts(&store, "wallet", 1500).is_empty());
        assert_eq!(waiting_in(&store, "t", 1500).unwrap(), 0);
    }

    #[test]
    fn delivers_to_each_subscriber_although_another_acknowledged() {
        let store = store();
        let number = publish(&store, "a", 0).unwrap();
        for client in ["one", "two"] {
            handed_out(&store, number, client).unwrap();
        }
        acknowledge_id(&store, "t", &message_id("a"), "one").unwrap();
        handed_out(&store, number, "one").unwrap();
        assert_eq!(
            (texts(&store, "one", 1).len(), texts(&store, "two", 1).len(), texts(&store, "new", 1).len()),
            (0, 1, 0)
        );
    }
}
