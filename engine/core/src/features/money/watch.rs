//! Polls one transaction until it is in a block.

use super::model::transactions::{
    self as list, TransactionItem, TransactionStatus, is_asked_again, is_told, sent, set_status, unmark,
};
use super::model::watched::subject;
use super::record::{Progress, commit, toast};
use super::{TOO_LATE, ids, reorg};
use crate::caip::{AccountId, ChainId};
use crate::constants::{
    BLOCKHASH_LIFETIME_MS, BROADCAST_AGAIN_MS, PENDING_TRANSACTIONS_MAX, RECEIPT_POLL_MS,
    RECEIPT_SLOW_POLL_MS, REPLACED_LOOKS, SENDER_LOOKS, TRANSACTION_CONFIRMATION_MS,
};
use crate::entities::Network;
use crate::features::account::{self, balances};
use crate::features::shell::{ToastVariant, toasts};
use crate::flow::{Cx, Join, Reply, ScopeId};
use crate::json::Read;
use crate::namespaces;
use crate::namespaces::money::{self, Added, Batch, End, Next, OnChain, Receipt, Since, Stand, Submitted};
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// How many quick polls precede the slow ones.
pub(super) const QUICK_LOOKS: usize = (TRANSACTION_CONFIRMATION_MS / RECEIPT_POLL_MS) as usize;

/// Warns clearly that the network has another transaction (10.27).
pub(super) fn toast_differs(cx: &Cx, link: Option<String>, about: Option<&str>) {
    let toast = toasts::plain("Your wallet sent something else", ToastVariant::Error);
    toasts::show(cx, toasts::Toast { link, about: about.map(Into::into), ..toast });
}

/// The key of the flow that follows a transaction.
fn key(id: &str) -> String {
    alloc::format!("watch {id}")
}

/// Whether a flow follows the transaction.
pub(super) fn is_followed(cx: &Cx, id: &str) -> bool {
    cx.runs(&key(id))
}

/// Follows a transaction until it is in a block: quickly for 25 s, then slowly, at most 99 times more. Resolves when it
/// is settled, with [`TOO_LATE`] if nothing was sent. Runs in the engine's own scope, because closing the modal doesn't
/// undo a send.
pub(super) fn watch(cx: &Cx, id: &str) -> Join {
    let key = key(id);
    let (flow_cx, id) = (cx.clone(), id.to_string());
    cx.single(ScopeId::App, &key, async move {
        let cx = flow_cx;
        let mut started_ms = cx.ports().clock.now_ms();
        let mut slow_looks = 0;
        let mut seen = Seen::default();
        let is_unanswered = |s: &State| s.transactions.get(&id).is_some_and(TransactionItem::is_unanswered);
        let mut was_unanswered = false;
        // without a node that can report it, the wallet's response is final
        if cx.read(|s| s.transactions.get(&id).is_some_and(|item| !is_told(s, item))) {
            return Ok(Reply::Done);
        }
        loop {
            if let Some(status) = look(&cx, &id, &mut seen).await {
                settle(&cx, &id, status).await;
                return Ok(Reply::Done);
            }
            if cx.read(is_unanswered) {
                was_unanswered = true;
                let is_slow = slow_looks >= QUICK_LOOKS;
                slow_looks += 1;
                if slow_looks > QUICK_LOOKS + PENDING_TRANSACTIONS_MAX {
                    return Ok(Reply::Done);
                }
                // if the wallet reports a status meanwhile, it is used
                let said = cx.until(|s| (!is_unanswered(s)).then_some(()));
                let _ = cx.within(if is_slow { RECEIPT_SLOW_POLL_MS } else { RECEIPT_POLL_MS }, said).await;
                continue;
            }
            if seen.is_over {
                return Ok(Reply::Json(TOO_LATE.into()));
            }
            if cx.read(|s| s.transactions.get(&id).is_none()) {
                return Ok(Reply::Done); // the wallet itself reports that nothing was sent
            }
            if core::mem::take(&mut was_unanswered) {
                (started_ms, slow_looks) = (cx.ports().clock.now_ms(), 0);
            }
            let waited_ms = cx.ports().clock.now_ms().saturating_sub(started_ms);
            if waited_ms < TRANSACTION_CONFIRMATION_MS {
                cx.ports().clock.sleep(RECEIPT_POLL_MS).await;
                continue;
            }
            // in a namespace with rare blocks, an earlier poll is useless
            if waited_ms < confirmation_ms(&cx, &id) {
                cx.ports().clock.sleep(RECEIPT_SLOW_POLL_MS).await;
                continue;
            }
            if slow_looks == 0 && !seen.is_mined && !cx.read(|s| is_proposed(s, &id) || is_altered(s, &id)) {
                commit(&cx, |s| set_status(s, &id, TransactionStatus::Unknown)).await;
                toast(&cx, &id, Progress::Slow);
            }
            slow_looks += 1;
            if slow_looks > PENDING_TRANSACTIONS_MAX {
                return Ok(Reply::Done);
            }
            // a signed transaction expires soon
            let is_given = cx.read(|s| s.transactions.get(&id).is_some_and(|item| item.signed.is_some()));
            let is_quick = is_given && slow_looks < PENDING_TRANSACTIONS_MAX / 2;
            cx.ports().clock.sleep(if is_quick { BROADCAST_AGAIN_MS } else { RECEIPT_SLOW_POLL_MS }).await;
        }
    })
}

