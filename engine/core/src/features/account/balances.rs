//! The balance and the tokens of the connected account (1.15, 6.9, 7.13, 9.19, 9.24, 9.25).
//!
//! One request to the data service returns the tokens and the native balance. If the service doesn't support the chain, isn't configured
//! or fails, the native balance comes from the network's node. In namespaces whose nodes know all tokens of an account, the engine also
//! queries the node, and its amounts take precedence (decision 71, "Tokens read from the node"). A failure shows the text of 8.15, and the next try
//! waits 30 s (8.16). A result is cached for 30 s (9.2).

pub(crate) use super::model::balances::Native;
use super::model::balances::{
    BalancePhase, is_current, reading_of, show_arriving, show_native, show_read, show_tokens,
};
use crate::amount::Amount;
use crate::api::{blockchain, blockchain::Lines, rpc, wallet_services};
use crate::caip::{AccountId, Namespace};
use crate::command::unknown_action;
use crate::constants::{
    BALANCE_CACHE_MS, BALANCE_POLL_MS, BALANCE_RETRY_BLOCK_MS, CACHE_BYTES_MAX, SIMULATION_MS, TOKENS_MAX,
};
use crate::entities::{Network, Status, WalletHandle};
use crate::error::Error;
use crate::features::account::assets;
use crate::features::account::identity;
use crate::features::account::model::tokens::{self, LOOKS, Token, Walk};
use crate::features::shell::{View, alerts, images, toasts};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::json::json;
use crate::namespaces::holdings::{self, Balances};
use crate::namespaces::money;
use crate::namespaces::{self, Can};
use crate::services::BalanceItem;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use futures_util::future::{Either, select};
use serde_json::Value;

/// The shortest line of a balance in JSON has 64 bytes, so no cached list has more tokens.
const CACHED_TOKENS_MAX: usize = CACHE_BYTES_MAX / 64;

/// Reads the balance again, unless it was read less than 30 s ago. A second call joins the first one.
pub fn refresh(cx: &Cx, namespace: Namespace) {
    read_again(cx, namespace, &[], false);
}

/// Reads the balance again after a change. `forceUpdate` names the changed tokens (7.13).
pub fn renew(cx: &Cx, namespace: Namespace, tokens: &[String]) {
    read_again(cx, namespace, tokens, true);
}

/// Drops the cached balance of an account that isn't displayed, so its next display reads it again (9.2).
pub fn forget_read(cx: &Cx, account: &AccountId) {
    let id = account.to_string();
    cx.update(|s| {
        s.caches.native.forget(&id);
        s.caches.portfolio.forget(&id);
    });
}

/// Polls the balance of an embedded wallet while Account is open (docs/spec/services.md A11). A hidden page doesn't poll. The wallet's own
/// list is fetched each time, the data service's only after its cache time.
pub fn keep(cx: &Cx, namespace: Namespace) {
    let is_watched = move |s: &State| {
        let account = s.accounts.by.get(&namespace).filter(|account| account.status == Status::Connected);
        s.router.open
            && s.router.view() == Some(View::Account)
            && account.is_some_and(|account| matches!(account.handle, Some(WalletHandle::Embedded(_))))
    };
    if !cx.read(is_watched) {
        return;
    }
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::Connection(namespace), "balance poll", async move {
        let cx = flow_cx;
        while cx.read(is_watched) {
            let left = cx.until(|s| (!is_watched(s)).then_some(()));
            if cx.within(BALANCE_POLL_MS, left).await.is_some() {
                break;
            }
            if cx.ports().window.get().is_none_or(|window| window.is_visible()) {
                read_again(&cx, namespace, &[], cx.read(|s| s.tokens.by_wallet));
            }
        }
        Ok(Reply::Done)
    }));
}

fn target(state: &State, namespace: Namespace) -> Option<(AccountId, Network)> {
    let account = state.accounts.by.get(&namespace)?;
    let entry = account.current().filter(|_| account.status == Status::Connected)?;
    let network = state.networks.active_network().filter(|n| n.chain_namespace == namespace)?;
    Some((AccountId { chain: network.chain()?, address: entry.address.clone() }, network.clone()))
}

