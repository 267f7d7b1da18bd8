//! Renders the history (docs/spec/views.md section 6, "Activity"): the months, and the rows near the first visible one. Only visible rows
//! are rendered, so a list of ten thousand entries costs no more than a screenful.

use super::kept::{Entry, Seen};
use super::*;
use crate::amount::{self, Amount};
use crate::caip::ChainId;
use crate::constants::{
    ACTIVITY_BEHIND, ACTIVITY_MAX, ACTIVITY_WHOLE, ACTIVITY_WINDOW, NFTS_MAX, TRANSACTION_DECIMALS,
    TRANSFER_DECIMALS,
};
use crate::features::money::model::transactions::{self, TransactionKind, TransactionStatus};
use crate::{format, time};
use alloc::string::ToString;
use alloy_primitives::U256;
use core::ops::Range;

/// Builds the slice `activity`.
#[must_use]
pub fn slice(state: &State) -> ActivitySlice {
    let of_own = own_account(state).filter(|_| !is_of_nfts(state));
    let is_built = |own: &&Activity| own.of == of_own;
    let unread = Activity::default();
    let activity = match of_own {
        Some(_) => state.activity.own.as_deref().filter(is_built).unwrap_or(&unread),
        None => &state.activity,
    };
    let window = activity.window();
    let mut groups: Vec<ActivityGroup> = Vec::new();
    let mut month = u32::MAX;
    for (place, entry) in activity.shown().enumerate() {
        // an hour that repeats at a time change can lie on both sides of midnight: each month is listed once
        if entry.month < month {
            month = entry.month;
            let title = time::month_title(entry.local_ms, activity.local_ms);
            groups.push(ActivityGroup { title, count: 0, above: 0, items: Vec::new() });
        }
        let Some(group) = groups.last_mut() else { continue };
        group.count += 1;
        if place < window.start {
            group.above += 1;
        } else if place < window.end {
            group.items.push(row(state, entry, activity.read_ms, of_own.is_some()));
        }
    }
    let (pending, unlisted) = match &of_own {
        Some(of) => {
            let is_pending = |item: &&TransactionItem| own::is_of(item, of) && own::is_awaited(state, item);
            (state.transactions.list.iter().filter(is_pending).cloned().collect(), Vec::new())
        }
        None => above(state),
    };
    ActivitySlice {
        phase: activity.phase,
        groups,
        pending,
        unlisted,
        has_more: activity.next.is_some(),
        loading_more: activity.loading_more,
        more_failed: activity.more_failed,
        stalled: activity.stalled,
        own: of_own.is_some(),
        full: activity.full.then(|| format::separated(&activity.items.len().min(ACTIVITY_MAX).to_string())),
        spam: activity.spam,
        show_spam: activity.show_spam,
        nfts: if is_of_nfts(state) { nfts(state) } else { Vec::new() },
        nfts_more: match is_of_nfts(state).then(|| held(state).count().saturating_sub(NFTS_MAX)) {
            None | Some(0) => None,
            Some(more) => Some(format::separated(&more.to_string())),
        },
    }
}

/// This account's transactions from this modal that the service doesn't list: pending ones, and settled ones that are
/// newer than the oldest loaded entry.
fn above(state: &State) -> (Vec<TransactionItem>, Vec<TransactionItem>) {
    let Some(of) = account(state) else { return (Vec::new(), Vec::new()) };
    let chain = of.chain.to_string();
    let activity = &state.activity;
    let is_read = activity.of.as_ref() == Some(&of);
    let read_from = match activity.phase {
        ActivityPhase::Ready if is_read && activity.next.is_some() => {
            activity.items.last().map(|last| last.mined_ms)
        }
        ActivityPhase::Ready | ActivityPhase::Failed if is_read => Some(0),
        _ => None,
    };
    let is_here = |item: &&TransactionItem| {
        let is_of = |from| namespaces::is_same(of.chain.namespace, from, &of.address);
        item.chain == chain && transactions::sender(&item.request).is_none_or(is_of)
    };
    let is_listed = |item: &TransactionItem| {
        let hash = item.hash.as_deref().map(Id::of).filter(|_| is_read);
        hash.is_some_and(|hash| activity.items.iter().any(|entry| entry.is_of(&hash)))
    };
    let (mut pending, mut unlisted) = (Vec::new(), Vec::new());
    for item in state.transactions.list.iter().filter(is_here) {
        let list = match transactions::is_open(item) {
            true => &mut pending,
            false if read_from.is_some_and(|from| item.created_at >= from) => &mut unlisted,
            false => continue,
        };
        if !is_listed(item) {
            list.push(item.clone());
        }
    }
    (pending, unlisted)
}

