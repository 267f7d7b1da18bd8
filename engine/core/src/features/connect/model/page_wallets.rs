//! Wallets found in the page, as rows (2.4, 10.18, 10.33).

use crate::caip::Namespace;
use crate::constants::{
    ANNOUNCED_WALLETS_MAX, ANNOUNCEMENTS_MAX, CLAIMANTS_MAX, EMBEDDED_ID, EMBEDDED_NAME, SAFE_ID,
    WALLET_CONNECT_ID,
};
use crate::entities::WalletHandle;
use crate::entities::{Status, WalletRow, WalletTag};
use crate::features::connect::model::connections::{self, RecentWallet};
use crate::features::directory::model as directory;
use crate::map::{Map, TextMap};
use crate::options::{WalletOptions, is_listing};
use crate::ports::provider::{Announced, WalletKind};
use crate::store::State;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

/// The browser wallets of the page, and the recently used ones.
#[derive(Default)]
pub struct Wallets {
    pub(crate) found: Vec<Announced>,
    /// The number of announcements so far, accepted or not.
    heard: Cell<usize>,
    /// The recently used wallets, newest first (3.8).
    pub recent: Vec<RecentWallet>,
    /// The reverse DNS names of listings that the page's options name with their IDs. `None` until the directory has
    /// responded.
    pub(crate) listed: Option<Map<String, String>>,
    /// The reverse DNS name from the listing, for wallets without one. The key is the name that the wallet's ID claims
    /// (`solana:nova-wallet`).
    pub(crate) also: TextMap<String>,
}

impl Wallets {
    /// Every wallet as a row: browser wallets, recent wallets, and all others through WalletConnect.
    #[must_use]
    pub fn rows(&self, state: &State) -> Vec<WalletRow> {
        let mut rows: Vec<WalletRow> = Vec::new();
        for wallet in self.found.iter().filter(|wallet| offered(wallet, state)) {
            let row = self.row(wallet, state);
            if rows.iter().all(|known| known.id != row.id) {
                rows.push(row);
            }
        }
        // the page's featured wallets; recent ones come first (2.35), the newest on top
        let featured = &state.options.wallets.featured_wallet_ids;
        let mut at = 0;
        for wallet in self.found.iter().filter(|wallet| names(state, featured, wallet)) {
            let id = self.row_id(wallet);
            if let Some(from) = rows.iter().position(|row| row.id == id).filter(|from| *from >= at) {
                rows.get_mut(at..=from).unwrap_or_default().rotate_right(1);
                at += 1;
            }
        }
        let is_reachable = directory::is_reachable(state);
        for recent in self.recent.iter().rev() {
            let id = self.entry_of(&recent.id);
            if let Some(at) = rows.iter().position(|row| row.id == id) {
                rows.get_mut(..=at).unwrap_or_default().rotate_right(1);
            } else if is_reachable && is_listing(&recent.id) {
                rows.insert(0, elsewhere(&recent.id, &recent.name, WalletTag::Recent));
            }
        }
        if is_reachable {
            // installed wallets come first, unless the page sets an order (2.35)
            let at = if state.options.orders_wallets() { 0 } else { rows.len() };
            rows.insert(at, self.wallet_connect());
        }
        rows
    }

    /// The row that connects any wallet through WalletConnect.
    #[must_use]
    pub fn wallet_connect(&self) -> WalletRow {
        let row = elsewhere("walletConnect", "WalletConnect", WalletTag::QrCode);
        WalletRow { test_id: "wallet-selector-walletconnect".into(), ..row }
    }

    /// Whether a connector's wallet is on this page.
    #[must_use]
    pub fn is_here(&self, connector_id: &str) -> bool {
        self.by_connector(connector_id).is_some()
    }

    /// Whether a flood of announcements has just begun. Returns true once.
    pub(crate) fn is_flood(&self) -> bool {
        let is_first = self.heard.get() == ANNOUNCEMENTS_MAX;
        self.heard.set(self.heard.get() + usize::from(is_first));
        is_first
    }