fn read_again(cx: &Cx, namespace: Namespace, tokens: &[String], changed: bool) {
    let Some((account, network)) = cx.read(|s| target(s, namespace)) else { return };
    let rules = namespaces::of(namespace);
    // without a node and a service, the balance stays empty (6.9)
    let has_node =
        || rules.can(Can::Listed) || rules.says_balance(&network) && !rpc::witnesses(cx, &network).is_empty();
    if !rules.can(Can::Balance) || !has_node() {
        return;
    }
    if network.testnet {
        cx.update(|s| {
            show_native(s, &account, BalancePhase::Testnet, None, &network);
            show_tokens(s, &account, BalancePhase::Testnet, None);
        });
        return;
    }
    identity::refresh(cx, &account);
    let now_ms = cx.ports().clock.now_ms();
    let id = account.to_string();
    let (blocked, is_drawn) = cx.update(|s| {
        let failed_ms = s.caches.blocked.fresh(&id, now_ms, BALANCE_RETRY_BLOCK_MS - 1);
        let failed_ms = failed_ms.and_then(|entry| entry.whole("timestamp"));
        let until_ms = failed_ms.map_or(0, |at| at + BALANCE_RETRY_BLOCK_MS);
        let shown = s.accounts.by.of(namespace);
        if shown.native.blocked_until_ms != until_ms {
            shown.native.blocked_until_ms = until_ms;
        }
        (until_ms > 0, shown.native.phase != BalancePhase::None)
    });
    if !changed && ((blocked && is_drawn) || from_cache(cx, &account, &network, now_ms)) {
        return;
    }
    let generation = cx.read(|s| s.moves.generation(namespace));
    let key = alloc::format!("balance {generation} {account}");
    let again = alloc::format!("balance after {generation} {account}");
    let (flow_cx, tokens, running) = (cx.clone(), tokens.to_vec(), key.clone());
    let scope = ScopeId::Connection(namespace);
    drop(cx.single(scope, if changed { &again } else { &key }, async move {
        if changed && flow_cx.runs(&running) {
            // a pending request was sent before the change, so its result would be stale
            drop(flow_cx.single(scope, &running, async { Ok(Reply::Done) }).await);
        }
        load(&flow_cx, &account, &network, &tokens, blocked).await;
        Ok(Reply::Done)
    }));
}

/// Shows the cached balance if it is less than 30 s old (9.2). Returns true if the cache has everything.
fn from_cache(cx: &Cx, account: &AccountId, network: &Network, now_ms: u64) -> bool {
    let id = account.to_string();
    let (native, list, by_wallet, unread) = cx.read(|s| {
        let native = s.caches.native.fresh(&id, now_ms, BALANCE_CACHE_MS);
        let native = native.and_then(|entry| entry.text("balance"));
        let native = native.and_then(|t| Amount::parse(t, network.native_currency.decimals).ok());
        let list = s.caches.portfolio.fresh(&id, now_ms, BALANCE_CACHE_MS);
        let by_wallet = list.is_some_and(|entry| entry.flag("byWallet") == Some(true));
        let unread =
            list.and_then(|entry| entry.whole("unread")).and_then(|count| usize::try_from(count).ok());
        let list = list.map(|entry| crate::services::items(entry.list("balance"), &account.chain));
        (native, list, by_wallet, unread.unwrap_or_default())
    });
    let (Some(native), Some(list)) = (native, list) else { return false };
    cx.update(|s| {
        show_native(s, account, BalancePhase::Ready, Some(native), network);
        show(s, account, &|each| list.iter().cloned().for_each(each), by_wallet, unread);
    });
    load_pictures(cx);
    true
}

/// Result of requesting the token list.
enum Listed {
    /// The service returned the list.
    Lines(Box<Lines>),
    /// A list that the node or the wallet contributed to. The flag is true if the wallet itself listed it.
    List(Vec<BalanceItem>, bool),
    /// No service is configured.
    NoService,
    /// The request failed (8.15).
    Unavailable,
    /// The request failed because the list is longer than the limit (8.15).
    TooLong,
    /// The services don't support this network, so no retry is scheduled.
    Unserved,
    /// The service lists this network as supported, but rejects a query for it as unknown.
    Unknown,
    /// The service failed less than 30 s ago (8.16): only the node is queried.
    Blocked,
}

async fn list(cx: &Cx, account: &AccountId, refresh: &[String]) -> Listed {
    if let Some(list) = assets::of_wallet(cx, account).await {
        return Listed::List(list, true);
    }
    let is_listed = namespaces::of(account.chain.namespace).can(Can::Listed);
    let is_asked = |s: &State| s.options.project_id.is_some() || s.options.answers("balances");
    if !is_listed || !cx.read(is_asked) {
        return Listed::NoService;
    }
    match alerts::of_service(cx, blockchain::balance(cx, account, refresh).await) {
        Ok(Some(lines)) => Listed::Lines(Box::new(lines)),
        Ok(None) => Listed::Unserved,
        Err(Error::TooLong { .. }) => Listed::TooLong,
        Err(Error::Http { status: 404, .. }) => Listed::Unknown,
        Err(_) => Listed::Unavailable,
    }
}

/// The node's list of all tokens, in a namespace whose nodes have one.
async fn of_node(cx: &Cx, account: &AccountId, network: &Network) -> Option<Balances> {
    holdings::held(cx, network, &account.address).await.ok()
}

