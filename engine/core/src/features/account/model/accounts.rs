//! The accounts of each namespace: their status (4.1), and their form for the page and the account view (3.2-3.4).

use crate::caip::{ChainId, Namespace};
use crate::constants::{ACCOUNTS_MAX, DEFAULT_BALANCE, WALLET_CLAIM_MS};
use crate::entities::WalletHandle;
use crate::entities::{AccountEntry, AccountType, Network, Status, WalletRow};
use crate::features::account::model::balances::Native;
use crate::features::account::model::balances::{self, BalanceText};
use crate::features::account::model::identity;
use crate::features::account::model::tokens::TokenItem;
use crate::features::buy::model as buy;
use crate::features::connect::model::connections::Remembered;
use crate::features::money::model::swap;
use crate::features::networks::model::{self as networks, NetworkBadge};
use crate::format;
use crate::map::Map;
use crate::namespaces::{self, Can};
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

/// Moves an account to the front, if it is in the list.
fn bring_forward(entries: &mut [AccountEntry], address: &str) {
    if let Some(at) = entries.iter().position(|entry| entry.address == address) {
        entries.get_mut(..=at).unwrap_or_default().rotate_right(1);
    }
}

/// How a connection came about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Came {
    /// The user connected a wallet.
    New,
    /// The user returned to a stored connection, or the connection came with another one.
    Again,
    /// A reload or another tab restored the connection.
    ByItself,
}

/// Whether a wallet has confirmed the account on this page. Any script of the page's origin can write an account into
/// storage. So an account that only storage names is never offered as a recipient.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Confirmation {
    /// The wallet has named the account.
    #[default]
    Confirmed,
    /// Only storage names the account.
    Needed,
    /// The wallet has a pending request for its account: after a click, or on reload while only the stored connection
    /// is known.
    Asking,
    /// The wallet's response doesn't contain this account.
    Declined,
}

/// The account of one namespace.
#[derive(Default)]
pub struct Account {
    /// The connection status (4.1).
    pub status: Status,
    /// The accounts in the wallet's order, the current one first.
    pub entries: Vec<AccountEntry>,
    /// The account that the user selected.
    pub chosen: Option<Chosen>,
    /// The active connector (3.7). Stays set until the status is settled, so that a reload can restore the connection.
    pub connector_id: Option<String>,
    /// The wallet's name.
    pub wallet_name: Option<String>,
    /// The handle of the wallet object, while it is known.
    pub handle: Option<WalletHandle>,
    /// The native balance.
    pub native: Native,
    /// A stored connection whose wallet hasn't announced itself within the time that an opening waits for wallets.
    pub is_late: bool,
    /// When every claimant of the wallet's name has had time to announce itself (T3). Until then, the wallet gets no
    /// request to sign or send.
    pub alone_at_ms: u64,
    /// Disconnected for the page, because the wallet is locked or hasn't responded yet. The engine listens to the
    /// wallet, which can restore the account (4.2).
    pub awaited: bool,
    /// A disconnect is in progress.
    pub disconnecting: bool,
    /// Whether the wallet has confirmed the account on this page.
    pub confirmation: Confirmation,
    /// Requested networks for which the wallet returned no address.
    pub unread: Vec<ChainId>,
    /// The wallet has responded, but a required sign-in is missing ([`crate::features::sign_in`]).
    pub awaits_sign_in: bool,
    /// The generation for which the wallet reported that it doesn't list assets. The wallet isn't queried again for it.
    pub lists_no_assets: Option<u32>,
}

/// The account that the user selected among those of the wallet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    address: String,
    /// The wallet's own first account at that time. If the wallet's first account changes, that one becomes the current
    /// one.
    first: String,
}

impl Chosen {
    fn stands(&self, entries: &[AccountEntry]) -> bool {
        entries.first().is_some_and(|entry| entry.address == self.first)
            && entries.iter().any(|entry| entry.address == self.address)
    }
}

impl Account {
    /// Takes the wallet's accounts, the current one first. The user's selection stays while the wallet's own first
    /// account stays the same.
    pub(crate) fn take(&mut self, entries: Vec<AccountEntry>) {
        let entries = self.arranged(entries);
        self.chosen = self.chosen.take().filter(|chosen| chosen.stands(&entries));
        self.entries = self.in_order(entries);
    }