    /// The directory's data for wallets that the page's options name with their ids.
    pub fn list(&mut self, listed: impl Iterator<Item = (String, String)>) {
        let all = self.listed.get_or_insert_default();
        listed.for_each(|(id, rdns)| all.insert(id, rdns));
    }

    /// The row of a connector.
    #[must_use]
    pub fn row_of(&self, connector_id: &str, state: &State) -> Option<WalletRow> {
        self.by_connector(connector_id).map(|wallet| self.row(wallet, state))
    }

    /// The type of a connector's wallet.
    #[must_use]
    pub fn kind_of(&self, connector_id: &str) -> WalletKind {
        self.by_connector(connector_id).map_or(WalletKind::default(), |wallet| wallet.kind)
    }

    /// It sends a transaction as a proposal to the account's owners. The hash in its response isn't a transaction hash.
    #[must_use]
    pub fn proposes(&self, handle: WalletHandle) -> bool {
        self.of(handle).is_some_and(|wallet| wallet.kind == WalletKind::Safe)
    }

    /// The announcement of a wallet of this page.
    pub(crate) fn of(&self, handle: WalletHandle) -> Option<&Announced> {
        self.found.iter().find(|wallet| WalletHandle::Page(wallet.handle) == handle)
    }

    pub(crate) fn by_connector(&self, connector_id: &str) -> Option<&Announced> {
        // a quick check first, because the list can contain 64 claimants
        let may_be = |wallet: &Announced| {
            wallet.rdns.as_deref() == Some(connector_id) || connector_id.starts_with(wallet.id.as_str())
        };
        self.found.iter().find(|wallet| may_be(wallet) && self.connector_id(wallet) == connector_id)
    }

    /// The wallet's connector ID. Normally its reverse DNS name, which is stable across reloads. If two providers share
    /// that name, the wallet's ID (10.33); if they share the ID too, the ID with a number. So a row always leads to its
    /// own provider. A connector of the page uses its own ID ([`host_id`]), whichever reverse DNS name it claims. A
    /// connection stored under a reverse DNS name belongs to a wallet that announced it.
    pub(crate) fn connector_id(&self, wallet: &Announced) -> String {
        let same_id = |other: &Announced| other.handle != wallet.handle && other.id == wallet.id;
        match wallet.rdns.as_ref() {
            // Wallets in `injectedWeb3` are merged by name, but stored by their key (decision 253, "One wallet under
            // several objects").
            Some(_) if wallet.kind == WalletKind::Injected && wallet.id.starts_with("polkadot:") => {
                wallet.id.clone()
            }
            Some(rdns) if !is_of_host(wallet) && !self.shared(wallet) && !self.is_apart(wallet) => {
                rdns.clone()
            }
            _ if self.found.iter().any(same_id) => alloc::format!("{}#{}", wallet.id, wallet.handle.0),
            _ => wallet.id.clone(),
        }
    }

    /// Whether another provider of the same namespace claims the same reverse DNS name or uuid.
    pub(crate) fn shared(&self, wallet: &Announced) -> bool {
        self.found.iter().any(|other| {
            let meets = other.namespaces.iter().any(|namespace| wallet.namespaces.contains(namespace));
            other.handle != wallet.handle && meets && is_same_claim(other, wallet)
        })
    }

