//! Finds approvals, because no service lists them. The spenders come from the history, the node's logs, and known
//! contracts (the pinned routers, Permit2). Only the network's node decides the amounts.

use crate::api::blockchain;
use crate::caip::AccountId;
use crate::constants::HELD_MAX;
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::features::account::{BalancePhase, activity_model as activity, balances};
use crate::features::money::model::revoke::{Approval, Approvals, LogsPhase};
use crate::features::money::model::send::LoadPhase;
use crate::features::money::model::swap::offered::routers;
use crate::features::money::sender::generation;
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::Read;
use crate::namespaces::eip155::codec::approvals::{Book, PERMIT2, Pair, Pairs};
use crate::namespaces::eip155::{self, holdings, transaction_hash};
use crate::namespaces::terms::TokenWords;
use crate::time;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::Address;
use futures_util::future::{join, join_all};
use serde_json::Value;

/// The maximum number of history pages to read.
const PAGES_MAX: usize = 3;
/// The maximum number of approval transactions of the history to read.
const HASHES_MAX: usize = 32;
/// Blocks per log request: the common limit of nodes.
const RANGE: u64 = 10_000;
/// The maximum number of such requests.
const RANGES_MAX: u64 = 10;
/// The maximum number of pairs to query at the node.
const PAIRS_MAX: usize = 240;
/// The maximum number of the account's tokens to query for each known spender.
const TOKENS_MAX: usize = 30;
/// How long to wait for the account's list of tokens.
const LISTED_MS: u64 = 5_000;
/// The maximum number of concurrent queries.
const AT_ONCE: usize = 8;

/// The account and network to search for approvals.
#[derive(Clone)]
struct SearchScope {
    account: AccountId,
    owner: Address,
    network: Network,
}

/// The pairs to query.
struct Candidates {
    pairs: Pairs,
    logs: LogsPhase,
    is_history_missing: bool,
}

/// Loads the approvals again. The current list stays until then.
pub(super) fn load(cx: &Cx) {
    let Some(account) = cx.read(activity::account) else { return };
    let found = cx.read(|s| s.networks.find(&account.chain).cloned());
    let Some((network, owner)) = found.zip(eip155::parse(&account.address).ok()) else { return };
    let generation = generation(cx);
    cx.update(|s| {
        let approvals = &mut *s.approvals;
        if approvals.of.as_ref() != Some(&account) {
            let stage = core::mem::take(&mut approvals.stage);
            *approvals = Approvals { of: Some(account.clone()), stage, ..Approvals::default() };
        }
        if approvals.phase == LoadPhase::Failed {
            approvals.phase = LoadPhase::Loading;
        }
    });
    balances::refresh(cx, account.chain.namespace); // loads the names of tokens
    let key = alloc::format!("approvals {generation} {account}");
    let (scope, flow_cx) = (ScopeId::Connection(account.chain.namespace), cx.clone());
    let place = SearchScope { account, owner, network };
    cx.background(scope, {
        let cx = cx.clone();
        async move { cx.single(scope, &key, async move { read(&flow_cx, place, generation).await }).await }
    });
}

async fn read(cx: &Cx, place: SearchScope, generation: u32) -> Result<Reply> {
    let found = candidates(cx, &place).await;
    let (list, unread, is_cut) = asked(cx, &place, found.pairs).await;
    if self::generation(cx) != generation {
        return Ok(Reply::Done); // another account or network has its own list
    }
    cx.update(|s| {
        let approvals = &mut *s.approvals;
        // a node that doesn't respond hasn't proved an empty list
        let is_silent = list.is_empty() && unread > 0;
        approvals.phase = if is_silent { LoadPhase::Failed } else { LoadPhase::Ready };
        if !is_silent {
            approvals.list = list;
        }
        (approvals.unread, approvals.is_cut) = (unread, is_cut);
        (approvals.logs, approvals.is_history_missing) = (found.logs, found.is_history_missing);
    });
    Ok(Reply::Done)
}

/// Collects the pairs to query.
async fn candidates(cx: &Cx, place: &SearchScope) -> Candidates {
    // without the token list, the tokens in the found approvals are queried
    let listed = cx.until(|s| (s.tokens.phase != BalancePhase::Loading).then_some(()));
    let _ = cx.within(LISTED_MS, listed).await;
    let held: Vec<Address> = cx.read(|s| {
        let list = s.tokens.list.iter().take(HELD_MAX);
        let ids = list.filter_map(|item| AccountId::parse(item.address()?));
        let here = ids.filter(|id| id.chain == place.account.chain);
        here.filter_map(|id| eip155::parse(&id.address).ok()).collect()
    });
    let mut pairs = Pairs::new(&held, PAIRS_MAX);
    let (history, (by_logs, phase)) = join(of_history(cx, place), of_logs(cx, place, &held)).await;
    let is_history_missing = history.is_err();
    history.into_iter().flatten().for_each(|pair| pairs.add(pair));
    pairs.take(by_logs);
    // known spenders might have an approval for every token that the account has or ever approved
    let mut tokens: Vec<Address> = Vec::new();
    for token in held.iter().copied().chain(pairs.tokens()) {
        if tokens.len() >= TOKENS_MAX {
            break;
        }
        if !tokens.contains(&token) {
            tokens.push(token);
        }
    }
    let routers = cx.read(|s| routers(s, &place.account.chain));
    for token in tokens {
        pairs.add(Pair { token, spender: PERMIT2, book: Book::Token });
        for spender in routers.iter().copied() {
            pairs.add(Pair { token, spender, book: Book::Token });
            pairs.add(Pair { token, spender, book: Book::Permit2 });
        }
    }
    Candidates { pairs, logs: phase, is_history_missing }
}

