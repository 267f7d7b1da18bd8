//! Follows what was sent until it is in a block (9.10, 10.31), also after a reload.

pub use super::model::transactions::*;
use crate::amount::Amount;
use crate::caip::ChainId;
use crate::command::unknown_action;
use crate::constants::{
    PENDING_TRANSACTIONS_MAX, RECEIPT_POLL_MS, RECEIPT_SLOW_POLL_MS, TRANSACTION_CONFIRMATION_MS,
    TRANSACTION_DECIMALS, UNANSWERED_KEPT_MS,
};
use crate::event::Event;
use crate::features::account::balances;
use crate::features::shell::toasts;
use crate::features::shell::toasts::ToastVariant;
use crate::flow::{Cx, Flow, Join, Reply, ScopeId};
use crate::format;
use crate::json::Read;
use crate::namespaces::money::{self, Receipt};
use crate::ports::Local;
use crate::storage::keys::TRANSACTIONS;
use crate::store::State;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use serde_json::Value;

/// As often is a node asked before it is asked slowly.
const QUICK_LOOKS: usize = (TRANSACTION_CONFIRMATION_MS / RECEIPT_POLL_MS) as usize;

/// Changes transactions so that it survives a crash, beside what other tabs write of theirs (T15).
pub async fn commit<R>(cx: &Cx, change: impl FnOnce(&mut State) -> R) -> R {
    let result = cx.commit(change).await;
    store(cx).await;
    result
}

/// What this tab and the disk had in common last: what differs from it was changed here.
#[derive(Default)]
struct Base(RefCell<Vec<TransactionItem>>);

impl Base {
    fn of(cx: &Cx) -> Rc<Self> {
        cx.kept_or("transactions base", Self::default)
    }
}

fn store(cx: &Cx) -> Local<()> {
    let cx = cx.clone();
    Box::pin(async move {
        let base = Base::of(&cx);
        if cx.read(|s| s.transactions.list == *base.0.borrow()) {
            return;
        }
        let (change_cx, common) = (cx.clone(), base.clone());
        let change = Box::new(move |disk| {
            let ours = change_cx.read(|s| s.transactions.list.clone());
            let base = common.0.replace(ours.clone());
            written(&base, &ours, disk)
        });
        if !cx.written(cx.ports().storage.change(TRANSACTIONS, change), &[]).await {
            base.0.borrow_mut().clear(); // all of it is written with the next change
        }
    })
}

/// The slice this part of the binary draws.
pub(crate) fn draw(cx: &Cx) {
    if cx.read(|s| s.transactions.stored.is_some()) {
        cx.update(|s| {
            let list = of_record(&s.transactions.stored.take().unwrap_or_default());
            restore(s, &list);
            let known = list.iter().filter_map(|item| s.transactions.get(&item.id).cloned());
            Base::of(cx).0.replace(known.collect());
        });
    }
    cx.draw(|drawers| &mut drawers.transactions, |state| crate::snapshot::text(&state.transactions.slice()));
}

/// Runs a command of the engine itself: `transactions.resume`, `transactions.compare`.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        draw(&cx);
        match action.as_str() {
            "resume" => resume(&cx),
            "compare" => drop(compare(&cx, &command).await),
            _ => return Err(unknown_action("transactions", &action)),
        }
        Ok(Reply::Done)
    })
}

