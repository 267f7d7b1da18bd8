//! Reads the account's history page by page (7.5, 8.17). For a namespace without a history service, it lists the transactions sent
//! from this modal (2.41).

use super::history;
use super::model::activity::{ActivityPhase, account, own, own_account, pictures, slice};
use crate::api::wallet_services;
use crate::caip::AccountId;
use crate::command::unknown_action;
use crate::constants::ACTIVITY_STEP;
use crate::error::Error;
use crate::event::Event;
use crate::features::shell::{images, toasts};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::String;
use serde_json::Value;

/// Loads the first page, unless it was read a moment ago. With `again`, always loads it.
pub fn refresh(cx: &Cx, again: bool) {
    match cx.read(own_account) {
        Some(account) => list_own(cx, account),
        None => {
            recall(cx);
            read(cx, again);
        }
    }
}

/// Transactions sent from this modal come first, above the service's history, and keep their own descriptions.
fn recall(cx: &Cx) {
    if cx.read(|s| s.transactions.stored.is_some()) {
        cx.background(ScopeId::App, crate::features::money::recall(cx));
    }
}

/// The transactions sent from this modal, including stored ones.
fn list_own(cx: &Cx, account: AccountId) {
    let flow_cx = cx.clone();
    let key = alloc::format!("activity own {account}");
    drop(cx.single(ScopeId::Connection(account.chain.namespace), &key, async move {
        let cx = flow_cx;
        let is_there = match cx.read(|s| s.transactions.stored.is_some()) {
            true => crate::features::money::recall(&cx).await.is_ok(),
            false => true,
        };
        cx.update(|s| {
            if own_account(s).as_ref() != Some(&account) {
                return; // the page shows another account or network now
            }
            let mut list = own(s, &account, &*cx.ports().clock);
            if !is_there {
                list.phase = ActivityPhase::Failed;
            }
            s.activity.own = Some(Box::new(list));
        });
        Ok(Reply::Done)
    }));
}

fn read(cx: &Cx, again: bool) {
    if !history::read(cx, again, has_come) {
        load_pictures(cx);
    }
}

fn has_come(cx: &Cx, failed: bool) {
    if failed {
        toasts::show_error(cx, &Error::TransactionsFailed);
    }
    load_pictures(cx);
}

/// Loads the next page. A second call joins the first one.
fn more(cx: &Cx) {
    let (account, next) = cx.read(|s| (account(s), s.activity.next.clone()));
    let (Some(account), Some(next)) = (account, next) else { return };
    cx.update(|s| {
        (s.activity.loading_more, s.activity.more_failed) = (true, false);
        s.emit(Event::track("LOAD_MORE_TRANSACTIONS", &[]));
    });
    history::load(cx, account, Some(next), has_come);
}

/// Loads images of the rendered rows only, because a list can have ten thousand rows.
fn load_pictures(cx: &Cx) {
    let wanted = cx.read(|state| {
        let mut urls = pictures(state);
        urls.retain(|url| wallet_services::is_ours(state, url));
        urls
    });
    if !wanted.is_empty() {
        images::look(cx, wanted);
    }
}

/// Handles a scroll: the view reports its first visible row.
fn look(cx: &Cx, command: &Value) {
    let wanted = command.whole("at").and_then(|at| usize::try_from(at).ok()).unwrap_or_default();
    let (now, count) = cx.read(|s| (s.activity.at, s.activity.count()));
    let at = wanted.min(count);
    let at = at - at % ACTIVITY_STEP;
    if at != now {
        cx.update(|s| s.activity.at = at);
        load_pictures(cx);
    }
}

crate::command::commands! {
    /// The commands of the feature `activity`.
    pub enum ActivityCommand, ActivityAction {
        /// Loads the next page.
        "more" More {},
        /// Loads the first page again.
        "retry" Retry {},
        /// Shows or hides rows that contain only spam.
        "spam" Spam { shown: bool },
        /// Reports the index of the first visible row, counted over all months. Rows near it are rendered.
        "look" Look { at: usize },
    }
    own {
        "renew" Renew,
        "pictures" Pictures,
    }
}

/// Runs a command of this feature.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        cx.draw("activity", |state| crate::snapshot::text(&slice(state)));
        match action.as_str() {
            ActivityAction::More => more(&cx),
            ActivityAction::Retry => refresh(&cx, true),
            ActivityAction::Renew => refresh(&cx, false),
            ActivityAction::Pictures => load_pictures(&cx),
            ActivityAction::Look => look(&cx, &command),
            ActivityAction::Spam => {
                let shown = command.flag("shown").unwrap_or(false);
                cx.update(|s| s.activity.show_spam = shown);
                load_pictures(&cx);
            }
            _ => return Err(unknown_action("activity", &action)),
        }
        Ok(Reply::Done)
    })
}
