//! What was sent from here, as it is stored beside what other tabs write of theirs, and what is said of it: for the journeys that ask a wallet,
//! and for what follows their transactions ([`super::transactions`], a part of the binary of its own).

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

/// Changes transactions so that it survives a crash, beside what other tabs write of theirs (T15).
pub(super) async fn commit<R>(cx: &Cx, change: impl FnOnce(&mut State) -> R) -> R {
    let result = cx.commit(change).await;
    store(cx).await;
    result
}

/// What this tab and the disk had in common last: what differs from it was changed here.
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
            base.0.borrow_mut().clear(); // all of it is written with the next change
            return;
        }
        cx.ports().storage.share(CHANGED, Some("1"));
        cx.ports().storage.share(CHANGED, None);
    })
}

/// Another tab has written what it has sent: the entries that are news here, which are in the list from now on.
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

/// What was stored of what was sent from here is in the list from now on.
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

/// Attempts whose record was not written any more are known again.
pub(super) fn take_marks(cx: &Cx) {
    if let Some(marks) = cx.ports().storage.shared(ASKED) {
        cx.update(|s| restore_marks(s, &marks));
    }
}

/// It is unknown whether it was sent: the user is told, once.
pub(super) async fn unanswered(cx: &Cx, id: &str) {
    let is_news = commit(cx, |s| {
        let item = s.transactions.get_mut(id).filter(|item| item.is_unanswered());
        item.is_some_and(|item| !core::mem::replace(&mut item.told, true))
    })
    .await;
    if is_news {
        unmark(cx.ports(), id); // the record says it
        toast(cx, id, Progress::Lost);
    }
}

/// What is said of a transaction.
#[derive(Clone, Copy)]
pub(super) enum Progress {
    /// The wallet has taken it.
    Sent,
    /// In a block.
    Confirmed,
    /// In no block for 25 s.
    Slow,
    /// It is unknown whether it was sent.
    Lost,
    /// It did nothing.
    Failed,
    /// Another one took its place.
    Replaced,
    /// It took too long to sign: nothing was sent.
    Late,
    /// It is in a block, and the network doesn't show what it did.
    Unread,
    /// It was in a block, and that block is gone.
    Dropped,
}

/// The key of the toast for a word, by what was sent.
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

/// That something of this kind was not sent.
pub(super) fn failed_toast(kind: TransactionKind) -> &'static str {
    kind.row().toasts.failed
}

/// Says loudly that the wallet signed something else, whoever asked for it.
pub(super) fn toast_altered(cx: &Cx, id: &str) {
    let toast = toasts::plain("Your wallet signed something else", ToastVariant::Error);
    let link = cx.read(|s| s.transactions.get(id)?.explorer_url.clone());
    toasts::show(cx, toasts::Toast { link, about: Some(id.into()), ..toast });
}

/// Says what is happening to a transaction, with a link to it and the way to its own view (10.31).
pub(super) fn toast(cx: &Cx, id: &str, word: Progress) {
    let Some(item) = cx.read(|s| s.transactions.get(id).cloned()) else { return };
    if item.kind == TransactionKind::Request {
        return; // the page that asked for it says it
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
