//! Follows transactions until they are in a block (9.10, 10.31), also after a reload, and shows them. It is a separate part of the
//! binary, fetched during the request to the wallet, so the form and its review don't need it.

use super::model::timeline::{OpenTransaction, Past};
pub(crate) use super::model::transactions::{ASKED, id_of, of_host};
use super::model::transactions::{TransactionItem, is_open, remove, slice, tell, unmark};
use super::record::{self, commit, recall, take_marks, unanswered};
use super::watch::{has_changed, watch};
use super::{hosts, pending, reorg};
use crate::caip::Namespace;
use crate::command::{needed, unknown_action};
use crate::constants::UNANSWERED_KEPT_MS;
use crate::error::{Error, Result};
use crate::features::account::activity_model;
use crate::features::shell::{View, router};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::store::State;
use crate::time;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

crate::command::commands! {
    /// The commands of transactions from this modal.
    pub enum TransactionsCommand, TransactionsAction {
        /// Opens the view of a transaction, by its ID, or by its hash in the history.
        "open" Open { id: String },
        /// Reports that another tab has stored transactions.
        "news" News {},
        /// Sets the description of a page's transaction, and how many blocks the page waits for.
        "describe" Describe {
            hash: String,
            description: String,
            #[ts(optional, type = "number")]
            confirmations: Option<u64>,
        },
    }
    own {
        "resume" Resume,
        "recall" Recall,
        "fetch" Fetch,
        "watch" Watch,
        "answered" Answered,
        "dropped" Dropped,
        "kept" Kept,
        "follow" Follow,
        "altered" Altered,
        "renew" Renew,
    }
}

/// Runs a command. All but `open`, `describe` and `news` come from the engine.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        recall(&cx);
        cx.draw("transactions", |state| crate::snapshot::text(&slice(state)));
        match action.as_str() {
            TransactionsAction::Open => open(&cx, needed(&command, "id")?)?,
            TransactionsAction::Resume => resume(&cx),
            TransactionsAction::News => follow_tab(&cx).await,
            TransactionsAction::Recall | TransactionsAction::Fetch => {} // loaded by now
            TransactionsAction::Watch => return watch(&cx, command.as_str().unwrap_or_default()).await,
            TransactionsAction::Answered => {
                let hash = command.text("hash").map(Into::into);
                hosts::answered(&cx, command.text("token").unwrap_or_default(), hash).await;
            }
            TransactionsAction::Dropped => hosts::dropped(&cx, &command).await,
            TransactionsAction::Kept => {
                let _ = hosts::keep(&cx, &command).await;
            }
            TransactionsAction::Follow => hosts::follow(&cx, &command).await,
            TransactionsAction::Altered => hosts::altered(&cx, &command).await,
            TransactionsAction::Describe => hosts::describe(&cx, &command).await?,
            TransactionsAction::Renew => {
                if let Some(namespace) = command.as_str().and_then(Namespace::parse) {
                    pending::start(&cx, namespace);
                }
            }
            _ => return Err(unknown_action("transactions", &action)),
        }
        Ok(Reply::Done)
    })
}

/// Opens the view of a transaction, which is followed independently of the view.
fn open(cx: &Cx, id: &str) -> Result<()> {
    // for a row of the history, the hash is known
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

/// The transactions whose block can still be replaced.
fn shallow(state: &State) -> Vec<String> {
    let items = state.transactions.list.iter().filter(|item| item.shallow == Some(true));
    items.map(|item| item.id.clone()).collect()
}

/// Follows another tab's transactions, too, and loads the balances after those that settled there.
async fn follow_tab(cx: &Cx) {
    for id in record::follow(cx).await {
        match cx.read(|s| s.transactions.get(&id).map(is_open)) {
            Some(true) => drop(watch(cx, &id)),
            Some(false) => has_changed(cx, &id),
            None => {}
        }
    }
    hosts::list_again(cx);
}

/// After a reload, polls entries with a hash again. An entry without a hash might have been broadcast, or still can be.
/// The page gets an event immediately. The user sees the result once, when the modal is open. The entry stays for a
/// day, for a late response and for the warning before the next send.
fn resume(cx: &Cx) {
    take_marks(cx);
    let now = cx.ports().clock.now_ms();
    let open: Vec<TransactionItem> =
        cx.read(|s| s.transactions.list.iter().filter(|item| is_open(item)).cloned().collect());
    for id in cx.read(shallow) {
        reorg::guard(cx, &id);
    }
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
