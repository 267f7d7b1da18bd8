//! Transactions sent from this modal: stored before the request and followed to the end (9.10, 10.31).
//!
//! Each confirmation sends at most once (R8). The entry is stored before the wallet gets the request. After a reload,
//! an entry without a hash is "unknown", because the wallet might have sent it. The engine never sends it again.

use crate::amount::Amount;
use crate::caip::{AccountId, ChainId};
use crate::constants::{
    CALLS_ID_MAX, CONFIRMATIONS_MAX, DESCRIPTION_CHARS_MAX, HOST_TRANSACTIONS_MAX, OTHERS_MAX,
    RECORD_BYTES_MAX, RECORD_VERSION, TRANSACTIONS_MAX,
};
use crate::event::Event;
use crate::features::money::model::described::Described;
pub use crate::features::money::model::kind::TransactionKind;
use crate::features::money::model::timeline::{self, OpenTransaction, TransactionView};
use crate::json::Read;
use crate::namespaces;
use crate::namespaces::transfer::{Added, Elsewhere, Stand, Submitted};
use crate::ports::Ports;
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// The maximum size of one mark: an entry, with room for the data of a swap.
const MARK_BYTES_MAX: usize = 32 * 1024;

/// The maximum length of a stored address.
const ADDRESS_CHARS_MAX: usize = 128;

/// The maximum length of a signed transaction, as text.
const SIGNED_CHARS_MAX: usize = 4 * 1024;

/// The status of a transaction from this modal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TransactionStatus {
    /// The wallet returned a hash, and the transaction isn't in a block yet.
    Sent,
    /// The transaction is in a block.
    Confirmed,
    /// In a block, and reverted.
    Failed,
    /// Requested, but unknown whether it was sent; or sent, but not in a block after 25 s.
    Unknown,
    /// The network's transaction under this hash differs from the request (10.27).
    Differs,
    /// The wallet signed something else than requested, which hasn't appeared on the network.
    Altered,
    /// In a block, but its effect can't be read.
    Unread,
    /// Another transaction of the sender replaced it: sped up or canceled in the wallet. It will never be in a block.
    Replaced,
}

/// Reads the stored form.
fn elsewhere_of(value: &Value) -> Option<Elsewhere> {
    let to = value.text("to").map(|to| to.chars().take(ADDRESS_CHARS_MAX).collect());
    Some(Elsewhere { to, amount: value.decimal("amount")? })
}

impl TransactionStatus {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "sent" => Self::Sent,
            "confirmed" => Self::Confirmed,
            "failed" => Self::Failed,
            "unknown" => Self::Unknown,
            "differs" => Self::Differs,
            "altered" => Self::Altered,
            "unread" => Self::Unread,
            "replaced" => Self::Replaced,
            _ => return None,
        })
    }
}

/// One transaction. Its texts stay as they were displayed when it was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TransactionItem {
    /// The engine's own random ID.
    pub id: String,
    /// The hash: `0x` and 64 hex digits.
    pub hash: Option<String>,
    /// The wallet's ID of a batch (EIP-5792), until the hash is known.
    pub calls: Option<String>,
    /// The nonce, once the network knows the transaction. `None` if others broadcast it, as for a batch.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub nonce: Option<u64>,
    /// The sender's state before the request. `None` if unknown.
    pub stood: Option<Stand>,
    /// The signed transaction, while the engine broadcasts it.
    pub signed: Option<String>,
    /// The last block that can contain the transaction.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub until: Option<u64>,
    /// The parts that the wallet added to the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub added: Option<Added>,
    /// The chain ID (CAIP-2).
    pub chain: String,
    /// The kind of transaction.
    pub kind: TransactionKind,
    /// Status of the transaction.
    pub status: TransactionStatus,
    /// The amount as exact decimal text.
    pub amount: String,
    /// "ETH".
    pub symbol: String,
    /// The token's contract (CAIP-10). `None` for the native coin.
    pub token: Option<String>,
    /// The bought token of a swap (CAIP-10). `None` for the native coin.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub bought: Option<String>,
    /// The recipient, checksummed.
    pub to: String,
    /// The request, to compare with the network's transaction.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub request: Value,
    /// The transaction's page in the block explorer.
    pub explorer_url: Option<String>,
    /// When it was created, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created_at: u64,
    /// The user has seen that the result is unknown.
    pub told: bool,
    /// How often the network has replaced its block (a reorganization).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub dropped: Option<u64>,
    /// The network might still replace its block.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub shallow: Option<bool>,
    /// The page's label.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub description: Option<String>,
    /// The page counts it as confirmed after this many blocks. Without it, after one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub confirmations: Option<u64>,
}

