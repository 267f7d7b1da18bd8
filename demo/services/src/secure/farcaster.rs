//! Logging in by Farcaster (docs/spec/embedded-frame.md section 7): a page behind a code, opened on whatever device.

use rusqlite::{OptionalExtension, params};

use super::{Login, Problem, Secure, Visitor, random_hex, refused, sessions, users};

const LIFE_MS: i64 = 10 * 60 * 1000;

pub(super) const TABLES: &str = "
    -- Logins of earlier versions were good for any key: they end.
    DROP TABLE IF EXISTS secure_farcaster;
    CREATE TABLE IF NOT EXISTS secure_farcaster_login (
        code TEXT PRIMARY KEY, secret TEXT NOT NULL, origin TEXT NOT NULL, browser TEXT NOT NULL, username TEXT, declined INTEGER NOT NULL DEFAULT 0,
        expires_ms INTEGER NOT NULL
    ) STRICT;
";

/// A login that waits for its page.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The page's address.
    pub url: String,
    /// What the frame asks with; whoever sees the address does not have it.
    pub secret: String,
}

impl Secure {
    /// Begins a login.
    pub fn farcaster(&self, who: &Visitor<'_>) -> Result<Asked, Problem> {
        let connection = self.lock();
        let (code, secret) = (random_hex(&connection, 16)?, random_hex(&connection, 32)?);
        connection.execute(
            "INSERT INTO secure_farcaster_login (code, secret, origin, browser, expires_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![code, secret, who.origin, who.browser(), self.now_ms().saturating_add(LIFE_MS)],
        )?;
        let url = format!("{}/farcaster/{code}", who.site);
        Ok(Asked { url, secret })
    }

    /// Which page asks for this login.
    pub fn farcaster_origin(&self, code: &str) -> Result<String, Problem> {
        let origin = self
            .lock()
            .query_row(
                "SELECT origin FROM secure_farcaster_login
                 WHERE code = ?1 AND expires_ms > ?2 AND username IS NULL AND declined = 0",
                params![code, self.now_ms()],
                |row| row.get(0),
            )
            .optional()?;
        match origin {
            Some(origin) => Ok(origin),
            None => refused("This login is over"),
        }
    }

    /// What the person decided on the page: a name, or None.
    pub fn farcaster_decide(&self, code: &str, username: Option<&str>) -> Result<(), Problem> {
        self.farcaster_origin(code)?;
        let username = username.map(str::trim);
        if username.is_some_and(|name| name.is_empty() || name.len() > 64) {
            return refused("A name is needed, of 64 letters at most");
        }
        self.lock().execute(
            "UPDATE secure_farcaster_login SET username = ?2, declined = ?3 WHERE code = ?1",
            params![code, username, username.is_none()],
        )?;
        Ok(())
    }

    /// The login, once its page was approved; None as long as nobody has decided.
    pub fn connect_farcaster(&self, who: &Visitor<'_>, secret: &str) -> Result<Option<Login>, Problem> {
        let now = self.now_ms();
        let connection = self.lock();
        let found: Option<(Option<String>, bool)> = connection
            .query_row(
                "SELECT username, declined FROM secure_farcaster_login WHERE secret = ?1 AND origin = ?2 AND browser = ?3 AND expires_ms > ?4",
                params![secret, who.origin, who.browser(), now],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()?;
        let username = match found {
            None => return refused("This login is over"),
            Some((_, true)) => return refused("The login was declined"),
            Some((None, false)) => return Ok(None),
            Some((Some(username), false)) => username,
        };
        connection.execute("DELETE FROM secure_farcaster_login WHERE secret = ?1", [secret])?;
        let user = users::of_provider(&connection, "farcaster", &username.to_lowercase(), &username, None)?;
        Ok(Some(sessions::make(&connection, user, who, now)?))
    }
}
