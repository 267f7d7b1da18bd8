//! The wallet directory: its loaded data and its rendering (2.4-2.6, 2.35, 10.32).

pub mod downloads;
pub mod list;
pub(crate) mod lookalikes;

use crate::constants::WALLETS_SEARCH_CHARS_MIN;
use crate::device::Device;
use crate::entities::WalletRow;
use crate::features::connect::model::merged::fitting;
use crate::qr::Qr;
use crate::services::{Listing, WalletQuery};
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// Loading state of a list of the directory, which decides whether skeletons, tiles or an error are rendered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum DirectoryPhase {
    /// Not requested.
    #[default]
    None,
    /// Loading.
    Loading,
    /// Loaded.
    Ready,
    /// Failed to load.
    Failed,
}

/// One wallet of the directory as a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WalletTile {
    /// The value for `connect.select`.
    pub id: String,
    /// The wallet's name.
    pub name: String,
    /// The icon as a `blob:` URL, once it has loaded.
    pub icon: Option<String>,
    /// The directory lists it as certified.
    pub certified: bool,
    /// The wallet is on this page.
    pub installed: bool,
    /// Looks like an earlier wallet, or imitates a popular one (docs/spec/security.md T10).
    pub conflict: bool,
    /// `data-testid` of the tile.
    pub test_id: String,
}

/// A download link of a wallet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum DownloadKind {
    /// The extension store of this browser.
    Extension,
    /// The App Store.
    Ios,
    /// The Play Store.
    Android,
    /// The wallet's website.
    Website,
}

/// One way to get a wallet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DownloadLink {
    /// The type of the link.
    pub kind: DownloadKind,
    /// The URL, with `https:`.
    pub url: String,
    /// A QR code of the URL for a phone's camera: for phone stores, on a desktop.
    pub qr: Option<Qr>,
}

/// The data of the view Downloads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Download {
    /// The wallet.
    pub wallet: WalletTile,
    /// The links in their display order.
    pub links: Vec<DownloadLink>,
}

/// Slice `directory`: the views Connect, AllWallets, GetWallet and Downloads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DirectorySlice {
    /// The whole list of Connect. Empty until this part has loaded; then the view renders it instead of `connect.rows`.
    pub rows: Vec<WalletRow>,
    /// Loading state of the recommended wallets in `rows`.
    pub rows_phase: DirectoryPhase,
    /// The badge of "All wallets" ("600+"). Empty while the count isn't known, `None` if the row isn't displayed.
    pub all_wallets: Option<String>,
    /// AllWallets: the wallets in order, but only the tiles near the first visible one (`directory.scroll`).
    pub tiles: Vec<WalletTile>,
    /// How many tiles come before `tiles` and aren't rendered.
    pub tiles_above: usize,
    /// The number of all tiles.
    pub tiles_count: usize,
    /// Loading state of what AllWallets renders: the first page, or the search result.
    pub phase: DirectoryPhase,
    /// More pages exist.
    pub has_more: bool,
    /// The service has more wallets than this list. The user finds them with a search, or a more exact one.
    pub is_cut: bool,
    /// The next page is loading.
    pub loading_more: bool,
    /// The next page failed to load.
    pub more_failed: bool,
    /// The search text.
    pub search: String,
    /// The result is pending: local matches are already visible.
    pub searching: bool,
    /// No local wallet matches yet, so the tiles are still the previous ones.
    pub stale: bool,
    /// Only certified wallets are displayed.
    pub certified: bool,
    /// The list can contain certified wallets, so AllWallets offers "Certified only". The package's wallets are never
    /// certified.
    pub marks: bool,
    /// GetWallet: four recommended wallets.
    pub guide: Vec<WalletTile>,
    /// GetWallet: more wallets exist in AllWallets.
    pub explore: bool,
    /// Mobile wallets can connect, so AllWallets offers the QR code.
    pub relay: bool,
    /// The data of the view Downloads.
    pub download: Option<Download>,
}

/// The pages of AllWallets.
#[derive(Default)]
pub struct Pages {
    /// Loading state of the first page.
    pub phase: DirectoryPhase,
    /// The listings in the service's order.
    pub listings: Vec<Listing>,
    /// The last requested page.
    pub page: usize,
    /// More pages exist.
    pub has_more: bool,
    /// More pages exist, but the limit is reached.
    pub is_full: bool,
    /// The listings are the package's, because the directory didn't respond. Its first page replaces them.
    pub shipped: bool,
    /// The next page is loading.
    pub loading_more: bool,
    /// The next page failed to load.
    pub more_failed: bool,
    /// The excluded IDs of the first page. All pages must use the same ones.
    pub exclude: Vec<String>,
    /// A number that grows with each reload. Results with an older number are dropped.
    pub round: u32,
}

