//! The account's history (3.11, 3.12), grouped into months, and the collectibles found in it.

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
    /// Not asked for.
    #[default]
    None,
    /// The first page is loading.
    Loading,
    /// There.
    Ready,
    /// The first page failed to load.
    Failed,
}

/// Of a transaction.
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

/// One transfer: an amount of a token, or a collectible (3.12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "docs/spec/services.md A7 describes each field")]
pub struct Transfer {
    pub direction: TransferDirection,
    /// Decimal text.
    pub quantity: TransferQuantity,
    pub fungible_info: Option<FungibleInfo>,
    pub nft_info: Option<NftInfo>,
}

/// `quantity` of a transfer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TransferQuantity {
    /// Decimal text.
    pub numeric: String,
}

/// From the account's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TransferDirection {
    /// To the account.
    In,
    /// From it.
    Out,
    /// To itself.
    #[serde(rename = "self")]
    Own,
}

/// The URL of the image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PictureUrl {
    /// Of any host.
    pub url: String,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FungibleInfo {
    /// "ETH"
    pub symbol: String,
    /// Its icon.
    pub icon: Option<PictureUrl>,
    /// It is a contract with a name of the network's coin.
    #[serde(skip)]
    pub(crate) unverified: bool,
}

/// A collectible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NftInfo {
    /// "Cool Cat #3"
    pub name: String,
    /// The kind.
    pub content: NftContent,
    /// The service's rating of it.
    pub flags: NftFlags,
}

/// `content` of a collectible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NftContent {
    /// A small picture.
    pub preview: Option<PictureUrl>,
}

/// `flags` of a collectible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NftFlags {
    /// Unsolicited: hidden by default.
    pub is_spam: bool,
}

impl NftInfo {
    pub(crate) fn preview(&self) -> Option<&str> {
        self.content.preview.as_ref().map(|picture| picture.url.as_str())
    }
}

/// One side of a row, ready to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Leg {
    /// From the account's point of view.
    pub direction: TransferDirection,
    /// "+0.500 ETH", "Cool Cat #3"
    pub text: String,
    /// `blob:` URL of the picture, once it is loaded.
    pub image: Option<String>,
    /// A collectible.
    pub nft: bool,
    /// It is called like the network's coin, and is a contract.
    pub unverified: bool,
    #[serde(skip)]
    pub(crate) source: Option<String>,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ActivityItem {
    /// Of the service.
    pub id: String,
    /// The text about it.
    pub metadata: ActivityMetadata,
    /// The transfers.
    pub transfers: Vec<Transfer>,
    /// Past tense; a word we do not know stays as it is.
    pub verb: String,
    /// The page's name for it.
    pub description: Option<String>,
    /// At most two, out before in.
    pub legs: Vec<Leg>,
    /// "ETH → DUSD", of what was changed for something else.
    pub pair: Option<String>,
    /// "ada.eth", "0x71…d8976F"
    pub counterparty: Option<String>,
    /// "02 Jan"
    pub date: String,
    /// "14:05"
    pub time: String,
    /// "5 min"
    pub ago: String,
    /// The transaction's page at the block explorer.
    pub link: Option<String>,
    /// `data-testid` of its row.
    pub test_id: String,
}

/// The rows of a month: those near the first visible one, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ActivityGroup {
    /// "November", "December 2025"
    pub title: String,
    /// How many rows the month has.
    pub count: usize,
    /// How many of its rows come before `items`, and are not rendered.
    pub above: usize,
    /// Newest first.
    pub items: Vec<ActivityItem>,
}

/// A collectible that came in and did not leave, as far as the history was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NftItem {
    /// Identifies the collectible: the React key of its row.
    pub id: String,
    /// "Cool Cat #3"
    pub name: String,
    /// `blob:` URL of the picture, once it is loaded.
    pub image: Option<String>,
}

/// The loaded history of one account and its loading state.
#[derive(Default)]
pub struct Activity {
    pub(crate) of: Option<AccountId>,
    pub(crate) phase: ActivityPhase,
    /// Newest first. Boxed: a list of ten thousand is made longer by moving pointers.
    #[allow(clippy::vec_box, reason = "a vector of entries would double by two megabytes")]
    pub(crate) items: Vec<Box<Entry>>,
    /// Their ids.
    pub(crate) seen: Seen,
    /// Strings that several entries share.
    pub(crate) words: SharedTexts,
    /// The memory they use.
    pub(crate) bytes: usize,
    /// How many of them are spam.
    pub(crate) spam: usize,
    /// The service has more entries than the limit.
    pub(crate) full: bool,
    pub(crate) next: Option<String>,
    pub(crate) loading_more: bool,
    pub(crate) more_failed: bool,
    /// The last page brought nothing that is shown.
    pub(crate) stalled: bool,
    pub(crate) show_spam: bool,
    /// The first visible row, counted among those that are shown.
    pub(crate) at: usize,
    /// The time of the last request for the first page.
    pub(crate) asked_ms: u64,
    /// When it was read last: ages are counted from there.
    pub(crate) read_ms: u64,
    /// The same in the user's time zone, to find the months of this year.
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
    /// By month, newest first. All months are here; of a long list only the rows near the first visible one (`activity.look`).
    pub groups: Vec<ActivityGroup>,
    /// Transactions sent from here that are still pending.
    pub pending: Vec<TransactionItem>,
    /// Settled transactions that the service doesn't list yet. Empty if no service has a history.
    pub unlisted: Vec<TransactionItem>,
    /// Another page exists.
    pub has_more: bool,
    /// The next page is loading.
    pub loading_more: bool,
    /// The next page failed to load: only the user retries it.
    pub more_failed: bool,
    /// The last page brought nothing that is shown: only the user asks on.
    pub stalled: bool,
    /// This namespace has no history service: only transactions from this modal are listed.
    pub own: bool,
    /// "20,000": the limit, if the history is longer.
    pub full: Option<String>,
    /// Rows that are hidden because all they moved is spam.
    pub spam: usize,
    /// They are still shown.
    pub show_spam: bool,
    /// Collectibles, while their tab is chosen.
    pub nfts: Vec<NftItem>,
    /// "1,204": how many more entries aren't listed.
    pub nfts_more: Option<String>,
}

impl Activity {
    /// Whether the first page is loaded.
    #[must_use]
    pub fn is_loaded(&self) -> bool {
        self.phase == ActivityPhase::Ready
    }
}

/// Another account or network: nothing of the one before stays (R22).
pub fn forget(state: &mut State, moved: &Move) {
    if moved.is_page {
        *state.activity = Activity::default();
    }
}

/// Whether a view shows it.
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
