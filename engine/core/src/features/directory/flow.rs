//! Loads the data of a view with wallets when it opens.

use super::model::slice;
use super::model::{is_listed, is_reachable};
use crate::api::wallet_services::{self, ImageKind};
use crate::command::needed;
use crate::command::unknown_action;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::features::directory::DirectoryPhase;
use crate::features::directory::load;
use crate::features::directory::model::list;
use crate::features::shell::{View, images, router};
use crate::flow::{Cx, Flow, Reply};
use crate::json::Read;
use crate::options::CustomWallet;
use crate::services::Listing;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

crate::command::commands! {
    /// The commands of the directory.
    #[ts(rename_all_fields = "camelCase")]
    pub enum DirectoryCommand, DirectoryAction {
        /// The search text of AllWallets. An empty text shows all wallets again.
        "search" Search { text: String },
        /// AllWallets: shows only certified wallets.
        "certified" Certified { on: bool },
        /// AllWallets: loads the next page, or retries it after a failure.
        "more" More {},
        /// Retries the failed requests.
        "retry" Retry {},
        /// Loads the icons of tiles that have become visible.
        "look" Look { ids: Vec<String> },
        /// AllWallets: reports the index of the first visible tile. Tiles near it are rendered.
        "scroll" Scroll { at: usize },
        /// AllWallets: finds the first wallet whose name starts with the text. The search starts at an index and wraps
        /// around. Returns null if no wallet matches.
        "find" Find { text: String, at: usize },
        /// Opens Downloads for a wallet.
        "download" Download { id: String },
    }
    own {
        "enter" Enter,
        "load" Load,
    }
}

/// Prepares the data that every command of this part needs. Runs whenever a list opens.
fn prepare(cx: &Cx, action: &str) {
    if action != DirectoryAction::Enter && cx.read(|s| s.draws("directory")) {
        return;
    }
    cx.draw("directory", |state| crate::snapshot::text(&slice(state)));
    let device = Device::here(cx.ports());
    if cx.read(|s| s.directory.device != device) {
        cx.update(|s| s.directory.device = device);
    }
    let custom: Vec<Listing> = cx.read(|s| s.options.wallets.custom_wallets.iter().map(own).collect());
    if cx.read(|s| s.directory.custom != custom) {
        cx.update(|s| s.directory.custom = custom);
    }
}

/// Converts a wallet of the page to a listing. The page named its icon, so it can be fetched.
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

/// The ID of WalletConnect's icon (docs/spec/services.md B3).
const WALLETCONNECT_IMAGE: &str = "ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400";

/// Requests the data of a view with wallets that was just opened.
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
    images::load(cx, pictures);
    if !cx.read(is_listed) {
        cx.update(|s| s.directory.recommended_phase = DirectoryPhase::Ready); // there is nothing to load
        return;
    }
    load::follow_options(cx);
    load::named(cx);
    let view = cx.read(|s| s.router.view());
    // without a directory only a few wallets can connect, and only on a phone; the others are for users who look for a
    // wallet
    let is_asked = |s: &State| is_reachable(s) || s.directory.device.mobile;
    if cx.read(is_asked) || matches!(view, Some(View::GetWallet | View::AllWallets)) {
        load::recommended(cx);
    }
    load::rows_pictures(cx);
    // some recommended wallets are installed or have no download: the guide continues with the next page
    if view == Some(View::GetWallet) && cx.read(list::guide_has_room) {
        load::first_page(cx);
    }
    if view != Some(View::AllWallets) {
        return;
    }
    // a user who goes back finds the list unchanged
    if cx.read(|s| !s.router.is_back() && (s.directory.certified || !s.directory.search.text.is_empty())) {
        load::search(cx, "");
        load::certified(cx, false);
    }
    load::first_page(cx);
}

/// Loads the listing of an id and its icon, which might be missing even for a known listing.
async fn load_listing(cx: &Cx, id: &str) -> Result<()> {
    if cx.read(|s| s.directory.listing(id).is_none()) {
        load::one(cx, id).await?;
    }
    let found = cx.read(|s| s.directory.listing(id).map(|known| known.picture.clone()));
    let picture = found.ok_or(Error::NoConnectorForConnection)?;
    images::load(cx, picture.into_iter().collect());
    Ok(())
}

/// Loads the icons of visible tiles.
fn look(cx: &Cx, ids: &[Value]) {
    let pictures = cx.read(|s| {
        let ids = ids.iter().take(LOOK_MAX).filter_map(Value::as_str);
        ids.filter_map(|id| s.directory.listing(id)?.picture.clone()).collect()
    });
    images::look(cx, pictures);
}

/// The index in the command, for the list of AllWallets.
fn place(command: &Value) -> usize {
    command.whole("at").and_then(|at| usize::try_from(at).ok()).unwrap_or_default()
}

/// The maximum number of visible tiles.
const LOOK_MAX: usize = 100;

/// Runs a command. `enter` and `load {id}` come from the engine.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        prepare(&cx, &action);
        match action.as_str() {
            DirectoryAction::Enter => enter(&cx),
            DirectoryAction::Load => load_listing(&cx, needed(&command, "id")?).await?,
            DirectoryAction::Search => load::search(&cx, needed(&command, "text")?),
            DirectoryAction::Certified => {
                let on = command.flag("on").ok_or(Error::BadParams { field: "on".into() })?;
                load::certified(&cx, on);
            }
            DirectoryAction::More => load::more(&cx),
            DirectoryAction::Retry => load::retry(&cx),
            DirectoryAction::Look => look(&cx, command.list("ids")),
            DirectoryAction::Scroll => cx.update(|s| s.directory.at = place(&command)),
            DirectoryAction::Find => {
                let text = needed(&command, "text")?;
                let found = cx.read(|s| list::place_of(s, text, place(&command)));
                return Ok(Reply::Json(found.map_or_else(|| "null".into(), |at| at.to_string())));
            }
            DirectoryAction::Download => {
                // a browser wallet uses the downloads of its listing
                let id = needed(&command, "id")?;
                let id = cx.read(|s| list::listing_of(s, id)).unwrap_or_else(|| id.into());
                load_listing(&cx, &id).await?;
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
