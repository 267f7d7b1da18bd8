//! Six digits that were mailed to somebody: valid for 20 minutes and five wrong tries, used once (docs/spec/embedded-frame.md section 5).

use rusqlite::{Connection, OptionalExtension, params};

use super::{Problem, refused};

pub(super) const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS secure_code (
        purpose TEXT PRIMARY KEY, code TEXT NOT NULL, expires_ms INTEGER NOT NULL, wrong INTEGER NOT NULL DEFAULT 0
    ) STRICT;
";

const LIFE_MS: i64 = 20 * 60 * 1000;
const WRONG_MAX: u32 = 5;
/// The words after which no more tries help.
const OVER: &str = "This code is no longer valid. Request a new code";

/// A new code for this purpose; the one before it ends.
pub(super) fn make(connection: &Connection, purpose: &str, now_ms: i64) -> rusqlite::Result<String> {
    // 48 random bits: the remainder's bias is too small to matter.
    let code: String =
        connection
            .query_row("SELECT printf('%06d', (abs(random()) >> 15) % 1000000)", [], |row| row.get(0))?;
    connection.execute(
        "INSERT OR REPLACE INTO secure_code (purpose, code, expires_ms) VALUES (?1, ?2, ?3)",
        params![purpose, code, now_ms.saturating_add(LIFE_MS)],
    )?;
    Ok(code)
}

/// Takes the code of this purpose when it is the right one.
pub(super) fn take(connection: &Connection, purpose: &str, given: &str, now_ms: i64) -> Result<(), Problem> {
    let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?));
    let known = connection
        .query_row("SELECT code, expires_ms FROM secure_code WHERE purpose = ?1", [purpose], read)
        .optional()?;
    let Some((code, expires_ms)) = known else {
        return refused(OVER);
    };
    let end = || connection.execute("DELETE FROM secure_code WHERE purpose = ?1", [purpose]);
    if now_ms >= expires_ms {
        end()?;
        return refused(OVER);
    }
    if code == given {
        end()?;
        return Ok(());
    }
    let wrong: u32 = connection.query_row(
        "UPDATE secure_code SET wrong = wrong + 1 WHERE purpose = ?1 RETURNING wrong",
        [purpose],
        |row| row.get(0),
    )?;
    if wrong >= WRONG_MAX {
        end()?;
        return refused(OVER);
    }
    refused("That code isn't right")
}
