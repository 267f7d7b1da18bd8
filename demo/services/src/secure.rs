//! What the secure site knows (docs/spec/embedded-frame.md section 11): users and their devices, codes and links in mails, logins by
//! a provider, sessions. Everything is in SQLite. Keys are not: the frame makes them, here lies a sealed seed at most.

use std::{
    fmt,
    sync::{Arc, Mutex},
};

use rusqlite::Connection;

use crate::{chain::ChainError, clock::Clock, smart_sessions, store::random_hex, world::World};

mod codes;
mod email;
mod farcaster;
mod mails;
mod proofs;
mod sessions;
mod social;
mod users;

pub use email::Action;
pub use farcaster::Asked;
pub use mails::Mail;
pub use proofs::{Call, Unproven, refusal_json};
pub use sessions::Login;
pub use social::{Callback, Decision, PROVIDERS, Request};
pub use users::User;

/// The secure site's state.
pub struct Secure {
    world: Arc<World>,
    /// For tests of what takes minutes.
    clock: Clock,
    /// Proofs that were used.
    nonces: Mutex<proofs::Nonces>,
}

/// Who a frame speaks for: the page around it and the browser it runs in.
#[derive(Debug, Clone, Copy)]
pub struct Visitor<'a> {
    /// The name under which this site was asked: links lead back to the same.
    pub site: &'a str,
    /// Origin of the page.
    pub origin: &'a str,
    /// The browser, by a random id that its frame keeps.
    pub device: &'a str,
    /// The thumbprint of its key: the call was proven by it.
    pub key: &'a str,
    /// A session it has.
    pub token: Option<&'a str>,
}

impl Visitor<'_> {
    /// The browser and its key. A login that was begun ends where both are: its code, link or secret opens nothing with another key.
    fn browser(&self) -> String {
        format!("{} {}", self.device, self.key)
    }
}

/// Why something cannot be done.
#[derive(Debug)]
pub enum Problem {
    /// In words for the person.
    Refused(String),
    /// The database failed.
    Store(rusqlite::Error),
    /// A chain that had to be asked did not answer.
    Chain(ChainError),
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(words) => words.fmt(out),
            Self::Store(cause) => write!(out, "the database failed: {cause}"),
            Self::Chain(cause) => cause.fmt(out),
        }
    }
}

impl std::error::Error for Problem {}

impl From<rusqlite::Error> for Problem {
    fn from(cause: rusqlite::Error) -> Self {
        Self::Store(cause)
    }
}

impl From<ChainError> for Problem {
    fn from(cause: ChainError) -> Self {
        Self::Chain(cause)
    }
}

pub(crate) fn refused<T>(words: &str) -> Result<T, Problem> {
    Err(Problem::Refused(words.to_owned()))
}

impl Secure {
    /// Opens it over the shared database, with tables of its own.
    pub fn open(world: &Arc<World>) -> rusqlite::Result<Self> {
        let connection = world.store.lock();
        for tables in [
            users::TABLES,
            codes::TABLES,
            mails::TABLES,
            sessions::TABLES,
            email::TABLES,
            social::TABLES,
            farcaster::TABLES,
            smart_sessions::TABLES,
        ] {
            connection.execute_batch(tables)?;
        }
        Ok(Self { world: Arc::clone(world), clock: Clock::default(), nonces: Mutex::default() })
    }

    /// Its clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// What it shows.
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Connection> {
        self.world.store.lock()
    }
}
