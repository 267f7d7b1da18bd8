//! The requests to the directory (docs/spec/services.md A3; 9.16-9.18). A failure is shown in place of the missing rows, and retried when
//! the view opens again or the user clicks. Browser wallets work without it (10.1). Without a directory, or until it responds, the wallets
//! of the package replace it (decision 274, "The package's own wallets").

use crate::api::wallet_services;
use crate::constants::{
    LISTINGS_MAX, SEARCH_TYPING_MS, SEARCH_WAIT_MS, WALLET_IMAGES_PREFETCHED, WALLETS_ASKED, WALLETS_PAGE,
    WALLETS_SEARCH, WALLETS_SEARCH_CHARS_MAX,
};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::directory::DirectoryPhase;
use crate::features::directory::Pages;
use crate::features::directory::Search;
use crate::features::directory::model::list::{self, is_served};
use crate::features::directory::{is_listed, is_reachable};
use crate::features::shell::View;
use crate::features::shell::alerts;
use crate::features::shell::images;
use crate::flow::{Cx, Reply, ScopeId};
use crate::options::is_listing;
use crate::services::{Listing, Listings, WalletQuery};
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use futures_util::future::join;

/// A page of wallets and its source. `Ready`: from the directory, or from the package if no directory exists. `Failed`: from the package
/// because the directory didn't respond, so it is retried.
async fn ask(cx: &Cx, query: &WalletQuery) -> Result<(Listings, DirectoryPhase)> {
    if !cx.read(is_reachable) {
        return wallet_services::shipped(cx, query).await.map(|found| (found, DirectoryPhase::Ready));
    }
    let fault = match alerts::of_service(cx, wallet_services::wallets(cx, query).await) {
        Ok(found) => return Ok((found, DirectoryPhase::Ready)),
        Err(fault) => fault,
    };
    // a page that provides the wallets itself has chosen them
    if cx.read(|s| s.options.answers("wallets")) {
        return Err(fault);
    }
    // the package also finds wallets by their reverse DNS names, so it can list more than the directory was asked for
    let query = WalletQuery { entries: query.entries.max(query.include.len()), ..query.clone() };
    match wallet_services::shipped(cx, &query).await {
        Ok(found) => Ok((found, DirectoryPhase::Failed)),
        Err(_) => Err(fault),
    }
}

/// The parameters of every list: the page's options, and support for its networks.
fn query(state: &State, page: usize, entries: usize) -> WalletQuery {
    let lists = &state.options.wallets;
    WalletQuery {
        page,
        entries,
        include: lists.include_wallet_ids.clone(),
        exclude: lists.exclude_wallet_ids.clone(),
        chains: state.networks.list.iter().map(|network| network.caip_network_id.clone()).collect(),
        ..WalletQuery::default()
    }
}

/// Drops lists that were loaded with other options.
pub fn follow_options(cx: &Cx) {
    let asked = cx.read(|s| {
        let mut asked = query(s, 0, 0);
        asked.exclude.extend(s.options.wallets.featured_wallet_ids.iter().cloned());
        asked
    });
    if cx.read(|s| s.directory.asked != asked) {
        cx.update(|s| {
            let directory = &mut *s.directory;
            directory.asked = asked;
            directory.recommended.clear();
            directory.recommended_phase = DirectoryPhase::None;
            directory.pages = Pages { round: directory.pages.round + 1, ..Pages::default() };
            directory.search = Search { round: directory.search.round + 1, ..Search::default() };
        });
    }
}

/// Learns the names of browser wallets from their listings.
fn know(cx: &Cx, data: &[Listing]) {
    let names = |known: &Listing| {
        let rdns = known.rdns.clone()?;
        Some(known.injected.clone().into_iter().map(move |name| (name, rdns.clone())))
    };
    if data.iter().any(|listing| !listing.injected.is_empty()) {
        cx.update(|s| s.wallets.know(data.iter().filter_map(names).flatten()));
    }
}

/// Fetches the first icons immediately (9.18), the others when their tiles become visible.
fn prefetch(cx: &Cx, data: &[Listing]) {
    know(cx, data);
    let first = data.iter().take(WALLET_IMAGES_PREFETCHED);
    images::load(cx, first.filter_map(|listing| listing.picture.clone()).collect());
}