/// Merges the service's and the node's lists: the tokens, how many were skipped, and the pending amount. If the node's list is complete, a
/// missing service isn't an error.
fn merged(listed: Listed, held: Option<Balances>) -> (Listed, usize, Option<Amount>) {
    let Some(Balances { merge, arriving }) = held else { return (listed, 0, None) };
    let list = match listed {
        Listed::Lines(lines) => lines.read(),
        Listed::List(list, _) => list,
        _ => Vec::new(),
    };
    let (list, unread) = merge(&list);
    (Listed::List(list, false), unread, arriving)
}

/// Requests the service's list and the node's balances concurrently. Both futures are boxed, since each is awaited in
/// several places.
async fn beside(
    cx: &Cx,
    account: &AccountId,
    network: &Network,
    refresh: &[String],
    blocked: bool,
) -> (Listed, Option<Balances>) {
    let listed = Box::pin(async { if blocked { Listed::Blocked } else { list(cx, account, refresh).await } });
    if !namespaces::of(account.chain.namespace).can(Can::Tokens) {
        return (listed.await, None);
    }
    match select(listed, Box::pin(of_node(cx, account, network))).await {
        // the service's result doesn't wait for a node that doesn't respond
        Either::Left((listed @ (Listed::Lines(_) | Listed::List(..)), node)) => {
            (listed, cx.within(SIMULATION_MS, node).await.flatten())
        }
        Either::Left((listed, node)) => (listed, node.await),
        Either::Right((held, list)) => (list.await, held),
    }
}

async fn load(cx: &Cx, account: &AccountId, network: &Network, refresh: &[String], blocked: bool) {
    let namespace = account.chain.namespace;
    let generation = cx.read(|s| s.moves.generation(namespace));
    let known = cx.read(|s| s.accounts.by.get(&namespace).and_then(|a| a.native.amount));
    let had_tokens = cx.read(|s| s.tokens.of.as_ref() == Some(account) && !s.tokens.list.is_empty());
    cx.update(|s| {
        if known.is_none() {
            show_native(s, account, BalancePhase::Loading, None, network);
        }
        if !had_tokens && !blocked {
            show_tokens(s, account, BalancePhase::Loading, None);
        }
    });
    let (listed, held) = beside(cx, account, network, refresh, blocked).await;
    let (listed, unread, arriving) = merged(listed, held);
    let long = match &listed {
        Listed::Lines(lines) if lines.count > CACHED_TOKENS_MAX => {
            Some(read_in_tasks(cx, account, lines).await)
        }
        _ => None,
    };
    let native = match native_of(&listed, network) {
        Some(amount) => Ok(amount),
        None => {
            money::load(cx, namespace).await;
            money::native(cx, network, &account.address).await
        }
    };
    if cx.read(|s| s.moves.generation(namespace)) != generation {
        return; // another account or network is displayed now: drops the result (R22)
    }
    let now_ms = cx.ports().clock.now_ms();
    // if the node returns balances of a network that the service doesn't know, the view only shows a note (173)
    let is_said = native.is_err() || matches!(listed, Listed::TooLong | Listed::Unavailable);
    let failed = is_said || matches!(listed, Listed::Unknown);
    cx.commit(|s| {
        match native {
            Ok(amount) => store_native(s, account, network, amount, arriving, now_ms),
            Err(_) => {
                let phase = if known.is_some() { BalancePhase::Old } else { BalancePhase::Failed };
                show_native(s, account, phase, known, network);
            }
        }
        match (listed, long) {
            (Listed::Lines(lines), Some(read)) => {
                // a longer list doesn't fit into the cache
                s.caches.portfolio.forget(&account.to_string());
                show_read(s, account, BalancePhase::Ready, Some(read));
                shown(s, account, false, unread);
                cx.ports().http.give_back(lines.text);
            }
            (Listed::Lines(lines), None) => {
                take(s, account, lines.read(), false, unread, now_ms);
                cx.ports().http.give_back(lines.text);
            }
            (Listed::List(list, by_wallet), _) => take(s, account, list, by_wallet, unread, now_ms),
            (Listed::NoService, _) => show_tokens(s, account, BalancePhase::Ready, Some(&|_| {})),
            (Listed::Blocked, _) if had_tokens => {}
            (listed, _) => show_failed(s, account, &listed, had_tokens),
        }
        if !blocked {
            retry_later(s, account, failed, now_ms);
        }
    })
    .await;
    load_pictures(cx);
    if is_said && !blocked {
        toasts::show_error(cx, &Error::BalanceUnavailable);
    }
}