impl TransactionItem {
    /// Creates an entry for an attempt whose request isn't with the wallet yet.
    #[must_use]
    pub fn asked(id: &str, kind: TransactionKind, chain: &ChainId, created_at: u64) -> Self {
        Self {
            id: id.into(),
            hash: None,
            calls: None,
            nonce: None,
            stood: None,
            signed: None,
            until: None,
            added: None,
            chain: chain.to_string(),
            kind,
            status: TransactionStatus::Unknown,
            amount: String::new(),
            symbol: String::new(),
            token: None,
            bought: None,
            to: String::new(),
            request: Value::Null,
            explorer_url: None,
            created_at,
            told: false,
            dropped: None,
            shallow: None,
            description: None,
            confirmations: None,
        }
    }

    /// Whether the transaction has this hash, or is the proposal with this ID.
    #[must_use]
    pub fn is_named(&self, hash: &str) -> bool {
        [&self.hash, &self.calls].into_iter().flatten().any(|of| of.eq_ignore_ascii_case(hash))
    }

    /// Whether the wallet returned an ID to follow.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.hash.is_some() || self.calls.is_some()
    }

    /// Whether the signed transaction has expired without a block: its last valid block is known, and it isn't
    /// broadcast again.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.status == TransactionStatus::Unknown && self.signed.is_none() && self.until.is_some()
    }

    /// Whether the transaction might still be broadcast, and its effects are known. For a page's request, its
    /// transfers.
    #[must_use]
    pub fn is_doubtful(&self) -> bool {
        self.is_unanswered() && !(self.kind == TransactionKind::Request && self.amount.is_empty())
    }

    /// Whether the wallet hasn't reported a result: the transaction might have been broadcast, or still can be.
    #[must_use]
    pub fn is_unanswered(&self) -> bool {
        self.status == TransactionStatus::Unknown && !self.is_answered()
    }
}

/// All transactions from this modal, newest first.
#[derive(Default)]
pub struct Transactions {
    /// The entries, at most [`TRANSACTIONS_MAX`].
    pub list: Vec<TransactionItem>,
    /// The stored record as text, until the part for money can read it.
    pub stored: Option<String>,
    /// The transaction in its own view.
    pub shown: Option<OpenTransaction>,
    /// The page's descriptions of hashes without an entry, newest first.
    pub described: Vec<Described>,
}

/// Slice `transactions`: the entries in the form for the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TransactionsSlice {
    /// The entries, newest first.
    pub list: Vec<TransactionItem>,
    /// The transaction in its own view. `None` if it isn't in the list any more.
    pub shown: Option<TransactionView>,
}

/// Builds the slice `transactions`.
#[must_use]
pub fn slice(state: &State) -> TransactionsSlice {
    TransactionsSlice { list: state.transactions.list.clone(), shown: timeline::shown(state) }
}

impl Transactions {
    /// Whether a stored transaction might still be pending.
    #[must_use]
    pub fn is_open_stored(&self) -> bool {
        let says = |word| self.stored.as_ref().is_some_and(|text| text.contains(word));
        says("unknown") || says("sent") || says("altered") || says("shallow")
    }

    /// Finds a transaction by its ID.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&TransactionItem> {
        self.list.iter().find(|item| item.id == id)
    }

    pub(crate) fn get_mut(&mut self, id: &str) -> Option<&mut TransactionItem> {
        self.list.iter_mut().find(|item| item.id == id)
    }
}

/// Merges the stored entries into the current ones.
pub(crate) fn restore(state: &mut State, list: &[TransactionItem]) {
    for mut item in list.iter().cloned() {
        if state.transactions.get(&item.id).is_none() {
            item.explorer_url = item.hash.as_ref().and_then(|hash| page(state, &item.chain, hash));
            state.transactions.list.push(item);
        }
    }
    limit(&mut state.transactions.list);
}

fn read(value: &Value) -> Vec<TransactionItem> {
    let items = value.as_array().map_or(&[][..], |list| list.as_slice());
    items.iter().take(TRANSACTIONS_MAX).filter_map(item).collect()
}

