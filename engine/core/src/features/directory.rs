//! The directory of wallets: the whole list of Connect (2.4, 2.35), AllWallets (2.6), GetWallet and Downloads (10.32). What is
//! shown of it is in [`super::directory_list`], what is asked in [`super::directory_load`].

use super::{directory_list as list, directory_load as load, downloads, needed, unknown_action};
use crate::api::wallet_services::{self, ImageKind, Listing, WalletQuery};
use crate::device::Device;
use crate::entities::WalletRow;
use crate::error::{Error, Result};
use crate::features::images;
use crate::features::router::{self, View};
use crate::flow::{Cx, Flow, Reply};
use crate::json::Read;
use crate::options::CustomWallet;
use crate::qr::Qr;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
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
    /// The tag of "All wallets" ("600+"), empty while the count is not known; nothing when the row is not offered.
    pub all_wallets: Option<String>,
    /// AllWallets: what is shown, in order.
    pub tiles: Vec<WalletTile>,
    /// Of what AllWallets shows: of the first page, or of what was searched for.
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

/// What AllWallets lists, page by page.
#[derive(Default)]
pub struct Pages {
    /// Of the first page.
    pub phase: DirectoryPhase,
    /// In the order of the service.
    pub listings: Vec<Listing>,
    /// The page that was asked for last.
    pub page: usize,
    /// There are more.
    pub has_more: bool,
    /// The next one is on its way.
    pub loading_more: bool,
    /// It did not come.
    pub more_failed: bool,
    /// What the first page was asked to leave out: the others must be counted likewise.
    pub exclude: Vec<String>,
    /// Counts new beginnings: an answer to an older one is dropped.
    pub round: u32,
}

/// What is searched for in AllWallets.
#[derive(Default)]
pub struct Search {
    /// As typed.
    pub text: String,
    /// What is shown is an answer to a search, or its failure.
    pub phase: DirectoryPhase,
    /// What the shown answer is to.
    pub shown: String,
    /// The answer.
    pub found: Vec<Listing>,
    /// The next answer is waited for.
    pub searching: bool,
    /// Counts searches: an answer to an older one is dropped.
    pub round: u32,
    /// When the last one was asked for.
    pub asked_ms: u64,
}

/// What is known of the directory.
#[derive(Default)]
pub struct Directory {
    /// What the page runs on.
    pub device: Device,
    /// What the lists were asked for, as the host's options have it.
    pub asked: WalletQuery,
    /// The host's own wallets, as listings.
    pub custom: Vec<Listing>,
    /// Asked for by their ids.
    pub named: Vec<Listing>,
    /// These ids were answered for, known or not.
    pub named_ids: Vec<String>,
    /// Of them.
    pub named_phase: DirectoryPhase,
    /// The first of the service.
    pub recommended: Vec<Listing>,
    /// Of them.
    pub recommended_phase: DirectoryPhase,
    /// How many there are beside the featured ones.
    pub count: u64,
    /// AllWallets.
    pub pages: Pages,
    /// AllWallets, while something is searched for.
    pub search: Search,
    /// AllWallets: only wallets with the mark.
    pub certified: bool,
    /// Where the picture of WalletConnect is.
    pub walletconnect_picture: Option<String>,
    download: Option<String>,
}

impl Directory {
    /// What is known of a wallet, by the id of its listing or of the host's own.
    #[must_use]
    pub fn listing(&self, id: &str) -> Option<&Listing> {
        self.all().find(|listing| listing.id == id)
    }

    /// Every listing that is known; one may come twice.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Listing> {
        let lists = [&self.custom, &self.named, &self.recommended, &self.pages.listings, &self.search.found];
        lists.into_iter().flatten()
    }
}

/// Whether the directory may be asked at all: without a project no service is (5.1).
pub(crate) fn is_reachable(state: &State) -> bool {
    state.options.project_id.is_some() && state.options.is_set("enableWallets")
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
        .is_some_and(|listing| !downloads::links(listing, &state.directory.device).is_empty())
}

