//! Follows what was sent until it is in a block (9.10, 10.31), also after a reload.

pub use super::model::transactions::*;
use crate::amount::Amount;
use crate::caip::ChainId;
use crate::command::unknown_action;
use crate::constants::{
    PENDING_TRANSACTIONS_MAX, RECEIPT_POLL_MS, RECEIPT_SLOW_POLL_MS, TRANSACTION_CONFIRMATION_MS,
    TRANSACTION_DECIMALS,
};
use crate::features::account::balances;
use crate::features::shell::toasts;
use crate::features::shell::toasts::ToastVariant;
use crate::flow::{Cx, Flow, Join, Reply, ScopeId};
use crate::format;
use crate::namespaces::money::{self, Receipt};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// The slice this part of the binary draws.
pub(crate) fn draw(cx: &Cx) {
    cx.draw(|drawers| &mut drawers.transactions, |state| crate::snapshot::text(&state.transactions.slice()));
}

/// Runs a command of the engine itself: `transactions.resume`.
pub fn run(cx: Cx, action: String, _: Value) -> Flow {
    Box::pin(async move {
        draw(&cx);
        if action != "resume" {
            return Err(unknown_action("transactions", &action));
        }
        resume(&cx);
        Ok(Reply::Done)
    })
}

/// After a reload: what has a hash is polled again. What has none may have been sent, and that cannot be found out:
/// the host is notified now, the user when the modal is open, and then the entry is dropped.
fn resume(cx: &Cx) {
    if let Some(marks) = cx.ports().storage.shared(ASKED) {
        cx.update(|s| restore_marks(s, &marks));
    }
    let open: Vec<(String, bool)> = cx.read(|s| {
        let open = s.transactions.list.iter().filter(|item| is_open(item));
        open.map(|item| (item.id.clone(), item.hash.is_some())).collect()
    });
    for (id, has_hash) in open {
        if has_hash {
            unmark(cx.ports(), &id);
            drop(watch(cx, &id));
            continue;
        }
        let lost_cx = cx.clone();
        cx.background(ScopeId::App, async move {
            lost_cx.update(|s| tell(s, &id));
            lost_cx.until(|s| s.router.open.then_some(())).await;
            toast(&lost_cx, &id, "toast.send_lost");
            lost_cx.commit(|s| remove(s, &id)).await;
            unmark(lost_cx.ports(), &id);
            Ok(Reply::Done)
        });
    }
}

/// Says what is happening to a transaction, with a link to it (10.31).
pub fn toast(cx: &Cx, id: &str, key: &'static str) {
    let Some(item) = cx.read(|s| s.transactions.get(id).cloned()) else { return };
    let amount = Amount::parse_shown(&item.amount, 36)
        .map_or_else(|_| item.amount.clone(), |amount| format::short(&amount, TRANSACTION_DECIMALS));
    let variant = match key {
        "toast.send_sent" => ToastVariant::Loading,
        "toast.send_confirmed" => ToastVariant::Success,
        _ => ToastVariant::Error,
    };
    let args = [("amount", amount.as_str()), ("symbol", item.symbol.as_str())];
    toasts::show(cx, toasts::text(key, &args, variant, item.explorer_url));
}

/// Follows a transaction until it is in a block: quickly for 25 s, then slowly, at most 99 times more. Resolves when
/// it is settled; runs in the engine's own scope, because closing the modal does not unsend anything.
pub fn watch(cx: &Cx, id: &str) -> Join {
    let key = alloc::format!("watch {id}");
    let (flow_cx, id) = (cx.clone(), id.to_string());
    cx.single(ScopeId::App, &key, async move {
        let cx = flow_cx;
        let started_ms = cx.ports().clock.now_ms();
        let mut slow_looks = 0;
        loop {
            if let Some(status) = look(&cx, &id).await {
                settle(&cx, &id, status).await;
                return Ok(Reply::Done);
            }
            let waited_ms = cx.ports().clock.now_ms().saturating_sub(started_ms);
            if waited_ms < TRANSACTION_CONFIRMATION_MS {
                cx.ports().clock.sleep(RECEIPT_POLL_MS).await;
                continue;
            }
            if slow_looks == 0 {
                cx.commit(|s| set_status(s, &id, TransactionStatus::Unknown)).await;
                toast(&cx, &id, "toast.send_unknown");
            }
            slow_looks += 1;
            if slow_looks > PENDING_TRANSACTIONS_MAX {
                return Ok(Reply::Done);
            }
            cx.ports().clock.sleep(RECEIPT_SLOW_POLL_MS).await;
        }
    })
}

/// One look for the receipt; nothing while there is none, or while the node cannot be reached.
async fn look(cx: &Cx, id: &str) -> Option<TransactionStatus> {
    let (hash, network) = cx.read(|s| {
        let item = s.transactions.get(id)?;
        let network = s.networks.find(&ChainId::parse(&item.chain)?)?.clone();
        Some((item.hash.clone()?, network))
    })?;
    Some(match money::receipt(cx, &network, &hash).await? {
        Receipt::Confirmed => TransactionStatus::Confirmed,
        Receipt::Reverted => TransactionStatus::Failed,
    })
}

async fn settle(cx: &Cx, id: &str, status: TransactionStatus) {
    cx.commit(|s| set_status(s, id, status)).await;
    let key =
        if status == TransactionStatus::Confirmed { "toast.send_confirmed" } else { "toast.send_failed" };
    toast(cx, id, key);
    // of another network than the one that is shown: there is nothing to be read again
    let found = cx.read(|s| {
        let shown = s.networks.shown_chain()?;
        let item = s.transactions.get(id).filter(|item| item.chain == shown.to_string())?;
        Some((shown.namespace, item.token.clone()))
    });
    let Some((namespace, token)) = found else { return };
    balances::renew(cx, namespace, &token.into_iter().collect::<Vec<_>>());
    if cx.read(|s| s.activity.is_loaded()) {
        let again = crate::features::account::read_history_again(cx);
        cx.background(ScopeId::App, again);
    }
}