/// The usual maximum time until a transaction is in a block.
fn confirmation_ms(cx: &Cx, id: &str) -> u64 {
    let namespace = cx.read(|s| Some(ChainId::parse(&s.transactions.get(id)?.chain)?.namespace));
    namespace.map_or(TRANSACTION_CONFIRMATION_MS, |namespace| money::confirmation_ms(cx, namespace))
}

/// Whether the wallet signed something else.
fn is_altered(state: &State, id: &str) -> bool {
    state.transactions.get(id).is_some_and(|item| item.status == TransactionStatus::Altered)
}

/// Whether the account's owners haven't approved the transaction yet. That can take days.
fn is_proposed(state: &State, id: &str) -> bool {
    state.transactions.get(id).is_some_and(|item| list::is_proposed(state, item))
}

/// What the polls of one transaction have found.
#[derive(Default)]
pub(super) struct Seen {
    /// The ID doesn't belong to another entry, request or payment.
    is_own: bool,
    /// The network's transaction matches the request.
    is_same: bool,
    /// The transaction is in a block, and the page waits for more blocks.
    is_mined: bool,
    /// How many consecutive polls found it missing with its nonce used.
    gone: usize,
    /// How many consecutive polls found that it can't get into a block any more.
    late: usize,
    /// It can't get into a block any more, and its entry was removed from the list.
    is_over: bool,
    /// When this page first searched for the signed transaction. Its lifetime is measured from then, with our own
    /// clock.
    signed_ms: Option<u64>,
    /// When the signed transaction was last broadcast.
    given_ms: Option<u64>,
    /// For a request without a response: the sender's last checked transaction.
    upto: Option<Stand>,
}

