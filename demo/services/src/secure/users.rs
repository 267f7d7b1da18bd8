//! Users: by mail address, or by what a provider calls them. A device is known to a user once a link in a mail was opened for it.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{Problem, Secure, Visitor, refused};

pub(super) const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS secure_user (
        id INTEGER PRIMARY KEY, email TEXT, provider TEXT, sub TEXT, username TEXT, sealed TEXT, UNIQUE (provider, sub)
    ) STRICT;
    CREATE UNIQUE INDEX IF NOT EXISTS secure_user_email ON secure_user (email) WHERE provider IS NULL;
    CREATE TABLE IF NOT EXISTS secure_device (
        user INTEGER NOT NULL, device TEXT NOT NULL, PRIMARY KEY (user, device)
    ) STRICT;
";

/// The longest sealed seed that is kept, in characters.
const SEALED_MAX: usize = 512;

/// A person with a wallet here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Its number; the frame keeps keys by it.
    pub id: i64,
    /// Mail address.
    pub email: Option<String>,
    /// Who vouches for it; None = its mail address does.
    pub provider: Option<String>,
    /// What the provider calls it.
    pub username: Option<String>,
}

pub(super) const COLUMNS: &str =
    "secure_user.id, secure_user.email, secure_user.provider, secure_user.username";

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<User> {
    Ok(User { id: row.get(0)?, email: row.get(1)?, provider: row.get(2)?, username: row.get(3)? })
}

/// The user who logs in by this address.
pub(super) fn by_email(connection: &Connection, email: &str) -> rusqlite::Result<Option<User>> {
    let sql = format!("SELECT {COLUMNS} FROM secure_user WHERE email = ?1 AND provider IS NULL");
    connection.query_row(&sql, [email], read).optional()
}

/// The same, made where there is none yet.
pub(super) fn of_email(connection: &Connection, email: &str) -> rusqlite::Result<User> {
    connection.execute(
        "INSERT INTO secure_user (email) VALUES (?1) ON CONFLICT (email) WHERE provider IS NULL DO NOTHING",
        [email],
    )?;
    by_email(connection, email)?.ok_or(rusqlite::Error::QueryReturnedNoRows)
}

/// The user whom a provider calls so; name and address as it says now.
pub(super) fn of_provider(
    connection: &Connection,
    provider: &str,
    sub: &str,
    username: &str,
    email: Option<&str>,
) -> rusqlite::Result<User> {
    // The address is the person's own to change: the provider's counts at the first login only.
    connection.execute(
        "INSERT INTO secure_user (provider, sub, username, email) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (provider, sub) DO UPDATE SET username = excluded.username",
        params![provider, sub, username, email],
    )?;
    let sql = format!("SELECT {COLUMNS} FROM secure_user WHERE provider = ?1 AND sub = ?2");
    connection.query_row(&sql, [provider, sub], read)
}

pub(super) fn knows_device(connection: &Connection, user: &User, device: &str) -> rusqlite::Result<bool> {
    connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM secure_device WHERE user = ?1 AND device = ?2)",
        params![user.id, device],
        |row| row.get(0),
    )
}

pub(super) fn add_device(connection: &Connection, user: &User, device: &str) -> rusqlite::Result<()> {
    connection.execute("INSERT OR IGNORE INTO secure_device VALUES (?1, ?2)", params![user.id, device])?;
    Ok(())
}

impl Secure {
    /// The sealed seed of whoever is logged in. `offered` is kept where there is none: of two tabs that make one at the same time the
    /// first wins, and both use it.
    pub fn sealed_seed(
        &self,
        who: &Visitor<'_>,
        offered: Option<&str>,
    ) -> Result<(User, Option<String>), Problem> {
        let user = self.user(who)?;
        let connection = self.lock();
        if let Some(offered) = offered {
            let fits = offered.len() <= SEALED_MAX
                && offered.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=.".contains(&byte));
            if !fits {
                return refused("This is no sealed seed");
            }
            connection.execute(
                "UPDATE secure_user SET sealed = ?2 WHERE id = ?1 AND sealed IS NULL",
                params![user.id, offered],
            )?;
        }
        let sealed =
            connection
                .query_row("SELECT sealed FROM secure_user WHERE id = ?1", [user.id], |row| row.get(0))?;
        Ok((user, sealed))
    }
}
