//! The history of the account is read page by page (7.5, 8.17); eip155 only (2.41).

pub use super::model::activity::*;
use crate::api::{blockchain, wallet_services};
use crate::caip::AccountId;
use crate::command::unknown_action;
use crate::constants::ACTIVITY_MAX;
use crate::error::Error;
use crate::event::Event;
use crate::features::shell::alerts;
use crate::features::shell::images;
use crate::features::shell::toasts;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// Loads the first page unless it is there; after something was sent, again.
pub fn refresh(cx: &Cx, again: bool) {
    let Some(account) = cx.read(account) else { return };
    let is_there = cx.read(|s| {
        s.activity.of.as_ref() == Some(&account)
            && matches!(s.activity.phase, ActivityPhase::Ready | ActivityPhase::Loading)
    });
    if is_there && !again {
        return;
    }
    cx.update(|s| {
        if s.activity.of.as_ref() != Some(&account) || s.activity.phase != ActivityPhase::Ready {
            *s.activity = Activity { of: Some(account.clone()), ..Activity::default() };
            s.activity.phase = ActivityPhase::Loading;
        }
    });
    load(cx, account, None);
}

/// Loads the page that follows; a second call joins the first.
fn more(cx: &Cx) {
    let (account, next) = cx.read(|s| (account(s), s.activity.next.clone()));
    let (Some(account), Some(next)) = (account, next) else { return };
    cx.update(|s| (s.activity.loading_more, s.activity.more_failed) = (true, false));
    load(cx, account, Some(next));
}

fn load(cx: &Cx, account: AccountId, cursor: Option<String>) {
    let generation = cx.read(|s| s.moves.generation(account.chain.namespace));
    let key = alloc::format!("activity {generation} {account} {}", cursor.as_deref().unwrap_or_default());
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::Connection(account.chain.namespace), &key, async move {
        let cx = flow_cx;
        let page = alerts::of_service(&cx, blockchain::history(&cx, &account, cursor.as_deref()).await);
        if cx.read(|s| s.moves.generation(account.chain.namespace)) != generation {
            return Ok(Reply::Done); // stale: the account or network has changed, so the answer is dropped (R22)
        }
        let clock = &*cx.ports().clock;
        let failed = page.is_err();
        let wanted = cx.update(|s| {
            s.activity.loading_more = false;
            let Ok(page) = page else {
                if s.activity.phase == ActivityPhase::Loading {
                    s.activity.phase = ActivityPhase::Failed;
                }
                s.activity.more_failed = cursor.is_some();
                s.emit(Event::track("ERROR_FETCH_TRANSACTIONS", &[("address", &account.address)]));
                return None;
            };
            let fresh: Vec<ActivityItem> =
                page.data.iter().filter_map(|value| item(value, s, clock)).collect();
            let known = |item: &ActivityItem| s.activity.items.iter().any(|known| known.id == item.id);
            let is_first = cursor.is_none();
            let new: Vec<ActivityItem> = fresh.into_iter().filter(|item| !known(item)).collect();
            let urls: Vec<String> = new
                .iter()
                .flat_map(|item| {
                    let nfts = item
                        .transfers
                        .iter()
                        .filter_map(|t| Some(t.nft_info.as_ref()?.preview()?.to_string()));
                    item.legs.iter().filter_map(|leg| leg.source.clone()).chain(nfts)
                })
                .filter(|url| wallet_services::is_ours(s, url))
                .collect();
            // reloading the first page only adds what is new and keeps the position in the list
            let is_again = is_first && s.activity.phase == ActivityPhase::Ready;
            let at = if is_again { 0 } else { s.activity.items.len() };
            s.activity.items.splice(at..at, new);
            let full = s.activity.items.len() >= ACTIVITY_MAX;
            s.activity.items.truncate(ACTIVITY_MAX);
            if !is_again {
                s.activity.next = page.next.filter(|_| !full);
            }
            s.activity.phase = ActivityPhase::Ready;
            Some(urls)
        });
        if failed {
            toasts::show_error(&cx, &Error::TransactionsFailed);
        }
        images::load(&cx, wanted.unwrap_or_default());
        Ok(Reply::Done)
    }));
}

/// Commands of the activity.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum ActivityCommand {
    /// The page that follows.
    #[ts(rename = "activity.more")]
    More {},
    /// The first page once more.
    #[ts(rename = "activity.retry")]
    Retry {},
    /// Shows or hides what is only spam.
    #[ts(rename = "activity.spam")]
    Spam { shown: bool },
}

/// Runs a command.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        match action.as_str() {
            "more" => more(&cx),
            "retry" => refresh(&cx, true),
            "renew" => refresh(&cx, false),
            "spam" => {
                let shown = command.flag("shown").unwrap_or(false);
                cx.update(|s| s.activity.show_spam = shown);
            }
            _ => return Err(unknown_action("activity", &action)),
        }
        Ok(Reply::Done)
    })
}
