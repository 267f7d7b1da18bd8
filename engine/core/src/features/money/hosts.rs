//! Transactions that the page sent through a wallet, in every namespace with sends. Each gets an entry next to the modal's own
//! transactions and is followed the same way (decisions 102, "Activity of this page's transactions", and 270, "A page's sends on eip155"). The page
//! itself notifies the user, so the modal shows no toast.

use super::model::described::{self, Described};
use super::model::transactions::{self as list, TransactionItem, TransactionKind, TransactionStatus};
use super::{Compare, ids, record, watch::watch};
use crate::caip::ChainId;
use crate::entities::Network;
use crate::error::Result;
use crate::event::Event;
use crate::flow::{Cx, ScopeId};
use crate::json::Read;
use crate::namespaces::{self, Can, money};
use crate::store::State;
use alloc::string::{String, ToString};
use serde_json::Value;

/// A longer request isn't stored, because it would fill the record. An example is a PSBT with many inputs.
const REQUEST_BYTES_MAX: usize = 16 * 1024;

/// Stores a request and follows it until it is settled, or until it can't be found. The command is `{token, chain,
/// request, hash?, proposed?, stood?, reviewed}`. With a hash, it was broadcast; without one, that is unknown.
pub(super) async fn follow(cx: &Cx, of: &Value) {
    let id = keep(cx, of).await;
    list::unmark(cx.ports(), of.text("token").unwrap_or_default());
    let Some(id) = id else { return };
    list_again(cx);
    let _ = watch(cx, &id).await;
    let found = cx.read(|s| s.transactions.get(&id).map(|item| (item.status, item.explorer_url.clone())));
    if let Some((TransactionStatus::Differs, link)) = found
        && of.flag("reviewed") == Some(true)
    {
        drop(crate::features::review::show_differs(cx, link).await);
    }
}

/// An entry for a page's request. `None` in a namespace that the modal can't follow.
fn entry(cx: &Cx, token: &str, chain: &str, request: &Value) -> Option<(TransactionItem, Network)> {
    let chain = ChainId::parse(chain).filter(|chain| namespaces::of(chain.namespace).can(Can::Send))?;
    let network = cx.read(|s| s.networks.find(&chain).cloned())?;
    let asked = TransactionItem::asked(token, TransactionKind::Request, &chain, cx.ports().clock.now_ms());
    let symbol = network.native_currency.symbol.clone();
    let item = TransactionItem { symbol, request: request.clone(), told: true, ..asked }; // the page displays it, so the modal doesn't
    Some((item, network))
}

fn is_short(request: &Value) -> bool {
    crate::json::text(request).len() <= REQUEST_BYTES_MAX
}

/// Writes a mark for a page's transaction. The wallet has responded, but the code that follows transactions might still
/// be loading. The mark survives a reload until the entry is stored.
pub(super) fn mark(cx: &Cx, of: &Compare) {
    let Some((item, network)) = entry(cx, &of.token, &of.chain, &of.request) else { return };
    let request = money::kept(cx, network.chain_namespace, &of.request);
    let Some(hash) = of.hash.clone().filter(|_| is_short(&request)) else { return };
    let (hash, calls) = if of.is_proposed { (None, Some(hash)) } else { (Some(hash), None) };
    let status = TransactionStatus::Sent;
    let item = TransactionItem { hash, calls, request, stood: of.stood, status, ..item };
    list::mark(cx.ports(), &item);
}

pub(super) async fn keep(cx: &Cx, of: &Value) -> Option<String> {
    // without a comparison in this namespace, only the ID is followed
    let (id, request) = (of.filled("token")?, of.get("request")?);
    let (item, network) = entry(cx, id, of.text("chain")?, request)?;
    let namespace = network.chain_namespace;
    money::load(cx, namespace).await;
    let request = money::kept(cx, namespace, request);
    if !is_short(&request) {
        return None;
    }
    let hash = of.text("hash").and_then(|hash| namespaces::of(namespace).transaction_id(hash));
    let (hash, calls) = if of.flag("proposed") == Some(true) { (None, hash) } else { (hash, None) };
    // in a namespace without another history, a repeated request matches the same entry
    let is_known = |item: &TransactionItem| item.id != id && item.hash.is_some() && item.hash == hash;
    if namespaces::is_own_history(namespace) && cx.read(|s| s.transactions.list.iter().any(is_known)) {
        return None;
    }
    let moved = money::read(cx, namespace, &request, network.native_currency.decimals, None).ok();
    let (amount, to) = moved.map(|moved| (moved.amount.to_decimal(), moved.to)).unwrap_or_default();
    let stood = of.field("stood").and_then(list::stand_of);
    let item = TransactionItem { amount, to, request, stood, ..item };
    if let Some(hash) = &hash {
        ids::take(cx, &item.chain, hash, id); // before the wait for the record, as in every journey
    }
    record::commit(cx, |s| {
        if s.transactions.get(id).is_none() {
            list::add(s, item);
        }
        take_hash(s, id, hash, calls);
    })
    .await;
    Some(id.to_string())
}

