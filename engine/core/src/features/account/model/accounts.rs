//! Accounts per namespace: their status (4.1), and their form for the page and the account view (3.2-3.4).

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

/// Puts an account before the others, if it is there.
fn bring_forward(entries: &mut [AccountEntry], address: &str) {
    if let Some(at) = entries.iter().position(|entry| entry.address == address) {
        entries.get_mut(..=at).unwrap_or_default().rotate_right(1);
    }
}

/// How a connection came about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Came {
    /// A user has connected.
    New,
    /// A user went back to one that was stored, or it came with another.
    Again,
    /// A reload, or another tab.
    ByItself,
}

/// Whether a wallet has named the account in this page. A script of the page's origin can write an account into the storage, so no payer gets
/// the address of an account that only storage names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Confirmation {
    /// Its wallet has named it.
    #[default]
    Confirmed,
    /// Only storage names it.
    Needed,
    /// The wallet has a request for its account: after a click, or on reload while only the stored connection is known.
    Asking,
    /// The wallet has responded without this account.
    Declined,
}

/// One namespace's account.
#[derive(Default)]
pub struct Account {
    /// 4.1
    pub status: Status,
    /// As the wallet gave them, the current one first.
    pub entries: Vec<AccountEntry>,
    /// The one that the user has made the current one.
    pub chosen: Option<Chosen>,
    /// The one active connector (3.7); kept while the status is not settled, so that a reload finds it.
    pub connector_id: Option<String>,
    /// The wallet's name.
    pub wallet_name: Option<String>,
    /// The wallet object, while it is known.
    pub handle: Option<WalletHandle>,
    /// The native balance.
    pub native: Native,
    /// It is stored, and its wallet has not announced itself in the time that openings wait for that.
    pub is_late: bool,
    /// When each claimant of its wallet's name could have announced itself (T3). Until then the wallet isn't asked to sign or to send.
    pub alone_at_ms: u64,
    /// Disconnected for the page: its wallet is locked or has not answered yet. It is listened to, and brings the account back (4.2).
    pub awaited: bool,
    /// A disconnect is running.
    pub disconnecting: bool,
    /// Whether its wallet has named it in this page.
    pub confirmation: Confirmation,
    /// Requested networks for which the wallet returned no address.
    pub unread: Vec<ChainId>,
    /// The wallet has answered; a required sign-in is missing ([`crate::features::sign_in`]).
    pub awaits_sign_in: bool,
    /// The wallet has reported that it doesn't list assets of this account on this network (its generation), so it isn't queried again.
    pub lists_no_assets: Option<u32>,
}

/// An account that the user has chosen among those of the wallet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    address: String,
    /// The one that the wallet names first: once it names another one, that is the current one.
    first: String,
}

impl Chosen {
    fn stands(&self, entries: &[AccountEntry]) -> bool {
        entries.first().is_some_and(|entry| entry.address == self.first)
            && entries.iter().any(|entry| entry.address == self.address)
    }
}

impl Account {
    /// Takes the accounts that a wallet names, the current one first: the chosen one for as long as the wallet itself stays with its own.
    pub(crate) fn take(&mut self, entries: Vec<AccountEntry>) {
        let entries = self.arranged(entries);
        self.chosen = self.chosen.take().filter(|chosen| chosen.stands(&entries));
        self.entries = self.in_order(entries);
    }

    /// As [`Account::take`] would have them.
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

    /// Whether it has an address on this network, as far as addresses belong to one.
    #[must_use]
    pub(crate) fn is_on(&self, chain: &ChainId) -> bool {
        let id = chain.to_string();
        self.entries.iter().any(|entry| entry.chain.as_ref().is_none_or(|of| *of == id))
    }

    /// The wallet has named accounts of one more network.
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

    /// The accounts that the current one can be exchanged for: of its kind and network, itself among them.
    pub(crate) fn alike(&self) -> impl Iterator<Item = &AccountEntry> {
        let like = self.current().map(|entry| (entry.kind, &entry.chain));
        self.entries.iter().filter(move |entry| Some((entry.kind, &entry.chain)) == like)
    }

    /// Makes one of the accounts that are alike the current one.
    pub(crate) fn choose(&mut self, address: &str) {
        let named = self.entries.first().map(|entry| entry.address.clone()).unwrap_or_default();
        let first = self.chosen.take().map_or(named, |chosen| chosen.first);
        self.chosen = Some(Chosen { address: address.into(), first });
        bring_forward(&mut self.entries, address);
    }

