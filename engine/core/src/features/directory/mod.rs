//! Wallets that are not in this page: the list of wallets (2.35, 10.18).
//!
//! ```text
//! connect.rows, at once: WalletConnect, recent ones, the page's -> directory.rows, when its part is there: the whole list
//! recommended and named listings: none -> loading -> ready | failed (quiet, asked again by hand or when the view is shown again)
//! AllWallets: page 1 -> more ... -> a page that brings nothing new; the switch or other options begin anew, late pages are dropped
//! search: typed -> what is here and fits is shown -> 500 ms without a key -> asked, at least 300 ms -> joins below; an answer to an older
//! search is stale
//! ```
//!
//! A wallet is displayed in the first group that knows it: recent, page, featured, custom, recommended. The page can
//! set the order of the groups. Links and URLs of listings are untrusted: `links.rs` and `model/downloads.rs` check
//! them before each use.

pub mod flow;
pub mod load;
pub mod model;

use crate::features::directory::flow::DirectoryAction;
use crate::flow::{Cx, Flow};
use crate::json::json;
pub(crate) use model::{DirectoryPhase, Pages, Search, is_listed, is_reachable};

/// The namespaces of the page's configured networks.
pub(crate) use model::list::configured;

/// Shows the download links of a wallet.
pub(crate) fn show_downloads(cx: &Cx, id: &str) -> Flow {
    cx.run("directory", DirectoryAction::Download, json!({ "id": id }))
}

/// Loads the listing of an id.
pub(crate) fn load_listing(cx: &Cx, id: &str) -> Flow {
    cx.run("directory", DirectoryAction::Load, json!({ "id": id }))
}
