//! Follows what was sent until it is in a block (9.10, 10.31), also after a reload.

use super::model::timeline::{OpenTransaction, Past};
pub use super::model::transactions::*;
use super::{Compare, hosts, pending};
use crate::amount::Amount;
use crate::caip::{ChainId, Namespace};
use crate::command::{needed, unknown_action};
use crate::constants::{
    BROADCAST_AGAIN_MS, PENDING_TRANSACTIONS_MAX, RECEIPT_POLL_MS, RECEIPT_SLOW_POLL_MS, REPLACED_LOOKS,
    SENDER_LOOKS, TRANSACTION_CONFIRMATION_MS, TRANSACTION_DECIMALS, UNANSWERED_KEPT_MS,
};
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::account::{activity_model, balances};
use crate::features::shell::{ToastVariant, View, router, toasts};
use crate::flow::{Cx, Flow, Join, Reply, ScopeId};
use crate::format;
use crate::json::Read;
use crate::namespaces::money::{self, Added, Batch, End, Next, OnChain, Receipt, Stand, Submitted};
use crate::ports::Local;
use crate::storage::keys::TRANSACTIONS;
use crate::store::State;
use crate::time;
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
    cx.draw("transactions", |state| crate::snapshot::text(&slice(state)));
}

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
        draw(&cx);
        match action.as_str() {
            "open" => open(&cx, needed(&command, "id")?)?,
            "resume" => resume(&cx),
            "recall" => {} // it is read by now
            "dropped" => hosts::dropped(&cx, &command).await,
            "kept" => {
                let _ = hosts::keep(&cx, &command).await;
            }
            "followed" => {
                let _ = hosts::follow(&cx, &command).await;
            }
            "compare" if hosts::follow(&cx, &command).await => {}
            "compare" => {
                pending::ask(&cx, &command);
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

/// Attempts whose record was not written any more are known again.
pub(crate) fn take_marks(cx: &Cx) {
    if let Some(marks) = cx.ports().storage.shared(ASKED) {
        cx.update(|s| restore_marks(s, &marks));
    }
}

/// It is unknown whether it was sent: the person is told, once.
pub async fn unanswered(cx: &Cx, id: &str) {
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
pub enum Progress {
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
        Progress::Slow => "toast.send_unknown",
    }
}

/// That something of this kind was not sent.
#[must_use]
pub fn failed_toast(kind: TransactionKind) -> &'static str {
    kind.row().toasts.failed
}

/// Says what is happening to a transaction, with a link to it and the way to its own view (10.31).
pub fn toast(cx: &Cx, id: &str, word: Progress) {
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

/// Says loudly that the network has something else (10.27).
fn toast_differs(cx: &Cx, link: Option<String>, about: Option<&str>) {
    let toast = toasts::plain("Your wallet sent something else", ToastVariant::Error);
    toasts::show(cx, toasts::Toast { link, about: about.map(Into::into), ..toast });
}

/// What the host asked a wallet to send, and the hash it gave: compared once the network knows it (10.27). `{chain, hash, request}`.
async fn compare(cx: &Cx, of: &Value) -> Option<()> {
    let (chain, hash) = (of.text("chain")?, of.text("hash")?);
    let network = cx.read(|s| s.networks.find(&ChainId::parse(chain)?).cloned())?;
    for look in 0..PENDING_TRANSACTIONS_MAX {
        money::load(cx, network.chain_namespace).await;
        match money::carries(cx, &network, hash, of.field("request")?).await {
            Some(OnChain { is_same: true, .. }) => return None,
            Some(OnChain { is_same: false, .. }) => {
                let (hash, chain) = (Some(hash.to_string()), chain.to_string());
                toast_differs(cx, network.transaction_url(hash.as_deref()?), None);
                if of.flag("reviewed") == Some(true) {
                    let link = network.transaction_url(hash.as_deref()?);
                    drop(crate::features::review::show_differs(cx, link).await);
                }
                let status = TransactionStatus::Differs;
                cx.update(|s| {
                    s.transactions.of_host.retain(|sent| Some(&sent.hash) != hash.as_ref());
                    s.emit(Event::Transaction { hash, chain, status, kind: TransactionKind::Request });
                });
                return None;
            }
            None => {}
        }
        let wait_ms = if look < QUICK_LOOKS { RECEIPT_POLL_MS } else { RECEIPT_SLOW_POLL_MS };
        cx.ports().clock.sleep(wait_ms).await;
    }
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
        let Some(hash) = next_of_sender(cx, &network, request, &mut upto).await else { continue };
        cx.update(|s| s.emit(of_host(chain, &Value::String(hash.clone()))));
        let is_reviewed = of.flag("reviewed") == Some(true);
        let token = of.text("token").unwrap_or_default().into();
        let (chain, hash, request) = (chain.into(), Some(hash), request.clone());
        let of = Compare { token, chain, hash, request, is_reviewed };
        cx.background(ScopeId::App, super::compare(cx, of));
        return Some(());
    }
    None
}

/// What [`watch`] resolves to for one that was signed, and can be in no block any more.
pub(super) const TOO_LATE: &str = "\"late\"";

/// Of the flow that follows a transaction.
fn key(id: &str) -> String {
    alloc::format!("watch {id}")
}

/// Whether it is followed at this moment.
pub(super) fn is_followed(cx: &Cx, id: &str) -> bool {
    cx.runs(&key(id))
}

/// Follows a transaction until it is in a block: quickly for 25 s, then slowly, at most 99 times more. Resolves when
/// it is settled, by [`TOO_LATE`] where nothing was sent; runs in the engine's own scope, because closing the modal does not unsend anything.
pub fn watch(cx: &Cx, id: &str) -> Join {
    let key = key(id);
    let (flow_cx, id) = (cx.clone(), id.to_string());
    cx.single(ScopeId::App, &key, async move {
        let cx = flow_cx;
        let mut started_ms = cx.ports().clock.now_ms();
        let mut slow_looks = 0;
        let mut seen = Seen::default();
        let is_unanswered = |s: &State| s.transactions.get(&id).is_some_and(TransactionItem::is_unanswered);
        let mut was_unanswered = false;
        // where no node tells of it, what the wallet has said is all
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
                // the wallet's own word is looked at when it comes
                let said = cx.until(|s| (!is_unanswered(s)).then_some(()));
                let _ = cx.within(if is_slow { RECEIPT_SLOW_POLL_MS } else { RECEIPT_POLL_MS }, said).await;
                continue;
            }
            if seen.is_over {
                return Ok(Reply::Json(TOO_LATE.into()));
            }
            if cx.read(|s| s.transactions.get(&id).is_none()) {
                return Ok(Reply::Done); // nothing was sent, by the wallet's own word
            }
            if core::mem::take(&mut was_unanswered) {
                (started_ms, slow_looks) = (cx.ports().clock.now_ms(), 0);
            }
            let waited_ms = cx.ports().clock.now_ms().saturating_sub(started_ms);
            if waited_ms < TRANSACTION_CONFIRMATION_MS {
                cx.ports().clock.sleep(RECEIPT_POLL_MS).await;
                continue;
            }
            // a family whose blocks are rare has nothing to say by then
            if waited_ms < confirmation_ms(&cx, &id) {
                cx.ports().clock.sleep(RECEIPT_SLOW_POLL_MS).await;
                continue;
            }
            if slow_looks == 0 && !cx.read(|s| is_proposed(s, &id)) {
                commit(&cx, |s| set_status(s, &id, TransactionStatus::Unknown)).await;
                toast(&cx, &id, Progress::Slow);
            }
            slow_looks += 1;
            if slow_looks > PENDING_TRANSACTIONS_MAX {
                return Ok(Reply::Done);
            }
            // what is signed has an end soon
            let is_given = cx.read(|s| s.transactions.get(&id).is_some_and(|item| item.signed.is_some()));
            let is_quick = is_given && slow_looks < PENDING_TRANSACTIONS_MAX / 2;
            cx.ports().clock.sleep(if is_quick { BROADCAST_AGAIN_MS } else { RECEIPT_SLOW_POLL_MS }).await;
        }
    })
}

