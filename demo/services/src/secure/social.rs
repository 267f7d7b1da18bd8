//! Logging in by a provider (docs/spec/embedded-frame.md section 6). The six providers are one local page that believes what it is told.

use rusqlite::{OptionalExtension, params};
use url::Url;

use super::{Login, Problem, Secure, Visitor, random_hex, refused, sessions, users};
use crate::ports;

/// The providers there are (5.14).
pub const PROVIDERS: [&str; 6] = ["google", "github", "apple", "facebook", "x", "discord"];

const LIFE_MS: i64 = 10 * 60 * 1000;
/// Between a state of ours and the page that a return leads to (section 8).
const MARK: &str = "--";

pub(super) const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS secure_request (
        state TEXT PRIMARY KEY, provider TEXT NOT NULL, origin TEXT NOT NULL, device TEXT NOT NULL, nonce TEXT, expires_ms INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS secure_grant (
        code TEXT PRIMARY KEY, provider TEXT NOT NULL, origin TEXT NOT NULL, device TEXT NOT NULL,
        sub TEXT NOT NULL, username TEXT NOT NULL, email TEXT, expires_ms INTEGER NOT NULL
    ) STRICT;
";

/// A login by a provider that was begun.
#[derive(Debug, Clone)]
pub struct Request {
    /// Who vouches.
    pub provider: String,
    /// Origin of the page that asked.
    pub origin: String,
    /// [`Visitor::browser`].
    device: String,
    nonce: Option<String>,
}

/// What the person decided at the provider.
#[derive(Debug, Clone)]
pub enum Decision<'a> {
    /// To go on as this.
    Continue {
        /// Name.
        username: &'a str,
        /// Address; may be empty.
        email: &'a str,
    },
    /// Not to.
    Cancel,
    /// That the provider fails.
    Fail,
}

/// Where a callback hands its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Callback {
    /// To the page of this origin that opened the window.
    Opener(String),
    /// To this page, by its address.
    Page(String),
}

/// The state is ours up to the mark; what follows was added by a page.
fn own_part(state: &str) -> &str {
    state.split_once(MARK).map_or(state, |(own, _)| own)
}

impl Secure {
    /// Begins a login: where the person is to be sent. `nonce` comes back with the result.
    pub fn social_uri(
        &self,
        who: &Visitor<'_>,
        provider: &str,
        nonce: Option<&str>,
    ) -> Result<String, Problem> {
        if !PROVIDERS.contains(&provider) {
            return refused("This provider is not known");
        }
        let connection = self.lock();
        let state = random_hex(&connection, 16)?;
        connection.execute(
            "INSERT INTO secure_request VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![state, provider, who.origin, who.browser(), nonce, self.now_ms().saturating_add(LIFE_MS)],
        )?;
        Ok(format!("{}/provider/{provider}/authorize?state={state}", who.site))
    }

    /// The login that this state belongs to.
    pub fn social_request(&self, state: &str) -> Result<Request, Problem> {
        let read = |row: &rusqlite::Row<'_>| {
            Ok(Request {
                provider: row.get(0)?,
                origin: row.get(1)?,
                device: row.get(2)?,
                nonce: row.get(3)?,
            })
        };
        let found = self
            .lock()
            .query_row(
                "SELECT provider, origin, device, nonce FROM secure_request WHERE state = ?1 AND expires_ms > ?2",
                params![own_part(state), self.now_ms()],
                read,
            )
            .optional()?;
        match found {
            Some(request) => Ok(request),
            None => refused("This login is not known, or too old: begin again"),
        }
    }

    /// The query of the callback after the person's decision.
    pub fn decide(&self, state: &str, decision: &Decision<'_>) -> Result<String, Problem> {
        let request = self.social_request(state)?;
        let mut query = form_urlencoded::Serializer::new(String::new());
        match decision {
            Decision::Cancel => {
                query.append_pair("error", "access_denied");
            }
            Decision::Fail => {
                query.append_pair("error", "server_error");
            }
            Decision::Continue { username, email } => {
                let username = username.trim();
                if username.is_empty() || username.len() > 64 || email.len() > 254 {
                    return refused("A name is needed, of 64 letters at most");
                }
                let email = Some(email.trim().to_lowercase()).filter(|email| !email.is_empty());
                let connection = self.lock();
                let code = random_hex(&connection, 16)?;
                connection.execute(
                    "INSERT INTO secure_grant VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                    params![
                        code,
                        request.provider,
                        request.origin,
                        request.device,
                        username.to_lowercase(),
                        username,
                        email,
                        self.now_ms().saturating_add(LIFE_MS)
                    ],
                )?;
                query.append_pair("code", &code);
            }
        }
        query.append_pair("state", state);
        if let Some(nonce) = &request.nonce {
            query.append_pair("wmState", nonce);
        }
        Ok(query.finish())
    }

    /// Where the callback with this address hands its result. The login that was begun ends with it.
    pub fn callback(&self, address: &str, state: &str) -> Result<Callback, Problem> {
        let request = self.social_request(state)?;
        self.lock().execute("DELETE FROM secure_request WHERE state = ?1", [own_part(state)])?;
        let Some((_, page)) = state.split_once(MARK) else {
            return Ok(Callback::Opener(request.origin));
        };
        // Once decoded it is an address; a page that encoded it twice is met too.
        let decoded = form_urlencoded::parse(format!("page={page}").as_bytes())
            .next()
            .map(|(_, page)| page.into_owned())
            .unwrap_or_default();
        let parsed = Url::parse(page).or_else(|_| Url::parse(&decoded));
        match parsed {
            // The code goes to the page that asked, and nowhere else.
            Ok(mut url) if url.origin().ascii_serialization() == request.origin => {
                url.query_pairs_mut().append_pair("result_uri", address);
                Ok(Callback::Page(url.into()))
            }
            _ => refused("The page to return to is not the one that asked"),
        }
    }

    /// Ends a login by the address that the callback handed over.
    pub fn connect_social(&self, who: &Visitor<'_>, uri: &str) -> Result<Login, Problem> {
        let own = [self.world.origins.of(ports::SECURE), self.world.origins.twin_of(ports::SECURE)];
        let url = Url::parse(uri).ok().filter(|url| {
            own.contains(&url.origin().ascii_serialization()) && url.path() == "/provider/callback"
        });
        let Some(url) = url else {
            return refused("This is no result of a login here");
        };
        let value = |name: &str| url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value);
        if let Some(error) = value("error") {
            return refused(&format!("The provider says: {error}"));
        }
        let code = value("code").unwrap_or_default();
        let now = self.now_ms();
        let connection = self.lock();
        let grant: Option<(String, String, String, Option<String>)> = connection
            .query_row(
                "DELETE FROM secure_grant WHERE code = ?1 AND origin = ?2 AND device = ?3 AND expires_ms > ?4
                 RETURNING provider, sub, username, email",
                params![code, who.origin, who.browser(), now],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
            )
            .optional()?;
        let Some((provider, sub, username, email)) = grant else {
            return refused("This login was used before, is too old, or was begun elsewhere");
        };
        let user = users::of_provider(&connection, &provider, &sub, &username, email.as_deref())?;
        Ok(sessions::make(&connection, user, who, now)?)
    }
}