    /// The order in which [`Account::take`] would put these accounts.
    #[must_use]
    pub(crate) fn in_order(&self, entries: Vec<AccountEntry>) -> Vec<AccountEntry> {
        let mut entries = self.arranged(entries);
        if let Some(chosen) = self.chosen.as_ref().filter(|chosen| chosen.stands(&entries)) {
            bring_forward(&mut entries, &chosen.address);
        }
        entries
    }

    /// Accounts of the visible network come first. If an address belongs to one network, addresses of other networks are hidden.
    fn arranged(&self, entries: Vec<AccountEntry>) -> Vec<AccountEntry> {
        let Some(shown) = self.native.chain.as_ref().map(ToString::to_string) else { return entries };
        let is_here = |entry: &AccountEntry| entry.chain.as_ref().is_none_or(|chain| *chain == shown);
        let (mut here, elsewhere): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_here);
        here.extend(elsewhere);
        here
    }

    /// Makes the account of the visible network the current one. If the wallet has none there, returns the network of another account.
    pub(crate) fn follow_chain(&mut self) -> Option<ChainId> {
        let entries = core::mem::take(&mut self.entries);
        self.entries = self.arranged(entries);
        let of = ChainId::parse(self.entries.first()?.chain.as_deref()?)?;
        (self.native.chain.as_ref() != Some(&of)).then_some(of)
    }

    /// Whether the wallet has an address for this network. Always true in namespaces whose addresses are valid on every
    /// network.
    #[must_use]
    pub(crate) fn is_on(&self, chain: &ChainId) -> bool {
        let id = chain.to_string();
        self.entries.iter().any(|entry| entry.chain.as_ref().is_none_or(|of| *of == id))
    }

    /// Adds the wallet's accounts on one more network.
    pub(crate) fn extend(&mut self, entries: Vec<AccountEntry>) {
        self.entries.extend(entries);
        let mut known: Vec<AccountEntry> = Vec::new();
        for entry in core::mem::take(&mut self.entries) {
            let is_known = |of: &AccountEntry| of.address == entry.address && of.chain == entry.chain;
            if known.len() < ACCOUNTS_MAX && !known.iter().any(is_known) {
                known.push(entry);
            }
        }
        self.entries = known;
    }

    /// The accounts that the user can switch to: same kind and network as the current one, which is included.
    pub(crate) fn alike(&self) -> impl Iterator<Item = &AccountEntry> {
        let like = self.current().map(|entry| (entry.kind, &entry.chain));
        self.entries.iter().filter(move |entry| Some((entry.kind, &entry.chain)) == like)
    }

    /// Selects one of [`Account::alike`] as the current account.
    pub(crate) fn choose(&mut self, address: &str) {
        let named = self.entries.first().map(|entry| entry.address.clone()).unwrap_or_default();
        let first = self.chosen.take().map_or(named, |chosen| chosen.first);
        self.chosen = Some(Chosen { address: address.into(), first });
        bring_forward(&mut self.entries, address);
    }

    /// The accounts that certainly belong to the user. While only storage names them, that is just the current one.
    #[must_use]
    pub fn own(&self) -> &[AccountEntry] {
        let count = if self.is_confirmed() { self.entries.len() } else { 1 };
        self.entries.get(..count).unwrap_or_default()
    }

    /// Whether an address is one of the user's accounts.
    #[must_use]
    pub fn has(&self, address: &str) -> bool {
        self.own().iter().any(|entry| entry.address == address)
    }

    /// Whether the modal can offer its addresses to a payer.
    #[must_use]
    pub fn is_confirmed(&self) -> bool {
        self.confirmation == Confirmation::Confirmed
    }

    /// The account's page in the block explorer. `None` while only storage names the account, because that page shows
    /// the whole address (225).
    pub(crate) fn explorer_url(&self, network: Option<&Network>) -> Option<String> {
        network.filter(|_| self.is_confirmed())?.account_url(&self.current()?.address)
    }

    /// How long to wait before the wallet can get a request to sign or send.
    #[must_use]
    pub(crate) fn alone_in_ms(&self, now_ms: u64) -> u64 {
        self.alone_at_ms.saturating_sub(now_ms).min(WALLET_CLAIM_MS) // the system clock can jump
    }

    /// The current account, if it can be displayed.
    #[must_use]
    pub fn current(&self) -> Option<&AccountEntry> {
        // the account of a locked wallet is hidden, even during a new request to that wallet
        let is_shown =
            self.status == Status::Connected || self.status != Status::Disconnected && !self.awaited;
        is_shown.then(|| self.entries.first()).flatten()
    }
}

