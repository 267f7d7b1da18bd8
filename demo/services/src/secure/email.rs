//! Logging in by mail, and changing the address (docs/spec/embedded-frame.md section 5).

use rusqlite::{Connection, OptionalExtension, params};

use super::{
    Login, Problem, Secure, Visitor, codes,
    mails::{self, Content},
    random_hex, refused, sessions, users,
};

/// 30 s, less what the way to us may have been quicker the second time: the modal counts from when it sent.
const COOLDOWN_MS: i64 = 29_000;
const LINK_LIFE_MS: i64 = 20 * 60 * 1000;

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Action {
    /// A link was mailed: this browser is new.
    VerifyDevice,
    /// A code was mailed.
    VerifyOtp,
    /// Nothing: a session of this user is live.
    Connect,
    /// A code was mailed to the old address.
    VerifyPrimaryOtp,
    /// A code was mailed to the new address.
    VerifySecondaryOtp,
}

pub(super) const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS secure_attempt (
        email TEXT NOT NULL, device TEXT NOT NULL, at_ms INTEGER NOT NULL, PRIMARY KEY (email, device)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS secure_link (
        token TEXT PRIMARY KEY, email TEXT NOT NULL, device TEXT NOT NULL, expires_ms INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS secure_change (
        user INTEGER PRIMARY KEY, email TEXT NOT NULL, proven INTEGER NOT NULL
    ) STRICT;
";

/// An address in the form it is kept in: no more is asked of it than that a mail could go there.
fn address(text: &str) -> Result<String, Problem> {
    let fits = text.len() <= 254 && !text.chars().any(|c| c.is_whitespace() || c.is_control());
    match text.split_once('@') {
        Some((name, host)) if fits && !name.is_empty() && !host.is_empty() && !host.contains('@') => {
            Ok(text.to_lowercase())
        }
        _ => refused("This is not a valid email address"),
    }
}

/// `browser`: of the visitor who began ([`Visitor::browser`]).
fn login_purpose(email: &str, browser: &str) -> String {
    format!("login {browser} {email}")
}

fn mail_code(
    connection: &Connection,
    purpose: &str,
    (to, subject): (&str, &str),
    now_ms: i64,
) -> rusqlite::Result<()> {
    let code = codes::make(connection, purpose, now_ms)?;
    mails::send(connection, to, subject, &Content::Code(&code), now_ms)
}

impl Secure {
    /// Begins a login: by a code, by a link first where the browser is new, by nothing where a session is live.
    pub fn connect_email(&self, who: &Visitor<'_>, email: &str) -> Result<Action, Problem> {
        let (email, now) = (address(email)?, self.now_ms());
        let connection = self.lock();
        if sessions::find(&connection, who)?.is_some_and(|user| user.email.as_deref() == Some(&email)) {
            return Ok(Action::Connect);
        }
        let last: Option<i64> = connection
            .query_row(
                "SELECT at_ms FROM secure_attempt WHERE email = ?1 AND device = ?2",
                [email.as_str(), who.device],
                |row| row.get(0),
            )
            .optional()?;
        let wait_ms = last.map_or(0, |last| last.saturating_add(COOLDOWN_MS).saturating_sub(now));
        if wait_ms > 0 {
            let seconds = wait_ms.saturating_add(999) / 1000;
            return refused(&format!("Please try again after {seconds} seconds"));
        }
        connection.execute(
            "INSERT OR REPLACE INTO secure_attempt VALUES (?1, ?2, ?3)",
            params![email, who.device, now],
        )?;
        let known = match users::by_email(&connection, &email)? {
            Some(user) => users::knows_device(&connection, &user, who.device)?,
            None => false,
        };
        if known {
            let purpose = login_purpose(&email, &who.browser());
            mail_code(&connection, &purpose, (&email, "Your login code"), now)?;
            return Ok(Action::VerifyOtp);
        }
        let token = random_hex(&connection, 32)?;
        connection.execute(
            "INSERT INTO secure_link VALUES (?1, ?2, ?3, ?4)",
            params![token, email, who.browser(), now.saturating_add(LINK_LIFE_MS)],
        )?;
        let link = format!("{}/device?token={token}", who.site);
        mails::send(&connection, &email, "Approve a new device", &Content::Link(&link), now)?;
        Ok(Action::VerifyDevice)
    }

    /// The link of a mail was opened: the browser that asked is known from now on, and gets its code. Whose it is.
    pub fn open_link(&self, token: &str) -> Result<String, Problem> {
        let now = self.now_ms();
        let connection = self.lock();
        let found: Option<(String, String)> = connection
            .query_row(
                "DELETE FROM secure_link WHERE token = ?1 AND expires_ms > ?2 RETURNING email, device",
                params![token, now],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()?;
        let Some((email, browser)) = found else {
            return refused("This link was used before, or is too old");
        };
        let device = browser.split_once(' ').map_or(browser.as_str(), |(device, _)| device);
        let user = users::of_email(&connection, &email)?;
        users::add_device(&connection, &user, device)?;
        mail_code(&connection, &login_purpose(&email, &browser), (&email, "Your login code"), now)?;
        Ok(email)
    }

    /// Whether this browser is known to whoever has this address.
    pub fn device_is_known(&self, who: &Visitor<'_>, email: &str) -> Result<bool, Problem> {
        let email = address(email)?;
        let connection = self.lock();
        match users::by_email(&connection, &email)? {
            Some(user) => Ok(users::knows_device(&connection, &user, who.device)?),
            None => Ok(false),
        }
    }

    /// Ends a login by the mailed code.
    pub fn connect_otp(&self, who: &Visitor<'_>, email: &str, otp: &str) -> Result<Login, Problem> {
        let (email, now) = (address(email)?, self.now_ms());
        let connection = self.lock();
        codes::take(&connection, &login_purpose(&email, &who.browser()), otp, now)?;
        // Who has logged in may do it again at once.
        connection.execute(
            "DELETE FROM secure_attempt WHERE email = ?1 AND device = ?2",
            [email.as_str(), who.device],
        )?;
        let user = users::of_email(&connection, &email)?;
        Ok(sessions::make(&connection, user, who, now)?)
    }

    /// Begins to change the address: a code to the old one, where there is one.
    pub fn update_email(&self, who: &Visitor<'_>, email: &str) -> Result<Action, Problem> {
        let (email, user, now) = (address(email)?, self.user(who)?, self.now_ms());
        let connection = self.lock();
        if user.email.as_deref() == Some(&email) {
            return refused("This is your address already");
        }
        if user.provider.is_none() && users::by_email(&connection, &email)?.is_some() {
            return refused("This address belongs to another wallet");
        }
        let proven = user.email.is_none();
        connection.execute(
            "INSERT OR REPLACE INTO secure_change VALUES (?1, ?2, ?3)",
            params![user.id, email, proven],
        )?;
        match user.email {
            Some(old) => {
                let subject = "Confirm that you change your address";
                mail_code(&connection, &format!("old {}", user.id), (&old, subject), now)?;
                Ok(Action::VerifyPrimaryOtp)
            }
            None => {
                mail_code(&connection, &format!("new {}", user.id), (&email, "Confirm your address"), now)?;
                Ok(Action::VerifySecondaryOtp)
            }
        }
    }

    /// The code from the old address: one goes to the new address.
    pub fn update_email_old(&self, who: &Visitor<'_>, otp: &str) -> Result<(), Problem> {
        let (user, now) = (self.user(who)?, self.now_ms());
        let connection = self.lock();
        let email: Option<String> = connection
            .query_row("SELECT email FROM secure_change WHERE user = ?1", [user.id], |row| row.get(0))
            .optional()?;
        let Some(email) = email else {
            return refused("No change of the address was begun");
        };
        codes::take(&connection, &format!("old {}", user.id), otp, now)?;
        connection.execute("UPDATE secure_change SET proven = 1 WHERE user = ?1", [user.id])?;
        mail_code(&connection, &format!("new {}", user.id), (&email, "Confirm your new address"), now)?;
        Ok(())
    }

    /// The code from the new address: it counts from now on.
    pub fn update_email_new(&self, who: &Visitor<'_>, otp: &str) -> Result<String, Problem> {
        let (user, now) = (self.user(who)?, self.now_ms());
        let connection = self.lock();
        let email: Option<String> = connection
            .query_row("SELECT email FROM secure_change WHERE user = ?1 AND proven = 1", [user.id], |row| {
                row.get(0)
            })
            .optional()?;
        let Some(email) = email else {
            return refused("The code from the old address comes first");
        };
        codes::take(&connection, &format!("new {}", user.id), otp, now)?;
        connection.execute("DELETE FROM secure_change WHERE user = ?1", [user.id])?;
        // Somebody else may have taken it meanwhile.
        match connection.execute("UPDATE secure_user SET email = ?2 WHERE id = ?1", params![user.id, email]) {
            Ok(_) => Ok(email),
            Err(_) => refused("This address belongs to another wallet"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_deliverable_email_addresses() {
        assert_eq!(address("Ada@Example.com").unwrap(), "ada@example.com");
        for text in ["", "ada", "@b", "a@", "a@b@c", "a b@c", "a@b\n"] {
            assert!(address(text).is_err(), "{text}");
        }
    }
}
