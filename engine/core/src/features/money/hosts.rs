//! What a host had a wallet send, in families of which nobody tells a history: an entry beside those of what was sent by a view of ours,
//! followed in the same way (docs/spec/decisions.md 102). The host's page tells what becomes of it, so no toast does.

use super::model::transactions::{self as list, TransactionItem, TransactionKind, TransactionStatus};
use super::{ids, record, watch::watch};
use crate::caip::ChainId;
use crate::event::Event;
use crate::flow::{Cx, ScopeId};
use crate::json::Read;
use crate::namespaces::{self, money};
use alloc::string::{String, ToString};
use serde_json::Value;

/// What is longer would fill the record: a document of many inputs.
const REQUEST_BYTES_MAX: usize = 16 * 1024;

/// Keeps a request and follows it to its end, or until nobody knows more. False for a family whose history others tell.
/// `{token, chain, request, hash?, stood?, reviewed}`: with a hash it was sent, without one nobody knows.
pub(super) async fn follow(cx: &Cx, of: &Value) -> bool {
    let Some(id) = keep(cx, of).await else { return false };
    list_again(cx);
    let _ = watch(cx, &id).await;
    let found = cx.read(|s| s.transactions.get(&id).map(|item| (item.status, item.explorer_url.clone())));
    if let Some((TransactionStatus::Differs, link)) = found
        && of.flag("reviewed") == Some(true)
    {
        drop(crate::features::review::show_differs(cx, link).await);
    }
    true
}

pub(super) async fn keep(cx: &Cx, of: &Value) -> Option<String> {
    // what a family cannot compare by its request is followed by its id alone
    let (id, request) = (of.filled("token")?, of.get("request")?);
    let chain = ChainId::parse(of.text("chain")?)?;
    if !namespaces::is_own_history(chain.namespace) {
        return None;
    }
    money::load(cx, chain.namespace).await;
    let request = &money::kept(cx, chain.namespace, request);
    let is_short = crate::json::text(request).len() <= REQUEST_BYTES_MAX;
    if !is_short {
        return None;
    }
    let network = cx.read(|s| s.networks.find(&chain).cloned())?;
    let hash = of.text("hash").and_then(|hash| namespaces::of(chain.namespace).transaction_id(hash));
    // the same again is the same
    let is_known = |item: &TransactionItem| item.id != id && item.hash.is_some() && item.hash == hash;
    if cx.read(|s| s.transactions.list.iter().any(is_known)) {
        return None;
    }
    let coin = &network.native_currency;
    let moved = money::read(cx, chain.namespace, request, coin.decimals, None).ok();
    let (amount, to) = moved.map(|moved| (moved.amount.to_decimal(), moved.to)).unwrap_or_default();
    let asked = TransactionItem::asked(id, TransactionKind::Request, &chain, cx.ports().clock.now_ms());
    let item = TransactionItem {
        amount,
        to,
        symbol: coin.symbol.clone(),
        request: request.clone(),
        stood: of.field("stood").and_then(list::stand_of),
        told: true, // to the host
        ..asked
    };
    if let Some(hash) = &hash {
        ids::take(cx, &item.chain, hash, id); // before the record is waited for, as in every journey
    }
    record::commit(cx, |s| {
        if s.transactions.get(id).is_none() {
            list::add(s, item);
        }
        take_hash(s, id, hash);
    })
    .await;
    Some(id.to_string())
}

/// The wallet signed something else than the host asked for. It is said in every family, and listed in those that list a host's requests.
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

/// Under which id it was sent. The host has heard it already.
fn take_hash(state: &mut crate::store::State, id: &str, hash: Option<String>) {
    let Some(hash) = hash else { return };
    let link = state.transactions.get(id).and_then(|item| list::page(state, &item.chain, &hash));
    if let Some(item) = state.transactions.get_mut(id).filter(|item| item.hash.is_none()) {
        (item.hash, item.status, item.explorer_url) = (Some(hash), TransactionStatus::Sent, link);
    }
}

/// An answer that came when nobody waited for it any more, to a request of which nothing was known.
pub(super) async fn answered(cx: &Cx, token: &str, hash: Option<String>) {
    let find = |s: &crate::store::State| Some(ChainId::parse(&s.transactions.get(token)?.chain)?.namespace);
    let Some(namespace) = cx.read(find) else { return };
    let hash = hash.and_then(|hash| namespaces::of(namespace).transaction_id(&hash));
    let chain = cx.read(|s| s.transactions.get(token).map(|item| item.chain.clone()));
    if let Some((hash, chain)) = hash.as_ref().zip(chain) {
        ids::take(cx, &chain, hash, token);
    }
    record::commit(cx, |s| take_hash(s, token, hash)).await;
    drop(watch(cx, token));
    list_again(cx);
}

/// The wallet says, late, that nothing was sent.
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

/// The list that is shown is made again.
fn list_again(cx: &Cx) {
    if cx.read(|s| s.activity.own.is_some()) {
        cx.background(ScopeId::App, crate::features::account::read_history_again(cx));
    }
}