/// The images of the rendered rows that haven't been requested yet.
pub(crate) fn pictures(state: &State) -> Vec<String> {
    let activity = &state.activity;
    let mut urls: Vec<&str> = Vec::new();
    if is_of_nfts(state) {
        urls.extend(held(state).take(NFTS_MAX).filter_map(|(_, nft)| nft.preview()));
    } else {
        let window = activity.window();
        let rows = activity.shown().skip(window.start).take(window.len());
        urls.extend(rows.flat_map(Entry::moved).filter_map(Moved::source));
    }
    urls.retain(|url| state.images.by.get(url).is_none());
    urls.into_iter().map(ToString::to_string).collect()
}

fn is_of_nfts(state: &State) -> bool {
    state.accounts.tab == AccountTab::Nfts && state.router.view() != Some(View::Activity)
}

impl Activity {
    fn shown(&self) -> impl Iterator<Item = &Entry> {
        self.items.iter().map(AsRef::as_ref).filter(|entry| self.show_spam || !entry.is_spam)
    }

    /// The number of rows that aren't hidden, rendered or not.
    pub(crate) fn count(&self) -> usize {
        if self.show_spam { self.items.len() } else { self.items.len() - self.spam }
    }

    /// The rows to render: all rows of a short list; otherwise some before and some after the first visible one.
    fn window(&self) -> Range<usize> {
        let count = self.count();
        if count <= ACTIVITY_WHOLE {
            return 0..count;
        }
        let start = self.at.saturating_sub(ACTIVITY_BEHIND).min(count - ACTIVITY_WINDOW);
        start..start + ACTIVITY_WINDOW
    }
}

/// The other account of a transfer, and whether it is the sender.
fn other<'a>(metadata: &'a ActivityMetadata, legs: &[Leg]) -> (&'a str, bool) {
    match legs.first().map(|leg| leg.direction) {
        Some(TransferDirection::In) => (&metadata.sent_from, true),
        _ => (&metadata.sent_to, false),
    }
}

/// The transaction from this modal that matches an entry of the history.
fn sent_here<'a>(state: &'a State, metadata: &ActivityMetadata) -> Option<&'a TransactionItem> {
    let is_it = |item: &&TransactionItem| item.hash.is_some() && item.hash == metadata.hash;
    state.transactions.list.iter().find(is_it)
}

/// Describes an entry. A payment through this modal isn't described as a plain send.
fn told(state: &State, metadata: &ActivityMetadata) -> String {
    match sent_here(state, metadata).map(|item| item.kind) {
        Some(TransactionKind::Pay) => "paid".into(),
        _ => verb(&metadata.operation_type),
    }
}

/// Both sides of a swap, "ETH → DUSD".
fn pair(legs: &[Leg]) -> Option<String> {
    let [gone, come] = legs else { return None };
    let is_trade = gone.direction == TransferDirection::Out && come.direction == TransferDirection::In;
    let symbol = |leg: &Leg| leg.text.rsplit_once(' ').map(|(_, symbol)| symbol.to_string());
    if !is_trade || gone.nft || come.nft {
        return None;
    }
    Some([&*symbol(gone)?, " → ", &*symbol(come)?].concat())
}