/// The search text of AllWallets.
#[derive(Default)]
pub struct Search {
    /// The search text.
    pub text: String,
    /// Loading state of the result that is rendered.
    pub phase: DirectoryPhase,
    /// The query of the result that is rendered.
    pub shown: String,
    /// The listings that the service found.
    pub found: Vec<Listing>,
    /// The service found more than the result contains.
    pub is_cut: bool,
    /// A newer result is pending.
    pub searching: bool,
    /// A number that grows with each search. Results with an older number are dropped.
    pub round: u32,
    /// When the last request was sent.
    pub asked_ms: u64,
}

impl Search {
    /// Whether the text is long enough for a search: more than one letter.
    pub(super) fn is_long(&self) -> bool {
        self.text.trim().chars().count() >= WALLETS_SEARCH_CHARS_MIN
    }
}

/// The loaded lists of the directory, with their loading states.
#[derive(Default)]
pub struct Directory {
    /// The page's platform.
    pub device: Device,
    /// The query that loaded the lists, from the page's options.
    pub asked: WalletQuery,
    /// The page's own wallets, as listings.
    pub custom: Vec<Listing>,
    /// The listings that were requested by ID.
    pub named: Vec<Listing>,
    /// The requested IDs that have a response, including those that the directory doesn't know.
    pub named_ids: Vec<String>,
    /// Loading state of the listings requested by id.
    pub named_phase: DirectoryPhase,
    /// The first listings of the directory.
    pub recommended: Vec<Listing>,
    /// Loading state of the recommended wallets.
    pub recommended_phase: DirectoryPhase,
    /// The number of wallets in the directory, without the featured ones.
    pub count: u64,
    /// The pages of AllWallets.
    pub pages: Pages,
    /// The search of AllWallets.
    pub search: Search,
    /// AllWallets: only certified wallets.
    pub certified: bool,
    /// AllWallets: the index of the first visible tile.
    pub at: usize,
    /// The URL of WalletConnect's icon.
    pub walletconnect_picture: Option<String>,
    pub(crate) download: Option<String>,
}

impl Directory {
    /// Finds a loaded listing from its id: the page's own, the directory's, or the package's, in this order.
    #[must_use]
    pub fn listing(&self, id: &str) -> Option<&Listing> {
        let of = |shipped| move |listing: &&Listing| listing.id == id && listing.is_shipped() == shipped;
        self.all().find(of(false)).or_else(|| self.all().find(of(true)))
    }

    /// All loaded listings. A listing can occur twice.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Listing> {
        let lists = [&self.custom, &self.named, &self.recommended, &self.pages.listings, &self.search.found];
        lists.into_iter().flatten()
    }
}

/// Whether the directory can be queried: no service works without a project id (5.1), but the page's own list always does.
pub(crate) fn is_reachable(state: &State) -> bool {
    (state.options.project_id.is_some() || state.options.answers("wallets")) && is_listed(state)
}

/// Whether wallets that aren't installed are listed: from the directory, from the package if no directory exists, or the page's own.
pub(crate) fn is_listed(state: &State) -> bool {
    state.options.is_set("enableWallets")
}

/// The row of a listing, for the views that wait for its wallet.
#[must_use]
pub fn row(state: &State, id: &str) -> Option<WalletRow> {
    let listing = state.directory.listing(id)?;
    Some(list::listing_row(state, listing, None, "wallet-selector-"))
}

/// Whether a wallet has a download link for this device.
#[must_use]
pub fn can_download(state: &State, id: &str) -> bool {
    state
        .directory
        .listing(id)
        .is_some_and(|listing| !downloads::links(listing, &state.directory.device, false).is_empty())
}

/// Builds the slice `directory`.
#[must_use]
pub fn slice(state: &State) -> DirectorySlice {
    let directory = &state.directory;
    let list::Tiles { tiles, above, count, is_search, is_stale } = list::tiles(state);
    // During a search, the list is the previous one. Local matches aren't a response of the service.
    let searched = directory.search.phase != DirectoryPhase::None;
    let download = directory.download.as_deref().and_then(|id| {
        let listing = directory.listing(id)?;
        let wallet = list::listing_tile(state, listing, "wallet-search-item-");
        Some(Download { wallet, links: downloads::links(listing, &directory.device, true) })
    });
    DirectorySlice {
        rows: fitting(state, list::rows(state)),
        rows_phase: list::rows_phase(state),
        all_wallets: list::all_wallets(state),
        tiles,
        tiles_above: above,
        tiles_count: count,
        phase: if searched { directory.search.phase } else { directory.pages.phase },
        has_more: directory.pages.has_more && !is_search,
        is_cut: if is_search { directory.search.is_cut } else { directory.pages.is_full },
        loading_more: directory.pages.loading_more && !is_search,
        more_failed: directory.pages.more_failed && !is_search,
        search: directory.search.text.clone(),
        searching: directory.search.searching,
        stale: is_stale,
        certified: directory.certified,
        marks: directory.certified || (is_reachable(state) && !directory.pages.shipped),
        guide: list::guide(state),
        explore: list::explores(state),
        relay: is_reachable(state),
        download,
    }
}