/// Polls once: first compares the network's transaction with the request (10.27), then reads the receipt. `None` while
/// either is missing or the node doesn't respond. A receipt alone doesn't identify the transaction.
pub(super) async fn look(cx: &Cx, id: &str, seen: &mut Seen) -> Option<TransactionStatus> {
    let namespace = cx.read(|s| Some(ChainId::parse(&s.transactions.get(id)?.chain)?.namespace))?;
    money::load(cx, namespace).await;
    if let Some(failed) = of_batch(cx, id).await {
        return Some(failed);
    }
    if let Some(hash) = of_sender(cx, id, seen).await {
        commit(cx, |s| {
            sent(s, id, &Submitted::Hash(hash));
            // a later report of the wallet isn't needed
            unmark(cx.ports(), id);
        })
        .await;
        toast(cx, id, Progress::Sent);
    }
    let (hash, network, request, since) = cx.read(|s| {
        let item = s.transactions.get(id)?;
        let network = s.networks.find(&ChainId::parse(&item.chain)?)?.clone();
        // only the wallet claims that this is the hash
        let request = match item.calls {
            Some(_) => money::as_batch(cx, network.chain_namespace, item.request.clone()),
            None => item.request.clone(),
        };
        let since = Since::of(item.stood, item.created_at).named(item.calls.as_deref());
        Some((item.hash.clone()?, network, request, since))
    })?;
    if cx.read(|s| is_altered(s, id)) {
        // this isn't the reviewed transaction, so only checks whether it is on the network
        let is_there = money::receipt(cx, &network, &hash).await.is_some()
            || money::carries(cx, &network, &hash, &request, since).await.is_some();
        return is_there.then_some(TransactionStatus::Differs);
    }
    // a transaction matches only one entry, so a wallet that repeats a hash has sent nothing new
    seen.is_own = seen.is_own || ids::take(cx, &network.caip_network_id, &hash, id);
    if !seen.is_own {
        return Some(TransactionStatus::Differs);
    }
    give(cx, id, &network, seen).await;
    // entries from before requests were stored have nothing to compare
    if !seen.is_same && !request.is_null() {
        match money::carries(cx, &network, &hash, &request, since).await {
            Some(OnChain { is_read: false, .. }) => return Some(TransactionStatus::Unread),
            Some(OnChain { is_same: false, .. }) => return Some(TransactionStatus::Differs),
            Some(OnChain { place, added, .. }) => seen_there(cx, id, place, added.some()).await,
            None if is_too_late(cx, id, &hash, &network, seen).await => {
                too_late(cx, id).await;
                seen.is_over = true;
                return None;
            }
            None => return replaced(cx, id, &network, seen).await,
        }
    }
    seen.is_same = true;
    let receipt = money::receipt(cx, &network, &hash).await;
    seen.is_mined = receipt.is_some();
    let status = match receipt {
        Some(Receipt::Confirmed) => TransactionStatus::Confirmed,
        Some(Receipt::Reverted) => TransactionStatus::Failed,
        None => return replaced(cx, id, &network, seen).await,
    };
    is_deep(cx, id, &network, &hash).await.then_some(status)
}

/// Whether the transaction has as many confirmations as the page waits for.
async fn is_deep(cx: &Cx, id: &str, network: &Network, hash: &str) -> bool {
    let wanted = cx.read(|s| s.transactions.get(id)?.confirmations).unwrap_or(1);
    wanted <= 1 || money::depth(cx, network, hash).await.is_some_and(|depth| depth >= wanted)
}

/// Finds the hash of a request without a reliable response, among the sender's newer transactions.
async fn of_sender(cx: &Cx, id: &str, seen: &mut Seen) -> Option<String> {
    let (network, item, stood) = cx.read(|s| {
        let item = s.transactions.get(id).filter(|item| item.is_unanswered())?;
        Some((s.networks.find(&ChainId::parse(&item.chain)?)?.clone(), item.clone(), item.stood?))
    })?;
    // while a wallet has the same request again, a new transaction most likely belongs to that request
    if is_asked_again(cx.ports(), &item) {
        return None;
    }
    next_of_sender(cx, &network, &item.request, seen.upto.get_or_insert(stood), id).await
}

/// Finds the sender's next transaction that matches a request, and claims it for its owner. Skips those with another
/// owner ([`ids`]).
pub(super) async fn next_of_sender(
    cx: &Cx,
    network: &Network,
    request: &Value,
    upto: &mut Stand,
    owner: &str,
) -> Option<String> {
    for _ in 0..SENDER_LOOKS {
        let Next { id: hash, stand } = money::next(cx, network, request, *upto).await?;
        *upto = stand;
        if let Some(hash) = hash.filter(|hash| takes(cx, network, hash, owner)) {
            return Some(hash);
        }
    }
    None
}