/// The history's data for the view of one transaction: its verb, its status, its entry.
pub(crate) fn past(state: &State, hash: &str) -> Option<(String, bool, TransactionItem)> {
    let wanted = Id::of(hash);
    let entry = state.activity.items.iter().map(AsRef::as_ref).find(|entry: &&Entry| entry.is_of(&wanted))?;
    let (metadata, transfers) = (&entry.metadata(), &entry.transfers());
    let chain = ChainId::parse(&metadata.chain)?;
    let (of, came) = other(metadata, &legs(transfers, false));
    let moved = transfers.iter().find(|of| (of.direction == TransferDirection::In) == came);
    let symbol = moved.and_then(|of| Some(of.fungible_info.as_ref()?.symbol.clone()));
    let network = state.networks.find(&chain);
    let item = TransactionItem {
        hash: Some(hash.into()),
        status: match metadata.status {
            "confirmed" => TransactionStatus::Confirmed,
            "failed" => TransactionStatus::Failed,
            _ => TransactionStatus::Sent,
        },
        amount: moved.filter(|_| symbol.is_some()).map(|of| of.quantity.numeric.clone()).unwrap_or_default(),
        symbol: symbol.unwrap_or_default(),
        to: crate::namespaces::of(chain.namespace).address(of).ok()?,
        explorer_url: network.and_then(|network| network.transaction_url(hash)),
        ..TransactionItem::asked(hash, TransactionKind::Request, &chain, entry.mined_ms)
    };
    Some((told(state, metadata), came, item))
}

/// The row of a transaction.
fn row(state: &State, entry: &Entry, read_ms: u64, is_own: bool) -> ActivityItem {
    let (id, metadata, transfers) = (entry.id(), entry.metadata(), entry.transfers());
    let mut legs = legs(&transfers, is_own);
    for leg in &mut legs {
        leg.image = leg.source.as_deref().and_then(|source| state.images.get(source));
    }
    let (other, _) = other(&metadata, &legs);
    let moment = time::moment(entry.local_ms);
    // for a token transfer the service names the contract that was called: a contract isn't a counterparty
    let is_token = state.tokens.list.iter().any(|token| {
        let address = token.address().and_then(|id| id.rsplit(':').next());
        address.is_some_and(|address| address.eq_ignore_ascii_case(other))
    });
    let network = ChainId::parse(&metadata.chain).and_then(|chain| state.networks.find(&chain));
    let hash = metadata.hash.as_deref();
    ActivityItem {
        verb: told(state, &metadata),
        description: sent_here(state, &metadata).and_then(|item| item.description.clone()),
        pair: pair(&legs),
        legs,
        counterparty: (!other.is_empty() && !is_token)
            .then(|| state.identities.name(other).unwrap_or_else(|| format::truncated(other))),
        date: time::short(entry.local_ms),
        time: moment.rsplit(' ').next().unwrap_or_default().into(),
        ago: time::relative(entry.mined_ms, read_ms),
        link: network.zip(hash).and_then(|(network, hash)| network.transaction_url(hash)),
        test_id: alloc::format!("wm-tx-{}", hash.unwrap_or(&id)),
        id,
        metadata,
        transfers,
    }
}

/// NFTs that were received and not sent on. The list starts with the newest event, so the first event of an NFT
/// decides.
fn held(state: &State) -> impl Iterator<Item = (&Entry, &NftInfo)> {
    let mut seen = Seen::default();
    let confirmed =
        state.activity.items.iter().map(AsRef::as_ref).filter(|entry: &&Entry| entry.status() == "confirmed");
    let moved = confirmed.flat_map(|entry| entry.moved().iter().map(move |moved| (entry, moved)));
    moved.filter_map(move |(entry, transfer)| {
        let nft = transfer.nft.as_deref().filter(|nft| !nft.flags.is_spam && seen.add(&nft.name))?;
        (transfer.direction != TransferDirection::Out).then_some((entry, nft))
    })
}