/// Handles a wallet that signed something else than the page requested. The engine reports it in every namespace, and
/// lists it in those with entries for page requests.
pub(super) async fn altered(cx: &Cx, of: &Value) {
    let (id, chain) = (of.text("token").unwrap_or_default(), of.text("chain").unwrap_or_default());
    let chain_of = ChainId::parse(chain);
    let hash = of
        .text("hash")
        .zip(chain_of)
        .and_then(|(hash, chain)| namespaces::of(chain.namespace).transaction_id(hash));
    let mut kept = of.clone();
    if let Some(fields) = kept.as_object_mut() {
        fields.remove("hash");
    }
    if keep(cx, &kept).await.is_none() {
        let status = TransactionStatus::Altered;
        let (hash, chain) = (hash, String::from(chain));
        cx.update(|s| s.emit(Event::Transaction { hash, chain, status, kind: TransactionKind::Request }));
    } else {
        let is_followed = hash.is_some();
        record::commit(cx, |s| list::altered(s, id, hash)).await;
        list_again(cx);
        if is_followed {
            drop(watch(cx, id));
        }
    }
    record::toast_altered(cx, id);
}

/// Stores the ID of the transaction, or of the proposal to the account's owners. The page has already received it.
fn take_hash(state: &mut State, id: &str, hash: Option<String>, calls: Option<String>) {
    let link = state.transactions.get(id).and_then(|item| list::page(state, &item.chain, hash.as_ref()?));
    if let Some(item) = state.transactions.get_mut(id).filter(|item| !item.is_answered())
        && (hash.is_some() || calls.is_some())
    {
        (item.hash, item.calls, item.explorer_url) = (hash, calls, link);
        item.status = TransactionStatus::Sent;
    }
    described::take(state, id);
}

/// Handles a late response to a request with an unknown result.
pub(super) async fn answered(cx: &Cx, token: &str, hash: Option<String>) {
    let find = |s: &State| Some(ChainId::parse(&s.transactions.get(token)?.chain)?.namespace);
    let Some(namespace) = cx.read(find) else { return };
    let hash = hash.and_then(|hash| namespaces::of(namespace).transaction_id(&hash));
    let chain = cx.read(|s| s.transactions.get(token).map(|item| item.chain.clone()));
    if let Some((hash, chain)) = hash.as_ref().zip(chain) {
        ids::take(cx, &chain, hash, token);
    }
    record::commit(cx, |s| take_hash(s, token, hash, None)).await;
    drop(watch(cx, token));
    list_again(cx);
}

/// Handles a late response: nothing was broadcast.
pub(super) async fn dropped(cx: &Cx, of: &Value) {
    if let Some(token) = of.text("token").filter(|token| token.starts_with(super::OF_HOST)) {
        record::commit(cx, |s| {
            if s.transactions.get(token).is_some_and(TransactionItem::is_unanswered) {
                list::remove(s, token);
            }
        })
        .await;
    }
}

/// Stores the page's description of a transaction.
pub(super) async fn describe(cx: &Cx, of: &Value) -> Result<()> {
    let of = Described::read(of)?;
    record::commit(cx, |s| described::describe(s, of)).await;
    list_again(cx);
    Ok(())
}

/// Renders the displayed list again.
pub(super) fn list_again(cx: &Cx) {
    if cx.read(|s| s.activity.own.is_some()) {
        cx.background(ScopeId::App, crate::features::account::read_history_again(cx));
    }
}