/// Loads the listings that the page's options and the recent wallets name with their ids. They also identify the browser wallets in these
/// options (docs/spec/services.md A3, "excluded ids").
pub fn named(cx: &Cx) {
    let ids = cx.read(|s| {
        let lists = &s.options.wallets;
        let lists = [&lists.exclude_wallet_ids, &lists.include_wallet_ids, &lists.featured_wallet_ids];
        let mut ids: Vec<String> = lists.into_iter().flatten().cloned().collect();
        ids.extend(s.wallets.recent.iter().map(|recent| recent.id.clone()).filter(|id| is_listing(id)));
        ids.retain(|id| !s.directory.named_ids.contains(id));
        // the package knows reverse DNS names as well
        let is_known = |id: &String| is_listing(id) || !is_reachable(s);
        if ids.iter().any(is_known) { ids } else { Vec::new() }
    });
    if ids.is_empty() {
        return;
    }
    cx.update(|s| s.directory.named_phase = DirectoryPhase::Loading);
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::App, "directory named", async move {
        let cx = flow_cx;
        let asked = ask_named(&cx, ids).await;
        cx.update(|s| s.directory.named_phase = asked.unwrap_or(DirectoryPhase::Failed));
        Ok(Reply::Done)
    }));
}

async fn ask_named(cx: &Cx, ids: Vec<String>) -> Result<DirectoryPhase> {
    let entries = ids.iter().filter(|id| is_listing(id)).count();
    let entries = if cx.read(is_reachable) { entries } else { ids.len() };
    let query = WalletQuery { page: 1, entries, include: ids.clone(), ..WalletQuery::default() };
    let (found, phase) = ask(cx, &query).await?;
    prefetch(cx, &found.data);
    cx.update(|s| {
        let listed = found.data.iter().filter_map(|known| Some((known.id.clone(), known.rdns.clone()?)));
        s.wallets.list(listed);
        if phase == DirectoryPhase::Ready {
            s.directory.named_ids.extend(ids);
        }
        // the directory has responded, so it replaces the package's wallets
        let is_answered = phase == DirectoryPhase::Ready && is_reachable(s);
        let is_old = |known: &Listing| found.data.iter().any(|new| new.id == known.id);
        s.directory.named.retain(|known| !(is_old(known) || is_answered && known.is_shipped()));
        s.directory.named.extend(found.data);
    });
    Ok(phase)
}

/// Finds one listing from its id.
pub async fn one(cx: &Cx, id: &str) -> Result<()> {
    if !is_listing(id) || !cx.read(is_listed) {
        return Err(Error::NoConnectorForConnection);
    }
    let (flow_cx, id) = (cx.clone(), id.to_string());
    let key = alloc::format!("directory {id}");
    let asked = cx.single(ScopeId::App, &key, async move {
        ask_named(&flow_cx, alloc::vec![id]).await.map(|_| Reply::Done)
    });
    asked.await.map(|_| ())
}

/// Loads the icons of Connect's list, and of the guide while it is visible. Other icons might never be visible.
pub fn rows_pictures(cx: &Cx) {
    let pictures = cx.read(|s| {
        let mut ids: Vec<String> = list::rows(s).into_iter().map(|row| row.id).collect();
        if s.router.view() == Some(View::GetWallet) {
            ids.extend(list::guide(s).into_iter().map(|tile| tile.id));
        }
        ids.iter().filter_map(|id| s.directory.listing(id)?.picture.clone()).collect()
    });
    images::load(cx, pictures);
}