/// So long one may take until it is in a block.
fn confirmation_ms(cx: &Cx, id: &str) -> u64 {
    let namespace = cx.read(|s| Some(ChainId::parse(&s.transactions.get(id)?.chain)?.namespace));
    namespace.map_or(TRANSACTION_CONFIRMATION_MS, |namespace| money::confirmation_ms(cx, namespace))
}

/// The owners of the account have not decided about it yet: it may take them days.
fn is_proposed(state: &State, id: &str) -> bool {
    let proposed = || {
        let item = state.transactions.get(id).filter(|item| item.hash.is_none() && item.calls.is_some())?;
        let account = state.accounts.by.get(&ChainId::parse(&item.chain)?.namespace)?;
        Some(state.wallets.proposes(account.handle?))
    };
    proposed() == Some(true)
}

/// What the looks at one transaction have found so far.
#[derive(Default)]
pub(super) struct Seen {
    /// The network has what was asked for.
    is_same: bool,
    /// Looks in a row that found it gone and its place taken.
    gone: usize,
    /// Looks in a row that found that it can be in no block any more.
    late: usize,
    /// It is in none, and has been taken from the list.
    is_over: bool,
    /// When what is signed was given to the network last.
    given_ms: Option<u64>,
    /// Of one that the wallet has said nothing of: how far its sender's transactions were looked at.
    upto: Option<Stand>,
}

