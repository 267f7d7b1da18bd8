//! The stored history: one entry per transaction, newest first, without duplicates, and within fixed limits.

use super::{
    Activity, ActivityMetadata, ActivityPhase, FungibleInfo, NftInfo, PictureUrl, Transfer,
    TransferDirection, TransferQuantity,
};
use crate::constants::{ACTIVITY_BYTES_MAX, ACTIVITY_MAX};
use crate::time;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::hex;

/// One transaction, without rendered texts. Repeated strings (the chain, the user's address, a symbol) are shared, so that ten thousand
/// entries need little memory. Rows are rendered on demand.
pub(crate) struct Entry {
    /// `None` if the hash is the id.
    id: Option<Id>,
    hash: Option<Id>,
    mined_at: MinedAt,
    chain: Rc<str>,
    status: &'static str,
    operation_type: Rc<str>,
    sent_from: Rc<str>,
    sent_to: Rc<str>,
    moved: Box<[Moved]>,
    pub(crate) mined_ms: u64,
    /// The time in the user's time zone on that day.
    pub(crate) local_ms: u64,
    /// Year and month as one number. Entries with another number are in another group.
    pub(crate) month: u32,
    /// The entry moved only spam.
    pub(crate) is_spam: bool,
}

/// The ID of an entry. A hash of 32 bytes is stored as bytes, not as hex text.
#[derive(PartialEq, Eq)]
pub(crate) enum Id {
    Bytes { bytes: [u8; 32], is_marked: bool },
    Text(Box<str>),
}

impl Id {
    pub(crate) fn of(text: &str) -> Self {
        let digits = text.strip_prefix("0x");
        let is_lower = |text: &str| text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let mut bytes = [0; 32];
        match digits.unwrap_or(text) {
            of if of.len() == 64 && is_lower(of) && hex::decode_to_slice(of, &mut bytes).is_ok() => {
                Self::Bytes { bytes, is_marked: digits.is_some() }
            }
            _ => Self::Text(text.into()),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Bytes { bytes, is_marked: true } => hex::encode_prefixed(bytes),
            Self::Bytes { bytes, .. } => hex::encode(bytes),
            Self::Text(text) => text.as_ref().into(),
        }
    }

    fn bytes(&self) -> usize {
        if let Self::Text(text) = self { text.len() } else { 0 }
    }
}

/// A transfer in its stored form (see [`Transfer`]).
pub(crate) struct Moved {
    pub(crate) direction: TransferDirection,
    numeric: Box<str>,
    symbol: Option<Rc<str>>,
    icon: Option<Rc<str>>,
    is_unverified: bool,
    pub(crate) nft: Option<Box<NftInfo>>,
}

impl Moved {
    fn of(transfer: Transfer) -> Self {
        let token = transfer.fungible_info;
        let icon = token.as_ref().and_then(|token| token.icon.as_ref());
        Self {
            direction: transfer.direction,
            numeric: transfer.quantity.numeric.into(),
            icon: icon.map(|icon| icon.url.as_str().into()),
            is_unverified: token.as_ref().is_some_and(|token| token.unverified),
            symbol: token.map(|token| token.symbol.into()),
            nft: transfer.nft_info.map(Box::new),
        }
    }

    fn transfer(&self) -> Transfer {
        let icon = self.icon.as_deref().map(|url| PictureUrl { url: url.into() });
        Transfer {
            direction: self.direction,
            quantity: TransferQuantity { numeric: self.numeric.as_ref().into() },
            fungible_info: self.symbol.as_deref().map(|symbol| FungibleInfo {
                symbol: symbol.into(),
                icon,
                unverified: self.is_unverified,
            }),
            nft_info: self.nft.as_deref().cloned(),
        }
    }

    /// The URL of the transfer's image.
    pub(crate) fn source(&self) -> Option<&str> {
        match &self.nft {
            Some(nft) => nft.preview(),
            None => self.icon.as_deref(),
        }
    }

    fn bytes(&self) -> usize {
        let of_nft =
            |nft: &NftInfo| size_of::<NftInfo>() + nft.name.len() + nft.preview().map_or(0, str::len);
        let texts = [self.symbol.as_deref(), self.icon.as_deref(), Some(&*self.numeric)];
        size_of::<Self>()
            + texts.into_iter().flatten().map(str::len).sum::<usize>()
            + self.nft.as_deref().map_or(0, of_nft)
    }
}

/// The service's text for the time. Only an unusual format is stored as text.
enum MinedAt {
    Seconds,
    Thousandths,
    Text(Box<str>),
}

impl MinedAt {
    fn of(text: String, ms: u64) -> Self {
        match text {
            text if text == Self::seconds(ms) && ms.is_multiple_of(1_000) => Self::Seconds,
            text if text == time::iso(ms) => Self::Thousandths,
            text => Self::Text(text.into()),
        }
    }

    fn seconds(ms: u64) -> String {
        let mut text = time::iso(ms);
        text.truncate(19);
        text.push('Z');
        text
    }

    fn text(&self, ms: u64) -> String {
        match self {
            Self::Seconds => Self::seconds(ms),
            Self::Thousandths => time::iso(ms),
            Self::Text(text) => text.as_ref().into(),
        }
    }
}