/// Loads the recommended wallets: the first ones of the service, and their total count.
pub fn recommended(cx: &Cx) {
    let is_known = |phase| matches!(phase, DirectoryPhase::Ready | DirectoryPhase::Loading);
    if cx.read(|s| is_known(s.directory.recommended_phase) || !is_served(s)) {
        return;
    }
    cx.update(|s| s.directory.recommended_phase = DirectoryPhase::Loading);
    let flow_cx = cx.clone();
    cx.background(ScopeId::App, async move {
        let cx = flow_cx;
        let asked = cx.read(|s| s.directory.asked.clone());
        let query = WalletQuery { page: 1, entries: WALLETS_ASKED, ..asked.clone() };
        let found = ask(&cx, &query).await;
        if cx.read(|s| s.directory.asked != asked) {
            return Ok(Reply::Done); // stale: the options have changed, so the result is dropped
        }
        if let Ok((found, _)) = &found {
            know(&cx, &found.data);
        }
        cx.update(|s| match found {
            Ok((found, phase)) => {
                s.directory.recommended_phase = phase;
                s.directory.count = found.count.max(found.data.len() as u64);
                s.directory.recommended = found.data;
            }
            Err(_) => s.directory.recommended_phase = DirectoryPhase::Failed,
        });
        rows_pictures(&cx);
        Ok(Reply::Done)
    });
}

/// Loads the first page of AllWallets, unless it has loaded.
pub fn first_page(cx: &Cx) {
    if cx.read(|s| matches!(s.directory.pages.phase, DirectoryPhase::None | DirectoryPhase::Failed)) {
        begin(cx);
    }
}

/// Loads AllWallets from the first page.
fn begin(cx: &Cx) {
    cx.update(|s| {
        let mut exclude = s.options.wallets.exclude_wallet_ids.clone();
        exclude.extend(s.options.wallets.featured_wallet_ids.iter().cloned());
        let recommended = s.directory.recommended.iter().filter(|listing| !listing.is_shipped());
        exclude.extend(recommended.map(|listing| listing.id.clone()));
        let round = s.directory.pages.round + 1;
        let phase = if is_served(s) { DirectoryPhase::Loading } else { DirectoryPhase::Ready };
        s.directory.pages = Pages { phase, exclude, round, page: 1, ..Pages::default() };
        s.directory.at = 0;
    });
    if cx.read(|s| s.directory.pages.phase == DirectoryPhase::Loading) {
        page(cx);
    }
}

/// Loads the next page. A second call meanwhile has no effect.
pub fn more(cx: &Cx) {
    let can = |s: &State| s.directory.pages.has_more && !s.directory.pages.loading_more;
    if !cx.read(can) {
        return;
    }
    if cx.read(|s| s.directory.pages.shipped) {
        return begin(cx);
    }
    cx.update(|s| {
        let pages = &mut s.directory.pages;
        if !core::mem::take(&mut pages.more_failed) {
            pages.page += 1;
        }
        pages.loading_more = true;
    });
    page(cx);
}

fn page(cx: &Cx) {
    let flow_cx = cx.clone();
    cx.background(ScopeId::App, async move {
        let cx = flow_cx;
        let (query, round) = cx.read(|s| {
            let pages = &s.directory.pages;
            let exclude = pages.exclude.clone();
            let query = query(s, pages.page, WALLETS_PAGE);
            (WalletQuery { exclude, certified: s.directory.certified, ..query }, pages.round)
        });
        let found = ask(&cx, &query).await;
        if cx.read(|s| s.directory.pages.round != round) {
            return Ok(Reply::Done); // stale: another list is rendered now, so the page is dropped
        }
        if let Ok((found, _)) = &found {
            prefetch(&cx, &found.data);
        }
        cx.update(|s| {
            let pages = &mut s.directory.pages;
            let is_first = pages.phase == DirectoryPhase::Loading;
            pages.loading_more = false;
            let found = match found {
                Ok((found, DirectoryPhase::Failed)) if is_first => {
                    // the directory might have more: the user can load them with a click
                    (pages.listings, pages.phase) = (found.data, DirectoryPhase::Ready);
                    (pages.shipped, pages.has_more, pages.more_failed) = (true, true, true);
                    return;
                }
                Err(_) if is_first => return pages.phase = DirectoryPhase::Failed,
                Ok((_, DirectoryPhase::Failed)) | Err(_) => return pages.more_failed = true,
                Ok((found, _)) => found,
            };
            let before = pages.listings.len();
            for listing in found.data {
                if pages.listings.iter().all(|known| known.id != listing.id) {
                    pages.listings.push(listing);
                }
            }
            // a page without new wallets is the last one, even if the count is higher
            let now = pages.listings.len();
            let is_more = now > before && (now as u64) < found.count;
            (pages.has_more, pages.is_full) = (is_more && now < LISTINGS_MAX, is_more && now >= LISTINGS_MAX);
            pages.phase = DirectoryPhase::Ready;
        });
        Ok(Reply::Done)
    });
}

