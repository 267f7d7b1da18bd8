//! Mails nobody delivers: they are read on the mailbox page.

use rusqlite::{Connection, params};

use super::{Problem, Secure};

pub(super) const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS secure_mail (
        id INTEGER PRIMARY KEY, address TEXT NOT NULL, subject TEXT NOT NULL, code TEXT, link TEXT, sent_ms INTEGER NOT NULL
    ) STRICT;
";

/// The box shows so many.
const SHOWN_MAX: u32 = 50;

/// One mail.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Mail {
    /// Its place in the order of sending.
    pub id: i64,
    /// Who gets it.
    pub address: String,
    /// What it is about.
    pub subject: String,
    /// Six digits.
    pub code: Option<String>,
    /// What is to be opened.
    pub link: Option<String>,
    /// When it was sent, in milliseconds since 1970.
    pub sent_ms: i64,
}

pub(super) enum Content<'a> {
    Code(&'a str),
    Link(&'a str),
}

pub(super) fn send(
    connection: &Connection,
    address: &str,
    subject: &str,
    content: &Content<'_>,
    now_ms: i64,
) -> rusqlite::Result<()> {
    let (code, link) = match content {
        Content::Code(code) => (Some(code), None),
        Content::Link(link) => (None, Some(link)),
    };
    connection.execute(
        "INSERT INTO secure_mail (address, subject, code, link, sent_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![address, subject, code, link, now_ms],
    )?;
    Ok(())
}

impl Secure {
    /// The mails to an address, or to anybody, newest first.
    pub fn mails(&self, address: Option<&str>) -> Result<Vec<Mail>, Problem> {
        let connection = self.lock();
        let mut found = connection.prepare(
            "SELECT id, address, subject, code, link, sent_ms FROM secure_mail
             WHERE ?1 IS NULL OR address = ?1 ORDER BY id DESC LIMIT ?2",
        )?;
        let read = |row: &rusqlite::Row<'_>| {
            Ok(Mail {
                id: row.get(0)?,
                address: row.get(1)?,
                subject: row.get(2)?,
                code: row.get(3)?,
                link: row.get(4)?,
                sent_ms: row.get(5)?,
            })
        };
        let address = address.map(|address| address.trim().to_lowercase());
        let mails = found.query_map(params![address, SHOWN_MAX], read)?.collect::<Result<_, _>>()?;
        Ok(mails)
    }
}