fn nfts(state: &State) -> Vec<NftItem> {
    let item = |(entry, nft): (&Entry, &NftInfo)| NftItem {
        id: alloc::format!("{}/{}", entry.id(), nft.name),
        name: nft.name.clone(),
        image: nft.preview().and_then(|url| state.images.get(url)),
    };
    held(state).take(NFTS_MAX).map(item).collect()
}

/// The transfers of a row: transfers of one token in one direction are summed, plain fees are hidden, at most two are shown, outgoing first
/// (docs/spec/views.md section 6, "Activity"). A transaction from this modal shows the exact amount.
fn legs(transfers: &[Transfer], is_exact: bool) -> Vec<Leg> {
    let mut sums: Vec<(TransferDirection, &FungibleInfo, Amount)> = Vec::new();
    let mut found: Vec<Leg> = Vec::new();
    for transfer in transfers {
        if let Some(nft) = &transfer.nft_info {
            let text = nft.name.clone();
            let source = nft.preview().map(ToString::to_string);
            let direction = transfer.direction;
            found.push(Leg { direction, text, image: None, nft: true, unverified: false, source });
        } else if let Some(token) = &transfer.fungible_info {
            let amount = amount::listed_value(&transfer.quantity.numeric, TRANSFER_DECIMALS);
            let same = |(direction, known, _): &&mut (TransferDirection, &FungibleInfo, Amount)| {
                *direction == transfer.direction
                    && known.symbol == token.symbol
                    && known.unverified == token.unverified
            };
            match sums.iter_mut().find(same) {
                Some((_, _, sum)) => *sum = sum.checked_add(&amount).unwrap_or(*sum),
                None => sums.push((transfer.direction, token, amount)),
            }
        }
    }
    let whole = sums.clone();
    let largest = whole.iter().map(|(_, _, sum)| sum.units).max().unwrap_or_default();
    for (direction, token, sum) in sums {
        // the same token in both directions, and one amount is negligible: change or a fee
        let other = whole.iter().find(|(way, known, _)| *way != direction && known.symbol == token.symbol);
        let below = |part: u64, of: U256| sum.units.checked_mul(U256::from(part)).is_some_and(|n| n < of);
        if other.is_some_and(|(_, _, other)| below(10, other.units)) && below(100, largest) {
            continue;
        }
        let sign = match direction {
            TransferDirection::In => "+",
            TransferDirection::Out => "-",
            TransferDirection::Own => "",
        };
        let shown = if is_exact { sum.to_decimal() } else { sum.to_floored(TRANSACTION_DECIMALS) };
        let shown = format::separated(&shown);
        let text = alloc::format!("{sign}{shown} {}", token.symbol);
        found.push(Leg {
            direction,
            text,
            unverified: token.unverified,
            image: None,
            nft: false,
            source: token.icon.as_ref().map(|icon| icon.url.clone()),
        });
    }
    // outgoing legs come first
    let (gone, come): (Vec<Leg>, Vec<Leg>) =
        found.into_iter().partition(|leg| leg.direction == TransferDirection::Out);
    gone.into_iter().chain(come).take(2).collect()
}

fn verb(operation: &str) -> String {
    let known = match operation {
        "approve" => "approved",
        "borrow" => "borrowed",
        "burn" => "burnt",
        "buy" => "bought",
        "cancel" => "canceled",
        "claim" => "claimed",
        "deploy" => "deployed",
        "deposit" => "deposited",
        "execute" => "executed",
        "mint" => "minted",
        "receive" => "received",
        "repay" => "repaid",
        "sell" => "sold",
        "send" => "sent",
        "stake" => "staked",
        "trade" | "swap" => "swapped",
        "unstake" => "unstaked",
        "withdraw" => "withdrawn",
        other => other,
    };
    known.into()
}