/// Filters AllWallets: only certified wallets, or all.
pub fn certified(cx: &Cx, on: bool) {
    if cx.read(|s| s.directory.certified == on) {
        return;
    }
    cx.update(|s| s.directory.certified = on);
    begin(cx);
    if cx.read(|s| s.directory.search.phase != DirectoryPhase::None || s.directory.search.searching) {
        start_search(cx, 0);
    }
}

/// Retries the failed requests.
pub fn retry(cx: &Cx) {
    if cx.read(is_listed) {
        named(cx);
        recommended(cx);
    }
    if cx.read(|s| s.directory.pages.phase == DirectoryPhase::Failed) {
        begin(cx);
    }
    if cx.read(|s| s.directory.pages.more_failed) {
        more(cx);
    }
    if cx.read(|s| s.directory.search.phase == DirectoryPhase::Failed) {
        start_search(cx, 0);
    }
}

/// Sends the search once typing has paused; an empty query renders the whole list again.
pub fn search(cx: &Cx, text: &str) {
    let is_long = cx.update(|s| {
        s.directory.at = 0;
        let search = &mut s.directory.search;
        search.text = text.chars().take(WALLETS_SEARCH_CHARS_MAX).collect();
        search.round += 1;
        let is_long = search.is_long();
        if !is_long {
            (search.phase, search.searching) = (DirectoryPhase::None, false);
            search.found.clear();
        }
        is_long
    });
    if is_long && cx.read(is_served) {
        start_search(cx, SEARCH_TYPING_MS);
    }
}

/// Sends the search after a delay, unless the text has changed since. Closing the modal cancels it.
fn start_search(cx: &Cx, after_ms: u64) {
    let round = cx.update(|s| {
        s.directory.search.searching = true;
        s.directory.search.round += 1;
        s.directory.search.round
    });
    let flow_cx = cx.clone();
    cx.background(ScopeId::Modal, async move {
        let cx = flow_cx;
        let is_old = |s: &State| s.directory.search.round != round;
        let waiting = cx.phase(move |s| {
            if s.directory.search.round == round {
                s.directory.search.searching = false;
            }
        });
        let now_ms = cx.ports().clock.now_ms();
        let free_ms = cx.read(|s| s.directory.search.asked_ms) + SEARCH_WAIT_MS;
        let wait_ms = after_ms.max(free_ms.saturating_sub(now_ms).min(SEARCH_WAIT_MS));
        if wait_ms > 0 {
            cx.ports().clock.sleep(wait_ms).await;
        }
        if cx.read(is_old) {
            waiting.done();
            return Ok(Reply::Done);
        }
        let asked_ms = cx.ports().clock.now_ms();
        let query = cx.update(|s| {
            s.directory.search.asked_ms = asked_ms;
            let search: String = s.directory.search.text.trim().into();
            let badge = if s.directory.certified { "certified" } else { "" };
            s.emit(Event::track("SEARCH_WALLET", &[("badge", badge), ("search", &search)]));
            WalletQuery { search, certified: s.directory.certified, ..query(s, 1, WALLETS_SEARCH) }
        });
        let (found, ()) = join(ask(&cx, &query), cx.ports().clock.sleep(SEARCH_WAIT_MS)).await;
        waiting.done();
        if cx.read(is_old) {
            return Ok(Reply::Done); // stale: the query has changed, so the result is dropped
        }
        if let Ok((found, _)) = &found {
            prefetch(&cx, &found.data);
        }
        cx.update(|s| {
            let search = &mut s.directory.search;
            search.searching = false;
            search.shown = query.search;
            let (found, phase) = found.unwrap_or((Listings::default(), DirectoryPhase::Failed));
            let stands_in = phase == DirectoryPhase::Failed && !found.data.is_empty();
            search.phase = if stands_in { DirectoryPhase::Ready } else { phase };
            search.is_cut = stands_in || found.count > found.data.len() as u64;
            search.found = found.data;
        });
        Ok(Reply::Done)
    });
}