    /// The row of a wallet, with all of its namespaces that the page allows (10.18).
    pub(crate) fn row(&self, wallet: &Announced, state: &State) -> WalletRow {
        let mut all = self.one_with(wallet);
        all.retain(|one| one.handle == wallet.handle || offered(one, state));
        let first = all.first().copied().unwrap_or(wallet);
        let id = self.connector_id(first);
        let in_use = state.accounts.by.values().any(|account| {
            let is_it = |one: &&Announced| account.handle == Some(WalletHandle::Page(one.handle));
            account.status == Status::Connected && all.iter().any(is_it)
        });
        WalletRow {
            name: first.name.clone(),
            icon: state
                .options
                .picture("connectorImages", &id)
                .and_then(|url| state.images.get(url))
                .or_else(|| all.iter().find_map(|one| one.icon.clone())),
            rdns: all.iter().find_map(|one| self.rdns(one)).cloned(),
            tag: match self.recent.iter().any(|recent| self.entry_of(&recent.id) == id) {
                _ if in_use => Some(WalletTag::Connected),
                true => Some(WalletTag::Recent),
                // a connector of the page isn't an extension
                false
                    if all.iter().all(|one| matches!(one.kind, WalletKind::External | WalletKind::Host)) =>
                {
                    None
                }
                false => Some(WalletTag::Installed),
            },
            conflict: all.iter().any(|one| self.shared(one)),
            test_id: alloc::format!("wallet-selector-{id}"),
            namespaces: all.iter().flat_map(|one| one.namespaces.iter().copied()).collect(),
            id,
        }
    }
}

/// The wallet's name in an ID. The second wallet of one name is `solana:nova-wallet~2` (decision 17, "Row IDs of
/// wallets without an rdns").
pub(crate) fn claimed(id: &str) -> &str {
    match id.split_once('~') {
        Some((name, _)) if name.contains(':') => name,
        _ => id,
    }
}

/// Reverse DNS names of popular wallets, and the names of popular wallets without one (docs/spec/page-wallets.md 1.1; decisions 17, "Row IDs of
/// wallets without an rdns", and 211, "Floods in lists of the page").
const KNOWN: &str = "io.metamask io.metamask.mobile io.metamask.flask com.coinbase.wallet app.keplr app.phantom com.okex.wallet \
    com.binance.wallet me.rainbow io.rabby com.trustwallet.app com.brave.wallet io.zerion.wallet com.bitget.web3 app.subwallet com.enkrypt xyz.talisman polkadot:enkrypt solana:phantom solana:solflare \
    solana:backpack solana:metamask polkadot:polkadot-js polkadot:subwallet-js polkadot:talisman polkadot:fearless-wallet bip122:xverse \
    bip122:xverse-wallet bip122:leather bip122:unisat bip122:phantom bip122:okx-wallet bip122:magic-eden cosmos:keplr cosmos:leap \
    cosmos:cosmostation";

/// Whether a wallet with this ID or reverse DNS name keeps a place during a flood: it is well known, its connection is
/// stored, it was used before, or the page configured it (docs/spec/security.md T3).
pub(crate) fn is_expected_name(state: &State, name: &str) -> bool {
    // a second wallet of the same name counts as that name, because a reload can change which one comes first
    let is_it = |id: &str| id.eq_ignore_ascii_case(name) || claimed(id).eq_ignore_ascii_case(claimed(name));
    let lists = &state.options.wallets;
    KNOWN.split(' ').any(is_it)
        || connections::list(state).iter().any(|stored| is_it(&stored.connector_id))
        || state.wallets.recent.iter().any(|recent| is_it(&recent.id))
        || lists.custom_wallets.iter().any(|own| own.rdns.as_deref().is_some_and(is_it))
}

/// Whether this wallet keeps its place in a flood of announcements: because one of its names is well known, or the page lists it.
fn is_expected(state: &State, wallet: &Announced) -> bool {
    let lists = &state.options.wallets;
    [Some(&wallet.id), wallet.rdns.as_ref()].into_iter().flatten().any(|name| is_expected_name(state, name))
        || names(state, &lists.featured_wallet_ids, wallet)
        || names(state, &lists.include_wallet_ids, wallet)
}

/// Where to put an announced wallet in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListPosition {
    /// The wallet is already in the list, at this index.
    Known(usize),
    /// Append the wallet.
    New,
    /// Append the wallet, and remove the one at this index.
    Instead(usize),
}