/// The accounts of all namespaces, and shared state.
#[derive(Default)]
pub struct Accounts {
    /// The accounts by namespace.
    pub by: Map<Namespace, Account>,
    /// Accounts that another tab stored, while this tab requests them from their wallets.
    pub(crate) elsewhere: Map<Namespace, Remembered>,
    /// Earlier connections that can be restored, newest first (3.5).
    pub remembered: Map<Namespace, Vec<Remembered>>,
    /// The page's names for addresses.
    pub labels: Map<String, String>,
    /// The selected tab of the account view.
    pub tab: AccountTab,
    /// Connectors that the user disconnected (3.30). They don't reconnect automatically.
    pub disconnected: Map<Namespace, Vec<String>>,
    /// The stored wallet's name, until it announces itself.
    pub stored_wallet_name: Option<String>,
}

impl Accounts {
    /// The stored accounts of a connector: active in this tab, active in another tab, or from an earlier connection.
    #[must_use]
    pub(crate) fn stored_entries(&self, namespace: Namespace, connector_id: &str) -> &[AccountEntry] {
        if let Some(account) = self.by.get(&namespace)
            && account.connector_id.as_deref() == Some(connector_id)
        {
            return &account.entries;
        }
        let other = self.elsewhere.get(&namespace);
        let were = self.remembered.get(&namespace).into_iter().flatten();
        other
            .into_iter()
            .chain(were)
            .find(|was| was.connector_id == connector_id)
            .map_or(&[], |was| was.entries.as_slice())
    }
}

/// `connectedWalletInfo` (3.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WalletInfo {
    /// The wallet's name.
    pub name: String,
    /// `blob:` URL.
    pub icon: Option<String>,
    /// The reverse domain name that the wallet announced.
    pub rdns: Option<String>,
    /// Embedded wallet only: the user's name or email address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub identifier: Option<String>,
    /// Embedded wallet only: the login provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub social: Option<String>,
}

/// `getAccount(namespace)` (3.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "names of the specification, section 3")]
pub struct AccountState {
    pub namespace: Namespace,
    pub all_accounts: Vec<AccountEntry>,
    pub caip_address: Option<String>,
    pub address: Option<String>,
    pub is_connected: bool,
    pub status: Status,
    pub balance: Option<String>,
    pub balance_symbol: Option<String>,
    pub connector_id: Option<String>,
    pub connected_wallet_info: Option<WalletInfo>,
    pub profile_name: Option<String>,
    pub profile_image: Option<String>,
    /// The first [`crate::constants::TOKENS_MAX`] tokens, in the order of the slice `tokens`.
    pub token_balance: Option<Vec<TokenItem>>,
    /// The number of all tokens.
    pub token_count: Option<usize>,
    #[cfg_attr(test, ts(as = "alloc::collections::BTreeMap<String, String>"))]
    pub address_labels: Map<String, String>,
    #[cfg_attr(test, ts(as = "alloc::collections::BTreeMap<String, AccountType>"))]
    pub preferred_account_types: Map<&'static str, AccountType>,
    /// Embedded wallet only: the logged-in user.
    pub user: Option<LoginUser>,
    /// Embedded wallet only: the login provider.
    pub social_provider: Option<String>,
    /// During a login with Farcaster: the content of the QR code.
    pub farcaster_url: Option<String>,
    /// Embedded wallet only: whether the smart account is deployed.
    pub smart_account_deployed: Option<bool>,
    /// Embedded wallet only: its data.
    pub embedded: Option<EmbeddedAccount>,
}

/// The logged-in user of an embedded wallet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LoginUser {
    /// The email address.
    pub email: Option<String>,
    /// The name at the provider.
    pub username: Option<String>,
}

/// `embedded` of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EmbeddedAccount {
    /// The logged-in user.
    pub user: LoginUser,
    /// `email`, or the ID of the social provider.
    pub auth_provider: String,
    /// `eoa` or `smartAccount`.
    pub account_type: AccountType,
    /// Whether the smart account is deployed.
    pub is_smart_account_deployed: bool,
}

fn embedded(state: &State, account: &Account) -> Option<EmbeddedAccount> {
    let entry = account.current().filter(|_| matches!(account.handle, Some(WalletHandle::Embedded(_))))?;
    let user = state.embedded.user.clone().unwrap_or_default();
    Some(EmbeddedAccount {
        user: LoginUser { email: user.email, username: user.username },
        auth_provider: user.provider.unwrap_or_else(|| "email".into()),
        account_type: entry.kind,
        is_smart_account_deployed: user.is_deployed == Some(true),
    })
}