/// One look: first whether the network has what was asked for (10.27), then for the receipt; nothing while there is none, or while
/// the node cannot be reached. A receipt alone says nothing of what was sent.
pub(super) async fn look(cx: &Cx, id: &str, seen: &mut Seen) -> Option<TransactionStatus> {
    let namespace = cx.read(|s| Some(ChainId::parse(&s.transactions.get(id)?.chain)?.namespace))?;
    money::load(cx, namespace).await;
    if let Some(failed) = of_batch(cx, id).await {
        return Some(failed);
    }
    if let Some(hash) = of_sender(cx, id, seen).await {
        commit(cx, |s| {
            sent(s, id, &Submitted::Hash(hash));
            // what the wallet says of it later is not waited for any more
            unmark(cx.ports(), id);
        })
        .await;
        toast(cx, id, Progress::Sent);
    }
    let (hash, network, request) = cx.read(|s| {
        let item = s.transactions.get(id)?;
        let network = s.networks.find(&ChainId::parse(&item.chain)?)?.clone();
        // by the wallet's word alone this is the hash of it
        let request = match item.calls {
            Some(_) => money::as_batch(cx, network.chain_namespace, item.request.clone()),
            None => item.request.clone(),
        };
        Some((item.hash.clone()?, network, request))
    })?;
    give(cx, id, &network, seen).await;
    // one that was stored before there was a request in it has nothing to be compared with
    if !seen.is_same && !request.is_null() {
        match money::carries(cx, &network, &hash, &request).await {
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
    match money::receipt(cx, &network, &hash).await {
        Some(Receipt::Confirmed) => Some(TransactionStatus::Confirmed),
        Some(Receipt::Reverted) => Some(TransactionStatus::Failed),
        None => replaced(cx, id, &network, seen).await,
    }
}

/// The hash of one whose wallet has said nothing that can be believed, by what its sender has made since it was asked.
async fn of_sender(cx: &Cx, id: &str, seen: &mut Seen) -> Option<String> {
    let (network, request, stood) = cx.read(|s| {
        let item = s.transactions.get(id).filter(|item| item.is_unanswered())?;
        Some((s.networks.find(&ChainId::parse(&item.chain)?)?.clone(), item.request.clone(), item.stood?))
    })?;
    next_of_sender(cx, &network, &request, seen.upto.get_or_insert(stood)).await
}

/// The next transaction of a sender that carries a request and is of nothing else that was sent from here.
async fn next_of_sender(cx: &Cx, network: &Network, request: &Value, upto: &mut Stand) -> Option<String> {
    for _ in 0..SENDER_LOOKS {
        let Next { id: hash, stand } = money::next(cx, network, request, *upto).await?;
        *upto = stand;
        let is_new = |s: &State, hash: &str| {
            s.transactions.list.iter().all(|item| item.hash.as_deref() != Some(hash))
                && s.transactions.of_host.iter().all(|sent| sent.hash != hash)
        };
        if let Some(hash) = hash.filter(|hash| cx.read(|s| is_new(s, hash))) {
            return Some(hash);
        }
    }
    None
}

/// Where it stands among those of its sender is stored: after a reload it may be gone already. So is what its wallet has added.
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

/// What a wallet has signed is given to the network, and again while it is in no block.
async fn give(cx: &Cx, id: &str, network: &Network, seen: &mut Seen) {
    let now = cx.ports().clock.now_ms();
    let signed = cx.read(|s| s.transactions.get(id)?.signed.clone());
    let is_due = seen.given_ms.is_none_or(|at| now.saturating_sub(at) >= BROADCAST_AGAIN_MS);
    if let Some(signed) = signed.filter(|_| is_due) {
        seen.given_ms = Some(now);
        money::give(cx, network, &signed).await;
    }
}

/// Whether what a wallet has signed can be in no block any more: said when [`REPLACED_LOOKS`] looks in a row have found it so.
async fn is_too_late(cx: &Cx, id: &str, hash: &str, network: &Network, seen: &mut Seen) -> bool {
    let find = |s: &State| s.transactions.get(id).filter(|item| item.signed.is_some()).map(|item| item.until);
    let Some(until) = cx.read(find) else { return false };
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
    seen.late >= REPLACED_LOOKS
}

/// Nothing was sent, by the network's word: as when the wallet says so.
async fn too_late(cx: &Cx, id: &str) {
    toast(cx, id, Progress::Late);
    commit(cx, |s| {
        set_status(s, id, TransactionStatus::Failed);
        remove(s, id);
    })
    .await;
    unmark(cx.ports(), id);
}

/// Whether another one took its place: said when [`REPLACED_LOOKS`] looks in a row have found it so.
async fn replaced(cx: &Cx, id: &str, network: &Network, seen: &mut Seen) -> Option<TransactionStatus> {
    let (hash, place, request) = cx.read(|s| {
        let item = s.transactions.get(id)?;
        Some((item.hash.clone()?, item.nonce?, item.request.clone()))
    })?;
    match money::is_replaced(cx, network, &hash, &request, place).await {
        true => seen.gone += 1,
        false => seen.gone = 0,
    }
    (seen.gone >= REPLACED_LOOKS).then_some(TransactionStatus::Replaced)
}

/// A batch has its hash by the wallet's word: asked until it gives one, and only of the wallet that was given the batch. What that
/// transaction did is the node's word, as for any other.
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
            commit(cx, |s| sent(s, id, &Submitted::Hash(hash))).await;
            None
        }
    }
}

