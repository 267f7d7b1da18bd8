//! Renders the directory: the ordered rows of Connect (2.35), the tiles of AllWallets and GetWallet. Each wallet has one entry, even if
//! several sources know it (10.18): the page, the directory, the recent wallets, the options.

use crate::caip::Namespace;
use crate::constants::{
    LISTINGS_MAX, WALLETS_BEHIND, WALLETS_GUIDE, WALLETS_RECOMMENDED, WALLETS_WHOLE, WALLETS_WINDOW,
};
use crate::entities::{Network, WalletRow, WalletTag};
use crate::features::directory::model as directory;
use crate::features::directory::model::DirectoryPhase;
use crate::features::directory::model::WalletTile;
use crate::features::directory::model::lookalikes;
use crate::features::networks::model as networks;
use crate::features::project::model as project;
use crate::links;
use crate::map::TextMap;
use crate::options::{AllWallets, FeatureValue, is_listing};
use crate::ports::provider::WalletKind;
use crate::services::Listing;
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;

/// The groups of the list, in the default order (2.35).
const GROUPS: [&str; 7] =
    ["walletConnect", "recent", "injected", "featured", "custom", "external", "recommended"];

/// Groups of wallets on the page. Without an order in the options, installed wallets come first, and the other groups
/// follow in the order above.
const AT_HAND: [&str; 3] = ["recent", "injected", "external"];

/// Whether two reverse DNS names are the same. Ignores case. MetaMask's app uses another name than its extension
/// (docs/spec/services.md B3).
fn same_rdns(a: Option<&str>, b: Option<&str>) -> bool {
    let of_extension = |rdns| if rdns == "io.metamask.mobile" { "io.metamask" } else { rdns };
    a.zip(b).is_some_and(|(a, b)| of_extension(a).eq_ignore_ascii_case(of_extension(b)))
}

/// The rows of the browser wallets.
fn page_rows(state: &State) -> Vec<WalletRow> {
    let mut rows = state.wallets.rows(state);
    rows.retain(|row| state.wallets.is_here(&row.id));
    rows
}

/// Whether the guide could show more.
#[must_use]
pub fn guide_has_room(state: &State) -> bool {
    guide(state).len() < WALLETS_GUIDE
}

/// Whether an option of the page names a wallet, with its id or its reverse DNS name.
fn names(list: &[String], id: &str, rdns: Option<&str>) -> bool {
    list.iter().any(|name| name == id || same_rdns(Some(name), rdns))
}

/// Whether a listing can be in the lists: the page allows it, and the device can use it. On a phone, links open wallets
/// (docs/spec/services.md A3, "phones").
fn is_offered(state: &State, listing: &Listing) -> bool {
    let lists = &state.options.wallets;
    let (id, rdns) = (listing.id.as_str(), listing.rdns.as_deref());
    let is_included = lists.include_wallet_ids.is_empty() || names(&lists.include_wallet_ids, id, rdns);
    let is_of_use = !state.directory.device.mobile
        || listing.mobile_link.is_some()
        || listing.link_mode.is_some()
        || opens_page(state, listing);
    is_included && is_of_use && !names(&lists.exclude_wallet_ids, id, rdns)
}

/// Whether a listing's app opens this page in its own browser: on a phone without a relay.
fn opens_page(state: &State, listing: &Listing) -> bool {
    let opens = |namespace| links::browse_link(&listing.id, namespace, "", "").is_some();
    state.directory.device.mobile && configured(state).into_iter().any(opens)
}

/// The namespaces of the page's enabled networks.
pub(crate) fn configured(state: &State) -> Vec<Namespace> {
    let mut all = Vec::new();
    let is_on = |network: &&Network| state.options.has_adapter(network.chain_namespace);
    for network in state.networks.list.iter().filter(is_on) {
        if !all.contains(&network.chain_namespace) {
            all.push(network.chain_namespace);
        }
    }
    all
}

