//! The stored transactions of this tab, merged with those of other tabs, and their toasts. The journeys use it, and the
//! separate part that follows transactions ([`super::transactions`]).

use super::model::transactions::{
    self as list, ASKED, CHANGED, TransactionItem, TransactionKind, of_record, restore, restore_marks,
    unmark, written,
};
use crate::amount::Amount;
use crate::constants::TRANSACTION_DECIMALS;
use crate::features::shell::{ToastVariant, toasts};
use crate::flow::Cx;
use crate::format;
use crate::ports::Local;
use crate::storage::keys::TRANSACTIONS;
use crate::store::State;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

/// Changes transactions durably, merged with other tabs' changes (T15).
pub(super) async fn commit<R>(cx: &Cx, change: impl FnOnce(&mut State) -> R) -> R {
    let result = cx.commit(change).await;
    store(cx).await;
    result
}

/// The last state that this tab and the storage shared. Differences from it are changes of this tab.
#[derive(Default)]
struct Base(RefCell<Vec<TransactionItem>>);

impl Base {
    fn of(cx: &Cx) -> Rc<Self> {
        cx.extension_or("transactions base", Self::default)
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
            base.0.borrow_mut().clear(); // everything is written with the next change
            return;
        }
        cx.ports().storage.share(CHANGED, Some("1"));
        cx.ports().storage.share(CHANGED, None);
    })
}

/// Merges the transactions that another tab has stored. Returns the new entries.
pub(super) async fn follow(cx: &Cx) -> Vec<String> {
    let found: Rc<RefCell<Option<Vec<TransactionItem>>>> = Rc::default();
    let read = found.clone();
    let change = Box::new(move |disk: Option<String>| {
        *read.borrow_mut() = list::of_tab(disk.as_deref());
        disk
    });
    let is_read = cx.ports().storage.change(TRANSACTIONS, change).await.is_ok();
    let Some(theirs) = found.take().filter(|_| is_read) else { return Vec::new() };
    let base = Base::of(cx);
    let (common, news) = cx.update(|s| list::follow(s, &base.0.borrow(), theirs));
    base.0.replace(common);
    news
}

/// Loads the stored transactions into the list.
pub(super) fn recall(cx: &Cx) {
    if cx.read(|s| s.transactions.stored.is_some()) {
        cx.update(|s| {
            let list = of_record(&s.transactions.stored.take().unwrap_or_default());
            restore(s, &list);
            let known = list.iter().filter_map(|item| s.transactions.get(&item.id).cloned());
            Base::of(cx).0.replace(known.collect());
        });
    }
}

/// Restores attempts whose record wasn't written, from their marks.
pub(super) fn take_marks(cx: &Cx) {
    if let Some(marks) = cx.ports().storage.shared(ASKED) {
        cx.update(|s| restore_marks(s, &marks));
    }
}

/// Displays once that the result is unknown.
pub(super) async fn unanswered(cx: &Cx, id: &str) {
    let is_news = commit(cx, |s| {
        let item = s.transactions.get_mut(id).filter(|item| item.is_unanswered());
        item.is_some_and(|item| !core::mem::replace(&mut item.told, true))
    })
    .await;
    if is_news {
        unmark(cx.ports(), id); // the record contains it
        toast(cx, id, Progress::Lost);
    }
}

/// The events of a transaction that have a toast.
#[derive(Clone, Copy)]
pub(super) enum Progress {
    /// The wallet accepted the transaction.
    Sent,
    /// The transaction is in a block.
    Confirmed,
    /// The transaction isn't in a block after 25 s.
    Slow,
    /// It is unknown whether the transaction was broadcast.
    Lost,
    /// The transaction had no effect.
    Failed,
    /// Another transaction replaced it.
    Replaced,
    /// Signing took too long, and nothing was sent.
    Late,
    /// The transaction is in a block, but its effect can't be read.
    Unread,
    /// The transaction's block was replaced.
    Dropped,
}

/// The key of the toast for an event, by the kind of transaction.
fn toast_key(kind: TransactionKind, progress: Progress) -> &'static str {
    let toasts = &kind.row().toasts;
    match progress {
        Progress::Sent => toasts.sent,
        Progress::Confirmed => toasts.confirmed,
        Progress::Failed => toasts.failed,
        Progress::Lost => toasts.lost,
        Progress::Replaced => "toast.replaced",
        Progress::Late => "toast.too_late",
        Progress::Unread => "toast.unread",
        Progress::Dropped => "toast.dropped",
        Progress::Slow => "toast.send_unknown",
    }
}

/// The key of the toast that a transaction of this kind wasn't sent.
pub(super) fn failed_toast(kind: TransactionKind) -> &'static str {
    kind.row().toasts.failed
}

/// Warns clearly that the wallet signed something else, for any origin of the request.
pub(super) fn toast_altered(cx: &Cx, id: &str) {
    let toast = toasts::plain("Your wallet signed something else", ToastVariant::Error);
    let link = cx.read(|s| s.transactions.get(id)?.explorer_url.clone());
    toasts::show(cx, toasts::Toast { link, about: Some(id.into()), ..toast });
}

/// Shows a toast about a transaction's status, with a link to it and to its own view (10.31).
pub(super) fn toast(cx: &Cx, id: &str, word: Progress) {
    let Some(item) = cx.read(|s| s.transactions.get(id).cloned()) else { return };
    if item.kind == TransactionKind::Request {
        return; // the page that requested the transaction displays it
    }
    let amount = Amount::parse_shown(&item.amount, 36)
        .map_or_else(|_| item.amount.clone(), |amount| format::short(&amount, TRANSACTION_DECIMALS));
    let variant = match word {
        Progress::Sent => ToastVariant::Loading,
        Progress::Confirmed => ToastVariant::Success,
        _ => ToastVariant::Error,
    };
    let args = [("amount", amount.as_str()), ("symbol", item.symbol.as_str())];
    let toast = toasts::text(toast_key(item.kind, word), &args, variant, item.explorer_url);
    toasts::show(cx, toasts::Toast { about: Some(item.id), ..toast });
}