pub(super) async fn settle(cx: &Cx, id: &str, status: TransactionStatus) {
    commit(cx, |s| set_status(s, id, status)).await;
    match status {
        TransactionStatus::Confirmed => toast(cx, id, Progress::Confirmed),
        TransactionStatus::Replaced => toast(cx, id, Progress::Replaced),
        TransactionStatus::Differs => {
            toast_differs(cx, cx.read(|s| s.transactions.get(id)?.explorer_url.clone()), Some(id));
        }
        _ => toast(cx, id, Progress::Failed),
    }
    // of another network than the one that is shown: there is nothing to be read again
    let found = cx.read(|s| {
        let shown = s.networks.shown_chain()?;
        let item = s.transactions.get(id).filter(|item| item.chain == shown.to_string())?;
        Some((shown.namespace, item.token.clone()))
    });
    let Some((namespace, token)) = found else { return };
    read_again(cx, namespace, &token.into_iter().collect::<Vec<_>>());
}

/// Something has changed what the account has: its balance is read again, and its history where that was read.
pub(super) fn read_again(cx: &Cx, namespace: Namespace, tokens: &[String]) {
    balances::renew(cx, namespace, tokens);
    if cx.read(|s| s.activity.is_loaded() || s.activity.own.is_some()) {
        let again = crate::features::account::read_history_again(cx);
        cx.background(ScopeId::App, again);
    }
}
