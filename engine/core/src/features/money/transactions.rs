//! What was sent is followed until it is in a block (9.10, 10.31), also after a reload, and shown. A part of the binary of its own: it is
//! fetched while the wallet is asked, so that a form and its review are there without it.

use super::model::timeline::{OpenTransaction, Past};
pub use super::model::transactions::*;
use super::record::{commit, recall, take_marks, unanswered};
use super::watch::{QUICK_LOOKS, next_of_sender, toast_differs, watch};
use super::{Compare, hosts, ids, pending};
use crate::caip::{ChainId, Namespace};
use crate::command::{needed, unknown_action};
use crate::constants::{PENDING_TRANSACTIONS_MAX, RECEIPT_POLL_MS, RECEIPT_SLOW_POLL_MS, UNANSWERED_KEPT_MS};
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::account::activity_model;
use crate::features::shell::{View, router};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::namespaces;
use crate::namespaces::money::{self, OnChain, Since};
use crate::time;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// Commands about what was sent from here.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum TransactionsCommand {
    /// Shows one in a view of its own: by its id, or one of the history by its hash.
    #[ts(rename = "transactions.open")]
    Open { id: String },
}

/// Runs a command; all but `open` are the engine's own.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        recall(&cx);
        cx.draw("transactions", |state| crate::snapshot::text(&slice(state)));
        match action.as_str() {
            "open" => open(&cx, needed(&command, "id")?)?,
            "resume" => resume(&cx),
            "recall" | "fetch" => {} // it is read, or there, by now
            "watch" => return watch(&cx, command.as_str().unwrap_or_default()).await,
            "answered" => {
                let hash = command.text("hash").map(Into::into);
                hosts::answered(&cx, command.text("token").unwrap_or_default(), hash).await;
            }
            "dropped" => hosts::dropped(&cx, &command).await,
            "kept" => {
                let _ = hosts::keep(&cx, &command).await;
            }
            "followed" => {
                let _ = hosts::follow(&cx, &command).await;
            }
            "altered" => hosts::altered(&cx, &command).await,
            "compare" if hosts::follow(&cx, &command).await => {}
            "compare" => {
                let _ = compare(&cx, &command).await;
            }
            "find" if hosts::follow(&cx, &command).await => {}
            "find" => {
                let _ = find(&cx, &command).await;
            }
            "renew" => {
                if let Some(namespace) = command.as_str().and_then(Namespace::parse) {
                    pending::start(&cx, namespace);
                }
            }
            _ => return Err(unknown_action("transactions", &action)),
        }
        Ok(Reply::Done)
    })
}

/// Shows one in a view of its own; what becomes of it is followed anyway.
fn open(cx: &Cx, id: &str) -> Result<()> {
    // of a row of the history its hash is known
    let of_hash = |item: &&TransactionItem| item.hash.as_deref() == Some(id);
    let (id, created_at, past) = cx.read(|s| {
        if !router::is_connected(s) {
            return Err(Error::Unauthorized);
        }
        if let Some(item) = s.transactions.get(id).or_else(|| s.transactions.list.iter().find(of_hash)) {
            return Ok((item.id.clone(), item.created_at, None));
        }
        let past = activity_model::past(s, id);
        let (verb, came, item) = past.ok_or(Error::BadParams { field: "id".into() })?;
        Ok((id.to_string(), item.created_at, Some(Past { verb, came, item })))
    })?;
    let here = created_at.saturating_add_signed(cx.ports().clock.zone_ms(created_at));
    cx.update(|s| {
        s.transactions.shown = Some(OpenTransaction { id, date: time::moment(here), past });
        router::push(s, View::Transaction);
    });
    Ok(())
}

/// After a reload: what has a hash is polled again. What has none may have been sent, and may still be: the host is notified now, the
/// person once, when the modal is open; the entry stays for a day, for an answer that comes late and for the word before the next send.
fn resume(cx: &Cx) {
    take_marks(cx);
    let now = cx.ports().clock.now_ms();
    let open: Vec<TransactionItem> =
        cx.read(|s| s.transactions.list.iter().filter(|item| is_open(item)).cloned().collect());
    for item in open {
        if item.is_answered() {
            unmark(cx.ports(), &item.id);
            drop(watch(cx, &item.id));
            continue;
        }
        if item.stood.is_some() {
            drop(watch(cx, &item.id));
        }
        let lost_cx = cx.clone();
        cx.background(ScopeId::App, async move {
            let id = &item.id;
            if item.told && now.saturating_sub(item.created_at) > UNANSWERED_KEPT_MS {
                commit(&lost_cx, |s| remove(s, id)).await;
                unmark(lost_cx.ports(), id);
                return Ok(Reply::Done);
            }
            lost_cx.update(|s| tell(s, id));
            if !item.told {
                lost_cx.until(|s| s.router.open.then_some(())).await;
                unanswered(&lost_cx, id).await;
            }
            Ok(Reply::Done)
        });
    }
}

