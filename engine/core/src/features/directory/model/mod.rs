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
    /// Not asked for.
    #[default]
    None,
    /// Loading.
    Loading,
    /// There.
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
    /// A label.
    pub name: String,
    /// A `blob:` url, or `None`.
    pub icon: Option<String>,
    /// Carries the directory's mark.
    pub certified: bool,
    /// Found in this page.
    pub installed: bool,
    /// Looks like a wallet before it, or like a well-known one that it is not (docs/spec/security.md T10).
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
    /// App Store.
    Ios,
    /// Play Store.
    Android,
    /// Its own page.
    Website,
}

/// One way to get a wallet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DownloadLink {
    /// Which.
    pub kind: DownloadKind,
    /// `https:`.
    pub url: String,
    /// A QR code of the URL for a phone's camera: for phone stores, on a desktop.
    pub qr: Option<Qr>,
}

/// The view Downloads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Download {
    /// Of which wallet.
    pub wallet: WalletTile,
    /// In the order they are offered.
    pub links: Vec<DownloadLink>,
}

/// Slice `directory`: the views Connect, AllWallets, GetWallet and Downloads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DirectorySlice {
    /// The whole list of Connect; empty until this part is loaded, then rendered instead of `connect.rows`.
    pub rows: Vec<WalletRow>,
    /// Loading state of the recommended wallets among them.
    pub rows_phase: DirectoryPhase,
    /// The tag of "All wallets" ("600+"), empty while the count is not known; nothing when the row is not offered.
    pub all_wallets: Option<String>,
    /// AllWallets: the shown wallets, in order. Only tiles near the first visible one are rendered (`directory.scroll`).
    pub tiles: Vec<WalletTile>,
    /// How many come before `tiles`, and are not drawn.
    pub tiles_above: usize,
    /// The total number.
    pub tiles_count: usize,
    /// Loading state of what AllWallets renders: the first page, or the search result.
    pub phase: DirectoryPhase,
    /// More pages exist.
    pub has_more: bool,
    /// The service has more than is listed here, and they are found by searching, or by more of a name.
    pub is_cut: bool,
    /// The next page is loading.
    pub loading_more: bool,
    /// The next page failed to load.
    pub more_failed: bool,
    /// The search text.
    pub search: String,
    /// The result is pending: local matches are already visible.
    pub searching: bool,
    /// No local match: the tiles are still the previous ones.
    pub stale: bool,
    /// Only wallets with the mark.
    pub certified: bool,
    /// Wallets of this list can have the mark, so AllWallets offers "Certified only". Wallets of the package never have it.
    pub marks: bool,
    /// GetWallet: four wallets.
    pub guide: Vec<WalletTile>,
    /// GetWallet: more exist, and AllWallets can show them.
    pub explore: bool,
    /// Mobile wallets can be reached, so AllWallets offers the QR code.
    pub relay: bool,
    /// Downloads.
    pub download: Option<Download>,
}

/// The pages of AllWallets.
#[derive(Default)]
pub struct Pages {
    /// Loading state of the first page.
    pub phase: DirectoryPhase,
    /// In the order of the service.
    pub listings: Vec<Listing>,
    /// The last requested page.
    pub page: usize,
    /// More exist.
    pub has_more: bool,
    /// More exist, but the limit is reached.
    pub is_full: bool,
    /// They are the package's: the directory did not answer, and its first page takes their place.
    pub shipped: bool,
    /// The next one is loading.
    pub loading_more: bool,
    /// It did not come.
    pub more_failed: bool,
    /// The exclusions of the first page: all pages have to use the same ones.
    pub exclude: Vec<String>,
    /// Incremented with each reload: results of an older one are stale and dropped.
    pub round: u32,
}

/// The search text of AllWallets.
#[derive(Default)]
pub struct Search {
    /// As typed.
    pub text: String,
    /// Loading state of the result that is rendered.
    pub phase: DirectoryPhase,
    /// The query of the result that is rendered.
    pub shown: String,
    /// The result.
    pub found: Vec<Listing>,
    /// The service found more.
    pub is_cut: bool,
    /// A newer result is pending.
    pub searching: bool,
    /// Incremented with each search: results of an older one are stale and dropped.
    pub round: u32,
    /// When the last request was sent.
    pub asked_ms: u64,
}

impl Search {
    /// One letter isn't a search.
    pub(super) fn is_long(&self) -> bool {
        self.text.trim().chars().count() >= WALLETS_SEARCH_CHARS_MIN
    }
}

/// The loaded lists of the directory, with their loading states.
#[derive(Default)]
pub struct Directory {
    /// The page's platform.
    pub device: Device,
    /// The query the lists were loaded with, made from the host's options.
    pub asked: WalletQuery,
    /// The host's own wallets, as listings.
    pub custom: Vec<Listing>,
    /// Listings requested by id.
    pub named: Vec<Listing>,
    /// Ids that were answered, also those the directory does not have.
    pub named_ids: Vec<String>,
    /// Loading state of the listings requested by id.
    pub named_phase: DirectoryPhase,
    /// The first listings of the directory.
    pub recommended: Vec<Listing>,
    /// Loading state of the recommended wallets.
    pub recommended_phase: DirectoryPhase,
    /// The number of wallets in the directory, without the featured ones.
    pub count: u64,
    /// AllWallets.
    pub pages: Pages,
    /// AllWallets, while something is searched for.
    pub search: Search,
    /// AllWallets: only wallets with the mark.
    pub certified: bool,
    /// AllWallets: the first tile in sight.
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

    /// Every loaded listing; one may occur twice.
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

/// Whether a wallet can be had somewhere from here.
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
    // The list during a search is the previous one. Local matches aren't a response of the service.
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