    /// The accounts that are certainly the user's. While only storage names them, that is just the current one.
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

    /// Whether a payer can be given its addresses.
    #[must_use]
    pub fn is_confirmed(&self) -> bool {
        self.confirmation == Confirmation::Confirmed
    }

    /// Where people look at it; nothing while only storage names it: such a page shows its whole address (225).
    pub(crate) fn explorer_url(&self, network: Option<&Network>) -> Option<String> {
        network.filter(|_| self.is_confirmed())?.account_url(&self.current()?.address)
    }

    /// How long to wait before the wallet can get a request to sign or send.
    #[must_use]
    pub(crate) fn alone_in_ms(&self, now_ms: u64) -> u64 {
        self.alone_at_ms.saturating_sub(now_ms).min(WALLET_CLAIM_MS) // a wall clock may jump
    }

    /// The current account, if one can be shown.
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
    /// By namespace.
    pub by: Map<Namespace, Account>,
    /// As another tab has stored them, while this one asks their wallets.
    pub(crate) elsewhere: Map<Namespace, Remembered>,
    /// Earlier connections that can be restored, newest first (3.5).
    pub remembered: Map<Namespace, Vec<Remembered>>,
    /// The host's names for addresses.
    pub labels: Map<String, String>,
    /// The tab of the account view.
    pub tab: AccountTab,
    /// Connectors that the user disconnected (3.30). They don't reconnect automatically.
    pub disconnected: Map<Namespace, Vec<String>>,
    /// The stored wallet's name, until it announces itself.
    pub stored_wallet_name: Option<String>,
}

impl Accounts {
    /// The accounts that are stored of a connector: of the one in use, of the one that another tab has, or of one that was.
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
    /// As announced.
    pub rdns: Option<String>,
    /// Of an embedded wallet: the owner's name or address of mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub identifier: Option<String>,
    /// Of an embedded wallet: the provider.
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
    /// The first [`crate::constants::TOKENS_MAX`] in the order of the slice `tokens`.
    pub token_balance: Option<Vec<TokenItem>>,
    /// How many tokens there are, all of them counted.
    pub token_count: Option<usize>,
    #[cfg_attr(test, ts(as = "alloc::collections::BTreeMap<String, String>"))]
    pub address_labels: Map<String, String>,
    #[cfg_attr(test, ts(as = "alloc::collections::BTreeMap<String, AccountType>"))]
    pub preferred_account_types: Map<&'static str, AccountType>,
    /// Of an embedded wallet.
    pub user: Option<LoginUser>,
    /// For an embedded wallet: the login provider of its owner.
    pub social_provider: Option<String>,
    /// During a login with Farcaster: the content of its QR code.
    pub farcaster_url: Option<String>,
    /// Of an embedded wallet: its contract is on the chain.
    pub smart_account_deployed: Option<bool>,
    /// Of an embedded wallet, all of it.
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
    /// The user's name.
    pub user: LoginUser,
    /// `email`, or the provider.
    pub auth_provider: String,
    /// `eoa` or `smartAccount`.
    pub account_type: AccountType,
    /// Its contract is on the chain.
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
    /// The same without status and balance: the part that triggers `wallet-account-change`.
    #[must_use]
    pub fn account_part(&self) -> Self {
        let mut part = self.clone();
        (part.status, part.is_connected) = (Status::Disconnected, false);
        (part.balance, part.balance_symbol) = (None, None);
        (part.token_balance, part.token_count) = (None, None);
        part
    }
}

/// The page and its forms show one namespace: the active one, or the only connected one. The other namespaces keep their state. So does one
/// that reconnects after a reload before the active one.
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
    /// One for each namespace that was ever connected or connecting.
    pub list: Vec<AccountState>,
}

/// The actions for the account, in feature order (2.34).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AccountAction {
    /// Buy for money.
    Onramp,
    /// Change one thing for another.
    Swaps,
    /// Show the address to a payer.
    Receive,
    /// Send.
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
    /// Collectibles.
    Nfts,
    /// The transaction history, or the transactions sent from this modal (2.41).
    Activity,
}

/// The slice `account`: the active namespace's account, ready to draw.
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
    /// Its wallet proposes requests to the owners of the account. Requests of other accounts go to other wallets.
    pub proposes: bool,
    /// Until its wallet has named it, its address is not shown to be paid to.
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
    // they are found in the history that a service tells
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
