//! What is kept of the history: one entry a transaction, newest first, each once, and never more than the limits say.

use super::{Activity, ActivityMetadata, ActivityPhase, Transfer};
use crate::constants::{ACTIVITY_BYTES_MAX, ACTIVITY_MAX};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// One transaction, as it was read. Its row is made when it is drawn, so that ten thousand of them are facts and no texts.
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) metadata: ActivityMetadata,
    pub(crate) transfers: Vec<Transfer>,
    pub(crate) mined_ms: u64,
    /// The same by the visitor's clocks of that day.
    pub(crate) local_ms: u64,
    /// Years and months of it, one number: what is of another one is in another group.
    pub(crate) month: u64,
    /// All it moved is spam.
    pub(crate) is_spam: bool,
}

impl Entry {
    /// About what it takes in memory.
    fn bytes(&self) -> usize {
        let about = &self.metadata;
        let texts = [&about.mined_at, &about.chain, &about.operation_type, &about.sent_from, &about.sent_to];
        let hash = about.hash.as_ref().map_or(0, String::len);
        let of_transfer = |transfer: &Transfer| {
            let token = transfer.fungible_info.as_ref();
            let nft = transfer.nft_info.as_ref();
            let icon = token.and_then(|token| token.icon.as_ref());
            let preview = nft.and_then(|nft| nft.content.preview.as_ref());
            size_of::<Transfer>()
                + transfer.quantity.numeric.len()
                + token.map_or(0, |token| token.symbol.len())
                + nft.map_or(0, |nft| nft.name.len())
                + icon.or(preview).map_or(0, |picture| picture.url.len())
        };
        size_of::<Self>()
            + self.id.len()
            + hash
            + texts.into_iter().map(String::len).sum::<usize>()
            + self.transfers.iter().map(of_transfer).sum::<usize>()
    }
}

/// Texts that were seen, by their hash and in its order: ten thousand are found by halving, where [`crate::map::Map`] looks at each.
#[derive(Default)]
pub(crate) struct Seen(Vec<u64>);

impl Seen {
    /// FNV-1a.
    fn hash(text: &str) -> u64 {
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }

    pub(crate) fn has(&self, text: &str) -> bool {
        self.0.binary_search(&Self::hash(text)).is_ok()
    }

    /// Remembers it; true when it is new.
    pub(crate) fn add(&mut self, text: &str) -> bool {
        let hash = Self::hash(text);
        match self.0.binary_search(&hash) {
            Ok(_) => false,
            Err(at) => {
                self.0.insert(at, hash);
                true
            }
        }
    }
}

impl Activity {
    /// Takes in a page that was asked for with this cursor. A later page adds what is older. The first one read again adds what is new, settles
    /// what was pending, and keeps the place in the list.
    pub(crate) fn take(&mut self, page: Vec<Entry>, next: Option<String>, cursor: Option<&str>) {
        let mut is_again = cursor.is_none() && self.phase == ActivityPhase::Ready;
        if is_again && !page.is_empty() && !page.iter().any(|entry| self.seen.has(&entry.id)) {
            // more has happened since than one page tells: what is between would be missing, so it is read anew from here
            self.clear();
            is_again = false;
        }
        let (before, shown) = (self.items.len(), self.count());
        for entry in page {
            if self.seen.add(&entry.id) {
                self.insert(entry);
            } else if cursor.is_none() {
                // what was pending may be confirmed by now
                if let Some(at) = self.items.iter().position(|known| known.id == entry.id) {
                    self.remove(at);
                    self.insert(entry);
                }
            }
        }
        let come = self.items.len() - before;
        let is_over = self.items.len() > ACTIVITY_MAX;
        while self.items.len() > ACTIVITY_MAX {
            self.remove(self.items.len() - 1);
        }
        if is_again {
            // who is far down stays at the rows that are seen
            self.at = if self.at > 0 { self.at + come } else { 0 };
        } else {
            self.next = next.filter(|next| Some(next.as_str()) != cursor);
            self.stalled = self.count() == shown;
        }
        self.full = self.full || is_over || self.is_full() && self.next.is_some();
        if self.full {
            self.next = None;
        }
        self.phase = ActivityPhase::Ready;
    }

    fn is_full(&self) -> bool {
        self.items.len() >= ACTIVITY_MAX || self.bytes >= ACTIVITY_BYTES_MAX
    }

    fn clear(&mut self) {
        self.items.clear();
        self.seen = Seen::default();
        (self.bytes, self.spam, self.at, self.full) = (0, 0, 0, false);
    }

    /// Newest first, whatever order the service has; of the same moment in the order in which they came.
    fn insert(&mut self, entry: Entry) {
        self.bytes += entry.bytes();
        self.spam += usize::from(entry.is_spam);
        let at = self.items.partition_point(|known| known.mined_ms >= entry.mined_ms);
        self.items.insert(at, Box::new(entry));
    }

    fn remove(&mut self, at: usize) {
        let entry = self.items.remove(at);
        self.bytes -= entry.bytes();
        self.spam -= usize::from(entry.is_spam);
    }
}
