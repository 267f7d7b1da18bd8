//! The account's history (3.11, 3.12), grouped by month, and the NFTs found in it.

mod draw;
mod kept;
mod own;
mod read;

use crate::caip::{AccountId, Namespace};
use crate::entities::Network;
use crate::entities::Status;
use crate::features::account::model::accounts::AccountTab;
use crate::features::account::model::context::Move;
use crate::features::money::model::transactions::TransactionItem;
use crate::features::shell::model::view::View;
use crate::namespaces::{self, Can};
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
pub use draw::slice;
pub(crate) use draw::{past, pictures};
pub(crate) use kept::{Entry, Seen};
use kept::{Id, Moved, SharedTexts};
pub(crate) use own::own;
pub(crate) use read::{entry, local_ms};
use serde::Serialize;

/// Loading state of the history, which decides what its tab renders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ActivityPhase {
    /// Not requested yet.
    #[default]
    None,
    /// The first page is loading.
    Loading,
    /// Loaded.
    Ready,
    /// The first page failed to load.
    Failed,
}

/// The ID of a transaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "docs/spec/services.md A7 describes each field")]
pub struct ActivityMetadata {
    pub hash: Option<String>,
    pub mined_at: String,
    pub chain: String,
    /// Also for a transaction from this modal: it was replaced, the network's differs, or no node knows its status.
    #[cfg_attr(
        test,
        ts(
            type = "\"confirmed\" | \"failed\" | \"pending\" | \"replaced\" | \"differs\" | \"altered\" | \"unread\" | \"sent\""
        )
    )]
    pub status: &'static str,
    pub operation_type: String,
    pub sent_from: String,
    pub sent_to: String,
}

/// One transfer: an amount of a token, or an NFT (3.12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "docs/spec/services.md A7 describes each field")]
pub struct Transfer {
    pub direction: TransferDirection,
    /// The amount as decimal text.
    pub quantity: TransferQuantity,
    pub fungible_info: Option<FungibleInfo>,
    pub nft_info: Option<NftInfo>,
}

/// The `quantity` of a transfer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TransferQuantity {
    /// The amount as decimal text.
    pub numeric: String,
}

/// The direction, from the account's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TransferDirection {
    /// To the account.
    In,
    /// From the account.
    Out,
    /// From the account to itself.
    #[serde(rename = "self")]
    Own,
}

/// The URL of an image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PictureUrl {
    /// A URL on any host.
    pub url: String,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FungibleInfo {
    /// "ETH"
    pub symbol: String,
    /// The token's icon.
    pub icon: Option<PictureUrl>,
    /// A contract that imitates the name of the network's coin.
    #[serde(skip)]
    pub(crate) unverified: bool,
}

/// An NFT.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NftInfo {
    /// "Cool Cat #3"
    pub name: String,
    /// The type of its content.
    pub content: NftContent,
    /// The service's rating.
    pub flags: NftFlags,
}

/// The `content` of an NFT.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NftContent {
    /// A small preview image.
    pub preview: Option<PictureUrl>,
}

/// The `flags` of an NFT.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NftFlags {
    /// Unsolicited, so hidden by default.
    pub is_spam: bool,
}

impl NftInfo {
    pub(crate) fn preview(&self) -> Option<&str> {
        self.content.preview.as_ref().map(|picture| picture.url.as_str())
    }
}

/// One side of a row, ready to render.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Leg {
    /// The direction, from the account's point of view.
    pub direction: TransferDirection,
    /// "+0.500 ETH", "Cool Cat #3"
    pub text: String,
    /// The icon as a `blob:` URL, once it has loaded.
    pub image: Option<String>,
    /// The leg is an NFT.
    pub nft: bool,
    /// A contract that imitates the name of the network's coin.
    pub unverified: bool,
    #[serde(skip)]
    pub(crate) source: Option<String>,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ActivityItem {
    /// The service's ID of the transaction.
    pub id: String,
    /// The transaction's metadata.
    pub metadata: ActivityMetadata,
    /// The transfers.
    pub transfers: Vec<Transfer>,
    /// The action in past tense, "Sent". An unknown word of the service stays as it is.
    pub verb: String,
    /// The page's description of the transaction.
    pub description: Option<String>,
    /// The transfers, at most two, outgoing first.
    pub legs: Vec<Leg>,
    /// Both sides of a swap, "ETH → DUSD".
    pub pair: Option<String>,
    /// "ada.eth", "0x71…d8976F"
    pub counterparty: Option<String>,
    /// "02 Jan"
    pub date: String,
    /// "14:05"
    pub time: String,
    /// "5 min"
    pub ago: String,
    /// The transaction's page in the block explorer.
    pub link: Option<String>,
    /// The `data-testid` of the row.
    pub test_id: String,
}

