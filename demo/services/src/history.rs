//! What accounts did: transactions and what they moved, kept in the database, read in pages. The state of the data host that fills it.
//!
//! - `activity`: one transaction, and its tables; `page`: what a caller gets;
//! - `index`: fills it from the chains, block by block;
//! - `archive`: one long past for one account, which no new chain could have.

use std::{
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde_json::Value;
use tokio::{sync::Mutex, time::sleep};

use crate::world::World;

mod activity;
mod archive;
mod index;
mod page;

pub use index::IndexError;
pub use page::{Cursor, PAGE_MAX, Wanted};

/// How often the chains are looked at while nobody asks.
const EVERY: Duration = Duration::from_secs(1);

/// The history of all accounts on all chains.
pub struct History {
    world: Arc<World>,
    /// Held while the history is filled: two readers of one block would both write it.
    indexing: Mutex<()>,
}

impl History {
    /// Makes the tables and writes the archive, counted back from now.
    pub fn new(world: Arc<World>) -> rusqlite::Result<Self> {
        let connection = world.store.lock();
        connection.execute_batch(activity::TABLES)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        archive::fill(&connection, &world.origins, now)?;
        drop(connection);
        Ok(Self { world, indexing: Mutex::default() })
    }

    /// One page, newest first: entries in the documented shape, and where the next page starts.
    pub fn page(&self, wanted: &Wanted<'_>) -> rusqlite::Result<(Vec<Value>, Option<String>)> {
        page::page(&self.world.store, wanted)
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
