//! Sessions: 32 random bytes of which the hash is kept. A session belongs to the page's origin and to the key that logged in, and is good for
//! no other.

use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use super::{
    Problem, Secure, Visitor, random_hex, refused,
    users::{self, User},
};

pub(super) const TABLES: &str = "
    -- Sessions of earlier versions were good without a key: they end.
    DROP TABLE IF EXISTS secure_session;
    CREATE TABLE IF NOT EXISTS secure_bound_session (
        hash TEXT PRIMARY KEY, user INTEGER NOT NULL, origin TEXT NOT NULL, key TEXT NOT NULL, made_ms INTEGER NOT NULL
    ) STRICT;
";

/// A login that has just succeeded.
#[derive(Debug, Clone)]
pub struct Login {
    /// The session's token.
    pub token: String,
    /// Whose it is.
    pub user: User,
}

pub(super) fn make(
    connection: &Connection,
    user: User,
    who: &Visitor<'_>,
    now_ms: i64,
) -> rusqlite::Result<Login> {
    let token = random_hex(connection, 32)?;
    connection.execute(
        "INSERT INTO secure_bound_session VALUES (?1, ?2, ?3, ?4, ?5)",
        params![hash(&token), user.id, who.origin, who.key, now_ms],
    )?;
    Ok(Login { token, user })
}

fn hash(token: &str) -> String {
    Sha256::digest(token.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(super) fn find(connection: &Connection, who: &Visitor<'_>) -> rusqlite::Result<Option<User>> {
    let Some(token) = who.token else {
        return Ok(None);
    };
    let sql = format!(
        "SELECT {} FROM secure_bound_session JOIN secure_user ON secure_user.id = secure_bound_session.user
         WHERE hash = ?1 AND origin = ?2 AND key = ?3",
        users::COLUMNS
    );
    connection.query_row(&sql, [hash(token).as_str(), who.origin, who.key], users::read).optional()
}

impl Secure {
    /// Who is logged in, if anybody.
    pub fn session(&self, who: &Visitor<'_>) -> Result<Option<User>, Problem> {
        Ok(find(&self.lock(), who)?)
    }

    /// Who is logged in; refused when nobody is.
    pub fn user(&self, who: &Visitor<'_>) -> Result<User, Problem> {
        match self.session(who)? {
            Some(user) => Ok(user),
            None => refused("Nobody is logged in"),
        }
    }

    /// Ends a session. One that is over already may be ended again.
    pub fn sign_out(&self, who: &Visitor<'_>) -> Result<(), Problem> {
        self.lock().execute(
            "DELETE FROM secure_bound_session WHERE hash = ?1 AND origin = ?2 AND key = ?3",
            [hash(who.token.unwrap_or_default()).as_str(), who.origin, who.key],
        )?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_sessions_that_are_older_than_keys() {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch(
                "CREATE TABLE secure_session (hash TEXT PRIMARY KEY, user INTEGER NOT NULL, origin TEXT NOT NULL, made_ms INTEGER NOT NULL) STRICT;
                 INSERT INTO secure_session VALUES ('00', 1, 'http://localhost:4000', 0);",
            )
            .unwrap();
        for _ in 0..2 {
            connection.execute_batch(TABLES).unwrap();
            let names =
                "SELECT group_concat(name) FROM sqlite_schema WHERE name LIKE 'secure%' AND type = 'table'";
            let left: String = connection.query_row(names, [], |row| row.get(0)).unwrap();
            assert_eq!(left, "secure_bound_session");
        }
    }
}