/// Whether two wallets claim the same identity. IDs and reverse DNS names are compared with each other, ignoring case:
/// a wallet whose ID is another wallet's reverse DNS name claims its identity. Wallets without such a name don't
/// conflict.
fn is_same_claim(one: &Announced, other: &Announced) -> bool {
    // a number is only unique per wallet and page, so it doesn't identify a wallet
    let id = |wallet: &Announced| {
        let is_id = wallet.rdns.is_none() || !is_number(&wallet.id);
        is_id.then(|| claimed_of_host(&wallet.id).to_owned())
    };
    let claims = |wallet: &Announced| [id(wallet), wallet.rdns.clone()];
    let (one, other) = (claims(one), claims(other));
    let is_claimed = |name: &String| other.iter().flatten().any(|of| of.eq_ignore_ascii_case(name));
    one.iter().flatten().any(is_claimed)
}

/// The `uuid` of an announcement (EIP-6963), or the wallet's substitute for it (`element/src/wallets/introduction.ts`).
fn is_number(id: &str) -> bool {
    let is_uuid = id.len() == 36 && [8, 13, 18, 23].iter().all(|at| id.as_bytes().get(*at) == Some(&b'-'));
    is_uuid || id.starts_with("uuid:")
}

/// The connectors that the page adds with `addConnector`.
pub(crate) fn is_of_host(wallet: &Announced) -> bool {
    wallet.kind == WalletKind::Host
}

/// The prefix of the ID of a page's connector that would otherwise equal the name of a browser wallet.
const OF_HOST: &str = "host:";

/// The ID of a connector that the page adds (decision 194, "Connectors of the page"): its own ID, with a prefix if a
/// browser wallet or connection could have the same name (`io.metamask`, `solana:phantom`, `injected`).
pub(crate) fn host_id(id: String) -> String {
    let is_ours = [WALLET_CONNECT_ID, EMBEDDED_ID, SAFE_ID, "injected"].contains(&id.as_str());
    match is_ours || id.contains(['.', ':', '#']) {
        true => alloc::format!("{OF_HOST}{id}"),
        false => id,
    }
}

fn claimed_of_host(id: &str) -> &str {
    claimed(id.strip_prefix(OF_HOST).unwrap_or(id))
}

/// Whether a wallet is connected or has a connection request.
fn is_in_use(state: &State, wallet: &Announced) -> bool {
    let handle = Some(WalletHandle::Page(wallet.handle));
    state.accounts.by.values().any(|account| account.handle == handle)
        || state.connect.wallet_id.as_ref().is_some_and(|id| *id == state.wallets.connector_id(wallet))
}

/// The position of an announced wallet, or `None` if it gets no place. Each namespace has 64 places, plus those of
/// expected wallets. Among claimants of one expected name, the first ones stay, and the last place goes to the newest.
/// So eight fake claims can't keep the real wallet out. A wallet in use never loses its place.
pub(crate) fn place_for(state: &State, wallet: &Announced) -> Option<ListPosition> {
    let Wallets { found, heard, .. } = &*state.wallets;
    let (mut of_family, mut held, mut claimants, mut last) = (0, 0, 0, None);
    for (at, other) in found.iter().enumerate() {
        if other.handle == wallet.handle {
            return Some(ListPosition::Known(at));
        }
        let is_of_family = other.namespaces.first() == wallet.namespaces.first();
        of_family += usize::from(is_of_family);
        held += usize::from(is_of_family && other.kind == WalletKind::Injected);
        if is_same_claim(other, wallet) {
            claimants += 1;
            last = Some((at, other));
        }
    }
    heard.set(heard.get() + 1);
    let is_few = of_family < ANNOUNCED_WALLETS_MAX && heard.get() <= ANNOUNCEMENTS_MAX;
    if is_few || matches!(wallet.kind, WalletKind::External | WalletKind::Host | WalletKind::Safe) {
        return Some(ListPosition::New);
    }
    // a page can inject many objects: a few unexpected ones get a place, too
    let is_held = wallet.kind == WalletKind::Injected && held < CLAIMANTS_MAX;
    if !is_held && !is_expected(state, wallet) {
        return None;
    }
    match last.filter(|_| claimants >= CLAIMANTS_MAX) {
        None => Some(ListPosition::New),
        Some((_, other)) if is_in_use(state, other) => None,
        Some((at, _)) => Some(ListPosition::Instead(at)),
    }
}