impl AccountState {
    /// The account without status and balance. A change of this part emits `wallet-account-change`.
    #[must_use]
    pub fn account_part(&self) -> Self {
        let mut part = self.clone();
        (part.status, part.is_connected) = (Status::Disconnected, false);
        (part.balance, part.balance_symbol) = (None, None);
        (part.token_balance, part.token_count) = (None, None);
        part
    }
}

/// Whether the page shows this namespace: the active one, or the only connected one. Other namespaces keep their state.
/// A namespace that reconnects before the active one after a reload isn't shown either.
#[must_use]
pub fn is_in_use(state: &State, namespace: Namespace) -> bool {
    let active = state.networks.active_namespace();
    let is_free = |(of, account): (&Namespace, &Account)| match account.status {
        Status::Connected => false,
        Status::Connecting | Status::Reconnecting => active != Some(*of) || account.entries.is_empty(),
        Status::Disconnected => true,
    };
    active == Some(namespace) || state.accounts.by.iter().filter(|(of, _)| **of != namespace).all(is_free)
}

/// The slice `accounts`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccountsSlice {
    /// One account for each namespace that was ever connected or connecting.
    pub list: Vec<AccountState>,
}

/// The actions for the account, in feature order (2.34).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AccountAction {
    /// Buy crypto with money.
    Onramp,
    /// Swap one token for another.
    Swaps,
    /// Show the address to a payer.
    Receive,
    /// Send tokens.
    Send,
}

/// A tab of the account view (2.32).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AccountTab {
    /// The tokens of the account.
    #[default]
    Tokens,
    /// The NFTs of the account.
    Nfts,
    /// The transaction history, or the transactions sent from this modal (2.41).
    Activity,
}

/// The slice `account`: the active namespace's account, ready to render.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "the names say it; texts are ready to draw")]
pub struct AccountSlice {
    pub namespace: Option<Namespace>,
    pub status: Status,
    pub address: Option<String>,
    pub caip_address: Option<String>,
    pub short: Option<String>,
    pub name: Option<String>,
    pub image: Option<String>,
    pub wallet: Option<WalletRow>,
    pub balance: BalanceText,
    pub network: NetworkBadge,
    pub explorer_url: Option<String>,
    pub actions: Vec<AccountAction>,
    pub tabs: Vec<AccountTab>,
    pub tab: AccountTab,
    pub hidden: bool,
    pub label: Option<String>,
    pub disconnecting: bool,
    /// A request to its mobile wallet failed or timed out.
    pub wallet_offline: bool,
    /// The wallet, such as Safe, proposes requests to the owners of the account. Requests from other accounts go to
    /// other wallets.
    pub proposes: bool,
    /// Whether the wallet has confirmed the account. Until then, Receive doesn't show its address.
    pub confirmation: Confirmation,
}

/// The public state of each namespace.
pub fn public(state: &State) -> impl Iterator<Item = AccountState> + '_ {
    state.accounts.by.iter().map(|(namespace, account)| {
        let current = account.current();
        let shown = current.is_some();
        let address = current.map(|entry| entry.address.clone());
        let tokens = address.as_ref().and_then(|address| {
            let of = state.tokens.of.as_ref()?;
            (of.address == *address && Some(&of.chain) == account.native.chain.as_ref())
                .then_some(&state.tokens)
        });
        let kind = current.map(|entry| entry.kind);
        let embedded = embedded(state, account);
        let social = embedded.as_ref().map(|of| of.auth_provider.clone()).filter(|name| name != "email");
        AccountState {
            namespace: *namespace,
            all_accounts: if shown { account.entries.clone() } else { Vec::new() },
            caip_address: account
                .native
                .chain
                .as_ref()
                .zip(current)
                .map(|(c, e)| [&c.to_string(), ":", &e.address].concat()),
            is_connected: account.status == Status::Connected,
            status: account.status,
            balance: account.native.amount.as_ref().filter(|_| shown).map(crate::amount::Amount::to_decimal),
            balance_symbol: account
                .native
                .symbol
                .clone()
                .filter(|_| shown && account.native.amount.is_some()),
            connector_id: account.connector_id.clone().filter(|_| shown),
            connected_wallet_info: account.wallet_name.clone().filter(|_| shown).map(|name| WalletInfo {
                name,
                icon: account.native.wallet_icon.clone(),
                rdns: account.connector_id.clone().filter(|id| id.contains('.')),
                identifier: embedded
                    .as_ref()
                    .and_then(|of| of.user.username.clone().or(of.user.email.clone())),
                social: social.clone(),
            }),
            profile_name: address.as_ref().and_then(|address| state.identities.name(address)),
            profile_image: address.as_ref().and_then(|address| identity::image(state, address)),
            token_balance: tokens.map(|tokens| tokens.first.clone()),
            token_count: tokens.map(|tokens| tokens.list.len() + tokens.unread),
            address_labels: state.accounts.labels.clone(),
            preferred_account_types: kind.into_iter().map(|kind| (namespace.as_str(), kind)).collect(),
            address,
            user: embedded.as_ref().map(|of| of.user.clone()),
            social_provider: social,
            farcaster_url: state.embedded.social.url.clone(),
            smart_account_deployed: embedded.as_ref().map(|of| of.is_smart_account_deployed),
            embedded,
        }
    })
}

