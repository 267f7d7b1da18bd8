//! Lists the transactions from this modal as a history, for namespaces without a history service (decision 102, "Activity of this page's
//! transactions").

use super::kept::Entry;
use super::*;
use crate::features::money::model::transactions::{self, TransactionKind, TransactionStatus};
use crate::ports::clock::Clock;
use crate::time;
use alloc::string::ToString;

/// Whether this account sent the transaction, on the account's network.
pub(crate) fn is_of(item: &TransactionItem, of: &AccountId) -> bool {
    item.chain == of.chain.to_string()
        && transactions::sender(&item.request)
            .is_some_and(|from| namespaces::is_same(of.chain.namespace, from, &of.address))
}

/// Whether its status can still change. If no node reports on a transaction, the wallet's response is final.
pub(crate) fn is_awaited(state: &State, item: &TransactionItem) -> bool {
    transactions::is_open(item) && (!item.is_answered() || transactions::is_told(state, item))
}

/// Settled transactions, newest first.
pub(crate) fn own(state: &State, of: &AccountId, clock: &dyn Clock) -> Activity {
    let now_ms = clock.now_ms();
    let (read_ms, local_ms) = (now_ms, local_ms(clock, now_ms));
    let mut own = Activity { of: Some(of.clone()), read_ms, local_ms, ..Activity::default() };
    let list = state.transactions.list.iter();
    let list = list.filter(|item| is_of(item, of) && !is_awaited(state, item));
    own.take(list.map(|item| entry(item, of, clock)).collect(), None, None);
    own
}

fn entry(item: &TransactionItem, of: &AccountId, clock: &dyn Clock) -> Entry {
    let local_ms = local_ms(clock, item.created_at);
    let is_known = !item.amount.is_empty();
    let moved = is_known.then(|| Transfer {
        direction: TransferDirection::Out,
        quantity: TransferQuantity { numeric: item.amount.clone() },
        fungible_info: Some(FungibleInfo { symbol: item.symbol.clone(), icon: None, unverified: false }),
        nft_info: None,
    });
    let about = ActivityMetadata {
        hash: item.hash.clone(),
        mined_at: time::iso(item.created_at),
        chain: item.chain.clone(),
        status: match item.status {
            TransactionStatus::Confirmed => "confirmed",
            TransactionStatus::Failed => "failed",
            TransactionStatus::Replaced => "replaced",
            TransactionStatus::Differs => "differs",
            TransactionStatus::Altered => "altered",
            TransactionStatus::Unread => "unread",
            TransactionStatus::Sent | TransactionStatus::Unknown => "sent",
        },
        // a page's transaction whose effects weren't read completely isn't a payment
        operation_type: match item.kind {
            TransactionKind::Request if !is_known => "execute",
            _ => "send",
        }
        .to_string(),
        sent_from: of.address.clone(),
        sent_to: item.to.clone(),
    };
    Entry::of(&item.id, about, moved.into_iter().collect(), item.created_at, local_ms)
}
