//! The history of the account is read page by page (7.5, 8.17); where no service has one of a family, what was sent from here is shown (2.41).

pub use super::model::activity::*;
use crate::api::{blockchain, wallet_services};
use crate::caip::AccountId;
use crate::command::unknown_action;
use crate::constants::{ACTIVITY_FRESH_MS, ACTIVITY_STEP};
use crate::error::Error;
use crate::event::Event;
use crate::features::shell::alerts;
use crate::features::shell::images;
use crate::features::shell::toasts;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// Loads the first page unless it was read a moment ago; after something was sent, again.
pub fn refresh(cx: &Cx, again: bool) {
    match cx.read(own_account) {
        Some(account) => list_own(cx, account),
        None => read(cx, again, false),
    }
}

/// What was sent from here, whatever of it was stored among it.
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
                return; // another account or network is shown by now
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

/// `is_quiet`: nobody has asked for the history itself, so nobody is told that it did not come.
fn read(cx: &Cx, again: bool, is_quiet: bool) {
    let Some(account) = cx.read(account) else { return }; // 5.32
    let now_ms = cx.ports().clock.now_ms();
    let is_there = cx.read(|s| {
        s.activity.of.as_ref() == Some(&account)
            && match s.activity.phase {
                ActivityPhase::Loading => true,
                ActivityPhase::Ready => now_ms.saturating_sub(s.activity.asked_ms) < ACTIVITY_FRESH_MS,
                ActivityPhase::None | ActivityPhase::Failed => false,
            }
    });
    if is_there && !again {
        return load_pictures(cx);
    }
    cx.update(|s| {
        if s.activity.of.as_ref() != Some(&account) || s.activity.phase != ActivityPhase::Ready {
            *s.activity = Activity { of: Some(account.clone()), ..Activity::default() };
            s.activity.phase = ActivityPhase::Loading;
        }
        s.activity.asked_ms = now_ms;
    });
    load(cx, account, None, is_quiet);
}

/// Loads the page that follows; a second call joins the first.
fn more(cx: &Cx) {
    let (account, next) = cx.read(|s| (account(s), s.activity.next.clone()));
    let (Some(account), Some(next)) = (account, next) else { return };
    cx.update(|s| {
        (s.activity.loading_more, s.activity.more_failed) = (true, false);
        s.emit(Event::track("LOAD_MORE_TRANSACTIONS", &[]));
    });
    load(cx, account, Some(next), false);
}

fn load(cx: &Cx, account: AccountId, cursor: Option<String>, is_quiet: bool) {
    let generation = cx.read(|s| s.moves.generation(account.chain.namespace));
    let key = alloc::format!("activity {generation} {account} {}", cursor.as_deref().unwrap_or_default());
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::Connection(account.chain.namespace), &key, async move {
        let cx = flow_cx;
        let answer = alerts::of_service(&cx, blockchain::history(&cx, &account, cursor.as_deref()).await);
        if cx.read(|s| s.moves.generation(account.chain.namespace)) != generation {
            return Ok(Reply::Done); // stale: the account or network has changed, so the answer is dropped (R22)
        }
        let clock = &*cx.ports().clock;
        // an entry at a time: a tree of the whole page would be several times as long
        let page = cx.read(|s| {
            let mut entries: Vec<Entry> = Vec::new();
            let next = match answer? {
                Some(text) => {
                    blockchain::read_history(text, &mut |value| entries.extend(entry(&value, s, clock)))?
                }
                None => None,
            };
            Ok::<_, Error>((entries, next))
        });
        let failed = page.is_err();
        cx.update(|s| {
            if cursor.is_some() {
                s.activity.loading_more = false;
            }
            let Ok((entries, next)) = page else {
                if s.activity.phase == ActivityPhase::Loading {
                    s.activity.phase = ActivityPhase::Failed;
                }
                s.activity.more_failed = cursor.is_some();
                s.emit(Event::track("ERROR_FETCH_TRANSACTIONS", &[("address", &account.address)]));
                return;
            };
            if cursor.is_some() && cursor != s.activity.next {
                return; // stale: the list was read anew meanwhile, and goes on from elsewhere
            }
            let now_ms = clock.now_ms();
            (s.activity.read_ms, s.activity.local_ms) = (now_ms, local_ms(clock, now_ms));
            s.activity.take(entries, next, cursor.as_deref());
        });
        if failed && !is_quiet {
            toasts::show_error(&cx, &Error::TransactionsFailed);
        }
        load_pictures(&cx);
        Ok(Reply::Done)
    }));
}

/// Of the drawn rows, and not of ten thousand that were never shown.
fn load_pictures(cx: &Cx) {
    let wanted = cx.read(|state| {
        let mut urls = pictures(state);
        urls.retain(|url| wallet_services::is_ours(state, url));
        urls
    });
    if !wanted.is_empty() {
        images::load(cx, wanted);
    }
}

/// The view scrolls to another part of a long list.
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
    /// The first row that is seen, counted over all months: the rows near it are drawn.
    #[ts(rename = "activity.look")]
    Look { at: usize },
}

/// Runs a command.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        cx.draw("activity", |state| crate::snapshot::text(&slice(state)));
        match action.as_str() {
            "more" => more(&cx),
            "retry" => refresh(&cx, true),
            "renew" => refresh(&cx, false),
            "known" => read(&cx, false, true),
            "look" => look(&cx, &command),
            "spam" => {
                let shown = command.flag("shown").unwrap_or(false);
                cx.update(|s| s.activity.show_spam = shown);
                load_pictures(&cx);
            }
            _ => return Err(unknown_action("activity", &action)),
        }
        Ok(Reply::Done)
    })
}