/// Claims a transaction for an owner, unless it belongs to another entry. This is synchronous, because another tab might find the same
/// transaction at the same time.
fn takes(cx: &Cx, network: &Network, hash: &str, owner: &str) -> bool {
    let is_it = |of: &str| of.eq_ignore_ascii_case(hash);
    let is_known = |s: &State| {
        let mut others = s.transactions.list.iter().filter(|item| item.id != owner);
        others.any(|item| item.hash.as_deref().is_some_and(is_it))
    };
    !cx.read(is_known) && ids::take(cx, &network.caip_network_id, hash, owner)
}

/// Stores the transaction's nonce and the parts that the wallet added. After a reload, the network might not have the
/// transaction any more.
async fn seen_there(cx: &Cx, id: &str, place: Option<u64>, added: Option<Added>) {
    let Some(known) = cx.read(|s| s.transactions.get(id).map(|item| (item.nonce, item.added.clone()))) else {
        return;
    };
    let (place, added) = (place.or(known.0), added.or(known.1.clone()));
    if (place, &added) == (known.0, &known.1) {
        return;
    }
    commit(cx, |s| {
        if let Some(item) = s.transactions.get_mut(id) {
            (item.nonce, item.added) = (place, added);
        }
    })
    .await;
}

/// Broadcasts a signed transaction, and repeats that until it is in a block.
async fn give(cx: &Cx, id: &str, network: &Network, seen: &mut Seen) {
    let now = cx.ports().clock.now_ms();
    let signed = cx.read(|s| s.transactions.get(id)?.signed.clone());
    let is_due = seen.given_ms.is_none_or(|at| now.saturating_sub(at) >= BROADCAST_AGAIN_MS);
    if let Some(signed) = signed.filter(|_| is_due) {
        seen.given_ms = Some(now);
        money::give(cx, network, &signed).await;
    }
}

/// Whether a signed transaction can't get into a block any more, according to [`REPLACED_LOOKS`] consecutive polls.
async fn is_too_late(cx: &Cx, id: &str, hash: &str, network: &Network, seen: &mut Seen) -> bool {
    let find = |s: &State| s.transactions.get(id).filter(|item| item.signed.is_some()).map(|item| item.until);
    let Some(until) = cx.read(find) else { return false };
    let now = cx.ports().clock.now_ms();
    let since = *seen.signed_ms.get_or_insert(now);
    match money::end(cx, network, hash, until).await {
        Some(End::Over) => seen.late += 1,
        Some(End::Block(until)) => {
            let set = |s: &mut State| {
                if let Some(item) = s.transactions.get_mut(id) {
                    item.until = Some(until);
                }
            };
            commit(cx, set).await;
        }
        None => seen.late = 0,
    }
    // the block height of a single node isn't enough
    seen.late >= REPLACED_LOOKS && now.saturating_sub(since) >= BLOCKHASH_LIFETIME_MS
}

/// Handles a transaction that wasn't broadcast, according to the network and our own clock. The entry stays in the list
/// and the search continues, because nodes can be wrong.
async fn too_late(cx: &Cx, id: &str) {
    toast(cx, id, Progress::Late);
    commit(cx, |s| {
        set_status(s, id, TransactionStatus::Unknown);
        if let Some(item) = s.transactions.get_mut(id) {
            (item.signed, item.told) = (None, true); // isn't broadcast again
        }
    })
    .await;
    unmark(cx.ports(), id);
    let (flow_cx, id) = (cx.clone(), id.to_string());
    cx.background(ScopeId::App, async move {
        let mut seen = Seen::default();
        for _ in 0..PENDING_TRANSACTIONS_MAX {
            flow_cx.ports().clock.sleep(RECEIPT_SLOW_POLL_MS).await;
            if let Some(status) = look(&flow_cx, &id, &mut seen).await {
                settle(&flow_cx, &id, status).await;
                break;
            }
        }
        Ok(Reply::Done)
    });
}