/// Applies the limit: drops the oldest entries, first the settled ones. A page's own pending requests have a separate
/// limit, so they never replace an attempt of the modal.
fn limit(list: &mut Vec<TransactionItem>) {
    let is_of_host = |item: &TransactionItem| item.kind == TransactionKind::Request && is_open(item);
    while list.iter().filter(|item| is_of_host(item)).count() > HOST_TRANSACTIONS_MAX {
        let Some(oldest) = list.iter().rposition(is_of_host) else { break };
        list.remove(oldest);
    }
    while list.len() > TRANSACTIONS_MAX {
        let settled = list.iter().rposition(|item| !is_open(item));
        list.remove(settled.unwrap_or(list.len() - 1));
    }
}

/// Reads a stored record. Empty for a newer version.
pub(crate) fn of_record(text: &str) -> Vec<TransactionItem> {
    match DiskRecord::of(Some(text)) {
        DiskRecord::List(list) => list,
        DiskRecord::Newer => Vec::new(),
    }
}

/// Reads another tab's record. `None` for a newer version or without a list, which removes nothing here.
pub(crate) fn of_tab(text: Option<&str>) -> Option<Vec<TransactionItem>> {
    match DiskRecord::of(text) {
        DiskRecord::List(list) => Some(list).filter(|list| !list.is_empty()),
        DiskRecord::Newer => None,
    }
}

/// The stored entries.
enum DiskRecord {
    /// The record has this version, or is unreadable.
    List(Vec<TransactionItem>),
    /// The record has a newer version: it stays untouched (R4).
    Newer,
}

impl DiskRecord {
    fn of(text: Option<&str>) -> Self {
        let record =
            text.and_then(|text| crate::json::parse(text, RECORD_BYTES_MAX).ok()).unwrap_or_default();
        match record.whole("v") {
            Some(RECORD_VERSION) => Self::List(record.field("value").map(read).unwrap_or_default()),
            Some(version) if version > RECORD_VERSION => Self::Newer,
            _ => Self::List(Vec::new()),
        }
    }
}

/// Writes a value as slices are written, so that one serializer is enough.
fn written_as(it: &impl Serialize) -> String {
    crate::json::written(it)
}

/// The record after a change in this tab. Changes of other tabs since `base` stay (T15). `base` is the last state that
/// this tab and the storage shared.
pub(crate) fn written(
    base: &[TransactionItem],
    ours: &[TransactionItem],
    disk: Option<String>,
) -> Option<String> {
    let DiskRecord::List(theirs) = DiskRecord::of(disk.as_deref()) else { return disk };
    let list = merge(base, ours, &theirs);
    // this record needs no order among records, because it is never mirrored
    (!list.is_empty())
        .then(|| alloc::format!(r#"{{"v":{RECORD_VERSION},"seq":1,"value":{}}}"#, written_as(&list)))
}

/// How much is known about an entry, from its hash and status. A replaced block is newer information than a
/// confirmation.
fn known(item: &TransactionItem) -> (u64, u8) {
    let rank = match item.status {
        TransactionStatus::Differs => 5,
        TransactionStatus::Altered => 4,
        TransactionStatus::Confirmed
        | TransactionStatus::Failed
        | TransactionStatus::Replaced
        | TransactionStatus::Unread => 3,
        _ if item.hash.is_some() => 2,
        _ if item.calls.is_some() => 1,
        _ => 0,
    };
    (item.dropped.unwrap_or_default(), rank)
}

/// Merges another tab's entries. An attempt with an open request stays with its own tab. Returns the new shared state,
/// and the new or changed entries.
pub(crate) fn follow(
    state: &mut State,
    base: &[TransactionItem],
    theirs: Vec<TransactionItem>,
) -> (Vec<TransactionItem>, Vec<String>) {
    let ours = state.transactions.list.clone();
    let was = |id: &str| ours.iter().find(|item| item.id == id);
    let is_taken = |item: &TransactionItem| !item.is_unanswered() || item.told || was(&item.id).is_some();
    let mut theirs: Vec<TransactionItem> = theirs.into_iter().filter(is_taken).collect();
    for item in &mut theirs {
        item.explorer_url = item.hash.as_ref().and_then(|hash| page(state, &item.chain, hash));
    }
    let merged = merge(base, &ours, &theirs);
    let is_news = |item: &&TransactionItem| was(&item.id).is_none_or(|was| known(was) != known(item));
    let news = merged.iter().filter(is_news).map(|item| item.id.clone()).collect();
    let common = theirs.into_iter().filter(|item| merged.iter().any(|of| of.id == item.id)).collect();
    state.transactions.list = merged;
    (common, news)
}

/// Merges the lists of two tabs, entry by entry. `base` is what this tab and the storage had in common.
fn merge(
    base: &[TransactionItem],
    ours: &[TransactionItem],
    theirs: &[TransactionItem],
) -> Vec<TransactionItem> {
    fn of<'a>(list: &'a [TransactionItem], item: &TransactionItem) -> Option<&'a TransactionItem> {
        list.iter().find(|other| other.id == item.id)
    }
    let mut list: Vec<TransactionItem> = Vec::new();
    let mut put = |item: TransactionItem| {
        let at = list.iter().position(|other| other.created_at < item.created_at);
        list.insert(at.unwrap_or(list.len()), item);
    };
    for item in ours {
        match (of(base, item), of(theirs, item)) {
            // the other tab knows more, or nothing was changed here
            (was, Some(other)) if known(other) > known(item) || was == Some(item) => {
                put(TransactionItem { told: item.told || other.told, ..other.clone() });
            }
            (_, Some(other)) => put(TransactionItem { told: item.told || other.told, ..item.clone() }),
            // removed by the other tab, and nothing newer is known here
            (Some(was), None) if known(was) == known(item) => {}
            (_, None) => put(item.clone()),
        }
    }
    for other in theirs.iter().filter(|other| of(ours, other).is_none()) {
        // new in the other tab; or removed here, unless the other tab knows more by now
        if of(base, other).is_none_or(|was| known(was) < known(other)) {
            put(other.clone());
        }
    }
    limit(&mut list);
    list
}