/// The slice `accounts`.
#[must_use]
pub fn slice(state: &State) -> AccountsSlice {
    AccountsSlice { list: public(state).collect() }
}

/// Whether the wallet of a namespace's account proposes requests to the owners of the account.
#[must_use]
pub fn asks_owners(state: &State, namespace: Namespace) -> bool {
    let handle = state.accounts.by.get(&namespace).and_then(|account| account.handle);
    handle.is_some_and(|of| state.wallets.proposes(of))
}

/// The slice `account`.
#[must_use]
pub fn account_slice(state: &State) -> AccountSlice {
    let namespace = state.networks.active_namespace();
    let account = namespace.and_then(|namespace| state.accounts.by.get(&namespace));
    let current = account.and_then(Account::current);
    let network = state.networks.active_network();
    let chain = state.networks.shown_chain();
    let can = |what| namespace.is_some_and(|namespace| namespaces::of(namespace).can(what));
    let is_on = |name: &str| state.options.feature(name);
    let order = state.options.listed("walletFeaturesOrder").iter();
    let actions = order.filter_map(|name| match name.as_str() {
        "onramp" if buy::offered::is_offered(state) => Some(AccountAction::Onramp),
        "swaps" if swap::offered::is_offered(state) => Some(AccountAction::Swaps),
        "receive" if is_on("receive") => Some(AccountAction::Receive),
        "send" if is_on("send") && can(Can::Send) && state.networks.is_supported() => {
            Some(AccountAction::Send)
        }
        _ => None,
    });
    let mut tabs = alloc::vec![AccountTab::Tokens];
    // NFTs come from the history service
    if can(Can::History) {
        tabs.push(AccountTab::Nfts);
    }
    let is_own = namespace.is_some_and(namespaces::is_own_history);
    if (can(Can::History) || is_own) && state.options.feature("activity") {
        tabs.push(AccountTab::Activity);
    }
    let address = current.map(|entry| entry.address.clone());
    AccountSlice {
        namespace,
        status: account.map(|a| a.status).unwrap_or_default(),
        caip_address: chain
            .as_ref()
            .zip(current)
            .map(|(chain, entry)| [&chain.to_string(), ":", &entry.address].concat()),
        short: current.map(|entry| format::truncated(&entry.address)),
        name: address.as_ref().and_then(|address| state.identities.name(address)),
        image: address.as_ref().and_then(|address| identity::image(state, address)),
        label: address.as_ref().and_then(|address| state.accounts.labels.get(address).cloned()),
        tab: if tabs.contains(&state.accounts.tab) { state.accounts.tab } else { AccountTab::Tokens },
        tabs,
        hidden: state.tokens.hidden,
        address,
        wallet: account.and_then(|a| state.wallets.row_of(a.connector_id.as_deref()?, state)),
        balance: account.filter(|_| current.is_some()).map_or_else(
            || BalanceText { amount: DEFAULT_BALANCE.into(), ..BalanceText::default() },
            |account| balances::text(account, network),
        ),
        network: networks::badge(state),
        explorer_url: account.and_then(|account| account.explorer_url(network)),
        actions: actions.collect(),
        disconnecting: account.is_some_and(|a| a.disconnecting),
        proposes: namespace.is_some_and(|namespace| asks_owners(state, namespace)),
        confirmation: account.map(|account| account.confirmation).unwrap_or_default(),
        wallet_offline: state.session.is_silent
            && account.is_some_and(|a| matches!(a.handle, Some(WalletHandle::Relay(_)))),
    }
}