/// Whether another transaction replaced it, after [`REPLACED_LOOKS`] consecutive polls. A replacement with the same
/// content is a speed-up by the user, and is followed instead. While no node returns its content, as many further polls
/// follow.
async fn replaced(cx: &Cx, id: &str, network: &Network, seen: &mut Seen) -> Option<TransactionStatus> {
    let (hash, place, request, stood) = cx.read(|s| {
        let item = s.transactions.get(id)?;
        Some((item.hash.clone()?, item.nonce?, item.request.clone(), item.stood.unwrap_or_default()))
    })?;
    match money::is_replaced(cx, network, &hash, &request, place).await {
        true => seen.gone += 1,
        false => seen.gone = 0,
    }
    if seen.gone < REPLACED_LOOKS {
        return None;
    }
    let at = Stand { count: place, ..stood };
    let next = money::instead(cx, network, &hash, &request, at).await;
    if next.is_none() && seen.gone < 2 * REPLACED_LOOKS {
        return None;
    }
    let instead = next.and_then(|next| next.id).filter(|hash| takes(cx, network, hash, id));
    let Some(instead) = instead else { return Some(TransactionStatus::Replaced) };
    commit(cx, |s| {
        list::tell_replaced(s, id);
        sent(s, id, &Submitted::Hash(instead));
    })
    .await;
    *seen = Seen::default();
    None
}

/// Polls a batch. Only its wallet knows the hash; after that, the node decides the result, as for any other
/// transaction.
async fn of_batch(cx: &Cx, id: &str) -> Option<TransactionStatus> {
    let (calls, chain, wallet) = cx.read(|s| {
        let item = s.transactions.get(id).filter(|item| item.hash.is_none())?;
        let chain = ChainId::parse(&item.chain)?;
        let account = s.accounts.by.get(&chain.namespace)?;
        let is_theirs = account.entries.iter().any(|entry| {
            item.request.get(0).and_then(|batch| batch.text("from")).is_some_and(|from| from == entry.address)
        });
        Some((item.calls.clone()?, chain, account.handle.filter(|_| is_theirs)?))
    })?;
    match money::batch(cx, chain.namespace, wallet, &calls).await? {
        Batch::Failed => Some(TransactionStatus::Failed),
        Batch::Mined(hash) => {
            ids::take(cx, &chain.to_string(), &hash, id); // before the wait for the record
            commit(cx, |s| sent(s, id, &Submitted::Hash(hash))).await;
            None
        }
    }
}

pub(super) async fn settle(cx: &Cx, id: &str, status: TransactionStatus) {
    let is_shallow = reorg::may_lose(cx, id, status);
    commit(cx, |s| {
        if let Some(item) = s.transactions.get_mut(id) {
            item.shallow = is_shallow.then_some(true);
        }
        set_status(s, id, status);
    })
    .await;
    if is_shallow {
        reorg::guard(cx, id);
    }
    match status {
        TransactionStatus::Confirmed => toast(cx, id, Progress::Confirmed),
        TransactionStatus::Replaced => toast(cx, id, Progress::Replaced),
        TransactionStatus::Unread => toast(cx, id, Progress::Unread),
        TransactionStatus::Differs => {
            toast_differs(cx, cx.read(|s| s.transactions.get(id)?.explorer_url.clone()), Some(id));
        }
        _ => toast(cx, id, Progress::Failed),
    }
    has_changed(cx, id);
}

/// Reads the account's balance again after a change. If the account isn't displayed, drops the cached balance instead:
/// after a reload its wallet might not be connected, and another account or network can be active.
pub(super) fn has_changed(cx: &Cx, id: &str) {
    let found = cx.read(|s| {
        let item = s.transactions.get(id)?;
        let chain = ChainId::parse(&item.chain)?;
        let tokens: Vec<String> = [&item.token, &item.bought].into_iter().flatten().cloned().collect();
        Some((chain, list::sender(&item.request)?.to_string(), tokens))
    });
    let Some((chain, address, tokens)) = found else { return };
    let is_shown =
        |of: AccountId| of.chain == chain && namespaces::is_same(chain.namespace, &of.address, &address);
    if cx.read(|s| subject(s, chain.namespace).is_some_and(is_shown)) {
        account::changed(cx, chain.namespace, &tokens);
    } else {
        balances::forget_read(cx, &AccountId { chain, address });
    }
}