/// Finds pairs in the history. The history only reports that approvals exist; their transactions contain token and
/// spender.
async fn of_history(cx: &Cx, place: &SearchScope) -> Result<Vec<Pair>> {
    let mut hashes: Vec<String> = Vec::new();
    let mut cursor: Option<String> = None;
    for _ in 0..PAGES_MAX {
        let Some(page) = blockchain::history(cx, &place.account, cursor.as_deref()).await? else { break };
        let approval = |entry: &Value| {
            let about =
                entry.field("metadata").filter(|about| about.text("operationType") == Some("approve"))?;
            transaction_hash(about.text("hash")?)
        };
        cursor = blockchain::read_history(page, &mut |entry| {
            let hash = approval(&entry).filter(|hash| hashes.len() < HASHES_MAX && !hashes.contains(hash));
            hashes.extend(hash);
        })?;
        if cursor.is_none() || hashes.len() >= HASHES_MAX {
            break;
        }
    }
    let mut pairs = Vec::new();
    for some in hashes.chunks(AT_ONCE) {
        let asking = some.iter().map(|hash| holdings::approval_of(cx, &place.network, hash, place.owner));
        pairs.extend(join_all(asking).await.into_iter().flatten());
    }
    Ok(pairs)
}

/// From the node's logs, backwards from the newest block, one range at a time. A node that doesn't allow log requests rejects the first
/// one.
async fn of_logs(cx: &Cx, place: &SearchScope, held: &[Address]) -> (Pairs, LogsPhase) {
    let mut pairs = Pairs::new(held, PAIRS_MAX);
    let network = &place.network;
    let Ok(mut to) = holdings::newest_block(cx, network).await else { return (pairs, LogsPhase::Refused) };
    for turn in 0..RANGES_MAX {
        let from = to.saturating_sub(RANGE - 1);
        let ask = |book| holdings::approvals_in(cx, network, place.owner, (from, to), book);
        let (Ok(own), Ok(through)) = join(ask(Book::Token), ask(Book::Permit2)).await else {
            return (pairs, if turn == 0 { LogsPhase::Refused } else { LogsPhase::Partial });
        };
        own.into_iter().chain(through).for_each(|pair| pairs.add(pair));
        if from == 0 {
            return (pairs, LogsPhase::All);
        }
        to = from - 1;
    }
    (pairs, LogsPhase::Partial)
}

/// Queries the node for pairs. Returns the nonzero approvals, how many queries failed, and whether some pairs were
/// skipped.
async fn asked(cx: &Cx, place: &SearchScope, pairs: Pairs) -> (Vec<Approval>, usize, bool) {
    let (pairs, is_cut) = pairs.first();
    let (mut list, mut unread): (Vec<Approval>, usize) = (Vec::new(), 0);
    for some in pairs.chunks(AT_ONCE) {
        let asking = some.iter().map(|pair| approval(cx, &place.network, place.owner, *pair));
        for answer in join_all(asking).await {
            match answer {
                Ok(Some(approval)) => list.push(approval),
                Ok(None) => {}
                Err(_) => unread += 1,
            }
        }
    }
    (list, unread, is_cut)
}

/// The current approval of a pair. `None` if it is zero.
///
/// # Errors
/// The node's errors.
pub(super) async fn approval(
    cx: &Cx,
    network: &Network,
    owner: Address,
    pair: Pair,
) -> Result<Option<Approval>> {
    let Some(allowed) = holdings::allowed(cx, network, owner, &pair).await? else { return Ok(None) };
    let token = match pair.book {
        Book::Collection => TokenWords::default(),
        Book::Token | Book::Permit2 => holdings::words(cx, network, &pair.token.to_checksum(None)).await,
    };
    let until_ms = allowed.until_s.map(|seconds| seconds.saturating_mul(1_000));
    let until = until_ms
        .filter(|ms| time::utc_minute(ms / 1_000).is_some())
        .map(|ms| time::moment(activity::local_ms(&*cx.ports().clock, ms)));
    Ok(Some(Approval { pair, allowed, token, until }))
}

/// Reads an approval of the list again, and updates or removes it.
pub(super) async fn again(cx: &Cx, pair: Pair) -> Result<()> {
    let account = cx.read(|s| s.approvals.of.clone()).ok_or(Error::NoNetworkOrAccount)?;
    let network = cx.read(|s| s.networks.find(&account.chain).cloned()).ok_or(Error::NoNetwork)?;
    let owner = eip155::parse(&account.address).map_err(|_| Error::NoNetworkOrAccount)?;
    let generation = generation(cx);
    let now = approval(cx, &network, owner, pair).await?;
    if self::generation(cx) == generation {
        cx.update(|s| {
            let list = &mut s.approvals.list;
            match (list.iter_mut().find(|known| known.pair == pair), now) {
                (Some(known), Some(now)) => *known = now,
                (None, Some(now)) => list.push(now),
                (_, None) => list.retain(|known| known.pair != pair),
            }
        });
    }
    Ok(())
}