/// A key that is written and removed after each change of the record, to notify other tabs.
pub const CHANGED: &str = "wallet-modal:sent";

/// The key of the marks of attempts ([`mark`]): the entries themselves, one per line.
pub const ASKED: &str = "wallet-modal:asked";

fn marks(ports: &Ports, but: &str) -> String {
    let marks = ports.storage.shared(ASKED).unwrap_or_default();
    let others = marks.lines().filter(|line| !line.is_empty() && !line.contains(but));
    others.take(TRANSACTIONS_MAX).flat_map(|line| [line, "\n"]).collect()
}

/// Writes a mark before the wallet gets its request. Synchronous, because writing the record takes longer than the task
/// of the click (R8). The mark stays until the wallet has responded. Returns false if storage fails.
pub(crate) fn mark(ports: &Ports, item: &TransactionItem) -> bool {
    let line = written_as(item);
    ports.storage.share(ASKED, Some(&alloc::format!("{line}\n{}", marks(ports, &item.id))));
    ports.storage.shared(ASKED).is_some_and(|marks| marks.contains(&line))
}

/// Removes a mark after the wallet's response.
pub(crate) fn unmark(ports: &Ports, id: &str) {
    let others = marks(ports, id);
    ports.storage.share(ASKED, Some(&*others).filter(|others| !others.is_empty()));
}

/// Whether a wallet currently has the same request, in this tab or another one.
pub(crate) fn is_asked_again(ports: &Ports, of: &TransactionItem) -> bool {
    let marks = marks(ports, &of.id);
    let mut others = marks.lines().filter_map(|line| item(&crate::json::parse(line, MARK_BYTES_MAX).ok()?));
    others.any(|other| {
        (&other.chain, &other.to, &other.amount, &other.token, other.kind)
            == (&of.chain, &of.to, &of.amount, &of.token, of.kind)
    })
}

/// After a reload, turns marks without a record into entries.
pub(crate) fn restore_marks(state: &mut State, marks: &str) {
    let marks = marks.lines().take(TRANSACTIONS_MAX);
    let marks: Vec<Value> = marks.filter_map(|line| crate::json::parse(line, MARK_BYTES_MAX).ok()).collect();
    restore(state, &read(&Value::Array(marks)));
}

/// A sender's state in its stored form.
pub(crate) fn stand_of(value: &Value) -> Option<Stand> {
    Some(Stand { count: value.whole("count")?, block: value.whole("block")? })
}