fn picture(state: &State, listing: &Listing) -> Option<String> {
    let own = state.options.picture("connectorImages", &listing.id);
    own.or(listing.picture.as_deref()).and_then(|url| state.images.get(url))
}

/// A listing as a row.
#[must_use]
pub fn listing_row(state: &State, listing: &Listing, tag: Option<WalletTag>, prefix: &str) -> WalletRow {
    let mut namespaces = configured(state);
    if !listing.chains.is_empty() {
        namespaces.retain(|namespace| listing.chains.iter().any(|chain| chain.namespace == *namespace));
    }
    WalletRow {
        id: listing.id.clone(),
        name: listing.name.clone(),
        icon: picture(state, listing),
        rdns: listing.rdns.clone(),
        tag,
        conflict: false,
        test_id: alloc::format!("{prefix}{}", listing.id),
        namespaces,
    }
}

/// A listing as a tile.
#[must_use]
pub fn listing_tile(state: &State, listing: &Listing, prefix: &str) -> WalletTile {
    WalletTile {
        id: listing.id.clone(),
        name: listing.name.clone(),
        icon: picture(state, listing),
        certified: listing.certified,
        installed: false,
        conflict: false,
        test_id: alloc::format!("{prefix}{}", listing.id),
    }
}

/// The listing of a browser wallet, if it is known.
#[must_use]
pub fn listing_of(state: &State, connector_id: &str) -> Option<String> {
    let row = state.wallets.row_of(connector_id, state)?;
    let of = state.directory.all().find(|listing| same_rdns(listing.rdns.as_deref(), row.rdns.as_deref()));
    of.map(|listing| listing.id.clone())
}