/// What the host asked a wallet to send, and the hash it gave: compared once the network knows it (10.27).
/// `{token, chain, hash, request, stood, reviewed}`.
async fn compare(cx: &Cx, of: &Value) -> Option<()> {
    let (chain, hash) = (of.text("chain")?, of.text("hash")?);
    let network = cx.read(|s| s.networks.find(&ChainId::parse(chain)?).cloned())?;
    let stood = of.field("stood").and_then(stand_of);
    let since = Since::of(stood, cx.ports().clock.now_ms());
    // one transaction stands for one request; what a host has signed and sends again is the same
    let is_own = ids::take(cx, chain, hash, of.text("token").unwrap_or_default());
    if !is_own && !namespaces::is_own_history(network.chain_namespace) {
        // the host hears first that the wallet answered
        cx.ports().clock.sleep(RECEIPT_POLL_MS).await;
        return differs(cx, &network, of).await;
    }
    pending::ask(cx, of);
    for look in 0..PENDING_TRANSACTIONS_MAX {
        money::load(cx, network.chain_namespace).await;
        match money::carries(cx, &network, hash, of.field("request")?, since).await {
            Some(OnChain { is_same: true, .. } | OnChain { is_read: false, .. }) => return None,
            Some(OnChain { is_same: false, .. }) => {
                cx.update(|s| s.transactions.of_host.retain(|sent| sent.hash != hash));
                return differs(cx, &network, of).await;
            }
            None => {}
        }
        let wait_ms = if look < QUICK_LOOKS { RECEIPT_POLL_MS } else { RECEIPT_SLOW_POLL_MS };
        cx.ports().clock.sleep(wait_ms).await;
    }
    None
}

/// What the wallet names is not what the host asked it to send: said, where the request was read too.
async fn differs(cx: &Cx, network: &Network, of: &Value) -> Option<()> {
    let (chain, hash) = (of.text("chain")?.to_string(), of.text("hash")?.to_string());
    let link = network.transaction_url(&hash);
    toast_differs(cx, link.clone(), None);
    if of.flag("reviewed") == Some(true) {
        drop(crate::features::review::show_differs(cx, link).await);
    }
    cx.update(|s| {
        let (hash, status) = (Some(hash), TransactionStatus::Differs);
        s.emit(Event::Transaction { hash, chain, status, kind: TransactionKind::Request });
    });
    None
}

/// What the host asked a wallet to send, which failed and may have sent it: looked for among what the sender makes next, and compared then.
/// `{chain, request, stood, reviewed}`.
async fn find(cx: &Cx, of: &Value) -> Option<()> {
    let (chain, request) = (of.text("chain")?, of.field("request")?);
    let network = cx.read(|s| s.networks.find(&ChainId::parse(chain)?).cloned())?;
    let mut upto = stand_of(of.field("stood")?)?;
    for look in 0..QUICK_LOOKS + PENDING_TRANSACTIONS_MAX {
        cx.ports().clock.sleep(if look < QUICK_LOOKS { RECEIPT_POLL_MS } else { RECEIPT_SLOW_POLL_MS }).await;
        let token: String = of.text("token").unwrap_or_default().into();
        let found = next_of_sender(cx, &network, request, &mut upto, &token).await;
        let Some(hash) = found else { continue };
        cx.update(|s| s.emit(of_host(chain, &Value::String(hash.clone()))));
        let is_reviewed = of.flag("reviewed") == Some(true);
        let (chain, hash, request) = (chain.into(), Some(hash), request.clone());
        let stood = of.field("stood").and_then(stand_of);
        let of = Compare { token, chain, hash, request, stood, is_reviewed };
        cx.background(ScopeId::App, super::compare(cx, of));
        return Some(());
    }
    None
}