pub(crate) fn item(value: &Value) -> Option<TransactionItem> {
    let chain = ChainId::parse(value.text("chain")?)?;
    let rules = namespaces::of(chain.namespace);
    let kind = TransactionKind::parse(value.text("kind").unwrap_or_default());
    let is_of_host = kind == TransactionKind::Request;
    Some(TransactionItem {
        id: value.filled("id").filter(|id| id.len() <= 64)?.into(),
        hash: match value.field("hash") {
            Some(hash) => Some(rules.transaction_id(hash.as_str()?)?),
            None => None,
        },
        nonce: value.whole("nonce"),
        stood: value.field("stood").and_then(stand_of),
        signed: value.filled("signed").filter(|bytes| bytes.len() <= SIGNED_CHARS_MAX).map(Into::into),
        until: value.whole("until"),
        added: value.field("added").map(|added| Added {
            fee: added.decimal("fee"),
            guards: added.flag("guards") == Some(true),
            others: added.list("others").iter().take(OTHERS_MAX + 1).filter_map(elsewhere_of).collect(),
        }),
        chain: chain.to_string(),
        calls: value.filled("calls").filter(|id| id.len() <= CALLS_ID_MAX).map(Into::into),
        kind,
        status: TransactionStatus::parse(value.text("status")?)?,
        amount: match value.text("amount")? {
            // a page's transaction with unknown effects
            "" if is_of_host => String::new(),
            amount => Amount::parse(amount, 36).ok()?.to_decimal(),
        },
        symbol: crate::text::label(value.text("symbol")?, 12)?,
        token: value.text("token").and_then(AccountId::parse).map(|id| id.to_string()),
        bought: value.text("bought").and_then(AccountId::parse).map(|id| id.to_string()),
        to: match value.text("to")? {
            "" if is_of_host => String::new(),
            to => rules.address(to).ok()?,
        },
        request: value.get("request").cloned().unwrap_or_default(),
        explorer_url: None, // built from the configured network, because a stored URL could be any page (B8)
        created_at: value.whole("createdAt")?,
        told: value.flag("told").unwrap_or(false),
        dropped: value.whole("dropped"),
        shallow: value.flag("shallow").filter(|is| *is),
        description: value
            .text("description")
            .and_then(|text| crate::text::label(text, DESCRIPTION_CHARS_MAX)),
        confirmations: value.whole("confirmations").map(|count| count.min(CONFIRMATIONS_MAX)),
    })
}

/// Adds an entry. If the list is full, the oldest one is dropped.
pub fn add(state: &mut State, item: TransactionItem) {
    state.transactions.list.insert(0, item);
    limit(&mut state.transactions.list);
}

/// Whether an older entry of the list already has this transaction. For an owner that isn't an entry, any entry.
#[must_use]
pub(crate) fn is_of_other(state: &State, id: &str, hash: &str) -> bool {
    let list = &state.transactions.list;
    let own = list.iter().position(|item| item.id == id);
    let is_it = |of: &str| of.eq_ignore_ascii_case(hash);
    // the newest entry comes first
    let mut older = list.iter().skip(own.map_or(0, |own| own + 1));
    older.any(|item| item.hash.as_deref().is_some_and(is_it))
}

/// Whether the owners of the account, a Safe, haven't decided on the transaction yet. A wallet's ID of a batch looks
/// the same, so the account must still be connected to the Safe.
#[must_use]
pub(crate) fn is_proposed(state: &State, item: &TransactionItem) -> bool {
    let is_batch = item.request.get(0).is_some_and(|call| call.field("calls").is_some());
    let proposes = || {
        let account = state.accounts.by.get(&ChainId::parse(&item.chain)?.namespace)?;
        Some(state.wallets.proposes(account.handle?))
    };
    item.hash.is_none() && item.calls.is_some() && (!is_batch || proposes() == Some(true))
}

/// Removes an entry whose wallet reported that nothing was sent.
pub fn remove(state: &mut State, id: &str) {
    state.transactions.list.retain(|item| item.id != id);
}

/// The transaction's page in the block explorer.
pub(crate) fn page(state: &State, chain: &str, hash: &str) -> Option<String> {
    state.networks.find(&ChainId::parse(chain)?)?.transaction_url(hash)
}

/// Stores the wallet's response.
pub fn sent(state: &mut State, id: &str, submitted: &Submitted) {
    let link = match submitted {
        Submitted::Hash(hash) | Submitted::Signed { id: hash, .. } => {
            state.transactions.get(id).and_then(|item| page(state, &item.chain, hash))
        }
        Submitted::Calls(_) => None,
    };
    let Some(item) = state.transactions.get_mut(id) else { return };
    // the page knows its proposal under that ID, and has its event
    let is_heard = item.kind == TransactionKind::Request && item.calls.is_some();
    match submitted {
        Submitted::Hash(hash) => item.hash = Some(hash.clone()),
        Submitted::Signed { id, bytes, until, added } => {
            (item.hash, item.added) = (Some(id.clone()), added.some());
            (item.signed, item.until) = (Some(bytes.clone()), *until);
        }
        Submitted::Calls(calls) => item.calls = Some(calls.clone()),
    }
    item.status = TransactionStatus::Sent;
    item.explorer_url = link;
    if !is_heard {
        tell(state, id);
    }
}