/// The slice.
#[must_use]
pub fn slice(state: &State) -> DirectorySlice {
    let directory = &state.directory;
    let searched = directory.search.phase != DirectoryPhase::None;
    let download = directory.download.as_deref().and_then(|id| {
        let listing = directory.listing(id)?;
        let wallet = list::listing_tile(state, listing, "wallet-search-item-");
        Some(Download { wallet, links: downloads::links(listing, &directory.device) })
    });
    DirectorySlice {
        rows: list::rows(state),
        rows_phase: list::rows_phase(state),
        all_wallets: list::all_wallets(state),
        tiles: list::tiles(state),
        phase: if searched { directory.search.phase } else { directory.pages.phase },
        has_more: directory.pages.has_more && !searched,
        loading_more: directory.pages.loading_more && !searched,
        more_failed: directory.pages.more_failed && !searched,
        search: directory.search.text.clone(),
        searching: directory.search.searching,
        certified: directory.certified,
        guide: list::guide(state),
        download,
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
    /// These tiles have come into sight: their pictures are fetched.
    #[ts(rename = "directory.look")]
    Look { ids: Vec<String> },
    /// Opens Downloads of a wallet.
    #[ts(rename = "directory.download")]
    Download { id: String },
}

/// What every command of this part leans on; looked at again whenever a list is shown.
fn prepare(cx: &Cx, action: &str) {
    if action != "enter" && cx.read(|s| s.drawers.directory.is_some()) {
        return;
    }
    cx.draw(|drawers| &mut drawers.directory, |state| crate::snapshot::text(&slice(state)));
    let device = Device::here(cx);
    if cx.read(|s| s.directory.device != device) {
        cx.update(|s| s.directory.device = device);
    }
    let custom: Vec<Listing> = cx.read(|s| s.options.wallets.custom_wallets.iter().map(own).collect());
    if cx.read(|s| s.directory.custom != custom) {
        cx.update(|s| s.directory.custom = custom);
    }
}

/// A wallet of the host as a listing. Its picture was named by the host, so it may be fetched.
fn own(wallet: &CustomWallet) -> Listing {
    Listing {
        id: wallet.id.clone(),
        name: wallet.name.clone(),
        rdns: wallet.rdns.clone(),
        picture: wallet.image_url.clone(),
        homepage: wallet.homepage.clone(),
        mobile_link: wallet.mobile_link.clone(),
        desktop_link: wallet.desktop_link.clone(),
        webapp_link: wallet.webapp_link.clone(),
        link_mode: wallet.link_mode.clone(),
        app_store: wallet.app_store.clone(),
        play_store: wallet.play_store.clone(),
        chrome_store: wallet.chrome_store.clone(),
        ..Listing::default()
    }
}

/// Image id of WalletConnect (services.md B3).
const WALLETCONNECT_IMAGE: &str = "ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400";

/// A view that lists wallets is shown: what it draws is learned now.
fn enter(cx: &Cx) {
    if cx.read(is_reachable) && cx.read(|s| s.directory.walletconnect_picture.is_none()) {
        cx.update(|s| {
            s.directory.walletconnect_picture =
                wallet_services::image_url(s, ImageKind::Asset, WALLETCONNECT_IMAGE);
        });
    }
    let pictures = cx.read(|s| {
        let named = s.options.pictures("connectorImages").map(ToString::to_string);
        let of_ours = s.directory.custom.iter().filter_map(|wallet| wallet.picture.clone());
        named.chain(of_ours).chain(s.directory.walletconnect_picture.clone()).collect()
    });
    images::want(cx, pictures);
    if !cx.read(is_reachable) {
        return;
    }
    load::follow_options(cx);
    load::named(cx);
    load::recommended(cx);
    let view = cx.read(|s| s.router.view());
    // of the recommended ones some are here already: the guide goes on with those that follow
    if view == Some(View::GetWallet) && cx.read(list::has_installed) {
        load::first_page(cx);
    }
    if view != Some(View::AllWallets) {
        return;
    }
    // who comes back to the list finds it as it was left
    if cx.read(|s| !s.router.is_back() && (s.directory.certified || !s.directory.search.text.is_empty())) {
        load::search(cx, "");
        load::certified(cx, false);
    }
    load::first_page(cx);
}

/// Knows the listing of an id when it resolves.
async fn want(cx: &Cx, id: &str) -> Result<()> {
    if cx.read(|s| s.directory.listing(id).is_none()) {
        load::one(cx, id).await?;
    }
    cx.read(|s| s.directory.listing(id).is_some()).then_some(()).ok_or(Error::NoConnectorForConnection)
}

/// Pictures of tiles that have come into sight.
fn look(cx: &Cx, ids: &[Value]) {
    let pictures = cx.read(|s| {
        let ids = ids.iter().take(LOOK_MAX).filter_map(Value::as_str);
        ids.filter_map(|id| s.directory.listing(id)?.picture.clone()).collect()
    });
    images::want(cx, pictures);
}

/// Tiles that are in sight at once, at most.
const LOOK_MAX: usize = 100;

/// Runs a command. `enter` and `want {id}` are the engine's own.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        prepare(&cx, &action);
        match action.as_str() {
            "enter" => enter(&cx),
            "want" => want(&cx, needed(&command, "id")?).await?,
            "search" => load::search(&cx, needed(&command, "text")?),
            "certified" => {
                let on = command.flag("on").ok_or(Error::BadParams { field: "on".into() })?;
                load::certified(&cx, on);
            }
            "more" => load::more(&cx),
            "retry" => load::retry(&cx),
            "look" => look(&cx, command.list("ids")),
            "download" => {
                // a wallet of this page has the downloads of its listing
                let id = needed(&command, "id")?;
                let id = cx.read(|s| list::listing_of(s, id)).unwrap_or_else(|| id.into());
                want(&cx, &id).await?;
                let picture = cx.read(|s| s.directory.listing(&id).and_then(|known| known.picture.clone()));
                images::want(&cx, picture.into_iter().collect());
                cx.update(|state| {
                    state.directory.download = Some(id);
                    router::push(state, View::Downloads);
                });
            }
            _ => return Err(unknown_action("directory", &action)),
        }
        Ok(Reply::Done)
    })
}
