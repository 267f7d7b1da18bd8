//! Transactions sent from here: stored before they are sent, followed to the end (9.10, 10.31).
//!
//! One confirmation is at most one send (R8): the entry is stored before the wallet is asked. An entry without hash
//! after a reload is "unknown": the wallet may have sent it; it is never sent again.

use super::unknown_action;
use crate::amount::Amount;
use crate::api::rpc;
use crate::caip::{AccountId, ChainId, Namespace};
use crate::constants::{
    PENDING_TRANSACTIONS_MAX, RECEIPT_POLL_MS, RECEIPT_SLOW_POLL_MS, TRANSACTION_CONFIRMATION_MS,
    TRANSACTION_DECIMALS, TRANSACTIONS_MAX,
};
use crate::event::Event;
use crate::features::balances;
use crate::features::toasts::{self, Text, ToastVariant};
use crate::flow::{Cx, Flow, Join, Reply, ScopeId};
use crate::format;
use crate::json::Read;
use crate::namespaces::eip155;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::{Value, json};

/// Where a transaction stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TransactionStatus {
    /// The wallet gave a hash; not yet in a block.
    Sent,
    /// In a block.
    Confirmed,
    /// In a block, and reverted.
    Failed,
    /// Asked for, and not known to have been sent; or sent and not seen for 25 s.
    Unknown,
}

impl TransactionStatus {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "sent" => Self::Sent,
            "confirmed" => Self::Confirmed,
            "failed" => Self::Failed,
            "unknown" => Self::Unknown,
            _ => return None,
        })
    }
}

/// One transaction. Texts are kept as they were shown when it was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TransactionItem {
    /// Ours, random.
    pub id: String,
    /// `0x` and 64 hex digits.
    pub hash: Option<String>,
    /// CAIP-2.
    pub chain: String,
    /// `send`, or `request` for one the host asked for.
    #[cfg_attr(test, ts(type = "\"send\" | \"request\""))]
    pub kind: &'static str,
    /// Where it stands.
    pub status: TransactionStatus,
    /// Exact decimal text.
    pub amount: String,
    /// "ETH".
    pub symbol: String,
    /// CAIP-10 of the token's contract; nothing for the native coin.
    pub token: Option<String>,
    /// The receiver, checksummed.
    pub to: String,
    /// Its page.
    pub explorer_url: Option<String>,
    /// Milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created_at: u64,
}

/// All of them, newest first.
#[derive(Default)]
pub struct Transactions {
    /// At most [`TRANSACTIONS_MAX`].
    pub list: Vec<TransactionItem>,
}

/// The slice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TransactionsSlice {
    /// Newest first.
    pub list: Vec<TransactionItem>,
}

impl Transactions {
    /// The slice.
    #[must_use]
    pub fn slice(&self) -> TransactionsSlice {
        TransactionsSlice { list: self.list.clone() }
    }

    /// One of them.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&TransactionItem> {
        self.list.iter().find(|item| item.id == id)
    }

    fn get_mut(&mut self, id: &str) -> Option<&mut TransactionItem> {
        self.list.iter_mut().find(|item| item.id == id)
    }
}

/// What is stored.
#[must_use]
pub fn save(state: &State) -> Option<Value> {
    (!state.transactions.list.is_empty()).then(|| json!(state.transactions.list))
}

/// Takes what was stored; what does not fit is dropped.
pub fn restore(state: &mut State, value: &Value) {
    let items = value.as_array().map_or(&[][..], |list| list.as_slice());
    for item in items.iter().take(TRANSACTIONS_MAX).filter_map(item) {
        if state.transactions.get(&item.id).is_none() {
            state.transactions.list.push(item);
        }
    }
    state.transactions.list.truncate(TRANSACTIONS_MAX);
}

fn item(value: &Value) -> Option<TransactionItem> {
    Some(TransactionItem {
        id: value.filled("id").filter(|id| id.len() <= 64)?.into(),
        hash: match value.field("hash") {
            Some(hash) => Some(eip155::transaction_hash(hash.as_str()?)?),
            None => None,
        },
        chain: ChainId::parse(value.text("chain")?)?.to_string(),
        kind: if value.text("kind") == Some("request") { "request" } else { "send" },
        status: TransactionStatus::parse(value.text("status")?)?,
        amount: Amount::parse(value.text("amount")?, 36).ok()?.to_decimal(),
        symbol: crate::text::label(value.text("symbol")?, 12)?,
        token: value.text("token").and_then(AccountId::parse).map(|id| id.to_string()),
        to: eip155::parse(value.text("to")?).ok()?.to_checksum(None),
        explorer_url: value
            .text("explorerUrl")
            .filter(|url| crate::options::is_web_url(url))
            .map(ToString::to_string),
        created_at: value.whole("createdAt")?,
    })
}

/// Adds an entry; the oldest one beyond the limit goes.
pub fn add(state: &mut State, item: TransactionItem) {
    state.transactions.list.insert(0, item);
    state.transactions.list.truncate(TRANSACTIONS_MAX);
}