/// One month: its rows near the first visible one, and the count of all its rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ActivityGroup {
    /// "November", "December 2025"
    pub title: String,
    /// How many rows the month has.
    pub count: usize,
    /// How many rows of the month come before `items` and aren't rendered.
    pub above: usize,
    /// Newest first.
    pub items: Vec<ActivityItem>,
}

/// An NFT that the account received and didn't send on, according to the loaded history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NftItem {
    /// Identifies the NFT: the React key of its row.
    pub id: String,
    /// "Cool Cat #3"
    pub name: String,
    /// The image as a `blob:` URL, once it has loaded.
    pub image: Option<String>,
}

/// The loaded history of one account and its loading state.
#[derive(Default)]
pub struct Activity {
    pub(crate) of: Option<AccountId>,
    pub(crate) phase: ActivityPhase,
    /// The entries, newest first. They are boxed, because inserting into ten thousand entries should move only
    /// pointers.
    #[allow(clippy::vec_box, reason = "a vector of entries would double by two megabytes")]
    pub(crate) items: Vec<Box<Entry>>,
    /// The IDs of all entries.
    pub(crate) seen: Seen,
    /// Strings that several entries share.
    pub(crate) words: SharedTexts,
    /// The memory that the entries use, in bytes.
    pub(crate) bytes: usize,
    /// How many entries are spam.
    pub(crate) spam: usize,
    /// The service has more entries than the limit.
    pub(crate) full: bool,
    pub(crate) next: Option<String>,
    pub(crate) loading_more: bool,
    pub(crate) more_failed: bool,
    /// The last page had no visible entry.
    pub(crate) stalled: bool,
    pub(crate) show_spam: bool,
    /// The index of the first visible row, counted among the rows that aren't hidden.
    pub(crate) at: usize,
    /// The time of the last request for the first page.
    pub(crate) asked_ms: u64,
    /// When the history was last read. Ages ("5 min") are relative to this time.
    pub(crate) read_ms: u64,
    /// `read_ms` in the user's time zone, to find the months of this year.
    pub(crate) local_ms: u64,
    /// The namespace has no history service: lists settled transactions from this modal. Other activity of the account is missing.
    pub(crate) own: Option<Box<Activity>>,
}

/// Slice `activity`: the history, ready to render.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ActivitySlice {
    /// Loading state of the first page.
    pub phase: ActivityPhase,
    /// The months, newest first. The slice has all months, but only the rows near the first visible one if the list is
    /// long (`activity.look`).
    pub groups: Vec<ActivityGroup>,
    /// Transactions from this modal that are still pending.
    pub pending: Vec<TransactionItem>,
    /// Settled transactions that the service doesn't list yet. Empty if no service has a history.
    pub unlisted: Vec<TransactionItem>,
    /// Another page exists.
    pub has_more: bool,
    /// The next page is loading.
    pub loading_more: bool,
    /// The next page failed to load. Only the user can retry.
    pub more_failed: bool,
    /// The last page had no visible entry. Only the user can load more.
    pub stalled: bool,
    /// This namespace has no history service: only transactions from this modal are listed.
    pub own: bool,
    /// "20,000": the limit, if the history is longer.
    pub full: Option<String>,
    /// How many rows are hidden as spam.
    pub spam: usize,
    /// Spam rows are displayed.
    pub show_spam: bool,
    /// The NFTs, while their tab is selected.
    pub nfts: Vec<NftItem>,
    /// How many more entries exist, "1,204".
    pub nfts_more: Option<String>,
}

impl Activity {
    /// Whether the first page is loaded.
    #[must_use]
    pub fn is_loaded(&self) -> bool {
        self.phase == ActivityPhase::Ready
    }
}

/// Drops the history of the previous account or network (R22).
pub fn forget(state: &mut State, moved: &Move) {
    if moved.is_page {
        *state.activity = Activity::default();
    }
}

/// Whether a view shows the history.
#[must_use]
pub fn is_shown(state: &State) -> bool {
    state.router.open
        && match state.router.view() {
            Some(View::Account) => state.accounts.tab != AccountTab::Tokens,
            view => view == Some(View::Activity),
        }
}

/// The account whose history a service has.
pub(crate) fn account(state: &State) -> Option<AccountId> {
    account_of(state, |namespace| namespaces::of(namespace).can(Can::History))
}

/// The account, if its namespace has no history service.
pub(crate) fn own_account(state: &State) -> Option<AccountId> {
    account_of(state, namespaces::is_own_history)
}

fn account_of(state: &State, can: fn(Namespace) -> bool) -> Option<AccountId> {
    let is_it = |network: &&Network| can(network.chain_namespace);
    let network = state.networks.active_network().filter(is_it)?;
    let account = state.accounts.by.get(&network.chain_namespace)?;
    let entry = account.current().filter(|_| account.status == Status::Connected)?;
    Some(AccountId { chain: network.chain()?, address: entry.address.clone() })
}