/// Shows and stores the native balance, and the amount that is pending.
fn store_native(
    state: &mut State,
    account: &AccountId,
    network: &Network,
    amount: Amount,
    arriving: Option<Amount>,
    now_ms: u64,
) {
    show_native(state, account, BalancePhase::Ready, Some(amount), network);
    show_arriving(state, account, arriving);
    let entry = json!({ "timestamp": now_ms, "balance": amount.to_decimal(),
        "symbol": network.native_currency.symbol, "caipAddress": account.to_string() });
    state.caches.native.put(&account.to_string(), entry);
}

/// The list couldn't be loaded: shows the previous one, or that it failed.
fn show_failed(state: &mut State, account: &AccountId, listed: &Listed, had_tokens: bool) {
    let phase = if had_tokens { BalancePhase::Old } else { BalancePhase::Failed };
    show_tokens(state, account, phase, None);
    state.tokens.too_long = matches!(listed, Listed::TooLong) && is_current(state, account);
}

/// After a failure, the next try waits (8.16).
fn retry_later(state: &mut State, account: &AccountId, failed: bool, now_ms: u64) {
    let id = account.to_string();
    match failed {
        true => state.caches.blocked.put(&id, json!({ "timestamp": now_ms })),
        false => state.caches.blocked.forget(&id),
    }
    let is_shown = is_current(state, account);
    if let Some(shown) = state.accounts.by.get_mut(&account.chain.namespace).filter(|_| is_shown) {
        shown.native.blocked_until_ms = if failed { now_ms + BALANCE_RETRY_BLOCK_MS } else { 0 };
    }
}

/// Caches a list, and shows it if its account is still displayed.
fn take(
    state: &mut State,
    account: &AccountId,
    list: Vec<BalanceItem>,
    by_wallet: bool,
    unread: usize,
    now_ms: u64,
) {
    let id = account.to_string();
    if list.len() <= CACHED_TOKENS_MAX {
        let list: Vec<Value> = list.iter().map(BalanceItem::to_json).collect();
        let entry = json!({ "timestamp": now_ms, "balance": list, "byWallet": by_wallet, "unread": unread,
            "caipAddress": id });
        state.caches.portfolio.put(&id, entry);
    } else {
        state.caches.portfolio.forget(&id);
    }
    show(state, account, &|each| list.iter().cloned().for_each(each), by_wallet, unread);
}

/// Reads a list that is too long for one task in several tasks.
async fn read_in_tasks(cx: &Cx, account: &AccountId, lines: &Lines) -> (Vec<Token>, Option<String>) {
    // drops the previous list first, so that memory never holds two long ones
    let mut reading = cx.update(|s| {
        if is_current(s, account) {
            (s.tokens.list, s.tokens.phase) = (Vec::new(), BalancePhase::Loading);
        }
        reading_of(s, account)
    });
    for look in LOOKS {
        if reading.wants(look) {
            lines.walk_in_tasks(cx, &mut |item| reading.take(look, item)).await;
        }
    }
    reading.read()
}

fn show(state: &mut State, account: &AccountId, list: Walk<'_>, by_wallet: bool, unread: usize) {
    show_tokens(state, account, BalancePhase::Ready, Some(list));
    shown(state, account, by_wallet, unread);
}

fn shown(state: &mut State, account: &AccountId, by_wallet: bool, unread: usize) {
    if is_current(state, account) {
        (state.tokens.by_wallet, state.tokens.unread) = (by_wallet, unread);
    }
}

fn native_of(listed: &Listed, network: &Network) -> Option<Amount> {
    let native = match listed {
        Listed::Lines(lines) => lines.coin.as_ref()?,
        Listed::List(list, _) => list.iter().find(|item| item.address.is_none())?,
        _ => return None,
    };
    tokens::exact(native).filter(|amount| amount.decimals == network.native_currency.decimals)
}

/// Requests token icons, but only from the configured services and from URLs that the page configured.
fn load_pictures(cx: &Cx) {
    let urls = cx.read(|s| {
        let urls = s.tokens.list.iter().take(TOKENS_MAX).filter_map(|item| item.icon_url.clone());
        urls.filter(|url| wallet_services::is_ours(s, url)).collect()
    });
    images::load(cx, urls);
}

crate::command::commands! {
    /// The commands of the balances.
    pub enum BalancesCommand, BalancesAction {
        /// Reads the balance again.
        "refresh" Refresh {},
    }
    own {
        "renew" Renew,
    }
}

/// Runs a command of this feature.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        let namespace = match action.as_str() {
            BalancesAction::Refresh => cx.read(|s| s.networks.active_namespace()),
            BalancesAction::Renew => command.as_str().and_then(Namespace::parse),
            _ => return Err(unknown_action("balances", &action)),
        };
        namespace.into_iter().for_each(|namespace| refresh(&cx, namespace));
        Ok(Reply::Done)
    })
}
