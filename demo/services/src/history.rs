//! What accounts did: transactions and what they moved, kept in the database, read in pages. The state of the data host that fills it.
//!
//! - `activity`: one transaction, and its tables; `page`: what a caller gets;
//! - `index`: fills it from the chains, block by block;
//! - `purchases`: what was to be bought and was not;
//! - `archive`: one long past for one account, which no new chain could have;
//! - `ledger`: a past of ten thousand entries for another, made when it is asked for.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde_json::Value;
use tokio::{sync::Mutex, time::sleep};

use crate::world::World;

mod activity;
mod archive;
mod index;
mod ledger;
mod page;
mod purchases;

pub use index::IndexError;
pub use page::{Cursor, PAGE, Wanted};
pub use purchases::note_failed;

/// How often the chains are looked at while nobody asks.
const EVERY: Duration = Duration::from_secs(1);

/// The history of all accounts on all chains.
pub struct History {
    world: Arc<World>,
    /// Held while the history is filled: two readers of one block would both write it.
    indexing: Mutex<()>,
    /// Unix seconds: what is not stored is counted back from here.
    began: u64,
    /// Entries of a page, of those.
    ledger_page: AtomicUsize,
}

impl History {
    /// Makes the tables and writes the archive, counted back from now.
    pub fn new(world: Arc<World>) -> rusqlite::Result<Self> {
        let connection = world.store.lock();
        connection.execute_batch(activity::TABLES)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        archive::fill(&connection, &world.origins, now)?;
        drop(connection);
        Ok(Self { world, indexing: Mutex::default(), began: now, ledger_page: AtomicUsize::new(PAGE) })
    }

    /// One page, newest first: entries in the documented shape, and where the next page starts.
    pub fn page(&self, wanted: &Wanted<'_>) -> rusqlite::Result<(Vec<Value>, Option<String>)> {
        let is_long = ledger::is_of(wanted);
        let most = if is_long { self.ledger_page.load(Ordering::Relaxed) } else { PAGE };
        let made = |first, most| ledger::page(&self.world.origins, self.began, first, most);
        if is_long && let Some(first) = wanted.below.and_then(Cursor::in_ledger) {
            return Ok(made(first, most));
        }
        let (mut entries, next) = page::page(&self.world.store, wanted, most)?;
        if !is_long || next.is_some() {
            return Ok((entries, next));
        }
        let (rest, next) = made(0, most - entries.len());
        entries.extend(rest);
        Ok((entries, next))
    }

    /// How many entries a page of the long past has from now on, for tests that have no time for two hundred pages.
    pub fn set_ledger_page(&self, entries: usize) {
        self.ledger_page.store(entries, Ordering::Relaxed);
    }

    /// Reads what the chains have and the history has not, of one chain or of all. A call does so first: what is confirmed is in its
    /// answer.
    pub async fn catch_up(&self, only: Option<&str>) -> Result<(), IndexError> {
        for chain in self.world.chains.iter().filter(|chain| only.is_none_or(|id| id == chain.caip2())) {
            let _one_at_a_time = self.indexing.lock().await;
            index::catch_up(&self.world, chain).await?;
        }
        Ok(())
    }

    /// Follows all chains until the process ends. One that does not answer is asked again.
    pub async fn follow(&self) {
        loop {
            for chain in &self.world.chains {
                let _again_later = self.catch_up(Some(&chain.caip2())).await;
            }
            sleep(EVERY).await;
        }
    }
}