/// Reports a replacement before the engine follows it, because the page knows the request under its first hash.
pub(crate) fn tell_replaced(state: &mut State, id: &str) {
    let item = state.transactions.get(id).filter(|item| item.kind == TransactionKind::Request);
    let Some(item) = item.filter(|item| item.calls.is_none()) else { return };
    let (hash, chain, kind) = (item.hash.clone(), item.chain.clone(), item.kind);
    state.emit(Event::Transaction { hash, chain, status: TransactionStatus::Replaced, kind });
}

/// Stores that the wallet signed something else, with its ID if known.
pub(crate) fn altered(state: &mut State, id: &str, hash: Option<String>) {
    let page = |hash: &String| page(state, &state.transactions.get(id)?.chain, hash);
    let link = hash.as_ref().and_then(page);
    if let Some(item) = state.transactions.get_mut(id) {
        (item.hash, item.explorer_url, item.told) = (hash, link, true);
        (item.signed, item.until) = (None, None);
    }
    set_status(state, id, TransactionStatus::Altered);
}

pub(crate) fn tell(state: &mut State, id: &str) {
    let Some(item) = state.transactions.get(id).cloned() else { return };
    // the page knows its request under the wallet's ID, even for a proposal to the account's owners
    let named = item.calls.filter(|_| item.kind == TransactionKind::Request);
    state.emit(Event::Transaction {
        hash: named.or(item.hash),
        chain: item.chain,
        status: item.status,
        kind: item.kind,
    });
}

/// The page's event about its own transaction, in the form of the wallet's response.
pub(crate) fn of_host(chain: &str, answer: &Value) -> Event {
    let (hash, status) = (id_of(chain, answer), TransactionStatus::Sent);
    Event::Transaction { hash, chain: chain.into(), status, kind: TransactionKind::Request }
}

/// Reads the transaction ID from a wallet's response: the string itself, or the namespace's field. `None` if the ID is
/// invalid on this chain, because it is stored and looked up.
pub(crate) fn id_of(chain: &str, answer: &Value) -> Option<String> {
    let named = ["id", "signature", "txid"].iter().find_map(|name| answer.text(name)).or(answer.as_str());
    namespaces::of(ChainId::parse(chain)?.namespace).transaction_id(named?)
}

pub(crate) fn set_status(state: &mut State, id: &str, status: TransactionStatus) {
    if let Some(item) = state.transactions.get_mut(id).filter(|item| item.status != status) {
        item.status = status;
        if matches!(
            status,
            TransactionStatus::Confirmed | TransactionStatus::Failed | TransactionStatus::Differs
        ) {
            (item.signed, item.until) = (None, None); // isn't broadcast again
        }
        tell(state, id);
    }
}

/// Handles a replaced block: waits for another one, and notifies the page.
pub(crate) fn drop_block(state: &mut State, id: &str) {
    if let Some(item) = state.transactions.get_mut(id) {
        (item.dropped, item.shallow) = (Some(item.dropped.unwrap_or_default().saturating_add(1)), None);
    }
    set_status(state, id, TransactionStatus::Unknown);
}

/// The sender of a request, according to the wallet's list of methods or to the request itself.
pub(crate) fn sender(request: &Value) -> Option<&str> {
    let request = request.get(0).unwrap_or(request);
    ["from", "account", "pubkey"].iter().find_map(|name| request.text(name))
}

/// Whether a node can report the transaction's result.
pub(crate) fn is_told(state: &State, item: &TransactionItem) -> bool {
    let network = ChainId::parse(&item.chain).and_then(|chain| state.networks.find(&chain));
    network.is_none_or(|network| {
        if !namespaces::is_own_history(network.chain_namespace) {
            return true;
        }
        let hosts_own = state.options.custom_rpc_urls.get(&network.caip_network_id);
        hosts_own.is_some_and(|urls| !urls.is_empty()) || !network.http_urls().is_empty()
    })
}

/// Whether an entry is pending, or its result must be displayed after a reload.
#[must_use]
pub fn is_open(item: &TransactionItem) -> bool {
    match item.status {
        TransactionStatus::Sent | TransactionStatus::Unknown => true,
        TransactionStatus::Altered => item.hash.is_some(),
        _ => false,
    }
}