/// After a reload: what has a hash is polled again. What has none may have been sent, and may still be: the host is notified now, the
/// person once, when the modal is open; the entry stays for a day, for an answer that comes late and for the word before the next send.
fn resume(cx: &Cx) {
    take_marks(cx);
    let now = cx.ports().clock.now_ms();
    let open: Vec<TransactionItem> =
        cx.read(|s| s.transactions.list.iter().filter(|item| is_open(item)).cloned().collect());
    for item in open {
        if item.hash.is_some() {
            unmark(cx.ports(), &item.id);
            drop(watch(cx, &item.id));
            continue;
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

/// Attempts whose record was not written any more are known again.
pub(crate) fn take_marks(cx: &Cx) {
    if let Some(marks) = cx.ports().storage.shared(ASKED) {
        cx.update(|s| restore_marks(s, &marks));
    }
}

/// Nobody knows whether it was sent: the person is told, once.
pub async fn unanswered(cx: &Cx, id: &str) {
    let is_news = commit(cx, |s| {
        let item = s.transactions.get_mut(id).filter(|item| item.is_unanswered());
        item.is_some_and(|item| !core::mem::replace(&mut item.told, true))
    })
    .await;
    if is_news {
        unmark(cx.ports(), id); // the record says it
        toast(cx, id, "toast.send_lost");
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

/// Says loudly that the network has something else (10.27).
fn toast_differs(cx: &Cx, link: Option<String>) {
    let toast = toasts::plain("Your wallet sent something else", ToastVariant::Error);
    toasts::show(cx, toasts::Toast { link, ..toast });
}

/// What the host asked a wallet to send, and the hash it gave: compared once the network knows it (10.27). `{chain, hash, request}`.
async fn compare(cx: &Cx, of: &Value) -> Option<()> {
    let (chain, hash) = (of.text("chain")?, of.text("hash")?);
    let network = cx.read(|s| s.networks.find(&ChainId::parse(chain)?).cloned())?;
    for look in 0..PENDING_TRANSACTIONS_MAX {
        match money::carries(cx, &network, hash, of.field("request")?).await {
            Some(true) => return None,
            Some(false) => {
                let (hash, chain) = (Some(hash.to_string()), chain.to_string());
                toast_differs(cx, network.transaction_url(hash.as_deref()?));
                let status = TransactionStatus::Differs;
                cx.update(|s| s.emit(Event::Transaction { hash, chain, status, kind: "request" }));
                return None;
            }
            None => {}
        }
        let wait_ms = if look < QUICK_LOOKS { RECEIPT_POLL_MS } else { RECEIPT_SLOW_POLL_MS };
        cx.ports().clock.sleep(wait_ms).await;
    }
    None
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
        let mut is_same = false;
        loop {
            if let Some(status) = look(&cx, &id, &mut is_same).await {
                settle(&cx, &id, status).await;
                return Ok(Reply::Done);
            }
            let waited_ms = cx.ports().clock.now_ms().saturating_sub(started_ms);
            if waited_ms < TRANSACTION_CONFIRMATION_MS {
                cx.ports().clock.sleep(RECEIPT_POLL_MS).await;
                continue;
            }
            if slow_looks == 0 {
                commit(&cx, |s| set_status(s, &id, TransactionStatus::Unknown)).await;
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

/// One look: first whether the network has what was asked for (10.27), then for the receipt; nothing while there is none, or while
/// the node cannot be reached. A receipt alone says nothing of what was sent.
async fn look(cx: &Cx, id: &str, is_same: &mut bool) -> Option<TransactionStatus> {
    let (hash, network, request) = cx.read(|s| {
        let item = s.transactions.get(id)?;
        let network = s.networks.find(&ChainId::parse(&item.chain)?)?.clone();
        Some((item.hash.clone()?, network, item.request.clone()))
    })?;
    // one that was stored before there was a request in it has nothing to be compared with
    *is_same = *is_same || request.is_null() || money::carries(cx, &network, &hash, &request).await?;
    if !*is_same {
        return Some(TransactionStatus::Differs);
    }
    Some(match money::receipt(cx, &network, &hash).await? {
        Receipt::Confirmed => TransactionStatus::Confirmed,
        Receipt::Reverted => TransactionStatus::Failed,
    })
}

async fn settle(cx: &Cx, id: &str, status: TransactionStatus) {
    commit(cx, |s| set_status(s, id, status)).await;
    match status {
        TransactionStatus::Confirmed => toast(cx, id, "toast.send_confirmed"),
        TransactionStatus::Differs => {
            toast_differs(cx, cx.read(|s| s.transactions.get(id)?.explorer_url.clone()));
        }
        _ => toast(cx, id, "toast.send_failed"),
    }
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