/// The row of a wallet that isn't on this page, before its listing has loaded.
pub(crate) fn elsewhere(id: &str, name: &str, tag: WalletTag) -> WalletRow {
    WalletRow {
        id: id.into(),
        name: name.into(),
        icon: None,
        rdns: None,
        tag: Some(tag),
        conflict: false,
        test_id: alloc::format!("wallet-selector-{id}"),
        namespaces: Vec::new(),
    }
}

/// Whether the page's options allow a wallet in the list.
pub(crate) fn offered(wallet: &Announced, state: &State) -> bool {
    let options = &state.options;
    let finder = match wallet.kind {
        WalletKind::Injected => options.enable_injected,
        WalletKind::Announced => options.enable_eip6963 || !wallet.namespaces.contains(&Namespace::Eip155),
        WalletKind::External | WalletKind::Host | WalletKind::Safe => true, // the page added it, or the page runs inside it
    };
    let has_adapter =
        |adapters: &Vec<Namespace>| wallet.namespaces.iter().any(|namespace| adapters.contains(namespace));
    let lists = &options.wallets;
    let include = &lists.include_wallet_ids;
    // listing ids match a browser wallet only after the directory has loaded
    let includes =
        WalletOptions::names_wallets(include) || (!include.is_empty() && state.wallets.listed.is_some());
    options.is_set("enableWallets")
        && finder
        && options.adapters.as_ref().is_none_or(has_adapter)
        && !names(state, &lists.exclude_wallet_ids, wallet)
        && (!includes || names(state, include, wallet))
}

/// Whether an option of the page names a wallet: with its reverse DNS name, or with a listing that has the same name.
pub(crate) fn names(state: &State, list: &[String], wallet: &Announced) -> bool {
    let Some(rdns) = state.wallets.rdns(wallet) else { return false };
    let of_listing = |id: &String| state.wallets.listed.as_ref()?.get(id);
    list.iter().any(|id| {
        id.eq_ignore_ascii_case(rdns) || of_listing(id).is_some_and(|of| of.eq_ignore_ascii_case(rdns))
    })
}

/// Whether a string is a reverse DNS name: at least two labels of letters, digits and hyphens.
pub(crate) fn is_rdns(text: &str) -> bool {
    let labels = text.split('.').collect::<Vec<_>>();
    let fits =
        |label: &&str| !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    (2..=10).contains(&labels.len()) && text.len() <= 128 && labels.iter().all(fits)
}

/// The connector ID, name and icon of a wallet, as a connection stores them.
pub(crate) fn identity(state: &State, handle: WalletHandle) -> Option<(String, String, Option<String>)> {
    if matches!(handle, WalletHandle::Relay(_)) {
        let name = state.session.peer.as_ref().map(|(name, _)| name.clone());
        let icon = state.wallets.recent.first().and_then(|recent| recent.icon.clone());
        return Some((
            WALLET_CONNECT_ID.to_owned(),
            name.unwrap_or_else(|| "WalletConnect".to_owned()),
            icon,
        ));
    }
    if let WalletHandle::Embedded(namespace) = handle {
        let name = state.accounts.by.get(&namespace).and_then(|account| account.wallet_name.clone());
        return Some((EMBEDDED_ID.to_owned(), name.unwrap_or_else(|| EMBEDDED_NAME.to_owned()), None));
    }
    let wallet = state.wallets.of(handle)?;
    Some((state.wallets.connector_id(wallet), wallet.name.clone(), wallet.icon.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validates_reverse_dns_names() {
        for good in ["io.metamask", "dev.wallet-modal.demo", "Com.Example"] {
            assert!(is_rdns(good), "{good}");
        }
        for bad in
            ["", "metamask", "io..metamask", "io.meta mask", "io.<script>", ".io", "io.", &"a.".repeat(70)]
        {
            assert!(!is_rdns(bad), "{bad}");
        }
    }
}
