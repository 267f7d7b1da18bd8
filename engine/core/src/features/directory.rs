//! The directory of wallets: the whole list of Connect (2.4, 2.35), AllWallets (2.6), GetWallet and Downloads (10.32).

use super::unknown_action;
use crate::entities::WalletRow;
use crate::flow::{Cx, Flow};
use crate::qr::Qr;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// Where a list of the directory stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum DirectoryPhase {
    /// Not asked for.
    #[default]
    None,
    /// On its way.
    Loading,
    /// There.
    Ready,
    /// It did not come.
    Failed,
}

/// One wallet of the directory as a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WalletTile {
    /// What `connect.select` takes.
    pub id: String,
    /// A label.
    pub name: String,
    /// A `blob:` url, or nothing.
    pub icon: Option<String>,
    /// Carries the directory's mark.
    pub certified: bool,
    /// Found in this page.
    pub installed: bool,
    /// `data-testid` of the tile.
    pub test_id: String,
}

/// Where a wallet can be had.
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
    /// Of the url, to be scanned by a phone; for the stores of phones, on a desktop.
    pub qr: Option<Qr>,
}

/// What Downloads shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Download {
    /// Of which wallet.
    pub wallet: WalletTile,
    /// In the order they are offered.
    pub links: Vec<DownloadLink>,
}

/// The slice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DirectorySlice {
    /// The whole list of Connect; empty until this part is there, then it stands instead of `connect.rows`.
    pub rows: Vec<WalletRow>,
    /// Of the recommended wallets among them.
    pub rows_phase: DirectoryPhase,
    /// The tag of "All wallets" ("600+"); nothing when the row is not offered.
    pub all_wallets: Option<String>,
    /// AllWallets: what is shown, in order.
    pub tiles: Vec<WalletTile>,
    /// Of the first page.
    pub phase: DirectoryPhase,
    /// There are more pages.
    pub has_more: bool,
    /// The next page is on its way.
    pub loading_more: bool,
    /// The next page did not come.
    pub more_failed: bool,
    /// What was searched for.
    pub search: String,
    /// The answer to it is on its way; the tiles are still the old ones.
    pub searching: bool,
    /// Only wallets with the mark.
    pub certified: bool,
    /// GetWallet: four wallets.
    pub guide: Vec<WalletTile>,
    /// Downloads.
    pub download: Option<Download>,
}

/// What is known of the directory.
#[derive(Default)]
pub struct Directory {}

/// The slice.
#[must_use]
pub fn slice(_state: &State) -> DirectorySlice {
    DirectorySlice {
        rows: Vec::new(),
        rows_phase: DirectoryPhase::None,
        all_wallets: None,
        tiles: Vec::new(),
        phase: DirectoryPhase::None,
        has_more: false,
        loading_more: false,
        more_failed: false,
        search: String::new(),
        searching: false,
        certified: false,
        guide: Vec::new(),
        download: None,
    }
}

/// Commands of the directory.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type", rename_all_fields = "camelCase")]
#[allow(dead_code)]
pub enum DirectoryCommand {
    /// AllWallets: what is typed; an empty text shows all again.
    #[ts(rename = "directory.search")]
    Search { text: String },
    /// AllWallets: only wallets with the mark.
    #[ts(rename = "directory.certified")]
    Certified { on: bool },
    /// AllWallets: the next page; also after it failed.
    #[ts(rename = "directory.more")]
    More {},
    /// Asks again what failed.
    #[ts(rename = "directory.retry")]
    Retry {},
    /// Opens Downloads of a wallet.
    #[ts(rename = "directory.download")]
    Download { id: String },
}

/// Runs a command.
pub fn run(_cx: Cx, action: String, _command: Value) -> Flow {
    Box::pin(async move { Err(unknown_action("directory", &action)) })
}