/// The rows that are in the list so far, each with its group. The first entry claims the wallet. The list orders the
/// groups later.
struct ShownRows(Vec<(&'static str, WalletRow)>);

impl ShownRows {
    /// Adds a listing, unless the list has an entry for the same wallet.
    fn add(&mut self, state: &State, listing: &Listing, group: &'static str) -> bool {
        let is_same = |(_, row): &(&str, WalletRow)| {
            row.id == listing.id || same_rdns(row.rdns.as_deref(), listing.rdns.as_deref())
        };
        let is_new = is_offered(state, listing) && !self.0.iter().any(is_same);
        if is_new {
            let tag = (group == "recent").then_some(WalletTag::Recent);
            let prefix = if group == "featured" { "wallet-selector-featured-" } else { "wallet-selector-" };
            self.0.push((group, listing_row(state, listing, tag, prefix)));
        }
        is_new
    }
}

/// The listings of the page's featured wallets, in its order. Those of the package are also found through their reverse DNS names.
fn featured(state: &State) -> impl Iterator<Item = &Listing> {
    let all = state.options.wallets.featured_wallet_ids.iter();
    let named = |id: &String| {
        state
            .directory
            .named
            .iter()
            .find(|known| known.is_shipped() && same_rdns(Some(id), known.rdns.as_deref()))
    };
    all.filter_map(move |id| state.directory.listing(id).or_else(|| named(id)))
}

/// The whole list of Connect.
#[must_use]
pub fn rows(state: &State) -> Vec<WalletRow> {
    let mut page = page_rows(state);
    let mut others = page.len();
    let is_reachable = directory::is_reachable(state);
    let is_listed = directory::is_listed(state);
    let mut shown = ShownRows(Vec::new());
    if is_reachable {
        let mut row = state.wallets.wallet_connect();
        let picture = state.options.picture("connectorImages", &row.id);
        let picture = picture.or(state.directory.walletconnect_picture.as_deref());
        row.icon = picture.and_then(|url| state.images.get(url));
        row.namespaces = configured(state);
        shown.0.push(("walletConnect", row));
    }
    for recent in &state.wallets.recent {
        let known = state.directory.listing(&recent.id);
        let rdns = recent.rdns.as_deref().or(known.and_then(|listing| listing.rdns.as_deref()));
        let id = state.wallets.entry_of(&recent.id);
        let here = page.iter().position(|row| row.id == id || same_rdns(row.rdns.as_deref(), rdns));
        if let Some(at) = here {
            let mut row = page.remove(at);
            if matches!(row.tag, None | Some(WalletTag::Installed)) {
                row.tag = Some(WalletTag::Recent);
            }
            shown.0.push(("recent", row));
            continue;
        }
        let known = known.or_else(|| {
            let mut all = state.directory.all();
            all.find(|listing| same_rdns(listing.rdns.as_deref(), rdns))
        });
        let unknown = Listing { id: recent.id.clone(), name: recent.name.clone(), ..Listing::default() };
        let listing = known.or_else(|| is_listing(&recent.id).then_some(&unknown));
        if let Some(listing) = listing.filter(|_| is_reachable) {
            others += usize::from(shown.add(state, listing, "recent"));
        }
    }
    for row in page {
        let is_external = state.wallets.kind_of(&row.id).as_str() == WalletKind::External.as_str();
        shown.0.push((if is_external { "external" } else { "injected" }, row));
    }
    if is_listed {
        for listing in featured(state) {
            others += usize::from(shown.add(state, listing, "featured"));
        }
        for listing in &state.directory.custom {
            others += usize::from(shown.add(state, listing, "custom"));
        }
        // recommended wallets fill the rest of the list (docs/spec/services.md A3); if logins are displayed,
        // WalletConnect is one of the four
        others += usize::from(!project::logins(state).is_empty());
        let mut room = WALLETS_RECOMMENDED.saturating_sub(others);
        for listing in &state.directory.recommended {
            let has_name = shown.0.iter().any(|(_, row)| row.name == listing.name);
            let connects = is_reachable || opens_page(state, listing);
            if room > 0 && !has_name && connects && shown.add(state, listing, "recommended") {
                room -= 1;
            }
        }
    }
    let of = |name| shown.0.iter().filter(move |(group, _)| *group == name).map(|(_, row)| row.clone());
    let mut rows: Vec<WalletRow> = order(state).into_iter().flat_map(of).collect();
    lookalikes::mark(state, &mut rows);
    rows
}

/// The groups in the page's order. Groups that the page doesn't name follow.
fn order(state: &State) -> Vec<&str> {
    let mut order: Vec<&str> = Vec::new();
    let given = match state.options.value_of("connectorTypeOrder") {
        Some(FeatureValue::List(given)) => given.as_slice(),
        _ => &[],
    };
    let at_hand = AT_HAND.into_iter().filter(|_| given.is_empty());
    for name in given.iter().map(String::as_str).chain(at_hand).chain(GROUPS) {
        if !order.contains(&name) {
            order.push(name);
        }
    }
    order
}

/// Loading state of the directory's rows in Connect.
#[must_use]
pub fn rows_phase(state: &State) -> DirectoryPhase {
    use DirectoryPhase::{Failed, Loading, None, Ready};
    let phases = [state.directory.named_phase, state.directory.recommended_phase];
    match phases {
        _ if phases.contains(&Loading) => Loading,
        _ if phases.contains(&Failed) => Failed,
        _ if phases.contains(&Ready) => Ready,
        _ => None,
    }
}

/// Whether AllWallets can be opened, and lists more than the page's wallets.
#[must_use]
pub fn explores(state: &State) -> bool {
    let is_offered = match state.options.wallets.all_wallets {
        AllWallets::Show => true,
        AllWallets::Hide => false,
        AllWallets::OnlyMobile => state.directory.device.mobile,
    };
    is_offered && state.options.feature("allWallets") && is_served(state)
}

/// The badge of "All wallets": exact below ten, otherwise rounded down to tens. `None` if the row isn't shown. Connect doesn't show it
/// without a directory: the package's wallets have download links, but most can't connect without a relay.
#[must_use]
pub fn all_wallets(state: &State) -> Option<String> {
    if !directory::is_reachable(state) || !explores(state) {
        return None;
    }
    if state.directory.recommended_phase != DirectoryPhase::Ready {
        return Some(String::new());
    }
    let featured = featured(state).filter(|listing| is_listing(&listing.id)).count();
    let count = state.directory.count.saturating_add(featured as u64).min(LISTINGS_MAX as u64);
    Some(match count {
        0..10 => alloc::format!("{count}"),
        _ => alloc::format!("{}+", count / 10 * 10),
    })
}

/// Whether the directory, or the package without one, can list anything. The directory can't if `includeWalletIds` has
/// only reverse DNS names, which it doesn't know.
#[must_use]
pub fn is_served(state: &State) -> bool {
    let include = &state.options.wallets.include_wallet_ids;
    let is_known = |id: &String| is_listing(id) || !directory::is_reachable(state);
    directory::is_listed(state) && (include.is_empty() || include.iter().any(is_known))
}

/// Whether a name contains the search text.
fn contains(name: &str, typed: &str) -> bool {
    typed.is_empty() || name.to_ascii_lowercase().contains(&typed.to_ascii_lowercase())
}

/// A wallet of AllWallets. Its tile is rendered only if it is visible.
enum Shown<'a> {
    /// A browser wallet, and whether it is certified.
    Here(&'a WalletRow, bool),
    /// A listing, and whether it looks like an earlier wallet.
    Listed(&'a Listing, bool),
}

impl Shown<'_> {
    fn name(&self) -> &str {
        match self {
            Self::Here(row, _) => &row.name,
            Self::Listed(listing, _) => &listing.name,
        }
    }

    fn tile(&self, state: &State) -> WalletTile {
        match self {
            Self::Here(row, certified) => WalletTile {
                id: row.id.clone(),
                name: row.name.clone(),
                icon: row.icon.clone(),
                certified: *certified,
                installed: true,
                conflict: false,
                test_id: alloc::format!("wallet-search-item-{}", row.id),
            },
            Self::Listed(listing, conflict) => {
                WalletTile { conflict: *conflict, ..listing_tile(state, listing, "wallet-search-item-") }
            }
        }
    }
}

/// The content of AllWallets: installed wallets, featured ones, then the service's order. During a search, the matches. Only tiles near the
/// first visible one are rendered.
pub(super) struct Tiles {
    pub tiles: Vec<WalletTile>,
    /// How many tiles come before the rendered ones.
    pub above: usize,
    /// How many tiles the list has.
    pub count: usize,
    /// The tiles are search results.
    pub is_search: bool,
    /// The result is pending, and no local wallet matches: the previous tiles stay.
    pub is_stale: bool,
}

/// Builds the visible tiles.
#[must_use]
pub(super) fn tiles(state: &State) -> Tiles {
    let page = page_rows(state);
    let (shown, is_search, is_stale) = shown(state, &page);
    let count = shown.len();
    let at = if count > WALLETS_WHOLE { state.directory.at } else { 0 };
    let above = at.saturating_sub(WALLETS_BEHIND).min(count.saturating_sub(WALLETS_WINDOW));
    let drawn = if count > WALLETS_WHOLE { WALLETS_WINDOW } else { count };
    let tiles = shown.iter().skip(above).take(drawn).map(|one| one.tile(state)).collect();
    Tiles { tiles, above, count, is_search, is_stale }
}

/// The index of the first wallet whose name starts with `text`, searching from `at` and wrapping around.
#[must_use]
pub(crate) fn place_of(state: &State, text: &str, at: usize) -> Option<usize> {
    let page = page_rows(state);
    let (shown, ..) = shown(state, &page);
    let fits = |(_, one): &(usize, &Shown)| {
        let begins = one.name().trim_start().as_bytes().get(..text.len());
        begins.is_some_and(|begins| begins.eq_ignore_ascii_case(text.as_bytes()))
    };
    let mut all = shown.iter().enumerate().cycle().skip(at % shown.len().max(1)).take(shown.len());
    all.find(fits).map(|(place, _)| place)
}

/// The wallets of AllWallets. Local matches appear immediately, and the service's matches follow. Also returns whether
/// it is a search, and whether the results are outdated.
fn shown<'a>(state: &'a State, page: &'a [WalletRow]) -> (Vec<Shown<'a>>, bool, bool) {
    let search = &state.directory.search;
    let is_search = search.phase != DirectoryPhase::None;
    if search.searching && search.is_long() {
        let shown = shown_of(state, page, search.text.trim(), &[]);
        if !shown.is_empty() {
            return (shown, true, false);
        }
    }
    let (typed, found): (&str, &[Listing]) =
        if is_search { (&search.shown, &search.found) } else { ("", &[]) };
    (shown_of(state, page, typed, found), is_search, search.searching)
}

/// All local wallets with matching names, and the service's matches.
fn shown_of<'a>(
    state: &'a State,
    page: &'a [WalletRow],
    typed: &str,
    found: &'a [Listing],
) -> Vec<Shown<'a>> {
    let directory = &*state.directory;
    if !directory::is_listed(state) {
        return Vec::new();
    }
    let mut shown: Vec<Shown> = Vec::new();
    let wanted = networks::wanted(state).map(|to| to.namespace);
    for row in page.iter().filter(|row| wanted.is_none_or(|of| row.namespaces.contains(&of))) {
        let of = |listing: &&Listing| same_rdns(listing.rdns.as_deref(), row.rdns.as_deref());
        let certified = directory.all().find(of).is_some_and(|listing| listing.certified);
        if (certified || !directory.certified) && contains(&row.name, typed) {
            shown.push(Shown::Here(row, certified));
        }
    }
    let here = featured(state).chain(&directory.custom).chain(&directory.recommended);
    let here = here.chain(&directory.pages.listings);
    let here =
        here.filter(|listing| (listing.certified || !directory.certified) && contains(&listing.name, typed));
    // without the first page, the few known wallets would move when it arrives
    let is_there =
        !typed.is_empty() || !matches!(directory.pages.phase, DirectoryPhase::None | DirectoryPhase::Loading);
    // uses a map of strings, because the list can have thousands of wallets and this runs again for each loaded icon
    let mut known = TextMap::default();
    let mut looks = TextMap::default();
    for row in page {
        looks.insert(lookalikes::skeleton(&row.name), ());
    }
    for listing in here.chain(found).filter(|_| is_there) {
        let is_here = page.iter().any(|row| same_rdns(row.rdns.as_deref(), listing.rdns.as_deref()));
        let serves =
            |of| listing.chains.is_empty() || listing.chains.iter().any(|chain| chain.namespace == of);
        if !is_here
            && wanted.is_none_or(serves)
            && is_offered(state, listing)
            && known.insert(listing.id.clone(), ())
        {
            shown.push(Shown::Listed(listing, lookalikes::is_alike(&mut looks, listing)));
        }
    }
    shown
}

/// The content of GetWallet: the service's first wallets that aren't installed and have a download link for this device.
#[must_use]
pub fn guide(state: &State) -> Vec<WalletTile> {
    let page = page_rows(state);
    let is_here =
        |listing: &Listing| page.iter().any(|row| same_rdns(row.rdns.as_deref(), listing.rdns.as_deref()));
    let listings = state.directory.recommended.iter().chain(&state.directory.pages.listings);
    let mut shown: Vec<WalletTile> = Vec::new();
    for listing in listings.filter(|listing| is_offered(state, listing) && !is_here(listing)) {
        let is_new = shown.len() < WALLETS_GUIDE && !shown.iter().any(|tile| tile.id == listing.id);
        if is_new && directory::can_download(state, &listing.id) {
            shown.push(listing_tile(state, listing, "wm-get-wallet-"));
        }
    }
    shown
}