/// Removes an entry whose wallet said that nothing was sent.
pub fn remove(state: &mut State, id: &str) {
    state.transactions.list.retain(|item| item.id != id);
}

/// The wallet gave the hash.
pub fn sent(state: &mut State, id: &str, hash: &str) {
    let link = state.transactions.get(id).and_then(|item| ChainId::parse(&item.chain));
    let link = link.and_then(|chain| state.networks.find(&chain)?.transaction_url(hash));
    let Some(item) = state.transactions.get_mut(id) else { return };
    item.hash = Some(hash.into());
    item.status = TransactionStatus::Sent;
    item.explorer_url = link;
    tell(state, id);
}

fn tell(state: &mut State, id: &str) {
    let Some(item) = state.transactions.get(id).cloned() else { return };
    state.tell(Event::Transaction {
        hash: item.hash,
        chain: item.chain,
        status: item.status,
        kind: item.kind,
    });
}

fn set_status(state: &mut State, id: &str, status: TransactionStatus) {
    if let Some(item) = state.transactions.get_mut(id).filter(|item| item.status != status) {
        item.status = status;
        tell(state, id);
    }
}

/// Whether something has to be followed, or said, after a reload.
#[must_use]
pub fn is_open(item: &TransactionItem) -> bool {
    matches!(item.status, TransactionStatus::Sent | TransactionStatus::Unknown)
}

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

/// After a reload: what has a hash is followed again. What has none may have been sent, and nobody will ever know here:
/// the host is told now, the person when the modal is open, and then it is forgotten.
fn resume(cx: &Cx) {
    let open: Vec<(String, bool)> = cx.read(|s| {
        let open = s.transactions.list.iter().filter(|item| is_open(item));
        open.map(|item| (item.id.clone(), item.hash.is_some())).collect()
    });
    for (id, has_hash) in open {
        if has_hash {
            drop(watch(cx, &id));
            continue;
        }
        let lost_cx = cx.clone();
        cx.background(ScopeId::App, async move {
            lost_cx.update(|s| tell(s, &id));
            lost_cx.until(|s| s.router.open.then_some(())).await;
            toast(&lost_cx, &id, "toast.send_lost");
            lost_cx.commit(|s| remove(s, &id)).await;
            Ok(Reply::Done)
        });
    }
}

/// Says what is happening to a transaction, with a link to it (10.31).
pub fn toast(cx: &Cx, id: &str, key: &'static str) {
    let Some(item) = cx.read(|s| s.transactions.get(id).cloned()) else { return };
    let amount = Amount::parse_shown(&item.amount, 36)
        .map_or_else(|_| item.amount.clone(), |amount| format::short(&amount, TRANSACTION_DECIMALS));
    let (message, variant) = match key {
        "toast.send_sent" => (alloc::format!("Sending {amount} {}", item.symbol), ToastVariant::Loading),
        "toast.send_confirmed" => (alloc::format!("Sent {amount} {}", item.symbol), ToastVariant::Success),
        "toast.send_unknown" => {
            let text = "Not confirmed yet. We keep watching.";
            (text.to_string(), ToastVariant::Error)
        }
        "toast.send_lost" => {
            let text = "We do not know whether {} was sent. Check your wallet's history.";
            (text.replace("{}", &alloc::format!("{amount} {}", item.symbol)), ToastVariant::Error)
        }
        _ => ("The transaction failed".to_string(), ToastVariant::Error),
    };
    let args = [("amount", amount.as_str()), ("symbol", item.symbol.as_str())];
    toasts::show_text(cx, &Text { key, message, args: &args }, variant, item.explorer_url);
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
    let receipt = rpc::call(cx, &network, "eth_getTransactionReceipt", &json!([hash])).await.ok()?;
    receipt.filled("blockHash")?;
    match receipt.text("status") {
        Some("0x1") => Some(TransactionStatus::Confirmed),
        Some("0x0") => Some(TransactionStatus::Failed),
        _ => None,
    }
}

async fn settle(cx: &Cx, id: &str, status: TransactionStatus) {
    cx.commit(|s| set_status(s, id, status)).await;
    let key =
        if status == TransactionStatus::Confirmed { "toast.send_confirmed" } else { "toast.send_failed" };
    toast(cx, id, key);
    // of another network than the one that is shown: there is nothing to be read again
    let item = cx.read(|s| {
        let shown = s.networks.shown_chain()?.to_string();
        s.transactions.get(id).filter(|item| item.chain == shown).cloned()
    });
    let Some(item) = item else { return };
    balances::renew(cx, Namespace::Eip155, &item.token.into_iter().collect::<Vec<_>>());
    if cx.read(|s| s.activity.is_loaded()) {
        let again = crate::engine::dispatch(cx, json!({ "type": "activity.retry" }));
        cx.background(ScopeId::App, again);
    }
}