impl Entry {
    /// Builds a stored entry from the service's transaction.
    pub(crate) fn of(
        id: &str,
        about: ActivityMetadata,
        transfers: Vec<Transfer>,
        mined_ms: u64,
        local_ms: u64,
    ) -> Self {
        let day = time::day(local_ms);
        let is_spam = |transfer: &Transfer| transfer.nft_info.as_ref().is_some_and(|nft| nft.flags.is_spam);
        Self {
            is_spam: !transfers.is_empty() && transfers.iter().all(is_spam),
            id: (about.hash.as_deref() != Some(id)).then(|| Id::of(id)),
            hash: about.hash.as_deref().map(Id::of),
            mined_at: MinedAt::of(about.mined_at, mined_ms),
            chain: about.chain.into(),
            status: about.status,
            operation_type: about.operation_type.into(),
            sent_from: about.sent_from.into(),
            sent_to: about.sent_to.into(),
            moved: transfers.into_iter().map(Moved::of).collect(),
            mined_ms,
            local_ms,
            month: u32::try_from(day.year * 12 + day.month).unwrap_or(u32::MAX),
        }
    }

    pub(crate) fn id(&self) -> String {
        self.id.as_ref().or(self.hash.as_ref()).map(Id::text).unwrap_or_default()
    }

    fn is(&self, other: &Self) -> bool {
        self.id.as_ref().or(self.hash.as_ref()) == other.id.as_ref().or(other.hash.as_ref())
    }

    pub(crate) fn hash(&self) -> Option<String> {
        self.hash.as_ref().map(Id::text)
    }

    /// Whether the entry belongs to the transaction with this hash.
    pub(crate) fn is_of(&self, hash: &Id) -> bool {
        self.hash.as_ref() == Some(hash)
    }

    pub(crate) fn status(&self) -> &'static str {
        self.status
    }

    pub(crate) fn sent_from(&self) -> &str {
        &self.sent_from
    }

    pub(crate) fn sent_to(&self) -> &str {
        &self.sent_to
    }

    pub(crate) fn moved(&self) -> &[Moved] {
        &self.moved
    }

    pub(crate) fn metadata(&self) -> ActivityMetadata {
        ActivityMetadata {
            hash: self.hash(),
            mined_at: self.mined_at.text(self.mined_ms),
            chain: self.chain.as_ref().into(),
            status: self.status,
            operation_type: self.operation_type.as_ref().into(),
            sent_from: self.sent_from.as_ref().into(),
            sent_to: self.sent_to.as_ref().into(),
        }
    }

    pub(crate) fn transfers(&self) -> Vec<Transfer> {
        self.moved.iter().map(Moved::transfer).collect()
    }

    /// An upper estimate of the memory that an entry uses, as if it shared no string.
    fn bytes(&self) -> usize {
        let texts = [&self.chain, &self.operation_type, &self.sent_from, &self.sent_to];
        let ids = [&self.id, &self.hash].into_iter().flatten();
        let mined_at = if let MinedAt::Text(text) = &self.mined_at { text.len() } else { 0 };
        size_of::<Self>()
            + ids.map(Id::bytes).sum::<usize>()
            + mined_at
            + texts.into_iter().map(|text| text.len()).sum::<usize>()
            + self.moved.iter().map(Moved::bytes).sum::<usize>()
    }
}

/// Shared strings, sorted by hash.
#[derive(Default)]
pub(crate) struct SharedTexts(Vec<(u64, Rc<str>)>);

impl SharedTexts {
    /// How many strings are shared at most. Most strings of a history repeat; later strings, such as one-time senders,
    /// aren't shared.
    const MAX: usize = 2_048;

    fn share(&mut self, text: &mut Rc<str>) {
        let hash = Seen::hash(text);
        match self.0.binary_search_by_key(&hash, |(of, _)| *of) {
            Ok(at) => {
                if let Some((_, known)) = self.0.get(at).filter(|(_, known)| known == text) {
                    *text = known.clone();
                }
            }
            Err(at) if self.0.len() < Self::MAX => self.0.insert(at, (hash, text.clone())),
            Err(_) => {}
        }
    }

    fn share_all(&mut self, entry: &mut Entry) {
        let Entry { chain, operation_type, sent_from, sent_to, moved, .. } = entry;
        for text in [chain, operation_type, sent_from, sent_to] {
            self.share(text);
        }
        for of in moved.iter_mut() {
            for text in [&mut of.symbol, &mut of.icon].into_iter().flatten() {
                self.share(text);
            }
        }
    }
}

/// Known strings, sorted by hash. A binary search finds one of ten thousand, while [`crate::map::Map`] is linear.
#[derive(Default)]
pub(crate) struct Seen(Vec<u64>);

impl Seen {
    /// Computes the FNV-1a hash.
    fn hash(text: &str) -> u64 {
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }

    pub(crate) fn has(&self, text: &str) -> bool {
        self.0.binary_search(&Self::hash(text)).is_ok()
    }

    /// Adds a string. Returns true if it is new.
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
    /// Merges a page that was requested with this cursor. A later page adds older entries. A repeated first page adds new entries, settles
    /// pending ones, and keeps the scroll position.
    pub(crate) fn take(&mut self, page: Vec<Entry>, next: Option<String>, cursor: Option<&str>) {
        let mut is_again = cursor.is_none() && self.phase == ActivityPhase::Ready;
        if is_again && !page.is_empty() && !page.iter().any(|entry| self.seen.has(&entry.id())) {
            // more entries happened than fit into one page, so some in between would be missing: starts over
            self.clear();
            is_again = false;
        }
        let (before, shown) = (self.items.len(), self.count());
        for entry in page {
            if self.seen.add(&entry.id()) {
                self.insert(entry);
            } else if cursor.is_none() {
                // a pending entry might be confirmed now
                if let Some(at) = self.items.iter().position(|known| known.is(&entry)) {
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
            // a user who scrolled down keeps the visible rows
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
        self.words = SharedTexts::default();
        (self.bytes, self.spam, self.at, self.full) = (0, 0, 0, false);
    }

    /// Newest first, in any order of the service. Entries of the same second keep their order of arrival.
    fn insert(&mut self, mut entry: Entry) {
        self.words.share_all(&mut entry);
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
